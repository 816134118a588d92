/* condyle contact: numbers of a slide by hand, along rows, and refusals. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>

/* 2 kg on a slide along x, with an arm of 1 m on it that turns about z and has 1 kg at its end. */
static void write_robot(void)
{
    open_folder();
    put_file("r.urdf",
             "<robot name='r'><link name='base'/><link name='car'><inertial><mass value='2'/><inertia ixx='1' iyy='1' "
             "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='arm'><inertial><origin xyz='1 0 0'/><mass "
             "value='1'/><inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/></inertial></link><joint "
             "name='slide' type='prismatic'><parent link='base'/><child link='car'/><axis xyz='1 0 0'/><limit "
             "lower='-1' upper='9' effort='50' velocity='20'/></joint><joint name='turn' type='continuous'><parent "
             "link='car'/><child link='arm'/><axis xyz='0 0 1'/></joint></robot>\n");
}

/* Along the slide both move; across it the arm's end is 1 kg at 1 m; turned by a quarter the end feels itself alone. */
START_TEST(a_slide_is_felt_as_its_mass)
{
    check_output(
        "effective_mass,speed\n3,4\n1,5\n3,1\n\"effective_mass\": null\n",
        "\"$CONDYLE\" contact r.urdf --at arm:1,0,0 --direction 2,0,0 --qd 4,5 --format csv --precision 12\n"
        "\"$CONDYLE\" contact r.urdf --at arm:1,0,0 --direction 0,1,0 --locked slide --qd 4,5 --format csv --precision "
        "12 | "
        "tail -1\n"
        "\"$CONDYLE\" contact r.urdf --at arm:1,0,0 --direction 0,1,0 --in body --locked turn --q turn=1.5707963"
        "267948966 --qd 4,5 --format csv --precision 6 | tail -1\n"
        "\"$CONDYLE\" contact r.urdf --at car --direction 0,0,1 --format json | grep -o '\"effective_mass\": "
        "null'\n");
}
END_TEST

/* A mass that is not known is no number. */
START_TEST(tables_tell_what_has_no_mass)
{
    check_output("  effective mass  none (the point is at rest)\n",
                 "\"$CONDYLE\" contact r.urdf --at car | grep -E 'mass  '\n");
    check_output("  effective mass  infinite\n",
                 "\"$CONDYLE\" contact r.urdf --at car --direction 0,0,1 | grep 'mass  '\n");
}
END_TEST

/* 3 kg and a region of 6 kg: mu is 2 kg; 20 N with 50 N/m give 2 m/s, 1 J gives 1 m/s. */
START_TEST(rows_that_are_too_fast_are_told)
{
    check_run("printf 't,qd.slide\\n0,1.5\\n1,-2.5\\n2,0\\n3,3\\n' > rows.csv\n"
              "\"$CONDYLE\" contact r.urdf --at car --most-force 20 --stiffness 50 --region-mass 6 --input rows.csv "
              "--format csv --precision 12 --fields t,effective_mass,speed,speed_limit,too_fast\n",
              5, "t,effective_mass,speed,speed_limit,too_fast\n0,3,1.5,2,0\n1,3,2.5,2,1\n2,,0,,0\n3,3,3,2,1\n",
              "condyle: error: 2 of 4 states are faster than the limits of contact allow, the first in row 2; at most "
              "1.5 times as fast\n");
    check_output(
        "effective_mass,speed,speed_limit,too_fast\n3,1,1,0\n",
        "\"$CONDYLE\" contact r.urdf --at car --most-force 20 --stiffness 50 --energy 1 --region-mass 6 --qd 1,0 "
        "--format csv --precision 12\n");
}
END_TEST

/* The arm's end is 1 kg at 1 m of a car of 2 kg: upwards nothing gives way; with the turn locked 3 kg move along x, and
 * 3 kg and a region of 6 kg allow 1 m/s for 1 J. */
