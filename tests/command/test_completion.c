/* Completions: each shell offers every subcommand, option, word and name of the robot, and no others. */
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
    /* complete.bash LINE: prints the completions at the end of the line `condyle LINE`, sorted, one a line; without
     * LINE, the line is in the file `line` */
    put_file("complete.bash",
             "PATH=.:$PATH\nsource ./script.bash\nIFS= read -r line < line\nCOMP_LINE=\"condyle ${1-$line}\"\n"
             "COMP_POINT=${#COMP_LINE}\n_condyle\nprintf '%s\\n' \"${COMPREPLY[@]}\" | sort\n");
    put_file("line", "\n");
    put_file(
        "names.urdf",
        "<robot name='r'><link name='base'/><link name='two words'/><link name='a:b'/><link name='it&apos;s $5'/>\n"
        "<link name='say \"hi\"'/><link name='back\\slash'/><link name='line&#10;feed'/>\n"
        "<joint name='j 1' type='continuous'><parent link='base'/><child link='two words'/></joint>\n"
        "<joint name='j:2' type='planar'><parent link='two words'/><child link='a:b'/></joint>\n"
        "<joint name='$j&apos;3' type='prismatic'><parent link='a:b'/><child link='it&apos;s $5'/>\n"
        "<limit effort='1' velocity='1'/></joint>\n"
        "<joint name='f 1' type='fixed'><parent link='a:b'/><child link='say \"hi\"'/></joint>\n"
        "<joint name='f:2' type='fixed'><parent link='a:b'/><child link='back\\slash'/></joint>\n"
        "<joint name='f3' type='fixed'><parent link='a:b'/><child link='line&#10;feed'/></joint></robot>\n");
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
                        "  options $c > expected; bash complete.bash \"$c --\" > offered; cmp expected offered\n"
                        "done",
              0, "", "");
}
END_TEST

START_TEST(every_command_answers_help)
{
    check_run(READ_HELP "test $(echo $commands | wc -w) -ge 40 || echo \"only these: $commands\"\n"
                        "for c in $commands help completion; do for o in --help -h; do\n"
                        "  ./condyle $c $o 2>&1 > said | grep . && echo \"$c $o complains\"\n"
                        "  ./condyle $c $o > said 2>&1 && grep -q '^Usage: condyle ' said || echo \"$c $o fails\"\n"
                        "done; ./condyle help $c > /dev/null || echo \"help $c fails\"; done\n"
                        "rm -f said",
              0, "", "");
}
END_TEST

/* Options that read files, by the script for bash: `command,option`, one a line. */
#define FILE_OPTIONS "sed -n \"s/^    \\([a-z_-]*,--[a-z-]*\\).*) echo '\\(FILE\\|LISTED .*\\)' ;;/\\1/p\" script.bash"

START_TEST(an_empty_name_of_a_file_is_refused_by_its_option)
{
    check_run(FILE_OPTIONS " > options; test $(wc -l < options) -ge 60 || wc -l options\n"
                           "tr , ' ' < options | while read -r c o; do\n"
                           "  ./condyle $c robot.urdf $o '' > said 2>&1; code=$?\n"
                           "  test $code = 2 && grep -q -e \"error: $o\" said || { echo $c $o $code; cat said; }\n"
                           "done; rm -f said options",
              0, "", "");
}
END_TEST

/* Ends of command lines, and the completions by which bash replaces the last word, or its part behind a break (= or
 * :). */
