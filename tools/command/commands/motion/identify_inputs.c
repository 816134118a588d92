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

/* Begins the input of a file, with the payloads that all have. */
static bool begin_input(recorded_inputs *inputs, const char *file, size_t room)
{
    recorded_input *one = &inputs->list[inputs->count++];
    bool made = true;
    *one = (recorded_input){.file = file};
    for (size_t i = 0; i < inputs->common.count; i++) {
        made = append(&one->payloads, inputs->common.items[i], room) && made;
    }
    return made;
}

exit_code inputs_find(recorded_inputs *inputs, const identify_options *o)
{
    const text_list *steps = &o->invocation.steps;
    const size_t room = steps->count + 1;
    bool made = (inputs->list = calloc(room, sizeof *inputs->list)) != NULL;
    size_t files = 0;
    for (size_t i = 0; i < steps->count; i += 2) {
        files += strcmp(steps->items[i], "--input") == 0;
    }
    for (size_t i = 0; i < steps->count && made; i += 2) {
        const bool is_payload = strcmp(steps->items[i], "--payload") == 0;
        if (is_payload && (files < 2 || inputs->count == 0)) {
            made = append(&inputs->common, steps->items[i + 1], room);
        } else if (is_payload) {
            recorded_input *one = &inputs->list[inputs->count - 1];
            made = append(&one->payloads, steps->items[i + 1], room);
            one->own++;
        } else if (strcmp(steps->items[i], "--input") == 0 && files > 1) {
            made = begin_input(inputs, steps->items[i + 1], room);
        }
    }
    if (made && files < 2) {
        made = begin_input(inputs, o->rows.input, room);
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

exit_code inputs_carry_one(robot *r, const recorded_inputs *inputs, size_t number, const identified_gains *gains)
{
    if (number >= inputs->count) {
        return inputs_carry(r, &inputs->common);
    }
    const recorded_input *one = &inputs->list[number];
    const bool is_load = gains && one->own > 0;
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
