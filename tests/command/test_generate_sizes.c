/* condyle generate --size: the size of the code is estimated before a compiler makes it. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>

/* The estimated size is above the true one, as gcc makes it for x86-64, but not by half. */
static const char *const sizes[] = {"universalUR5e id",  "universalUR5e mass", "universalUR5e fd",
                                    "kukaIiwa14 id",     "kukaIiwa14 mass",    "kukaIiwa14 fd",
                                    "omronEcobra600 id", "omronEcobra600 fd",  "omronEcobra600 fd-derivatives",
                                    "kinovaGen3 id",     "kukaIiwa7 mass",     "universalUR5e fd-derivatives"};

START_TEST(the_size_is_estimated_from_above)
{
    char script[1024];
    snprintf(script, sizeof script,
             "check() {\n"
             "    told=$(\"$CONDYLE\" generate $1 --calls $2 --lanes $3 $4 --size 1 2>&1 |\n"
             "        sed -n 's/.*about \\([0-9]*\\) bytes.*/\\1/p')\n"
             "    \"$CONDYLE\" generate $1 --calls $2 --lanes $3 $4 --size $told --name arm --force > said &&\n"
             "    $COMPILER -O2 -c arm.c -o arm.o &&\n"
             "    size -A arm.o | awk -v told=$told -v case=\"$*\" '$1 ~ /^[.]text/ {bytes += $2}\n"
             "        END {if (told < bytes || told > 1.5 * bytes) print case, told, \"for\", bytes}'\n"
             "}\n"
             "for lanes in 1 4 8; do\n"
             "    check %s $lanes && check %s $lanes --float\n"
             "done\n",
             sizes[_i], sizes[_i]);
    check_run(script, 0, "", "");
}
END_TEST

/* Why sizes are not those of the estimate; NULL where they are. */
static const char *without_gcc(void)
{
    static const char found[] = "$COMPILER --version 2> /dev/null | grep -q 'Free Software Foundation' && "
                                "$COMPILER -dumpmachine | grep -q '^x86_64' && "
                                "echo 'int x[sizeof(void *) == 8 ? 1 : -1];' | $COMPILER -x c -c - -o /dev/null";
    return have_program("size") && system(found) == 0 ? NULL : "the compiler is not gcc for x86-64";
}

int main(void)
{
    Suite *suite = suite_create("generate_sizes");
    TCase *calls = tcase_create("sizes");
    tcase_add_checked_fixture(calls, open_folder, close_folder);
    add_or_skip(calls, the_size_is_estimated_from_above, 0, (int)(sizeof sizes / sizeof sizes[0]), without_gcc());
    tcase_set_timeout(calls, 300);
    suite_add_tcase(suite, calls);
    return run_suites(suite, NULL);
}
