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

enum {
    POLL_MS = 200,
    MOST_CONNECTIONS = 400,
    REQUEST_SECONDS = 5, /* in which a client must have asked */
    IDLE_SECONDS = 30,
    READ_SECONDS = 120, /* in which it must have the whole answer */
    LOOK_SHARE = 50     /* looking at the files takes a 50th of the time at most */
};

/* A client, which has one request. */
typedef struct client {
    MHD_socket socket;
    double since; /* s */
    bool used, answered;
} client;

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
    __typeof__(&MHD_get_connection_info) get_connection_info;
} http_library;

typedef struct page_server {
    const served_page *page;
    http_library http;
    watch_list files;
    struct MHD_Response *response; /* the page as it was last written */
    client clients[MOST_CONNECTIONS];
    double next_look;   /* s */
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
        cdy_find_function(h->handle, "MHD_lookup_connection_value", &h->lookup_value) &&
        cdy_find_function(h->handle, "MHD_get_connection_info", &h->get_connection_info)) {
        return EXIT_FINE;
    }
    return fail(EXIT_IO, "libmicrohttpd, which serves pages, cannot be loaded: %s", dlerror());
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Makes a response of bytes; NULL where memory runs out. */
static struct MHD_Response *make_response(const http_library *h, const char *type, const char *text, size_t size,
                                          enum MHD_ResponseMemoryMode mode)
{
    const union {
        const char *given;
        void *taken; /* the library takes no constant text, although it copies or only reads it */
    } bytes = {text};
    struct MHD_Response *response = h->create_response(size, bytes.taken, mode);
    if (response && (h->add_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type) != MHD_YES ||
                     h->add_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store") != MHD_YES ||
                     h->add_header(response, MHD_HTTP_HEADER_CONNECTION, "close") != MHD_YES ||
                     h->add_header(response, "X-Content-Type-Options", "nosniff") != MHD_YES)) {
        h->destroy_response(response);
        response = NULL;
    }
    return response;
}

/* ---- the page ---- */

static void drop_page(page_server *s)
{
    if (s->response) {
        s->http.destroy_response(s->response);
    }
    s->response = NULL;
}

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
    struct MHD_Response *made =
        code == EXIT_FINE ? make_response(&s->http, "text/html; charset=utf-8", text, size, MHD_RESPMEM_MUST_COPY)
                          : NULL;
    free(text);
    if (code == EXIT_FINE && !made) {
        code = fail_memory();
    }
    if (made) { /* slow readers keep the last one until they have it */
        watch_prune(&s->files);
        drop_page(s);
        s->response = made;
    }
    return code;
}

/* Writes the page anew where one of its files has changed. Many files are looked at more seldom. */
static void follow_files(page_server *s)
{
    const double begin = seconds_now();
    if (begin < s->next_look) {
        return;
    }
    const bool changed = watch_look(&s->files);
    const double end = seconds_now();
    s->next_look = end + (double)LOOK_SHARE * (end - begin);
    if (!changed) {
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
    const char *port = host && host[length] ? host + length + 1 : "";
    if (port[strspn(port, "0123456789")]) {
        return false;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (length == strlen(names[i]) && strncmp(host, names[i], length) == 0) {
            return true;
        }
    }
    return false;
}

/* Queues a response. The client is given time to read it. */
static enum MHD_Result respond_with(const http_library *h, struct MHD_Connection *connection, unsigned status,
                                    struct MHD_Response *response)
{
    const union MHD_ConnectionInfo *info = h->get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    client *c = info ? info->socket_context : NULL;
    if (c) {
        c->answered = true;
    }
    return response ? h->queue_response(connection, status, response) : MHD_NO;
}

static enum MHD_Result respond(const http_library *h, struct MHD_Connection *connection, unsigned status,
                               const char *type, const char *text, size_t size)
{
    struct MHD_Response *response = make_response(h, type, text, size, MHD_RESPMEM_MUST_COPY);
    const enum MHD_Result result = respond_with(h, connection, status, response);
    if (response) {
        h->destroy_response(response);
    }
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
    return respond_with(&s->http, connection, MHD_HTTP_OK, s->response);
}

/* ---- clients ---- */

/* Notes when a client comes, and that it goes. */
static void note_client(void *self, struct MHD_Connection *connection, void **context,
                        enum MHD_ConnectionNotificationCode code)
{
    page_server *s = self;
    const union MHD_ConnectionInfo *info = s->http.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    client *c = *context;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED && c) {
        *c = (client){.used = false};
        *context = NULL;
    }
    for (size_t i = 0; code == MHD_CONNECTION_NOTIFY_STARTED && info && !*context && i < MOST_CONNECTIONS; i++) {
        if (!s->clients[i].used) {
            s->clients[i] = (client){.socket = info->connect_fd, .since = seconds_now(), .used = true};
            *context = &s->clients[i];
        }
    }
}

/* Ends the connections of clients that take too long, so that others find a place. */
static void end_slow_clients(page_server *s)
{
    const double now = seconds_now();
    for (size_t i = 0; i < MOST_CONNECTIONS; i++) {
        const client *c = &s->clients[i];
        if (c->used && now - c->since > (c->answered ? READ_SECONDS : REQUEST_SECONDS)) {
            shutdown(c->socket, SHUT_RDWR);
        }
    }
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
        end_slow_clients(s);
        follow_files(s);
    }
    return EXIT_FINE;
}

static exit_code open_port(page_server *s, int port, output *out)
{
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct MHD_Daemon *daemon = s->http.start_daemon(
        MHD_NO_FLAG, (uint16_t)port, NULL, NULL, answer, s, MHD_OPTION_SOCK_ADDR, (const struct sockaddr *)&address,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)MOST_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
        MHD_OPTION_NOTIFY_CONNECTION, note_client, s, MHD_OPTION_END);
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
    drop_page(&s);
    if (s.http.handle) {
        dlclose(s.http.handle);
    }
    text_clear(&s.errors);
    watch_clear(&s.files);
    return code;
}
