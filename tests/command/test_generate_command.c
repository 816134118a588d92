/* condyle generate: the generated files compile by every standard of C and C++ and pass their own test. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Robots and options: one lane and several lanes, floats, wrenches, drives, payloads, floating bases and mimic
 * joints. */
static const char *const requests[] = {
    "universalUR5e --calls id,mass,mass-inverse --lanes 4 --wrenches --size 200000",
    "universalUR5e --calls all --size 300000",
    "kukaIiwa14 --lanes 8 --float --round-angles 1e-9 --calls id,fd,mass,mass-inverse,id-gradient --size 300000",
    "universalUR5e --floating-base --calls id,fd",
    "universalUR5e --calls all --inputs all --payload-body tool0 --payload tool0:3 --lanes 4 --size 1000000",
    "omronEcobra600 --inputs gravity,wrenches --calls gravity,id,id-gradient --float",
    ("frankaEmikaPanda --drives all --payload panda_hand:1.5,0,0,0.1 --calls "
     "id,fd,mass-inverse,derivatives,fd-derivatives --lanes 2 "
     "--size 1000000"),
    "omronEcobra600 --gravity 0,0,0 --calls gravity,coriolis,id --lanes 16",
    "universalUR5e --drives all,drives.xml --calls all --size 400000",
    "universalUR5e --drives all,drives.xml --calls id,fd,fd-derivatives,observer --lanes 4 --size 900000",
    "universalUR5e --drives all,drives.xml --calls fd,fd-gradient,observer --lanes 4 --float --size 600000",
    "universalUR5e --calls observer --lanes 4",
    "universalUR5e --drives all,drives.xml --calls mass,observer --lanes 4 --size 900000",
    "universalUR5e --calls transform,jacobian --frame tool0 --lanes 4",
    "frankaEmikaPanda --calls transform,jacobian --frame panda_leftfinger --float",
    "universalUR5e --floating-base --calls transform,jacobian --frame wrist_3_link",
    "omronEcobra600 --drives all --calls second-derivatives --lanes 4 --size 1000000"};

/* A file of drives with every term of the law, friction by the load up to 0.8 of it, and rotors in two joints. */
static const char drives[] =
    "cat > drives.xml << 'END'\n"
    "<condyle>\n"
    "<drive joint=\"shoulder_pan_joint\" friction=\"5\" stribeck=\"-2\" stribeck_velocity=\"0.2\" offset=\"0.4\"/>\n"
    "<drive joint=\"shoulder_lift_joint\" load_friction=\"0.5\" load_asymmetry=\"0.2\" load_width=\"0.3\"\n"
    " rotor_inertia=\"1e-4\" gear_ratio=\"101\" friction=\"3\" friction_width=\"0.05\"/>\n"
    "<drive joint=\"elbow_joint\" load_friction=\"0.2\" load_stribeck=\"0.1\" stribeck_velocity=\"0.3\"\n"
    " stribeck_exponent=\"0.8\" power_friction=\"2\" power_exponent=\"0.6\" damping=\"3\" damping_asymmetry=\"1\"/>\n"
    "<drive joint=\"wrist_1_joint\" load_friction=\"0.1\" load_damping=\"0.05\" load_velocity=\"0.7\"\n"
    " rotor_inertia=\"3e-5\" gear_ratio=\"101\" damping=\"2\" power_friction=\"1\" power_exponent=\"1\"/>\n"
    "</condyle>\n"
    "END\n";

/* All robots are compiled by one standard with strict warnings, the first robot by every standard. */
START_TEST(the_code_compiles_and_passes_its_test)
{
    char script[4096];
    snprintf(
        script, sizeof script,
        "%s\"$CONDYLE\" generate %s --name arm 2> said || { cat said; exit 1; }\n"
        "for std in %s; do\n"
        "    case $std in *++*) language=c++ ;; *) language=c ;; esac\n"
        "    echo | $COMPILER -x $language -std=$std -fsyntax-only - 2> /dev/null || continue\n"
        "    $COMPILER -x $language -std=$std -O0 -Wall -Wextra -Wpedantic -Werror %s arm.c arm_test.c -o arm -lm &&\n"
        "        ./arm > found && grep -q 'arm: all results agree' found || { echo $std; cat found; }\n"
        "done\n",
        drives, requests[_i], _i ? "c99" : "c99 c17 c++11 c++20", _i ? "" : "-Wshadow -Wunused");
    check_run(script, 0, "arm.h, arm.c and arm_test.c; test: cc -O2 arm.c arm_test.c -lm && ./a.out\n", "");
}
END_TEST

