//! **Survival** (3.5): short steps on ice that breaks elsewhere, and the last penguins win.

use floe_fish::{PositionError, Value};
use floe_game::{Interval, Player, Score};
use floe_hex::{Direction, Hex, HexSet, Layout};

use crate::floe::mix;
use crate::notation::Keys;
use crate::registry::VariantEntry;
use crate::variant_rules::{FloeMove, sum, usual_gain};
use crate::{Floe, Kind, Plain, VariantMove, VariantRules};

pub(crate) const ENTRY: VariantEntry = VariantEntry {
    name: "survival",
    has_teams: false,
    help: concat!(
        "  survival       step by one hex, then remove an empty tile with as many\n",
        "                 fish; the cut off leave, most penguins win    c3-d3,sink:f5\n",
    ),
};

/// A free hex around a penguin is worth so much of a penguin's life.
const BREATH: [Score; 7] = [0, 40, 70, 90, 104, 114, 120];
/// A tile that only one side reaches first, where penguins must survive.
const ROOM: Score = 6;

/// Turns in a row that have removed no tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Survival {
    idle: u8,
}

impl VariantRules for Survival {
    type Word = u64;
    type Move = VariantMove;

    fn new(kind: Option<Kind>) -> Option<Survival> {
        (kind == Some(Kind::Survival)).then_some(Survival { idle: 0 })
    }

    fn kind(&self) -> Option<Kind> {
        Some(Kind::Survival)
    }

    fn places(&self, floe: &Floe) -> HexSet {
        floe.free()
    }

    fn for_each_choice(&self, floe: &Floe, mut visit: impl FnMut(VariantMove)) {
        if self.is_over(floe) {
            return;
        }
        let (geometry, free) = (floe.geometry(), floe.free());
        for from in floe.own(floe.turn) {
            for (step, direction) in Direction::ALL.into_iter().enumerate() {
                let Some(to) = geometry.beside(from, direction).filter(|&to| free.contains(to)) else { continue };
                let tiles = breakable(floe, from, to);
                if tiles.is_empty() {
                    visit(VariantMove::Slide { from, to });
                }
                tiles.into_iter().for_each(|tile| visit(VariantMove::Sink { from, step: step as u8, tile }));
            }
        }
    }

    fn play(&mut self, floe: &mut Floe, mv: VariantMove) {
        let (from, to) = mv.ends(floe.geometry());
        floe.walk(floe.turn, from, to);
        if let VariantMove::Sink { tile, .. } = mv {
            floe.remove(tile.into());
            self.idle = 0;
        } else {
            self.idle += 1;
        }
        self.settle(floe, floe.next(floe.turn));
    }

    /// The penguins that cannot move leave; then it is the turn of the first player from `player` on who has any.
    fn settle(&mut self, floe: &mut Floe, player: Player) {
        let beside_free = floe.neighbours(floe.free());
        floe.penguins.iter_mut().for_each(|own| *own &= beside_free);
        if self.is_over(floe) {
            return;
        }
        let mut player = player;
        while floe.own(player).is_empty() {
            player = floe.next(player);
        }
        floe.turn = player;
    }

    fn is_over(&self, floe: &Floe) -> bool {
        let left = floe.penguins.iter().filter(|own| !own.is_empty()).count();
        !floe.is_placement() && (left <= 1 || usize::from(self.idle) >= left)
    }

    fn count(&self, floe: &Floe) -> u64 {
        if self.is_over(floe) {
            return 0;
        }
        let (geometry, free) = (floe.geometry(), floe.free());
        let steps = |from| {
            (geometry.adjacent(from) & free)
                .into_iter()
                .map(move |to| u64::from(breakable(floe, from, to).len().max(1)))
        };
        floe.own(floe.turn).into_iter().flat_map(steps).sum()
    }

    fn key(&self, floe: &Floe) -> u64 {
        mix(floe.key(), 256 + u64::from(self.idle))
    }

    /// The penguins that a player has left, and the fish where nobody else is: the fish stand in the place of tiles.
    fn result(&self, floe: &Floe, player: Player) -> Value {
        let own = floe.own(player);
        let mut fish = 0;
        if self.is_over(floe) {
            let others = floe.occupied() - own;
            for area in floe.outline.areas(floe.tiles) {
                if !(area & own).is_empty() && (area & others).is_empty() {
                    fish += floe.value(area).fish;
                }
            }
        }
        Value { fish: own.len() as i32, tiles: fish }
    }

    /// Nobody has anything before the end.
    fn score(&self, floe: &Floe, player: Player) -> Score {
        if self.is_over(floe) { self.result(floe, player).score() } else { 0 }
    }

