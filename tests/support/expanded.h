/* Documents in xacro: their expansions, errors and warnings. */
#ifndef CDY_TESTS_EXPANDED_H
#define CDY_TESTS_EXPANDED_H

#include <stddef.h>

/* The second line and those behind it of robot.xacro, whose root is <robot>, other files by name and content ("@"
 * stands for <robot> with the namespace of xacro), and the outcome: the warnings, then the lines between <robot> and
 * </robot> of the expansion, or the place and text of the error; "..." at its end leaves the rest open. */
typedef struct document_outcome {
    const char *body;
    const char *files[6];
    const char *outcome;
} document_outcome;

/* Checks the outcomes of a table in a folder that open_folder() made. */
void check_documents(const document_outcome *rows, size_t count);

#endif
