/* The program that tests generated code: its inputs are the random numbers that it promises, its recorded results the
 * library's at these inputs, and main() runs the test of every function. */
#include "base/random.h"
#include "generate/routine.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/configuration.h>
#include <condyle/derivatives.h>
#include <condyle/generate.h>
#include <condyle/payload.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATES = 3, MOST = 1000 };

/* An arm that turns, slides and turns, with drives whose friction is narrow. */
static robot make_mixed_arm(void)
{
    static const cdy_drive_options drives = {.damping = true, .friction = true, .friction_width = 0.04};
    static const double unit[6] = {1, 0.1, 0.2, 1.5, 0.3, 2};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("upper", "shoulder", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0, 1, 0.5);
    set_inertial(&body, 3, 0.1, 0.2, 0.3, unit);
    body.joint.dynamics = (cdy_joint_dynamics){.given = true, .damping = 0.3, .friction = 0.5};
    add_body(tree, &body, "base");
    body = make_body("slider", "rail", CDY_JOINT_PRISMATIC);
    set_axis(&body, 1, 0.2, 0);
    set_origin(&body, 0.3, 0.1, 0, 0.4, 0.5, 0.6);
    body.joint.limit = (cdy_limit){true, -0.5, 0.7, 10, 1};
    set_inertial(&body, 2, 0.2, -0.1, 0.1, unit);
    add_body(tree, &body, "upper");
    body = make_body("hand", "wrist", CDY_JOINT_REVOLUTE);
    set_axis(&body, 1, 0, 1);
    set_origin(&body, 0, 0.2, 0.4, 0, 0.3, 0);
    set_inertial(&body, 1, 0.3, 0, 0.1, unit);
    add_body(tree, &body, "slider");
    robot r = make_robot(tree);
    cdy_error error;
    ck_assert_ok(cdy_model_set_drives(r.model, &drives, &error), error);
    return r;
}

static cdy_generated generate(const robot *r, unsigned calls, int lanes, bool loads)
{
    cdy_generate_options o = cdy_generate_options_default();
    cdy_generated code;
    cdy_error error;
    o.calls = calls;
    o.lanes = lanes;
    o.most_bytes = 1000000;
    o.wrenches = o.gravity = loads;
    o.payload_body = loads ? "hand" : NULL;
    ck_assert_ok(cdy_generate(r->model, NULL, &o, &code, &error), error);
    return code;
}

/* Reads the table `static const double NAME[] = {...}`; returns how many numbers it has. */
static int read_table(const char *text, const char *name, double numbers[MOST])
{
    char head[80];
    snprintf(head, sizeof head, "static const double %s[] = {", name);
    const char *place = strstr(text, head);
    ck_assert_msg(place != NULL, "no table '%s' in\n%s", name, text);
    int count = 0;
    place += strlen(head);
    for (place += strspn(place, " \n("); *place != '}'; place += strspn(place, " \n(),")) {
        char *end;
        ck_assert_int_lt(count, MOST);
        numbers[count++] = strtod(place, &end);
        ck_assert_msg(end != place, "no number at '%.40s'", place);
        place = end;
    }
    return count;
}

static void check_table(const char *text, const char *prefix, const char *name, const double *expected, int count,
                        double tolerance)
{
    static double found[MOST];
    char full[80];
    snprintf(full, sizeof full, "%s_%s", prefix, name);
    ck_assert_int_eq(read_table(text, full, found), count);
    for (int i = 0; i < count; i++) {
        ck_assert_msg(fabs(found[i] - expected[i]) <= tolerance * (1 + fabs(expected[i])),
                      "%s: number %d is %.17g, expected %.17g", full, i, found[i], expected[i]);
    }
}

/* ---- inputs ---- */

/* A number of an input array from a random one between -1 and 1: gravity is of the Earth's size; the payload is one
 * that a body can have. */
static double scaled(int array, int number, double x)
{
    const int k = number % 10;
    if (array == INPUT_GRAVITY) {
        return 10 * x;
    }
    if (array == INPUT_PAYLOAD) {
        return k == 0 ? 1.5 + 0.5 * x : k < 4 ? x / 5 : k < 7 ? 0.025 + 0.005 * x : x / 500;
    }
    return x;
}

