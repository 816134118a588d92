/* The functions of `xacro.`: YAML, messages, and the like. */
#include "xacro/dict.h"
#include "xacro/function.h"
#include "xacro/package.h"
#include "xacro/show.h"
#include "xacro/substitution.h"
#include "xacro/text.h"
#include "xacro/yaml_file.h"

#include <string.h>

static bool needs_text(cdy_interpreter *x, const char *name, cdy_value v)
{
    return v.kind == CDY_KIND_TEXT ||
           cdy_report_error(x, "%s() takes a text, not a value of type %s", name, cdy_type_name(v));
}

static cdy_value call_load_yaml(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value name = a->items[0];
    const char *path = needs_text(x, "load_yaml", name) ? cdy_path_beside(x, name.text.bytes) : NULL;
    return path ? cdy_load_yaml(x, path) : cdy_failed_value;
}

static cdy_value call_abs_filename(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value name = a->items[0];
    const char *path = needs_text(x, "abs_filename", name) ? cdy_path_beside(x, name.text.bytes) : NULL;
    path = path ? cdy_take_foreign(x, path) : NULL;
    return path ? cdy_of_words(path) : cdy_failed_value;
}

static cdy_value call_dotify(cdy_interpreter *x, const cdy_arguments *a)
{
    cdy_value v = a->items[0];
    if (v.kind != CDY_KIND_DICT) {
        cdy_report_error(x, "dotify() takes a dict, not a value of type %s", cdy_type_name(v));
        return cdy_failed_value;
    }
    cdy_value copy = cdy_new_dict(x, CDY_KIND_DICT);
    copy.dotted = true;
    return copy.kind && cdy_dict_update(x, copy.dict, v.dict) ? copy : cdy_failed_value;
}

static cdy_value call_arg(cdy_interpreter *x, const cdy_arguments *a)
{
    return needs_text(x, "arg", a->items[0]) ? cdy_argument_of(x, a->items[0].text.bytes) : cdy_failed_value;
}

/* The arguments as texts, separated by blanks. */
static const char *join(cdy_interpreter *x, const cdy_arguments *a)
{
    cdy_builder b = {.x = x};
    cdy_add_text(&b, "");
    for (size_t i = 0; i < a->count; i++) {
        cdy_add_text(&b, i > 0 ? " " : "");
        cdy_add_value(&b, a->items[i]);
    }
    return x->status ? NULL : b.text;
}

static cdy_value call_message(cdy_interpreter *x, const cdy_arguments *a)
{
    const char *text = join(x, a);
    if (text) {
        cdy_report_warning(x, "%s", text);
    }
    return text ? cdy_of_words("") : cdy_failed_value;
}

static cdy_value call_print_location(cdy_interpreter *x, const cdy_arguments *a)
{
    (void)a;
    cdy_report_warning(x, "this is the place");
    return cdy_of_words("");
}

static cdy_value call_fatal(cdy_interpreter *x, const cdy_arguments *a)
{
    const char *text = join(x, a);
    if (text) {
        cdy_report_error(x, "%s", *text ? text : "xacro.fatal() was called");
    }
    return cdy_failed_value;
}

/* Splits a text at any of the characters given. */
static cdy_value call_tokenize(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value v = a->items[0];
    const cdy_value given = a->count > 1 ? a->items[1] : cdy_named_argument(a, "sep", cdy_of_words(",; "));
    const cdy_value skip = a->count > 2 ? a->items[2] : cdy_named_argument(a, "skip_empty", cdy_of_bool(true));
    cdy_value list = cdy_new_list(x, CDY_KIND_LIST, 0);
    if (!needs_text(x, "tokenize", v) || !needs_text(x, "tokenize", given) || !list.kind) {
        return cdy_failed_value;
    }
    const char *p = v.text.bytes, *end = p + v.text.length;
    for (bool more = true; more;) {
        const char *stop = p;
        while (stop < end && !(*stop && memchr(given.text.bytes, *stop, given.text.length))) {
            stop++;
        }
        const cdy_value piece = cdy_copy_of_text(x, p, (size_t)(stop - p));
        const bool kept = stop > p || !cdy_truth_of(skip);
        if (!piece.kind || !cdy_step(x, 1) || (kept && !cdy_append(x, list.list, piece))) {
            return cdy_failed_value;
        }
        more = stop < end;
        p = stop + more;
    }
    return list;
}

const cdy_function cdy_xacro_functions[] = {
    {.name = "load_yaml", .call = call_load_yaml, .least = 1, .most = 1},
    {.name = "abs_filename", .call = call_abs_filename, .least = 1, .most = 1},
    {.name = "dotify", .call = call_dotify, .least = 1, .most = 1},
    {.name = "arg", .call = call_arg, .least = 1, .most = 1},
    {.name = "message", .call = call_message, .least = 0, .most = -1, .takes_names = true},
    {.name = "warning", .call = call_message, .least = 0, .most = -1, .takes_names = true},
    {.name = "error", .call = call_message, .least = 0, .most = -1, .takes_names = true},
    {.name = "print_location", .call = call_print_location, .least = 0, .most = 0, .takes_names = true},
    {.name = "fatal", .call = call_fatal, .least = 0, .most = -1},
    {.name = "tokenize", .call = call_tokenize, .least = 1, .most = 3, .names = {"sep", "skip_empty"}, .place = 1},
    {.name = NULL},
};
