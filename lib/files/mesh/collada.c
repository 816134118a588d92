/* Collada 1.4 and 1.5: the triangles and polygons of the scene's geometries, placed by its nodes, in meters. Axes stay
 * as the file has them, whichever it calls up, as RViz does. */
#include "base/error.h"
#include "base/memory.h"
#include "mesh/collada_tree.h"
#include "mesh/polygon.h"
#include "text/number.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Nodes nest so deep, the scene counted. */
enum { DEEPEST_NODES = 64 };

/* Steps that a file may take for each of its bytes: nodes and geometries that others use are read again. */
enum { STEPS_A_BYTE = 16 };

typedef struct matrix {
    double m[3][4];
} matrix;

/* The numbers of a <float_array>, read once. */
typedef struct numbers {
    double *values;
    size_t count;
    bool read;
} numbers;

/* Where the corners of a mesh are: x, y, z at `first + k * stride` of the numbers and those behind. */
typedef struct positions {
    const numbers *array;
    size_t count, first, stride;
    size_t axis[3];
} positions;

typedef struct collada {
    cdy_collada_tree tree;
    cdy_mesh *mesh;
    numbers *arrays; /* one an element */
    size_t steps_left;
    size_t placed;    /* element of the positions that were placed last, in this geometry; 0: none */
    int first_vertex; /* the first of them */
    size_t at;        /* element that is read, whose line messages have */
    const char *text;
    size_t size;
    const char *name;
    cdy_error *error;
} collada;

/* The line of a piece of the text, or else of the element that is read. */
static int line_of(const collada *c, const char *piece)
{
    const uintptr_t begin = (uintptr_t)c->text, at = (uintptr_t)piece;
    const char *end = piece && at >= begin && at < begin + c->size ? piece : c->tree.elements[c->at].name.text;
    int line = 1;
    for (const char *p = c->text; p < end; p++) {
        line += *p == '\n';
    }
    return line;
}

static cdy_status fail(const collada *c, const char *what)
{
    return cdy_fail_at(c->error, CDY_ERROR_ROBOT, c->name, line_of(c, NULL), "the Collada mesh is not as expected: %s",
                       what);
}

static cdy_status fail_at(const collada *c, const char *what, cdy_piece piece)
{
    return cdy_fail_at(c->error, CDY_ERROR_ROBOT, c->name, line_of(c, piece.text),
                       "the Collada mesh is not as expected: %s '%.*s'", what,
                       (int)(piece.length < 80 ? piece.length : 80), piece.text ? piece.text : "");
}

static cdy_status take_steps(collada *c, size_t steps)
{
    if (steps > c->steps_left) {
        return fail(c, "its nodes repeat geometries too often for its size");
    }
    c->steps_left -= steps;
    return CDY_OK;
}

/* ---- numbers ---- */

/* Reads a whole number of an attribute, below 2^31; `standard` where there is no such attribute. */
static bool read_whole(const collada *c, size_t element, const char *name, size_t standard, size_t *value)
{
    const cdy_piece text = cdy_collada_attribute_of(&c->tree, element, name);
    double number = (double)standard;
    if (text.text && cdy_parse_number(text.text, text.length, &number) != CDY_NUMBER_OK) {
        return false;
    }
    if (!(number >= 0 && number < 2147483648.0 && number == floor(number))) {
        return false;
    }
    *value = (size_t)number;
    return true;
}

static bool read_index(cdy_piece *rest, size_t *index)
{
    cdy_piece word;
    if (!cdy_next_piece(rest, &word) || word.length > 10) {
        return false;
    }
    *index = 0;
    for (size_t i = 0; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9') {
            return false;
        }
        *index = 10 * *index + (size_t)(word.text[i] - '0');
    }
    return true;
}

static size_t count_words(cdy_piece text)
{
    cdy_piece word;
    size_t count = 0;
    while (cdy_next_piece(&text, &word)) {
        count++;
    }
    return count;
}