/* Wrong code in lanes, whatever their number: the test calls the functions for many states with whole groups of lanes,
 * and with a state more. */
START_TEST(the_test_notices_wrong_lanes)
{
    char script[1024];
    snprintf(script, sizeof script,
             "\"$CONDYLE\" generate omronEcobra600 --calls id,id-gradient --lanes %d --name arm > said || exit 1\n"
             "compile() { $COMPILER -O0 \"$@\" arm_test.c -o arm -lm && ./arm | sed 's/ .*//' | uniq; }\n"
             "compile arm.c\n"
             "sed 's/_pack(w + /_pack(qdd + /' arm.c > wrong.c && compile wrong.c\n"
             "sed '/arm_inverse_dynamics(q + i/d' arm.c > wrong.c && compile wrong.c\n",
             2 << _i);
    check_output("arm:\ninverse_dynamics_vjp_batch:\narm:\ninverse_dynamics_batch:\narm:\n", script);
}
END_TEST

/* Lanes do not reduce angles that are large, infinite or no numbers: such a state is computed alone, whichever lane and
 * joint has the angle. Nothing of it is undefined in C, a conversion to an integer least of all. */
START_TEST(large_angles_are_found_in_every_lane)
{
    check_output("0 of 80 differ\n",
                 "\"$CONDYLE\" generate omronEcobra600 --calls id --lanes 4 --name arm > said || exit 1\n"
                 "cat > use.c << 'END'\n"
                 "#include \"arm.h\"\n"
                 "#include <math.h>\n"
                 "#include <stdio.h>\n"
                 "int main(void)\n"
                 "{\n"
                 "    const double large[] = {1e12, -1e154, 1e308, INFINITY, NAN};\n"
                 "    int wrong = 0;\n"
                 "    for (int turn = 0; turn < 80; turn++) {\n"
                 "        double q[16], qd[16], qdd[16], tau[16], expected[4];\n"
                 "        int equal = 1;\n"
                 "        for (int i = 0; i < 16; i++) {\n"
                 "            q[i] = i == turn % 16 ? large[turn / 16] : 0.1 * i;\n"
                 "            qd[i] = qdd[i] = 0.2;\n"
                 "        }\n"
                 "        arm_inverse_dynamics_batch(4, q, qd, qdd, tau);\n"
                 "        for (int i = 0; i < 16; i++) {\n"
                 "            if (i % 4 == 0) {\n"
                 "                arm_inverse_dynamics(q + i, qd + i, qdd + i, expected);\n"
                 "            }\n"
                 "            equal = equal && (fabs(tau[i] - expected[i % 4]) < 1e-9 ||\n"
                 "                              (isnan(tau[i]) && isnan(expected[i % 4])));\n"
                 "        }\n"
                 "        wrong += !equal;\n"
                 "    }\n"
                 "    printf(\"%d of 80 differ\\n\", wrong);\n"
                 "}\n"
                 "END\n"
                 "check=-fsanitize=undefined,float-cast-overflow\n"
                 "$COMPILER $check -O0 arm.c use.c -o use -lm 2> said || $COMPILER -O0 arm.c use.c -o use -lm\n"
                 "./use 2>&1\n");
}
END_TEST

/* Where one register of the machine holds all lanes, numbers change places in it, and sines are computed in place. */
START_TEST(code_for_this_machine_passes_its_test)
{
    char script[1024];
    snprintf(script, sizeof script,
             "native=-march=native\n"
             "echo | $COMPILER $native -x c -fsyntax-only - 2> /dev/null || native=\n"
             "for robot in omronEcobra600 kukaIiwa14; do\n"
             "    for floats in '' --float; do\n"
             "        \"$CONDYLE\" generate $robot --calls id,mass --lanes %d $floats --size 500000 --name arm --force "
             "> said || exit 1\n"
             "        $COMPILER -O2 $native -Wall -Wextra -Wpedantic -Werror arm.c arm_test.c -o arm -lm && ./arm\n"
             "    done\n"
             "done\n",
             2 << _i);
    check_output("arm: all results agree\narm: all results agree\narm: all results agree\narm: all results agree\n",
                 script);
}
END_TEST

