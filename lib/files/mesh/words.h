/* Words of a mesh file in text, with the line that they are in. */
#ifndef CDY_MESH_WORDS_H
#define CDY_MESH_WORDS_H

#include "mesh/mesh.h"

typedef struct cdy_words {
    const char *next, *end; /* the text that is not read yet */
    const char *word;       /* the word that was read last */
    size_t length;          /* length of `word`; 0 at the end */
    int line;               /* line of `word`, from 1 */
    const char *name;       /* name of the file, for messages */
} cdy_words;

/* Reads the next word; false at the end of the file. With `in_line`, also at the end of the line. A backslash before
 * the end of a line continues it. */
bool cdy_next_word(cdy_words *w, bool in_line);

/* Goes to the beginning of the next line. */
void cdy_skip_line(cdy_words *w);

/* Returns whether the word that was read last is `text`, in any case of letters. */
bool cdy_is_word(const cdy_words *w, const char *text);

/* Reads three coordinates in this line. */
cdy_status cdy_read_point(cdy_words *w, double xyz[3], cdy_error *error);

/* Reports the word that was read last. */
cdy_status cdy_fail_word(const cdy_words *w, const char *expected, cdy_error *error);

#endif
