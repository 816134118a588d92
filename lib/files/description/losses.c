#include "description/losses.h"

#include "base/format.h"

void cdy_lose(const cdy_writing *how, const char *kind, const char *name, const char *what)
{
    char element[160];
    if (how->lost) {
        cdy_print(element, sizeof element, "%s '%.120s'", kind, name);
        how->lost(how->context, element, what);
    }
}
