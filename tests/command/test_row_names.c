/* Rows of robots whose joint names look like other names with an index, a unit or a frame, and of robots without
 * joints. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BODY(name)                                                                                                     \
    "<link name='" name "'><inertial><mass value='0.1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"    \
    "</inertial></link>"
#define JOINT(name, type, child)                                                                                       \
    "<joint name='" name "' type='" type "'><parent link='w'/><child link='" child "'/><axis xyz='0 0 1'/></joint>"
#define ROBOT(content) "<robot name='r'><link name='w'/>" content "</robot>"

static void set_up(void)
{
    open_folder();
    put_file("index.urdf", ROBOT(BODY("a") BODY("b") JOINT("x", "planar", "a") JOINT("x[0]", "continuous", "b")));
    put_file("unit.urdf", ROBOT(BODY("a") BODY("b") JOINT("j", "continuous", "a") JOINT("j[deg]", "continuous", "b")));
    put_file("frame.urdf",
             ROBOT(BODY("b") BODY("b@body") JOINT("j", "continuous", "b") JOINT("k", "continuous", "b@body")));
    put_file("alone.urdf", ROBOT(BODY("a") JOINT("k[deg]", "continuous", "a")));
    put_file("floating.urdf", ROBOT(BODY("a") JOINT("f", "floating", "a")));
    put_file("still.urdf", ROBOT(""));
}

static const struct {
    const char *script;
    int exit_code;
    const char *out, *said;
} cases[] = {
    /* a joint x[0] beside the first value of a planar joint x */
    {"\"$CONDYLE\" random index.urdf -n 2", 1, "", "condyle: error: two columns of the output would have one name"},
    {"\"$CONDYLE\" random index.urdf --format csv", 1, "", "two columns of the output would have one name"},
    {"\"$CONDYLE\" random index.urdf -n 2 --format json | \"$CONDYLE\" id index.urdf --input - --format json | wc -l | "
     "tr -d ' '",
     0, "2\n", ""},
    {"printf 'q.x[0]\\n1\\n' | \"$CONDYLE\" id index.urdf --input -", 1, "",
     "<stdin>:1: error: column 'q.x[0]': 'x[0]' is both a joint and a value of another joint; rename one of the two"},
    {"printf 'q.x[1]\\n1\\n' | \"$CONDYLE\" id index.urdf --input - --fields 'q.x[1]'", 0, "q.x[1]\n1\n", ""},
    {"\"$CONDYLE\" id index.urdf --q 'x[0]=1'", 2, "", "'x[0]' is both a joint and a value of another joint"},
    {"\"$CONDYLE\" id index.urdf --q 'x[2]=1' --format csv --fields 'q.x[2],q.x[2]'", 0, "q.x[2],q.x[2]\n1,1\n", ""},
    /* a joint j[deg] beside a joint j in degrees */
    {"echo '{\"q.j[deg]\": 1}' | \"$CONDYLE\" id unit.urdf --input -", 1, "",
     "\"q.j[deg]\" is both a joint and joint 'j' with its unit"},
    {"printf 'q.j[deg]\\n1\\n' | \"$CONDYLE\" id unit.urdf --input -", 1, "",
     "column 'q.j[deg]' is both a joint and another joint with its unit"},
    {"printf 'q.j[rad]\\n1\\n' | \"$CONDYLE\" id unit.urdf --input - --fields q.j", 0, "q.j\n1\n", ""},
    /* a joint with such a name, without a joint of the shorter name */
    {"echo '{\"q.k[deg]\": 1}' | \"$CONDYLE\" id alone.urdf --input - --format csv --fields 'q.k[deg]'", 0,
     "q.k[deg]\n1\n", ""},
    {"printf 'q.k[deg]\\n1\\n' | \"$CONDYLE\" id alone.urdf --input - --fields 'q.k[deg]'", 0, "q.k[deg]\n1\n", ""},
    {"echo '{\"q.k[rad]\": 1}' | \"$CONDYLE\" id alone.urdf --input -", 1, "",
     "\"q.k[rad]\": the robot has no joint 'k'"},
    /* values of a planar joint, one of them an angle, and of a floating joint */
    {"echo '{\"q.x[deg]\": [1, 2, 180]}' | \"$CONDYLE\" id index.urdf --input - --format csv --precision 3 --fields "
     "'q.x[1],q.x[2]'",
     0, "q.x[1],q.x[2]\n2,3.14\n", ""},
    {"echo '{\"q.x[1][deg]\": 1}' | \"$CONDYLE\" id index.urdf --input -", 1, "",
     "\"q.x[1][deg]\": q.x[1] is no angle but in m; expected its name without [deg] or [rad]"},
    {"printf 'q.x[1][deg]\\n1\\n' | \"$CONDYLE\" id index.urdf --input -", 1, "", "column 'q.x[1][deg]': q.x[1] is no"},
    {"printf 'q.x[2][deg]\\n180\\n' | \"$CONDYLE\" id index.urdf --input - --precision 3 --fields 'q.x[2]'", 0,
     "q.x[2]\n3.14\n", ""},
    {"printf 'q.f[0][rad]\\n1\\n' | \"$CONDYLE\" id floating.urdf --input -", 1, "",
     "column 'q.f[0][rad]': q.f[0] is no angle but part of a quaternion"},
    {"printf 'qd.f[0][rad]\\n1\\n' | \"$CONDYLE\" id floating.urdf --input - --fields 'qd.f[0]'", 0, "qd.f[0]\n1\n",
     ""},
    {"printf 'tau.f[0][deg]\\n1\\n' | \"$CONDYLE\" fd floating.urdf --input -", 1, "",
     "tau.f[0] is no angle but in N m"},
    {"\"$CONDYLE\" random floating.urdf -n 2 --deg | \"$CONDYLE\" id floating.urdf --input - --deg --qd random | "
     "\"$CONDYLE\" fd floating.urdf --input - --deg --format json | \"$CONDYLE\" energy floating.urdf --input - | wc "
     "-l "
     "| tr -d ' '",
     0, "3\n", ""},
    /* a body b@body beside a body b */
    {"printf 'q.j,f.b@body.Tx\\n1,2\\n' | \"$CONDYLE\" id frame.urdf --input -", 1, "",
     "column 'f.b@body.Tx': 'b@body' is both a body and body 'b' in its own frame; rename one of the two"},
    {"\"$CONDYLE\" id frame.urdf --wrench b@body:0,0,1,0,0,0", 2, "", "'b@body' is both a body and body 'b'"},
    {"printf 'q.j,f.b.Tz\\n0,2\\n' | \"$CONDYLE\" id frame.urdf --input - --fields tau", 0, "tau.j,tau.k\n-2,0\n", ""},
    {"echo '{\"wrenches\": [{\"body\": \"b@body\", \"wrench\": [0,0,0,0,0,1]}, {\"body\": \"b\", \"frame\": \"body\", "
     "\"wrench\": [0,0,2,0,0,0]}]}' | \"$CONDYLE\" id frame.urdf --input - --format csv",
     1, "", "two columns"},
    {"echo '{\"wrenches\": [{\"body\": \"b@bodi\", \"wrench\": [0,0,0,0,0,1]}]}' | \"$CONDYLE\" id frame.urdf --input "
     "-",
     1, "", "the robot has no body 'b@bodi'; did you mean 'b@body'?"},
    /* no degrees of freedom: no columns, but rows */
    {"\"$CONDYLE\" random still.urdf -n 3 | \"$CONDYLE\" id still.urdf --input - | \"$CONDYLE\" energy still.urdf "
     "--input - --fields total",
     0, "total\n0\n0\n0\n", ""},
    {"printf 't\\n1\\n\\n2\\n' | \"$CONDYLE\" energy still.urdf --input - --fields total", 0, "t,total\n1,0\n2,0\n",
     ""},
    {"\"$CONDYLE\" energy still.urdf --input /dev/null", 1, "", "/dev/null: error: the input is empty\n"},
    {"\"$CONDYLE\" random still.urdf -n 3 -o a.npy && \"$CONDYLE\" energy still.urdf --input a.npy --fields total", 0,
     "total\n0\n0\n0\n", ""},
    {"\"$CONDYLE\" random still.urdf -n 3 --format npy | \"$CONDYLE\" id still.urdf --input - --format npy "
     "--input-format "
     "npy | \"$CONDYLE\" fd still.urdf --input - --format json",
     0, "{\"q\": [], \"qdd\": []}\n{\"q\": [], \"qdd\": []}\n{\"q\": [], \"qdd\": []}\n", ""},
    {"\"$CONDYLE\" random still.urdf -n 3 --format json | \"$CONDYLE\" mass still.urdf --input - -o a.npy && "
     "\"$CONDYLE\" id still.urdf --input a.npy -o a.csv && \"$CONDYLE\" gravity still.urdf --input a.csv | wc -l | tr "
     "-d "
     "' '",
     0, "4\n", ""},
    {"\"$CONDYLE\" random still.urdf -n 3 --format npy | LC_ALL=C sed 's/(3, 0), }         /(3000000000, 0), }/' > a; "
     "\"$CONDYLE\" energy still.urdf --input a",
     1, "", "the array has 3000000000 rows without a number; expected 1048576 at most"},
    {"\"$CONDYLE\" random still.urdf -n 0 --format npy > a; \"$CONDYLE\" energy still.urdf --input a --fields total", 0,
     "total\n", ""},
    {"\"$CONDYLE\" random still.urdf --format npy > a; \"$CONDYLE\" id unit.urdf --input a", 1, "",
     "the array has 0 columns; expected 2 (q), 4 (and qd), 6 (and qdd)"},
    {"\"$CONDYLE\" random still.urdf --format npy > a; \"$CONDYLE\" ik still.urdf --body w --input a", 1, "",
     "the array has 0 columns; expected 16 (q and T), 16 (T)"},
    /* JSON has the shortest form of numbers */
    {"\"$CONDYLE\" show frame.urdf --format json | grep -o '\"mass\": 0.1[^,]*,' | sort -u", 0, "\"mass\": 0.1,\n", ""},
};

START_TEST(names_are_told_apart)
{
    check_run(cases[_i].script, cases[_i].exit_code, cases[_i].out, cases[_i].said);
}
END_TEST

int main(void)
{
    if (!getenv("CONDYLE") || access(getenv("CONDYLE"), X_OK) != 0) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    Suite *suite = suite_create("row_names");
    TCase *tests = tcase_create("names");
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_loop_test(tests, names_are_told_apart, 0, sizeof cases / sizeof *cases);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
