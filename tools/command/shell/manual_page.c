#include "shell/manual_page.h"

#include "options/option_walk.h"
#include "shell/help.h"

#include <condyle/status.h>
#include <string.h>

/* Writes text so that roff prints it literally: characters that roff interprets or man pages replace become escapes,
 * and a leading dot is protected. */
static void write_escaped(output *out, const char *text, size_t length)
{
    static const struct {
        char character;
        const char *escape;
    } escapes[] = {{'\\', "\\e"}, {'-', "\\-"}, {'^', "\\(ha"}, {'~', "\\(ti"}, {'\'', "\\(aq"}, {'`', "\\(ga"}};
    enum { COUNT = sizeof escapes / sizeof *escapes };
    if (length && (text[0] == '.')) {
        output_text(out, "\\&");
    }
    for (size_t i = 0; i < length; i++) {
        size_t k = 0;
        while (k < COUNT && escapes[k].character != text[i]) {
            k++;
        }
        if (k < COUNT) {
            output_text(out, escapes[k].escape);
        } else {
            output_bytes(out, text + i, 1);
        }
    }
}

/* Returns whether a word ends a sentence: roff wants a new line there. */
static bool ends_sentence(const char *word, size_t length)
{
    return length > 1 && strchr(".?!", word[length - 1]) && word[length - 2] != '.';
}

/* Writes words as filled text, in source lines of up to 72 columns that end with sentences. */
static void write_filled(output *out, const char *text, size_t length)
{
    enum { LINE = 72 };
    size_t column = 0;
    for (const char *end = text + length; text < end;) {
        const size_t word = strcspn(text, " \n");
        if (word && column) {
            const bool fits = column + 1 + word <= LINE;
            output_text(out, fits ? " " : "\n");
            column = fits ? column + 1 : 0;
        }
        write_escaped(out, text, word);
        column += word;
        if (ends_sentence(text, word) && text + word < end) {
            output_text(out, "\n");
            column = 0;
        }
        text += word + (text + word < end);
    }
    if (column) {
        output_text(out, "\n");
    }
}

/* Returns the length of the lines at the beginning of a text that are all indented, or all not indented. */
static size_t block_length(const char *text)
{
    const bool indented = *text == ' ';
    size_t length = 0;
    while (text[length] && text[length] != '\n' && (text[length] == ' ') == indented) {
        length += strcspn(text + length, "\n");
        length += text[length] == '\n';
    }
    return length;
}

/* Writes lines as they are. */
static void write_lines(output *out, const char *text, size_t length)
{
    output_text(out, ".nf\n");
    for (const char *end = text + length; text < end;) {
        const size_t line = strcspn(text, "\n");
        write_escaped(out, text, line);
        output_text(out, "\n");
        text += line + 1;
    }
    output_text(out, ".fi\n");
}

/* Writes a text of the help: paragraphs are filled, indented lines stay as they are. */
static void write_paragraphs(output *out, const char *text)
{
    bool separate = false;
    while (*text) {
        if (*text == '\n') {
            separate = true;
            text++;
            continue;
        }
        const size_t length = block_length(text);
        output_text(out, separate ? ".PP\n" : "");
        if (*text == ' ') {
            write_lines(out, text, length);
        } else {
            write_filled(out, text, length);
        }
        separate = false;
        text += length;
    }
}

