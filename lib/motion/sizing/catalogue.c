/* Catalogues of drives as comma-separated values: a header of names in any order, then a drive a line. */
#include <condyle/drive_sizing.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/name_table.h"
#include "sizing/motor.h"
#include "text/file.h"
#include "text/nearest.h"
#include "text/number.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Units of a column, and how a number at the output becomes one at the motor. */
typedef enum column_kind {
    COLUMN_WORD,    /* type, maker, source */
    COLUMN_GEAR,    /* none, strain wave, cycloidal, planetary */
    COLUMN_SIDE,    /* motor or output */
    COLUMN_OUTPUT,  /* rotary or linear */
    COLUMN_PLAIN,   /* a number as it is */
    COLUMN_TORQUE,  /* at the side: over the ratio */
    COLUMN_SPEED,   /* at the side, rpm (m/s of a linear output): times the ratio */
    COLUMN_INERTIA, /* at the side: over the square of the ratio */
    COLUMN_INPUT    /* rpm of the gear's input, whatever the side */
} column_kind;

enum { WORDS = 3, MOST_DRIVES = 100000 }; /* words: type, maker, source */

typedef struct column {
    const char *name;
    column_kind kind;
    size_t offset; /* in a cdy_motor_drive; number of a word */
} column;

#define NUMBER(name, kind)                                                                                             \
    {                                                                                                                  \
#name, kind, offsetof(cdy_motor_drive, name)                                                                   \
    }
static const column columns[] = {{"type", COLUMN_WORD, 0},
                                 {"maker", COLUMN_WORD, 1},
                                 {"source", COLUMN_WORD, 2},
                                 {"gear", COLUMN_GEAR, 0},
                                 {"side", COLUMN_SIDE, 0},
                                 {"output", COLUMN_OUTPUT, 0},
                                 NUMBER(mass, COLUMN_PLAIN),
                                 NUMBER(ratio, COLUMN_PLAIN),
                                 NUMBER(efficiency, COLUMN_PLAIN),
                                 NUMBER(back_efficiency, COLUMN_PLAIN),
                                 NUMBER(rotor_inertia, COLUMN_INERTIA),
                                 NUMBER(gear_inertia, COLUMN_INERTIA),
                                 NUMBER(continuous_torque, COLUMN_TORQUE),
                                 NUMBER(continuous_speed, COLUMN_SPEED),
                                 NUMBER(peak_torque, COLUMN_TORQUE),
                                 NUMBER(knee_speed, COLUMN_SPEED),
                                 NUMBER(peak_speed, COLUMN_SPEED),
                                 NUMBER(torque_constant, COLUMN_TORQUE),
                                 NUMBER(resistance, COLUMN_PLAIN),
                                 NUMBER(winding_resistance, COLUMN_PLAIN),
                                 NUMBER(housing_resistance, COLUMN_PLAIN),
                                 NUMBER(winding_time, COLUMN_PLAIN),
                                 NUMBER(housing_time, COLUMN_PLAIN),
                                 NUMBER(winding_limit, COLUMN_PLAIN),
                                 NUMBER(gear_torque, COLUMN_PLAIN),
                                 NUMBER(gear_speed, COLUMN_INPUT),
                                 NUMBER(gear_life, COLUMN_PLAIN),
                                 NUMBER(gear_peak_torque, COLUMN_PLAIN),
                                 NUMBER(gear_mean_torque, COLUMN_PLAIN),
                                 NUMBER(gear_mean_speed, COLUMN_INPUT),
                                 NUMBER(brake_torque, COLUMN_TORQUE)};
#undef NUMBER
enum { COLUMNS = sizeof columns / sizeof *columns };

struct cdy_drive_catalogue {
    int count, room;
    cdy_motor_drive *drives;
    char **words;         /* WORDS for each drive */
    cdy_name_table types; /* indices of drives */
};

