/* Dynamics and kinematics of one state in C++ (condyle/dynamics.h, condyle/kinematics.h, condyle/derivatives.h,
 * condyle/energy.h, condyle/momentum.h, condyle/regressor.h, condyle/inverse_kinematics.h,
 * condyle/generalized_inverse_kinematics.h, condyle/terms.h, condyle/specialize.h). */
#ifndef CONDYLE_WORKSPACE_HPP
#define CONDYLE_WORKSPACE_HPP

#include <condyle/derivatives.h>
#include <condyle/dynamics.h>
#include <condyle/energy.h>
#include <condyle/generalized_inverse_kinematics.h>
#include <condyle/inverse_kinematics.h>
#include <condyle/kinematics.h>
#include <condyle/model.hpp>
#include <condyle/momentum.h>
#include <condyle/specialize.hpp>
#include <condyle/terms.hpp>

namespace condyle
{

/* The energies of a state, J. */
struct energies {
    double kinetic, potential;
};

/* The calls for one state, with a model and a workspace that somebody owns.  Names, shapes, units and defaults are
 * those of the C calls.  Each has two forms: with a view of the result last, it allocates nothing and returns the
 * status; without it, it returns the result as a std::vector.  Both throw on a failure; the first does not where a
 * cdy_error follows the result. */
class calls
{
  public:
    calls(cdy_model *model, cdy_workspace *workspace) noexcept : view_(model), workspace_(workspace)
    {
    }

    cdy_workspace *workspace() const noexcept
    {
        return workspace_;
    }
    std::size_t nv() const noexcept
    {
        return view_.nv();
    }
    std::size_t nq() const noexcept
    {
        return view_.nq();
    }

    /* Lets later calls use the code: cdy_workspace_specialize(). */
    cdy_status specialize(const specialization &code, const on_error &e = {}) const
    {
        return e.finish(cdy_workspace_specialize(workspace_, code.get(), e.report()));
    }

    std::vector<double> get_transform(frame body, input q = {}) const
    {
        return vector_of(16, [&](output T) { get_transform(body, 0, q, T); });
    }

    /* An empty view for one of several results means that this result is not wanted. */
    // meson compile -C build declarations writes: states
    // clang-format off

    cdy_status inverse_dynamics(input q, input qd, input qdd, input fext, output tau, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(qdd, nv(), "qdd") &&
                         e.fits(fext, view_.force_rows() * 6, "fext") && e.fits(tau, nv(), "tau");
        return run(e, fit, [&] {
            return cdy_inverse_dynamics(model(), workspace_, q.data(), qd.data(), qdd.data(), fext.data(), tau.data(),
                                        e.report());
        });
    }
    std::vector<double> inverse_dynamics(input q = {}, input qd = {}, input qdd = {}, input fext = {}) const
    {
        return vector_of(nv(), [&](output tau) { inverse_dynamics(q, qd, qdd, fext, tau); });
    }

    cdy_status velocity_product(input q, input qd, output product, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(product, nv(), "product");
        return run(e, fit, [&] {
            return cdy_velocity_product(model(), workspace_, q.data(), qd.data(), product.data(), e.report());
        });
    }
    std::vector<double> velocity_product(input q = {}, input qd = {}) const
    {
        return vector_of(nv(), [&](output product) { velocity_product(q, qd, product); });
    }

    cdy_status gravity_torque(input q, output tau, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(tau, nv(), "tau");
        return run(e, fit, [&] {
            return cdy_gravity_torque(model(), workspace_, q.data(), tau.data(), e.report());
        });
    }
    std::vector<double> gravity_torque(input q = {}) const
    {
        return vector_of(nv(), [&](output tau) { gravity_torque(q, tau); });
    }

