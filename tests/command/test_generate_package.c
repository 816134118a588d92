/* condyle generate --target ros2_control: the package of files, and what cannot be one; --target cortex-m: code without
 * a library, its accuracy, and what its script measures. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>

START_TEST(a_package_has_its_files)
{
    check_run("\"$CONDYLE\" generate universalUR5e --name arm --target ros2_control --frame tool0 -o made", 0,
              "package arm, 14 files; state its maintainer and license, then: colcon build\n", "");
    check_output("CMakeLists.txt\narm.c\narm.h\narm_controllers.hpp\narm_controllers.xml\narm_controllers.yaml\n"
                 "arm_joints.cpp\narm_joints.hpp\narm_observer.cpp\narm_solver.cpp\narm_solver.xml\narm_test.c\n"
                 "arm_tracking.cpp\npackage.xml\n",
                 "LC_ALL=C ls made");
    check_output("arm: all results agree\n", "cd made && $COMPILER -O0 arm.c arm_test.c -o arm -lm && ./arm");
    check_run("\"$CONDYLE\" generate universalUR5e --name arm --target ros2_control --frame tool0 -o made", 3, "",
              "exists already");
    check_run("rm -r made", 0, "", "");
}
END_TEST

/* A file of the user's that has a name of the package's stays, and nothing is written beside it. */
START_TEST(files_of_the_user_stay)
{
    check_output(
        "14 kept\n14 replaced\n",
        "generate() { \"$CONDYLE\" generate universalUR5e --name arm --target ros2_control --frame tool0 -o \"$@\"; }\n"
        "generate made > said || exit 1\n"
        "kept=0 replaced=0\n"
        "for file in $(ls made); do\n"
        "    mkdir beside && echo mine > beside/$file && echo notes > beside/README.md\n"
        "    generate beside > said 2> told\n"
        "    [ $? = 3 ] && grep -q \"$file.*exists already\" told && [ \"$(ls beside | wc -l)\" = 2 ] &&\n"
        "        [ \"$(cat beside/$file)\" = mine ] && kept=$((kept + 1))\n"
        "    generate beside --force > said && cmp made/$file beside/$file && [ \"$(cat beside/README.md)\" = notes ] "
        "&&\n"
        "        replaced=$((replaced + 1))\n"
        "    rm -r beside\n"
        "done\n"
        "echo $kept kept; echo $replaced replaced; rm -r made");
}
END_TEST

/* The packages that CMakeLists.txt requires are those that package.xml depends on; the solver's is optional in both. */
START_TEST(dependencies_are_stated_once)
{
    check_output(
        "9 same\nfind_package(inverse_dynamics_solver QUIET)\n",
        "\"$CONDYLE\" generate universalUR5e --name arm --target ros2_control --frame tool0 > said\n"
        "sed -n 's/^  <\\(buildtool_\\)*depend>\\(.*\\)<.*/\\2/p' package.xml | sort > stated\n"
        "{ sed -n 's/^find_package(\\(.*\\) REQUIRED)$/\\1/p' CMakeLists.txt\n"
        "    sed -n '/^foreach(needed/,/)/p' CMakeLists.txt | tr -s ' ()' '\\n' | grep -v 'foreach\\|needed\\|^$'\n"
        "} | sort > required\n"
        "diff stated required && echo $(wc -l < stated) same; grep QUIET CMakeLists.txt");
}
END_TEST

/* The classes and their bases that the descriptions of plugins name are those that the sources export. */
START_TEST(plugins_are_described)
{
    check_output("same\n", "\"$CONDYLE\" generate universalUR5e --name arm --target ros2_control --frame tool0 > said\n"
                           "cat arm_controllers.xml arm_solver.xml | tr '\\n' ' ' |\n"
                           "    sed 's/ type=\"/\\n/g' |\n"
                           "    sed -n 's/^\\(arm::[A-Za-z]*\\)\" *base_class_type=\"\\([A-Za-z_:]*\\)\".*/\\1, \\2/p' "
                           "| sort > described\n"
                           "sed -n 's/^PLUGINLIB_EXPORT_CLASS(\\(.*\\))$/\\1/p' arm_*.cpp | sort > exported\n"
                           "test $(wc -l < described) = 4 && cmp described exported && echo same");
}
END_TEST

