#include "run/page_server.h"

#include "base/loaded_library.h"
#include "writing/utf8.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <jansson.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { POLL_MS = 200, MOST_CONNECTIONS = 64, IDLE_SECONDS = 30 };

/* The functions of libmicrohttpd. It is loaded when a page is served, since it brings libraries for encryption, which
 * the start of every subcommand would load. */
typedef struct http_library {
    void *handle;
    __typeof__(&MHD_start_daemon) start_daemon;
    __typeof__(&MHD_stop_daemon) stop_daemon;
    __typeof__(&MHD_run_wait) run_wait;
    __typeof__(&MHD_get_daemon_info) get_daemon_info;
    __typeof__(&MHD_create_response_from_buffer) create_response;
    __typeof__(&MHD_add_response_header) add_header;
    __typeof__(&MHD_queue_response) queue_response;
    __typeof__(&MHD_destroy_response) destroy_response;
    __typeof__(&MHD_lookup_connection_value) lookup_value;
} http_library;

typedef struct page_server {
    const served_page *page;
    http_library http;
    watch_list files;
    char *text; /* the page as it was last written */
    size_t size;
    text_buffer errors; /* of the last attempt to write it; empty: none */
    json_int_t revision;
} page_server;

static volatile sig_atomic_t stopped, writing;

/* Ends the server after the present request. A page that is being written from files, which may be slow or large, is
 * not waited for: nothing is left unfinished. */
static void stop(int signal)
{
    (void)signal;
    if (writing) {
        _exit(EXIT_FINE);
    }
    stopped = 1;
}

/* ---- the library ---- */

/* Loads libmicrohttpd, the version whose headers the command was built with. */
static exit_code load_http(http_library *h)
{
    h->handle = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
    if (h->handle && cdy_find_function(h->handle, "MHD_start_daemon", &h->start_daemon) &&
        cdy_find_function(h->handle, "MHD_stop_daemon", &h->stop_daemon) &&
        cdy_find_function(h->handle, "MHD_run_wait", &h->run_wait) &&
        cdy_find_function(h->handle, "MHD_get_daemon_info", &h->get_daemon_info) &&
        cdy_find_function(h->handle, "MHD_create_response_from_buffer", &h->create_response) &&
        cdy_find_function(h->handle, "MHD_add_response_header", &h->add_header) &&
        cdy_find_function(h->handle, "MHD_queue_response", &h->queue_response) &&
        cdy_find_function(h->handle, "MHD_destroy_response", &h->destroy_response) &&
        cdy_find_function(h->handle, "MHD_lookup_connection_value", &h->lookup_value)) {
        return EXIT_FINE;
    }
    return fail(EXIT_IO, "libmicrohttpd, which serves pages, cannot be loaded: %s", dlerror());
}

/* ---- the page ---- */

/* Writes the page into memory; the last one stays where that fails. */
static exit_code write_page(page_server *s)
{
    char *text = NULL;
    size_t size = 0;
    output page = {.file = open_memstream(&text, &size)};
    if (!page.file) {
        return fail_memory();
    }
    exit_code code = s->page->write(s->page->self, s->revision, &page, &s->files);
    const bool written = fclose(page.file) == 0 && !page.error;
    if (code == EXIT_FINE && !written) {
        code = fail_memory();
    }
    if (code == EXIT_FINE) {
        watch_prune(&s->files);
        free(s->text);
        s->text = text;
        s->size = size;
    } else {
        free(text);
    }
    return code;
}

/* Writes the page anew where one of its files has changed. */
static void follow_files(page_server *s)
{
    if (!watch_look(&s->files)) {
        return;
    }
    text_clear(&s->errors);
    message_keep(&s->errors, true);
    s->revision++;
    writing = 1;
    write_page(s);
    writing = 0;
    message_keep(NULL, false);
    if (s->errors.bytes) { /* names may be any bytes, which JSON does not take */
        utf8_make_printable(s->errors.bytes);
    }
}

/* ---- HTTP ---- */

/* Whether a request names this machine: the name of another site, which its owner let point here, is refused, so that
 * no foreign page reads the robot. */
static bool is_local(const char *host)
{
    static const char *const names[] = {"127.0.0.1", "localhost"};
    const size_t length = host ? strcspn(host, ":") : 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (length == strlen(names[i]) && strncmp(host, names[i], length) == 0) {
            return true;
        }
    }
    return false;
}

