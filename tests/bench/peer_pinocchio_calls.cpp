// The calls of Pinocchio for the rows without contacts.  Where there are two conventions, both are measured.
#include "peer_pinocchio.hpp"

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/center-of-mass.hpp>
#include <pinocchio/algorithm/centroidal.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/energy.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

namespace peer_pinocchio
{

namespace
{

using pinocchio::Convention;
constexpr pinocchio::ReferenceFrame base_axes = pinocchio::LOCAL_WORLD_ALIGNED;

engine *of(void *self)
{
    return static_cast<engine *>(self);
}

void run_rnea(void *self, const double *q, const double *qd, const double *x, double *)
{
    engine *e = of(self);
    pinocchio::rnea(e->model, *e->data, e->position(q), e->velocity(qd), e->velocity(x));
}

template <Convention convention> void run_crba(void *self, const double *q, const double *, const double *, double *)
{
    engine *e = of(self);
    pinocchio::crba(e->model, *e->data, e->position(q), convention);
}

template <Convention convention> void run_aba(void *self, const double *q, const double *qd, const double *x, double *)
{
    engine *e = of(self);
    pinocchio::aba(e->model, *e->data, e->position(q), e->velocity(qd), e->velocity(x), convention);
}

void run_drnea(void *self, const double *q, const double *qd, const double *x, double *)
{
    engine *e = of(self);
    pinocchio::computeRNEADerivatives(e->model, *e->data, e->position(q), e->velocity(qd), e->velocity(x));
}

void run_daba(void *self, const double *q, const double *qd, const double *x, double *)
{
    engine *e = of(self);
    pinocchio::computeABADerivatives(e->model, *e->data, e->position(q), e->velocity(qd), e->velocity(x));
}

void run_gravity(void *self, const double *q, const double *, const double *, double *)
{
    engine *e = of(self);
    pinocchio::computeGeneralizedGravity(e->model, *e->data, e->position(q));
}

void run_placements(void *self, const double *q, const double *, const double *, double *)
{
    engine *e = of(self);
    pinocchio::framesForwardKinematics(e->model, *e->data, e->position(q));
}

void run_jacobian(void *self, const double *q, const double *, const double *, double *)
{
    engine *e = of(self);
    e->jacobian.setZero();
    pinocchio::computeFrameJacobian(e->model, *e->data, e->position(q), e->tool, base_axes, e->jacobian);
}

void run_all_jacobians(void *self, const double *q, const double *, const double *, double *)
{
    engine *e = of(self);
    pinocchio::computeJointJacobians(e->model, *e->data, e->position(q));
    pinocchio::updateFramePlacements(e->model, *e->data);
    e->jacobian.setZero();
    pinocchio::getFrameJacobian(e->model, *e->data, e->tool, base_axes, e->jacobian);
}

void run_placements_and_jacobian(void *self, const double *q, const double *qd, const double *x, double *out)
{
    run_jacobian(self, q, qd, x, out);
    run_placements(self, q, qd, x, out);
}

void run_center(void *self, const double *q, const double *, const double *, double *)
{
    engine *e = of(self);
    pinocchio::jacobianCenterOfMass(e->model, *e->data, e->position(q), false);
}

void run_energy(void *self, const double *q, const double *qd, const double *, double *)
{
    engine *e = of(self);
    pinocchio::computeMechanicalEnergy(e->model, *e->data, e->position(q), e->velocity(qd));
}

void run_minv(void *self, const double *q, const double *, const double *, double *)
{
    engine *e = of(self);
    pinocchio::computeMinverse(e->model, *e->data, e->position(q));
}

void run_coriolis(void *self, const double *q, const double *qd, const double *, double *)
{
    engine *e = of(self);
    pinocchio::computeCoriolisMatrix(e->model, *e->data, e->position(q), e->velocity(qd));
}

void run_momentum(void *self, const double *q, const double *qd, const double *, double *)
{
    engine *e = of(self);
    pinocchio::ccrba(e->model, *e->data, e->position(q), e->velocity(qd));
}

void run_regressor(void *self, const double *q, const double *qd, const double *x, double *)
{
    engine *e = of(self);
    pinocchio::computeJointTorqueRegressor(e->model, *e->data, e->position(q), e->velocity(qd), e->velocity(x));
}

// ---- results ----

using matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Functions that copy a result and return the place behind it.
double *fetch(const engine *e, const Eigen::VectorXd &from, double *to)
{
    for (const int place : e->v_place) {
        *to++ = from[place];
    }
    return to;
}

double *fetch_matrix(const engine *e, const matrix &from, double *to)
{
    for (const int row : e->v_place) {
        for (const int column : e->v_place) {
            *to++ = from(row, column);
        }
    }
    return to;
}

// The engine fills the upper triangle of symmetric matrices alone.
double *fetch_symmetric(const engine *e, const matrix &from, double *to)
{
    return fetch_matrix(e, from.selfadjointView<Eigen::Upper>(), to);
}

// Three rows from row `first` on.
double *fetch_columns(const engine *e, const matrix &from, int first, double *to)
{
    for (int row = first; row < first + 3; row++) {
        for (const int column : e->v_place) {
            *to++ = from(row, column);
        }
    }
    return to;
}

// Six rows, of which the engine has the linear ones first.
double *fetch_spatial(const engine *e, const matrix &from, double *to)
{
    return fetch_columns(e, from, 0, fetch_columns(e, from, 3, to));
}

double *fetch_vector(const Eigen::Vector3d &from, double *to)
{
    return std::copy(from.data(), from.data() + 3, to);
}

double *fetch_placements(const engine *e, double *to)
{
    for (const pinocchio::SE3 &place : e->data->oMf) {
        const Eigen::Matrix<double, 4, 4, Eigen::RowMajor> from = place.toHomogeneousMatrix();
        to = std::copy(from.data(), from.data() + 16, to);
    }
    return to;
}

// The engine has Iyy before Ixz.
double *fetch_regressor(const engine *e, double *to)
{
    static const int place[10] = {0, 1, 2, 3, 4, 5, 7, 6, 8, 9};
    for (const int row : e->v_place) {
        for (Eigen::Index column = 0; column < e->data->jointTorqueRegressor.cols(); column++) {
            *to++ = e->data->jointTorqueRegressor(row, column - column % 10 + place[column % 10]);
        }
    }
    return to;
}

} // namespace

void fetch_row(const engine *e, int row, double *out)
{
    const pinocchio::Data &d = *e->data;
    switch (row) {
    case PEER_RNEA: fetch(e, d.tau, out); return;
    case PEER_CRBA: fetch_symmetric(e, d.M, out); return;
    case PEER_ABA:
    case PEER_CONTACTS: fetch(e, d.ddq, out); return;
    case PEER_DRNEA: fetch_matrix(e, d.dtau_dv, fetch_matrix(e, d.dtau_dq, out)); return;
    case PEER_DRNEA_MASS: fetch_symmetric(e, d.M, fetch_matrix(e, d.dtau_dv, fetch_matrix(e, d.dtau_dq, out))); return;
    case PEER_DABA: fetch_symmetric(e, d.Minv, fetch_matrix(e, d.ddq_dv, fetch_matrix(e, d.ddq_dq, out))); return;
    case PEER_GRAVITY: fetch(e, d.g, out); return;
    case PEER_PLACEMENTS: fetch_placements(e, out); return;
    case PEER_JACOBIAN: fetch_spatial(e, e->jacobian, out); return;
    case PEER_PLACEMENTS_JACOBIAN: fetch_spatial(e, e->jacobian, fetch_placements(e, out)); return;
    case PEER_CENTER: fetch_columns(e, d.Jcom, 0, fetch_vector(d.com[0], out)); return;
    case PEER_ENERGY: out[0] = d.kinetic_energy, out[1] = d.potential_energy; return;
    case PEER_MINV: fetch_symmetric(e, d.Minv, out); return;
    case PEER_CORIOLIS: fetch_matrix(e, d.C, out); return;
    case PEER_MOMENTUM: fetch_spatial(e, d.Ag, fetch_vector(d.hg.linear(), fetch_vector(d.hg.angular(), out))); return;
    case PEER_REGRESSOR: fetch_regressor(e, out); return;
    default: return;
    }
}

void set_ways(peer *p)
{
    static const peer_way ways[PEER_ROWS][PEER_WAYS] = {
        {{run_rnea, nullptr}},
        {{run_crba<Convention::LOCAL>, "local convention"}, {run_crba<Convention::WORLD>, "world convention"}},
        {{run_aba<Convention::LOCAL>, "local convention"}, {run_aba<Convention::WORLD>, "world convention"}},
        {{run_drnea, nullptr}},
        {{run_daba, nullptr}},
        {{run_gravity, nullptr}},
        {{run_placements, nullptr}},
        {{run_jacobian, "one frame"}, {run_all_jacobians, "all joints"}},
        {{run_placements_and_jacobian, "one frame"}, {run_all_jacobians, "all joints"}},
        {{run_center, nullptr}},
        {{run_energy, nullptr}},
        {{run_drnea, nullptr}},
        {{run_minv, nullptr}},
        {{run_coriolis, nullptr}},
        {{run_momentum, nullptr}},
        {{run_regressor, nullptr}},
    };
    std::copy(&ways[0][0], &ways[0][0] + PEER_ROWS * PEER_WAYS, &p->ways[0][0]);
}

} // namespace peer_pinocchio
