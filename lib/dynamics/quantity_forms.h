/* Forms of inputs and results of the quantities (quantities.def).
 *
 * A form of inputs has four macros: PARAMETERS_FORM declares the parameters over a number type, ARGUMENTS_FORM names
 * them, GIVEN_FORM initializes a quantity_given with them, and INPUTS_FORM has their kinds. RESULT_FORM has the kind of
 * the result, its size, and of what there is one (quantity.h); PLACE_FORM declares its place, and SIZE_FORM and
 * IS_MATRIX_FORM are for tests. */
#ifndef CDY_DYNAMICS_QUANTITY_FORMS_H
#define CDY_DYNAMICS_QUANTITY_FORMS_H

#define PARAMETERS_Q(number)             const number *q
#define PARAMETERS_Q_QD(number)          PARAMETERS_Q(number), const number *qd
#define PARAMETERS_Q_QD_QDD(number)      PARAMETERS_Q_QD(number), const number *qdd
#define PARAMETERS_Q_QD_QDD_FEXT(number) PARAMETERS_Q_QD_QDD(number), const number *fext
#define PARAMETERS_Q_X(number)           PARAMETERS_Q(number), const number *x

#define PARAMETERS_FRAME_RELATIVE_Q(number)    int frame, int relative_to, PARAMETERS_Q(number)
#define PARAMETERS_FRAME_AXES_Q(number)        int frame, cdy_axes axes, PARAMETERS_Q(number)
#define PARAMETERS_FRAME_AXES_Q_QD(number)     int frame, cdy_axes axes, PARAMETERS_Q_QD(number)
#define PARAMETERS_FRAME_AXES_Q_QD_QDD(number) int frame, cdy_axes axes, PARAMETERS_Q_QD_QDD(number)

#define ARGUMENTS_Q                   q
#define ARGUMENTS_Q_QD                q, qd
#define ARGUMENTS_Q_QD_QDD            q, qd, qdd
#define ARGUMENTS_Q_QD_QDD_FEXT       q, qd, qdd, fext
#define ARGUMENTS_Q_X                 q, x
#define ARGUMENTS_FRAME_RELATIVE_Q    frame, relative_to, q
#define ARGUMENTS_FRAME_AXES_Q        frame, axes, q
#define ARGUMENTS_FRAME_AXES_Q_QD     frame, axes, q, qd
#define ARGUMENTS_FRAME_AXES_Q_QD_QDD frame, axes, q, qd, qdd

/* The same as an initializer of quantity_given. */
#define GIVEN_Q                   .in = {q}
#define GIVEN_Q_QD                .in = {q, qd}
#define GIVEN_Q_QD_QDD            .in = {q, qd, qdd}
#define GIVEN_Q_QD_QDD_FEXT       .in = {q, qd, qdd, fext}
#define GIVEN_Q_X                 .in = {q, NULL, x}
#define GIVEN_FRAME_RELATIVE_Q    .frame = frame, .relative_to = relative_to, GIVEN_Q
#define GIVEN_FRAME_AXES_Q        .frame = frame, .axes = axes, GIVEN_Q
#define GIVEN_FRAME_AXES_Q_QD     .frame = frame, .axes = axes, GIVEN_Q_QD
#define GIVEN_FRAME_AXES_Q_QD_QDD .frame = frame, .axes = axes, GIVEN_Q_QD_QDD

#define INPUTS_Q                   INPUT_POSITION
#define INPUTS_Q_QD                INPUT_POSITION, INPUT_VELOCITY
#define INPUTS_Q_QD_QDD            INPUT_POSITION, INPUT_VELOCITY, INPUT_ACCELERATION
#define INPUTS_Q_QD_QDD_FEXT       INPUT_POSITION, INPUT_VELOCITY, INPUT_ACCELERATION, INPUT_FORCES
#define INPUTS_Q_X                 INPUT_POSITION, INPUT_NOTHING, INPUT_VECTOR
#define INPUTS_FRAME_RELATIVE_Q    INPUTS_Q
#define INPUTS_FRAME_AXES_Q        INPUTS_Q
#define INPUTS_FRAME_AXES_Q_QD     INPUTS_Q_QD
#define INPUTS_FRAME_AXES_Q_QD_QDD INPUTS_Q_QD_QDD

/* Where the call for one state writes the result. */
#define PLACE_TORQUES          *numbers
#define PLACE_COLUMNS_6        *numbers
#define PLACE_MATRIX           *numbers
#define PLACE_SYMMETRIC_MATRIX *numbers
#define PLACE_NUMBERS_6        numbers[6]
#define PLACE_NUMBERS_16       numbers[16]
#define PLACE_TRANSFORMS       *numbers
#define PLACE_WRENCHES         *numbers

#define RESULT_TORQUES          OUTPUT_COLUMNS, 1, PER_STATE
#define RESULT_COLUMNS_6        OUTPUT_COLUMNS, 6, PER_STATE
#define RESULT_MATRIX           OUTPUT_SQUARE, 0, PER_STATE
#define RESULT_SYMMETRIC_MATRIX OUTPUT_SYMMETRIC, 0, PER_STATE
#define RESULT_NUMBERS_6        OUTPUT_NUMBERS, 6, PER_STATE
#define RESULT_NUMBERS_16       OUTPUT_NUMBERS, 16, PER_STATE
#define RESULT_TRANSFORMS       OUTPUT_NUMBERS, 16, PER_FRAME
#define RESULT_WRENCHES         OUTPUT_NUMBERS, 6, PER_JOINT

/* Numbers of the result, for those who do not know the model's insides, and whether it is a matrix, which may hold
 * anything after a failure. */
#define SIZE_TORQUES(model)          ((size_t)cdy_model_nv(model))
#define SIZE_COLUMNS_6(model)        (6 * (size_t)cdy_model_nv(model))
#define SIZE_MATRIX(model)           ((size_t)cdy_model_nv(model) * (size_t)cdy_model_nv(model))
#define SIZE_SYMMETRIC_MATRIX(model) SIZE_MATRIX(model)
#define SIZE_NUMBERS_6(model)        6
#define SIZE_NUMBERS_16(model)       16
#define SIZE_TRANSFORMS(model)       (16 * (size_t)cdy_model_frame_count(model))
#define SIZE_WRENCHES(model)         (6 * (size_t)cdy_model_joint_count(model))

#define IS_MATRIX_TORQUES          false
#define IS_MATRIX_COLUMNS_6        true
#define IS_MATRIX_MATRIX           true
#define IS_MATRIX_SYMMETRIC_MATRIX true
#define IS_MATRIX_NUMBERS_6        false
#define IS_MATRIX_NUMBERS_16       false
#define IS_MATRIX_TRANSFORMS       true
#define IS_MATRIX_WRENCHES         true

#endif
