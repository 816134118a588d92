#include "model/overflow.h"

#include "base/error.h"
#include "base/finite.h"
#include "model/placement.h"

static const char *const too_far = "its placement is too far away for a double; expected origins of some meters";

/* Checks a moving body and its drives; the error names the body's first frame, its own link. */
static const char *find_fault(const cdy_model *model, const model_body *body)
{
    const model_drive *drives = model_section(model, model->robot_drives);
    if (!cdy_is_placement(body->rotation, body->translation)) {
        return too_far;
    }
    if (!cdy_all_finite(&body->mass, 1) || !cdy_all_finite(body->h, 3) || !cdy_all_finite(body->inertia, 6)) {
        return "its mass or inertia, including the bodies welded to it, is too large for a double; expected masses "
               "in kg, lengths in m";
    }
    for (int32_t v = body->v; v < body->v + body->nv; v++) {
        if (!cdy_all_finite(&drives[v].rotor, 1)) {
            return "its rotor's inertia times the square of the gear ratio is too large for a double";
        }
    }
    return NULL;
}

cdy_status cdy_check_overflow(const cdy_model *model, cdy_error *error)
{
    const model_frame *frames = model_frames(model);
    int32_t last_checked = 0; /* last moving body checked; frames are in the order of the moving bodies */
    for (int32_t i = 1; i < model->frame_count; i++) {
        const model_frame *f = &frames[i];
        const char *fault = NULL;
        if (f->body > last_checked) {
            last_checked = f->body;
            fault = find_fault(model, &model_bodies(model)[last_checked]);
        }
        if (!fault && !cdy_is_placement(f->rotation, f->translation)) {
            fault = too_far;
        }
        if (fault) {
            return cdy_fail(error, CDY_ERROR_ROBOT, "body '%.80s': %s", model_name(model, f->name), fault);
        }
    }
    return CDY_OK;
}
