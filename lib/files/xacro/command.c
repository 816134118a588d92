/* The commands in `$(...)`: find, arg, env, optenv, eval, cwd, dirname. */
#include "xacro/argument.h"
#include "xacro/expression.h"
#include "xacro/function.h"
#include "xacro/literal.h"
#include "xacro/package.h"
#include "xacro/show.h"
#include "xacro/substitution.h"
#include "xacro/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The words of a command, with blanks between them. */
typedef struct words {
    cdy_value first, second, rest; /* `rest`: everything after the second word, separated by single blanks */
    size_t count;
} words;

static words split_words(cdy_interpreter *x, cdy_value text)
{
    words w = {.first = cdy_of_words(""), .second = cdy_of_words(""), .rest = cdy_of_words("")};
    cdy_builder rest = {.x = x};
    const char *p = text.text.bytes, *end = p + text.text.length;
    while (p < end && !x->status) {
        const char *stop = memchr(p, ' ', (size_t)(end - p));
        stop = stop ? stop : end;
        if (stop > p) {
            const cdy_value word = cdy_copy_of_text(x, p, (size_t)(stop - p));
            w.first = w.count == 0 ? word : w.first;
            w.second = w.count == 1 ? word : w.second;
            if (w.count > 1) {
                cdy_add_text(&rest, w.count > 2 ? " " : "");
                cdy_add_value(&rest, word);
            }
            w.count++;
        }
        p = stop + (stop < end);
    }
    if (rest.text) {
        w.rest = cdy_of_text(rest.text, rest.length);
    }
    return w;
}

static cdy_value read_environment(cdy_interpreter *x, const words *w, bool optional)
{
    const char *name = w->second.text.bytes, *value = getenv(name);
    if (w->count < 2 || (!optional && w->count > 2)) {
        cdy_report_error(x, "expected %s", optional ? "$(optenv NAME DEFAULT)" : "$(env NAME)");
        return cdy_failed_value;
    }
    if (!value && optional) {
        return w->rest;
    }
    if (!value) {
        cdy_report_error(x, "the environment variable '%.80s' is not set; set it, or write $(optenv %.80s DEFAULT)",
                         name, name);
        return cdy_failed_value;
    }
    const char *copy = cdy_take_foreign(x, value);
    return copy ? cdy_of_words(copy) : cdy_failed_value;
}

static cdy_value find_package(cdy_interpreter *x, const char *name)
{
    const char *path = cdy_package_folder(x, name);
    path = path ? cdy_take_foreign(x, path) : NULL;
    return path ? cdy_of_words(path) : cdy_failed_value;
}

/* The working folder, as text only: no file is opened in it. */
static cdy_value working_folder(cdy_interpreter *x)
{
    char path[4096];
    const char *given = x->options.working_folder;
    if (!given && !getcwd(path, sizeof path)) {
        cdy_report_error(x, "the working folder has no name");
        return cdy_failed_value;
    }
    const char *copy = cdy_take_foreign(x, given ? given : path);
    return copy ? cdy_of_words(copy) : cdy_failed_value;
}

/* Converts a text that reads as a number or boolean. */
static cdy_value convert(cdy_interpreter *x, cdy_value text)
{
    cdy_value number;
    const bool point = memchr(text.text.bytes, '.', text.text.length);
    if (point ? cdy_read_float(text.text.bytes, text.text.length, &number)
              : cdy_read_integer(x, text.text.bytes, text.text.length, 10, &number)) {
        return number;
    }
    static const char *const truths[] = {"true", "false"};
    for (size_t i = 0; i < 2; i++) {
        bool same = strlen(truths[i]) == text.text.length;
        for (size_t k = 0; same && k < text.text.length; k++) {
            same = (text.text.bytes[k] | 0x20) == truths[i][k];
        }
        if (same) {
            return cdy_of_bool(i == 0);
        }
    }
    return text;
}

static bool needs_name(cdy_interpreter *x, cdy_value v)
{
    return v.kind == CDY_KIND_TEXT || cdy_report_error(x, "expected a name, not a value of type %s", cdy_type_name(v));
}

static cdy_value call_arg(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value text = needs_name(x, a->items[0]) ? cdy_argument_of(x, a->items[0].text.bytes) : cdy_failed_value;
    return text.kind ? convert(x, text) : text;
}

static cdy_value call_env(cdy_interpreter *x, const cdy_arguments *a)
{
    const words w = {.second = a->items[0], .count = 2};
    return needs_name(x, a->items[0]) ? read_environment(x, &w, false) : cdy_failed_value;
}

static cdy_value call_find(cdy_interpreter *x, const cdy_arguments *a)
{
    return needs_name(x, a->items[0]) ? find_package(x, a->items[0].text.bytes) : cdy_failed_value;
}

