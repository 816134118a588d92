#include "shell/completion.h"

#include "options/option_walk.h"
#include "shell/completion_names.h"

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

static bool is_file(const option_row *row)
{
    return row->kind == OPTION_READ_FILE || row->kind == OPTION_WRITE_FILE || row->kind == OPTION_NEW_FILE;
}

/* ---- bash ---- */

static const char bash_head[] =
    "# Completes the command line of condyle in bash 3.2 or later; written by `condyle completion bash`.\n"
    "# To use it in this shell: source <(condyle completion bash)\n\n";

static const char bash_split[] =
    "# Splits the command line before the cursor into _condyle_words, without quotes. _condyle_quote is the quote that "
    "is\n"
    "# open at the cursor; readline keeps the beginning _condyle_kept of the last word, up to a break or the open "
    "quote, and\n"
    "# replaces the rest.\n"
    "_condyle_split()\n"
    "{\n"
    "    local line=${COMP_LINE:0:COMP_POINT} word= begun= outside= character i\n"
    "    _condyle_words=() _condyle_quote= _condyle_kept=\n"
    "    for ((i = 0; i < ${#line}; i++)); do\n"
    "        character=${line:i:1}\n"
    "        if [[ $character == '\\' && $_condyle_quote != \"'\" ]]; then\n"
    "            i=$((i + 1)) character=${line:i:1} begun=1\n"
    "            if [[ $_condyle_quote && $character != [\\\"\\\\\\$\\`] ]]; then\n"
    "                word+='\\'\n"
    "            fi\n"
    "            word+=$character\n"
    "        elif [[ $_condyle_quote && $character == \"$_condyle_quote\" ]]; then\n"
    "            _condyle_quote= _condyle_kept=$outside\n"
    "        elif [[ $_condyle_quote ]]; then\n"
    "            word+=$character\n"
    "        elif [[ $character == [\\'\\\"] ]]; then\n"
    "            _condyle_quote=$character outside=$_condyle_kept _condyle_kept=$word begun=1\n"
    "        elif [[ $character == [[:space:]] ]]; then\n"
    "            if [[ $begun ]]; then\n"
    "                _condyle_words+=(\"$word\")\n"
    "            fi\n"
    "            word= begun= _condyle_kept=\n"
    "        else\n"
    "            word+=$character begun=1\n"
    "            if [[ $COMP_WORDBREAKS == *\"$character\"* ]]; then\n"
    "                _condyle_kept=$word\n"
    "            fi\n"
    "        fi\n"
    "    done\n"
    "    _condyle_words+=(\"$word\")\n"
    "}\n\n";

