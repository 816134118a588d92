/* Xacro: robots written in the macro language xacro, expanded to XML. */
#ifndef CONDYLE_XACRO_H
#define CONDYLE_XACRO_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A value for <xacro:arg name="...">. */
typedef struct cdy_xacro_argument {
    const char *name;
    const char *value;
} cdy_xacro_argument;

/* How a xacro file is expanded. */
typedef struct cdy_xacro_options {
    const cdy_xacro_argument *arguments;
    size_t argument_count;
    const char *const *package_paths; /* NAME=FOLDER: where the package NAME lies; FOLDER: a package, or where packages
                                       * lie, each under its name or with it in its package.xml */
    size_t package_path_count;
    void (*warn)(void *context, const char *file, int line, const char *text); /* NULL: warnings are not reported */
    void *context;                                                             /* handed to `warn` */
    int max_depth;              /* of elements, macro calls and expressions in each other; 0: 1000; 5000 at most */
    uint64_t max_steps;         /* nodes, operations and passes of loops; 0: 50 million */
    size_t max_bytes;           /* of each file that is read; 0: 64 MiB; 1073741823 at most */
    size_t max_memory;          /* that the expansion takes, bytes; 0: 512 MiB */
    const char *working_folder; /* value of $(cwd); NULL: the working folder of the process */
    cdy_reserve reserve;        /* for members to come: all 0 */
} cdy_xacro_options;

/* Returns the options' defaults. */
CDY_API cdy_xacro_options cdy_xacro_options_default(void);

/* The result of expanding a file: its text, and the source file and line of each element. */
typedef struct cdy_expansion cdy_expansion;

/* An argument that a file declares. */
typedef struct cdy_declared_argument {
    const char *name;
    const char *standard; /* its default as the file has it, not evaluated; NULL: no default */
    const char *value;    /* its value in this expansion; NULL: it was not evaluated */
    const char *file;     /* where it is declared */
    int line;
} cdy_declared_argument;

/* Where something in an expansion is from. */
typedef struct cdy_source_place {
    const char *file; /* "" where nothing is known */
    int line;         /* counted from 1; 0: not known */
} cdy_source_place;

/* A macro call that led to a place. */
typedef struct cdy_macro_call {
    const char *macro;
    cdy_source_place place; /* where it is called */
} cdy_macro_call;

/* Expands a file in the macro language xacro, as its reference implementation does; `options` NULL means the defaults.
 * On success *expansion is new, and the caller destroys it.  Fails with CDY_ERROR_IO (the file cannot be read),
 * CDY_ERROR_ROBOT (its content is at fault: file and line in the source, the reason, and the macro calls that led
 * there; or a limit is reached), CDY_ERROR_MEMORY, CDY_ERROR_ARGUMENT (no file, limits or arguments that cannot be) or
 * CDY_ERROR_UNSUPPORTED (a build without libyaml); then *expansion is NULL.
 *
 * Packages, as in $(find NAME), are found by the options, below the folders of ROS_PACKAGE_PATH, below share/ of those
 * of AMENT_PREFIX_PATH, and from the file upward: its own package, those beside a folder above it, or in its
 * repository.  Files are read in these packages only (of a file in no package: in its repository or its folder, and
 * below), and in the folders of the options; expressions do nothing else but compute. */
CDY_API cdy_status cdy_xacro_expand(const char *path, const cdy_xacro_options *options, cdy_expansion **expansion,
                                    cdy_error *error);

/* Expands text of `size` bytes in memory; `name` stands for the file, in whose folder it lies.  Otherwise as
 * cdy_xacro_expand(). */
CDY_API cdy_status cdy_xacro_expand_text(const char *text, size_t size, const char *name,
                                         const cdy_xacro_options *options, cdy_expansion **expansion, cdy_error *error);

/* As cdy_xacro_expand(), but for the arguments alone: succeeds also where the file can be read but not be expanded,
 * because arguments are missing for example; then the text is empty, and the arguments are all that the file itself
 * declares, and those of included files up to the error. */
CDY_API cdy_status cdy_xacro_find_arguments(const char *path, const cdy_xacro_options *options,
                                            cdy_expansion **expansion, cdy_error *error);

/* Destroys an expansion; takes NULL. */
CDY_API void cdy_expansion_destroy(cdy_expansion *expansion);

/* Returns the expansion as XML, UTF-8 text closed by 0, without elements of xacro's; *size (may be NULL) are its
 * bytes.  It lives as long as the expansion. */
CDY_API const char *cdy_expansion_text(const cdy_expansion *expansion, size_t *size);

/* Returns the source of the last element whose start tag is on or before `line` of the expanded text; lines are counted
 * from 1. */
CDY_API cdy_source_place cdy_expansion_place(const cdy_expansion *expansion, int line);

/* Returns macro call `number` of the calls that led to a line, from the innermost (0); its macro is NULL where the
 * index is out of range. */
CDY_API cdy_macro_call cdy_expansion_call(const cdy_expansion *expansion, int line, int number);

/* Return the number of declared arguments, and argument `number` (from 0) in the order of the declarations; NULL where
 * the index is out of range. */
CDY_API size_t cdy_expansion_argument_count(const cdy_expansion *expansion);
CDY_API const cdy_declared_argument *cdy_expansion_argument(const cdy_expansion *expansion, size_t number);

/* Returns the path of file `number` that was read; file 0 is the expanded file; NULL where the index is out of range.
 */
CDY_API const char *cdy_expansion_file(const cdy_expansion *expansion, size_t number);

/* Returns the path of a file that was to be read and is not there, an optional one for example, in the order of the
 * looks; NULL: there are fewer. */
CDY_API const char *cdy_expansion_missing_file(const cdy_expansion *expansion, size_t number);

/* Tells whether a text is XML with elements of xacro's in it, "<xacro:macro" for example: whether it needs to be
 * expanded. */
CDY_API bool cdy_xacro_is_needed(const char *text, size_t size);

#endif
