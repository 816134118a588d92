/* Batches: rows in every format have the results of single calls, and commands can be piped into each other. */
#include "support/folder.h"
#include "support/suite.h"
#include "support/urdf_text.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A robot with every joint type, a follower, and names that need quotes. */
static const char mixed[] = "<robot name='mixed'>\n<link name='world'/>\n" BODY("drone") BODY("cart") BODY("arm")
    BODY("mate") BODY("plate") JOINT("free", "floating", "world", "drone", "")
        JOINT("rail,1", "prismatic", "world", "cart", LIMIT) JOINT("arm \"a\"", "revolute", "cart", "arm", LIMIT)
            JOINT("mate_joint", "revolute", "cart", "mate", LIMIT "<mimic joint='arm \"a\"' multiplier='-0.5'/>")
                JOINT("plane", "planar", "cart", "plate", "") "</robot>\n";

static void set_up(void)
{
    open_folder();
    put_file("mixed.urdf", mixed);
}

/* Returns a copy of line `index` of a text. */
static char *line_of(const char *text, size_t index)
{
    for (; index; index--) {
        ck_assert_ptr_nonnull(text = strchr(text, '\n'));
        text++;
    }
    return strndup(text, strcspn(text, "\n"));
}

/* ---- rows are single calls ---- */

typedef struct subject {
    const char *command, *robot, *groups; /* groups of inputs besides q */
    const char *key;
} subject;

static const subject subjects[] = {
    {"id", "universalUR5e", "qd qdd", "tau"},
    {"fd", "universalUR5e", "qd tau", "qdd"},
    {"gravity", "universalUR5e", "", "tau"},
    {"coriolis", "universalUR5e", "qd", "tau"},
    {"mass", "universalUR5e", "", "M"},
    {"transform", "universalUR5e", "", "T"},
    {"jacobian", "universalUR5e", "", "J"},
    {"com", "universalUR5e", "", "com"},
    {"id", "mixed.urdf", "qd qdd", "tau"},
    {"fd", "mixed.urdf", "qd tau", "qdd"},
    {"mass", "mixed.urdf", "", "M"},
    {"jacobian", "mixed.urdf", "", "J"},
    {"energy", "mixed.urdf", "qd", "momentum"},
    {"fd --method mass-matrix", "mixed.urdf", "qd tau", "qdd"},
    {"fd --method lapack", "mixed.urdf", "qd tau", "qdd"},
    {"derivatives --of id", "mixed.urdf", "qd qdd", "dtau_dqd"},
    {"derivatives --of fd", "universalUR5e", "qd tau", "dqdd_dq"},
};

enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static const char *more_options(const subject *s)
{
    bool body = strcmp(s->command, "transform") == 0 || strcmp(s->command, "jacobian") == 0;
    return !body ? "" : strcmp(s->robot, "mixed.urdf") == 0 ? "--body plate" : "--body tool0";
}

/* Returns the JSON object of a single call at the random state of `seed`. */
static json_t *single(const subject *s, int seed)
{
    char options[128] = "--q random";
    if (strstr(s->groups, "qd")) {
        strcat(options, " --qd random");
    }
    if (strstr(s->groups, "qdd")) {
        strcat(options, " --qdd random");
    }
    if (strstr(s->groups, "tau")) {
        strcat(options, " --tau random");
    }
    char *text = output_of("\"$CONDYLE\" %s %s %s %s --seed %d --format json", s->command, s->robot, options,
                           more_options(s), seed);
    json_t *object = json_loads(text, JSON_DECODE_INT_AS_REAL, NULL);
    ck_assert_ptr_nonnull(object);
    free(text);
    return object;
}

/* Appends all numbers of a JSON value, of nested lists too, to a list. */
static void flatten(const json_t *value, double *numbers, size_t *count)
{
    if (json_is_array(value)) {
        for (size_t i = 0; i < json_array_size(value); i++) {
            flatten(json_array_get(value, i), numbers, count);
        }
        return;
    }
    ck_assert(json_is_number(value));
    numbers[(*count)++] = json_number_value(value);
}

static size_t numbers_of(const json_t *object, const char *key, double *numbers)
{
    size_t count = 0;
    flatten(json_object_get(object, key), numbers, &count);
    return count;
}

/* Several rows are computed at a time, so that their results may differ from single calls in the last digits. */
static void check_same(const double *a, const double *b, size_t count, const char *what)
{
    double largest = 1;
    for (size_t i = 0; i < count; i++) {
        largest = fmax(largest, fabs(b[i]));
    }
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(fabs(a[i] - b[i]) <= 1e-13 * largest, "%s, value %zu: %.17g, not %.17g", what, i, a[i], b[i]);
    }
}

