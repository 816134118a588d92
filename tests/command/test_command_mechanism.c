/* condyle mechanism: the robots of docs/examples, closed loops and torques beside closed forms, rows that follow each
 * other, and refused arguments. */
#include "support/compare.h"
#include "support/folder.h"
#include "support/json_numbers.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXAMPLES "$SOURCE_ROOT/docs/examples/"
#define FOUR_BAR                                                                                                       \
    "\"$CONDYLE\" mechanism \"" EXAMPLES "four_bar.urdf\" --constraints \"" EXAMPLES                                   \
    "four_bar.json\" --actuated crank_joint "
#define PALLETIZER                                                                                                     \
    "\"$CONDYLE\" mechanism \"" EXAMPLES "palletizer.urdf\" --constraints \"" EXAMPLES                                 \
    "palletizer.json\" --actuated turn --actuated lower --actuated upper --actuated spin "

/* Lengths of crank, coupler, rocker and ground. */
static const double l1 = 0.1, l2 = 0.3, l3 = 0.25, ground = 0.3;

/* Angles of the joints for one of the crank, the coupler's end below the line from its pivot to the rocker's. The axes
 * are y, which turns x to -z: angles count downward. */
static void close_by_hand(double crank, double joints[3])
{
    const double px = ground - l1 * cos(crank), py = -l1 * sin(crank), r = hypot(px, py);
    const double coupler = atan2(py, px) + acos((l2 * l2 + r * r - l3 * l3) / (2 * l2 * r));
    joints[0] = crank;
    joints[1] = coupler - crank;
    joints[2] = atan2(l1 * sin(crank) + l2 * sin(coupler), l1 * cos(crank) + l2 * cos(coupler) - ground);
}

START_TEST(a_four_bar_closes_and_carries)
{
    double q[3];
    close_by_hand(0.5, q);
    json_t *x = parse_json(output_of(FOUR_BAR "--q 0.5,0,1 --qd 1,7,7 --format json 2>note"));
    check_numbers(x, "q", q, 3, 1e-11);
    check_name(x, "constraints", 0, "coupler-rocker");
    double tau[3], qd[3];
    read_numbers(x, "tau", tau, 3);
    ck_assert_double_ne(tau[0], 0);
    ck_assert(tau[1] == 0 && tau[2] == 0);
    /* the velocities are those of the closed form, by differences */
    double before[3], after[3];
    const double h = 1e-6;
    close_by_hand(0.5 - h, before);
    close_by_hand(0.5 + h, after);
    for (int i = 0; i < 3; i++) {
        qd[i] = (after[i] - before[i]) / (2 * h);
    }
    check_numbers(x, "qd", qd, 3, 1e-8);
    json_decref(x);
    check_output("condyle: note: the mechanism has 1 degree of freedom: crank_joint\n", "cat note");
}
END_TEST

/* The power of the drive at rest against gravity: tau = dU/d(crank), by differences of the energy at closed forms. */
START_TEST(the_drive_holds_the_weight)
{
    const double h = 1e-5, mass[3] = {0.4, 1.2, 1};
    double energy[2];
    for (int side = 0; side < 2; side++) {
        double q[3];
        close_by_hand(0.8 + (side ? h : -h), q);
        const double up[3] = {-l1 / 2 * sin(q[0]), -l1 * sin(q[0]) - l2 / 2 * sin(q[0] + q[1]), -l3 / 2 * sin(q[2])};
        energy[side] = 9.81 * (mass[0] * up[0] + mass[1] * up[1] + mass[2] * up[2]);
    }
    json_t *x = parse_json(output_of(FOUR_BAR "--q 0.8,0,1 --format json 2>note"));
    check_numbers(x, "tau", (const double[]){(energy[1] - energy[0]) / (2 * h), 0, 0}, 3, 1e-7);
    json_decref(x);
}
END_TEST

START_TEST(rows_follow_each_other)
{
    double q[3];
    close_by_hand(3, q);
    char *text = output_of("printf 'q.crank_joint\\n0.5\\n1\\n1.5\\n2\\n2.5\\n3\\n' | " FOUR_BAR
                           "--input - --follow --fields q --format json 2>note | tail -n 1");
    json_t *x = parse_json(text);
    check_numbers(x, "q", q, 3, 1e-10);
    json_decref(x);
}
END_TEST

START_TEST(torques_and_accelerations_are_inverse)
{
    json_t *x = parse_json(output_of(FOUR_BAR "--q 0.5,0,1 --qd 2,0,0 --qdd 3,0,0 --format json 2>note"));
    double tau[3], qdd[3], forces[5];
    read_numbers(x, "tau", tau, 3);
    read_numbers(x, "qdd", qdd, 3);
    read_numbers(x, "forces", forces, 5);
    json_decref(x);
    x = parse_json(output_of(FOUR_BAR "--q 0.5,0,1 --qd 2,0,0 --tau %.17g,0,0 --forward --format json 2>note", tau[0]));
    check_numbers(x, "qdd", qdd, 3, 1e-9);
    check_numbers(x, "forces", forces, 5, 1e-9);
    json_decref(x);
}
END_TEST

/* The parallelograms keep the flange level: the plates turn back by what the arms turn, and the rods turn along. The
 * drive at the lower arm carries what the rods take from the wrist. */
START_TEST(a_palletizer_keeps_its_flange_level)
{
    json_t *x = parse_json(output_of(PALLETIZER "--q turn=0.4,lower=0.3,upper=0.5,spin=1 --format json 2>note"));
    const json_t *joints = json_object_get(x, "joints");
    double q[8];
    read_numbers(x, "q", q, 8);
    for (size_t i = 0; i < 8; i++) {
        const char *name = json_string_value(json_array_get(joints, i));
        const double expected = strcmp(name, "turn") == 0              ? 0.4
                                : strcmp(name, "lower") == 0           ? 0.3
                                : strcmp(name, "upper") == 0           ? 0.5
                                : strcmp(name, "spin") == 0            ? 1
                                : strcmp(name, "knee_joint") == 0      ? -0.3
                                : strcmp(name, "lower_rod_joint") == 0 ? 0.3
                                : strcmp(name, "wrist_joint") == 0     ? -0.8
                                                                       : 0.8;
        ck_assert_msg(fabs(q[i] - expected) < 1e-11, "%s: %g", name, q[i]);
    }
    json_decref(x);
    check_output("condyle: note: the mechanism has 4 degrees of freedom: turn, lower, upper, spin\n", "cat note");
}
END_TEST

