use std::fs;
use std::path::{Path, PathBuf};

/// The path of the file that `path` means: symbolic links are followed, and the file at their end
/// need not exist. Replacing the file at the returned path leaves the links as they are. A link
/// that leads to no path, such as `/dev/stdout` to a pipe, is not followed.
pub fn link_target(path: &Path) -> PathBuf {
    /// Number of links that Linux follows.
    const MAX_LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&target) else {
            break;
        };
        let next = target.parent().unwrap_or(Path::new("")).join(next);
        let leads_elsewhere = target.exists() && !next.exists();
        if leads_elsewhere {
            break;
        }
        target = next;
    }
    target
}
