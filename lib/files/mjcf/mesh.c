/* Meshes: what MuJoCo takes them to enclose. */
#include "mesh/mesh.h"
#include "base/error.h"
#include "base/memory.h"
#include "description/included.h"
#include "mjcf/mjcf.h"
#include "text/number.h"

#include <math.h>
#include <string.h>

/* Numbers of a mesh's triangles in its frame. */
typedef struct surface {
    const double *vertices;
    const int *triangles;
    size_t count;
    const cdy_mjcf_mesh *mesh;
    bool absolute; /* each tetrahedron counts as positive */
} surface;

/* Writes the corners of a triangle, scaled and moved; coordinates are those of single precision, as MuJoCo has them. */
static void corners(const surface *s, size_t i, double out[3][3])
{
    const double *scale = s->mesh->scale, *p = s->mesh->ref.p;
    const double back[4] = {s->mesh->ref.q[0], -s->mesh->ref.q[1], -s->mesh->ref.q[2], -s->mesh->ref.q[3]};
    const bool mirrored = scale[0] * scale[1] * scale[2] < 0;
    for (int k = 0; k < 3; k++) {
        const double *v = s->vertices + 3 * s->triangles[3 * i + (size_t)(mirrored ? 2 - k : k)];
        double moved[3];
        for (int x = 0; x < 3; x++) {
            moved[x] = (double)(float)v[x] * scale[x] - p[x];
        }
        cdy_rotate(back, moved, out[k]);
    }
}

static void subtract(double corner[3][3], const double from[3])
{
    for (int k = 0; k < 3; k++) {
        for (int x = 0; x < 3; x++) {
            corner[k][x] -= from[x];
        }
    }
}

/* Six times the volume between a triangle and the origin. */
static double triple(double c[3][3])
{
    return c[0][0] * (c[1][1] * c[2][2] - c[1][2] * c[2][1]) + c[0][1] * (c[1][2] * c[2][0] - c[1][0] * c[2][2]) +
           c[0][2] * (c[1][0] * c[2][1] - c[1][1] * c[2][0]);
}

static double area(double c[3][3])
{
    double a[3], b[3];
    for (int x = 0; x < 3; x++) {
        a[x] = c[1][x] - c[0][x];
        b[x] = c[2][x] - c[0][x];
    }
    return hypot(hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2]), a[0] * b[1] - a[1] * b[0]) / 2;
}

/* The center of the surface. */
static void find_surface_center(const surface *s, double center[3])
{
    double total = 0, c[3][3];
    memset(center, 0, 3 * sizeof *center);
    for (size_t i = 0; i < s->count; i++) {
        corners(s, i, c);
        const double part = area(c);
        total += part;
        for (int x = 0; x < 3; x++) {
            center[x] += part * (c[0][x] + c[1][x] + c[2][x]) / 3;
        }
    }
    for (int x = 0; x < 3 && total > 0; x++) {
        center[x] /= total;
    }
}

static double volume_of(const surface *s, double c[3][3])
{
    const double v = triple(c) / 6;
    return s->absolute ? fabs(v) : v;
}

/* Sums the tetrahedra between the triangles and a point: volume and center. */
static void sum_volume(const surface *s, const double from[3], double *volume, double center[3])
{
    double c[3][3];
    *volume = 0;
    memset(center, 0, 3 * sizeof *center);
    for (size_t i = 0; i < s->count; i++) {
        corners(s, i, c);
        subtract(c, from);
        const double v = volume_of(s, c);
        *volume += v;
        for (int x = 0; x < 3; x++) {
            center[x] += v * (c[0][x] + c[1][x] + c[2][x]) / 4;
        }
    }
    for (int x = 0; x < 3; x++) {
        center[x] = *volume > 0 ? from[x] + center[x] / *volume : from[x];
    }
}

/* Writes the inertia xx xy xz yy yz zz of second moments, of which the upper half is given. */
static void write_tensor(double P[3][3], double unit[6])
{
    const double I[6] = {P[1][1] + P[2][2], -P[0][1], -P[0][2], P[0][0] + P[2][2], -P[1][2], P[0][0] + P[1][1]};
    memcpy(unit, I, sizeof I);
}

/* Second moments of the tetrahedra about a point: those of corners 0, a, b, c are V/20 (sum of the corners' + sum
 * sum'). *volume becomes theirs, which depends on the point where each counts as positive. */
static void sum_inertia(const surface *s, const double about[3], double *volume, double unit[6])
{
    double P[3][3] = {{0}}, c[3][3];
    *volume = 0;
    for (size_t i = 0; i < s->count; i++) {
        corners(s, i, c);
        subtract(c, about);
        const double v = volume_of(s, c);
        *volume += v;
        for (int x = 0; x < 3; x++) {
            for (int y = x; y < 3; y++) {
                const double sx = c[0][x] + c[1][x] + c[2][x], sy = c[0][y] + c[1][y] + c[2][y];
                P[x][y] += v / 20 * (c[0][x] * c[0][y] + c[1][x] * c[1][y] + c[2][x] * c[2][y] + sx * sy);
            }
        }
    }
    write_tensor(P, unit);
}

