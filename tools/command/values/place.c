#include "values/place.h"

#include "run/number.h"
#include "values/task_rows.h"

#include <string.h>

int place_frame(const cdy_model *model, const char *name, size_t length)
{
    text_buffer copy = {0};
    text_add_bytes(&copy, name, length);
    const int frame = copy.failed ? -1 : cdy_model_find_frame(model, text_get(&copy));
    text_clear(&copy);
    return frame;
}

exit_code place_find_body(const cdy_model *model, const char *option, const char *name, size_t length, int *frame)
{
    text_buffer copy = {0};
    cdy_error error;
    text_add_bytes(&copy, name, length);
    const cdy_status status =
        copy.failed ? CDY_ERROR_MEMORY : cdy_model_require_frame(model, text_get(&copy), frame, &error);
    text_clear(&copy);
    if (status == CDY_ERROR_MEMORY) {
        return fail_memory();
    }
    return status ? fail(EXIT_USAGE, "%s: %s", option, error.text) : EXIT_FINE;
}

/* Reads X,Y,Z up to `end`. */
static bool read_point(const char *text, const char *end, double point[3])
{
    for (int k = 0; k < 3; k++) {
        if (number_scan(text, &point[k], &text) != CDY_NUMBER_OK || (k < 2 && *text != ',')) {
            return false;
        }
        text += k < 2;
    }
    return text == end;
}

/* Returns the first of the names between commas that is no component of a velocity, *size letters long. */
static const char *find_wrong_component(const char *text, const char *end, int *size)
{
    unsigned rows;
    for (;; text += *size + 1) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        *size = (int)((comma ? comma : end) - text);
        if (!comma || !task_rows_read(text, (size_t)*size, ',', &rows)) {
            return text;
        }
    }
}

/* Whether a text begins as names of components do, and not as a point does. */
static bool begins_as_word(const char *text)
{
    return (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z');
}

/* Fails for names of components, up to `end`, of which one is wrong. */
static exit_code fail_component(const char *option, const char *body, const char *text, const char *end)
{
    int size = 0;
    const char *wrong = find_wrong_component(text, end, &size);
    return fail(EXIT_USAGE,
                "%s: '%.*s' behind '%.80s' is no component of its velocity; expected wx, wy, wz, vx, vy, vz, linear, "
                "angular or all, separated by commas, or a point X,Y,Z",
                option, size < 80 ? size : 80, wrong, body);
}

/* Returns the body whose name, or name and point, ends before `end`, -1: none. */
static int find_owner(const cdy_model *model, const char *text, size_t end)
{
    const int frame = place_frame(model, text, end);
    double point[3];
    size_t colon = end;
    while (colon > 0 && text[colon - 1] != ':') {
        colon--;
    }
    return frame < 0 && colon > 1 && read_point(text + colon, text + end, point) ? place_frame(model, text, colon - 1)
                                                                                 : frame;
}

/* Fails for the text that names no frame: where what is before its last colon is one, for what is behind. A point may
 * stand behind the length of the text. */
static exit_code fail_place(const cdy_model *model, const char *option, const char *text, size_t length, bool has_point,
                            bool takes_rows, int *frame)
{
    size_t colon = length;
    double another[3];
    while (colon > 0 && text[colon - 1] != ':') {
        colon--;
    }
    if (has_point && colon > 1 && read_point(text + colon, text + length, another)) {
        return fail(EXIT_USAGE, "%s: '%.80s' has two points; expected one, X,Y,Z", option, text);
    }
    const int owner = colon > 1 ? find_owner(model, text, colon - 1) : -1;
    unsigned rows;
    if (owner >= 0 && takes_rows && begins_as_word(text + colon) &&
        !task_rows_read(text + colon, length - colon, ',', &rows)) {
        return fail_component(option, cdy_model_frame_name(model, owner), text + colon, text + length);
    }
    if (colon > 1 && place_frame(model, text, colon - 1) >= 0) {
        const int size = length - colon < 80 ? (int)(length - colon) : 80;
        return fail(EXIT_USAGE, "%s: '%.*s' behind '%.80s' is no point; expected X,Y,Z, three finite numbers in m",
                    option, size, text + colon, cdy_model_frame_name(model, place_frame(model, text, colon - 1)));
    }
    return place_find_body(model, option, text, length, frame);
}

exit_code place_read(const cdy_model *model, const char *option, const char *text, bool takes_rows, place *p)
{
    size_t length = strlen(text);
    bool has_point = false;
    *p = (place){.frame = place_frame(model, text, length)};
    while (p->frame < 0) {
        size_t colon = length;
        while (colon > 0 && text[colon - 1] != ':') {
            colon--;
        }
        double point[3];
        if (colon < 2) {
            break;
        }
        if (!p->rows && !has_point && task_rows_read(text + colon, length - colon, ',', &p->rows)) {
            length = colon - 1;
        } else if (!has_point && read_point(text + colon, text + length, point)) {
            memcpy(p->point, point, sizeof point);
            has_point = true;
            length = colon - 1;
        } else {
            break;
        }
        p->frame = place_frame(model, text, length);
    }
    return p->frame >= 0 ? EXIT_FINE : fail_place(model, option, text, length, has_point, takes_rows, &p->frame);
}
