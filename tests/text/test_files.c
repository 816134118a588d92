/* Files on every supported system: complete or absent, and no file is replaced without request. */
#define _XOPEN_SOURCE 700
#include "support/suite.h"
#include "text/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef _WIN32
#include <windows.h>
#define link(from, to) (CreateHardLinkA(to, from, NULL) ? 0 : -1)
#endif

/* ---- a folder for the files ---- */

static char folder[64], path[128], other[128];

static void set_up(void)
{
    strcpy(folder, "/tmp/condyle-files-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(other, sizeof other, "%s/other", folder);
}

static void tear_down(void)
{
    remove(path);
    remove(other);
    ck_assert_int_eq(rmdir(folder), 0);
}

static void put(const char *to, const char *content)
{
    FILE *file = fopen(to, "wb");
    ck_assert_ptr_nonnull(file);
    fputs(content, file);
    ck_assert_int_eq(fclose(file), 0);
}

static void check_content(const char *of, const char *content)
{
    cdy_error error = {0};
    char *bytes;
    size_t size;
    ck_assert_int_eq(cdy_read_file(of, "text", 0, &bytes, &size, &error), CDY_OK);
    ck_assert(size == strlen(content) && memcmp(bytes, content, size) == 0);
    free(bytes);
}

/* Counts the files of the folder, and finds the draft that is being written. */
static int count_files(char draft[300])
{
    int count = 0;
    DIR *entries = opendir(folder);
    ck_assert_ptr_nonnull(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        count += entry->d_name[0] != '.' || strncmp(entry->d_name, ".condyle-", 9) == 0;
        if (draft && strncmp(entry->d_name, ".condyle-", 9) == 0) {
            snprintf(draft, 300, "%s/%.200s", folder, entry->d_name);
        }
    }
    closedir(entries);
    return count;
}

static cdy_status produce(const void *text, void *draft, cdy_error *error)
{
    (void)error;
    return text ? cdy_write_draft(draft, text, strlen(text)) : CDY_ERROR_MEMORY;
}

static cdy_status save(bool replace, const char *text, cdy_error *error)
{
    *error = (cdy_error){0};
    return cdy_save_file(path, replace, produce, text, error);
}

START_TEST(a_file_is_saved_byte_by_byte)
{
    cdy_error error;
    ck_assert_int_eq(save(_i, "a\nb\r\n\032c", &error), CDY_OK);
    check_content(path, "a\nb\r\n\032c");
    ck_assert_int_eq(count_files(NULL), 1);
}
END_TEST

START_TEST(an_existing_file_is_replaced_if_that_is_asked_for)
{
    cdy_error error;
    put(path, "old");
    ck_assert_int_eq(save(false, "new", &error), CDY_ERROR_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "exists already"));
    check_content(path, "old");
    ck_assert_int_eq(save(true, "new", &error), CDY_OK);
    check_content(path, "new");
    ck_assert_int_eq(count_files(NULL), 1);
}
END_TEST

START_TEST(a_file_that_is_not_complete_replaces_nothing)
{
    cdy_error error;
    put(path, "old");
    ck_assert_int_eq(save(true, NULL, &error), CDY_ERROR_MEMORY);
    check_content(path, "old");
    ck_assert_int_eq(count_files(NULL), 1);
}
END_TEST

START_TEST(a_file_with_two_names_is_not_replaced)
{
    cdy_error error;
    put(path, "old");
    ck_assert_int_eq(link(path, other), 0);
    ck_assert_int_eq(save(true, "new", &error), CDY_ERROR_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "has 2 names"));
    check_content(other, "old");
}
END_TEST

START_TEST(a_read_only_file_is_not_replaced)
{
    cdy_error error;
    put(path, "old");
    ck_assert_int_eq(chmod(path, 0400), 0);
    const bool all_powerful = access(path, W_OK) == 0; /* root may write read-only files */
    ck_assert_int_eq(save(true, "new", &error), all_powerful ? CDY_OK : CDY_ERROR_IO);
    ck_assert(all_powerful || strstr(error.text, "is read-only"));
    check_content(path, all_powerful ? "new" : "old");
    ck_assert_int_eq(chmod(path, 0600), 0);
}
END_TEST

START_TEST(folders_are_neither_read_nor_replaced)
{
    cdy_error error = {0};
    char *bytes;
    size_t size;
    ck_assert_int_eq(cdy_read_file(folder, "text", 0, &bytes, &size, &error), CDY_ERROR_IO);
    ck_assert_str_eq(error.text, "is a directory; expected a text");
    ck_assert_str_eq(error.file, folder);
    ck_assert_ptr_null(bytes);
    ck_assert_int_eq(cdy_save_file(folder, true, produce, "new", &error), CDY_ERROR_IO);
    ck_assert_int_eq(count_files(NULL), 0);
    ck_assert_int_eq(cdy_read_file("/dev/null", "text", 0, &bytes, &size, &error), CDY_ERROR_IO);
    ck_assert_str_eq(error.text, "is a device; expected a text");
    ck_assert_ptr_null(bytes);
}
END_TEST

