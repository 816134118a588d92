/* JSON: the page's parser takes and refuses what jansson takes and refuses, with its words and columns. */
#include "fuzz.h"
#include "page_reader.h"

#include <jansson.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    if (size == 0 || memchr(data, '\n', size)) { /* rows are lines, whose columns count from the first byte */
        return 0;
    }
    json_error_t error = {0};
    page_fault fault = {0};
    json_t *value = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    const bool read = page_reads(text, size, &fault);
    /* jansson loses a null character behind a number, which is no JSON. */
    const bool lost = value != NULL && memchr(data, 0, size);
    require(read == (value != NULL) || (!read && lost), "jansson %s, the page %s: %s; %s", value ? "reads" : "refuses",
            read ? "reads" : "refuses", error.text, fault.text);
    if (!read && !memchr(data, 0, size)) { /* a null character cuts the words of either */
        require(strcmp(fault.text, error.text) == 0 && fault.column == error.column,
                "'%s' at column %d, not '%s' at column %d", fault.text, fault.column, error.text, error.column);
    }
    json_decref(value);
    return 0;
}
