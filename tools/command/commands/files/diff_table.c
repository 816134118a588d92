#include "commands/files/diff.h"
#include "writing/utf8.h"

#include <stdio.h>
#include <string.h>

enum { NUMBER_SIZE = 48, MOST_COLUMNS = 40 };

static const char *plural(long long count)
{
    return count == 1 ? "" : "s";
}

/* Writes numbers with as many digits as distinguish the two values. */
static void add_numbers(text_buffer *t, const diff_value *value, const diff_value *other)
{
    for (int i = 0; i < value->count; i++) {
        char short_one[NUMBER_SIZE], short_other[NUMBER_SIZE];
        const double x = value->numbers[i], y = other->count > i ? other->numbers[i] : x;
        snprintf(short_one, sizeof short_one, "%.9g", x);
        snprintf(short_other, sizeof short_other, "%.9g", y);
        const bool differ = x < y || x > y;
        if (differ && strcmp(short_one, short_other) == 0) {
            snprintf(short_one, sizeof short_one, "%.17g", x);
        }
        text_add(t, "%s%s", i ? " " : "", short_one);
    }
}

static void add_value(text_buffer *t, const diff_value *value, const diff_value *other)
{
    if (value->count > 0) {
        add_numbers(t, value, other);
    } else {
        text_add(t, "%s", value->text ? value->text : "-");
    }
}

static void write_robot(const diff_report *d, output *out, int which)
{
    const robot *r = d->robots[which];
    const int bodies = cdy_tree_body_count(r->tree), nv = cdy_model_nv(r->model);
    output_format(out, "%s  ", which ? "B" : "A");
    output_name(out, r->source);
    output_text(out, " (");
    output_name(out, robot_name(r));
    output_format(out, "): %d bod%s, %d degree%s of freedom, total mass %.9g kg\n", bodies + 1, bodies ? "ies" : "y",
                  nv, plural(nv), d->mass[which]);
}

static size_t columns_of(const difference *item)
{
    return strlen(item->kind) + (item->name ? utf8_columns(item->name) + 1 : 0);
}

/* Returns the width of the widest name that fits its column. */
static size_t fit_column(const diff_report *d)
{
    size_t width = 0;
    for (size_t i = 0; i < d->count; i++) {
        const size_t columns = columns_of(&d->items[i]);
        width = columns > width && columns <= MOST_COLUMNS ? columns : width;
    }
    return width;
}

static void write_item(output *out, const difference *item, size_t width)
{
    enum { WHAT = 20 };
    const size_t columns = columns_of(item), length = strlen(item->what);
    const bool bare = item->a.count == 0 && item->b.count == 0 && !item->a.text && !item->b.text;
    output_format(out, "%s%s", item->kind, item->name ? " " : "");
    output_name(out, item->name ? item->name : "");
    output_repeat(out, ' ', (columns < width ? width - columns : 0) + 2);
    output_text(out, item->what);
    if (!bare) {
        text_buffer values = {0};
        output_repeat(out, ' ', (length < WHAT ? WHAT - length : 0) + 1);
        add_value(&values, &item->a, &item->b);
        text_add(&values, " -> ");
        add_value(&values, &item->b, &item->a);
        if (values.failed) {
            output_lacks_memory(out);
        }
        output_name(out, text_get(&values));
        text_clear(&values);
        output_format(out, "%s%s", *item->unit ? " " : "", item->unit);
    }
    output_text(out, "\n");
}

static void write_torque(const diff_report *d, output *out)
{
    const diff_torque *t = &d->torque;
    if (t->common == 0) {
        output_text(out, "Torques are not compared: no degree of freedom is common\n");
        return;
    }
    if (t->joint) {
        output_format(out, "Largest difference in torque, in %d states: %.6g %s at joint ", d->samples, t->difference,
                      t->unit);
        output_name(out, t->joint);
        output_format(out, "%s%s", *t->part ? " " : "", t->part);
        output_format(out, " (%.6g and %.6g)", t->a, t->b);
    } else {
        output_format(out, "No difference in torque in %d states", d->samples);
    }
    output_format(out, t->complete ? "\n" : ", over the %d common degree%s of freedom\n", t->common, plural(t->common));
}

static void write_reach(const diff_report *d, output *out)
{
    output_format(out, "Reach in %d configurations: ", d->samples);
    for (int i = 0; i < 2; i++) {
        output_format(out, "%s %.6g m (", i ? ", B" : "A", d->reach[i].distance);
        output_name(out, d->reach[i].frame);
        output_text(out, ")");
    }
    output_text(out, "\n");
}

/* The joints by their torques, drives included. */
static void write_degrees(const diff_report *d, output *out)
{
    for (size_t i = 0; i < d->degree_count; i++) {
        const diff_degree *g = &d->degrees[i];
        output_text(out, "  ");
        output_name(out, g->joint);
        output_format(out, "%s%s: rms %.4g %s, peak %.4g %s\n", *g->part ? " " : "", g->part, g->rms, g->unit, g->peak,
                      g->unit);
    }
}

/* Writes the causes in the order of the torque that each of them changes, the largest first. */
static void write_causes(const diff_report *d, output *out)
{
    if (d->cause_count == 0) {
        return;
    }
    output_text(out, "Causes, each by itself:\n");
    for (size_t i = 0; i < d->cause_count; i++) {
        const diff_cause *c = &d->causes[i];
        output_text(out, "  ");
        if (c->joint) {
            output_name(out, c->joint);
            output_format(out, ": %.3g %s, ", c->rms, c->unit);
        } else {
            output_text(out, "no torque: ");
        }
        output_name(out, c->text);
        output_text(out, "\n");
    }
}

void diff_write_table(const diff_report *d, output *out)
{
    const size_t width = fit_column(d);
    write_robot(d, out, 0);
    write_robot(d, out, 1);
    output_text(out, "\n");
    for (size_t i = 0; i < d->count; i++) {
        write_item(out, &d->items[i], width);
    }
    output_text(out, d->count ? "\n" : "");
    write_reach(d, out);
    write_torque(d, out);
    write_degrees(d, out);
    write_causes(d, out);
    output_format(out, "%zu difference%s\n", d->count, plural((long long)d->count));
}