START_TEST(inputs_are_drawn_from_seed_1)
{
    robot r = make_mixed_arm();
    cdy_generated code = generate(&r, CDY_GENERATE_ALL, 1, true);
    uint64_t seed = 1;
    double expected[MOST];
    for (int array = INPUT_QD; array < INPUT_COUNT; array++) {
        const int count = STATES * cdy_array_length(r.model, &cdy_input_shapes[array]);
        for (int i = 0; i < count; i++) {
            expected[i] = scaled(array, i, cdy_random_between(&seed, -1, 1));
        }
        check_table(code.test, "input", cdy_input_shapes[array].name, expected, count, 1e-15);
    }
    for (int s = 0; s < STATES; s++) {
        cdy_random_configuration(r.model, &seed, expected + s * r.nq);
    }
    check_table(code.test, "input", "q", expected, STATES * r.nq, 0);
    cdy_generated_clear(&code);
    free_robot(&r);
}
END_TEST

/* ---- results ---- */

/* A state of the program, as the numbers of its tables. */
typedef struct inputs {
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST], wrenches[MOST], gravity[MOST], payload[MOST], w[MOST];
} inputs;

static void read_inputs(const char *text, inputs *x)
{
    double *const arrays[INPUT_COUNT] = {x->q, x->qd, x->qdd, x->tau, x->wrenches, x->gravity, x->payload, x->w};
    for (int array = 0; array < INPUT_COUNT; array++) {
        char name[40];
        snprintf(name, sizeof name, "input_%s", cdy_input_shapes[array].name);
        read_table(text, name, arrays[array]);
    }
}

/* Results of the library for all states, an array for each table of the program. */
typedef struct results {
    double tau[MOST], qdd[MOST], M[MOST], inverse[MOST], gravity[MOST], product[MOST], by_q[MOST], by_qd[MOST];
    double torque_gradient[3][MOST], acceleration_gradient[3][MOST];
} results;

/* gradient += sign * A^T w. */
static void add_transposed(int n, double sign, const double *A, const double *w, double *gradient)
{
    for (int i = 0; i < n * n; i++) {
        gradient[i % n] += sign * A[i] * w[i / n];
    }
}

/* Gradients by the matrices: of w . tau, and of w . qdd with z = M^-1 w, which are z by tau and those of -z . tau. */
static void compute_gradients(const robot *r, const inputs *x, int s, const double *f, results *y)
{
    const int n = r->nv, at = s * n, matrix = s * n * n;
    double by_q[MOST], by_qd[MOST];
    cdy_error error;
    add_transposed(n, 1, y->by_q + matrix, x->w + at, y->torque_gradient[0] + at);
    add_transposed(n, 1, y->by_qd + matrix, x->w + at, y->torque_gradient[1] + at);
    add_transposed(n, 1, y->M + matrix, x->w + at, y->torque_gradient[2] + at);
    double *z = y->acceleration_gradient[2] + at;
    add_transposed(n, 1, y->inverse + matrix, x->w + at, z);
    ck_assert_ok(
        cdy_inverse_dynamics_derivatives(r->model, r->work, x->q + at, x->qd + at, y->qdd + at, f, by_q, by_qd, &error),
        error);
    add_transposed(n, -1, by_q, z, y->acceleration_gradient[0] + at);
    add_transposed(n, -1, by_qd, z, y->acceleration_gradient[1] + at);
}

