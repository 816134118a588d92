/* Reading a robot of any format: bytes, document, then the format's own reader. */
#include "description/reader.h"

#include "base/error.h"
#include "base/format.h"
#include "base/memory.h"
#include "description/expand.h"
#include "description/sources.h"
#include "text/file.h"
#include "xml/precheck.h"

#include <string.h>

bool cdy_wants_models(const cdy_reader *r)
{
    return r->models && !r->options.model;
}

bool cdy_keep_model(cdy_reader *r, const char *name)
{
    cdy_model_names *models = r->models;
    cdy_kept_model *kept = cdy_arena_allocate(&models->memory, 1, sizeof *kept);
    const char *text = cdy_arena_copy(&models->memory, name);
    if (!kept || !text) {
        return false;
    }
    kept->text = text;
    *(models->last ? &models->last->next : &models->first) = kept;
    models->last = kept;
    models->count++;
    return true;
}

cdy_load_options cdy_load_options_default(void)
{
    return (cdy_load_options){0};
}

enum { DEFAULT_DEPTH = 256, MAX_DEPTH = 100000 };

cdy_status cdy_check_limits(size_t max_bytes, int max_depth, cdy_error *error)
{
    if (max_bytes > CDY_LARGEST_FILE) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "max_bytes is %zu; expected %d at most", max_bytes,
                        CDY_LARGEST_FILE);
    }
    if (max_depth < 0 || max_depth > MAX_DEPTH) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "max_depth is %d; expected 0 to %d", max_depth, MAX_DEPTH);
    }
    return CDY_OK;
}

const char *cdy_source_format_name(cdy_source_format format)
{
    switch (format) {
    case CDY_FROM_CONTENT: return "";
    case CDY_FROM_URDF: return "URDF";
    case CDY_FROM_MJCF: return "MJCF";
    case CDY_FROM_SDF: return "SDF";
    case CDY_FROM_USD: return "USD";
    }
    return NULL;
}

cdy_status cdy_check_source_format(cdy_source_format format, cdy_error *error)
{
    return cdy_source_format_name(format)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT, "no format of robot files has the number %d", (int)format);
}

/* Stricter parsers refuse a file whose declaration is preceded by white space or names an unknown encoding. */
static void check_declaration(cdy_reader *r, const cdy_text *text)
{
    const cdy_place at = {text->declared_line, text->declared_column, 0};
    if (text->declaration && text->after_space) {
        cdy_warn(r, CDY_RULE_XML_DECLARATION, at,
                 "there is white space before <?xml ...?>, which other programs refuse; expected none");
    }
    if (text->declared[0] && !text->assumed_latin1 && !cdy_is_encoding(text->declared)) {
        cdy_warn(r, CDY_RULE_XML_DECLARATION, at,
                 "the encoding '%.40s' is unknown, read as UTF-8; expected encoding=\"UTF-8\"", text->declared);
    }
}

/* Checks that a text is no larger than the limit that is set. */
static cdy_status check_size(const cdy_reader *r, size_t size)
{
    const size_t limit = r->options.max_bytes ? r->options.max_bytes : CDY_USUAL_FILE;
    return size > limit ? cdy_fail_at(r->error, CDY_ERROR_ROBOT, r->file, 1,
                                      "larger than %zu bytes, the limit that is set", limit)
                        : CDY_OK;
}

cdy_status cdy_read_document(cdy_reader *r, const char *bytes, size_t size)
{
    cdy_text text;
    const int max_depth = r->options.max_depth ? r->options.max_depth : DEFAULT_DEPTH;
    cdy_status status = check_size(r, size);
    status = status ? status : cdy_check_bytes(bytes, size, r->file, r->error);
    if (status) {
        return status;
    }
    status = cdy_decode_text(bytes, size, &text, r->error);
    if (!status) {
        status = cdy_document_parse(&r->document, &text, max_depth, r->file, r->error);
    }
    if (!status && (text.assumed_latin1 || text.has_c1_bytes)) {
        cdy_warn(r, CDY_RULE_ENCODING, (cdy_place){1, 1, 0}, "%s %.40s, read as Latin-1; save the file as UTF-8",
                 text.assumed_latin1 ? "the bytes are not" : "bytes from 0x80 to 0x9f in",
                 text.declared[0] ? text.declared : "UTF-8");
    }
    if (!status) {
        r->utf16 = text.utf16;
        check_declaration(r, &text);
    }
    cdy_release(text.memory);
    return status;
}

/* Budget of letter comparisons for hints; a robot with a hundred links, names of ten letters and a hundred unknown
 * references needs far less. */
static size_t letter_budget(size_t size)
{
    enum { MIN_LETTERS = 1 << 16, LETTERS_PER_BYTE = 32 };
    return MIN_LETTERS + LETTERS_PER_BYTE * size;
}