enum { ROWS = 4, MOST = 512 };

/* Returns the rows as JSON lines, from the objects of the single calls. */
static void write_json_rows(json_t *const *objects)
{
    char *rows = calloc(ROWS, 65536), *end = rows;
    ck_assert_ptr_nonnull(rows);
    for (size_t i = 0; i < ROWS; i++) {
        char *row = json_dumps(objects[i], JSON_COMPACT | JSON_REAL_PRECISION(17));
        ck_assert_uint_lt(strlen(row), 65000);
        end += sprintf(end, "%s\n", row);
        free(row);
    }
    put_file("rows.jsonl", rows);
    free(rows);
}

/* Compares the results of every format with the single calls; --fields KEY selects the result. */
static void check_formats(const subject *s, const char *input, double (*expected)[MOST], size_t count)
{
    char *csv =
        output_of("\"$CONDYLE\" %s %s %s --input %s --fields %s", s->command, s->robot, more_options(s), input, s->key);
    char *json = output_of("\"$CONDYLE\" %s %s %s --input %s --fields %s --format json", s->command, s->robot,
                           more_options(s), input, s->key);
    free(output_of("\"$CONDYLE\" %s %s %s --input %s --fields %s --format npy > out.npy", s->command, s->robot,
                   more_options(s), input, s->key));
    char *rest = strchr(csv, '\n') + 1;
    size_t size;
    char *npy = get_file("out.npy", &size);
    ck_assert_uint_eq(size, 128 + 8 * ROWS * count);
    for (size_t i = 0; i < ROWS; i++) {
        double values[MOST];
        for (size_t k = 0; k < count; k++) {
            values[k] = strtod(rest, &rest);
            ck_assert_msg(*rest == (k + 1 < count ? ',' : '\n'), "%s", rest);
            rest++;
        }
        check_same(values, expected[i], count, "csv");
        char *line = line_of(json, i);
        json_t *object = json_loads(line, JSON_DECODE_INT_AS_REAL, NULL);
        ck_assert_uint_eq(numbers_of(object, s->key, values), count);
        check_same(values, expected[i], count, "json");
        memcpy(values, npy + 128 + 8 * i * count, 8 * count);
        check_same(values, expected[i], count, "npy");
        json_decref(object);
        free(line);
    }
    ck_assert_int_eq(*rest, 0);
    free(csv);
    free(json);
    free(npy);
}

START_TEST(rows_give_what_single_calls_give)
{
    const subject *s = &subjects[_i];
    json_t *objects[ROWS];
    static double expected[ROWS][MOST];
    size_t count = 0;
    if (strstr(s->command, "lapack") && !getenv("HAVE_LAPACK")) {
        return;
    }
    for (int i = 0; i < ROWS; i++) {
        objects[i] = single(s, i + 1);
        count = numbers_of(objects[i], s->key, expected[i]);
    }
    write_json_rows(objects);
    check_formats(s, "rows.jsonl", expected, count);
    /* Converts the same rows through CSV and .npy; the fields are the inputs in their order. */
    char fields[64] = "q";
    for (const char *group = s->groups; *group; group += strcspn(group, " "), group += *group == ' ') {
        snprintf(fields + strlen(fields), sizeof fields - strlen(fields), ",%.*s", (int)strcspn(group, " "), group);
    }
    free(output_of("\"$CONDYLE\" %s %s %s --input rows.jsonl --fields %s -o rows.csv", s->command, s->robot,
                   more_options(s), fields));
    free(output_of("\"$CONDYLE\" %s %s %s --input rows.jsonl --fields %s -o rows.npy", s->command, s->robot,
                   more_options(s), fields));
    check_formats(s, "rows.csv", expected, count);
    check_formats(s, "rows.npy", expected, count);
    for (int i = 0; i < ROWS; i++) {
        json_decref(objects[i]);
    }
}
END_TEST

/* ---- csv ---- */

