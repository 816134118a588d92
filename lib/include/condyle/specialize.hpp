/* Code for one robot, compiled at run time, in C++ (condyle/specialize.h). */
#ifndef CONDYLE_SPECIALIZE_HPP
#define CONDYLE_SPECIALIZE_HPP

#include <condyle/model.hpp>
#include <condyle/specialize.h>

#include <utility>

namespace condyle
{

/* Compiled code for a model; owns it.  It must live longer than the calls of the robots, workspaces and batches that
 * it was given to by specialize(); an empty one leaves them general.
 *
 *     condyle::specialization code(robot.model());
 *     robot.specialize(code); */
class specialization
{
  public:
    specialization() noexcept = default;
    /* cdy_specialize(); empty on a failure that is not thrown. */
    explicit specialization(const model_view &model,
                            const cdy_specialize_options &options = cdy_specialize_options_default(),
                            const on_error &e = {})
    {
        e.finish(cdy_specialize(model.get(), &options, &code_, e.report()));
    }
    specialization(const specialization &) = delete;
    specialization(specialization &&other) noexcept : code_(std::exchange(other.code_, nullptr))
    {
    }
    specialization &operator=(const specialization &) = delete;
    specialization &operator=(specialization &&other) noexcept
    {
        if (this != &other) {
            cdy_specialization_destroy(code_);
            code_ = std::exchange(other.code_, nullptr);
        }
        return *this;
    }
    ~specialization()
    {
        cdy_specialization_destroy(code_);
    }

    explicit operator bool() const noexcept
    {
        return code_ != nullptr;
    }
    const cdy_specialization *get() const noexcept
    {
        return code_;
    }
    /* Returns whether the code had been compiled before. */
    bool is_cached() const noexcept
    {
        return cdy_specialization_is_cached(code_);
    }

  private:
    cdy_specialization *code_ = nullptr;
};

} // namespace condyle

#endif
