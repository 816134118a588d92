/* The ground floor: memory, arena, names, error reports, random numbers. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/suite.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/format.h"
#include "base/jacobi.h"
#include "base/memory.h"
#include "base/name_table.h"
#include "base/random.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

START_TEST(memory_is_zeroed_and_may_be_empty)
{
    unsigned char *bytes = cdy_allocate(1000, 3);
    ck_assert_ptr_nonnull(bytes);
    for (size_t i = 1; i < 3000; i++) {
        bytes[0] |= bytes[i];
    }
    ck_assert_uint_eq(bytes[0], 0);
    cdy_release(bytes);
    void *nothing = cdy_allocate(0, 8);
    ck_assert_ptr_nonnull(nothing);
    nothing = cdy_reallocate(nothing, 0, 8);
    ck_assert_ptr_nonnull(nothing);
    nothing = cdy_reallocate(nothing, 8, 0);
    ck_assert_ptr_nonnull(nothing);
    cdy_release(nothing);
    cdy_release(NULL);
}
END_TEST

START_TEST(sizes_that_overflow_are_refused)
{
    ck_assert_ptr_null(cdy_allocate(SIZE_MAX / 2, 3));
    ck_assert_ptr_null(cdy_allocate(SIZE_MAX / 2, SIZE_MAX / 2));
    int *numbers = cdy_allocate(2, sizeof *numbers);
    numbers[1] = 42;
    ck_assert_ptr_null(cdy_reallocate(numbers, SIZE_MAX / 4 + 2, sizeof *numbers));
    ck_assert_int_eq(numbers[1], 42);
    int *more = cdy_reallocate(numbers, 1000, sizeof *numbers);
    ck_assert_ptr_nonnull(more);
    ck_assert_int_eq(more[1], 42);
    cdy_release(more);
    ck_assert_ptr_null(cdy_copy_text("x", SIZE_MAX));
}
END_TEST

START_TEST(text_is_copied_with_its_end)
{
    char *copy = cdy_copy_text("shoulder_link", 8);
    ck_assert_str_eq(copy, "shoulder");
    cdy_release(copy);
}
END_TEST

/* ---- arena ---- */

START_TEST(arena_pieces_are_apart_aligned_and_zeroed)
{
    enum { PIECES = 5000 };
    static unsigned char *pieces[PIECES];
    cdy_arena arena = {0};
    int wrong = 0;
    for (size_t i = 0; i < PIECES; i++) {
        size_t size = i % 97;
        pieces[i] = cdy_arena_allocate(&arena, size, 1);
        ck_assert_ptr_nonnull(pieces[i]);
        ck_assert_uint_eq((uintptr_t)pieces[i] % alignof(max_align_t), 0);
        for (size_t k = 0; k < size; k++) {
            wrong += pieces[i][k] != 0;
        }
        memset(pieces[i], (int)(i % 251), size);
    }
    for (size_t i = 0; i < PIECES; i++) {
        for (size_t k = 0; k < i % 97; k++) {
            wrong += pieces[i][k] != i % 251;
        }
    }
    ck_assert_int_eq(wrong, 0);
    cdy_arena_clear(&arena);
    ck_assert_ptr_null(arena.blocks);
    ck_assert_str_eq(cdy_arena_copy(&arena, "again"), "again");
    cdy_arena_clear(&arena);
}
END_TEST

START_TEST(arena_takes_pieces_of_any_size)
{
    cdy_arena arena = {0};
    char *small = cdy_arena_copy(&arena, "small");
    unsigned char *large = cdy_arena_allocate(&arena, 3, 1 << 20);
    ck_assert_ptr_nonnull(large);
    memset(large, 1, 3 << 20);
    ck_assert_str_eq(small, "small");
    ck_assert_ptr_null(cdy_arena_allocate(&arena, SIZE_MAX, 1));
    ck_assert_ptr_null(cdy_arena_allocate(&arena, SIZE_MAX / 2, 3));
    ck_assert_ptr_null(cdy_arena_allocate(&arena, SIZE_MAX / 4, 8));
    ck_assert_ptr_null(cdy_arena_allocate(&arena, SIZE_MAX / 8 + 2, 8)); /* 8 bytes, where the product overflows */
    ck_assert_ptr_null(cdy_arena_allocate(&arena, SIZE_MAX / 4 * 3, 1)); /* more bytes than any machine has */
    ck_assert_str_eq(small, "small");
    ck_assert(arena.failed);
    cdy_arena_clear(&arena);
    ck_assert(!arena.failed);
    ck_assert_ptr_nonnull(cdy_arena_allocate(&arena, SIZE_MAX, 0)); /* any number of nothing */
    ck_assert(!arena.failed);
    cdy_arena_clear(&arena);
}
END_TEST

/* Pieces of 128 bytes that an arena takes until it asks the heap for another block, and the bytes of that block. */
typedef struct arena_growth {
    size_t pieces, bytes;
} arena_growth;

