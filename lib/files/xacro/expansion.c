/* Expansion of a file: read bytes, parse, evaluate elements, write text. */
#include "base/error.h"
#include "base/memory.h"
#include "base/name_table.h"
#include "base/reserve.h"
#include "text/file.h"
#include "xacro/argument.h"
#include "xacro/package.h"
#include "xacro/processor.h"
#include "xacro/result.h"
#include "xacro/text.h"
#include "xacro/writer.h"

#include <string.h>

enum { USUAL_DEPTH = 1000, LARGEST_DEPTH = 5000, USUAL_STEPS = 50000000, USUAL_BYTES = 64 << 20 };

static cdy_status check_options(cdy_xacro_options *o, cdy_error *error)
{
    if (cdy_check_reserve(&o->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if (o->max_depth < 0 || o->max_depth > LARGEST_DEPTH) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "max_depth is %d; expected 0 to %d", o->max_depth, LARGEST_DEPTH);
    }
    if (o->max_bytes > CDY_LARGEST_FILE / 2) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "max_bytes is %zu; expected %d at most", o->max_bytes,
                        CDY_LARGEST_FILE / 2);
    }
    for (size_t i = 0; i < o->argument_count; i++) {
        if (!o->arguments || !o->arguments[i].name || !o->arguments[i].name[0] || !o->arguments[i].value) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "argument %zu has no name or no value", i);
        }
    }
    for (size_t i = 0; i < o->package_path_count; i++) {
        if (!o->package_paths || !o->package_paths[i] || !o->package_paths[i][0]) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "package path %zu is missing", i);
        }
    }
    o->max_depth = o->max_depth ? o->max_depth : USUAL_DEPTH;
    o->max_steps = o->max_steps ? o->max_steps : USUAL_STEPS;
    o->max_bytes = o->max_bytes ? o->max_bytes : USUAL_BYTES;
    o->max_memory = o->max_memory ? o->max_memory : (size_t)512 << 20;
    return CDY_OK;
}

/* Applies xacro:targetNamespace="..." of the root to all elements. */
static bool set_namespace(cdy_interpreter *x, cdy_node *root)
{
    const char *name = cdy_attribute_value(root, "xacro:targetNamespace");
    if (!name || !*name) {
        return true;
    }
    cdy_remove_attribute(root, "xacro:targetNamespace");
    return cdy_set_attribute(x, root, "xmlns", name);
}

static bool draw_key(cdy_interpreter *x)
{
    cdy_name_table table = {0};
    const bool drawn = cdy_name_table_reserve(&table, 1);
    x->key[0] = table.key[0];
    x->key[1] = table.key[1];
    cdy_name_table_clear(&table);
    if (!drawn) {
        cdy_report_no_memory(x);
    }
    return drawn;
}

static bool has_link(const cdy_node *root)
{
    for (const cdy_node *e = cdy_element_from(root->first); e; e = cdy_element_from(e->next)) {
        if (strcmp(e->text, "link") == 0) {
            return true;
        }
    }
    return false;
}

/* Warns of a robot without links, whose file defines macros and calls none: it is meant to be included. */
static void find_uncalled_macro(cdy_interpreter *x, const cdy_node *root, const cdy_scope *macros)
{
    const cdy_dict *slots = &macros->slots;
    for (size_t i = 0; i < slots->count && !x->called && !x->uncalled && !has_link(root); i++) {
        if (slots->values[i].slot->value.kind == CDY_KIND_MACRO) {
            x->uncalled = slots->keys[i].text.bytes;
            cdy_report_warning(x,
                               "the file defines the macro '%.80s' and calls none, so that the robot has no <link>; a "
                               "file that includes this one and calls <xacro:%.80s> is meant",
                               x->uncalled, x->uncalled);
        }
    }
}

static bool expand_document(cdy_interpreter *x, cdy_node *document, cdy_writing *w)
{
    cdy_node *root = cdy_element_from(document->first);
    const cdy_scopes scopes = {cdy_new_scope(x, NULL, false), cdy_new_scope(x, NULL, false)};
    if (!scopes.macros || !scopes.properties || !set_namespace(x, root) || !cdy_process(x, root, &scopes)) {
        return false;
    }
    x->at = root->origin;
    cdy_check_arguments(x);
    if (strcmp(root->text, "robot") == 0) {
        find_uncalled_macro(x, root, scopes.macros);
    }
    return cdy_write_document(w, document, x->file->path);
}

