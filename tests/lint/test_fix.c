/* Mending robot files: each mendable fault is mended in place, the check finds the fault no more, and every other byte
 * stays. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/folder.h"
#include "support/suite.h"
#include "urdf/urdf_case.h"

#include <dirent.h>
#include <stdlib.h>

/* Output and report of one call of cdy_fix. */
typedef struct heard {
    char changes[4096]; /* "code:line element: was -> is\n" for each */
    char *text;         /* the copy */
    size_t size;
} heard;

static void hear(void *context, const cdy_change *c)
{
    heard *h = context;
    const size_t length = strlen(h->changes);
    ck_assert_str_eq(c->file, "case.urdf");
    snprintf(h->changes + length, sizeof h->changes - length, "%s:%d %s: %s -> %s\n", c->code, c->line, c->element,
             c->was, c->is);
}

static cdy_status keep(void *context, const char *text, size_t size)
{
    heard *h = context;
    h->text = realloc(h->text, h->size + size + 1);
    ck_assert_ptr_nonnull(h->text);
    memcpy(h->text + h->size, text, size);
    h->size += size;
    h->text[h->size] = '\0';
    return CDY_OK;
}

static int fix(const char *text, size_t size, const cdy_fix_options *given, heard *h)
{
    cdy_error error = {0};
    int changes = -1;
    cdy_fix_options options = given ? *given : cdy_fix_options_default();
    options.report = hear;
    options.context = h;
    *h = (heard){.changes = ""};
    ck_assert_ok(cdy_fix_urdf_text(text, size, "case.urdf", &options, keep, h, &changes, &error), error);
    ck_assert_ptr_nonnull(h->text);
    return changes;
}

/* Counts the findings that mending may not leave behind. */
static void count_mendable(void *context, const cdy_finding *finding)
{
    *(int *)context += cdy_fix_can_correct(finding->code);
}

static int mendable_in(const char *text, size_t size)
{
    int count = 0;
    cdy_error error = {0};
    cdy_check_options options = cdy_check_options_default();
    options.report = count_mendable;
    options.context = &count;
    ck_assert_ok(cdy_check_text(text, size, "case.urdf", &options, NULL, &error), error);
    return count;
}

/* Mends a text, and checks the result and the reported changes; mending again changes nothing. */
static void expect(const char *text, const char *mended, const char *changes)
{
    heard h;
    fix(text, strlen(text), NULL, &h);
    ck_assert_str_eq(h.text, mended);
    ck_assert_str_eq(h.changes, changes);
    ck_assert_int_eq(mendable_in(h.text, h.size), 0);
    free(h.text);
}

/* Checks that nothing is mended in a text. */
static void expect_untouched(const char *text)
{
    heard h;
    ck_assert_int_eq(fix(text, strlen(text), NULL, &h), 0);
    ck_assert_str_eq(h.text, text);
    ck_assert_str_eq(h.changes, "");
    free(h.text);
}

/* ---- faults that are mended ---- */

