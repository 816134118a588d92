/* Warnings: the rules that a robot file can break and still be used. */
#ifndef CDY_URDF_WARNINGS_H
#define CDY_URDF_WARNINGS_H

typedef enum cdy_rule {
    CDY_RULE_ENCODING,
    CDY_RULE_GEOMETRY_MISSING,
    CDY_RULE_INERTIA_MISSING,
    CDY_RULE_INERTIA_NOT_PHYSICAL,
    CDY_RULE_INERTIA_WITHOUT_MASS,
    CDY_RULE_LIMIT_INCOMPLETE,
    CDY_RULE_LIMIT_MISSING,
    CDY_RULE_LIMIT_WITHOUT_RANGE,
    CDY_RULE_LIMITS_REVERSED,
    CDY_RULE_MASS_MISSING,
    CDY_RULE_MATERIAL_CONFLICT,
    CDY_RULE_MATERIAL_REPEATED,
    CDY_RULE_MATERIAL_UNDEFINED,
    CDY_RULE_MIMIC_IGNORED,
    CDY_RULE_NEGATIVE_DAMPING,
    CDY_RULE_NEGATIVE_SIZE,
    CDY_RULE_ROBOT_NAME,
    CDY_RULE_TRANSMISSION,
    CDY_RULE_UNKNOWN_ELEMENT,
    CDY_RULE_UNKNOWN_GEOMETRY,
    CDY_RULE_VERSION,
    CDY_RULE_COUNT
} cdy_rule;

/* Returns a rule's stable name, "inertia-without-mass" for example. */
const char *cdy_rule_code(cdy_rule rule);

/* Returns one sentence that says what the rule asks for or what happens where it is broken. */
const char *cdy_rule_meaning(cdy_rule rule);

#endif
