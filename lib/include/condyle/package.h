/* Packages: where the files lie that robots name by package://NAME/. */
#ifndef CONDYLE_PACKAGE_H
#define CONDYLE_PACKAGE_H

/* Where the files of a package lie: package://NAME/x is PATH/x; name NULL: packages lie in this folder. */
typedef struct cdy_package {
    const char *name, *path;
} cdy_package;

#endif
