#define _XOPEN_SOURCE 700 /* realpath */
#include "commands/files/collect.h"

#include "base/memory.h"
#include "run/output.h"
#include "run/text.h"
#include "text/file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_PATH = 4096 };

/* A file that is copied: where it lies, which file of the system that is, its name in the folder, and the name that the
 * tree has from now on. */
typedef struct copy {
    char *source, *name, *written;
    struct stat facts;
} copy;

typedef struct collection {
    const cdy_mesh_places *places;
    const collect_options *o;
    const char *relative;
    copy *copies;
    size_t count, capacity;
} collection;

/* ---- folders ---- */

static char made[MOST_PATH]; /* the folder that this command made */

/* A folder into which nothing was copied goes at the end of the command, when the new file is kept or removed; one with
 * files stays. */
static void remove_empty(void)
{
    rmdir(made);
}

static exit_code make_folder(const char *folder)
{
    struct stat info;
    const bool is_new = mkdir(folder, 0777) == 0;
    if (!is_new && errno != EEXIST) {
        return fail(EXIT_IO, "the folder '%s' cannot be made: %s", folder, strerror(errno));
    }
    if (is_new && strlen(folder) < sizeof made) {
        strcpy(made, folder);
        atexit(remove_empty);
    }
    return stat(folder, &info) || !S_ISDIR(info.st_mode)
               ? fail(EXIT_IO, "'%s' is not a folder; --collect copies files into one", folder)
               : EXIT_FINE;
}

exit_code collect_prepare(const char *folder, const char *file)
{
    const size_t length = strlen(folder);
    return strncmp(file, folder, length) == 0 && (folder[length - 1] == '/' || file[length] == '/')
               ? make_folder(folder)
               : EXIT_FINE;
}

/* Writes how `to`, an absolute folder, is reached from the absolute folder `from`. */
static bool find_way(const char *from, const char *to, char *way, size_t size)
{
    size_t common = 0;
    text_buffer t = {0};
    for (size_t i = 0;; i++) {
        const bool end = (from[i] == '\0' || from[i] == '/') && (to[i] == '\0' || to[i] == '/');
        common = end ? i : common;
        if (from[i] != to[i] || from[i] == '\0') {
            break;
        }
    }
    for (const char *p = from + common; *p; p++) {
        if (*p == '/' && p[1] != '\0') {
            text_add(&t, "../");
        }
    }
    text_add(&t, "%s", to[common] == '/' ? to + common + 1 : to + common);
    const size_t length = strlen(text_get(&t));
    const bool fits = !t.failed && length < size;
    snprintf(way, size, "%s", fits && length > 0 ? text_get(&t) : ".");
    text_clear(&t);
    return fits;
}

static exit_code find_relative(const collect_options *o, char *relative, size_t size)
{
    char from[PATH_MAX], to[PATH_MAX], folder[MOST_PATH] = ".";
    const char *slash = o->file ? strrchr(o->file, '/') : NULL;
    if (slash && (size_t)(slash - o->file) < sizeof folder) {
        snprintf(folder, sizeof folder, "%.*s", slash == o->file ? 1 : (int)(slash - o->file), o->file);
    }
    if (!realpath(folder, from) || !realpath(o->folder, to)) {
        return fail(EXIT_IO, "the folder '%s' cannot be read: %s", realpath(folder, from) ? o->folder : folder,
                    strerror(errno));
    }
    return find_way(from, to, relative, size) ? EXIT_FINE : fail(EXIT_IO, "the path of '%s' is too long", o->folder);
}

/* ---- files ---- */

/* Whether a file has this content; false where there is none. */
static bool has_content(const char *path, const char *bytes, size_t size)
{
    char *there = NULL;
    size_t length = 0;
    cdy_error error;
    const bool same = cdy_read_file(path, "mesh file", 0, &there, &length, &error) == CDY_OK && length == size &&
                      memcmp(there, bytes, size) == 0;
    cdy_release(there);
    return same;
}

/* Refuses a copy that would replace the robot's new file, or a file that is read: by another option, or as a further
 * mesh. */
