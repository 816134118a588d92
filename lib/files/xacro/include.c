/* <xacro:include>. */
#include "xacro/literal.h"
#include "xacro/package.h"
#include "xacro/processor.h"
#include "xacro/substitution.h"

#include <glob.h>
#include <string.h>

/* A file already read. The file is parsed once and copied for each include, because its macros may be needed again. */
typedef struct cdy_source {
    const char *path;
    const cdy_node *root;
    struct cdy_source *next;
} cdy_source;

static const cdy_node *read_document(cdy_interpreter *x, const char *path)
{
    for (const cdy_source *s = x->sources; s; s = s->next) {
        if (strcmp(s->path, path) == 0) {
            return s->root;
        }
    }
    size_t size = 0;
    const char *bytes = cdy_read_source(x, path, "xacro file", &size);
    cdy_source *source = bytes ? cdy_take(x, 1, sizeof *source) : NULL;
    if (!source) {
        return NULL;
    }
    source->path = path;
    source->root = cdy_parse_document(x, bytes, size, path);
    source->root = source->root ? cdy_element_from(source->root->first) : NULL;
    source->next = x->sources;
    x->sources = source->root ? source : x->sources;
    return source->root;
}

static bool include_file(cdy_interpreter *x, cdy_node *element, const char *path, const cdy_scopes *scopes)
{
    const cdy_origin at = x->at;
    const cdy_node *document = cdy_enter(x) ? read_document(x, path) : NULL;
    if (!document) {
        return false; /* include_one() restores the depth */
    }
    const cdy_open_file file = {path, x->file};
    x->file = &file;
    cdy_node *root = cdy_clone_node(x, document, x->at.calls);
    const bool good = root && cdy_process(x, root, scopes);
    x->file = file.outer;
    cdy_leave(x);
    if (!good) {
        return false;
    }
    x->at = at;
    if (!cdy_lift_namespaces(x, element->parent, root)) {
        return false;
    }
    while (root->first) {
        cdy_node *child = root->first;
        cdy_unlink_node(child);
        cdy_insert_node(element->parent, child, element);
    }
    return true;
}

/* Includes one file; a missing optional file is no error. */
static bool include_one(cdy_interpreter *x, cdy_node *element, const char *path, const cdy_scopes *scopes,
                        bool optional)
{
    const int depth = x->depth;
    const cdy_open_file *file = x->file;
    x->file_missing = false;
    const bool good = include_file(x, element, path, scopes);
    if (good || !optional || !x->file_missing) {
        return good;
    }
    cdy_clear_report(x);
    x->depth = depth;
    x->file = file;
    return true;
}

static bool include_matches(cdy_interpreter *x, cdy_node *element, const char *pattern, const cdy_scopes *scopes,
                            bool optional)
{
    glob_t matches;
    const char *stem = cdy_take_text(x, pattern, strcspn(pattern, "*[?"));
    if (!stem || !cdy_may_read(x, stem)) {
        return false;
    }
    const int status = glob(pattern, 0, NULL, &matches);
    if (status == GLOB_NOSPACE) {
        cdy_report_no_memory(x);
        return false;
    }
    if (status != 0 || matches.gl_pathc == 0) {
        cdy_report_warning(x, "no file matches '%.300s'", pattern);
    }
    bool good = true;
    for (size_t i = 0; status == 0 && i < matches.gl_pathc && good; i++) {
        const char *path = cdy_take_foreign(x, matches.gl_pathv[i]);
        good = path && include_one(x, element, path, scopes, optional);
    }
    if (status == 0) {
        globfree(&matches);
    }
    return good;
}

/* With ns="...", the macros and properties of the file get scopes of this name. */
static bool open_namespace(cdy_interpreter *x, const char *given, const cdy_scopes *scopes, cdy_scopes *inner)
{
    const char *name = cdy_substitute_text(x, given, scopes->properties);
    cdy_scope *macros = name ? cdy_new_scope(x, NULL, true) : NULL;
    cdy_scope *properties = macros ? cdy_new_scope(x, scopes->properties, true) : NULL;
    *inner = (cdy_scopes){macros, properties};
    return properties &&
           cdy_set_slot(x, scopes->macros, name, (cdy_value){.kind = CDY_KIND_SPACE, .space = macros}, false) &&
           cdy_set_property(x, scopes->properties, name, (cdy_value){.kind = CDY_KIND_SPACE, .space = properties},
                            false);
}

bool cdy_include_files(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes)
{
    static const char *const known[] = {"filename", "ns", "optional", NULL};
    const char *filename = cdy_required(x, element, "filename");
    const char *space = cdy_attribute_value(element, "ns"), *option = cdy_attribute_value(element, "optional");
    cdy_scopes inner = *scopes;
    bool optional = false;
    if (!filename) {
        return false;
    }
    cdy_check_known(x, element, known);
    if (space && *space && !open_namespace(x, space, scopes, &inner)) {
        return false;
    }
    if (option && !cdy_read_truth(x, cdy_of_text(option, strlen(option)), &optional)) {
        return cdy_report_error(x, "optional=\"%.40s\" is neither true nor false", option);
    }
    if (cdy_element_from(element->first)) {
        cdy_report_warning(x, "elements in <xacro:include> are passed over");
    }
    const char *path = cdy_substitute_text(x, filename, scopes->properties);
    path = path ? cdy_path_beside(x, path) : NULL;
    if (!path) {
        return false;
    }
    const bool good = strpbrk(path, "*[?") ? include_matches(x, element, path, &inner, optional)
                                           : include_one(x, element, path, &inner, optional);
    if (good) {
        cdy_drop_comments(element);
        cdy_unlink_node(element);
    }
    return good;
}
