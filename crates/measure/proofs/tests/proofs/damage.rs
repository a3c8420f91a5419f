use std::fs;
use std::path::PathBuf;

use floe_proofs::{DamagedRecord, ProofFolderError, ProofFolderProblem, WorkerError, WorkerEvent};
use floe_runs::FileProblem;

use super::*;

/// Folder with a proof that is half done, and its position.
fn begun() -> (tempfile::TempDir, Position<2>) {
    let position = position(102, 22);
    let directory = tempfile::tempdir().unwrap();
    let folder = folder(directory.path(), &position);
    let mut worker = Worker::join(&folder, "host", options(Objective::Margin, 1000)).unwrap();
    worker
        .run(
            &Limits {
                nodes: Some(9000),
                ..Limits::default()
            },
            &mut |_| (),
        )
        .unwrap();
    (directory, position)
}

fn bounds_file(directory: &tempfile::TempDir) -> PathBuf {
    directory.path().join("bounds/host-1.bounds")
}

/// Ends the proof; returns the damaged records, or the error.
fn finish(
    directory: &tempfile::TempDir,
    position: &Position<2>,
) -> Result<Vec<DamagedRecord>, WorkerError> {
    let folder = ProofFolder::open(directory.path(), position, BUILD)?;
    let mut damaged = Vec::new();
    let mut worker = Worker::join(&folder, "other", options(Objective::Margin, 5000))?;
    let state = worker.run(&Limits::default(), &mut |event| {
        if let WorkerEvent::Damaged(record) = event {
            damaged.push(record.clone());
        }
    })?;
    assert_eq!(state.margin, plain(position, Objective::Margin));
    Ok(damaged)
}

fn folder_error(error: WorkerError) -> ProofFolderError {
    match error {
        WorkerError::Folder(error) => error,
        WorkerError::Table(error) => panic!("{error}"),
    }
}

/// Length of the three lines before the records.
fn text_length(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .enumerate()
        .filter(|&(_, &byte)| byte == b'\n')
        .nth(2)
        .unwrap()
        .0
        + 1
}

const RECORD: usize = 24;

#[test]
fn a_damaged_record_is_named_and_the_others_count() {
    let (directory, position) = begun();
    let file = bounds_file(&directory);
    let bytes = fs::read(&file).unwrap();
    let start = text_length(&bytes);
    let records = (bytes.len() - start) / RECORD;
    assert!(records > 10 && (bytes.len() - start).is_multiple_of(RECORD));
    for place in (0..RECORD).step_by(3) {
        let record = 1 + place % (records - 2);
        let mut changed = bytes.clone();
        changed[start + record * RECORD + place] ^= 1 << (place % 8);
        fs::write(&file, &changed).unwrap();
        let byte = (start + record * RECORD) as u64;
        let _ = fs::remove_file(directory.path().join("bounds/other-1.bounds"));
        assert_eq!(
            finish(&directory, &position).unwrap(),
            [DamagedRecord {
                path: file.clone(),
                byte
            }],
            "{place}"
        );
        assert_eq!(fs::read(&file).unwrap(), changed, "nothing is lost");
    }
}

#[test]
fn damaged_text_is_refused_and_named() {
    let (directory, position) = begun();
    for file in [bounds_file(&directory), directory.path().join("proof.txt")] {
        let bytes = fs::read(&file).unwrap();
        for place in 0..text_length(&bytes) {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            fs::write(&file, &changed).unwrap();
            let error = folder_error(finish(&directory, &position).unwrap_err());
            assert_eq!(error.path, file, "{place}: {error}");
            assert!(error.to_string().contains("expected"), "{error}");
            assert_eq!(fs::read(&file).unwrap(), changed);
        }
        fs::write(&file, &bytes).unwrap();
    }
    assert_eq!(finish(&directory, &position).unwrap(), []);
}

