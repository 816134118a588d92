#include "urdf/warnings.h"

typedef struct rule_text {
    const char *code, *meaning;
} rule_text;

/* The codes are promises to programs: new rules are added, old ones keep their names. */
static const rule_text rules[CDY_RULE_COUNT] = {
    [CDY_RULE_ENCODING] = {"encoding",
                           "Bytes that cannot be read in the encoding that the file claims are read as Latin-1."},
    [CDY_RULE_GEOMETRY_MISSING] = {"geometry-missing", "A visual or collision without geometry has no shape."},
    [CDY_RULE_INERTIA_MISSING] = {"inertia-missing", "A mass without <inertia> is a point mass."},
    [CDY_RULE_INERTIA_NOT_PHYSICAL] = {"inertia-not-physical", "Of a body's principal moments of inertia none is "
                                                               "negative or larger than the other two together."},
    [CDY_RULE_INERTIA_WITHOUT_MASS] = {"inertia-without-mass",
                                       "An inertia with mass 0 is kept, though nothing has it."},
    [CDY_RULE_LIMIT_INCOMPLETE] = {"limit-incomplete", "A <limit> names effort and velocity; missing ones are 0."},
    [CDY_RULE_LIMIT_MISSING] = {"limit-missing", "A revolute or prismatic joint without <limit> has no limits."},
    [CDY_RULE_LIMIT_WITHOUT_RANGE] = {"limit-without-range",
                                      "A <limit> with neither lower nor upper holds a joint at 0."},
    [CDY_RULE_LIMITS_REVERSED] = {"limits-reversed", "A lower limit is not above the upper one."},
    [CDY_RULE_MASS_MISSING] = {"mass-missing", "An <inertial> without <mass> weighs nothing."},
    [CDY_RULE_MATERIAL_CONFLICT] = {"material-conflict", "Of two different materials of one name the first counts."},
    [CDY_RULE_MATERIAL_REPEATED] = {"material-repeated", "Of several materials of one visual the first counts."},
    [CDY_RULE_MATERIAL_UNDEFINED] = {"material-undefined", "A material that is named is defined somewhere."},
    [CDY_RULE_MIMIC_IGNORED] = {"mimic-ignored", "Only joints with one degree of freedom can mimic another."},
    [CDY_RULE_NEGATIVE_DAMPING] = {"negative-damping", "Damping and friction are not negative."},
    [CDY_RULE_NEGATIVE_SIZE] = {"negative-size", "The sizes of a shape are not negative."},
    [CDY_RULE_ROBOT_NAME] = {"robot-name", "A robot has a name."},
    [CDY_RULE_TRANSMISSION] = {"transmission", "A <transmission> reduces the motion of a joint by one number not 0."},
    [CDY_RULE_UNKNOWN_ELEMENT] = {"unknown-element",
                                  "An element that is neither URDF nor a known extension is ignored."},
    [CDY_RULE_UNKNOWN_GEOMETRY] = {"unknown-geometry",
                                   "A geometry is a box, cylinder, sphere, capsule or mesh; others are no shape."},
    [CDY_RULE_VERSION] = {"version", "URDF has the versions 1.0, 1.1 and 1.2; others are read as 1.2."},
};

const char *cdy_rule_code(cdy_rule rule)
{
    return rules[rule].code;
}

const char *cdy_rule_meaning(cdy_rule rule)
{
    return rules[rule].meaning;
}
