/* The elements of a value. */
#include "xacro/dict.h"
#include "xacro/text.h"

static const cdy_list *characters_of(cdy_interpreter *x, cdy_value v)
{
    cdy_value characters = cdy_new_list(x, CDY_KIND_LIST, v.text.length);
    if (!characters.kind || !cdy_step(x, v.text.length)) {
        return NULL;
    }
    for (size_t i = 0, length; i < v.text.length; i += length) {
        length = cdy_character_length(v.text.bytes + i);
        const cdy_value character = cdy_copy_of_text(x, v.text.bytes + i, length);
        if (!character.kind || !cdy_append(x, characters.list, character)) {
            return NULL;
        }
    }
    return characters.list;
}

const cdy_list *cdy_elements_of(cdy_interpreter *x, cdy_value v)
{
    if (cdy_has_list(v) && !v.dotted) {
        return v.list;
    }
    if (v.kind == CDY_KIND_TEXT) {
        return characters_of(x, v);
    }
    if (v.kind != CDY_KIND_LIST && v.kind != CDY_KIND_DICT && v.kind != CDY_KIND_SET) {
        cdy_report_error(x, "a value of type %s has no elements to go through", cdy_type_name(v));
        return NULL;
    }
    const size_t count = v.kind == CDY_KIND_LIST ? v.list->count : v.dict->count;
    cdy_value copy = cdy_new_list(x, CDY_KIND_LIST, count);
    for (size_t i = 0; i < count && copy.kind; i++) {
        const cdy_value item = v.kind == CDY_KIND_LIST ? cdy_element_of(v, v.list->items[i]) : v.dict->keys[i];
        if (!cdy_append(x, copy.list, item)) {
            return NULL;
        }
    }
    return copy.kind ? copy.list : NULL;
}
