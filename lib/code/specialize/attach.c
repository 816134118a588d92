/* Giving code to what it is for: workspaces here, batches in batch_code.c. */
#include "base/error.h"
#include "dynamics/workspace.h"
#include "specialize/specialization.h"

cdy_status cdy_check_code(const cdy_specialization *s, uint64_t fingerprint, bool floats, const char *what,
                          cdy_error *error)
{
    if (s && s->code.fingerprint != fingerprint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the code is for another model than the %s", what);
    }
    if (s && s->code.floats != floats) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the code is over %s, the %s is over %s; specialize for %s",
                        floats ? "doubles" : "floats", what, floats ? "floats" : "doubles",
                        floats ? "floats (floats = true)" : "doubles (floats = false)");
    }
    return CDY_OK;
}

cdy_status cdy_workspace_specialize(cdy_workspace *workspace, const cdy_specialization *specialization,
                                    cdy_error *error)
{
    if (!workspace) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "giving code to a workspace needs a workspace");
    }
    const cdy_status status = cdy_check_code(specialization, workspace->fingerprint, false, "workspace", error);
    if (!status) {
        workspace->special = specialization ? &specialization->code : NULL;
    }
    return status;
}
