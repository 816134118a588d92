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

/* The robot, noise, weights and prior of a recording. */
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

/* The standard deviation of each joint's residuals; returns whether all are above what rounding makes of the torques.
 */
static bool measure_joints(const problem *p, const answer *a, double *deviations)
{
    double largest = 0, least = HUGE_VAL, sum;
    for (int i = 0; i < p->n; i++) {
        const double freedom = count_rows(p, i, &sum) - effective(p, a, i);
        ck_assert_double_ge(freedom, 10);
        deviations[i] = sqrt(squares(p, i, a->parameters) / freedom);
        least = fmin(least, deviations[i]);
        largest = fmax(largest, sqrt(squares(p, i, NULL) / sum));
    }
    return least > 1e-6 * largest;
}

/* Weights inverse to the deviations, in units of the least deviation of rows of weight 1; returns whether one of them
 * changes by 1e-3 of itself. */
static bool reweight(const problem *p, answer *a)
{
    double deviations[JOINTS], least = HUGE_VAL, change = 0;
    if (!measure_joints(p, a, deviations)) {
        return false;
    }
    for (int i = 0; i < p->n; i++) {
        double sum;
        const int count = count_rows(p, i, &sum);
        least = fmin(least, deviations[i] / sqrt(sum / count));
    }
    for (int i = 0; i < p->n; i++) {
        change = fmax(change, fabs(1 - a->weights[i] * deviations[i] / least));
    }
    for (int i = 0; i < p->n && change >= 1e-3; i++) {
        a->weights[i] = least / deviations[i];
    }
    return change >= 1e-3;
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

/* The joints' weights come from fits without the prior. */
static void solve(const problem *p, bool by_joint, answer *a)
{
    problem alone = *p;
    alone.prior_weight = 0;
    for (int i = 0; i < p->n; i++) {
        double sum;
        const int count = count_rows(p, i, &sum);
        a->weights[i] = by_joint ? 1 / sqrt(sum / count) : 1;
    }
    do {
        decompose(&alone, a, 1e-6);
        estimate(&alone, a);
        measure_noise(&alone, a);
    } while (by_joint && reweight(&alone, a));
    if (p->prior_weight > 0) {
        decompose(p, a, 1e-6);
        estimate(p, a);
        measure_noise(p, a);
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

/* The prior leaves out the parameters that a payload adds. */
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

/* Bodies that cannot exist, and drives that push by more than rounding. */
static int count_impossible(const robot *r, const cdy_identification_result *result, const double *scale)
{
    const int bodies = cdy_parameter_count(r->model, NULL) / 10;
    int count = 0;
    for (int i = 0; i < bodies; i++) {
        count += !cdy_parameters_are_consistent(result->parameters + 10 * i, NULL);
    }
    for (int k = 10 * bodies; k < result->parameter_count; k++) {
        count += result->parameters[k] < -1e-9 * scale[k];
    }
    return count;
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
        ck_assert_int_eq(result.inconsistent_before, count_impossible(&r, &result, id->scale));
        ck_assert_int_eq(result.inconsistent_before, result.inconsistent_after);
        ck_assert_double_eq(result.consistency_cost, 0);
    }
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* ---- bounds ---- */

/* A wheel about z without gravity: its torque is Izz qdd. */
static robot make_wheel(void)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("wheel", "axle", CDY_JOINT_CONTINUOUS);
    set_axis(&body, 0, 0, 1);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){0.25, 0, 0, 0.25, 0, 0.5});
    add_body(tree, &body, "base");
    return make_robot(tree);
}

