/* A report as comma-separated values: a header of names and a row of results. A single matrix
 * has names in its first row and first column. */
#include "compute/report.h"
#include "run/csv.h"

/* Writes the name of a row or column. */
static void add_name(const computation *done, variable kind, bool of_row, size_t index, text_buffer *label,
                     csv_row *row)
{
    const variable_description *described = variable_describe(kind);
    const int per = of_row ? described->rows : described->columns;
    text_reset(label);
    if (per == PER_DEGREE) {
        report_add_joint(done->robot->model, index, label);
    } else if (per < 0) {
        text_add(label, "%s", variable_element_name(&done->dimensions, per, index));
    } else if (of_row) {
        text_add(label, "%s", report_row_name(kind, index));
    } else {
        const bool degrees = done->options->numbers.degrees && variable_is_angle(done->robot->model, kind, index);
        text_add(label, "%s%s", described->components[index], degrees ? "[deg]" : "");
    }
    csv_add_text(row, text_get(label));
}

static exit_code write_matrix(const computation *done, variable kind, output *out)
{
    const int per = variable_describe(kind)->rows;
    const double *values = done->state.values[kind];
    const variable_shape shape = variable_shape_of(&done->dimensions, kind);
    text_buffer label = {0};
    csv_row row = {.out = out};
    csv_add_text(&row, per == PER_DEGREE ? "joint" : per == PER_BODY ? "body" : "row");
    for (size_t j = 0; j < shape.columns; j++) {
        add_name(done, kind, false, j, &label, &row);
    }
    csv_end_row(&row);
    for (size_t i = 0; i < shape.rows; i++) {
        add_name(done, kind, true, i, &label, &row);
        for (size_t j = 0; j < shape.columns; j++) {
            csv_add_number(&row, values[i * shape.columns + j], done->options->numbers.precision);
        }
        csv_end_row(&row);
    }
    exit_code code = label.failed ? fail_memory() : EXIT_FINE;
    text_clear(&label);
    return code;
}

exit_code report_write_csv(computation *done, output *out)
{
    static const variable matrices[] = {
        VARIABLE_M, VARIABLE_J, VARIABLE_C, VARIABLE_Y, VARIABLE_POSES, VARIABLE_VELOCITIES, VARIABLE_ACCELERATIONS};
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) {
        if (done->results.has[matrices[i]] && variable_set_count(done->results) == 1) {
            return write_matrix(done, matrices[i], out);
        }
    }
    return report_write_row(done, out);
}
