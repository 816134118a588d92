/* The regressor times the parameters is inverse dynamics, for every robot and every motion. */
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 40, MOST = 256 };

static double *new_array(size_t count)
{
    double *x = calloc(count + 1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    return x;
}

static void multiply(const double *Y, const double *pi, int n, int p, double *tau)
{
    for (int i = 0; i < n; i++) {
        tau[i] = 0;
        for (int k = 0; k < p; k++) {
            tau[i] += Y[i * p + k] * pi[k];
        }
    }
}

static void check_random_motion(robot *r, uint64_t seed)
{
    cdy_error error = {0};
    uint64_t state = seed;
    const int p = cdy_parameter_count(r->model, NULL);
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST], product[MOST];
    double *Y = new_array((size_t)r->nv * (size_t)p), *pi = new_array((size_t)p);
    ck_assert_int_le(r->nq, MOST);
    random_state(&state, r->tree, q);
    draw_array(&state, 2, qd, r->nv);
    draw_array(&state, 3, qdd, r->nv);
    ck_assert_ok(cdy_inertial_parameters(r->model, pi, &error), error);
    ck_assert_ok(cdy_regressor(r->model, r->work, q, qd, qdd, NULL, Y, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, qd, qdd, NULL, tau, &error), error);
    multiply(Y, pi, r->nv, p, product);
    ck_assert_relative(product, tau, (size_t)r->nv, 1e-12);
    free(Y);
    free(pi);
}

START_TEST(times_the_parameters_it_is_inverse_dynamics)
{
    robot r =
        make_robot(random_tree((uint64_t)_i + 1, 1 + _i / 2, _i % 2 ? RANDOM_JOINTS_ALL : RANDOM_JOINTS_ONE_DEGREE));
    check_random_motion(&r, (uint64_t)_i + 77);
    free_robot(&r);
}
END_TEST

START_TEST(bundled_robots_have_it_too)
{
    static const char *const names[] = {"universalUR5e", "kukaIiwa14", "omronEcobra600"};
    robot r = load_bundled_robot(names[_i]);
    check_random_motion(&r, (uint64_t)_i);
    free_robot(&r);
}
END_TEST

/* The parameters of a welded group in the frame of the jointed link, computed by hand. */
START_TEST(parameters_are_in_the_frame_of_the_moved_link)
{
    cdy_error error = {0};
    cdy_parameter parameter;
    double pi[10];
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("arm", "turn", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 2, 0.5, 0, 0, (double[6]){0.1, 0, 0, 0.2, 0, 0.3});
    set_axis(&body, 0, 1, 0); /* not z: the model turns the frame */
    add_body(tree, &body, "base");
    body = make_body("tip", "weld", CDY_JOINT_FIXED);
    set_inertial(&body, 3, 0, 0, 0, (double[6]){0, 0, 0, 0, 0, 0});
    set_origin(&body, 1, 2, 0, 0, 0, 1);
    add_body(tree, &body, "arm");
    robot r = make_robot(tree);
    ck_assert_int_eq(cdy_parameter_count(r.model, NULL), 10);
    ck_assert_ok(cdy_inertial_parameters(r.model, pi, &error), error);
    const double expected[10] = {5, 4, 6, 0, 0.1 + 12, -6, 0, 0.2 + 0.5 + 3, 0, 0.3 + 0.5 + 15};
    ck_assert_near(pi, expected, 10, 1e-13);
    ck_assert_int_eq(cdy_parameter_describe(r.model, NULL, 5, &parameter), CDY_OK);
    ck_assert_str_eq(parameter.link, "arm");
    ck_assert_int_eq(parameter.kind, CDY_PARAMETER_IXY);
    ck_assert_int_eq(parameter.velocity, -1);
    ck_assert_int_eq(parameter.frame, cdy_model_find_frame(r.model, "arm"));
    ck_assert_str_eq(cdy_parameter_kind_name(parameter.kind), "Ixy");
    ck_assert_int_eq(cdy_parameter_describe(r.model, NULL, 10, &parameter), CDY_ERROR_ARGUMENT);
    free_robot(&r);
}
END_TEST

