#include "generate/embedded.h"

/* In these texts '@' stands for the robot's name. */

static const char words[] = "/* A float and its bits. */\n"
                            "typedef union @_word {\n"
                            "    float number;\n"
                            "    uint32_t bits;\n"
                            "} @_word;\n\n";

static const char sincos_text[] =
    "/* Sine and cosine of angles below 3000 rad, errors below 1 unit in the last place: reduction by pi/2 in four "
    "parts\n"
    " * (Cody and Waite 1980) and minimax polynomials on [-pi/4, pi/4]. Of other angles they are no numbers. */\n"
    "static void @_sincos(const float *angle, float *s, float *c)\n"
    "{\n"
    "    const float x = *angle;\n"
    "    if (!(x > -3000.0f && x < 3000.0f)) {\n"
    "        *s = *c = (x - x) / (x - x);\n"
    "        return;\n"
    "    }\n"
    "    const int32_t k = (int32_t)(x * 0.63661975f + 4096.5f) - 4096;\n"
    "    const float n = (float)k;\n"
    "    const float first = x - n * 1.5705566f, second = n * 0.00023967028f, third = n * 1.5890691e-08f;\n"
    "    const float closer = first - second, closest = closer - third;\n"
    "    const float rest = (((first - closer) - second) + ((closer - closest) - third)) - n * 2.563344e-12f;\n"
    "    const float r = closest + rest, tail = rest - (r - closest), z = r * r;\n"
    "    const float half = z * 0.5f, one = 1.0f - half;\n"
    "    const float p = z * (z * -0.00019515121f + 0.008332159f) + -0.16666655f;\n"
    "    const float e = z * (z * 2.4432971e-05f + -0.0013887314f) + 0.041666646f;\n"
    "    const float sine = r + (z * r * p + tail);\n"
    "    const float cosine = one + (((1.0f - one) - half) + (z * z * e - r * tail));\n"
    "    const float a = k & 1 ? cosine : sine, b = k & 1 ? sine : cosine;\n"
    "    *s = k & 2 ? -a : a;\n"
    "    *c = (k + 1) & 2 ? -b : b;\n"
    "}\n\n";

static const char root_text[] =
    "/* Square root, error below 1 unit in the last place: three steps of Newton's method for 1 / sqrt(x), and one\n"
    " * for the root. Below 0 it is no number. */\n"
    "static void @_root(const float *x, float *y)\n"
    "{\n"
    "    const int small = *x < 1e-30f;\n"
    "    const float a = small ? *x * 1.1529215e18f : *x;\n"
    "    @_word r;\n"
    "    if (!(*x > 0 && *x - *x == 0)) {\n"
    "        *y = *x < 0 ? (*x - *x) / (*x - *x) : *x;\n"
    "        return;\n"
    "    }\n"
    "    r.number = a;\n"
    "    r.bits = 0x5f375a86u - (r.bits >> 1);\n"
    "    for (int step = 0; step < 3; step++) {\n"
    "        r.number *= 1.5f - 0.5f * a * r.number * r.number;\n"
    "    }\n"
    "    const float root = a * r.number, closer = root + 0.5f * r.number * (a - root * root);\n"
    "    *y = small ? closer * 9.313226e-10f : closer;\n"
    "}\n\n";

static const char exp_text[] =
    "/* Exponential, error below 1.6 units in the last place: reduction by ln 2 and a polynomial; 0 below -86.98. */\n"
    "static void @_exp(const float *x, float *y)\n"
    "{\n"
    "    if (!(*x >= -86.98f && *x < 88.7f)) {\n"
    "        *y = *x != *x ? *x : *x < 0 ? 0 : 1e38f * 1e38f;\n"
    "        return;\n"
    "    }\n"
    "    const int32_t k = (int32_t)(*x * 1.442695f + 256.5f) - 256;\n"
    "    const float n = (float)k, r = (*x - n * 0.69314575f) - n * 1.4286068e-06f;\n"
    "    const float p = ((((r * 0.0001984127f + 0.0013888889f) * r + 0.008333334f) * r + 0.041666668f) * r +\n"
    "        0.16666667f) * r * r * r;\n"
    "    @_word scale;\n"
    "    scale.bits = (uint32_t)(k + 126) << 23;\n"
    "    *y = (1 + (r + (p + r * r * 0.5f))) * scale.number * 2;\n"
    "}\n\n";

static const char expm1_text[] =
    "/* exp(x) - 1, error below 4 units in the last place. */\n"
    "static void @_expm1(const float *x, float *y)\n"
    "{\n"
    "    const float r = *x;\n"
    "    if (r > -0.35f && r < 0.35f) {\n"
    "        *y = r + (((((r * 0.0001984127f + 0.0013888889f) * r + 0.008333334f) * r + 0.041666668f) * r +\n"
    "            0.16666667f) * r + 0.5f) * r * r;\n"
    "        return;\n"
    "    }\n"
    "    @_exp(x, y);\n"
    "    *y -= 1;\n"
    "}\n\n";

static const char log_text[] =
    "/* Natural logarithm, error below 2 units in the last place: the series of the inverse hyperbolic\n"
    " * tangent. */\n"
    "static void @_log(const float *x, float *y)\n"
    "{\n"
    "    const int small = *x < 1e-30f;\n"
    "    @_word m;\n"
    "    if (!(*x > 0 && *x - *x == 0)) {\n"
    "        *y = *x == 0 ? -1e38f * 1e38f : *x < 0 ? (*x - *x) / (*x - *x) : *x;\n"
    "        return;\n"
    "    }\n"
    "    m.number = small ? *x * 1.1529215e18f : *x;\n"
    "    const int32_t k = (int32_t)((m.bits - 0x3f3504f3u) >> 23) - ((m.bits < 0x3f3504f3u) ? 512 : 0);\n"
    "    m.bits -= (uint32_t)k << 23;\n"
    "    const float n = (float)(small ? k - 60 : k), s = (m.number - 1) / (m.number + 1), z = s * s;\n"
    "    const float p = z * (0.6666667f + z * (0.39999962f + z * (0.28577134f + z * 0.23304628f)));\n"
    "    *y = (2 * s + s * p) + n * 1.4286068e-06f + n * 0.69314575f;\n"
    "}\n\n";

static const char tanh_text[] =
    "/* Hyperbolic tangent, error below 2.5 units in the last place. */\n"
    "static void @_tanh(const float *x, float *y)\n"
    "{\n"
    "    const float a = *x < 0 ? -*x : *x, z = *x * *x, twice = -2 * a;\n"
    "    float e;\n"
    "    if (a < 0.35f) {\n"
    "        *y = *x + *x * z * (-0.33333334f + z * (0.13333334f + z * (-0.053968254f + z * (0.021869488f +\n"
    "            z * -0.0088632355f))));\n"
    "        return;\n"
    "    }\n"
    "    @_exp(&twice, &e);\n"
    "    const float t = (1 - e) / (1 + e);\n"
    "    *y = *x < 0 ? -t : t;\n"
    "}\n\n";

void cdy_embedded_add_math(source_text *t, const char *name, functions_used used, bool observer)
{
    const bool exponential = used.exponential || used.tanh || observer;
    const struct {
        bool used;
        const char *text;
    } functions[] = {{used.root || exponential || used.logarithm, words},
                     {used.sincos, sincos_text},
                     {used.root, root_text},
                     {exponential, exp_text},
                     {observer, expm1_text},
                     {used.logarithm, log_text},
                     {used.tanh, tanh_text}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (functions[i].used) {
            cdy_source_add_template(t, functions[i].text, name, "float");
        }
    }
}
