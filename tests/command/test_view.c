/* condyle view: the HTML page, and the robot in the page as JSON; tests/web/ tests the display. */
#include "support/folder.h"
#include "support/suite.h"

#include <arpa/inet.h>
#include <jansson.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char evil[] =
    "<robot name='&lt;/script&gt;&lt;!--'><link name='a&amp;b'><visual><origin xyz='1 2 3'/><geometry>"
    "<box size='1 2 4'/></geometry><material name='m'><color rgba='1 .5 0 1'/></material></visual><visual><geometry>"
    "<mesh filename='corner.obj' scale='2 2 2'/></geometry></visual></link><link name='&lt;b&gt;'><visual><geometry>"
    "<mesh filename='corner.obj'/></geometry></visual><visual><geometry><mesh filename='gone.stl'/></geometry></visual>"
    "</link><joint name='j' type='continuous'><parent link='a&amp;b'/><child link='&lt;b&gt;'/><axis xyz='0 0 2'/>"
    "</joint></robot>";

static void set_up(void)
{
    open_folder();
    put_file("evil.urdf", evil);
    put_file("corner.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
}

static const char *missing_page(void)
{
    return getenv("HAVE_PAGE") ? NULL : "the page of condyle view is not built";
}

/* Makes a page by a command line and reads the robot of the page. */
static json_t *robot_of(const char *arguments)
{
    static const char before[] = "id=\"data\">", behind[] = "</script>";
    char script[512];
    snprintf(script, sizeof script, "rm -f page.html; \"$CONDYLE\" view %s -o page.html 2>said", arguments);
    process_result r = run_in_folder(script);
    ck_assert_msg(r.exit_code == 0, "%s", r.err);
    free_result(&r);
    char *page = get_file("page.html", NULL), *data = strstr(page, before);
    ck_assert_ptr_nonnull(data);
    data += strlen(before);
    char *end = strstr(data, behind);
    ck_assert_ptr_nonnull(end);
    ck_assert_ptr_eq(memchr(data, '<', (size_t)(end - data)), NULL);
    ck_assert_ptr_nonnull(strstr(end, "</html>"));
    json_error_t error;
    json_t *robot = json_loadb(data, (size_t)(end - data), 0, &error);
    ck_assert_msg(robot != NULL, "%s", error.text);
    free(page);
    return robot;
}

static double number_at(const json_t *array, size_t index)
{
    return json_number_value(json_array_get(array, index));
}

START_TEST(robots_stand_in_the_page)
{
    json_t *robot = robot_of("evil.urdf --q j=0.5 --deg");
    const json_t *head = json_object_get(robot, "head"), *bodies = json_object_get(robot, "bodies");
    ck_assert_str_eq(json_string_value(json_object_get(head, "robot")), "</script><!--");
    ck_assert(json_is_true(json_object_get(head, "degrees")));
    ck_assert_double_eq_tol(number_at(json_object_get(head, "q"), 0), 0.5 * 3.14159265358979323846 / 180, 1e-15);
    ck_assert_uint_eq(json_array_size(bodies), 2);
    const json_t *base = json_array_get(bodies, 0), *turning = json_array_get(bodies, 1);
    ck_assert(json_is_null(json_object_get(base, "parent")));
    ck_assert_str_eq(json_string_value(json_object_get(turning, "name")), "<b>");
    ck_assert_str_eq(json_string_value(json_object_get(turning, "type")), "continuous");
    ck_assert_double_eq(number_at(json_object_get(turning, "axis"), 2), 1);
    const json_t *box = json_array_get(json_object_get(base, "visuals"), 0);
    ck_assert_double_eq(number_at(json_object_get(box, "T"), 7), 2);
    ck_assert_double_eq(number_at(json_object_get(box, "size"), 2), 4);
    ck_assert_double_eq(number_at(json_object_get(box, "rgba"), 1), 0.5);
    ck_assert_uint_eq(json_array_size(json_object_get(turning, "visuals")), 1);
    json_decref(robot);
}
END_TEST

START_TEST(meshes_are_read_once_and_missing_ones_named)
{
    json_t *robot = robot_of("evil.urdf");
    const json_t *meshes = json_object_get(robot, "meshes"), *mesh = json_array_get(meshes, 0);
    ck_assert_uint_eq(json_array_size(meshes), 1);
    /* Four vertices and three triangles of three numbers of four bytes each: 48 and 36 bytes. */
    ck_assert_uint_eq(strlen(json_string_value(json_object_get(mesh, "vertices"))), 64);
    /* The indices 0 2 1, 0 1 3, 0 3 2, the least byte first. */
    ck_assert_str_eq(json_string_value(json_object_get(mesh, "triangles")),
                     "AAAAAAIAAAABAAAAAAAAAAEAAAADAAAAAAAAAAMAAAACAAAA");
    const json_t *notes = json_object_get(json_object_get(robot, "head"), "notes");
    ck_assert_uint_eq(json_array_size(notes), 1);
    ck_assert_ptr_nonnull(strstr(json_string_value(json_array_get(notes, 0)), "gone.stl"));
    char *said = get_file("said", NULL);
    ck_assert_ptr_nonnull(strstr(said, "gone.stl"));
    free(said);
    json_decref(robot);
}
END_TEST

/* The hull of a pyramid with a dent has no dent; a flat mesh has no hull, and stays. */
START_TEST(collision_meshes_are_their_hulls)
{
    put_file("dent.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0.3 0.3 0.3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 5\nf 3 4 "
                         "5\nf 4 2 5\n");
    put_file("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 3 2\n");
    put_file("dented.urdf",
             "<robot name='dented'><link name='a'><visual><geometry><mesh filename='dent.obj'/></geometry>"
             "</visual><collision><geometry><mesh filename='dent.obj' scale='1 2 3'/></geometry></collision>"
             "<collision><geometry><mesh filename='dent.obj'/></geometry></collision><collision><geometry>"
             "<mesh filename='flat.obj'/></geometry></collision><collision><origin xyz='0 7 0'/><geometry>"
             "<sphere radius='2'/></geometry></collision><collision><geometry><mesh filename='no.obj'/>"
             "</geometry></collision></link></robot>");
    json_t *robot = robot_of("dented.urdf");
    const json_t *body = json_array_get(json_object_get(robot, "bodies"), 0),
                 *meshes = json_object_get(robot, "meshes");
    const json_t *shapes = json_object_get(body, "collisions"), *head = json_object_get(robot, "head");
    ck_assert_uint_eq(json_array_size(json_object_get(body, "visuals")), 1);
    ck_assert_uint_eq(json_array_size(shapes), 4);
    ck_assert_uint_eq(json_array_size(meshes), 3);
    static const struct {
        int mesh;
        size_t vertices; /* characters of base 64 */
    } expected[] = {{1, 64}, {1, 64}, {2, 48}};
    for (size_t i = 0; i < 3; i++) {
        const json_int_t mesh = json_integer_value(json_object_get(json_array_get(shapes, i), "mesh"));
        ck_assert_int_eq(mesh, expected[i].mesh);
        ck_assert_uint_eq(strlen(json_string_value(json_object_get(json_array_get(meshes, (size_t)mesh), "vertices"))),
                          expected[i].vertices);
    }
    ck_assert_double_eq(number_at(json_object_get(json_array_get(shapes, 0), "scale"), 2), 3);
    ck_assert_double_eq(number_at(json_object_get(json_array_get(shapes, 3), "T"), 7), 7);
    ck_assert_int_eq(json_integer_value(json_object_get(head, "lost")), 1);
    ck_assert_ptr_nonnull(strstr(json_string_value(json_array_get(json_object_get(head, "notes"), 0)), "no.obj"));
    json_decref(robot);
}
END_TEST

/* The options of the robot hold for the one beside, but the format of a robot's file. */
START_TEST(robots_stand_beside)
{
    put_file("b.sdf", "<sdf version='1.9'><model name='b'><link name='a'/></model></sdf>");
    json_t *robot = robot_of("evil.urdf --from urdf --beside b.sdf --floating-base");
    const json_t *beside = json_object_get(robot, "beside"), *head = json_object_get(beside, "head");
    ck_assert_str_eq(json_string_value(json_object_get(head, "robot")), "b");
    ck_assert_uint_eq(json_array_size(json_object_get(head, "q")), 7);
    ck_assert(json_is_null(json_object_get(head, "revision")));
    ck_assert(json_is_null(json_object_get(beside, "motion")));
    ck_assert_ptr_null(json_object_get(beside, "beside"));
    json_decref(robot);
    robot = robot_of("evil.urdf --beside - <b.sdf");
    ck_assert_str_eq(
        json_string_value(json_object_get(json_object_get(json_object_get(robot, "beside"), "head"), "robot")), "b");
    json_decref(robot);
    check_run("\"$CONDYLE\" view evil.urdf --beside nothing.urdf -o no.html; ls no.html", 2, "", "nothing.urdf");
    check_run("\"$CONDYLE\" compile evil.urdf -o evil.cdy; \"$CONDYLE\" view evil.urdf --beside evil.cdy", 2, "",
              "is a compiled model");
    check_run("\"$CONDYLE\" view --beside b.sdf", 2, "", "expected ROBOT, or -o FILE and --deg alone");
    check_run("\"$CONDYLE\" view - --beside - <b.sdf", 2, "", "the standard input");
    check_run("\"$CONDYLE\" view evil.urdf --beside - --serve <b.sdf", 2, "", "not the standard input");
    check_run("\"$CONDYLE\" view evil.urdf --beside b.sdf -o b.sdf --force", 2, "", "--beside");
}
END_TEST

START_TEST(findings_are_those_of_check)
{
    json_t *robot = robot_of("evil.urdf");
    const json_t *findings = json_object_get(json_object_get(robot, "head"), "findings");
    char *checked = output_of("\"$CONDYLE\" check evil.urdf --format json || true");
    json_error_t error;
    json_t *files = json_loads(checked, 0, &error);
    const json_t *wanted = json_object_get(json_array_get(json_object_get(files, "files"), 0), "findings");
    ck_assert_uint_gt(json_array_size(wanted), 0);
    ck_assert_uint_eq(json_array_size(findings), json_array_size(wanted));
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        ck_assert(json_equal(json_object_get(json_array_get(findings, i), "message"),
                             json_object_get(json_array_get(wanted, i), "message")));
    }
    json_decref(files);
    free(checked);
    json_decref(robot);
    json_t *piped = robot_of("- <evil.urdf");
    ck_assert(json_is_null(json_object_get(json_object_get(piped, "head"), "findings")));
    json_decref(piped);
}
END_TEST

