#include "compute/report.h"

#include "compute/row_writer.h"

exit_code report_write_row(computation *done, output *out)
{
    row_writer w;
    exit_code code = row_writer_open(&w, done, out, NO_VARIABLES);
    row_writer_expect(&w, 1);
    if (code == EXIT_FINE) {
        row_writer_add(&w);
        code = row_writer_finish(&w);
    }
    row_writer_close(&w);
    return code;
}

const char *report_row_name(variable kind, size_t row)
{
    const char *const *names = variable_describe(kind)->row_names;
    return names ? names[row] : "";
}

void report_add_joint(const cdy_model *model, size_t index, text_buffer *name)
{
    cdy_coordinate coordinate = vector_coordinate(model, VECTOR_QD, (int)index);
    coordinate_add_label(&coordinate, name);
}

exit_code report_write(computation *done, output *out)
{
    if (done->options->numbers.fields) {
        return report_write_row(done, out);
    }
    switch (done->format) {
    case FORMAT_TABLE: return report_write_table(done, out);
    case FORMAT_CSV: return report_write_csv(done, out);
    case FORMAT_JSON: return report_write_json(done, out);
    case FORMAT_NPY: return report_write_row(done, out);
    }
    return EXIT_USAGE;
}
