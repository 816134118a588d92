#include "options/collision.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file that is read or written. */
typedef struct endpoint {
    const char *option; /* option that names the file, or "ROBOT" */
    const char *path;   /* NULL: the standard stream `descriptor` */
    int descriptor;
} endpoint;

static bool find_status(const endpoint *p, struct stat *facts)
{
    return (p->path ? stat(p->path, facts) : fstat(p->descriptor, facts)) == 0;
}

/* Finds the status of the folder of a path; the file itself need not exist. */
static bool find_folder(const char *path, struct stat *status)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    bool found = folder && stat(folder, status) == 0;
    free(folder);
    return found;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_one_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether two endpoints are the same existing file. Devices may be read and written at once. */
static bool is_same(const endpoint *a, const endpoint *b)
{
    struct stat of_a, of_b;
    if (!a->path && !b->path && a->descriptor == b->descriptor) {
        return true;
    }
    return find_status(a, &of_a) && find_status(b, &of_b) && S_ISREG(of_a.st_mode) && is_one_file(&of_a, &of_b);
}

/* Whether two endpoints will be the same file, which does not exist yet. */
static bool will_be_same(const endpoint *a, const endpoint *b)
{
    struct stat status, folder_of_a, folder_of_b;
    return a->path && b->path && !find_status(a, &status) && !find_status(b, &status) &&
           strcmp(last_part(a->path), last_part(b->path)) == 0 && find_folder(a->path, &folder_of_a) &&
           find_folder(b->path, &folder_of_b) && is_one_file(&folder_of_a, &folder_of_b);
}

static endpoint make_endpoint(const char *option, const char *path, int standard)
{
    const bool is_standard = strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0;
    return (endpoint){option, is_standard ? NULL : path, standard};
}

static const char *path_of(const option_entry *entry, invocation *values)
{
    return *(const char **)option_value(entry, values);
}

/* Lists --output or the standard output, then the other files that the options write; returns their number. */
static size_t list_results(const option_list *list, invocation *values, endpoint *results)
{
    size_t count = 0;
    results[count++] = values->output ? make_endpoint("--output", values->output, STDOUT_FILENO)
                                      : (endpoint){"the standard output", NULL, STDOUT_FILENO};
    for (size_t i = 0; i < list->count; i++) {
        const option_row *row = list->entries[i].row;
        const char *path = row->kind == OPTION_NEW_FILE ? path_of(&list->entries[i], values) : NULL;
        if (path) {
            results[count++] = make_endpoint(row->name, path, STDOUT_FILENO);
        }
    }
    return count;
}

/* Refuses a result that would replace the source. */
static exit_code refuse_replacing(const endpoint *results, size_t count, const endpoint *source)
{
    for (size_t i = 0; i < count; i++) {
        const endpoint *r = &results[i];
        if (is_same(r, source)) {
            return fail(EXIT_USAGE, "%s%s%s would replace the file that is read as %s; name another%s", r->option,
                        r->path ? " " : "", r->path ? r->path : "", source->option,
                        strcmp(r->option, "--fix") == 0 ? ", or use --in-place" : "");
        }
    }
    return EXIT_FINE;
}

/* Refuses a result that would replace a robot given by name, which may lie in a folder of CONDYLE_URDF_PATH. */
static exit_code refuse_replacing_bundled(const endpoint *results, size_t count, const char *option, const char *name)
{
    const char *folder = strchr(name, '/') ? NULL : getenv("CONDYLE_URDF_PATH");
    text_buffer path = {0};
    exit_code code = EXIT_FINE;
    while (folder && *folder && code == EXIT_FINE) {
        const size_t length = strcspn(folder, ":");
        text_reset(&path);
        text_add_bytes(&path, folder, length);
        text_add(&path, "/%s.urdf", name);
        const endpoint source = {option, text_get(&path), STDIN_FILENO};
        code = path.failed ? fail_memory() : length ? refuse_replacing(results, count, &source) : EXIT_FINE;
        folder += length + (folder[length] == ':');
    }
    text_clear(&path);
    return code;
}

