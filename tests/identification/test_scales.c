/* Scales of parameters: the deviations from the prior that count as 100 %; and the bounds of the options. */
#include "identification/identification.h"

#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>

enum { PARAMETERS = 20 };

static const double one_body[6] = {1, 0, 0, 1, 0, 1};

/* Two hinges in a row. */
static robot make_arm(void)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("a", "ja", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0.1, 0, 0, one_body);
    add_body(tree, &body, "base");
    body.name = "b";
    body.joint.name = "jb";
    add_body(tree, &body, "a");
    return make_robot(tree);
}

/* Sets mass, first moment and a second moment of mass about the origin, which is half of the trace of the inertia. */
static void set_body(double *pi, double mass, double second)
{
    const double numbers[10] = {mass, 0, 0, 0, 2 * second / 3, 0, 0, 2 * second / 3, 0, 2 * second / 3};
    for (int i = 0; i < 10; i++) {
        pi[i] = numbers[i];
    }
}

static cdy_identification *make_identification(const robot *r, const double *prior, bool drives)
{
    cdy_error error = {0};
    cdy_identification *id = NULL;
    cdy_identification_options options = cdy_identification_options_default();
    options.prior = prior;
    options.regressor.damping = options.regressor.coulomb = options.regressor.rotor_inertia = drives;
    ck_assert_ok(cdy_identification_create(r->model, &options, &id, &error), error);
    return id;
}

static void check_body_scale(const double *scale, double mass, double length)
{
    for (int k = 0; k < 10; k++) {
        const double expected = k == 0 ? mass : k < 4 ? mass * length : mass * length * length;
        ck_assert_msg(fabs(scale[k] / expected - 1) < 1e-12, "scale %d is %.17g, not %.17g", k, scale[k], expected);
    }
}

/* The scales of a heavy body are its own mass and radius of gyration, of a light body at least a hundredth and a tenth
 * of the means. */
START_TEST(light_bodies_have_parts_of_the_mean)
{
    static const struct {
        double mass, length; /* of the light body beside 10 kg and 2 m */
    } cases[] = {{0.001, 0.001}, {0.06, 0.001}, {0.001, 0.3}, {1, 1}, {0.051, 0.21}, {0.049, 0.19}};
    robot r = make_arm();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double m = cases[i].mass, l = cases[i].length;
        double prior[PARAMETERS];
        set_body(prior, 10, 10 * 4);
        set_body(prior + 10, m, m * l * l);
        cdy_identification *id = make_identification(&r, prior, false);
        const double mean_mass = (10 + m) / 2, mean_length = sqrt((40 + m * l * l) / (10 + m));
        check_body_scale(id->scale, 10, 2);
        check_body_scale(id->scale + 10, fmax(m, 0.01 * mean_mass), fmax(l, 0.1 * mean_length));
        cdy_identification_destroy(id);
    }
    free_robot(&r);
}
END_TEST

/* Without a mass, or without a second moment, the scales are 1 kg and 1 m. */
START_TEST(nothing_known_counts_as_1_kg_and_1_m)
{
    robot r = make_arm();
    double prior[PARAMETERS] = {0};
    cdy_identification *id = make_identification(&r, prior, false);
    check_body_scale(id->scale, 0.01, 0.1);
    check_body_scale(id->scale + 10, 0.01, 0.1);
    cdy_identification_destroy(id);
    set_body(prior, 4, 0);
    set_body(prior + 10, 0, 0);
    id = make_identification(&r, prior, false);
    check_body_scale(id->scale, 4, 0.1);
    check_body_scale(id->scale + 10, 0.02, 0.1);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* Drives: the mean moment of inertia, times 10 / s for damping and 100 / s^2 for friction. */
START_TEST(drives_have_the_mean_moment)
{
    robot r = make_arm();
    double prior[PARAMETERS + 6] = {0};
    set_body(prior, 3, 12);
    set_body(prior + 10, 1, 4);
    cdy_identification *id = make_identification(&r, prior, true);
    ck_assert_int_eq(id->p, PARAMETERS + 6);
    static const cdy_parameter_kind kinds[] = {CDY_PARAMETER_DAMPING, CDY_PARAMETER_COULOMB,
                                               CDY_PARAMETER_ROTOR_INERTIA};
    static const double factors[] = {10, 100, 1};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 2; i++) {
            const int column = cdy_drive_parameter(id->model, &id->options.regressor, kinds[k], i);
            ck_assert_int_ge(column, PARAMETERS);
            ck_assert_double_eq_tol(id->scale[column], 2 * 4 * factors[k], 1e-12 * factors[k]);
        }
    }
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

START_TEST(options_have_bounds)
{
    static const struct {
        double weight, tolerance;
        bool good;
    } cases[] = {{0, 0.5, true},         {-1e-300, 0.5, false}, {0.99e100, 0.5, true},
                 {1e100, 0.5, false},    {0, 1e-300, true},     {0, 0, false},
                 {0, 0.999, true},       {0, 1, false},         {(double)NAN, 0.5, false},
                 {0, (double)NAN, false}};
    robot r = make_arm();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_error error = {0};
        cdy_identification *id = NULL;
        cdy_identification_options options = cdy_identification_options_default();
        options.prior_weight = cases[i].weight;
        options.rank_tolerance = cases[i].tolerance;
        const cdy_status status = cdy_identification_create(r.model, &options, &id, &error);
        ck_assert_msg(status == (cases[i].good ? CDY_OK : CDY_ERROR_ARGUMENT), "%g and %g: %s", cases[i].weight,
                      cases[i].tolerance, error.text);
        ck_assert((id != NULL) == cases[i].good);
        cdy_identification_destroy(id);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scales");
    TCase *tests = add_case(suite, "scales", light_bodies_have_parts_of_the_mean);
    tcase_add_test(tests, nothing_known_counts_as_1_kg_and_1_m);
    tcase_add_test(tests, drives_have_the_mean_moment);
    tcase_add_test(tests, options_have_bounds);
    return run_suites(suite, NULL);
}
