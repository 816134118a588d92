/* Models in files and in memory: saved once, read without XML, without compiling, or where they lie.
 *
 * A saved model is the model's block itself, so that it can be mapped or stand in a controller's flash.  It carries a
 * version, marks of the machine's numbers and a checksum of 64 bits over every byte but its own 8, and all of it is
 * checked before use: a model that passes is safe for every call, whoever wrote it.  Files go from machine to machine
 * where byte order and numbers are the same, and are refused elsewhere.  Gravity, the drives that act and payloads are
 * saved as they are set.  The tree is not in it, so that no URDF file can be made from it.
 *
 * Bytes that are no model, are damaged, cut off or go on behind its end, or come from another version of the format
 * or another kind of machine are refused with CDY_ERROR_ROBOT and a text that tells which; outputs are then NULL. */
#ifndef CONDYLE_MODEL_FILE_H
#define CONDYLE_MODEL_FILE_H

#include <condyle/model.h>

/* Returns the bytes that a model takes, in memory and saved; 0 for NULL. */
CDY_API size_t cdy_model_bytes(const cdy_model *model);

/* Tells whether bytes begin as a saved model does, in a file of any version; they need not be a valid model. */
CDY_API bool cdy_model_is_compiled(const void *bytes, size_t size);

/* Writes a model as it is saved to `bytes` (cdy_model_bytes(), of any alignment; `size` tells how many there are).
 * Equal models give equal bytes.  Fails with CDY_ERROR_ARGUMENT, or with CDY_ERROR_ROBOT where a number of the model
 * is not finite (an inertia beyond what a double holds); `bytes` are then as they were. */
CDY_API cdy_status cdy_model_to_bytes(const cdy_model *model, void *bytes, size_t size, cdy_error *error);

/* Saves a model as a file, whole or not at all, as cdy_urdf_save_file() does: an existing file is replaced only where
 * `replace` says so.  Fails as cdy_model_to_bytes() does, or with CDY_ERROR_IO or CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_model_save(const cdy_model *model, const char *path, bool replace, cdy_error *error);

/* Loads a model from a file; the caller destroys it.  Fails with CDY_ERROR_ROBOT, CDY_ERROR_IO, CDY_ERROR_MEMORY or
 * CDY_ERROR_ARGUMENT. */
CDY_API cdy_status cdy_model_load(const char *path, cdy_model **model, cdy_error *error);

/* Makes a model on the heap from `size` bytes of any alignment, which may go away; the caller destroys it.  Fails with
 * CDY_ERROR_ROBOT, CDY_ERROR_MEMORY or CDY_ERROR_ARGUMENT. */
CDY_API cdy_status cdy_model_from_bytes(const void *bytes, size_t size, cdy_model **model, cdy_error *error);

/* Makes a model in the caller's `memory` of `memory_size` bytes (as many as `bytes` has, aligned as malloc aligns)
 * without allocating: a copy in which gravity, drives and payloads can be set.  *model then points into the memory and
 * must not be destroyed.  Fails with CDY_ERROR_ROBOT or CDY_ERROR_ARGUMENT; the memory may then hold anything. */
CDY_API cdy_status cdy_model_init_from_bytes(void *memory, size_t memory_size, const void *bytes, size_t size,
                                             cdy_model **model, cdy_error *error);

/* Gives the model that lies in `size` bytes (aligned to 8; 16 is best) without copying or allocating: in flash, in a
 * constant array or in a mapped file.  The bytes must stay as they are while the model is used; it must not be
 * destroyed.  Fails with CDY_ERROR_ROBOT, or with CDY_ERROR_ARGUMENT where the bytes are not aligned. */
CDY_API cdy_status cdy_model_view(const void *bytes, size_t size, const cdy_model **model, cdy_error *error);

#endif
