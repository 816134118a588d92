# A formula for Homebrew: the library and the command.  It has not been tested.
class Condyle < Formula
  desc "Kinematics and dynamics of robots from URDF, MJCF, SDF and USD files"
  homepage "https://example.org/condyle"
  url "https://example.org/condyle-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000" # of that file
  license "BSD-2-Clause"

  depends_on "meson" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "jansson"
  depends_on "libxml2"
  depends_on "libyaml"
  depends_on "openblas"
  depends_on "zlib"

  def install
    system "meson", "setup", "build", "-Dtests=disabled", "-Ddocs=disabled", "-Dpython=disabled", *std_meson_args
    system "meson", "compile", "-C", "build"
    system "meson", "install", "-C", "build"
  end

  test do
    system bin/"condyle", "show", "ur5e"
  end
end
