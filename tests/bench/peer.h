/* Peer: another engine for the same robot. */
#ifndef CDY_BENCH_PEER_H
#define CDY_BENCH_PEER_H

#include <condyle/condyle.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The rows of the comparison: what is computed.  The first five are in the order of BENCH_... */
enum {
    PEER_RNEA,
    PEER_CRBA,
    PEER_ABA,
    PEER_DRNEA,
    PEER_DABA,
    PEER_GRAVITY,             /* torques (n) */
    PEER_PLACEMENTS,          /* of all frames (frames x 4 x 4) */
    PEER_JACOBIAN,            /* of the tool (6 x n) */
    PEER_PLACEMENTS_JACOBIAN, /* both */
    PEER_CENTER,              /* center of mass (3) and its Jacobian (3 x n) */
    PEER_ENERGY,              /* kinetic, potential */
    PEER_DRNEA_MASS,          /* derivatives of inverse dynamics by q, qd and qdd (3 x n x n) */
    PEER_MINV,                /* inverse of the mass matrix (n x n) */
    PEER_CORIOLIS,            /* matrix (n x n) */
    PEER_MOMENTUM,            /* about the center of mass (6) and its matrix (6 x n) */
    PEER_REGRESSOR,           /* n x 10 a moving body */
    PEER_CONTACTS,            /* accelerations under contacts (n) */
    PEER_ROWS
};

enum { PEER_WAYS = 3 };

/* A robot to compare on, the frame of the Jacobians, and the frames that are fixed to the environment in the row
 * PEER_CONTACTS, each by CDY_ROWS_BALL or CDY_ROWS_WELD at its origin. */
typedef struct peer_robot {
    const char *label;
    const cdy_tree *tree;
    const cdy_model *model;
    int tool;
    const cdy_constraint *contacts;
    int contact_count;
} peer_robot;

/* One state or result in the library's coordinates; x holds accelerations or torques. */
typedef struct peer_state {
    double *q, *qd, *x;
} peer_state;

/* A way of the engine to compute a row: the calls that a user makes for one state. `out` is the result in the order of
 * the row; where users of the engine read results in the engine's own memory, run() does not write `out`, and
 * convert_back() copies them from that memory.  run NULL: the engine does not offer it. */
typedef struct peer_way {
    void (*run)(void *self, const double *q, const double *qd, const double *x, double *out);
    const char *name; /* where there are several */
} peer_way;

/* The engine's calls.  States and results are in the engine's own coordinates, as its users keep them. */
typedef struct peer {
    const char *engine;
    const char *version;
    void *self;
    char reason[160]; /* why the engine cannot represent the robot */
    peer_way ways[PEER_ROWS][PEER_WAYS];
    /* Convert a state to the engine's coordinates for a row, and its result back; NULL: the coordinates are the
     * same. */
    void (*convert)(void *self, int row, const peer_state *from, const peer_state *to);
    void (*convert_back)(void *self, int row, const peer_state *at, const double *result, double *out);
    void (*close)(void *self);
} peer;

/* Open an engine for a robot; false, with a reason, where the engine cannot represent it. */
bool peer_open_kdl(peer *p, const peer_robot *robot);
bool peer_open_mujoco(peer *p, const peer_robot *robot);
bool peer_open_pinocchio(peer *p, const peer_robot *robot);

#ifdef __cplusplus
}
#endif

#endif
