/* Outputs of each command: their last line ends, in each format, and the names of files say what is in them. */
#include "support/folder.h"
#include "support/log_bytes.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOTION " --input log.csv"

/* The arguments of a command, and the ending of its file where the command writes one. */
typedef struct walked {
    const char *command, *arguments, *ending;
} walked;

static const walked rows[] = {
    {"show", "universalUR5e", NULL},
    {"id", "universalUR5e", NULL},
    {"id", "universalUR5e" MOTION, NULL},
    {"fd", "universalUR5e", NULL},
    {"constrained", "universalUR5e --contact tool0 --q 0,-1.57,1.57,0,0,0", NULL},
    {"mechanism", "universalUR5e --loop tool0,flange:ball --actuated elbow_joint --gravity 0,0,0", NULL},
    {"reactions", "universalUR5e", NULL},
    {"mass", "universalUR5e", NULL},
    {"gravity", "universalUR5e", NULL},
    {"coriolis", "universalUR5e", NULL},
    {"transform", "universalUR5e --body tool0", NULL},
    {"velocity", "universalUR5e --body tool0", NULL},
    {"acceleration", "universalUR5e --body tool0", NULL},
    {"jacobian", "universalUR5e --body tool0", NULL},
    {"manipulability", "universalUR5e --body tool0 --q 0,-1.57,1.57,0,1.57,0", NULL},
    {"task", "universalUR5e --task tool0:linear --q 0,-1.57,1.57,0,0,0", NULL},
    {"com", "universalUR5e", NULL},
    {"energy", "universalUR5e", NULL},
    {"regressor", "universalUR5e", NULL},
    {"derivatives", "universalUR5e --of id", NULL},
    {"ik", "universalUR5e --body tool0 --pose 0.4,0.2,0.5,0,3.14,0", NULL},
    {"ik", "universalUR5e --constraints list.json", NULL},
    {"sim", "universalUR5e --time 0.01", NULL},
    {"identify", "universalUR5e" MOTION, NULL},
    {"explain", "universalUR5e" MOTION, NULL},
    {"observe", "universalUR5e" MOTION, NULL},
    {"distance", "universalUR5e", NULL},
    {"limits", "universalUR5e" MOTION, NULL},
    {"drives", "universalUR5e --catalogue drives.csv" MOTION, NULL},
    {"report", "universalUR5e" MOTION, NULL},
    {"contact", "universalUR5e --at tool0 --direction 1,0,0 --q 0,-1.57,1.57,0,0,0", NULL},
    {"workspace", "universalUR5e --samples 200", NULL},
    {"stop", "universalUR5e --at tool0 --brakes 200,200,150,40,40,40 --q 0,-1.57,1.57,0,0,0", NULL},
    {"payload", "universalUR5e --body tool0 --q 0,-1.57,1.57,0,0,0", NULL},
    {"payload", "universalUR5e --body tool0 --grid --samples 200", NULL},
    {"payload", "universalUR5e --identify --body tool0" MOTION, NULL},
    {"motion", "universalUR5e" MOTION, NULL},
    {"rows", "log.mcap", NULL},
    {"rows", "log.parquet", NULL},
    {"random", "universalUR5e -n 2", NULL},
    {"trajectory", "universalUR5e --through points.csv --acceleration 5", NULL},
    {"smooth", "universalUR5e --cutoff 5" MOTION, NULL},
    {"excite", "universalUR5e --evaluations 2 --acceleration 5 --rate 10", NULL},
    {"export", "universalUR5e", NULL},
    {"export", "universalUR5e --as mjcf", NULL},
    {"export", "universalUR5e --as sdf", NULL},
    {"edit", "universalUR5e --name other", NULL},
    {"compile", "universalUR5e -o made.cdy --force", NULL},
    {"generate", "universalUR5e --name made --force", ".c"},
    {"check", "universalUR5e", NULL},
    {"diff", "universalUR5e universalUR10e", NULL},
    {"xacro", "arm.xacro", NULL},
    {"bench", "omronEcobra600 --time 0.01", NULL},
    {"list", "", NULL},
    {"inertia", "shaped.urdf --density 1000", NULL},
    {"draw", "universalUR5e --force -o made.svg", ".svg"},
    {"draw", "universalUR5e --outlines --force -o made.svg", ".svg"},
    {"view", "universalUR5e --force -o made.html", ".html"},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void put_inputs(void)
{
    open_folder();
    put_file("list.json", "[{\"kind\": \"joint\", \"joint\": \"elbow_joint\", \"bounds\": [1, 1.5]}]");
    put_file("drives.csv",
             "type,maker,output,gear,side,ratio,mass,rotor_inertia,continuous_torque,peak_torque,peak_speed\n"
             "one,M,rotary,cycloidal,output,50,0.4,0.5,400,900,60\n");
    put_file("arm.xacro", "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'><link name='a'/></robot>");
    put_file("shaped.urdf", "<robot name='r'><link name='a'><collision><geometry><box size='1 1 1'/></geometry>"
                            "</collision></link></robot>");
    free(output_of(
        "\"$CONDYLE\" random universalUR5e -n 8 --seed 3 > points.csv; \"$CONDYLE\" trajectory universalUR5e "
        "--through points.csv --acceleration 5 --rate 50 > way.csv; \"$CONDYLE\" id universalUR5e --input way.csv > "
        "log.csv"));
}

static void put_logs(void)
{
    char path[128];
    log_bytes log = {0}, columns = {0};
    mcap_recording(&log, 2, 1, "");
    log_write(&log, path_in_folder(path, sizeof path, "log.mcap"));
    parquet_recording(&columns, 3, 2, false, 3);
    log_write(&columns, path_in_folder(path, sizeof path, "log.parquet"));
    log_clear(&log);
    log_clear(&columns);
}

static void make_inputs(void)
{
    put_inputs();
    put_logs();
}

/* Commands that have no --format run once. An array begins with its mark. */
START_TEST(outputs_end_their_last_line)
{
    const walked *w = &rows[_i];
    char script[2048];
    snprintf(
        script, sizeof script,
        "formats=$(\"$CONDYLE\" help %s | sed -n 's/^  --format \\([a-z|]*\\).*/\\1/p' | tr '|' ' ')\n"
        "for f in ${formats:-none}; do\n"
        "  option=; [ $f = none ] || option=\"--format $f\"\n"
        "  \"$CONDYLE\" %s %s $option > out 2> said; code=$?\n"
        "  [ -n '%s' ] && cp made%s out 2>> said\n"
        "  case $code,$f in 0,* | 4,* | 5,*) ;; 1,*) [ %s = diff ] || echo \"$f: 1\" ;; 2,npy | 2,csv) continue ;;\n"
        "  2,none) grep -q 'built without the page' said && continue; cat said ;; *) echo \"$f: $code\"; cat said ;; "
        "esac\n"
        "  [ -s out ] || { [ %s = compile ] && continue; echo \"$f: nothing\"; continue; }\n"
        "  [ $f = npy ] && { head -c 6 out | tail -c 5; echo; continue; }\n"
        "  [ \"$(tail -c 2 out | od -An -tx1 | sed 's/.* //')\" = 0a ] || echo \"$f: no line feed\"\n"
        "  case $f in json | sarif) [ \"$(tail -c 2 out | od -An -tx1)\" != ' 0a 0a' ] || echo \"$f: an empty line\" "
        ";; "
        "esac\n"
        "done | grep -v '^NUMPY$'; true",
        w->command, w->command, w->arguments, w->ending ? w->ending : "", w->ending ? w->ending : "", w->command,
        w->command);
    check_run(script, 0, "", "");
}
END_TEST

/* Endings of the commands that write something else than rows of numbers; NULL: a folder. */
static const walked endings[] = {
    {"workspace", NULL, ".csv, .json, .jsonl, .txt or .svg, or --format that says it"},
    {"contact", NULL, ".csv, .json, .jsonl, .npy, .txt or .svg, or --format that says it"},
    {"payload", NULL, ".csv, .json, .jsonl, .npy, .txt or .svg, or --format that says it"},
    {"distance", NULL, ".csv, .json, .jsonl or .txt, or --format that says it"},
    {"drives", NULL, ".csv, .json, .jsonl or .txt, or --format that says it"},
    {"limits", NULL, ".csv, .json, .jsonl or .txt, or --format that says it"},
    {"list", NULL, ".csv, .json, .jsonl or .txt, or --format that says it"},
    {"observe", NULL, ".csv, .json, .jsonl or .txt, or --format that says it"},
    {"show", NULL, ".csv, .json, .jsonl or .txt, or --format that says it"},
    {"stop", NULL, ".csv, .json, .jsonl or .txt, or --format that says it"},
    {"bench", NULL, ".csv, .json, .jsonl or .txt, or --format that says it"},
    {"identify", NULL, ".urdf or .xml"},
    {"explain", NULL, ".txt, .json, .html or .htm, or --format that says it"},
    {"report", NULL, ".html or .htm"},
    {"export", NULL, ".urdf, .sdf, .xml or .mjcf, or --as that says it"},
    {"edit", NULL, ".urdf or .xml"},
    {"compile", NULL, ".cdy, .bin or .model, or --c-array for source in C"},
    {"generate", NULL, NULL},
    {"check", NULL, ".txt, .log, .json or .sarif, or --format that says it"},
    {"diff", NULL, ".txt or .json, or --format that says it"},
    {"xacro", NULL, ".urdf, .xml, .sdf, .srdf or .txt"},
    {"inertia", NULL, ".urdf or .xml"},
    {"draw", NULL, "ends in .png, .svg or, for an animation, .apng"},
    {"view", NULL, ".html or .htm"},
};

/* The endings of a command's --output, as the message lists them. */
static const char *endings_of(const char *command)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (strcmp(endings[i].command, command) == 0) {
            return endings[i].ending;
        }
    }
    return ".csv, .json, .jsonl, .npy or .txt, or --format that says it";
}