/* Rows with values of two joints of the eCobra only; the force of joint3 is the weight that it carries. */
START_TEST(columns_come_in_any_order)
{
    put_file("a.csv",
             "qd.joint2,t,q.joint1,q.joint2,qd.joint1,note\n2,0.5,0.1,0.2,1,first\n-2,1,0.3,-0.4,3,\"a, b\"\n");
    put_file("b.csv",
             "t,note,q.joint1,q.joint2,qd.joint1,qd.joint2\n0.5,first,0.1,0.2,1,2\n1,\"a, b\",0.3,-0.4,3,-2\n");
    char *a = output_of("\"$CONDYLE\" id omronEcobra600 --input a.csv 2> said");
    char *b = output_of("\"$CONDYLE\" id omronEcobra600 --input b.csv 2> said");
    ck_assert_str_eq(a, b);
    ck_assert_int_eq(
        strncmp(a, "t,note,q.joint1,q.joint2,q.joint3,q.joint4,qd.joint1,qd.joint2,qd.joint3,qd.joint4,tau.joint1", 91),
        0);
    ck_assert_ptr_nonnull(strstr(a, "\n0.5,first,0.1,0.2,0,0,1,2,0,0,"));
    ck_assert_ptr_nonnull(strstr(a, "\n1,\"a, b\",0.3,-0.4,0,0,3,-2,0,0,"));
    free(a);
    free(b);
}
END_TEST

START_TEST(csv_of_other_programs_is_read)
{
    static const char *const same[] = {
        "q.joint1,q.joint2\n0.1,0.2\n0.3,-0.4\n",
        "q.joint1,q.joint2\r\n0.1,0.2\r\n0.3,-0.4\r\n",
        "\xef\xbb\xbfq.joint1,q.joint2\n0.1,0.2\n0.3,-0.4",
        "\n  \nq.joint1,q.joint2\n\n0.1,0.2\n\r\n \n0.3,-0.4\n\n",
        "\"q.joint1\" , \"q.joint2\"\n 0.1 , \"0.2\" \n+3e-1,\t-4E-1\n",
    };
    put_file("in.csv", "index,\"two\nlines\",q.joint1,q.joint2\n0,\"a\nb \"\"c\"\", d\",0.1,.2\n1,,0.30,-.400\n");
    check_output("index,\"two\nlines\",tau.joint3,q.joint1\n0,\"a\nb \"\"c\"\", d\",-19.62,0.1\n1,,-19.62,0.3\n",
                 "\"$CONDYLE\" gravity omronEcobra600 --input in.csv --fields tau.joint3,q.joint1 2> said");
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        put_file("in.csv", same[i]);
        check_output("tau.joint3,q.joint1,q.joint2\n-19.62,0.1,0.2\n-19.62,0.3,-0.4\n",
                     "\"$CONDYLE\" gravity omronEcobra600 --input in.csv --fields tau.joint3,q.joint1,q.joint2 "
                     "2> said");
    }
}
END_TEST

START_TEST(names_with_commas_and_quotes_are_read)
{
    put_file("in.csv", "\"q.rail,1\",\"q.arm \"\"a\"\"\",q.plane[2],q.free[4]\n0.5,0.25,-1,7\n");
    check_output("\"q.rail,1\",q.free[0],\"q.arm \"\"a\"\"\",q.free[4],q.plane[2]\n0.5,1,0.25,7,-1\n",
                 "\"$CONDYLE\" gravity mixed.urdf --input in.csv "
                 "--fields 'q.rail,1,q.free[0],q.arm \"a\",q.free[4],q.plane[2]'");
}
END_TEST

START_TEST(what_is_missing_comes_from_the_options)
{
    put_file("in.csv", "q.joint1\n0.5\n");
    char *by_options =
        output_of("\"$CONDYLE\" id omronEcobra600 --input in.csv --qd 1,2,0,0 --q joint2=0.25 --fields q,qd,tau");
    put_file("in.csv", "q.joint1,q.joint2,qd.joint1,qd.joint2\n0.5,0.25,1,2\n");
    char *by_rows = output_of("\"$CONDYLE\" id omronEcobra600 --input in.csv --fields q,qd,tau");
    ck_assert_str_eq(by_options, by_rows);
    free(by_options);
    free(by_rows);
}
END_TEST

/* ---- json ---- */

START_TEST(json_rows_take_lists_and_objects)
{
    put_file(
        "in.jsonl",
        "{\"q\": [0.1, 0.2, 0, 0], \"t\": 1}\n\n{\"note\": {\"q\": 1}, \"q\": {\"joint2\": 0.2, \"joint1\": [0.1]}}\r\n"
        "{\"q\": null, \"qd\": {\"joint1\": 1}, \"command\": \"id\"}\n{\"q\": {}}\n");
    check_output("t,q.joint1,q.joint2,qd.joint1\n1.0,0.1,0.2,0\n,0.1,0.2,0\n,0,0,1\n,0,0,0\n",
                 "\"$CONDYLE\" id omronEcobra600 --input in.jsonl --fields q.joint1,q.joint2,qd.joint1 2> said");
    check_output("condyle: note: not read of the rows: 'note' (not in the first row)\n", "cat said");
    put_file("in.jsonl", "{\"q\": {\"free\": [1,0,0,0,5,6,7], \"plane[1]\": 2, \"rail,1\": 1}}\n");
    check_output("q.free[5],q.plane[1]\n6,2\n",
                 "\"$CONDYLE\" gravity mixed.urdf --input in.jsonl --fields 'q.free[5],q.plane[1]'");
}
END_TEST

