/* Reading of USD: its parts, in the order in which they depend on each other. */
#include "usd/usd.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

/* Bytes of meshes that a robot may have read, where its masses depend on them. */
enum { MOST_MESH_BYTES = 256 << 20 };

/* Reads a number of the metadata of the stage. */
static cdy_status read_unit(cdy_usd *u, const char *name, double *value)
{
    const cdy_usd_field *f = cdy_usd_entry(u->prims[0].opinions[0].spec, name);
    cdy_usd_scanner s = f ? cdy_usd_scan_value(f) : (cdy_usd_scanner){0};
    if (!f) {
        return CDY_OK;
    }
    const cdy_usd_token t = cdy_usd_scan(&s);
    const double number = t.kind == CDY_USD_NUMBER ? cdy_usd_to_number(&t) : 0;
    if (!(number > 1e-9 && number < 1e9)) {
        return cdy_fault(u->r, CDY_RULE_NUMBER, f->value_at, "%s is no unit; expected a number such as 0.01", name);
    }
    *value = number;
    return CDY_OK;
}

static cdy_status read_up(cdy_usd *u)
{
    const cdy_usd_field *f = cdy_usd_entry(u->prims[0].opinions[0].spec, "upAxis");
    u->y_up = true;
    if (!f) {
        return CDY_OK;
    }
    cdy_usd_scanner s = cdy_usd_scan_value(f);
    const cdy_usd_token t = cdy_usd_scan(&s);
    const bool one = t.kind == CDY_USD_STRING && t.end == t.start + 1;
    u->y_up = one && *t.start == 'Y';
    return one && (*t.start == 'Y' || *t.start == 'Z')
               ? CDY_OK
               : cdy_fault(u->r, CDY_RULE_NUMBER, f->value_at, "upAxis is neither \"Y\" nor \"Z\"");
}

/* Tells of layers that have other units than the stage: nothing converts what is referred to. */
static void compare_units(cdy_usd *u)
{
    const cdy_usd_field *own = cdy_usd_entry(u->prims[0].opinions[0].spec, "metersPerUnit");
    for (const cdy_usd_layer *l = u->layers; l; l = l->next) {
        const cdy_usd_field *f = cdy_usd_entry(l->root, "metersPerUnit");
        cdy_usd_scanner s = f ? cdy_usd_scan_value(f) : (cdy_usd_scanner){0};
        const cdy_usd_token t = f ? cdy_usd_scan(&s) : (cdy_usd_token){0};
        if (f && f != own && t.kind == CDY_USD_NUMBER && cdy_usd_to_number(&t) != u->meters) {
            cdy_warn(u->r, CDY_RULE_READ_OTHERWISE, f->at,
                     "the file has another unit of length than the stage, whose %g m count here as in OpenUSD",
                     u->meters);
        }
    }
}

/* The units are 0.01 m and 1 kg, and y points upwards, where the stage does not say otherwise. */
static cdy_status read_units(cdy_usd *u)
{
    u->meters = 0.01;
    u->kilograms = 1;
    cdy_status status = read_unit(u, "metersPerUnit", &u->meters);
    status = status ? status : read_unit(u, "kilogramsPerUnit", &u->kilograms);
    status = status ? status : read_up(u);
    if (!status) {
        compare_units(u);
    }
    return status;
}

static cdy_status read_stage(cdy_usd *u, const char *bytes, size_t size)
{
    static cdy_status (*const steps[])(cdy_usd *) = {read_units,          cdy_usd_place,         cdy_usd_read_bodies,
                                                     cdy_usd_list_joints, cdy_usd_choose_bodies, cdy_usd_read_links,
                                                     cdy_usd_read_joints, cdy_usd_build};
    cdy_usd_stack *root = NULL;
    char *copy = cdy_arena_allocate(&u->r->memory, size + 1, 1);
    if (!copy) {
        return cdy_fail_memory(u->r->error);
    }
    memcpy(copy, bytes, size);
    cdy_status status = cdy_usd_open_root(u, copy, size, &root);
    status = status ? status : cdy_usd_compose(u, root);
    if (!status) {
        cdy_usd_check_spelling(u);
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++) {
        status = steps[i](u);
    }
    return status ? status : cdy_usd_name_unread(u);
}

static cdy_status read_usd(cdy_reader *r, const char *bytes, size_t size)
{
    cdy_usd u = {.r = r, .mesh_bytes = MOST_MESH_BYTES};
    r->name = "";
    r->document.root = cdy_arena_allocate(&r->memory, 1, sizeof *r->document.root);
    if (!r->document.root) {
        return cdy_fail_memory(r->error);
    }
    *r->document.root = (cdy_element){.name = "usda", .at = {1, 1, 0}};
    cdy_about_robot(r);
    const cdy_status status = read_stage(&u, bytes, size);
    for (cdy_usd_layer *l = u.layers; l; l = l->next) {
        cdy_name_table_clear(&l->specs_by_path);
    }
    cdy_name_table_clear(&u.prim_numbers);
    cdy_name_table_clear(&u.told);
    cdy_name_table_clear(&u.spelled);
    return status;
}

const cdy_file_format cdy_usd_format = {"USD", "#usda", false, CDY_FOR_ISAAC, NULL, read_usd, true};
const cdy_file_format cdy_usd_marked_format = {"USD", BYTE_ORDER_MARK "#usda", false, CDY_FOR_ISAAC, NULL, read_usd,
                                               true};
const cdy_file_format cdy_usd_binary_format = {"binary USD", "PXR-USDC", false, CDY_FOR_ISAAC, NULL, read_usd, true};
const cdy_file_format cdy_usd_package_format = {"packed USD", "PK\3\4", false, CDY_FOR_ISAAC, NULL, read_usd, true};
