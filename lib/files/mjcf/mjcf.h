/* The reader of MJCF, MuJoCo's format: state shared by its parts.
 *
 * MJCF as MuJoCo's XML reference documents it. The links of the reader are the bodies in document order, each behind
 * the massless links that carry its joints but the last, and then the sites. */
#ifndef CDY_MJCF_MJCF_H
#define CDY_MJCF_MJCF_H

#include "description/pose.h"
#include "description/reader.h"
#include "description/uniform.h"

/* MJCF, as the loader's list of formats has it. */
extern const cdy_file_format cdy_mjcf_format;

/* Elements that default classes set. */
typedef enum cdy_mjcf_kind {
    CDY_MJCF_NONE = -1,
    CDY_MJCF_JOINT = 0,
    CDY_MJCF_GEOM,
    CDY_MJCF_SITE,
    CDY_MJCF_MESH,
    CDY_MJCF_MATERIAL,
    CDY_MJCF_ACTUATOR,
    CDY_MJCF_EQUALITY,
    CDY_MJCF_KINDS
} cdy_mjcf_kind;

enum { CDY_MJCF_MOST_SETTINGS = 48 };

/* A default class: for each kind the attributes that it sets or inherits, in the order of the kind's vocabulary. */
typedef struct cdy_mjcf_class {
    const char *name;
    const cdy_element *element;                     /* NULL: main */
    int outer;                                      /* number of the class around it */
    const cdy_attribute **settings[CDY_MJCF_KINDS]; /* NULL: the class sets none of this kind */
} cdy_mjcf_class;

/* What <compiler> says. */
typedef struct cdy_mjcf_compiler {
    bool radians, autolimits, balance, strip_path, explicit_limits;
    int inertia_from_geom; /* 0: never, 1: always, 2: where a body has no <inertial> */
    double bound_mass, bound_inertia, total_mass;
    double groups[2]; /* lowest and highest group of the geoms that have mass */
    char order[4];    /* of euler angles: "xyz", upper case about fixed axes */
    const char *mesh_folder, *asset_folder;
} cdy_mjcf_compiler;

/* A joint, geom or site of a body, in document order. */
typedef struct cdy_mjcf_part {
    const cdy_element *element;
    int scope; /* the body or frame that it stands in */
    struct cdy_mjcf_part *next;
} cdy_mjcf_part;

typedef struct cdy_mjcf_parts {
    cdy_mjcf_part *first, **end;
    size_t count;
} cdy_mjcf_parts;

/* A body or a frame. Frames stand in their body; the first scope is the world. */
typedef struct cdy_mjcf_scope {
    const cdy_element *element;
    int outer;        /* -1: the world */
    int body;         /* number of the scope itself, or of the body that a frame stands in */
    int class_number; /* class of the parts without one of their own */
    cdy_pose pose;    /* of a body in its parent body, of a frame in its body */
    int link;         /* of a body */
    cdy_mjcf_parts joints, geoms, sites;
    const cdy_element *inertial;
} cdy_mjcf_scope;

/* A mesh of <asset>. */
typedef struct cdy_mjcf_mesh {
    const char *name;
    const cdy_element *element;
    int class_number;
    const char *file; /* as the shapes name it; NULL: the mesh has no file */
    double scale[3];
    cdy_pose ref;          /* origin of the mesh in the file */
    bool measured, failed; /* the rest is known, or cannot be, as was reported */
    double volume;         /* m3; its area, m2, where inertia="shell" puts the mass there */
    double center[3];      /* of the volume */
    double unit[6];        /* xx xy xz yy yz zz about the center, for the density 1 kg/m3 */
} cdy_mjcf_mesh;

typedef struct cdy_mjcf_material {
    const char *name;
    const cdy_element *element;
    int class_number;
} cdy_mjcf_material;

/* State of the reader. */
typedef struct cdy_mjcf {
    cdy_reader *r;
    const cdy_element *root;
    cdy_mjcf_compiler compiler;
    cdy_mjcf_class *classes; /* the first is main */
    int class_count;
    cdy_name_table class_numbers;
    cdy_mjcf_scope *scopes;
    int scope_count;
    cdy_mjcf_mesh *meshes;
    int mesh_count;
    cdy_name_table mesh_numbers;
    cdy_mjcf_material *materials;
    int material_count;
    cdy_name_table material_numbers;
    double *refs;      /* by joint of the reader: its position in the initial configuration */
    size_t mesh_bytes; /* remaining budget of bytes of meshes */
    int counter;       /* of unnamed bodies and joints */
    int ellipsoids;    /* geoms without a shape here */
    cdy_place ellipsoid_at;
} cdy_mjcf;

/* ---- attributes and classes ---- */

/* Returns the kind of an element's defaults. */
cdy_mjcf_kind cdy_mjcf_kind_of(const char *element);

/* Returns the number of an attribute in the vocabulary of a kind; -1: none. */
int cdy_mjcf_setting(cdy_mjcf_kind kind, const char *attribute);

/* Reads all <default> into classes. */
cdy_status cdy_mjcf_read_classes(cdy_mjcf *m);

/* Finds the class of an element: its own, or `usual`. An unknown class is a fault. */
cdy_status cdy_mjcf_find_class(cdy_mjcf *m, const cdy_element *e, const char *attribute, int usual, int *number);

