#include "generate/parameters.h"

static void add_text(source_text *t, const char *template_text, const char *name, const char *type,
                     const char **separator, const char *next)
{
    if (*template_text) {
        cdy_source_add(t, "%s", *separator);
        cdy_source_add_template(t, template_text, name, type);
        *separator = next;
    }
}

void cdy_add_each_array(source_text *t, const routine *r, unsigned more, array_text text, const char *type)
{
    const unsigned inputs = cdy_routine_inputs(r, more);
    const char *separator = "";
    for (int array = 0; array < INPUT_COUNT; array++) {
        if (inputs & 1u << array) {
            add_text(t, text.input, cdy_input_shapes[array].name, type, &separator, text.separator);
        }
    }
    for (int k = 0; k < MOST_OUTPUTS && r->outputs[k].name; k++) {
        add_text(t, text.result, r->outputs[k].name, type, &separator, text.separator);
    }
}

void cdy_add_parameters(source_text *t, const routine *r, unsigned more, const char *type)
{
    cdy_add_each_array(t, r, more, (array_text){"const $ *@", "$ *@", ", "}, type);
}

void cdy_ignore_unused(source_text *t, const routine *r, unsigned more)
{
    cdy_add_each_array(t, r, more, (array_text){"    (void)@;\n", "", ""}, "");
}

int cdy_routine_results(const cdy_model *model, const routine *r, expression *const outputs[MOST_OUTPUTS],
                        result_array results[MOST_OUTPUTS])
{
    int count = 0;
    for (; count < MOST_OUTPUTS && r->outputs[count].name; count++) {
        results[count] =
            (result_array){r->outputs[count].name, cdy_array_length(model, &r->outputs[count]), outputs[count]};
    }
    return count;
}
