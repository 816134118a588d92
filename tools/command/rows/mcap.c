/* Recordings in the format MCAP (mcap.dev/spec): records of one byte, a length and bytes, some of them within chunks
 * that are compressed. */
#include "rows/message_file.h"
#include "rows/unpack.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    OPCODE_FOOTER = 2,
    OPCODE_SCHEMA = 3,
    OPCODE_CHANNEL = 4,
    OPCODE_MESSAGE = 5,
    OPCODE_CHUNK = 6,
    OPCODE_DATA_END = 15,
    OWN_OPCODES = 128, /* and above: records of programs */
    HEAD = 9,          /* bytes before those of a record */
    MAGIC = 8,
    LARGEST_CHUNK = 256 << 20,  /* bytes when unpacked */
    LARGEST_IDLE = 1 << 16,     /* of records that are of no use here: larger ones are not read */
    LARGEST_FACTOR = 4096,      /* by which a chunk of more than a MiB may grow */
    MOST_DEFINITIONS = 64 << 20 /* bytes of all schemas */
};

/* A schema, which channels name by its number. */
typedef struct schema {
    unsigned number;
    char *name, *kind, *text;
    size_t length;
} schema;

typedef struct mcap {
    input in;
    uint64_t place;          /* of the next record in the file */
    unsigned char *unpacked; /* the chunk, where it is compressed */
    size_t capacity;
    unsigned char *chunk; /* its records: unpacked, or a copy of them */
    size_t size, at;
    size_t taken; /* bytes of the input that the last record has, which is done with when the next one is asked for */
    schema *schemas;
    size_t schema_count, schema_bytes;
    uLong crc;
    bool crc_known, ended, over; /* ended: the data; over: what follows them was looked at */
} mcap;

/* Fields of a record, read one after the other. */
typedef struct fields {
    const unsigned char *bytes;
    size_t size, at;
    bool failed; /* the record ended before */
} fields;

static const char magic[MAGIC + 1] = "\x89MCAP0\r\n";

static const unsigned char *take(fields *f, uint64_t size)
{
    if (f->failed || size > f->size - f->at) {
        f->failed = true;
        return NULL;
    }
    f->at += (size_t)size;
    return f->bytes + f->at - size;
}

static uint64_t take_number(fields *f, size_t size)
{
    const unsigned char *bytes = take(f, size);
    uint64_t number = 0;
    for (size_t i = 0; bytes && i < size; i++) {
        number |= (uint64_t)bytes[i] << 8 * i;
    }
    return number;
}

/* A text or bytes behind their length of 32 bits. */
static const char *take_text(fields *f, size_t *length)
{
    const uint64_t size = take_number(f, 4);
    const unsigned char *bytes = take(f, size);
    *length = bytes ? (size_t)size : 0;
    return (const char *)bytes;
}

static char *copy_text(fields *f, bool *made)
{
    size_t length;
    const char *text = take_text(f, &length);
    char *copy = text ? message_file_text(text, length) : NULL;
    *made = *made && (copy || !text);
    return copy;
}

static input_status break_record(message_file *file, const char *what)
{
    const mcap *m = file->format;
    return message_file_break(file, true, "the %s of the record at byte %llu ends before its fields", what,
                              (unsigned long long)m->place);
}

/* ---- schemas and channels ---- */

static const schema *find_schema(const mcap *m, unsigned number)
{
    for (size_t i = 0; i < m->schema_count; i++) {
        if (m->schemas[i].number == number) {
            return &m->schemas[i];
        }
    }
    return NULL;
}

static void clear_schema(schema *s)
{
    free(s->name);
    free(s->kind);
    free(s->text);
}

