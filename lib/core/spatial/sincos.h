/* Sines and cosines of all lanes, with an error below one unit in the last place. Included by real.h only.
 *
 * No branch depends on a number, so that compilers vectorize loops over one-lane numbers too. */
#ifndef CDY_SPATIAL_SINCOS_H
#define CDY_SPATIAL_SINCOS_H

static inline real_bits real_to_bits(real x)
{
    real_bits bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline real real_from_bits(real_bits bits)
{
    real x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* mask ? a : b, for masks with all bits set or none. */
static inline real real_select(real_bits mask, real a, real b)
{
    return real_from_bits((mask & real_to_bits(a)) | (~mask & real_to_bits(b)));
}

#ifdef CDY_FLOAT

#include "spatial/sincos_float.h"

#else

/* Angles of this size and more go to the C library. */
static const double real_huge_angle = 1e6;

/* sin(r + tail) for |r| <= pi/4 and a tiny tail: r + r^3 p(r^2), p the minimax polynomial of the relative error, 2^-58
 * (Remez). The neglected term tail r^2/2 is under a sixth of a unit in the last place. */
static inline real real_sine_series(real r, real tail)
{
    real z = r * r;
    real p = z * 0x1.5d9300ffafa2ap-33 + -0x1.ae5e663a9d3aep-26;
    p = z * p + 0x1.71de3577b6ac2p-19;
    p = z * p + -0x1.a01a019c11996p-13;
    p = z * p + 0x1.111111110f87ap-7;
    p = z * p + -0x1.5555555555549p-3;
    return r + (z * r * p + tail);
}

/* cos(r + tail) likewise: 1 - r^2/2 + r^4 p(r^2), error 2^-64; the rounding error of 1 - r^2/2 is added to the small
 * terms. */
static inline real real_cosine_series(real r, real tail)
{
    real z = r * r;
    real half = z * 0.5;
    real p = z * -0x1.8fae9c7b18a66p-37 + 0x1.1ee9ebe931a7bp-29;
    p = z * p + -0x1.27e4f809f09eep-22;
    p = z * p + 0x1.a01a019cb1bdap-16;
    p = z * p + -0x1.6c16c16c1517ep-10;
    p = z * p + 0x1.555555555554cp-5;
    real first = 1 - half;
    return first + ((((1 - first) - half) - r * tail) + z * z * p);
}

/* angle - n pi/2, with its rounding error in `tail`, for pi/2 in three parts (Cody and Waite 1980). A part with 33 bits
 * times n is exact up to n = 2^20, and so is the first difference; the rounding error of the second difference is exact
 * (Dekker 1971). */
#if defined(CDY_FUSED) && defined(__FMA__) && defined(__OPTIMIZE__)

/* With fused operations the first part may have 53 bits, since its product is not rounded. */
static inline real real_take_quadrants(real angle, real n, real *tail)
{
    const double part1 = 0x1.921fb54442d18p+0, part2 = 0x1.1a62633100000p-54, part3 = 0x1.1701b839a2520p-88;
    real first = angle - n * part1;
    real r = first - n * part2;
    *tail = ((first - r) - n * part2) - n * part3;
    return r;
}

#else

static inline real real_take_quadrants(real angle, real n, real *tail)
{
    const double part1 = 0x1.921fb544p+0, part2 = 0x1.0b4611a6p-34, part3 = 0x1.3198a2e037073p-69;
    real first = angle - n * part1;
    real second = n * part2;
    real difference = first - second;
    real rest = ((first - difference) - second) - n * part3;
    real r = difference + rest;
    *tail = rest - (r - difference);
    return r;
}

#endif

/* Reduce an angle, |angle| < 1e6, to r = angle - n pi/2 with the nearest n and the rounding error in `tail`; the return
 * value has the lowest bits of n. */
static inline real_bits real_reduce(real angle, real *r, real *tail)
{
    const double two_over_pi = 0x1.45f306dc9c883p-1, shift = 0x1.8p52;
    real shifted = angle * two_over_pi + shift; /* rounds to an integer, in the lowest bits of the sum */
    *r = real_take_quadrants(angle, shifted - shift, tail);
    return real_to_bits(shifted);
}

#endif

static inline void real_sincos_reduced(real angle, real *sine, real *cosine)
{
    const scalar_bits sign_bit = (scalar_bits)((scalar_words)1 << (8 * sizeof(scalar) - 1));
    real r, tail;
    real_bits quadrant = real_reduce(angle, &r, &tail);
    real s = real_sine_series(r, tail), c = real_cosine_series(r, tail);
    real_bits odd = -(quadrant & 1);
    /* unsigned: bits may be shifted out */
    real_bits sine_sign = (real_bits)((real_words)quadrant << (8 * sizeof(scalar) - 2)) & sign_bit;
    real_bits cosine_sign = (real_bits)((real_words)(quadrant + 1) << (8 * sizeof(scalar) - 2)) & sign_bit;
    *sine = real_from_bits(real_to_bits(real_select(odd, c, s)) ^ sine_sign);
    *cosine = real_from_bits(real_to_bits(real_select(odd, s, c)) ^ cosine_sign);
}

/* Compute lanes with huge, infinite or NaN arguments by the C library. */
static inline void real_sincos_huge(real angle, real *sine, real *cosine)
{
    for (int lane = 0; lane < CDY_LANES; lane++) {
        scalar x, s, c;
        memcpy(&x, (const char *)&angle + sizeof x * (size_t)lane, sizeof x);
        if (fabs((double)x) < real_huge_angle) {
            continue; /* a lane's result must not depend on other lanes */
        }
        s = (scalar)sin((double)x);
        c = (scalar)cos((double)x);
        memcpy((char *)sine + sizeof x * (size_t)lane, &s, sizeof s);
        memcpy((char *)cosine + sizeof x * (size_t)lane, &c, sizeof c);
    }
}

/* Accumulate whether any angle is huge, infinite or NaN. In several lanes as a sum of squares, one fused operation. In
 * one lane in the sign of an integer, since all compilers vectorize a loop with that: finite numbers without their
 * signs are in the order of their bits, infinity and NaN above them. */
#if CDY_LANES == 1
typedef real_bits huge_angles;
static inline huge_angles real_note_angle(huge_angles noted, real angle)
{
    const real_bits without_sign = (real_bits) ~((scalar_words)1 << (8 * sizeof(scalar) - 1));
    return noted | (real_to_bits((scalar)real_huge_angle) - 1 - (real_to_bits(angle) & without_sign));
}
#else
typedef real huge_angles;
static inline huge_angles real_note_angle(huge_angles noted, real angle)
{
    return noted + angle * angle;
}
#endif

static inline int real_any_set(real_bits mask)
{
#if CDY_LANES == 1
    return mask != 0;
#else
    int64_t words[sizeof mask / sizeof(int64_t)], any = 0;
    memcpy(words, &mask, sizeof mask);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        any |= words[i];
    }
    return any != 0;
#endif
}

/* Whether an angle may be huge. */
static inline int real_any_huge(huge_angles noted)
{
#if CDY_LANES == 1
    return noted < 0;
#else
    return real_any_set(~(noted < (scalar)(real_huge_angle * real_huge_angle)));
#endif
}

/* Sines and cosines of `count` angles. */
static inline void real_sincos_all(int count, const real *restrict angles, real *restrict sines, real *restrict cosines)
{
    huge_angles noted = {0};
#ifdef __clang__
#pragma clang loop interleave_count(1) /* a robot has fewer angles than two vectors at once take */
#else
#pragma GCC ivdep /* no check that the arrays are apart */
#endif
    for (int i = 0; i < count; i++) {
        noted = real_note_angle(noted, angles[i]);
        real_sincos_reduced(angles[i], &sines[i], &cosines[i]);
    }
    for (int i = 0; real_any_huge(noted) && i < count; i++) {
        real_sincos_huge(angles[i], &sines[i], &cosines[i]);
    }
}

#endif
