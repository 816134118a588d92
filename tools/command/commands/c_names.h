/* Names that an array in C source cannot have. */
#ifndef CONDYLE_TOOLS_C_NAMES_H
#define CONDYLE_TOOLS_C_NAMES_H

/* Returns what keeps a name from being that of a global array in C and C++ source, as the end of a sentence that begins
 * with the name; NULL where nothing does. */
const char *c_name_fault(const char *name);

#endif
