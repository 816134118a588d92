#include "urdf/vocabulary.h"

#include <string.h>

static const cdy_vocabulary vocabularies[] = {
    {"robot", {"name", "version"}},
    {"link", {"name"}},
    {"joint", {"name", "type"}},
    {"inertial", {NULL}},
    {"origin", {"xyz", "rpy", "quat_xyzw"}},
    {"mass", {"value"}},
    {"inertia", {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}},
    {"visual", {"name"}},
    {"collision", {"name"}},
    {"geometry", {NULL}},
    {"box", {"size"}},
    {"cylinder", {"radius", "length"}},
    {"capsule", {"radius", "length"}},
    {"sphere", {"radius"}},
    {"mesh", {"filename", "scale"}},
    {"material", {"name"}},
    {"color", {"rgba"}},
    {"texture", {"filename"}},
    {"parent", {"link"}},
    {"child", {"link"}},
    {"axis", {"xyz"}},
    {"limit", {"lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"}},
    {"dynamics", {"damping", "friction"}},
    {"mimic", {"joint", "multiplier", "offset"}},
    {"safety_controller", {"soft_lower_limit", "soft_upper_limit", "k_position", "k_velocity"}},
    {"calibration", {"rising", "falling", "reference_position"}},
};

const cdy_vocabulary *cdy_find_vocabulary(const char *element)
{
    for (size_t i = 0; i < sizeof vocabularies / sizeof *vocabularies; i++) {
        if (strcmp(vocabularies[i].element, element) == 0) {
            return &vocabularies[i];
        }
    }
    return NULL;
}

bool cdy_is_urdf_element(const char *name)
{
    return cdy_find_vocabulary(name) != NULL;
}

size_t cdy_count_attributes(const cdy_vocabulary *known)
{
    size_t count = 0;
    while (count < CDY_MOST_VOCABULARY && known->attributes[count]) {
        count++;
    }
    return count;
}

bool cdy_is_urdf_attribute(const char *element, const char *attribute)
{
    const cdy_vocabulary *known = cdy_find_vocabulary(element);
    return known && cdy_is_among(attribute, cdy_count_attributes(known), known->attributes);
}