/* The sines of one state are computed at once; a large angle among them turns the joint as the small one does that has
 * the same sine and cosine. */
START_TEST(large_angles_of_one_state_turn_it)
{
    check_output("0 of 24 differ\n", "\"$CONDYLE\" generate universalUR5e --calls mass --name arm > said || exit 1\n"
                                     "cat > use.c << 'END'\n"
                                     "#include \"arm.h\"\n"
                                     "#include <math.h>\n"
                                     "#include <stdio.h>\n"
                                     "int main(void)\n"
                                     "{\n"
                                     "    const double large[] = {999999.5, -1000000.5, 1e12, 1e300};\n"
                                     "    int wrong = 0;\n"
                                     "    for (int turn = 0; turn < 24; turn++) {\n"
                                     "        double q[6] = {0.1, 0.2, -0.3, 0.4, -0.5, 0.6}, M[36], expected[36];\n"
                                     "        int equal = 1;\n"
                                     "        q[turn % 6] = large[turn / 6];\n"
                                     "        arm_mass_matrix(q, M);\n"
                                     "        q[turn % 6] = atan2(sin(q[turn % 6]), cos(q[turn % 6]));\n"
                                     "        arm_mass_matrix(q, expected);\n"
                                     "        for (int i = 0; i < 36; i++) {\n"
                                     "            equal = equal && fabs(M[i] - expected[i]) < 1e-13;\n"
                                     "        }\n"
                                     "        wrong += !equal;\n"
                                     "    }\n"
                                     "    printf(\"%d of 24 differ\\n\", wrong);\n"
                                     "}\n"
                                     "END\n"
                                     "$COMPILER -O2 arm.c use.c -o use -lm && ./use\n");
}
END_TEST

/* Code for CasADi: all functions, more inputs, friction and mimic joints, quaternions, a planar joint. */
static const char *const functions[] = {
    "universalUR5e --calls all --size 500000",
    "omronEcobra600 --calls all --inputs all --payload-body link4 --size 1000000",
    "frankaEmikaPanda --drives all --payload panda_hand:1.5,0,0,0.1 --calls id,fd --size 2000000",
    "universalUR5e --drives all,drives.xml --inputs gravity --calls id,fd,mass-inverse --size 1000000",
    "omronEcobra600 --floating-base --calls id,mass,gravity --size 4000000",
    "frankaEmikaPanda --calls transform,jacobian --frame panda_leftfinger --size 4000000",
    "omronEcobra600 --calls all --hessians --inputs gravity,payload --payload-body link4 --drives all --size 4000000",
    "universalUR5e --calls fd --hessians --size 4000000",
    "omronEcobra600 --floating-base --calls gravity --hessians --size 4000000"};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

START_TEST(functions_for_casadi_pass_their_test)
{
    char script[4096];
    snprintf(script, sizeof script,
             "%s\"$CONDYLE\" generate %s --target casadi --name arm 2> said || { cat said; exit 1; }\n"
             "for std in %s; do\n"
             "    case $std in *++*) language=c++ ;; *) language=c ;; esac\n"
             "    echo | $COMPILER -x $language -std=$std -fsyntax-only - 2> /dev/null || continue\n"
             "    $COMPILER -x $language -std=$std -O0 -Wall -Wextra -Wpedantic -Wshadow -Werror arm.c arm_test.c -o "
             "arm -lm "
             "&&\n"
             "        ./arm > found && grep -q 'arm: all results agree' found || { echo $std; cat found; }\n"
             "done\n",
             drives, functions[_i], _i ? "c99" : "c99 c17 c++11");
    check_run(script, 0,
              "arm.h, arm.c and arm_test.c; library for external(): cc -O2 -shared -fPIC arm.c -o arm.so -lm\n", "");
}
END_TEST