/* Second moments of the triangles about a point: those of corners a, b, c are A/12 (sum of the corners' + sum sum'). */
static void sum_shell(const surface *s, const double about[3], double *total, double unit[6])
{
    double P[3][3] = {{0}}, c[3][3];
    *total = 0;
    for (size_t i = 0; i < s->count; i++) {
        corners(s, i, c);
        subtract(c, about);
        const double part = area(c);
        *total += part;
        for (int x = 0; x < 3; x++) {
            for (int y = x; y < 3; y++) {
                const double sx = c[0][x] + c[1][x] + c[2][x], sy = c[0][y] + c[1][y] + c[2][y];
                P[x][y] += part / 12 * (c[0][x] * c[0][y] + c[1][x] * c[1][y] + c[2][x] * c[2][y] + sx * sy);
            }
        }
    }
    write_tensor(P, unit);
}

/* Measures the surface, on which the mass lies. */
static cdy_status measure_shell(cdy_mjcf *m, cdy_mjcf_mesh *mesh, const surface *s)
{
    find_surface_center(s, mesh->center);
    sum_shell(s, mesh->center, &mesh->volume, mesh->unit);
    mesh->measured = mesh->volume > 0;
    return mesh->measured ? CDY_OK
                          : cdy_fault(m->r, CDY_RULE_INERTIA_NOT_PHYSICAL, mesh->element->at,
                                      "the mesh '%.80s' has no surface; expected the body's <inertial>", mesh->name);
}

static cdy_status measure(cdy_mjcf *m, cdy_mjcf_mesh *mesh, const cdy_mesh *triangles, const char *way)
{
    double from[3];
    const surface s = {cdy_mesh_vertices(triangles), cdy_mesh_triangles(triangles), cdy_mesh_triangle_count(triangles),
                       mesh, strcmp(way, "legacy") == 0};
    if (strcmp(way, "shell") == 0) {
        return measure_shell(m, mesh, &s);
    }
    find_surface_center(&s, from);
    sum_volume(&s, from, &mesh->volume, mesh->center);
    if (!(mesh->volume > 0)) {
        return cdy_fault(m->r, CDY_RULE_INERTIA_NOT_PHYSICAL, mesh->element->at,
                         "the mesh '%.80s' encloses no volume; expected the body's <inertial>", mesh->name);
    }
    sum_inertia(&s, mesh->center, &mesh->volume, mesh->unit);
    mesh->measured = true;
    return CDY_OK;
}

/* Takes the next number of an attribute; false at its end. Anything else is *bad. */
static bool next_number(const char **p, double *number, bool *bad)
{
    cdy_number_status problem;
    *p += strspn(*p, " \t\r\n");
    if (**p == '\0') {
        return false;
    }
    const char *end = cdy_scan_number(*p, *p + strlen(*p), number, &problem);
    *bad = *bad || end == *p || (*end != '\0' && !strchr(" \t\r\n", *end));
    *p = end;
    return !*bad;
}

/* Reads the vertices that the robot file has. */
static bool read_vertices(const char *text, cdy_mesh *made, bool *bad)
{
    double xyz[3];
    int count = 0;
    while (next_number(&text, &xyz[count % 3], bad)) {
        *bad = *bad || !cdy_is_coordinate(xyz[count % 3]);
        if (++count % 3 == 0 && !cdy_mesh_add_vertex(made, xyz)) {
            return false;
        }
    }
    *bad = *bad || count % 3 != 0;
    return true;
}

/* Reads its triangles. */
static bool read_faces(const char *text, cdy_mesh *made, bool *bad)
{
    double number;
    int corners[3], count = 0;
    while (next_number(&text, &number, bad)) {
        *bad = *bad || !(number >= 0 && number < (double)made->vertex_count && number == floor(number));
        corners[count % 3] = *bad ? 0 : (int)number;
        if (++count % 3 == 0 && !*bad && !cdy_mesh_add_triangle(made, corners[0], corners[1], corners[2])) {
            return false;
        }
    }
    *bad = *bad || count % 3 != 0;
    return true;
}

bool cdy_mjcf_has_inline_mesh(cdy_mjcf *m, const char *vertices, const char *faces)
{
    bool bad = false;
    cdy_mesh *made = cdy_allocate(1, sizeof *made);
    m->r->out_of_memory =
        m->r->out_of_memory || !made || !read_vertices(vertices, made, &bad) || !read_faces(faces, made, &bad);
    const bool has_volume = made && !bad && made->vertex_count > 3;
    cdy_mesh_destroy(made);
    return has_volume;
}

