#include "xacro/dict.h"

#include "base/name_table.h"

#include <math.h>
#include <string.h>

/* Up to this many keys are searched one by one, without a hash table. */
enum { FEW = 8 };

cdy_value cdy_new_dict(cdy_interpreter *x, cdy_kind kind)
{
    cdy_dict *dict = cdy_take(x, 1, sizeof *dict);
    return dict ? (cdy_value){.kind = kind, .dict = dict} : cdy_failed_value;
}

static uint64_t mix(uint64_t hash, uint64_t more)
{
    hash = (hash ^ more) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

/* Equal numbers have equal hashes, whether int or float. */
static uint64_t hash_number(const cdy_interpreter *x, double number)
{
    uint64_t bits;
    number = number == 0 ? 0 : number;
    memcpy(&bits, &number, sizeof bits);
    return mix(mix(x->key[0], bits), x->key[1]);
}

static bool hash(cdy_interpreter *x, cdy_value key, uint64_t *result)
{
    if (cdy_is_number(key)) {
        *result = hash_number(x, cdy_number_of(key));
    } else if (key.kind == CDY_KIND_TEXT) {
        *result = cdy_hash_name(x->key, key.text.bytes);
    } else if (key.kind == CDY_KIND_NONE) {
        *result = x->key[0];
    } else if (key.kind == CDY_KIND_TUPLE) {
        *result = x->key[1];
        bool made = cdy_step(x, key.list->count) && cdy_enter(x);
        if (!made) {
            return false;
        }
        for (size_t i = 0; i < key.list->count && made; i++) {
            uint64_t item = 0;
            made = hash(x, key.list->items[i], &item);
            *result = mix(*result, item);
        }
        cdy_leave(x);
        return made;
    } else {
        return cdy_report_error(x, "a value of type %s cannot be a key", cdy_type_name(key));
    }
    return true;
}

bool cdy_dict_find(cdy_interpreter *x, const cdy_dict *dict, cdy_value key, size_t *place)
{
    uint64_t code;
    if (!hash(x, key, &code)) {
        return false;
    }
    if (!dict->places) {
        for (*place = 0; *place < dict->count; ++*place) {
            if (cdy_equals(x, dict->keys[*place], key)) {
                return true;
            }
        }
        return false;
    }
    for (size_t i = code & (dict->place_count - 1); dict->places[i]; i = (i + 1) & (dict->place_count - 1)) {
        *place = dict->places[i] - 1;
        if (cdy_equals(x, dict->keys[*place], key)) {
            return true;
        }
    }
    return false;
}

cdy_value *cdy_dict_get(cdy_interpreter *x, const cdy_dict *dict, const char *key)
{
    size_t place;
    return cdy_dict_find(x, dict, cdy_of_words(key), &place) ? &dict->values[place] : NULL;
}

static bool add_place(cdy_interpreter *x, cdy_dict *dict, size_t place)
{
    uint64_t code;
    if (!hash(x, dict->keys[place], &code)) {
        return false;
    }
    size_t i = code & (dict->place_count - 1);
    while (dict->places[i]) {
        i = (i + 1) & (dict->place_count - 1);
    }
    dict->places[i] = (uint32_t)place + 1;
    return true;
}

static bool make_places(cdy_interpreter *x, cdy_dict *dict)
{
    size_t count = 2 * FEW;
    while (count < 2 * dict->capacity) {
        count *= 2;
    }
    dict->places = cdy_take(x, count, sizeof *dict->places);
    dict->place_count = count;
    bool made = dict->places != NULL;
    for (size_t i = 0; i < dict->count && made; i++) {
        made = add_place(x, dict, i);
    }
    return made;
}

static bool grow(cdy_interpreter *x, cdy_dict *dict)
{
    const size_t capacity = dict->capacity ? 2 * dict->capacity : 4;
    cdy_value *keys = capacity < UINT32_MAX ? cdy_take(x, capacity, 2 * sizeof *keys) : NULL;
    if (!keys) {
        return false;
    }
    if (dict->count > 0) {
        memcpy(keys, dict->keys, dict->count * sizeof *keys);
        memcpy(keys + capacity, dict->values, dict->count * sizeof *keys);
    }
    dict->keys = keys;
    dict->values = keys + capacity;
    dict->capacity = capacity;
    return capacity <= FEW || make_places(x, dict);
}

bool cdy_dict_set(cdy_interpreter *x, cdy_dict *dict, cdy_value key, cdy_value value)
{
    size_t place;
    if (cdy_dict_find(x, dict, key, &place)) {
        dict->values[place] = value;
        return true;
    }
    if (x->status || (dict->count == dict->capacity && !grow(x, dict))) {
        return false;
    }
    dict->keys[dict->count] = key;
    dict->values[dict->count++] = value;
    return !dict->places || add_place(x, dict, dict->count - 1);
}

void cdy_dict_remove(cdy_interpreter *x, cdy_dict *dict, size_t place)
{
    const size_t behind = dict->count - place - 1;
    cdy_step(x, behind);
    memmove(dict->keys + place, dict->keys + place + 1, behind * sizeof *dict->keys);
    memmove(dict->values + place, dict->values + place + 1, behind * sizeof *dict->values);
    dict->count--;
    if (dict->places) {
        memset(dict->places, 0, dict->place_count * sizeof *dict->places);
        for (size_t i = 0; i < dict->count; i++) {
            add_place(x, dict, i);
        }
    }
}

bool cdy_dict_update(cdy_interpreter *x, cdy_dict *dict, const cdy_dict *other)
{
    bool added = true;
    for (size_t i = 0; i < other->count && added; i++) {
        added = cdy_step(x, 1) && cdy_dict_set(x, dict, other->keys[i], other->values[i]);
    }
    return added;
}
