/* Warnings about results that mislead: rows without values, joints beyond their limits, degrees read as rad, wrenches
 * about another point than the intended one, and input that never ends. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINK(name)                                                                                                     \
    "<link name='" name "'><inertial><mass value='0.1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"    \
    "</inertial></link>"
#define JOINT(name, type, parent, child, rest)                                                                         \
    "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child                            \
    "'/><axis xyz='0 0 1'/>" rest "</joint>"

/* A hinge with limits, a slide with an unknown velocity limit, a wheel without limits, and a follower. */
static const char robot[] = "<robot name='r'><link name='w'/>" LINK("a") LINK("b") LINK("c") LINK("d")
    JOINT("hinge", "revolute", "w", "a", "<limit lower='-2' upper='2' effort='1' velocity='3'/>")
        JOINT("slide", "prismatic", "a", "b", "<limit lower='0' upper='0.5' effort='0' velocity='0'/>")
            JOINT("wheel", "continuous", "b", "c", "")
                JOINT("finger", "revolute", "b", "d",
                      "<limit lower='-9' upper='9' effort='1' velocity='3'/><mimic joint='hinge'/>") "</robot>";

static void set_up(void)
{
    open_folder();
    put_file("r.urdf", robot);
}

#define COMMAND "\"$CONDYLE\" "
#define ID      COMMAND "id r.urdf --fields q "
#define HINGE   "q.hinge,q.slide,q.wheel\n"

/* ---- joints beyond their limits ---- */

typedef struct answer {
    const char *script;
    int exit_code;
    const char *out, *said;
} answer;