/* The four-bar as MJCF, with <connect>, and as SDF, whose last joint closes the chain; at home all bars lie on the x
 * axis but the rocker, which stands where its end meets the coupler's. */
static const char mjcf[] =
    "<mujoco model='four_bar'><worldbody><body name='crank'><joint name='crank_joint' axis='0 1 0'/>"
    "<inertial pos='.05 0 0' mass='.4' diaginertia='4e-5 3.33e-4 3.33e-4'/><body name='coupler' pos='.1 0 0'>"
    "<joint name='coupler_joint' axis='0 1 0'/><inertial pos='.15 0 0' mass='1.2' diaginertia='1.2e-4 9e-3 9e-3'/>"
    "</body></body><body name='rocker' pos='.3 0 0' euler='0 %.17g 0'><joint name='rocker_joint' axis='0 1 0'/>"
    "<inertial pos='.125 0 0' mass='1' diaginertia='1e-4 5.208e-3 5.208e-3'/></body></worldbody>"
    "<equality><%s/></equality></mujoco>";
static const char sdf[] =
    "<sdf version='1.9'><model name='four_bar'><link name='crank'><inertial><pose>.05 0 0 0 0 0</pose>"
    "<mass>.4</mass><inertia><ixx>4e-5</ixx><iyy>3.33e-4</iyy><izz>3.33e-4</izz></inertia></inertial></link>"
    "<link name='coupler'><pose>.1 0 0 0 %.17g 0</pose><inertial><pose>.15 0 0 0 0 0</pose><mass>1.2</mass>"
    "<inertia><ixx>1.2e-4</ixx><iyy>9e-3</iyy><izz>9e-3</izz></inertia></inertial></link>"
    "<link name='rocker'><pose>.3 0 0 0 %.17g 0</pose><inertial><pose>.125 0 0 0 0 0</pose><mass>1</mass>"
    "<inertia><ixx>1e-4</ixx><iyy>5.208e-3</iyy><izz>5.208e-3</izz></inertia></inertial></link>"
    "<joint name='crank_joint' type='revolute'><parent>world</parent><child>crank</child>"
    "<axis><xyz>0 1 0</xyz></axis></joint>"
    "<joint name='coupler_joint' type='revolute'><parent>crank</parent><child>coupler</child>"
    "<axis><xyz>0 1 0</xyz></axis></joint>"
    "<joint name='rocker_joint' type='revolute'><parent>world</parent><child>rocker</child>"
    "<axis><xyz>0 1 0</xyz></axis></joint>"
    "<joint name='tie' type='revolute'><pose>.25 0 0 0 0 0</pose><parent>coupler</parent><child>rocker</child>"
    "<axis><xyz>0 1 0</xyz></axis></joint></model></sdf>";

START_TEST(files_state_their_loops)
{
    char text[4096];
    double home[3], q[3];
    close_by_hand(0, home);
    close_by_hand(0.5, q);
    snprintf(text, sizeof text, mjcf, home[2] * 180 / acos(-1),
             "connect body1='rocker' body2='coupler' anchor='.25 0 0'");
    put_file("bar.xml", text);
    snprintf(text, sizeof text, sdf, home[1], home[2]);
    put_file("bar.sdf", text);
    json_t *x = parse_json(output_of("\"$CONDYLE\" mechanism bar.sdf --actuated crank_joint --q 0.5,0,0 --qd 1,0,0 "
                                     "--format json 2>note"));
    json_t *expected = parse_json(output_of(FOUR_BAR "--q 0.5,0,1 --qd 1,0,0 --format json 2>note"));
    double tau[3], qd[3];
    read_numbers(expected, "tau", tau, 3);
    read_numbers(expected, "qd", qd, 3);
    check_numbers(x, "q", (const double[]){0.5, q[1] - home[1], q[2] - home[2]}, 3, 1e-10);
    check_numbers(x, "qd", qd, 3, 1e-9);
    check_numbers(x, "tau", tau, 3, 1e-6); /* the inertias of the URDF have six digits */
    json_decref(x);
    json_decref(expected);
    /* The MJCF's initial configuration has the coupler along x: the point that is tied to the rocker's end is fixed in
     * the coupler there, so that the initial configuration is closed. */
    x = parse_json(output_of("\"$CONDYLE\" mechanism bar.xml --actuated crank_joint --format json 2>note"));
    check_numbers(x, "q", (const double[]){0, 0, 0}, 3, 1e-12);
    check_name(x, "constraints", 0, "rocker-coupler");
    json_decref(x);
    /* A weld with a pose of its own is not closed there, and cannot be. */
    snprintf(text, sizeof text, mjcf, 0.0, "weld body1='rocker' body2='coupler' relpose='9 0 0 1 0 0 0'");
    put_file("open.xml", text);
    check_run("\"$CONDYLE\" mechanism open.xml --actuated crank_joint 2>said; "
              "grep -c \"the loop between 'coupler' and 'rocker' cannot be closed: 8\" said",
              0, "1\n", "");
}
END_TEST

