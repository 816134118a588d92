/* The expanding polytope algorithm: G. van den Bergh, Proximity queries and penetration depth computation on 3D game
 * objects, 2001. A polytope inside the difference of two cores grows where it is nearest to the origin, until it
 * reaches the surface there. */
#include "distance/gjk.h"

#include <float.h>

/* Round cores may be as deep in all directions of a circle: growing goes on along one of them from LOCAL_CORNERS on. */
enum { LOCAL_CORNERS = 96, MOST_CORNERS = 192, MOST_FACES = 2 * MOST_CORNERS };

/* A triangle with its corners counterclockwise seen from outside; edge i goes from corner i to the next, and neighbour
 * i lies beyond it. */
typedef struct face {
    int corners[3], neighbours[3];
    bool alive, seen;
    vec3 normal;     /* outward */
    double distance; /* of its plane from the origin, along the normal; infinite where the triangle has no height */
} face;

typedef struct polytope {
    corner corners[MOST_CORNERS];
    face faces[MOST_FACES];
    int corner_count, face_count; /* face_count: those in use so far, dead ones included */
    double size;                  /* of the difference, m */
} polytope;

static void measure_face(const polytope *p, face *f)
{
    const vec3 a = p->corners[f->corners[0]].w, b = p->corners[f->corners[1]].w, c = p->corners[f->corners[2]].w;
    const vec3 n = cross(subtract(b, a), subtract(c, a));
    const double length = length_of(n);
    const double edge = fmax(length_of(subtract(b, a)), fmax(length_of(subtract(c, a)), length_of(subtract(c, b))));
    f->normal = (vec3){0, 0, 0};
    f->distance = (double)INFINITY;
    if (length > 1e-12 * p->size * edge) {
        f->normal = scale(1 / length, n);
        f->distance = (dot(f->normal, a) + dot(f->normal, b) + dot(f->normal, c)) / 3;
    }
}

/* Takes a face that is free; -1: there is none. */
static int new_face(polytope *p, int a, int b, int c)
{
    int i = 0;
    while (i < p->face_count && p->faces[i].alive) {
        i++;
    }
    if (i == MOST_FACES) {
        return -1;
    }
    p->face_count = i == p->face_count ? i + 1 : p->face_count;
    p->faces[i] = (face){.corners = {a, b, c}, .alive = true};
    measure_face(p, &p->faces[i]);
    return i;
}

/* The difference has no thickness along `normal`: any step along it separates the cores. */
static core_distance flat_depth(const core *a, const simplex *s, vec3 normal)
{
    core_distance r = cdy_simplex_distance(a, s, 0, normal);
    r.on_a = r.on_b = scale(0.5, add(r.on_a, r.on_b));
    return r;
}

/* Adds to the corners the farthest one, to either side, of those along some directions; returns how far it is from what
 * those there are span: a point, a line with the direction `line`, or a plane with the normal `line`. */
static double widen(const core *a, const core *b, simplex *s, const vec3 *directions, int count, vec3 line)
{
    double most = -1;
    corner best = s->corners[0];
    for (int i = 0; i < 2 * count; i++) {
        const vec3 direction = scale(i % 2 ? -1 : 1, directions[i / 2]);
        const corner c = farthest_corner(a, b, direction);
        vec3 away = subtract(c.w, s->corners[0].w);
        away = s->count == 3 ? scale(dot(away, line), line) : s->count == 2 ? cross(away, line) : away;
        if (length_of(away) > most) {
            most = length_of(away);
            best = c;
        }
    }
    s->corners[s->count++] = best;
    return most;
}

/* Widens a simplex to four corners that span a space. Returns false where the difference is flat; *normal is then a
 * direction in which it has no thickness. */
static bool make_tetrahedron(const core *a, const core *b, simplex *s, double size, vec3 *normal)
{
    static const vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double least = 1e-11 * size;
    *normal = axes[0];
    if (s->count == 1 && !(widen(a, b, s, axes, 3, axes[0]) > least)) {
        return false;
    }
    const vec3 edge = subtract(s->corners[1].w, s->corners[0].w), line = scale(1 / length_of(edge), edge);
    if (s->count == 2) {
        const vec3 across = cdy_normal_to(line), other = cross(line, across), directions[2] = {across, other};
        *normal = across;
        if (!(widen(a, b, s, directions, 2, line) > least)) {
            return false;
        }
    }
    const vec3 n = cross(edge, subtract(s->corners[2].w, s->corners[0].w));
    *normal = length_of(n) > 0 ? scale(1 / length_of(n), n) : cdy_normal_to(line);
    return s->count == 4 || widen(a, b, s, normal, 1, *normal) > least;
}

