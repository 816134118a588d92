# Completes the command line of condyle in bash 3.2 or later; written by `condyle completion bash`.
# To use it in this shell: source <(condyle completion bash)

# @ the names of the subcommands

# Prints the options of the subcommand $1.
_condyle_options()
{
    case $1 in
    # @ a row for each subcommand
    esac
}

# Prints the values of option $2 of the subcommand $1: FILE, FOLDER, ROBOT, LIST, LISTED (or a
# file) or WORD with the words, NAME, TEXT; nothing for a flag.
_condyle_values()
{
    case $1,$2 in
    # @ a row for each option that takes a value
    esac
}

# Splits the command line before the cursor into _condyle_words, without quotes. _condyle_quote is the quote that is
# open at the cursor; readline keeps the beginning _condyle_kept of the last word, up to a break or the open quote, and
# replaces the rest.
_condyle_split()
{
    local line=${COMP_LINE:0:COMP_POINT} word= begun= outside= character i
    _condyle_words=() _condyle_quote= _condyle_kept=
    for ((i = 0; i < ${#line}; i++)); do
        character=${line:i:1}
        if [[ $character == '\' && $_condyle_quote != "'" ]]; then
            i=$((i + 1)) character=${line:i:1} begun=1
            if [[ $_condyle_quote && $character != [\"\\\$\`] ]]; then
                word+='\'
            fi
            word+=$character
        elif [[ $_condyle_quote && $character == "$_condyle_quote" ]]; then
            _condyle_quote= _condyle_kept=$outside
        elif [[ $_condyle_quote ]]; then
            word+=$character
        elif [[ $character == [\'\"] ]]; then
            _condyle_quote=$character outside=$_condyle_kept _condyle_kept=$word begun=1
        elif [[ $character == [[:space:]] ]]; then
            if [[ $begun ]]; then
                _condyle_words+=("$word")
            fi
            word= begun= _condyle_kept=
        else
            word+=$character begun=1
            if [[ $COMP_WORDBREAKS == *"$character"* ]]; then
                _condyle_kept=$word
            fi
        fi
    done
    _condyle_words+=("$word")
}

# Replies with $1, without what readline keeps, in quotes as the word has.
_condyle_reply_text()
{
    local text=${1#"$_condyle_kept"} special=$' \t!"#$&\'()*;<>?[\\]^`{|}~' quoted= character i
    case $_condyle_quote in
    \') special=\' ;;
    \") special='"\$`' ;;
    esac
    for ((i = 0; i < ${#text}; i++)); do
        character=${text:i:1}
        if [[ $special == *"$character"* ]]; then
            [[ $_condyle_quote == \' ]] && quoted+="'\\'" || quoted+='\'
        fi
        quoted+=$character
    done
    COMPREPLY+=("$quoted")
}

# Adds the words $1 that begin with $2 to the replies.
_condyle_reply()
{
    local word
    for word in $1; do
        if [[ $word == "$2"* ]]; then
            COMPREPLY+=("${word#"$_condyle_kept"}")
        fi
    done
}

# Adds the files, or with the action $2 what that gives, that begin with $1 to the replies, behind the prefix $3.
_condyle_reply_files()
{
    local file
    while IFS= read -r file; do
        file=$3$file
        COMPREPLY+=("${file#"$_condyle_kept"}")
    done < <(compgen "${2:--f}" -- "$1")
    compopt -o filenames 2>/dev/null
}

# Adds the robots by name and the files that begin with $1 to the replies.
_condyle_reply_robots()
{
    _condyle_reply "$(condyle completion robots 2>/dev/null)" "$1"
    _condyle_reply_files "$1"
}

# Adds the values of option $2 of the subcommand $1 that begin with $3, by the names of the robot, to the replies.
_condyle_reply_names()
{
    local value
    while IFS= read -r value; do
        if [[ $value == "$3"* ]]; then
            _condyle_reply_text "$value"
            [[ $value == *[:=,] ]] && compopt -o nospace 2>/dev/null
        fi
    done < <(condyle completion names "$1" "$2" "$3" "${_condyle_words[@]:2:${#_condyle_words[@]}-3}" 2>/dev/null)
}

# Replies with values $1 of an option that begin with $2.
_condyle_reply_values()
{
    local word before=${2%"${2##*,}"}
    case $1 in
    FILE) _condyle_reply_files "$2" ;;
    FOLDER) _condyle_reply_files "$2" -d ;;
    ROBOT) _condyle_reply_robots "$2" ;;
    LIST\ * | LISTED\ *)
        for word in ${1#* }; do
            _condyle_reply "$before$word" "$2"
        done
        [[ $1 == LISTED* ]] && _condyle_reply_files "${2##*,}" -f "$before" ;;
    WORD\ *) _condyle_reply "${1#WORD }" "$2" ;;
    esac
}

_condyle()
{
    local _condyle_words _condyle_quote _condyle_kept
    _condyle_split
    local last=$((${#_condyle_words[@]} - 1)) subcommand=${_condyle_words[1]} values
    local word=${_condyle_words[last]} before=${_condyle_words[last-1]}
    COMPREPLY=()
    if ((last == 1)); then
        _condyle_reply "$_condyle_subcommands help completion --help --version" "$word"
        return
    fi
    case $subcommand in
    help) _condyle_reply "$_condyle_subcommands" "$word"; return ;;
    completion) _condyle_reply 'bash zsh fish' "$word"; return ;;
    esac
    if [[ $word == --*=* ]]; then
        before=${word%%=*}
        word=${word#*=}
        _condyle_kept=${_condyle_kept#"$before="}
    fi
    values=$(_condyle_values "$subcommand" "$before")
    if [[ $values == NAME ]]; then
        _condyle_reply_names "$subcommand" "$before" "$word"
    elif [[ $values ]]; then
        _condyle_reply_values "$values" "$word"
    elif [[ $word == -* ]]; then
        _condyle_reply "$(_condyle_options "$subcommand")" "$word"
    else
        _condyle_reply_robots "$word"
    fi
}

complete -F _condyle condyle