START_TEST(the_single_calls_json_is_a_row)
{
    char *single_json =
        output_of("\"$CONDYLE\" id universalUR5e --q random --qd random --wrench tool0@body:1,2,3,4,5,6 "
                  "--wrench forearm_link:0,0,0,0,0,-9 --format json > one.json; cat one.json");
    char *again = output_of("\"$CONDYLE\" fd universalUR5e --input one.json --format json");
    json_t *object = json_loads(again, 0, NULL);
    double qdd[6];
    ck_assert_uint_eq(numbers_of(object, "qdd", qdd), 6);
    for (size_t i = 0; i < 6; i++) {
        ck_assert_msg(fabs(qdd[i]) < 1e-10, "%.17g", qdd[i]); /* id was asked for rest */
    }
    ck_assert_uint_eq(json_array_size(json_object_get(object, "wrenches")), 2);
    json_decref(object);
    free(again);
    free(single_json);
}
END_TEST

/* ---- npy ---- */

/* Writes in.npy from a dictionary and numbers. */
static void put_npy(int version, const char *dictionary, const void *data, size_t size)
{
    unsigned char file[1024] = "\x93NUMPY";
    size_t header = strlen(dictionary), width = version == 1 ? 2 : 4;
    file[6] = (unsigned char)version;
    for (size_t i = 0; i < width; i++) {
        file[8 + i] = (unsigned char)(header >> 8 * i & 0xff);
    }
    memcpy(file + 8 + width, dictionary, header);
    memcpy(file + 8 + width + header, data, size);
    put_bytes("in.npy", file, 8 + width + header + size);
}

static void swap_bytes(void *data, size_t size, size_t count)
{
    unsigned char *bytes = data;
    for (size_t i = 0; i < count; i++, bytes += size) {
        for (size_t k = 0; k < size / 2; k++) {
            unsigned char kept = bytes[k];
            bytes[k] = bytes[size - 1 - k];
            bytes[size - 1 - k] = kept;
        }
    }
}

static void check_npy(const char *expected)
{
    check_output(expected, "\"$CONDYLE\" gravity omronEcobra600 --input in.npy --fields q 2> said");
    check_output(expected, "cat in.npy | \"$CONDYLE\" gravity omronEcobra600 --input - --fields q 2> said");
}

START_TEST(arrays_of_every_type_are_read)
{
    double d[8] = {1, 2, 0.125, -3, 0.1, -0.2, 0.0625, 1e-300};
    float f[4] = {1, 2, 0.125f, -3};
    int8_t i1[4] = {1, -2, 0, -128};
    int64_t i8[4] = {1, INT64_C(-9007199254740991), 0, 4};
    uint16_t u2[4] = {1, 65535, 0, 4};
    const char *header = "q.joint1,q.joint2,q.joint3,q.joint4\n";
    char expected[256];
    snprintf(expected, sizeof expected, "%s1,2,0.125,-3\n0.1,-0.2,0.0625,1e-300\n", header);
    put_npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 4), }\n", d, sizeof d);
    check_npy(expected);
    put_npy(2, "{ \"shape\" :(2L,4L),'fortran_order':False,\t'descr':'<f8'}    \n", d, sizeof d);
    check_npy(expected);
    swap_bytes(d, 8, 8);
    put_npy(3, "{'descr': '>f8', 'fortran_order': False, 'shape': (2, 4,)}", d, sizeof d);
    check_npy(expected);
    snprintf(expected, sizeof expected, "%s1,2,0.125,-3\n", header);
    put_npy(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (1, 4), }", f, sizeof f);
    check_npy(expected);
    swap_bytes(f, 4, 4);
    put_npy(1, "{'descr': '>f4', 'fortran_order': False, 'shape': (1, 4), }", f, sizeof f);
    check_npy(expected);
    snprintf(expected, sizeof expected, "%s1,-2,0,-128\n", header);
    put_npy(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (1, 4), }", i1, sizeof i1);
    check_npy(expected);
    snprintf(expected, sizeof expected, "%s1,-9007199254740991,0,4\n", header);
    put_npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 4), }", i8, sizeof i8);
    check_npy(expected);
    snprintf(expected, sizeof expected, "%s1,65535,0,4\n", header);
    swap_bytes(u2, 2, 4);
    put_npy(1, "{'descr': '>u2', 'fortran_order': False, 'shape': (1, 4), }", u2, sizeof u2);
    check_npy(expected);
    put_npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 4), }", d, 0);
    check_npy(header);
}
END_TEST

