#include "draw/view.h"

#include "text/number.h"

#include <math.h>
#include <string.h>

bool view_read(const char *text, camera *c)
{
    static const struct {
        const char *name;
        double azimuth, elevation;
    } views[] = {{"iso", 50, 25}, {"front", 0, 0}, {"back", 180, 0}, {"side", -90, 0}, {"top", -90, 90}};
    const double degree = 3.14159265358979323846 / 180;
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        if (strcmp(text, views[i].name) == 0) {
            *c = camera_from(views[i].azimuth * degree, views[i].elevation * degree);
            return true;
        }
    }
    const char *comma = strchr(text, ',');
    double angles[2];
    if (!comma || cdy_parse_number(text, (size_t)(comma - text), &angles[0]) != CDY_NUMBER_OK ||
        cdy_parse_number(comma + 1, strlen(comma + 1), &angles[1]) != CDY_NUMBER_OK || !(fabs(angles[0]) <= 3600) ||
        !(fabs(angles[1]) <= 90)) {
        return false;
    }
    *c = camera_from(angles[0] * degree, angles[1] * degree);
    return true;
}
