/* A text -> tree -> model -> every call; a text that cannot be loaded has an error among its findings. */
#include "fuzz.h"
#include "support/same_tree.h"
#include "support/steps.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST = 40 }; /* bodies of a robot whose dynamics are computed */

static void hear(void *context, const cdy_warning *warning)
{
    (void)context;
    require_printable(warning->code);
    require_printable(warning->text);
    require(warning->line >= 0 && warning->column >= 0 && warning->element, "a warning without place");
}

static void check_tree(const cdy_tree *tree)
{
    char text[DIFFERENCE_SIZE];
    const char *fault = find_broken_link(tree, text);
    require(!fault, "%s", fault);
    size_t size = cdy_tree_write_details(tree, NULL, 0) + 1;
    char *details = fuzz_allocate(size, 1);
    require(cdy_tree_write_details(tree, details, size) + 1 == size && strlen(details) + 1 == size, "cut details");
    free(details);
}

/* A saved model loads as the same model. */
static void check_saved(const cdy_model *model)
{
    cdy_error error = {0};
    size_t size = cdy_model_bytes(model);
    char *bytes = fuzz_allocate(size, 1), *again = fuzz_allocate(size, 1);
    cdy_model *loaded = NULL;
    if (require_status(cdy_model_to_bytes(model, bytes, size, &error), CDY_ERROR_ROBOT, &error) &&
        require_status(cdy_model_from_bytes(bytes, size, &loaded, &error), CDY_OK, &error)) {
        require_status(cdy_model_to_bytes(loaded, again, size, &error), CDY_OK, &error);
        require(memcmp(bytes, again, size) == 0, "other bytes after loading");
    }
    cdy_model_destroy(loaded);
    free(bytes);
    free(again);
}

static cdy_status exercise_tree(const cdy_tree *tree, cdy_error *error)
{
    cdy_model *model = NULL;
    check_tree(tree);
    cdy_status status = cdy_model_create(tree, &model, error);
    if (!require_status(status, CDY_ERROR_ROBOT, error)) {
        require(!model, "a model after a failure");
        return status;
    }
    check_saved(model);
    if (cdy_tree_body_count(tree) <= LARGEST) {
        cdy_drive_options drives = cdy_drive_options_default();
        drives.damping = drives.friction = drives.rotors = drives.springs = cdy_model_nv(model) % 2;
        require_status(cdy_model_set_drives(model, &drives, error), CDY_OK, error);
        exercise_model(model);
    }
    cdy_model_destroy(model);
    return CDY_OK;
}

void exercise_robot(const char *text, size_t size)
{
    cdy_error error = {0};
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81;
    options.floating_base = size & 1;
    options.mimic_independent = size >> 1 & 1;
    options.warn = hear;
    cdy_tree *tree = NULL;
    const uint64_t before = steps_taken();
    cdy_status status = cdy_load_text(text, size, "fuzz.urdf", &options, &tree, &error);
    require_steps(before, size, 2, "loading");
    if (require_status(status, CDY_ERROR_ROBOT, &error)) {
        status = exercise_tree(tree, &error);
    } else {
        require(!tree, "a tree after a failure");
    }
    cdy_tree_destroy(tree);
    const int errors = exercise_findings(text, size);
    const bool asked_too_much = options.floating_base && strstr(error.text, "no floating base besides");
    require(status != CDY_ERROR_ROBOT || errors != 0 || asked_too_much, "no error found, but loading says: %s",
            error.text);
}
