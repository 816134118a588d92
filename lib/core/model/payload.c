/* Payloads: I_body = I_bare + sum of X^T I_payload X over the frames of the body, each time from the bare inertia. */
#include "model/payload.h"

#include "base/error.h"
#include "base/finite.h"
#include "base/jacobi.h"
#include "model/hash.h"
#include "model/idle.h"
#include "model/payload_inertia.h"

#include <math.h>
#include <string.h>

static const cdy_payload none;

/* A section for writing. */
static void *writable(cdy_model *model, uint64_t offset)
{
    return (char *)model + offset;
}

static inertia inertia_of(const model_inertia *numbers)
{
    const double *I = numbers->inertia;
    return (inertia){numbers->mass, vec3_from(numbers->h), {I[0], I[1], I[2], I[3], I[4], I[5]}};
}

static model_inertia numbers_of(inertia I)
{
    return (model_inertia){I.mass, {I.h.x, I.h.y, I.h.z}, {I.I.xx, I.I.xy, I.I.xz, I.I.yy, I.I.yz, I.I.zz}};
}

static bool numbers_are_finite(const model_inertia *numbers)
{
    return cdy_all_finite(&numbers->mass, 1) && cdy_all_finite(numbers->h, 3) && cdy_all_finite(numbers->inertia, 6);
}

static model_inertia body_numbers(const model_body *body)
{
    model_inertia numbers = {.mass = body->mass};
    // cppcheck-suppress bufferAccessOutOfBounds // not compiled over floats
    memcpy(numbers.h, body->h, sizeof numbers.h);
    // cppcheck-suppress bufferAccessOutOfBounds // not compiled over floats
    memcpy(numbers.inertia, body->inertia, sizeof numbers.inertia);
    return numbers;
}

/* Adds the payload of a frame to the inertia of the body that moves the frame. */
static model_inertia add_payload(const model_inertia *sum, const model_frame *frame, const cdy_payload *payload)
{
    const inertia added = payload_inertia(frame, payload->mass, vec3_from(payload->center_of_mass), payload->inertia);
    return numbers_of(inertia_add(inertia_of(sum), added));
}

/* Inertia of a moving body with the payloads of all its frames. */
static model_inertia compose(const cdy_model *model, int32_t body)
{
    const model_frame *frames = model_frames(model);
    const cdy_payload *payloads = model_payloads(model);
    model_inertia sum = model_bare_inertias(model)[body];
    for (int32_t i = 0; i < model->frame_count; i++) {
        if (frames[i].body == body && payloads[i].mass > 0) {
            sum = add_payload(&sum, &frames[i], &payloads[i]);
        }
    }
    return sum;
}

static void store_numbers(model_body *body, const model_inertia *numbers)
{
    body->mass = numbers->mass;
    // cppcheck-suppress bufferAccessOutOfBounds // not compiled over floats
    memcpy(body->h, numbers->h, sizeof numbers->h);
    // cppcheck-suppress bufferAccessOutOfBounds // not compiled over floats
    memcpy(body->inertia, numbers->inertia, sizeof numbers->inertia);
}

void cdy_store_bare_inertias(cdy_model *model)
{
    model_inertia *bare = writable(model, model->bare_inertias);
    for (int32_t i = 0; i < model->body_count; i++) {
        bare[i] = body_numbers(&model_bodies(model)[i]);
    }
    model->payload_mark = cdy_model_payload_mark(model);
}

model_inertia cdy_body_inertia(const cdy_model *model, int32_t body)
{
    return body_numbers(&model_bodies(model)[body]);
}

/* Whether a body can have the principal moments of an inertia, up to rounding of a file to three digits: the largest is
 * at most the sum of the other two, of which none is negative then. */
static bool is_physical(const double I[6])
{
    double largest = 0;
    for (int i = 0; i < 6; i++) {
        largest = fmax(largest, fabs(I[i]));
    }
    if (!(largest > 0)) {
        return true;
    }
    const double xx = I[0] / largest, yy = I[1] / largest, zz = I[2] / largest;
    const double yz = I[3] / largest, xz = I[4] / largest, xy = I[5] / largest;
    double A[9] = {xx, xy, xz, xy, yy, yz, xz, yz, zz};
    cdy_jacobi(3, A, NULL);
    const double sum = A[0] + A[4] + A[8], most = fmax(A[0], fmax(A[4], A[8]));
    return 2 * most - sum <= 1e-2 * most;
}

/* Returns why a payload is impossible; NULL where it is possible. */
static const char *find_fault(const cdy_payload *p)
{
    const double *I = p->inertia;
    if (!cdy_all_finite(&p->mass, 1) || !cdy_all_finite(p->center_of_mass, 3) || !cdy_all_finite(I, 6)) {
        return "has a number that is not finite";
    }
    if (p->mass < 0) {
        return "has a negative mass; expected kg, or 0 for none";
    }
    bool has_inertia = false;
    for (int i = 0; i < 6; i++) {
        has_inertia = has_inertia || I[i] < 0 || I[i] > 0;
    }
    if (has_inertia && !(p->mass > 0)) {
        return "has an inertia, but no mass";
    }
    return is_physical(I) ? NULL
                          : "has an inertia that no body has: a principal moment is negative or larger than the other "
                            "two together; expected Ixx Iyy Izz Iyz Ixz Ixy about its center of mass, in kg m2";
}