    cdy_status mass_times(input q, input x, output product, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(x, nv(), "x") && e.fits(product, nv(), "product");
        return run(e, fit, [&] {
            return cdy_mass_times(model(), workspace_, q.data(), x.data(), product.data(), e.report());
        });
    }
    std::vector<double> mass_times(input q = {}, input x = {}) const
    {
        return vector_of(nv(), [&](output product) { mass_times(q, x, product); });
    }

    cdy_status joint_reactions(input q, input qd, input qdd, input fext, output reactions, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(qdd, nv(), "qdd") &&
                         e.fits(fext, view_.force_rows() * 6, "fext") &&
                         e.fits(reactions, view_.joint_count() * 6, "reactions");
        return run(e, fit, [&] {
            return cdy_joint_reactions(model(), workspace_, q.data(), qd.data(), qdd.data(), fext.data(),
                                       reactions.data(), e.report());
        });
    }
    std::vector<double> joint_reactions(input q = {}, input qd = {}, input qdd = {}, input fext = {}) const
    {
        return vector_of(view_.joint_count() * 6, [&](output reactions) { joint_reactions(q, qd, qdd, fext,
            reactions); });
    }

    cdy_status mass_matrix(input q, output M, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(M, nv() * nv(), "M");
        return run(e, fit, [&] {
            return cdy_mass_matrix(model(), workspace_, q.data(), M.data(), e.report());
        });
    }
    std::vector<double> mass_matrix(input q = {}) const
    {
        return vector_of(nv() * nv(), [&](output M) { mass_matrix(q, M); });
    }

    cdy_status coriolis_matrix(input q, input qd, output C, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(C, nv() * nv(), "C");
        return run(e, fit, [&] {
            return cdy_coriolis_matrix(model(), workspace_, q.data(), qd.data(), C.data(), e.report());
        });
    }
    std::vector<double> coriolis_matrix(input q = {}, input qd = {}) const
    {
        return vector_of(nv() * nv(), [&](output C) { coriolis_matrix(q, qd, C); });
    }

    cdy_status forward_dynamics(input q, input qd, input tau, input fext, output qdd, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(tau, nv(), "tau") &&
                         e.fits(fext, view_.force_rows() * 6, "fext") && e.fits(qdd, nv(), "qdd");
        return run(e, fit, [&] {
            return cdy_forward_dynamics(model(), workspace_, q.data(), qd.data(), tau.data(), fext.data(), qdd.data(),
                                        e.report());
        });
    }
    std::vector<double> forward_dynamics(input q = {}, input qd = {}, input tau = {}, input fext = {}) const
    {
        return vector_of(nv(), [&](output qdd) { forward_dynamics(q, qd, tau, fext, qdd); });
    }

    cdy_status forward_dynamics_by(cdy_forward_method method, input q, input qd, input tau, input fext, output qdd,
                                   const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(tau, nv(), "tau") &&
                         e.fits(fext, view_.force_rows() * 6, "fext") && e.fits(qdd, nv(), "qdd");
        return run(e, fit, [&] {
            return cdy_forward_dynamics_by(model(), workspace_, method, q.data(), qd.data(), tau.data(), fext.data(),
                                           qdd.data(), e.report());
        });
    }
    std::vector<double> forward_dynamics_by(cdy_forward_method method, input q = {}, input qd = {}, input tau = {},
                                            input fext = {}) const
    {
        return vector_of(nv(), [&](output qdd) { forward_dynamics_by(method, q, qd, tau, fext, qdd); });
    }

    cdy_status inverse_mass_times(input q, input x, output product, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(x, nv(), "x") && e.fits(product, nv(), "product");
        return run(e, fit, [&] {
            return cdy_inverse_mass_times(model(), workspace_, q.data(), x.data(), product.data(), e.report());
        });
    }
    std::vector<double> inverse_mass_times(input q = {}, input x = {}) const
    {
        return vector_of(nv(), [&](output product) { inverse_mass_times(q, x, product); });
    }

