/* Files of NumPy arrays, .npy version 1.0, of float64, little-endian, rows x columns in C order. */
#ifndef CONDYLE_TOOLS_NPY_H
#define CONDYLE_TOOLS_NPY_H

#include <stddef.h>
#include <stdint.h>

enum { NPY_HEADER = 128 }; /* bytes before the numbers, enough for every shape */

/* Writes the header of an array. */
void npy_put_header(uint64_t rows, size_t columns, char header[NPY_HEADER]);

/* Writes `count` numbers, 8 bytes each, and returns the byte after them; reads them. */
char *npy_put_numbers(const double *values, size_t count, char *bytes);
void npy_take_numbers(const char *bytes, size_t count, double *values);

#endif