START_TEST(arrays_hold_as_many_groups_as_they_have_columns)
{
    double d[12] = {0.1, 0.2, 0.05, 0.4, 1, 2, 3, 4, 5, 6, 7, 8};
    put_npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 12), }", d, sizeof d);
    check_output("qd.joint4,tau.joint1\n4,5\n",
                 "\"$CONDYLE\" fd omronEcobra600 --input in.npy --fields qd.joint4,tau.joint1");
    char *from_array = output_of("\"$CONDYLE\" id omronEcobra600 --input in.npy --fields tau");
    char *by_options =
        output_of("\"$CONDYLE\" id omronEcobra600 --q 0.1,0.2,0.05,0.4 --qd 1,2,3,4 --qdd 5,6,7,8 --format csv");
    ck_assert_str_eq(from_array, by_options);
    free(from_array);
    free(by_options);
    put_npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }", d, sizeof d);
    check_output("q.joint1\n0.1\n1\n5\n", "\"$CONDYLE\" id omronEcobra600 --input in.npy --fields q.joint1 2> said");
}
END_TEST

START_TEST(the_written_array_has_the_documented_layout)
{
    free(output_of("\"$CONDYLE\" random omronEcobra600 -n 3 --format npy > out.npy"));
    size_t size;
    char *npy = get_file("out.npy", &size);
    ck_assert_uint_eq(size, 128 + 3 * 4 * 8);
    static const char header[] = "\x93NUMPY\x01\0\x76\0{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }";
    ck_assert_int_eq(memcmp(npy, header, sizeof header - 1), 0);
    ck_assert_uint_eq(strspn(npy + sizeof header - 1, " "), 127 - (sizeof header - 1));
    ck_assert_int_eq(npy[127], '\n');
    free(npy);
    /* The header of an .npy file has the number of rows, known in advance or written at the end. */
    check_output("", "\"$CONDYLE\" random omronEcobra600 -n 3 --format npy | cmp - out.npy");
    check_output("",
                 "\"$CONDYLE\" random omronEcobra600 -n 3 | \"$CONDYLE\" gravity omronEcobra600 --input - --fields q "
                 "-o late.npy && cmp late.npy out.npy");
}
END_TEST

/* ---- composition ---- */

START_TEST(filters_compose)
{
    char *qdd = output_of("\"$CONDYLE\" random universalUR5e -n 50 --seed 3 | \"$CONDYLE\" id universalUR5e --input - "
                          "--qd 1,2,3,1,2,3 --qdd 0.5,-1,2,0,0,1 --wrench tool0@body:1,2,3,4,5,6 "
                          "| \"$CONDYLE\" fd universalUR5e --input - --fields qdd");
    const double expected[] = {0.5, -1, 2, 0, 0, 1};
    char *rest = strchr(qdd, '\n') + 1;
    int rows = 0;
    for (; *rest; rows++) {
        for (size_t k = 0; k < 6; k++, rest++) {
            double value = strtod(rest, &rest);
            ck_assert_msg(fabs(value - expected[k]) < 1e-8, "row %d: %.17g", rows, value);
        }
    }
    ck_assert_int_eq(rows, 50);
    free(qdd);
}
END_TEST

START_TEST(what_passes_through_is_the_same_to_the_last_bit)
{
    check_output("", "\"$CONDYLE\" random mixed.urdf -n 40 > a.csv\n"
                     "\"$CONDYLE\" gravity mixed.urdf --input a.csv --fields q | cmp - a.csv\n"
                     "\"$CONDYLE\" gravity mixed.urdf --input a.csv --format json --fields q | "
                     "\"$CONDYLE\" gravity mixed.urdf --input - --format npy --fields q -o a.npy\n"
                     "\"$CONDYLE\" gravity mixed.urdf --input a.npy --fields q | cmp - a.csv");
}
END_TEST

START_TEST(the_first_random_row_is_the_single_calls)
{
    char *row =
        output_of("\"$CONDYLE\" random universalUR5e --seed 12 -n 3 | head -2 | \"$CONDYLE\" gravity universalUR5e "
                  "--input - --fields tau");
    char *one = output_of("\"$CONDYLE\" gravity universalUR5e --q random --seed 12 --format csv");
    ck_assert_str_eq(row, one);
    free(row);
    free(one);
}
END_TEST

