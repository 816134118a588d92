/* Batches with faults: messages name the line of every wrong row and header and every wrong array, and nothing
 * crashes. */
#include "support/folder.h"
#include "support/suite.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- texts ---- */

typedef struct fault {
    const char *file, *content, *options;
    const char *out; /* output before the fault */
    int exit_code;
    const char *said;
} fault;

#define ID  "\"$CONDYLE\" id omronEcobra600 --input "
#define TWO "q.joint1\n1\n2\n"

static const fault faults[] = {
    {"a.csv", "", "", "", 1, "a.csv: error: the input is empty; expected names such as q.joint1, q.joint2"},
    {"a.csv", "\n \n", "", "", 1, "a.csv: error: the input is empty"},
    {"a.csv", "1,2,3,4\n", "", "", 1,
     "a.csv:1: error: the header names nothing that is read here: --map FROM=TO tells what its columns are, "
     "--map actual_q_=q. those that begin so; expected names"},
    {"a.csv", "q.joint1,q.jont2\n", "", "", 1,
     "a.csv:1: error: column 'q.jont2': the robot has no joint 'jont2'; did you mean 'joint2'?"},
    {"a.csv", "\n\nqd.joint9x\n", "", "", 1, "a.csv:3: error: column 'qd.joint9x'"},
    {"a.csv", "q.joint1[1]\n", "", "", 1, "joint 'joint1' has 1 value in q: there is no 'joint1[1]'"},
    {"a.csv", "q.joint1,q.joint1\n1,2\n", "", "", 1, "a.csv:1: error: column 2 gives a value that an earlier column"},
    {"a.csv", "q.joint1,q.joint1[deg]\n1,2\n", "", "", 1, "column 2 gives a value that an earlier column"},
    {"a.csv", "f.lnik1.Tx\n", "", "", 1, "column 'f.lnik1.Tx': the robot has no body 'lnik1'; did you mean '"},
    {"a.csv", "f.arm.T\n", "", "", 1, "column 'f.arm.T' is not f.BODY.Tx, Ty, Tz, Fx, Fy or Fz"},
    {"a.csv", "q.joint1,f.link4.Fz\n1,x\n", "", "", 1, "a.csv:2: error: column 2, f.link4.Fz: 'x' is not a decimal"},
    {"a.csv", "q.joint1,f.link4@body.Tx\n1,\n", "", "", 1, "column 2, f.link4@body.Tx: the value is empty"},
    {"a.csv", "\"q.joint1\n", "", "", 1, "a.csv:1: error: a quoted field has no closing quote"},
    {"a.csv", "\"q.joint1\"x\n", "", "", 1, "a.csv:1: error: expected a comma behind a quoted field"},
    {"a.csv", "q.joint1,q.joint2\n1,2\n1\n", "", "1\n", 1, "a.csv:3: error: the row has 1 value; the header has 2"},
    {"a.csv", "q.joint1,q.joint2\n1,2\n1,2,3\n", "", "1\n", 1,
     "a.csv:3: error: the row has more values than the header"},
    {"a.csv", "q.joint1\n1\n\n\nx\n5\n", "", "1\n", 1,
     "a.csv:5: error: column 1, q.joint1: 'x' is not a decimal number"},
    {"a.csv", "q.joint1,n\n1,\"a\nb\nc\"\nnan,\n", "", "\"a\nb\nc\",1\n", 1,
     "a.csv:5: error: column 1, q.joint1: 'nan' is not"},
    {"a.csv", "q.joint1\n1e999\n", "", "", 1, "a.csv:2: error: column 1, q.joint1: '1e999' is too large for a double"},
    {"a.csv", "q.joint1\n0x10\n", "", "", 1, "'0x10' is not a decimal number"},
    {"a.csv", "q.joint1\n1 2\n", "", "", 1, "'1 2' is not a decimal number"},
    {"a.csv", "t,q.joint1\n1,\n", "", "", 1, "a.csv:2: error: column 2, q.joint1: the value is empty"},
    {"a.csv", "q.joint1\n1\nx\n3\nf,4\n", "--keep-going", "1\n3\n", 0, "condyle: note: 2 rows skipped"},
    {"a.csv", "q.joint1\n1\nx\n3\n", "--keep-going", "1\n3\n", 0,
     "a.csv:3: warning: row skipped: column 1, q.joint1: 'x' is not a decimal number"},
    {"a.csv", "q.joint1\n1\n\"2\n3\n4\n", "--keep-going", "1\n3\n4\n", 0,
     "a.csv:3: warning: row skipped: a quoted field has no closing quote"},
    {"a.csv", "q.joint1,n\n1,a\n2,\"b\n3,c\n4,\"d\n5,e\n", "--keep-going", "a,1\nc,3\ne,5\n", 0,
     "a.csv:3: warning: row skipped: expected a comma behind a quoted field"},
    {"a.json", "{\"q\":[1,0,0,0]}\n{\"wrenches\":[{\"body\":\"link1\",\"wrench\":[0,0,1,0,0,0]}]}\n{\"q\":[3,0,0,0]}\n",
     "--keep-going --format csv --fields q.joint1,wrenches", "1\n3\n", 0, "condyle: note: 1 row skipped"},
    {"a.csv", "q.joint1\n1\n2\"\n3\n4\n", "--keep-going", "1\n3\n4\n", 0,
     "a.csv:3: warning: row skipped: a quote stands in a field that does not begin with one"},
    {"a.csv", "q.joint1,n\n1,\"two\nlines\"\nx,\n3,c\n", "--keep-going", "\"two\nlines\",1\nc,3\n", 0,
     "a.csv:4: warning: row skipped: column 1, q.joint1: 'x' is not a decimal number"},
    {"a.csv", "q.joint1\nx\n", "--keep-going", "", 0, "condyle: note: 1 row skipped"},
    {"a.csv", "q.joint1\n1e300\n", "--qd 1e200,0,0,0", "", 4, "a.csv:2: error: "},
    {"a.csv", "qd.joint1\n1e200\n1\n", "--keep-going --q 0,0.5,0,0", "0\n", 0, "a.csv:2: warning: row skipped: "},
    {"a.jsonl", "{\"q\": [1,2,3,4]}\n{\"q\": [1,2]}\n", "", "1\n", 1, "a.jsonl:2: error: \"q\": 2 values; expected 4"},
    {"a.jsonl", "\n{\"q\": [1,2,3,\"4\"]}\n", "", "", 1, "a.jsonl:2: error: \"q\": value 4 is not a number"},
    {"a.jsonl", "{\"q\": 1}\n", "", "", 1, "\"q\": expected a list of numbers or an object of joints"},
    {"a.jsonl", "{\"q\": {\"jiont1\": 1}}\n", "", "", 1,
     "\"q.jiont1\": the robot has no joint 'jiont1'; did you mean 'joint1'?"},
    {"a.jsonl", "{\"q\": {\"joint1\": \"1\"}}\n", "", "", 1, "\"q.joint1\": the value is not a number"},
    {"a.jsonl", "{\"q\": {\"joint1\": [1, 2]}}\n", "", "", 1, "\"q.joint1\": 2 values; expected 1"},
    {"a.jsonl", "{\"q.j99\": 1}\n", "", "", 1, "a.jsonl:1: error: \"q.j99\": the robot has no joint 'j99'"},
    {"a.jsonl", "{\"q.j99[deg]\": 1}\n", "", "", 1, "\"q.j99[deg]\": the robot has no joint 'j99'"},
    {"a.jsonl", "{\"q.joint1\": true}\n", "", "", 1, "\"q.joint1\": the value is not a number"},
    {"a.jsonl", "{\"q.joint1[deg]\": [null]}\n", "", "", 1, "\"q.joint1[deg]\": value 1 is not a number"},
    /* joint3 is prismatic */
    {"a.jsonl", "{\"q.joint1[deg]\": 1}\n{\"q.joint3[deg]\": 1}\n", "--precision 3", "0.0175\n", 1,
     "a.jsonl:2: error: \"q.joint3[deg]\": q.joint3 is no angle but in m; expected its name without [deg] or [rad]"},
    {"a.jsonl", "{\"qd.joint3[rad]\": 1}\n", "", "", 1, "\"qd.joint3[rad]\": qd.joint3 is no angle but in m/s"},
    {"a.jsonl", "{\"q.joint3[rad]\": [1]}\n", "", "", 1, "q.joint3 is no angle but in m; expected its name"},
    {"a.csv", "q.joint1,q.joint3[deg]\n1,2\n", "", "", 1,
     "a.csv:1: error: column 'q.joint3[deg]': q.joint3 is no angle but in m; expected its name without [deg] or [rad]"},
    {"a.csv", "q.joint1,qdd.joint3[rad]\n1,2\n", "", "", 1, "column 'qdd.joint3[rad]': qdd.joint3 is no angle but in"},
    {"a.csv", TWO, "--deg --fields 'q.joint3[deg]'", "", 2, "--fields: 'q.joint3[deg]' is nothing that 'id' gives"},
    {"a.jsonl", "{\"q\": {\"joint1\": 1, \"joint1\": 2}}\n", "", "", 1,
     "a.jsonl:1: error: not JSON, one object a line"},
    {"a.jsonl", "{\"q.joint1[deg]\": 1, \"q\": {\"joint1\": 1}}\n{\"q\": [2,0,0,0]}\n", "--keep-going", "2\n", 0,
     "a.jsonl:1: warning: row skipped: the row gives q.joint1 twice"},
    {"a.jsonl", "{\"q\": [1,2,3,4], \"q.joint3\": 3}\n", "", "", 1, "a.jsonl:1: error: the row gives q.joint3 twice"},
    {"a.jsonl", "{\"q\": [1,\n2,3,4]}\n", "", "", 1, "a.jsonl:1: error: not JSON, one object a line"},
    {"a.jsonl", "[1,2,3,4]\n", "", "", 1, "a.jsonl:1: error: expected one object a line"},
    {"a.jsonl", "{\"q\": [1e999,2,3,4]}\n", "", "", 1, "a.jsonl:1: error: not JSON"},
    {"a.jsonl", "{\"angle_unit\": \"grad\"}\n", "", "", 1, "\"angle_unit\": expected \"deg\" or \"rad\""},
    {"a.jsonl", "{\"gravity\": [0,0,0]}\n", "", "", 1, "not the robot's, 0,0,-9.81; give the right one by --gravity"},
    {"a.jsonl", "{\"gravity\": 9.81}\n", "", "", 1, "\"gravity\": expected 3 numbers"},
    {"a.jsonl", "{\"joints\": [\"joint2\", \"joint1\", \"joint3\", \"joint4\"], \"q\": [1,2,3,4]}\n", "", "", 1,
     "\"joints\": not the joints of the robot in their order"},
    {"a.jsonl",
     "{\"joints\": [\"joint2\", \"joint1\"], \"q\": {\"joint1\": 5}}\n{\"joints\": [1], \"q\": [6,2,3,4]}\n"
     "{\"gravity\": null, \"q\": {}}\n{\"gravity\": [0, 1e-9, -9.81], \"q\": {}}\n",
     "", "5\n6\n0\n0\n", 0, "a.jsonl:1: warning: joint1 is at 5 rad, beyond its limit of 1.8326 rad"},
    {"a.jsonl", "{\"wrenches\": {}}\n", "", "", 1, "\"wrenches\": expected a list"},
    {"a.jsonl", "{\"wrenches\": [{\"body\": \"tol\", \"wrench\": [0,0,0,0,0,0]}]}\n", "", "", 1,
     "\"wrenches[0]\": the robot has no body 'tol'"},
    {"a.jsonl",
     "{\"wrenches\": [{\"body\": \"base\", \"wrench\": [0,0,0,0,0,0]}, {\"body\": \"base\", \"wrench\": "
     "[0,0,0,true,0,0]}]}\n",
     "", "", 1, "\"wrenches[1]\": value 4 is not a number"},
    {"a.jsonl", "{\"wrenches\": [{\"body\": \"base\", \"frame\": \"x\", \"wrench\": [0,0,0,0,0,0]}]}\n", "", "", 1,
     "\"wrenches[0]\": expected {\"body\": NAME, \"frame\": \"base\", \"body\" or \"base-axes\", \"wrench\": [6 "
     "numbers]}"},
    {"a.jsonl", "{\"wrenches\": [{\"body\": \"base\", \"wrench\": [0,0,0,0,0]}]}\n", "", "", 1,
     "\"wrenches[0]\": expected {"},
    {"a.jsonl", "{\"wrenches\": [1]}\n", "", "", 1, "\"wrenches[0]\": expected {"},
    {"a.jsonl", "{\"q\": {}}\n{\n{\"q\": [5,0,0,0]}\n", "--keep-going", "0\n5\n", 0,
     "a.jsonl:2: warning: row skipped: not JSON"},
    {"a.txt", "{\"q\": [1,2]}\n", "", "", 1, "a.txt:1: error: \"q\": 2 values"},
    {"a.txt", "q.joint1\nx\n", "--input-format csv", "", 1, "a.txt:2: error: "},
    {"a.csv", TWO, "--input-format npy", "", 1, "a.csv: error: this is no .npy file"},
    {"a.csv", TWO, "--fields tua", "", 2,
     "--fields: 'tua' is nothing that 'id' gives; it gives q, qd, qdd, tau; did you"},
    {"a.csv", TWO, "--fields q.joint7", "", 2, "--fields: 'q.joint7' is nothing"},
    {"a.csv", TWO, "--fields 'M[0][0]'", "", 2, "--fields: 'M[0][0]' is nothing that 'id' gives"},
    {"a.csv", TWO, "--fields=", "", 2, "--fields: '' is nothing"},
    {"a.csv", TWO, "--precision 18", "", 2, "--precision: expected 1 to 17 significant digits"},
    {"a.csv", TWO, "--precision 0", "", 2, "--precision: expected 1 to 17 significant digits"},
};

