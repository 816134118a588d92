#include "base/error.h"
#include "robot/search.h"

#include <condyle/catalogue.h>
#include <stdbool.h>
#include <string.h>

/* Reach and payload are from the makers' data sheets. */
static const cdy_catalogue_entry entries[] = {
    {"abbIrb120", "irb120", "ABB", "IRB 120-3/0.58", 6, 0.58, 3, "estimated: ROS-Industrial abb"},
    {"abbIrb120T", "irb120t", "ABB", "IRB 120T-3/0.58", 6, 0.58, 3, "estimated: ROS-Industrial abb"},
    {"frankaEmikaPanda", "panda", "Franka Emika", "Panda with hand", 8, 0.855, 3, "identified: Gaz et al. 2019"},
    {"frankaFR3", "fr3", "Franka Robotics", "FR3", 7, 0.855, 3, "maker: franka_description"},
    {"kinovaGen3", "gen3", "Kinova", "Gen3, 7 joints", 7, 0.902, 4, "maker: ros_kortex"},
    {"kukaIiwa14", "iiwa14", "KUKA", "LBR iiwa 14 R820", 7, 0.82, 14, "estimated: iiwa_stack"},
    {"kukaIiwa7", "iiwa7", "KUKA", "LBR iiwa 7 R800", 7, 0.8, 7, "estimated: iiwa_stack"},
    {"kukaLbrIisy11", "iisy11", "KUKA", "LBR iisy 11 R1300", 6, 1.3, 11, "maker: kuka_robot_descriptions"},
    {"kukaLbrIisy15", "iisy15", "KUKA", "LBR iisy 15 R930", 6, 0.93, 15, "maker: kuka_robot_descriptions"},
    {"kukaLbrIisy3", "iisy3", "KUKA", "LBR iisy 3 R760", 6, 0.76, 3, "maker: kuka_robot_descriptions"},
    {"lbr", NULL, "KUKA", "LBR iiwa 14 R820", 7, 0.82, 14, "estimated: iiwa_stack"},
    {"rethinkSawyer", "sawyer", "Rethink Robotics", "Sawyer", 8, 1.26, 4, "maker: sawyer_robot"},
    {"universalUR10", "ur10", "Universal Robots", "UR10", 6, 1.3, 10, "maker: ROS-Industrial ur_description"},
    {"universalUR10e", "ur10e", "Universal Robots", "UR10e", 6, 1.3, 12.5, "maker: ur_description"},
    {"universalUR16e", "ur16e", "Universal Robots", "UR16e", 6, 0.9, 16, "maker: ur_description"},
    {"universalUR20", "ur20", "Universal Robots", "UR20", 6, 1.75, 20, "maker: ur_description"},
    {"universalUR3", "ur3", "Universal Robots", "UR3", 6, 0.5, 3, "maker: ROS-Industrial ur_description"},
    {"universalUR30", "ur30", "Universal Robots", "UR30", 6, 1.3, 30, "maker: ur_description"},
    {"universalUR3e", "ur3e", "Universal Robots", "UR3e", 6, 0.5, 3, "maker: ur_description"},
    {"universalUR5", "ur5", "Universal Robots", "UR5", 6, 0.85, 5, "maker: ROS-Industrial ur_description"},
    {"universalUR5e", "ur5e", "Universal Robots", "UR5e", 6, 0.85, 5, "ROS-Industrial: ur_description"},
};

/* A robot without published masses, which the documented examples of rigidBodyTree use: found, but not listed. */
static const cdy_catalogue_entry unlisted = {
    "omronEcobra600", "ecobra600", "Omron", "eCobra 600", 4, 0.6, 5.5, "none published: 1 kg a link"};

static bool has_name(const cdy_catalogue_entry *e, const char *name)
{
    return strcmp(name, e->name) == 0 || (e->short_name && strcmp(name, e->short_name) == 0);
}

int cdy_catalogue_count(void)
{
    return (int)(sizeof entries / sizeof *entries);
}

const cdy_catalogue_entry *cdy_catalogue_at(int index)
{
    return index >= 0 && index < cdy_catalogue_count() ? &entries[index] : NULL;
}

const cdy_catalogue_entry *cdy_catalogue_find(const char *name)
{
    for (int i = 0; name && i < cdy_catalogue_count(); i++) {
        if (has_name(&entries[i], name)) {
            return &entries[i];
        }
    }
    return name && has_name(&unlisted, name) ? &unlisted : NULL;
}

cdy_status cdy_urdf_list_packaged(void (*visit)(void *context, const char *path), void *context, cdy_error *error)
{
    if (!visit) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no function to visit robots was given");
    }
    cdy_texts folders = {0}, paths = {0};
    bool ok = cdy_push_environment(&folders);
    for (size_t i = 0; ok && i < folders.count; i++) {
        ok = cdy_push_package_robots(&paths, folders.texts[i], NULL);
    }
    cdy_sort_texts(&paths);
    for (size_t i = 0; ok && i < paths.count; i++) {
        visit(context, paths.texts[i]);
    }
    cdy_clear_texts(&paths);
    cdy_clear_texts(&folders);
    return ok ? CDY_OK : cdy_fail_memory(error);
}
