/* The least distance between bodies, in the page of the report. */
#include "commands/motion/report.h"

#include "writing/markup.h"

void report_write_clearance(const report *r)
{
    const clearance *c = r->clearance;
    const sink to = output_sink(r->out);
    const bool kept = clearance_is_kept(c), near = c->least <= c->margin;
    output_format(r->out, "<section class=\"verdict%s\" id=\"clearance\">\n<p>", kept ? "" : near ? " bad" : " none");
    if (kept) {
        output_format(r->out, "Bodies stay more than %g m apart", c->margin);
    } else {
        output_format(r->out, near ? "Bodies come within %g m" : "Not known: whether bodies stay more than %g m apart",
                      c->margin);
    }
    output_text(r->out, "</p>\n<p>Least distance of <b>");
    markup_breakable(&to, c->first);
    output_text(r->out, "</b> and <b>");
    markup_breakable(&to, c->second);
    output_text(r->out, "</b>: ");
    report_write_number(r, c->least, 6);
    output_text(r->out, c->between ? " m, " : " m, in ");
    clearance_write_place(c, r->out);
    output_text(r->out, "; in the rows and between them nowhere below ");
    report_write_number(r, c->bound, 6);
    output_text(r->out, " m.</p>\n</section>\n");
}
