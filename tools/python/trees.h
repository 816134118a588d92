/* Trees: robots as they are described, for editing. */
#ifndef CONDYLE_PYTHON_TREES_H
#define CONDYLE_PYTHON_TREES_H

#include "module.h"

/* Returns a capsule that owns a tree; NULL with an exception, the tree is then destroyed. */
PyObject *tree_capsule(cdy_tree *tree);

/* Returns the tree of a capsule; NULL where the object is none. */
cdy_tree *tree_of(PyObject *capsule);

#endif
