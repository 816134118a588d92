/* Loops: <connect> and <weld> of <equality>, between bodies or sites. */
#include "base/error.h"
#include "mjcf/mjcf.h"

#include <math.h>
#include <string.h>

/* Finds the body that an attribute names, the world where it is absent; -1: there is none. */
static int find_body(const cdy_mjcf *m, const cdy_element *e, const char *attribute)
{
    const cdy_attribute *a = cdy_find_attribute(e, attribute);
    const int link = a ? cdy_name_table_find(&m->r->link_numbers, a->text) : 0;
    return link >= 0 ? m->link_scopes[link] : -1;
}

/* The pose of a body in the world in the initial configuration. */
static cdy_pose place_of(const cdy_mjcf *m, int body)
{
    cdy_pose place = cdy_pose_still;
    for (int i = body; i > 0; i = m->scopes[m->scopes[i].outer].body) {
        place = cdy_pose_compose(&m->scopes[i].pose, &place);
    }
    return place;
}

/* The pose of body `b` in body `a` in the initial configuration. */
static cdy_pose between(const cdy_mjcf *m, int a, int b)
{
    const cdy_pose first = place_of(m, a), second = place_of(m, b), back = cdy_pose_invert(&first);
    return cdy_pose_compose(&back, &second);
}

static cdy_status keep(cdy_mjcf *m, const cdy_element *e, int body, int other, unsigned rows, const cdy_pose *in_body,
                       const cdy_pose *in_other)
{
    const cdy_attribute *name = cdy_find_attribute(e, "name");
    cdy_loop loop = {.name = name ? name->text : NULL,
                     .body = m->r->links[m->scopes[body].link].body.name,
                     .other = m->r->links[m->scopes[other].link].body.name,
                     .rows = rows};
    cdy_pose_to_placement(in_body, &loop.in_body);
    cdy_pose_to_placement(in_other, &loop.in_other);
    return cdy_keep_loop(m->r, &loop, e->at) ? CDY_OK : cdy_fail_memory(m->r->error);
}

/* The anchor of a <connect> is a point of body1, and the point of body2 that is there at first. */
static cdy_status read_connect(cdy_mjcf *m, const cdy_element *e, int body, int other)
{
    cdy_pose anchor = cdy_pose_still;
    int count = 0;
    const cdy_status status = cdy_mjcf_numbers(m, e, -1, "anchor", anchor.p, 3, 3, &count);
    if (status || count == 0) {
        return status;
    }
    const cdy_pose first = between(m, other, body), there = cdy_pose_compose(&first, &anchor);
    return keep(m, e, body, other, CDY_LOOP_BALL, &anchor, &there);
}

/* relpose is the pose of body2 in body1; without a rotation in it, the initial one. */
static cdy_status read_weld(cdy_mjcf *m, const cdy_element *e, int body, int other)
{
    double relative[7] = {0};
    const cdy_status status = cdy_mjcf_numbers(m, e, -1, "relpose", relative, 7, 7, NULL);
    if (status) {
        return status;
    }
    cdy_pose place = {{relative[0], relative[1], relative[2]}, {relative[3], relative[4], relative[5], relative[6]}};
    const double length = hypot(hypot(place.q[0], place.q[1]), hypot(place.q[2], place.q[3]));
    for (int i = 0; i < 4 && length > 0; i++) {
        place.q[i] /= length;
    }
    if (!(length > 0)) {
        place = between(m, body, other);
    }
    return keep(m, e, other, body, CDY_LOOP_WELD, &cdy_pose_still, &place);
}

/* Returns the link of a site that an attribute names; NULL: there is none. */
static const char *find_site(const cdy_mjcf *m, const cdy_element *e, const char *attribute)
{
    const cdy_attribute *a = cdy_find_attribute(e, attribute);
    const int link = a ? cdy_name_table_find(&m->site_numbers, a->text) : -1;
    return link >= 0 ? m->r->links[link].body.name : NULL;
}

/* Two sites coincide; of a <weld> their axes do, too. */
static cdy_status read_sites(cdy_mjcf *m, const cdy_element *e, bool welds)
{
    const cdy_attribute *name = cdy_find_attribute(e, "name");
    const cdy_loop loop = {.name = name ? name->text : NULL,
                           .body = find_site(m, e, "site1"),
                           .other = find_site(m, e, "site2"),
                           .rows = welds ? CDY_LOOP_WELD : CDY_LOOP_BALL};
    return !loop.body || !loop.other || strcmp(loop.body, loop.other) == 0 || cdy_keep_loop(m->r, &loop, e->at)
               ? CDY_OK
               : cdy_fail_memory(m->r->error);
}

/* Returns what MuJoCo refuses of a <connect> or <weld>: its ends are two sites, or a body and another one or the world;
 * NULL: nothing. */
static const char *find_fault(const cdy_element *e)
{
    const bool welds = strcmp(e->name, "weld") == 0;
    const cdy_attribute *site1 = cdy_find_attribute(e, "site1"), *site2 = cdy_find_attribute(e, "site2"),
                        *body1 = cdy_find_attribute(e, "body1"), *body2 = cdy_find_attribute(e, "body2"),
                        *anchor = cdy_find_attribute(e, "anchor");
    if ((site1 || site2) && (body1 || body2 || anchor || (welds && cdy_find_attribute(e, "relpose")))) {
        return welds ? "has a site beside a body, anchor or relpose; expected site1 and site2 alone, or none"
                     : "has a site beside a body or an anchor; expected site1 and site2 alone, or none";
    }
    if (site1 || site2) {
        return !site1                                  ? "lacks site1; expected two sites"
               : !site2                                ? "lacks site2; expected two sites"
               : strcmp(site1->text, site2->text) == 0 ? "ties a site with itself; expected two sites"
                                                       : NULL;
    }
    if (!body1) {
        return welds ? "lacks body1; expected body1, or site1 and site2"
                     : "lacks body1; expected body1 and anchor, or site1 and site2";
    }
    if (!welds && !anchor) {
        return "lacks anchor; expected a point of body1";
    }
    return strcmp(body1->text, body2 ? body2->text : "world") == 0 ? "ties a body with itself; expected two bodies"
                                                                   : NULL;
}

void cdy_mjcf_check_loop(cdy_mjcf *m, const cdy_element *e)
{
    const char *fault = find_fault(e);
    if (fault) {
        cdy_warn_for(m->r, CDY_RULE_READ_OTHERWISE, CDY_FOR_MUJOCO, e->at, "<%.40s> %s", e->name, fault);
    }
}

cdy_status cdy_mjcf_read_loop(cdy_mjcf *m, const cdy_element *e, bool welds)
{
    if (find_fault(e)) {
        return CDY_OK;
    }
    if (cdy_find_attribute(e, "site1")) {
        return read_sites(m, e, welds);
    }
    const int body = find_body(m, e, "body1"), other = find_body(m, e, "body2");
    if (body < 0 || other < 0 || body == other) {
        return CDY_OK; /* between bodies that do not exist: the warning names it */
    }
    return welds ? read_weld(m, e, body, other) : read_connect(m, e, body, other);
}
