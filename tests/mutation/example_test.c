/* Tests example.c with two holes: nothing asks whether `high` itself is between, or what becomes of no numbers. */
#include "example.h"

int main(void)
{
    const int numbers[5] = {1, 0, 3, 2, 1};
    int positive = 7;
    const bool fine = middle(2, 8) == 5 && is_between(1, 1, 2) && !is_between(3, 1, 2) && !is_between(0, 1, 2) &&
                      count_positive(numbers, 4, &positive) == EXAMPLE_FINE && positive == 3;
    return fine ? 0 : 1;
}
