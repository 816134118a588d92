/* The cases of findings.txt: robots, and their findings. */
#ifndef CDY_TESTS_FINDINGS_FILE_H
#define CDY_TESTS_FINDINGS_FILE_H

#include <condyle/condyle.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CASES = 600, MOST_WORDS = 32, TEXT = 8192 };

/* An abbreviation, "@NAME TEXT": @NAME stands for the text in the robots below it. */
typedef struct abbreviation {
    const char *name, *text;
} abbreviation;

typedef struct finding_case {
    const char *title;
    cdy_program program;
    char robot[TEXT], findings[TEXT];
} finding_case;

static finding_case cases[MOST_CASES];
static abbreviation abbreviations[MOST_WORDS];
static int case_count, abbreviation_count;

static inline bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static inline const char *find_abbreviation(const char *name, size_t length)
{
    for (int i = 0; i < abbreviation_count; i++) {
        if (strlen(abbreviations[i].name) == length && strncmp(abbreviations[i].name, name, length) == 0) {
            return abbreviations[i].text;
        }
    }
    fprintf(stderr, "findings.txt: @%.*s is not defined\n", (int)length, name);
    exit(1);
}

static inline void append(char *text, const char *more, size_t length)
{
    const size_t end = strlen(text);
    if (end + length >= TEXT) {
        fprintf(stderr, "findings.txt: a case of more than %d characters\n", TEXT);
        exit(1);
    }
    memcpy(text + end, more, length);
    text[end + length] = '\0';
}

/* Appends a line of a robot with its abbreviations written out. */
static inline void append_robot(char *robot, const char *line)
{
    while (*line) {
        size_t length = *line == '@' ? 1 : strcspn(line, "@");
        if (*line == '@') {
            while (is_name_character(line[length])) {
                length++;
            }
            append_robot(robot, find_abbreviation(line + 1, length - 1));
        } else {
            append(robot, line, length);
        }
        line += length;
    }
}

/* "TITLE", or "[PROGRAM] TITLE": what `check --for PROGRAM` finds. */
static inline void begin_case(const char *title)
{
    if (case_count >= MOST_CASES) {
        fprintf(stderr, "findings.txt: more than %d cases\n", MOST_CASES);
        exit(1);
    }
    finding_case *c = &cases[case_count++];
    c->title = title;
    for (int p = 1; *title == '[' && p <= (int)CDY_PROGRAM_ISAAC; p++) {
        const char *name = cdy_program_name((cdy_program)p);
        c->program = strncmp(title + 1, name, strlen(name)) == 0 ? (cdy_program)p : c->program;
    }
}

static inline void read_line(char *line)
{
    finding_case *c = case_count > 0 ? &cases[case_count - 1] : NULL;
    if (line[0] == '@' && !c) {
        char *text = strchr(line, ' ');
        *text = '\0';
        abbreviations[abbreviation_count++] = (abbreviation){line + 1, text + 1};
    } else if (strncmp(line, "= ", 2) == 0) {
        begin_case(line + 2);
    } else if (c && strncmp(line, "- ", 2) == 0) {
        append(c->findings, line + 2, strlen(line + 2));
        append(c->findings, "\n", 1);
    } else if (c && *line) {
        append_robot(c->robot, line);
        append(c->robot, "\n", 1);
    }
}

/* Returns the text that the cases point into; called before the tests run, when assertions cannot fail. */
static inline char *read_cases(void)
{
    enum { MOST = 1 << 20 };
    const char *source = getenv("SOURCE_ROOT");
    char path[4096], *text = calloc(MOST, 1);
    snprintf(path, sizeof path, "%s/tests/lint/findings.txt", source ? source : ".");
    FILE *file = fopen(path, "rb");
    if (!file || !text || fread(text, 1, MOST, file) == MOST) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    for (char *line = text, *end; line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        if (end) {
            *end = '\0';
        }
        read_line(line);
    }
    return text;
}

#endif
