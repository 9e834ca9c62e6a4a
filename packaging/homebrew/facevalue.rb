# The formula for Homebrew. `python packaging/fill.py SDIST FOLDER` fills in version and digest, and then
# `brew update-python-resources facevalue` adds the Python packages that it needs.
class Facevalue < Formula
  include Language::Python::Virtualenv

  desc "Exact answers for games played with numbers and cards"
  url "https://pypi.org/packages/source/f/facevalue/facevalue-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "numpy"
  depends_on "python@3.13"

  def install
    virtualenv_install_with_resources
  end

  test do
    assert_equal "8/(3-8/3)", shell_output("#{bin}/facevalue solve 8 8 3 3").strip
  end
end
