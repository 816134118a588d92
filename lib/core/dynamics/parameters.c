#include "dynamics/parameters.h"

#include "base/error.h"
#include "base/reserve.h"
#include "dynamics/arguments.h"
#include "model/payload.h"

#include <math.h>
#include <string.h>

cdy_regressor_options cdy_regressor_options_default(void)
{
    return (cdy_regressor_options){.friction_width = cdy_drive_options_default().friction_width};
}

cdy_status cdy_check_regressor_options(const cdy_regressor_options *options, cdy_error *error)
{
    const cdy_status status = options ? cdy_check_reserve(&options->reserve, error) : CDY_OK;
    const double width = options && options->coulomb ? options->friction_width : 1;
    if (status) {
        return status;
    }
    return width > 0 && isfinite(width)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT,
                          "the friction width is %g; expected a velocity greater than 0, such as 0.005 rad/s", width);
}

const char *cdy_parameter_kind_name(cdy_parameter_kind kind)
{
    static const char *const names[] = {"m",   "hx",  "hy",  "hz",      "Ixx",     "Ixy",          "Ixz",
                                        "Iyy", "Iyz", "Izz", "damping", "coulomb", "rotor_inertia"};
    return (unsigned)kind < sizeof names / sizeof names[0] ? names[kind] : "unknown";
}

bool cdy_has_rotor(const cdy_model *model, int velocity)
{
    const int32_t v = ((const int32_t *)model_section(model, model->own_velocities))[velocity];
    return model_bodies(model)[model_velocities(model)[v].body].nv == 1;
}

/* Number of drive parameters of this kind among the first `velocities` degrees of freedom. */
static int count_drive_parameters(const cdy_model *model, cdy_parameter_kind kind, int velocities)
{
    int count = 0;
    for (int i = 0; kind == CDY_PARAMETER_ROTOR_INERTIA && i < velocities; i++) {
        count += cdy_has_rotor(model, i);
    }
    return kind == CDY_PARAMETER_ROTOR_INERTIA ? count : velocities;
}

int cdy_parameter_count(const cdy_model *model, const cdy_regressor_options *o)
{
    if (!model) {
        return 0;
    }
    int drive_count = o ? (o->damping + o->coulomb) * model->nv : 0;
    drive_count += o && o->rotor_inertia ? count_drive_parameters(model, CDY_PARAMETER_ROTOR_INERTIA, model->nv) : 0;
    return BODY_PARAMETERS * (model->body_count - 1) + drive_count;
}

int cdy_drive_column(const cdy_model *model, const cdy_regressor_options *o, cdy_parameter_kind kind)
{
    const bool included[3] = {o && o->damping, o && o->coulomb, o && o->rotor_inertia};
    int column = BODY_PARAMETERS * (model->body_count - 1);
    for (int i = 0; i < 3; i++) {
        if ((int)kind == (int)CDY_PARAMETER_DAMPING + i) {
            return included[i] ? column : -1;
        }
        column += included[i] ? model->nv : 0;
    }
    return -1;
}

int cdy_drive_parameter(const cdy_model *model, const cdy_regressor_options *options, cdy_parameter_kind kind,
                        int velocity)
{
    const int column = cdy_drive_column(model, options, kind);
    const bool exists = column >= 0 && (kind != CDY_PARAMETER_ROTOR_INERTIA || cdy_has_rotor(model, velocity));
    return exists ? column + count_drive_parameters(model, kind, velocity) : -1;
}

static int link_of_body(const cdy_model *model, int body)
{
    return model_next_link(model, 0, body);
}

/* Returns the degree of freedom that has rotor parameter number `number`. */
static int velocity_of_rotor(const cdy_model *model, int number)
{
    int velocity = 0;
    for (; number > 0 || !cdy_has_rotor(model, velocity); velocity++) {
        number -= cdy_has_rotor(model, velocity);
    }
    return velocity;
}

