/* The report of condyle identify for people. */
#include "commands/identify.h"

#include "options/coordinates.h"
#include "options/payload.h"

#include <math.h>

/* Writes a text, padded with blanks to a width. */
static void write_padded(output *out, const char *text, size_t width)
{
    size_t columns = output_short_columns(text);
    output_short_name(out, text);
    output_repeat(out, ' ', columns < width ? width - columns : 0);
}

static void write_head(const identified *i, output *out)
{
    const cdy_identification_result *r = &i->result;
    double gravity[3];
    cdy_model_get_gravity(i->robot->model, gravity);
    output_text(out, "Identification of ");
    output_name(out, robot_name(i->robot));
    output_format(out, " (gravity %g %g %g m/s2)\n", gravity[0], gravity[1], gravity[2]);
    payloads_write(i->robot->model, out);
    output_text(out, "\n");
    output_format(out, "  rows               %llu\n", r->rows);
    output_format(out, "  base parameters    %d of %d%s\n", r->rank, r->full_rank,
                  r->rank < r->full_rank ? ": richer motions would determine more" : "");
    output_format(out, "  condition number   %.4g\n", r->condition_number);
    output_format(out, "  noise              %.4g (N m or N, at weight 1)\n", r->noise);
}

static exit_code write_joints(const identified *i, output *out)
{
    const cdy_identification_result *r = &i->result;
    text_buffer name = {0};
    output_text(out, "\nResiduals (root mean square)\n\n");
    output_format(out, "  %-28s %12s %12s  %-4s %10s\n", "joint", "given robot", "identified", "", "weight");
    for (int k = 0; k < r->velocity_count; k++) {
        cdy_coordinate c = vector_coordinate(i->robot->model, VECTOR_TAU, k);
        text_reset(&name);
        coordinate_add_label(&c, &name);
        output_text(out, "  ");
        write_padded(out, text_get(&name), 28);
        output_format(out, " %12.4g %12.4g  %-4s %10.4g\n", r->joint_prior_rms[k], r->joint_rms[k],
                      coordinate_unit(VECTOR_TAU, &c, false), r->joint_weights[k]);
    }
    bool failed = name.failed;
    text_clear(&name);
    return failed ? fail_memory() : EXIT_FINE;
}

/* Appends the first few of the other parameters in a base parameter's combination. */
static void add_combination(const identified *i, int base, text_buffer *text)
{
    enum { SHOWN = 3 };
    const cdy_identification_result *r = &i->result;
    int others = 0;
    for (int k = 0; k < r->parameter_count; k++) {
        const double factor = r->base_combinations[(size_t)base * (size_t)r->parameter_count + (size_t)k];
        if (k == r->base_parameters[base] || !(fabs(factor) > 0)) {
            continue;
        }
        if (others++ < SHOWN) {
            text_add(text, " %c %.4g ", factor < 0 ? '-' : '+', fabs(factor));
            identified_add_name(i, k, text);
        }
    }
    if (others > SHOWN) {
        text_add(text, " + %d more", others - SHOWN);
    }
}

static exit_code write_base(const identified *i, output *out)
{
    const cdy_identification_result *r = &i->result;
    text_buffer name = {0};
    output_format(out, "\nBase parameters (kg, kg m, kg m2%s)\n\n",
                  r->parameter_count % 10 ? "; of drives N m s, N m" : "");
    output_format(out, "  %13s %12s %8s  %s\n", "value", "deviation", "%", "combination");
    for (int b = 0; b < r->rank; b++) {
        const double value = r->base_values[b], deviation = r->base_deviations[b];
        text_reset(&name);
        identified_add_name(i, r->base_parameters[b], &name);
        add_combination(i, b, &name);
        output_format(out, "  %13.6g %12.3g %8.2g  ", value, deviation,
                      fabs(value) > 0 ? 100 * deviation / fabs(value) : HUGE_VAL);
        output_name(out, text_get(&name));
        output_text(out, "\n");
    }
    bool failed = name.failed;
    text_clear(&name);
    return failed ? fail_memory() : EXIT_FINE;
}

/* Writes the parameters of a link that are determined in this way, if any. */
static void write_kinds(const identified *i, int first, determination how, const char *words, output *out)
{
    bool any = false;
    for (int k = first; k < first + 10; k++) {
        if (identified_determination(i, k) == how) {
            output_text(out, any ? " " : words);
            output_text(out, cdy_parameter_kind_name(identified_parameter(i, k).kind));
            any = true;
        }
    }
    output_text(out, any ? "  " : "");
}

static void write_links(const identified *i, output *out)
{
    const int links = cdy_parameter_count(i->robot->model, NULL);
    output_text(out, "\nLinks: how the torques determine them\n\n");
    for (int first = 0; first < links; first += 10) {
        output_text(out, "  ");
        write_padded(out, identified_parameter(i, first).link, 28);
        output_text(out, " ");
        write_kinds(i, first, DETERMINED_ALONE, "determined: ", out);
        write_kinds(i, first, DETERMINED_WITH_OTHERS, "with others: ", out);
        write_kinds(i, first, DETERMINED_NOT, "not: ", out);
        output_text(out, "\n");
    }
}

exit_code identified_write_table(const identified *i, output *out)
{
    const cdy_identification_result *r = &i->result;
    write_head(i, out);
    exit_code code = write_joints(i, out);
    code = code == EXIT_FINE ? write_base(i, out) : code;
    write_links(i, out);
    output_format(out, "\nConsistency: %d bodies or drives of the estimate cannot exist", r->inconsistent_before);
    if (r->inconsistent_after < r->inconsistent_before) {
        output_format(out, "; %d after a change of %.3g standard deviations", r->inconsistent_after,
                      r->consistency_cost);
    }
    output_text(out, "\n");
    return code;
}
