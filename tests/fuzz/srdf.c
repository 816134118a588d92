/* SRDF: a text beside a robot is read, or refused with its place; the exclusions of a refused one are not kept. */
#include "fuzz.h"
#include "support/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char robot[] = "<robot name='arm'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>"
                            "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>"
                            "<joint name='k' type='continuous'><parent link='b'/><child link='c'/></joint>"
                            "<joint name='l' type='continuous'><parent link='c'/><child link='d'/></joint></robot>";

enum { BEFORE = 1 };

static const char *kept; /* the file, which is removed in the end */

static void remove_file(void)
{
    unlink(kept);
}

static void hear(void *context, const cdy_warning *warning)
{
    (void)context;
    require_printable(warning->text);
    require(warning->line >= 0, "a warning about line %d", warning->line);
}

/* Makes the robot, with one exclusion; NULL: memory ran out. */
static cdy_tree *make_tree(void)
{
    cdy_tree *tree = NULL;
    cdy_error error = {0};
    cdy_status status = cdy_load_text(robot, strlen(robot), "arm.urdf", NULL, &tree, &error);
    status = status ? status : cdy_tree_add_exclusion(tree, "a", "d", &error);
    require(status == CDY_OK || status == CDY_ERROR_MEMORY, "the robot is not made: %s", error.text);
    if (status) {
        cdy_tree_destroy(tree);
    }
    return status ? NULL : tree;
}

/* Each exclusion is about two different links of the robot. */
static void check_exclusions(const cdy_tree *tree)
{
    for (int i = 0; i < cdy_tree_exclusion_count(tree); i++) {
        const char *body = NULL, *other = NULL;
        require(cdy_tree_exclusion(tree, i, &body, &other), "exclusion %d is not there", i);
        require(cdy_tree_find_body(tree, body) >= 0 && cdy_tree_find_body(tree, other) >= 0 && strcmp(body, other) != 0,
                "exclusion %d is of '%s' and '%s'", i, body, other);
    }
}

static void load(cdy_tree *tree, const char *path, size_t size)
{
    cdy_load_options options = cdy_load_options_default();
    cdy_xacro_options xacro = cdy_xacro_options_default();
    cdy_error error = {0};
    xacro.max_steps = 100000;
    xacro.max_memory = (size_t)16 << 20;
    xacro.max_depth = 200;
    options.warn = hear;
    options.xacro = &xacro;
    const uint64_t before = steps_taken();
    const cdy_status status = cdy_tree_load_srdf(tree, path, &options, &error);
    require_steps(before, size, 2, "reading an SRDF");
    if (!require_status(status, CDY_ERROR_ROBOT, &error)) {
        require(cdy_tree_exclusion_count(tree) == BEFORE, "exclusions of a file that was refused");
    }
    check_exclusions(tree);
}

/* Writes the bytes to the file of this process; returns its path, NULL where the disk is full. */
static const char *write_file(const uint8_t *data, size_t size)
{
    static char path[] = "/tmp/condyle-srdf-XXXXXX";
    static int descriptor = -1;
    if (descriptor < 0) {
        descriptor = mkstemp(path);
        require(descriptor >= 0, "no temporary file");
        atexit(remove_file);
        kept = path;
    }
    const bool written = ftruncate(descriptor, 0) == 0 && pwrite(descriptor, data, size, 0) == (ssize_t)size;
    return written ? path : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = write_file(data, size);
    cdy_tree *tree = path ? make_tree() : NULL;
    if (tree) {
        load(tree, path, size);
    }
    cdy_tree_destroy(tree);
    return 0;
}
