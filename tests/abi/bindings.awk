# The parts of the bindings that follow from the calls of the library, for each row of quantities.def: methods of C++,
# stubs of Python, and the tables of calls of Python's and Octave's extensions.  Prints the file `target` with them.  A
# part begins behind a line "meson compile -C build declarations writes: PART", and ends before a line that says
# "the end of".  What the rest of the file writes out by hand is left out: methods whose form is another.
#
#   awk -v target=batch.hpp -f bindings.awk -f declared.awk quantities.def HEADERS batch.hpp

# Appends an element to a list that starts at 1.
function append(list, element) {
    list[++list["count"]] = element
}

# Prints elements, as many to a line as fit, the next lines behind `next_line`.
function print_elements(line, next_line, list, separator, last,    i, part, first) {
    first = 1
    for (i = 1; i <= list["count"]; i++) {
        part = list[i] (i < list["count"] ? separator : last)
        if (!first && length(line " " part) > 120) {
            print line
            line = next_line part
        } else {
            line = line (first ? "" : " ") part
        }
        first = 0
    }
    print line
}

function spaces(count) {
    return sprintf("%" count "s", "")
}

# The kinds of the results of a row: ONE(MATRIX) is MATRIX.
function read_results(row,    text) {
    split("", kinds)
    match(row, /(ONE|TWO|EACH|THREE)\([A-Z0-9_, ]+\)/)
    text = substr(row, RSTART, RLENGTH)
    sub(/^[A-Z]+\(/, "", text)
    sub(/\)$/, "", text)
    result_count = split(text, kinds, /, */)
}

# Numbers of a result in C++, for one state.
function size_of(kind) {
    if (!(kind in sizes)) {
        fail("no size of results of the kind " kind "; add it to bindings.awk")
    }
    return sizes[kind]
}

function size_of_input(name) {
    return name == "q" ? "nq()" : name == "fext" ? "view_.force_rows() * 6" : "nv()"
}

function fit_of(name, size) {
    return of_batch ? "fits(" name ", count, " size ", \"" name "\", e)" : "e.fits(" name ", " size ", \"" name "\")"
}

# Reads the parameters of a call: of C++, the checks of their sizes, and what C gets of them.
function read_parameters(declaration,    texts, count, i, text, name, outputs) {
    split("", parameters)
    split("", inputs)
    split("", views)
    split("", checks)
    split("", arguments)
    result_name = ""
    outputs = has_options = 0
    frames = ""
    count = split(declaration, texts, /, /)
    for (i = of_batch ? 4 : 3; i <= count; i++) {
        text = texts[i]
        name = text
        sub(/\[[0-9]*\]$/, "", name)
        sub(/^.*[ *]/, "", name)
        if (text ~ /^int /) {
            frames = frames (frames == "" ? "int index = 0" : ", other = 0")
            name = name == "frame" ? "body" : name
            append(parameters, "frame " name)
            append(inputs, "frame " name)
            append(views, name)
            append(checks, name ".find(" model ", &" (name == "body" ? "index" : "other") ", e)")
            append(arguments, name == "body" ? "index" : "other")
        } else if (text ~ /^const cdy_regressor_options/) {
            has_options = 1
            append(parameters, "const cdy_regressor_options &options")
            append(inputs, "const cdy_regressor_options &options")
            append(views, "options")
            append(arguments, "&options")
        } else if (text ~ /^const double/) {
            append(parameters, (of_batch ? "numbers " : "input ") name)
            append(inputs, "input " name)
            append(views, name)
            append(checks, fit_of(name, size_of_input(name)))
            append(arguments, name ".data()")
        } else if (text ~ /^double/) {
            result_name = name
            append(parameters, (of_batch ? "results " : "output ") name)
            append(checks, fit_of(name, size_of(kinds[++outputs])))
            append(arguments, name ".data()")
        } else if (text ~ /^cdy_(axes|forward_method) /) {
            append(parameters, text)
            append(inputs, text)
            append(views, name)
            append(arguments, name)
        } else if (text !~ /^cdy_status/) {
            fail("the parameter '" text "' has no form in C++; write the method by hand")
        }
    }
    return outputs
}

# Gives views that may be left out a default: those with no other parameter behind them.
function add_defaults(    i) {
    for (i = inputs["count"]; i > 0 && inputs[i] ~ /^input /; i--) {
        inputs[i] = inputs[i] " = {}"
    }
}

