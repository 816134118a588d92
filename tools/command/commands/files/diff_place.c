/* Places of joints in two robots whose bodies are held otherwise: formats that have frames in place of massless links
 * give a joint another parent, which moves with the first. */
#include "commands/files/diff.h"

#include <string.h>

static void multiply(const double A[16], const double B[16], double C[16])
{
    for (int i = 0; i < 16; i++) {
        C[i] = 0;
        for (int k = 0; k < 4; k++) {
            C[i] += A[4 * (i / 4) + k] * B[4 * k + i % 4];
        }
    }
}

/* Turns a transform round: R^T and -R^T p. */
static void invert(const double T[16], double out[16])
{
    memset(out, 0, 16 * sizeof *out);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            out[4 * i + k] = T[4 * k + i];
            out[4 * i + 3] -= T[4 * k + i] * T[4 * k + 3];
        }
    }
    out[15] = 1;
}

/* Writes where a body stands in the body at the head of those that it is welded to, whose number is returned. */
static int find_head(const cdy_tree *tree, int body, double T[16])
{
    const cdy_placement none = {0};
    cdy_placement_to_matrix(&none, T);
    while (body > 0 && cdy_joint_type_nv(cdy_tree_body(tree, body)->joint.type) == 0) {
        const cdy_joint *j = &cdy_tree_body(tree, body)->joint;
        double origin[16], child[16], own[16], moved[16];
        cdy_placement_to_matrix(&j->origin, origin);
        cdy_placement_to_matrix(&j->child, child);
        multiply(origin, child, own);
        multiply(own, T, moved);
        memcpy(T, moved, sizeof moved);
        body = cdy_tree_parent(tree, body);
    }
    return body;
}

cdy_placement diff_origin(const cdy_tree *a, int index_a, const cdy_tree *b, int index_b)
{
    const cdy_placement own = cdy_tree_body(b, index_b)->joint.origin;
    const int parent = cdy_tree_parent(b, index_b);
    const int same = cdy_tree_find_body(b, cdy_tree_body(a, cdy_tree_parent(a, index_a))->name);
    double T[2][16], back[16], between[16], origin[16], placed[16];
    cdy_placement seen = own;
    if (same < 0 || same == parent || find_head(b, parent, T[0]) != find_head(b, same, T[1])) {
        return own;
    }
    cdy_placement_to_matrix(&own, origin);
    invert(T[1], back);
    multiply(back, T[0], between);
    multiply(between, origin, placed);
    return cdy_placement_from_matrix(placed, &seen, NULL) == CDY_OK ? seen : own;
}
