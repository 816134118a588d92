# Makes a C header from the public headers: a table of all declarations, each function with the types and names of its
# arguments and a caller that takes any values for them, and each struct with its members.
#
#   awk -f interface.awk lib/include/condyle/*.h > interface.h

function fail(text) {
    print "interface.awk: " text > "/dev/stderr"
    exit failed = 1
}

function trim(text) {
    gsub(/^ +| +$/, "", text)
    return text
}

# Takes a declarator apart: "const double target[16]" -> type "const double *", name "target".
function take_apart(declarator) {
    declarator = trim(declarator)
    if (match(declarator, /\(\*[a-z_A-Z0-9]+\)/)) {
        name = substr(declarator, RSTART + 2, RLENGTH - 3)
        type = substr(declarator, 1, RSTART + 1) substr(declarator, RSTART + RLENGTH - 1)
        is_function = 1
        return
    }
    is_function = 0
    is_array = sub(/ *\[[^]]*\]$/, "", declarator)
    match(declarator, /[a-z_A-Z0-9]+$/)
    name = substr(declarator, RSTART)
    type = trim(substr(declarator, 1, RSTART - 1)) (is_array ? " *" : "")
}

# The value of argument k as its type takes it.
function value_of(k) {
    if (is_function) {
        return "(" type ")v[" k "].function"
    } else if (type ~ /\*$/) {
        return "v[" k "].pointer"
    } else if (type == "double") {
        return "v[" k "].number"
    } else if (type == "size_t") {
        return "v[" k "].size"
    } else if (type == "bool") {
        return "v[" k "].integer != 0"
    }
    return "(" type ")v[" k "].integer"
}

# Splits at the commas that are in no parentheses.
function split_arguments(text,    i, letter, depth) {
    count = 0
    arguments[0] = ""
    for (i = 1; i <= length(text); i++) {
        letter = substr(text, i, 1)
        depth += (letter == "(") - (letter == ")")
        if (letter == "," && depth == 0) {
            arguments[++count] = ""
        } else {
            arguments[count] = arguments[count] letter
        }
    }
    count = trim(text) == "void" ? 0 : count + 1
}

function print_function(prototype,    opening, result, function_name, k, call) {
    opening = index(prototype, "(")
    take_apart(substr(prototype, 1, opening - 1))
    result = type
    function_name = name
    split_arguments(substr(prototype, opening + 1, length(prototype) - opening - 1))
    if (function_name !~ /^cdy_/ || count > 15) {
        fail("what is '" prototype "'?")
    }
    table = table sprintf("    {\"%s\", \"%s\", call_%s, %d, {", function_name, result, function_name, count)
    for (k = 0; k < count; k++) {
        take_apart(arguments[k])
        call = call (k ? ", " : "") value_of(k)
        table = table sprintf("{\"%s\", \"%s\"}, ", type, name)
    }
    table = table "{NULL, NULL}}},\n"
    printf "static int call_%s(const interface_value *v)\n{\n    (void)v;\n", function_name
    if (result == "cdy_status") {
        printf "    return (int)%s(%s);\n}\n\n", function_name, call
    } else {
        printf "    %s%s(%s);\n    return 0;\n}\n\n", result == "void" ? "" : "(void)", function_name, call
    }
}

function print_members(struct, body,    members, lines, i, names, j, parts) {
    lines = split(body, members, ";")
    for (i = 1; i < lines; i++) {
        # Commas stand between names, but within the parentheses of a function between its arguments.
        parts = 1
        names[1] = members[i]
        if (members[i] !~ /\(\*/) {
            parts = split(members[i], names, ",")
        }
        take_apart(names[1])
        names[1] = name
        sub(/ \*$/, "", type)
        type = members[i] ~ /\*/ ? "pointer" : type
        for (j = 1; j <= parts; j++) {
            names[j] = trim(names[j])
            sub(/\[.*/, "", names[j])
            match(names[j], /[a-z_A-Z0-9]+$/)
            names[j] = substr(names[j], RSTART)
            printf "    {\"%s\", \"%s\", \"%s\", offsetof(%s, %s), sizeof(((%s *)0)->%s)},\n", struct, type, names[j], \
                struct, names[j], struct, names[j]
        }
    }
}

!/^#/ {
    text = text $0 " "
}

END {
    rest = text
    text = ""
    while ((start = index(rest, "/*")) > 0) {
        text = text substr(rest, 1, start - 1)
        rest = substr(rest, start + 2)
        rest = substr(rest, index(rest, "*/") + 2)
    }
    text = text rest
    gsub(/[\t ]+/, " ", text)
    print "/* Made by interface.awk from the public headers. */\n"
    rest = text
    while (match(rest, /CDY_API [^;]*;/)) {
        found = trim(substr(rest, RSTART + 8, RLENGTH - 9))
        rest = substr(rest, RSTART + RLENGTH)
        print_function(found)
    }
    printf "static const interface_function functions[] = {\n%s};\n\n", table
    print "static const interface_member members[] = {"
    rest = text
    while (match(rest, /struct [a-z_0-9]+ \{[^}]*\}/)) {
        found = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        split(found, words, " ")
        structs = structs sprintf("    {\"%s\", sizeof(%s)},\n", words[2], words[2])
        print_members(words[2], substr(found, index(found, "{") + 1))
    }
    printf "};\n\nstatic const interface_struct structs[] = {\n%s};\n", structs
    exit failed
}
