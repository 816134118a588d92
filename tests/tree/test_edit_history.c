/* Long histories of edits compared with a slow model, and edits of large trees. */
#include "support/allocation.h"
#include "support/random_tree.h"
#include "support/suite.h"
#include "tree/edit_case.h"

/* ---- histories ---- */

enum { MOST_ITEMS = 80, NAME = 16 };

typedef struct item {
    char name[NAME], joint[NAME], parent[NAME], leader[NAME]; /* leader "": none */
    cdy_joint_type type;
    double mass;
} item;

/* The slow model: a robot as an unordered list, every question answered by searching the list. */
typedef struct list {
    item items[MOST_ITEMS];
    int count;
    char base[NAME];
} list;

static int find_item(const list *l, const char *name)
{
    for (int i = 0; i < l->count; i++) {
        if (strcmp(l->items[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static bool joint_is_taken(const list *l, const char *joint)
{
    for (int i = 0; i < l->count; i++) {
        if (strcmp(l->items[i].joint, joint) == 0) {
            return true;
        }
    }
    return false;
}

static bool body_is_taken(const list *l, const char *name)
{
    return strcmp(l->base, name) == 0 || find_item(l, name) >= 0;
}

static cdy_body body_of_item(const item *x)
{
    cdy_body body = make_body(x->name, x->joint, x->type);
    set_inertial(&body, x->mass, 0.1, 0, x->mass / 10, (double[6]){1, 0, 0, 2, 0, 1.5});
    set_origin(&body, 0.2, x->mass / 20, 0, x->mass, 0.3, 0);
    if (x->leader[0]) {
        body.joint.mimic = (cdy_mimic){x->leader, 1.5, 0.25};
    }
    return body;
}

/* Moves an item and its whole subtree from one list to another, or copies them. */
static void move_items(list *from, const char *top, list *to, bool remove)
{
    int i = find_item(from, top);
    item x = from->items[i];
    to->items[to->count++] = x;
    if (remove) {
        from->items[i] = from->items[--from->count];
    }
    for (int k = 0; k < from->count;) {
        if (strcmp(from->items[k].parent, x.name) == 0 && find_item(to, from->items[k].name) < 0) {
            char name[NAME];
            memcpy(name, from->items[k].name, NAME);
            move_items(from, name, to, remove);
            k = 0;
        } else {
            k++;
        }
    }
}

/* The expected order: after each body its children, the least joint name first. */
static void visit(const list *l, const char *parent, const item **order, int *count)
{
    const char *last = "";
    for (;;) {
        const item *least = NULL;
        for (int i = 0; i < l->count; i++) {
            const item *x = &l->items[i];
            if (strcmp(x->parent, parent) == 0 && strcmp(x->joint, last) > 0 &&
                (!least || strcmp(x->joint, least->joint) < 0)) {
                least = x;
            }
        }
        if (!least) {
            return;
        }
        last = least->joint;
        order[(*count)++] = least;
        visit(l, least->name, order, count);
    }
}

static void check_tree(const cdy_tree *tree, const list *l)
{
    const item *order[MOST_ITEMS];
    char text[DIFFERENCE_SIZE];
    int count = 0;
    visit(l, l->base, order, &count);
    ck_assert_int_eq(count, l->count);
    ck_assert_int_eq(cdy_tree_body_count(tree), count);
    ck_assert_str_eq(cdy_tree_body(tree, 0)->name, l->base);
    for (int i = 0; i < count; i++) {
        cdy_body body = body_of_item(order[i]);
        const char *difference = find_body_difference(cdy_tree_body(tree, i + 1), &body, text);
        ck_assert_msg(!difference, "%s", difference);
        ck_assert_str_eq(cdy_tree_body(tree, cdy_tree_parent(tree, i + 1))->name, order[i]->parent);
    }
    const char *broken = find_broken_link(tree, text);
    ck_assert_msg(!broken, "%s", broken);
}

/* Builds the robot anew from the list, each body once its parent is built. */
static cdy_tree *build_anew(const list *l)
{
    cdy_tree *tree = make_tree(l->base, 9.81);
    while (cdy_tree_body_count(tree) < l->count) {
        for (int i = l->count - 1; i >= 0; i--) {
            const item *x = &l->items[i];
            if (cdy_tree_find_body(tree, x->name) < 0 && cdy_tree_find_body(tree, x->parent) >= 0) {
                cdy_body body = body_of_item(x);
                add_body(tree, &body, x->parent);
            }
        }
    }
    return tree;
}

static void check_dynamics(const cdy_tree *tree, const list *l, uint64_t *state)
{
    cdy_error error = {0};
    robot a = make_robot(copy_tree(tree)), b = make_robot(build_anew(l));
    ck_assert_same_tree(a.tree, b.tree);
    double q[8 * MOST_ITEMS], qd[8 * MOST_ITEMS], tau[8 * MOST_ITEMS], expected[8 * MOST_ITEMS];
    ck_assert_int_eq(a.nv, b.nv);
    random_state(state, a.tree, q);
    draw_array(state, 2, qd, a.nv);
    ck_assert_ok(cdy_inverse_dynamics(a.model, a.work, q, qd, qd, NULL, tau, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(b.model, b.work, q, qd, qd, NULL, expected, &error), error);
    ck_assert_int_eq(memcmp(tau, expected, (size_t)a.nv * sizeof *tau), 0);
    free_robot(&a);
    free_robot(&b);
}

/* A robot under edit, its slow model, and a subtree removed from it. */
typedef struct history {
    uint64_t state;
    cdy_tree *tree, *part;
    list l, part_list;
    int refusals, edits;
} history;

static void draw_name(history *h, char *name, char first)
{
    snprintf(name, NAME, "%c%d", first, draw_below(&h->state, 60));
}

static item draw_item(history *h)
{
    static const cdy_joint_type types[] = {CDY_JOINT_REVOLUTE, CDY_JOINT_PRISMATIC, CDY_JOINT_FIXED, CDY_JOINT_PLANAR,
                                           CDY_JOINT_FLOATING};
    item x = {.type = types[draw_below(&h->state, 5)], .mass = draw(&h->state, 0.1, 2)};
    draw_name(h, x.name, 'b');
    draw_name(h, x.joint, 'j');
    return x;
}

/* The name of the base or of a body. */
static const char *draw_body(history *h)
{
    int i = draw_below(&h->state, h->l.count + 1) - 1;
    return i < 0 ? h->l.base : h->l.items[i].name;
}

static void expect(history *h, cdy_status status, bool allowed)
{
    ck_assert_int_eq(status, allowed ? CDY_OK : CDY_ERROR_ARGUMENT);
    h->edits += allowed;
    h->refusals += !allowed;
}

/* A new body, sometimes a follower of a joint with one degree of freedom. */
static void add_item(history *h)
{
    item x = draw_item(h);
    snprintf(x.parent, NAME, "%s", draw_body(h));
    int leader = h->l.count ? draw_below(&h->state, h->l.count) : 0;
    const item *other = &h->l.items[leader];
    if (h->l.count && other->type == CDY_JOINT_REVOLUTE && !other->leader[0] && x.type == CDY_JOINT_PRISMATIC) {
        memcpy(x.leader, other->joint, NAME);
    }
    bool allowed = !body_is_taken(&h->l, x.name) && !joint_is_taken(&h->l, x.joint);
    cdy_body body = body_of_item(&x);
    expect(h, cdy_tree_add_body(h->tree, &body, x.parent, NULL), allowed);
    if (allowed) {
        h->l.items[h->l.count++] = x;
    }
}

/* Frees the followers of joints that are gone from the slow model, as the tree frees such followers. */
static void free_followers(history *h)
{
    for (int i = 0; i < h->l.count; i++) {
        item *x = &h->l.items[i];
        bool leads = false;
        for (int k = 0; k < h->l.count; k++) {
            leads = leads || (strcmp(h->l.items[k].joint, x->leader) == 0 && h->l.items[k].type == CDY_JOINT_REVOLUTE &&
                              !h->l.items[k].leader[0]);
        }
        if (x->leader[0] && !leads) {
            x->leader[0] = '\0';
            cdy_joint joint = body_of_item(x).joint;
            expect(h, cdy_tree_replace_joint(h->tree, x->name, &joint, NULL), true);
        }
    }
}

static void remove_item(history *h)
{
    char name[NAME];
    snprintf(name, NAME, "%s", draw_body(h));
    bool allowed = strcmp(name, h->l.base) != 0, keep = draw_below(&h->state, 2) == 0;
    cdy_tree *removed = NULL;
    expect(h, cdy_tree_remove_body(h->tree, name, keep ? &removed : NULL, NULL), allowed);
    if (!allowed) {
        return;
    }
    list part = {0};
    memcpy(part.base, h->l.items[find_item(&h->l, name)].parent, NAME);
    move_items(&h->l, name, &part, true);
    if (keep) {
        check_tree(removed, &part);
        cdy_tree_destroy(h->part);
        h->part = removed;
        h->part_list = part;
    }
}

static void cut_item(history *h)
{
    const char *name = draw_body(h);
    bool allowed = strcmp(name, h->l.base) != 0;
    cdy_tree *part = NULL;
    expect(h, cdy_tree_subtree(h->tree, name, &part, NULL), allowed);
    if (allowed) {
        list l = {0};
        memcpy(l.base, h->l.items[find_item(&h->l, name)].parent, NAME);
        move_items(&h->l, name, &l, false);
        check_tree(part, &l);
        cdy_tree_destroy(part);
    }
}

static void add_part(history *h)
{
    const char *parent = draw_body(h);
    bool allowed = h->part != NULL;
    if (!h->part || h->l.count + h->part_list.count > MOST_ITEMS) {
        return;
    }
    for (int i = 0; i < h->part_list.count; i++) {
        const item *x = &h->part_list.items[i];
        allowed = allowed && !body_is_taken(&h->l, x->name) && !joint_is_taken(&h->l, x->joint);
    }
    expect(h, cdy_tree_add_subtree(h->tree, parent, h->part, NULL), allowed);
    for (int i = 0; i < h->part_list.count && allowed; i++) {
        item x = h->part_list.items[i];
        if (strcmp(x.parent, h->part_list.base) == 0) {
            snprintf(x.parent, NAME, "%s", parent);
        }
        h->l.items[h->l.count++] = x;
    }
}

/* Replaces a body's names, type and mass, or its joint only. */
static void replace_item(history *h)
{
    if (h->l.count == 0) {
        return;
    }
    int i = draw_below(&h->state, h->l.count);
    bool joint_only = draw_below(&h->state, 2);
    item old = h->l.items[i], x = draw_item(h);
    memcpy(x.parent, old.parent, NAME);
    if (joint_only) {
        memcpy(x.name, old.name, NAME);
        x.mass = old.mass;
    }
    bool allowed = (strcmp(x.name, old.name) == 0 || !body_is_taken(&h->l, x.name)) &&
                   (strcmp(x.joint, old.joint) == 0 || !joint_is_taken(&h->l, x.joint));
    cdy_body body = body_of_item(&x);
    expect(h,
           joint_only ? cdy_tree_replace_joint(h->tree, old.name, &body.joint, NULL)
                      : cdy_tree_replace_body(h->tree, old.name, &body, NULL),
           allowed);
    if (!allowed) {
        return;
    }
    h->l.items[i] = x;
    for (int k = 0; k < h->l.count; k++) {
        if (strcmp(h->l.items[k].parent, old.name) == 0) {
            memcpy(h->l.items[k].parent, x.name, NAME);
        }
        if (strcmp(h->l.items[k].leader, old.joint) == 0) {
            memcpy(h->l.items[k].leader, x.joint, NAME);
        }
    }
}

static void rename_base(history *h)
{
    char old[NAME], name[NAME];
    memcpy(old, h->l.base, NAME);
    draw_name(h, name, 'b');
    bool allowed = strcmp(name, old) == 0 || !body_is_taken(&h->l, name);
    cdy_body base = make_body(name, NULL, CDY_JOINT_FIXED);
    expect(h, cdy_tree_replace_body(h->tree, old, &base, NULL), allowed);
    for (int i = 0; i < h->l.count && allowed; i++) {
        if (strcmp(h->l.items[i].parent, old) == 0) {
            memcpy(h->l.items[i].parent, name, NAME);
        }
    }
    memcpy(h->l.base, allowed ? name : old, NAME);
}

static void exchange_for_copy(history *h)
{
    cdy_tree *copy = copy_tree(h->tree);
    cdy_tree_destroy(h->tree);
    h->tree = copy;
}

static void make_edit(history *h)
{
    int kind = draw_below(&h->state, 12);
    if (h->l.count >= MOST_ITEMS - 1) {
        remove_item(h);
    } else if (kind < 5) {
        add_item(h);
    } else if (kind == 5) {
        remove_item(h);
    } else if (kind < 8) {
        add_part(h);
    } else if (kind == 8) {
        cut_item(h);
    } else if (kind < 11) {
        replace_item(h);
    } else if (draw_below(&h->state, 2)) {
        rename_base(h);
    } else {
        exchange_for_copy(h);
    }
}

START_TEST(a_history_of_edits_is_that_of_a_slow_model)
{
    history h = {.state = (uint64_t)_i + 100, .tree = make_tree("base", 9.81), .l = {.base = "base"}};
    for (int i = 0; i < 600; i++) {
        make_edit(&h);
        check_tree(h.tree, &h.l);
        if (i % 40 == 39) {
            free_followers(&h);
            check_tree(h.tree, &h.l);
            check_dynamics(h.tree, &h.l, &h.state);
        }
    }
    ck_assert_int_gt(h.edits, 150);
    ck_assert_int_gt(h.refusals, 50);
    cdy_tree_destroy(h.tree);
    cdy_tree_destroy(h.part);
}
END_TEST

/* ---- large trees ---- */

static size_t comparisons;

#ifdef __s390__
enum { STRCMP_IS_CALLED = false }; /* gcc compares strings by an instruction */
#else
enum { STRCMP_IS_CALLED = true };
#endif

#ifdef CDY_COUNTS_HEAP
/* Stands before the C library's strcmp(), to count how often names are compared. */
int strcmp(const char *a, const char *b)
{
    comparisons++;
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}
#endif

/* Fewer bodies where a tool watches every step. */
static int large_count(void)
{
    return heap_is_counted() ? UNLESS_WATCHED(100000, 20000) : 5000;
}

/* A chain, or a star, of many bodies: name and joint "%06d". */
static cdy_tree *make_large(int count, bool star)
{
    char name[16], parent[16];
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "%06d", i);
        snprintf(parent, sizeof parent, "%06d", i - 1);
        cdy_body body = make_body(name, name, CDY_JOINT_REVOLUTE);
        add_body(tree, &body, i == 0 || star ? "base" : parent);
    }
    return tree;
}

/* Removes every second body of a star in a scrambled order, or of a chain from its end.  Finding and removing a body
 * compares a bounded number of names, however many bodies there are. */
START_TEST(half_of_many_bodies_are_removed_one_after_another)
{
    bool star = _i;
    const int count = large_count();
    cdy_tree *tree = make_large(count, star);
    size_t before = comparisons;
    heap_counts heap = heap_count();
    int failures = 0;
    for (int i = 0; i < count / 2; i++) {
        char name[16];
        snprintf(name, sizeof name, "%06d", star ? (int)((long long)i * 7919 % (count / 2)) * 2 : count - 1 - i);
        failures += cdy_tree_remove_body(tree, name, NULL, NULL) != CDY_OK;
    }
    size_t calls = heap_count().calls - heap.calls;
    ck_assert_int_eq(failures, 0);
    ck_assert_uint_le(comparisons - before, 20 * (size_t)count);
    if (heap_is_counted()) {
        ck_assert(comparisons > before || !STRCMP_IS_CALLED); /* or comparisons are not counted */
        ck_assert_uint_le(calls, 2 * (size_t)count);
    }
    ck_assert_int_eq(cdy_tree_body_count(tree), count / 2);
    for (int i = 1; i <= count / 2; i++) {
        char name[16];
        snprintf(name, sizeof name, "%06d", star ? 2 * i - 1 : i - 1);
        ck_assert_str_eq(cdy_tree_body(tree, i)->name, name);
        ck_assert_int_eq(cdy_tree_find_body(tree, name), i);
        ck_assert_int_eq(cdy_tree_parent(tree, i), star ? 0 : i - 1);
        ck_assert_int_eq(cdy_tree_next_sibling(tree, i), star && i < count / 2 ? i + 1 : -1);
    }
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_large_subtree_moves_at_once)
{
    cdy_error error = {0};
    const int count = large_count();
    cdy_tree *tree = make_large(count, false), *part = NULL, *copy = copy_tree(tree);
    ck_assert_ok(cdy_tree_remove_body(tree, "000010", &part, &error), error);
    ck_assert_int_eq(cdy_tree_body_count(tree), 10);
    ck_assert_int_eq(cdy_tree_body_count(part), count - 10);
    ck_assert_ok(cdy_tree_add_subtree(tree, "000009", part, &error), error);
    ck_assert_same_tree(tree, copy);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(part);
    cdy_tree_destroy(copy);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("edit_history");
    TCase *tests = tcase_create("histories");
    tcase_add_loop_test(tests, a_history_of_edits_is_that_of_a_slow_model, 0, 20);
    suite_add_tcase(suite, tests);
    tests = tcase_create("large");
    tcase_add_loop_test(tests, half_of_many_bodies_are_removed_one_after_another, 0, 2);
    tcase_add_test(tests, a_large_subtree_moves_at_once);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