    fn ends(&self, floe: &Floe, from: Hex) -> HexSet {
        floe.geometry().adjacent(from) & floe.free()
    }

    /// The free hexes around a penguin after its step.
    fn gain(&self, floe: &Floe, mv: VariantMove) -> Score {
        if mv.placed().is_some() {
            return usual_gain(self, floe, mv);
        }
        let (from, to) = mv.ends(floe.geometry());
        ((floe.geometry().adjacent(to) & floe.free()) - from.into()).len() as Score
    }

    /// How long penguins will live: by the free hexes around them, and the room that a side reaches first.
    fn lives<const N: usize>(&self, floe: &Floe, sides: [HexSet; N]) -> Option<[Score; N]> {
        let free = floe.free();
        let breath = |hex| BREATH[(floe.geometry().adjacent(hex) & free).len() as usize];
        let mut lives = sides.map(|side| side.into_iter().map(breath).sum::<Score>());
        let (mut front, mut open) = (sides, free);
        while !open.is_empty() {
            let next = front.map(|side| floe.neighbours(side) & open);
            let all = next.iter().fold(HexSet::EMPTY, |all, &side| all | side);
            if all.is_empty() {
                break;
            }
            for side in 0..N {
                let others = (0..N).filter(|&other| other != side);
                let others = others.fold(HexSet::EMPTY, |others, other| others | next[other]);
                lives[side] += ROOM * (next[side] - others).len() as Score;
            }
            open -= all;
            front = next;
        }
        Some(lives)
    }

    fn prospects(&self, floe: &Floe, player: Player) -> Interval<Score> {
        let (_, penguins) = self.side(floe, player);
        if penguins == 0 && !floe.is_placement() {
            return Interval::exact(0);
        }
        let least = Value { fish: 0, tiles: sum(floe, floe.tiles, -1) };
        let most = Value { fish: penguins, tiles: sum(floe, floe.tiles, 1) };
        Interval::new(least.score(), most.score())
    }

    fn counted(&self, _floe: &Floe, hexes: HexSet) -> Value {
        Value { fish: hexes.len() as i32, tiles: 0 }
    }

    fn has_now(&self, floe: &Floe, player: Player) -> Value {
        Value { tiles: 0, ..self.result(floe, player) }
    }

    /// Penguins that the next tile to go may cost.
    fn notes(&self, floe: &Floe) -> Vec<String> {
        let is_last = |&hex: &Hex| (floe.geometry().adjacent(hex) & floe.free()).len() == 1;
        let short = |player| (player, floe.own(player).into_iter().filter(is_last).collect::<HexSet>());
        let short = floe.all_players().map(short).filter(|(_, short)| !short.is_empty());
        let note =
            |(player, short)| format!("{player} has penguins with one free tile beside them on {}.", floe.names(short));
        short.map(note).collect()
    }

    fn nothing_taken(&self) -> Option<&'static str> {
        Some("0:0, for nothing is taken in survival")
    }

    fn keys(&self) -> &'static [&'static str] {
        &["idle"]
    }

    fn read_keys(&mut self, _floe: &mut Floe, keys: &Keys<'_>) -> Result<(), PositionError> {
        self.idle = keys.idle()?;
        Ok(())
    }

    fn written_keys(&self, _floe: &Floe) -> String {
        if self.idle > 0 { format!(" idle={}", self.idle) } else { String::new() }
    }

    fn remarks(&self, _floe: &Floe) -> Vec<String> {
        (self.idle > 0).then(|| format!("{} turns in a row have taken no tile.", self.idle)).into_iter().collect()
    }

    fn has(&self, floe: &Floe, player: Player) -> String {
        let result = self.result(floe, player);
        let around = format!(", {:3} fish around them", result.tiles);
        format!("{} penguins{}", result.fish, if self.is_over(floe) { around } else { String::new() })
    }

    fn why_not(&self, floe: &Floe, sign: char, from: Hex, to: Hex) -> Option<String> {
        let geometry = floe.geometry();
        if sign == 'x' {
            return Plain.why_not(floe, sign, from, to);
        }
        let is_beside = from == to || geometry.adjacent(from).contains(to);
        (!is_beside).then(|| format!("{} is not beside {}", geometry.name(to), geometry.name(from)))
    }
}

/// Where a tile can break after a step onto `to`: free ones with as many fish, the one just left among them.
fn breakable(floe: &Floe, from: Hex, to: Hex) -> HexSet {
    let standing = (floe.occupied() - from.into()) | to.into();
    floe.tiles_of(floe.fish(to)) - standing
}
