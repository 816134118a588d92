/* Code for one robot, as texts. */
#include "handle.h"

#include <string.h>

/* Reads words of functions to generate as bits. */
static bool read_calls(const mxArray *array, unsigned *calls)
{
    /* In the order of the bits of cdy_generate_call. */
    static const char *const words[] = {"id",          "fd",          "mass",        "gravity",      "coriolis",
                                        "derivatives", "id-gradient", "fd-gradient", "mass-inverse", "fd-derivatives",
                                        NULL};
    if (!array || !mxIsCell(array)) {
        return fail("condyle:argument", "Calls: expected a cell array of names");
    }
    *calls = 0;
    for (size_t i = 0; i < mxGetNumberOfElements(array); i++) {
        int word = read_word(mxGetCell(array, i), "Calls", words);
        if (word < 0) {
            return false;
        }
        *calls |= 1U << word;
    }
    return true;
}

/* condyle("generate", robot, name, calls, wrenches, angle tolerance, most bytes): the texts of header, source and test
 */
static bool generate(const gateway_call *call)
{
    held_robot *robot;
    char *name;
    double most_bytes;
    cdy_error error;
    cdy_generated code;
    cdy_generate_options options = cdy_generate_options_default();
    if (!handle_find_model(call->arguments[0], &robot) || !read_text(call->arguments[1], "the name", &name) ||
        !read_calls(call->arguments[2], &options.calls) ||
        !read_flag(call->arguments[3], "Wrenches", &options.wrenches) ||
        !read_number(call->arguments[4], "RoundAngles", &options.angle_tolerance) ||
        !read_integer(call->arguments[5], "MaxBytes", 1, 1e9, &most_bytes)) {
        return false;
    }
    options.name = name;
    options.most_bytes = (size_t)most_bytes;
    if (cdy_generate(robot->model, cdy_tree_name(robot->tree), &options, &code, &error)) {
        return fail_with(&error);
    }
    const char *const texts[] = {code.header, code.source, code.test};
    for (int i = 0; i < 3 && i < (call->result_count > 1 ? call->result_count : 1); i++) {
        call->results[i] = mxCreateString(texts[i]);
    }
    cdy_generated_clear(&code);
    return true;
}

const gateway_entry generate_calls[] = {
    {"generate", generate, 6, 6},
    {NULL, NULL, 0, 0},
};