static const answer states[] = {
    /* no warning: at the limit, beyond it by the rounding of few digits, at home, at random */
    {ID "--q 2.0001,0.5,0 --format csv", 0, HINGE "2.0001,0.5,0\n", ""},
    {ID "--q random --seed 7 --format csv | wc -l | tr -d ' '", 0, "2\n", ""},
    {ID "--q -90,0,720 --deg --format csv --precision 3", 0, "q.hinge[deg],q.slide,q.wheel[deg]\n-90,0,720\n", ""},
    {COMMAND "random r.urdf -n 3000 | " COMMAND "id r.urdf --input - | wc -l | tr -d ' '", 0, "3001\n", ""},
    {COMMAND "id r.urdf --qd 3,1e9,1e9 --format csv --fields qd.hinge", 0, "qd.hinge\n3\n", ""},
    /* a position, a velocity, both */
    {ID "--q 2.1,0,0 --format csv", 0, HINGE "2.1,0,0\n",
     "condyle: warning: --q: hinge is at 2.1 rad, beyond its limit of 2 rad; the numbers are taken as they are: check "
     "their order and units\n"},
    {ID "--q 0,-0.1,0 --format csv", 0, HINGE "0,-0.1,0\n", "--q: slide is at -0.1 m, beyond its limit of 0 m;"},
    {ID "--q -130,0,0 --deg --format csv", 0, "q.hinge[deg],q.slide,q.wheel[deg]\n-130,0,0\n",
     "--q: hinge is at -130 deg, beyond its limit of -114.592 deg;"},
    {ID "--qd -99,0,0 --format csv", 0, HINGE "0,0,0\n",
     "condyle: warning: --qd: hinge turns at -99 rad/s, beyond its limit of -3 rad/s; if these numbers are degrees, "
     "add "
     "--deg; they are taken as rad\n"},
    {ID "--q 2.1,7,0 --qd 4,0,0 --format csv", 0, HINGE "2.1,7,0\n",
     "condyle: warning: --q: hinge is at 2.1 rad, beyond its limit of 2 rad (and 1 more value); --qd: hinge turns at 4 "
     "rad/s, beyond its limit of 3 rad/s; the numbers"},
    /* degrees */
    {ID "--q 90,0.2,0 --format csv", 0, HINGE "90,0.2,0\n", "add --deg"},
    {ID "--q 0,0,-180 --format csv", 0, HINGE "0,0,-180\n", "--q: wheel is at -180 rad, 28.6 turns; if these numbers"},
    {ID "--q 0.3,0,-180 --format csv", 0, HINGE "0.3,0,-180\n", ""},
    {ID "--q 0,0,-181.7 --format csv", 0, HINGE "0,0,-181.7\n", ""},
    {COMMAND "ik r.urdf --body c --pose 0,0,0,0,0,90 --format csv --fields q.slide", 0, "q.slide\n0\n",
     "--pose: an angle"},
    /* every subcommand with a state */
    {COMMAND "mass r.urdf --q 9,0,0 --format csv | wc -l | tr -d ' '", 0, "4\n", "--q: hinge is at 9 rad"},
    {COMMAND "gravity r.urdf --q 9,0,0 --format csv --fields q.hinge", 0, "q.hinge\n9\n", "hinge"},
    {COMMAND "coriolis r.urdf --qd 9,0,0 --format csv --fields qd.hinge", 0, "qd.hinge\n9\n", "--qd: hinge turns at 9"},
    {COMMAND "energy r.urdf --q 9,0,0 --qd 9,0,0 --format csv --fields q.hinge", 0, "q.hinge\n9\n", "; --qd: hinge"},
    {COMMAND "com r.urdf --q 9,0,0 --format csv --fields q.hinge", 0, "q.hinge\n9\n", "--q: hinge is at 9 rad"},
    {COMMAND "transform r.urdf --body c --q 9,0,0 --format csv --fields q.hinge", 0, "q.hinge\n9\n", "--q: hinge"},
    {COMMAND "jacobian r.urdf --body c --q 9,0,0 --format csv --fields q.hinge", 0, "q.hinge\n9\n", "--q: hinge"},
    {COMMAND "derivatives r.urdf --of id --q 9,0,0 --format csv --fields q.hinge", 0, "q.hinge\n9\n", "--q: hinge"},
    {COMMAND "ik r.urdf --body c --q 9,0,0 --pose 0,0,0,0,0,1 --format csv --fields q.slide", 0, "q.slide\n0\n",
     "--q: hinge is at 9 rad"},
    {COMMAND "draw r.urdf --q 9,0,0 -o r.svg", 0, "", "--q: hinge is at 9 rad, beyond its limit of 2 rad; if these"},
    {"printf 'q.hinge\\n1\\n7\\n8\\n' > a.csv; " COMMAND "draw r.urdf --input a.csv -o r.svg", 0, "",
     "a.csv:3: warning: hinge is at 7 rad, beyond its limit of 2 rad; if these"},
    {COMMAND "sim r.urdf --q 9,0,0 --time 0 --fields q.hinge", 0, "q.hinge\n9\n", "--q: hinge is at 9 rad"},
    {COMMAND "sim r.urdf --time 0 --fields q.hinge --control pd --goal 90,0,0", 0, "q.hinge\n0\n",
     "--goal: hinge is at 90 rad, beyond its limit of 2 rad; if these"},
    /* rows: a warning with the line of the first faulty row, and no second warning */
    {"printf 'q.hinge,qd.hinge\\n1,1\\n2,50\\n7,1\\n8,90\\n' > a.csv; " COMMAND
     "id r.urdf --input a.csv --fields q.hinge 2> said; cat said",
     0,
     "q.hinge\n1\n2\n7\n8\na.csv:4: warning: hinge is at 7 rad, beyond its limit of 2 rad; hinge turns at 50 rad/s, "
     "beyond its limit of 3 rad/s at a.csv:3; if these numbers are degrees, add --deg; they are taken as rad\n",
     ""},
    {"(echo q.hinge; yes 1 | head -n 5000; yes 4 | head -n 5000) | " COMMAND
     "gravity r.urdf --input - --fields tau 2>&1 > tau",
     0,
     "<stdin>:5002: warning: hinge is at 4 rad, beyond its limit of 2 rad; the numbers are taken as they are: check "
     "their "
     "order and units\n",
     ""},
    {"echo '{\"q.hinge[deg]\": 180}' | " COMMAND "com r.urdf --input - --format csv --fields moving_mass", 0,
     "moving_mass\n0.4\n", "<stdin>:1: warning: hinge is at 3.14159 rad, beyond its limit of 2 rad"},
    {"printf 'q.wheel\\n0\\n90\\n' | " COMMAND "gravity r.urdf --input - --fields tau.hinge", 0, "tau.hinge\n0\n0\n",
     "<stdin>:3: warning: wheel is at 90 rad, 14.3 turns; if"},
    {"printf 'q.wheel\\n99.3\\n90\\n' | " COMMAND "gravity r.urdf --input - --fields tau.hinge", 0, "tau.hinge\n0\n0\n",
     ""},
    /* a compiled model has no velocity limits */
    {COMMAND "compile r.urdf -o r.cdy; " COMMAND "id r.cdy --q 9,0,0 --qd 9,0,0 --format csv --fields q.hinge", 0,
     "q.hinge\n9\n", "--q: hinge is at 9 rad, beyond its limit of 2 rad; if"},
};

