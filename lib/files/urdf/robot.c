/* Reading of <robot>: materials, links, joints, transmissions. */
#include "urdf/urdf.h"

#include <string.h>

static bool is_known_version(const char *version)
{
    return strcmp(version, "1.0") == 0 || strcmp(version, "1.1") == 0 || strcmp(version, "1.2") == 0;
}

static void read_root(cdy_reader *r, const cdy_element *robot)
{
    static const char *const known[] = {"link", "joint", "material", "condyle"};
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
}

static cdy_status read_robot(cdy_reader *r, const cdy_element *robot)
{
    read_root(r, robot);
    cdy_status status = cdy_refuse_macros(r);
    if (!status) {
        status = cdy_read_materials(r, robot);
    }
    if (!status) {
        status = cdy_read_links(r, robot);
    }
    if (!status) {
        status = cdy_read_joints(r, robot);
    }
    status = status ? status : cdy_read_loops(r, robot);
    if (!status) {
        cdy_read_transmissions(r, robot);
        status = cdy_read_drives(r, robot);
    }
    return status;
}

const cdy_file_format cdy_urdf_format = {"URDF", "robot", true, ~(cdy_programs)0, read_robot, NULL, false};
