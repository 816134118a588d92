#include "shell/completion.h"

#include "options/option_walk.h"
#include "shell/completion_names.h"
#include "shell/scripts.h"

#include <condyle/catalogue.h>
#include <condyle/urdf.h>
#include <string.h>

/* Writes a text between single quotes of the shell, with a backslash before each character of `escaped`. A single quote
 * is written as `quote`. */
static void write_quoted(output *out, const char *text, const char *escaped, const char *quote)
{
    for (; *text; text++) {
        if (*text == '\'') {
            output_text(out, quote);
        } else {
            output_text(out, strchr(escaped, *text) ? "\\" : "");
            output_bytes(out, text, 1);
        }
    }
}

static void write_words(const option_row *row, output *out)
{
    for (size_t i = 0; row->words[i]; i++) {
        output_format(out, "%s%s", i ? " " : "", row->words[i]);
    }
}

/* Whether a value may be the name of a file. */
static bool is_file(const option_row *row)
{
    return row->kind == OPTION_READ_FILE || row->kind == OPTION_WRITE_FILE || row->kind == OPTION_NEW_FILE ||
           row->reads || row->file;
}

/* Whether a value may be the name of a robot, as the ROBOT of a command. */
static bool is_robot(const option_row *row)
{
    return row->metavar && strcmp(row->metavar, "ROBOT") == 0;
}

/* Writes a script up to its next line with `# @`, in place of which comes what the command knows; returns the text
 * behind that line. */
static const char *write_script(output *out, const char *script)
{
    const char *mark = strstr(script, "# @");
    if (!mark) {
        output_text(out, script);
        return script + strlen(script);
    }
    while (mark > script && mark[-1] != '\n') {
        mark--;
    }
    output_bytes(out, script, (size_t)(mark - script));
    return mark + strcspn(mark, "\n") + 1;
}

/* ---- bash ---- */

static void write_bash_name(output *out, const command *c, const option_texts *option)
{
    const char *letter = option->row->letter;
    (void)c;
    output_format(out, "%s%s%s%s", option->first ? "" : " ", letter ? letter : "", letter ? " " : "",
                  option->row->name);
}

static void write_bash_values(output *out, const command *c, const option_texts *option)
{
    const option_row *row = option->row;
    if (row->kind == OPTION_FLAG || row->bare) { /* any word may follow */
        return;
    }
    output_format(out, "    %s,%s", c->name, row->name);
    if (row->letter) {
        output_format(out, " | %s,%s", c->name, row->letter);
    }
    output_text(out, ") echo '");
    if (row->names) {
        output_text(out, "NAME");
    } else if (row->words) {
        output_text(out, row->kind != OPTION_SET ? "WORD " : is_file(row) ? "LISTED " : "LIST ");
        write_words(row, out);
    } else {
        output_text(out, is_robot(row) ? "ROBOT" : row->folder ? "FOLDER" : is_file(row) ? "FILE" : "TEXT");
    }
    output_text(out, "' ;;\n");
}

static const option_printer bash_names = {.option = write_bash_name}, bash_values = {.option = write_bash_values};

static void write_bash(output *out)
{
    const char *rest = write_script(out, script_bash);
    output_text(out, "_condyle_subcommands='");
    for (size_t i = 0; commands[i]; i++) {
        output_format(out, "%s%s", i ? " " : "", commands[i]->name);
    }
    output_text(out, "'\n");
    rest = write_script(out, rest);
    for (size_t i = 0; commands[i]; i++) {
        output_format(out, "    %s) echo '", commands[i]->name);
        option_walk(out, commands[i], &bash_names);
        output_text(out, "' ;;\n");
    }
    rest = write_script(out, rest);
    for (size_t i = 0; commands[i]; i++) {
        option_walk(out, commands[i], &bash_values);
    }
    write_script(out, rest);
}

/* ---- zsh ---- */

static void write_zsh_quoted(output *out, const char *text)
{
    write_quoted(out, text, "\\[]:", "'\\''");
}

/* Writes the value of an option as _arguments has it: `:placeholder:action`. */
static void write_zsh_value(output *out, const option_row *row)
{
    if (row->kind == OPTION_FLAG) {
        return;
    }
    output_text(out, row->bare ? "::" : ":");
    write_zsh_quoted(out, row->metavar ? row->metavar : "WORD");
    output_text(out, ":");
    if (row->names) {
        output_format(out, "_condyle_names %s", row->name);
    } else if (row->words) {
        output_text(out, row->kind != OPTION_SET ? "(" : is_file(row) ? " _condyle_listed " : "_values -s , WORD ");
        write_words(row, out);
        output_text(out, row->kind == OPTION_SET ? "" : ")");
    } else {
        output_text(out, is_robot(row) ? "_condyle_robots" : row->folder ? "_files -/" : is_file(row) ? "_files" : " ");
    }
}

/* Writes one form of an option, its name or its letter. */
static void write_zsh_form(output *out, const option_row *row, const char *form, const char *brief)
{
    output_text(out, " \\\n        '");
    if (row->kind == OPTION_TEXTS) {
        output_text(out, "*");
    } else if (row->letter) {
        output_format(out, "(%s %s)", row->letter, row->name);
    }
    output_format(out, "%s%s[", form, row->kind != OPTION_FLAG && form[1] == '-' ? "=" : "");
    write_zsh_quoted(out, brief);
    output_text(out, "]");
    write_zsh_value(out, row);
    output_text(out, "'");
}

