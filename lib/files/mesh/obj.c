/* OBJ (Wavefront, Advanced Visualizer Manual, appendix B): vertices and faces; all else is skipped. */
#include "mesh/polygon.h"
#include "mesh/words.h"

#include "base/error.h"

#include <limits.h>

/* Reads the vertex number of a corner, `v`, `v/vt`, `v//vn` or `v/vt/vn`, counted from 1 or, negative, from the end.
 * Returns its index, -1 where it is no such number. */
static int corner_of(const cdy_mesh *mesh, const cdy_words *w)
{
    size_t i = w->length > 0 && w->word[0] == '-' ? 1 : 0;
    const bool backward = i == 1;
    long long number = 0;
    const size_t first = i;
    for (; i < w->length && w->word[i] >= '0' && w->word[i] <= '9' && number < INT_MAX; i++) {
        number = 10 * number + (w->word[i] - '0');
    }
    const bool whole = i > first && (i == w->length || w->word[i] == '/');
    const long long count = (long long)mesh->vertex_count, index = backward ? count - number : number - 1;
    return whole && number > 0 && index >= 0 && index < count ? (int)index : -1;
}

static cdy_status read_face(cdy_mesh *mesh, cdy_words *w, cdy_polygon *face, cdy_error *error)
{
    face->count = 0;
    while (cdy_next_word(w, true)) {
        const int corner = corner_of(mesh, w);
        if (corner < 0) {
            return cdy_fail_word(w, "the number of a vertex above", error);
        }
        if (!cdy_polygon_add(face, corner)) {
            return cdy_fail_memory(error);
        }
    }
    if (face->count < 3) {
        return cdy_fail_word(w, "three vertices of a face at least", error);
    }
    const cdy_status status = cdy_mesh_add_polygon(mesh, face->corners, face->count);
    return status == CDY_ERROR_MEMORY ? cdy_fail_memory(error)
           : status ? cdy_fail_at(error, status, w->name, w->line, "the face of %zu corners %s", face->count,
                                  CDY_POLYGON_TOO_LONG)
                    : CDY_OK;
}

cdy_status cdy_read_obj(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error)
{
    cdy_words w = {.next = bytes, .end = bytes + size, .line = 1, .name = name};
    cdy_polygon face = {0};
    cdy_status status = CDY_OK;
    while (!status && cdy_next_word(&w, false)) {
        double xyz[3];
        if (cdy_is_word(&w, "f")) {
            status = read_face(mesh, &w, &face, error);
        } else if (cdy_is_word(&w, "v")) {
            status = cdy_read_point(&w, xyz, error);
            if (!status && !cdy_mesh_add_vertex(mesh, xyz)) {
                status = cdy_fail_memory(error);
            }
        }
        cdy_skip_line(&w);
    }
    cdy_polygon_clear(&face);
    return status;
}