/* The warning of a loop names the command that closes it: 'mechanism' where the robot has the loop. */
START_TEST(warnings_name_what_closes_a_loop)
{
    static const struct {
        const char *equality;
        bool kept;
    } equalities[] = {
        {"connect body1='rocker' body2='coupler' anchor='.25 0 0'", true},
        {"weld body1='rocker' body2='coupler'", true},
        {"weld body1='rocker'", true},
        {"connect body1='rocker' body2='coupler'", false},
        {"connect body2='coupler' anchor='.25 0 0'", false},
        {"weld site1='a' site2='b'", false},
        {"weld body1='rocker' body2='nobody'", false},
    };
    char text[4096];
    for (size_t i = 0; i < sizeof equalities / sizeof *equalities; i++) {
        snprintf(text, sizeof text, mjcf, 0.0, equalities[i].equality);
        put_file("bar.xml", text);
        check_run("\"$CONDYLE\" check bar.xml >said 2>&1; grep -c 'the tree; .condyle mechanism. closes it' said; "
                  "grep -c 'is not read: a loop is open here; .condyle constrained --loop. closes it' said; "
                  "grep -c 'is not read' said; true",
                  0, equalities[i].kept ? "1\n0\n0\n" : "0\n1\n1\n", "");
    }
    for (int axes = 1; axes <= 2; axes++) {
        snprintf(text, sizeof text, sdf, 0.0, 0.0);
        char *tie = strstr(text, "<joint name='tie'");
        snprintf(
            tie, sizeof text - (size_t)(tie - text),
            "<joint name='tie' type='%s'><parent>coupler</parent><child>rocker</child><axis><xyz>0 1 0</xyz></axis>%s"
            "</joint></model></sdf>",
            axes == 1 ? "revolute" : "universal", axes == 1 ? "" : "<axis2><xyz>1 0 0</xyz></axis2>");
        put_file("bar.sdf", text);
        check_run("\"$CONDYLE\" check bar.sdf >said 2>&1; grep -c 'the tree; .condyle mechanism. closes it' said; "
                  "grep -c 'the tree; .condyle constrained --loop. closes it' said; true",
                  0, axes == 1 ? "1\n0\n" : "0\n1\n", "");
    }
}
END_TEST

/* A table that slides and turns: its x is tied, and y and the angle are free, the second and third degree of one joint.
 * They are those of each row, also with --follow. */
START_TEST(a_row_keeps_its_degrees_of_a_joint)
{
    put_file("table.urdf", "<robot name='table'><link name='base'/><link name='top'><inertial><mass value='1'/>"
                           "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>"
                           "<joint name='slide' type='planar'><parent link='base'/><child link='top'/>"
                           "<axis xyz='0 0 1'/></joint></robot>");
    put_file("tie.json", "[{\"body\": \"top\", \"other\": \"base\", \"rows\": [\"vx\"]}]");
    put_file("rows.json", "{\"q\": {\"slide\": [0, 1, 0.5]}}\n{\"q\": {\"slide\": [0, 2, 0.7]}}\n");
    json_t *x = parse_json(output_of("\"$CONDYLE\" mechanism table.urdf --constraints tie.json --actuated slide "
                                     "--input rows.json --follow --fields q --format json 2>note | tail -n 1"));
    check_numbers(x, "q", (const double[]){0, 2, 0.7}, 3, 1e-12);
    json_decref(x);
}
END_TEST

/* The dependent joints of a row that leaves them out begin where those of the row before are, as in 'limits'; where a
 * row gives them, on the side where it has them. */
START_TEST(rows_stay_on_their_branch)
{
    static const char crank[] = "q.crank_joint\n0.5\n0\n-0.5\n";
    double q[3];
    close_by_hand(-0.5, q);
    put_file("crank.csv", crank);
    json_t *x = parse_json(output_of(FOUR_BAR "--input crank.csv --fields q --format json 2>note | tail -n 1"));
    check_numbers(x, "q", q, 3, 1e-10);
    json_decref(x);
    x = parse_json(
        output_of("\"$CONDYLE\" reactions \"" EXAMPLES "four_bar.urdf\" --constraints \"" EXAMPLES
                  "four_bar.json\" --actuated crank_joint --input crank.csv --fields q --format json 2>note | "
                  "tail -n 1"));
    check_numbers(x, "q", q, 3, 1e-10);
    json_decref(x);
    put_file("both.csv", "q.crank_joint,q.coupler_joint,q.rocker_joint\n0.5,0.2,1.5\n-0.5,-0.2,-1.5\n");
    x = parse_json(output_of(FOUR_BAR "--input both.csv --fields q --format json 2>note | tail -n 1"));
    check_numbers(x, "q", (const double[]){-0.5, -0.23812233653252912, -1.5320736152650118}, 3, 1e-10);
    json_decref(x);
    x = parse_json(output_of(FOUR_BAR "--input both.csv --follow --fields q --format json 2>note | tail -n 1"));
    check_numbers(x, "q", q, 3, 1e-10);
    json_decref(x);
    put_file("none.csv", "qd.crank_joint\n1\n");
    x = parse_json(output_of(FOUR_BAR "--q -0.5,1,2 --input none.csv --fields q --format json 2>note"));
    check_numbers(x, "q", q, 3, 1e-10);
    json_decref(x);
}
END_TEST

/* A row of dependent joints alone does not move the mechanism. */
START_TEST(rows_of_dependent_joints_are_told)
{
    put_file("rocker.csv", "q.rocker_joint\n1.4\n1.5\n");
    check_run(FOUR_BAR "--q 0.5,0,1 --input rocker.csv --fields q > q", 0, "",
              "condyle: note: 2 rows give positions of joints that depend on others alone, such as 'rocker_joint', ");
    check_run("\"$CONDYLE\" reactions \"" EXAMPLES "four_bar.urdf\" --constraints \"" EXAMPLES
              "four_bar.json\" --actuated crank_joint --q 0.5,0,1 --input rocker.csv --rows 0:1 --fields q > q",
              0, "", "condyle: note: 1 row gives positions of joints that depend on others alone");
    put_file("both.csv", "q.crank_joint,q.rocker_joint\n0.5,1.4\n0.6,\n");
    check_run(FOUR_BAR "--input both.csv --fields q 2>&1 >q | grep -c alone", 1, "0\n", "");
}
END_TEST

/* A wrench in axes of a body acts where the loops are closed, wherever the search begins. */
START_TEST(wrenches_act_on_the_closed_mechanism)
{
    double q[3], tau[3];
    close_by_hand(0.5, q);
    json_t *x = parse_json(output_of(FOUR_BAR "--q 0.5,%.17g,%.17g --wrench coupler@body:0,0,0,0,0,9 --format json "
                                              "2>note",
                                     q[1], q[2]));
    read_numbers(x, "tau", tau, 3);
    json_decref(x);
    x = parse_json(output_of(FOUR_BAR "--q 0.5,0,1 --wrench coupler@body:0,0,0,0,0,9 --format json 2>note"));
    check_numbers(x, "tau", tau, 3, 1e-9);
    json_decref(x);
}
END_TEST

