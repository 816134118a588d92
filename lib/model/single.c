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

/* Numbers that are rounding noise beside `size` become 0: their products would be denormal floats, which are slow. */
static void narrow(size_t count, const double *from, double size, float *to)
{
    const double noise = 1e-12 * size;
    for (size_t i = 0; i < count; i++) {
        to[i] = fabs(from[i]) > noise ? (float)from[i] : 0;
    }
}

static double largest(size_t count, const double *x)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, fabs(x[i]));
    }
    return most;
}

/* Longest distance from a joint or frame to its parent. */
static double longest_way(const cdy_model *model)
{
    double most = 0;
    for (int32_t i = 0; i < model->body_count; i++) {
        most = fmax(most, largest(3, model_bodies(model)[i].translation));
    }
    for (int32_t i = 0; i < model->frame_count; i++) {
        most = fmax(most, largest(3, model_frames(model)[i].translation));
    }
    return most;
}

static void narrow_inertia(const model_body *b, single_body *s)
{
    s->mass = (float)b->mass;
    narrow(3, b->h, largest(3, b->h), s->h);
    narrow(6, b->inertia, largest(6, b->inertia), s->inertia);
}

static single_body narrow_body(const model_body *b, double length)
{
    single_body s = {.parent = b->parent,
                     .kind = b->kind,
                     .q = b->q,
                     .v = b->v,
                     .force_row = b->force_row,
                     .nv = b->nv,
                     .link = b->link};
    narrow(9, b->rotation, 1, s.rotation);
    narrow(3, b->translation, length, s.translation);
    narrow_inertia(b, &s);
    narrow(2, b->twist, 1, s.twist);
    narrow(2, b->offset, 1, s.offset);
    return s;
}

static single_frame narrow_frame(const model_frame *f, double length)
{
    single_frame s = {.name = f->name, .body = f->body};
    narrow(9, f->rotation, 1, s.rotation);
    narrow(3, f->translation, length, s.translation);
    return s;
}

static void narrow_coordinates(int32_t count, const model_coordinate *c, single_coordinate *to)
{
    for (int32_t i = 0; i < count; i++) {
        to[i] = (single_coordinate){c[i].index, c[i].body, (float)c[i].multiplier, (float)c[i].offset};
    }
}

/* Section of the copy, for writing. */
static void *section_of(cdy_model *copy, uint64_t offset)
{
    return (char *)copy + offset;
}

void cdy_model_inertias_to_single(const cdy_model *model, cdy_model *copy)
{
    single_body *bodies = section_of(copy, model->bodies);
    for (int32_t i = 1; i < model->body_count; i++) {
        narrow_inertia(&model_bodies(model)[i], &bodies[i]);
    }
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
    const double length = longest_way(model);
    for (int32_t i = 0; i < model->body_count; i++) {
        bodies[i] = narrow_body(&model_bodies(model)[i], length);
    }
    for (int32_t i = 0; i < model->frame_count; i++) {
        frames[i] = narrow_frame(&model_frames(model)[i], length);
    }
    narrow_coordinates(model->tree_nq, model_positions(model), section_of(copy, model->positions));
    narrow_coordinates(model->tree_nv, model_velocities(model), section_of(copy, model->velocities));
    cdy_model_drives_to_single(model, copy);
}
