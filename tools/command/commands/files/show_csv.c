/* The structure of a robot as comma-separated values, one row a body. */
#include "commands/files/show.h"
#include "run/csv.h"

#include <math.h>

static void add_numbers(csv_row *row, const double *values, int count)
{
    for (int i = 0; i < count; i++) {
        csv_add_number(row, values[i], 0);
    }
}

static void add_nothing(csv_row *row, int count)
{
    for (int i = 0; i < count; i++) {
        csv_add_empty(row);
    }
}

/* Adds a limit; 0 stands for an unknown one and is left empty. */
static void add_known(csv_row *row, double limit)
{
    if (fabs(limit) > 0) {
        csv_add_number(row, limit, 0);
    } else {
        add_nothing(row, 1);
    }
}

/* Adds joint, type, axis, placement and limits; empty for the base and where the joint has none. */
static void add_joint(csv_row *row, const cdy_joint *joint)
{
    if (!joint->name) {
        add_nothing(row, 15);
        return;
    }
    double axis[3], lower, upper;
    csv_add_text(row, joint->name);
    csv_add_text(row, cdy_joint_type_name(joint->type));
    if (show_has_axis(joint)) {
        show_axis(joint, axis);
        add_numbers(row, axis, 3);
    } else {
        add_nothing(row, 3);
    }
    add_numbers(row, joint->origin.xyz, 3);
    add_numbers(row, joint->origin.rpy, 3);
    if (!joint->limit.given) {
        add_nothing(row, 4);
        return;
    }
    show_range(joint, &lower, &upper);
    csv_add_number(row, lower, 0);
    csv_add_number(row, upper, 0);
    add_known(row, joint->limit.effort);
    add_known(row, joint->limit.velocity);
}

static void write_body(const robot *r, int index, csv_row *row)
{
    const cdy_body *body = cdy_tree_body(r->tree, index);
    int parent = cdy_tree_parent(r->tree, index);
    double inertia[6];
    csv_add_integer(row, index);
    csv_add_text(row, body->name);
    if (parent >= 0) {
        csv_add_integer(row, parent);
        csv_add_text(row, cdy_tree_body(r->tree, parent)->name);
    } else {
        add_nothing(row, 2);
    }
    add_joint(row, &body->joint);
    cdy_inertial none = {0};
    const cdy_inertial *inertial = body->inertial.given ? &body->inertial : &none;
    cdy_inertial_about_origin(inertial, inertia);
    csv_add_number(row, inertial->mass, 0);
    add_numbers(row, inertial->origin.xyz, 3);
    add_numbers(row, inertia, 6);
    csv_end_row(row);
}

exit_code show_write_csv(const robot *r, output *out)
{
    output_text(out, "index,name,parent,parent_name,joint,type,axis_x,axis_y,axis_z,x,y,z,roll,pitch,yaw,"
                     "lower,upper,effort,velocity,mass,com_x,com_y,com_z,Ixx,Iyy,Izz,Iyz,Ixz,Ixy\n");
    csv_row row = {.out = out};
    for (int i = 0; i <= cdy_tree_body_count(r->tree); i++) {
        write_body(r, i, &row);
    }
    return EXIT_FINE;
}
