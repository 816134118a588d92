/* condyle report: the page is well-formed and safe, its numbers are the numbers of `limits`, and its plots keep every
 * peak. */
#include "page/axis.h" /* first: check.h makes macros of names */
#include "page/envelope.h"
#include "page/plane.h"

#include "support/compare.h"
#include "support/folder.h"
#include "support/suite.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "\"$CONDYLE\" "

/* A revolute joint with a gear, a prismatic joint without known limits, and a name that HTML must escape. */
static const char robot_text[] =
    "<robot name='a&lt;b&gt; &amp; &quot;c&quot;'><link name='w'/><link name='a'><inertial><origin xyz='0.5 0 "
    "0'/><mass "
    "value='2'/><inertia ixx='0.01' iyy='0.02' izz='0.02' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    "<link name='b'><inertial><mass value='1'/><inertia ixx='0.01' iyy='0.02' izz='0.02' ixy='0' ixz='0' iyz='0'/>"
    "</inertial></link>"
    "<joint name='&lt;script&gt;&amp;\"&apos;_turn' type='revolute'><parent link='w'/><child link='a'/><axis xyz='0 -1 "
    "0'/><limit lower='-2' upper='3' effort='10' velocity='3'/></joint>"
    "<joint name='slide' type='prismatic'><parent link='a'/><child link='b'/><origin xyz='1 0 0'/><axis xyz='1 0 0'/>"
    "<limit lower='0' upper='1' effort='0' velocity='0'/></joint>"
    "<transmission name='t'><type>simple</type><joint name='&lt;script&gt;&amp;\"&apos;_turn'/><actuator name='m'>"
    "<mechanicalReduction>50</mechanicalReduction></actuator></transmission></robot>";

/* A motion within the limits, and a motion beyond the limit of effort. */
static const char motion_text[] = "{\"t\": 0, \"q\": [0.5, 0.25], \"qd\": [1, 0.1], \"tau\": [5, 1]}\n"
                                  "{\"t\": 0.5, \"q\": [1, 0.5], \"qd\": [-2, 0.2], \"tau\": [7.25, -3]}\n"
                                  "{\"t\": 1, \"q\": [-1.5, 0.75], \"qd\": [0.5, 0], \"tau\": [-8, 2]}\n";
static const char hard_text[] = "{\"t\": 0, \"q\": [0.5, 0.25], \"qd\": [1, 0.1], \"tau\": [5, 1]}\n"
                                "{\"t\": 0.5, \"q\": [3.25, 0.5], \"qd\": [1, 0.2], \"tau\": [12.5, -3]}\n";

static void set_up(void)
{
    open_folder();
    put_file("arm.urdf", robot_text);
    put_file("motion.json", motion_text);
    put_file("hard.json", hard_text);
}

/* ---- the page ---- */

/* Reads a page as XML, without the network. */
static xmlDoc *read_page(const char *name)
{
    size_t size;
    char *text = get_file(name, &size);
    xmlDoc *page = xmlReadMemory(text, (int)size, name, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_HUGE);
    ck_assert_msg(page != NULL, "%s is no XML", name);
    ck_assert_ptr_null(strstr(text, "<script"));
    ck_assert_ptr_null(strstr(text, "@import"));
    ck_assert_ptr_null(strstr(text, "url("));
    for (const char *at = text; (at = strstr(at, "http")) != NULL; at++) { /* names of XML, and a header's name */
        ck_assert_msg(strncmp(at, "http://www.w3.org/", 18) == 0 || strncmp(at, "http-equiv", 10) == 0, "%.40s", at);
    }
    free(text);
    return page;
}

/* Counts the elements that an XPath finds. */
static int count_of(xmlDoc *page, const char *path)
{
    xmlXPathContext *context = xmlXPathNewContext(page);
    xmlXPathRegisterNs(context, (const xmlChar *)"h", (const xmlChar *)"http://www.w3.org/1999/xhtml");
    xmlXPathRegisterNs(context, (const xmlChar *)"s", (const xmlChar *)"http://www.w3.org/2000/svg");
    xmlXPathObject *found = xmlXPathEvalExpression((const xmlChar *)path, context);
    ck_assert_msg(found != NULL, "%s", path);
    const int count = found->nodesetval ? found->nodesetval->nodeNr : 0;
    xmlXPathFreeObject(found);
    xmlXPathFreeContext(context);
    return count;
}

