/* The report of condyle identify for people. */
#include "commands/motion/hold_out.h"

#include "rows/payload.h"
#include "values/coordinates.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

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
    output_format(out, "  rows               %llu\n", i->drives ? i->calibration.rows : r->rows);
    if (r->rows == 0) {
        output_text(out, "  bodies             kept\n");
        return;
    }
    output_format(out, "  base parameters    %d of %d%s\n", r->rank, r->full_rank,
                  r->rank < r->full_rank ? ": richer motions would determine more" : "");
    output_format(out, "  condition number   %.4g\n", r->condition_number);
    output_format(out, "  noise              %.4g (N m or N, at weight 1)\n", r->noise);
}

const drive_number drive_numbers[DRIVE_NUMBERS] = {
    {"rotor_inertia", "kg m2", offsetof(cdy_drive_estimate, rotor_inertia)},
    {"damping", "N m s", offsetof(cdy_drive_estimate, damping)},
    {"friction", "N m", offsetof(cdy_drive_estimate, friction)},
    {"stribeck", "N m", offsetof(cdy_drive_estimate, stribeck)},
    {"load_friction", "1", offsetof(cdy_drive_estimate, load_friction)},
    {"offset", "N m", offsetof(cdy_drive_estimate, offset)},
    {"stribeck_velocity", "rad/s", offsetof(cdy_drive_estimate, stribeck_velocity)},
    {"friction_width", "rad/s", offsetof(cdy_drive_estimate, friction_width)}};

double drive_number_of(const cdy_drive_estimate *drive, int number)
{
    double value;
    memcpy(&value, (const char *)drive + drive_numbers[number].offset, sizeof value);
    return value;
}

const char *const left_out_names[LEFT_OUT_NAMES] = {"stribeck", "load_friction", "offset"};

/* What a joint's drive has besides its numbers. */
static void write_findings(const cdy_drive_identification_result *c, int joint, output *out)
{
    if (fabs(c->delays[joint]) > 0) {
        output_format(out, "    %-18s %12.3g               s, of torques behind positions\n", "delay",
                      c->delays[joint]);
    }
    if (c->left_out[joint]) {
        output_text(out, "    left out by cross-validation:");
        for (unsigned k = 0; k < LEFT_OUT_NAMES; k++) {
            output_format(out, "%s%s", c->left_out[joint] >> k & 1U ? " " : "",
                          c->left_out[joint] >> k & 1U ? left_out_names[k] : "");
        }
        output_text(out, "\n");
    }
}

/* A block for each joint: the numbers of its drive with their standard deviations; zeros are left out. */
static void write_drives(const identified *i, output *out)
{
    const cdy_drive_identification_result *c = &i->calibration;
    output_text(out, "\nDrives, with standard deviations beside the bodies (of prismatic joints N, m, s)\n");
    for (int k = 0; k < c->velocity_count; k++) {
        output_text(out, "\n  ");
        output_short_name(out, vector_coordinate(i->robot->model, VECTOR_QD, k).joint);
        output_text(out, "\n");
        for (int number = 0; number < DRIVE_NUMBERS; number++) {
            const double value = drive_number_of(&c->drives[k], number);
            const double deviation = drive_number_of(&c->deviations[k], number);
            const bool used = drive_numbers[number].offset != offsetof(cdy_drive_estimate, stribeck_velocity) ||
                              fabs(c->drives[k].stribeck) > 0;
            if (fabs(value) > 0 && used) {
                output_format(out, "    %-18s %12.5g", drive_numbers[number].name, value);
                if (deviation > 0 && isfinite(deviation)) {
                    output_format(out, " +- %-10.2g", deviation);
                } else {
                    output_repeat(out, ' ', 14);
                }
                output_format(out, " %s%s\n", drive_numbers[number].unit,
                              isfinite(deviation) ? "" : ", with its body: torques tell the sum alone");
            }
        }
        write_findings(c, k, out);
    }
}

/* The residuals of the drives' calibration where the bodies are the robot's. */
static cdy_identification_result residuals_of(const identified *i)
{
    cdy_identification_result r = i->result;
    r.velocity_count = i->drives ? i->calibration.velocity_count : r.velocity_count;
    r.joint_rms = i->drives ? i->calibration.joint_rms : r.joint_rms;
    r.joint_prior_rms = i->drives ? i->calibration.joint_prior_rms : r.joint_prior_rms;
    return r;
}

static exit_code write_joints(const identified *i, output *out)
{
    const cdy_identification_result found = residuals_of(i), *r = &found;
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
                      coordinate_unit(VECTOR_TAU, &c, false), r->joint_weights ? r->joint_weights[k] : 1);
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

static void write_held(const identified *i, output *out)
{
    output_format(out, "\n  %-28s %10s %10s %10s %10s\n", "held out", "measured", "variation", "residual", "%");
    for (int k = 0; k < cdy_model_nv(i->robot->model); k++) {
        const held_out *h = &i->held[k];
        output_text(out, "  ");
        write_padded(out, vector_coordinate(i->robot->model, VECTOR_TAU, k).joint, 28);
        if (h->rows > 0) {
            output_format(out, " %10.4g %10.4g %10.4g", h->measured_rms, h->measured_deviation, h->residual_rms);
        } else {
            output_format(out, " %10s %10s %10s", "-", "-", "-");
        }
        write_percent(out, hold_out_percent(h));
    }
}

static void write_gains(const identified *i, output *out)
{
    const cdy_gain_identification_result *g = &i->gains->result;
    const double *c = g->load.center_of_mass;
    output_text(out, "\nGains of the drives, N m or N a unit of effort\n\n");
    for (int k = 0; k < g->velocity_count; k++) {
        output_text(out, "  ");
        write_padded(out, vector_coordinate(i->robot->model, VECTOR_TAU, k).joint, 28);
        output_format(out, " %10.5g +- %-10.2g delay %.3g s\n", g->gains[k], g->deviations[k], i->gains->delays[k]);
    }
    output_format(out, "\n  load %.6g kg, center of mass %.5g %.5g %.5g m\n", g->load.mass, c[0], c[1], c[2]);
}

exit_code identified_write_table(const identified *i, output *out)
{
    const cdy_identification_result *r = &i->result;
    write_head(i, out);
    exit_code code = write_joints(i, out);
    if (i->held) {
        write_held(i, out);
    }
    if (i->gains) {
        write_gains(i, out);
    }
    if (i->drives) {
        write_drives(i, out);
    }
    if (code != EXIT_FINE || r->rows == 0) {
        return code;
    }
    code = write_base(i, out);
    write_links(i, out);
    output_format(out, "\nConsistency: %d bodies or drives of the estimate cannot exist", r->inconsistent_before);
    if (r->inconsistent_after < r->inconsistent_before) {
        output_format(out, "; %d after a change of %.3g standard deviations", r->inconsistent_after,
                      r->consistency_cost);
    }
    output_text(out, "\n");
    return code;
}
