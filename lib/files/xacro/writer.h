/* Writer: nodes to XML text, with the source of each line. */
#ifndef CDY_XACRO_WRITER_H
#define CDY_XACRO_WRITER_H

#include "xacro/builder.h"
#include "xacro/node.h"

typedef struct cdy_writing {
    cdy_builder text;
    cdy_origin *lines; /* origin of each line: the last element begun before its end */
    size_t line_count, line_capacity;
} cdy_writing;

/* Writes a document; reports errors. */
bool cdy_write_document(cdy_writing *w, const cdy_node *document, const char *file);

#endif
