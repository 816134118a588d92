#include "draw/svg.h"

#include "writing/base64.h"
#include "writing/markup.h"

#include <math.h>

void svg_begin(int width, int height, const char *title, const sink *to)
{
    sink_format(to,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                "font-family=\"sans-serif\" font-size=\"11\" stroke-linecap=\"round\">\n<title>",
                width, height, width, height);
    markup_text(to, title);
    sink_text(to, "</title>\n");
}

void svg_end(const sink *to)
{
    sink_text(to, "</svg>\n");
}

void svg_line(const scene_line *line, const camera *c, int width, int height, const sink *to)
{
    double x[2], y[2], near;
    camera_project(c, width, height, line->from, &x[0], &y[0], &near);
    camera_project(c, width, height, line->to, &x[1], &y[1], &near);
    for (int end = 0; end < 2; end++) {
        sink_text(to, end ? "\" x2=\"" : "<line x1=\"");
        markup_number(to, round(100 * x[end]) / 100, 7);
        sink_text(to, end ? "\" y2=\"" : "\" y1=\"");
        markup_number(to, round(100 * y[end]) / 100, 7);
    }
    sink_format(to, "\" stroke=\"#%02x%02x%02x\" stroke-width=\"", line->paint.red, line->paint.green,
                line->paint.blue);
    markup_number(to, (double)line->width, 7);
    sink_text(to, line->dashed ? "\" stroke-dasharray=\"12 4 1 4\"/>\n" : "\"/>\n");
}

static void write_label(const scene_label *label, const camera *c, const image *size, const sink *to)
{
    double x, y, near;
    camera_project(c, size->width, size->height, label->at, &x, &y, &near);
    sink_text(to, "<text x=\"");
    markup_number(to, x + 6, 7);
    sink_text(to, "\" y=\"");
    markup_number(to, y + 4, 7);
    sink_format(to, "\" fill=\"#%02x%02x%02x\">", label->paint.red, label->paint.green, label->paint.blue);
    markup_text(to, label->text);
    sink_text(to, "</text>\n");
}

static void add_base64(void *context, const char *bytes, size_t length)
{
    base64_add(context, bytes, length);
}

/* Writes the surfaces as a PNG file within the text. */
static bool write_surfaces(const image *surfaces, packer *pack, const sink *to)
{
    base64 digits = {.to = to};
    const sink inner = {add_base64, &digits};
    sink_format(to, "<image width=\"%d\" height=\"%d\" href=\"data:image/png;base64,", surfaces->width,
                surfaces->height);
    const bool written = png_write(surfaces, pack, &inner);
    base64_end(&digits);
    sink_text(to, "\"/>\n");
    return written;
}

bool svg_write(const scene *s, const camera *c, const image *surfaces, const char *title, packer *pack, const sink *to)
{
    svg_begin(surfaces->width, surfaces->height, title, to);
    if (!write_surfaces(surfaces, pack, to)) {
        return false;
    }
    for (size_t i = 0; i < s->line_count; i++) {
        if (s->lines[i].on_top) {
            svg_line(&s->lines[i], c, surfaces->width, surfaces->height, to);
        }
    }
    for (size_t i = 0; i < s->label_count; i++) {
        write_label(&s->labels[i], c, surfaces, to);
    }
    svg_end(to);
    return true;
}
