#define _XOPEN_SOURCE 700
#include "support/comma_locale.h"

#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sets the locale of the process to this name; returns whether numbers have a comma there. */
static bool set_comma(const char *name)
{
    return setlocale(LC_ALL, name) && strcmp(localeconv()->decimal_point, ",") == 0;
}

const char *find_comma_locale(char *folder)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8",  "de_DE",       "fr_FR.UTF-8", "fr_FR",
                                        "it_IT.UTF-8", "tr_TR.UTF-8", "nl_NL.UTF-8", "German"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++) {
        found = set_comma(names[i]) ? names[i] : NULL;
    }
    if (!found && mkdtemp(folder)) {
        char script[256];
        snprintf(script, sizeof script, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 > %s/said 2>&1", folder, folder);
        found = system(script) == 0 && setenv("LOCPATH", folder, 1) == 0 && set_comma(names[0]) ? names[0] : NULL;
    }
    setlocale(LC_ALL, "C");
    return found;
}

bool remove_comma_locale(const char *folder)
{
    char script[128];
    snprintf(script, sizeof script, "rm -rf %s", folder);
    return strstr(folder, "XXXXXX") || system(script) == 0;
}
