/* Code for one robot: found in the cache, or generated, compiled and kept there. */
#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "dynamics/widths.h"
#include "generate/kernel_code.h"
#include "specialize/cache.h"
#include "specialize/compiler.h"
#include "specialize/guardian.h"
#include "specialize/object.h"
#include "text/file.h"

#include <condyle/model_file.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { USUAL_BYTES = 250000 };

/* The names of files in a work folder. */
#define SOURCE_NAME "code.c"
#define OBJECT_NAME "code.so"

/* Defines that a product and a sum may be one operation. */
#define FUSED_OPTION ("-D" KERNEL_CODE_NAME "_FUSED")

/* Options of the compiler: as for the kernels of the library (kernels/meson.build), which are compiled for the same
 * instructions. */
static const char *const usual_options[] = {"-O2",
                                            "-w",
                                            "-fPIC",
                                            "-shared",
                                            "-fno-math-errno",
                                            "-fno-trapping-math",
                                            "-fno-tree-slp-vectorize",
#ifdef CDY_REPRODUCIBLE
                                            "-ffp-contract=off",
#else
                                            "-ffp-contract=fast",
                                            FUSED_OPTION,
#endif
                                            NULL};

static const char *const no_options[] = {NULL};
#ifdef __x86_64__
static const char *const avx2_options[] = {"-mavx2", "-mfma", NULL};
static const char *const avx512_options[] = {
    "-mavx512f", "-mavx512dq", "-mavx512vl", "-mfma", "-mprefer-vector-width=512", NULL};
#endif

/* Options for the instructions of this machine, by the most lanes that the library has for it. */
static const char *const *machine_options(void)
{
#ifdef __x86_64__
    const int lanes = cdy_choose_kernels(0)->lanes;
    return lanes == 8 ? avx512_options : lanes == 4 ? avx2_options : no_options;
#else
    return no_options;
#endif
}

/* A specialization under way. */
typedef struct compilation {
    const cdy_model *model;
    const cdy_specialize_options *options;
    cdy_arena arena;
    compiler compiler;
    const char *cache; /* folder */
    wide_hash key;
    cdy_specialization *result;
} compilation;

static wide_hash hash_texts(wide_hash hash, const char *const *texts)
{
    for (; *texts; texts++) {
        hash = hash_text(hash, *texts);
    }
    return hash;
}

/* The key of the code: everything that it depends on. */
static cdy_status make_key(compilation *c, cdy_error *error)
{
    const size_t size = cdy_model_bytes(c->model);
    char *bytes = cdy_arena_allocate(&c->arena, size, 1);
    struct utsname machine;
    if (!bytes) {
        return cdy_fail_memory(error);
    }
    const cdy_status status = cdy_model_to_bytes(c->model, bytes, size, error);
    if (status) {
        return status;
    }
    const int lanes = c->result->code.lanes;
    const struct stat *file = &c->compiler.file;
    const int64_t numbers[] = {(int64_t)c->options->calls, lanes, c->options->floats, (int64_t)file->st_size,
                               (int64_t)file->st_mtime};
    wide_hash hash = hash_bytes(hash_bytes(hash_seed, bytes, size), numbers, sizeof numbers);
    hash = hash_bytes(hash, &c->options->angle_tolerance, sizeof c->options->angle_tolerance);
    hash = hash_bytes(hash, cdy_kernels_worth, sizeof cdy_kernels_worth);
    const bool named = uname(&machine) >= 0;
    hash = hash_text(hash_text(hash, cdy_version()), named ? machine.machine : "");
    hash = hash_texts(hash_texts(hash, usual_options), machine_options());
    for (int i = 0; i < c->compiler.word_count; i++) {
        hash = hash_text(hash, c->compiler.words[i]);
        if (named && strstr(c->compiler.words[i], "=native")) { /* the code is for this processor alone */
            hash = hash_text(hash, machine.nodename);
        }
    }
    c->key = hash_text(hash, c->compiler.path);
    return CDY_OK;
}

static cdy_status load(const compilation *c, const char *path, cdy_error *error)
{
    return cdy_load_code(c->result, c->model, c->options, path, error);
}

static size_t most_bytes(const compilation *c)
{
    return c->options->most_bytes ? c->options->most_bytes : USUAL_BYTES;
}

/* Loads the code that an earlier call compiled; removes code that cannot be used, so that it is compiled anew. Code
 * above the limit is left to the generator, which refuses it. */
static bool load_cached(compilation *c)
{
    size_t bytes;
    const char *path = cdy_find_cached(c->cache, c->key, &bytes, &c->arena);
    if (!path || bytes > most_bytes(c)) {
        return false;
    }
    c->result->is_cached = load(c, path, NULL) == CDY_OK;
    if (!c->result->is_cached) {
        unlink(path);
    }
    return c->result->is_cached;
}

