/* Sink: where text and bytes go, a file or memory. */
#ifndef CONDYLE_TOOLS_SINK_H
#define CONDYLE_TOOLS_SINK_H

#include <stddef.h>

typedef struct sink {
    void (*write)(void *context, const char *bytes, size_t length); /* keeps failures to itself */
    void *context;
} sink;

/* Writes bytes as they are. */
void sink_bytes(const sink *to, const char *bytes, size_t length);

/* Writes a text unchanged. */
void sink_text(const sink *to, const char *text);

enum { SINK_MOST = 512 };

/* Writes formatted text; what goes beyond SINK_MOST bytes is left out, so texts of others have calls of their own. */
void sink_format(const sink *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
