// Pinocchio 3 and 4 on one robot: its model, its memory, and the calls that are measured.
#ifndef CDY_BENCH_PEER_PINOCCHIO_HPP
#define CDY_BENCH_PEER_PINOCCHIO_HPP

#include "peer.h"

#if __has_include(<pinocchio/multibody/model.hpp>)
#include <pinocchio/multibody/data.hpp>
#include <pinocchio/multibody/model.hpp>
#else
#include <pinocchio/multibody.hpp>
#endif

#include <memory>
#include <string>
#include <vector>

namespace peer_pinocchio
{

struct contact_set; // what the row PEER_CONTACTS needs besides

// A frame of the engine's model has the index of the tree's body.
struct engine {
    pinocchio::Model model;
    std::unique_ptr<pinocchio::Data> data;
    std::vector<int> q_place; // of the library's coordinates among the engine's (nq)
    std::vector<int> v_place; // of the library's velocities among the engine's (nv)
    pinocchio::FrameIndex tool = 0;
    Eigen::MatrixXd jacobian; // 6 x nv
    std::shared_ptr<contact_set> contacts;

    Eigen::Map<const Eigen::VectorXd> position(const double *q) const
    {
        return Eigen::Map<const Eigen::VectorXd>(q, model.nq);
    }
    Eigen::Map<const Eigen::VectorXd> velocity(const double *v) const
    {
        return Eigen::Map<const Eigen::VectorXd>(v, model.nv);
    }
};

// Builds the model. Returns the name of the first joint that the engine cannot have; empty: it has all joints.
std::string build(pinocchio::Model &model, const cdy_tree *tree);

// Sets the ways to compute the rows; those of contacts, where the robot has some, need the memory of the engine.
void set_ways(peer *p);
void set_contact_ways(peer *p, engine *e, const peer_robot *robot);

// Copies a row's result from the engine's memory, in the library's order.
void fetch_row(const engine *e, int row, double *out);

} // namespace peer_pinocchio

#endif