static input_status read_schema(message_file *file, fields f)
{
    mcap *m = file->format;
    bool made = true;
    schema s = {.number = (unsigned)take_number(&f, 2)};
    if (find_schema(m, s.number)) {
        return INPUT_OK; /* every chunk may repeat it */
    }
    s.name = copy_text(&f, &made);
    s.kind = copy_text(&f, &made);
    const char *text = take_text(&f, &s.length);
    s.text = text ? message_file_text(text, s.length) : NULL;
    m->schema_bytes += f.size;
    schema *larger = f.failed ? NULL : realloc(m->schemas, (m->schema_count + 1) * sizeof *larger);
    m->schemas = larger ? larger : m->schemas;
    if (!larger || !made || !s.text || m->schema_bytes > MOST_DEFINITIONS) {
        clear_schema(&s);
        return f.failed ? break_record(file, "schema")
               : m->schema_bytes > MOST_DEFINITIONS
                   ? message_file_break(file, false, "the schemas have more than %d MiB", MOST_DEFINITIONS >> 20)
                   : INPUT_MEMORY;
    }
    m->schemas[m->schema_count++] = s;
    return INPUT_OK;
}

/* Copies what a topic needs of its schema. */
static bool set_type(topic *t, const schema *s)
{
    t->type = s ? message_file_text(s->name, strlen(s->name)) : message_file_text("", 0);
    t->definition_kind = s ? message_file_text(s->kind, strlen(s->kind)) : NULL;
    t->definition = s ? message_file_text(s->text, s->length) : NULL;
    t->definition_length = s ? s->length : 0;
    return t->type && (!s || (t->definition_kind && t->definition));
}

static input_status read_channel(message_file *file, fields f)
{
    mcap *m = file->format;
    bool made = true;
    const unsigned number = (unsigned)take_number(&f, 2), type = (unsigned)take_number(&f, 2);
    if (message_file_find(file, number)) {
        return INPUT_OK;
    }
    const schema *s = find_schema(m, type);
    if (!f.failed && type != 0 && !s) {
        return message_file_break(file, true,
                                  "the channel %u in the record at byte %llu has schema %u, which was not given "
                                  "before",
                                  number, (unsigned long long)m->place, type);
    }
    file->definitions += s ? s->length : 0;
    if (file->definitions > MOST_DEFINITIONS) {
        return message_file_break(file, false, "the channels have definitions of more than %d MiB",
                                  MOST_DEFINITIONS >> 20);
    }
    char *name = copy_text(&f, &made), *layout = copy_text(&f, &made);
    topic *t = f.failed || !made ? NULL : message_file_add(file, number);
    if (!t) {
        free(name);
        free(layout);
        return f.failed ? break_record(file, "channel") : INPUT_MEMORY;
    }
    t->name = name;
    t->layout = layout;
    return set_type(t, s) ? INPUT_OK : INPUT_MEMORY;
}

static input_status read_message(message_file *file, fields f, recorded *message)
{
    const mcap *m = file->format;
    const unsigned number = (unsigned)take_number(&f, 2);
    message->sequence = (uint32_t)take_number(&f, 4);
    message->nanoseconds = take_number(&f, 8);
    take_number(&f, 8); /* when it was published */
    if (f.failed) {
        return break_record(file, "message");
    }
    message->from = message_file_find(file, number);
    if (!message->from) {
        return message_file_break(file, true, "the message at byte %llu is of channel %u, which was not given before",
                                  (unsigned long long)m->place, number);
    }
    message->bytes = f.bytes + f.at;
    message->size = f.size - f.at;
    return INPUT_OK;
}

/* ---- chunks ---- */

static bool make_room(mcap *m, size_t size)
{
    if (size > m->capacity) {
        unsigned char *larger = realloc(m->unpacked, size);
        if (!larger) {
            return false;
        }
        m->unpacked = larger;
        m->capacity = size;
    }
    return true;
}

