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

/// Lists files in the folder `web` with their media types.
macro_rules! files {
    ($($path:literal: $media_type:literal),+ $(,)?) => {
        &[$(PageFile {
            path: $path,
            media_type: $media_type,
            content: include_str!(concat!("../web/", $path)),
        }),+]
    };
}

const FILES: &[PageFile] = files! {
    "index.html": "text/html; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "play.svg": "image/svg+xml",
    "study.svg": "image/svg+xml",
    "table.svg": "image/svg+xml",
    "main.js": "text/javascript; charset=utf-8",
    "keyboard.js": "text/javascript; charset=utf-8",
    "links.js": "text/javascript; charset=utf-8",
    "table.js": "text/javascript; charset=utf-8",
    "tabs.js": "text/javascript; charset=utf-8",
    "look.js": "text/javascript; charset=utf-8",
    "legal.js": "text/javascript; charset=utf-8",
    "steps.js": "text/javascript; charset=utf-8",
    "gauge.js": "text/javascript; charset=utf-8",
    "link.js": "text/javascript; charset=utf-8",
    "seats.js": "text/javascript; charset=utf-8",
    "save.js": "text/javascript; charset=utf-8",
    "scenes.js": "text/javascript; charset=utf-8",
    "sound.js": "text/javascript; charset=utf-8",
    "settings.js": "text/javascript; charset=utf-8",
    "start.js": "text/javascript; charset=utf-8",
    "storage.js": "text/javascript; charset=utf-8",
    "hints.js": "text/javascript; charset=utf-8",
    "refuter.js": "text/javascript; charset=utf-8",
    "mistakes.js": "text/javascript; charset=utf-8",
    "transport.js": "text/javascript; charset=utf-8",
    "board.js": "text/javascript; charset=utf-8",
    "picture.js": "text/javascript; charset=utf-8",
    "marks.js": "text/javascript; charset=utf-8",
    "menu.js": "text/javascript; charset=utf-8",
    "pointer.js": "text/javascript; charset=utf-8",
    "drawing.js": "text/javascript; charset=utf-8",
    "motion.js": "text/javascript; charset=utf-8",
    "chance.js": "text/javascript; charset=utf-8",
    "compose.js": "text/javascript; charset=utf-8",
    "dom.js": "text/javascript; charset=utf-8",
    "dialogs.js": "text/javascript; charset=utf-8",
    "menus.js": "text/javascript; charset=utf-8",
    "speech.js": "text/javascript; charset=utf-8",
    "follow.js": "text/javascript; charset=utf-8",
    "laying.js": "text/javascript; charset=utf-8",
    "advised.js": "text/javascript; charset=utf-8",
    "advice.js": "text/javascript; charset=utf-8",
    "later.js": "text/javascript; charset=utf-8",
    "followed.js": "text/javascript; charset=utf-8",
    "guide.js": "text/javascript; charset=utf-8",
    "questions.js": "text/javascript; charset=utf-8",
    "rules.js": "text/javascript; charset=utf-8",
    "game.js": "text/javascript; charset=utf-8",
    "shown.js": "text/javascript; charset=utf-8",
    "analysis.js": "text/javascript; charset=utf-8",
    "lines.js": "text/javascript; charset=utf-8",
    "explanation.js": "text/javascript; charset=utf-8",
    "threat.js": "text/javascript; charset=utf-8",
    "address.js": "text/javascript; charset=utf-8",
    "shelf.js": "text/javascript; charset=utf-8",
    "keeping.js": "text/javascript; charset=utf-8",
    "conflicts.js": "text/javascript; charset=utf-8",
    "about.js": "text/javascript; charset=utf-8",
    "naming.js": "text/javascript; charset=utf-8",
    "folders.js": "text/javascript; charset=utf-8",
    "lessons.js": "text/javascript; charset=utf-8",
    "exercise.js": "text/javascript; charset=utf-8",
    "importing.js": "text/javascript; charset=utf-8",
    "files.js": "text/javascript; charset=utf-8",
    "store.js": "text/javascript; charset=utf-8",
    "games.js": "text/javascript; charset=utf-8",
    "moves.js": "text/javascript; charset=utf-8",
    "move-list.js": "text/javascript; charset=utf-8",
    "blocks.js": "text/javascript; charset=utf-8",
    "view.js": "text/javascript; charset=utf-8",
    "tree.js": "text/javascript; charset=utf-8",
    "history.js": "text/javascript; charset=utf-8",
    "merge.js": "text/javascript; charset=utf-8",
    "stored.js": "text/javascript; charset=utf-8",
    "notes.js": "text/javascript; charset=utf-8",
    "play.js": "text/javascript; charset=utf-8",
    "under-way.js": "text/javascript; charset=utf-8",
    "played.js": "text/javascript; charset=utf-8",
    "set-up.js": "text/javascript; charset=utf-8",
    "actions.js": "text/javascript; charset=utf-8",
    "thinking.js": "text/javascript; charset=utf-8",
    "clocks.js": "text/javascript; charset=utf-8",
    "result.js": "text/javascript; charset=utf-8",
    "edit.js": "text/javascript; charset=utf-8",
    "palette.js": "text/javascript; charset=utf-8",
    "print.js": "text/javascript; charset=utf-8",
    "puzzles.js": "text/javascript; charset=utf-8",
    "trying.js": "text/javascript; charset=utf-8",
    "puzzle-head.js": "text/javascript; charset=utf-8",
    "kept-tries.js": "text/javascript; charset=utf-8",
    "sets.js": "text/javascript; charset=utf-8",
    "source.js": "text/javascript; charset=utf-8",
    "record.js": "text/javascript; charset=utf-8",
    "lesson-end.js": "text/javascript; charset=utf-8",
    "review.js": "text/javascript; charset=utf-8",
    "searching.js": "text/javascript; charset=utf-8",
    "reviewed.js": "text/javascript; charset=utf-8",
    "graph.js": "text/javascript; charset=utf-8",
    "loading.js": "text/javascript; charset=utf-8",
};

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

static ALL_FILES: LazyLock<Vec<PageFile>> =
    LazyLock::new(|| FILES.iter().copied().chain([PUZZLES]).collect());

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
    use std::collections::BTreeSet;
    use std::fs;
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn all_files_of_the_page_are_built_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web");
        let names = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let is_page = |name: &String| {
            [".js", ".css", ".html", ".svg"]
                .iter()
                .any(|ending| name.ends_with(ending))
        };
        let found: BTreeSet<String> = names.filter(is_page).collect();
        let built_in = FILES.iter().map(|file| file.path.to_owned()).collect();
        assert_eq!(found, built_in);
    }

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
        for file in FILES {
            let content = file.content.replace("http://www.w3.org/", "");
            assert!(
                !content.contains("http://") && !content.contains("https://"),
                "{}",
                file.path
            );
        }
    }
}
