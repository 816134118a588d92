/* condyle task and condyle constrained: closed forms of two links with a mass at the tip, equality with the calls of
 * the library, constraints from options and files, and refused arguments. */
#include "support/compare.h"
#include "support/folder.h"
#include "support/json_numbers.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 6 };

static const double q[N] = {0.1, -1.2, 1.3, 0.4, 0.5, 0.6}, qd[N] = {1, 2, -1, 0.5, 3, -2},
                    tau[N] = {3, -2, 1, 2, 0.5, 0.1};
#define STATE "--q 0.1,-1.2,1.3,0.4,0.5,0.6 --qd 1,2,-1,0.5,3,-2 "
#define ROW   "printf '{\"q\": [0.1,-1.2,1.3,0.4,0.5,0.6], \"qd\": [1,2,-1,0.5,3,-2], \"tau\": [3,-2,1,2,0.5,0.1]}\\n' | "

/* Two massless links of 1 m in the plane x y, 3 kg at the tip; gravity -y on the command line. */
static const char arm[] =
    "<robot name='arm'><link name='base'/><link name='upper'/>"
    "<link name='lower'><inertial><origin xyz='1 0 0'/><mass value='3'/>"
    "<inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='tip'/>"
    "<joint name='a' type='continuous'><parent link='base'/><child link='upper'/><axis xyz='0 0 1'/></joint>"
    "<joint name='b' type='continuous'><parent link='upper'/><child link='lower'/><origin xyz='1 0 0'/>"
    "<axis xyz='0 0 1'/></joint>"
    "<joint name='c' type='fixed'><parent link='lower'/><child link='tip'/><origin xyz='1 0 0'/></joint></robot>";
#define DOWN "--gravity 0,-10,0 --q 0.3,1.2 "

/* A chain of three links of 1 m from the base at 0 to the base at 1 m: a parallelogram when the loop is closed. */
#define LINK(name)                                                                                                     \
    "<link name='" name "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"      \
    "</inertial></link>"
#define HINGE(name, parent, child, x)                                                                                  \
    "<joint name='" name "' type='continuous'><parent link='" parent "'/><child link='" child "'/><origin xyz='" x     \
    " 0 0'/><axis xyz='0 0 1'/></joint>"
#define FIXED(name, parent, child)                                                                                     \
    "<joint name='" name "' type='fixed'><parent link='" parent "'/><child link='" child "'/><origin xyz='1 0 0'/>"    \
    "</joint>"
static const char four_bar[] = "<robot name='bars'><link name='base'/>" LINK("l1") LINK("l2")
    LINK("l3") "<link name='end'/><link name='ground'/>" HINGE("j1", "base", "l1", "0") HINGE("j2", "l1", "l2", "1")
        HINGE("j3", "l2", "l3", "1") FIXED("e", "l3", "end") FIXED("g", "base", "ground") "</robot>";

static void set_up(void)
{
    open_folder();
    put_file("arm.urdf", arm);
    put_file("bars.urdf", four_bar);
}

/* ---- tasks ---- */

/* The inertia at the tip is the mass alone: Lambda = m 1, p = (0, m g). */
START_TEST(a_point_mass_is_what_the_tip_feels)
{
    json_t *x = parse_json(output_of("\"$CONDYLE\" task arm.urdf --task tip:vx,vy " DOWN "--qd 1,2 --format json"));
    check_numbers(x, "Lambda", (const double[]){3, 0, 0, 3}, 4, 1e-13);
    check_numbers(x, "p", (const double[]){0, 30}, 2, 1e-12);
    check_numbers(x, "rank", (const double[]){2}, 1, 0);
    check_numbers(x, "N", (const double[]){0, 0, 0, 0}, 4, 1e-13);
    check_name(x, "rows", 0, "tip.vx");
    check_name(x, "rows", 1, "tip.vy");
    json_decref(x);
    x = parse_json(output_of("\"$CONDYLE\" task arm.urdf --task lower:1,0,0:linear " DOWN "--format json"));
    check_numbers(x, "Lambda", (const double[]){3, 0, 0, 0, 3, 0, 0, 0, 0}, 9, 1e-13); /* no motion along z */
    check_numbers(x, "rank", (const double[]){2}, 1, 0);
    json_decref(x);
}
END_TEST