/* Unpacks the records of a chunk. */
static input_status unpack_chunk(message_file *file, const char *format, const unsigned char *packed,
                                 size_t packed_size, size_t size)
{
    mcap *m = file->format;
    if (!make_room(m, size + 1)) {
        return INPUT_MEMORY;
    }
    if (!*format) {
        memcpy(m->unpacked, packed, size);
        return INPUT_OK;
    }
    text_buffer problem = {0};
    const unpack_status status = unpack(format, packed, packed_size, m->unpacked, size, &problem);
    input_status result = INPUT_OK;
    if (status == UNPACK_IMPOSSIBLE) {
        result = message_file_break(file, false, "%s", text_get(&problem));
    } else if (status == UNPACK_DAMAGED) {
        result = message_file_break(file, true, "the chunk at byte %llu is damaged, and its messages are lost: %s",
                                    (unsigned long long)m->place, text_get(&problem));
    }
    text_clear(&problem);
    return result;
}

static input_status read_chunk(message_file *file, fields f)
{
    mcap *m = file->format;
    size_t length;
    char format[16] = "";
    take(&f, 16); /* times */
    const uint64_t size = take_number(&f, 8);
    const uLong crc = (uLong)take_number(&f, 4);
    const char *word = take_text(&f, &length);
    const uint64_t packed_size = take_number(&f, 8);
    const unsigned char *packed = take(&f, packed_size);
    const unsigned long long place = m->place;
    if (!packed) {
        return break_record(file, "chunk");
    }
    memcpy(format, word, length < sizeof format - 1 ? length : sizeof format - 1);
    if (size > LARGEST_CHUNK || (size > 1 << 20 && size / LARGEST_FACTOR > packed_size)) {
        return message_file_break(file, true,
                                  "the chunk at byte %llu would unpack from %llu to %llu bytes, more than %d MiB or %d "
                                  "times: its messages are lost",
                                  place, (unsigned long long)packed_size, (unsigned long long)size, LARGEST_CHUNK >> 20,
                                  LARGEST_FACTOR);
    }
    if (!*format && size != packed_size) {
        return message_file_break(file, true, "the chunk at byte %llu has %llu bytes; it tells %llu", place,
                                  (unsigned long long)packed_size, (unsigned long long)size);
    }
    const input_status status = unpack_chunk(file, format, packed, (size_t)packed_size, (size_t)size);
    if (status != INPUT_OK) {
        return status;
    }
    if (crc != 0 && crc32(0, m->unpacked, (uInt)size) != crc) {
        return message_file_break(
            file, true,
            "the chunk at byte %llu is damaged, and its messages are lost: the checksum of its bytes "
            "is not the one that it tells",
            place);
    }
    m->chunk = m->unpacked;
    m->size = (size_t)size;
    m->at = 0;
    return INPUT_OK;
}

/* ---- records ---- */

/* Takes bytes that were read off the input. */
static void finish(mcap *m, size_t size)
{
    if (m->crc_known) {
        m->crc = crc32(m->crc, (const unsigned char *)input_bytes(&m->in), (uInt)size);
    }
    input_take(&m->in, size);
    m->place += size;
}

static input_status keep_error(message_file *file, input_status status)
{
    const mcap *m = file->format;
    file->error = m->in.error;
    return status;
}

/* The end of a file that has no end record. */
static input_status break_end(message_file *file, uint64_t place)
{
    mcap *m = file->format;
    m->ended = m->over = true;
    return message_file_break(file, true,
                              "the file ends at byte %llu without the record that ends the data: the recording was cut "
                              "off, and what came behind is lost",
                              (unsigned long long)place);
}

/* Compares the checksum of all data with the one in the record at their end. */
static input_status check_data(message_file *file, fields f)
{
    mcap *m = file->format;
    const uLong crc = (uLong)take_number(&f, 4);
    m->ended = true;
    if (!f.failed && crc != 0 && m->crc_known && crc != m->crc) {
        return message_file_break(file, true,
                                  "the checksum of the data is not the one that the file tells: it is damaged "
                                  "somewhere");
    }
    return INPUT_LONG;
}

