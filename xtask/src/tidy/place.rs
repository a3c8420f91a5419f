//! Purpose of a file, by its path from the root of the tree.

use std::path::Path;

/// Whether the file is for tests, examples or fuzzing only.
pub(super) fn is_test(path: &Path) -> bool {
    let is_named = path.ends_with("tests.rs") || path.ends_with("twins.rs");
    is_named
        || path.iter().any(|part| {
            ["tests", "examples", "fuzz"]
                .iter()
                .any(|&name| part == name)
        })
}

/// Whether the file is of a library: it prints nothing and touches no files.
pub(super) fn is_library(path: &Path) -> bool {
    let is_program = path.starts_with("crates/front/cli") || is_build_script(path);
    path.starts_with("crates") && !is_program && !is_test(path)
}

/// Whether the file is `crates/WING/CRATE/build.rs`.
fn is_build_script(path: &Path) -> bool {
    path.iter().nth(3).is_some_and(|part| part == "build.rs")
}

/// Whether the file belongs to a library that reads and writes files: records, indices, games of
/// self-play, proofs, training, and the processes that the system lists.
pub(super) fn is_store(path: &Path) -> bool {
    const STORES: [&str; 10] = [
        "crates/play/runs/src",
        "crates/measure/arena/src/store",
        "crates/measure/arena/src/index.rs",
        "crates/measure/arena/src/ugi/supervisor.rs",
        "crates/measure/selfplay/src/file.rs",
        "crates/play/endgame/src/checkpoint.rs",
        "crates/measure/proofs/src/folder.rs",
        "crates/measure/training/src/learned_files.rs",
        "crates/measure/training/src/round_match.rs",
        "crates/measure/training/src/training_run.rs",
    ];
    STORES.iter().any(|store| path.starts_with(store))
}

/// Folder of the package whose source the file is part of.
pub(super) fn package(path: &Path) -> Option<&Path> {
    path.ancestors()
        .find(|folder| folder.ends_with("src"))
        .and_then(Path::parent)
}