/* Assemblies look at no limits; the joint that is farthest beyond them is told, once. */
START_TEST(joints_beyond_their_limits_are_told)
{
    free(output_of("sed -e '/\"rocker_joint\"/s/continuous/revolute/' -e '/xyz=\"0.3 0 0\"/a <limit lower=\"-1\" "
                   "upper=\"1\" effort=\"1\" velocity=\"1\"/>' \"" EXAMPLES "four_bar.urdf\" > limited.urdf"));
#define LIMITED(command)                                                                                               \
    "\"$CONDYLE\" " command " limited.urdf --constraints \"" EXAMPLES "four_bar.json\" --actuated crank_joint "
    check_run(LIMITED("mechanism") "--q 0.5,0,1 --fields q > q", 0, "",
              "condyle: note: closing the loops, which looks at no limits, puts joint 'rocker_joint' at 1.53207 rad, "
              "beyond its limit of 1 rad; begin elsewhere for another branch\n");
    check_run(LIMITED("mechanism") "--q 28.6478897565,0,1 --deg --fields q > q", 0, "",
              "'rocker_joint' at 87.7814 deg, beyond its limit of 57.2958 deg;");
    check_run(LIMITED("mechanism") "--q -0.5,0,-1 --fields q > q", 0, "",
              "'rocker_joint' at -1.53207 rad, beyond its limit of -1 rad;");
    check_run(
        "printf 'q.crank_joint\\n0.5\\n1.5\\n' | " LIMITED("mechanism") "--input - --fields q 2>&1 >q | grep -c .", 0,
        "2\n", "");
    check_run("printf 'q.crank_joint\\n0.5\\n1.5\\n' | " LIMITED("mechanism") "--input - --fields q > q", 0, "",
              "puts joint 'rocker_joint' at 1.69947 rad, beyond its limit of 1 rad, in 2 of 2 states; begin elsewhere");
    check_run(LIMITED("reactions") "--q 0.5,0,1 --fields q > q", 0, "", "puts joint 'rocker_joint' at 1.53207 rad");
    check_run(LIMITED("sim") "--q 0.5,0,1 --time 0.01 --fields q > q", 0, "",
              "puts joint 'rocker_joint' at 1.53207 rad");
    free(output_of(
        "sed -i 's/upper=\"1\"/upper=\"1.6\"/' limited.urdf; printf 'q.crank_joint\\n0.5\\n1.5\\n' > way.csv"));
    check_run(LIMITED("trajectory") "--through way.csv --acceleration 5", 4, "",
              "the loops take joint 'rocker_joint' to 1.6");
    check_run(FOUR_BAR "--q 0.5,0,1 --fields q > q", 0, "",
              "condyle: note: the mechanism has 1 degree of freedom: crank_joint\n");
    check_run("rm q way.csv limited.urdf", 0, "", "");
}
END_TEST

/* ---- limits and reports over loops ---- */

#define CRANK_OF(COMMAND)                                                                                              \
    "\"$CONDYLE\" " COMMAND " \"" EXAMPLES "four_bar.urdf\" --constraints \"" EXAMPLES                                 \
    "four_bar.json\" --actuated crank_joint "

static const json_t *joint_of(const json_t *results, size_t index)
{
    return json_array_get(json_object_get(results, "joints"), index);
}

static double member_of(const json_t *joint, const char *key)
{
    return json_number_value(json_object_get(joint, key));
}

/* Peaks and root mean squares of rows that give the crank alone are those of 'mechanism' in each of them; joints
 * without drives have velocities and no torques. */
START_TEST(limits_are_those_of_the_drives)
{
    double peak[3] = {0}, torque = 0, squares = 0;
    put_file("crank.csv", "q.crank_joint,qd.crank_joint,qdd.crank_joint\n0.5,1,2\n1,1.5,1\n1.5,2,-3\n2,1,0\n");
    for (int row = 1; row <= 4; row++) {
        json_t *x = parse_json(output_of("(head -n 1 crank.csv; tail -n +2 crank.csv | head -n %d) | " FOUR_BAR
                                         "--input - --follow --format json 2>note | tail -n 1",
                                         row));
        double tau[3], qd[3];
        read_numbers(x, "tau", tau, 3);
        read_numbers(x, "qd", qd, 3);
        for (int i = 0; i < 3; i++) {
            peak[i] = fabs(qd[i]) > fabs(peak[i]) ? qd[i] : peak[i];
        }
        torque = fabs(tau[0]) > fabs(torque) ? tau[0] : torque;
        squares += tau[0] * tau[0];
        json_decref(x);
    }
    json_t *x = parse_json(output_of(CRANK_OF("limits") "--input crank.csv --format json 2>note"));
    for (size_t i = 0; i < 3; i++) {
        ck_assert_double_eq_tol(member_of(joint_of(x, i), "peak_velocity"), peak[i], 1e-9);
        ck_assert(json_is_null(json_object_get(joint_of(x, i), "peak_torque")) == (i > 0));
        ck_assert(json_is_true(json_object_get(joint_of(x, i), "effort_unknown")) == (i == 0));
    }
    ck_assert_double_eq_tol(member_of(joint_of(x, 0), "peak_torque"), torque, 1e-9);
    ck_assert_double_eq_tol(member_of(joint_of(x, 0), "rms_torque"), sqrt(squares / 4), 1e-9);
    json_decref(x);
    check_output("condyle: note: the mechanism has 1 degree of freedom: crank_joint\n"
                 "condyle: note: the effort limit of joint 'crank_joint' is not known (0 or missing)\n"
                 "condyle: note: the velocity limit of joint 'crank_joint' and of others is not known (0 or missing)\n",
                 "cat note");
    check_run(CRANK_OF("report") "--input crank.csv -o page.html 2>note && grep -c 'no drive' page.html", 0, "2\n", "");
}
END_TEST

/* What rows give of joints that depend on others is moved to where the loop closes, and by how much is told; torques
 * that rows give are those of the drives. */
