#include "wrench.h"

#include "nearest.h"
#include "number.h"

#include <stdlib.h>
#include <string.h>

static exit_code fail_body(const cdy_model *model, const char *name)
{
    nearest search = nearest_to(name);
    for (int i = 0; i < cdy_model_frame_count(model); i++) {
        nearest_consider(&search, cdy_model_frame_name(model, i));
    }
    text_buffer message = {0};
    text_add(&message, "--wrench: the robot has no body '%s'", name);
    nearest_suggest(&search, &message);
    return fail_text(EXIT_USAGE, &message);
}

/* Finds the body BODY or BODY@body; a body that is really named so wins over the meaning of the suffix.  Cuts the
 * suffix off the name. */
static exit_code find_body(wrench *w, const cdy_model *model, char *name)
{
    static const char suffix[] = "@body";
    w->frame = cdy_model_find_frame(model, name);
    if (w->frame >= 0) {
        return EXIT_FINE;
    }
    size_t length = strlen(name);
    if (length >= strlen(suffix) && strcmp(name + length - strlen(suffix), suffix) == 0) {
        name[length - strlen(suffix)] = 0;
        w->in_body = true;
        w->frame = cdy_model_find_frame(model, name);
    }
    return w->frame >= 0 ? EXIT_FINE : fail_body(model, name);
}

static exit_code read_wrench(wrench *w, const cdy_model *model, const char *given)
{
    const char *colon = strrchr(given, ':');
    if (!colon) {
        return fail(EXIT_USAGE, "--wrench: '%s' is not BODY:Tx,Ty,Tz,Fx,Fy,Fz or BODY@body:Tx,Ty,Tz,Fx,Fy,Fz", given);
    }
    text_buffer name = {0};
    text_add_bytes(&name, given, (size_t)(colon - given));
    exit_code code = name.failed ? fail_memory() : find_body(w, model, name.bytes);
    text_clear(&name);
    size_t count = 6;
    if (code == EXIT_FINE) {
        code = number_read_list("--wrench", colon + 1, w->values, 6, &count);
    }
    if (code == EXIT_FINE && count != 6) {
        code = fail(EXIT_USAGE, "--wrench: '%s' has %zu values; expected 6: Tx,Ty,Tz in N m and Fx,Fy,Fz in N", given,
                    count);
    }
    return code;
}

exit_code wrench_list_read(wrench_list *list, const robot *r, const options *o)
{
    *list = (wrench_list){0};
    list->items = calloc(o->wrench_count ? o->wrench_count : 1, sizeof *list->items);
    if (!list->items) {
        return fail_memory();
    }
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < o->wrench_count && code == EXIT_FINE; i++) {
        wrench *w = &list->items[list->count++];
        code = read_wrench(w, r->model, o->wrenches[i]);
        if (code == EXIT_FINE && cdy_model_frame_is_fixed(r->model, w->frame)) {
            note("body '%s' does not move: the wrench on it has no effect", cdy_model_frame_name(r->model, w->frame));
        }
    }
    return code;
}

void wrench_list_clear(wrench_list *list)
{
    free(list->items);
    *list = (wrench_list){0};
}

cdy_status wrench_list_apply(const wrench_list *list, const cdy_model *model, cdy_workspace *workspace, const double *q,
                             double *fext, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < list->count && status == CDY_OK; i++) {
        const wrench *w = &list->items[i];
        status = cdy_external_force(model, workspace, w->frame, w->values, w->in_body ? q : NULL, fext, error);
    }
    return status;
}
