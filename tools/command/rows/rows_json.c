/* Rows of JSON: one object a line, with the keys that the command's own JSON has. */
#include "rows/json.h"
#include "rows/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Reports a faulty value of a key. */
static row_status fail_key(row_reader *rows, const char *key, const char *problem)
{
    return row_fail(rows, ROW_BAD, "\"%.80s\": %s", key, problem);
}

/* A vector as a whole, or elements of it. */
typedef struct json_field {
    variable kind;
    const char *element; /* name in the row, with or without a unit; NULL: the whole vector */
    size_t length;       /* length of the name without the unit */
    name_unit unit;
    bool degrees; /* angles are in degrees */
} json_field;

/* Begins the message of a faulty field. An element has the name "q.elbow_joint", also where it is a member of "q". */
static void begin_problem(row_reader *rows, const json_field *f)
{
    row_fail(rows, ROW_BAD, "\"%s%s%.80s\": ", variable_name(f->kind), f->element ? "." : "",
             f->element ? f->element : "");
}

static double to_unit(const row_reader *rows, variable kind, size_t index, bool degrees, double value)
{
    bool angle = degrees && variable_is_angle(rows->target.elements->robot->model, kind, index);
    return angle ? radians(value) : value;
}

/* Stores a number; fails where the row gives it twice. */
static row_status store(row_reader *rows, variable kind, size_t index, double value)
{
    long long *mark = (int)kind < VECTOR_COUNT ? &rows->marks[kind][index] : NULL;
    if (mark && *mark == rows->line) {
        row_fail(rows, ROW_BAD, "the row gives ");
        variable_add_column(&(dimensions){.model = rows->target.elements->robot->model}, kind, index, false,
                            &rows->problem);
        text_add(&rows->problem, " twice");
        return ROW_BAD;
    }
    if (mark) {
        *mark = rows->line;
    }
    rows->read.has[kind] = true;
    rows->target.values[kind][index] = value;
    return ROW_OK;
}

/* Reads an array into the elements of a vector from `first` on. */
static row_status read_array(row_reader *rows, const json_field *f, const json_t *array, size_t first, size_t count)
{
    if (json_array_size(array) != count) {
        begin_problem(rows, f);
        text_add(&rows->problem, "%zu values; expected %zu", json_array_size(array), count);
        return ROW_BAD;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(array, i);
        if (!json_is_number(item)) {
            begin_problem(rows, f);
            text_add(&rows->problem, "value %zu is not a number", i + 1);
            return ROW_BAD;
        }
        const double value = to_unit(rows, f->kind, first + i, f->degrees, json_number_value(item));
        row_status status = store(rows, f->kind, first + i, value);
        if (status != ROW_OK) {
            return status;
        }
    }
    return ROW_OK;
}

/* Fails for a unit on elements without an angle among them. */
static row_status check_unit(row_reader *rows, const json_field *f, int first, int count)
{
    bool any = f->unit == UNIT_NONE;
    for (int i = 0; i < count && !any; i++) {
        any = variable_is_angle(rows->target.elements->robot->model, f->kind, (size_t)(first + i));
    }
    if (!any) {
        begin_problem(rows, f);
        elements_explain_unit(rows->target.elements, (vector_kind)f->kind, first, &rows->problem);
    }
    return any ? ROW_OK : ROW_BAD;
}

/* Reads joint: number, joint[k]: number, or joint: [numbers]. */
static row_status read_member(row_reader *rows, const json_field *f, const json_t *value)
{
    const elements *e = rows->target.elements;
    const joint_entry *joint = joint_index_find(elements_joints(e, (vector_kind)f->kind), f->element, f->length);
    if (joint && json_is_array(value)) {
        row_status status = check_unit(rows, f, joint->first, joint->count);
        return status == ROW_OK ? read_array(rows, f, value, (size_t)joint->first, (size_t)joint->count) : status;
    }
    int index = elements_find(e, (vector_kind)f->kind, f->element, f->length);
    if (index < 0) {
        begin_problem(rows, f);
        elements_explain(e, (vector_kind)f->kind, f->element, f->length, &rows->letters, &rows->problem);
        return ROW_BAD;
    }
    if (!json_is_number(value)) {
        begin_problem(rows, f);
        text_add(&rows->problem, "the value is not a number");
        return ROW_BAD;
    }
    row_status status = check_unit(rows, f, index, 1);
    return status == ROW_OK ? store(rows, f->kind, (size_t)index,
                                    to_unit(rows, f->kind, (size_t)index, f->degrees, json_number_value(value)))
                            : status;
}

