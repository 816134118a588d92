/* Views of contiguous numbers: what the calls of C++ read and write. */
#ifndef CONDYLE_VIEW_HPP
#define CONDYLE_VIEW_HPP

#include <array>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif
#if defined(__cpp_lib_span)
#include <span>
#endif

namespace condyle
{

#if defined(__cpp_lib_span)
template <class T> using span = std::span<T>;
#else
/* The part of std::span that is needed before C++20. */
template <class T> class span
{
  public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using iterator = T *;

    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size)
    {
    }
    template <class Container, class = std::enable_if_t<
                                   std::is_convertible<decltype(std::data(std::declval<Container &>())), T *>::value>>
    // NOLINTNEXTLINE(google-explicit-constructor): as std::span
    constexpr span(Container &container) noexcept : data_(std::data(container)), size_(std::size(container))
    {
    }

    constexpr T *data() const noexcept
    {
        return data_;
    }
    constexpr std::size_t size() const noexcept
    {
        return size_;
    }
    constexpr bool empty() const noexcept
    {
        return size_ == 0;
    }
    constexpr T &operator[](std::size_t i) const
    {
        return data_[i];
    }
    constexpr iterator begin() const noexcept
    {
        return data_;
    }
    constexpr iterator end() const noexcept
    {
        return data_ + size_;
    }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};
#endif

namespace detail
{

/* Matrices of Eigen tell how they lie in memory; the library's are row-major.  Vectors are both. */
template <class C, class = void> struct lies_in_rows : std::true_type {
};
template <class C>
struct lies_in_rows<
    C, std::void_t<decltype(static_cast<bool>(C::IsRowMajor)), decltype(static_cast<bool>(C::IsVectorAtCompileTime))>>
    : std::bool_constant<static_cast<bool>(C::IsRowMajor) || static_cast<bool>(C::IsVectorAtCompileTime)> {
};

/* Maps of Eigen may leave memory between their numbers out. */
template <class C, class = void> struct is_dense : std::true_type {
};
template <class C>
struct is_dense<C, std::void_t<decltype(C::InnerStrideAtCompileTime), decltype(C::OuterStrideAtCompileTime)>>
    : std::bool_constant<(C::InnerStrideAtCompileTime == 0 || C::InnerStrideAtCompileTime == 1)> {
};

/* The numbers of a container; more than any call takes where rows of a matrix of Eigen have gaps between them. */
template <class C, class = void> struct has_outer_stride : std::false_type {
};
template <class C>
struct has_outer_stride<
    C, std::void_t<decltype(std::declval<const C &>().outerStride()), decltype(std::declval<const C &>().innerSize()),
                   decltype(std::declval<const C &>().outerSize())>> : std::true_type {
};
template <class C> constexpr std::size_t dense_size(const C &numbers)
{
    if constexpr (has_outer_stride<C>::value) {
        if (numbers.outerSize() > 1 && numbers.outerStride() != numbers.innerSize()) {
            return static_cast<std::size_t>(-1);
        }
    }
    return static_cast<std::size_t>(std::size(numbers));
}

template <class C> using data_of = decltype(std::data(std::declval<C &>()));
template <class C> using size_of = decltype(std::size(std::declval<C &>()));

/* Tells whether C is a container of contiguous numbers that convert to pointers to T without a cast. */
template <class C, class T, class = void> struct is_contiguous : std::false_type {
};
template <class C, class T>
struct is_contiguous<C, T, std::void_t<data_of<C>, size_of<C>>> : std::is_convertible<data_of<C>, T *> {
};

template <class C, class T> using enable_contiguous = std::enable_if_t<is_contiguous<C, T>::value>;

} // namespace detail

/* Input of a call: a view of contiguous numbers - std::vector, std::array, std::span, an array, a vector or row-major
 * matrix of Eigen - or nothing, for the default of the C call.  The numbers are not copied; those of {1, 2, 3} live
 * until the call returns. */
template <class T> class basic_input
{
  public:
    constexpr basic_input() noexcept = default;
    constexpr basic_input(std::nullptr_t) noexcept // NOLINT(google-explicit-constructor)
    {
    }
    constexpr basic_input(const T *data, std::size_t size) noexcept : data_(data), size_(size), given_(data != nullptr)
    {
    }
    constexpr basic_input(std::initializer_list<T> numbers) noexcept
        : data_(std::data(numbers)), size_(numbers.size()), given_(true)
    {
    }
    template <class C, class = detail::enable_contiguous<const C, const T>>
    constexpr basic_input(const C &numbers) noexcept // NOLINT(google-explicit-constructor)
        : data_(std::data(numbers)), size_(detail::dense_size(numbers)), given_(true)
    {
        static_assert(detail::lies_in_rows<C>::value, "matrices are row-major: Eigen::Matrix<..., Eigen::RowMajor>");
        static_assert(detail::is_dense<C>::value, "numbers must lie one after another");
    }

    constexpr const T *data() const noexcept
    {
        return data_;
    }
    constexpr std::size_t size() const noexcept
    {
        return size_;
    }
    constexpr bool is_given() const noexcept
    {
        return given_;
    }

  private:
    const T *data_ = nullptr;
    std::size_t size_ = 0;
    bool given_ = false;
};

/* Output of a call: a view of a container that has the size already; nothing for a result that is not wanted. */
template <class T> class basic_output
{
  public:
    constexpr basic_output() noexcept = default;
    constexpr basic_output(std::nullptr_t) noexcept // NOLINT(google-explicit-constructor)
    {
    }
    constexpr basic_output(T *data, std::size_t size) noexcept : data_(data), size_(size), given_(data != nullptr)
    {
    }
    template <class C, class = detail::enable_contiguous<std::remove_reference_t<C>, T>>
    constexpr basic_output(C &&numbers) noexcept // NOLINT(google-explicit-constructor)
        : data_(std::data(numbers)), size_(detail::dense_size(numbers)), given_(true)
    {
        static_assert(detail::lies_in_rows<std::decay_t<C>>::value,
                      "matrices are row-major: Eigen::Matrix<..., Eigen::RowMajor>");
        static_assert(detail::is_dense<std::decay_t<C>>::value, "numbers must lie one after another");
    }

    constexpr T *data() const noexcept
    {
        return data_;
    }
    constexpr std::size_t size() const noexcept
    {
        return size_;
    }
    constexpr bool is_given() const noexcept
    {
        return given_;
    }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
    bool given_ = false;
};

using input = basic_input<double>;
using output = basic_output<double>;

/* Returns a matrix of another library over numbers that stay where they are:
 * condyle::map<Eigen::Map<Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>>(M, n, n). */
template <class Map, class Container, class... Sizes> Map map(Container &numbers, Sizes... sizes)
{
    return Map(std::data(numbers), sizes...);
}

} // namespace condyle

#endif