START_TEST(joints_beyond_their_limits_are_named)
{
    check_run(states[_i].script, states[_i].exit_code, states[_i].out, states[_i].said);
}
END_TEST

/* ---- rows that give nothing ---- */

#define ROW(json, options) "echo '" json "' | " COMMAND options " r.urdf --input - --format csv --fields "

static const answer rows[] = {
    {ROW("{\"foo\": 1}", "id") "q", 1, "",
     "<stdin>:1: error: the row gives nothing that is read here; it has \"foo\"; expected \"q\", \"qd\", \"qdd\", "
     "\"wrenches\"\n"},
    {ROW("{}", "id") "q", 1, "", "the row gives nothing that is read here; expected \"q\""},
    {ROW("{\"q\": null, \"t\": 1}", "gravity") "tau", 1, "", "it has \"q\", \"t\"; expected \"q\"\n"},
    {ROW("{\"tau.hinge\": 1}", "id") "q", 1, "", "it has \"tau.hinge\""},
    {ROW("{\"Q\": [1, 0, 0]}", "ik --body c") "q", 1, "", "expected \"q\", \"T\""},
    {ROW("{\"position\": [1, 0, 0]}", "id") "q", 1, "", "or the joints' names in \"name\" beside \"position\""},
    {"printf '{\"q.hinge\": 1}\\n{\"p\": 1}\\n{\"q.hinge\": 2}\\n' | " COMMAND
     "id r.urdf --input - --keep-going --format csv --fields q.hinge",
     0, "q.hinge\n1\n2\n", "<stdin>:2: warning: row skipped: the row gives nothing"},
    /* unknown names, once a run */
    {"printf '{\"q.hinge\": 1, \"stamp\": 3, \"qdot\": 1}\\n{\"q.hinge\": 2, \"stamp\": 4}\\n' | " COMMAND
     "id r.urdf --input - --format csv --fields q.hinge 2>&1",
     0, "condyle: note: not read of the rows: 'stamp', 'qdot'\nstamp,qdot,q.hinge\n3.0,1.0,1\n4.0,,2\n", ""},
    {"printf 'q.hinge,qdot.hinge,t,tau.hinge,f.a.Tx,M[0][0]\\n1,2,3,4,5,6\\n' | " COMMAND
     "gravity r.urdf --input - --fields q.hinge",
     0, "qdot.hinge,t,q.hinge\n2,3,1\n", "condyle: note: not read of the rows: 'qdot.hinge'\n"},
    {"seq -f '{\"q.hinge\": 1, \"name%g\": 0}' 20 | " COMMAND
     "id r.urdf --input - --format csv --fields q.hinge 2>&1 | grep -c note",
     0, "9\n", ""},
    /* states as ROS publishes them */
    {ROW("{\"header\": {\"stamp\": 1}, \"name\": [\"wheel\", \"hinge\"], \"position\": [0.5, 1], \"velocity\": [2, 3], "
         "\"effort\": []}",
         "id") "q,qd",
     0, "q.hinge,q.slide,q.wheel,qd.hinge,qd.slide,qd.wheel\n1,0,0.5,3,0,2\n", ""},
    {ROW("{\"name\": [\"wheel\", \"hinge\"], \"position\": [0.5, 1], \"effort\": [4, 5]}", "fd") "q.hinge,tau", 0,
     "q.hinge,tau.hinge,tau.slide,tau.wheel\n1,5,0,4\n", ""},
    {ROW("{\"name\": [\"hinge\", \"finger\"], \"position\": [1, 1]}", "gravity") "q.hinge", 0, "q.hinge\n1\n",
     "condyle: note: not read of the rows: 'finger' (follows another joint)\n"},
    {ROW("{\"name\": [\"hinge\"], \"position\": [1, 2]}", "id") "q", 1, "",
     "\"position\": expected a list of 1 numbers, one for each \"name\"; it has 2\n"},
    {ROW("{\"name\": [\"hinge\"], \"position\": [1], \"effort\": [1, 2]}", "id") "q", 1, "", "\"effort\": expected"},
    {ROW("{\"name\": [\"hing\"], \"position\": [1]}", "id") "q", 1, "", "no joint 'hing'; did you mean 'hinge'?"},
    {ROW("{\"name\": [\"hinge\", \"hinge\"], \"position\": [1, 1]}", "id") "q", 1, "", "the row gives q.hinge twice"},
    {ROW("{\"name\": [\"hinge\"], \"position\": [1], \"q\": [1, 0, 0]}", "id") "q", 1, "", "gives q.hinge twice"},
    {ROW("{\"name\": [5], \"position\": [1]}", "id") "q", 1, "", "\"name\": value 1 is not the name of a joint"},
    {ROW("{\"name\": [\"hinge\"], \"position\": [null]}", "id") "q", 1, "", "\"q.hinge\": the value is not a number"},
    {ROW("{\"name\": [\"hinge\"], \"position\": 1}", "id") "q", 1, "", "\"position\": expected a list of 1 numbers"},
    {ROW("{\"name\": [\"hinge\"], \"effort\": [1]}", "id") "q", 1, "", "gives nothing that is read here"},
    {ROW("{\"name\": [\"hinge\"], \"position\": [90]}", "id --deg") "q.hinge", 0, "q.hinge[deg]\n90\n", ""},
};

