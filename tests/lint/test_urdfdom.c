/* Comparison with check_urdf, the checker of urdfdom: `check --for urdfdom` refuses the files that check_urdf
 * refuses. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>

#define BODY_INERTIAL                                                                                                  \
    "<inertial><mass value='1'/><inertia ixx='0.01' ixy='0' ixz='0' iyy='0.01' iyz='0' izz='0.01'/></inertial>"

/* Robots that check_urdf of Debian 12 (urdfdom 3.0.1) refuses or reports errors about have an error for urdfdom. */
START_TEST(urdfdom_finds_no_more)
{
    static const char script[] = "for f in %s; do check_urdf $f > o.txt 2>&1 && ! grep -q ^Error o.txt && continue; "
                                 "echo bad; \"$CONDYLE\" check --for urdfdom $f > /dev/null && echo missed $f; done | "
                                 "sort | uniq -c | tr -d ' '";
    static const char *const edits[] = {"s/ effort='[0-9]*'//",
                                        "s/ iyz='0'//",
                                        "s/<limit/<limited/",
                                        "s/name='r'/name='r' version='1.1'/",
                                        "s/<dynamics[^>]*>/<dynamics\\/>/",
                                        "s/k_velocity='1'//",
                                        "s/xyz='0 0 1'/xyz='0\\t0 1'/",
                                        "s/lower='-1'/lower='-1 '/",
                                        "s/rgba='1 0 0 1'/rgba='255 0 0 1'/",
                                        "s/<box size='1 1 1'/<cone size='1 1 1'/",
                                        "s/<material name='m'>/<material>/",
                                        "s/<link name='b'>/<link name='a'>/"};
    char command[1024], names[256] = "";
    put_file("whole.urdf", "<robot name='r'><link name='a'/><link name='b'>" BODY_INERTIAL
                           "<visual><geometry><box size='1 1 1'/></geometry><material name='m'><color rgba='1 0 0 1'/>"
                           "</material></visual></link><joint name='j' type='revolute'><origin xyz='0 0 1'/>"
                           "<parent link='a'/><child link='b'/><axis xyz='0 0 1'/><dynamics damping='1'/>"
                           "<limit lower='-1' upper='1' effort='1' velocity='2'/><safety_controller k_velocity='1'/>"
                           "</joint></robot>");
    check_run("\"$CONDYLE\" check --for urdfdom whole.urdf > /dev/null && check_urdf whole.urdf > /dev/null", 0, "",
              "");
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        snprintf(command, sizeof command, "sed \"%s\" whole.urdf > edited%zu.urdf", edits[i], i);
        check_run(command, 0, "", "");
    }
    snprintf(command, sizeof command, script, "edited*.urdf");
    snprintf(names, sizeof names, "%zubad\n", sizeof edits / sizeof *edits);
    check_run(command, 0, names, "");
}
END_TEST

/* The same comparison for every file of the reference samples. */
START_TEST(urdfdom_finds_no_more_in_real_files)
{
    char command[2048];
    char *robots = reference_path("corpus/robots"), *odd = reference_path("corpus/odd");
    if (robots && odd) {
        snprintf(command, sizeof command,
                 "for f in %s/*.urdf %s/*.urdf; do check_urdf $f > o.txt 2>&1 && ! grep -q ^Error o.txt && continue; "
                 "\"$CONDYLE\" check --for urdfdom $f > /dev/null && echo missed $f; done; true",
                 robots, odd);
        check_run(command, 0, "", "");
    }
    free(robots);
    free(odd);
}
END_TEST

int main(void)
{
    if (!getenv("CONDYLE")) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    if (system("command -v check_urdf > /dev/null 2>&1") != 0) {
        return skip_suites("check_urdf is not installed (Debian: liburdfdom-tools)");
    }
    Suite *suite = suite_create("urdfdom");
    TCase *files = add_case(suite, "files", urdfdom_finds_no_more);
    tcase_add_checked_fixture(files, open_folder, close_folder);
    tcase_add_test(files, urdfdom_finds_no_more_in_real_files);
    tcase_set_timeout(files, 300);
    return run_suites(suite, NULL);
}
