/* Names that other programs do not distinguish. */
#include "lint/checks.h"

#include <string.h>

static bool is_ros_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Returns the name as ROS uses it in topics and parameters; NULL where memory runs out. */
static const char *sanitise(cdy_reader *r, const char *name)
{
    char *copy = cdy_arena_copy(&r->memory, name);
    for (char *p = copy; p && *p; p++) {
        *p = is_ros_character(*p) ? *p : '_';
    }
    return copy;
}

/* Reports a name that looks like another: with white space around it, or with a tab or line break. */
static void check_spaces(cdy_reader *r, const cdy_element *element, const char *name)
{
    static const char blanks[] = " \t\r\n";
    const size_t length = strlen(name);
    if (length > 0 && (strchr(blanks, name[0]) || strchr(blanks, name[length - 1]) || strpbrk(name, "\t\r\n"))) {
        cdy_warn(r, CDY_RULE_NAME_SPACE, cdy_place_of(element, NULL, "name"),
                 "the name '%.80s' has white space around it, or a tab or line break; expected none", name);
    }
}

/* Reports a slash in the name of a link, which becomes the name of a transform; names of joints may have one. */
static void check_slash(cdy_reader *r, const cdy_element *link, const char *name)
{
    if (name[0] == '/') {
        cdy_warn(r, CDY_RULE_NAME_SLASH, cdy_place_of(link, NULL, "name"),
                 "the name '%.80s' begins with '/', which those of transforms may not; expected '%.80s'", name,
                 name + strspn(name, "/"));
    }
}

/* Adds a name to the table; reports another name of the table with the same sanitised form. */
static void check_name(cdy_reader *r, cdy_name_table *table, const char *name, int number, const char *const *names,
                       cdy_place at)
{
    const char *sanitised = sanitise(r, name);
    const int other = sanitised ? cdy_name_table_find(table, sanitised) : -1;
    if (sanitised && other < 0) {
        r->out_of_memory = !cdy_name_table_set(table, sanitised, number) || r->out_of_memory;
    } else if (other >= 0 && strcmp(names[other], name) != 0) {
        cdy_warn(r, CDY_RULE_NAME_COLLISION, at,
                 "the name becomes %.80s in ROS, as '%.80s' does; expected them to differ", sanitised, names[other]);
    }
}

static void check_links(cdy_reader *r, const char **names)
{
    cdy_name_table table = {0};
    for (int i = 0; i < r->link_count; i++) {
        names[i] = r->links[i].body.name;
        cdy_about_link(r, names[i]);
        check_spaces(r, r->links[i].element, names[i]);
        check_slash(r, r->links[i].element, names[i]);
        check_name(r, &table, names[i], i, names, r->links[i].at);
    }
    cdy_name_table_clear(&table);
}

static void check_joints(cdy_reader *r, const char **names)
{
    cdy_name_table table = {0};
    for (int i = 0; i < r->joint_count; i++) {
        names[i] = r->joints[i].name;
        cdy_about_joint(r, names[i]);
        check_spaces(r, r->joints[i].element, names[i]);
        check_name(r, &table, names[i], i, names, r->joints[i].at);
    }
    cdy_name_table_clear(&table);
}

static void check_shared(cdy_reader *r)
{
    int count = 0, first = -1;
    for (int i = 0; i < r->joint_count; i++) {
        if (cdy_name_table_find(&r->link_numbers, r->joints[i].name) >= 0) {
            first = count++ == 0 ? i : first;
        }
    }
    if (count > 0) {
        cdy_about_joint(r, r->joints[first].name);
        cdy_warn(r, CDY_RULE_NAME_SHARED, r->joints[first].at, "a link has this name, too%s",
                 count > 1 ? ", and so it is with other joints" : "");
    }
}

void cdy_check_names(cdy_reader *r)
{
    const size_t most = (size_t)(r->link_count > r->joint_count ? r->link_count : r->joint_count);
    const char **names = cdy_arena_allocate(&r->memory, most + 1, sizeof *names);
    if (names) {
        check_links(r, names);
        check_joints(r, names);
        check_shared(r);
    }
    cdy_check_references(r);
    cdy_check_version(r);
    cdy_check_programs(r);
}
