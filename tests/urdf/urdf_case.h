/* Robots in a few lines of text, for the suites of the URDF loader. */
#ifndef CDY_TESTS_URDF_CASE_H
#define CDY_TESTS_URDF_CASE_H

#include <check.h>
#include <condyle/condyle.h>
#include <stdio.h>
#include <string.h>

/* A robot whose content `body` begins in line 2. */
#define ROBOT(body) "<robot name='r'>\n" body "\n</robot>\n"

/* A link, whose content begins in line 3. */
#define LINK(content) ROBOT("<link name='a'>\n" content "\n</link>")

/* Two links and the joint between them, in line 4; the joint's additional content begins in line 7. */
#define JOINT(type, content)                                                                                           \
    ROBOT("<link name='a'/>\n<link name='b'/>\n<joint name='j' type='" type "'>\n<parent link='a'/>\n"                 \
          "<child link='b'/>\n" content "\n</joint>")

#define LIMIT "<limit lower='-1' upper='1' effort='2' velocity='3'/>"

/* A revolute joint in one line, with limits. */
#define HINGE(name, parent, child, content)                                                                            \
    "<joint name='" name "' type='revolute'><parent link='" parent "'/><child link='" child "'/>" LIMIT content        \
    "</joint>\n"

typedef struct urdf_case {
    const char *text;
    int line;            /* line of the fault */
    const char *snippet; /* a piece of its report */
} urdf_case;

/* Adds "code:line " to the text `context`; leaves out notes, and the finding of a robot without mass, as most robots
 * here have none. */
static inline void note_warning(void *context, const cdy_warning *warning)
{
    char *notes = context;
    size_t length = strlen(notes);
    if (warning->level == CDY_LEVEL_NOTE || strcmp(warning->code, "robot-weightless") == 0) {
        return;
    }
    ck_assert_str_eq(warning->file, "case.urdf");
    ck_assert(warning->line == 0 || warning->column > 0);
    ck_assert_uint_gt(strlen(warning->text), 10);
    snprintf(notes + length, 4096 - length, "%s:%d ", warning->code, warning->line);
}

/* Loads a text, which must succeed with exactly these warnings: "code:line code:line ". */
static inline cdy_tree *accept_with(const char *text, size_t size, cdy_load_options options, const char *warnings)
{
    char notes[4096] = "";
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    options.warn = note_warning;
    options.context = notes;
    cdy_status status = cdy_load_text(text, size, "case.urdf", &options, &tree, &error);
    ck_assert_msg(status == CDY_OK, "%.300s\nline %d: %s", text, error.line, error.text);
    ck_assert_msg(strcmp(notes, warnings) == 0, "%.300s\nwarned of '%s', not '%s'", text, notes, warnings);
    return tree;
}

static inline cdy_tree *accept_text(const char *text, const char *warnings)
{
    return accept_with(text, strlen(text), cdy_load_options_default(), warnings);
}

/* Loads a text, which must be refused with a fault in this line whose report contains the snippet. */
static inline void reject_with(const char *text, size_t size, cdy_load_options options, int line, const char *snippet)
{
    cdy_error error = {0};
    cdy_tree *tree = (cdy_tree *)&error;
    cdy_status status = cdy_load_text(text, size, "case.urdf", &options, &tree, &error);
    ck_assert_msg(status == CDY_ERROR_ROBOT && error.status == status, "%.300s\ncame to '%s': %s", text,
                  cdy_status_text(status), error.text);
    ck_assert_ptr_null(tree);
    ck_assert_str_eq(error.file, "case.urdf");
    ck_assert_msg(error.line == line && strstr(error.text, snippet), "%.300s\nfailed in line %d with '%s'", text,
                  error.line, error.text);
}

static inline void reject_text(const char *text, int line, const char *snippet)
{
    reject_with(text, strlen(text), cdy_load_options_default(), line, snippet);
}

#endif
