/* Stands for a suite that this build cannot run: reports to Meson that the suite is skipped, and why.
 *
 *   skipped REASON */
#include "support/suite.h"

int main(int argc, char **argv)
{
    return skip_suites(argc > 1 ? argv[1] : "this build cannot run the suite");
}
