/* Checking: reads a file with the loader's reader, which continues after every fault, and builds the tree only to see
 * that it can be built. */
#include "base/error.h"
#include "base/format.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "description/expand.h"
#include "description/findings.h"
#include "description/reader.h"
#include "lint/checks.h"
#include "lint/formats.h"
#include "lint/gathering.h"
#include "mjcf/mjcf.h"
#include "text/file.h"
#include "urdf/urdf.h"

#include <string.h>

cdy_check_options cdy_check_options_default(void)
{
    return (cdy_check_options){.assets = true};
}

/* Builds the tree of a robot without errors, since cdy_tree_create() has checks of its own. */
static cdy_status try_to_build(cdy_reader *r)
{
    cdy_tree *tree = NULL;
    cdy_status status = cdy_continue_reading(r, cdy_build_tree(r, &tree), NULL);
    cdy_tree_destroy(tree);
    return status;
}

/* Checks that need no connected tree; *together is true where the robot is one. */
static cdy_status check_parts(cdy_reader *r, bool *connected)
{
    const int faults = r->findings->faults;
    bool any;
    cdy_status status = cdy_continue_reading(r, cdy_check_leaders(r, &any), NULL);
    if (!status) {
        status = cdy_check_mimics(r);
    }
    if (!status) {
        status = cdy_continue_reading(r, cdy_check_topology(r), NULL);
    }
    *connected = r->findings->faults == faults;
    if (!status && r->findings->faults == 0) {
        status = try_to_build(r);
    }
    return status;
}

/* Whether every link but one is the child of exactly one joint, and every mass is known, so that the masses that joints
 * move are known. */
static bool has_known_masses(const cdy_reader *r)
{
    bool can = r->link_count == r->joint_count + 1;
    for (int i = 0; i < r->joint_count && can; i++) {
        const cdy_joint_entry *joint = &r->joints[i];
        can = joint->parent >= 0 && joint->child >= 0 && r->links[joint->child].joint == i && !joint->faulty;
    }
    for (int i = 0; i < r->link_count && can; i++) {
        can = !r->links[i].unweighed;
    }
    return can;
}

/* Checks elements and values one by one; schema, names and joints by what URDF says of them. */
static void check_elements(cdy_reader *r)
{
    if (r->format == &cdy_urdf_format) {
        cdy_check_schema(r);
        cdy_check_names(r);
        cdy_check_joints(r);
    }
    cdy_check_links(r);
}

cdy_status cdy_check_tree(cdy_reader *r)
{
    int *order = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *order);
    cdy_status status = order ? cdy_order_links(r, order) : cdy_fail_memory(r->error);
    status = status ? status : cdy_find_light_bodies(r, order);
    if (!status) {
        check_elements(r);
        status = cdy_check_mass(r, order);
    }
    cdy_about_robot(r);
    return status;
}

/* Checks what one program alone makes of a connected robot: of URDF, and MuJoCo of MJCF. */
static cdy_status check_for_program(cdy_reader *r, cdy_program program)
{
    if (r->format == &cdy_mjcf_format) {
        cdy_check_mjcf_masses(r);
    }
    if (r->format != &cdy_urdf_format) {
        return CDY_OK;
    }
    switch (program) {
    case CDY_PROGRAM_SDFORMAT: return cdy_check_sdformat(r);
    case CDY_PROGRAM_MUJOCO:
    case CDY_PROGRAM_MUJOCO_3:
    case CDY_PROGRAM_MUJOCO_4: cdy_check_mujoco(r, program); break;
    case CDY_PROGRAM_ISAAC: cdy_check_isaac(r); break;
    case CDY_PROGRAM_DRAKE: return cdy_check_drake(r);
    case CDY_PROGRAM_URDFDOM:
    case CDY_PROGRAM_PINOCCHIO:
    case CDY_PROGRAM_NONE: break;
    }
    return CDY_OK;
}

/* Checks the files that the robot names. */
static cdy_status check_files(cdy_reader *r, const cdy_check_options *options, bool in_folder)
{
    cdy_package_search search;
    cdy_package_search_begin(&search, in_folder ? r->file : NULL, options->packages, options->package_count);
    cdy_status status = cdy_check_assets(r, &search, in_folder);
    if (!status && r->format == &cdy_urdf_format) {
        status = cdy_check_meshes(r, options, &search, in_folder);
    }
    return status;
}