    cdy_status inverse_mass_matrix(input q, output M_inverse, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(M_inverse, nv() * nv(), "M_inverse");
        return run(e, fit, [&] {
            return cdy_inverse_mass_matrix(model(), workspace_, q.data(), M_inverse.data(), e.report());
        });
    }
    std::vector<double> inverse_mass_matrix(input q = {}) const
    {
        return vector_of(nv() * nv(), [&](output M_inverse) { inverse_mass_matrix(q, M_inverse); });
    }

    cdy_status inverse_dynamics_derivatives(input q, input qd, input qdd, input fext, output dtau_dq, output dtau_dqd,
                                            const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(qdd, nv(), "qdd") &&
                         e.fits(fext, view_.force_rows() * 6, "fext") && e.fits(dtau_dq, nv() * nv(), "dtau_dq") &&
                         e.fits(dtau_dqd, nv() * nv(), "dtau_dqd");
        return run(e, fit, [&] {
            return cdy_inverse_dynamics_derivatives(model(), workspace_, q.data(), qd.data(), qdd.data(), fext.data(),
                                                    dtau_dq.data(), dtau_dqd.data(), e.report());
        });
    }

    cdy_status inverse_dynamics_vjp(input q, input qd, input qdd, input fext, input w, output by_q, output by_qd,
                                    output by_qdd, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(qdd, nv(), "qdd") &&
                         e.fits(fext, view_.force_rows() * 6, "fext") && e.fits(w, nv(), "w") &&
                         e.fits(by_q, nv(), "by_q") && e.fits(by_qd, nv(), "by_qd") && e.fits(by_qdd, nv(), "by_qdd");
        return run(e, fit, [&] {
            return cdy_inverse_dynamics_vjp(model(), workspace_, q.data(), qd.data(), qdd.data(), fext.data(), w.data(),
                                            by_q.data(), by_qd.data(), by_qdd.data(), e.report());
        });
    }

    cdy_status inverse_dynamics_jvp(input q, input qd, input qdd, input fext, input dq, input dqd, input dqdd,
                                    output dtau, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(qdd, nv(), "qdd") &&
                         e.fits(fext, view_.force_rows() * 6, "fext") && e.fits(dq, nv(), "dq") &&
                         e.fits(dqd, nv(), "dqd") && e.fits(dqdd, nv(), "dqdd") && e.fits(dtau, nv(), "dtau");
        return run(e, fit, [&] {
            return cdy_inverse_dynamics_jvp(model(), workspace_, q.data(), qd.data(), qdd.data(), fext.data(),
                                            dq.data(), dqd.data(), dqdd.data(), dtau.data(), e.report());
        });
    }
    std::vector<double> inverse_dynamics_jvp(input q = {}, input qd = {}, input qdd = {}, input fext = {},
                                             input dq = {}, input dqd = {}, input dqdd = {}) const
    {
        return vector_of(nv(), [&](output dtau) { inverse_dynamics_jvp(q, qd, qdd, fext, dq, dqd, dqdd, dtau); });
    }

    cdy_status forward_dynamics_vjp(input q, input qd, input tau, input fext, input w, output by_q, output by_qd,
                                    output by_tau, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(tau, nv(), "tau") &&
                         e.fits(fext, view_.force_rows() * 6, "fext") && e.fits(w, nv(), "w") &&
                         e.fits(by_q, nv(), "by_q") && e.fits(by_qd, nv(), "by_qd") && e.fits(by_tau, nv(), "by_tau");
        return run(e, fit, [&] {
            return cdy_forward_dynamics_vjp(model(), workspace_, q.data(), qd.data(), tau.data(), fext.data(), w.data(),
                                            by_q.data(), by_qd.data(), by_tau.data(), e.report());
        });
    }

