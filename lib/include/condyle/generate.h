/* Code for one robot: plain C that computes this robot's dynamics and nothing else.
 *
 * The code has no loops over bodies, needs no library but <math.h>, allocates nothing and has no state; it compiles
 * without a warning as C99, C17 and C++.  It is traced from the library's own kernels: each runs once over expressions
 * instead of numbers, constants are folded, equal operations are computed once, and inertial parameters that a joint
 * does not feel are moved to its parent (base parameters: Khalil and Dombre 2002, section 9.4.2.4).
 *
 * Gravity, the drives that act, payloads and mimic joints are those of the model at the time of the call and constants
 * in the code; gravity and one payload are arguments instead where the options say so.  Friction needs tanh() of
 * <math.h>, its law sqrt(), exp() and log() besides, and angles of 1e6 rad and more sin() and cos().
 *
 * Forward dynamics with friction by the load (condyle/drives.h) iterates, the one loop of such code: Newton's method on
 * the bodies' mass matrix, mostly 3 to 6 steps; after 50 steps the iteration of the library, which always ends; 500
 * steps at most.  A further step is part of the code around, which gradients and derivatives are made of.
 *
 * Compiled for the processor at hand (gcc -O3 -march=native) it is faster than the library's calls; docs/generate.md
 * has measured times.  By -O2 alone matrices of derivatives are slower than the library's, which are computed in
 * vectors.
 *
 * A mass matrix that is singular in some states is not reported there: the accelerations and the inverse are then
 * infinite or not numbers. */
#ifndef CONDYLE_GENERATE_H
#define CONDYLE_GENERATE_H

#include <condyle/model.h>

/* Functions to generate, named like the calls of the library after NAME_. */
typedef enum cdy_generate_call {
    CDY_GENERATE_INVERSE_DYNAMICS = 1,               /* q, qd, qdd -> tau */
    CDY_GENERATE_FORWARD_DYNAMICS = 2,               /* q, qd, tau -> qdd */
    CDY_GENERATE_MASS_MATRIX = 4,                    /* q -> M (nv x nv) */
    CDY_GENERATE_GRAVITY_TORQUE = 8,                 /* q -> tau */
    CDY_GENERATE_VELOCITY_PRODUCT = 16,              /* q, qd -> tau */
    CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES = 32,  /* q, qd, qdd -> dtau_dq, dtau_dqd (nv x nv) */
    CDY_GENERATE_INVERSE_DYNAMICS_VJP = 64,          /* q, qd, qdd, w (nv) -> by_q (nq), by_qd, by_qdd: of w . tau */
    CDY_GENERATE_FORWARD_DYNAMICS_VJP = 128,         /* q, qd, tau, w (nv) -> by_q (nq), by_qd, by_tau: of w . qdd */
    CDY_GENERATE_INVERSE_MASS_MATRIX = 256,          /* q -> M_inverse (nv x nv) */
    CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES = 512, /* q, qd, tau -> by_q, by_qd, by_tau (nv x nv): of qdd */
    CDY_GENERATE_ALL = 1023,                         /* all of these */
    CDY_GENERATE_ALL_FOR_CASADI = 287,               /* those with one result */
    CDY_GENERATE_OBSERVER = 1024,  /* the momentum observer (observer.h), its state in a struct; for C alone */
    CDY_GENERATE_TRANSFORM = 2048, /* q -> T (4 x 4): placement of the options' frame in the base frame */
    CDY_GENERATE_JACOBIAN = 4096,  /* q -> J (6 x nv): its geometric Jacobian at its origin, in the base's axes */
    CDY_GENERATE_INVERSE_DYNAMICS_SECOND_DERIVATIVES = 8192 /* q, qd, qdd -> by_q_q, by_q_qd, by_qd_qd, mass_by_q
                                                               (nv x nv x nv), as cdy_second_derivatives has them */
} cdy_generate_call;

