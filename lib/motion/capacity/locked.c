#include "capacity/locked.h"

int cdy_leave_out_locked(int n, const bool *locked, const double *M, const double *row, double *A, double *x)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        count += !(locked && locked[i]);
    }
    for (int i = 0, to = 0; i < n; i++) {
        if (locked && locked[i]) {
            continue;
        }
        x[to] = row[i];
        for (int k = 0, column = 0; k < n; k++) {
            if (!(locked && locked[k])) {
                A[to * count + column++] = M[i * n + k];
            }
        }
        to++;
    }
    return count;
}
