/* Spelling: which words are misspelled, and which corrections are certain, at every boundary. */
#include "description/spelling.h"
#include "support/suite.h"
#include "text/nearest.h"

#include <check.h>
#include <string.h>

enum { FAR, NEAR, MISSPELLED, CERTAIN };

typedef struct spelling {
    const char *typed, *name;
    size_t distance;
    int verdict;
} spelling;

static const spelling spellings[] = {
    {"abcd", NULL, 0, FAR},
    /* one letter in four, two in five; all of them alike where the word is shorter than eight */
    {"abcd", "abcxx", 2, FAR},
    {"abcd", "abc", 1, MISSPELLED},
    {"abcde", "abcxx", 2, NEAR},
    {"abcde", "axxxe", 3, FAR},
    {"abcdefg", "abcdexx", 2, NEAR},
    {"abcdefgh", "abcdefxx", 2, MISSPELLED},
    {"abcdefgh", "xxcdefgh", 2, NEAR},
    {"abcdefgh", "abcdexxx", 3, FAR},
    /* the first letter agrees, in either case, or is swapped with the second */
    {"xolor", "color", 1, NEAR},
    {"Color", "color", 0, CERTAIN},
    {"Abcde", "abcdx", 1, CERTAIN},
    {"Zbcde", "zbcdx", 1, CERTAIN},
    {"@bcde", "`bcdx", 1, NEAR},
    {"[bcde", "{bcdx", 1, NEAR},
    {"oclor", "color", 1, CERTAIN},
    {"oxlor", "color", 1, NEAR},
    {"xclor", "color", 1, NEAR},
    {"oclorr", "color", 1, NEAR},
    {"oclxr", "color", 1, NEAR},
    {"oclo", "color", 1, NEAR},
    /* components: one letter wherever it is, two nowhere, and no correction but of the case */
    {"jxx", "ixx", 1, MISSPELLED},
    {"ixy", "ixx", 1, MISSPELLED},
    {"quat_xyzwxx", "quat_xyzw", 2, NEAR},
    {"xzy", "xyz", 1, MISSPELLED},
    {"rgbas", "rgba", 1, MISSPELLED},
    {"XYZ", "xyz", 0, CERTAIN},
    /* short words: a plural or a swap; words from five letters on: any letter */
    {"links", "link", 1, CERTAIN},
    {"linkS", "link", 1, CERTAIN},
    {"mas", "mass", 1, CERTAIN},
    {"linkx", "link", 1, MISSPELLED},
    {"lisnk", "link", 1, MISSPELLED},
    {"lins", "link", 1, MISSPELLED},
    {"link", "lins", 1, MISSPELLED},
    {"lik", "lisk", 1, MISSPELLED},
    {"lnik", "link", 1, CERTAIN},
    {"likn", "link", 1, CERTAIN},
    {"mess", "mass", 1, MISSPELLED},
    {"colar", "color", 1, CERTAIN},
    {"frictionxx", "friction", 2, MISSPELLED},
    /* words with a meaning of their own */
    {"argb", "rgba", 1, FAR},
    {"line", "link", 1, FAR},
    {"virtual", "visual", 1, FAR},
    {"xyzw", "xyz", 1, FAR},
    {"xyzwa", "xyz", 2, NEAR},
};

START_TEST(words_are_judged_by_their_letters)
{
    const spelling *s = &spellings[_i];
    cdy_nearest search = {.typed = s->typed, .name = s->name, .distance = s->distance};
    ck_assert_msg(cdy_is_near(&search) == (s->verdict >= NEAR), "%s near %s", s->typed, s->name);
    ck_assert_msg(cdy_is_misspelled(&search) == (s->verdict >= MISSPELLED), "%s misspells %s", s->typed, s->name);
    ck_assert_msg(cdy_is_certain_correction(&search) == (s->verdict >= CERTAIN), "%s is surely %s", s->typed, s->name);
    search.shared = true;
    ck_assert(!cdy_is_certain_correction(&search));
    ck_assert_int_eq(cdy_is_misspelled(&search), s->verdict >= MISSPELLED);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("spelling");
    TCase *words = tcase_create("words");
    suite_add_tcase(suite, words);
    tcase_add_loop_test(words, words_are_judged_by_their_letters, 0, sizeof spellings / sizeof *spellings);
    return run_suites(suite, NULL);
}
