/* The names that are defined in every expression. */
#include "xacro/function.h"

#include <string.h>

cdy_value cdy_find_global(const char *name)
{
    static const cdy_module modules[] = {
        {"math", cdy_math_functions}, {"python", cdy_python_functions}, {"xacro", cdy_xacro_functions}};
    /* Functions that xacro has always had; the other functions of Python are in `python` only. */
    static const char *const direct[] = {"list", "dict", "map", "len",   "str",    "float", "int",
                                         "bool", "min",  "max", "round", "sorted", "range"};
    static const char *const of_xacro[] = {"load_yaml", "abs_filename", "dotify"};
    const cdy_function *functions = cdy_math_functions;
    for (size_t i = 0; i < sizeof direct / sizeof *direct; i++) {
        functions = strcmp(name, direct[i]) == 0 ? cdy_python_functions : functions;
    }
    for (size_t i = 0; i < sizeof of_xacro / sizeof *of_xacro; i++) {
        functions = strcmp(name, of_xacro[i]) == 0 ? cdy_xacro_functions : functions;
    }
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        if (strcmp(name, modules[i].name) == 0) {
            return (cdy_value){.kind = CDY_KIND_MODULE, .module = &modules[i]};
        }
    }
    const cdy_function *f = cdy_find_function(functions, name);
    return f ? cdy_of_function(f) : cdy_failed_value;
}
