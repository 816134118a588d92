#include "options/sources.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

endpoint endpoint_of(const char *option, const char *path, int standard)
{
    const bool is_standard = strcmp(path, "-") == 0 || (standard == STDOUT_FILENO && strcmp(path, "/dev/stdout") == 0);
    return (endpoint){option, is_standard ? NULL : path, standard};
}

static void add_source(source_list *sources, const char *option, const char *path)
{
    enum { FIRST = 16 };
    if (sources->count == sources->capacity) {
        const size_t larger = sources->capacity ? 2 * sources->capacity : FIRST;
        endpoint *grown = realloc(sources->items, larger * sizeof *grown);
        sources->failed = sources->failed || !grown;
        if (!grown) {
            return;
        }
        sources->items = grown;
        sources->capacity = larger;
    }
    sources->items[sources->count++] = endpoint_of(option, path, STDIN_FILENO);
}

/* Adds a path that the list frees; takes the path over. */
static void add_made(source_list *sources, const char *option, text_buffer *path)
{
    char **grown = realloc(sources->paths, (sources->path_count + 1) * sizeof *grown);
    char *copied = path->failed ? NULL : strdup(text_get(path));
    sources->paths = grown ? grown : sources->paths;
    sources->failed = sources->failed || !grown || !copied;
    if (grown && copied) {
        sources->paths[sources->path_count++] = copied;
        add_source(sources, option, copied);
    } else {
        free(copied);
    }
    text_clear(path);
}

/* Adds the files that a robot given by name may be, one in each folder of CONDYLE_URDF_PATH. */
static void add_bundled(source_list *sources, const char *option, const char *name)
{
    const char *folder = strchr(name, '/') ? NULL : getenv("CONDYLE_URDF_PATH");
    while (folder && *folder) {
        const size_t length = strcspn(folder, ":");
        if (length) {
            text_buffer path = {0};
            text_add_bytes(&path, folder, length);
            text_add(&path, "/%s.urdf", name);
            add_made(sources, option, &path);
        }
        folder += length + (folder[length] == ':');
    }
}

static void add_robot(source_list *sources, const char *option, const char *robot)
{
    add_source(sources, option, robot);
    add_bundled(sources, option, robot);
}

/* Adds an obstacle, FILE or FILE#MODEL: that without its last part as well, as long as no one knows which it is. */
static void add_obstacle(source_list *sources, const char *option, const char *obstacle)
{
    const char *mark = strrchr(obstacle, '#');
    add_robot(sources, option, obstacle);
    if (mark) {
        text_buffer path = {0};
        text_add_bytes(&path, obstacle, (size_t)(mark - obstacle));
        add_made(sources, option, &path);
    }
}

/* Whether the value of an option is a robot, as the ROBOT of a command. */
static bool names_robot(const option_row *row)
{
    return row->metavar && strcmp(row->metavar, "ROBOT") == 0;
}

/* Whether the values of an option may name a model of a file behind the mark. */
static bool names_model(const option_row *row)
{
    return row->metavar && strcmp(row->metavar, "FILE[#MODEL]") == 0;
}

/* Adds the files that an option reads; those of steps are added from the steps. */
static void add_option(source_list *sources, const option_entry *entry, invocation *values)
{
    const option_row *row = entry->row;
    void *value = option_value(entry, values);
    if (row->kind == OPTION_TEXTS && row->reads) {
        const text_list *texts = value;
        for (size_t i = 0; i < texts->count; i++) {
            (names_model(row) ? add_obstacle : add_robot)(sources, row->name, texts->items[i]);
        }
        return;
    }
    const char *text = NULL;
    if ((row->kind == OPTION_READ_FILE && !row->repeats) || (row->kind == OPTION_TEXT && row->reads)) {
        text = *(const char **)value;
    } else if (row->kind == OPTION_SET && row->file) {
        text = ((const set_or_file *)value)->file;
    }
    if (text && names_robot(row)) {
        add_robot(sources, row->name, text);
    } else if (text) {
        add_source(sources, row->name, text);
    }
}

/* Adds the robots and files that steps read: `edit --attach ROBOT`, `identify --input FILE --input FILE`. */
static void add_steps(source_list *sources, const option_list *list, const invocation *values)
{
    for (size_t i = 0; i < values->steps.count; i += 2) {
        const char *option = values->steps.items[i], *value = values->steps.items[i + 1];
        const option_entry *entry = option_list_find(list, option, strlen(option));
        if (entry && entry->row->repeats) {
            add_source(sources, option, value);
        } else if (entry && names_robot(entry->row)) {
            add_robot(sources, option, value);
        }
    }
}

void sources_list(source_list *sources, const option_list *list, invocation *values)
{
    *sources = (source_list){.count = 0};
    for (size_t i = 0; i < values->robots.count; i++) {
        add_robot(sources, "ROBOT", values->robots.items[i]);
    }
    if (values->robots.count == 0 && values->robot) {
        add_robot(sources, "ROBOT", values->robot);
    }
    for (size_t i = 0; i < list->count; i++) {
        add_option(sources, &list->entries[i], values);
    }
    add_steps(sources, list, values);
}

void sources_clear(source_list *sources)
{
    for (size_t i = 0; i < sources->path_count; i++) {
        free(sources->paths[i]);
    }
    free(sources->paths);
    free(sources->items);
}

/* Whether a source is the standard input: by -, or by another name of the same pipe. A file by its name is opened anew
 * and read from its beginning. */
static bool is_standard_input(const endpoint *source)
{
    struct stat named, standard;
    return !source->path ||
           (stat(source->path, &named) == 0 && S_ISFIFO(named.st_mode) && fstat(STDIN_FILENO, &standard) == 0 &&
            named.st_dev == standard.st_dev && named.st_ino == standard.st_ino);
}

exit_code sources_refuse_sharing(const source_list *sources)
{
    const endpoint *first = NULL;
    for (size_t i = 0; i < sources->count; i++) {
        const endpoint *source = &sources->items[i];
        if (!is_standard_input(source)) {
            continue;
        }
        if (first) {
            return strcmp(first->option, source->option) == 0
                       ? fail(EXIT_USAGE, "%s: the standard input can be read once; expected '-' once", first->option)
                       : fail(EXIT_USAGE, "%s and %s cannot both come from the standard input", first->option,
                              source->option);
        }
        first = source;
    }
    return EXIT_FINE;
}
