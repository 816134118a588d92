/* Forms of inputs and results of the quantities (quantities.def).
 *
 * A form of inputs has six macros: PARAMETERS_FORM declares the parameters over a number type, ARGUMENTS_FORM names
 * them, GIVEN_FORM initializes a quantity_given with them, and INPUTS_FORM has their kinds; NAMED_FORM and BODIES_FORM
 * are the parameters and arguments of the front door (robot.h), which has names of bodies in place of frames.
 *
 * The results of a quantity are ONE(kind), TWO(kind, kind), EACH(kind, kind, kind) with three places, or THREE(kind,
 * kind, kind) with a struct of them. A kind has three macros: RESULT_KIND is its quantity_result (quantity.h), AT_KIND
 * declares a place for one state, SIZE_KIND is the number of numbers. */
#ifndef CDY_DYNAMICS_QUANTITY_FORMS_H
#define CDY_DYNAMICS_QUANTITY_FORMS_H

#define PARAMETERS_Q(number)             const number *q
#define PARAMETERS_Q_QD(number)          PARAMETERS_Q(number), const number *qd
#define PARAMETERS_Q_QD_QDD(number)      PARAMETERS_Q_QD(number), const number *qdd
#define PARAMETERS_Q_QD_QDD_FEXT(number) PARAMETERS_Q_QD_QDD(number), const number *fext
#define PARAMETERS_Q_X(number)           PARAMETERS_Q(number), const number *x
#define PARAMETERS_Q_TORQUE(number)      PARAMETERS_Q_X(number)
#define PARAMETERS_Q_QD_TAU_FEXT(number) PARAMETERS_Q_QD(number), const number *tau, const number *fext

#define PARAMETERS_METHOD_Q_QD_TAU_FEXT(number) cdy_forward_method method, PARAMETERS_Q_QD_TAU_FEXT(number)
#define PARAMETERS_FRAME_Q(number)              int frame, PARAMETERS_Q(number)
#define PARAMETERS_FRAME_RELATIVE_Q(number)     int frame, int relative_to, PARAMETERS_Q(number)
#define PARAMETERS_FRAME_AXES_Q(number)         int frame, cdy_axes axes, PARAMETERS_Q(number)
#define PARAMETERS_FRAME_AXES_Q_QD(number)      int frame, cdy_axes axes, PARAMETERS_Q_QD(number)
#define PARAMETERS_FRAME_AXES_Q_QD_QDD(number)  int frame, cdy_axes axes, PARAMETERS_Q_QD_QDD(number)
#define PARAMETERS_Q_QD_QDD_COLUMNS(number)     PARAMETERS_Q_QD_QDD(number), const cdy_regressor_options *columns

#define PARAMETERS_Q_QD_QDD_FEXT_W(number) PARAMETERS_Q_QD_QDD_FEXT(number), const number *w
#define PARAMETERS_Q_QD_TAU_FEXT_W(number) PARAMETERS_Q_QD_TAU_FEXT(number), const number *w
#define PARAMETERS_Q_QD_QDD_FEXT_STEPS(number)                                                                         \
    PARAMETERS_Q_QD_QDD_FEXT(number), const number *dq, const number *dqd, const number *dqdd
#define PARAMETERS_Q_QD_TAU_FEXT_STEPS(number)                                                                         \
    PARAMETERS_Q_QD_TAU_FEXT(number), const number *dq, const number *dqd, const number *dtau
#define PARAMETERS_Q_QD_QDD_COLUMNS_W(number) PARAMETERS_Q_QD_QDD_COLUMNS(number), const number *w