static void write_title(output *out, const char *command_name, const char *summary)
{
    output_text(out, ".\\\" Written by condyle help \\-\\-man.\n.TH CONDYLE");
    output_text(out, command_name ? "\\-" : "");
    for (const char *c = command_name ? command_name : ""; *c; c++) {
        output_format(out, "%c", *c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    }
    output_format(out, " 1 \"\" \"condyle %s\" \"Condyle manual\"\n.SH NAME\ncondyle%s%s \\-\n", cdy_version(),
                  command_name ? "\\-" : "", command_name ? command_name : "");
    write_filled(out, summary, strlen(summary));
    output_text(out, ".SH SYNOPSIS\n");
}

/* Writes the tagged paragraph of an option. */
static void write_option(output *out, const command *c, const option_texts *option)
{
    const option_row *row = option->row;
    (void)c;
    output_text(out, ".TP\n");
    if (row->letter) {
        output_format(out, "\\fB\\%s\\fR, ", row->letter);
    }
    output_text(out, "\\fB");
    write_escaped(out, row->name, strlen(row->name));
    output_text(out, "\\fR");
    if (*option->metavar) {
        output_text(out, " \\fI");
        write_escaped(out, option->metavar, strlen(option->metavar));
        output_text(out, "\\fR");
    }
    output_text(out, "\n");
    for (const char *line = option->help; *line;) {
        const size_t length = strcspn(line, "\n");
        write_filled(out, line, length);
        output_text(out, line[length] ? ".br\n" : "");
        line += length + (line[length] == '\n');
    }
}

static void write_heading(output *out, const char *title)
{
    output_format(out, ".SS %s\n", title);
}

static void write_note(output *out, const char *note, bool first)
{
    output_text(out, first ? ".SH VALUES\n" : ".PP\n");
    write_paragraphs(out, note);
}

static const option_printer printer = {.heading = write_heading, .option = write_option, .note = write_note};

/* Writes the sections that all pages have. */
static void write_common(output *out)
{
    output_text(out, ".SH EXIT STATUS\n");
    for (size_t i = 0; help_exit_codes[i]; i++) {
        output_format(out, ".TP\n%zu\n", i);
        write_filled(out, help_exit_codes[i], strlen(help_exit_codes[i]));
    }
    output_text(out, ".SH ENVIRONMENT\n"
                     ".TP\nCONDYLE_URDF_PATH\n"
                     "Folders, separated by colons, that are searched for robots given by name.\n"
                     ".TP\nROS_PACKAGE_PATH, AMENT_PREFIX_PATH\n"
                     "Folders in which packages of meshes and of xacro files are searched.\n"
                     ".TP\nCONDYLE_ISA\n"
                     "Vector instructions that the library uses at most: sse2, avx2 or avx512.\n");
}

static void write_examples(output *out, const char *lines)
{
    output_text(out, ".SH EXAMPLES\n");
    write_lines(out, lines, strlen(lines));
}

void manual_page_write_command(output *out, const command *c)
{
    write_title(out, c->name, c->summary);
    output_format(out, "\\fBcondyle %s\\fR \\fI%s\\fR [\\fIoptions\\fR]\n.SH DESCRIPTION\n", c->name,
                  c->usage ? c->usage : "ROBOT");
    write_paragraphs(out, c->description);
    if (!c->no_robot) {
        output_text(out, ".PP\n");
        write_paragraphs(out, c->needs_file ? help_robot_file : help_robot);
    }
    output_text(out, ".SH OPTIONS\n"
                     "A value follows its option as the next word or after an equals sign;\n"
                     "the word \\-\\- ends the options.\n");
    option_walk(out, c, &printer);
    write_common(out);
    write_examples(out, c->examples);
    output_text(out, ".SH SEE ALSO\n.BR condyle (1)\n");
}

void manual_page_write(output *out)
{
    write_title(out, NULL, "robots from their files and their dynamics");
    output_text(out, "\\fBcondyle\\fR \\fICOMMAND ROBOT\\fR [\\fIoptions\\fR]\n"
                     ".br\n\\fBcondyle help\\fR [\\fICOMMAND\\fR]\n"
                     ".br\n\\fBcondyle completion\\fR \\fBbash\\fR|\\fBzsh\\fR|\\fBfish\\fR\n"
                     ".br\n\\fBcondyle \\-\\-version\\fR\n"
                     ".SH DESCRIPTION\n");
    write_paragraphs(out, help_introduction);
    output_text(out, ".PP\n");
    write_paragraphs(out, help_robot);
    output_text(out, ".PP\n");
    write_paragraphs(out, help_results);
    output_text(out, ".SH COMMANDS\n");
    for (size_t i = 0; commands[i]; i++) {
        output_format(out, ".TP\n.BR condyle\\-%s (1)\n", commands[i]->name);
        write_filled(out, commands[i]->summary, strlen(commands[i]->summary));
    }
    output_text(out, ".TP\n\\fBcompletion\\fR\n"
                     "Print a script by which bash, zsh or fish completes command lines of condyle.\n");
    write_common(out);
    write_examples(out, help_examples);
    output_text(out, ".SH SEE ALSO\n");
    for (size_t i = 0; commands[i]; i++) {
        output_format(out, ".BR condyle\\-%s (1)%s\n", commands[i]->name, commands[i + 1] ? " ," : "");
    }
}
