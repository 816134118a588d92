/* Reading a robot: bytes, document, links, joints, tree. */
#include "urdf/reader.h"

#include "base/error.h"
#include "base/memory.h"
#include "text/file.h"
#include "urdf/expand.h"
#include "xml/precheck.h"

#include <string.h>

cdy_urdf_options cdy_urdf_options_default(void)
{
    return (cdy_urdf_options){0};
}

static bool is_known_version(const char *version)
{
    return strcmp(version, "1.0") == 0 || strcmp(version, "1.1") == 0 || strcmp(version, "1.2") == 0;
}

/* Reports another root element than <robot>, and how a robot in SDF becomes one in URDF. */
static cdy_status fault_root(cdy_reader *r, const cdy_element *root)
{
    const bool sdf = strcmp(root->name, "sdf") == 0;
    return cdy_fault(r, CDY_RULE_ROOT_ELEMENT, root->at, "the root element is <%.80s>; expected <robot>%s", root->name,
                     sdf ? ": SDF, Gazebo's format, is not read; give the URDF or xacro file that it was made from, or "
                           "convert it to URDF, with the Python package rod or sdf2urdf.py of pysdf"
                         : "");
}

static cdy_status read_root(cdy_reader *r, const cdy_element *robot)
{
    static const char *const known[] = {"link", "joint", "material"};
    if (strcmp(robot->name, "robot") != 0) {
        return fault_root(r, robot);
    }
    const cdy_attribute *name = cdy_find_attribute(robot, "name");
    r->name = name ? name->text : "";
    if (!*r->name) {
        cdy_warn(r, CDY_RULE_ROBOT_NAME, robot->at, "the robot has no name; expected <robot name=\"...\">");
    }
    const cdy_attribute *version = cdy_find_attribute(robot, "version");
    if (version && !is_known_version(version->text)) {
        cdy_warn(r, CDY_RULE_VERSION, version->at, "version '%.80s' is unknown, read as 1.2; expected 1.0, 1.1 or 1.2",
                 version->text);
    }
    cdy_check_children(r, robot, sizeof known / sizeof *known, known);
    for (size_t i = 0; i < r->document.prefixed_count && r->options.unread; i++) {
        r->options.unread(r->options.context, "prefix:");
    }
    return CDY_OK;
}

static cdy_status read_robot(cdy_reader *r)
{
    const cdy_element *robot = r->document.root;
    cdy_status status = read_root(r, robot);
    if (!status) {
        status = cdy_refuse_macros(r);
    }
    if (!status) {
        status = cdy_read_materials(r, robot);
    }
    if (!status) {
        status = cdy_read_links(r, robot);
    }
    if (!status) {
        status = cdy_read_joints(r, robot);
    }
    if (!status) {
        cdy_read_transmissions(r, robot);
    }
    return status;
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

/* Stricter parsers refuse a file whose declaration is preceded by white space or names an unknown encoding. */
static void check_declaration(cdy_reader *r, const cdy_text *text)
{
    const cdy_place at = {text->declared_line, text->declared_column};
    if (text->declaration && text->after_space) {
        cdy_warn(r, CDY_RULE_XML_DECLARATION, at,
                 "there is white space before <?xml ...?>, which other programs refuse; expected none");
    }
    if (text->declared[0] && !text->assumed_latin1 && !cdy_is_encoding(text->declared)) {
        cdy_warn(r, CDY_RULE_XML_DECLARATION, at,
                 "the encoding '%.40s' is unknown, read as UTF-8; expected encoding=\"UTF-8\"", text->declared);
    }
}

static cdy_status read_document(cdy_reader *r, const char *bytes, size_t size)
{
    cdy_text text;
    const size_t limit = r->options.max_bytes ? r->options.max_bytes : CDY_USUAL_FILE;
    const int max_depth = r->options.max_depth ? r->options.max_depth : DEFAULT_DEPTH;
    if (size > limit) {
        return cdy_fail_at(r->error, CDY_ERROR_ROBOT, r->file, 1, "larger than %zu bytes, the limit that is set",
                           limit);
    }
    cdy_status status = cdy_check_bytes(bytes, size, r->file, r->error);
    if (status) {
        return status;
    }
    status = cdy_decode_text(bytes, size, &text, r->error);
    if (!status) {
        status = cdy_document_parse(&r->document, &text, max_depth, r->file, r->error);
    }
    if (!status && (text.assumed_latin1 || text.has_c1_bytes)) {
        cdy_warn(r, CDY_RULE_ENCODING, (cdy_place){1, 1}, "%s %.40s, read as Latin-1; save the file as UTF-8",
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

cdy_status cdy_read_text(cdy_reader *r, const char *bytes, size_t size)
{
    r->hints.letters = r->hints.unwanted ? 0 : letter_budget(size);
    cdy_status status = read_document(r, bytes, size);
    return status ? status : read_robot(r);
}

void cdy_clear_reader(cdy_reader *r)
{
    cdy_name_table_clear(&r->link_numbers);
    cdy_name_table_clear(&r->joint_numbers);
    cdy_name_table_clear(&r->material_numbers);
    cdy_name_table_clear(&r->hints.links);
    cdy_name_table_clear(&r->hints.joints);
    cdy_arena_clear(&r->memory);
    cdy_document_clear(&r->document);
    cdy_expansion_destroy(r->expansion);
    r->expansion = NULL;
}

cdy_status cdy_reader_status(const cdy_reader *r)
{
    return r->out_of_memory || r->memory.failed ? cdy_fail_memory(r->error) : CDY_OK;
}
