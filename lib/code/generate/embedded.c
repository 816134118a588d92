#include "generate/embedded.h"

#include "base/error.h"
#include "base/memory.h"
#include "generate/observer_code.h"
#include "generate/parameters.h"

/* In these texts '@' stands for the robot's name. */

static const char test_begin[] =
    "/* With @_BARE the test takes no library: @_measure.sh runs it so. */\n"
    "#ifdef @_BARE\n"
    "#define printf(...)  ((void)0)\n"
    "#define EXIT_SUCCESS 0\n"
    "#define EXIT_FAILURE 1\n"
    "void *memcpy(void *to, const void *from, size_t size);\n"
    "void *memset(void *to, int value, size_t size);\n"
    "void start(void);\n"
    "#else\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#endif\n\n"
    "int main(void);\n"
    "static int failures;\n\n"
    "static float size_of(float x)\n"
    "{\n"
    "    return x < 0 ? -x : x;\n"
    "}\n\n"
    "/* Compares numbers with recorded ones, relative to the largest, or to 1 where all are smaller. */\n"
    "static void compare(const char *what, size_t count, const float *found, const float *expected, float tolerance)\n"
    "{\n"
    "    float largest = 1;\n"
    "    size_t i;\n"
    "    (void)what;\n"
    "    for (i = 0; i < count; i++) {\n"
    "        largest = size_of(expected[i]) > largest ? size_of(expected[i]) : largest;\n"
    "    }\n"
    "    for (i = 0; i < count; i++) {\n"
    "        if (!(size_of(found[i] - expected[i]) <= tolerance * largest)) {\n"
    "            printf(\"%s: number %lu is %.9g, expected %.9g\\n\", what, (unsigned long)i, (double)found[i],\n"
    "                   (double)expected[i]);\n"
    "            failures++;\n"
    "            return;\n"
    "        }\n"
    "    }\n"
    "}\n\n";

void cdy_embedded_test_begin(source_text *t, const char *name)
{
    cdy_source_add_template(t, test_begin, name, "");
}

/* The program begins at start() and ends by a call of Linux, which qemu-arm serves. */
static const char bare_begin[] = "\n#ifdef @_BARE\n"
                                 "void *memcpy(void *to, const void *from, size_t size)\n"
                                 "{\n"
                                 "    volatile char *a = (volatile char *)to;\n"
                                 "    const char *b = (const char *)from;\n"
                                 "    size_t i;\n"
                                 "    for (i = 0; i < size; i++) {\n"
                                 "        a[i] = b[i];\n"
                                 "    }\n"
                                 "    return to;\n"
                                 "}\n\n"
                                 "void *memset(void *to, int value, size_t size)\n"
                                 "{\n"
                                 "    volatile char *a = (volatile char *)to;\n"
                                 "    size_t i;\n"
                                 "    for (i = 0; i < size; i++) {\n"
                                 "        a[i] = (char)value;\n"
                                 "    }\n"
                                 "    return to;\n"
                                 "}\n\n"
                                 "#ifdef @_CALL\n"
                                 "static float results[";

static const char bare_end[] =
    "#endif\n\n"
    "void start(void)\n"
    "{\n"
    "    int result = 0;\n"
    "#ifdef @_CALL\n"
    "    prepare();\n"
    "    call();\n"
    "#if @_TIMES == 2\n"
    "    call();\n"
    "#endif\n"
    "#else\n"
    "    result = main();\n"
    "#endif\n"
    "    __asm__ volatile(\"mov r0, %0\\n mov r7, #1\\n svc 0\" : : \"r\"(result) : \"r0\");\n"
    "    for (;;) {\n"
    "    }\n"
    "}\n"
    "#endif\n";

/* The arguments of a call: inputs of state NAME_STATE, and room for the results. */
static void add_call(source_text *t, const program *p, const routine *r)
{
    const unsigned inputs = cdy_routine_inputs(r, p->more.arrays);
    const char *separator = "";
    int place = 0;
    for (int array = 0; array < INPUT_COUNT; array++) {
        if (inputs & 1u << array) {
            cdy_source_add(t, "%sinput_%s + %s_STATE * %d", separator, cdy_input_shapes[array].name, p->options->name,
                           cdy_array_length(p->model, &cdy_input_shapes[array]));
            separator = ", ";
        }
    }
    for (int k = 0; k < MOST_OUTPUTS && r->outputs[k].name; k++) {
        cdy_source_add(t, ", results + %d", place);
        place += cdy_array_length(p->model, &r->outputs[k]);
    }
}

