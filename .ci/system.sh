# shellcheck shell=bash
# Sourced by .ci/fresh and .ci/debian: a Debian that debootstrap makes from scratch, below $work, in namespaces of its
# own.  It has the packages' sources of this machine, with keys and proxies, and nothing else.

step() {
    printf '\n=== [%d s] %s\n\n' "$SECONDS" "$*"
}

fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

# check_system_needs RELEASE: root, the programs, and a release that debootstrap knows.
check_system_needs() {
    if [[ ! $1 =~ ^[a-z]+$ ]]; then
        fail "'$1' is not the code name of a release of Debian, such as bookworm or trixie"
    fi
    if [ "$(id -u)" -ne 0 ]; then
        fail "A system of its own takes root.  Run this as root, or: sudo $0"
    fi
    local program
    for program in debootstrap git unshare chroot; do
        if ! command -v "$program" >/dev/null; then
            fail "$program is missing.  On Debian: apt-get install debootstrap git util-linux coreutils"
        fi
    done
    if [ ! -e "/usr/share/debootstrap/scripts/$1" ]; then
        fail "The debootstrap of this machine does not know a release '$1'."
    fi
    if ! unshare --mount --pid --fork true; then
        fail 'Mounting is not allowed here, not even to root: a container needs the capability SYS_ADMIN for this.'
    fi
}

# The sources of Debian that this machine has, one "URI RELEASE" a line, whatever file they stand in.
list_sources() {
    command -v apt-get >/dev/null || return 0
    mkdir -p "$work/lists/partial"
    local apt=(apt-get -q -o "Dir::State::lists=$work/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=)
    # Other sources may fail.
    "${apt[@]}" update >&2 || true
    # The names in $() are apt's.
    # shellcheck disable=SC2016
    "${apt[@]}" indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT) $(ORIGIN)' 'Created-By: Packages' |
        awk '$3 == "main" && $4 == "Debian" { print $1, $2 }' | sort -u
}

# Keys, passwords, proxies and names of hosts, without which the sources may be out of reach.
carry_apt_over() {
    local each
    for each in keyrings trusted.gpg trusted.gpg.d auth.conf auth.conf.d; do
        if [ -e "/etc/apt/$each" ]; then
            cp -rL -- "/etc/apt/$each" "$system/etc/apt/"
        fi
    done
    if [ -d /usr/share/keyrings ]; then
        cp -nrL -- /usr/share/keyrings "$system/usr/share/"
    fi
    cp -L -- /etc/hosts "$system/etc/hosts"
    { apt-config dump 2>/dev/null | grep -E '^Acquire::(https?|ftp|Force|Check-|Retries|Allow)' | grep -Evi 'Auto-?Detect' || true; } \
        >"$system/etc/apt/apt.conf.d/90carried-over"
    if grep -q '^deb https:' "$system/etc/apt/sources.list" && [ -e /etc/ssl/certs/ca-certificates.crt ]; then
        mkdir -p "$system/etc/ssl/certs"
        cp -L /etc/ssl/certs/ca-certificates.crt "$system/etc/ssl/certs/"
    fi
}

# make_system RELEASE OPTION...: makes $system, from the mirror of this machine where it is a Debian, else from
# debootstrap's own; options of debootstrap.
make_system() {
    local release=$1 codename mirror
    shift
    list_sources >"$work/sources"
    read -r mirror codename < <(awk '$2 !~ /-/' "$work/sources") || true
    debootstrap --variant=minbase "$@" "$release" "$system" ${mirror:+"${mirror%/}"} ||
        fail "debootstrap failed (see above; its log ends with:)" "$(tail -n 20 "$system/debootstrap/debootstrap.log")"
    if [ -n "$mirror" ]; then
        awk -v from="$codename" -v to="$release" \
            'index($2, from) == 1 { print "deb", $1, to substr($2, length(from) + 1), "main" }' "$work/sources" \
            >"$system/etc/apt/sources.list"
    fi
    carry_apt_over
}

# in_system FOLDER COMMAND...: runs a command in a folder of $system, with the environment of a new user.
in_system() {
    local each environment=(HOME=/root "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
    for each in http_proxy https_proxy no_proxy; do
        if [ -n "${!each:-}" ]; then
            environment+=("$each=${!each}")
        fi
    done
    # shellcheck disable=SC2016
    env -i "${environment[@]}" chroot "$system" /bin/sh -c 'cd "$1" && shift && exec "$@"' - "$@"
}

# Whatever is mounted or still running ends with the namespaces of the child.
remove_system() {
    if [ -n "${child:-}" ]; then
        kill -KILL "$child" 2>/dev/null || true
        wait "$child" 2>/dev/null || true
    fi
    rm -rf --one-file-system -- "$work" || { sleep 1 && rm -rf --one-file-system -- "$work"; }
}

# run_apart SCRIPT ARGUMENT...: runs a script in namespaces of its own, with $CONDYLE_SYSTEM as its folder of work,
# which is removed in the end, however that comes.
run_apart() {
    work=$(mktemp -d "${TMPDIR:-/var/tmp}/condyle-system.XXXXXX")
    chmod 755 "$work" # apt reads as a user of its own
    trap remove_system EXIT
    trap 'exit 130' INT TERM HUP
    CONDYLE_SYSTEM=$work unshare --mount --pid --fork --kill-child --mount-proc "$@" &
    child=$!
    wait "$child"
}
