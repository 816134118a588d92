/* The floors of the library, for the suites that read its sources (layers, contributing). */
#ifndef CDY_TESTS_FLOORS_H
#define CDY_TESTS_FLOORS_H

/* Each room with those whose headers it may include. */
static const struct {
    const char *room, *below;
} floors[] = {
    {"base", " base "},
    {"text", " base text "},
    {"spatial", " base spatial "},
    {"mesh", " base text mesh "},
    {"tree", " base text spatial tree "},
    {"xml", " base text xml "},
    {"xacro", " base text xml xacro "},
    {"urdf", " base text spatial tree xml xacro urdf "},
    {"solid", " base text spatial mesh tree urdf solid "},
    {"lint", " base text spatial mesh tree xml xacro urdf solid lint "},
    {"model", " base text spatial tree model "},
    {"kernels", " base spatial tree model kernels "},
    {"linalg", " base spatial tree model linalg "},
    {"dynamics", " base text spatial tree model kernels linalg dynamics "},
    {"constraints", " base spatial tree model kernels linalg dynamics constraints "},
    {"ik", " base spatial tree model kernels linalg dynamics ik "},
    {"batch", " base spatial tree model kernels linalg dynamics constraints ik batch "},
    {"trajectory", " base spatial tree model kernels linalg dynamics batch ik trajectory "},
    {"identification", " base spatial tree model linalg dynamics identification "},
    {"simulation", " base spatial tree model kernels linalg dynamics constraints ik simulation "},
    {"capacity", " base spatial tree model kernels dynamics batch capacity "},
    {"generate", " base text spatial tree model kernels dynamics generate "},
    {"specialize", " base text spatial tree model kernels dynamics constraints batch generate specialize "},
    {"robot", " base text spatial tree xacro urdf lint model dynamics robot "},
    /* of tools/: what the command and the packages share, over the public headers */
    {"writing", " base text writing "},
    {"draw", " base text writing draw "},
};

#endif
