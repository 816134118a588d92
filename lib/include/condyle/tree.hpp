/* Trees in C++: robots as files describe them, to inspect and edit (condyle/tree.h, condyle/urdf.h). */
#ifndef CONDYLE_TREE_HPP
#define CONDYLE_TREE_HPP

#include <condyle/drive_file.h>
#include <condyle/error.hpp>
#include <condyle/tree.h>
#include <condyle/urdf.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace condyle
{

namespace detail
{

struct destroy {
    void operator()(cdy_tree *tree) const noexcept
    {
        cdy_tree_destroy(tree);
    }
};

/* Runs what may throw in a function that C calls: no exception passes through C. */
template <class Run> bool run_guarded(Run run) noexcept
{
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    try {
        run();
        return true;
    } catch (...) {
        return false;
    }
#else
    run();
    return true;
#endif
}

inline cdy_status append(void *context, const char *text, std::size_t size)
{
    std::string *all = static_cast<std::string *>(context);
    return run_guarded([&] { all->append(text, size); }) ? CDY_OK : CDY_ERROR_MEMORY;
}

struct names {
    std::vector<std::string> all;
    bool complete = true;
};

inline void add_name(void *context, const char *name)
{
    names *n = static_cast<names *>(context);
    n->complete = run_guarded([&] { n->all.emplace_back(name); }) && n->complete;
}

} // namespace detail

/* Owns the tree of a robot.  Empty after it was moved from, and after a constructor or load that failed without
 * throwing. */
class tree
{
  public:
    tree() noexcept = default;

    /* Takes ownership of a tree of the C library. */
    explicit tree(cdy_tree *owned) noexcept : tree_(owned)
    {
    }

    /* A tree that has only a base: cdy_tree_create(). */
    tree(const std::string &robot, const cdy_body &base, const on_error &e = {})
    {
        make(e, [&](cdy_tree **made) {
            return e.with_text(robot, "a robot's name",
                               [&](const char *word) { return cdy_tree_create(word, &base, made, e.report()); });
        });
    }

    tree(const tree &other)
    {
        const on_error e;
        if (other) {
            make(e, [&](cdy_tree **made) { return cdy_tree_copy(other.get(), made, e.report()); });
        }
    }
    tree(tree &&) noexcept = default;
    tree &operator=(const tree &other)
    {
        return *this = tree(other);
    }
    tree &operator=(tree &&) noexcept = default;
    ~tree() = default;

    /* cdy_load_file(), cdy_load_text() and cdy_urdf_load_bundled(). */
    static tree load_file(const std::string &path, const cdy_load_options &options = cdy_load_options_default(),
                          const on_error &e = {})
    {
        tree t;
        t.make(e, [&](cdy_tree **made) {
            return e.with_text(path, "a path",
                               [&](const char *word) { return cdy_load_file(word, &options, made, e.report()); });
        });
        return t;
    }
    static tree load_text(const std::string &text, const std::string &name = "text",
                          const cdy_load_options &options = cdy_load_options_default(), const on_error &e = {})
    {
        tree t;
        t.make(e, [&](cdy_tree **made) {
            return e.with_text(name, "a name", [&](const char *word) {
                return cdy_load_text(text.data(), text.size(), word, &options, made, e.report());
            });
        });
        return t;
    }
    static tree load_bundled(const std::string &name, const cdy_load_options &options = cdy_load_options_default(),
                             const on_error &e = {})
    {
        tree t;
        t.make(e, [&](cdy_tree **made) {
            return e.with_text(name, "a name", [&](const char *word) {
                return cdy_urdf_load_bundled(word, &options, made, e.report());
            });
        });
        return t;
    }

    explicit operator bool() const noexcept
    {
        return tree_ != nullptr;
    }
    cdy_tree *get() const noexcept
    {
        return tree_.get();
    }
    cdy_tree *release() noexcept
    {
        return tree_.release();
    }

    std::string name() const
    {
        return detail::text_of(cdy_tree_name(get()));
    }
    cdy_status set_name(const std::string &robot, const on_error &e = {})
    {
        return e.finish(e.with_text(robot, "a robot's name",
                                    [&](const char *text) { return cdy_tree_set_name(get(), text, e.report()); }));
    }
    std::array<double, 3> gravity() const
    {
        std::array<double, 3> g{};
        cdy_tree_get_gravity(get(), g.data());
        return g;
    }
    cdy_status set_gravity(const std::array<double, 3> &gravity, const on_error &e = {})
    {
        return e.finish(cdy_tree_set_gravity(get(), gravity.data(), e.report()));
    }
    bool mimic_independent() const noexcept
    {
        return cdy_tree_mimic_independent(get());
    }
    void set_mimic_independent(bool independent) noexcept
    {
        cdy_tree_set_mimic_independent(get(), independent);
    }

    /* The last index of a body; body 0 is the base. */
    int body_count() const noexcept
    {
        return cdy_tree_body_count(get());
    }
    const cdy_body *body(int index) const noexcept
    {
        return cdy_tree_body(get(), index);
    }
    int parent(int index) const noexcept
    {
        return cdy_tree_parent(get(), index);
    }
    int first_child(int index) const noexcept
    {
        return cdy_tree_first_child(get(), index);
    }
    int next_sibling(int index) const noexcept
    {
        return cdy_tree_next_sibling(get(), index);
    }
    int find_body(const std::string &body) const noexcept
    {
        return detail::find_by(body, [&](const char *text) { return cdy_tree_find_body(get(), text); });
    }
    int find_joint(const std::string &joint) const noexcept
    {
        return detail::find_by(joint, [&](const char *text) { return cdy_tree_find_joint(get(), text); });
    }
    /* The index; -1 on a failure that is not thrown. */
    int require_body(const std::string &body, const on_error &e = {}) const
    {
        int index = -1;
        e.finish(e.with_text(body, "a body's name",
                             [&](const char *text) { return cdy_tree_require_body(get(), text, &index, e.report()); }));
        return index;
    }
    int require_joint(const std::string &joint, const on_error &e = {}) const
    {
        int index = -1;
        e.finish(e.with_text(joint, "a joint's name", [&](const char *text) {
            return cdy_tree_require_joint(get(), text, &index, e.report());
        }));
        return index;
    }

    cdy_status add_body(const cdy_body &body, const std::string &parent, const on_error &e = {})
    {
        return e.finish(e.with_text(parent, "a body's name", [&](const char *text) {
            return cdy_tree_add_body(get(), &body, text, e.report());
        }));
    }
    cdy_status add_subtree(const std::string &parent, const tree &subtree, const on_error &e = {})
    {
        return e.finish(e.with_text(parent, "a body's name", [&](const char *text) {
            return cdy_tree_add_subtree(get(), text, subtree.get(), e.report());
        }));
    }
    tree subtree(const std::string &body, const on_error &e = {}) const
    {
        tree t;
        t.make(e, [&](cdy_tree **made) {
            return e.with_text(body, "a body's name",
                               [&](const char *word) { return cdy_tree_subtree(get(), word, made, e.report()); });
        });
        return t;
    }
    /* Returns what was removed. */
    tree remove_body(const std::string &body, const on_error &e = {})
    {
        tree t;
        t.make(e, [&](cdy_tree **made) {
            return e.with_text(body, "a body's name",
                               [&](const char *word) { return cdy_tree_remove_body(get(), word, made, e.report()); });
        });
        return t;
    }
    cdy_status replace_body(const std::string &name, const cdy_body &body, const on_error &e = {})
    {
        return e.finish(e.with_text(
            name, "a name", [&](const char *text) { return cdy_tree_replace_body(get(), text, &body, e.report()); }));
    }
    cdy_status replace_joint(const std::string &body, const cdy_joint &joint, const on_error &e = {})
    {
        return e.finish(e.with_text(body, "a body's name", [&](const char *text) {
            return cdy_tree_replace_joint(get(), text, &joint, e.report());
        }));
    }
    cdy_status set_inertial(const std::string &body, const cdy_inertial &inertial, const on_error &e = {})
    {
        return e.finish(e.with_text(body, "a body's name", [&](const char *text) {
            return cdy_tree_set_inertial(get(), text, &inertial, e.report());
        }));
    }

    /* The table of cdy_tree_write_details(). */
    std::string show_details() const
    {
        std::string text(cdy_tree_write_details(get(), nullptr, 0), ' ');
        cdy_tree_write_details(get(), &text[0], text.size() + 1);
        return text;
    }
    /* The text of cdy_urdf_write(); "" on a failure that is not thrown. */
    std::string to_urdf(const on_error &e = {}) const
    {
        std::string text;
        cdy_status status = cdy_urdf_write(get(), detail::append, &text, e.report());
        if (e.finish(status == CDY_ERROR_MEMORY ? e.out_of_memory() : status) != CDY_OK) {
            text.clear();
        }
        return text;
    }
    cdy_status save(const std::string &path, bool replace = false, const on_error &e = {}) const
    {
        return e.finish(e.with_text(
            path, "a path", [&](const char *text) { return cdy_urdf_save_file(get(), text, replace, e.report()); }));
    }
    /* Drives from a file of drives, and into one. */
    cdy_status load_drives(const std::string &path, const on_error &e = {})
    {
        return e.finish(e.with_text(path, "a path",
                                    [&](const char *text) { return cdy_tree_load_drives(get(), text, e.report()); }));
    }
    cdy_status save_drives(const std::string &path, bool replace = false, const on_error &e = {}) const
    {
        return e.finish(e.with_text(
            path, "a path", [&](const char *text) { return cdy_tree_save_drives(get(), text, replace, e.report()); }));
    }

  private:
    template <class Make> void make(const on_error &e, Make call)
    {
        cdy_tree *made = nullptr;
        const cdy_status status = call(&made);
        tree_.reset(made);
        e.finish(status);
    }

    std::unique_ptr<cdy_tree, detail::destroy> tree_;
};

/* The names of the bundled robots: cdy_urdf_list_bundled(). */
inline std::vector<std::string> bundled_robots(const on_error &e = {})
{
    detail::names names;
    const cdy_status status = cdy_urdf_list_bundled(detail::add_name, &names, e.report());
    e.finish(status != CDY_OK || names.complete ? status : e.out_of_memory());
    return names.all;
}

} // namespace condyle

#endif
