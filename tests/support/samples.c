#include "support/samples.h"

#include "support/suite.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_file(samples *s, const char *folder, const char *name)
{
    char file[400];
    snprintf(file, sizeof file, "%s/%s", folder, name);
    if (s->count == SAMPLES_MOST) { /* no test runs yet in which an assertion could fail */
        fprintf(stderr, "more than %d samples\n", SAMPLES_MOST);
        exit(1);
    }
    s->paths[s->count] = reference_path(file);
    s->count += s->paths[s->count] != NULL;
}

void find_samples(samples *s, const char *folder, const char *ending)
{
    const int first = s->count;
    const size_t end = strlen(ending);
    char *path = reference_path(folder);
    DIR *entries = path ? opendir(path) : NULL;
    for (struct dirent *entry = entries ? readdir(entries) : NULL; entry; entry = readdir(entries)) {
        const size_t length = strlen(entry->d_name);
        if (length > end && strcmp(entry->d_name + length - end, ending) == 0) {
            add_file(s, folder, entry->d_name);
        }
    }
    if (entries) {
        closedir(entries);
    }
    free(path);
    qsort(s->paths + first, (size_t)(s->count - first), sizeof *s->paths, compare_paths);
}

void add_sample_tests(Suite *suite, const samples *s, int first, const TTest *test)
{
    for (int i = first; i < s->count; i++) {
        TCase *tests = tcase_create(strrchr(s->paths[i], '/') + 1);
        tcase_add_loop_test(tests, test, i, i + 1);
        suite_add_tcase(suite, tests);
    }
}

int run_samples(Suite *suite, samples *s)
{
    if (s->count == 0) {
        srunner_free(srunner_create(suite));
        return skip_suites("the folder of reference samples is not there");
    }
    int status = run_suites(suite, NULL);
    for (int i = 0; i < s->count; i++) {
        free(s->paths[i]);
    }
    return status;
}