static cdy_parameter describe_drive_parameter(const cdy_model *model, const cdy_regressor_options *options, int index)
{
    cdy_parameter p = {.kind = CDY_PARAMETER_DAMPING, .velocity = -1};
    int number = -1;
    for (int kind = CDY_PARAMETER_DAMPING; kind <= CDY_PARAMETER_ROTOR_INERTIA; kind++) {
        int column = cdy_drive_column(model, options, (cdy_parameter_kind)kind);
        if (column >= 0 && index >= column) {
            p.kind = (cdy_parameter_kind)kind;
            number = index - column;
        }
    }
    p.velocity = p.kind == CDY_PARAMETER_ROTOR_INERTIA ? velocity_of_rotor(model, number) : number;
    int32_t v = ((const int32_t *)model_section(model, model->own_velocities))[p.velocity];
    p.frame = link_of_body(model, model_velocities(model)[v].body);
    return p;
}

cdy_status cdy_parameter_describe(const cdy_model *model, const cdy_regressor_options *options, int index,
                                  cdy_parameter *parameter)
{
    if (!model || !parameter || index < 0 || index >= cdy_parameter_count(model, options) ||
        (options && cdy_check_reserve(&options->reserve, NULL))) {
        return CDY_ERROR_ARGUMENT;
    }
    int bodies = model->body_count - 1;
    if (index < BODY_PARAMETERS * bodies) {
        int body = 1 + index / BODY_PARAMETERS;
        *parameter =
            (cdy_parameter){(cdy_parameter_kind)(index % BODY_PARAMETERS), link_of_body(model, body), NULL, -1};
    } else {
        *parameter = describe_drive_parameter(model, options, index);
    }
    parameter->link = cdy_model_frame_name(model, parameter->frame);
    return CDY_OK;
}

/* Inertia of a moving body in the axes and about the origin of a frame fixed to it. */
static inertia inertia_in_frame(const model_inertia *body, const model_frame *frame)
{
    const double *I = body->inertia;
    const rotation E = rotation_from(frame->rotation);
    const transform back = {rotation_transpose(E), scale(-1, rotate(E, vec3_from(frame->translation)))};
    return transform_inertia_back(back,
                                  (inertia){body->mass, vec3_from(body->h), {I[0], I[1], I[2], I[3], I[4], I[5]}});
}

/* Writes the ten parameters of moving body `i` in its link frame, with its payloads or `bare`. *frame is the link frame
 * of body i - 1 (0: the base) on entry, of body i on return. */
static void body_parameters(const cdy_model *model, bool bare, int i, int *frame, double numbers[BODY_PARAMETERS])
{
    const model_inertia found_inertia = bare ? model_bare_inertias(model)[i] : cdy_body_inertia(model, i);
    *frame = model_next_link(model, *frame, i);
    const inertia I = inertia_in_frame(&found_inertia, &model_frames(model)[*frame]);
    const double found[BODY_PARAMETERS] = {I.mass, I.h.x, I.h.y, I.h.z, I.I.xx, I.I.xy, I.I.xz, I.I.yy, I.I.yz, I.I.zz};
    memcpy(numbers, found, sizeof found);
}

static cdy_status find_parameters(const cdy_model *model, bool bare, double *pi, cdy_error *error)
{
    if (!model || !pi) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "inertial parameters need a model and a pointer for the parameters");
    }
    cdy_status status = CDY_OK;
    for (int i = 1, frame = 0; i < model->body_count && !status; i++) {
        double numbers[BODY_PARAMETERS];
        body_parameters(model, bare, i, &frame, numbers);
        status = cdy_check_result(numbers, BODY_PARAMETERS, error);
    }
    for (int i = 1, frame = 0; i < model->body_count && !status; i++) {
        body_parameters(model, bare, i, &frame, pi + (size_t)BODY_PARAMETERS * (size_t)(i - 1));
    }
    return status;
}

cdy_status cdy_inertial_parameters(const cdy_model *model, double *pi, cdy_error *error)
{
    return find_parameters(model, false, pi, error);
}

cdy_status cdy_bare_parameters(const cdy_model *model, double *pi, cdy_error *error)
{
    return find_parameters(model, true, pi, error);
}