#define ARGUMENTS_Q                    q
#define ARGUMENTS_Q_QD                 q, qd
#define ARGUMENTS_Q_QD_QDD             q, qd, qdd
#define ARGUMENTS_Q_QD_QDD_FEXT        q, qd, qdd, fext
#define ARGUMENTS_Q_X                  q, x
#define ARGUMENTS_Q_TORQUE             q, x
#define ARGUMENTS_Q_QD_TAU_FEXT        q, qd, tau, fext
#define ARGUMENTS_METHOD_Q_QD_TAU_FEXT method, q, qd, tau, fext
#define ARGUMENTS_FRAME_Q              frame, q
#define ARGUMENTS_FRAME_RELATIVE_Q     frame, relative_to, q
#define ARGUMENTS_FRAME_AXES_Q         frame, axes, q
#define ARGUMENTS_FRAME_AXES_Q_QD      frame, axes, q, qd
#define ARGUMENTS_FRAME_AXES_Q_QD_QDD  frame, axes, q, qd, qdd
#define ARGUMENTS_Q_QD_QDD_COLUMNS     q, qd, qdd, columns

#define ARGUMENTS_Q_QD_QDD_FEXT_W     ARGUMENTS_Q_QD_QDD_FEXT, w
#define ARGUMENTS_Q_QD_TAU_FEXT_W     ARGUMENTS_Q_QD_TAU_FEXT, w
#define ARGUMENTS_Q_QD_QDD_FEXT_STEPS ARGUMENTS_Q_QD_QDD_FEXT, dq, dqd, dqdd
#define ARGUMENTS_Q_QD_TAU_FEXT_STEPS ARGUMENTS_Q_QD_TAU_FEXT, dq, dqd, dtau
#define ARGUMENTS_Q_QD_QDD_COLUMNS_W  ARGUMENTS_Q_QD_QDD_COLUMNS, w

/* The same as an initializer of quantity_given. */
#define GIVEN_Q                    .in = {q}
#define GIVEN_Q_QD                 .in = {q, qd}
#define GIVEN_Q_QD_QDD             .in = {q, qd, qdd}
#define GIVEN_Q_QD_QDD_FEXT        .in = {q, qd, qdd, fext}
#define GIVEN_Q_X                  .in = {q, NULL, x}
#define GIVEN_Q_TORQUE             .in = {q, NULL, x}
#define GIVEN_Q_QD_TAU_FEXT        .in = {q, qd, tau, fext}
#define GIVEN_METHOD_Q_QD_TAU_FEXT .settings.method = method, GIVEN_Q_QD_TAU_FEXT
#define GIVEN_FRAME_Q              .settings.frame = frame, GIVEN_Q
#define GIVEN_FRAME_RELATIVE_Q     .settings.frame = frame, .settings.relative_to = relative_to, GIVEN_Q
#define GIVEN_FRAME_AXES_Q         .settings.frame = frame, .settings.axes = axes, GIVEN_Q
#define GIVEN_FRAME_AXES_Q_QD      .settings.frame = frame, .settings.axes = axes, GIVEN_Q_QD
#define GIVEN_FRAME_AXES_Q_QD_QDD  .settings.frame = frame, .settings.axes = axes, GIVEN_Q_QD_QDD
#define GIVEN_Q_QD_QDD_COLUMNS     .settings.regressor = columns, GIVEN_Q_QD_QDD

#define GIVEN_Q_QD_QDD_FEXT_W     .in = {q, qd, qdd, fext, w}
#define GIVEN_Q_QD_TAU_FEXT_W     .in = {q, qd, tau, fext, w}
#define GIVEN_Q_QD_QDD_FEXT_STEPS .in = {q, qd, qdd, fext, dq, dqd, dqdd}
#define GIVEN_Q_QD_TAU_FEXT_STEPS .in = {q, qd, tau, fext, dq, dqd, dtau}
#define GIVEN_Q_QD_QDD_COLUMNS_W  .settings.regressor = columns, .in = {q, qd, qdd, NULL, w}

