#include "generate/math_text.h"

/* In these texts '@' stands for the robot's name and '$' for the type of numbers that the function computes with. The
 * method of lib/spatial/sincos.h is used, except that a conversion to integers rounds, since generated code is compiled
 * with options that nobody foresees. */

static const char series[] =
    "    const $ first = x - n * 1.5707963267341256, second = n * 6.077100506303966e-11;\n"
    "    const $ difference = first - second;\n"
    "    const $ rest = ((first - difference) - second) - n * 2.0222662487959506e-21;\n"
    "    const $ r = difference + rest, tail = rest - (r - difference), z = r * r;\n"
    "    const $ half = z * 0.5, one = 1.0 - half;\n"
    "    const $ p = z * (z * (z * (z * (z * 1.5896795684515277e-10 + -2.5050758115840245e-08) +\n"
    "        2.7557313691921887e-06) + -0.00019841269829807819) + 0.008333333333322413) + -0.16666666666666632;\n"
    "    const $ e = z * (z * (z * (z * (z * -1.1359647806108464e-11 + 2.087572327326584e-09) +\n"
    "        -2.755731435233291e-07) + 2.4801587289482184e-05) + -0.0013888888888874125) + 0.0416666666666666;\n"
    "    const $ sine = r + (z * r * p + tail);\n"
    "    const $ cosine = one + ((((1.0 - one) - half) - r * tail) + z * z * e);\n";

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
    "/* Sine and cosine, error below one unit in the last place: reduction by pi/2 in three parts (Cody and Waite\n"
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

static const char scalar_tanh[] = "static void @_tanh(const $ *x, $ *y)\n"
                                  "{\n"
                                  "    *y = ($)tanh((double)*x);\n"
                                  "}\n\n";

static const char lane_sincos[] =
    "static void @_sincos_wide(const @_wide *angle, @_wide *s, @_wide *c)\n"
    "{\n"
    "    const @_wide x = *angle;\n"
    "    const @_whole k = __builtin_convertvector(x * 0.6366197723675814 + 1048576.5, @_whole) - 1048576;\n"
    "    const @_wide n = __builtin_convertvector(k, @_wide);\n";

static const char lane_sincos_end[] =
    "    const @_bits quadrant = __builtin_convertvector(k, @_bits), odd = 0 - (quadrant & 1);\n"
    "    const @_bits a = (@_bits)sine, b = (@_bits)cosine;\n"
    "    *s = (@_wide)(((a & ~odd) | (b & odd)) ^ ((quadrant & 2) << 62));\n"
    "    *c = (@_wide)(((b & ~odd) | (a & odd)) ^ (((quadrant + 1) & 2) << 62));\n"
    "}\n\n";

static const char lane_sincos_double[] = "static void @_sincos_lanes(const @_lanes *x, @_lanes *s, @_lanes *c)\n"
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

static const char lane_tanh[] = "static void @_tanh_lanes(const @_lanes *x, @_lanes *y)\n"
                                "{\n"
                                "    for (int l = 0; l < @_LANES; l++) {\n"
                                "        (*y)[l] = ($)tanh((double)(*x)[l]);\n"
                                "    }\n"
                                "}\n\n";

static const char lane_packing[] = "\nstatic void @_pack(const $ *rows, size_t width, @_lanes *packed)\n"
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

static const char lane_some[] = "/* Sines and cosines of some angles of one state. */\n"
                                "static void @_sincos_some(const @_wide *x, @_wide *s, @_wide *c)\n"
                                "{\n"
                                "    int small = 1;\n"
                                "    for (int l = 0; l < @_LANES; l++) {\n"
                                "        small &= (*x)[l] > -@_LARGEST_ANGLE && (*x)[l] < @_LARGEST_ANGLE;\n"
                                "    }\n"
                                "    if (small) {\n"
                                "        @_sincos_wide(x, s, c);\n"
                                "        return;\n"
                                "    }\n"
                                "    for (int l = 0; l < @_LANES; l++) {\n"
                                "        double sine, cosine;\n"
                                "        @_sincos_double((*x)[l], &sine, &cosine);\n"
                                "        (*s)[l] = sine;\n"
                                "        (*c)[l] = cosine;\n"
                                "    }\n"
                                "}\n\n";

static const char lane_check[] = "/* Whether lanes may compute the sines of all of these angles. */\n"
                                 "static int @_all_small(const $ *angles, size_t count)\n"
                                 "{\n"
                                 "    int small = 1;\n"
                                 "    for (size_t i = 0; i < count; i++) {\n"
                                 "        small &= angles[i] > -@_LARGEST_ANGLE && angles[i] < @_LARGEST_ANGLE;\n"
                                 "    }\n"
                                 "    return small;\n"
                                 "}\n\n";

void cdy_math_add_scalar(source_text *t, const char *name, bool floats, functions_used used)
{
    if (used.sincos) {
        cdy_source_add_template(t, scalar_sincos, name, "double");
        cdy_source_add_template(t, series, name, "double");
        cdy_source_add_template(t, scalar_sincos_end, name, "double");
        cdy_source_add_template(t, floats ? scalar_float : scalar_double, name, "");
    }
    if (used.tanh) {
        cdy_source_add_template(t, scalar_tanh, name, floats ? "float" : "double");
    }
}

/* A vector type: `count` elements of `size` bytes. */
static void add_vector(source_text *t, const char *type, const char *name, const char *suffix, int size, int count)
{
    cdy_source_add(t, "typedef %s %s_%s __attribute__((vector_size(%d)));\n", type, name, suffix, size * count);
}

static void add_lane_sincos(source_text *t, const char *name, bool floats, int lanes)
{
    source_text wide = {0};
    cdy_source_add(&wide, "%s_wide", name);
    add_vector(t, "double", name, "wide", 8, lanes);
    add_vector(t, "int64_t", name, "bits", 8, lanes);
    cdy_source_add(t, "\n");
    cdy_source_add_template(t, lane_sincos, name, "");
    cdy_source_add_template(t, series, name, wide.text ? wide.text : "");
    cdy_source_add_template(t, lane_sincos_end, name, "");
    cdy_source_add_template(t, floats ? lane_sincos_float : lane_sincos_double, name, "");
    t->failed = t->failed || wide.failed;
    cdy_source_clear(&wide);
}

void cdy_math_add_lanes(source_text *t, const char *name, bool floats, functions_used used, int lanes,
                        double largest_angle)
{
    const char *type = floats ? "float" : "double";
    cdy_source_add(t, "#ifdef __GNUC__\nenum { %s_LANES = %d };\n", name, lanes);
    add_vector(t, type, name, "lanes", floats ? 4 : 8, lanes);
    if (used.sincos) {
        cdy_source_add(t, "#define %s_LARGEST_ANGLE ", name);
        cdy_source_add_number(t, largest_angle, floats);
        cdy_source_add(t, "\n");
        add_vector(t, "int32_t", name, "whole", 4, lanes);
        if (used.float_sines) {
            add_vector(t, "uint32_t", name, "bits", 4, lanes);
            cdy_source_add_template(t, lane_float_sincos, name, "");
        } else {
            add_lane_sincos(t, name, floats, lanes);
        }
        cdy_source_add_template(t, lane_check, name, type);
        if (used.sincos_some) {
            cdy_source_add_template(t, lane_some, name, "");
        }
    }
    if (used.tanh) {
        cdy_source_add_template(t, lane_tanh, name, type);
    }
    cdy_source_add_template(t, lane_packing, name, type);
    cdy_source_add(t, "#endif\n\n");
}
