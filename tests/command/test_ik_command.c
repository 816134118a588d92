/* The command ik: its options, all solutions, and refused arguments. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IK "\"$CONDYLE\" ik universalUR5e --body tool0 "

START_TEST(options_change_the_search)
{
    /* the arm reaches the position with an orientation other than the target's */
    check_output("1\n", IK "--pose 0.4,0.2,0.5,0,0,0 --position-only --fields converged --format csv | tail -n 1");
    check_output("", IK "--pose 0.4,0.2,0.5,0,0,0 --position-only --fields q --format csv | \"$CONDYLE\" transform "
                        "universalUR5e --body tool0 --input - --fields T | tail -n 1 | awk -F, '$4 < 0.399999 || $4 > "
                        "0.400001 || $8 > 0.200001 || $8 < 0.199999 || $12 > 0.500001 || $12 < 0.499999'");
    /* the rotation about the tool's axis has weight 0, so that this rotation of the target has no effect */
    check_output("1\n",
                 IK "--pose 0.4,0.2,0.5,0,3.14,1 --weights 1,1,0,1,1,1 --fields converged --format csv | tail -n 1");
    /* the rotation alone counts, wherever the target is */
    check_output("1\n", IK "--pose 9,9,9,0,3.1,0.5 --weights 1,1,1,0,0,0 --fields converged --format csv | tail -n 1");
    check_output("", IK "--pose 0.4,0.2,0.5,0,3,0 --tolerance 0.01 --starts 1 --q 0.1,-1,1,0,0,0 --fields "
                        "angular_error,linear_error --format csv | tail -n 1 | awk -F, '$1 > 0.01 || $2 > 0.01'");
    check_run(IK
              "--pose 0.4,0.2,0.5,0,3.14,0 --tolerance 0.01 --starts 1 --q home --fields restarts --format csv | tail "
              "-n 1",
              0, "0\n", "");
}
END_TEST

START_TEST(limits_may_be_ignored)
{
    put_file("hinge.urdf", "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='revolute'><parent "
                           "link='a'/><child link='b'/><axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='1' "
                           "velocity='1'/></joint></robot>");
    check_run("\"$CONDYLE\" ik hinge.urdf --body b --pose 0,0,0,0,0,2 --fields q --format csv --precision 6", 4,
              "q.j\n1\n", "the nearest found is 1 away");
    check_run("\"$CONDYLE\" ik hinge.urdf --body b --pose 0,0,0,0,0,2 --fields q --format csv --precision 6 "
              "--ignore-limits",
              0, "q.j\n2\n", "");
}
END_TEST

#define ARM_JOINT(number, from, axis, limit)                                                                           \
    "<link name='l" number "'/><joint name='j" number "' type='revolute'><parent link='" from                          \
    "'/><child link='l" number "'/><origin xyz='0.2 0 0'/><axis xyz='" axis "'/><limit lower='-" limit                 \
    "' upper='" limit "' effort='1' velocity='1'/></joint>"
#define WRIST_JOINT(number, from, axis, limit)                                                                         \
    "<link name='l" number "'/><joint name='j" number "' type='revolute'><parent link='" from                          \
    "'/><child link='l" number "'/><axis xyz='" axis "'/><limit lower='-" limit "' upper='" limit                      \
    "' effort='1' velocity='1'/></joint>"

/* At a singular pose joints 4 and 6 share an angle: the closed form leaves joint 4 at the start, which takes joint 6
 * outside its limits, and the search turns both. */
START_TEST(what_the_search_finds_counts)
{
    put_file("wrist.urdf",
             "<robot name='r'><link name='l0'/>" ARM_JOINT("1", "l0", "0 0 1", "3") ARM_JOINT("2", "l1", "0 1 0", "0.7")
                 ARM_JOINT("3", "l2", "0 1 0", "0.7") ARM_JOINT("4", "l3", "1 0 0", "2.7")
                     WRIST_JOINT("5", "l4", "0 1 0", "0.01") WRIST_JOINT("6", "l5", "1 0 0", "0.5") "</robot>");
#define WRIST                                                                                                          \
    "\"$CONDYLE\" ik wrist.urdf --body l6 --target \"$(\"$CONDYLE\" transform wrist.urdf --body l6 --q "               \
    "0.3,0.2,0.3,1.2,0,0.3 --fields T --format csv | tail -n 1)\" --q 0.3,0.2,0.3,2.6,0,0 --all "
    check_run(WRIST "--fields converged --format csv", 0, "converged\n1\n", "in closed form leave");
    check_output("", WRIST "2>&1 | awk '/all solutions in closed form/'");
}
END_TEST

