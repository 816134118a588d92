/* OBJ (Wavefront, Advanced Visualizer Manual, appendix B): vertices and faces; all else is skipped. */
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

/* Reads a face as a fan of triangles around its first corner. For a plane polygon the integrals over the fan are those
 * over the polygon, also where it is not convex. */
static cdy_status read_face(cdy_mesh *mesh, cdy_words *w, cdy_error *error)
{
    int first = 0, last = 0, corners = 0;
    for (; cdy_next_word(w, true); corners++) {
        const int corner = corner_of(mesh, w);
        if (corner < 0) {
            return cdy_fail_word(w, "the number of a vertex above", error);
        }
        if (corners >= 2 && !cdy_mesh_add_triangle(mesh, first, last, corner)) {
            return cdy_fail_memory(error);
        }
        first = corners == 0 ? corner : first;
        last = corner;
    }
    return corners >= 3 ? CDY_OK : cdy_fail_word(w, "three vertices of a face at least", error);
}

cdy_status cdy_read_obj(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error)
{
    cdy_words w = {.next = bytes, .end = bytes + size, .line = 1, .name = name};
    cdy_status status = CDY_OK;
    while (!status && cdy_next_word(&w, false)) {
        double xyz[3];
        if (cdy_is_word(&w, "f")) {
            status = read_face(mesh, &w, error);
        } else if (cdy_is_word(&w, "v")) {
            status = cdy_read_point(&w, xyz, error);
            if (!status && !cdy_mesh_add_vertex(mesh, xyz)) {
                status = cdy_fail_memory(error);
            }
        }
        cdy_skip_line(&w);
    }
    return status;
}