START_TEST(faults_are_named_with_their_line)
{
    const fault *f = &faults[_i];
    char script[1024];
    put_file(f->file, f->content);
    bool chosen = strstr(f->options, "--fields") != NULL;
    /* A shell keeps the exit code of the last command of a pipe only, so that the command writes to a file. */
    snprintf(script, sizeof script, ID "%s %s %s > out; code=$?; tail -n +2 out; exit $code", f->file, f->options,
             chosen ? "" : "--fields q.joint1");
    check_run(script, f->exit_code, f->out, f->said);
}
END_TEST

START_TEST(missing_and_unreadable_files_are_told_apart_from_bad_rows)
{
    check_run(ID "missing.csv", 3, "", "missing.csv: error: cannot read the input: No such file or directory");
    check_run(ID ".", 3, "", ".: error: cannot read the input: ");
    check_run("\"$CONDYLE\" id - --input -", 2, "", "cannot both come from the standard input");
    check_run("\"$CONDYLE\" id omronEcobra600 --keep-going", 2, "", "--keep-going needs --input FILE");
    check_run("\"$CONDYLE\" random omronEcobra600 --input x", 2, "", "'random' takes no option '--input'");
    check_run("\"$CONDYLE\" transform omronEcobra600", 2, "", "'transform' needs --body NAME");
    check_run("\"$CONDYLE\" transform universalUR5e --body tool", 2, "", "no body 'tool'; did you mean 'tool0'?");
    check_run("\"$CONDYLE\" transform universalUR5e --body tool0 --to forarm_link", 2, "",
              "did you mean 'forearm_link'?");
    check_run("\"$CONDYLE\" jacobian universalUR5e --body tool0 --in bodi", 2, "",
              "--in: 'bodi' is not one of base, body");
    check_run("\"$CONDYLE\" ik universalUR5e --body tool0", 2, "", "'ik' needs a target");
    check_run("\"$CONDYLE\" ik universalUR5e --body tool0 --pose 1,2,3", 2, "", "--pose has 3 values; expected 6");
    check_run("\"$CONDYLE\" ik universalUR5e --body tool0 --target 1,2,3", 2, "", "--target has 3 values; expected 16");
    check_run("echo '{\"f.link4.Tx\": 1}' | \"$CONDYLE\" id omronEcobra600 --input -", 1, "",
              "\"f.link4.Tx\": wrenches of JSON rows are a list");
    check_run("printf 'T[0][0],T[1][1]\\n1,1\\n' | \"$CONDYLE\" ik universalUR5e --body tool0 --input -", 1, "",
              "<stdin>:1: error: the header has not all 16 entries of T once");
    check_run("\"$CONDYLE\" show universalUR5e --format npy", 2, "", "'show' has no arrays");
}
END_TEST