/* Reads a mesh whose vertices are in the robot file; without faces it is their hull. */
static cdy_status read_inline(cdy_mjcf *m, const cdy_mjcf_mesh *mesh, const cdy_element *e, cdy_mesh **triangles)
{
    const char *vertices = cdy_mjcf_text(m, mesh->element, mesh->class_number, "vertex", NULL);
    const char *faces = cdy_mjcf_text(m, mesh->element, mesh->class_number, "face", NULL);
    cdy_error fault = {0};
    bool bad = false;
    if (!vertices) {
        return cdy_fault(m->r, CDY_RULE_INERTIA_MISSING, e->at,
                         "the mass of this geom depends on mesh '%.80s', which has neither file nor vertices; expected "
                         "the body's <inertial>",
                         mesh->name);
    }
    cdy_mesh *made = cdy_allocate(1, sizeof *made);
    *triangles = made;
    if (!made || !read_vertices(vertices, made, &bad) || (faces && !read_faces(faces, made, &bad))) {
        return cdy_fail_memory(m->r->error);
    }
    if (bad) {
        return cdy_fault(m->r, CDY_RULE_NUMBER, mesh->element->at,
                         "vertex or face of mesh '%.80s' is no list of threes; expected x y z, and numbers of vertices",
                         mesh->name);
    }
    if (faces) {
        return CDY_OK;
    }
    for (int i = 2; i < (int)made->vertex_count; i++) { /* so that every point is a corner */
        if (!cdy_mesh_add_triangle(made, i - 2, i - 1, i)) {
            return cdy_fail_memory(m->r->error);
        }
    }
    const cdy_status status = cdy_mesh_convex_hull(made, triangles, &fault);
    cdy_mesh_destroy(made);
    if (status == CDY_ERROR_MEMORY) {
        return cdy_fail_memory(m->r->error);
    }
    return status ? cdy_fault(m->r, CDY_RULE_MESH_NOT_FOUND, mesh->element->at,
                              "the mass of a geom depends on mesh '%.80s': %s", mesh->name, fault.text)
                  : CDY_OK;
}

static cdy_status load(cdy_mjcf *m, cdy_mjcf_mesh *mesh, const cdy_element *e, cdy_mesh **triangles)
{
    cdy_error fault = {0};
    const char *path = NULL;
    if (!mesh->file) {
        return read_inline(m, mesh, e, triangles);
    }
    cdy_status status = cdy_locate_beside(m->r, mesh->file, mesh->element->at, &path);
    if (status) {
        return status;
    }
    status = cdy_mesh_load(path, m->mesh_bytes, triangles, &fault);
    if (status == CDY_ERROR_MEMORY) {
        return cdy_fail_memory(m->r->error);
    }
    return status ? cdy_fault(m->r, CDY_RULE_MESH_NOT_FOUND, mesh->element->at,
                              "the mass of a geom depends on mesh '%.80s': %s", mesh->name, fault.text)
                  : CDY_OK;
}

/* "shell" takes the surface, "convex" the hull, "exact" the volume with its sign, and "legacy", the usual one, each
 * part of it as positive.
 */
cdy_status cdy_mjcf_measure(cdy_mjcf *m, cdy_mjcf_mesh *mesh, const cdy_element *e)
{
    const char *way = cdy_mjcf_text(m, mesh->element, mesh->class_number, "inertia", "legacy");
    static const char *const ways[] = {"legacy", "exact", "convex", "shell"};
    cdy_mesh *triangles = NULL, *hull = NULL;
    if (!cdy_is_among(way, sizeof ways / sizeof *ways, ways)) {
        return cdy_fault(m->r, CDY_RULE_NUMBER, cdy_mjcf_find(m, mesh->element, mesh->class_number, "inertia")->at,
                         "<mesh> inertia '%.80s' is unknown; expected legacy, exact, convex or shell", way);
    }
    if (mesh->measured || mesh->failed) {
        return mesh->failed ? CDY_ERROR_ROBOT : CDY_OK;
    }
    cdy_status status = load(m, mesh, e, &triangles);
    if (!status && strcmp(way, "convex") == 0) {
        status = cdy_mesh_convex_hull(triangles, &hull, m->r->error);
    }
    if (!status) {
        status = measure(m, mesh, hull ? hull : triangles, way);
    }
    const size_t bytes = triangles ? 36 * cdy_mesh_triangle_count(triangles) : m->mesh_bytes / 2;
    m->mesh_bytes -= bytes < m->mesh_bytes ? bytes : m->mesh_bytes - 1;
    mesh->failed = status != CDY_OK;
    cdy_mesh_destroy(hull);
    cdy_mesh_destroy(triangles);
    return status;
}