/* Torques, weights and regressors below 1e100 are taken, others named. */
START_TEST(rows_have_bounds)
{
    static const struct {
        double qdd, tau, weight;
        cdy_status status;
        const char *text;
    } cases[] = {
        {1, 0.997e100, 1, CDY_OK, ""},
        {1, 1.003e100, 1, CDY_ERROR_ARGUMENT,
         "the torque of joint 'axle', 1.003e+100, is not finite or too large; expected one in N m or N"},
        {1, -1.003e100, 1, CDY_ERROR_ARGUMENT, "the torque of joint 'axle', -1.003e+100, is not finite or too large"},
        {1, 1, 0.997e100, CDY_OK, ""},
        {1, 1, 1.003e100, CDY_ERROR_ARGUMENT,
         "the weight of joint 'axle', 1.003e+100, is neither 0 nor a number from 1e-100 to below 1e100"},
        {1, 1, -1e-300, CDY_ERROR_ARGUMENT, "the weight of joint 'axle', -1e-300, is neither 0 nor"},
        {1, 1, 0.997e-100, CDY_ERROR_ARGUMENT, "the weight of joint 'axle', 9.97e-101, is neither 0 nor a number"},
        {1, 1, 1.003e-100, CDY_OK, ""},
        {1, 1, 0, CDY_OK, ""},
        {0.997e100, 1, 1, CDY_OK, ""},
        {1.003e100, 1, 1, CDY_ERROR_NUMERIC, "the motion is too fast: its regressor is too large to work with"},
        {-1.003e100, 1, 1, CDY_ERROR_NUMERIC, "the motion is too fast: its regressor is too large to work with"},
    };
    robot r = make_wheel();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_error error = {0};
        cdy_identification *id = make_identification(&r, NULL);
        ck_assert_int_eq(
            cdy_identification_add(id, NULL, NULL, &cases[i].qdd, NULL, &cases[i].tau, &cases[i].weight, &error),
            cases[i].status);
        ck_assert_msg(strncmp(error.text, cases[i].text, strlen(cases[i].text)) == 0, "%s", error.text);
        ck_assert_uint_eq(id->rows, cases[i].status == CDY_OK);
        ck_assert_uint_eq(id->joints[0].count, cases[i].status == CDY_OK && cases[i].weight > 0);
        cdy_identification_destroy(id);
    }
    free_robot(&r);
}
END_TEST

START_TEST(options_end_at_their_bounds)
{
    static const struct {
        double prior, weight, tolerance;
        const char *text; /* NULL: taken */
    } cases[] = {
        {0.997e100, 0, 0.5, NULL},
        {-1.003e100, 0, 0.5, "parameter 9 of the prior is -1.003e+100; expected a finite number of a size below 1e100"},
        {1.003e100, 0, 0.5, "parameter 9 of the prior is 1.003e+100; expected a finite number of a size below 1e100"},
        {1, 0.997e100, 0.5, NULL},
        {1, 1.003e100, 0.5, "the prior's weight is 1.003e+100; expected a number from 0 to below 1e100"},
        {1, -1e-300, 0.5, "the prior's weight is -1e-300; expected a number from 0 to below 1e100"},
        {1, 0, 0, "the tolerance of the rank is 0; expected a number between 0 and 1"},
        {1, 0, 1, "the tolerance of the rank is 1; expected a number between 0 and 1"},
        {1, 0, 1e-300, NULL},
    };
    robot r = make_wheel();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_error error = {0};
        const double prior[10] = {1, 0, 0, 0, 1, 0, 0, 1, 0, cases[i].prior};
        cdy_identification_options options = cdy_identification_options_default();
        cdy_identification *id = (cdy_identification *)&r;
        options.prior = prior;
        options.prior_weight = cases[i].weight;
        options.rank_tolerance = cases[i].tolerance;
        ck_assert_int_eq(cdy_identification_create(r.model, &options, &id, &error),
                         cases[i].text ? CDY_ERROR_ARGUMENT : CDY_OK);
        ck_assert_str_eq(error.text, cases[i].text ? cases[i].text : "");
        ck_assert((id == NULL) == (cases[i].text != NULL));
        cdy_identification_destroy(id);
    }
    free_robot(&r);
}
END_TEST

/* Torques less the effective number of parameters: more than a half must remain. One row of the wheel leaves w^2 /
 * (sigma^2 + w^2) beside a prior of weight w. */
START_TEST(freedom_is_more_than_a_half)
{
    for (int enough = 0; enough < 2; enough++) {
        const double freedom = enough ? 0.5015 : 0.4985, qdd = 3, tau = 2;
        cdy_error error = {0};
        cdy_identification_result result;
        cdy_identification_options options = cdy_identification_options_default();
        robot r = make_wheel();
        cdy_identification *id = make_identification(&r, NULL);
        const double sigma = qdd * id->scale[9];
        cdy_identification_destroy(id);
        options.prior_weight = sigma * sqrt(freedom / (1 - freedom));
        id = make_identification(&r, &options);
        ck_assert_ok(cdy_identification_add(id, NULL, NULL, &qdd, NULL, &tau, NULL, &error), error);
        const cdy_status status = cdy_identification_solve(id, &result, &error);
        ck_assert_int_eq(status, enough ? CDY_OK : CDY_ERROR_NUMERIC);
        ck_assert_str_eq(error.text, enough
                                         ? ""
                                         : "1 torque in 1 row is too few for 1 base parameter: it takes more torques "
                                           "than parameters; record more, or set the prior's weight");
        cdy_identification_destroy(id);
        free_robot(&r);
    }
}
END_TEST

