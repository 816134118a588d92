/* Generates the table of powers of ten at build time: the first 128 bits of each power, by exact integer arithmetic.
 * Prints C source to the standard output. */
#include "text/powers.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LIMBS = 40 }; /* of 32 bits each; 5^342 has 795 bits */

/* limbs[0] + limbs[1] * 2^32 + ... */
typedef struct natural {
    uint32_t limbs[LIMBS];
} natural;

static natural power_of_five(int exponent)
{
    natural n = {{1}};
    for (; exponent > 0; exponent--) {
        uint64_t carry = 0;
        for (int i = 0; i < LIMBS; i++) {
            carry += UINT64_C(5) * n.limbs[i];
            n.limbs[i] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    return n;
}

static int bit_at(const natural *n, int place)
{
    return place < 0 ? 0 : (int)(n->limbs[place / 32] >> place % 32 & 1);
}

static int count_bits(const natural *n)
{
    int count = 32 * LIMBS;
    while (count > 0 && !bit_at(n, count - 1)) {
        count--;
    }
    return count;
}

static void double_in_place(natural *n)
{
    for (int i = LIMBS - 1; i >= 0; i--) {
        n->limbs[i] = n->limbs[i] << 1 | (i ? n->limbs[i - 1] >> 31 : 0);
    }
}

/* a := a - b if a >= b; returns whether a >= b. */
static bool subtract(natural *a, const natural *b)
{
    natural difference;
    int64_t borrow = 0;
    for (int i = 0; i < LIMBS; i++) {
        borrow += (int64_t)a->limbs[i] - b->limbs[i];
        difference.limbs[i] = (uint32_t)borrow;
        borrow = borrow < 0 ? -1 : 0;
    }
    if (borrow == 0) {
        *a = difference;
    }
    return borrow == 0;
}

/* The first 128 bits of 5^k; for k < 0 by long division of the next power of two by 5^-k. */
static void find_bits(int k, uint64_t bits[2])
{
    natural power = power_of_five(k < 0 ? -k : k), rest = {{1}};
    const int count = count_bits(&power);
    for (int i = 0; i < count && k < 0; i++) {
        double_in_place(&rest);
    }
    for (int i = 0; i < 128; i++) {
        uint64_t bit;
        if (k >= 0) {
            bit = (uint64_t)bit_at(&power, count - 1 - i);
        } else {
            bit = subtract(&rest, &power);
            double_in_place(&rest);
        }
        bits[i / 64] = bits[i / 64] << 1 | bit;
    }
}

int main(void)
{
    puts("/* Made by make_powers.c. */");
    puts("#include \"text/powers.h\"\n");
    puts("const uint64_t cdy_powers_of_ten[CDY_POWER_COUNT][2] = {");
    for (int k = CDY_LOWEST_POWER; k <= CDY_HIGHEST_POWER; k++) {
        uint64_t bits[2] = {0, 0};
        find_bits(k, bits);
        printf("    {0x%016llx, 0x%016llx}, /* 1e%d */\n", (unsigned long long)bits[0], (unsigned long long)bits[1], k);
    }
    puts("};");
    return 0;
}
