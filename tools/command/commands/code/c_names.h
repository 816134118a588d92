/* Names that an array in C source cannot have. */
#ifndef CONDYLE_TOOLS_C_NAMES_H
#define CONDYLE_TOOLS_C_NAMES_H

/* Returns why a global array in C and C++ source cannot have a name, as the rest of a sentence that begins with the
 * name; NULL where it can. */
const char *c_name_fault(const char *name);

#endif
