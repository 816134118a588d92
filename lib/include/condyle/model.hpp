/* Models in C++: the compiled numbers of a robot, and its configurations (condyle/model.h, condyle/configuration.h,
 * condyle/model_file.h, condyle/drives.h, condyle/payload.h). */
#ifndef CONDYLE_MODEL_HPP
#define CONDYLE_MODEL_HPP

#include <condyle/configuration.h>
#include <condyle/drives.h>
#include <condyle/kinematics.h>
#include <condyle/model_file.h>
#include <condyle/payload.h>
#include <condyle/regressor.h>
#include <condyle/tree.hpp>
#include <condyle/view.hpp>

#include <cstdint>
#include <cstring>

namespace condyle
{

/* A frame of a model, by its index or its name. */
class frame
{
  public:
    frame(int index) noexcept : index_(index), name_(nullptr), zero_(0), size_(0) // NOLINT(google-explicit-constructor)
    {
    }
    frame(const char *name) noexcept // NOLINT(google-explicit-constructor)
        : index_(-1), name_(name), zero_(0), size_(0)
    {
    }
    frame(const std::string &name) noexcept // NOLINT(google-explicit-constructor)
        : index_(-1), name_(name.c_str()), zero_(std::strlen(name.c_str())), size_(name.size())
    {
    }

    /* Gives the index; false, with a report, where the model has no frame of this name. */
    bool find(const cdy_model *model, int *index, const on_error &e) const
    {
        *index = index_;
        if (zero_ < size_) {
            e.refuse_text("a frame's name", zero_, size_);
            return false;
        }
        return !name_ || cdy_model_require_frame(model, name_, index, e.report()) == CDY_OK;
    }

  private:
    int index_;
    const char *name_;        // of the caller, for the time of a call
    std::size_t zero_, size_; // where a string has its first byte of zero, at the latest at its end
};

/* Calls on a model that another object owns. */
class model_view
{
  public:
    explicit model_view(cdy_model *model) noexcept : model_(model)
    {
    }

    cdy_model *get() const noexcept
    {
        return model_;
    }
    explicit operator bool() const noexcept
    {
        return model_ != nullptr;
    }

    std::string name() const
    {
        return detail::text_of(cdy_model_name(model_));
    }
    /* The lengths of velocities and configurations, and the rows of external forces. */
    std::size_t nv() const noexcept
    {
        return count(cdy_model_nv(model_));
    }
    std::size_t nq() const noexcept
    {
        return count(cdy_model_nq(model_));
    }
    std::size_t force_rows() const noexcept
    {
        return count(cdy_model_force_rows(model_));
    }
    std::size_t frame_count() const noexcept
    {
        return count(cdy_model_frame_count(model_));
    }
    std::size_t joint_count() const noexcept
    {
        return count(cdy_model_joint_count(model_));
    }
    std::size_t parameter_count(const cdy_regressor_options &options = cdy_regressor_options_default()) const noexcept
    {
        return count(cdy_parameter_count(model_, &options));
    }
    double total_mass() const noexcept
    {
        return cdy_total_mass(model_);
    }

    const char *frame_name(int index) const noexcept
    {
        return cdy_model_frame_name(model_, index);
    }
    int find_frame(const std::string &name) const noexcept
    {
        return detail::find_by(name, [&](const char *text) { return cdy_model_find_frame(model_, text); });
    }
    /* The index; -1 on a failure that is not thrown. */
    int require_frame(const std::string &name, const on_error &e = {}) const
    {
        int index = -1;
        e.finish(e.with_text(name, "a frame's name", [&](const char *text) {
            return cdy_model_require_frame(model_, text, &index, e.report());
        }));
        return index;
    }
    bool frame_is_fixed(int index) const noexcept
    {
        return cdy_model_frame_is_fixed(model_, index);
    }
    int find_joint(const std::string &name) const noexcept
    {
        return detail::find_by(name, [&](const char *text) { return cdy_model_find_joint(model_, text); });
    }
    /* A moving joint, by its index or its name. */
    cdy_moving_joint joint(int index, const on_error &e = {}) const
    {
        cdy_moving_joint description{};
        e.finish(
            e.checked(cdy_model_joint(model_, index, &description), "the robot has no moving joint of this index"));
        return description;
    }
    cdy_moving_joint joint(const std::string &name, const on_error &e = {}) const
    {
        int index = -1;
        cdy_moving_joint description{};
        const cdy_status status = e.with_text(name, "a joint's name", [&](const char *text) {
            return cdy_model_require_joint(model_, text, &index, e.report());
        });
        if (e.finish(status) == CDY_OK) {
            cdy_model_joint(model_, index, &description);
        }
        return description;
    }
    /* Degree of freedom or coordinate `index`. */
    cdy_coordinate velocity(int index, const on_error &e = {}) const
    {
        cdy_coordinate coordinate{};
        e.finish(e.checked(cdy_model_velocity(model_, index, &coordinate), "there is no such degree of freedom"));
        return coordinate;
    }
    cdy_coordinate position(int index, const on_error &e = {}) const
    {
        cdy_coordinate coordinate{};
        e.finish(e.checked(cdy_model_position(model_, index, &coordinate), "there is no such coordinate"));
        return coordinate;
    }

