/* Condyle: load robots from URDF files, show their structure, compute their dynamics.  All topics at once. */
#ifndef CONDYLE_CONDYLE_H
#define CONDYLE_CONDYLE_H

#include <condyle/check.h>
#include <condyle/configuration.h>
#include <condyle/drives.h>
#include <condyle/dynamics.h>
#include <condyle/inverse_kinematics.h>
#include <condyle/kinematics.h>
#include <condyle/model.h>
#include <condyle/status.h>
#include <condyle/tree.h>
#include <condyle/urdf.h>

#endif
