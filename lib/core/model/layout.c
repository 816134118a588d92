#include "model/layout.h"

#include "tree/tree.h"

#include <condyle/model_file.h>
#include <condyle/static.h>
#include <string.h>

/* Derivation of the bounds in condyle/static.h: each of 17 sections and the header may be padded, and a spherical joint
 * has 4 positions for 3 velocities. */
_Static_assert(sizeof(cdy_model) + 18 * (MODEL_ALIGNMENT - 1) <= CDY_HEADER_BYTES, "raise CDY_HEADER_BYTES");
_Static_assert(sizeof(model_body) + sizeof(model_joint) + sizeof(model_inertia) + sizeof(model_frame) +
                       sizeof(cdy_payload) + sizeof(int32_t) + sizeof(cdy_follower) + sizeof(model_resistance) +
                       sizeof(model_idle) <=
                   CDY_BODY_BYTES,
               "raise CDY_BODY_BYTES");
_Static_assert(3 * (sizeof(model_coordinate) + 2 * sizeof(model_drive) + 2 * sizeof(int32_t)) +
                       4 * (sizeof(model_coordinate) + sizeof(int32_t)) <=
                   3 * CDY_DEGREE_BYTES,
               "raise CDY_DEGREE_BYTES");

static uint64_t align_up(uint64_t offset)
{
    return (offset + MODEL_ALIGNMENT - 1) / MODEL_ALIGNMENT * MODEL_ALIGNMENT;
}

static uint64_t add_section(cdy_model *header, int32_t count, uint64_t size)
{
    uint64_t offset = header->size;
    header->size = align_up(offset + (uint64_t)count * size);
    return offset;
}

/* A hash of the record sizes, which detects a compiler with another structure layout. */
static uint32_t record_sizes(void)
{
    const size_t sizes[] = {sizeof(cdy_model),         sizeof(model_body),       sizeof(model_joint),
                            sizeof(model_frame),       sizeof(model_coordinate), sizeof(model_drive),
                            sizeof(cdy_drive_options), sizeof(cdy_follower),     sizeof(cdy_payload),
                            sizeof(model_inertia),     sizeof(model_resistance), sizeof(model_idle)};
    uint32_t mark = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        mark = mark * 1021 + (uint32_t)sizes[i];
    }
    return mark;
}

static const char magic[8] = "condyle";
_Static_assert(sizeof magic == sizeof((cdy_model *)0)->magic, "the magic number begins every model");

bool cdy_model_is_compiled(const void *bytes, size_t size)
{
    return bytes && size >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

void cdy_mark_format(cdy_model *header)
{
    memcpy(header->magic, magic, sizeof header->magic);
    header->byte_order = 0x01020304;
    header->version = MODEL_VERSION;
    header->number_format = -1.0 / 3; /* a value whose bytes all differ from 0 */
    header->record_sizes = record_sizes();
}

void cdy_lay_out(cdy_model *header, uint64_t name_bytes)
{
    const int32_t bodies = header->body_count, frames = header->frame_count;
    header->size = align_up(sizeof *header);
    header->bodies = add_section(header, bodies, sizeof(model_body));
    header->joints = add_section(header, bodies, sizeof(model_joint));
    header->positions = add_section(header, header->tree_nq, sizeof(model_coordinate));
    header->velocities = add_section(header, header->tree_nv, sizeof(model_coordinate));
    header->drives = add_section(header, header->tree_nv, sizeof(model_drive));
    header->payloads = add_section(header, frames, sizeof(cdy_payload));
    header->idle_motions = add_section(header, header->doubtful_count, sizeof(model_idle));
    header->idle_uses = add_section(header, header->doubtful_count > 0 ? header->nv : 0, sizeof(int32_t));
    header->robot_drives = add_section(header, header->tree_nv, sizeof(model_drive));
    header->bare_inertias = add_section(header, bodies, sizeof(model_inertia));
    header->resistances = add_section(header, header->doubtful_count, sizeof(model_resistance));
    header->own_positions = add_section(header, header->nq, sizeof(int32_t));
    header->own_velocities = add_section(header, header->nv, sizeof(int32_t));
    header->frames = add_section(header, frames, sizeof(model_frame));
    header->sorted_frames = add_section(header, frames, sizeof(int32_t));
    header->followers = add_section(header, header->has_followers ? frames : 0, sizeof(cdy_follower));
    header->name = header->size;
    header->size = align_up(header->name + name_bytes);
}
