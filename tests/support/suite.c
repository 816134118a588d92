#include "support/suite.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Messages go to stderr as well: Meson's --print-errorlogs shows only the standard error of a TAP test. */
static void print_failures(SRunner *runner, int count)
{
    TestResult **failures = srunner_failures(runner);
    for (int i = 0; failures && i < count; i++) {
        fprintf(stderr, "%s:%d: %s: %s\n", tr_lfile(failures[i]), tr_lno(failures[i]), tr_tcname(failures[i]),
                tr_msg(failures[i]));
    }
    free(failures);
}

int run_suites(Suite *first, ...)
{
    SRunner *runner = srunner_create(first);
    va_list rest;
    va_start(rest, first);
    for (Suite *suite = va_arg(rest, Suite *); suite; suite = va_arg(rest, Suite *)) {
        srunner_add_suite(runner, suite);
    }
    va_end(rest);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    print_failures(runner, failed);
    int run = srunner_ntests_run(runner);
    srunner_free(runner);
    return failed == 0 && run > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int skip_suites(const char *reason)
{
    printf("1..0 # SKIP %s\n", reason);
    return EXIT_SUCCESS;
}

TCase *add_case(Suite *suite, const char *name, const TTest *test)
{
    TCase *tests = tcase_create(name);
    tcase_add_test(tests, test);
    suite_add_tcase(suite, tests);
    return tests;
}

static void run_nothing(int i)
{
    (void)i;
}

/* Check prints the name of a test as it is given, TAP's directive included. */
void add_or_skip(TCase *tests, const TTest *test, int first, int end, const char *reason)
{
    enum { MOST = 32 };
    static TTest skipped[MOST];
    static char names[MOST][256];
    static int count;
    if (!reason) {
        tcase_add_loop_test(tests, test, first, end);
        return;
    }
    if (count == MOST) {
        fprintf(stderr, "more than %d tests are skipped\n", MOST);
        abort();
    }
    snprintf(names[count], sizeof *names, "%s # SKIP %s", test->name, reason);
    skipped[count] = (TTest){names[count], run_nothing, test->file, test->line};
    tcase_add_test(tests, &skipped[count++]);
}

bool have_program(const char *name)
{
    char path[4096];
    bool found = false;
    for (const char *folder = getenv("PATH"); folder && !found;) {
        const size_t length = strcspn(folder, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)length, folder, name);
        found = access(path, X_OK) == 0;
        folder = folder[length] ? folder + length + 1 : NULL;
    }
    return found;
}

static char *join(const char *folder, const char *file)
{
    size_t size = strlen(folder) + strlen(file) + 2;
    char *path = malloc(size);
    if (path) {
        snprintf(path, size, "%s/%s", folder, file);
    }
    return path;
}

char *reference_path(const char *file)
{
    const char *folder = getenv("REFERENCE_DIR");
    char *path = folder ? join(folder, file) : NULL;
    if (path && access(path, R_OK) != 0) {
        free(path);
        path = NULL;
    }
    return path;
}

char *source_path(const char *file)
{
    const char *folder = getenv("SOURCE_ROOT");
    char *path = join(folder ? folder : ".", file);
    ck_assert_ptr_nonnull(path);
    return path;
}

char *read_whole_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    char *text = NULL;
    size_t length = 0, capacity = 0;
    do {
        capacity += 65536;
        char *larger = realloc(text, capacity + 1);
        ck_assert_ptr_nonnull(larger);
        text = larger;
        length += fread(text + length, 1, capacity - length, file);
    } while (length == capacity);
    ck_assert_msg(!ferror(file), "cannot read %s", path);
    fclose(file);
    text[length] = '\0';
    if (size) {
        *size = length;
    }
    return text;
}