START_TEST(a_search_without_success_is_printed_and_told)
{
    process_result r = run_in_folder("\"$CONDYLE\" ik universalUR5e --body tool0 --pose 9,0,0,0,0,0 --format json "
                                     "-o far.json; code=$?; cat far.json; exit $code");
    ck_assert_int_eq(r.exit_code, 4);
    ck_assert_ptr_nonnull(strstr(r.out, "\"converged\": false, \"error\": "));
    ck_assert_ptr_nonnull(strstr(r.err, "condyle: error: no configuration reaches the target"));
    free_result(&r);
    r = run_in_folder("\"$CONDYLE\" transform universalUR5e --body tool0 --q 0,-1,1,0,1,0 --format csv > T.csv\n"
                      "sed 1d T.csv | sed 's/^[^,]*,[^,]*,[^,]*,[^,]*/1,0,0,9/' >> T.csv\n"
                      "\"$CONDYLE\" ik universalUR5e --body tool0 --input T.csv --fields converged");
    ck_assert_msg(r.exit_code == 1 || r.exit_code == 4, "%s", r.err); /* the second is no rotation, or too far */
    ck_assert_int_eq(strncmp(r.out, "converged\n1\n", 12), 0);
    free_result(&r);
    r = run_in_folder("\"$CONDYLE\" random universalUR5e -n 2 | \"$CONDYLE\" ik universalUR5e --body tool0 --input - "
                      "--pose 9,0,0,0,0,0 --fields converged");
    ck_assert_int_eq(r.exit_code, 4);
    ck_assert_str_eq(r.out, "converged\n0\n0\n");
    ck_assert_ptr_nonnull(strstr(r.err, "2 of 2 targets not reached"));
    free_result(&r);
}
END_TEST

