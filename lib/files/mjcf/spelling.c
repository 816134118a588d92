/* Spelling: the known word of MJCF that an unknown one may be. */
#include "description/spelling.h"
#include "mjcf/mjcf.h"

#include <string.h>

/* The words of a list " WORD WORD ", each as a text of its own. */
enum { MOST_WORDS = 160, LONGEST_WORD = 32 };
typedef struct words {
    char texts[MOST_WORDS][LONGEST_WORD];
    int count;
} words;

static void split(const char *list, words *w)
{
    w->count = 0;
    for (const char *at = list + strspn(list, " "); *at && w->count < MOST_WORDS; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        if (length < LONGEST_WORD) {
            memcpy(w->texts[w->count], at, length);
            w->texts[w->count++][length] = '\0';
        }
        at += length;
    }
}

static const char *word_at(const void *self, int number)
{
    return ((const words *)self)->texts[number];
}

/* The search takes its letters from the budget that hints of all kinds share. */
bool cdy_mjcf_hint(cdy_mjcf *m, char hint[CDY_HINT_SIZE], const char *list, const char *word)
{
    words w;
    hint[0] = '\0';
    if (m->r->hints.letters == 0) {
        return false;
    }
    split(list, &w);
    const int number = cdy_nearest_within(word, w.count, word_at, &w, &m->r->hints.letters);
    cdy_nearest search = cdy_nearest_to(word);
    if (number >= 0) {
        cdy_nearest_consider(&search, w.texts[number]);
    }
    const bool misspelled = cdy_is_misspelled(&search);
    cdy_hint(hint, misspelled ? search.name : NULL);
    return misspelled;
}

void cdy_mjcf_warn_of_unknown(cdy_mjcf *m, const cdy_element *e, const char *list)
{
    char hint[CDY_HINT_SIZE];
    const bool misspelled = cdy_reports_warnings(m->r) && cdy_mjcf_hint(m, hint, list, e->name);
    cdy_warn_for(m->r, misspelled ? CDY_RULE_ELEMENT_MISSPELLED : CDY_RULE_UNKNOWN_ELEMENT, CDY_FOR_MUJOCO, e->at,
                 "<%.80s> in <%.40s> is unknown and ignored%s", e->name, e->parent->name, misspelled ? hint : "");
}