/* Gives the numbers of a <float_array>. */
static cdy_status read_array(collada *c, size_t element, const numbers **array)
{
    numbers *n = &c->arrays[element];
    *array = n;
    if (n->read) {
        return CDY_OK;
    }
    cdy_piece text = c->tree.elements[element].text, word;
    n->count = count_words(text);
    n->values = cdy_allocate(n->count + 1, sizeof *n->values);
    if (!n->values) {
        return cdy_fail_memory(c->error);
    }
    for (size_t i = 0; cdy_next_piece(&text, &word); i++) {
        if (cdy_parse_number(word.text, word.length, &n->values[i]) != CDY_NUMBER_OK) {
            return fail_at(c, "expected a number in <float_array>, not", word);
        }
        if (!cdy_is_coordinate(n->values[i])) {
            return cdy_fail_at(c->error, CDY_ERROR_ROBOT, c->name, line_of(c, word.text),
                               "a coordinate is not finite or larger than 1e30");
        }
    }
    n->read = true;
    return CDY_OK;
}

/* Reads exactly `count` numbers of an element's text. */
static cdy_status read_numbers(const collada *c, size_t element, double *values, size_t count)
{
    const cdy_collada_element *e = &c->tree.elements[element];
    if (!e->text.text || cdy_parse_numbers(e->text.text, e->text.length, values, count) != CDY_NUMBER_OK) {
        return fail_at(c, "expected other numbers in", e->name);
    }
    return CDY_OK;
}

/* ---- geometries ---- */

/* How many elements and attributes there are in an element, itself among them. */
static size_t size_of(const cdy_collada_tree *tree, size_t element)
{
    const cdy_collada_element *e = &tree->elements[element];
    const size_t end = e->next < tree->count ? tree->elements[e->next].first_attribute : tree->attribute_count;
    return e->next - element + end - e->first_attribute;
}

/* Finds what an attribute refers to, '#' and an id; all in it may be looked at again, which is steps. */
static cdy_status find_reference(collada *c, size_t element, const char *attribute, size_t *found)
{
    cdy_piece url = cdy_collada_attribute_of(&c->tree, element, attribute);
    c->at = element;
    if (!url.text || url.length == 0 || *url.text != '#') {
        return fail_at(c, "expected '#' and an id of this file, not", url);
    }
    *found = cdy_collada_find(&c->tree, (cdy_piece){url.text + 1, url.length - 1});
    return *found ? take_steps(c, size_of(&c->tree, *found)) : fail_at(c, "no element has the id", url);
}

/* Returns the child <input> of this semantic; 0: there is none. */
static size_t find_input(const collada *c, size_t parent, const char *semantic)
{
    size_t input = cdy_collada_child(&c->tree, parent, "input");
    while (input && !cdy_piece_is(cdy_collada_attribute_of(&c->tree, input, "semantic"), semantic)) {
        input = cdy_collada_next(&c->tree, parent, input, "input");
    }
    return input;
}

/* Finds which numbers of a corner are x, y and z: by the names of the parameters, else the first three. */
static void find_axes(const collada *c, size_t accessor, size_t axis[3])
{
    static const char *const names[3] = {"X", "Y", "Z"};
    size_t place = 0;
    for (size_t k = 0; k < 3; k++) {
        axis[k] = k;
    }
    for (size_t p = cdy_collada_child(&c->tree, accessor, "param"); p;
         p = cdy_collada_next(&c->tree, accessor, p, "param"), place++) {
        for (size_t k = 0; k < 3; k++) {
            axis[k] = cdy_piece_is(cdy_collada_attribute_of(&c->tree, p, "name"), names[k]) ? place : axis[k];
        }
    }
}

static cdy_status read_positions(collada *c, size_t source, positions *p)
{
    const size_t common = cdy_collada_child(&c->tree, source, "technique_common");
    const size_t accessor = common ? cdy_collada_child(&c->tree, common, "accessor") : 0;
    size_t array = 0;
    c->at = accessor ? accessor : source;
    if (!accessor || !read_whole(c, accessor, "count", 0, &p->count) ||
        !read_whole(c, accessor, "stride", 1, &p->stride) || !read_whole(c, accessor, "offset", 0, &p->first)) {
        return fail(c, "the positions of a geometry have no accessor with a count");
    }
    cdy_status status = find_reference(c, accessor, "source", &array);
    if (!status && !cdy_piece_is(c->tree.elements[array].name, "float_array")) {
        status = fail_at(c, "expected <float_array>, not", c->tree.elements[array].name);
    }
    status = status ? status : read_array(c, array, &p->array);
    find_axes(c, accessor, p->axis);
    size_t last = 0;
    for (size_t k = 0; k < 3; k++) {
        last = p->axis[k] > last ? p->axis[k] : last;
    }
    if (!status && p->count > 0 &&
        (last >= p->stride || p->first + (p->count - 1) * p->stride + last >= p->array->count)) {
        status = fail(c, "the positions of a geometry are fewer than their accessor says");
    }
    return status;
}

