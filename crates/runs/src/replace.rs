use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Replaces the content of the file at `path`, or creates the file, with these bytes: all of them or none, even if the
/// program is killed. Who reads the file sees all of the old content or all of the new.
///
/// # Errors
/// When the system refuses. The old content is unchanged then.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (temporary, mut file) = create_temporary(path)?;
    let replaced = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| fs::rename(&temporary, path));
    // The error counts, not the attempt to clean up after it.
    replaced.inspect_err(|_| drop(fs::remove_file(&temporary)))
}

/// Creates the file at `path` with these bytes, unless there is one: its content is whole as soon as it is there. Returns
/// whether it was created; of several processes that try at the same moment, one does.
///
/// # Errors
/// When the system refuses.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let (temporary, mut file) = create_temporary(path)?;
    let linked = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| link(&temporary, path, bytes));
    // The error counts, not the attempt to clean up.
    let _ = fs::remove_file(&temporary);
    match linked {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

/// Gives a file a second name that nothing has; where there are no hard links, writes a second file.
fn link(file: &Path, name: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::hard_link(file, name) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            OpenOptions::new().write(true).create_new(true).open(name)?.write_all(bytes)
        }
        linked => linked,
    }
}

/// Checks that [`replace`] could write the file at `path`: its folder accepts new files. The file is not changed.
///
/// # Errors
/// When the system refuses.
pub fn check_replaceable(path: &Path) -> io::Result<()> {
    fs::remove_file(create_temporary(path)?.0)
}

/// Creates a file for the new content next to the old one, `a.floe-tmp`, `a.2.floe-tmp` and so on, locked while it is
/// in use. So a run that was killed leaves one that is not locked: it is removed.
pub(crate) fn create_temporary(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 1;
    loop {
        let name = if number == 1 { "floe-tmp".to_owned() } else { format!("{number}.floe-tmp") };
        let temporary = path.with_added_extension(name);
        match OpenOptions::new().read(true).append(true).create_new(true).open(&temporary) {
            // Otherwise another process has taken it for one that was left behind.
            Ok(file) if !is_taken(&file) && is_at(&file, &temporary) => return Ok((temporary, file)),
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
        Ok(file) if file.try_lock().is_ok() && is_at(&file, temporary) => fs::remove_file(temporary).map(|()| true),
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
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_created_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("proof.txt");
        let texts: Vec<String> = (0..16).map(|number| format!("text {number}")).collect();
        let create = |text: &String| create(&path, text.as_bytes()).unwrap();
        let created: Vec<bool> = std::thread::scope(|scope| {
            let threads: Vec<_> = texts.iter().map(|text| scope.spawn(move || create(text))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let winner = created.iter().position(|&is_created| is_created).unwrap();
        assert_eq!(created.iter().filter(|&&is_created| is_created).count(), 1);
        assert_eq!(fs::read_to_string(&path).unwrap(), texts[winner]);
        assert_eq!(names(folder.path()), ["proof.txt"]);
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
        assert_eq!((fs::read_to_string(&path).unwrap(), names(folder.path()).len()), ("another page".to_owned(), 1));
    }
}
