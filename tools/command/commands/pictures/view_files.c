#include "commands/pictures/view_files.h"

#include "options/xacro_options.h"

#include <condyle/mesh.h>
#include <condyle/robot.h>

/* Refuses pipes and devices before one is read: they have their bytes once, and may let the server wait. */
static exit_code refuse_irregular(const watch_list *files)
{
    const char *path = watch_irregular(files);
    if (!path) {
        return EXIT_FINE;
    }
    error_at(path, 0, "is no regular file; --serve reads its files anew after each change: expected no pipe or device");
    return EXIT_IO;
}

/* Adds the files that a xacro file includes, those too that are missing. */
static bool add_includes(watch_list *files, const char *path, const cdy_xacro_options *o)
{
    cdy_expansion *expansion = NULL;
    const char *file;
    bool added = true;
    if (cdy_xacro_find_arguments(path, o, &expansion, NULL) == CDY_OK) {
        for (size_t i = 0; added && (file = cdy_expansion_file(expansion, i)) != NULL; i++) {
            added = watch_add(files, file);
        }
        for (size_t i = 0; added && (file = cdy_expansion_missing_file(expansion, i)) != NULL; i++) {
            added = watch_add(files, file);
        }
    }
    cdy_expansion_destroy(expansion);
    return added;
}

exit_code view_files_add_sources(watch_list *files, const char *source, const char *rows, const source_options *o)
{
    char path[4096];
    if (!cdy_robot_source_is_path(source) && cdy_urdf_locate_bundled(source, path, sizeof path, NULL) == CDY_OK) {
        source = path;
    }
    if (!watch_add(files, source) || (rows && !watch_add(files, rows))) {
        return fail_memory();
    }
    xacro_options x;
    exit_code code = refuse_irregular(files);
    if (code != EXIT_FINE) {
        return code;
    }
    code = xacro_options_fill(&x, o, true);
    if (code == EXIT_FINE && !add_includes(files, source, &x.options)) {
        code = fail_memory();
    }
    xacro_options_clear(&x);
    return code;
}

static bool add_shapes(watch_list *files, const cdy_shape *shapes, size_t count, const cdy_mesh_places *places)
{
    char path[4096];
    bool added = true;
    for (size_t i = 0; i < count && added; i++) {
        const cdy_geometry *g = &shapes[i].geometry;
        if (g->type == CDY_GEOMETRY_MESH && g->mesh &&
            cdy_mesh_locate(g->mesh, places, path, sizeof path, NULL) == CDY_OK) {
            added = watch_add(files, path);
        }
    }
    return added;
}

exit_code view_files_add_meshes(watch_list *files, const cdy_tree *tree, const cdy_mesh_places *places)
{
    bool added = true;
    for (int i = 0; i <= cdy_tree_body_count(tree) && added; i++) { /* 0: the base */
        const cdy_body *body = cdy_tree_body(tree, i);
        added = add_shapes(files, body->visuals, body->visual_count, places) &&
                add_shapes(files, body->collisions, body->collision_count, places);
    }
    return added ? refuse_irregular(files) : fail_memory();
}
