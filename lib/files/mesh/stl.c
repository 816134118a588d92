/* STL, binary and as text (3D Systems, StereoLithography Interface Specification, 1988). */
#include "mesh/little_endian.h"
#include "mesh/words.h"

#include "base/error.h"

#include <string.h>
#include <strings.h>

enum { HEADER = 84, FACET = 50, CORNERS = 12 /* where a facet's corners begin, behind its normal */ };

/* Adds a triangle with corners of its own. */
static bool add_facet(cdy_mesh *mesh, const double corners[9])
{
    const int first = (int)mesh->vertex_count;
    return cdy_mesh_add_vertex(mesh, corners) && cdy_mesh_add_vertex(mesh, corners + 3) &&
           cdy_mesh_add_vertex(mesh, corners + 6) && cdy_mesh_add_triangle(mesh, first, first + 1, first + 2);
}

static cdy_status read_binary(cdy_mesh *mesh, const char *bytes, size_t count, const char *name, cdy_error *error)
{
    for (size_t i = 0; i < count; i++) {
        const char *facet = bytes + HEADER + i * FACET;
        double corners[9];
        for (size_t k = 0; k < 9; k++) {
            corners[k] = read_float(facet + CORNERS + 4 * k);
            if (!cdy_is_coordinate(corners[k])) {
                return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0,
                                   "a coordinate of triangle %zu of %zu is not finite or larger than 1e30", i + 1,
                                   count);
            }
        }
        if (!add_facet(mesh, corners)) {
            return cdy_fail_memory(error);
        }
    }
    return CDY_OK;
}

static cdy_status expect(cdy_words *w, const char *word, cdy_error *error)
{
    return cdy_next_word(w, false) && cdy_is_word(w, word) ? CDY_OK : cdy_fail_word(w, word, error);
}

/* Reads `outer loop`, three vertices, `endloop` and `endfacet`. */
static cdy_status read_facet(cdy_mesh *mesh, cdy_words *w, cdy_error *error)
{
    double corners[9];
    cdy_skip_line(w); /* the normal follows from the order of the corners, and is often wrong */
    cdy_status status = expect(w, "outer", error);
    status = status ? status : expect(w, "loop", error);
    for (int k = 0; !status && k < 3; k++) {
        status = expect(w, "vertex", error);
        status = status ? status : cdy_read_point(w, corners + 3 * k, error);
    }
    status = status ? status : expect(w, "endloop", error);
    status = status ? status : expect(w, "endfacet", error);
    if (!status && !add_facet(mesh, corners)) {
        status = cdy_fail_memory(error);
    }
    return status;
}

static cdy_status read_text(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error)
{
    cdy_words w = {.next = bytes, .end = bytes + size, .line = 1, .name = name};
    bool ended = false;
    while (cdy_next_word(&w, false)) {
        if (cdy_is_word(&w, "solid") || cdy_is_word(&w, "endsolid")) {
            ended = cdy_is_word(&w, "endsolid");
            cdy_skip_line(&w);
        } else if (cdy_is_word(&w, "facet")) {
            const cdy_status status = read_facet(mesh, &w, error);
            if (status) {
                return status;
            }
        } else {
            return cdy_fail_word(&w, "facet or endsolid", error);
        }
    }
    return ended ? CDY_OK : cdy_fail_word(&w, "endsolid behind the last facet: the file is cut off", error);
}

/* Whether the first word begins with "solid". */
static bool begins_as_text(const char *bytes, size_t size)
{
    size_t blank = 0;
    while (blank < size && memchr(" \t\r\n", bytes[blank], 4)) {
        blank++;
    }
    return size - blank >= 5 && strncasecmp(bytes + blank, "solid", 5) == 0;
}

/* A binary file may begin with "solid" too: its size decides. */
cdy_status cdy_read_stl(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error)
{
    const size_t facets = size >= HEADER ? (size - HEADER) / FACET : 0;
    const size_t count = size >= HEADER ? read_u32(bytes + HEADER - 4) : 0;
    if (size >= HEADER && count == facets && (count > 0 || size == HEADER)) {
        return read_binary(mesh, bytes, count, name, error);
    }
    if (begins_as_text(bytes, size)) {
        return read_text(mesh, bytes, size, name, error);
    }
    if (size < HEADER) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0,
                           "%zu bytes are no STL file; expected 'solid', or a header of 84 bytes", size);
    }
    return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0,
                       "the header announces %zu triangles, and %zu are in %zu bytes; expected a whole STL file", count,
                       facets, size);
}