static row_status read_vector(row_reader *rows, variable kind, json_t *value, bool degrees)
{
    const json_field whole = {.kind = kind, .degrees = degrees};
    if (json_is_array(value)) {
        return read_array(rows, &whole, value, 0, variable_size(rows->target.elements->robot->model, kind));
    }
    if (!json_is_object(value)) {
        return fail_key(rows, variable_name(kind), "expected a list of numbers or an object of joints");
    }
    const char *name;
    json_t *item;
    json_object_foreach(value, name, item)
    {
        const json_field f = {.kind = kind, .element = name, .length = strlen(name), .degrees = degrees};
        row_status status = read_member(rows, &f, item);
        if (status != ROW_OK) {
            return status;
        }
    }
    return ROW_OK;
}

/* Reads 4 rows of 4 numbers, or 16 numbers. */
static row_status read_placement(row_reader *rows, const json_t *value)
{
    const json_field whole = {.kind = VARIABLE_T};
    if (!json_is_array(json_array_get(value, 0))) {
        return json_is_array(value) ? read_array(rows, &whole, value, 0, 16)
                                    : fail_key(rows, "T", "expected 4 rows of 4 numbers");
    }
    row_status status = json_array_size(value) == 4 ? ROW_OK : fail_key(rows, "T", "expected 4 rows of 4 numbers");
    for (size_t i = 0; i < 4 && status == ROW_OK; i++) {
        const json_t *row = json_array_get(value, i);
        char key[32];
        snprintf(key, sizeof key, "T[%zu]", i);
        status = json_array_size(row) == 4 ? read_array(rows, &whole, row, 4 * i, 4)
                                           : fail_key(rows, key, "expected a row of 4 numbers");
    }
    return status;
}

/* Reads {"body": "tool0", "frame": "body", "wrench": [Tx, Ty, Tz, Fx, Fy, Fz]}; the default frame is the base's. */
static row_status read_wrench(row_reader *rows, const json_t *item, const char *key)
{
    const cdy_model *model = rows->target.elements->robot->model;
    const char *body = json_string_value(json_object_get(item, "body"));
    const json_t *frame = json_object_get(item, "frame"), *values = json_object_get(item, "wrench");
    const char *word = frame ? json_string_value(frame) : "base";
    wrench_kind kind;
    if (!body || !word || json_array_size(values) != 6 || !wrench_find_word(word, &kind)) {
        return fail_key(rows, key,
                        "expected {\"body\": NAME, \"frame\": \"base\", \"body\" or \"base-axes\", \"wrench\": [6 "
                        "numbers]}");
    }
    int found = cdy_model_find_frame(model, body);
    if (found < 0) {
        row_fail(rows, ROW_BAD, "\"%s\": ", key);
        wrench_explain_body(model, body, strlen(body), &rows->letters, &rows->problem);
        return ROW_BAD;
    }
    int index = wrench_list_index(rows->target.wrenches, model, found, kind);
    if (index < 0) {
        return row_fail_input(rows, INPUT_MEMORY);
    }
    for (size_t i = 0; i < 6; i++) {
        const json_t *value = json_array_get(values, i);
        if (!json_is_number(value)) {
            return row_fail(rows, ROW_BAD, "\"%s\": value %zu is not a number", key, i + 1);
        }
        rows->target.wrenches->items[index].values[i] += json_number_value(value);
    }
    return ROW_OK;
}

static row_status read_wrenches(row_reader *rows, const json_t *list)
{
    if (!json_is_array(list)) {
        return fail_key(rows, "wrenches", "expected a list");
    }
    row_status status = ROW_OK;
    for (size_t i = 0; i < json_array_size(list) && status == ROW_OK; i++) {
        char key[40];
        snprintf(key, sizeof key, "wrenches[%zu]", i);
        status = read_wrench(rows, json_array_get(list, i), key);
    }
    return status;
}