/* Inputs that are NULL are zeros, results that are NULL are not written; the patterns are compressed by columns. */
START_TEST(functions_keep_casadis_conventions)
{
    check_run("\"$CONDYLE\" generate omronEcobra600 --calls mass,gravity --target casadi --name arm > said &&\n"
              "cat > use.c <<'END'\n"
              "#include \"arm.h\"\n"
              "#include <stdio.h>\n"
              "static void print(const char *name, const long long int *s)\n"
              "{\n"
              "    long long int i, rest = s[2] ? 1 : s[1] + 1 + s[2 + s[1]];\n"
              "    printf(\"%s:\", name);\n"
              "    for (i = 0; i < 2 + rest; i++) {\n"
              "        printf(\" %lld\", s[i]);\n"
              "    }\n"
              "    printf(\"\\n\");\n"
              "}\n"
              "int main(void)\n"
              "{\n"
              "    const double zero[4] = {0, 0, 0, 0}, *with[2] = {zero, 0}, *without[2] = {0, 0};\n"
              "    double a[16], b[16], w[64], *res[1];\n"
              "    long long int arg, result, iw, room, i, wrong = 0;\n"
              "    res[0] = a;\n"
              "    arm_mass_matrix(with, res, 0, w, 0);\n"
              "    res[0] = b;\n"
              "    arm_mass_matrix(without, res, 0, w, 0);\n"
              "    res[0] = 0;\n"
              "    arm_mass_matrix(with, res, 0, w, 0);\n"
              "    jac_arm_mass_matrix_work(&arg, &result, &iw, &room);\n"
              "    printf(\"work %lld %lld %lld\\n\", arg, result, iw);\n"
              "    arm_mass_matrix_work(0, 0, 0, &room);\n"
              "    for (i = 0; i < room; i++) {\n"
              "        wrong += a[i] != b[i] || a[i] != w[i];\n"
              "    }\n"
              "    printf(\"%lld of %lld differ; %s %s %s\\n\", wrong, room, jac_arm_mass_matrix_name_in(1),\n"
              "           jac_arm_mass_matrix_name_out(0), arm_mass_matrix_name_in(1) ? \"more\" : \"no more\");\n"
              "    print(\"q\", arm_mass_matrix_sparsity_in(0));\n"
              "    print(\"M\", arm_mass_matrix_sparsity_out(0));\n"
              "    print(\"out_M\", jac_arm_mass_matrix_sparsity_in(1));\n"
              "    print(\"jac_M_q\", jac_arm_mass_matrix_sparsity_out(0));\n"
              "    print(\"jac_tau_q\", jac_arm_gravity_torque_sparsity_out(0));\n"
              "    arm_mass_matrix_incref();\n"
              "    arm_mass_matrix_decref();\n"
              "    return 0;\n"
              "}\n"
              "END\n"
              "$COMPILER -O0 arm.c use.c -o use -lm && ./use\n",
              0,
              "work 2 1 0\n"
              "0 of 10 differ; out_M jac_M_q no more\n"
              "q: 4 1 1\n"
              "M: 4 4 0 3 6 7 10 0 1 3 0 1 3 2 0 1 3\n" /* the slide moves by itself */
              "out_M: 4 4 0 0 0 0 0\n"
              "jac_M_q: 16 4 0 0 3 3 3 0 1 4\n" /* the elbow alone changes M */
              "jac_tau_q: 4 4 0 0 0 0 0\n",
              "");
}
END_TEST

/* Wrong code: of a result, of a derivative, of a place. */
START_TEST(the_test_of_functions_for_casadi_notices_wrong_code)
{
    check_output(
        "arm:\narm:\narm_inverse_dynamics:\njac_arm_inverse_dynamics:\narm:\njac_arm_inverse_dynamics:\n",
        "\"$CONDYLE\" generate omronEcobra600 --calls id --target casadi --name arm > said || exit 1\n"
        "compile() { $COMPILER -O0 \"$@\" arm_test.c -o arm -lm && ./arm | sed 's/ .*//' | LC_ALL=C sort -u; }\n"
        "compile arm.c\n"
        "sed 's/^    tau\\[0\\] = /&1.01 * /' arm.c > wrong.c && compile wrong.c\n"
        "sed 's/^    jac_tau_qdd\\[0\\] = /&1.01 * /' arm.c > wrong.c && compile wrong.c\n");
}
END_TEST

