/* Attributes: values of elements or of their default classes, and the words of MJCF. */
#include "base/error.h"
#include "description/spelling.h"
#include "mjcf/mjcf.h"
#include "text/number.h"

#include <string.h>

typedef struct vocabulary {
    const char *words[CDY_MJCF_MOST_SETTINGS];
} vocabulary;

/* Attributes by kind; of actuators, equalities and tendons those that are looked at. */
static const vocabulary kinds[CDY_MJCF_KINDS] = {
    [CDY_MJCF_JOINT] = {{"name",
                         "class",
                         "type",
                         "group",
                         "pos",
                         "axis",
                         "springdamper",
                         "limited",
                         "actuatorfrclimited",
                         "solreflimit",
                         "solimplimit",
                         "solreffriction",
                         "solimpfriction",
                         "stiffness",
                         "range",
                         "actuatorfrcrange",
                         "actuatorgravcomp",
                         "margin",
                         "ref",
                         "springref",
                         "armature",
                         "damping",
                         "frictionloss",
                         "springyield",
                         "user"}},
    [CDY_MJCF_GEOM] = {{"name",       "class",     "type",         "contype",  "conaffinity", "condim",
                        "group",      "priority",  "size",         "material", "rgba",        "friction",
                        "mass",       "density",   "solmix",       "solref",   "solimp",      "margin",
                        "gap",        "fromto",    "pos",          "quat",     "axisangle",   "xyaxes",
                        "zaxis",      "euler",     "hfield",       "mesh",     "fitscale",    "user",
                        "fluidshape", "fluidcoef", "shellinertia", "adhesion", "castshadow",  "surfacevel"}},
    [CDY_MJCF_SITE] = {{"name", "class", "type", "group", "pos", "quat", "material", "size", "fromto", "axisangle",
                        "xyaxes", "zaxis", "euler", "rgba", "mesh", "user"}},
    [CDY_MJCF_MESH] = {{"name", "class", "content_type", "file", "vertex", "normal", "texcoord", "face", "refpos",
                        "refquat", "scale", "smoothnormal", "maxhullvert", "inertia", "material", "builtin", "params"}},
    [CDY_MJCF_MATERIAL] = {{"name", "class", "texture", "texrepeat", "texuniform", "emission", "specular", "shininess",
                            "reflectance", "metallic", "roughness", "rgba"}},
    [CDY_MJCF_ACTUATOR] = {{"ctrllimited", "forcelimited", "ctrlrange", "forcerange", "gear", "armature", "damping",
                            "gaintype", "gainprm", "biastype"}},
    [CDY_MJCF_EQUALITY] = {{"active"}},
    [CDY_MJCF_TENDON] = {{"stiffness", "damping", "frictionloss", "armature", "range"}},
};