static const char bash_tail[] =
    "# Replies with $1, without what readline keeps, in quotes as the word has.\n"
    "_condyle_reply_text()\n"
    "{\n"
    "    local text=${1#\"$_condyle_kept\"} special=$' \\t!\"#$&\\'()*;<>?[\\\\]^`{|}~' quoted= character i\n"
    "    case $_condyle_quote in\n"
    "    \\') special=\\' ;;\n"
    "    \\\") special='\"\\$`' ;;\n"
    "    esac\n"
    "    for ((i = 0; i < ${#text}; i++)); do\n"
    "        character=${text:i:1}\n"
    "        if [[ $special == *\"$character\"* ]]; then\n"
    "            [[ $_condyle_quote == \\' ]] && quoted+=\"'\\\\'\" || quoted+='\\'\n"
    "        fi\n"
    "        quoted+=$character\n"
    "    done\n"
    "    COMPREPLY+=(\"$quoted\")\n"
    "}\n\n"
    "# Adds the words $1 that begin with $2 to the replies.\n"
    "_condyle_reply()\n"
    "{\n"
    "    local word\n"
    "    for word in $1; do\n"
    "        if [[ $word == \"$2\"* ]]; then\n"
    "            COMPREPLY+=(\"${word#\"$_condyle_kept\"}\")\n"
    "        fi\n"
    "    done\n"
    "}\n\n"
    "# Adds the files that begin with $1 to the replies.\n"
    "_condyle_reply_files()\n"
    "{\n"
    "    local file\n"
    "    while IFS= read -r file; do\n"
    "        COMPREPLY+=(\"${file#\"$_condyle_kept\"}\")\n"
    "    done < <(compgen -f -- \"$1\")\n"
    "    compopt -o filenames 2>/dev/null\n"
    "}\n\n"
    "# Adds the values of option $2 of the subcommand $1 that begin with $3, by the names of the robot, to the "
    "replies.\n"
    "_condyle_reply_names()\n"
    "{\n"
    "    local value\n"
    "    while IFS= read -r value; do\n"
    "        if [[ $value == \"$3\"* ]]; then\n"
    "            _condyle_reply_text \"$value\"\n"
    "            [[ $value == *[:=,] ]] && compopt -o nospace 2>/dev/null\n"
    "        fi\n"
    "    done < <(condyle completion names \"$1\" \"$2\" \"$3\" \"${_condyle_words[@]:2:${#_condyle_words[@]}-3}\" "
    "2>/dev/null)\n"
    "}\n\n"
    "# Replies with values $1 of an option that begin with $2.\n"
    "_condyle_reply_values()\n"
    "{\n"
    "    local word\n"
    "    case $1 in\n"
    "    FILE) _condyle_reply_files \"$2\" ;;\n"
    "    LIST\\ *)\n"
    "        for word in ${1#LIST }; do\n"
    "            _condyle_reply \"${2%\"${2##*,}\"}$word\" \"$2\"\n"
    "        done ;;\n"
    "    WORD\\ *) _condyle_reply \"${1#WORD }\" \"$2\" ;;\n"
    "    esac\n"
    "}\n\n"
    "_condyle()\n"
    "{\n"
    "    local _condyle_words _condyle_quote _condyle_kept\n"
    "    _condyle_split\n"
    "    local last=$((${#_condyle_words[@]} - 1)) subcommand=${_condyle_words[1]} values\n"
    "    local word=${_condyle_words[last]} before=${_condyle_words[last-1]}\n"
    "    COMPREPLY=()\n"
    "    if ((last == 1)); then\n"
    "        _condyle_reply \"$_condyle_subcommands help completion --help --version\" \"$word\"\n"
    "        return\n"
    "    fi\n"
    "    case $subcommand in\n"
    "    help) _condyle_reply \"$_condyle_subcommands\" \"$word\"; return ;;\n"
    "    completion) _condyle_reply 'bash zsh fish' \"$word\"; return ;;\n"
    "    esac\n"
    "    if [[ $word == --*=* ]]; then\n"
    "        before=${word%%=*}\n"
    "        word=${word#*=}\n"
    "        _condyle_kept=${_condyle_kept#\"$before=\"}\n"
    "    fi\n"
    "    values=$(_condyle_values \"$subcommand\" \"$before\")\n"
    "    if [[ $values == NAME ]]; then\n"
    "        _condyle_reply_names \"$subcommand\" \"$before\" \"$word\"\n"
    "    elif [[ $values ]]; then\n"
    "        _condyle_reply_values \"$values\" \"$word\"\n"
    "    elif [[ $word == -* ]]; then\n"
    "        _condyle_reply \"$(_condyle_options \"$subcommand\")\" \"$word\"\n"
    "    else\n"
    "        _condyle_reply \"$(condyle completion robots 2>/dev/null)\" \"$word\"\n"
    "        _condyle_reply_files \"$word\"\n"
    "    fi\n"
    "}\n\n"
    "complete -F _condyle condyle\n";

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
        output_text(out, row->kind == OPTION_SET ? "LIST " : "WORD ");
        write_words(row, out);
    } else {
        output_text(out, is_file(row) ? "FILE" : "TEXT");
    }
    output_text(out, "' ;;\n");
}

static const option_printer bash_names = {.option = write_bash_name}, bash_values = {.option = write_bash_values};

static void write_bash(output *out)
{
    output_text(out, bash_head);
    output_text(out, "_condyle_subcommands='");
    for (size_t i = 0; commands[i]; i++) {
        output_format(out, "%s%s", i ? " " : "", commands[i]->name);
    }
    output_text(out, "'\n\n# Prints the options of the subcommand $1.\n_condyle_options()\n{\n    case $1 in\n");
    for (size_t i = 0; commands[i]; i++) {
        output_format(out, "    %s) echo '", commands[i]->name);
        option_walk(out, commands[i], &bash_names);
        output_text(out, "' ;;\n");
    }
    output_text(out,
                "    esac\n}\n\n# Prints the values of option $2 of the subcommand $1: FILE, LIST or WORD with the "
                "words, NAME, TEXT; nothing for a flag.\n_condyle_values()\n{\n    case $1,$2 in\n");
    for (size_t i = 0; commands[i]; i++) {
        option_walk(out, commands[i], &bash_values);
    }
    output_text(out, "    esac\n}\n\n");
    output_text(out, bash_split);
    output_text(out, bash_tail);
}

/* ---- zsh ---- */

