#include "rows/log_files.h"

#include "rows/unpack.h"

#include <stdlib.h>
#include <string.h>

static const char mcap_magic[] = "\x89MCAP0\r\n", sqlite_magic[] = "SQLite format 3";

static bool is_bag(const char *bytes, size_t size)
{
    return size >= sizeof sqlite_magic && memcmp(bytes, sqlite_magic, sizeof sqlite_magic) == 0;
}

static bool is_mcap(const char *bytes, size_t size)
{
    return size >= sizeof mcap_magic - 1 && memcmp(bytes, mcap_magic, sizeof mcap_magic - 1) == 0;
}

bool log_begins(const char *bytes, size_t size)
{
    return is_mcap(bytes, size) || is_bag(bytes, size);
}

input_status log_files_begin(log_files *files, const input *in, const char *path, bool folder, text_buffer *problem)
{
    *files = (log_files){.path = path, .in = *in, .given = !folder};
    return folder ? bag_folder_read(&files->folder, path, problem) : INPUT_OK;
}

/* Opens a file by its first bytes. */
static input_status open_file(log_files *f, const char *path)
{
    size_t available;
    input_status status = f->given ? INPUT_OK : input_open(&f->in, path);
    f->given = false;
    f->is_open = true;
    message_file_begin(&f->file, f->in.name);
    status = status == INPUT_OK ? input_need(&f->in, 64, &available) : status;
    if (status != INPUT_OK) {
        f->file.error = f->in.error;
        input_close(&f->in);
        return status;
    }
    const char *bytes = available ? input_bytes(&f->in) : "";
    if (is_mcap(bytes, available)) {
        f->format = "MCAP";
        return mcap_open(&f->file, &f->in);
    }
    const bool bag = is_bag(bytes, available), standard = strcmp(path, "-") == 0;
    input_close(&f->in);
    if (!bag || standard) {
        return message_file_break(&f->file, false,
                                  bag ? "a database cannot be read from the standard input: give the file"
                                      : "%s is neither MCAP nor a database of SQLite",
                                  path);
    }
    f->format = "rosbag2 (SQLite)";
    return bag_open(&f->file, path);
}

uint64_t log_files_lost(const log_files *f)
{
    uint64_t lost = f->lost;
    for (size_t i = 0; f->topic && i < f->file.count; i++) {
        const topic *t = &f->file.topics[i];
        lost += strcmp(t->name, f->topic) == 0 ? t->lost : 0;
    }
    return lost;
}

input_status log_files_next(log_files *f, recorded *message)
{
    for (;;) {
        if (f->is_open) {
            const input_status status = message_file_next(&f->file, message);
            const size_t count = f->folder.count > 0 ? f->folder.count : 1;
            if (status != INPUT_END || f->next >= count) {
                return status;
            }
            f->lost = log_files_lost(f);
            message_file_close(&f->file);
            f->is_open = false;
        }
        const char *path = f->folder.count > 0 ? f->folder.files[f->next] : f->path;
        f->next++;
        const input_status status = open_file(f, path);
        if (status != INPUT_OK) {
            return status;
        }
    }
}

input_status log_files_unpack(log_files *f, recorded *message)
{
    if (!f->folder.packs_messages) {
        return INPUT_OK;
    }
    text_buffer problem = {0};
    size_t size = 0;
    free(f->message);
    const unpack_status status =
        unpack_message(message->bytes, message->size, INPUT_LONGEST, &f->message, &size, &problem);
    message->bytes = f->message;
    message->size = size;
    input_status result = problem.failed ? INPUT_MEMORY : INPUT_OK;
    if (status != UNPACK_OK && !problem.failed) {
        result = message_file_break(&f->file, status == UNPACK_DAMAGED, "a message cannot be unpacked: %s",
                                    text_get(&problem));
    }
    text_clear(&problem);
    return result;
}

const char *log_files_name(const log_files *f)
{
    return f->folder.count > 0 && f->next > 0 ? f->folder.files[f->next - 1] : NULL;
}

const char *log_files_problem(const log_files *f, bool *goes_on)
{
    *goes_on = f->file.goes_on;
    return text_get(&f->file.problem);
}

void log_files_close(log_files *f)
{
    if (f->given) {
        input_close(&f->in);
    }
    free(f->message);
    message_file_close(&f->file);
    bag_folder_clear(&f->folder);
}
