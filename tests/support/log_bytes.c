#include "support/log_bytes.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *log_joints[4] = {"joint1", "joint2", "joint3", "joint4"};

const char log_definition[] = "# states of joints\n"
                              "std_msgs/Header header # stamp\n"
                              "string[] name\n"
                              "float64[] position\n"
                              "float64[] velocity\n"
                              "float64[] effort\n"
                              "================================================================================\n"
                              "MSG: std_msgs/Header\n"
                              "builtin_interfaces/Time stamp\n"
                              "string frame_id\n"
                              "================================================================================\n"
                              "MSG: builtin_interfaces/Time\n"
                              "int32 sec\n"
                              "uint32 nanosec\n";

void log_put(log_bytes *log, const void *bytes, size_t size)
{
    if (log->size + size > log->capacity) {
        log->capacity = 2 * (log->size + size);
        log->bytes = realloc(log->bytes, log->capacity);
        if (!log->bytes) {
            abort();
        }
    }
    if (size > 0) {
        memcpy(log->bytes + log->size, bytes, size);
    }
    log->size += size;
}

void log_put_number(log_bytes *log, uint64_t number, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned char byte = (unsigned char)(number >> 8 * i);
        log_put(log, &byte, 1);
    }
}

void log_put_text(log_bytes *log, const char *text)
{
    log_put_number(log, strlen(text), 4);
    log_put(log, text, strlen(text));
}

void log_clear(log_bytes *log)
{
    free(log->bytes);
    log->bytes = NULL;
    log->size = 0;
    log->capacity = 0;
}

/* ---- messages ---- */

void log_cdr_begin(log_bytes *message)
{
    const unsigned char head[4] = {0, !message->big_endian, 0, 0};
    log_put(message, head, message->plain ? 0 : 4);
    message->origin = message->size;
}

void log_cdr_number(log_bytes *message, uint64_t number, size_t size)
{
    while (!message->plain && (message->size - message->origin) % size != 0) {
        log_put(message, "", 1);
    }
    for (size_t i = 0; i < size; i++) {
        const unsigned char byte = (unsigned char)(number >> 8 * (message->big_endian ? size - 1 - i : i));
        log_put(message, &byte, 1);
    }
}

void log_cdr_double(log_bytes *message, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    log_cdr_number(message, bits, 8);
}

void log_cdr_text(log_bytes *message, const char *text)
{
    const size_t length = strlen(text) + !message->plain;
    log_cdr_number(message, length, 4);
    log_put(message, text, length);
}

void log_put_state(log_bytes *message, const log_state *state)
{
    log_cdr_begin(message);
    if (message->plain) {
        log_cdr_number(message, 7, 4); /* the header's number */
    }
    log_cdr_number(message, (uint32_t)state->seconds, 4);
    log_cdr_number(message, state->nanoseconds, 4);
    log_cdr_text(message, "base");
    log_cdr_number(message, state->count, 4);
    for (size_t i = 0; i < state->count; i++) {
        log_cdr_text(message, state->names[i]);
    }
    for (int list = 0; list < 3; list++) {
        const size_t count = state->lists[list] ? state->count : 0;
        log_cdr_number(message, count, 4);
        for (size_t i = 0; i < count; i++) {
            log_cdr_double(message, state->lists[list][i]);
        }
    }
}

double log_number(int row, int list, int joint)
{
    return sin(0.1 * row + joint + 10 * list) / 3;
}

/* The message of a row of the recording. */
static void put_row(log_bytes *message, int row)
{
    double lists[3][4];
    log_state state = {.seconds = 1700000000 + row / 100, .nanoseconds = (uint32_t)(row % 100) * 10000000, .count = 4};
    state.names = log_joints;
    for (int list = 0; list < 3; list++) {
        for (int joint = 0; joint < 4; joint++) {
            lists[list][joint] = log_number(row, list, joint);
        }
        state.lists[list] = lists[list];
    }
    message->size = 0;
    log_put_state(message, &state);
}

/* ---- MCAP ---- */

static const char magic[] = "\x89MCAP0\r\n";

/* A record of a code and its bytes, which are freed. */
static void put_record(log_bytes *log, unsigned code, log_bytes *record)
{
    log_put_number(log, code, 1);
    log_put_number(log, record->size, 8);
    log_put(log, record->bytes, record->size);
    log_clear(record);
}

