use std::fs;
use std::path::{Path, PathBuf};

/// Follows symbolic links to the file that a path means, which need not exist. Replacing that file leaves the links.
pub fn link_target(path: &Path) -> PathBuf {
    /// Number of links that Linux follows.
    const MAX_LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&target) else { break };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}
