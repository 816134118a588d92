#include "description/sources.h"

#include <string.h>

const char *cdy_file_of(const cdy_reader *r, cdy_place at)
{
    const struct cdy_included *i = r->included;
    for (int number = r->included_count; i && number > at.file; number--) {
        i = i->before;
    }
    return at.file > 0 && i ? i->file : r->file;
}

void cdy_clear_included(cdy_reader *r)
{
    for (struct cdy_included *i = r->included; i; i = i->before) {
        cdy_document_clear(&i->document);
    }
    r->included = NULL;
}

const cdy_file_format *cdy_format_of_text(const cdy_reader *r, const char *bytes, size_t size)
{
    for (size_t i = 0; r->formats[i]; i++) {
        const size_t length = strlen(r->formats[i]->root);
        if (r->formats[i]->read_text && size >= length && memcmp(bytes, r->formats[i]->root, length) == 0) {
            return r->formats[i];
        }
    }
    return NULL;
}
