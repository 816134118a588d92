/* All that is used of libxml2 is in core/xml.h. */
#include "xml.h"
