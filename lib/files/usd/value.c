/* Values of composed prims: what the strongest opinion says. */
#include "base/error.h"
#include "text/number.h"
#include "usd/usd.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Returns the last field of a property in a spec that has a value or is blocked; *sampled where it has values over
 * time. */
static const cdy_usd_field *find_in(const cdy_usd_spec *spec, const char *name, const cdy_usd_field **sampled)
{
    const cdy_usd_field *found = NULL;
    for (const cdy_usd_field *f = spec->first_property; f; f = f->next) {
        if (strcmp(f->name, name) == 0) {
            found = f->start ? f : found;
            *sampled = f->sampled ? f : *sampled;
        }
    }
    return found;
}

const cdy_usd_field *cdy_usd_find(cdy_usd *u, const cdy_usd_prim *p, const char *name, const cdy_usd_site **site)
{
    const cdy_usd_field *sampled = NULL;
    for (int i = 0; i < p->opinion_count; i++) {
        const cdy_usd_field *f = find_in(p->opinions[i].spec, name, &sampled);
        if (f) {
            cdy_usd_scanner s = cdy_usd_scan_value(f);
            const cdy_usd_token t = cdy_usd_scan(&s);
            if (site) {
                *site = p->opinions[i].site;
            }
            return cdy_usd_is_word(&t, "None") ? NULL : f;
        }
    }
    if (sampled) {
        cdy_usd_tell(u, sampled->name, sampled->at, "it has values over time alone; expected one that holds always");
    }
    return NULL;
}

/* ---- numbers ---- */

double cdy_usd_to_number(const cdy_usd_token *t)
{
    double number;
    cdy_number_status problem;
    const char *start = t->start + (*t->start == '+');
    return cdy_scan_number(start, t->end, &number, &problem) == start ? nan("") : number;
}

/* Takes the next number of a value, in any brackets; false at its end. Anything else is *bad. */
static bool next_number(cdy_usd_scanner *s, double *number, bool *bad)
{
    bool minus = false;
    for (cdy_usd_token t = cdy_usd_scan(s);; t = cdy_usd_scan(s)) {
        if (t.kind == CDY_USD_NUMBER) {
            *number = cdy_usd_to_number(&t);
            *bad = *bad || minus || isnan(*number);
            return !*bad;
        }
        if (cdy_usd_is_word(&t, "inf")) {
            *number = minus ? -HUGE_VAL : HUGE_VAL;
            return true;
        }
        minus = cdy_usd_is_mark(&t, '-');
        if (t.kind != CDY_USD_MARK || !strchr("()[],-", *t.start)) {
            *bad = *bad || t.kind != CDY_USD_END;
            return false;
        }
    }
}

cdy_status cdy_usd_numbers(cdy_usd *u, const cdy_usd_prim *p, const char *name, double *values, int count, bool *given)
{
    enum { MOST = 16 };
    double numbers[MOST + 1];
    const cdy_usd_field *f = cdy_usd_find(u, p, name, NULL);
    if (given) {
        *given = f != NULL;
    }
    if (!f) {
        return CDY_OK;
    }
    cdy_usd_scanner s = cdy_usd_scan_value(f);
    int found = 0;
    bool bad = false;
    while (found <= count && found <= MOST && next_number(&s, &numbers[found], &bad)) {
        found++;
    }
    if (bad || found != count) {
        return cdy_fault(u->r, CDY_RULE_NUMBER, f->value_at, "%.80s is not %d number%s; expected %s", name, count,
                         count == 1 ? "" : "s", count == 1 ? "one such as 0.5" : "them as in (0.5, 1, 0)");
    }
    memcpy(values, numbers, (size_t)count * sizeof *values);
    return CDY_OK;
}

cdy_status cdy_usd_number(cdy_usd *u, const cdy_usd_prim *p, const char *name, double *value)
{
    return cdy_usd_numbers(u, p, name, value, 1, NULL);
}

cdy_status cdy_usd_array(cdy_usd *u, const cdy_usd_prim *p, const char *name, size_t most, double **values,
                         size_t *count)
{
    const cdy_usd_field *f = cdy_usd_find(u, p, name, NULL);
    *values = NULL;
    *count = 0;
    if (!f) {
        return CDY_OK;
    }
    cdy_usd_scanner s = cdy_usd_scan_value(f);
    size_t commas = 1;
    for (const char *c = f->start; c < f->end && commas < most; c++) {
        commas += *c == ',';
    }
    double number;
    bool bad = false;
    *values = cdy_arena_allocate(&u->r->memory, commas, sizeof **values);
    if (!*values) {
        return cdy_fail_memory(u->r->error);
    }
    while (*count < most && next_number(&s, &number, &bad)) {
        if (*count == commas) {
            bad = true;
            break;
        }
        (*values)[(*count)++] = number;
    }
    return bad ? cdy_fault(u->r, CDY_RULE_NUMBER, f->value_at, "%.80s is no list of numbers; expected [0, 1, 2]", name)
               : CDY_OK;
}

