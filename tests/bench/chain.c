#include "chain.h"

#include <stdio.h>
#include <stdlib.h>

char *make_chain(int count, size_t *size)
{
    const size_t link_size = 320;
    static const char *const axes[] = {"0 0 1", "1 0 0", "0 1 0"};
    char *text = malloc(link_size * ((size_t)count + 1));
    char *end = text;
    if (!text) {
        return NULL;
    }
    end += sprintf(end, "<robot name='chain'><link name='l0'/>");
    for (int i = 1; i <= count; i++) {
        end += snprintf(end, link_size,
                        "<link name='l%d'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "
                        "iyz='0'/></inertial></link><joint name='j%d' type='continuous'><parent link='l%d'/>"
                        "<child link='l%d'/><origin xyz='0.1 0 0'/><axis xyz='%s'/></joint>\n",
                        i, i, i - 1, i, axes[i % 3]);
    }
    end += sprintf(end, "</robot>");
    *size = (size_t)(end - text);
    return text;
}