START_TEST(nothing_to_solve_is_told)
{
    cdy_error error = {0};
    cdy_identification_result result = {.rank = 77};
    robot r = make_wheel();
    const double none = 0, tau = 2;
    cdy_identification *id = make_identification(&r, NULL);
    ck_assert_fails(cdy_identification_solve(NULL, &result, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_str_eq(error.text, "solving needs an identification");
    ck_assert_fails(cdy_identification_solve(id, &result, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_str_eq(error.text, "there are no rows to identify from; add some");
    for (int i = 0; i < 5; i++) {
        ck_assert_ok(cdy_identification_add(id, NULL, NULL, &none, NULL, &tau, NULL, &error), error);
    }
    ck_assert_fails(cdy_identification_solve(id, &result, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_str_eq(error.text, "no parameter has an effect on the torques of these rows; record motions that excite "
                                 "the robot");
    ck_assert_int_eq(result.rank, 77);
    for (int i = 1; i <= 2; i++) {
        const double qdd = 2 * i, noisy = qdd * 0.5 + (i - 1.5) * 1e-3;
        ck_assert_ok(cdy_identification_add(id, NULL, NULL, &qdd, NULL, &noisy, NULL, &error), error);
    }
    ck_assert_fails(cdy_identification_add(NULL, NULL, NULL, &none, NULL, &tau, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_identification_add(id, NULL, NULL, &none, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* The wheel with damping, where qd is always the same part of qdd: a base parameter with a coefficient of that part, in
 * scales, which counts as 0 up to 1e-8. */
START_TEST(coefficients_end_at_rounding)
{
    for (int beyond = 0; beyond < 2; beyond++) {
        cdy_error error = {0};
        cdy_identification_result result;
        cdy_identification_options options = cdy_identification_options_default();
        robot r = make_wheel();
        options.regressor.damping = true;
        options.consistent = false;
        cdy_identification *id = make_identification(&r, &options);
        const double part = (beyond ? 1.003e-8 : 0.997e-8) * id->scale[9] / id->scale[10];
        for (int i = 0; i < 8; i++) {
            const double qdd = i - 3.5, qd = part * qdd, tau = 0.6 * qdd + (i % 2 ? 1e-3 : -1e-3);
            ck_assert_ok(cdy_identification_add(id, NULL, &qd, &qdd, NULL, &tau, NULL, &error), error);
        }
        ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
        ck_assert_int_eq(result.rank, 1);
        ck_assert_int_eq(result.base_parameters[0], 9);
        ck_assert_double_eq(result.base_combinations[9], 1);
        ck_assert_double_eq_tol(result.base_combinations[10], beyond ? part : 0, 1e-6 * part);
        cdy_identification_destroy(id);
        free_robot(&r);
    }
}
END_TEST

/* Damping that pushes by less than 1e-9 of its scale does so by rounding. */
START_TEST(drives_end_at_rounding)
{
    for (int beyond = 0; beyond < 2; beyond++) {
        cdy_error error = {0};
        cdy_identification_result result;
        cdy_identification_options options = cdy_identification_options_default();
        robot r = make_wheel();
        options.regressor.damping = true;
        for (int consistent = 0; consistent < 2; consistent++) {
            options.consistent = consistent;
            cdy_identification *id = make_identification(&r, &options);
            const double damping = (beyond ? -1.003e-9 : -0.997e-9) * id->scale[10];
            for (int i = 0; i < 8; i++) {
                const double qdd = i - 3.5, qd = i % 3 - 1, tau = 0.5 * qdd + damping * qd;
                ck_assert_ok(cdy_identification_add(id, NULL, &qd, &qdd, NULL, &tau, NULL, &error), error);
            }
            ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
            ck_assert_int_eq(result.inconsistent_before, beyond);
            ck_assert_int_eq(result.inconsistent_after, consistent ? 0 : beyond);
            ck_assert(consistent ? result.parameters[10] >= 0 : fabs(result.parameters[10] / damping - 1) < 1e-4);
            cdy_identification_destroy(id);
        }
        free_robot(&r);
    }
}
END_TEST

/* Noisy recordings whose estimates are bodies that cannot exist: the bodies found instead, as the barrier method finds
 * them to its tolerance, and the likelihood that they cost. */
START_TEST(nearest_bodies_follow_from_the_recording)
{
    static const struct {
        int joints, before;
        bool drives;
        double prior_weight, cost, norm, last;
    } cases[] = {
        {1, 3, true, 0, 2.86223773427, 16.2676514527, 1.28408881499e-07},
        {2, 2, false, 0, 0.76576825729, 4.62972374216, 0.585018467161},
        {2, 3, true, 0.5, 0.764145591698, 3.6086828123, 0.542414679317},
        {3, 3, false, 0, 3.5425328431, 3.05579707538, 7.52768506294e-06},
        {3, 3, true, 0, 3.5161505374, 3.21951151738, 7.45657737165e-06},
    };
    static problem p;
    const setting s = {cases[_i].joints, cases[_i].drives, true, false, false, cases[_i].prior_weight, 8};
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = make_robot(random_tree(40 + (uint64_t)s.joints, s.joints, RANDOM_JOINTS_ONE_DEGREE));
    cdy_identification_options options = cdy_identification_options_default();
    options.regressor.damping = options.regressor.coulomb = options.regressor.rotor_inertia = s.drives;
    options.prior_weight = s.prior_weight;
    cdy_identification *id = make_identification(&r, &options);
    p.p = cdy_parameter_count(r.model, &options.regressor);
    p.n = r.nv;
    record_rows(&r, &s, &options.regressor, id, &p);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    double norm = 0;
    for (int k = 0; k < p.p; k++) {
        norm = hypot(norm, result.parameters[k] / id->scale[k]);
    }
    ck_assert_int_eq(result.inconsistent_before, cases[_i].before);
    ck_assert_int_eq(result.inconsistent_after, 0);
    ck_assert_double_eq_tol(result.consistency_cost / cases[_i].cost, 1, 1e-8);
    ck_assert_double_eq_tol(norm / cases[_i].norm, 1, 1e-8);
    ck_assert_double_eq_tol(result.parameters[9] / cases[_i].last, 1, 1e-8);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* F test: the torques explained are 10 times the noise for each parameter, or are noise. */
START_TEST(torques_exceed_their_noise)
{
    enum { COUNT = 41 };
    for (int exceeds = 0; exceeds < 2; exceeds++) {
        cdy_error error = {0};
        cdy_identification_result result;
        cdy_identification_options options = cdy_identification_options_default();
        robot r = make_wheel();
        options.consistent = false;
        cdy_identification *id = make_identification(&r, &options);
        /* Half of the rows tau = a + b, half a - b at qdd = 1: explained a^2 COUNT, noise^2 = b^2 COUNT / (COUNT - 1).
         */
        const double b = 1, ratio = exceeds ? 10.04 : 9.96, count = COUNT, a = sqrt(ratio / (count - 1)), one = 1;
        for (int i = 0; i < COUNT; i++) {
            const double sign = i == COUNT - 1 ? 0 : i % 2 ? 1 : -1, tau = a + sign * b * sqrt(count / (count - 1));
            ck_assert_ok(cdy_identification_add(id, NULL, NULL, &one, NULL, &tau, NULL, &error), error);
        }
        ck_assert_int_eq(cdy_identification_solve(id, &result, &error), exceeds ? CDY_OK : CDY_ERROR_NUMERIC);
        ck_assert(exceeds || strncmp(error.text, "the torques of these rows are noise beside the motions", 54) == 0);
        cdy_identification_destroy(id);
        free_robot(&r);
    }
}
END_TEST

/* A body may be impossible by 1e-9 of its size: the least eigenvalue of its pseudo-inertia by mass and radius. */
START_TEST(bodies_end_at_rounding)
{
    static const double sizes[] = {1, 1e-8, 1e8};
    for (int i = 0; i < 18; i++) {
        const double length = sizes[i / 6], mass = sizes[2 - i / 6], part = i % 2 ? 1.003 : 0.997;
        const int axis = i / 2 % 3;
        double S[3] = {0.5, 0.5, 0.5}, margin; /* second moments in parts of m l^2, l^2 the sum of their sizes */
        S[axis] = -1e-9 * part;
        const double unit = mass * length * length;
        const double pi[10] = {
            mass, 0, 0, 0, unit * (S[1] + S[2]), 0, 0, unit * (S[0] + S[2]), 0, unit * (S[0] + S[1])};
        ck_assert(cdy_parameters_are_consistent(pi, &margin) == (i % 2 == 0));
        ck_assert_double_eq_tol(margin / (-1e-9 * part), 1, 1e-6);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("least_squares");
    TCase *tests = tcase_create("estimates");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, estimates_solve_the_normal_equations, 0, SETTINGS);
    tests = tcase_create("bounds");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, rows_have_bounds);
    tcase_add_test(tests, options_end_at_their_bounds);
    tcase_add_test(tests, freedom_is_more_than_a_half);
    tcase_add_test(tests, nothing_to_solve_is_told);
    tcase_add_test(tests, coefficients_end_at_rounding);
    tcase_add_test(tests, drives_end_at_rounding);
    tcase_add_loop_test(tests, nearest_bodies_follow_from_the_recording, 0, 5);
    tcase_add_test(tests, torques_exceed_their_noise);
    tcase_add_test(tests, bodies_end_at_rounding);
    return run_suites(suite, NULL);
}
