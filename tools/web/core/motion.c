/* Motions that are dropped onto a page: rows of CSV, JSON and .npy, read by the command's own readers, with its
 * messages on the standard error, which the page takes. */
#include "commands/pictures/view_motion.h"
#include "rows/column_map.h"
#include "rows/input_file.h"
#include "rows/log.h"
#include "rows/log_files.h"
#include "rows/parquet.h"
#include "rows/passed.h"
#include "view.h"

#include <stdlib.h>
#include <string.h>

static struct {
    const char *bytes; /* of the file that is read */
    size_t size;
    view_motion motion;
} dropped;

/* Declared here, since nothing but the page calls them. */
int view_read_motion(const char *bytes, size_t size, const char *name, const double *q, int degrees);
int view_motion_rows(void);
int view_motion_width(void);
int view_motion_size(int vector);
int view_motion_given(int vector);
const double *view_motion_numbers(void);
void view_motion_forget(void);

/* ---- functions that a page lacks: files behind an input, logs of ROS, Parquet, --map, and columns that pass to an
 * output ----
 */

input_status input_open(input *in, const char *path)
{
    *in = (input){.name = path, .total = dropped.size};
    return INPUT_OK;
}

void input_file_close(input *in)
{
    (void)in;
}

input_status input_file_read(input *in, char *bytes, size_t most, size_t *count)
{
    const size_t place = (size_t)in->taken + (in->end - in->begin), left = dropped.size - place;
    *count = left < most ? left : most;
    memcpy(bytes, dropped.bytes + place, *count);
    return INPUT_OK;
}

bool input_file_skip(input *in, uint64_t size)
{
    (void)in;
    (void)size;
    return true; /* reading goes on behind what was taken */
}

bool log_is_folder(const char *path)
{
    (void)path;
    return false;
}

bool log_begins(const char *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    return false;
}

input_status log_open(input *in, const log_request *request, text_buffer *problem)
{
    (void)in;
    (void)request;
    text_add(problem, "a page reads no logs of ROS");
    return INPUT_BROKEN;
}

bool parquet_begins(const char *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    return false;
}

input_status parquet_open(input *in, const char *path, text_buffer *problem)
{
    (void)in;
    (void)path;
    text_add(problem, "a page reads no Parquet");
    return INPUT_BROKEN;
}

exit_code column_map_read(column_map *map, const text_list *given)
{
    (void)map;
    (void)given;
    return EXIT_FINE;
}

void column_map_clear(column_map *map)
{
    (void)map;
}

bool column_map_find(const column_map *map, const char *column, size_t length, text_buffer *name)
{
    (void)map;
    (void)column;
    (void)length;
    (void)name;
    return false;
}

void column_map_add_idle(const column_map *map, text_buffer *text)
{
    (void)map;
    (void)text;
}

bool passed_is_open(const passed *p)
{
    (void)p;
    return false;
}

int passed_find(passed *p, const char *name, size_t length)
{
    (void)p;
    (void)name;
    (void)length;
    return -1;
}

void passed_complete(passed *p)
{
    (void)p;
}

void passed_reset(passed *p)
{
    (void)p;
}

void passed_put_text(passed *p, int number, const char *text, size_t length)
{
    (void)p;
    (void)number;
    (void)text;
    (void)length;
}

void passed_put_json(passed *p, int number, const json_t *value)
{
    (void)p;
    (void)number;
    (void)value;
}

/* ---- reading ---- */

/* Reads the rows of a file, as `view --input` does, from the configuration q on. Returns an exit_code; the words of a
 * failure go to the standard error. */
EXPORT(view_read_motion)
int view_read_motion(const char *bytes, size_t size, const char *name, const double *q, int degrees)
{
    const row_options options = {.input = name};
    const robot r = {.source = name, .tree = view_tree(), .model = view_model()};
    view_motion_forget();
    dropped.bytes = bytes;
    dropped.size = size;
    return (int)view_motion_read(&dropped.motion, &options, &r, q, degrees != 0, false);
}

EXPORT(view_motion_rows) int view_motion_rows(void)
{
    return (int)dropped.motion.count;
}

/* The numbers of a row: t, q, qd, qdd and tau, vectors 0 to 4. */
EXPORT(view_motion_width) int view_motion_width(void)
{
    return (int)dropped.motion.width;
}

EXPORT(view_motion_size) int view_motion_size(int vector)
{
    return (int)dropped.motion.sizes[vector];
}

/* Whether any row gives a number of the vector. */
EXPORT(view_motion_given) int view_motion_given(int vector)
{
    return dropped.motion.given[vector];
}

EXPORT(view_motion_numbers) const double *view_motion_numbers(void)
{
    return dropped.motion.numbers;
}

EXPORT(view_motion_forget) void view_motion_forget(void)
{
    view_motion_clear(&dropped.motion);
    dropped.motion = (view_motion){0};
}
