use std::fs;
use std::io::{self, Write};

use clap_mangen::Man as ManualPage;

use super::prelude::*;
use crate::arguments::command;
use crate::files::unreadable;

/// Write the manual pages
///
/// Writes floe.1 and a page for each command, such as floe-analyze.1.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/man.txt"))]
pub(crate) struct Man {
    /// Directory to write to, which is created if it does not exist
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

/// Exit status of commands whose help does not list it.
const STATUS: &str = "0 success; 1 a run failed, or the answer is no; 2 wrong usage, position or file; \
    130 ended by Ctrl-C, 143 by SIGTERM.";

impl Man {
    pub(crate) fn run(&self, _output: &mut Output) -> Result<Status> {
        let directory = &self.directory;
        fs::create_dir_all(directory).map_err(unreadable(directory))?;
        let mut floe = command().disable_help_subcommand(true);
        floe.build();
        let pages = floe
            .get_subcommands()
            .filter(|command| !command.is_hide_set());
        for page in std::iter::once(&floe).chain(pages) {
            let name = page
                .get_display_name()
                .unwrap_or_else(|| page.get_name())
                .to_owned();
            let text = manual_page(page, &name)?;
            WrittenLater::open(&directory.join(format!("{name}.1")))?.write_bytes(&text)?;
        }
        Ok(Status::Fine)
    }
}

/// A manual page in roff.
fn manual_page(command: &clap::Command, name: &str) -> io::Result<Vec<u8>> {
    let version = format!("floe {}", env!("CARGO_PKG_VERSION"));
    let page = ManualPage::new(command.clone())
        .title(name.to_owned())
        .source(version)
        .manual("Manual of floe");
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    let help = command.get_after_long_help().or(command.get_after_help());
    write_sections(
        &help.map(ToString::to_string).unwrap_or_default(),
        &mut text,
    )?;
    Ok(text)
}

/// Writes the paragraphs below the options, each with its lines as they are, and the exit status.
fn write_sections(help: &str, text: &mut Vec<u8>) -> io::Result<()> {
    let mut has_status = false;
    for paragraph in help
        .split("\n\n")
        .filter(|paragraph| !paragraph.trim().is_empty())
    {
        let (first, rest) = paragraph.split_once('\n').unwrap_or((paragraph, ""));
        if first.starts_with("Examples:") || first.starts_with("Example:") {
            write_section("EXAMPLES", rest, text)?;
        } else if let Some(status) = paragraph.strip_prefix("Exit status: ") {
            has_status = true;
            write_section("EXIT STATUS", status, text)?;
        } else if first.starts_with("Engines, as") {
            write_section("ENGINES", paragraph, text)?;
        } else {
            write_section("NOTES", paragraph, text)?;
        }
    }
    if has_status {
        Ok(())
    } else {
        write_section("EXIT STATUS", STATUS, text)
    }
}

/// Writes a section whose lines are not filled.
fn write_section(heading: &str, lines: &str, text: &mut Vec<u8>) -> io::Result<()> {
    writeln!(text, ".SH \"{heading}\"\n.nf")?;
    for line in lines.trim_end().lines() {
        // A line that begins with a point or an apostrophe would be an instruction.
        writeln!(text, "\\&{}", line.replace('\\', "\\e").replace('-', "\\-"))?;
    }
    writeln!(text, ".fi")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every page keeps the lines of its examples and tables, and has its exit status and the
    /// version.
    #[test]
    fn pages_keep_the_lines_of_their_help() {
        let mut floe = command();
        floe.build();
        for command in floe
            .get_subcommands()
            .filter(|command| !command.is_hide_set() && command.get_name() != "help")
        {
            let name = command.get_display_name().unwrap();
            let page = String::from_utf8(manual_page(command, name).unwrap()).unwrap();
            assert!(
                page.contains(&format!("\"floe {}\"", env!("CARGO_PKG_VERSION"))),
                "{page}"
            );
            assert_eq!(page.matches(".SH \"EXIT STATUS\"").count(), 1, "{page}");
            let plain = page
                .replace("\\&", "")
                .replace("\\-", "-")
                .replace("\\e", "\\");
            let help = command
                .get_after_long_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            let is_kept =
                |line: &&str| !line.starts_with("Example") && !line.starts_with("Exit status: ");
            for line in help.lines().map(str::trim_end).filter(is_kept) {
                assert!(
                    plain.lines().any(|found| found == line),
                    "{name}: {line}\n{plain}"
                );
            }
            assert_eq!(
                page.contains(".SH \"EXAMPLES\""),
                help.contains("Example"),
                "{name}"
            );
        }
    }
}