    cdy_status forward_dynamics_jvp(input q, input qd, input tau, input fext, input dq, input dqd, input dtau,
                                    output dqdd, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(tau, nv(), "tau") &&
                         e.fits(fext, view_.force_rows() * 6, "fext") && e.fits(dq, nv(), "dq") &&
                         e.fits(dqd, nv(), "dqd") && e.fits(dtau, nv(), "dtau") && e.fits(dqdd, nv(), "dqdd");
        return run(e, fit, [&] {
            return cdy_forward_dynamics_jvp(model(), workspace_, q.data(), qd.data(), tau.data(), fext.data(),
                                            dq.data(), dqd.data(), dtau.data(), dqdd.data(), e.report());
        });
    }
    std::vector<double> forward_dynamics_jvp(input q = {}, input qd = {}, input tau = {}, input fext = {},
                                             input dq = {}, input dqd = {}, input dtau = {}) const
    {
        return vector_of(nv(), [&](output dqdd) { forward_dynamics_jvp(q, qd, tau, fext, dq, dqd, dtau, dqdd); });
    }

    cdy_status load_vjp(input q, input w, output by_fext, output by_gravity, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(w, nv(), "w") &&
                         e.fits(by_fext, view_.force_rows() * 6, "by_fext") && e.fits(by_gravity, 3, "by_gravity");
        return run(e, fit, [&] {
            return cdy_load_vjp(model(), workspace_, q.data(), w.data(), by_fext.data(), by_gravity.data(), e.report());
        });
    }

    cdy_status energy_gradient(input q, input qd, output kinetic_by_q, output kinetic_by_qd, output potential_by_q,
                               const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(kinetic_by_q, nv(), "kinetic_by_q") &&
                         e.fits(kinetic_by_qd, nv(), "kinetic_by_qd") && e.fits(potential_by_q, nv(), "potential_by_q");
        return run(e, fit, [&] {
            return cdy_energy_gradient(model(), workspace_, q.data(), qd.data(), kinetic_by_q.data(),
                                       kinetic_by_qd.data(), potential_by_q.data(), e.report());
        });
    }

    cdy_status regressor_transpose_times(input q, input qd, input qdd, const cdy_regressor_options &options, input w,
                                         output product, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(qdd, nv(), "qdd") &&
                         e.fits(w, nv(), "w") && e.fits(product, view_.parameter_count(options), "product");
        return run(e, fit, [&] {
            return cdy_regressor_transpose_times(model(), workspace_, q.data(), qd.data(), qdd.data(), &options,
                                                 w.data(), product.data(), e.report());
        });
    }
    std::vector<double> regressor_transpose_times(input q, input qd, input qdd, const cdy_regressor_options &options,
                                                  input w = {}) const
    {
        return vector_of(view_.parameter_count(options), [&](output product) { regressor_transpose_times(q, qd, qdd,
            options, w, product); });
    }

    cdy_status regressor(input q, input qd, input qdd, const cdy_regressor_options &options, output Y,
                         const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(qdd, nv(), "qdd") &&
                         e.fits(Y, nv() * view_.parameter_count(options), "Y");
        return run(e, fit, [&] {
            return cdy_regressor(model(), workspace_, q.data(), qd.data(), qdd.data(), &options, Y.data(), e.report());
        });
    }
    std::vector<double> regressor(input q, input qd, input qdd, const cdy_regressor_options &options) const
    {
        return vector_of(nv() * view_.parameter_count(options), [&](output Y) { regressor(q, qd, qdd, options, Y); });
    }

    cdy_status center_of_mass(input q, output com, output J, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(com, 3, "com") && e.fits(J, 3 * nv(), "J");
        return run(e, fit, [&] {
            return cdy_center_of_mass(model(), workspace_, q.data(), com.data(), J.data(), e.report());
        });
    }

    cdy_status centroidal_momentum_matrix(input q, output A, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(A, 6 * nv(), "A");
        return run(e, fit, [&] {
            return cdy_centroidal_momentum_matrix(model(), workspace_, q.data(), A.data(), e.report());
        });
    }
    std::vector<double> centroidal_momentum_matrix(input q = {}) const
    {
        return vector_of(6 * nv(), [&](output A) { centroidal_momentum_matrix(q, A); });
    }

