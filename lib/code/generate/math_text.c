#include "generate/math_text.h"

#include "generate/load_system.h"

#include <string.h>

/* In these texts '@' stands for the robot's name and '$' for the type of numbers that the function computes with. The
 * method of lib/core/spatial/sincos.h is used, except that a conversion to integers rounds, since generated code is
 * compiled with options that nobody foresees. */

/* angle - n pi/2 in r, and its rounding error in tail. */
static const char reduction[] = "    const $ first = x - n * 1.5707963267341256, second = n * 6.077100506303966e-11;\n"
                                "    const $ difference = first - second;\n"
                                "    const $ rest = ((first - difference) - second) - n * 2.0222662487959506e-21;\n"
                                "    const $ r = difference + rest, tail = rest - (r - difference);\n";

/* The same where compilers are told to fuse products with sums: then the product of a longer part is not rounded. */
static const char fused_reduction[] =
    "#if defined(@_FUSED) && defined(__FMA__) && defined(__OPTIMIZE__)\n"
    "    const $ first = x - n * 1.5707963267948966, r = first - n * 6.12323399538461e-17;\n"
    "    const $ tail = ((first - r) - n * 6.12323399538461e-17) - n * 3.5215598651832e-27;\n"
    "#else\n";

/* Sums of pairs of terms are independent of each other, so that they overlap in time. */
static const char series[] = "    const $ z = r * r, z2 = z * z, z4 = z2 * z2;\n"
                             "    const $ half = z * 0.5, one = 1.0 - half;\n"
                             "    const $ p = ((z * 0.008333333333322413 + -0.16666666666666632) +\n"
                             "        z2 * (z * 2.7557313691921887e-06 + -0.00019841269829807819)) +\n"
                             "        z4 * (z * 1.5896795684515277e-10 + -2.5050758115840245e-08);\n"
                             "    const $ e = ((z * -0.0013888888888874125 + 0.0416666666666666) +\n"
                             "        z2 * (z * -2.755731435233291e-07 + 2.4801587289482184e-05)) +\n"
                             "        z4 * (z * -1.1359647806108464e-11 + 2.087572327326584e-09);\n"
                             "    const $ sine = r + (z * r * p + tail);\n"
                             "    const $ cosine = one + ((((1.0 - one) - half) - r * tail) + z2 * e);\n";

static const char scalar_sincos[] =
    "/* odd ? b : a with its sign changed where bit 1 of `quadrant` is set. */\n"
    "static double @_choose(uint64_t odd, uint64_t quadrant, double a, double b)\n"
    "{\n"
    "    uint64_t even_bits, odd_bits;\n"
    "    memcpy(&even_bits, &a, sizeof a);\n"
    "    memcpy(&odd_bits, &b, sizeof b);\n"
    "    even_bits = ((even_bits & ~odd) | (odd_bits & odd)) ^ ((quadrant & 2) << 62);\n"
    "    memcpy(&a, &even_bits, sizeof a);\n"
    "    return a;\n"
    "}\n\n"
    "/* Sine and cosine, error below 1.1 units in the last place: reduction by pi/2 in three parts (Cody and Waite\n"
    " * 1980) and minimax polynomials on [-pi/4, pi/4]. Options such as -ffast-math spoil them. */\n"
    "static void @_sincos_double(double x, double *s, double *c)\n"
    "{\n"
    "    if (!(x > -1e6 && x < 1e6)) {\n"
    "        *s = sin(x);\n"
    "        *c = cos(x);\n"
    "        return;\n"
    "    }\n"
    "    const int32_t k = (int32_t)(x * 0.6366197723675814 + 1048576.5) - 1048576;\n"
    "    const double n = k;\n";

static const char scalar_sincos_end[] = "    const uint64_t quadrant = (uint64_t)k, odd = 0 - (quadrant & 1);\n"
                                        "    *s = @_choose(odd, quadrant, sine, cosine);\n"
                                        "    *c = @_choose(odd, quadrant + 1, cosine, sine);\n"
                                        "}\n\n";

static const char scalar_double[] = "static void @_sincos(const double *x, double *s, double *c)\n"
                                    "{\n"
                                    "    @_sincos_double(*x, s, c);\n"
                                    "}\n\n";

