/* Loops as MJCF: a point is a <connect>, a weld a <weld>, and a hinge two points of its axis. Where a loop is not
 * closed while all joints are 0, sites say its places. */
#include "mjcf/writer_loop.h"

#include "base/format.h"
#include "base/memory.h"
#include "description/closure.h"
#include "description/reader.h"
#include "mjcf/writer_joint.h"

typedef enum loop_form {
    LOOP_LOST = 0,
    LOOP_WELD,  /* <weld>, with the pose of one body in the other */
    LOOP_POINT, /* <connect>, with a point of one body */
    LOOP_SITES, /* <connect> of two sites */
    LOOP_HINGE  /* two <connect> of two sites each, 1 m from each other */
} loop_form;

static loop_form form_of(const cdy_mjcf_loops *l, const cdy_loop *loop, const bool *merged, const cdy_pose *poses)
{
    const int body = cdy_tree_find_body(l->tree, loop->body), other = cdy_tree_find_body(l->tree, loop->other);
    if (body < 0 || other < 0 || merged[body] || merged[other]) {
        return LOOP_LOST;
    }
    switch (loop->rows) {
    case CDY_LOOP_WELD: return LOOP_WELD;
    case CDY_LOOP_BALL: return cdy_loop_gap(l->tree, poses, loop) <= CDY_LOOP_CLOSED ? LOOP_POINT : LOOP_SITES;
    case CDY_LOOP_REVOLUTE: return LOOP_HINGE;
    default: return LOOP_LOST;
    }
}

/* Returns how many sites a loop has in each of its bodies. */
static int count_sites(const cdy_mjcf_loops *l, int number)
{
    return l->forms[number] == LOOP_HINGE ? 2 : l->forms[number] == LOOP_SITES ? 1 : 0;
}

bool cdy_mjcf_begin_loops(cdy_mjcf_loops *l, const bool *merged)
{
    const int bodies = cdy_tree_body_count(l->tree) + 1;
    l->count = cdy_tree_loop_count(l->tree);
    l->forms = cdy_allocate((size_t)l->count + 1, sizeof *l->forms);
    l->first = cdy_allocate((size_t)bodies, sizeof *l->first);
    l->next = cdy_allocate(2 * (size_t)l->count + 1, sizeof *l->next);
    cdy_pose *poses = cdy_poses_at_zero(l->tree);
    const bool good = l->forms && l->first && l->next && poses;
    for (int i = 0; i < bodies && good; i++) {
        l->first[i] = -1;
    }
    for (int i = 2 * l->count - 1; i >= 0 && good; i--) { /* so that the first one comes first */
        const cdy_loop *loop = cdy_tree_loop(l->tree, i / 2);
        const int body = cdy_tree_find_body(l->tree, i % 2 ? loop->other : loop->body);
        l->forms[i / 2] = (unsigned char)form_of(l, loop, merged, poses);
        if (body >= 0) {
            l->next[i] = l->first[body];
            l->first[body] = i;
        }
    }
    cdy_release(poses);
    return good;
}

void cdy_mjcf_end_loops(cdy_mjcf_loops *l)
{
    cdy_release(l->forms);
    cdy_release(l->first);
    cdy_release(l->next);
    cdy_name_table_clear(&l->names);
}

static void name_site(char name[64], int number, int which, bool other)
{
    cdy_print(name, 64, "loop_%d_%d_%s", number, which, other ? "other" : "body");
}

void cdy_mjcf_write_loop_sites(const cdy_mjcf_loops *l, int body)
{
    for (int end = l->first[body]; end >= 0; end = l->next[end]) {
        const cdy_loop *loop = cdy_tree_loop(l->tree, end / 2);
        for (int k = 0; k < count_sites(l, end / 2); k++) {
            const cdy_pose along = {{0, 0, k}, {1, 0, 0, 0}};
            cdy_pose place = cdy_pose_from_placement(end % 2 ? &loop->in_other : &loop->in_body);
            char name[64];
            place = cdy_pose_compose(&place, &along);
            name_site(name, end / 2, k, end % 2);
            cdy_xml_open(l->out, "site");
            cdy_xml_text(l->out, "name", name);
            cdy_mjcf_write_pose(l->out, &place);
            cdy_xml_close(l->out, "site");
        }
    }
}

/* Opens an element of a loop; the first of each name has it. False if memory runs out. */
static bool open_loop(cdy_mjcf_loops *l, const char *element, const cdy_loop *loop)
{
    const char *name = loop->name ? loop->name : "";
    const bool is_new = *name && cdy_xml_can_hold(name) && cdy_name_table_find(&l->names, name) < 0;
    cdy_xml_open(l->out, element);
    if (is_new) {
        cdy_xml_text(l->out, "name", name);
    }
    return !is_new || cdy_name_table_set(&l->names, name, 0);
}

/* relpose is the pose of body2 in body1. */
static bool write_weld(cdy_mjcf_loops *l, const cdy_loop *loop)
{
    const cdy_pose other = cdy_pose_from_placement(&loop->in_other), body = cdy_pose_from_placement(&loop->in_body);
    const cdy_pose back = cdy_pose_invert(&body), place = cdy_pose_compose(&other, &back);
    const double relative[7] = {place.p[0], place.p[1], place.p[2], place.q[0], place.q[1], place.q[2], place.q[3]};
    const bool good = open_loop(l, "weld", loop);
    cdy_xml_text(l->out, "body1", loop->other);
    cdy_xml_text(l->out, "body2", loop->body);
    cdy_xml_numbers(l->out, "relpose", relative, 7);
    cdy_xml_close(l->out, "weld");
    return good;
}

static bool write_point(cdy_mjcf_loops *l, const cdy_loop *loop)
{
    const bool good = open_loop(l, "connect", loop);
    cdy_xml_text(l->out, "body1", loop->body);
    cdy_xml_text(l->out, "body2", loop->other);
    cdy_xml_numbers(l->out, "anchor", loop->in_body.xyz, 3);
    cdy_xml_close(l->out, "connect");
    return good;
}

static bool write_sites(cdy_mjcf_loops *l, const cdy_loop *loop, int number)
{
    bool good = true;
    for (int k = 0; k < count_sites(l, number); k++) {
        char names[2][64];
        name_site(names[0], number, k, false);
        name_site(names[1], number, k, true);
        good = open_loop(l, "connect", loop) && good;
        cdy_xml_text(l->out, "site1", names[0]);
        cdy_xml_text(l->out, "site2", names[1]);
        cdy_xml_close(l->out, "connect");
    }
    return good;
}

bool cdy_mjcf_write_loops(cdy_mjcf_loops *l)
{
    bool good = true;
    for (int i = 0; i < l->count && good; i++) {
        const cdy_loop *loop = cdy_tree_loop(l->tree, i);
        switch ((loop_form)l->forms[i]) {
        case LOOP_WELD: good = write_weld(l, loop); break;
        case LOOP_POINT: good = write_point(l, loop); break;
        case LOOP_SITES:
        case LOOP_HINGE: good = write_sites(l, loop, i); break;
        case LOOP_LOST:
            cdy_lose_loop(l->how, loop,
                          "itself: MuJoCo closes loops by points, hinges and welds of bodies that are written");
            break;
        }
    }
    return good;
}
