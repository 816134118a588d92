/* Allocates: ends by SIGABRT where the trap of trap_heap.c is set, which an argument asks for, and with exit code 0
 * where it is not. */
#include <condyle/dynamics.h>
#include <condyle/model_file.h>
#include <stdlib.h>

#include "ur5e_model.h"

void trap_heap(void);

int main(int argc, char **argv)
{
    (void)argv;
    cdy_model *model = NULL;
    if (argc > 1) {
        trap_heap();
    }
    cdy_status status = cdy_model_from_bytes(ur5e, sizeof ur5e, &model, NULL); /* on the heap */
    cdy_model_destroy(model);
    return status != CDY_OK;
}
