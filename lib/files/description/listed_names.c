#include "description/listed_names.h"

#include "base/format.h"

void cdy_list_name(cdy_listed_names *names, const char *name)
{
    enum { LONGEST = 66, LAST = 24 }; /* bytes of the longest name in its quotes, and of the count of names left out */
    if (names->left_out > 0 || sizeof names->text - names->length < LONGEST + LAST) {
        names->left_out++;
    } else {
        names->length += cdy_print(names->text + names->length, sizeof names->text - names->length, "%s'%.60s'",
                                   names->length > 0 ? ", " : "", name);
    }
}

const char *cdy_end_names(cdy_listed_names *names)
{
    if (names->left_out > 0) {
        cdy_print(names->text + names->length, sizeof names->text - names->length, " and %d more", names->left_out);
    }
    return names->text;
}
