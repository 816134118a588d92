/* All public functions and structs, as interface.awk reads them from the headers. */
#ifndef CDY_TESTS_INTERFACE_CASE_H
#define CDY_TESTS_INTERFACE_CASE_H

#include <condyle/condyle.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A value for an argument of any type. */
typedef struct interface_value {
    void *pointer;
    void (*function)(void);
    double number;
    size_t size;
    long long integer;
} interface_value;

enum { MOST_ARGUMENTS = 15 };

typedef struct interface_function {
    const char *name, *result;
    int (*call)(const interface_value *values);
    int count;
    struct {
        const char *type, *name;
    } arguments[MOST_ARGUMENTS + 1];
} interface_function;

/* A member with its place in its struct; the type is "pointer" for every pointer. */
typedef struct interface_member {
    const char *owner, *type, *name;
    size_t place, size;
} interface_member;

typedef struct interface_struct {
    const char *name;
    size_t size;
} interface_struct;

#include "interface.h"

enum {
    FUNCTIONS = sizeof functions / sizeof functions[0],
    MEMBERS = sizeof members / sizeof members[0],
    STRUCTS = sizeof structs / sizeof structs[0]
};

static inline bool is(const char *text, const char *other)
{
    return strcmp(text, other) == 0;
}

static inline bool begins(const char *text, const char *other)
{
    return strncmp(text, other, strlen(other)) == 0;
}

static inline bool ends(const char *text, const char *other)
{
    const size_t length = strlen(text), ending = strlen(other);
    return length >= ending && is(text + length - ending, other);
}

static inline size_t size_of_struct(const char *name)
{
    for (size_t i = 0; i < STRUCTS; i++) {
        if (is(structs[i].name, name)) {
            return structs[i].size;
        }
    }
    return 0;
}

#endif
