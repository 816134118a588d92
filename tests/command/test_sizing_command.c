/* condyle drives: numbers of a slide and an arm by hand, formats, the report's section, and refusals. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>

/* 2 kg on a slide up, and on it an arm of 1 m that turns about z with 1 kg at its end. */
static void write_robot(void)
{
    open_folder();
    put_file("r.urdf",
             "<robot name='r'><link name='base'/><link name='car'><inertial><mass value='2'/><inertia ixx='1' iyy='1' "
             "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='arm'><inertial><origin xyz='1 0 0'/><mass "
             "value='1'/><inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/></inertial></link><joint "
             "name='slide' type='prismatic'><parent link='base'/><child link='car'/><axis xyz='0 0 1'/><limit "
             "lower='-9' upper='9' effort='50' velocity='20'/></joint><joint name='turn' type='continuous'><parent "
             "link='car'/><child link='arm'/><axis xyz='0 0 1'/></joint></robot>\n");
    put_file("m.csv", "t,q.slide,q.turn,qd.slide,qd.turn,qdd.slide,qdd.turn\n"
                      "0,0,0,1,2,0,3\n2,2,4,1,2,0,3\n");
    put_file("d.csv", "type,maker,output,gear,side,ratio,mass,rotor_inertia,continuous_torque,peak_torque,peak_speed,"
                      "torque_constant,resistance,winding_resistance,winding_time,winding_limit,gear_torque,gear_speed,"
                      "gear_life,source\n"
                      "screw,S,linear,none,motor,100,1,0,0.5,1,2000,0.5,0.2,10,60,140,,,,page 1\n"
                      "small,M,rotary,cycloidal,output,50,0.4,0.5,4,9,60,,,,,,3,1000,6000,\n"
                      "tiny,M,rotary,cycloidal,output,50,0.2,0.5,4,4.4,60,,,,,,3,1000,6000,\n");
}

/* Prints columns of the row of a joint in o.csv. */
#define GET                                                                                                            \
    "get() { row=$1; shift; for name; do awk -F, -v r=$row -v n=$name 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == " \
    "n) k = i } $1 == r { print $k }' o.csv; done | paste -sd' '; }\n"                                                 \
    "exec 2> said\n"

/* 9.81 (3 kg + the drive of the turn, 0.4 kg) N over 100 rad/m; 3 x (1 + 0.5) N m about the turn, 4.5 of 4. */
START_TEST(drives_are_those_by_hand)
{
    check_output("screw S 1 1 0 continuous_torque 66.71 0.3335 0.3335 954.9 0.6671\n"
                 "small M 0.4 0 0 continuous_torque 112.5 0.09 0.09 954.9 \n5 1\n",
                 GET "\"$CONDYLE\" drives r.urdf --input m.csv --catalogue d.csv --format csv --precision 4 > o.csv\n"
                     "rc=$?\n"
                     "get slide drive maker mass does unknown nearest used_percent rms_torque peak_torque peak_speed "
                     "rms_current\n"
                     "get turn drive maker mass does unknown nearest used_percent rms_torque peak_torque peak_speed "
                     "rms_current\n"
                     "echo $rc $(grep -c '1 of 2 joints no drive' said)\n");
}
END_TEST

/* 6000 h (1000 rpm / 954.93 rpm) (3 / 3)^(10/3): the rotor is before the gear.  A reserve of 2 lets 4.5 N m be. */
START_TEST(life_and_reserve_count)
{
    check_output("6283 3 318.3 112.5 small\n6283 56.25 tiny\n0\n", GET
                 "\"$CONDYLE\" drives r.urdf --input m.csv --catalogue d.csv --life 20000 --format csv --precision 4 "
                 "> o.csv\n"
                 "get turn gear_life gear_mean_torque gear_life_percent continuous_torque_percent drive\n"
                 "\"$CONDYLE\" drives r.urdf --input m.csv --catalogue d.csv --reserve 2 --format csv --precision 4 > "
                 "o.csv; rc=$?\n"
                 "get turn gear_life continuous_torque_percent drive; echo $rc\n");
}
END_TEST

/* The lighter drive of the turn takes 0.2 kg from the slide; what the file includes, counts once. */
START_TEST(drives_are_assigned_and_included)
{
    check_output("tiny 112.5\n0.3139\n0.2943\n",
                 GET "\"$CONDYLE\" drives r.urdf --input m.csv --catalogue d.csv --assign turn=tiny --format csv "
                     "--precision 4 > o.csv\n"
                     "get turn drive used_percent; get slide rms_torque\n"
                     "\"$CONDYLE\" drives r.urdf --input m.csv --catalogue d.csv --included turn=0.4 --format csv "
                     "--precision 4 > o.csv\n"
                     "get slide rms_torque\n");
}
END_TEST

START_TEST(tables_json_and_pages_have_them)
{
    check_output(
        "  slide                 screw                      1    0.3335    0.3335     954.9         -         -"
        "     40.95     66.71   continuous torque\n"
        "  All drives: 1.4 kg, - J a cycle; settled in 2 rounds.\n"
        "\"drive\": \"screw\", \"maker\": \"S\", \"source\": \"page 1\", \"mass\": 1.0, \"does\": true\n"
        "1\n2\n1\n",
        "exec 2> said\n"
        "\"$CONDYLE\" drives r.urdf --input m.csv --catalogue d.csv | sed -n '/slide/p; /All/p'\n"
        "\"$CONDYLE\" drives r.urdf --input m.csv --catalogue d.csv --format json | "
        "grep -o '\"drive\": \"screw.*\"does\": true'\n"
        "\"$CONDYLE\" report r.urdf --input m.csv --catalogue d.csv > page.html\n"
        "grep -c '<h2>Drives</h2>' page.html; grep -c '<title>Motor torque of' page.html\n"
        "grep -c '<title>Winding of' page.html\n");
}
END_TEST