/* The address of the maintainer is one, and '@' stands for the name everywhere else, so that no other is left. */
START_TEST(the_maintainer_has_an_address)
{
    check_output("package.xml:  <maintainer email=\"TODO@example.com\">TODO: the maintainer</maintainer>\n",
                 "\"$CONDYLE\" generate universalUR5e --name arm --target ros2_control --frame tool0 -o made > said\n"
                 "cd made && grep @ *; cd .. && rm -r made said");
}
END_TEST

/* A folder that the command made goes where its files cannot be written; one that was there stays. */
START_TEST(no_empty_folder_is_left)
{
    static const char *const targets[] = {"c", "ros2_control", "cortex-m"};
    char script[512];
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        snprintf(script, sizeof script,
                 "trap '' XFSZ; (ulimit -f 1; \"$CONDYLE\" generate universalUR5e --name arm --target %s --frame tool0 "
                 "-o made)",
                 targets[i]);
        check_run(script, 3, "", "File too large");
        check_run("ls", 0, "", "");
        check_run("mkdir made", 0, "", "");
        check_run(script, 3, "", "File too large");
        check_run("ls -A made && rmdir made", 0, "", "");
    }
}
END_TEST

/* Names of joints are texts of C++, whatever they hold. */
START_TEST(names_are_escaped)
{
    put_file("odd.urdf", "<robot name=\"odd\"><link name=\"base\"/><link name=\"rod\"><inertial><mass value=\"1\"/>"
                         "<inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>"
                         "<joint name='a\"b?\?/\\ \xc3\xa9' type='continuous'><parent link='base'/><child link='rod'/>"
                         "</joint></robot>");
    check_output("    \"a\\042b\\077\\077/\\134 \\303\\251\"};\n    std::numeric_limits<double>::infinity()};\n",
                 "\"$CONDYLE\" generate odd.urdf --name odd --target ros2_control --frame rod > said 2>&1\n"
                 "grep '};$' odd_joints.cpp");
}
END_TEST

/* CMake builds the package, and the package's own test passes. Stand-ins are there for the packages that it depends on.
 */
START_TEST(cmake_builds_the_package)
{
    check_output(
        "libarm.so\nlibarm_solver.so\n100% tests passed, 0 tests failed out of 1\n",
        "\"$CONDYLE\" generate universalUR5e --name arm --target ros2_control --frame tool0 -o made > said || exit 1\n"
        "mkdir found && cp -r \"$SOURCE_ROOT/tests/generate/ros2\" shape\n"
        "for package in ament_cmake controller_interface geometry_msgs hardware_interface pluginlib rclcpp \\\n"
        "    rclcpp_lifecycle realtime_tools sensor_msgs inverse_dynamics_solver; do\n"
        "    echo \"add_library($package::$package INTERFACE IMPORTED)\n"
        "set_target_properties($package::$package PROPERTIES INTERFACE_INCLUDE_DIRECTORIES\n"
        "    \\\"$PWD/shape\\\")\n"
        "set(${package}_TARGETS $package::$package)\" > found/${package}Config.cmake\n"
        "done\n"
        "printf '%s\\n' 'macro(ament_package)' 'endmacro()' 'set(BUILD_TESTING ON)' 'enable_testing()' \\\n"
        "    > found/ament_cmakeConfig.cmake\n"
        "printf '%s\\n' 'function(pluginlib_export_plugin_description_file base file)' \\\n"
        "    '  if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${file})' '    message(FATAL_ERROR ${file})' '  endif()' \\\n"
        "    'endfunction()' >> found/pluginlibConfig.cmake\n"
        "(cmake -S made -B build -DCMAKE_PREFIX_PATH=$PWD/found -DCMAKE_BUILD_TYPE=Debug \\\n"
        "    -DCMAKE_CXX_FLAGS='-Wall -Wextra -Wpedantic -Werror' &&\n"
        "    cmake --build build) > log 2>&1 || { tail -n 20 log; exit 1; }\n"
        "(cd build && ls *.so && ctest | grep 'tests passed') && rm -r made build found shape");
}
END_TEST

