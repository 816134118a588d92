#include "description/included.h"
#include "description/sources.h"

#include "base/error.h"
#include "base/memory.h"
#include "package/path.h"
#include "text/file.h"
#include "xml/precheck.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FILES = 256, USUAL_DEPTH = 256 };

/* Whether a path leads further than one folder up. */
static bool leads_far(const char *file)
{
    while (strncmp(file, "./", 2) == 0) {
        file += 2;
    }
    return *file == '/' || strchr(file, '\\') || cdy_path_escapes(strncmp(file, "../", 3) == 0 ? file + 3 : file);
}

/* Writes the folder NAME beside the robot file, or beside a folder above it; false where there is none. */
static bool find_beside(const cdy_reader *r, const char *name, char found[CDY_PATH_SIZE])
{
    char path[CDY_PATH_SIZE];
    bool there = cdy_make_absolute(r->file, path, sizeof path);
    for (int depth = 0; there && depth < 4 && cdy_cut_last_part(path); depth++) {
        if (cdy_exists_in(path, name)) {
            const int length = snprintf(found, CDY_PATH_SIZE, "%s/%s", path, name);
            return length < CDY_PATH_SIZE && cdy_is_folder(found);
        }
    }
    return false;
}

/* Copies the places that xacro's options give, NAME=FOLDER or FOLDER, as packages; NULL if memory runs out. */
static cdy_package *list_packages(cdy_reader *r, size_t *count)
{
    const cdy_xacro_options *xacro = r->options.xacro;
    *count = xacro ? xacro->package_path_count : 0;
    cdy_package *packages = cdy_arena_allocate(&r->memory, *count + 1, sizeof *packages);
    for (size_t i = 0; packages && i < *count; i++) {
        const char *path = xacro->package_paths[i], *equals = strchr(path, '=');
        char *name = equals ? cdy_arena_copy(&r->memory, path) : NULL;
        if (equals && !name) {
            return NULL;
        }
        if (equals) {
            name[equals - path] = '\0';
        }
        packages[i] = (cdy_package){name, equals ? equals + 1 : path};
    }
    return packages;
}

bool cdy_find_model_folder(cdy_reader *r, const char *name, char found[CDY_PATH_SIZE])
{
    size_t count;
    const cdy_package *packages = list_packages(r, &count);
    cdy_package_search search;
    if (!packages || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
        return false;
    }
    cdy_package_search_begin(&search, r->in_folder ? r->file : NULL, packages, count);
    return cdy_find_package(&search, name, found) || (r->in_folder && find_beside(r, name, found));
}

/* Whether a path leads into a folder that the caller gives, after all links. */
static bool is_given(cdy_reader *r, const char *path)
{
    size_t count;
    const cdy_package *packages = list_packages(r, &count);
    cdy_package_search search;
    if (!packages || count == 0) {
        return false;
    }
    cdy_package_search_begin(&search, r->file, packages, count);
    return cdy_is_in_given_folder(&search, path);
}

/* Returns a path from the folder of the robot file; NULL if memory runs out. */
static const char *join_beside(cdy_reader *r, const char *file)
{
    const char *slash = *file == '/' ? NULL : strrchr(r->file, '/');
    const size_t length = slash ? (size_t)(slash - r->file) + 1 : 0, size = length + strlen(file) + 1;
    char *joined = cdy_arena_allocate(&r->memory, size, 1);
    if (joined) {
        snprintf(joined, size, "%.*s%s", (int)length, r->file, file);
    }
    return joined;
}

cdy_status cdy_locate_beside(cdy_reader *r, const char *file, cdy_place at, const char **path)
{
    if (!r->in_folder) {
        return cdy_fault(r, CDY_RULE_MESH_NOT_FOUND, at,
                         "the file '%.200s' is needed, and the robot is text in no folder; expected the robot's file",
                         file);
    }
    const char *joined = join_beside(r, file);
    if (joined && leads_far(file) && !is_given(r, joined)) {
        return cdy_fault(r, CDY_RULE_MESH_ESCAPES, at,
                         "the file '%.200s' is needed, and lies outside; expected one in the robot's folder, the one "
                         "above, below these, or in a folder that --package-path gives",
                         file);
    }
    *path = joined;
    return joined ? CDY_OK : cdy_fail_memory(r->error);
}

bool cdy_leads_away(const char *file)
{
    return *file == '/' || strchr(file, '\\') || cdy_path_escapes(file);
}

