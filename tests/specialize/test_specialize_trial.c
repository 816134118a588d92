/* The trial of compiled code: wrong code is refused, whatever is wrong in it, and right code is not. */
#include "specialize/robots.h"
#include "specialize/specialize_case.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

/* A compiler that changes results is found by the comparison with the general calls. */
START_TEST(wrong_code_is_refused)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    put_compiler("for word; do case \"$word\" in *.c) sed -i 's/t9 = /t9 = 1.01 * /' \"$word\" ;; esac; done\n"
                 "exec \"$COMPILER\" \"$@\" -O0\n");
    check_refusal(r.model, &options, CDY_ERROR_NUMERIC, "differs from the general call");
    ck_assert_int_eq(count_code(path), 0);
    free_robot(&r);
}
END_TEST

/* Whether the trial takes code whose function of a call ends with a statement. */
static bool is_taken(const robot *r, const cdy_specialize_options *options, const char *call, int lanes,
                     const char *statement)
{
    cdy_specialization *code;
    cdy_error error;
    char path[PATH_SIZE];
    put_changing_compiler(call, lanes, statement);
    const cdy_status status = cdy_specialize(r->model, options, &code, &error);
    if (status) {
        ck_assert_int_eq(status, CDY_ERROR_NUMERIC);
        ck_assert_ptr_nonnull(strstr(error.text, "differs from the general call"));
    } else {
        ck_assert_int_eq(count_code(path), 1);
        ck_assert_int_eq(remove(path), 0);
    }
    cdy_specialization_destroy(code);
    return status == CDY_OK;
}

/* Errors of 1e-6 of the largest number are rounding; rounded angles may change results by a thousand times more than
 * themselves. */
START_TEST(the_trial_takes_rounding_for_right)
{
    static const double angles[] = {0, 1e-5};
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    char statement[64];
    options.calls = CDY_GENERATE_INVERSE_DYNAMICS;
    options.lanes = 1;
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        options.angle_tolerance = angles[i];
        for (int larger = 0; larger < 2; larger++) {
            snprintf(statement, sizeof statement, "tau[0] *= 1 + %.17g",
                     (1e-6 + 1e3 * angles[i]) * (larger ? 1.0025 : 0.9975));
            ck_assert_msg(is_taken(&r, &options, "inverse_dynamics", 1, statement) == !larger, "%s", statement);
        }
    }
    free_robot(&r);
}
END_TEST

/* The functions that the trial calls, with their results, of which a pendulum's have one number each, and inputs. */
static const struct {
    unsigned call;
    const char *function, *result, *inputs[4]; /* NULL behind the last */
} tried[] = {
    {CDY_GENERATE_INVERSE_DYNAMICS, "inverse_dynamics", "tau", {"q", "qd", "qdd"}},
    {CDY_GENERATE_FORWARD_DYNAMICS, "articulated_bodies", "qdd", {"q", "qd", "tau"}},
    {CDY_GENERATE_MASS_MATRIX, "mass_matrix", "M", {"q"}},
    {CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES, "inverse_dynamics_derivatives", "dtau_dq", {"q", "qd", "qdd"}}};

/* Code that is wrong at its `turn`th call alone: the trial has eight states, first one by one, then in lanes. */
START_TEST(each_state_is_tried)
{
    static const struct {
        int lanes, turn;
        bool taken;
    } rows[] = {{1, 0, false}, {1, 7, false}, {1, 8, false}, {1, 15, false},
                {1, 16, true}, {2, 0, false}, {2, 3, false}, {2, 4, true}};
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    char statement[96];
    options.calls = tried[_i].call;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        options.lanes = rows[i].lanes;
        snprintf(statement, sizeof statement, "static int turn; %s[%d] += 10 * (turn++ == %d)", tried[_i].result,
                 rows[i].lanes - 1, rows[i].turn);
        ck_assert_msg(is_taken(&r, &options, tried[_i].function, rows[i].lanes, statement) == rows[i].taken,
                      "%d lanes: %s", rows[i].lanes, statement);
    }
    free_robot(&r);
}
END_TEST

/* Errors that grow with one number of the input, in the first state and the last: no number is zero in the trial. */
START_TEST(the_states_of_the_trial_have_no_zeros)
{
    robot r = make_chain();
    cdy_specialize_options options = usual_options();
    char statement[96];
    options.lanes = 1;
    options.calls = tried[_i].call;
    for (int i = 0; tried[_i].inputs[i / 2]; i++) {
        snprintf(statement, sizeof statement, "static int turn; %s[0] += (turn++ == %d) * 0.1 * %s[%d]",
                 tried[_i].result, i % 2 ? 7 : 0, tried[_i].inputs[i / 2], i % 2 ? 2 : 0);
        ck_assert_msg(!is_taken(&r, &options, tried[_i].function, 1, statement), "%s", statement);
    }
    free_robot(&r);
}
END_TEST

/* Code that is wrong where a number of the input is that of the call before: no state has a number of the last one. */
START_TEST(the_states_of_the_trial_differ)
{
    robot r = make_chain();
    cdy_specialize_options options = usual_options();
    char statement[160];
    options.lanes = 1;
    options.calls = tried[_i].call;
    for (int i = 0; tried[_i].inputs[i]; i++) {
        const char *input = tried[_i].inputs[i];
        snprintf(statement, sizeof statement,
                 "static double before[3]; for (int i = 0; i < 3; i++) { %s[0] += before[i] == %s[i]; before[i] = "
                 "%s[i]; }",
                 tried[_i].result, input, input);
        ck_assert_msg(is_taken(&r, &options, tried[_i].function, 1, statement), "%s", statement);
    }
    free_robot(&r);
}
END_TEST