function print_method(name,    start) {
    start = "    cdy_status " name "("
    if (of_batch) {
        append(parameters, "status_output statuses = {}")
        append(checks, "e.fits(statuses, count, \"statuses\")")
        append(arguments, "statuses.data()")
    }
    append(parameters, "const on_error &e = {}")
    append(arguments, "e.report()")
    print_elements(start (of_batch ? "std::size_t count, " : ""), spaces(length(start)), parameters, ",", ") const")
    print "    {"
    if (frames != "") {
        print "        " frames ";"
    }
    print_elements("        const bool fit = ", spaces(25), checks, " &&", ";")
    print "        return run(e, fit, [&] {"
    start = "            return " (of_batch ? "functions::" name "(" : "cdy_" name "(")
    print_elements(start (of_batch ? "view_.get(), batch_, count, " : "model(), workspace_, "), spaces(length(start)),
                   arguments, ",", ");")
    print "        });"
    print "    }"
}

# The form that returns a std::vector.
function print_vector_form(name,    start, size) {
    add_defaults()
    size = size_of(kinds[1])
    append(views, result_name)
    start = "    std::vector<double> " name "("
    print_elements(start, spaces(length(start)), inputs, ",", ") const")
    print "    {"
    start = "        return vector_of(" size ", [&](output " result_name ") { " name "("
    print_elements(start, spaces(12), views, ",", "); });")
    print "    }"
}

function print_methods(    i, name) {
    for (i = 1; i <= rows; i++) {
        name = names[i]
        read_results(text_of[i])
        if (!(name in by_hand) && text_of[i] !~ /THREE/) {
            print ""
            read_parameters(declared[(of_batch ? "cdy_batch_" : "cdy_") name])
            print_method(name)
            if (!of_batch && result_count == 1 && !((name "_vector") in by_hand)) {
                print_vector_form(name)
            }
        }
    }
}

function print_functions(prefix,    i) {
    for (i = 1; i <= rows; i++) {
        print "    static constexpr auto " names[i] " = &" prefix names[i] ";"
    }
}

# ---- stubs of Python ----

