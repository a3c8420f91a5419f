//! Pictures of positions in files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
#[cfg(feature = "png")]
use floe_engine::GameLine;
use floe_engine::{AnyGame, Evaluation};
#[cfg(feature = "png")]
use floe_picture::{AnimationFrame, MoveMark};
use floe_picture::{PictureOptions, Theme};
use floe_presentation::Seen;

use crate::arguments::one_of;
use crate::files::WrittenLater;
use crate::input::PositionArgument;
use crate::lacking::lacks;
use crate::overwriting::is_standard_stream;
use crate::problem::Wrong;

/// Files to write pictures to.
#[derive(Args)]
pub(crate) struct PictureArguments {
    /// Write a picture as SVG to this file; - prints it
    ///
    /// Pictures of several positions are numbered: of FILE.svg, FILE-1.svg, FILE-2.svg and so on.
    #[arg(long, value_name = "FILE", help_heading = "Pictures")]
    svg: Option<PathBuf>,

    /// Write a picture as PNG to this file; - prints it
    #[arg(long, value_name = "FILE", help_heading = "Pictures")]
    png: Option<PathBuf>,

    #[command(flatten)]
    style: PictureStyle,
}

/// Appearance of pictures.
#[derive(Args)]
pub(crate) struct PictureStyle {
    /// Colours of pictures: auto, light or dark
    ///
    /// With auto, the viewer of an SVG chooses; a PNG is light.
    #[arg(long, value_name = "THEME", default_value = "auto", hide_possible_values = true, value_parser = theme())]
    #[arg(help_heading = "Pictures")]
    theme: Theme,

    /// Marks in pictures: areas, names and territory, separated by commas
    #[arg(
        long,
        value_name = "MARKS",
        value_delimiter = ',',
        hide_possible_values = true
    )]
    #[arg(help_heading = "Pictures", value_parser = PossibleValuesParser::new(["areas", "names", "territory"]))]
    marks: Vec<String>,
}

fn theme() -> impl TypedValueParser<Value = Theme> {
    one_of([
        ("auto", Theme::Auto),
        ("light", Theme::Light),
        ("dark", Theme::Dark),
    ])
}

/// Kind of a file with a picture.
#[derive(Clone, Copy)]
enum Kind {
    Svg,
    Png,
}

/// Pixels for a unit of a picture: sharp on screens with two pixels for a point.
#[cfg(feature = "png")]
const PNG_SCALE: f64 = 2.0;

impl PictureStyle {
    /// Adds the style to marks.
    pub(crate) fn options(&self, position: &AnyGame, marks: PictureOptions) -> PictureOptions {
        let [names, areas, territory] =
            ["names", "areas", "territory"].map(|name| self.marks.iter().any(|mark| mark == name));
        let areas = if areas {
            Seen::whole(position).areas()
        } else {
            Vec::new()
        };
        let territory = if territory {
            Seen::whole(position).territory(&Evaluation::default())
        } else {
            Vec::new()
        };
        PictureOptions {
            theme: self.theme,
            names,
            areas,
            territory,
            ..marks
        }
    }
}

impl PictureArguments {
    fn files(&self) -> impl Iterator<Item = (Kind, &Path)> {
        let files = self.svg.iter().map(|file| (Kind::Svg, file.as_path()));
        files.chain(self.png.iter().map(|file| (Kind::Png, file.as_path())))
    }

    /// Whether a picture takes the place of the text on standard output.
    pub(crate) fn is_printed(&self) -> bool {
        self.files().any(|(_, file)| is_standard_stream(file))
    }

    /// Checks that one picture at most is printed, of one position, and nothing else with it.
    pub(crate) fn check_printing(
        &self,
        positions: &PositionArgument,
        is_json: bool,
    ) -> Result<(), Wrong> {
        let printed = self
            .files()
            .filter(|(_, file)| is_standard_stream(file))
            .count();
        if printed > 1 || printed == 1 && is_json {
            return Err(Wrong::new(
                "a picture to print: expected no other output; found --json or a second picture",
            ));
        }
        if printed == 1 && positions.is_batch() {
            return Err(Wrong::new(
                "a picture to print: expected one position as POSITION",
            ));
        }
        Ok(())
    }

