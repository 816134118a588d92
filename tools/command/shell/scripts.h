/* The scripts completion.bash, completion.zsh and completion.fish of this folder, as the build embeds them. */
#ifndef CDY_COMMAND_SHELL_SCRIPTS_H
#define CDY_COMMAND_SHELL_SCRIPTS_H

/* Each ends with a null character. */
extern const char script_bash[], script_zsh[], script_fish[];

#endif
