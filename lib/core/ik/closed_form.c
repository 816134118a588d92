/* The branches of six joints with a spherical wrist or with three parallel axes, and of seven joints at an arm angle
 * (Elias and Wen 2022, "Canonical subproblems for robot inverse kinematics"). */
#include "ik/closed.h"

#include <math.h>

static const double structural = 1e-6; /* of coefficients: singular values of less are those of a structure */
static const double tiny = 1e-9;       /* of a length by the chain's size, and of a sine */

/* The target of a chain without its tool: the rotation of all joints together, and the way of their last point. */
typedef struct form_target {
    const closed_chain *chain;
    rotation R; /* R1 ... R6 */
    vec3 d;     /* from the first point to where the last point must lie */
    const circle_point *start;
} form_target;

static form_target make_target(const closed_chain *chain, closed_pose target, const circle_point *start)
{
    const int last = chain->n - 1;
    form_target t = {.chain = chain, .start = start};
    t.R = rotation_multiply(target.R, rotation_transpose(chain->tool));
    t.d = subtract(subtract(target.p, rotate(t.R, subtract(chain->tip, chain->point[last]))), chain->point[0]);
    return t;
}

/* From the point of axis i - 1 to the point of axis i. */
static vec3 link(const closed_chain *chain, int i)
{
    return subtract(chain->point[i], chain->point[i - 1]);
}

static void add_branch(closed_branches *found, const closed_branch *branch)
{
    if (found->count < MOST_BRANCHES) {
        found->list[found->count++] = *branch;
    }
}

/* ---- rotations of three joints ---- */

int cdy_solve_rotation(const closed_chain *chain, int first, rotation M, const circle_point *start,
                       closed_branch branches[2])
{
    const vec3 h1 = chain->axis[first], h2 = chain->axis[first + 1], h3 = chain->axis[first + 2];
    const vec3 end = rotate(M, h3), begin = rotate_back(M, h1);
    /* h1 . M h3 = h1 . R2 h3 = along + a . x */
    const double along = dot(h2, h3) * dot(h1, h2), a[2] = {dot(h1, across(h2, h3)), dot(h1, cross(h2, h3))};
    circle_point middle[2];
    bool is_free = false;
    const double excess = cdy_points_on_line(a, dot(h1, end) - along, tiny, start[first + 1], middle, &is_free);
    const int count = excess > 0 || (middle[0].c == middle[1].c && middle[0].s == middle[1].s) ? 1 : 2;
    branches[1] = branches[0];
    for (int i = 0; i < count; i++) {
        closed_branch *b = &branches[i];
        b->excess += excess;
        b->is_free = b->is_free || is_free;
        b->at[first + 1] = middle[i];
        const vec3 turned = turn(h2, middle[i], h3);
        bool first_is_free = false;
        b->at[first] = cdy_turn_onto(h1, turned, end, 1e-7, start[first], &first_is_free);
        if (!first_is_free) {
            b->at[first + 2] = cdy_turn_onto(h3, begin, turn_back(h2, middle[i], h1), 0, start[first + 2], &is_free);
        } else {
            /* h1 and h3 are along one line: their angles have a sum alone, and the first stands at its start. */
            const vec3 side = fabs(h3.x) < 0.7 ? across(h3, (vec3){1, 0, 0}) : across(h3, (vec3){0, 1, 0});
            const vec3 rest = turn_back(h2, middle[i], turn_back(h1, b->at[first], rotate(M, side)));
            b->at[first + 2] = cdy_turn_onto(h3, side, rest, 0, start[first + 2], &is_free);
            b->is_free = true;
        }
    }
    return count;
}

/* ---- spherical wrist ---- */

/* The two equations of joints 1 and 3, of which joint 2 changes neither: the component along its axis, and the distance
 * from it to the wrist. */