static arena_growth grow_once(cdy_arena *arena)
{
    const size_t before = heap_count().bytes; /* asserts use the heap too */
    arena_growth g = {0, 0};
    while (!g.bytes && cdy_arena_allocate(arena, 128, 1)) {
        g.pieces++;
        g.bytes = heap_count().bytes - before;
    }
    return g;
}

/* Blocks of 1 KiB, 2 KiB and so on to 1 MiB, filled to the last byte; the header in front of each is some words. */
START_TEST(arena_blocks_double_up_to_a_mebibyte)
{
    enum { FIRST = 1024, LARGEST = 1048576 };
    cdy_arena arena = {0};
    if (!heap_is_counted()) {
        return;
    }
    size_t block = FIRST;
    const size_t header = grow_once(&arena).bytes - block;
    ck_assert_uint_le(header, 64);
    for (int i = 0; i < 13; i++) {
        const arena_growth g = grow_once(&arena); /* the piece that did not fit is the first of the next block */
        ck_assert_uint_eq(g.pieces, block / 128);
        block = block < LARGEST ? 2 * block : block;
        ck_assert_uint_eq(g.bytes, header + block);
    }
    cdy_arena_clear(&arena);
}
END_TEST

/* ---- names ---- */

enum { NAMES = 100000, NAME_SIZE = 16 };

static char *make_names(void)
{
    char *names = malloc((size_t)NAMES * NAME_SIZE);
    for (int i = 0; i < NAMES; i++) {
        snprintf(names + (size_t)i * NAME_SIZE, NAME_SIZE, "link_%d", i);
    }
    return names;
}

/* Sets each name to its number; returns the number of names that could not be set. */
static int set_all(cdy_name_table *table, const char *names)
{
    int failures = 0;
    for (int i = 0; i < NAMES; i++) {
        failures += !cdy_name_table_set(table, names + (size_t)i * NAME_SIZE, i);
    }
    return failures;
}

START_TEST(many_names_are_found)
{
    char *names = make_names();
    cdy_name_table table = {0};
    ck_assert_int_eq(cdy_name_table_find(&table, "link_0"), -1);
    ck_assert_int_eq(set_all(&table, names), 0);
    ck_assert_uint_eq(table.count, NAMES);
    int lost = 0;
    for (int i = 0; i < NAMES; i++) {
        char copy[NAME_SIZE];
        snprintf(copy, sizeof copy, "link_%d", i); /* names are equal by their letters, not by their place */
        lost += cdy_name_table_find(&table, copy) != i;
    }
    ck_assert_int_eq(lost, 0);
    ck_assert_int_eq(cdy_name_table_find(&table, "link_100000"), -1);
    ck_assert_int_eq(cdy_name_table_find(&table, "link_"), -1);
    ck_assert_int_eq(cdy_name_table_find(&table, ""), -1);
    cdy_name_table_clear(&table);
    ck_assert_int_eq(cdy_name_table_find(&table, "link_0"), -1);
    free(names);
}
END_TEST

START_TEST(a_name_set_again_has_the_new_value)
{
    cdy_name_table table = {0};
    ck_assert(cdy_name_table_set(&table, "elbow", 1));
    ck_assert(cdy_name_table_set(&table, "wrist", 2));
    ck_assert(cdy_name_table_set(&table, "elbow", 3));
    ck_assert(cdy_name_table_set(&table, "", 4));
    ck_assert_uint_eq(table.count, 3);
    ck_assert_int_eq(cdy_name_table_find(&table, "elbow"), 3);
    ck_assert_int_eq(cdy_name_table_find(&table, "wrist"), 2);
    ck_assert_int_eq(cdy_name_table_find(&table, ""), 4);
    cdy_name_table_clear(&table);
}
END_TEST

/* A full table of 16 places would hold 8 names: nine one-letter names must share places and still be told apart. */
START_TEST(names_that_share_a_place_are_told_apart)
{
    char names[256][2];
    cdy_name_table table = {0};
    for (int i = 1; i < 256; i++) {
        names[i][0] = (char)i;
        names[i][1] = '\0';
        ck_assert(cdy_name_table_set(&table, names[i], i));
        int wrong = 0;
        for (int k = 1; k < 256; k++) {
            const char name[2] = {(char)k, '\0'};
            wrong += cdy_name_table_find(&table, name) != (k <= i ? k : -1);
        }
        ck_assert_int_eq(wrong, 0);
    }
    cdy_name_table_clear(&table);
}
END_TEST

/* Two pairs of names that 64-bit FNV-1a does not tell apart. */
START_TEST(names_of_one_hash_are_told_apart)
{
    static const char *const names[] = {"8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ", "gMPflVXtwGDXbIhP73TX",
                                        "LtHf1prlU1bCeYZEdqWf"};
    cdy_name_table table = {0};
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(cdy_name_table_find(&table, names[i]), -1);
        ck_assert(cdy_name_table_set(&table, names[i], i));
    }
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(cdy_name_table_find(&table, names[i]), i);
    }
    cdy_name_table_clear(&table);
}
END_TEST

