/* Loops as SDF: a joint of two links that the tree joins already. SDF states one place of a joint, so that a loop has
 * to be closed while all joints are 0. */
#include "sdf/writer_loop.h"

#include "base/format.h"
#include "base/memory.h"
#include "base/name_table.h"
#include "description/closure.h"
#include "description/reader.h"

#include <stdio.h>
#include <string.h>

static const char *name_of(const cdy_sdf_loops *l, int index)
{
    return l->names[index] ? l->names[index] : cdy_tree_body(l->tree, index)->name;
}

/* Whether a body stands still in the base `world`, which every file has. */
static bool is_in_world(const cdy_sdf_loops *l, int index)
{
    return l->holders[index] == 0 && strcmp(cdy_tree_body(l->tree, 0)->name, "world") == 0;
}

/* Returns the type of the joint that closes a loop; NULL: there is none. */
static const char *type_of(unsigned rows)
{
    return rows == CDY_LOOP_WELD        ? "fixed"
           : rows == CDY_LOOP_BALL      ? "ball"
           : rows == CDY_LOOP_REVOLUTE  ? "revolute"
           : rows == CDY_LOOP_PRISMATIC ? "prismatic"
                                        : NULL;
}

/* Names that the file has and the tree does not: those of links that are renamed, and of loops. */
typedef struct new_names {
    cdy_name_table table;
    char **loops; /* the names of the loops, which the table points to */
    int loop_count;
} new_names;

/* Makes room for the loops' names, and lists those of renamed links; false if memory runs out. */
static bool list_new_names(const cdy_sdf_loops *l, new_names *names)
{
    names->loops = cdy_allocate((size_t)cdy_tree_loop_count(l->tree), sizeof *names->loops);
    bool good = names->loops;
    for (int i = 0; i <= cdy_tree_body_count(l->tree) && good; i++) {
        good = !l->names[i] || cdy_name_table_set(&names->table, l->names[i], 0);
    }
    return good;
}

static void clear_new_names(new_names *names)
{
    cdy_name_table_clear(&names->table);
    for (int i = 0; i < names->loop_count; i++) {
        cdy_release(names->loops[i]);
    }
    cdy_release(names->loops);
}

/* Returns a name for a joint that no link, joint or other loop has; NULL if memory runs out. */
static const char *name_loop(const cdy_sdf_loops *l, new_names *names, const cdy_loop *loop, int number)
{
    const char *own = loop->name && *loop->name && cdy_xml_can_hold(loop->name) ? loop->name : "loop";
    const size_t size = strlen(own) + 64;
    char *name = cdy_allocate(size, 1);
    if (!name) {
        return NULL;
    }
    names->loops[names->loop_count++] = name;
    bool taken = true;
    for (int k = 0; taken; k++) { /* a number that no other name ends with is soon found */
        snprintf(name, size, k == 0 ? "%s" : k == 1 ? "%s_%d" : "%s_%d_%d", own, number, k);
        taken = cdy_tree_find_joint(l->tree, name) >= 0 || cdy_tree_find_body(l->tree, name) >= 0 ||
                cdy_name_table_find(&names->table, name) >= 0;
    }
    return cdy_name_table_set(&names->table, name, 0) ? name : NULL;
}

/* Where the bodies of a tree stand: their poses while all joints are 0, and how many links are above that of each. */
typedef struct places {
    cdy_pose *poses;
    int *depths;
} places;

/* False if memory runs out. */
static bool find_places(const cdy_sdf_loops *l, places *found)
{
    const int count = cdy_tree_body_count(l->tree) + 1;
    found->poses = cdy_poses_at_zero(l->tree);
    found->depths = cdy_allocate((size_t)count, sizeof *found->depths);
    for (int i = 0; i < count && found->depths; i++) { /* parents first */
        const int link = l->holders[i];
        found->depths[i] = link > 0 ? found->depths[cdy_tree_parent(l->tree, link)] + (l->pairs[link] >= 0) : 0;
    }
    return found->poses && found->depths;
}

static void write_joint(const cdy_sdf_loops *l, const char *name, const char *type, const int ends[2],
                        const cdy_placement *place)
{
    static const double z[3] = {0, 0, 1};
    const double pose[6] = {place->xyz[0], place->xyz[1], place->xyz[2], place->rpy[0], place->rpy[1], place->rpy[2]};
    cdy_xml_open(l->out, "joint");
    cdy_xml_text(l->out, "name", name);
    cdy_xml_text(l->out, "type", type);
    cdy_xml_text_element(l->out, "parent", name_of(l, ends[0]));
    cdy_xml_text_element(l->out, "child", name_of(l, ends[1]));
    cdy_xml_numbers_element(l->out, "pose", "relative_to", name_of(l, ends[1]), pose, 6);
    if (strcmp(type, "revolute") == 0 || strcmp(type, "prismatic") == 0) {
        cdy_xml_open(l->out, "axis");
        cdy_xml_numbers_element(l->out, "xyz", NULL, NULL, z, 3);
        cdy_xml_close(l->out, "axis");
    }
    cdy_xml_close(l->out, "joint");
}

/* Writes a loop as a joint of its two links; false if memory runs out. Its parent is the link that stands deeper in the
 * tree, so that no reader takes the joint for the one that carries its child. */
static bool write_loop(const cdy_sdf_loops *l, new_names *names, int number, const places *at)
{
    const cdy_loop *loop = cdy_tree_loop(l->tree, number);
    const char *type = type_of(loop->rows);
    const int body = cdy_tree_find_body(l->tree, loop->body), other = cdy_tree_find_body(l->tree, loop->other);
    const bool linked = type && body >= 0 && other >= 0 && l->pairs[body] >= 0 && l->pairs[other] >= 0 &&
                        !is_in_world(l, body) && !is_in_world(l, other);
    if (!linked) {
        cdy_lose_loop(l->how, loop, "itself: SDF closes loops by joints of its types between links");
        return true;
    }
    if (!(cdy_loop_gap(l->tree, at->poses, loop) <= CDY_LOOP_CLOSED)) {
        cdy_lose_loop(l->how, loop, "itself: it is open where all joints are 0, and SDF states one place of a joint");
        return true;
    }
    const bool turned = at->depths[body] > at->depths[other];
    const int ends[2] = {turned ? body : other, turned ? other : body};
    const char *name = name_loop(l, names, loop, number);
    if (name) {
        write_joint(l, name, type, ends, turned ? &loop->in_other : &loop->in_body);
    }
    return name;
}

bool cdy_sdf_write_loops(const cdy_sdf_loops *l)
{
    const int count = cdy_tree_loop_count(l->tree);
    new_names names = {.loop_count = 0};
    places at = {NULL, NULL};
    bool good = count == 0 || (find_places(l, &at) && list_new_names(l, &names));
    for (int i = 0; i < count && good; i++) {
        good = write_loop(l, &names, i, &at);
    }
    cdy_release(at.poses);
    cdy_release(at.depths);
    clear_new_names(&names);
    return good;
}
