#include "rows/ros_schema.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 1 << 20, MOST_TYPES = 1000, MOST_FIELDS = 10000, MOST_ELEMENTS = 1 << 24 };

/* A definition while it is read. */
typedef struct reading {
    ros_schema *schema;
    text_buffer *problem;
    size_t fields; /* of all types */
} reading;

/* A part of the text. */
typedef struct span {
    const char *text;
    size_t length;
} span;

static bool refuse_memory(reading *r)
{
    r->problem->failed = true;
    return false;
}

static char *copy_span(span s)
{
    char *copy = malloc(s.length + 1);
    if (copy) {
        memcpy(copy, s.text, s.length);
        copy[s.length] = '\0';
    }
    return copy;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool equals(span s, const char *word)
{
    return s.length == strlen(word) && memcmp(s.text, word, s.length) == 0;
}

static bool begins_with(span s, const char *word)
{
    return s.length >= strlen(word) && memcmp(s.text, word, strlen(word)) == 0;
}

/* Takes the next word of a line. */
static span take_word(span *line)
{
    while (line->length && is_space(*line->text)) {
        line->text++;
        line->length--;
    }
    span word = {line->text, 0};
    while (word.length < line->length && !is_space(word.text[word.length])) {
        word.length++;
    }
    line->text += word.length;
    line->length -= word.length;
    return word;
}

static span take_line(span *text)
{
    const char *feed = text->length ? memchr(text->text, '\n', text->length) : NULL;
    const span line = {text->text, feed ? (size_t)(feed - text->text) : text->length};
    const size_t taken = line.length + (feed != NULL);
    text->text += taken;
    text->length -= taken;
    return line;
}

/* ---- types ---- */

/* Adds a type under its name, package/msg/Type as package/Type. */
static ros_type *add_type(reading *r, span name)
{
    ros_schema *s = r->schema;
    if (s->count == MOST_TYPES) {
        text_add(r->problem, "the definition has more than %d types", MOST_TYPES);
        return NULL;
    }
    ros_type *larger = realloc(s->types, (s->count + 1) * sizeof *larger);
    if (!larger) {
        refuse_memory(r);
        return NULL;
    }
    s->types = larger;
    char *copy = copy_span(name);
    if (!copy) {
        refuse_memory(r);
        return NULL;
    }
    char *middle = strstr(copy, "/msg/");
    if (middle) {
        memmove(middle, middle + 4, strlen(middle + 4) + 1);
    }
    s->types[s->count] = (ros_type){.name = copy};
    return &s->types[s->count++];
}

static bool find_type(const ros_schema *s, const char *name, size_t *found)
{
    for (size_t i = 0; i < s->count; i++) {
        if (strcmp(s->types[i].name, name) == 0) {
            *found = i;
            return true;
        }
    }
    return false;
}

static ros_field *add_field(reading *r, size_t type, span name)
{
    ros_type *t = &r->schema->types[type];
    if (r->fields++ >= MOST_FIELDS) {
        text_add(r->problem, "the definition has more than %d fields", MOST_FIELDS);
        return NULL;
    }
    ros_field *larger = realloc(t->fields, (t->count + 1) * sizeof *larger);
    if (!larger) {
        refuse_memory(r);
        return NULL;
    }
    t->fields = larger;
    ros_field *f = &t->fields[t->count];
    *f = (ros_field){.name = copy_span(name)};
    if (!f->name) {
        refuse_memory(r);
        return NULL;
    }
    t->count++;
    return f;
}

/* Adds the time types, which old recordings do not define. */
static bool add_time(reading *r, const char *name, const char *seconds, bool is_signed)
{
    size_t number;
    if (find_type(r->schema, name, &number)) {
        return true;
    }
    const char *fine = seconds[3] == 's' ? "nsecs" : "nanosec";
    if (!add_type(r, (span){name, strlen(name)})) {
        return false;
    }
    number = r->schema->count - 1;
    ros_field *f = add_field(r, number, (span){seconds, strlen(seconds)});
    if (f) {
        f->kind = is_signed ? ROS_SIGNED : ROS_UNSIGNED;
        f->size = 4;
        f = add_field(r, number, (span){fine, strlen(fine)});
    }
    if (f) {
        f->size = 4;
    }
    return f != NULL;
}

/* ---- fields ---- */

static const struct {
    const char *name;
    ros_class kind;
    unsigned size;
} numbers[] = {{"bool", ROS_UNSIGNED, 1},   {"byte", ROS_UNSIGNED, 1},   {"char", ROS_UNSIGNED, 1},
               {"uint8", ROS_UNSIGNED, 1},  {"uint16", ROS_UNSIGNED, 2}, {"uint32", ROS_UNSIGNED, 4},
               {"uint64", ROS_UNSIGNED, 8}, {"int8", ROS_SIGNED, 1},     {"int16", ROS_SIGNED, 2},
               {"int32", ROS_SIGNED, 4},    {"int64", ROS_SIGNED, 8},    {"float32", ROS_FLOAT, 4},
               {"float64", ROS_FLOAT, 8},   {"string", ROS_STRING, 0}};

/* Finds the type of a name as a type of `owner` gives it: alone it is one of the owner's package. */
static bool resolve_type(reading *r, const char *owner, span name, size_t *found)
{
    text_buffer full = {0};
    const bool has_package = memchr(name.text, '/', name.length) != NULL;
    if (!has_package && equals(name, "Header")) {
        text_add(&full, "std_msgs/");
    } else if (!has_package && !equals(name, "time") && !equals(name, "duration")) {
        const char *slash = strrchr(owner, '/');
        text_add_bytes(&full, owner, slash ? (size_t)(slash + 1 - owner) : 0);
    }
    text_add_bytes(&full, name.text, name.length);
    char *middle = full.bytes ? strstr(full.bytes, "/msg/") : NULL;
    if (middle) {
        memmove(middle, middle + 4, strlen(middle + 4) + 1);
    }
    const bool known = !full.failed && find_type(r->schema, text_get(&full), found);
    if (full.failed) {
        refuse_memory(r);
    } else if (!known) {
        text_add(r->problem, "the definition lacks the type '%.80s' that '%.80s' has", text_get(&full), owner);
    }
    text_clear(&full);
    return known;
}

/* Takes [], [N] or [<=N] off the end of a type. */
static bool take_array(reading *r, span *type, ros_field *field)
{
    const char *open = type->length ? memchr(type->text, '[', type->length) : NULL;
    if (!open) {
        return true;
    }
    const char *end = type->text + type->length - 1, *c = open + 1;
    field->is_array = true;
    type->length = (size_t)(open - type->text);
    bool good = *end == ']';
    if (good && c < end && *c != '<') {
        field->is_fixed = true;
        for (; c < end && good; c++) {
            good = *c >= '0' && *c <= '9' && field->count < MOST_ELEMENTS;
            field->count = good ? 10 * field->count + (uint32_t)(*c - '0') : 0;
        }
    }
    if (!good) {
        text_add(r->problem, "'%.80s' has an array of a size that is no number up to %d", field->name, MOST_ELEMENTS);
    }
    return good;
}

/* Reads the type of a field, such as float64[<=6] or std_msgs/Header. */
static bool read_type(reading *r, size_t owner, span type, ros_field field)
{
    const span given = type;
    ros_type *t = &r->schema->types[owner];
    if (!take_array(r, &type, &field)) {
        return false;
    }
    if (begins_with(type, "string<=")) {
        type.length = 6;
    }
    if (begins_with(type, "wstring")) {
        text_add(r->problem, "'%.80s' is a text of wide characters, whose size the definition does not tell",
                 field.name);
        return false;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (equals(type, numbers[i].name)) {
            field.kind = numbers[i].kind;
            field.size = numbers[i].size;
            t->fields[t->count - 1] = field;
            return true;
        }
    }
    field.kind = ROS_MESSAGE;
    if (type.length == 0) {
        text_add(r->problem, "'%.*s' is no type", (int)(given.length < 40 ? given.length : 40), given.text);
        return false;
    }
    if (!resolve_type(r, t->name, type, &field.type)) {
        return false;
    }
    t->fields[t->count - 1] = field;
    return true;
}

/* Reads a line: a field, a constant, a comment or nothing. */
static bool read_line(reading *r, size_t owner, span line)
{
    const span type = take_word(&line);
    if (type.length == 0 || *type.text == '#') {
        return true;
    }
    span name = take_word(&line);
    const char *mark = name.length ? memchr(name.text, '#', name.length) : NULL;
    name.length = mark ? (size_t)(mark - name.text) : name.length;
    span rest = line;
    const span next = take_word(&rest);
    if ((name.length && memchr(name.text, '=', name.length)) || (next.length && *next.text == '=')) {
        return true; /* a constant */
    }
    if (name.length == 0) {
        text_add(r->problem, "the line '%.*s' has no name of a field", (int)(type.length < 40 ? type.length : 40),
                 type.text);
        return false;
    }
    ros_field *f = add_field(r, owner, name);
    return f && read_type(r, owner, type, *f);
}

/* A line of '=' ends a type; the next line names the one that follows. */
static bool is_border(span line)
{
    return begins_with(line, "===");
}

/* Finds the names of the types, so that they may be used before their definitions. */
static bool find_names(reading *r, span text)
{
    while (text.length) {
        span line = take_line(&text);
        if (!is_border(line)) {
            continue;
        }
        span title = take_line(&text);
        const span word = take_word(&title), name = take_word(&title);
        if (!equals(word, "MSG:") || name.length == 0) {
            text_add(r->problem, "behind a line of '=' the definition has no line 'MSG: package/Type'");
            return false;
        }
        if (!add_type(r, name)) {
            return false;
        }
    }
    return true;
}

bool ros_schema_read(ros_schema *schema, const char *name, const char *text, size_t length, text_buffer *problem)
{
    reading r = {.schema = schema, .problem = problem};
    *schema = (ros_schema){.count = 0};
    if (length > MOST_TEXT) {
        text_add(problem, "the definition is longer than %d bytes", MOST_TEXT);
        return false;
    }
    const span whole = {text, length};
    if (!add_type(&r, (span){name, strlen(name)}) || !find_names(&r, whole)) {
        return false;
    }
    const size_t defined = schema->count;
    if (!add_time(&r, "builtin_interfaces/Time", "sec", true) ||
        !add_time(&r, "builtin_interfaces/Duration", "sec", true) || !add_time(&r, "time", "secs", false) ||
        !add_time(&r, "duration", "secs", true)) {
        return false;
    }
    span rest = whole;
    for (size_t owner = 0; rest.length;) {
        const span line = take_line(&rest);
        if (is_border(line)) {
            take_line(&rest);
            owner++;
        } else if (owner >= defined || !read_line(&r, owner, line)) {
            return false;
        }
    }
    return true;
}

void ros_schema_clear(ros_schema *schema)
{
    for (size_t i = 0; i < schema->count; i++) {
        for (size_t k = 0; k < schema->types[i].count; k++) {
            free(schema->types[i].fields[k].name);
        }
        free(schema->types[i].fields);
        free(schema->types[i].name);
    }
    free(schema->types);
    *schema = (ros_schema){.count = 0};
}

const ros_field *ros_type_find(const ros_type *type, const char *name)
{
    for (size_t i = 0; i < type->count; i++) {
        if (strcmp(type->fields[i].name, name) == 0) {
            return &type->fields[i];
        }
    }
    return NULL;
}