/* Returns an attribute of an element, or else of its class (-1: of the element alone); NULL: neither has it. */
const cdy_attribute *cdy_mjcf_find(const cdy_mjcf *m, const cdy_element *e, int class_number, const char *name);

/* Reads `least` to `most` numbers, and their number to *count (may be NULL where least is most), 0 if the attribute is
 * absent; the values are unchanged then. */
cdy_status cdy_mjcf_numbers(cdy_mjcf *m, const cdy_element *e, int class_number, const char *name, double *values,
                            int least, int most, int *count);

/* Reads one number. */
cdy_status cdy_mjcf_number(cdy_mjcf *m, const cdy_element *e, int class_number, const char *name, double *value);

/* Reads false, true or auto as 0, 1 or 2. */
cdy_status cdy_mjcf_flag(cdy_mjcf *m, const cdy_element *e, int class_number, const char *name, int *value);

/* Returns the text of an attribute; `other` if it is absent. */
const char *cdy_mjcf_text(const cdy_mjcf *m, const cdy_element *e, int class_number, const char *name,
                          const char *other);

/* Reports the attributes of an element that MJCF does not have. */
void cdy_mjcf_check_attributes(cdy_mjcf *m, const cdy_element *e);

/* ---- sections ---- */

/* Return the first element of a section with this name, such as <body> in <worldbody>, and the next one behind it in
 * the same or a later section; MJCF may have a section several times. */
const cdy_element *cdy_mjcf_first_in(const cdy_mjcf *m, const char *section);
const cdy_element *cdy_mjcf_next_in(const cdy_element *e);

cdy_status cdy_mjcf_read_compiler(cdy_mjcf *m);

/* Reads <asset>: meshes and materials. */
cdy_status cdy_mjcf_read_assets(cdy_mjcf *m);

/* Puts copies of what is in <replicate> in its place. */
cdy_status cdy_mjcf_replicate(cdy_mjcf *m);

/* Collects bodies, frames and their parts, and reads their poses. */
cdy_status cdy_mjcf_read_scopes(cdy_mjcf *m);

/* Makes links and joints of the bodies, and links of the sites. */
cdy_status cdy_mjcf_read_bodies(cdy_mjcf *m);

/* Read what acts on joints: limits of effort, followers, the home position. */
cdy_status cdy_mjcf_read_actuators(cdy_mjcf *m);
cdy_status cdy_mjcf_read_equalities(cdy_mjcf *m);
cdy_status cdy_mjcf_read_home(cdy_mjcf *m);

/* Names the parts that have no equivalent in a tree. */
void cdy_mjcf_name_unread(cdy_mjcf *m);

/* ---- parts ---- */

/* Reads pos and one of quat, axisangle, euler, xyaxes and zaxis; a pose of 0 where they are absent. */
cdy_status cdy_mjcf_read_pose(cdy_mjcf *m, const cdy_element *e, int class_number, cdy_pose *pose);

/* Reads a quaternion of any length but 0 and makes it a unit one; q stays where the attribute is absent. */
cdy_status cdy_mjcf_read_quaternion(cdy_mjcf *m, const cdy_element *e, int class_number, const char *name, double q[4]);

/* Reads the properties of a joint; `pose` is that of the body before the joint, `frame` of the frame around it. */
cdy_status cdy_mjcf_read_joint(cdy_mjcf *m, const cdy_mjcf_part *part, const cdy_pose *pose, cdy_joint *joint,
                               double *ref);

/* Reads mass and shapes of a body. */
cdy_status cdy_mjcf_read_inertia(cdy_mjcf *m, cdy_mjcf_scope *scope, cdy_link_entry *link);
cdy_status cdy_mjcf_read_shapes(cdy_mjcf *m, cdy_mjcf_scope *scope, cdy_link_entry *link);

/* A geom: what fills it, and where. */
typedef struct cdy_mjcf_geom {
    int class_number;
    const char *type;
    double size[3];      /* half sizes; radius first */
    cdy_pose pose;       /* in the body */
    cdy_mjcf_mesh *mesh; /* NULL: none */
    int group;
} cdy_mjcf_geom;

cdy_status cdy_mjcf_read_geom(cdy_mjcf *m, const cdy_mjcf_part *part, cdy_mjcf_geom *geom);

/* Mass, center and inertia of a geom in the frame of its body; mass 0: it has none. */
typedef struct cdy_mjcf_weight {
    double mass, center[3];
    double inertia[6]; /* xx xy xz yy yz zz about the center, in the axes of the body */
} cdy_mjcf_weight;

/* Covers the surface of a geom with half sizes, whose volume is its area then; false: nothing covers this type. */
bool cdy_mjcf_cover(const cdy_mjcf_geom *geom, cdy_uniform *out);

cdy_status cdy_mjcf_weigh(cdy_mjcf *m, const cdy_element *e, cdy_mjcf_geom *geom, cdy_mjcf_weight *weight);

/* Reads the file of a mesh and measures what it encloses. */
cdy_status cdy_mjcf_measure(cdy_mjcf *m, cdy_mjcf_mesh *mesh, const cdy_element *e);

#endif
