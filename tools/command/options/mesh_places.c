#include "options/mesh_places.h"

#include <condyle/robot.h>
#include <stdlib.h>
#include <string.h>

/* Finds the file of ROBOT, beside which its meshes lie: NULL for the standard input. */
static exit_code find_file(mesh_places *m, const char *source)
{
    char path[4096];
    if (strcmp(source, "-") != 0) {
        m->places.robot_file = source;
    }
    if (strcmp(source, "-") == 0 || cdy_robot_source_is_path(source) ||
        cdy_urdf_locate_bundled(source, path, sizeof path, NULL) != CDY_OK) {
        return EXIT_FINE;
    }
    m->file = strdup(path);
    m->places.robot_file = m->file;
    return m->file ? EXIT_FINE : fail_memory();
}

exit_code mesh_places_fill(mesh_places *m, const char *source, const source_options *o)
{
    *m = (mesh_places){0};
    const exit_code code = find_file(m, source);
    if (code != EXIT_FINE) {
        return code;
    }
    size_t bytes = 1;
    for (size_t i = 0; i < o->packages.count; i++) {
        bytes += strlen(o->packages.items[i]) + 1;
    }
    m->texts = malloc(bytes);
    m->packages = calloc(o->packages.count + 1, sizeof *m->packages);
    if (!m->texts || !m->packages) {
        return fail_memory();
    }
    char *text = m->texts;
    for (size_t i = 0; i < o->packages.count; i++) {
        const size_t length = strlen(o->packages.items[i]) + 1;
        memcpy(text, o->packages.items[i], length);
        char *equals = strchr(text, '=');
        m->packages[i] = equals ? (cdy_package){text, equals + 1} : (cdy_package){NULL, text};
        if (equals) {
            *equals = '\0';
        }
        text += length;
    }
    m->places.packages = m->packages;
    m->places.package_count = o->packages.count;
    return EXIT_FINE;
}

void mesh_places_clear(mesh_places *m)
{
    free(m->texts);
    free(m->packages);
    free(m->file);
    *m = (mesh_places){0};
}