static enum MHD_Result respond(const http_library *h, struct MHD_Connection *connection, unsigned status,
                               const char *type, const char *text, size_t size)
{
    /* The library takes no constant text, although it copies: the page may be written anew before a slow reader has it
     * all. */
    const union {
        const char *given;
        void *taken;
    } bytes = {text};
    struct MHD_Response *response = h->create_response(size, bytes.taken, MHD_RESPMEM_MUST_COPY);
    if (!response) {
        return MHD_NO;
    }
    enum MHD_Result result = h->add_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    result = result == MHD_YES ? h->add_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store") : result;
    result = result == MHD_YES ? h->add_header(response, "X-Content-Type-Options", "nosniff") : result;
    result = result == MHD_YES ? h->queue_response(connection, status, response) : result;
    h->destroy_response(response);
    return result;
}

static enum MHD_Result refuse(const http_library *h, struct MHD_Connection *connection, unsigned status,
                              const char *text)
{
    return respond(h, connection, status, "text/plain; charset=utf-8", text, strlen(text));
}

static enum MHD_Result tell_changes(const page_server *s, struct MHD_Connection *connection)
{
    const bool failed = s->errors.failed || *text_get(&s->errors);
    json_t *changes = json_pack("{s:I,s:s?}", "revision", s->revision, "error",
                                s->errors.failed ? "out of memory"
                                : failed         ? text_get(&s->errors)
                                                 : NULL);
    char *text = changes ? json_dumps(changes, JSON_COMPACT) : NULL;
    json_decref(changes);
    const enum MHD_Result result =
        text ? respond(&s->http, connection, MHD_HTTP_OK, "application/json", text, strlen(text)) : MHD_NO;
    free(text);
    return result;
}

static enum MHD_Result answer(void *self, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **state)
{
    const page_server *s = self;
    (void)version;
    (void)upload;
    (void)state;
    if (*upload_size) { /* the body of a request is not read */
        *upload_size = 0;
        return MHD_YES;
    }
    if (!is_local(s->http.lookup_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST))) {
        return refuse(&s->http, connection, MHD_HTTP_FORBIDDEN, "only for 127.0.0.1 and localhost\n");
    }
    if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0) {
        return refuse(&s->http, connection, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET and HEAD\n");
    }
    if (strcmp(url, "/changes") == 0) {
        return tell_changes(s, connection);
    }
    if (strcmp(url, "/") != 0) {
        return refuse(&s->http, connection, MHD_HTTP_NOT_FOUND, "only / and /changes\n");
    }
    return respond(&s->http, connection, MHD_HTTP_OK, "text/html; charset=utf-8", s->text, s->size);
}

/* ---- running ---- */

static exit_code serve(page_server *s, struct MHD_Daemon *daemon, output *out)
{
    const union MHD_DaemonInfo *info = s->http.get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    output_format(out, "http://127.0.0.1:%d/\n", info ? info->port : 0);
    if (!output_flush(out)) {
        return EXIT_IO;
    }
    while (!stopped) {
        if (s->http.run_wait(daemon, POLL_MS) != MHD_YES && !stopped) {
            return fail(EXIT_IO, "the server failed: %s", strerror(errno));
        }
        follow_files(s);
    }
    return EXIT_FINE;
}

static exit_code open_port(page_server *s, int port, output *out)
{
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct MHD_Daemon *daemon =
        s->http.start_daemon(MHD_NO_FLAG, (uint16_t)port, NULL, NULL, answer, s, MHD_OPTION_SOCK_ADDR,
                             (const struct sockaddr *)&address, MHD_OPTION_CONNECTION_LIMIT, (unsigned)MOST_CONNECTIONS,
                             MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_END);
    if (!daemon) {
        return fail(EXIT_IO, "port %d of 127.0.0.1 cannot be opened: %s", port, strerror(errno));
    }
    exit_code code = serve(s, daemon, out);
    s->http.stop_daemon(daemon);
    return code;
}

exit_code page_server_run(const served_page *page, int port, output *out)
{
    page_server s = {.page = page, .revision = time(NULL)};
    struct sigaction before[2], action = {.sa_handler = stop};
    exit_code code = load_http(&s.http);
    code = code == EXIT_FINE ? write_page(&s) : code;
    if (code == EXIT_FINE) {
        stopped = 0;
        sigemptyset(&action.sa_mask);
        sigaction(SIGINT, &action, &before[0]);
        sigaction(SIGTERM, &action, &before[1]);
        code = open_port(&s, port, out);
        sigaction(SIGINT, &before[0], NULL);
        sigaction(SIGTERM, &before[1], NULL);
    }
    if (s.http.handle) {
        dlclose(s.http.handle);
    }
    text_clear(&s.errors);
    watch_clear(&s.files);
    free(s.text);
    return code;
}