/* Adds the positions, placed by T, unless the part before had the same. */
static cdy_status place_positions(collada *c, size_t source, const matrix *T, positions *p)
{
    cdy_status status = read_positions(c, source, p);
    if (status || c->placed == source) {
        return status;
    }
    c->placed = source;
    c->first_vertex = (int)c->mesh->vertex_count;
    status = take_steps(c, p->count);
    for (size_t i = 0; !status && i < p->count; i++) {
        const double *v = p->array->values + p->first + i * p->stride;
        double xyz[3];
        for (size_t k = 0; k < 3; k++) {
            const double *row = T->m[k];
            xyz[k] = row[0] * v[p->axis[0]] + row[1] * v[p->axis[1]] + row[2] * v[p->axis[2]] + row[3];
            if (!cdy_is_coordinate(xyz[k])) {
                return cdy_fail_at(c->error, CDY_ERROR_ROBOT, c->name, line_of(c, NULL),
                                   "a coordinate is not finite or larger than 1e30");
            }
        }
        status = cdy_mesh_add_vertex(c->mesh, xyz) ? CDY_OK : cdy_fail_memory(c->error);
    }
    return status;
}

/* How the corners of a list follow each other. */
typedef enum list_kind { TRIANGLES, POLYGON, FAN, STRIP } list_kind;

/* The corners of a part: of each corner as many numbers as `stride`, of which that at `offset` is its position. */
typedef struct corner_list {
    cdy_piece rest;
    size_t stride, offset, positions;
} corner_list;

static cdy_status read_corner(const collada *c, corner_list *list, int *vertex)
{
    size_t index = 0;
    for (size_t i = 0; i < list->stride; i++) {
        size_t number = 0;
        if (!read_index(&list->rest, &number)) {
            return fail(c, "a list of corners has other things than indices, or too few");
        }
        index = i == list->offset ? number : index;
    }
    if (index >= list->positions) {
        return fail(c, "a corner has a position that is not there");
    }
    *vertex = c->first_vertex + (int)index;
    return CDY_OK;
}

static cdy_status read_polygon(collada *c, corner_list *list, size_t count)
{
    cdy_polygon polygon = {0};
    cdy_status status = take_steps(c, count * list->stride);
    for (size_t i = 0; i < count && !status; i++) {
        int vertex = 0;
        status = read_corner(c, list, &vertex);
        if (!status && !cdy_polygon_add(&polygon, vertex)) {
            status = cdy_fail_memory(c->error);
        }
    }
    if (!status && polygon.count > 2) {
        status = cdy_mesh_add_polygon(c->mesh, polygon.corners, polygon.count);
        status = status == CDY_ERROR_MEMORY ? cdy_fail_memory(c->error)
                 : status                   ? fail(c, "a polygon " CDY_POLYGON_TOO_LONG)
                                            : CDY_OK;
    }
    cdy_polygon_clear(&polygon);
    return status;
}

/* Reads `count` corners as triangles: three each, all with the first one, or each with the two before it. */
static cdy_status read_corners(collada *c, corner_list *list, size_t count, list_kind kind)
{
    int corner[3] = {0};
    if (kind == POLYGON) {
        return read_polygon(c, list, count);
    }
    cdy_status status = take_steps(c, count * list->stride);
    for (size_t i = 0; i < count && !status; i++) {
        const size_t turn = kind == TRIANGLES ? i % 3 : i;
        int vertex = 0;
        status = read_corner(c, list, &vertex);
        if (turn < 2) {
            corner[turn] = vertex;
            continue;
        }
        corner[2] = vertex;
        const bool odd = kind == STRIP && i % 2 == 1;
        if (!status && !cdy_mesh_add_triangle(c->mesh, corner[odd], corner[!odd], corner[2])) {
            status = cdy_fail_memory(c->error);
        }
        if (kind == STRIP) {
            corner[0] = corner[1];
            corner[1] = corner[2];
        } else if (kind != TRIANGLES) {
            corner[1] = corner[2];
        }
    }
    return status;
}

