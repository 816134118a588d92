/* Documents in xacro: their expansions, errors and warnings. */
#ifndef CDY_TESTS_EXPANDED_H
#define CDY_TESTS_EXPANDED_H

#include <stddef.h>

/* A document and its outcome. robot.xacro has <robot> as its root and this content from its second line on; other files
 * are given by name and content ("@" stands for <robot> with the namespace of xacro). The outcome is the warnings, then
 * the lines between <robot> and </robot> of the expansion, or the place and text of the error; "..." at its end stands
 * for any further text. */
typedef struct document_outcome {
    const char *body;
    const char *files[6];
    const char *outcome;
} document_outcome;

/* Checks the outcomes of a table in a folder that open_folder() made. */
void check_documents(const document_outcome *rows, size_t count);

#endif
