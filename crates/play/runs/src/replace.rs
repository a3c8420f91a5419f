use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Replaces the content of the file at `path`, or creates the file, with these bytes: all of them
/// or none, even if the program is killed. Who reads the file sees all of the old content or all of
/// the new.
///
/// # Errors
/// When the system refuses. The old content is unchanged then.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (temporary, mut file) = create_temporary(path)?;
    let replaced = file
        .write_all(bytes)
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&temporary, path));
    // The error counts, not the attempt to clean up after it.
    replaced.inspect_err(|_| drop(fs::remove_file(&temporary)))
}

/// Creates the file at `path` with these bytes, all of them or none. Returns false, and changes
/// nothing, if there is a file already. Of several processes that create a file at the same moment,
/// one does, and all others read what it wrote. On a file system without hard links, others may see
/// the file before all bytes are written.
///
/// # Errors
/// When the system refuses.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let (temporary, mut file) = create_temporary(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    let created = written.and_then(|()| match fs::hard_link(&temporary, path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        // There are file systems without links.
        Err(_) => create_at_once(path, bytes),
        Ok(()) => Ok(true),
    });
    drop(fs::remove_file(&temporary));
    created
}

/// Creates a file whose bytes others may see before all are written.
fn create_at_once(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => file
            .write_all(bytes)
            .and_then(|()| file.sync_all())
            .map(|()| true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

/// Checks that [`replace`] could write the file at `path`: its folder accepts new files. The file
/// is not changed.
///
/// # Errors
/// When the system refuses.
pub fn check_replaceable(path: &Path) -> io::Result<()> {
    fs::remove_file(create_temporary(path)?.0)
}

/// Creates a file for the new content next to the old one, `a.floe-tmp`, `a.2.floe-tmp` and so on,
/// locked while it is in use. So a run that was killed leaves one that is not locked: it is
/// removed.
pub(crate) fn create_temporary(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 1;
    loop {
        let name = if number == 1 {
            "floe-tmp".to_owned()
        } else {
            format!("{number}.floe-tmp")
        };
        let temporary = path.with_added_extension(name);
        match OpenOptions::new()
            .read(true)
            .append(true)
            .create_new(true)
            .open(&temporary)
        {
            // Otherwise another process has taken it for one that was left behind.
            Ok(file) if !is_taken(&file) && is_at(&file, &temporary) => {
                return Ok((temporary, file));
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                if !remove_abandoned(&temporary)? {
                    number += 1;
                }
            }
            Err(error) => return Err(error),
        }
    }
}

/// Removes a temporary file that no process uses; returns whether it is gone.
fn remove_abandoned(temporary: &Path) -> io::Result<bool> {
    if !fs::symlink_metadata(temporary).is_ok_and(|found| found.is_file()) {
        return Ok(false);
    }
    match File::open(temporary) {
        Ok(file) if file.try_lock().is_ok() && is_at(&file, temporary) => {
            fs::remove_file(temporary).map(|()| true)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        _ => Ok(false),
    }
}

/// Whether another process holds the lock of a file; where there are no locks, none does.
fn is_taken(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Whether this path still leads to a file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |file: fs::Metadata| (file.dev(), file.ino());
    let found = fs::symlink_metadata(path).map(place);
    found.is_ok_and(|found| file.metadata().is_ok_and(|own| place(own) == found))
}

/// Elsewhere an open file keeps its path.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn of_many_that_create_a_file_one_does() {
        let folder = tempfile::tempdir().unwrap();
        for round in 0..50 {
            let path = folder.path().join(format!("{round}.json"));
            let write = |own: u8| {
                (
                    create(&path, &[own; 1000]).unwrap(),
                    fs::read(&path).unwrap(),
                )
            };
            let ends: Vec<(bool, Vec<u8>)> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..8).map(|own| scope.spawn(move || write(own))).collect();
                threads
                    .into_iter()
                    .map(|thread| thread.join().unwrap())
                    .collect()
            });
            let written = fs::read(&path).unwrap();
            assert!(written.len() == 1000 && ends.iter().all(|(_, read)| *read == written));
            let creators: Vec<usize> = (0..8).filter(|&own| ends[own].0).collect();
            assert_eq!(creators, [usize::from(written[0])]);
        }
        assert_eq!(names(folder.path()).len(), 50, "nothing else is left");
    }

    #[test]
    fn what_killed_runs_left_is_removed_and_what_is_in_use_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.html");
        fs::write(folder.path().join("a.html.floe-tmp"), "half a pa").unwrap();
        let (used, file) = create_temporary(&path).unwrap();
        assert_eq!(fs::read_to_string(&used).unwrap(), "");
        replace(&path, b"a page").unwrap();
        assert_eq!(names(folder.path()), ["a.html", "a.html.floe-tmp"]);
        drop(file);
        replace(&path, b"another page").unwrap();
        assert_eq!(
            (
                fs::read_to_string(&path).unwrap(),
                names(folder.path()).len()
            ),
            ("another page".to_owned(), 1)
        );
    }
}
