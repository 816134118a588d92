/* Selection of the active drives: copies their numbers, or zeros, into the section that the algorithms read. */
#include "model/drives.h"
#include "base/error.h"
#include "base/finite.h"
#include "base/reserve.h"
#include "model/hash.h"
#include "model/idle.h"

#include <math.h>

cdy_drive_options cdy_drive_options_default(void)
{
    return (cdy_drive_options){.friction_width = 5e-3};
}

static bool is_nonzero(double x)
{
    return x < 0 || x > 0;
}

bool cdy_drive_acts(const model_drive *d)
{
    return is_nonzero(d->rotor) || is_nonzero(d->damping) || is_nonzero(d->friction) || is_nonzero(d->stiffness) ||
           d->terms;
}

/* The terms of the law that have a number other than 0. */
static int64_t terms_of(const model_drive_law *l)
{
    const bool coulomb = is_nonzero(l->friction_asymmetry) || is_nonzero(l->stribeck);
    const bool viscous = is_nonzero(l->damping_asymmetry) || is_nonzero(l->power_friction);
    const bool load = is_nonzero(l->load_friction) || is_nonzero(l->load_damping);
    return (coulomb ? DRIVE_COULOMB : 0) | (viscous ? DRIVE_VISCOUS : 0) | (load ? DRIVE_LOAD : 0) |
           (is_nonzero(l->offset) ? DRIVE_OFFSET : 0);
}

static const double default_load_width = 0.1, default_exponent = 2;

static model_drive_law acting_law(const cdy_drive_options *options, const model_drive_law *l, double coulomb,
                                  double viscous)
{
    const bool stribeck = options->friction || options->load;
    return (model_drive_law){
        .friction_asymmetry = coulomb * l->friction_asymmetry,
        .damping_asymmetry = viscous * l->damping_asymmetry,
        .stribeck = coulomb * l->stribeck,
        .stribeck_velocity = stribeck ? l->stribeck_velocity : 0,
        .stribeck_exponent = !stribeck                  ? 0
                             : l->stribeck_exponent > 0 ? l->stribeck_exponent
                                                        : default_exponent,
        .load_friction = options->load ? l->load_friction : 0,
        .load_asymmetry = options->load ? l->load_asymmetry : 0,
        .load_stribeck = options->load ? l->load_stribeck : 0,
        .load_damping = options->load ? l->load_damping : 0,
        .load_velocity = options->load ? l->load_velocity : 0,
        .power_friction = viscous * l->power_friction,
        .power_exponent = options->damping ? l->power_exponent : 0,
        .offset = options->offsets ? l->offset : 0,
        .width = l->width > 0 ? l->width : options->friction_width,
        .load_width = l->load_width > 0 ? l->load_width : default_load_width,
    };
}

model_drive cdy_acting_drive(const cdy_drive_options *options, const model_drive *drive, double rise)
{
    const double coulomb = options->friction ? exp(-drive->law.friction_temperature * rise) : 0;
    const double viscous = options->damping ? exp(-drive->law.damping_temperature * rise) : 0;
    model_drive acting = {
        .rotor = options->rotors ? drive->rotor : 0,
        .damping = viscous * drive->damping,
        .friction = coulomb * drive->friction,
        .stiffness = options->springs ? drive->stiffness : 0,
        .rest = options->springs ? drive->rest : 0,
        .position = options->springs || options->offsets ? drive->position : 0,
        .rise = rise,
        .law = acting_law(options, &drive->law, coulomb, viscous),
    };
    acting.terms = terms_of(&acting.law);
    return acting;
}

