/* Collisions of file names: no result replaces an input or another result, also under another name of the same file. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "\"$CONDYLE\" "

static void set_up(void)
{
    open_folder();
    free(output_of(COMMAND "export universalUR5e -o arm.urdf; " COMMAND "compile arm.urdf -o arm.cdy; " COMMAND
                           "random arm.urdf -n 3 > rows.csv; " COMMAND
                           "id arm.urdf --input rows.csv > log.csv; mkdir sub; ln -s arm.urdf soft; ln arm.urdf hard; "
                           "sed 's/<mass value=/<mass vlaue=/' arm.urdf > faulty.urdf; "
                           "printf '{\"joint\": \"q\"}' > map.json; printf \"<condyle><drive joint='elbow_joint' "
                           "friction='1'/></condyle>\" > zz.h; "
                           "sha256sum *.* > sums; ls > names"));
}

static void tear_down(void)
{
    process_result r = run_in_folder("rm -r sub");
    free_result(&r);
    close_folder();
}

/* Command lines that would replace their inputs, and the messages. */
static const char *const replacing[][2] = {
    {"export arm.urdf -o arm.urdf --force", "--output arm.urdf would replace the file that is read as ROBOT"},
    {"export arm.urdf -o arm.urdf", "would replace"},
    {"export arm.urdf -o ./sub/../arm.urdf --force", "would replace"},
    {"export arm.urdf -o \"$PWD/arm.urdf\" --force", "would replace"},
    {"export arm.urdf -o soft --force", "would replace"},
    {"export soft -o arm.urdf --force", "would replace"},
    {"export arm.urdf -o hard --force", "would replace"},
    {"export - -o arm.urdf --force < arm.urdf", "would replace"},
    {"export /dev/stdin -o arm.urdf --force < arm.urdf", "would replace"},
    {"export arm.urdf >> arm.urdf", "the standard output would replace the file that is read as ROBOT"},
    {"show arm.urdf -o arm.urdf --force", "would replace"},
    {"distance universalUR5e --with arm.urdf -o arm.urdf --force", "--output arm.urdf would replace the file that is "
                                                                   "read as --with"},
    {"distance universalUR5e --with map.json --with arm -o arm.urdf --force", "is read as --with"},
    {"identify arm.urdf --input rows.csv --hold-out log.csv -o log.csv --force", "is read as --hold-out"},
    {"explain arm.urdf --input rows.csv --hold-out log.csv -o log.csv --force", "is read as --hold-out"},
    {"id arm.urdf --input rows.csv --map a=b --map map.json -o map.json --force", "is read as --map"},
    {"id arm.urdf --drives damping,zz.h -o zz.h --force", "is read as --drives"},
    {"generate universalUR5e --drives ./zz.h --name zz -o . --force", "--output ./zz.h would replace the file that is "
                                                                      "read as --drives"},
    {"generate universalUR5e --drives ./zz.h --name zz --force", "is read as --drives"},
    {"export arm -o arm.urdf --force", "would replace"},
    {"id arm.cdy -o arm.cdy --force", "would replace"},
    {"compile arm.urdf -o arm.urdf --force", "would replace"},
    {"id arm.urdf --input rows.csv -o rows.csv --force", "--output rows.csv would replace the file that is read as "
                                                         "--input"},
    {"id arm.urdf --input - -o rows.csv --force < rows.csv", "would replace"},
    {"id arm.urdf --input rows.csv -o arm.urdf --force", "would replace"},
    {"identify arm.urdf --input log.csv -o arm.urdf --force", "would replace"},
    {"identify arm.urdf --input log.csv -o log.csv --force", "would replace"},
    {"sim arm.urdf --time 0.01 --plot arm.urdf --force", "--plot arm.urdf would replace"},
    {"diff arm.urdf faulty.urdf -o faulty.urdf --force", "would replace"},
    {"check universalUR5e arm.urdf -o hard --force --format sarif", "would replace"},
    {"check faulty.urdf --in-place -o faulty.urdf --force", "would replace"},
    {"check faulty.urdf --fix faulty.urdf --force", "or use --in-place"},
    {"check faulty.urdf --fix sub/../faulty.urdf --force", "or use --in-place"},
    {"check faulty.urdf --fix new -o ./new --force", "--output and --fix name the same file"},
    {"check faulty.urdf --fix names -o ./names --force", "name the same file"},
};
enum { REPLACING = sizeof replacing / sizeof *replacing };

