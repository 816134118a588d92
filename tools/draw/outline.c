#include "draw/outline.h"

#include "draw/solids.h"
#include "writing/markup.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

static double dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* ---- paths ---- */

static void write_tenths(const sink *to, double value)
{
    const double most = 1e6; /* what is not finite, too */
    const double rounded = round(10 * fmin(fmax(value, -most), most)) / 10;
    markup_number(to, rounded == 0 ? 0 : rounded, 7); /* no -0 */
}

void outline_point(const sink *to, char command, double x, double y)
{
    sink_bytes(to, &command, 1);
    write_tenths(to, x);
    sink_text(to, " ");
    write_tenths(to, y);
}

/* Less contrast than a picture of pixels has: a face has one color, and edges besides. */
static double soften(double light)
{
    return 0.4 + 0.6 * light;
}

static unsigned shade(unsigned char paint, double light)
{
    return (unsigned)fmin(255, round(paint * light));
}

/* Begins a path that is filled with a color in this light. */
static void begin(const outline_page *p, color paint, double light)
{
    sink_format(p->to, "<path fill=\"#%02x%02x%02x\" d=\"", shade(paint.red, soften(light)),
                shade(paint.green, soften(light)), shade(paint.blue, soften(light)));
}

static void end(const outline_page *p)
{
    sink_text(p->to, "Z\"/>\n");
}

/* Writes an arc of an ellipse, whose larger half axis r is turned by `angle` (degrees), to a place. */
static void write_arc(const outline_page *p, const double r[2], double angle, bool clockwise, double x, double y)
{
    sink_text(p->to, "A");
    write_tenths(p->to, r[0]);
    sink_text(p->to, " ");
    write_tenths(p->to, r[1]);
    sink_text(p->to, " ");
    write_tenths(p->to, angle);
    sink_text(p->to, clockwise ? " 0 1" : " 0 0");
    outline_point(p->to, ' ', x, y);
}

static void project(const outline_page *p, const double T[16], const double point[3], double at[2])
{
    double placed[3], near;
    solids_place(T, point, placed);
    const float single[3] = {(float)placed[0], (float)placed[1], (float)placed[2]};
    camera_project(p->view, p->width, p->height, single, &at[0], &at[1], &near);
}

/* Gives an axis of the frame T, and its part toward the viewer. */
static void turn(const outline_page *p, const double T[16], int axis, double n[3], double *toward)
{
    for (int k = 0; k < 3; k++) {
        n[k] = T[4 * k + axis];
    }
    *toward = dot3(n, p->view->toward);
}

/* ---- round shapes ---- */

/* A round bar between two places of the picture: an outer edge of half ellipses with half axes r, the larger one along
 * the unit e. */
static void write_bar(const outline_page *p, const double from[2], const double to[2], const double r[2],
                      const double e[2])
{
    const double angle = atan2(e[1], e[0]) * 180 / pi;
    const bool clockwise = e[0] * (to[1] - from[1]) - e[1] * (to[0] - from[0]) > 0; /* from e by way of the axis */
    outline_point(p->to, 'M', from[0] + r[0] * e[0], from[1] + r[0] * e[1]);
    outline_point(p->to, 'L', to[0] + r[0] * e[0], to[1] + r[0] * e[1]);
    write_arc(p, r, angle, clockwise, to[0] - r[0] * e[0], to[1] - r[0] * e[1]);
    outline_point(p->to, 'L', from[0] - r[0] * e[0], from[1] - r[0] * e[1]);
    write_arc(p, r, angle, clockwise, from[0] + r[0] * e[0], from[1] + r[0] * e[1]);
}

static void write_ellipse(const outline_page *p, const double at[2], const double r[2], const double e[2])
{
    const double angle = atan2(e[1], e[0]) * 180 / pi;
    outline_point(p->to, 'M', at[0] + r[0] * e[0], at[1] + r[0] * e[1]);
    write_arc(p, r, angle, true, at[0] - r[0] * e[0], at[1] - r[0] * e[1]);
    write_arc(p, r, angle, true, at[0] + r[0] * e[0], at[1] + r[0] * e[1]);
}

/* The light on the side of a bar that is nearest to the viewer. */
static double side_light(const outline_page *p, const double n[3], double toward)
{
    double side[3];
    for (int k = 0; k < 3; k++) {
        side[k] = p->view->toward[k] - toward * n[k];
    }
    return camera_light(p->view, side);
}

static void write_cylinder(const outline_page *p, const cdy_geometry *g, const double T[16], color paint)
{
    const double ends[2][3] = {{0, 0, -g->length / 2}, {0, 0, g->length / 2}};
    double n[3], toward, far_end[2], near_end[2];
    turn(p, T, 2, n, &toward);
    project(p, T, ends[toward < 0], far_end);
    project(p, T, ends[toward >= 0], near_end);
    const double across = dot3(n, p->view->right), down = -dot3(n, p->view->up), tilt = hypot(across, down);
    const double e[2] = {tilt > 1e-6 ? -down / tilt : 1, tilt > 1e-6 ? across / tilt : 0};
    const double r[2] = {p->view->scale * g->radius, p->view->scale * g->radius * fabs(toward)};
    if (tilt > 1e-6) {
        begin(p, paint, side_light(p, n, toward));
        write_bar(p, far_end, near_end, r, e);
        end(p);
    }
    if (fabs(toward) > 1e-6) {
        begin(p, paint, camera_light(p->view, n));
        write_ellipse(p, near_end, r, e);
        end(p);
    }
}

