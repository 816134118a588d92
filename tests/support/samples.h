/* Samples: the files of a folder of reference samples, and a test for each. */
#ifndef CDY_TESTS_SAMPLES_H
#define CDY_TESTS_SAMPLES_H

#include <check.h>

enum { SAMPLES_MOST = 400 };

/* The paths of files in the order of their names, those of one folder after those of another. */
typedef struct samples {
    char *paths[SAMPLES_MOST];
    int count;
} samples;

/* Adds the files of a folder whose names end in `ending`; none where the folder is not there. */
void find_samples(samples *s, const char *folder, const char *ending);

/* Adds a test case for every file from number `first` on, named after it; the file's number is the test's _i. */
void add_sample_tests(Suite *suite, const samples *s, int first, const TTest *test);

/* Runs a suite over samples, or tells that there are none, and frees it all; returns what main() returns. */
int run_samples(Suite *suite, samples *s);

#endif
