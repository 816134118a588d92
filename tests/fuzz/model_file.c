/* Compiled models from the bytes as they are, and with a valid checksum and fingerprint, so that the checks behind
 * these are reached: every call is safe with a model that is accepted. */
#include "fuzz.h"
#include "model/hash.h"
#include "model/layout.h"
#include "support/steps.h"

#include <stdlib.h>
#include <string.h>

static void try_to_load(const void *bytes, size_t size)
{
    cdy_error error = {0};
    cdy_model *model = NULL;
    const cdy_model *view = NULL;
    const uint64_t before = steps_taken();
    cdy_status status = cdy_model_from_bytes(bytes, size, &model, &error);
    require_steps(before, size, 1, "loading a model");
    if (!require_status(status, CDY_ERROR_ROBOT, &error)) {
        require(!model, "a model after a failure");
        return;
    }
    require(cdy_model_bytes(model) == size, "%zu bytes of %zu", cdy_model_bytes(model), size);
    require_status(cdy_model_view(bytes, size, &view, &error), CDY_OK, &error);
    exercise_model(model);
    const cdy_drive_options drives = {
        .damping = true, .friction = true, .friction_width = 0.01, .rotors = true, .springs = true};
    require_status(cdy_model_set_drives(model, &drives, &error), CDY_OK, &error);
    require_status(cdy_model_set_gravity(model, (double[3]){0, 0, -9.81}, &error), CDY_OK, &error);
    exercise_model(model);
    const cdy_payload payload = {.mass = 2, .center_of_mass = {0.1, 0.2, 0.3}};
    cdy_model_set_payload(model, cdy_model_frame_count(model) - 1, &payload, &error);
    exercise_model(model);
    cdy_model_destroy(model);
}

/* Sets the marks of a block of this size on this machine, and the sums of its content. */
static void forge(cdy_model *model, size_t size)
{
    const uint64_t most = size, word = sizeof most;
    cdy_mark_format(model);
    model->size = size;
    const uint64_t places[] = {model->bodies, model->joints, model->drives, model->robot_drives, model->payloads};
    bool inside = model->body_count >= 0 && model->frame_count >= 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        inside = inside && places[i] <= most && places[i] % word == 0;
    }
    if (inside && (uint64_t)model->body_count <= (most - model->bodies) / sizeof(model_body) &&
        (uint64_t)model->frame_count <= (most - model->payloads) / sizeof(cdy_payload)) {
        model->fingerprint = cdy_model_fingerprint(model);
        model->payload_mark = cdy_model_payload_mark(model);
    }
    if (inside && model->tree_nv >= 0 && (uint64_t)model->tree_nv <= (most - model->drives) / sizeof(model_drive)) {
        model->drive_mark = cdy_model_drive_mark(model);
    }
    model->checksum = cdy_model_checksum(model, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    void *bytes = fuzz_allocate(size, 1);
    memcpy(bytes, data, size);
    try_to_load(bytes, size);
    if (size >= sizeof(cdy_model) && size % 8 == 0) {
        forge(bytes, size);
        try_to_load(bytes, size);
    }
    free(bytes);
    return 0;
}
