#include "values/wrench.h"

#include "run/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *wrench_word(wrench_kind kind)
{
    static const char *const words[WRENCH_KINDS] = {"base", "body", "base-axes"};
    return words[kind];
}

bool wrench_find_word(const char *word, wrench_kind *kind)
{
    for (*kind = WRENCH_IN_BASE; *kind < WRENCH_KINDS; ++*kind) {
        if (strcmp(word, wrench_word(*kind)) == 0) {
            return true;
        }
    }
    return false;
}

const char *wrench_suffix(wrench_kind kind)
{
    static const char *const suffixes[WRENCH_KINDS] = {"", "@body", "@base-axes"};
    return suffixes[kind];
}

/* Returns the kind that the ending of a name tells; *stem becomes the length of the name without it. */
static wrench_kind kind_of(const char *name, size_t length, size_t *stem)
{
    *stem = length;
    for (wrench_kind kind = WRENCH_IN_BODY; kind < WRENCH_KINDS; kind++) {
        const size_t end = strlen(wrench_suffix(kind));
        if (length >= end && memcmp(name + length - end, wrench_suffix(kind), end) == 0) {
            *stem = length - end;
            return kind;
        }
    }
    return WRENCH_IN_BASE;
}

static bool has_body(const cdy_model *model, const char *name, size_t length)
{
    text_buffer copy = {0};
    text_add_bytes(&copy, name, length);
    const bool found = cdy_model_find_frame(model, text_get(&copy)) >= 0;
    text_clear(&copy);
    return found;
}

/* Whether BODY and a body named BODY@body both exist. */
static bool is_ambiguous(const cdy_model *model, const char *name, size_t length)
{
    size_t stem;
    kind_of(name, length, &stem);
    return stem < length && has_body(model, name, length) && has_body(model, name, stem);
}

static const char *name_of(const void *model, int frame)
{
    return cdy_model_frame_name((const cdy_model *)model, frame);
}

void wrench_explain_body(const cdy_model *model, const char *name, size_t length, size_t *letters, text_buffer *message)
{
    text_buffer copy = {0};
    size_t stem;
    const wrench_kind kind = kind_of(name, length, &stem);
    text_add_bytes(&copy, name, stem);
    if (is_ambiguous(model, name, length)) {
        text_add(message, "'%.80s%s' is both a body and body '%.80s' in %s; rename one of the two", text_get(&copy),
                 wrench_suffix(kind), text_get(&copy), kind == WRENCH_IN_BODY ? "its own frame" : "the base's axes");
    } else {
        const int nearest = cdy_nearest_within(text_get(&copy), cdy_model_frame_count(model), name_of, model, letters);
        text_add(message, "the robot has no body '%.80s'", text_get(&copy));
        message_suggest_name(nearest >= 0 ? name_of(model, nearest) : NULL, message);
    }
    message->failed = message->failed || copy.failed;
    text_clear(&copy);
}

int wrench_find_body(const cdy_model *model, const char *name, size_t length, wrench_kind *kind)
{
    text_buffer copy = {0};
    size_t stem;
    text_add_bytes(&copy, name, length);
    *kind = WRENCH_IN_BASE;
    const wrench_kind told = kind_of(name, length, &stem);
    const bool refused = copy.failed || is_ambiguous(model, name, length);
    int frame = copy.failed ? WRENCH_NO_MEMORY : refused ? -1 : cdy_model_find_frame(model, text_get(&copy));
    if (frame < 0 && stem < length && !refused) {
        copy.bytes[stem] = 0;
        *kind = told;
        frame = cdy_model_find_frame(model, copy.bytes);
    }
    text_clear(&copy);
    return frame;
}

static exit_code read_wrench(wrench *w, const cdy_model *model, const char *given)
{
    const char *colon = strrchr(given, ':');
    if (!colon) {
        return fail(EXIT_USAGE, "--wrench: '%s' is not BODY:Tx,Ty,Tz,Fx,Fy,Fz, BODY@body:... or BODY@base-axes:...",
                    given);
    }
    size_t length = (size_t)(colon - given), count = 6;
    w->frame = wrench_find_body(model, given, length, &w->kind);
    if (w->frame == WRENCH_NO_MEMORY) {
        return fail_memory();
    }
    if (w->frame < 0) {
        text_buffer message = {0};
        text_add(&message, "--wrench: ");
        wrench_explain_body(model, given, length, &(size_t){SIZE_MAX}, &message);
        return fail_text(EXIT_USAGE, &message);
    }
    exit_code code = number_read_list("--wrench", colon + 1, w->values, 6, &count);
    if (code == EXIT_FINE && count != 6) {
        code = fail(EXIT_USAGE, "--wrench: '%s' has %zu values; expected 6: Tx,Ty,Tz in N m and Fx,Fy,Fz in N", given,
                    count);
    }
    return code;
}