/* Collects the paths of files in the order in which they were noted; NULL where memory runs out. */
static const char **gather_files(cdy_interpreter *x, const cdy_noted_file *newest, size_t *count)
{
    *count = 0;
    for (const cdy_noted_file *f = newest; f; f = f->older) {
        ++*count;
    }
    const char **paths = cdy_take(x, *count, sizeof *paths);
    size_t i = *count;
    for (const cdy_noted_file *f = newest; paths && f; f = f->older) {
        paths[--i] = f->path;
    }
    return paths;
}

/* Collects the declared arguments, the files read and those that are missing, in the order in which they were found. */
static bool gather(cdy_interpreter *x, cdy_expansion *e)
{
    for (const cdy_declaration *d = x->declared; d; d = d->older) {
        e->argument_count++;
    }
    e->arguments = cdy_take(x, e->argument_count, sizeof *e->arguments);
    e->files = e->arguments ? gather_files(x, x->files, &e->file_count) : NULL;
    e->missing = e->files ? gather_files(x, x->missing, &e->missing_count) : NULL;
    if (!e->missing) {
        return false;
    }
    size_t i = e->argument_count;
    for (const cdy_declaration *d = x->declared; d; d = d->older) {
        e->arguments[--i] = &d->argument;
    }
    return true;
}

/* Expands a document. With `anyway`, errors after parsing give an empty text instead of a failure. */
static bool expand(cdy_interpreter *x, const char *text, size_t size, const char *name, bool anyway, cdy_expansion *e)
{
    const char *path = cdy_take_foreign(x, name);
    const cdy_open_file file = {path, NULL};
    x->file = &file; // cppcheck-suppress autoVariables ; nothing of x is read after this call but its results
    x->at = (cdy_origin){path, 0, NULL};
    if (!path || !draw_key(x) || !cdy_find_packages(x, path) || !cdy_note_file(x, path) || !cdy_take_arguments(x)) {
        return false;
    }
    cdy_node *document = cdy_parse_document(x, text, size, path);
    if (!document || !cdy_note_arguments(x, document)) {
        return false;
    }
    cdy_writing w = {.text = {.x = x}};
    const bool expanded = expand_document(x, document, &w);
    if (!expanded && (!anyway || x->status == CDY_ERROR_MEMORY)) {
        return false;
    }
    cdy_clear_report(x);
    e->uncalled = x->uncalled;
    if (expanded) {
        e->text = w.text.text;
        e->size = w.text.length;
        e->lines = w.lines;
        e->line_count = w.line_count;
    }
    return gather(x, e);
}

static cdy_status run(const char *text, size_t size, const char *name, const cdy_xacro_options *options, bool anyway,
                      cdy_expansion **expansion, cdy_error *error)
{
    cdy_interpreter x = {.options = options ? *options : cdy_xacro_options_default()};
    cdy_error ignored = {0};
    x.error = error && !anyway ? error : &ignored;
    cdy_status status = check_options(&x.options, error);
    cdy_expansion *e = status ? NULL : cdy_allocate(1, sizeof *e);
    if (!e) {
        return status ? status : cdy_fail_memory(error);
    }
    e->text = "";
    expand(&x, text, size, name, anyway, e);
    e->memory = x.memory;
    if (x.status) {
        if (error && anyway) {
            *error = ignored;
        }
        cdy_expansion_destroy(e);
        return x.status;
    }
    *expansion = e;
    return CDY_OK;
}

static cdy_status run_file(const char *path, const cdy_xacro_options *options, bool anyway, cdy_expansion **expansion,
                           cdy_error *error)
{
    if (expansion) {
        *expansion = NULL;
    }
    if (!expansion || !path) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no %s was given", expansion ? "file" : "pointer for the expansion");
    }
    const size_t given = options ? options->max_bytes : 0;
    char *bytes = NULL;
    size_t size = 0;
    cdy_status status = cdy_read_file(path, "xacro file", given ? given : USUAL_BYTES, &bytes, &size, error);
    status = status ? status : run(bytes, size, path, options, anyway, expansion, error);
    cdy_release(bytes);
    return status;
}

cdy_status cdy_xacro_expand(const char *path, const cdy_xacro_options *options, cdy_expansion **expansion,
                            cdy_error *error)
{
    return run_file(path, options, false, expansion, error);
}

cdy_status cdy_xacro_find_arguments(const char *path, const cdy_xacro_options *options, cdy_expansion **expansion,
                                    cdy_error *error)
{
    return run_file(path, options, true, expansion, error);
}

cdy_status cdy_xacro_expand_text(const char *text, size_t size, const char *name, const cdy_xacro_options *options,
                                 cdy_expansion **expansion, cdy_error *error)
{
    if (expansion) {
        *expansion = NULL;
    }
    if (!expansion || (!text && size > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no %s was given", expansion ? "text" : "pointer for the expansion");
    }
    return run(text ? text : "", size, name ? name : "", options, false, expansion, error);
}
