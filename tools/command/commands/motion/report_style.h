/* Style of pages with plots. */
#ifndef CONDYLE_TOOLS_REPORT_STYLE_H
#define CONDYLE_TOOLS_REPORT_STYLE_H

#include "run/output.h"

/* Writes the element <style>. */
void report_write_style(output *out);

#endif
