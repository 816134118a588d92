/* The records of a model that kernels read.  Included by model.h; and by single.c, for the same over floats.
 *
 * Their numbers are scalars: a kernel over floats reads a copy of the model that has floats (model/single.h). */
/* A moving body: what the inner loops read, in one place.  Body 0 is the base and only a parent. */
typedef struct model_body {
    int32_t parent;
    int32_t kind;          /* joint_kind */
    int32_t q, v;          /* first tree coordinate, first tree velocity */
    int32_t force_row;     /* first row in the external force matrix */
    int32_t nv;            /* degrees of freedom of the joint */
    scalar rotation[9];    /* E of the tree transform, rows: parent body's axes to those of the joint at position 0 */
    scalar translation[3]; /* its r: the joint's place in the parent body's frame */
    scalar mass;           /* kg */
    scalar h[3];           /* mass times center of mass, body's frame */
    scalar inertia[6];     /* xx xy xz yy yz zz about the body's origin */
    int32_t link;          /* link_kind; the next two are of links along a common normal alone, where */
    int32_t unused;
    scalar twist[2];  /* sine and cosine: `rotation` is the twist about x, */
    scalar offset[2]; /* then this turn about z, sine and cosine */
} model_body;

/* A body of the tree, where it stands on the moving body that carries it. */
typedef struct model_frame {
    uint64_t name; /* offset into the block */
    int32_t body;  /* 0: welded to the base */
    int32_t unused;
    scalar rotation[9];    /* E: the moving body's axes to the frame's */
    scalar translation[3]; /* the frame's origin in the moving body's frame */
} model_frame;

/* Tree coordinate = multiplier * caller's coordinate + offset: the identity unless the joint follows another. */
typedef struct model_coordinate {
    int32_t index; /* into the caller's configuration or velocity */
    int32_t body;  /* the moving body whose joint it belongs to */
    scalar multiplier, offset;
} model_coordinate;

/* What the drive of a tree velocity adds to the dynamics; zeros where it has, or is to have, no part in them. */
typedef struct model_drive {
    scalar rotor;     /* inertia on the diagonal of M: rotor_inertia gear_ratio^2 */
    scalar damping;   /* torque for a unit of velocity */
    scalar friction;  /* torque at high velocity */
    scalar stiffness; /* torque for a unit of position beyond `rest`; of one-degree joints only */
    scalar rest;
    int64_t position; /* the tree coordinate that the spring stretches with; any where there is no spring */
} model_drive;
