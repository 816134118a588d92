/* GLB, the binary form of glTF 2.0 (Khronos Group, glTF 2.0 Specification, 2021, chapters 3.6, 3.7 and 4): the
 * triangles of the nodes of the default scene, with their transforms.  Materials, skins and animations are left out;
 * coordinates stay as the file has them, as viewers of URDF take them. */
#include "base/error.h"
#include "base/memory.h"
#include "mesh/json.h"
#include "mesh/little_endian.h"
#include "mesh/mesh.h"
#include "text/number.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { HEADER = 12, CHUNK = 8, DEEPEST_NODES = 64, TRIANGLES_A_BYTE = 3 };

/* Types of components, and modes of primitives, by the numbers of OpenGL. */
enum { UNSIGNED_BYTE = 5121, UNSIGNED_SHORT = 5123, UNSIGNED_INT = 5125, FLOAT = 5126, TRIANGLES = 4 };

/* The places of an array's elements in the JSON. */
typedef struct places {
    size_t *items;
    size_t count;
} places;

/* A file while it is read. */
typedef struct glb {
    cdy_json json;
    places nodes, meshes, accessors, views;
    const char *bytes; /* of the binary chunk */
    size_t size;
    size_t most_triangles; /* a mesh may have many instances */
    size_t values_left;    /* of JSON that may still be searched: a mesh or an accessor may be used many times */
    bool *visited;         /* by node */
    cdy_mesh *mesh;
    const char *name;
    cdy_error *error;
} glb;

/* Elements of the binary chunk that an accessor names. */
typedef struct elements {
    const char *bytes;
    size_t count, stride;
    int type;
} elements;

/* The upper three rows of a transform: rotation with scale, translation. */
typedef struct matrix {
    double rows[3][4];
} matrix;

static cdy_status fail(const glb *g, const char *what)
{
    return cdy_fail_at(g->error, CDY_ERROR_ROBOT, g->name, 0, "%s", what);
}

/* Counts the values of an object that is searched; false, with a report, where too many were. */
static bool spend(glb *g, size_t object)
{
    const size_t values = g->json.values[object].next - object;
    if (values > g->values_left) {
        fail(g, "its nodes and primitives repeat its meshes and accessors too often for its size");
        return false;
    }
    g->values_left -= values;
    return true;
}

/* Returns a member that is a whole number from 0 on; SIZE_MAX where it is none, `standard` where it is not there. */
static size_t whole_number(const glb *g, size_t object, const char *name, size_t standard)
{
    if (!cdy_json_member(&g->json, object, name, '0')) {
        return standard;
    }
    const double number = cdy_json_number(&g->json, object, name, -1);
    return number >= 0 && number <= 4294967295.0 && floor(number) >= number ? (size_t)number : SIZE_MAX;
}

/* Finds the elements of an array in the document; false where memory runs out. */
static bool find_places(const cdy_json *json, size_t object, const char *name, places *p)
{
    const size_t array = cdy_json_member(json, object, name, '[');
    const size_t end = array ? json->values[array].next : 0;
    size_t count = 0;
    for (size_t i = array + 1; i < end; i = json->values[i].next) {
        count++;
    }
    p->items = cdy_allocate(count + 1, sizeof *p->items);
    for (size_t i = array + 1; p->items && i < end; i = json->values[i].next) {
        p->items[p->count++] = i;
    }
    return p->items != NULL;
}

/* ---- accessors ---- */

static size_t size_of_component(int type)
{
    return type == UNSIGNED_BYTE ? 1 : type == UNSIGNED_SHORT ? 2 : type == UNSIGNED_INT || type == FLOAT ? 4 : 0;
}

