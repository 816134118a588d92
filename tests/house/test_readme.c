/* README.md and docs/: the command prints the output that the documents show, the C examples are the files that the
 * tests build, and every link has a target. */
#include "support/process.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/model_file.h>
#include <ctype.h>
#include <glob.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char prompt[] = "```text\n$ ";

/* Finds the next example at or behind `text`. Returns a copy of its commands; *shown and *end receive the beginning
 * and the end of the shown output. */
static char *find_example(const char *text, const char **shown, const char **end)
{
    const char *start = strstr(text, prompt);
    if (!start) {
        return NULL;
    }
    start += strlen(prompt);
    const char *line_end = strchr(start, '\n');
    ck_assert_ptr_nonnull(line_end);
    *shown = line_end + 1;
    *end = strstr(*shown, "```");
    ck_assert_ptr_nonnull(*end);
    return strndup(start, (size_t)(line_end - start));
}

static bool begins_number(const char *text)
{
    return isdigit((unsigned char)text[*text == '-']);
}

/* Whether two texts are equal; numbers may differ by the rounding of another processor. */
static bool reads_alike(const char *shown, const char *end, const char *printed)
{
    while (shown < end && *printed) {
        if (begins_number(shown) && begins_number(printed)) {
            char *behind_shown = NULL, *behind_printed = NULL;
            double a = strtod(shown, &behind_shown), b = strtod(printed, &behind_printed);
            if (fabs(a - b) > 1e-12 + 1e-9 * fabs(a)) {
                return false;
            }
            shown = behind_shown;
            printed = behind_printed;
        } else if (*shown++ != *printed++) {
            return false;
        }
    }
    return shown == end && !*printed;
}

/* Runs commands as they are typed in the folder of the sources, but so that what they write is not left there. */
static process_result run_typed(const char *commands)
{
    static const char before[] =
        "condyle() { \"$CONDYLE\" \"$@\"; }\nplace=$(mktemp -d)\ntrap 'rm -rf \"$place\"' EXIT\n"
        "cd \"$place\" && ln -s \"$SOURCE_ROOT/docs\" docs\n";
    char *script = malloc(sizeof before + strlen(commands));
    ck_assert_ptr_nonnull(script);
    strcat(strcpy(script, before), commands);
    process_result result = run_script(script);
    free(script);
    return result;
}

/* README.md and every docs/NAME.md. */
typedef struct documents {
    size_t count;
    char *paths[48], *texts[48];
} documents;

static documents read_documents(void)
{
    documents all = {.count = 1};
    glob_t found;
    char *pattern = source_path("docs/*.md");
    all.paths[0] = source_path("README.md");
    ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
    ck_assert_uint_ge(found.gl_pathc, 11);
    ck_assert_uint_lt(found.gl_pathc, sizeof all.paths / sizeof *all.paths);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        all.paths[all.count++] = strdup(found.gl_pathv[i]);
    }
    for (size_t i = 0; i < all.count; i++) {
        all.texts[i] = read_whole_file(all.paths[i], NULL);
    }
    globfree(&found);
    free(pattern);
    return all;
}

static void free_documents(documents *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free(all->paths[i]);
        free(all->texts[i]);
    }
}

static bool any_contains(const documents *all, const char *text)
{
    for (size_t i = 0; i < all->count; i++) {
        if (strstr(all->texts[i], text)) {
            return true;
        }
    }
    return false;
}

/* Runs every example of one document and returns their number. */
static int check_examples(const char *path, const char *document)
{
    const char *shown = document, *end = document;
    int count = 0;
    for (char *commands; (commands = find_example(end, &shown, &end)); count++) {
        process_result result = run_typed(commands);
        ck_assert_msg(result.exit_code == 0, "%s: %s ended with %d: %s", path, commands, result.exit_code, result.err);
        /* An example of what is beyond a limit has its warning; others have none. */
        ck_assert_msg(!strstr(result.err, "warning:") || strstr(commands, " --limits"), "%s: %s warns: %s", path,
                      commands, result.err);
        ck_assert_msg(reads_alike(shown, end, result.out), "%s printed\n%s\nbut %s shows\n%.*s", commands, result.out,
                      path, (int)(end - shown), shown);
        free_result(&result);
        free(commands);
    }
    return count;
}

START_TEST(examples_print_what_is_shown)
{
    documents all = read_documents();
    int count = 0;
    for (size_t i = 0; i < all.count; i++) {
        count += check_examples(all.paths[i], all.texts[i]);
        ck_assert_int_ge(count, 2); /* README.md is the first document */
    }
    ck_assert_int_ge(count, 12);
    free_documents(&all);
}
END_TEST

