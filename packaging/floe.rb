# Formula of Homebrew, for a tap. RELEASING.md says how OWNER and SHA256 are filled in.
class Floe < Formula
  desc "Engine and exact solver for the board game Hey, That's My Fish!"
  homepage "https://github.com/OWNER/floe"
  url "https://github.com/OWNER/floe/archive/refs/tags/v0.2.0.tar.gz"
  sha256 "SHA256"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    arguments = std_cargo_args(path: "crates/front/cli")
    system "cargo", "install", "--profile", "dist", "--features", "full", *arguments
    generate_completions_from_executable(bin/"floe", "completions")
    system bin/"floe", "man", "man"
    man1.install Dir["man/*.1"]
  end

  test do
    position = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0"
    assert_match "c5-c4", shell_output("#{bin}/floe moves '#{position}'")
  end
end
