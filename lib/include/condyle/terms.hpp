/* All terms of one sweep in C++ (condyle/terms.h): what is wanted, and where it goes. */
#ifndef CONDYLE_TERMS_HPP
#define CONDYLE_TERMS_HPP

#include <condyle/model.hpp>
#include <condyle/terms.h>

#include <array>
#include <vector>

namespace condyle
{

/* Where the terms go, as in cdy_terms or cdy_terms_f32; views that are not given are not wanted. */
template <class Number> struct basic_terms {
    basic_output<Number> transforms, center_of_mass, center_of_mass_jacobian, momentum, momentum_rate, momentum_matrix,
        kinetic_energy, potential_energy, torques, mass_matrix, torques_by_q, torques_by_qd, coriolis_matrix;
};

/* Where the terms of one frame go, as in cdy_frame_terms or cdy_frame_terms_f32. */
template <class Number> struct basic_frame_terms {
    frame body;
    cdy_axes axes = CDY_AXES_BASE;
    basic_output<Number> transform{}, jacobian{}, jacobian_dot{}, velocity{}, acceleration{};
};

using terms = basic_terms<double>;
using frame_terms = basic_frame_terms<double>;
using terms_f32 = basic_terms<float>;
using frame_terms_f32 = basic_frame_terms<float>;

namespace detail
{

/* The structs of C. */
template <class Number> struct term_structs;
template <> struct term_structs<double> {
    using terms = cdy_terms;
    using frame_terms = cdy_frame_terms;
};
template <> struct term_structs<float> {
    using terms = cdy_terms_f32;
    using frame_terms = cdy_frame_terms_f32;
};

/* The places of C for the terms that are wanted; memory is taken for more than eight frames alone. */
template <class Number> class term_places
{
  public:
    using terms = typename term_structs<Number>::terms;
    using frame_terms = typename term_structs<Number>::frame_terms;

    /* Fits tells whether a view has room for terms of a size; fit() is whether all have. */
    template <class Fits>
    term_places(const model_view &view, const basic_terms<Number> &wanted, span<const basic_frame_terms<Number>> frames,
                Fits fits, const on_error &e)
    {
        const std::size_t n = view.nv();
        const auto place = [&](const basic_output<Number> &given, std::size_t size, const char *name, Number *&at) {
            fit_ = fit_ && fits(given, size, name);
            at = given.data();
        };
        place(wanted.transforms, view.frame_count() * 16, "transforms", terms_.transforms);
        place(wanted.center_of_mass, 3, "center_of_mass", terms_.center_of_mass);
        place(wanted.center_of_mass_jacobian, 3 * n, "center_of_mass_jacobian", terms_.center_of_mass_jacobian);
        place(wanted.momentum, 6, "momentum", terms_.momentum);
        place(wanted.momentum_rate, 6, "momentum_rate", terms_.momentum_rate);
        place(wanted.momentum_matrix, 6 * n, "momentum_matrix", terms_.momentum_matrix);
        place(wanted.kinetic_energy, 1, "kinetic_energy", terms_.kinetic_energy);
        place(wanted.potential_energy, 1, "potential_energy", terms_.potential_energy);
        place(wanted.torques, n, "torques", terms_.torques);
        place(wanted.mass_matrix, n * n, "mass_matrix", terms_.mass_matrix);
        place(wanted.torques_by_q, n * n, "torques_by_q", terms_.torques_by_q);
        place(wanted.torques_by_qd, n * n, "torques_by_qd", terms_.torques_by_qd);
        place(wanted.coriolis_matrix, n * n, "coriolis_matrix", terms_.coriolis_matrix);
        frame_terms *places = few_.data();
        if (frames.size() > few_.size()) {
            many_.resize(frames.size());
            places = many_.data();
        }
        for (std::size_t i = 0; i < frames.size() && fit_; i++) {
            const basic_frame_terms<Number> &f = frames[i];
            places[i] = {};
            places[i].axes = f.axes;
            fit_ = f.body.find(view.get(), &places[i].frame, e);
            place(f.transform, 16, "transform", places[i].transform);
            place(f.jacobian, 6 * n, "jacobian", places[i].jacobian);
            place(f.jacobian_dot, 6 * n, "jacobian_dot", places[i].jacobian_dot);
            place(f.velocity, 6, "velocity", places[i].velocity);
            place(f.acceleration, 6, "acceleration", places[i].acceleration);
        }
        terms_.frames = places;
        terms_.frame_count = static_cast<int>(frames.size());
    }
    term_places(const term_places &) = delete;
    term_places &operator=(const term_places &) = delete;

    bool fit() const noexcept
    {
        return fit_;
    }
    const terms *get() const noexcept
    {
        return &terms_;
    }

  private:
    terms terms_{};
    std::array<frame_terms, 8> few_{};
    std::vector<frame_terms> many_;
    bool fit_ = true;
};

} // namespace detail

} // namespace condyle

#endif
