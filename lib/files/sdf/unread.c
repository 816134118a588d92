/* Parts of SDF that a tree does not hold, and misspelled elements. */
#include "description/spelling.h"
#include "sdf/sdf.h"

#include <math.h>
#include <string.h>

enum { MOST_WORDS = 24 };

/* Children of an element: those that are read, and those that have no equivalent, which do not act on torques. */
typedef struct vocabulary {
    const char *element;
    const char *read[MOST_WORDS], *unread[MOST_WORDS];
} vocabulary;

static const vocabulary vocabularies[] = {
    {"model",
     {"link", "joint", "frame", "model", "include", "pose", "static"},
     {"plugin", "gripper", "self_collide", "allow_auto_disable", "enable_wind"}},
    {"link",
     {"pose", "inertial", "visual", "collision", "gravity", "kinematic", "velocity_decay"},
     {"sensor", "light", "projector", "audio_sink", "audio_source", "battery", "particle_emitter", "self_collide",
      "must_be_base_link", "enable_wind", "plugin"}},
    {"joint",
     {"parent", "child", "pose", "axis", "axis2", "thread_pitch", "screw_thread_pitch"},
     {"physics", "sensor", "plugin", "gearbox_ratio", "gearbox_reference_body"}},
    {"gearbox", /* a <joint> of this type */
     {"parent", "child", "pose", "axis", "axis2", "gearbox_ratio", "gearbox_reference_body"},
     {"physics", "sensor", "plugin", "thread_pitch", "screw_thread_pitch"}},
    {"axis", {"xyz", "limit", "dynamics", "mimic", "use_parent_model_frame"}, {"initial_position"}},
    {"axis2", {"xyz", "limit", "dynamics", "mimic", "use_parent_model_frame"}, {"initial_position"}},
    {"limit", {"lower", "upper", "effort", "velocity"}, {"stiffness", "dissipation"}},
    {"dynamics", {"damping", "friction", "spring_stiffness", "spring_reference"}, {NULL}},
    {"inertial", {"pose", "mass", "inertia", "density", "fluid_added_mass"}, {"auto_inertia_params"}},
    {"inertia", {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}, {NULL}},
};

/* The place of a word in a list; below 0: it is not there. */
static int place_of(const char *const words[MOST_WORDS], const char *word)
{
    for (int i = 0; i < MOST_WORDS && words[i]; i++) {
        if (strcmp(words[i], word) == 0) {
            return i;
        }
    }
    return -1;
}

static void report(cdy_sdf *s, const cdy_element *e)
{
    if (s->r->options.unread) {
        s->r->options.unread(s->r->options.context, e->name);
    }
}

/* Notes an element that is not read, once for all of its name. */
static void note(cdy_sdf *s, const cdy_element *e)
{
    report(s, e);
    if (cdy_name_table_find(&s->told, e->name) >= 0 || !cdy_reports_warnings(s->r)) {
        return;
    }
    cdy_warn(s->r, CDY_RULE_PART_UNREAD, e->at, "<%.40s> in <%.40s> is not read: it has no equivalent here", e->name,
             e->parent->name);
    s->r->out_of_memory = !cdy_name_table_set(&s->told, e->name, 0) || s->r->out_of_memory;
}

static void warn_of_unknown(cdy_sdf *s, const vocabulary *v, const cdy_element *e)
{
    char hint[CDY_HINT_SIZE];
    cdy_nearest search = cdy_nearest_to(e->name);
    for (int i = 0; i < MOST_WORDS && v->read[i]; i++) {
        cdy_nearest_consider(&search, v->read[i]);
    }
    const bool misspelled = cdy_is_misspelled(&search);
    report(s, e);
    cdy_warn(s->r, misspelled ? CDY_RULE_ELEMENT_MISSPELLED : CDY_RULE_UNKNOWN_ELEMENT, e->at,
             "<%.80s> in <%.40s> is unknown and ignored%s", e->name, e->parent->name,
             cdy_hint(hint, misspelled ? search.name : NULL));
}

