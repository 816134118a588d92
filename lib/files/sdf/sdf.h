/* The reader of SDF, Gazebo's format: state shared by its parts.
 *
 * SDF 1.2 to 1.12 as the specification of sdformat documents it. Scopes are the world and the models in it, a model in
 * a model included, outer ones first; nodes are what frames can be named after: links, joints, frames and models. */
#ifndef CDY_SDF_SDF_H
#define CDY_SDF_SDF_H

#include "description/pose.h"
#include "description/reader.h"

/* SDF, as the loader's list of formats has it. */
extern const cdy_file_format cdy_sdf_format;

typedef enum cdy_sdf_kind { CDY_SDF_LINK = 0, CDY_SDF_JOINT, CDY_SDF_FRAME, CDY_SDF_MODEL } cdy_sdf_kind;

typedef enum cdy_sdf_state { CDY_SDF_NEW = 0, CDY_SDF_ENTERED, CDY_SDF_RESOLVED } cdy_sdf_state;

/* A frame: that of a link, a joint, a <frame> or a model. */
typedef struct cdy_sdf_node {
    cdy_sdf_kind kind;
    const cdy_element *e;
    const char *name;     /* with the models around it, "gripper::finger" */
    int scope;            /* that it stands in */
    int inner;            /* scope of a model; -1: no model */
    cdy_pose local;       /* in the frame `base` */
    int base;             /* node that it stands in; -1: its model */
    cdy_pose offset;      /* from that node to the frame that the file names, which may be in a model of this scope */
    cdy_pose pose;        /* in the frame of its scope */
    cdy_sdf_state placed; /* `pose` is known */
    int attached;         /* node whose link it moves with; -1: the link of its model */
    cdy_sdf_state held;   /* `link` is known */
    int link;             /* number of the link that it moves with; 0: the world; -1: none */
} cdy_sdf_node;

/* The world, or a model. */
typedef struct cdy_sdf_scope {
    const cdy_element *e;       /* <model>; <world> or <sdf> of the first scope */
    const cdy_element *include; /* <include> that the model comes from; NULL: none */
    const char *folder;         /* of the file that the model comes from, with a '/' behind; "": the robot file's */
    const char *prefix;         /* of the names in it, "robot::gripper::" */
    int outer;                  /* -1: the world */
    int node;                   /* of the model; -1: the world */
    int minor;                  /* version of SDF of its file, 1.MINOR */
} cdy_sdf_scope;

/* A degree of freedom of a joint; those of a universal joint act one after the other. */
typedef struct cdy_sdf_axis {
    const char *name;
    cdy_joint joint; /* type, axis in the joint's frame, limits, dynamics */
    const char *mimics;
    cdy_place mimic_at;
} cdy_sdf_axis;

enum { CDY_SDF_MOST_AXES = 2 };

/* A joint between two links of the robot. */
typedef struct cdy_sdf_edge {
    int node;
    int parent, child; /* numbers of links; 0: the world */
    int axis_count;    /* 0: fixed */
    cdy_sdf_axis axes[CDY_SDF_MOST_AXES];
    cdy_pose in_child; /* joint's frame in the child */
    bool faulty;
} cdy_sdf_edge;

/* State of the reader. Link 0 is the world, as long as the tree is not known. */
typedef struct cdy_sdf {
    cdy_reader *r;
    const cdy_element *root; /* <sdf> */
    cdy_sdf_scope *scopes;   /* the first is the world, the second the robot */
    int scope_count, scope_capacity;
    cdy_sdf_node *nodes;
    int node_count, node_capacity;
    cdy_name_table node_numbers; /* by prefix and name */
    int includes;                /* models of other files so far */
    size_t name_skip;            /* letters of the robot's prefix, which names in messages leave out */
    bool still;                  /* <static>: the robot does not move */
    int *link_nodes;             /* node of each link, from 1 */
    int link_count;              /* the world and the links of the robot */
    cdy_link_entry *links;       /* of these */
    cdy_pose *places;            /* of these, in the world */
    cdy_sdf_edge *edges;
    int edge_count;
    size_t mesh_bytes;   /* remaining budget of bytes of meshes */
    cdy_name_table told; /* names of elements that are reported as unread already */
} cdy_sdf;

/* ---- values ---- */

/* Returns the text of a child element without white space around it; "" where the child is absent or its text is longer
 * than 1000 bytes. NULL: memory ran out. */
const char *cdy_sdf_text(cdy_sdf *s, const cdy_element *e, const char *child);