START_TEST(the_readme_fits_a_newcomer)
{
    documents all = read_documents();
    int lines = 0;
    for (const char *at = all.texts[0]; (at = strchr(at, '\n')); at++) {
        lines++;
    }
    ck_assert_int_le(lines, 120);
    free_documents(&all);
}
END_TEST

START_TEST(the_c_examples_are_the_ones_that_are_built)
{
    static const char *const shown[][2] = {{"docs/c.md", "docs/examples/torques.c"},
                                           {"docs/c.md", "docs/examples/workspace.c"}};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        char *document_path = source_path(shown[i][0]), *example_path = source_path(shown[i][1]);
        char *document = read_whole_file(document_path, NULL), *example = read_whole_file(example_path, NULL);
        ck_assert_msg(strstr(document, example) != NULL, "%s shows another text than %s", shown[i][0], shown[i][1]);
        free(document);
        free(example);
        free(document_path);
        free(example_path);
    }
}
END_TEST

/* Checks that for every `before`NAME`after` in a text, a document has NAME in backquotes. */
static void check_names(const documents *all, const char *text, const char *before, const char *after)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, before)); count++) {
        at += strlen(before);
        char quoted[64];
        int length = (int)strcspn(at, after);
        ck_assert_int_lt(length, 60);
        snprintf(quoted, sizeof quoted, "`%.*s`", length, at);
        ck_assert_msg(any_contains(all, quoted), "neither README.md nor docs/ names %s", quoted);
    }
    ck_assert_int_gt(count, 10);
}

START_TEST(every_command_and_every_header_is_named)
{
    documents all = read_documents();
    char *header_path = source_path("lib/include/condyle/condyle.h"), *header = read_whole_file(header_path, NULL);
    process_result help = run_process(getenv("CONDYLE"), "help", NULL, -1);
    char *list = strstr(help.out, "Commands:\n");
    ck_assert_ptr_nonnull(list);
    char *end = strstr(list, "\n\n");
    ck_assert_ptr_nonnull(end);
    *end = '\0';
    check_names(&all, list, "\n  ", " ");
    check_names(&all, header, "#include <condyle/", ">");
    free_result(&help);
    free(header);
    free(header_path);
    free_documents(&all);
}
END_TEST

/* Returns the text behind the code that begins at `text`, either `code` or a block between lines of three
 * backquotes. */
static const char *skip_code(const char *text)
{
    const char *fence = strncmp(text, "```", 3) == 0 ? "```" : "`";
    const char *end = strstr(text + strlen(fence), fence);
    ck_assert_msg(end != NULL, "code that is not closed: %.60s", text);
    return end + strlen(fence);
}

/* Writes the anchor that code hosts give to the heading in a line: letters in lower case, blanks as hyphens, no
 * punctuation. */
static void write_anchor(const char *line, char *anchor, size_t size)
{
    size_t length = 0;
    for (const char *c = line + strspn(line, "# "); *c && *c != '\n' && length + 1 < size; c++) {
        if (isalnum((unsigned char)*c) || strchr(" -_", *c)) {
            anchor[length++] = (char)(*c == ' ' ? '-' : tolower((unsigned char)*c));
        }
    }
    anchor[length] = '\0';
}

static bool has_heading(const char *document, const char *anchor)
{
    for (const char *line = document; line; line = strchr(line, '\n')) {
        char own[200];
        line += *line == '\n';
        write_anchor(line, own, sizeof own);
        if (*line == '#' && strcmp(own, anchor) == 0) {
            return true;
        }
    }
    return false;
}

/* Checks a link FILE#ANCHOR of the document at `path`, relative to the document's folder. */
static void check_link(const char *path, const char *document, const char *link, int length)
{
    char target[512], file[1024], *anchor;
    if (strncmp(link, "https://", 8) == 0) {
        return;
    }
    ck_assert_int_lt(length, (int)sizeof target);
    snprintf(target, sizeof target, "%.*s", length, link);
    anchor = strchr(target, '#');
    if (anchor) {
        *anchor++ = '\0';
    }
    const int folder = (int)(strrchr(path, '/') - path);
    snprintf(file, sizeof file, "%.*s/%s", folder, path, target);
    ck_assert_msg(access(file, R_OK) == 0, "%s links to %s, which does not exist", path, target);
    if (anchor) {
        char *other = *target ? read_whole_file(file, NULL) : NULL;
        ck_assert_msg(has_heading(other ? other : document, anchor), "%s links to %s#%s, which no heading has", path,
                      target, anchor);
        free(other);
    }
}

