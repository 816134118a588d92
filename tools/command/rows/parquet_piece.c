/* Pieces of columns of Parquet: pages with levels and numbers, plain or by a dictionary. */
#include "rows/parquet_file.h"
#include "rows/snappy.h"
#include "rows/thrift.h"
#include "rows/unpack.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    CODEC_NONE = 0,
    CODEC_SNAPPY = 1,
    CODEC_ZSTD = 6,
    PAGE_DATA = 0,
    PAGE_DICTIONARY = 2,
    PAGE_DATA_2 = 3,
    ENCODING_PLAIN = 0,
    ENCODING_PLAIN_DICTIONARY = 2,
    ENCODING_DICTIONARY = 8,
    ENCODING_SPLIT = 9,
    LARGEST_PAGE = 64 << 20,
    MOST_VALUES = 1 << 25 /* of a piece */
};

/* A piece while it is read. */
typedef struct reading {
    const parquet_column *column;
    const parquet_piece *piece;
    text_buffer *problem;
    double *values, *dictionary;
    size_t count, entries, capacity, dictionary_size; /* entries: with those of lists that have no element */
    size_t present, first;                            /* of a page: numbers that are not null, place of the first */
    size_t *begins;
    size_t rows, most_rows;
    unsigned char *page; /* unpacked */
    size_t page_capacity;
} reading;

/* The head of a page. */
typedef struct page_head {
    int64_t type, size, packed, values, encoding;
    int64_t definition_size, repetition_size; /* of the second kind of data pages */
    bool is_packed, has_crc;
    uint32_t crc; /* of the bytes as the file has them */
} page_head;

