/* Numbers of Octave's graphics whose properties are read and set by a dot, axes.Projection = "perspective". */
#include <octave/interpreter.h>
#include <octave/lo-utils.h>
#include <octave/oct-string.h>
#include <octave/oct.h>
#include <octave/ov-re-mat.h>
#include <octave/ov-scalar.h>
#include <octave/parse.h>

#include <iterator>
#include <list>
#include <map>
#include <string>

static void warnOfProperty(const std::string &kind, const std::string &name)
{
    warning_with_id("condyle:graphics", "Octave's %s has no property %s", kind.c_str(), name.c_str());
}

static std::list<octave_value_list> behind(const std::list<octave_value_list> &places, size_t place)
{
    return std::list<octave_value_list>(std::next(places.begin(), static_cast<std::ptrdiff_t>(place) + 1),
                                        places.end());
}

/* MATLAB's colors of lines may have an opacity as their fourth number, which Octave's lines have not: without it. False
   where no color among the arguments has one. */
static bool withoutOpacity(octave_value_list &arguments)
{
    bool found = false;
    for (octave_idx_type i = 0; i + 1 < arguments.length(); ++i) {
        if (arguments(i).is_string() && octave::string::strcmpi(arguments(i).string_value(), std::string("color")) &&
            arguments(i + 1).isnumeric() && arguments(i + 1).numel() == 4) {
            arguments(i + 1) = arguments(i + 1).array_value().reshape(dim_vector(1, 4)).index(octave::idx_vector(0, 3));
            found = true;
        }
    }
    return found;
}

static bool endsInColor(const std::string &name)
{
    return name.length() >= 5 && octave::string::strcmpi(name.substr(name.length() - 5), std::string("color"));
}

/* The numbers of a color that is given as a text of three, "[0.9 0.4 0.2]" or "0.9 0.4 0.2". Not defined for others. */
static octave_value colorOfText(std::string text)
{
    if (text.find_first_not_of("0123456789.,;[] ") != std::string::npos) {
        return octave_value();
    }
    for (char &letter : text) {
        letter = letter == '[' || letter == ']' || letter == ',' || letter == ';' ? ' ' : letter;
    }
    NDArray numbers = octave::feval("sscanf", ovl(text, "%f"), 1)(0).array_value();
    return numbers.numel() == 3 ? octave_value(numbers.reshape(dim_vector(1, 3))) : octave_value();
}

/* Colors among the arguments that are texts of numbers become numbers. False where there is none. */
static bool withColorNumbers(octave_value_list &arguments)
{
    bool found = false;
    for (octave_idx_type i = 0; i + 1 < arguments.length(); ++i) {
        if (arguments(i).is_string() && arguments(i + 1).is_string() && endsInColor(arguments(i).string_value())) {
            octave_value color = colorOfText(arguments(i + 1).string_value());
            arguments(i + 1) = color.is_defined() ? color : arguments(i + 1);
            found = found || color.is_defined();
        }
    }
    return found;
}

/* What handle.findobj, .findall, .set and .get are: the function of the name with the handle in front of its arguments.
   Not defined for other names. */
static octave_value methodByDot(const octave_value &handle, const octave_value &name)
{
    for (const char *known : {"findobj", "findall", "set", "get"}) {
        if (name.string_value() == known) {
            std::string text = std::string("@(handle) @(varargin) ") + known + " (handle, varargin{:})";
            octave_value maker = octave::feval("str2func", ovl(text), 1)(0);
            return octave::feval(maker, ovl(handle), 1)(0);
        }
    }
    return octave_value();
}

/* In all else it is the number, and what is computed from it is a plain number. */
class GraphicsHandle : public octave_scalar
{
  public:
    GraphicsHandle() = default;
    explicit GraphicsHandle(double handle) : octave_scalar(handle)
    {
    }
    octave_base_value *clone() const override
    {
        return new GraphicsHandle(*this);
    }
    octave_base_value *empty_clone() const override
    {
        return new GraphicsHandle();
    }
    type_conv_info numeric_conversion_function() const override;
    octave_value subsref(const std::string &types, const std::list<octave_value_list> &places) override
    {
        size_t dot = dotOf(types);
        if (types[dot] != '.') {
            return octave_scalar::subsref(types, places);
        }
        octave_value value = methodByDot(scalar, name(places, dot));
        if (!value.is_defined()) {
            value = property(name(places, dot));
        }
        return types.length() > dot + 1 ? value.subsref(types.substr(dot + 1), behind(places, dot)) : value;
    }
    octave_value_list subsref(const std::string &types, const std::list<octave_value_list> &places, int) override
    {
        return octave_value_list(subsref(types, places));
    }
    octave_value subsasgn(const std::string &types, const std::list<octave_value_list> &places,
                          const octave_value &right) override
    {
        size_t dot = dotOf(types);
        if (types[dot] != '.') {
            return octave_scalar::subsasgn(types, places, right);
        }
        try {
            octave_value value = right;
            bool inside = false;
            if (types.length() > dot + 1) {
                octave_value old = property(name(places, dot));
                inside = old.type_id() == static_type_id();
                value = old.subsasgn(types.substr(dot + 1), behind(places, dot), right);
            }
            if (!inside) {
                octave_value_list arguments = ovl(scalar, name(places, dot), value);
                withoutOpacity(arguments);
                withColorNumbers(arguments);
                octave::feval("set", arguments, 0);
            }
        } catch (const octave::execution_exception &failure) {
            if (failure.message().find(": unknown ") == std::string::npos) {
                throw;
            }
            warnOfProperty(octave::feval("get", ovl(scalar, "type"), 1)(0).string_value(),
                           name(places, dot).string_value());
        }
        return octave_value(clone());
    }

