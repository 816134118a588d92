/* Reads rows for a robot with every type of joint, and checks the numbers. */
#include "read_rows.h"
#include "fuzz.h"
#include "fuzz_robot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ROWS = 4096 };

static robot kinds;
static elements places;

static void load_robot_once(void)
{
    cdy_error error = {0};
    if (!kinds.model) {
        require_status(cdy_load_file(FUZZ_ROBOT, NULL, &kinds.tree, &error), CDY_OK, &error);
        require_status(cdy_model_create(kinds.tree, &kinds.model, &error), CDY_OK, &error);
        require(elements_create(&places, &kinds), "no memory");
    }
}

void fuzz_fill_file(fuzz_file *file, const void *data, size_t size)
{
    file->file = file->file ? file->file : tmpfile();
    require(file->file, "no temporary file");
    const int descriptor = fileno(file->file);
    require(ftruncate(descriptor, 0) == 0 && pwrite(descriptor, data, size, 0) == (ssize_t)size,
            "cannot write a temporary file");
    snprintf(file->path, sizeof file->path, "/dev/fd/%d", descriptor);
}

/* A .npy file can hold nan and inf, which text cannot: the calls refuse them, and identification takes nan as not
 * measured. */
static void check_values(double *const *values, variable_set inputs, input_format format)
{
    if (format == INPUT_NPY) {
        return;
    }
    for (int kind = 0; kind < VARIABLE_WRENCHES; kind++) {
        size_t size = inputs.has[kind] ? variable_size(kinds.model, (variable)kind) : 0;
        for (size_t i = 0; i < size; i++) {
            require(isfinite(values[kind][i]), "input %d: number %zu is not finite", kind, i);
        }
    }
}

static void clear_values(double *const *values)
{
    for (int kind = 0; kind < VARIABLE_WRENCHES; kind++) {
        memset(values[kind], 0, variable_size(kinds.model, (variable)kind) * sizeof(double));
    }
}

input_format fuzz_read_rows(const char *path, input_format format, const row_target *target)
{
    clear_values(target->values);
    row_reader rows;
    row_status status = row_reader_open(&rows, path, format, target);
    for (int i = 0; i < MOST_ROWS && (status == ROW_OK || status == ROW_BAD); i++) {
        status = row_reader_next(&rows);
        if (status == ROW_OK) {
            check_values(target->values, target->inputs, rows.format);
        } else if (status != ROW_END) {
            require(*text_get(&rows.problem) && rows.code != EXIT_FINE, "a problem without words");
        }
    }
    require(status != ROW_FATAL || *text_get(&rows.problem), "a problem without words");
    format = rows.format;
    row_reader_close(&rows);
    return format;
}

void fuzz_open_target(fuzz_target *t, variable_set inputs)
{
    const text_list none = {0};
    load_robot_once();
    memset(t, 0, sizeof *t);
    for (int kind = 0; kind < VARIABLE_WRENCHES; kind++) {
        t->values[kind] = calloc(variable_size(kinds.model, (variable)kind) + 1, sizeof(double));
        require(t->values[kind], "no memory");
    }
    require(wrench_list_read(&t->wrenches, &kinds, &none) == EXIT_FINE &&
                wrench_list_open(&t->wrenches, kinds.model) == EXIT_FINE,
            "no memory");
    t->target = (row_target){.elements = &places, .inputs = inputs, .values = t->values, .wrenches = &t->wrenches};
}

void fuzz_close_target(fuzz_target *t)
{
    wrench_list_clear(&t->wrenches);
    for (int kind = 0; kind < VARIABLE_WRENCHES; kind++) {
        free(t->values[kind]);
    }
}
