/* Queries of a model: names, frames, coordinates, gravity. */
#include "base/error.h"
#include "model/model.h"
#include "text/nearest.h"

#include <math.h>
#include <string.h>

const char *cdy_model_name(const cdy_model *model)
{
    return model ? model_name(model, model->name) : NULL;
}

int cdy_model_nv(const cdy_model *model)
{
    return model ? model->nv : 0;
}

int cdy_model_nq(const cdy_model *model)
{
    return model ? model->nq : 0;
}

int cdy_model_force_rows(const cdy_model *model)
{
    return model ? model->force_rows : 0;
}

int cdy_model_frame_count(const cdy_model *model)
{
    return model ? model->frame_count : 0;
}

static const model_frame *find_frame(const cdy_model *model, int frame)
{
    return model && frame >= 0 && frame < model->frame_count ? &model_frames(model)[frame] : NULL;
}

const char *cdy_model_frame_name(const cdy_model *model, int frame)
{
    const model_frame *f = find_frame(model, frame);
    return f ? model_name(model, f->name) : NULL;
}

bool cdy_model_frame_is_fixed(const cdy_model *model, int frame)
{
    const model_frame *f = find_frame(model, frame);
    return f && f->body == 0;
}

int cdy_model_find_frame(const cdy_model *model, const char *name)
{
    if (!model || !name) {
        return -1;
    }
    const int32_t *sorted = model_section(model, model->sorted_frames);
    int32_t low = 0, high = model->frame_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        int order = strcmp(name, model_name(model, model_frames(model)[sorted[middle]].name));
        if (order == 0) {
            return sorted[middle];
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return -1;
}

cdy_status cdy_model_require_frame(const cdy_model *model, const char *name, int *frame, cdy_error *error)
{
    if (!model || !name || !frame) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "finding a body needs a model, a name and a pointer for the frame");
    }
    const int found = cdy_model_find_frame(model, name);
    if (found >= 0) {
        *frame = found;
        return CDY_OK;
    }
    cdy_nearest search = cdy_nearest_to(name);
    for (int i = 0; i < model->frame_count; i++) {
        cdy_nearest_consider(&search, cdy_model_frame_name(model, i));
    }
    return cdy_fail_unknown(&search, "body", error);
}

static cdy_coordinate describe(const cdy_model *model, int body, int component, bool position)
{
    const model_joint *joint = &model_joints(model)[body];
    const model_body *moved = &model_bodies(model)[body];
    cdy_joint_type type = (cdy_joint_type)joint->type;
    return (cdy_coordinate){
        .joint = model_name(model, joint->name),
        .type = type,
        .component = component,
        .count = position ? cdy_joint_type_nq(type) : cdy_joint_type_nv(type),
        .angular = position ? is_angular_position(moved, component) : is_angular_velocity(moved, component),
        .lower = position ? joint->lower : -HUGE_VAL,
        .upper = position ? joint->upper : HUGE_VAL,
        .effort = joint->effort_limit,
        .velocity = joint->velocity_limit,
    };
}

cdy_status cdy_model_velocity(const cdy_model *model, int index, cdy_coordinate *coordinate)
{
    if (!model || !coordinate || index < 0 || index >= model->nv) {
        return CDY_ERROR_ARGUMENT;
    }
    int32_t v = ((const int32_t *)model_section(model, model->own_velocities))[index];
    int32_t body = model_velocities(model)[v].body;
    *coordinate = describe(model, body, v - model_bodies(model)[body].v, false);
    return CDY_OK;
}

cdy_status cdy_model_position(const cdy_model *model, int index, cdy_coordinate *coordinate)
{
    if (!model || !coordinate || index < 0 || index >= model->nq) {
        return CDY_ERROR_ARGUMENT;
    }
    int32_t q = ((const int32_t *)model_section(model, model->own_positions))[index];
    int32_t body = model_positions(model)[q].body;
    *coordinate = describe(model, body, q - model_bodies(model)[body].q, true);
    return CDY_OK;
}

int cdy_model_joint_count(const cdy_model *model)
{
    return model ? model->body_count - 1 : 0;
}

/* Frame of the link that a joint moves: the first frame of the moving body. */
static int frame_of_body(const cdy_model *model, int32_t body)
{
    const model_frame *frames = model_frames(model);
    int32_t frame = 0;
    while (frame < model->frame_count - 1 && frames[frame].body != body) {
        frame++;
    }
    return frame;
}

cdy_status cdy_model_joint(const cdy_model *model, int joint, cdy_moving_joint *description)
{
    if (!model || !description || joint < 0 || joint >= cdy_model_joint_count(model)) {
        return CDY_ERROR_ARGUMENT;
    }
    const int32_t body = joint + 1;
    const model_joint *j = &model_joints(model)[body];
    const model_coordinate *first = &model_positions(model)[model_bodies(model)[body].q];
    const cdy_joint_type type = (cdy_joint_type)j->type;
    *description = (cdy_moving_joint){.name = model_name(model, j->name),
                                      .type = type,
                                      .frame = frame_of_body(model, body),
                                      .position = j->position,
                                      .nq = cdy_joint_type_nq(type),
                                      .velocity = j->velocity,
                                      .nv = cdy_joint_type_nv(type),
                                      .is_follower = j->is_follower != 0,
                                      .multiplier = first->multiplier,
                                      .offset = first->offset};
    return CDY_OK;
}

int cdy_model_find_joint(const cdy_model *model, const char *name)
{
    for (int joint = 0; name && joint < cdy_model_joint_count(model); joint++) {
        if (strcmp(model_name(model, model_joints(model)[joint + 1].name), name) == 0) {
            return joint;
        }
    }
    return -1;
}

cdy_status cdy_model_require_joint(const cdy_model *model, const char *name, int *joint, cdy_error *error)
{
    if (!model || !name || !joint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "finding a joint needs a model, a name and a pointer for the index");
    }
    const int found = cdy_model_find_joint(model, name);
    if (found >= 0) {
        *joint = found;
        return CDY_OK;
    }
    cdy_nearest search = cdy_nearest_to(name);
    for (int i = 0; i < cdy_model_joint_count(model); i++) {
        cdy_nearest_consider(&search, model_name(model, model_joints(model)[i + 1].name));
    }
    return cdy_fail_unknown(&search, "moving joint", error);
}

void cdy_model_get_gravity(const cdy_model *model, double gravity[3])
{
    if (model && gravity) {
        memcpy(gravity, model->gravity, sizeof model->gravity);
    }
}

cdy_status cdy_model_set_gravity(cdy_model *model, const double gravity[3], cdy_error *error)
{
    if (!model || !gravity) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "setting gravity needs a model and three numbers");
    }
    if (!isfinite(gravity[0]) || !isfinite(gravity[1]) || !isfinite(gravity[2])) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "gravity is not finite; expected an acceleration in m/s2");
    }
    memcpy(model->gravity, gravity, sizeof model->gravity);
    return CDY_OK;
}

double cdy_total_mass(const cdy_model *model)
{
    const model_body *bodies = model ? model_bodies(model) : NULL;
    double mass = 0;
    for (int i = 1; model && i < model->body_count; i++) {
        mass += bodies[i].mass;
    }
    return mass;
}
