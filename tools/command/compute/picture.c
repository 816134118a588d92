#include "compute/picture.h"

#include <stdlib.h>
#include <zlib.h>

exit_code picture_open(subject *s, const robot *r, const cdy_mesh_places *places, bool collisions)
{
    cdy_error error;
    if (subject_open(s, r->tree, r->model, places, collisions, &error) != CDY_OK) {
        return fail_library(&error);
    }
    if (s->missing > 0) {
        const cdy_error *why = &s->first_missing;
        note("a mesh cannot be shown: %s%s%s", why->file, *why->file ? ": " : "", why->text);
    }
    if (s->missing > 1) {
        note("%zu meshes cannot be shown", s->missing);
    }
    if (r->shapes_unread > 0) {
        note("the picture lacks %d collision shape%s of the file: %s", r->shapes_unread,
             r->shapes_unread > 1 ? "s" : "", r->unread_shape);
    }
    return EXIT_FINE;
}

unsigned char *picture_pack(const unsigned char *bytes, size_t size, size_t *packed)
{
    enum { LEVEL = 6 };
    uLongf bound = compressBound((uLong)size);
    unsigned char *made = malloc(bound);
    if (made && compress2(made, &bound, bytes, (uLong)size, LEVEL) != Z_OK) {
        free(made);
        made = NULL;
    }
    *packed = bound;
    return made;
}