static exit_code refuse_target(const collection *c, const copy *f, const char *path)
{
    struct stat there;
    const char *slash = c->o->file ? strrchr(c->o->file, '/') : NULL, *file = slash ? slash + 1 : c->o->file;
    if (file && strcmp(c->relative, ".") == 0 && strcmp(file, f->name) == 0) {
        return fail(EXIT_USAGE, "--output and the copy of '%s' are the same file '%s'; each needs one of its own",
                    f->source, path);
    }
    if (stat(path, &there) != 0) {
        return EXIT_FINE;
    }
    for (size_t i = 0; i < c->count; i++) {
        const struct stat *read = &c->copies[i].facts;
        if (read->st_dev == there.st_dev && read->st_ino == there.st_ino) {
            return fail(
                EXIT_USAGE,
                "the copy of '%s' would replace '%s', which is collected, too; name another folder to --collect",
                f->source, path);
        }
    }
    return c->o->refuse(c->o->context, path);
}

static exit_code write_copy(const collection *c, const copy *f, const char *path, const char *bytes, size_t size)
{
    output out = {.file = stdout};
    if (has_content(path, bytes, size)) {
        return EXIT_FINE;
    }
    exit_code code = refuse_target(c, f, path);
    code = code == EXIT_FINE ? output_open(&out, path, c->o->replace) : code;
    if (code == EXIT_FINE) {
        output_bytes(&out, bytes, size);
    }
    return code == EXIT_FINE ? output_finish(&out, EXIT_FINE) : code;
}

static exit_code copy_file(const collection *c, const copy *f)
{
    char *bytes = NULL;
    size_t size = 0;
    cdy_error error;
    text_buffer path = {0};
    text_add(&path, "%s/%s", c->o->folder, f->name);
    exit_code code = path.failed ? fail_memory() : EXIT_FINE;
    if (code == EXIT_FINE && cdy_read_file(f->source, "mesh file", 0, &bytes, &size, &error)) {
        code = fail_library(&error);
    }
    if (code == EXIT_FINE) {
        code = write_copy(c, f, text_get(&path), bytes, size);
    }
    cdy_release(bytes);
    text_clear(&path);
    return code;
}

/* Returns a name that no other copy has: that of the file, or with a number before it. */
static char *find_name(const collection *c, const char *source)
{
    const char *slash = strrchr(source, '/'), *base = slash ? slash + 1 : source;
    text_buffer name = {0};
    bool taken = true;
    for (size_t number = 1; taken && !name.failed; number++) {
        text_reset(&name);
        if (number > 1) {
            text_add(&name, "%zu_", number);
        }
        text_add(&name, "%s", base);
        taken = false;
        for (size_t i = 0; i < c->count && !taken; i++) {
            taken = strcmp(c->copies[i].name, text_get(&name)) == 0;
        }
    }
    char *copied = name.failed ? NULL : strdup(text_get(&name));
    text_clear(&name);
    return copied;
}

static exit_code add_copy(collection *c, const char *source)
{
    if (c->count == c->capacity) {
        const size_t larger = c->capacity ? 2 * c->capacity : 16;
        copy *grown = realloc(c->copies, larger * sizeof *grown);
        if (!grown) {
            return fail_memory();
        }
        c->copies = grown;
        c->capacity = larger;
    }
    copy *f = &c->copies[c->count];
    text_buffer written = {0};
    *f = (copy){.source = strdup(source), .name = find_name(c, source)};
    text_add(&written, "%s%s%s", strcmp(c->relative, ".") == 0 ? "" : c->relative,
             strcmp(c->relative, ".") == 0 ? "" : "/", f->name ? f->name : "");
    f->written = written.failed ? NULL : strdup(text_get(&written));
    text_clear(&written);
    c->count++;
    if (!f->source || !f->name || !f->written) {
        return fail_memory();
    }
    return stat(source, &f->facts) == 0 ? EXIT_FINE
                                        : fail(EXIT_IO, "the file '%s' is not collected: %s", source, strerror(errno));
}

/* Whether a name ends as one of these, in letters of either case. */
static bool ends_as(const char *name, const char *const *endings)
{
    const char *ending = strrchr(name, '.');
    for (; ending && *endings; endings++) {
        if (strcasecmp(ending + 1, *endings) == 0) {
            return true;
        }
    }
    return false;
}

static const char *const mesh_endings[] = {"stl", "obj", "dae", "glb", "gltf", "msh", "ply", NULL};
static const char *const picture_endings[] = {"png",  "jpg", "jpeg", "bmp", "tga", "tif",
                                              "tiff", "gif", "webp", "dds", NULL};

/* Finds the copy of a file that the tree names, and lists a new one where there is none yet. A robot may name any file
 * of this machine; only what is a mesh or a picture by its name, after all links, is copied to where others may see it.
 */
