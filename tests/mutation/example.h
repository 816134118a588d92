#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <stdbool.h>

enum example_status { EXAMPLE_FINE, EXAMPLE_WRONG };

int middle(int low, int high);
bool is_between(double x, double low, double high);
enum example_status count_positive(const int *numbers, int count, int *positive);
int never_called(int x);

#endif
