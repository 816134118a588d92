/* Links of bodies and sites, and the joints between them. */
#include "base/error.h"
#include "base/format.h"
#include "mjcf/mjcf.h"

#include <stdio.h>
#include <string.h>

/* Returns a name that a table does not have, `name` with underscores behind it; NULL if memory runs out. */
static const char *free_name(cdy_mjcf *m, const cdy_name_table *table, const char *name)
{
    size_t length = strlen(name);
    const char *copy = name;
    while (copy && cdy_name_table_find(table, copy) >= 0) {
        char *longer = cdy_arena_allocate(&m->r->memory, length + 2, 1);
        if (longer) {
            memcpy(longer, copy, length);
            longer[length++] = '_';
        }
        copy = longer;
    }
    return copy;
}

/* Returns "FIRST SEPARATOR SECOND" as a name that the table does not have, and enters it. */
static const char *make_name(cdy_mjcf *m, cdy_name_table *table, const char *first, const char *second, int number)
{
    const size_t size = strlen(first) + strlen(second) + 2;
    char *name = cdy_arena_allocate(&m->r->memory, size, 1);
    if (name) {
        snprintf(name, size, "%s_%s", first, second);
    }
    const char *made = name ? free_name(m, table, name) : NULL;
    return made && cdy_name_table_set(table, made, number) ? made : NULL;
}

static const char *number_name(cdy_mjcf *m, cdy_name_table *table, const char *kind, int count, int number)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%d", count);
    return make_name(m, table, kind, digits, number);
}

/* Enters the name of a body or a joint; a second one is a fault. */
static cdy_status enter_name(cdy_mjcf *m, cdy_name_table *table, const cdy_element *e, int number)
{
    const cdy_attribute *name = cdy_find_attribute(e, "name");
    if (!name || !*name->text) {
        return CDY_OK;
    }
    if (cdy_name_table_find(table, name->text) >= 0) {
        return cdy_fault(m->r, CDY_RULE_NAME_REPEATED, name->at,
                         "there is a <%.40s> '%.80s' already; names must differ",
                         strcmp(e->name, "freejoint") == 0 ? "joint" : e->name, name->text);
    }
    return cdy_name_table_set(table, name->text, number) ? CDY_OK : cdy_fail_memory(m->r->error);
}

static bool is_named(const cdy_element *e)
{
    const cdy_attribute *name = cdy_find_attribute(e, "name");
    return name && *name->text;
}

/* Numbers the links of all bodies and enters the names that the file gives. */
static cdy_status number_links(cdy_mjcf *m, int *count)
{
    int next = 1;
    m->scopes[0].link = 0;
    cdy_status status = cdy_name_table_set(&m->r->link_numbers, "world", 0) ? CDY_OK : cdy_fail_memory(m->r->error);
    for (int i = 1; i < m->scope_count && !status; i++) {
        cdy_mjcf_scope *scope = &m->scopes[i];
        if (scope->body != i) {
            continue;
        }
        const cdy_mjcf_part *part = scope->joints.first;
        const int first = next;
        next += scope->joints.count > 1 ? (int)scope->joints.count : 1;
        scope->link = next - 1;
        status = cdy_continue_reading(m->r, enter_name(m, &m->r->link_numbers, scope->element, scope->link), NULL);
        for (int k = first; part && !status; part = part->next, k++) {
            status = cdy_continue_reading(m->r, enter_name(m, &m->r->joint_numbers, part->element, k - 1), NULL);
        }
    }
    *count = next;
    return status;
}

static size_t count_sites(const cdy_mjcf *m)
{
    size_t count = 0;
    for (int i = 0; i < m->scope_count; i++) {
        for (const cdy_mjcf_part *p = m->scopes[i].sites.first; p; p = p->next) {
            count += is_named(p->element);
        }
    }
    return count;
}

/* Ties link `number` to its parent by joint number - 1. */
static cdy_joint *tie(cdy_mjcf *m, int number, int parent, const cdy_element *e, const char *name)
{
    cdy_joint_entry *entry = &m->r->joints[number - 1];
    cdy_link_entry *link = &m->r->links[number];
    *entry = (cdy_joint_entry){.name = name, .element = e, .at = e->at, .parent = parent, .child = number};
    link->joint = number - 1;
    link->body.joint = (cdy_joint){
        .name = name, .type = CDY_JOINT_FIXED, .axis = {0, 0, 1}, .gear_ratio = 1, .mimic = {.multiplier = 1}};
    return &link->body.joint;
}

static void begin_link(cdy_mjcf *m, int number, const cdy_element *e, const char *name)
{
    m->r->links[number] = (cdy_link_entry){.element = e, .at = e->at, .joint = -1, .body = {.name = name}};
}

