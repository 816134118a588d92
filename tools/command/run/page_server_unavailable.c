/* The page server in builds without libmicrohttpd. */
#include "run/page_server.h"

exit_code page_server_run(const served_page *page, int port, output *out)
{
    (void)page;
    (void)port;
    (void)out;
    return fail(EXIT_IO, "this condyle was built without libmicrohttpd, which serves pages; tools/setup.sh --web "
                         "installs it");
}