  private:
    /* Where the dot may be: handle(1).Name is handle.Name. */
    static size_t dotOf(const std::string &types)
    {
        return types.length() > 1 && types[0] == '(' && types[1] == '.' ? 1 : 0;
    }
    static octave_value name(const std::list<octave_value_list> &places, size_t dot)
    {
        return (*std::next(places.begin(), static_cast<std::ptrdiff_t>(dot)))(0);
    }
    octave_value property(const octave_value &name) const;
    DECLARE_OV_TYPEID_FUNCTIONS_AND_DATA
};

DEFINE_OV_TYPEID_FUNCTIONS_AND_DATA(GraphicsHandle, "graphics handle", "double");

static octave_base_value *toScalar(const octave_base_value &value)
{
    return new octave_scalar(value.double_value());
}

octave_base_value::type_conv_info GraphicsHandle::numeric_conversion_function() const
{
    return octave_base_value::type_conv_info(toScalar, octave_scalar::static_type_id());
}

/* A value with properties where it is a handle. */
static octave_value withProperties(const octave_value &value)
{
    bool handle =
        value.is_real_scalar() && value.is_double_type() && octave::feval("ishghandle", ovl(value), 1)(0).bool_value();
    return handle ? octave_value(new GraphicsHandle(value.double_value())) : value;
}

/* Octave's own function of a name: the last one in the path, as the ones of this package stand before it. */
static octave_value octavesFunction(const std::string &name)
{
    static std::map<std::string, octave_value> known;
    octave_value &function = known[name];
    if (!function.is_defined()) {
        string_vector files = octave::feval("file_in_loadpath", ovl(name + ".m", "all"), 1)(0).cellstr_value();
        std::string file = files(files.numel() - 1);
        function = octave::load_fcn_from_file(file, file.substr(0, file.find_last_of("/\\")));
    }
    return function;
}

/* Several handles: handles(k) has properties. */
class GraphicsHandles : public octave_matrix
{
  public:
    GraphicsHandles() = default;
    explicit GraphicsHandles(const NDArray &handles) : octave_matrix(handles)
    {
    }
    octave_base_value *clone() const override
    {
        return new GraphicsHandles(*this);
    }
    octave_base_value *empty_clone() const override
    {
        return new GraphicsHandles();
    }
    type_conv_info numeric_conversion_function() const override;
    octave_value subsref(const std::string &types, const std::list<octave_value_list> &places) override
    {
        octave_value method = types[0] == '.' ? methodByDot(array_value(), places.front()(0)) : octave_value();
        if (method.is_defined()) {
            return types.length() > 1 ? method.subsref(types.substr(1), behind(places, 0)) : method;
        }
        octave_value part = octave_matrix::subsref(types.substr(0, 1), {places.front()});
        return types.length() > 1 ? withProperties(part).subsref(types.substr(1), behind(places, 0))
                                  : withProperties(part);
    }
    octave_value_list subsref(const std::string &types, const std::list<octave_value_list> &places, int) override
    {
        return octave_value_list(subsref(types, places));
    }
    octave_value subsasgn(const std::string &types, const std::list<octave_value_list> &places,
                          const octave_value &right) override
    {
        octave_value plain(array_value());
        if (types.length() > 1) {
            octave_value part = withProperties(plain.index_op(places.front()));
            part.subsasgn(types.substr(1), behind(places, 0), right);
            return octave_value(clone());
        }
        plain = plain.subsasgn(types, places, right);
        return plain.isreal() && plain.is_double_type() ? octave_value(new GraphicsHandles(plain.array_value()))
                                                        : plain;
    }

  private:
    DECLARE_OV_TYPEID_FUNCTIONS_AND_DATA
};

DEFINE_OV_TYPEID_FUNCTIONS_AND_DATA(GraphicsHandles, "graphics handles", "double");

static octave_base_value *toMatrix(const octave_base_value &value)
{
    return new octave_matrix(value.array_value());
}

