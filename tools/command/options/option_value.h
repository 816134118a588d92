/* Option value: the text of an option's value becomes a member of the subcommand's struct. */
#ifndef CONDYLE_TOOLS_OPTION_VALUE_H
#define CONDYLE_TOOLS_OPTION_VALUE_H

#include "options/option.h"

/* Reads the value of an option (NULL for a flag) into the struct's member `value`. Reports values that are none of the
 * option's kind. */
exit_code option_value_read(const option_row *row, const char *text, void *value);

/* Returns whether an option may be given several times. */
bool option_value_may_repeat(const option_row *row);

#endif