/* Reads "angle_unit": "deg" or "rad"; the default is the option's. */
static row_status read_unit(row_reader *rows, const json_t *object, bool *degrees)
{
    const json_t *unit = json_object_get(object, "angle_unit");
    const char *word = json_string_value(unit);
    *degrees = rows->target.degrees;
    if (!unit) {
        return ROW_OK;
    }
    if (!word || (strcmp(word, "deg") != 0 && strcmp(word, "rad") != 0)) {
        return fail_key(rows, "angle_unit", "expected \"deg\" or \"rad\"");
    }
    *degrees = strcmp(word, "deg") == 0;
    return ROW_OK;
}

/* Fails where "gravity": [x, y, z], the gravity of the row's computation, differs from the robot's by more than
 * rounding; --gravity overrides it. */
static row_status check_gravity(row_reader *rows, const json_t *object)
{
    const json_t *stated = json_object_get(object, "gravity");
    double gravity[3];
    if (!stated || json_is_null(stated) || !rows->target.gravity) {
        return ROW_OK;
    }
    cdy_model_get_gravity(rows->target.elements->robot->model, gravity);
    const double size = fabs(gravity[0]) + fabs(gravity[1]) + fabs(gravity[2]);
    for (size_t i = 0; i < 3; i++) {
        const json_t *item = json_array_get(stated, i);
        if (json_array_size(stated) != 3 || !json_is_number(item)) {
            return fail_key(rows, "gravity", "expected 3 numbers");
        }
        if (fabs(json_number_value(item) - gravity[i]) > 1e-3 * size) {
            return row_fail(rows, ROW_BAD, "\"gravity\": not the robot's, %g,%g,%g; give the right one by --gravity",
                            gravity[0], gravity[1], gravity[2]);
        }
    }
    return ROW_OK;
}

/* Whether a row has a vector as a list, whose order of joints matters. */
static bool has_list(const row_reader *rows, const json_t *object)
{
    bool any = false;
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        any |= rows->target.inputs.has[kind] && variable_is_vector((variable)kind) &&
               json_is_array(json_object_get(object, variable_name((variable)kind)));
    }
    return any;
}

/* Compares "joints", the names in the order of the row's lists, with the robot's. */
static row_status check_joints(row_reader *rows, const json_t *object)
{
    const json_t *stated = json_object_get(object, "joints");
    const cdy_model *model = rows->target.elements->robot->model;
    if (!json_is_string(json_array_get(stated, 0)) || !has_list(rows, object)) {
        return ROW_OK;
    }
    const bool as_many =
        json_array_size(stated) == (size_t)cdy_model_nv(model); /* otherwise the names differ in any case */
    json_t *labels = as_many ? json_labels(model, VECTOR_QD) : json_array();
    row_status status = labels ? ROW_OK : row_fail_input(rows, INPUT_MEMORY);
    if (labels && !json_equal(stated, labels)) {
        status = fail_key(rows, "joints",
                          "not the joints of the robot in their order; give vectors as objects of joints, {\"q\": "
                          "{\"elbow_joint\": 1}}");
    }
    json_decref(labels);
    return status;
}

/* Whether a name is a joint or an element of one. */
static bool is_known(const row_reader *rows, variable kind, const char *name, size_t length)
{
    const elements *e = rows->target.elements;
    return joint_index_find(elements_joints(e, (vector_kind)kind), name, length) ||
           elements_find(e, (vector_kind)kind, name, length) >= 0;
}

/* Reads "q.elbow_joint": 1, a single element as --fields writes it; "q.elbow_joint[deg]" has its own unit. */
static row_status read_element(row_reader *rows, variable kind, const char *element, const json_t *value, bool degrees)
{
    json_field f = {.kind = kind, .element = element, .length = strlen(element), .degrees = degrees};
    size_t stem = f.length;
    const name_unit unit = elements_take_unit(element, &stem);
    const bool whole = unit && is_known(rows, kind, element, f.length);
    if (whole && is_known(rows, kind, element, stem)) {
        return row_fail(rows, ROW_BAD,
                        "\"%s.%s\" is both a joint and joint '%.*s' with its unit; rename one of the two",
                        variable_name(kind), element, (int)stem, element);
    }
    if (unit && !whole) {
        f.unit = unit;
        f.length = stem;
        f.degrees = unit == UNIT_DEG;
    }
    return read_member(rows, &f, value);
}

