/* A robot behind one handle in C++ (condyle/robot.h). */
#ifndef CONDYLE_ROBOT_HPP
#define CONDYLE_ROBOT_HPP

#include <condyle/robot.h>
#include <condyle/workspace.hpp>

namespace condyle
{

/* Owns a robot: tree, model and workspace.  Its calls are those of condyle/workspace.hpp and model_view.
 *
 *     condyle::robot robot("universalUR5e", {0, 0, -9.81});
 *     std::vector<double> tau = robot.inverse_dynamics(q, qd, qdd);
 *
 * One thread uses a robot at a time; every other thread makes a workspace of its own:
 * condyle::workspace(robot.model()).
 */
class robot : public calls
{
  public:
    robot() noexcept : calls(nullptr, nullptr)
    {
    }
    /* Takes ownership of a robot of the C library. */
    explicit robot(cdy_robot *owned) noexcept : calls(cdy_robot_model(owned), cdy_robot_workspace(owned)), robot_(owned)
    {
    }
    /* Opens a robot by file or name with this gravity: cdy_robot_open(). */
    explicit robot(const std::string &source, const std::array<double, 3> &gravity = {}, const on_error &e = {})
        : robot(open(source, with_gravity(gravity), e))
    {
    }
    explicit robot(const tree &described, const on_error &e = {}) : calls(nullptr, nullptr)
    {
        cdy_robot *made = nullptr;
        const cdy_status status = cdy_robot_from_tree(described.get(), &made, e.report());
        take(made);
        e.finish(status);
    }
    robot(const robot &) = delete;
    robot(robot &&other) noexcept : robot(other.release())
    {
    }
    robot &operator=(const robot &) = delete;
    robot &operator=(robot &&other) noexcept
    {
        if (this != &other) {
            cdy_robot_destroy(robot_);
            take(other.release());
        }
        return *this;
    }
    ~robot()
    {
        cdy_robot_destroy(robot_);
    }

    /* cdy_robot_open() and cdy_robot_open_bytes(); empty on a failure that is not thrown. */
    static robot open(const std::string &source, const cdy_load_options &options, const on_error &e = {})
    {
        cdy_robot *made = nullptr;
        const cdy_status status = e.with_text(source, "a path or name", [&](const char *text) {
            return cdy_robot_open(text, &options, &made, e.report());
        });
        robot r(made);
        e.finish(status);
        return r;
    }
    static robot open_bytes(const void *bytes, std::size_t size, const std::string &name,
                            const cdy_load_options &options = cdy_load_options_default(), const on_error &e = {})
    {
        cdy_robot *made = nullptr;
        const cdy_status status = e.with_text(name, "a robot's name", [&](const char *text) {
            return cdy_robot_open_bytes(bytes, size, text, &options, &made, e.report());
        });
        robot r(made);
        e.finish(status);
        return r;
    }

    explicit operator bool() const noexcept
    {
        return robot_ != nullptr;
    }
    cdy_robot *get() const noexcept
    {
        return robot_;
    }
    cdy_robot *release() noexcept
    {
        cdy_robot *owned = robot_;
        take(nullptr);
        return owned;
    }

    std::string name() const
    {
        return detail::text_of(cdy_robot_name(robot_));
    }
    /* The model: names, limits, gravity, drives, payloads, configurations. */
    model_view &model() noexcept
    {
        return view_;
    }
    const model_view &model() const noexcept
    {
        return view_;
    }
    /* The tree, which the robot owns; NULL for a robot from a compiled model. */
    const cdy_tree *described() const noexcept
    {
        return cdy_robot_tree(robot_);
    }

  private:
    static cdy_load_options with_gravity(const std::array<double, 3> &gravity) noexcept
    {
        cdy_load_options options = cdy_load_options_default();
        for (std::size_t i = 0; i < gravity.size(); i++) {
            options.gravity[i] = gravity[i];
        }
        return options;
    }

    void take(cdy_robot *owned) noexcept
    {
        robot_ = owned;
        view_ = model_view(cdy_robot_model(owned));
        workspace_ = cdy_robot_workspace(owned);
    }

    cdy_robot *robot_ = nullptr;
};

} // namespace condyle

#endif
