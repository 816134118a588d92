/* Limits of contact, for subcommands that keep or tell them. */
#ifndef CONDYLE_TOOLS_CONTACT_LIMITS_H
#define CONDYLE_TOOLS_CONTACT_LIMITS_H

#include "options/option.h"

#include <condyle/contact.h>

typedef struct contact_limit_options {
    text_list locked; /* --locked */
    cdy_contact_limit limit;
    bool stiffness_given, mass_given;
} contact_limit_options;

extern const option_table contact_limit_table;

static inline bool contact_limits_given(const contact_limit_options *o)
{
    return o->limit.force > 0 || o->limit.energy > 0;
}

/* Marks the degrees of freedom of the joints that are locked. */
exit_code contact_read_locked(const cdy_model *model, const contact_limit_options *o, bool *locked);

#endif
