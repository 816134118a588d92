#include "rows/log.h"

#include "rows/log_files.h"
#include "text/decimal.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const char *const list_prefixes[STATE_LISTS] = {"q.", "qd.", "tau."};
static const char *const list_words[STATE_LISTS] = {"position", "velocity", "effort"};

/* A log while its rows are read. */
typedef struct log_rows {
    input_source source;
    log_files files;
    log_request request;
    char *topic; /* whose messages are the rows; NULL: none chosen so far */
    joint_state state;
    char **names; /* of the joints, by the first message */
    size_t count; /* of them; 0: no message so far */
    bool has[STATE_LISTS];
    size_t *places; /* by name: its number in the present message */
    bool by_stamp;  /* t is from the stamps of the messages, not from the time when they were recorded */
    int64_t begin_seconds;
    int64_t begin_nanoseconds;
    uint64_t rows, strangers; /* messages without a joint of the robot */
    text_buffer stranger;     /* a joint of those */
    text_buffer text;         /* rows that were not read yet */
    size_t taken;
    text_buffer notes, problem;
    bool goes_on, ended;
    bool fresh; /* the notes were not shown yet */
} log_rows;

bool log_is_folder(const char *path)
{
    enum { LONGEST = 4096 };
    struct stat status;
    char name[LONGEST];
    const int length = snprintf(name, sizeof name, "%s/metadata.yaml", path);
    return strcmp(path, "-") != 0 && length < LONGEST && stat(path, &status) == 0 && S_ISDIR(status.st_mode) &&
           stat(name, &status) == 0;
}

static input_status break_row(log_rows *l, bool goes_on, const char *format, ...) __attribute__((format(printf, 3, 4)));

static input_status break_row(log_rows *l, bool goes_on, const char *format, ...)
{
    va_list arguments;
    text_reset(&l->problem);
    va_start(arguments, format);
    text_add_list(&l->problem, format, arguments);
    va_end(arguments);
    l->goes_on = goes_on;
    return l->problem.failed ? INPUT_MEMORY : INPUT_BROKEN;
}

/* ---- the topic ---- */

/* Whether a message is one of the rows' topic; chooses it by the first message of joint states. */
static input_status choose_topic(log_rows *l, topic *t, bool *chosen)
{
    const char *asked = l->request.topic;
    if (t->kind == TOPIC_UNKNOWN && (!asked || strcmp(t->name, asked) == 0) && !topic_look(t)) {
        return INPUT_MEMORY;
    }
    *chosen = t->kind == TOPIC_STATES && (!asked || strcmp(t->name, asked) == 0);
    if (asked && !*chosen && strcmp(t->name, asked) == 0) {
        return break_row(l, false, "topic '%.80s' has no joint states: %s", t->name, t->reason);
    }
    if (*chosen && !l->topic) {
        l->topic = message_file_text(t->name, strlen(t->name));
        l->files.topic = l->topic;
        return l->topic ? INPUT_OK : INPUT_MEMORY;
    }
    if (*chosen && strcmp(l->topic, t->name) != 0) {
        return break_row(l, false,
                         "the topics '%.80s' and '%.80s' both have joint states: choose one by --topic; `condyle rows` "
                         "lists them",
                         l->topic, t->name);
    }
    return INPUT_OK;
}

/* ---- names of joints ---- */

static bool is_printable(state_name name)
{
    bool good = name.length > 0 && name.length < 1000;
    for (size_t i = 0; i < name.length && good; i++) {
        good = (unsigned char)name.text[i] >= ' ' && name.text[i] != 127;
    }
    return good;
}

static bool has_joint(const log_rows *l)
{
    bool any = !l->request.is_joint;
    for (size_t i = 0; i < l->state.count && !any; i++) {
        any = l->request.is_joint(l->request.context, l->state.names[i].text, l->state.names[i].length);
    }
    return any;
}

static bool is_same(const char *name, state_name other)
{
    return strlen(name) == other.length && memcmp(name, other.text, other.length) == 0;
}

