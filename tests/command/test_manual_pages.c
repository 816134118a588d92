/* Manual pages: every page is well-formed and has every option and example of the help. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdlib.h>
#include <unistd.h>

/* Puts the names of all subcommands into $commands. */
#define COMMANDS "commands=$(\"$CONDYLE\" help | sed -n '/^Commands:/,/^$/s/^  \\([a-z_-]*\\) .*/\\1/p')\n"

/* Writes condyle.1 and condyle-COMMAND.1 for every subcommand. */
#define WRITE_PAGES                                                                                                    \
    "\"$CONDYLE\" help --man > condyle.1\n" COMMANDS                                                                   \
    "for c in $commands; do \"$CONDYLE\" help --man $c > condyle-$c.1; done\n"

START_TEST(every_option_is_in_the_page)
{
    check_run(
        WRITE_PAGES
        "n=0\n"
        "for c in $commands; do\n"
        "  sed 's/\\\\-/-/g; s/\\\\fB/</g; s/\\\\fR/>/g' condyle-$c.1 > page\n"
        "  for o in $(\"$CONDYLE\" help $c | sed -n 's/^  \\(-[a-zA-Z], \\)\\{0,1\\}\\(--[a-z-]*\\).*/\\2/p'); do\n"
        "    grep -q -e \"<$o>\" page || echo \"condyle-$c.1 lacks $o\"\n"
        "    n=$((n + 1))\n"
        "  done\n"
        "  \"$CONDYLE\" help $c | sed -n 's/^  \\(condyle .*\\)/\\1/p' | head -n 1 | sed 's/\\^/\\\\(ha/g' > example\n"
        "  grep -q -F -f example page || echo \"condyle-$c.1 lacks an example\"\n"
        "  grep -q -F \"condyle-$c (1)\" condyle.1 || sed 's/\\\\-/-/g' condyle.1 | grep -q -F \"condyle-$c (1)\" ||\n"
        "    echo \"condyle.1 does not name $c\"\n"
        "done\n"
        "[ $n -gt 250 ] || echo \"$n options\"",
        0, "", "");
}
END_TEST

/* Of two options of one name the parser takes the first, and the other can never be given. */
START_TEST(no_command_has_two_options_of_one_name)
{
    check_run(COMMANDS "n=0\n"
                       "for c in $commands; do\n"
                       "  \"$CONDYLE\" help $c | sed -n 's/^  \\(-[a-zA-Z], \\)\\{0,1\\}\\(--[a-z-]*\\).*/\\1\\2/p' |\n"
                       "    tr -s ', ' '\\n' > options\n"
                       "  n=$((n + $(wc -l < options)))\n"
                       "  sort options | uniq -d | sed \"s/^/$c has twice /\"\n"
                       "done\n"
                       "[ $n -gt 250 ] || echo \"$n options\"",
              0, "", "");
}
END_TEST

START_TEST(sections_are_those_of_manual_pages)
{
    check_run(
        "\"$CONDYLE\" help --man id | sed -n 's/^.S[HS] //p' | tr '\\n' ','", 0,
        "NAME,SYNOPSIS,DESCRIPTION,OPTIONS,State,Drives,Rows,Robot,Output,VALUES,EXIT STATUS,ENVIRONMENT,EXAMPLES,"
        "SEE ALSO,",
        "");
    check_run("\"$CONDYLE\" help --man shw", 2, "", "unknown command 'shw'; did you mean 'show'?");
}
END_TEST

/* A page has no date, which would be the date of the build, so that two builds give the same bytes. */
START_TEST(mandoc_finds_nothing)
{
    check_run(WRITE_PAGES "mandoc -Tlint *.1 | grep -v 'missing date'; true", 0, "", "");
}
END_TEST

START_TEST(man_formats_without_warnings)
{
    check_run(WRITE_PAGES "for page in *.1; do man -l --warnings=w ./$page > text; [ -s text ] || echo $page; done", 0,
              "", "");
}
END_TEST

int main(void)
{
    const char *program = getenv("CONDYLE");
    if (!program || access(program, X_OK) != 0) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    setenv("LC_ALL", "C.UTF-8", 1);
    Suite *suite = suite_create("manual_pages");
    TCase *pages = add_case(suite, "pages", every_option_is_in_the_page);
    tcase_add_checked_fixture(pages, open_folder, close_folder);
    tcase_set_timeout(pages, 120);
    tcase_add_test(pages, no_command_has_two_options_of_one_name);
    tcase_add_test(pages, sections_are_those_of_manual_pages);
    add_or_skip(pages, mandoc_finds_nothing, 0, 1, have_program("mandoc") ? NULL : "mandoc is not installed");
    add_or_skip(pages, man_formats_without_warnings, 0, 1,
                have_program("man") && have_program("groff") ? NULL : "man or groff is not installed");
    return run_suites(suite, NULL);
}
