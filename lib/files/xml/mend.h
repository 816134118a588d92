/* Texts of formats whose programs read them more freely than XML has them. */
#ifndef CDY_XML_MEND_H
#define CDY_XML_MEND_H

#include "xml/encoding.h"

/* Gives a text as XML has it. In MJCF and SDF comments get '=' for their hyphens, among which XML allows no two in a
 * row, and an attribute directly behind the value of another gets a blank before it: MuJoCo and libsdformat take both.
 * Lines stay the same. Columns of elements, attributes and text are those of the file; that of a fault which ends the
 * parsing counts such blanks before it. mended->memory, NULL where nothing changed, is freed by cdy_release(). Fails
 * with CDY_ERROR_MEMORY. */
cdy_status cdy_mend_text(const cdy_text *text, cdy_text *mended, cdy_error *error);

#endif
