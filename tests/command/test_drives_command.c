/* Drives and the method of forward dynamics on the command line. */
#include "support/compare.h"
#include "support/folder.h"
#include "support/process.h"
#include "support/suite.h"

#include <stdlib.h>
#include <string.h>

static process_result run(const char *line, const char *input)
{
    const char *program = getenv("CONDYLE");
    ck_assert_ptr_nonnull(program);
    return run_process(program, line, input, -1);
}

/* A wheel of 2 kg m2 about x, without weight about its axis. */
static const char wheel[] = "<robot name='wheel'><link name='base'/><link name='disk'><inertial><mass value='1'/>"
                            "<inertia ixx='2' ixy='0' ixz='0' iyy='2' iyz='0' izz='2'/></inertial></link>"
                            "<joint name='axle' type='continuous'><parent link='base'/><child link='disk'/>"
                            "<dynamics damping='0.5' friction='3'/></joint></robot>";

/* A torque of 4 N m balances 1 N m of damping at 2 rad/s and 3 N m of friction. */
static const struct {
    const char *line, *expected;
} lines[] = {
    {"fd - --qd 2 --tau 4 --format csv", "2"},
    {"fd - --qd 2 --tau 4 --format csv --drives none", "2"},
    {"fd - --qd 2 --tau 4 --format csv --drives damping", "1.5"},
    {"fd - --qd 2 --tau 4 --format csv --drives damping,friction", "0"},
    {"fd - --qd 2 --tau 4 --format csv --drives=all --method mass-matrix", "0"},
    {"fd - --qd 2 --tau 4 --format csv --drives friction --method aba", "0.5"},
    {"fd - --qd 2 --tau 4 --format csv --drives friction --friction-width 0.01 --method auto", "0.5"},
    {"id - --qd 2 --qdd 1 --format csv --drives damping", "3"},
    {"id - --qd 2 --qdd 1 --format csv --drives rotors,springs", "2"},
    {"mass - --format csv --drives rotors", "axle,2"},
    {"energy - --qd 2 --drives all --fields kinetic,potential --format csv", "4,0"},
    {"derivatives - --of id --qd 2 --drives damping --fields dtau_dqd --format csv", "0.5"},
    {"derivatives - --of fd --qd 2 --drives damping,springs --fields dqdd_dqd,dqdd_dtau --format csv", "-0.25,0.5"},
    {"sim - --qd 2 --drives damping --integrator semi-implicit-euler --dt 1 --time 1 --fields qd.axle", "1.5"},
    {"sim - --qd 2 --drives all --integrator semi-implicit-euler --dt 1 --time 1 --fields qd.axle,kinetic", "0,0"},
};

START_TEST(drives_take_part)
{
    process_result r = run(lines[_i].line, wheel);
    ck_assert_msg(r.exit_code == 0, "%s: %s", lines[_i].line, r.err);
    char *end = r.out + strlen(r.out) - 1;
    *end = '\0';
    char *last = strrchr(r.out, '\n');
    ck_assert_str_eq(last ? last + 1 : r.out, lines[_i].expected);
    free_result(&r);
}
END_TEST

START_TEST(results_tell_which_drives_act)
{
    process_result r = run("id - --drives friction,damping --friction-width 0.02", wheel);
    ck_assert_ptr_nonnull(strstr(r.out, "\n  drives   damping, friction (friction width 0.02)\n"));
    free_result(&r);
    r = run("id - --drives damping,friction --format json", wheel);
    ck_assert_ptr_nonnull(strstr(r.out, "\"drives\": [\"damping\", \"friction\"], \"friction_width\": 0.005,"));
    free_result(&r);
    r = run("id - --format json --drives none", wheel);
    ck_assert_ptr_null(strstr(r.out, "drives"));
    free_result(&r);
    r = run("id -", wheel);
    ck_assert_ptr_null(strstr(r.out, "drives"));
    free_result(&r);
}
END_TEST

static const struct {
    const char *line, *message;
} refusals[] = {
    {"id - --drives dampin",
     "'dampin' is not one of damping, friction, load, rotors, springs, offsets, all, none; did"},
    {"id - --drives damping,", "'' is not one of"},
    {"id - --drives=", "'' is not one of"},
    {"id - --friction-width 1", "--friction-width needs --drives friction"},
    {"id - --drives all --friction-width 0", "--friction-width: expected a number above 0, not 0"},
    {"id - --drives all --friction-width 1,2", "--friction-width has 2 values; expected one number"},
    {"id - --drives all --friction-width x", "--friction-width"},
    {"fd - --method cba", "'cba' is not one of auto, aba, mass-matrix, lapack; did you mean 'aba'"},
    {"gravity - --drives all", "'gravity' takes no option '--drives'"},
};

START_TEST(wrong_options_are_refused)
{
    process_result r = run(refusals[_i].line, wheel);
    ck_assert_int_eq(r.exit_code, 2);
    ck_assert_msg(strstr(r.err, refusals[_i].message) != NULL, "%s: %s", refusals[_i].line, r.err);
    ck_assert_str_eq(r.out, "");
    free_result(&r);
}
END_TEST

