/* Many states at once in C++ (condyle/batch.h, condyle/batch_float.h, condyle/specialize.h). */
#ifndef CONDYLE_BATCH_HPP
#define CONDYLE_BATCH_HPP

#include <condyle/batch.h>
#include <condyle/batch_float.h>
#include <condyle/model.hpp>
#include <condyle/specialize.hpp>
#include <condyle/terms.hpp>

#include <limits>

namespace condyle
{

namespace detail
{

/* The C calls for batches of doubles and of floats. */
template <class T> struct batch_functions;

template <> struct batch_functions<double> {
    using batch = cdy_batch;
    using constrained_state = cdy_constrained_state;
    using forward_derivatives = cdy_forward_derivatives;
    static constexpr auto create = &cdy_batch_create;
    static constexpr auto destroy = &cdy_batch_destroy;
    static constexpr auto lanes = &cdy_batch_lanes;
    static constexpr auto threads = &cdy_batch_threads;
    static constexpr auto specialize = &cdy_batch_specialize;
    // meson compile -C build declarations writes: doubles
    // clang-format off
    static constexpr auto inverse_dynamics = &cdy_batch_inverse_dynamics;
    static constexpr auto velocity_product = &cdy_batch_velocity_product;
    static constexpr auto gravity_torque = &cdy_batch_gravity_torque;
    static constexpr auto mass_times = &cdy_batch_mass_times;
    static constexpr auto joint_reactions = &cdy_batch_joint_reactions;
    static constexpr auto mass_matrix = &cdy_batch_mass_matrix;
    static constexpr auto coriolis_matrix = &cdy_batch_coriolis_matrix;
    static constexpr auto forward_dynamics = &cdy_batch_forward_dynamics;
    static constexpr auto forward_dynamics_by = &cdy_batch_forward_dynamics_by;
    static constexpr auto inverse_mass_times = &cdy_batch_inverse_mass_times;
    static constexpr auto inverse_mass_matrix = &cdy_batch_inverse_mass_matrix;
    static constexpr auto inverse_dynamics_derivatives = &cdy_batch_inverse_dynamics_derivatives;
    static constexpr auto forward_dynamics_derivatives = &cdy_batch_forward_dynamics_derivatives;
    static constexpr auto inverse_dynamics_vjp = &cdy_batch_inverse_dynamics_vjp;
    static constexpr auto inverse_dynamics_jvp = &cdy_batch_inverse_dynamics_jvp;
    static constexpr auto forward_dynamics_vjp = &cdy_batch_forward_dynamics_vjp;
    static constexpr auto forward_dynamics_jvp = &cdy_batch_forward_dynamics_jvp;
    static constexpr auto load_vjp = &cdy_batch_load_vjp;
    static constexpr auto energy_gradient = &cdy_batch_energy_gradient;
    static constexpr auto regressor_transpose_times = &cdy_batch_regressor_transpose_times;
    static constexpr auto regressor = &cdy_batch_regressor;
    static constexpr auto energy = &cdy_batch_energy;
    static constexpr auto center_of_mass = &cdy_batch_center_of_mass;
    static constexpr auto centroidal_momentum = &cdy_batch_centroidal_momentum;
    static constexpr auto centroidal_momentum_matrix = &cdy_batch_centroidal_momentum_matrix;
    static constexpr auto get_transform = &cdy_batch_get_transform;
    static constexpr auto forward_kinematics = &cdy_batch_forward_kinematics;
    static constexpr auto geometric_jacobian = &cdy_batch_geometric_jacobian;
    static constexpr auto jacobian_dot_qd = &cdy_batch_jacobian_dot_qd;
    static constexpr auto frame_velocity = &cdy_batch_frame_velocity;
    static constexpr auto frame_acceleration = &cdy_batch_frame_acceleration;
    static constexpr auto jacobian_dot = &cdy_batch_jacobian_dot;
    static constexpr auto jacobian_derivative = &cdy_batch_jacobian_derivative;
    static constexpr auto transform_derivative = &cdy_batch_transform_derivative;
    // the end of what is written
    // clang-format on
    static constexpr auto external_force = &cdy_batch_external_force;
    static constexpr auto external_force_at = &cdy_batch_external_force_at;
    static constexpr auto all_terms = &cdy_batch_all_terms;
    static constexpr auto constrained_forward_dynamics = &cdy_batch_constrained_forward_dynamics;
};

template <> struct batch_functions<float> {
    using batch = cdy_batch_f32;
    using constrained_state = cdy_constrained_state_f32;
    using forward_derivatives = cdy_forward_derivatives_f32;
    static constexpr auto create = &cdy_batch_f32_create;
    static constexpr auto destroy = &cdy_batch_f32_destroy;
    static constexpr auto lanes = &cdy_batch_f32_lanes;
    static constexpr auto threads = &cdy_batch_f32_threads;
    static constexpr auto specialize = &cdy_batch_f32_specialize;
    // meson compile -C build declarations writes: floats
    // clang-format off
    static constexpr auto inverse_dynamics = &cdy_batch_f32_inverse_dynamics;
    static constexpr auto velocity_product = &cdy_batch_f32_velocity_product;
    static constexpr auto gravity_torque = &cdy_batch_f32_gravity_torque;
    static constexpr auto mass_times = &cdy_batch_f32_mass_times;
    static constexpr auto joint_reactions = &cdy_batch_f32_joint_reactions;
    static constexpr auto mass_matrix = &cdy_batch_f32_mass_matrix;
    static constexpr auto coriolis_matrix = &cdy_batch_f32_coriolis_matrix;
    static constexpr auto forward_dynamics = &cdy_batch_f32_forward_dynamics;
    static constexpr auto forward_dynamics_by = &cdy_batch_f32_forward_dynamics_by;
    static constexpr auto inverse_mass_times = &cdy_batch_f32_inverse_mass_times;
    static constexpr auto inverse_mass_matrix = &cdy_batch_f32_inverse_mass_matrix;
    static constexpr auto inverse_dynamics_derivatives = &cdy_batch_f32_inverse_dynamics_derivatives;
    static constexpr auto forward_dynamics_derivatives = &cdy_batch_f32_forward_dynamics_derivatives;
    static constexpr auto inverse_dynamics_vjp = &cdy_batch_f32_inverse_dynamics_vjp;
    static constexpr auto inverse_dynamics_jvp = &cdy_batch_f32_inverse_dynamics_jvp;
    static constexpr auto forward_dynamics_vjp = &cdy_batch_f32_forward_dynamics_vjp;
    static constexpr auto forward_dynamics_jvp = &cdy_batch_f32_forward_dynamics_jvp;
    static constexpr auto load_vjp = &cdy_batch_f32_load_vjp;
    static constexpr auto energy_gradient = &cdy_batch_f32_energy_gradient;
    static constexpr auto regressor_transpose_times = &cdy_batch_f32_regressor_transpose_times;
    static constexpr auto regressor = &cdy_batch_f32_regressor;
    static constexpr auto energy = &cdy_batch_f32_energy;
    static constexpr auto center_of_mass = &cdy_batch_f32_center_of_mass;
    static constexpr auto centroidal_momentum = &cdy_batch_f32_centroidal_momentum;
    static constexpr auto centroidal_momentum_matrix = &cdy_batch_f32_centroidal_momentum_matrix;
    static constexpr auto get_transform = &cdy_batch_f32_get_transform;
    static constexpr auto forward_kinematics = &cdy_batch_f32_forward_kinematics;
    static constexpr auto geometric_jacobian = &cdy_batch_f32_geometric_jacobian;
    static constexpr auto jacobian_dot_qd = &cdy_batch_f32_jacobian_dot_qd;
    static constexpr auto frame_velocity = &cdy_batch_f32_frame_velocity;
    static constexpr auto frame_acceleration = &cdy_batch_f32_frame_acceleration;
    static constexpr auto jacobian_dot = &cdy_batch_f32_jacobian_dot;
    static constexpr auto jacobian_derivative = &cdy_batch_f32_jacobian_derivative;
    static constexpr auto transform_derivative = &cdy_batch_f32_transform_derivative;
    // the end of what is written
    // clang-format on
    static constexpr auto external_force = &cdy_batch_f32_external_force;
    static constexpr auto external_force_at = &cdy_batch_f32_external_force_at;
    static constexpr auto all_terms = &cdy_batch_f32_all_terms;
    static constexpr auto constrained_forward_dynamics = &cdy_batch_f32_constrained_forward_dynamics;
};

} // namespace detail

/* Owns a batch: working memory of a model for any number of states.  The model lives longer.  Names, shapes, units and
 * defaults are those of the C calls: `count` states, inputs, results, then, where wanted, the status of each state.
 * Nothing is allocated.  A call throws on the first failure, all other states computed, or returns its status where a
 * cdy_error follows. */
template <class Number> class basic_batch
{
  public:
    using numbers = basic_input<Number>;
    using results = basic_output<Number>;
    using status_output = basic_output<cdy_status>;

    /* cdy_batch_create(); empty on a failure that is not thrown. */
    explicit basic_batch(const model_view &model, const cdy_batch_options &options = cdy_batch_options_default(),
                         const on_error &e = {})
        : view_(model.get()), in_lanes_(options.layout == CDY_BATCH_LANES)
    {
        e.finish(functions::create(model.get(), &options, &batch_, e.report()));
    }
    basic_batch(const basic_batch &) = delete;
    basic_batch(basic_batch &&other) noexcept : view_(other.view_), batch_(other.batch_), in_lanes_(other.in_lanes_)
    {
        other.batch_ = nullptr;
    }
    basic_batch &operator=(const basic_batch &) = delete;
    basic_batch &operator=(basic_batch &&other) noexcept
    {
        if (this != &other) {
            functions::destroy(batch_);
            view_ = other.view_;
            batch_ = other.batch_;
            in_lanes_ = other.in_lanes_;
            other.batch_ = nullptr;
        }
        return *this;
    }
    ~basic_batch()
    {
        functions::destroy(batch_);
    }

    explicit operator bool() const noexcept
    {
        return batch_ != nullptr;
    }
    typename detail::batch_functions<Number>::batch *get() const noexcept
    {
        return batch_;
    }
    int lanes() const noexcept
    {
        return functions::lanes(batch_);
    }
    int threads() const noexcept
    {
        return functions::threads(batch_);
    }

    /* Lets later calls use the code: cdy_batch_specialize(), cdy_batch_f32_specialize(). */
    cdy_status specialize(const specialization &code, const on_error &e = {}) const
    {
        return e.finish(functions::specialize(batch_, code.get(), e.report()));
    }

    /* An empty view for one of several results means that this result is not wanted. */
    // meson compile -C build declarations writes: batches
    // clang-format off

    cdy_status inverse_dynamics(std::size_t count, numbers q, numbers qd, numbers qdd, numbers fext, results tau,
                                status_output statuses = {}, const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(qdd, count, nv(), "qdd", e) && fits(fext, count, view_.force_rows() * 6, "fext", e) &&
                         fits(tau, count, nv(), "tau", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::inverse_dynamics(view_.get(), batch_, count, q.data(), qd.data(), qdd.data(), fext.data(),
                                               tau.data(), statuses.data(), e.report());
        });
    }