START_TEST(names_are_corrected)
{
    expect(LINK("<inertal>\n<!-- </inertal> --><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
                "izz='1'/><![CDATA[</inertal>]]></inertal >"),
           LINK("<inertial>\n<!-- </inertal> --><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
                "izz='1'/><![CDATA[</inertal>]]></inertial >"),
           "element-misspelled:3 link 'a': <inertal> -> <inertial>\n");
    expect(LINK("<inertal><mass x='>' valu = '1'/><origni\n/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
                "izz='1'/></inertal>"),
           LINK("<inertial><mass x='>' value = '1'/><origin\n/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
                "izz='1'/></inertial>"),
           "element-misspelled:3 link 'a': <inertal> -> <inertial>\n"
           "attribute-misspelled:3 link 'a': valu=\"1\" -> value=\"1\"\n"
           "element-misspelled:3 link 'a': <origni> -> <origin>\n");
    expect(JOINT("continuous", "<limits Effort='1' velocitiy='2'/><origin XYZ='1 2 3'/><axsi xyz='0 0 1'/>"),
           JOINT("continuous", "<limit effort='1' velocity='2'/><origin xyz='1 2 3'/><axis xyz='0 0 1'/>"),
           "element-misspelled:7 joint 'j': <limits> -> <limit>\n"
           "attribute-misspelled:7 joint 'j': XYZ=\"1 2 3\" -> xyz=\"1 2 3\"\n"
           "element-misspelled:7 joint 'j': <axsi> -> <axis>\n"
           "attribute-misspelled:7 joint 'j': Effort=\"1\" -> effort=\"1\"\n"
           "attribute-misspelled:7 joint 'j': velocitiy=\"2\" -> velocity=\"2\"\n");
    /* start tags in the last bytes of comments, CDATA sections and processing instructions */
    expect(LINK("<inertal><!--<a>--><mass value='1'/><!--</--><?p </?><inertia ixx='1' ixy='0' ixz='0' iyy='1' "
                "iyz='0' izz='1'/></inertal>"),
           LINK("<inertial><!--<a>--><mass value='1'/><!--</--><?p </?><inertia ixx='1' ixy='0' ixz='0' iyy='1' "
                "iyz='0' izz='1'/></inertial>"),
           "element-misspelled:3 link 'a': <inertal> -> <inertial>\n");
    expect(ROBOT("<lnik name='a'/>"), ROBOT("<link name='a'/>"), "element-misspelled:2 : <lnik> -> <link>\n");
    expect(LINK("<visual><geometry><shpere radius='1'/></geometry></visual>"),
           LINK("<visual><geometry><sphere radius='1'/></geometry></visual>"),
           "element-misspelled:3 link 'a': <shpere> -> <sphere>\n");
    expect(JOINT("Revolute", LIMIT), JOINT("revolute", LIMIT),
           "joint-type:4 joint 'j': type=\"Revolute\" -> type=\"revolute\"\n");
}
END_TEST

/* The copy has values whole, the report of a change their first 70 bytes. */
START_TEST(long_values_are_reported_in_part)
{
    static const char letters[] = "0123456789012345678901234567890123456789012345678901234567890123456789ABC";
    for (int length = 69; length <= 73; length++) {
        char text[512], changes[512];
        heard h;
        snprintf(text, sizeof text, LINK("<visual><geometry><mesh filenam='%.*s'/></geometry></visual>"), length,
                 letters);
        snprintf(changes, sizeof changes, "attribute-misspelled:3 link 'a': filenam=\"%.*s\" -> filename=\"%.*s\"\n",
                 length < 70 ? length : 70, letters, length < 70 ? length : 70, letters);
        fix(text, strlen(text), NULL, &h);
        ck_assert_str_eq(h.changes, changes);
        snprintf(text, sizeof text, "filename='%.*s'", length, letters);
        ck_assert_ptr_nonnull(strstr(h.text, text));
        free(h.text);
    }
}
END_TEST