static const char scalar_float[] = "static void @_sincos(const float *x, float *s, float *c)\n"
                                   "{\n"
                                   "    double sine, cosine;\n"
                                   "    @_sincos_double((double)*x, &sine, &cosine);\n"
                                   "    *s = (float)sine;\n"
                                   "    *c = (float)cosine;\n"
                                   "}\n\n";

/* The sum with 1.5 * 2^52 is a whole number of quarter turns in the last bits; that its exponent is known is told
 * once more, so that no compiler cancels the constant. */
static const char lane_sincos[] =
    "static @_INLINE void @_sincos_wide(const @_wide *angle, @_wide *s, @_wide *c)\n"
    "{\n"
    "    const @_wide x = *angle;\n"
    "    const @_bits quadrant = (@_bits)(x * 0.6366197723675814 + 6755399441055744.0), odd = 0 - (quadrant & 1);\n"
    "    const @_wide n = (@_wide)(quadrant | (uint64_t)0x43300000 << 32) - 6755399441055744.0;\n";

static const char lane_sincos_end[] =
    "    const @_bits a = (@_bits)sine, b = (@_bits)cosine;\n"
    "    *s = (@_wide)(((a & ~odd) | (b & odd)) ^ (quadrant << 62 & (uint64_t)1 << 63));\n"
    "    *c = (@_wide)(((b & ~odd) | (a & odd)) ^ ((quadrant + 1) << 62 & (uint64_t)1 << 63));\n"
    "}\n\n";

static const char lane_sincos_double[] =
    "static @_INLINE void @_sincos_lanes(const @_lanes *x, @_lanes *s, @_lanes *c)\n"
    "{\n"
    "    @_sincos_wide(x, s, c);\n"
    "}\n\n";

static const char lane_sincos_float[] = "static void @_sincos_lanes(const @_lanes *x, @_lanes *s, @_lanes *c)\n"
                                        "{\n"
                                        "    const @_wide angle = __builtin_convertvector(*x, @_wide);\n"
                                        "    @_wide sine, cosine;\n"
                                        "    @_sincos_wide(&angle, &sine, &cosine);\n"
                                        "    *s = __builtin_convertvector(sine, @_lanes);\n"
                                        "    *c = __builtin_convertvector(cosine, @_lanes);\n"
                                        "}\n\n";

/* The same over floats, whose angles are below 3000 (spatial/sincos_float.h). */
static const char lane_float_sincos[] =
    "static void @_sincos_lanes(const @_lanes *angle, @_lanes *s, @_lanes *c)\n"
    "{\n"
    "    const @_lanes x = *angle;\n"
    "    const @_whole k = __builtin_convertvector(x * 0.63661975f + 4096.5f, @_whole) - 4096;\n"
    "    const @_lanes n = __builtin_convertvector(k, @_lanes);\n"
    "    const @_lanes first = x - n * 1.5705566f, second = n * 0.00023967028f, third = n * 1.5890691e-08f;\n"
    "    const @_lanes closer = first - second, closest = closer - third;\n"
    "    const @_lanes rest = (((first - closer) - second) + ((closer - closest) - third)) - n * 2.563344e-12f;\n"
    "    const @_lanes r = closest + rest, tail = rest - (r - closest), z = r * r;\n"
    "    const @_lanes half = z * 0.5f, one = 1.0f - half;\n"
    "    const @_lanes p = z * (z * -0.00019515121f + 0.008332159f) + -0.16666655f;\n"
    "    const @_lanes e = z * (z * 2.4432971e-05f + -0.0013887314f) + 0.041666646f;\n"
    "    const @_lanes sine = r + (z * r * p + tail);\n"
    "    const @_lanes cosine = one + (((1.0f - one) - half) + (z * z * e - r * tail));\n"
    "    const @_bits quadrant = (@_bits)k, odd = 0 - (quadrant & 1);\n"
    "    const @_bits a = (@_bits)sine, b = (@_bits)cosine;\n"
    "    *s = (@_lanes)(((a & ~odd) | (b & odd)) ^ ((quadrant & 2) << 30));\n"
    "    *c = (@_lanes)(((b & ~odd) | (a & odd)) ^ (((quadrant + 1) & 2) << 30));\n"
    "}\n\n";

/* Functions of the library of C, beside their names in the code. */
typedef struct c_function {
    const char *name, *function;
    bool used;
} c_function;

enum { C_FUNCTIONS = 4 };