/* The two tables hold the same names in places that depend on their secret keys. */
START_TEST(tables_keep_names_in_places_of_their_own)
{
    char *names = make_names();
    cdy_name_table a = {0}, b = {0};
    ck_assert_int_eq(set_all(&a, names), 0);
    ck_assert_int_eq(set_all(&b, names), 0);
    ck_assert_uint_eq(a.capacity, b.capacity);
    ck_assert_int_ne(memcmp(a.entries, b.entries, a.capacity * sizeof(void *)), 0);
    ck_assert(a.key[0] != b.key[0] && a.key[1] != b.key[1]);
    cdy_name_table_clear(&a);
    cdy_name_table_clear(&b);
    free(names);
}
END_TEST

/* Hashes of these names by the reference implementation with 1 and 3 rounds, under the key 00 01 ... 0f. */
START_TEST(names_have_the_hashes_of_siphash)
{
    static const uint64_t key[2] = {0x0706050403020100u, 0x0f0e0d0c0b0a0908u};
    static const struct {
        const char *name;
        uint64_t hash;
    } cases[] = {{"", 0xabac0158050fc4dcu},
                 {"a", 0x1c2697ab786a6237u},
                 {"left_elbow", 0xabb0bf5b02fcc756u},
                 {"shoulder", 0x0e85e50ece94c50bu},
                 {"a_link_whose_name_is_longer_than_three_words", 0x5e5689da8150b5fdu}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_uint_eq(cdy_hash_name(key, cases[i].name), cases[i].hash);
    }
}
END_TEST

/* Names are added and removed in any order; the table always agrees with an array of the same names. */
START_TEST(names_are_taken_out)
{
    enum { COUNT = 60 };
    char names[COUNT][8];
    int values[COUNT], wrong = 0;
    size_t there = 0;
    uint64_t state = 1;
    cdy_name_table table = {0};
    for (int i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "n%d", i);
        values[i] = -1;
    }
    cdy_name_table_remove(&table, "n0"); /* out of an empty table */
    for (int step = 0; step < 5000; step++) {
        int i = draw_below(&state, COUNT);
        bool remove = draw_below(&state, 2);
        there += (size_t)(!remove && values[i] < 0) - (size_t)(remove && values[i] >= 0);
        values[i] = remove ? -1 : step;
        if (remove) {
            cdy_name_table_remove(&table, names[i]);
        } else {
            wrong += !cdy_name_table_set(&table, names[i], step);
        }
        for (int k = 0; k < COUNT; k++) {
            wrong += cdy_name_table_find(&table, names[k]) != values[k];
        }
        wrong += table.count != there;
    }
    ck_assert_int_eq(wrong, 0);
    cdy_name_table_clear(&table);
}
END_TEST

START_TEST(a_reserved_table_does_not_move)
{
    char *names = make_names();
    cdy_name_table table = {0};
    ck_assert(cdy_name_table_reserve(&table, NAMES));
    size_t capacity = table.capacity;
    const void *entries = table.entries;
    ck_assert_int_eq(set_all(&table, names), 0);
    ck_assert_uint_eq(table.capacity, capacity);
    ck_assert_ptr_eq(table.entries, entries);
    ck_assert(!cdy_name_table_reserve(&table, SIZE_MAX));
    ck_assert_int_eq(cdy_name_table_find(&table, "link_77"), 77);
    cdy_name_table_clear(&table);
    free(names);
}
END_TEST

/* A table has 16 places, and doubles before more than half of them are taken. */
START_TEST(tables_are_half_full_at_most)
{
    char names[33][4];
    cdy_name_table table = {0};
    for (int i = 0; i < 33; i++) {
        snprintf(names[i], sizeof names[i], "%d", i);
        ck_assert(cdy_name_table_set(&table, names[i], i));
        ck_assert_uint_eq(table.capacity, i < 8 ? 16 : i < 16 ? 32 : i < 32 ? 64 : 128);
    }
    cdy_name_table_clear(&table);
    ck_assert(cdy_name_table_reserve(&table, 0));
    ck_assert_uint_eq(table.capacity, 16);
    ck_assert(cdy_name_table_reserve(&table, 32));
    ck_assert_uint_eq(table.capacity, 64);
    cdy_name_table_clear(&table);
    ck_assert_uint_eq(table.capacity, 0);
    ck_assert_ptr_null(table.entries);
}
END_TEST

