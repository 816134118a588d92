/* Ending: what the name of a file that is written says of its content. */
#ifndef CONDYLE_TOOLS_ENDING_H
#define CONDYLE_TOOLS_ENDING_H

#include "run/message.h"

/* Endings of rows of numbers, in the order .csv, .json, .jsonl, .npy, .txt; of these and a picture in vectors; of both
 * without .npy, for commands that write none; of a robot in URDF; of a page; none, where other options decide. They end
 * with NULL. */
extern const char *const ending_rows[],
    *const ending_rows_or_svg[], *const ending_table[], *const ending_table_or_svg[], *const ending_urdf[],
                                                                                          *const ending_page[],
                                                                                              *const ending_any[];

/* Returns the ending of a name, with its dot; NULL where it has none, such as "made", ".made" or "a.b/made". */
const char *ending_of(const char *name);

/* Returns the place of a name's ending in the list, in upper or lower case; -1 where it is none of these or the name is
 * NULL. */
int ending_find(const char *name, const char *const *endings);

/* Fails where a name has an ending that is none of the list: `option` is the one that the name was given by, `writer`
 * what writes the file, `otherwise` what else would do (NULL: nothing). Names without an ending say nothing, and those
 * of devices are no names of files. */
exit_code ending_require(const char *option, const char *name, const char *const *endings, const char *writer,
                         const char *otherwise);

#endif
