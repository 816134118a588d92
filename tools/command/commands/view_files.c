#include "commands/view_files.h"

#include "options/xacro_options.h"

#include <condyle/mesh.h>

exit_code view_files_add_sources(watch_list *files, const char *source, const source_options *o)
{
    xacro_options x;
    cdy_expansion *expansion = NULL;
    exit_code code = xacro_options_fill(&x, o, true);
    bool added = watch_add(files, source);
    if (code == EXIT_FINE && cdy_xacro_find_arguments(source, &x.options, &expansion, NULL) == CDY_OK) {
        const char *file;
        for (size_t i = 0; (file = cdy_expansion_file(expansion, i)) != NULL; i++) {
            added = added && watch_add(files, file);
        }
    }
    cdy_expansion_destroy(expansion);
    xacro_options_clear(&x);
    return code == EXIT_FINE && !added ? fail_memory() : code;
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
    return added ? EXIT_FINE : fail_memory();
}
