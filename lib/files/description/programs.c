/* Programs affected by each rule: the programs that refuse or misread a file that breaks the rule. Tested with
 * urdfdom 3.0.1, MuJoCo 3.0 to 4.0, Drake 1.51 and Pinocchio 4.1; sdformat reads by urdfdom. */
#include "description/programs.h"

enum { EVERY = CDY_FOR_EVERY_URDFDOM, MUJOCO = CDY_FOR_MUJOCO, DRAKE = CDY_FOR_DRAKE };

static const cdy_programs concerned[CDY_RULE_COUNT] = {
    [CDY_RULE_COLOR_RANGE] = EVERY | DRAKE,
    [CDY_RULE_DYNAMICS_EMPTY] = EVERY,
    [CDY_RULE_ENCODING] = MUJOCO,
    [CDY_RULE_GEOMETRY_MISSING] = EVERY | MUJOCO,
    [CDY_RULE_INERTIA_INCOMPLETE] = EVERY | MUJOCO,
    [CDY_RULE_INERTIA_MISSING] = EVERY | MUJOCO,
    [CDY_RULE_INERTIA_NOT_PHYSICAL] = MUJOCO,
    [CDY_RULE_LIMIT_INCOMPLETE] = EVERY,
    [CDY_RULE_LIMIT_MISSING] = EVERY,
    [CDY_RULE_LIST_BREAK] = EVERY,
    [CDY_RULE_MASS_MISSING] = EVERY | MUJOCO | CDY_FOR_ISAAC,
    [CDY_RULE_MATERIAL_CONFLICT] = DRAKE,
    [CDY_RULE_MATERIAL_REDEFINED] = EVERY | DRAKE,
    [CDY_RULE_MATERIAL_REPEATED] = MUJOCO,
    [CDY_RULE_MATERIAL_UNDEFINED] = DRAKE,
    [CDY_RULE_MATERIAL_UNNAMED] = EVERY | MUJOCO,
    [CDY_RULE_MESH_BACKSLASH] = MUJOCO | DRAKE,
    [CDY_RULE_MESH_CASE] = MUJOCO | DRAKE,
    [CDY_RULE_MESH_NOT_FOUND] = MUJOCO | DRAKE,
    [CDY_RULE_MIMIC_IGNORED] = DRAKE,
    [CDY_RULE_NAME_SHARED] = CDY_FOR_SDFORMAT,
    [CDY_RULE_NUMBER_SPACE] = EVERY,
    [CDY_RULE_PACKAGE_NOT_FOUND] = DRAKE,
    [CDY_RULE_POINT_SHAPE] = MUJOCO,
    [CDY_RULE_ROBOT_WEIGHTLESS] = MUJOCO,
    [CDY_RULE_SAFETY_INCOMPLETE] = EVERY,
    [CDY_RULE_SINGULAR_MASS] = MUJOCO,
    [CDY_RULE_SIZE_ZERO] = MUJOCO | DRAKE,
    [CDY_RULE_TEXTURE_UNNAMED] = DRAKE,
    [CDY_RULE_UNKNOWN_GEOMETRY] = EVERY | MUJOCO | DRAKE,
    [CDY_RULE_VERSION] = EVERY,
    [CDY_RULE_VERSION_TOO_LOW] = EVERY,
};

cdy_programs cdy_programs_of(cdy_rule rule)
{
    return concerned[rule];
}

bool cdy_check_rule_concerns(int index, cdy_program program)
{
    return index >= 0 && index < CDY_RULE_COUNT && cdy_program_name(program) && (concerned[index] >> program & 1);
}

bool cdy_is_named_program(cdy_programs set, cdy_program program)
{
    const bool whole = (set & CDY_FOR_MUJOCO) == CDY_FOR_MUJOCO;
    const bool version = program == CDY_PROGRAM_MUJOCO_3 || program == CDY_PROGRAM_MUJOCO_4;
    return (set >> program & 1) && (version ? !whole : program != CDY_PROGRAM_MUJOCO || whole);
}

const char *cdy_program_name(cdy_program program)
{
    switch (program) {
    case CDY_PROGRAM_URDFDOM: return "urdfdom";
    case CDY_PROGRAM_MUJOCO: return "mujoco";
    case CDY_PROGRAM_DRAKE: return "drake";
    case CDY_PROGRAM_PINOCCHIO: return "pinocchio";
    case CDY_PROGRAM_SDFORMAT: return "sdformat";
    case CDY_PROGRAM_MUJOCO_3: return "mujoco@3";
    case CDY_PROGRAM_MUJOCO_4: return "mujoco@4";
    case CDY_PROGRAM_ISAAC: return "isaac";
    case CDY_PROGRAM_NONE: break;
    }
    return NULL;
}
