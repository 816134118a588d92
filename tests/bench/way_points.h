/* Way points of random motions, for the trials of timing; the same seeds give the same ones on all machines. */
#ifndef CDY_BENCH_WAY_POINTS_H
#define CDY_BENCH_WAY_POINTS_H

#include <condyle/model.h>

/* Returns a number from 0 to 1 (SplitMix64, Steele and others 2014), and changes the seed. */
double draw_share(uint64_t *seed);

/* Draws 2 to `most` way points in a part of the range of each position, which is drawn as well, to q (nq each), and
 * returns their number. */
size_t draw_way_points(const cdy_model *model, size_t most, uint64_t *seed, double *q);

#endif
