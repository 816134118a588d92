/* Prechecks: what is refused of a text before the XML parser sees it, which would pass over it. */
#ifndef CDY_XML_PRECHECK_H
#define CDY_XML_PRECHECK_H

#include "xml/encoding.h"

/* Checks the bytes of a file before they are decoded.  Fails with CDY_ERROR_ROBOT where they are another kind of file
 * that takes the place of a robot: compressed by gzip, or a pointer of Git LFS. */
cdy_status cdy_check_bytes(const char *bytes, size_t size, const char *file, cdy_error *error);

/* Checks a text; `file` stands for it in messages.  Fails with CDY_ERROR_ROBOT where it is empty or has more than
 * INT_MAX bytes, holds a zero byte, a second byte order mark or XML declaration, a declaration without end, or an
 * element with too many attributes. */
cdy_status cdy_check_text(const cdy_text *text, const char *file, cdy_error *error);

#endif
