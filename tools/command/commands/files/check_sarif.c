/* SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), which code hosts show beside the lines. */
#include "commands/files/check.h"

#include <ctype.h>
#include <string.h>

/* Returns a message with braces doubled, since single ones enclose the index of an argument (3.11.5). */
static json_t *message(const char *text)
{
    json_builder o = json_build_object();
    text_buffer doubled = {0};
    for (const char *p = text; *p; p++) {
        text_add_bytes(&doubled, p, 1);
        if (*p == '{' || *p == '}') {
            text_add_bytes(&doubled, p, 1);
        }
    }
    json_put(&o, "text", doubled.failed ? NULL : json_from_text(text_get(&doubled)));
    text_clear(&doubled);
    return json_built(&o);
}

/* Returns a path as a URI reference (RFC 3986), percent-encoded. */
static json_t *uri_of(const char *path)
{
    text_buffer uri = {0};
    text_add(&uri, "%s", *path == '/' ? "file://" : "");
    for (const char *p = path; *p; p++) {
        const unsigned char c = (unsigned char)*p;
        if (c < 0x80 && (isalnum(c) || strchr("-._~/", c))) {
            text_add_bytes(&uri, p, 1);
        } else {
            text_add(&uri, "%%%02X", (unsigned)c);
        }
    }
    json_t *value = uri.failed ? NULL : json_from_text(text_get(&uri));
    text_clear(&uri);
    return value;
}

static json_t *artifact_of(const char *file)
{
    json_builder artifact = json_build_object();
    json_put(&artifact, "uri", uri_of(file));
    return json_built(&artifact);
}

static json_t *physical_location(const cdy_finding *f)
{
    json_builder o = json_build_object();
    json_put(&o, "artifactLocation", artifact_of(f->file));
    if (f->line > 0) {
        json_builder region = json_build_object();
        json_put(&region, "startLine", json_integer(f->line));
        if (f->column > 0) {
            json_put(&region, "startColumn", json_integer(f->column));
        }
        json_put(&o, "region", json_built(&region));
    }
    return json_built(&o);
}

static json_t *logical_locations(const cdy_finding *f)
{
    json_builder list = json_build_array(), o = json_build_object();
    json_put(&o, "fullyQualifiedName", json_from_text(f->element));
    json_add(&list, json_built(&o));
    return json_built(&list);
}

static json_t *locations(const cdy_finding *f)
{
    json_builder list = json_build_array(), o = json_build_object();
    json_put(&o, "physicalLocation", physical_location(f));
    if (*f->element) {
        json_put(&o, "logicalLocations", logical_locations(f));
    }
    json_add(&list, json_built(&o));
    return json_built(&list);
}

void check_sarif_add(check_report *report, const cdy_finding *f)
{
    json_builder o = json_build_object();
    text_buffer text = {0};
    text_add(&text, "%s%s%s", f->element, *f->element ? ": " : "", f->message);
    json_put(&o, "ruleId", json_from_text(f->code));
    json_put(&o, "ruleIndex", json_integer(cdy_check_find_rule(f->code)));
    json_put(&o, "level", json_from_text(cdy_level_name(f->level)));
    json_put(&o, "message", text.failed ? NULL : message(text_get(&text)));
    json_put(&o, "locations", locations(f));
    json_add(&report->results, json_built(&o));
    text_clear(&text);
}

void check_sarif_add_notice(check_report *report, const char *file, const char *problem)
{
    json_builder o = json_build_object(), list = json_build_array(), at = json_build_object(),
                 physical = json_build_object();
    json_put(&physical, "artifactLocation", artifact_of(file));
    json_put(&at, "physicalLocation", json_built(&physical));
    json_add(&list, json_built(&at));
    json_put(&o, "level", json_from_text("error"));
    json_put(&o, "message", message(problem));
    json_put(&o, "locations", json_built(&list));
    json_add(&report->notices, json_built(&o));
}

/* Describes the run and the files that could not be checked. */
static json_t *describe_invocation(check_report *report)
{
    json_builder o = json_build_object(), list = json_build_array();
    json_put(&o, "executionSuccessful", json_boolean(report->unchecked == 0));
    json_put(&o, "toolExecutionNotifications", json_built(&report->notices));
    json_add(&list, json_built(&o));
    return json_built(&list);
}

static json_t *describe_rule(const cdy_check_rule *rule)
{
    json_builder o = json_build_object(), configuration = json_build_object();
    json_put(&configuration, "level", json_from_text(cdy_level_name(rule->level)));
    json_put(&o, "id", json_from_text(rule->code));
    json_put(&o, "shortDescription", message(rule->meaning));
    json_put(&o, "help", message(rule->advice));
    json_put(&o, "defaultConfiguration", json_built(&configuration));
    return json_built(&o);
}

static json_t *describe_tool(void)
{
    json_builder tool = json_build_object(), driver = json_build_object(), rules = json_build_array();
    for (int i = 0; i < cdy_check_rule_count(); i++) {
        json_add(&rules, describe_rule(cdy_check_rule_at(i)));
    }
    json_put(&driver, "name", json_from_text("condyle"));
    json_put(&driver, "version", json_from_text(cdy_version()));
    json_put(&driver, "rules", json_built(&rules));
    json_put(&tool, "driver", json_built(&driver));
    return json_built(&tool);
}

exit_code check_sarif_finish(check_report *report)
{
    json_builder o = json_build_object(), runs = json_build_array(), run = json_build_object();
    json_put(&run, "tool", describe_tool());
    json_put(&run, "invocations", describe_invocation(report));
    json_put(&run, "columnKind", json_from_text("unicodeCodePoints"));
    json_put(&run, "results", json_built(&report->results));
    json_add(&runs, json_built(&run));
    json_put(&o, "$schema", json_from_text("https://json.schemastore.org/sarif-2.1.0.json"));
    json_put(&o, "version", json_from_text("2.1.0"));
    json_put(&o, "runs", json_built(&runs));
    exit_code code = json_write_line(report->out, json_built(&o));
    return code;
}
