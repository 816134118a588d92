#include "draw/svg.h"

#include "draw/png.h"
#include "report/base64.h"
#include "report/markup.h"

#include <stdlib.h>

static void write_line(const scene_line *line, const camera *c, const image *size, output *out)
{
    double x[2], y[2], near;
    camera_project(c, size->width, size->height, line->from, &x[0], &y[0], &near);
    camera_project(c, size->width, size->height, line->to, &x[1], &y[1], &near);
    for (int end = 0; end < 2; end++) {
        output_text(out, end ? "\" x2=\"" : "<line x1=\"");
        markup_number(out, x[end], 7);
        output_text(out, end ? "\" y2=\"" : "\" y1=\"");
        markup_number(out, y[end], 7);
    }
    output_format(out, "\" stroke=\"#%02x%02x%02x\" stroke-width=\"", line->paint.red, line->paint.green,
                  line->paint.blue);
    markup_number(out, (double)line->width, 7);
    output_text(out, "\"/>\n");
}

static void write_label(const scene_label *label, const camera *c, const image *size, output *out)
{
    double x, y, near;
    camera_project(c, size->width, size->height, label->at, &x, &y, &near);
    output_text(out, "<text x=\"");
    markup_number(out, x + 6, 7);
    output_text(out, "\" y=\"");
    markup_number(out, y + 4, 7);
    output_format(out, "\" fill=\"#%02x%02x%02x\">", label->paint.red, label->paint.green, label->paint.blue);
    markup_text(out, label->text);
    output_text(out, "</text>\n");
}

bool svg_write(const scene *s, const camera *c, const image *surfaces, const char *title, output *out)
{
    size_t size;
    unsigned char *png = png_make(surfaces, &size);
    if (!png) {
        return false;
    }
    const int width = surfaces->width, height = surfaces->height;
    output_format(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                  "font-family=\"sans-serif\" font-size=\"11\" stroke-linecap=\"round\">\n<title>",
                  width, height, width, height);
    markup_text(out, title);
    output_format(out, "</title>\n<image width=\"%d\" height=\"%d\" href=\"data:image/png;base64,", width, height);
    base64_write(png, size, out);
    output_text(out, "\"/>\n");
    free(png);
    for (size_t i = 0; i < s->line_count; i++) {
        if (s->lines[i].on_top) {
            write_line(&s->lines[i], c, surfaces, out);
        }
    }
    for (size_t i = 0; i < s->label_count; i++) {
        write_label(&s->labels[i], c, surfaces, out);
    }
    output_text(out, "</svg>\n");
    return true;
}
