#include "constraints/row_plan.h"

#include "constraints/constraint.h"

#include <string.h>

/* Writes the axes R A (9) of the axes A of a placement in a frame, R = E^T. */
static void write_turned_axes(rotation E, const cdy_placement *at, double *axes)
{
    double A[16];
    cdy_placement_to_matrix(at, A);
    const rotation turned =
        rotation_multiply(rotation_transpose(E), (rotation){vec3_from(A), vec3_from(A + 4), vec3_from(A + 8)});
    memcpy(axes, &turned, sizeof turned);
}

/* Writes the place (12) at `at` in a frame, in the axes of its moving body. Numbers are written one by one: some that
 * are gathered in a struct first would be read together, which stalls. */
static void write_place(const model_frame *frame, const cdy_placement *at, double *place)
{
    const rotation E = rotation_from(frame->rotation);
    const vec3 p = add(vec3_from(frame->translation), rotate_back(E, vec3_from(at->xyz)));
    if (at->rpy[0] == 0 && at->rpy[1] == 0 && at->rpy[2] == 0) { /* most are not turned, and sines take long */
        for (size_t i = 0; i < 9; i++) {
            place[i] = frame->rotation[i % 3 * 3 + i / 3];
        }
    } else {
        write_turned_axes(E, at, place);
    }
    place[9] = p.x;
    place[10] = p.y;
    place[11] = p.z;
}

static int count_bits(unsigned mask)
{
    int count = 0;
    for (; mask; mask &= mask - 1) {
        count++;
    }
    return count;
}

/* Lists the degrees of freedom between two bodies and the base in descending order; returns their number. Bodies are
 * counted down, since a walk from parent to parent would wait for each load before the next. */
static size_t write_path(const model_body *bodies, int a, int b, int *path)
{
    size_t depth = 0;
    for (int i = a > b ? a : b; i > 0; i--) {
        if (i != a && i != b) {
            continue;
        }
        for (int v = bodies[i].v + bodies[i].nv; v > bodies[i].v;) {
            path[depth++] = --v;
        }
        a = a == i ? bodies[i].parent : a;
        b = b == i ? bodies[i].parent : b;
    }
    return depth;
}

bool cdy_plan_rows(const cdy_model *model, const cdy_constraint *constraints, int count, int rows, row_group *groups,
                   int *bodies, int *paths)
{
    const model_frame *frames = model_frames(model);
    int row = 0;
    if (model->has_followers || model->tree_nv > LARGEST_DENSE || rows > model->nv) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        const cdy_constraint *c = &constraints[i];
        const model_frame *frame = &frames[c->row_count > 0 ? 0 : c->frame];
        const model_frame *other = &frames[c->row_count > 0 ? 0 : c->other];
        if (frame->body == other->body) { /* also rows of the caller's own */
            return false;
        }
        bodies[2 * i] = frame->body;
        bodies[2 * i + 1] = other->body;
        groups[i].depth = write_path(model_bodies(model), frame->body, other->body, paths);
        groups[i].path = paths;
        paths += groups[i].depth;
        groups[i].first = row;
        groups[i].count = count_bits(c->rows);
        groups[i].angular = count_bits(c->rows & CDY_ROWS_ANGULAR);
        groups[i].mask = c->rows;
        write_place(frame, &c->in_frame, groups[i].places);
        write_place(other, &c->in_other, groups[i].places + 12);
        row += groups[i].count;
    }
    return true;
}
