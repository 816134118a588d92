// Forward dynamics of Pinocchio 3 under contacts: by sparse factors of the whole system, by M, J and the bias that the
// caller computes, and by propagation (Popov and Vereshchagin).  Pinocchio 4 has other models of contacts.
#include "peer_pinocchio.hpp"

#if __has_include(<pinocchio/algorithm/contact-info.hpp>)

#include <pinocchio/algorithm/compute-all-terms.hpp>
#include <pinocchio/algorithm/constrained-dynamics.hpp>
#include <pinocchio/algorithm/contact-dynamics.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/pv.hpp>

namespace peer_pinocchio
{

struct contact_set {
    std::vector<pinocchio::RigidConstraintModel> models;
    std::vector<pinocchio::RigidConstraintData> data;
    pinocchio::ProximalSettings settings{1e-12, 0, 1}; // one exact step: the rows are independent
    Eigen::MatrixXd jacobian;                          // rows x nv
    Eigen::VectorXd bias;                              // accelerations of the rows where qdd is zero
    Eigen::VectorXd zero;                              // nv
};

namespace
{

engine *of(void *self)
{
    return static_cast<engine *>(self);
}

void run_proximal(void *self, const double *q, const double *qd, const double *x, double *)
{
    engine *e = of(self);
    contact_set &c = *e->contacts;
    pinocchio::constraintDynamics(e->model, *e->data, e->position(q), e->velocity(qd), e->velocity(x), c.models, c.data,
                                  c.settings);
}

void run_propagation(void *self, const double *q, const double *qd, const double *x, double *)
{
    engine *e = of(self);
    contact_set &c = *e->contacts;
    pinocchio::pv(e->model, *e->data, e->position(q), e->velocity(qd), e->velocity(x), c.models, c.data, c.settings);
}

void find_rows(engine *e, const double *q, const double *qd)
{
    contact_set &c = *e->contacts;
    Eigen::Index first = 0;
    pinocchio::forwardKinematics(e->model, *e->data, e->position(q), e->velocity(qd), c.zero);
    for (const pinocchio::RigidConstraintModel &m : c.models) {
        const Eigen::Index size = m.size();
        e->jacobian.setZero();
        pinocchio::getFrameJacobian(e->model, *e->data, m.joint1_id, m.joint1_placement, pinocchio::LOCAL, e->jacobian);
        c.jacobian.middleRows(first, size) = e->jacobian.topRows(size);
        c.bias.segment(first, size) = pinocchio::getFrameClassicalAcceleration(e->model, *e->data, m.joint1_id,
                                                                               m.joint1_placement, pinocchio::LOCAL)
                                          .toVector()
                                          .head(size);
        first += size;
    }
}

void run_by_jacobian(void *self, const double *q, const double *qd, const double *x, double *)
{
    engine *e = of(self);
    pinocchio::computeAllTerms(e->model, *e->data, e->position(q), e->velocity(qd));
    find_rows(e, q, qd);
    pinocchio::forwardDynamics(e->model, *e->data, e->velocity(x), e->contacts->jacobian, e->contacts->bias);
}

std::shared_ptr<contact_set> build_contacts(const engine *e, const peer_robot *robot)
{
    auto set = std::make_shared<contact_set>();
    Eigen::Index rows = 0;
    for (int i = 0; i < robot->contact_count; i++) {
        const cdy_constraint &c = robot->contacts[i];
        const pinocchio::Frame &frame = e->model.frames[static_cast<std::size_t>(c.frame)];
        const pinocchio::ContactType type = c.rows == CDY_ROWS_WELD ? pinocchio::CONTACT_6D : pinocchio::CONTACT_3D;
        set->models.emplace_back(type, e->model, frame.parentJoint, frame.placement, pinocchio::LOCAL);
        set->data.emplace_back(set->models.back());
        rows += set->models.back().size();
    }
    set->jacobian = Eigen::MatrixXd::Zero(rows, e->model.nv);
    set->bias = Eigen::VectorXd::Zero(rows);
    set->zero = Eigen::VectorXd::Zero(e->model.nv);
    return set;
}

} // namespace

void set_contact_ways(peer *p, engine *e, const peer_robot *robot)
{
    const peer_way ways[PEER_WAYS] = {
        {run_proximal, "constraintDynamics"}, {run_by_jacobian, "forwardDynamics"}, {run_propagation, "pv"}};
    e->contacts = build_contacts(e, robot);
    pinocchio::initConstraintDynamics(e->model, *e->data, e->contacts->models);
    pinocchio::initPvSolver(e->model, *e->data, e->contacts->models);
    std::copy(ways, ways + PEER_WAYS, p->ways[PEER_CONTACTS]);
}

} // namespace peer_pinocchio

#else

void peer_pinocchio::set_contact_ways(peer *, engine *, const peer_robot *)
{
}

#endif
