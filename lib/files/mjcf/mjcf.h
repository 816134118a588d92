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
    CDY_MJCF_TENDON,
    CDY_MJCF_KINDS
} cdy_mjcf_kind;

enum { CDY_MJCF_MOST_SETTINGS = 48 };

/* Up to this length MuJoCo takes a vector for no direction. */
#define CDY_MJCF_SHORTEST 1e-7

/* A default class: for each kind the attributes that it sets or inherits, in the order of the kind's vocabulary. */
typedef struct cdy_mjcf_class {
    const char *name;
    const cdy_element *element;                     /* NULL: main */
    int outer;                                      /* number of the class around it; -1: none */
    const cdy_attribute **settings[CDY_MJCF_KINDS]; /* NULL: the class sets none of this kind */
} cdy_mjcf_class;

/* What <compiler> says. */
typedef struct cdy_mjcf_compiler {
    bool radians, autolimits, balance, strip_path, fuse_static;
    int inertia_from_geom; /* 0: never, 1: always, 2: where a body has no <inertial> */
    double bound_mass, bound_inertia, total_mass;
    double groups[2]; /* lowest and highest group of the geoms that have mass */
    char order[4];    /* of euler angles: "xyz", upper case about fixed axes */
    const char *mesh_folder, *texture_folder, *asset_folder;
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
    double own[3];    /* its position in the frame or body that it stands in */
    int link;         /* of a body */
    cdy_mjcf_parts joints, geoms, sites;
    const cdy_element *inertial;
    int inertial_scope; /* the body or frame that it stands in */
    bool copied;        /* a copy that <replicate> made, or a frame in one */
    bool moves;         /* of a body: by its joints, or with its parent; known once bodies are read */
} cdy_mjcf_scope;

