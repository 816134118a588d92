/* --limits of id, fd and sim: per cent of effort, velocity and position limits beside the results. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdlib.h>

/* A slide with a range of 1 to 3 m, 50 N and 2 m/s, with a wheel whose limits are unknown. */
static void write_robot(void)
{
    put_file(
        "r.urdf",
        "<robot name='r'><link name='base'/><link name='car'><inertial><mass value='2'/><inertia ixx='1' iyy='1' "
        "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='wheel'><inertial><mass value='1'/><inertia "
        "ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='slide' type='prismatic'>"
        "<parent link='base'/><child link='car'/><axis xyz='1 0 0'/><limit lower='1' upper='3' effort='50' "
        "velocity='2'/></joint><joint name='turn' type='continuous'><parent link='car'/><child link='wheel'/>"
        "<axis xyz='0 0 1'/></joint></robot>\n");
}

/* 3 kg at 5 m/s2 are 15 N of 50; 2.5 m is half way from the middle to the end; 1 m/s is half of 2. */
START_TEST(one_state_is_per_cent_of_its_limits)
{
    write_robot();
    check_run("\"$CONDYLE\" id r.urdf --q 2.5,9 --qd 1,7 --qdd 5,0 --limits --format csv 2> said; cat said >&2", 0,
              "tau.slide,tau.turn,effort_percent.slide,effort_percent.turn,velocity_percent.slide,"
              "velocity_percent.turn,position_percent.slide,position_percent.turn,exceeded\n"
              "15,0,30,0,50,0,50,0,0\n",
              "note: the robot does not tell the effort limit of 1 and the velocity limit of 1 degrees of freedom");
    check_run("\"$CONDYLE\" fd r.urdf --q 2,0 --qd slide=-2 --tau slide=-75 --limits --format csv 2> said", 0,
              "qdd.slide,qdd.turn,effort_percent.slide,effort_percent.turn,velocity_percent.slide,"
              "velocity_percent.turn,position_percent.slide,position_percent.turn,exceeded\n"
              "-25,0,150,0,100,0,0,0,1\n",
              "");
}
END_TEST

START_TEST(tables_and_json_mark_what_exceeds)
{
    write_robot();
    check_run("\"$CONDYLE\" id r.urdf --q 3.5,0 --limits 2> said | sed -n '/exceeded/p'", 0,
              "  exceeded       yes\n"
              "  slide               0 %                 0 %               150 %  exceeded\n",
              "");
    check_run("\"$CONDYLE\" id r.urdf --q 1,0 --limits 2> said | grep -c exceeded", 0, "1\n", "");
    check_run("\"$CONDYLE\" id r.urdf --q 3.5,0 --limits --format json 2> said | grep -o '\"effort.*'", 0,
              "\"effort_percent\": [0.0, 0.0], \"velocity_percent\": [0.0, 0.0], \"position_percent\": [150.0, 0.0], "
              "\"exceeded\": true}\n",
              "");
    check_run("\"$CONDYLE\" mass r.urdf --limits", 2, "", "--limits");
}
END_TEST

/* Each row has limit use of its own, also a row that the call for one state computes. */
START_TEST(rows_have_their_own)
{
    write_robot();
    put_file("rows.csv", "q.slide,qd.slide,qdd.slide,tau.slide\n2,0,0,0\n3,-1,10,25\n2,3,-20,-50\n");
    check_run("\"$CONDYLE\" id r.urdf --input rows.csv --limits --fields effort_percent.slide,velocity_percent.slide,"
              "position_percent.slide,exceeded 2> said",
              0,
              "effort_percent.slide,velocity_percent.slide,position_percent.slide,exceeded\n0,0,0,0\n60,50,100,0\n"
              "120,150,0,1\n",
              "");
    check_run("\"$CONDYLE\" fd r.urdf --input rows.csv --limits --fields effort_percent.slide,exceeded 2> said", 0,
              "effort_percent.slide,exceeded\n0,0\n50,0\n100,1\n", "");
    check_run(
        "\"$CONDYLE\" fd r.urdf --input rows.csv --limits --method lapack --fields effort_percent.slide 2> said ||"
        " echo none",
        0, getenv("HAVE_LAPACK") ? "effort_percent.slide\n0\n50\n100\n" : "none\n", "");
}
END_TEST

/* With --deg the positions are in degrees; the shares of the limits stay the same. */
START_TEST(motions_have_them_too)
{
    write_robot();
    check_run("\"$CONDYLE\" sim r.urdf --q 2,0 --qd slide=1 --tau slide=15 --integrator rk4 --dt 0.1 --time 0.2 "
              "--limits --deg "
              "--fields t,effort_percent.slide,velocity_percent.slide,exceeded --precision 6 2> said",
              0, "t,effort_percent.slide,velocity_percent.slide,exceeded\n0,30,50,0\n0.1,30,75,0\n0.2,30,100,0\n", "");
}
END_TEST

/* The effort that gravity needs, -30 N along x, is added to that of drives which leave it out: 5 and -4 N. */
START_TEST(limits_are_of_efforts_at_the_joint)
{
    write_robot();
    put_file("drives.csv", "q.slide,q.turn,qd.slide,qd.turn,tau.slide,tau.turn\n2,0,0,0,5,0\n2,0,0,0,-4,0\n");
    check_run("\"$CONDYLE\" limits r.urdf --input drives.csv --gravity 10,0,0 --effort gravity-free --format csv "
              "2> said | sed -n 2p | cut -d, -f 1-3,7",
              0, "slide,-34,2,68\n", "");
    check_run("\"$CONDYLE\" limits r.urdf --input drives.csv --gravity 10,0,0 --format csv 2> said | sed -n 2p | "
              "cut -d, -f 1-3,7",
              0, "slide,5,1,10\n", "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("limit_use");
    TCase *columns = tcase_create("columns");
    tcase_add_checked_fixture(columns, open_folder, close_folder);
    tcase_add_test(columns, one_state_is_per_cent_of_its_limits);
    tcase_add_test(columns, tables_and_json_mark_what_exceeds);
    tcase_add_test(columns, limits_are_of_efforts_at_the_joint);
    tcase_add_test(columns, rows_have_their_own);
    tcase_add_test(columns, motions_have_them_too);
    suite_add_tcase(suite, columns);
    return run_suites(suite, NULL);
}
