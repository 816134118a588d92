/* Random numbers from a seed, identical on every machine. */
#ifndef CDY_BASE_RANDOM_H
#define CDY_BASE_RANDOM_H

#include <stdint.h>

/* Returns the next 64 random bits of SplitMix64, whose state is one integer (Steele, Lea and Flood 2014, figure 17). */
uint64_t cdy_random_bits(uint64_t *state);

/* Returns a number uniform in (0, 1], in steps of 2^-53. */
double cdy_random_unit(uint64_t *state);

/* Returns a number uniform in (lower, upper]. */
double cdy_random_between(uint64_t *state, double lower, double upper);

/* Returns a number of the standard normal distribution (Box and Muller 1958). */
double cdy_random_normal(uint64_t *state);

#endif