/* prepare() and call() of a function; an observer has a first sample behind it. */
static void add_counted(source_text *t, const program *p, const routine *r, int number)
{
    const char *name = p->options->name;
    cdy_source_add(t, "#if %s_CALL == %d\n", name, number);
    if (r->call == CDY_GENERATE_OBSERVER) {
        const routine update = cdy_observer_update_of(r);
        cdy_source_add_template(t, "static @_momentum_observer observer;\n\nstatic void call(void)\n{\n", name, "");
        cdy_source_add(t, "    (void)%s_observer_update(&observer, 0.01f, ", name);
        add_call(t, p, &update);
        cdy_source_add(t, ");\n}\n\nstatic void prepare(void)\n{\n");
        cdy_source_add(t, "    size_t i;\n    for (i = 0; i < %d; i++) {\n        results[i] = 50;\n    }\n",
                       p->model->nv);
        cdy_source_add(t, "    (void)%s_observer_init(&observer, results);\n    call();\n}\n", name);
    } else {
        cdy_source_add(t, "static void call(void)\n{\n    %s_%s(", name, r->name);
        add_call(t, p, r);
        cdy_source_add(t, ");\n}\n\nstatic void prepare(void)\n{\n}\n");
    }
    cdy_source_add(t, "#endif\n");
}

/* Numbers that all results of a function take together. */
static int numbers_of_results(const program *p, const routine *r)
{
    int sum = 0;
    for (int k = 0; k < MOST_OUTPUTS && r->outputs[k].name; k++) {
        sum += cdy_array_length(p->model, &r->outputs[k]);
    }
    return sum;
}

void cdy_embedded_test_end(source_text *t, const program *p)
{
    int largest = p->model->nv, number = 0;
    for (int i = 0; i < cdy_routine_count; i++) {
        const int numbers = numbers_of_results(p, &cdy_routines[i]);
        largest = p->options->calls & cdy_routines[i].call && numbers > largest ? numbers : largest;
    }
    cdy_source_add_template(t, bare_begin, p->options->name, "");
    cdy_source_add(t, "%d];\n\n", largest);
    for (int i = 0; i < cdy_routine_count; i++) {
        if (p->options->calls & cdy_routines[i].call) {
            add_counted(t, p, &cdy_routines[i], number++);
        }
    }
    cdy_source_add_template(t, bare_end, p->options->name, "");
}

static const char script_begin[] =
    "#!/bin/sh\n"
    "# Stack and instructions of the functions of @.c on a Cortex-M, and whether their results are those of the "
    "library:\n"
    "#\n"
    "#   sh @_measure.sh [OPTIONS OF THE COMPILER...]     (-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 "
    "-O2)\n"
    "#\n"
    "# The compiler is $CC, else arm-none-eabi-gcc, else clang with ld.lld. The stack is that of a function and of "
    "all\n"
    "# functions that it may call, without what interrupts take. Instructions are those that qemu-arm executes, the "
    "most\n"
    "# of the recorded states. What cannot be measured is unknown, and the exit status 1 then.\n"
    "set -eu\n"
    "here=$(cd \"$(dirname \"$0\")\" && pwd)\n"
    "work=$(mktemp -d)\n"
    "trap 'rm -rf \"$work\"' EXIT\n"
    "[ $# -gt 0 ] || set -- -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -O2\n"
    "options=$*\n"
    "compiler=${CC:-}\n"
    "if [ -z \"$compiler\" ] && command -v arm-none-eabi-gcc > /dev/null; then\n"
    "    compiler=arm-none-eabi-gcc\n"
    "elif [ -z \"$compiler\" ] && command -v clang > /dev/null; then\n"
    "    compiler='clang --target=arm-none-eabi -fuse-ld=lld'\n"
    "fi\n"
    "complete=0\n\n";