/* Warns of an element that stands in its parent again, where one is read: the first. */
static void warn_of_second(cdy_sdf *s, const cdy_element *e, const cdy_element *first)
{
    static const char *const many[] = {"link", "joint", "frame", "model", "include", "visual", "collision"};
    if (!cdy_is_among(e->name, sizeof many / sizeof *many, many)) {
        cdy_warn(s->r, CDY_RULE_DYNAMICS_UNREAD, e->at,
                 "<%.40s> has a second <%.40s>, after that in line %d; the first counts, expected only one",
                 e->parent->name, e->name, first->at.line);
    }
}

void cdy_sdf_check_children(cdy_sdf *s, const cdy_element *e)
{
    const cdy_attribute *type = strcmp(e->name, "joint") == 0 ? cdy_find_attribute(e, "type") : NULL;
    const char *name = type && strcmp(type->text, "gearbox") == 0 ? "gearbox" : e->name;
    const vocabulary *v = NULL;
    for (size_t i = 0; i < sizeof vocabularies / sizeof *vocabularies; i++) {
        v = strcmp(vocabularies[i].element, name) == 0 ? &vocabularies[i] : v;
    }
    const cdy_element *first[MOST_WORDS] = {NULL}; /* of each word that is read */
    for (const cdy_element *c = e->first_child; c && v; c = c->next) {
        const int place = place_of(v->read, c->name);
        if (place_of(v->unread, c->name) >= 0) {
            note(s, c);
        } else if (place < 0) {
            warn_of_unknown(s, v, c);
        } else if (first[place]) {
            warn_of_second(s, c, first[place]);
        } else {
            first[place] = c;
        }
    }
}

/* Warns of an element of a world, which has many that are no part of a robot, where it is almost one that is read. */
static void warn_of_misspelled(cdy_sdf *s, const cdy_element *e, size_t count, const char *const *read)
{
    char hint[CDY_HINT_SIZE];
    cdy_nearest search = cdy_nearest_to(e->name);
    for (size_t i = 0; i < count; i++) {
        cdy_nearest_consider(&search, read[i]);
    }
    if (cdy_is_misspelled(&search)) {
        cdy_warn(s->r, CDY_RULE_ELEMENT_MISSPELLED, e->at, "<%.80s> in <%.40s> is unknown and ignored%s", e->name,
                 e->parent->name, cdy_hint(hint, search.name));
    }
}

void cdy_sdf_name_unread(cdy_sdf *s)
{
    const cdy_element *world = s->scopes[0].e, *e = cdy_first_child(world, "gravity");
    double gravity[3] = {0, 0, -9.81};
    if (e && cdy_sdf_numbers(s, world, "gravity", gravity, 3) == CDY_OK &&
        (gravity[0] != 0 || gravity[1] != 0 || fabs(gravity[2] + 9.81) > 0.02)) {
        cdy_warn(s->r, CDY_RULE_DYNAMICS_UNREAD, e->at,
                 "<gravity> %g %g %g is not read; gravity is an option of the call", gravity[0], gravity[1],
                 gravity[2]);
    }
    for (const cdy_element *c = world->first_child; c; c = c->next) {
        static const char *const read[] = {"model", "include", "world", "frame", "joint", "gravity"};
        if (!cdy_is_among(c->name, sizeof read / sizeof *read, read)) {
            warn_of_misspelled(s, c, sizeof read / sizeof *read, read);
            report(s, c);
        }
    }
    if (s->r->document.prefixed_count > 0) {
        cdy_warn(s->r, CDY_RULE_DYNAMICS_UNREAD, s->root->at,
                 "%zu element%s with a prefix such as drake:joint %s not read", s->r->document.prefixed_count,
                 s->r->document.prefixed_count == 1 ? "" : "s", s->r->document.prefixed_count == 1 ? "is" : "are");
    }
}
