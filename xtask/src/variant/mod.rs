//! A new variant from a template: `cargo xtask variant NAME`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// Lists of variants: a file, the beginning of a line in it, and the line that is written after
/// that one.
const ROWS: [(&str, &str, &str); 10] = [
    (
        REGISTRY,
        "use crate::survival::Survival;",
        "use crate::FOLDER::TYPE;",
    ),
    (REGISTRY, "    SpecialTiles::INFO,", "    TYPE::INFO,"),
    (
        REGISTRY,
        "    Group(Group),",
        "    /// The rules of `NAME` (SECTION).\n    TYPE(TYPE),",
    ),
    (
        REGISTRY,
        "            VariantState::Group($state) => $body,",
        "            VariantState::TYPE($state) => $body,",
    ),
    (
        REGISTRY,
        "            .or_else(|| Group::new(info).map(VariantState::Group))",
        "            .or_else(|| TYPE::new(info).map(VariantState::TYPE))",
    ),
    (VARIANTS, "mod survival;", "mod FOLDER;"),
    (
        VARIANTS,
        "pub use survival::Survival;",
        "pub use FOLDER::TYPE;",
    ),
    (TWINS, "mod survival;", "mod FOLDER;"),
    (
        TWINS,
        "            group::turns(self)",
        "        } else if self.has_rule(\"NAME\") {\n            FOLDER::turns(self)",
    ),
    (
        "crates/people/presentation/src/rules/mod.rs",
        "    \"special-tiles\" \"combinations\"",
        "    \"NAME\"",
    ),
];
const REGISTRY: &str = "crates/rules/variants/src/registry.rs";
const VARIANTS: &str = "crates/rules/variants/src/lib.rs";
const TWINS: &str = "crates/rules/variants/tests/literal/mod.rs";
const SHORT: &str = "crates/people/presentation/src/rules/short.rs";
const CHAPTERS: &str = "crates/people/presentation/src/rules/chapters";