static const struct {
    const char *element;
    vocabulary words;
} others[] = {
    {"body",
     {{"name", "childclass", "pos", "quat", "mocap", "axisangle", "xyaxes", "zaxis", "euler", "gravcomp", "sleep",
       "fuse", "simple", "user"}}},
    {"frame", {{"name", "childclass", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler"}}},
    {"inertial", {{"pos", "quat", "mass", "diaginertia", "axisangle", "xyaxes", "zaxis", "euler", "fullinertia"}}},
    {"freejoint", {{"name", "group", "align"}}},
    {"attach", {{"model", "body", "frame", "prefix"}}},
    {"compiler",
     {{"autolimits",   "boundmass",     "boundinertia", "settotalmass", "balanceinertia",  "strippath",
       "coordinate",   "angle",         "fitaabb",      "eulerseq",     "meshdir",         "texturedir",
       "assetdir",     "discardvisual", "usethread",    "fusestatic",   "inertiafromgeom", "inertiagrouprange",
       "saveinertial", "savecanonical", "savecompiled", "passthrough",  "alignfree",       "conflict"}}},
};

static const char *const actuators[] = {"general", "motor",  "position", "velocity", "intvelocity", "orientation",
                                        "pid",     "damper", "cylinder", "muscle",   "adhesion",    "dcmotor"};
static const char *const equalities[] = {"equality", "connect", "weld"};
static const char *const tendons[] = {"tendon", "fixed", "spatial"};

cdy_mjcf_kind cdy_mjcf_kind_of(const char *element)
{
    static const char *const names[] = {"joint", "geom", "site", "mesh", "material"};
    for (int i = 0; i < 5; i++) {
        if (strcmp(element, names[i]) == 0) {
            return (cdy_mjcf_kind)i;
        }
    }
    return cdy_is_among(element, sizeof actuators / sizeof *actuators, actuators)      ? CDY_MJCF_ACTUATOR
           : cdy_is_among(element, sizeof equalities / sizeof *equalities, equalities) ? CDY_MJCF_EQUALITY
           : cdy_is_among(element, sizeof tendons / sizeof *tendons, tendons)          ? CDY_MJCF_TENDON
                                                                                       : CDY_MJCF_NONE;
}

/* Returns the kind of an element by its place: <equality> has elements with names of other kinds, such as <joint>. */
static cdy_mjcf_kind kind_in_place(const cdy_element *e)
{
    const bool ties = e->parent && strcmp(e->parent->name, "equality") == 0;
    return ties ? CDY_MJCF_EQUALITY : cdy_mjcf_kind_of(e->name);
}

bool cdy_mjcf_has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *p = list; *p; p += strcspn(p, " ")) {
        p += strspn(p, " ");
        if (strncmp(p, word, length) == 0 && p[length] == ' ') {
            return true;
        }
    }
    return false;
}

static int find_word(const vocabulary *v, const char *word)
{
    for (int i = 0; i < CDY_MJCF_MOST_SETTINGS && v->words[i]; i++) {
        if (strcmp(v->words[i], word) == 0) {
            return i;
        }
    }
    return -1;
}

int cdy_mjcf_setting(cdy_mjcf_kind kind, const char *attribute)
{
    return kind == CDY_MJCF_NONE ? -1 : find_word(&kinds[kind], attribute);
}

/* Returns what a class sets or inherits for elements like this one. */
static const cdy_attribute *find_in_class(const cdy_mjcf *m, const cdy_element *e, int class_number, const char *name)
{
    const cdy_mjcf_kind kind = kind_in_place(e);
    const int number = cdy_mjcf_setting(kind, name);
    return number >= 0 && m->classes[class_number].settings[kind] ? m->classes[class_number].settings[kind][number]
                                                                  : NULL;
}

const cdy_attribute *cdy_mjcf_find(const cdy_mjcf *m, const cdy_element *e, int class_number, const char *name)
{
    const cdy_attribute *own = cdy_find_attribute(e, name);
    return own || class_number < 0 ? own : find_in_class(m, e, class_number, name);
}

/* Reads numbers up to `most`; returns how many there are, more than `most` where there are more, -1 where a text is no
 * number. */
static int scan_numbers(const char *text, double *values, int most)
{
    const char *end = text + strlen(text);
    int count = 0;
    for (text += strspn(text, " \t\r\n"); *text; text += strspn(text, " \t\r\n")) {
        double number;
        cdy_number_status problem;
        const char *next = cdy_scan_number(text, end, &number, &problem);
        if (next == text || !strchr(" \t\r\n", *next)) {
            return -1;
        }
        if (count == most) {
            return most + 1;
        }
        values[count++] = number;
        text = next;
    }
    return count;
}

/* Reads what the list has beyond the first *count numbers that are known. */
static cdy_status add_numbers(cdy_mjcf *m, const cdy_element *e, const cdy_attribute *a, double *values, int least,
                              int most, int *count)
{
    enum { MOST = 16 };
    double numbers[MOST];
    const int found = scan_numbers(a->text, numbers, most);
    if (found < least || found > most) {
        return cdy_fault(m->r, CDY_RULE_NUMBER, a->at,
                         "<%.40s> %.40s: '%.80s' is not a list of %d%s numbers; expected "
                         "them separated by spaces, each such as 0.5 or -1e-3",
                         e->name, a->name, a->text, least, least < most ? " or more" : "");
    }
    for (int i = *count; i < found; i++) {
        values[i] = numbers[i];
    }
    *count = found > *count ? found : *count;
    return CDY_OK;
}

cdy_status cdy_mjcf_numbers(cdy_mjcf *m, const cdy_element *e, int class_number, const char *name, double *values,
                            int least, int most, int *count)
{
    const cdy_attribute *a = cdy_find_attribute(e, name), *last = NULL;
    int known = 0;
    cdy_status status = a ? add_numbers(m, e, a, values, least, most, &known) : CDY_OK;
    for (int c = class_number; c >= 0 && known < most && !status; c = m->classes[c].outer) {
        a = find_in_class(m, e, c, name); /* a shorter list leaves the numbers of the class behind it */
        if (!a) {
            break;
        }
        status = a != last ? add_numbers(m, e, a, values, least, most, &known) : CDY_OK;
        last = a;
    }
    if (count) {
        *count = status ? 0 : known;
    }
    return status;
}

cdy_status cdy_mjcf_number(cdy_mjcf *m, const cdy_element *e, int class_number, const char *name, double *value)
{
    return cdy_mjcf_numbers(m, e, class_number, name, value, 1, 1, NULL);
}

/* Reads false, true or, where it has a meaning, auto. */
static cdy_status read_word(cdy_mjcf *m, const cdy_element *e, const cdy_attribute *a, bool has_auto, int *value)
{
    static const char *const words[] = {"false", "true", "auto"};
    for (int i = 0; i < (has_auto ? 3 : 2) && a; i++) {
        if (strcmp(a->text, words[i]) == 0) {
            *value = i;
            return CDY_OK;
        }
    }
    return !a ? CDY_OK
              : cdy_fault(m->r, CDY_RULE_NUMBER, a->at, "<%.40s> %.40s: '%.80s' is unknown; expected %s", e->name,
                          a->name, a->text, has_auto ? "true, false or auto" : "true or false");
}

cdy_status cdy_mjcf_flag(cdy_mjcf *m, const cdy_element *e, int class_number, const char *name, int *value)
{
    return read_word(m, e, cdy_mjcf_find(m, e, class_number, name), true, value);
}

cdy_status cdy_mjcf_truth(cdy_mjcf *m, const cdy_element *e, int class_number, const char *name, int *value)
{
    return read_word(m, e, cdy_mjcf_find(m, e, class_number, name), false, value);
}

const char *cdy_mjcf_text(const cdy_mjcf *m, const cdy_element *e, int class_number, const char *name,
                          const char *other)
{
    const cdy_attribute *a = cdy_mjcf_find(m, e, class_number, name);
    return a ? a->text : other;
}

static const vocabulary *vocabulary_of(const char *element)
{
    const cdy_mjcf_kind kind = cdy_mjcf_kind_of(element);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(others[i].element, element) == 0) {
            return &others[i].words;
        }
    }
    return kind == CDY_MJCF_NONE || kind >= CDY_MJCF_ACTUATOR ? NULL : &kinds[kind];
}

void cdy_mjcf_check_attributes(cdy_mjcf *m, const cdy_element *e)
{
    const vocabulary *known = vocabulary_of(e->name);
    for (size_t i = 0; known && i < e->attribute_count && cdy_reports_warnings(m->r); i++) {
        const cdy_attribute *a = &e->attributes[i];
        if (find_word(known, a->name) >= 0) {
            continue;
        }
        char hint[CDY_HINT_SIZE];
        cdy_nearest search = cdy_nearest_to(a->name);
        for (int k = 0; k < CDY_MJCF_MOST_SETTINGS && known->words[k]; k++) {
            cdy_nearest_consider(&search, known->words[k]);
        }
        const bool misspelled = cdy_is_misspelled(&search) && !cdy_find_attribute(e, search.name);
        cdy_warn_for(m->r, misspelled ? CDY_RULE_ATTRIBUTE_MISSPELLED : CDY_RULE_UNKNOWN_ATTRIBUTE, CDY_FOR_MUJOCO,
                     a->at, "<%.40s> has an unknown attribute %.80s, which is ignored%s", e->name, a->name,
                     cdy_hint(hint, misspelled ? search.name : NULL));
    }
}