/* Reads the text of a <p>: all of its corners belong together, or as many as the counts say each. */
static cdy_status read_list(collada *c, size_t element, corner_list *list, list_kind kind, const cdy_piece *counts)
{
    c->at = element;
    list->rest = c->tree.elements[element].text;
    const size_t words = count_words(list->rest);
    cdy_piece given = counts ? *counts : (cdy_piece){NULL, 0}, word;
    cdy_status status = take_steps(c, words + 1);
    if (!status && words % list->stride != 0) {
        return fail(c, "a list of corners ends within a corner");
    }
    size_t left = words / list->stride;
    if (!counts) {
        const bool whole = kind != TRIANGLES || left % 3 == 0;
        if (!status && !whole) {
            status = fail(c, "a list of triangles ends within a triangle");
        }
        return status ? status : read_corners(c, list, left, kind);
    }
    while (!status && given.length > 0) {
        size_t count = 0;
        cdy_piece behind = given;
        if (!cdy_next_piece(&behind, &word)) {
            break;
        }
        if (!read_index(&given, &count) || count > left) {
            return fail(c, "the counts of a list of polygons do not fit its corners");
        }
        left -= count;
        status = read_corners(c, list, count, kind);
    }
    if (!status && left > 0) {
        status = fail(c, "the counts of a list of polygons do not fit its corners");
    }
    return status;
}

/* Whether a part has fewer triangles, or lists or counts of polygons, than its count says: what follows was lost. More
 * are read, since programs write counts of 0. */
static bool lacks_parts(const collada *c, size_t part, list_kind kind, size_t counts, size_t stride)
{
    size_t said = 0, found = counts ? count_words(c->tree.elements[counts].text) : 0;
    for (size_t l = cdy_collada_child(&c->tree, part, "p"); l && !counts;
         l = cdy_collada_next(&c->tree, part, l, "p")) {
        found += kind == TRIANGLES ? count_words(c->tree.elements[l].text) / stride / 3 : 1;
    }
    return read_whole(c, part, "count", 0, &said) && found < said;
}

/* Reads a part of a mesh: one element with its inputs and lists. */
static cdy_status read_part(collada *c, size_t part, list_kind kind, bool has_counts, const matrix *T)
{
    const size_t input = find_input(c, part, "VERTEX");
    size_t vertices = 0, source = 0;
    positions p = {NULL, 0, 0, 0, {0}};
    corner_list list = {.stride = 0};
    c->at = part;
    if (!input) {
        return fail(c, "a part of a geometry has no <input> for VERTEX");
    }
    for (size_t i = cdy_collada_child(&c->tree, part, "input"); i; i = cdy_collada_next(&c->tree, part, i, "input")) {
        size_t offset = 0;
        if (!read_whole(c, i, "offset", 0, &offset) || offset > 1000) {
            return fail(c, "an <input> has an offset that is no whole number up to 1000");
        }
        list.stride = offset + 1 > list.stride ? offset + 1 : list.stride;
        list.offset = i == input ? offset : list.offset;
    }
    cdy_status status = find_reference(c, input, "source", &vertices);
    const size_t position = status ? 0 : find_input(c, vertices, "POSITION");
    if (!status) {
        status = position ? find_reference(c, position, "source", &source)
                          : fail(c, "the vertices of a geometry have no <input> for POSITION");
    }
    status = status ? status : place_positions(c, source, T, &p);
    list.positions = p.count;
    c->at = status ? c->at : part;
    const size_t counts = has_counts ? cdy_collada_child(&c->tree, part, "vcount") : 0;
    if (!status && cdy_collada_child(&c->tree, part, "ph")) {
        status = fail(c, "polygons with holes (<ph>) are not read");
    }
    if (!status && has_counts && !counts && cdy_collada_child(&c->tree, part, "p")) {
        status = fail(c, "a <polylist> has no <vcount>, which tells the corners of each polygon");
    }
    for (size_t l = cdy_collada_child(&c->tree, part, "p"); l && !status;
         l = cdy_collada_next(&c->tree, part, l, "p")) {
        status = read_list(c, l, &list, kind, counts ? &c->tree.elements[counts].text : NULL);
    }
    c->at = status ? c->at : part;
    if (!status && lacks_parts(c, part, kind, counts, list.stride)) {
        status = fail(c, "a part of a geometry has fewer triangles or polygons than its count says");
    }
    return status;
}

