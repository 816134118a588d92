#include "rows/bag_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 1 << 20, MOST_FILES = 10000 };

/* Reads all of a small text, NULL with the status where that fails. */
static char *read_text(const char *path, input_status *status, text_buffer *problem)
{
    char *text = malloc(LONGEST + 1);
    FILE *file = fopen(path, "re");
    *status = text ? INPUT_OK : INPUT_MEMORY;
    if (!file && errno == ENOMEM) {
        *status = INPUT_MEMORY;
    } else if (!file) {
        text_add(problem, "the folder is no recording of rosbag2: %s cannot be read: %s", path, strerror(errno));
        *status = INPUT_BROKEN;
    } else if (text) {
        const size_t size = fread(text, 1, LONGEST + 1, file);
        if (ferror(file) || size > LONGEST || memchr(text, '\0', size)) {
            text_add(problem, "%s cannot be read, has a NUL or more than %d bytes", path, LONGEST);
            *status = INPUT_BROKEN;
        } else {
            text[size] = '\0';
        }
    }
    if (file) {
        fclose(file);
    }
    if (*status != INPUT_OK) {
        free(text);
    }
    return *status == INPUT_OK ? text : NULL;
}

/* Takes blanks and quotes off both ends of a value. */
static char *trim(char *value)
{
    value += strspn(value, " \t\"'");
    size_t length = strlen(value);
    while (length > 0 && strchr(" \t\r\"'", value[length - 1])) {
        length--;
    }
    value[length] = '\0';
    return value;
}

static input_status add_file(bag_folder *folder, const char *path, const char *name, text_buffer *problem)
{
    if (!*name || strchr(name, '/') || strchr(name, '\\') || strcmp(name, "..") == 0 || folder->count == MOST_FILES) {
        text_add(
            problem,
            "metadata.yaml names '%.80s'; expected at most %d files that lie in the folder itself, without another "
            "folder in the name",
            name, MOST_FILES);
        return INPUT_BROKEN;
    }
    char **larger = realloc(folder->files, (folder->count + 1) * sizeof *larger);
    if (!larger) {
        return INPUT_MEMORY;
    }
    folder->files = larger;
    text_buffer whole = {0};
    text_add(&whole, "%s/%s", path, name);
    if (whole.failed) {
        text_clear(&whole);
        return INPUT_MEMORY;
    }
    folder->files[folder->count++] = whole.bytes;
    return INPUT_OK;
}

/* Reads a line; *listing is true below relative_file_paths. */
static input_status read_line(bag_folder *folder, const char *path, char *line, bool *listing, text_buffer *problem)
{
    char *word = line + strspn(line, " \t");
    if (*listing && *word == '-') {
        return add_file(folder, path, trim(word + 1), problem);
    }
    char *colon = strchr(word, ':');
    if (!colon || *word == '-') {
        return INPUT_OK;
    }
    *colon = '\0';
    const char *value = trim(colon + 1);
    *listing = strcmp(word, "relative_file_paths") == 0;
    const bool is_mode = strcmp(word, "compression_mode") == 0, is_format = strcmp(word, "compression_format") == 0;
    const bool whole = is_mode && strcasecmp(value, "FILE") == 0;
    folder->packs_messages = folder->packs_messages || (is_mode && strcasecmp(value, "MESSAGE") == 0);
    if (whole || (is_format && *value && strcasecmp(value, "zstd") != 0)) {
        text_add(
            problem,
            "rosbag2 compressed the recording, %s %.20s, which is not read: unpack it, `ros2 bag convert`, or record "
            "with MCAP's own compression",
            word, value);
        return INPUT_BROKEN;
    }
    return INPUT_OK;
}

input_status bag_folder_read(bag_folder *folder, const char *path, text_buffer *problem)
{
    *folder = (bag_folder){.count = 0};
    text_buffer name = {0};
    text_add(&name, "%s/metadata.yaml", path);
    input_status status = name.failed ? INPUT_MEMORY : INPUT_OK;
    char *text = status == INPUT_OK ? read_text(text_get(&name), &status, problem) : NULL;
    bool listing = false;
    for (char *line = text; line && status == INPUT_OK;) {
        char *feed = strchr(line, '\n');
        if (feed) {
            *feed = '\0';
        }
        status = read_line(folder, path, line, &listing, problem);
        line = feed ? feed + 1 : NULL;
    }
    if (status == INPUT_OK && folder->count == 0) {
        text_add(problem, "%s names no file: it has no list 'relative_file_paths'", text_get(&name));
        status = INPUT_BROKEN;
    }
    free(text);
    text_clear(&name);
    return status;
}

void bag_folder_clear(bag_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++) {
        free(folder->files[i]);
    }
    free(folder->files);
    *folder = (bag_folder){.count = 0};
}