START_TEST(refusals_say_why)
{
#define PACKAGE "\"$CONDYLE\" generate universalUR5e --target ros2_control "
    check_run(PACKAGE "--name arm", 2, "", "a package for ros2_control needs a frame");
    check_run(PACKAGE "--name arm", 2, "", "name its body (`frame`, --frame)");
    check_run(PACKAGE "--name arm --frame tool1", 2, "", "tool0");
    check_run(PACKAGE "--name Arm --frame tool0", 2, "", "'Arm' cannot be the name of a ROS package");
    check_output(
        "56 refused\n",
        "refused=0\n"
        "for name in test all install clean package help uninstall std decltype constexpr nullptr noexcept concept \\\n"
        "    alignas alignof and asm auto bitand bitor bool catch char8_t char16_t char32_t class compl consteval \\\n"
        "    constinit delete explicit export false friend mutable namespace new not operator private requires \\\n"
        "    template this throw true typename using virtual wchar_t xor linux rclcpp pluginlib link index time; do\n"
        "    " PACKAGE "--name $name --frame tool0 > said 2> told\n"
        "    [ $? = 2 ] && grep -q \"'$name' cannot \" told && refused=$((refused + 1)) || echo $name\n"
        "done\n"
        "echo $refused refused; rm said told");
    /* every package that it depends on, and that of the solver, which a comment names */
    check_output("10 refused\n", PACKAGE
                 "--name arm --frame tool0 -o made > said || exit 1\n"
                 "refused=0\n"
                 "for name in $(sed -n 's/^ *<[a-z_]*depend>\\(.*\\)<.*/\\1/p' "
                 "made/package.xml); do\n"
                 "    " PACKAGE "--name $name --frame tool0 > said 2> told\n"
                 "    [ $? = 2 ] && grep -q \"'$name' cannot \" told && refused=$((refused + 1)) || echo $name\n"
                 "done\n"
                 "echo $refused refused; rm -r said told made");
    check_run(PACKAGE "--name std_msgs --frame tool0", 2, "", "'std_msgs' cannot");
    check_run(PACKAGE "--name test --frame tool0", 2, "", "such as test_robot");
    check_run(PACKAGE "--name arm --frame tool0 --float", 2, "", "compute doubles");
    check_run(PACKAGE "--name arm --frame tool0 --lanes 4", 2, "", "compute doubles");
    check_run(PACKAGE "--name arm --frame tool0 --inputs gravity", 2, "", "compute doubles");
    check_run(PACKAGE "--name arm --frame tool0 --floating-base", 2, "", "ros2_control moves joints of one");
    check_run("ls", 0, "", "");
}
END_TEST

/* Code for microcontrollers: friction of every kind, the observer, mimic joints, inputs. */
static const char *const embedded[] = {
    "universalUR5e --calls id,fd,mass,gravity,coriolis,observer",
    "universalUR5e --drives all,drives.xml --calls id,fd,observer --size 400000",
    "frankaEmikaPanda --drives all --calls id,mass,transform,jacobian --frame panda_leftfinger",
    "omronEcobra600 --inputs gravity,payload --payload-body link4 --calls id,observer"};
enum { EMBEDDED = sizeof embedded / sizeof *embedded };
static const char drives[] =
    "cat > drives.xml << 'END'\n"
    "<condyle>\n"
    "<drive joint=\"shoulder_pan_joint\" friction=\"5\" stribeck=\"-2\" stribeck_velocity=\"0.2\" offset=\"0.4\"/>\n"
    "<drive joint=\"shoulder_lift_joint\" load_friction=\"0.5\" load_asymmetry=\"0.2\" load_width=\"0.3\"\n"
    " rotor_inertia=\"1e-4\" gear_ratio=\"101\" friction=\"3\" friction_width=\"0.05\"/>\n"
    "<drive joint=\"elbow_joint\" power_friction=\"2\" power_exponent=\"0.6\" damping=\"3\" damping_asymmetry=\"1\"/>\n"
    "</condyle>\n"
    "END\n";

