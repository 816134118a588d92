#include "model/placement.h"

#include "base/finite.h"
#include "spatial/vector.h"

#include <math.h>

bool cdy_is_placement(const double E[9], const double translation[3])
{
    if (!cdy_all_finite(E, 9) || !cdy_all_finite(translation, 3)) {
        return false;
    }
    const double tolerance = 1e-6;
    const vec3 x = vec3_from(E), y = vec3_from(E + 3), z = vec3_from(E + 6);
    const double products[6] = {dot(x, x) - 1, dot(y, y) - 1, dot(z, z) - 1, dot(x, y), dot(y, z), dot(z, x)};
    for (int k = 0; k < 6; k++) {
        if (!(fabs(products[k]) <= tolerance)) {
            return false;
        }
    }
    return dot(cross(x, y), z) > 0;
}
