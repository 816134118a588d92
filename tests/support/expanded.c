#define _XOPEN_SOURCE 700 /* setenv, chdir */
#include "support/expanded.h"

#include "support/folder.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPENING "<robot xmlns:xacro=\"http://www.ros.org/wiki/xacro\">"

typedef struct report {
    char text[4096];
    size_t length;
} report;

static void note_warning(void *context, const char *file, int line, const char *text)
{
    report *r = context;
    r->length +=
        (size_t)snprintf(r->text + r->length, sizeof r->text - r->length, "%s:%d: warning: %s\n", file, line, text);
    ck_assert_uint_lt(r->length, sizeof r->text);
}

/* Adds an expansion without its first two lines, the start tag of a root without attributes, and the end tag. */
static void note_expansion(report *r, const cdy_expansion *expansion)
{
    static const char head[] =
        "<?xml version=\"1.0\" ?>\n<!-- expanded from robot.xacro: change that file, not this one -->\n";
    static const char root[] = "<robot>\n";
    const char *text = cdy_expansion_text(expansion, NULL);
    ck_assert_int_eq(strncmp(text, head, strlen(head)), 0);
    text += strlen(head);
    text += strncmp(text, root, strlen(root)) == 0 ? strlen(root) : 0;
    const char *end = strstr(text, "</robot>\n");
    const size_t length = end ? (size_t)(end - text) : strlen(text);
    r->length += (size_t)snprintf(r->text + r->length, sizeof r->text - r->length, "%.*s", (int)length, text);
    ck_assert_uint_lt(r->length, sizeof r->text);
}

static void put_files(const document_outcome *row)
{
    char text[4096];
    for (size_t i = 0; i + 1 < sizeof row->files / sizeof *row->files && row->files[i]; i += 2) {
        const char *content = row->files[i + 1], *root = strchr(content, '@');
        if (strncmp(row->files[i], "d/", 2) == 0) {
            mkdir("d", 0700);
        }
        snprintf(text, sizeof text, "%.*s%s%s", root ? (int)(root - content) : 0, content, root ? OPENING : "",
                 root ? root + 1 : content);
        put_file(row->files[i], text);
    }
    snprintf(text, sizeof text, OPENING "\n%s\n</robot>\n", row->body);
    put_file("robot.xacro", text);
}

static void remove_files(const document_outcome *row)
{
    for (size_t i = 0; i + 1 < sizeof row->files / sizeof *row->files && row->files[i]; i += 2) {
        unlink(row->files[i]);
    }
    rmdir("d");
}

static void check_document(const document_outcome *row)
{
    report found = {.length = 0};
    cdy_xacro_options options = cdy_xacro_options_default();
    options.warn = note_warning;
    options.context = &found;
    cdy_expansion *expansion = NULL;
    cdy_error error = {0};
    put_files(row);
    if (cdy_xacro_expand("robot.xacro", &options, &expansion, &error) == CDY_OK) {
        note_expansion(&found, expansion);
    } else {
        snprintf(found.text + found.length, sizeof found.text - found.length, "%s:%d: %s", error.file, error.line,
                 error.text);
    }
    const size_t length = strlen(row->outcome);
    const bool open = length > 3 && strcmp(row->outcome + length - 3, "...") == 0;
    ck_assert_msg(open ? strncmp(found.text, row->outcome, length - 3) == 0 : strcmp(found.text, row->outcome) == 0,
                  "%s\ncomes to\n%s\nnot to\n%s", row->body, found.text, row->outcome);
    cdy_expansion_destroy(expansion);
    remove_files(row);
}

/* Characters of UTF-8, the first and the last of each length; and invalid bytes. */
static void set_characters(void)
{
    static const char *const good[] = {"\xc3\xa9",     "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xee\x80\x80",
                                       "\xed\x9f\xbf", "\xc2\x80",     "\xe0\xa0\x80",     "\xf4\x8f\xbf\xbd"};
    static const char *const bad[] = {"\x80",
                                      "\xc1\xbf",
                                      "\xc3",
                                      "\xe2\x82",
                                      "\xc3(",
                                      "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80"};
    char name[16];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(name, sizeof name, "CDY_GOOD%zu", i);
        setenv(name, good[i], 1);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(name, sizeof name, "CDY_BAD%zu", i);
        setenv(name, bad[i], 1);
    }
    setenv("CDY_UTF8", "\xc3\xa9\xe2\x82\xac", 1);
}

void check_documents(const document_outcome *rows, size_t count)
{
    char folder[256];
    ck_assert_int_eq(chdir(path_in_folder(folder, sizeof folder, "")), 0);
    setenv("CDY_SET", "set value", 1);
    unsetenv("CDY_UNSET");
    set_characters();
    unsetenv("ROS_PACKAGE_PATH");
    unsetenv("AMENT_PREFIX_PATH");
    for (size_t i = 0; i < count; i++) {
        check_document(&rows[i]);
    }
    ck_assert_int_eq(chdir("/"), 0);
}
