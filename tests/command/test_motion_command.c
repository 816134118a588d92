/* condyle motion: rows of every format come out as the robot reads them. */
#include "support/folder.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Two joints; the first begins at 0.5, the least that it may take. */
static void set_up(void)
{
    open_folder();
    put_file("pair.urdf", "<robot name='pair'><link name='base'/><link name='one'/><link name='two'/>"
                          "<joint name='a' type='revolute'><parent link='base'/><child link='one'/>"
                          "<limit lower='0.5' upper='1.5' effort='1' velocity='9'/></joint>"
                          "<joint name='b' type='revolute'><parent link='one'/><child link='two'/>"
                          "<limit lower='-9' upper='9' effort='1' velocity='9'/></joint></robot>");
    put_file("log.csv", "zeit;erste_0;erste_1;m\n0;1;2;3\n0,5;1,25;2,5;4\n");
    put_file("partly.csv", "t,q.b,tau.b\n0,1,3\n1,2,4\n");
    put_file("more.jsonl", "{\"q\": [1, 2]}\n{\"q\": [1, 2], \"tau\": {\"b\": 1}}\n");
    put_file("less.jsonl", "{\"q\": [1, 2], \"tau\": {\"b\": 1}}\n{\"q\": {\"b\": 3}}\n");
    put_file("empty.csv", "t,q.a\n");
}

#define MOTION "\"$CONDYLE\" motion pair.urdf --input "

START_TEST(names_of_a_log_become_the_robots)
{
    check_output("t,q.a,q.b,tau.b\n0,1,2,3\n0.5,1.25,2.5,4\n",
                 MOTION "log.csv --map zeit=t --map erste_=q. --map m=tau.b");
}
END_TEST

START_TEST(missing_joints_stand_at_home_and_have_no_torque)
{
    check_output("t,q.a,q.b,tau.b\n0,0.5,1,3\n1,0.5,2,4\n", MOTION "partly.csv");
    check_output("{\"q\": [1.0, 2.0], \"tau.b\": 1.0}\n{\"q\": [1.0, 3.0], \"tau.b\": null}\n",
                 MOTION "less.jsonl --format json");
}
END_TEST

/* What motion writes, it reads, in degrees as well. */
START_TEST(rows_are_read_back)
{
    check_output("same\n", "\"$CONDYLE\" random pair.urdf -n 20 --seed 4 --with all > all.csv; " MOTION
                           "all.csv --fields q,qd,qdd,tau > one.csv; " MOTION
                           "one.csv > two.csv && cmp one.csv two.csv && cmp all.csv one.csv && echo same");
    char *text = output_of(MOTION "partly.csv --deg --fields q.b | " MOTION "- --fields q.b");
    ck_assert_double_eq_tol(strtod(strchr(text, '\n'), NULL), acos(-1) / 180, 1e-17);
    free(text);
}
END_TEST

START_TEST(arrays_have_the_numbers_of_the_rows)
{
    free(output_of(MOTION "partly.csv --format npy --fields t,q,tau -o rows.npy"));
    size_t size;
    double rows[2][5];
    char *bytes = get_file("rows.npy", &size);
    ck_assert_uint_ge(size, sizeof rows);
    memcpy(rows, bytes + size - sizeof rows, sizeof rows);
    free(bytes);
    ck_assert_double_eq(rows[0][0], 0);
    ck_assert_double_eq(rows[1][0], 1);
    ck_assert_double_eq(rows[1][1], 0.5);
    ck_assert_double_eq(rows[1][2], 2);
    ck_assert(isnan(rows[1][3]));
    ck_assert_double_eq(rows[1][4], 4);
}
END_TEST

/* A row of JSON that lacks what each row must have is refused by its name, also where the value is null. */
START_TEST(rows_without_what_is_needed_are_refused)
{
    check_run("printf '{\"t\": 0, \"q\": [1, 2]}\\n{\"q\": [1, 2]}\\n' | \"$CONDYLE\" smooth pair.urdf --cutoff 1 "
              "--input -",
              1, "", "<stdin>:2: error: the row has no \"t\"");
    check_run("echo '{\"q\": [1, 2]}' | \"$CONDYLE\" ik pair.urdf --body two --input - --format csv", 1, "",
              "the row has no \"T\"");
    check_run("echo '{\"q\": [1, 2], \"T\": null}' | \"$CONDYLE\" ik pair.urdf --body two --input - --format csv", 1,
              "", "the row has no \"T\"");
}
END_TEST

