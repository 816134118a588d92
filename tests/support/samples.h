/* Samples: the files of a folder of reference samples, and a test for each. */
#ifndef CDY_TESTS_SAMPLES_H
#define CDY_TESTS_SAMPLES_H

#include <check.h>

enum { SAMPLES_MOST = 400 };

/* The paths of files, sorted by name within each folder; the folders follow one another. */
typedef struct samples {
    char *paths[SAMPLES_MOST];
    int count;
} samples;

/* Adds the files of a folder whose names end in `ending`, or none where the folder is missing. */
void find_samples(samples *s, const char *folder, const char *ending);

/* Adds a test case for every file from number `first` on, named after it; the file's number is the test's _i. */
void add_sample_tests(Suite *suite, const samples *s, int first, const TTest *test);

/* Runs a suite over samples, or reports that there are none; frees the suite and the samples, and returns main()'s exit
 * code. */
int run_samples(Suite *suite, samples *s);

#endif