/* A table keeps the pointer that it was first given for a name. */
START_TEST(a_name_set_again_keeps_its_first_text)
{
    char first[] = "elbow", second[] = "elbow";
    cdy_name_table table = {0};
    ck_assert(cdy_name_table_set(&table, first, 1));
    ck_assert(cdy_name_table_set(&table, second, 2));
    second[0] = 'x';
    ck_assert_int_eq(cdy_name_table_find(&table, "elbow"), 2);
    cdy_name_table_remove(&table, "wrist");
    ck_assert_uint_eq(table.count, 1);
    cdy_name_table_clear(&table);
}
END_TEST

/* Where memory runs out a table stays as it is. */
START_TEST(a_table_that_cannot_grow_keeps_its_names)
{
    char names[9][4];
    cdy_name_table table = {0};
    if (!heap_is_counted()) {
        return;
    }
    for (int i = 0; i < 9; i++) {
        snprintf(names[i], sizeof names[i], "%d", i);
        if (i == 0 || i == 8) {
            heap_fail_at(1);
            const bool is_set = cdy_name_table_set(&table, names[i], i);
            heap_fail_at(0);
            ck_assert(!is_set);
            ck_assert_uint_eq(table.count, (size_t)i);
            ck_assert_int_eq(cdy_name_table_find(&table, names[i]), -1);
        }
        ck_assert(cdy_name_table_set(&table, names[i], i));
    }
    for (int i = 0; i < 9; i++) {
        ck_assert_int_eq(cdy_name_table_find(&table, names[i]), i);
    }
    cdy_name_table_clear(&table);
}
END_TEST

/* ---- error reports ---- */

START_TEST(a_report_has_status_and_text)
{
    cdy_error error = {.line = 7, .file = "old"};
    /* A number of more than 511 characters is left out. */
    cdy_fail(&error, CDY_ERROR_ROBOT, "[%.150f] [%.400f]", 0.5, 1e308);
    ck_assert_uint_eq(strlen(error.text), 152 + 5);
    ck_assert_str_eq(error.text + 152, "0] []");
    ck_assert_int_eq(cdy_fail(&error, CDY_ERROR_ROBOT, "mass %d of '%.80s'", -3, "link"), CDY_ERROR_ROBOT);
    ck_assert_int_eq(error.status, CDY_ERROR_ROBOT);
    ck_assert_int_eq(error.line, 0);
    ck_assert_str_eq(error.file, "");
    ck_assert_str_eq(error.text, "mass -3 of 'link'");
    ck_assert_int_eq(cdy_fail_at(&error, CDY_ERROR_IO, "a.urdf", 12, "%s", "gone"), CDY_ERROR_IO);
    ck_assert_int_eq(error.line, 12);
    ck_assert_str_eq(error.file, "a.urdf");
    ck_assert_str_eq(error.text, "gone");
    ck_assert_int_eq(cdy_fail_memory(&error), CDY_ERROR_MEMORY);
    ck_assert_str_eq(error.text, "out of memory");
    ck_assert_int_eq(cdy_fail(NULL, CDY_ERROR_NUMERIC, "nobody listens"), CDY_ERROR_NUMERIC);
}
END_TEST

START_TEST(a_report_has_no_control_characters)
{
    cdy_error error;
    cdy_fail_at(&error, CDY_ERROR_ROBOT, "a\nb\x1b[2J", 1, "tab\t bell\a delete\x7f unit\x1f tilde~ K\xc3\xbcka");
    ck_assert_str_eq(error.file, "a?b?[2J");
    ck_assert_str_eq(error.text, "tab? bell? delete? unit? tilde~ K\xc3\xbcka");
    cdy_fail_at(&error, CDY_ERROR_ROBOT, "\n", 1, "\a");
    ck_assert_str_eq(error.file, "?");
    ck_assert_str_eq(error.text, "?");
    cdy_fail_at(&error, CDY_ERROR_ROBOT, "", 1, "%s", "");
    ck_assert_str_eq(error.file, "");
}
END_TEST

START_TEST(long_reports_are_cut)
{
    char name[4000];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    memcpy(name + sizeof name - 9, "end.urdf", 8);
    cdy_error error;
    cdy_fail_at(&error, CDY_ERROR_ROBOT, name, 1, "%s", name);
    ck_assert_uint_eq(strlen(error.text), CDY_ERROR_TEXT_SIZE - 1);
    ck_assert_uint_eq(strlen(error.file), CDY_ERROR_FILE_SIZE - 1);
    ck_assert_mem_eq(error.file, "...x", 4);
    ck_assert_str_eq(error.file + CDY_ERROR_FILE_SIZE - 9, "end.urdf");
    name[CDY_ERROR_FILE_SIZE - 1] = '\0'; /* the longest text that fits */
    cdy_fail_at(&error, CDY_ERROR_ROBOT, name, 1, "%s", "fits");
    ck_assert_str_eq(error.file, name);
    name[CDY_ERROR_FILE_SIZE - 1] = 'y'; /* one more */
    name[CDY_ERROR_FILE_SIZE] = '\0';
    cdy_fail_at(&error, CDY_ERROR_ROBOT, name, 1, "%s", "cut");
    ck_assert_uint_eq(strlen(error.file), CDY_ERROR_FILE_SIZE - 1);
    ck_assert_str_eq(error.file + 3, name + 4);
}
END_TEST