/* Wrong code of second derivatives: of the product, of its Jacobian by an input, and by the vector. */
START_TEST(the_test_of_second_derivatives_notices_wrong_code)
{
    check_output(
        "arm:\nadj1_arm_mass_matrix:\narm:\njac_adj1_arm_mass_matrix:\narm:\njac_adj1_arm_mass_matrix:\narm:\njac_adj1_"
        "arm_mass_matrix:\n",
        "\"$CONDYLE\" generate omronEcobra600 --calls mass --hessians --target casadi --name arm > said || exit "
        "1\n"
        "compile() { $COMPILER -O0 \"$@\" arm_test.c -o arm -lm && ./arm | sed 's/ .*//' | LC_ALL=C sort -u; }\n"
        "compile arm.c\n"
        "sed 's/^    adj_q\\[1\\] = /&1.01 * /' arm.c > wrong.c && compile wrong.c\n"
        "sed 's/^    jac_adj_q_q\\[0\\] = /&1.01 * /' arm.c > wrong.c && compile wrong.c\n"
        "sed 's/^    jac_adj_q_adj_M\\[0\\] = /&1.01 * /' arm.c > wrong.c && compile wrong.c\n");
}
END_TEST

START_TEST(functions_for_casadi_have_one_result)
{
    check_run("\"$CONDYLE\" generate universalUR5e --calls id,derivatives --target casadi", 2, "",
              "condyle: error: code for CasADi has functions with one result alone, each with its Jacobian beside it "
              "as jac_NAME_...; leave out derivatives, gradients and the observer\n");
    check_run("\"$CONDYLE\" generate universalUR5e --hessians", 2, "",
              "condyle: error: only code for CasADi has functions for Hessians; generate second derivatives of inverse "
              "dynamics as a function of their own\n");
    check_run("\"$CONDYLE\" generate universalUR5e --calls id --target casadi --float", 2, "",
              "condyle: error: CasADi computes doubles, one state a call; expected 1 lane and no floats\n");
}
END_TEST

/* Code for CUDA: doubles and floats, gravity and payloads as inputs, friction, mimic joints and floating bases. */
static const char *const kernels[] = {"universalUR5e --calls all --inputs all --payload-body tool0 --size 500000",
                                      "kukaIiwa14 --float --calls id,fd,mass,mass-inverse,id-gradient",
                                      "frankaEmikaPanda --drives all --calls id,fd,derivatives --float --size 1000000",
                                      "universalUR5e --floating-base --calls id,mass --inputs wrenches",
                                      "omronEcobra600 --calls transform,jacobian --frame link4"};
enum { KERNELS = sizeof kernels / sizeof kernels[0] };

/* The same text on the host, one thread after the other (generate/cuda/cuda_runtime.h). */
START_TEST(kernels_run_on_the_host_and_pass_their_test)
{
    char script[1024];
    snprintf(script, sizeof script,
             "\"$CONDYLE\" generate %s --target cuda --name arm 2> said || { cat said; exit 1; }\n"
             "for std in %s; do\n"
             "    $COMPILER -x c++ -std=$std -D__CUDACC__ -O0 -Wall -Wextra -Wpedantic -Werror -I "
             "\"$SOURCE_ROOT/tests/generate/cuda\" \\\n"
             "        arm.cu arm_test.cu -o arm -lm &&\n"
             "        ./arm > found && grep -q 'arm: all results agree' found || { echo $std; cat found; }\n"
             "done\n",
             kernels[_i], _i ? "c++14" : "c++14 c++20");
    check_run(script, 0, "arm.h, arm.cu and arm_test.cu; test: nvcc -O2 arm.cu arm_test.cu && ./a.out\n", "");
}
END_TEST