/* ---- arrays ---- */

typedef struct array_fault {
    const char *dictionary;
    size_t numbers; /* behind it, all 0 */
    const char *said;
} array_fault;

/* A header alone must not cause a large allocation. Sanitizers need more address space than the limit here. */
#ifdef CDY_COUNTS_HEAP
#define BOUNDED "ulimit -v 1000000 2> /dev/null; "
#else
#define BOUNDED ""
#endif

#define GOOD "'descr': '<f8', 'fortran_order': False"

static const array_fault array_faults[] = {
    {"{" GOOD ", 'shape': (3, 4)}", 11, "in.npy:3: error: the array ends in row 3 of 3"},
    {"{" GOOD ", 'shape': (3, 4)}", 0, "in.npy:1: error: the array ends in row 1 of 3"},
    {"{" GOOD ", 'shape': (9223372036854775807, 4)}", 4,
     "in.npy:2: error: the array ends in row 2 of 9223372036854775807"},
    {"{" GOOD ", 'shape': (9223372036854775808, 4)}", 4, "has a shape that is no list of whole numbers"},
    {"{" GOOD ", 'shape': (1, 9223372036854775807)}", 4, "the array has 9223372036854775807 columns; expected 4 (q)"},
    {"{" GOOD ", 'shape': (99999999999999999999999999, 4)}", 4, "has a shape that is no list of whole numbers"},
    {"{" GOOD ", 'shape': (-1, 4)}", 4, "has a shape that is no list of whole numbers"},
    {"{" GOOD ", 'shape': (1.5, 4)}", 4, "has a shape without its closing bracket"},
    {"{" GOOD ", 'shape': ()}", 4, "the array has 0 dimensions; expected two"},
    {"{" GOOD ", 'shape': (4,)}", 4, "the array has 1 dimension; expected two"},
    {"{" GOOD ", 'shape': (1, 4, 1)}", 4, "more than two dimensions"},
    {"{" GOOD ", 'shape': (1, 5)}", 5,
     "in.npy: error: the array has 5 columns; expected 4 (q), 8 (and qd), 12 (and qdd)"},
    {"{" GOOD ", 'shape': (1, 0)}", 0, "the array has 0 columns; expected 4 (q), 8 (and qd), 12 (and qdd)"},
    {"{" GOOD ", 'shape': 4}", 4, "has a shape that is no list"},
    {"{" GOOD ", 'shape': (1, 4", 4, "has a shape without its closing bracket"},
    {"{" GOOD ", 'shape': (1, 4)", 4, "without its closing brace"},
    {"{" GOOD ", 'shape': (1, 4)} x", 4, "has more behind its dictionary"},
    {"{" GOOD ", 'shape': (1, 4), 'shape': (1, 4)}", 4, "has a key twice"},
    {"{" GOOD ", 'shape': (1, 4), 'more': 1}", 4, "has a key besides"},
    {"{" GOOD "}", 4, "lacks descr, fortran_order or shape"},
    {"{}", 4, "lacks descr, fortran_order or shape"},
    {"", 4, "is no dictionary"},
    {"{'descr", 4, "is no dictionary of"},
    {"{'descr': '<c16', 'fortran_order': False, 'shape': (1, 4)}", 8, "numbers of type '<c16' cannot be read"},
    {"{'descr': '<f2', 'fortran_order': False, 'shape': (1, 4)}", 8, "numbers of type '<f2' cannot be read"},
    {"{'descr': '|b1', 'fortran_order': False, 'shape': (1, 4)}", 8, "numbers of type '|b1' cannot be read"},
    {"{'descr': '', 'fortran_order': False, 'shape': (1, 4)}", 8, "numbers of type '' cannot be read"},
    {"{'descr': [('q', '<f8')], 'fortran_order': False, 'shape': (4,)}", 8, "describes records"},
    {"{'descr': '<f8', 'fortran_order': Maybe, 'shape': (1, 4)}", 8, "neither True nor False"},
    {"{'descr': '<f8', 'fortran_order': True, 'shape': (2, 4)}", 8, "is stored column by column (fortran_order)"},
};