/* Keeps the names of the first message, which the columns have. */
static input_status keep_names(log_rows *l, const topic *t)
{
    const joint_state *s = &l->state;
    for (size_t i = 0; i < s->count; i++) {
        if (!is_printable(s->names[i])) {
            return break_row(l, false,
                             "a joint in the first message of '%.80s' has an empty name, or one with control "
                             "characters or of 1000 bytes and more",
                             t->name);
        }
    }
    free(l->names); /* of a message before without a name */
    free(l->places);
    l->names = calloc(s->count + 1, sizeof *l->names);
    l->places = calloc(s->count + 1, sizeof *l->places);
    for (size_t i = 0; i < s->count && l->names && l->places; i++) {
        l->names[i] = message_file_text(s->names[i].text, s->names[i].length);
        if (!l->names[i]) {
            return INPUT_MEMORY;
        }
        l->count++;
    }
    for (int list = 0; list < STATE_LISTS; list++) {
        l->has[list] = s->counts[list] > 0;
    }
    return l->names && l->places ? INPUT_OK : INPUT_MEMORY;
}

/* Finds the places of the columns' names in a message; most have the same order as the first one. */
static input_status find_places(log_rows *l)
{
    const joint_state *s = &l->state;
    for (size_t i = 0; i < l->count; i++) {
        size_t place = i;
        if (place >= s->count || !is_same(l->names[i], s->names[place])) {
            for (place = 0; place < s->count && !is_same(l->names[i], s->names[place]); place++) {
            }
        }
        if (place == s->count) {
            return break_row(l, true, "the message has no joint '%.80s', which the first one of its topic has",
                             l->names[i]);
        }
        l->places[i] = place;
    }
    return INPUT_OK;
}

/* Whether every list of the message has a number for each name, or none where the first message had none. */
static input_status check_lists(log_rows *l)
{
    const joint_state *s = &l->state;
    for (int list = 0; list < STATE_LISTS; list++) {
        if (s->counts[list] != 0 && s->counts[list] != s->count) {
            return break_row(l, true, "'%s' of the message has %zu numbers for %zu names", list_words[list],
                             s->counts[list], s->count);
        }
        if (l->count > 0 && l->has[list] != (s->counts[list] > 0)) {
            return break_row(l, true, "the message has %s '%s', unlike the first one of its topic",
                             l->has[list] ? "no" : "a list", list_words[list]);
        }
    }
    return INPUT_OK;
}

/* ---- text ---- */

/* Adds a name of a column; quotes where it has what separates fields. */
static void add_column(text_buffer *text, const char *prefix, const char *name)
{
    const bool quoted = name[strcspn(name, ",\";\t ")] != '\0';
    text_add(text, quoted ? ",\"%s" : ",%s", prefix);
    for (const char *c = name; *c; c++) {
        text_add_bytes(text, *c == '"' ? "\"\"" : c, *c == '"' ? 2 : 1);
    }
    text_add_bytes(text, "\"", quoted);
}

static void add_header(log_rows *l)
{
    text_add(&l->text, "t");
    for (int list = 0; list < STATE_LISTS; list++) {
        for (size_t i = 0; l->has[list] && i < l->count; i++) {
            add_column(&l->text, list_prefixes[list], l->names[i]);
        }
    }
    text_add(&l->text, "\n");
}

/* Adds the time since the first row: a difference of whole nanoseconds, so that no digit of a long time is lost. */
static void add_time(log_rows *l, int64_t seconds, int64_t nanoseconds)
{
    int64_t whole = seconds - l->begin_seconds, part = nanoseconds - l->begin_nanoseconds;
    if (part < 0) {
        part += 1000000000;
        whole--;
    }
    const bool negative = whole < 0;
    if (negative && part > 0) { /* -1 s and 0.3 s are -0.7 s */
        part = 1000000000 - part;
        whole++;
    }
    text_add(&l->text, "%s%lld.%09lld", negative ? "-" : "", (long long)(whole < 0 ? -whole : whole), (long long)part);
}