/* ---- words ---- */

cdy_status cdy_usd_word(cdy_usd *u, const cdy_usd_prim *p, const char *name, const char **word)
{
    const cdy_usd_field *f = cdy_usd_find(u, p, name, NULL);
    if (!f) {
        return CDY_OK;
    }
    cdy_usd_scanner s = cdy_usd_scan_value(f);
    const cdy_usd_token t = cdy_usd_scan(&s);
    if (t.kind != CDY_USD_STRING) {
        return cdy_fault(u->r, CDY_RULE_NUMBER, f->value_at, "%.80s is no word; expected one in quotation marks", name);
    }
    const char *copy = cdy_usd_copy(u, &t);
    *word = copy ? copy : *word;
    return copy ? CDY_OK : cdy_fail_memory(u->r->error);
}

cdy_status cdy_usd_flag(cdy_usd *u, const cdy_usd_prim *p, const char *name, bool *value)
{
    const cdy_usd_field *f = cdy_usd_find(u, p, name, NULL);
    if (!f) {
        return CDY_OK;
    }
    cdy_usd_scanner s = cdy_usd_scan_value(f);
    const cdy_usd_token t = cdy_usd_scan(&s);
    const bool one = t.kind == CDY_USD_NUMBER && t.end == t.start + 1;
    const bool yes = cdy_usd_is_word(&t, "true") || cdy_usd_is_word(&t, "True") || (one && *t.start == '1');
    if (!yes && !cdy_usd_is_word(&t, "false") && !cdy_usd_is_word(&t, "False") && !(one && *t.start == '0')) {
        return cdy_fault(u->r, CDY_RULE_NUMBER, f->value_at, "%.80s is neither true nor false", name);
    }
    *value = yes;
    return CDY_OK;
}

bool cdy_usd_has_api(cdy_usd *u, const cdy_usd_prim *p, const char *api)
{
    (void)u;
    for (int i = 0; i < p->opinion_count; i++) {
        for (const cdy_usd_field *f = p->opinions[i].spec->first_entry; f; f = f->next) {
            if (strcmp(f->name, "apiSchemas") != 0) {
                continue;
            }
            cdy_usd_scanner s = cdy_usd_scan_value(f);
            bool named = false;
            for (cdy_usd_token t = cdy_usd_scan(&s); t.kind != CDY_USD_END && t.kind != CDY_USD_FAULT && !named;
                 t = cdy_usd_scan(&s)) {
                named = t.kind == CDY_USD_STRING && (size_t)(t.end - t.start) == strlen(api) &&
                        memcmp(t.start, api, strlen(api)) == 0;
            }
            if (named || f->order == CDY_USD_EXPLICIT) {
                return named && f->order != CDY_USD_DELETE;
            }
        }
    }
    return false;
}

/* ---- targets ---- */

/* Returns what is below `from` as below `to`; NULL where a path is elsewhere, or memory ran out. */
static const char *move_path(cdy_usd *u, const char *path, const char *from, const char *to)
{
    const size_t length = strlen(from), skipped = from[1] ? length : 0;
    if (strncmp(path, from, length) != 0 || (from[1] && path[length] != '\0' && path[length] != '/')) {
        return NULL;
    }
    const char *rest = path + skipped;
    const size_t size = strlen(to) + strlen(rest) + 2;
    char *moved = cdy_arena_allocate(&u->r->memory, size, 1);
    if (moved) {
        snprintf(moved, size, "%s%s", to[1] || !*rest ? to : "", rest);
    }
    return moved;
}

/* Returns a path of a site as one of the stage; NULL where an arc leads there that has another prim. */
static const char *map_path(cdy_usd *u, const cdy_usd_site *site, const char *path)
{
    for (const cdy_usd_site *s = site; s->parent && path; s = s->parent) {
        const bool refers = s->arc == CDY_USD_REFERENCES || s->arc == CDY_USD_PAYLOAD;
        const char *moved = s->arc == CDY_USD_IN_VARIANT ? path : move_path(u, path, s->from, s->to);
        path = moved || refers ? moved : path;
    }
    return path;
}

