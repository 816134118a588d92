/* Included models: files by model://NAME, or beside the robot file. */
#include "description/included.h"

#include "base/error.h"
#include "package/search.h"
#include "sdf/sdf.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_INCLUDES = 256 };

static bool is_regular(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

static bool is_folder(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

/* Returns a path in the reader's memory; NULL if memory runs out. */
static char *join(cdy_sdf *s, const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = cdy_arena_allocate(&s->r->memory, size, 1);
    if (path) {
        snprintf(path, size, "%s%s%s", folder, *folder && folder[strlen(folder) - 1] != '/' ? "/" : "", name);
    }
    return path;
}

/* The version of SDF that a <sdf> of model.config is for; its minor part, -1: none. */
static int version_of(const cdy_element *e)
{
    const cdy_attribute *a = cdy_find_attribute(e, "version");
    int minor = -1;
    for (const char *p = a && strncmp(a->text, "1.", 2) == 0 ? a->text + 2 : ""; *p >= '0' && *p <= '9'; p++) {
        minor = (minor < 0 ? 0 : 10 * minor) + (*p - '0');
        minor = minor < 1000 ? minor : 999;
    }
    return minor;
}

/* Finds the newest file that model.config of a folder names; model.sdf without it. */
static cdy_status find_in_folder(cdy_sdf *s, char *folder, cdy_place at, char **path)
{
    char *config = join(s, folder, "model.config");
    cdy_element *root = NULL;
    const char *file = "model.sdf";
    if (!config) {
        return cdy_fail_memory(s->r->error);
    }
    if (is_regular(config)) {
        const cdy_status status = cdy_read_included(s->r, config, at, &root);
        if (status) {
            return status;
        }
    }
    int newest = -2;
    for (const cdy_element *e = root ? cdy_first_child(root, "sdf") : NULL; e; e = cdy_next_alike(e)) {
        if (e->text && version_of(e) > newest) {
            newest = version_of(e);
            file = e->text;
        }
    }
    if (cdy_leads_away(file)) {
        return cdy_fault(s->r, CDY_RULE_MESH_ESCAPES, at, "'%.200s' names a file outside of its folder, '%.80s'",
                         config, file);
    }
    *path = join(s, folder, file);
    return *path ? CDY_OK : cdy_fail_memory(s->r->error);
}

/* Finds a model's folder or file, NAME/PATH: a package, or a folder beside the robot's or above that. */
static cdy_status find_model(cdy_sdf *s, const char *rest, cdy_place at, char **path)
{
    char name[CDY_PACKAGE_NAME_SIZE], found[CDY_PATH_SIZE];
    const size_t length = strcspn(rest, "/");
    if (length == 0 || length >= sizeof name || cdy_leads_away(rest + length + (rest[length] == '/'))) {
        return cdy_fault(s->r, CDY_RULE_MESH_ESCAPES, at, "the uri of the model is no model://NAME/PATH");
    }
    snprintf(name, sizeof name, "%.*s", (int)length, rest);
    if (!cdy_find_model_folder(s->r, name, found)) {
        return cdy_fault(s->r, CDY_RULE_PACKAGE_NOT_FOUND, at,
                         "the model '%.80s' is not found beside the robot file, in folders above it or in "
                         "ROS_PACKAGE_PATH; --package-path says where it lies",
                         name);
    }
    *path = join(s, found, rest + length + (rest[length] == '/'));
    return *path ? CDY_OK : cdy_fail_memory(s->r->error);
}

cdy_status cdy_sdf_locate(cdy_sdf *s, const cdy_sdf_scope *scope, const char *uri, cdy_place at, char **path)
{
    if (strncmp(uri, "model://", 8) == 0 || strncmp(uri, "package://", 10) == 0) {
        return find_model(s, strstr(uri, "//") + 2, at, path);
    }
    if (strstr(uri, "://") && strncmp(uri, "file://", 7) != 0) {
        return cdy_fault(s->r, CDY_RULE_PACKAGE_NOT_FOUND, at,
                         "'%.200s' is not read, since nothing is fetched; expected model://NAME, with --package-path",
                         uri);
    }
    const char *relative = NULL, *named = strncmp(uri, "file://", 7) == 0 ? uri + 7 : uri;
    if (*scope->folder && !cdy_leads_away(named)) {
        *path = join(s, scope->folder, named);
        return *path ? CDY_OK : cdy_fail_memory(s->r->error);
    }
    cdy_status status = cdy_locate_beside(s->r, named, at, &relative);
    *path = status ? NULL : join(s, "", relative);
    if (!status && !*path) {
        status = cdy_fail_memory(s->r->error);
    }
    return status;
}

static cdy_status locate_model(cdy_sdf *s, const cdy_sdf_scope *outer, const cdy_element *include, char **path)
{
    const cdy_element *e = cdy_first_child(include, "uri");
    const char *uri = cdy_sdf_text(s, include, "uri");
    if (!uri) {
        return cdy_fail_memory(s->r->error);
    }
    return *uri ? cdy_sdf_locate(s, outer, uri, e->at, path)
                : cdy_fault(s->r, CDY_RULE_ELEMENT_MISSING, include->at,
                            "<include> lacks <uri>; expected <uri>model://NAME</uri>");
}

/* Finds <model> in a document; one of URDF has none. */
static cdy_status find_root(cdy_sdf *s, const cdy_element *root, const char *path, cdy_place at, cdy_sdf_scope *scope)
{
    const cdy_attribute *version = cdy_find_attribute(root, "version");
    scope->e = strcmp(root->name, "sdf") == 0 ? cdy_first_child(root, "model") : NULL;
    scope->minor = version ? version_of(root) : 12;
    scope->minor = scope->minor < 0 ? 12 : scope->minor;
    const char *slash = strrchr(path, '/');
    char *folder = cdy_arena_copy(&s->r->memory, slash ? path : "./");
    if (folder && slash) {
        folder[slash - path + 1] = '\0';
    }
    scope->folder = folder;
    return scope->e
               ? folder ? CDY_OK : cdy_fail_memory(s->r->error)
               : cdy_fault(s->r, CDY_RULE_ROOT_ELEMENT, at,
                           "the included file '%.200s' has <%.40s> and no <model> in <sdf>; expected SDF%s", path,
                           root->name, strcmp(root->name, "robot") == 0 ? ", which 'gz sdf -p' makes of URDF" : "");
}

cdy_status cdy_sdf_include(cdy_sdf *s, const cdy_sdf_scope *outer, const cdy_element *include, cdy_sdf_scope *scope)
{
    char *path = NULL;
    cdy_element *root = NULL;
    if (s->includes++ >= MOST_INCLUDES) {
        return cdy_fault(s->r, CDY_RULE_REFUSED, include->at, "more than %d models are included; expected fewer",
                         MOST_INCLUDES);
    }
    cdy_status status = locate_model(s, outer, include, &path);
    if (!status && is_folder(path)) {
        status = find_in_folder(s, path, include->at, &path);
    }
    if (!status && !is_regular(path)) {
        status = cdy_fault(s->r, CDY_RULE_MESH_NOT_FOUND, include->at, "the included file '%.200s' is %s", path,
                           cdy_irregular(path));
    }
    if (!status) {
        status = cdy_read_included(s->r, path, include->at, &root);
    }
    return status ? status : find_root(s, root, path, include->at, scope);
}