/* Reads a child element of `count` numbers; the values are unchanged where it is absent. inf and -inf are numbers. */
cdy_status cdy_sdf_numbers(cdy_sdf *s, const cdy_element *e, const char *child, double *values, int count);
cdy_status cdy_sdf_number(cdy_sdf *s, const cdy_element *e, const char *child, double *value);

/* Reads a child element, or an attribute, that is true or false, 1 or 0. */
cdy_status cdy_sdf_flag(cdy_sdf *s, const cdy_element *e, const char *child, bool *value);
cdy_status cdy_sdf_attribute_flag(cdy_sdf *s, const cdy_element *e, const char *name, bool *value);

/* Reads <pose> of an element; no pose is 0. *relative becomes the frame that it names, NULL: none. */
cdy_status cdy_sdf_read_pose(cdy_sdf *s, const cdy_element *e, cdy_pose *pose, const cdy_attribute **relative);

/* Returns a name less the robot's prefix. */
const char *cdy_sdf_shown(const cdy_sdf *s, const char *name);

/* ---- models and frames ---- */

/* Finds the robot's model, and collects its scopes and nodes. */
cdy_status cdy_sdf_read_scopes(cdy_sdf *s);

/* Reads the model that an <include> names; *model is its element. */
cdy_status cdy_sdf_include(cdy_sdf *s, const cdy_sdf_scope *outer, const cdy_element *include, cdy_sdf_scope *scope);

/* Finds the file of a uri in a file of a scope: model://NAME/PATH, or beside that file. */
cdy_status cdy_sdf_locate(cdy_sdf *s, const cdy_sdf_scope *scope, const char *uri, cdy_place at, char **path);

/* Finds the poses of all nodes in their scopes, and the links that they move with. */
cdy_status cdy_sdf_resolve(cdy_sdf *s);

/* Finds the node that a text names in a scope; -1 where it names the scope's own frame. Unknown names are faults. */
cdy_status cdy_sdf_find(cdy_sdf *s, int scope, const char *name, cdy_place at, int *node);

/* Returns the pose of a node in the frame of a scope around it; -1: of that scope itself. */
cdy_pose cdy_sdf_pose_in(const cdy_sdf *s, int node, int scope);

/* Returns the link of a node, or of a scope where it is -1. */
int cdy_sdf_link_of(const cdy_sdf *s, int node, int scope);

/* ---- links and joints ---- */

cdy_status cdy_sdf_read_links(cdy_sdf *s);
cdy_status cdy_sdf_read_inertial(cdy_sdf *s, const cdy_sdf_scope *scope, cdy_link_entry *link);
cdy_status cdy_sdf_read_shapes(cdy_sdf *s, const cdy_sdf_scope *scope, cdy_link_entry *link);

/* Reads the geometry of a <visual> or <collision>; type none where a tree has no such shape. */
cdy_status cdy_sdf_read_geometry(cdy_sdf *s, const cdy_sdf_scope *scope, const cdy_element *e, cdy_geometry *geometry);

/* Adds what the collisions of a link weigh to its inertia. */
cdy_status cdy_sdf_weigh(cdy_sdf *s, const cdy_sdf_scope *scope, const cdy_element *link, double density,
                         cdy_inertial *inertial);

/* Reads the joints but for gearboxes, then these, which make joints follow others. */
cdy_status cdy_sdf_read_joints(cdy_sdf *s);
cdy_status cdy_sdf_read_gearboxes(cdy_sdf *s);

/* Whether a node is a joint of the type gearbox. */
bool cdy_sdf_is_gearbox(const cdy_sdf_node *n);

/* Tells of a joint whose type Drake refuses. */
void cdy_sdf_check_type_for_drake(cdy_sdf *s, const cdy_element *joint);

/* Finds the link and the node that an element of a joint names, <parent> for instance: 0 and -1 for the world; link -1:
 * a frame at fault, which is reported. */
cdy_status cdy_sdf_find_end(cdy_sdf *s, const cdy_sdf_node *n, const char *which, int *link, int *node);

/* Reads the <xyz> of an <axis>, in the joint's frame. */
cdy_status cdy_sdf_read_axis(cdy_sdf *s, const cdy_sdf_node *n, const cdy_element *e, double axis[3]);

/* Returns the name of the second degree of freedom of a joint; NULL: memory ran out. */
const char *cdy_sdf_second_name(cdy_sdf *s, const char *joint);

/* Makes links and joints of the reader: a tree that spans the links. */
cdy_status cdy_sdf_build(cdy_sdf *s);

/* Reports the children of an element that are not read. */
void cdy_sdf_check_children(cdy_sdf *s, const cdy_element *e);

/* Names what the world says of forces. */
void cdy_sdf_name_unread(cdy_sdf *s);

#endif