/* Writes "<robot>", or the root elements of several formats with "or" between them. */
static void name_roots(const cdy_reader *r, char *text, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; r->formats[i] && length < size; i++) {
        if (!r->formats[i]->read_text) {
            const bool more = r->formats[i + 1] && !r->formats[i + 1]->read_text;
            length += cdy_print(text + length, size - length, "%s<%s>",
                                i == 0 ? ""
                                : more ? ", "
                                       : " or ",
                                r->formats[i]->root);
        }
    }
}

/* Finds the format of the document by its root element; reports an unknown one. */
static cdy_status find_format(cdy_reader *r, const cdy_element *root)
{
    for (size_t i = 0; r->formats[i] && !r->format; i++) {
        r->format = !r->formats[i]->read_text && strcmp(root->name, r->formats[i]->root) == 0 ? r->formats[i] : NULL;
    }
    char expected[96] = "";
    name_roots(r, expected, sizeof expected);
    return r->format ? CDY_OK
                     : cdy_fault(r, CDY_RULE_ROOT_ELEMENT, root->at, "the root element is <%.80s>; expected %s",
                                 root->name, expected);
}

/* Checks that the format found is the one that the caller says; USD is also what its reader refuses. */
static cdy_status check_said(cdy_reader *r, cdy_place at)
{
    const char *said = cdy_source_format_name(r->options.format);
    if (!said || !*said || strstr(r->format->name, said)) {
        return CDY_OK;
    }
    return r->format->read_text
               ? cdy_fault(r, CDY_RULE_ROOT_ELEMENT, at,
                           "the file is in %s, as its first bytes say; expected %s, as the call says", r->format->name,
                           said)
               : cdy_fault(r, CDY_RULE_ROOT_ELEMENT, at,
                           "the file is in %s, as its root element <%s> says; expected %s, as the call says",
                           r->format->name, r->format->root, said);
}

/* Refuses the name of another robot for a file that has one; files with several choose by it while they are read. */
static cdy_status check_model(cdy_reader *r, cdy_place at)
{
    const char *model = r->options.model;
    if (!model || r->format->has_models || !r->name || strcmp(model, r->name) == 0) {
        return CDY_OK;
    }
    return cdy_fault(r, CDY_RULE_REFERENCE_UNKNOWN, at,
                     "no model has the name '%.80s': a file in %s has one, here '%.80s'; expected no name of a model",
                     model, r->format->name, r->name);
}

/* USD as text begins with its name; XML begins with '<', and then has another root element. */
static cdy_status check_beginning(cdy_reader *r, const char *bytes, size_t size)
{
    size_t at = 0;
    int line = 1;
    while (at < size && memchr(" \t\r\n", bytes[at], 4)) {
        line += bytes[at++] == '\n';
    }
    return at < size && bytes[at] == '<'
               ? CDY_OK
               : cdy_fault(r, CDY_RULE_ROOT_ELEMENT, (cdy_place){line, 1, 0},
                           "the file does not begin as USD in text does; expected '#usda 1.0' at its very beginning");
}

/* Refuses a file without a byte, and names the format that the caller says. */
static cdy_status check_any(cdy_reader *r, size_t size)
{
    const char *said = cdy_source_format_name(r->options.format);
    return size > 0 ? CDY_OK
                    : cdy_fault(r, CDY_RULE_XML, (cdy_place){1, 1, 0}, "empty; expected a robot in %s",
                                said && *said ? said : "URDF, MJCF, SDF or USD");
}

cdy_status cdy_read_text(cdy_reader *r, const char *bytes, size_t size)
{
    r->hints.letters = r->hints.unwanted ? 0 : letter_budget(size);
    r->format = cdy_format_of_text(r, bytes, size);
    if (r->format) {
        cdy_status unread = check_size(r, size);
        unread = unread ? unread : check_said(r, (cdy_place){1, 1, 0});
        return unread ? unread : r->format->read_text(r, bytes, size);
    }
    cdy_status status = check_any(r, size);
    status = !status && r->options.format == CDY_FROM_USD ? check_beginning(r, bytes, size) : status;
    status = status ? status : cdy_read_document(r, bytes, size);
    if (!status) {
        status = find_format(r, r->document.root);
    }
    if (!status) {
        status = check_said(r, r->document.root->at);
    }
    status = status ? status : r->format->read(r, r->document.root);
    return status ? status : check_model(r, r->document.root->at);
}

void cdy_clear_reader(cdy_reader *r)
{
    cdy_name_table_clear(&r->link_numbers);
    cdy_name_table_clear(&r->joint_numbers);
    cdy_name_table_clear(&r->material_numbers);
    cdy_name_table_clear(&r->hints.links);
    cdy_name_table_clear(&r->hints.joints);
    cdy_clear_included(r);
    cdy_arena_clear(&r->memory);
    cdy_document_clear(&r->document);
    cdy_expansion_destroy(r->expansion);
    r->expansion = NULL;
}

cdy_status cdy_reader_status(const cdy_reader *r)
{
    return r->out_of_memory || r->memory.failed ? cdy_fail_memory(r->error) : CDY_OK;
}
