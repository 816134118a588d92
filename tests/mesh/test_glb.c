/* GLB: chunks, accessors, primitives and the transforms of nodes; and what is refused. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/suite.h"

#include <condyle/mesh.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A box of edges 1, 2, 3 with a corner in the origin: 8 positions as floats, then 36 indices, of 1, 2 or 4 bytes. */
static const float corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0},
                                    {0, 0, 3}, {1, 0, 3}, {1, 2, 3}, {0, 2, 3}};
static const unsigned char faces[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                        1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

typedef struct file {
    char bytes[8192];
    size_t size;
} file;

static void put_u32(char *at, size_t number)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (char)(number >> 8 * i);
    }
}

static void put_chunk(file *f, const char *type, const void *content, size_t size)
{
    put_u32(f->bytes + f->size, size);
    memcpy(f->bytes + f->size + 4, type, 4);
    memcpy(f->bytes + f->size + 8, content, size);
    f->size += 8 + size;
}

/* Makes a file of the box, with indices of `width` bytes. */
static file make(const char *json, size_t width)
{
    file f = {.size = 12};
    char box[96 + 4 * 36];
    memcpy(box, corners, 96);
    for (size_t i = 0; i < 36; i++) {
        char number[4];
        put_u32(number, faces[i]);
        memcpy(box + 96 + i * width, number, width);
    }
    memcpy(f.bytes, "glTF", 4);
    put_u32(f.bytes + 4, 2);
    put_chunk(&f, "JSON", json, strlen(json));
    put_chunk(&f, "BIN", box, 96 + 36 * width);
    put_u32(f.bytes + 8, f.size);
    return f;
}

#define VIEWS                                                                                                          \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":96},{\"buffer\":0,\"byteOffset\":96,\"byteLength\":%d}],"           \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":8,\"type\":\"VEC3\"},"                          \
    "{\"bufferView\":1,\"componentType\":%d,\"count\":36,\"type\":\"SCALAR\"}]"
#define MESH "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}]"

static char *fill(char *text, size_t size, const char *rest, size_t width)
{
    char views[512];
    snprintf(views, sizeof views, VIEWS, (int)(36 * width), width == 1 ? 5121 : width == 2 ? 5123 : 5125);
    snprintf(text, size, "{ \"asset\":{\"version\":\"2.0\", \"generator\":\"a \\\"b\\\\\"} ,%s,%s}", views, rest);
    return text;
}

static const struct {
    const char *rest;
    double lower[3], upper[3], volume;
} boxes[] = {
    {MESH, {0, 0, 0}, {1, 2, 3}, 6},
    {MESH ",\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}],\"scene\":0", {0, 0, 0}, {1, 2, 3}, 6},
    {MESH ",\"nodes\":[{\"mesh\":0,\"translation\":[1,-1,0.5]}],\"scenes\":[{\"nodes\":[0]}]",
     {1, -1, 0.5},
     {2, 1, 3.5},
     6},
    {MESH ",\"nodes\":[{\"mesh\":0,\"scale\":[2,1,-1]}],\"scenes\":[{\"nodes\":[0]}]", {0, 0, -3}, {2, 2, 0}, 12},
    /* half a turn about x, then a quarter about z in the parent */
    {MESH ",\"nodes\":[{\"children\":[1],\"rotation\":[0,0,0.70710678118654757,0.70710678118654757]},"
          "{\"mesh\":0,\"rotation\":[1,0,0,0]}],\"scenes\":[{\"nodes\":[0]}]",
     {0, 0, -3},
     {2, 1, 0},
     6},
    /* by columns: x to y, y to z, z to x, and 10 along x */
    {MESH ",\"nodes\":[{\"mesh\":0,\"matrix\":[0,1,0,0, 0,0,1,0, 1,0,0,0, 10,0,0,1]}],\"scenes\":[{\"nodes\":[0]}]",
     {10, 0, 0},
     {13, 1, 2},
     6},
    /* the second scene, of two boxes; points and lines are passed over */
    {"\"meshes\":[{\"primitives\":[{\"mode\":0},{\"mode\":1,\"attributes\":{}},{\"mode\":4,\"attributes\":{\"NORMAL\":"
     "9,\"POSITION\":0},"
     "\"indices\":1}]}],\"nodes\":[{\"mesh\":0},{\"mesh\":0,\"translation\":[0,0,5]}],"
     "\"scenes\":[{\"nodes\":[]},{\"nodes\":[1,0]}],\"scene\":1",
     {0, 0, 0},
     {1, 2, 8},
     12},
};