static void check_count(xmlDoc *page, const char *path, int count)
{
    const int found = count_of(page, path);
    ck_assert_msg(found == count, "%s: %d, not %d", path, found, count);
}

START_TEST(the_page_is_whole)
{
    check_run(COMMAND "report arm.urdf --input motion.json -o page.html", 0, "", "");
    xmlDoc *page = read_page("page.html");
    check_count(page, "/h:html/h:body/h:main", 1);
    check_count(page, "//h:h1[.='Motion of a<b> & \"c\"']", 1);
    check_count(page, "//h:div[@class='picture']/s:svg/s:image[starts-with(@href,'data:image/png;base64,')]", 1);
    check_count(page, "//h:section[@class='joint']", 3); /* two, and both together */
    check_count(page, "//s:svg[@class='plot']", 12);
    check_count(page, "//s:svg[@class='plot']/s:title[contains(.,'<script>&\"')]", 5);
    check_count(page, "//s:svg[@class='plot']/s:title[contains(.,'of slide')]", 5);
    check_count(page, "//s:svg/s:title[starts-with(.,'Motor torque')]", 1);
    check_count(page, "//s:text[.='speed of the motor, rpm']", 1);
    check_count(page, "//s:path[starts-with(@class,'curve')][string-length(@d) < 5]", 0);
    check_count(page, "//h:section[@class='verdict none']/h:p[.='No known limit is exceeded, but not all are known']",
                1);
    check_count(page, "//h:p[@class='open'][.='Not known: whether the limit of torque is kept by 1 of 2: slide.']", 1);
    check_count(page, "//h:p[@class='open'][starts-with(.,'Not known: whether the limit of velocity')]", 1);
    check_count(page, "//h:p[@class='open']", 2);
    check_count(page, "//h:td[.='unknown' or .='not known']", 8); /* of slide */
    xmlFreeDoc(page);
}
END_TEST

/* The row of each joint has every number of `limits --format csv` in full precision. */
static void check_numbers(const char *options)
{
    char *csv = output_of(COMMAND "limits arm.urdf %s --format csv 2> said || test $? = 5", options);
    free(output_of(COMMAND "report arm.urdf %s -o page.html --force 2> said || test $? = 5", options));
    xmlDoc *page = read_page("page.html");
    char *rest, *header = strtok_r(csv, "\n", &rest);
    ck_assert_ptr_nonnull(header);
    int numbers = 0;
    for (int row = 1;; row++) {
        char *line = strtok_r(NULL, "\n", &rest), *fields = line ? strrchr(line, '_') : NULL;
        if (!line) {
            break;
        }
        fields = strchr(fields && strchr(fields, ',') ? fields : line, ','); /* behind the joint */
        for (char *more, *field = strtok_r(fields, ",", &more); field; field = strtok_r(NULL, ",", &more)) {
            const bool last = strchr(more, ',') == NULL; /* exceeded, unknown */
            const bool whole = strspn(field, "0123456789") == strlen(field);
            char path[256];
            snprintf(path, sizeof path,
                     "//h:table[contains(@class,'peaks')]/h:tbody/h:tr[%d][.//h:data[@value='%s'] or .//*[@title='row "
                     "%s']]",
                     row, field, whole ? field : "x");
            ck_assert_msg(last || count_of(page, path) == 1, "%s: row %d has no %s", options, row, field);
            numbers++;
        }
    }
    ck_assert_int_gt(numbers, 20);
    xmlFreeDoc(page);
    free(csv);
}

START_TEST(its_numbers_are_those_of_limits)
{
    check_numbers("--input motion.json");
    check_numbers("--input motion.json --deg");
    check_numbers("--input hard.json --payload b:1");
}
END_TEST

