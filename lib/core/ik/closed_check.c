/* What six joints must pass before their solutions count as all: they move the frame in six directions, and the
 * equations of a general arm lose none of the configurations at which they are tried. */
#include "ik/closed.h"

#include <math.h>

enum { RANK_TRIALS = 6, TRIALS = 40 };

static const double no_rank = 1e-9;  /* pivots of a Jacobian, by the largest: those of fewer directions than six */
static const double regular = 1e-3;  /* the same, where a configuration counts as far from singular */
static const double is_found = 1e-4; /* of cosines and sines */

/* Angles that a fixed sequence of random numbers draws. */
static void draw_points(uint64_t *state, circle_point at[SIX])
{
    for (int i = 0; i < SIX; i++) {
        *state = *state * 6364136223846793005U + 1442695040888963407U;
        const double angle = (double)(*state >> 11) * (6.283185307179586 / 9007199254740992.0);
        at[i] = (circle_point){cos(angle), sin(angle)};
    }
}

/* Brings the largest number of rows and columns from k on to row k and column k. */
static void choose_pivot(double A[MOST_JOINTS][6], int k)
{
    int row = k, column = k;
    for (int i = k; i < SIX; i++) {
        for (int j = k; j < SIX; j++) {
            if (fabs(A[i][j]) > fabs(A[row][column])) {
                row = i;
                column = j;
            }
        }
    }
    for (int j = 0; j < SIX; j++) {
        const double saved = A[k][j];
        A[k][j] = A[row][j];
        A[row][j] = saved;
    }
    for (int i = 0; i < SIX; i++) {
        const double saved = A[i][k];
        A[i][k] = A[i][column];
        A[i][column] = saved;
    }
}

/* The least pivot of the Jacobian by the largest, of six joints. */
static double pivot_ratio(const closed_chain *chain, const circle_point *at)
{
    double J[MOST_JOINTS][6], largest = 0;
    (void)cdy_differentiate_chain(chain, at, J);
    for (int k = 0; k < SIX; k++) {
        choose_pivot(J, k);
        if (!(fabs(J[k][k]) > 0)) {
            return 0;
        }
        largest = fmax(largest, fabs(J[k][k]));
        for (int i = k + 1; i < SIX; i++) {
            const double factor = J[i][k] / J[k][k];
            for (int j = k; j < SIX; j++) {
                J[i][j] -= factor * J[k][j];
            }
        }
    }
    return fabs(J[SIX - 1][SIX - 1]) / largest;
}

bool cdy_has_self_motion(const closed_chain *chain)
{
    uint64_t state = 1;
    double best = 0;
    for (int i = 0; i < RANK_TRIALS; i++) {
        circle_point at[SIX];
        draw_points(&state, at);
        best = fmax(best, pivot_ratio(chain, at));
    }
    return !(best > no_rank);
}

static bool is_among(const closed_branches *found, int count, const circle_point *at)
{
    for (int i = 0; i < count; i++) {
        double farthest = 0;
        for (int k = 0; k < SIX; k++) {
            farthest =
                fmax(farthest, fmax(fabs(found->list[i].at[k].c - at[k].c), fabs(found->list[i].at[k].s - at[k].s)));
        }
        if (farthest <= is_found) {
            return true;
        }
    }
    return false;
}

bool cdy_loses_solutions(const closed_chain *chain, general_order order)
{
    const closed_form form = {.structure = CDY_IK_GENERAL, .chain = *chain};
    general_form general;
    uint64_t state = 2;
    cdy_prepare_general(chain, order, &general);
    for (int i = 0; i < TRIALS; i++) {
        closed_branches found = {.count = 0};
        circle_point at[SIX];
        draw_points(&state, at);
        if (pivot_ratio(chain, at) > regular) {
            const int count = cdy_solve_six(chain, &form, &general, cdy_place_chain(chain, at), at, 1, &found);
            if (!is_among(&found, count, at)) {
                return true;
            }
        }
    }
    return false;
}
