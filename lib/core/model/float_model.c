#include "model/float_model.h"

#include <float.h>
#include <math.h>

/* The records of the float model. */
#define scalar           float
#define inertial_scalar  float
#define model_body       float_body
#define model_frame      float_frame
#define model_coordinate float_coordinate
#define model_drive      float_drive
#define model_drive_law  float_drive_law
#include "model/records.h"
#undef scalar
#undef inertial_scalar
#undef model_body
#undef model_frame
#undef model_coordinate
#undef model_drive
#undef model_drive_law

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
static double longest_offset(const cdy_model *model)
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

static void narrow_inertia(const model_body *b, float_body *s)
{
    s->mass = (float)b->mass;
    narrow(3, b->h, largest(3, b->h), s->h);
    narrow(6, b->inertia, largest(6, b->inertia), s->inertia);
}

static float_body narrow_body(const model_body *b, double length)
{
    float_body s = {.parent = b->parent,
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

static float_frame narrow_frame(const model_frame *f, double length)
{
    float_frame s = {.body = f->body};
    narrow(9, f->rotation, 1, s.rotation);
    narrow(3, f->translation, length, s.translation);
    return s;
}

static void narrow_coordinates(int32_t count, const model_coordinate *c, float_coordinate *to)
{
    for (int32_t i = 0; i < count; i++) {
        to[i] = (float_coordinate){c[i].index, c[i].body, (float)c[i].multiplier, (float)c[i].offset};
    }
}

/* Layout of the float model: offsets of its sections, and its size in `size`. */
static cdy_float_model lay_out(const cdy_model *model, size_t *size)
{
    cdy_float_model f = {.body_count = model->body_count,
                         .frame_count = model->frame_count,
                         .nq = model->nq,
                         .nv = model->nv,
                         .tree_nq = model->tree_nq,
                         .tree_nv = model->tree_nv,
                         .force_rows = model->force_rows,
                         .has_followers = model->has_followers};
    uint64_t *const offsets[] = {&f.bodies, &f.frames, &f.positions, &f.velocities, &f.drives};
    const size_t bytes[] = {(size_t)f.body_count * sizeof(float_body), (size_t)f.frame_count * sizeof(float_frame),
                            (size_t)f.tree_nq * sizeof(float_coordinate), (size_t)f.tree_nv * sizeof(float_coordinate),
                            (size_t)f.tree_nv * sizeof(float_drive)};
    *size = sizeof f;
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        *offsets[i] = *size;
        *size += (bytes[i] + 7) / 8 * 8;
    }
    return f;
}

size_t cdy_float_model_size(const cdy_model *model)
{
    size_t size;
    lay_out(model, &size);
    return size;
}

/* A section of the float model, for writing. */
static void *section_of(cdy_float_model *floats, uint64_t offset)
{
    return (char *)floats + offset;
}

void cdy_float_model_set_inertias(cdy_float_model *floats, const cdy_model *model)
{
    float_body *bodies = section_of(floats, floats->bodies);
    for (int32_t i = 1; i < model->body_count; i++) {
        narrow_inertia(&model_bodies(model)[i], &bodies[i]);
    }
}

/* A width that no float is below; its smallest quotients overflow. */
static float narrow_width(double width)
{
    return (float)fmax(width, (double)FLT_MIN);
}

static float_drive_law narrow_law(const model_drive_law *l)
{
    return (float_drive_law){.friction_asymmetry = (float)l->friction_asymmetry,
                             .damping_asymmetry = (float)l->damping_asymmetry,
                             .stribeck = (float)l->stribeck,
                             .stribeck_velocity = narrow_width(l->stribeck_velocity),
                             .stribeck_exponent = (float)l->stribeck_exponent,
                             .load_friction = (float)l->load_friction,
                             .load_asymmetry = (float)l->load_asymmetry,
                             .load_stribeck = (float)l->load_stribeck,
                             .load_damping = (float)l->load_damping,
                             .load_velocity = narrow_width(l->load_velocity),
                             .power_friction = (float)l->power_friction,
                             .power_exponent = (float)l->power_exponent,
                             .offset = (float)l->offset,
                             .width = narrow_width(l->width),
                             .load_width = narrow_width(l->load_width)};
}

void cdy_float_model_set_drives(cdy_float_model *floats, const cdy_model *model)
{
    const model_drive *d = model_drives(model);
    float_drive *to = section_of(floats, floats->drives);
    floats->drives_act = model->drives_act;
    floats->load_acts = model->load_acts;
    floats->drive_options = model->drive_options;
    for (int32_t i = 0; i < model->tree_nv; i++) {
        to[i] = (float_drive){.rotor = (float)d[i].rotor,
                              .damping = (float)d[i].damping,
                              .friction = (float)d[i].friction,
                              .stiffness = (float)d[i].stiffness,
                              .rest = (float)d[i].rest,
                              .position = d[i].position,
                              .terms = d[i].terms,
                              .law = narrow_law(&d[i].law)};
    }
}

void cdy_float_model_init(cdy_float_model *floats, const cdy_model *model)
{
    size_t size = 0;
    *floats = lay_out(model, &size);
    float_body *bodies = section_of(floats, floats->bodies);
    float_frame *frames = section_of(floats, floats->frames);
    const double length = longest_offset(model);
    for (int32_t i = 0; i < model->body_count; i++) {
        bodies[i] = narrow_body(&model_bodies(model)[i], length);
    }
    for (int32_t i = 0; i < model->frame_count; i++) {
        frames[i] = narrow_frame(&model_frames(model)[i], length);
    }
    narrow_coordinates(model->tree_nq, model_positions(model), section_of(floats, floats->positions));
    narrow_coordinates(model->tree_nv, model_velocities(model), section_of(floats, floats->velocities));
    cdy_float_model_set_drives(floats, model);
}