/* A joint that moves no mass has torques of zero, which equal zero. */
START_TEST(results_may_be_zero)
{
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("empty", "to empty", CDY_JOINT_REVOLUTE);
    add_body(tree, &body, "world");
    robot r = make_robot(tree);
    cdy_specialize_options options = usual_options();
    options.calls = CDY_GENERATE_INVERSE_DYNAMICS;
    cdy_specialization_destroy(specialize(r.model, &options));
    free_robot(&r);
}
END_TEST

/* A compiler that gives one function another name. */
START_TEST(each_function_is_missed)
{
    static const char *const calls[] = {"inverse_dynamics",
                                        "articulated_bodies",
                                        "mass_matrix",
                                        "inverse_with_pivots",
                                        "inverse_dynamics_derivatives",
                                        "inverse_dynamics_products",
                                        "forward_dynamics_products",
                                        "forward_derivatives_with_pivots"};
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    char script[256], path[PATH_SIZE];
    ask_for_all(&options);
    options.lanes = 2;
    for (size_t i = 0; i < 2 * sizeof calls / sizeof *calls; i++) {
        snprintf(script, sizeof script, "exec \"$COMPILER\" -Dcode_%s_%d=other \"$@\" -O0\n", calls[i / 2],
                 1 + (int)i % 2);
        put_compiler(script);
        check_refusal(r.model, &options, CDY_ERROR_IO, "lacks a function that it is to have");
        ck_assert_int_eq(count_code(path), 0);
    }
    free_robot(&r);
}
END_TEST

/* The first or the last number of one result of one function is wrong, for one state or in lanes: the trial calls each
 * of them, and compares all. */
START_TEST(each_function_is_tried)
{
    static const struct {
        const char *function, *result;
        int length;
        const char *said;
    } wrong[] = {{"inverse_dynamics", "tau", 3, "inverse dynamics"},
                 {"articulated_bodies", "qdd", 3, "forward dynamics"},
                 {"mass_matrix", "M", 9, "the mass matrix"},
                 {"inverse_with_pivots", "M_inverse", 9, "the inverse mass matrix"},
                 {"inverse_dynamics_products", "by_q", 3, "product with derivatives of inverse"},
                 {"inverse_dynamics_products", "by_qd", 3, "product with derivatives of inverse"},
                 {"inverse_dynamics_products", "by_qdd", 3, "product with derivatives of inverse"},
                 {"forward_derivatives_with_pivots", "by_q", 9, "derivatives of forward dynamics"},
                 {"forward_derivatives_with_pivots", "by_qd", 9, "derivatives of forward dynamics"},
                 {"forward_derivatives_with_pivots", "by_tau", 9, "derivatives of forward dynamics"},
                 {"forward_dynamics_products", "by_q", 3, "product with derivatives of forward"},
                 {"forward_dynamics_products", "by_qd", 3, "product with derivatives of forward"},
                 {"forward_dynamics_products", "by_tau", 3, "product with derivatives of forward"},
                 {"inverse_dynamics_derivatives", "dtau_dq", 9, "derivatives of inverse dynamics"},
                 {"inverse_dynamics_derivatives", "dtau_dqd", 9, "derivatives of inverse dynamics"}};
    robot r = make_chain();
    const int lanes = 1 + _i % 2, last = _i / 2;
    cdy_specialize_options options = usual_options();
    char statement[64], path[PATH_SIZE];
    ask_for_all(&options);
    options.lanes = 2;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(statement, sizeof statement, "%s[%d] += 10", wrong[i].result, last ? lanes * wrong[i].length - 1 : 0);
        put_changing_compiler(wrong[i].function, lanes, statement);
        check_refusal(r.model, &options, CDY_ERROR_NUMERIC, wrong[i].said);
        ck_assert_int_eq(count_code(path), 0);
    }
    free_robot(&r);
}
END_TEST

/* Code that ends the process, or gives wrong numbers, when it is tried is not found the next time, with the same
 * compiler: a repaired one makes code that can be used. */
START_TEST(code_that_fails_its_trial_is_not_kept)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    int result;
    put_wrapping_compiler();
    put_torques("__builtin_trap();");
    const pid_t process = start_specializing(&r, &options);
    ck_assert_int_eq(waitpid(process, &result, 0), process);
    ck_assert(WIFSIGNALED(result));
    wait_for_removal();
    ck_assert_int_eq(count_code(path), 0);
    put_torques("tau[1] *= 1.001;");
    check_refusal(r.model, &options, CDY_ERROR_NUMERIC, "differs from the general call");
    ck_assert_int_eq(count_code(path), 0);
    put_torques("");
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert(!cdy_specialization_is_cached(code));
    ck_assert_int_eq(compiler_runs(), 3);
    ck_assert_int_eq(count_code(path), 1);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("specialize_trial");
    TCase *tests = add_compiling_case(suite, "specialize_trial");
    tcase_add_test(tests, wrong_code_is_refused);
    tcase_add_test(tests, the_trial_takes_rounding_for_right);
    tcase_add_loop_test(tests, each_state_is_tried, 0, sizeof tried / sizeof tried[0]);
    tcase_add_loop_test(tests, the_states_of_the_trial_have_no_zeros, 0, sizeof tried / sizeof tried[0]);
    tcase_add_loop_test(tests, the_states_of_the_trial_differ, 0, sizeof tried / sizeof tried[0]);
    tcase_add_test(tests, results_may_be_zero);
    tcase_add_test(tests, each_function_is_missed);
    tcase_add_loop_test(tests, each_function_is_tried, 0, 4);
    tcase_add_test(tests, code_that_fails_its_trial_is_not_kept);
    return run_suites(suite, NULL);
}