START_TEST(all_solutions_are_rows)
{
    check_output(
        "8\n",
        IK "--pose 0.4,0.2,0.5,0.1,3,0.2 --all --fields q --format csv 2>/dev/null | tail -n +2 | sort -u | wc -l | "
           "tr -d ' '");
    check_output(
        "", IK
        "--pose 0.4,0.2,0.5,0.1,3,0.2 --all --q 0,-1,1,0,0,0 --fields q,converged --format csv 2>/dev/null | awk -F, "
        "'NR > 1 { d = $1 ^ 2 + ($2 + 1) ^ 2 + ($3 - 1) ^ 2 + $4 ^ 2 + $5 ^ 2 + $6 ^ 2; if (d < last || "
        "$7 != 1) print; last = d }'");
    check_run(IK "--pose 4,0.2,0.5,0.1,3,0.2 --all --fields converged --format csv", 4, "converged\n0\n",
              "no configuration reaches the target");
    check_run(IK "--pose 0.4,0.2,0.5,0.1,3,0.2 --all --fields converged --format csv", 0,
              "converged\n1\n1\n1\n1\n1\n1\n1\n1\n", "all solutions in closed form: three parallel axes");
    check_run(
        "\"$CONDYLE\" ik kukaIiwa14 --body iiwa_link_ee --pose .4,.1,.8,0,90,0 --deg --all --arm-angle 20 --fields "
        "converged --format csv | sort -u",
        0, "1\nconverged\n", "all solutions in closed form: spherical shoulder and wrist");
    check_run("\"$CONDYLE\" ik kinovaJacoJ2N6S200 --body j2n6s200_end_effector --pose .3,.2,.4,20,30,50 --deg --all "
              "--ignore-limits --fields converged --format csv | sort -u",
              0, "1\nconverged\n", "note: solutions in closed form: general six axes");
    check_run("\"$CONDYLE\" ik kukaIiwa14 --body iiwa_link_ee --pose 4,.1,.8,0,90,0 --deg --all --given iiwa_joint_3 "
              "--format csv",
              4, "", "no configuration of this position of the given joint reaches the target: the nearest is");
    check_run("\"$CONDYLE\" ik kukaIiwa14 --body iiwa_link_ee --pose .126,0,.36,0,0,0 --all --arm-angle 1", 4, "",
              "no configuration of this arm angle reaches the target: the target is out of reach");
    check_run(
        IK "--pose 0.4,0.2,0.5,0.1,3,0.2 --all --starts 1 --fields q --format json --precision 3 | wc -l | tr -d ' '",
        0, "1\n", "");
}
END_TEST

/* Rows are searches of their own, on any number of threads; a row without a search fails alone. */
START_TEST(rows_are_reached)
{
    put_file("q.jsonl", "{\"q\":[0,-1,1,0,0.5,0]}\n{\"q\":[1,-1,1,0,0.5,0]}\n{\"q\":[2,-1,1,0,0.5,0]}\n"
                        "{\"q\":[0,-2,1,0,0.5,0]}\n{\"q\":[0,-1,2,0,0.5,0]}\n{\"q\":[0,-1,1,1,0.5,0]}\n"
                        "{\"q\":[0,-1,1,0,1.5,0]}\n{\"q\":[0,-1,1,0,0.5,3]}\n{\"q\":[0,-1,1.1,0,0.5,0]}\n");
    check_run("\"$CONDYLE\" transform universalUR5e --body tool0 --input q.jsonl --fields T --format csv > T.csv", 0,
              "", "");
    check_run(IK "--input T.csv --fields converged --format csv --threads 2 | sort | uniq -c | tr -s ' '", 0,
              " 9 1\n 1 converged\n", "");
    check_run(IK "--input T.csv --fields q --format csv > one.csv && " IK
                 "--input T.csv --fields q --format csv --threads 3 | cmp - one.csv",
              0, "", "");
    check_run("sed '4s/^[^,]*/7/' T.csv > wrong.csv; " IK
              "--input wrong.csv --keep-going --fields converged --format csv | wc -l | tr -d ' '",
              0, "9\n", "wrong.csv:4: warning: row skipped: the target is no placement");
    check_run(IK "--pose 0.4,0.2,0.5,0,3.14,0 --input q.jsonl --fields converged --format csv | sort -u", 0,
              "1\nconverged\n", "");
}
END_TEST