START_TEST(boxes_are_measured)
{
    for (size_t width = 1; width <= 4; width *= 2) {
        char json[2048];
        const file f = make(fill(json, sizeof json, boxes[_i].rest, width), width);
        cdy_mesh *mesh = NULL;
        cdy_mesh_properties p;
        cdy_error error = {0};
        ck_assert_ok(cdy_mesh_from_bytes(f.bytes, f.size, "box.GLB", &mesh, &error), error);
        ck_assert_ok(cdy_mesh_measure(mesh, NULL, &p, &error), error);
        ck_assert(p.watertight);
        ck_assert_double_eq_tol(p.volume, boxes[_i].volume, 1e-6);
        for (int k = 0; k < 3; k++) {
            ck_assert_double_eq_tol(p.lower[k], boxes[_i].lower[k], 1e-6);
            ck_assert_double_eq_tol(p.upper[k], boxes[_i].upper[k], 1e-6);
        }
        cdy_mesh_destroy(mesh);
    }
}
END_TEST

#define ACCESSOR(text) "\"bufferViews\":[{\"byteLength\":96},{\"byteLength\":9}],\"accessors\":[" text "]," MESH

static const struct {
    const char *json, *said; /* json: the whole document */
} refusals[] = {
    {"", "broken at byte 0"},
    {"[]", "broken at byte"},
    {"{", "broken at byte"},
    {"{\"a\":\"", "broken at byte"},
    {"{\"a\":\"\\", "broken at byte"},
    {"{]", "broken at byte"},
    {"{}}", "broken at byte"},
    {"{}{}", "broken at byte"},
    {"{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"
     "]]]]]]]]]]]]]]]]]]]]]]}",
     "nested more than 64 deep"},
    {"{}", "no triangle"},
    {"{3:4}", "no triangle"},
    {"{\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]}", "needs extensions"},
    {"{\"scene\":3,\"scenes\":[{}]}", "its scene is not there"},
    {"{\"scenes\":[{\"nodes\":[0]}]}", "a node is not there"},
    {"{\"nodes\":[{}],\"scenes\":[{\"nodes\":[-1]}]}", "a node is not there"},
    {"{\"nodes\":[{}],\"scenes\":[{\"nodes\":[\"0\"]}]}", "a node is not there"},
    {"{\"nodes\":[{}],\"scenes\":[{\"nodes\":[0,0]}]}", "two parents"},
    {"{\"nodes\":[{\"children\":[0]}],\"scenes\":[{\"nodes\":[0]}]}", "two parents"},
    {"{\"nodes\":[{\"mesh\":1}],\"scenes\":[{\"nodes\":[0]}]}", "a mesh that is not there"},
    {"{\"nodes\":[{\"mesh\":0}],\"meshes\":[{}],\"scenes\":[{\"nodes\":[0]}]}", "has no primitives"},
    {"{" MESH "}", "no view of the binary chunk"},
    {"{\"meshes\":[{\"primitives\":[{\"mode\":5}]}]}", "strips and fans"},
    {"{\"meshes\":[{\"primitives\":[{}]}]}", "no view of the binary chunk"},
    {"{" ACCESSOR("{\"bufferView\":0,\"componentType\":5126,\"count\":9}") "}", "leads out of the binary chunk"},
    {"{" ACCESSOR("{\"bufferView\":0,\"componentType\":5126,\"count\":0}") "}", "leads out of the binary chunk"},
    {"{" ACCESSOR("{\"bufferView\":0,\"componentType\":5126,\"count\":1e99}") "}", "leads out of the binary chunk"},
    {"{" ACCESSOR("{\"bufferView\":0,\"componentType\":5126,\"count\":8,\"byteOffset\":4}") "}",
     "leads out of the binary chunk"},
    {"{" ACCESSOR("{\"bufferView\":0,\"componentType\":5130,\"count\":8}") "}", "leads out of the binary chunk"},
    {"{" ACCESSOR("{\"bufferView\":0,\"componentType\":5126,\"count\":8,\"sparse\":{}}") "}", "or is sparse"},
    {"{" ACCESSOR("{\"bufferView\":0,\"componentType\":5123,\"count\":8},{\"bufferView\":1,\"componentType\":5121,"
                  "\"count\":9}") "}",
     "no floats"},
    {"{" ACCESSOR("{\"bufferView\":0,\"componentType\":5126,\"count\":8},{\"bufferView\":0,\"componentType\":5126,"
                  "\"count\":9}") "}",
     "indices are floats"},
    {"{" ACCESSOR("{\"bufferView\":0,\"componentType\":5126,\"count\":8},{\"bufferView\":1,\"componentType\":5121,"
                  "\"count\":8}") "}",
     "no multiple of three"},
    {"{" ACCESSOR("{\"bufferView\":0,\"componentType\":5126,\"count\":1},{\"bufferView\":0,\"byteOffset\":84,"
                  "\"componentType\":5121,\"count\":9}") "}",
     "beyond its positions"},
    {"{" ACCESSOR("{\"bufferView\":0,\"componentType\":5e11,\"count\":8}") "}", "leads out of the binary chunk"},
    {"{\"bufferViews\":[{\"buffer\":1,\"byteLength\":96}],\"accessors\":[{\"bufferView\":0}]," MESH "}",
     "no view of the binary chunk"},
    {"{\"bufferViews\":[{\"byteLength\":96,\"byteStride\":8}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
     "\"count\":8}]," MESH "}",
     "leads out of the binary chunk"},
    {"{\"bufferViews\":[{\"byteLength\":9999}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":8}]"
     "," MESH "}",
     "leads out of the binary chunk"},
};

