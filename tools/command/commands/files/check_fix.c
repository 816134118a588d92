/* condyle check --fix and --in-place: the changes made. */
#include "commands/files/check.h"
#include "run/interrupt.h"
#include "values/robot.h"

#include <sys/stat.h>

static void take_change(void *context, const cdy_change *change)
{
    check_report *report = (check_report *)context;
    if (report->format == REPORT_JSON) {
        check_json_change(report, change);
    } else {
        check_text_change(report, change);
    }
}

exit_code check_fix(check_report *report, const check_options *o, const cdy_check_options *request, const char *source,
                    const char **mended)
{
    const cdy_fix_options fix = {.report = take_change,
                                 .context = report,
                                 .disabled = request->disabled,
                                 .disabled_count = request->disabled_count,
                                 .replace = o->invocation.force,
                                 .max_bytes = request->max_bytes,
                                 .max_depth = request->max_depth};
    int changes;
    if (report->format == REPORT_JSON) {
        report->changes = json_build_array();
    }
    /* Signals are blocked, since the library removes its unfinished file itself. Reading a pipe may never end, so that
     * signals stay unblocked then. */
    struct stat facts;
    sigset_t before;
    const bool hold = stat(source, &facts) == 0 && S_ISREG(facts.st_mode);
    if (hold) {
        interrupt_hold(&before);
    }
    const exit_code code = robot_fix(source, o->fix, &fix, &changes);
    if (hold) {
        interrupt_resume(&before);
    }
    if (code == EXIT_FINE) {
        *mended = o->fix ? o->fix : source;
    }
    return code;
}
