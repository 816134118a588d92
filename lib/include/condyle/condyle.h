/* Condyle: load robots from URDF files, show their structure, compute their dynamics.  All topics at once. */
#ifndef CONDYLE_CONDYLE_H
#define CONDYLE_CONDYLE_H

#include <condyle/batch.h>
#include <condyle/batch_float.h>
#include <condyle/capacity.h>
#include <condyle/catalogue.h>
#include <condyle/check.h>
#include <condyle/configuration.h>
#include <condyle/constraints.h>
#include <condyle/derivatives.h>
#include <condyle/drives.h>
#include <condyle/dynamics.h>
#include <condyle/energy.h>
#include <condyle/excitation.h>
#include <condyle/fix.h>
#include <condyle/generate.h>
#include <condyle/identification.h>
#include <condyle/inverse_kinematics.h>
#include <condyle/kinematics.h>
#include <condyle/limit_report.h>
#include <condyle/manipulability.h>
#include <condyle/mesh.h>
#include <condyle/model.h>
#include <condyle/model_file.h>
#include <condyle/momentum.h>
#include <condyle/motion_model.h>
#include <condyle/operational_space.h>
#include <condyle/payload.h>
#include <condyle/regressor.h>
#include <condyle/robot.h>
#include <condyle/shapes.h>
#include <condyle/simulation.h>
#include <condyle/smoothing.h>
#include <condyle/specialize.h>
#include <condyle/static.h>
#include <condyle/status.h>
#include <condyle/terms.h>
#include <condyle/trajectory.h>
#include <condyle/tree.h>
#include <condyle/urdf.h>
#include <condyle/xacro.h>

#endif
