/* Rows of states, for a robot with every type of joint: in the format that the bytes look like, and in every other. */
#include "rows/rows.h"
#include "fuzz.h"
#include "fuzz_robot.h"
#include "rows/elements.h"
#include "support/steps.h"

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
        require_status(cdy_urdf_load_file(FUZZ_ROBOT, NULL, &kinds.tree, &error), CDY_OK, &error);
        require_status(cdy_model_create(kinds.tree, &kinds.model, &error), CDY_OK, &error);
        require(elements_create(&places, &kinds), "no memory");
    }
}

/* Puts the bytes into a file without a name, the same for every input; `path` leads to it. */
static void fill_file(const uint8_t *data, size_t size, char path[32])
{
    static FILE *file;
    file = file ? file : tmpfile();
    require(file, "no temporary file");
    const int descriptor = fileno(file);
    require(ftruncate(descriptor, 0) == 0 && pwrite(descriptor, data, size, 0) == (ssize_t)size,
            "cannot write a temporary file");
    snprintf(path, 32, "/dev/fd/%d", descriptor);
}

/* A .npy file can hold numbers that text cannot, nan and inf: the calls refuse them, and identification takes nan as
 * not measured. */
static void check_values(double *const *values, quantity_set inputs, input_format format)
{
    if (format == INPUT_NPY) {
        return;
    }
    for (int kind = 0; kind < QUANTITY_WRENCHES; kind++) {
        size_t size = inputs & BIT(kind) ? quantity_size(kinds.model, (quantity)kind) : 0;
        for (size_t i = 0; i < size; i++) {
            require(isfinite(values[kind][i]), "input %d: number %zu is not finite", kind, i);
        }
    }
}

static void clear_values(double *const *values)
{
    for (int kind = 0; kind < QUANTITY_WRENCHES; kind++) {
        memset(values[kind], 0, quantity_size(kinds.model, (quantity)kind) * sizeof(double));
    }
}

/* Returns the format in which they were read. */
static input_format read_rows(const char *path, input_format format, const row_target *target)
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double *values[QUANTITY_COUNT] = {0};
    char path[32];
    wrench_list wrenches;
    const text_list none = {0};
    load_robot_once();
    const quantity_set inputs = BIT(QUANTITY_Q) | BIT(QUANTITY_QD) | (size & 1 ? BIT(QUANTITY_T) : BIT(QUANTITY_QDD));
    for (int kind = 0; kind < QUANTITY_WRENCHES; kind++) {
        values[kind] = calloc(quantity_size(kinds.model, (quantity)kind) + 1, sizeof(double));
        require(values[kind], "no memory");
    }
    require(wrench_list_read(&wrenches, &kinds, &none) == EXIT_FINE &&
                wrench_list_open(&wrenches, kinds.model) == EXIT_FINE,
            "no memory");
    const row_target target = {.elements = &places,
                               .inputs = inputs,
                               .needed = inputs & BIT(QUANTITY_T),
                               .values = values,
                               .wrenches = &wrenches,
                               .degrees = size >> 1 & 1};
    fill_file(data, size, path);
    const uint64_t before = steps_taken();
    int passes = 1;
    const input_format own = read_rows(path, INPUT_ANY, &target);
    for (input_format format = INPUT_CSV; format <= INPUT_NPY; format++) {
        if (format != own) {
            read_rows(path, format, &target);
            passes++;
        }
    }
    require_steps(before, size, passes, "reading rows");
    wrench_list_clear(&wrenches);
    for (int kind = 0; kind < QUANTITY_WRENCHES; kind++) {
        free(values[kind]);
    }
    return 0;
}
