/* The reader: what the readers of all formats share while they turn a document into a tree. */
#ifndef CDY_DESCRIPTION_READER_H
#define CDY_DESCRIPTION_READER_H

#include "base/arena.h"
#include "base/name_table.h"
#include "description/programs.h"
#include "description/proposals.h"
#include "description/warnings.h"
#include "text/nearest.h"
#include "xml/document.h"

#include <condyle/check.h>

typedef struct cdy_link_entry {
    cdy_body body; /* with the joint that moves the link, once that joint is read */
    const cdy_element *element;
    cdy_place at;
    int joint;      /* number of the joint that moves the link; -1: none */
    bool faulty;    /* a part of the link could not be read */
    bool tensor;    /* the file gives an inertia */
    bool unweighed; /* mass or inertia could not be read */
    bool negative;  /* a moment of inertia is negative */
    bool too_light; /* MuJoCo refuses the moving body that the link is a part of, since it weighs nothing */
    bool doubtful;  /* a finding is about the inertia, or about a mass that does not fit the shapes */
} cdy_link_entry;

typedef struct cdy_joint_entry {
    const char *name;
    const cdy_element *element;
    cdy_place at;
    int parent, child;  /* numbers of the links; -1: unknown link, which is a fault */
    const char *mimics; /* name of the leader; NULL: not a mimic joint */
    cdy_place mimic_at;
    bool faulty;   /* a part other than the name and the links could not be read */
    int gear_line; /* line of the transmission that sets the gear ratio; 0: none */
    bool resisted; /* a mimic joint that follows this joint moves a body with inertia */
    bool in_ring;  /* the joint mimics itself through other joints */
} cdy_joint_entry;

/* Search for the intended name of an unknown reference. Each search may compare the name with all others; a budget
 * proportional to the file size bounds the total cost, and results are cached. */
typedef struct cdy_hints {
    bool unwanted;                /* no messages are reported */
    size_t letters;               /* remaining budget of letter comparisons */
    cdy_name_table links, joints; /* cached number of the nearest name; negative: none is near */
} cdy_hints;

typedef struct cdy_findings cdy_findings;

/* A format of robot files, which the name of its root element tells, or the beginning of its text. */
typedef struct cdy_file_format {
    const char *name;      /* "URDF" */
    const char *root;      /* name of the root element; what the text begins with where it is not in XML */
    bool judged;           /* what other programs make of a broken rule is that of URDF */
    cdy_programs programs; /* those that read the format, as findings say */
    cdy_status (*read)(cdy_reader *r, const cdy_element *root); /* reads the links and joints into the reader */
    cdy_status (*read_text)(cdy_reader *r, const char *bytes, size_t size); /* likewise, of a text that is not in XML;
                                                                             * NULL: the format is in XML */
    bool has_models; /* a file may have several robots, of which the options name one */
} cdy_file_format;

/* Treatment of a fault while a robot is loaded: faulty shapes and colors are dropped, since the rest does not depend on
 * them. */
typedef enum cdy_leniency {
    CDY_REFUSES = 0, /* the fault is an error */
    CDY_WARNS,       /* the fault is a warning */
    CDY_IGNORES      /* the warning was given already */
} cdy_leniency;

/* Rows of loops, with the values of CDY_ROWS_WELD and so on (condyle/constraints.h), a header of a higher floor. */
enum { CDY_LOOP_WELD = 63, CDY_LOOP_BALL = 56, CDY_LOOP_REVOLUTE = 59, CDY_LOOP_PRISMATIC = 31 };

/* A loop that the file states beside the tree of its joints; its names are those of links. */
typedef struct cdy_loop_entry {
    cdy_loop loop;
    cdy_place at;
    struct cdy_loop_entry *next;
} cdy_loop_entry;

/* Two links whose contact the file leaves out, by their names. */
typedef struct cdy_exclusion_entry {
    const char *body, *other;
    cdy_place at;
    struct cdy_exclusion_entry *next;
} cdy_exclusion_entry;

