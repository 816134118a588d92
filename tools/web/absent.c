/* In place of the page of condyle view, where it was not built. */
#include "commands/view_page.h"

#include <stddef.h>

const char *const view_page_head = NULL;
const char *const view_page_tail = NULL;