START_TEST(wrenches_come_in_columns)
{
    put_file("in.csv", "f.shoulder_link.Fx,f.tool0@body.Fx\n0.1,0.1\n0,0\n");
    char *rows = output_of("\"$CONDYLE\" id universalUR5e --input in.csv --fields tau");
    char *single_row = output_of("\"$CONDYLE\" id universalUR5e --format csv --wrench shoulder_link:0,0,0,0.1,0,0 "
                                 "--wrench tool0@body:0,0,0,0.1,0,0");
    ck_assert_int_eq(strncmp(rows, single_row, strlen(single_row)), 0);
    char *none = output_of("\"$CONDYLE\" id universalUR5e --format csv");
    ck_assert_str_eq(rows + strlen(single_row), strchr(none, '\n') + 1);
    free(rows);
    free(single_row);
    free(none);
    check_output("f.tool0@body.Fx,f.tool0@body.Tz\n0.1,7\n0,7\n",
                 "\"$CONDYLE\" id universalUR5e --input in.csv --wrench tool0@body:0,0,7,0,0,0 "
                 "--fields f.tool0@body.Fx,f.tool0@body.Tz");
}
END_TEST

/* The configurations that `ik` computes from placements have these placements. */
START_TEST(placements_lead_back_to_configurations)
{
    char *text =
        output_of("\"$CONDYLE\" random kukaIiwa14 -n 5 | \"$CONDYLE\" transform kukaIiwa14 --body iiwa_link_ee "
                  "--input - --fields T > T.csv\n"
                  "\"$CONDYLE\" ik kukaIiwa14 --body iiwa_link_ee --input T.csv | \"$CONDYLE\" transform kukaIiwa14 "
                  "--body iiwa_link_ee --input - --fields T > again.csv\ntail -n +2 T.csv; tail -n +2 again.csv");
    double values[160];
    char *rest = text;
    for (size_t i = 0; i < 160; i++, rest++) {
        values[i] = strtod(rest, &rest);
    }
    ck_assert_int_eq(*rest, 0);
    for (size_t i = 0; i < 80; i++) {
        ck_assert_msg(fabs(values[i] - values[80 + i]) < 1e-7, "%zu: %g %g", i, values[i], values[80 + i]);
    }
    free(text);
}
END_TEST

/* ---- precision, degrees, fields ---- */

START_TEST(precision_counts_significant_digits)
{
    put_file("in.csv", "q.joint1,q.joint2\n0.123456789012345678,-2\n");
    check_output("q.joint1,q.joint2\n0.123,-2\n",
                 "\"$CONDYLE\" gravity omronEcobra600 --input in.csv --fields q.joint1,q.joint2 --precision 3");
    check_output("{\"q.joint1\": 0.1}\n",
                 "\"$CONDYLE\" gravity omronEcobra600 --input in.csv --fields q.joint1 --precision 1 --format json");
    check_output("q.joint1\n0.12345678901234568\n",
                 "\"$CONDYLE\" gravity omronEcobra600 --input in.csv --fields q.joint1 --precision 17");
    char *table = output_of("\"$CONDYLE\" gravity universalUR5e --precision 4");
    ck_assert_ptr_nonnull(strstr(table, "-52.41 N m"));
    free(table);
    char *json = output_of("\"$CONDYLE\" gravity universalUR5e --precision 4 --format json");
    ck_assert_ptr_nonnull(strstr(json, ", -52.41, -14.48, "));
    free(json);
}
END_TEST

START_TEST(angles_may_be_degrees)
{
    put_file("in.csv", "q.joint1,q.joint3,q.joint4[rad]\n90,0.1,1\n");
    check_output("q.joint1[deg],q.joint2[deg],q.joint3,q.joint4[deg]\n90,0,0.1,57.29577951308232\n",
                 "\"$CONDYLE\" gravity omronEcobra600 --input in.csv --deg --fields q");
    check_output("q.joint1,q.joint2,q.joint3,q.joint4\n1.5707963267948966,0,0.1,1\n",
                 "\"$CONDYLE\" gravity omronEcobra600 --input in.csv --deg --fields q "
                 "| \"$CONDYLE\" gravity omronEcobra600 --input - --fields q 2> said");
    check_output("{\"angle_unit\": \"deg\", \"q\": [90.0, 0.0, 0.1, 57.29577951308232]}\n",
                 "\"$CONDYLE\" gravity omronEcobra600 --input in.csv --deg --fields q --format json");
    check_output("q.joint1,q.joint3\n1.5707963267948966,0.1\n",
                 "\"$CONDYLE\" gravity omronEcobra600 --input in.csv --deg --fields q --format json "
                 "| \"$CONDYLE\" gravity omronEcobra600 --input - --fields q.joint1,q.joint3");
    /* With degrees, quaternions and lengths keep their numbers, and plane[2] is converted. */
    put_file("in.jsonl", "{\"q\": {\"free[0]\": 90, \"rail,1\": 1, \"plane\": [1, 2, 180]}}\n");
    check_output("q.free[0],q.plane[1],q.plane[2][deg],\"q.rail,1\"\n90,2,180,1\n",
                 "\"$CONDYLE\" gravity mixed.urdf --input in.jsonl --deg "
                 "--fields 'q.free[0],q.plane[1],q.plane[2],q.rail,1'");
    char *table = output_of("\"$CONDYLE\" coriolis omronEcobra600 --q 30,0,0.1,0 --qd joint2=90 --deg");
    ck_assert_ptr_nonnull(strstr(table, " 30.0 deg "));
    ck_assert_ptr_nonnull(strstr(table, " 90 deg/s "));
    ck_assert_ptr_nonnull(strstr(table, "0.1 m "));
    free(table);
    char *a = output_of("\"$CONDYLE\" id universalUR5e --q 0,-90,90,0,0,0 --qd 180,0,0,0,0,0 --deg --format csv");
    char *b = output_of("\"$CONDYLE\" id universalUR5e --q 0,-1.5707963267948966,1.5707963267948966,0,0,0 "
                        "--qd 3.141592653589793,0,0,0,0,0 --format csv");
    ck_assert_str_eq(a, b);
    free(a);
    free(b);
}
END_TEST

