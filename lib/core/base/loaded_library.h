/* Functions of libraries that a program loads by dlopen() when it needs them. */
#ifndef CDY_BASE_LOADED_LIBRARY_H
#define CDY_BASE_LOADED_LIBRARY_H

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

/* Writes the address of a function to the function pointer at `function`; returns false where the library has no such
 * function. ISO C has no conversion from the object pointer of dlsym(), so that its bytes are copied. */
static inline bool cdy_find_function(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

#endif