/* The text while it is read. */
typedef struct reading {
    const char *at, *end, *name;
    int line;                   /* where the text goes on */
    int row_line, field_line;   /* where the present row and its field began; quoted fields have line feeds */
    int order[COLUMNS], fields; /* the columns of the header */
    char *field;                /* the present field, unquoted, of `length` bytes */
    size_t length;
    bool at_output;
    cdy_drive_catalogue *catalogue;
} reading;

/* ---- fields ---- */

static cdy_status fail_quotes(const reading *r, cdy_error *error)
{
    return cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->line,
                       "a quoted field has no closing quote, or text behind it; quotes inside are doubled");
}

static bool ends_field(const reading *r)
{
    return r->at == r->end || *r->at == ',' || *r->at == '\n' || *r->at == '\r';
}

/* The end of a run of blanks, which quotes may have around them: a line of blanks alone is an empty one. */
static const char *behind_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    return at;
}

/* Reads the next field of the line to r->field, which has room for all bytes of the file. */
static cdy_status read_field(reading *r, cdy_error *error)
{
    const char *text = behind_blanks(r->at, r->end);
    const bool quoted = text < r->end && *text == '"';
    r->at = quoted ? text : r->at;
    r->length = 0;
    r->field_line = r->line;
    if (!quoted) {
        while (!ends_field(r)) {
            r->field[r->length++] = *r->at++;
        }
    }
    for (bool open = quoted; open;) {
        const char *quote = memchr(r->at + 1, '"', (size_t)(r->end - r->at) - 1);
        if (!quote) {
            return fail_quotes(r, error);
        }
        const bool doubled = quote + 1 < r->end && quote[1] == '"';
        const size_t size = (size_t)(quote - r->at) - 1 + doubled;
        memcpy(r->field + r->length, r->at + 1, size);
        r->length += size;
        r->at = quote + (doubled ? 1 : 0);
        open = doubled;
    }
    r->at = quoted ? behind_blanks(r->at + 1, r->end) : r->at;
    r->field[r->length] = '\0';
    for (size_t i = 0; quoted && i < r->length; i++) {
        r->line += r->field[i] == '\n';
    }
    if (quoted && !ends_field(r)) {
        return fail_quotes(r, error);
    }
    return CDY_OK;
}

/* Goes to the beginning of the next line that is neither empty nor a comment. */
static void next_line(reading *r)
{
    for (;;) {
        const char *text = behind_blanks(r->at, r->end);
        const bool comment = text < r->end && *text == '#';
        if (text < r->end && *text != '\n' && *text != '\r' && !comment) {
            return;
        }
        const char *line = comment ? memchr(text, '\n', (size_t)(r->end - text)) : text;
        r->at = line ? line : r->end;
        if (r->at == r->end) {
            return;
        }
        r->line += *r->at++ == '\n';
    }
}

/* Whether a character is a blank or ends a line. */
static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Takes blanks and line feeds from both ends of the field: a name is the same with and without them. */
static void trim(reading *r)
{
    size_t begin = 0;
    while (begin < r->length && is_blank(r->field[begin])) {
        begin++;
    }
    while (r->length > begin && is_blank(r->field[r->length - 1])) {
        r->length--;
    }
    r->length -= begin;
    memmove(r->field, r->field + begin, r->length);
    r->field[r->length] = '\0';
}

/* Moves behind the comma; false at the end of the line. */
static bool next_field(reading *r)
{
    const bool more = r->at < r->end && *r->at == ',';
    r->at += more;
    return more;
}

/* ---- header ---- */

static cdy_status read_name(reading *r, cdy_error *error)
{
    const char *known[COLUMNS];
    int found = -1;
    for (int i = 0; i < COLUMNS; i++) {
        known[i] = columns[i].name;
        found = strcmp(r->field, columns[i].name) == 0 ? i : found;
    }
    if (found < 0) {
        const char *near = cdy_nearest_name(r->field, COLUMNS, known);
        return cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->field_line,
                           "there is no column '%.80s'%s%s%s; docs/drives.md lists them", r->field,
                           near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    for (int i = 0; i < r->fields; i++) {
        if (r->order[i] == found) {
            return cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->field_line, "column '%s' stands twice", r->field);
        }
    }
    r->order[r->fields++] = found;
    return CDY_OK;
}