/* Joints that drive and brake at once: the peak of the sum, 3 W, and that of one joint, 5 W, both by their names. */
START_TEST(two_peaks_of_power_are_told_apart)
{
    free(output_of(
        "printf '{\"t\": 0, \"q\": [0.5, 0.25], \"qd\": [1, 0.1], \"tau\": [5, -20]}\\n' > both.json; " COMMAND
        "report arm.urdf --input both.json -o page.html --force 2>/dev/null; true"));
    xmlDoc *page = read_page("page.html");
    check_count(page, "//h:div[@class='tile power'][starts-with(.,'Peak of the sum of all joints')]/h:b[.='3 W']", 1);
    check_count(page, "//h:div[@class='tile power'][starts-with(.,'Peak power of one joint')]/h:b[.='5 W']", 1);
    check_count(page, "//h:p[contains(.,', total mass ') and contains(.,' kg, moving mass ')]", 1);
    xmlFreeDoc(page);
}
END_TEST

/* 4 W over 2 s, in rows that begin at 10 s and are not equally far from each other, are 8 J. */
START_TEST(times_count_from_row_to_row)
{
    put_file("late.json", "{\"t\": 10, \"q\": [0.5, 0.25], \"qd\": [1, 0], \"tau\": [4, 0]}\n"
                          "{\"t\": 10.5, \"q\": [0.5, 0.25], \"qd\": [1, 0], \"tau\": [4, 0]}\n"
                          "{\"t\": 12, \"q\": [0.5, 0.25], \"qd\": [1, 0], \"tau\": [4, 0]}\n");
    free(output_of(COMMAND "report arm.urdf --input late.json -o page.html"));
    xmlDoc *page = read_page("page.html");
    check_count(page, "//h:p[contains(.,'3 rows, from 10 to 12 s, 1 rows a second.')]", 1);
    check_count(page, "//h:tr[h:th='Drawn']/h:td[starts-with(.,'8 J while the power is above 0')]", 1);
    check_count(page, "//h:tr[h:th='Energy']/h:td[.='8 J driven, 0 J braked']", 1);
    xmlFreeDoc(page);
}
END_TEST

START_TEST(what_exceeds_is_said)
{
    check_run(COMMAND "report arm.urdf --input hard.json -o page.html", 5, "",
              "1 of 2 degrees of freedom exceed a limit");
    xmlDoc *page = read_page("page.html");
    check_count(page, "//h:section[@class='verdict bad']//h:li", 2); /* effort, position */
    check_count(page, "//h:table[contains(@class,'peaks')]//h:td[@class='over']", 3);
    check_count(page, "//h:table[contains(@class,'bars')]//h:span[@class='over']", 2);
    xmlFreeDoc(page);
}
END_TEST

/* What nobody knows is no fine verdict: --strict makes it a failure, and the page is there all the same. */
START_TEST(what_is_not_known_is_said)
{
    check_run(COMMAND "report arm.urdf --input motion.json --strict -o page.html", 5, "",
              "1 of 2 degrees of freedom may exceed a limit, which is not known");
    xmlDoc *page = read_page("page.html");
    check_count(page, "//h:p[@class='open']", 2);
    xmlFreeDoc(page);
    check_run("sed \"s/effort='0' velocity='0'/effort='9' velocity='9'/\" arm.urdf > known.urdf && " COMMAND
              "report known.urdf --input motion.json --strict -o page.html --force",
              0, "", "");
    page = read_page("page.html");
    check_count(page, "//h:section[@class='verdict']/h:p[.='No limit is exceeded']", 1);
    check_count(page, "//h:p[@class='open']", 0);
    xmlFreeDoc(page);
    check_run(COMMAND "report arm.urdf --input hard.json --tolerance 0.25 -o page.html --force", 0, "", "");
    check_run(COMMAND "report arm.urdf --input hard.json --tolerance 0.2499 -o page.html --force", 5, "",
              "1 of 2 degrees of freedom exceed a limit");
}
END_TEST

/* ---- rows that tell little ---- */

typedef struct poor_rows {
    const char *rows;
    int exit_code;
    const char *said; /* message on stderr; with exit code 0: text in the page */
    int plots;
} poor_rows;