    std::array<double, 3> gravity() const
    {
        std::array<double, 3> g{};
        cdy_model_get_gravity(model_, g.data());
        return g;
    }
    cdy_status set_gravity(const std::array<double, 3> &gravity, const on_error &e = {})
    {
        return e.finish(cdy_model_set_gravity(model_, gravity.data(), e.report()));
    }
    cdy_drive_options drives() const
    {
        cdy_drive_options options = cdy_drive_options_default();
        cdy_model_get_drives(model_, &options);
        return options;
    }
    cdy_status set_drives(const cdy_drive_options &options, const on_error &e = {})
    {
        return e.finish(cdy_model_set_drives(model_, &options, e.report()));
    }
    /* Kelvins above the temperature at which friction was measured (nv; nullptr: 0). */
    cdy_status set_temperatures(const double *rise, const on_error &e = {})
    {
        return e.finish(cdy_model_set_temperatures(model_, rise, e.report()));
    }
    /* The payload of a body; zeros where it carries none. */
    cdy_payload payload(frame body, const on_error &e = {}) const
    {
        int index = 0;
        cdy_payload payload{};
        if (e.finish(body.find(model_, &index, e) ? CDY_OK : CDY_ERROR_ARGUMENT) == CDY_OK) {
            cdy_model_get_payload(model_, index, &payload);
        }
        return payload;
    }
    cdy_status set_payload(frame body, const cdy_payload &payload, const on_error &e = {})
    {
        int index = 0;
        return e.finish(body.find(model_, &index, e) ? cdy_model_set_payload(model_, index, &payload, e.report())
                                                     : CDY_ERROR_ARGUMENT);
    }

    /* cdy_inertial_parameters(): ten for each moving body. */
    std::vector<double> inertial_parameters(const on_error &e = {}) const
    {
        std::vector<double> pi(parameter_count());
        e.finish(cdy_inertial_parameters(model_, pi.data(), e.report()));
        return pi;
    }

    std::vector<double> home_configuration() const
    {
        std::vector<double> q(nq());
        cdy_home_configuration(model_, q.data());
        return q;
    }
    std::vector<double> random_configuration(std::uint64_t &seed) const
    {
        std::vector<double> q(nq());
        cdy_random_configuration(model_, &seed, q.data());
        return q;
    }
    cdy_status integrate_configuration(input q, input step, output q_next, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(step, nv(), "step") && e.fits(q_next, nq(), "q_next");
        return e.finish(fit ? cdy_configuration_integrate(model_, q.data(), step.data(), q_next.data(), e.report())
                            : CDY_ERROR_ARGUMENT);
    }
    cdy_status configuration_difference(input q0, input q1, output step, const on_error &e = {}) const
    {
        const bool fit = e.fits(q0, nq(), "q0") && e.fits(q1, nq(), "q1") && e.fits(step, nv(), "step");
        return e.finish(fit ? cdy_configuration_difference(model_, q0.data(), q1.data(), step.data(), e.report())
                            : CDY_ERROR_ARGUMENT);
    }
    /* Moves coordinates to their limits; returns how many, -1 on a failure that is not thrown. */
    int clamp_configuration(output q, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q");
        return e.finish(fit ? CDY_OK : CDY_ERROR_ARGUMENT) == CDY_OK ? cdy_configuration_clamp(model_, q.data()) : -1;
    }
    /* The indices of the coordinates outside of their limits by more than the tolerance. */
    std::vector<int> limit_violations(input q, double tolerance = 0, const on_error &e = {}) const
    {
        std::vector<int> outside(nq());
        const bool fit = e.fits(q, nq(), "q");
        int found = 0;
        if (e.finish(fit ? CDY_OK : CDY_ERROR_ARGUMENT) == CDY_OK) {
            found = cdy_configuration_limit_violations(model_, q.data(), tolerance, outside.data());
        }
        outside.resize(count(found));
        return outside;
    }

    std::vector<unsigned char> to_bytes(const on_error &e = {}) const
    {
        std::vector<unsigned char> bytes(cdy_model_bytes(model_));
        e.finish(cdy_model_to_bytes(model_, bytes.data(), bytes.size(), e.report()));
        return bytes;
    }
    cdy_status save(const std::string &path, bool replace = false, const on_error &e = {}) const
    {
        return e.finish(e.with_text(
            path, "a path", [&](const char *text) { return cdy_model_save(model_, text, replace, e.report()); }));
    }

  protected:
    static std::size_t count(int number) noexcept
    {
        return number > 0 ? static_cast<std::size_t>(number) : 0;
    }

    cdy_model *model_;
};

/* Owns a model.  Any number of threads may share it while nobody sets gravity, drives or payloads. */
class model : public model_view
{
  public:
    model() noexcept : model_view(nullptr)
    {
    }
    /* Takes ownership of a model of the C library. */
    explicit model(cdy_model *owned) noexcept : model_view(owned)
    {
    }
    /* cdy_model_create(); empty on a failure that is not thrown. */
    explicit model(const tree &robot, const on_error &e = {}) : model_view(nullptr)
    {
        e.finish(cdy_model_create(robot.get(), &model_, e.report()));
    }
    model(const model &) = delete;
    model(model &&other) noexcept : model_view(other.release())
    {
    }
    model &operator=(const model &) = delete;
    model &operator=(model &&other) noexcept
    {
        if (this != &other) {
            cdy_model_destroy(model_);
            model_ = other.release();
        }
        return *this;
    }
    ~model()
    {
        cdy_model_destroy(model_);
    }

    static model load(const std::string &path, const on_error &e = {})
    {
        model m;
        e.finish(
            e.with_text(path, "a path", [&](const char *text) { return cdy_model_load(text, &m.model_, e.report()); }));
        return m;
    }
    static model from_bytes(const void *bytes, std::size_t size, const on_error &e = {})
    {
        model m;
        e.finish(cdy_model_from_bytes(bytes, size, &m.model_, e.report()));
        return m;
    }
    cdy_model *release() noexcept
    {
        cdy_model *owned = model_;
        model_ = nullptr;
        return owned;
    }
};

} // namespace condyle

#endif