static cdy_status read_header(reading *r, cdy_error *error)
{
    bool has_type = false;
    next_line(r);
    if (r->at == r->end) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->line,
                           "the catalogue is empty; expected a header with the column 'type' and drives below it");
    }
    r->row_line = r->line;
    do {
        cdy_status status = read_field(r, error);
        status = status ? status : read_name(r, error);
        if (status) {
            return status;
        }
    } while (next_field(r));
    for (int i = 0; i < r->fields; i++) {
        has_type = has_type || r->order[i] == 0;
    }
    return has_type ? CDY_OK
                    : cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->row_line,
                                  "a catalogue of drives needs a header with the column 'type'");
}

/* ---- drives ---- */

static cdy_status fail_word(const reading *r, const column *c, const char *expected, cdy_error *error)
{
    return cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->field_line, "%s is '%.80s'; expected %s", c->name, r->field,
                       expected);
}

/* Returns the index of the field among words, -1 if it is none of them. */
static int word_of(const reading *r, const char *const *words)
{
    for (int i = 0; words[i]; i++) {
        if (strcmp(r->field, words[i]) == 0) {
            return i;
        }
    }
    return -1;
}

/* The number of a drive that a column holds. */
static double *number_of(cdy_motor_drive *drive, const column *c)
{
    return (double *)(void *)((char *)drive + c->offset);
}

static cdy_status take_number(const reading *r, const column *c, cdy_motor_drive *drive, cdy_error *error)
{
    double *value = number_of(drive, c);
    return cdy_parse_number(r->field, r->length, value) == CDY_NUMBER_OK ? CDY_OK
                                                                         : fail_word(r, c, "a number, or none", error);
}

/* Tabs and line feeds are text within quotes. */
static bool has_control(const char *text)
{
    while (*text && ((unsigned char)*text >= ' ' || strchr("\t\n\r", *text)) && *text != '\x7f') {
        text++;
    }
    return *text != '\0';
}

static cdy_status take_word(reading *r, const column *c, cdy_error *error)
{
    cdy_drive_catalogue *k = r->catalogue;
    char **word = &k->words[(size_t)k->count * WORDS + c->offset];
    if (c->offset == 0) {
        trim(r);
    }
    if (c->offset == 0 && cdy_drive_catalogue_find(k, r->field) >= 0) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->field_line, "two drives have the type '%.80s'",
                           r->field);
    }
    if (c->offset == 0 && r->length == 0) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->field_line,
                           "the type of a drive is blank; expected its name");
    }
    if (has_control(r->field)) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->field_line,
                           "%s has a control character, which terminals and tables take for a command; expected text",
                           c->name);
    }
    *word = cdy_copy_text(r->field, r->length);
    return *word && (c->offset > 0 || cdy_name_table_set(&k->types, *word, k->count)) ? CDY_OK : cdy_fail_memory(error);
}

static cdy_status take_field(reading *r, const column *c, cdy_motor_drive *drive, cdy_error *error)
{
    static const char *const gears[] = {"none", "strain wave", "cycloidal", "planetary", NULL};
    static const char *const sides[] = {"motor", "output", NULL}, *const outputs[] = {"rotary", "linear", NULL};
    const int gear = word_of(r, gears), side = word_of(r, sides), output = word_of(r, outputs);
    if (r->length == 0) {
        return CDY_OK;
    }
    switch (c->kind) {
    case COLUMN_WORD: return take_word(r, c, error);
    case COLUMN_GEAR:
        drive->gear = (cdy_gear_kind)gear;
        return gear < 0 ? fail_word(r, c, "none, strain wave, cycloidal or planetary", error) : CDY_OK;
    case COLUMN_SIDE: r->at_output = side == 1; return side < 0 ? fail_word(r, c, "motor or output", error) : CDY_OK;
    case COLUMN_OUTPUT:
        drive->linear = output == 1;
        return output < 0 ? fail_word(r, c, "rotary or linear", error) : CDY_OK;
    case COLUMN_PLAIN:
    case COLUMN_TORQUE:
    case COLUMN_SPEED:
    case COLUMN_INERTIA:
    case COLUMN_INPUT: break;
    }
    return take_number(r, c, drive, error);
}