/* Tables of matrices have their numbers, and the components of joints with several. */
START_TEST(tables_of_matrices_have_their_numbers)
{
    put_file("cart.urdf",
             "<robot name='cart'><link name='base'/><link name='car'><inertial><mass value='2'/><inertia ixx='1' "
             "iyy='1' izz='1.5' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='roll' type='planar'><parent "
             "link='base'/><child link='car'/><axis xyz='0 0 1'/></joint></robot>");
    check_output("                   1    2    3\n  1  roll[0] vx  2.0    0    0\n  2  roll[1] vy    0  2.0    0\n"
                 "  3  roll[2] w     0    0  1.5\n",
                 "\"$CONDYLE\" mass cart.urdf | tail -n 4");
}
END_TEST

START_TEST(what_is_missing_or_too_much_is_said)
{
    check_run("\"$CONDYLE\" motion pair.urdf", 2, "", "'motion' needs --input FILE");
    check_run(MOTION "empty.csv", 1, "", "'empty.csv' has no rows");
    check_run(MOTION "log.csv", 1, "", "the header names nothing that is read here");
    check_run(MOTION "nothing.csv", 3, "", "nothing.csv");
    check_run(MOTION "more.jsonl", 1, "q.a,q.b\n1,2\n", "more.jsonl:2: error: the row gives 'tau.b', which the first");
    check_run(MOTION "more.jsonl --keep-going", 0, "q.a,q.b\n1,2\n", "1 row skipped");
    check_run(MOTION "partly.csv --fields speed", 2, "", "speed");
}
END_TEST

/* Rows of other commands have variables that motion does not keep. */
START_TEST(what_is_not_kept_is_said)
{
    put_file("wrenches.csv", "t,q.a,q.b,f.two.Tx,kinetic,M[0][0]\n0,1,2,3,4,5\n");
    put_file("wrenches.jsonl", "{\"q\": [1, 2], \"wrenches\": [], \"com\": [0, 0, 0], \"robot\": \"pair\"}\n");
    check_run(MOTION "wrenches.csv", 0, "t,q.a,q.b\n0,1,2\n",
              "condyle: note: not read of the rows: 'f.two.Tx', 'kinetic', 'M[0][0]'\n");
    check_run(MOTION "wrenches.jsonl 2>&1", 0, "condyle: note: not read of the rows: 'wrenches', 'com'\nq.a,q.b\n1,2\n",
              "");
    check_output("t,q.a,q.b\n0,1,2\n", "\"$CONDYLE\" random pair.urdf -n 2 > /dev/null && " MOTION
                                       "wrenches.csv 2> /dev/null | " MOTION "- 2>&1");
}
END_TEST

START_TEST(a_rule_of_map_that_is_for_no_column_is_said)
{
    check_run(MOTION "partly.csv --map nosuch=t", 0, "t,q.a,q.b,tau.b\n0,0.5,1,3\n1,0.5,2,4\n",
              "condyle: note: --map: no column has the name 'nosuch', or begins so\n");
    check_run(MOTION "log.csv --map zeit=t --map erste_=q. --map one=tau.a --map two=tau.a --map three=tau.a --map "
                     "four=tau.a 2>&1 | grep map",
              0, "condyle: note: --map: no column has the name 'one', 'two', 'three' and others, or begins so\n", "");
    check_run(MOTION "log.csv --map zeit=t --map erste_=q. --map m=tau.b 2>&1 | grep -c map || :", 0, "0\n", "");
    check_run(MOTION "less.jsonl --map tau=qd", 0, "q.a,q.b,tau.b\n1,2,1\n1,3,\n",
              "condyle: note: --map renames columns of csv and of logs; 'tau' renames nothing here\n");
    check_run("\"$CONDYLE\" id pair.urdf --input partly.csv --map speed=qd. --fields q.b", 0, "t,q.b\n0,1\n1,2\n",
              "no column has the name 'speed', or begins so\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("motion_command");
    TCase *tests = add_case(suite, "motion", names_of_a_log_become_the_robots);
    tcase_add_test(tests, missing_joints_stand_at_home_and_have_no_torque);
    tcase_add_test(tests, rows_are_read_back);
    tcase_add_test(tests, arrays_have_the_numbers_of_the_rows);
    tcase_add_test(tests, what_is_missing_or_too_much_is_said);
    tcase_add_test(tests, what_is_not_kept_is_said);
    tcase_add_test(tests, rows_without_what_is_needed_are_refused);
    tcase_add_test(tests, tables_of_matrices_have_their_numbers);
    tcase_add_test(tests, a_rule_of_map_that_is_for_no_column_is_said);
    tcase_add_checked_fixture(tests, set_up, close_folder);
    return run_suites(suite, NULL);
}
