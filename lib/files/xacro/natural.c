#include "xacro/natural.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void trim(cdy_natural *n)
{
    while (n->count > 0 && n->limbs[n->count - 1] == 0) {
        n->count--;
    }
}

void cdy_natural_set(cdy_natural *n, uint64_t value)
{
    n->count = 2;
    n->limbs[0] = (uint32_t)value;
    n->limbs[1] = (uint32_t)(value >> CDY_LIMB_BITS);
    trim(n);
}

/* The position of the highest bit of a limb that is not 0, from 1. */
static size_t width_of(uint32_t limb)
{
    return (size_t)CDY_LIMB_BITS - (size_t)__builtin_clz(limb);
}

size_t cdy_natural_bits(const cdy_natural *n)
{
    return n->count > 0 ? (n->count - 1) * CDY_LIMB_BITS + width_of(n->limbs[n->count - 1]) : 0;
}

int cdy_natural_compare(const cdy_natural *a, const cdy_natural *b)
{
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    for (size_t i = a->count; i-- > 0;) {
        if (a->limbs[i] != b->limbs[i]) {
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
        }
    }
    return 0;
}

bool cdy_natural_extend(cdy_natural *n, uint32_t factor, uint32_t term)
{
    uint64_t carry = term;
    for (size_t i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limbs[i] * factor;
        n->limbs[i] = (uint32_t)carry;
        carry >>= CDY_LIMB_BITS;
    }
    if (carry == 0) {
        return true;
    }
    if (n->count == CDY_LIMB_ROOM) {
        return false;
    }
    n->limbs[n->count++] = (uint32_t)carry;
    return true;
}

uint32_t cdy_natural_reduce(cdy_natural *n, uint32_t divisor)
{
    uint64_t rest = 0;
    for (size_t i = n->count; i-- > 0;) {
        rest = rest << CDY_LIMB_BITS | n->limbs[i];
        n->limbs[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    trim(n);
    return (uint32_t)rest;
}

bool cdy_natural_add(const cdy_natural *a, const cdy_natural *b, cdy_natural *out)
{
    const cdy_natural *longer = a->count < b->count ? b : a, *shorter = a->count < b->count ? a : b;
    uint64_t carry = 0;
    for (size_t i = 0; i < longer->count; i++) {
        carry += (uint64_t)longer->limbs[i] + (i < shorter->count ? shorter->limbs[i] : 0);
        out->limbs[i] = (uint32_t)carry;
        carry >>= CDY_LIMB_BITS;
    }
    out->count = longer->count;
    if (carry > 0 && out->count < CDY_LIMB_ROOM) {
        out->limbs[out->count++] = (uint32_t)carry;
        carry = 0;
    }
    return carry == 0;
}

void cdy_natural_subtract(const cdy_natural *a, const cdy_natural *b, cdy_natural *out)
{
    uint32_t borrow = 0;
    for (size_t i = 0; i < a->count; i++) {
        const uint64_t taken = (uint64_t)(i < b->count ? b->limbs[i] : 0) + borrow;
        borrow = a->limbs[i] < taken;
        out->limbs[i] = (uint32_t)(a->limbs[i] - taken);
    }
    out->count = a->count;
    trim(out);
}

bool cdy_natural_multiply(const cdy_natural *a, const cdy_natural *b, cdy_natural *out)
{
    const size_t count = a->count + b->count;
    if (a->count == 0 || b->count == 0) {
        out->count = 0;
        return true;
    }
    if (count > CDY_LIMB_ROOM) {
        return false;
    }
    memset(out->limbs, 0, count * sizeof *out->limbs);
    for (size_t i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (size_t k = 0; k < b->count; k++) {
            carry += out->limbs[i + k] + (uint64_t)a->limbs[i] * b->limbs[k];
            out->limbs[i + k] = (uint32_t)carry;
            carry >>= CDY_LIMB_BITS;
        }
        out->limbs[i + b->count] = (uint32_t)carry;
    }
    out->count = count;
    trim(out);
    return true;
}

bool cdy_natural_raise(const cdy_natural *a, uint64_t bits, cdy_natural *out)
{
    const uint64_t limbs = bits / CDY_LIMB_BITS;
    const unsigned part = (unsigned)(bits % CDY_LIMB_BITS);
    if (a->count == 0) {
        out->count = 0;
        return true;
    }
    if (limbs >= CDY_LIMB_ROOM || a->count + limbs >= CDY_LIMB_ROOM) {
        return false;
    }
    memset(out->limbs, 0, (size_t)limbs * sizeof *out->limbs);
    uint32_t carry = 0;
    for (size_t i = 0; i < a->count; i++) {
        const uint64_t moved = (uint64_t)a->limbs[i] << part;
        out->limbs[limbs + i] = (uint32_t)moved | carry;
        carry = (uint32_t)(moved >> CDY_LIMB_BITS);
    }
    out->limbs[limbs + a->count] = carry;
    out->count = (size_t)limbs + a->count + 1;
    trim(out);
    return true;
}

void cdy_natural_lower(const cdy_natural *a, uint64_t bits, cdy_natural *out, bool *lost)
{
    const uint64_t limbs = bits / CDY_LIMB_BITS;
    const unsigned part = (unsigned)(bits % CDY_LIMB_BITS);
    *lost = false;
    for (size_t i = 0; i < a->count && i < limbs; i++) {
        *lost = *lost || a->limbs[i] != 0;
    }
    if (limbs >= a->count) {
        out->count = 0;
        return;
    }
    *lost = *lost || (a->limbs[limbs] & (((uint32_t)1 << part) - 1)) != 0;
    out->count = a->count - (size_t)limbs;
    for (size_t i = 0; i < out->count; i++) {
        const uint64_t above = i + 1 < out->count ? a->limbs[limbs + i + 1] : 0;
        out->limbs[i] = (uint32_t)((above << CDY_LIMB_BITS | a->limbs[limbs + i]) >> part);
    }
    trim(out);
}

/* The next digit of a quotient (Knuth, The Art of Computer Programming 2, 4.3.1, algorithm D, step D3): from the
 * highest three limbs of the rest, at `top`, and two of the divisor; at most one too large. */
static uint64_t estimate(const uint32_t *top, const uint32_t *divisor)
{
    const uint64_t high = (uint64_t)top[2] << CDY_LIMB_BITS | top[1];
    uint64_t digit = high / divisor[1], rest = high % divisor[1];
    while (digit > UINT32_MAX || (rest <= UINT32_MAX && digit * divisor[0] > (rest << CDY_LIMB_BITS | top[0]))) {
        digit--;
        rest += divisor[1];
        if (rest > UINT32_MAX) {
            break;
        }
    }
    return digit;
}

/* Subtracts digit * divisor from the limbs at `rest`; returns whether that was too much (step D4). */
static bool subtract_multiple(uint32_t *rest, const cdy_natural *divisor, uint64_t digit)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < divisor->count; i++) {
        carry += digit * divisor->limbs[i];
        const uint32_t low = (uint32_t)carry;
        carry = (carry >> CDY_LIMB_BITS) + (rest[i] < low);
        rest[i] -= low;
    }
    const bool too_much = rest[divisor->count] < carry;
    rest[divisor->count] -= (uint32_t)carry;
    return too_much;
}

