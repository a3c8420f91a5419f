use anstyle::{AnsiColor, Style};
use anyhow::Result;
use clap::Args;
use floe_engine::AnyGame;
use floe_fish::Cell;
use floe_game::Player;
use serde::Serialize;

use crate::input::PositionArgument;
use crate::output::{Answer, Output};
use crate::problem::Status;

/// Draw the floe
///
/// Water is a dot, a tile the number of its fish, a penguin the letter of its player and the fish below it. Letters
/// name the columns, counted in every row from its own left end; numbers name the rows.
#[derive(Args)]
#[command(after_help = "Examples:\n  floe show \"POSITION\"\n  floe new --placed | floe show -")]
pub(crate) struct Show {
    #[command(flatten)]
    position: PositionArgument,
}

#[derive(Serialize)]
struct Picture {
    position: String,
    picture: String,
    #[serde(skip)]
    painted: String,
}

impl Answer for Picture {
    const SCHEMA: &'static str = "floe/show/1";

    fn text(&self) -> String {
        self.painted.clone()
    }
}

impl Show {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        self.position.answer_each(output, |position| {
            let plain = position.draw(|_, text| text);
            Ok(Picture { position: position.to_string(), picture: plain, painted: picture(position) })
        })
    }
}

/// The floe and what everybody has, in colours.
pub(super) fn picture(position: &AnyGame) -> String {
    position.draw(|cell, text| paint(cell, &text))
}

/// The text of a cell in its colours.
pub(crate) fn paint(cell: Cell, text: &str) -> String {
    let style = style(cell);
    format!("{style}{text}{style:#}")
}

/// More fish are brighter; every player has a colour, and water hardly any.
fn style(cell: Cell) -> Style {
    let colour = |colour: AnsiColor| colour.on_default();
    match cell {
        Cell::Water => colour(AnsiColor::BrightBlack).dimmed(),
        Cell::Tile(1) => Style::new(),
        Cell::Tile(2) => colour(AnsiColor::Cyan),
        Cell::Tile(_) => colour(AnsiColor::Yellow).bold(),
        Cell::Penguin(player, _) => colour(colour_of(player)).bold().invert(),
    }
}

/// The colour of a player.
pub(crate) fn colour_of(player: Player) -> AnsiColor {
    [AnsiColor::Red, AnsiColor::Blue, AnsiColor::Green, AnsiColor::Magenta][player.index()]
}