static void put_npy(const char *dictionary, size_t length, size_t numbers)
{
    unsigned char file[2048] = "\x93NUMPY\x01";
    size_t header = strlen(dictionary);
    file[8] = (unsigned char)(length & 0xff);
    file[9] = (unsigned char)(length >> 8);
    memcpy(file + 10, dictionary, header);
    put_bytes("in.npy", file, 10 + header + 8 * numbers);
}

START_TEST(broken_arrays_are_refused)
{
    const array_fault *f = &array_faults[_i];
    put_npy(f->dictionary, strlen(f->dictionary), f->numbers);
    process_result r = run_in_folder(BOUNDED ID "in.npy --fields q.joint1");
    ck_assert_msg(r.exit_code == 1, "%s: exit code %d, %s", f->dictionary, r.exit_code, r.err);
    ck_assert_msg(strstr(r.err, f->said) && strncmp(r.err, "in.npy:", 7) == 0, "%s: %s", f->dictionary, r.err);
    free_result(&r);
}
END_TEST

START_TEST(cut_off_arrays_are_refused)
{
    const char *dictionary = "{" GOOD ", 'shape': (1, 4)}";
    put_npy(dictionary, 5000, 4);
    check_run(ID "in.npy", 1, "", "in.npy: error: the header of the .npy file is cut off");
    put_bytes("in.npy", "\x93NUMPY\x02\0\xff\xff\xff\xff{", 13);
    check_run(ID "in.npy", 1, "", "in.npy: error: the header of the .npy file is longer than 1 MiB");
    put_bytes("in.npy", "\x93NUMPY\x02\0\x05\0", 10);
    check_run(ID "in.npy", 1, "", "the header of the .npy file is cut off");
    put_bytes("in.npy", "\x93NUMPY\x04\0\x05\0{}", 12);
    check_run(ID "in.npy", 1, "", "version 4.0 of the .npy format is not known");
    put_bytes("in.npy", "\x93NUM", 4);
    check_run(ID "in.npy", 1, "", "this is no .npy file");
    put_bytes("in.npy", "", 0);
    check_run(ID "in.npy", 1, "", "this is no .npy file");
}
END_TEST

