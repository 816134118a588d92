/* Loading: robots from files of any format, which the root element tells. */
#ifndef CONDYLE_LOAD_H
#define CONDYLE_LOAD_H

#include <condyle/tree.h>
#include <condyle/xacro.h>

/* How bad a finding is. */
typedef enum cdy_level {
    CDY_LEVEL_NOTE = 0, /* worth knowing */
    CDY_LEVEL_WARNING,  /* the robot can be used, but something is surely wrong */
    CDY_LEVEL_ERROR     /* the robot cannot be used, or differs surely from the intended one */
} cdy_level;

/* Something that is wrong in a file that can be read all the same. */
typedef struct cdy_warning {
    const char *code;    /* stable name of the rule, "inertia-without-mass" for example */
    const char *file;    /* as the caller named it */
    int line;            /* counted from 1; 0: no line is to blame */
    const char *text;    /* one sentence, without control characters, with the element at fault */
    cdy_level level;     /* of the rule; CDY_LEVEL_ERROR where only the reader of a file can judge */
    int column;          /* character of the line, counted from 1; 0: not known */
    const char *element; /* element at fault, "link 'x'" for example; "" for the robot as a whole */
} cdy_warning;

/* Formats that robots are read from; the content of a file tells its format. */
typedef enum cdy_source_format {
    CDY_FROM_CONTENT = 0, /* whichever it is */
    CDY_FROM_URDF,        /* xacro too */
    CDY_FROM_MJCF,
    CDY_FROM_SDF,
    CDY_FROM_USD
} cdy_source_format;

/* How a robot file is loaded. */
typedef struct cdy_load_options {
    double gravity[3];      /* m/s2, base frame; 0 0 0 by default, as documented for importrobot */
    bool floating_base;     /* put a floating joint `floating_base` between a new base `world` and the root link; where
                             * the file has these names already, with underscores behind until they differ */
    bool mimic_independent; /* mimic joints become degrees of freedom of their own */
    void (*warn)(void *context, const cdy_warning *warning); /* called for each warning; NULL: warnings are dropped */
    void *context;                                           /* handed to `warn` */
    bool strict;      /* refuse, with CDY_ERROR_ROBOT, a robot with any warning of level warning or error */
    size_t max_bytes; /* of the file or text; 0: 1 GiB; 2147483647 at most */
    int max_depth;    /* of elements in each other; 0: 256, where robots have fewer than ten; 100000 at most */
    const cdy_xacro_options *xacro; /* arguments and packages of files in xacro; NULL: none, as usual */
    const char *model; /* of SDF and USD: the name of the model, or articulation, in a file with several; NULL: the only
                        * one that moves */
    void (*unread)(void *context, const char *element); /* called for each element that a tree does not hold, so that
                                                         * cdy_urdf_write() does not write it: extensions such as
                                                         * "gazebo", unknown elements, and "prefix:" for elements with
                                                         * a namespace prefix; NULL: not called */
    cdy_source_format format; /* the format that the content must have; one of another format, and a compiled model, are
                               * errors that name it; CDY_FROM_CONTENT by default */
    cdy_reserve reserve;      /* for members to come: all 0 */
} cdy_load_options;

/* Returns the options' defaults. */
CDY_API cdy_load_options cdy_load_options_default(void);

/* Loads a robot from a file in URDF (1.0, 1.1, 1.2), MJCF, MuJoCo's format (docs/mjcf.md), SDF,
 * Gazebo's (docs/sdf.md), or USD as text (docs/usd.md), or from one in xacro,
 * whose name ends in .xacro or which has elements of xacro's and which is expanded first (condyle/xacro.h): messages
 * then name file and line in the source. `options` NULL means the defaults. On success *tree is a new tree, which the
 * caller destroys.  Fails with CDY_ERROR_IO (the file cannot be read), CDY_ERROR_ROBOT (its content is at fault: file,
 * line and reason in `error`), CDY_ERROR_MEMORY or CDY_ERROR_ARGUMENT (no file, limits that cannot be); then *tree is
 * NULL.  No file but this one, those that a xacro file includes from its packages, those that MJCF includes or
 * whose meshes its masses depend on, and the layers that USD refers to,
 * in its folder, the one above, or below these, and those that SDF includes, beside
 * it or in packages, is ever opened: documents with a DTD
 * are refused.  A visual or collision whose geometry is missing, unknown or cannot be read is left out of its body,
 * with a warning, since all else holds without it, and so is a material that has no colour or texture which can be
 * read; `strict` refuses them.  Of the extensions of URDF, a <transmission> between one actuator and one joint gives
 * the joint's gear ratio, its <mechanicalReduction>. */
CDY_API cdy_status cdy_load_file(const char *path, const cdy_load_options *options, cdy_tree **tree, cdy_error *error);

/* Loads a robot from text of `size` bytes in memory, which is in no folder, so that it cannot name other files; `name`
 * stands for the file in messages.  Otherwise as
 * cdy_load_file(). */
CDY_API cdy_status cdy_load_text(const char *text, size_t size, const char *name, const cdy_load_options *options,
                                 cdy_tree **tree, cdy_error *error);

#endif
