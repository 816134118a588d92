/* Which change a program runs with: the environment's CONDYLE_MUTANT, read once before main(); none where it is not
 * set.  0 asks which changes the program comes by: their numbers are appended to the file CONDYLE_REACHED. */
#ifndef CONDYLE_CHANGED
#define CONDYLE_CHANGED(number)                                                                                        \
    (__builtin_expect(condyle_mutant == (number) || (condyle_mutant == 0 && condyle_pass(number)), 0))

#ifdef __cplusplus
extern "C" {
#endif
/* Names of its own, since what follows declares these functions in its own way; and glibc's second names of them, since
 * it may have a static function `write`. */
extern char *condyle_getenv(const char *name) __asm__("getenv");
extern int condyle_open(const char *path, int flags, ...) __asm__("__open");
extern long condyle_write(int file, const void *bytes, unsigned long count) __asm__("__write");
extern int condyle_close(int file) __asm__("__close");
extern int *condyle_errno(void) __asm__("__errno_location");
#ifdef __cplusplus
}
#endif

static int condyle_mutant = -1;

__attribute__((constructor, unused)) static void condyle_choose(void)
{
    const char *digits = condyle_getenv("CONDYLE_MUTANT");
    if (digits && *digits) {
        condyle_mutant = 0;
        for (; *digits; digits++) {
            condyle_mutant = 10 * condyle_mutant + (*digits - '0');
        }
    }
}

/* Notes the first passing of each change; never true. */
__attribute__((unused)) static int condyle_pass(int number)
{
    enum { CONDYLE_MOST = 1 << 16, CONDYLE_APPEND = 02001 };
    static unsigned char passed[CONDYLE_MOST];
    if (passed[number]) {
        return 0;
    }
    passed[number] = 1;
    const int error = *condyle_errno();
    const char *path = condyle_getenv("CONDYLE_REACHED");
    const int file = path ? condyle_open(path, CONDYLE_APPEND) : -1;
    if (file >= 0) {
        char line[16];
        int at = sizeof line;
        line[--at] = '\n';
        for (int rest = number; rest > 0; rest /= 10) {
            line[--at] = (char)('0' + rest % 10);
        }
        (void)!condyle_write(file, line + at, (unsigned long)(sizeof line - (unsigned long)at));
        (void)condyle_close(file);
    }
    *condyle_errno() = error;
    return 0;
}
#endif
