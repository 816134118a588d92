/* Comments of formats whose programs read them more freely than XML has them. */
#ifndef CDY_XML_COMMENTS_H
#define CDY_XML_COMMENTS_H

#include "xml/encoding.h"

/* Copies a text of MJCF or SDF with '=' for the hyphens in its comments, among which XML allows no two in a row, and
 * which MuJoCo and libsdformat take; places stay the same. *copy is freed by cdy_release(); NULL: another format, or no
 * comment has any. Fails with CDY_ERROR_MEMORY. */
cdy_status cdy_mend_comments(const cdy_text *text, char **copy, cdy_error *error);

#endif