START_TEST(rows_are_closed)
{
    double q[3];
    close_by_hand(0.5, q);
    char row[256];
    snprintf(row, sizeof row, "{\"q\": [0.5, %.17g, %.17g], \"qd\": [1, 7, 7], \"tau\": [3, 5, 7]}\n", q[1],
             q[2] + 0.05);
    put_file("row.json", row);
    json_t *x = parse_json(output_of(CRANK_OF("limits") "--input row.json --format json 2>note"));
    ck_assert_double_eq_tol(member_of(joint_of(x, 0), "peak_torque"), 3, 1e-15);
    ck_assert(json_is_null(json_object_get(joint_of(x, 1), "peak_torque")));
    json_t *expected = parse_json(output_of(FOUR_BAR "--q 0.5,0,1 --qd 1,0,0 --format json 2>/dev/null"));
    double qd[3];
    read_numbers(expected, "qd", qd, 3);
    ck_assert_double_eq_tol(member_of(joint_of(x, 2), "peak_velocity"), qd[2], 1e-9);
    json_decref(expected);
    json_decref(x);
    check_output("condyle: note: closing the loops moved positions of the rows by up to 0.05 rad or m\n",
                 "grep moved note");
}
END_TEST

/* ---- motions through way points ---- */

#define PALLETIZER_OF(COMMAND, ROBOT)                                                                                  \
    "\"$CONDYLE\" " COMMAND " \"" ROBOT "\" --constraints \"" EXAMPLES                                                 \
    "palletizer.json\" --actuated turn --actuated lower --actuated upper --actuated spin "

static const char palletizer_way[] = "q.turn,q.lower,q.upper,q.spin\n0,0,0,0\n1.2,0.5,-0.4,1\n-0.5,1.1,0.3,2\n";

/* `limits` finds at 2 kHz that the fastest motion uses a limit, and none is exceeded by a thousandth, also where
 * friction acts in all joints or the flange carries a load. */
START_TEST(fastest_motions_use_the_limits_of_the_drives)
{
    static const char *const loads[] = {"", "--payload flange:60", "--drives damping,friction"};
    put_file("way.csv", palletizer_way);
    free(output_of("sed 's|<axis xyz=.*|&<dynamics damping=\"20\" friction=\"30\"/>|' \"" EXAMPLES
                   "palletizer.urdf\" > rubbed.urdf"));
    free(output_of(PALLETIZER_OF("trajectory", "rubbed.urdf") "--through way.csv --profile time-optimal --rate 2000 %s "
                                                              "2>note > m.csv",
                   loads[_i]));
    check_output("condyle: note: the mechanism has 4 degrees of freedom: turn, lower, upper, spin\n", "cat note");
    json_t *x = parse_json(
        output_of(PALLETIZER_OF("limits", "rubbed.urdf") "--input m.csv %s --format json 2>note", loads[_i]));
    double most = 0;
    for (size_t i = 0; i < 8; i++) {
        most = fmax(most, member_of(joint_of(x, i), "effort_percent"));
        most = fmax(most, member_of(joint_of(x, i), "velocity_percent"));
    }
    ck_assert_double_ge(most, 99.9);
    ck_assert_double_le(most, 100.1);
    json_decref(x);
    check_run("grep -c moved note", 1, "0\n", ""); /* the rows have the loops closed */
}
END_TEST

/* Every profile passes the way points, with the parallelograms closed. */
START_TEST(motions_of_all_profiles_keep_the_loops)
{
    static const char *const profiles[] = {"trapezoid", "cubic", "quintic", "minimum-jerk", "b-spline", "time-optimal"};
    double first[9] = {0}, row[25];
    put_file("way.csv", palletizer_way);
    char *text =
        output_of(PALLETIZER_OF("trajectory", EXAMPLES
                                "palletizer.urdf") "--through way.csv --profile %s "
                                                   "--acceleration 4 2>note | sed -n -e '2p;30p' -e '$p' | tr , ' '",
                  profiles[_i]);
    const char *at = text;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 25; i++) {
            char *end;
            row[i] = strtod(at, &end);
            ck_assert_ptr_ne(at, end);
            at = end;
        }
        /* t, then turn, lower, knee_joint, upper_rod_joint, upper, wrist_joint, spin, lower_rod_joint */
        const double expected[] = {-row[2], row[2] + row[5], -(row[2] + row[5]), row[2]};
        ck_assert_near(((double[]){row[3], row[4], row[6], row[8]}), expected, 4, 1e-8);
        ck_assert_near((row + 1), first, k == 0 ? 8 : 0, 1e-12);
    }
    ck_assert_near(((double[]){row[1], row[2], row[5], row[7]}), ((double[]){-0.5, 1.1, 0.3, 2}), 4, 1e-9);
    free(text);
}
END_TEST

START_TEST(way_points_that_loops_cannot_have_are_told)
{
    static const struct {
        const char *way, *options, *message;
        int code;
    } wrong[] = {
        {"q.crank_joint\n0.5\n1\n", "--acceleration 5 --cartesian --body rocker",
         "--cartesian is not for robots with closed loops", 2},
        {"q.rocker_joint\n1.5\n1.4\n", "--acceleration 5",
         "way point 1 gives the position of joint 'rocker_joint', which depends on others, but of no independent joint",
         1},
        {"q.crank_joint,q.rocker_joint\n0.5,1\n1,1.2\n", "--acceleration 5",
         "note: closing the loops moved positions of the way points, most joint 'rocker_joint' by 0.532 rad at way "
         "point 1",
         0},
        {"q.crank_joint,q.rocker_joint\n0.5,1\n1,-5.083185307\n", "--acceleration 5",
         "most joint 'rocker_joint' by 0.532 rad at way point 1", 0},
        {"q.crank_joint,q.rocker_joint\n28.64788976,57.29577951\n57.29577951,68.75493542\n", "--acceleration 300 --deg",
         "most joint 'rocker_joint' by 30.5 deg at way point 1", 0},
        {"q.crank_joint\n0.5\n1\n", "", "nothing bounds the acceleration of joint 'crank_joint'", 2},
        {"q.crank_joint\n0.5\n1\n", "--acceleration 5 --jerk 5", "have no limits of jerk", 2},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char script[1024];
        put_file("way.csv", "");
        snprintf(script, sizeof script, "printf '%s' > way.csv; " CRANK_OF("trajectory") "--through way.csv %s > m.csv",
                 wrong[i].way, wrong[i].options);
        check_run(script, wrong[i].code, "", wrong[i].message);
    }
    check_run("\"$CONDYLE\" trajectory \"" EXAMPLES "four_bar.urdf\" --constraints \"" EXAMPLES
              "four_bar.json\" --through way.csv",
              2, "", "'trajectory' needs --actuated JOINT, for each of them");
    check_run("\"$CONDYLE\" trajectory universalUR5e --actuated elbow_joint --through way.csv", 2, "",
              "--actuated is for robots with closed loops");
    put_file("way.csv", "{\"T\": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}\n");
    check_run(CRANK_OF("trajectory") "--through way.csv --through-format json --acceleration 1", 1, "",
              "way points of robots with closed loops are configurations");
}
END_TEST

