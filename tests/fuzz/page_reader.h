/* The page's parser of JSON, apart from jansson's functions of the same names. */
#ifndef CDY_TESTS_PAGE_READER_H
#define CDY_TESTS_PAGE_READER_H

#include <stdbool.h>
#include <stddef.h>

/* Why a text is no JSON, and behind which column. */
typedef struct page_fault {
    char text[160];
    int column;
} page_fault;

/* Whether the page's parser reads a text as the command has jansson read it. */
bool page_reads(const char *bytes, size_t size, page_fault *fault);

#endif