START_TEST(numbers_are_corrected)
{
    expect(JOINT("revolute", "<limit lower='2' effort='1' upper='-1.50' velocity='1'/>"),
           JOINT("revolute", "<limit lower='-1.50' effort='1' upper='2' velocity='1'/>"),
           "limits-reversed:7 joint 'j': lower=\"2\" upper=\"-1.50\" -> lower=\"-1.50\" upper=\"2\"\n");
    expect(JOINT("prismatic", "<limit upper='-1 ' lower=' 1 ' effort='1' velocity='1'/>"),
           JOINT("prismatic", "<limit upper='1' lower='-1' effort='1' velocity='1'/>"),
           "limits-reversed:7 joint 'j': lower=\"1\" upper=\"-1\" -> lower=\"-1\" upper=\"1\"\n"
           "number-space:7 joint 'j': upper=\"-1 \" -> upper=\"1\"\n"
           "number-space:7 joint 'j': lower=\" 1 \" -> lower=\"-1\"\n");
    expect(JOINT("continuous", "<axis xyz='0  3\n4'/>"), JOINT("continuous", "<axis xyz='0  0.6\n0.8'/>"),
           "axis-not-unit:7 joint 'j': xyz=\"0  3 4\" -> xyz=\"0  0.6 0.8\"\n");
    expect(JOINT("continuous", "<axis xyz=' 0 0 2 '/>"), JOINT("continuous", "<axis xyz=' 0 0 1 '/>"),
           "axis-not-unit:7 joint 'j': xyz=\" 0 0 2 \" -> xyz=\" 0 0 1 \"\n");
    expect(JOINT("continuous", "<axis xyz='2 -3 6'/>"),
           JOINT("continuous", "<axis xyz='0.2857142857142857 -0.42857142857142855 0.8571428571428571'/>"),
           "axis-not-unit:7 joint 'j': xyz=\"2 -3 6\" -> "
           "xyz=\"0.2857142857142857 -0.42857142857142855 0.8571428571428571\"\n");
    expect(JOINT("continuous", "<axis xyz='0 -1e308 0'/>"), JOINT("continuous", "<axis xyz='0 -1 0'/>"),
           "axis-not-unit:7 joint 'j': xyz=\"0 -1e308 0\" -> xyz=\"0 -1 0\"\n");
    /* The change shows 15 of the blanks on each side. */
    expect(JOINT("continuous", "<axis xyz='                    0 0 2                    '/>"),
           JOINT("continuous", "<axis xyz='                    0 0 1                    '/>"),
           "axis-not-unit:7 joint 'j': xyz=\"                    0 0 2                    \" -> "
           "xyz=\"               0 0 1               \"\n");
    expect(LINK("<visual><geometry><sphere radius='1\r\n'/></geometry></visual><!-- more -->"),
           LINK("<visual><geometry><sphere radius='1'\r\n/></geometry></visual><!-- more -->"),
           "number-space:3 link 'a': radius=\"1  \" -> radius=\"1\"\n");
    expect(LINK("<visual><geometry><sphere radius=\"\n 1 \"/></geometry></visual>"),
           LINK("<visual><geometry><sphere radius=\n \"1\"/></geometry></visual>"),
           "number-space:3 link 'a': radius=\"  1 \" -> radius=\"1\"\n");
}
END_TEST

/* An <origin> of zeros in a link says nothing: no loader reads it. Line breaks stay, and so do the bytes around it. */
START_TEST(idle_origins_are_removed)
{
    expect(LINK("<origin xyz='0 0 0' rpy='0 -0 0'/>"), LINK(""),
           "origin-of-link:3 link 'a': <origin xyz='0 0 0' rpy='0 -0 0'/> -> \n");
    expect(LINK("  <origin/> <!-- kept -->"), LINK("   <!-- kept -->"), "origin-of-link:3 link 'a': <origin/> -> \n");
    expect(LINK("<origin\n xyz='0 0\r\n 0' > \n </origin >x"), LINK("\n\r\n\nx"),
           "origin-of-link:3 link 'a': <origin  xyz='0 0   0' >   </origin > -> \n");
    expect(LINK("<inertal><origin xyz='0 0 0'/><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
                "izz='1'/></inertal><origin/>"),
           LINK("<inertial><origin xyz='0 0 0'/><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
                "izz='1'/></inertial>"),
           "element-misspelled:3 link 'a': <inertal> -> <inertial>\norigin-of-link:3 link 'a': <origin/> -> \n");
    expect(ROBOT("<lnik name='a'><origin/></lnik>"), ROBOT("<link name='a'></link>"),
           "element-misspelled:2 : <lnik> -> <link>\norigin-of-link:2 link 'a': <origin/> -> \n");
    expect_untouched(LINK("<origin xyz='0 0 1'/>"));
    expect_untouched(LINK("<origin rpyy='0 0 1'/>"));
    expect_untouched(LINK("<origin><!-- to be measured --></origin>"));
    expect_untouched(LINK("<origin>\n0 0 1</origin>"));
    expect_untouched(LINK("<origin><mass value='1'/></origin>"));
}
END_TEST

START_TEST(places_are_found_behind_anything)
{
    expect("\xef\xbb\xbf  \r\n<?xml version='1.0'?><!-- \xc3\xa4\xe2\x82\xac -->\t<robot name='\xc3\xa4' "
           "><lnik name='b' xmlns:x='u' x:q='>'/></robot>\n\n",
           "\xef\xbb\xbf  \r\n<?xml version='1.0'?><!-- \xc3\xa4\xe2\x82\xac -->\t<robot name='\xc3\xa4' "
           "><link name='b' xmlns:x='u' x:q='>'/></robot>\n\n",
           "element-misspelled:2 : <lnik> -> <link>\n");
    expect("<?xml version='1.0' encoding='latin1'?><!-- \xe4\xf6 --><robot name='\xe4'><lnik name='b'/></robot>",
           "<?xml version='1.0' encoding='latin1'?><!-- \xe4\xf6 --><robot name='\xe4'><link name='b'/></robot>",
           "element-misspelled:1 : <lnik> -> <link>\n");
}
END_TEST