/* Reads the keys that name single elements. */
static row_status read_elements(row_reader *rows, json_t *object, bool degrees)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
            size_t length = strlen(variable_name((variable)kind));
            bool named = variable_is_vector((variable)kind) &&
                         strncmp(key, variable_name((variable)kind), length) == 0 && key[length] == '.';
            if (named && rows->target.inputs.has[kind]) {
                row_status status = read_element(rows, (variable)kind, key + length + 1, value, degrees);
                if (status != ROW_OK) {
                    return status;
                }
            }
        }
        if (rows->target.wrenches && strncmp(key, "f.", 2) == 0) {
            return fail_key(rows, key, "wrenches of JSON rows are a list, \"wrenches\": [{\"body\": ...}]");
        }
    }
    return ROW_OK;
}

/* ---- ROS sensor_msgs/JointState ---- */

static const struct {
    const char *key;
    variable kind;
} joint_state_keys[] = {{"position", VARIABLE_Q}, {"velocity", VARIABLE_QD}, {"effort", VARIABLE_TAU}};

enum { JOINT_STATE_KEYS = sizeof joint_state_keys / sizeof *joint_state_keys };

static bool has_joint_state(const json_t *object)
{
    bool any = false;
    for (int i = 0; i < JOINT_STATE_KEYS; i++) {
        any = any || json_object_get(object, joint_state_keys[i].key);
    }
    return any;
}

/* Whether a key belongs to a JointState; its header (time and frame) is ignored. */
static bool is_joint_state_key(const json_t *object, const char *key)
{
    bool any = strcmp(key, "name") == 0 || strcmp(key, "header") == 0;
    for (int i = 0; i < JOINT_STATE_KEYS; i++) {
        any = any || strcmp(key, joint_state_keys[i].key) == 0;
    }
    return any && json_is_array(json_object_get(object, "name")) && has_joint_state(object);
}

/* Whether a joint is a mimic joint. ROS publishes it too, but its position follows from the joint that it mimics. */
static bool is_mimic(const row_reader *rows, variable kind, const char *name)
{
    const elements *e = rows->target.elements;
    const cdy_tree *tree = e->robot->tree;
    const cdy_body *body = tree ? cdy_tree_body(tree, cdy_tree_find_joint(tree, name)) : NULL;
    return body && body->joint.mimic.joint && !is_known(rows, kind, name, strlen(name));
}

/* Reads one list of numbers in the order of the names; ROS leaves a list empty where the values are unknown. */
static row_status read_joint_list(row_reader *rows, const char *key, variable kind, const json_t *names,
                                  const json_t *list, bool degrees)
{
    if (!list || json_is_null(list) || (json_is_array(list) && json_array_size(list) == 0)) {
        return ROW_OK;
    }
    if (!json_is_array(list) || json_array_size(list) != json_array_size(names)) {
        return row_fail(rows, ROW_BAD, "\"%s\": expected a list of %zu numbers, one for each \"name\"; it has %zu", key,
                        json_array_size(names), json_array_size(list));
    }
    row_status status = ROW_OK;
    for (size_t i = 0; i < json_array_size(list) && status == ROW_OK && rows->target.inputs.has[kind]; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (!name) {
            return row_fail(rows, ROW_BAD, "\"name\": value %zu is not the name of a joint", i + 1);
        }
        const json_field f = {.kind = kind, .element = name, .length = strlen(name), .degrees = degrees};
        if (is_mimic(rows, kind, name)) {
            row_note_unread(rows, name, strlen(name), " (follows another joint)");
        } else {
            status = read_member(rows, &f, json_array_get(list, i));
        }
    }
    return status;
}

