/* The name nearest to a word, beside the plain edit distance over whole tables. */
#include "support/compare.h"
#include "support/suite.h"
#include "text/nearest.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 12, NAMES = 6, PART = 1000, NONE = 1 << 30 };

static bool same_letter(char a, char b)
{
    return tolower(a) == tolower(b);
}

/* The least number of insertions, deletions, replacements and swaps of neighbours, no letter being edited twice. */
static int edits_between(const char *a, const char *b)
{
    int D[LONGEST + 1][LONGEST + 1];
    const int m = (int)strlen(a), n = (int)strlen(b);
    for (int i = 0; i <= m; i++) {
        for (int j = 0; j <= n; j++) {
            D[i][j] = i == 0 ? j : i;
            if (i > 0 && j > 0) {
                const int replaced = D[i - 1][j - 1] + !same_letter(a[i - 1], b[j - 1]);
                D[i][j] = D[i - 1][j] < D[i][j - 1] ? D[i - 1][j] + 1 : D[i][j - 1] + 1;
                D[i][j] = replaced < D[i][j] ? replaced : D[i][j];
            }
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1])) {
                D[i][j] = D[i - 2][j - 2] + 1 < D[i][j] ? D[i - 2][j - 2] + 1 : D[i][j];
            }
        }
    }
    return D[m][n];
}

static bool has_part(const char *whole, const char *part)
{
    const size_t length = strlen(part);
    for (size_t i = 0; length >= 3 && i + length <= strlen(whole); i++) {
        size_t j = 0;
        while (j < length && same_letter(whole[i + j], part[j])) {
            j++;
        }
        if (j == length) {
            return true;
        }
    }
    return false;
}

/* A third of the letters may differ, in short words one more; a part counts behind all of these. */
static int distance_of(const char *typed, const char *name)
{
    const int m = (int)strlen(typed), n = (int)strlen(name), edits = edits_between(typed, name);
    if (edits <= m / 3 + (m < 6) && edits < n) {
        return edits;
    }
    const bool part = n > m ? has_part(name, typed) : has_part(typed, name);
    return part ? PART + (n > m ? n - m : m - n) : NONE;
}

static void draw_word(uint64_t *state, char *word)
{
    const int length = draw_below(state, LONGEST);
    for (int i = 0; i < length; i++) {
        word[i] = "abcAB_"[draw_below(state, 6)];
    }
    word[length] = '\0';
}

/* Makes a name of a word by a few edits, so that near names are frequent. */
static void draw_name(uint64_t *state, const char *word, char *name)
{
    const size_t length = strlen(word);
    if (draw_below(state, 4) == 0 || length < 2 || length > LONGEST - 4) {
        draw_word(state, name);
        return;
    }
    memcpy(name, word, length + 1);
    for (int edits = draw_below(state, 4); edits > 0; edits--) {
        const size_t n = strlen(name), i = (size_t)draw_below(state, (int)n);
        const int kind = draw_below(state, 4);
        if (kind == 0) {
            name[i] = 'c';
        } else if (kind == 1 && i + 1 < n) {
            const char swapped = name[i];
            name[i] = name[i + 1];
            name[i + 1] = swapped;
        } else if (kind == 2 && n > 2) {
            memmove(name + i, name + i + 1, n - i);
        } else {
            memmove(name + i + 1, name + i, n - i + 1);
        }
    }
}

