/* Page server: one page over HTTP, for browsers of this machine only. */
#ifndef CONDYLE_TOOLS_PAGE_SERVER_H
#define CONDYLE_TOOLS_PAGE_SERVER_H

#include "run/output.h"
#include "run/watch.h"

/* A page and the files that it shows. */
typedef struct served_page {
    const void *self;
    /* Writes the page of a revision from its files as they are now, and adds each to the list before it reads it, also
     * where it fails. */
    exit_code (*write)(const void *self, long long revision, output *page, watch_list *files);
} served_page;

/* Serves a page on a port of 127.0.0.1 (0: a free one) until SIGINT or SIGTERM, and tells its address on `out`. GET /
 * gives the page, GET /changes {"revision": NUMBER, "error": TEXT or null}: when one of its files changes, the page is
 * written anew and the revision rises from a number above 0; where that fails, the last page stays and the error says
 * why. Fails where the
 * page cannot be written at first or the port cannot be opened, and in builds without libmicrohttpd. */
exit_code page_server_run(const served_page *page, int port, output *out);

#endif
