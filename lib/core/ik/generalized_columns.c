/* What moves in generalized inverse kinematics: the velocities that constraints depend on. */
#include "ik/generalized.h"

int32_t cdy_body_of_velocity(const cdy_model *model, int32_t velocity)
{
    const int32_t *own = model_section(model, model->own_velocities);
    return model_velocities(model)[own[velocity]].body;
}

const model_joint *cdy_joint_of_velocity(const cdy_model *model, int32_t velocity)
{
    return &model_joints(model)[cdy_body_of_velocity(model, velocity)];
}

static size_t add_column(int32_t column, int32_t *columns, size_t count)
{
    for (size_t j = 0; j < count; j++) {
        if (columns[j] == column) {
            return count;
        }
    }
    columns[count] = column;
    return count + 1;
}

/* Whether a frame is on a body or on one that it carries. */
static bool carries(const cdy_model *model, int body, int frame)
{
    int i = model_frames(model)[frame].body;
    while (i > body) { /* parents come before their children */
        i = model_bodies(model)[i].parent;
    }
    return i == body;
}

/* Adds the velocities that move a frame, but for those of joints that carry the other one as well. */
static size_t add_frame(const cdy_model *model, int frame, int other, int32_t *columns, size_t count)
{
    const model_body *bodies = model_bodies(model);
    for (int i = model_frames(model)[frame].body; i > 0 && !carries(model, i, other); i = bodies[i].parent) {
        for (int k = 0; k < bodies[i].nv; k++) {
            count = add_column(model_velocities(model)[bodies[i].v + k].index, columns, count);
        }
    }
    return count;
}

/* Adds the velocity of a coordinate. */
static size_t add_position(const cdy_model *model, int position, int32_t *columns, size_t count)
{
    for (int32_t j = 0; j < model->nv; j++) {
        if (cdy_joint_of_velocity(model, j)->position == position) {
            return add_column(j, columns, count);
        }
    }
    return count;
}

size_t cdy_list_gik_columns(const cdy_model *model, const cdy_ik_constraint *constraints, int count, int32_t *columns)
{
    size_t n = 0;
    for (int i = 0; i < count; i++) {
        const cdy_ik_constraint *c = &constraints[i];
        if (compares_frames(c)) {
            n = add_frame(model, c->frame, c->relative_to, columns, n);
            n = add_frame(model, c->relative_to, c->frame, columns, n);
        } else {
            n = add_position(model, c->position, columns, n);
        }
    }
    return n;
}
