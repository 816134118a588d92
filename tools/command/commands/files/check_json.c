#include "commands/files/check.h"

void check_json_begin(check_report *report)
{
    report->results = json_build_array();
}

void check_json_add(check_report *report, const cdy_finding *f)
{
    json_builder o = json_build_object();
    json_put(&o, "code", json_from_text(f->code));
    json_put(&o, "level", json_from_text(cdy_level_name(f->level)));
    json_put(&o, "file", json_from_text(f->file)); /* of a xacro file: the included file */
    json_put(&o, "line", json_integer(f->line));
    json_put(&o, "column", json_integer(f->column));
    json_put(&o, "element", json_from_text(f->element));
    json_put(&o, "message", json_from_text(f->message));
    json_add(&report->results, json_built(&o));
}

void check_json_change(check_report *report, const cdy_change *c)
{
    json_builder o = json_build_object();
    json_put(&o, "code", json_from_text(c->code));
    json_put(&o, "line", json_integer(c->line));
    json_put(&o, "element", json_from_text(c->element));
    json_put(&o, "was", json_from_text(c->was));
    json_put(&o, "is", json_from_text(c->is));
    json_add(&report->changes, json_built(&o));
}

/* A file that could not be checked has no "findings", as opposed to an empty list. */
void check_json_end(check_report *report, const char *file, const char *problem)
{
    json_builder o = json_build_object();
    json_put(&o, "file", json_from_text(file));
    if (report->changes.value || report->changes.failed) {
        json_put(&o, "changes", json_built(&report->changes));
        report->changes = (json_builder){0};
    }
    json_t *findings = json_built(&report->results);
    if (problem) {
        json_decref(findings);
        json_put(&o, "error", json_from_text(problem));
    } else {
        json_put(&o, "findings", findings);
    }
    json_add(&report->files, json_built(&o));
}

exit_code check_json_finish(check_report *report)
{
    json_builder o = json_build_object();
    json_put(&o, "files", json_built(&report->files));
    exit_code code = json_write_line(report->out, json_built(&o));
    return code;
}