/* The results of state `s`, under its gravity, payload and wrenches where those are inputs. */
static void compute(const robot *r, const inputs *x, int s, bool loads, results *y)
{
    const int n = r->nv, at = s * n, matrix = s * n * n;
    const double *q = x->q + at, *qd = x->qd + at, *qdd = x->qdd + at, *p = x->payload + 10 * s;
    const double *f = loads ? x->wrenches + s * 6 * r->model->force_rows : NULL;
    const cdy_payload payload = {p[0], {p[1], p[2], p[3]}, {p[4], p[5], p[6], p[7], p[8], p[9]}};
    cdy_model *model = r->model;
    cdy_error error;
    if (loads) {
        ck_assert_ok(cdy_model_set_gravity(model, x->gravity + 3 * s, &error), error);
        ck_assert_ok(cdy_model_set_payload(model, cdy_model_find_frame(model, "hand"), &payload, &error), error);
    }
    ck_assert_ok(cdy_inverse_dynamics(model, r->work, q, qd, qdd, f, y->tau + at, &error), error);
    ck_assert_ok(cdy_forward_dynamics(model, r->work, q, qd, x->tau + at, f, y->qdd + at, &error), error);
    ck_assert_ok(cdy_mass_matrix(model, r->work, q, y->M + matrix, &error), error);
    ck_assert_ok(cdy_inverse_mass_matrix(model, r->work, q, y->inverse + matrix, &error), error);
    ck_assert_ok(cdy_gravity_torque(model, r->work, q, y->gravity + at, &error), error);
    ck_assert_ok(cdy_velocity_product(model, r->work, q, qd, y->product + at, &error), error);
    ck_assert_ok(
        cdy_inverse_dynamics_derivatives(model, r->work, q, qd, qdd, f, y->by_q + matrix, y->by_qd + matrix, &error),
        error);
    compute_gradients(r, x, s, f, y);
}

START_TEST(recorded_results_are_the_librarys)
{
    static inputs x;
    robot r = make_mixed_arm();
    const int vectors = STATES * r.nv, matrices = vectors * r.nv;
    const bool loads = _i;
    results *y = calloc(1, sizeof *y);
    ck_assert_ptr_nonnull(y);
    /* The inputs do not depend on which loads are inputs. */
    cdy_generated code = generate(&r, CDY_GENERATE_ALL, 1, true);
    read_inputs(code.test, &x);
    cdy_generated_clear(&code);
    code = generate(&r, CDY_GENERATE_ALL, 1, loads);
    for (int s = 0; s < STATES; s++) {
        compute(&r, &x, s, loads, y);
    }
    const struct {
        const char *routine, *result;
        const double *expected;
        int count;
        double tolerance;
    } tables[] = {{"inverse_dynamics", "tau", y->tau, vectors, 1e-13},
                  {"forward_dynamics", "qdd", y->qdd, vectors, 1e-11},
                  {"mass_matrix", "M", y->M, matrices, 1e-13},
                  {"inverse_mass_matrix", "M_inverse", y->inverse, matrices, 1e-11},
                  {"gravity_torque", "tau", y->gravity, vectors, 1e-13},
                  {"velocity_product", "tau", y->product, vectors, 1e-13},
                  {"inverse_dynamics_derivatives", "dtau_dq", y->by_q, matrices, 1e-13},
                  {"inverse_dynamics_derivatives", "dtau_dqd", y->by_qd, matrices, 1e-13},
                  /* differences */
                  {"inverse_dynamics_vjp", "by_q", y->torque_gradient[0], vectors, 1e-7},
                  {"inverse_dynamics_vjp", "by_qd", y->torque_gradient[1], vectors, 1e-7},
                  {"inverse_dynamics_vjp", "by_qdd", y->torque_gradient[2], vectors, 1e-7},
                  {"forward_dynamics_vjp", "by_q", y->acceleration_gradient[0], vectors, 1e-7},
                  {"forward_dynamics_vjp", "by_qd", y->acceleration_gradient[1], vectors, 1e-7},
                  {"forward_dynamics_vjp", "by_tau", y->acceleration_gradient[2], vectors, 1e-7}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        check_table(code.test, tables[i].routine, tables[i].result, tables[i].expected, tables[i].count,
                    tables[i].tolerance);
    }
    cdy_generated_clear(&code);
    free(y);
    free_robot(&r);
}
END_TEST

/* ---- the program ---- */

static void check_call(const char *text, const char *name, const char *form, bool expected)
{
    char call[80];
    snprintf(call, sizeof call, "    test_%s%s();\n", name, form);
    ck_assert_msg((strstr(text, call) != NULL) == expected, "'%s' in\n%s", call, strstr(text, "int main"));
}