    /// Checks before a run that the files can be written.
    pub(crate) fn check(&self, positions: &PositionArgument) -> Result<(), Wrong> {
        if self.png.is_some() && !cfg!(feature = "png") {
            return Err(lacks("--png"));
        }
        for (_, file) in self
            .files()
            .filter(|(_, file)| !positions.is_batch() && !is_standard_stream(file))
        {
            WrittenLater::open(file)?;
        }
        Ok(())
    }

    /// Writes the pictures of a position; `number` counts the positions of several.
    pub(crate) fn write(
        &self,
        position: &AnyGame,
        marks: PictureOptions,
        number: Option<usize>,
    ) -> Result<()> {
        if self.files().next().is_none() {
            return Ok(());
        }
        let options = self.style.options(position, marks);
        for (kind, file) in self.files() {
            let bytes = drawn(position, &options, kind)?;
            if is_standard_stream(file) {
                io::stdout().write_all(&bytes)?;
            } else {
                WrittenLater::open(&numbered(file, number))?.write_bytes(&bytes)?;
            }
        }
        Ok(())
    }
}

fn drawn(position: &AnyGame, options: &PictureOptions, kind: Kind) -> Result<Vec<u8>> {
    match kind {
        Kind::Svg => Ok(Seen::whole(position).picture(options).into_bytes()),
        Kind::Png => pixels(&Seen::whole(position).picture(&of_fixed_theme(options.clone()))),
    }
}

/// A picture as PNG.
#[cfg(feature = "png")]
fn pixels(svg: &str) -> Result<Vec<u8>> {
    Ok(floe_picture::png(svg, PNG_SCALE)?)
}

#[cfg(not(feature = "png"))]
fn pixels(_: &str) -> Result<Vec<u8>> {
    Err(lacks("--png").into())
}

/// Maximum number of moves of an animation: each costs a tenth of a second and a few kB.
#[cfg(feature = "png")]
pub(crate) const MAX_ANIMATED: usize = 300;
/// Time for which a position of an animation is shown, in milliseconds.
#[cfg(feature = "png")]
const FRAME_TIME: u16 = 1000;
/// Time for which the last position of an animation is shown, in milliseconds.
#[cfg(feature = "png")]
const LAST_FRAME_TIME: u16 = 4000;

/// Draws all positions of a line as an animated PNG.
#[cfg(feature = "png")]
pub(crate) fn animation(line: &GameLine, style: &PictureStyle) -> Result<Vec<u8>> {
    let marks = line
        .moves()
        .map(|played| Some(Seen::whole(played.before).mark_of(played.mv)));
    let frame = |(position, last_move): (&AnyGame, Option<MoveMark>)| {
        let options = style.options(
            position,
            PictureOptions {
                last_move,
                ..PictureOptions::default()
            },
        );
        AnimationFrame {
            svg: Seen::whole(position).picture(&of_fixed_theme(options)),
            milliseconds: FRAME_TIME,
        }
    };
    let mut frames: Vec<AnimationFrame> = line
        .positions()
        .iter()
        .zip([None].into_iter().chain(marks))
        .map(frame)
        .collect();
    if let Some(last) = frames.last_mut() {
        last.milliseconds = LAST_FRAME_TIME;
    }
    Ok(floe_picture::animation(&frames, 1.0)?)
}

/// Options for a picture in pixels, for which no viewer can choose the colours.
fn of_fixed_theme(options: PictureOptions) -> PictureOptions {
    let theme = if options.theme == Theme::Auto {
        Theme::Light
    } else {
        options.theme
    };
    PictureOptions { theme, ..options }
}

/// Adds a number to the name of a file: `a.svg` becomes `a-2.svg`.
fn numbered(file: &Path, number: Option<usize>) -> PathBuf {
    let Some(number) = number else {
        return file.to_owned();
    };
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = file.extension() {
        name.push(".");
        name.push(extension);
    }
    file.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_numbered_before_the_extension() {
        assert_eq!(
            numbered(Path::new("a/b.c.svg"), Some(12)),
            Path::new("a/b.c-12.svg")
        );
        assert_eq!(numbered(Path::new("b"), Some(1)), Path::new("b-1"));
        assert_eq!(numbered(Path::new("b.svg"), None), Path::new("b.svg"));
    }
}