START_TEST(maps_have_the_masses_of_their_cells)
{
    check_output("radius,height,least_mass,largest_mass,samples\n10,10,,,500\n",
                 "\"$CONDYLE\" contact r.urdf --at arm:1,0,0 --direction 0,0,1 --grid --cell 20 --samples 500 --format "
                 "csv\n");
    check_output(
        "radius,height,least_mass,largest_mass,speed_limit,samples\n10,10,3,3,1,500\n",
        "\"$CONDYLE\" contact r.urdf --at arm:1,0,0 --direction 1,0,0 --locked turn --grid --cell 20 --samples "
        "500 --energy 1 --region-mass 6 --precision 12\n");
    check_output("{\"radius\": 10.0, \"height\": 10.0, \"least_mass\": null, \"largest_mass\": null, \"samples\": 9}\n",
                 "\"$CONDYLE\" contact r.urdf --at arm:1,0,0 --direction 0,0,1 --grid --cell 20 --samples 9 --format "
                 "json\n");
    check_output(
        "  radius m  height m     least kg   largest kg  samples\n        10        10          inf          inf  9\n",
        "\"$CONDYLE\" contact r.urdf --at arm:1,0,0 --direction 0,0,1 --grid --cell 20 --samples 9 --format "
        "table\n");
    check_run("\"$CONDYLE\" contact r.urdf --at car --direction outward", 2, "", "it needs --grid");
    check_run("\"$CONDYLE\" contact r.urdf --at car --grid", 2, "", "--grid needs a direction");
    check_run("\"$CONDYLE\" contact r.urdf --at car --cell 1", 2, "", "--cell needs --grid");
    check_run("\"$CONDYLE\" contact r.urdf --at car --samples 9", 2, "", "--samples needs --grid");
    check_run("\"$CONDYLE\" contact r.urdf --at car --grid --direction 1,0,0 --clamping", 2, "", "two results");
    check_run("\"$CONDYLE\" contact r.urdf --at car --grid --direction outward --q 0,0", 2, "", "random poses");
    check_run("\"$CONDYLE\" contact r.urdf --at car --grid --direction outward --input rows.csv", 2, "",
              "at rest: no --q, --qd or --input\n");
    check_run("\"$CONDYLE\" contact r.urdf --at car --grid --direction outward --in body", 2, "",
              "--in is of a direction X,Y,Z");
    check_run("\"$CONDYLE\" contact r.urdf --at base --grid --direction outward", 4, "",
              "z axis of the base in all poses");
    check_run("\"$CONDYLE\" contact r.urdf --at car --grid --direction outward --fields q", 2, "", "--fields");
    check_run("\"$CONDYLE\" contact r.urdf --at car --grid --direction outward --format npy", 2, "", "npy");
}
END_TEST

/* Rows without velocities have no direction, and no mass that a limit could be about. */
START_TEST(rows_at_rest_are_told)
{
    check_run("printf 'q.slide\\n0\\n1\\n' | \"$CONDYLE\" contact r.urdf --at car --input - > out", 0, "",
              "in all of 2 rows the point is at rest, which has no direction and no mass");
    check_run("printf 'q.slide\\n0\\n1\\n' | \"$CONDYLE\" contact r.urdf --at car --direction 1,0,0 --input - > out", 0,
              "", "");
}
END_TEST

/* A point that rounding alone keeps off the axis has no direction outward, as one on it. */
START_TEST(rounding_points_nowhere)
{
    put_file(
        "turned.urdf",
        "<robot name='a'><link name='base'/><link name='l'><inertial><origin xyz='0.1 0 0'/><mass value='2'/><inertia "
        "ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='tip'/><joint name='j' "
        "type='continuous'><parent link='base'/><child link='l'/><axis xyz='0 0 1'/></joint><joint name='f' "
        "type='fixed'><parent link='l'/><child link='tip'/><origin xyz='0.1 0.2 0.3' rpy='0.3 0.4 0.5'/></joint>"
        "</robot>");
    check_run("\"$CONDYLE\" contact turned.urdf --grid --direction outward --samples 2000 --at "
              "tip:-0.16914673930486568,-0.14300991757555376,-0.0306193412333632",
              4, "", "z axis of the base in all poses");
}
END_TEST

/* A faulty point is named, and not taken for a part of the body's name. */
START_TEST(faulty_points_are_named)
{
    static const char *const points[] = {"nan,0,0", "1,2", "0,0,1e400", "1,2,3,4", ""};
    char command[200], message[200];
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        snprintf(command, sizeof command, "\"$CONDYLE\" contact r.urdf --at car:%s", points[i]);
        snprintf(message, sizeof message, "--at: '%s' behind 'car' is no point; expected X,Y,Z", points[i]);
        check_run(command, 2, "", message);
    }
    check_run("\"$CONDYLE\" contact r.urdf --at cart:1,2", 2, "", "has no body 'cart:1,2'");
    check_run("\"$CONDYLE\" contact r.urdf --at car:0,0,1:1,2,3", 2, "",
              "--at: 'car:0,0,1:1,2,3' has two points; expected one");
}
END_TEST

/* A spring constant counts with a limit of force alone. */
START_TEST(a_stiffness_without_a_force_is_refused)
{
    check_run("\"$CONDYLE\" contact r.urdf --at car --energy 1 --region-mass 6 --stiffness 75000", 2, "",
              "--stiffness belongs to a limit of force");
    check_run(
        "\"$CONDYLE\" trajectory r.urdf --through rows.csv --profile time-optimal --contact-limits car --energy 1 "
        "--region-mass 6 --stiffness 75000",
        2, "", "--stiffness belongs to a limit of force");
}
END_TEST

/* Skipped rows count, and those before a slice: the numbers are those of the input. */
START_TEST(rows_are_numbered_as_in_the_input)
{
    const char *limits = "--at car --energy 1 --region-mass 6 --input rows.csv --format csv";
    char command[400];
    put_file("rows.csv", "qd.slide\n0.5\nfast\n2.5\n3\n");
    snprintf(command, sizeof command, "\"$CONDYLE\" contact r.urdf %s --keep-going > said", limits);
    check_run(command, 5, "", "2 of 3 states are faster than the limits of contact allow, the first in row 3;");
    snprintf(command, sizeof command, "\"$CONDYLE\" contact r.urdf %s --rows 3:4 > said", limits);
    check_run(command, 5, "", "1 of 1 states are faster than the limits of contact allow, the first in row 4;");
    check_run("\"$CONDYLE\" contact r.urdf --at car --energy 1 --region-mass 6 --qd 2,0 > said", 5, "",
              "the point is 2 times as fast as the limits of contact allow");
}
END_TEST