#[test]
fn a_record_that_was_cut_off_is_dropped() {
    let (directory, position) = begun();
    let file = bounds_file(&directory);
    let bytes = fs::read(&file).unwrap();
    let start = text_length(&bytes);
    for cut in [
        1,
        5,
        start - 1,
        start,
        start + 1,
        bytes.len() - RECORD - 1,
        bytes.len() - 1,
    ] {
        fs::write(&file, &bytes[..cut]).unwrap();
        let folder = folder(directory.path(), &position);
        let worker = folder.worker_file("host-1").unwrap();
        drop(worker);
        let whole = if cut < start {
            start
        } else {
            start + (cut - start) / RECORD * RECORD
        };
        assert_eq!(fs::read(&file).unwrap(), bytes[..whole], "{cut}");
    }
    let zeros = [&bytes[..], &[0; 100]].concat();
    fs::write(&file, zeros).unwrap();
    drop(
        folder(directory.path(), &position)
            .worker_file("host-1")
            .unwrap(),
    );
    assert_eq!(
        fs::read(&file).unwrap(),
        bytes,
        "a machine that fails may leave zeros"
    );
    assert_eq!(finish(&directory, &position).unwrap(), []);
}

#[test]
fn folders_of_something_else_are_refused() {
    let (directory, known) = begun();
    let problem = |position: &Position<2>, build: &str| {
        ProofFolder::open(directory.path(), position, build)
            .unwrap_err()
            .problem
    };
    assert!(matches!(
        problem(&position(103, 22), BUILD),
        ProofFolderProblem::OtherPosition { .. }
    ));
    let other_build = problem(&known, "that build");
    assert!(
        matches!(other_build, ProofFolderProblem::OtherBuild { .. }),
        "{other_build}"
    );
    let foreign = tempfile::tempdir().unwrap();
    fs::write(foreign.path().join("letter.txt"), "dear floe").unwrap();
    let error = ProofFolder::open(foreign.path(), &known, BUILD).unwrap_err();
    assert!(
        error.to_string().contains("expected an empty folder"),
        "{error}"
    );
    assert_eq!(
        fs::read_dir(foreign.path()).unwrap().count(),
        1,
        "nothing was written"
    );
    // Bounds of another proof that were copied there.
    let other = tempfile::tempdir().unwrap();
    drop(
        folder(other.path(), &position(104, 22))
            .join("host")
            .unwrap(),
    );
    fs::copy(
        bounds_file(&other),
        directory.path().join("bounds/copied.bounds"),
    )
    .unwrap();
    let error = folder_error(finish(&directory, &known).unwrap_err());
    assert!(
        error
            .to_string()
            .contains("copied.bounds: expected a proof of\n"),
        "{error}"
    );
}

#[test]
fn workers_of_one_name_have_different_files() {
    let (directory, position) = begun();
    let folder = folder(directory.path(), &position);
    let [first, second] = [(); 2].map(|()| folder.join("host").unwrap());
    assert_eq!([first.name(), second.name()], ["host-1", "host-2"]);
    let problem = folder.worker_file("host-1").unwrap_err().problem;
    assert!(
        matches!(problem, ProofFolderProblem::File(FileProblem::Locked)),
        "{problem}"
    );
}

#[test]
fn a_search_has_one_worker() {
    let (directory, position) = begun();
    let folder = folder(directory.path(), &position);
    let lease = folder.take(7, "first").unwrap();
    assert!(lease.is_some() && folder.take(7, "second").unwrap().is_none());
    assert_eq!(folder.busy_workers().unwrap(), [("first".to_owned(), 7)]);
    drop(lease);
    assert!(folder.take(7, "second").unwrap().is_some());
    // A file without a lock is that of a worker that was killed.
    fs::write(directory.path().join("jobs/0000000000000007"), "first\n").unwrap();
    assert_eq!(folder.busy_workers().unwrap(), []);
    assert!(folder.take(7, "second").unwrap().is_some());
}
