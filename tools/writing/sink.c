#include "writing/sink.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void sink_bytes(const sink *to, const char *bytes, size_t length)
{
    to->write(to->context, bytes, length);
}

void sink_text(const sink *to, const char *text)
{
    sink_bytes(to, text, strlen(text));
}

void sink_format(const sink *to, const char *format, ...)
{
    char text[SINK_MOST];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sink_text(to, text);
}
