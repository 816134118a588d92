# Completes the command line of condyle in fish; written by `condyle completion fish`.
# To use it in this shell: condyle completion fish | source

# Prints values of option $argv with names of the robot.
function __condyle_names
    set -l words (commandline -opc)
    set -l value (commandline -ct | string replace -r -- '^--[a-z-]+=' '' | string trim -l -c '"\'')
    condyle completion names $words[2] $argv (string unescape -- "$value"; or echo $value) $words[3..] 2>/dev/null
end

complete -c condyle -n __fish_use_subcommand -f
complete -c condyle -n __fish_use_subcommand -s h -l help -d 'print the help'
complete -c condyle -n __fish_use_subcommand -l version -d 'print the version'
complete -c condyle -n __fish_use_subcommand -a help -d 'the help of a command'
complete -c condyle -n __fish_use_subcommand -a completion -d 'completions for a shell'
complete -c condyle -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'
# @ the subcommands and their options
