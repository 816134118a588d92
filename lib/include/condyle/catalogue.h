/* Catalogue: the bundled robots with their makers' ratings, and the robots in packages of vendors. */
#ifndef CONDYLE_CATALOGUE_H
#define CONDYLE_CATALOGUE_H

#include <condyle/status.h>

/* A bundled robot, which cdy_urdf_load_bundled() loads under both names. */
typedef struct cdy_catalogue_entry {
    const char *name;       /* "universalUR5e": the name in loadrobot where loadrobot has the robot */
    const char *short_name; /* "ur5e"; NULL: none */
    const char *maker;      /* "Universal Robots" */
    const char *product;    /* "UR5e" */
    int dof;                /* velocity degrees of freedom, including a hand's */
    double reach;           /* rated by the maker, m */
    double payload;         /* rated by the maker, kg */
    const char *masses;     /* where masses and inertias come from */
} cdy_catalogue_entry;

/* Return the number of bundled robots with published masses, and robot `index` (from 0) in the byte order of their
 * names; NULL where the index is out of range. */
CDY_API int cdy_catalogue_count(void);
CDY_API const cdy_catalogue_entry *cdy_catalogue_at(int index);

/* Returns the bundled robot of a name or short name, also one without published masses, which is not counted above;
 * NULL where there is none. */
CDY_API const cdy_catalogue_entry *cdy_catalogue_find(const char *name);

/* Calls `visit` with the path of every file NAME.urdf and NAME.urdf.xacro in the packages below the folders of
 * CONDYLE_URDF_PATH, each once and in byte order.  A package is a folder with a file package.xml; folders are looked
 * through to a depth of 6.  Fails with CDY_ERROR_ARGUMENT (no function) or CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_urdf_list_packaged(void (*visit)(void *context, const char *path), void *context,
                                          cdy_error *error);

#endif
