/* Writer: nodes as XML text, with a note of where each line is from. */
#ifndef CDY_XACRO_WRITER_H
#define CDY_XACRO_WRITER_H

#include "xacro/builder.h"
#include "xacro/node.h"

typedef struct cdy_writing {
    cdy_builder text;
    cdy_origin *lines; /* of the last element that began up to each line */
    size_t line_count, line_capacity;
} cdy_writing;

/* Writes a document; what fails is reported. */
bool cdy_write_document(cdy_writing *w, const cdy_node *document, const char *file);

#endif
