/* What condyle explain says in words, as a table and as JSON. */
#include "commands/motion/explain.h"

#include "rows/json.h"

#include <condyle/condyle.h>
#include <math.h>

/* A cause is worth a finding where it takes this share of the residual's square. */
static const double telling_share = 0.1;

static double percent_left(const explained_joint *j)
{
    return residual_percent(j->residual_rms, j->measured_deviation, j->measured_rms);
}

/* The cause that takes the largest share of the residual; CAUSE_COUNT where none is telling. */
static residual_cause main_cause(const explained_joint *j)
{
    residual_cause best = CAUSE_COUNT;
    for (int k = 0; k < CAUSE_COUNT; k++) {
        const double least = best == CAUSE_COUNT ? telling_share : j->causes[best].share;
        best = j->causes[k].share > least ? (residual_cause)k : best;
    }
    return best;
}

void explain_add_finding(const explained_joint *j, const char *joint, text_buffer *text)
{
    const residual_cause cause = main_cause(j);
    if (j->rows == 0) {
        text_add(text, "%s: the rows have no torque of it", joint);
        return;
    }
    if (isnan(percent_left(j))) {
        text_add(text, "%s: its torque does not vary; %.3g rms stay", joint, j->residual_rms);
    } else {
        text_add(text, "%s: %.3g %% of the variation stays", joint, percent_left(j));
    }
    if (cause == CAUSE_COUNT) {
        text_add(text, "; it goes along with none of the causes looked for");
    } else if (cause == CAUSE_DELAY) {
        text_add(text, "; %.0f %% of its square is a delay of %.3g s: %s", 100 * j->causes[cause].share,
                 j->causes[cause].factor, cause_advice[cause]);
    } else {
        text_add(text, "; %.0f %% of its square goes along with %s: %s", 100 * j->causes[cause].share,
                 cause_names[cause], cause_advice[cause]);
    }
}

static const char *joint_of(const recording *r, int i)
{
    return vector_coordinate(r->robot.model, VECTOR_TAU, i).joint;
}

static json_t *parts_to_json(const explained_joint *j)
{
    json_builder object = json_build_object();
    for (int k = 0; k < PART_COUNT; k++) {
        json_put(&object, part_names[k], json_from_number(j->parts[k]));
    }
    return json_built(&object);
}

static json_t *causes_to_json(const explained_joint *j)
{
    json_builder object = json_build_object();
    for (int k = 0; k < CAUSE_COUNT; k++) {
        json_builder cause = json_build_object();
        json_put(&cause, "share", json_from_number(j->causes[k].share));
        json_put(&cause, "factor", json_from_number(j->causes[k].factor));
        json_put(&object, cause_names[k], json_built(&cause));
    }
    return json_built(&object);
}

static json_t *held_to_json(const held_out *h)
{
    json_builder object = json_build_object();
    json_put(&object, "rows", json_integer((json_int_t)h->rows));
    json_put(&object, "measured_rms", json_from_number(h->measured_rms));
    json_put(&object, "measured_deviation", json_from_number(h->measured_deviation));
    json_put(&object, "residual_rms", json_from_number(h->residual_rms));
    json_put(&object, "residual_percent", json_from_number(hold_out_percent(h)));
    return json_built(&object);
}

static json_t *joint_to_json(const explained_joint *j, const char *name)
{
    json_builder object = json_build_object();
    text_buffer finding = {0};
    explain_add_finding(j, name, &finding);
    json_put(&object, "name", json_from_text(name));
    json_put(&object, "rows", json_integer((json_int_t)j->rows));
    json_put(&object, "rows_at_rest", json_integer((json_int_t)j->at_rest));
    json_put(&object, "measured_rms", json_from_number(j->measured_rms));
    json_put(&object, "measured_deviation", json_from_number(j->measured_deviation));
    json_put(&object, "residual_rms", json_from_number(j->residual_rms));
    json_put(&object, "residual_rms_at_rest", json_from_number(j->rest_rms));
    json_put(&object, "residual_rms_moving", json_from_number(j->moving_rms));
    json_put(&object, "torque_delay", json_from_number(j->delay));
    json_put(&object, "presliding_distance", json_from_number(j->presliding));
    json_put(&object, "residual_rms_memoryless", json_from_number(j->memoryless_rms));
    json_put(&object, "residual_rms_undelayed", json_from_number(j->undelayed_rms));
    json_put(&object, "residual_percent", json_from_number(percent_left(j)));
    json_put(&object, "parts", parts_to_json(j));
    if (j->held.rows > 0) {
        json_put(&object, "held_out", held_to_json(&j->held));
    }
    json_put(&object, "causes", causes_to_json(j));
    json_put(&object, "finding", finding.failed ? NULL : json_from_text(text_get(&finding)));
    text_clear(&finding);
    return json_built(&object);
}

