/* Whether this clang, its linker and a C library make programs for WebAssembly. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words)
{
    return printf("%g\n", sqrt(count > 1 ? atof(words[1]) : 2)) < 0;
}
