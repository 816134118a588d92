/* Names that a global array cannot have, in C or C++, with any C library header included before it. */
#include "commands/code/c_names.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* clang-format off */
/* Keywords of C up to C23 and of C++ up to C++26, and macros of iso646.h and stdbool.h. */
static const char *const keywords[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "atomic_cancel", "atomic_commit", "atomic_noexcept", "auto",
    "bitand", "bitor", "bool", "break", "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class",
    "co_await", "co_return", "co_yield", "compl", "concept", "const", "const_cast", "consteval", "constexpr",
    "constinit", "continue", "contract_assert", "decltype", "default", "delete", "do", "double", "dynamic_cast",
    "else", "enum", "explicit", "export", "extern", "false", "float", "for", "fortran", "friend", "goto", "if",
    "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator",
    "or", "or_eq", "private", "protected", "public", "reflexpr", "register", "reinterpret_cast", "requires",
    "restrict", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch",
    "synchronized", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename",
    "typeof", "typeof_unqual", "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while",
    "xor", "xor_eq",
};

/* Names that the headers of C17 and the common ones of POSIX declare or define, except for the families below; names
 * that compilers define; main(). */
static const char *const library[] = {
    "BUFSIZ", "CHAR_BIT", "CLOCKS_PER_SEC", "CMPLX", "CMPLXF", "CMPLXL", "DECIMAL_DIG", "DIR", "E2BIG", "EACCES",
    "EADDRINUSE", "EADDRNOTAVAIL", "EADV", "EAFNOSUPPORT", "EAGAIN", "EALREADY", "EBADE", "EBADF", "EBADFD",
    "EBADMSG", "EBADR", "EBADRQC", "EBADSLT", "EBFONT", "EBUSY", "ECANCELED", "ECHILD", "ECHRNG", "ECOMM",
    "ECONNABORTED", "ECONNREFUSED", "ECONNRESET", "EDEADLK", "EDEADLOCK", "EDESTADDRREQ", "EDOM", "EDOTDOT",
    "EDQUOT", "EEXIST", "EFAULT", "EFBIG", "EHOSTDOWN", "EHOSTUNREACH", "EHWPOISON", "EIDRM", "EILSEQ",
    "EINPROGRESS", "EINTR", "EINVAL", "EIO", "EISCONN", "EISDIR", "EISNAM", "EKEYEXPIRED", "EKEYREJECTED",
    "EKEYREVOKED", "EL2HLT", "EL2NSYNC", "EL3HLT", "EL3RST", "ELIBACC", "ELIBBAD", "ELIBEXEC", "ELIBMAX", "ELIBSCN",
    "ELNRNG", "ELOOP", "EMEDIUMTYPE", "EMFILE", "EMLINK", "EMSGSIZE", "EMULTIHOP", "ENAMETOOLONG", "ENAVAIL",
    "ENETDOWN", "ENETRESET", "ENETUNREACH", "ENFILE", "ENOANO", "ENOBUFS", "ENOCSI", "ENODATA", "ENODEV", "ENOENT",
    "ENOEXEC", "ENOKEY", "ENOLCK", "ENOLINK", "ENOMEDIUM", "ENOMEM", "ENOMSG", "ENONET", "ENOPKG", "ENOPROTOOPT",
    "ENOSPC", "ENOSR", "ENOSTR", "ENOSYS", "ENOTBLK", "ENOTCONN", "ENOTDIR", "ENOTEMPTY", "ENOTNAM",
    "ENOTRECOVERABLE", "ENOTSOCK", "ENOTSUP", "ENOTTY", "ENOTUNIQ", "ENXIO", "EOF", "EOPNOTSUPP", "EOVERFLOW",
    "EOWNERDEAD", "EPERM", "EPFNOSUPPORT", "EPIPE", "EPROTO", "EPROTONOSUPPORT", "EPROTOTYPE", "ERANGE", "EREMCHG",
    "EREMOTE", "EREMOTEIO", "ERESTART", "ERFKILL", "EROFS", "ESHUTDOWN", "ESOCKTNOSUPPORT", "ESPIPE", "ESRCH",
    "ESRMNT", "ESTALE", "ESTRPIPE", "ETIME", "ETIMEDOUT", "ETOOMANYREFS", "ETXTBSY", "EUCLEAN", "EUNATCH", "EUSERS",
    "EWOULDBLOCK", "EXDEV", "EXFULL", "EXIT_FAILURE", "EXIT_SUCCESS", "FILE", "HUGE_VAL", "HUGE_VALF", "HUGE_VALL",
    "I", "INFINITY", "INTMAX_C", "L_tmpnam", "MATH_ERREXCEPT", "MATH_ERRNO", "NAN", "NULL", "ONCE_FLAG_INIT",
    "SEEK_CUR", "SEEK_END", "SEEK_SET", "SIGABRT", "SIGALRM", "SIGBUS", "SIGCHLD", "SIGCLD", "SIGCONT", "SIGFPE",
    "SIGHUP", "SIGILL", "SIGINT", "SIGIO", "SIGIOT", "SIGKILL", "SIGPIPE", "SIGPOLL", "SIGPROF", "SIGPWR",
    "SIGQUIT", "SIGRTMAX", "SIGRTMIN", "SIGSEGV", "SIGSTKFLT", "SIGSTOP", "SIGSYS", "SIGTERM", "SIGTRAP", "SIGTSTP",
    "SIGTTIN", "SIGTTOU", "SIGURG", "SIGUSR1", "SIGUSR2", "SIGVTALRM", "SIGWINCH", "SIGXCPU", "SIGXFSZ",
    "TSS_DTOR_ITERATIONS", "UINTMAX_C", "WEOF", "a64l", "abort", "abs", "access", "acct", "acos", "acosf", "acosh",
    "acoshf", "acoshl", "acosl", "adjtime", "alarm", "aligned_alloc", "alloca", "alphasort", "arc4random",
    "arc4random_buf", "arc4random_uniform", "asctime", "asctime_r", "asin", "asinf", "asinh", "asinhf", "asinhl",
    "asinl", "assert", "at_quick_exit", "atan", "atan2", "atan2f", "atan2l", "atanf", "atanh", "atanhf", "atanhl",
    "atanl", "atexit", "atof", "atoi", "atol", "atoll", "bcmp", "bcopy", "brk", "bsearch", "btowc", "bzero",
    "c16rtomb", "c32rtomb", "cabs", "cabsf", "cabsl", "cacos", "cacosf", "cacosh", "cacoshf", "cacoshl", "cacosl",
    "calloc", "carg", "cargf", "cargl", "casin", "casinf", "casinh", "casinhf", "casinhl", "casinl", "catan",
    "catanf", "catanh", "catanhf", "catanhl", "catanl", "cbrt", "cbrtf", "cbrtl", "ccos", "ccosf", "ccosh",
    "ccoshf", "ccoshl", "ccosl", "ceil", "ceilf", "ceill", "cexp", "cexpf", "cexpl", "chdir", "chmod", "chown",
    "chroot", "cimag", "cimagf", "cimagl", "clearenv", "clearerr", "clearerr_unlocked", "clock",
    "clock_getcpuclockid", "clock_getres", "clock_gettime", "clock_nanosleep", "clock_settime", "clog", "clogf",
    "clogl", "close", "closedir", "closefrom", "complex", "confstr", "conj", "conjf", "conjl", "copysign",
    "copysignf", "copysignl", "cos", "cosf", "cosh", "coshf", "coshl", "cosl", "cpow", "cpowf", "cpowl", "cproj",
    "cprojf", "cprojl", "creal", "crealf", "creall", "creat", "crypt", "csin", "csinf", "csinh", "csinhf", "csinhl",
    "csinl", "csqrt", "csqrtf", "csqrtl", "ctan", "ctanf", "ctanh", "ctanhf", "ctanhl", "ctanl", "ctermid", "ctime",
    "ctime_r", "daemon", "daylight", "difftime", "dirfd", "div", "dprintf", "drand48", "drand48_r", "drem", "dremf",
    "dreml", "dup", "dup2", "duplocale", "dysize", "ecvt", "ecvt_r", "endusershell", "environ", "erand48",
    "erand48_r", "erf", "erfc", "erfcf", "erfcl", "erff", "erfl", "errno", "execl", "execle", "execlp", "execv",
    "execve", "execvp", "exit", "exp", "exp2", "exp2f", "exp2l", "expf", "expl", "explicit_bzero", "expm1",
    "expm1f", "expm1l", "fabs", "fabsf", "fabsl", "faccessat", "far", "fchdir", "fchmod", "fchmodat", "fchown",
    "fchownat", "fclose", "fcntl", "fcvt", "fcvt_r", "fdatasync", "fdim", "fdimf", "fdiml", "fdopen", "fdopendir",
    "feclearexcept", "fegetenv", "fegetexceptflag", "fegetround", "feholdexcept", "feof", "feof_unlocked",
    "feraiseexcept", "ferror", "ferror_unlocked", "fesetenv", "fesetexceptflag", "fesetround", "fetestexcept",
    "feupdateenv", "fexecve", "fflush", "fflush_unlocked", "ffs", "ffsl", "ffsll", "fgetc", "fgetc_unlocked",
    "fgetpos", "fgets", "fgetwc", "fgetws", "fileno", "fileno_unlocked", "finite", "finitef", "finitel",
    "flockfile", "floor", "floorf", "floorl", "fma", "fmaf", "fmal", "fmax", "fmaxf", "fmaxl", "fmemopen", "fmin",
    "fminf", "fminl", "fmod", "fmodf", "fmodl", "fopen", "fork", "fpathconf", "fpclassify", "fprintf", "fputc",
    "fputc_unlocked", "fputs", "fputwc", "fputws", "fread", "fread_unlocked", "free", "freelocale", "freopen",
    "frexp", "frexpf", "frexpl", "fscanf", "fseek", "fseeko", "fsetpos", "fstat", "fstatat", "fsync", "ftell",
    "ftello", "ftruncate", "ftrylockfile", "funlockfile", "futimens", "futimes", "fwide", "fwprintf", "fwrite",
    "fwrite_unlocked", "fwscanf", "gamma", "gammaf", "gammal", "gcvt", "getc", "getc_unlocked", "getchar",
    "getchar_unlocked", "getcwd", "getdelim", "getdirentries", "getdomainname", "getdtablesize", "getegid",
    "getentropy", "getenv", "geteuid", "getgid", "getgroups", "gethostid", "gethostname", "getitimer", "getline",
    "getloadavg", "getlogin", "getlogin_r", "getopt", "getpagesize", "getpass", "getpgid", "getpgrp", "getpid",
    "getppid", "getsid", "getsubopt", "gettimeofday", "getuid", "getusershell", "getw", "getwc", "getwchar",
    "getwd", "gmtime", "gmtime_r", "gsignal", "hpux", "hypot", "hypotf", "hypotl", "i386", "ilogb", "ilogbf",
    "ilogbl", "imaxabs", "imaxdiv", "index", "initstate", "initstate_r", "isalnum", "isalnum_l", "isalpha",
    "isalpha_l", "isascii", "isatty", "isblank", "isblank_l", "iscntrl", "iscntrl_l", "isdigit", "isdigit_l",
    "isfinite", "isgraph", "isgraph_l", "isgreater", "isgreaterequal", "isinf", "isinff", "isinfl", "isless",
    "islessequal", "islessgreater", "islower", "islower_l", "isnan", "isnanf", "isnanl", "isnormal", "isprint",
    "isprint_l", "ispunct", "ispunct_l", "isspace", "isspace_l", "isunordered", "isupper", "isupper_l", "iswalnum",
    "iswalnum_l", "iswalpha", "iswalpha_l", "iswblank", "iswblank_l", "iswcntrl", "iswcntrl_l", "iswctype",
    "iswctype_l", "iswdigit", "iswdigit_l", "iswgraph", "iswgraph_l", "iswlower", "iswlower_l", "iswprint",
    "iswprint_l", "iswpunct", "iswpunct_l", "iswspace", "iswspace_l", "iswupper", "iswupper_l", "iswxdigit",
    "iswxdigit_l", "isxdigit", "isxdigit_l", "j0", "j0f", "j0l", "j1", "j1f", "j1l", "jn", "jnf", "jnl", "jrand48",
    "jrand48_r", "kill", "kill_dependency", "killpg", "l64a", "labs", "lchmod", "lchown", "lcong48", "lcong48_r",
    "ldexp", "ldexpf", "ldexpl", "ldiv", "lgamma", "lgamma_r", "lgammaf", "lgammaf_r", "lgammal", "lgammal_r",
    "link", "linkat", "linux", "llabs", "lldiv", "llrint", "llrintf", "llrintl", "llround", "llroundf", "llroundl",
    "localeconv", "localtime", "localtime_r", "lockf", "log", "log10", "log10f", "log10l", "log1p", "log1pf",
    "log1pl", "log2", "log2f", "log2l", "logb", "logbf", "logbl", "logf", "logl", "longjmp", "lrand48", "lrand48_r",
    "lrint", "lrintf", "lrintl", "lround", "lroundf", "lroundl", "lseek", "lstat", "lutimes", "main", "malloc",
    "math_errhandling", "mblen", "mbrlen", "mbrtoc16", "mbrtoc32", "mbrtowc", "mbsinit", "mbsnrtowcs", "mbsrtowcs",
    "mbstowcs", "mbtowc", "memccpy", "memchr", "memcmp", "memcpy", "memmove", "memset", "mips", "mkdir", "mkdirat",
    "mkdtemp", "mkfifo", "mkfifoat", "mknod", "mknodat", "mkstemp", "mkstemps", "mktemp", "mktime", "modf", "modff",
    "modfl", "mrand48", "mrand48_r", "nan", "nanf", "nanl", "nanosleep", "near", "nearbyint", "nearbyintf",
    "nearbyintl", "newlocale", "nextafter", "nextafterf", "nextafterl", "nexttoward", "nexttowardf", "nexttowardl",
    "nice", "noreturn", "nrand48", "nrand48_r", "offsetof", "on_exit", "open", "open_memstream", "open_wmemstream",
    "openat", "opendir", "optarg", "opterr", "optind", "optopt", "pathconf", "pause", "pclose", "perror", "pipe",
    "popen", "posix_fadvise", "posix_fallocate", "posix_memalign", "pow", "powf", "powl", "pread", "printf",
    "profil", "pselect", "psiginfo", "psignal", "putc", "putc_unlocked", "putchar", "putchar_unlocked", "putenv",
    "puts", "putw", "putwc", "putwchar", "pwrite", "qecvt", "qecvt_r", "qfcvt", "qfcvt_r", "qgcvt", "qsort",
    "quick_exit", "raise", "rand", "rand_r", "random", "random_r", "read", "readdir", "readdir_r", "readlink",
    "readlinkat", "realloc", "reallocarray", "realpath", "remainder", "remainderf", "remainderl", "remove",
    "remquo", "remquof", "remquol", "rename", "renameat", "revoke", "rewind", "rewinddir", "rindex", "rint",
    "rintf", "rintl", "rmdir", "round", "roundf", "roundl", "rpmatch", "sbrk", "scalb", "scalbf", "scalbl",
    "scalbln", "scalblnf", "scalblnl", "scalbn", "scalbnf", "scalbnl", "scanf", "sched_get_priority_max",
    "sched_get_priority_min", "sched_getparam", "sched_getscheduler", "sched_rr_get_interval", "sched_setparam",
    "sched_setscheduler", "sched_yield", "seed48", "seed48_r", "seekdir", "select", "setbuf", "setbuffer",
    "setdomainname", "setegid", "setenv", "seteuid", "setgid", "sethostid", "sethostname", "setitimer", "setjmp",
    "setlinebuf", "setlocale", "setlogin", "setpgid", "setpgrp", "setregid", "setreuid", "setsid", "setstate",
    "setstate_r", "settimeofday", "setuid", "setusershell", "setvbuf", "sgi", "sigaction", "sigaddset",
    "sigaltstack", "sigblock", "sigdelset", "sigemptyset", "sigfillset", "siggetmask", "siginterrupt",
    "sigismember", "siglongjmp", "signal", "signbit", "signgam", "significand", "significandf", "significandl",
    "sigpending", "sigprocmask", "sigqueue", "sigreturn", "sigsetmask", "sigstack", "sigsuspend", "sigtimedwait",
    "sigwait", "sigwaitinfo", "sin", "sinf", "sinh", "sinhf", "sinhl", "sinl", "sleep", "snprintf", "sprintf",
    "sqrt", "sqrtf", "sqrtl", "srand", "srand48", "srand48_r", "srandom", "srandom_r", "sscanf", "ssignal", "stat",
    "std", "stderr", "stdin", "stdout", "stpcpy", "stpncpy", "strcasecmp", "strcasecmp_l", "strcat", "strchr",
    "strcmp", "strcoll", "strcoll_l", "strcpy", "strcspn", "strdup", "strerror", "strerror_l", "strerror_r",
    "strftime", "strftime_l", "strlen", "strncasecmp", "strncasecmp_l", "strncat", "strncmp", "strncpy", "strndup",
    "strnlen", "strpbrk", "strrchr", "strsep", "strsignal", "strspn", "strstr", "strtod", "strtof", "strtoimax",
    "strtok", "strtok_r", "strtol", "strtold", "strtoll", "strtoq", "strtoul", "strtoull", "strtoumax", "strtouq",
    "strxfrm", "strxfrm_l", "sun", "swprintf", "swscanf", "symlink", "symlinkat", "sync", "syscall", "sysconf",
    "system", "tan", "tanf", "tanh", "tanhf", "tanhl", "tanl", "tcgetpgrp", "tcsetpgrp", "telldir", "tempnam",
    "tgamma", "tgammaf", "tgammal", "time", "timegm", "timelocal", "timer_create", "timer_delete",
    "timer_getoverrun", "timer_gettime", "timer_settime", "timespec_get", "timezone", "tmpfile", "tmpnam",
    "tmpnam_r", "toascii", "tolower", "tolower_l", "toupper", "toupper_l", "towctrans", "towctrans_l", "towlower",
    "towlower_l", "towupper", "towupper_l", "trunc", "truncate", "truncf", "truncl", "ttyname", "ttyname_r",
    "ttyslot", "tzname", "tzset", "ualarm", "umask", "ungetc", "ungetwc", "unix", "unlink", "unlinkat", "unsetenv",
    "uselocale", "usleep", "utimensat", "utimes", "va_arg", "va_copy", "va_end", "va_start", "valloc", "vax",
    "vdprintf", "vfork", "vfprintf", "vfscanf", "vfwprintf", "vfwscanf", "vhangup", "vprintf", "vscanf",
    "vsnprintf", "vsprintf", "vsscanf", "vswprintf", "vswscanf", "vwprintf", "vwscanf", "wcpcpy", "wcpncpy",
    "wcrtomb", "wcscasecmp", "wcscasecmp_l", "wcscat", "wcschr", "wcscmp", "wcscoll", "wcscoll_l", "wcscpy",
    "wcscspn", "wcsdup", "wcsftime", "wcslen", "wcsncasecmp", "wcsncasecmp_l", "wcsncat", "wcsncmp", "wcsncpy",
    "wcsnlen", "wcsnrtombs", "wcspbrk", "wcsrchr", "wcsrtombs", "wcsspn", "wcsstr", "wcstod", "wcstof", "wcstoimax",
    "wcstok", "wcstol", "wcstold", "wcstoll", "wcstombs", "wcstoul", "wcstoull", "wcstoumax", "wcsxfrm",
    "wcsxfrm_l", "wctob", "wctomb", "wctrans", "wctrans_l", "wctype", "wctype_l", "wmemchr", "wmemcmp", "wmemcpy",
    "wmemmove", "wmemset", "wprintf", "write", "wscanf", "y0", "y0f", "y0l", "y1", "y1f", "y1l", "yn", "ynf", "ynl",
};
/* clang-format on */