static const struct {
    const char *line, *offered;
} bash_cases[] = {
    {"iden", "identify\n"},
    {"help mas", "mass\n"},
    {"completion ", "bash\nfish\nzsh\n"},
    {"id --grav", "--gravity\n"},
    {"id --format ", "csv\njson\nnpy\ntable\n"},
    {"id --format=j", "json\n"},
    {"id --format=", "csv\njson\nnpy\ntable\n"},
    {"check --format ", "json\nsarif\ntext\n"},
    {"id --drives damping,s", "damping,script.bash\ndamping,script.fish\ndamping,script.zsh\ndamping,springs\n"},
    {"id --drives ./r", "./robot.urdf\n"},
    {"distance ur5e --with robot.", "robot.urdf\n"},
    {"edit robot.urdf --attach robot.", "robot.urdf\n"},
    {"edit robot.urdf --attach omron", "omronEcobra600\n"},
    {"view robot.urdf --beside robot.", "robot.urdf\n"},
    {"view robot.urdf --beside omron", "omronEcobra600\n"},
    {"sim --integrator cvode-", "cvode-stiff\n"},
    {"id -o rob", "robot.urdf\n"},
    {"id --output=rob", "robot.urdf\n"},
    {"id --gravity ", "\n"},
    {"show robotis", "robotisOP2\nrobotisOpenManipulator\nrobotisTurtleBot3Burger\nrobotisTurtleBot3Waffle\n"
                     "robotisTurtleBot3WaffleForOpenManipulator\nrobotisTurtleBot3WafflePi\n"
                     "robotisTurtleBot3WafflePiForOpenManipulator\n"},
    {"show robot.", "robot.urdf\n"},
    {"id ur5", "ur5\nur5e\n"},
    {"view ecobra", "ecobra600\n"},
    {"show two", "two words.urdf\n"},
    {"show 'two", "two words.urdf\n"},
    {"show two\\ w", "two words.urdf\n"},
    {"show omron", "omronEcobra600\n"},
    {"diff universalUR5e omron", "omronEcobra600\n"},
    {"transform names.urdf --body ", "a:b\nback\\\\slash\nbase\nit\\'s\\ \\$5\nsay\\ \\\"hi\\\"\ntwo\\ words\n"},
    {"transform 'names.urdf' --body 'it", "it'\\''s $5\n"},
    {"transform names.urdf --body \"it", "it's \\$5\n"},
    {"transform names.urdf --body \"say \\\"", "say \\\"hi\\\"\n"},
    {"transform names.urdf --body=two", "two\\ words\n"},
    {"transform names.urdf --body two\\ w", "two\\ words\n"},
    {"transform names.urdf --body a:", "b\n"},
    {"transform names.urdf --body 'a:", "a:b\n"},
    {"diff names.urdf robot.urdf --body back", "back\\\\slash\n"},
    {"id --package-path folder names.urdf --wrench tw", "two\\ words:\n"},
    {"constrained names.urdf --loop a:b,tw", "b,two\\ words\n"},
    {"constrained names.urdf --loop tw", "two\\ words,\n"},
    {"id names.urdf --q ho", "home\n"},
    {"id names.urdf --q j", "j:2\\[0\\]=\nj:2\\[1\\]=\nj:2\\[2\\]=\nj\\ 1=\n"},
    {"id names.urdf --q 'j 1=1,$j'\\''3=2,j:", "3=2,j:2[0]=\n3=2,j:2[1]=\n3=2,j:2[2]=\n"},
    {"id names.urdf --floating-base --qd floating_base[5", "floating_base\\[5\\]=\n"},
    {"edit names.urdf --free f", "f3\nf:2\nf\\ 1\n"},
    {"edit names.urdf --weld j", "j:2\nj\\ 1\n"},
    {"inertia names.urdf --mass ba", "back\\\\slash=\nbase=\n"},
    {"transform universalUR5e --body wrist_1", "wrist_1_link\n"},
    {"transform ./condyle --body ", "\n"},
    {"transform missing.urdf --body ", "\n"},
    {"transform - --body ", "\n"},
    {"transform --body ", "\n"},
};

START_TEST(bash_completes_words)
{
    put_file("line", bash_cases[_i].line);
    check_run("bash complete.bash", 0, bash_cases[_i].offered, "");
}
END_TEST

/* The options whose value names a file, a folder or a robot, by their placeholder or their sentence in the help. */
#define READ_PATHS                                                                                                     \
    READ_HELP "paths() { ./condyle help $1 | tr -s ' \\n' ' ' | sed 's/ --/\\n--/g' | sed -n "                         \
              "'s/^\\(--[a-z-]*\\) [^ ]*\\(FILE\\|DIR\\|FOLDER\\|ROBOT\\|OUT\\).*/\\1/p; "                             \
              "s/^\\(--[a-z-]*\\) .* a \\(FILE\\|JSON file\\)[ ,;].*/\\1/p' | sort -u; }\n"