/* A file that the robot names and that reading need not open; its path is as shapes name it. */
typedef struct cdy_named_file {
    const char *what, *path; /* "mesh" or "texture" */
    cdy_place at;
    struct cdy_named_file *next;
} cdy_named_file;

/* The names of the models of a file that has several, of which none is chosen. */
typedef struct cdy_model_names {
    cdy_arena memory; /* of the names */
    struct cdy_kept_model *first, *last;
    size_t count; /* 0: the file has one robot */
} cdy_model_names;

typedef struct cdy_kept_model {
    const char *text;
    struct cdy_kept_model *next;
} cdy_kept_model;

struct cdy_reader {
    const char *file;                      /* name of the file, as the caller gave it */
    const cdy_file_format *const *formats; /* formats that can be read, the most usual first; terminated by NULL */
    const cdy_file_format *format;         /* format of the document; NULL before it is parsed */
    cdy_load_options options;
    cdy_error *error;        /* may be NULL */
    cdy_findings *findings;  /* NULL while loading; otherwise all faults are recorded here, and reading continues */
    cdy_model_names *models; /* takes the names where none of several is chosen, in place of a fault, and all are read
                              * one after the other; NULL: that is a fault */
    cdy_leniency leniency;   /* used without findings only */
    cdy_hints hints;
    const char *unused_by; /* joint type that does not use the property being read, so that faults of the property are
                              warnings; or NULL */
    cdy_programs unused_reads;     /* programs that read the file nonetheless */
    bool utf16;                    /* the file is UTF-16 */
    bool out_of_memory;            /* memory ran out during a check that only produces warnings */
    bool refused;                  /* a warning in strict mode is in `error` */
    const char *kind;              /* the element being read, "link" or "joint"; NULL: the robot as a whole */
    const char *subject;           /* name of the link or joint being read */
    bool in_folder;                /* the file's folder holds the files that it names */
    struct cdy_included *included; /* documents that the file includes, newest first */
    int included_count;
    cdy_document document;
    cdy_expansion *expansion; /* expansion of a xacro file; NULL: the file is read itself */
    cdy_arena memory;         /* owns the arrays below */
    const char *name;         /* name of the robot */
    cdy_link_entry *links;    /* in document order */
    int link_count;
    cdy_name_table link_numbers;
    cdy_joint_entry *joints; /* in document order */
    int joint_count;
    cdy_name_table joint_numbers;
    cdy_material *materials;
    int material_count;
    cdy_name_table material_numbers;
    cdy_loop_entry *loops, *last_loop; /* in document order */
    cdy_exclusion_entry *exclusions, *last_exclusion;
    cdy_named_file *named_files, *last_named_file;
};

/* Keeps a loop, whose names live as long as the reader; false if memory runs out. */
bool cdy_keep_loop(cdy_reader *r, const cdy_loop *loop, cdy_place at);

/* Keeps an exclusion of two links of the tree, whose names live as long as the reader; false if memory runs out. */
bool cdy_keep_exclusion(cdy_reader *r, const char *body, const char *other, cdy_place at);

/* Whether the names of several models are wanted in place of the fault that none of them is chosen. */
bool cdy_wants_models(const cdy_reader *r);

/* Keeps the name of one of them; false if memory runs out. */
bool cdy_keep_model(cdy_reader *r, const char *name);

/* Notes a file that the robot names; false if memory runs out. */
bool cdy_name_file(cdy_reader *r, const char *what, const char *path, cdy_place at);

