/* Programs that read URDF, and the rules that affect them. */
#ifndef CDY_DESCRIPTION_PROGRAMS_H
#define CDY_DESCRIPTION_PROGRAMS_H

#include "description/warnings.h"

#include <condyle/check.h>

/* A set of programs: bit p for program p. */
typedef unsigned cdy_programs;

enum {
    CDY_FOR_URDFDOM = 1 << CDY_PROGRAM_URDFDOM,
    CDY_FOR_MUJOCO_3 = 1 << CDY_PROGRAM_MUJOCO_3,
    CDY_FOR_MUJOCO_4 = 1 << CDY_PROGRAM_MUJOCO | 1 << CDY_PROGRAM_MUJOCO_4,
    CDY_FOR_MUJOCO = CDY_FOR_MUJOCO_3 | CDY_FOR_MUJOCO_4,
    CDY_FOR_ISAAC = 1 << CDY_PROGRAM_ISAAC,
    CDY_FOR_DRAKE = 1 << CDY_PROGRAM_DRAKE,
    CDY_FOR_PINOCCHIO = 1 << CDY_PROGRAM_PINOCCHIO,
    CDY_FOR_SDFORMAT = 1 << CDY_PROGRAM_SDFORMAT,
    CDY_FOR_OLD_URDFDOM = CDY_FOR_URDFDOM | CDY_FOR_SDFORMAT, /* behavior of urdfdom 3.0, but not of later versions */
    CDY_FOR_EVERY_URDFDOM = CDY_FOR_OLD_URDFDOM | CDY_FOR_PINOCCHIO, /* and of programs that use it */
};

/* Whether a message names a program of a set: a version only where the others of its program are not in the set. */
bool cdy_is_named_program(cdy_programs set, cdy_program program);

/* Returns the programs that refuse or misread a file that breaks a rule. */
cdy_programs cdy_programs_of(cdy_rule rule);

#endif
