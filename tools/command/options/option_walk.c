#include "options/option_walk.h"

static void print_option(output *out, const command *c, const option_row *row, bool first,
                         const option_printer *printer)
{
    text_buffer metavar = {0}, help = {0}, brief = {0};
    option_add_metavar(row, &metavar);
    option_add_help(row, &help);
    option_add_brief(row, &brief);
    if (metavar.failed || help.failed || brief.failed) {
        output_lacks_memory(out);
    } else {
        const option_texts texts = {row, text_get(&metavar), text_get(&help), text_get(&brief), first};
        printer->option(out, c, &texts);
    }
    text_clear(&metavar);
    text_clear(&help);
    text_clear(&brief);
}

/* Prints the notes of a table, then of the tables that it includes; returns whether any note was printed so far. */
static bool print_notes(output *out, const option_table *table, bool any, const option_printer *printer)
{
    if (table->note) {
        printer->note(out, table->note, !any);
        any = true;
    }
    for (const option_row *row = table->rows; row->kind != OPTION_END; row++) {
        if (row->kind == OPTION_TABLE) {
            any = print_notes(out, row->table, any, printer);
        }
    }
    return any;
}

void option_walk(output *out, const command *c, const option_printer *printer)
{
    option_list list;
    if (!option_list_make(&list, c->options)) {
        output_lacks_memory(out);
    }
    for (size_t i = 0; i < list.count; i++) {
        const option_entry *entry = &list.entries[i];
        if (printer->heading && option_list_begins(&list, i)) {
            printer->heading(out, entry->title);
        }
        print_option(out, c, entry->row, i == 0, printer);
    }
    option_list_clear(&list);
    if (printer->note) {
        print_notes(out, c->options, false, printer);
    }
}