START_TEST(tasks_are_the_librarys)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    const cdy_task tasks[2] = {
        {.frame = cdy_model_find_frame(r.model, "tool0"),
         .axes = CDY_AXES_BODY,
         .rows = CDY_ROWS_LINEAR,
         .point = {0.1, 0.2, 0.3}},
        {.frame = cdy_model_find_frame(r.model, "forearm_link"), .axes = CDY_AXES_BODY, .rows = CDY_ROW_WY}};
    double J[24], Lambda[16], Jbar[24], N_[36], mu[4], p[4];
    cdy_operational_space space = {J, Lambda, Jbar, N_, mu, p, 0};
    const cdy_task_state state = {.q = q, .qd = qd, .tasks = tasks, .count = 2};
    cdy_row_solver *solver;
    ck_assert_ok(cdy_row_solver_create(r.model, 4, &solver, &error), error);
    ck_assert_ok(cdy_task_dynamics(r.model, r.work, solver, &state, &space, &error), error);
    for (int rows = 0; rows < 2; rows++) {
        json_t *x = parse_json(output_of("%s\"$CONDYLE\" task universalUR5e --task tool0:0.1,0.2,0.3:linear --task "
                                         "forearm_link:wy --in body --format json %s",
                                         rows ? ROW : "", rows ? "--input - --input-format json" : STATE));
        check_numbers(x, "J", J, 24, 1e-14);
        check_numbers(x, "Lambda", Lambda, 16, 1e-10);
        check_numbers(x, "Jbar", Jbar, 24, 1e-10);
        check_numbers(x, "N", N_, 36, 1e-10);
        check_numbers(x, "mu", mu, 4, 1e-10);
        check_numbers(x, "p", p, 4, 1e-10);
        json_decref(x);
    }
    check_output("mu.forearm_link.wy,rank\n4\n",
                 "\"$CONDYLE\" task universalUR5e --task tool0:linear --task forearm_link:wy " STATE
                 "--fields mu.forearm_link.wy,rank --format csv | sed 's/.*,4/4/'");
    cdy_row_solver_destroy(solver);
    free_robot(&r);
}
END_TEST

START_TEST(a_table_of_a_task_has_units)
{
    char *text = output_of("\"$CONDYLE\" task universalUR5e --task tool0:vx,wz --task tool0:vy " STATE);
    ck_assert_ptr_nonnull(strstr(text, "\n  tool0.wz "));
    ck_assert_ptr_nonnull(strstr(text, " N m"));
    ck_assert_ptr_nonnull(strstr(text, "\n  tool0#2.vy "));
    ck_assert_ptr_nonnull(strstr(text, "Lambda, the inertia that the task feels: kg"));
    free(text);
}
END_TEST

/* ---- constraints ---- */

/* In every pose a held tip does not move, and the contact carries the weight m g. */
START_TEST(a_held_tip_carries_its_weight)
{
    json_t *x = parse_json(output_of("\"$CONDYLE\" constrained arm.urdf --contact tip " DOWN "--format json"));
    check_numbers(x, "qdd", (const double[]){0, 0}, 2, 1e-13);
    check_numbers(x, "forces", (const double[]){0, 30, 0}, 3, 1e-12);
    check_numbers(x, "constraint_wrenches", (const double[]){0, 0, 0, 0, 30, 0}, 6, 1e-12);
    check_numbers(x, "gaps", (const double[]){0, 0, 0}, 3, 1e-15);
    check_numbers(x, "rank", (const double[]){2}, 1, 0);
    check_name(x, "rows", 1, "tip.vy");
    check_name(x, "constraints", 0, "tip");
    json_decref(x);
    /* held along y alone, the mass has no force along x */
    x = parse_json(output_of("\"$CONDYLE\" constrained arm.urdf --contact lower:1,0,0:vy " DOWN "--format json"));
    check_numbers(x, "qdd", (const double[]){0, 0}, 2, 1e-13);
    check_numbers(x, "forces", (const double[]){30}, 1, 1e-12);
    json_decref(x);
}
END_TEST

