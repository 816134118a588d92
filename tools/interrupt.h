/* Interrupts: a command that is stopped from outside leaves no unfinished file behind. */
#ifndef CONDYLE_TOOLS_INTERRUPT_H
#define CONDYLE_TOOLS_INTERRUPT_H

/* From now on a signal that ends the command (SIGINT, SIGTERM, SIGHUP) first removes the file `path`, which must stay
 * where it is in memory; one at a time.  A signal that is ignored stays so. */
void interrupt_guard(const char *path);

/* The file is complete or gone: signals do what they did before. */
void interrupt_release(void);

#endif
