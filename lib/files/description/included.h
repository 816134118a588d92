/* Files that a robot file names: documents that it includes, and files beside it. */
#ifndef CDY_DESCRIPTION_INCLUDED_H
#define CDY_DESCRIPTION_INCLUDED_H

#include "description/reader.h"
#include "package/search.h"

/* Writes to *path the path of a file that the robot file names relative to its folder; the reader owns it. A file
 * elsewhere than in that folder, in the one above, or below these is a fault, and so is any where the robot is in no
 * folder; but for folders that the caller gives as places of packages. */
cdy_status cdy_locate_beside(cdy_reader *r, const char *file, cdy_place at, const char **path);

/* Returns a path behind a folder, which is "" or ends in '/'; an absolute path as it is. NULL if memory runs out. */
const char *cdy_join_folder(cdy_reader *r, const char *folder, const char *path);

/* Puts the content of the files that elements of this name within `root` include (`file`, from `folder`: "", or it ends
 * in '/') in the place of these elements, and does so in that content. A file that is included twice is a fault. */
cdy_status cdy_insert_included(cdy_reader *r, cdy_element *root, const char *folder, const char *element);

/* Says what a path is that is no regular file: "not there", or what stands there. */
const char *cdy_irregular(const char *path);

/* Reads a regular file; *root is its root element. A file that was read already is not read again. */
cdy_status cdy_read_included(cdy_reader *r, const char *path, cdy_place at, cdy_element **root);

/* Reads a regular file that is not in XML as another included document, whose number, that of places in it, becomes
 * *number; its bytes belong to the reader, with a zero byte behind them. */
cdy_status cdy_include_text(cdy_reader *r, const char *path, cdy_place at, const char **bytes, size_t *size,
                            int *number);

/* Writes the absolute folder of a model, and returns whether there is one: a package, as cdy_find_package() finds it in
 * the package paths of the options, or a folder beside the robot file or up to three folders above. */
bool cdy_find_model_folder(cdy_reader *r, const char *name, char found[CDY_PATH_SIZE]);

/* Whether a path does not stay in the folder that it begins in. */
bool cdy_leads_away(const char *path);

#endif