START_TEST(fields_are_columns_in_the_order_asked_for)
{
    put_file("in.csv", "q.joint1,qd.joint1\n0.5,1\n");
    char *M = output_of("\"$CONDYLE\" mass omronEcobra600 --input in.csv --fields M");
    char *rest = strchr(M, '\n') + 1, entries[128];
    double values[16];
    ck_assert_int_eq(strncmp(M, "M[0][0],M[0][1],M[0][2],M[0][3],M[1][0],", 40), 0);
    for (size_t i = 0; i < 16; i++, rest++) {
        values[i] = strtod(rest, &rest);
    }
    ck_assert_int_eq(*rest, 0);
    snprintf(entries, sizeof entries, "M[1][3],M[0][0],q.joint1\n%.5g,%.5g,0.5\n", values[7], values[0]);
    check_output(entries,
                 "\"$CONDYLE\" mass omronEcobra600 --input in.csv --precision 5 --fields 'M[1][3],M[0][0],q.joint1'");
    free(M);
    check_output("tau.joint3\n-19.62\n", "\"$CONDYLE\" id omronEcobra600 --format csv --fields tau.joint3");
    check_output("{\"tau.joint3\": -19.62, \"q\": [0.0, 0.0, 0.0, 0.0]}\n",
                 "\"$CONDYLE\" id omronEcobra600 --format json --fields tau.joint3,q");
    char *com = output_of("\"$CONDYLE\" com universalUR5e --input in.csv --fields com.z,moving_mass,com 2>&1 || true");
    ck_assert_ptr_nonnull(strstr(com, "in.csv:1: error: column 'q.joint1': the robot has no joint 'joint1'"));
    free(com);
    check_output("moving_mass\n16.9939\n",
                 "\"$CONDYLE\" com universalUR5e --format csv --fields moving_mass --precision 6");
}
END_TEST

/* Columns of the rows that pass are fields as well: those that the list names, in its order. */
START_TEST(fields_name_columns_that_pass)
{
    put_file("in.csv", "timestamp,t,q.joint3,\"a, b\"\n12:00,0,0.1,x\n12:01,1,0,\"y,\"\"z\"\n");
    check_output("timestamp,tau.joint3\n12:00,-19.62\n12:01,-19.62\n",
                 "\"$CONDYLE\" id omronEcobra600 --input in.csv --fields timestamp,tau.joint3 2> said");
    check_output("\"a, b\",q.joint3,t,\"a, b\"\nx,0.1,0,x\n\"y,\"\"z\",0,1,\"y,\"\"z\"\n",
                 "\"$CONDYLE\" id omronEcobra600 --input in.csv --fields 'a, b,q.joint3,t,a, b' 2> said");
    check_output("{\"q.joint3\": 0.1, \"timestamp\": \"12:00\"}\n{\"q.joint3\": 0.0, \"timestamp\": \"12:01\"}\n",
                 "\"$CONDYLE\" id omronEcobra600 --input in.csv --format json --fields q.joint3,timestamp 2> said");
    check_output("timestamp,t,\"a, b\",q.joint3\n12:00,0,x,0.1\n12:01,1,\"y,\"\"z\",0\n",
                 "\"$CONDYLE\" id omronEcobra600 --input in.csv --fields q.joint3 2> said");
    put_file("in.jsonl", "{\"q.joint3\": 0.1}\n{\"q.joint3\": 1, \"stamp\": {\"s\": 1.5}, \"id\": null}\n");
    check_output("{\"tau.joint3\": -19.62}\n{\"stamp\": {\"s\": 1.5}, \"tau.joint3\": -19.62}\n",
                 "\"$CONDYLE\" id omronEcobra600 --input in.jsonl --format json --fields stamp,tau.joint3 2> said");
    check_output("id,tau.joint3,stamp\n,-19.62,\n,-19.62,\"{\"\"s\"\": 1.5}\"\n",
                 "\"$CONDYLE\" id omronEcobra600 --input in.jsonl --format csv --fields id,tau.joint3,stamp 2> said");
}
END_TEST

