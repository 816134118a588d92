// The model of Pinocchio, built from the tree without its parsers.
#include "peer_pinocchio.hpp"

namespace peer_pinocchio
{

namespace
{

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

} // namespace

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
        model.addFrame(pinocchio::Frame(b->name, joints[body], 0, places[body], pinocchio::BODY), false);
        if (b->inertial.given) {
            model.appendBodyToJoint(joints[body], inertia_of(b->inertial), places[body]);
        }
    }
    return {};
}

} // namespace peer_pinocchio