cdy_value cdy_look_up_eval(cdy_interpreter *x, const char *name)
{
    static const cdy_function functions[] = {
        {.name = "arg", .call = call_arg, .least = 1, .most = 1},
        {.name = "env", .call = call_env, .least = 1, .most = 1},
        {.name = "find", .call = call_find, .least = 1, .most = 1},
        {.name = "true", .constant = {.kind = CDY_KIND_BOOL, .truth = true}},
        {.name = "false", .constant = {.kind = CDY_KIND_BOOL, .truth = false}},
        {.name = NULL},
    };
    static const char *const python[] = {"list", "dict", "map", "str", "float", "int"};
    const cdy_function *f = cdy_find_function(functions, name);
    f = f ? f : cdy_find_function(cdy_math_functions, name);
    for (size_t i = 0; !f && i < sizeof python / sizeof *python; i++) {
        f = strcmp(name, python[i]) == 0 ? cdy_find_function(cdy_python_functions, name) : NULL;
    }
    if (f) {
        return cdy_of_function(f);
    }
    const cdy_value text = cdy_argument_of(x, name);
    return text.kind ? convert(x, text) : text;
}

static cdy_value evaluate(cdy_interpreter *x, cdy_value text)
{
    if (strstr(text.text.bytes, "__")) {
        cdy_report_error(x, "$(eval ...) must not have two underscores in a row");
        return cdy_failed_value;
    }
    const cdy_value value = cdy_evaluate_text(x, text.text.bytes + 5, text.text.length - 5, NULL);
    return value.kind ? cdy_to_text(x, value) : value;
}

/* Replaces `$(find ...)` in the value of an argument by the package's folder; other commands stay. */
static cdy_value resolve_found(cdy_interpreter *x, cdy_value text)
{
    const char *found = strstr(text.text.bytes, "$(find ");
    const char *close = found ? strchr(found, ')') : NULL;
    if (!close) {
        return text;
    }
    const words w = split_words(x, cdy_of_text(found + 2, (size_t)(close - found - 2)));
    const cdy_value path = w.count == 2 ? find_package(x, w.second.text.bytes) : cdy_failed_value;
    if (!path.kind) {
        cdy_report_error(x, "expected $(find PACKAGE)");
        return path;
    }
    cdy_builder b = {.x = x};
    cdy_add_bytes(&b, text.text.bytes, (size_t)(found - text.text.bytes));
    cdy_add_value(&b, path);
    const size_t length = b.length;
    const cdy_value rest = cdy_enter(x) ? resolve_found(x, cdy_of_words(close + 1)) : cdy_failed_value;
    if (!rest.kind) {
        return rest;
    }
    cdy_leave(x);
    cdy_add_value(&b, rest);
    return x->status || length == 0 ? cdy_failed_value : cdy_of_text(b.text, b.length);
}

cdy_value cdy_run_command(cdy_interpreter *x, cdy_value text)
{
    if (text.text.length == 0) {
        return cdy_of_words("$()");
    }
    if (cdy_begins_with(text.text.bytes, text.text.length, "eval ")) {
        return evaluate(x, text);
    }
    if (strpbrk(text.text.bytes, "$(")) {
        cdy_report_error(x, "'$(%.80s)' has a $ or a parenthesis within", text.text.bytes);
        return cdy_failed_value;
    }
    const words w = split_words(x, text);
    const char *command = w.first.text.bytes;
    if (x->status) {
        return cdy_failed_value;
    }
    if (strcmp(command, "arg") == 0 && w.count == 2) {
        const cdy_value value = cdy_argument_of(x, w.second.text.bytes);
        return value.kind ? resolve_found(x, value) : value;
    }
    if (strcmp(command, "find") == 0 && w.count == 2) {
        return find_package(x, w.second.text.bytes);
    }
    if (strcmp(command, "env") == 0 || strcmp(command, "optenv") == 0) {
        const cdy_value value = read_environment(x, &w, *command == 'o');
        return value.kind ? resolve_found(x, value) : value;
    }
    if (strcmp(text.text.bytes, "cwd") == 0) {
        return working_folder(x);
    }
    if (strcmp(command, "dirname") == 0) {
        cdy_report_error(x,
                         "$(dirname) is for launch files; a path that is relative to the file needs nothing before it");
    } else if (strcmp(command, "arg") == 0 || strcmp(command, "find") == 0) {
        cdy_report_error(x, "expected $(%s NAME), one name", command);
    } else {
        cdy_report_error(x, "'$(%.80s)' is unknown; expected find, arg, env, optenv or eval", text.text.bytes);
    }
    return cdy_failed_value;
}
