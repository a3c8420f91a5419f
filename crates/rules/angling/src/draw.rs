//! Drawings of positions for a terminal.

use floe_game::{Game, Player, Score, counted};

use crate::angling::{Angling, AnglingStep, DayOptions};
use crate::lake::LakeSpace;
use crate::mv::AnglingMove;
use crate::tile::{Angler, AnglingSpecial, AnglingSpecials, LakeTile, TileCounts};

/// Columns of a space or a pier.
const WIDTH: usize = 6;

impl Angling {
    /// Draws the lake with its piers as text, and below it the points, tiles and specials that the
    /// players have.
    ///
    /// Anglers stand next to the number of their pier; `!` marks a tile that the angler knows.
    pub fn draw(&self) -> String {
        let size = self.size();
        let mut text = line((0..size + 2).map(|pier| self.pier_text(pier)));
        for row in 0..size {
            let spaces = (0..size).map(|column| self.spot(LakeSpace::new(column, row)).to_string());
            let left = self.piers() - 1 - row;
            let right = size + 2 + row;
            text += &line(
                [self.pier_text(left)]
                    .into_iter()
                    .chain(spaces)
                    .chain([self.pier_text(right)]),
            );
        }
        text += &line(
            (0..size + 2)
                .rev()
                .map(|place| self.pier_text(2 * size + 2 + place)),
        );
        text + "\n" + &self.state_text()
    }

    /// Number of a pier, and the anglers on it.
    fn pier_text(&self, pier: usize) -> String {
        let here = self
            .anglers()
            .filter(|&angler| self.pier(angler) == Some(pier));
        format!(
            "{}{}",
            pier + 1,
            here.map(|angler| angler.to_string()).collect::<String>()
        )
    }

    fn angler_state(&self, angler: Angler) -> String {
        let name = angler.name();
        let start = self.starts[angler as usize];
        match self.pier(angler) {
            Some(pier) => {
                format!(
                    "{name} on pier {}, {} ahead, start {}",
                    pier + 1,
                    self.piers_ahead(angler),
                    start + 1
                )
            }
            None if self.is_out(angler) => format!("{name} out, start {}", start + 1),
            None => format!("{name} not placed"),
        }
    }

    fn state_text(&self) -> String {
        let mut text = String::new();
        let is_over = self.step() == AnglingStep::Over;
        for player in Player::first(self.players()) {
            let role = if player == self.angler() {
                "fishes"
            } else {
                "plays the fish"
            };
            text += &format!(
                "{player}  {}, {role}\n",
                counted(self.points(player), "point")
            );
        }
        let anglers: Vec<String> = self
            .anglers()
            .map(|angler| self.angler_state(angler))
            .collect();
        text += &format!("\nanglers      {}\n", anglers.join("; "));
        let catch: Vec<String> = (1..=self.size())
            .map(|distance| format!("{} of {distance}", self.catch_tiles(distance)))
            .collect();
        text += &format!("catch tiles  {} left\n", catch.join(", "));
        let owners = [
            (self.angler(), AnglingSpecials::OF_ANGLER),
            (self.fish(), AnglingSpecials::OF_FISH),
        ];
        for (player, of_role) in owners {
            let verb = if is_over { "has left" } else { "may play" };
            text += &format!(
                "{:12} {}\n",
                format!("{player} {verb}"),
                specials_text(self.specials().and(of_role))
            );
        }
        if self.days != DayOptions::USUAL {
            let specials = if self.days.has_specials {
                ""
            } else {
                ", no specials"
            };
            text += &format!(
                "each day     catch tiles {}{specials}\n",
                self.catch_text(self.days.catch)
            );
        }
        if self.tiles() != TileCounts::STANDARD {
            text += &format!("tiles        {}\n", self.tiles());
        }
        if !self.caught().is_empty() {
            text += &format!("caught       {}\n", self.caught());
        }
        if self.step() == AnglingStep::Lay {
            text += &format!("to lay       {}\n", self.hand_text());
        } else if self.has_unknown() {
            text += &format!("unknown      {}\n", self.unseen());
        }
        text += &self.meanings();
        text + &match is_over {
            true => format!("over         day {}\n", self.day()),
            false => format!(
                "turn         day {}, {}, {}\n",
                self.day(),
                self.last_turn(),
                self.step_text()
            ),
        }
    }

