/* Elements and attributes that sections of MJCF have, also those that are not read: MuJoCo refuses a file with others.
 *
 * The words are those of MuJoCo 3 and 4 together, as their XML reference lists them; attributes of a section are those
 * of all its elements together. */
#include "mjcf/mjcf.h"
#include "text/number.h"

#include <math.h>
#include <string.h>

/* Words are between spaces. Without a list, nothing is checked. */
typedef struct section {
    const char *name, *elements, *attributes;
} section;

#define SOLVER  " solimp solref "
#define PASSIVE " armature damping frictionloss "
#define ACTUATORS                                                                                                      \
    " adhesion cylinder damper dcmotor general intvelocity motor muscle orientation pid plugin position velocity "

static const section sections[] = {
    {"actuator", ACTUATORS,
     " actdim actearly actlimited actrange area armature bias biasprm biastype body class cogging controller "
     "cranklength "
     "cranksite ctrllimited ctrlrange damping dampratio delay diameter dynprm dyntype ffrange force forcelimited "
     "forcerange fpmax fvmax gain gainprm gaintype gear group imax inductance inheritrange input instance interp joint "
     "jointinparent ki kp kv lengthrange lmax lmin lugre motorconst name nominal nsample plugin posrange range refsite "
     "resistance saturation scale site slewmax slidersite tausmooth tendon thermal timeconst user velrange vmax "},
    {"asset", " hfield material mesh model skin texture ", NULL},
    {"contact", " exclude pair ",
     " adhesion body1 body2 class condim friction gap geom1 geom2 margin name solreffriction" SOLVER},
    {"custom", " numeric text tuple ", " data name size "},
    {"default", ACTUATORS " camera default equality geom joint light material mesh pair site tendon texture ", NULL},
    {"deformable", " flex skin ", NULL},
    {"equality", " connect flex flexstrain flexvert joint tendon weld ",
     " active anchor body1 body2 cell class flex joint1 joint2 name polycoef relpose site1 site2 tendon1 tendon2 "
     "torquescale" SOLVER},
    {"extension", " plugin ", NULL},
    {"hfield", NULL, " content_type elevation file name ncol nrow size "},
    {"keyframe", " key ", " act ctrl mpos mquat name plastic qpos qvel time "},
    {"option", " flag ",
     " actuatorgroupdisable ccd_iterations ccd_tolerance cone density gravity impratio integrator iterations jacobian "
     "ls_iterations ls_tolerance magnetic noslip_iterations noslip_tolerance o_friction o_margin o_solimp o_solref "
     "sdf_initpoints sdf_iterations sleep_tolerance solver timestep tolerance viscosity wind "},
    {"sensor",
     " accelerometer actuatorfrc actuatorpos actuatorvel ballangvel ballquat camprojection clock contact distance "
     "e_kinetic e_potential force frameangacc frameangvel framelinacc framelinvel framepos framequat framexaxis "
     "frameyaxis framezaxis fromto gyro insidesite jointactuatorfrc jointlimitfrc jointlimitpos jointlimitvel jointpos "
     "jointvel magnetometer normal plugin rangefinder subtreeangmom subtreecom subtreelinvel tactile tendonactuatorfrc "
     "tendonlimitfrc tendonlimitpos tendonlimitvel tendonpos tendonvel torque touch user velocimeter ",
     " actuator body body1 body2 camera cutoff data datatype delay dim enclosed geom geom1 geom2 instance interp "
     "interval joint mesh name needstage noise nsample num objname objtype plugin reduce refname reftype site subtree1 "
     "subtree2 tendon user "},
    {"size", "",
     " memory nconmax njmax nkey nstack nuser_actuator nuser_body nuser_cam nuser_geom nuser_jnt nuser_sensor "
     "nuser_site nuser_tendon nuserdata "},
    {"statistic", "", " center extent meaninertia meanmass meansize "},
    {"tendon", " fixed spatial ",
     " actuatorfrclimited actuatorfrcrange class group limited margin material name range rgba solimpfriction "
     "solimplimit solreffriction solreflimit springlength springyield stiffness user width" PASSIVE},
    {"visual", " global headlight map quality rgba scale ", NULL},
};

const char cdy_mjcf_sections[] = " actuator asset compiler contact custom default deformable equality extension "
                                 "keyframe option sensor size statistic tendon visual worldbody ";
const char cdy_mjcf_in_tree[] = " attach body camera composite flexcomp frame freejoint geom inertial joint light "
                                "plugin replicate site ";