/* Rows have initial configurations; their targets are told once to be ignored, and nothing is said where they have none
 * or are read. */
START_TEST(targets_beside_pose_are_noted)
{
    static const char note[] = "condyle: note: not read of the rows: 'T' (an option gives it)\n";
    char expected[200];
    snprintf(expected, sizeof expected, "%s0\n%s0\n0\n0\n", note, note);
    check_output(expected, "\"$CONDYLE\" random universalUR5e -n 3 | \"$CONDYLE\" transform universalUR5e --body tool0 "
                           "--input - --fields q,T -o both.csv\n"
                           "\"$CONDYLE\" transform universalUR5e --body tool0 --input both.csv --format json > "
                           "both.jsonl\n"
                           "search() { " IK "\"$@\" --fields converged 2>&1 > /dev/null; echo $?; }\n"
                           "search --pose 0.4,0.2,0.5,0,3,0 --input both.csv\n"
                           "search --target 1,0,0,.4,0,-1,0,.2,0,0,-1,.5,0,0,0,1 --input both.jsonl\n"
                           "search --input both.csv\n"
                           "cut -d, -f1-6 both.csv > q.csv\n"
                           "search --pose 0.4,0.2,0.5,0,3,0 --input q.csv\n");
}
END_TEST

START_TEST(wrong_options_are_explained)
{
    check_run("\"$CONDYLE\" ik rethinkSawyer --body right_l6 --pose .5,.1,.3,0,3,0 --all --given head_pan", 2, "",
              "--given: joint 'head_pan' does not move the body");
    static const struct {
        const char *line, *said;
    } cases[] = {
        {"--pose 0,0,0,0,0,0 --weights 1,2", "--weights"},
        {"--pose 0,0,0,0,0,0 --weights 1,1,1,1,1,-1", "-1 is no weight"},
        {"--pose 0,0,0,0,0,0 --weights 0,0,0,0,0,0", "all are 0"},
        {"--pose 0,0,0,0,0,0 --weights nan,1,1,1,1,1", "--weights"},
        {"--pose 0,0,0,0,0,0 --weights 1,1,1,0,0,0 --position-only", "all are 0"},
        {"--pose 0,0,0,0,0,0 --tolerance 0", "--tolerance: expected a number above 0"},
        {"--pose 0,0,0,0,0,0 --starts 0", "--starts: expected 1"},
        {"--pose 0,0,0,0,0,0 --given elbow_joint", "--given and --arm-angle choose"},
        {"--pose 0.4,0.2,0.5,0.1,3,0.2 --all --given elbow_joint",
         "joint 'elbow_joint' cannot be given: six joints leave none to choose"},
        {"--pose 0.4,0.2,0.5,0.1,3,0.2 --all --given elbow", "--given: "},
        {"--pose 0.4,0.2,0.5,0.1,3,0.2 --all --arm-angle 1", "no spherical shoulder and wrist"},
        {"--all --input rows.csv", "--all looks for the solutions of one target"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char script[300];
        strcat(strcpy(script, IK), cases[i].line);
        check_run(script, 2, "", cases[i].said);
    }
}
END_TEST

/* A reaching task: above a cup, the hand's axis towards it, away from another body, the elbow up. */
#define REACH                                                                                                          \
    "[{\"kind\": \"cartesian\", \"body\": \"iiwa_link_ee_kuka\", \"bounds\": [[null, null], [null, null], [0.3, "      \
    "0.6]]},"                                                                                                          \
    "{\"kind\": \"aiming\", \"name\": \"look\", \"body\": \"iiwa_link_ee_kuka\", \"target\": [0.5, 0.2, 0], "          \
    "\"angular_tolerance\": 0.01},"                                                                                    \
    "{\"kind\": \"distance\", \"body\": \"iiwa_link_ee_kuka\", \"relative_to\": \"iiwa_link_4\", \"bounds\": [0.4, "   \
    "null]},"                                                                                                          \
    "{\"kind\": \"joint\", \"joint\": \"iiwa_joint_4\", \"bounds\": [-1.5, -1]}]"
#define GIK "\"$CONDYLE\" ik kukaIiwa14 --constraints "

START_TEST(constraints_are_met)
{
    put_file("reach.json", REACH);
    check_output("1\n", GIK "reach.json --fields converged --format csv | tail -n 1");
    /* z and the distance of the point from the hand's axis, by the transform of the body */
    check_output("",
                 GIK "reach.json --fields q --format csv | \"$CONDYLE\" transform kukaIiwa14 --body "
                     "iiwa_link_ee_kuka --input - --fields T --format csv | tail -n 1 | awk -F, '{ x = 0.5 - $4; y = "
                     "0.2 - $8; z = -$12; c = (x * $3 + y * $7 + z * $11) / sqrt(x * x + y * y + z * z); if ($12 < "
                     "0.299999 || $12 > 0.600001 || c < 0.99994) print }'");
    check_output("", GIK "reach.json --fields q.iiwa_joint_4 --format csv | tail -n 1 | awk '$1 < -1.500001 || $1 > "
                         "-0.999999'");
    check_output("1\n", GIK "reach.json --format json | grep -c '\"constraints\": \\[\"iiwa_link_ee_kuka.cartesian\", "
                            "\"look\", \"iiwa_link_ee_kuka.distance\", \"iiwa_joint_4.joint\"\\].*\"converged\": "
                            "true.*\"violations\": \\[\\['");
    check_output("converged,violations.look.angular,violations.look.linear,violations.look.bound\n", GIK
                 "reach.json --fields converged,violations.look.angular,violations.look.linear,violations.look.bound "
                 "--format csv | head -n 1");
}
END_TEST

START_TEST(constraints_that_none_meets_say_so)
{
    put_file("far.json", "[{\"kind\": \"position\", \"body\": \"hand\", \"target\": [3, 4, 0]}]");
    put_file("arm.urdf",
             "<robot name='r'><link name='a'/><link name='b'/><link name='hand'/><joint name='j' type='continuous'>"
             "<parent link='a'/><child link='b'/><axis xyz='0 0 1'/></joint><joint name='k' type='fixed'><parent "
             "link='b'/><child link='hand'/><origin xyz='1 0 0'/></joint></robot>");
    check_run("\"$CONDYLE\" ik arm.urdf --constraints far.json --fields q,converged,error,violations --format csv "
              "--precision 6",
              4,
              "q.j,converged,error,violations.hand.position.angular,violations.hand.position.linear,"
              "violations.hand.position.bound\n0.927295,0,4,0,4,0\n",
              "no configuration that was found meets all constraints: the largest violation is 4 (rad or m)");
    check_run(
        "printf '%s\\n' q.j 1 2 3 | \"$CONDYLE\" ik arm.urdf --constraints far.json --input - --fields q --format "
        "csv --precision 6 --threads 2 --deg",
        4, "q.j[deg]\n53.1301\n53.1301\n53.1301\n", "3 of 3 targets not reached");
}
END_TEST

/* Equal names are numbered in time in proportion to their number. */
START_TEST(many_constraints_have_names_of_their_own)
{
    check_output("1\n2999\n",
                 "{ printf '[{\"kind\": \"joint\", \"name\": \"elbow_joint.joint#7\", \"joint\": "
                 "\"elbow_joint\", \"bounds\": [-3, 3]}'; for i in $(seq 2999); do printf ', {\"kind\": "
                 "\"joint\", \"joint\": \"elbow_joint\", \"bounds\": [-3, 3]}'; done; echo ']'; } > "
                 "many.json; \"$CONDYLE\" ik universalUR5e --constraints many.json --format json > made; grep -c "
                 "'#7\", \"elbow_joint.joint\", \"elbow_joint.joint#2\".*#6\", \"elbow_joint.joint#8\".*#3000\"\\]' "
                 "made; grep -o '\"elbow_joint.joint[0-9#]*\"' made | sort | uniq | grep -vc '#7\"'; rm made");
}
END_TEST

static const struct {
    const char *text, *message;
    int code;
} faulty[] = {
    {"[]", "has no constraints", 1},
    {"{}", "no JSON list of constraints", 1},
    {"[3]", "constraint 1 is no object", 1},
    {"[{\"kind\": \"place\"}]", "\"kind\" is not pose, position", 1},
    {"[{\"kind\": \"pose\"}]", "a constraint of kind pose needs \"body\"", 1},
    {"[{\"kind\": \"pose\", \"body\": \"tool\"}]", "did you mean 'tool0'", 1},
    {"[{\"kind\": \"pose\", \"body\": \"tool0\", \"bounds\": [0, 1]}]", "there is no \"bounds\" of kind pose", 1},
    {"[{\"kind\": \"pose\", \"body\": \"tool0\", \"target\": [0, 1]}]", "\"target\" is not a list of three", 1},
    {"[{\"kind\": \"pose\", \"body\": \"tool0\", \"weights\": [0, 1]}]", "a list of seven numbers", 1},
    {"[{\"kind\": \"pose\", \"body\": \"tool0\", \"target\": [0, 0, 1], \"linear_tolerance\": -1}]",
     "constraint 1: the tolerances", 1},
    {"[{\"kind\": \"distance\", \"body\": \"tool0\"}]", "of kind distance needs \"bounds\"", 1},
    {"[{\"kind\": \"distance\", \"body\": \"tool0\", \"bounds\": [2, 1]}]", "the bounds are 2 and 1", 1},
    {"[{\"kind\": \"cartesian\", \"body\": \"tool0\", \"bounds\": [2, 1]}]", "a list of three pairs", 1},
    {"[{\"kind\": \"joint\", \"joint\": \"elbow\", \"bounds\": [1, 2]}]", "did you mean 'elbow_joint'", 1},
    {"[{\"kind\": \"aiming\", \"body\": \"tool0\", \"target\": [0, 0, 1], \"axis\": [0, 0, 0]}]",
     "the axis is no direction", 1},
    {"[{\"kind\": \"pose\", \"body\": \"tool0\"}]", "of kind pose needs \"target\", three numbers", 1},
    {"[{\"kind\": \"pose\", \"body\": \"tool0\", \"target_rpy\": [0, 0, 1]}]", "of kind pose needs \"target\"", 1},
    {"[{\"kind\": \"position\", \"body\": \"tool0\"}]", "of kind position needs \"target\"", 1},
    {"[{\"kind\": \"aiming\", \"body\": \"tool0\"}]", "of kind aiming needs \"target\"", 1},
    {"[{\"kind\": \"orientation\", \"body\": \"tool0\", \"target\": [0, 0, 1]}]", "needs \"target_rpy\"", 1},
    {"[{\"kind\": \"pose\",", "error:", 1},
};

START_TEST(faulty_constraints_are_named)
{
    char command[256];
    put_file("list.json", faulty[_i].text);
    snprintf(command, sizeof command, "\"$CONDYLE\" ik universalUR5e --constraints list.json");
    check_run(command, faulty[_i].code, "", faulty[_i].message);
}
END_TEST

START_TEST(constraints_take_no_target)
{
    put_file("list.json", "[{\"kind\": \"pose\", \"body\": \"tool0\", \"relative_to\": \"base\"}]");
    check_run("\"$CONDYLE\" ik universalUR5e --constraints list.json --body tool0", 2, "", "--body exclude each other");
    check_run("\"$CONDYLE\" ik universalUR5e --constraints list.json --pose 0,0,0,0,0,0", 2, "", "--pose exclude");
    check_run("\"$CONDYLE\" ik universalUR5e --constraints list.json --all", 2, "", "--all exclude");
    check_run("\"$CONDYLE\" ik universalUR5e --constraints nowhere.json", 3, "", "cannot read nowhere.json");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ik_command");
    TCase *tests = tcase_create("ik");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, options_change_the_search);
    tcase_add_test(tests, limits_may_be_ignored);
    tcase_add_test(tests, many_constraints_have_names_of_their_own);
    tcase_add_test(tests, all_solutions_are_rows);
    tcase_add_test(tests, what_the_search_finds_counts);
    tcase_add_test(tests, wrong_options_are_explained);
    tcase_add_test(tests, rows_are_reached);
    tcase_add_test(tests, targets_beside_pose_are_noted);
    tcase_add_test(tests, constraints_are_met);
    tcase_add_test(tests, constraints_that_none_meets_say_so);
    tcase_add_loop_test(tests, faulty_constraints_are_named, 0, sizeof faulty / sizeof *faulty);
    tcase_add_test(tests, constraints_take_no_target);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