/* With one function, with all, and with lanes. */
START_TEST(main_runs_every_test)
{
    robot r = make_mixed_arm();
    for (int k = 0; k <= cdy_routine_count; k++) {
        const unsigned calls = k == cdy_routine_count ? CDY_GENERATE_ALL : cdy_routines[k].call;
        if (calls & ~(unsigned)CDY_GENERATE_ALL) {
            continue;
        }
        for (int lanes = 1; lanes <= 2; lanes++) {
            cdy_generated code = generate(&r, calls, lanes, false);
            for (int i = 0; i < cdy_routine_count; i++) {
                const bool wanted = (calls & cdy_routines[i].call) != 0;
                check_call(code.test, cdy_routines[i].name, "", wanted);
                check_call(code.test, cdy_routines[i].name, "_batch", wanted && lanes > 1);
            }
            cdy_generated_clear(&code);
        }
    }
    free_robot(&r);
}
END_TEST

/* Compares the program from its first test function on, behind the tables. */
static void check_functions(unsigned calls, int lanes, cdy_generate_target target, const char *expected)
{
    robot r = make_mixed_arm();
    cdy_generate_options o = cdy_generate_options_default();
    cdy_generated code;
    cdy_error error;
    o.calls = calls;
    o.lanes = lanes;
    o.target = target;
    ck_assert_ok(cdy_generate(r.model, NULL, &o, &code, &error), error);
    const char *place = strstr(code.test, "static void test_");
    ck_assert_ptr_nonnull(place);
    ck_assert_str_eq(place, expected);
    cdy_generated_clear(&code);
    free_robot(&r);
}

/* Two groups of lanes and one state more, which are the recorded states again and again. */
START_TEST(batches_are_compared_too)
{
    check_functions(CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES, 4, CDY_GENERATE_C,
                    "static void test_inverse_dynamics_derivatives(void)\n"
                    "{\n"
                    "    static double dtau_dq[9];\n"
                    "    static double dtau_dqd[9];\n"
                    "    size_t s;\n"
                    "    for (s = 0; s < 3; s++) {\n"
                    "        robot_inverse_dynamics_derivatives(input_q + s * 3, input_qd + s * 3, input_qdd + s * 3, "
                    "dtau_dq, dtau_dqd);\n"
                    "        compare(\"inverse_dynamics_derivatives\", 9, dtau_dq, "
                    "inverse_dynamics_derivatives_dtau_dq + s * 9, 1e-10);\n"
                    "        compare(\"inverse_dynamics_derivatives\", 9, dtau_dqd, "
                    "inverse_dynamics_derivatives_dtau_dqd + s * 9, 1e-10);\n"
                    "    }\n"
                    "}\n"
                    "\n"
                    "static void test_inverse_dynamics_derivatives_batch(void)\n"
                    "{\n"
                    "    size_t s;\n"
                    "    static double many_q[27];\n"
                    "    static double many_qd[27];\n"
                    "    static double many_qdd[27];\n"
                    "    static double dtau_dq[81];\n"
                    "    static double dtau_dqd[81];\n"
                    "    repeat(input_q, 3, 9, many_q);\n"
                    "    repeat(input_qd, 3, 9, many_qd);\n"
                    "    repeat(input_qdd, 3, 9, many_qdd);\n"
                    "    robot_inverse_dynamics_derivatives_batch(9, many_q, many_qd, many_qdd, dtau_dq, dtau_dqd);\n"
                    "    for (s = 0; s < 9; s++) {\n"
                    "        compare(\"inverse_dynamics_derivatives_batch\", 9, dtau_dq + s * 9, "
                    "inverse_dynamics_derivatives_dtau_dq + s % 3 * 9, 1e-10);\n"
                    "        compare(\"inverse_dynamics_derivatives_batch\", 9, dtau_dqd + s * 9, "
                    "inverse_dynamics_derivatives_dtau_dqd + s % 3 * 9, 1e-10);\n"
                    "    }\n"
                    "}\n"
                    "\n"
                    "int main(void)\n"
                    "{\n"
                    "    test_inverse_dynamics_derivatives();\n"
                    "    test_inverse_dynamics_derivatives_batch();\n"
                    "    if (failures) {\n"
                    "        printf(\"robot: %d of the results differ\\n\", failures);\n"
                    "        return EXIT_FAILURE;\n"
                    "    }\n"
                    "    printf(\"robot: all results agree\\n\");\n"
                    "    return EXIT_SUCCESS;\n"
                    "}\n");
}
END_TEST

