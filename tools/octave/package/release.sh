#!/bin/sh
# Makes what a release of the package for Octave consists of: the archive, its checksum, and its entry for the index of
# Octave's packages.
#
#   release.sh ARCHIVE URL FOLDER    condyle-VERSION.tar.gz, the address under which folders of releases will lie, and the
#                                    folder to write into: condyle-VERSION.tar.gz, the same .sha256, condyle.yaml
#
# The archive holds a mex file: it is for the kind of machine that it was built on.
set -eu
if [ $# -ne 3 ] || [ ! -f "$1" ]; then
    echo "release.sh: expected the archive condyle-VERSION.tar.gz, an address and a folder" >&2
    exit 2
fi
archive=$1
url=${2%/}
folder=$3
file=$(basename -- "$archive")
package=${file%.tar.gz}
description=$(tar -xzOf "$archive" "$package/DESCRIPTION")
field() {
    printf '%s\n' "$description" | sed -n "s/^$1: *//p"
}
mkdir -p "$folder"
cp -- "$archive" "$folder/$file"
(cd "$folder" && sha256sum -- "$file" >"$file.sha256")
sum=$(cut -d ' ' -f 1 "$folder/$file.sha256")
cat >"$folder/condyle.yaml" <<END
---
layout: "package"
permalink: "condyle/"
description: >-
  $(field Description)
icon: ""
links:
- icon: "far fa-copyright"
  label: "$(field License)"
  url: "$url/LICENSE"
- icon: "fas fa-book"
  label: "package documentation"
  url: "$url/docs/octave.md"
maintainers:
- name: "$(field Maintainer)"
  contact: ""
versions:
- id: "$(field Version)"
  date: "$(field Date)"
  sha256: "$sum"
  url: "$url/$file"
  depends:
  - "$(field Depends)"
  - "pkg"
---
END
