#include "values/elements.h"

#include <string.h>

bool elements_create(elements *e, const robot *r)
{
    *e = (elements){.robot = r};
    return joint_index_create(&e->positions, r->model, VECTOR_Q) &&
           joint_index_create(&e->velocities, r->model, VECTOR_QD);
}

void elements_clear(elements *e)
{
    joint_index_clear(&e->positions);
    joint_index_clear(&e->velocities);
    *e = (elements){0};
}

const joint_index *elements_joints(const elements *e, vector_kind kind)
{
    return kind == VECTOR_Q ? &e->positions : &e->velocities;
}

/* Splits `joint[3]` into the length of `joint` and 3; false where the name has no such index. */
static bool split_component(const char *name, size_t length, size_t *joint_length, int *component)
{
    size_t digits = 0;
    int value = 0;
    if (length < 4 || name[length - 1] != ']') {
        return false;
    }
    size_t open = length - 1;
    while (open > 0 && name[open - 1] >= '0' && name[open - 1] <= '9') {
        open--;
        digits++;
    }
    if (open == 0 || name[open - 1] != '[' || digits == 0 || digits > 6) {
        return false;
    }
    for (size_t i = open; i < length - 1; i++) {
        value = 10 * value + (name[i] - '0');
    }
    *joint_length = open - 1;
    *component = value;
    return true;
}

/* Returns the position of joint[k], -1 where there is none. */
static int find_component(const joint_index *joints, const char *name, size_t length)
{
    size_t joint_length;
    int component;
    if (!split_component(name, length, &joint_length, &component)) {
        return -1;
    }
    const joint_entry *joint = joint_index_find(joints, name, joint_length);
    return joint && component < joint->count ? joint->first + component : -1;
}

int elements_find(const elements *e, vector_kind kind, const char *name, size_t length)
{
    const joint_index *joints = elements_joints(e, kind);
    const joint_entry *joint = joint_index_find(joints, name, length);
    const int own = joint && joint->count == 1 ? joint->first : -1, other = find_component(joints, name, length);
    if (own >= 0 && other >= 0) {
        return -1;
    }
    return own >= 0 || joint ? own : other;
}

/* Explains why a joint of the robot takes no value under this name. */
static void explain_joint(const joint_entry *entry, const char *name, const cdy_joint *joint, text_buffer *message)
{
    if (entry) {
        text_add(message, "joint '%.80s' has %d values: give them as %.80s[0] to %.80s[%d]", name, entry->count, name,
                 name, entry->count - 1);
    } else if (joint->mimic.joint) {
        text_add(message, "joint '%.80s' follows '%.80s' and takes no value; set '%.80s', or use --mimic independent",
                 name, joint->mimic.joint, joint->mimic.joint);
    } else {
        text_add(message, "joint '%.80s' is %s: it has no degree of freedom", name, cdy_joint_type_name(joint->type));
    }
}

static const char *name_of(const void *joints, int number)
{
    return ((const joint_index *)joints)->entries[number].name;
}

static void explain_unknown(const joint_index *joints, vector_kind kind, const char *name, size_t *letters,
                            text_buffer *message)
{
    size_t joint_length;
    int component;
    if (split_component(name, strlen(name), &joint_length, &component)) {
        const joint_entry *entry = joint_index_find(joints, name, joint_length);
        if (entry) {
            text_add(message, "joint '%.80s' has %d value%s in %s: there is no '%.80s'", entry->name, entry->count,
                     entry->count == 1 ? "" : "s", vector_name(kind), name);
            return;
        }
    }
    const int nearest = cdy_nearest_within(name, (int)joints->count, name_of, joints, letters);
    text_add(message, "the robot has no joint '%.80s'", name);
    message_suggest_name(nearest >= 0 ? name_of(joints, nearest) : NULL, message);
}

void elements_explain(const elements *e, vector_kind kind, const char *name, size_t length, size_t *letters,
                      text_buffer *message)
{
    text_buffer copy = {0};
    text_add_bytes(&copy, name, length);
    const cdy_tree *tree = e->robot->tree; /* NULL for a compiled model, which names the joints with coordinates only */
    int body = copy.failed || !tree ? -1 : cdy_tree_find_joint(tree, text_get(&copy));
    const cdy_body *moved = tree ? cdy_tree_body(tree, body) : NULL;
    const joint_entry *entry = joint_index_find(elements_joints(e, kind), text_get(&copy), strlen(text_get(&copy)));
    if (entry && entry->count == 1 && find_component(elements_joints(e, kind), name, length) >= 0) {
        text_add(message, "'%.80s' is both a joint and a value of another joint; rename one of the two",
                 text_get(&copy));
    } else if (moved || entry) {
        explain_joint(entry, text_get(&copy), moved ? &moved->joint : NULL, message);
    } else {
        explain_unknown(elements_joints(e, kind), kind, text_get(&copy), letters, message);
    }
    message->failed = message->failed || copy.failed;
    text_clear(&copy);
}

name_unit elements_take_unit(const char *name, size_t *length)
{
    enum { SIZE = sizeof "[deg]" - 1 };
    const char *unit = name + (*length > SIZE ? *length - SIZE : 0);
    const bool is_longer = *length > SIZE, in_degrees = is_longer && memcmp(unit, "[deg]", SIZE) == 0;
    if (!in_degrees && !(is_longer && memcmp(unit, "[rad]", SIZE) == 0)) {
        return UNIT_NONE;
    }
    *length -= SIZE;
    return in_degrees ? UNIT_DEG : UNIT_RAD;
}

void elements_explain_unit(const elements *e, vector_kind kind, int index, text_buffer *message)
{
    const cdy_coordinate coordinate = vector_coordinate(e->robot->model, kind, index);
    const char *unit = coordinate_unit(kind, &coordinate, false);
    text_add(message, "%s.", vector_name(kind));
    coordinate_add_label(&coordinate, message);
    text_add(message, " is no angle but %s%s; expected its name without [deg] or [rad]",
             *unit ? "in " : "part of a quaternion", unit);
}