START_TEST(every_option_that_takes_a_file_offers_files)
{
    put_file(
        "walk.bash", READ_PATHS
        "PATH=.:$PATH; source ./script.bash; n=0; listed=' '\n"
        "for c in $commands; do\n"
        "  zsh=$(sed -n \"/^_condyle_$c()/,/^}/p\" script.zsh); fish=$(grep -e \"from $c' -l\" script.fish)\n"
        "  for o in $(paths $c); do\n"
        "    n=$((n + 1)); listed+=\"$c:$o \"; f=robot.urdf; kind='-r -F'\n"
        "    case $o in --collect | --mesh-folder | --root-dir | --package-path) f=folder.d kind=directories ;; esac\n"
        "    COMP_LINE=\"condyle $c $o ${f%?}\"; COMP_POINT=${#COMP_LINE}; _condyle 2> /dev/null\n"
        "    [[ \" ${COMPREPLY[*]} \" == *\" $f \"* ]] || echo \"bash: $c $o\"\n"
        "    [[ ${zsh#*\"$o=\"} =~ ^[^$'\\n']*(_files|_condyle_robots|_condyle_listed) ]] || echo \"zsh: $c $o\"\n"
        "    line=${fish#*\"from $c' -l ${o#--} \"}; line=${line%%$'\\n'*}\n"
        "    [[ $line == *\"$kind\"* ]] || echo \"fish: $c $o\"\n"
        "  done\n"
        "done\n"
        "for o in distance:--with identify:--hold-out id:--map id:--drives sim:--input edit:--attach export:--collect "
        "payload:--empty; do [[ $listed == *\" $o \"* ]] || echo \"not looked at: $o\"; done\n"
        "((n > 150)) || echo \"$n options\"\n");
    check_run("mkdir folder.d; bash walk.bash; rmdir folder.d", 0, "", "");
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

START_TEST(fish_completes_names)
{
    check_run(
        "mkdir home; export HOME=$PWD/home PATH=$PWD:$PATH\n"
        "offers() { fish --private -c 'source script.fish; complete -C \"$argv\"' \"$1\" | cut -f 1 | sort; }\n"
        "offers 'condyle transform names.urdf --body '; echo; offers \"condyle transform names.urdf --body 'tw\"\n"
        "offers 'condyle transform names.urdf --body=say'; offers 'condyle id names.urdf --q j\\ 1=1,\\$j'\n"
        "offers 'condyle transform missing.urdf --body '; rm -r home",
        0, "a:b\nback\\slash\nbase\nit's $5\nsay \"hi\"\ntwo words\n\ntwo words\n--body=say \"hi\"\nj 1=1,$j'3=\n", "");
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

/* A shell on a pseudo terminal (zsh/zpty) reads the keys: a tab completes, ctrl-t writes the completed line, ctrl-u
 * clears it. The file `typed` has the typed lines, `expected` the completed lines. */
START_TEST(zsh_completes_names)
{
    put_file("typed", "condyle transform names.urdf --body tw\ncondyle transform names.urdf --body=say\n"
                      "condyle transform names.urdf --body it\ncondyle transform names.urdf --body a\n"
                      "condyle transform 'names.urdf' --body 'tw\ncondyle id names.urdf --q j\\ 1=1,\\$\n"
                      "condyle id names.urdf --wrench back\ncondyle transform missing.urdf --body tw\n");
    put_file("expected", "condyle transform names.urdf --body two\\ words\n"
                         "condyle transform names.urdf --body=say\\ \\\"hi\\\"\n"
                         "condyle transform names.urdf --body it\\'s\\ \\$5\n"
                         "condyle transform names.urdf --body a:b\n"
                         "condyle transform 'names.urdf' --body 'two words\n"
                         "condyle id names.urdf --q j\\ 1=1,\\$j\\'3=\n"
                         "condyle id names.urdf --wrench back\\\\slash:\n"
                         "condyle transform missing.urdf --body tw\n");
    put_file("inner.zsh", "PATH=$PWD:$PATH\nPS1=\nautoload -U compinit && compinit -D -u && source ./script.zsh\n"
                          "save() { print -r -- $BUFFER > new && mv new saved }\nzle -N save\n"
                          "bindkey -e\nbindkey '^T' save\nbindkey '^I' complete-word\n"
                          /* Keys count from here on: the terminal itself would take ctrl-u before. */
                          "zle-line-init() { : > ready }\nzle -N zle-line-init\n");
    put_file("outer.zsh", "zmodload zsh/zpty zsh/zselect\nawait() { while [[ ! -e $1 ]] { zselect -t 2; : } }\n"
                          "zpty -b shell 'ZDOTDIR=$PWD zsh -f -i'\nzpty -w shell 'source ./inner.zsh'\nawait ready\n"
                          "while IFS= read -r line; do\n"
                          "  zpty -n -w shell $line$'\\t\\C-t\\C-u'\n  await saved\n  cat saved\n  rm saved\n"
                          "done < typed\nzpty -d shell\nrm ready\n");
    check_run("TERM=xterm zsh -f outer.zsh > made; diff made expected", 0, "", "");
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
    tcase_add_unchecked_fixture(tests, open_shell_folder,
                                close_folder); /* a folder for all tests: they read its files */
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, unknown_shells_are_refused);
    tcase_add_test(tests, every_command_answers_help);
    tcase_add_test(tests, an_empty_name_of_a_file_is_refused_by_its_option);
    add_or_skip(tests, bash_offers_every_option, 0, 1, bash);
    add_or_skip(tests, every_option_that_takes_a_file_offers_files, 0, 1, bash);
    add_or_skip(tests, bash_completes_words, 0, (int)(sizeof bash_cases / sizeof *bash_cases), bash);
    const char *fish = have_program("fish") ? NULL : "fish is not installed";
    const char *zsh = have_program("zsh") ? NULL : "zsh is not installed";
    add_or_skip(tests, fish_offers_every_option, 0, 1, fish);
    add_or_skip(tests, fish_completes_names, 0, 1, fish);
    add_or_skip(tests, zsh_loads_the_script, 0, 1, zsh);
    add_or_skip(tests, zsh_completes_names, 0, 1, zsh);
    return run_suites(suite, NULL);
}
