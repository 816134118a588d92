/* Programs that read URDF, and the rules that affect them. */
#ifndef CDY_URDF_PROGRAMS_H
#define CDY_URDF_PROGRAMS_H

#include "urdf/warnings.h"

#include <condyle/check.h>

/* A set of programs: bit p for program p. */
typedef unsigned cdy_programs;

enum {
    CDY_FOR_URDFDOM = 1 << CDY_PROGRAM_URDFDOM,
    CDY_FOR_MUJOCO = 1 << CDY_PROGRAM_MUJOCO,
    CDY_FOR_DRAKE = 1 << CDY_PROGRAM_DRAKE,
    CDY_FOR_PINOCCHIO = 1 << CDY_PROGRAM_PINOCCHIO,
    CDY_FOR_SDFORMAT = 1 << CDY_PROGRAM_SDFORMAT,
    CDY_FOR_OLD_URDFDOM = CDY_FOR_URDFDOM | CDY_FOR_SDFORMAT, /* behavior of urdfdom 3.0, but not of later versions */
    CDY_FOR_EVERY_URDFDOM = CDY_FOR_OLD_URDFDOM | CDY_FOR_PINOCCHIO, /* and of programs that use it */
};

/* Returns the programs that refuse or misread a file that breaks a rule. */
cdy_programs cdy_programs_of(cdy_rule rule);

#endif
