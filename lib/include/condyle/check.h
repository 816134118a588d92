/* Check: all faults of a URDF file at once, with their places and remedies. */
#ifndef CONDYLE_CHECK_H
#define CONDYLE_CHECK_H

#include <condyle/load.h>
#include <condyle/package.h>

/* A fault of a file.  The texts live as long as the call that reports it, and hold no control characters. */
typedef struct cdy_finding {
    const char *code; /* stable name of the rule that is broken, "limits-reversed" for example */
    cdy_level level;
    const char *file;    /* as the caller named it */
    int line;            /* counted from 1; 0: no line is to blame */
    int column;          /* character of the line, counted from 1; 0: not known */
    const char *element; /* element at fault, "link 'x'" for example; "" for the robot as a whole */
    const char *message; /* one sentence: the value found, the value expected */
} cdy_finding;

/* A rule that files can break. */
typedef struct cdy_check_rule {
    const char *code;
    cdy_level level;
    const char *meaning; /* one sentence: the demand of the rule, or the consequence of breaking it */
    const char *advice;  /* one sentence: the remedy */
} cdy_check_rule;

/* Programs other than this library that read URDF; a file may be checked for one of them. */
typedef enum cdy_program {
    CDY_PROGRAM_NONE = 0,
    CDY_PROGRAM_URDFDOM, /* 3.0, the parser of ROS and of check_urdf */
    CDY_PROGRAM_MUJOCO,  /* the newest version, which is 4 */
    CDY_PROGRAM_DRAKE,
    CDY_PROGRAM_PINOCCHIO,
    CDY_PROGRAM_SDFORMAT, /* of Gazebo, which reads by urdfdom */
    CDY_PROGRAM_MUJOCO_3, /* any of its releases, 3.0 to 3.17 */
    CDY_PROGRAM_MUJOCO_4,
    CDY_PROGRAM_ISAAC /* Isaac Sim's importer, by its documentation */
} cdy_program;

/* The rest of a cdy_reserve whose first eight bytes a member has taken. */
typedef struct cdy_reserve_of_three {
    uint64_t empty[3];
} cdy_reserve_of_three;

/* Which findings are reported, and to whom. */
typedef struct cdy_check_options {
    void (*report)(void *context, const cdy_finding *finding); /* called for each finding, by line and column; NULL:
                                                                  they are only counted */
    void *context;                                             /* handed to `report` */
    const char *const *disabled;                               /* codes of rules that are not to be reported; one that
                                                                  warns still reports what makes a file unreadable */
    size_t disabled_count;
    bool assets;                 /* look at mesh files; true by default */
    const cdy_package *packages; /* found first; then below ROS_PACKAGE_PATH and AMENT_PREFIX_PATH, and around the file;
                                  * meshes in them are admitted by any path */
    size_t package_count;
    size_t max_bytes; /* limits as in cdy_load_options; 0: the usual limits */
    int max_depth;
    cdy_program program; /* a finding that this program refuses or changes something is an error; none by default */
    const cdy_xacro_options *xacro; /* of files in xacro, as in cdy_load_options */
    cdy_source_format format;       /* that the content must have, as there */
    const char *model; /* of SDF and USD: the model, or articulation, that is checked; NULL: the only one that moves, or
                        * where that is not one, each */
    cdy_reserve_of_three reserve; /* for members to come: all 0 */
} cdy_check_options;

/* How many findings there are. */
typedef struct cdy_check_summary {
    int errors, warnings, notes;
} cdy_check_summary;

/* Returns the options' defaults. */
CDY_API cdy_check_options cdy_check_options_default(void);

/* Checks a URDF file: the same rules as loading it, but a fault in one place does not end the search elsewhere.
 * `options` NULL means the defaults; `summary` may be NULL.  Returns CDY_OK where the file could be read, whatever is
 * wrong in it.  A file with several models, of which options->model names none, is checked once for each; where there
 * are more than 32, or they have more than 64 MiB together, counted with the whole file each, they are one fault that
 * asks for a name.  Fails with CDY_ERROR_IO (it cannot be read), CDY_ERROR_MEMORY or CDY_ERROR_ARGUMENT (no file, an
 * unknown code among `disabled`, a package without name or path, no program); then nothing is reported.  With `assets`
 * on, folders are listed, packages', the robot's own, the one above it, and meshes in them are read, 64 MB in all
 * for a model. */
CDY_API cdy_status cdy_check_file(const char *path, const cdy_check_options *options, cdy_check_summary *summary,
                                  cdy_error *error);

/* Checks URDF text of `size` bytes in memory; `name` stands for the file in findings.  Relative names of meshes, which
 * stand in no folder, are not looked for.  Otherwise as cdy_check_file(). */
CDY_API cdy_status cdy_check_text(const char *text, size_t size, const char *name, const cdy_check_options *options,
                                  cdy_check_summary *summary, cdy_error *error);

/* Checks a bundled robot, found as cdy_urdf_load_bundled() finds it.  Otherwise as cdy_check_file(). */
CDY_API cdy_status cdy_check_bundled(const char *name, const cdy_check_options *options, cdy_check_summary *summary,
                                     cdy_error *error);

/* Return the number of rules, and rule `index` (from 0) in the byte order of their codes; NULL where the index is out
 * of range. */
CDY_API int cdy_check_rule_count(void);
CDY_API const cdy_check_rule *cdy_check_rule_at(int index);

/* Returns the place of the rule of this code, -1 where there is none. */
CDY_API int cdy_check_find_rule(const char *code);

/* Returns whether a program refuses or changes whatever breaks the rule at this place; false where there is none. */
CDY_API bool cdy_check_rule_concerns(int index, cdy_program program);

/* Returns "urdfdom", "mujoco", "drake", "pinocchio", "sdformat", "mujoco@3", "mujoco@4" or "isaac"; NULL for any other
 * number. */
CDY_API const char *cdy_program_name(cdy_program program);

/* Returns "note", "warning" or "error"; "unknown" for any other number. */
CDY_API const char *cdy_level_name(cdy_level level);

#endif
