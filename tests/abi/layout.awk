# From the public headers, a C program that prints their structs and enumerations as the compiler lays them out: the
# size of each struct, the place and size of each member, the value of each enumerator.
#
#   awk -f layout.awk lib/include/condyle/*.h > layout.c

# Takes the text between the first { and the } that closes it off `rest`.
function take_body(    start, depth, i, letter) {
    start = index(rest, "{")
    depth = 0
    for (i = start; i <= length(rest); i++) {
        letter = substr(rest, i, 1)
        depth += (letter == "{") - (letter == "}")
        if (depth == 0) {
            break
        }
    }
    body = substr(rest, start + 1, i - start - 1)
    rest = substr(rest, i + 1)
}

# The name that a declarator declares: "*name[3]" or "(*name)(void *context)".
function name_of(declarator) {
    if (match(declarator, /\(\*[a-z_A-Z0-9]+\)/)) {
        return substr(declarator, RSTART + 2, RLENGTH - 3)
    }
    sub(/\[.*/, "", declarator)
    match(declarator, /[a-z_A-Z0-9]+ *$/)
    return substr(declarator, RSTART)
}

function print_struct(name,    members, count, i, names, j) {
    if (body ~ /\{/) {
        print "layout.awk: " name " has a struct or union within, which is more than this program reads" > "/dev/stderr"
        exit failed = 1
    }
    printf "    printf(\"%s: %%zu\\n\", sizeof(%s));\n", name, name
    count = split(body, members, ";")
    for (i = 1; i < count; i++) {
        # Commas stand between names, but within the parentheses of a function between its arguments.
        if (members[i] ~ /\(\*/) {
            names[1] = members[i]
            j = 1
        } else {
            j = split(members[i], names, ",")
        }
        print_members(name, names, j)
    }
}

function print_members(struct, names, count,    i, name) {
    for (i = 1; i <= count; i++) {
        name = name_of(names[i])
        printf "    printf(\"%s.%s: at %%zu, %%zu\\n\", offsetof(%s, %s), sizeof(((%s *)0)->%s));\n", struct, name, \
            struct, name, struct, name
    }
}

function print_enumerators(    values, count, i, name) {
    count = split(body, values, ",")
    for (i = 1; i <= count; i++) {
        name = values[i]
        sub(/=.*/, "", name)
        gsub(/ /, "", name)
        if (name != "") {
            printf "    printf(\"%s = %%lld\\n\", (long long)%s);\n", name, name
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
    rest = text rest
    gsub(/\t/, " ", rest)
    print "#include <condyle/condyle.h>\n\n#include <stddef.h>\n#include <stdio.h>\n\nint main(void)\n{"
    while (match(rest, /(struct|union|enum) *[a-z_0-9]* *\{/)) {
        head = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART)
        take_body()
        split(head, words, / *[ {]/)
        if (words[1] == "enum") {
            print_enumerators()
        } else {
            print_struct(words[2])
        }
    }
    if (!failed) {
        print "    return 0;\n}"
    }
    exit failed
}
