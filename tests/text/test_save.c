/* Saving: a file is complete or absent, and no file is replaced without request. */
#define _DEFAULT_SOURCE
#define _XOPEN_SOURCE 700
#include "support/process.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"
#include "urdf/export_case.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

/* ---- a file system that fails ---- */

/* The errno that each of these calls fails with; 0: the call is made. */
static struct {
    int link, rename, fsync, fchmod, setxattr;
    const char *taken; /* a file that another process creates during link(); NULL: none */
} refusal;

static int answer(int code, int result)
{
    if (code) {
        errno = code;
        return -1;
    }
    return result;
}

static void put_file(const char *path, const char *content);

/* These functions replace the functions of the C library. */
int link(const char *from, const char *to)
{
    if (refusal.taken) {
        put_file(refusal.taken, "theirs");
    }
    return refusal.link ? answer(refusal.link, 0) : linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int rename(const char *from, const char *to)
{
    return refusal.rename ? answer(refusal.rename, 0) : renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int fsync(int file)
{
    return refusal.fsync ? answer(refusal.fsync, 0) : fdatasync(file);
}

int fchmod(int file, mode_t mode)
{
    char path[64];
    snprintf(path, sizeof path, "/dev/fd/%d", file);
    return refusal.fchmod ? answer(refusal.fchmod, 0) : chmod(path, mode);
}

int fsetxattr(int file, const char *name, const void *value, size_t size, int flags)
{
    char path[64];
    snprintf(path, sizeof path, "/dev/fd/%d", file);
    return refusal.setxattr ? answer(refusal.setxattr, 0) : setxattr(path, name, value, size, flags);
}

/* ---- a folder for the files ---- */

static char folder[64];

static void make_folder(void)
{
    strcpy(folder, "/tmp/condyle-export-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

/* Counts the files in the folder. */
static int count_files(void)
{
    int count = 0;
    DIR *directory = opendir(folder);
    ck_assert_ptr_nonnull(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    closedir(directory);
    return count;
}

static void remove_folder(void)
{
    DIR *directory = opendir(folder);
    ck_assert_ptr_nonnull(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            ck_assert_int_eq(remove(path), 0);
        }
    }
    closedir(directory);
    ck_assert_int_eq(rmdir(folder), 0);
}

static const char *in_folder(const char *name)
{
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void put_file(const char *path, const char *content)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(content, file);
    ck_assert_int_eq(fclose(file), 0);
}

static void check_content(const char *path, const char *content)
{
    char *found = read_whole_file(path, NULL);
    ck_assert_str_eq(found, content);
    free(found);
}

START_TEST(a_saved_robot_is_the_exported_one)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree(4, 60, RANDOM_JOINTS_URDF);
    text t = write_text(tree);
    char name[256];
    memset(name, 'n', sizeof name); /* the longest name of a file */
    name[255] = '\0';
    make_folder();
    ck_assert_ok(cdy_urdf_save_file(tree, in_folder(name), _i, &error), error);
    check_content(in_folder(name), t.bytes);
    ck_assert_int_eq(count_files(), 1);
    remove_folder();
    free(t.bytes);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_file_without_folder_goes_where_one_is)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree(6, 3, RANDOM_JOINTS_URDF);
    char before[PATH_MAX];
    make_folder();
    ck_assert_ptr_nonnull(getcwd(before, sizeof before));
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert_ok(cdy_urdf_save_file(tree, "robot.urdf", false, &error), error);
    ck_assert_int_eq(chdir(before), 0);
    ck_assert_int_eq(count_files(), 1);
    remove_folder();
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(an_existing_file_stays_unless_it_is_to_be_replaced)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree(6, 3, RANDOM_JOINTS_URDF);
    text t = write_text(tree);
    struct stat facts;
    make_folder();
    const char *path = in_folder("old.urdf");
    put_file(path, "old");
    ck_assert_int_eq(chmod(path, 0640), 0);
    ck_assert_fails(cdy_urdf_save_file(tree, path, false, &error), CDY_ERROR_IO, error);
    ck_assert_str_eq(error.file, path);
    ck_assert_ptr_nonnull(strstr(error.text, "exists"));
    check_content(path, "old");
    ck_assert_ok(cdy_urdf_save_file(tree, path, true, &error), error);
    check_content(path, t.bytes);
    ck_assert_int_eq(stat(path, &facts), 0);
    ck_assert_int_eq((int)(facts.st_mode & 07777), 0640);
    ck_assert_int_eq(count_files(), 1);
    remove_folder();
    free(t.bytes);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(links_are_followed_and_stay_links)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree(6, 3, RANDOM_JOINTS_URDF);
    text t = write_text(tree);
    struct stat facts;
    make_folder();
    put_file(in_folder("target"), "old");
    ck_assert_int_eq(symlink("target", in_folder("link")), 0);
    ck_assert_fails(cdy_urdf_save_file(tree, in_folder("link"), false, &error), CDY_ERROR_IO, error);
    ck_assert_ok(cdy_urdf_save_file(tree, in_folder("link"), true, &error), error);
    ck_assert_int_eq(lstat(in_folder("link"), &facts), 0);
    ck_assert(S_ISLNK(facts.st_mode));
    check_content(in_folder("target"), t.bytes);
    ck_assert_int_eq(symlink("nowhere", in_folder("dangling")), 0);
    ck_assert_fails(cdy_urdf_save_file(tree, in_folder("dangling"), false, &error), CDY_ERROR_IO, error);
    ck_assert_fails(cdy_urdf_save_file(tree, in_folder("dangling"), true, &error), CDY_ERROR_IO, error);
    ck_assert_int_eq(count_files(), 3);
    remove_folder();
    free(t.bytes);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(places_that_are_no_files_are_refused)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree(6, 3, RANDOM_JOINTS_URDF);
    make_folder();
    ck_assert_int_eq(mkfifo(in_folder("pipe"), 0600), 0);
    ck_assert_fails(cdy_urdf_save_file(tree, folder, true, &error), CDY_ERROR_IO, error);
    ck_assert_fails(cdy_urdf_save_file(tree, "/dev/null", true, &error), CDY_ERROR_IO, error);
    ck_assert_fails(cdy_urdf_save_file(tree, in_folder("pipe"), true, &error), CDY_ERROR_IO, error);
    ck_assert_fails(cdy_urdf_save_file(tree, in_folder("no/such"), true, &error), CDY_ERROR_IO, error);
    ck_assert_fails(cdy_urdf_save_file(tree, in_folder("pipe/robot"), false, &error), CDY_ERROR_IO, error);
    ck_assert_fails(cdy_urdf_save_file(tree, "", true, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_urdf_save_file(tree, NULL, true, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_urdf_save_file(NULL, in_folder("a"), true, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_int_eq(count_files(), 1);
    remove_folder();
    cdy_tree_destroy(tree);
}
END_TEST

/* A disk that is full after 5000 bytes: the old file stays, and no other file is left. */
START_TEST(a_failed_write_leaves_nothing_behind)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree(5, 60, RANDOM_JOINTS_URDF);
    struct rlimit before, small;
    make_folder();
    put_file(in_folder("old.urdf"), "old");
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 5000;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
    cdy_status replaced = cdy_urdf_save_file(tree, in_folder("old.urdf"), true, &error);
    cdy_status created = cdy_urdf_save_file(tree, in_folder("new.urdf"), false, NULL);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    ck_assert_int_eq(replaced, CDY_ERROR_IO);
    ck_assert_int_eq(created, CDY_ERROR_IO);
    ck_assert_str_eq(error.file, in_folder("old.urdf"));
    check_content(in_folder("old.urdf"), "old");
    ck_assert_int_eq(count_files(), 1);
    remove_folder();
    cdy_tree_destroy(tree);
}
END_TEST

/* On file systems without hard links (FAT, many of FUSE) a file is created as elsewhere: whole, under its name, and
 * never in place of a file that another process made meanwhile. */
START_TEST(a_file_is_created_where_there_are_no_hard_links)
{
    static const int linkless[] = {EPERM, EOPNOTSUPP, ENOSYS, EMLINK};
    cdy_error error = {0};
    cdy_tree *tree = random_tree(6, 3, RANDOM_JOINTS_URDF);
    text t = write_text(tree);
    char path[PATH_MAX];
    make_folder();
    strcpy(path, in_folder("new.urdf"));
    refusal.link = linkless[_i];
    ck_assert_ok(cdy_urdf_save_file(tree, path, false, &error), error);
    check_content(path, t.bytes);
    ck_assert_int_eq(count_files(), 1);
    ck_assert_int_eq(remove(path), 0);
    refusal.taken = path;
    ck_assert_fails(cdy_urdf_save_file(tree, path, false, &error), CDY_ERROR_IO, error);
    ck_assert_ptr_nonnull(strstr(error.text, "exists already"));
    refusal.taken = NULL;
    check_content(path, "theirs");
    ck_assert_int_eq(remove(path), 0);
    /* a process without standard input, whose number the new file gets */
    const int input = dup(0);
    ck_assert_int_eq(close(0), 0);
    const cdy_status status = cdy_urdf_save_file(tree, path, false, &error);
    ck_assert_int_eq(dup2(input, 0), 0);
    close(input);
    memset(&refusal, 0, sizeof refusal);
    ck_assert_ok(status, error);
    check_content(path, t.bytes);
    ck_assert_int_eq(count_files(), 1);
    remove_folder();
    free(t.bytes);
    cdy_tree_destroy(tree);
}
END_TEST

/* Saving beyond the limit on the size of files fails, also where SIGXFSZ has its default action, which ends the
 * process. */
START_TEST(a_file_that_grows_too_large_ends_no_process)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree(5, 60, RANDOM_JOINTS_URDF);
    struct rlimit before, small;
    sigset_t blocked, waiting;
    make_folder();
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 5000;
    void (*handler)(int) = signal(SIGXFSZ, SIG_DFL);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
    cdy_status created = cdy_urdf_save_file(tree, in_folder("new.urdf"), false, &error);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    ck_assert_int_eq(created, CDY_ERROR_IO);
    ck_assert_int_eq(sigprocmask(SIG_BLOCK, NULL, &blocked), 0);
    ck_assert_int_eq(sigpending(&waiting), 0);
    ck_assert_int_eq(sigismember(&blocked, SIGXFSZ), 0);
    ck_assert_int_eq(sigismember(&waiting, SIGXFSZ), 0);
    ck_assert_int_eq(count_files(), 0);
    remove_folder();
    cdy_tree_destroy(tree);
}
END_TEST

/* Each system call that can fail, while a file is created and while one is replaced: the failure is reported with its
 * reason, the old file stays, and no other file is left. */
START_TEST(a_failing_file_system_is_reported)
{
    static const struct {
        int link, rename, fsync, fchmod;
        bool create, replace; /* the call that fails */
    } failures[] = {
        {.link = EIO, .create = true},      {.link = EPERM, .rename = EIO, .create = true, .replace = true},
        {.rename = EXDEV, .replace = true}, {.fsync = ENOSPC, .create = true, .replace = true},
        {.fchmod = EPERM, .replace = true},
    };
    cdy_error error = {0};
    cdy_tree *tree = random_tree(6, 3, RANDOM_JOINTS_URDF);
    char created[PATH_MAX], replaced[PATH_MAX];
    make_folder();
    strcpy(created, in_folder("new.urdf"));
    strcpy(replaced, in_folder("old.urdf"));
    put_file(replaced, "old");
    for (int replace = 0; replace < 2; replace++) {
        const bool fails = replace ? failures[_i].replace : failures[_i].create;
        const int code = failures[_i].fsync    ? failures[_i].fsync
                         : failures[_i].rename ? failures[_i].rename
                         : failures[_i].fchmod ? failures[_i].fchmod
                                               : failures[_i].link;
        refusal.link = failures[_i].link;
        refusal.rename = failures[_i].rename;
        refusal.fsync = failures[_i].fsync;
        refusal.fchmod = failures[_i].fchmod;
        const cdy_status status = cdy_urdf_save_file(tree, replace ? replaced : created, replace, &error);
        memset(&refusal, 0, sizeof refusal);
        ck_assert_int_eq(status, fails ? CDY_ERROR_IO : CDY_OK);
        if (fails) {
            ck_assert_msg(strstr(error.text, strerror(code)) != NULL, "%s", error.text);
            ck_assert_str_eq(error.file, replace ? replaced : created);
            check_content(replaced, "old");
        }
        if (!replace) {
            ck_assert_int_eq(access(created, F_OK), fails ? -1 : 0);
        }
        ck_assert_int_eq(count_files(), 1 + (access(created, F_OK) == 0));
    }
    remove_folder();
    cdy_tree_destroy(tree);
}
END_TEST

/* Replacing a file with two names would leave the old content under the other name. */
START_TEST(files_with_several_names_are_not_replaced)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree(6, 3, RANDOM_JOINTS_URDF);
    char first[PATH_MAX];
    make_folder();
    strcpy(first, in_folder("old.urdf"));
    put_file(first, "old");
    ck_assert_int_eq(link(first, in_folder("other.urdf")), 0);
    ck_assert_fails(cdy_urdf_save_file(tree, first, true, &error), CDY_ERROR_IO, error);
    ck_assert_str_eq(error.file, first);
    ck_assert_ptr_nonnull(strstr(error.text, "has 2 names (hard links)"));
    check_content(first, "old");
    check_content(in_folder("other.urdf"), "old");
    ck_assert_int_eq(count_files(), 2);
    remove_folder();
    cdy_tree_destroy(tree);
}
END_TEST

/* The owner, the permissions and the extended attributes of the file. */
START_TEST(a_replaced_file_keeps_its_metadata)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree(6, 3, RANDOM_JOINTS_URDF);
    static const unsigned owners[][2] = {{65531, 65532}, {0, 65532}, {65531, 0}};
    const bool owned = geteuid() == 0;
    /* version 2: user rw-, user 65533 r--, group ---, mask r--, others --- */
    static const uint8_t list[] = {2, 0,    0,    0,    1,    0,    6,    0, 0xff, 0xff, 0xff, 0xff, 2,    0,    4,
                                   0, 0xfd, 0xff, 0,    0,    4,    0,    0, 0,    0xff, 0xff, 0xff, 0xff, 0x10, 0,
                                   4, 0,    0xff, 0xff, 0xff, 0xff, 0x20, 0, 0,    0,    0xff, 0xff, 0xff, 0xff};
    struct stat facts;
    make_folder();
    const char *path = in_folder("old.urdf");
    put_file(path, "old");
    if (owned) {
        ck_assert_int_eq(chown(path, owners[_i][0], owners[_i][1]), 0);
    }
    ck_assert_int_eq(chmod(path, 0640), 0);
    const bool noted = setxattr(path, "user.origin", "vendor", 6, 0) == 0;
    const bool listed = setxattr(path, "system.posix_acl_access", list, sizeof list, 0) == 0;
    ck_assert_ok(cdy_urdf_save_file(tree, path, true, &error), error);
    ck_assert_int_eq(stat(path, &facts), 0);
    ck_assert_int_eq((int)(facts.st_mode & 07777), 0640);
    ck_assert_uint_eq(facts.st_uid, owned ? owners[_i][0] : geteuid());
    ck_assert(!owned || facts.st_gid == owners[_i][1]);
    char value[256] = "";
    ck_assert(!noted || (getxattr(path, "user.origin", value, sizeof value) == 6 && memcmp(value, "vendor", 6) == 0));
    ck_assert(!listed || (getxattr(path, "system.posix_acl_access", value, sizeof value) == sizeof list &&
                          memcmp(value, list, sizeof list) == 0));
    ck_assert_int_eq(count_files(), 1);
    remove_folder();
    cdy_tree_destroy(tree);
}
END_TEST

/* Saving fails with the name of an attribute that a new file cannot keep, and the old file stays. */
START_TEST(an_attribute_that_cannot_be_kept_is_named)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree(6, 3, RANDOM_JOINTS_URDF);
    make_folder();
    const char *path = in_folder("old.urdf");
    put_file(path, "old");
    const bool noted = setxattr(path, "user.origin", "vendor", 6, 0) == 0;
    refusal.setxattr = ENOSPC;
    const cdy_status status = cdy_urdf_save_file(tree, path, true, &error);
    memset(&refusal, 0, sizeof refusal);
    ck_assert_int_eq(status, noted ? CDY_ERROR_IO : CDY_OK);
    if (noted) {
        ck_assert_ptr_nonnull(strstr(error.text, "has an extended attribute 'user.origin'"));
        check_content(path, "old");
    }
    ck_assert_int_eq(count_files(), 1);
    remove_folder();
    cdy_tree_destroy(tree);
}
END_TEST

/* A folder can have a default list of access rights for new files; a replaced file keeps its own rights. */
START_TEST(a_replaced_file_inherits_nothing_of_its_folder)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree(6, 3, RANDOM_JOINTS_URDF);
    /* version 2: user rw-, user 65533 r--, group ---, mask r--, others --- */
    static const uint8_t list[] = {2, 0,    0,    0,    1,    0,    6,    0, 0xff, 0xff, 0xff, 0xff, 2,    0,    4,
                                   0, 0xfd, 0xff, 0,    0,    4,    0,    0, 0,    0xff, 0xff, 0xff, 0xff, 0x10, 0,
                                   4, 0,    0xff, 0xff, 0xff, 0xff, 0x20, 0, 0,    0,    0xff, 0xff, 0xff, 0xff};
    char value[256];
    make_folder();
    const char *path = in_folder("old.urdf");
    put_file(path, "old");
    const bool listed = setxattr(folder, "system.posix_acl_default", list, sizeof list, 0) == 0;
    ck_assert_ok(cdy_urdf_save_file(tree, path, true, &error), error);
    ck_assert(!listed || getxattr(path, "system.posix_acl_access", value, sizeof value) < 0);
    remove_folder();
    cdy_tree_destroy(tree);
}
END_TEST

