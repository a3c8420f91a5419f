//! The identity of the build.

/// Identity of the build, such as `python 0.2.0 (1a2b3c4d, commit 5e6f7a8b, x86_64-linux)`: the
/// version, a hash of the sources, the commit where Git knows it, and the machine. Records, files
/// of self-play and checkpoints keep it: another build may play otherwise.
pub(crate) const BUILD: &str = env!("FLOE_BUILD");