#define INPUTS_Q                    INPUT_POSITION
#define INPUTS_Q_QD                 INPUT_POSITION, INPUT_VELOCITY
#define INPUTS_Q_QD_QDD             INPUT_POSITION, INPUT_VELOCITY, INPUT_ACCELERATION
#define INPUTS_Q_QD_QDD_FEXT        INPUT_POSITION, INPUT_VELOCITY, INPUT_ACCELERATION, INPUT_FORCES
#define INPUTS_Q_X                  INPUT_POSITION, INPUT_NOTHING, INPUT_VECTOR
#define INPUTS_Q_TORQUE             INPUT_POSITION, INPUT_NOTHING, INPUT_TORQUE
#define INPUTS_Q_QD_TAU_FEXT        INPUT_POSITION, INPUT_VELOCITY, INPUT_TORQUE, INPUT_FORCES
#define INPUTS_METHOD_Q_QD_TAU_FEXT INPUTS_Q_QD_TAU_FEXT
#define INPUTS_FRAME_Q              INPUTS_Q
#define INPUTS_FRAME_RELATIVE_Q     INPUTS_Q
#define INPUTS_FRAME_AXES_Q         INPUTS_Q
#define INPUTS_FRAME_AXES_Q_QD      INPUTS_Q_QD
#define INPUTS_FRAME_AXES_Q_QD_QDD  INPUTS_Q_QD_QDD
#define INPUTS_Q_QD_QDD_COLUMNS     INPUTS_Q_QD_QDD

#define INPUTS_Q_QD_QDD_FEXT_W     INPUTS_Q_QD_QDD_FEXT, INPUT_VECTOR
#define INPUTS_Q_QD_TAU_FEXT_W     INPUTS_Q_QD_TAU_FEXT, INPUT_TORQUE
#define INPUTS_Q_QD_QDD_FEXT_STEPS INPUTS_Q_QD_QDD_FEXT, INPUT_VECTOR, INPUT_VECTOR, INPUT_VECTOR
#define INPUTS_Q_QD_TAU_FEXT_STEPS INPUTS_Q_QD_TAU_FEXT, INPUT_VECTOR, INPUT_VECTOR, INPUT_TORQUE
#define INPUTS_Q_QD_QDD_COLUMNS_W  INPUTS_Q_QD_QDD, INPUT_NOTHING, INPUT_VECTOR

/* Parameters of the front door's call (robot.h), with bodies by name, and the bodies that it has to find. */
#define NAMED_Q                    PARAMETERS_Q(double)
#define NAMED_Q_QD                 PARAMETERS_Q_QD(double)
#define NAMED_Q_QD_QDD             PARAMETERS_Q_QD_QDD(double)
#define NAMED_Q_QD_QDD_FEXT        PARAMETERS_Q_QD_QDD_FEXT(double)
#define NAMED_Q_X                  PARAMETERS_Q_X(double)
#define NAMED_Q_TORQUE             PARAMETERS_Q_TORQUE(double)
#define NAMED_Q_QD_TAU_FEXT        PARAMETERS_Q_QD_TAU_FEXT(double)
#define NAMED_METHOD_Q_QD_TAU_FEXT PARAMETERS_METHOD_Q_QD_TAU_FEXT(double)
#define NAMED_FRAME_Q              const char *body, PARAMETERS_Q(double)
#define NAMED_FRAME_RELATIVE_Q     const char *body, const char *relative_body, PARAMETERS_Q(double)
#define NAMED_FRAME_AXES_Q         const char *body, cdy_axes axes, PARAMETERS_Q(double)
#define NAMED_FRAME_AXES_Q_QD      const char *body, cdy_axes axes, PARAMETERS_Q_QD(double)
#define NAMED_FRAME_AXES_Q_QD_QDD  const char *body, cdy_axes axes, PARAMETERS_Q_QD_QDD(double)
#define NAMED_Q_QD_QDD_COLUMNS     PARAMETERS_Q_QD_QDD_COLUMNS(double)

#define NAMED_Q_QD_QDD_FEXT_W     PARAMETERS_Q_QD_QDD_FEXT_W(double)
#define NAMED_Q_QD_TAU_FEXT_W     PARAMETERS_Q_QD_TAU_FEXT_W(double)
#define NAMED_Q_QD_QDD_FEXT_STEPS PARAMETERS_Q_QD_QDD_FEXT_STEPS(double)
#define NAMED_Q_QD_TAU_FEXT_STEPS PARAMETERS_Q_QD_TAU_FEXT_STEPS(double)
#define NAMED_Q_QD_QDD_COLUMNS_W  PARAMETERS_Q_QD_QDD_COLUMNS_W(double)