/* Rows that do not tell the independent joints would mix numbers of the row with those of a mechanism at rest. */
START_TEST(rows_that_do_not_tell_the_motion_are_refused)
{
    static const struct {
        const char *row, *message;
    } wrong[] = {
        {"t,q.crank_joint,qd.rocker_joint,qdd.crank_joint\\n0,0.5,77,0\\n",
         "the row gives velocities, but not that of the independent joint 'crank_joint'"},
        {"q.rocker_joint,qd.rocker_joint,qdd.rocker_joint\\n0.5,1,1\\n",
         "the row gives positions, but not that of the independent joint 'crank_joint'"},
        {"q.crank_joint,qdd.rocker_joint\\n0.5,1\\n",
         "the row gives accelerations, but not that of the independent joint 'crank_joint'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char script[1024];
        snprintf(script, sizeof script, "printf '%s' | " CRANK_OF("limits") "--input -", wrong[i].row);
        check_run(script, 1, "", wrong[i].message);
    }
}
END_TEST

/* Velocities that the loops replace, and torques of joints without a drive, are told; a row whose torques are all of
 * such joints has those of its accelerations. */
START_TEST(what_loops_replace_is_told)
{
    check_run("printf 'q.crank_joint,qd.crank_joint,qd.rocker_joint\\n0.5,1,77\\n' | " CRANK_OF(
                  "limits") "--input - 2>note >out; grep -c 'replaced velocities of the rows, by up to 77.1' note",
              0, "1\n", "");
    json_t *x =
        parse_json(output_of("printf 'q.crank_joint,qdd.crank_joint,tau.coupler_joint\\n0.5,2,5\\n' | " CRANK_OF(
            "limits") "--input - --format json 2>note"));
    json_t *expected = parse_json(output_of(FOUR_BAR "--q 0.5,0,1 --qdd 2,0,0 --format json 2>/dev/null"));
    double tau[3];
    read_numbers(expected, "tau", tau, 3);
    ck_assert_double_eq_tol(member_of(joint_of(x, 0), "peak_torque"), tau[0], 1e-9);
    ck_assert(json_is_null(json_object_get(joint_of(x, 1), "peak_torque")));
    json_decref(expected);
    json_decref(x);
    check_run("grep -c \"left out, such as 5 of joint 'coupler_joint'\" note", 0, "1\n", "");
    check_run(FOUR_BAR "--forward --q 0.5,0,1 --tau 0,1,0", 2, "",
              "joint 'coupler_joint' has a torque of 1, but no drive");
}
END_TEST

/* No result of a robot with loops is shown as that of the robot, where the loops stay open. */
/* About their axes, y in all frames, the joints transmit the torques of the drives and nothing else, and at rest the
 * three bearings of the ground carry the weight of the bars. */
START_TEST(reactions_are_those_of_the_closed_loop)
{
    json_t *x = parse_json(output_of(CRANK_OF("reactions") "--q 0.5,0,1 --qd 2,0,0 --qdd 3,0,0 --format json 2>note"));
    double tau[3], q[3];
    read_numbers(x, "tau", tau, 3);
    ck_assert_double_gt(fabs(tau[0]), 0.1);
    for (size_t i = 0; i < 3; i++) {
        const json_t *row = json_array_get(json_object_get(x, "reactions"), i);
        ck_assert_double_eq_tol(json_number_value(json_array_get(row, 1)), tau[i], 1e-9);
    }
    json_decref(x);
    x = parse_json(output_of(CRANK_OF("reactions") "--q 0.5,0,1 --format json 2>note"));
    read_numbers(x, "q", q, 3);
    double up = 0, along = 0;
    for (size_t i = 0; i < 3; i += 2) { /* crank and rocker stand on the ground; y takes x to -z */
        const json_t *row = json_array_get(json_object_get(x, "reactions"), i);
        const double fx = json_number_value(json_array_get(row, 3)), fz = json_number_value(json_array_get(row, 5));
        along += cos(q[i]) * fx + sin(q[i]) * fz;
        up += -sin(q[i]) * fx + cos(q[i]) * fz;
    }
    ck_assert_double_eq_tol(up, 9.81 * (0.4 + 1.2 + 1), 1e-9);
    ck_assert_double_eq_tol(along, 0, 1e-9);
    json_decref(x);
    check_run("\"$CONDYLE\" reactions \"" EXAMPLES "four_bar.urdf\" --loop coupler,rocker:ball", 2, "",
              "'reactions' needs --actuated JOINT");
    check_run("\"$CONDYLE\" reactions \"" EXAMPLES "four_bar.urdf\" --actuated crank_joint", 2, "",
              "the robot's file states no loops; 'reactions --actuated' needs --loop or --constraints");
}
END_TEST

START_TEST(open_loops_are_told)
{
    static const char *const opens[] = {"id",
                                        "fd",
                                        "gravity",
                                        "mass",
                                        "energy",
                                        "com",
                                        "compile -o b.model --force",
                                        "show",
                                        "jacobian --body rocker",
                                        "export",
                                        "payload --body rocker"};
    char text[4096];
    double home[3];
    close_by_hand(0, home);
    snprintf(text, sizeof text, mjcf, home[2] * 180 / acos(-1),
             "connect body1='rocker' body2='coupler' anchor='.25 0 0'");
    put_file("bar.xml", text);
    put_file("rest.csv", "q.crank_joint,qdd.crank_joint\n0,0\n");
    for (size_t i = 0; i < sizeof opens / sizeof *opens; i++) {
        char script[256];
        snprintf(script, sizeof script,
                 "\"$CONDYLE\" %s bar.xml >out 2>said; grep -c \"note: 1 closed loop of the robot's "
                 "file (of 'rocker' and 'coupler') is left open\" said",
                 opens[i]);
        check_run(script, 0, "1\n", "");
    }
    check_run(
        "\"$CONDYLE\" limits bar.xml --input rest.csv 2>said; echo $?; grep -c 'left open' said; "
        "grep -c \"closed loops, and its torques are those of the joints that have drives: 'limits' needs --actuated\" "
        "said",
        0, "2\n0\n1\n", "");
    check_run("\"$CONDYLE\" limits bar.xml --input rest.csv --actuated crank_joint >out 2>said; echo $?; "
              "grep -c 'left open' said; true",
              0, "0\n0\n", "");
    check_run("\"$CONDYLE\" limits \"" EXAMPLES "four_bar.urdf\" --input rest.csv --actuated crank_joint", 2, "",
              "--actuated is for robots with closed loops");
    put_file("c.csv", "\n");
    check_run(CRANK_OF("limits") "--input rest.csv --effort gravity-free", 2, "", "are not known of closed loops");
    check_run(CRANK_OF("report") "--input rest.csv --catalogue c.csv", 2, "", "the robot has closed loops");
    /* files of MJCF and SDF have the loop; a compiled model has none, and says so */
    check_run("for as in mjcf sdf; do \"$CONDYLE\" export bar.xml --as $as >out.$as 2>said; grep -c 'left open' said; "
              "\"$CONDYLE\" mechanism out.$as --actuated crank_joint --fields q >out 2>&1 && echo closed; done",
              0, "0\nclosed\n0\nclosed\n", "");
    check_run(
        "\"$CONDYLE\" compile bar.xml -o bar.cdy --force 2>said; grep -c 'does not have the robot.s closed loops' said",
        0, "1\n", "");
    check_run("\"$CONDYLE\" mechanism bar.cdy --actuated crank_joint", 2, "",
              "a compiled model has no loops; 'mechanism' needs --loop or --constraints");
    check_run("\"$CONDYLE\" limits bar.cdy --input rest.csv --actuated crank_joint", 2, "",
              "a compiled model has none; give --loop or --constraints");
    check_run("\"$CONDYLE\" sim bar.cdy --time 1 --actuated crank_joint", 2, "", "a compiled model has none");
    put_file("self.json", "[{\"body\": \"coupler\", \"other\": \"coupler\"}]");
    check_run("\"$CONDYLE\" limits \"" EXAMPLES "four_bar.urdf\" --constraints self.json --actuated crank_joint "
              "--input rest.csv",
              1, "", "self.json: constraint 1 ties body 'coupler' with itself");
}
END_TEST

/* ---- simulation ---- */

/* A minute of falling and swinging, in which the loop stays closed and the energy stays, and a push of constant torque,
 * whose work is the change of the energy. */
START_TEST(a_simulation_holds_the_loop)
{
    static const struct {
        const char *options;
        double torque;
        int rows;
    } motions[] = {{"--time 60 --every 6000", 0, 11}, {"--time 0.5 --dt 1e-4 --every 500 --tau 0.8,0,0", 0.8, 11}};
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        double energy = 0, start = 0;
        char *text = output_of(CRANK_OF("sim") "--q 0.5,0,1 --qd 3,0,0 %s --format json 2>note", motions[i].options);
        int count = 0;
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), count++) {
            double q[3], closed[3];
            json_t *x = parse_json(strdup(line));
            read_numbers(x, "q", q, 3);
            close_by_hand(q[0], closed);
            check_numbers(x, "q", closed, 3, 1e-10);
            const double now = member_of(x, "kinetic") + member_of(x, "potential");
            start = count ? start : q[0];
            energy = count ? energy : now;
            ck_assert_double_eq_tol(now - energy, motions[i].torque * (q[0] - start), 1e-7);
            json_decref(x);
        }
        ck_assert_int_eq(count, motions[i].rows);
        free(text);
    }
}
END_TEST