/* Reads a record whose bytes are at hand; INPUT_LONG: there is no message in it. */
static input_status read_record(message_file *file, unsigned opcode, fields f, recorded *message)
{
    input_status status = INPUT_OK;
    switch (opcode) {
    case OPCODE_SCHEMA: status = read_schema(file, f); break;
    case OPCODE_CHANNEL: status = read_channel(file, f); break;
    case OPCODE_MESSAGE: return read_message(file, f, message);
    default: break;
    }
    return status == INPUT_OK ? INPUT_LONG : status;
}

/* Reads the next record of the chunk. */
static input_status next_in_chunk(message_file *file, recorded *message)
{
    mcap *m = file->format;
    fields f = {.bytes = m->chunk + m->at, .size = m->size - m->at};
    const unsigned opcode = (unsigned)take_number(&f, 1);
    const uint64_t length = take_number(&f, 8);
    const unsigned char *bytes = take(&f, length);
    if (!bytes || opcode == 0) {
        m->chunk = NULL;
        return message_file_break(
            file, true,
            "a record is none of MCAP, or goes beyond the end of its chunk, at byte %llu: the rest of the "
            "chunk is lost",
            (unsigned long long)m->place);
    }
    m->at += f.at;
    return read_record(file, opcode, (fields){.bytes = bytes, .size = (size_t)length}, message);
}

/* Skips a record that is of no use here, such as an attachment. */
static input_status skip_record(message_file *file, uint64_t length)
{
    mcap *m = file->format;
    uint64_t skipped;
    finish(m, HEAD);
    const input_status status = input_skip(&m->in, length, &skipped);
    m->crc_known = false;
    m->place += skipped;
    if (status != INPUT_OK) {
        return keep_error(file, status);
    }
    return skipped < length ? break_end(file, m->place) : INPUT_LONG;
}

/* Reads the next record of the file. */
static input_status next_in_file(message_file *file, recorded *message)
{
    mcap *m = file->format;
    size_t available;
    input_status status = input_need(&m->in, HEAD, &available);
    if (status != INPUT_OK || available < HEAD) {
        return status != INPUT_OK ? keep_error(file, status) : break_end(file, m->place + available);
    }
    fields head = {.bytes = (const unsigned char *)input_bytes(&m->in), .size = HEAD};
    const unsigned opcode = (unsigned)take_number(&head, 1);
    const uint64_t length = take_number(&head, 8);
    const bool useful = (opcode >= OPCODE_SCHEMA && opcode <= OPCODE_CHUNK) || opcode == OPCODE_DATA_END;
    if (opcode == 0) {
        m->ended = m->over = true;
        return message_file_break(file, true, "the record at byte %llu is none of MCAP: the rest of the file is lost",
                                  (unsigned long long)m->place);
    }
    if (length > (useful ? INPUT_LONGEST - HEAD : LARGEST_IDLE)) {
        if (useful) {
            status = message_file_break(file, true, "the record at byte %llu has %llu bytes, more than %d MiB",
                                        (unsigned long long)m->place, (unsigned long long)length, INPUT_LONGEST >> 20);
            const input_status skipped = skip_record(file, length);
            return skipped == INPUT_LONG ? status : skipped;
        }
        return skip_record(file, length);
    }
    status = input_need(&m->in, HEAD + (size_t)length, &available);
    if (status != INPUT_OK || available < HEAD + length) {
        return status != INPUT_OK ? keep_error(file, status) : break_end(file, m->place + available);
    }
    const fields f = {.bytes = (const unsigned char *)input_bytes(&m->in) + HEAD, .size = (size_t)length};
    m->taken = HEAD + (size_t)length;
    if (opcode == OPCODE_DATA_END) {
        return check_data(file, f);
    }
    if (opcode == OPCODE_CHUNK) {
        status = read_chunk(file, f);
        return status == INPUT_OK ? INPUT_LONG : status;
    }
    return read_record(file, opcode, f, message);
}