void mcap_begin(log_bytes *log)
{
    log_bytes head = {0};
    log_put(log, magic, sizeof magic - 1);
    log_put_text(&head, "ros2");
    log_put_text(&head, "tests");
    put_record(log, 1, &head);
}

void mcap_schema(log_bytes *log, unsigned number, const char *name, const char *kind, const char *text)
{
    log_bytes record = {0};
    log_put_number(&record, number, 2);
    log_put_text(&record, name);
    log_put_text(&record, kind);
    log_put_text(&record, text);
    put_record(log, 3, &record);
}

void mcap_channel(log_bytes *log, unsigned number, unsigned schema, const char *topic, const char *layout)
{
    log_bytes record = {0};
    log_put_number(&record, number, 2);
    log_put_number(&record, schema, 2);
    log_put_text(&record, topic);
    log_put_text(&record, layout);
    log_put_number(&record, 0, 4);
    put_record(log, 4, &record);
}

void mcap_message(log_bytes *log, unsigned channel, unsigned sequence, uint64_t time, const log_bytes *message)
{
    log_bytes record = {0};
    log_put_number(&record, channel, 2);
    log_put_number(&record, sequence, 4);
    log_put_number(&record, time, 8);
    log_put_number(&record, time, 8);
    log_put(&record, message->bytes, message->size);
    put_record(log, 5, &record);
}

static uint32_t crc_of(const unsigned char *bytes, size_t size)
{
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
        }
    }
    return ~crc;
}

void log_put_zstd(log_bytes *packed, const log_bytes *records)
{
    enum { BLOCK = 1 << 17 };
    log_put(packed, "\x28\xb5\x2f\xfd\xa0", 5);
    log_put_number(packed, records->size, 4);
    for (size_t at = 0; at == 0 || at < records->size; at += BLOCK) {
        const size_t left = records->size - at, size = left < BLOCK ? left : BLOCK;
        log_put_number(packed, size << 3 | (left <= BLOCK), 3);
        log_put(packed, records->bytes + at, size);
    }
}

/* A frame of lz4 with one block as it was. */
static void put_lz4(log_bytes *packed, const log_bytes *records)
{
    log_put(packed, "\x04\x22\x4d\x18\x60\x70\x73", 7);
    log_put_number(packed, records->size | 0x80000000U, 4);
    log_put(packed, records->bytes, records->size);
    log_put_number(packed, 0, 4);
}

void mcap_chunk(log_bytes *log, const log_bytes *records, const char *format, unsigned crc)
{
    log_bytes record = {0}, packed = {0};
    if (strcmp(format, "zstd") == 0) {
        log_put_zstd(&packed, records);
    } else if (strcmp(format, "lz4") == 0) {
        put_lz4(&packed, records);
    } else {
        log_put(&packed, records->bytes, records->size);
    }
    log_put_number(&record, 0, 16 / 2);
    log_put_number(&record, 0, 16 / 2);
    log_put_number(&record, records->size, 8);
    log_put_number(&record, crc_of(records->bytes, records->size) + crc, 4);
    log_put_text(&record, format);
    log_put_number(&record, packed.size, 8);
    log_put(&record, packed.bytes, packed.size);
    log_clear(&packed);
    put_record(log, 6, &record);
}

void mcap_end(log_bytes *log)
{
    log_bytes data = {0}, foot = {0};
    log_put_number(&data, crc_of(log->bytes, log->size), 4);
    put_record(log, 15, &data);
    log_put_number(&foot, 0, 8);
    log_put_number(&foot, 0, 8);
    log_put_number(&foot, 0, 4);
    put_record(log, 2, &foot);
    log_put(log, magic, sizeof magic - 1);
}

void mcap_recording(log_bytes *log, int rows, int a_chunk, const char *format)
{
    log_bytes records = {0}, message = {0};
    log_bytes *where = a_chunk > 0 ? &records : log;
    mcap_begin(log);
    mcap_schema(where, 1, "sensor_msgs/msg/JointState", "ros2msg", log_definition);
    mcap_channel(where, 3, 1, "/joint_states", "cdr");
    for (int row = 0; row < rows; row++) {
        message.big_endian = row % 2 == 1;
        put_row(&message, row);
        mcap_message(where, 3, (unsigned)row + 1, 1700000001000000000 + (uint64_t)row * 10000000, &message);
        if (a_chunk > 0 && (row % a_chunk == a_chunk - 1 || row == rows - 1)) {
            mcap_chunk(log, &records, format, 0);
            records.size = 0;
        }
    }
    mcap_end(log);
    log_clear(&records);
    log_clear(&message);
}