/* ---- faults that are not mended ---- */

START_TEST(nothing_is_guessed)
{
    expect_untouched(ROBOT("<links><link name='a'/></links>"));
    expect_untouched(LINK("<inertal/><inertail/>"));                          /* two elements would have one name */
    expect_untouched(LINK("<inertial><mass valu='1' vlue='2'/></inertial>")); /* two attributes would have one name */
    expect_untouched(JOINT("revolute", "<limit lower='1' effort='1' velocity='1'/>")); /* one limit is 0 */
    expect_untouched(JOINT("revolute", "<limit lower='&#49;' upper='-1' effort='1' velocity='1'/>"));
    expect_untouched(JOINT("revolute", "<limit lower='1.57' upper='0' effort='1' velocity='1'/>")); /* or a lost sign */
    expect_untouched(JOINT("revolute", "<limit lower='2' upper='1' effort='1' velocity='1'/>"));
    expect_untouched(JOINT("revolute", "<limit lower='-1' upper='-2' effort='1' velocity='1'/>"));
    expect_untouched(JOINT("revolute", "<axis xyz='0 0 0'/>" LIMIT));
    expect_untouched(JOINT("helical", LIMIT));
    expect_untouched(JOINT("revo\nlute", LIMIT)); /* all lines below would move */
    expect_untouched(LINK("<inertial><mass value='-1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
                          "izz='9'/></inertial>"));
    expect_untouched(ROBOT("<link name='a'/><link name='b'/>"));
    expect_untouched("<robot name='r'><lnik name='a'>");
    expect_untouched("<!DOCTYPE robot []><robot name='r'><lnik name='a'/></robot>");
    expect_untouched("");
    expect_untouched("no robot");
}
END_TEST

/* Names near to a name of URDF's that mean something else, or hold a value that the near name does not allow. */
START_TEST(other_words_stay)
{
    expect_untouched(JOINT("revolute", "<limit upper='1.5' effort='80' velocity='2' power='3'/>"));
    expect_untouched(JOINT("continuous", "<limit effort='80' velocity='2' power='3'/>"));
    expect_untouched(JOINT("revolute", "<limit upper='1.5' effort='80' velocity='2' tower='3'/>"));
    expect_untouched(JOINT("fixed", "<origin quat_wxyz='1 0 0 0'/>"));
    expect_untouched(JOINT("fixed", "<origin quat_xywz='1 0 0 0'/>"));
    expect_untouched(JOINT("fixed", "<origin xyzw='0 0 0 1'/>"));
    expect_untouched(JOINT("fixed", "<origin wxyz='0 0 1'/>"));
    expect_untouched(JOINT("fixed", "<origin xzy='0 0 1'/>"));
    expect_untouched(JOINT("fixed", "<origin rpyw='0 0 1'/>"));
    expect_untouched(JOINT("continuous", "<dynamics stiction='1'/>"));
    expect_untouched(JOINT("continuous", "<dynamics dampin='1 2'/>"));
    expect_untouched(LINK("<visual><geometry><sphere radius='1'/></geometry><material name='m'><color rgb='1 0 0'/>"
                          "</material></visual>"));
    expect_untouched(LINK("<visual><geometry><box sizes='1'/></geometry></visual>"));
    expect_untouched(LINK("<collision frame='base_link'><geometry><sphere radius='1'/></geometry></collision>"));
    expect_untouched(LINK("<virtual/>"));
    expect_untouched(ROBOT("<link name='a'/><line name='b'/><sink name='c'/><point name='d'/>"));
}
END_TEST

/* Faults that appear after a name is corrected are mended in the same run: limits are reversed whatever their names
 * were. */
