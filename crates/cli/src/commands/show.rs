use anstyle::{AnsiColor, Style};
use anyhow::Result;
use clap::Args;
use floe_engine::AnyGame;
use floe_fish::Cell;
use floe_game::Player;
use floe_picture::PictureOptions;
use floe_query::json::Picture;

use crate::input::PositionArgument;
use crate::interrupt::Interrupt;
use crate::output::{Answer, Output};
use crate::picture_files::PictureArguments;
use crate::problem::Status;
use crate::text::wrapped;

/// Draw a position
///
/// Draws water as a dot, a tile as its number of fish, and a penguin as the letter of its player with the fish below
/// it. Letters name the columns, counted in each row from its left end; numbers name the rows. --svg and --png draw a
/// picture.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/show.txt"))]
pub(crate) struct Show {
    #[command(flatten)]
    position: PositionArgument,

    #[command(flatten)]
    pictures: PictureArguments,
}

impl Show {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        self.pictures.check(&self.position, output.is_for_people())?;
        let mut numbers = self.position.numbers();
        self.position.answer_each(&Interrupt::default(), output, |position| {
            self.pictures.write(position, PictureOptions::default(), numbers.next().flatten())?;
            let answer = Answer::painted("floe/show/1", Picture::new(position), picture(position));
            Ok(answer.without_text(self.pictures.is_printed()))
        })
    }
}

/// Draws the floe and the results of all players in colour.
pub(super) fn picture(position: &AnyGame) -> String {
    position.draw(|cell, text| paint(cell, &text)).lines().map(|line| wrapped(line, label_width(line))).collect()
}

/// Returns the width of the label that begins a line, with the blanks behind it; a line may begin with blanks in place
/// of one.
fn label_width(line: &str) -> usize {
    let label = if line.starts_with(' ') { Some(0) } else { line.find("  ") };
    label.map_or(0, |label| line.len() - line[label..].trim_start().len())
}

/// Colours the text of a cell.
pub(crate) fn paint(cell: Cell, text: &str) -> String {
    let style = style(cell);
    format!("{style}{text}{style:#}")
}

/// Returns the style of a cell: brighter for more fish, a colour for each player, dim for water.
fn style(cell: Cell) -> Style {
    match cell {
        Cell::Water => AnsiColor::BrightBlack.on_default().dimmed(),
        Cell::Tile(1) => Style::new(),
        Cell::Tile(2) => AnsiColor::Cyan.on_default(),
        Cell::Tile(_) => AnsiColor::Yellow.on_default().bold(),
        Cell::Penguin(player, _) => colour_of(player).on_default().bold().invert(),
    }
}

/// Returns the colour of a player.
pub(crate) fn colour_of(player: Player) -> AnsiColor {
    [AnsiColor::Red, AnsiColor::Blue, AnsiColor::Green, AnsiColor::Magenta][player.index()]
}