exit_code explain_write_json(const recording *r, const explanation *e, output *out)
{
    json_builder object = json_build_object(), joints = json_build_array();
    for (int i = 0; i < cdy_model_nv(r->robot.model); i++) {
        json_add(&joints, joint_to_json(&e->joints[i], joint_of(r, i)));
    }
    json_put(&object, "command", json_string("explain"));
    json_put(&object, "robot", json_from_text(robot_name(&r->robot)));
    json_put(&object, "rows", json_integer((json_int_t)e->count));
    json_put(&object, "joints", json_built(&joints));
    return json_write_line(out, json_built(&object));
}

static void write_name(output *out, const char *name)
{
    const size_t columns = output_short_columns(name), width = 20;
    output_text(out, "  ");
    output_short_name(out, name);
    output_repeat(out, ' ', columns < width ? width - columns : 0);
}

/* The numbers of the rows that were held out, if any. */
static void write_held(const recording *r, const explanation *e, output *out)
{
    bool any = false;
    for (int i = 0; i < cdy_model_nv(r->robot.model); i++) {
        const held_out *h = &e->joints[i].held;
        if (h->rows > 0 && !any) {
            output_format(out, "\n  %-20s %10s %10s %10s %10s\n", "held out", "measured", "variation", "residual", "%");
            any = true;
        }
        if (h->rows > 0) {
            write_name(out, joint_of(r, i));
            output_format(out, " %10.4g %10.4g %10.4g", h->measured_rms, h->measured_deviation, h->residual_rms);
            write_percent(out, hold_out_percent(h));
        }
    }
}

exit_code explain_write_table(const recording *r, const explanation *e, output *out)
{
    const int n = cdy_model_nv(r->robot.model);
    text_buffer finding = {0};
    output_text(out, "Torques of ");
    output_name(out, robot_name(&r->robot));
    output_format(out, ", %zu rows (root mean squares, N m or N)\n\n  %-20s", e->count, "joint");
    static const char *const heads[] = {"measured", "variation", "residual",  "at rest",
                                        "moving",   "delay, s",  "presliding"};
    for (size_t k = 0; k < sizeof heads / sizeof *heads; k++) {
        output_format(out, " %10s", heads[k]);
    }
    output_text(out, "\n");
    for (int i = 0; i < n; i++) {
        const explained_joint j = e->joints[i];
        write_name(out, joint_of(r, i));
        if (j.rows == 0) {
            output_format(out, " %10s %10s %10s %10s %10s %10s %10s\n", "-", "-", "-", "-", "-", "-", "-");
            continue;
        }
        output_format(out, " %10.4g %10.4g %10.4g %10.4g %10.4g %10.3g %10.3g\n", j.measured_rms, j.measured_deviation,
                      j.residual_rms, j.rest_rms, j.moving_rms, j.delay, j.presliding);
    }
    write_held(r, e, out);
    output_format(out, "\n  %-20s", "parts");
    for (int k = 0; k < PART_COUNT; k++) {
        output_format(out, " %13s", part_names[k]);
    }
    output_text(out, "\n");
    for (int i = 0; i < n; i++) {
        const explained_joint j = e->joints[i];
        write_name(out, joint_of(r, i));
        for (int k = 0; k < PART_COUNT; k++) {
            output_format(out, " %13.4g", j.parts[k]);
        }
        output_text(out, "\n");
    }
    output_text(out, "\n");
    for (int i = 0; i < n; i++) {
        const explained_joint j = e->joints[i];
        text_reset(&finding);
        explain_add_finding(&j, joint_of(r, i), &finding);
        output_text(out, "  ");
        output_name(out, text_get(&finding));
        output_text(out, "\n");
    }
    const bool failed = finding.failed;
    text_clear(&finding);
    return failed ? fail_memory() : EXIT_FINE;
}
