#include "generate/observer_code.h"

#include "generate/parameters.h"

/* In these texts '@' stands for the robot's name and '$' for the type of numbers. */

static const char explanation[] =
    "\n/* Momentum observer: external torques of the joints, as a filter of first order with a gain for each degree "
    "of\n"
    " * freedom sees them, from positions, velocities and torques at the motors' side, without accelerations. It has\n"
    " * a state; one thread uses it at a time. Between two samples the external torques count as constant, and the\n"
    " * rest of the integrand as a straight line.\n"
    " * De Luca, Albu-Schaeffer, Haddadin, Hirzinger 2006. */\n";

static const char declarations[] = "\n/* Starts an observer with gains (1/s): the residual reaches 63 % of a torque "
                                   "that sets in after 1 / gain. Returns\n"
                                   " * 1, or 0 where a gain is not greater than 0 and finite. */\n"
                                   "int @_observer_init(@_momentum_observer *o, const $ *gains);\n"
                                   "\n/* Forgets the past: the next sample is the first. */\n"
                                   "void @_observer_reset(@_momentum_observer *o);\n"
                                   "\n/* Takes a sample, dt s after the one before, and gives the residual; the first "
                                   "sample gives zeros, and its dt is\n"
                                   " * not read. Returns 1, or 0 where dt is not greater than 0 and finite or a number "
                                   "is not finite: the observer is\n"
                                   " * then as it was, and no residual is written. */\n";

routine cdy_observer_update_of(const routine *r)
{
    routine update = *r;
    update.outputs[0] = (array_shape){"residual", LENGTH_NV, LENGTH_ONE, "external torques, N m and N"};
    update.outputs[1] = (array_shape){NULL, LENGTH_ONE, LENGTH_ONE, NULL};
    return update;
}

static void add_prototype(source_text *t, const program *p, const routine *r)
{
    const char *name = p->options->name, *type = cdy_program_type(p);
    const routine update = cdy_observer_update_of(r);
    cdy_source_add(t, "int %s_observer_update(%s_momentum_observer *o, %s dt, ", name, name, type);
    cdy_add_parameters(t, &update, p->more.arrays, type);
    cdy_source_add(t, ")");
}

void cdy_observer_declare(program *p, const routine *r)
{
    const char *name = p->options->name, *type = cdy_program_type(p);
    const int n = p->model->nv;
    source_text *t = &p->header;
    cdy_source_add(t, "%s", explanation);
    cdy_source_add(t,
                   "typedef struct %s_momentum_observer {\n"
                   "    %s gain[%d], residual[%d];\n"
                   "    %s momentum[%d], rate[%d]; /* of the last sample: M qd, and tau - drives + C^T qd - G */\n"
                   "    int started;\n"
                   "} %s_momentum_observer;\n",
                   name, type, n, n, type, n, n, name);
    cdy_source_add_template(t, declarations, name, type);
    add_prototype(t, p, r);
    cdy_source_add(t, ";\n");
}

static const char functions[] = "int @_observer_init(@_momentum_observer *o, const $ *gains)\n"
                                "{\n"
                                "    int good = 1;\n"
                                "    o->started = 0;\n"
                                "    for (size_t i = 0; i < sizeof o->gain / sizeof o->gain[0]; i++) {\n"
                                "        o->gain[i] = gains[i];\n"
                                "        o->residual[i] = o->momentum[i] = o->rate[i] = 0;\n"
                                "        good = good && gains[i] > 0 && gains[i] - gains[i] == 0;\n"
                                "    }\n"
                                "    return good;\n"
                                "}\n\n"
                                "void @_observer_reset(@_momentum_observer *o)\n"
                                "{\n"
                                "    o->started = 0;\n"
                                "}\n\n";

/* Tells whether a sample is good: code for a robot may leave numbers unread, of which none may be infinite or NaN. */
static void add_check(source_text *t, const program *p, const routine *r)
{
    const unsigned inputs = cdy_routine_inputs(r, p->more.arrays);
    cdy_source_add(t, "    int good = !o->started || (dt > 0 && dt - dt == 0);\n");
    for (int array = 0; array < INPUT_COUNT; array++) {
        const char *name = cdy_input_shapes[array].name;
        if (inputs & 1u << array) {
            cdy_source_add(t,
                           "    for (size_t i = 0; i < %d; i++) {\n"
                           "        good = good && %s[i] - %s[i] == 0;\n"
                           "    }\n",
                           cdy_array_length(p->model, &cdy_input_shapes[array]), name, name);
        }
    }
}

static const char update_begin[] =
    "    for (size_t i = 0; i < sizeof p / sizeof p[0]; i++) {\n"
    "        next[i] = 0;\n"
    "        if (o->started) {\n"
    "            const $ external = (p[i] - o->momentum[i]) / dt - (o->rate[i] + rate[i]) / 2;\n";

/* The filter's step, by the library of C, or by a function of the code where there is none. */
static const char filter_text[] = "            next[i] = o->residual[i] - ($)expm1(-(double)o->gain[i] * (double)dt) * "
                                  "(external - o->residual[i]);\n";
static const char bare_filter_text[] = "            const $ span = -o->gain[i] * dt;\n"
                                       "            $ share;\n"
                                       "            @_expm1(&span, &share);\n"
                                       "            next[i] = o->residual[i] - share * (external - o->residual[i]);\n";

static const char update_end[] =
    "        }\n"
    "        good = good && p[i] - p[i] == 0 && rate[i] - rate[i] == 0 && next[i] - next[i] == 0;\n"
    "    }\n"
    "    for (size_t i = 0; good && i < sizeof p / sizeof p[0]; i++) {\n"
    "        o->residual[i] = residual[i] = next[i];\n"
    "        o->momentum[i] = p[i];\n"
    "        o->rate[i] = rate[i];\n"
    "    }\n"
    "    o->started = o->started || good;\n"
    "    return good;\n"
    "}\n\n";

void cdy_observer_define(program *p, const routine *r)
{
    const char *name = p->options->name, *type = cdy_program_type(p);
    const int n = p->model->nv;
    source_text *t = &p->functions;
    cdy_source_add_template(t, functions, name, type);
    add_prototype(t, p, r);
    cdy_source_add(t, "\n{\n    %s p[%d], rate[%d], next[%d];\n    %s_%s(", type, n, n, n, name, r->name);
    cdy_add_each_array(t, r, p->more.arrays, (array_text){"@", "@", ", "}, "");
    cdy_source_add(t, ");\n");
    add_check(t, p, r);
    cdy_source_add_template(t, update_begin, name, type);
    cdy_source_add_template(t, p->options->target == CDY_GENERATE_CORTEX_M ? bare_filter_text : filter_text, name,
                            type);
    cdy_source_add_template(t, update_end, name, type);
}