/* Takes numbers of the output to the motor's shaft, and speeds from rpm to rad/s. */
static void convert(const reading *r, cdy_motor_drive *drive)
{
    const double turn = 3.14159265358979323846 / 30, ratio = r->at_output ? drive->ratio : 1;
    for (int i = 0; i < COLUMNS; i++) {
        const column *c = &columns[i];
        switch (c->kind) {
        case COLUMN_TORQUE: *number_of(drive, c) /= ratio; break;
        case COLUMN_SPEED: *number_of(drive, c) *= ratio * (r->at_output && drive->linear ? 1 : turn); break;
        case COLUMN_INERTIA: *number_of(drive, c) /= ratio * ratio; break;
        case COLUMN_INPUT: *number_of(drive, c) *= turn; break;
        case COLUMN_WORD:
        case COLUMN_GEAR:
        case COLUMN_SIDE:
        case COLUMN_OUTPUT:
        case COLUMN_PLAIN: break;
        }
    }
}

static cdy_status make_room(cdy_drive_catalogue *k, cdy_error *error)
{
    if (k->count < k->room) {
        return CDY_OK;
    }
    const int room = 2 * k->room + 8;
    cdy_motor_drive *drives = cdy_reallocate(k->drives, (size_t)room, sizeof *drives);
    if (!drives) {
        return cdy_fail_memory(error);
    }
    k->drives = drives;
    char **words = cdy_reallocate(k->words, (size_t)room, WORDS * sizeof *words);
    if (!words) {
        return cdy_fail_memory(error);
    }
    memset(words + (size_t)k->room * WORDS, 0, (size_t)(room - k->room) * WORDS * sizeof *words);
    k->words = words;
    k->room = room;
    return CDY_OK;
}

static cdy_status check_drive(const reading *r, const cdy_motor_drive *drive, cdy_error *error)
{
    cdy_error inner;
    const cdy_status status = cdy_check_motor_drive(drive, &inner);
    const char *const *words = (const char *const *)&r->catalogue->words[(size_t)r->catalogue->count * WORDS];
    if (status) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->row_line, "%.400s", inner.text);
    }
    return words[0] ? CDY_OK : cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->row_line, "a drive has no type");
}

static cdy_status read_drive(reading *r, cdy_error *error)
{
    cdy_motor_drive drive = cdy_motor_drive_default();
    int fields = 0;
    cdy_status status = make_room(r->catalogue, error);
    r->at_output = false;
    r->row_line = r->line;
    for (bool more = true; !status && more; more = next_field(r)) {
        if (fields == r->fields) {
            return cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->row_line,
                               "the line has more fields than the header, %d", r->fields);
        }
        status = read_field(r, error);
        status = status ? status : take_field(r, &columns[r->order[fields++]], &drive, error);
    }
    if (!status && fields < r->fields) {
        status = cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->row_line,
                             "the line has %d field%s, and the header %d; unknown numbers are empty fields", fields,
                             fields == 1 ? "" : "s", r->fields);
    }
    if (!status) {
        convert(r, &drive);
        status = check_drive(r, &drive, error);
    }
    if (!status) {
        r->catalogue->drives[r->catalogue->count++] = drive;
    }
    return status;
}

/* Refuses what no text in UTF-8 has: the marks and zero bytes of UTF-16, and null characters, also in comments. */
static cdy_status check_text(const reading *r, cdy_error *error)
{
    const size_t size = (size_t)(r->end - r->at);
    const char *null = size > 0 ? memchr(r->at, '\0', size) : NULL;
    const bool marked = size >= 2 && (memcmp(r->at, "\xff\xfe", 2) == 0 || memcmp(r->at, "\xfe\xff", 2) == 0);
    if (marked || (null && null - r->at < 2)) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->line,
                           "the catalogue seems to be UTF-16; expected UTF-8: save it as that");
    }
    int line = r->line;
    for (const char *at = r->at; null && at < null; at++) {
        line += *at == '\n';
    }
    return null ? cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, line, "the line has a null character; expected text")
                : CDY_OK;
}

