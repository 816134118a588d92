# Turns a public header into what Doxygen reads: its comments become documentation, and the header a topic.
#
# The first comment describes the topic; its words up to a colon or full stop are the title.  condyle.h becomes the front
# page with the list of topics.  A comment above a declaration, or behind a member, describes that declaration or member;
# a comment with an empty line below belongs to the topic.

# Returns text in which nothing is a command of Doxygen.
function escape(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/[@<>#&$%]/, "\\\\&", text)
    return text
}

# Returns a comment without its marks.
function strip(text) {
    sub(/^[ \t]*\/\*[ \t]?/, "", text)
    sub(/[ \t]*\*\/[ \t]*$/, "", text)
    gsub(/\n[ \t]*\*[ \t]?/, "\n", text)
    return text
}

# Returns the comment as the documentation of `command`, in one piece.
function documented(command, text) {
    text = escape(strip(text))
    gsub(/\n/, "\n * ", text)
    return "/** " command text
}

function begin_topic(text,    title, end) {
    title = strip(text)
    gsub(/\n/, " ", title)
    end = match(title, /[:.]/)
    title = substr(title, 1, end - 1)
    if (name == "condyle") {
        front_page = documented("@mainpage Condyle\n * ", text) "\n *"
    } else {
        print documented("@defgroup " name " " escape(title) "\n * ", text) "\n * @{ */"
    }
}

# Prints the comment that stands above `below`.
function end_comment(below) {
    if (!begun) {
        begin_topic(comment)
    } else if (below ~ /^[ \t]*$/) {
        print "/** @} */"
        print documented("@addtogroup " name "\n * ", comment) "\n * @{ */"
    } else {
        shared = documented("", comment) " */"
        print shared
    }
    begun = 1
    comment = ""
}

# Prints the members that a line of a struct declares, each with the comment behind them.
function declare_members(line,    text, first, type, names, count, i) {
    text = " "
    if (match(line, /\/\*/)) {
        text = escape(substr(line, RSTART + 2))
        line = substr(line, 1, RSTART - 1)
    } else {
        text = EMPTY " */"
    }
    sub(/;[ \t]*$/, "", line)
    count = split(line, names, ",")
    match(names[1], /[A-Za-z_0-9\[\]]+$/)
    first = substr(names[1], RSTART)
    type = substr(names[1], 1, RSTART - 1)
    sub(/\**$/, "", type)
    for (i = 1; i <= count; i++) {
        if (i == 1) {
            printf "%s;", names[1]
        } else {
            printf "%s%s;", type, names[i]
        }
        print " /**<" text (i < count && text !~ /\*\// ? " */" : "")
    }
    inside = text ~ /\*\// ? "" : "behind"
}

BEGIN {
    EMPTY = " &nbsp;"
    name = ARGV[1]
    sub(/.*\//, "", name)
    sub(/\.h$/, "", name)
}

# A comment that goes on, above a declaration or behind a member.
inside == "above" {
    comment = comment "\n" $0
    inside = /\*\// ? "" : inside
    next
}
inside == "behind" {
    print escape($0)
    inside = /\*\// ? "" : inside
    next
}

comment != "" {
    end_comment($0)
}

/^[ \t]*\/\*/ {
    comment = $0
    inside = /\*\// ? "" : "above"
    next
}

name == "condyle" && /^#include/ {
    topic = $2
    gsub(/<condyle\/|\.h>/, "", topic)
    front_page = front_page "\n * - @ref " topic
}

# A comment above several declarations describes each of them.
/^$/ {
    shared = ended = ""
}
shared != "" && /^[A-Za-z#]/ {
    if (ended) {
        print shared
    }
    ended = ""
}
/;[ \t]*$/ || /^#define.*[^\\]$/ {
    ended = 1
}

# Members that one line declares become lines of their own; one without a comment is described by its name.
/^ +[A-Za-z][^()]*;/ {
    declare_members($0)
    next
}

# A comment behind code.
/[^ \t].*\/\*/ {
    start = index($0, "/*")
    print substr($0, 1, start - 1) "/**<" escape(substr($0, start + 2))
    inside = /\*\// ? "" : "behind"
    next
}

{
    print
}

END {
    if (name == "condyle") {
        print front_page "\n *\n * One call of @ref robot opens a robot from any source; the guide is docs/c.md. */"
    } else {
        print "/** @} */"
    }
}
