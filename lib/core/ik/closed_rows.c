#include "ik/closed_rows.h"

#include <math.h>

double cdy_factor_twelve(double A[SIDE][SIDE], int order[SIDE])
{
    double least = HUGE_VAL, largest = 0;
    for (int k = 0; k < SIDE; k++) {
        int pivot = k;
        for (int i = k + 1; i < SIDE; i++) {
            pivot = fabs(A[i][k]) > fabs(A[pivot][k]) ? i : pivot;
        }
        order[k] = pivot;
        for (int j = 0; j < SIDE && pivot != k; j++) {
            const double saved = A[k][j];
            A[k][j] = A[pivot][j];
            A[pivot][j] = saved;
        }
        least = fmin(least, fabs(A[k][k]));
        largest = fmax(largest, fabs(A[k][k]));
        for (int i = k + 1; i < SIDE && A[k][k] != 0; i++) {
            const double factor = A[i][k] / A[k][k];
            A[i][k] = factor;
            for (int j = k + 1; j < SIDE; j++) {
                A[i][j] -= factor * A[k][j];
            }
        }
    }
    return largest > 0 ? least / largest : 0;
}

void cdy_solve_twelve(double A[SIDE][SIDE], const int order[SIDE], size_t columns, double *B)
{
    for (size_t k = 0; k < SIDE; k++) {
        double *row = B + k * columns, *pivot = B + (size_t)order[k] * columns;
        for (size_t j = 0; j < columns && pivot != row; j++) {
            const double saved = row[j];
            row[j] = pivot[j];
            pivot[j] = saved;
        }
    }
    for (size_t k = 0; k < SIDE; k++) {
        for (size_t i = k + 1; i < SIDE; i++) {
            for (size_t j = 0; j < columns; j++) {
                B[i * columns + j] -= A[i][k] * B[k * columns + j];
            }
        }
    }
    for (size_t k = SIDE; k-- > 0;) {
        for (size_t i = k + 1; i < SIDE; i++) {
            for (size_t j = 0; j < columns; j++) {
                B[k * columns + j] -= A[k][i] * B[i * columns + j];
            }
        }
        for (size_t j = 0; j < columns; j++) {
            B[k * columns + j] /= A[k][k];
        }
    }
}

void cdy_null_of_twelve(double A[SIDE][SIDE], double x[SIDE])
{
    int columns[SIDE];
    double values[SIDE];
    for (int k = 0; k < SIDE; k++) {
        columns[k] = k;
    }
    for (int k = 0; k < SIDE - 1; k++) {
        int row = k, column = k;
        for (int i = k; i < SIDE; i++) {
            for (int j = k; j < SIDE; j++) {
                if (fabs(A[i][j]) > fabs(A[row][column])) {
                    row = i;
                    column = j;
                }
            }
        }
        for (int j = 0; j < SIDE && row != k; j++) {
            const double saved = A[k][j];
            A[k][j] = A[row][j];
            A[row][j] = saved;
        }
        for (int i = 0; i < SIDE && column != k; i++) {
            const double saved = A[i][k];
            A[i][k] = A[i][column];
            A[i][column] = saved;
        }
        const int name = columns[k];
        columns[k] = columns[column];
        columns[column] = name;
        for (int i = k + 1; i < SIDE && A[k][k] != 0; i++) {
            const double factor = A[i][k] / A[k][k];
            for (int j = k; j < SIDE; j++) {
                A[i][j] -= factor * A[k][j];
            }
        }
    }
    values[SIDE - 1] = 1;
    for (int k = SIDE - 2; k >= 0; k--) {
        double sum = 0;
        for (int j = k + 1; j < SIDE; j++) {
            sum += A[k][j] * values[j];
        }
        values[k] = A[k][k] != 0 ? -sum / A[k][k] : 0;
    }
    for (int k = 0; k < SIDE; k++) {
        x[columns[k]] = values[k];
    }
}
