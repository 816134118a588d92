/* Natural numbers of many digits: 32 bits a limb, the lowest first, without leading zeros. */
#ifndef CDY_XACRO_NATURAL_H
#define CDY_XACRO_NATURAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An integer has at most 14,336 bits, which are 4,315 decimal digits; numbers in between may have some limbs more. */
enum { CDY_MOST_LIMBS = 448, CDY_LIMB_ROOM = CDY_MOST_LIMBS + 6, CDY_LIMB_BITS = 32 };

typedef struct cdy_natural {
    size_t count;
    uint32_t limbs[CDY_LIMB_ROOM];
} cdy_natural;

void cdy_natural_set(cdy_natural *n, uint64_t value);
size_t cdy_natural_bits(const cdy_natural *n);

/* Returns -1, 0 or 1, as a is below, equal to or above b. */
int cdy_natural_compare(const cdy_natural *a, const cdy_natural *b);

/* Replace n by n * factor + term; by n / divisor, and return the rest. */
bool cdy_natural_extend(cdy_natural *n, uint32_t factor, uint32_t term);
uint32_t cdy_natural_reduce(cdy_natural *n, uint32_t divisor);

/* a + b; a - b, for a that is not below b; a b; a 2^bits. Those that return bool return false where there is no room
 * for the result. `out` is none of the arguments. */
bool cdy_natural_add(const cdy_natural *a, const cdy_natural *b, cdy_natural *out);
void cdy_natural_subtract(const cdy_natural *a, const cdy_natural *b, cdy_natural *out);
bool cdy_natural_multiply(const cdy_natural *a, const cdy_natural *b, cdy_natural *out);
bool cdy_natural_raise(const cdy_natural *a, uint64_t bits, cdy_natural *out);

/* floor(a / 2^bits); *lost tells whether that drops a bit. */
void cdy_natural_lower(const cdy_natural *a, uint64_t bits, cdy_natural *out, bool *lost);

/* Quotient and rest of a / b, for b above 0 and an a with room for two limbs more. */
void cdy_natural_divide(const cdy_natural *a, const cdy_natural *b, cdy_natural *quotient, cdy_natural *rest);

/* Returns the number nearest to a / b, for b above 0; infinite where it is too large for one. */
double cdy_natural_ratio(const cdy_natural *a, const cdy_natural *b);

#endif
