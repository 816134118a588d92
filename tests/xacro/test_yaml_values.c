/* Scalars of YAML files: load_yaml() gives them the values that PyYAML's safe_load() gives them (YAML 1.1). */
#include "support/folder.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *scalar, *value; /* the text that str() gives */
} scalars[] = {
    {".inf", "inf"},
    {"-.inf", "-inf"},
    {"+.inf", "inf"},
    {".Inf", "inf"},
    {".INF", "inf"},
    {".iNF", ".iNF"},
    {".nan", "nan"},
    {".NaN", "nan"},
    {".NAN", "nan"},
    {".nAN", ".nAN"},
    {"-.nan", "-.nan"},
    {".in", ".in"},
    {".info", ".info"},
    {"1.5", "1.5"},
    {"-1.5", "-1.5"},
    {"+1.5", "1.5"},
    {"1.", "1.0"},
    {".5", "0.5"},
    {"-.5", "-.5"},
    {".", "."},
    {"1.5e+3", "1500.0"},
    {"1.5e-3", "0.0015"},
    {"1.5E+3", "1500.0"},
    {"1.5e3", "1.5e3"},
    {"1e3", "1e3"},
    {"1.5e+", "1.5e+"},
    {"1.5e", "1.5e"},
    {"1.5e+3x", "1.5e+3x"},
    {"1.5.5", "1.5.5"},
    {"1_000", "1000"},
    {"1_000.5", "1000.5"},
    {"_1", "_1"},
    {"1_", "1"},
    {"12", "12"},
    {"-12", "-12"},
    {"+12", "12"},
    {"0", "0"},
    {"-0", "0"},
    {"00", "0"},
    {"017", "15"},
    {"08", "08"},
    {"09", "09"},
    {"0o17", "0o17"},
    {"0x1f", "31"},
    {"0X1f", "0X1f"},
    {"0xFF", "255"},
    {"-0xff", "-255"},
    {"0x", "0x"},
    {"0xg", "0xg"},
    {"0b101", "5"},
    {"0b", "0b"},
    {"0b2", "0b2"},
    {"-0b11", "-3"},
    {"0b1_0", "2"},
    {"0x1_f", "31"},
    {"1:30", "90"},
    {"1:30:15", "5415"},
    {"-1:30", "-90"},
    {"1:60", "1:60"},
    {"1:6", "66"},
    {"1:5", "65"},
    {"1:59", "119"},
    {"1:30.5", "90.5"},
    {"1:30.5:1", "1:30.5:1"},
    {"01:30", "01:30"},
    {"0:30", "0:30"},
    {"190:20:30", "685230"},
    {":1", ":1"},
    {"1::1", "1::1"},
    {"1:5:60", "1:5:60"},
    {"~", "None"},
    {"null", "None"},
    {"Null", "None"},
    {"NULL", "None"},
    {"nUll", "nUll"},
    {"yes", "True"},
    {"Yes", "True"},
    {"YES", "True"},
    {"yEs", "yEs"},
    {"no", "False"},
    {"No", "False"},
    {"NO", "False"},
    {"true", "True"},
    {"True", "True"},
    {"TRUE", "True"},
    {"tRUE", "tRUE"},
    {"false", "False"},
    {"False", "False"},
    {"FALSE", "False"},
    {"on", "True"},
    {"On", "True"},
    {"ON", "True"},
    {"off", "False"},
    {"Off", "False"},
    {"OFF", "False"},
    {"y", "y"},
    {"n", "n"},
    {"a", "a"},
    {"a b", "a b"},
    {"'1'", "1"},
    {"\"1\"", "1"},
    {"\"a\\tb\"", "a\tb"},
    {"'it''s'", "it's"},
    {"!!str 1", "1"},
    {"!!int \"1\"", "1"},
    {"!!float 1", "1.0"},
    {"!!float \"1.5\"", "1.5"},
    {"!!bool \"yes\"", "True"},
    {"!!null \"\"", "None"},
    {"!!float .inf", "inf"},
    {"!!int \"0x1f\"", "31"},
    {"9223372036854775807", "9223372036854775807"},
    {"-9223372036854775807", "-9223372036854775807"},
    {"+", "+"},
    {"1-1", "1-1"},
    {"1 2", "1 2"},
    {"1,2", "1,2"},
    {"{a: 1, b: [1, x]}", "{'a': 1, 'b': [1, 'x']}"},
    {"[1, 2.5, a]", "[1, 2.5, 'a']"},
    {"[]", "[]"},
    {"{}", "{}"},
    /* xacro's units */
    {"!radians 1.5", "1.5"},
    {"!degrees 180", "3.141592653589793"},
    {"!meters 2", "2.0"},
    {"!millimeters 2500", "2.5"},
    {"!foot 10", "3.048"},
    {"!inches 100", "2.54"},
    {"!degrees pi", "0.05483113556160755"},
    {"!meters 1 + 2", "3.0"},
};

enum { COUNT = sizeof scalars / sizeof *scalars };

/* A list of all scalars as a file, and a robot that shows each of them as an attribute of its own. */
static void put_files(void)
{
    char yaml[8192] = "", robot[16384] = "<r xmlns:xacro='http://www.ros.org/wiki/xacro'>"
                                         "<xacro:property name='all' value=\"${xacro.load_yaml('all.yaml')}\"/>";
    size_t length = 0, size = strlen(robot);
    for (size_t i = 0; i < COUNT; i++) {
        length += (size_t)snprintf(yaml + length, sizeof yaml - length, "- %s\n", scalars[i].scalar);
        size += (size_t)snprintf(robot + size, sizeof robot - size, "<p v='[${all[%zu]}]'/>", i);
    }
    snprintf(robot + size, sizeof robot - size, "</r>");
    put_file("all.yaml", yaml);
    put_file("robot.xacro", robot);
}

START_TEST(scalars_have_the_values_of_yaml)
{
    char path[256], expected[64];
    cdy_expansion *expansion = NULL;
    cdy_error error = {0};
    put_files();
    ck_assert_msg(cdy_xacro_expand(path_in_folder(path, sizeof path, "robot.xacro"), NULL, &expansion, &error) ==
                      CDY_OK,
                  "%s", error.text);
    size_t size = 0, count = 0;
    const char *text = cdy_expansion_text(expansion, &size);
    xmlDoc *document = xmlReadMemory(text, (int)size, NULL, NULL, XML_PARSE_NOERROR);
    for (xmlNode *p = xmlFirstElementChild(xmlDocGetRootElement(document)); p; p = xmlNextElementSibling(p), count++) {
        xmlChar *found = xmlGetProp(p, (const xmlChar *)"v");
        ck_assert_uint_lt(count, COUNT);
        snprintf(expected, sizeof expected, "[%s]", scalars[count].value);
        ck_assert_msg(strcmp((const char *)found, expected) == 0, "%s gives %s, not %s", scalars[count].scalar,
                      (const char *)found, expected);
        xmlFree(found);
    }
    ck_assert_uint_eq(count, COUNT);
    xmlFreeDoc(document);
    cdy_expansion_destroy(expansion);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("yaml_values");
    TCase *tests = add_case(suite, "scalars", scalars_have_the_values_of_yaml);
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    return run_suites(suite, NULL);
}
