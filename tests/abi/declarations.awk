# Declarations of quantities that follow from other declarations: robot.h's from the calls for one state, and
# batch_float.h's from batch.h.  Prints the header `header` with them: the text up to the comment that names this
# script's target, then one declaration for each row of quantities.def.
#
#   awk -v header=robot -f declarations.awk -f declared.awk quantities.def HEADERS robot.h

# Prints words or arguments, as many to a line as fit.
function print_filled(line, next_line, parts, count, separator,    i, part) {
    for (i = 1; i <= count; i++) {
        part = parts[i] (i < count ? separator : "")
        if (i > 1 && length(line " " part) > 120) {
            print line
            line = next_line part
        } else {
            line = line (i > 1 ? " " : "") part
        }
    }
    print line
}

function print_declaration(name, parameters,    start, parts, count) {
    start = "CDY_API cdy_status " name "("
    count = split(parameters ", cdy_error *error);", parts, /, /)
    print_filled(start, sprintf("%" length(start) "s", ""), parts, count, ",")
}

# Shapes as a comment has them: from the first colon to the end of the sentence.
function shapes_of(comment,    place) {
    place = index(comment, ": ")
    if (!place) {
        return "."
    }
    comment = substr(comment, place)
    sub(/\.  .*/, ".", comment)
    return comment
}

function print_of_robot(name,    parameters) {
    parameters = declared["cdy_" name]
    sub(/const cdy_model \*model, cdy_workspace \*workspace/, "cdy_robot *robot", parameters)
    sub(/int frame/, "const char *body", parameters)
    sub(/int relative_to/, "const char *relative_to", parameters)
    print_declaration("cdy_robot_" name, parameters)
}

function print_over_floats(name,    parameters, words, count) {
    parameters = declared["cdy_batch_" name]
    gsub(/double/, "float", parameters)
    sub(/cdy_batch \*batch/, "cdy_batch_f32 *batch", parameters)
    sub(/cdy_forward_derivatives/, "&_f32", parameters)
    count = split("/* As cdy_batch_" name "()" shapes_of(comments["cdy_batch_" name]), words, / /)
    words[count] = words[count] " */"
    print ""
    print_filled("", " * ", words, count, "")
    print_declaration("cdy_batch_f32_" name, parameters)
}

FILENAME ~ (header "\\.h$") {
    line[++lines] = $0
    if (/meson compile -C build declarations/) {
        found = 1
    }
    if (found && !last && /\*\/$/) {
        last = lines
    }
    next
}

END {
    if (failed) {
        exit 1
    }
    if (!last) {
        fail("no comment of " header ".h says that `meson compile -C build declarations` writes what follows")
    }
    for (i = 1; i <= last; i++) {
        print line[i]
    }
    for (i = 1; i <= rows; i++) {
        if (!((header == "robot" ? "cdy_" : "cdy_batch_") names[i] in declared)) {
            fail("no header declares " (header == "robot" ? "cdy_" : "cdy_batch_") names[i])
        }
        if (header == "robot") {
            print_of_robot(names[i])
        } else {
            print_over_floats(names[i])
        }
    }
    print ""
    print "#endif"
}
