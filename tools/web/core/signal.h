/* All that run/interrupt.h has of signals, which a page does not get: its functions are not called there. */
#ifndef CONDYLE_WEB_SIGNAL_H
#define CONDYLE_WEB_SIGNAL_H

typedef int sigset_t;

#endif