/* The text of a format with one name in it. */
typedef struct cut_case {
    const char *name, *expected;
} cut_case;

static const cut_case cuts[] = {
    {"", "''"},
    {"abcd", "'abcd'"},
    {"abcde", "'abcd...'"},
    {"abc\xc3\xa4", "'abc...'"},
    {"ab\xc3\xa4", "'ab\xc3\xa4'"},
    {"ab\xe2\x82\xac", "'ab...'"},
    {"\x80\x80\x80\x80\x80", "'...'"},
};

START_TEST(long_names_are_cut_at_a_character_and_say_so)
{
    char text[32], small[8];
    ck_assert_uint_eq(cdy_print(text, sizeof text, "'%.4s'", cuts[_i].name), strlen(cuts[_i].expected));
    ck_assert_str_eq(text, cuts[_i].expected);
    ck_assert_uint_eq(cdy_print(NULL, 0, "'%.4s'", cuts[_i].name), strlen(cuts[_i].expected));
    ck_assert_uint_eq(cdy_print(small, 3, "'%.4s'", cuts[_i].name), strlen(cuts[_i].expected));
    ck_assert_uint_eq(strlen(small), 2);
    ck_assert_int_eq(strncmp(small, cuts[_i].expected, 2), 0);
}
END_TEST

START_TEST(all_else_is_formatted_as_by_the_library)
{
    char own[256], other[256];
    const double x = 1.0 / 3;
    const size_t length =
        cdy_print(own, sizeof own, "%d %5d %-5d| %u %c %zu %ld %llu %g %.3f %+.2e %% %s %.2s %04x %*d %.*s %.1s", -1, 2,
                  3, 4U, 'c', (size_t)5, -6L, 7ULL, x, x, x, "whole", "p", 0xabU, 4, 8, 2, "abc", "q");
    snprintf(other, sizeof other, "%d %5d %-5d| %u %c %zu %ld %llu %g %.3f %+.2e %% %s %.2s %04x %*d %.*s %.1s", -1, 2,
             3, 4U, 'c', (size_t)5, -6L, 7ULL, x, x, x, "whole", "p", 0xabU, 4, 8, 2, "abc", "q");
    ck_assert_str_eq(own, other);
    ck_assert_uint_eq(length, strlen(other));
}
END_TEST

/* Texts that do not fit are cut, at any size, and the whole length is told. */
START_TEST(texts_end_where_their_memory_ends)
{
    static const char whole[] = "[abcd...] -12 0.25 % wide 7 \xc3\xa4";
    for (size_t size = 0; size < sizeof whole + 2; size++) {
        char out[sizeof whole + 4];
        memset(out, '#', sizeof out);
        ck_assert_uint_eq(cdy_print(size ? out : NULL, size, "[%.4s] %d %g %% %s %*d %s", "abcdefgh", -12, 0.25, "wide",
                                    1, 7, "\xc3\xa4"),
                          sizeof whole - 1);
        const size_t length = size < sizeof whole ? size : sizeof whole;
        ck_assert(size == 0 || strncmp(out, whole, length - 1) == 0);
        ck_assert(size == 0 || out[length - 1] == '\0');
        for (size_t i = size; i < sizeof out; i++) {
            ck_assert_int_eq(out[i], '#');
        }
    }
}
END_TEST

/* A number has room for 511 characters; a conversion of more than 14 characters is left to the C library. */
START_TEST(long_numbers_and_conversions_are_formatted)
{
    static const int widths[] = {1, 510, 511, 512, 600};
    char own[700], format[32];
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        snprintf(format, sizeof format, "<%%0%dd>", widths[i]);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        ck_assert_uint_eq(cdy_print(own, sizeof own, format, 5), 2 + (widths[i] <= 511 ? (size_t)widths[i] : 0));
#pragma GCC diagnostic pop
    }
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    ck_assert_uint_eq(cdy_print(own, sizeof own, "%.0s|%.9s|%.10s|%.19s", letters, letters, letters, letters), 53);
    ck_assert_str_eq(own, "...|abcdefghi...|abcdefghij...|abcdefghijklmnopqrs...");
    /* An unsupported conversion passes the rest of the format to the C library, whose %.2s cuts without dots. */
    ck_assert_uint_eq(cdy_print(own, sizeof own, "%12s|%.2s", "abc", "abc"), 15);
    ck_assert_str_eq(own, "         abc|ab");
    ck_assert_uint_eq(cdy_print(own, sizeof own, "%1s", "x"), 1);
    ck_assert_uint_eq(cdy_print(own, sizeof own, "%*s", 0, ""), 0);
    ck_assert_uint_eq(cdy_print(own, sizeof own, "%12.0000000003f|%.2s", 0.5, "abc"), 18);
    ck_assert_str_eq(own, "       0.500|ab...");
    ck_assert_uint_eq(cdy_print(own, sizeof own, "%12.00000000003f|%.2s", 0.5, "abc"), 15);
    ck_assert_str_eq(own, "       0.500|ab");
    char expected[128];
    const int length =
        snprintf(expected, sizeof expected, "abcdefghijkl...|b|%ld|%zu|-7000000000", LONG_MIN + 1, SIZE_MAX);
    ck_assert_uint_eq(cdy_print(own, sizeof own, "%.12s|%.90s|%ld|%zu|%lld", "abcdefghijklmn", "b", LONG_MIN + 1,
                                SIZE_MAX, -7000000000LL),
                      (size_t)length);
    ck_assert_str_eq(own, expected);
}
END_TEST

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-zero-length" /* the format under test */
START_TEST(an_empty_format_gives_an_empty_text)
{
    for (size_t size = 0; size <= 2; size++) {
        char text[] = "old";
        ck_assert_uint_eq(cdy_print(text, size, ""), 0);
        ck_assert_str_eq(text, size > 0 ? "" : "old");
    }
}
END_TEST
#pragma GCC diagnostic pop