/* Tells of bytes where the file should end, and reads them to their end. */
static input_status break_behind(message_file *file)
{
    mcap *m = file->format;
    const unsigned long long place = m->place;
    uint64_t bytes = 0;
    const input_status status = input_skip(&m->in, UINT64_MAX, &bytes);
    return status != INPUT_OK
               ? keep_error(file, status)
               : message_file_break(
                     file, true,
                     "the recording ends at byte %llu, and %llu byte%s behind it %s not read: there may be "
                     "another recording, which is read as a file of its own",
                     place, (unsigned long long)bytes, bytes == 1 ? "" : "s", bytes == 1 ? "is" : "are");
}

/* Looks at what follows the data: a summary, the footer and the magic bytes that end the file, of which no message
 * depends on any. Messages and other bytes behind are told. */
static input_status check_end(message_file *file)
{
    mcap *m = file->format;
    unsigned opcode = 0;
    m->over = true;
    while (opcode != OPCODE_FOOTER) {
        size_t available;
        uint64_t skipped;
        input_status status = input_need(&m->in, HEAD, &available);
        if (status != INPUT_OK || available < HEAD) {
            return status != INPUT_OK ? keep_error(file, status) : INPUT_END;
        }
        fields head = {.bytes = (const unsigned char *)input_bytes(&m->in), .size = HEAD};
        opcode = (unsigned)take_number(&head, 1);
        const uint64_t length = take_number(&head, 8);
        if (opcode == 0 || opcode == OPCODE_MESSAGE || opcode == OPCODE_CHUNK ||
            (opcode > OPCODE_DATA_END && opcode < OWN_OPCODES)) {
            return break_behind(file);
        }
        input_take(&m->in, HEAD);
        status = input_skip(&m->in, length, &skipped);
        m->place += HEAD + skipped;
        if (status != INPUT_OK || skipped < length) {
            return status != INPUT_OK ? keep_error(file, status) : INPUT_END;
        }
    }
    size_t available;
    const input_status status = input_need(&m->in, MAGIC, &available);
    if (status != INPUT_OK) {
        return keep_error(file, status);
    }
    if (available >= MAGIC && memcmp(input_bytes(&m->in), magic, MAGIC) == 0) {
        input_take(&m->in, MAGIC);
        m->place += MAGIC;
    }
    const input_status more = input_need(&m->in, 1, &available);
    return more != INPUT_OK ? keep_error(file, more) : available > 0 ? break_behind(file) : INPUT_END;
}

static input_status next(message_file *file, recorded *message)
{
    mcap *m = file->format;
    input_status status = INPUT_LONG;
    while (status == INPUT_LONG) {
        if (m->chunk && m->at == m->size) {
            m->chunk = NULL;
        }
        if (!m->chunk && m->taken > 0) {
            finish(m, m->taken);
            m->taken = 0;
        }
        if (m->chunk) {
            status = next_in_chunk(file, message);
        } else {
            status = !m->ended ? next_in_file(file, message) : m->over ? INPUT_END : check_end(file);
        }
    }
    return status;
}

static void close_mcap(message_file *file)
{
    mcap *m = file->format;
    for (size_t i = 0; m && i < m->schema_count; i++) {
        clear_schema(&m->schemas[i]);
    }
    if (m) {
        free(m->schemas);
        free(m->unpacked);
        input_close(&m->in);
    }
    free(m);
    file->format = NULL;
}

input_status mcap_open(message_file *file, const input *in)
{
    mcap *m = calloc(1, sizeof *m);
    message_file_begin(file, in->name);
    if (!m) {
        input own = *in;
        input_close(&own);
        return INPUT_MEMORY;
    }
    m->in = *in;
    m->crc_known = true;
    m->crc = crc32(0, NULL, 0);
    file->format = m;
    file->next = next;
    file->close = close_mcap;
    size_t available;
    const input_status status = input_need(&m->in, MAGIC, &available);
    if (status != INPUT_OK) {
        return keep_error(file, status);
    }
    if (available < MAGIC || memcmp(input_bytes(&m->in), magic, MAGIC) != 0) {
        return message_file_break(file, false, "the file is no MCAP of version 0");
    }
    finish(m, MAGIC);
    return INPUT_OK;
}
