#include "rows/row_pass.h"

#include <math.h>

enum { SHOWN = 10 }; /* number of skipped rows that are reported one by one */

exit_code row_faults_report(row_faults *faults, const char *file, long long line, exit_code code, const char *problem,
                            bool fatal, progress *shown)
{
    if (shown) {
        progress_clear(shown);
    }
    if (!faults->keep_going || fatal) {
        error_at(file, line, problem);
        return code;
    }
    if (faults->skipped++ < SHOWN) {
        text_buffer message = {0};
        text_add(&message, "row skipped: %s", problem);
        warn_at(file, line, message.failed ? problem : text_get(&message));
        text_clear(&message);
    }
    return EXIT_FINE;
}

void row_faults_finish(const row_faults *faults)
{
    if (faults->skipped) {
        note("%llu row%s skipped", (unsigned long long)faults->skipped, faults->skipped == 1 ? "" : "s");
    }
}

exit_code row_pass_report(row_pass *pass, exit_code code, const char *problem, bool fatal)
{
    return row_faults_report(&pass->faults, pass->rows.in.name, pass->rows.line, code, problem, fatal, &pass->progress);
}

static void reset(const row_target *target)
{
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        if (target->inputs.has[kind]) {
            const size_t length = variable_size(target->elements->robot->model, (variable)kind);
            for (size_t i = 0; i < length; i++) {
                target->values[kind][i] = (double)NAN;
            }
        }
    }
    if (target->wrenches) {
        wrench_list_reset(target->wrenches);
    }
}

static void show_progress(row_pass *pass)
{
    uint64_t rows;
    if (row_reader_count(&pass->rows, &rows)) {
        progress_show(&pass->progress, (uint64_t)pass->rows.line, rows);
    } else {
        progress_show(&pass->progress, pass->rows.in.taken, pass->rows.in.total);
    }
}

exit_code row_pass_read(row_pass *pass, const row_options *o, const row_target *target, row_take *take, void *context)
{
    pass->faults.keep_going = o->keep_going;
    if (row_reader_open(&pass->rows, o->input, (input_format)o->format, target) != ROW_OK) {
        return row_pass_report(pass, pass->rows.code, row_problem(&pass->rows), true);
    }
    exit_code code = EXIT_FINE;
    for (bool more = true; more && code == EXIT_FINE;) {
        row_report_unread(&pass->rows, &pass->progress);
        reset(target);
        const row_status status = row_reader_next(&pass->rows);
        more = status != ROW_END;
        row_report_unread(&pass->rows, &pass->progress);
        if (status == ROW_OK) {
            show_progress(pass);
            code = take(context);
        } else if (more) {
            code = row_pass_report(pass, pass->rows.code, row_problem(&pass->rows), status == ROW_FATAL);
        }
    }
    progress_clear(&pass->progress);
    return code;
}