static cdy_status read_drives(reading *r, cdy_error *error)
{
    cdy_status status = check_text(r, error);
    status = status ? status : read_header(r, error);
    for (next_line(r); !status && r->at < r->end; next_line(r)) {
        status = r->catalogue->count < MOST_DRIVES ? read_drive(r, error)
                                                   : cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->line,
                                                                 "a catalogue has at most %d drives", MOST_DRIVES);
    }
    if (!status && r->catalogue->count == 0) {
        status = cdy_fail_at(error, CDY_ERROR_ROBOT, r->name, r->line, "the catalogue has no drive");
    }
    return status;
}

cdy_status cdy_drive_catalogue_read(const char *bytes, size_t size, const char *name, cdy_drive_catalogue **catalogue,
                                    cdy_error *error)
{
    if (catalogue) {
        *catalogue = NULL;
    }
    if (!bytes || !catalogue || size > CDY_USUAL_FILE) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no %s was given",
                        !bytes       ? "text"
                        : !catalogue ? "pointer for the catalogue"
                                     : "text of up to 1 GiB");
    }
    const bool marked = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0; /* the byte order mark of UTF-8 */
    reading r = {.at = bytes + (marked ? 3 : 0), .end = bytes + size, .name = name, .line = 1};
    r.field = cdy_allocate(size + 1, 1);
    r.catalogue = cdy_allocate(1, sizeof *r.catalogue);
    const cdy_status status = r.field && r.catalogue ? read_drives(&r, error) : cdy_fail_memory(error);
    cdy_release(r.field);
    if (status) {
        cdy_drive_catalogue_destroy(r.catalogue);
        return status;
    }
    *catalogue = r.catalogue;
    return CDY_OK;
}

cdy_status cdy_drive_catalogue_load(const char *path, cdy_drive_catalogue **catalogue, cdy_error *error)
{
    char *bytes = NULL;
    size_t size = 0;
    if (catalogue) {
        *catalogue = NULL;
    }
    if (!path || !catalogue) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no %s was given", path ? "pointer for the catalogue" : "path");
    }
    cdy_status status = cdy_read_file(path, "catalogue of drives", 0, &bytes, &size, error);
    status = status ? status : cdy_drive_catalogue_read(bytes, size, path, catalogue, error);
    cdy_release(bytes);
    return status;
}

void cdy_drive_catalogue_destroy(cdy_drive_catalogue *k)
{
    for (size_t i = 0; k && i < (size_t)k->room * WORDS; i++) {
        cdy_release(k->words[i]);
    }
    if (k) {
        cdy_name_table_clear(&k->types);
        cdy_release(k->words);
        cdy_release(k->drives);
    }
    cdy_release(k);
}

int cdy_drive_catalogue_count(const cdy_drive_catalogue *k)
{
    return k ? k->count : 0;
}

const cdy_motor_drive *cdy_drive_catalogue_drives(const cdy_drive_catalogue *k)
{
    return k ? k->drives : NULL;
}

static const char *word_at(const cdy_drive_catalogue *k, int index, int word)
{
    if (!k || index < 0 || index >= k->count) {
        return NULL;
    }
    const char *text = k->words[(size_t)index * WORDS + (size_t)word];
    return text ? text : "";
}

const char *cdy_drive_catalogue_type(const cdy_drive_catalogue *catalogue, int index)
{
    return word_at(catalogue, index, 0);
}

const char *cdy_drive_catalogue_maker(const cdy_drive_catalogue *catalogue, int index)
{
    return word_at(catalogue, index, 1);
}

const char *cdy_drive_catalogue_source(const cdy_drive_catalogue *catalogue, int index)
{
    return word_at(catalogue, index, 2);
}

int cdy_drive_catalogue_find(const cdy_drive_catalogue *catalogue, const char *type)
{
    return catalogue && type ? cdy_name_table_find(&catalogue->types, type) : -1;
}