/* Reads {"name": ["elbow_joint", ...], "position": [...], "velocity": [...], "effort": [...]}. */
static row_status read_joint_state(row_reader *rows, const json_t *object, bool degrees)
{
    const json_t *names = json_object_get(object, "name");
    row_status status = ROW_OK;
    for (int i = 0; i < JOINT_STATE_KEYS && status == ROW_OK && json_is_array(names); i++) {
        const char *key = joint_state_keys[i].key;
        status = read_joint_list(rows, key, joint_state_keys[i].kind, names, json_object_get(object, key), degrees);
    }
    return status;
}

/* ---- a row ---- */

/* Whether the calculation reads a key. */
static bool is_read(const row_reader *rows, const json_t *object, const char *key)
{
    const row_target *t = &rows->target;
    const size_t stem = strcspn(key, ".");
    for (int kind = 0; kind < VARIABLE_WRENCHES; kind++) {
        const char *name = variable_name((variable)kind);
        const bool named = t->inputs.has[kind] && strncmp(key, name, stem) == 0 && !name[stem];
        if (named && (!key[stem] || variable_is_vector((variable)kind))) {
            return true;
        }
    }
    for (int i = 0; i < JOINT_STATE_KEYS; i++) {
        if (t->inputs.has[joint_state_keys[i].kind] && strcmp(key, joint_state_keys[i].key) == 0 &&
            is_joint_state_key(object, key)) {
            return true;
        }
    }
    return t->wrenches && (strcmp(key, variable_name(VARIABLE_WRENCHES)) == 0 || strncmp(key, "f.", 2) == 0);
}

/* Whether results of the command have a key. */
static bool is_written(const char *key)
{
    static const char *const keys[] = {"command", "robot",          "gravity",       "joints",  "positions",
                                       "seed",    "angle_unit",     "body",          "to",      "in",
                                       "drives",  "friction_width", "moving_joints", "payloads"};
    bool any = variable_is_known_column(key, strlen(key));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        any = any || strcmp(key, keys[i]) == 0;
    }
    return any;
}

/* Reports a row without any input, with the names of its keys, which may be misspelt: the row would give the results of
 * the home configuration. */
static row_status fail_unread(row_reader *rows, json_t *object)
{
    enum { SHOWN = 6 };
    const char *key, *comma = "; it has ";
    json_t *value;
    int count = 0;
    row_fail(rows, ROW_BAD, "the row gives nothing that is read here");
    json_object_foreach(object, key, value)
    {
        if (count++ < SHOWN) {
            text_add(&rows->problem, "%s\"%.40s\"", comma, key);
            comma = ", ";
        }
    }
    comma = "; expected ";
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        if (kind == VARIABLE_WRENCHES ? rows->target.wrenches != NULL : rows->target.inputs.has[kind]) {
            text_add(&rows->problem, "%s\"%s\"", comma, variable_name((variable)kind));
            comma = ", ";
        }
    }
    if (has_joint_state(object)) {
        text_add(&rows->problem, ", or the joints' names in \"name\" beside \"position\"");
    }
    return ROW_BAD;
}

/* Passes a key to the output, or notes that it is not read. */
static void pass_key(row_reader *rows, const char *key, const json_t *value)
{
    passed *p = rows->target.passed;
    const size_t length = strlen(key);
    if (p && p->format == FORMAT_JSON) {
        p->complete = false; /* rows of JSON have no header */
    }
    const int number = p && row_passes(key, length) ? passed_find(p, key, length) : -1;
    if (number >= 0) {
        passed_put_json(p, number, value);
    }
    if (!is_written(key) || (rows->target.notes_results && number < 0)) { /* a misspelt key passes, but is noted */
        row_note_unread(rows, key, length, number < 0 && passed_is_open(p) ? " (not in the first row)" : "");
    }
}

/* Whether any key gives an input; records the keys that are ignored. */
static bool survey_keys(row_reader *rows, json_t *object)
{
    const char *key;
    json_t *value;
    bool any = cdy_model_nv(rows->target.elements->robot->model) == 0;
    json_object_foreach(object, key, value)
    {
        if (is_read(rows, object, key)) {
            any = any || !json_is_null(value);
        } else if ((!is_written(key) || strcmp(key, "t") == 0) && !is_joint_state_key(object, key)) {
            pass_key(rows, key, value);
        } else if (rows->target.notes_results && variable_is_known_column(key, strlen(key))) {
            row_note_unread(rows, key, strlen(key), "");
        } else {
            row_note_replaced(rows, key, strlen(key));
        }
    }
    if (any && rows->target.passed) {
        passed_complete(rows->target.passed);
    }
    return any;
}

