/* What MuJoCo refuses of assets, though nothing here depends on it: those without a name or without data, words and
 * sizes. */
#include "mjcf/mjcf.h"
#include "text/number.h"

#include <math.h>
#include <string.h>

/* Words that an attribute of an asset may have, between spaces. */
static const struct {
    const char *element, *attribute, *words;
} choices[] = {
    {"mesh", "builtin", " box cone cylinder ellipsoid hemisphere plate sphere supersphere supertorus wedge "},
    {"mesh", "inertia", " convex legacy exact shell "},
    {"texture", "type", " 2d cube skybox "},
    {"texture", "builtin", " none gradient checker flat "},
    {"texture", "mark", " none edge cross random "},
    {"texture", "colorspace", " auto linear sRGB "},
};

static void check_choices(cdy_mjcf *m, const cdy_element *e)
{
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const cdy_attribute *a = cdy_find_attribute(e, choices[i].attribute);
        if (a && strcmp(e->name, choices[i].element) == 0 && !cdy_mjcf_has_word(choices[i].words, a->text)) {
            cdy_warn_for(m->r, CDY_RULE_READ_OTHERWISE, CDY_FOR_MUJOCO, a->at,
                         "<%s> %s '%.80s' is unknown; expected one of%s", e->name, a->name, a->text, choices[i].words);
        }
    }
}

/* Returns the text of an attribute of an asset, or of its class where it has one; "" without. */
static const char *text_of(const cdy_mjcf *m, const cdy_element *e, const char *name)
{
    const cdy_attribute *class = cdy_find_attribute(e, "class");
    const int own = class ? cdy_name_table_find(&cdy_mjcf_model_of(m, e)->class_numbers, class->text) : -1;
    const bool has_class = strcmp(e->name, "mesh") == 0;
    return cdy_mjcf_text(m, e, !has_class ? -1 : own >= 0 ? own : cdy_mjcf_main_class(m, e), name, "");
}

static bool is_given(const cdy_mjcf *m, const cdy_element *e, const char *name)
{
    return *text_of(m, e, name) != '\0';
}

static bool is_built(const cdy_mjcf *m, const cdy_element *e)
{
    return is_given(m, e, "builtin") && strcmp(text_of(m, e, "builtin"), "none") != 0;
}

static bool is_skybox(const cdy_element *e)
{
    const cdy_attribute *type = cdy_find_attribute(e, "type");
    return strcmp(e->name, "texture") == 0 && type && strcmp(type->text, "skybox") == 0;
}

static void check_name(cdy_mjcf *m, const cdy_element *e)
{
    const char *name = cdy_mjcf_asset_name(m, e);
    m->r->out_of_memory = m->r->out_of_memory || !name;
    if (name && !*name && !is_skybox(e)) {
        cdy_warn_for(m->r, CDY_RULE_READ_OTHERWISE, CDY_FOR_MUJOCO, e->at, "<%s> has no name; expected name=\"...\"%s",
                     e->name, strcmp(e->name, "material") == 0 ? "" : ", or a file, whose name it takes");
    }
}

static void refuse(cdy_mjcf *m, const cdy_element *e, const char *why)
{
    cdy_warn_for(m->r, CDY_RULE_READ_OTHERWISE, CDY_FOR_MUJOCO, e->at, "<%s> '%.80s' %s", e->name,
                 cdy_mjcf_text(m, e, -1, "name", ""), why);
}

static void check_mesh(cdy_mjcf *m, const cdy_element *e)
{
    if (!is_given(m, e, "file") && !is_given(m, e, "vertex") && !is_built(m, e) && !cdy_first_child(e, "plugin")) {
        refuse(m, e, "has no vertices; expected file, vertex or builtin");
    }
    if (!is_given(m, e, "file") && is_given(m, e, "vertex") &&
        !cdy_mjcf_has_inline_mesh(m, text_of(m, e, "vertex"), text_of(m, e, "face"))) {
        refuse(m, e, "has wrong vertices or faces; expected x y z of four or more, and three numbers of them a face");
    }
}

/* Reads numbers of an attribute without a class; returns how many there are, 0 where they are no numbers. */
static int read_numbers(const cdy_element *e, const char *name, double *values, int most)
{
    const cdy_attribute *a = cdy_find_attribute(e, name);
    int count = 0;
    while (a && count < most &&
           cdy_parse_numbers(a->text, strlen(a->text), values, (size_t)count + 1) != CDY_NUMBER_OK) {
        count++;
    }
    return a && count < most ? count + 1 : 0;
}

/* Whether an attribute is one whole number that is large enough. */
static bool has_size(const cdy_element *e, const char *name, double least)
{
    double size = 0;
    return read_numbers(e, name, &size, 1) == 1 && size >= least && size == floor(size);
}

static void check_texture(cdy_mjcf *m, const cdy_element *e)
{
    static const char *const sides[] = {"fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"};
    const bool flat = strcmp(text_of(m, e, "type"), "2d") == 0;
    bool has_file = is_given(m, e, "file");
    for (size_t i = 0; i < sizeof sides / sizeof *sides && !flat; i++) {
        has_file = has_file || is_given(m, e, sides[i]);
    }
    if (is_built(m, e) && (!has_size(e, "width", 1) || (flat && !has_size(e, "height", 1)))) {
        refuse(m, e,
               flat ? "is builtin and has no size; expected width and height of 1 or more"
                    : "is builtin and has no size; expected a width of 1 or more");
    } else if (!is_built(m, e) && !has_file) {
        refuse(m, e,
               flat ? "has no picture; expected file or builtin"
                    : "has no picture; expected file, builtin, or a file for a side such as fileright");
    }
}

static void check_hfield(cdy_mjcf *m, const cdy_element *e)
{
    double size[4] = {0};
    const bool sized = read_numbers(e, "size", size, 4) == 4;
    if (!sized || !(fmin(fmin(size[0], size[1]), fmin(size[2], size[3])) > 0)) {
        refuse(m, e, "needs size=\"X Y TOP BOTTOM\", four numbers above 0");
    }
    if (!is_given(m, e, "file") && (!has_size(e, "nrow", 2) || !has_size(e, "ncol", 2))) {
        refuse(m, e, "has no heights; expected file, or nrow and ncol of 2 or more");
    }
}

static void check_asset(cdy_mjcf *m, const cdy_element *e)
{
    const bool is_mesh = strcmp(e->name, "mesh") == 0, is_texture = strcmp(e->name, "texture") == 0;
    const bool is_hfield = strcmp(e->name, "hfield") == 0, is_material = strcmp(e->name, "material") == 0;
    if (is_mesh || is_texture || is_hfield || is_material) {
        check_name(m, e);
        check_choices(m, e);
    }
    if (is_mesh) {
        check_mesh(m, e);
    } else if (is_texture) {
        check_texture(m, e);
    } else if (is_hfield) {
        check_hfield(m, e);
    }
}

void cdy_mjcf_check_asset_data(cdy_mjcf *m)
{
    for (int i = 0; i < m->model_count && cdy_reports_warnings(m->r); i++) {
        const bool compiled = i == 0 || m->models[i]->attached;
        for (const cdy_element *e = compiled ? cdy_mjcf_first_in(m->models[i]->root, "asset") : NULL; e;
             e = cdy_mjcf_next_in(e)) {
            check_asset(m, e);
        }
    }
}
