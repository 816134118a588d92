/* All calls that code can compute, at the same states, without the code and with it. */
#ifndef CDY_TESTS_EVERY_CALL_H
#define CDY_TESTS_EVERY_CALL_H

#include "support/robot.h"

#include <condyle/specialize.h>
#include <stdbool.h>

enum { STATES = 19, MOST_NUMBERS = 20 };

typedef struct states {
    double q[STATES * MOST_NUMBERS], qd[STATES * MOST_NUMBERS], x[STATES * MOST_NUMBERS], w[STATES * MOST_NUMBERS];
} states;

/* The products of a vector with derivatives. */
typedef struct products {
    double by_q[STATES * MOST_NUMBERS], by_qd[STATES * MOST_NUMBERS], by_x[STATES * MOST_NUMBERS];
} products;

/* Results of all calls for all states. */
typedef struct results {
    double tau[STATES * MOST_NUMBERS], qdd[STATES * MOST_NUMBERS], M[STATES * MOST_NUMBERS * MOST_NUMBERS],
        inverse[STATES * MOST_NUMBERS * MOST_NUMBERS], by_q[STATES * MOST_NUMBERS * MOST_NUMBERS],
        by_qd[STATES * MOST_NUMBERS * MOST_NUMBERS];
    products id, fd;
    double qdd_by[3][STATES * MOST_NUMBERS * MOST_NUMBERS]; /* q, qd and tau */
} results;

/* States of a robot with at most MOST_NUMBERS coordinates, always the same. */
states draw_states(const robot *r);

/* The torque of the first joint at the first of these states. */
double first_torque(const robot *r, const double *fext);

/* Computes all calls one by one, or as a batch of rows. Without an assertion in between, which would use the heap:
 * returns whether all calls succeed. */
bool compute_each(const robot *r, const states *s, results *out);
bool compute_batch(const robot *r, cdy_batch *batch, const states *s, results *out);

/* Differences are relative to the largest number of a result. */
void check_results(const robot *r, const results *special, const results *general, double tolerance);

/* Compares all calls by the code with those without, one by one and as a batch of rows, on two threads. */
void compare_calls(const robot *r, const cdy_specialize_options *options, double tolerance);

#endif
