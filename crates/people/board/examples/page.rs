//! Writes the files of the page into a folder, as a server sends them.
//!
//! `cargo run -p floe-board --example page -- DIR`

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        return Err(io::Error::other("expected the folder to write the page to"));
    };
    fs::create_dir_all(&folder)?;
    floe_board::page_files().try_for_each(|file| fs::write(folder.join(file.path), file.content))
}
