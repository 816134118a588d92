// Pinocchio 3 and 4: its model built from the tree, without its parsers, and its templates compiled for this machine.
// A free joint has its position before its quaternion (x y z w), and linear before angular velocity, in the axes of the
// body.  The standard convention of both algorithms that offer two, LOCAL, is the faster one on arms.  Calls leave
// their results in pinocchio::Data, where its users read them; convert_back() copies them from there.
#include "peer.h"

#if __has_include(<pinocchio/multibody/model.hpp>)
#include <pinocchio/multibody/data.hpp>
#include <pinocchio/multibody/model.hpp>
#else
#include <pinocchio/multibody.hpp>
#endif
#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/config.hpp>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace
{

using vector = Eigen::Map<const Eigen::VectorXd>;
using matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct engine {
    pinocchio::Model model;
    std::unique_ptr<pinocchio::Data> data;
    std::vector<int> q_place; // of the library's coordinates among the engine's (nq)
    std::vector<int> v_place; // of the library's velocities among the engine's (nv)

    vector position(const double *q) const
    {
        return vector(q, model.nq);
    }
    vector velocity(const double *v) const
    {
        return vector(v, model.nv);
    }
};

void run_rnea(void *self, const double *q, const double *qd, const double *x, double *)
{
    engine *e = static_cast<engine *>(self);
    pinocchio::rnea(e->model, *e->data, e->position(q), e->velocity(qd), e->velocity(x));
}

void run_crba(void *self, const double *q, const double *, const double *, double *)
{
    engine *e = static_cast<engine *>(self);
    pinocchio::crba(e->model, *e->data, e->position(q));
}

void run_aba(void *self, const double *q, const double *qd, const double *x, double *)
{
    engine *e = static_cast<engine *>(self);
    pinocchio::aba(e->model, *e->data, e->position(q), e->velocity(qd), e->velocity(x));
}

void run_drnea(void *self, const double *q, const double *qd, const double *x, double *)
{
    engine *e = static_cast<engine *>(self);
    pinocchio::computeRNEADerivatives(e->model, *e->data, e->position(q), e->velocity(qd), e->velocity(x));
}

void run_daba(void *self, const double *q, const double *qd, const double *x, double *)
{
    engine *e = static_cast<engine *>(self);
    pinocchio::computeABADerivatives(e->model, *e->data, e->position(q), e->velocity(qd), e->velocity(x));
}

// ---- coordinates ----

void convert(void *self, int, const peer_state *from, const peer_state *to)
{
    const engine *e = static_cast<engine *>(self);
    for (std::size_t i = 0; i < e->q_place.size(); i++) {
        to->q[e->q_place[i]] = from->q[i];
    }
    for (std::size_t i = 0; i < e->v_place.size(); i++) {
        to->qd[e->v_place[i]] = from->qd[i];
        to->x[e->v_place[i]] = from->x[i];
    }
}

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

// The engine fills the upper triangle of the mass matrix alone.
double *fetch_symmetric(const engine *e, const matrix &from, double *to)
{
    return fetch_matrix(e, from.selfadjointView<Eigen::Upper>(), to);
}

void convert_back(void *self, int algorithm, const peer_state *, const double *, double *out)
{
    const engine *e = static_cast<engine *>(self);
    const pinocchio::Data &d = *e->data;
    switch (algorithm) {
    case PEER_RNEA: fetch(e, d.tau, out); return;
    case PEER_CRBA: fetch_symmetric(e, d.M, out); return;
    case PEER_ABA: fetch(e, d.ddq, out); return;
    case PEER_DRNEA: fetch_matrix(e, d.dtau_dv, fetch_matrix(e, d.dtau_dq, out)); return;
    default: fetch_symmetric(e, d.Minv, fetch_matrix(e, d.ddq_dv, fetch_matrix(e, d.ddq_dq, out))); return;
    }
}

// ---- opening ----

pinocchio::SE3 placement_of(const cdy_placement &p)
{
    const Eigen::Matrix3d turn =
        (Eigen::AngleAxisd(p.rpy[2], Eigen::Vector3d::UnitZ()) * Eigen::AngleAxisd(p.rpy[1], Eigen::Vector3d::UnitY()) *
         Eigen::AngleAxisd(p.rpy[0], Eigen::Vector3d::UnitX()))
            .toRotationMatrix();
    return pinocchio::SE3(turn, Eigen::Vector3d(p.xyz[0], p.xyz[1], p.xyz[2]));
}

pinocchio::Inertia inertia_of(const cdy_inertial &i)
{
    Eigen::Matrix3d about_center;
    about_center << i.inertia[0], i.inertia[1], i.inertia[2], i.inertia[1], i.inertia[3], i.inertia[4], i.inertia[2],
        i.inertia[4], i.inertia[5];
    return placement_of(i.origin).act(pinocchio::Inertia(i.mass, Eigen::Vector3d::Zero(), about_center));
}

// The joint type that Pinocchio's parser chooses, except that continuous joints are revolute here, which costs less.
bool joint_of(const cdy_joint &j, pinocchio::JointModel &joint)
{
    const Eigen::Vector3d axis = Eigen::Vector3d(j.axis[0], j.axis[1], j.axis[2]).normalized();
    const bool x = axis.isApprox(Eigen::Vector3d::UnitX()), y = axis.isApprox(Eigen::Vector3d::UnitY()),
               z = axis.isApprox(Eigen::Vector3d::UnitZ());
    switch (j.type) {
    case CDY_JOINT_REVOLUTE:
    case CDY_JOINT_CONTINUOUS:
        joint = x   ? pinocchio::JointModel(pinocchio::JointModelRX())
                : y ? pinocchio::JointModel(pinocchio::JointModelRY())
                : z ? pinocchio::JointModel(pinocchio::JointModelRZ())
                    : pinocchio::JointModel(pinocchio::JointModelRevoluteUnaligned(axis));
        return !j.mimic.joint;
    case CDY_JOINT_PRISMATIC:
        joint = x   ? pinocchio::JointModel(pinocchio::JointModelPX())
                : y ? pinocchio::JointModel(pinocchio::JointModelPY())
                : z ? pinocchio::JointModel(pinocchio::JointModelPZ())
                    : pinocchio::JointModel(pinocchio::JointModelPrismaticUnaligned(axis));
        return !j.mimic.joint;
    case CDY_JOINT_FLOATING: joint = pinocchio::JointModelFreeFlyer(); return true;
    case CDY_JOINT_FIXED:
    case CDY_JOINT_PLANAR:
    default: return false;
    }
}

// Builds the model. Returns the name of the first joint that the engine cannot have; empty: it has all joints.
std::string build(pinocchio::Model &model, const cdy_tree *tree)
{
    const int last = cdy_tree_body_count(tree); // the base not counted
    const std::size_t count = static_cast<std::size_t>(last) + 1;
    std::vector<pinocchio::JointIndex> joints(count, 0);                   // the joint that moves each body
    std::vector<pinocchio::SE3> places(count, pinocchio::SE3::Identity()); // of each body in the frame of that joint
    for (int i = 1; i <= last; i++) {
        const cdy_body *b = cdy_tree_body(tree, i);
        const std::size_t body = static_cast<std::size_t>(i),
                          parent = static_cast<std::size_t>(cdy_tree_parent(tree, i));
        const pinocchio::SE3 origin = places[parent] * placement_of(b->joint.origin);
        joints[body] = joints[parent];
        places[body] = origin;
        if (b->joint.type != CDY_JOINT_FIXED) {
            pinocchio::JointModel joint;
            if (!joint_of(b->joint, joint)) {
                return b->joint.name;
            }
            joints[body] = model.addJoint(joints[parent], joint, origin, b->joint.name);
            places[body] = pinocchio::SE3::Identity();
        }
        if (b->inertial.given) {
            model.appendBodyToJoint(joints[body], inertia_of(b->inertial), places[body]);
        }
    }
    return {};
}

// The index of a coordinate in the engine's vectors; the library's free joint has its rotation first.
int place_of(const cdy_coordinate &c, int first, int turning)
{
    static const int quaternion[] = {6, 3, 4, 5};
    if (c.type != CDY_JOINT_FLOATING) {
        return first;
    }
    if (c.component >= turning) {
        return first + c.component - turning;
    }
    return first + (turning == 4 ? quaternion[c.component] : 3 + c.component);
}

void find_places(engine *e, const cdy_model *model)
{
    cdy_coordinate c;
    for (int i = 0; i < e->model.nq && cdy_model_position(model, i, &c) == CDY_OK; i++) {
        e->q_place.push_back(place_of(c, e->model.joints[e->model.getJointId(c.joint)].idx_q(), 4));
    }
    for (int i = 0; i < e->model.nv && cdy_model_velocity(model, i, &c) == CDY_OK; i++) {
        e->v_place.push_back(place_of(c, e->model.joints[e->model.getJointId(c.joint)].idx_v(), 3));
    }
}

void close_engine(void *self)
{
    delete static_cast<engine *>(self);
}

} // namespace

