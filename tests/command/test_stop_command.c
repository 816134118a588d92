/* condyle stop: numbers of slides by hand, formats, loads, and refusals. */
#include "support/folder.h"
#include "support/suite.h"

/* 2 kg on a slide along x, 4 m/s at most, and on it a post that turns about z without a known speed. */
static void write_robot(void)
{
    open_folder();
    put_file("r.urdf",
             "<robot name='r'><link name='base'/><link name='car'><inertial><mass value='2'/><inertia ixx='1' iyy='1' "
             "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='post'><inertial><mass value='1'/><inertia "
             "ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='slide' type='prismatic'>"
             "<parent link='base'/><child link='car'/><axis xyz='1 0 0'/><limit lower='-1' upper='9' effort='30' "
             "velocity='4'/><dynamics friction='6'/></joint><joint name='turn' type='continuous'><parent link='car'/>"
             "<child link='post'/><axis xyz='0 0 1'/></joint></robot>\n");
}

/* 3 kg with 12 N, or with the friction of 6 N: a quarter of 4 m/s and half of it a second. */
START_TEST(brakes_and_friction_stop_the_slide)
{
    check_output(
        "joint,load_percent,speed_percent,stopped,time,length,travel.slide,travel.turn\n"
        "slide,100,33,1,0.33,0.2178,0.2178,0\n"
        "slide,100,66,1,0.66,0.8712,0.8712,0\n"
        "slide,100,100,1,1,2,2,0\n"
        "all,100,100,1,2,4,4,0\n",
        "exec 2> notes\n"
        "\"$CONDYLE\" stop r.urdf --at post --brakes 12 --format csv --precision 10\n"
        "\"$CONDYLE\" stop r.urdf --at post --brakes friction --qd 4,0 --format csv --precision 10 | tail -1\n");
}
END_TEST

/* Drives brake with 30 N, or 5 m/s2; a payload of 3 kg makes it 6 kg, of which 33 and 66 per cent count. */
START_TEST(loads_and_decelerations_count)
{
    check_output(
        "slide,100,100,1,0.4,0.8,0.8,0\n"
        "slide,100,100,1,0.8,1.6,1.6,0\n"
        "33 0.5320\n"
        "66 0.664\n"
        "100 0.8\n",
        "exec 2> notes\n"
        "\"$CONDYLE\" stop r.urdf --at post --category 1 --format csv --precision 10 | tail -1\n"
        "\"$CONDYLE\" stop r.urdf --at post --category 1 --deceleration 5 --format csv --precision 10 | tail "
        "-1\n"
        "\"$CONDYLE\" stop r.urdf --at post --category 1 --payload car:3 --format csv --precision 10 | awk -F, "
        "'$3 == 100 { print $2, $5 == 0.532 ? \"0.5320\" : $5 }'\n");
}
END_TEST

START_TEST(results_are_json_and_a_table)
{
    check_output("{\"command\": \"stop\", \"robot\": \"r\", \"joints\": [\"slide\", \"turn\"], \"category\": 0, "
                 "\"stops\": [{\"joint\": \"slide\", "
                 "\"load_percent\": 100.0, \"speed_percent\": 33.0, \"stopped\": true, \n"
                 "  slide                    100      100         1           2         2\n",
                 "exec 2> notes\n"
                 "\"$CONDYLE\" stop r.urdf --at post --brakes 12 --format json | sed 's/\"time.*//'; echo\n"
                 "\"$CONDYLE\" stop r.urdf --at post --brakes 12 | tail -1\n");
}
END_TEST

/* The wheel is the last joint: 1 kg m2 with 2 N m, from 3 rad/s. */
START_TEST(friction_brakes_the_last_joint)
{
    put_file("wheel.urdf",
             "<robot name='wheel'><link name='base'/><link name='rim'><inertial><mass value='1'/><inertia ixx='1' "
             "iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='turn' type='continuous'><parent "
             "link='base'/><child link='rim'/><axis xyz='0 0 1'/><limit effort='0' velocity='3'/><dynamics "
             "friction='2'/></joint></robot>\n");
    check_output("turn,100,100,1,1.5,0,2.25\n",
                 "\"$CONDYLE\" stop wheel.urdf --at rim --brakes friction --format csv --precision 10 | tail -1\n");
    check_run("\"$CONDYLE\" stop wheel.urdf --at rim --category 1", 1, "", "give efforts or decelerations");
}
END_TEST

START_TEST(what_the_numbers_leave_out_is_noted)
{
    check_run("\"$CONDYLE\" stop r.urdf --at post --brakes 12 > said", 0, "",
              "left out, as the robot does not tell their velocity limits: 'turn'; give their motion by --qd");
    check_run("\"$CONDYLE\" stop r.urdf --at post --brakes 12 --qd 5,0 > said", 0, "", "beyond its limit of 4 m/s");
    check_run("\"$CONDYLE\" stop r.urdf --at post --brakes 12 --q 10,0 > said", 0, "", "beyond its limit of 9 m");
    check_run("\"$CONDYLE\" stop r.urdf --at post --brakes 12 --q 8.5,0 > said", 0, "",
              "in 2 of 3 stops a joint ends beyond a position limit, first joint 'slide' at 9.371, beyond its limit of "
              "9 m");
}
END_TEST