/* Finds the elements of an accessor, `components` numbers each, all of them within the binary chunk. */
static cdy_status find_elements(glb *g, size_t number, size_t components, elements *e)
{
    const size_t accessor = number < g->accessors.count ? g->accessors.items[number] : 0;
    if (accessor && !spend(g, accessor)) {
        return CDY_ERROR_ROBOT;
    }
    const size_t view_number = accessor ? whole_number(g, accessor, "bufferView", SIZE_MAX) : SIZE_MAX;
    const size_t view = view_number < g->views.count ? g->views.items[view_number] : 0;
    if (view && !spend(g, view)) {
        return CDY_ERROR_ROBOT;
    }
    if (!view || cdy_json_member(&g->json, accessor, "sparse", '{') || whole_number(g, view, "buffer", 0) != 0) {
        return fail(g,
                    "an accessor has no view of the binary chunk, or is sparse; expected positions and indices in it");
    }
    const size_t type = whole_number(g, accessor, "componentType", 0);
    e->type = type <= FLOAT ? (int)type : 0;
    e->count = whole_number(g, accessor, "count", SIZE_MAX);
    const size_t element = components * size_of_component(e->type);
    e->stride = whole_number(g, view, "byteStride", element);
    const size_t begin = whole_number(g, view, "byteOffset", 0), length = whole_number(g, view, "byteLength", SIZE_MAX),
                 offset = whole_number(g, accessor, "byteOffset", 0);
    if (element == 0 || begin > g->size || length > g->size - begin || offset > length || e->stride < element ||
        e->count == 0 || e->count > g->size || element > length - offset ||
        e->count - 1 > (length - offset - element) / e->stride) {
        return fail(g, "an accessor leads out of the binary chunk, or its type is not that of positions and indices");
    }
    e->bytes = g->bytes + begin + offset;
    return CDY_OK;
}

static size_t index_at(const elements *e, size_t i)
{
    const unsigned char *b = (const unsigned char *)e->bytes + i * e->stride;
    return e->type == UNSIGNED_BYTE    ? b[0]
           : e->type == UNSIGNED_SHORT ? (size_t)b[0] | (size_t)b[1] << 8
                                       : read_u32(e->bytes + i * e->stride);
}

/* ---- primitives ---- */

static cdy_status add_vertices(glb *g, const elements *e, const matrix *m)
{
    for (size_t i = 0; i < e->count; i++) {
        const char *p = e->bytes + i * e->stride;
        const double x = read_float(p), y = read_float(p + 4), z = read_float(p + 8);
        double xyz[3];
        for (int k = 0; k < 3; k++) {
            xyz[k] = m->rows[k][0] * x + m->rows[k][1] * y + m->rows[k][2] * z + m->rows[k][3];
            if (!cdy_is_coordinate(xyz[k])) {
                return fail(g, "a coordinate is not finite or larger than 1e30");
            }
        }
        if (!cdy_mesh_add_vertex(g->mesh, xyz)) {
            return cdy_fail_memory(g->error);
        }
    }
    return CDY_OK;
}

/* Adds the triangles over vertices from `first` on; a transform that mirrors turns their corners around. */
static cdy_status add_triangles(glb *g, size_t first, size_t vertices, const elements *indices, bool mirrored)
{
    const size_t corners = indices ? indices->count : vertices;
    if (corners % 3 != 0) {
        return fail(g, "the corners of its triangles are no multiple of three");
    }
    for (size_t i = 0; i < corners; i += 3) {
        size_t c[3];
        for (size_t k = 0; k < 3; k++) {
            c[k] = indices ? index_at(indices, i + k) : i + k;
            if (c[k] >= vertices) {
                return fail(g, "an index of a triangle is beyond its positions");
            }
        }
        if (!cdy_mesh_add_triangle(g->mesh, (int)(first + c[0]), (int)(first + c[mirrored ? 2 : 1]),
                                   (int)(first + c[mirrored ? 1 : 2]))) {
            return cdy_fail_memory(g->error);
        }
    }
    return CDY_OK;
}

static bool mirrors(const matrix *m)
{
    const double(*r)[4] = m->rows;
    return r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) - r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
               r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]) <
           0;
}