START_TEST(mending_twice_is_mending_once)
{
    static const char *const texts[] = {
        JOINT("revolute", "<Limit lowr='1' uper='-1' effort='1' velocity='1'/>"),
        JOINT("revolute", "<limit lowr=' 1 ' upper='-1' effort='1' velocity='1'/>"),
        JOINT("continuous", "<axsi xzy='0 0 2'/><axes xyz='0 0 2 '/>"),
        JOINT("revolute", LIMIT "<mimics joint='j'/>"),
        JOINT("Revolute", LIMIT "<mimics joint='j'/>"),
        LINK("<inertal><mass valu='nan'/><orgin xyz='1 nan 2'/></inertal>"),
    };
    heard once, twice;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fix(texts[i], strlen(texts[i]), NULL, &once);
        ck_assert_int_eq(fix(once.text, once.size, NULL, &twice), 0);
        ck_assert_str_eq(once.text, twice.text);
        free(once.text);
        free(twice.text);
    }
    expect(JOINT("revolute", "<Limit lowr='1' uper='-1' effort='1' velocity='1'/>"),
           JOINT("revolute", "<limit lower='-1' upper='1' effort='1' velocity='1'/>"),
           "element-misspelled:7 joint 'j': <Limit> -> <limit>\n"
           "attribute-misspelled:7 joint 'j': lowr=\"1\" -> lower=\"1\"\n"
           "attribute-misspelled:7 joint 'j': uper=\"-1\" -> upper=\"-1\"\n"
           "limits-reversed:7 joint 'j': lower=\"1\" upper=\"-1\" -> lower=\"-1\" upper=\"1\"\n");
}
END_TEST

static bool loads(const char *text)
{
    cdy_tree *tree = NULL;
    const cdy_status status = cdy_load_text(text, strlen(text), "case.urdf", NULL, &tree, NULL);
    cdy_tree_destroy(tree);
    return status == CDY_OK;
}

/* A robot that loads because misspelled parts are ignored still loads after mending; the other mendable faults are
 * mended. */