/* No function of a library is called, but for copies that compilers write; no number is a double. */
START_TEST(code_for_microcontrollers_needs_no_library)
{
    char script[4096];
    snprintf(
        script, sizeof script,
        "%s\"$CONDYLE\" generate %s --target cortex-m --name arm 2> said > told || { cat said; exit 1; }\n"
        "grep -n 'double\\|math.h\\|string.h\\|stdlib' arm.c arm.h\n"
        "$COMPILER -O1 -fno-math-errno -c arm.c -o arm.o && nm -u arm.o | grep -v "
        "'mem\\(cpy\\|set\\)\\|_GLOBAL_\\|stack_chk'\n"
        "for std in c99 c17 c++11; do\n"
        "    case $std in *++*) language=c++ ;; *) language=c ;; esac\n"
        "    echo | $COMPILER -x $language -std=$std -fsyntax-only - 2> /dev/null || continue\n"
        "    $COMPILER -x $language -std=$std -O0 -Wall -Wextra -Wpedantic -Wshadow -Wdouble-promotion -Werror \\\n"
        "        -c arm.c -o arm.o && $COMPILER -x $language -std=$std -O0 -Wall -Wextra -Werror arm.c arm_test.c \\\n"
        "        -o arm -lm && ./arm | uniq\n"
        "done | uniq\n",
        drives, embedded[_i]);
    check_output("arm: all results agree\n", script);
}
END_TEST

/* The errors of the functions are those that the code states, in units in the last place, down to where it states that
 * exponentials are 0; angles beyond 3000 rad give no numbers. */
START_TEST(functions_are_as_exact_as_stated)
{
    char script[8192];
    snprintf(
        script, sizeof script,
        "%s\"$CONDYLE\" generate universalUR5e --drives all,drives.xml --calls id,observer --target cortex-m --name "
        "arm \\\n"
        "    --size 400000 > told || exit 1\n"
        "cat > use.c << 'END'\n"
        "#include \"arm.c\"\n"
        "#include <math.h>\n"
        "#include <stdio.h>\n"
        "static void sine(const float *x, float *y) { float c; arm_sincos(x, y, &c); }\n"
        "static void cosine(const float *x, float *y) { float s; arm_sincos(x, &s, y); }\n"
        "static void check(const char *name, void (*f)(const float *, float *), double (*exact)(double), double "
        "least,\n"
        "                  double most, double bound)\n"
        "{\n"
        "    double worst = 0;\n"
        "    for (int i = 0; i <= 200000; i++) {\n"
        "        const float x = (float)(least + (most - least) * (i / 200000.0));\n"
        "        float y;\n"
        "        f(&x, &y);\n"
        "        const double e = exact(x), unit = ldexp(1, ilogb(e == 0 ? 1e-38 : fmax(fabs(e), 1.2e-38)) - 23);\n"
        "        worst = fmax(worst, fabs(y - e) / unit);\n"
        "        if (isnan(y)) { worst = INFINITY; }\n"
        "    }\n"
        "    if (!(worst < bound) || worst < 0.4) { printf(\"%%s %%g: %%g\\n\", name, most, worst); }\n"
        "}\n"
        "int main(void)\n"
        "{\n"
        "    const float odd[] = {3000.5f, -1e9f, INFINITY, NAN}, zero = 0, below = -1, huge = 1e30f;\n"
        "    const float least = nextafterf((float)LEAST, -INFINITY);\n"
        "    float y;\n"
        "    check(\"sine\", sine, sin, -4, 4, 1);\n"
        "    check(\"sine\", sine, sin, -2999, 2999, 1);\n"
        "    check(\"cosine\", cosine, cos, -4, 4, 1);\n"
        "    check(\"cosine\", cosine, cos, -2999, 2999, 1);\n"
        "    check(\"root\", arm_root, sqrt, 0, 4, 1);\n"
        "    check(\"root\", arm_root, sqrt, 1e30, 3e38, 1);\n"
        "    check(\"root\", arm_root, sqrt, 1e-37, 1e-29, 1);\n"
        "    check(\"exp\", arm_exp, exp, -86.9, 88.6, 1.6);\n"
        "    check(\"exp\", arm_exp, exp, LEAST, -86.9, 1.6);\n"
        "    check(\"expm1\", arm_expm1, expm1, -5, 1, 4);\n"
        "    check(\"expm1\", arm_expm1, expm1, -90, 1, 4);\n"
        "    check(\"log\", arm_log, log, 0.001, 3, 2);\n"
        "    check(\"log\", arm_log, log, 1e-38, 1e-29, 2);\n"
        "    check(\"tanh\", arm_tanh, tanh, -1, 1, 2.5);\n"
        "    check(\"tanh\", arm_tanh, tanh, -30, 30, 2.5);\n"
        "    check(\"tanh\", arm_tanh, tanh, -45, 45, 2.5);\n"
        "    for (int i = 0; i < 4; i++) {\n"
        "        sine(&odd[i], &y);\n"
        "        printf(\"%%d\", isnan(y));\n"
        "    }\n"
        "    arm_root(&below, &y);\n"
        "    printf(\" %%d\", isnan(y));\n"
        "    arm_root(&zero, &y);\n"
        "    printf(\" %%g\", y);\n"
        "    arm_log(&zero, &y);\n"
        "    printf(\" %%g\", y);\n"
        "    arm_exp(&huge, &y);\n"
        "    printf(\" %%g\", y);\n"
        "    arm_exp(&least, &y);\n"
        "    printf(\" %%g\\n\", y);\n"
        "    return 0;\n"
        "}\n"
        "END\n"
        "least=$(sed -n 's/.*; 0 below \\(-[0-9.]*\\)\\. .*/\\1/p' arm.c)\n"
        "$COMPILER -O1 -DLEAST=\"($least)\" use.c -o use -lm && ./use\n",
        drives);
    check_output("1111 1 0 -inf inf 0\n", script);
}
END_TEST

