/* Builds the tree from the links and joints that were read. */
#include "base/error.h"
#include "description/reader.h"
#include "tree/tree.h"

#include <string.h>

/* Converts an error of the tree: an argument that the tree refuses is a fault of the robot file, at `at`. */
static cdy_status convert_tree_error(cdy_reader *r, cdy_status status, cdy_rule rule, cdy_place at,
                                     const cdy_error *tree_error)
{
    return status == CDY_OK             ? CDY_OK
           : status == CDY_ERROR_MEMORY ? cdy_fail_memory(r->error)
                                        : cdy_fault(r, rule, at, "%s", tree_error->text);
}

/* Returns the name with the fewest underscores appended that make it differ from the `count` names of a table; NULL if
 * memory runs out. */
static const char *find_free_name(cdy_reader *r, const char *name, const cdy_name_table *taken, int count)
{
    size_t length = strlen(name);
    char *copy = cdy_arena_allocate(&r->memory, length + (size_t)count + 1, 1);
    if (copy) {
        memcpy(copy, name, length);
        while (cdy_name_table_find(taken, copy) >= 0) {
            copy[length++] = '_';
        }
    }
    return copy;
}

/* Removes shapes without geometry from a list, by copying the others; returns false if memory runs out. */
static bool drop_empty_shapes(cdy_reader *r, const cdy_shape **shapes, size_t *count)
{
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        kept += (*shapes)[i].geometry.type != CDY_GEOMETRY_NONE;
    }
    if (kept == *count) {
        return true;
    }
    cdy_shape *copy = cdy_arena_allocate(&r->memory, kept + 1, sizeof *copy), *next = copy;
    for (size_t i = 0; i < *count && copy; i++) {
        if ((*shapes)[i].geometry.type != CDY_GEOMETRY_NONE) {
            *next++ = (*shapes)[i];
        }
    }
    *shapes = copy;
    *count = kept;
    return copy != NULL;
}

/* Creates the tree's body of a link. The link keeps all its shapes, in the order of their elements. */
static bool make_body(cdy_reader *r, const cdy_link_entry *link, cdy_body *body)
{
    *body = link->body;
    return drop_empty_shapes(r, &body->visuals, &body->visual_count) &&
           drop_empty_shapes(r, &body->collisions, &body->collision_count);
}

/* Creates the base of the tree: the root link, or for a floating base a massless body `world` whose child is the root
 * link. Some robots have links called world and fixed joints called floating_base; the new names then get underscores.
 */
static cdy_status create_tree(cdy_reader *r, cdy_link_entry *root, cdy_tree **tree)
{
    cdy_error tree_error = {0};
    cdy_body base;
    if (!make_body(r, root, &base)) {
        return cdy_fail_memory(r->error);
    }
    if (r->options.floating_base) {
        const char *joint = find_free_name(r, "floating_base", &r->joint_numbers, r->joint_count);
        base = (cdy_body){.name = find_free_name(r, "world", &r->link_numbers, r->link_count)};
        if (!base.name || !joint) {
            return cdy_fail_memory(r->error);
        }
        const cdy_joint given = root->body.joint;
        root->body.joint = (cdy_joint){
            .name = joint, .type = CDY_JOINT_FLOATING, .axis = {1, 0, 0}, .mimic = {.multiplier = 1}, .gear_ratio = 1};
        root->body.joint.home_given = given.home_given; /* where a format tells where the root link stands */
        memcpy(root->body.joint.home, given.home, sizeof given.home);
    }
    cdy_status status = cdy_tree_create(r->name, &base, tree, &tree_error);
    return convert_tree_error(r, status, CDY_RULE_REFUSED, root->at, &tree_error);
}

/* Appends the links, parents first, so that number[parent], the parent's number in the tree, is known. */
static cdy_status append_links(cdy_reader *r, const int *order, int *number, cdy_tree *tree)
{
    int first = r->options.floating_base ? 0 : 1;
    number[order[0]] = 1 - first;
    cdy_status status = CDY_OK;
    for (int i = first; i < r->link_count && !status; i++) {
        cdy_error tree_error = {0};
        const cdy_link_entry *link = &r->links[order[i]];
        int parent = link->joint < 0 ? 0 : number[r->joints[link->joint].parent];
        cdy_body body;
        number[order[i]] = cdy_tree_body_count(tree) + 1;
        status = make_body(r, link, &body) ? cdy_tree_append(tree, &body, parent, &tree_error) : CDY_ERROR_MEMORY;
        status = convert_tree_error(r, status, CDY_RULE_REFUSED, link->at, &tree_error);
    }
    return status;
}

cdy_status cdy_check_leaders(cdy_reader *r, bool *any)
{
    *any = false;
    cdy_status status = CDY_OK;
    for (int i = 0; i < r->joint_count && !status; i++) {
        const cdy_joint_entry *joint = &r->joints[i];
        const char *leader = joint->mimics;
        *any = *any || leader;
        if (leader && cdy_name_table_find(&r->joint_numbers, leader) < 0) {
            char hint[CDY_HINT_SIZE];
            cdy_about_joint(r, joint->name);
            status =
                cdy_continue_reading(r,
                                     cdy_fault(r, CDY_RULE_MIMIC_UNKNOWN, joint->mimic_at,
                                               "mimics '%.80s', which does not exist; name a joint of this robot%s",
                                               leader, cdy_hint_joint(r, hint, leader)),
                                     NULL);
        }
    }
    cdy_about_robot(r);
    return status;
}

