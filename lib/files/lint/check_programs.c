/* Programs: contents that URDF allows or the loader accepts, and that another program refuses or changes. */
#include "lint/checks.h"
#include "tree/joint_traits.h"

#include <string.h>

/* urdfdom 3.0 refuses files of versions 1.1 and 1.2, which later releases accept. */
static void check_claimed_version(cdy_reader *r)
{
    const cdy_attribute *version = cdy_find_attribute(r->document.root, "version");
    if (version && (strcmp(version->text, "1.1") == 0 || strcmp(version->text, "1.2") == 0)) {
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_OLD_URDFDOM, version->at,
                     "version %s is none that urdfdom 3.0 knows; expected version=\"1.0\", or none", version->text);
    }
}

/* Reports UTF-16: URDF is UTF-8, and few parsers read UTF-16. */
static void check_encoding(cdy_reader *r)
{
    if (r->utf16) {
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_EVERY_URDFDOM | CDY_FOR_MUJOCO | CDY_FOR_DRAKE,
                     (cdy_place){1, 1, 0}, "the file is UTF-16; expected UTF-8");
    }
}

static bool is_bare(const cdy_element *material)
{
    const cdy_element *color = cdy_first_child(material, "color"), *texture = cdy_first_child(material, "texture");
    return !(color && cdy_find_attribute(color, "rgba")) && !(texture && cdy_find_attribute(texture, "filename"));
}

static void check_bare(cdy_reader *r, const cdy_element *material, const char *name)
{
    if (is_bare(material)) {
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_EVERY_URDFDOM | CDY_FOR_DRAKE, material->at,
                     "material '%.80s' has neither color nor texture; expected one of them", name);
    }
}

/* Reports a visual that uses a material which a later visual defines: here definitions count for the whole file,
 * elsewhere for later visuals only. */
static void check_order(cdy_reader *r, const cdy_element *link, cdy_name_table *defined)
{
    for (const cdy_element *v = cdy_first_child(link, "visual"); v; v = cdy_next_alike(v)) {
        const cdy_element *m = cdy_first_child(v, "material");
        const cdy_attribute *name = m ? cdy_find_attribute(m, "name") : NULL;
        if (!name || !*name->text) {
            continue;
        }
        if (!is_bare(m)) {
            r->out_of_memory = !cdy_name_table_set(defined, name->text, true) || r->out_of_memory;
        } else if (cdy_name_table_find(defined, name->text) < 0 &&
                   cdy_name_table_find(&r->material_numbers, name->text) >= 0) {
            cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_DRAKE, m->at,
                         "material '%.80s' is defined behind this visual only; expected it before, or in <robot>",
                         name->text);
        }
    }
}

/* Checks the order of materials; other rules report two definitions of one name. */
static void check_materials(cdy_reader *r)
{
    cdy_name_table defined = {0}; /* by name: whether the first definition has a color or texture */
    const cdy_element *robot = r->document.root;
    for (const cdy_element *m = cdy_first_child(robot, "material"); m; m = cdy_next_alike(m)) {
        const cdy_attribute *a = cdy_find_attribute(m, "name");
        const char *name = a ? a->text : "";
        const int first = cdy_name_table_find(&defined, name);
        check_bare(r, m, name);
        if (first < 0) {
            r->out_of_memory = !cdy_name_table_set(&defined, name, !is_bare(m)) || r->out_of_memory;
        } else if (!first || is_bare(m) || !*name) {
            cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_EVERY_URDFDOM | CDY_FOR_DRAKE, m->at,
                         "material '%.80s' stands in <robot> twice; expected it once", name);
        }
    }
    for (int i = 0; i < r->link_count; i++) {
        cdy_about_link(r, r->links[i].body.name);
        check_order(r, r->links[i].element, &defined);
    }
    cdy_name_table_clear(&defined);
}

/* Reports an extension before the shape, which other programs take for the shape. */
static void check_shapes(cdy_reader *r, const cdy_element *link, const char *name)
{
    for (const cdy_element *e = cdy_first_child(link, name); e; e = cdy_next_alike(e)) {
        const cdy_element *geometry = cdy_first_child(e, "geometry");
        if (geometry && geometry->foreign_first) {
            cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_EVERY_URDFDOM, geometry->at,
                         "<geometry> begins with an element of another namespace; expected its shape first");
        }
    }
}

/* Checks the limits of fixed joints; those of moving joints are checked by the reader. */
static void check_fixed(cdy_reader *r, const cdy_element *joint)
{
    const cdy_attribute *type = cdy_find_attribute(joint, "type");
    const cdy_element *limit = cdy_first_child(joint, "limit");
    if (type && strcmp(type->text, "fixed") == 0 && limit &&
        (!cdy_find_attribute(limit, "effort") || !cdy_find_attribute(limit, "velocity"))) {
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_EVERY_URDFDOM, limit->at,
                     "the <limit> of a fixed joint lacks %s; expected both effort and velocity, or no <limit>",
                     cdy_find_attribute(limit, "effort") ? "velocity" : "effort");
    }
}

/* Reports one note for all floating joints. */
static void check_floating(cdy_reader *r)
{
    int count = 0, first = -1;
    for (int i = 0; i < r->joint_count; i++) {
        const cdy_joint *joint = cdy_joint_of(r, i);
        if (joint && joint_is_free(joint->type)) {
            first = count++ == 0 ? i : first;
        }
    }
    if (count > 0) {
        cdy_about_joint(r, r->joints[first].name);
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_DRAKE, r->joints[first].at,
                     "Drake makes the link of a floating joint a free body, not connected to its parent (%d joint%s in "
                     "all); expected another joint type",
                     count, count > 1 ? "s" : "");
    }
}

void cdy_check_programs(cdy_reader *r)
{
    cdy_about_robot(r);
    check_claimed_version(r);
    check_encoding(r);
    check_materials(r);
    for (int i = 0; i < r->link_count; i++) {
        cdy_about_link(r, r->links[i].body.name);
        check_shapes(r, r->links[i].element, "visual");
        check_shapes(r, r->links[i].element, "collision");
    }
    for (int i = 0; i < r->joint_count; i++) {
        cdy_about_joint(r, r->joints[i].name);
        check_fixed(r, r->joints[i].element);
    }
    check_floating(r);
    cdy_about_robot(r);
}
