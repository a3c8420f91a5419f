use anstyle::{AnsiColor, Style};
use floe_fish::Cell;
use floe_game::Player;
use floe_picture::PictureOptions;
use floe_query::json::Picture;

use super::prelude::*;
use crate::input::PositionArgument;
use crate::picture_files::PictureArguments;

/// Draw a position
///
/// Draws water as a dot, a tile as its number of fish, and a penguin as the letter of its player
/// with the fish below it. Letters name the columns, counted in each row from its left end; numbers
/// name the rows. --svg and --png draw a picture.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/show.txt"))]
pub(crate) struct Show {
    #[command(flatten)]
    position: PositionArgument,

    #[command(flatten)]
    pictures: PictureArguments,
}

impl Show {
    pub(crate) fn check(&self, is_json: bool) -> Result<(), Wrong> {
        self.pictures.check_printing(&self.position, is_json)
    }

    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        self.pictures.check(&self.position)?;
        let mut numbers = self.position.numbers();
        self.position
            .answer_each(&Interrupt::default(), output, |position| {
                self.pictures.write(
                    position,
                    PictureOptions::default(),
                    numbers.next().flatten(),
                )?;
                let answer = Answer::painted(
                    "floe/show/1",
                    Picture::new(position),
                    picture(&Seen::whole(position)),
                );
                Ok(answer.without_text(self.pictures.is_printed()))
            })
    }
}

/// Draws the floe and the results of all players in colour.
pub(super) fn picture(seen: &Seen) -> String {
    seen.draw(|cell, text| paint(cell, &text))
        .lines()
        .map(|line| wrapped(line, label_width(line)))
        .collect()
}

/// Returns the width of the label that begins a line, with the blanks behind it; a line may begin
/// with blanks in place of one.
fn label_width(line: &str) -> usize {
    let label = if line.starts_with(' ') {
        Some(0)
    } else {
        line.find("  ")
    };
    label.map_or(0, |label| line.len() - line[label..].trim_start().len())
}

/// Colours the text of a cell.
pub(crate) fn paint(cell: Cell, text: &str) -> String {
    let style = style(cell);
    format!("{style}{text}{style:#}")
}

/// Returns the style of a cell, which can be read on a white and on a black ground: bold for most
/// fish, a colour for each player, grey for water.
fn style(cell: Cell) -> Style {
    match cell {
        Cell::Water => AnsiColor::BrightBlack.on_default(),
        Cell::Tile(1) => Style::new(),
        Cell::Tile(2) => AnsiColor::Magenta.on_default(),
        Cell::Tile(_) => Style::new().bold(),
        Cell::Penguin(player, _) => colour_of(player).on_default().bold().invert(),
    }
}

pub(crate) fn colour_of(player: Player) -> AnsiColor {
    [
        AnsiColor::Red,
        AnsiColor::Blue,
        AnsiColor::Green,
        AnsiColor::Magenta,
    ][player.index()]
}

#[cfg(test)]
mod tests {
    use anstyle::{Color, Effects};

    use super::*;

    /// Relative luminance of the colours of a terminal, as xterm has them.
    fn luminance(colour: AnsiColor) -> f64 {
        let [red, green, blue]: [f64; 3] = match colour {
            AnsiColor::Black => [0.0; 3],
            AnsiColor::Red => [205.0, 0.0, 0.0],
            AnsiColor::Green => [0.0, 205.0, 0.0],
            AnsiColor::Yellow => [205.0, 205.0, 0.0],
            AnsiColor::Blue => [0.0, 0.0, 238.0],
            AnsiColor::Magenta => [205.0, 0.0, 205.0],
            AnsiColor::Cyan => [0.0, 205.0, 205.0],
            AnsiColor::White => [229.0; 3],
            AnsiColor::BrightBlack => [127.0; 3],
            bright => panic!("{bright:?} cannot be read on white"),
        };
        let linear = |part: f64| (part / 255.0).powf(2.2);
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Text in colour has a contrast of 3 to white and to black; that of penguins is the ground, in
    /// colour.
    #[test]
    fn cells_can_be_read_on_white_and_on_black() {
        let tiles = (0..=9).map(Cell::Tile);
        for cell in tiles.chain([Cell::Water]) {
            let style = style(cell);
            assert!(!style.get_effects().contains(Effects::DIMMED));
            let Some(Color::Ansi(colour)) = style.get_fg_color() else {
                continue;
            };
            let own = luminance(colour) + 0.05;
            assert!(1.05 / own >= 3.0 && own / 0.05 >= 3.0, "{colour:?}");
        }
    }
}