/* Prefixes of families of names in these headers. */
static const char *const beginnings[] = {
    "ATOMIC_", "DBL_",  "FE_",           "FLT_",     "FP_",      "INT8_", "INT16_", "INT32_", "INT64_",  "INT_",
    "LC_",     "LDBL_", "PRI",           "PTHREAD_", "SCN",      "SIG_",  "TIME_",  "UINT8_", "UINT16_", "UINT32_",
    "UINT64_", "UINT_", "memory_order_", "atomic_",  "pthread_", "thrd_", "mtx_",   "cnd_",   "tss_"};
static const char *const endings[] = {"_t", "_MAX", "_MIN"};
#define COUNT(list) (sizeof(list) / sizeof *(list))

static bool is_listed(const char *name, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, list[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool begins_with(const char *name, const char *beginning)
{
    return strncmp(name, beginning, strlen(beginning)) == 0;
}

static bool is_of_family(const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < COUNT(beginnings); i++) {
        if (begins_with(name, beginnings[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < COUNT(endings); i++) {
        const size_t end = strlen(endings[i]);
        if (length > end && strcmp(name + length - end, endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_identifier(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return *name && strspn(name, letters) == strlen(name) && !(*name >= '0' && *name <= '9');
}

const char *c_name_fault(const char *name)
{
    if (!is_identifier(name)) {
        return "is no name in C; expected letters, digits and _, beginning with a letter";
    }
    if (is_listed(name, keywords, COUNT(keywords))) {
        return "is a keyword of C or C++";
    }
    if (name[0] == '_' || strstr(name, "__")) {
        return "is reserved for compilers, as names with _ at the beginning or two of them in a row are";
    }
    if (begins_with(name, "cdy_") || begins_with(name, "CDY_") || begins_with(name, "CONDYLE_")) {
        return "begins as the names of Condyle's headers do";
    }
    if (is_listed(name, library, COUNT(library)) || is_of_family(name)) {
        return "is a name of the C library or of its headers";
    }
    return NULL;
}