    cdy_status get_transform(frame body, frame relative_to, input q, output T, const on_error &e = {}) const
    {
        int index = 0, other = 0;
        const bool fit = body.find(model(), &index, e) && relative_to.find(model(), &other, e) &&
                         e.fits(q, nq(), "q") && e.fits(T, 16, "T");
        return run(e, fit, [&] {
            return cdy_get_transform(model(), workspace_, index, other, q.data(), T.data(), e.report());
        });
    }

    cdy_status forward_kinematics(input q, output T, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(T, view_.frame_count() * 16, "T");
        return run(e, fit, [&] {
            return cdy_forward_kinematics(model(), workspace_, q.data(), T.data(), e.report());
        });
    }
    std::vector<double> forward_kinematics(input q = {}) const
    {
        return vector_of(view_.frame_count() * 16, [&](output T) { forward_kinematics(q, T); });
    }

    cdy_status geometric_jacobian(frame body, cdy_axes axes, input q, output J, const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(model(), &index, e) && e.fits(q, nq(), "q") && e.fits(J, 6 * nv(), "J");
        return run(e, fit, [&] {
            return cdy_geometric_jacobian(model(), workspace_, index, axes, q.data(), J.data(), e.report());
        });
    }
    std::vector<double> geometric_jacobian(frame body, cdy_axes axes, input q = {}) const
    {
        return vector_of(6 * nv(), [&](output J) { geometric_jacobian(body, axes, q, J); });
    }

    cdy_status jacobian_dot_qd(frame body, cdy_axes axes, input q, input qd, output product,
                               const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(model(), &index, e) && e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") &&
                         e.fits(product, 6, "product");
        return run(e, fit, [&] {
            return cdy_jacobian_dot_qd(model(), workspace_, index, axes, q.data(), qd.data(), product.data(),
                                       e.report());
        });
    }
    std::vector<double> jacobian_dot_qd(frame body, cdy_axes axes, input q = {}, input qd = {}) const
    {
        return vector_of(6, [&](output product) { jacobian_dot_qd(body, axes, q, qd, product); });
    }

    cdy_status frame_velocity(frame body, cdy_axes axes, input q, input qd, output velocity,
                              const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(model(), &index, e) && e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") &&
                         e.fits(velocity, 6, "velocity");
        return run(e, fit, [&] {
            return cdy_frame_velocity(model(), workspace_, index, axes, q.data(), qd.data(), velocity.data(),
                                      e.report());
        });
    }
    std::vector<double> frame_velocity(frame body, cdy_axes axes, input q = {}, input qd = {}) const
    {
        return vector_of(6, [&](output velocity) { frame_velocity(body, axes, q, qd, velocity); });
    }

    cdy_status frame_acceleration(frame body, cdy_axes axes, input q, input qd, input qdd, output acceleration,
                                  const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(model(), &index, e) && e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") &&
                         e.fits(qdd, nv(), "qdd") && e.fits(acceleration, 6, "acceleration");
        return run(e, fit, [&] {
            return cdy_frame_acceleration(model(), workspace_, index, axes, q.data(), qd.data(), qdd.data(),
                                          acceleration.data(), e.report());
        });
    }
    std::vector<double> frame_acceleration(frame body, cdy_axes axes, input q = {}, input qd = {}, input qdd = {}) const
    {
        return vector_of(6, [&](output acceleration) { frame_acceleration(body, axes, q, qd, qdd, acceleration); });
    }

    cdy_status jacobian_dot(frame body, cdy_axes axes, input q, input qd, output J_dot, const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(model(), &index, e) && e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") &&
                         e.fits(J_dot, 6 * nv(), "J_dot");
        return run(e, fit, [&] {
            return cdy_jacobian_dot(model(), workspace_, index, axes, q.data(), qd.data(), J_dot.data(), e.report());
        });
    }
    std::vector<double> jacobian_dot(frame body, cdy_axes axes, input q = {}, input qd = {}) const
    {
        return vector_of(6 * nv(), [&](output J_dot) { jacobian_dot(body, axes, q, qd, J_dot); });
    }

