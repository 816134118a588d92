/* A report as comma-separated values: a header of names and a row of results. M and J are matrices with their names in
 * the first row and the first column. */
#include "report/report.h"
#include "rows/csv.h"

static exit_code write_matrix(const task *done, quantity kind, output *out)
{
    const cdy_model *model = done->robot->model;
    const double *values = done->state.values[kind];
    quantity_shape shape = quantity_shape_of(model, kind);
    text_buffer label = {0};
    csv_row row = {.out = out};
    csv_add_text(&row, kind == QUANTITY_M ? "joint" : "row");
    for (size_t j = 0; j < shape.columns; j++) {
        text_reset(&label);
        report_add_joint(model, j, &label);
        csv_add_text(&row, text_get(&label));
    }
    csv_end_row(&row);
    for (size_t i = 0; i < shape.rows; i++) {
        text_reset(&label);
        if (kind == QUANTITY_M) {
            report_add_joint(model, i, &label);
        }
        csv_add_text(&row, kind == QUANTITY_M ? text_get(&label) : report_row_name(kind, i));
        for (size_t j = 0; j < shape.columns; j++) {
            csv_add_number(&row, values[i * shape.columns + j], done->options->numbers.precision);
        }
        csv_end_row(&row);
    }
    exit_code code = label.failed ? fail_memory() : EXIT_FINE;
    text_clear(&label);
    return code;
}

exit_code report_write_csv(task *done, output *out)
{
    static const quantity matrices[] = {QUANTITY_M, QUANTITY_J};
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) {
        if (done->results == 1u << matrices[i]) {
            return write_matrix(done, matrices[i], out);
        }
    }
    return report_write_row(done, out);
}
