// Pinocchio 3 and 4: its model built from the tree, without its parsers, and its templates compiled for this machine.
// A free joint has its position before its quaternion (x y z w), and linear before angular velocity, in the axes of the
// body.  Calls leave their results in pinocchio::Data, where its users read them; convert_back() copies them from
// there.
#include "peer_pinocchio.hpp"

#include <pinocchio/config.hpp>

#include <cstdio>

namespace
{

using peer_pinocchio::engine;

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

void convert_back(void *self, int row, const peer_state *, const double *, double *out)
{
    peer_pinocchio::fetch_row(static_cast<engine *>(self), row, out);
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

bool peer_open_pinocchio(peer *p, const peer_robot *robot)
{
    const cdy_tree *tree = robot->tree;
    const cdy_model *model = robot->model;
    *p = peer{};
    p->engine = "pinocchio";
    p->version = PINOCCHIO_VERSION;
    std::unique_ptr<engine> e = std::make_unique<engine>();
    const std::string refused = peer_pinocchio::build(e->model, tree);
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
    e->tool = static_cast<pinocchio::FrameIndex>(robot->tool);
    e->jacobian = Eigen::MatrixXd::Zero(6, e->model.nv);
    find_places(e.get(), model);
    peer_pinocchio::set_ways(p);
    if (robot->contact_count > 0) {
        peer_pinocchio::set_contact_ways(p, e.get(), robot);
    }
    p->self = e.release();
    p->convert = convert;
    p->convert_back = convert_back;
    p->close = close_engine;
    return true;
}
