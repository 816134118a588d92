/* The wings and floors of the library, for the suites that read its sources (layers, contributing). */
#ifndef CDY_TESTS_FLOORS_H
#define CDY_TESTS_FLOORS_H

/* Each room with the folder that it lies in, a wing of lib/ or tools/, and the rooms whose headers it may include. */
static const struct {
    const char *wing, *room, *below;
} floors[] = {
    {"lib/core", "base", " base "},
    {"lib/core", "text", " base text "},
    {"lib/core", "spatial", " base spatial "},
    {"lib/core", "tree", " base text spatial tree "},
    {"lib/core", "model", " base text spatial tree model "},
    {"lib/core", "kernels", " base spatial tree model kernels "},
    {"lib/core", "linalg", " base spatial tree model linalg "},
    {"lib/core", "dynamics", " base text spatial tree model kernels linalg dynamics "},
    {"lib/core", "constraints", " base spatial tree model kernels linalg dynamics constraints "},
    {"lib/core", "ik", " base spatial tree model kernels linalg dynamics ik "},
    {"lib/core", "batch", " base spatial tree model kernels linalg dynamics constraints ik batch "},
    {"lib/files", "package", " base text package "},
    {"lib/files", "mesh", " base text mesh "},
    {"lib/files", "xml", " base text xml "},
    {"lib/files", "xacro", " base text package xml xacro "},
    {"lib/files", "description", " base text spatial tree xml xacro package description "},
    {"lib/files", "urdf", " base text spatial tree xml xacro description urdf "},
    {"lib/files", "mjcf", " base text spatial mesh tree xml description mjcf "},
    {"lib/files", "sdf", " base text spatial package mesh tree xml description sdf "},
    {"lib/files", "usd", " base text mesh tree xml description usd "},
    {"lib/files", "solid", " base text spatial package mesh tree description solid "},
    {"lib/files", "lint", " base text spatial package mesh tree xml xacro description urdf mjcf sdf usd solid lint "},
    {"lib/files", "robot",
     " base text spatial tree xml xacro description urdf mjcf sdf usd lint model dynamics robot "},
    {"lib/motion", "trajectory",
     " base spatial tree model kernels linalg dynamics batch constraints ik capacity trajectory "},
    {"lib/motion", "identification", " base spatial tree model linalg dynamics identification "},
    {"lib/motion", "simulation", " base spatial tree model kernels linalg dynamics constraints ik batch simulation "},
    {"lib/motion", "distance", " base spatial tree model linalg dynamics constraints distance "},
    {"lib/motion", "sizing", " base text spatial tree model kernels linalg dynamics sizing "},
    {"lib/motion", "capacity", " base spatial tree model kernels linalg dynamics constraints batch capacity "},
    {"lib/code", "generate", " base text spatial tree model kernels dynamics constraints generate "},
    {"lib/code", "specialize", " base text spatial tree model kernels dynamics constraints batch generate specialize "},
    /* what the command and the packages share, over the public headers */
    {"tools", "writing", " base text writing "},
    {"tools", "draw", " base text writing draw "},
    /* of the command, over the public headers, base and text */
    {"tools/command", "run", " base text writing draw run "},
    {"tools/command", "options", " base text writing draw run options "},
    {"tools/command", "values", " base text writing draw run options values "},
    {"tools/command", "page", " base text writing draw run options values page "},
    {"tools/command", "rows", " base text writing draw run options values page rows "},
    {"tools/command", "compute", " base text writing draw run options values page rows compute "},
    {"tools/command", "shell", " base text writing draw run options values page rows compute shell "},
    {"tools/command", "bench", " base text writing draw run options values page rows compute shell bench "},
    {"tools/command", "commands", " base text writing draw run options values page rows compute shell bench commands "},
};

#endif
