#compdef condyle
# Completes the command line of condyle in zsh; written by `condyle completion zsh`.
# To use it in this shell: source <(condyle completion zsh)

_condyle_robots()
{
    local -a robots
    robots=(${(f)"$(condyle completion robots 2>/dev/null)"})
    _alternative 'robots:bundled robot:compadd -a robots' 'files:robot file:_files'
}

# Completes a list of the words $@ with commas between them, or a file.
_condyle_listed()
{
    compset -P '*,'
    compadd -S '' -a argv
    _files
}

# Completes the value of option $argv[-1] with names of the robot.
_condyle_names()
{
    local -a names
    names=(${(f)"$(condyle completion names "$words[1]" $argv[-1] "${(Q)PREFIX}" "${(@Q)words[2,CURRENT-1]}" 2>/dev/null)"})
    compadd "${(@)argv[1,-2]}" -S '' -a names
}

# @ a function for each subcommand
_condyle()
{
    local curcontext="$curcontext" state line
    local -a subcommands
    subcommands=(
        # @ the names of the subcommands
        'help:the help of a command'
        'completion:completions for a shell'
    )
    _arguments -C '(- *)'{-h,--help}'[print the help]' '(- *)--version[print the version]' \
        '1:command:->command' '*::argument:->argument'
    case $state in
    command) _describe -t commands command subcommands ;;
    argument)
        case $words[1] in
        help) _describe -t commands command subcommands ;;
        completion) _values shell bash zsh fish ;;
        *) (( $+functions[_condyle_$words[1]] )) && _condyle_$words[1] ;;
        esac ;;
    esac
}

if [ "$funcstack[1]" = _condyle ]; then
    _condyle "$@"
else
    compdef _condyle condyle
fi