/* Reads the vector or transform of a key. */
static row_status read_variable(row_reader *rows, variable kind, json_t *value, bool degrees)
{
    const bool absent = !value || json_is_null(value);
    if (rows->target.needed.has[kind] && absent && !rows->read.has[kind]) {
        return row_fail(rows, ROW_BAD, "the row has no \"%s\"", variable_name(kind));
    }
    if (!rows->target.inputs.has[kind] || absent) {
        return ROW_OK;
    }
    if (kind == VARIABLE_TIME) {
        return json_is_number(value) ? store(rows, kind, 0, json_number_value(value))
                                     : fail_key(rows, variable_name(kind), "expected a number, the time in s");
    }
    return variable_is_vector(kind) ? read_vector(rows, kind, value, degrees) : read_placement(rows, value);
}

static row_status read_object(row_reader *rows, json_t *object)
{
    bool degrees;
    rows->read = NO_VARIABLES;
    const bool any = survey_keys(rows, object);
    if (rows->target.passed && rows->target.passed->failed) {
        return row_fail_input(rows, INPUT_MEMORY);
    }
    row_status status = read_unit(rows, object, &degrees);
    status = status == ROW_OK ? check_gravity(rows, object) : status;
    status = status == ROW_OK ? check_joints(rows, object) : status;
    status = status == ROW_OK && !any ? fail_unread(rows, object) : status;
    status = status == ROW_OK ? read_elements(rows, object, degrees) : status;
    status = status == ROW_OK ? read_joint_state(rows, object, degrees) : status;
    for (int kind = 0; kind < VARIABLE_COUNT && status == ROW_OK; kind++) {
        json_t *value = json_object_get(object, variable_name((variable)kind));
        status = read_variable(rows, (variable)kind, value, degrees);
    }
    const json_t *wrenches = json_object_get(object, variable_name(VARIABLE_WRENCHES));
    if (status == ROW_OK && rows->target.wrenches && wrenches && !json_is_null(wrenches)) {
        status = read_wrenches(rows, wrenches);
    }
    return status;
}

static bool is_empty(const char *text, size_t length)
{
    while (length && memchr(" \t\r", text[length - 1], 3)) {
        length--;
    }
    return length == 0;
}

row_status json_rows_open(row_reader *rows)
{
    const row_target *t = &rows->target;
    rows->given = t->inputs;
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        const size_t size = t->inputs.has[kind] ? variable_size(t->elements->robot->model, (variable)kind) : 0;
        rows->marks[kind] = calloc(size + 1, sizeof *rows->marks[kind]);
        if (!rows->marks[kind]) {
            return row_fail_input(rows, INPUT_MEMORY);
        }
    }
    return ROW_OK;
}

row_status json_rows_next(row_reader *rows)
{
    const char *text;
    size_t length;
    input_status status;
    do {
        status = input_record(&rows->in, false, &text, &length);
        rows->line = rows->in.line;
    } while (status == INPUT_OK && is_empty(text, length));
    if (status != INPUT_OK) {
        return row_fail_input(rows, status);
    }
    const char *zero = memchr(text, 0, length);
    if (zero) { /* which the parser loses where it stands behind a number */
        return row_fail(rows, ROW_BAD, "not JSON, one object a line: a null character at column %d",
                        (int)(zero - text) + 1);
    }
    json_error_t error;
    json_watch_memory();
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    row_status result;
    if (json_lacks_memory()) {
        result = row_fail_input(rows, INPUT_MEMORY);
    } else if (!object) {
        result = row_fail(rows, ROW_BAD, "not JSON, one object a line: %s at column %d", error.text, error.column);
    } else {
        result = json_is_object(object) ? read_object(rows, object)
                                        : row_fail(rows, ROW_BAD, "expected one object a line, {\"q\": [...], ...}");
    }
    json_decref(object);
    return result;
}