static int solve_shoulder(const form_target *t, circle_pair pairs[MOST_PAIRS])
{
    const closed_chain *c = t->chain;
    const vec3 h1 = c->axis[0], h2 = c->axis[1], h3 = c->axis[2], p1 = link(c, 1), p2 = link(c, 2), p3 = link(c, 3);
    const vec3 d = across(h1, t->d), d_side = cross(t->d, h1), w = across(h3, p3), w_side = cross(h3, p3);
    const double d_along = dot(h1, t->d), w_along = dot(h3, p3), L = 1 / c->size;
    const double A[2][2] = {{dot(h2, d) * L, dot(h2, d_side) * L},
                            {-2 * dot(p1, d) * L * L, -2 * dot(p1, d_side) * L * L}};
    const double B[2][2] = {{-dot(h2, w) * L, -dot(h2, w_side) * L},
                            {-2 * dot(p2, w) * L * L, -2 * dot(p2, w_side) * L * L}};
    const double k[2] = {(dot(h2, add(p1, p2)) + w_along * dot(h2, h3) - d_along * dot(h1, h2)) * L,
                         (dot(p2, p2) + dot(p3, p3) + 2 * w_along * dot(p2, h3) - dot(t->d, t->d) - dot(p1, p1) +
                          2 * d_along * dot(p1, h1)) *
                             L * L};
    return cdy_points_of_circles(A, B, k, structural, t->start[0], t->start[2], pairs);
}

static void solve_spherical(const form_target *t, closed_branches *found)
{
    const closed_chain *c = t->chain;
    circle_pair pairs[MOST_PAIRS];
    const int count = solve_shoulder(t, pairs);
    for (int i = 0; i < count; i++) {
        closed_branch branch[2] = {{.excess = pairs[i].excess, .is_free = pairs[i].is_free}};
        circle_point *at = branch[0].at;
        at[0] = pairs[i].x;
        at[2] = pairs[i].y;
        const vec3 w = add(link(c, 2), turn(c->axis[2], at[2], link(c, 3)));
        const vec3 v = subtract(turn_back(c->axis[0], at[0], t->d), link(c, 1));
        at[1] = cdy_turn_onto(c->axis[1], w, v, tiny * c->size * c->size, t->start[1], &branch[0].is_free);
        rotation M = t->R;
        for (int j = 0; j < 3; j++) {
            M = turn_matrix(c->axis[j], (circle_point){at[j].c, -at[j].s}, M);
        }
        const int both = cdy_solve_rotation(c, 3, M, t->start, branch);
        for (int j = 0; j < both; j++) {
            add_branch(found, &branch[j]);
        }
    }
}

/* ---- three parallel axes ---- */

/* The two equations of joints 1 and 5, of which joints 2 to 4 change neither: the components along their axis of the
 * last point, and of the direction of the last axis. */
static int solve_outer(const form_target *t, circle_pair pairs[MOST_PAIRS])
{
    const closed_chain *c = t->chain;
    const vec3 h1 = c->axis[0], h = c->axis[1], h5 = c->axis[4], h6 = c->axis[5], p5 = link(c, 5);
    const vec3 l = rotate(t->R, h6), sum = subtract(c->point[4], c->point[0]);
    const double L = 1 / c->size;
    const double A[2][2] = {{dot(h, across(h1, t->d)) * L, dot(h, cross(t->d, h1)) * L},
                            {dot(h, across(h1, l)), dot(h, cross(l, h1))}};
    const double B[2][2] = {{-dot(h, across(h5, p5)) * L, -dot(h, cross(h5, p5)) * L},
                            {-dot(h, across(h5, h6)), -dot(h, cross(h5, h6))}};
    const double k[2] = {(dot(h, sum) + dot(h5, p5) * dot(h, h5) - dot(h1, t->d) * dot(h, h1)) * L,
                         dot(h5, h6) * dot(h, h5) - dot(h1, l) * dot(h, h1)};
    return cdy_points_of_circles(A, B, k, structural, t->start[0], t->start[4], pairs);
}

/* Joint 6 and the sum of joints 2 to 4 from the orientation, once joints 1 and 5 are known; returns the rotation of the
 * three joints. */
static circle_point solve_sum(const form_target *t, closed_branch *b)
{
    const closed_chain *c = t->chain;
    const vec3 h = c->axis[1], h6 = c->axis[5];
    const vec3 from = turn_back(c->axis[4], b->at[4], h), to = rotate_back(t->R, turn(c->axis[0], b->at[0], h));
    bool is_free = false;
    b->at[5] = cdy_turn_onto(h6, to, from, 1e-7, t->start[5], &is_free);
    b->is_free = b->is_free || is_free;
    const vec3 side = across(h, fabs(h.x) < 0.7 ? (vec3){1, 0, 0} : (vec3){0, 1, 0});
    vec3 x = turn_back(c->axis[4], b->at[4], side);
    x = rotate(t->R, turn_back(h6, b->at[5], x));
    x = turn_back(c->axis[0], b->at[0], x);
    return cdy_turn_onto(h, side, x, 0, (circle_point){1, 0}, &is_free);
}