START_TEST(numbers_that_are_none_are_named_with_their_row)
{
    const double rows[8] = {1, 2, 0.1, 4, 1, (double)NAN, 0.1, 4};
    unsigned char file[256] = "\x93NUMPY\x01";
    const char *dictionary = "{" GOOD ", 'shape': (2, 4)}";
    file[8] = (unsigned char)strlen(dictionary);
    memcpy(file + 10, dictionary, strlen(dictionary));
    memcpy(file + 10 + strlen(dictionary), rows, sizeof rows);
    put_bytes("in.npy", file, 10 + strlen(dictionary) + sizeof rows);
    check_run(ID "in.npy --fields q.joint1", 1, "q.joint1\n1\n", "in.npy:2: error: ");
    check_run(ID "in.npy --fields q.joint1 --keep-going", 0, "q.joint1\n1\n", "1 row skipped");
}
END_TEST

/* A null character ends no text and no number: behind a number the parser of JSON loses it. */
START_TEST(null_characters_are_refused)
{
    const char row[] = "{\"q\": [1, 2, 0.1, 4\0]}\n";
    put_bytes("in.jsonl", row, sizeof row - 1);
    check_run(ID "in.jsonl", 1, "", "in.jsonl:1: error: not JSON, one object a line: a null character at column 20");
}
END_TEST

