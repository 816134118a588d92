#include "values/drives.h"

static const char *const words[] = {"damping", "friction", "load", "rotors", "springs", "offsets", "all", "none", NULL};

static exit_code complete(void *values, const invocation *given)
{
    const drive_options *o = values;
    (void)given;
    if (o->width_given && !drives_of(o).friction) {
        return fail(EXIT_USAGE, "--friction-width needs --drives friction");
    }
    return EXIT_FINE;
}

static const option_row rows[] = {
    {.kind = OPTION_SET,
     .name = "--drives",
     .metavar = "LIST",
     .offset = offsetof(drive_options, acting),
     .given = offsetof(drive_options, given),
     .standard = "none",
     .help = "active parts of the drives: damping, friction, load, rotors, springs, offsets, all or none, separated by "
             "commas; behind them, or alone for all, a FILE of drives in place of those of the robot file",
     .words = words,
     .file = true},
    {.kind = OPTION_NUMBER,
     .name = "--friction-width",
     .metavar = "W",
     .offset = offsetof(drive_options, friction_width),
     .given = offsetof(drive_options, width_given),
     .standard = "0.005",
     .help = "width of the sign change of friction, rad/s or m/s: the robot's Coulomb friction times tanh(qd/W)",
     .above_zero = true},
    {0},
};
const option_table drive_table = {.title = "Drives", .rows = rows, .complete = complete};

/* Returns the switch of a word. */
static bool *find_switch(cdy_drive_options *drives, size_t word)
{
    bool *const switches[MOST_DRIVES] = {&drives->damping, &drives->friction, &drives->load,
                                         &drives->rotors,  &drives->springs,  &drives->offsets};
    return switches[word];
}

cdy_drive_options drives_of(const drive_options *o)
{
    cdy_drive_options drives = cdy_drive_options_default();
    for (size_t k = 0; o && k < MOST_DRIVES; k++) {
        *find_switch(&drives, k) = o->acting.words & 1u << k;
    }
    if (o && o->friction_width > 0) {
        drives.friction_width = o->friction_width;
    }
    return drives;
}

size_t drives_names(const cdy_drive_options *drives, const char *names[MOST_DRIVES])
{
    cdy_drive_options copy = *drives;
    size_t count = 0;
    for (size_t k = 0; k < MOST_DRIVES; k++) {
        if (*find_switch(&copy, k)) {
            names[count++] = words[k];
        }
    }
    return count;
}
