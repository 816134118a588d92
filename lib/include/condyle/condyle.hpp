/* Condyle in C++17 or later: the C library with owners, views and exceptions; headers alone.  All topics at once. */
#ifndef CONDYLE_CONDYLE_HPP
#define CONDYLE_CONDYLE_HPP

#include <condyle/batch.hpp>
#include <condyle/closed_inverse_kinematics.hpp>
#include <condyle/condyle.h>
#include <condyle/error.hpp>
#include <condyle/model.hpp>
#include <condyle/robot.hpp>
#include <condyle/specialize.hpp>
#include <condyle/terms.hpp>
#include <condyle/tree.hpp>
#include <condyle/view.hpp>
#include <condyle/workspace.hpp>

#endif
