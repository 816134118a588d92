/* The reader of USD as text: state shared by its parts.
 *
 * Text (.usda) as OpenUSD's documentation describes it, with the schemas of UsdPhysics. Layers are files; a spec is
 * what one layer says of one prim; a stack is a layer with its sublayers. A prim is composed of sites, the specs that
 * have a say in it, the strongest first: local ones, inherits, variants, references, payloads, specializes. */
#ifndef CDY_USD_USD_H
#define CDY_USD_USD_H

#include "description/pose.h"
#include "description/reader.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf" /* U+FEFF in UTF-8 */

/* USD as text, and the forms that are refused, text behind a byte order mark and binary ones, as the loader's list of
 * formats has them. */
extern const cdy_file_format cdy_usd_format, cdy_usd_marked_format, cdy_usd_binary_format, cdy_usd_package_format;

/* ---- text ---- */

typedef enum cdy_usd_kind {
    CDY_USD_END = 0,
    CDY_USD_NAME,   /* a word, with the colons in it */
    CDY_USD_NUMBER, /* inf and nan are names */
    CDY_USD_STRING,
    CDY_USD_ASSET, /* @file@ */
    CDY_USD_PATH,  /* <path> */
    CDY_USD_MARK,  /* one character */
    CDY_USD_FAULT
} cdy_usd_kind;

/* A token; `start` to `end` without quotation marks, `raw` to `behind` with them. */
typedef struct cdy_usd_token {
    cdy_usd_kind kind;
    const char *start, *end, *raw, *behind;
    cdy_place at;
    const char *fault; /* what was expected */
} cdy_usd_token;

/* A place in a text that is scanned. */
typedef struct cdy_usd_scanner {
    const char *p, *end;
    cdy_place at;
} cdy_usd_scanner;

/* Returns the next token. */
cdy_usd_token cdy_usd_scan(cdy_usd_scanner *s);

/* Whether a token is a mark, or a word. */
bool cdy_usd_is_mark(const cdy_usd_token *t, char mark);
bool cdy_usd_is_word(const cdy_usd_token *t, const char *word);

/* ---- layers ---- */

typedef enum cdy_usd_order {
    CDY_USD_EXPLICIT = 0,
    CDY_USD_ADD,
    CDY_USD_PREPEND,
    CDY_USD_APPEND,
    CDY_USD_DELETE,
    CDY_USD_REORDER
} cdy_usd_order;

/* A property, or an entry of metadata. Its value is the text from `start` to `end`; NULL: none. */
typedef struct cdy_usd_field {
    const char *name;
    const char *type;    /* of an attribute; "" otherwise */
    bool custom;         /* a property whose name is the user's own */
    bool relationship;   /* a property with targets */
    bool sampled;        /* has values over time */
    cdy_usd_order order; /* how a list combines with weaker ones */
    const char *start, *end;
    cdy_place at;       /* of the name */
    cdy_place value_at; /* of the value */
    struct cdy_usd_field *next;
} cdy_usd_field;

typedef enum cdy_usd_spec_kind { CDY_USD_PRIM = 0, CDY_USD_VARIANT_SET, CDY_USD_VARIANT } cdy_usd_spec_kind;
typedef enum cdy_usd_specifier { CDY_USD_OVER = 0, CDY_USD_DEF, CDY_USD_CLASS } cdy_usd_specifier;

/* A spec: the statements of one layer about one prim, one set of variants, or one variant of a set. */
typedef struct cdy_usd_spec {
    cdy_usd_spec_kind kind;
    cdy_usd_specifier specifier;
    const char *name, *type; /* "": none */
    const char *path;        /* of the prim, or of the prim that the variant is of */
    cdy_place at;
    struct cdy_usd_layer *layer;
    struct cdy_usd_spec *parent, *next;
    struct cdy_usd_spec *first_child, *last_child; /* prims; variants of a set */
    struct cdy_usd_spec *first_set, *last_set;     /* sets of variants */
    cdy_usd_field *first_entry, *last_entry;       /* metadata */
    cdy_usd_field *first_property, *last_property;
    size_t field_count; /* entries and properties */
    bool has_arcs;      /* an entry leads to other prims */
} cdy_usd_spec;