static cdy_status write_source(const void *source, void *draft, cdy_error *error)
{
    const char *text = source;
    (void)error;
    return cdy_write_draft(draft, text, strlen(text));
}

/* The files of a compilation, in a folder of its own, and the process that looks after them. */
typedef struct work {
    const char *folder, *source, *object;
    pid_t guardian;
} work;

static cdy_status run_compiler(const compilation *c, const work *w, cdy_error *error)
{
    const char *arguments[24] = {NULL};
    const char *const *groups[] = {usual_options, machine_options()};
    int count = 0;
    for (int g = 0; g < 2; g++) {
        for (int i = 0; groups[g][i]; i++) {
            arguments[count++] = groups[g][i];
        }
    }
    const char *const last[] = {w->source, "-o", w->object, "-lm"};
    for (int i = 0; i < 4; i++) {
        arguments[count++] = last[i];
    }
    return cdy_run_compiler(&c->compiler, w->guardian, arguments, w->object, c->options->time_limit, error);
}

/* Compiles a source in a work folder, loads and tries the object, and keeps it in the cache: an object that ends the
 * process when it is tried is not there the next time. */
static cdy_status compile_source(compilation *c, const work *w, const char *text, size_t bytes, cdy_error *error)
{
    cdy_status status = cdy_save_file(w->source, false, write_source, text, error);
    status = status ? status : run_compiler(c, w, error);
    status = status ? status : cdy_check_compiled(w->object, error);
    status = status ? status : load(c, w->object, error);
    return status ? status : cdy_keep_in_cache(c->cache, c->key, bytes, w->object, &c->arena, error);
}

/* As compile_source(), guarded: neither a compiler nor files remain where the process ends meanwhile. */
static cdy_status compile_guarded(compilation *c, const char *folder, const char *text, size_t bytes, cdy_error *error)
{
    work w = {.folder = folder,
              .source = cdy_cache_path(folder, SOURCE_NAME, &c->arena),
              .object = cdy_cache_path(folder, OBJECT_NAME, &c->arena)};
    const char *const files[] = {w.source, w.object, NULL};
    if (!w.source || !w.object) {
        return cdy_fail_memory(error);
    }
    const int code = cdy_start_guardian(files, folder, &w.guardian);
    if (code) {
        return cdy_fail_with_errno(error, c->compiler.path, "start a process that ends", code);
    }
    const cdy_status status = compile_source(c, &w, text, bytes, error);
    cdy_end_guardian(w.guardian);
    return status;
}

static cdy_status compile(compilation *c, cdy_error *error)
{
    size_t bytes;
    char *text;
    const char *folder;
    const kernel_code wanted = {.calls = c->options->calls,
                                .lanes = c->result->code.lanes,
                                .floats = c->options->floats,
                                .angle_tolerance = c->options->angle_tolerance,
                                .most_bytes = most_bytes(c)};
    cdy_status status = cdy_generate_kernel_code(c->model, &wanted, &text, &bytes, error);
    if (status) {
        return status;
    }
    status = cdy_make_work_folder(c->cache, &c->arena, &folder, error);
    if (!status) {
        status = compile_guarded(c, folder, text, bytes, error);
        cdy_remove_work_folder(folder);
    }
    cdy_release(text);
    return status;
}

cdy_status cdy_specialize(const cdy_model *model, const cdy_specialize_options *options,
                          cdy_specialization **specialization, cdy_error *error)
{
    const cdy_specialize_options standard = cdy_specialize_options_default();
    if (specialization) {
        *specialization = NULL;
    }
    if (!model || !specialization) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "specializing needs a model and a pointer for its code");
    }
    compilation c = {.model = model, .options = options ? options : &standard};
    special_code code;
    cdy_status status = cdy_check_specialize(model, c.options, &code, error);
    if (status) {
        return status;
    }
    c.result = cdy_allocate(1, sizeof *c.result);
    if (!c.result) {
        return cdy_fail_memory(error);
    }
    c.result->code = code;
    status = cdy_find_compiler(c.options->compiler, &c.arena, &c.compiler, error);
    status = status ? status : cdy_open_cache(c.options->cache, &c.arena, &c.cache, error);
    status = status ? status : make_key(&c, error);
    if (!status && !load_cached(&c)) {
        status = compile(&c, error);
    }
    cdy_arena_clear(&c.arena);
    if (status) {
        cdy_specialization_destroy(c.result);
        return status;
    }
    *specialization = c.result;
    return CDY_OK;
}

void cdy_specialization_destroy(cdy_specialization *specialization)
{
    if (specialization && specialization->library) {
        dlclose(specialization->library);
    }
    cdy_release(specialization);
}