/* No command writes its text into a file whose name promises another content, such as a picture. */
START_TEST(unknown_endings_are_refused)
{
    const walked *w = &rows[_i];
    const char *known = endings_of(w->command);
    char script[1024], said[256];
    if (!known || strstr(w->arguments, "--as ")) {
        return;
    }
    snprintf(said, sizeof said, "%s%s", *known == '.' ? "expected " : "", known);
    static const char *const names[] = {"a.zip", "dot.d/a.PDF"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const char *file = strstr(w->arguments, "-o made.");
        const int length = file ? (int)(file - w->arguments) : (int)strlen(w->arguments);
        snprintf(script, sizeof script,
                 "mkdir -p dot.d; \"$CONDYLE\" %s %.*s -o %s; code=$?; ls %s 2> none; rmdir dot.d; exit $code",
                 w->command, length, w->arguments, names[k], names[k]);
        check_run(script, 2, "", said);
    }
}
END_TEST

typedef struct named_output {
    const char *script;
    int code;
    const char *out, *said;
} named_output;

static const named_output named[] = {
    {"workspace universalUR5e --samples 200 -o a.png; ls a.png 2> none", 2, "",
     "'a.png': 'workspace' does not write files that end in .png; expected .csv, .json, .jsonl, .txt or .svg"},
    {"export universalUR5e -o arm.txt; ls arm.txt 2> none", 2, "", "expected .urdf, .sdf, .xml or .mjcf"},
    {"export universalUR5e -o arm.txt --as sdf && grep -c '<sdf' arm.txt", 0, "1\n", "note"},
    {"mass universalUR5e -o m.dat --format csv && grep -c , m.dat", 0, "7\n", ""},
    {"mass universalUR5e -o M.JSON && head -c 1 M.JSON", 0, "{", ""},
    {"mass universalUR5e -o m.txt && grep -c elbow_joint m.txt", 0, "2\n", ""},
    {"mass universalUR5e -o .mass && grep -c elbow_joint .mass", 0, "2\n", ""},
    {"mass universalUR5e -o mass && grep -c elbow_joint mass", 0, "2\n", ""},
    {"mass universalUR5e -o /dev/null", 0, "", ""},
    {"explain universalUR5e --input log.csv -o why.html && head -c 15 why.html", 0, "<!DOCTYPE html>", ""},
    {"explain universalUR5e --input log.csv -o why.json && head -c 1 why.json", 0, "{", ""},
    {"explain universalUR5e --input log.csv --format json -o why.txt && head -c 1 why.txt", 0, "{", ""},
    {"check universalUR5e -o found.json && head -c 1 found.json", 0, "{", ""},
    {"check universalUR5e -o found.sarif && grep -c sarif-2.1.0 found.sarif", 0, "1\n", ""},
    {"check universalUR5e -o found.log --format json && head -c 1 found.log", 0, "{", ""},
    {"diff universalUR5e universalUR5e -o same.JSON && head -c 1 same.JSON", 0, "{", ""},
    {"compile universalUR5e -o arm.c", 2, "", "'arm.c': 'compile' does not write files that end in .c"},
    {"compile universalUR5e --c-array -o arm.cdy", 2, "", "expected .c, .h, .cc, .cpp, .cxx, .hh or .hpp"},
    {"compile universalUR5e --c-array -o arm.hpp", 0, "", ""},
    {"identify universalUR5e --input log.csv --format json -o a.json", 2, "", "expected .urdf or .xml"},
    {"sim universalUR5e --time 0.01 --plot a.png; ls a.png 2> none", 2, "",
     "--plot: 'a.png': 'sim' does not write files that end in"},
    {"show universalUR5e -o a.svg", 2, "", "expected .csv, .json, .jsonl or .txt, or --format that says it"},
    {"show universalUR5e -o a.npy", 2, "", "'show' has no arrays; expected --format table, csv or json"},
    {"limits universalUR5e --input log.csv -o a.npy", 2, "", "'limits' has no npy output"},
    {"distance universalUR5e -o a.svg", 2, "", "expected .csv, .json, .jsonl or .txt, or --format"},
    {"list -o a.txt --format csv && head -c 4 a.txt", 0, "name", ""},
    {"distance universalUR5e --srdf -", 2, "", "--srdf is not read from standard input; expected the name of a file"},
    {"generate universalUR5e --name made -o made.d --force > said && ls made.d | grep -c made; rm -r made.d", 0, "3\n",
     ""},
};