/* Saves over a file as another user than root, in a child; returns its exit code: the status, or 99 where the error
 * does not have `piece`. */
static int save_as_nobody(const cdy_tree *tree, const char *path, const char *piece)
{
    cdy_error error = {0};
    int status = 0;
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) {
            _exit(98);
        }
        const cdy_status saved = cdy_urdf_save_file(tree, path, true, &error);
        _exit(saved && !strstr(error.text, piece) ? 99 : (int)saved);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

START_TEST(a_file_that_is_not_ones_own_to_write_stays)
{
    cdy_tree *tree = random_tree(6, 3, RANDOM_JOINTS_URDF);
    make_folder();
    const char *path = in_folder("old.urdf");
    put_file(path, "old");
    ck_assert_int_eq(chmod(folder, 0777), 0);
    ck_assert_int_eq(chmod(path, 0444), 0);
    ck_assert_int_eq(save_as_nobody(tree, path, "is read-only"), CDY_ERROR_IO);
    if (geteuid() == 0) {
        ck_assert_int_eq(chmod(path, 0666), 0);
        ck_assert_int_eq(save_as_nobody(tree, path, "belongs to user 0 and group "), CDY_ERROR_IO);
    }
    ck_assert_int_eq(chmod(path, 0666), 0);
    ck_assert_int_eq(chmod(folder, 0555), 0);
    ck_assert_int_eq(save_as_nobody(tree, path, "cannot create a file in its folder"), CDY_ERROR_IO);
    ck_assert_int_eq(chmod(folder, 0700), 0);
    check_content(path, "old");
    ck_assert_int_eq(count_files(), 1);
    remove_folder();
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_refused_tree_makes_no_file)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    make_folder();
    ck_assert_ok(cdy_tree_set_name(tree, "\x7f\x01", &error), error);
    ck_assert_fails(cdy_urdf_save_file(tree, in_folder("a"), false, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_int_eq(count_files(), 0);
    remove_folder();
    cdy_tree_destroy(tree);
}
END_TEST

/* The example builds an arm, edits it, saves it and loads it again: 2.5 kg hang on the third joint, which points down.
 */
START_TEST(the_example_holds_its_arm)
{
    const char *example = getenv("EXAMPLE_DH_ARM");
    ck_assert_ptr_nonnull(example);
    make_folder();
    for (int i = 0; i < 2; i++) { /* the second time, the file exists */
        process_result result = run_process(example, in_folder("scara.urdf"), NULL, -1);
        ck_assert_msg(result.exit_code == 0, "%s", result.err);
        ck_assert_msg(strstr(result.out, "scara_with_gripper, 7 bodies\n"), "%s", result.out);
        ck_assert_msg(strstr(result.out, "joint3   -24.525000 N\n"), "%s", result.out);
        free_result(&result);
    }
    ck_assert_int_eq(count_files(), 1);
    remove_folder();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("save");
    TCase *tests = add_case(suite, "files", a_file_without_folder_goes_where_one_is);
    tcase_add_loop_test(tests, a_saved_robot_is_the_exported_one, 0, 2);
    tcase_add_test(tests, an_existing_file_stays_unless_it_is_to_be_replaced);
    tcase_add_test(tests, links_are_followed_and_stay_links);
    tcase_add_test(tests, places_that_are_no_files_are_refused);
    tcase_add_test(tests, a_failed_write_leaves_nothing_behind);
    tcase_add_loop_test(tests, a_file_is_created_where_there_are_no_hard_links, 0, 4);
    tcase_add_loop_test(tests, a_failing_file_system_is_reported, 0, 5);
    tcase_add_test(tests, a_file_that_grows_too_large_ends_no_process);
    tcase_add_test(tests, files_with_several_names_are_not_replaced);
    tcase_add_loop_test(tests, a_replaced_file_keeps_its_metadata, 0, 3);
    tcase_add_test(tests, an_attribute_that_cannot_be_kept_is_named);
    tcase_add_test(tests, a_replaced_file_inherits_nothing_of_its_folder);
    tcase_add_test(tests, a_file_that_is_not_ones_own_to_write_stays);
    tcase_add_test(tests, a_refused_tree_makes_no_file);
    tcase_add_test(tests, the_example_holds_its_arm);
    return run_suites(suite, NULL);
}