/* A ball, or two with a tube of this length between them. */
static void write_round(const outline_page *p, const cdy_geometry *g, double length, const double T[16], color paint)
{
    const double ends[2][3] = {{0, 0, -length / 2}, {0, 0, length / 2}};
    double n[3], toward, at[2][2];
    turn(p, T, 2, n, &toward);
    project(p, T, ends[0], at[0]);
    project(p, T, ends[1], at[1]);
    const double r[2] = {p->view->scale * g->radius, p->view->scale * g->radius};
    const double across = at[1][0] - at[0][0], down = at[1][1] - at[0][1], apart = hypot(across, down);
    begin(p, paint, length > 0 ? side_light(p, n, toward) : camera_light(p->view, p->view->toward));
    if (apart > 0.01) {
        const double e[2] = {-down / apart, across / apart};
        write_bar(p, at[0], at[1], r, e);
    } else {
        const double e[2] = {1, 0};
        write_ellipse(p, at[0], r, e);
    }
    end(p);
}

/* ---- flat faces ---- */

static void write_box(const outline_page *p, const cdy_geometry *g, const double T[16], color paint)
{
    for (int side = 0; side < 6; side++) {
        const int axis = side / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        const double sign = side % 2 ? -1 : 1;
        double n[3], toward;
        turn(p, T, axis, n, &toward);
        if (!(sign * toward > 1e-6)) {
            continue; /* seen from behind */
        }
        begin(p, paint, camera_light(p->view, n));
        for (int c = 0; c < 4; c++) {
            double corner[3], at[2];
            corner[axis] = sign * g->size[axis] / 2;
            corner[u] = (c == 1 || c == 2 ? 1 : -1) * g->size[u] / 2;
            corner[v] = (c >= 2 ? 1 : -1) * g->size[v] / 2;
            project(p, T, corner, at);
            outline_point(p->to, c ? 'L' : 'M', at[0], at[1]);
        }
        end(p);
    }
}

typedef struct place {
    double x, y;
} place;

static int compare_places(const void *a, const void *b)
{
    const place *p = a, *q = b;
    const double d = p->x < q->x || p->x > q->x ? p->x - q->x : p->y - q->y;
    return (d > 0) - (d < 0);
}

static bool turns_left(const place *a, const place *b, const place *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x) > 0;
}

/* Finds half of the hull of sorted places (Andrew's monotone chain), from the first to the last of them, or back. */
static size_t find_chain(const place *sorted, size_t count, bool back, place *chain)
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        const place *next = &sorted[back ? count - 1 - i : i];
        while (length > 1 && !turns_left(&chain[length - 2], &chain[length - 1], next)) {
            length--;
        }
        chain[length++] = *next;
    }
    return length;
}

static bool write_hull(const outline_page *p, const placed_shape *shape)
{
    const double *vertices = cdy_mesh_vertices(shape->mesh);
    const size_t count = cdy_mesh_vertex_count(shape->mesh);
    place *places = calloc(2 * count + 1, sizeof *places), *chain = places ? places + count : NULL;
    if (!places) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        double corner[3], at[2];
        for (size_t k = 0; k < 3; k++) {
            corner[k] = shape->geometry->scale[k] * vertices[3 * i + k];
        }
        project(p, shape->T, corner, at);
        places[i] = (place){round(10 * at[0]) / 10, round(10 * at[1]) / 10}; /* as written: fewer corners */
    }
    qsort(places, count, sizeof *places, compare_places);
    begin(p, shape->paint, camera_light(p->view, p->view->toward));
    for (int back = 0; back < 2; back++) {
        const size_t length = find_chain(places, count, back, chain);
        for (size_t i = 0; i + 1 < length; i++) { /* the last is the first of the other half */
            outline_point(p->to, !back && i == 0 ? 'M' : 'L', chain[i].x, chain[i].y);
        }
    }
    end(p);
    free(places);
    return true;
}

bool outline_write(const outline_page *p, const placed_shape *shape)
{
    const cdy_geometry *g = shape->geometry;
    switch (g->type) {
    case CDY_GEOMETRY_BOX: write_box(p, g, shape->T, shape->paint); break;
    case CDY_GEOMETRY_CYLINDER: write_cylinder(p, g, shape->T, shape->paint); break;
    case CDY_GEOMETRY_SPHERE: write_round(p, g, 0, shape->T, shape->paint); break;
    case CDY_GEOMETRY_CAPSULE: write_round(p, g, g->length, shape->T, shape->paint); break;
    case CDY_GEOMETRY_MESH: return !shape->mesh || write_hull(p, shape);
    case CDY_GEOMETRY_NONE: break;
    }
    return true;
}