static const poor_rows poor[] = {
    {"q.slide", 1, "the input has no rows", 0},
    {"t\\n0\\n", 1, "no row gives q, qd, qdd or tau", 0},
    {"q.slide\\n0.5\\n", 0, "1 row.", 1},
    {"q.slide\\n0.5\\n0.5\\n", 0, "They give no times t", 1},
    {"t,q.slide\\n0,0.5\\n1,0.5\\n", 0, "They give no velocities qd.", 1},
    {"t,q.slide,qdd.slide\\n0,0.5,1\\n1,0.5,2\\n", 5, "computed by inverse dynamics", 3},
    {"t,q.slide\\n1,0.5\\n0,0.5\\n", 1, ":3: error: the time 0 s is before that of the last row, 1 s", 0},
    {"{\"t\": 1, \"q\": [0, 0.5]}\\n{\"q\": [0, 0.5]}\\n", 1, ":2: error: the row has no time t, but the first one has",
     0},
    {"{\"q\": [0, 0.5]}\\n{\"t\": 1, \"q\": [0, 0.5]}\\n", 1,
     ":2: error: the row has a time t, but the first one has none", 0},
    {"t,q.slide\\n0,0.5\\n1,nan\\n", 1, ":3: error: column 2, q.slide: 'nan' is not a decimal number", 0},
    {"t,q.slide\\n-1e308,0.5\\n1e308,0.6\\n", 1, "too far from that of the first row", 0},
    {"t,q.slide\\n1700000000,0.5\\n1700000001,0.75\\n", 0, "time since the first row, s", 1},
    {"t,tau.slide\\n0,1e-300\\n1,2e-300\\n", 0, "They give no positions q.", 1},
    {"t,qd.slide,tau.slide\\n0,1e150,1e150\\n1,-1e150,2e150\\n", 0, "J driven", 4},
};

START_TEST(poor_rows_are_shown_or_refused)
{
    const poor_rows *p = &poor[_i];
    char script[512];
    snprintf(script, sizeof script, "printf '%s' | " COMMAND "report arm.urdf --input - -o page.html", p->rows);
    check_run(script, p->exit_code, "", p->exit_code == 1 ? p->said : p->exit_code ? "exceed" : "");
    char *there = output_of("if test -e page.html; then echo yes; else echo no; fi");
    ck_assert_str_eq(there, p->exit_code == 1 ? "no\n" : "yes\n");
    free(there);
    if (p->exit_code != 1) {
        xmlDoc *page = read_page("page.html");
        size_t size;
        char *text = get_file("page.html", &size);
        ck_assert_msg(strstr(text, p->said) != NULL, "%s is not in the page of %s", p->said, p->rows);
        ck_assert_msg(!strstr(text, "nan") && !strstr(text, "inf\""), "a number is none in the page of %s", p->rows);
        check_count(page, "//s:svg[@class='plot']", p->plots);
        check_count(page, "//h:p[starts-with(.,'Motion: ')]", 1); /* no name of the standard input */
        xmlFreeDoc(page);
        free(text);
    }
}
END_TEST

START_TEST(faulty_rows_can_be_skipped)
{
    check_run("printf 't,q.slide\\n0,0.5\\n1,x\\n2,0.25\\n' | " COMMAND
              "report arm.urdf --input - --keep-going | grep -c '1 faulty row was skipped'",
              0, "1\n", "row skipped: ");
    check_run("printf 'q.slide,qd.slide,tau.slide\\n0.5,1,2\\nx,1,1\\n0.25,2,9\\n' | " COMMAND
              "report arm.urdf --input - --keep-going | sed 's/<[^>]*>//g' | grep -o 'in row [0-9]' | sort -u",
              0, "in row 3\n", "row skipped: ");
}
END_TEST

START_TEST(a_compiled_model_has_no_picture)
{
    check_run(COMMAND "compile arm.urdf -o arm.cdy && " COMMAND "report arm.cdy --input motion.json -o page.html", 0,
              "", "");
    xmlDoc *page = read_page("page.html");
    check_count(page, "//h:div[@class='picture']", 0);
    check_count(page, "//h:p[contains(.,'A compiled model has neither shapes nor gears')]", 1);
    xmlFreeDoc(page);
}
END_TEST

START_TEST(several_degrees_of_freedom_have_plots_of_their_own)
{
    check_run("printf '{\"t\": 0, \"q\": [1,0,0,0,0,0,0,0.5,0.5], \"qd\": [1,2,3,4,5,6,7,8]}\\n' | " COMMAND
              "report arm.urdf --floating-base --input - -o page.html",
              5, "", "1 of 8 degrees of freedom exceed a limit");
    xmlDoc *page = read_page("page.html");
    check_count(page, "//s:title[starts-with(.,'qx of floating_base[0]')]", 1);
    check_count(page, "//s:title[starts-with(.,'z of floating_base[5]')]", 1);
    check_count(page, "//s:title[starts-with(.,'Velocity of ')]", 8);
    xmlFreeDoc(page);
}
END_TEST

