/* SRDF, the semantic description of MoveIt beside a URDF: the pairs of links whose contact is left out. */
#include "base/error.h"
#include "base/index_pair.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "description/expand.h"
#include "description/spelling.h"
#include "description/value.h"
#include "text/file.h"
#include "tree/tree.h"

#include <condyle/urdf.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EXCLUSIONS = 1 << 20 };

/* State of reading an SRDF: the tree that its exclusions go to, and the rules for links and pairs of them. */
typedef struct semantics {
    cdy_reader *r;
    cdy_tree *tree;
    index_pair *enabled; /* pairs that <enable_collisions> looks at in spite of a default; sorted */
    size_t enabled_count;
    bool *quiet; /* links that <disable_default_collisions> leaves out beside all others */
    int added;
} semantics;

/* Finds the body that an attribute names; -1: the tree has none, which is told. */
static cdy_status find_link(semantics *s, const cdy_element *e, const char *attribute, int *index)
{
    const char *name;
    const cdy_status status = cdy_required_text(s->r, e, attribute, "name_of_a_link", &name);
    *index = status ? -1 : cdy_tree_find_body(s->tree, name);
    if (!status && *index < 0) {
        cdy_warn(s->r, CDY_RULE_REFERENCE_UNKNOWN, e->at,
                 "<%.40s> is about the link '%.80s', which the robot does not have; it leaves nothing out", e->name,
                 name);
    }
    return status;
}

/* Finds the pair of an element; a < 0: there is none. */
static cdy_status find_pair(semantics *s, const cdy_element *e, index_pair *pair)
{
    int first = -1, second = -1;
    cdy_status status = find_link(s, e, "link1", &first);
    status = status ? status : find_link(s, e, "link2", &second);
    if (!status && first >= 0 && first == second) {
        cdy_warn(s->r, CDY_RULE_REFERENCE_UNKNOWN, e->at, "<%.40s> pairs a link with itself; expected two links",
                 e->name);
    }
    const bool found = first >= 0 && second >= 0 && first != second;
    *pair = !found ? (index_pair){-1, -1} : index_pair_of(first, second);
    return status;
}

static cdy_status add(semantics *s, index_pair pair, const cdy_element *e)
{
    if (s->added >= MOST_EXCLUSIONS) {
        return cdy_fault(s->r, CDY_RULE_REFUSED, e->at, "more than %d pairs of links are left out; expected fewer",
                         MOST_EXCLUSIONS);
    }
    s->added++;
    return cdy_tree_add_exclusion(s->tree, cdy_tree_body(s->tree, pair.a)->name, cdy_tree_body(s->tree, pair.b)->name,
                                  s->r->error);
}

/* Leaves out a link beside all others, but for the pairs that are enabled. */
static cdy_status add_default(semantics *s, int link, const cdy_element *e)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i <= cdy_tree_body_count(s->tree) && !status; i++) {
        const index_pair pair = index_pair_of(i, link);
        if (i != link && !bsearch(&pair, s->enabled, s->enabled_count, sizeof pair, index_pair_compare)) {
            status = add(s, pair, e);
        }
    }
    return status;
}

/* Takes each pair of links that elements of this name give. */
static cdy_status read_pairs(semantics *s, const cdy_element *root, const char *name,
                             cdy_status (*take)(semantics *s, index_pair pair, const cdy_element *e))
{
    cdy_status status = CDY_OK;
    for (const cdy_element *e = cdy_first_child(root, name); e && !status; e = cdy_next_alike(e)) {
        index_pair pair;
        status = find_pair(s, e, &pair);
        if (!status && pair.a >= 0) {
            status = take(s, pair, e);
        }
    }
    return status;
}

static cdy_status enable(semantics *s, index_pair pair, const cdy_element *e)
{
    (void)e;
    s->enabled[s->enabled_count++] = pair;
    return CDY_OK;
}

static cdy_status read_enabled(semantics *s, const cdy_element *root)
{
    const cdy_status status = read_pairs(s, root, "enable_collisions", enable);
    qsort(s->enabled, s->enabled_count, sizeof *s->enabled, index_pair_compare);
    return status;
}

static cdy_status read_defaults(semantics *s, const cdy_element *root)
{
    cdy_status status = CDY_OK;
    const cdy_element *e = cdy_first_child(root, "disable_default_collisions");
    for (; e && !status; e = cdy_next_alike(e)) {
        int link = -1;
        status = find_link(s, e, "link", &link);
        if (!status && link >= 0 && !s->quiet[link]) {
            s->quiet[link] = true;
            status = add_default(s, link, e);
        }
    }
    return status;
}