cdy_status cdy_model_set_payload(cdy_model *model, int frame, const cdy_payload *payload, cdy_error *error)
{
    const cdy_payload chosen = payload && payload->mass > 0 ? *payload : none;
    if (!model) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "setting a payload needs a model");
    }
    if (frame < 0 || frame >= model->frame_count) {
        return cdy_fail(
            error, CDY_ERROR_ARGUMENT,
            "there is no body number %d; expected 0 to %d, as cdy_model_require_frame() finds it by its name", frame,
            (int)model->frame_count - 1);
    }
    const char *name = model_name(model, model_frames(model)[frame].name);
    const char *fault = payload ? find_fault(payload) : NULL;
    if (fault) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the payload of body '%.80s' %s", name, fault);
    }
    cdy_payload *place = (cdy_payload *)writable(model, model->payloads) + frame;
    const cdy_payload last = *place;
    const int32_t body = model_frames(model)[frame].body;
    *place = chosen;
    const model_inertia sum = compose(model, body);
    if (!numbers_are_finite(&sum)) {
        *place = last;
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the payload of body '%.80s' with the body itself is too large for a double; expected kg and m",
                        name);
    }
    if (body > 0) {
        store_numbers((model_body *)writable(model, model->bodies) + body, &sum);
    }
    model->payload_mark = cdy_model_payload_mark(model);
    cdy_find_idle_motions(model);
    return CDY_OK;
}

bool cdy_model_get_payload(const cdy_model *model, int frame, cdy_payload *payload)
{
    if (!model || !payload || frame < 0 || frame >= model->frame_count) {
        return false;
    }
    *payload = model_payloads(model)[frame];
    return payload->mass > 0;
}

static bool same_numbers(const model_inertia *a, const model_inertia *b)
{
    bool same = cdy_same_number(a->mass, b->mass);
    for (int i = 0; i < 3; i++) {
        same = same && cdy_same_number(a->h[i], b->h[i]);
    }
    for (int i = 0; i < 6; i++) {
        same = same && cdy_same_number(a->inertia[i], b->inertia[i]);
    }
    return same;
}

static bool has_fault(const cdy_payload *p)
{
    return p->mass > 0 ? find_fault(p) != NULL : memcmp(p, &none, sizeof none) != 0;
}

/* Bodies whose inertias are composed in one pass over the frames: as many as the stack of a controller bears, so that
 * a file with payloads on all of its bodies takes no more than a pass for each 64 of them. */
enum { BODIES_AT_ONCE = 64 };

/* Returns the first body, from `first` on, whose inertia differs from the sum over its links and payloads, among
 * BODIES_AT_ONCE; -1 where there is none. Payloads on the base and on bodies welded to it have no effect. */
static int32_t find_wrong_sum(const cdy_model *model, int32_t first, bool has_payloads)
{
    const model_frame *frames = model_frames(model);
    const cdy_payload *payloads = model_payloads(model);
    const int32_t left = model->body_count - first, count = left < BODIES_AT_ONCE ? left : BODIES_AT_ONCE;
    model_inertia sums[BODIES_AT_ONCE];
    memcpy(sums, model_bare_inertias(model) + first, (size_t)count * sizeof *sums);
    for (int32_t i = 0; has_payloads && i < model->frame_count; i++) {
        const int32_t body = frames[i].body;
        if (body >= first && body - first < count && body > 0 && payloads[i].mass > 0) {
            sums[body - first] = add_payload(&sums[body - first], &frames[i], &payloads[i]);
        }
    }
    for (int32_t i = 0; i < count; i++) {
        const model_inertia *bare = &model_bare_inertias(model)[first + i];
        const model_inertia found = body_numbers(&model_bodies(model)[first + i]);
        if (!numbers_are_finite(bare) || bare->mass < 0 || !same_numbers(&sums[i], &found)) {
            return first + i;
        }
    }
    return -1;
}

int32_t cdy_find_payload_fault(const cdy_model *model)
{
    const cdy_payload *payloads = model_payloads(model);
    bool has_payloads = false;
    for (int32_t i = 0; i < model->frame_count; i++) {
        if (has_fault(&payloads[i])) {
            return model_frames(model)[i].body;
        }
        has_payloads = has_payloads || payloads[i].mass > 0;
    }
    for (int32_t first = 0; first < model->body_count; first += BODIES_AT_ONCE) {
        const int32_t wrong = find_wrong_sum(model, first, has_payloads);
        if (wrong >= 0) {
            return wrong;
        }
    }
    return model->payload_mark == cdy_model_payload_mark(model) ? -1 : 0;
}
