/* Values: texts of child elements, as numbers, flags and poses. */
#include "description/value.h"

#include "base/error.h"
#include "sdf/sdf.h"
#include "text/number.h"

#include <math.h>
#include <string.h>

static const char blanks[] = " \t\r\n";

/* Returns a text without white space around it; NULL if memory runs out. */
static const char *trim(cdy_sdf *s, const char *text)
{
    text += strspn(text, blanks);
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1])) {
        length--;
    }
    if (text[length] == '\0') {
        return text;
    }
    char *copy = cdy_arena_allocate(&s->r->memory, length + 1, 1);
    if (copy) {
        memcpy(copy, text, length);
    }
    return copy;
}

const char *cdy_sdf_text(cdy_sdf *s, const cdy_element *e, const char *child)
{
    const cdy_element *found = cdy_first_child(e, child);
    return found && found->text ? trim(s, found->text) : "";
}

const char *cdy_sdf_shown(const cdy_sdf *s, const char *name)
{
    return strlen(name) > s->name_skip ? name + s->name_skip : name;
}

/* Reads an infinite number; returns its end, or `text`. */
static const char *scan_infinite(const char *text, double *value)
{
    const char *word = text + (*text == '-' || *text == '+');
    if (strncmp(word, "inf", 3) != 0 || !strchr(" \t\r\n", word[3])) {
        return text;
    }
    *value = *text == '-' ? -HUGE_VAL : HUGE_VAL;
    return word + 3;
}

/* Reads numbers; false where there are not `count`. */
static bool scan(const char *text, double *values, int count)
{
    const char *end = text + strlen(text);
    int found = 0;
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        double number;
        cdy_number_status problem;
        const char *next = scan_infinite(text, &number);
        next = next == text ? cdy_scan_number(text, end, &number, &problem) : next;
        if (next == text || !strchr(blanks, *next) || found == count) {
            return false;
        }
        values[found++] = number;
        text = next;
    }
    return found == count;
}

static cdy_status read_numbers(cdy_sdf *s, const cdy_element *e, double *values, int count)
{
    enum { MOST = 7 };
    double numbers[MOST];
    const char *text = e->text ? e->text : "";
    if (count > MOST || !scan(text, numbers, count)) {
        return cdy_fault(s->r, CDY_RULE_NUMBER, e->at, "<%.40s> '%.80s' is not %d number%s; expected %s", e->name, text,
                         count, count == 1 ? "" : "s",
                         count == 1 ? "one such as 0.5 or -1e-3" : "them separated by spaces, each such as 0.5");
    }
    memcpy(values, numbers, (size_t)count * sizeof *values);
    return CDY_OK;
}

cdy_status cdy_sdf_numbers(cdy_sdf *s, const cdy_element *e, const char *child, double *values, int count)
{
    const cdy_element *found = cdy_first_child(e, child);
    return found ? read_numbers(s, found, values, count) : CDY_OK;
}

cdy_status cdy_sdf_number(cdy_sdf *s, const cdy_element *e, const char *child, double *value)
{
    return cdy_sdf_numbers(s, e, child, value, 1);
}

static cdy_status parse_flag(cdy_sdf *s, const char *what, const char *text, cdy_place at, bool *value)
{
    const bool yes = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    if (!yes && strcmp(text, "false") != 0 && strcmp(text, "0") != 0) {
        return cdy_fault(s->r, CDY_RULE_NUMBER, at, "%.40s is '%.80s'; expected true or false", what, text);
    }
    *value = yes;
    return CDY_OK;
}

cdy_status cdy_sdf_flag(cdy_sdf *s, const cdy_element *e, const char *child, bool *value)
{
    const char *text = cdy_sdf_text(s, e, child);
    return !text    ? cdy_fail_memory(s->r->error)
           : !*text ? CDY_OK
                    : parse_flag(s, child, text, cdy_first_child(e, child)->at, value);
}

cdy_status cdy_sdf_attribute_flag(cdy_sdf *s, const cdy_element *e, const char *name, bool *value)
{
    const cdy_attribute *a = cdy_find_attribute(e, name);
    return a ? parse_flag(s, name, a->text, a->at, value) : CDY_OK;
}

/* Reads x y z and a quaternion x y z w. */
static cdy_status read_quaternion(cdy_sdf *s, const cdy_element *e, cdy_pose *pose)
{
    double n[7];
    cdy_status status = read_numbers(s, e, n, 7);
    if (status) {
        return status;
    }
    const double length = sqrt(n[3] * n[3] + n[4] * n[4] + n[5] * n[5] + n[6] * n[6]);
    if (!(length > 1e-12) || !isfinite(length)) {
        return cdy_fault(s->r, CDY_RULE_ROTATION, e->at,
                         "the quaternion of the pose is no rotation; expected one such as 0 0 0 1");
    }
    memcpy(pose->p, n, sizeof pose->p);
    const double q[4] = {n[6] / length, n[3] / length, n[4] / length, n[5] / length};
    memcpy(pose->q, q, sizeof q);
    return CDY_OK;
}

/* Reads x y z roll pitch yaw. */
static cdy_status read_angles(cdy_sdf *s, const cdy_element *e, cdy_pose *pose)
{
    static const double degree = 0.017453292519943295;
    double n[6];
    bool degrees = false;
    cdy_status status = cdy_sdf_attribute_flag(s, e, "degrees", &degrees);
    if (!status) {
        status = read_numbers(s, e, n, 6);
    }
    if (status) {
        return status;
    }
    for (int i = 3; i < 6 && degrees; i++) {
        n[i] *= degree;
    }
    memcpy(pose->p, n, sizeof pose->p);
    cdy_quaternion_from_rpy(n + 3, pose->q);
    return CDY_OK;
}

cdy_status cdy_sdf_read_pose(cdy_sdf *s, const cdy_element *parent, cdy_pose *pose, const cdy_attribute **relative)
{
    const cdy_element *e = cdy_first_child(parent, "pose");
    *pose = cdy_pose_still;
    *relative = NULL;
    if (!e) {
        return CDY_OK;
    }
    const cdy_attribute *named = cdy_find_attribute(e, "relative_to"), *form = cdy_find_attribute(e, "rotation_format");
    named = named ? named : cdy_find_attribute(e, "frame"); /* before SDF 1.7 */
    *relative = named && *named->text ? named : NULL;
    if (!e->text && e->stray_text == NULL) {
        return CDY_OK;
    }
    const cdy_status status =
        form && strcmp(form->text, "quat_xyzw") == 0 ? read_quaternion(s, e, pose) : read_angles(s, e, pose);
    for (int i = 0; i < 3 && !status; i++) {
        if (!isfinite(pose->p[i]) || !isfinite(pose->q[i])) {
            return cdy_fault(s->r, CDY_RULE_NUMBER, e->at, "the pose is not finite; expected numbers");
        }
    }
    return status;
}