#define BODIES_Q                    false, NULL, NULL
#define BODIES_Q_QD                 false, NULL, NULL
#define BODIES_Q_QD_QDD             false, NULL, NULL
#define BODIES_Q_QD_QDD_FEXT        false, NULL, NULL
#define BODIES_Q_X                  false, NULL, NULL
#define BODIES_Q_TORQUE             false, NULL, NULL
#define BODIES_Q_QD_TAU_FEXT        false, NULL, NULL
#define BODIES_METHOD_Q_QD_TAU_FEXT false, NULL, NULL
#define BODIES_FRAME_Q              true, body, NULL
#define BODIES_FRAME_RELATIVE_Q     true, body, relative_body
#define BODIES_FRAME_AXES_Q         true, body, NULL
#define BODIES_FRAME_AXES_Q_QD      true, body, NULL
#define BODIES_FRAME_AXES_Q_QD_QDD  true, body, NULL
#define BODIES_Q_QD_QDD_COLUMNS     false, NULL, NULL

#define BODIES_Q_QD_QDD_FEXT_W     false, NULL, NULL
#define BODIES_Q_QD_TAU_FEXT_W     false, NULL, NULL
#define BODIES_Q_QD_QDD_FEXT_STEPS false, NULL, NULL
#define BODIES_Q_QD_TAU_FEXT_STEPS false, NULL, NULL
#define BODIES_Q_QD_QDD_COLUMNS_W  false, NULL, NULL

/* Kinds of results. Columns, square and symmetric matrices and the regressor are in the tree's coordinates, and
 * projected to the caller's afterwards; numbers stay as the kernel writes them. OWN_ tells a kind of numbers, one for
 * each of the caller's coordinates, from the projected kind of the same shape. */
#define RESULT_TORQUES                                                                                                 \
    {                                                                                                                  \
        OUTPUT_COLUMNS, 1, PER_STATE                                                                                   \
    }
#define RESULT_ACCELERATIONS                                                                                           \
    {                                                                                                                  \
        OUTPUT_NUMBERS, 1, PER_VELOCITY                                                                                \
    }
#define RESULT_NUMBER                                                                                                  \
    {                                                                                                                  \
        OUTPUT_NUMBERS, 1, PER_STATE                                                                                   \
    }
#define RESULT_NUMBERS_3                                                                                               \
    {                                                                                                                  \
        OUTPUT_NUMBERS, 3, PER_STATE                                                                                   \
    }
#define RESULT_NUMBERS_6                                                                                               \
    {                                                                                                                  \
        OUTPUT_NUMBERS, 6, PER_STATE                                                                                   \
    }
#define RESULT_NUMBERS_16                                                                                              \
    {                                                                                                                  \
        OUTPUT_NUMBERS, 16, PER_STATE                                                                                  \
    }
#define RESULT_COLUMNS_3                                                                                               \
    {                                                                                                                  \
        OUTPUT_COLUMNS, 3, PER_STATE                                                                                   \
    }
#define RESULT_COLUMNS_6                                                                                               \
    {                                                                                                                  \
        OUTPUT_COLUMNS, 6, PER_STATE                                                                                   \
    }
#define RESULT_MATRIX                                                                                                  \
    {                                                                                                                  \
        OUTPUT_SQUARE, 0, PER_STATE                                                                                    \
    }
#define RESULT_SYMMETRIC_MATRIX                                                                                        \
    {                                                                                                                  \
        OUTPUT_SYMMETRIC, 0, PER_STATE                                                                                 \
    }
#define RESULT_OWN_MATRIX                                                                                              \
    {                                                                                                                  \
        OUTPUT_NUMBERS, 1, PER_PAIR                                                                                    \
    }
#define RESULT_OWN_COLUMNS_6                                                                                           \
    {                                                                                                                  \
        OUTPUT_NUMBERS, 6, PER_VELOCITY                                                                                \
    }
#define RESULT_OWN_COLUMNS_6_BY_Q                                                                                      \
    {                                                                                                                  \
        OUTPUT_NUMBERS, 6, PER_PAIR                                                                                    \
    }
