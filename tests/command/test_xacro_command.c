/* The command xacro: the options of the reference program, its results where it is installed, and limits. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPENING "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>"
#define COMMAND "\"$CONDYLE\" xacro "

START_TEST(a_file_of_macros_is_no_robot)
{
    put_file("macros.xacro", "<robot name='w' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n"
                             "<xacro:macro name='winch' params='p'><link name='${p}'/></xacro:macro></robot>");
    check_run("\"$CONDYLE\" show macros.xacro", 1, "",
              "the robot has no <link>: the file defines the macro 'winch' and calls none; give a file that includes "
              "this one and calls <xacro:winch>");
}
END_TEST

START_TEST(options_of_the_reference_program_are_taken)
{
    put_file("part.xacro", OPENING "<link name='b'/></robot>");
    put_file("a.xacro", OPENING "<xacro:include filename='part.xacro'/><xacro:property name='p' value='1'/>"
                                "<xacro:property name='p' value='2' unknown=''/><x v='${p} $(cwd)'/></robot>");
    free(output_of(COMMAND "a.xacro > plain 2> said; test -s said"));
    check_run(COMMAND "a.xacro -v -i 2> /dev/null | cmp - plain", 0, "", "");
    check_run(COMMAND "a.xacro -v --inorder --verbosity 4 2>&1 > made | cmp - said; cmp made plain", 0, "", "");
    check_run(COMMAND "a.xacro --verbosity 0 | cmp - plain", 0, "", "");
    check_run(COMMAND "a.xacro -q | cmp - plain", 0, "", "");
    check_run(COMMAND "a.xacro --verbosity 5", 2, "", "--verbosity");
    check_run("folder=$(pwd); cd /; " COMMAND "a.xacro -q --root-dir \"$folder\" | grep -v '<!--' > $folder/made; "
              "cd $folder; grep -v '<!--' plain | cmp - made",
              0, "", "");
    check_run("folder=$(pwd); cd /; " COMMAND "$folder/a.xacro -q --root-dir \"$folder\" | grep -c 'link name=\"b\"'",
              0, "1\n", "");
    check_run(COMMAND "a.xacro --root-dir nowhere", 3, "", "cannot use the folder 'nowhere'");
}
END_TEST

/* Expressions with too many operations or bytes fail with their place in the file, and the process continues. */
static const char *const greedy[] = {
    "${'a' * 10 ** 10}",
    "${[0] * 10 ** 10}",
    "${10 ** 10 ** 10}",
    "${2 ** 10 ** 8}",
    "${[i for i in range(10 ** 12)]}",
    "${len([1 for i in range(10 ** 6) for j in range(10 ** 6)])}",
    "${sum(range(10 ** 12))}",
    "${'{:1000000000}'.format(1)}",
    "${('x' * 1000000).replace('x', 'y' * 1000000)}",
    "${[[[[0] * 1000] * 1000] * 1000] * 1000}",
    "${'a'.ljust(10 ** 10)}",
    "${','.join(['a' * 1000] * 10 ** 9)}",
};

START_TEST(expressions_have_limits)
{
    char text[512];
    snprintf(text, sizeof text, OPENING "\n<x v=\"%s\"/></robot>", greedy[_i]);
    put_file("greedy.xacro", text);
    check_run(COMMAND "greedy.xacro > made", 1, "", "greedy.xacro:2: error: ");
}
END_TEST

/* ---- beside the reference program ---- */

static unsigned long long state;

static int draw(int count)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)count);
}

/* Writes an expression over the properties p0 to p3 and the macro's parameter. */
static int put_expression(char *out, int depth)
{
    static const char *const operators[] = {"+", "-", "*", "/", "//", "%", "<", ">=", "==", "and", "or"};
    static const char *const functions[] = {"sin", "cos", "abs", "floor", "str", "int", "float", "radians"};
    const int kind = depth > 2 ? draw(3) : draw(7);
    int n = 0;
    switch (kind) {
    case 0: return sprintf(out, "p%d", draw(4));
    case 1: return sprintf(out, "%d", draw(20) - 5);
    case 2: return sprintf(out, "%d.%d", draw(10), draw(1000));
    case 3:
        n += sprintf(out, "%s(", functions[draw(8)]);
        n += put_expression(out + n, depth + 1);
        return n + sprintf(out + n, ")");
    case 4:
        n += sprintf(out, "(");
        n += put_expression(out + n, depth + 1);
        n += sprintf(out + n, " if ");
        n += put_expression(out + n, depth + 1);
        n += sprintf(out + n, " else ");
        n += put_expression(out + n, depth + 1);
        return n + sprintf(out + n, ")");
    default:
        n += sprintf(out, "(");
        n += put_expression(out + n, depth + 1);
        const char *sign = operators[draw(11)];
        n += sprintf(out + n, " %s%s ", strcmp(sign, "<") == 0 ? "&lt" : sign, strcmp(sign, "<") == 0 ? ";" : "");
        n += put_expression(out + n, depth + 1);
        return n + sprintf(out + n, ")");
    }
}

/* Checks that both programs expand the file to the same text, or that both refuse the file. */
START_TEST(the_reference_program_agrees)
{
    static char text[8192];
    char *end = text + sprintf(text, OPENING "\n");
    state = (unsigned long long)_i + 1;
    for (int i = 0; i < 4; i++) {
        end += sprintf(end, "<xacro:property name='p%d' value='%d%s'/>\n", i, draw(9) + 1, draw(2) ? ".5" : "");
    }
    end += sprintf(end, "<xacro:macro name='m' params='p0 p1:=^|7 *block'><y a='${p0}' b='${p1}'>"
                        "<xacro:insert_block name='block'/></y></xacro:macro>\n");
    for (int i = 0; i < 4; i++) {
        const bool is_macro = draw(3) == 0;
        end += sprintf(end, "%s='${", is_macro ? "<xacro:m p0" : "<x v");
        end += put_expression(end, 0);
        end += sprintf(end, "}'%s\n", is_macro ? "><z/></xacro:m>" : "/>");
    }
    sprintf(end, "</robot>\n");
    put_file("a.xacro", text);
    check_run(COMMAND
              "a.xacro -q > ours 2> /dev/null; ours=$?; xacro -q a.xacro > theirs 2> /dev/null; theirs=$?\n"
              "test $ours -ne 0 && test $theirs -ne 0 && exit 0\n"
              "test $ours = $theirs || { cat a.xacro; exit 9; }\n"
              "sed -n '/<robot/,$p' ours > a; sed -n '/<robot/,$p' theirs | diff a - || { cat a.xacro; exit 9; }",
              0, "", "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("xacro_command");
    TCase *tests = tcase_create("options");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, a_file_of_macros_is_no_robot);
    tcase_add_test(tests, options_of_the_reference_program_are_taken);
    tcase_add_loop_test(tests, expressions_have_limits, 0, sizeof greedy / sizeof *greedy);
    suite_add_tcase(suite, tests);
    tests = tcase_create("reference");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    add_or_skip(tests, the_reference_program_agrees, 0, 30,
                have_program("xacro") ? NULL : "the program xacro is not installed");
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