/* Times are multiples of the step, as those of trees: no sum of steps. */
START_TEST(times_of_a_simulation_are_multiples_of_the_step)
{
    check_output("t\n0\n0.25\n0.5\n0.75\n1\n",
                 CRANK_OF("sim") "--q 0.5,0,1 --time 1 --every 250 --dt 0.001 --fields t 2>note");
}
END_TEST

/* The wrench of a weight at the coupler's end in place of gravity: the first acceleration is that of 'mechanism'. */
START_TEST(wrenches_push_a_simulation)
{
    const char *const push = "--gravity 0,0,0 --q 0.5,0,1 --wrench coupler:0,0,0,0,0,-3";
    json_t *x = parse_json(output_of(FOUR_BAR "--forward %s --format json 2>note", push));
    double qdd[3], qd[3], expected[3];
    read_numbers(x, "qdd", qdd, 3);
    json_decref(x);
    x = parse_json(output_of(CRANK_OF("sim") "--time 1e-4 --dt 1e-4 %s --format json 2>note | tail -n 1", push));
    read_numbers(x, "qd", qd, 3);
    for (int i = 0; i < 3; i++) {
        expected[i] = 1e-4 * qdd[i];
    }
    check_numbers(x, "qd", expected, 3, 1e-7 * fabs(qdd[0]));
    ck_assert_double_gt(fabs(qd[0]), 1e-5);
    json_decref(x);
}
END_TEST

