/* Selection of the active drives: copies their numbers, or zeros, into the section that the algorithms read. */
#include "model/drives.h"
#include "base/error.h"

#include <math.h>

cdy_drive_options cdy_drive_options_default(void)
{
    return (cdy_drive_options){.friction_width = 5e-3};
}

bool cdy_drive_acts(const model_drive *d)
{
    const double numbers[] = {d->rotor, d->damping, d->friction, d->stiffness};
    bool any = false;
    for (int k = 0; k < 4; k++) {
        any = any || numbers[k] < 0 || numbers[k] > 0;
    }
    return any;
}

model_drive cdy_acting_drive(const cdy_drive_options *options, const model_drive *drive)
{
    return (model_drive){
        .rotor = options->rotors ? drive->rotor : 0,
        .damping = options->damping ? drive->damping : 0,
        .friction = options->friction ? drive->friction : 0,
        .stiffness = options->springs ? drive->stiffness : 0,
        .rest = options->springs ? drive->rest : 0,
        .position = options->springs ? drive->position : 0,
    };
}

cdy_status cdy_model_set_drives(cdy_model *model, const cdy_drive_options *options, cdy_error *error)
{
    if (!model || !options) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "setting drives needs a model and options");
    }
    if (!(options->friction_width > 0) || !isfinite(options->friction_width)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the friction width is %g; expected a velocity greater than 0, such as 0.005 rad/s",
                        options->friction_width);
    }
    const model_drive *all = model_section(model, model->robot_drives);
    model_drive *active = (model_drive *)(void *)((char *)model + model->drives);
    model->drives_act = false;
    for (int32_t i = 0; i < model->tree_nv; i++) {
        active[i] = cdy_acting_drive(options, &all[i]);
        model->drives_act |= cdy_drive_acts(&active[i]);
    }
    /* Member by member: the bytes between them stay, so that equal models are equal bytes. */
    cdy_drive_options *kept = &model->drive_options;
    kept->damping = options->damping;
    kept->friction = options->friction;
    kept->friction_width = options->friction_width;
    kept->rotors = options->rotors;
    kept->springs = options->springs;
    return CDY_OK;
}

void cdy_model_get_drives(const cdy_model *model, cdy_drive_options *options)
{
    if (model && options) {
        *options = model->drive_options;
    }
}