static const char *text_at(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

START_TEST(motions_stand_in_the_page)
{
    put_file("<motion>.json", "{\"t\": 0, \"q\": {}, \"tau\": {\"j\": 1}}\n{\"t\": 0.5, \"q\": {\"j\": 0.5}}\n");
    json_t *robot = robot_of("evil.urdf --q j=2 --input '<motion>.json'");
    const json_t *motion = json_object_get(robot, "motion");
    ck_assert_str_eq(text_at(motion, "file"), "<motion>.json");
    ck_assert_int_eq(json_integer_value(json_object_get(motion, "rows")), 2);
    /* 0.5 is 3fe0000000000000, 1 is 3ff0..., 2 is 4000..., NaN is 7ff8..., the least byte first. */
    ck_assert_str_eq(text_at(motion, "t"), "AAAAAAAAAAAAAAAAAADgPw==");
    ck_assert_str_eq(text_at(motion, "q"), "AAAAAAAAAEAAAAAAAADgPw==");
    ck_assert_str_eq(text_at(motion, "tau"), "AAAAAAAA8D8AAAAAAAD4fw==");
    ck_assert(json_is_null(json_object_get(motion, "qd")));
    ck_assert(json_is_null(json_object_get(motion, "qdd")));
    json_decref(robot);
    put_file("map.csv", "time angle\n1 90\n2 180\n");
    robot = robot_of("evil.urdf --input map.csv --map time=t --map angle=q.j --deg");
    motion = json_object_get(robot, "motion");
    /* 1, 2 and pi / 2, pi: 3ff921fb54442d18, 400921fb54442d18. */
    ck_assert_str_eq(text_at(motion, "t"), "AAAAAAAA8D8AAAAAAAAAQA==");
    ck_assert_str_eq(text_at(motion, "q"), "GC1EVPsh+T8YLURU+yEJQA==");
    json_decref(robot);
}
END_TEST

START_TEST(times_are_of_every_row_and_in_order)
{
    put_file("mixed.json", "{\"t\": 0, \"q\": [0]}\n{\"q\": [1]}\n");
    json_t *robot = robot_of("evil.urdf --input mixed.json");
    ck_assert(json_is_null(json_object_get(json_object_get(robot, "motion"), "t")));
    json_decref(robot);
    char *said = get_file("said", NULL);
    ck_assert_ptr_nonnull(strstr(said, "1 of 2 rows have no time"));
    free(said);
    put_file("back.csv", "t,q.j\n0,0\n2,1\n1,2\n3,3\n");
    check_run("\"$CONDYLE\" view evil.urdf --input back.csv -o no.html", 1, "",
              "back.csv:4: error: the time 1 s is before that of the last row, 2 s");
    robot = robot_of("evil.urdf --input back.csv --keep-going");
    ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(robot, "motion"), "rows")), 3);
    json_decref(robot);
}
END_TEST

