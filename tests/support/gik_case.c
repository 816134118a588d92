#include "support/gik_case.h"

#include "support/compare.h"

#include <math.h>
#include <string.h>

static void multiply(const double A[16], const double B[16], double C[16])
{
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            C[4 * i + j] = 0;
            for (int k = 0; k < 4; k++) {
                C[4 * i + j] += A[4 * i + k] * B[4 * k + j];
            }
        }
    }
}

static void draw_place(uint64_t *seed, double T[16])
{
    const cdy_placement place = {{draw(seed, -0.3, 0.3), draw(seed, -0.3, 0.3), draw(seed, -0.3, 0.3)},
                                 {draw(seed, -3, 3), draw(seed, -1.5, 1.5), draw(seed, -3, 3)}};
    cdy_placement_to_matrix(&place, T);
}

/* The placement of the frame's place in the reference frame at q. */
static void relative_place(robot *r, const cdy_ik_constraint *c, const double *q, double T[16])
{
    cdy_error error = {0};
    double frame[16];
    ck_assert_ok(cdy_get_transform(r->model, r->work, c->frame, c->relative_to, q, frame, &error), error);
    multiply(frame, c->in_frame, T);
}

/* Turns the place T about its z axis, and moves it along it. */
static void screw(double angle, double way, double T[16])
{
    const double z[16] = {cos(angle), -sin(angle), 0, 0, sin(angle), cos(angle), 0, 0, 0, 0, 1, way, 0, 0, 0, 1};
    double turned[16];
    multiply(T, z, turned);
    memcpy(T, turned, sizeof turned);
}

static void bound(double number, uint64_t *seed, double bounds[2])
{
    bounds[0] = number - draw(seed, 0, 0.2);
    bounds[1] = draw_below(seed, 4) ? number + draw(seed, 0, 0.2) : HUGE_VAL;
}

/* A box with axes of its own around the origin of the place T. */
static void draw_box(const double T[16], cdy_ik_constraint *c, uint64_t *seed)
{
    draw_place(seed, c->in_reference);
    for (int i = 0; i < 3; i++) {
        double inside = 0;
        for (int k = 0; k < 3; k++) {
            inside += c->in_reference[4 * k + i] * (T[4 * k + 3] - c->in_reference[4 * k + 3]);
        }
        bound(inside, seed, c->bounds[i]);
    }
}

/* A point on the axis of the place T. */
static void draw_aim(const double T[16], cdy_ik_constraint *c, uint64_t *seed)
{
    const double way = draw(seed, 0.2, 1);
    double size = 0;
    draw_array(seed, 1, c->axis, 3);
    for (int i = 0; i < 3; i++) {
        size += c->axis[i] * c->axis[i];
    }
    for (int i = 0; i < 3; i++) {
        c->in_reference[4 * i + 3] = T[4 * i + 3];
        for (int k = 0; k < 3; k++) {
            c->in_reference[4 * i + 3] += way / sqrt(size) * T[4 * i + k] * c->axis[k];
        }
    }
}

static void draw_joint(const robot *r, const double *q, cdy_ik_constraint *c, uint64_t *seed)
{
    cdy_coordinate coordinate;
    do {
        c->position = draw_below(seed, r->nq);
        ck_assert_int_eq(cdy_model_position(r->model, c->position, &coordinate), CDY_OK);
    } while (cdy_joint_type_nv(coordinate.type) != 1);
    bound(q[c->position], seed, c->bounds[0]);
}

cdy_ik_constraint draw_kept_constraint(robot *r, cdy_ik_constraint_kind kind, const double *q, uint64_t *seed)
{
    cdy_ik_constraint c = cdy_ik_constraint_default(kind);
    const int frames = cdy_model_frame_count(r->model);
    double T[16];
    if (kind == CDY_IK_JOINT_BOUNDS) {
        draw_joint(r, q, &c, seed);
        return c;
    }
    c.frame = 1 + draw_below(seed, frames - 1);
    c.relative_to = draw_below(seed, 2) ? 0 : draw_below(seed, frames);
    draw_place(seed, c.in_frame);
    relative_place(r, &c, q, T);
    memcpy(c.in_reference, T, sizeof T);
    if (draw_below(seed, 2)) {
        c.angular_tolerance = draw(seed, 0, 0.1);
        c.linear_tolerance = draw(seed, 0, 0.05);
    }
    const double angle = draw(seed, -2, 2), way = draw(seed, -0.3, 0.3);
    if (kind == CDY_IK_REVOLUTE_JOINT) {
        screw(-angle, 0, c.in_reference);
        bound(angle, seed, c.bounds[0]);
    } else if (kind == CDY_IK_PRISMATIC_JOINT) {
        screw(0, -way, c.in_reference);
        bound(way, seed, c.bounds[0]);
    } else if (kind == CDY_IK_AIMING) {
        draw_aim(T, &c, seed);
    } else if (kind == CDY_IK_CARTESIAN_BOUNDS) {
        draw_box(T, &c, seed);
    } else if (kind == CDY_IK_DISTANCE_BOUNDS) {
        draw_place(seed, c.in_reference);
        bound(hypot(hypot(T[3] - c.in_reference[3], T[7] - c.in_reference[7]), T[11] - c.in_reference[11]), seed,
              c.bounds[0]);
    }
    return c;
}

cdy_ik_constraint draw_any_constraint(robot *r, const double *q, uint64_t *seed)
{
    cdy_ik_constraint_kind kind = (cdy_ik_constraint_kind)draw_below(seed, CDY_IK_PRISMATIC_JOINT + 1);
    bool has_simple = false;
    for (int i = 0; i < r->nq; i++) {
        cdy_coordinate coordinate;
        has_simple =
            has_simple || (!cdy_model_position(r->model, i, &coordinate) && cdy_joint_type_nv(coordinate.type) == 1);
    }
    kind = kind == CDY_IK_JOINT_BOUNDS && !has_simple ? CDY_IK_POSE : kind;
    return draw_kept_constraint(r, kind, q, seed);
}

cdy_gik_report solve_constraints(robot *r, const cdy_ik_constraint *constraints, int count, const double *start,
                                 const cdy_gik_options *options, double *q, cdy_ik_violation *violations)
{
    cdy_error error = {0};
    cdy_gik_report report;
    memset(&report, 0x55, sizeof report);
    const cdy_gik_problem problem = {.constraints = constraints, .count = count, .start = start, .options = options};
    ck_assert_ok(cdy_generalized_inverse_kinematics(r->model, r->work, &problem, q, &report, violations, &error),
                 error);
    return report;
}