/* Adds the divisor back (step D6). */
static void add_back(uint32_t *rest, const cdy_natural *divisor)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < divisor->count; i++) {
        carry += (uint64_t)rest[i] + divisor->limbs[i];
        rest[i] = (uint32_t)carry;
        carry >>= CDY_LIMB_BITS;
    }
    rest[divisor->count] += (uint32_t)carry;
}

/* Divides by a divisor of two limbs and more, both shifted so that its highest bit is set. */
static void divide_long(cdy_natural *rest, const cdy_natural *divisor, cdy_natural *quotient)
{
    const size_t n = divisor->count;
    quotient->count = rest->count - n;
    for (size_t i = quotient->count; i-- > 0;) {
        uint64_t digit = estimate(rest->limbs + i + n - 2, divisor->limbs + n - 2);
        if (subtract_multiple(rest->limbs + i, divisor, digit)) {
            digit--;
            add_back(rest->limbs + i, divisor);
        }
        quotient->limbs[i] = (uint32_t)digit;
    }
    rest->count = n;
    trim(quotient);
    trim(rest);
}

/* Divides by a divisor of one limb, or one above a. */
static void divide_short(const cdy_natural *a, const cdy_natural *b, cdy_natural *quotient, cdy_natural *rest)
{
    *quotient = *a;
    *rest = *a;
    if (cdy_natural_compare(a, b) < 0) {
        quotient->count = 0;
    } else {
        cdy_natural_set(rest, cdy_natural_reduce(quotient, b->limbs[0]));
    }
}

void cdy_natural_divide(const cdy_natural *a, const cdy_natural *b, cdy_natural *quotient, cdy_natural *rest)
{
    if (b->count == 1 || cdy_natural_compare(a, b) < 0) {
        divide_short(a, b, quotient, rest);
        return;
    }
    const uint64_t bits = CDY_LIMB_BITS - width_of(b->limbs[b->count - 1]);
    cdy_natural divisor, shifted;
    bool lost;
    cdy_natural_raise(b, bits, &divisor);
    cdy_natural_raise(a, bits, &shifted);
    shifted.limbs[shifted.count++] = 0;
    divide_long(&shifted, &divisor, quotient);
    cdy_natural_lower(&shifted, bits, rest, &lost);
}

/* Rounds n / 2^drop to a whole number, halves to even; `rest`: n has a fraction. */
static uint64_t round_bits(uint64_t n, int drop, bool rest)
{
    const uint64_t kept = n >> drop, below = n - (kept << drop), half = (uint64_t)1 << (drop - 1);
    return kept + (below > half || (below == half && (rest || kept & 1)));
}

/* The number nearest to a / b, halves to even: a quotient of 55 or 56 bits, but none below the least number, rounded
 * once. */
double cdy_natural_ratio(const cdy_natural *a, const cdy_natural *b)
{
    const int least = DBL_MIN_EXP - DBL_MANT_DIG - 2;
    int exponent = (int)cdy_natural_bits(a) - (int)cdy_natural_bits(b) - DBL_MANT_DIG - 2;
    exponent = exponent < least ? least : exponent;
    cdy_natural scaled, divisor, quotient, rest;
    if (a->count == 0) {
        return 0;
    }
    cdy_natural_raise(a, exponent < 0 ? (uint64_t)-exponent : 0, &scaled);
    cdy_natural_raise(b, exponent > 0 ? (uint64_t)exponent : 0, &divisor);
    cdy_natural_divide(&scaled, &divisor, &quotient, &rest);
    const uint64_t low = quotient.count > 0 ? quotient.limbs[0] : 0, high = quotient.count > 1 ? quotient.limbs[1] : 0;
    const int spare = (int)cdy_natural_bits(&quotient) - DBL_MANT_DIG, drop = spare > 2 ? spare : 2;
    const uint64_t rounded = round_bits(high << CDY_LIMB_BITS | low, drop, rest.count > 0);
    return ldexp((double)rounded, exponent + drop);
}
