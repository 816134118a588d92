/* Failures in C++: the exception, and the form of every call that does not throw. */
#ifndef CONDYLE_ERROR_HPP
#define CONDYLE_ERROR_HPP

#include <condyle/status.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace condyle
{

/* A failed call: what() is the sentence of cdy_error.text, with file and line before it where there are any. */
class error : public std::runtime_error
{
  public:
    explicit error(const cdy_error &report)
        : std::runtime_error(message(report)), status_(report.status), line_(report.line), file_(report.file),
          text_(report.text)
    {
    }

    cdy_status status() const noexcept
    {
        return status_;
    }
    int line() const noexcept
    {
        return line_;
    }
    const std::string &file() const noexcept
    {
        return file_;
    }
    const std::string &text() const noexcept
    {
        return text_;
    }

  private:
    static std::string message(const cdy_error &report)
    {
        std::string place = report.file;
        if (!place.empty()) {
            place += report.line > 0 ? ":" + std::to_string(report.line) + ": " : ": ";
        }
        return place + report.text;
    }

    cdy_status status_;
    int line_;
    std::string file_, text_;
};

namespace detail
{

/* The text of a name; that of an empty object, which has none, is empty. */
inline std::string text_of(const char *name)
{
    return name ? name : "";
}

/* What a search by a name finds, -1 for none: a name with a byte of zero, where C would cut it, is nobody's. */
template <class Find> int find_by(const std::string &name, Find find) noexcept
{
    return name.find('\0') == std::string::npos ? find(name.c_str()) : -1;
}

} // namespace detail

/* Where a call reports a failure, the last argument of every call: left out, the call throws condyle::error; with a
 * cdy_error, it returns the status and throws nothing, as the calls of std::filesystem do with their std::error_code.
 * Where exceptions are turned off, a failure without a cdy_error ends the program. */
class on_error
{
  public:
    // cppcheck-suppress uninitMemberVar // the report is written before it is read
    on_error() noexcept : given_(nullptr)
    {
    }
    // cppcheck-suppress uninitMemberVar
    // NOLINTNEXTLINE(google-explicit-constructor): so that a cdy_error is accepted where an on_error is expected
    on_error(cdy_error &report) noexcept : given_(&report)
    {
    }

    /* The report for a call of the C library. */
    cdy_error *report() const noexcept
    {
        return given_ ? given_ : &own_;
    }

    /* Returns the status of a call, or throws the report. */
    cdy_status finish(cdy_status status) const
    {
        if (status != CDY_OK && !given_) {
            raise(own_);
        }
        return status;
    }

    /* The status of a call of the C library that has no report of its own. */
    cdy_status checked(cdy_status status, const char *text) const
    {
        return status == CDY_OK ? status : refuse(status, text);
    }

    cdy_status out_of_memory() const
    {
        return refuse(CDY_ERROR_MEMORY, "out of memory");
    }

    /* Tells whether a view has the numbers that the call needs; one that is not given has. */
    template <class View> bool fits(const View &view, std::size_t size, const char *name) const
    {
        if (!view.is_given() || view.size() == size) {
            return true;
        }
        char text[128];
        std::snprintf(text, sizeof text, "%s has %zu numbers; expected %zu", name, view.size(), size);
        refuse(CDY_ERROR_ARGUMENT, text);
        return false;
    }

    /* Gives a call the text as C reads it; one with a byte of zero, where C would cut it, is refused. */
    template <class Call> cdy_status with_text(const std::string &text, const char *what, Call call) const
    {
        const std::size_t zero = text.find('\0');
        return zero == std::string::npos ? call(text.c_str()) : refuse_text(what, zero, text.size());
    }

    cdy_status refuse_text(const char *what, std::size_t zero, std::size_t size) const
    {
        char words[128];
        std::snprintf(words, sizeof words, "byte %zu of the %zu of %s is zero; expected text", zero + 1, size, what);
        return refuse(CDY_ERROR_ARGUMENT, words);
    }

  private:
    [[noreturn]] static void raise(const cdy_error &report)
    {
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
        throw error(report);
#else
        std::fprintf(stderr, "%s\n", report.text);
        std::abort();
#endif
    }

    cdy_status refuse(cdy_status status, const char *text) const
    {
        cdy_error *e = report();
        e->status = status;
        e->line = 0;
        e->file[0] = 0;
        std::snprintf(e->text, sizeof e->text, "%s", text);
        return status;
    }

    cdy_error *given_;
    mutable cdy_error own_; // written before it is read: by the call that failed
};

} // namespace condyle

#endif