/* A field that neither the command nor the rows have is refused, also where rows have no header. */
START_TEST(fields_that_nothing_gives_are_refused)
{
    put_file("in.csv", "stamp,q.joint1\n12:00,0.1\n");
    put_file("in.jsonl", "{\"q\": [0, 0, 0, 0], \"stamp\": 3}\n");
    put_file("none.jsonl", "");
    static const struct {
        const char *arguments, *message;
        int code;
    } cases[] = {
        {"--input in.csv --fields stamps,tau",
         "--fields: 'stamps' is nothing that 'id' gives; it gives q, qd, qdd, tau; and of the rows stamp; did you mean",
         2},
        {"--input in.csv --fields stamp --format npy -o out.npy",
         "'stamp' is nothing that 'id' gives; it gives q, qd, qdd, tau; other columns of the rows pass to csv and json",
         2},
        {"--input in.jsonl --fields stamps,tau", "'stamps' is nothing that 'id' gives; it gives q, qd, qdd, tau", 1},
        {"--input none.jsonl --format json --fields stamps,tau", "'stamps' is nothing that 'id' gives", 1},
        {"--input in.csv --fields M", "'M' is nothing that 'id' gives", 2},
        {"--input in.jsonl --fields M", "'M' is nothing that 'id' gives", 2},
        {"--fields stamp --format csv", "'stamp' is nothing that 'id' gives; it gives q, qd, qdd, tau\n", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *said = output_of("\"$CONDYLE\" id omronEcobra600 %s 2>&1; echo \"code $?\"", cases[i].arguments);
        char code[16];
        snprintf(code, sizeof code, "code %d\n", cases[i].code);
        ck_assert_msg(strstr(said, cases[i].message) && strstr(said, code), "%s: %s", cases[i].arguments, said);
        free(said);
    }
}
END_TEST

int main(void)
{
    if (!getenv("CONDYLE") || access(getenv("CONDYLE"), X_OK) != 0) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    unsetenv("CONDYLE_URDF_PATH"); /* the bundled robots, and no others */
    Suite *suite = suite_create("batch");
    TCase *rows = tcase_create("rows");
    tcase_add_checked_fixture(rows, set_up, close_folder);
    tcase_add_loop_test(rows, rows_give_what_single_calls_give, 0, SUBJECTS);
    tcase_add_test(rows, columns_come_in_any_order);
    tcase_add_test(rows, csv_of_other_programs_is_read);
    tcase_add_test(rows, names_with_commas_and_quotes_are_read);
    tcase_add_test(rows, what_is_missing_comes_from_the_options);
    tcase_add_test(rows, json_rows_take_lists_and_objects);
    tcase_add_test(rows, the_single_calls_json_is_a_row);
    tcase_add_test(rows, arrays_of_every_type_are_read);
    tcase_add_test(rows, arrays_hold_as_many_groups_as_they_have_columns);
    tcase_add_test(rows, the_written_array_has_the_documented_layout);
    suite_add_tcase(suite, rows);
    TCase *filters = tcase_create("filters");
    tcase_add_checked_fixture(filters, set_up, close_folder);
    tcase_add_test(filters, filters_compose);
    tcase_add_test(filters, what_passes_through_is_the_same_to_the_last_bit);
    tcase_add_test(filters, the_first_random_row_is_the_single_calls);
    tcase_add_test(filters, wrenches_come_in_columns);
    tcase_add_test(filters, placements_lead_back_to_configurations);
    tcase_add_test(filters, precision_counts_significant_digits);
    tcase_add_test(filters, angles_may_be_degrees);
    tcase_add_test(filters, fields_are_columns_in_the_order_asked_for);
    tcase_add_test(filters, fields_name_columns_that_pass);
    tcase_add_test(filters, fields_that_nothing_gives_are_refused);
    suite_add_tcase(suite, filters);
    return run_suites(suite, NULL);
}