#define RESULT_TRANSFORM_BY_Q                                                                                          \
    {                                                                                                                  \
        OUTPUT_NUMBERS, 16, PER_VELOCITY                                                                               \
    }
#define RESULT_TRANSFORMS                                                                                              \
    {                                                                                                                  \
        OUTPUT_NUMBERS, 16, PER_FRAME                                                                                  \
    }
#define RESULT_WRENCHES                                                                                                \
    {                                                                                                                  \
        OUTPUT_NUMBERS, 6, PER_JOINT                                                                                   \
    }
#define RESULT_REGRESSOR                                                                                               \
    {                                                                                                                  \
        OUTPUT_REGRESSOR, 1, PER_PARAMETER                                                                             \
    }

#define RESULT_FORCES                                                                                                  \
    {                                                                                                                  \
        OUTPUT_NUMBERS, 6, PER_FORCE_ROW                                                                               \
    }
#define RESULT_PARAMETERS                                                                                              \
    {                                                                                                                  \
        OUTPUT_NUMBERS, 1, PER_COLUMN                                                                                  \
    }

#define AT_TORQUES(place)            *place
#define AT_ACCELERATIONS(place)      *place
#define AT_NUMBER(place)             *place
#define AT_NUMBERS_3(place)          place[3]
#define AT_NUMBERS_6(place)          place[6]
#define AT_NUMBERS_16(place)         place[16]
#define AT_COLUMNS_3(place)          *place
#define AT_COLUMNS_6(place)          *place
#define AT_MATRIX(place)             *place
#define AT_SYMMETRIC_MATRIX(place)   *place
#define AT_OWN_MATRIX(place)         *place
#define AT_OWN_COLUMNS_6(place)      *place
#define AT_OWN_COLUMNS_6_BY_Q(place) *place
#define AT_TRANSFORM_BY_Q(place)     *place
#define AT_TRANSFORMS(place)         *place
#define AT_WRENCHES(place)           *place
#define AT_REGRESSOR(place)          *place
#define AT_FORCES(place)             *place
#define AT_PARAMETERS(place)         *place

/* Sizes of `model` for files that see only the public headers; the columns of a regressor are `columns`. */
#define VELOCITIES_             ((size_t)cdy_model_nv(model))
#define SIZE_TORQUES            VELOCITIES_
#define SIZE_ACCELERATIONS      VELOCITIES_
#define SIZE_NUMBER             1
#define SIZE_NUMBERS_3          3
#define SIZE_NUMBERS_6          6
#define SIZE_NUMBERS_16         16
#define SIZE_COLUMNS_3          (3 * VELOCITIES_)
#define SIZE_COLUMNS_6          (6 * VELOCITIES_)
#define SIZE_MATRIX             (VELOCITIES_ * VELOCITIES_)
#define SIZE_SYMMETRIC_MATRIX   (VELOCITIES_ * VELOCITIES_)
#define SIZE_OWN_MATRIX         (VELOCITIES_ * VELOCITIES_)
#define SIZE_OWN_COLUMNS_6      (6 * VELOCITIES_)
#define SIZE_OWN_COLUMNS_6_BY_Q (6 * VELOCITIES_ * VELOCITIES_)
#define SIZE_TRANSFORM_BY_Q     (16 * VELOCITIES_)
#define SIZE_TRANSFORMS         (16 * (size_t)cdy_model_frame_count(model))
#define SIZE_WRENCHES           (6 * (size_t)cdy_model_joint_count(model))
#define SIZE_REGRESSOR          (VELOCITIES_ * (size_t)cdy_parameter_count(model, columns))
#define SIZE_FORCES             (6 * (size_t)cdy_model_force_rows(model))
#define SIZE_PARAMETERS         ((size_t)cdy_parameter_count(model, columns))

/* The places of one to three results: parameters of the call for one state, parameters of the call for many, pointers
 * to them, their kinds, arguments, parameters as arguments, and sizes. Of three results the places are a struct. */
