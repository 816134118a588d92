/* The events of a text in YAML as lines, by libyaml and by the page's parser: yaml_events.c is compiled over both. */
#ifndef CONDYLE_TESTS_YAML_EVENTS_H
#define CONDYLE_TESTS_YAML_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes the events to `out`, one a line; false where the text is refused. */
bool print_events_of_libyaml(const char *text, size_t size, FILE *out);
bool print_events_of_page(const char *text, size_t size, FILE *out);

#endif