/* A function for one state has rows, the kernel columns; no state, no thread. The test notices wrong code. */
START_TEST(kernels_read_and_write_columns)
{
    check_run("\"$CONDYLE\" generate universalUR5e --calls mass --target cuda --name arm > said &&\n"
              "cat > use.cu <<'END'\n"
              "#include \"arm.h\"\n"
              "#include <stdio.h>\n"
              "int main()\n"
              "{\n"
              "    double q[6][200], M[36][200], one[6], expected[36], untouched = 5;\n"
              "    int wrong = arm_mass_matrix_batch(0, one, &untouched, NULL);\n"
              "    for (int i = 0; i < 200; i++) {\n"
              "        for (int k = 0; k < 6; k++) {\n"
              "            q[k][i] = 0.01 * i + k;\n"
              "        }\n"
              "    }\n"
              "    wrong += arm_mass_matrix_batch(200, q[0], M[0], NULL) + (untouched != 5);\n"
              "    for (int i = 0; i < 200; i++) {\n"
              "        for (int k = 0; k < 6; k++) {\n"
              "            one[k] = q[k][i];\n"
              "        }\n"
              "        arm_mass_matrix(one, expected);\n"
              "        for (int k = 0; k < 36; k++) {\n"
              "            wrong += M[k][i] != expected[k];\n"
              "        }\n"
              "    }\n"
              "    printf(\"%d wrong\\n\", wrong);\n"
              "}\n"
              "END\n"
              "compile() { $COMPILER -x c++ -std=c++14 -ffp-contract=off -D__CUDACC__ -I "
              "\"$SOURCE_ROOT/tests/generate/cuda\" \"$@\"; }\n"
              "compile arm.cu use.cu -o use -lm && ./use\n"
              "sed 's/    M\\[7\\] = /    M[7] = 1.001 * /' arm.cu > wrong.cu && ! cmp -s arm.cu wrong.cu &&\n"
              "compile wrong.cu arm_test.cu -o arm -lm && ! ./arm | grep -o 'mass_matrix: number 7' | uniq",
              1, "0 wrong\nmass_matrix: number 7\n", "");
}
END_TEST

/* The output of clang's back end for GPUs: kernels and functions; code over floats has no operation on doubles. Where
 * no CUDA is installed, newer clangs take its oldest instruction set (PTX), which does not know sm_70, unless told. */
#define FOR_GPUS                                                                                                       \
    "clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -Xclang -target-feature -Xclang +ptx70 -nocudainc "        \
    "-nocudalib -S -O1 -Wall -Wextra -Werror "
START_TEST(kernels_compile_for_gpus)
{
    char script[1024];
    snprintf(script, sizeof script,
             "\"$CONDYLE\" generate %s --target cuda --name arm > said || exit 1\n" FOR_GPUS
             "-I \"$SOURCE_ROOT/tests/generate/cuda\" arm.cu -o arm.ptx || exit 1\n"
             "for name in $(sed -n 's/^int \\(arm_.*\\)_batch(.*/\\1/p' arm.h); do\n"
             "    grep -q \"^.visible .entry ${name}_kernel(\" arm.ptx || echo no kernel $name\n"
             "    grep -q \"^.visible .func ${name}(\" arm.ptx || echo no function $name\n"
             "done\n"
             "grep -q 'mul.*[.]%s' arm.ptx && ! grep '[.]%s' arm.ptx && echo fine\n",
             kernels[_i], strstr(kernels[_i], "--float ") ? "f32" : "f64",
             strstr(kernels[_i], "--float ") ? "f64" : "f32");
    check_run(script, 0, "fine\n", "");
}
END_TEST

/* On a GPU, where there are one and its compiler. */
START_TEST(kernels_run_on_a_gpu)
{
    char script[1024];
    snprintf(
        script, sizeof script,
        "\"$CONDYLE\" generate %s --target cuda --name arm > said && nvcc -O2 arm.cu arm_test.cu -o arm > said 2>&1 "
        "&& ./arm || cat said",
        kernels[_i]);
    check_run(script, 0, "arm: all results agree\n", "");
}
END_TEST

/* Why code for GPUs cannot be compiled, or run; NULL where it can. */
static const char *without_gpu_compiler(void)
{
    return have_program("clang") && system("echo | " FOR_GPUS "- -o /dev/null > /dev/null 2>&1") == 0
               ? NULL
               : "there is no clang that compiles for GPUs";
}

static const char *without_gpu(void)
{
    return have_program("nvcc") && system("nvidia-smi > /dev/null 2>&1") == 0 ? NULL : "there is no GPU with nvcc";
}

/* The generated test fails for wrong code. */
START_TEST(the_test_of_the_code_can_fail)
{
    check_run("\"$CONDYLE\" generate universalUR5e --calls mass --name arm > said &&\n"
              "sed 's/    M\\[7\\] = /    M[7] = 1.001 * /' arm.c > wrong.c && ! cmp -s arm.c wrong.c &&\n"
              "$COMPILER wrong.c arm_test.c -o arm -lm && ! ./arm | grep -o 'mass_matrix: number 7' | uniq",
              1, "mass_matrix: number 7\n", "");
}
END_TEST