    cdy_status jacobian_derivative(frame body, cdy_axes axes, input q, output J_q, const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(model(), &index, e) && e.fits(q, nq(), "q") && e.fits(J_q, 6 * nv() * nv(), "J_q");
        return run(e, fit, [&] {
            return cdy_jacobian_derivative(model(), workspace_, index, axes, q.data(), J_q.data(), e.report());
        });
    }
    std::vector<double> jacobian_derivative(frame body, cdy_axes axes, input q = {}) const
    {
        return vector_of(6 * nv() * nv(), [&](output J_q) { jacobian_derivative(body, axes, q, J_q); });
    }

    cdy_status transform_derivative(frame body, input q, output T_q, const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(model(), &index, e) && e.fits(q, nq(), "q") && e.fits(T_q, nv() * 16, "T_q");
        return run(e, fit, [&] {
            return cdy_transform_derivative(model(), workspace_, index, q.data(), T_q.data(), e.report());
        });
    }
    std::vector<double> transform_derivative(frame body, input q = {}) const
    {
        return vector_of(nv() * 16, [&](output T_q) { transform_derivative(body, q, T_q); });
    }
    // the end of what is written
    // clang-format on

    cdy_status centroidal_momentum(input q, input qd, output h, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(h, 6, "h");
        return run(e, fit, [&] {
            return cdy_centroidal_momentum(model(), workspace_, q.data(), qd.data(), nullptr, h.data(), nullptr,
                                           e.report());
        });
    }
    std::vector<double> centroidal_momentum(input q = {}, input qd = {}) const
    {
        return vector_of(6, [&](output h) { centroidal_momentum(q, qd, h); });
    }

    cdy_status centroidal_momentum_bias(input q, input qd, output bias, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(bias, 6, "bias");
        return run(e, fit, [&] {
            return cdy_centroidal_momentum(model(), workspace_, q.data(), qd.data(), nullptr, nullptr, bias.data(),
                                           e.report());
        });
    }
    std::vector<double> centroidal_momentum_bias(input q = {}, input qd = {}) const
    {
        return vector_of(6, [&](output bias) { centroidal_momentum_bias(q, qd, bias); });
    }

    cdy_status centroidal_momentum_rate(input q, input qd, input qdd, output rate, const on_error &e = {}) const
    {
        const bool fit =
            e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(qdd, nv(), "qdd") && e.fits(rate, 6, "rate");
        return run(e, fit, [&] {
            return cdy_centroidal_momentum(model(), workspace_, q.data(), qd.data(), qdd.data(), nullptr, rate.data(),
                                           e.report());
        });
    }
    std::vector<double> centroidal_momentum_rate(input q = {}, input qd = {}, input qdd = {}) const
    {
        return vector_of(6, [&](output rate) { centroidal_momentum_rate(q, qd, qdd, rate); });
    }

    cdy_status forward_dynamics_derivatives(input q, input qd, input tau, input fext, output dqdd_dq, output dqdd_dqd,
                                            output dqdd_dtau, const on_error &e = {}) const
    {
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(tau, nv(), "tau") &&
                         e.fits(fext, view_.force_rows() * 6, "fext") && e.fits(dqdd_dq, nv() * nv(), "dqdd_dq") &&
                         e.fits(dqdd_dqd, nv() * nv(), "dqdd_dqd") && e.fits(dqdd_dtau, nv() * nv(), "dqdd_dtau");
        const cdy_forward_derivatives places{dqdd_dq.data(), dqdd_dqd.data(), dqdd_dtau.data()};
        return run(e, fit, [&] {
            return cdy_forward_dynamics_derivatives(model(), workspace_, q.data(), qd.data(), tau.data(), fext.data(),
                                                    &places, e.report());
        });
    }

