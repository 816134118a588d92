/* All that is used of libxml2 is in parser.h. */
#include <libxml/parser.h>