/* MuJoCo has no turn after a ball, and at most six degrees of freedom a body. */
static cdy_status check_joints(cdy_mjcf *m, const cdy_mjcf_scope *scope)
{
    int degrees = 0, balls = 0;
    for (const cdy_mjcf_part *p = scope->joints.first; p; p = p->next) {
        int class_number;
        cdy_status status =
            cdy_mjcf_find_class(m, p->element, "class", m->scopes[p->scope].class_number, &class_number);
        if (status) {
            return CDY_OK; /* reading the joint reports its class */
        }
        const char *type = cdy_mjcf_text(m, p->element, class_number, "type", "hinge");
        const bool is_ball = strcmp(type, "ball") == 0;
        degrees += is_ball ? 3 : 1;
        if (degrees > 6 || (balls > 0 && strcmp(type, "slide") != 0)) {
            return cdy_fault(m->r, CDY_RULE_JOINT_TYPE, p->element->at, "%s; expected a <body> between the joints",
                             degrees > 6 ? "the body has more than six degrees of freedom" : "a turn after a ball");
        }
        balls += is_ball;
    }
    return CDY_OK;
}

/* Makes the links and joints of a body with joints: each joint but the last moves a massless link. */
static cdy_status read_joints(cdy_mjcf *m, cdy_mjcf_scope *scope, const char *name)
{
    int number = scope->link - (int)scope->joints.count + 1;
    int parent = m->scopes[m->scopes[scope->outer].body].link;
    cdy_pose pose = scope->pose;
    cdy_status status = cdy_continue_reading(m->r, check_joints(m, scope), NULL);
    if (status) {
        return status;
    }
    for (const cdy_mjcf_part *p = scope->joints.first; p; p = p->next, number++) {
        const char *own = is_named(p->element)
                              ? cdy_find_attribute(p->element, "name")->text
                              : number_name(m, &m->r->joint_numbers, "joint", ++m->counter, number - 1);
        const char *link = number == scope->link ? name
                           : own                 ? make_name(m, &m->r->link_numbers, name, own, number)
                                                 : NULL;
        if (!own || !link) {
            return cdy_fail_memory(m->r->error);
        }
        begin_link(m, number, p->element, link);
        m->r->links[number].at = number == scope->link ? scope->element->at : p->element->at;
        m->r->links[number].element = number == scope->link ? scope->element : p->element;
        cdy_about_joint(m->r, own);
        cdy_joint *joint = tie(m, number, parent, p->element, own);
        status = cdy_continue_reading(m->r, cdy_mjcf_read_joint(m, p, &pose, joint, &m->refs[number - 1]),
                                      &m->r->joints[number - 1].faulty);
        if (status) {
            return status;
        }
        pose = cdy_pose_still;
        parent = number;
    }
    return CDY_OK;
}

static const char *name_of_body(cdy_mjcf *m, const cdy_mjcf_scope *scope)
{
    return is_named(scope->element) ? cdy_find_attribute(scope->element, "name")->text
                                    : number_name(m, &m->r->link_numbers, "body", ++m->counter, scope->link);
}

/* Programs move a mocap body, so that nothing else does. */
static cdy_status read_mocap(cdy_mjcf *m, const cdy_mjcf_scope *scope)
{
    int is_mocap = 0;
    const cdy_attribute *mocap = cdy_find_attribute(scope->element, "mocap");
    const cdy_status status = cdy_mjcf_truth(m, scope->element, -1, "mocap", &is_mocap);
    return !status && is_mocap == 1 && (scope->joints.count > 0 || m->scopes[scope->outer].body != 0)
               ? cdy_fault(m->r, CDY_RULE_ELEMENT_MISPLACED, mocap->at,
                           "a mocap body has a joint or stands in another body; expected it in <worldbody>, without")
               : status;
}

static void warn_of_body(cdy_mjcf *m, const cdy_element *e)
{
    const cdy_attribute *mocap = cdy_find_attribute(e, "mocap"), *lift = cdy_find_attribute(e, "gravcomp");
    if (mocap && strcmp(mocap->text, "true") == 0) {
        cdy_warn(m->r, CDY_RULE_DYNAMICS_UNREAD, mocap->at,
                 "a mocap body, which programs move, is fixed to the world here");
    }
    if (lift && strcmp(lift->text, "0") != 0) {
        cdy_warn(m->r, CDY_RULE_DYNAMICS_UNREAD, lift->at,
                 "gravcomp, which carries a part of the weight, is not read; torques here hold the whole weight");
    }
}