    cdy_status velocity_product(std::size_t count, numbers q, numbers qd, results product, status_output statuses = {},
                                const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(product, count, nv(), "product", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::velocity_product(view_.get(), batch_, count, q.data(), qd.data(), product.data(),
                                               statuses.data(), e.report());
        });
    }

    cdy_status gravity_torque(std::size_t count, numbers q, results tau, status_output statuses = {},
                              const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(tau, count, nv(), "tau", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::gravity_torque(view_.get(), batch_, count, q.data(), tau.data(), statuses.data(),
                                             e.report());
        });
    }

    cdy_status mass_times(std::size_t count, numbers q, numbers x, results product, status_output statuses = {},
                          const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(x, count, nv(), "x", e) &&
                         fits(product, count, nv(), "product", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::mass_times(view_.get(), batch_, count, q.data(), x.data(), product.data(),
                                         statuses.data(), e.report());
        });
    }

    cdy_status joint_reactions(std::size_t count, numbers q, numbers qd, numbers qdd, numbers fext, results reactions,
                               status_output statuses = {}, const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(qdd, count, nv(), "qdd", e) && fits(fext, count, view_.force_rows() * 6, "fext", e) &&
                         fits(reactions, count, view_.joint_count() * 6, "reactions", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::joint_reactions(view_.get(), batch_, count, q.data(), qd.data(), qdd.data(), fext.data(),
                                              reactions.data(), statuses.data(), e.report());
        });
    }

    cdy_status mass_matrix(std::size_t count, numbers q, results M, status_output statuses = {},
                           const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(M, count, nv() * nv(), "M", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::mass_matrix(view_.get(), batch_, count, q.data(), M.data(), statuses.data(), e.report());
        });
    }

    cdy_status coriolis_matrix(std::size_t count, numbers q, numbers qd, results C, status_output statuses = {},
                               const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(C, count, nv() * nv(), "C", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::coriolis_matrix(view_.get(), batch_, count, q.data(), qd.data(), C.data(),
                                              statuses.data(), e.report());
        });
    }

    cdy_status forward_dynamics(std::size_t count, numbers q, numbers qd, numbers tau, numbers fext, results qdd,
                                status_output statuses = {}, const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(tau, count, nv(), "tau", e) && fits(fext, count, view_.force_rows() * 6, "fext", e) &&
                         fits(qdd, count, nv(), "qdd", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::forward_dynamics(view_.get(), batch_, count, q.data(), qd.data(), tau.data(), fext.data(),
                                               qdd.data(), statuses.data(), e.report());
        });
    }

    cdy_status forward_dynamics_by(std::size_t count, cdy_forward_method method, numbers q, numbers qd, numbers tau,
                                   numbers fext, results qdd, status_output statuses = {}, const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(tau, count, nv(), "tau", e) && fits(fext, count, view_.force_rows() * 6, "fext", e) &&
                         fits(qdd, count, nv(), "qdd", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::forward_dynamics_by(view_.get(), batch_, count, method, q.data(), qd.data(), tau.data(),
                                                  fext.data(), qdd.data(), statuses.data(), e.report());
        });
    }

    cdy_status inverse_mass_times(std::size_t count, numbers q, numbers x, results product, status_output statuses = {},
                                  const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(x, count, nv(), "x", e) &&
                         fits(product, count, nv(), "product", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::inverse_mass_times(view_.get(), batch_, count, q.data(), x.data(), product.data(),
                                                 statuses.data(), e.report());
        });
    }

    cdy_status inverse_mass_matrix(std::size_t count, numbers q, results M_inverse, status_output statuses = {},
                                   const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(M_inverse, count, nv() * nv(), "M_inverse", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::inverse_mass_matrix(view_.get(), batch_, count, q.data(), M_inverse.data(),
                                                  statuses.data(), e.report());
        });
    }

    cdy_status inverse_dynamics_derivatives(std::size_t count, numbers q, numbers qd, numbers qdd, numbers fext,
                                            results dtau_dq, results dtau_dqd, status_output statuses = {},
                                            const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(qdd, count, nv(), "qdd", e) && fits(fext, count, view_.force_rows() * 6, "fext", e) &&
                         fits(dtau_dq, count, nv() * nv(), "dtau_dq", e) &&
                         fits(dtau_dqd, count, nv() * nv(), "dtau_dqd", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::inverse_dynamics_derivatives(view_.get(), batch_, count, q.data(), qd.data(), qdd.data(),
                                                           fext.data(), dtau_dq.data(), dtau_dqd.data(),
                                                           statuses.data(), e.report());
        });
    }

    cdy_status inverse_dynamics_vjp(std::size_t count, numbers q, numbers qd, numbers qdd, numbers fext, numbers w,
                                    results by_q, results by_qd, results by_qdd, status_output statuses = {},
                                    const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(qdd, count, nv(), "qdd", e) && fits(fext, count, view_.force_rows() * 6, "fext", e) &&
                         fits(w, count, nv(), "w", e) && fits(by_q, count, nv(), "by_q", e) &&
                         fits(by_qd, count, nv(), "by_qd", e) && fits(by_qdd, count, nv(), "by_qdd", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::inverse_dynamics_vjp(view_.get(), batch_, count, q.data(), qd.data(), qdd.data(),
                                                   fext.data(), w.data(), by_q.data(), by_qd.data(), by_qdd.data(),
                                                   statuses.data(), e.report());
        });
    }

    cdy_status inverse_dynamics_jvp(std::size_t count, numbers q, numbers qd, numbers qdd, numbers fext, numbers dq,
                                    numbers dqd, numbers dqdd, results dtau, status_output statuses = {},
                                    const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(qdd, count, nv(), "qdd", e) && fits(fext, count, view_.force_rows() * 6, "fext", e) &&
                         fits(dq, count, nv(), "dq", e) && fits(dqd, count, nv(), "dqd", e) &&
                         fits(dqdd, count, nv(), "dqdd", e) && fits(dtau, count, nv(), "dtau", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::inverse_dynamics_jvp(view_.get(), batch_, count, q.data(), qd.data(), qdd.data(),
                                                   fext.data(), dq.data(), dqd.data(), dqdd.data(), dtau.data(),
                                                   statuses.data(), e.report());
        });
    }

    cdy_status forward_dynamics_vjp(std::size_t count, numbers q, numbers qd, numbers tau, numbers fext, numbers w,
                                    results by_q, results by_qd, results by_tau, status_output statuses = {},
                                    const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(tau, count, nv(), "tau", e) && fits(fext, count, view_.force_rows() * 6, "fext", e) &&
                         fits(w, count, nv(), "w", e) && fits(by_q, count, nv(), "by_q", e) &&
                         fits(by_qd, count, nv(), "by_qd", e) && fits(by_tau, count, nv(), "by_tau", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::forward_dynamics_vjp(view_.get(), batch_, count, q.data(), qd.data(), tau.data(),
                                                   fext.data(), w.data(), by_q.data(), by_qd.data(), by_tau.data(),
                                                   statuses.data(), e.report());
        });
    }

    cdy_status forward_dynamics_jvp(std::size_t count, numbers q, numbers qd, numbers tau, numbers fext, numbers dq,
                                    numbers dqd, numbers dtau, results dqdd, status_output statuses = {},
                                    const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(tau, count, nv(), "tau", e) && fits(fext, count, view_.force_rows() * 6, "fext", e) &&
                         fits(dq, count, nv(), "dq", e) && fits(dqd, count, nv(), "dqd", e) &&
                         fits(dtau, count, nv(), "dtau", e) && fits(dqdd, count, nv(), "dqdd", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::forward_dynamics_jvp(view_.get(), batch_, count, q.data(), qd.data(), tau.data(),
                                                   fext.data(), dq.data(), dqd.data(), dtau.data(), dqdd.data(),
                                                   statuses.data(), e.report());
        });
    }

    cdy_status load_vjp(std::size_t count, numbers q, numbers w, results by_fext, results by_gravity,
                        status_output statuses = {}, const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(w, count, nv(), "w", e) &&
                         fits(by_fext, count, view_.force_rows() * 6, "by_fext", e) &&
                         fits(by_gravity, count, 3, "by_gravity", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::load_vjp(view_.get(), batch_, count, q.data(), w.data(), by_fext.data(),
                                       by_gravity.data(), statuses.data(), e.report());
        });
    }

    cdy_status energy_gradient(std::size_t count, numbers q, numbers qd, results kinetic_by_q, results kinetic_by_qd,
                               results potential_by_q, status_output statuses = {}, const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(kinetic_by_q, count, nv(), "kinetic_by_q", e) &&
                         fits(kinetic_by_qd, count, nv(), "kinetic_by_qd", e) &&
                         fits(potential_by_q, count, nv(), "potential_by_q", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::energy_gradient(view_.get(), batch_, count, q.data(), qd.data(), kinetic_by_q.data(),
                                              kinetic_by_qd.data(), potential_by_q.data(), statuses.data(), e.report());
        });
    }

    cdy_status regressor_transpose_times(std::size_t count, numbers q, numbers qd, numbers qdd,
                                         const cdy_regressor_options &options, numbers w, results product,
                                         status_output statuses = {}, const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(qdd, count, nv(), "qdd", e) && fits(w, count, nv(), "w", e) &&
                         fits(product, count, view_.parameter_count(options), "product", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::regressor_transpose_times(view_.get(), batch_, count, q.data(), qd.data(), qdd.data(),
                                                        &options, w.data(), product.data(), statuses.data(),
                                                        e.report());
        });
    }

    cdy_status regressor(std::size_t count, numbers q, numbers qd, numbers qdd, const cdy_regressor_options &options,
                         results Y, status_output statuses = {}, const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(qdd, count, nv(), "qdd", e) &&
                         fits(Y, count, nv() * view_.parameter_count(options), "Y", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::regressor(view_.get(), batch_, count, q.data(), qd.data(), qdd.data(), &options, Y.data(),
                                        statuses.data(), e.report());
        });
    }

    cdy_status energy(std::size_t count, numbers q, numbers qd, results kinetic, results potential,
                      status_output statuses = {}, const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(kinetic, count, 1, "kinetic", e) && fits(potential, count, 1, "potential", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::energy(view_.get(), batch_, count, q.data(), qd.data(), kinetic.data(), potential.data(),
                                     statuses.data(), e.report());
        });
    }

    cdy_status center_of_mass(std::size_t count, numbers q, results com, results J, status_output statuses = {},
                              const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(com, count, 3, "com", e) &&
                         fits(J, count, 3 * nv(), "J", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::center_of_mass(view_.get(), batch_, count, q.data(), com.data(), J.data(),
                                             statuses.data(), e.report());
        });
    }

    cdy_status centroidal_momentum(std::size_t count, numbers q, numbers qd, numbers qdd, results h, results rate,
                                   status_output statuses = {}, const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(qdd, count, nv(), "qdd", e) && fits(h, count, 6, "h", e) &&
                         fits(rate, count, 6, "rate", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::centroidal_momentum(view_.get(), batch_, count, q.data(), qd.data(), qdd.data(), h.data(),
                                                  rate.data(), statuses.data(), e.report());
        });
    }

    cdy_status centroidal_momentum_matrix(std::size_t count, numbers q, results A, status_output statuses = {},
                                          const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(A, count, 6 * nv(), "A", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::centroidal_momentum_matrix(view_.get(), batch_, count, q.data(), A.data(),
                                                         statuses.data(), e.report());
        });
    }

    cdy_status get_transform(std::size_t count, frame body, frame relative_to, numbers q, results T,
                             status_output statuses = {}, const on_error &e = {}) const
    {
        int index = 0, other = 0;
        const bool fit = body.find(view_.get(), &index, e) && relative_to.find(view_.get(), &other, e) &&
                         fits(q, count, nq(), "q", e) && fits(T, count, 16, "T", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::get_transform(view_.get(), batch_, count, index, other, q.data(), T.data(),
                                            statuses.data(), e.report());
        });
    }

    cdy_status forward_kinematics(std::size_t count, numbers q, results T, status_output statuses = {},
                                  const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(T, count, view_.frame_count() * 16, "T", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::forward_kinematics(view_.get(), batch_, count, q.data(), T.data(), statuses.data(),
                                                 e.report());
        });
    }

    cdy_status geometric_jacobian(std::size_t count, frame body, cdy_axes axes, numbers q, results J,
                                  status_output statuses = {}, const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(view_.get(), &index, e) && fits(q, count, nq(), "q", e) &&
                         fits(J, count, 6 * nv(), "J", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::geometric_jacobian(view_.get(), batch_, count, index, axes, q.data(), J.data(),
                                                 statuses.data(), e.report());
        });
    }

    cdy_status jacobian_dot_qd(std::size_t count, frame body, cdy_axes axes, numbers q, numbers qd, results product,
                               status_output statuses = {}, const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(view_.get(), &index, e) && fits(q, count, nq(), "q", e) &&
                         fits(qd, count, nv(), "qd", e) && fits(product, count, 6, "product", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::jacobian_dot_qd(view_.get(), batch_, count, index, axes, q.data(), qd.data(),
                                              product.data(), statuses.data(), e.report());
        });
    }

    cdy_status frame_velocity(std::size_t count, frame body, cdy_axes axes, numbers q, numbers qd, results velocity,
                              status_output statuses = {}, const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(view_.get(), &index, e) && fits(q, count, nq(), "q", e) &&
                         fits(qd, count, nv(), "qd", e) && fits(velocity, count, 6, "velocity", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::frame_velocity(view_.get(), batch_, count, index, axes, q.data(), qd.data(),
                                             velocity.data(), statuses.data(), e.report());
        });
    }

    cdy_status frame_acceleration(std::size_t count, frame body, cdy_axes axes, numbers q, numbers qd, numbers qdd,
                                  results acceleration, status_output statuses = {}, const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(view_.get(), &index, e) && fits(q, count, nq(), "q", e) &&
                         fits(qd, count, nv(), "qd", e) && fits(qdd, count, nv(), "qdd", e) &&
                         fits(acceleration, count, 6, "acceleration", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::frame_acceleration(view_.get(), batch_, count, index, axes, q.data(), qd.data(),
                                                 qdd.data(), acceleration.data(), statuses.data(), e.report());
        });
    }

    cdy_status jacobian_dot(std::size_t count, frame body, cdy_axes axes, numbers q, numbers qd, results J_dot,
                            status_output statuses = {}, const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(view_.get(), &index, e) && fits(q, count, nq(), "q", e) &&
                         fits(qd, count, nv(), "qd", e) && fits(J_dot, count, 6 * nv(), "J_dot", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::jacobian_dot(view_.get(), batch_, count, index, axes, q.data(), qd.data(), J_dot.data(),
                                           statuses.data(), e.report());
        });
    }

    cdy_status jacobian_derivative(std::size_t count, frame body, cdy_axes axes, numbers q, results J_q,
                                   status_output statuses = {}, const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(view_.get(), &index, e) && fits(q, count, nq(), "q", e) &&
                         fits(J_q, count, 6 * nv() * nv(), "J_q", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::jacobian_derivative(view_.get(), batch_, count, index, axes, q.data(), J_q.data(),
                                                  statuses.data(), e.report());
        });
    }

    cdy_status transform_derivative(std::size_t count, frame body, numbers q, results T_q, status_output statuses = {},
                                    const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(view_.get(), &index, e) && fits(q, count, nq(), "q", e) &&
                         fits(T_q, count, nv() * 16, "T_q", e) && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::transform_derivative(view_.get(), batch_, count, index, q.data(), T_q.data(),
                                                   statuses.data(), e.report());
        });
    }
    // the end of what is written
    // clang-format on

    cdy_status forward_dynamics_derivatives(std::size_t count, numbers q, numbers qd, numbers tau, numbers fext,
                                            results dqdd_dq, results dqdd_dqd, results dqdd_dtau,
                                            status_output statuses = {}, const on_error &e = {}) const
    {
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(tau, count, nv(), "tau", e) && fits(fext, count, view_.force_rows() * 6, "fext", e) &&
                         fits(dqdd_dq, count, nv() * nv(), "dqdd_dq", e) &&
                         fits(dqdd_dqd, count, nv() * nv(), "dqdd_dqd", e) &&
                         fits(dqdd_dtau, count, nv() * nv(), "dqdd_dtau", e) && e.fits(statuses, count, "statuses");
        const typename functions::forward_derivatives places{dqdd_dq.data(), dqdd_dqd.data(), dqdd_dtau.data()};
        return run(e, fit, [&] {
            return functions::forward_dynamics_derivatives(view_.get(), batch_, count, q.data(), qd.data(), tau.data(),
                                                           fext.data(), &places, statuses.data(), e.report());
        });
    }
    /* Add the wrench (6) of each state to its external forces. */
    cdy_status external_force(std::size_t count, frame body, numbers wrench, numbers q, results fext,
                              status_output statuses = {}, const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(view_.get(), &index, e) && fits(wrench, count, 6, "wrench", e) &&
                         fits(q, count, nq(), "q", e) && fits(fext, count, view_.force_rows() * 6, "fext", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::external_force(view_.get(), batch_, count, index, wrench.data(), q.data(), fext.data(),
                                             statuses.data(), e.report());
        });
    }
    cdy_status external_force_at(std::size_t count, frame body, cdy_axes axes, numbers wrench, numbers q, results fext,
                                 status_output statuses = {}, const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(view_.get(), &index, e) && fits(wrench, count, 6, "wrench", e) &&
                         fits(q, count, nq(), "q", e) && fits(fext, count, view_.force_rows() * 6, "fext", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::external_force_at(view_.get(), batch_, count, index, axes, wrench.data(), q.data(),
                                                fext.data(), statuses.data(), e.report());
        });
    }
    /* The terms of the robot and of frames that are wanted, by one sweep; up to eight frames allocate nothing. */
    cdy_status all_terms(std::size_t count, numbers q, numbers qd, numbers qdd, numbers fext,
                         const basic_terms<Number> &wanted, span<const basic_frame_terms<Number>> frames = {},
                         status_output statuses = {}, const on_error &e = {}) const
    {
        const detail::term_places<Number> places(
            view_, wanted, frames,
            [&](const results &given, std::size_t size, const char *name) { return fits(given, count, size, name, e); },
            e);
        const bool fit = places.fit() && fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(qdd, count, nv(), "qdd", e) && fits(fext, count, view_.force_rows() * 6, "fext", e) &&
                         e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            return functions::all_terms(view_.get(), batch_, count, q.data(), qd.data(), qdd.data(), fext.data(),
                                        places.get(), statuses.data(), e.report());
        });
    }
    /* All states under the same constraints, for which the batch has room (cdy_batch_options.constraint_rows); forces
     * (rows) and reports may be left out. */
    cdy_status constrained_forward_dynamics(std::size_t count, span<const cdy_constraint> constraints,
                                            const cdy_constraint_options &options, numbers q, numbers qd, numbers tau,
                                            numbers fext, results qdd, results forces = {},
                                            basic_output<cdy_constraint_report> reports = {},
                                            status_output statuses = {}, const on_error &e = {}) const
    {
        const int constraint_count = static_cast<int>(constraints.size()),
                  rows = cdy_constraint_rows(constraints.data(), constraint_count);
        const bool fit = fits(q, count, nq(), "q", e) && fits(qd, count, nv(), "qd", e) &&
                         fits(tau, count, nv(), "tau", e) && fits(fext, count, view_.force_rows() * 6, "fext", e) &&
                         fits(qdd, count, nv(), "qdd", e) &&
                         (rows < 0 || fits(forces, count, static_cast<std::size_t>(rows), "forces", e)) &&
                         e.fits(reports, count, "reports") && e.fits(statuses, count, "statuses");
        return run(e, fit, [&] {
            const typename functions::constrained_state states{
                q.data(), qd.data(), tau.data(), fext.data(), constraints.data(), constraint_count, &options, 0};
            return functions::constrained_forward_dynamics(view_.get(), batch_, count, &states, qdd.data(),
                                                           forces.data(), reports.data(), statuses.data(), e.report());
        });
    }

  private:
    using functions = detail::batch_functions<Number>;

    std::size_t nv() const noexcept
    {
        return view_.nv();
    }
    std::size_t nq() const noexcept
    {
        return view_.nq();
    }

    /* Tells whether a view has rows of this width for all states; packed states come in whole blocks. */
    template <class View>
    bool fits(const View &view, std::size_t count, std::size_t width, const char *name, const on_error &e) const
    {
        const std::size_t block = in_lanes_ && batch_ ? static_cast<std::size_t>(lanes()) : 1;
        const std::size_t states = count / block * block + (count % block ? block : 0);
        if (width > 0 && states > std::numeric_limits<std::size_t>::max() / width) {
            return e.fits(view, std::numeric_limits<std::size_t>::max(), name);
        }
        return e.fits(view, states * width, name);
    }

    template <class Call> cdy_status run(const on_error &e, bool fit, Call call) const
    {
        return e.finish(fit ? call() : CDY_ERROR_ARGUMENT);
    }

    model_view view_;
    typename detail::batch_functions<Number>::batch *batch_ = nullptr;
    bool in_lanes_;
};

using batch = basic_batch<double>;
using batch_f32 = basic_batch<float>;

} // namespace condyle

#endif