/* On a Cortex-M's instructions the results are the library's, within the stack of a small task. */
START_TEST(a_script_measures_code_for_microcontrollers)
{
    check_output(
        "arm_inverse_dynamics\narm_forward_dynamics\narm_observer_update\nresults: as recorded\n",
        "\"$CONDYLE\" generate universalUR5e --calls id,fd,observer --target cortex-m --name arm > told || exit 1\n"
        "sh arm_measure.sh > table || { cat table; exit 1; }\n"
        "awk '$1 ~ /^arm_/ { print $1; if (!($2 > 0 && $2 < 1000 && $3 > 300 && $3 < 10000)) { print $0 } }\n"
        "    $1 == \"results:\" { print }' table");
    check_output(
        "results: different\n1\n",
        "\"$CONDYLE\" generate universalUR5e --calls mass --target cortex-m --name arm --force > told || exit 1\n"
        "sed 's/    M\\[7\\] = /    M[7] = 1.01f * /' arm.c > wrong.c && mv wrong.c arm.c\n"
        "sh arm_measure.sh > table; code=$?; tail -n 1 table; echo $code");
    /* Without the unit for floats every sum is a call of the compiler's library, whose stack nobody knows. */
    check_output("unknown unknown\nresults: unknown\n1\n",
                 "sh arm_measure.sh -mcpu=cortex-m0 -mthumb -mfloat-abi=soft -O1 > table; code=$?\n"
                 "awk '$1 ~ /^arm_/ { print $2, $3 } $1 == \"results:\" { print }' table; echo $code");
}
END_TEST

/* The stack is read wherever the files are. It is unknown where the compiler's list lacks the function or numbers; a
 * frame of 0 bytes is one. */