static bool has_force(const wrench *w)
{
    return fabs(w->values[3]) > 0 || fabs(w->values[4]) > 0 || fabs(w->values[5]) > 0;
}

int wrench_list_doubtful(const wrench_list *list, const cdy_model *model)
{
    for (size_t i = 0; i < list->count; i++) {
        const wrench *w = &list->items[i];
        if (w->kind == WRENCH_IN_BASE && has_force(w) && !cdy_model_frame_is_fixed(model, w->frame)) {
            return w->frame;
        }
    }
    return -1;
}

void wrench_list_hint(const wrench_list *list, const cdy_model *model)
{
    const int frame = wrench_list_doubtful(list, model);
    if (frame >= 0) {
        const char *body = cdy_model_frame_name(model, frame);
        note("--wrench %s acts about the origin of %s, in the base frame; a force at %s itself is %s@base-axes:"
             "Tx,Ty,Tz,Fx,Fy,Fz in the same axes, %s@body:Tx,Ty,Tz,Fx,Fy,Fz in its own",
             body, cdy_model_frame_name(model, 0), body, body, body);
    }
}

exit_code wrench_list_read(wrench_list *list, const robot *r, const text_list *given)
{
    *list = (wrench_list){0};
    list->items = calloc(given->count ? given->count : 1, sizeof *list->items);
    if (!list->items) {
        return fail_memory();
    }
    list->capacity = given->count ? given->count : 1;
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < given->count && code == EXIT_FINE; i++) {
        wrench *w = &list->items[list->count++];
        code = read_wrench(w, r->model, given->items[i]);
        if (code == EXIT_FINE && cdy_model_frame_is_fixed(r->model, w->frame)) {
            note("body '%s' does not move: the wrench on it has no effect", cdy_model_frame_name(r->model, w->frame));
        }
    }
    return code;
}

int wrench_list_index(wrench_list *list, const cdy_model *model, int frame, wrench_kind kind)
{
    int *index = &list->indices[frame + (int)kind * cdy_model_frame_count(model)];
    if (*index >= 0) {
        return *index;
    }
    if (list->count == list->capacity) {
        size_t capacity = 2 * list->capacity + 8;
        wrench *items = realloc(list->items, capacity * sizeof *items);
        if (!items) {
            return -1;
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count] = (wrench){.frame = frame, .kind = kind};
    return *index = (int)list->count++;
}

exit_code wrench_list_open(wrench_list *list, const cdy_model *model)
{
    size_t count = list->count, frames = (size_t)cdy_model_frame_count(model);
    list->indices = malloc(WRENCH_KINDS * frames * sizeof *list->indices);
    if (!list->indices) {
        return fail_memory();
    }
    for (size_t i = 0; i < WRENCH_KINDS * frames; i++) {
        list->indices[i] = -1;
    }
    list->count = 0; /* an item moves to its own index or a lower one */
    for (size_t i = 0; i < count; i++) {
        wrench given = list->items[i];
        int index = wrench_list_index(list, model, given.frame, given.kind);
        for (int k = 0; k < 6; k++) {
            list->items[index].constant[k] += given.values[k];
        }
    }
    wrench_list_reset(list);
    return EXIT_FINE;
}

bool wrench_is_there(const wrench *w)
{
    bool there = w->given != 0;
    for (int k = 0; k < 6; k++) {
        there = there || w->values[k] < 0 || w->values[k] > 0 || w->constant[k] < 0 || w->constant[k] > 0;
    }
    return there;
}

void wrench_list_reset(wrench_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        memcpy(list->items[i].values, list->items[i].constant, sizeof list->items[i].values);
    }
}

void wrench_list_clear(wrench_list *list)
{
    free(list->indices);
    free(list->items);
    *list = (wrench_list){0};
}

cdy_status wrench_list_apply(const wrench_list *list, const cdy_model *model, cdy_workspace *workspace, const double *q,
                             double *fext, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < list->count && status == CDY_OK; i++) {
        const wrench *w = &list->items[i];
        const cdy_axes axes = w->kind == WRENCH_IN_BODY ? CDY_AXES_BODY : CDY_AXES_BASE;
        status = w->kind == WRENCH_IN_BASE
                     ? cdy_external_force(model, workspace, w->frame, w->values, NULL, fext, error)
                     : cdy_external_force_at(model, workspace, w->frame, axes, w->values, q, fext, error);
    }
    return status;
}