START_TEST(rows_that_give_nothing_are_refused)
{
    check_run(rows[_i].script, rows[_i].exit_code, rows[_i].out, rows[_i].said);
}
END_TEST

/* ---- wrenches ---- */

#define HEAD    "grep -A 1 '  wrench '"
#define ON_TOOL "on tool0: moment 0 0 0 N m, force 0 0 -50 N, "

static const answer wrenches[] = {
    {COMMAND "id universalUR5e --wrench tool0:0,0,0,0,0,-50 | " HEAD, 0,
     "  wrench   " ON_TOOL "in the base frame, about the origin of base_link\n"
     "           (a force at tool0 itself: --wrench tool0@base-axes:Tx,Ty,Tz,Fx,Fy,Fz in these axes,\n",
     ""},
    {COMMAND "fd universalUR5e --wrench tool0@base-axes:0,0,0,0,0,-50 | " HEAD, 0,
     "  wrench   " ON_TOOL "in the axes of the base, about its origin\n\n", ""},
    {COMMAND "fd universalUR5e --wrench tool0@body:0,0,0,0,0,-50 | " HEAD, 0,
     "  wrench   " ON_TOOL "in its own frame, about its origin\n\n", ""},
    {COMMAND "id universalUR5e --wrench tool0:0,0,1,0,0,0 | " HEAD " | tail -n 1", 0, "\n", ""},
    {COMMAND "sim universalUR5e --wrench tool0:0,0,0,0,0,-50 --time 0 --fields t", 0, "t\n0\n",
     "condyle: note: --wrench tool0 acts about the origin of base_link, in the base frame; a force at tool0 itself is "
     "tool0@base-axes:Tx,Ty,Tz,Fx,Fy,Fz in the same axes, tool0@body:Tx,Ty,Tz,Fx,Fy,Fz in its own\n"},
    {"echo q.elbow_joint > a.csv; " COMMAND "id universalUR5e --input a.csv --wrench tool0:0,0,0,0,0,-50 --fields qd",
     0,
     "qd.shoulder_pan_joint,qd.shoulder_lift_joint,qd.elbow_joint,qd.wrist_1_joint,qd.wrist_2_joint,qd.wrist_3_joint\n",
     "--wrench tool0 acts about the origin of base_link"},
};

