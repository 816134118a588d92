/* Meshes: readers of STL and OBJ, volumes and inertias, tightness, convex hulls. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/folder.h"
#include "support/solids.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const double edges[3] = {0.2, 0.3, 0.5}, at[3] = {1, -2, 0.25};

typedef char *writer(solid_mesh mesh, size_t *size);

static const struct {
    const char *name;
    writer *write;
} formats[] = {{"part.stl", write_binary_stl}, {"text.STL", write_text_stl}, {"part.obj", write_obj}};

enum { FORMATS = sizeof formats / sizeof *formats };

static cdy_mesh *read_mesh(solid_mesh solid, int format)
{
    size_t size;
    char *bytes = formats[format].write(solid, &size);
    cdy_mesh *mesh = NULL;
    cdy_error error = {0};
    ck_assert_ok(cdy_mesh_from_bytes(bytes, size, formats[format].name, &mesh, &error), error);
    ck_assert_uint_eq(cdy_mesh_triangle_count(mesh), solid.count);
    free(bytes);
    return mesh;
}

static cdy_mesh_properties measure(const cdy_mesh *mesh, const double scale[3])
{
    cdy_mesh_properties p;
    cdy_error error = {0};
    ck_assert_ok(cdy_mesh_measure(mesh, scale, &p, &error), error);
    return p;
}

/* A box a x b x c has the volume a b c and the inertia V (b^2 + c^2) / 12 and so on. */
static void check_box(const cdy_mesh_properties *p, const double e[3], const double corner[3])
{
    const double V = e[0] * e[1] * e[2], x = e[0] * e[0], y = e[1] * e[1], z = e[2] * e[2];
    const double I[6] = {V * (y + z) / 12, 0, 0, V * (x + z) / 12, 0, V * (x + y) / 12};
    ck_assert_double_eq_tol(p->volume, V, 1e-6 * V);
    for (int k = 0; k < 3; k++) {
        ck_assert_double_eq_tol(p->lower[k], corner[k], 1e-6);
        ck_assert_double_eq_tol(p->upper[k], corner[k] + e[k], 1e-6);
        ck_assert_double_eq_tol(p->center[k], corner[k] + e[k] / 2, 1e-6);
    }
    ck_assert_near(p->inertia, I, 6, 1e-6 * I[0]);
}

START_TEST(a_box_is_measured_in_every_format)
{
    solid_mesh box = make_box_mesh(edges, at);
    cdy_mesh *mesh = read_mesh(box, _i);
    const cdy_mesh_properties p = measure(mesh, NULL);
    ck_assert(p.watertight);
    check_box(&p, edges, at);
    cdy_mesh_destroy(mesh);
    free(box.corners);
}
END_TEST

