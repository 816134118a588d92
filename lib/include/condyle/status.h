/* Status codes and error reports of every call that can fail. */
#ifndef CONDYLE_STATUS_H
#define CONDYLE_STATUS_H

#include <condyle/export.h>

#include <stdint.h>

/* The outcome of a call.  Everything but CDY_OK leaves the outputs unchanged unless the function says otherwise; a call
 * that makes an object (..._create, ..._init, cdy_urdf_load_...) then sets the pointer to it to NULL.
 *
 * A function that returns no status treats NULL as an object that does not exist: it returns 0, false, -1 or NULL, or
 * does nothing. */
typedef enum cdy_status {
    CDY_OK = 0,
    CDY_ERROR_ARGUMENT,   /* an argument is not what the function takes */
    CDY_ERROR_MEMORY,     /* no memory, or more than can be addressed */
    CDY_ERROR_IO,         /* a file cannot be found, read or written */
    CDY_ERROR_ROBOT,      /* the robot's description is at fault */
    CDY_ERROR_NUMERIC,    /* no finite result exists: a singular mass matrix, say */
    CDY_ERROR_UNSUPPORTED /* left out of this build, or beyond the size that the call is made for */
} cdy_status;

enum { CDY_ERROR_FILE_SIZE = 256, CDY_ERROR_TEXT_SIZE = 504 };

/* A report of a failure, in the caller's memory: 768 bytes, so that it fits on a controller's stack.  Written only when
 * a call fails; of longer texts the beginning stands there, of longer file names the end. */
typedef struct cdy_error {
    cdy_status status;
    int line;                       /* line in `file`, counted from 1; 0 where no line is to blame */
    char file[CDY_ERROR_FILE_SIZE]; /* the file at fault as the caller named it; "" where there is none */
    char text[CDY_ERROR_TEXT_SIZE]; /* one sentence: what is wrong, what was expected; no control characters */
} cdy_error;

/* Room at the end of each struct of options for members to come, so that a new one changes neither the size of the
 * struct nor the place of another member. All is 0, as ..._options_default() and every initializer leave it; calls
 * refuse anything else, since a later version would take it for a member. It has the same size on all machines. */
typedef struct cdy_reserve {
    uint64_t empty[4];
} cdy_reserve;

/* Returns the name of a status in words, "out of memory" for example; never NULL. */
CDY_API const char *cdy_status_text(cdy_status status);

/* Returns the version of the library, "0.1.0" for example. */
CDY_API const char *cdy_version(void);

#endif
