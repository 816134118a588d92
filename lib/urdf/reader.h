/* The reader: what the parts of the loader share while they turn one document into one tree. */
#ifndef CDY_URDF_READER_H
#define CDY_URDF_READER_H

#include "base/arena.h"
#include "base/name_table.h"
#include "text/nearest.h"
#include "urdf/programs.h"
#include "urdf/proposals.h"
#include "urdf/warnings.h"
#include "xml/document.h"

#include <condyle/check.h>

typedef struct cdy_urdf_link {
    cdy_body body; /* with the joint that moves it, once that is read */
    const cdy_element *element;
    cdy_place at;
    int joint;      /* number of that joint; -1: none */
    bool faulty;    /* something of it could not be read */
    bool unweighed; /* its mass or inertia could not be read */
    bool negative;  /* it has a negative moment of inertia */
} cdy_urdf_link;

typedef struct cdy_urdf_joint {
    const char *name;
    const cdy_element *element;
    cdy_place at;
    int parent, child;  /* numbers of links; -1: none of the file's, which is a fault */
    const char *mimics; /* the joint that it mimics; NULL: none */
    cdy_place mimic_at;
    bool faulty;   /* something of it, but for its name and links, could not be read */
    int gear_line; /* of the transmission that gives its gear ratio; 0: none */
    bool resisted; /* a follower of it has inertia */
    bool in_ring;  /* it mimics itself, by way of others */
} cdy_urdf_joint;

/* Searches for names that were meant.  Each may compare a name with all others: all together compare so many letters as
 * is in proportion to the file, and what is asked for once more is known. */
typedef struct cdy_hints {
    bool unwanted;                /* nobody reads messages */
    size_t letters;               /* that may still be compared */
    cdy_name_table links, joints; /* the number of the nearest to a name; negative: none is near */
} cdy_hints;

typedef struct cdy_findings cdy_findings;

/* What becomes of a fault while a robot is loaded: shapes and colours are dropped, since all else holds without them.
 */
typedef enum cdy_leniency {
    CDY_REFUSES = 0, /* the robot is refused */
    CDY_WARNS,       /* it is a warning */
    CDY_IGNORES      /* the warning was given already */
} cdy_leniency;

struct cdy_reader {
    const char *file; /* as the caller named it */
    cdy_urdf_options options;
    cdy_error *error;       /* may be NULL */
    cdy_findings *findings; /* NULL while loading; else everything that is wrong goes here, and reading goes on */
    cdy_leniency leniency;  /* without findings */
    cdy_hints hints;
    bool utf16;          /* the file is UTF-16 */
    bool starved;        /* memory ran out for something that is only looked at */
    bool refused;        /* a warning of a strict loader is in `error` */
    const char *kind;    /* what is being read, a "link" or a "joint"; NULL: the robot as a whole */
    const char *subject; /* the name of what is being read */
    cdy_document document;
    cdy_expansion *expansion; /* that is read; NULL: the file itself is */
    cdy_arena memory;         /* all that the arrays below hold */
    const char *name;         /* the robot's */
    cdy_urdf_link *links;     /* in the order of the file */
    int link_count;
    cdy_name_table link_numbers;
    cdy_urdf_joint *joints; /* in the order of the file */
    int joint_count;
    cdy_name_table joint_numbers;
    cdy_material *materials;
    int material_count;
    cdy_name_table material_numbers;
};

