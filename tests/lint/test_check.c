/* Checking robot files: every rule is broken once, and the check finds this fault in its place, and no other. */
#include "lint/check_case.h"
#include "support/allocation.h"
#include "support/compare.h"
#include "support/suite.h"

#include <stdlib.h>

/* ---- findings ---- */

/* The findings of one check: "level code line:column element\n" for each. */
typedef struct heard {
    char text[8192];
    char message[1024]; /* snippet of the last message */
    int line, column;   /* of the last */
} heard;

static void hear(void *context, const cdy_finding *f)
{
    heard *h = context;
    const size_t length = strlen(h->text);
    ck_assert_str_eq(f->file, "case.urdf");
    ck_assert_int_ge(f->line, h->line);
    ck_assert(f->line > h->line || f->column >= h->column);
    ck_assert_msg(strlen(f->message) > 10 && strlen(f->message) < sizeof h->message, "%s", f->message);
    h->line = f->line;
    h->column = f->column;
    snprintf(h->message, sizeof h->message, "%s", f->message);
    snprintf(h->text + length, sizeof h->text - length, "%s %s %d:%d%s%s\n", cdy_level_name(f->level), f->code, f->line,
             f->column, *f->element ? " " : "", f->element);
}

/* The robots here are short: most have joints without <axis> and a root with mass, and only the cases about these two
 * notes expect them. */
static const char *const usual[] = {"axis-missing", "root-inertia"};

static cdy_check_summary check_for(const char *text, cdy_program program, const char *expected, heard *h)
{
    cdy_error error = {0};
    cdy_check_summary summary = {-1, -1, -1};
    cdy_check_options options = cdy_check_options_default();
    const bool short_one = !strstr(expected, usual[0]) && !strstr(expected, usual[1]);
    options.disabled = short_one ? usual : NULL;
    options.disabled_count = short_one ? sizeof usual / sizeof *usual : 0;
    options.program = program;
    options.report = hear;
    options.context = h;
    *h = (heard){0};
    ck_assert_ok(cdy_check_text(text, strlen(text), "case.urdf", &options, &summary, &error), error);
    return summary;
}

static cdy_check_summary check_text(const char *text, heard *h)
{
    return check_for(text, CDY_PROGRAM_NONE, "", h);
}

/* Number of the findings with this level. */
static int count_heard(const heard *h, cdy_level level)
{
    const char *name = cdy_level_name(level);
    int count = 0;
    for (const char *line = h->text; *line; line = strchr(line, '\n') + 1) {
        count += strncmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ' ';
    }
    return count;
}

START_TEST(rules_are_found_where_they_are_broken)
{
    heard h;
    const check_case *c = &cases[_i];
    const cdy_check_summary summary = check_for(c->text, CDY_PROGRAM_NONE, c->findings, &h);
    ck_assert_int_eq(summary.errors, count_heard(&h, CDY_LEVEL_ERROR));
    ck_assert_int_eq(summary.warnings, count_heard(&h, CDY_LEVEL_WARNING));
    ck_assert_int_eq(summary.notes, count_heard(&h, CDY_LEVEL_NOTE));
    ck_assert_msg(strcmp(h.text, c->findings) == 0, "%s\nfound\n%swith '%s', not\n%s", c->text, h.text, h.message,
                  c->findings);
    ck_assert_msg(!c->snippet || strstr(h.message, c->snippet), "%s\nsaid '%s'", c->text, h.message);
}
END_TEST

/* Files that the loader refuses have an error; files that it loads have the findings of the same rules. */
static void note_code(void *context, const cdy_warning *warning)
{
    char *codes = context;
    const size_t length = strlen(codes);
    snprintf(codes + length, 4096 - length, "%s %s ", cdy_level_name(warning->level), warning->code);
    ck_assert(*warning->element == '\0' || strstr(warning->text, warning->element) == warning->text);
}

