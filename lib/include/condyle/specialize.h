/* Specialization: code for one robot (condyle/generate.h), compiled at run time by the user's compiler, in place of the
 * general calls.
 *
 * A specialization belongs to a model with its present gravity, drives and payloads. A workspace or a batch that has
 * been given it computes inverse dynamics, forward dynamics, the mass matrix and, where asked for, its inverse, both
 * derivatives of inverse dynamics at once, all three of forward dynamics at once, and the products of vectors with
 * derivatives (cdy_inverse_dynamics_vjp(), cdy_forward_dynamics_vjp()) by its code, with the same results but for
 * rounding and the same failures.
 *
 * Matrices of derivatives have no code where it would take as many operations a degree of freedom as the general code
 * is worth: for one state 550 of inverse dynamics and 800 of forward dynamics, in lanes 610 of inverse dynamics.  The
 * general code, which is then faster, computes them: for one state so on arms of 7 degrees of freedom, not of 6.
 *
 * Forward dynamics by another method than articulated bodies, calls with external forces, and a model whose gravity,
 * drives or payloads have been changed since are left to the general code, as is every other quantity. In batches of
 * several lanes the general code also computes matrices of more than 80 degrees of freedom (56 in four lanes or fewer),
 * and states with angles that are not finite or beyond 9e5 rad, together with the states of the same block, of which
 * there are as many as lanes: results of these then differ by rounding from those beside other states.
 *
 * A specialization over floats (`floats`) is for batches over floats, whose angles it takes up to 3000 rad; one over
 * doubles is for workspaces and the other batches.
 *
 * A specialization does not change: threads may share it, each with a workspace of its own. The model does not refer to
 * it, so that models can be shared, copied and saved as before.
 *
 * Compiled code is kept in a folder of the user's alone (mode 0700; refused where a folder above it belongs to anybody
 * but the user and root, or where others may rename its content; /tmp is allowed), under a name made of the compiled
 * model, the functions, the version of the library, the machine, and the compiler with its options; it is checked
 * before it is loaded, and compared with the general code afterwards. Files there may be deleted at any time.
 *
 * While the compiler runs, a process made by fork() looks after it: where the present process ends before the compiler
 * does, by whatever signal, the compiler and its programs are ended within about a second, and their files removed.
 * Programs that leave the compiler's process group, as those of timeout(1) do, are not reached then. */
#ifndef CONDYLE_SPECIALIZE_H
#define CONDYLE_SPECIALIZE_H

#include <condyle/batch.h>
#include <condyle/batch_float.h>
#include <condyle/generate.h>

/* The functions to compile, and the compiler. */
typedef struct cdy_specialize_options {
    unsigned calls;         /* sum of CDY_GENERATE_INVERSE_DYNAMICS, _FORWARD_DYNAMICS, _MASS_MATRIX (default: these),
                               _INVERSE_MASS_MATRIX, _INVERSE_DYNAMICS_DERIVATIVES, _FORWARD_DYNAMICS_DERIVATIVES,
                               _INVERSE_DYNAMICS_VJP and _FORWARD_DYNAMICS_VJP, of the library's calls of that name */
    int lanes;              /* of the batches; 0 (default): the most that the machine has, as batches take by default */
    const char *compiler;   /* program and first arguments, separated by blanks; NULL (default): those of $CC, or cc */
    const char *cache;      /* folder; NULL (default): condyle in $XDG_CACHE_HOME, or in ~/.cache */
    double time_limit;      /* s, of the compiler; default 60, at most 3600 */
    double angle_tolerance; /* rad: rotations this close to quarter turns count as such, 0 (default) to 1e-3; results
                               then differ by about as much */
    size_t most_bytes;   /* limit of the object code, as estimated, also of code in the cache; 0 (default): 250,000 */
    bool floats;         /* code for batches over floats alone, of 4, 8 or 16 lanes: of all calls but
                            _INVERSE_MASS_MATRIX and matrices of derivatives; default false */
    cdy_reserve reserve; /* for members to come: all 0 */
} cdy_specialize_options;

/* Returns the default options. */
CDY_API cdy_specialize_options cdy_specialize_options_default(void);

/* Compiled code for one model. */
typedef struct cdy_specialization cdy_specialization;

/* Compiles code for a model, or loads it where it has been compiled before. `options` may be NULL. On failure
 * *specialization is NULL, which workspaces and batches take as well: they stay general.
 *
 * Fails with CDY_ERROR_ARGUMENT (options out of range), CDY_ERROR_UNSUPPORTED (mimic joints, nothing that moves, code
 * larger than `most_bytes`, functions of which the general code computes all faster, lanes that the machine does not
 * have, no compiler, a process with the rights of another user, or a library that was built without a C++ compiler or
 * for a system without processes or dynamic loading), CDY_ERROR_IO (the folder is not the user's alone, or cannot be
 * written; the compiler failed, with its messages, or exceeded its time; its result is no file of code, or cannot be
 * loaded), CDY_ERROR_NUMERIC (the robot's mass matrix is singular in all states, or results differ from the general
 * code), CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_specialize(const cdy_model *model, const cdy_specialize_options *options,
                                  cdy_specialization **specialization, cdy_error *error);

/* Unloads the code; no workspace or batch that has been given it may be used any more. Takes NULL. */
CDY_API void cdy_specialization_destroy(cdy_specialization *specialization);

/* Returns whether the code had been compiled before; false for NULL. */
CDY_API bool cdy_specialization_is_cached(const cdy_specialization *specialization);

/* Gives a workspace the code for its model, which must outlive its use; NULL: none. Fails with CDY_ERROR_ARGUMENT where
 * it is the code for another model, or over floats. */
CDY_API cdy_status cdy_workspace_specialize(cdy_workspace *workspace, const cdy_specialization *specialization,
                                            cdy_error *error);

/* Gives a batch the code for its model; otherwise as cdy_workspace_specialize().  Fails with CDY_ERROR_ARGUMENT where
 * the code is for another model, other lanes or other numbers. */
CDY_API cdy_status cdy_batch_specialize(cdy_batch *batch, const cdy_specialization *specialization, cdy_error *error);

/* Gives a batch over floats the code for its model, made with `floats`; otherwise as cdy_batch_specialize(). */
CDY_API cdy_status cdy_batch_f32_specialize(cdy_batch_f32 *batch, const cdy_specialization *specialization,
                                            cdy_error *error);

#endif