/* Reports a mimic fault of the tree; skips the joint's name at the start of the tree's message, since cdy_fault()
 * writes it. */
static cdy_status fail_mimic(cdy_reader *r, cdy_status status, int link, cdy_error *tree_error)
{
    const int joint = link >= 0 ? r->links[link].joint : -1;
    const char *reason = strstr(tree_error->text, "' mimics '");
    if (status != CDY_ERROR_ROBOT || joint < 0 || !reason) {
        return convert_tree_error(r, status, CDY_RULE_MIMIC_INVALID, (cdy_place){0}, tree_error);
    }
    cdy_about_joint(r, r->joints[joint].name);
    status = cdy_fault(r, CDY_RULE_MIMIC_INVALID, r->joints[joint].mimic_at, "%s", reason + 2);
    cdy_about_robot(r);
    return status;
}

/* Invalid mimic joints are faults even if the mimic joints are read as independent. */
static cdy_status check_mimic(cdy_reader *r, const cdy_tree *tree)
{
    bool any;
    cdy_status status = cdy_check_leaders(r, &any);
    if (status || !any) {
        return status;
    }
    cdy_follower *followers = cdy_arena_allocate(&r->memory, (size_t)cdy_tree_body_count(tree) + 1, sizeof *followers);
    if (!followers) {
        return cdy_fail_memory(r->error);
    }
    int culprit = 0;
    cdy_error tree_error = {0};
    status = cdy_tree_resolve_mimic(tree, followers, &culprit, &tree_error);
    if (!status) {
        return CDY_OK;
    }
    return fail_mimic(r, status, cdy_name_table_find(&r->link_numbers, cdy_tree_body(tree, culprit)->name),
                      &tree_error);
}

bool cdy_name_file(cdy_reader *r, const char *what, const char *path, cdy_place at)
{
    cdy_named_file *named = cdy_arena_allocate(&r->memory, 1, sizeof *named);
    if (named) {
        *named = (cdy_named_file){what, path, at, NULL};
        *(r->last_named_file ? &r->last_named_file->next : &r->named_files) = named;
        r->last_named_file = named;
    }
    return named;
}

bool cdy_keep_loop(cdy_reader *r, const cdy_loop *loop, cdy_place at)
{
    cdy_loop_entry *entry = cdy_arena_allocate(&r->memory, 1, sizeof *entry);
    if (!entry) {
        return false;
    }
    *entry = (cdy_loop_entry){.loop = *loop, .at = at};
    *(r->last_loop ? &r->last_loop->next : &r->loops) = entry;
    r->last_loop = entry;
    return true;
}

static cdy_status add_loops(cdy_reader *r, cdy_tree *tree)
{
    cdy_status status = CDY_OK;
    for (const cdy_loop_entry *entry = r->loops; entry && !status; entry = entry->next) {
        cdy_error tree_error = {0};
        status = cdy_tree_add_loop(tree, &entry->loop, &tree_error);
        status = convert_tree_error(r, status, CDY_RULE_REFUSED, entry->at, &tree_error);
    }
    return status;
}

bool cdy_keep_exclusion(cdy_reader *r, const char *body, const char *other, cdy_place at)
{
    cdy_exclusion_entry *entry = cdy_arena_allocate(&r->memory, 1, sizeof *entry);
    if (!entry) {
        return false;
    }
    *entry = (cdy_exclusion_entry){.body = body, .other = other, .at = at};
    *(r->last_exclusion ? &r->last_exclusion->next : &r->exclusions) = entry;
    r->last_exclusion = entry;
    return true;
}

static cdy_status add_exclusions(cdy_reader *r, cdy_tree *tree)
{
    cdy_status status = CDY_OK;
    for (const cdy_exclusion_entry *entry = r->exclusions; entry && !status; entry = entry->next) {
        cdy_error tree_error = {0};
        status = cdy_tree_add_exclusion(tree, entry->body, entry->other, &tree_error);
        status = convert_tree_error(r, status, CDY_RULE_REFUSED, entry->at, &tree_error);
    }
    return status;
}

static cdy_status fill_tree(cdy_reader *r, const int *order, int *number, cdy_tree *tree)
{
    cdy_status status = append_links(r, order, number, tree);
    if (!status) {
        status = cdy_tree_order(tree, r->error);
    }
    if (!status) {
        status = check_mimic(r, tree);
    }
    status = status ? status : add_loops(r, tree);
    status = status ? status : add_exclusions(r, tree);
    if (!status) {
        status = cdy_tree_set_gravity(tree, r->options.gravity, r->error);
    }
    if (!status) {
        cdy_tree_set_mimic_independent(tree, r->options.mimic_independent);
    }
    return status;
}

cdy_status cdy_build_tree(cdy_reader *r, cdy_tree **tree)
{
    int *order = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *order);
    int *number = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *number);
    if (!order || !number) {
        return cdy_fail_memory(r->error);
    }
    cdy_status status = cdy_order_links(r, order);
    if (!status) {
        status = create_tree(r, &r->links[order[0]], tree);
    }
    if (!status) {
        status = fill_tree(r, order, number, *tree);
    }
    return status;
}