/* Numbers that are not read; an integer where `whole`. */
static const struct {
    const char *name;
    int most;
    bool whole;
} numbers[] = {
    {"condim", 1, true},  {"group", 1, true},   {"priority", 1, true},  {"friction", 5, false},
    {"solref", 2, false}, {"solimp", 5, false}, {"solmix", 1, false},   {"margin", 1, false},
    {"gap", 1, false},    {"rgba", 4, false},   {"fitscale", 1, false}, {"fluidcoef", 5, false},
};

static const section *find_section(const char *name)
{
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (strcmp(sections[i].name, name) == 0) {
            return &sections[i];
        }
    }
    return NULL;
}

static void check_words(cdy_mjcf *m, const cdy_element *e, const char *attributes)
{
    for (size_t i = 0; attributes && i < e->attribute_count; i++) {
        const cdy_attribute *a = &e->attributes[i];
        if (!cdy_mjcf_has_word(attributes, a->name)) {
            char hint[CDY_HINT_SIZE];
            const bool misspelled = cdy_mjcf_hint(m, hint, attributes, a->name);
            cdy_warn_for(m->r, misspelled ? CDY_RULE_ATTRIBUTE_MISSPELLED : CDY_RULE_UNKNOWN_ATTRIBUTE, CDY_FOR_MUJOCO,
                         a->at, "<%.40s> has an unknown attribute %.80s, which is ignored%s", e->name, a->name, hint);
        }
    }
}

static bool is_list(const char *text, int most, bool whole)
{
    const char *end = text + strlen(text);
    int count = 0;
    for (text += strspn(text, " \t\r\n"); *text; text += strspn(text, " \t\r\n")) {
        double number;
        cdy_number_status problem;
        const char *next = cdy_scan_number(text, end, &number, &problem);
        if (next == text || !strchr(" \t\r\n", *next) || ++count > most || (whole && number != floor(number))) {
            return false;
        }
        text = next;
    }
    return count > 0;
}

/* Reports numbers that are not read and that MuJoCo could not read. */
static void check_numbers(cdy_mjcf *m, const cdy_element *e)
{
    for (size_t i = 0; i < e->attribute_count; i++) {
        const cdy_attribute *a = &e->attributes[i];
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            if (strcmp(a->name, numbers[k].name) == 0 && !is_list(a->text, numbers[k].most, numbers[k].whole)) {
                cdy_warn_for(m->r, CDY_RULE_READ_OTHERWISE, CDY_FOR_MUJOCO, a->at,
                             "<%.40s> %.40s: '%.80s' is ignored; expected %s%d", e->name, a->name, a->text,
                             numbers[k].whole ? "whole numbers, at most " : "numbers, at most ", numbers[k].most);
            }
        }
    }
}

/* Reports what a section has in it and MJCF has not. */
static void check_content(cdy_mjcf *m, const cdy_element *e, const section *s)
{
    for (const cdy_element *child = e->first_child; child && s->elements; child = child->next) {
        if (!cdy_mjcf_has_word(s->elements, child->name)) {
            cdy_mjcf_warn_of_unknown(m, child, s->elements);
        } else if (*s->elements && strcmp(e->name, "option") != 0) {
            check_words(m, child, s->attributes);
        }
    }
}

static void check_model(cdy_mjcf *m, cdy_element *root)
{
    for (cdy_element *e = root; e && cdy_reports_warnings(m->r); e = cdy_mjcf_next_within(root, e)) {
        const bool is_section = e->parent == root || strcmp(e->name, "default") == 0 || strcmp(e->name, "hfield") == 0;
        const section *s = is_section ? find_section(e->name) : NULL;
        check_numbers(m, e);
        if (strcmp(e->name, "default") == 0) {
            check_words(m, e, " class ");
        }
        if (s) {
            check_content(m, e, s);
        }
        if (s && (!s->elements || !*s->elements || strcmp(s->name, "option") == 0)) {
            check_words(m, e, s->attributes);
        }
    }
}

/* ---- models that nothing attaches ---- */

/* Numbers of elements of <worldbody> that are read where a robot is made of them. */
static const struct {
    const char *names;
    int most;
} read_numbers[] = {
    {" pos axis xyaxes zaxis axisangle euler quat diaginertia fullinertia fromto size ", 6},
    {" range actuatorfrcrange springdamper ", 2},
    {" mass density armature frictionloss springref ref gravcomp ", 1},
    {" damping stiffness ", 3},
};

