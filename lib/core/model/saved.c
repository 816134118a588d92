/* Saving and loading of compiled models: the block with its checksum. */
#include "base/error.h"
#include "base/memory.h"
#include "model/check.h"
#include "model/hash.h"
#include "text/file.h"

#include <condyle/model_file.h>
#include <stddef.h>
#include <string.h>

size_t cdy_model_bytes(const cdy_model *model)
{
    return model ? (size_t)model->size : 0;
}

/* Writes the options with zeros in the padding, which is undefined in the caller's struct. */
static void put_drive_options(char *bytes, const cdy_drive_options *options)
{
    char *destination = bytes + offsetof(struct cdy_model, drive_options);
    memset(destination, 0, sizeof *options);
    memcpy(destination + offsetof(cdy_drive_options, damping), &options->damping, sizeof options->damping);
    memcpy(destination + offsetof(cdy_drive_options, friction), &options->friction, sizeof options->friction);
    memcpy(destination + offsetof(cdy_drive_options, friction_width), &options->friction_width,
           sizeof options->friction_width);
    memcpy(destination + offsetof(cdy_drive_options, rotors), &options->rotors, sizeof options->rotors);
    memcpy(destination + offsetof(cdy_drive_options, springs), &options->springs, sizeof options->springs);
    memcpy(destination + offsetof(cdy_drive_options, load), &options->load, sizeof options->load);
    memcpy(destination + offsetof(cdy_drive_options, offsets), &options->offsets, sizeof options->offsets);
}

cdy_status cdy_model_to_bytes(const cdy_model *model, void *bytes, size_t size, cdy_error *error)
{
    if (!model || !bytes) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "writing a model needs a model and a pointer for its bytes");
    }
    if (size < model->size) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the model takes %llu bytes, but %zu were given",
                        (unsigned long long)model->size, size);
    }
    cdy_status status = cdy_check_model(model, error);
    if (status) {
        return status;
    }
    memcpy(bytes, model, (size_t)model->size);
    put_drive_options(bytes, &model->drive_options);
    const uint64_t checksum = cdy_model_checksum(bytes, (size_t)model->size);
    memcpy((char *)bytes + offsetof(struct cdy_model, checksum), &checksum, sizeof checksum);
    return CDY_OK;
}

static cdy_status produce(const void *model, void *draft, cdy_error *error)
{
    const size_t size = cdy_model_bytes(model);
    char *bytes = cdy_allocate(1, size);
    if (!bytes) {
        return cdy_fail_memory(error);
    }
    cdy_status status = cdy_model_to_bytes(model, bytes, size, error);
    status = status ? status : cdy_write_draft(draft, bytes, size);
    cdy_release(bytes);
    return status;
}

cdy_status cdy_model_save(const cdy_model *model, const char *path, bool replace, cdy_error *error)
{
    if (!model || !path || !*path) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "saving a model needs a model and the name of a file");
    }
    return cdy_save_file(path, replace, produce, model, error);
}

cdy_status cdy_model_view(const void *bytes, size_t size, const cdy_model **model, cdy_error *error)
{
    if (model) {
        *model = NULL;
    }
    if (!bytes || !model) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "reading a model needs its bytes and a pointer for the model");
    }
    if ((uintptr_t)bytes % sizeof(double) != 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the bytes of the model are not aligned to %zu; align them, or copy them", sizeof(double));
    }
    cdy_status status = cdy_check_saved_model(bytes, size, error);
    if (!status) {
        *model = bytes;
    }
    return status;
}

cdy_status cdy_model_init_from_bytes(void *memory, size_t memory_size, const void *bytes, size_t size,
                                     cdy_model **model, cdy_error *error)
{
    if (model) {
        *model = NULL;
    }
    if (!memory || !bytes || !model) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "making a model needs memory, bytes and a pointer for the model");
    }
    if (memory_size < size || (uintptr_t)memory % sizeof(double) != 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the model takes %zu bytes aligned to %zu, but %zu were given", size,
                        sizeof(double), memory_size);
    }
    memmove(memory, bytes, size);
    cdy_status status = cdy_check_saved_model(memory, size, error);
    if (!status) {
        *model = memory;
        (*model)->checksum = 0;
    }
    return status;
}

cdy_status cdy_model_from_bytes(const void *bytes, size_t size, cdy_model **model, cdy_error *error)
{
    if (model) {
        *model = NULL;
    }
    if (!bytes || !model) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "reading a model needs its bytes and a pointer for the model");
    }
    void *memory = cdy_allocate(1, size > 0 ? size : 1);
    if (!memory) {
        return cdy_fail_memory(error);
    }
    cdy_status status = cdy_model_init_from_bytes(memory, size, bytes, size, model, error);
    if (status) {
        cdy_release(memory);
    }
    return status;
}

cdy_status cdy_model_load(const char *path, cdy_model **model, cdy_error *error)
{
    if (model) {
        *model = NULL;
    }
    if (!path || !model) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "loading a model needs the name of a file and a pointer for the model");
    }
    char *bytes;
    size_t size;
    cdy_error fault;
    cdy_status status = cdy_read_file(path, "compiled model", 0, &bytes, &size, error);
    if (status) {
        return status;
    }
    status = cdy_model_from_bytes(bytes, size, model, &fault);
    cdy_release(bytes);
    return status ? cdy_fail_at(error, status, path, 0, "%s", fault.text) : CDY_OK;
}
