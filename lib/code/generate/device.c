#include "generate/device.h"

#include "generate/parameters.h"

/* In these texts '@' stands for the robot's name and '$' for the type of numbers. */

static const char begin[] = "#include \"@.h\"\n\n"

                            "/* The numbers of one state, which are `step` apart: neighboring threads read and write "
                            "neighboring numbers. */\n"
                            "template <typename T> struct @_column {\n"
                            "    T *first;\n"
                            "    size_t step;\n"
                            "    __device__ T &operator[](size_t k) const\n"
                            "    {\n"
                            "        return first[k * step];\n"
                            "    }\n"
                            "};\n\n";

static const char if_cuda[] = "#if defined(__CUDACC__) || defined(__CUDA__)\n";

static const char sincos_text[] = "static __device__ __forceinline__ void @_sincos(const $ *x, $ *s, $ *c)\n"
                                  "{\n"
                                  "    ";

/* A function of CUDA's library, by the name that the code has for it; that over floats ends with f. */
static void add_function(source_text *t, const program *p, const char *name, const char *function)
{
    const char *type = cdy_program_type(p);
    cdy_source_add(t, "static __device__ __forceinline__ void %s_%s(const %s *x, %s *y)\n{\n    *y = %s%s(*x);\n}\n\n",
                   p->options->name, name, type, type, function, p->options->floats ? "f" : "");
}

void cdy_device_begin(source_text *t, const program *p)
{
    const char *name = p->options->name, *type = cdy_program_type(p);
    const bool floats = p->options->floats;
    cdy_source_add_template(t, begin, name, type);
    if (p->used.sincos) {
        cdy_source_add_template(t, sincos_text, name, type);
        cdy_source_add(t, "%s(*x, s, c);\n}\n\n", floats ? "sincosf" : "sincos");
    }
    if (p->used.tanh) {
        add_function(t, p, "tanh", "tanh");
    }
    if (p->used.root) {
        add_function(t, p, "root", "sqrt");
    }
    if (p->used.exponential) {
        add_function(t, p, "exp", "exp");
    }
    if (p->used.logarithm) {
        add_function(t, p, "log", "log");
    }
    if (p->used.load) {
        cdy_math_add_load(t, name, "static __device__ ", floats, p->model->nv);
    }
    cdy_source_append(t, &p->functions);
}

void cdy_device_explain(source_text *t)
{
    cdy_source_add(
        t, "\n *\n * A function NAME_..._batch() starts the kernel NAME_..._kernel for `count` states. Its "
           "arrays are in the\n * device's memory, the states as columns: number k of state i at k * count + i. "
           "`stream` is a cudaStream_t, NULL\n * the default one. It returns 0, or a cudaError_t when the kernel "
           "was not started; results are complete when the\n * stream has come so far.");
}

void cdy_device_include(source_text *t)
{
    cdy_source_add(t, "\n%s#include <cuda_runtime.h>\n#endif\n", if_cuda);
}

void cdy_device_declare(program *p, const routine *r)
{
    const char *name = p->options->name, *type = cdy_program_type(p);
    source_text *t = &p->header;
    cdy_source_add(t, "%s__device__ void %s_%s(", if_cuda, name, r->name);
    cdy_add_parameters(t, r, p->more.arrays, type);
    cdy_source_add(t, ");\n#endif\nint %s_%s_batch(size_t count, ", name, r->name);
    cdy_add_parameters(t, r, p->more.arrays, type);
    cdy_source_add(t, ", void *stream);\n");
}

/* The operations, over anything that has numbers by index. */
static bool define_operations(program *p, const routine *r, graph *g, expression *const outputs[MOST_OUTPUTS])
{
    const cdy_generate_options *o = p->options;
    const number_type type = {o->name, cdy_program_type(p), "", o->floats, false, 0};
    const char *inputs[INPUT_COUNT];
    result_array results[MOST_OUTPUTS];
    const int count = cdy_routine_results(p->model, r, outputs, results);
    for (int array = 0; array < INPUT_COUNT; array++) {
        inputs[array] = cdy_input_shapes[array].name;
    }
    source_text *t = &p->functions;
    cdy_source_add(t, "template <typename INPUT, typename RESULT>\nstatic __device__ __forceinline__ void %s_%s_of(",
                   o->name, r->name);
    cdy_add_each_array(t, r, p->more.arrays, (array_text){"const INPUT @", "const RESULT @", ", "}, "");
    cdy_source_add(t, ")\n{\n");
    cdy_ignore_unused(t, r, p->more.arrays);
    const bool written = cdy_emit(t, g, inputs, results, count, &type);
    cdy_source_add(t, "}\n\n");
    return written;
}

static void define_one_state(program *p, const routine *r)
{
    source_text *t = &p->functions;
    cdy_source_add(t, "extern \"C\" __device__ void %s_%s(", p->options->name, r->name);
    cdy_add_parameters(t, r, p->more.arrays, cdy_program_type(p));
    cdy_source_add(t, ")\n{\n    %s_%s_of(", p->options->name, r->name);
    cdy_add_each_array(t, r, p->more.arrays, (array_text){"@", "@", ", "}, "");
    cdy_source_add(t, ");\n}\n\n");
}

/* A thread a state; a thread takes another state where there are more states than threads of a grid. */
static void define_kernel(program *p, const routine *r)
{
    const char *name = p->options->name, *type = cdy_program_type(p);
    source_text *t = &p->functions;
    cdy_source_add(t, "extern \"C\" __global__ void __launch_bounds__(128) %s_%s_kernel(size_t count, ", name, r->name);
    cdy_add_parameters(t, r, p->more.arrays, type);
    cdy_source_add(t,
                   ")\n{\n"
                   "    typedef %s_column<const %s> inputs;\n"
                   "    typedef %s_column<%s> results;\n"
                   "    const size_t threads = (size_t)gridDim.x * blockDim.x;\n"
                   "    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads) {\n"
                   "        %s_%s_of(",
                   name, type, name, type, name, r->name);
    cdy_add_each_array(t, r, p->more.arrays, (array_text){"inputs{@ + i, count}", "results{@ + i, count}", ", "}, "");
    cdy_source_add(t, ");\n    }\n}\n\n");
}

/* The function that starts the kernel: blocks of 128 threads, as many as a grid may have. */
static void define_launcher(program *p, const routine *r)
{
    const char *name = p->options->name;
    source_text *t = &p->functions;
    cdy_source_add(t, "extern \"C\" int %s_%s_batch(size_t count, ", name, r->name);
    cdy_add_parameters(t, r, p->more.arrays, cdy_program_type(p));
    cdy_source_add(t, ", void *stream)\n{\n"
                      "    const size_t blocks = count / 128 + (count %% 128 != 0), most = 2147483647;\n"
                      "    void *arguments[] = {&count, ");
    cdy_add_each_array(t, r, p->more.arrays, (array_text){"&@", "&@", ", "}, "");
    cdy_source_add(t,
                   "};\n"
                   "    if (count == 0) {\n"
                   "        return 0;\n"
                   "    }\n"
                   "    return (int)cudaLaunchKernel(%s_%s_kernel, dim3((unsigned)(blocks < most ? blocks : most)), "
                   "dim3(128),\n"
                   "                                 arguments, 0, (cudaStream_t)stream);\n"
                   "}\n\n",
                   name, r->name);
}

bool cdy_device_define(program *p, const routine *r, graph *g, expression *const outputs[MOST_OUTPUTS])
{
    const bool defined = define_operations(p, r, g, outputs);
    define_one_state(p, r);
    define_kernel(p, r);
    define_launcher(p, r);
    return defined;
}