static cdy_status read_geometry(collada *c, size_t geometry, const matrix *T)
{
    static const struct {
        const char *name;
        list_kind kind;
        bool has_counts;
    } parts[] = {{"triangles", TRIANGLES, false},
                 {"polylist", POLYGON, true},
                 {"polygons", POLYGON, false},
                 {"trifans", FAN, false},
                 {"tristrips", STRIP, false}};
    const size_t mesh = cdy_collada_child(&c->tree, geometry, "mesh");
    cdy_status status = take_steps(c, 1);
    c->placed = 0;
    for (size_t e = mesh ? cdy_collada_child(&c->tree, mesh, NULL) : 0; e && !status;
         e = cdy_collada_next(&c->tree, mesh, e, NULL)) {
        status = take_steps(c, 1);
        for (size_t i = 0; i < sizeof parts / sizeof *parts && !status; i++) {
            if (cdy_piece_is(c->tree.elements[e].name, parts[i].name)) {
                status = read_part(c, e, parts[i].kind, parts[i].has_counts, T);
            }
        }
    }
    return status;
}

/* The geometry that a controller deforms, as it is at rest. */
static cdy_status read_controller(collada *c, size_t controller, const matrix *T)
{
    const size_t skin = cdy_collada_child(&c->tree, controller, "skin"),
                 morph = cdy_collada_child(&c->tree, controller, "morph");
    size_t geometry = 0;
    c->at = controller;
    if (!skin && !morph) {
        return fail(c, "a controller has neither <skin> nor <morph>");
    }
    const cdy_status status = find_reference(c, skin ? skin : morph, "source", &geometry);
    return status ? status : read_geometry(c, geometry, T);
}

/* ---- nodes ---- */

static matrix multiply(const matrix *A, const matrix *B)
{
    matrix C;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 4; k++) {
            C.m[i][k] =
                A->m[i][0] * B->m[0][k] + A->m[i][1] * B->m[1][k] + A->m[i][2] * B->m[2][k] + (k == 3 ? A->m[i][3] : 0);
        }
    }
    return C;
}

/* The rotation about an axis by an angle in degrees (Rodrigues). */
static matrix rotation(const double v[4])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), angle = v[3] * 3.14159265358979323846 / 180;
    const double x = length > 0 ? v[0] / length : 0, y = length > 0 ? v[1] / length : 0,
                 z = length > 0 ? v[2] / length : 0;
    const double s = length > 0 ? sin(angle) : 0, t = length > 0 ? 1 - cos(angle) : 0;
    return (matrix){{{1 - t * (y * y + z * z), t * x * y - s * z, t * x * z + s * y, 0},
                     {t * x * y + s * z, 1 - t * (x * x + z * z), t * y * z - s * x, 0},
                     {t * x * z - s * y, t * y * z + s * x, 1 - t * (x * x + y * y), 0}}};
}

/* Multiplies T by the transform of an element, if it is one. */
static cdy_status apply_transform(const collada *c, size_t element, matrix *T)
{
    const cdy_piece name = c->tree.elements[element].name;
    double v[16] = {0};
    matrix own = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    cdy_status status = CDY_OK;
    if (cdy_piece_is(name, "matrix")) {
        status = read_numbers(c, element, v, 16);
        memcpy(&own, v, status ? 0 : sizeof own);
    } else if (cdy_piece_is(name, "translate")) {
        status = read_numbers(c, element, v, 3);
        own.m[0][3] = v[0], own.m[1][3] = v[1], own.m[2][3] = v[2];
    } else if (cdy_piece_is(name, "scale")) {
        status = read_numbers(c, element, v, 3);
        own.m[0][0] = v[0], own.m[1][1] = v[1], own.m[2][2] = v[2];
    } else if (cdy_piece_is(name, "rotate")) {
        status = read_numbers(c, element, v, 4);
        own = status ? own : rotation(v);
    } else if (cdy_piece_is(name, "skew") || cdy_piece_is(name, "lookat")) {
        return fail_at(c, "expected <matrix>, <translate>, <rotate> or <scale> in a node, not", name);
    } else {
        return CDY_OK;
    }
    *T = status ? *T : multiply(T, &own);
    return status;
}

