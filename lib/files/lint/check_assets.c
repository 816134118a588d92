/* Assets: whether the meshes and textures of a robot exist. No file is opened; folders of the robot file and of
 * packages are listed. */
#include "base/error.h"
#include "description/reader.h"
#include "lint/checks.h"
#include "package/path.h"
#include "package/search.h"
#include "urdf/urdf.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* Beyond these limits, missing parts of a path and names in other case are not searched for: thousands of meshes, or of
 * folders in a path, would take too long. */
enum { MOST_FOLDERS = 32, MOST_ENTRIES = 1000000 };

/* State of the check. */
typedef struct assets {
    cdy_reader *reader;
    cdy_package_search *search;
    const char *folder; /* folder of the robot file, "" for the current one; NULL: the robot was not read from a file */
    const char *what;   /* kind of the current asset: "mesh" or "texture" */
    cdy_programs needed_by;  /* those of the programs that read another format than URDF that open such files of it */
    long entries;            /* number of folder entries read */
    cdy_name_table reported; /* packages and folders already reported, and meshes already checked */
} assets;

/* Returns whether a text is new, and remembers it. */
static bool is_new(assets *a, const char *text)
{
    if (cdy_name_table_find(&a->reported, text) >= 0) {
        return false;
    }
    const bool reported = cdy_name_table_set(&a->reported, text, 1);
    a->reader->out_of_memory = a->reader->out_of_memory || !reported;
    return reported;
}

static char *join(assets *a, const char *folder, const char *name, size_t length)
{
    const size_t size = strlen(folder) + length + 2;
    char *path = cdy_arena_allocate(&a->reader->memory, size, 1);
    if (path) {
        snprintf(path, size, "%s%s%.*s", folder, *folder ? "/" : "", (int)length, name);
    }
    return path;
}

/* Searches a folder for a name that differs in case only, and copies it. */
static bool find_other_case(assets *a, const char *folder, const char *name, size_t length, char *found, size_t size)
{
    DIR *entries = opendir(*folder ? folder : ".");
    a->reader->out_of_memory = a->reader->out_of_memory || (!entries && errno == ENOMEM);
    bool other = false;
    for (struct dirent *e; entries && !other && a->entries < MOST_ENTRIES && (e = readdir(entries)); a->entries++) {
        other = strlen(e->d_name) == length && strncasecmp(e->d_name, name, length) == 0 &&
                memcmp(e->d_name, name, length) != 0;
        if (other) {
            snprintf(found, size, "%.200s", e->d_name);
        }
    }
    if (entries) {
        closedir(entries);
    }
    return other;
}

static bool lies_too_deep(const char *path)
{
    int folders = 0;
    for (const char *p = strchr(path, '/'); p && folders <= MOST_FOLDERS; p = strchr(p + 1, '/')) {
        folders++;
    }
    return folders > MOST_FOLDERS;
}

/* Reports the part of a path below a root that does not exist. A missing folder is reported once for all files in it.
 */
static void report_missing(assets *a, const char *mesh, const char *root, const char *path, cdy_place at)
{
    const char *folder = root;
    const bool whole_only = lies_too_deep(path);
    for (const char *p = path; *p;) {
        const size_t length = whole_only ? strlen(p) : strcspn(p, "/");
        const bool last = p[length] == '\0';
        char other[256];
        char *whole = join(a, folder, p, length);
        struct stat facts;
        if (!whole) {
            return;
        }
        if (stat(whole, &facts) == 0 && !last) {
            folder = whole;
            p += length + 1;
            continue;
        }
        if (find_other_case(a, folder, p, length, other, sizeof other)) {
            cdy_warn_for(a->reader, CDY_RULE_MESH_CASE, a->needed_by, at,
                         "%s '%.200s': '%.*s'; expected '%.80s', as on the disk", a->what, mesh,
                         (int)(length < 80 ? length : 80), p, other);
        } else if (last) {
            cdy_warn_for(a->reader, CDY_RULE_MESH_NOT_FOUND, a->needed_by, at,
                         "%s '%.200s' names no file; expected one at %.200s", a->what, mesh, whole);
        } else if (is_new(a, whole)) {
            cdy_warn_for(a->reader, CDY_RULE_MESH_NOT_FOUND, a->needed_by, at,
                         "%s '%.200s' and all in its folder are missing; expected a folder %.200s", a->what, mesh,
                         whole);
        }
        return;
    }
}

