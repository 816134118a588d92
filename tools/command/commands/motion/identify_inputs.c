#include "commands/motion/identify_inputs.h"

#include "commands/motion/hold_out.h"
#include "rows/payload.h"

#include <stdlib.h>
#include <string.h>

void inputs_clear(recorded_inputs *inputs)
{
    for (size_t i = 0; inputs->list && i < inputs->count; i++) {
        free(inputs->list[i].payloads.items);
    }
    free(inputs->list);
    free(inputs->held.payloads.items);
    free(inputs->common.items);
}

/* Appends a text to a list that has room for every step of the command line. */
static bool append(text_list *list, const char *text, size_t room)
{
    list->items = list->items ? list->items : calloc(room, sizeof *list->items);
    if (list->items) {
        list->items[list->count++] = text;
    }
    return list->items != NULL;
}

/* Begins a file, with the payloads that all have. */
static bool begin_file(const recorded_inputs *inputs, recorded_input *one, const char *file, size_t room)
{
    bool made = true;
    *one = (recorded_input){.file = file};
    for (size_t i = 0; i < inputs->common.count; i++) {
        made = append(&one->payloads, inputs->common.items[i], room) && made;
    }
    return made;
}

/* How many files the command line names by an option. */
static size_t count_files(const text_list *steps, const char *option)
{
    size_t files = 0;
    for (size_t i = 0; i < steps->count; i += 2) {
        files += strcmp(steps->items[i], option) == 0;
    }
    return files;
}

exit_code inputs_find(recorded_inputs *inputs, const identify_options *o)
{
    const text_list *steps = &o->invocation.steps;
    const size_t room = steps->count + 1, count = count_files(steps, "--input");
    double share;
    const char *held;
    const exit_code code = hold_out_parse(o->hold_out, &share, &held);
    if (code != EXIT_FINE) {
        return code;
    }
    const bool several = count + (held != NULL) > 1;
    recorded_input *last = NULL; /* that a payload belongs to; NULL: all */
    bool made = (inputs->list = calloc(room + 1, sizeof *inputs->list)) != NULL;
    for (size_t i = 0; i < steps->count && made; i += 2) {
        const char *option = steps->items[i], *value = steps->items[i + 1];
        if (strcmp(option, "--payload") == 0) {
            made = append(last ? &last->payloads : &inputs->common, value, room);
            (last ? last : &inputs->held)->own += last != NULL;
        } else if (strcmp(option, "--input") == 0 && several) {
            last = &inputs->list[inputs->count++];
            made = begin_file(inputs, last, value, room);
        } else if (strcmp(option, "--hold-out") == 0 && held) {
            last = &inputs->held;
            made = begin_file(inputs, last, value, room);
        }
    }
    if (made && !several) {
        made = begin_file(inputs, &inputs->list[inputs->count++], o->rows.input, room);
        made = made && begin_file(inputs, &inputs->held, NULL, room);
    } else if (made && !held) {
        made = begin_file(inputs, &inputs->held, NULL, room);
    }
    return made ? EXIT_FINE : fail_memory();
}

exit_code inputs_carry(robot *r, const text_list *payloads)
{
    cdy_error error;
    for (int i = 0; i < cdy_model_frame_count(r->model); i++) {
        if (cdy_model_set_payload(r->model, i, NULL, &error) != CDY_OK) {
            return fail_library(&error);
        }
    }
    return payloads_apply(r, payloads);
}

/* The identifications learn what the robot carries. */
static exit_code tell_payloads(recording *r)
{
    cdy_error error;
    cdy_status status = CDY_OK;
    for (int i = 0; i < cdy_model_frame_count(r->robot.model) && !status; i++) {
        cdy_payload payload;
        const bool carries = cdy_model_get_payload(r->robot.model, i, &payload);
        if (r->identification) {
            status = cdy_identification_set_payload(r->identification, i, carries ? &payload : NULL, &error);
        }
        if (r->calibration && !status) {
            status = cdy_drive_identification_set_payload(r->calibration, i, carries ? &payload : NULL, &error);
        }
    }
    return status == CDY_OK ? EXIT_FINE : fail_library(&error);
}

/* The load as --gains found it, with what the body carries in all recordings; a point where no body has the inertia
 * that was found. */
static exit_code carry_load(robot *r, const identified_gains *gains)
{
    cdy_error error;
    const int frame = gains->options.frame;
    cdy_payload load = gains->result.load, common;
    const bool has_common = cdy_model_get_payload(r->model, frame, &common);
    cdy_status status = cdy_model_set_payload(r->model, frame, &load, &error);
    if (status) {
        memset(load.inertia, 0, sizeof load.inertia);
        status = cdy_model_set_payload(r->model, frame, &load, &error);
    }
    if (!status && has_common) {
        const cdy_payload sum = payload_join(&common, &load);
        status = cdy_model_set_payload(r->model, frame, &sum, &error);
    }
    return status == CDY_OK ? EXIT_FINE : fail_library(&error);
}

/* Whether a file was recorded with the load that --gains found: an input where it has a payload of its own, the file
 * that is held out where this is the same. */
static bool carries_load(const recorded_inputs *inputs, const recorded_input *one)
{
    const char *own = one->own == 1 ? one->payloads.items[one->payloads.count - 1] : NULL;
    bool same = one != &inputs->held;
    for (size_t i = 0; i < inputs->count && own; i++) {
        const recorded_input *other = &inputs->list[i];
        same = same || (other->own > 0 && strcmp(own, other->payloads.items[other->payloads.count - 1]) == 0);
    }
    return own && same;
}

exit_code inputs_carry_one(robot *r, const recorded_inputs *inputs, size_t number, const identified_gains *gains)
{
    const recorded_input *one = number < inputs->count ? &inputs->list[number] : &inputs->held;
    const bool is_load = gains && carries_load(inputs, one);
    const exit_code code = inputs_carry(r, is_load ? &inputs->common : &one->payloads);
    return code == EXIT_FINE && is_load ? carry_load(r, gains) : code;
}

exit_code inputs_read(recording *r, const recorded_inputs *inputs, const identified_gains *gains)
{
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < inputs->count && code == EXIT_FINE; i++) {
        const recorded_input *one = &inputs->list[i];
        r->file = one->file;
        recording_rewind(r);
        if (r->hold) {
            hold_out_begin(r->hold, i);
        }
        code = inputs_carry_one(&r->robot, inputs, i, gains);
        code = code == EXIT_FINE ? tell_payloads(r) : code;
        code = code == EXIT_FINE ? identify_rows_read(r) : code;
    }
    return code == EXIT_FINE ? inputs_carry(&r->robot, &inputs->common) : code;
}
