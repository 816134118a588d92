/* The records of a model that kernels read. Included by model.h, and by float_model.c for the same records over
 * floats. */
/* A moving body. Body 0 is the base. */
typedef struct model_body {
    int32_t parent;
    int32_t kind;       /* joint_kind */
    int32_t q, v;       /* first tree coordinate, first tree velocity */
    int32_t force_row;  /* first row in the external force matrix */
    int32_t nv;         /* degrees of freedom of the joint */
    scalar rotation[9]; /* E of the tree transform, by rows: from the parent body's axes to the joint's axes at position
                           0 */
    scalar translation[3];      /* r: origin of the joint in the parent body's frame */
    inertial_scalar mass;       /* kg */
    inertial_scalar h[3];       /* mass times center of mass, body's frame */
    inertial_scalar inertia[6]; /* xx xy xz yy yz zz about the body's origin */
    int32_t link;               /* dh_kind; the next two are set for DH links only: */
    int32_t unused;
    scalar twist[2];  /* sine and cosine of alpha */
    scalar offset[2]; /* sine and cosine of theta at position 0 */
} model_body;

/* A frame: a body of the tree, fixed to a moving body. */
typedef struct model_frame {
    uint64_t name; /* offset into the block */
    int32_t body;  /* moving body; 0: fixed to the base */
    int32_t unused;
    scalar rotation[9];    /* E: from the moving body's axes to the frame's */
    scalar translation[3]; /* origin of the frame in the moving body's frame */
} model_frame;

/* Tree coordinate = multiplier * caller's coordinate + offset; the identity except for mimic joints. */
typedef struct model_coordinate {
    int32_t index; /* into the caller's configuration or velocity */
    int32_t body;  /* moving body of the joint */
    scalar multiplier, offset;
} model_coordinate;

/* Terms of the law of a drive (condyle/drives.h), in the order of cdy_joint_drive. */
typedef struct model_drive_law {
    scalar friction_asymmetry, damping_asymmetry;
    scalar stribeck, stribeck_velocity, stribeck_exponent;
    scalar load_friction, load_asymmetry, load_stribeck, load_damping, load_velocity;
    scalar power_friction, power_exponent;
    scalar offset;
    scalar width, load_width; /* of acting drives greater than 0 */
    scalar friction_temperature, damping_temperature;
} model_drive_law;

/* Drive of a tree velocity; zero where the robot has none or it does not act. */
typedef struct model_drive {
    scalar rotor;     /* inertia on the diagonal of M: rotor_inertia gear_ratio^2 */
    scalar damping;   /* torque per velocity */
    scalar friction;  /* torque at high velocity */
    scalar stiffness; /* torque per displacement from `rest`; joints with one degree of freedom only */
    scalar rest;
    int64_t position; /* tree coordinate of the spring and the offset; undefined without them */
    int64_t terms;    /* bits of drive_term: which terms of the law act */
    scalar rise;      /* K, of acting drives: its effect is in the numbers of the law already */
    model_drive_law law;
} model_drive;