/* A file. */
typedef struct cdy_usd_layer {
    const char *path;   /* as messages name it */
    const char *folder; /* in the robot's folder, "" or with a '/' behind */
    const char *text;
    size_t size;
    int number;         /* of the file, in places; 0: the robot's own */
    cdy_usd_spec *root; /* its metadata and its prims */
    cdy_name_table specs_by_path;
    cdy_usd_spec **specs; /* by the numbers of that table */
    int spec_count, spec_capacity;
    struct cdy_usd_layer *next;
} cdy_usd_layer;

/* A layer and its sublayers, the strongest first. */
typedef struct cdy_usd_stack {
    cdy_usd_layer **layers;
    int count;
    struct cdy_usd_stack *next;
} cdy_usd_stack;

/* ---- stage ---- */

/* Arcs, the strongest first. */
typedef enum cdy_usd_arc {
    CDY_USD_LOCAL = 0,
    CDY_USD_INHERITS,
    CDY_USD_IN_VARIANT,
    CDY_USD_REFERENCES,
    CDY_USD_PAYLOAD,
    CDY_USD_SPECIALIZES
} cdy_usd_arc;

typedef struct cdy_usd_said {
    cdy_usd_spec *spec;
    struct cdy_usd_said *next;
} cdy_usd_said;

/* A site: what a stack says of a prim, and from where the arc comes that leads there. */
typedef struct cdy_usd_site {
    cdy_usd_arc arc;
    bool ancestral;        /* the arc is that of a prim above */
    bool expanded, varied; /* its arcs, its variants are added */
    int depth;             /* arcs that led here */
    cdy_usd_stack *stack;
    const char *from, *to;             /* paths: what is below `from` here is below `to` in the site that has the arc */
    const struct cdy_usd_site *origin; /* the site of the prim above that it was made of */
    cdy_usd_said *first, *last;        /* specs, the strongest first */
    struct cdy_usd_site *parent, *first_child, *last_child, *next;
} cdy_usd_site;

typedef struct cdy_usd_opinion {
    const cdy_usd_spec *spec;
    const cdy_usd_site *site;
} cdy_usd_opinion;

typedef struct cdy_usd_prim {
    const char *name, *type, *path;
    int parent; /* -1: the stage */
    int depth;
    bool defined, active, abstract;
    cdy_usd_site *site;        /* the strongest one */
    cdy_usd_site *last_site;   /* the weakest one so far */
    cdy_usd_opinion *opinions; /* all, the strongest first */
    int opinion_count;
    cdy_element *element; /* what stands for the prim in entries and findings */
    double world[3][4];   /* frame in the stage, units of the stage: three columns and the position */
    int body;             /* number of the link that it moves with; 0: the world */
    int edge;             /* number of the edge that the prim is; -1: none */
    bool is_body;
    bool collides; /* it, or one above it in its body, has PhysicsCollisionAPI, enabled */
    bool shown;    /* visible, and no guide */
    bool filled;   /* it or a prim below has a shape, or is a body */
} cdy_usd_prim;

enum { CDY_USD_DEGREES = 6, CDY_USD_MOST_OTHERS = 4 };

/* A joint between two links of the robot. */
typedef struct cdy_usd_edge {
    int prim;
    int parent, child; /* numbers of links; 0: the world */
    cdy_pose in_parent, in_child;
    cdy_joint joint;                       /* type, axis, limits, dynamics */
    cdy_joint others[CDY_USD_MOST_OTHERS]; /* further degrees of freedom of a generic joint, in their order */
    int other_count;
    const char *ways[CDY_USD_MOST_OTHERS + 1]; /* degrees of freedom of a generic joint by their names, such as rotX */
    int leader;                                /* prim of the joint that it follows; 0: none */
    cdy_place mimic_at;
    int number;    /* of the joint in the tree; -1: none */
    bool left_out; /* of the articulation: it closes a loop; such edges come last */
    bool faulty;
} cdy_usd_edge;

