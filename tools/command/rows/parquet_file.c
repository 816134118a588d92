#include "rows/parquet_file.h"

#include "rows/thrift.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST_END = 64 << 20, MOST_COLUMNS = 10000, MOST_GROUPS = 100000, DEEPEST = 16, MOST_PIECES = 1 << 22 };

bool parquet_file_bytes(const parquet_file *file, uint64_t place, void *bytes, size_t size)
{
    char *to = bytes;
    while (size > 0) {
        const ssize_t count = pread(file->descriptor, to, size, (off_t)place);
        if (count <= 0 && !(count < 0 && errno == EINTR)) {
            return false;
        }
        const size_t read = count > 0 ? (size_t)count : 0;
        to += read;
        place += read;
        size -= read;
    }
    return true;
}

/* ---- the schema ---- */

/* An element of the schema. */
typedef struct schema_element {
    int64_t type, repetition, children;
    const char *name;
    size_t length;
    bool is_unsigned, is_decimal;
    int64_t digits; /* of a decimal, behind the point */
    double parts;   /* a second has, of a time */
} schema_element;

/* Reads what a unit of time is: a union of structs without fields. */
static void read_unit(thrift *t, schema_element *e)
{
    for (thrift_field f = {0}; thrift_next(t, &f);) {
        e->parts = f.id == 1 ? 1e3 : f.id == 2 ? 1e6 : f.id == 3 ? 1e9 : e->parts;
        thrift_skip(t, &f);
    }
}

/* Reads what the numbers mean: times and time stamps (7, 8) have a unit, whole numbers (10) a sign or none. */
static void read_meaning(thrift *t, schema_element *e)
{
    for (thrift_field f = {0}; thrift_next(t, &f);) {
        if (f.type != THRIFT_STRUCT || (f.id != 7 && f.id != 8 && f.id != 10)) {
            thrift_skip(t, &f);
            continue;
        }
        for (thrift_field part = {0}; thrift_next(t, &part);) {
            if (f.id != 10 && part.id == 2 && part.type == THRIFT_STRUCT) {
                read_unit(t, e);
                continue;
            }
            e->is_unsigned = e->is_unsigned || (f.id == 10 && part.id == 2 && part.type == THRIFT_FALSE);
            thrift_skip(t, &part);
        }
    }
}

/* Takes the older number for what the numbers mean. */
static void take_meaning(schema_element *e, int64_t number)
{
    e->is_decimal = number == 5;
    e->parts = number == 7 || number == 9 ? 1e3 : number == 8 || number == 10 ? 1e6 : e->parts;
    e->is_unsigned = e->is_unsigned || (number >= 11 && number <= 14);
}

static schema_element read_element(thrift *t)
{
    schema_element e = {.type = -1, .name = "", .parts = 1};
    for (thrift_field f = {0}; thrift_next(t, &f);) {
        switch (f.id) {
        case 1: e.type = thrift_integer(t, &f); break;
        case 3: e.repetition = thrift_integer(t, &f); break;
        case 4: e.name = thrift_text(t, &f, &e.length); break;
        case 5: e.children = thrift_integer(t, &f); break;
        case 6: take_meaning(&e, thrift_integer(t, &f)); break;
        case 7: e.digits = thrift_integer(t, &f); break;
        case 10: f.type == THRIFT_STRUCT ? read_meaning(t, &e) : thrift_skip(t, &f); break;
        default: thrift_skip(t, &f); break;
        }
    }
    for (int64_t i = 0; e.is_decimal && i < e.digits && i < 19; i++) {
        e.parts *= 10;
    }
    return e;
}

/* Elements above the present one, from the root on. */
typedef struct schema_level {
    int64_t left; /* children that were not read yet */
    int definition, repetition;
    int listed; /* definition of the elements of the list that it is in; 0: in none */
    schema_element element;
} schema_level;

/* Adds the name of an element behind those of the groups around it, without the two that only make a list. */
static void add_name(text_buffer *name, const schema_level *levels, int depth, const schema_element *e)
{
    for (int i = 1; i <= depth + 1; i++) {
        const schema_element *part = i <= depth ? &levels[i].element : e, *above = &levels[i - 1].element;
        const bool makes_list =
            i > 1 && (part->repetition == 2 || (i > 2 && above->repetition == 2 && above->children == 1));
        if (!makes_list) {
            text_add_bytes(name, ".", i > 1);
            text_add_bytes(name, part->name, part->length);
        }
    }
}

