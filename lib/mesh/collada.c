/* Collada, by assimp, which is loaded when the first such mesh is: most programs never need it. */
#include "base/error.h"
#include "mesh/mesh.h"

#ifdef CDY_HAVE_ASSIMP

#include "base/loaded_library.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <dlfcn.h>
#include <string.h>

/* The functions of assimp that are used. */
typedef struct importer {
    void *library;
    const struct aiScene *(*import)(const char *bytes, unsigned size, unsigned flags, const char *hint,
                                    const struct aiPropertyStore *properties);
    struct aiPropertyStore *(*create_properties)(void);
    void (*release_properties)(struct aiPropertyStore *properties);
    void (*set_integer)(struct aiPropertyStore *properties, const char *name, int value);
    void (*release)(const struct aiScene *scene);
    const char *(*fault)(void);
} importer;

/* Loads assimp, the version whose headers the library was built with. */
static bool load_importer(importer *a)
{
    a->library = dlopen("libassimp.so.5", RTLD_NOW | RTLD_LOCAL);
    return a->library && cdy_find_function(a->library, "aiImportFileFromMemoryWithProperties", &a->import) &&
           cdy_find_function(a->library, "aiCreatePropertyStore", &a->create_properties) &&
           cdy_find_function(a->library, "aiReleasePropertyStore", &a->release_properties) &&
           cdy_find_function(a->library, "aiSetImportPropertyInteger", &a->set_integer) &&
           cdy_find_function(a->library, "aiReleaseImport", &a->release) &&
           cdy_find_function(a->library, "aiGetErrorString", &a->fault);
}

static void multiply(const float A[16], const float B[16], float C[16])
{
    for (int i = 0; i < 16; i++) {
        C[i] = 0;
        for (int k = 0; k < 4; k++) {
            C[i] += A[i / 4 * 4 + k] * B[4 * k + i % 4];
        }
    }
}

/* Each use of a node by another can double its copies: INSTANCES uses make at most 3^(INSTANCES / 3) copies, all of
 * which assimp expands. */
enum { DEEPEST = 64, MOST_BYTES = 0x7fffffff, MOST_TRIANGLES = 10000000, INSTANCES = 24 };

/* Adds the triangles of a part, placed by T (4 x 4, row-major). */
static cdy_status add_part(cdy_mesh *mesh, const struct aiMesh *part, const float T[16], const char *name,
                           cdy_error *error)
{
    const int first = (int)mesh->vertex_count;
    if (mesh->triangle_count + part->mNumFaces > MOST_TRIANGLES ||
        mesh->vertex_count + part->mNumVertices > 3 * (size_t)MOST_TRIANGLES) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0, "the Collada mesh has more than %d triangles",
                           MOST_TRIANGLES);
    }
    for (unsigned i = 0; i < part->mNumVertices; i++) {
        const struct aiVector3D v = part->mVertices[i];
        double xyz[3];
        for (int k = 0; k < 3; k++) {
            const float *row = T + (ptrdiff_t)4 * k;
            xyz[k] = (double)(row[0] * v.x + row[1] * v.y + row[2] * v.z + row[3]);
            if (!cdy_is_coordinate(xyz[k])) {
                return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0, "a coordinate is not finite or larger than 1e30");
            }
        }
        if (!cdy_mesh_add_vertex(mesh, xyz)) {
            return cdy_fail_memory(error);
        }
    }
    for (unsigned i = 0; i < part->mNumFaces; i++) {
        const struct aiFace *f = &part->mFaces[i];
        if (f->mNumIndices == 3 && !cdy_mesh_add_triangle(mesh, first + (int)f->mIndices[0],
                                                          first + (int)f->mIndices[1], first + (int)f->mIndices[2])) {
            return cdy_fail_memory(error);
        }
    }
    return CDY_OK;
}

/* Adds the parts of a node and of the nodes below it. */
static cdy_status add_node(cdy_mesh *mesh, const struct aiScene *scene, const struct aiNode *node,
                           const float above[16], int depth, const char *name, cdy_error *error)
{
    const struct aiMatrix4x4 *m = &node->mTransformation;
    const float own[16] = {m->a1, m->a2, m->a3, m->a4, m->b1, m->b2, m->b3, m->b4,
                           m->c1, m->c2, m->c3, m->c4, m->d1, m->d2, m->d3, m->d4};
    float T[16];
    if (depth == DEEPEST) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0, "nodes are nested deeper than %d", DEEPEST);
    }
    multiply(above, own, T);
    cdy_status status = CDY_OK;
    for (unsigned i = 0; !status && i < node->mNumMeshes; i++) {
        status = add_part(mesh, scene->mMeshes[node->mMeshes[i]], T, name, error);
    }
    for (unsigned i = 0; !status && i < node->mNumChildren; i++) {
        status = add_node(mesh, scene, node->mChildren[i], T, depth + 1, name, error);
    }
    return status;
}

/* Refuses a short file that would take much memory. Text in UTF-16, in which the names would be overlooked, has bytes
 * 0.
 */
static cdy_status check_text(const char *bytes, size_t size, const char *name, cdy_error *error)
{
    static const char use[] = "instance_node";
    int uses = 0;
    if (memchr(bytes, '\0', size)) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0, "the Collada mesh has bytes 0; expected text in UTF-8");
    }
    for (const char *p = bytes; (size_t)(bytes + size - p) >= sizeof use - 1;) {
        const char *i = memchr(p, 'i', (size_t)(bytes + size - p) - (sizeof use - 2));
        if (!i) {
            break;
        }
        uses += memcmp(i, use, sizeof use - 1) == 0;
        p = i + 1;
    }
    return uses <= INSTANCES ? CDY_OK
                             : cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0,
                                           "the Collada mesh names instance_node %d times; expected %d times at most: "
                                           "convert it to STL or OBJ",
                                           uses, INSTANCES);
}

/* Imports without turning z up into assimp's y up, as RViz does. */
static const struct aiScene *import(const importer *a, const char *bytes, size_t size)
{
    const unsigned flags = aiProcess_Triangulate | aiProcess_ValidateDataStructure;
    struct aiPropertyStore *properties = a->create_properties();
    if (!properties) {
        return NULL;
    }
    a->set_integer(properties, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
    const struct aiScene *scene = a->import(bytes, (unsigned)size, flags, "dae", properties);
    a->release_properties(properties);
    return scene;
}

cdy_status cdy_read_collada(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error)
{
    static const float unit[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    importer a = {0};
    if (!load_importer(&a)) {
        return cdy_fail_at(
            error, CDY_ERROR_ROBOT, name, 0,
            "Collada meshes need the library assimp 5, which is not found; install it (Debian: libassimp5)");
    }
    if (size > MOST_BYTES) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0,
                           "the Collada mesh has %zu bytes, more than the %d that assimp can take", size, MOST_BYTES);
    }
    const cdy_status fault = check_text(bytes, size, name, error);
    if (fault) {
        return fault;
    }
    const struct aiScene *scene = import(&a, bytes, size);
    if (!scene) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0, "assimp cannot read it: %.200s", a.fault());
    }
    const cdy_status status = scene->mRootNode
                                  ? add_node(mesh, scene, scene->mRootNode, unit, 0, name, error)
                                  : cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0, "the Collada mesh has no scene");
    a.release(scene);
    return status; /* assimp stays loaded: it keeps state of its own */
}

#else

cdy_status cdy_read_collada(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error)
{
    (void)mesh;
    (void)bytes;
    (void)size;
    return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0,
                       "this library was built without assimp, which reads Collada meshes; expected .stl or .obj");
}

#endif