/* Two readers of the standard input, which is read once. */
static const char *const sharing[][2] = {
    {"id - --input -", "ROBOT and --input cannot both come from the standard input"},
    {"identify arm.urdf --input - --hold-out -", "--hold-out and --input cannot both come from the standard input"},
    {"identify arm.urdf --input - --input -", "--input: the standard input can be read once"},
    {"explain - --input rows.csv --hold-out -", "ROBOT and --hold-out cannot"},
    {"distance arm.urdf --with - --with -", "--with: the standard input can be read once"},
    {"distance - --with -", "ROBOT and --with cannot"},
    {"diff - -", "ROBOT: the standard input can be read once"},
    {"check - arm.urdf -", "ROBOT: the standard input can be read once"},
    {"edit - --attach - --at tool0", "ROBOT and --attach cannot"},
    {"ik - --constraints -", "ROBOT and --constraints cannot"},
    {"constrained - --constraints -", "ROBOT and --constraints cannot"},
    {"observe arm.urdf --input - --free -", "--free"},
    {"payload - --identify --input log.csv --empty -", "ROBOT and --empty cannot"},
    {"trajectory - --through - --acceleration 5", "ROBOT and --through cannot"},
    {"id - --input /dev/stdin", "ROBOT and --input cannot"},
};
enum { SHARING = sizeof sharing / sizeof *sharing };

START_TEST(the_standard_input_has_one_reader)
{
    char script[256];
    snprintf(script, sizeof script, "cat arm.urdf | " COMMAND "%s", sharing[_i][0]);
    check_run(script, 2, "", sharing[_i][1]);
}
END_TEST

START_TEST(what_is_read_is_not_replaced)
{
    char script[512];
    snprintf(script, sizeof script,
             "CONDYLE_URDF_PATH=:sub:$PWD:; export CONDYLE_URDF_PATH; " COMMAND
             "%s; code=$?; ls | cmp - names && sha256sum --quiet -c sums && exit $code",
             replacing[_i][0]);
    check_run(script, 2, "", replacing[_i][1]);
}
END_TEST

/* Allowed: other files with the same name or content, devices, and commands that correct files in place. */
START_TEST(what_is_not_read_may_be_replaced)
{
    check_run("cp arm.urdf sub; " COMMAND "export arm.urdf -o sub/arm.urdf --force && cmp arm.urdf sub/arm.urdf; "
              "rm sub/arm.urdf",
              0, "", "");
    check_run(COMMAND "id arm.urdf --input rows.csv -o log.csv --force && " COMMAND
                      "id arm.urdf --input rows.csv -o /dev/stdout > out.csv && cmp out.csv log.csv",
              0, "", "");
    check_run(COMMAND "check faulty.urdf --in-place > /dev/null && cmp faulty.urdf arm.urdf", 0, "", "");
    check_run(COMMAND "export - < arm.urdf -o - > out.urdf && cmp out.urdf arm.urdf", 0, "", "");
    check_run(COMMAND "show arm.urdf -o /dev/null < /dev/null > /dev/null", 0, "", "");
    check_run(COMMAND "export universalUR5e -o universalUR5e && cmp universalUR5e arm.urdf; rm universalUR5e", 0, "",
              "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("collision");
    TCase *collision = add_case(suite, "collision", what_is_not_read_may_be_replaced);
    tcase_add_checked_fixture(collision, set_up, tear_down);
    tcase_add_loop_test(collision, the_standard_input_has_one_reader, 0, SHARING);
    tcase_add_loop_test(collision, what_is_read_is_not_replaced, 0, REPLACING);
    return run_suites(suite, NULL);
}
