/* What suites of specialization share: the compiler, which is a script that counts its runs and may misbehave, in a
 * folder that is the cache as well, and the calls that make code with them. */
#ifndef CDY_TESTS_SPECIALIZE_CASE_H
#define CDY_TESTS_SPECIALIZE_CASE_H

#include "support/folder.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/specialize.h>
#include <sys/types.h>

enum { PATH_SIZE = 512 };

/* Adds a test case to a suite, of which every test has a folder of its own with the usual compiler, and time for many
 * compilations. */
TCase *add_compiling_case(Suite *suite, const char *name);

/* Writes the script; it appends a letter to the file `runs` at each start. */
void put_compiler(const char *script);

/* Puts a compiler that adds a statement to the end of the code's function of a call for so many lanes. */
void put_changing_compiler(const char *call, int lanes, const char *statement);

/* Puts a compiler that makes inverse dynamics of one state of the function in a file, which put_torques() writes;
 * `statement` follows the computation of tau there. */
void put_wrapping_compiler(void);
void put_torques(const char *statement);

/* How often the compiler has been started. */
int compiler_runs(void);

/* The compiler and the cache are those of the folder. */
cdy_specialize_options usual_options(void);

/* All calls, of any robot. */
void ask_for_all(cdy_specialize_options *options);

/* Counts the files of compiled code, and copies the path of the last one to `path`. */
int count_code(char path[PATH_SIZE]);

/* Specializes, which must succeed. */
cdy_specialization *specialize(const cdy_model *model, const cdy_specialize_options *options);

/* Specializes, which must fail with a message that has this piece. */
void check_refusal(const cdy_model *model, const cdy_specialize_options *options, cdy_status status, const char *said);

/* Starts a process that specializes and then ends. */
pid_t start_specializing(const robot *r, const cdy_specialize_options *options);

/* Sleeps for 20 ms: between looks at what another process does. */
void pause_shortly(void);

/* Waits, at most a minute, until nothing but finished code is in the cache. */
void wait_for_removal(void);

#endif
