#define CDY_REAL_HEADER "generate/traced_real.h"
#include "generate/traced_model.h"
#include "kernels/joint.h"
#include "model/payload_inertia.h"

/* The records of a model over doubles. */
#define inertial_scalar  double
#define model_body       plain_body
#define model_frame      plain_frame
#define model_coordinate plain_coordinate
#define model_drive      plain_drive
#define model_drive_law  plain_drive_law
#include "model/records.h"
#undef inertial_scalar
#undef model_body
#undef model_frame
#undef model_coordinate
#undef model_drive
#undef model_drive_law

/* A copy of the model, then the traced bodies. */
static size_t place_of_bodies(const cdy_model *model)
{
    return (model->size + 15) / 16 * 16;
}

size_t cdy_traced_model_size(const cdy_model *model)
{
    return place_of_bodies(model) + (size_t)model->body_count * sizeof(model_body);
}

static void set_inertia(model_body *body, inertia I)
{
    const real h[3] = {I.h.x, I.h.y, I.h.z}, moments[6] = {I.I.xx, I.I.xy, I.I.xz, I.I.yy, I.I.yz, I.I.zz};
    body->mass = I.mass;
    memcpy(body->h, h, sizeof h);
    memcpy(body->inertia, moments, sizeof moments);
}

static model_body trace_body(const plain_body *from)
{
    model_body body = {};
    body.parent = from->parent;
    body.kind = from->kind;
    body.q = from->q;
    body.v = from->v;
    body.force_row = from->force_row;
    body.nv = from->nv;
    body.link = from->link;
    memcpy(body.rotation, from->rotation, sizeof body.rotation);
    memcpy(body.translation, from->translation, sizeof body.translation);
    memcpy(body.twist, from->twist, sizeof body.twist);
    memcpy(body.offset, from->offset, sizeof body.offset);
    const double *h = from->h, *I = from->inertia;
    set_inertia(&body, {real_from(from->mass),
                        {real_from(h[0]), real_from(h[1]), real_from(h[2])},
                        {real_from(I[0]), real_from(I[1]), real_from(I[2]), real_from(I[3]), real_from(I[4]),
                         real_from(I[5])}});
    return body;
}

void cdy_traced_model_init(cdy_model *traced, const cdy_model *model, int frame, const expression *payload)
{
    const plain_body *from = (const plain_body *)model_section(model, model->bodies);
    model_body *bodies = (model_body *)(void *)((char *)traced + place_of_bodies(model));
    memcpy((void *)traced, model, model->size);
    traced->bodies = place_of_bodies(model);
    for (int i = 0; i < model->body_count; i++) {
        bodies[i] = trace_body(&from[i]);
    }
    if (payload) {
        const model_frame *carrier = &model_frames(model)[frame];
        model_body *body = &bodies[carrier->body];
        const vec3 c = {payload[1], payload[2], payload[3]};
        set_inertia(body, inertia_add(joint_body_inertia(body), payload_inertia(carrier, payload[0], c, payload + 4)));
    }
}
