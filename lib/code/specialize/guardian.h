/* A guardian: a process that watches the one that started it, and ends a compiler that this one leaves behind. */
#ifndef CDY_SPECIALIZE_GUARDIAN_H
#define CDY_SPECIALIZE_GUARDIAN_H

#include <sys/types.h>

/* Starts a guardian, which leads a process group of its own; programs that join the group end, within about a second,
 * when the present process ends before cdy_end_guardian(), by whatever signal. `files` (NULL-terminated) and then
 * `folder` are removed in that case. Returns an errno, 0 on success. */
int cdy_start_guardian(const char *const *files, const char *folder, pid_t *guardian);

/* Ends the guardian, not its group. */
void cdy_end_guardian(pid_t guardian);

#endif