START_TEST(wrenches_say_where_they_act)
{
    check_run(wrenches[_i].script, wrenches[_i].exit_code, wrenches[_i].out, wrenches[_i].said);
}
END_TEST

/* ---- options without a part, and input without an end ---- */

static const answer others[] = {
    {COMMAND "sim r.urdf --time 0 --kp 5", 2, "", "--kp needs --control pd"},
    {COMMAND "sim r.urdf --time 0 --kd 5 --control hold", 2, "", "--kd needs --control pd"},
    {COMMAND "sim r.urdf --time 0 --frequency 5", 2, "", "--frequency needs a control law (--control)"},
    {COMMAND "sim r.urdf --time 0 --damping-ratio 1", 2, "", "--damping-ratio needs a control law (--control)"},
    {COMMAND "sim r.urdf --time 0 --tolerance 1e-3 --integrator rk4", 2, "",
     "--tolerance needs --integrator implicit, cvode or"},
    {COMMAND "show - < /dev/zero", 3, "", "the standard input is a device that does not end; expected a robot file"},
    {COMMAND "check - < /dev/zero", 3, "", "the standard input is a device that does not end"},
    {COMMAND "show - < /dev/null", 1, "", "<stdin>:1: error: empty"},
    {"yes | " COMMAND "show -", 1, "", "has no tag among its first bytes; expected a robot file or a compiled model"},
    {COMMAND "id r.urdf --input /dev/zero", 1, "", "/dev/zero:1: error: a row is longer than 64 MiB"},
    {COMMAND "identify r.urdf --input /dev/zero", 1, "", "/dev/zero:1: error: a row is longer than 64 MiB"},
    {"mkfifo pipe; " COMMAND "show pipe", 3, "", "no program wrote into this pipe for 3 seconds"},
    /* a message says that the command waits for rows */
    {"mkfifo pipe; " COMMAND
     "id r.urdf --input pipe --fields q.hinge 2> said & until grep -q waiting said 2> no; do sleep "
     "0.1; done; printf 'q.hinge\\n1\\n' > pipe; wait; cat said",
     0, "q.hinge\n1\ncondyle: note: waiting for rows: no program has written into the pipe 'pipe' yet; Ctrl-C stops\n",
     ""},
    {"mkfifo pipe; printf 'q.hinge\\n1\\n' > pipe & " COMMAND "id r.urdf --input pipe --fields q.hinge", 0,
     "q.hinge\n1\n", ""},
    /* an unclosed quote costs the row of its line */
    {"printf 'q.hinge\\n1\\n\"1.5\\n1.25\\n0.5\\n' | " COMMAND "id r.urdf --input - --keep-going --fields q.hinge", 0,
     "q.hinge\n1\n1.25\n0.5\n", "<stdin>:3: warning: row skipped: a quoted field has no closing quote\n"},
};

START_TEST(nothing_is_without_a_part_or_an_end)
{
    check_run(others[_i].script, others[_i].exit_code, others[_i].out, others[_i].said);
}
END_TEST

int main(void)
{
    if (!getenv("CONDYLE") || access(getenv("CONDYLE"), X_OK) != 0) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    unsetenv("CONDYLE_URDF_PATH"); /* the bundled robots, and no others */
    Suite *suite = suite_create("warnings");
    TCase *tests = tcase_create("answers");
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_loop_test(tests, joints_beyond_their_limits_are_named, 0, sizeof states / sizeof *states);
    tcase_add_loop_test(tests, rows_that_give_nothing_are_refused, 0, sizeof rows / sizeof *rows);
    tcase_add_loop_test(tests, wrenches_say_where_they_act, 0, sizeof wrenches / sizeof *wrenches);
    tcase_add_loop_test(tests, nothing_is_without_a_part_or_an_end, 0, sizeof others / sizeof *others);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