START_TEST(the_nearest_of_random_names_is_that_of_whole_tables)
{
    uint64_t state = 11;
    int near = 0, parts = 0, shared_names = 0;
    for (int round = 0; round < UNLESS_WATCHED(30000, 3000); round++) {
        char typed[LONGEST + 1], names[NAMES][LONGEST + 1];
        draw_word(&state, typed);
        cdy_nearest search = cdy_nearest_to(typed);
        int best = NONE, nearest = -1;
        bool shared = false;
        for (int i = 0; i < NAMES; i++) {
            draw_name(&state, typed, names[i]);
            cdy_nearest_consider(&search, names[i]);
            const int distance = distance_of(typed, names[i]);
            shared = distance < best
                         ? false
                         : shared || (nearest >= 0 && distance == best && strcmp(names[nearest], names[i]) != 0);
            nearest = distance < best ? i : nearest;
            best = distance < best ? distance : best;
        }
        ck_assert_msg(search.name == (nearest < 0 ? NULL : names[nearest]), "'%s': %s, not %s", typed,
                      search.name ? search.name : "none", nearest < 0 ? "none" : names[nearest]);
        ck_assert(nearest < 0 || search.distance == (size_t)best);
        ck_assert_int_eq(search.shared, shared);
        near += best < PART;
        parts += best > PART && best < NONE;
        shared_names += shared;
    }
    ck_assert(near > 1000 && parts > 20 && shared_names > 50);
}
END_TEST

/* Names of up to 128 letters are compared, longer ones are not. */
START_TEST(long_names_are_left_out)
{
    char typed[140], name[140];
    for (int length = 127; length <= 130; length++) {
        memset(typed, 'a', sizeof typed);
        memset(name, 'a', sizeof name);
        typed[128] = name[length] = '\0';
        name[0] = 'b';
        const char *const names[] = {name};
        ck_assert_ptr_eq(cdy_nearest_name(typed, 1, names), length <= 128 ? name : NULL);
        ck_assert((cdy_nearest_name(name, 1, (const char *const[]){typed}) != NULL) == (length <= 128));
        ck_assert_uint_eq(cdy_nearest_to(name).typed_length, length <= 128 ? (size_t)length : 129);
    }
}
END_TEST

static const char *name_of(const void *names, int i)
{
    return ((const char *const *)names)[i];
}

/* The letters that a search looks at: each name and its end; the band of the table; each try of a part. */
START_TEST(a_search_ends_with_its_letters)
{
    static const struct {
        const char *typed, *names[2];
        size_t letters;
        int found;
    } cases[] = {
        {"abcdef", {"abcdef", ""}, 7 + (3 + 4 + 5 + 5 + 4 + 3) + 1, 0}, /* the band has 2 cells to either side */
        {"abc", {"xyzw1234", ""}, 9 + 6 + 1, -1},                       /* six places of a part, one letter each */
        {"abc", {"xyzwvabc", ""}, 9 + 5 + 4 + 1, 0},                    /* the sixth place has it, after 3 letters */
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        size_t letters = 1000;
        ck_assert_int_eq(cdy_nearest_within(cases[k].typed, 2, name_of, cases[k].names, &letters), cases[k].found);
        ck_assert_uint_eq(1000 - letters, cases[k].letters);
        letters = cases[k].letters;
        ck_assert_int_eq(cdy_nearest_within(cases[k].typed, 2, name_of, cases[k].names, &letters), cases[k].found);
        ck_assert_uint_eq(letters, 0);
        letters = cases[k].letters - 1;
        ck_assert_int_eq(cdy_nearest_within(cases[k].typed, 2, name_of, cases[k].names, &letters), -1);
        ck_assert_uint_eq(letters, 0);
    }
}
END_TEST

START_TEST(unknown_names_are_told_with_the_nearest)
{
    cdy_error error = {0};
    cdy_nearest search = cdy_nearest_to("elbo");
    ck_assert_fails(cdy_fail_unknown(&search, "joint", &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_str_eq(error.text, "the robot has no joint 'elbo'");
    cdy_nearest_consider(&search, "elbow");
    ck_assert_fails(cdy_fail_unknown(&search, "joint", &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_str_eq(error.text, "the robot has no joint 'elbo'; did you mean 'elbow'?");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("nearest");
    TCase *tests = add_case(suite, "nearest names", the_nearest_of_random_names_is_that_of_whole_tables);
    tcase_add_test(tests, long_names_are_left_out);
    tcase_add_test(tests, a_search_ends_with_its_letters);
    tcase_add_test(tests, unknown_names_are_told_with_the_nearest);
    return run_suites(suite, NULL);
}
