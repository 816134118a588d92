/* Bag folder: the files of a recording of rosbag2, as its metadata.yaml names them. */
#ifndef CONDYLE_TOOLS_BAG_FOLDER_H
#define CONDYLE_TOOLS_BAG_FOLDER_H

#include "rows/input.h"
#include "run/text.h"

typedef struct bag_folder {
    char **files; /* paths, in their order */
    size_t count;
    bool packs_messages; /* each message is a frame of zstd */
} bag_folder;

/* Reads FOLDER/metadata.yaml: `relative_file_paths`, names without a folder. INPUT_BROKEN: the reason is in `problem`,
 * such as a compression of whole files, or by another format than zstd, which are refused. bag_folder_clear() frees it
 * in any case.
 */
input_status bag_folder_read(bag_folder *folder, const char *path, text_buffer *problem);
void bag_folder_clear(bag_folder *folder);

#endif
