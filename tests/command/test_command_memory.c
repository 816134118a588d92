/* The command with one failing allocation, in turn each that other calls lead to: the command reports the failure and
 * ends with 3, or works without the memory; no block leaks, and no incomplete file is left. */
#include "options/command.h" /* first: check.h makes a macro of one of its names */

#include "support/allocation.h"
#include "support/folder.h"
#include "support/log_bytes.h"
#include "support/suite.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* main() of the command, in this process. */
int condyle_main(int argc, char **argv);

enum { MOST_ALLOCATIONS = 100000, MOST_WORDS = 32, LONGEST = 1 << 16 };

/* Replaces fsync() of the C library, which waits for the disk. */
int fsync(int file)
{
    return fcntl(file, F_GETFD) < 0 ? -1 : 0;
}

/* ---- runs of the command ---- */

typedef struct command_line {
    const char *words;  /* arguments behind `condyle`, separated by blanks */
    const char *made;   /* name of the output file; NULL: none */
    const char *before; /* content of the output file before the run; NULL: missing */
    bool kept;          /* the output file is complete before the run ends */
    bool timed;         /* the output depends on the clock */
} command_line;

/* The outcome of a run. */
typedef struct outcome {
    int exit_code;
    char out[LONGEST], said[LONGEST], made[LONGEST];
    int files;   /* number of files in the folder */
    bool failed; /* an allocation failed */
    size_t live; /* number of leaked blocks */
} outcome;

static int saved_out, saved_err;