/* A program refuses formats that it does not read. */
static void check_format(cdy_reader *r, cdy_program program)
{
    const cdy_programs one = (cdy_programs)1 << program;
    char text[160];
    if (program != CDY_PROGRAM_NONE && !(r->format->programs & one)) {
        const cdy_place at = r->document.root ? r->document.root->at : (cdy_place){.line = 1};
        cdy_print(text, sizeof text, "%s does not read %s; expected a file that 'condyle export' writes for it",
                  cdy_program_name(program), r->format->name);
        cdy_findings_add(r->findings, CDY_RULE_READ_OTHERWISE, one, at, "", text);
    }
}

static cdy_status check_robot(cdy_reader *r, const cdy_check_options *options, bool in_folder)
{
    bool connected;
    check_format(r, options->program);
    cdy_status status = check_parts(r, &connected);
    if (!status && connected && (r->findings->faults == 0 || has_known_masses(r))) {
        status = cdy_check_tree(r);
        if (!status) {
            status = check_for_program(r, options->program);
        }
    } else if (!status) {
        check_elements(r);
    }
    if (!status && options->assets) {
        status = check_files(r, options, in_folder);
    }
    status = status ? status : cdy_reader_status(r);
    return status ? status : cdy_findings_status(r->findings);
}

/* Text that is no XML is an error of the reader, not a finding. */
cdy_status cdy_find_faults(cdy_reader *r, const char *bytes, size_t size, const cdy_check_options *options,
                           bool in_folder)
{
    cdy_status status = cdy_read_text(r, bytes, size);
    if (status == CDY_ERROR_ROBOT && r->findings->faults == 0) {
        const cdy_place at = {r->error->line, r->document.fault_column ? r->document.fault_column : 1, 0};
        cdy_findings_add(r->findings, CDY_RULE_XML, 0, at, "", r->error->text);
    }
    if (status == CDY_ERROR_ROBOT) {
        return cdy_findings_status(r->findings);
    }
    return status ? status : check_robot(r, options, in_folder);
}

/* Reports that a file cannot be expanded, which leaves nothing else to check. Returns false if that rule is disabled.
 */
static bool report_unexpanded(const cdy_findings *findings, const cdy_error *fault, const cdy_check_options *options,
                              cdy_check_summary *summary)
{
    if (fault->status != CDY_ERROR_ROBOT || findings->disabled[CDY_RULE_XACRO]) {
        return false;
    }
    const cdy_check_rule *rule = cdy_check_rule_at((int)CDY_RULE_XACRO);
    const cdy_finding finding = {rule->code, rule->level, fault->file, fault->line, 0, "", fault->text};
    *summary = (cdy_check_summary){.errors = 1};
    if (options->report) {
        options->report(options->context, &finding);
    }
    return true;
}

/* Checks the robot, or one model; `models` takes the names of several, which then are not looked at. */
static cdy_status check_one(const char *bytes, size_t size, const char *file, const cdy_check_options *options,
                            bool in_folder, cdy_model_names *models, cdy_check_summary *summary, cdy_error *error)
{
    cdy_error report = {0};
    cdy_check_summary counts = {0};
    cdy_findings findings = {0};
    cdy_reader r = {.file = file,
                    .in_folder = in_folder,
                    .formats = cdy_file_formats,
                    .error = &report,
                    .options = cdy_load_options_default(),
                    .models = models,
                    .findings = &findings};
    const bool lists = models && !options->model;
    r.options.model = options->model;
    r.options.max_bytes = options->max_bytes;
    r.options.max_depth = options->max_depth;
    r.options.format = options->format;
    r.options.xacro = options->xacro; /* its folders of packages are those of meshes that masses depend on, too */
    for (size_t i = 0; i < options->disabled_count; i++) {
        findings.disabled[cdy_check_find_rule(options->disabled[i])] = true;
    }
    cdy_error fault = {0};
    summary = summary ? summary : &counts;
    cdy_status status = cdy_expand_if_xacro(&r, options->xacro, &bytes, &size, &fault);
    const bool expanded = !status;
    if (!status) {
        status = cdy_find_faults(&r, bytes, size, options, in_folder);
        if (!status && !(lists && models->count > 0)) {
            status = cdy_findings_report(&findings, &r, options, summary);
        }
    } else if (report_unexpanded(&findings, &fault, options, summary)) {
        status = CDY_OK;
    } else if (error) {
        *error = fault;
    }
    cdy_clear_reader(&r);
    cdy_findings_clear(&findings);
    return status && expanded ? cdy_fail_memory(error) : status;
}

