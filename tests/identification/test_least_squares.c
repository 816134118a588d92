/* The estimate, computed anew from the rows themselves by the eigenvectors of the normal equations. */
#include "base/jacobi.h"
#include "identification/identification.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/recording.h"
#include "support/robot.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, JOINTS = 8, ROWS = 220 };

/* What a recording and its identification are made of. */
typedef struct setting {
    int joints;          /* of the robot */
    bool drives;         /* damping, Coulomb friction and rotors are parameters */
    bool by_joint;       /* joints have weights by their residuals */
    bool row_weights;    /* rows have weights, some of them 0 */
    bool payload;        /* the last body carries one */
    double prior_weight; /* N m */
    double noise;        /* N m, of the first joint; half of it for each next one */
} setting;

static const setting settings[] = {
    {2, false, false, false, false, 0, 0.1},  {2, true, true, false, false, 0, 0.3},
    {3, false, true, true, false, 0, 0.2},    {3, true, false, true, true, 0.7, 0.2},
    {2, true, true, true, true, 0.3, 0.5},    {1, true, true, false, false, 0, 0.2},
    {2, false, true, false, false, 0, 1e-13},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

typedef struct problem {
    int p, n;
    const double *scale, *prior;
    double prior_weight;
    double Y[ROWS][JOINTS * MOST], tau[ROWS][JOINTS], weight[ROWS][JOINTS]; /* tau without the payload */
} problem;

typedef struct answer {
    int rank;
    double sigma[MOST], V[MOST * MOST]; /* V: rows */
    double parameters[MOST], covariance[MOST * MOST], identifiability[MOST];
    double weights[JOINTS], noise, rms[JOINTS], prior_rms[JOINTS];
} answer;

static double residual(const problem *p, int row, int i, const double *parameters)
{
    double sum = p->tau[row][i];
    for (int k = 0; k < p->p && parameters; k++) {
        sum -= p->Y[row][i * p->p + k] * parameters[k];
    }
    return p->weight[row][i] * sum;
}

/* The sum of a joint's squared residuals. */
static double squares(const problem *p, int i, const double *parameters)
{
    double sum = 0;
    for (int row = 0; row < ROWS; row++) {
        sum += residual(p, row, i, parameters) * residual(p, row, i, parameters);
    }
    return sum;
}

/* The number of a joint's rows, and the sum of the squares of their weights. */
static int count_rows(const problem *p, int i, double *sum)
{
    int count = 0;
    *sum = 0;
    for (int row = 0; row < ROWS; row++) {
        count += p->weight[row][i] > 0;
        *sum += p->weight[row][i] * p->weight[row][i];
    }
    return count;
}

/* An element of the row, in scales and weighted by row and joint. */
static double element(const problem *p, const answer *a, int row, int i, int k)
{
    return a->weights[i] * p->weight[row][i] * p->Y[row][i * p->p + k] * p->scale[k];
}

/* Singular values and vectors of all rows, and the rank. */
static void decompose(const problem *p, answer *a, double tolerance)
{
    double G[MOST * MOST] = {0}, V[MOST * MOST];
    for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < p->n; i++) {
            for (int k = 0; k < p->p * p->p; k++) {
                G[k] += element(p, a, row, i, k / p->p) * element(p, a, row, i, k % p->p);
            }
        }
    }
    cdy_jacobi(p->p, G, V);
    bool taken[MOST] = {false};
    for (int k = 0; k < p->p; k++) {
        int largest = -1;
        for (int j = 0; j < p->p; j++) {
            largest = !taken[j] && (largest < 0 || G[j * (p->p + 1)] > G[largest * (p->p + 1)]) ? j : largest;
        }
        taken[largest] = true;
        a->sigma[k] = sqrt(fmax(G[largest * (p->p + 1)], 0));
        memcpy(a->V + k * p->p, V + largest * p->p, (size_t)p->p * sizeof *V);
    }
    a->rank = 0;
    while (a->rank < p->p && a->sigma[a->rank] > tolerance * a->sigma[0]) {
        a->rank++;
    }
}

/* The component of the row's element vector along singular vector k. */
static double along(const problem *p, const answer *a, int row, int i, int k)
{
    double sum = 0;
    for (int l = 0; l < p->p; l++) {
        sum += element(p, a, row, i, l) * a->V[k * p->p + l];
    }
    return sum;
}

static double shrinking(const problem *p, const answer *a, int k)
{
    return 1 / (a->sigma[k] * a->sigma[k] + p->prior_weight * p->prior_weight);
}

static void estimate(const problem *p, answer *a)
{
    memcpy(a->parameters, p->prior, (size_t)p->p * sizeof *p->prior);
    for (int k = 0; k < a->rank; k++) {
        double right = 0;
        for (int row = 0; row < ROWS; row++) {
            for (int i = 0; i < p->n; i++) {
                right += along(p, a, row, i, k) * a->weights[i] * residual(p, row, i, p->prior);
            }
        }
        for (int l = 0; l < p->p; l++) {
            a->parameters[l] += p->scale[l] * a->V[k * p->p + l] * right * shrinking(p, a, k);
        }
    }
}

