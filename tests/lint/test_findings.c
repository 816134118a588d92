/* Findings word for word: the robots of findings.txt, just inside and just outside the bounds of the rules. */
#include "lint/findings_file.h"
#include "support/compare.h"
#include "support/suite.h"

static void hear(void *context, const cdy_finding *f)
{
    char line[2048];
    snprintf(line, sizeof line, "%d:%d: %s: %s%s%s [%s]\n", f->line, f->column, cdy_level_name(f->level), f->element,
             *f->element ? ": " : "", f->message, f->code);
    append(context, line, strlen(line));
}

START_TEST(findings_have_these_words)
{
    const finding_case *c = &cases[_i];
    char found[TEXT] = "";
    cdy_error error;
    cdy_check_options options = cdy_check_options_default();
    options.program = c->program;
    options.report = hear;
    options.context = found;
    ck_assert_ok(cdy_check_text(c->robot, strlen(c->robot), "case.urdf", &options, NULL, &error), error);
    ck_assert_msg(strcmp(found, c->findings) == 0, "%s\n%shas the findings\n%snot\n%s", c->title, c->robot, found,
                  c->findings);
}
END_TEST

int main(void)
{
    char *text = read_cases();
    Suite *suite = suite_create("findings");
    TCase *tests = tcase_create("words");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, findings_have_these_words, 0, case_count);
    const int failed = run_suites(suite, NULL);
    free(text);
    return failed;
}