/* Whether a path, or file:// and a path, names no file. */
static bool is_missing(const char *path)
{
    struct stat facts;
    return stat(strncmp(path, "file://", 7) == 0 ? path + 7 : path, &facts) != 0 || !S_ISREG(facts.st_mode);
}

/* Checks a file below a root, which a path with .. may leave for a folder that the options admit only. */
static void check_below(assets *a, const char *mesh, const char *root, const char *path, cdy_place at)
{
    char *whole = join(a, root, path, strlen(path));
    struct stat facts;
    if (whole && cdy_path_escapes(path)) {
        if (!cdy_is_in_given_folder(a->search, whole)) {
            cdy_warn_for(
                a->reader, CDY_RULE_MESH_ESCAPES, is_missing(whole) ? CDY_FOR_MUJOCO | CDY_FOR_DRAKE : 0, at,
                "%s '%.200s' leads out of '%.200s'; expected a path inside; --package-path DIR, or packages in a "
                "call, admits the folder DIR",
                a->what, mesh, *root ? root : ".");
        }
    } else if (whole && (stat(whole, &facts) != 0 || !S_ISREG(facts.st_mode))) {
        report_missing(a, mesh, root, path, at);
    }
}

/* Checks package://NAME/PATH, or model://NAME/PATH as Gazebo writes it. */
static void check_packaged(assets *a, const char *mesh, const char *rest, cdy_place at)
{
    const size_t length = strcspn(rest, "/");
    const char *path = rest + length + (rest[length] == '/');
    char *name = join(a, "", rest, length);
    if (!name || cdy_path_escapes(path)) {
        if (name) {
            cdy_warn(a->reader, CDY_RULE_MESH_ESCAPES, at,
                     "%s '%.200s' leads out of its package; expected a path inside", a->what, mesh);
        }
        return;
    }
    if (length == 0) {
        if (is_new(a, name)) {
            cdy_about_robot(a->reader);
            cdy_warn_for(a->reader, CDY_RULE_PACKAGE_NOT_FOUND, CDY_FOR_DRAKE, at,
                         "%s '%.200s' for one names no package; expected package://PACKAGE/PATH", a->what, mesh);
        }
        return;
    }
    char found[CDY_PATH_SIZE];
    const char *root = cdy_find_package(a->search, name, found) ? cdy_arena_copy(&a->reader->memory, found) : NULL;
    if (root) {
        check_below(a, mesh, root, path, at);
    } else if (is_new(a, name)) {
        cdy_about_robot(a->reader);
        cdy_warn_for(a->reader, CDY_RULE_PACKAGE_NOT_FOUND, CDY_FOR_DRAKE, at,
                     "package '%.80s', of %s '%.200s' for one, is not found; its meshes are not checked", name, a->what,
                     mesh);
    }
}