/* The compiler or program that the code is written for. */
typedef enum cdy_generate_target {
    CDY_GENERATE_C,      /* compilers of C and C++ */
    CDY_GENERATE_CUDA,   /* nvcc, or clang for CUDA: device functions, kernels over many states, and their launchers */
    CDY_GENERATE_CASADI, /* C functions that external() of CasADi loads, each with its Jacobian by each input: doubles,
                           one lane, of CDY_GENERATE_ALL_FOR_CASADI. By the positions of a quaternion it is by the
                           numbers of q as they are */
    CDY_GENERATE_ROS2_CONTROL, /* C, and the further files of a package for ros2_control: controllers in C++17, and a
                                 plugin of inverse_dynamics_solver. The functions that these call are added to `calls`;
                                 joints of one degree of freedom, doubles, one lane, no inputs besides, and a `frame`,
                                 at which the external wrench is told. `name` is that of the package, a namespace and
                                 a target: small letters, and no word of C++, CMake, ROS or the C library */
    CDY_GENERATE_CORTEX_M /* C over floats for microcontrollers, without <math.h> or any other library, and a script
                             that measures stack and instructions; angles up to 3000 rad, of others results are no
                             numbers */
} cdy_generate_target;

/* The functions to generate, and their names. */
typedef struct cdy_generate_options {
    const char *name; /* begins every name in the code; an identifier of C; default "robot" */
    unsigned calls;   /* sum of cdy_generate_call; default: inverse and forward dynamics and the mass matrix */
    int lanes;        /* 1 (default), 2, 4, 8 or 16: states at once in functions NAME_..._batch */
    bool floats;      /* numbers are float instead of double */
    bool wrenches;    /* inverse and forward dynamics take an external force matrix (cdy_external_force()) */
    bool gravity;     /* gravity is an argument (3 numbers) of every routine that depends on it */
    bool hessians;    /* CDY_GENERATE_CASADI: second derivatives besides, as functions adj1_NAME_..., products of
                         a vector with the Jacobian, and jac_adj1_NAME_..., their Jacobians */
    const char *payload_body;   /* functions take the payload of this body as an argument, ten numbers in the order of
                                   cdy_payload, in place of the body's payload; NULL (default): no body */
    cdy_generate_target target; /* default CDY_GENERATE_C */
    double angle_tolerance;     /* rad: rotations this close to quarter turns count as such, 0 to 1e-3; default 0 */
    size_t most_bytes;          /* limit of the machine code, as estimated for gcc -O2 on x86-64; 0: 100,000 */
    const char *frame;          /* the body whose transform and Jacobian are generated; NULL (default): no body */
    cdy_reserve reserve;        /* for members to come: all 0 */
} cdy_generate_options;

/* Returns the default options. */
CDY_API cdy_generate_options cdy_generate_options_default(void);

/* A further file of a robot's code: its name, without a folder, and its text, null-terminated. */
typedef struct cdy_generated_file {
    char *name, *text;
} cdy_generated_file;

/* Source texts of a robot's code, each null-terminated. */
typedef struct cdy_generated {
    char *header; /* NAME.h */
    char *source; /* NAME.c, or NAME.cu for CUDA, which includes NAME.h */
    char *test;   /* NAME_test.c or .cu: a program that compares the code with recorded results of the library */
    cdy_generated_file *files; /* of a package; NULL: none */
    int file_count;
} cdy_generated;

/* Generates the code of a robot.  `robot` names it in comments (NULL: unnamed).  The caller frees the texts with
 * cdy_generated_clear(), also those of a failed call, which are NULL.
 *
 * Fails with CDY_ERROR_ARGUMENT (options out of range, a name that is no identifier or is a keyword, a payload body
 * that does not exist or does not move), CDY_ERROR_NUMERIC (the robot's mass matrix is singular in all states: forward
 * dynamics and the inverse would divide by zero), CDY_ERROR_UNSUPPORTED (the code would be larger than `most_bytes`,
 * and how large; forward dynamics with friction by the load where joints mimic others; or the library was built without
 * a C++ compiler, which tracing takes), CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_generate(const cdy_model *model, const char *robot, const cdy_generate_options *options,
                                cdy_generated *code, cdy_error *error);

/* Frees the texts and sets them to NULL; takes NULL. */
CDY_API void cdy_generated_clear(cdy_generated *code);

#endif
