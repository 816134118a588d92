#include "description/losses.h"

#include "base/format.h"
#include "base/jacobi.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void cdy_lose(const cdy_writing *how, const char *kind, const char *name, const char *what)
{
    char shortened[160];
    if (how->lost) {
        const size_t size = strlen(kind) + strlen(name) + sizeof " ''";
        char *whole = cdy_allocate(size, 1);
        if (whole) {
            cdy_print(whole, size, "%s '%s'", kind, name);
        } else {
            cdy_print(shortened, sizeof shortened, "%s '%.120s'", kind, name);
        }
        how->lost(how->context, whole ? whole : shortened, what);
        free(whole);
    }
}

void cdy_lose_loop(const cdy_writing *how, const cdy_loop *loop, const char *what)
{
    char element[200];
    if (loop->name && *loop->name) {
        cdy_lose(how, "loop", loop->name, what);
    } else if (how->lost) {
        cdy_print(element, sizeof element, "loop between '%.80s' and '%.80s'", loop->body, loop->other);
        how->lost(how->context, element, what);
    }
}

void cdy_lose_exclusions(const cdy_writing *how, const cdy_tree *tree)
{
    const char *body, *other;
    char element[200];
    for (int i = 0; how->lost && cdy_tree_exclusion(tree, i, &body, &other); i++) {
        cdy_print(element, sizeof element, "exclusion of '%.80s' and '%.80s'", body, other);
        how->lost(how->context, element, "that its bodies are not looked at beside each other");
    }
}

void cdy_lose_impossible(const cdy_writing *how, const cdy_body *body, double least, const char *what)
{
    const double *I = body->inertial.inertia;
    double A[9] = {I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5]}, V[9];
    cdy_jacobi(3, A, V);
    const double sum = A[0] + A[4] + A[8];
    bool possible = true;
    for (int i = 0; i < 9; i += 4) {
        possible = possible && 2 * A[i] <= sum * (1 + 1e-12) && A[i] > least;
    }
    if (!possible) {
        cdy_lose(how, "link", body->name, what);
    }
}
