#include "model/single.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The same records once more. */
#define scalar           float
#define model_body       single_body
#define model_frame      single_frame
#define model_coordinate single_coordinate
#define model_drive      single_drive
#include "model/records.h"
#undef scalar
#undef model_body
#undef model_frame
#undef model_coordinate
#undef model_drive

_Static_assert(sizeof(single_body) <= sizeof(model_body) && sizeof(single_frame) <= sizeof(model_frame) &&
                   sizeof(single_coordinate) <= sizeof(model_coordinate) && sizeof(single_drive) <= sizeof(model_drive),
               "sections have room for the same over floats");

static void narrow(size_t count, const double *from, float *to)
{
    for (size_t i = 0; i < count; i++) {
        to[i] = (float)from[i];
    }
}

static single_body narrow_body(const model_body *b)
{
    single_body s = {.parent = b->parent,
                     .kind = b->kind,
                     .q = b->q,
                     .v = b->v,
                     .force_row = b->force_row,
                     .nv = b->nv,
                     .link = b->link,
                     .mass = (float)b->mass};
    narrow(9, b->rotation, s.rotation);
    narrow(3, b->translation, s.translation);
    narrow(3, b->h, s.h);
    narrow(6, b->inertia, s.inertia);
    narrow(2, b->twist, s.twist);
    narrow(2, b->offset, s.offset);
    return s;
}

static single_frame narrow_frame(const model_frame *f)
{
    single_frame s = {.name = f->name, .body = f->body};
    narrow(9, f->rotation, s.rotation);
    narrow(3, f->translation, s.translation);
    return s;
}

static void narrow_coordinates(int32_t count, const model_coordinate *c, single_coordinate *to)
{
    for (int32_t i = 0; i < count; i++) {
        to[i] = (single_coordinate){c[i].index, c[i].body, (float)c[i].multiplier, (float)c[i].offset};
    }
}

/* A section of the copy, to be written. */
static void *section_of(cdy_model *copy, uint64_t offset)
{
    return (char *)copy + offset;
}

void cdy_model_drives_to_single(const cdy_model *model, cdy_model *copy)
{
    const model_drive *d = model_drives(model);
    single_drive *to = section_of(copy, model->drives);
    copy->drives_act = model->drives_act;
    copy->drive_options = model->drive_options;
    copy->drive_options.friction_width = fmax(copy->drive_options.friction_width, (double)FLT_MIN);
    for (int32_t i = 0; i < model->tree_nv; i++) {
        to[i] = (single_drive){.rotor = (float)d[i].rotor,
                               .damping = (float)d[i].damping,
                               .friction = (float)d[i].friction,
                               .stiffness = (float)d[i].stiffness,
                               .rest = (float)d[i].rest,
                               .position = d[i].position};
    }
}

void cdy_model_to_single(const cdy_model *model, cdy_model *copy)
{
    memcpy(copy, model, (size_t)model->size);
    single_body *bodies = section_of(copy, model->bodies);
    single_frame *frames = section_of(copy, model->frames);
    for (int32_t i = 0; i < model->body_count; i++) {
        bodies[i] = narrow_body(&model_bodies(model)[i]);
    }
    for (int32_t i = 0; i < model->frame_count; i++) {
        frames[i] = narrow_frame(&model_frames(model)[i]);
    }
    narrow_coordinates(model->tree_nq, model_positions(model), section_of(copy, model->positions));
    narrow_coordinates(model->tree_nv, model_velocities(model), section_of(copy, model->velocities));
    cdy_model_drives_to_single(model, copy);
}