/* Joints 2 and 3, two links in the plane across their axis, reach `end`; joint 4 is the rest of the sum. */
static void solve_plane(const form_target *t, circle_point sum, closed_branch *b, closed_branches *found)
{
    const closed_chain *c = t->chain;
    const vec3 h = c->axis[1], p2 = across(h, link(c, 2)), p3 = across(h, link(c, 3));
    const vec3 wrist = add(link(c, 4), turn(c->axis[4], b->at[4], link(c, 5)));
    const vec3 end =
        across(h, subtract(subtract(turn_back(c->axis[0], b->at[0], t->d), link(c, 1)), turn(h, sum, wrist)));
    const double L = 1 / (c->size * c->size), a[2] = {2 * dot(p2, p3) * L, 2 * dot(p2, cross(h, p3)) * L};
    circle_point elbow[2];
    const double excess =
        cdy_points_on_line(a, (dot(end, end) - dot(p2, p2) - dot(p3, p3)) * L, tiny, t->start[2], elbow, &b->is_free);
    for (int i = 0; i < (excess > 0 ? 1 : 2); i++) {
        closed_branch branch = *b;
        const vec3 arm = add(p2, turn(h, elbow[i], p3));
        branch.excess += excess;
        branch.at[2] = elbow[i];
        branch.at[1] = cdy_turn_onto(h, arm, end, tiny * c->size * c->size, t->start[1], &branch.is_free);
        const circle_point q2 = branch.at[1], q3 = elbow[i];
        const circle_point both = {q2.c * q3.c - q2.s * q3.s, q2.s * q3.c + q2.c * q3.s};
        branch.at[3] = (circle_point){sum.c * both.c + sum.s * both.s, sum.s * both.c - sum.c * both.s};
        add_branch(found, &branch);
    }
}

static void solve_parallel(const form_target *t, closed_branches *found)
{
    circle_pair pairs[MOST_PAIRS];
    const int count = solve_outer(t, pairs);
    for (int i = 0; i < count; i++) {
        closed_branch branch = {.excess = pairs[i].excess, .is_free = pairs[i].is_free};
        branch.at[0] = pairs[i].x;
        branch.at[4] = pairs[i].y;
        const circle_point sum = solve_sum(t, &branch);
        solve_plane(t, sum, &branch, found);
    }
}

/* ---- forms ---- */

static void reverse_points(circle_point *at)
{
    for (int i = 0; i < SIX / 2; i++) {
        const circle_point saved = at[i];
        at[i] = at[SIX - 1 - i];
        at[SIX - 1 - i] = saved;
    }
}

/* Between the angles of a form's joints and those about its chain's axes, both ways. */
static void turn_points(const closed_form *form, circle_point *at)
{
    for (int i = 0; i < SIX; i++) {
        at[i].s = form->is_turned[i] ? -at[i].s : at[i].s;
    }
}

void cdy_solve_form(const closed_form *form, const general_form *general, closed_pose target, const circle_point *start,
                    closed_branches *found)
{
    circle_point begin[MOST_JOINTS];
    const int before = found->count;
    for (int i = 0; i < SIX; i++) {
        begin[i] = start[form->is_reversed ? SIX - 1 - i : i];
    }
    turn_points(form, begin);
    const form_target t = make_target(&form->chain, form->is_reversed ? cdy_invert_pose(target) : target, begin);
    if (form->structure == CDY_IK_GENERAL) {
        cdy_solve_general(general, target, found);
    } else if (form->structure == CDY_IK_PARALLEL_AXES) {
        solve_parallel(&t, found);
    } else {
        solve_spherical(&t, found);
    }
    for (int i = before; i < found->count; i++) {
        turn_points(form, found->list[i].at);
        if (form->is_reversed) {
            reverse_points(found->list[i].at);
        }
    }
}

/* ---- seven joints at an arm angle ---- */

/* The rotation that brings `from` to `to` the shortest way, at the arm angle 0 where the elbow lies in the plane of the
 * first axis and of the line from shoulder to wrist; the elbow's side of that plane is the one of the first axis. */
