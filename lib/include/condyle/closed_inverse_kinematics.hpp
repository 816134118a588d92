/* Inverse kinematics in closed form, in C++ (condyle/closed_inverse_kinematics.h). */
#ifndef CONDYLE_CLOSED_INVERSE_KINEMATICS_HPP
#define CONDYLE_CLOSED_INVERSE_KINEMATICS_HPP

#include <condyle/closed_inverse_kinematics.h>
#include <condyle/model.hpp>

#include <cmath>
#include <utility>

namespace condyle
{

/* The joints between the base and a frame, whose structure has been recognised; owns a cdy_ik_closed. Threads may share
 * an object that no thread moves or assigns.
 *
 *     const condyle::closed_inverse_kinematics arm(robot.model(), "tool0");
 *     std::vector<double> q(16 * robot.nq());
 *     const cdy_ik_closed_report found = arm.solve(T, start, q); // found.count solutions, one behind the other */
class closed_inverse_kinematics
{
  public:
    closed_inverse_kinematics() noexcept = default;
    /* cdy_ik_closed_create(); empty on a failure that is not thrown. */
    closed_inverse_kinematics(const model_view &model, frame body,
                              const cdy_ik_closed_options &options = cdy_ik_closed_options_default(),
                              const on_error &e = {})
        : nq_(static_cast<std::size_t>(cdy_model_nq(model.get())))
    {
        int number = 0;
        if (body.find(model.get(), &number, e)) {
            e.finish(cdy_ik_closed_create(model.get(), number, &options, &arm_, e.report()));
        } else {
            e.finish(e.report()->status);
        }
    }
    closed_inverse_kinematics(const closed_inverse_kinematics &) = delete;
    closed_inverse_kinematics(closed_inverse_kinematics &&other) noexcept
        : arm_(std::exchange(other.arm_, nullptr)), nq_(other.nq_)
    {
    }
    closed_inverse_kinematics &operator=(const closed_inverse_kinematics &) = delete;
    closed_inverse_kinematics &operator=(closed_inverse_kinematics &&other) noexcept
    {
        if (this != &other) {
            cdy_ik_closed_destroy(arm_);
            arm_ = std::exchange(other.arm_, nullptr);
            nq_ = other.nq_;
        }
        return *this;
    }
    ~closed_inverse_kinematics()
    {
        cdy_ik_closed_destroy(arm_);
    }

    explicit operator bool() const noexcept
    {
        return arm_ != nullptr;
    }
    const cdy_ik_closed *get() const noexcept
    {
        return arm_;
    }
    cdy_ik_structure structure() const noexcept
    {
        return cdy_ik_closed_structure(arm_);
    }

    /* cdy_ik_closed_given(): the coordinate of q whose position is given; -1 where there is none. */
    int given() const noexcept
    {
        return cdy_ik_closed_given(arm_);
    }

    /* cdy_ik_closed_solve(): writes at most as many solutions as q (a multiple of nq) has room for; `given`, of seven
     * joints, is the arm angle where structure() is CDY_IK_ARM_ANGLE, else the position of given(); of six joints it is
     * refused. Errors of the report are not numbers on a failure that is not thrown. */
    cdy_ik_closed_report solve(input target, input start, output q, const double *given = nullptr,
                               const on_error &e = {}) const
    {
        const cdy_ik_closed_problem problem{target.data(), start.data(), given};
        cdy_ik_closed_report report{};
        report.angular_error = report.linear_error = std::nan("");
        const std::size_t most = nq_ > 0 ? q.size() / nq_ : 0;
        if (e.fits(target, 16, "target") && e.fits(start, nq_, "start") && e.fits(q, most * nq_, "q")) {
            e.finish(cdy_ik_closed_solve(arm_, &problem, static_cast<int>(most), q.data(), &report, e.report()));
        } else {
            e.finish(e.report()->status);
        }
        return report;
    }

    /* cdy_ik_closed_arm_angle(), rad; not a number on a failure that is not thrown. */
    double arm_angle(input q, const on_error &e = {}) const
    {
        double angle = std::nan("");
        if (e.fits(q, nq_, "q")) {
            e.finish(cdy_ik_closed_arm_angle(arm_, q.data(), &angle, e.report()));
        } else {
            e.finish(e.report()->status);
        }
        return angle;
    }

  private:
    cdy_ik_closed *arm_ = nullptr;
    std::size_t nq_ = 0;
};

} // namespace condyle

#endif
