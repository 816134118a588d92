#include "description/losses.h"

#include "base/format.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void cdy_lose(const cdy_writing *how, const char *kind, const char *name, const char *what)
{
    char shortened[160];
    if (how->lost) {
        const size_t size = strlen(kind) + strlen(name) + sizeof " ''";
        char *whole = cdy_allocate(size, 1);
        if (whole) {
            cdy_print(whole, size, "%s '%s'", kind, name);
        } else {
            cdy_print(shortened, sizeof shortened, "%s '%.120s'", kind, name);
        }
        how->lost(how->context, whole ? whole : shortened, what);
        free(whole);
    }
}