/* Checks all links of a document and returns their number. */
static int check_links(const char *path, const char *document)
{
    int count = 0;
    for (const char *at = document; *at;) {
        if (*at == '`') {
            at = skip_code(at);
        } else if (strncmp(at, "](", 2) == 0) {
            const int length = (int)strcspn(at + 2, ")\n");
            check_link(path, document, at + 2, length);
            at += 2 + length;
            count++;
        } else {
            at++;
        }
    }
    return count;
}

START_TEST(links_lead_somewhere)
{
    static const char *const others[] = {"CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"};
    documents all = read_documents();
    int count = 0;
    for (size_t i = 0; i < all.count; i++) {
        count += check_links(all.paths[i], all.texts[i]);
    }
    ck_assert_int_gt(count, 30);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char *path = source_path(others[i]), *text = read_whole_file(path, NULL);
        check_links(path, text);
        free(text);
        free(path);
    }
    free_documents(&all);
}
END_TEST

START_TEST(headings_are_found_by_their_anchors)
{
    static const char document[] = "# One\n\ntext\n## Two words: `C` and more\nend";
    ck_assert(has_heading(document, "one"));
    ck_assert(has_heading(document, "two-words-c-and-more"));
    ck_assert(!has_heading(document, "two-words"));
    ck_assert(!has_heading(document, "ones"));
    ck_assert(!has_heading(document, "text"));
    ck_assert(!has_heading("", "one"));
}
END_TEST

/* Checks that README.md or another document links to each of the files. */
static void check_linked(const documents *all, const char *files, const char *from)
{
    glob_t found;
    char *pattern = source_path(files);
    ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char link[300];
        snprintf(link, sizeof link, "](%s%s)", from, strrchr(found.gl_pathv[i], '/') + 1);
        ck_assert_msg(any_contains(all, link), "no document has the link %s", link);
    }
    globfree(&found);
    free(pattern);
}

START_TEST(every_document_and_every_example_is_linked)
{
    documents all = read_documents();
    check_linked(&all, "docs/*.md", "docs/");
    check_linked(&all, "docs/examples/*.c", "examples/");
    free_documents(&all);
}
END_TEST

/* Reads all files that match the patterns, one after the other. */
static char *read_matching(const char *const patterns[], size_t count)
{
    size_t size = 0;
    char *all = NULL;
    for (size_t i = 0; i < count; i++) {
        glob_t found;
        char *pattern = source_path(patterns[i]);
        ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
        for (size_t k = 0; k < found.gl_pathc; k++) {
            size_t length;
            char *text = read_whole_file(found.gl_pathv[k], &length);
            all = realloc(all, size + length + 1);
            ck_assert_ptr_nonnull(all);
            memcpy(all + size, text, length);
            size += length;
            all[size] = '\0';
            free(text);
        }
        globfree(&found);
        free(pattern);
    }
    return all;
}

static bool is_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool has_name(const char *text, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at++) {
        if ((at == text || !is_in_name(at[-1])) && !is_in_name(at[length])) {
            return true;
        }
    }
    return false;
}

/* Checks that the sources have each name of C in a document that begins with `prefix`. Where `prefix` is a backquote:
 * each name that is alone in backquotes and has an underscore. Returns the number of names. */
static int check_c_names(const char *path, const char *document, const char *prefix, const char *sources)
{
    int count = 0;
    for (const char *at = document; (at = strstr(at, prefix)); at++) {
        const char *name = at + (*prefix == '`');
        size_t length = 0;
        char copy[80];
        while (is_in_name(name[length])) {
            length++;
        }
        const bool whole =
            *prefix == '`' ? name[length] == '`' && memchr(name, '_', length) : at == document || !is_in_name(at[-1]);
        if (whole && length < sizeof copy) {
            snprintf(copy, sizeof copy, "%.*s", (int)length, name);
            ck_assert_msg(has_name(sources, copy), "%s names %s, which the sources do not", path, copy);
            count++;
        }
    }
    return count;
}