static void list_functions(functions_used used, c_function list[C_FUNCTIONS])
{
    const c_function all[C_FUNCTIONS] = {{"tanh", "tanh", used.tanh},
                                         {"root", "sqrt", used.root},
                                         {"exp", "exp", used.exponential},
                                         {"log", "log", used.logarithm}};
    memcpy(list, all, sizeof all);
}

static void add_scalar_functions(source_text *t, const char *name, const char *type, functions_used used)
{
    c_function list[C_FUNCTIONS];
    list_functions(used, list);
    for (int i = 0; i < C_FUNCTIONS; i++) {
        if (list[i].used) {
            cdy_source_add(t,
                           "static void %s_%s(const %s *x, %s *y)\n"
                           "{\n"
                           "    *y = (%s)%s((double)*x);\n"
                           "}\n\n",
                           name, list[i].name, type, type, type, list[i].function);
        }
    }
}

static void add_lane_functions(source_text *t, const char *name, const char *type, functions_used used)
{
    c_function list[C_FUNCTIONS];
    list_functions(used, list);
    for (int i = 0; i < C_FUNCTIONS; i++) {
        if (list[i].used) {
            cdy_source_add(t,
                           "static void %s_%s_lanes(const %s_lanes *x, %s_lanes *y)\n"
                           "{\n"
                           "    for (int l = 0; l < %s_LANES; l++) {\n"
                           "        (*y)[l] = (%s)%s((double)(*x)[l]);\n"
                           "    }\n"
                           "}\n\n",
                           name, list[i].name, name, name, name, type, list[i].function);
        }
    }
}

/* Friction by the load at a load u, and its derivative by u; then Newton's method, whose steps solve with M + R / (1 +
 * slope) by Cholesky factors; where that does not end in steps enough, the iteration of the library (condyle/drives.h),
 * which always does, with M + R. A step that is small against the accelerations is the last one: the code around takes
 * one more. */
static const char load_text[] =
    "@_load_friction(const $ *x, $ u, $ *slope)\n"
    "{\n"
    "    const $ a = x[3 * @_FREEDOM], b = x[4 * @_FREEDOM], w = x[5 * @_FREEDOM], squared = u * u + w * w;\n"
    "    $ h;\n"
    "    @_root(&squared, &h);\n"
    "    const $ size = u * u / (h + w), sign = u / h;\n"
    "    *slope = sign * a + (sign * sign + size * (w / h) * (w / h) / h) * b;\n"
    "    return size * (a + b * sign);\n"
    "}\n\n";

static const char load_factor_text[] = "@_factor(const $ *x, const $ *share, $ *L)\n"
                                       "{\n"
                                       "    for (int i = 0; i < @_FREEDOM; i++) {\n"
                                       "        for (int j = 0; j <= i; j++) {\n"
                                       "            $ sum = x[6 * @_FREEDOM + i * @_FREEDOM + j];\n"
                                       "            sum += i == j ? x[2 * @_FREEDOM + i] * share[i] : 0;\n"
                                       "            for (int k = 0; k < j; k++) {\n"
                                       "                sum -= L[i * @_FREEDOM + k] * L[j * @_FREEDOM + k];\n"
                                       "            }\n"
                                       "            if (i == j) {\n"
                                       "                @_root(&sum, &L[i * @_FREEDOM + i]);\n"
                                       "            } else {\n"
                                       "                L[i * @_FREEDOM + j] = sum / L[j * @_FREEDOM + j];\n"
                                       "            }\n"
                                       "        }\n"
                                       "    }\n"
                                       "}\n\n";

static const char load_substitution_text[] = "@_substitute(const $ *L, $ *y)\n"
                                             "{\n"
                                             "    for (int i = 0; i < @_FREEDOM; i++) {\n"
                                             "        for (int k = 0; k < i; k++) {\n"
                                             "            y[i] -= L[i * @_FREEDOM + k] * y[k];\n"
                                             "        }\n"
                                             "        y[i] /= L[i * @_FREEDOM + i];\n"
                                             "    }\n"
                                             "    for (int i = @_FREEDOM - 1; i >= 0; i--) {\n"
                                             "        for (int k = i + 1; k < @_FREEDOM; k++) {\n"
                                             "            y[i] -= L[k * @_FREEDOM + i] * y[k];\n"
                                             "        }\n"
                                             "        y[i] /= L[i * @_FREEDOM + i];\n"
                                             "    }\n"
                                             "}\n\n";