static cdy_status read_node(collada *c, size_t node, const matrix *outer, int depth);

/* Reads an element of a node, which T places. */
static cdy_status read_child(collada *c, size_t element, const matrix *T, int depth)
{
    const cdy_piece name = c->tree.elements[element].name;
    size_t found = 0;
    cdy_status status = CDY_OK;
    if (cdy_piece_is(name, "node")) {
        return read_node(c, element, T, depth + 1);
    }
    if (cdy_piece_is(name, "instance_geometry")) {
        status = find_reference(c, element, "url", &found);
        return status ? status : read_geometry(c, found, T);
    }
    if (cdy_piece_is(name, "instance_controller")) {
        status = find_reference(c, element, "url", &found);
        return status ? status : read_controller(c, found, T);
    }
    if (cdy_piece_is(name, "instance_node")) {
        status = find_reference(c, element, "url", &found);
        return status ? status : read_node(c, found, T, depth + 1);
    }
    return CDY_OK;
}

/* Reads a node or the scene: its transforms first, in their order. */
static cdy_status read_node(collada *c, size_t node, const matrix *outer, int depth)
{
    matrix T = *outer;
    c->at = node;
    if (depth == DEEPEST_NODES) {
        return fail(c, "nodes are nested deeper than 64");
    }
    cdy_status status = take_steps(c, 1);
    for (size_t e = cdy_collada_child(&c->tree, node, NULL); e && !status;
         e = cdy_collada_next(&c->tree, node, e, NULL)) {
        status = apply_transform(c, e, &T);
    }
    for (size_t e = cdy_collada_child(&c->tree, node, NULL); e && !status;
         e = cdy_collada_next(&c->tree, node, e, NULL)) {
        status = take_steps(c, 1);
        status = status ? status : read_child(c, e, &T, depth);
    }
    return status;
}

/* Meters a unit of the file. */
static cdy_status read_unit(const collada *c, double *meter)
{
    const size_t asset = cdy_collada_child(&c->tree, 0, "asset");
    const size_t unit = asset ? cdy_collada_child(&c->tree, asset, "unit") : 0;
    const cdy_piece text = unit ? cdy_collada_attribute_of(&c->tree, unit, "meter") : (cdy_piece){NULL, 0};
    *meter = 1;
    if (text.text && (cdy_parse_number(text.text, text.length, meter) != CDY_NUMBER_OK || !(*meter > 0))) {
        return fail_at(c, "expected meters a unit above 0, not", text);
    }
    return CDY_OK;
}

static cdy_status read_scene(collada *c)
{
    const size_t scene = cdy_collada_child(&c->tree, 0, "scene");
    const size_t instance = scene ? cdy_collada_child(&c->tree, scene, "instance_visual_scene") : 0;
    size_t found = 0;
    double meter = 1;
    cdy_status status = read_unit(c, &meter);
    if (!status) {
        status = instance ? find_reference(c, instance, "url", &found) : fail(c, "it has no <scene> that shows nodes");
    }
    const matrix unit = {{{meter, 0, 0, 0}, {0, meter, 0, 0}, {0, 0, meter, 0}}};
    return status ? status : read_node(c, found, &unit, 0);
}

cdy_status cdy_read_collada(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error)
{
    collada c = {
        .mesh = mesh, .name = name, .text = bytes, .size = size, .error = error, .steps_left = STEPS_A_BYTE * size};
    cdy_status status = cdy_collada_read(&c.tree, bytes, size, name, error);
    if (!status) {
        c.arrays = cdy_allocate(c.tree.count, sizeof *c.arrays);
        status = c.arrays ? read_scene(&c) : cdy_fail_memory(error);
    }
    for (size_t i = 0; c.arrays && i < c.tree.count; i++) {
        cdy_release(c.arrays[i].values);
    }
    cdy_release(c.arrays);
    cdy_collada_clear(&c.tree);
    return status;
}