/* Reports a fault of the robot, preceded by what is being read, and returns CDY_ERROR_ROBOT. */
cdy_status cdy_fault(cdy_reader *r, cdy_rule rule, cdy_place at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Returns CDY_OK in the place of a fault that is among the findings, so that the reader goes on, and marks in *faulty
 * (may be NULL) that there was one; any other status as it is. */
cdy_status cdy_go_on(const cdy_reader *r, cdy_status status, bool *faulty);

/* Returns CDY_OK in the place of a fault of a look, which is dropped while a robot is loaded and is marked in *dropped;
 * any other status as it is.  From here on faults are refused again. */
cdy_status cdy_drop_look(cdy_reader *r, cdy_status status, bool *dropped);

/* Tells the caller's `warn`, if there is one, or the findings that a rule is broken. */
void cdy_warn(cdy_reader *r, cdy_rule rule, cdy_place at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The same, where programs refuse or change what stands there, beside those that the rule concerns. */
void cdy_warn_for(cdy_reader *r, cdy_rule rule, cdy_programs programs, cdy_place at, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Returns whether anybody hears warnings. */
bool cdy_hears_warnings(const cdy_reader *r);

/* Says what is read from now on: the robot as a whole, a link or a joint, which then is at fault. */
void cdy_about_robot(cdy_reader *r);
void cdy_about_link(cdy_reader *r, const char *name);
void cdy_about_joint(cdy_reader *r, const char *name);

enum { CDY_HINT_SIZE = 128 };

/* Writes "; did you mean 'NAME'?" into `hint` and returns it; "" where the name is NULL. */
const char *cdy_hint(char hint[CDY_HINT_SIZE], const char *name);

/* The same for the nearest name of a link or a joint, all of which are read. */
const char *cdy_hint_link(cdy_reader *r, char hint[CDY_HINT_SIZE], const char *name);
const char *cdy_hint_joint(cdy_reader *r, char hint[CDY_HINT_SIZE], const char *name);

/* Returns whether URDF has elements of this name somewhere. */
bool cdy_is_urdf_element(const char *name);

/* Returns whether elements of this name have an attribute of this name. */
bool cdy_is_urdf_attribute(const char *element, const char *attribute);

/* Returns whether a text holds ${...} or $(...), in the place of which xacro puts numbers and names. */
bool cdy_is_unexpanded(const char *text);

/* Refuses a file that xacro is to expand first: one with its instructions, a robot without joints that calls its
 * macros,
 * ${...} or $(...) in the place of a number or a name. */
cdy_status cdy_refuse_macros(cdy_reader *r);

/* Finds the only child of this name; *child is NULL where there is none.  Two are a fault. */
cdy_status cdy_only_child(cdy_reader *r, const cdy_element *element, const char *name, const cdy_element **child);

/* Returns the number of children of this name. */
int cdy_count_children(const cdy_element *element, const char *name);

/* Tells whether a name is among the `count` names. */
bool cdy_is_among(const char *name, size_t count, const char *const *names);

/* Warns of children that are neither among the `count` names nor a known extension of URDF. */
void cdy_check_children(cdy_reader *r, const cdy_element *element, size_t count, const char *const *names);

/* The same for the elements that follow one in its parent. */
void cdy_check_followers(cdy_reader *r, const cdy_element *element, size_t count, const char *const *names);

/* Reads the robot-level materials and those that visuals define, so that visuals may name them from anywhere. */
cdy_status cdy_read_materials(cdy_reader *r, const cdy_element *robot);

/* Reads the material of a visual, if it has one. */
cdy_status cdy_read_visual_material(cdy_reader *r, const cdy_element *visual, cdy_material *material);

/* Reads all children of this name, visuals or collisions, into shapes. */
cdy_status cdy_read_shapes(cdy_reader *r, const cdy_element *link, const char *name, const cdy_shape **shapes,
                           size_t *count);

/* Reads the <origin> of an element: `placement` stays as it is, zero, where there is none. */
cdy_status cdy_read_origin(cdy_reader *r, const cdy_element *element, cdy_placement *placement);

/* Checks limits as options give them.  Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_limits(size_t max_bytes, int max_depth, cdy_error *error);

/* Reads the robot of a text, and its links and joints; with findings it goes on behind every fault. */
cdy_status cdy_read_text(cdy_reader *r, const char *bytes, size_t size);

/* Returns CDY_ERROR_MEMORY where memory ran out anywhere, so that warnings may be missing. */
cdy_status cdy_reader_status(const cdy_reader *r);

/* Frees what a reader holds. */
void cdy_clear_reader(cdy_reader *r);

/* Warns of white space around a single number, which other programs refuse. */
void cdy_check_blanks(cdy_reader *r, const cdy_element *element, const cdy_attribute *attribute);

/* Read all links, then all joints, of the robot. */
cdy_status cdy_read_links(cdy_reader *r, const cdy_element *robot);
cdy_status cdy_read_joints(cdy_reader *r, const cdy_element *robot);

/* Reads the transmissions of the robot into the gear ratios of its joints, which are read; warns of what is wrong. */
void cdy_read_transmissions(cdy_reader *r, const cdy_element *robot);

/* Orders the numbers of the links from the root on, parents before their children, into `order` (link_count).  A
 * fault where they do not hang together as one tree. */
cdy_status cdy_order_links(cdy_reader *r, int *order);

/* Reports the joints that mimic what is no joint of the robot; *any tells whether any joint mimics. */
cdy_status cdy_check_leaders(cdy_reader *r, bool *any);

/* Reports, among findings, every joint that mimics itself or a joint without one degree of freedom, and every ring. */
cdy_status cdy_check_mimics(cdy_reader *r);

/* The joint of this number as it moves its link; NULL where it moves none, another does, or it could not be read. */
const cdy_joint *cdy_joint_of(const cdy_reader *r, int number);

/* Makes the tree of what was read. */
cdy_status cdy_build_tree(cdy_reader *r, cdy_tree **tree);

#endif
