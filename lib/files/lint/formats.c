#include "lint/formats.h"

#include "mjcf/mjcf.h"
#include "sdf/sdf.h"
#include "urdf/urdf.h"
#include "usd/usd.h"

const cdy_file_format *const cdy_file_formats[] = {
    &cdy_urdf_format,       &cdy_mjcf_format,       &cdy_sdf_format,         &cdy_usd_format,
    &cdy_usd_marked_format, &cdy_usd_binary_format, &cdy_usd_package_format, NULL};