static void check_file(assets *a, const char *mesh, cdy_place at)
{
    if (!is_new(a, mesh)) {
        return;
    }
    if (strchr(mesh, '\\')) {
        cdy_warn_for(a->reader, CDY_RULE_MESH_BACKSLASH, a->needed_by, at,
                     "%s '%.200s' has '\\' in its path; expected '/'", a->what, mesh);
        return;
    }
    if (strncmp(mesh, "package://", 10) == 0 || strncmp(mesh, "model://", 8) == 0) {
        check_packaged(a, mesh, strstr(mesh, "//") + 2, at);
    } else if (mesh[0] == '/' || strncmp(mesh, "file://", 7) == 0 || (mesh[0] && mesh[1] == ':')) {
        cdy_warn_for(a->reader, CDY_RULE_MESH_ABSOLUTE, is_missing(mesh) ? CDY_FOR_MUJOCO | CDY_FOR_DRAKE : 0, at,
                     "%s '%.200s' is an absolute path; expected package://PACKAGE/PATH or a relative one", a->what,
                     mesh);
    } else if (a->folder && !strstr(mesh, "://") && cdy_path_escapes(mesh) && strncmp(mesh, "../", 3) == 0 &&
               !cdy_path_escapes(mesh + 3) && cdy_is_folder(*a->folder ? a->folder : ".")) {
        /* a package has folders for its robots and its meshes side by side */
        char *above = join(a, *a->folder ? a->folder : ".", "..", 2);
        if (above) {
            check_below(a, mesh, above, mesh + 3, at);
        }
    } else if (a->folder && !strstr(mesh, "://")) {
        check_below(a, mesh, a->folder, mesh, at);
    }
}

static void check_shapes(assets *a, const char *link, const cdy_element *first, const cdy_shape *shapes, size_t count)
{
    const cdy_element *e = first;
    for (size_t i = 0; i < count && e; i++, e = cdy_next_alike(e)) {
        if (shapes[i].geometry.type == CDY_GEOMETRY_MESH && shapes[i].geometry.mesh) {
            const cdy_element *geometry = cdy_first_child(e, "geometry");
            cdy_about_link(a->reader, link);
            a->what = "mesh";
            check_file(a, shapes[i].geometry.mesh, cdy_place_of(geometry, "mesh", "filename"));
        }
    }
}

/* Checks the texture of a material, of the robot or of a visual. */
static void check_texture(assets *a, const cdy_element *material)
{
    const cdy_element *texture = cdy_first_child(material, "texture");
    const cdy_attribute *file = texture ? cdy_find_attribute(texture, "filename") : NULL;
    if (file && *file->text) {
        a->what = "texture";
        check_file(a, file->text, file->at);
    }
}

static void check_textures(assets *a, const cdy_link_entry *link)
{
    for (const cdy_element *e = cdy_first_child(link->element, "visual"); e; e = cdy_next_alike(e)) {
        const cdy_element *material = cdy_first_child(e, "material");
        if (material) {
            cdy_about_link(a->reader, link->body.name);
            check_texture(a, material);
        }
    }
}

/* Returns the folder of the robot file; NULL where memory runs out. */
static const char *folder_of(cdy_reader *r)
{
    const char *slash = strrchr(r->file, '/');
    char *folder = cdy_arena_copy(&r->memory, r->file);
    if (folder) {
        folder[slash ? slash - r->file + (slash == r->file) : 0] = '\0';
    }
    return folder;
}

cdy_status cdy_check_assets(cdy_reader *r, cdy_package_search *search, bool in_folder)
{
    assets a = {.reader = r, .search = search, .folder = in_folder ? folder_of(r) : NULL};
    for (const cdy_named_file *f = r->named_files; f; f = f->next) {
        cdy_about_robot(r);
        a.what = f->what;
        a.needed_by = strcmp(f->what, "mesh") == 0 ? CDY_FOR_MUJOCO | CDY_FOR_DRAKE : CDY_FOR_MUJOCO;
        check_file(&a, f->path, f->at);
    }
    for (const cdy_element *m = cdy_first_child(r->document.root, "material"); m; m = cdy_next_alike(m)) {
        cdy_about_robot(r);
        check_texture(&a, m);
    }
    for (int i = 0; i < r->link_count && r->format == &cdy_urdf_format; i++) {
        const cdy_link_entry *link = &r->links[i];
        const cdy_body *body = &link->body;
        check_shapes(&a, body->name, cdy_first_child(link->element, "visual"), body->visuals, body->visual_count);
        check_shapes(&a, body->name, cdy_first_child(link->element, "collision"), body->collisions,
                     body->collision_count);
        check_textures(&a, link);
    }
    cdy_about_robot(r);
    cdy_name_table_clear(&a.reported);
    return CDY_OK;
}
