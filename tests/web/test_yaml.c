/* The page's parser of YAML beside libyaml: the same events for what it reads, and nothing else for what it does not.
 */
#include "yaml_events.h"

#include "support/suite.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Texts that both read; the events are libyaml's. */
static const char *const texts[] = {
    "",
    "\n# nothing but a comment\n",
    "a",
    "a: 1\nb: 2.5\n",
    "a: 1 # one\n# two\nb: x#y\n",
    "---\na: 1\n...\n",
    "--- a\n",
    "a:\nb:\n  c:\n",
    "a:\n  b:\n    c: 1\n    d: 2\n  e: 3\nf: 4\n",
    "a:\n- 1\n- 2\nb: 3\n",
    "a:\n  - 1\n  - 2\nb: 3\n",
    "- a: 1\n  b: 2\n-   c: 3\n    d: 4\n- - 1\n  - 2\n-\n- x\n",
    "-\n  - a\n  - b: 1\n    c: 2\n",
    "kinematics:\n  x: 0\n  y: -0.1625\n  roll: 1.570796327\n  hash: calib_12788084448423163542\n",
    "limits: {lower: !degrees -360.0, upper: !degrees  360.0, has: true}\n",
    "mass: [1, 2.5 , 'three', \"four\", x y z]\nempty: []\nnone: {}\n",
    "a: {b: [1, {c: 2}], d: }\ne: [a: 1, b: 2]\n",
    "a: [\n  1, # one\n  2,\n]\nb: {\n  c: 1,\n  d:\n    2\n}\n",
    "{\"a\":1, 'b':2, c: 3}\n",
    "[a, b: c, [d]]\n",
    "{a, b: , c}\n",
    "base: &base {a: 1}\nother:\n  <<: *base\n  b: 2\nlist: [*base, *base]\n",
    "x: &x\n  a: 1\ny: &y !radians 3\nz: !!float 3\nw: ! 3\nv: !<tag> 4\nu: !degrees\n",
    "- &a\n- !t\n- &b !t 1\n- !t &c 2\n",
    "&k key: &v value\n!t other: 1\n",
    "top: &t\n  &k key: 1\n",
    "'single ''quoted''': \"double \\\"quoted\\\" \\t \\x41 \\u00e4 \\U0001F600 \\N \\_ \\L \\P \\e \\0\"\n",
    "a: 'over\n  lines\n\n  and more '\nb: \"over\n  lines \\\n  joined\n\n\n  more\\n\"\n",
    "a: plain over\n  lines\n\n\n  of text\nb: 1\n",
    "a: http://host:80/x#y\nb: a:b\nc: -1\nd: -x\n",
    "a: |\n  one\n   two\n\n  three\n\nb: |-\n  x\nc: |+\n  y\n\n\nd: >\n  folded\n  text\n\n  more\n    indented\n  "
    "end\n",
    "a: |2\n   one\n  two\nb: >-\n\n\n  lead\n  text\n",
    "- |\n one\n- >\n two\n three\n",
    "a: >+\n  x\n  \n\n",
    "a: |\n\nb: 1\n",
    "\xef\xbb\xbf"
    "a: \xc3\xa4\n",
    "a: 1\r\nb:\r\n  - 2\r\n",
    "a: ?x\nb: :y\nc: -z\n?q: 1\n",
    "a:    1   \n   \nb: 2\n\n",
    "a:\t1\nb: 2\t\n",
    "  a: 1\n  b: 2\n",
    "a: 1\n  - b\n",
    "a: 'x'   # y\nb: [1]   # z\n",
    "\"quoted key\": 1\n'other' : 2\nplain key : 3\n",
};

/* Texts that both refuse. */
static const char *const faults[] = {
    "a: b: c\n",   "a: [1, 2\n",     "a: {b: 1\n",   "a: 'x\n",      "a: \"\\q\"\n",
    "a\nb: 1\n",   "a: 1\n b: 2\n",  "a:\n\tb: 1\n", "- a\nb: 1\n",  "a: @x\n",
    "a: `x\n",     "a: [1 2]: 3\n",  "a: &x &y 1\n", "a: *\n",       "a: !x!y z\n",
    "]\n",         "a: \"x\" y\n",   "a: [1,,2]\n",  "a: - 1\n",     "key: \"a\nb\": 1\n",
    "a: \x01\n",   "a: \xff\n",      "[a\n---\n]\n", "a: |0\n  x\n", "a: | x\n",
    "a: {b: 1]\n", "- a\n - b\nc\n", "a: %x\n",      "b: 'x' 'y'\n",
};