/* ---- mutations ---- */

static uint64_t draw(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 33;
}

/* Mutates some bytes of a text: changes, repeats, removes or inserts bytes. */
static size_t mutate(char *bytes, size_t size, size_t capacity, uint64_t *seed)
{
    static const char odd[] = "\",\n\r{}[]:.eE+-019xq \\\0\xff\x80u";
    for (uint64_t changes = 1 + draw(seed) % 6; changes; changes--) {
        size_t place = size ? draw(seed) % size : 0;
        uint64_t kind = draw(seed) % 5;
        if (kind == 0 && size) {
            bytes[place] = (char)draw(seed);
        } else if (kind == 1 && size) {
            bytes[place] = odd[draw(seed) % (sizeof odd - 1)];
        } else if (kind == 2 && size > 1) {
            size_t cut = 1 + draw(seed) % (size - place < 9 ? size - place : 9);
            memmove(bytes + place, bytes + place + cut, size - place - cut);
            size -= cut;
        } else if (kind == 3 && size && size + 16 < capacity) {
            size_t length = 1 + draw(seed) % (size - place < 15 ? size - place : 15);
            memmove(bytes + place + length, bytes + place, size - place);
            size += length;
        } else if (size) {
            size = draw(seed) % 8 == 0 ? place : size;
        }
    }
    return size;
}