/* An inelastic impact stops the tip, an elastic impact reverses its velocity: impulse (1 + e) m v. */
START_TEST(an_impact_turns_the_tip_round)
{
    json_t *x = parse_json(
        output_of("\"$CONDYLE\" constrained arm.urdf --contact tip:vx,vy --impact 0 --qd 1,2 " DOWN "--format json"));
    check_numbers(x, "qd_after", (const double[]){0, 0}, 2, 1e-13);
    json_decref(x);
    x = parse_json(
        output_of("\"$CONDYLE\" constrained arm.urdf --contact tip:vx,vy --impact 0.5 --qd 1,2 " DOWN "--format json"));
    check_numbers(x, "qd_after", (const double[]){-0.5, -1}, 2, 1e-13);
    const double vx = -sin(0.3) - 3 * sin(1.5), vy = cos(0.3) + 3 * cos(1.5);
    check_numbers(x, "impulses", (const double[]){-4.5 * vx, -4.5 * vy}, 2, 1e-12);
    json_decref(x);
    check_output("qd_after.a,qd_after.b\n-0.5,-1\n",
                 "\"$CONDYLE\" constrained arm.urdf --contact tip:vx,vy --impact 0.5 --qd 1,2 " DOWN
                 "--format csv --precision 10 --fields qd_after.a,qd_after.b");
}
END_TEST

/* After the projection the loop is closed: the end of the chain is at the joint on the ground. */
START_TEST(a_projection_closes_a_loop)
{
    char *text =
        output_of("\"$CONDYLE\" constrained bars.urdf --loop end,ground:revolute --project --q 1.5,-1.4,-1.6 "
                  "--format csv --fields q | tee q.csv | \"$CONDYLE\" transform bars.urdf --body end --input - "
                  "--format csv --fields 'T[0][3],T[1][3]' | tail -n 1");
    char *next;
    ck_assert_double_eq_tol(strtod(text, &next), 1, 1e-9);
    ck_assert_double_eq_tol(strtod(next + 1, NULL), 0, 1e-9);
    free(text);
    json_t *x = parse_json(
        output_of("\"$CONDYLE\" constrained bars.urdf --loop end,ground:revolute --input q.csv --format json"));
    double gaps[5];
    read_numbers(x, "gaps", gaps, 5);
    ck_assert_double_le(largest(gaps, 5), 1e-9);
    json_decref(x);
    check_run("\"$CONDYLE\" constrained bars.urdf --loop l1,ground:ball --project --format csv --fields converged | "
              "tail -n 1",
              0, "0\n", "no configuration reaches the target");
}
END_TEST