/* 1 kg m on a bar from 10 rad/s down to an angle where 4 N m and 0.5 rad/s2 are too little. */
START_TEST(drives_that_cannot_brake_are_told_apart)
{
    put_file("bar.urdf",
             "<robot name='bar'><link name='base'/><link name='bar'><inertial><origin xyz='0 0 -1'/><mass value='1'/>"
             "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='swing' "
             "type='revolute'><parent link='base'/><child link='bar'/><axis xyz='0 1 0'/><limit lower='-9' upper='9' "
             "effort='4' velocity='3'/></joint></robot>\n");
    check_run(
        "\"$CONDYLE\" stop bar.urdf --at bar --category 1 --deceleration 0.5 > said; code=$?; grep -c 'cannot "
        "brake' said; exit $code",
        5, "3\n",
        "in 3 of 3 stops the drives cannot brake on the line, or hold the robot at its end, within their torques");
}
END_TEST

/* 2 kg upwards at 3 m/s against 19.62 N, which stop them after 0.3058 s, and at rest. */
START_TEST(drives_that_cannot_hold_have_not_stopped)
{
    put_file(
        "lift.urdf",
        "<robot name='lift'><link name='base'/><link name='car'><inertial><mass value='2'/><inertia ixx='1' iyy='1' "
        "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='slide' type='prismatic'><parent "
        "link='base'/><child link='car'/><axis xyz='0 0 1'/><limit lower='-9' upper='9' effort='20' "
        "velocity='1e308'/></joint></robot>\n");
    check_run(
        "\"$CONDYLE\" stop lift.urdf --at car --category 1 --effort 0 --qd 3 --format csv --precision 4 | tail -1", 0,
        "all,100,100,0,0.3058,0.4587,0.4587\n",
        "in 3 of 3 stops the drives cannot brake on the line, or hold the robot at its end, within their torques");
    check_run("\"$CONDYLE\" stop lift.urdf --at car --category 1 --effort 19 --qd 0 > said; code=$?; grep -c 'cannot "
              "brake or hold' said; exit $code",
              5, "3\n", "or hold the robot at its end");
    check_output("all,100,100,1,0,0,0\n",
                 "\"$CONDYLE\" stop lift.urdf --at car --category 1 --qd 0 --format csv --precision 4 | tail -1\n");
}
END_TEST

START_TEST(numbers_beyond_bounds_are_refused)
{
    check_run("\"$CONDYLE\" stop r.urdf --at car --brakes 1e100", 4, "", "the step is too long for the brakes");
    check_run("\"$CONDYLE\" stop r.urdf --at post:1e300,0,0 --brakes 9 --qd 1,1", 4, "", "the point is too far away");
}
END_TEST

START_TEST(refusals_say_why)
{
    check_run("\"$CONDYLE\" stop r.urdf --at car --brakes friction --drives friction", 2, "",
              "count the friction twice");
    check_run("\"$CONDYLE\" stop r.urdf --at car --brakes friction --drives all", 2, "", "count the friction twice");
    check_run("\"$CONDYLE\" stop missing.urdf --at car --brakes 1 --format npy", 2, "", "no npy output");
    check_run("\"$CONDYLE\" stop r.urdf --brakes 3", 2, "", "needs --at BODY[:X,Y,Z]");
    check_run("\"$CONDYLE\" stop r.urdf --at car", 2, "", "--category 0 needs --brakes");
    check_run("\"$CONDYLE\" stop r.urdf --at car --brakes 1 --category 1", 2, "", "--brakes are those of --category 0");
    check_run("\"$CONDYLE\" stop r.urdf --at car --brakes 1 --effort 3", 2, "", "give --category 1");
    check_run("\"$CONDYLE\" stop r.urdf --at car --brakes -1", 2, "", "expected a number from 0 on");
    check_run("\"$CONDYLE\" stop r.urdf --at car --brakes 1 --floating-base", 2, "",
              "revolute and prismatic joints; joint 'floating_base' has several degrees of freedom");
    check_run("\"$CONDYLE\" stop r.urdf --at car --brakes 1e-9 --most-time 0.1 --format csv > said", 5, "",
              "3 of 3 stops do not come to rest within 0.1 s");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("stop_command");
    TCase *tests = tcase_create("stop");
    tcase_add_checked_fixture(tests, write_robot, close_folder);
    tcase_add_test(tests, brakes_and_friction_stop_the_slide);
    tcase_add_test(tests, loads_and_decelerations_count);
    tcase_add_test(tests, results_are_json_and_a_table);
    tcase_add_test(tests, friction_brakes_the_last_joint);
    tcase_add_test(tests, what_the_numbers_leave_out_is_noted);
    tcase_add_test(tests, drives_that_cannot_brake_are_told_apart);
    tcase_add_test(tests, drives_that_cannot_hold_have_not_stopped);
    tcase_add_test(tests, numbers_beyond_bounds_are_refused);
    tcase_add_test(tests, refusals_say_why);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
