#include "model/check.h"

#include "base/error.h"
#include "base/finite.h"
#include "model/hash.h"
#include "model/idle.h"
#include "model/layout.h"
#include "model/placement.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static cdy_status fail_damaged(cdy_error *error, const char *fault)
{
    return cdy_fail(error, CDY_ERROR_ROBOT, "the model is damaged: %s; compile the robot again", fault);
}

/* Checks that this library wrote the bytes on a machine with the same number formats. */
static cdy_status check_format(const cdy_model *model, size_t size, cdy_error *error)
{
    cdy_model marks;
    memset(&marks, 0, sizeof marks);
    cdy_mark_format(&marks);
    if (size < sizeof marks.magic || memcmp(model, marks.magic, sizeof marks.magic) != 0) {
        return cdy_fail(error, CDY_ERROR_ROBOT,
                        "this is no compiled model; expected what cdy_model_save() or 'condyle compile' writes");
    }
    if (size < sizeof *model) {
        return cdy_fail(error, CDY_ERROR_ROBOT, "the model is cut off after %zu bytes", size);
    }
    if (model->byte_order != marks.byte_order) {
        return cdy_fail(error, CDY_ERROR_ROBOT,
                        "the model was compiled for machines of another byte order; compile the robot on this one");
    }
    if (model->version != marks.version) {
        return cdy_fail(
            error, CDY_ERROR_ROBOT,
            "the model has version %lu of the format, but this library reads version %lu; compile the robot "
            "again",
            (unsigned long)model->version, (unsigned long)marks.version);
    }
    if (memcmp(&model->number_format, &marks.number_format, sizeof marks.number_format) != 0 ||
        model->record_sizes != marks.record_sizes) {
        return cdy_fail(error, CDY_ERROR_ROBOT,
                        "the model was compiled for machines with other numbers; compile the robot on this one");
    }
    return CDY_OK;
}

static cdy_status check_size(const cdy_model *model, size_t size, cdy_error *error)
{
    if (model->size > size) {
        return cdy_fail(error, CDY_ERROR_ROBOT, "the model is cut off: it has %llu bytes, but there are %zu",
                        (unsigned long long)model->size, size);
    }
    if (model->size < size) {
        return cdy_fail(error, CDY_ERROR_ROBOT, "the model has %llu bytes, but there are %zu: expected none behind it",
                        (unsigned long long)model->size, size);
    }
    if (size % MODEL_ALIGNMENT != 0) {
        return fail_damaged(error, "its size is none that a model has");
    }
    return cdy_model_checksum(model, size) == model->checksum ? CDY_OK : fail_damaged(error, "its checksum is wrong");
}

/* Whether the offsets follow from the counts, so that sections neither overlap nor leave the block. */
static bool sections_are_valid(const cdy_model *m)
{
    cdy_model plan;
    memcpy(&plan, m, sizeof plan);
    cdy_lay_out(&plan, 0);
    const uint64_t expected[] = {plan.bodies,       plan.joints,        plan.frames,         plan.positions,
                                 plan.velocities,   plan.own_positions, plan.own_velocities, plan.drives,
                                 plan.robot_drives, plan.sorted_frames, plan.followers,      plan.name,
                                 plan.payloads,     plan.bare_inertias, plan.resistances,    plan.idle_motions,
                                 plan.idle_uses};
    const uint64_t found[] = {m->bodies,        m->joints,         m->frames,   m->positions,     m->velocities,
                              m->own_positions, m->own_velocities, m->drives,   m->robot_drives,  m->sorted_frames,
                              m->followers,     m->name,           m->payloads, m->bare_inertias, m->resistances,
                              m->idle_motions,  m->idle_uses};
    return memcmp(expected, found, sizeof found) == 0 && m->name < m->size;
}