enum { MOST_MODELS = 32, MOST_BYTES_OF_MODELS = 64 << 20 };

/* Checks every model of a file with several, of which none is chosen. */
static cdy_status check(const char *bytes, size_t size, const char *file, const cdy_check_options *options,
                        bool in_folder, cdy_check_summary *summary, cdy_error *error)
{
    cdy_model_names models = {.count = 0};
    cdy_gathering gathered = {.options = options};
    cdy_check_summary counts = {0};
    cdy_status status = check_one(bytes, size, file, options, in_folder, &models, &counts, error);
    const bool each = models.count > 0 && models.count <= MOST_MODELS && size <= MOST_BYTES_OF_MODELS / models.count;
    if (!status && models.count > 0 && !each) {
        status = check_one(bytes, size, file, options, in_folder, NULL, &counts, error);
    }
    cdy_check_options one = cdy_gather_options(&gathered);
    for (const cdy_kept_model *m = each ? models.first : NULL; m && !status; m = m->next) {
        one.model = m->text;
        status = check_one(bytes, size, file, &one, in_folder, &models, NULL, error);
    }
    if (!status && each) {
        status = cdy_gathering_report(&gathered, &counts, error);
    }
    if (!status && summary) {
        *summary = counts;
    }
    cdy_gathering_clear(&gathered);
    cdy_arena_clear(&models.memory);
    return status;
}

static cdy_status check_options(const cdy_check_options *options, cdy_error *error)
{
    if (cdy_check_rest_of_reserve(options->reserve.empty,
                                  sizeof options->reserve.empty / sizeof *options->reserve.empty, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if ((!options->disabled && options->disabled_count > 0) || (!options->packages && options->package_count > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a list of the options is NULL, but not empty");
    }
    for (size_t i = 0; i < options->disabled_count; i++) {
        const char *code = options->disabled[i];
        if (cdy_check_find_rule(code) < 0) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "no rule has the code '%.80s'", code ? code : "");
        }
    }
    for (size_t i = 0; i < options->package_count; i++) {
        const cdy_package *p = &options->packages[i];
        if ((p->name && (!*p->name || strchr(p->name, '/'))) || !p->path || !*p->path) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "package '%.80s' has an empty name or one with '/', or no path",
                            p->name ? p->name : "");
        }
    }
    if (options->program && !cdy_program_name(options->program)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no program has the number %d", (int)options->program);
    }
    const cdy_status status = cdy_check_source_format(options->format, error);
    return status ? status : cdy_check_limits(options->max_bytes, options->max_depth, error);
}

cdy_status cdy_check_text(const char *text, size_t size, const char *name, const cdy_check_options *options,
                          cdy_check_summary *summary, cdy_error *error)
{
    const cdy_check_options chosen = options ? *options : cdy_check_options_default();
    if (!text && size > 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no text was given");
    }
    cdy_status status = check_options(&chosen, error);
    return status ? status : check(text ? text : "", size, name ? name : "", &chosen, false, summary, error);
}

cdy_status cdy_check_file(const char *path, const cdy_check_options *options, cdy_check_summary *summary,
                          cdy_error *error)
{
    const cdy_check_options chosen = options ? *options : cdy_check_options_default();
    if (!path) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no file was given");
    }
    char *bytes = NULL;
    size_t size;
    cdy_status status = check_options(&chosen, error);
    if (!status) {
        status = cdy_read_file(path, "robot file", chosen.max_bytes, &bytes, &size, error);
    }
    if (!status) {
        status = check(bytes, size, path, &chosen, true, summary, error);
    }
    cdy_release(bytes);
    return status;
}