START_TEST(wrong_motions_are_refused)
{
    put_file("torques.csv", "t,tau.j\n0,1\n");
    check_run("\"$CONDYLE\" view evil.urdf --input torques.csv", 1, "", "q");
    put_file("empty.csv", "t,q.j\n");
    check_run("\"$CONDYLE\" view evil.urdf --input empty.csv", 1, "", "'empty.csv' has no rows");
    check_run("\"$CONDYLE\" view evil.urdf --input gone.csv", 3, "", "gone.csv");
    check_run("\"$CONDYLE\" view evil.urdf --keep-going", 2, "", "--input");
}
END_TEST

/* ---- the server ---- */

static const char *missing_server(void)
{
    return missing_page()          ? missing_page()
           : getenv("HAVE_SERVER") ? NULL
                                   : "libmicrohttpd, which serves the page, is not installed";
}

/* Starts the server of a file in the folder and returns its port. */
static int start_server(const char *file)
{
    char script[256];
    snprintf(script, sizeof script,
             "rm -f address\n" /* of a server before, which the shell may empty after the first look at it */
             "\"$CONDYLE\" view %s --serve >address 2>said </dev/null & echo $! >server\n"
             "for i in $(seq 600); do [ -s address ] && break; sleep 0.1; done",
             file);
    free(output_of("%s", script));
    char *address = get_file("address", NULL);
    int port = 0;
    ck_assert_msg(sscanf(address, "http://127.0.0.1:%d/", &port) == 1, "%s", address);
    free(address);
    return port;
}