START_TEST(stacks_are_read_in_any_folder)
{
    put_file("one.urdf", "<robot name='s'><link name='a'/><link name='b'><inertial><mass value='1'/>"
                         "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
                         "<joint name='x' type='prismatic'><parent link='a'/><child link='b'/>"
                         "<limit lower='-1' upper='1' effort='20' velocity='2'/></joint></robot>");
    check_output(
        "same\narm_other unknown\nresults: as recorded\n1\narm_mass_matrix 0\n",
        "generate() { \"$CONDYLE\" generate \"$@\" --target cortex-m --name arm > told || exit 1; }\n"
        "generate universalUR5e --calls id,mass -o plain\n"
        "tab=$(printf 'a:b\\tc') && cp -r plain 'two  words 7' && cp -r plain \"$tab\"\n"
        "sh plain/arm_measure.sh > table && awk '$2 > 0' table | grep -c '^arm_' | grep -qx 2 || exit 1\n"
        "sh 'two  words 7/arm_measure.sh' | cmp - table && sh \"$tab/arm_measure.sh\" | cmp - table && echo same\n"
        "sed 's/^functions=.*/functions=arm_other/' plain/arm_measure.sh > plain/other.sh\n"
        "sh plain/other.sh > table; code=$?\n"
        "awk '$1 == \"arm_other\" { print $1, $2 } $1 == \"results:\"' table; echo $code\n"
        "generate one.urdf --calls mass -o one && sh one/arm_measure.sh > table || exit 1\n"
        "awk '$1 ~ /^arm_/ { print $1, $2 }' table; rm -r plain one 'two  words 7' \"$tab\"");
}
END_TEST

/* Without a compiler for ARM nothing is known, and the exit status says so. */
START_TEST(what_is_not_measured_is_unknown)
{
    check_output("unknown unknown\nresults: unknown\n1\n",
                 "\"$CONDYLE\" generate universalUR5e --calls mass --target cortex-m --name arm > told || exit 1\n"
                 "CC=false sh arm_measure.sh > table; code=$?\n"
                 "awk '$1 ~ /^arm_/ { print $2, $3 } $1 == \"results:\" { print }' table; echo $code");
    check_run("\"$CONDYLE\" generate universalUR5e --target cortex-m --lanes 4 --name arm", 2, "", "have no vectors");
}
END_TEST

static const char *without_arm(void)
{
    return system("(clang --target=arm-none-eabi -mcpu=cortex-m4 -fstack-usage -fuse-ld=lld -nostdlib -static -x c "
                  "-Wl,-e,start -o /dev/null - || arm-none-eabi-gcc --version) > /dev/null 2>&1 << 'END'\n"
                  "void start(void) {}\nEND\n") == 0 &&
                   have_program("qemu-arm")
               ? NULL
               : "there is no compiler for ARM with qemu-arm";
}

/* Why CMake cannot build C++; NULL where it can. */
static const char *without_cmake(void)
{
    return have_program("cmake") && have_program("c++") && have_program("make") ? NULL : "there is no cmake for C++";
}

int main(void)
{
    Suite *suite = suite_create("generate_package");
    TCase *package = tcase_create("package");
    tcase_add_checked_fixture(package, open_folder, close_folder);
    tcase_add_test(package, a_package_has_its_files);
    tcase_add_test(package, files_of_the_user_stay);
    tcase_add_test(package, dependencies_are_stated_once);
    tcase_add_test(package, plugins_are_described);
    tcase_add_test(package, the_maintainer_has_an_address);
    tcase_add_test(package, no_empty_folder_is_left);
    tcase_add_test(package, names_are_escaped);
    add_or_skip(package, cmake_builds_the_package, 0, 1, without_cmake());
    tcase_add_test(package, refusals_say_why);
    tcase_add_loop_test(package, code_for_microcontrollers_needs_no_library, 0, EMBEDDED);
    tcase_add_test(package, functions_are_as_exact_as_stated);
    add_or_skip(package, a_script_measures_code_for_microcontrollers, 0, 1, without_arm());
    add_or_skip(package, stacks_are_read_in_any_folder, 0, 1, without_arm());
    tcase_add_test(package, what_is_not_measured_is_unknown);
    tcase_set_timeout(package, 300);
    suite_add_tcase(suite, package);
    return run_suites(suite, NULL);
}
