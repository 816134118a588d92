#include "commands/motion/contact_limits.h"

#include "run/message.h"

/* Marks the degrees of freedom of a joint that is locked. */
static exit_code lock(const cdy_model *model, const char *name, bool *locked)
{
    cdy_error error;
    cdy_moving_joint joint;
    int number;
    if (cdy_model_require_joint(model, name, &number, &error) != CDY_OK) {
        return fail(EXIT_USAGE, "--locked: %s", error.text);
    }
    if (cdy_model_joint(model, number, &joint) != CDY_OK || joint.is_follower) {
        return fail(EXIT_USAGE, "--locked: joint '%.80s' follows another one; lock that one", name);
    }
    for (int i = 0; i < joint.nv; i++) {
        locked[joint.velocity + i] = true;
    }
    return EXIT_FINE;
}

exit_code contact_read_locked(const cdy_model *model, const contact_limit_options *o, bool *locked)
{
    exit_code code = EXIT_FINE;
    for (size_t i = 0; code == EXIT_FINE && i < o->locked.count; i++) {
        code = lock(model, o->locked.items[i], locked);
    }
    return code;
}

static exit_code complete(void *values, const invocation *given)
{
    const contact_limit_options *o = values;
    (void)given;
    if (o->limit.force > 0 && !o->stiffness_given) {
        return fail(EXIT_USAGE, "--most-force needs --stiffness, the spring constant of the body region");
    }
    if (contact_limits_given(o) && !o->mass_given) {
        return fail(EXIT_USAGE, "limits of contact need --region-mass, the effective mass of the body region");
    }
    if (!contact_limits_given(o) && (o->stiffness_given || o->mass_given)) {
        return fail(EXIT_USAGE, "--stiffness and --region-mass belong to a limit: give --most-force or --energy");
    }
    if (!(o->limit.force > 0) && o->stiffness_given) {
        return fail(EXIT_USAGE, "--stiffness belongs to a limit of force: a limit of energy needs none; give "
                                "--most-force or leave it out");
    }
    return EXIT_FINE;
}

static const option_row rows[] = {
    {.kind = OPTION_TEXTS,
     .name = "--locked",
     .metavar = "JOINT",
     .names = NAMES_MOVING_JOINT,
     .offset = offsetof(contact_limit_options, locked),
     .help = "a joint that does not give way, such as a braked one; may be repeated"},
    {.kind = OPTION_NUMBER,
     .name = "--most-force",
     .metavar = "N",
     .offset = offsetof(contact_limit_options, limit.force),
     .unit = "N",
     .help = "largest force of the transient contact, N; needs --stiffness",
     .above_zero = true},
    {.kind = OPTION_NUMBER,
     .name = "--energy",
     .metavar = "J",
     .offset = offsetof(contact_limit_options, limit.energy),
     .unit = "J",
     .help = "largest energy of the contact, J",
     .above_zero = true},
    {.kind = OPTION_NUMBER,
     .name = "--stiffness",
     .metavar = "K",
     .offset = offsetof(contact_limit_options, limit.stiffness),
     .given = offsetof(contact_limit_options, stiffness_given),
     .unit = "N/m",
     .help = "spring constant of the body region, N/m (1 N/mm is 1000 N/m)",
     .above_zero = true},
    {.kind = OPTION_NUMBER,
     .name = "--region-mass",
     .metavar = "M",
     .offset = offsetof(contact_limit_options, limit.mass),
     .given = offsetof(contact_limit_options, mass_given),
     .unit = "kg",
     .help = "effective mass of the body region, kg",
     .above_zero = true},
    {0},
};

const option_table contact_limit_table = {.title = "Limits of contact", .rows = rows, .complete = complete};