/* ---- rosbag2 ---- */

typedef int sqlite_open(const char *path, void **database);
typedef int sqlite_exec(void *database, const char *text, void *each, void *context, char **message);
typedef int sqlite_close(void *database);

static bool find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static void insert_row(void *database, sqlite_exec *execute, int row)
{
    log_bytes message = {0}, text = {0};
    char number[120];
    put_row(&message, row);
    snprintf(number, sizeof number, "INSERT INTO messages VALUES(%d, 1, %lld, x'", row + 1,
             1700000001000000000LL + row * 10000000LL);
    log_put(&text, number, strlen(number));
    for (size_t i = 0; i < message.size; i++) {
        snprintf(number, sizeof number, "%02x", message.bytes[i]);
        log_put(&text, number, 2);
    }
    log_put(&text, "')", 3);
    if (execute(database, (const char *)text.bytes, NULL, NULL, NULL) != 0) {
        abort();
    }
    log_clear(&message);
    log_clear(&text);
}

bool bag_recording(const char *path, int rows)
{
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL), *database = NULL;
    sqlite_open *begin;
    sqlite_exec *execute;
    sqlite_close *end;
    if (!library || !find(library, "sqlite3_open", &begin) || !find(library, "sqlite3_exec", &execute) ||
        !find(library, "sqlite3_close", &end)) {
        return false;
    }
    remove(path);
    if (begin(path, &database) != 0 ||
        execute(database,
                "CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, "
                "serialization_format TEXT NOT NULL, offered_qos_profiles TEXT NOT NULL);"
                "CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL, timestamp INTEGER NOT NULL, "
                "data BLOB NOT NULL); CREATE INDEX timestamp_idx ON messages (timestamp ASC);"
                "INSERT INTO topics VALUES(1, '/joint_states', 'sensor_msgs/msg/JointState', 'cdr', '');"
                "INSERT INTO topics VALUES(2, '/chatter', 'std_msgs/msg/String', 'cdr', '')",
                NULL, NULL, NULL) != 0) {
        abort();
    }
    execute(database, "BEGIN", NULL, NULL, NULL);
    for (int row = 0; row < rows; row++) {
        insert_row(database, execute, row);
    }
    execute(database, "COMMIT", NULL, NULL, NULL);
    end(database);
    return true;
}

/* ---- Parquet ---- */

static void put_varint(log_bytes *log, uint64_t number)
{
    for (; number >= 128; number >>= 7) {
        log_put_number(log, (number & 127) | 128, 1);
    }
    log_put_number(log, number, 1);
}

/* A field of a whole number, so many numbers behind the one before. */
static void put_integer(log_bytes *log, unsigned step, int64_t number)
{
    log_put_number(log, step << 4 | 6, 1);
    put_varint(log, (uint64_t)number << 1);
}

static void put_head(log_bytes *log, unsigned step, unsigned type)
{
    log_put_number(log, step << 4 | type, 1);
}

static void put_name(log_bytes *log, unsigned step, const char *name)
{
    put_head(log, step, 8);
    put_varint(log, strlen(name));
    log_put(log, name, strlen(name));
}

/* What the numbers of a column mean: the older number for it, 0: none, digits of a decimal, and time stamps in ns. */
typedef struct meaning {
    int older, digits;
    bool is_stamp;
} meaning;

static void put_meaning(log_bytes *log, unsigned last, const meaning *m)
{
    if (m->older > 0) {
        put_integer(log, 6 - last, m->older);
        put_integer(log, 1, m->digits);
        last = 7;
    }
    if (m->is_stamp) {
        put_head(log, 10 - last, 12);
        put_head(log, 8, 12);
        put_head(log, 1, 1); /* in UTC */
        put_head(log, 1, 12);
        put_head(log, 3, 12);
        log_put(log, "\0\0\0\0", 4);
    }
}

/* An element of the schema; type -1: it has a child. */
static void put_element_of(log_bytes *log, int type, int repetition, const char *name, int children, meaning m)
{
    unsigned step = 3;
    if (type >= 0) {
        put_integer(log, 1, type);
        step = 2;
    }
    put_integer(log, step, repetition);
    put_name(log, 1, name);
    if (children > 0) {
        put_integer(log, 1, children);
    }
    put_meaning(log, children > 0 ? 5 : 4, &m);
    log_put_number(log, 0, 1);
}