static const char *find_fault_in_header(const cdy_model *m)
{
    const int32_t counts[] = {m->nq, m->nv, m->tree_nq, m->tree_nv, m->force_rows};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        if (counts[i] < 0) {
            return "a count is negative";
        }
    }
    if (m->body_count < 1 || m->frame_count < 1 || (m->has_followers != 0 && m->has_followers != 1) ||
        (m->doubtful_count != 0 && m->doubtful_count != m->body_count) ||
        (m->may_be_idle != 0 && (m->may_be_idle != 1 || m->doubtful_count == 0))) {
        return "a count is impossible";
    }
    if (!sections_are_valid(m)) {
        return "its sections do not lie where they must";
    }
    if (((const char *)m)[m->size - 1] != '\0') {
        return "a name does not end";
    }
    return cdy_all_finite(m->gravity, 3) ? NULL : "its gravity is not finite";
}

/* Reading a bool whose byte is neither 0 nor 1 is undefined behavior; check the bytes. */
static const char *find_fault_in_options(const cdy_model *m)
{
    static const size_t offsets[] = {offsetof(cdy_drive_options, damping), offsetof(cdy_drive_options, friction),
                                     offsetof(cdy_drive_options, rotors),  offsetof(cdy_drive_options, springs),
                                     offsetof(cdy_drive_options, load),    offsetof(cdy_drive_options, offsets)};
    const unsigned char *bytes = (const unsigned char *)&m->drive_options;
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        if (bytes[offsets[i]] > 1) {
            return "which drives act is not said";
        }
    }
    const double width = m->drive_options.friction_width;
    return width > 0 && isfinite(width) ? NULL : "its friction width is impossible";
}

/* Frames come in the order of the moving bodies: the first frame of each moving body belongs to its own link. */
static const char *find_fault_in_frames(const cdy_model *m)
{
    const model_frame *frames = model_frames(m);
    int32_t last = 0;
    for (int32_t i = 0; i < m->frame_count; i++) {
        const model_frame *f = &frames[i];
        if (f->body < 0 || f->body > last + 1 || f->body >= m->body_count || (i == 0 && f->body != 0)) {
            return "the parent of a body does not exist";
        }
        if (!is_name(m, f->name)) {
            return "a body's name is not among the names";
        }
        if (!cdy_is_placement(f->rotation, f->translation)) {
            return "a body's placement is none";
        }
        last = f->body > last ? f->body : last;
    }
    return last == m->body_count - 1 ? NULL : "a moving body has no link";
}

/* Strictly increasing names are sorted and distinct, so that each frame occurs once. */
static const char *find_fault_in_order(const cdy_model *m)
{
    const int32_t *sorted = model_section(m, m->sorted_frames);
    const char *previous = NULL;
    for (int32_t i = 0; i < m->frame_count; i++) {
        if (sorted[i] < 0 || sorted[i] >= m->frame_count) {
            return "its list of names is wrong";
        }
        const char *name = model_name(m, model_frames(m)[sorted[i]].name);
        if (previous && strcmp(previous, name) >= 0) {
            return "its list of names is not sorted";
        }
        previous = name;
    }
    return NULL;
}

cdy_status cdy_check_model(const cdy_model *model, cdy_error *error)
{
    const char *fault = find_fault_in_header(model);
    fault = fault ? fault : find_fault_in_options(model);
    fault = fault ? fault : find_fault_in_frames(model);
    fault = fault ? fault : find_fault_in_order(model);
    if (fault) {
        return fail_damaged(error, fault);
    }
    cdy_status status = cdy_check_model_bodies(model, error);
    if (!status && !cdy_idle_notes_are_valid(model)) {
        status = fail_damaged(error, "its notes about idle joints are wrong");
    }
    if (!status && model->fingerprint != cdy_model_fingerprint(model)) {
        status = fail_damaged(error, "its fingerprint is wrong");
    }
    return status;
}

cdy_status cdy_check_saved_model(const void *bytes, size_t size, cdy_error *error)
{
    cdy_status status = check_format(bytes, size, error);
    status = status ? status : check_size(bytes, size, error);
    return status ? status : cdy_check_model(bytes, error);
}