static void check_refused(const char *bytes, size_t size, const char *said)
{
    cdy_mesh *mesh = NULL;
    cdy_error error = {0};
    const cdy_status status = cdy_mesh_from_bytes(bytes, size, "part.glb", &mesh, &error);
    ck_assert_msg(status == CDY_ERROR_ROBOT && !mesh, "status %d for what is %s", status, said);
    ck_assert_msg(strstr(error.text, said) != NULL, "%s, not %s", error.text, said);
}

START_TEST(faults_are_told)
{
    const file f = make(refusals[_i].json, 1);
    check_refused(f.bytes, f.size, refusals[_i].said);
}
END_TEST

START_TEST(faults_of_chunks_are_told)
{
    char json[2048];
    file f = make(fill(json, sizeof json, MESH, 1), 1);
    const size_t text = strlen(json);
    check_refused(f.bytes, 19, "no GLB file");
    check_refused("glTF\1\0\0\0________________", 24, "no GLB file");
    check_refused(f.bytes, 20 + text - 1, "first chunk is not JSON");
    check_refused(f.bytes, f.size - 1, "binary chunk is longer");
    check_refused(f.bytes, 20 + text, "leads out of the binary chunk");
    f.bytes[16] = 'X';
    check_refused(f.bytes, f.size, "first chunk is not JSON");
    f = make(fill(json, sizeof json, MESH, 1), 1);
    put_u32(f.bytes + 28 + text, 0x7f800000); /* infinity as the first coordinate */
    check_refused(f.bytes, f.size, "not finite");
}
END_TEST