/* Tells of elements that SRDF has not: what they would leave out stays in. */
static void warn_of_unknown(const semantics *s, const cdy_element *root)
{
    static const char *const words[] = {
        "disable_collisions", "disable_default_collisions", "enable_collisions", "end_effector", "group", "group_state",
        "joint_property",     "link_sphere_approximation",  "passive_joint",     "virtual_joint"};
    enum { WORDS = sizeof words / sizeof *words };
    for (const cdy_element *e = root->first_child; e; e = e->next) {
        bool known = strchr(e->name, ':') != NULL; /* of another program */
        for (int i = 0; i < WORDS && !known; i++) {
            known = strcmp(e->name, words[i]) == 0;
        }
        if (!known) {
            char hint[CDY_HINT_SIZE];
            const char *nearest = cdy_nearest_name(e->name, WORDS, words);
            cdy_hint(hint, nearest);
            cdy_warn(s->r, nearest ? CDY_RULE_ELEMENT_MISSPELLED : CDY_RULE_UNKNOWN_ELEMENT, e->at,
                     "<%.80s> is no element of SRDF and ignored%s", e->name, hint);
        }
    }
}

static cdy_status read_root(semantics *s, const cdy_element *root)
{
    const cdy_attribute *name = cdy_find_attribute(root, "name");
    if (strcmp(root->name, "robot") != 0) {
        return cdy_fault(s->r, CDY_RULE_ROOT_ELEMENT, root->at, "the root element is <%.80s>; expected <robot> of SRDF",
                         root->name);
    }
    if (cdy_first_child(root, "link") || cdy_first_child(root, "joint")) {
        return cdy_fault(s->r, CDY_RULE_ROOT_ELEMENT, root->at,
                         "the file has links or joints, as URDF has; expected SRDF, MoveIt's file beside it");
    }
    if (name && strcmp(name->text, cdy_tree_name(s->tree)) != 0) {
        cdy_warn(s->r, CDY_RULE_REFERENCE_UNKNOWN, root->at, "the file is for the robot '%.80s', this one is '%.80s'",
                 name->text, cdy_tree_name(s->tree));
    }
    warn_of_unknown(s, root);
    cdy_status status = read_enabled(s, root);
    status = status ? status : read_defaults(s, root);
    /* as in MoveIt, a pair that is left out by name stays so, whatever is enabled */
    return status ? status : read_pairs(s, root, "disable_collisions", add);
}

/* Counts the children of an element. */
static size_t count_children(const cdy_element *root)
{
    size_t count = 0;
    for (const cdy_element *e = root->first_child; e; e = e->next) {
        count++;
    }
    return count;
}

static cdy_status read_text(cdy_reader *r, cdy_tree *tree, const char *bytes, size_t size)
{
    cdy_status status =
        cdy_is_in_xacro(r->file, bytes, size) ? cdy_expand_whole(r, r->options.xacro, &bytes, &size, r->error) : CDY_OK;
    status = status ? status : cdy_read_document(r, bytes, size);
    if (status) {
        return status;
    }
    const int before = cdy_tree_exclusion_count(tree);
    semantics s = {.r = r, .tree = tree};
    s.enabled = cdy_arena_allocate(&r->memory, count_children(r->document.root) + 1, sizeof *s.enabled);
    s.quiet = cdy_arena_allocate(&r->memory, (size_t)cdy_tree_body_count(tree) + 1, sizeof *s.quiet);
    status = s.enabled && s.quiet ? read_root(&s, r->document.root) : cdy_fail_memory(r->error);
    if (status) {
        cdy_tree_keep_exclusions(tree, before);
    }
    return status;
}

cdy_status cdy_tree_load_srdf(cdy_tree *tree, const char *path, const cdy_load_options *options, cdy_error *error)
{
    if (!tree || !path || !*path) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "loading an SRDF needs a tree and the name of a file");
    }
    cdy_reader r = {.file = path,
                    .in_folder = true,
                    .error = error,
                    .options = options ? *options : cdy_load_options_default(),
                    .hints = {.unwanted = true}};
    char *bytes = NULL;
    size_t size = 0;
    cdy_status status = cdy_check_reserve(&r.options.reserve, error);
    status = status ? status : cdy_check_limits(r.options.max_bytes, r.options.max_depth, error);
    status = status ? status : cdy_read_file(path, "SRDF file", r.options.max_bytes, &bytes, &size, error);
    status = status ? status : read_text(&r, tree, bytes, size);
    if (status) {
        cdy_name_source(&r, error);
    }
    cdy_clear_reader(&r);
    cdy_release(bytes);
    return status;
}