/* Redirects the standard streams to files of the folder, with buffers outside the heap. */
static void redirect(void)
{
    static char buffer[BUFSIZ];
    fflush(stdout);
    saved_out = dup(STDOUT_FILENO);
    saved_err = dup(STDERR_FILENO);
    ck_assert_int_ge(dup2(open("out", O_RDWR | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO), 0);
    ck_assert_int_ge(dup2(open("said", O_RDWR | O_CREAT | O_TRUNC, 0600), STDERR_FILENO), 0);
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
}

static void restore(void)
{
    fflush(stdout);
    dup2(saved_out, STDOUT_FILENO);
    dup2(saved_err, STDERR_FILENO);
    close(saved_out);
    close(saved_err);
}

/* Reads a file by calls that need no heap; "" where the file is missing. */
static void take_file(const char *name, char *content)
{
    int file = open(name, O_RDONLY);
    ssize_t size = file >= 0 ? read(file, content, LONGEST - 1) : 0;
    content[size > 0 ? size : 0] = '\0';
    if (file >= 0) {
        close(file);
    }
}

static int count_files(void)
{
    int count = 0;
    DIR *entries = opendir(".");
    ck_assert_ptr_nonnull(entries);
    while (readdir(entries)) {
        count++;
    }
    closedir(entries);
    return count;
}

static void set_scene(const command_line *line)
{
    if (line->made) {
        remove(line->made);
        if (line->before) {
            put_file(line->made, line->before);
        }
    }
    ck_assert_int_eq(ftruncate(STDOUT_FILENO, 0) | ftruncate(STDERR_FILENO, 0), 0);
    rewind(stdout);
    lseek(STDERR_FILENO, 0, SEEK_SET);
}

static void run_line(const command_line *line, size_t number, outcome *result)
{
    char text[512], *words[MOST_WORDS] = {0};
    int count = 0;
    snprintf(text, sizeof text, "condyle %s", line->words);
    for (char *rest, *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        words[count++] = word;
    }
    set_scene(line);
    heap_fail_at(number);
    result->exit_code = condyle_main(count, words);
    result->failed = heap_has_failed();
    heap_fail_at(0);
    result->live = heap_count().live;
    take_file("out", result->out);
    take_file("said", result->said);
    take_file(line->made ? line->made : "", result->made);
    result->files = count_files();
}

/* Whether two runs have the same exit code, output and files. */
static bool is_same(const command_line *line, const outcome *a, const outcome *b)
{
    return a->exit_code == b->exit_code &&
           (line->timed || (strcmp(a->out, b->out) == 0 && strcmp(a->made, b->made) == 0)) && a->files == b->files;
}

/* Returns the rest of `text` from the first byte that differs from `other`. */
static const char *behind_common(const char *text, const char *other)
{
    while (*text && *text == *other) {
        text++;
        other++;
    }
    return text;
}

/* Checks the outcome of a run with the n-th allocation failing. */
static void check_failure(const command_line *line, size_t number, const outcome *right, const outcome *got)
{
    if (is_same(line, right, got)) {
        return;
    }
    ck_assert_msg(got->exit_code == EXIT_IO, "%s: allocation %zu failed, and the exit code is %d: %.400s%.400s%.400s",
                  line->words, number, got->exit_code, got->said, behind_common(got->out, right->out),
                  behind_common(got->made, right->made));
    ck_assert_msg(strstr(got->said, "memory") != NULL, "%s: allocation %zu failed, and it said '%s'", line->words,
                  number, got->said);
    const bool whole = line->kept && *got->made && strcmp(got->made, right->made) == 0;
    ck_assert_msg(whole || strcmp(got->made, line->before ? line->before : "") == 0,
                  "%s: allocation %zu failed, and %s holds\n%s", line->words, number, line->made, got->made);
    const int files = right->files - (line->made && !line->before && !whole);
    ck_assert_msg(got->files == files, "%s: allocation %zu failed, and there are %d files, not %d", line->words, number,
                  got->files, files);
}

/* ---- which allocations fail ---- */

/* The allocations of a run, by the calls that led to each; and how often such calls came before. */
typedef struct allocations {
    size_t count, callers[MOST_ALLOCATIONS], before[MOST_ALLOCATIONS];
} allocations;

/* How often a number was counted. */
typedef struct tally {
    size_t number, count;
} tally;

static void note_allocations(const command_line *line, allocations *a)
{
    enum { PLACES = 1 << 18 };
    static tally tallies[PLACES];
    static outcome again;
    memset(a, 0, sizeof *a);
    memset(tallies, 0, sizeof tallies);
    heap_note_callers(a->callers, MOST_ALLOCATIONS);
    run_line(line, 0, &again);
    heap_note_callers(NULL, 0);
    while (a->count < MOST_ALLOCATIONS && a->callers[a->count]) {
        size_t place = a->callers[a->count] % PLACES;
        while (tallies[place].count && tallies[place].number != a->callers[a->count]) {
            place = (place + 1) % PLACES;
        }
        tallies[place].number = a->callers[a->count];
        a->before[a->count++] = tallies[place].count++;
    }
}

/* Calls in a loop lead to an allocation thousands of times: of those fail the first, the second, the fourth, the eighth
 * and so on, since lists are longer then.  Allocations behind those that were noted are tried too. */
static bool is_tried(const allocations *a, size_t number)
{
    const size_t before = number <= a->count ? a->before[number - 1] : 0;
    return (before & (before + 1)) == 0;
}

static void exhaust(const command_line *line)
{
    static outcome right, got;
    static allocations noted;
    run_line(line, 0, &right);
    ck_assert_msg(!line->made || *right.made, "%s made no file: %s", line->words, right.said);
    note_allocations(line, &noted);
    for (size_t number = 1;; number++) {
        ck_assert_uint_lt(number, MOST_ALLOCATIONS);
        if (!is_tried(&noted, number)) {
            continue;
        }
        size_t before = heap_count().live;
        run_line(line, number, &got);
        if (got.live != before) { /* blocks that other libraries allocate once and keep, as libxml2 its last message */
            before = got.live;
            run_line(line, number, &got);
        }
        ck_assert_msg(got.live == before, "%s: allocation %zu failed, and %zd blocks were lost", line->words, number,
                      (ssize_t)(got.live - before));
        if (!got.failed) {
            ck_assert_msg(is_same(line, &right, &got), "%s does not repeat itself", line->words);
            ck_assert_uint_gt(number, 2);
            return;
        }
        check_failure(line, number, &right, &got);
    }
}

/* ---- command lines ---- */

static const char robot_text[] =
    "<robot name='arm'><material name='grey'><color rgba='.5 .5 .5 1'/></material><link name='base'/>\n"
    "<link name='upper'><inertial><mass value='2'/><origin xyz='0 0 .1' rpy='0 .1 0'/><inertia ixx='.1' iyy='.2'"
    " izz='.25' ixy='.01' ixz='0' iyz='0'/></inertial><visual name='v'><geometry><mesh filename='package://p/x.stl'/>"
    "</geometry><material name='grey'/></visual></link>\n"
    "<link name='hand'><inertial><mass value='1'/><inertia ixx='.1' iyy='.1' izz='.1' ixy='0' ixz='0' iyz='0'/>"
    "</inertial></link><link name='tool'/>\n"
    "<link name='finger'><inertial><mass value='1'/><inertia ixx='.1' iyy='.1' izz='.1' ixy='0' ixz='0' iyz='0'/>"
    "</inertial></link>\n"
    "<joint name='j1' type='revolute'><parent link='base'/><child link='upper'/><axis xyz='0 1 0'/>"
    "<limit lower='-1' upper='2' effort='10' velocity='3'/><dynamics damping='.1' friction='.2'/></joint>\n"
    "<joint name='j2' type='prismatic'><parent link='upper'/><child link='hand'/><origin xyz='0 0 .5'/>"
    "<axis xyz='1 0 0'/><limit lower='0' upper='1' effort='10' velocity='3'/></joint>\n"
    "<joint name='j3' type='fixed'><parent link='hand'/><child link='tool'/><origin xyz='.1 0 0'/></joint>\n"
    "<joint name='j4' type='revolute'><parent link='hand'/><child link='finger'/><axis xyz='0 0 1'/>"
    "<limit lower='-1' upper='1' effort='1' velocity='1'/><mimic joint='j1' multiplier='-2' offset='.5'/></joint>\n"
    "<transmission name='t'><type>simple</type><joint name='j2'/><actuator name='m'><mechanicalReduction>5"
    "</mechanicalReduction></actuator></transmission></robot>\n";

static const char faulty_text[] =
    "<robot name='faulty'><link name='a'><inertal><mass vlaue='1'/></inertal></link><link name='b'/><link name='b c'/>"
    "<joint name='j' type='revolut'><parent link='a'/><child link='b'/><axis xyz='0 2 0'/><limit lower='2 ' upper='-1'"
    " effort='1' velocity='0'/></joint><joint name='k' type='fixed'><parent link='b'/><child link='no'/></joint>\n"
    "</robot>\n";

static const char other_text[] =
    "<robot name='arm'><link name='base'/><link name='upper'><inertial><mass value='3'/><inertia ixx='.1' iyy='.2'"
    " izz='.25' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j1' type='revolute'><parent link='base'/>"
    "<child link='upper'/><axis xyz='0 1 0'/><limit lower='-1' upper='1' effort='1' velocity='3'/></joint></robot>";

static const char xacro_text[] =
    "<robot name='m' xmlns:xacro='http://www.ros.org/wiki/xacro'><xacro:arg name='mass' default='1'/>"
    "<xacro:macro name='body' params='n'><link name='${n}'><inertial><mass value='$(arg mass)'/><inertia ixx='1' "
    "iyy='1'"
    " izz='${1 + 1}' ixy='0' ixz='0' iyz='0'/></inertial></link></xacro:macro><xacro:body n='a'/></robot>";

/* One link for each source of an inertia: a box, an open mesh, nothing. */
static const char shapes_text[] =
    "<robot name='s'><link name='a'><visual><geometry><box size='1 1 1'/></geometry></visual></link><link name='b'>"
    "<collision><geometry><mesh filename='package://p/open.obj'/></geometry></collision></link><link name='c'/>"
    "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>"
    "<joint name='k' type='continuous'><parent link='b'/><child link='c'/></joint></robot>";

/* Bodies with shapes that no joint connects. */
static const char three_text[] =
    "<robot name='s'><link name='a'><visual><geometry><box size='1 1 1'/></geometry></visual></link><link name='b'/>"
    "<link name='c'><visual><origin xyz='3 0 0'/><geometry><sphere radius='1'/></geometry></visual></link>"
    "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>"
    "<joint name='k' type='continuous'><origin xyz='0 0 1'/><parent link='b'/><child link='c'/></joint></robot>";

static const char csv_text[] = "q.j1,q.j2,qd.j1,tau.j1,comment\n0.1,0.2,0.3,4,x\n.5,.6,.7,8,\"y\"\n1,2,3,4,z\n";
static const char json_text[] = "{\"q\":[0.1,0.2],\"wrenches\":[{\"body\":\"tool\",\"frame\":\"base\",\"wrench\":[1,2,"
                                "3,4,5,6]}]}\n{\"q\":[0.5,0.6],\"qd\":[1,2]}\n";

/* Writes a motion with torques that no robot has, but that determine all parameters. */
static void write_recording(void)
{
    char text[8192], *end = text + sprintf(text, "q.j1,q.j2,qd.j1,qd.j2,qdd.j1,qdd.j2,tau.j1,tau.j2\n");
    for (int row = 0; row < 12; row++) {
        for (int k = 0; k < 8; k++) {
            end += sprintf(end, "%s%d.%d", k ? "," : "", (row * (k + 3) + k) % 5 - 2, (row * 7 + k * k) % 10);
        }
        end += sprintf(end, "\n");
    }
    put_file("log.csv", text);
    put_file("push.csv", "t,tau.j1,q.j2\n0,1,0.1\n0.004,x,0.1\n0.004,2,0.1\n");
}

/* Writes a cycle of a motion and two drives, one that turns and one that pushes. */
static void write_drives(void)
{
    put_file("cycle.csv", "t,q.j1,q.j2,qd.j1,qd.j2,qdd.j1,qdd.j2\n0,0,0,0,0,1,1\n1,.5,.5,1,1,0,0\n2,1,1,0,0,-1,-1\n");
    put_file("drives.csv",
             "type,gear,output,mass,ratio,rotor_inertia,continuous_torque,peak_torque,continuous_speed,peak_speed,"
             "torque_constant,resistance,winding_resistance,winding_time,winding_limit\n"
             "turner,strain wave,rotary,1,100,1e-5,1,3,3000,6000,.1,1,1,60,120\n"
             "pusher,none,linear,2,100,1e-5,1,3,3,6,.1,1,1,60,120\n");
}

/* Writes recordings of ROS, one of them in a folder. */
static void write_logs(void)
{
    static const char *const joints[] = {"j1", "j2", "other", "x"};
    log_bytes log = {0};
    memcpy(log_joints, joints, sizeof joints);
    mcap_recording(&log, 3, 2, "");
    put_bytes("log.mcap", log.bytes, log.size);
    log_clear(&log);
    for (int packed = 0; packed < 2; packed++) {
        parquet_recording(&log, 3, 2, packed == 1, 3);
        put_bytes(packed == 1 ? "packed.parquet" : "plain.parquet", log.bytes, log.size);
        log_clear(&log);
    }
    put_file("ur.csv", "timestamp actual_q_0 actual_q_1\n1 2 3\n1.1 2 3\n1.1 2 3\n");
    free(output_of("mkdir bag; cp log.mcap bag; printf 'relative_file_paths:\\n- log.mcap\\n' > bag/metadata.yaml"));
}

static const command_line calculations[] = {
    {.words = "id arm.urdf --qd seed:1 --qdd 1,2 --drives all"},
    {.words = "id arm.urdf --q j1=0.1,j2=.2 --wrench tool:1,2,3,4,5,6 --wrench hand@body:0,0,0,0,0,1 --format json"},
    {.words = "id arm.urdf --q random --format npy"},
    {.words = "id arm.urdf --fields tau.j1,q --format csv"},
    {.words = "fd arm.urdf --tau 1,2 --method mass-matrix --floating-base"},
    {.words = "mass arm.urdf"},
    {.words = "gravity arm.urdf --payload tool:1 --payload tool:2,0,0,.1 --payload hand:1,0,0,0,1,1,1,0,0,0"},
    {.words = "id arm.urdf --payload tool:1 --wrench hand@base-axes:0,0,0,0,0,1 --format json"},
    {.words = "contact arm.urdf --at tool --direction 1,0,0 --q 0.1,0.2"},
    {.words = "contact arm.urdf --at tool --qd 0.01,0 --locked j2 --energy 9 --region-mass 1 --format json"},
    {.words = "stop arm.urdf --at tool --brakes 1e4 --qd 0.1,0.1 --step 0.01 --format json"},
    {.words = "stop arm.urdf --at tool --category 1 --deceleration 5 --qd 0.1,0.1 --step 0.01 --payload tool:1"},
    {.words = "stop arm.urdf --at tool --brakes friction --qd 0,0 --gravity 0,0,0 --format csv"},
    {.words = "payload arm.urdf --body tool --q 0.1,0.2"},
    {.words = "payload arm.urdf --body tool --anywhere --samples 100 --format json"},
    {.words = "payload arm.urdf --body tool --grid --cell 0.5 --samples 100"},
    {.words = "payload arm.urdf --body tool --grid --cell 0.5 --samples 100 --format json"},
    {.words = "payload arm.urdf --body tool --grid --cell 0.5 --samples 100 -o map.svg", .made = "map.svg"},
    {.words = "workspace arm.urdf --at tool --cell 0.5 --samples 100"},
    {.words = "workspace arm.urdf --at tool --cell 0.5 --samples 100 -o map.svg", .made = "map.svg"},
    {.words = "mass arm.urdf --format csv --mimic independent"},
    {.words = "gravity arm.urdf --gravity 0,0,-1"},
    {.words = "coriolis arm.urdf --qd 1,1 --format json"},
    {.words = "transform arm.urdf --body tool --to upper --deg"},
    {.words = "jacobian arm.urdf --body tool --in body --format csv"},
    {.words = "com arm.urdf --jacobian"},
    {.words = "energy arm.urdf --qd 1,1"},
    {.words = "derivatives arm.urdf --of fd --qd 1,1"},
    {.words = "ik arm.urdf --body tool --pose .3,0,.5,0,0,0"},
    {.words = "random arm.urdf -n 3 --format json"},
};

static const command_line rows[] = {
    {.words = "id arm.urdf --input rows.csv"},
    {.words = "reactions arm.urdf --input rows.csv --format json"},
    {.words = "id arm.urdf --input rows.csv --format table"},
    {.words = "id arm.urdf --input rows.csv --keep-going --threads 1 --format json -o made", .made = "made"},
    {.words = "fd arm.urdf --input rows.json --format npy -o made", .made = "made"},
    {.words = "fd arm.urdf --input rows.json --format csv"},
    {.words = "payload arm.urdf --body tool --input rows.csv"},
    {.words = "gravity arm.urdf --input labels.csv --format json"},
    {.words = "gravity arm.urdf --input labels.json --format csv"},
    {.words = "limits arm.urdf --input rows.csv"},
    {.words = "limits arm.urdf --input rows.json --format json"},
    {.words = "limits arm.urdf --input rows.csv --format csv"},
    {.words = "report arm.urdf --input rows.csv -o made", .made = "made", .kept = true},
    {.words = "gravity arm.urdf --input rows.npy -o made --force", .made = "made", .before = "old"},
    {.words = "gravity arm.urdf --input rows.npy --rows 1:1"},
    {.words = "gravity arm.urdf --input log.mcap"},
    {.words = "gravity arm.urdf --input bag --topic /joint_states --map q.x=q.j1 --keep-going"},
    {.words = "gravity arm.urdf --input ur.csv"},
    {.words = "gravity arm.urdf --input plain.parquet"},
    {.words = "gravity arm.urdf --input packed.parquet"},
    {.words = "rows log.mcap"},
    {.words = "rows plain.parquet --format json"},
    {.words = "rows plain.parquet --extract"},
    {.words = "rows bag --format json"},
    {.words = "rows log.mcap --extract -o made", .made = "made"},
    {.words = "ik arm.urdf --body tool --pose .3,0,.5,0,0,0 --input rows.npy --keep-going"},
};

static const command_line robots[] = {
    {.words = "show arm.urdf"},
    {.words = "show arm.urdf --format json"},
    {.words = "show arm.urdf --format csv"},
    {.words = "show universalUR5x"},
    {.words = "export arm.urdf"},
    {.words = "list"},
    {.words = "draw arm.urdf --size 32,24 --names --inertia --torques --wrench tool:1,2,3,4,5,6 -o made.png",
     .made = "made.png"},
    {.words = "draw shapes.urdf --size 32,24 --package-path p=. --frames -o made.svg", .made = "made.svg"},
    {.words = "draw shapes.urdf --size 32,24 --package-path p=. --outlines --names --joints -o made.svg",
     .made = "made.svg"},
    {.words = "draw arm.urdf --size 32,24 --input rows.npy -o made.apng", .made = "made.apng"},
    {.words = "velocity arm.urdf --all --qd 1,2"},
    {.words = "acceleration arm.urdf --all --format csv --fields accelerations"},
    {.words = "transform arm.urdf --all --format json"},
    {.words = "manipulability arm.urdf --body hand --components linear"},
    {.words = "regressor arm.urdf --friction --format json"},
    {.words = "coriolis arm.urdf --matrix --format csv"},
    {.words = "task arm.urdf --task hand:0,0,1:linear --task hand --format json"},
    {.words = "task arm.urdf --task hand:vx --input rows.csv"},
    {.words = "constrained arm.urdf --contact hand --loop hand,upper:ball --constraints ties.json --format json"},
    {.words = "constrained arm.urdf --contact hand:vx --impact 0"},
    {.words = "mechanism arm.urdf --loop hand,tool:ball --actuated j1 --forward --format json"},
    {.words = "reactions arm.urdf --loop hand,tool:ball --actuated j1 --format json"},
    {.words = "limits arm.urdf --loop hand,tool:ball --actuated j1 --actuated j2 --input rows.csv --format json"},
    {.words = "sim arm.urdf --loop hand,tool:ball --actuated j1 --actuated j2 --time 0.004 --format json"},
    {.words = "list --format csv"},
    {.words = "list --format json"},
    {.words = "inertia shapes.urdf --mass a=2 --total 5 --package-path p=. -o made", .made = "made"},
    {.words = "xacro macro.xacro mass:=2 -o made", .made = "made"},
    {.words = "show macro.xacro mass:=2"},
    {.words = "export arm.urdf --floating-base -o made", .made = "made"},
    {.words = "export arm.urdf --as sdf -o made", .made = "made"},
    {.words = "export arm.urdf --as mjcf -o made", .made = "made"},
    {.words = "edit arm.urdf --prefix x_ --attach other.urdf --at x_tool --prefix y_ --mass x_hand=2 -o made",
     .made = "made"},
    {.words = "edit extended.urdf --free j:prismatic:0,1,0 --weld j=0.1 --cut b --name n"},
    {.words = "compile arm.urdf --drives damping -o made --force", .made = "made", .before = "old"},
    {.words = "compile arm.urdf --c-array --name arm"},
    {.words = "id arm.cdy"},
    {.words = "check arm.urdf faulty.urdf --package-path p=. --disable axis-zero,limits-reversed --strict"},
    {.words = "check faulty.urdf --format json"},
    {.words = "check faulty.urdf --format sarif"},
    {.words = "check nothing.urdf --format json"},
    {.words = "check nothing.urdf --format sarif"},
    {.words = "check --explain all"},
    {.words = "check faulty.urdf --fix made", .made = "made", .kept = true},
    {.words = "check made --in-place --format json", .made = "made", .before = faulty_text, .kept = true},
    {.words = "diff arm.urdf other.urdf"},
    {.words = "diff arm.urdf other.urdf --format json"},
    {.words = "help id"},
    {.words = "exprot arm.urdf"},
    {.words = "id arm.urdf --filds q"},
    {.words = "id arm.urdf --fields q.j7"},
    {.words = "id arm.urdf --q j7=1"},
};

/* In builds with the page of `view`. */
static const command_line pages[] = {
    {.words = "view seen.urdf --package-path p=. -o made", .made = "made"},
    {.words = "view arm.urdf --input push.csv --keep-going -o made", .made = "made"},
    {.words = "view shapes.urdf --package-path p=. --beside seen.urdf -o made", .made = "made"},
};

/* Without CVODE, which crashes where its first allocations fail. */
static const command_line motions[] = {
    {.words = "sim arm.urdf --time 0.003 --control computed-torque --goal 1,0"},
    {.words = "sim arm.urdf --time 0.003 --integrator variational --format json -o made", .made = "made"},
    {.words = "sim arm.urdf --time 0.003 --control pd --goal 1,0 --plot made --force", .made = "made", .before = "old"},
    {.words = "sim arm.urdf --input push.csv --keep-going --stops -o made", .made = "made"},
    {.words = "trajectory arm.urdf --through way.csv --acceleration 5 --rate 20"},
    {.words = "trajectory arm.urdf --through way.csv --acceleration j1=5,j2=3 --velocity 2 --profile b-spline -o made",
     .made = "made"},
    {.words = "smooth arm.urdf --input motion.txt --cutoff 1 --map time=t --map =q."},
    {.words = "motion arm.urdf --input motion.txt --map time=t --map =q."},
    {.words = "motion arm.urdf --input log.csv --format json"},
    {.words = "smooth arm.urdf --input motion.txt --cutoff 1 --map map.json --format json -o made", .made = "made"},
    {.words = "generate arm.urdf --calls id --name made --force", .made = "made.c", .before = "old", .kept = true},
    {.words = "generate arm.urdf --calls mass --inputs all --payload-body tool --name made --force",
     .made = "made.c",
     .before = "old",
     .kept = true},
    {.words = "generate arm.urdf --calls mass --target cuda --name made --force",
     .made = "made.cu",
     .before = "old",
     .kept = true},
    {.words = "generate arm.urdf --target ros2_control --frame tool --name made --force",
     .made = "made_solver.cpp",
     .before = "old",
     .kept = true},
    {.words = "generate arm.urdf --calls mass --target cortex-m --name made --force",
     .made = "made_measure.sh",
     .before = "old",
     .kept = true},
    {.words = "generate arm.urdf --calls mass --target casadi --name made --force",
     .made = "made.c",
     .before = "old",
     .kept = true},
    {.words = "excite other.urdf --evaluations 2 --rate 1 --acceleration 1"},
    {.words = "identify arm.urdf --input log.csv --friction coulomb --rotors"},
    {.words = "identify arm.urdf --input log.csv --prior 0.1 -o made", .made = "made"},
    {.words = "identify arm.urdf --input log.csv --format json"},
    {.words = "identify arm.urdf --input timed.csv --cutoff 1"},
    {.words = "explain arm.urdf --input log.csv"},
    {.words = "explain arm.urdf --input log.csv --format json"},
    {.words = "explain arm.urdf --input log.csv --hold-out log.csv --format html"},
    {.words = "explain arm.urdf --input timed.csv --cutoff 1"},
    {.words = "identify arm.urdf --input log.csv --friction full --bodies keep"},
    {.words = "limits arm.urdf --input log.csv --effort gravity-free"},
    {.words = "observe arm.urdf --input log.csv"},
    {.words = "drives arm.urdf --input cycle.csv --catalogue drives.csv"},
    {.words = "drives arm.urdf --input cycle.csv --catalogue drives.csv --life 9 --payload tool:1 --format json"},
    {.words = "report arm.urdf --input cycle.csv --catalogue drives.csv -o made", .made = "made", .kept = true},
    {.words = "distance shapes.urdf --package-path p=. --with shapes.urdf --exclude b,a --q 1,2 --format json"},
    {.words = "distance shapes.urdf --package-path p=. --with shapes.urdf --input turns.csv"},
    {.words = "limits shapes3.urdf --input turns.csv --clearance 0.1 --format json"},
    {.words = "distance shapes3.urdf --input turns.csv --between --format json"},
    {.words = "ik shapes3.urdf --body a --position-only --pose 0,0,0,0,0,0 --starts 2 --avoid 0.01"},
    {.words = "report shapes3.urdf --input turns.csv --clearance 0.1 -o made", .made = "made", .kept = true},
    {.words = "trajectory shapes3.urdf --through turns.csv --acceleration 5 --rate 2 --clearance 0.01"},
    {.words = "excite shapes3.urdf --evaluations 2 --rate 1 --acceleration 1 --clearance 0.01"},
    {.words = "distance shapes.urdf --visuals --sample 2 --format csv"},
    {.words = "random arm.urdf --with all"},
    {.words = "bench arm.urdf --time 0 --threads 1 --algorithms rnea,aba", .timed = true},
    {.words = "bench arm.urdf --time 0 --threads 1 --algorithms crba --format json", .timed = true},
    {.words = "bench arm.urdf --time 0 --threads 1 --algorithms crba --specialize", .timed = true},
};

static char start[4096];

static void set_up(void)
{
    open_folder();
    char *folder = output_of("pwd");
    folder[strcspn(folder, "\n")] = '\0';
    ck_assert_ptr_nonnull(getcwd(start, sizeof start));
    ck_assert_int_eq(chdir(folder), 0);
    free(folder);
    put_file("arm.urdf", robot_text);
    put_file("faulty.urdf", faulty_text);
    put_file("extended.urdf",
             "<robot name='e'><link name='a'/><link name='b'/><gazebo/><gazebo/><sensor/><joint name='j' "
             "type='fixed'><parent link='a'/><child link='b'/></joint></robot>");
    put_file("other.urdf", other_text);
    put_file("macro.xacro", xacro_text);
    put_file("shapes.urdf", shapes_text);
    put_file("seen.urdf", "<robot name='s'><link name='a'><visual><geometry><box size='1 1 1'/></geometry></visual>"
                          "<visual><geometry><mesh filename='package://p/open.obj'/></geometry></visual>"
                          "<visual><geometry><mesh filename='gone.obj'/></geometry></visual></link></robot>");
    put_file("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
    put_file("labels.csv", "t,mark,q.j1\n1,\"a,b\",0.1\n2,,0.2\n");
    put_file("labels.json", "{\"t\": 1, \"mark\": \"a,b\", \"q.j1\": 0.1}\n{\"mark\": {\"x\": 1}, \"q.j1\": 0.2}\n");
    put_file("rows.csv", csv_text);
    put_file("rows.json", json_text);
    put_file("shapes3.urdf", three_text);
    put_file("turns.csv", "t,q.j,q.k\n0,0,1\n1,0.5,1\n");
    put_file("way.csv", "q.j1,q.j2\n0,0.1\n0.5,0.4\n0.2,0.9\n");
    put_file("motion.txt", "time j1 j2 note\n0 0 0 a\n1 0.1 0.2 b\n2 0.3 0.1 c\n3.5 0.2 0.2 d\n4 0.1 0.2 e\n");
    put_file("timed.csv", "t,q.j1,q.j2,tau.j1,tau.j2\n0,0,0.1,1,2\n1,0.3,0.4,2,3\n2,0.1,0.9,1,2\n3,0.4,0.1,3,1\n"
                          "4,0.2,0.3,2,5\n5,0.9,0.2,1,1\n6,0.3,0.5,2,1\n7,0.1,0.1,4,2\n");
    put_file("ties.json", "[{\"body\": \"upper\", \"rows\": [\"vx\"]}]");
    put_file("map.json", "{\"time\": \"t\", \"j1\": \"q.j1\"}");
    write_recording();
    write_logs();
    write_drives();
    free(output_of("\"$CONDYLE\" random arm.urdf -n 2 -o rows.npy; \"$CONDYLE\" compile arm.urdf -o arm.cdy; "
                   "mv arm.cdy arm.tmp; mv arm.tmp arm.cdy"));
    redirect();
}

static void tear_down(void)
{
    restore();
    unlink("bag/log.mcap");
    unlink("bag/metadata.yaml");
    rmdir("bag");
    ck_assert_int_eq(chdir(start), 0);
    close_folder();
}

START_TEST(calculations_need_memory)
{
    exhaust(&calculations[_i]);
}
END_TEST

START_TEST(rows_need_memory)
{
    exhaust(&rows[_i]);
}
END_TEST

START_TEST(pages_need_memory)
{
    exhaust(&pages[_i]);
}
END_TEST

START_TEST(robots_need_memory)
{
    exhaust(&robots[_i]);
}
END_TEST

START_TEST(motions_need_memory)
{
    exhaust(&motions[_i]);
}
END_TEST

/* Returns whether one of the command lines runs the subcommand. */
static bool is_run(const char *name, const command_line *lines, size_t count)
{
    const size_t length = strlen(name);
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        found = strncmp(lines[i].words, name, length) == 0 && lines[i].words[length] == ' ';
    }
    return found;
}

/* The command lines run every subcommand in the list of the command. */
START_TEST(every_subcommand_needs_memory)
{
    for (size_t i = 0; commands[i]; i++) {
        const char *name = commands[i]->name;
        ck_assert_msg(is_run(name, calculations, sizeof calculations / sizeof *calculations) ||
                          is_run(name, rows, sizeof rows / sizeof *rows) ||
                          is_run(name, robots, sizeof robots / sizeof *robots) ||
                          is_run(name, motions, sizeof motions / sizeof *motions) ||
                          is_run(name, pages, sizeof pages / sizeof *pages),
                      "no line of this test runs '%s'", name);
    }
}
END_TEST

/* The help of each subcommand in the list of the command. */
START_TEST(help_needs_memory)
{
    char words[64];
    snprintf(words, sizeof words, "%s --help", commands[_i]->name);
    const command_line line = {.words = words};
    exhaust(&line);
}
END_TEST

static const char *const texts[] = {"help --man id",
                                    "completion bash",
                                    "completion zsh",
                                    "completion fish",
                                    "completion robots",
                                    "completion names id --q j1=1, arm.urdf",
                                    "completion names constrained --loop base, arm.urdf"};

START_TEST(manual_pages_and_completions_need_memory)
{
    const command_line line = {.words = texts[_i]};
    exhaust(&line);
}
END_TEST

static void add_lines(Suite *suite, const char *name, const TTest *test, size_t count)
{
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, 600); /* for machines with a busy disk */
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, test, 0, (int)count);
    suite_add_tcase(suite, tests);
}

int main(void)
{
    if (!heap_is_counted()) {
        return skip_suites("another tool stands in for the heap");
    }
    if (!getenv("CONDYLE") || access(getenv("CONDYLE"), X_OK) != 0) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    setenv("CC", "/nowhere/cc", 1); /* no code for a robot: compiling would take long */
    Suite *suite = suite_create("command_memory");
    add_lines(suite, "calculations", calculations_need_memory, sizeof calculations / sizeof *calculations);
    add_lines(suite, "rows", rows_need_memory, sizeof rows / sizeof *rows);
    add_lines(suite, "robots", robots_need_memory, sizeof robots / sizeof *robots);
    if (getenv("HAVE_PAGE")) {
        add_lines(suite, "pages", pages_need_memory, sizeof pages / sizeof *pages);
    }
    add_lines(suite, "motions", motions_need_memory, sizeof motions / sizeof *motions);
    size_t count = 0;
    while (commands[count]) {
        count++;
    }
    add_lines(suite, "help", help_needs_memory, count);
    add_lines(suite, "texts", manual_pages_and_completions_need_memory, sizeof texts / sizeof *texts);
    add_case(suite, "list", every_subcommand_needs_memory);
    return run_suites(suite, NULL);
}
