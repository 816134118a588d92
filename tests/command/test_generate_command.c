/* condyle generate: the files that it writes compile as every C and C++ and pass their own test. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>

/* Robots and options: numbers of one state and of several, float, wrenches, drives, payloads, floating bases and mimic
 * joints. */
static const char *const requests[] = {
    "universalUR5e --calls id,mass --lanes 4 --wrenches",
    "universalUR5e --calls all --size 200000",
    "kukaIiwa14 --lanes 8 --float --round-angles 1e-9 --calls id,fd,mass,id-gradient",
    "universalUR5e --floating-base --calls id,fd",
    "universalUR5e --calls id,fd,mass,gravity,coriolis,derivatives,fd-gradient --inputs all --payload-body tool0 "
    "--payload tool0:3 --lanes 4 --size 300000",
    "omronEcobra600 --inputs gravity,wrenches --calls gravity,id,id-gradient --float",
    "frankaEmikaPanda --drives all --payload panda_hand:1.5,0,0,0.1 --calls id,fd,derivatives --lanes 2 --size 1000000",
    "omronEcobra600 --gravity 0,0,0 --calls gravity,coriolis,id --lanes 16"};

/* Strictly with one standard for all, with every standard for the first. */
START_TEST(the_code_compiles_and_passes_its_test)
{
    char script[1024];
    snprintf(
        script, sizeof script,
        "\"$CONDYLE\" generate %s --name arm 2> said || { cat said; exit 1; }\n"
        "for std in %s; do\n"
        "    case $std in *++*) language=c++ ;; *) language=c ;; esac\n"
        "    echo | $COMPILER -x $language -std=$std -fsyntax-only - 2> /dev/null || continue\n"
        "    $COMPILER -x $language -std=$std -O0 -Wall -Wextra -Wpedantic -Werror %s arm.c arm_test.c -o arm -lm &&\n"
        "        ./arm > found && grep -q 'arm: all results agree' found || { echo $std; cat found; }\n"
        "done\n",
        requests[_i], _i ? "c99" : "c99 c17 c++11 c++20", _i ? "" : "-Wshadow -Wunused");
    check_run(script, 0, "arm.h, arm.c and arm_test.c; test: cc -O2 arm.c arm_test.c -lm && ./a.out\n", "");
}
END_TEST

/* The test notices wrong code. */
START_TEST(the_test_of_the_code_can_fail)
{
    check_run("\"$CONDYLE\" generate universalUR5e --calls mass --name arm > said &&\n"
              "sed 's/    M\\[7\\] = /    M[7] = 1.001 * /' arm.c > wrong.c && ! cmp -s arm.c wrong.c &&\n"
              "$COMPILER wrong.c arm_test.c -o arm -lm && ! ./arm | grep -o 'mass_matrix: number 7' | uniq",
              1, "mass_matrix: number 7\n", "");
}
END_TEST

START_TEST(files_are_replaced_only_when_asked)
{
    check_run("mkdir made && echo mine > made/arm.c && \"$CONDYLE\" generate universalUR5e --name arm -o made", 3, "",
              "exists already");
    check_run("ls made && cat made/arm.c", 0, "arm.c\nmine\n", "");
    check_run("\"$CONDYLE\" generate universalUR5e --name arm -o made --force > said && ls made", 0,
              "arm.c\narm.h\narm_test.c\n", "");
    check_run("rm -r made; echo > file; \"$CONDYLE\" generate universalUR5e -o file", 3, "", "'file' is not a folder");
    check_run("\"$CONDYLE\" generate universalUR5e -o no/such", 3, "", "cannot be made");
    check_run("\"$CONDYLE\" generate universalUR5e -o -", 2, "", "give a folder");
}
END_TEST

START_TEST(refusals_say_why)
{
    check_run("\"$CONDYLE\" generate universalUR5e --name 1x", 2, "", "'1x' cannot begin names in C");
    check_run("\"$CONDYLE\" generate universalUR5e --calls none", 2, "", "nothing to generate");
    check_run("\"$CONDYLE\" generate universalUR5e --calls ik", 2, "", "'ik'");
    check_run("\"$CONDYLE\" generate universalUR5e --lanes 3", 2, "", "3");
    check_run("\"$CONDYLE\" generate universalUR5e --round-angles 1", 2, "", "0.001");
    check_run("\"$CONDYLE\" generate universalUR5e --size 100", 3, "", "more than 100");
    check_run("\"$CONDYLE\" generate universalUR5e --inputs payload", 2, "", "belong together");
    check_run("\"$CONDYLE\" generate universalUR5e --payload-body tool0", 2, "", "belong together");
    check_run("\"$CONDYLE\" generate universalUR5e --inputs mass", 2, "", "'mass'");
    check_run("\"$CONDYLE\" generate universalUR5e --inputs payload --payload-body tool1", 2, "", "tool0");
    check_run("\"$CONDYLE\" generate universalUR5e --inputs payload --payload-body base_link", 2, "", "no effect");
    check_run("ls", 0, "", "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generate_command");
    TCase *calls = tcase_create("calls");
    tcase_add_checked_fixture(calls, open_folder, close_folder);
    tcase_add_loop_test(calls, the_code_compiles_and_passes_its_test, 0, (int)(sizeof requests / sizeof requests[0]));
    tcase_add_test(calls, the_test_of_the_code_can_fail);
    tcase_add_test(calls, files_are_replaced_only_when_asked);
    tcase_add_test(calls, refusals_say_why);
    tcase_set_timeout(calls, 300);
    suite_add_tcase(suite, calls);
    return run_suites(suite, NULL);
}