    cdy_status inverse_dynamics_second_derivatives(input q, input qd, input qdd, input fext, output by_q_q,
                                                   output by_q_qd, output by_qd_qd, output mass_by_q,
                                                   const on_error &e = {}) const
    {
        const std::size_t cube = nv() * nv() * nv();
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(qdd, nv(), "qdd") &&
                         e.fits(fext, view_.force_rows() * 6, "fext") && e.fits(by_q_q, cube, "by_q_q") &&
                         e.fits(by_q_qd, cube, "by_q_qd") && e.fits(by_qd_qd, cube, "by_qd_qd") &&
                         e.fits(mass_by_q, cube, "mass_by_q");
        const cdy_second_derivatives places{by_q_q.data(), by_q_qd.data(), by_qd_qd.data(), mass_by_q.data()};
        return run(e, fit, [&] {
            return cdy_inverse_dynamics_second_derivatives(model(), workspace_, q.data(), qd.data(), qdd.data(),
                                                           fext.data(), &places, e.report());
        });
    }

    /* The center of mass alone. */
    std::array<double, 3> center_of_mass(input q = {}) const
    {
        std::array<double, 3> com{};
        center_of_mass(q, com, nullptr);
        return com;
    }

    energies energy(input q, input qd, const on_error &e = {}) const
    {
        energies both{};
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd");
        run(e, fit, [&] {
            return cdy_energy(model(), workspace_, q.data(), qd.data(), &both.kinetic, &both.potential, e.report());
        });
        return both;
    }
    double kinetic_energy(input q, input qd, const on_error &e = {}) const
    {
        double kinetic = 0;
        const bool fit = e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd");
        run(e, fit,
            [&] { return cdy_energy(model(), workspace_, q.data(), qd.data(), &kinetic, nullptr, e.report()); });
        return kinetic;
    }
    double potential_energy(input q, const on_error &e = {}) const
    {
        double potential = 0;
        run(e, e.fits(q, nq(), "q"),
            [&] { return cdy_energy(model(), workspace_, q.data(), nullptr, nullptr, &potential, e.report()); });
        return potential;
    }

    /* Add a wrench (6) to external forces (force_rows x 6); without q it is in the base frame. */
    cdy_status external_force(frame body, input wrench, input q, output fext, const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(model(), &index, e) && e.fits(wrench, 6, "wrench") && e.fits(q, nq(), "q") &&
                         e.fits(fext, view_.force_rows() * 6, "fext");
        return run(e, fit, [&] {
            return cdy_external_force(model(), workspace_, index, wrench.data(), q.data(), fext.data(), e.report());
        });
    }
    cdy_status external_force_at(frame body, cdy_axes axes, input wrench, input q, output fext,
                                 const on_error &e = {}) const
    {
        int index = 0;
        const bool fit = body.find(model(), &index, e) && e.fits(wrench, 6, "wrench") && e.fits(q, nq(), "q") &&
                         e.fits(fext, view_.force_rows() * 6, "fext");
        return run(e, fit, [&] {
            return cdy_external_force_at(model(), workspace_, index, axes, wrench.data(), q.data(), fext.data(),
                                         e.report());
        });
    }

    /* Writes the best configuration that was found to q; the report tells whether it converged. */
    cdy_ik_report inverse_kinematics(frame body, input target, input start, output q,
                                     const cdy_ik_options &options = cdy_ik_options_default(),
                                     const on_error &e = {}) const
    {
        cdy_ik_problem problem{0, target.data(), start.data(), &options};
        cdy_ik_report report{};
        const bool fit = body.find(model(), &problem.frame, e) && e.fits(target, 16, "target") &&
                         e.fits(start, nq(), "start") && e.fits(q, nq(), "q");
        run(e, fit,
            [&] { return cdy_inverse_kinematics(model(), workspace_, &problem, q.data(), &report, e.report()); });
        return report;
    }