typedef struct cdy_usd {
    cdy_reader *r;
    cdy_usd_layer *layers; /* all, the newest first */
    cdy_usd_stack *stacks;
    int spec_count;        /* of all layers */
    size_t field_count;    /* of all specs */
    size_t composed_count; /* fields of all opinions */
    int site_count;
    cdy_usd_prim *prims; /* parents first; 0 is the stage */
    int prim_count, prim_capacity;
    cdy_name_table prim_numbers; /* by paths */
    cdy_name_table told;         /* what is reported as unread already */
    cdy_name_table spelled;      /* words whose spelling was looked at; 1: misspelled */
    double meters, kilograms;    /* of the units of length and mass */
    bool y_up;
    int *link_prims; /* of each link */
    int link_count;
    cdy_link_entry *links;
    cdy_pose *places;              /* of the links, m, z up */
    double (*scales)[3];           /* of the links' axes, m for a unit */
    int *first_shape, *next_shape; /* prims with shapes: the first of each link, the next of each prim; -1: none */
    cdy_usd_edge *edges;
    int edge_count;
    size_t mesh_bytes; /* remaining budget for meshes that have mass */
} cdy_usd;

/* ---- layers, by file ---- */

/* Parses the text of a layer. */
cdy_status cdy_usd_parse(cdy_usd *u, cdy_usd_layer *layer);

/* Makes a layer of text, and reads the sublayers. */
cdy_status cdy_usd_open_root(cdy_usd *u, const char *bytes, size_t size, cdy_usd_stack **stack);

/* Reads the file that a layer names, with its sublayers; a file that was read is not read again. */
cdy_status cdy_usd_open(cdy_usd *u, const cdy_usd_layer *from, const cdy_usd_token *asset, cdy_place at,
                        cdy_usd_stack **stack);

/* Returns an entry of metadata; NULL: none. */
const cdy_usd_field *cdy_usd_entry(const cdy_usd_spec *spec, const char *name);

/* Returns a copy of a token's content in the reader's memory; NULL: memory ran out. */
char *cdy_usd_copy(cdy_usd *u, const cdy_usd_token *t);

/* Returns a scanner of a field's value. */
cdy_usd_scanner cdy_usd_scan_value(const cdy_usd_field *f);

/* Returns an absolute path for one that may be relative to a prim; NULL: memory ran out, or it leads above the stage.
 */
const char *cdy_usd_absolute(cdy_usd *u, const char *prim, const cdy_usd_token *path);

/* Reports once for each `what` that it is not read; `what` must live as long as the reader. */
void cdy_usd_tell(cdy_usd *u, const char *what, cdy_place at, const char *why);

/* Reports each time that a shape is not read which distances then do not see. */
void cdy_usd_tell_of_collider(cdy_usd *u, const char *what, cdy_place at, const char *why);

/* Composes all prims of the stage. */
cdy_status cdy_usd_compose(cdy_usd *u, cdy_usd_stack *root);

/* ---- values of composed prims ---- */

/* Returns the strongest field of a property that has a value; NULL: none, or blocked. *site (may be NULL) becomes its
 * site. */
const cdy_usd_field *cdy_usd_find(cdy_usd *u, const cdy_usd_prim *p, const char *name, const cdy_usd_site **site);

/* Read numbers (`count` of them, in any brackets), a word, or a flag; *given (may be NULL) tells whether there is a
 * value, without which the result is unchanged. */
cdy_status cdy_usd_numbers(cdy_usd *u, const cdy_usd_prim *p, const char *name, double *values, int count, bool *given);
cdy_status cdy_usd_number(cdy_usd *u, const cdy_usd_prim *p, const char *name, double *value);
cdy_status cdy_usd_word(cdy_usd *u, const cdy_usd_prim *p, const char *name, const char **word);
cdy_status cdy_usd_flag(cdy_usd *u, const cdy_usd_prim *p, const char *name, bool *value);

/* Reads the first numbers of an array, at most `most`; NULL where there is none. */
cdy_status cdy_usd_array(cdy_usd *u, const cdy_usd_prim *p, const char *name, size_t most, double **values,
                         size_t *count);

/* Returns the value of a number's token; nan where it is too large. */
double cdy_usd_to_number(const cdy_usd_token *t);

/* Finds the prim that a relationship points to; -1: it points to none. More than one is a fault, and so is a prim that
 * is not there. */