static bool is_regular(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

const char *cdy_irregular(const char *path)
{
    struct stat facts;
    return stat(path, &facts) != 0  ? "not there"
           : S_ISDIR(facts.st_mode) ? "a folder; expected a file"
                                    : "no regular file; expected one";
}

/* Parses a file into a new document of the reader. */
static cdy_status parse(cdy_reader *r, const char *path, const char *bytes, size_t size, cdy_place at,
                        cdy_element **root)
{
    cdy_error fault = {0};
    cdy_text text = {0};
    struct cdy_included *included = cdy_arena_allocate(&r->memory, 1, sizeof *included);
    if (!included) {
        return cdy_fail_memory(r->error);
    }
    *included = (struct cdy_included){r->included, path, {.file = ++r->included_count}};
    r->included = included;
    cdy_status status = cdy_check_bytes(bytes, size, path, &fault);
    if (!status) {
        status = cdy_decode_text(bytes, size, &text, &fault);
    }
    if (!status) {
        const int depth = r->options.max_depth ? r->options.max_depth : USUAL_DEPTH;
        status = cdy_document_parse(&included->document, &text, depth, path, &fault);
    }
    cdy_release(text.memory);
    if (status == CDY_ERROR_MEMORY) {
        return cdy_fail_memory(r->error);
    }
    *root = status ? *root : included->document.root;
    return status ? cdy_fault(r, CDY_RULE_XML, at, "the included file '%.200s' cannot be read, in line %d: %.300s",
                              path, fault.line, fault.text)
                  : CDY_OK;
}

static bool is_included(const cdy_reader *r, const char *path)
{
    bool found = strcmp(r->file, path) == 0;
    for (const struct cdy_included *i = r->included; i && !found; i = i->before) {
        found = strcmp(i->file, path) == 0;
    }
    return found;
}

/* Reads a regular file into a new document; *root is its root element. */
static cdy_status read_path(cdy_reader *r, const char *path, cdy_place at, cdy_element **root)
{
    char *bytes = NULL;
    size_t size = 0;
    cdy_error fault = {0};
    cdy_status status = cdy_read_file(path, "robot file", r->options.max_bytes, &bytes, &size, &fault);
    if (status == CDY_ERROR_MEMORY) {
        return cdy_fail_memory(r->error);
    }
    status =
        status ? cdy_fault(r, CDY_RULE_MESH_NOT_FOUND, at, "the file '%.200s' cannot be read: %.300s", path, fault.text)
               : parse(r, path, bytes, size, at, root);
    cdy_release(bytes);
    return status;
}

cdy_status cdy_read_included(cdy_reader *r, const char *path, cdy_place at, cdy_element **root)
{
    for (const struct cdy_included *i = r->included; i; i = i->before) {
        if (strcmp(i->file, path) == 0 && i->document.root) {
            *root = i->document.root;
            return CDY_OK;
        }
    }
    return read_path(r, path, at, root);
}

cdy_status cdy_include_text(cdy_reader *r, const char *path, cdy_place at, const char **bytes, size_t *size,
                            int *number)
{
    char *content = NULL;
    cdy_error fault = {0};
    if (r->included_count >= MOST_FILES || !is_regular(path)) {
        return cdy_fault(r, CDY_RULE_MESH_NOT_FOUND, at, "the file '%.200s' is %s", path,
                         r->included_count >= MOST_FILES ? "one too many" : cdy_irregular(path));
    }
    const cdy_status status = cdy_read_file(path, "robot file", r->options.max_bytes, &content, size, &fault);
    if (status) {
        return status == CDY_ERROR_MEMORY
                   ? cdy_fail_memory(r->error)
                   : cdy_fault(r, CDY_RULE_MESH_NOT_FOUND, at, "the file cannot be read: %.300s", fault.text);
    }
    struct cdy_included *included = cdy_arena_allocate(&r->memory, 1, sizeof *included);
    char *copy = cdy_arena_allocate(&r->memory, *size + 1, 1);
    if (included && copy) {
        *included = (struct cdy_included){r->included, path, {.file = ++r->included_count}};
        r->included = included;
        *number = r->included_count;
        memcpy(copy, content, *size);
        *bytes = copy;
    }
    cdy_release(content);
    return included && copy ? CDY_OK : cdy_fail_memory(r->error);
}

const char *cdy_join_folder(cdy_reader *r, const char *folder, const char *path)
{
    const size_t size = strlen(folder) + strlen(path) + 1;
    char *joined = *folder && *path != '/' ? cdy_arena_allocate(&r->memory, size, 1) : NULL;
    if (joined) {
        snprintf(joined, size, "%s%s", folder, path);
    }
    return *folder && *path != '/' ? joined : path;
}

/* Returns a file's name from the folder of the robot file, where the name is from that of the file that an element
 * stands in; NULL where that is the robot file, or memory runs out. */
static const char *name_beside_including(cdy_reader *r, const cdy_element *e, const char *file)
{
    const struct cdy_included *in = e->at.file > 0 ? r->included : NULL;
    while (in && in->document.file != e->at.file) {
        in = in->before;
    }
    const char *slash = strrchr(r->file, '/'), *last = in ? strrchr(in->file, '/') : NULL;
    const size_t skipped = slash ? (size_t)(slash - r->file) + 1 : 0;
    if (!last || *file == '/' || strncmp(in->file, r->file, skipped) != 0 || in->file + skipped > last) {
        return NULL;
    }
    const size_t folder = (size_t)(last + 1 - in->file) - skipped, size = folder + strlen(file) + 1;
    char *name = cdy_arena_allocate(&r->memory, size, 1);
    if (name) {
        snprintf(name, size, "%.*s%s", (int)folder, in->file + skipped, file);
    }
    return name;
}

/* Whether a name from the folder of the robot file is that of a file which may be read. */
static bool may_include(cdy_reader *r, const char *name)
{
    const char *joined = r->in_folder ? join_beside(r, name) : NULL;
    return joined && (!leads_far(name) || is_given(r, joined)) && is_regular(joined);
}

/* Chooses between a name from the folder of the robot file, which comes first, as in MuJoCo, and the same from that of
 * the file that the element stands in. */
static const char *choose_name(cdy_reader *r, const cdy_element *e, const char *file, const char *name)
{
    const char *beside = may_include(r, name) ? NULL : name_beside_including(r, e, file);
    return beside && may_include(r, beside) ? beside : name;
}

/* Reads the file that an element includes; *root is its root element. */
static cdy_status include_file(cdy_reader *r, const cdy_element *e, const char *folder, cdy_element **root)
{
    const cdy_attribute *file = cdy_find_attribute(e, "file");
    const char *path = NULL;
    if (!file || !*file->text) {
        return cdy_fault(r, CDY_RULE_ATTRIBUTE_MISSING, e->at, "<%.40s> lacks file; expected file=\"part.xml\"",
                         e->name);
    }
    const char *joined = cdy_join_folder(r, folder, file->text);
    cdy_status status = joined ? cdy_locate_beside(r, choose_name(r, e, file->text, joined), file->at, &path)
                               : cdy_fail_memory(r->error);
    if (!status && (is_included(r, path) || r->included_count >= MOST_FILES)) {
        status = cdy_fault(r, CDY_RULE_ELEMENT_REPEATED, file->at, "the file '%.200s' is %s; expected each once", path,
                           r->included_count >= MOST_FILES ? "one too many" : "included already");
    }
    if (!status && !is_regular(path)) {
        status = cdy_fault(r, CDY_RULE_MESH_NOT_FOUND, file->at, "the included file '%.200s' is %s", path,
                           cdy_irregular(path));
    }
    return status ? status : read_path(r, path, file->at, root);
}

/* Replaces an element in the list of its siblings by the children of `root`, which may be none. */
static void graft(cdy_element **link, cdy_element *root)
{
    cdy_element *replaced = *link, *parent = replaced->parent;
    for (cdy_element *child = root->first_child; child; child = child->next) {
        child->parent = parent;
    }
    if (root->first_child) {
        *link = root->first_child;
        root->last_child->next = replaced->next;
    } else {
        *link = replaced->next;
    }
}

/* Replaces the children of an element that include files, also among what they include. */
static cdy_status include_children(cdy_reader *r, cdy_element *parent, const char *folder, const char *element)
{
    cdy_element nothing = {0}, **link = &parent->first_child, *last = NULL;
    while (*link) {
        cdy_element *root = &nothing;
        if (strcmp((*link)->name, element) == 0) {
            const cdy_status status = cdy_continue_reading(r, include_file(r, *link, folder, &root), NULL);
            if (status) {
                return status;
            }
            graft(link, root);
        } else {
            last = *link;
            link = &last->next;
        }
    }
    parent->last_child = last;
    return CDY_OK;
}

cdy_status cdy_insert_included(cdy_reader *r, cdy_element *root, const char *folder, const char *element)
{
    cdy_status status = CDY_OK;
    for (cdy_element *e = root; e && !status;) {
        status = include_children(r, e, folder, element);
        if (e->first_child) {
            e = e->first_child;
            continue;
        }
        while (e && !e->next) {
            e = e->parent;
        }
        e = e ? e->next : NULL;
    }
    return status;
}