START_TEST(simulations_that_cannot_be_are_told)
{
    static const struct {
        const char *arguments;
        int code;
        const char *message;
    } wrong[] = {
        {"--control hold", 2, "--control is for robots without closed loops"},
        {"--integrator implicit", 2, "--integrator is for robots without closed loops; loops are held by rk4"},
        {"--stops", 2, "--stops is for robots without closed loops"},
        {"--tau 0,1,0", 1, "joint 'coupler_joint' has a torque of 1, but no drive"},
        {"--tolerance 1e-3", 2, "--tolerance"},
        {"--integrator rk4 --tolerance 1e-3", 2, "--tolerance"},
        {"--tolerance 7", 2, "--tolerance is for robots without closed loops"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char script[512];
        snprintf(script, sizeof script, CRANK_OF("sim") "--q 0.5,0,1 --time 0.1 %s >out", wrong[i].arguments);
        check_run(script, wrong[i].code, "", wrong[i].message);
        check_run("wc -c <out", 0, "0\n", "");
    }
    static const struct {
        const char *state, *message;
    } large[] = {
        {"--q 1e20,0,1", "at t = 0 s: joint 'crank_joint' is at 1e+20 rad"},
        {"--q 1e308,0,1", "at t = 0 s: joint 'crank_joint' is at 1e+308 rad"},
        {"--q 0.5,0,1 --qd 1e20,0,0", "after t = 0 s: the loop between 'coupler' and 'rocker' cannot be closed"},
        {"--q 0.5,0,1 --qd 1e20,0,0", "shorter --dt"},
        {"--q 0.5,0,1 --tau 1e20,0,0", "after t = 0 s: the loop between"},
    };
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        char script[512];
        snprintf(script, sizeof script, CRANK_OF("sim") "%s --time 0.1 >out", large[i].state);
        check_run(script, 4, "", large[i].message);
    }
    check_run("\"$CONDYLE\" sim \"" EXAMPLES "four_bar.urdf\" --time 1 --loop coupler,rocker:ball", 2, "",
              "the robot has closed loops: 'sim' needs --actuated JOINT");
    check_run("\"$CONDYLE\" sim \"" EXAMPLES "four_bar.urdf\" --time 1 --actuated crank_joint", 2, "",
              "--actuated is for robots with closed loops");
}
END_TEST

START_TEST(what_is_wrong_is_told)
{
    static const struct {
        const char *arguments;
        int code;
        const char *message;
    } wrong[] = {
        {"--actuated crank_joint", 2, "the robot's file states no loops; 'mechanism' needs --loop or --constraints"},
        {"--loop coupler,rocker:ball", 2, "'mechanism' needs --actuated JOINT, for each joint that has a drive"},
        {"--loop coupler,rocker:ball --actuated elbow", 2, "--actuated: "},
        {"--loop coupler,rocker:ball --actuated crank_joint --tau 1,0,0", 2, "--tau has no effect without --forward"},
        {"--loop coupler,rocker:ball --actuated crank_joint --forward --qdd 1,0,0", 2, "--qdd has no effect"},
        {"--loop coupler,rocker:ball --actuated crank_joint --follow", 2, "--follow needs --input"},
        {"--loop coupler,rocker:ball --actuated crank_joint --contact rocker", 2, "takes no option '--contact'"},
        {"--loop coupler,coupler:ball --actuated crank_joint", 2,
         "--loop: 'coupler,coupler:ball' ties body 'coupler' with itself; expected two bodies of the robot"},
        {"--loop coupler,rocker:ball --actuated crank_joint --tolerance 1e-300", 2,
         "the tolerance of the rank is 1e-300; expected 1e-12 or more"},
        {"--loop coupler,rocker:ball --actuated crank_joint --tolerance 1", 2, "the tolerance of the rank is 1;"},
        {"--loop coupler,ground:ball --actuated crank_joint", 4,
         "the loop between 'coupler' and 'ground' cannot be closed: 0.1 m"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char script[256];
        snprintf(script, sizeof script, "\"$CONDYLE\" mechanism \"" EXAMPLES "four_bar.urdf\" %s", wrong[i].arguments);
        check_run(script, wrong[i].code, "", wrong[i].message);
    }
}
END_TEST

/* Counted with the loops of the file before it, a number would not tell which one of the user's it is. */
START_TEST(an_anchored_constraint_is_named)
{
    char text[4096];
    snprintf(text, sizeof text, mjcf, 0.0, "connect body1='rocker' body2='coupler' anchor='.25 0 0'");
    put_file("bar.xml", text);
    put_file("anchored.json", "[{\"body\": \"coupler\", \"joint\": \"ball\"}]");
    check_run("\"$CONDYLE\" mechanism bar.xml --actuated crank_joint --constraints anchored.json", 2, "",
              "the constraint of 'coupler' with 'world' is anchored where the body is");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("command mechanism");
    TCase *tests = tcase_create("mechanism");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, a_four_bar_closes_and_carries);
    tcase_add_test(tests, the_drive_holds_the_weight);
    tcase_add_test(tests, rows_follow_each_other);
    tcase_add_test(tests, torques_and_accelerations_are_inverse);
    tcase_add_test(tests, a_palletizer_keeps_its_flange_level);
    tcase_add_test(tests, files_state_their_loops);
    tcase_add_test(tests, warnings_name_what_closes_a_loop);
    tcase_add_test(tests, a_row_keeps_its_degrees_of_a_joint);
    tcase_add_test(tests, rows_stay_on_their_branch);
    tcase_add_test(tests, rows_of_dependent_joints_are_told);
    tcase_add_test(tests, wrenches_act_on_the_closed_mechanism);
    tcase_add_test(tests, joints_beyond_their_limits_are_told);
    tcase_add_test(tests, an_anchored_constraint_is_named);
    tcase_add_test(tests, limits_are_those_of_the_drives);
    tcase_add_test(tests, rows_are_closed);
    tcase_add_loop_test(tests, fastest_motions_use_the_limits_of_the_drives, 0, 3);
    tcase_add_loop_test(tests, motions_of_all_profiles_keep_the_loops, 0, 6);
    tcase_add_test(tests, way_points_that_loops_cannot_have_are_told);
    tcase_add_test(tests, rows_that_do_not_tell_the_motion_are_refused);
    tcase_add_test(tests, what_loops_replace_is_told);
    tcase_add_test(tests, reactions_are_those_of_the_closed_loop);
    tcase_add_test(tests, open_loops_are_told);
    tcase_add_test(tests, a_simulation_holds_the_loop);
    tcase_add_test(tests, times_of_a_simulation_are_multiples_of_the_step);
    tcase_add_test(tests, wrenches_push_a_simulation);
    tcase_add_test(tests, simulations_that_cannot_be_are_told);
    tcase_add_test(tests, what_is_wrong_is_told);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