    /* Writes the configuration that meets the constraints best to q; the report tells whether it meets all. */
    cdy_gik_report generalized_inverse_kinematics(span<const cdy_ik_constraint> constraints, input start, output q,
                                                  const cdy_gik_options &options = cdy_gik_options_default(),
                                                  const on_error &e = {}) const
    {
        const cdy_gik_problem problem{constraints.data(), static_cast<int>(constraints.size()), start.data(), &options};
        cdy_gik_report report{};
        run(e, e.fits(start, nq(), "start") && e.fits(q, nq(), "q"), [&] {
            return cdy_generalized_inverse_kinematics(model(), workspace_, &problem, q.data(), &report, nullptr,
                                                      e.report());
        });
        return report;
    }

    /* How far q is beyond each constraint. */
    std::vector<cdy_ik_violation> ik_violations(input q, span<const cdy_ik_constraint> constraints,
                                                const on_error &e = {}) const
    {
        std::vector<cdy_ik_violation> violations(constraints.size());
        run(e, e.fits(q, nq(), "q"), [&] {
            return cdy_ik_violations(model(), workspace_, q.data(), constraints.data(),
                                     static_cast<int>(constraints.size()), violations.data(), e.report());
        });
        return violations;
    }

    /* The terms of the robot and of frames that are wanted, by one sweep; up to eight frames allocate nothing. */
    cdy_status all_terms(input q, input qd, input qdd, input fext, const terms &wanted,
                         span<const frame_terms> frames = {}, const on_error &e = {}) const
    {
        const detail::term_places<double> places(
            view_, wanted, frames,
            [&](const output &given, std::size_t size, const char *name) { return e.fits(given, size, name); }, e);
        const bool fit = places.fit() && e.fits(q, nq(), "q") && e.fits(qd, nv(), "qd") && e.fits(qdd, nv(), "qdd") &&
                         e.fits(fext, view_.force_rows() * 6, "fext");
        return run(e, fit, [&] {
            return cdy_all_terms(model(), workspace_, q.data(), qd.data(), qdd.data(), fext.data(), places.get(),
                                 e.report());
        });
    }

  protected:
    /* Calls f where all views fit. */
    template <class Call> cdy_status run(const on_error &e, bool fit, Call call) const
    {
        return e.finish(fit ? call() : CDY_ERROR_ARGUMENT);
    }

    /* The result of a call in a new vector. */
    template <class Call> static std::vector<double> vector_of(std::size_t size, Call call)
    {
        std::vector<double> numbers(size);
        call(output(numbers));
        return numbers;
    }

    const cdy_model *model() const noexcept
    {
        return view_.get();
    }

    model_view view_;
    cdy_workspace *workspace_;
};

/* Owns a workspace of a model; the model lives longer.  One thread uses a workspace at a time. */
class workspace : public calls
{
  public:
    /* cdy_workspace_create(); empty on a failure that is not thrown. */
    explicit workspace(const model_view &model, const on_error &e = {}) : calls(model.get(), nullptr)
    {
        e.finish(cdy_workspace_create(model.get(), &workspace_, e.report()));
    }
    workspace(const workspace &) = delete;
    workspace(workspace &&other) noexcept : calls(other.view_.get(), other.workspace_)
    {
        other.workspace_ = nullptr;
    }
    workspace &operator=(const workspace &) = delete;
    workspace &operator=(workspace &&other) noexcept
    {
        if (this != &other) {
            cdy_workspace_destroy(workspace_);
            view_ = other.view_;
            workspace_ = other.workspace_;
            other.workspace_ = nullptr;
        }
        return *this;
    }
    ~workspace()
    {
        cdy_workspace_destroy(workspace_);
    }

    explicit operator bool() const noexcept
    {
        return workspace_ != nullptr;
    }
    cdy_workspace *get() const noexcept
    {
        return workspace_;
    }
};

} // namespace condyle

#endif