octave_base_value::type_conv_info GraphicsHandles::numeric_conversion_function() const
{
    return octave_base_value::type_conv_info(toMatrix, octave_matrix::static_type_id());
}

static bool areHandles(const octave_value &value)
{
    if (!value.is_real_matrix() || !value.is_double_type() || value.isempty()) {
        return false;
    }
    boolNDArray each = octave::feval("ishghandle", ovl(value), 1)(0).bool_array_value();
    bool all = true;
    for (octave_idx_type i = 0; i < each.numel(); ++i) {
        all = all && each(i);
    }
    return all;
}

static octave_value severalWithProperties(const octave_value &value)
{
    bool several = areHandles(value);
    return several ? octave_value(new GraphicsHandles(value.array_value())) : withProperties(value);
}

octave_value GraphicsHandle::property(const octave_value &name) const
{
    octave_value value = octave::feval("get", ovl(scalar, name), 1)(0);
    return octave::string::strcmpi(name.string_value(), std::string("children")) ? severalWithProperties(value)
                                                                                 : withProperties(value);
}

/* The kind and the property of which a failure says that Octave does not know it; of a figure it says less. */
static bool findUnknown(const octave_value_list &arguments, const std::string &failure, std::string &kind,
                        std::string &name)
{
    size_t place = failure.find("unknown ");
    size_t word = failure.find(" property ");
    if (place != std::string::npos && word != std::string::npos && word > place + 8) {
        kind = failure.substr(place + 8, word - place - 8);
        name = failure.substr(word + 10, failure.find(',', word) - word - 10);
        return true;
    }
    kind = "figure";
    for (octave_idx_type i = 0; i < arguments.length() && failure.find("__go_figure__") == 0; ++i) {
        if (arguments(i).is_string()) {
            name = arguments(i).string_value();
            if (!octave::feval("isprop", ovl(0.0, "factoryfigure" + name), 1)(0).bool_value()) {
                return true;
            }
            ++i;
        }
    }
    return false;
}

/* Takes out a property that Octave does not know, and its value.  False where it is not among the arguments. */
static bool withoutUnknown(octave_value_list &arguments, const std::string &failure)
{
    std::string kind, name;
    if (!findUnknown(arguments, failure, kind, name)) {
        return false;
    }
    for (octave_idx_type i = 0; i + 1 < arguments.length(); ++i) {
        if (arguments(i).is_string() && octave::string::strcmpi(arguments(i).string_value(), name)) {
            warnOfProperty(kind, name);
            arguments = arguments.slice(0, i).append(arguments.slice(i + 2, arguments.length() - i - 2));
            return true;
        }
    }
    return false;
}

static octave_value_list call(const octave_value &function, octave_value_list arguments, int results)
{
    for (;;) {
        try {
            return octave::feval(function, arguments, results);
        } catch (const octave::execution_exception &failure) {
            if (!withoutUnknown(arguments, failure.message()) && !withoutOpacity(arguments) &&
                !withColorNumbers(arguments)) {
                throw;
            }
        }
    }
}

DEFUN_DLD(
    graphicsHandle, arguments, results,
    "-*- texinfo -*-\n"
    "@deftypefn {} {@var{h} =} graphicsHandle (@var{h})\n"
    "@deftypefnx {} {@var{h} =} graphicsHandle (@var{function}, @var{argument}, @dots{})\n"
    "@deftypefnx {} {@var{x} =} graphicsHandle (\"plain\", @var{function}, @var{argument}, @dots{})\n"
    "A handle whose properties are read and set by a dot, from a number or as Octave's function gives it; or what\n"
    "Octave's function gives, as it is.\n"
    "@end deftypefn\n")
{
    static bool ready = false;
    if (!ready) {
        GraphicsHandle::register_type();
        GraphicsHandles::register_type();
        octave::feval("mlock");
        ready = true;
    }
    if (arguments.length() == 0) {
        print_usage();
    }
    if (!arguments(0).is_string()) {
        bool several =
            arguments(0).is_real_matrix() && arguments(0).is_double_type(); // also places for handles to come
        return ovl(several ? octave_value(new GraphicsHandles(arguments(0).array_value()))
                           : withProperties(arguments(0)));
    }
    bool plain = arguments(0).string_value() == "plain" && arguments.length() > 1;
    octave_value function = octavesFunction(arguments(plain ? 1 : 0).string_value());
    octave_idx_type first = plain ? 2 : 1;
    if (plain) {
        return octave::feval(function, arguments.slice(first, arguments.length() - first), results);
    }
    octave_value_list given = call(function, arguments.slice(first, arguments.length() - first), results);
    for (octave_idx_type i = 0; i < given.length(); ++i) {
        given(i) = severalWithProperties(given(i));
    }
    return given;
}
