#include "urdf/reader.h"
cdy_status cdy_check_assets(cdy_reader *r, const cdy_check_options *options, bool in_folder)
{
    (void)r;
    (void)options;
    (void)in_folder;
    return CDY_OK;
}