/* Ends the server as a user does; it ends well. */
static void stop_server(void)
{
    free(output_of("pid=$(cat server); kill -TERM $pid; while kill -0 $pid 2>/dev/null; do sleep 0.1; done"));
}

/* Sends a request to the server and returns the whole answer, which the caller frees. */
static char *ask(int port, const char *request)
{
    const struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int connection = socket(AF_INET, SOCK_STREAM, 0);
    size_t size = 0, capacity = (size_t)1 << 23;
    char *answer = malloc(capacity);
    ck_assert_ptr_nonnull(answer);
    ck_assert_int_eq(connect(connection, (const struct sockaddr *)&to, sizeof to), 0);
    ck_assert_int_eq(write(connection, request, strlen(request)), (ssize_t)strlen(request));
    for (ssize_t more; size + 1 < capacity && (more = read(connection, answer + size, capacity - size - 1)) > 0;) {
        size += (size_t)more;
    }
    close(connection);
    answer[size] = 0;
    return answer;
}

/* Asks with the usual headers. */
static char *get(int port, const char *path)
{
    char request[256];
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n", path, port);
    return ask(port, request);
}

/* Returns the revision that the server tells, and the message of a file that cannot be shown in `error` ("": none). */
static json_int_t revision_of(int port, char error[512])
{
    char *answer = get(port, "/changes"), *body = strstr(answer, "\r\n\r\n");
    ck_assert_ptr_nonnull(body);
    json_error_t fault;
    json_t *changes = json_loads(body, 0, &fault);
    ck_assert_msg(changes != NULL, "%s", answer);
    const char *text = json_string_value(json_object_get(changes, "error"));
    snprintf(error, 512, "%s", text ? text : "");
    const json_int_t revision = json_integer_value(json_object_get(changes, "revision"));
    json_decref(changes);
    free(answer);
    return revision;
}

