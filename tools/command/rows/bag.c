/* Recordings of rosbag2 in a database of SQLite: a table of topics and one of messages. */
#include "rows/message_file.h"

#include "base/loaded_library.h"

#include <stdlib.h>
#include <string.h>

enum {
    SQLITE_DONE_HERE = 101,
    SQLITE_ROW_HERE = 100,
    SQLITE_READONLY_HERE = 1,
    SQLITE_BLOB_HERE = 4,
    SQLITE_LIMIT_LENGTH_HERE = 0,
    SQLITE_MEMORY_HERE = 7,
    SQLITE_INTERRUPT_HERE = 9,
    STEPS_A_CALL = 1000000,      /* of SQLite's machine, between looks at the work of a row */
    MOST_CALLS = 2000,           /* for a row */
    MOST_DEFINITIONS = 64 << 20, /* bytes of all definitions */
    MOST_TOPICS = 1 << 16
};

/* The functions of SQLite, which keeps them for good: no header is needed to build. */
typedef struct sqlite {
    int (*open)(const char *path, void **database, int flags, const char *system);
    int (*close)(void *database);
    const char *(*message)(void *database);
    int (*error)(void *database);
    int (*prepare)(void *database, const char *text, int length, void **statement, const char **tail);
    int (*bind)(void *statement, int number, const char *text, int length, void (*release)(void *));
    int (*step)(void *statement);
    int (*finalize)(void *statement);
    int (*type)(void *statement, int column);
    long long (*integer)(void *statement, int column);
    const unsigned char *(*text)(void *statement, int column);
    const void *(*blob)(void *statement, int column);
    int (*bytes)(void *statement, int column);
    int (*limit)(void *database, int what, int value);
    void (*watch)(void *database, int steps, int (*look)(void *), void *context);
} sqlite;

typedef struct bag {
    sqlite sql;
    void *database, *messages;
    long long row;
    int calls; /* left for this row */
    bool ended;
} bag;

#ifdef __APPLE__
static const char library_file[] = "libsqlite3.dylib";
#else
static const char library_file[] = "libsqlite3.so.0";
#endif

static input_status load(message_file *file, sqlite *s)
{
    void *library = dlopen(library_file, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        return message_file_break(
            file, false,
            "the log is a database of SQLite, and %s, which reads it, cannot be loaded: install it "
            "(Debian: libsqlite3-0)",
            library_file);
    }
    const bool found = cdy_find_function(library, "sqlite3_open_v2", &s->open) &&
                       cdy_find_function(library, "sqlite3_close", &s->close) &&
                       cdy_find_function(library, "sqlite3_errmsg", &s->message) &&
                       cdy_find_function(library, "sqlite3_errcode", &s->error) &&
                       cdy_find_function(library, "sqlite3_prepare_v2", &s->prepare) &&
                       cdy_find_function(library, "sqlite3_bind_text", &s->bind) &&
                       cdy_find_function(library, "sqlite3_step", &s->step) &&
                       cdy_find_function(library, "sqlite3_finalize", &s->finalize) &&
                       cdy_find_function(library, "sqlite3_column_type", &s->type) &&
                       cdy_find_function(library, "sqlite3_column_int64", &s->integer) &&
                       cdy_find_function(library, "sqlite3_column_text", &s->text) &&
                       cdy_find_function(library, "sqlite3_column_blob", &s->blob) &&
                       cdy_find_function(library, "sqlite3_column_bytes", &s->bytes) &&
                       cdy_find_function(library, "sqlite3_limit", &s->limit) &&
                       cdy_find_function(library, "sqlite3_progress_handler", &s->watch);
    return found ? INPUT_OK : message_file_break(file, false, "%s lacks functions that read databases", library_file);
}

/* Ends a statement whose work for one row does not end. */
static int look(void *context)
{
    bag *b = context;
    return b->calls-- <= 0;
}

static int step(bag *b, void *statement)
{
    b->calls = MOST_CALLS;
    return b->sql.step(statement);
}

static input_status break_database(message_file *file, const char *what)
{
    bag *b = file->format;
    return b->sql.error(b->database) == SQLITE_MEMORY_HERE
               ? INPUT_MEMORY
               : message_file_break(file, false, "%s: %s", what, b->sql.message(b->database));
}

/* Returns a statement, NULL where the database refuses it. */
static void *prepare(bag *b, const char *text)
{
    void *statement = NULL;
    return b->sql.prepare(b->database, text, -1, &statement, NULL) == 0 ? statement : NULL;
}

/* Whether the database has a plain table of this name: not a view, nor a virtual table, whose rows are computed. */
static bool has_table(bag *b, const char *name)
{
    void *statement = prepare(b, "SELECT count(*) FROM sqlite_master WHERE name = ?1 AND type = 'table' AND "
                                 "sql NOT LIKE '%virtual%' AND sql NOT LIKE '%generated%' AND sql NOT LIKE '% as (%'");
    const bool found = statement && b->sql.bind(statement, 1, name, -1, NULL) == 0 &&
                       step(b, statement) == SQLITE_ROW_HERE && b->sql.integer(statement, 0) == 1;
    b->sql.finalize(statement);
    return found;
}

static char *copy_column(const bag *b, void *statement, int column)
{
    const char *text = (const char *)b->sql.text(statement, column);
    return message_file_text(text ? text : "", text ? (size_t)b->sql.bytes(statement, column) : 0);
}

