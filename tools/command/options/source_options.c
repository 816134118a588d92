#include "options/source_options.h"

#include <string.h>

static exit_code check_package(const option_row *self, const char *value)
{
    const char *equals = strchr(value, '=');
    if (!*value || (equals && (equals == value || !equals[1]))) {
        return fail(EXIT_USAGE, "%s: expected FOLDER or PACKAGE=FOLDER, not '%s'", self->name, value);
    }
    return EXIT_FINE;
}

static exit_code complete(void *values, const invocation *given)
{
    source_options *o = values;
    o->arguments = &given->arguments;
    return EXIT_FINE;
}

static const option_row rows[] = {
    {.kind = OPTION_TEXTS,
     .name = "--package-path",
     .metavar = "FOLDER",
     .offset = offsetof(source_options, packages),
     .folder = true,
     .help = "folder of packages, or PACKAGE=FOLDER: the folder of one package; may be repeated (default: "
             "ROS_PACKAGE_PATH, AMENT_PREFIX_PATH, and beside the robot's own package)",
     .check = check_package},
    {.kind = OPTION_WHOLE,
     .name = "--max-size",
     .metavar = "MIB",
     .offset = offsetof(source_options, mebibytes),
     .standard = "1024",
     .help = "refuse robot files that are larger, MiB",
     .unit = "MiB",
     .least = 1,
     .most = 2047},
    {0},
};
const option_table source_table = {.title = "Robot", .rows = rows, .complete = complete};

size_t source_bytes(const source_options *o)
{
    return (size_t)o->mebibytes << 20;
}