static const cdy_usd_spec *spec_of_site(const cdy_usd_prim *p, const cdy_usd_field *f)
{
    for (int i = 0; i < p->opinion_count; i++) {
        for (const cdy_usd_field *k = p->opinions[i].spec->first_property; k; k = k->next) {
            if (k == f) {
                return p->opinions[i].spec;
            }
        }
    }
    return p->opinions[0].spec;
}

/* Finds the prim of a target of the property `f`; -1: it is not there, and `why` says where it points instead. */
static int find_prim(cdy_usd *u, const cdy_usd_prim *p, const cdy_usd_field *f, const cdy_usd_site *site,
                     const cdy_usd_token *target, const char **path, const char **why)
{
    const char *absolute = cdy_usd_absolute(u, spec_of_site(p, f)->path, target);
    const char *mapped = absolute ? map_path(u, site, absolute) : NULL;
    const int prim = mapped ? cdy_name_table_find(&u->prim_numbers, mapped) : -1;
    *path = mapped ? mapped : absolute ? absolute : "..";
    *why = mapped ? "is no prim of the stage" : "is outside of what is referred to";
    return prim > 0 && u->prims[prim].opinion_count == 0 ? -1 : prim;
}

/* Finds the prim of a target of the property `f`, which must be there. */
static cdy_status find_target(cdy_usd *u, const cdy_usd_prim *p, const cdy_usd_field *f, const cdy_usd_site *site,
                              const cdy_usd_token *target, int *prim)
{
    const char *path, *why;
    *prim = find_prim(u, p, f, site, target, &path, &why);
    cdy_status status = cdy_reader_status(u->r);
    if (!status && *prim < 0) {
        status = cdy_fault(u->r, CDY_RULE_REFERENCE_UNKNOWN, target->at, "%.80s points to <%.200s>, which %s", f->name,
                           path, why);
    }
    return status;
}

cdy_status cdy_usd_each_target(cdy_usd *u, const cdy_usd_prim *p, const char *name,
                               cdy_status (*take)(cdy_usd *u, void *context, int prim, cdy_place at), void *context)
{
    const cdy_usd_site *site = NULL;
    const cdy_usd_field *f = cdy_usd_find(u, p, name, &site);
    if (!f || f->order == CDY_USD_DELETE || f->order == CDY_USD_REORDER) {
        return CDY_OK;
    }
    cdy_status status = CDY_OK;
    cdy_usd_scanner s = cdy_usd_scan_value(f);
    cdy_usd_token t = cdy_usd_scan(&s);
    for (; t.kind != CDY_USD_END && t.kind != CDY_USD_FAULT && !status; t = cdy_usd_scan(&s)) {
        if (t.kind != CDY_USD_PATH) {
            continue;
        }
        const char *path, *why;
        const int prim = find_prim(u, p, f, site, &t, &path, &why);
        status = cdy_reader_status(u->r);
        if (!status && prim < 0) {
            cdy_warn(u->r, CDY_RULE_PART_UNREAD, t.at, "%.80s points to <%.200s>, which %s; it is left out", f->name,
                     path, why);
        } else if (!status) {
            status = cdy_continue_reading(u->r, take(u, context, prim, t.at), NULL);
        }
    }
    return status;
}

cdy_status cdy_usd_target(cdy_usd *u, const cdy_usd_prim *p, const char *name, int *prim, cdy_place *at)
{
    const cdy_usd_site *site = NULL;
    const cdy_usd_field *f = cdy_usd_find(u, p, name, &site);
    *prim = -1;
    if (!f || f->order == CDY_USD_DELETE || f->order == CDY_USD_REORDER) {
        return CDY_OK;
    }
    cdy_usd_scanner s = cdy_usd_scan_value(f);
    cdy_usd_token t = cdy_usd_scan(&s), target = {.kind = CDY_USD_END};
    int count = 0;
    for (; t.kind != CDY_USD_END && t.kind != CDY_USD_FAULT; t = cdy_usd_scan(&s)) {
        target = t.kind == CDY_USD_PATH ? t : target;
        count += t.kind == CDY_USD_PATH;
    }
    *at = f->value_at;
    if (count > 1) {
        return cdy_fault(u->r, CDY_RULE_ELEMENT_REPEATED, f->value_at, "%.80s points to %d prims; expected one", name,
                         count);
    }
    return count == 0 ? CDY_OK : find_target(u, p, f, site, &target, prim);
}