START_TEST(names_of_c_exist)
{
    static const char *const interface[] = {"lib/include/condyle/*.h"};
    static const char *const inner[] = {"lib/core/kernels/*.*",     "lib/core/spatial/*.h",  "lib/core/model/*.[ch]",
                                        "lib/core/dynamics/*.[ch]", "lib/core/batch/*.[ch]", "lib/include/condyle/*.h",
                                        "lib/core/kernels/book/*.*"};
    documents all = read_documents();
    char *headers = read_matching(interface, 1), *sources = read_matching(inner, sizeof inner / sizeof *inner);
    int calls = 0, inside = 0;
    for (size_t i = 0; i < all.count; i++) {
        calls += check_c_names(all.paths[i], all.texts[i], "cdy_", headers);
        calls += check_c_names(all.paths[i], all.texts[i], "CDY_", headers);
        if (strstr(all.paths[i], "/design.md") || strstr(all.paths[i], "/kernels.md")) {
            inside += check_c_names(all.paths[i], all.texts[i], "`", sources);
        }
    }
    ck_assert_int_gt(calls, 60);
    ck_assert_int_gt(inside, 30);
    free(headers);
    free(sources);
    free_documents(&all);
}
END_TEST

START_TEST(the_c_example_prints_what_the_guide_shows)
{
    documents all = read_documents();
    process_result result = run_process(getenv("EXAMPLE_TORQUES"), "", NULL, -1);
    const char *shown = NULL;
    for (size_t i = 0; i < all.count && !shown; i++) {
        shown = strstr(all.texts[i], "It prints the torques");
    }
    ck_assert_ptr_nonnull(shown);
    shown = strstr(shown, "```text\n") + strlen("```text\n");
    ck_assert_int_eq(result.exit_code, 0);
    ck_assert_msg(reads_alike(shown, strstr(shown, "```"), result.out), "printed\n%s", result.out);
    free_result(&result);
    free_documents(&all);
}
END_TEST

START_TEST(the_c_example_prints_what_the_command_prints)
{
    process_result command = run_process(getenv("CONDYLE"),
                                         "id universalUR5e --q 0,-1,1,0,0.5,0 --qd 1,1,1,1,1,1 --qdd 2,2,2,2,2,2 "
                                         "--format csv --fields tau",
                                         NULL, -1);
    process_result example = run_process(getenv("EXAMPLE_TORQUES"), "", NULL, -1);
    const char *expected = strchr(command.out, '\n');
    char *printed = example.out;
    ck_assert_ptr_nonnull(expected);
    for (int i = 0; i < 6; i++) {
        char *end = NULL;
        ck_assert_double_eq_tol(strtod(printed, &printed), strtod(expected + 1, &end), 1e-4);
        expected = end;
    }
    free_result(&command);
    free_result(&example);
}
END_TEST

START_TEST(the_example_with_a_workspace_prints_the_documented_torques)
{
    process_result result = run_process(getenv("EXAMPLE_WORKSPACE"), "", NULL, -1);
    ck_assert_int_eq(result.exit_code, 0);
    ck_assert_msg(strstr(result.out, "elbow_joint            -14.489584 N m\n") != NULL, "printed\n%s", result.out);
    free_result(&result);
}
END_TEST

START_TEST(the_memory_of_a_robot_is_what_is_shown)
{
    if (sizeof(void *) != 8) {
        return; /* workspaces hold pointers */
    }
    documents all = read_documents();
    char row[80];
    robot r = load_bundled_robot("universalUR5e");
    snprintf(row, sizeof row, "| UR5e | %zu bytes | %zu bytes |\n", cdy_model_bytes(r.model),
             cdy_workspace_size(r.model));
    ck_assert_msg(any_contains(&all, row), "no document shows %s", row);
    free_robot(&r);
    free_documents(&all);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("readme");
    TCase *tests = add_case(suite, "readme", examples_print_what_is_shown);
    tcase_add_test(tests, the_readme_fits_a_newcomer);
    tcase_add_test(tests, every_command_and_every_header_is_named);
    tcase_add_test(tests, names_of_c_exist);
    tcase_add_test(tests, links_lead_somewhere);
    tcase_add_test(tests, headings_are_found_by_their_anchors);
    tcase_add_test(tests, every_document_and_every_example_is_linked);
    tcase_add_test(tests, the_c_examples_are_the_ones_that_are_built);
    tcase_add_test(tests, the_c_example_prints_what_the_guide_shows);
    tcase_add_test(tests, the_c_example_prints_what_the_command_prints);
    tcase_add_test(tests, the_example_with_a_workspace_prints_the_documented_torques);
    tcase_add_test(tests, the_memory_of_a_robot_is_what_is_shown);
    return run_suites(suite, NULL);
}
