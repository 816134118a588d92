/* Specialization: compiled code in place of the general calls gives the same results, and computes the calls that it is
 * for and no others. */
#include "specialize/every_call.h"
#include "specialize/robots.h"
#include "specialize/specialize_case.h"
#include "support/allocation.h"
#include "support/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- results ---- */

static const char *const arms[] = {"universalUR5e", "kukaIiwa14"};

/* As users compile, with optimization. */
START_TEST(arms_have_the_same_results)
{
    robot r = load_bundled_robot(arms[_i]);
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    put_compiler("exec \"$COMPILER\" \"$@\"\n");
    compare_calls(&r, &options, 1e-12);
    free_robot(&r);
}
END_TEST

/* A quarter turn given as 1.57079632679 counts as one where that is asked for. */
START_TEST(rounded_angles_change_results_a_little)
{
    static results general, rounded;
    robot r = load_bundled_robot("kukaIiwa14");
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    options.angle_tolerance = 1e-9;
    const states s = draw_states(&r);
    cdy_specialization *code = specialize(r.model, &options);
    cdy_error error;
    ck_assert(compute_each(&r, &s, &general));
    ck_assert_ok(cdy_workspace_specialize(r.work, code, &error), error);
    ck_assert(compute_each(&r, &s, &rounded));
    check_results(&r, &rounded, &general, 1e-9);
    ck_assert(largest_difference(rounded.tau, general.tau, (size_t)(STATES * r.nv)) > 1e-13);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* With every width that the machine has. */
START_TEST(every_joint_type_has_the_same_results)
{
    robot r = make_floating();
    for (int lanes = 1; lanes <= 8; lanes *= 2) {
        cdy_specialize_options options = usual_options();
        ask_for_all(&options);
        options.lanes = lanes;
        cdy_specialization *code;
        cdy_error error;
        const cdy_status status = cdy_specialize(r.model, &options, &code, &error);
        cdy_specialization_destroy(code);
        if (status == CDY_ERROR_UNSUPPORTED) {
            ck_assert_msg(strstr(error.text, "lanes") && lanes > 1, "%s", error.text);
        } else {
            ck_assert_ok(status, error);
            compare_calls(&r, &options, 1e-12);
        }
    }
    free_robot(&r);
}
END_TEST

/* Without gravity the torque of one joint depends on its acceleration alone: both derivatives are rounding errors. */
START_TEST(derivatives_may_vanish)
{
    cdy_tree *tree = make_tree("world", 0);
    add_link(tree, "flywheel", "world", CDY_JOINT_CONTINUOUS, 0.2);
    robot r = make_robot(tree);
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    cdy_specialization *code = specialize(r.model, &options);
    const double q = 0.3, qd = 0.7, qdd = -0.4;
    double by_q, by_qd;
    cdy_error error;
    ck_assert_ok(cdy_workspace_specialize(r.work, code, &error), error);
    ck_assert_ok(cdy_inverse_dynamics_derivatives(r.model, r.work, &q, &qd, &qdd, NULL, &by_q, &by_qd, &error), error);
    ck_assert_double_le(fmax(fabs(by_q), fabs(by_qd)), 1e-15);
    ck_assert_ok(cdy_workspace_specialize(r.work, NULL, &error), error);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

START_TEST(a_legged_robot_has_the_same_results)
{
    char *path = reference_path("corpus/robots/unitree-a1.urdf");
    robot r = load_robot_file(path, true, false);
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    compare_calls(&r, &options, 1e-12);
    free_robot(&r);
    free(path);
}
END_TEST

/* Drives, a payload and another gravity are constants of the code. */
START_TEST(drives_and_payloads_act)
{
    robot r = load_bundled_robot("kukaIiwa14");
    const cdy_payload payload = {
        .mass = 2, .center_of_mass = {0.1, 0.02, 0.05}, .inertia = {0.01, 0.02, 0.02, 0, 0, 0}};
    const double gravity[3] = {1, -2, 3};
    const cdy_drive_options drives = {
        .damping = true, .friction = true, .rotors = true, .springs = true, .friction_width = 0.01};
    cdy_specialize_options options = usual_options();
    cdy_error error;
    ask_for_all(&options);
    ck_assert_ok(cdy_model_set_drives(r.model, &drives, &error), error);
    ck_assert_ok(cdy_model_set_gravity(r.model, gravity, &error), error);
    ck_assert_ok(cdy_model_set_payload(r.model, cdy_model_frame_count(r.model) - 1, &payload, &error), error);
    compare_calls(&r, &options, 1e-12);
    free_robot(&r);
}
END_TEST

/* Angles beyond those that lanes reduce, of some joints and of all, up to some beside which the offsets of the robot's
 * transforms vanish in a sum. */
START_TEST(large_angles_have_the_same_results)
{
    static const double sizes[] = {3e6, 1e17, 1e154};
    static results general, special;
    robot robots[] = {load_bundled_robot("universalUR5e"), make_chain(), make_floating()};
    for (size_t k = 0; k < sizeof robots / sizeof robots[0]; k++) {
        const robot *r = &robots[k];
        cdy_specialize_options options = usual_options();
        ask_for_all(&options);
        states s = draw_states(r);
        for (int i = 0; i < STATES * r->nq; i++) {
            cdy_coordinate c;
            ck_assert_int_eq(cdy_model_position(r->model, i % r->nq, &c), CDY_OK);
            const bool turns = c.angular && c.type != CDY_JOINT_FLOATING && (i % 5 == 0 || i / r->nq == 3);
            s.q[i] += turns ? sizes[i % 3] : 0;
        }
        cdy_specialization *code = specialize(r->model, &options);
        cdy_batch *batch;
        cdy_error error;
        ck_assert(compute_each(r, &s, &general));
        ck_assert_ok(cdy_workspace_specialize(r->work, code, &error), error);
        ck_assert(compute_each(r, &s, &special));
        check_results(r, &special, &general, 1e-9);
        ck_assert_ok(cdy_batch_create(r->model, NULL, &batch, &error), error);
        ck_assert_ok(cdy_batch_specialize(batch, code, &error), error);
        ck_assert(compute_batch(r, batch, &s, &special));
        check_results(r, &special, &general, 1e-9);
        cdy_batch_destroy(batch);
        cdy_specialization_destroy(code);
        free_robot(&robots[k]);
    }
}
END_TEST

/* Packed states are computed to the bit as rows are, also in a last block whose missing states are no numbers. */
START_TEST(missing_states_change_no_bit)
{
    enum { MOST_LANES = 8, ROOM = (STATES + MOST_LANES) * 6 };
    static double rows[STATES * 36];
    static _Alignas(64) double q[ROOM], packed[ROOM * 6];
    robot r = load_bundled_robot("universalUR5e");
    const size_t n = (size_t)r.nv;
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    const states s = draw_states(&r);
    cdy_specialization *code = specialize(r.model, &options);
    cdy_batch_options layout = cdy_batch_options_default();
    cdy_batch *batch;
    cdy_error error;
    for (int packs = 0; packs < 2; packs++) {
        layout.layout = packs ? CDY_BATCH_LANES : CDY_BATCH_ROWS;
        ck_assert_ok(cdy_batch_create(r.model, &layout, &batch, &error), error);
        ck_assert_ok(cdy_batch_specialize(batch, code, &error), error);
        const size_t lanes = (size_t)cdy_batch_lanes(batch);
        for (size_t i = 0; i < ROOM; i++) {
            q[i] = (double)NAN;
        }
        for (size_t i = 0; i < STATES * n; i++) {
            const size_t state = i / n;
            q[packs ? (state / lanes * n + i % n) * lanes + state % lanes : i] = s.q[i];
        }
        ck_assert_ok((_i ? cdy_batch_inverse_mass_matrix : cdy_batch_mass_matrix)(r.model, batch, STATES, q,
                                                                                  packs ? packed : rows, NULL, &error),
                     error);
        for (size_t i = 0; packs && i < STATES * n * n; i++) {
            const size_t state = i / (n * n), place = (state / lanes * n * n + i % (n * n)) * lanes + state % lanes;
            ck_assert_mem_eq(&packed[place], &rows[i], sizeof *rows);
        }
        cdy_batch_destroy(batch);
    }
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* ---- which calls the code computes ---- */

/* What marked code, of one state, adds to tau[0], which tells it from the general calls: less than what is taken for a
 * fault. */
static const double mark = 1e-9;

/* Whether inverse dynamics is computed by the code: its torque has the mark. */
static bool is_marked(const robot *r, const cdy_specialization *code, const double *fext)
{
    cdy_error error;
    ck_assert_ok(cdy_workspace_specialize(r->work, NULL, &error), error);
    const double general = first_torque(r, fext);
    ck_assert_ok(cdy_workspace_specialize(r->work, code, &error), error);
    const double difference = first_torque(r, fext) - general;
    ck_assert_msg(fabs(difference) < 1e-12 || fabs(difference - mark) < 1e-12, "differs by %g", difference);
    return fabs(difference) > 1e-12;
}

/* Gives the elbow a rotor, so that drives that act change numbers of the model. */
static void give_rotor(robot *r)
{
    cdy_error error;
    const int body = cdy_tree_find_joint(r->tree, "elbow_joint");
    ck_assert_int_gt(body, 0);
    cdy_joint joint = cdy_tree_body(r->tree, body)->joint;
    joint.rotor_inertia = 1e-4;
    joint.gear_ratio = 100;
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_tree_copy(r->tree, &tree, &error), error);
    ck_assert_ok(cdy_tree_replace_joint(tree, cdy_tree_body(tree, body)->name, &joint, &error), error);
    free_robot(r);
    *r = make_robot(tree);
}

START_TEST(what_the_code_lacks_is_general)
{
    robot r = load_bundled_robot("universalUR5e");
    give_rotor(&r);
    const cdy_specialize_options options = usual_options();
    const double usual[3] = {0, 0, -9.81}, other[3] = {0, 0, -1.62};
    const cdy_payload payload = {.mass = 2};
    const int tool = cdy_model_frame_count(r.model) - 1;
    double fext[6 * MOST_NUMBERS] = {0};
    cdy_drive_options drives = cdy_drive_options_default();
    cdy_error error;
    put_wrapping_compiler();
    put_torques("tau[0] += 1e-9;"); /* the mark */
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert(is_marked(&r, code, NULL));
    ck_assert(!is_marked(&r, code, fext));
    ck_assert_ok(cdy_model_set_gravity(r.model, other, &error), error);
    ck_assert(!is_marked(&r, code, NULL));
    ck_assert_ok(cdy_model_set_gravity(r.model, usual, &error), error);
    ck_assert(is_marked(&r, code, NULL));
    ck_assert_ok(cdy_model_set_payload(r.model, tool, &payload, &error), error);
    ck_assert(!is_marked(&r, code, NULL));
    ck_assert_ok(cdy_model_set_payload(r.model, tool, NULL, &error), error);
    drives.rotors = true;
    ck_assert_ok(cdy_model_set_drives(r.model, &drives, &error), error);
    ck_assert(!is_marked(&r, code, NULL));
    drives.rotors = false;
    ck_assert_ok(cdy_model_set_drives(r.model, &drives, &error), error);
    ck_assert(is_marked(&r, code, NULL));
    ck_assert(!is_marked(&r, NULL, NULL));
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* The code makes the derivatives of forward dynamics all at once: where some are not wanted, calls stay general. */
START_TEST(some_derivatives_are_general)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    options.calls = CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES;
    static double all[3][36], made[3][36];
    const states s = draw_states(&r);
    cdy_specialization *code = specialize(r.model, &options);
    cdy_error error;
    for (int wanted = 1; wanted < 8; wanted++) {
        for (int k = 0; k < 2; k++) {
            double(*to)[36] = k ? made : all;
            const cdy_forward_derivatives d = {wanted & 1 ? to[0] : NULL, wanted & 2 ? to[1] : NULL,
                                               wanted & 4 ? to[2] : NULL};
            ck_assert_ok(cdy_workspace_specialize(r.work, k ? code : NULL, &error), error);
            ck_assert_ok(cdy_forward_dynamics_derivatives(r.model, r.work, s.q, s.qd, s.x, NULL, &d, &error), error);
        }
        for (int k = 0; k < 3; k++) {
            ck_assert_relative(made[k], all[k], 36, 1e-10);
            ck_assert(!(wanted & 1 << k) || (memcmp(made[k], all[k], sizeof made[k]) != 0) == (wanted == 7));
        }
    }
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* Functions that were not asked for stay general. */
START_TEST(other_functions_are_general)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    options.calls = CDY_GENERATE_MASS_MATRIX;
    static results general, special;
    const states s = draw_states(&r);
    cdy_specialization *code = specialize(r.model, &options);
    cdy_error error;
    ck_assert(compute_each(&r, &s, &general));
    ck_assert_ok(cdy_workspace_specialize(r.work, code, &error), error);
    ck_assert(compute_each(&r, &s, &special));
    check_results(&r, &special, &general, 1e-12);
    ck_assert_mem_eq(special.tau, general.tau, sizeof(double) * STATES * (size_t)r.nv);
    ck_assert_mem_eq(special.qdd, general.qdd, sizeof(double) * STATES * (size_t)r.nv);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

START_TEST(calls_do_not_allocate)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    static results special;
    const states s = draw_states(&r);
    cdy_specialization *code = specialize(r.model, &options);
    cdy_batch *batch;
    cdy_error error;
    ck_assert_ok(cdy_batch_create(r.model, NULL, &batch, &error), error);
    ck_assert_ok(cdy_workspace_specialize(r.work, code, &error), error);
    ck_assert_ok(cdy_batch_specialize(batch, code, &error), error);
    const size_t before = heap_count().calls;
    const bool fine = compute_each(&r, &s, &special) && compute_batch(&r, batch, &s, &special);
    const size_t after = heap_count().calls;
    ck_assert(fine);
    ck_assert_uint_eq(after, before);
    cdy_batch_destroy(batch);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("specialize");
    TCase *tests = add_compiling_case(suite, "specialize");
    char *legged = reference_path("corpus/robots/unitree-a1.urdf");
    tcase_add_loop_test(tests, arms_have_the_same_results, 0, 2);
    tcase_add_test(tests, rounded_angles_change_results_a_little);
    tcase_add_test(tests, every_joint_type_has_the_same_results);
    tcase_add_test(tests, derivatives_may_vanish);
    add_or_skip(tests, a_legged_robot_has_the_same_results, 0, 1, legged ? NULL : "no reference robots");
    tcase_add_test(tests, drives_and_payloads_act);
    tcase_add_test(tests, large_angles_have_the_same_results);
    tcase_add_loop_test(tests, missing_states_change_no_bit, 0, 2); /* M and its inverse */
    tcase_add_test(tests, what_the_code_lacks_is_general);
    tcase_add_test(tests, some_derivatives_are_general);
    tcase_add_test(tests, other_functions_are_general);
    add_or_skip(tests, calls_do_not_allocate, 0, 1, heap_is_counted() ? NULL : "the heap is not counted here");
    free(legged);
    return run_suites(suite, NULL);
}
