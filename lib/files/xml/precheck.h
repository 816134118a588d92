/* Checks of a text before XML parsing, for faults that the parser would ignore. */
#ifndef CDY_XML_PRECHECK_H
#define CDY_XML_PRECHECK_H

#include "xml/encoding.h"

/* Checks the bytes of a file before decoding. Fails with CDY_ERROR_ROBOT if they are compressed by gzip, or a pointer
 * of Git LFS. */
cdy_status cdy_check_bytes(const char *bytes, size_t size, const char *file, cdy_error *error);

/* Checks a decoded text; `file` names it in messages. Fails with CDY_ERROR_ROBOT if it is empty, is larger than INT_MAX
 * bytes, or has a zero byte, a second byte order mark or XML declaration, a declaration without end, or an element with
 * too many attributes. */
cdy_status cdy_check_decoded_text(const cdy_text *text, const char *file, cdy_error *error);

#endif