/* Many nodes that show a mesh, or many primitives with the same accessors, cost no more than the file is long. */
START_TEST(repetition_is_bounded)
{
    char json[6000], rest[4000] = MESH ",\"scenes\":[{\"nodes\":[0", *end = rest + strlen(rest);
    for (int i = 1; i < 200; i++) {
        end += snprintf(end, (size_t)(rest + sizeof rest - end), ",%d", i);
    }
    end += snprintf(end, (size_t)(rest + sizeof rest - end), "]}],\"nodes\":[{\"mesh\":0}");
    for (int i = 1; i < 200; i++) {
        end += snprintf(end, (size_t)(rest + sizeof rest - end), ",{\"mesh\":0}");
    }
    snprintf(end, (size_t)(rest + sizeof rest - end), "]");
    char big[8192];
    snprintf(big, sizeof big, "%s", fill(json, sizeof json, rest, 1));
    const file all = make(big, 1);
    cdy_mesh *mesh = NULL;
    cdy_error error = {0};
    ck_assert_ok(cdy_mesh_from_bytes(all.bytes, all.size, "a.glb", &mesh, &error), error);
    ck_assert_uint_eq(cdy_mesh_triangle_count(mesh), 200 * 12);
    cdy_mesh_destroy(mesh);
}
END_TEST

/* Many nodes that show a mesh of many primitives without triangles are refused, for they take time all the same. */
START_TEST(work_is_bounded)
{
    char json[6400], rest[5000] = "\"meshes\":[{\"primitives\":[{\"mode\":0}", *end = rest + strlen(rest);
    for (int i = 1; i < 200; i++) {
        end += snprintf(end, (size_t)(rest + sizeof rest - end), ",{\"mode\":0}");
    }
    end += snprintf(end, (size_t)(rest + sizeof rest - end), "]}],\"scenes\":[{\"nodes\":[0");
    for (int i = 1; i < 100; i++) {
        end += snprintf(end, (size_t)(rest + sizeof rest - end), ",%d", i);
    }
    end += snprintf(end, (size_t)(rest + sizeof rest - end), "]}],\"nodes\":[{\"mesh\":0}");
    for (int i = 1; i < 100; i++) {
        end += snprintf(end, (size_t)(rest + sizeof rest - end), ",{\"mesh\":0}");
    }
    snprintf(end, (size_t)(rest + sizeof rest - end), "]");
    const file f = make(fill(json, sizeof json, rest, 1), 1);
    check_refused(f.bytes, f.size, "repeat its meshes and accessors too often");
}
END_TEST

START_TEST(memory_that_runs_out_is_told)
{
    char json[2048];
    const file f = make(fill(json, sizeof json, boxes[4].rest, 2), 2);
    cdy_error error = {0};
    if (!heap_is_counted()) {
        return;
    }
    for (size_t i = 1;; i++) {
        cdy_mesh *mesh = NULL;
        const size_t live = heap_count().live;
        heap_fail_at(i);
        const cdy_status status = cdy_mesh_from_bytes(f.bytes, f.size, "a.glb", &mesh, &error);
        const bool failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert_int_eq(status, failed ? CDY_ERROR_MEMORY : CDY_OK);
        cdy_mesh_destroy(mesh);
        ck_assert_uint_eq(heap_count().live, live);
        if (!failed) {
            ck_assert_uint_gt(i, 8);
            return;
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("glb");
    TCase *tests = tcase_create("files");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, boxes_are_measured, 0, sizeof boxes / sizeof *boxes);
    tcase_add_loop_test(tests, faults_are_told, 0, sizeof refusals / sizeof *refusals);
    tcase_add_test(tests, faults_of_chunks_are_told);
    tcase_add_test(tests, repetition_is_bounded);
    tcase_add_test(tests, work_is_bounded);
    tcase_add_test(tests, memory_that_runs_out_is_told);
    return run_suites(suite, NULL);
}