START_TEST(robots_that_load_load_on)
{
    expect_untouched(JOINT("revolute", LIMIT "<mimics joint='j'/>"));
    expect_untouched(JOINT("revolute", LIMIT "<orgin xyz='1 nan 2'/>"));
    expect_untouched(ROBOT("<link name='a'/><lnik name='b'/>")); /* two roots */
    static const struct {
        const char *text, *changes;
    } cases[] = {
        {JOINT("revolute", LIMIT "<orgin xyz='1 nan 2'/><dynamics frictoin='1'/>"),
         "attribute-misspelled:7 joint 'j': frictoin=\"1\" -> friction=\"1\"\n"},
        {JOINT("revolute",
               "<limit lower='2' upper='-1' effort='1' velocity='1'/><mimics joint='j'/><axis xyz='0 0 2'/>"),
         "limits-reversed:7 joint 'j': lower=\"2\" upper=\"-1\" -> lower=\"-1\" upper=\"2\"\n"
         "axis-not-unit:7 joint 'j': xyz=\"0 0 2\" -> xyz=\"0 0 1\"\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        heard h;
        ck_assert(loads(cases[i].text));
        fix(cases[i].text, strlen(cases[i].text), NULL, &h);
        ck_assert_msg(loads(h.text), "%s", h.text);
        ck_assert_str_eq(h.changes, cases[i].changes);
        free(h.text);
    }
}
END_TEST

/* A correction that leads to more faults is left out; the other corrections of the file are made. */
START_TEST(nothing_gets_worse)
{
    expect_untouched(LINK("<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>"
                          "<visuals><origin xyz='1'/><geometry><box/></geometry></visuals>"));
    heard h;
    const char *text =
        ROBOT("<link name='a'>\n<visuals><origin xyz='1'/><geometry><box/></geometry></visuals></link>\n"
              "<lnik name='b'/>\n<jiont name='j' type='fixed'><parent link='a'/><child link='b'/></jiont>");
    fix(text, strlen(text), NULL, &h);
    ck_assert_str_eq(h.changes, "element-misspelled:4 : <lnik> -> <link>\n"
                                "element-misspelled:5 : <jiont> -> <joint>\n");
    free(h.text);
}
END_TEST

START_TEST(rules_can_be_left_out)
{
    static const char text[] = JOINT("Continuous", "<axis xyz='0 0 2'/>");
    static const char *const disabled[] = {"joint-type", "roots"};
    cdy_fix_options options = cdy_fix_options_default();
    heard h;
    options.disabled = disabled;
    options.disabled_count = 2;
    ck_assert_int_eq(fix(text, strlen(text), &options, &h), 0);
    ck_assert_str_eq(h.text, text);
    free(h.text);
}
END_TEST

START_TEST(mendable_rules_exist)
{
    static const char text[] = JOINT("Continuous", "");
    int count = 0;
    for (int i = 0; i < cdy_check_rule_count(); i++) {
        const char *code = cdy_check_rule_at(i)->code;
        cdy_fix_options options = cdy_fix_options_default();
        heard h;
        options.disabled = &code;
        options.disabled_count = 1;
        ck_assert_int_eq(fix(text, strlen(text), &options, &h), strcmp(code, "joint-type") != 0);
        free(h.text);
        count += cdy_fix_can_correct(code);
    }
    ck_assert_int_eq(count, 7);
    ck_assert(!cdy_fix_can_correct("mass-negative"));
    ck_assert(!cdy_fix_can_correct(NULL));
}
END_TEST

/* The trial of each change reads the file with the options for it: this one loads, and its mimic would not. */
START_TEST(deep_files_are_loaded_for_trials)
{
    enum { DEPTH = 300 };
    char text[DEPTH * 8 + 1024], *p = text;
    p += sprintf(p, "<robot name='r'><link name='a'/><link name='b'/>"
                    "<joint name='j' type='revolute'><parent link='a'/><child link='b'/>" LIMIT
                    "<mimics joint='j'/></joint><gazebo>");
    for (int i = 0; i < 2 * DEPTH; i++) {
        p += sprintf(p, i < DEPTH ? "<x>" : "</x>");
    }
    sprintf(p, "</gazebo></robot>");
    cdy_fix_options options = cdy_fix_options_default();
    heard h;
    options.max_depth = DEPTH + 2;
    ck_assert_int_eq(fix(text, strlen(text), &options, &h), 0);
    free(h.text);
}
END_TEST

/* ---- many at once ---- */

/* The time to mend thousands of faults in one line does not grow with the square of their number. */
START_TEST(faults_by_the_thousand_are_mended)
{
    enum { COUNT = 20000, ROOM = COUNT * 64 };
    char *text = malloc(ROOM), *end = text;
    ck_assert_ptr_nonnull(text);
    end += sprintf(end, "<robot name='r'>" HINGE("j", "a", "b", "") "<link name='a'/><link name='b'/>");
    for (int i = 0; i < COUNT / 2; i++) {
        end += sprintf(end,
                       "<lnik name='l%d'/><jiont name='j%d' type='fixed'><parent link='a'/><child link='l%d'/></jiont>",
                       i, i, i);
    }
    end += sprintf(end, "</robot>");
    heard h;
    ck_assert_int_eq(fix(text, (size_t)(end - text), NULL, &h), COUNT);
    ck_assert_uint_eq(h.size, (size_t)(end - text));
    ck_assert_int_eq(mendable_in(h.text, h.size), 0);
    free(h.text);
    free(text);
}
END_TEST

/* Each trial of a change reads the whole file: in a large file either all changes are made or none. */
START_TEST(changes_of_large_files_are_made_together)
{
    enum { BLANKS = 3 << 20 };
    static const char small[] = JOINT("revolute", LIMIT "<orgin xyz='1 nan 2'/><dynamics frictoin='1'/>");
    char *text = malloc(sizeof small + BLANKS);
    ck_assert_ptr_nonnull(text);
    memset(text, ' ', BLANKS);
    memcpy(text + BLANKS, small, sizeof small);
    heard h;
    ck_assert_int_eq(fix(small, strlen(small), NULL, &h), 1);
    free(h.text);
    ck_assert_int_eq(fix(text, strlen(text), NULL, &h), 0);
    free(h.text);
    free(text);
}
END_TEST

/* ---- failures ---- */

static cdy_status refuse(void *context, const char *text, size_t size)
{
    (void)context;
    (void)text;
    (void)size;
    return CDY_ERROR_IO;
}

START_TEST(wrong_arguments_are_refused)
{
    static const char *const unknown[] = {"root"};
    static const char text[] = ROBOT("<lnik name='a'/>");
    heard h = {.changes = ""};
    cdy_fix_options options = cdy_fix_options_default();
    cdy_error error = {0};
    int changes = -7;
    options.report = hear;
    options.context = &h;
    cdy_fix_options small = options;
    small.max_bytes = strlen(text) - 1;
    ck_assert_ok(cdy_fix_urdf_text(text, strlen(text), "x", &small, keep, &h, &changes, &error), error);
    ck_assert_int_eq(changes, 0);
    ck_assert_str_eq(h.changes, "");
    ck_assert_str_eq(h.text, text);
    free(h.text);
    h.text = NULL;
    changes = -7;
    ck_assert_int_eq(cdy_fix_urdf_text(NULL, 1, "x", NULL, keep, &h, &changes, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_fix_urdf_text(text, 1, "x", NULL, NULL, &h, &changes, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_fix_urdf_text(text, strlen(text), NULL, &options, refuse, NULL, &changes, &error),
                     CDY_ERROR_IO);
    ck_assert_int_eq(cdy_fix_urdf_file(NULL, NULL, NULL, &changes, NULL), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_fix_urdf_file("x", "", NULL, &changes, NULL), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_fix_urdf_file("/no/file", "y", NULL, &changes, &error), CDY_ERROR_IO);
    ck_assert_int_eq(cdy_fix_urdf_text("<\0r\0", 4, "x", &options, keep, &h, &changes, &error), CDY_ERROR_UNSUPPORTED);
    options.disabled = unknown;
    ck_assert_int_eq(cdy_fix_urdf_text(text, 1, "x", &options, keep, &h, &changes, &error), CDY_OK);
    free(h.text);
    h.text = NULL;
    h.size = 0;
    options.disabled_count = 1;
    ck_assert_int_eq(cdy_fix_urdf_text(text, 1, "x", &options, keep, &h, &changes, &error), CDY_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "'root'"));
    options.disabled = NULL;
    ck_assert_int_eq(cdy_fix_urdf_text(text, 1, "x", &options, keep, &h, &changes, &error), CDY_ERROR_ARGUMENT);
    ck_assert_ptr_null(h.text);
    ck_assert_str_eq(h.changes, "");
    ck_assert_int_eq(changes, 0); /* output of the one call that succeeded */
}
END_TEST

#define BYTES(literal) (literal), sizeof(literal) - 1

static void find_zero(void *context, const cdy_finding *finding)
{
    *(bool *)context = *(bool *)context || strstr(finding->message, "a zero byte");
}

/* Files with a zero byte that are not UTF-16: nothing is mended in them, and the check of the copy gives the reason. */
START_TEST(a_zero_byte_makes_no_utf16)
{
    static const struct {
        const char *bytes;
        size_t size;
    } files[] = {{BYTES("<\0robot name='r'><link name='a'/></robot>")},
                 {BYTES("\0<robot name='r'><link name='a'/></robot>")},
                 {BYTES("<robot name='r'>\0<link name='a'/></robot>")},
                 {BYTES("\n\0<robot name='r'><link name='\xe4'/></robot>")},
                 {BYTES("\0\0\0<robot name='r'><link name='\xe4'/></robot>")},
                 {BYTES("<?xml version='1.0' encoding='latin1'?>\0<robot name='r'><link name='\xe4'/></robot>")}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        heard h;
        cdy_error error = {0};
        bool found = false;
        cdy_check_options options = cdy_check_options_default();
        options.report = find_zero;
        options.context = &found;
        ck_assert_int_eq(fix(files[i].bytes, files[i].size, NULL, &h), 0);
        ck_assert_uint_eq(h.size, files[i].size);
        ck_assert_mem_eq(h.text, files[i].bytes, h.size);
        ck_assert_ok(cdy_check_text(h.text, h.size, "case.urdf", &options, NULL, &error), error);
        ck_assert_msg(found, "file %zu", i);
        free(h.text);
    }
}
END_TEST

static cdy_status count_bytes(void *context, const char *text, size_t size)
{
    (void)text;
    *(size_t *)context += size;
    return CDY_OK;
}

/* Mends a text with one allocation failing; returns whether no allocation failed. */
static bool fix_without_memory(const char *text, int expected, size_t number)
{
    cdy_error error = {0};
    size_t bytes = 0;
    int changes = -1;
    heap_fail_at(number);
    const cdy_status status = cdy_fix_urdf_text(text, strlen(text), "x", NULL, count_bytes, &bytes, &changes, &error);
    const bool done = !heap_has_failed();
    heap_fail_at(0);
    ck_assert_msg(status == CDY_OK || (!done && status == CDY_ERROR_MEMORY), "%zu: %s", number, error.text);
    ck_assert_msg(status == CDY_OK ? changes == expected && bytes > 0 : changes == -1 && bytes == 0, "%zu: %d", number,
                  changes);
    return done;
}

START_TEST(memory_runs_out_anywhere)
{
    static const struct {
        const char *text;
        int changes;
    } cases[] = {
        {JOINT("Revolut", "<axis xyz='0 0 2'/><limt lower='2 ' upper='1' effort='1' velocity='1'/>"), 4},
        {JOINT("revolute", "<limit lower=' 1' upper='-1' effort='1' velocity='1'/><mimics joint='j'/>"),
         2}, /* option `careful` */
    };
    const char *text = cases[_i].text;
    const int changes = cases[_i].changes;
    bool done = !heap_is_counted();
    size_t number = 0;
    fix_without_memory(text, changes, 0); /* no allocation fails */
    while (!done) {
        ck_assert_uint_lt(++number, 100000);
        fix_without_memory(
            text, changes,
            number); /* the first run allocates blocks that libraries keep, such as libxml2's last message */
        const heap_counts before = heap_count();
        done = fix_without_memory(text, changes, number);
        ck_assert_msg(heap_count().live == before.live, "allocation %zu failed, and blocks were lost", number);
    }
    ck_assert(!heap_is_counted() || number > 50);
}
END_TEST

/* ---- robot files of the corpus ---- */

/* Mends every robot of the corpus: no mendable finding is left, the copy loads as the file does, and has as many lines.
 */
START_TEST(real_robots_stay_robots)
{
    char *folder = reference_path("corpus/robots");
    if (!folder) {
        return;
    }
    int files = 0;
    DIR *entries = opendir(folder);
    ck_assert_ptr_nonnull(entries);
    for (struct dirent *e; (e = readdir(entries));) {
        char path[1024];
        size_t size;
        heard h = {.changes = ""};
        cdy_error error = {0};
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (!strstr(path, ".urdf")) {
            continue;
        }
        char *text = read_whole_file(path, &size);
        int changes = 0;
        files++;
        ck_assert_ok(cdy_fix_urdf_text(text, size, path, NULL, keep, &h, &changes, &error), error);
        ck_assert_msg(mendable_in(h.text, h.size) == 0, "%s", path);
        ck_assert_msg(changes > 0 || (h.size == size && memcmp(h.text, text, size) == 0), "%s", path);
        ck_assert_msg(changes > 0 || mendable_in(text, size) == 0, "%s", path);
        free(h.text);
        free(text);
    }
    closedir(entries);
    free(folder);
    ck_assert_int_gt(files, 70);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fix");
    TCase *mended = add_case(suite, "mended", names_are_corrected);
    tcase_add_test(mended, long_values_are_reported_in_part);
    tcase_add_test(mended, numbers_are_corrected);
    tcase_add_test(mended, mending_twice_is_mending_once);
    tcase_add_test(mended, idle_origins_are_removed);
    tcase_add_test(mended, places_are_found_behind_anything);
    tcase_add_test(mended, faults_by_the_thousand_are_mended);
    tcase_add_test(mended, changes_of_large_files_are_made_together);
    TCase *left = add_case(suite, "left alone", nothing_is_guessed);
    tcase_add_test(left, a_zero_byte_makes_no_utf16);
    tcase_add_test(left, other_words_stay);
    tcase_add_test(left, robots_that_load_load_on);
    tcase_add_test(left, nothing_gets_worse);
    tcase_add_test(left, deep_files_are_loaded_for_trials);
    tcase_add_test(left, rules_can_be_left_out);
    tcase_add_test(left, mendable_rules_exist);
    TCase *failures = add_case(suite, "failures", wrong_arguments_are_refused);
    tcase_add_loop_test(failures, memory_runs_out_anywhere, 0, 2);
    TCase *wild = add_case(suite, "wild", real_robots_stay_robots);
    tcase_set_timeout(wild, 120);
    return run_suites(suite, NULL);
}