static void write_zsh_option(output *out, const command *c, const option_texts *option)
{
    const option_row *row = option->row;
    (void)c;
    if (row->letter) {
        write_zsh_form(out, row, row->letter, option->brief);
    }
    write_zsh_form(out, row, row->name, option->brief);
}

static const option_printer zsh_printer = {.option = write_zsh_option};

static void write_zsh(output *out)
{
    const char *rest = write_script(out, script_zsh);
    for (size_t i = 0; commands[i]; i++) {
        output_format(out, "_condyle_%s()\n{\n    _arguments", commands[i]->name);
        option_walk(out, commands[i], &zsh_printer);
        output_text(out, " \\\n        '*:robot:_condyle_robots'\n}\n\n");
    }
    rest = write_script(out, rest);
    for (size_t i = 0; commands[i]; i++) {
        output_format(out, "        '%s:", commands[i]->name);
        write_zsh_quoted(out, commands[i]->summary);
        output_text(out, "'\n");
    }
    write_script(out, rest);
}

/* ---- fish ---- */

static void write_fish_quoted(output *out, const char *text)
{
    write_quoted(out, text, "\\", "\\'");
}

static void write_fish_option(output *out, const command *c, const option_texts *option)
{
    const option_row *row = option->row;
    output_format(out, "complete -c condyle -n '__fish_seen_subcommand_from %s' -l %s", c->name, row->name + 2);
    if (row->letter) {
        output_format(out, " -s %s", row->letter + 1);
    }
    if (row->kind != OPTION_FLAG && !row->bare) {
        output_text(out, is_file(row) || is_robot(row) ? " -r -F" : " -x");
    }
    if (is_robot(row)) {
        output_text(out, " -a '(condyle completion robots)'");
    } else if (row->folder) {
        output_text(out, " -a '(__fish_complete_directories)'");
    } else if (row->names) {
        output_format(out, " -a '(__condyle_names %s)'", row->name);
    } else if (row->words) {
        output_text(out, " -a '");
        write_words(row, out);
        output_text(out, "'");
    }
    output_text(out, " -d '");
    write_fish_quoted(out, option->brief);
    output_text(out, "'\n");
}

static const option_printer fish_printer = {.option = write_fish_option};

static void write_fish_command(output *out, const command *c)
{
    output_format(out, "\ncomplete -c condyle -n __fish_use_subcommand -a %s -d '", c->name);
    write_fish_quoted(out, c->summary);
    output_format(out, "'\ncomplete -c condyle -n '__fish_seen_subcommand_from help' -f -a %s\n", c->name);
    output_format(out, "complete -c condyle -n '__fish_seen_subcommand_from %s' -a '(condyle completion robots)'\n",
                  c->name);
    option_walk(out, c, &fish_printer);
}

static void write_fish(output *out)
{
    const char *rest = write_script(out, script_fish);
    for (size_t i = 0; commands[i]; i++) {
        write_fish_command(out, commands[i]);
    }
    write_script(out, rest);
}

/* ---- the subcommand ---- */

static void write_robot(void *context, const char *name)
{
    output *out = (output *)context;
    const cdy_catalogue_entry *entry = cdy_catalogue_find(name);
    output_name(out, name);
    output_text(out, "\n");
    if (entry && entry->short_name) {
        output_name(out, entry->short_name);
        output_text(out, "\n");
    }
}

static void write_robots(output *out)
{
    if (cdy_urdf_list_bundled(write_robot, out, NULL) != CDY_OK) {
        output_lacks_memory(out);
    }
}

static void write_help(output *out)
{
    output_text(out,
                "Usage: condyle completion bash|zsh|fish\n\n"
                "Prints a script by which the shell completes commands, options, their words, files, and the names\n"
                "of a robot's bodies and joints.\n\n"
                "Options:\n"
                "  -h, --help            print this help\n\n"
                "Examples:\n"
                "  source <(condyle completion bash)\n"
                "  condyle completion zsh > ~/.zfunc/_condyle\n"
                "  condyle completion fish > ~/.config/fish/completions/condyle.fish\n");
}

exit_code completion_run(int count, char **arguments, output *out)
{
    static const struct {
        const char *word;
        void (*write)(output *out);
    } scripts[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}, {"robots", write_robots}};
    if (count > 0 && strcmp(arguments[0], "names") == 0) {
        return completion_names_run(count - 1, arguments + 1, out);
    }
    if (count > 0 && (strcmp(arguments[0], "--help") == 0 || strcmp(arguments[0], "-h") == 0)) {
        write_help(out);
        return EXIT_FINE;
    }
    if (count != 1) {
        return fail(EXIT_USAGE, "'completion' needs one shell: bash, zsh or fish");
    }
    cdy_nearest search = cdy_nearest_to(arguments[0]);
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        if (strcmp(arguments[0], scripts[i].word) == 0) {
            scripts[i].write(out);
            return EXIT_FINE;
        }
        if (scripts[i].write != write_robots) {
            cdy_nearest_consider(&search, scripts[i].word);
        }
    }
    text_buffer message = {0};
    text_add(&message, "there are no completions for '%s'; expected bash, zsh or fish", arguments[0]);
    message_suggest(&search, &message);
    return fail_text(EXIT_USAGE, &message);
}
