/* Loops of a tree as joints of SDF. */
#ifndef CDY_SDF_WRITER_LOOP_H
#define CDY_SDF_WRITER_LOOP_H

#include "description/losses.h"
#include "xml/xml_output.h"

#include <condyle/tree.h>

/* A tree whose links are written; the arrays have an element for each body, the base first. */
typedef struct cdy_sdf_loops {
    const cdy_tree *tree;
    const cdy_writing *how;
    cdy_xml_output *out;
    const char *const *names; /* of bodies that are written under another name; NULL: their own */
    const int *holders;       /* the body that carries each: itself, unless it is written as a frame */
    const int *pairs;         /* negative: a body between the turns of a universal joint, which is not written */
} cdy_sdf_loops;

/* Writes all loops; those that SDF does not have are lost. False if memory runs out. */
bool cdy_sdf_write_loops(const cdy_sdf_loops *l);

#endif