bool peer_open_pinocchio(peer *p, const cdy_tree *tree, const cdy_model *model)
{
    *p = peer{};
    p->engine = "pinocchio";
    p->version = PINOCCHIO_VERSION;
    std::unique_ptr<engine> e = std::make_unique<engine>();
    const std::string refused = build(e->model, tree);
    if (!refused.empty()) {
        std::snprintf(p->reason, sizeof p->reason, "joint '%.80s' is planar or mimics another", refused.c_str());
        return false;
    }
    if (e->model.nv != cdy_model_nv(model) || e->model.nq != cdy_model_nq(model)) {
        std::snprintf(p->reason, sizeof p->reason, "it has other degrees of freedom (%d of %d)", e->model.nv,
                      cdy_model_nv(model));
        return false;
    }
    double gravity[3];
    cdy_tree_get_gravity(tree, gravity);
    e->model.gravity.linear() = Eigen::Vector3d(gravity[0], gravity[1], gravity[2]);
    e->data = std::make_unique<pinocchio::Data>(e->model);
    find_places(e.get(), model);
    p->self = e.release();
    p->run[PEER_RNEA] = run_rnea;
    p->run[PEER_CRBA] = run_crba;
    p->run[PEER_ABA] = run_aba;
    p->run[PEER_DRNEA] = run_drnea;
    p->run[PEER_DABA] = run_daba;
    p->convert = convert;
    p->convert_back = convert_back;
    p->close = close_engine;
    return true;
}