START_TEST(every_status_has_a_name)
{
    for (int i = CDY_OK; i <= CDY_ERROR_UNSUPPORTED; i++) {
        const char *text = cdy_status_text((cdy_status)i);
        ck_assert_str_ne(text, "unknown status");
        for (int k = CDY_OK; k < i; k++) {
            ck_assert_str_ne(text, cdy_status_text((cdy_status)k));
        }
    }
    ck_assert_str_eq(cdy_status_text((cdy_status)1000), "unknown status");
}
END_TEST

/* ---- random numbers ---- */

/* The sequence that the authors' reference code gives for the seed 1234567. */
static const uint64_t reference_seed = 1234567,
                      reference_bits[5] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                           4593380528125082431u, 16408922859458223821u};

START_TEST(random_numbers_follow_from_their_seed)
{
    uint64_t state = reference_seed;
    for (int i = 0; i < 5; i++) {
        ck_assert_uint_eq(cdy_random_bits(&state), reference_bits[i]);
    }
}
END_TEST

/* The upper 53 bits make a multiple of 2^-53 from 2^-53 to 1; two such make a number between bounds, or a normal one.
 */
START_TEST(random_numbers_are_made_of_bits)
{
    const double pi = 3.14159265358979323846;
    double units[5];
    uint64_t state = reference_seed;
    for (int i = 0; i < 5; i++) {
        units[i] = ((double)(reference_bits[i] / 2048) + 1) / 9007199254740992.0;
        ck_assert_double_eq(cdy_random_unit(&state), units[i]);
    }
    state = reference_seed;
    for (int i = 0; i < 4; i += 2) {
        const double expected = sqrt(-2 * log(units[i])) * cos(2 * pi * units[i + 1]);
        ck_assert_double_eq_tol(cdy_random_normal(&state), expected, 1e-14);
    }
    state = reference_seed;
    for (int i = 0; i < 5; i++) {
        ck_assert_double_eq_tol(cdy_random_between(&state, -3, 5), -3 + 8 * units[i], 1e-14);
    }
}
END_TEST

/* Whatever the bounds, the number is between them. */
START_TEST(random_numbers_keep_to_their_bounds)
{
    static const double bounds[][2] = {
        {-1e308, 1.7e308}, {0.1, 0.1}, {0, 0}, {-5e-324, 5e-324}, {0.1, 0.10000000000000002}};
    uint64_t state = 3;
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        for (int k = 0; k < 1000; k++) {
            const double x = cdy_random_between(&state, bounds[i][0], bounds[i][1]);
            ck_assert(x >= bounds[i][0] && x <= bounds[i][1]);
        }
    }
}
END_TEST

START_TEST(random_numbers_have_their_distribution)
{
    enum { COUNT = 1000000 };
    const double count = COUNT;
    uint64_t state = 1;
    int outside = 0;
    double mean = 0, square = 0, normal_mean = 0, normal_square = 0, least = 1, most = 0;
    for (int i = 0; i < COUNT; i++) {
        double u = cdy_random_unit(&state), x = cdy_random_normal(&state);
        least = fmin(least, u);
        most = fmax(most, u);
        mean += u / count;
        square += u * u / count;
        normal_mean += x / count;
        normal_square += x * x / count;
        double between = cdy_random_between(&state, -3, 5);
        outside += !(u > 0 && u <= 1) + !(between > -3 && between <= 5);
    }
    ck_assert_int_eq(outside, 0);
    /* Five standard deviations of each estimate. */
    ck_assert_double_eq_tol(mean, 0.5, 5 * sqrt(1.0 / 12 / count));
    ck_assert_double_eq_tol(square, 1.0 / 3, 5 * sqrt(4.0 / 45 / count));
    ck_assert_double_eq_tol(normal_mean, 0, 5 / sqrt(count));
    ck_assert_double_eq_tol(normal_square, 1, 5 * sqrt(2.0 / count));
    ck_assert(least < 1e-3 && most > 1 - 1e-3);
}
END_TEST

