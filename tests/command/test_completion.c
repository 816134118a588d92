/* Completions: each shell offers every subcommand, option and word, and no others. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void open_shell_folder(void)
{
    open_folder();
    put_file("robot.urdf", "<robot name='r'><link name='l'/></robot>");
    put_file("two words.urdf", "<robot name='r'><link name='l'/></robot>");
    check_run("ln -s \"$CONDYLE\" condyle; for s in bash zsh fish; do ./condyle completion $s > script.$s; done", 0, "",
              "");
    /* complete.bash WORD...: prints the completions of the last word, one a line */
    put_file("complete.bash",
             "PATH=.:$PATH\nsource ./script.bash\nCOMP_WORDS=(condyle \"$@\")\nCOMP_CWORD=$#\n_condyle\n"
             "printf '%s\\n' \"${COMPREPLY[@]}\" | sort\n");
}

/* Sets $commands, and `options COMMAND` prints the options in the help, one a line. */
#define READ_HELP                                                                                                      \
    "commands=$(./condyle help | sed -n '/^Commands:/,/^$/s/^  \\([a-z_-]*\\) .*/\\1/p')\n"                            \
    "options() { ./condyle help $1 | sed -n 's/^  \\(-[a-zA-Z], \\)\\{0,1\\}\\(--[a-z-]*\\).*/\\2/p' | sort; }\n"

START_TEST(bash_offers_every_option)
{
    check_run("bash -c 'source ./script.bash; complete -p condyle'", 0, "complete -F _condyle condyle\n", "");
    check_run(READ_HELP "bash complete.bash '' > offered\n"
                        "for c in $commands help completion; do grep -qx -e $c offered || echo \"no $c\"; done\n"
                        "for c in $commands; do\n"
                        "  options $c > expected; bash complete.bash $c -- > offered; cmp expected offered\n"
                        "done",
              0, "", "");
}
END_TEST

static const struct {
    const char *words, *offered;
} bash_cases[] = {
    {"iden", "identify\n"},
    {"help mas", "mass\n"},
    {"completion ''", "bash\nfish\nzsh\n"},
    {"id --grav", "--gravity\n"},
    {"id --format ''", "csv\njson\nnpy\ntable\n"},
    {"id --format = j", "json\n"},
    {"id --format =", "csv\njson\nnpy\ntable\n"},
    {"check --format ''", "json\nsarif\ntext\n"},
    {"id --drives damping,s", "damping,springs\n"},
    {"sim --integrator cvode-", "cvode-stiff\n"},
    {"id -o rob", "robot.urdf\n"},
    {"id --gravity ''", "\n"},
    {"show rob", "robot.urdf\n"},
    {"show two", "two words.urdf\n"},
    {"show omron", "omronEcobra600\n"},
    {"diff universalUR5e omron", "omronEcobra600\n"},
};

START_TEST(bash_completes_words)
{
    char script[128];
    snprintf(script, sizeof script, "bash complete.bash %s", bash_cases[_i].words);
    check_run(script, 0, bash_cases[_i].offered, "");
}
END_TEST

START_TEST(fish_offers_every_option)
{
    check_run("fish --no-execute script.fish", 0, "", "");
    check_run(READ_HELP
              "mkdir home; export HOME=$PWD/home PATH=$PWD:$PATH\n"
              "offers() { fish --private -c 'source script.fish; complete -C \"'\"$1\"'\"' | cut -f 1 | sort; }\n"
              "for c in show check sim; do\n"
              "  options $c > expected; offers \"condyle $c --\" > offered; cmp expected offered\n"
              "done\n"
              "offers 'condyle iden'; offers 'condyle id --format '; offers 'condyle show omron'; rm -r home",
              0, "identify\ncsv\njson\nnpy\ntable\nomronEcobra600\n", "");
}
END_TEST

START_TEST(zsh_loads_the_script)
{
    check_run("zsh -n script.zsh", 0, "", "");
    check_run("ZDOTDIR=$PWD zsh -f -c 'autoload -U compinit && compinit -D -u && source ./script.zsh && "
              "echo $_comps[condyle] $+functions[_condyle_id]'",
              0, "_condyle 1\n", "");
}
END_TEST

START_TEST(scripts_name_every_option)
{
    check_run(READ_HELP "for c in $commands; do\n"
                        "  sed -n \"/^_condyle_$c()/,/^}/p\" script.zsh > function.zsh\n"
                        "  for o in $(options $c); do\n"
                        "    grep -q -e \"$o[=[]\" function.zsh || echo \"zsh: $c $o\"\n"
                        "    grep -q -e \"from $c' -l ${o#--} \" script.fish || echo \"fish: $c $o\"\n"
                        "    grep -q -e \"^    $c) echo '.*$o[ ']\" script.bash || echo \"bash: $c $o\"\n"
                        "  done\n"
                        "done",
              0, "", "");
}
END_TEST

START_TEST(unknown_shells_are_refused)
{
    check_run("\"$CONDYLE\" completion", 2, "", "'completion' needs one shell: bash, zsh or fish");
    check_run("\"$CONDYLE\" completion bsh", 2, "",
              "no completions for 'bsh'; expected bash, zsh or fish; did you mean "
              "'bash'?");
}
END_TEST

int main(void)
{
    const char *program = getenv("CONDYLE");
    if (!program || access(program, X_OK) != 0) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    unsetenv("CONDYLE_URDF_PATH");
    const char *bash = have_program("bash") ? NULL : "bash is not installed";
    Suite *suite = suite_create("completion");
    TCase *tests = add_case(suite, "completion", scripts_name_every_option);
    tcase_add_checked_fixture(tests, open_shell_folder, close_folder);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, unknown_shells_are_refused);
    add_or_skip(tests, bash_offers_every_option, 0, 1, bash);
    add_or_skip(tests, bash_completes_words, 0, (int)(sizeof bash_cases / sizeof *bash_cases), bash);
    add_or_skip(tests, fish_offers_every_option, 0, 1, have_program("fish") ? NULL : "fish is not installed");
    add_or_skip(tests, zsh_loads_the_script, 0, 1, have_program("zsh") ? NULL : "zsh is not installed");
    return run_suites(suite, NULL);
}
