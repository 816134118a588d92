#include "options/collision.h"

#include "options/sources.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static const char *path_of(const option_entry *entry, invocation *values)
{
    return *(const char **)option_value(entry, values);
}

/* Lists --output or the standard output, then the other files that the options write; returns their number. */
static size_t list_results(const option_list *list, invocation *values, endpoint *results)
{
    size_t count = 0;
    results[count++] = values->output ? endpoint_of("--output", values->output, STDOUT_FILENO)
                                      : (endpoint){"the standard output", NULL, STDOUT_FILENO};
    for (size_t i = 0; i < list->count; i++) {
        const option_row *row = list->entries[i].row;
        const char *path = row->kind == OPTION_NEW_FILE ? path_of(&list->entries[i], values) : NULL;
        if (path) {
            results[count++] = endpoint_of(row->name, path, STDOUT_FILENO);
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

/* Refuses results that would replace what the command line reads. */
static exit_code refuse_sources(const source_list *sources, const endpoint *results, size_t count)
{
    exit_code code = sources->failed ? fail_memory() : EXIT_FINE;
    for (size_t i = 0; i < sources->count && code == EXIT_FINE; i++) {
        code = refuse_replacing(results, count, &sources->items[i]);
    }
    return code;
}

static exit_code refuse(const option_list *list, invocation *values, endpoint *results)
{
    source_list sources;
    const size_t count = list_results(list, values, results);
    sources_list(&sources, list, values);
    exit_code code = sources_refuse_sharing(&sources);
    code = code == EXIT_FINE ? refuse_pairs(results, count) : code;
    code = code == EXIT_FINE ? refuse_sources(&sources, results, count) : code;
    sources_clear(&sources);
    return code;
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

exit_code collision_refuse_file(const option_table *table, invocation *values, const char *option, const char *path)
{
    option_list list;
    source_list sources = {.failed = true};
    const endpoint result = {option, path, STDOUT_FILENO};
    if (option_list_make(&list, table)) {
        sources_list(&sources, &list, values);
    }
    const exit_code code = refuse_sources(&sources, &result, 1);
    sources_clear(&sources);
    option_list_clear(&list);
    return code;
}