function print_stub(i, name,    texts, count, k, text, word, extras, type) {
    split("", parameters)
    extras = ""
    read_results(text_of[i])
    count = split(declared["cdy_" name], texts, /, /)
    print "    def " (name == "forward_dynamics_by" ? "forward_dynamics" : name) "("
    print "        self,"
    for (k = 3; k <= count; k++) {
        text = texts[k]
        word = text
        sub(/^.*[ *]/, "", word)
        sub(/\[.*/, "", word)
        if (text ~ /^int frame/) {
            print "        frame: str | int,"
        } else if (text ~ /^const double/) {
            print "        " word ": npt.ArrayLike | None = None,"
        } else if (text ~ /^int relative_to/) {
            extras = extras "        relative_to: str | int = 0,\n"
        } else if (text ~ /^cdy_axes/) {
            extras = extras "        axes: _Axes = \"base\",\n"
        } else if (text ~ /^cdy_forward_method/) {
            extras = extras "        method: Literal[\"auto\", \"aba\", \"mass-matrix\", \"lapack\"] = \"auto\",\n"
        } else if (text ~ /regressor_options/) {
            extras = extras "        damping: bool = False,\n        coulomb: bool = False,\n" \
                "        rotor_inertia: bool = False,\n        friction_width: float = 0.005,\n"
        }
    }
    type = result_count == 1 ? "_Array" : result_count == 2 ? "tuple[_Array, _Array]" : "tuple[_Array, _Array, _Array]"
    printf "%s", extras
    print "        *,"
    print "        out: " type " | None = None,"
    print "        threads: int = 1,"
    print "    ) -> " type ": ..."
}

# ---- rows of the tables of Python's and Octave's extensions ----

function list_of(list,    text, i) {
    text = ""
    for (i = 1; i <= list["count"]; i++) {
        text = text (i > 1 ? ", " : "") list[i]
    }
    return text
}

# Reads the parameters of a call: what C gets of a struct `job`, the arrays with their shapes, and the other arguments.
function read_call(i, job, in_form, out_form,    texts, count, k, text, word, outputs, at) {
    split("", arguments)
    split("", arrays)
    extras = ""
    at = outputs = 0
    read_results(text_of[i])
    count = split(declared["cdy_" names[i]], texts, /, /)
    for (k = 3; k <= count; k++) {
        text = texts[k]
        word = text
        sub(/\[.*/, "", word)
        sub(/^.*[ *]/, "", word)
        if (text ~ /^const double/) {
            append(arguments, sprintf(in_form, at++))
            append(arrays, word)
        } else if (text ~ /^double/) {
            append(arguments, sprintf(out_form, outputs++))
        } else if (text ~ /derivatives \*/) {
            append(arguments, "&(const cdy_forward_derivatives){" sprintf(out_form, 0) ", " sprintf(out_form, 1) ", " \
                sprintf(out_form, 2) "}")
        } else {
            word = text ~ /regressor_options/ ? "regressor" : word
            append(arguments, (word == "regressor" ? "&" : "") job word)
            extras = extras (extras == "" ? "" : " | ") extra_of[word]
        }
    }
}

function shapes(    text, k) {
    text = ""
    for (k = 1; k <= result_count; k++) {
        if (!(kinds[k] in shape_of)) {
            fail("no shape of results of the kind " kinds[k] "; add it to bindings.awk")
        }
        text = text (k > 1 ? ", " : "") "SHAPE_" shape_of[kinds[k]]
    }
    return text
}

# Rows of EACH_CALL, whose lines end in column 120; calls with a struct of results are functions that are written out.
function print_python_calls(    i, own) {
    for (i = 1; i <= rows; i++) {
        if (names[i] != "forward_dynamics") {
            read_call(i, "c->", "IN(%d)", "OUT(%d)")
            own = text_of[i] ~ /THREE/
            printf "%-119s\\\n", "    X(" (own ? "OWN, " : "SAME, ") names[i] ", " (own ? "" : list_of(arguments)) ")"
        }
    }
}

function print_arrays(start, named, end,    k) {
    for (k = 1; k <= arrays["count"]; k++) {
        if (named && !(arrays[k] in words_of)) {
            fail("no words for the input " arrays[k] "; add them to bindings.awk")
        }
        arrays[k] = "{\"" (named ? words_of[arrays[k]] : arrays[k]) "\", SHAPE_" \
            (arrays[k] == "q" ? "Q" : arrays[k] == "fext" ? "FORCES" : "V") "}"
    }
    print_elements(start, spaces(length(start)), arrays, ",", end)
}

function print_python_rows(    i, name) {
    for (i = 1; i <= rows; i++) {
        if (names[i] != "forward_dynamics") {
            read_call(i, "", "%d", "%d")
            name = names[i] == "forward_dynamics_by" ? "forward_dynamics" : names[i]
            print "    {NAMED(" name "), RUNS(" names[i] "),"
            print_arrays("     .inputs = {", 0, "},")
            extras = extras == "" ? "" : " .extras = " extras ","
            print "     .outputs = {" shapes() "}," extras " .doc = doc_" name "},"
        }
    }
}

function print_octave_calls(    i, start) {
    for (i = 1; i <= rows; i++) {
        if (names[i] != "forward_dynamics") {
            read_call(i, "j->", "j->in[%d]", "j->out[%d]")
            start = "BOTH("
            print_elements(start names[i] ", ", spaces(length(start)), arguments, ",", ")")
        }
    }
}

function print_octave_rows(    i, name) {
    for (i = 1; i <= rows; i++) {
        if (names[i] != "forward_dynamics") {
            read_call(i, "", "%d", "%d")
            name = names[i] == "forward_dynamics_by" ? "forward_dynamics" : names[i]
            extras = extras ((" " takes_structs " ") ~ (" " name " ") ? (extras == "" ? "" : " | ") "EXTRA_STRUCT" : "")
            print "    {\"" name "\", one_" names[i] ", many_" names[i] ","
            print_arrays("     {", 1, "},")
            print "     {" shapes() "}, " (extras == "" ? "0" : extras) ", false},"
        }
    }
}

function print_part(part,    i) {
    if (part == "doubles") {
        print_functions("cdy_batch_")
    } else if (part == "floats") {
        print_functions("cdy_batch_f32_")
    } else if (part == "batches" || part == "states") {
        of_batch = part == "batches"
        model = of_batch ? "view_.get()" : "model()"
        print_methods()
    } else if (part == "stubs") {
        for (i = 1; i <= rows; i++) {
            if (names[i] != "forward_dynamics") { # which is one with forward_dynamics_by, by an argument
                print_stub(i, names[i])
            }
        }
    } else if (part == "python_calls") {
        print_python_calls()
    } else if (part == "python_rows") {
        print_python_rows()
    } else if (part == "octave_calls") {
        print_octave_calls()
    } else if (part == "octave_rows") {
        print_octave_rows()
    } else {
        fail("no part '" part "'")
    }
}

BEGIN {
    split("frame FRAME relative_to RELATIVE axes AXES method METHOD regressor REGRESSOR", pairs, / /)
    for (n = 1; n in pairs; n += 2) {
        extra_of[pairs[n]] = "EXTRA_" pairs[n + 1]
    }
    split("TORQUES V ACCELERATIONS V NUMBER NUMBER NUMBERS_3 VECTOR NUMBERS_6 WRENCH NUMBERS_16 TRANSFORM " \
        "COLUMNS_3 LINEAR COLUMNS_6 JACOBIAN OWN_COLUMNS_6 JACOBIAN OWN_COLUMNS_6_BY_Q JACOBIAN_BY_Q MATRIX SQUARE " \
        "SYMMETRIC_MATRIX SQUARE OWN_MATRIX SQUARE TRANSFORM_BY_Q TRANSFORM_BY_Q TRANSFORMS TRANSFORMS " \
        "WRENCHES WRENCHES FORCES FORCES REGRESSOR REGRESSOR PARAMETERS PARAMETERS", pairs, / /)
    for (n = 1; n in pairs; n += 2) {
        shape_of[pairs[n]] = pairs[n + 1]
    }
    words_of["q"] = "the configuration"
    words_of["qd"] = "the velocity"
    words_of["qdd"] = "the acceleration"
    words_of["tau"] = "the torque"
    words_of["fext"] = "the external force matrix"
    words_of["x"] = "the vector"
    words_of["w"] = "the weights"
    words_of["dq"] = "the step of the configuration"
    words_of["dqd"] = "the step of the velocity"
    words_of["dqdd"] = "the step of the acceleration"
    words_of["dtau"] = "the step of the torque"
    takes_structs = "get_transform geometric_jacobian forward_kinematics" # of MATLAB, which take structs of positions
    sizes["TORQUES"] = sizes["ACCELERATIONS"] = "nv()"
    sizes["NUMBER"] = 1
    sizes["NUMBERS_3"] = 3
    sizes["NUMBERS_6"] = 6
    sizes["NUMBERS_16"] = 16
    sizes["COLUMNS_3"] = "3 * nv()"
    sizes["COLUMNS_6"] = sizes["OWN_COLUMNS_6"] = "6 * nv()"
    sizes["OWN_COLUMNS_6_BY_Q"] = "6 * nv() * nv()"
    sizes["MATRIX"] = sizes["SYMMETRIC_MATRIX"] = sizes["OWN_MATRIX"] = "nv() * nv()"
    sizes["TRANSFORM_BY_Q"] = "nv() * 16"
    sizes["TRANSFORMS"] = "view_.frame_count() * 16"
    sizes["WRENCHES"] = "view_.joint_count() * 6"
    sizes["FORCES"] = "view_.force_rows() * 6"
    sizes["REGRESSOR"] = "nv() * view_.parameter_count(options)"
    sizes["PARAMETERS"] = "view_.parameter_count(options)"
}

FILENAME ~ (target "$") {
    line[++lines] = $0
    if (/meson compile -C build declarations writes: /) {
        in_part = 1
    }
    if (/the end of what is written/) {
        in_part = 0
    }
    if (!in_part && match($0, /^    (cdy_status|energies|std::vector<double>) [a-z_0-9]+\(/)) {
        text = substr($0, RSTART, RLENGTH - 1)
        is_vector = text ~ /vector/
        sub(/^.* /, "", text)
        by_hand[text (is_vector ? "_vector" : "")] = 1
    }
    next
}

END {
    if (failed) {
        exit 1
    }
    in_part = parts = 0
    for (n = 1; n <= lines; n++) {
        if (line[n] ~ /the end of what is written/) {
            in_part = 0
        }
        if (!in_part) {
            print line[n]
        }
        if (line[n] ~ /meson compile -C build declarations writes: /) {
            part = line[n]
            sub(/^.*writes: /, "", part)
            sub(/[^a-z_].*$/, "", part)
            in_part = 1
            parts++
            if (line[n + 1] ~ /clang-format off/) {
                print line[++n]
            }
            print_part(part)
        }
    }
    if (!parts) {
        fail("no line of " target " says what `meson compile -C build declarations` writes")
    }
}