START_TEST(drives_have_columns_of_their_own)
{
    cdy_error error = {0};
    cdy_parameter parameter;
    robot r = load_bundled_robot("universalUR5e");
    cdy_regressor_options options = cdy_regressor_options_default();
    options.damping = options.coulomb = options.rotor_inertia = true;
    options.friction_width = 0.5;
    const int p = cdy_parameter_count(r.model, &options);
    ck_assert_int_eq(p, 60 + 18);
    const double qd[6] = {0.5, -1, 0, 0, 0, 2}, qdd[6] = {0, 3, 0, 0, 0, -1};
    double *Y = new_array(6 * (size_t)p);
    ck_assert_ok(cdy_regressor(r.model, r.work, NULL, qd, qdd, &options, Y, &error), error);
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 18; k++) {
            double value = k < 6 ? qd[i] : k < 12 ? tanh(qd[i] / 0.5) : qdd[i];
            ck_assert_double_eq_tol(Y[i * p + 60 + k], k % 6 == i ? value : 0, 1e-15);
        }
    }
    ck_assert_int_eq(cdy_parameter_describe(r.model, &options, 60 + 6 + 2, &parameter), CDY_OK);
    ck_assert_int_eq(parameter.kind, CDY_PARAMETER_COULOMB);
    ck_assert_int_eq(parameter.velocity, 2);
    ck_assert_str_eq(parameter.link, "forearm_link");
    ck_assert_int_eq(parameter.frame, cdy_model_find_frame(r.model, "forearm_link"));
    free(Y);
    free_robot(&r);
}
END_TEST

/* A hinge with a welded part, a planar joint, and a slide that leads a second hinge: body by body ten parameters, then
 * a damping and a friction for each velocity, and a rotor for each but those of the planar joint. */
static robot make_mixed(void)
{
    static const struct {
        const char *link, *joint, *parent;
        cdy_joint_type type;
    } bodies[] = {{"arm", "turn", "base", CDY_JOINT_REVOLUTE},
                  {"part", "weld", "arm", CDY_JOINT_FIXED},
                  {"table", "glide", "part", CDY_JOINT_PLANAR},
                  {"rod", "push", "arm", CDY_JOINT_PRISMATIC},
                  {"finger", "follow", "rod", CDY_JOINT_REVOLUTE}};
    cdy_tree *tree = make_tree("base", 9.81);
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        cdy_body body = make_body(bodies[i].link, bodies[i].joint, bodies[i].type);
        set_inertial(&body, 1 + (double)i, 0.1, 0.2, 0.3, (double[6]){1, 0, 0, 1, 0, 1});
        body.joint.mimic = i == 4 ? (cdy_mimic){"push", 2, 0} : (cdy_mimic){NULL, 1, 0};
        add_body(tree, &body, bodies[i].parent);
    }
    return make_robot(tree);
}

/* The link of the joint that velocity `v` belongs to. */
static const char *link_of(const robot *r, int v)
{
    cdy_coordinate c = {.joint = ""};
    cdy_model_velocity(r->model, v, &c);
    return cdy_tree_body(r->tree, cdy_tree_find_joint(r->tree, c.joint))->name;
}

