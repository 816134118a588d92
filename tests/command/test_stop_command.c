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
                 "\"$CONDYLE\" stop r.urdf --at post --brakes 12 --format json | sed 's/\"time.*//'\n"
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
    check_run("\"$CONDYLE\" stop r.urdf --at car --brakes 1e100", 4, "", "are so large that they throw");
    check_run("\"$CONDYLE\" stop r.urdf --at car --brakes 1e300", 4, "", "are so large that they throw");
    check_output("all,100,100,1,0,0,0,0\nall,100,100,1,0,0,0,0\nall,100,100,1,0,0,0,0\nall,100,100,1,0,0,0,0\n",
                 "for v in 1e-150 1e-300; do for c in '1 --deceleration 5' '0 --brakes 12'; do\n"
                 "\"$CONDYLE\" stop r.urdf --at car --category $c --qd $v,0 --format csv --precision 4 | tail -1\n"
                 "done; done\n");
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

/* 30 N brake 3 kg at 10 m/s2; the point is at 1 to 9 m, so that 33 % of the reach are poses about 3 m. */
START_TEST(the_worst_stops_are_at_a_reach)
{
    check_output(
        "slide,100,33,33,0.132,0.08712,0.08712,4,0,slide,0,0\n"
        "slide,100,100,100,0.4,0.8,0.8,4,0,slide,0,4\n1\n"
        "\"category\": 2\n\"unstopped\": 0\n9\n"
        "  slide                    100      100      100       0.4         0.8       0.8      4\n",
        "exec 2> notes\n"
        "\"$CONDYLE\" stop r.urdf --at car --category 2 --worst 4 --format csv --precision 6 | sed -n '2p; $p'\n"
        "grep -c 'of 36 stops a joint ends beyond a position limit; the robot hits' notes\n"
        "\"$CONDYLE\" stop r.urdf --at car --category 2 --fastest --effort 30,1 --worst 4 --format json > o.json\n"
        "grep -o '\"category\": 2' o.json; grep -o '\"unstopped\": 0' o.json | sort -u\n"
        "grep -o '\"poses\": 4' o.json | wc -l\n"
        "\"$CONDYLE\" stop r.urdf --at car --category 2 --worst 4 | tail -1\n");
}
END_TEST

/* A turn of 1.5 rad/s behind a slide at rest, braked by 2 rad/s2; 36 poses of a lift whose drive does not hold it. */
START_TEST(worst_stops_have_the_unit_of_the_joint_and_its_reason)
{
    put_file(
        "lift.urdf",
        "<robot name='lift'><link name='base'/><link name='car'><inertial><mass value='2'/><inertia ixx='1' iyy='1' "
        "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='slide' type='prismatic'><parent "
        "link='base'/><child link='car'/><axis xyz='0 0 1'/><limit lower='-9' upper='9' effort='19' "
        "velocity='1'/></joint></robot>\n");
    check_output(
        "all,100,100,100,0.75,0,32.2289,4,0,turn,0,0\nway of turn\n",
        "stop() { \"$CONDYLE\" stop r.urdf --at post --category 1 --deceleration 9,114.591559 --qd 0,85.94366927 --deg "
        "--worst 4 \"$@\" 2> notes; }\n"
        "stop --format csv --precision 6 | tail -1\n"
        "stop | tail -1 | grep -o 'way of turn'\n");
    check_run(
        "\"$CONDYLE\" stop lift.urdf --at car --category 1 --qd 1 --worst 4 --format csv | tail -1 | cut -d, "
        "-f 8-11; \"$CONDYLE\" stop lift.urdf --at car --category 1 --qd 1 --worst 4 > table 2> said; code=$?; cat "
        "said >&2; exit $code",
        5, "4,4,slide,4\n", "in 36 of 36 stops the drives cannot brake on the line");
}
END_TEST

START_TEST(wrong_worst_stops_are_refused)
{
    check_output(
        "2 1\n2 1\n2 1\n2 1\n2 1\n",
        "try() { \"$CONDYLE\" stop r.urdf --at car \"$@\" > out 2> said; echo $? $(grep -c -e \"$why\" said); }\n"
        "why='poses of its own'; try --category 2 --worst 4 --q 0,0\n"
        "why='within --effort alone'; try --category 0 --brakes 3 --fastest\n"
        "try --category 2 --deceleration 3 --fastest\n"
        "why='no joint has a brake'; try --category 0 --brakes 0 --worst 3\n"
        "sed 's/friction=.6.//' r.urdf > free.urdf\n"
        "\"$CONDYLE\" stop free.urdf --at car --brakes friction --worst 3 > out 2> said; echo $? $(grep -c \"$why\" "
        "said)\n");
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
    tcase_add_test(tests, the_worst_stops_are_at_a_reach);
    tcase_add_test(tests, worst_stops_have_the_unit_of_the_joint_and_its_reason);
    tcase_add_test(tests, wrong_worst_stops_are_refused);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