START_TEST(endings_say_what_is_written)
{
    char script[512];
    const named_output *n = &named[_i];
    const char *rest = strstr(n->script, "; ls ");
    snprintf(script, sizeof script, "\"$CONDYLE\" %.*s%s%s%s", rest ? (int)(rest - n->script) : (int)strlen(n->script),
             n->script, rest ? "; code=$?" : "", rest ? rest : "", rest ? "; exit $code" : "");
    check_run(script, n->code, n->out, n->said);
}
END_TEST

START_TEST(all_commands_are_walked)
{
    char *names =
        output_of("%s", "\"$CONDYLE\" help | sed -n '/^Commands:/,/^$/s/^  \\([a-z_-]*\\) .*/\\1/p' | tr '\\n' ' '");
    int count = 0;
    for (char *name = strtok(names, " "); name; name = strtok(NULL, " "), count++) {
        bool found = strcmp(name, "help") == 0 || strcmp(name, "completion") == 0;
        for (int i = 0; i < ROWS && !found; i++) {
            found = strcmp(rows[i].command, name) == 0;
        }
        ck_assert_msg(found, "the command %s has no row in this table", name);
    }
    ck_assert_int_gt(count, 40);
    free(names);
}
END_TEST

START_TEST(help_ends_its_lines)
{
    check_run(
        "for a in help --help --version 'help id' 'id --help' 'completion bash' 'completion zsh' 'completion fish' "
        "'help --man' 'help --man id'; do \"$CONDYLE\" $a | tail -c 1 | od -An -tx1; done | sort | uniq -c | tr -s ' '",
        0, " 10 0a\n", "");
}
END_TEST

int main(void)
{
    unsetenv("CONDYLE_URDF_PATH");
    Suite *suite = suite_create("output_lines");
    TCase *tests = add_case(suite, "output_lines", all_commands_are_walked);
    tcase_add_unchecked_fixture(tests, make_inputs, close_folder); /* the files are read by all tests */
    tcase_add_test(tests, help_ends_its_lines);
    tcase_add_loop_test(tests, outputs_end_their_last_line, 0, ROWS);
    tcase_add_loop_test(tests, unknown_endings_are_refused, 0, ROWS);
    tcase_add_loop_test(tests, endings_say_what_is_written, 0, sizeof named / sizeof *named);
    return run_suites(suite, NULL);
}