/* Factors scale the mesh; a mirrored mesh is a solid, too. */
START_TEST(scaled_and_mirrored_boxes_are_boxes)
{
    solid_mesh box = make_box_mesh(edges, at);
    cdy_mesh *mesh = read_mesh(box, 0);
    const cdy_mesh_properties p = measure(mesh, (double[3]){-2, 1, 0.001});
    check_box(&p, (double[3]){0.4, 0.3, 0.0005}, (double[3]){-2.4, -2, 0.00025});
    cdy_mesh_properties none;
    cdy_error error = {0};
    ck_assert_fails(cdy_mesh_measure(mesh, (double[3]){1, 0, 1}, &none, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_mesh_measure(mesh, (double[3]){1, (double)NAN, 1}, &none, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_mesh_measure(NULL, NULL, &none, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_mesh_measure(mesh, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_mesh_destroy(mesh);
    free(box.corners);
}
END_TEST

/* The volume of a sphere of n triangles comes near 4/3 pi r^3 as 1/n. */
START_TEST(finer_spheres_come_nearer_to_the_sphere)
{
    const double r = 0.3, V = 4.0 / 3 * 3.14159265358979323846 * r * r * r;
    double before = 1;
    for (int rounds = 2; rounds <= 5; rounds++) {
        solid_mesh sphere = make_sphere_mesh(r, rounds);
        cdy_mesh *mesh = read_mesh(sphere, 0);
        const cdy_mesh_properties p = measure(mesh, NULL);
        const double error = fabs(1 - p.volume / V);
        ck_assert(p.watertight);
        ck_assert_msg(error < 0.3 * before && error > 0.2 * before * (rounds > 2), "%g after %g", error, before);
        ck_assert_double_eq_tol(p.inertia[0] / p.inertia[5], 1, 1e-3);
        ck_assert_double_eq_tol(p.inertia[5] / (0.4 * p.volume * r * r), 1, 2 * error);
        before = error;
        cdy_mesh_destroy(mesh);
        free(sphere.corners);
    }
}
END_TEST

/* Each fault opens a box: a side is missing, one is inside out, one is doubled. */
START_TEST(open_meshes_are_seen)
{
    for (int fault = 0; fault < 3; fault++) {
        solid_mesh box = make_box_mesh(edges, at);
        if (fault == 0) {
            box.count--;
        } else if (fault == 1) {
            for (int k = 0; k < 3; k++) {
                const float other = box.corners[k];
                box.corners[k] = box.corners[3 + k];
                box.corners[3 + k] = other;
            }
        } else {
            memcpy(box.corners, box.corners + 9, 9 * sizeof *box.corners);
        }
        cdy_mesh *mesh = read_mesh(box, 0), *hull = NULL;
        ck_assert(!measure(mesh, NULL).watertight);
        cdy_error error = {0};
        ck_assert_ok(cdy_mesh_convex_hull(mesh, &hull, &error), error);
        const cdy_mesh_properties p = measure(hull, NULL);
        ck_assert(p.watertight);
        check_box(&p, edges, at);
        cdy_mesh_destroy(hull);
        cdy_mesh_destroy(mesh);
        free(box.corners);
    }
}
END_TEST

/* An OBJ file with an extruded concave polygon, an L: its volume is the volume of the L. */
START_TEST(polygons_count_as_what_they_enclose)
{
    static const char text[] = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n"
                               "v 0 0 3\nv 2 0 3\nv 2 1 3\nv 1 1 3\nv 1 2 3\nv 0 2 3\n"
                               "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\n"
                               "f 5 6 12 11\nf 6 1 7 12\nvn 0 0 1\ns off\n";
    cdy_mesh *mesh = NULL;
    cdy_error error = {0};
    ck_assert_ok(cdy_mesh_from_bytes(text, strlen(text), "l.obj", &mesh, &error), error);
    const cdy_mesh_properties p = measure(mesh, NULL);
    ck_assert(p.watertight);
    ck_assert_double_eq_tol(p.volume, 9, 1e-12);
    const double center[3] = {2.5 / 3, 2.5 / 3, 1.5};
    ck_assert_near(p.center, center, 3, 1e-12);
    cdy_mesh_destroy(mesh);
}
END_TEST

/* The area of all triangles of a mesh, and of them in the direction z, where each counts with its sign. */
static void add_areas(const cdy_mesh *mesh, double *whole, double *upward)
{
    const double *vertices = cdy_mesh_vertices(mesh);
    *whole = *upward = 0;
    for (size_t t = 0; t < cdy_mesh_triangle_count(mesh); t++) {
        const int *corner = cdy_mesh_triangles(mesh) + 3 * t;
        const double *a = vertices + 3 * corner[0], *b = vertices + 3 * corner[1], *c = vertices + 3 * corner[2];
        double n[3];
        for (int k = 0; k < 3; k++) {
            const int u = (k + 1) % 3, v = (k + 2) % 3;
            n[k] = (b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]);
        }
        *whole += sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
        *upward += n[2] / 2;
    }
}

/* Polygons that a fan around their first corner leaves, and their areas. */
static const struct {
    const char *corners; /* x y, counterclockwise */
    double area;
    size_t count;
} outlines[] = {
    {"-2 -1 0 0 2 -1 0 3", 6, 4},                                                /* an arrow head */
    {"3 0 3 3 2 3 2 1 1 1 1 3 0 3 0 0", 7, 8},                                   /* a U */
    {"0 0 4 0 4 3 1 3 1 2 3 2 3 1 0 1", 8, 8},                                   /* a hook */
    {"0 0 4 0 4 4 0 4 0 0 1 1 1 3 3 3 3 1 1 1", 12, 10},                         /* a hole, by a bridge */
    {"1 0 2 0 3 0 3 1 3 2 2 2 2 1 1 1 1 2 0 2 0 1 0 0", 5, 12},                  /* a U with straight corners */
    {"4 1 4 4 3 3 3 4 2 3 2 4 1 3 1 4 0 3 0 0 1 1 1 0 2 1 2 0 3 1 3 0", 12, 16}, /* a saw */
    {"3 2 2 2 2 3 4 3 4 1 1 1 1 4 5 4 5 0 6 0 6 5 0 5 0 0 4 0 4 0.5 5 0.5 5 2 4 2 4 1.5 3 1.5", 0, 0}, /* edges cross */
};

/* Writes an outline as a face of OBJ: turned up, over, or tilted to a slope of 1, with corners a little off its plane.
 */
static cdy_mesh *read_outline(int which, bool reversed, double slope, double off)
{
    char text[2048];
    const char *next = outlines[which].corners;
    char *end;
    int used = 0, count = 0;
    for (double x = strtod(next, &end); end != next; x = strtod(next, &end)) {
        const double y = strtod(end, &end);
        next = end;
        used += snprintf(text + used, sizeof text - (size_t)used, "v %.17g %.17g %.17g\n", x, y,
                         slope * x + (count++ % 2 ? off : -off));
    }
    used += snprintf(text + used, sizeof text - (size_t)used, "f");
    for (int i = 0; i < count; i++) {
        used += snprintf(text + used, sizeof text - (size_t)used, " %d", reversed ? count - i : i + 1);
    }
    cdy_mesh *mesh = NULL;
    cdy_error error = {0};
    ck_assert_ok(cdy_mesh_from_bytes(text, strlen(text), "outline.obj", &mesh, &error), error);
    ck_assert_uint_eq(cdy_mesh_triangle_count(mesh), (size_t)count - 2);
    return mesh;
}

START_TEST(triangles_of_polygons_do_not_overlap)
{
    for (int variant = 0; variant < 6; variant++) {
        const bool reversed = variant % 2;
        const double slope = variant / 2 == 1, off = variant / 2 == 2 ? 1e-4 : 0;
        double whole, upward;
        cdy_mesh *mesh = read_outline(_i, reversed, slope, off);
        add_areas(mesh, &whole, &upward);
        if (outlines[_i].area > 0) {
            ck_assert_double_eq_tol(whole, outlines[_i].area * sqrt(1 + slope * slope), off > 0 ? 1e-5 : 1e-12);
            ck_assert_double_eq_tol(upward, reversed ? -outlines[_i].area : outlines[_i].area, 1e-12);
        }
        cdy_mesh_destroy(mesh);
    }
}
END_TEST

/* Polygons without a plane stay fans: all corners in a line, or at one place. */
START_TEST(polygons_without_a_plane_are_fans)
{
    static const char *const texts[] = {"v 0 0 0\nv 1 1 1\nv 3 3 3\nv 2 2 2\nf 1 2 3 4\n",
                                        "v 1 2 3\nv 1 2 3\nv 1 2 3\nv 1 2 3\nf 1 2 3 4\n"};
    static const int fan[6] = {0, 1, 2, 0, 2, 3};
    cdy_mesh *mesh = NULL;
    cdy_error error = {0};
    ck_assert_ok(cdy_mesh_from_bytes(texts[_i], strlen(texts[_i]), "line.obj", &mesh, &error), error);
    ck_assert_uint_eq(cdy_mesh_triangle_count(mesh), 2);
    ck_assert_mem_eq(cdy_mesh_triangles(mesh), fan, sizeof fan);
    cdy_mesh_destroy(mesh);
}
END_TEST

/* Writes a comb with so many teeth as one face: half of its corners are reflex. */
static char *write_comb(int teeth)
{
    char *text = calloc((size_t)teeth + 1, 160), *end = text;
    ck_assert_ptr_nonnull(text);
    for (int i = 0; i < teeth; i++) {
        end += sprintf(end, "v %d 0 0\nv %d 9 0\n", 2 * i, 2 * i + 1);
    }
    end += sprintf(end, "v %d 0 0\nv 0 -1 0\nf", 2 * teeth);
    for (int i = 2 * teeth + 2; i > 0; i--) {
        end += sprintf(end, " %d", i);
    }
    return text;
}

/* The work on a polygon is bounded: one of thousands of corners is read, one of ever more is refused. */
START_TEST(polygons_of_too_many_corners_are_refused)
{
    cdy_mesh *mesh = NULL;
    cdy_error error = {0};
    char *text = write_comb(700);
    ck_assert_ok(cdy_mesh_from_bytes(text, strlen(text), "comb.obj", &mesh, &error), error);
    double whole, upward;
    add_areas(mesh, &whole, &upward);
    ck_assert_double_eq_tol(whole, 700 * 9 + 700, 1e-9);
    cdy_mesh_destroy(mesh);
    free(text);
    text = write_comb(20000);
    ck_assert_fails(cdy_mesh_from_bytes(text, strlen(text), "comb.obj", &mesh, &error), CDY_ERROR_ROBOT, error);
    ck_assert_int_eq(error.line, 40003);
    ck_assert_msg(strstr(error.text, "the face of 40002 corners is not convex and has too many corners; expected "
                                     "triangles"),
                  "%s", error.text);
    free(text);
}
END_TEST

/* The hull of random points encloses them all, is tight, and is its own hull. */
START_TEST(hulls_enclose_their_points)
{
    uint64_t seed = (uint64_t)_i + 1;
    char text[200 * 64];
    size_t used = 0;
    for (int i = 0; i < 150; i++) { /* some on a grid, so that many lie in a plane */
        double x[3];
        draw_array(&seed, 1, x, 3);
        for (int k = 0; k < 3; k++) {
            x[k] = _i % 2 ? round(3 * x[k]) : x[k];
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "v %.17g %.17g %.17g\n", x[0], x[1], x[2]);
        used += i % 3 == 2 ? (size_t)snprintf(text + used, sizeof text - used, "f -3 -2 -1\n") : 0;
    }
    cdy_mesh *mesh = NULL, *hull = NULL, *again = NULL;
    cdy_error error = {0};
    ck_assert_ok(cdy_mesh_from_bytes(text, used, "points.obj", &mesh, &error), error);
    ck_assert_ok(cdy_mesh_convex_hull(mesh, &hull, &error), error);
    ck_assert_ok(cdy_mesh_convex_hull(hull, &again, &error), error);
    const cdy_mesh_properties p = measure(hull, NULL), q = measure(again, NULL);
    ck_assert(p.watertight && p.volume > 0);
    ck_assert_double_eq_tol(p.volume, q.volume, 1e-12 * p.volume);
    for (size_t t = 0; t < cdy_mesh_triangle_count(hull); t++) {
        const int *v = cdy_mesh_triangles(hull) + 3 * t;
        const double *a = cdy_mesh_vertices(hull) + 3 * v[0], *b = cdy_mesh_vertices(hull) + 3 * v[1],
                     *c = cdy_mesh_vertices(hull) + 3 * v[2];
        for (size_t i = 0; i < cdy_mesh_vertex_count(mesh); i++) {
            const double *x = cdy_mesh_vertices(mesh) + 3 * i;
            const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, w[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]},
                         d[3] = {x[0] - a[0], x[1] - a[1], x[2] - a[2]};
            const double outside = d[0] * (u[1] * w[2] - u[2] * w[1]) + d[1] * (u[2] * w[0] - u[0] * w[2]) +
                                   d[2] * (u[0] * w[1] - u[1] * w[0]);
            ck_assert_msg(outside <= 1e-8, "point %zu is outside triangle %zu by %g", i, t, outside);
        }
    }
    cdy_mesh_destroy(again);
    cdy_mesh_destroy(hull);
    cdy_mesh_destroy(mesh);
}
END_TEST

/* Points off a plane by parts in 1e10, where rounding decides which faces a point sees: some of the points would see
 * two regions that touch in a corner. The hull stays closed. */
START_TEST(hulls_of_nearly_flat_points_are_closed)
{
    static const double points[2][14][3] = {{{4.4123863698251027, -0.72859215160585378, 0.29552020611495577},
                                             {-1.1820808266453582, 3.8213459565024239, 0.64606110747039613},
                                             {-6.2542834789347275, 3.2990814123213319, 0.034387933989258983},
                                             {4.8454583147696173, 4.6391307073448553, 1.4123719739737319},
                                             {2.274969054054139, 2.7972335982352305, -0.17475176848056295},
                                             {1.9794488473927996, 3.7525700873608367, 0.94845890276667477},
                                             {2.8660094673768182, 0.88656061998401858, 0.46391307045836461},
                                             {-4.1856420323053509, -3.3882740115579097, -1.0962190052370882}},
                                            {{0.70020431485052947, -0.77519863182809834, -5.1683962474096201e-10},
                                             {0.12435443436320703, -0.84127462523017593, 3.2166182263522206e-10},
                                             {0.09453818321184948, -0.58376402844959463, 4.8414935373544227e-11},
                                             {-0.013052565516750381, 0.22282600992101176, -0.56881492534237643},
                                             {-0.42971966340649614, 0.93659517828803662, -2.4105618724918066e-10},
                                             {0.25798463079006506, 0.49695907898875658, -1.3543628426169161e-10},
                                             {0.56372029035811377, -0.12343196158200809, -2.6727689855684179e-10},
                                             {-0.39443485121885891, 0.1706081498664116, -7.578142199570192e-11},
                                             {-0.75720816164344451, 0.70599522987695829, 5.5438627541596301e-10},
                                             {0.048665132400744771, -0.57121624459210985, 1.0697401877941703e-10},
                                             {-0.38307800771710498, -0.72713133806912911, 2.319949609076607e-10},
                                             {0.11536618691199707, 0.17264638351515926, -3.4059622598201195e-10},
                                             {0.72345609384770437, 0.40995309907871325, -3.2318564329026646e-11},
                                             {-0.54831806257905691, 0.92881956970649093, 4.1836267132297674e-10}}};
    char text[14 * 96];
    const int count = _i ? 14 : 8;
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        const double *x = points[_i][i];
        used += (size_t)snprintf(text + used, sizeof text - used, "v %.17g %.17g %.17g\n", x[0], x[1], x[2]);
        used += i >= 2 ? (size_t)snprintf(text + used, sizeof text - used, "f -3 -2 -1\n") : 0;
    }
    cdy_mesh *mesh = NULL, *hull = NULL;
    cdy_error error = {0};
    ck_assert_ok(cdy_mesh_from_bytes(text, used, "points.obj", &mesh, &error), error);
    ck_assert_ok(cdy_mesh_convex_hull(mesh, &hull, &error), error);
    const cdy_mesh_properties p = measure(hull, NULL);
    ck_assert(p.watertight && p.volume > 0);
    cdy_mesh_destroy(hull);
    cdy_mesh_destroy(mesh);
}
END_TEST

START_TEST(flat_meshes_have_no_hull)
{
    static const char *const flat[] = {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n",
                                       "v 0 0 0\nv 1 1 1\nv 2 2 2\nf 1 2 3\n", "v 1 2 3\nf 1 1 1\n"};
    for (size_t i = 0; i < sizeof flat / sizeof *flat; i++) {
        cdy_mesh *mesh = NULL, *hull = NULL;
        cdy_error error = {0};
        ck_assert_ok(cdy_mesh_from_bytes(flat[i], strlen(flat[i]), "flat.obj", &mesh, &error), error);
        const cdy_mesh_properties p = measure(mesh, NULL);
        ck_assert(!p.watertight && fabs(p.volume) < 1e-300);
        ck_assert_fails(cdy_mesh_convex_hull(mesh, &hull, &error), CDY_ERROR_NUMERIC, error);
        ck_assert_ptr_null(hull);
        ck_assert_fails(cdy_mesh_convex_hull(NULL, &hull, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_fails(cdy_mesh_convex_hull(mesh, NULL, &error), CDY_ERROR_ARGUMENT, error);
        cdy_mesh_destroy(mesh);
    }
}
END_TEST

/* Makes the hull of points that are given as the text of an OBJ file; NULL where they lie in a plane. */
static cdy_mesh *hull_of(const char *text)
{
    cdy_mesh *mesh = NULL, *hull = NULL;
    cdy_error error = {0};
    ck_assert_ok(cdy_mesh_from_bytes(text, strlen(text), "points.obj", &mesh, &error), error);
    const cdy_status status = cdy_mesh_convex_hull(mesh, &hull, &error);
    ck_assert(status == CDY_OK || (status == CDY_ERROR_NUMERIC && !hull));
    cdy_mesh_destroy(mesh);
    return hull;
}

/* A solid is thicker than 1e-10 of its longest extent, in every unit and wherever it lies: a tetrahedron over a
 * triangle of the area 1/2, and its height. */
START_TEST(solids_are_thicker_than_rounding)
{
    static const double units[] = {1e-9, 1e-3, 1, 1e6};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        for (int thick = 0; thick < 2; thick++) {
            const double u = units[i], height = 2 * (thick ? 1.004e-10 : 0.996e-10) * u;
            char text[512];
            snprintf(text, sizeof text,
                     "v 0 0 0\nv %.17g 0 0\nv %.17g %.17g 0\nv %.17g %.17g %.17g\nf 1 2 3\nf 2 3 4\n", 2 * u, u,
                     0.5 * u, u, 0.2 * u, height);
            cdy_mesh *hull = hull_of(text);
            ck_assert_msg((hull != NULL) == thick, "%g of the size %g", height, 2 * u);
            if (hull) {
                ck_assert_double_eq_tol(measure(hull, NULL).volume / (height * u * u / 6), 1, 1e-5);
            }
            cdy_mesh_destroy(hull);
        }
    }
}
END_TEST

/* Needles: many points on one edge of a tetrahedron, which are no corners of its hull. None of them spans a plane with
 * the edge, so that the first face takes one of the two points beside it. */
START_TEST(hulls_of_needles_have_four_corners)
{
    static const double directions[][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 2, -1}, {-3, 1, 2}, {2, -1, 5}};
    static const double lengths[] = {1e-6, 1, 1e5};
    enum { POINTS = 17 };
    for (int k = 0; k < 6 * 3; k++) {
        const double *d = directions[k % 6], length = lengths[k / 6];
        char text[(POINTS + 2) * 128];
        size_t used = 0;
        for (int i = 0; i < POINTS + 2; i++) {
            double x[3];
            for (int c = 0; c < 3; c++) { /* sums of few bits, which are exact */
                const double along = i < POINTS ? i / 16.0 : 0.5, beside = i < POINTS ? 0 : 1.0 / 64;
                x[c] = length * (3 + 4 * c + along * d[c] +
                                 beside * (c == (i == POINTS ? 1 : 2) ? 1
                                           : c == 0                   ? 0.5
                                                                      : 0.25));
            }
            used += (size_t)snprintf(text + used, sizeof text - used, "v %.17g %.17g %.17g\n", x[0], x[1], x[2]);
            used += i >= 2 ? (size_t)snprintf(text + used, sizeof text - used, "f -3 -2 -1\n") : 0;
        }
        cdy_mesh *hull = hull_of(text);
        ck_assert_ptr_nonnull(hull);
        const cdy_mesh_properties p = measure(hull, NULL);
        ck_assert(p.watertight && p.volume > 0);
        ck_assert_uint_eq(cdy_mesh_triangle_count(hull), 4);
        ck_assert_uint_eq(cdy_mesh_vertex_count(hull), 4);
        cdy_mesh_destroy(hull);
    }
}
END_TEST

/* Reads a mesh with one coordinate of this text, as OBJ or as STL. */
static cdy_status read_coordinate(const char *number, bool as_obj, cdy_mesh **mesh, cdy_error *error)
{
    char text[256];
    if (as_obj) {
        snprintf(text, sizeof text, "v 0 0 0\nv %s 0 0\nv 0 1 0\nf 1 2 3\n", number);
    } else {
        snprintf(text, sizeof text,
                 "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 %s\nvertex 0 1 0\nendloop "
                 "endfacet\nendsolid x\n",
                 number);
    }
    return cdy_mesh_from_bytes(text, strlen(text), as_obj ? "x.obj" : "x.stl", mesh, error);
}

/* Coordinates and factors are 1e30 at most. */
START_TEST(numbers_are_1e30_at_most)
{
    static const char *const most[] = {"1e30", "-1e30"}, *const too_large[] = {"1.004e30", "-1.004e30"};
    for (int i = 0; i < 4; i++) {
        cdy_mesh *mesh = NULL;
        cdy_mesh_properties p;
        cdy_error error = {0};
        ck_assert_fails(read_coordinate(too_large[i % 2], i < 2, &mesh, &error), CDY_ERROR_ROBOT, error);
        ck_assert_ptr_null(mesh);
        ck_assert_ok(read_coordinate(most[i % 2], i < 2, &mesh, &error), error);
        for (int k = 0; k < 3; k++) {
            double factors[3] = {1e-30, 1e-30, 1e-30};
            factors[k] = i % 2 ? -1e30 : 1e30;
            ck_assert_ok(cdy_mesh_measure(mesh, factors, &p, &error), error);
            factors[k] *= 1.004;
            ck_assert_fails(cdy_mesh_measure(mesh, factors, &p, &error), CDY_ERROR_ARGUMENT, error);
        }
        cdy_mesh_destroy(mesh);
    }
}
END_TEST

/* A tetrahedron in Collada, in centimeters and z up, in a node that moves it by 2 m. */
static const char collada[] =
    "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'>"
    "<asset><unit name='cm' meter='0.01'/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id='g'><mesh>"
    "<source id='p'><float_array id='a' count='12'>0 0 0 100 0 0 0 100 0 0 0 100</float_array><technique_common>"
    "<accessor source='#a' count='4' stride='3'><param name='X' type='float'/><param name='Y' type='float'/>"
    "<param name='Z' type='float'/></accessor></technique_common></source><vertices id='v'><input "
    "semantic='POSITION' source='#p'/></vertices><triangles count='4'><input semantic='VERTEX' source='#v' "
    "offset='0'/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh></geometry></library_geometries>"
    "<library_visual_scenes><visual_scene id='s'><node id='n'><translate>200 0 0</translate><instance_geometry "
    "url='#g'/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene "
    "url='#s'/></scene></COLLADA>";

/* Loads a text that is expected to be a mesh. */
static cdy_mesh *load_collada(const char *text)
{
    cdy_mesh *mesh = NULL;
    cdy_error error = {0};
    ck_assert_ok(cdy_mesh_from_bytes(text, strlen(text), "t.dae", &mesh, &error), error);
    return mesh;
}

START_TEST(collada_is_read)
{
    cdy_error error = {0};
    cdy_mesh *mesh = load_collada(collada);
    const cdy_mesh_properties p = measure(mesh, NULL);
    ck_assert(p.watertight);
    ck_assert_double_eq_tol(p.volume, 1.0 / 6, 1e-12);
    ck_assert_near(p.center, ((double[3]){2.25, 0.25, 0.25}), 3, 1e-12);
    cdy_mesh_destroy(mesh);
    ck_assert_fails(cdy_mesh_from_bytes("<COLLADA>", 9, "t.dae", &mesh, &error), CDY_ERROR_ROBOT, error);
}
END_TEST

/* The sample with a piece of its text in other words; the caller frees it. */
static char *say_otherwise(const char *piece, const char *other)
{
    const char *place = strstr(collada, piece);
    const size_t size = sizeof collada + strlen(other);
    char *text = malloc(size);
    ck_assert_ptr_nonnull(place);
    snprintf(text, size, "%.*s%s%s", (int)(place - collada), collada, other, place + strlen(piece));
    return text;
}

static const char triangles[] = "<triangles count='4'><input semantic='VERTEX' source='#v' offset='0'/>"
                                "<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>";

/* An arrow head of 6 cm2, not convex, in each kind of list of polygons. */
START_TEST(polygons_of_collada_do_not_overlap)
{
    static const char *const lists[] = {
        "<polylist count='1'><input semantic='VERTEX' source='#v' offset='0'/><vcount>4</vcount><p>0 1 2 "
        "3</p></polylist>",
        "<polygons count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2 3</p></polygons>"};
    static const char numbers[] = "0 0 0 100 0 0 0 100 0 0 0 100", arrow[] = "-2 -1 0 0 0 0 2 -1 0 0 3 0   ";
    double whole, upward;
    char *text = say_otherwise(triangles, lists[_i]);
    memcpy(strstr(text, numbers), arrow, sizeof arrow - 1);
    cdy_mesh *mesh = load_collada(text);
    add_areas(mesh, &whole, &upward);
    ck_assert_double_eq_tol(whole, 6e-4, 1e-12);
    ck_assert_double_eq_tol(upward, 6e-4, 1e-12);
    cdy_mesh_destroy(mesh);
    free(text);
}
END_TEST

/* The same tetrahedron, or a square pyramid, by each kind of list, and the ways to say where corners are. */
START_TEST(collada_has_many_ways_to_say_the_same)
{
#define VERTEX "<input semantic='VERTEX' source='#v' offset='0'/>"
    static const struct {
        const char *piece, *other;
    } cases[] = {
        {triangles,
         "<triangles>" VERTEX "<p>0 2 1 0 1 3</p></triangles><triangles>" VERTEX "<p>0 3 2 1 2 3</p></triangles>"},
        {triangles, "<polylist count='4'>" VERTEX "<vcount>3 3 3 3</vcount><p>0 2 1 0 1 3 0 3 2 1 2 3</p></polylist>"},
        {triangles, "<polygons count='4'>" VERTEX "<p>0 2 1</p><p>0 1 3</p><p>0 3 2</p><p>1 2 3</p></polygons>"},
        {triangles,
         "<trifans count='1'>" VERTEX "<p>0 2 1 3 2</p></trifans><triangles>" VERTEX "<p>1 2 3</p></triangles>"},
        {triangles, "<tristrips count='1'>" VERTEX "<p>0 1 3 2 0 1</p></tristrips>"},
        {triangles, "<triangles count='4'><input semantic='NORMAL' source='#p' offset='0'/><input semantic='VERTEX' "
                    "source='#v' offset='2'/><p>9 9 0 9 9 2 9 9 1 9 9 0 9 9 1 9 9 3 9 9 0 9 9 3 9 9 2 9 9 1 9 9 2 9 9 "
                    "3</p></triangles><lines count='1'>" VERTEX "<p>0 1</p></lines>"},
        {"0 0 0 100 0 0 0 100 0 0 0 100</float_array><technique_common><accessor source='#a' count='4' stride='3'>",
         "7 0 0 0 9 1e2 0 0 9 0 100 0 9 0 0 100 9</float_array><technique_common><accessor source='#a' count='4' "
         "stride='4' offset='1'>"},
        {"<param name='X' type='float'/><param name='Y' type='float'/>",
         "<param name='Y' type='float'/><param name='X' type='float'/>"},
        {"<instance_geometry url='#g'/></node>",
         "<node><!-- <skew/> --><scale>2 2 2</scale><scale>0.5 0.5 0.5</scale><rotate>0 0 0 50</rotate>"
         "<instance_geometry url='#g'></instance_geometry></node></node>"},
        {"<instance_geometry url='#g'/>", "<instance_controller url='#c'/>"},
        {"url='#s'/></scene>", "url = \"#s\" ></instance_visual_scene ></scene >"},
        {"<translate>", "<translate> <!-- mm --> "},
        {"</translate>", " <!-- mm --> </translate>"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = say_otherwise(cases[i].piece, cases[i].other);
        char *whole = malloc(strlen(text) + 200);
        const char *scenes = strstr(text, "<library_visual_scenes>");
        sprintf(whole,
                "%.*s<library_controllers><controller id='c'><skin source='#g'/></controller></library_controllers>%s",
                (int)(scenes - text), text, scenes);
        cdy_mesh *mesh = load_collada(whole);
        const cdy_mesh_properties p = measure(mesh, NULL);
        ck_assert_msg(p.watertight, "case %zu", i);
        ck_assert_double_eq_tol(p.volume, 1.0 / 6, 1e-12);
        ck_assert_near(p.center, ((double[3]){2.25, 0.25, 0.25}), 3, 1e-12);
        cdy_mesh_destroy(mesh);
        free(whole);
        free(text);
    }
}
END_TEST

/* What is wrong, and the words that say so. */
START_TEST(collada_that_is_wrong_is_refused)
{
    static const struct {
        const char *piece, *other, *words;
    } cases[] = {
        {"0 2 1 0 1 3", "0 2 1 0 1", "ends within a triangle"},
        {"0 2 1 0 1 3", "0 2 1", "fewer triangles or polygons than its count says"},
        {"0 2 1 0 1 3", "0 2 1 0 1 4", "a position that is not there"},
        {"0 2 1 0 1 3", "0 2 1 0 1 -1", "other things than indices"},
        {"0 2 1 0 1 3", "0 2 1 0 1 4294967296", "a position that is not there"},
        {"0 2 1 0 1 3", "0 2 1 0 1 18446744073709551616", "other things than indices"},
        {"0 2 1 0 1 3", "0 2 1 0 1 x", "other things than indices"},
        {"offset='0'", "offset='4294967295'", "an offset that is no whole number up to 1000"},
        {"offset='0'", "offset='4'", "ends within a corner"},
        {"100 0 0 0 100 0 0 0 100", "100 0 0 0 100 0 0 0", "fewer than their accessor says"},
        {"100 0 0 0 100 0 0 0 100", "100 0 0 0 100 0 0 0 nan", "expected a number in <float_array>, not 'nan'"},
        {"100 0 0 0 100 0 0 0 100", "100 0 0 0 100 0 0 0 1e31", "not finite or larger than 1e30"},
        {"count='4' stride='3'", "count='2147483647' stride='3'", "fewer than their accessor says"},
        {"count='4' stride='3'", "count='4' stride='2'", "fewer than their accessor says"},
        {"count='4' stride='3'", "count='-4' stride='3'", "no accessor with a count"},
        {"source='#a'", "source='#zz'", "no element has the id '#zz'"},
        {"source='#a'", "source='#v'", "expected <float_array>, not 'vertices'"},
        {"source='#p'", "source='p'", "expected '#' and an id of this file, not 'p'"},
        {"semantic='POSITION'", "semantic='NORMAL'", "no <input> for POSITION"},
        {"semantic='VERTEX'", "semantic='NORMAL'", "no <input> for VERTEX"},
        {"url='#g'", "url='other.dae#g'", "not 'other.dae#g'"},
        {"meter='0.01'", "meter='0'", "expected meters a unit above 0, not '0'"},
        {"<translate>200 0 0</translate>", "<translate>200 0</translate>", "expected other numbers in 'translate'"},
        {"<translate>200 0 0</translate>", "<skew>10 1 0 0 0 1 0</skew>", "in a node, not 'skew'"},
        {"<instance_visual_scene url='#s'/>", "", "no <scene> that shows nodes"},
        {"<instance_geometry url='#g'/>", "<instance_node url='#n'/>", "nested deeper than 64"},
        {"<asset>", "<!DOCTYPE a [<!ENTITY b 'c'>]><asset>", "neither a document type nor CDATA"},
        {"</node>", "</knot>", "an end tag is not that of the element that is open"},
        {"id='n'", "id=n", "expected quotes"},
        {"id='n'", "id", "an attribute with a value"},
        {"0 2 1 0 1 3", "0 2 1 <!-- 0 --> 0 1 3", "a comment stands within the text"},
        {"</triangles>",
         "</triangles><polylist count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></polylist>",
         "a <polylist> has no <vcount>"},
        {"</COLLADA>", "", "the file ends in an element"},
        {"</COLLADA>", "</COLLADA><a/>", "one element that holds all others"},
        {"</COLLADA>", "</COLLADA", "an end tag"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_mesh *mesh = NULL;
        cdy_error error = {0};
        char *text = say_otherwise(cases[i].piece, cases[i].other);
        ck_assert_fails(cdy_mesh_from_bytes(text, strlen(text), "t.dae", &mesh, &error), CDY_ERROR_ROBOT, error);
        ck_assert_msg(strstr(error.text, cases[i].words) != NULL, "case %zu: %s", i, error.text);
        free(text);
    }
}
END_TEST

/* Puts each tag on a line of its own; the caller frees the text. */
static char *break_lines(const char *text)
{
    char *lines = malloc(2 * strlen(text) + 1), *out = lines;
    for (const char *p = text; *p; p++) {
        if (*p == '<' && p > text) {
            *out++ = '\n';
        }
        *out++ = *p;
    }
    *out = '\0';
    return lines;
}

/* The line of a fault is that of the number, or of the element, that is wrong. */
START_TEST(collada_faults_have_their_line)
{
    static const struct {
        const char *piece, *other, *place;
    } cases[] = {
        {"0 2 1 0 1 3", "0 2 1 0 1", "<p>"},
        {"0 2 1 0 1 3", "0 2 1 0 1 x", "<p>"},
        {"0 2 1 0 1 3", "0 2 1", "<triangles"},
        {"offset='0'", "offset='4294967295'", "<triangles"},
        {"100 0 0 0 100 0 0 0 100", "100 0 0 0 100 0 0 0 nan", "<float_array"},
        {"100 0 0 0 100 0 0 0 100", "100 0 0 0 100\n\n 0 0 1e31 100", "1e31"},
        {"count='4' stride='3'", "count='4' stride='2'", "<accessor"},
        {"source='#a'", "source='#zz'", "<accessor"},
        {"semantic='VERTEX'", "semantic='NORMAL'", "<triangles"},
        {"url='#g'", "url='other.dae#g'", "<instance_geometry"},
        {"meter='0.01'", "meter='0'", "<unit"},
        {"<translate>200 0 0</translate>", "<translate>200 0</translate>", "<translate"},
        {"<translate>200 0 0</translate>", "<skew>10 1 0 0 0 1 0</skew>", "<skew"},
        {"</node>", "</knot>", "</knot"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_mesh *mesh = NULL;
        cdy_error error = {0};
        int line = 1;
        char *said = say_otherwise(cases[i].piece, cases[i].other), *text = break_lines(said);
        for (const char *p = text, *place = strstr(text, cases[i].place); p < place; p++) {
            line += *p == '\n';
        }
        ck_assert_fails(cdy_mesh_from_bytes(text, strlen(text), "t.dae", &mesh, &error), CDY_ERROR_ROBOT, error);
        ck_assert_msg(error.line == line, "case %zu: line %d, not %d: %s", i, error.line, line, error.text);
        free(said);
        free(text);
    }
}
END_TEST

/* Nodes that use the next one twice each: 2^n copies in a short file. */
static char *write_doubling_nodes(int count)
{
    static const char library[] = "<library_nodes>", scenes[] = "<library_visual_scenes>";
    const char *end = strstr(collada, scenes), *shape = strstr(collada, "<instance_geometry");
    char *text = calloc((size_t)count * 100 + 4096, 1), *to = text;
    to += sprintf(to, "%.*s%s", (int)(end - collada), collada, library);
    for (int i = 0; i < count; i++) {
        to += sprintf(to, "<node id='n%d'><instance_node url='#n%d'/><instance_node url='#n%d'/></node>", i, i + 1,
                      i + 1);
    }
    to += sprintf(to, "<node id='n%d'><instance_geometry url='#g'/></node></library_nodes>", count);
    sprintf(to, "%.*s<instance_node url='#n0'/>%s", (int)(shape - end), end, strstr(shape, "</node>"));
    return text;
}

/* Puts the node of the sample into others, which `before` opens and `after` closes. */
static char *nest_node(const char *before, const char *after)
{
    const char *node = strstr(collada, "<node id='n'>"), *end = strstr(collada, "</visual_scene>");
    const size_t size = sizeof collada + strlen(before) + strlen(after);
    char *text = malloc(size);
    snprintf(text, size, "%.*s%s%.*s%s%s", (int)(node - collada), collada, before, (int)(end - node), node, after, end);
    return text;
}

/* Nodes in nodes that turn, stretch and move them: corners go through all transforms, from the innermost outwards. */
START_TEST(collada_nodes_nest)
{
#define TURN    "<node><rotate>0 0 1 90</rotate>"
#define STRETCH "<node><matrix>1 0 0 10 0 2 0 20 0 0 3 30 0 0 0 1</matrix>"
    static const struct {
        const char *before, *after;
        double lower[3], upper[3];
    } cases[] = {
        {"", "", {2, 0, 0}, {3, 1, 1}},
        {TURN, "</node>", {-1, 2, 0}, {0, 3, 1}},
        {STRETCH, "</node>", {2.1, 0.2, 0.3}, {3.1, 2.2, 3.3}},
        {STRETCH TURN, "</node></node>", {-0.9, 4.2, 0.3}, {0.1, 6.2, 3.3}},
        {TURN STRETCH, "</node></node>", {-2.2, 2.1, 0.3}, {-0.2, 3.1, 3.3}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = nest_node(cases[i].before, cases[i].after);
        cdy_mesh *mesh = load_collada(text);
        const cdy_mesh_properties p = measure(mesh, NULL);
        ck_assert(p.watertight);
        ck_assert_near(p.lower, cases[i].lower, 3, 1e-6);
        ck_assert_near(p.upper, cases[i].upper, 3, 1e-6);
        cdy_mesh_destroy(mesh);
        free(text);
    }
}
END_TEST

/* 63 nodes below the scene may hold each other, 64 not. */
START_TEST(collada_nodes_nest_64_deep)
{
    for (int nodes = 63; nodes <= 64; nodes++) {
        char before[64 * 6 + 1] = "", after[64 * 7 + 1] = "";
        for (int i = 1; i < nodes; i++) {
            memcpy(before + (size_t)(i - 1) * 6, "<node>", 7);
            memcpy(after + (size_t)(i - 1) * 7, "</node>", 8);
        }
        cdy_mesh *mesh = NULL;
        cdy_error error = {0};
        char *text = nest_node(before, after);
        if (cdy_mesh_from_bytes(text, strlen(text), "t.dae", &mesh, &error) == CDY_OK) {
            ck_assert_int_eq(nodes, 63);
            ck_assert_uint_eq(cdy_mesh_triangle_count(mesh), 4);
        } else {
            ck_assert_int_eq(nodes, 64);
            ck_assert_msg(strstr(error.text, "nodes are nested deeper than 64") != NULL, "%s", error.text);
        }
        cdy_mesh_destroy(mesh);
        free(text);
    }
}
END_TEST

/* A node of 2000 attributes, which the scene shows 1000 times. */
START_TEST(collada_that_repeats_attributes_is_refused)
{
    enum { ATTRIBUTES = 2000, TIMES = 1000, LONGEST = 32 };
    char *other = malloc((ATTRIBUTES + TIMES + 10) * LONGEST);
    size_t length = (size_t)sprintf(other, "<node id='m' ");
    for (int i = 0; i < ATTRIBUTES; i++) {
        length += (size_t)sprintf(other + length, "a%d='' ", i);
    }
    length += (size_t)sprintf(other + length, "/>");
    for (int i = 0; i < TIMES; i++) {
        length += (size_t)sprintf(other + length, "<instance_node url='#m'/>");
    }
    sprintf(other + length, "<translate>200 0 0</translate>");
    char *text = say_otherwise("<translate>200 0 0</translate>", other);
    cdy_mesh *mesh = NULL;
    cdy_error error = {0};
    ck_assert_fails(cdy_mesh_from_bytes(text, strlen(text), "t.dae", &mesh, &error), CDY_ERROR_ROBOT, error);
    ck_assert_msg(strstr(error.text, "repeat geometries too often for its size") != NULL, "%s", error.text);
    free(text);
    free(other);
}
END_TEST

START_TEST(collada_that_takes_much_memory_is_refused)
{
    cdy_error error = {0};
    char *few = write_doubling_nodes(5), *many = write_doubling_nodes(40);
    cdy_mesh *mesh = load_collada(few);
    ck_assert_uint_eq(cdy_mesh_triangle_count(mesh), 32 * 4);
    cdy_mesh_destroy(mesh);
    ck_assert_fails(cdy_mesh_from_bytes(many, strlen(many), "t.dae", &mesh, &error), CDY_ERROR_ROBOT, error);
    ck_assert_msg(strstr(error.text, "repeat geometries too often for its size") != NULL, "%s", error.text);
    ck_assert_fails(cdy_mesh_from_bytes(few, strlen(few) + 1, "t.dae", &mesh, &error), CDY_ERROR_ROBOT, error);
    ck_assert_msg(strstr(error.text, "expected text in UTF-8") != NULL, "%s", error.text);
    free(few);
    free(many);
}
END_TEST

/* ---- faults of files ---- */

#define WHOLE_FACET                                                                                                    \
    "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop endfacet"

static const struct {
    const char *name, *text;
    int line;
    const char *said;
} faults[] = {
    {"a.stl", "", 0, "0 bytes are no STL file"},
    {"a.stl", "solid x\nendsolid x\n", 0, "no triangle"},
    {"a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n", 4, "expected a coordinate"},
    {"a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\n", 4, "'nan'; expected a coordinate"},
    {"a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 1e31\n", 4, "expected a coordinate"},
    {"a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1e30 -1e30 -1.001e30\n", 4, "expected a coordinate"},
    {"a.stl", "solid x\nfacet normal 0 0 1\nouter ring\n", 3, "'ring'; expected loop"},
    {"a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 1\nvertex 0 1 1\nvertex 1 0 0\nvertex 1 1 1\n", 7,
     "'vertex'; expected endloop"},
    {"a.stl", "solid x\nfacets\n", 2, "expected facet or endsolid"},
    {"a.stl", "solid x\nfacet", 2, "expected outer"},
    {"a.stl", WHOLE_FACET, 7, "expected endsolid behind the last facet"},
    {"a.stl", WHOLE_FACET "\nendsolid x\nsolid y\n", 10, "expected endsolid behind the last facet"},
    {"a.stl", "SOLID X\nFACETS\n", 2, "'FACETS'; expected facet"},
    {"a.obj", "v 0 0 0\nv 0 1 0\nf 1 2\n", 3, "three vertices"},
    {"a.obj", "v 0 0 0\nv 0 1 0\nf 1 2 3\n", 3, "'3'; expected the number of a vertex"},
    {"a.obj", "v 0 0 0\nv 0 1 0\nf 1 2 0\n", 3, "'0'; expected"},
    {"a.obj", "v 0 0 0\nv 0 1 0\nf 1 2 -3\n", 3, "'-3'; expected"},
    {"a.obj", "v 0 0 0\nv 0 1 0\nf 1 2 99999999999999999999\n", 3, "expected the number"},
    {"a.obj", "v 0 0 0\nv 0 1 0\nf 1 2 1x\n", 3, "'1x'; expected"},
    {"a.obj", "v 0 zero 0\n", 1, "'zero'; expected a coordinate"},
    {"a.obj", "# nothing\n", 0, "no triangle"},
    {"a.ply", "ply\n", 0, "ends in .stl, .obj, .glb, .msh or .dae"},
    {"a.msh", "\1\0\0", 0, "not MSH"},
    {"noname", "", 0, "ends in .stl, .obj, .glb, .msh or .dae"},
};

/* A tetrahedron with one normal and one place in a texture, in MuJoCo's format. */
START_TEST(msh_is_vertices_and_triangles)
{
    static const uint32_t numbers[4] = {4, 1, 1, 4}, faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    static const float vertices[17] = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 1, 0.5F, 0.5F};
    char bytes[sizeof numbers + sizeof vertices + sizeof faces];
    cdy_mesh *mesh = NULL;
    cdy_mesh_properties p;
    cdy_error error = {0};
    memcpy(bytes, numbers, sizeof numbers);
    memcpy(bytes + sizeof numbers, vertices, sizeof vertices);
    memcpy(bytes + sizeof numbers + sizeof vertices, faces, sizeof faces);
    ck_assert_ok(cdy_mesh_from_bytes(bytes, sizeof bytes, "a.MSH", &mesh, &error), error);
    ck_assert_ok(cdy_mesh_measure(mesh, NULL, &p, &error), error);
    ck_assert(p.watertight && fabs(p.volume - 1) < 1e-12 && fabs(p.center[2] - 0.75) < 1e-12);
    cdy_mesh_destroy(mesh);
    bytes[sizeof bytes - 4] = 4; /* the last corner, of four vertices */
    ck_assert_fails(cdy_mesh_from_bytes(bytes, sizeof bytes, "a.msh", &mesh, &error), CDY_ERROR_ROBOT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "triangle 4 of 4 has the vertex 4"));
    ck_assert_fails(cdy_mesh_from_bytes(bytes, sizeof bytes - 1, "a.msh", &mesh, &error), CDY_ERROR_ROBOT, error);
}
END_TEST

START_TEST(faults_are_told_with_their_line)
{
    cdy_mesh *mesh = (cdy_mesh *)&mesh;
    cdy_error error = {0};
    ck_assert_fails(cdy_mesh_from_bytes(faults[_i].text, strlen(faults[_i].text), faults[_i].name, &mesh, &error),
                    CDY_ERROR_ROBOT, error);
    ck_assert_ptr_null(mesh);
    ck_assert_str_eq(error.file, faults[_i].name);
    ck_assert_msg(error.line == faults[_i].line && strstr(error.text, faults[_i].said), "%d: %s", error.line,
                  error.text);
}
END_TEST

/* Reading a text of blanks alone stops at its last byte. */
START_TEST(blanks_are_no_stl_file)
{
    cdy_mesh *mesh = NULL;
    cdy_error error = {0};
    char *bytes = malloc(3);
    ck_assert_ptr_nonnull(bytes);
    memset(bytes, ' ', 3);
    ck_assert_fails(cdy_mesh_from_bytes(bytes, 3, "a.stl", &mesh, &error), CDY_ERROR_ROBOT, error);
    ck_assert_msg(strstr(error.text, "3 bytes are no STL file") != NULL, "%s", error.text);
    free(bytes);
}
END_TEST

START_TEST(faults_of_binary_files_are_told)
{
    solid_mesh box = make_box_mesh(edges, at);
    size_t size;
    cdy_mesh *mesh = NULL;
    cdy_error error = {0};
    box.corners[20] = (float)NAN;
    char *bytes = write_binary_stl(box, &size);
    ck_assert_fails(cdy_mesh_from_bytes(bytes, size, "b.stl", &mesh, &error), CDY_ERROR_ROBOT, error);
    ck_assert_msg(strstr(error.text, "triangle 3 of 12") != NULL, "%s", error.text);
    memset(bytes, 'x', 80);
    ck_assert_fails(cdy_mesh_from_bytes(bytes, size - 50, "b.stl", &mesh, &error), CDY_ERROR_ROBOT, error);
    ck_assert_msg(strstr(error.text, "announces 12 triangles, and 11 are in") != NULL, "%s", error.text);
    ck_assert_fails(cdy_mesh_from_bytes(bytes, size, NULL, &mesh, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_mesh_from_bytes(NULL, size, "b.stl", &mesh, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_mesh_from_bytes(bytes, size, "b.stl", NULL, &error), CDY_ERROR_ARGUMENT, error);
    free(bytes);
    free(box.corners);
}
END_TEST

START_TEST(files_load_within_their_limit)
{
    solid_mesh box = make_box_mesh(edges, at);
    size_t size;
    char path[256], *bytes = write_binary_stl(box, &size);
    cdy_mesh *mesh = NULL;
    cdy_error error = {0};
    put_bytes("box.stl", bytes, size);
    path_in_folder(path, sizeof path, "box.stl");
    ck_assert_ok(cdy_mesh_load(path, 0, &mesh, &error), error);
    ck_assert_uint_eq(cdy_mesh_vertex_count(mesh), 36);
    cdy_mesh_destroy(mesh);
    ck_assert_ok(cdy_mesh_load(path, size, &mesh, &error), error);
    cdy_mesh_destroy(mesh);
    ck_assert_fails(cdy_mesh_load(path, size - 1, &mesh, &error), CDY_ERROR_IO, error);
    ck_assert_ptr_null(mesh);
    ck_assert_fails(cdy_mesh_load("/nowhere/box.stl", 0, &mesh, &error), CDY_ERROR_IO, error);
    ck_assert_fails(cdy_mesh_load("/etc/passwd", 0, &mesh, &error), CDY_ERROR_ROBOT, error);
    ck_assert_fails(cdy_mesh_load(NULL, 0, &mesh, &error), CDY_ERROR_ARGUMENT, error);
    path_in_folder(path, sizeof path, "pipe.stl");
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert_fails(cdy_mesh_load(path, 0, &mesh, &error), CDY_ERROR_IO, error);
    ck_assert_msg(strstr(error.text, "is a pipe; expected a mesh file") != NULL, "%s", error.text);
    free(bytes);
    free(box.corners);
}
END_TEST

START_TEST(nothing_stands_for_no_mesh)
{
    cdy_mesh_destroy(NULL);
    ck_assert_uint_eq(cdy_mesh_vertex_count(NULL), 0);
    ck_assert_uint_eq(cdy_mesh_triangle_count(NULL), 0);
    ck_assert_ptr_null(cdy_mesh_vertices(NULL));
    ck_assert_ptr_null(cdy_mesh_triangles(NULL));
}
END_TEST

/* Reads, measures and hulls a mesh. */
static cdy_status use_mesh(const char *bytes, size_t size, const char *name, cdy_error *error)
{
    cdy_mesh *mesh = NULL, *hull = NULL;
    cdy_mesh_properties p;
    cdy_status status = cdy_mesh_from_bytes(bytes, size, name, &mesh, error);
    status = status ? status : cdy_mesh_measure(mesh, NULL, &p, error);
    status = status ? status : cdy_mesh_convex_hull(mesh, &hull, error);
    cdy_mesh_destroy(hull);
    cdy_mesh_destroy(mesh);
    return status;
}

START_TEST(memory_that_runs_out_is_told)
{
    solid_mesh sphere = make_sphere_mesh(1, 2);
    size_t size;
    char *bytes = formats[_i].write(sphere, &size);
    bool done = !heap_is_counted();
    for (size_t number = 1; !done; number++) {
        cdy_error error = {0};
        const heap_counts before = heap_count();
        heap_fail_at(number);
        const cdy_status status = use_mesh(bytes, size, formats[_i].name, &error);
        const bool failed = heap_has_failed();
        heap_fail_at(0);
        done = !failed;
        ck_assert_uint_eq(heap_count().live, before.live);
        ck_assert_msg(status == (failed ? CDY_ERROR_MEMORY : CDY_OK) || (failed && status == CDY_OK), "%s", error.text);
        ck_assert_uint_lt(number, 500);
    }
    free(bytes);
    free(sphere.corners);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mesh");
    TCase *volumes = tcase_create("volumes");
    suite_add_tcase(suite, volumes);
    tcase_add_test(volumes, solids_are_thicker_than_rounding);
    tcase_add_test(volumes, hulls_of_needles_have_four_corners);
    tcase_add_test(volumes, numbers_are_1e30_at_most);
    tcase_add_test(volumes, collada_nodes_nest);
    tcase_add_test(volumes, collada_nodes_nest_64_deep);
    tcase_add_loop_test(volumes, a_box_is_measured_in_every_format, 0, FORMATS);
    tcase_add_test(volumes, scaled_and_mirrored_boxes_are_boxes);
    tcase_add_test(volumes, finer_spheres_come_nearer_to_the_sphere);
    tcase_add_test(volumes, open_meshes_are_seen);
    tcase_add_test(volumes, polygons_count_as_what_they_enclose);
    tcase_add_loop_test(volumes, triangles_of_polygons_do_not_overlap, 0, sizeof outlines / sizeof *outlines);
    tcase_add_loop_test(volumes, polygons_without_a_plane_are_fans, 0, 2);
    tcase_add_test(volumes, polygons_of_too_many_corners_are_refused);
    tcase_add_test(volumes, collada_is_read);
    tcase_add_loop_test(volumes, polygons_of_collada_do_not_overlap, 0, 2);
    tcase_add_test(volumes, collada_has_many_ways_to_say_the_same);
    tcase_add_test(volumes, collada_that_is_wrong_is_refused);
    tcase_add_test(volumes, collada_faults_have_their_line);
    tcase_add_test(volumes, collada_that_repeats_attributes_is_refused);
    tcase_add_test(volumes, collada_that_takes_much_memory_is_refused);
    tcase_add_loop_test(volumes, hulls_enclose_their_points, 0, 20);
    tcase_add_loop_test(volumes, hulls_of_nearly_flat_points_are_closed, 0, 2);
    tcase_add_test(volumes, flat_meshes_have_no_hull);
    TCase *texts = tcase_create("faults");
    suite_add_tcase(suite, texts);
    tcase_add_test(texts, msh_is_vertices_and_triangles);
    tcase_add_loop_test(texts, faults_are_told_with_their_line, 0, sizeof faults / sizeof *faults);
    tcase_add_test(texts, blanks_are_no_stl_file);
    tcase_add_test(texts, faults_of_binary_files_are_told);
    tcase_add_test(texts, nothing_stands_for_no_mesh);
    tcase_add_loop_test(texts, memory_that_runs_out_is_told, 0, FORMATS);
    TCase *files = add_case(suite, "files", files_load_within_their_limit);
    tcase_add_checked_fixture(files, open_folder, close_folder);
    return run_suites(suite, NULL);
}