START_TEST(loading_finds_the_same)
{
    heard h;
    char codes[4096] = "";
    cdy_error error;
    cdy_tree *tree = NULL;
    cdy_load_options options = cdy_load_options_default();
    options.warn = note_code;
    options.context = codes;
    const cdy_check_summary summary = check_text(cases[_i].text, &h);
    const cdy_status status =
        cdy_load_text(cases[_i].text, strlen(cases[_i].text), "case.urdf", &options, &tree, &error);
    cdy_tree_destroy(tree);
    ck_assert(status == CDY_OK || (status == CDY_ERROR_ROBOT && summary.errors > 0));
    if (status == CDY_OK && !strstr(h.text, "mesh-") && !strstr(h.text, "package-")) {
        for (const char *p = h.text; *p; p = strchr(p, '\n') + 1) {
            char code[128];
            ck_assert_int_eq(sscanf(p, "%*s %100s", code), 1);
            ck_assert_msg(strstr(codes, code) != NULL, "%s\nis not among '%s'", code, codes);
        }
    }
    options.strict = true;
    options.warn = NULL;
    const bool clean = summary.errors == 0 && summary.warnings == 0;
    const bool only_assets = strstr(h.text, "mesh-") != NULL;
    const cdy_status strict =
        cdy_load_text(cases[_i].text, strlen(cases[_i].text), "case.urdf", &options, &tree, &error);
    ck_assert_int_eq(strict, clean || only_assets ? CDY_OK : CDY_ERROR_ROBOT);
    ck_assert((strict == CDY_OK) == (tree != NULL));
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(faults_do_not_hide_each_other)
{
    heard h;
    const char *text =
        ROBOT("<material name='m'><color rgba='1'/></material>\n"
              "<link name='a'><inertial><mass value='x'/><inertia ixx='y' iyy='1' izz='1'/></inertial>\n"
              "<visual><geometry><sphere/></geometry></visual><collision><origin xyz='z'/></collision></link>\n"
              "<link/>\n"
              "<joint name='j' type='odd'><parent link='p'/><child link='c'/><axis xyz='0 0'/><limit lower='q'/>"
              "<mimic/></joint>\n"
              "<joint type='fixed'/>\n");
    const cdy_check_summary summary = check_text(text, &h);
    ck_assert_str_eq(h.text, "error number 2:27\n"
                             "error number 3:32 link 'a'\n"
                             "error inertia-incomplete 3:43 link 'a'\n"
                             "error number 3:52 link 'a'\n"
                             "error attribute-missing 4:19 link 'a'\n"
                             "error geometry-missing 4:48 link 'a'\n"
                             "error number 4:67 link 'a'\n"
                             "error attribute-missing 5:1\n"
                             "error joint-type 6:17 joint 'j'\n"
                             "error link-undeclared 6:28 joint 'j'\n"
                             "error link-undeclared 6:46 joint 'j'\n"
                             "error number 6:69 joint 'j'\n"
                             "error number 6:87 joint 'j'\n"
                             "error attribute-missing 6:98 joint 'j'\n"
                             "error attribute-missing 7:1\n"
                             "error element-missing 7:1\n"
                             "error element-missing 7:1\n");
    ck_assert_int_eq(summary.errors, 17);
    ck_assert_int_eq(summary.warnings, 0);
    ck_assert_int_eq(summary.notes, 0);
}
END_TEST

/* A file that a program refuses or reads otherwise is an error for this program only. */
START_TEST(programs_make_errors)
{
    static const struct {
        const char *text;
        const char *for_all; /* without a program */
        unsigned programs;   /* the program for which the finding is an error */
    } made[] = {
        {MOVED("revolute", ""), "warning limit-missing 4:1 joint 'j'\n", 0x32},
        {MOVED("revolute", LIMIT "<safety_controller k_position='1'/>"), "warning safety-incomplete 5:54 joint 'j'\n",
         0x32},
        {MOVED("revolute", LIMIT "<origin xyz='0&#10;0 0'/>"), "note list-break 5:62 joint 'j'\n", 0x32},
        {"<robot name='r' version='1.2'>" BODY("a") "</robot>", "note read-otherwise 1:17\n", 0x22},
        {ROBOT("<material name='m'><color rgba='1 0 0 1'/></material>\n"
               "<material name='m'><color rgba='1 0 0 1'/></material>" BODY("a")),
         "warning material-redefined 3:1\n", 0x3a},
        {MOVING(INERTIAL BOX("0.3 0.3 0.3") "<collision><geometry><sphere radius='0'/></geometry></collision>"),
         "note point-shape 4:198 link 'b'\n", 0x04},
        {ROBOT("<link name='a'>" INERTIAL
               "<visual><geometry><box size='1 1 1'/></geometry><material name='m'/></visual></link>"),
         "warning material-undefined 2:169 link 'a'\n", 0x08},
        {MOVED("revolute", LIMIT), "", 0},
    };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        for (unsigned p = 0; p <= CDY_PROGRAM_ISAAC; p++) {
            heard h;
            const cdy_check_summary summary = check_for(made[i].text, (cdy_program)p, "", &h);
            const cdy_program family =
                p == CDY_PROGRAM_MUJOCO_3 || p == CDY_PROGRAM_MUJOCO_4 ? CDY_PROGRAM_MUJOCO : (cdy_program)p;
            const bool is_error = made[i].programs >> family & 1;
            ck_assert_msg(summary.errors == is_error, "%s\nfor program %u: %s", made[i].text, p, h.text);
            ck_assert(is_error == (strncmp(h.text, "error ", 6) == 0));
            ck_assert(is_error || strcmp(h.text, made[i].for_all) == 0);
            ck_assert(!p || !is_error || strstr(h.message, cdy_program_name(family)));
        }
    }
}
END_TEST