static cdy_status read_primitive(glb *g, size_t primitive, const matrix *m)
{
    const size_t attributes = cdy_json_member(&g->json, primitive, "attributes", '{');
    const size_t position = attributes ? whole_number(g, attributes, "POSITION", SIZE_MAX) : SIZE_MAX;
    const size_t index = whole_number(g, primitive, "indices", SIZE_MAX),
                 mode = whole_number(g, primitive, "mode", TRIANGLES);
    elements positions, indices = {.count = 0};
    if (mode != TRIANGLES) {
        return mode < TRIANGLES ? CDY_OK : fail(g, "strips and fans are not read; expected triangles");
    }
    cdy_status status = find_elements(g, position, 3, &positions);
    if (!status && positions.type != FLOAT) {
        status = fail(g, "its positions are no floats");
    }
    const bool indexed = cdy_json_member(&g->json, primitive, "indices", '0') != 0;
    if (!status && indexed) {
        status = find_elements(g, index, 1, &indices);
        if (!status && indices.type == FLOAT) {
            status = fail(g, "its indices are floats");
        }
    }
    const size_t first = g->mesh->vertex_count, added = (indexed ? indices.count : status ? 0 : positions.count) / 3;
    if (!status &&
        (g->mesh->triangle_count + added > g->most_triangles || first + positions.count > g->most_triangles)) {
        status = fail(g, "its nodes repeat its meshes to more than three triangles or vertices a byte of the file");
    }
    status = status ? status : add_vertices(g, &positions, m);
    return status ? status : add_triangles(g, first, positions.count, indexed ? &indices : NULL, mirrors(m));
}

static cdy_status read_mesh(glb *g, size_t number, const matrix *m)
{
    const size_t mesh = number < g->meshes.count ? g->meshes.items[number] : 0;
    if (mesh && !spend(g, mesh)) {
        return CDY_ERROR_ROBOT;
    }
    const size_t primitives = mesh ? cdy_json_member(&g->json, mesh, "primitives", '[') : 0;
    if (!primitives) {
        return fail(g, "a node has a mesh that is not there, or has no primitives");
    }
    cdy_status status = CDY_OK;
    const size_t end = g->json.values[primitives].next;
    for (size_t i = primitives + 1; i < end && !status; i = g->json.values[i].next) {
        status = read_primitive(g, i, m);
    }
    return status;
}

/* ---- nodes ---- */

static matrix multiply(const matrix *a, const matrix *b)
{
    matrix c;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 4; k++) {
            c.rows[i][k] = a->rows[i][0] * b->rows[0][k] + a->rows[i][1] * b->rows[1][k] +
                           a->rows[i][2] * b->rows[2][k] + (k == 3 ? a->rows[i][3] : 0);
        }
    }
    return c;
}

/* The transform of a node: a matrix by columns, or translation, rotation as a quaternion x y z w, and scale. */
static matrix transform_of(const glb *g, size_t node)
{
    double m[16], t[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    matrix out;
    if (cdy_json_numbers(&g->json, node, "matrix", m, 16)) {
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 4; k++) {
                out.rows[i][k] = m[4 * k + i];
            }
        }
        return out;
    }
    cdy_json_numbers(&g->json, node, "translation", t, 3);
    cdy_json_numbers(&g->json, node, "rotation", q, 4);
    cdy_json_numbers(&g->json, node, "scale", s, 3);
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double R[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                            {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                            {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            out.rows[i][k] = R[i][k] * s[k];
        }
        out.rows[i][3] = t[i];
    }
    return out;
}

/* Reads the nodes of an array of numbers, and what they carry. Every node has one parent at most, so that the walk is
 * no longer than the file. */
static cdy_status read_nodes(glb *g, size_t array, const matrix *outer, int depth) // NOLINT(misc-no-recursion): bounded
{
    cdy_status status = CDY_OK;
    const size_t end = array ? g->json.values[array].next : 0;
    for (size_t i = array + 1; i < end && !status; i = g->json.values[i].next) {
        double number = -1;
        const cdy_json_value *v = &g->json.values[i];
        const bool read = v->kind == '0' && cdy_parse_number(v->text, v->length, &number) == CDY_NUMBER_OK;
        if (!read || number < 0 || number >= (double)g->nodes.count || depth == DEEPEST_NODES ||
            g->visited[(size_t)number]) {
            return fail(g, "a node is not there, has two parents, or lies more than 64 deep");
        }
        const size_t node = g->nodes.items[(size_t)number];
        g->visited[(size_t)number] = true;
        const matrix own = transform_of(g, node), m = multiply(outer, &own);
        if (cdy_json_member(&g->json, node, "mesh", '0')) {
            status = read_mesh(g, whole_number(g, node, "mesh", SIZE_MAX), &m);
        }
        status = status ? status : read_nodes(g, cdy_json_member(&g->json, node, "children", '['), &m, depth + 1);
    }
    return status;
}