START_TEST(constraints_are_the_librarys)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    const int tool = cdy_model_find_frame(r.model, "tool0"), elbow = cdy_model_find_frame(r.model, "forearm_link");
    cdy_constraint c[2] = {{.frame = tool, .rows = CDY_ROWS_LINEAR, .in_frame.xyz = {0.1, 0, 0}},
                           {.frame = elbow, .rows = CDY_ROW_VX}};
    double qdd[N], forces[4], wrenches[12], T[16], fext[6 * N] = {0};
    cdy_constraint_options options = cdy_constraint_options_default();
    options.velocity_gain = 20;
    options.position_gain = 100;
    const cdy_constrained_state state = {
        .q = q, .qd = qd, .tau = tau, .fext = fext, .constraints = c, .count = 2, .options = &options};
    cdy_constraint_report report;
    cdy_row_solver *solver;
    ck_assert_ok(cdy_external_force_at(r.model, r.work, tool, CDY_AXES_BASE, (const double[6]){0, 0, 0, 0, 5, 0}, q,
                                       fext, &error),
                 error);
    for (int i = 0; i < 2; i++) {
        ck_assert_ok(cdy_constraint_anchor(r.model, r.work, q, &c[i], &error), error);
    }
    ck_assert_ok(cdy_row_solver_create(r.model, 4, &solver, &error), error);
    ck_assert_ok(cdy_constrained_forward_dynamics(r.model, r.work, solver, &state, qdd, forces, &report, &error),
                 error);
    ck_assert_ok(cdy_constraint_wrenches(r.model, r.work, q, c, 2, forces, wrenches, &error), error);
    ck_assert_ok(cdy_get_transform(r.model, r.work, tool, 0, q, T, &error), error);
    put_file("c.json", "[{\"body\": \"tool0\", \"at\": [0.1, 0, 0], \"rows\": [\"linear\"]},"
                       " {\"body\": \"forearm_link\", \"rows\": [\"vx\"]}]");
    static const char *const ways[] = {"--contact tool0:0.1,0,0 --contact forearm_link:vx", "--constraints c.json",
                                       "--contact tool0:0.1,0,0:vx,vy,vz --constraints only.json"};
    put_file("only.json", "[{\"body\": \"forearm_link\", \"rows\": [\"vx\"], \"anchored\": true}]");
    for (int i = 0; i < 6; i++) {
        json_t *x = parse_json(output_of(
            "%s\"$CONDYLE\" constrained universalUR5e %s --velocity-gain 20 --position-gain 100 "
            "--wrench tool0@base-axes:0,0,0,0,5,0 --format json %s",
            i % 2 ? ROW : "", ways[i / 2], i % 2 ? "--input - --input-format json" : STATE "--tau 3,-2,1,2,0.5,0.1"));
        check_numbers(x, "qdd", qdd, N, 1e-9);
        check_numbers(x, "forces", forces, 4, 1e-9);
        check_numbers(x, "rank", (const double[]){4}, 1, 0);
        double told[12];
        read_numbers(x, "constraint_wrenches", told, 12);
        ck_assert_near(told, ((const double[]){0, 0, 0}), 3, 1e-9); /* a ball transmits no moment about its place */
        ck_assert_near(told + 3, wrenches + 3, 3, 1e-9);
        json_decref(x);
    }
    cdy_row_solver_destroy(solver);
    free_robot(&r);
}
END_TEST

static const struct {
    const char *content, *said;
} faulty[] = {
    {"{}", "c.json is no JSON list of constraints"},
    {"[1]", "c.json: constraint 1 is no object with a \"body\""},
    {"[{\"at\": [0, 0, 0]}]", "constraint 1 is no object with a \"body\""},
    {"[{\"body\": 1}]", "constraint 1: \"body\" is not the name of a body"},
    {"[{\"body\": \"tipp\"}]", "constraint 1: the robot has no body 'tipp'; did you mean 'tip'?"},
    {"[{\"body\": \"tip\"}, {\"body\": \"tip\", \"at\": [0, 0]}]",
     "constraint 2: \"at\" is not a list of three numbers"},
    {"[{\"body\": \"tip\", \"rpy\": \"x\"}]", "\"rpy\" is not a list of three numbers"},
    {"[{\"body\": \"tip\", \"joint\": \"door\"}]", "\"joint\" is not \"weld\""},
    {"[{\"body\": \"tip\", \"rows\": []}]", "\"rows\" is not a list of"},
    {"[{\"body\": \"tip\", \"rows\": [\"vq\"]}]", "\"rows\" is not a list of"},
    {"[{\"body\": \"tip\", \"rows\": [\"vx\"], \"joint\": \"ball\"}]", "both \"joint\" and \"rows\""},
    {"[{\"body\": \"tip\", \"anchored\": 1}]", "\"anchored\" is not true or false"},
    {"[{\"body\": \"tip\", \"place\": 1}]", "there is no \"place\"; expected body, at"},
    {"[{\"body\": \"tip\"},\n{\"body\" 3}]", "c.json:2: error"},
};

START_TEST(faulty_files_are_refused)
{
    put_file("c.json", faulty[_i].content);
    check_run("\"$CONDYLE\" constrained arm.urdf --constraints c.json", 1, "", faulty[_i].said);
}
END_TEST