START_TEST(files_appear_whole_or_not_at_all)
{
    check_run("echo old > page.html; " COMMAND
              "report arm.urdf --input motion.json -o page.html; echo $?; cat page.html",
              0, "3\nold\n", "page.html");
    check_run("echo old > page.html; trap '' XFSZ; (ulimit -f 1; " COMMAND
              "report arm.urdf --input motion.json -o page.html --force); echo $?; cat page.html; ls | wc -l",
              0, "3\nold\n4\n", "File too large");
    check_run(COMMAND "report arm.urdf", 2, "", "'report' needs --input FILE");
}
END_TEST

/* Memory does not grow with the number of rows: the command reads a million rows in an address space smaller than the
 * file, and the curve has the only row with a peak. With sanitizers, the address space has no limit. */
START_TEST(a_million_rows_take_no_more_memory)
{
    char *size =
        output_of("(ulimit -v %s; awk 'BEGIN {print \"t,q.slide,qd.slide,tau.slide\"; for (i = 0; i < %d; i++) "
                  "print i / 1000 \",0.5,\" (i %% 100) / 100 \",\" (i == 777 ? 90 : i %% 7)}' | " COMMAND
                  "report arm.urdf --input - -o page.html; wc -c < page.html)",
                  UNLESS_WATCHED("400000", "unlimited"), UNLESS_WATCHED(1000000, 2000));
    ck_assert_int_lt(strtol(size, NULL, 10), 600000);
    xmlDoc *page = read_page("page.html");
    check_count(page, "//h:table[contains(@class,'peaks')]//h:data[@value='90']", 1);
    check_count(page, "//s:path[@class='cells tau']", 1);
    xmlFreeDoc(page);
    free(size);
}
END_TEST

/* ---- pieces ---- */

/* A peak in a single row of many is in the column of its time, for any spacing of the times. */
START_TEST(envelopes_keep_every_peak)
{
    uint64_t state = 1;
    const int rows = UNLESS_WATCHED(200000, 5000), high = 1234, low = rows - 1;
    envelope e;
    ck_assert(envelope_open(&e, 2));
    double t = 5, extent[2], columns = 0;
    for (int i = 0; i < rows; i++) {
        const double values[2] = {i == high ? 1e9 : i == low ? -1e9 : draw(&state, -1, 1), (double)NAN};
        t += i % 3 == 0 ? 0 : i < rows / 2 ? draw(&state, 0, 1e-3) : draw(&state, 0, 10);
        envelope_add(&e, t, values);
        columns = fmax(columns, (double)e.count);
    }
    ck_assert_double_le(columns, MOST_COLUMNS);
    ck_assert_uint_gt(e.count, MOST_COLUMNS / 3);
    ck_assert(envelope_extent(&e, 0, extent));
    ck_assert_double_eq(extent[0], -1e9);
    ck_assert_double_eq(extent[1], 1e9);
    ck_assert(!envelope_extent(&e, 1, extent));
    ck_assert_double_eq(e.x[0], e.begin);
    ck_assert_double_eq(e.x[2 * e.count - 1], t);
    for (size_t c = 1; c < e.count; c++) {
        ck_assert_double_ge(e.x[2 * c], e.x[2 * c - 1]);
    }
    envelope_close(&e);
}
END_TEST

START_TEST(equal_times_share_a_column)
{
    envelope e;
    const double value = 1;
    ck_assert(envelope_open(&e, 1));
    for (int i = 0; i < 3 * MOST_COLUMNS; i++) {
        envelope_add(&e, 4, &value);
    }
    ck_assert_uint_le(e.count, MOST_COLUMNS);
    envelope_add(&e, 4.5, &value);
    ck_assert_double_eq(e.x[2 * e.count - 1], 4.5);
    envelope_close(&e);
}
END_TEST

