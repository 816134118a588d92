/* The cache: a folder of the user's alone with compiled code. Files have names KEY-BYTES-CHECKSUM.so, so that a file
 * never changes under its name: processes that compile the same code at once give it the same name, or each its own.
 * BYTES is the size of the code as it was estimated, which the checksum covers. */
#ifndef CDY_SPECIALIZE_CACHE_H
#define CDY_SPECIALIZE_CACHE_H

#include "base/arena.h"
#include "specialize/hash.h"

#include <condyle/status.h>

/* Makes the folder where there is none, with the folder above it, and checks that it and its content are the user's
 * alone. `folder` NULL: $XDG_CACHE_HOME/condyle or ~/.cache/condyle. *path is its name after following links, in the
 * arena. Fails with CDY_ERROR_UNSUPPORTED in a process that has the rights of another user, CDY_ERROR_IO or
 * CDY_ERROR_MEMORY. */
cdy_status cdy_open_cache(const char *folder, cdy_arena *arena, const char **path, cdy_error *error);

/* Finds a file of this key whose owner, mode and checksum are right; removes the others of this key. Returns its path,
 * in the arena, and the estimated size of the code; NULL where there is none, or memory runs out. */
const char *cdy_find_cached(const char *cache, wide_hash key, size_t *bytes, cdy_arena *arena);

/* Makes a folder in the cache for the work of a compiler; *path is in the arena. Fails with CDY_ERROR_IO or
 * CDY_ERROR_MEMORY. */
cdy_status cdy_make_work_folder(const char *cache, cdy_arena *arena, const char **path, cdy_error *error);

/* Removes the folder and all files in it. */
void cdy_remove_work_folder(const char *path);

/* Checks that a compiler has made a file of the user's with code in it, not too large, and makes it the user's alone.
 * Fails with CDY_ERROR_IO. */
cdy_status cdy_check_compiled(const char *path, cdy_error *error);

/* Gives a file that has been checked its name in the cache, at once; `bytes` is the estimated size of the code. Fails
 * with CDY_ERROR_IO or CDY_ERROR_MEMORY. */
cdy_status cdy_keep_in_cache(const char *cache, wide_hash key, size_t bytes, const char *file, cdy_arena *arena,
                             cdy_error *error);

/* Returns folder/name in the arena; NULL where memory runs out. */
const char *cdy_cache_path(const char *folder, const char *name, cdy_arena *arena);

#endif