    /// Meaning of the signs in the lake, and how its tiles came there.
    fn meanings(&self) -> String {
        let signs = [
            (self.tiles().count(LakeTile::RUBBISH) > 0, "r rubbish"),
            (self.tiles().count(LakeTile::DIVER) > 0, "d diver"),
            (
                !(self.area() & self.known()).is_empty(),
                "! known to the angler",
            ),
            (self.has_unknown(), "? unknown"),
            (self.is_dealt, "the tiles are dealt at random"),
        ];
        let signs: Vec<&str> = signs
            .into_iter()
            .filter_map(|(is_there, meaning)| is_there.then_some(meaning))
            .collect();
        if signs.is_empty() {
            String::new()
        } else {
            format!("             {}\n", signs.join(", "))
        }
    }

    /// The tiles that are still to be laid, in a view their number.
    fn hand_text(&self) -> String {
        match (self.area() - self.occupied()).len() {
            left if self.has_unknown() => counted(left, "tile"),
            _ => self.unseen().to_string(),
        }
    }

    /// The step, and what is special about it.
    fn step_text(&self) -> String {
        let step = self.step().name();
        let active = self.active.name();
        match (self.step(), self.shown) {
            (AnglingStep::Show, _) => format!("{step} a tile to the {active} angler"),
            (AnglingStep::Catch, Some(space)) => {
                format!("{step} with the {active} angler, shown {space}")
            }
            (AnglingStep::Catch, None) => format!("{step}, nothing shown"),
            (AnglingStep::Slide, _) if self.is_held => {
                format!("{step}, held: no tile may be moved")
            }
            (AnglingStep::Slide, _) => format!("{step}, {} slides left", self.slides),
            _ => step.to_owned(),
        }
    }

    /// English report of what `mv`, a legal move, catches, and of the points of the player who
    /// fishes, before the end of the day takes any: "A catches fish worth 3 and has 8 points."
    /// `None` for moves that catch nothing or do not name the tile that they catch.
    pub fn catch_in_words(&self, mv: AnglingMove) -> Option<String> {
        let AnglingMove::Catch(space, Some(tile)) = mv else {
            return None;
        };
        let angler = self.angler();
        let points = self.points(angler) + tile.value();
        Some(match tile {
            LakeTile::DIVER => {
                format!("{angler} catches the diver, which goes back to {space} for no points.")
            }
            LakeTile::RUBBISH => format!("{angler} catches rubbish, which is worth nothing."),
            fish => format!(
                "{angler} catches {} and has {}.",
                fish.in_words(),
                counted(points, "point")
            ),
        })
    }

    /// English report that `mv`, a legal move, ends the day, with the points of the day and the
    /// cost of the specials that the fish did not play (5.5): "Day 1 is over: A has 5 points, 6 of
    /// fish less 1 for the special that B did not play." `None` if the day goes on.
    pub fn end_of_day_in_words(&self, mv: AnglingMove) -> Option<String> {
        let after = self.after(mv);
        if after.day == self.day && !after.is_over() {
            return None;
        }
        let unused = self.specials().fish().len() - usize::from(matches!(mv, AnglingMove::Push(_)));
        let points = after.points(self.angler());
        let fish = points + unused as Score;
        let specials = if unused == 1 { "special" } else { "specials" };
        let sum = match unused {
            0 => String::new(),
            _ => format!(
                ", {fish} of fish less {unused} for the {specials} that {} did not play",
                self.fish()
            ),
        };
        Some(format!(
            "Day {} is over: {} has {}{sum}.",
            self.day,
            self.angler(),
            counted(points, "point")
        ))
    }
}

/// Line of cells, each in the middle of its columns.
fn line(cells: impl Iterator<Item = String>) -> String {
    let cells: String = cells.map(|cell| format!("{cell:^WIDTH$}")).collect();
    format!("  {}\n", cells.trim_end())
}

/// Letters of specials with their effects; `no special` if there are none.
fn specials_text(specials: AnglingSpecials) -> String {
    let texts: Vec<String> = AnglingSpecial::ALL
        .into_iter()
        .filter(|&special| specials.has(special))
        .map(|special| format!("{} {}", special.letter(), special.name()))
        .collect();
    if texts.is_empty() {
        "no special".to_owned()
    } else {
        texts.join(", ")
    }
}
