#include "support/expression.h"

#include <check.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <string.h>

/* Appends a text as the value of an attribute. */
static size_t append_escaped(char *out, size_t size, size_t length, const char *text)
{
    for (const char *p = text; *p; p++) {
        const char *escaped = *p == '<'    ? "&lt;"
                              : *p == '&'  ? "&amp;"
                              : *p == '"'  ? "&quot;"
                              : *p == '\n' ? "&#10;"
                                           : NULL;
        length += (size_t)(escaped ? snprintf(out + length, size - length, "%s", escaped)
                                   : snprintf(out + length, size - length, "%c", *p));
        ck_assert_uint_lt(length, size);
    }
    return length;
}

cdy_status expand_expression(const char *format, const char *expression, cdy_expansion **expansion, cdy_error *error)
{
    char text[4096] = "<r xmlns:xacro='http://www.ros.org/wiki/xacro'>";
    size_t length = strlen(text);
    const bool braces = strpbrk(expression, "{}") != NULL;
    if (format) {
        length += (size_t)snprintf(text + length, sizeof text - length, "<xacro:property name=\"f\" value=\"");
        length = append_escaped(text, sizeof text, length, format);
        length += (size_t)snprintf(text + length, sizeof text - length, "\"/>");
    }
    length += (size_t)snprintf(text + length, sizeof text - length, "\n<p v=\"[%s", braces ? "$(eval " : "${");
    length = append_escaped(text, sizeof text, length, expression);
    length += (size_t)snprintf(text + length, sizeof text - length, "%s]\"/></r>", braces ? ")" : "}");
    return cdy_xacro_expand_text(text, length, "robot.xacro", NULL, expansion, error);
}

void check_value(const char *format, const char *expression, const char *value)
{
    char expected[512];
    cdy_expansion *expansion = NULL;
    cdy_error error = {0};
    snprintf(expected, sizeof expected, "[%s]", value);
    ck_assert_msg(expand_expression(format, expression, &expansion, &error) == CDY_OK, "%s: %s", expression,
                  error.text);
    size_t size = 0;
    const char *text = cdy_expansion_text(expansion, &size);
    xmlDoc *document = xmlReadMemory(text, (int)size, NULL, NULL, XML_PARSE_NOERROR);
    xmlNode *node = xmlFirstElementChild(xmlDocGetRootElement(document));
    xmlChar *found = xmlGetProp(node, (const xmlChar *)"v");
    ck_assert_msg(strcmp((const char *)found, expected) == 0, "%s gives %s, not %s", expression, (const char *)found,
                  expected);
    xmlFree(found);
    xmlFreeDoc(document);
    cdy_expansion_destroy(expansion);
}

void check_values(const expression_value *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check_value(NULL, rows[i].expression, rows[i].value);
    }
}

void check_outcomes(const expression_outcome *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (*rows[i].outcome != '!') {
            check_value(rows[i].format, rows[i].expression, rows[i].outcome);
            continue;
        }
        cdy_expansion *expansion = NULL;
        cdy_error error = {0};
        ck_assert_msg(expand_expression(rows[i].format, rows[i].expression, &expansion, &error) == CDY_ERROR_ROBOT,
                      "%s is not refused", rows[i].expression);
        ck_assert_msg(strcmp(error.text, rows[i].outcome + 1) == 0 && error.line == 2, "%s: line %d: %s",
                      rows[i].expression, error.line, error.text);
        ck_assert_ptr_null(expansion);
    }
}

bool check_outcome(const char *expression)
{
    char nowhere;
    cdy_expansion *expansion = (cdy_expansion *)(void *)&nowhere;
    cdy_error error = {0};
    const cdy_status status = expand_expression(NULL, expression, &expansion, &error);
    ck_assert_msg((status == CDY_OK) == (expansion != NULL), "%s", expression);
    if (status) {
        ck_assert_msg(status == CDY_ERROR_ROBOT || status == CDY_ERROR_IO, "%s: %d", expression, status);
        ck_assert_msg(error.line == 2 && error.text[0], "%s: line %d, '%s'", expression, error.line, error.text);
    }
    cdy_expansion_destroy(expansion);
    return status == CDY_OK;
}
