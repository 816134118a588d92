#include "xacro/big.h"

#include <string.h>

double cdy_big_number(const cdy_big *big)
{
    cdy_natural size = {.count = big->count}, one;
    memcpy(size.limbs, big->limbs, big->count * sizeof *big->limbs);
    cdy_natural_set(&one, 1);
    const double number = cdy_natural_ratio(&size, &one);
    return big->negative ? -number : number;
}

bool cdy_big_equals(const cdy_big *a, const cdy_big *b)
{
    return a->negative == b->negative && a->count == b->count &&
           memcmp(a->limbs, b->limbs, a->count * sizeof *a->limbs) == 0;
}