/* One element beside the diagonal, at each place and of any size: its two rows turn, the others stay. */
START_TEST(each_pair_of_rows_is_turned)
{
    enum { MOST = 4 };
    static const double sizes[] = {1, 1e-150, 1e150};
    const double size = sizes[_i];
    for (int n = 2; n <= MOST; n++) {
        for (int p = 0; p < n; p++) {
            for (int q = p + 1; q < n; q++) {
                double A[MOST * MOST] = {0}, V[MOST * MOST];
                for (int i = 0; i < n; i++) {
                    A[i * n + i] = (i + 1) * size;
                }
                A[p * n + q] = A[q * n + p] = 0.5 * size;
                cdy_jacobi(n, A, V);
                const double mean = (p + q + 2) / 2.0, half = hypot((q - p) / 2.0, 0.5);
                for (int i = 0; i < n; i++) {
                    const double expected = i == p ? mean - half : i == q ? mean + half : i + 1;
                    ck_assert_double_eq_tol(A[i * n + i] / size, expected, 1e-15 * (double)MOST);
                    double length = 0;
                    for (int k = 0; k < n; k++) {
                        length += V[i * n + k] * V[i * n + k];
                        ck_assert(k == i || fabs(A[i * n + k]) < 1e-15 * size);
                    }
                    ck_assert_double_eq_tol(length, 1, 1e-15 * (double)MOST);
                }
            }
        }
    }
}
END_TEST

/* V A V^T is the diagonal of the eigenvalues, for random symmetric matrices. */
START_TEST(jacobi_makes_matrices_diagonal)
{
    enum { MOST = 8 };
    uint64_t seed = (uint64_t)_i + 1;
    const int n = 1 + _i % MOST;
    double A[MOST * MOST] = {0}, diagonal[MOST * MOST], V[MOST * MOST];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            A[i * n + j] = A[j * n + i] = cdy_random_between(&seed, -1, 1);
        }
    }
    memcpy(diagonal, A, sizeof A);
    cdy_jacobi(n, diagonal, V);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double sum = 0, product = 0;
            for (int k = 0; k < n * n; k++) {
                sum += V[i * n + k / n] * A[k] * V[j * n + k % n];
                product += k < n ? V[i * n + k] * V[j * n + k] : 0;
            }
            ck_assert_double_eq_tol(sum, i == j ? diagonal[i * n + i] : 0, 1e-14);
            ck_assert_double_eq_tol(product, i == j, 1e-14);
            ck_assert(i == j || fabs(diagonal[i * n + j]) < 1e-15);
        }
    }
}
END_TEST

/* An element counts as 0 up to half an epsilon of the geometric mean of its two diagonal elements. */
START_TEST(elements_end_at_rounding)
{
    for (int beyond = 0; beyond < 2; beyond++) {
        const double size = 0.5 * DBL_EPSILON * (sqrt(2) * sqrt(8)), x = size * (beyond ? 1.003 : 0.997);
        double A[4] = {2, x, x, 8}, V[4];
        cdy_jacobi(2, A, V);
        ck_assert_double_eq(A[1], beyond ? 0 : x);
        ck_assert_double_eq(A[2], beyond ? 0 : x);
        ck_assert_double_eq(V[0], 1);
        ck_assert(beyond ? V[1] < 0 && V[2] > 0 : !(fabs(V[1]) > 0) && !(fabs(V[2]) > 0));
    }
}
END_TEST

/* Rows count as orthogonal up to a product of 4 epsilon of their lengths, or of 16 epsilon^2 of all squares. */
START_TEST(products_of_rows_end_at_rounding)
{
    for (int beyond = 0; beyond < 2; beyond++) {
        const double part = beyond ? 1.003 : 0.997, x = 4 * DBL_EPSILON * part;
        double A[4] = {2, 0, 3 * x, 3}, V[4];
        ck_assert(cdy_jacobi_rows(2, 2, A, V));
        ck_assert((fabs(V[1]) > 0) == beyond);
        /* Two short rows beside a long one: their product is s^2, the squares are L^2 but for 3 s^2. */
        const double L = 5, s = 4 * DBL_EPSILON * L * sqrt(part);
        double B[9] = {0, s, 0, L, 0, 0, 0, s, s}, W[9];
        ck_assert(cdy_jacobi_rows(3, 3, B, W));
        ck_assert((fabs(W[2]) > 0) == beyond);
    }
}
END_TEST