static const char zsh_head[] = "#compdef condyle\n"
                               "# Completes the command line of condyle in zsh; written by `condyle completion zsh`.\n"
                               "# To use it in this shell: source <(condyle completion zsh)\n\n"
                               "_condyle_robots()\n"
                               "{\n"
                               "    local -a robots\n"
                               "    robots=(${(f)\"$(condyle completion robots 2>/dev/null)\"})\n"
                               "    _alternative 'robots:bundled robot:compadd -a robots' 'files:robot file:_files'\n"
                               "}\n\n"
                               "# Completes the value of option $argv[-1] with names of the robot.\n"
                               "_condyle_names()\n"
                               "{\n"
                               "    local -a names\n"
                               "    names=(${(f)\"$(condyle completion names \"$words[1]\" $argv[-1] \"${(Q)PREFIX}\" "
                               "\"${(@Q)words[2,CURRENT-1]}\" 2>/dev/null)\"})\n"
                               "    compadd \"${(@)argv[1,-2]}\" -S '' -a names\n"
                               "}\n\n";

static const char zsh_tail[] =
    "    )\n"
    "    _arguments -C '(- *)'{-h,--help}'[print the help]' '(- *)--version[print the version]' \\\n"
    "        '1:command:->command' '*::argument:->argument'\n"
    "    case $state in\n"
    "    command) _describe -t commands command subcommands ;;\n"
    "    argument)\n"
    "        case $words[1] in\n"
    "        help) _describe -t commands command subcommands ;;\n"
    "        completion) _values shell bash zsh fish ;;\n"
    "        *) (( $+functions[_condyle_$words[1]] )) && _condyle_$words[1] ;;\n"
    "        esac ;;\n"
    "    esac\n"
    "}\n\n"
    "if [ \"$funcstack[1]\" = _condyle ]; then\n"
    "    _condyle \"$@\"\n"
    "else\n"
    "    compdef _condyle condyle\n"
    "fi\n";

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
        output_text(out, row->kind == OPTION_SET ? "_values -s , WORD " : "(");
        write_words(row, out);
        output_text(out, row->kind == OPTION_SET ? "" : ")");
    } else {
        output_text(out, is_file(row) ? "_files" : " ");
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
    output_text(out, zsh_head);
    for (size_t i = 0; commands[i]; i++) {
        output_format(out, "_condyle_%s()\n{\n    _arguments", commands[i]->name);
        option_walk(out, commands[i], &zsh_printer);
        output_text(out, " \\\n        '*:robot:_condyle_robots'\n}\n\n");
    }
    output_text(out, "_condyle()\n{\n    local curcontext=\"$curcontext\" state line\n    local -a subcommands\n"
                     "    subcommands=(\n");
    for (size_t i = 0; commands[i]; i++) {
        output_format(out, "        '%s:", commands[i]->name);
        write_zsh_quoted(out, commands[i]->summary);
        output_text(out, "'\n");
    }
    output_text(out, "        'help:the help of a command'\n"
                     "        'completion:completions for a shell'\n");
    output_text(out, zsh_tail);
}

/* ---- fish ---- */

static const char fish_head[] =
    "# Completes the command line of condyle in fish; written by `condyle completion fish`.\n"
    "# To use it in this shell: condyle completion fish | source\n\n"
    "# Prints values of option $argv with names of the robot.\n"
    "function __condyle_names\n"
    "    set -l words (commandline -opc)\n"
    "    set -l value (commandline -ct | string replace -r -- '^--[a-z-]+=' '' | string trim -l -c '\"\\'')\n"
    "    condyle completion names $words[2] $argv (string unescape -- \"$value\"; or echo $value) $words[3..] "
    "2>/dev/null\n"
    "end\n\n"
    "complete -c condyle -n __fish_use_subcommand -f\n"
    "complete -c condyle -n __fish_use_subcommand -s h -l help -d 'print the help'\n"
    "complete -c condyle -n __fish_use_subcommand -l version -d 'print the version'\n"
    "complete -c condyle -n __fish_use_subcommand -a help -d 'the help of a command'\n"
    "complete -c condyle -n __fish_use_subcommand -a completion -d 'completions for a shell'\n"
    "complete -c condyle -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n";

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
        output_text(out, is_file(row) ? " -r -F" : " -x");
    }
    if (row->names) {
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
    output_text(out, fish_head);
    for (size_t i = 0; commands[i]; i++) {
        write_fish_command(out, commands[i]);
    }
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

exit_code completion_run(int count, char **arguments, output *out)
{
    static const struct {
        const char *word;
        void (*write)(output *out);
    } scripts[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}, {"robots", write_robots}};
    if (count > 0 && strcmp(arguments[0], "names") == 0) {
        return completion_names_run(count - 1, arguments + 1, out);
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