START_TEST(refusals_say_why)
{
    check_run("\"$CONDYLE\" contact r.urdf", 2, "", "needs --at BODY[:X,Y,Z]");
    check_run("\"$CONDYLE\" contact r.urdf --at hand", 2, "", "hand");
    check_run("\"$CONDYLE\" contact r.urdf --at car:vx", 2, "", "the direction is --direction");
    check_run("\"$CONDYLE\" contact r.urdf --at car --direction 1,2", 2, "", "expected X,Y,Z or motion");
    check_run("\"$CONDYLE\" contact r.urdf --at car --direction 1,2,x", 2, "", "--direction");
    check_run("\"$CONDYLE\" contact r.urdf --at car --direction 0,0,0", 2, "", "length 0");
    put_file("mimic.urdf",
             "<robot name='m'><link name='base'/><link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
             "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='b'><inertial><mass value='1'/><inertia "
             "ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='lead' type='continuous'>"
             "<parent link='base'/><child link='a'/></joint><joint name='follow' type='continuous'><parent link='a'/>"
             "<child link='b'/><mimic joint='lead'/></joint></robot>\n");
    check_run("\"$CONDYLE\" contact mimic.urdf --at b:0,1,0 --direction 0,0,1 --locked follow", 2, "",
              "--locked: joint 'follow' follows another one; lock that one");
    check_run("\"$CONDYLE\" contact mimic.urdf --at b:0,1,0 --direction 0,0,1 --locked lead --format csv", 0,
              "effective_mass,speed\n,0\n", "");
    check_run("\"$CONDYLE\" stop mimic.urdf --at b --brakes follow=3", 2, "", "follow");
    check_run("\"$CONDYLE\" contact r.urdf --at car --locked wheel", 2, "", "no moving joint 'wheel'");
    check_run("\"$CONDYLE\" contact r.urdf --at car --most-force 3", 2, "", "--most-force needs --stiffness");
    check_run("\"$CONDYLE\" contact r.urdf --at car --energy 3", 2, "", "--region-mass");
    check_run("\"$CONDYLE\" contact r.urdf --at car --region-mass 3", 2, "", "give --most-force or --energy");
}
END_TEST

/* The slide's 50 N along x; across, the arm's turn has no known effort. */
START_TEST(clamping_is_bounded_by_the_efforts)
{
    check_output(
        "clamping_force,joint\n50,slide\n\"clamping_force\": null\n5 1\n0\n2 1\n2 1\n2 1\n2 1\n2 1\n2 1\n",
        "clamp() { \"$CONDYLE\" contact r.urdf --at arm:1,0,0 \"$@\"; }\n"
        "clamp --direction 1,0,0 --clamping --format csv --precision 12\n"
        "clamp --direction 0,1,0 --clamping --format json | grep -o '\"clamping_force\": [a-z0-9.]*'\n"
        "clamp --direction 1,0,0 --most-clamping 40 > out 2> said; echo $? $(grep -c '1.25 times as much' said)\n"
        "clamp --direction 1,0,0 --most-clamping 60 > out; echo $?\n"
        "clamp --direction 1,0,0 --clamping --energy 1 --region-mass 1 > out 2> said; echo $? $(grep -c 'at rest' "
        "said)\n"
        "clamp --clamping > out 2> said; echo $? $(grep -c 'no direction of motion' said)\n"
        "clamp --direction 1,0,0 --clamping --input x.csv > out 2> said; echo $? $(grep -c 'one pose' said)\n"
        "for qd in nan x 1e308; do\n"
        "clamp --direction 1,0,0 --clamping --qd $qd > out 2> said; echo $? $(grep -c 'has no --qd' said)\n"
        "done\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("contact_command");
    TCase *tests = tcase_create("contact");
    tcase_add_checked_fixture(tests, write_robot, close_folder);
    tcase_add_test(tests, a_slide_is_felt_as_its_mass);
    tcase_add_test(tests, tables_tell_what_has_no_mass);
    tcase_add_test(tests, rows_that_are_too_fast_are_told);
    tcase_add_test(tests, maps_have_the_masses_of_their_cells);
    tcase_add_test(tests, rounding_points_nowhere);
    tcase_add_test(tests, faulty_points_are_named);
    tcase_add_test(tests, rows_at_rest_are_told);
    tcase_add_test(tests, a_stiffness_without_a_force_is_refused);
    tcase_add_test(tests, rows_are_numbered_as_in_the_input);
    tcase_add_test(tests, refusals_say_why);
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, clamping_is_bounded_by_the_efforts);
    return run_suites(suite, NULL);
}
