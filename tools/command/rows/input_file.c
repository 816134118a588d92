#include "rows/input_file.h"

#include "run/message.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Waits for the writer of a named pipe and prints a note after a while; a blocking open() would wait without notice. */
static void wait_for_writer(const input *in)
{
    enum { NOTE_AFTER = 3 };
    struct pollfd pipe = {.fd = in->descriptor, .events = POLLIN};
    int count, time = NOTE_AFTER * 1000;
    do {
        count = poll(&pipe, 1, time);
        if (count == 0) {
            note("waiting for rows: no program has written into the pipe '%s' yet; Ctrl-C stops", in->name);
            time = -1;
        }
    } while (count == 0 || (count < 0 && errno == EINTR));
    const int flags = fcntl(in->descriptor, F_GETFL);
    if (flags >= 0) {
        fcntl(in->descriptor, F_SETFL, flags & ~O_NONBLOCK);
    }
}

input_status input_open(input *in, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    struct stat status;
    *in = (input){.name = standard ? "<stdin>" : path, .descriptor = STDIN_FILENO};
    const bool pipe = !standard && stat(path, &status) == 0 && S_ISFIFO(status.st_mode);
    if (!standard) {
        in->descriptor = open(path, O_RDONLY | O_CLOEXEC | (pipe ? O_NONBLOCK : 0));
    }
    if (in->descriptor < 0) {
        in->error = errno;
        return INPUT_FAILED;
    }
    if (pipe) {
        wait_for_writer(in);
    } else if (standard && isatty(STDIN_FILENO)) {
        note("reading rows from this terminal; Ctrl-D ends them, Ctrl-C stops");
    }
    if (fstat(in->descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
        in->total = (uint64_t)status.st_size;
    }
    return INPUT_OK;
}

void input_file_close(input *in)
{
    if (in->source) {
        in->source->close(in->source->self);
        in->source = NULL;
    }
    if (in->descriptor > STDIN_FILENO) {
        close(in->descriptor);
    }
}

input_status input_file_read(input *in, char *bytes, size_t most, size_t *count)
{
    ssize_t found;
    if (in->source) {
        const input_status status = in->source->read(in->source->self, bytes, most, count);
        in->error = status == INPUT_FAILED ? errno : in->error;
        return status;
    }
    do {
        found = read(in->descriptor, bytes, most);
    } while (found < 0 && errno == EINTR);
    in->error = found < 0 ? errno : in->error;
    *count = found < 0 ? 0 : (size_t)found;
    return found < 0 ? INPUT_FAILED : INPUT_OK;
}

bool input_file_skip(input *in, uint64_t size)
{
    return lseek(in->descriptor, (off_t)size, SEEK_CUR) >= 0;
}