#define PLACES_ONE(a)         double AT_##a(out)
#define PLACES_TWO(a, b)      double AT_##a(out), double AT_##b(second)
#define PLACES_EACH(a, b, c)  double AT_##a(out), double AT_##b(second), double AT_##c(third)
#define PLACES_THREE(a, b, c) const cdy_forward_derivatives *places

#define ROWS_ONE(a)         scalar *out
#define ROWS_TWO(a, b)      scalar *out, scalar *second
#define ROWS_EACH(a, b, c)  scalar *out, scalar *second, scalar *third
#define ROWS_THREE(a, b, c) const forward_places *places

#define POINTERS_ONE(a)        out
#define POINTERS_TWO(a, b)     out, second
#define POINTERS_EACH(a, b, c) out, second, third
#define POINTERS_THREE(a, b, c)                                                                                        \
    places ? places->by_q : NULL, places ? places->by_qd : NULL, places ? places->by_tau : NULL

#define RESULTS_ONE(a)         RESULT_##a
#define RESULTS_TWO(a, b)      RESULT_##a, RESULT_##b
#define RESULTS_EACH(a, b, c)  RESULT_##a, RESULT_##b, RESULT_##c
#define RESULTS_THREE(a, b, c) RESULT_##a, RESULT_##b, RESULT_##c

#define OUT_ONE(a)        out
#define OUT_TWO(a, b)     out, second
#define OUT_EACH(a, b, c) out, second, third
#define OUT_THREE(a, b, c)                                                                                             \
    _Generic(*out, float                                                                                               \
             : &(const cdy_forward_derivatives_f32){(void *)out, (void *)second, (void *)third}, double                \
             : &(const cdy_forward_derivatives){(void *)out, (void *)second, (void *)third})

#define PASS_ONE(a)         out
#define PASS_TWO(a, b)      out, second
#define PASS_EACH(a, b, c)  out, second, third
#define PASS_THREE(a, b, c) places

#define SIZES_ONE(a)         SIZE_##a
#define SIZES_TWO(a, b)      SIZE_##a, SIZE_##b
#define SIZES_EACH(a, b, c)  SIZE_##a, SIZE_##b, SIZE_##c
#define SIZES_THREE(a, b, c) SIZE_##a, SIZE_##b, SIZE_##c

/* Declare every argument and every place that a form may name, for what makes any call: the inputs, of which a form has
 * a torque or another vector in place of an acceleration, and up to three vectors to multiply by; and the settings. */
#define DECLARE_INPUTS(number, q_, qd_, qdd_, tau_, x_, fext_, first_, second_, third_)                                \
    const number *q = (q_), *qd = (qd_), *qdd = (qdd_), *tau = (tau_), *x = (x_), *fext = (fext_);                     \
    const number *w = (first_), *dq = (first_), *dqd = (second_), *dqdd = (third_), *dtau = (third_);                  \
    (void)q, (void)qd, (void)qdd, (void)tau, (void)x, (void)fext;                                                      \
    (void)w, (void)dq, (void)dqd, (void)dqdd, (void)dtau
#define DECLARE_SETTINGS(frame_, relative_to_, axes_, method_, columns_)                                               \
    const int frame = (frame_), relative_to = (relative_to_);                                                          \
    const cdy_axes axes = (axes_);                                                                                     \
    const cdy_forward_method method = (method_);                                                                       \
    const cdy_regressor_options *columns = (columns_);                                                                 \
    (void)frame, (void)relative_to, (void)axes, (void)method, (void)columns
#define DECLARE_ARGUMENTS(number, q_, qd_, qdd_, fext_, frame_, relative_to_, axes_)                                   \
    DECLARE_INPUTS(number, q_, qd_, qdd_, qdd_, qdd_, fext_, qdd_, qd_, qd_);                                          \
    DECLARE_SETTINGS(frame_, relative_to_, axes_, CDY_FORWARD_MASS_MATRIX, NULL)
#define DECLARE_PLACES(number, out_, second_, third_)                                                                  \
    number *out = (out_), *second = (second_), *third = (third_);                                                      \
    (void)out, (void)second, (void)third

#endif