static void put_element(log_bytes *log, int type, int repetition, const char *name, int children)
{
    put_element_of(log, type, repetition, name, children, (meaning){0});
}

/* Packs bytes by Snappy: pieces as they are. */
static void put_snappy(log_bytes *packed, const log_bytes *plain)
{
    put_varint(packed, plain->size);
    for (size_t at = 0; at < plain->size; at += 60) {
        const size_t left = plain->size - at, size = left < 60 ? left : 60;
        log_put_number(packed, (size - 1) << 2, 1);
        log_put(packed, plain->bytes + at, size);
    }
}

/* A page: of data (type 0) or the dictionary (2). */
static void put_page(log_bytes *log, int type, int encoding, size_t values, log_bytes *plain, bool packed)
{
    log_bytes bytes = {0};
    if (packed) {
        put_snappy(&bytes, plain);
    } else {
        log_put(&bytes, plain->bytes, plain->size);
    }
    put_integer(log, 1, type);
    put_integer(log, 1, (int64_t)plain->size);
    put_integer(log, 1, (int64_t)bytes.size);
    put_head(log, type == 0 ? 2 : 4, 12);
    put_integer(log, 1, (int64_t)values);
    put_integer(log, 1, encoding);
    if (type == 0) {
        put_integer(log, 1, 3);
        put_integer(log, 1, 3);
    }
    log_put_number(log, 0, 1);
    log_put_number(log, 0, 1);
    log_put(log, bytes.bytes, bytes.size);
    log_clear(&bytes);
    log_clear(plain);
}

static void put_double(log_bytes *log, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    log_put_number(log, bits, 8);
}

/* Levels: how often a row has a number, and the level of definition of all. */
static void put_levels(log_bytes *plain, int rows, int width, int level)
{
    log_bytes runs = {0};
    for (int row = 0; row < rows; row++) {
        put_varint(&runs, 1 << 1);
        log_put_number(&runs, 0, 1);
        put_varint(&runs, (uint64_t)(width - 1) << 1);
        log_put_number(&runs, 1, 1);
    }
    log_put_number(plain, runs.size, 4);
    log_put(plain, runs.bytes, runs.size);
    runs.size = 0;
    put_varint(&runs, (uint64_t)(rows * width) << 1);
    log_put_number(&runs, (uint64_t)level, 1);
    log_put_number(plain, runs.size, 4);
    log_put(plain, runs.bytes, runs.size);
    log_clear(&runs);
}

/* The pages of a list in rows first to first + rows - 1; packed: by a dictionary of all its numbers. */
static void put_list(log_bytes *log, int list, int first, int rows, bool packed, int level)
{
    log_bytes plain = {0}, dictionary = {0};
    put_levels(&plain, rows, 4, level);
    if (packed) {
        log_put_number(&plain, 8, 1); /* bits of a number of the dictionary */
    }
    for (int i = 0; i < rows * 4; i++) {
        put_double(packed ? &dictionary : &plain, log_number(first + i / 4, list, i % 4));
        if (packed) {
            put_varint(&plain, 1 << 1);
            log_put_number(&plain, (uint64_t)i, 1);
        }
    }
    if (packed) {
        put_page(log, 2, 0, (size_t)rows * 4, &dictionary, true);
    }
    put_page(log, 0, packed ? 8 : 0, (size_t)rows * 4, &plain, packed);
}

/* What a column's piece is at the end of the file. */
static void put_piece(log_bytes *end, int codec, int64_t values, size_t begin, size_t size)
{
    put_integer(end, 2, (int64_t)begin);
    put_head(end, 1, 12);
    put_integer(end, 1, 5);
    put_integer(end, 3, codec);
    put_integer(end, 1, values);
    put_integer(end, 1, (int64_t)size);
    put_integer(end, 1, (int64_t)size);
    put_integer(end, 2, (int64_t)begin);
    log_put_number(end, 0, 1);
    log_put_number(end, 0, 1);
}

static const char *const list_columns[] = {"observation.state", "observation.velocity", "observation.effort"};