/* Reports a type that MuJoCo does not have, and an <inertial> without what it must have. */
static void check_idle_words(cdy_mjcf *m, const cdy_element *e)
{
    static const char joints[] = " free ball slide hinge ";
    static const char shapes[] = " plane hfield sphere capsule ellipsoid cylinder box mesh sdf ";
    const bool is_joint = strcmp(e->name, "joint") == 0, is_inertial = strcmp(e->name, "inertial") == 0;
    const bool is_shape = strcmp(e->name, "geom") == 0 || strcmp(e->name, "site") == 0;
    const cdy_attribute *type = is_joint || is_shape ? cdy_find_attribute(e, "type") : NULL;
    if (type && !cdy_mjcf_has_word(is_joint ? joints : shapes, type->text)) {
        cdy_warn_for(m->r, CDY_RULE_READ_OTHERWISE, CDY_FOR_MUJOCO, type->at,
                     "<%.40s> type '%.80s' is unknown; expected "
                     "one of%s",
                     e->name, type->text, is_joint ? joints : shapes);
    }
    if (is_inertial && (!cdy_find_attribute(e, "pos") || !cdy_find_attribute(e, "mass"))) {
        cdy_warn_for(m->r, CDY_RULE_READ_OTHERWISE, CDY_FOR_MUJOCO, e->at, "<inertial> lacks %s",
                     cdy_find_attribute(e, "pos") ? "mass" : "pos");
    }
}

/* Reports what MuJoCo would refuse of an element in <worldbody>, also though nothing attaches its model. */
static void check_idle_element(cdy_mjcf *m, const cdy_element *e)
{
    const cdy_attribute *class = cdy_find_attribute(e, "class"), *inner = cdy_find_attribute(e, "childclass");
    const cdy_mjcf_model *model = cdy_mjcf_model_of(m, e);
    cdy_mjcf_check_attributes(m, e);
    check_idle_words(m, e);
    for (int i = 0; i < 2; i++) {
        const cdy_attribute *a = i == 0 ? class : inner;
        if (a && cdy_name_table_find(&model->class_numbers, a->text) < 0) {
            cdy_warn_for(m->r, CDY_RULE_REFERENCE_UNKNOWN, CDY_FOR_MUJOCO, a->at,
                         "class '%.80s' is not defined; expected the name of a <default>", a->text);
        }
    }
    for (size_t i = 0; i < e->attribute_count; i++) {
        const cdy_attribute *a = &e->attributes[i];
        for (size_t k = 0; k < sizeof read_numbers / sizeof *read_numbers; k++) {
            if (cdy_mjcf_has_word(read_numbers[k].names, a->name) && !is_list(a->text, read_numbers[k].most, false)) {
                cdy_warn_for(m->r, CDY_RULE_READ_OTHERWISE, CDY_FOR_MUJOCO, a->at,
                             "<%.40s> %.40s: '%.80s' is no list of %d numbers or fewer", e->name, a->name, a->text,
                             read_numbers[k].most);
            }
        }
    }
}

/* Reports sections of a model that MJCF does not have; those of the file itself are told of where they are read. */
static void check_section_names(cdy_mjcf *m, const cdy_element *root)
{
    for (const cdy_element *e = root->first_child; e; e = e->next) {
        if (strcmp(e->name, "compiler") != 0 && strcmp(e->name, "worldbody") != 0 && !find_section(e->name)) {
            cdy_mjcf_warn_of_unknown(m, e, cdy_mjcf_sections);
        }
    }
}

/* Checks the bodies of a model that nothing attaches. */
static void check_idle(cdy_mjcf *m, const cdy_mjcf_model *model)
{
    for (cdy_element *world = model->root->first_child; world; world = world->next) {
        for (cdy_element *e = world; e && strcmp(world->name, "worldbody") == 0; e = cdy_mjcf_next_within(world, e)) {
            if (e != world && !cdy_mjcf_has_word(cdy_mjcf_in_tree, e->name)) {
                cdy_mjcf_warn_of_unknown(m, e, cdy_mjcf_in_tree);
            } else if (e != world) {
                check_idle_element(m, e);
            }
        }
    }
}

void cdy_mjcf_check_sections(cdy_mjcf *m)
{
    for (int i = 0; i < m->model_count && cdy_reports_warnings(m->r); i++) {
        check_model(m, m->models[i]->root);
        if (i > 0) {
            check_section_names(m, m->models[i]->root);
        }
        if (i > 0 && !m->models[i]->attached) {
            check_idle(m, m->models[i]);
        }
    }
}