static exit_code collect(collection *c, const char *named, const char *const *endings, const char **written,
                         cdy_error *error)
{
    char path[MOST_PATH], real[PATH_MAX];
    if (cdy_mesh_locate(named, c->places, path, sizeof path, error)) {
        return EXIT_IO;
    }
    const char *source = realpath(path, real) ? real : path; /* several names may lead to one file */
    if (!ends_as(source, endings)) {
        *error = (cdy_error){.status = CDY_ERROR_ROBOT};
        snprintf(error->text, sizeof error->text,
                 "the name of the file ends as none of a %s; expected .%s, .%s or another",
                 endings == mesh_endings ? "mesh" : "picture", endings[0], endings[1]);
        return EXIT_ROBOT;
    }
    for (size_t i = 0; i < c->count; i++) {
        if (strcmp(c->copies[i].source, source) == 0) {
            *written = c->copies[i].written;
            return EXIT_FINE;
        }
    }
    const exit_code code = add_copy(c, source);
    if (code == EXIT_FINE && c->copies) {
        *written = c->copies[c->count - 1].written;
    } else {
        error->status = CDY_OK; /* told already */
    }
    return code;
}

/* ---- shapes ---- */

static exit_code collect_shape(collection *c, const char *link, cdy_shape *s)
{
    cdy_error error = {0};
    exit_code code = EXIT_FINE;
    if (s->geometry.type == CDY_GEOMETRY_MESH && s->geometry.mesh) {
        code = collect(c, s->geometry.mesh, mesh_endings, &s->geometry.mesh, &error);
        if (code != EXIT_FINE && error.status != CDY_OK) {
            return fail(code, "link '%.80s': the mesh '%.200s' is not collected: %s", link, s->geometry.mesh,
                        error.text);
        }
    }
    if (code == EXIT_FINE && s->material.name && s->material.texture) {
        struct stat facts;
        char path[MOST_PATH];
        if (cdy_mesh_locate(s->material.texture, c->places, path, sizeof path, &error) || stat(path, &facts)) {
            note("link '%.80s': the picture '%.200s' is not found, and is not collected", link, s->material.texture);
        } else {
            code = collect(c, s->material.texture, picture_endings, &s->material.texture, &error);
        }
        if (code != EXIT_FINE && error.status != CDY_OK) {
            return fail(code, "link '%.80s': the picture '%.200s' is not collected: %s", link, s->material.texture,
                        error.text);
        }
    }
    return code;
}

static exit_code collect_body(collection *c, cdy_tree *tree, int index)
{
    cdy_body body = *cdy_tree_body(tree, index);
    const size_t count = body.visual_count + body.collision_count;
    cdy_error error;
    exit_code code = EXIT_FINE;
    if (count == 0) {
        return EXIT_FINE;
    }
    cdy_shape *shapes = malloc(count * sizeof *shapes);
    if (!shapes) {
        return fail_memory();
    }
    for (size_t i = 0; i < count && code == EXIT_FINE; i++) {
        shapes[i] = i < body.visual_count ? body.visuals[i] : body.collisions[i - body.visual_count];
        code = collect_shape(c, body.name, &shapes[i]);
    }
    body.visuals = shapes;
    body.collisions = shapes + body.visual_count;
    if (code == EXIT_FINE && cdy_tree_replace_body(tree, body.name, &body, &error)) {
        code = fail_library(&error);
    }
    free(shapes);
    return code;
}

/* Meshes of OBJ and Collada name further files. */
static void note_further_files(const collection *c)
{
    for (size_t i = 0; i < c->count; i++) {
        const char *ending = strrchr(c->copies[i].name, '.');
        if (ending && (strcmp(ending, ".obj") == 0 || strcmp(ending, ".dae") == 0)) {
            note("materials and pictures that '%s' and other meshes name are not collected", c->copies[i].name);
            return;
        }
    }
}

exit_code collect_files(cdy_tree *tree, const cdy_mesh_places *places, const collect_options *o, char *relative,
                        size_t size)
{
    collection c = {.places = places, .o = o, .relative = relative};
    exit_code code = make_folder(o->folder);
    code = code == EXIT_FINE ? find_relative(o, relative, size) : code;
    for (int i = 0; i <= cdy_tree_body_count(tree) && code == EXIT_FINE; i++) {
        code = collect_body(&c, tree, i);
    }
    for (size_t i = 0; i < c.count && code == EXIT_FINE; i++) {
        code = copy_file(&c, &c.copies[i]);
    }
    if (code == EXIT_FINE) {
        note_further_files(&c);
    }
    for (size_t i = 0; i < c.count; i++) {
        free(c.copies[i].source);
        free(c.copies[i].name);
        free(c.copies[i].written);
    }
    free(c.copies);
    return code;
}