bool cdy_same_drive(const model_drive *a, const model_drive *b)
{
    const model_drive_law *k = &a->law, *l = &b->law;
    const double pairs[][2] = {
        {a->rotor, b->rotor},
        {a->damping, b->damping},
        {a->friction, b->friction},
        {a->stiffness, b->stiffness},
        {a->rest, b->rest},
        {a->rise, b->rise},
        {k->friction_asymmetry, l->friction_asymmetry},
        {k->damping_asymmetry, l->damping_asymmetry},
        {k->stribeck, l->stribeck},
        {k->stribeck_velocity, l->stribeck_velocity},
        {k->stribeck_exponent, l->stribeck_exponent},
        {k->load_friction, l->load_friction},
        {k->load_asymmetry, l->load_asymmetry},
        {k->load_stribeck, l->load_stribeck},
        {k->load_damping, l->load_damping},
        {k->load_velocity, l->load_velocity},
        {k->power_friction, l->power_friction},
        {k->power_exponent, l->power_exponent},
        {k->offset, l->offset},
        {k->width, l->width},
        {k->load_width, l->load_width},
        {k->friction_temperature, l->friction_temperature},
        {k->damping_temperature, l->damping_temperature},
    };
    const double rounding = 1e-14;
    bool same = a->terms == b->terms && a->position == b->position;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        same = same && fabs(pairs[i][0] - pairs[i][1]) <= rounding * fabs(pairs[i][1]);
    }
    return same;
}

static model_drive *acting_drives(cdy_model *model)
{
    return (model_drive *)(void *)((char *)model + model->drives);
}

void cdy_select_drives(cdy_model *model)
{
    const model_drive *all = model_section(model, model->robot_drives);
    model_drive *active = acting_drives(model);
    model->drives_act = model->load_acts = false;
    for (int32_t i = 0; i < model->tree_nv; i++) {
        active[i] = cdy_acting_drive(&model->drive_options, &all[i], active[i].rise);
        model->drives_act |= cdy_drive_acts(&active[i]);
        model->load_acts |= (active[i].terms & DRIVE_LOAD) != 0;
    }
    model->drive_mark = cdy_model_drive_mark(model);
}

cdy_status cdy_model_set_drives(cdy_model *model, const cdy_drive_options *options, cdy_error *error)
{
    if (!model || !options) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "setting drives needs a model and options");
    }
    if (cdy_check_reserve(&options->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if (!(options->friction_width > 0) || !isfinite(options->friction_width)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the friction width is %g; expected a velocity greater than 0, such as 0.005 rad/s",
                        options->friction_width);
    }
    /* Member by member: the bytes between them stay, so that equal models are equal bytes. */
    cdy_drive_options *kept = &model->drive_options;
    kept->damping = options->damping;
    kept->friction = options->friction;
    kept->friction_width = options->friction_width;
    kept->rotors = options->rotors;
    kept->springs = options->springs;
    kept->load = options->load;
    kept->offsets = options->offsets;
    cdy_select_drives(model);
    cdy_find_idle_motions(model);
    return CDY_OK;
}

void cdy_model_get_drives(const cdy_model *model, cdy_drive_options *options)
{
    if (model && options) {
        *options = model->drive_options;
    }
}

/* Whether the friction of a drive stays finite at a temperature. */
static bool is_bearable(const model_drive *drive, double rise)
{
    const cdy_drive_options both = {.damping = true, .friction = true, .friction_width = 1};
    const model_drive acting = cdy_acting_drive(&both, drive, rise);
    const double numbers[] = {acting.damping,
                              acting.friction,
                              acting.law.power_friction,
                              acting.law.stribeck,
                              acting.law.damping_asymmetry,
                              acting.law.friction_asymmetry};
    return isfinite(rise) && cdy_all_finite(numbers, sizeof numbers / sizeof *numbers);
}

cdy_status cdy_model_set_temperatures(cdy_model *model, const double *rise, cdy_error *error)
{
    if (!model) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "setting temperatures needs a model");
    }
    const model_drive *all = model_section(model, model->robot_drives);
    const model_coordinate *velocities = model_velocities(model);
    for (int32_t i = 0; rise && i < model->tree_nv; i++) {
        const double own = rise[velocities[i].index];
        if (!is_bearable(&all[i], own)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "joint '%.80s': a rise of temperature of %g K gives no finite friction; expected kelvins "
                            "such as 20",
                            model_name(model, model_joints(model)[velocities[i].body].name), own);
        }
    }
    model_drive *active = acting_drives(model);
    for (int32_t i = 0; i < model->tree_nv; i++) {
        active[i].rise = rise ? rise[velocities[i].index] : 0;
    }
    cdy_select_drives(model);
    return CDY_OK;
}
