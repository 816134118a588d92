/* Fix: corrected copies of URDF files; only unambiguous faults are corrected. */
#ifndef CONDYLE_FIX_H
#define CONDYLE_FIX_H

#include <condyle/check.h>

/* A correction.  The texts live as long as the call that reports it, and hold no control characters. */
typedef struct cdy_change {
    const char *code;    /* of the rule that was broken */
    const char *file;    /* as the caller named it */
    int line;            /* of the file, counted from 1; the copy has as many lines */
    const char *element; /* element at fault, "link 'x'" for example; "" for the robot as a whole */
    const char *was;     /* text before the change, `<inertal>` or `lower="1 "` for example; cut where it is long */
    const char *is;      /* text after the change; "": it was removed */
} cdy_change;

/* The changes that a correction may make, and the file or callback that gets the result. */
typedef struct cdy_fix_options {
    void (*report)(void *context, const cdy_change *change); /* called for each change, by line; NULL: they are only
                                                                counted */
    void *context;                                           /* handed to `report` */
    const char *const *disabled;                             /* codes of rules whose faults are not corrected */
    size_t disabled_count;
    bool replace;     /* replace the copy where there is a file of its name; false by default */
    size_t max_bytes; /* limits as in cdy_load_options; 0: the usual limits */
    int max_depth;
    cdy_reserve reserve; /* for members to come: all 0 */
} cdy_fix_options;

/* Returns the options' defaults. */
CDY_API cdy_fix_options cdy_fix_options_default(void);

/* Tells whether faults of the rule with this code are corrected.  A fault is corrected where there is only one way to
 * do so, the check then finds no more faults than before, and a robot that loaded still loads; otherwise the fault
 * stays, and the check of the copy finds it.  The rules:
 *
 *   attribute-misspelled, element-misspelled  the name becomes the known name that differs from it in upper and lower
 *                                             case, in a plural s, in two neighbouring letters that are swapped, or,
 *                                             for names of five letters and more, in one letter that is not the
 *                                             first; unless another known name is as near, two attributes or elements
 *                                             would have one name, the value is not valid under the known name, or the
 *                                             word means something else
 *   joint-type                                the type becomes the nearest type, by the same rules
 *   limits-reversed                           lower and upper are swapped, where lower > 0 > upper; otherwise a sign
 *                                             may be missing
 *   axis-not-unit                             the axis is divided by its length
 *   number-space                              the white space around a number is removed, or moved outside of the
 *                                             quotes where it contains line feeds
 *   origin-of-link                            an <origin> in <link> of zeros, which has no other attribute and no
 *                                             content, is removed; its line feeds stay */
CDY_API bool cdy_fix_can_correct(const char *code);

/* Writes a copy of URDF text of `size` bytes in memory through `write`, which gets `context` and returns CDY_OK; any
 * other status ends the call.  Every byte outside of the corrected places stays as it is, and so does text that is no
 * XML. `name` stands for the file in changes, `options` NULL means the defaults, *changes (may be NULL) becomes their
 * number.  Fails with CDY_ERROR_ARGUMENT (nothing to write with, an unknown code among `disabled`), CDY_ERROR_MEMORY,
 * CDY_ERROR_UNSUPPORTED (UTF-16) or as `write` does; nothing is reported then. */
CDY_API cdy_status cdy_fix_urdf_text(const char *text, size_t size, const char *name, const cdy_fix_options *options,
                                     cdy_status (*write)(void *context, const char *text, size_t size), void *context,
                                     int *changes, cdy_error *error);

/* Saves a corrected copy of a URDF file, whole or not at all, as cdy_urdf_save_file() does; `copy` NULL means in the
 * place of the file itself, which is left alone where nothing is to be corrected.  Otherwise as cdy_fix_urdf_text(), or
 * with CDY_ERROR_IO (a file cannot be read or written, the copy exists already); then no file has changed. */
CDY_API cdy_status cdy_fix_urdf_file(const char *path, const char *copy, const cdy_fix_options *options, int *changes,
                                     cdy_error *error);

#endif
