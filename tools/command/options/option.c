#include "options/option.h"

#include "options/options.h"

#include <stdlib.h>
#include <string.h>

static size_t count_rows(const option_table *table)
{
    size_t count = 0;
    for (const option_row *row = table->rows; row->kind != OPTION_END; row++) {
        count += row->kind == OPTION_TABLE ? count_rows(row->table) : 1;
    }
    return count;
}

static bool same_title(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Inserts an option behind the last one with its heading; options without a heading come first. */
static void insert(option_list *list, option_entry entry)
{
    size_t at = list->count;
    while (at > 0 && !same_title(list->entries[at - 1].title, entry.title)) {
        at--;
    }
    at = at == 0 && entry.title ? list->count : at;
    memmove(list->entries + at + 1, list->entries + at, (list->count - at) * sizeof *list->entries);
    list->entries[at] = entry;
    list->count++;
}

static void add_rows(option_list *list, const option_table *table, const char *title, size_t base)
{
    title = table->title ? table->title : title;
    for (const option_row *row = table->rows; row->kind != OPTION_END; row++) {
        if (row->kind == OPTION_TABLE) {
            add_rows(list, row->table, title, base + row->offset);
        } else {
            insert(list, (option_entry){row, title, base});
        }
    }
}

bool option_list_make(option_list *list, const option_table *table)
{
    *list = (option_list){0};
    list->entries = calloc(count_rows(table) + count_rows(&invocation_table), sizeof *list->entries);
    if (!list->entries) {
        return false;
    }
    add_rows(list, table, NULL, 0);
    add_rows(list, &invocation_table, NULL, 0);
    return true;
}

void option_list_clear(option_list *list)
{
    free(list->entries);
    *list = (option_list){0};
}

static bool is_named(const char *text, const char *name, size_t length)
{
    return text && strlen(text) == length && memcmp(text, name, length) == 0;
}

const option_entry *option_list_find(const option_list *list, const char *name, size_t length)
{
    for (size_t i = 0; i < list->count; i++) {
        const option_row *row = list->entries[i].row;
        if (is_named(row->name, name, length) || is_named(row->letter, name, length)) {
            return &list->entries[i];
        }
    }
    return NULL;
}

bool option_list_begins(const option_list *list, size_t index)
{
    const char *title = list->entries[index].title;
    return title && (index == 0 || !same_title(list->entries[index - 1].title, title));
}

void *option_value(const option_entry *entry, void *values)
{
    return (char *)values + entry->base + entry->row->offset;
}

void option_add_metavar(const option_row *row, text_buffer *text)
{
    if (row->metavar) {
        text_add(text, row->bare ? "[%s]" : "%s", row->metavar);
    } else if (row->kind == OPTION_CHOICE) {
        for (size_t i = 0; row->words[i]; i++) {
            text_add(text, "%s%s", i ? "|" : "", row->words[i]);
        }
    }
}

void option_add_help(const option_row *row, text_buffer *text)
{
    text_add(text, "%s", row->help);
    if (row->standard) {
        text_add(text, " (default: %s)", row->standard);
    }
}

void option_add_brief(const option_row *row, text_buffer *text)
{
    const char *mark = strstr(row->help, " (default");
    const size_t line = strcspn(row->help, "\n");
    const size_t length = mark && (size_t)(mark - row->help) < line ? (size_t)(mark - row->help) : line;
    text_add_bytes(text, row->help, length);
}
