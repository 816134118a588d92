// What libsdformat reads of a file: a line for each link, joint and frame of its model, with values separated by tabs.
//
//     sdformat_facts FILE [FOLDER]        FOLDER/NAME is model://NAME
//
// Names are those from the model on, "gripper::finger"; poses are x y z and a quaternion w x y z in the model's frame.
#include <cmath>
#include <cstdio>
#include <string>

#include <sdf/sdf.hh>

namespace
{

using gz_pose = ignition::math::Pose3d;

int faults = 0;

void report(const sdf::Errors &errors)
{
    for (const sdf::Error &error : errors) {
        std::fprintf(stderr, "%s\n", error.Message().c_str());
        faults++;
    }
}

void print(std::initializer_list<double> numbers)
{
    for (const double number : numbers) {
        std::printf("\t%.17g", number);
    }
}

void print_pose(const gz_pose &model, const sdf::SemanticPose &semantic)
{
    gz_pose pose;
    report(semantic.Resolve(pose, "__model__"));
    const gz_pose p = model * pose;
    print({p.Pos().X(), p.Pos().Y(), p.Pos().Z(), p.Rot().W(), p.Rot().X(), p.Rot().Y(), p.Rot().Z()});
}

// Mass, centre of mass in the link, inertia about it in the link's axes: xx yy zz yz xz xy.
void print_link(const sdf::Link &link, const std::string &prefix, const gz_pose &model)
{
    const auto &inertial = link.Inertial();
    const auto moments = inertial.Moi();
    const auto center = inertial.Pose().Pos();
    std::printf("link\t%s", (prefix + link.Name()).c_str());
    print_pose(model, link.SemanticPose());
    print({inertial.MassMatrix().Mass(), center.X(), center.Y(), center.Z()});
    print({moments(0, 0), moments(1, 1), moments(2, 2), moments(1, 2), moments(0, 2), moments(0, 1)});
    std::printf("\n");
}

// Type, parent and child, then for each axis: its direction in the model, limits, damping, friction, spring.
void print_joint(const sdf::Joint &joint, const std::string &prefix, const gz_pose &model)
{
    static const char *const types[] = {"invalid",   "ball",     "continuous", "fixed", "gearbox",
                                        "prismatic", "revolute", "revolute2",  "screw", "universal"};
    std::string parent, child;
    report(joint.ResolveParentLink(parent));
    report(joint.ResolveChildLink(child));
    std::printf("joint\t%s", (prefix + joint.Name()).c_str());
    print_pose(model, joint.SemanticPose());
    std::printf("\t%s\t%s\t%s", types[static_cast<int>(joint.Type())],
                parent == "world" ? "world" : (prefix + parent).c_str(), (prefix + child).c_str());
    for (unsigned i = 0; i < 2 && joint.Axis(i); i++) {
        const sdf::JointAxis &axis = *joint.Axis(i);
        ignition::math::Vector3d xyz;
        report(axis.ResolveXyz(xyz, "__model__"));
        xyz = model.Rot().RotateVector(xyz);
        print({xyz.X(), xyz.Y(), xyz.Z(), axis.Lower(), axis.Upper(), axis.Effort(), axis.MaxVelocity()});
        print({axis.Damping(), axis.Friction(), axis.SpringStiffness(), axis.SpringReference()});
    }
    std::printf("\n");
}

void print_model(const sdf::Model &model, const std::string &prefix, const gz_pose &pose)
{
    for (uint64_t i = 0; i < model.LinkCount(); i++) {
        print_link(*model.LinkByIndex(i), prefix, pose);
    }
    for (uint64_t i = 0; i < model.JointCount(); i++) {
        print_joint(*model.JointByIndex(i), prefix, pose);
    }
    for (uint64_t i = 0; i < model.FrameCount(); i++) {
        std::printf("frame\t%s", (prefix + model.FrameByIndex(i)->Name()).c_str());
        print_pose(pose, model.FrameByIndex(i)->SemanticPose());
        std::printf("\n");
    }
    for (uint64_t i = 0; i < model.ModelCount(); i++) {
        const sdf::Model &inner = *model.ModelByIndex(i);
        gz_pose place;
        report(inner.SemanticPose().Resolve(place, "__model__"));
        print_model(inner, prefix + inner.Name() + "::", pose * place);
    }
}

} // namespace

int main(int count, char **arguments)
{
    sdf::ParserConfig config;
    sdf::Root root;
    const std::string folder = count > 2 ? arguments[2] : ".";
    const auto find = [&folder](const std::string &uri) {
        const std::string scheme = "model://";
        return folder + "/" + (uri.rfind(scheme, 0) == 0 ? uri.substr(scheme.size()) : uri);
    };
    config.SetFindCallback(find);
    sdf::setFindCallback(find); // of models that included models include
    report(root.Load(count > 1 ? arguments[1] : "", config));
    if (faults == 0 && root.Model()) {
        print_model(*root.Model(), "", gz_pose::Zero);
    }
    return faults > 0 || !root.Model();
}