START_TEST(files_are_replaced_only_when_asked)
{
    check_run("mkdir made && echo mine > made/arm.c && \"$CONDYLE\" generate universalUR5e --name arm -o made", 3, "",
              "exists already");
    check_run("ls made && cat made/arm.c", 0, "arm.c\nmine\n", "");
    check_run("\"$CONDYLE\" generate universalUR5e --name arm -o made --force > said && ls made", 0,
              "arm.c\narm.h\narm_test.c\n", "");
    check_run("rm -r made; echo > file; \"$CONDYLE\" generate universalUR5e -o file", 3, "", "'file' is not a folder");
    check_run("\"$CONDYLE\" generate universalUR5e -o no/such", 3, "", "cannot be made");
    check_run("\"$CONDYLE\" generate universalUR5e -o -", 2, "", "give a folder");
}
END_TEST

START_TEST(refusals_say_why)
{
    check_run("\"$CONDYLE\" generate universalUR5e --name 1x", 2, "", "'1x' cannot begin names in C");
    check_run("\"$CONDYLE\" generate universalUR5e --calls none", 2, "", "nothing to generate");
    check_run("\"$CONDYLE\" generate universalUR5e --calls ik", 2, "", "'ik'");
    check_run("\"$CONDYLE\" generate universalUR5e --lanes 3", 2, "", "3");
    check_run("\"$CONDYLE\" generate universalUR5e --round-angles 1", 2, "", "0.001");
    check_run("\"$CONDYLE\" generate universalUR5e --size 100", 2, "", "more than 100");
    check_run("\"$CONDYLE\" generate universalUR5e --target cuda --lanes 4", 2, "", "CUDA has no lanes");
    check_run("\"$CONDYLE\" generate universalUR5e --target opencl", 2, "", "'opencl'");
    check_run("\"$CONDYLE\" generate universalUR5e --inputs payload", 2, "", "belong together");
    check_run("\"$CONDYLE\" generate universalUR5e --payload-body tool0", 2, "", "belong together");
    check_run("\"$CONDYLE\" generate universalUR5e --inputs mass", 2, "", "'mass'");
    check_run("\"$CONDYLE\" generate universalUR5e --inputs payload --payload-body tool1", 2, "", "tool0");
    check_run("\"$CONDYLE\" generate universalUR5e --inputs payload --payload-body base_link", 2, "", "no effect");
    check_run("\"$CONDYLE\" generate universalUR5e --calls jacobian", 2, "", "name its body");
    check_run("\"$CONDYLE\" generate universalUR5e --calls transform --frame tool1", 2, "", "tool0");
    check_run("ls", 0, "", "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generate_command");
    TCase *calls = tcase_create("calls");
    tcase_add_checked_fixture(calls, open_folder, close_folder);
    tcase_add_loop_test(calls, the_code_compiles_and_passes_its_test, 0, (int)(sizeof requests / sizeof requests[0]));
    tcase_add_test(calls, the_test_of_the_code_can_fail);
    tcase_add_loop_test(calls, the_test_notices_wrong_lanes, 0, 4);          /* 2, 4, 8 and 16 */
    tcase_add_loop_test(calls, code_for_this_machine_passes_its_test, 0, 4); /* 2, 4, 8 and 16 */
    tcase_add_test(calls, large_angles_of_one_state_turn_it);
    tcase_add_test(calls, large_angles_are_found_in_every_lane);
    tcase_add_loop_test(calls, kernels_run_on_the_host_and_pass_their_test, 0, KERNELS);
    tcase_add_test(calls, kernels_read_and_write_columns);
    tcase_add_loop_test(calls, functions_for_casadi_pass_their_test, 0, FUNCTIONS);
    tcase_add_test(calls, functions_keep_casadis_conventions);
    tcase_add_test(calls, the_test_of_functions_for_casadi_notices_wrong_code);
    tcase_add_test(calls, the_test_of_second_derivatives_notices_wrong_code);
    tcase_add_test(calls, functions_for_casadi_have_one_result);
    add_or_skip(calls, kernels_compile_for_gpus, 0, KERNELS, without_gpu_compiler());
    add_or_skip(calls, kernels_run_on_a_gpu, 0, KERNELS, without_gpu());
    tcase_add_test(calls, files_are_replaced_only_when_asked);
    tcase_add_test(calls, refusals_say_why);
    tcase_set_timeout(calls, 300);
    suite_add_tcase(suite, calls);
    return run_suites(suite, NULL);
}
