/* The reader: what the parts of the loader share while they turn one document into one tree. */
#ifndef CDY_URDF_READER_H
#define CDY_URDF_READER_H

#include "base/arena.h"
#include "base/name_table.h"
#include "urdf/document.h"
#include "urdf/warnings.h"

#include <condyle/urdf.h>

typedef struct cdy_urdf_link {
    cdy_body body; /* with the joint that moves it, once that is read */
    int line;
    int joint; /* number of that joint; -1: none */
} cdy_urdf_link;

typedef struct cdy_urdf_joint {
    const char *name;
    int line;
    int parent, child; /* numbers of links */
    int mimic_line;    /* 0: mimics nobody */
    int gear_line;     /* of the transmission that gives its gear ratio; 0: none */
} cdy_urdf_joint;

typedef struct cdy_reader {
    const char *file; /* as the caller named it */
    cdy_urdf_options options;
    cdy_error *error;    /* may be NULL */
    const char *kind;    /* what is being read, a "link" or a "joint"; NULL: the robot as a whole */
    const char *subject; /* the name of what is being read */
    cdy_document document;
    cdy_arena memory;     /* all that the arrays below hold */
    const char *name;     /* the robot's */
    cdy_urdf_link *links; /* in the order of the file */
    int link_count;
    cdy_name_table link_numbers;
    cdy_urdf_joint *joints; /* in the order of the file */
    int joint_count;
    cdy_name_table joint_numbers;
    cdy_material *materials;
    int material_count;
    cdy_name_table material_numbers;
} cdy_reader;

/* Reports a fault of the robot in a line, preceded by what is being read, and returns CDY_ERROR_ROBOT. */
cdy_status cdy_fault(cdy_reader *r, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Tells the caller's `warn`, if there is one, that a rule is broken in a line. */
void cdy_warn(cdy_reader *r, cdy_rule rule, int line, const char *format, ...) __attribute__((format(printf, 4, 5)));

enum { CDY_HINT_SIZE = 128 };

/* Writes "; did you mean 'NAME'?" into `hint` and returns it; "" where the name is NULL. */
const char *cdy_hint(char hint[CDY_HINT_SIZE], const char *name);

/* The same for the nearest name of a link or a joint. */
const char *cdy_hint_link(cdy_reader *r, char hint[CDY_HINT_SIZE], const char *name);
const char *cdy_hint_joint(cdy_reader *r, char hint[CDY_HINT_SIZE], const char *name);

/* Finds the only child of this name; *child is NULL where there is none.  Two are a fault. */
cdy_status cdy_only_child(cdy_reader *r, const cdy_element *element, const char *name, const cdy_element **child);

/* Returns the number of children of this name. */
int cdy_count_children(const cdy_element *element, const char *name);

/* Warns of children that are neither among the `count` names nor a known extension of URDF. */
void cdy_check_children(cdy_reader *r, const cdy_element *element, size_t count, const char *const *names);

/* Reads the robot-level materials and those that visuals define, so that visuals may name them from anywhere. */
cdy_status cdy_read_materials(cdy_reader *r, const cdy_element *robot);

/* Reads the material of a visual, if it has one. */
cdy_status cdy_read_visual_material(cdy_reader *r, const cdy_element *visual, cdy_material *material);

/* Reads all children of this name, visuals or collisions, into shapes. */
cdy_status cdy_read_shapes(cdy_reader *r, const cdy_element *link, const char *name, const cdy_shape **shapes,
                           size_t *count);

/* Reads the <origin> of an element: `placement` stays as it is, zero, where there is none. */
cdy_status cdy_read_origin(cdy_reader *r, const cdy_element *element, cdy_placement *placement);

/* Read all links, then all joints, of the robot. */
cdy_status cdy_read_links(cdy_reader *r, const cdy_element *robot);
cdy_status cdy_read_joints(cdy_reader *r, const cdy_element *robot);

/* Reads the transmissions of the robot into the gear ratios of its joints, which are read; warns of what is wrong. */
void cdy_read_transmissions(cdy_reader *r, const cdy_element *robot);

/* Orders the numbers of the links from the root on, parents before their children, into `order` (link_count).  A
 * fault where they do not hang together as one tree. */
cdy_status cdy_order_links(cdy_reader *r, int *order);

/* Makes the tree of what was read. */
cdy_status cdy_build_tree(cdy_reader *r, cdy_tree **tree);

#endif
