/* A report as comma-separated values: a header of names, then the result alone. */
#include "csv.h"
#include "report.h"

/* One row of labels: `tau.elbow_joint`, or only `elbow_joint` without a prefix. */
static exit_code add_labels(csv_row *row, const cdy_model *model, vector_kind kind, const char *prefix)
{
    text_buffer label = {0};
    int length = vector_length(model, kind);
    for (int i = 0; i < length; i++) {
        cdy_coordinate coordinate = vector_coordinate(model, kind, i);
        text_reset(&label);
        text_add(&label, "%s", prefix);
        coordinate_add_label(&coordinate, &label);
        csv_add_text(row, text_get(&label));
    }
    exit_code code = label.failed ? fail_memory() : EXIT_FINE;
    text_clear(&label);
    return code;
}

static exit_code write_vector(const report *done, output *out)
{
    const cdy_model *model = done->robot->model;
    vector_kind kind = done->calculation->result;
    text_buffer prefix = {0};
    text_add(&prefix, "%s.", vector_name(kind));
    csv_row row = {.out = out};
    exit_code code = add_labels(&row, model, kind, text_get(&prefix));
    text_clear(&prefix);
    csv_end_row(&row);
    for (int i = 0; i < vector_length(model, kind); i++) {
        csv_add_number(&row, done->state->vectors[kind][i]);
    }
    csv_end_row(&row);
    return code;
}

static exit_code write_matrix(const report *done, output *out)
{
    const cdy_model *model = done->robot->model;
    size_t n = (size_t)cdy_model_nv(model);
    text_buffer label = {0};
    csv_row row = {.out = out};
    csv_add_text(&row, "joint");
    exit_code code = add_labels(&row, model, VECTOR_QD, "");
    csv_end_row(&row);
    for (size_t i = 0; i < n; i++) {
        cdy_coordinate coordinate = vector_coordinate(model, VECTOR_QD, (int)i);
        text_reset(&label);
        coordinate_add_label(&coordinate, &label);
        csv_add_text(&row, text_get(&label));
        for (size_t j = 0; j < n; j++) {
            csv_add_number(&row, done->state->M[i * n + j]);
        }
        csv_end_row(&row);
    }
    code = code == EXIT_FINE && label.failed ? fail_memory() : code;
    text_clear(&label);
    return code;
}

exit_code report_write_csv(const report *done, output *out)
{
    return done->calculation->matrix ? write_matrix(done, out) : write_vector(done, out);
}