static parquet_status add_column(parquet_file *file, parquet_column column, const text_buffer *name)
{
    parquet_column *larger = realloc(file->columns, (file->count + 1) * sizeof *larger);
    if (!larger) {
        return PARQUET_MEMORY;
    }
    file->columns = larger;
    column.name = strdup(text_get(name));
    if (!column.name) {
        return PARQUET_MEMORY;
    }
    file->columns[file->count++] = column;
    return PARQUET_OK;
}

static bool is_number(int64_t type)
{
    return type == PARQUET_INT32 || type == PARQUET_INT64 || type == PARQUET_FLOAT || type == PARQUET_DOUBLE;
}

/* Keeps a column of numbers, and the name of another one. */
static parquet_status keep_column(parquet_file *file, const schema_level *levels, int depth, const schema_level *leaf,
                                  int number)
{
    const schema_element *e = &leaf->element;
    text_buffer name = {0};
    add_name(&name, levels, depth, e);
    parquet_status status = name.failed ? PARQUET_MEMORY : PARQUET_OK;
    if (status == PARQUET_OK && is_number(e->type) && leaf->repetition <= 1 &&
        !memchr(text_get(&name), '\0', name.length)) {
        const parquet_column column = {.leaf = number,
                                       .type = (parquet_type)e->type,
                                       .is_unsigned = e->is_unsigned,
                                       .parts = e->parts,
                                       .most_definition = leaf->definition,
                                       .most_repetition = leaf->repetition,
                                       .element_definition = leaf->listed};
        status = add_column(file, column, &name);
    } else if (status == PARQUET_OK) {
        text_add(&file->left_out, "%s'%.80s'", file->left_out.length > 0 ? ", " : "", text_get(&name));
        status = file->left_out.failed ? PARQUET_MEMORY : PARQUET_OK;
    }
    text_clear(&name);
    return status;
}

/* Reads the elements in their order, each in front of its children, and keeps the columns of numbers. */
static parquet_status read_schema(parquet_file *file, thrift *t, size_t count, int *leaves)
{
    schema_level levels[DEEPEST + 1] = {{0}};
    int depth = -1;
    parquet_status status = PARQUET_OK;
    for (size_t i = 0; i < count && !t->failed && status == PARQUET_OK; i++) {
        const schema_element e = read_element(t);
        while (depth >= 0 && levels[depth].left <= 0) {
            depth--;
        }
        if ((i > 0 && depth < 0) || depth == DEEPEST || e.children < 0 || *leaves >= MOST_COLUMNS) {
            return PARQUET_FAULTY;
        }
        schema_level level = {.left = e.children, .element = e};
        if (i > 0) {
            levels[depth].left--;
            level.definition = levels[depth].definition + (e.repetition != 0);
            level.repetition = levels[depth].repetition + (e.repetition == 2);
            level.listed = e.repetition == 2 ? level.definition : levels[depth].listed;
        }
        if (i == 0 || e.children > 0) {
            levels[++depth] = level;
            continue;
        }
        status = keep_column(file, levels, depth, &level, (*leaves)++);
    }
    return t->failed ? PARQUET_FAULTY : status;
}

/* ---- groups of rows ---- */

static void read_piece_data(thrift *t, parquet_piece *p)
{
    int64_t dictionary = 0;
    for (thrift_field f = {0}; thrift_next(t, &f);) {
        switch (f.id) {
        case 4: p->codec = (int)(thrift_integer(t, &f) & 255); break;
        case 5: p->values = thrift_integer(t, &f); break;
        case 7: p->size = thrift_integer(t, &f); break;
        case 9: p->offset = thrift_integer(t, &f); break;
        case 11: dictionary = thrift_integer(t, &f); break;
        default: thrift_skip(t, &f); break;
        }
    }
    p->offset = dictionary > 0 && dictionary < p->offset ? dictionary : p->offset;
}

static parquet_piece read_piece(thrift *t)
{
    parquet_piece p = {.offset = -1};
    for (thrift_field f = {0}; thrift_next(t, &f);) {
        if (f.id == 3 && f.type == THRIFT_STRUCT) {
            read_piece_data(t, &p);
        } else {
            thrift_skip(t, &f);
        }
    }
    return p;
}