static rotation reference_rotation(vec3 from, vec3 elbow, vec3 to, vec3 first)
{
    const vec3 x = scale(1 / length(from), from), u = scale(1 / length(to), to);
    vec3 y = across(x, elbow), v = across(u, first);
    y = length(y) > 1e-9 ? y : across(x, fabs(x.x) < 0.7 ? (vec3){1, 0, 0} : (vec3){0, 1, 0});
    v = length(v) > 1e-9 ? v : across(u, fabs(u.x) < 0.7 ? (vec3){1, 0, 0} : (vec3){0, 1, 0});
    y = scale(1 / length(y), y);
    v = scale(1 / length(v), v);
    const rotation A = {x, y, cross(x, y)}, B = {u, v, cross(u, v)};
    return rotation_multiply(rotation_transpose(B), A);
}

/* The branches of one angle of the elbow, which `begun` has as joint 4: two of the shoulder, two of the wrist. */
static void solve_elbow(const form_target *t, const closed_branch *begun, double angle, closed_branches *found)
{
    const closed_chain *c = t->chain;
    const circle_point elbow = begun->at[3];
    const vec3 upper = subtract(c->point[3], c->point[0]), fore = subtract(c->point[4], c->point[3]);
    const vec3 reach = add(upper, turn(c->axis[3], elbow, fore));
    if (length(reach) < tiny * c->size || length(t->d) < tiny * c->size) {
        return; /* the wrist lies in the shoulder: there is no arm angle */
    }
    const vec3 line = scale(1 / length(t->d), t->d);
    const rotation at_zero = reference_rotation(reach, upper, t->d, c->axis[0]);
    const rotation M = turn_matrix(line, (circle_point){cos(angle), sin(angle)}, at_zero);
    closed_branch shoulder[2] = {*begun};
    const rotation rest = rotation_multiply(rotation_transpose(M), t->R);
    const int count = cdy_solve_rotation(c, 0, M, t->start, shoulder);
    for (int i = 0; i < count; i++) {
        closed_branch wrist[2] = {shoulder[i]};
        const rotation R = turn_matrix(c->axis[3], (circle_point){elbow.c, -elbow.s}, rest);
        const int both = cdy_solve_rotation(c, 4, R, t->start, wrist);
        for (int j = 0; j < both; j++) {
            add_branch(found, &wrist[j]);
        }
    }
}

/* The angle is that of R1 R2 R3 = R(line, angle) reference, told by a vector across the line. */
double cdy_arm_angle(const closed_chain *chain, const circle_point *at)
{
    const vec3 upper = subtract(chain->point[3], chain->point[0]), fore = subtract(chain->point[4], chain->point[3]);
    const vec3 reach = add(upper, turn(chain->axis[3], at[3], fore));
    if (length(reach) < tiny * chain->size) {
        return 0;
    }
    vec3 to = reach, x = cross(reach, upper);
    x = length(x) > 0 ? x : cross(reach, fabs(reach.x) < 0.7 * length(reach) ? (vec3){1, 0, 0} : (vec3){0, 1, 0});
    vec3 moved = x;
    for (int i = 2; i >= 0; i--) {
        to = turn(chain->axis[i], at[i], to);
        moved = turn(chain->axis[i], at[i], moved);
    }
    const rotation reference = reference_rotation(reach, upper, to, chain->axis[0]);
    bool is_free = false;
    const circle_point angle =
        cdy_turn_onto(scale(1 / length(to), to), rotate(reference, x), moved, 0, (circle_point){1, 0}, &is_free);
    return atan2(angle.s, angle.c);
}

void cdy_solve_arm_angle(const closed_chain *chain, closed_pose target, double angle, const circle_point *start,
                         closed_branches *found)
{
    const form_target t = make_target(chain, target, start);
    const vec3 h = chain->axis[3], upper = subtract(chain->point[3], chain->point[0]),
               fore = subtract(chain->point[4], chain->point[3]);
    /* |upper + R4 fore|^2 = |d|^2 */
    const double L = 1 / (chain->size * chain->size), along = 2 * dot(h, fore) * dot(h, upper);
    const double a[2] = {2 * dot(upper, across(h, fore)) * L, 2 * dot(upper, cross(h, fore)) * L};
    const double rest = (dot(t.d, t.d) - dot(upper, upper) - dot(fore, fore) - along) * L;
    circle_point elbow[2];
    bool is_free = false;
    const double excess = cdy_points_on_line(a, rest, tiny, start[3], elbow, &is_free);
    for (int i = 0; i < (excess > 0 || is_free ? 1 : 2); i++) {
        const closed_branch begun = {.at[3] = elbow[i], .excess = excess, .is_free = is_free};
        solve_elbow(&t, &begun, angle, found);
    }
}