/* The trace of a joint's part of the hat matrix: how many parameters its rows determine. */
static double effective(const problem *p, const answer *a, int i)
{
    double trace = 0;
    for (int row = 0; row < ROWS; row++) {
        for (int k = 0; k < a->rank; k++) {
            trace += along(p, a, row, i, k) * along(p, a, row, i, k) * shrinking(p, a, k);
        }
    }
    return trace;
}

static void measure_noise(const problem *p, answer *a)
{
    double sum = 0, freedom = 0, unused;
    for (int i = 0; i < p->n; i++) {
        sum += a->weights[i] * a->weights[i] * squares(p, i, a->parameters);
        freedom += count_rows(p, i, &unused) - effective(p, a, i);
    }
    a->noise = sqrt(sum / freedom);
}

/* Weights inverse to the standard deviation of each joint's residuals; returns the largest change in parts of the new
 * weight. */
static double reweight(const problem *p, answer *a)
{
    double deviations[JOINTS], least = HUGE_VAL, torque = 0, change = 0;
    for (int i = 0; i < p->n; i++) {
        double sum;
        count_rows(p, i, &sum);
        torque = fmax(torque, sqrt(squares(p, i, NULL) / sum));
    }
    for (int i = 0; i < p->n; i++) {
        double unused;
        const double freedom = count_rows(p, i, &unused) - effective(p, a, i);
        deviations[i] = fmax(sqrt(squares(p, i, a->parameters) / fmax(freedom, 1)), 1e-9 * torque);
        least = fmin(least, deviations[i]);
    }
    for (int i = 0; i < p->n; i++) {
        const double weight = least / deviations[i];
        change = fmax(change, fabs(weight - a->weights[i]) / weight);
        a->weights[i] = weight;
    }
    return change;
}

/* The covariance of the estimate and the part of each parameter that the rows determine. */
static void find_covariance(const problem *p, answer *a)
{
    for (int i = 0; i < p->p; i++) {
        a->identifiability[i] = 0;
        for (int j = 0; j < p->p; j++) {
            double sum = 0;
            for (int k = 0; k < a->rank; k++) {
                const double d = a->noise * a->sigma[k] * shrinking(p, a, k);
                sum += d * d * a->V[k * p->p + i] * a->V[k * p->p + j];
                a->identifiability[i] += i == j ? a->V[k * p->p + i] * a->V[k * p->p + i] : 0;
            }
            a->covariance[i * p->p + j] = sum * p->scale[i] * p->scale[j];
        }
    }
}

static void solve(const problem *p, bool by_joint, answer *a)
{
    for (int i = 0; i < p->n; i++) {
        a->weights[i] = 1;
    }
    for (int iteration = 0; iteration <= 50; iteration++) {
        decompose(p, a, 1e-6);
        estimate(p, a);
        measure_noise(p, a);
        if (!by_joint || iteration == 50) {
            break;
        }
        if (reweight(p, a) < 1e-3) {
            break;
        }
    }
    find_covariance(p, a);
    for (int i = 0; i < p->n; i++) {
        double sum;
        count_rows(p, i, &sum);
        a->rms[i] = sqrt(squares(p, i, a->parameters) / sum);
        a->prior_rms[i] = sqrt(squares(p, i, p->prior) / sum);
    }
}

/* ---- recordings ---- */

static double normal(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        sum += draw(state, 0, 1);
    }
    return sum;
}

static void record_rows(robot *r, const setting *s, const cdy_regressor_options *options, cdy_identification *id,
                        problem *p)
{
    uint64_t state = 17;
    double *truth = other_parameters(r, 4), all[MOST] = {0};
    memcpy(all, truth, (size_t)cdy_parameter_count(r->model, NULL) * sizeof *all);
    for (int k = cdy_parameter_count(r->model, NULL); k < p->p; k++) {
        all[k] = 0.1 * (k % 5 + 1);
    }
    for (int row = 0; row < ROWS; row++) {
        cdy_error error = {0};
        double q[MOST], qd[MOST], qdd[MOST], tau[JOINTS];
        draw_state(r, &state, q, qd, qdd);
        ck_assert_ok(cdy_regressor(r->model, r->work, q, qd, qdd, options, p->Y[row], &error), error);
        for (int i = 0; i < r->nv; i++) {
            p->tau[row][i] = s->noise / (1 << i) * normal(&state);
            p->weight[row][i] = s->row_weights ? draw_below(&state, 4) : 1;
            for (int k = 0; k < p->p; k++) {
                p->tau[row][i] += p->Y[row][i * p->p + k] * all[k];
            }
            tau[i] = p->tau[row][i];
            for (int k = 0; k < p->p; k++) {
                tau[i] += p->Y[row][i * p->p + k] * id->payload[k];
            }
        }
        ck_assert_ok(cdy_identification_add(id, q, qd, qdd, NULL, tau, s->row_weights ? p->weight[row] : NULL, &error),
                     error);
    }
    free(truth);
}

