/* Programs: which of the others that read URDF refuse or change what a file says. */
#ifndef CDY_URDF_PROGRAMS_H
#define CDY_URDF_PROGRAMS_H

#include "urdf/warnings.h"

#include <condyle/check.h>

/* A set of them: bit p for program p. */
typedef unsigned cdy_programs;

enum {
    CDY_FOR_URDFDOM = 1 << CDY_PROGRAM_URDFDOM,
    CDY_FOR_MUJOCO = 1 << CDY_PROGRAM_MUJOCO,
    CDY_FOR_DRAKE = 1 << CDY_PROGRAM_DRAKE,
    CDY_FOR_PINOCCHIO = 1 << CDY_PROGRAM_PINOCCHIO,
    CDY_FOR_SDFORMAT = 1 << CDY_PROGRAM_SDFORMAT,
    CDY_FOR_OLD_URDFDOM = CDY_FOR_URDFDOM | CDY_FOR_SDFORMAT,        /* what urdfdom 3.0 does, and later ones not */
    CDY_FOR_EVERY_URDFDOM = CDY_FOR_OLD_URDFDOM | CDY_FOR_PINOCCHIO, /* and who reads by it */
};

/* Returns the programs that refuse or change whatever breaks a rule. */
cdy_programs cdy_programs_of(cdy_rule rule);

#endif
