use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Replaces the content of a file, or creates one: all of it or nothing, even if the program is killed. Readers see all
/// of the old content or all of the new.
///
/// # Errors
/// When the system refuses. The old content is unchanged then.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (temporary, mut file) = create_temporary(path)?;
    let replaced = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| fs::rename(&temporary, path));
    // The error counts, not the attempt to clean up after it.
    replaced.inspect_err(|_| drop(fs::remove_file(&temporary)))
}

/// Checks that a file can be replaced: its folder accepts new files.
///
/// # Errors
/// When the system refuses.
pub fn check_replaceable(path: &Path) -> io::Result<()> {
    fs::remove_file(create_temporary(path)?.0)
}

/// Creates a file for the new content next to the old one, with a name that no file has: `a.tmp`, `a.2.tmp` and so on.
fn create_temporary(path: &Path) -> io::Result<(PathBuf, File)> {
    let (mut temporary, mut number) = (path.with_added_extension("tmp"), 1);
    loop {
        match File::create_new(&temporary) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            created => return created.map(|file| (temporary, file)),
        }
        temporary = path.with_added_extension(format!("{number}.tmp"));
    }
}