/* Waits until the server has taken a change. */
static json_int_t wait_for_change(int port, json_int_t before, char error[512])
{
    for (int i = 0; i < 600; i++) {
        const json_int_t now = revision_of(port, error);
        if (now != before) {
            return now;
        }
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    return before;
}

/* Returns the revision that the page itself has, so that a page knows of changes since it was written. */
static json_int_t revision_in(const char *page)
{
    static const char key[] = "\"revision\": ";
    const char *at = strstr(page, key);
    ck_assert_ptr_nonnull(at);
    return strtoll(at + strlen(key), NULL, 10);
}

START_TEST(served_pages_follow_their_file)
{
    char error[512];
    const int port = start_server("evil.urdf");
    char *page = get(port, "/");
    ck_assert_ptr_nonnull(strstr(page, "200 OK"));
    ck_assert_ptr_nonnull(strstr(page, "connect-src 'self'"));
    const json_int_t first = revision_of(port, error);
    ck_assert_str_eq(error, "");
    ck_assert_int_gt(first, 0);
    ck_assert_int_eq(revision_in(page), first);
    free(page);
    put_file("evil.urdf", "<robot name='broken'><link name='a'></robot>");
    const json_int_t second = wait_for_change(port, first, error);
    ck_assert_int_gt(second, first);
    ck_assert_ptr_nonnull(strstr(error, "evil.urdf"));
    page = get(port, "/"); /* the last robot that could be read */
    ck_assert_ptr_nonnull(strstr(page, "\"type\": \"continuous\""));
    ck_assert_int_eq(revision_in(page), first);
    free(page);
    put_file("evil.urdf", "<robot name='mended'><link name='whole'/></robot>");
    const json_int_t third = wait_for_change(port, second, error);
    ck_assert_int_gt(third, second);
    ck_assert_str_eq(error, "");
    page = get(port, "/");
    ck_assert_ptr_nonnull(strstr(page, "\"robot\": \"mended\""));
    ck_assert_int_eq(revision_in(page), third);
    free(page);
    stop_server();
}
END_TEST

START_TEST(served_pages_follow_the_robot_beside)
{
    char error[512];
    put_file("b.urdf", "<robot name='b'><link name='a'/></robot>");
    const int port = start_server("evil.urdf --beside b.urdf");
    const json_int_t first = revision_of(port, error);
    put_file("b.urdf", "<robot name='changed'><link name='a'/></robot>");
    ck_assert_int_gt(wait_for_change(port, first, error), first);
    ck_assert_str_eq(error, "");
    char *page = get(port, "/");
    ck_assert_ptr_nonnull(strstr(page, "\"robot\": \"changed\""));
    free(page);
    stop_server();
}
END_TEST

/* Writes a triangle that goes this far as STL. */
static void put_mesh(const char *size)
{
    char text[256];
    snprintf(text, sizeof text,
             "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex %s 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
             "endsolid s\n",
             size);
    put_file("blade.stl", text);
}

/* A motion that becomes faulty is told to the page with its row, which stays until the motion is mended. */
START_TEST(served_pages_tell_faults_of_their_motion)
{
    char error[512];
    put_file("motion.csv", "t,q.j\n0,0\n1,1\n");
    const int port = start_server("evil.urdf --input motion.csv");
    const json_int_t first = revision_of(port, error);
    ck_assert_str_eq(error, "");
    put_file("motion.csv", "t,q.j\n0,0\n1,x\n2,0\n");
    const json_int_t second = wait_for_change(port, first, error);
    ck_assert_int_gt(second, first);
    ck_assert_ptr_nonnull(strstr(error, "motion.csv:3: "));
    put_file("motion.csv", "t,q.j\n0,0\n1,2\n2,0\n");
    ck_assert_int_gt(wait_for_change(port, second, error), second);
    ck_assert_str_eq(error, "");
    stop_server();
}
END_TEST

/* A pipe gives its bytes once, and waits for a writer: the server tells of it and serves on. */
START_TEST(served_pages_are_made_from_regular_files)
{
    char error[512];
    free(output_of("mkfifo pipe.csv pipe.urdf"));
    check_run("timeout -s KILL 60 \"$CONDYLE\" view evil.urdf --serve --input pipe.csv", 3, "",
              "pipe.csv: error: is no regular file");
    check_run("timeout -s KILL 60 \"$CONDYLE\" view pipe.urdf --serve", 3, "", "pipe.urdf: error: is no regular file");
    put_file("motion.csv", "t,q.j\n0,0\n1,1\n");
    const int port = start_server("evil.urdf --input motion.csv");
    const json_int_t first = revision_of(port, error);
    free(output_of("rm motion.csv; mkfifo motion.csv"));
    const json_int_t second = wait_for_change(port, first, error);
    ck_assert_ptr_nonnull(strstr(error, "motion.csv: is no regular file"));
    free(output_of("rm motion.csv corner.obj; mkfifo corner.obj"));
    put_file("motion.csv", "t,q.j\n0,0\n1,1\n");
    const json_int_t third = wait_for_change(port, second, error);
    ck_assert_ptr_nonnull(strstr(error, "corner.obj: is no regular file"));
    free(output_of("rm corner.obj"));
    put_file("corner.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    ck_assert_int_gt(wait_for_change(port, third, error), third);
    ck_assert_str_eq(error, "");
    stop_server();
}
END_TEST

/* Whether the page that is served names something. */
static bool page_has(int port, const char *text)
{
    char *page = get(port, "/");
    const bool found = strstr(page, text) != NULL;
    free(page);
    return found;
}

START_TEST(robots_by_name_are_followed_by_their_path)
{
    char error[512];
    free(output_of("mkdir -p robots/package/urdf"));
    put_file("robots/known.urdf", "<robot name='known'><link name='a'/></robot>");
    put_file("robots/package/package.xml", "<package><name>package</name></package>");
    put_file("robots/package/urdf/deep.urdf",
             "<robot name='deep'><link name='a'><visual><geometry><mesh filename='../part.obj'/></geometry></visual>"
             "</link></robot>");
    put_file("robots/package/part.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    ck_assert_int_eq(setenv("CONDYLE_URDF_PATH", "robots", 1), 0);
    int port = start_server("known");
    json_int_t first = revision_of(port, error);
    put_file("robots/known.urdf", "<robot name='changed'><link name='a'/></robot>");
    ck_assert_int_gt(wait_for_change(port, first, error), first);
    ck_assert_str_eq(error, "");
    ck_assert(page_has(port, "\"robot\": \"changed\""));
    stop_server();
    port = start_server("deep");
    ck_assert(page_has(port, "\"triangles\""));
    first = revision_of(port, error);
    put_file("robots/package/part.obj", "v 0 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\n");
    const json_int_t second = wait_for_change(port, first, error);
    ck_assert_int_gt(second, first);
    put_file("robots/package/urdf/deep.urdf", "<robot name='deeper'><link name='a'/></robot>");
    ck_assert_int_gt(wait_for_change(port, second, error), second);
    ck_assert(page_has(port, "\"robot\": \"deeper\""));
    stop_server();
    free(output_of("rm -r robots"));
    unsetenv("CONDYLE_URDF_PATH");
}
END_TEST

START_TEST(files_that_are_missing_are_shown_once_they_are_there)
{
    static const char top[] = "<robot name='top' xmlns:xacro='http://ros.org/wiki/xacro'><link name='a'><visual>"
                              "<geometry><mesh filename='late.obj'/></geometry></visual></link>%s</robot>",
                      part[] = "<robot><link name='%s'/><joint name='%s_joint' type='fixed'><parent link='a'/>"
                               "<child link='%s'/></joint></robot>";
    char error[512], text[512];
    snprintf(text, sizeof text, top, "<xacro:include filename='optional.xacro' optional='true'/>");
    put_file("top.xacro", text);
    const int port = start_server("top.xacro");
    const json_int_t first = revision_of(port, error);
    ck_assert(!page_has(port, "\"triangles\""));
    put_file("late.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const json_int_t second = wait_for_change(port, first, error);
    ck_assert_int_gt(second, first);
    ck_assert(page_has(port, "\"triangles\""));
    snprintf(text, sizeof text, part, "extra", "extra", "extra");
    put_file("optional.xacro", text);
    const json_int_t third = wait_for_change(port, second, error);
    ck_assert_int_gt(third, second);
    ck_assert(page_has(port, "extra"));
    snprintf(text, sizeof text, top, "<xacro:include filename='parts/late.xacro'/>");
    put_file("top.xacro", text);
    const json_int_t fourth = wait_for_change(port, third, error);
    ck_assert_ptr_nonnull(strstr(error, "there is no file"));
    snprintf(text, sizeof text, part, "late_link", "late", "late_link");
    free(output_of("mkdir parts"));
    put_file("parts/late.xacro", text);
    ck_assert_int_gt(wait_for_change(port, fourth, error), fourth);
    ck_assert_str_eq(error, "");
    ck_assert(page_has(port, "late_link"));
    stop_server();
    free(output_of("rm -r parts"));
}
END_TEST

/* A file that was moved away and back has the same time, size and inode as before. */
START_TEST(files_that_return_unchanged_are_read_again)
{
    char error[512];
    put_file("top.xacro", "<robot name='top' xmlns:xacro='http://ros.org/wiki/xacro'><xacro:include "
                          "filename='parts.xacro'/></robot>");
    put_file("parts.xacro", "<robot><link name='part'/></robot>");
    const int port = start_server("top.xacro");
    const json_int_t first = revision_of(port, error);
    free(output_of("mv parts.xacro away; touch top.xacro"));
    const json_int_t second = wait_for_change(port, first, error);
    ck_assert_ptr_nonnull(strstr(error, "there is no file"));
    free(output_of("mv away parts.xacro"));
    ck_assert_int_gt(wait_for_change(port, second, error), second);
    ck_assert_str_eq(error, "");
    stop_server();
}
END_TEST

START_TEST(served_pages_follow_what_their_file_includes)
{
    static const char include[] = "<robot xmlns:xacro='http://ros.org/wiki/xacro'><xacro:macro name='m' params='n'>"
                                  "<link name='%s_${n}'><visual><geometry><mesh filename='blade.stl'/></geometry>"
                                  "</visual></link></xacro:macro></robot>";
    char error[512], text[512];
    put_file("top.xacro", "<robot name='top' xmlns:xacro='http://ros.org/wiki/xacro'><xacro:include "
                          "filename='parts.xacro'/><xacro:m n='1'/></robot>");
    snprintf(text, sizeof text, include, "old");
    put_file("parts.xacro", text);
    put_mesh("1");
    const int port = start_server("top.xacro");
    const json_int_t first = revision_of(port, error);
    snprintf(text, sizeof text, include, "newer");
    put_file("parts.xacro", text);
    const json_int_t second = wait_for_change(port, first, error);
    ck_assert_int_gt(second, first);
    char *page = get(port, "/");
    ck_assert_ptr_nonnull(strstr(page, "newer_1"));
    put_mesh("2.5");
    const json_int_t third = wait_for_change(port, second, error);
    ck_assert_int_gt(third, second);
    char *again = get(port, "/");
    ck_assert_str_ne(strstr(again, "\"meshes\""), strstr(page, "\"meshes\""));
    free(page);
    free(again);
    put_file("parts.xacro", "<robot xmlns:xacro='http://ros.org/wiki/xacro'><xacro:macro></robot>");
    const json_int_t fourth = wait_for_change(port, third, error);
    ck_assert_int_gt(fourth, third);
    ck_assert_ptr_nonnull(strstr(error, "parts.xacro:1"));
    put_file("parts.xacro", text); /* mended: the included file is still watched */
    ck_assert_int_gt(wait_for_change(port, fourth, error), fourth);
    ck_assert_str_eq(error, "");
    stop_server();
}
END_TEST

START_TEST(served_errors_may_have_any_bytes)
{
    char error[512];
    put_file("ev\xe9l.urdf", "<robot name='r'><link name='a'/></robot>");
    const int port = start_server("ev\xe9l.urdf");
    const json_int_t first = revision_of(port, error);
    put_file("ev\xe9l.urdf", "<robot name='broken'><link name='a'></robot>");
    ck_assert_int_gt(wait_for_change(port, first, error), first);
    ck_assert_ptr_nonnull(strstr(error, "ev?l.urdf"));
    stop_server();
}
END_TEST

START_TEST(servers_answer_this_machine_alone)
{
    static const struct {
        const char *request, *status;
    } asked[] = {
        {"GET / HTTP/1.1\r\nHost: robots.example\r\nConnection: close\r\n\r\n", " 403 "},
        {"GET / HTTP/1.1\r\nHost: localhost.robots.example\r\nConnection: close\r\n\r\n", " 403 "},
        {"GET / HTTP/1.1\r\nHost: localhost:1@robots.example\r\nConnection: close\r\n\r\n", " 403 "},
        {"GET / HTTP/1.1\r\nHost: 127.0.0.1:80:80\r\nConnection: close\r\n\r\n", " 403 "},
        {"GET / HTTP/1.0\r\n\r\n", " 403 "},
        {"GET /../evil.urdf HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", " 404 "},
        {"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc", " 405 "},
        {"HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", " 200 "},
        {"nonsense\r\n\r\n", ""},
    };
    const int port = start_server("evil.urdf");
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        char *answer = ask(port, asked[i].request), *end = strstr(answer, "\r\n");
        ck_assert_msg(!end || strstr(answer, asked[i].status) != NULL, "%s: %s", asked[i].request, answer);
        ck_assert_msg(end || !*asked[i].status, "%s: %s", asked[i].request, answer);
        ck_assert_ptr_eq(strstr(answer, "200 OK") ? NULL : strstr(answer, "robot"), NULL);
        free(answer);
    }
    char script[256];
    snprintf(script, sizeof script, "\"$CONDYLE\" view evil.urdf --serve %d", port);
    check_run(script, 3, "", "cannot be opened");
    stop_server();
}
END_TEST

/* More clients than most servers take connect and ask nothing, or half: another one is answered. */
START_TEST(slow_clients_do_not_keep_others_out)
{
    enum { SLOW = 100 };
    int slow[SLOW];
    const int port = start_server("evil.urdf");
    const struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    for (int i = 0; i < SLOW; i++) {
        slow[i] = socket(AF_INET, SOCK_STREAM, 0);
        ck_assert_int_eq(connect(slow[i], (const struct sockaddr *)&to, sizeof to), 0);
        ck_assert(i % 2 == 0 || write(slow[i], "GET / HTTP/1.1\r\nHo", 18) == 18);
    }
    char *answer = get(port, "/changes"), byte;
    ck_assert_ptr_nonnull(strstr(answer, "200 OK"));
    free(answer);
    for (int i = 0; i < SLOW; i++) { /* the server ends each of them by itself */
        while (read(slow[i], &byte, 1) > 0) {
        }
        close(slow[i]);
    }
    stop_server();
}
END_TEST

/* A file that waits for events, which tells no size, is refused before it is read. */
START_TEST(files_that_wait_are_refused)
{
    check_run("ln -sf /proc/kmsg waits.urdf; timeout -s KILL 60 \"$CONDYLE\" view waits.urdf --serve", 3, "",
              "waits.urdf: error: is no regular file");
}
END_TEST

START_TEST(wrong_command_lines_are_refused)
{
    check_run("\"$CONDYLE\" view evil.urdf --serve --output page.html", 2, "", "--serve writes no file");
    check_run("\"$CONDYLE\" view - --serve 0 <evil.urdf", 2, "", "--serve reads its files whenever ROBOT changes");
    check_run("\"$CONDYLE\" view evil.urdf --serve=65536", 2, "", "--serve");
    check_run("\"$CONDYLE\" view evil.urdf --serve=", 2, "", "--serve");
    check_run("\"$CONDYLE\" view nothing.urdf --serve", 3, "", "nothing.urdf");
    check_run("\"$CONDYLE\" compile evil.urdf -o evil.cdy; \"$CONDYLE\" view evil.cdy", 2, "", "is a compiled model");
    check_run("\"$CONDYLE\" view evil.urdf --q 1,2", 2, "", "--q");
    check_run("\"$CONDYLE\" view nothing.urdf", 3, "", "nothing.urdf");
}
END_TEST

START_TEST(builds_without_the_page_say_so)
{
    check_run("\"$CONDYLE\" view evil.urdf", 2, "",
              "built without the page of 'view': run tools/setup.sh --web in its sources, "
              "then build or pip install it again");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("view");
    TCase *tests = tcase_create("view");
    tcase_add_checked_fixture(tests, set_up, close_folder);
    add_or_skip(tests, robots_stand_in_the_page, 0, 1, missing_page());
    add_or_skip(tests, meshes_are_read_once_and_missing_ones_named, 0, 1, missing_page());
    add_or_skip(tests, collision_meshes_are_their_hulls, 0, 1, missing_page());
    add_or_skip(tests, robots_stand_beside, 0, 1, missing_page());
    add_or_skip(tests, findings_are_those_of_check, 0, 1, missing_page());
    add_or_skip(tests, motions_stand_in_the_page, 0, 1, missing_page());
    add_or_skip(tests, times_are_of_every_row_and_in_order, 0, 1, missing_page());
    add_or_skip(tests, wrong_motions_are_refused, 0, 1, missing_page());
    add_or_skip(tests, served_pages_follow_their_file, 0, 1, missing_server());
    add_or_skip(tests, served_pages_follow_the_robot_beside, 0, 1, missing_server());
    add_or_skip(tests, served_pages_tell_faults_of_their_motion, 0, 1, missing_server());
    add_or_skip(tests, served_pages_are_made_from_regular_files, 0, 1, missing_server());
    add_or_skip(tests, robots_by_name_are_followed_by_their_path, 0, 1, missing_server());
    add_or_skip(tests, files_that_are_missing_are_shown_once_they_are_there, 0, 1, missing_server());
    add_or_skip(tests, files_that_return_unchanged_are_read_again, 0, 1, missing_server());
    add_or_skip(tests, served_pages_follow_what_their_file_includes, 0, 1, missing_server());
    add_or_skip(tests, served_errors_may_have_any_bytes, 0, 1, missing_server());
    add_or_skip(tests, servers_answer_this_machine_alone, 0, 1, missing_server());
    add_or_skip(tests, slow_clients_do_not_keep_others_out, 0, 1, missing_server());
    add_or_skip(tests, files_that_wait_are_refused, 0, 1, missing_server());
    add_or_skip(tests, wrong_command_lines_are_refused, 0, 1, missing_page());
    add_or_skip(tests, builds_without_the_page_say_so, 0, 1, missing_page() ? NULL : "the page is built");
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