/* A mesh of <asset>. */
typedef struct cdy_mjcf_mesh {
    const char *name;
    const cdy_element *element;
    int class_number;
    const char *file; /* as the shapes name it; NULL: the mesh has no file */
    cdy_place file_at;
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

/* What has become of a model: it is read, waits for models that it attaches, or has copies of them in it. */
typedef enum cdy_mjcf_state { CDY_MJCF_READ = 0, CDY_MJCF_BEGUN, CDY_MJCF_COMPLETE } cdy_mjcf_state;

/* An asset of an attached model under the name that the attaching model has for it, the prefix before its own. */
typedef struct cdy_mjcf_inherited {
    const cdy_element *element;
    const char *name;
    struct cdy_mjcf_inherited *next;
} cdy_mjcf_inherited;

/* A model: the file itself, or one that <asset> names and <attach> puts copies of into another. Units, classes, meshes
 * and materials are its own, also in the copies. */
typedef struct cdy_mjcf_model {
    cdy_element *root;
    const char *folder;           /* of its files, from that of the robot file: "", or it ends in '/' */
    cdy_name_table model_numbers; /* the models of its <asset> */
    cdy_mjcf_compiler compiler;
    int main_class; /* number of its class main */
    cdy_name_table class_numbers, mesh_numbers, material_numbers;
    cdy_mjcf_inherited *inherited; /* assets of the models that it attaches */
    cdy_mjcf_state state;
    bool attached;      /* copies of its parts are in another model */
    size_t elements;    /* with all that it attaches and replicates, once it is complete */
    const double *home; /* the positions of its key, once a part of it was attached; NULL: none */
    cdy_place home_at;
} cdy_mjcf_model;

/* The home position of a joint that a keyframe of an attached model gives. */
typedef struct cdy_mjcf_held {
    const cdy_element *joint;
    const double *q;
    cdy_place at; /* of the keyframe's positions */
    struct cdy_mjcf_held *next;
} cdy_mjcf_held;

/* Geoms that have no shape here. */
typedef struct cdy_mjcf_shapeless {
    int count;
    const char *type; /* of the first, in words */
    cdy_place at;
} cdy_mjcf_shapeless;

/* State of the reader. */
typedef struct cdy_mjcf {
    cdy_reader *r;
    const cdy_element *root;
    cdy_mjcf_model **models; /* the first is the file itself */
    int model_count;
    int *file_models; /* by document of the reader: the number of its model */
    int file_count;
    cdy_mjcf_class *classes;
    int class_count;
    cdy_mjcf_scope *scopes;
    int scope_count;
    cdy_mjcf_mesh *meshes;
    int mesh_count;
    cdy_mjcf_material *materials;
    int material_count;
    cdy_mjcf_held *held, **held_end;
    cdy_name_table site_numbers;        /* links of the sites, by the names that the file gives */
    int *link_scopes;                   /* by link of the reader: the number of the body's scope; -1: it is no body */
    double *refs;                       /* by joint of the reader: its position in the initial configuration */
    size_t mesh_bytes;                  /* remaining budget of bytes of meshes */
    int counter;                        /* of unnamed bodies and joints */
    cdy_mjcf_shapeless unseen, undrawn; /* that collide, and others */
} cdy_mjcf;

/* ---- models ---- */

/* Reads what the file includes, the models that <asset> names, and what these include and name; each file once. */
cdy_status cdy_mjcf_read_models(cdy_mjcf *m);

/* Completes all models: carries out what they attach and replicate, first in those that others attach. */
cdy_status cdy_mjcf_attach_models(cdy_mjcf *m);

/* Puts a copy of model number `from` in the place of an <attach> of model number `into`, with the prefix before its
 * names, and with what acts on the copied parts; takes the copied elements from the budget. */
cdy_status cdy_mjcf_attach(cdy_mjcf *m, cdy_element *attach, int from, int into, size_t *budget);

/* Returns the number of the model that an element comes from, and that model. */
int cdy_mjcf_model_number(const cdy_mjcf *m, const cdy_element *e);
cdy_mjcf_model *cdy_mjcf_model_of(const cdy_mjcf *m, const cdy_element *e);

/* Returns the number of the class main of the model that an element comes from. */
int cdy_mjcf_main_class(const cdy_mjcf *m, const cdy_element *e);

/* ---- copies of elements ---- */

/* The steps of a search, and the bytes of a new name, that count as one copied element. */
enum { CDY_MJCF_STEPS_AN_ELEMENT = 16, CDY_MJCF_BYTES_AN_ELEMENT = 64 };

/* Takes from the budget of elements that may still be made; false, and nothing is left, where it does not last. */
bool cdy_mjcf_spend(size_t *budget, size_t elements);

/* Fails since a copy cannot be made: with `message` where the budget is spent, or else for lack of memory. */
cdy_status cdy_mjcf_refuse_copy(cdy_mjcf *m, size_t budget, cdy_place at, const char *message);

/* Returns the text of an attribute in a copy; NULL: it cannot be made. */
typedef struct cdy_mjcf_renamer {
    const char *(*text)(const void *self, const cdy_attribute *a);
    const void *self;
} cdy_mjcf_renamer;

/* Copies an element without its children, and takes it from the budget; NULL: memory or the budget runs out. */
cdy_element *cdy_mjcf_copy_element(cdy_mjcf *m, const cdy_element *e, const cdy_mjcf_renamer *by, size_t *budget);

/* Makes a copy of an element without its children; NULL: it cannot. */
typedef struct cdy_mjcf_copier {
    cdy_element *(*copy)(void *self, const cdy_element *e);
    void *self;
} cdy_mjcf_copier;

/* Copies what is in an element into another; false where a copy cannot be made. */
bool cdy_mjcf_copy_content(const cdy_mjcf_copier *by, const cdy_element *from, cdy_element *into);

/* Puts an element behind the children of another. */
void cdy_mjcf_append(cdy_element *parent, cdy_element *child);

/* Puts the children of `list`, one or more, in the place of an element: that becomes the first of them, since nothing
 * leads to what stands before it. */
void cdy_mjcf_put_in_place(cdy_element *e, const cdy_element *list);

/* The name of the frames that stand for copies of what is in a <replicate>, which is carried out. */
extern const char cdy_mjcf_copy_name[];

/* Whether an attribute names a part that its element acts on. */
bool cdy_mjcf_is_reference(const cdy_attribute *a);

/* ---- attributes and classes ---- */

/* Returns the kind of an element's defaults. */
cdy_mjcf_kind cdy_mjcf_kind_of(const char *element);

/* Returns the number of an attribute in the vocabulary of a kind; -1: none. */
int cdy_mjcf_setting(cdy_mjcf_kind kind, const char *attribute);

/* Reads all <default> of the models into classes. */
cdy_status cdy_mjcf_read_classes(cdy_mjcf *m);

/* Finds the class of an element: its own, of its model, or `usual`. An unknown class is a fault. */
cdy_status cdy_mjcf_find_class(cdy_mjcf *m, const cdy_element *e, const char *attribute, int usual, int *number);

/* Returns an attribute of an element, or else of its class (-1: of the element alone); NULL: neither has it. */
const cdy_attribute *cdy_mjcf_find(const cdy_mjcf *m, const cdy_element *e, int class_number, const char *name);

/* Reads `least` to `most` numbers, and their number to *count (may be NULL where least is most), 0 if the attribute is
 * absent; the values are unchanged then. Behind a shorter list stand the numbers of the class. */
cdy_status cdy_mjcf_numbers(cdy_mjcf *m, const cdy_element *e, int class_number, const char *name, double *values,
                            int least, int most, int *count);

/* Reads one number. */
cdy_status cdy_mjcf_number(cdy_mjcf *m, const cdy_element *e, int class_number, const char *name, double *value);

/* Reads false, true or auto as 0, 1 or 2, and the same without auto. */
cdy_status cdy_mjcf_flag(cdy_mjcf *m, const cdy_element *e, int class_number, const char *name, int *value);
cdy_status cdy_mjcf_truth(cdy_mjcf *m, const cdy_element *e, int class_number, const char *name, int *value);

/* Returns the text of an attribute; `other` if it is absent. */
const char *cdy_mjcf_text(const cdy_mjcf *m, const cdy_element *e, int class_number, const char *name,
                          const char *other);

/* Reports the attributes of an element that MJCF does not have. */
void cdy_mjcf_check_attributes(cdy_mjcf *m, const cdy_element *e);

/* Whether a word is in a list " WORD WORD ". */
bool cdy_mjcf_has_word(const char *list, const char *word);

/* Writes "; did you mean 'WORD'?" with the word of such a list that another is a misspelling of, and returns true; or
 * writes "". */
bool cdy_mjcf_hint(cdy_mjcf *m, char hint[CDY_HINT_SIZE], const char *list, const char *word);

/* Warns of an element that its parent does not have, with the one of the list that it may be. */
void cdy_mjcf_warn_of_unknown(cdy_mjcf *m, const cdy_element *e, const char *list);

/* The elements that <worldbody>, bodies and frames have, and the sections of a file, as such lists. */
extern const char cdy_mjcf_in_tree[], cdy_mjcf_sections[];

/* ---- sections ---- */

/* Returns the next element in document order within `top`; NULL: none. */
cdy_element *cdy_mjcf_next_within(const cdy_element *top, cdy_element *e);

/* Returns the name that a mesh or picture without one has: that of its file without folders and ending; NULL if memory
 * runs out. */
const char *cdy_mjcf_name_of_file(cdy_mjcf *m, const char *file);

/* Returns the name of an asset, which is that of its file where it has none or "", and "" without either; NULL if
 * memory runs out. */
const char *cdy_mjcf_asset_name(cdy_mjcf *m, const cdy_element *e);

/* Return the first element of a section with this name, such as <body> in <worldbody>, and the next one behind it in
 * the same or a later section; MJCF may have a section several times. */
const cdy_element *cdy_mjcf_first_in(const cdy_element *root, const char *section);
const cdy_element *cdy_mjcf_next_in(const cdy_element *e);

/* Read <compiler>, and <asset>: meshes and materials, of all models. */
cdy_status cdy_mjcf_read_compilers(cdy_mjcf *m);
cdy_status cdy_mjcf_read_assets(cdy_mjcf *m);

/* Notes the files that MuJoCo opens, once it is known which models are attached. */
cdy_status cdy_mjcf_name_files(cdy_mjcf *m);

/* Puts copies of what is in <replicate> in its place, in one model. */
cdy_status cdy_mjcf_replicate(cdy_mjcf *m, cdy_element *root);

/* Returns the key that gives the home position, NULL: none does; and the positions that it gives, `count` numbers,
 * nan where it gives none. */
const cdy_element *cdy_mjcf_find_key(const cdy_element *root);
cdy_status cdy_mjcf_read_key(cdy_mjcf *m, const cdy_element *key, double *q, size_t count);

/* Note where a joint stands in the keyframe of an attached model, and that a copy of a joint stands where that one
 * does, if anything is noted of it; *steps counts those of the search. False if memory runs out. */
bool cdy_mjcf_hold(cdy_mjcf *m, const cdy_element *joint, const double *q, cdy_place at);
bool cdy_mjcf_copy_held(cdy_mjcf *m, const cdy_element *joint, const cdy_element *copy, size_t *steps);

/* Whether an element is a joint. */
bool cdy_mjcf_is_joint(const cdy_element *e);

/* Collects bodies, frames and their parts, and reads their poses. */
cdy_status cdy_mjcf_read_scopes(cdy_mjcf *m);

/* Makes links and joints of the bodies, and links of the sites. */
cdy_status cdy_mjcf_read_bodies(cdy_mjcf *m);

/* Read what acts on joints: limits of effort, followers, the home position. */
cdy_status cdy_mjcf_read_actuators(cdy_mjcf *m);
cdy_status cdy_mjcf_read_equalities(cdy_mjcf *m);

/* Keeps the pairs of bodies that <exclude> leaves out, and names what is not read of <contact>. */
cdy_status cdy_mjcf_read_contacts(cdy_mjcf *m);

/* Warns of a <connect> or <weld> whose ends MuJoCo refuses. */
void cdy_mjcf_check_loop(cdy_mjcf *m, const cdy_element *e);

/* Keeps a <connect>, or a <weld>, between bodies or sites as a loop of the robot;
 * leaves one out whose ends MuJoCo refuses. */
cdy_status cdy_mjcf_read_loop(cdy_mjcf *m, const cdy_element *e, bool welds);
cdy_status cdy_mjcf_read_home(cdy_mjcf *m);

/* Scales all masses so that their sum is settotalmass. */
cdy_status cdy_mjcf_set_total_mass(cdy_mjcf *m);

/* Names the parts that have no equivalent in a tree. */
void cdy_mjcf_name_unread(cdy_mjcf *m);

/* Report what MuJoCo would refuse in parts that are not read: elements, attributes and numbers, data of assets, and
 * names. */
void cdy_mjcf_check_sections(cdy_mjcf *m);
void cdy_mjcf_check_asset_data(cdy_mjcf *m);
cdy_status cdy_mjcf_check_names(cdy_mjcf *m);

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
    bool moves; /* with its body */
} cdy_mjcf_geom;

/* Moves a pose to the middle of two ends, its z axis along them. A type that has no length, ends that are one point and
 * a pose that stands elsewhere are faults. */
cdy_status cdy_mjcf_read_ends(cdy_mjcf *m, const cdy_element *e, const double ends[6], bool is_long, const char *type,
                              cdy_pose *pose);

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

/* Tells whether the vertices and the faces ("": none) of a mesh in the text are numbers in threes, four vertices at
 * least, and the faces' numbers those of vertices. */
bool cdy_mjcf_has_inline_mesh(cdy_mjcf *m, const char *vertices, const char *faces);

#endif
