/* Manual pages: condyle(1) and one page a subcommand, in the man(7) macros, made from the texts of the help and the
 * tables of options. */
#ifndef CONDYLE_TOOLS_MANUAL_PAGE_H
#define CONDYLE_TOOLS_MANUAL_PAGE_H

#include "options/command.h"

/* Write the page of the whole command, or of one subcommand. */
void manual_page_write(output *out);
void manual_page_write_command(output *out, const command *c);

#endif
