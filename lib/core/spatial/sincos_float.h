/* Constants and series of sine and cosine over floats. Included by sincos.h only. */
#ifndef CDY_SPATIAL_SINCOS_FLOAT_H
#define CDY_SPATIAL_SINCOS_FLOAT_H

/* Angles of this size and more go to the C library. */
static const double real_huge_angle = 3000;

/* sin(r + tail) for |r| <= pi/4 and a tiny tail: r + r^3 p(r^2), p the minimax polynomial of the relative error, 2^-28
 * (Remez). */
static inline real real_sine_series(real r, real tail)
{
    real z = r * r;
    real p = z * -0x1.994302p-13f + 0x1.110738p-7f;
    p = z * p + -0x1.555546p-3f;
    return r + (z * r * p + tail);
}

/* cos(r + tail) likewise: 1 - r^2/2 + r^4 p(r^2), error 2^-33; the rounding error of 1 - r^2/2 is added to the small
 * terms. */
static inline real real_cosine_series(real r, real tail)
{
    real z = r * r;
    real half = z * 0.5f;
    real p = z * 0x1.99eadp-16f + -0x1.6c0c3p-10f;
    p = z * p + 0x1.55554ap-5f;
    real first = 1 - half;
    return first + (((1 - first) - half) + (z * z * p - r * tail));
}

/* angle - n pi/2 as for doubles, exact up to n = 2^11: |angle| must be below 3200. */
#if defined(CDY_FUSED) && defined(__FMA__) && defined(__OPTIMIZE__)

/* The second part has 12 bits. */
static inline real real_take_quadrants(real angle, real n, real *tail)
{
    const float part1 = 0x1.921fb6p+0f, part2 = -0x1.778p-25f, part3 = 0x1.68c234p-39f;
    real first = angle - n * part1;
    real r = first - n * part2;
    *tail = ((first - r) - n * part2) - n * part3;
    return r;
}

#else

/* Four parts, the first three with 13 bits. */
static inline real real_take_quadrants(real angle, real n, real *tail)
{
    const float part1 = 0x1.921p+0f, part2 = 0x1.f6ap-13f, part3 = 0x1.11p-26f, part4 = 0x1.68c234p-39f;
    real first = angle - n * part1;
    real second = n * part2, third = n * part3;
    real closer = first - second;
    real closest = closer - third;
    real rest = (((first - closer) - second) + ((closer - closest) - third)) - n * part4;
    real r = closest + rest;
    *tail = rest - (r - closest);
    return r;
}

#endif

static inline real_bits real_reduce(real angle, real *r, real *tail)
{
    const float two_over_pi = 0x1.45f306p-1f, shift = 0x1.8p23f;
    real shifted = angle * two_over_pi + shift; /* rounds to an integer, in the lowest bits of the sum */
    *r = real_take_quadrants(angle, shifted - shift, tail);
    return real_to_bits(shifted);
}

#endif
