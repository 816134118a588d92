/* The page's parser of JSON under names of its own, beside jansson's. */
#include "page_reader.h"

#include <stdio.h>

#define json_array            page_json_array
#define json_array_append_new page_json_array_append_new
#define json_array_get        page_json_array_get
#define json_array_size       page_json_array_size
#define json_decref           page_json_decref
#define json_equal            page_json_equal
#define json_is_array         page_json_is_array
#define json_is_null          page_json_is_null
#define json_is_number        page_json_is_number
#define json_is_object        page_json_is_object
#define json_is_string        page_json_is_string
#define json_loadb            page_json_loadb
#define json_null             page_json_null
#define json_number_value     page_json_number_value
#define json_object_get       page_json_object_get
#define json_object_key       page_json_object_key
#define json_object_member    page_json_object_member
#define json_set_alloc_funcs  page_json_set_alloc_funcs
#define json_string           page_json_string
#define json_string_value     page_json_string_value
#define json_typeof           page_json_typeof
#include "../../tools/web/core/json.c" // NOLINT(bugprone-suspicious-include): its functions are renamed here

bool page_reads(const char *bytes, size_t size, page_fault *fault)
{
    json_error_t error = {0};
    json_t *value = json_loadb(bytes, size, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    const bool read = value != NULL;
    snprintf(fault->text, sizeof fault->text, "%s", error.text);
    fault->column = error.column;
    json_decref(value);
    return read;
}
