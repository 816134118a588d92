/* Rows of states in the format that ROWS_FORMAT names, for a robot with every type of joint. */
#include "rows.h"
#include "elements.h"
#include "fuzz.h"

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
        require_status(cdy_load_urdf_file(FUZZ_ROBOT, NULL, &kinds.tree, &error), CDY_OK, &error);
        require_status(cdy_model_create(kinds.tree, &kinds.model, &error), CDY_OK, &error);
        require(elements_create(&places, &kinds), "no memory");
    }
}

/* Puts the bytes into a file without a name; `path` leads to it. */
static FILE *make_file(const uint8_t *data, size_t size, char path[32])
{
    FILE *file = tmpfile();
    require(file && fwrite(data, 1, size, file) == size && fflush(file) == 0, "cannot write a temporary file");
    snprintf(path, 32, "/dev/fd/%d", fileno(file));
    return file;
}

/* What text cannot say, a .npy file can: the calls refuse it, and identification takes nan for not measured. */
static void check_values(double *const *values, unsigned inputs)
{
    if (ROWS_FORMAT == INPUT_NPY) {
        return;
    }
    for (int kind = 0; kind < QUANTITY_WRENCHES; kind++) {
        size_t size = inputs & 1u << kind ? quantity_size(kinds.model, (quantity)kind) : 0;
        for (size_t i = 0; i < size; i++) {
            require(isfinite(values[kind][i]), "input %d: number %zu is not finite", kind, i);
        }
    }
}

static void read_rows(const char *path, const row_target *target)
{
    row_reader rows;
    row_status status = row_reader_open(&rows, path, ROWS_FORMAT, target);
    for (int i = 0; i < MOST_ROWS && (status == ROW_OK || status == ROW_BAD); i++) {
        status = row_reader_next(&rows);
        if (status == ROW_OK) {
            check_values(target->values, target->inputs);
        } else if (status != ROW_END) {
            require(*text_get(&rows.problem) && rows.code != EXIT_FINE, "a problem without words");
        }
    }
    require(status != ROW_FATAL || *text_get(&rows.problem), "a problem without words");
    row_reader_close(&rows);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double *values[QUANTITY_COUNT] = {0};
    char path[32];
    wrench_list wrenches;
    const options none = {0};
    load_robot_once();
    const unsigned inputs = 1u << QUANTITY_Q | 1u << QUANTITY_QD | (size & 1 ? 1u << QUANTITY_T : 1u << QUANTITY_QDD);
    for (int kind = 0; kind < QUANTITY_WRENCHES; kind++) {
        values[kind] = calloc(quantity_size(kinds.model, (quantity)kind) + 1, sizeof(double));
        require(values[kind], "no memory");
    }
    require(wrench_list_read(&wrenches, &kinds, &none) == EXIT_FINE &&
                wrench_list_open(&wrenches, kinds.model) == EXIT_FINE,
            "no memory");
    FILE *file = make_file(data, size, path);
    read_rows(path, &(row_target){.elements = &places,
                                  .inputs = inputs,
                                  .needed = inputs & 1u << QUANTITY_T,
                                  .values = values,
                                  .wrenches = &wrenches,
                                  .degrees = size >> 1 & 1});
    fclose(file);
    wrench_list_clear(&wrenches);
    for (int kind = 0; kind < QUANTITY_WRENCHES; kind++) {
        free(values[kind]);
    }
    return 0;
}