/* Reports a fault with the link or joint being read, and returns CDY_ERROR_ROBOT. */
cdy_status cdy_fault(cdy_reader *r, cdy_rule rule, cdy_place at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Returns CDY_OK instead of a fault that is recorded in the findings, and sets *faulty (may be NULL), so that reading
 * continues; returns any other status unchanged. */
cdy_status cdy_continue_reading(const cdy_reader *r, cdy_status status, bool *faulty);

/* Returns CDY_OK instead of a fault in a shape or color while a robot is loaded, and sets *dropped; returns any other
 * status unchanged. Resets the leniency to CDY_REFUSES. */
cdy_status cdy_ignore_appearance_fault(cdy_reader *r, cdy_status status, bool *dropped);

/* Reports a broken rule to the caller's `warn` or to the findings. */
void cdy_warn(cdy_reader *r, cdy_rule rule, cdy_place at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* As cdy_warn(), for programs in addition to the programs that the rule affects. */
void cdy_warn_for(cdy_reader *r, cdy_rule rule, cdy_programs programs, cdy_place at, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Returns whether warnings have an effect: the caller has a `warn`, collects findings, or loads strictly. */
bool cdy_reports_warnings(const cdy_reader *r);

/* Set the subject of the following reports: the robot as a whole, a link or a joint. */
void cdy_about_robot(cdy_reader *r);
void cdy_about_link(cdy_reader *r, const char *name);
void cdy_about_joint(cdy_reader *r, const char *name);

enum { CDY_HINT_SIZE = 128 };

/* Writes "; did you mean 'NAME'?" into `hint` and returns it; "" if the name is NULL. */
const char *cdy_hint(char hint[CDY_HINT_SIZE], const char *name);

/* As cdy_hint(), with the nearest name of a link or a joint; links or joints must be read. */
const char *cdy_hint_link(cdy_reader *r, char hint[CDY_HINT_SIZE], const char *name);
const char *cdy_hint_joint(cdy_reader *r, char hint[CDY_HINT_SIZE], const char *name);

/* Finds the only child of this name; *child is NULL if there is none. A second child is a fault. */
cdy_status cdy_only_child(cdy_reader *r, const cdy_element *element, const char *name, const cdy_element **child);

/* Returns the number of children of this name. */
int cdy_count_children(const cdy_element *element, const char *name);

/* Returns the place of a part of a link's <inertial>, as cdy_place_of(); the place of a link without <inertial>. */
cdy_place cdy_place_in_inertial(const cdy_link_entry *link, const char *child, const char *attribute);

/* Returns whether a name is one of `count` names. */
bool cdy_is_among(const char *name, size_t count, const char *const *names);

/* Returns the name of a format, "MJCF"; "" for CDY_FROM_CONTENT, NULL where none has the number. */
const char *cdy_source_format_name(cdy_source_format format);

/* Checks that the options name a format. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_source_format(cdy_source_format format, cdy_error *error);

/* Checks the limits of the options. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_limits(size_t max_bytes, int max_depth, cdy_error *error);

/* Parses the XML document in a text. */
cdy_status cdy_read_document(cdy_reader *r, const char *bytes, size_t size);

/* Reads a robot with its links and joints from a text; with findings, reading continues after faults. */
cdy_status cdy_read_text(cdy_reader *r, const char *bytes, size_t size);

/* Returns CDY_ERROR_MEMORY if memory ran out during reading or checking, so that warnings may be missing. */
cdy_status cdy_reader_status(const cdy_reader *r);

/* Frees the memory of a reader. */
void cdy_clear_reader(cdy_reader *r);

/* Warns of white space around a single number, which some programs refuse. */
void cdy_check_blanks(cdy_reader *r, const cdy_element *element, const cdy_attribute *attribute);

/* Writes the numbers of the links to `order` (link_count), parents before children; links that do not form one tree are
 * a fault. */
cdy_status cdy_order_links(cdy_reader *r, int *order);

/* Reports joints that mimic an unknown joint; *any is set if any joint is a mimic joint. */
cdy_status cdy_check_leaders(cdy_reader *r, bool *any);

/* Reports in the findings every joint that mimics itself or a joint without one degree of freedom, and every ring of
 * mimic joints. */
cdy_status cdy_check_mimics(cdy_reader *r);

/* Returns the joint with this number; NULL if the joint moves no link, another joint moves the joint's link, or the
 * joint could not be read.
 */
const cdy_joint *cdy_joint_of(const cdy_reader *r, int number);

/* Builds the tree from the links and joints that were read. */
cdy_status cdy_build_tree(cdy_reader *r, cdy_tree **tree);

#endif