static cdy_status read_body(cdy_mjcf *m, cdy_mjcf_scope *scope)
{
    const char *name = scope == m->scopes ? "world" : name_of_body(m, scope);
    cdy_status status = CDY_OK;
    if (!name) {
        return cdy_fail_memory(m->r->error);
    }
    if (scope != m->scopes) {
        scope->moves = scope->joints.count > 0 || m->scopes[m->scopes[scope->outer].body].moves;
        status = cdy_continue_reading(m->r, read_mocap(m, scope), NULL);
    }
    if (status) {
        return status;
    }
    if (scope->joints.count > 0 && scope != m->scopes) {
        status = read_joints(m, scope, name);
    } else {
        begin_link(m, scope->link, scope->element, name);
        if (scope != m->scopes) {
            const char *own = make_name(m, &m->r->joint_numbers, name, "fixed", scope->link - 1);
            if (!own) {
                return cdy_fail_memory(m->r->error);
            }
            cdy_pose_to_placement(
                &scope->pose,
                &tie(m, scope->link, m->scopes[m->scopes[scope->outer].body].link, scope->element, own)->origin);
        }
    }
    cdy_link_entry *link = &m->r->links[scope->link];
    cdy_about_link(m->r, name);
    warn_of_body(m, scope->element);
    if (!status) {
        status = cdy_continue_reading(m->r, cdy_mjcf_read_shapes(m, scope, link), &link->faulty);
    }
    if (!status && scope != m->scopes) {
        status = cdy_continue_reading(m->r, cdy_mjcf_read_inertia(m, scope, link), &link->unweighed);
    }
    link->faulty = link->faulty || link->unweighed;
    return status;
}

/* Reads where a site stands in its body. */
static cdy_status read_site_pose(cdy_mjcf *m, const cdy_mjcf_part *part, cdy_pose *pose)
{
    const cdy_mjcf_scope *scope = &m->scopes[part->scope];
    const cdy_element *e = part->element;
    int class_number, count = 0;
    double ends[6];
    cdy_mjcf_check_attributes(m, e);
    cdy_status status = cdy_mjcf_find_class(m, e, "class", scope->class_number, &class_number);
    status = status ? status : cdy_mjcf_read_pose(m, e, class_number, pose);
    status = status ? status : cdy_mjcf_numbers(m, e, class_number, "fromto", ends, 6, 6, &count);
    if (status) {
        return status;
    }
    if (count == 6) {
        static const char *const types[] = {"box", "capsule", "cylinder", "ellipsoid"};
        const char *type = cdy_mjcf_text(m, e, class_number, "type", "sphere");
        status = cdy_mjcf_read_ends(m, e, ends, cdy_is_among(type, 4, types), type, pose);
    }
    if (!status && scope != &m->scopes[scope->body]) {
        *pose = cdy_pose_compose(&scope->pose, pose);
    }
    return status;
}

/* A named site is a massless link that is welded to its body. */
static cdy_status read_site(cdy_mjcf *m, const cdy_mjcf_part *part, int body_link, int number)
{
    const cdy_element *e = part->element;
    cdy_pose pose;
    const char *given = cdy_find_attribute(e, "name")->text;
    const bool taken = cdy_name_table_find(&m->r->link_numbers, given) >= 0;
    const char *name = taken ? make_name(m, &m->r->link_numbers, given, "site", number) : given;
    const char *joint = make_name(m, &m->r->joint_numbers, given, "site", number - 1);
    if (!name || !joint || !cdy_name_table_set(&m->r->link_numbers, name, number) ||
        !cdy_name_table_set(&m->site_numbers, given, number)) {
        return cdy_fail_memory(m->r->error);
    }
    begin_link(m, number, e, name);
    cdy_joint *tied = tie(m, number, body_link, e, joint);
    cdy_about_link(m->r, name);
    const cdy_status status = read_site_pose(m, part, &pose);
    if (!status) {
        cdy_pose_to_placement(&pose, &tied->origin);
    }
    return status;
}

/* Sites without a name are looked at, though they become nothing. */
static cdy_status read_sites(cdy_mjcf *m, int number)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < m->scope_count; i++) {
        for (const cdy_mjcf_part *p = m->scopes[i].sites.first; p && !status; p = p->next) {
            cdy_pose pose;
            cdy_about_robot(m->r);
            status = is_named(p->element) ? read_site(m, p, m->scopes[i].link, number++) : read_site_pose(m, p, &pose);
            status = cdy_continue_reading(m->r, status, NULL);
        }
    }
    return status;
}

cdy_status cdy_mjcf_read_bodies(cdy_mjcf *m)
{
    int links;
    cdy_reader *r = m->r;
    cdy_status status = number_links(m, &links);
    if (status) {
        return status;
    }
    const size_t count = (size_t)links + count_sites(m);
    r->links = cdy_arena_allocate(&r->memory, count, sizeof *r->links);
    r->joints = cdy_arena_allocate(&r->memory, count, sizeof *r->joints);
    m->refs = cdy_arena_allocate(&r->memory, count, sizeof *m->refs);
    m->link_scopes = cdy_arena_allocate(&r->memory, count, sizeof *m->link_scopes);
    if (!r->links || !r->joints || !m->refs || !m->link_scopes) {
        return cdy_fail_memory(r->error);
    }
    for (size_t i = 0; i < count; i++) {
        m->link_scopes[i] = -1;
    }
    r->link_count = (int)count;
    r->joint_count = (int)count - 1;
    for (int i = 0; i < m->scope_count && !status; i++) {
        if (m->scopes[i].body == i) {
            m->link_scopes[m->scopes[i].link] = i;
            status = read_body(m, &m->scopes[i]);
        }
    }
    if (!status) {
        status = read_sites(m, links);
    }
    cdy_about_robot(r);
    return status;
}
