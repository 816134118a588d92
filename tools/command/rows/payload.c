#include "rows/payload.h"

#include "run/number.h"

#include <string.h>

static const option_row rows[] = {
    {.kind = OPTION_TEXTS,
     .name = "--payload",
     .metavar = "BODY:MASS[,CX,CY,CZ[,IXX,IYY,IZZ,IYZ,IXZ,IXY]]",
     .names = NAMES_BODY_COLON,
     .step = true,
     .help = "a rigid body that BODY carries: mass in kg, center of mass in m in BODY's frame\n"
             "(default 0,0,0), inertia about that center in BODY's axes in kg m2 (default 0).\n"
             "Several add up (default: none)"},
    {0},
};
const option_table payload_table = {.title = "State", .rows = rows};

/* Offset of the parallel-axis theorem, m (d.d 1 - d d^T), in the order Ixx Iyy Izz Iyz Ixz Ixy. */
static void add_offset(double mass, const double d[3], double inertia[6])
{
    inertia[0] += mass * (d[1] * d[1] + d[2] * d[2]);
    inertia[1] += mass * (d[0] * d[0] + d[2] * d[2]);
    inertia[2] += mass * (d[0] * d[0] + d[1] * d[1]);
    inertia[3] -= mass * d[1] * d[2];
    inertia[4] -= mass * d[0] * d[2];
    inertia[5] -= mass * d[0] * d[1];
}

cdy_payload payload_join(const cdy_payload *a, const cdy_payload *b)
{
    cdy_payload sum = {.mass = a->mass + b->mass};
    double from_a[3], from_b[3];
    for (int k = 0; k < 3; k++) {
        sum.center_of_mass[k] = (a->mass * a->center_of_mass[k] + b->mass * b->center_of_mass[k]) / sum.mass;
        from_a[k] = a->center_of_mass[k] - sum.center_of_mass[k];
        from_b[k] = b->center_of_mass[k] - sum.center_of_mass[k];
    }
    for (int k = 0; k < 6; k++) {
        sum.inertia[k] = a->inertia[k] + b->inertia[k];
    }
    add_offset(a->mass, from_a, sum.inertia);
    add_offset(b->mass, from_b, sum.inertia);
    return sum;
}

/* Reads BODY:MASS,...; a body's name may contain colons. */
static exit_code read_payload(const cdy_model *model, const char *given, int *frame, cdy_payload *payload)
{
    const char *colon = strrchr(given, ':');
    double numbers[10] = {0};
    size_t count = 0;
    if (!colon) {
        return fail(EXIT_USAGE, "--payload: '%s' is not BODY:MASS[,CX,CY,CZ[,IXX,IYY,IZZ,IYZ,IXZ,IXY]]", given);
    }
    text_buffer name = {0};
    cdy_error error;
    text_add_bytes(&name, given, (size_t)(colon - given));
    const cdy_status status =
        name.failed ? CDY_ERROR_MEMORY : cdy_model_require_frame(model, text_get(&name), frame, &error);
    text_clear(&name);
    if (status) {
        return status == CDY_ERROR_MEMORY ? fail_memory() : fail(EXIT_USAGE, "--payload: %s", error.text);
    }
    exit_code code = number_read_list("--payload", colon + 1, numbers, 10, &count);
    if (code == EXIT_FINE && count != 1 && count != 4 && count != 10) {
        return fail(EXIT_USAGE,
                    "--payload: '%s' has %zu values; expected 1, 4 or 10: MASS in kg, CX,CY,CZ in m, "
                    "IXX,IYY,IZZ,IYZ,IXZ,IXY in kg m2",
                    given, count);
    }
    payload->mass = numbers[0];
    memcpy(payload->center_of_mass, numbers + 1, sizeof payload->center_of_mass);
    memcpy(payload->inertia, numbers + 4, sizeof payload->inertia);
    return code;
}

/* Whether an earlier option names the same body. */
static bool is_repeated(const cdy_model *model, const text_list *given, size_t index, int frame)
{
    const char *name = cdy_model_frame_name(model, frame);
    const size_t length = strlen(name);
    for (size_t i = 0; i < index; i++) {
        if (strncmp(given->items[i], name, length) == 0 && strrchr(given->items[i], ':') == given->items[i] + length) {
            return true;
        }
    }
    return false;
}

exit_code payloads_apply(const robot *r, const text_list *given)
{
    for (size_t i = 0; i < given->count; i++) {
        int frame = 0;
        cdy_payload payload = {0}, carried;
        cdy_error error;
        exit_code code = read_payload(r->model, given->items[i], &frame, &payload);
        if (code != EXIT_FINE) {
            return code;
        }
        /* Each by itself first, so that the sum does not hide a payload that cannot be. */
        const bool joined = is_repeated(r->model, given, i, frame) && cdy_model_get_payload(r->model, frame, &carried);
        cdy_status status = cdy_model_set_payload(r->model, frame, &payload, &error);
        if (!status && joined && payload.mass > 0) {
            const cdy_payload sum = payload_join(&carried, &payload);
            status = cdy_model_set_payload(r->model, frame, &sum, &error);
        } else if (!status && joined) {
            status = cdy_model_set_payload(r->model, frame, &carried, &error);
        }
        if (status) {
            return fail(EXIT_USAGE, "--payload: %s", error.text);
        }
        if (cdy_model_frame_is_fixed(r->model, frame)) {
            note("body '%s' does not move: the payload on it has no effect", cdy_model_frame_name(r->model, frame));
        }
    }
    return EXIT_FINE;
}

static bool has_inertia(const cdy_payload *p)
{
    bool any = false;
    for (int k = 0; k < 6; k++) {
        any = any || p->inertia[k] < 0 || p->inertia[k] > 0;
    }
    return any;
}

bool payloads_exist(const cdy_model *model)
{
    bool found = false;
    for (int i = 0; i < cdy_model_frame_count(model) && !found; i++) {
        cdy_payload p;
        found = cdy_model_get_payload(model, i, &p);
    }
    return found;
}

void payloads_write(const cdy_model *model, output *out)
{
    for (int i = 0; i < cdy_model_frame_count(model); i++) {
        cdy_payload p;
        if (!cdy_model_get_payload(model, i, &p)) {
            continue;
        }
        const double *c = p.center_of_mass, *I = p.inertia;
        output_format(out, "  payload  %.10g kg on ", p.mass);
        output_name(out, cdy_model_frame_name(model, i));
        output_format(out, ", center of mass %.10g %.10g %.10g m", c[0], c[1], c[2]);
        if (has_inertia(&p)) {
            output_format(out, ",\n           Ixx Iyy Izz Iyz Ixz Ixy %.10g %.10g %.10g %.10g %.10g %.10g kg m2", I[0],
                          I[1], I[2], I[3], I[4], I[5]);
        }
        output_text(out, "\n");
    }
}

json_t *payloads_to_json(const cdy_model *model, size_t *count)
{
    json_builder list = json_build_array();
    *count = 0;
    for (int i = 0; i < cdy_model_frame_count(model); i++) {
        cdy_payload p;
        if (cdy_model_get_payload(model, i, &p)) {
            json_builder item = json_build_object();
            json_put(&item, "body", json_from_text(cdy_model_frame_name(model, i)));
            json_put(&item, "mass", json_from_number(p.mass));
            json_put(&item, "center_of_mass", json_from_numbers(p.center_of_mass, 3));
            json_put(&item, "inertia", json_from_numbers(p.inertia, 6));
            json_add(&list, json_built(&item));
            ++*count;
        }
    }
    return json_built(&list);
}
