# What the rows of quantities.def and the public headers declare, for the scripts that write what follows from them:
# names[1..rows] and text_of[1..rows], the rows; declared[NAME] and comments[NAME], the parameters but the last of each
# function that returns a status, and its comment.

function fail(text) {
    print "declarations: " text > "/dev/stderr"
    exit failed = 1
}

{ sub(/\r$/, "") }
FNR == 1 { comment = ""; in_comment = 0 }

FILENAME ~ /quantities\.def$/ {
    if (match($0, /^QUANTITY\([a-z_0-9]+/)) {
        names[++rows] = substr($0, 10, RLENGTH - 9)
    }
    text_of[rows] = text_of[rows] " " $0
    next
}

# A comment, which the declarations up to the next comment share.
/^\/\*/ { comment = ""; in_comment = 1 }
in_comment {
    text = $0
    gsub(/^\/?\*|^ \*\/?|\*\/$/, "", text)
    sub(/^ /, "", text)
    sub(/ $/, "", text)
    comment = comment (comment == "" ? "" : " ") text
    in_comment = !/\*\/$/
    next
}

/^CDY_API cdy_status / { declaration = ""; declaring = 1 }
declaring {
    text = $0
    sub(/^ +/, "", text)
    declaration = declaration (declaration == "" ? "" : " ") text
    if (/;$/) {
        declaring = 0
        name = declaration
        sub(/^CDY_API cdy_status /, "", name)
        sub(/\(.*/, "", name)
        sub(/^[^(]*\(/, "", declaration)
        sub(/, cdy_error \*error\);$/, "", declaration)
        declared[name] = declaration
        comments[name] = comment
    }
}