static const char load_step_text[] =
    "@_step_to_load(const $ *x, int newton, const $ *qdd, $ *change)\n"
    "{\n"
    "    $ L[@_FREEDOM * @_FREEDOM], share[@_FREEDOM];\n"
    "    for (int i = 0; i < @_FREEDOM; i++) {\n"
    "        $ u = x[@_FREEDOM + i], slope;\n"
    "        for (int k = 0; k < @_FREEDOM; k++) {\n"
    "            u += x[6 * @_FREEDOM + i * @_FREEDOM + k] * qdd[k];\n"
    "        }\n"
    "        const $ friction = @_load_friction(x + i, u, &slope);\n"
    "        share[i] = newton ? 1 / (1 + slope) : 1;\n"
    "        change[i] = (x[i] - u - friction - x[2 * @_FREEDOM + i] * qdd[i]) * share[i];\n"
    "    }\n"
    "    @_factor(x, share, L);\n"
    "    @_substitute(L, change);\n"
    "}\n\n";

static const char load_solve_text[] = "@_solve_load(const $ *x, $ *qdd)\n"
                                      "{\n"
                                      "    $ change[@_FREEDOM];\n"
                                      "    for (int i = 0; i < @_FREEDOM; i++) {\n"
                                      "        qdd[i] = 0;\n"
                                      "    }\n"
                                      "    for (int step = 0; step < 500; step++) {\n"
                                      "        $ most = 0, size = 0;\n"
                                      "        @_step_to_load(x, step < 50, qdd, change);\n"
                                      "        for (int i = 0; i < @_FREEDOM; i++) {\n"
                                      "            qdd[i] += change[i];\n"
                                      "            most += change[i] * change[i];\n"
                                      "            size += qdd[i] * qdd[i];\n"
                                      "        }\n"
                                      "        if (!(most > @_LOAD_CHANGE * size)) {\n"
                                      "            break;\n"
                                      "        }\n"
                                      "    }\n"
                                      "}\n\n";

void cdy_math_add_load(source_text *t, const char *name, const char *linkage, bool floats, int freedom)
{
    static const struct {
        bool number; /* what the function returns: a number or nothing */
        const char *text;
    } functions[] = {{true, load_text},
                     {false, load_factor_text},
                     {false, load_substitution_text},
                     {false, load_step_text},
                     {false, load_solve_text}};
    const char *type = floats ? "float" : "double";
    cdy_source_add(t, "#define %s_FREEDOM %d\n#define %s_LOADS %d\n", name, freedom, name, LOAD_OPERANDS(freedom));
    cdy_source_add(t, "#define %s_LOAD_CHANGE %s /* square of the last step that is small */\n\n", name,
                   floats ? "1e-10F" : "1e-20");
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        cdy_source_add(t, "%s%s ", linkage, functions[i].number ? type : "void");
        cdy_source_add_template(t, functions[i].text, name, type);
    }
}

static const char lane_load[] = "static void @_solve_load_lanes(const @_lanes *x, @_lanes *qdd)\n"
                                "{\n"
                                "    for (int l = 0; l < @_LANES; l++) {\n"
                                "        $ one[@_LOADS], result[@_FREEDOM];\n"
                                "        for (int k = 0; k < @_LOADS; k++) {\n"
                                "            one[k] = x[k][l];\n"
                                "        }\n"
                                "        @_solve_load(one, result);\n"
                                "        for (int k = 0; k < @_FREEDOM; k++) {\n"
                                "            qdd[k][l] = result[k];\n"
                                "        }\n"
                                "    }\n"
                                "}\n\n";

static const char lane_packing[] = "static void @_pack(const $ *rows, size_t width, @_lanes *packed)\n"
                                   "{\n"
                                   "    for (size_t k = 0; k < width; k++) {\n"
                                   "        for (size_t l = 0; l < @_LANES; l++) {\n"
                                   "            packed[k][l] = rows[l * width + k];\n"
                                   "        }\n"
                                   "    }\n"
                                   "}\n\n"
                                   "static void @_unpack(const @_lanes *packed, size_t width, $ *rows)\n"
                                   "{\n"
                                   "    for (size_t l = 0; l < @_LANES; l++) {\n"
                                   "        for (size_t k = 0; k < width; k++) {\n"
                                   "            rows[l * width + k] = packed[k][l];\n"
                                   "        }\n"
                                   "    }\n"
                                   "}\n";

