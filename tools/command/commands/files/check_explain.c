/* condyle check --explain: the requirements of the rules. */
#include "commands/files/check.h"

#include <string.h>

exit_code fail_rule(const char *option, const char *code)
{
    cdy_nearest search = cdy_nearest_to(code);
    for (int i = 0; i < cdy_check_rule_count(); i++) {
        cdy_nearest_consider(&search, cdy_check_rule_at(i)->code);
    }
    text_buffer text = {0};
    text_add(&text, "%s: no rule has the code '%s'", option, code);
    message_suggest(&search, &text);
    if (!search.name) {
        text_add(&text, "; 'condyle check --explain all' lists them");
    }
    return fail_text(EXIT_USAGE, &text);
}

static void write_rule(output *out, const cdy_check_rule *rule)
{
    const char *before = "  Refused or read differently by ";
    output_format(out, "%s (%s)\n  %s\n  %s\n", rule->code, cdy_level_name(rule->level), rule->meaning, rule->advice);
    for (cdy_program p = CDY_PROGRAM_URDFDOM; cdy_program_name(p); p++) {
        const bool version = strchr(cdy_program_name(p), '@') != NULL; /* all of them are, where MuJoCo is named */
        if (!version && cdy_check_rule_concerns(cdy_check_find_rule(rule->code), p)) {
            output_format(out, "%s%s", before, cdy_program_name(p));
            before = ", ";
        }
    }
    output_text(out, *before == ',' ? ".\n" : "");
    if (cdy_fix_can_correct(rule->code)) {
        output_text(out, "  --fix and --in-place correct it where that needs no guess.\n");
    }
}

exit_code explain(const char *code, output *out)
{
    const int number = cdy_check_find_rule(code);
    if (number >= 0) {
        write_rule(out, cdy_check_rule_at(number));
        return EXIT_FINE;
    }
    if (strcmp(code, "all") != 0) {
        return fail_rule("--explain", code);
    }
    for (int i = 0; i < cdy_check_rule_count(); i++) {
        write_rule(out, cdy_check_rule_at(i));
    }
    return EXIT_FINE;
}
