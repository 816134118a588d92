/* YAML 1.1 as PyYAML's safe loader reads it. */
#ifndef CDY_XACRO_YAML_FILE_H
#define CDY_XACRO_YAML_FILE_H

#include "xacro/value.h"

/* Returns the content of a YAML file; its lists and dicts are dotted. */
cdy_value cdy_load_yaml(cdy_interpreter *x, const char *path);

/* Returns the content of YAML text; `path` names it in messages. */
cdy_value cdy_read_yaml(cdy_interpreter *x, const char *text, size_t size, const char *path);

/* Returns the value of a plain scalar: null, a boolean, a number, or a text. */
cdy_value cdy_read_plain(cdy_interpreter *x, const char *text, size_t length);

/* Returns the value of a scalar with a tag, `!degrees` or `tag:yaml.org,2002:int` for example; a failed value, without
 * a report, where the tag is unknown. */
cdy_value cdy_read_tagged(cdy_interpreter *x, const char *tag, const char *text, size_t length);

#endif