/* 2 kg m2 at 1 rad/s2 carry 2 N m, of which the file's gear takes a tenth; its friction is in place of the robot's. */
START_TEST(a_file_of_drives_takes_the_place_of_the_robot_s)
{
    put_file("wheel.urdf", wheel);
    put_file("drives.xml",
             "<condyle><drive joint='axle' load_friction='0.1' friction='1' load_width='1e-9'/></condyle>");
    check_run("\"$CONDYLE\" id wheel.urdf --qd 2 --qdd 1 --format csv --precision 6 --drives drives.xml | tail -1", 0,
              "4.2\n", "");
    check_run(
        "\"$CONDYLE\" id wheel.urdf --qd 2 --qdd 1 --format csv --precision 6 --drives load,./drives.xml | tail -1", 0,
        "2.2\n", "");
    check_run("\"$CONDYLE\" id wheel.urdf --drives none.xml", 3, "", "none.xml");
    check_run("\"$CONDYLE\" id wheel.urdf --drives drives.xml,load", 3, "", "drives.xml,load");
    put_file("other.xml", "<condyle>\n<drive joint='axis' load_friction='0.1'/></condyle>");
    check_run("\"$CONDYLE\" id wheel.urdf --drives other.xml", 1, "",
              "other.xml:2: error: a <drive> is for the joint "
              "'axis'");
    check_run(
        "\"$CONDYLE\" compile wheel.urdf --drives drives.xml -o wheel.cdy; \"$CONDYLE\" id wheel.cdy --qd 2 --qdd 1 "
        "--format csv --precision 6 | tail -1",
        0, "4.2\n", "");
    check_run("\"$CONDYLE\" id wheel.cdy --drives drives.xml", 2, "", "has to be given to 'condyle compile'");
}
END_TEST

#define TURNS(name, parent, child, axis)                                                                               \
    "<joint name=\"" name "\" type=\"continuous\"><parent link=\"" parent "\"/><child link=\"" child                   \
    "\"/><axis xyz=\"" axis "\"/></joint>"
#define BALL(name)                                                                                                     \
    "<link name=\"" name                                                                                               \
    "\"><inertial><mass value=\"1\"/><inertia ixx=\"0.1\" iyy=\"0.1\" izz=\"0.1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/>"     \
    "</inertial></link>"

/* A rotor as a link that mimics its joint, with the gear ratio as multiplier, has the whole of its dynamics. On a
 * carrier that turns about z with a' and about y, a rotor about x that turns 50 times as fast as the joint c has the
 * gyroscopic torque 50 I a' c' about y, the torque 50^2 I c'' about x, and the energy I (50 c')^2 / 2; forward dynamics
 * gives accelerations back. */
START_TEST(a_rotor_about_an_axis_is_a_link)
{
    check_run(
        "{ echo '<robot name=\"r\"><link name=\"base\"/>" BALL("A") BALL("B") BALL("C") TURNS("a", "base", "A", "0 0 1")
            TURNS("b", "A", "B", "0 1 0") TURNS(
                "c", "B", "C",
                "1 0 0") "'; } > open; "
                         "{ cat open; echo '</robot>'; } > plain.urdf; { cat open; echo '<link "
                         "name=\"R\"><inertial><mass value=\"1e-9\"/>"
                         "<inertia ixx=\"2e-4\" iyy=\"1e-4\" izz=\"1e-4\" ixy=\"0\" ixz=\"0\" "
                         "iyz=\"0\"/></inertial></link>"
                         "<joint name=\"r\" type=\"continuous\"><parent link=\"B\"/><child link=\"R\"/><axis xyz=\"1 0 "
                         "0\"/>"
                         "<mimic joint=\"c\" multiplier=\"50\"/></joint></robot>'; } > rotor.urdf; "
                         "n() { grep -o \"\\\"$1\\\": *[[]*[^],}]*[^]}]*\" | head -n 1 | sed 's/[^:]*: *[[]*//' | tr "
                         "-d ' \\n'; echo; }; "
                         "t() { \"$CONDYLE\" id $1.urdf --qd 2,0,3 --qdd 0,0,$2 --format json 2> said | n tau; }; "
                         "for qdd in 0 4; do { t plain $qdd; t rotor $qdd; } | paste -s -d , | "
                         "awk -F, '{printf \"%.4f %.4f %.4f\\n\", $4 - $1 + 1e-7, $5 - $2 + 1e-7, $6 - $3 + 1e-7}'; "
                         "done; "
                         "e() { \"$CONDYLE\" energy $1.urdf --qd 0,0,3 --format json 2> said | grep -o '\"kinetic\": "
                         "*[0-9.e-]*' | "
                         "sed 's/.*: *//'; }; { e plain; e rotor; } | paste -s -d ' ' | awk '{printf \"%.4f\\n\", $2 - "
                         "$1}'; "
                         "s() { \"$CONDYLE\" $1 rotor.urdf --q 0.3,0.2,0.1 --qd 2,1,3 --format json $2 $3 2> said; }; "
                         "s fd --tau $(s id --qdd 1,2,3 | n tau) | n qdd | tr ',' '\\n' | "
                         "awk '{d = $1 - NR; if (d * d > 1e-16) bad = 1} END {print NR, bad + 0}'",
        0, "0.0000 0.0600 0.0000\n0.0000 0.0600 2.0000\n2.2500\n3 0\n", "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("drives_command");
    TCase *all = add_case(suite, "command", results_tell_which_drives_act);
    tcase_add_loop_test(all, drives_take_part, 0, sizeof lines / sizeof *lines);
    tcase_add_loop_test(all, wrong_options_are_refused, 0, sizeof refusals / sizeof *refusals);
    TCase *files = add_case(suite, "files", a_file_of_drives_takes_the_place_of_the_robot_s);
    tcase_add_test(files, a_rotor_about_an_axis_is_a_link);
    tcase_add_checked_fixture(files, open_folder, close_folder);
    return run_suites(suite, NULL);
}