/* Corners of the outlines of the slide's motor: with the knee at 1000 of 2000 rpm the peak torque is kept to half of
 * the width, and the continuous region, to 2400 rpm, is a fifth wider and within the plot's frame.  A drive of which
 * nothing is known has no share. */
START_TEST(regions_have_their_numbers)
{
    put_file("k.csv", "type,output,ratio,rotor_inertia,peak_torque,knee_speed,peak_speed,continuous_torque,"
                      "continuous_speed\n"
                      "known,linear,1,0,60,10,20,90,24\nopen,rotary,1,,,,,,\n");
    check_output("0.50 1.20 1.50 1\n1 0\n",
                 "\"$CONDYLE\" report r.urdf --input m.csv --catalogue k.csv > page.html 2> said\n"
                 "grep -a -o '<path class=\"limit\" fill=\"none\" d=\"M[^Z]*Z' page.html | head -2 | "
                 "sed 's/.*d=\"//; s/[MLZ]/ /g; s/,/ /g' | awk '"
                 "NR == 1 { knee = $3 - $1; peak = $5 - $13; high = $12 - $2 }\n"
                 "NR == 2 { wide = $3 - $1; tall = $12 - $2; printf \"%.2f %.2f %.2f %d\\n\", knee / peak, "
                 "wide / peak, tall / high, ($1 > 0) }'\n"
                 "echo $(grep -c 'none known</span>' page.html) $(grep -c 'nan' page.html)\n");
}
END_TEST

START_TEST(what_cannot_be_chosen_is_refused)
{
    static const struct {
        const char *command, *message;
        int code;
    } cases[] = {
        {"--input m.csv", "needs --catalogue", 2},
        {"--catalogue d.csv", "needs --input", 2},
        {"--input m.csv --catalogue d.csv --drives rotors", "count twice", 2},
        {"--input m.csv --catalogue d.csv --drives load", "count twice", 2},
        {"--input m.csv --catalogue d.csv --format npy", "no npy", 2},
        {"--input m.csv --catalogue d.csv --assign turn=none", "no drive of type 'none'", 2},
        {"--input m.csv --catalogue d.csv --assign nothing=tiny", "is not JOINT=TYPE", 2},
        {"--input m.csv --catalogue d.csv --included 1,2,3", "--included", 2},
        {"--input m.csv --catalogue none.csv", "none.csv", 3},
        {"--input m.csv --catalogue r.urdf", "r.urdf:1:", 1},
        {"--input still.csv --catalogue d.csv", "one row", 1},
        {"--input empty.csv --catalogue d.csv", "no row", 1},
        {"--input bare.csv --catalogue d.csv", "needs t, q, qd and qdd", 1},
        {"--input back.csv --catalogue d.csv", "before that of the row before", 1},
        {"--input same.csv --catalogue d.csv", "all 2 rows have the time 1 s", 1},
    };
    char command[400];
    put_file("still.csv", "t,q.slide,q.turn,qd.slide,qd.turn,qdd.slide,qdd.turn\n0,0,0,1,2,0,3\n");
    put_file("empty.csv", "t,q.slide,q.turn,qd.slide,qd.turn,qdd.slide,qdd.turn\n");
    put_file("bare.csv", "t,q.slide,q.turn\n0,0,0\n1,1,1\n");
    put_file("back.csv", "t,q.slide,q.turn,qd.slide,qd.turn,qdd.slide,qdd.turn\n1,0,0,1,2,0,3\n0,0,0,1,2,0,3\n");
    put_file("same.csv", "t,q.slide,q.turn,qd.slide,qd.turn,qdd.slide,qdd.turn\n1,0,0,1,2,0,3\n1,0,0,1,2,0,3\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[8];
        snprintf(expected, sizeof expected, "%d 1\n", cases[i].code);
        snprintf(command, sizeof command,
                 "\"$CONDYLE\" drives r.urdf %s > out 2> said; echo $? $(grep -c -e \"%s\" said)\n", cases[i].command,
                 cases[i].message);
        check_output(expected, command);
    }
    static const char *const alone[] = {"life 3",         "life 0",    "inertia-ratio 0", "ambient 40",
                                        "regeneration 0", "reserve 1", "included 1",      "assign turn=tiny"};
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
        snprintf(command, sizeof command,
                 "\"$CONDYLE\" report r.urdf --input m.csv --%s > out 2> said; echo $? $(grep -c 'need --catalogue' "
                 "said)\n",
                 alone[i]);
        check_output("2 1\n", command);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sizing_command");
    TCase *tests = tcase_create("sizing_command");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, write_robot, close_folder);
    tcase_add_test(tests, drives_are_those_by_hand);
    tcase_add_test(tests, life_and_reserve_count);
    tcase_add_test(tests, drives_are_assigned_and_included);
    tcase_add_test(tests, tables_json_and_pages_have_them);
    tcase_add_test(tests, regions_have_their_numbers);
    tcase_add_test(tests, what_cannot_be_chosen_is_refused);
    return run_suites(suite, NULL);
}