/* Sines and cosines of `count` angles of one state, others of which are zero: one by one where there are no vectors, or
 * an angle may be large. Results have variables of their own there, so that those of vectors stay in registers. */
static const char some_angles[] =
    "static void @_sincos_each(int count, const @_wide *x, @_wide *s, @_wide *c)\n"
    "{\n"
    "    for (int l = 0; l < count; l++) {\n"
    "        double sine, cosine;\n"
    "        @_sincos_double((*x)[l], &sine, &cosine);\n"
    "        (*s)[l] = sine;\n"
    "        (*c)[l] = cosine;\n"
    "    }\n"
    "}\n\n"
    "static @_INLINE void @_sincos_some(int count, const @_wide *x, @_wide *s, @_wide *c)\n"
    "{\n"
    "#ifdef __GNUC__\n"
    "    if (@_square(x) < 1e12) {\n"
    "        @_sincos_wide(x, s, c);\n"
    "    } else {\n"
    "        @_wide sines = {0}, cosines = {0};\n"
    "        @_sincos_each(count, x, &sines, &cosines);\n"
    "        *s = sines;\n"
    "        *c = cosines;\n"
    "    }\n"
    "#else\n"
    "    @_sincos_each(count, x, s, c);\n"
    "#endif\n"
    "}\n\n";

/* Whether lanes may compute the sines of all of these angles: for registers that hold all lanes, and otherwise. */
static const char lane_check[] =
    "static int @_all_small(const @_lanes *angles, size_t count)\n"
    "{\n"
    "    int small = 1;\n"
    "    @_mask beyond = {0};\n"
    "    for (size_t i = 0; i < count; i++) {\n"
    "        beyond |= ~(@_mask)((angles[i] > -@_LARGEST_ANGLE) & (angles[i] < @_LARGEST_ANGLE));\n"
    "    }\n"
    "    for (int l = 0; l < @_LANES; l++) {\n"
    "        small &= beyond[l] == 0;\n"
    "    }\n"
    "    return small;\n"
    "}\n\n";

static const char lane_check_one_by_one[] =
    "static int @_all_small(const @_lanes *angles, size_t count)\n"
    "{\n"
    "    int small = 1;\n"
    "    for (size_t i = 0; i < count; i++) {\n"
    "        for (int l = 0; l < @_LANES; l++) {\n"
    "            small &= angles[i][l] > -@_LARGEST_ANGLE && angles[i][l] < @_LARGEST_ANGLE;\n"
    "        }\n"
    "    }\n"
    "    return small;\n"
    "}\n\n";

/* The text of sines over a type of doubles. */
static void add_series(source_text *t, const char *name, const char *type, bool fused)
{
    if (fused) {
        cdy_source_add_template(t, fused_reduction, name, type);
    }
    cdy_source_add_template(t, reduction, name, type);
    cdy_source_add(t, fused ? "#endif\n" : "");
    cdy_source_add_template(t, series, name, type);
}

void cdy_math_add_scalar(source_text *t, const char *name, bool floats, functions_used used)
{
    if (used.sincos) {
        cdy_source_add_template(t, scalar_sincos, name, "double");
        add_series(t, name, "double", false);
        cdy_source_add_template(t, scalar_sincos_end, name, "double");
    }
    if (used.sincos_one) {
        cdy_source_add_template(t, floats ? scalar_float : scalar_double, name, "");
    }
    add_scalar_functions(t, name, floats ? "float" : "double", used);
}

/* A vector type: `count` elements of `size` bytes. */
static void add_vector(source_text *t, const char *type, const char *name, const char *suffix, int size, int count)
{
    cdy_source_add(t, "typedef %s %s_%s __attribute__((vector_size(%d)));\n", type, name, suffix, size * count);
}

/* The condition that a machine has registers of so many bytes; NULL: none has. */
static const char *condition_of_registers(int bytes)
{
    switch (bytes) {
    case 16: return "defined(__SSE2__) || defined(__ARM_NEON)";
    case 32: return "defined(__AVX__)";
    case 64: return "defined(__AVX512F__)";
    default: return NULL;
    }
}

