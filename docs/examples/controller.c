/* A controller without heap, files or XML: the robot is a constant array, all memory is static, a cycle lasts 1 ms.
 *
 *   condyle compile universalUR5e --c-array --name ur5e -o ur5e_model.h
 *   cc controller.c -lcondyle -lm
 *
 * The arm follows a sine by computed torque: inverse dynamics gives the torques, and for want of an arm forward
 * dynamics moves it. */
#define _POSIX_C_SOURCE 200809L
#include "ur5e_model.h"

#include <condyle/dynamics.h>
#include <condyle/model_file.h>
#include <condyle/static.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#ifdef TRAP_HEAP /* the tests let every allocation end the program from here on */
void trap_heap(void);
#else
#define trap_heap() ((void)0)
#endif

enum { JOINTS = 6, MAX_BODIES = 16, CYCLES = 500, CYCLE_NS = 1000000 };

/* The workspace of any robot with so many bodies and joints. */
static _Alignas(64) unsigned char workspace_memory[CDY_WORKSPACE_BYTES(MAX_BODIES, JOINTS)];
_Static_assert(sizeof ur5e + sizeof workspace_memory < 64 * 1024, "the robot fits the controller's memory");

static double q[JOINTS], qd[JOINTS], tau[JOINTS];

/* The reference motion of every joint at time t. */
static void reference(double t, double *position, double *velocity, double *acceleration)
{
    const double size = 0.3, frequency = 4;
    *position = size * (1 - cos(frequency * t));
    *velocity = size * frequency * sin(frequency * t);
    *acceleration = size * frequency * frequency * cos(frequency * t);
}

/* One cycle; *worst is the largest distance from the reference so far, rad. */
static cdy_status control(const cdy_model *model, cdy_workspace *workspace, double t, double *worst, cdy_error *error)
{
    const double stiffness = 400, damping = 40, cycle = (double)CYCLE_NS * 1e-9;
    double position, velocity, acceleration, wanted[JOINTS], qdd[JOINTS];
    reference(t, &position, &velocity, &acceleration);
    for (int i = 0; i < JOINTS; i++) {
        wanted[i] = acceleration + damping * (velocity - qd[i]) + stiffness * (position - q[i]);
        *worst = fmax(*worst, fabs(position - q[i]));
    }
    cdy_status status = cdy_inverse_dynamics(model, workspace, q, qd, wanted, NULL, tau, error);
    status = status ? status : cdy_forward_dynamics(model, workspace, q, qd, tau, NULL, qdd, error);
    for (int i = 0; !status && i < JOINTS; i++) {
        qd[i] += cycle * qdd[i];
        q[i] += cycle * qd[i];
    }
    return status;
}

static void wait_for(struct timespec *next)
{
    next->tv_nsec += CYCLE_NS;
    if (next->tv_nsec >= 1000000000) {
        next->tv_nsec -= 1000000000;
        next->tv_sec++;
    }
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, next, NULL) != 0) {
    }
}

int main(void)
{
    static char line[256]; /* else the first printf takes a buffer from the heap */
    setvbuf(stdout, line, _IOLBF, sizeof line);
    trap_heap();

    cdy_error error = {CDY_OK, 0, "", ""};
    const cdy_model *model = NULL;
    cdy_workspace *workspace = NULL;
    cdy_status status = cdy_model_view(ur5e, sizeof ur5e, &model, &error);
    status = status ? status : cdy_workspace_init(workspace_memory, sizeof workspace_memory, model, &workspace, &error);
    if (!status && (cdy_model_nv(model) != JOINTS || cdy_model_nq(model) != JOINTS)) {
        puts("this robot does not have six joints");
        return 1;
    }
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    double worst = 0;
    for (int i = 0; !status && i < CYCLES; i++) {
        status = control(model, workspace, i * ((double)CYCLE_NS * 1e-9), &worst, &error);
        wait_for(&next);
    }
    if (status) {
        printf("%s: %s\n", cdy_status_text(status), error.text);
        return 1;
    }
    printf("model %zu bytes, workspace %zu of %zu bytes\n", sizeof ur5e, cdy_workspace_size(model),
           sizeof workspace_memory);
    printf("%d cycles, largest error %.4f rad\n", CYCLES, worst);
    return 0;
}