static const char script_middle[] =
    "\n"
    "stack=unknown\n"
    "# $CC may be a command with arguments.\n"
    "# shellcheck disable=SC2086\n"
    "compile() {\n"
    "    [ -n \"$compiler\" ] && (cd \"$work\" && $compiler $options -ffreestanding \"$1\" -c \"$here/@.c\" -o code.o "
    "2> log)\n"
    "}\n"
    "if compile -fstack-usage; then\n"
    "    ! [ -s \"$work/code.su\" ] || grep -q 'dynamic$' \"$work/code.su\" || stack=known\n"
    "else\n"
    "    compile -O2 || echo 'no compiler for ARM was found that takes these options; CC names one'\n"
    "fi\n\n"
    "# stack_of FUNCTION: its frame, and those of all functions that are not called from outside. A line has three\n"
    "# columns between tabs, the first of which ends with the function's name behind a path that may hold anything.\n"
    "stack_of() {\n"
    "    if [ \"$stack\" = unknown ]; then\n"
    "        echo unknown\n"
    "        return\n"
    "    fi\n"
    "    awk -F '\\t' -v wanted=\"$1\" -v entries=\" $functions @_observer_init @_observer_reset \" '{\n"
    "        n = split($(NF - 2), part, \":\")\n"
    "        if ($(NF - 1) !~ /^[0-9]+$/) { strange = 1 }\n"
    "        if (part[n] == wanted) { found = 1 }\n"
    "        if (part[n] == wanted || !index(entries, \" \" part[n] \" \")) { sum += $(NF - 1) }\n"
    "    } END { if (found && !strange) { print sum } else { print \"unknown\" } }' \"$work/code.su\"\n"
    "}\n\n"
    "# build PROGRAM MACROS: the test for qemu.\n"
    "build() {\n"
    "    # shellcheck disable=SC2086\n"
    "    [ -f \"$work/code.o\" ] && $compiler $options -ffreestanding -nostdlib -static -Wl,-e,start -D@_BARE $2 \\\n"
    "        \"$work/code.o\" \"$here/@_test.c\" -o \"$work/$1\" > /dev/null 2>&1\n"
    "}\n\n"
    "# executed PROGRAM: the instructions that it takes.\n"
    "executed() {\n"
    "    qemu-arm -singlestep -d exec,nochain -D \"$work/log\" \"$work/$1\" && grep -c '^Trace' \"$work/log\"\n"
    "}\n\n"
    "# instructions_of NUMBER: of a function, the most of the recorded states.\n"
    "instructions_of() {\n"
    "    most=0\n"
    "    for state in 0 1 2; do\n"
    "        for times in 1 2; do\n"
    "            build \"count$times\" \"-D@_CALL=$1 -D@_STATE=$state -D@_TIMES=$times\" || { echo unknown; "
    "return; }\n"
    "        done\n"
    "        one=$(executed count1) && two=$(executed count2) || { echo unknown; return; }\n"
    "        [ $((two - one)) -le \"$most\" ] || most=$((two - one))\n"
    "    done\n"
    "    echo \"$most\"\n"
    "}\n\n";

static const char script_end[] = "# A program without a library has no calls whose stack is not known.\n"
                                 "build test '' || stack=unknown\n"
                                 "printf '%-36s %12s %14s\\n' function 'stack, bytes' instructions\n"
                                 "number=0\n"
                                 "for function in $functions; do\n"
                                 "    bytes=$(stack_of \"$function\")\n"
                                 "    count=unknown\n"
                                 "    ! command -v qemu-arm > /dev/null || count=$(instructions_of \"$number\")\n"
                                 "    printf '%-36s %12s %14s\\n' \"$function\" \"$bytes\" \"$count\"\n"
                                 "    case $bytes$count in *unknown*) complete=1 ;; esac\n"
                                 "    number=$((number + 1))\n"
                                 "done\n"
                                 "results=unknown\n"
                                 "if command -v qemu-arm > /dev/null && [ -x \"$work/test\" ]; then\n"
                                 "    results='as recorded'\n"
                                 "    qemu-arm \"$work/test\" || results=different\n"
                                 "fi\n"
                                 "echo \"results: $results\"\n"
                                 "[ \"$results\" = 'as recorded' ] || complete=1\n"
                                 "exit $complete\n";

cdy_status cdy_embedded_write(const program *p, cdy_generated *code, cdy_error *error)
{
    const char *name = p->options->name;
    source_text file = {0}, text = {0};
    cdy_source_add(&file, "%s_measure.sh", name);
    cdy_source_add_template(&text, script_begin, name, "$");
    cdy_source_add(&text, "functions='");
    const char *separator = "";
    for (int i = 0; i < cdy_routine_count; i++) {
        if (p->options->calls & cdy_routines[i].call) {
            const bool observer = cdy_routines[i].call == CDY_GENERATE_OBSERVER;
            cdy_source_add(&text, "%s%s_%s%s", separator, name, cdy_routines[i].name, observer ? "_update" : "");
            separator = " ";
        }
    }
    cdy_source_add(&text, "'\n");
    cdy_source_add_template(&text, script_middle, name, "$");
    cdy_source_add_template(&text, script_end, name, "$");
    code->files = cdy_allocate(1, sizeof *code->files);
    if (!code->files || file.failed || text.failed) {
        cdy_source_clear(&file);
        cdy_source_clear(&text);
        return cdy_fail_memory(error);
    }
    code->files[0] = (cdy_generated_file){file.text, text.text};
    code->file_count = 1;
    return CDY_OK;
}
