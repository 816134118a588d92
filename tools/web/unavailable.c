/* The page of condyle view in builds without it. */
#include "commands/pictures/view_page.h"

#include <stddef.h>

const char *const view_page_head = NULL;
const char *const view_page_tail = NULL;
