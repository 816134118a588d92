/* Catalogues of drives: a text is read or refused with a reason and a line; the drives that are read have types of
 * their own and can be judged, in steps in proportion to the text. */
#include "fuzz.h"
#include "support/steps.h"

#include <math.h>
#include <string.h>

/* Judges a drive, from both directions of power, in a cycle with accelerations. */
static void judge(const cdy_motor_drive *drive)
{
    const double t[3] = {0, 1, 2}, speed[3] = {0, 1, -1}, acceleration[3] = {1, 1, -2}, torque[3] = {5, -5, 5};
    const cdy_drive_duty duty = {3, t, speed, acceleration, torque, 2, 5};
    const cdy_drive_demand demand = cdy_drive_demand_default();
    double history[3][3];
    cdy_drive_use use;
    cdy_error error = {0};
    cdy_status status = cdy_find_drive_use(drive, &duty, &demand, &use, &error);
    if (require_status(status, CDY_ERROR_NUMERIC, &error)) {
        require(use.peak_torque >= 0 && isfinite(use.peak_torque), "the peak torque is %g", use.peak_torque);
        require(use.nearest <= CDY_DRIVE_LIMITS, "limit %d", (int)use.nearest);
    }
    status = cdy_drive_history(drive, &duty, &demand, 0, history[0], history[1], history[2], &error);
    require_status(status, CDY_ERROR_NUMERIC, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cdy_drive_catalogue *catalogue = NULL;
    cdy_error error = {0};
    const uint64_t before = steps_taken();
    const cdy_status status =
        cdy_drive_catalogue_read(size > 0 ? (const char *)data : "", size, "a.csv", &catalogue, &error);
    require_steps(before, size, 1, "reading a catalogue");
    if (!require_status(status, CDY_ERROR_ROBOT, &error)) {
        require(!catalogue, "a catalogue after a failure");
        require(status != CDY_ERROR_ROBOT || error.line > 0, "a refusal without a line");
        return 0;
    }
    for (int i = 0; i < cdy_drive_catalogue_count(catalogue); i++) {
        const char *type = cdy_drive_catalogue_type(catalogue, i);
        require(type && type[0] && strlen(type) <= size, "drive %d has no type", i);
        require(cdy_drive_catalogue_find(catalogue, type) == i, "drive %d is not found by its type", i);
        require(cdy_drive_catalogue_maker(catalogue, i) && cdy_drive_catalogue_source(catalogue, i), "no texts");
        judge(&cdy_drive_catalogue_drives(catalogue)[i]);
    }
    require_steps(before, size, 2, "judging a catalogue");
    cdy_drive_catalogue_destroy(catalogue);
    return 0;
}
