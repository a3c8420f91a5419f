//! Drawings of positions for a terminal.

use floe_game::{Game, Player};

use crate::angling::{Angling, AnglingStep, UNKNOWN};
use crate::lake::LakeSpace;
use crate::tile::Angler;

/// Columns of a space or a pier.
const WIDTH: usize = 6;

impl Angling {
    /// Draws the lake with its piers, and what the players have.
    ///
    /// Anglers stand next to the number of their pier; `!` marks a tile that the angler knows.
    pub fn draw(&self) -> String {
        let size = self.size();
        let row_of = |cells: Vec<String>| {
            let cells: String = cells.into_iter().map(|cell| format!("{cell:^WIDTH$}")).collect();
            format!("  {}\n", cells.trim_end())
        };
        let mut text = row_of((0..size + 2).map(|pier| self.pier_text(pier)).collect());
        for row in 0..size {
            let spaces = (0..size).map(|column| self.space_text(LakeSpace::new(column, row)));
            let (left, right) = (self.piers() - 1 - row, size + 2 + row);
            text += &row_of([self.pier_text(left)].into_iter().chain(spaces).chain([self.pier_text(right)]).collect());
        }
        text += &row_of((0..size + 2).rev().map(|place| self.pier_text(2 * size + 2 + place)).collect());
        text + "\n" + &self.state_text()
    }

    /// Number of a pier, and the anglers on it.
    fn pier_text(&self, pier: usize) -> String {
        let here = self.anglers().filter(|&angler| self.pier(angler) == Some(pier));
        format!("{}{}", pier + 1, here.map(|angler| angler.to_string()).collect::<String>())
    }

    fn space_text(&self, space: LakeSpace) -> String {
        let mark = if self.known().contains(space) { "!" } else { "" };
        match (self.content(space), self.tile(space)) {
            (UNKNOWN, _) => "?".to_owned(),
            (_, Some(tile)) => format!("{tile}{mark}"),
            _ => ".".to_owned(),
        }
    }

    fn angler_state(&self, angler: Angler) -> String {
        let name = if angler == Angler::Yellow { "yellow" } else { "red" };
        match self.pier(angler) {
            Some(pier) => format!("{name} on pier {}, {} ahead", pier + 1, self.piers_ahead(angler)),
            None if self.is_out(angler) => format!("{name} out"),
            None => format!("{name} not placed"),
        }
    }

    fn state_text(&self) -> String {
        let mut text = String::new();
        for player in Player::first(self.players()) {
            let role = if player == self.angler() { "fishes" } else { "plays the fish" };
            text += &format!("{player}  {} points, {role}\n", self.points(player));
        }
        let anglers: Vec<String> = self.anglers().map(|angler| self.angler_state(angler)).collect();
        text += &format!("\nanglers      {}\n", anglers.join("; "));
        let catch: Vec<String> =
            (1..=self.size()).map(|distance| format!("{} of {distance}", self.catch_tiles(distance))).collect();
        text += &format!("catch tiles  {}\n", catch.join(", "));
        text += &format!("specials     {}\n", self.specials());
        if !self.caught().is_empty() {
            text += &format!("caught       {}\n", self.caught());
        }
        let unseen = self.unseen();
        if !self.unknown().is_empty() {
            text += &format!("unknown      {unseen}\n");
        }
        if self.step() != AnglingStep::Over {
            let shown = self.shown.map_or(String::new(), |space| format!(", shown {space}"));
            text += &format!("turn         day {}, {}, {}{shown}\n", self.day(), self.last_turn(), self.step().name());
        }
        text
    }
}