/* Runs the command on many mutations of an input; each run must end with a documented exit code. */
static void run_mutations(const char *input, size_t size, const char *name, int count, uint64_t seed)
{
    char bytes[4096], script[512];
    for (int i = 0; i < count; i++) {
        memcpy(bytes, input, size);
        size_t length = mutate(bytes, size, sizeof bytes, &seed);
        put_bytes(name, bytes, length);
        snprintf(script, sizeof script, "exec \"$CONDYLE\" id omronEcobra600 --input %s --keep-going > /dev/null",
                 name);
        process_result r = run_in_folder(script);
        ck_assert_msg(r.exit_code == 0 || r.exit_code == 1 || r.exit_code == 4,
                      "mutation %d of %s ended with %d, signal %d: %s", i, name, r.exit_code, r.signal, r.err);
        ck_assert_msg(r.exit_code == 0 || r.err_size, "mutation %d of %s failed without a word", i, name);
        free_result(&r);
    }
}

START_TEST(no_input_makes_the_command_crash)
{
    static const char csv[] =
        "q.joint1,\"q.joint2\",qd.joint1[deg],f.tool.Fx,note\r\n0.1,-2e-1,3,4,\"a \"\"b\"\", c\"\n1,2,3,4,\n";
    static const char json[] =
        "{\"q\": [0.1, 0.2, 0.01, 1e-3], \"qd\": {\"joint1\": 1}, \"angle_unit\": \"deg\"}\n"
        "{\"wrenches\": [{\"body\": \"base\", \"frame\": \"body\", \"wrench\": [1,2,3,4,5,6]}]}\n";
    enum { COUNT = UNLESS_WATCHED(60, 20) };
    run_mutations(csv, sizeof csv - 1, "in.csv", COUNT, (uint64_t)_i * 3);
    run_mutations(json, sizeof json - 1, "in.jsonl", COUNT, (uint64_t)_i * 3 + 1);
    char npy[10 + 60 + 64] = "\x93NUMPY\x01\0\x3c\0{'descr': '<f8', 'fortran_order': False, 'shape': (2, 4), } ";
    run_mutations(npy, sizeof npy, "in.npy", COUNT, (uint64_t)_i * 3 + 2);
}
END_TEST

int main(void)
{
    if (!getenv("CONDYLE") || access(getenv("CONDYLE"), X_OK) != 0) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    unsetenv("CONDYLE_URDF_PATH"); /* the bundled robots, and no others */
    Suite *suite = suite_create("batch_errors");
    TCase *texts = tcase_create("texts");
    tcase_add_checked_fixture(texts, open_folder, close_folder);
    tcase_add_loop_test(texts, faults_are_named_with_their_line, 0, sizeof faults / sizeof *faults);
    tcase_add_test(texts, missing_and_unreadable_files_are_told_apart_from_bad_rows);
    tcase_add_test(texts, a_search_without_success_is_printed_and_told);
    suite_add_tcase(suite, texts);
    TCase *arrays = tcase_create("arrays");
    tcase_add_checked_fixture(arrays, open_folder, close_folder);
    tcase_add_loop_test(arrays, broken_arrays_are_refused, 0, sizeof array_faults / sizeof *array_faults);
    tcase_add_test(arrays, cut_off_arrays_are_refused);
    tcase_add_test(arrays, numbers_that_are_none_are_named_with_their_row);
    tcase_add_test(arrays, null_characters_are_refused);
    suite_add_tcase(suite, arrays);
    TCase *mutations = tcase_create("mutations");
    tcase_add_checked_fixture(mutations, open_folder, close_folder);
    tcase_add_loop_test(mutations, no_input_makes_the_command_crash, 0, 3);
    suite_add_tcase(suite, mutations);
    return run_suites(suite, NULL);
}