START_TEST(columns_count_characters)
{
    heard h;
    check_text("\xef\xbb\xbf<?xml version='1.0'?><robot name='\xc3\xa4\xe6\xb7\xb1'><link name='&lt;'/><link\n"
               " xmlns:x='y'  x:z='1'\tname = \"\xc3\xa4\"  value='2'/><jiont/></robot>",
               &h);
    ck_assert_str_eq(h.text, "error roots 1:58 link '\xc3\xa4'\nnote unknown-attribute 2:35 link '\xc3\xa4'\n"
                             "error element-misspelled 2:46\n");
}
END_TEST

/* An element of URDF in another one than its own is ignored, and the message says where it belongs. */
START_TEST(misplaced_elements_have_a_place)
{
    static const char *const places[][2] = {
        {"axis", "<joint>"},        {"box", "<geometry>"},
        {"calibration", "<joint>"}, {"capsule", "<geometry>"},
        {"child", "<joint>"},       {"collision", "<link>"},
        {"color", "<material>"},    {"cylinder", "<geometry>"},
        {"dynamics", "<joint>"},    {"geometry", "<visual> or <collision>"},
        {"inertia", "<inertial>"},  {"inertial", "<link>"},
        {"joint", "<robot>"},       {"limit", "<joint>"},
        {"link", "<robot>"},        {"mass", "<inertial>"},
        {"material", "<visual>"},   {"mesh", "<geometry>"},
        {"mimic", "<joint>"},       {"origin", "<joint>, <inertial>, <visual> or <collision>"},
        {"parent", "<joint>"},      {"safety_controller", "<joint>"},
        {"sphere", "<geometry>"},   {"texture", "<material>"},
        {"visual", "<link>"},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char text[2048], expected[256];
        heard h;
        snprintf(text, sizeof text, MOVING("<inertial><mass value='1'><%s/></mass>" INERTIA("0.01", "0.01", "0.01")),
                 places[i][0]);
        snprintf(expected, sizeof expected, "<%s> in <mass> is misplaced and ignored; expected in %s", places[i][0],
                 places[i][1]);
        check_text(text, &h);
        ck_assert_str_eq(h.text, "error element-misplaced 4:27 link 'b'\n");
        ck_assert_msg(strstr(h.message, expected), "%s, not %s", h.message, expected);
    }
}
END_TEST

/* ---- options ---- */

START_TEST(disabled_rules_are_silent)
{
    static const char *const disabled[] = {"limits-reversed", "axis-zero"};
    const char *text = MOVED("revolute", "<limit lower='2' upper='1' effort='0' velocity='3'/><axis xyz='0 0 0'/>");
    cdy_error error;
    heard h = {0};
    cdy_check_summary summary;
    cdy_check_options options = cdy_check_options_default();
    options.report = hear;
    options.context = &h;
    options.disabled = disabled;
    options.disabled_count = 2;
    ck_assert_ok(cdy_check_text(text, strlen(text), "case.urdf", &options, &summary, &error), error);
    ck_assert_str_eq(h.text, "");
    ck_assert_int_eq(summary.errors + summary.warnings + summary.notes, 0);
    options.disabled_count = 0;
    ck_assert_ok(cdy_check_text(text, strlen(text), "case.urdf", &options, &summary, &error), error);
    ck_assert_int_eq(summary.errors, 2);
}
END_TEST

/* A geom of no size: the rule warns where other formats go on, but here nothing can be read without it. */
START_TEST(what_makes_a_file_unreadable_is_never_silent)
{
    static const char *const disabled[] = {"size-zero", "reference-unknown", "mesh-not-found"};
    static const char *const parts[] = {"<geom type='capsule' size='1' fromto='1 1 1 1 1 1'/>",
                                        "<geom size='1' class='none'/>", "<include file='none.xml'/>"};
    for (int i = 0; i < 3; i++) {
        char text[300];
        cdy_error error = {0};
        heard h = {0};
        cdy_check_summary summary;
        cdy_tree *tree = NULL;
        snprintf(text, sizeof text, "<mujoco><worldbody><body name='b'>%s</body></worldbody></mujoco>", parts[i]);
        ck_assert_int_eq(cdy_load_text(text, strlen(text), "case.urdf", NULL, &tree, &error), CDY_ERROR_ROBOT);
        cdy_check_options options = cdy_check_options_default();
        options.report = hear;
        options.context = &h;
        options.disabled = &disabled[i];
        options.disabled_count = 1;
        ck_assert_ok(cdy_check_text(text, strlen(text), "case.urdf", &options, &summary, &error), error);
        ck_assert_msg(summary.errors == 1 && strstr(h.text, disabled[i]), "%s: %s", disabled[i], h.text);
    }
}
END_TEST