/// Writes the files of a variant with this name, and its rows in the lists; returns what is still
/// missing.
///
/// # Errors
/// If the name is not of small letters and hyphens, is taken, or a list is not as expected.
pub(crate) fn add(root: &Path, name: &str) -> Result<String> {
    let is_letter = |letter: char| letter.is_ascii_lowercase();
    let is_name = name
        .split('-')
        .all(|word| !word.is_empty() && word.chars().all(is_letter));
    ensure!(is_name, "expected a name such as thin-ice; found '{name}'");
    let variant = Template::new(root, name)?;
    let folder = root.join("crates/rules/variants/src").join(&variant.folder);
    ensure!(!folder.exists(), "{} is there already", folder.display());
    let mut edits = Vec::new();
    for (list, anchor, row) in ROWS {
        let path = root.join(list);
        edit(&mut edits, &path, anchor, &variant.filled(row))?;
    }
    let path = root.join(SHORT);
    let short = variant.filled(include_str!("short.txt"));
    edit_before(
        &mut edits,
        &path,
        "    InShort {\n        name: \"flip\",",
        &short,
    )?;
    let chapter = format!("{name}.md");
    let twin = format!("{}.rs", variant.folder);
    let files = [
        (folder.join("mod.rs"), include_str!("rules.rs.txt")),
        (folder.join("help.txt"), include_str!("help.txt")),
        (
            root.join(TWINS).with_file_name(twin),
            include_str!("twin.rs.txt"),
        ),
        (
            root.join(CHAPTERS).join(chapter),
            include_str!("chapter.md"),
        ),
    ];
    fs::create_dir_all(&folder)?;
    for (path, template) in files {
        fs::write(&path, variant.filled(template)).with_context(|| path.display().to_string())?;
    }
    for (path, text) in edits {
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(variant.filled(include_str!("missing.txt")))
}

/// Texts for the words in capitals of the templates.
struct Template {
    words: [(&'static str, String); 6],
    folder: String,
}

impl Template {
    fn new(root: &Path, name: &str) -> Result<Template> {
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let folder = name.replace('-', "_");
        let chapters = read_all(&root.join(CHAPTERS))?;
        let mut sections = 1..;
        let is_free = |number: &u32| !chapters.contains(&format!("**3.{number}"));
        let section = sections.find(is_free).context("no free section")?;
        let words = [
            ("TITLE", capital(&name.replace('-', " "))),
            ("FOLDER", folder.clone()),
            ("SECTION", format!("3.{section}")),
            ("NUMBER", (1024 * section).to_string()),
            ("NAME", name.to_owned()),
            ("TYPE", name.split('-').map(capital).collect()),
        ];
        Ok(Template { words, folder })
    }

    fn filled(&self, template: &str) -> String {
        let mut text = template.to_owned();
        for (word, by) in &self.words {
            text = text.replace(word, by);
        }
        text
    }
}

/// The texts of all files of a folder.
fn read_all(folder: &Path) -> Result<String> {
    let mut all = String::new();
    for entry in fs::read_dir(folder)? {
        all += &fs::read_to_string(entry?.path())?;
    }
    Ok(all)
}

/// Text of a file that was edited already, or is as it lies on the disk.
fn text<'a>(edits: &'a mut Vec<(PathBuf, String)>, path: &Path) -> Result<&'a mut String> {
    let place = match edits.iter().position(|(edited, _)| edited == path) {
        Some(place) => place,
        None => {
            let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
            edits.push((path.to_owned(), text));
            edits.len() - 1
        }
    };
    Ok(&mut edits[place].1)
}

/// Writes a row after the line that begins with the anchor.
fn edit(edits: &mut Vec<(PathBuf, String)>, path: &Path, anchor: &str, row: &str) -> Result<()> {
    let text = text(edits, path)?;
    let is_at = |&(place, _): &(usize, &str)| place == 0 || text.as_bytes()[place - 1] == b'\n';
    let found = text.match_indices(anchor).find(is_at);
    let (start, _) = found.with_context(|| format!("{}: no line '{anchor}'", path.display()))?;
    let end = start + text[start..].find('\n').context("the last line ends")? + 1;
    text.insert_str(end, &format!("{row}\n"));
    Ok(())
}

/// Writes lines before the anchor.
fn edit_before(
    edits: &mut Vec<(PathBuf, String)>,
    path: &Path,
    anchor: &str,
    lines: &str,
) -> Result<()> {
    let text = text(edits, path)?;
    let place = text
        .find(anchor)
        .with_context(|| format!("{}: no '{anchor}'", path.display()))?;
    text.insert_str(place, lines);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with the lists that a new variant enters.
    fn lists() -> tempfile::TempDir {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let scratch = tempfile::tempdir().unwrap();
        let listed = ROWS.iter().map(|&(file, ..)| file).chain([SHORT]);
        let chapters = fs::read_dir(root.join(CHAPTERS)).unwrap();
        let chapters =
            chapters.map(|entry| format!("{CHAPTERS}/{}", entry.unwrap().file_name().display()));
        for file in listed.map(str::to_owned).chain(chapters) {
            let copy = scratch.path().join(&file);
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(root.join(&file), copy).unwrap();
        }
        scratch
    }

    #[test]
    fn a_variant_has_its_files_and_its_rows() {
        let scratch = lists();
        let missing = add(scratch.path(), "thin-ice").unwrap();
        assert!(
            missing.contains("cargo xtask train-all thin-ice-2"),
            "{missing}"
        );
        let read = |file: &str| fs::read_to_string(scratch.path().join(file)).unwrap();
        let rules = read("crates/rules/variants/src/thin_ice/mod.rs");
        assert!(rules.contains("impl VariantRules for ThinIce"), "{rules}");
        for file in [REGISTRY, VARIANTS, TWINS, SHORT] {
            let text = read(file);
            assert!(
                text.contains("thin_ice") || text.contains("thin-ice"),
                "{file}"
            );
        }
        assert!(read(&format!("{CHAPTERS}/thin-ice.md")).starts_with("**3.9 `thin-ice`.**"));
        let again = add(scratch.path(), "thin-ice").unwrap_err();
        assert!(again.to_string().contains("is there already"), "{again}");
    }

    #[test]
    fn names_are_words_with_hyphens() {
        for name in ["", "Thin", "thin ice", "thin--ice", "-ice", "ice2"] {
            let refused = add(Path::new("/nowhere"), name).unwrap_err();
            assert!(refused.to_string().contains("such as thin-ice"), "{name}");
        }
    }
}