START_TEST(every_parameter_is_described)
{
    static const char *const kinds[] = {"m",   "hx",  "hy",  "hz",      "Ixx",     "Ixy",          "Ixz",
                                        "Iyy", "Iyz", "Izz", "damping", "coulomb", "rotor_inertia"};
    robot r = make_mixed();
    const int bodies = cdy_model_joint_count(r.model), n = r.nv;
    ck_assert(bodies == 4 && n == 5);
    for (int set = 0; set < 8; set++) {
        cdy_regressor_options o = cdy_regressor_options_default();
        cdy_parameter p;
        const char *last = NULL;
        int index = 0;
        o.damping = set & 1;
        o.coulomb = set & 2;
        o.rotor_inertia = set & 4;
        for (; index < 10 * bodies; index++) {
            ck_assert_int_eq(cdy_parameter_describe(r.model, &o, index, &p), CDY_OK);
            ck_assert(p.kind == (cdy_parameter_kind)(index % 10) && p.velocity == -1);
            ck_assert_str_eq(cdy_parameter_kind_name(p.kind), kinds[p.kind]);
            ck_assert_str_eq(p.link, cdy_model_frame_name(r.model, p.frame));
            ck_assert_str_ne(p.link, "part"); /* the jointed link of a group */
            ck_assert(index % 10 ? strcmp(p.link, last) == 0 : !last || strcmp(p.link, last) != 0);
            last = p.link;
        }
        for (int kind = CDY_PARAMETER_DAMPING; kind <= CDY_PARAMETER_ROTOR_INERTIA; kind++) {
            const bool included = set >> (kind - CDY_PARAMETER_DAMPING) & 1;
            for (int v = 0; included && v < n; v++) {
                if (kind == CDY_PARAMETER_ROTOR_INERTIA && strcmp(link_of(&r, v), "table") == 0) {
                    continue;
                }
                ck_assert_int_eq(cdy_parameter_describe(r.model, &o, index++, &p), CDY_OK);
                ck_assert_int_eq(p.kind, kind);
                ck_assert_int_eq(p.velocity, v);
                ck_assert_str_eq(p.link, link_of(&r, v));
                ck_assert_int_eq(p.frame, cdy_model_find_frame(r.model, p.link));
                ck_assert_str_eq(cdy_parameter_kind_name(p.kind), kinds[kind]);
            }
        }
        ck_assert_int_eq(cdy_parameter_count(r.model, &o), index);
        ck_assert_int_eq(cdy_parameter_describe(r.model, &o, index, &p), CDY_ERROR_ARGUMENT);
        ck_assert_int_eq(cdy_parameter_describe(r.model, &o, -1, &p), CDY_ERROR_ARGUMENT);
        ck_assert_int_eq(cdy_parameter_describe(r.model, &o, 0, NULL), CDY_ERROR_ARGUMENT);
        ck_assert_int_eq(cdy_parameter_describe(NULL, &o, 0, &p), CDY_ERROR_ARGUMENT);
    }
    ck_assert_str_eq(cdy_parameter_kind_name((cdy_parameter_kind)(CDY_PARAMETER_ROTOR_INERTIA + 1)), "unknown");
    ck_assert_str_eq(cdy_parameter_kind_name((cdy_parameter_kind)-1), "unknown");
    free_robot(&r);
}
END_TEST

START_TEST(bad_arguments_are_refused)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    double *Y = new_array(6 * 60), qd[6] = {0};
    cdy_regressor_options options = cdy_regressor_options_default();
    ck_assert_fails(cdy_regressor(r.model, r.work, NULL, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_regressor(NULL, r.work, NULL, NULL, NULL, NULL, Y, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_regressor(r.model, NULL, NULL, NULL, NULL, NULL, Y, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_inertial_parameters(r.model, NULL, &error), CDY_ERROR_ARGUMENT, error);
    options.coulomb = true;
    options.friction_width = 0;
    ck_assert_fails(cdy_regressor(r.model, r.work, NULL, NULL, NULL, &options, Y, &error), CDY_ERROR_ARGUMENT, error);
    qd[3] = (double)NAN;
    ck_assert_fails(cdy_regressor(r.model, r.work, NULL, qd, NULL, NULL, Y, &error), CDY_ERROR_ARGUMENT, error);
    qd[3] = 1e300;
    ck_assert_fails(cdy_regressor(r.model, r.work, NULL, qd, NULL, NULL, Y, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_int_eq(cdy_parameter_count(NULL, NULL), 0);
    free(Y);
    free_robot(&r);
}
END_TEST

START_TEST(a_robot_that_cannot_move_has_none)
{
    cdy_error error = {0};
    double nothing[1] = {7};
    robot r = make_robot(make_tree("base", 9.81));
    ck_assert_int_eq(cdy_parameter_count(r.model, NULL), 0);
    ck_assert_ok(cdy_regressor(r.model, r.work, NULL, NULL, NULL, NULL, nothing, &error), error);
    ck_assert_ok(cdy_inertial_parameters(r.model, nothing, &error), error);
    ck_assert_near(nothing, ((double[1]){7}), 1, 0);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("regressor");
    TCase *tests = tcase_create("regressor");
    tcase_add_loop_test(tests, times_the_parameters_it_is_inverse_dynamics, 0, TREES);
    tcase_add_loop_test(tests, bundled_robots_have_it_too, 0, 3);
    tcase_add_test(tests, drives_have_columns_of_their_own);
    tcase_add_test(tests, every_parameter_is_described);
    tcase_add_test(tests, bad_arguments_are_refused);
    tcase_add_test(tests, parameters_are_in_the_frame_of_the_moved_link);
    tcase_add_test(tests, a_robot_that_cannot_move_has_none);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