static bool events_of(bool (*print)(const char *, size_t, FILE *), const char *text, size_t size, char **events)
{
    size_t length = 0;
    FILE *out = open_memstream(events, &length);
    const bool good = print(text, size, out);
    fclose(out);
    return good;
}

/* Compares a text: what the page reads, libyaml reads alike.  Returns whether the page reads it. */
static bool compare(const char *text, size_t size)
{
    char *here, *there;
    const bool page = events_of(print_events_of_page, text, size, &here);
    const bool library = events_of(print_events_of_libyaml, text, size, &there);
    if (page) {
        ck_assert_msg(library, "only the page reads this text:\n%.*s", (int)size, text);
        ck_assert_msg(strcmp(here, there) == 0, "of the text\n%.*s\nthe page reads\n%slibyaml\n%s", (int)size, text,
                      here, there);
    }
    free(here);
    free(there);
    return page;
}

START_TEST(page_and_library_read_the_same)
{
    ck_assert_msg(compare(texts[_i], strlen(texts[_i])), "the page refuses\n%s", texts[_i]);
}
END_TEST

START_TEST(page_and_library_refuse_the_same)
{
    ck_assert_msg(!compare(faults[_i], strlen(faults[_i])), "the page reads\n%s", faults[_i]);
}
END_TEST

/* Texts that are changed at random: the page may refuse more, and reads nothing otherwise than libyaml. */
START_TEST(changed_texts_are_read_alike_or_refused)
{
    static const char odd[] = " \t\n:-,[]{}&*!|>'\"#%?a1.\\";
    uint64_t random = 7 + (uint64_t)_i;
    const char *text = texts[_i];
    char changed[600];
    int read = 0;
    for (int k = 0; k < UNLESS_WATCHED(4000, 200); k++) {
        size_t size = strlen(text);
        memcpy(changed, text, size + 1);
        for (int change = 0; change < 1 + k % 3; change++) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            const size_t place = size > 0 ? (size_t)(random >> 33) % (size + 1) : 0;
            const char c = odd[(random >> 20) % (sizeof odd - 1)];
            if (random >> 60 & 1 && place < size) {
                memmove(changed + place, changed + place + 1, size - place);
                size--;
            } else if (random >> 61 & 1 && place < size) {
                changed[place] = c;
            } else {
                memmove(changed + place + 1, changed + place, size - place + 1);
                changed[place] = c;
                size++;
            }
        }
        read += compare(changed, size);
    }
    ck_assert_msg(read > 0, "the page reads none");
}
END_TEST

/* A text of parameters repeated to any depth ends, and is read or refused. */
START_TEST(deep_texts_are_refused)
{
    static const char *const starts[] = {"[", "{a: ", "- "};
    for (int k = 0; k < 3; k++) {
        char *text = malloc(20000);
        size_t size = 0;
        for (int i = 0; i < 3000; i++) {
            size += (size_t)sprintf(text + size, "%s", starts[k]);
        }
        char *events;
        ck_assert(!events_of(print_events_of_page, text, size, &events));
        free(events);
        free(text);
    }
}
END_TEST

/* A thousand collections in each other are read, one more is refused, whatever they are written as. */
START_TEST(depth_counts_collections)
{
    static const struct {
        const char *start, *inner, *end;
    } forms[] = {{"[", "", "]"}, {"{a: ", "b", "}"}, {"- ", "b", ""}};
    for (size_t k = 0; k < 3; k++) {
        for (int depth = 1000; depth <= 1001; depth++) {
            char *text = malloc(6000), *at = text, *events;
            for (int i = 0; i < depth; i++) {
                at += sprintf(at, "%s", forms[k].start);
            }
            at += sprintf(at, "%s", forms[k].inner);
            for (int i = 0; i < depth; i++) {
                at += sprintf(at, "%s", forms[k].end);
            }
            const bool read = events_of(print_events_of_page, text, (size_t)(at - text), &events);
            ck_assert_msg(read == (depth == 1000), "%d of '%s' are %s", depth, forms[k].start,
                          read ? "read" : "refused");
            free(events);
            free(text);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("yaml");
    TCase *c = tcase_create("events");
    const int count = (int)(sizeof texts / sizeof *texts);
    tcase_add_loop_test(c, page_and_library_read_the_same, 0, count);
    tcase_add_loop_test(c, page_and_library_refuse_the_same, 0, (int)(sizeof faults / sizeof *faults));
    tcase_add_loop_test(c, changed_texts_are_read_alike_or_refused, 0, count);
    tcase_add_test(c, deep_texts_are_refused);
    tcase_add_test(c, depth_counts_collections);
    suite_add_tcase(suite, c);
    return run_suites(suite, NULL);
}