/* The vectors may be left out. */
START_TEST(eigenvalues_come_without_vectors)
{
    const double A[9] = {4, 1, 0.5, 1, 3, -1, 0.5, -1, 2};
    double with[9], without[9], V[9];
    for (int rows = 0; rows < 2; rows++) {
        memcpy(with, A, sizeof A);
        memcpy(without, A, sizeof A);
        if (rows) {
            ck_assert(cdy_jacobi_rows(3, 3, with, V) && cdy_jacobi_rows(3, 3, without, NULL));
        } else {
            cdy_jacobi(3, with, V);
            cdy_jacobi(3, without, NULL);
        }
        ck_assert_mem_eq(with, without, sizeof with);
    }
}
END_TEST

/* The rows of random matrices become orthogonal to each other, by an orthogonal V with V A = the new A. */
START_TEST(jacobi_makes_rows_orthogonal)
{
    enum { MOST = 9 };
    uint64_t seed = 5;
    for (int trial = 0; trial < 200; trial++) {
        const int count = 1 + trial % 6, n = 1 + trial % MOST;
        double A[6 * MOST], rotated[6 * MOST], V[36], size = 0;
        for (int i = 0; i < count * n; i++) {
            A[i] = rotated[i] = cdy_random_between(&seed, -0.5, 0.5);
            size += A[i] * A[i];
        }
        ck_assert(cdy_jacobi_rows(count, n, rotated, V));
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                double of_rows = 0, of_V = 0;
                for (int k = 0; k < n; k++) {
                    of_rows += rotated[i * n + k] * rotated[j * n + k];
                }
                for (int k = 0; k < count; k++) {
                    of_V += V[i * count + k] * V[j * count + k];
                }
                ck_assert(i == j || fabs(of_rows) < 1e-14 * size);
                ck_assert_double_eq_tol(of_V, i == j, 1e-14);
            }
            for (int k = 0; k < n; k++) {
                double sum = 0;
                for (int j = 0; j < count; j++) {
                    sum += V[i * count + j] * A[j * n + k];
                }
                ck_assert_double_eq_tol(sum, rotated[i * n + k], 1e-14);
            }
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base");
    TCase *tests = add_case(suite, "memory", memory_is_zeroed_and_may_be_empty);
    tcase_add_test(tests, sizes_that_overflow_are_refused);
    tcase_add_test(tests, text_is_copied_with_its_end);
    tests = add_case(suite, "arena", arena_pieces_are_apart_aligned_and_zeroed);
    tcase_add_test(tests, arena_takes_pieces_of_any_size);
    tcase_add_test(tests, arena_blocks_double_up_to_a_mebibyte);
    tests = add_case(suite, "names", many_names_are_found);
    tcase_add_test(tests, a_name_set_again_has_the_new_value);
    tcase_add_test(tests, names_that_share_a_place_are_told_apart);
    tcase_add_test(tests, names_of_one_hash_are_told_apart);
    tcase_add_test(tests, tables_keep_names_in_places_of_their_own);
    tcase_add_test(tests, names_have_the_hashes_of_siphash);
    tcase_add_test(tests, names_are_taken_out);
    tcase_add_test(tests, a_reserved_table_does_not_move);
    tcase_add_test(tests, tables_are_half_full_at_most);
    tcase_add_test(tests, a_name_set_again_keeps_its_first_text);
    tcase_add_test(tests, a_table_that_cannot_grow_keeps_its_names);
    tests = add_case(suite, "errors", a_report_has_status_and_text);
    tcase_add_test(tests, a_report_has_no_control_characters);
    tcase_add_test(tests, long_reports_are_cut);
    tcase_add_test(tests, every_status_has_a_name);
    tcase_add_loop_test(tests, long_names_are_cut_at_a_character_and_say_so, 0, sizeof cuts / sizeof *cuts);
    tcase_add_test(tests, all_else_is_formatted_as_by_the_library);
    tcase_add_test(tests, texts_end_where_their_memory_ends);
    tcase_add_test(tests, long_numbers_and_conversions_are_formatted);
    tcase_add_test(tests, an_empty_format_gives_an_empty_text);
    tests = tcase_create("eigenvalues");
    tcase_add_loop_test(tests, each_pair_of_rows_is_turned, 0, 3);
    tcase_add_loop_test(tests, jacobi_makes_matrices_diagonal, 0, 40);
    tcase_add_test(tests, elements_end_at_rounding);
    tcase_add_test(tests, products_of_rows_end_at_rounding);
    tcase_add_test(tests, eigenvalues_come_without_vectors);
    tcase_add_test(tests, jacobi_makes_rows_orthogonal);
    suite_add_tcase(suite, tests);
    tests = add_case(suite, "random", random_numbers_follow_from_their_seed);
    tcase_add_test(tests, random_numbers_are_made_of_bits);
    tcase_add_test(tests, random_numbers_keep_to_their_bounds);
    tcase_add_test(tests, random_numbers_have_their_distribution);
    return run_suites(suite, NULL);
}