cdy_status cdy_usd_target(cdy_usd *u, const cdy_usd_prim *p, const char *name, int *prim, cdy_place *at);

/* Calls `take` with every prim that a relationship points to; of a prim that is not there a warning says so. */
cdy_status cdy_usd_each_target(cdy_usd *u, const cdy_usd_prim *p, const char *name,
                               cdy_status (*take)(cdy_usd *u, void *context, int prim, cdy_place at), void *context);

/* Whether an API is applied to a prim. */
bool cdy_usd_has_api(cdy_usd *u, const cdy_usd_prim *p, const char *api);

/* ---- frames, bodies, joints ---- */

/* Finds the frames of all prims in the stage. */
cdy_status cdy_usd_place(cdy_usd *u);

/* Returns the pose of a prim in the world, m, z up; scale[] (may be NULL) become the lengths of its axes' units, m. */
cdy_status cdy_usd_pose_of(cdy_usd *u, const cdy_usd_prim *p, cdy_pose *pose, double scale[3]);

/* Turns a pose of a stage whose y axis points upwards, so that z does. */
void cdy_usd_raise(const cdy_usd *u, cdy_pose *pose);

/* Finds the bodies; then, once the links of the joints are known, those that are the robot; then reads these. */
cdy_status cdy_usd_read_bodies(cdy_usd *u);
cdy_status cdy_usd_choose_bodies(cdy_usd *u);
cdy_status cdy_usd_read_links(cdy_usd *u);

/* Lists the prims with shapes by their links. */
cdy_status cdy_usd_list_shapes(cdy_usd *u);
cdy_status cdy_usd_read_shapes(cdy_usd *u, int link);
cdy_status cdy_usd_read_mass(cdy_usd *u, int link);

/* A solid of 1 kg/m3: volume, center, and inertia about it, in the axes of its link. */
typedef struct cdy_usd_solid {
    double volume, center[3], inertia[6];
} cdy_usd_solid;

/* Reads the shape of a prim in the frame of its link; type none: a tree has no such shape. */
cdy_status cdy_usd_read_shape(cdy_usd *u, const cdy_usd_prim *p, cdy_shape *shape);

/* Measures what a prim's shape fills. */
cdy_status cdy_usd_measure(cdy_usd *u, const cdy_usd_prim *p, cdy_usd_solid *solid);

/* Whether a prim has a shape by its type. */
bool cdy_usd_is_shape(const cdy_usd_prim *p);

/* Whether the type of a prim is that of a joint. */
bool cdy_usd_is_joint(const cdy_usd_prim *p);

/* The names of the degrees of freedom of generic joints. */
extern const char *const cdy_usd_degrees[CDY_USD_DEGREES];

/* Sets the limits of a joint, in units of the stage and degrees. */
cdy_status cdy_usd_set_range(cdy_usd *u, const cdy_usd_prim *p, cdy_joint *joint, double lower, double upper);

/* Reads types, axes and limits of the degrees of freedom of a generic joint. */
cdy_status cdy_usd_read_generic(cdy_usd *u, const cdy_usd_prim *p, cdy_usd_edge *e);

/* Returns a degree of freedom of a joint, of 0 to other_count. */
cdy_joint *cdy_usd_degree(cdy_usd_edge *e, int number);

/* Finds the positions (other_count + 1) of the degrees of freedom nearest to a motion from the frame in the parent to
 * that in the child, 0 of a ball, and returns the motion that they make. */
cdy_pose cdy_usd_find_positions(cdy_usd_edge *e, const cdy_pose *rest, double *positions);

/* Finds the links of all joints; then reads the joints of the robot. */
cdy_status cdy_usd_list_joints(cdy_usd *u);
cdy_status cdy_usd_read_joints(cdy_usd *u);

/* Makes links and joints of the reader. */
cdy_status cdy_usd_build(cdy_usd *u);

/* Tells of types, schemas, metadata and properties of all prims that are misspelled, of each word once. */
void cdy_usd_check_spelling(cdy_usd *u);

/* Whether a type or a property was told as misspelled. */
bool cdy_usd_is_misspelled(cdy_usd *u, const char *word);

/* Names what a tree does not hold. */
cdy_status cdy_usd_name_unread(cdy_usd *u);

#endif