/* Every rule can be disabled, the first and the last too; a broken one is silent then. */
START_TEST(every_rule_can_be_disabled)
{
    const char *text = " <?xml version='1.0'?>" MOVED(
        "revolute", "<axis xyz='0 0 2'/><limit lower='-90' upper='90' effort='1' velocity='1'/>");
    static const char *const broken[] = {"angle-in-degrees", "axis-not-unit", "xml-declaration"};
    for (int i = 0; i < cdy_check_rule_count(); i++) {
        const char *code = cdy_check_rule_at(i)->code;
        cdy_error error = {0};
        heard h = {0};
        cdy_check_options options = cdy_check_options_default();
        options.report = hear;
        options.context = &h;
        options.disabled = &code;
        options.disabled_count = 1;
        ck_assert_ok(cdy_check_text(text, strlen(text), "case.urdf", &options, NULL, &error), error);
        for (int k = 0; k < 3; k++) {
            ck_assert((strstr(h.text, broken[k]) != NULL) == (strcmp(code, broken[k]) != 0));
        }
    }
}
END_TEST

START_TEST(checked_files_leave_no_memory)
{
    char *path = source_path("urdf/universalUR5e.urdf");
    cdy_error error = {0};
    ck_assert_ok(cdy_check_file(path, NULL, NULL, &error), error);
    const size_t live = heap_count().live;
    ck_assert_ok(cdy_check_file(path, NULL, NULL, &error), error);
    ck_assert_uint_eq(heap_count().live, live);
    free(path);
}
END_TEST