/* Reads a group's columns and keeps those of numbers. */
static void read_pieces(parquet_file *file, thrift *t, size_t count, parquet_piece *pieces)
{
    size_t column = 0;
    for (size_t i = 0; i < count && !t->failed; i++) {
        const parquet_piece p = read_piece(t);
        if (column < file->count && (size_t)file->columns[column].leaf == i) {
            pieces[column++] = p;
        }
    }
    t->failed = t->failed || column != file->count;
}

static parquet_status read_groups(parquet_file *file, thrift *t, size_t count)
{
    if (count > MOST_GROUPS || (count + 1) * (file->count + 1) > MOST_PIECES) {
        return PARQUET_FAULTY;
    }
    file->rows = calloc(count + 1, sizeof *file->rows);
    file->pieces = calloc((count + 1) * (file->count + 1), sizeof *file->pieces);
    if (!file->rows || !file->pieces) {
        return PARQUET_MEMORY;
    }
    for (; file->groups < count && !t->failed; file->groups++) {
        bool has_columns = false;
        for (thrift_field f = {0}; thrift_next(t, &f);) {
            if (f.id == 1) {
                read_pieces(file, t, thrift_list(t, &f, THRIFT_STRUCT), file->pieces + file->groups * file->count);
                has_columns = true;
            } else if (f.id == 3) {
                file->rows[file->groups] = thrift_integer(t, &f);
            } else {
                thrift_skip(t, &f);
            }
        }
        t->failed = t->failed || !has_columns || file->rows[file->groups] < 0;
    }
    return t->failed ? PARQUET_FAULTY : PARQUET_OK;
}

static parquet_status read_end(parquet_file *file, thrift *t)
{
    parquet_status status = PARQUET_OK;
    int leaves = 0;
    bool known = false;
    for (thrift_field f = {0}; status == PARQUET_OK && thrift_next(t, &f);) {
        if (f.id == 2 && !known) {
            status = read_schema(file, t, thrift_list(t, &f, THRIFT_STRUCT), &leaves);
            known = true;
        } else if (f.id == 4 && known && !file->rows) {
            status = read_groups(file, t, thrift_list(t, &f, THRIFT_STRUCT));
        } else {
            thrift_skip(t, &f);
        }
    }
    return status == PARQUET_OK && (t->failed || !file->rows) ? PARQUET_FAULTY : status;
}

/* ---- the file ---- */

static parquet_status refuse(text_buffer *problem, const char *words)
{
    text_add(problem, "%s", words);
    return problem->failed ? PARQUET_MEMORY : PARQUET_FAULTY;
}

parquet_status parquet_file_open(parquet_file *file, const char *path, text_buffer *problem)
{
    struct stat status;
    unsigned char tail[8] = {0};
    *file = (parquet_file){.descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (file->descriptor < 0 || fstat(file->descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        return refuse(problem, "Parquet is read from its end: give a file, no pipe");
    }
    file->size = (uint64_t)status.st_size;
    if (file->size < 12 || !parquet_file_bytes(file, file->size - 8, tail, 8) || memcmp(tail + 4, "PAR1", 4) != 0) {
        return refuse(problem, "the file begins as Parquet, but does not end so: it was cut off, or is encrypted");
    }
    const uint64_t size = tail[0] | (uint64_t)tail[1] << 8 | (uint64_t)tail[2] << 16 | (uint64_t)tail[3] << 24;
    if (size > LARGEST_END || size > file->size - 12) {
        return refuse(problem, "the end of the file, which tells its columns, is longer than the file or 64 MiB");
    }
    unsigned char *bytes = malloc((size_t)size + 1);
    if (!bytes) {
        return PARQUET_MEMORY;
    }
    thrift t = {.bytes = bytes, .size = (size_t)size};
    t.failed = !parquet_file_bytes(file, file->size - 8 - size, bytes, (size_t)size);
    const parquet_status result = read_end(file, &t);
    free(bytes);
    return result == PARQUET_FAULTY
               ? refuse(problem, "the end of the file, which tells its columns, is damaged, or has "
                                 "more than 10000 columns or 100000 groups of rows")
               : result;
}

void parquet_file_close(parquet_file *file)
{
    for (size_t i = 0; i < file->count; i++) {
        free(file->columns[i].name);
    }
    free(file->columns);
    free(file->rows);
    free(file->pieces);
    text_clear(&file->left_out);
    if (file->descriptor >= 0) {
        close(file->descriptor);
    }
    *file = (parquet_file){.descriptor = -1};
}