static exit_code refuse_pairs(const endpoint *results, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count; k++) {
            if (is_same(&results[i], &results[k]) || will_be_same(&results[i], &results[k])) {
                return fail(EXIT_USAGE, "%s and %s name the same file; each needs one of its own", results[i].option,
                            results[k].option);
            }
        }
    }
    return EXIT_FINE;
}

/* Refuses a result that would replace a robot or a file that a step reads: `edit --attach ROBOT`. */
static exit_code refuse_replacing_steps(const option_list *list, const invocation *values, const endpoint *results,
                                        size_t count)
{
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < values->steps.count && code == EXIT_FINE; i += 2) {
        const char *option = values->steps.items[i], *value = values->steps.items[i + 1];
        const option_entry *entry = option_list_find(list, option, strlen(option));
        if (entry && entry->row->repeats) {
            const endpoint source = make_endpoint(option, value, STDIN_FILENO);
            code = refuse_replacing(results, count, &source);
        } else if (entry && strcmp(entry->row->metavar, "ROBOT") == 0) {
            const endpoint source = make_endpoint(option, value, STDIN_FILENO);
            code = refuse_replacing(results, count, &source);
            code = code == EXIT_FINE ? refuse_replacing_bundled(results, count, option, value) : code;
        }
    }
    return code;
}

/* Lists the texts of an option that may name files that are read. One text is kept at `text`. */
static text_list texts_of(const option_entry *entry, invocation *values, const char **text)
{
    const option_row *row = entry->row;
    void *value = option_value(entry, values);
    if (row->kind == OPTION_TEXTS && row->reads) {
        return *(const text_list *)value;
    }
    *text = NULL;
    if (row->kind == OPTION_READ_FILE || (row->kind == OPTION_TEXT && row->reads)) {
        *text = *(const char **)value;
    } else if (row->kind == OPTION_SET && row->file) {
        *text = ((const set_or_file *)value)->file;
    }
    return (text_list){text, *text != NULL};
}

/* Refuses a result that would replace a file that an option reads; texts that name no file do no harm. */
static exit_code refuse_replacing_texts(const option_entry *entry, invocation *values, const endpoint *results,
                                        size_t count)
{
    const char *text;
    const text_list texts = texts_of(entry, values, &text);
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < texts.count && code == EXIT_FINE; i++) {
        const endpoint source = make_endpoint(entry->row->name, texts.items[i], STDIN_FILENO);
        code = refuse_replacing(results, count, &source);
        if (code == EXIT_FINE && entry->row->reads) { /* distance --with takes names of robots, too */
            code = refuse_replacing_bundled(results, count, entry->row->name, texts.items[i]);
        }
    }
    return code;
}

/* Refuses results that would replace what the command line reads. */
static exit_code refuse_sources(const option_list *list, invocation *values, const endpoint *results, size_t count)
{
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < values->robots.count && code == EXIT_FINE; i++) {
        const endpoint source = make_endpoint("ROBOT", values->robots.items[i], STDIN_FILENO);
        code = refuse_replacing(results, count, &source);
        code = code == EXIT_FINE ? refuse_replacing_bundled(results, count, "ROBOT", values->robots.items[i]) : code;
    }
    for (size_t i = 0; i < list->count && code == EXIT_FINE; i++) {
        code = refuse_replacing_texts(&list->entries[i], values, results, count);
    }
    return code == EXIT_FINE ? refuse_replacing_steps(list, values, results, count) : code;
}

static exit_code refuse(const option_list *list, invocation *values, endpoint *results)
{
    const size_t count = list_results(list, values, results);
    const exit_code code = refuse_pairs(results, count);
    return code == EXIT_FINE ? refuse_sources(list, values, results, count) : code;
}

exit_code collision_refuse(const option_table *table, invocation *values)
{
    option_list list;
    const bool listed = option_list_make(&list, table);
    endpoint *results = calloc(list.count + 1, sizeof *results);
    exit_code code = listed && results ? refuse(&list, values, results) : fail_memory();
    free(results);
    option_list_clear(&list);
    return code;
}

exit_code collision_refuse_file(const option_table *table, invocation *values, const char *path)
{
    option_list list;
    const endpoint result = {"--output", path, STDOUT_FILENO};
    const exit_code code = option_list_make(&list, table) ? refuse_sources(&list, values, &result, 1) : fail_memory();
    option_list_clear(&list);
    return code;
}
