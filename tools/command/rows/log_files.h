/* Log files: the recordings of a log, one file or those of a folder, as one series of messages. */
#ifndef CONDYLE_TOOLS_LOG_FILES_H
#define CONDYLE_TOOLS_LOG_FILES_H

#include "rows/bag_folder.h"
#include "rows/message_file.h"

typedef struct log_files {
    bag_folder folder; /* of one file: empty */
    const char *path;  /* of one file */
    size_t next;       /* number of the file after the open one */
    input in;          /* the open one as it was given */
    bool given;        /* `in` is to be read first */
    message_file file;
    bool is_open;
    const char *format;     /* of the last file, in words */
    unsigned char *message; /* the last one that was unpacked */
    const char *topic;      /* whose lost messages are counted in `lost` when a file is closed */
    uint64_t lost;
} log_files;

/* Whether the first bytes of a file are those of a log. */
bool log_begins(const char *bytes, size_t size);

/* Begins a log; a file's input belongs to it then, and must be INPUT_OK. `folder`: the path is one. */
input_status log_files_begin(log_files *files, const input *in, const char *path, bool folder, text_buffer *problem);

/* Returns how many messages of the topic the sequence numbers skip so far. */
uint64_t log_files_lost(const log_files *files);

/* Reads the next message; INPUT_BROKEN: `problem` is in log_files_problem(). */
input_status log_files_next(log_files *files, recorded *message);

/* Unpacks a message where the log packed each by itself; the statuses are those of log_files_next(). */
input_status log_files_unpack(log_files *files, recorded *message);

/* Returns the file of the folder that is read; NULL: the recording is one file. */
const char *log_files_name(const log_files *files);

/* Returns the words of INPUT_BROKEN, *goes_on whether what follows can be read. */
const char *log_files_problem(const log_files *files, bool *goes_on);

void log_files_close(log_files *files);

#endif