/* What a payload adds to the parameters is no part of the prior. */
static void check_payload(robot *r, const cdy_identification *id)
{
    cdy_error error = {0};
    double with[MOST], without[MOST];
    const int p = cdy_parameter_count(r->model, NULL);
    ck_assert_ok(cdy_inertial_parameters(r->model, with, &error), error);
    for (int i = 0; i < cdy_model_frame_count(r->model); i++) {
        ck_assert_ok(cdy_model_set_payload(r->model, i, NULL, &error), error);
    }
    ck_assert_ok(cdy_inertial_parameters(r->model, without, &error), error);
    for (int k = 0; k < p; k++) {
        ck_assert_double_eq_tol(id->payload[k], with[k] - without[k], 1e-14);
        ck_assert_double_eq_tol(id->prior[k], without[k], 1e-14);
    }
}

static void check_base(const cdy_identification_result *result, double tolerance)
{
    const int p = result->parameter_count;
    for (int b = 0; b < result->rank; b++) {
        const double *c = result->base_combinations + b * p;
        double value = 0, variance = 0;
        for (int i = 0; i < p * p; i++) {
            value += i < p ? c[i] * result->parameters[i] : 0;
            variance += c[i / p] * result->covariance[i] * c[i % p];
        }
        ck_assert_double_eq_tol(result->base_values[b], value, tolerance);
        ck_assert_double_eq_tol(result->base_deviations[b], sqrt(variance), tolerance);
    }
}

START_TEST(estimates_solve_the_normal_equations)
{
    const setting *s = &settings[_i];
    static problem p;
    static answer a;
    cdy_error error = {0};
    robot r = make_robot(random_tree(40 + (uint64_t)s->joints, s->joints, RANDOM_JOINTS_ONE_DEGREE));
    const cdy_payload load = {.mass = 1.5, .center_of_mass = {0.1, -0.2, 0.3}, .inertia = {0.02, 0.03, 0.04}};
    if (s->payload) {
        ck_assert_ok(cdy_model_set_payload(r.model, cdy_model_frame_count(r.model) - 1, &load, &error), error);
    }
    cdy_identification_options options = cdy_identification_options_default();
    options.regressor.damping = options.regressor.coulomb = options.regressor.rotor_inertia = s->drives;
    options.weight_by_joint = s->by_joint;
    options.prior_weight = s->prior_weight;
    options.rank_tolerance = 1e-6;
    options.consistent = false;
    cdy_identification *id = make_identification(&r, &options);
    check_payload(&r, id);
    p.p = cdy_parameter_count(r.model, &options.regressor);
    p.n = r.nv;
    ck_assert(p.p <= MOST && p.n <= JOINTS);
    p.scale = id->scale;
    p.prior = id->prior;
    p.prior_weight = s->prior_weight;
    record_rows(&r, s, &options.regressor, id, &p);
    solve(&p, s->by_joint, &a);
    for (int again = 0; again < 2; again++) { /* solving twice changes nothing */
        cdy_identification_result result = {0};
        ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
        ck_assert_uint_eq(result.rows, ROWS);
        ck_assert_int_eq(result.parameter_count, p.p);
        ck_assert_int_eq(result.velocity_count, p.n);
        ck_assert_int_eq(result.rank, a.rank);
        ck_assert_int_eq(result.full_rank, a.rank);
        const size_t count = (size_t)p.p, n = (size_t)p.n;
        const double exact = s->noise < 1e-9 ? 1e-6 : 1e-7;
        ck_assert_double_eq_tol(result.condition_number / (a.sigma[0] / a.sigma[a.rank - 1]), 1, exact);
        ck_assert_relative(result.parameters, a.parameters, count, exact);
        ck_assert_near(result.prior, p.prior, count, 0);
        ck_assert_near(result.identifiability, a.identifiability, count, exact);
        ck_assert_relative(result.joint_prior_rms, a.prior_rms, n, exact);
        if (s->noise > 1e-9) {
            int certain = 0;
            ck_assert_double_eq_tol(result.noise / a.noise, 1, exact);
            ck_assert_relative(result.covariance, a.covariance, count * count, exact);
            ck_assert_relative(result.joint_weights, a.weights, n, exact);
            ck_assert_relative(result.joint_rms, a.rms, n, exact);
            for (int k = 0; k < p.p; k++) {
                ck_assert_double_eq_tol(result.standard_deviations[k], sqrt(result.covariance[k * (p.p + 1)]), 1e-12);
                certain += k < a.rank && a.noise * a.sigma[k] * shrinking(&p, &a, k) < 1;
            }
            ck_assert_int_eq(result.certain, certain);
        } else { /* residuals of rounding weigh alike */
            for (size_t i = 0; i < n; i++) {
                ck_assert_double_eq(result.joint_weights[i], 1);
            }
        }
        check_base(&result, 1e-9 * (1 + largest(result.parameters, count)));
        ck_assert_int_eq(result.inconsistent_before, result.inconsistent_after);
        ck_assert_double_eq(result.consistency_cost, 0);
    }
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("least_squares");
    TCase *tests = tcase_create("estimates");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, estimates_solve_the_normal_equations, 0, SETTINGS);
    return run_suites(suite, NULL);
}