/* Sines are computed in place where registers hold all lanes, and by calls where lanes take several of them. */
static void add_inline(source_text *t, const char *name, int bytes)
{
    const char *registers = condition_of_registers(bytes);
    if (registers) {
        cdy_source_add(t, "#if %s\n#define %s_INLINE inline __attribute__((always_inline))\n#else\n", registers, name);
    }
    cdy_source_add(t, "#define %s_INLINE\n%s\n", name, registers ? "#endif\n" : "");
}

#define IN_PLACE "static inline __attribute__((always_inline)) "

/* The sum of squares of some angles. */
static void add_square(source_text *t, const char *name, int count)
{
    cdy_source_add_template(t, IN_PLACE "double @_square(const @_wide *x)\n{\n    return", name, "");
    for (int l = 0; l < count; l++) {
        cdy_source_add(t, "%s(*x)[%d] * (*x)[%d]", l ? " + " : " ", l, l);
    }
    cdy_source_add(t, ";\n}\n\n");
}

void cdy_math_add_wide(source_text *t, const char *name, functions_used used, int count)
{
    source_text wide = {0};
    cdy_source_add(&wide, "%s_wide", name);
    cdy_source_add(t, "#ifdef __GNUC__\n");
    add_vector(t, "double", name, "wide", 8, count);
    add_vector(t, "uint64_t", name, "bits", 8, count);
    add_inline(t, name, 8 * count);
    cdy_source_add_template(t, lane_sincos, name, "");
    add_series(t, name, wide.text ? wide.text : "", used.fused_sines);
    cdy_source_add_template(t, lane_sincos_end, name, "");
    if (used.sincos_some) {
        add_square(t, name, count);
        cdy_source_add(t, "#else\n#define %s_INLINE\ntypedef double %s_wide[%d];\n#endif\n\n", name, name, count);
        cdy_source_add_template(t, some_angles, name, "");
    } else {
        cdy_source_add(t, "#endif\n\n");
    }
    t->failed = t->failed || wide.failed;
    cdy_source_clear(&wide);
}

/* One step of a transposition: of vectors a and b, which are `distance` apart, b receives what a has `distance` numbers
 * farther, and a what b has. */
static void add_exchange(source_text *t, int lanes, int a, int distance)
{
    cdy_source_add(t, "    x = t[%d];\n", a);
    for (int half = 0; half < 2; half++) {
        cdy_source_add(t, "    t[%d] = __builtin_shufflevector(x, t[%d]", a + half * distance, a + distance);
        for (int l = 0; l < lanes; l++) {
            const int from = half ? (l & distance ? lanes + l : l + distance) : l & distance ? lanes + l - distance : l;
            cdy_source_add(t, ", %d", from);
        }
        cdy_source_add(t, ");\n");
    }
}

/* Transposes as many vectors as they have numbers. */
static void add_transposition(source_text *t, const char *name, int lanes)
{
    cdy_source_add_template(t,
                            IN_PLACE "void @_transpose(@_lanes *t)\n"
                                     "{\n"
                                     "    @_lanes x;\n",
                            name, "");
    for (int distance = 1; distance < lanes; distance *= 2) {
        for (int a = 0; a < lanes; a++) {
            if (!(a & distance)) {
                add_exchange(t, lanes, a, distance);
            }
        }
    }
    cdy_source_add(t, "}\n\n");
}

/* NAME_load() and NAME_store(): of `count` numbers where those of a vector are not there, as behind the last state. */
static void add_moves(source_text *t, const char *name, const char *type, int lanes)
{
    cdy_source_add_template(t,
                            IN_PLACE "@_lanes @_load(const $ *from, size_t count)\n"
                                     "{\n"
                                     "    if (count < @_LANES) {\n"
                                     "        const @_lanes some = {from[0]",
                            name, type);
    for (int l = 1; l < lanes - 1; l++) {
        cdy_source_add(t, ", count > %d ? from[%d] : 0", l, l);
    }
    cdy_source_add_template(t,
                            "};\n"
                            "        return some;\n"
                            "    }\n"
                            "    @_lanes x;\n"
                            "    memcpy(&x, from, sizeof x);\n"
                            "    return x;\n"
                            "}\n\n" IN_PLACE "void @_store(@_lanes x, $ *to, size_t count)\n"
                            "{\n"
                            "    memcpy(to, &x, count < @_LANES ? count * sizeof *to : sizeof x);\n"
                            "}\n\n",
                            name, type);
}

/* NAME_pack() and NAME_unpack() by transpositions in registers. The last group of numbers of a state ends where the
 * state does; a vector of a state with fewer numbers reaches into the next state, which is written afterwards. */
