#include "commands/state/ik_closed.h"

#include <math.h>
#include <string.h>

/* Reads the joint that --given names. */
static exit_code read_given(const ik_closed_request *r, cdy_ik_closed_options *options)
{
    cdy_moving_joint joint;
    cdy_error error;
    int number;
    if (!r->given) {
        return EXIT_FINE;
    }
    if (cdy_model_require_joint(r->model, r->given, &number, &error) != CDY_OK) {
        return fail(EXIT_USAGE, "--given: %s", error.text);
    }
    if (cdy_model_joint(r->model, number, &joint) != CDY_OK || joint.nq != 1 || joint.is_follower) {
        return fail(EXIT_USAGE, "--given: joint '%s' has no position of its own; expected one of the arm's joints",
                    r->given);
    }
    options->given = joint.position;
    return EXIT_FINE;
}

static int count_families(const cdy_ik_closed_report *report)
{
    int count = 0;
    for (int i = 0; i < report->count; i++) {
        count += (report->families >> i & 1) != 0;
    }
    return count;
}

static void note_solutions(const cdy_ik_closed *arm, const cdy_ik_closed_report *report)
{
    const int families = count_families(report);
    if (report->count > 0) { /* else a search follows, which may find what the closed form has outside the limits */
        const cdy_ik_structure structure = cdy_ik_closed_structure(arm);
        note("%s in closed form: %s", structure == CDY_IK_GENERAL ? "solutions" : "all solutions",
             cdy_ik_structure_name(structure));
    }
    if (report->outside > 0) {
        note("%d %s %s the limits of the joints; --ignore-limits prints all", report->outside,
             report->count > 0 ? "more" : "in closed form", report->outside == 1 ? "leaves" : "leave");
    }
    if (families > 0) {
        note("the pose is singular: %d of the solutions %s one of infinitely many", families,
             families == 1 ? "is" : "are each");
    }
}

/* Of the joint or the arm angle that was chosen, no configuration is left. */
static exit_code fail_choice(const ik_closed_request *r, const cdy_ik_closed_report *report)
{
    const char *choice = r->given ? "this position of the given joint" : "this arm angle";
    if (report->outside > 0) {
        return fail(EXIT_NUMERICAL, "no configuration of %s reaches the target within the limits", choice);
    }
    if (isnan(report->linear_error)) {
        return fail(EXIT_NUMERICAL, "no configuration of %s reaches the target: the target is out of reach", choice);
    }
    return fail(EXIT_NUMERICAL, "no configuration of %s reaches the target: the nearest is %.6g m and %.6g rad away",
                choice, report->linear_error, report->angular_error);
}

static exit_code solve(const ik_closed_request *r, const cdy_ik_closed *arm, int most, double *solutions, int *count)
{
    cdy_ik_closed_problem problem = r->problem;
    cdy_ik_closed_report report;
    cdy_error error;
    problem.given = r->arm_angle;
    if (r->arm_angle && cdy_ik_closed_structure(arm) != CDY_IK_ARM_ANGLE) {
        return fail(EXIT_USAGE,
                    "--arm-angle: the arm has no spherical shoulder and wrist of seven joints; --given names "
                    "the joint to choose");
    }
    if (cdy_ik_closed_solve(arm, &problem, most, solutions, &report, &error) != CDY_OK) {
        return fail_library(&error);
    }
    *count = report.count;
    note_solutions(arm, &report);
    return report.count == 0 && (r->given || r->arm_angle) ? fail_choice(r, &report) : EXIT_FINE;
}

/* Names the joint that cannot be given: the arm has only six, or the joint is none of the arm's. */
static exit_code fail_given(const ik_closed_request *r)
{
    cdy_ik_closed *arm = NULL;
    cdy_error error;
    if (cdy_ik_closed_create(r->model, r->frame, NULL, &arm, &error) != CDY_OK) {
        return fail(EXIT_USAGE, "%s", error.text);
    }
    const bool has_choice = cdy_ik_closed_given(arm) >= 0 || cdy_ik_closed_structure(arm) == CDY_IK_ARM_ANGLE;
    cdy_ik_closed_destroy(arm);
    return has_choice
               ? fail(EXIT_USAGE, "--given: joint '%s' does not move the body; expected one of the arm's joints",
                      r->given)
               : fail(EXIT_USAGE, "--given: joint '%s' cannot be given: six joints leave none to choose", r->given);
}

exit_code ik_closed_solve(const ik_closed_request *request, int most, double *solutions, int *count, bool *is_closed)
{
    const bool is_chosen = request->given || request->arm_angle;
    cdy_ik_closed_options options = cdy_ik_closed_options_default();
    cdy_ik_closed *arm = NULL;
    cdy_error error;
    options.ignore_limits = request->ignore_limits;
    const exit_code read = read_given(request, &options);
    if (read != EXIT_FINE) {
        return read;
    }
    const cdy_status status = cdy_ik_closed_create(request->model, request->frame, &options, &arm, &error);
    if (status == CDY_ERROR_MEMORY || (status && is_chosen)) {
        return status == CDY_ERROR_MEMORY                       ? fail_library(&error)
               : status == CDY_ERROR_ARGUMENT && request->given ? fail_given(request)
                                                                : fail(EXIT_USAGE, "%s", error.text);
    }
    /* Of seven joints without a chosen one, solutions have no number. */
    *is_closed = status == CDY_OK &&
                 (is_chosen || (cdy_ik_closed_given(arm) < 0 && cdy_ik_closed_structure(arm) != CDY_IK_ARM_ANGLE));
    const exit_code code = *is_closed ? solve(request, arm, most, solutions, count) : EXIT_FINE;
    cdy_ik_closed_destroy(arm);
    return code;
}
