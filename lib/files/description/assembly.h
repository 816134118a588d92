/* Assembly: links and joints of a format without a tree of its own, as a tree that spans them. */
#ifndef CDY_DESCRIPTION_ASSEMBLY_H
#define CDY_DESCRIPTION_ASSEMBLY_H

#include "description/pose.h"
#include "description/reader.h"

/* The links of a joint, by their numbers. */
typedef struct cdy_ends {
    int parent, child;
} cdy_ends;

/* The links and joints that a tree is made of; link 0 is the world. The caller sets the members above the empty line,
 * cdy_assemble() those below it. */
typedef struct cdy_assembly {
    cdy_reader *r;
    const cdy_link_entry *links;
    const cdy_pose *places; /* of the links, in the world */
    int link_count;         /* the world and the links of the robot */
    const cdy_ends *edges;  /* joints */
    int edge_count;
    int spare;  /* how many links and joints may be added besides, for frames and between degrees of freedom */
    bool still; /* the robot does not move */
    /* Adds the joint of an edge between two links of the reader; false if memory runs out. `against`: its child is the
     * parent. */
    bool (*add_edge)(struct cdy_assembly *a, int edge, bool against, int parent, int child);
    void *context;

    int *first, *next;        /* edges at each link: first[link], next[2 edge + end], where end 0 is at the parent */
    int *queue, queued, done; /* links of the tree */
    int *against;             /* edges to try against their direction */
    int against_count, against_done;
    int *parts, part_count; /* links where the parts begin that hang together, but for the world's */
    int *by;                /* edge that leads to a link; -1: none */
    bool *reached, *used;   /* links and edges of the tree */
    int *tied;              /* number in the reader of each link; -1: none */
    bool world;             /* the world is a link of the tree */
} cdy_assembly;

/* Makes links and joints of the reader: joints by their parents first, against their direction where nothing else leads
 * to a link; joints that close loops are cut, and are those that are not `used`. */
cdy_status cdy_assemble(cdy_assembly *a);

/* Append a link, whose number is returned (-1: memory ran out), or the joint that moves a link; names that are taken
 * get underscores behind. */
int cdy_assembly_add_link(cdy_reader *r, const cdy_link_entry *entry);
bool cdy_assembly_add_joint(cdy_reader *r, int parent, int child, const char *name, const cdy_element *e,
                            cdy_joint joint);

/* Keeps an edge that is cut as a loop: a joint of this type and axis, whose frame stands there in the edge's parent and
 * child. Edges at links that are not in the tree, and joints that are no constraint, are left out. False if memory runs
 * out. */
bool cdy_assembly_keep_loop(const cdy_assembly *a, int edge, const char *name, cdy_place at, const cdy_joint *joint,
                            const cdy_pose *in_parent, const cdy_pose *in_child);

/* Tells what a joint has that closes a loop, and that a loop has not: limits, friction, a leader. */
void cdy_assembly_name_lost(cdy_reader *r, const cdy_joint *joint, bool follows, cdy_place at);

/* Returns a fixed joint, and a floating one that is at home there. */
cdy_joint cdy_fixed_joint(const cdy_pose *place);
cdy_joint cdy_floating_joint(const cdy_pose *place);

/* Returns `name` and `suffix` in one; NULL if memory runs out. */
const char *cdy_extend_name(cdy_reader *r, const char *name, const char *suffix);

#endif