START_TEST(whole_files_tie_two_bodies)
{
    put_file("c.json", "[{\"body\": \"end\", \"other\": \"base\", \"other_at\": [1, 0, 0], \"other_rpy\": [0, 0, 1], "
                       "\"rpy\": [0, 0, 0], \"joint\": \"ball\"}]");
    check_output("0.0000000\n", "\"$CONDYLE\" constrained bars.urdf --constraints c.json --project --q 1.5,-1.4,-1.6 "
                                "--format csv --fields error | tail -n 1 | awk '{printf \"%.7f\\n\", $1}'");
}
END_TEST

START_TEST(wrong_options_are_refused)
{
    check_run("\"$CONDYLE\" task arm.urdf", 2, "", "'task' needs --task");
    check_run("\"$CONDYLE\" task arm.urdf --task tipp", 2, "", "--task: the robot has no body 'tipp'; did you mean");
    check_run("\"$CONDYLE\" task arm.urdf --task tip:0,1:vx", 2, "",
              "--task: '0,1' behind 'tip' is no point; expected");
    check_run("\"$CONDYLE\" task arm.urdf --task tip:vx:vy", 2, "", "--task: 'vx' behind 'tip' is no point; expected");
    check_run(
        "\"$CONDYLE\" task arm.urdf --task tip:vq", 2, "",
        "--task: 'vq' behind 'tip' is no component of its velocity; expected wx, wy, wz, vx, vy, vz, linear, angular "
        "or all, separated by commas, or a point X,Y,Z\n");
    check_run("\"$CONDYLE\" task arm.urdf --task tip:0,0,1:vx,xx,wy", 2, "", "--task: 'xx' behind 'tip");
    check_run("\"$CONDYLE\" task arm.urdf --task tip:xx,vx", 2, "", "--task: 'xx' behind 'tip");
    check_run("\"$CONDYLE\" task arm.urdf --task tip:vx,", 2, "", "--task: '' behind 'tip");
    check_run("\"$CONDYLE\" constrained arm.urdf", 2, "", "'constrained' needs --contact, --loop or --constraints");
    check_run("\"$CONDYLE\" constrained arm.urdf --loop tip", 2, "", "--loop: 'tip' is not BODY1,BODY2[:JOINT]");
    check_run("\"$CONDYLE\" constrained arm.urdf --loop tip,bas", 2, "", "has no body 'bas'; did you mean 'base'?");
    check_run("\"$CONDYLE\" constrained arm.urdf --loop tip,base:bell", 2, "", "--loop: 'bell' is no joint");
    check_run("\"$CONDYLE\" constrained arm.urdf --loop ti,base:ball", 2, "", "has no body 'ti'");
    check_run("\"$CONDYLE\" constrained arm.urdf --contact tip --impact 2", 2, "", "--impact");
    check_run("\"$CONDYLE\" constrained arm.urdf --contact tip --impact 0 --project", 2, "", "exclude each other");
    check_run("\"$CONDYLE\" constrained arm.urdf --contact tip --impact 0 --tau 1,1", 2, "",
              "--tau and --wrench have no");
    check_run("\"$CONDYLE\" constrained arm.urdf --contact tip --project --qd 1,1", 2, "", "--qd has no effect");
    check_run("\"$CONDYLE\" constrained arm.urdf --constraints missing.json", 3, "", "missing.json");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("command constrained");
    TCase *tests = tcase_create("command constrained");
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_test(tests, a_point_mass_is_what_the_tip_feels);
    tcase_add_test(tests, tasks_are_the_librarys);
    tcase_add_test(tests, a_table_of_a_task_has_units);
    tcase_add_test(tests, a_held_tip_carries_its_weight);
    tcase_add_test(tests, an_impact_turns_the_tip_round);
    tcase_add_test(tests, a_projection_closes_a_loop);
    tcase_add_test(tests, constraints_are_the_librarys);
    tcase_add_loop_test(tests, faulty_files_are_refused, 0, (int)(sizeof faulty / sizeof *faulty));
    tcase_add_test(tests, whole_files_tie_two_bodies);
    tcase_add_test(tests, wrong_options_are_refused);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
