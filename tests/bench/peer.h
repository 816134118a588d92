/* Peer: another engine for the same robot. */
#ifndef CDY_BENCH_PEER_H
#define CDY_BENCH_PEER_H

#include <condyle/condyle.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PEER_RNEA, PEER_CRBA, PEER_ABA, PEER_DRNEA, PEER_DABA, PEER_ALGORITHMS }; /* in the order of BENCH_... */

/* One state or result in the library's coordinates; x holds accelerations or torques. */
typedef struct peer_state {
    double *q, *qd, *x;
} peer_state;

/* The engine's calls.  States and results are in the engine's own coordinates, as its users keep them. */
typedef struct peer {
    const char *engine;
    const char *version;
    void *self;
    char reason[160]; /* why the engine cannot represent the robot */
    /* The calls that a user makes for one state; out: torques (nv), mass matrix (nv x nv), accelerations (nv), or two
     * (DRNEA) and three (DABA) matrices of derivatives.  NULL: the engine does not offer the algorithm.  Where users of
     * the engine read results in the engine's own memory, run() does not write `out`, and convert_back() copies them
     * from that memory. */
    void (*run[PEER_ALGORITHMS])(void *self, const double *q, const double *qd, const double *x, double *out);
    /* Convert a state to the engine's coordinates for an algorithm, and its result back; NULL: the coordinates are the
     * same. */
    void (*convert)(void *self, int algorithm, const peer_state *from, const peer_state *to);
    void (*convert_back)(void *self, int algorithm, const peer_state *at, const double *result, double *out);
    void (*close)(void *self);
} peer;

/* Open an engine for a robot; false, with a reason, where the engine cannot represent it. */
bool peer_open_kdl(peer *p, const cdy_tree *tree);
bool peer_open_mujoco(peer *p, const cdy_tree *tree, const cdy_model *model);
bool peer_open_pinocchio(peer *p, const cdy_tree *tree, const cdy_model *model);

#ifdef __cplusplus
}
#endif

#endif