START_TEST(bad_arguments_are_refused)
{
    static const char *const unknown[] = {"no-such-rule"}, *const missing[] = {NULL};
    static const cdy_package nameless[] = {{"", "/x"}}, slashed[] = {{"a/b", "/x"}}, pathless[] = {{"a", NULL}};
    const cdy_package *const packages[] = {nameless, slashed, pathless, NULL};
    cdy_error error = {0};
    cdy_check_options options = cdy_check_options_default();
    ck_assert_fails(cdy_check_text(NULL, 1, "x", NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_check_file(NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_check_file("/no/such.urdf", NULL, NULL, &error), CDY_ERROR_IO, error);
    ck_assert_fails(cdy_check_bundled(NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_check_bundled("no_such_robot", NULL, NULL, &error), CDY_ERROR_IO, error);
    options.disabled_count = 1;
    ck_assert_fails(cdy_check_text("", 0, "x", &options, NULL, &error), CDY_ERROR_ARGUMENT, error);
    options.disabled = unknown;
    ck_assert_fails(cdy_check_text("", 0, "x", &options, NULL, &error), CDY_ERROR_ARGUMENT, error);
    options.disabled = missing;
    ck_assert_fails(cdy_check_text("", 0, "x", &options, NULL, &error), CDY_ERROR_ARGUMENT, error);
    options.disabled_count = 0;
    options.package_count = 1;
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++) {
        options.packages = packages[i];
        ck_assert_fails(cdy_check_text("", 0, "x", &options, NULL, &error), CDY_ERROR_ARGUMENT, error);
    }
    static const cdy_package empty = {"a", ""}, named = {"a", "/x"}, unnamed = {NULL, "/x"};
    options.packages = &empty;
    ck_assert_fails(cdy_check_text("", 0, "x", &options, NULL, &error), CDY_ERROR_ARGUMENT, error);
    options.packages = &named;
    ck_assert_ok(cdy_check_text("", 0, "x", &options, NULL, &error), error);
    options.packages = &unnamed;
    ck_assert_ok(cdy_check_text("", 0, "x", &options, NULL, &error), error);
    options.package_count = 0;
    options.program = (cdy_program)(CDY_PROGRAM_ISAAC + 1);
    ck_assert_fails(cdy_check_text("", 0, "x", &options, NULL, &error), CDY_ERROR_ARGUMENT, error);
    options.program = (cdy_program)15;
    ck_assert_fails(cdy_check_text("", 0, "x", &options, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_str_eq(cdy_level_name((cdy_level)7), "unknown");
    ck_assert_ptr_null(cdy_program_name(CDY_PROGRAM_NONE));
    ck_assert_ptr_null(cdy_program_name((cdy_program)15));
    ck_assert(!cdy_check_rule_concerns(-1, CDY_PROGRAM_URDFDOM));
    ck_assert(!cdy_check_rule_concerns(cdy_check_rule_count(), CDY_PROGRAM_URDFDOM));
    ck_assert(!cdy_check_rule_concerns(1 << 20, CDY_PROGRAM_URDFDOM));
    ck_assert(!cdy_check_rule_concerns(0, CDY_PROGRAM_NONE) && !cdy_check_rule_concerns(0, (cdy_program)15));
    ck_assert_ok(cdy_check_text(NULL, 0, NULL, NULL, NULL, &error), error);
    ck_assert_ok(cdy_check_bundled("universalUR5e", NULL, NULL, &error), error);
}
END_TEST

/* Check's assertions take memory themselves. */
static void count_finding(void *context, const cdy_finding *f)
{
    *(int *)context += f->line > 0;
}

/* Every allocation fails once: the check reports the failure, returns no findings, and leaks nothing. */
START_TEST(no_memory_is_reported)
{
    const char *text = ROBOT(BODY("a-b") BODY("a b") HINGE("j", "a-b", "a b", "<limit/><axis xyz='0 0 0'/>") HINGE(
        "k", "x", "y",
        "") "<link name='m'><visual><geometry><mesh filename='package://p/x'/></geometry></visual></link>");
    const size_t live = heap_count().live;
    int all = 0;
    if (!heap_is_counted()) {
        return;
    }
    for (size_t n = 0;; n++) {
        int heard_of = 0;
        cdy_error error = {0};
        cdy_check_options options = cdy_check_options_default();
        options.report = count_finding;
        options.context = &heard_of;
        heap_fail_at(n);
        const cdy_status status = cdy_check_text(text, strlen(text), "case.urdf", &options, NULL, &error);
        const bool failed = heap_has_failed();
        heap_fail_at(0);
        if (n > 40) { /* libxml2 never frees its first allocation */
            ck_assert_uint_le(heap_count().live, live + 64);
        }
        if (n == 0) {
            all = heard_of;
        } else if (!failed) {
            ck_assert_int_eq(status, CDY_OK);
            ck_assert_uint_gt(n, 10);
            break;
        }
        ck_assert_msg(status == CDY_ERROR_MEMORY || status == CDY_OK, "allocation %zu: %s", n, error.text);
        ck_assert_int_eq(heard_of, status == CDY_OK ? all : 0);
    }
}
END_TEST

/* ---- many faults ---- */

START_TEST(many_faults_take_no_time)
{
    enum { COUNT = 20000, SIZE = 96 };
    char *text = malloc((size_t)COUNT * SIZE + 64);
    ck_assert_ptr_nonnull(text);
    size_t length = (size_t)sprintf(text, "<robot name='r'><link name='root'/>");
    for (int i = 0; i < COUNT; i++) {
        length +=
            (size_t)snprintf(text + length, SIZE,
                             "<joint name='j%d' type='fixed'><parent link='p%d'/><child link='c%d'/></joint>", i, i, i);
    }
    length += (size_t)sprintf(text + length, "</robot>");
    cdy_error error;
    cdy_check_summary summary;
    ck_assert_ok(cdy_check_text(text, length, "case.urdf", NULL, &summary, &error), error);
    ck_assert_int_eq(summary.errors, 2 * COUNT);
    free(text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("check");
    TCase *rules = tcase_create("rules");
    suite_add_tcase(suite, rules);
    tcase_add_loop_test(rules, rules_are_found_where_they_are_broken, 0, sizeof cases / sizeof *cases);
    tcase_add_loop_test(rules, loading_finds_the_same, 0, sizeof cases / sizeof *cases);
    tcase_add_test(rules, faults_do_not_hide_each_other);
    tcase_add_test(rules, programs_make_errors);
    tcase_add_test(rules, columns_count_characters);
    tcase_add_test(rules, misplaced_elements_have_a_place);
    TCase *options = add_case(suite, "options", disabled_rules_are_silent);
    tcase_add_test(options, what_makes_a_file_unreadable_is_never_silent);
    tcase_add_test(options, every_rule_can_be_disabled);
    tcase_add_test(options, checked_files_leave_no_memory);
    tcase_add_test(options, bad_arguments_are_refused);
    tcase_add_test(options, no_memory_is_reported);
    tcase_add_test(options, many_faults_take_no_time);
    return run_suites(suite, NULL);
}