START_TEST(what_is_missing_is_named)
{
    cdy_error error = {0};
    char *bytes = path;
    size_t size = 99;
    ck_assert_int_eq(cdy_read_file(path, "text", 0, &bytes, &size, &error), CDY_ERROR_IO);
    ck_assert_ptr_null(bytes);
    ck_assert_uint_eq(size, 0);
    ck_assert_str_eq(error.file, path);
    ck_assert_ptr_nonnull(strstr(error.text, "cannot open: "));
    snprintf(other, sizeof other, "%s/none/file", folder);
    ck_assert_int_eq(cdy_save_file(other, true, produce, "new", &error), CDY_ERROR_IO);
    ck_assert_int_eq(count_files(NULL), 0);
}
END_TEST

/* The memory of this process: a file that can be opened, and whose first bytes cannot be read. */
static const char unreadable[] = "/proc/self/mem";

START_TEST(a_file_that_cannot_be_read_is_refused)
{
    cdy_error error = {0};
    char *bytes;
    size_t size;
    ck_assert_int_eq(cdy_read_file(unreadable, "text", 0, &bytes, &size, &error), CDY_ERROR_IO);
    ck_assert_ptr_null(bytes);
    ck_assert_str_eq(error.file, unreadable);
    ck_assert_ptr_nonnull(strstr(error.text, "cannot read: "));
}
END_TEST

/* Files are read in pieces that grow from 64 KiB on: of one byte less, as many and one more, within the limit or not.
 */
START_TEST(long_files_are_read_whole)
{
    enum { PIECE = 64 * 1024, MOST = 2 * PIECE + 1 };
    static char text[MOST + 1];
    for (int i = 0; i < MOST; i++) {
        text[i] = (char)('a' + i % 23);
    }
    for (int pieces = 1; pieces <= 2; pieces++) {
        for (int more = -1; more <= 1; more++) {
            const size_t length = (size_t)(pieces * PIECE + more);
            for (int limited = 0; limited < 3; limited++) {
                cdy_error error = {0};
                char *bytes;
                size_t size;
                const char kept = text[length];
                text[length] = '\0';
                put(path, text);
                text[length] = kept;
                const size_t limit = limited ? length - (limited == 2) : 0;
                const cdy_status status = cdy_read_file(path, "text", limit, &bytes, &size, &error);
                ck_assert_int_eq(status, limited == 2 ? CDY_ERROR_IO : CDY_OK);
                ck_assert_uint_eq(size, limited == 2 ? 0 : length);
                ck_assert(limited == 2 ? !bytes : memcmp(bytes, text, length) == 0);
                free(bytes);
            }
        }
    }
}
END_TEST

START_TEST(larger_files_than_the_limit_are_refused)
{
    cdy_error error = {0};
    char *bytes;
    size_t size;
    put(path, "12345");
    ck_assert_int_eq(cdy_read_file(path, "text", 4, &bytes, &size, &error), CDY_ERROR_IO);
    ck_assert_ptr_null(bytes);
    ck_assert_uint_eq(size, 0);
    ck_assert_ptr_nonnull(strstr(error.text, "larger than 4 bytes"));
    ck_assert_int_eq(cdy_read_file(path, "text", 5, &bytes, &size, &error), CDY_OK);
    ck_assert_uint_eq(size, 5);
    free(bytes);
}
END_TEST

/* Looks at the draft of a file while it is written. */
static cdy_status watch_draft(const void *text, void *draft, cdy_error *error)
{
    char name[300] = "";
    struct stat facts;
    ck_assert_int_eq(count_files(name), 2);
    ck_assert_int_eq(stat(name, &facts), 0);
    ck_assert_int_eq((int)(facts.st_mode & 077), 0);
    return produce(text, draft, error);
}

/* The draft of a file that only its owner may read has the same permissions. */
START_TEST(the_draft_of_a_private_file_is_private)
{
    cdy_error error;
    struct stat facts;
    put(path, "old");
    ck_assert_int_eq(chmod(path, 0600), 0);
    ck_assert_int_eq(cdy_save_file(path, true, watch_draft, "new", &error), CDY_OK);
    ck_assert_int_eq(stat(path, &facts), 0);
    ck_assert_int_eq((int)(facts.st_mode & 07777), 0600);
    ck_assert_int_eq((int)facts.st_size, 3);
}
END_TEST

int main(void)
{
#ifdef _WIN32
    const char *no_modes = "stat does not show who may read a file";
#else
    const char *no_modes = NULL;
#endif
    Suite *suite = suite_create("files");
    TCase *tests = tcase_create("files");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, a_file_is_saved_byte_by_byte, 0, 2);
    tcase_add_test(tests, an_existing_file_is_replaced_if_that_is_asked_for);
    tcase_add_test(tests, a_file_that_is_not_complete_replaces_nothing);
    tcase_add_test(tests, a_file_with_two_names_is_not_replaced);
    tcase_add_test(tests, a_read_only_file_is_not_replaced);
    tcase_add_test(tests, folders_are_neither_read_nor_replaced);
    tcase_add_test(tests, what_is_missing_is_named);
    add_or_skip(tests, a_file_that_cannot_be_read_is_refused, 0, 1,
                access(unreadable, R_OK) == 0 ? NULL : "there is no file that cannot be read");
    tcase_add_test(tests, larger_files_than_the_limit_are_refused);
    tcase_add_test(tests, long_files_are_read_whole);
    add_or_skip(tests, the_draft_of_a_private_file_is_private, 0, 1, no_modes);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
