/* Sources: every file that a command line reads, by the option that names the file. */
#ifndef CONDYLE_TOOLS_SOURCES_H
#define CONDYLE_TOOLS_SOURCES_H

#include "options/options.h"

/* A file that is read or written. */
typedef struct endpoint {
    const char *option; /* option that names the file, or "ROBOT" */
    const char *path;   /* NULL: the standard stream `descriptor` */
    int descriptor;
} endpoint;

typedef struct source_list {
    endpoint *items;
    size_t count, capacity;
    bool failed;  /* memory ran out */
    char **paths; /* those that the list made */
    size_t path_count;
} source_list;

/* Returns the endpoint of a path; - is the standard stream. */
endpoint endpoint_of(const char *option, const char *path, int standard);

/* Lists the robots, the files of options and of steps, and the files of robots that are given by a name, which may lie
 * in folders of CONDYLE_URDF_PATH. A text that names no file stands in the list as well and does no harm there. Memory
 * that runs out is noted in the list; sources_clear() frees the list, also then. */
void sources_list(source_list *sources, const option_list *list, invocation *values);
void sources_clear(source_list *sources);

/* Refuses a command line that reads the standard input twice: the second reader would find nothing. */
exit_code sources_refuse_sharing(const source_list *sources);

#endif