/* Reads the definition of a topic's type, which newer databases have. */
static bool read_definition(message_file *file, topic *t)
{
    bag *b = file->format;
    void *statement =
        prepare(b, "SELECT encoding, encoded_message_definition FROM message_definitions WHERE topic_type = ?1");
    bool made = statement != NULL;
    if (made && b->sql.bind(statement, 1, t->type, -1, NULL) == 0 && step(b, statement) == SQLITE_ROW_HERE) {
        t->definition_kind = copy_column(b, statement, 0);
        t->definition = copy_column(b, statement, 1);
        t->definition_length = t->definition ? strlen(t->definition) : 0;
        file->definitions += t->definition_length;
        made = t->definition_kind && t->definition && file->definitions < MOST_DEFINITIONS;
    }
    b->sql.finalize(statement);
    return made;
}

static input_status read_topics(message_file *file)
{
    bag *b = file->format;
    const bool has_definitions = has_table(b, "message_definitions");
    void *statement = prepare(b, "SELECT id, name, type, serialization_format FROM topics");
    if (!statement) {
        return break_database(file, "the topics cannot be read");
    }
    input_status status = INPUT_OK;
    int result = step(b, statement);
    while (result == SQLITE_ROW_HERE && status == INPUT_OK) {
        const long long number = b->sql.integer(statement, 0);
        topic *t = message_file_find(file, number) ? NULL : message_file_add(file, number);
        if (!t) {
            status = message_file_break(file, false, "the topic %lld is given twice, or there are more than %d", number,
                                        MOST_TOPICS);
            break;
        }
        t->name = copy_column(b, statement, 1);
        t->type = copy_column(b, statement, 2);
        t->layout = copy_column(b, statement, 3);
        status = t->name && t->type && t->layout ? INPUT_OK : INPUT_MEMORY;
        if (status == INPUT_OK && has_definitions && !read_definition(file, t)) {
            status = message_file_break(file, false, "the definition of %.80s cannot be read", t->type);
        }
        result = step(b, statement);
    }
    if (status == INPUT_OK && result != SQLITE_DONE_HERE) {
        status = break_database(file, "the topics cannot be read");
    }
    b->sql.finalize(statement);
    return status;
}

static input_status next(message_file *file, recorded *message)
{
    bag *b = file->format;
    if (b->ended) {
        return INPUT_END;
    }
    const int result = step(b, b->messages);
    b->row++;
    if (result != SQLITE_ROW_HERE) {
        b->ended = true;
        return result == SQLITE_MEMORY_HERE ? INPUT_MEMORY
               : result == SQLITE_DONE_HERE ? INPUT_END
               : result == SQLITE_INTERRUPT_HERE
                   ? message_file_break(file, false, "reading message %lld of the database does not end", b->row)
                   : message_file_break(file, true, "message %lld of the database cannot be read: %s", b->row,
                                        b->sql.message(b->database));
    }
    message->from = message_file_find(file, b->sql.integer(b->messages, 0));
    message->nanoseconds = (uint64_t)b->sql.integer(b->messages, 1);
    message->sequence = 0;
    if (!message->from) {
        return message_file_break(file, true, "message %lld of the database is of a topic that it does not have",
                                  b->row);
    }
    const bool has_bytes = b->sql.type(b->messages, 2) == SQLITE_BLOB_HERE;
    message->bytes = has_bytes ? b->sql.blob(b->messages, 2) : NULL;
    message->size = message->bytes ? (size_t)b->sql.bytes(b->messages, 2) : 0;
    return message->bytes ? INPUT_OK
                          : message_file_break(file, true, "message %lld of the database has no bytes", b->row);
}

static void close_bag(message_file *file)
{
    bag *b = file->format;
    if (b && b->sql.close) {
        b->sql.finalize(b->messages);
        b->sql.close(b->database);
    }
    free(b);
    file->format = NULL;
}

input_status bag_open(message_file *file, const char *path)
{
    message_file_begin(file, path);
    bag *b = calloc(1, sizeof *b);
    if (!b) {
        return INPUT_MEMORY;
    }
    file->format = b;
    file->next = next;
    file->close = close_bag;
    sqlite loaded = {0};
    input_status status = load(file, &loaded);
    if (status != INPUT_OK) {
        return status;
    }
    b->sql = loaded;
    text_buffer plain = {0};
    text_add(&plain, strncmp(path, "file:", 5) == 0 ? "./%s" : "%s", path); /* which SQLite may take for an address */
    const int opened =
        plain.failed ? SQLITE_MEMORY_HERE : b->sql.open(text_get(&plain), &b->database, SQLITE_READONLY_HERE, NULL);
    text_clear(&plain);
    if (opened == SQLITE_MEMORY_HERE || !b->database) {
        return INPUT_MEMORY;
    }
    if (opened != 0) {
        return break_database(file, "the database cannot be opened");
    }
    b->sql.limit(b->database, SQLITE_LIMIT_LENGTH_HERE, INPUT_LONGEST);
    b->sql.watch(b->database, STEPS_A_CALL, look, b);
    if (!has_table(b, "topics") || !has_table(b, "messages")) {
        return message_file_break(file, false,
                                  "the database has no tables 'topics' and 'messages', as rosbag2 makes them");
    }
    status = read_topics(file);
    if (status != INPUT_OK) {
        return status;
    }
    b->messages = prepare(b, "SELECT topic_id, timestamp, data FROM messages ORDER BY rowid");
    return b->messages ? INPUT_OK : break_database(file, "the messages cannot be read");
}
