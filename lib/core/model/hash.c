#include "model/hash.h"

#include <stddef.h>
#include <string.h>

/* FNV-1a over 64-bit words instead of bytes. */
static uint64_t hash_words(uint64_t hash, const char *bytes, size_t start, size_t end)
{
    for (size_t i = start; i < end; i += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, bytes + i, sizeof word);
        hash = (hash ^ word) * 0x100000001b3u;
        hash ^= hash >> 32;
    }
    return hash;
}

static const uint64_t seed = 0xcbf29ce484222325u;

/* Excludes gravity, the acting drives and the payloads, which may change after compiling, and the inertias of the
 * bodies, which include the payloads; the section of bare inertias has the inertias without payloads. Sections from
 * `drives` to `robot_drives` are excluded. */
uint64_t cdy_model_fingerprint(const cdy_model *model)
{
    const char *bytes = (const char *)model;
    const size_t start = offsetof(struct cdy_model, gravity) + sizeof model->gravity;
    uint64_t hash = hash_words(seed, bytes, start, (size_t)model->bodies);
    for (size_t i = 0; i < (size_t)model->body_count; i++) {
        const size_t body = (size_t)model->bodies + i * sizeof(model_body);
        hash = hash_words(hash, bytes, body, body + offsetof(model_body, mass));
        hash = hash_words(hash, bytes, body + offsetof(model_body, link), body + sizeof(model_body));
    }
    hash = hash_words(hash, bytes, (size_t)model->joints, (size_t)model->drives);
    return hash_words(hash, bytes, (size_t)model->robot_drives, (size_t)model->size);
}

uint64_t cdy_model_payload_mark(const cdy_model *model)
{
    const size_t start = (size_t)model->payloads;
    return hash_words(seed, (const char *)model, start, start + (size_t)model->frame_count * sizeof(cdy_payload));
}

uint64_t cdy_model_drive_mark(const cdy_model *model)
{
    const size_t start = (size_t)model->drives;
    return hash_words(seed, (const char *)model, start, start + (size_t)model->tree_nv * sizeof(model_drive));
}

uint64_t cdy_model_checksum(const void *bytes, size_t size)
{
    const size_t place = offsetof(struct cdy_model, checksum);
    uint64_t hash = hash_words(seed, bytes, 0, place);
    return hash_words(hash, bytes, place + sizeof(uint64_t), size);
}
