// Orocos KDL: recursive Newton-Euler, composite bodies, and forward dynamics by the mass matrix, for chains.
#include "peer.h"

#include <algorithm>
#include <cstdio>
#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <vector>

namespace
{

struct engine {
    KDL::Chain chain;
    KDL::ChainIdSolver_RNE inverse;
    KDL::ChainDynParam parameters;
    KDL::ChainFdSolver_RNE forward;
    KDL::JntArray q, qd, x, out;
    KDL::JntSpaceInertiaMatrix mass;
    KDL::Wrenches forces;

    engine(const KDL::Chain &c, const KDL::Vector &gravity)
        : chain(c), inverse(chain, gravity), parameters(chain, gravity), forward(chain, gravity),
          q(chain.getNrOfJoints()), qd(chain.getNrOfJoints()), x(chain.getNrOfJoints()), out(chain.getNrOfJoints()),
          mass(static_cast<int>(chain.getNrOfJoints())), forces(chain.getNrOfSegments(), KDL::Wrench::Zero())
    {
    }
};

void put(KDL::JntArray &array, const double *values)
{
    std::copy_n(values, array.rows(), array.data.data());
}

void run_rnea(void *self, const double *q, const double *qd, const double *x, double *out)
{
    engine *e = static_cast<engine *>(self);
    put(e->q, q);
    put(e->qd, qd);
    put(e->x, x);
    e->inverse.CartToJnt(e->q, e->qd, e->x, e->forces, e->out);
    std::copy_n(e->out.data.data(), e->out.rows(), out);
}

void run_crba(void *self, const double *q, const double *, const double *, double *out)
{
    engine *e = static_cast<engine *>(self);
    put(e->q, q);
    e->parameters.JntToMass(e->q, e->mass);
    std::copy_n(e->mass.data.data(), e->mass.data.size(), out);
}

void run_aba(void *self, const double *q, const double *qd, const double *x, double *out)
{
    engine *e = static_cast<engine *>(self);
    put(e->q, q);
    put(e->qd, qd);
    put(e->x, x);
    e->forward.CartToJnt(e->q, e->qd, e->x, e->forces, e->out);
    std::copy_n(e->out.data.data(), e->out.rows(), out);
}

KDL::Frame frame_of(const cdy_placement &p)
{
    return KDL::Frame(KDL::Rotation::RPY(p.rpy[0], p.rpy[1], p.rpy[2]), KDL::Vector(p.xyz[0], p.xyz[1], p.xyz[2]));
}

KDL::RigidBodyInertia inertia_of(const cdy_inertial &i)
{
    if (!i.given) {
        return KDL::RigidBodyInertia::Zero();
    }
    const KDL::RotationalInertia about_center(i.inertia[0], i.inertia[3], i.inertia[5], i.inertia[1], i.inertia[2],
                                              i.inertia[4]);
    return frame_of(i.origin) * KDL::RigidBodyInertia(i.mass, KDL::Vector::Zero(), about_center);
}

// Converts a joint; returns false for types of joints that a chain of KDL cannot have.
bool joint_of(const cdy_joint &j, KDL::Joint &joint)
{
    const KDL::Frame origin = frame_of(j.origin);
    const KDL::Vector axis = origin.M * KDL::Vector(j.axis[0], j.axis[1], j.axis[2]);
    switch (j.type) {
    case CDY_JOINT_FIXED: joint = KDL::Joint(j.name, KDL::Joint::None); return true;
    case CDY_JOINT_REVOLUTE:
    case CDY_JOINT_CONTINUOUS: joint = KDL::Joint(j.name, origin.p, axis, KDL::Joint::RotAxis); return !j.mimic.joint;
    case CDY_JOINT_PRISMATIC: joint = KDL::Joint(j.name, origin.p, axis, KDL::Joint::TransAxis); return !j.mimic.joint;
    case CDY_JOINT_PLANAR:
    case CDY_JOINT_FLOATING:
    default: return false;
    }
}

// Whether a body affects the dynamics: it moves against its parent, or has mass.
bool matters(const cdy_tree *tree, int body)
{
    const cdy_body *b = cdy_tree_body(tree, body);
    return b->joint.type != CDY_JOINT_FIXED || (b->inertial.given && b->inertial.mass > 0);
}

// The bodies from the base (left out) to the last body that matters; empty where a body beside this chain matters too.
std::vector<int> find_path(const cdy_tree *tree)
{
    std::vector<int> path;
    const int count = cdy_tree_body_count(tree); // the base not counted
    int last = 0;
    for (int i = 1; i <= count; i++) {
        last = matters(tree, i) ? i : last;
    }
    for (int i = last; i > 0; i = cdy_tree_parent(tree, i)) {
        path.insert(path.begin(), i);
    }
    for (int i = 1; i <= count; i++) {
        if (matters(tree, i) && std::find(path.begin(), path.end(), i) == path.end()) {
            return {};
        }
    }
    return path;
}

void close_engine(void *self)
{
    delete static_cast<engine *>(self);
}

} // namespace

bool peer_open_kdl(peer *p, const peer_robot *robot)
{
    const cdy_tree *tree = robot->tree;
    KDL::Chain chain;
    *p = peer{};
    p->engine = "kdl";
    p->version = "Orocos KDL";
    for (int i : find_path(tree)) {
        const cdy_body *b = cdy_tree_body(tree, i);
        KDL::Joint joint;
        if (!joint_of(b->joint, joint)) {
            std::snprintf(p->reason, sizeof p->reason, "chains have no joints like '%.80s'", b->joint.name);
            return false;
        }
        chain.addSegment(KDL::Segment(b->name, joint, frame_of(b->joint.origin), inertia_of(b->inertial)));
    }
    if (chain.getNrOfJoints() == 0) {
        std::snprintf(p->reason, sizeof p->reason, "the robot is no chain");
        return false;
    }
    double gravity[3];
    cdy_tree_get_gravity(tree, gravity);
    p->self = new engine(chain, KDL::Vector(gravity[0], gravity[1], gravity[2]));
    p->ways[PEER_RNEA][0].run = run_rnea;
    p->ways[PEER_CRBA][0].run = run_crba;
    p->ways[PEER_ABA][0].run = run_aba;
    p->close = close_engine;
    return true;
}