static void add_fast_packing(source_text *t, const char *name, const char *type, int lanes)
{
    add_moves(t, name, type, lanes);
    add_transposition(t, name, lanes);
    cdy_source_add_template(t,
                            IN_PLACE "void @_pack(const $ *rows, size_t width, @_lanes *packed)\n"
                                     "{\n"
                                     "    for (size_t k = 0; k < width; k += @_LANES) {\n"
                                     "        @_lanes t[@_LANES];\n",
                            name, type);
    for (int l = 0; l < lanes; l++) {
        cdy_source_add(t, "        t[%d] = %s_load(rows + %d * width + k, %d * width - k);\n", l, name, l, lanes - l);
    }
    cdy_source_add(t, "        %s_transpose(t);\n", name);
    for (int l = 0; l < lanes; l++) {
        cdy_source_add(t, "        if (k + %d < width) {\n            packed[k + %d] = t[%d];\n        }\n", l, l, l);
    }
    cdy_source_add_template(
        t,
        "    }\n"
        "}\n\n" IN_PLACE "void @_unpack(const @_lanes *packed, size_t width, $ *rows)\n"
        "{\n"
        "    for (size_t done = 0; done < width; done += @_LANES) {\n"
        "        const size_t k = done + @_LANES > width && width > @_LANES ? width - @_LANES : done;\n"
        "        @_lanes t[@_LANES];\n",
        name, type);
    for (int l = 0; l < lanes; l++) {
        cdy_source_add(t, "        t[%d] = packed[k + %d < width ? k + %d : k];\n", l, l, l);
    }
    cdy_source_add(t, "        %s_transpose(t);\n", name);
    for (int l = 0; l < lanes; l++) {
        cdy_source_add(t, "        %s_store(t[%d], rows + %d * width + k, %d * width - k);\n", name, l, l, lanes - l);
    }
    cdy_source_add(t, "    }\n}\n");
}

static void add_check(source_text *t, const char *name, int bytes)
{
    const char *registers = condition_of_registers(bytes);
    if (registers) {
        cdy_source_add(t, "#if %s\n", registers);
        cdy_source_add_template(t, lane_check, name, "");
        cdy_source_add(t, "#else\n");
    }
    cdy_source_add_template(t, lane_check_one_by_one, name, "");
    cdy_source_add(t, registers ? "#endif\n" : "");
}

static void add_packing(source_text *t, const char *name, const char *type, int lanes, int bytes)
{
    const char *registers = condition_of_registers(bytes);
    if (registers) {
        cdy_source_add(t, "\n#if (defined(__clang__) || __GNUC__ >= 12) && (%s)\n", registers);
        add_fast_packing(t, name, type, lanes);
        cdy_source_add(t, "#else\n");
    }
    cdy_source_add_template(t, lane_packing, name, type);
    cdy_source_add(t, registers ? "#endif\n" : "");
}

void cdy_math_add_lanes(source_text *t, const char *name, bool floats, functions_used used, int lanes,
                        double largest_angle)
{
    const char *type = floats ? "float" : "double";
    const int size = floats ? 4 : 8;
    cdy_source_add(t, "#ifdef __GNUC__\nenum { %s_LANES = %d };\n", name, lanes);
    add_vector(t, type, name, "lanes", size, lanes);
    if (used.sincos) {
        cdy_source_add(t, "#define %s_LARGEST_ANGLE ", name);
        cdy_source_add_number(t, largest_angle, floats);
        cdy_source_add(t, "\n");
        add_vector(t, floats ? "uint32_t" : "uint64_t", name, "mask", size, lanes);
        if (used.float_sines) {
            add_vector(t, "int32_t", name, "whole", 4, lanes);
            add_vector(t, "uint32_t", name, "bits", 4, lanes);
            cdy_source_add_template(t, lane_float_sincos, name, "");
        } else {
            cdy_source_add_template(t, floats ? lane_sincos_float : lane_sincos_double, name, "");
        }
        add_check(t, name, size * lanes);
    }
    add_lane_functions(t, name, type, used);
    if (used.load) {
        cdy_source_add_template(t, lane_load, name, type);
    }
    if (used.packing) {
        add_packing(t, name, type, lanes, size * lanes);
    }
    cdy_source_add(t, "#endif\n\n");
}