/* The number in place of a null: no file has a NaN with this payload but by chance. */
static double null_number(void)
{
    const uint64_t bits = UINT64_C(0x7ff800006e756c6c);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

bool parquet_is_null(double value)
{
    const double null = null_number();
    return memcmp(&value, &null, sizeof value) == 0;
}

static parquet_status refuse(reading *r, const char *words)
{
    text_add(r->problem, "column '%.80s': %s", r->column->name, words);
    return PARQUET_FAULTY;
}

static parquet_status refuse_page(reading *r)
{
    return refuse(r, "a page is damaged");
}

/* ---- heads ---- */

static void read_data_head(thrift *t, int kind, page_head *h)
{
    for (thrift_field f = {0}; thrift_next(t, &f);) {
        if (f.id == 1) {
            h->values = thrift_integer(t, &f);
        } else if (f.id == (kind == PAGE_DATA_2 ? 4 : 2)) {
            h->encoding = thrift_integer(t, &f);
        } else if (kind == PAGE_DATA_2 && f.id == 5) {
            h->definition_size = thrift_integer(t, &f);
        } else if (kind == PAGE_DATA_2 && f.id == 6) {
            h->repetition_size = thrift_integer(t, &f);
        } else if (kind == PAGE_DATA_2 && f.id == 7) {
            h->is_packed = thrift_integer(t, &f) != 0;
        } else {
            thrift_skip(t, &f);
        }
    }
}

static page_head read_head(thrift *t)
{
    page_head h = {.type = -1, .is_packed = true};
    for (thrift_field f = {0}; thrift_next(t, &f);) {
        if (f.id == 1) {
            h.type = thrift_integer(t, &f);
        } else if (f.id == 2) {
            h.size = thrift_integer(t, &f);
        } else if (f.id == 3) {
            h.packed = thrift_integer(t, &f);
        } else if (f.id == 4) {
            h.crc = (uint32_t)thrift_integer(t, &f);
            h.has_crc = true;
        } else if ((f.id == 5 || f.id == 7 || f.id == 8) && f.type == THRIFT_STRUCT) {
            read_data_head(t, f.id == 8 ? PAGE_DATA_2 : PAGE_DATA, &h);
        } else {
            thrift_skip(t, &f);
        }
    }
    return h;
}

/* ---- bytes of pages ---- */

/* Unpacks bytes into the page at a place. */
static parquet_status unpack_part(reading *r, const unsigned char *packed, size_t packed_size, size_t place,
                                  size_t size)
{
    unsigned char *to = r->page + place;
    if (r->piece->codec == CODEC_SNAPPY) {
        return snappy_unpack(packed, packed_size, to, size) ? PARQUET_OK : refuse_page(r);
    }
    if (r->piece->codec == CODEC_ZSTD) {
        return unpack("zstd", packed, packed_size, to, size, r->problem) == UNPACK_OK ? PARQUET_OK : PARQUET_FAULTY;
    }
    if (r->piece->codec != CODEC_NONE) {
        return refuse(r,
                      "its pages are compressed by another method than Snappy and zstd: write the file anew with one "
                      "of these");
    }
    if (packed_size != size) {
        return refuse_page(r);
    }
    memcpy(to, packed, size);
    return PARQUET_OK;
}

/* Unpacks a page; levels of the second kind of data pages are never packed. */
static parquet_status unpack_page(reading *r, const page_head *h, const unsigned char *packed)
{
    const size_t size = (size_t)h->size, levels = (size_t)(h->definition_size + h->repetition_size);
    if (size + 1 > r->page_capacity) {
        unsigned char *larger = realloc(r->page, size + 1);
        if (!larger) {
            return PARQUET_MEMORY;
        }
        r->page = larger;
        r->page_capacity = size + 1;
    }
    memcpy(r->page, packed, levels);
    packed += levels;
    if (!h->is_packed) {
        if (h->packed != h->size) {
            return refuse_page(r);
        }
        memcpy(r->page + levels, packed, size - levels);
        return PARQUET_OK;
    }
    return unpack_part(r, packed, (size_t)h->packed - levels, levels, size - levels);
}

/* ---- runs of small numbers ---- */

/* Numbers of `width` bits, as runs of one number and as packed bits. */
typedef struct runs {
    thrift in;
    unsigned width;
    uint64_t left; /* of the run */
    bool packed;
    uint32_t number; /* of a run of one number */
    uint64_t bits;
    unsigned held;
} runs;

static void begin_run(runs *r)
{
    const uint64_t head = thrift_varint(&r->in);
    r->packed = head & 1;
    r->left = r->packed ? (head >> 1) * 8 : head >> 1;
    r->in.failed = r->in.failed || r->left == 0;
    r->bits = 0;
    r->held = 0;
    r->number = 0;
    for (unsigned i = 0; !r->packed && i < (r->width + 7) / 8; i++) {
        r->in.failed = r->in.failed || r->in.at >= r->in.size;
        r->number |= r->in.failed ? 0 : (uint32_t)r->in.bytes[r->in.at++] << 8 * i;
    }
}

static uint32_t next_number(runs *r)
{
    if (r->left == 0) {
        begin_run(r);
    }
    if (r->in.failed) {
        return 0;
    }
    r->left--;
    if (!r->packed) {
        return r->number;
    }
    while (r->held < r->width) {
        if (r->in.at >= r->in.size) {
            r->in.failed = true;
            return 0;
        }
        r->bits |= (uint64_t)r->in.bytes[r->in.at++] << r->held;
        r->held += 8;
    }
    const uint32_t number = (uint32_t)(r->bits & ((UINT64_C(1) << r->width) - 1));
    r->bits >>= r->width;
    r->held -= r->width;
    return number;
}

/* ---- numbers ---- */

static size_t size_of(parquet_type type)
{
    return type == PARQUET_INT32 || type == PARQUET_FLOAT ? 4 : 8;
}

/* Divides a whole number, of which a double may not hold all digits: nanoseconds since 1970. */
static double divide(int64_t number, double parts)
{
    const double most = 1e18; /* that 64 bits hold */
    const int64_t whole = parts <= most ? (int64_t)parts : 1;
    if (whole == 1) {
        return (double)number / parts;
    }
    const int64_t quotient = number / whole, rest = number % whole;
    return (double)quotient + (double)rest / parts;
}

/* Returns the number of bytes that stand `step` apart, the least significant first. */
static double to_number(const parquet_column *column, const unsigned char *bytes, size_t step)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < size_of(column->type); i++) {
        bits |= (uint64_t)bytes[i * step] << 8 * i;
    }
    const uint32_t few = (uint32_t)bits;
    float half;
    double value;
    switch (column->type) {
    case PARQUET_INT32: return (column->is_unsigned ? (double)few : (double)(int32_t)few) / column->parts;
    case PARQUET_INT64:
        return column->is_unsigned ? (double)bits / column->parts : divide((int64_t)bits, column->parts);
    case PARQUET_FLOAT: memcpy(&half, &few, sizeof half); return (double)half;
    case PARQUET_DOUBLE: break;
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Puts a number in the next place that is not null. */
static void put_value(reading *r, double value)
{
    while (parquet_is_null(r->values[r->first])) {
        r->first++;
    }
    r->values[r->first++] = value;
}

static parquet_status add_values(reading *r, const page_head *h, const unsigned char *bytes, size_t size)
{
    const size_t count = r->present, width = size_of(r->column->type);
    const bool split = h->encoding == ENCODING_SPLIT;
    if (h->encoding == ENCODING_PLAIN || split) {
        if (count > size / width) {
            return refuse_page(r);
        }
        for (size_t i = 0; i < count; i++) {
            put_value(r, to_number(r->column, bytes + (split ? i : i * width), split ? count : 1));
        }
        return PARQUET_OK;
    }
    if (h->encoding != ENCODING_DICTIONARY && h->encoding != ENCODING_PLAIN_DICTIONARY) {
        text_add(r->problem,
                 "column '%.80s': its numbers have the encoding %d; expected PLAIN, DICTIONARY or "
                 "BYTE_STREAM_SPLIT",
                 r->column->name, (int)(h->encoding & 255));
        return PARQUET_FAULTY;
    }
    runs numbers = {.in = {.bytes = bytes + 1, .size = size > 0 ? size - 1 : 0}, .width = size > 0 ? bytes[0] : 0};
    numbers.in.failed = size == 0 || numbers.width > 32;
    for (size_t i = 0; i < count; i++) {
        const uint32_t number = next_number(&numbers);
        if (numbers.in.failed || number >= r->dictionary_size) {
            return refuse_page(r);
        }
        put_value(r, r->dictionary[number]);
    }
    return PARQUET_OK;
}

/* ---- pages ---- */

/* Begins the levels of a page: behind their length, or of a given one; *at is moved behind them. */
static bool begin_levels(const unsigned char *page, size_t size, int most, int64_t given, size_t *at, runs *levels)
{
    size_t length = (size_t)given;
    *levels = (runs){.width = most > 1 ? 2 : 1};
    while (most >= 1 << levels->width) {
        levels->width++;
    }
    if (given < 0) {
        if (size - *at < 4) {
            return false;
        }
        length = page[*at] | (size_t)page[*at + 1] << 8 | (size_t)page[*at + 2] << 16 | (size_t)page[*at + 3] << 24;
        *at += 4;
    }
    if (length > size - *at) {
        return false;
    }
    levels->in = (thrift){.bytes = page + *at, .size = length};
    *at += length;
    return true;
}

/* Makes the places of an entry by its level of definition: none where a list has no element. */
static void add_entry(reading *r, uint32_t definition)
{
    const parquet_column *c = r->column;
    const bool present = definition >= (uint32_t)c->most_definition;
    if (present || definition >= (uint32_t)c->element_definition) {
        r->values[r->count++] = present ? 0 : null_number();
        r->present += present;
    }
}

/* Reads the levels: where rows begin, and which numbers are null. */
static parquet_status read_levels(reading *r, const page_head *h, size_t *at)
{
    const parquet_column *c = r->column;
    const bool second = h->type == PAGE_DATA_2;
    runs repetitions = {0}, definitions = {0};
    if (c->most_repetition > 0 && !begin_levels(r->page, (size_t)h->size, c->most_repetition,
                                                second ? h->repetition_size : -1, at, &repetitions)) {
        return refuse_page(r);
    }
    if (c->most_definition > 0 && !begin_levels(r->page, (size_t)h->size, c->most_definition,
                                                second ? h->definition_size : -1, at, &definitions)) {
        return refuse_page(r);
    }
    r->first = r->count;
    r->present = 0;
    r->entries += (size_t)h->values;
    for (size_t i = 0; i < (size_t)h->values; i++) {
        const bool begins = c->most_repetition == 0 || next_number(&repetitions) == 0;
        if (begins && r->rows == r->most_rows) {
            return refuse(r, "it has more rows than its group");
        }
        if (begins) {
            r->begins[r->rows++] = r->count;
        }
        if (r->rows == 0) {
            return refuse_page(r);
        }
        add_entry(r, c->most_definition > 0 ? next_number(&definitions) : 0);
        if (repetitions.in.failed || definitions.in.failed) {
            return refuse_page(r);
        }
    }
    return PARQUET_OK;
}

static parquet_status read_dictionary(reading *r, const page_head *h)
{
    const size_t width = size_of(r->column->type);
    if (r->dictionary || (size_t)h->values > (size_t)h->size / width) {
        return refuse_page(r);
    }
    r->dictionary_size = (size_t)h->values;
    r->dictionary = malloc((r->dictionary_size + 1) * sizeof *r->dictionary);
    for (size_t i = 0; r->dictionary && i < r->dictionary_size; i++) {
        r->dictionary[i] = to_number(r->column, r->page + i * width, 1);
    }
    return r->dictionary ? PARQUET_OK : PARQUET_MEMORY;
}

static parquet_status read_data(reading *r, const page_head *h)
{
    size_t at = 0;
    if ((uint64_t)h->values > r->capacity - r->entries) {
        return refuse(r, "it has more numbers than it tells");
    }
    const parquet_status status = read_levels(r, h, &at);
    return status == PARQUET_OK ? add_values(r, h, r->page + at, (size_t)h->size - at) : status;
}

/* Reads the page behind a head. */
static parquet_status read_page(reading *r, const page_head *h, const unsigned char *packed, size_t left)
{
    if (h->size < 0 || h->size > LARGEST_PAGE || h->packed < 0 || (uint64_t)h->packed > left || h->values < 0 ||
        h->values > MOST_VALUES || h->definition_size < 0 || h->repetition_size < 0 || h->definition_size > h->size ||
        h->repetition_size > h->size - h->definition_size || h->definition_size > h->packed ||
        h->repetition_size > h->packed - h->definition_size) {
        return refuse_page(r);
    }
    if (h->type != PAGE_DATA && h->type != PAGE_DATA_2 && h->type != PAGE_DICTIONARY) {
        return PARQUET_OK; /* an index */
    }
    if (h->has_crc && (uint32_t)crc32(0, packed, (uInt)h->packed) != h->crc) {
        return refuse(r, "a page is damaged: the checksum of its bytes is not the one that it tells");
    }
    const parquet_status status = unpack_page(r, h, packed);
    if (status != PARQUET_OK) {
        return status;
    }
    return h->type == PAGE_DICTIONARY ? read_dictionary(r, h) : read_data(r, h);
}

static parquet_status read_pages(reading *r, const unsigned char *bytes, size_t size)
{
    parquet_status status = PARQUET_OK;
    for (size_t at = 0; at < size && status == PARQUET_OK;) {
        thrift t = {.bytes = bytes + at, .size = size - at};
        const page_head h = read_head(&t);
        if (t.failed) {
            return refuse_page(r);
        }
        at += t.at;
        status = read_page(r, &h, bytes + at, size - at);
        at += status == PARQUET_OK ? (size_t)h.packed : 0;
    }
    if (status == PARQUET_OK && (r->entries != r->capacity || r->rows != r->most_rows)) {
        return refuse(r, "it has fewer numbers or rows than it tells");
    }
    return status;
}

parquet_status parquet_piece_read(const parquet_file *file, const parquet_column *column, const parquet_piece *piece,
                                  int64_t rows, double **values, size_t **begins, text_buffer *problem)
{
    reading r = {.column = column, .piece = piece, .problem = problem};
    *values = NULL;
    *begins = NULL;
    if (piece->values < 0 || piece->values > MOST_VALUES || rows > piece->values || piece->size < 0 ||
        piece->size > MOST_VALUES * (int64_t)8 || piece->offset < 0 || (uint64_t)piece->offset > file->size ||
        (uint64_t)piece->size > file->size - (uint64_t)piece->offset) {
        return refuse(&r,
                      "its place in the file is beyond the end, a row has no number, or a group of rows has more than "
                      "33554432 of its numbers");
    }
    r.capacity = (size_t)piece->values;
    r.most_rows = (size_t)rows;
    unsigned char *bytes = malloc((size_t)piece->size + 1);
    r.values = malloc((r.capacity + 1) * sizeof *r.values);
    r.begins = malloc((r.most_rows + 1) * sizeof *r.begins);
    parquet_status status = bytes && r.values && r.begins ? PARQUET_OK : PARQUET_MEMORY;
    if (status == PARQUET_OK) {
        status = parquet_file_bytes(file, (uint64_t)piece->offset, bytes, (size_t)piece->size)
                     ? read_pages(&r, bytes, (size_t)piece->size)
                     : refuse(&r, "it cannot be read");
    }
    free(bytes);
    free(r.page);
    free(r.dictionary);
    if (status != PARQUET_OK) {
        free(r.values);
        free(r.begins);
        return problem->failed ? PARQUET_MEMORY : status;
    }
    r.begins[r.rows] = r.count;
    *values = r.values;
    *begins = r.begins;
    return PARQUET_OK;
}