/* Drops the corner of a tetrahedron without volume that its point nearest to the origin needs least. */
static void drop_flat_corner(simplex *s, double size)
{
    const vec3 p = s->corners[0].w, u = subtract(s->corners[1].w, p), v = subtract(s->corners[2].w, p);
    if (s->count == 4 && fabs(dot(subtract(s->corners[3].w, p), cross(u, v))) <= 1e-16 * size * size * size) {
        int least = 0;
        for (int i = 1; i < 4; i++) {
            least = s->weights[i] < s->weights[least] ? i : least;
        }
        s->corners[least] = s->corners[3];
        s->count = 3;
        cdy_simplex_reduce(s);
    }
}

static void begin(polytope *p, const simplex *s, double size)
{
    static const int faces[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    static const int neighbours[4][3] = {{1, 3, 2}, {2, 3, 0}, {0, 3, 1}, {1, 2, 0}};
    const vec3 origin = s->corners[0].w;
    const vec3 n = cross(subtract(s->corners[1].w, origin), subtract(s->corners[2].w, origin));
    const bool turned = dot(n, subtract(s->corners[3].w, origin)) > 0;
    p->size = size;
    p->corner_count = 4;
    p->face_count = 0;
    for (int i = 0; i < 4; i++) {
        p->corners[i] = s->corners[turned && i == 1 ? 2 : turned && i == 2 ? 1 : i];
    }
    for (int i = 0; i < 4; i++) {
        const int f = new_face(p, faces[i][0], faces[i][1], faces[i][2]);
        for (int k = 0; k < 3; k++) {
            p->faces[f].neighbours[k] = neighbours[i][k];
        }
    }
}

/* The face nearest to the origin of those whose normals are nearly along a direction; -1: there is none. */
static int nearest_face(const polytope *p, vec3 direction, double cosine)
{
    int best = -1;
    for (int i = 0; i < p->face_count; i++) {
        const face *f = &p->faces[i];
        if (f->alive && dot(f->normal, direction) >= cosine && (best < 0 || f->distance < p->faces[best].distance)) {
            best = i;
        }
    }
    return best;
}

static int place_of(const int three[3], int wanted)
{
    return three[0] == wanted ? 0 : three[1] == wanted ? 1 : 2;
}

/* Marks as seen the faces that a point is outside of by more than a tolerance, as far as they are joined to one of
 * them, with those without a height between them. */
static void mark_seen(polytope *p, int first, vec3 w, double tolerance)
{
    int waiting[MOST_FACES], count = 0;
    for (int i = 0; i < p->face_count; i++) {
        p->faces[i].seen = i == first;
    }
    waiting[count++] = first;
    while (count > 0) {
        const face *f = &p->faces[waiting[--count]];
        for (int k = 0; k < 3; k++) {
            face *next = &p->faces[f->neighbours[k]];
            if (!next->seen && (isinf(next->distance) || dot(next->normal, w) - next->distance > tolerance)) {
                next->seen = true;
                waiting[count++] = f->neighbours[k];
            }
        }
    }
}

/* Whether an edge of a face is part of the rim: between faces that are seen and others. */
static bool is_rim(const polytope *p, int f, int k)
{
    return p->faces[f].alive && p->faces[f].seen && !p->faces[p->faces[f].neighbours[k]].seen;
}

/* Whether the rim is a single loop, which passes each corner once, and there is room to join faces behind it. */
static bool has_loop(const polytope *p)
{
    int next[MOST_CORNERS], first = -1, count = 0, passed = 0, room = MOST_FACES;
    for (int i = 0; i < p->corner_count; i++) {
        next[i] = -1;
    }
    for (int i = 0; i < p->face_count; i++) {
        room -= p->faces[i].alive;
        for (int k = 0; k < 3; k++) {
            if (is_rim(p, i, k)) {
                first = p->faces[i].corners[k];
                if (next[first] >= 0) {
                    return false;
                }
                next[first] = p->faces[i].corners[(k + 1) % 3];
                count++;
            }
        }
    }
    for (int at = first; at >= 0 && passed < count;) {
        at = next[at];
        passed++;
        if (at == first) {
            break;
        }
    }
    return count >= 3 && passed == count && count <= room;
}

/* Joins faces behind the rim to a new corner, in place of those that are seen. */
static void join_rim(polytope *p, int apex)
{
    int starts[MOST_CORNERS]; /* of each corner the new face that begins there */
    const int old_count = p->face_count;
    for (int i = 0; i < apex; i++) {
        starts[i] = -1;
    }
    for (int i = 0; i < old_count; i++) {
        for (int k = 0; k < 3; k++) {
            if (is_rim(p, i, k)) {
                const int beyond = p->faces[i].neighbours[k], from = p->faces[i].corners[k];
                const int f = new_face(p, from, p->faces[i].corners[(k + 1) % 3], apex);
                p->faces[f].neighbours[0] = beyond;
                p->faces[beyond].neighbours[place_of(p->faces[beyond].neighbours, i)] = f;
                starts[from] = f;
            }
        }
    }
    for (int i = 0; i < apex; i++) {
        if (starts[i] >= 0) {
            face *f = &p->faces[starts[i]];
            const int next = starts[f->corners[1]];
            f->neighbours[1] = next;
            p->faces[next].neighbours[2] = starts[i];
        }
    }
    for (int i = 0; i < p->face_count; i++) {
        p->faces[i].alive = p->faces[i].alive && !p->faces[i].seen;
    }
}

/* Grows a polytope by a corner outside of a face. Where rounding lets a face in the plane of the corner seem to lie in
 * front of it or behind it, so that the rim is no loop, other tolerances tell. */
static bool expand(polytope *p, int nearest, const corner *c)
{
    static const double tolerances[] = {1e-14, 1e-12, -1e-12, 1e-10, -1e-10};
    bool loop = false;
    for (size_t i = 0; p->corner_count < MOST_CORNERS && i < sizeof tolerances / sizeof *tolerances && !loop; i++) {
        mark_seen(p, nearest, c->w, tolerances[i] * p->size);
        loop = has_loop(p);
    }
    if (loop) {
        p->corners[p->corner_count] = *c;
        join_rim(p, p->corner_count++);
    }
    return loop;
}

/* Where growing a polytope leads: a direction, a step along which separates the cores, and the face found last. */
typedef struct growth {
    vec3 normal;
    double depth;
    bool reached; /* whether the face lies on the surface */
} growth;

static growth grow(const core *a, const core *b, polytope *p)
{
    growth g = {.depth = (double)INFINITY};
    for (;;) {
        const int more = p->corner_count - LOCAL_CORNERS;
        const double cosine =
            more < 0 ? -2 /* any */ : 1 - 0.02 * exp2(-0.25 * more); /* half the angle every 8 corners */
        const int f = nearest_face(p, g.normal, cosine);
        if (f < 0 || !isfinite(p->faces[f].distance)) {
            return g;
        }
        const vec3 outward = p->faces[f].normal;
        const corner c = farthest_corner(a, b, outward);
        const double depth = dot(c.w, outward);
        g.reached = depth - p->faces[f].distance <= 1e-11 * p->size;
        if (depth < g.depth + (g.reached ? 1e-10 * p->size : 0)) {
            g.depth = depth;
            g.normal = outward;
        }
        if (g.reached || !expand(p, f, &c)) {
            return g;
        }
    }
}

/* Where a core is a drum, depths are least along its axis or across it, where a polytope has narrow faces: takes the
 * direction there if it is near and no worse. */
static void snap_to_drum(const core *a, const core *b, const core *drum, growth *g)
{
    const double along = dot(g->normal, drum->z);
    vec3 n = fabs(along) > 0.5 ? scale(copysign(1, along), drum->z) : subtract(g->normal, scale(along, drum->z));
    n = scale(1 / length_of(n), n);
    const double depth = dot(farthest_corner(a, b, n).w, n);
    if (drum->kind == CORE_DRUM && dot(n, g->normal) > 1 - 1e-6 && depth <= g->depth) {
        g->normal = n;
        g->depth = depth;
    }
}

/* The point of the polytope that is nearest to the foot of its plane along a direction: where faces lie in one plane,
 * the foot is on one of them. */
static simplex point_along(const polytope *p, vec3 normal, double depth)
{
    simplex best = {.count = 0};
    double least = (double)INFINITY;
    for (int i = 0; i < p->face_count; i++) {
        const face *f = &p->faces[i];
        if (f->alive && dot(f->normal, normal) > 1 - 1e-5) {
            simplex s = {.count = 3};
            for (int k = 0; k < 3; k++) {
                s.corners[k] = p->corners[f->corners[k]];
            }
            cdy_simplex_reduce(&s);
            const vec3 off = subtract(s.nearest, scale(depth, normal));
            best = dot(off, off) < least ? s : best;
            least = fmin(least, dot(off, off));
        }
    }
    return best;
}

core_distance cdy_cores_depth(const core *a, const core *b, const simplex *s, double size)
{
    polytope p;
    simplex four = *s;
    vec3 normal = {1, 0, 0};
    drop_flat_corner(&four, size);
    const simplex flat = four;
    if (!(size > 0) || !make_tetrahedron(a, b, &four, size, &normal)) {
        return flat_depth(a, &flat, normal);
    }
    begin(&p, &four, size);
    growth g = grow(a, b, &p);
    snap_to_drum(a, b, a, &g);
    snap_to_drum(a, b, b, &g);
    const simplex point = point_along(&p, g.normal, g.depth);
    core_distance r = cdy_simplex_distance(a, &point, -g.depth, g.normal);
    /* Points on round faces are moved, by no more than they are inexact, to differ by the step. */
    const vec3 middle = scale(0.5, add(r.on_a, r.on_b)), half = scale(g.depth / 2, g.normal);
    r.on_a = add(middle, half);
    r.on_b = subtract(middle, half);
    return r;
}
