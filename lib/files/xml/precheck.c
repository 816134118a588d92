#include "xml/precheck.h"

#include "base/error.h"
#include "xml/start_tag.h"

#include <limits.h>
#include <string.h>

static bool begins_with(const char *bytes, size_t size, const char *mark)
{
    const size_t length = strlen(mark);
    return size >= length && memcmp(bytes, mark, length) == 0;
}

cdy_status cdy_check_bytes(const char *bytes, size_t size, const char *file, cdy_error *error)
{
    const char *fault = NULL;
    if (begins_with(bytes, size, "\x1f\x8b")) {
        fault = "compressed by gzip; expected a robot in URDF, so unpack it (gunzip)";
    } else if (begins_with(bytes, size, "version https://git-lfs.github.com/spec/")) {
        fault = "a pointer of Git LFS in the place of the file; fetch the file itself (git lfs pull)";
    }
    return fault ? cdy_fail_at(error, CDY_ERROR_ROBOT, file, 1, "%s", fault) : CDY_OK;
}

/* The parser counts in int. Any file within the limits of the loader fits, unless conversion from Latin-1 or UTF-16
 * enlarges it. */
static cdy_status check_size(const cdy_text *text, const char *file, cdy_error *error)
{
    if (text->size == 0) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, file, 1, "empty; expected a robot in URDF");
    }
    if (text->size > INT_MAX) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, file, 1, "larger than %d bytes as UTF-8; expected a smaller file",
                           INT_MAX);
    }
    return CDY_OK;
}

/* The parser takes a zero byte for the end of the file or for half a character of UTF-16. */
static cdy_status check_zeros(const cdy_text *text, const char *file, cdy_error *error)
{
    const char *zero = memchr(text->start, '\0', text->size);
    if (!zero) {
        return CDY_OK;
    }
    return cdy_fail_at(error, CDY_ERROR_ROBOT, file, cdy_line_of(text, zero),
                       "not well-formed XML: a zero byte with more behind it; expected UTF-8, so remove it");
}

/* Rejects a byte order mark or XML declaration at the start of the decoded text, which the parser would obey: it would
 * skip the mark, or change the encoding. */
static cdy_status check_beginning(const cdy_text *text, const char *file, cdy_error *error)
{
    const char *fault = NULL;
    if (text->size >= 3 && memcmp(text->start, "\xef\xbb\xbf", 3) == 0) {
        fault = "a byte order mark that does not begin the file; remove it";
    } else if (cdy_begins_declaration(text)) {
        fault = text->declaration ? "a second XML declaration <?xml ...?>; expected one only, so remove it"
                                  : "the XML declaration <?xml ...?> has no end; expected '?>' before any '<' or '>'";
    }
    return !fault ? CDY_OK
                  : cdy_fail_at(error, CDY_ERROR_ROBOT, file, text->first_line, "not well-formed XML: %s", fault);
}

static cdy_status check_attributes(const cdy_text *text, const char *file, cdy_error *error)
{
    const char *tag = cdy_find_oversized_tag(text);
    if (!tag) {
        return CDY_OK;
    }
    return cdy_fail_at(error, CDY_ERROR_ROBOT, file, cdy_line_of(text, tag),
                       "an element has more than %d attributes; expected fewer than ten", CDY_MOST_ATTRIBUTES);
}

cdy_status cdy_check_decoded_text(const cdy_text *text, const char *file, cdy_error *error)
{
    cdy_status status = check_size(text, file, error);
    if (!status) {
        status = check_zeros(text, file, error);
    }
    if (!status) {
        status = check_beginning(text, file, error);
    }
    return status ? status : check_attributes(text, file, error);
}