static void add_row(log_rows *l, int64_t seconds, int64_t nanoseconds)
{
    char digits[CDY_DECIMAL_SIZE];
    add_time(l, seconds, nanoseconds);
    for (int list = 0; list < STATE_LISTS; list++) {
        for (size_t i = 0; l->has[list] && i < l->count; i++) {
            const double value = l->state.values[list][l->places[i]];
            text_add(&l->text, ",");
            if (isfinite(value)) {
                text_add_bytes(&l->text, digits, cdy_write_decimal(value, 0, digits));
            } else {
                text_add(&l->text, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
            }
        }
    }
    text_add(&l->text, "\n");
}

/* ---- rows ---- */

/* Begins the time at the first row, and says where it begins. */
static void begin_time(log_rows *l, const recorded *m)
{
    l->by_stamp = l->state.stamped;
    l->begin_seconds = l->by_stamp ? l->state.seconds : (int64_t)(m->nanoseconds / 1000000000);
    l->begin_nanoseconds = l->by_stamp ? l->state.nanoseconds : (int64_t)(m->nanoseconds % 1000000000);
    l->fresh = true;
    const time_t seconds = (time_t)l->begin_seconds;
    struct tm date;
    char day[40] = "";
    if (gmtime_r(&seconds, &date)) {
        strftime(day, sizeof day, " (%Y-%m-%d %H:%M:%S UTC)", &date);
    }
    text_add(&l->notes, "rows of topic '%.80s': t counts from %s %lld.%09lld s%s", l->topic,
             l->by_stamp ? "the first stamp," : "when the first message was recorded, since they have no stamps,",
             (long long)l->begin_seconds, (long long)l->begin_nanoseconds, day);
}

/* Makes the row of a message. */
static input_status make_row(log_rows *l, const recorded *m)
{
    const ros_layout layout = strcmp(m->from->layout, "ros1") == 0 ? ROS_ONE : ROS_CDR;
    l->rows++;
    text_reset(&l->problem);
    if (!joint_state_read(&l->state, &m->from->schema, layout, m->bytes, m->size, &l->problem)) {
        l->goes_on = l->count > 0;
        return l->problem.failed ? INPUT_MEMORY : INPUT_BROKEN;
    }
    if (!has_joint(l)) {
        if (l->strangers++ == 0 && l->state.count > 0) {
            text_add_bytes(&l->stranger, l->state.names[0].text, l->state.names[0].length);
        }
        l->rows--;
        return INPUT_OK;
    }
    input_status status = check_lists(l);
    if (status == INPUT_OK && l->count == 0) {
        status = keep_names(l, m->from);
        if (status == INPUT_OK && l->count > 0) {
            begin_time(l, m);
            add_header(l);
        }
    }
    status = status == INPUT_OK ? find_places(l) : status;
    if (status == INPUT_OK && l->by_stamp && !l->state.stamped) {
        status = break_row(l, true, "the message has no stamp, unlike the first one of its topic");
    }
    if (status == INPUT_OK && l->count > 0) {
        add_row(l, l->by_stamp ? l->state.seconds : (int64_t)(m->nanoseconds / 1000000000),
                l->by_stamp ? l->state.nanoseconds : (int64_t)(m->nanoseconds % 1000000000));
    }
    return status == INPUT_OK && l->text.failed ? INPUT_MEMORY : status;
}

/* Adds the number of the message to the words of what is wrong with it. */
static input_status number_problem(log_rows *l, input_status status)
{
    if (status != INPUT_BROKEN) {
        return status;
    }
    text_buffer whole = {0};
    text_add(&whole, "message %llu of the topic: %s", (unsigned long long)(l->rows + l->strangers),
             text_get(&l->problem));
    text_clear(&l->problem);
    l->problem = whole;
    return whole.failed ? INPUT_MEMORY : INPUT_BROKEN;
}

/* At the end of a log. */
static input_status finish(log_rows *l)
{
    l->ended = true;
    const uint64_t lost = log_files_lost(&l->files);
    text_reset(&l->notes);
    const bool named = l->stranger.length > 0;
    if (l->strangers > 0) {
        text_add(&l->notes, "%llu message%s of '%.80s' without a joint of the robot %s not read, the first one ",
                 (unsigned long long)l->strangers, l->strangers == 1 ? "" : "s", l->topic,
                 l->strangers == 1 ? "is" : "are");
        if (named) {
            text_add(&l->notes, "of '%.80s'", text_get(&l->stranger));
        } else {
            text_add(&l->notes, "without names");
        }
    }
    if (lost > 0) {
        text_add(&l->notes, "%s%llu message%s of '%.80s' %s not recorded, by their sequence numbers",
                 l->notes.length > 0 ? "; " : "", (unsigned long long)lost, lost == 1 ? "" : "s", l->topic,
                 lost == 1 ? "was" : "were");
    }
    l->fresh = l->notes.length > 0;
    if (l->count > 0) {
        return INPUT_END;
    }
    const char *asked = l->request.topic;
    if (l->strangers > 0 && !named) {
        return break_row(l, false,
                         "no message of topic '%.80s' has a joint of the robot; the first one has no names of joints, "
                         "by which its numbers are read",
                         l->topic);
    }
    if (l->strangers > 0) {
        return break_row(l, false,
                         "no message of topic '%.80s' has a joint of the robot; the first one has '%.80s'. "
                         "--map q.OTHER=q.JOINT renames joints, --map q.PREFIX_=q. those that begin so",
                         l->topic, text_get(&l->stranger));
    }
    return asked ? break_row(l, false, "the log has no message on a topic '%.80s'; `condyle rows` lists its topics",
                             asked)
                 : break_row(l, false, "the log has no message with joint states; `condyle rows` lists its topics");
}

/* Reports a part of the log that cannot be read. */
static input_status break_part(log_rows *l)
{
    const char *problem = log_files_problem(&l->files, &l->goes_on);
    const char *file = log_files_name(&l->files);
    const bool names = file && strncmp(problem, file, strlen(file)) != 0;
    return break_row(l, l->goes_on && l->count > 0, "%s%s%s", names ? file : "", names ? ": " : "", problem);
}

/* Makes the text of the next row. */
static input_status advance(log_rows *l)
{
    recorded m;
    bool chosen = false;
    text_reset(&l->text);
    l->taken = 0;
    while (l->text.length == 0) {
        input_status status = l->ended ? INPUT_END : log_files_next(&l->files, &m);
        if (status == INPUT_END) {
            return l->ended ? INPUT_END : finish(l);
        }
        if (status == INPUT_BROKEN) {
            return break_part(l);
        }
        status = status == INPUT_OK ? choose_topic(l, m.from, &chosen) : status;
        if (status == INPUT_OK && chosen && log_files_unpack(&l->files, &m) == INPUT_BROKEN) {
            return break_part(l);
        }
        status = status == INPUT_OK && chosen && !m.bytes ? INPUT_MEMORY : status;
        status = status == INPUT_OK && chosen ? number_problem(l, make_row(l, &m)) : status;
        if (status != INPUT_OK) {
            text_reset(&l->text);
            return status;
        }
    }
    return INPUT_OK;
}

/* ---- the source ---- */

static input_status read_source(void *self, char *bytes, size_t most, size_t *count)
{
    log_rows *l = self;
    *count = 0;
    if (l->taken == l->text.length) {
        const input_status status = advance(l);
        if (status == INPUT_FAILED) {
            errno = l->files.file.error;
        }
        if (status != INPUT_OK) {
            return status == INPUT_END ? INPUT_OK : status;
        }
    }
    const size_t left = l->text.length - l->taken;
    *count = left < most ? left : most;
    memcpy(bytes, text_get(&l->text) + l->taken, *count);
    l->taken += *count;
    return INPUT_OK;
}

static const char *problem_of(void *self, bool *goes_on)
{
    const log_rows *l = self;
    *goes_on = l->goes_on;
    return text_get(&l->problem);
}

/* The file of a folder that cannot be read. */
static const char *file_of(void *self)
{
    const log_rows *l = self;
    return log_files_name(&l->files);
}

static const char *note_of(void *self)
{
    log_rows *l = self;
    const bool fresh = l->fresh;
    l->fresh = false;
    return fresh ? text_get(&l->notes) : NULL;
}

static void close_source(void *self)
{
    log_rows *l = self;
    log_files_close(&l->files);
    joint_state_clear(&l->state);
    for (size_t i = 0; i < l->count; i++) {
        free(l->names[i]);
    }
    free(l->names);
    free(l->places);
    free(l->topic);
    text_clear(&l->text);
    text_clear(&l->notes);
    text_clear(&l->problem);
    text_clear(&l->stranger);
    free(l);
}

input_status log_open(input *in, const log_request *request, text_buffer *problem)
{
    log_rows *l = calloc(1, sizeof *l);
    if (!l) {
        return INPUT_MEMORY;
    }
    const bool folder = log_is_folder(request->path);
    l->request = *request;
    l->source = (input_source){l, read_source, problem_of, file_of, note_of, close_source};
    const input_status status = log_files_begin(&l->files, in, request->path, folder, problem);
    if (folder) {
        input_close(in);
    }
    *in = (input){.name = in->name, .descriptor = -1, .source = &l->source};
    return status;
}
