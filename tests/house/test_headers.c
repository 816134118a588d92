/* The library exports every function of its headers, and no other symbol. */
#include "support/suite.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1024, NAME_SIZE = 80 };

/* A set of names. */
typedef struct names {
    char name[MOST][NAME_SIZE];
    int count;
} names;

static bool contains(const names *set, const char *name)
{
    for (int i = 0; i < set->count; i++) {
        if (strcmp(set->name[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static void add_name(names *set, const char *name, size_t length)
{
    ck_assert(set->count < MOST && length < NAME_SIZE);
    snprintf(set->name[set->count++], NAME_SIZE, "%.*s", (int)length, name);
}

/* Adds the functions that a header declares: behind CDY_API, the name before the parenthesis. */
static void read_header(const char *path, names *declared)
{
    char *header = read_whole_file(path, NULL);
    for (const char *at = strstr(header, "\nCDY_API "); at; at = strstr(at + 1, "\nCDY_API ")) {
        const char *end = strchr(at, '('), *start = end;
        while (isalnum((unsigned char)start[-1]) || start[-1] == '_') {
            start--;
        }
        add_name(declared, start, (size_t)(end - start));
    }
    free(header);
}

static void read_headers(names *declared)
{
    char *folder = source_path("lib/include/condyle");
    DIR *entries = opendir(folder);
    ck_assert_ptr_nonnull(entries);
    for (struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        size_t length = strlen(entry->d_name);
        if (length > 2 && strcmp(entry->d_name + length - 2, ".h") == 0) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            read_header(path, declared);
        }
    }
    closedir(entries);
    free(folder);
}

/* Reads the symbols that the shared library exports, by nm. */
static void read_symbols(names *exported)
{
    char line[1024], name[NAME_SIZE], type;
    FILE *output = popen("\"$NM\" -D --defined-only \"$LIBCONDYLE\"", "r");
    ck_assert_ptr_nonnull(output);
    while (fgets(line, sizeof line, output)) {
        if (sscanf(line, "%*s %c %79s", &type, name) == 2 && strcmp(name, "_init") != 0 && strcmp(name, "_fini") != 0) {
            add_name(exported, name, strlen(name));
        }
    }
    ck_assert_int_eq(pclose(output), 0);
}

START_TEST(the_library_exports_what_its_headers_declare)
{
    static names declared, exported;
    int faults = 0;
    read_headers(&declared);
    read_symbols(&exported);
    ck_assert_int_gt(declared.count, 40);
    ck_assert(contains(&declared, "cdy_inverse_dynamics") && contains(&declared, "cdy_version"));
    for (int i = 0; i < exported.count; i++) {
        if (!contains(&declared, exported.name[i]) || strncmp(exported.name[i], "cdy_", 4) != 0) {
            fprintf(stderr, "exported, but in no header: %s\n", exported.name[i]);
            faults++;
        }
    }
    for (int i = 0; i < declared.count; i++) {
        if (!contains(&exported, declared.name[i])) {
            fprintf(stderr, "in a header, but not exported: %s\n", declared.name[i]);
            faults++;
        }
    }
    ck_assert_int_eq(faults, 0);
}
END_TEST

int main(void)
{
    const char *nm = getenv("NM"), *library = getenv("LIBCONDYLE");
    if (!nm || !*nm || !library) {
        return skip_suites("there is no nm to list symbols with");
    }
    Suite *suite = suite_create("headers");
    add_case(suite, "symbols", the_library_exports_what_its_headers_declare);
    return run_suites(suite, NULL);
}