/* Returns whether the curve crosses the cell of a point or a cell beside it. */
static bool is_near(const plane *p, double x, double y)
{
    const int column = (int)floor(x / p->cell[0]) + PLANE_SIDE / 2, row = (int)floor(y / p->cell[1]) + PLANE_SIDE / 2;
    bool near = false;
    for (int k = 0; k < 9; k++) {
        near = near || plane_has(p, column + k / 3 - 1, row + k % 3 - 1);
    }
    return near;
}

START_TEST(planes_keep_every_point)
{
    static plane p;
    const int points = UNLESS_WATCHED(20000, 3000);
    plane_open(&p);
    for (int i = 0; i < points; i++) {
        const double s = 1 + i / 500.0;
        plane_add(&p, s * cos(i), i == 1500 ? (double)NAN : 100 * s * sin(i));
    }
    ck_assert(p.is_grid);
    int cells = 0;
    for (int i = 0; i < points; i += 7) {
        const double s = 1 + i / 500.0;
        ck_assert(i == 1500 || is_near(&p, s * cos(i), 100 * s * sin(i)));
    }
    for (int i = 0; i < PLANE_SIDE * PLANE_SIDE; i++) {
        cells += plane_has(&p, i % PLANE_SIDE, i / PLANE_SIDE);
    }
    ck_assert_int_gt(cells, PLANE_SIDE);
    plane_add(&p, 1e300, 1e-300);
    ck_assert(is_near(&p, 1e300, 0));
}
END_TEST

START_TEST(axes_have_round_ticks)
{
    static const struct {
        double low, high;
        int ticks;
        bool degrees;
        double step;
        const char *label; /* of the first tick */
    } cases[] = {{0, 10, 5, false, 2, "0"},
                 {-1, 1, 4, false, 0.5, "-1.0"},
                 {0.001, 0.0042, 4, false, 0.001, "0.001"},
                 {-170, 170, 4, true, 90, "-90"},
                 {-3, 3, 4, true, 2, "-2"},
                 {1e6, 5e6, 4, false, 1e6, "1e+06"},
                 {2e-9, 9e-9, 4, false, 2e-9, "2e-09"},
                 {5, 5, 4, false, 0.2, "4.6"},
                 {0, 0, 4, false, 0.5, "-1.0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const axis a = axis_fit(cases[i].low, cases[i].high, cases[i].ticks, cases[i].degrees);
        char label[AXIS_LABEL_SIZE];
        int count;
        const double first = axis_first(&a, &count);
        axis_label(&a, first * a.step, label);
        ck_assert_msg(fabs(a.step - cases[i].step) < 1e-9 * cases[i].step, "%g to %g: step %g", cases[i].low,
                      cases[i].high, a.step);
        ck_assert_msg(count >= 2 && count <= 8, "%g to %g: %d ticks", cases[i].low, cases[i].high, count);
        ck_assert_str_eq(label, cases[i].label);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("report");
    TCase *page = tcase_create("page"), *pieces = tcase_create("pieces");
    tcase_add_checked_fixture(page, set_up, close_folder);
    tcase_set_timeout(page, 120);
    suite_add_tcase(suite, page);
    tcase_add_test(page, the_page_is_whole);
    tcase_add_test(page, its_numbers_are_those_of_limits);
    tcase_add_test(page, what_exceeds_is_said);
    tcase_add_test(page, two_peaks_of_power_are_told_apart);
    tcase_add_test(page, times_count_from_row_to_row);
    tcase_add_test(page, what_is_not_known_is_said);
    tcase_add_loop_test(page, poor_rows_are_shown_or_refused, 0, sizeof poor / sizeof *poor);
    tcase_add_test(page, faulty_rows_can_be_skipped);
    tcase_add_test(page, a_compiled_model_has_no_picture);
    tcase_add_test(page, several_degrees_of_freedom_have_plots_of_their_own);
    tcase_add_test(page, files_appear_whole_or_not_at_all);
    tcase_add_test(page, a_million_rows_take_no_more_memory);
    suite_add_tcase(suite, pieces);
    tcase_add_test(pieces, envelopes_keep_every_peak);
    tcase_add_test(pieces, equal_times_share_a_column);
    tcase_add_test(pieces, planes_keep_every_point);
    tcase_add_test(pieces, axes_have_round_ticks);
    return run_suites(suite, NULL);
}