/* Reads the default scene, else the first; without scenes, every mesh once, where it is. */
static cdy_status read_scene(glb *g)
{
    const matrix identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    places scenes = {.count = 0};
    if (!find_places(&g->json, 0, "scenes", &scenes)) {
        return cdy_fail_memory(g->error);
    }
    const size_t scene = whole_number(g, 0, "scene", 0);
    cdy_status status = CDY_OK;
    if (scenes.count > 0) {
        status = scene < scenes.count
                     ? read_nodes(g, cdy_json_member(&g->json, scenes.items[scene], "nodes", '['), &identity, 0)
                     : fail(g, "its scene is not there");
    }
    for (size_t i = 0; scenes.count == 0 && i < g->meshes.count && !status; i++) {
        status = read_mesh(g, i, &identity);
    }
    cdy_release(scenes.items);
    return status;
}

/* ---- chunks ---- */

/* Finds the chunks, first JSON, then the binary one, which may lack. */
static cdy_status find_chunks(glb *g, const char *bytes, size_t size, const char **text, size_t *text_size)
{
    if (size < HEADER + CHUNK || memcmp(bytes, "glTF", 4) != 0 || read_u32(bytes + 4) != 2) {
        return fail(g, "no GLB file of version 2; expected 'glTF' and the number 2 in its first bytes");
    }
    *text_size = read_u32(bytes + HEADER);
    if (memcmp(bytes + HEADER + 4, "JSON", 4) != 0 || *text_size > size - HEADER - CHUNK) {
        return fail(g, "its first chunk is not JSON, or longer than the file");
    }
    *text = bytes + HEADER + CHUNK;
    const size_t behind = HEADER + CHUNK + *text_size;
    if (size - behind >= CHUNK && memcmp(bytes + behind + 4, "BIN\0", 4) == 0) {
        g->size = read_u32(bytes + behind);
        g->bytes = bytes + behind + CHUNK;
        return g->size <= size - behind - CHUNK ? CDY_OK : fail(g, "its binary chunk is longer than the file");
    }
    return CDY_OK;
}

static cdy_status read_document(glb *g)
{
    if (cdy_json_member(&g->json, 0, "extensionsRequired", '[')) {
        return fail(g, "it needs extensions of glTF (compressed meshes, for example), which are not read; export it "
                       "without compression");
    }
    if (!find_places(&g->json, 0, "nodes", &g->nodes) || !find_places(&g->json, 0, "meshes", &g->meshes) ||
        !find_places(&g->json, 0, "accessors", &g->accessors) || !find_places(&g->json, 0, "bufferViews", &g->views)) {
        return cdy_fail_memory(g->error);
    }
    g->visited = cdy_allocate(g->nodes.count + 1, sizeof *g->visited);
    return g->visited ? read_scene(g) : cdy_fail_memory(g->error);
}

cdy_status cdy_read_glb(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error)
{
    glb g = {
        .mesh = mesh, .name = name, .error = error, .most_triangles = TRIANGLES_A_BYTE * size, .values_left = 4 * size};
    const char *text = NULL;
    size_t text_size = 0;
    cdy_status status = find_chunks(&g, bytes, size, &text, &text_size);
    status = status ? status : cdy_json_read(&g.json, text, text_size, name, error);
    status = status ? status : read_document(&g);
    cdy_json_clear(&g.json);
    cdy_release(g.nodes.items);
    cdy_release(g.meshes.items);
    cdy_release(g.accessors.items);
    cdy_release(g.views.items);
    cdy_release(g.visited);
    return status;
}
