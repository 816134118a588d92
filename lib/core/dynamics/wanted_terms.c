/* The terms that are wanted: none at first, and whether they can be had. Compiled twice, for doubles and for floats. */
#include "base/error.h"
#include "dynamics/terms.h"

#ifdef CDY_FLOAT

cdy_terms_f32 cdy_terms_f32_default(void)
{
    return (cdy_terms_f32){.frame_count = 0};
}

cdy_frame_terms_f32 cdy_frame_terms_f32_default(void)
{
    return (cdy_frame_terms_f32){.axes = CDY_AXES_BASE};
}

#else

cdy_terms cdy_terms_default(void)
{
    return (cdy_terms){.frame_count = 0};
}

cdy_frame_terms cdy_frame_terms_default(void)
{
    return (cdy_frame_terms){.axes = CDY_AXES_BASE};
}

#endif

static cdy_status check_frames(const cdy_model *model, const term_places *terms, cdy_error *error)
{
    cdy_status status = CDY_OK;
    if (terms->frame_count < 0 || (terms->frame_count > 0 && !terms->frames)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "terms of %d frames are wanted, but there is no list of %s",
                        terms->frame_count, terms->frame_count < 0 ? "fewer than none" : "frames");
    }
    for (int i = 0; !status && i < terms->frame_count; i++) {
        status = cdy_check_frame(model, terms->frames[i].frame, error);
        status = status ? status : cdy_check_axes(terms->frames[i].axes, error);
    }
    return status;
}

/* The passes that all wanted terms need; *wanted: whether any is. */
static unsigned passes_of(const term_places *terms, bool *wanted)
{
    unsigned passes = 0;
    *wanted = false;
#define TERM(member, title, form, needed, tolerance)                                                                   \
    if (terms->member) {                                                                                               \
        *wanted = true;                                                                                                \
        passes |= PASSES_##needed;                                                                                     \
    }
#define FRAME_TERM(member, title, form, needed, tolerance)
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM
    for (int i = 0; i < terms->frame_count; i++) {
        const frame_term_places *frame = &terms->frames[i];
#define TERM(member, title, form, needed, tolerance)
#define FRAME_TERM(member, title, form, needed, tolerance)                                                             \
    if (frame->member) {                                                                                               \
        *wanted = true;                                                                                                \
        passes |= PASSES_##needed;                                                                                     \
    }
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM
    }
    return passes;
}

cdy_status cdy_check_terms(const cdy_model *model, const term_places *terms, unsigned *passes, cdy_error *error)
{
    bool wanted = false;
    cdy_status status = terms ? check_frames(model, terms, error) : CDY_OK;
    if (status) {
        return status;
    }
    *passes = terms ? passes_of(terms, &wanted) : 0;
    if (!wanted) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for any of the terms was given");
    }
    const bool needs_mass = terms->center_of_mass || terms->center_of_mass_jacobian;
    return needs_mass ? cdy_check_moving_mass(model, error) : CDY_OK;
}
