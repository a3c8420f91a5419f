//! Files of the page of the board, built into programs: a server sends them, and `cargo xtask web`
//! writes them beside the engine of the static site.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;

/// File of the page of the board, as a server sends it.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// Path of the file below the root of the page, without a leading `/`.
    pub path: &'static str,
    /// Media type of the file, such as `text/html; charset=utf-8`.
    pub media_type: &'static str,
    /// Content of the file.
    pub content: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Puzzles that the page offers.
const PUZZLES: PageFile = PageFile {
    path: "puzzles.exact",
    media_type: "text/plain; charset=utf-8",
    content: concat!(
        include_str!("../puzzles/base.exact"),
        "\n",
        include_str!("../puzzles/group.exact"),
        "\n",
        include_str!("../puzzles/hidden-whale.exact"),
        "\n",
        include_str!("../puzzles/push.exact"),
        "\n",
        include_str!("../puzzles/push+teams.exact"),
        "\n",
        include_str!("../puzzles/push+whale.exact"),
        "\n",
        include_str!("../puzzles/push+whale+teams.exact"),
        "\n",
        include_str!("../puzzles/special-tiles.exact"),
        "\n",
        include_str!("../puzzles/survival.exact"),
        "\n",
        include_str!("../puzzles/teams.exact"),
        "\n",
        include_str!("../puzzles/whale.exact"),
        "\n",
        include_str!("../puzzles/whale+teams.exact"),
        "\n",
        include_str!("../teaching.exact")
    ),
};

static ALL_FILES: LazyLock<Vec<PageFile>> = LazyLock::new(|| {
    let files = FILES.iter().map(|&(path, content)| PageFile {
        path,
        media_type: media_type(path),
        content,
    });
    files.chain([PUZZLES]).collect()
});

/// Media type that the ending of a file of the folder `web` says.
fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => unreachable!("the build script lists no file like {path}"),
    }
}

/// Compressed contents by the paths of the files.
static COMPRESSED: LazyLock<BTreeMap<&str, Vec<u8>>> = LazyLock::new(|| {
    let files = page_files();
    files.map(|file| (file.path, compressed(file))).collect()
});

fn compressed(file: &PageFile) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(file.content.as_bytes());
    written
        .and_then(|()| encoder.finish())
        .expect("memory takes all that is written")
}

impl PageFile {
    /// Content compressed with gzip, as a server sends it to a browser.
    ///
    /// # Panics
    /// If the file is none of [`page_files`].
    pub fn gzip(&self) -> &'static [u8] {
        &COMPRESSED[self.path]
    }
}

/// All files of the page.
pub fn page_files() -> impl Iterator<Item = &'static PageFile> {
    ALL_FILES.iter()
}

/// The file with this path of a request; `/` is the page itself. `None` if there is no such file.
pub fn page_file(path: &str) -> Option<&'static PageFile> {
    let path = match path.strip_prefix('/')? {
        "" => "index.html",
        path => path,
    };
    page_files().find(|file| file.path == path)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    /// The page is small, as are the connections of phones.
    #[test]
    fn at_most_250_kilobytes_are_sent_for_the_page() {
        let page = page_files().filter(|file| file.path != PUZZLES.path);
        let bytes: usize = page.map(|file| file.gzip().len()).sum();
        assert!(bytes <= 250_000, "{bytes} bytes");
    }

    #[test]
    fn what_is_compressed_is_the_content() {
        for file in page_files() {
            let mut content = String::new();
            GzDecoder::new(file.gzip())
                .read_to_string(&mut content)
                .unwrap();
            assert_eq!(content, file.content, "{}", file.path);
        }
    }

    /// The page works without any other host.
    #[test]
    fn no_file_names_another_host() {
        for (path, content) in FILES {
            let content = content.replace("http://www.w3.org/", "");
            assert!(
                !content.contains("http://") && !content.contains("https://"),
                "{path}"
            );
        }
    }
}
