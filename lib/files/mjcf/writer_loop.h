/* Loops of a tree as <connect> and <weld> of MJCF. */
#ifndef CDY_MJCF_WRITER_LOOP_H
#define CDY_MJCF_WRITER_LOOP_H

#include "base/name_table.h"
#include "description/losses.h"
#include "xml/xml_output.h"

#include <condyle/tree.h>

/* The loops of a tree while it is written. */
typedef struct cdy_mjcf_loops {
    const cdy_tree *tree;
    const cdy_writing *how;
    cdy_xml_output *out;
    int count;
    unsigned char *forms; /* how each is written */
    int *first, *next;    /* the first end of a loop at each body, then the one behind each end: 2 loop + side; -1 */
    cdy_name_table names; /* those that are written */
} cdy_mjcf_loops;

/* Chooses how each loop is written; `merged`: bodies that are not written. False if memory runs out. */
bool cdy_mjcf_begin_loops(cdy_mjcf_loops *l, const bool *merged);
void cdy_mjcf_end_loops(cdy_mjcf_loops *l);

/* Writes the sites that loops have in a body. */
void cdy_mjcf_write_loop_sites(const cdy_mjcf_loops *l, int body);

/* Writes all loops; those that MJCF does not have are lost. False if memory runs out. */
bool cdy_mjcf_write_loops(cdy_mjcf_loops *l);

#endif
