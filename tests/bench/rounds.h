/* Rounds: statistics of the duration of a call, measured many times. */
#ifndef CDY_BENCH_ROUNDS_H
#define CDY_BENCH_ROUNDS_H

enum { ROUNDS = 200 };

/* The minimum is the time without disturbance, the median the usual time; ns. */
typedef struct timing {
    double least, median;
} timing;

/* Returns the time since a fixed moment, ns. */
double now(void);

/* Sorts the times of rounds and returns their minimum and median. */
timing sum_up(double *times, int rounds);

#endif
