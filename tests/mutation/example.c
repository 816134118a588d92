/* A file with few changes, each of which the test in example_test.c notices or not: test_mutation.py knows which. */
#include "example.h"

int middle(int low, int high)
{
    return low + (high - low) / 2;
}

bool is_between(double x, double low, double high)
{
    return low <= x && x < high;
}

enum example_status count_positive(const int *numbers, int count, int *positive)
{
    if (!numbers) {
        return EXAMPLE_WRONG;
    }
    *positive = 0;
    for (int i = 0; i < count; i++) {
        if (numbers[i] > 0) {
            *positive += 1;
        }
    }
    return EXAMPLE_FINE;
}

int never_called(int x)
{
    static const int table[2] = {1, 2};
    switch (x) {
    case 1: return table[0];
    default: return -x;
    }
}