static void put_schema(log_bytes *end, int rows)
{
    put_integer(end, 1, 1);
    put_head(end, 1, 9);
    log_put_number(end, 11 << 4 | 12, 1);
    put_element(end, -1, 0, "schema", 4);
    put_element(end, 5, 0, "timestamp", 0);
    for (int list = 0; list < 3; list++) {
        put_element(end, -1, 1, list_columns[list], 1);
        put_element(end, -1, 2, "list", 1);
        put_element(end, 5, 1, "element", 0);
    }
    put_integer(end, 1, rows);
}

static void put_group(log_bytes *log, log_bytes *end, int first, int rows, bool packed, int levels)
{
    log_bytes plain = {0};
    const int codec = packed ? 1 : 0;
    put_head(end, 1, 9);
    log_put_number(end, 4 << 4 | 12, 1);
    for (int i = 0; i < rows; i++) {
        put_double(&plain, 0.01 * (first + i));
    }
    size_t begin = log->size;
    put_page(log, 0, 0, (size_t)rows, &plain, packed);
    put_piece(end, codec, rows, begin, log->size - begin);
    for (int list = 0; list < 3; list++) {
        begin = log->size;
        put_list(log, list, first, rows, packed, levels);
        put_piece(end, codec, rows * 4, begin, log->size - begin);
    }
    put_integer(end, 1, 0);
    put_integer(end, 1, rows);
    log_put_number(end, 0, 1);
}

void parquet_recording(log_bytes *log, int rows, int a_group, bool packed, int levels)
{
    log_bytes end = {0};
    const int groups = (rows + a_group - 1) / a_group;
    log_put(log, "PAR1", 4);
    put_schema(&end, rows);
    put_head(&end, 1, 9);
    log_put_number(&end, (uint64_t)groups << 4 | 12, 1);
    for (int first = 0; first < rows; first += a_group) {
        put_group(log, &end, first, first + a_group < rows ? a_group : rows - first, packed, levels);
    }
    log_put_number(&end, 0, 1);
    log_put(log, end.bytes, end.size);
    log_put_number(log, end.size, 4);
    log_put(log, "PAR1", 4);
    log_clear(&end);
}

void parquet_meanings(log_bytes *log, int rows)
{
    enum { COLUMNS = 6 };
    static const int64_t numbers[COLUMNS] = {1704067200250000000, -1, -125, 7, 8, 0};
    static const int types[COLUMNS] = {2, 1, 2, 1, 1, 6};
    log_bytes end = {0}, plain = {0};
    size_t begins[COLUMNS + 1];
    log_put(log, "PAR1", 4);
    for (int i = 0; i < COLUMNS; i++) {
        begins[i] = log->size;
        for (int row = 0; row < rows; row++) {
            log_put_number(&plain, (uint64_t)numbers[i], types[i] == 2 ? 8 : 4);
        }
        put_page(log, 0, 0, (size_t)rows, &plain, false);
    }
    begins[COLUMNS] = log->size;
    put_integer(&end, 1, 1);
    put_head(&end, 1, 9);
    log_put_number(&end, 8 << 4 | 12, 1);
    put_element(&end, -1, 0, "schema", 5);
    put_element_of(&end, types[0], 0, "stamp", 0, (meaning){.is_stamp = true});
    put_element_of(&end, types[1], 0, "count", 0, (meaning){.older = 13});
    put_element_of(&end, types[2], 0, "price", 0, (meaning){.older = 5, .digits = 2});
    put_element(&end, -1, 0, "tip", 2);
    put_element(&end, types[3], 0, "x", 0);
    put_element(&end, types[4], 0, "y", 0);
    put_element(&end, types[5], 0, "task", 0);
    put_integer(&end, 1, rows);
    put_head(&end, 1, 9);
    log_put_number(&end, 1 << 4 | 12, 1);
    put_head(&end, 1, 9);
    log_put_number(&end, COLUMNS << 4 | 12, 1);
    for (int i = 0; i < COLUMNS; i++) {
        put_piece(&end, 0, rows, begins[i], begins[i + 1] - begins[i]);
    }
    put_integer(&end, 1, 0);
    put_integer(&end, 1, rows);
    log_put_number(&end, 0, 1);
    log_put_number(&end, 0, 1);
    log_put(log, end.bytes, end.size);
    log_put_number(log, end.size, 4);
    log_put(log, "PAR1", 4);
    log_clear(&end);
}

void log_write(const log_bytes *log, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(log->bytes, 1, log->size, file) != log->size || fclose(file) != 0) {
        abort();
    }
}