START_TEST(kernels_are_compared_with_the_recorded_states)
{
    check_functions(CDY_GENERATE_INVERSE_DYNAMICS_VJP, 1, CDY_GENERATE_CUDA,
                    "static void test_inverse_dynamics_vjp(void)\n"
                    "{\n"
                    "    double *q = to_device(input_q, 3);\n"
                    "    double *qd = to_device(input_qd, 3);\n"
                    "    double *qdd = to_device(input_qdd, 3);\n"
                    "    double *w = to_device(input_w, 3);\n"
                    "    double *by_q = to_device(NULL, 3);\n"
                    "    double *by_qd = to_device(NULL, 3);\n"
                    "    double *by_qdd = to_device(NULL, 3);\n"
                    "    check(robot_inverse_dynamics_vjp_batch(COUNT, q, qd, qdd, w, by_q, by_qd, by_qdd, NULL));\n"
                    "    check(cudaDeviceSynchronize());\n"
                    "    compare_columns(\"inverse_dynamics_vjp\", 3, by_q, inverse_dynamics_vjp_by_q, 1e-05);\n"
                    "    compare_columns(\"inverse_dynamics_vjp\", 3, by_qd, inverse_dynamics_vjp_by_qd, 1e-05);\n"
                    "    compare_columns(\"inverse_dynamics_vjp\", 3, by_qdd, inverse_dynamics_vjp_by_qdd, 1e-05);\n"
                    "    check(cudaFree(q));\n"
                    "    check(cudaFree(qd));\n"
                    "    check(cudaFree(qdd));\n"
                    "    check(cudaFree(w));\n"
                    "    check(cudaFree(by_q));\n"
                    "    check(cudaFree(by_qd));\n"
                    "    check(cudaFree(by_qdd));\n"
                    "}\n"
                    "\n"
                    "int main(void)\n"
                    "{\n"
                    "    test_inverse_dynamics_vjp();\n"
                    "    if (failures) {\n"
                    "        printf(\"robot: %d of the results differ\\n\", failures);\n"
                    "        return EXIT_FAILURE;\n"
                    "    }\n"
                    "    printf(\"robot: all results agree\\n\");\n"
                    "    return EXIT_SUCCESS;\n"
                    "}\n");
}
END_TEST

START_TEST(it_names_the_file_that_it_tests)
{
    static const cdy_generate_target targets[] = {CDY_GENERATE_C, CDY_GENERATE_CUDA};
    static const char *const begins[] = {"/* Test of planner.c: ", "/* Test of planner.cu: "};
    robot r = make_mixed_arm();
    for (int k = 0; k < 2; k++) {
        cdy_generate_options o = cdy_generate_options_default();
        cdy_generated code;
        cdy_error error;
        o.name = "planner";
        o.target = targets[k];
        ck_assert_ok(cdy_generate(r.model, NULL, &o, &code, &error), error);
        ck_assert_msg(strncmp(code.test, begins[k], strlen(begins[k])) == 0, "%.60s", code.test);
        ck_assert_ptr_nonnull(strstr(code.test, "#include \"planner.h\"\n"));
        cdy_generated_clear(&code);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("self_test");
    TCase *tests = tcase_create("self-test");
    tcase_add_test(tests, inputs_are_drawn_from_seed_1);
    tcase_add_loop_test(tests, recorded_results_are_the_librarys, 0, 2);
    tcase_add_test(tests, main_runs_every_test);
    tcase_add_test(tests, batches_are_compared_too);
    tcase_add_test(tests, kernels_are_compared_with_the_recorded_states);
    tcase_add_test(tests, it_names_the_file_that_it_tests);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
