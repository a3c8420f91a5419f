//! **Group effort** (3.6): penguins share tiles, and many take more from one than few.

use floe_fish::{PositionError, Value};
use floe_game::{Interval, Player, Score};
use floe_hex::{Direction, Hex, HexSet};

use crate::floe::mix;
use crate::notation::Keys;
use crate::registry::VariantEntry;
use crate::variant_rules::{FloeMove, give_turn, sum, usual_gain};
use crate::{Floe, Kind, VariantMove, VariantRules};

pub(crate) const ENTRY: VariantEntry = VariantEntry {
    name: "group",
    has_teams: false,
    help: concat!(
        "  group          penguins share tiles; who empties one scores its fish for\n",
        "                 each penguin that left; = moves all of them   c3=f3\n",
    ),
};

/// How many penguins stand together, and how long nobody has taken anything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Group {
    /// By player, how many penguins more than one stand on each hex, in two binary digits.
    more: [[HexSet; 2]; Player::MAX],
    /// Turns in a row that have taken no tile.
    idle: u8,
}

impl VariantRules for Group {
    type Word = u64;
    type Move = VariantMove;

    fn new(kind: Option<Kind>) -> Option<Group> {
        (kind == Some(Kind::Group)).then(Group::default)
    }

    fn kind(&self) -> Option<Kind> {
        Some(Kind::Group)
    }

    fn for_each_choice(&self, floe: &Floe, mut visit: impl FnMut(VariantMove)) {
        let several = self.several(floe.turn);
        for from in floe.own(floe.turn) {
            for to in self.ends(floe, from) {
                visit(VariantMove::Slide { from, to });
                if several.contains(from) {
                    visit(VariantMove::Together { from, to });
                }
            }
        }
    }

    fn play(&mut self, floe: &mut Floe, mv: VariantMove) {
        let player = floe.turn;
        let (from, to) = mv.ends(floe.geometry());
        let standing = self.penguins_on(floe, player, from);
        let moving = if matches!(mv, VariantMove::Together { .. }) { standing } else { 1 };
        let arrived = self.penguins_on(floe, player, to) + moving;
        self.set(floe, player, from, standing - moving);
        self.set(floe, player, to, arrived);
        self.idle = self.idle.saturating_add(1);
        if floe.owner(from).is_none() {
            leave_empty(floe, player, from, moving);
            self.idle = 0;
        }
        self.settle(floe, floe.next(player));
    }

    fn can_move(&self, floe: &Floe, player: Player) -> bool {
        floe.own(player).into_iter().any(|from| !self.ends(floe, from).is_empty())
    }

    fn retire(&mut self, floe: &mut Floe, player: Player) {
        for hex in floe.own(player) {
            let penguins = self.penguins_on(floe, player, hex);
            self.set(floe, player, hex, 0);
            if floe.owner(hex).is_none() {
                leave_empty(floe, player, hex, penguins);
            }
            self.idle = 0;
        }
    }

    /// All retire where nothing has been taken for long.
    fn settle(&mut self, floe: &mut Floe, player: Player) {
        let left = floe.penguins.iter().filter(|own| !own.is_empty()).count();
        if usize::from(self.idle) >= 2 * left {
            player.round(usize::from(floe.players)).for_each(|player| self.retire(floe, player));
        } else {
            give_turn(self, floe, player);
        }
    }

    fn count(&self, floe: &Floe) -> u64 {
        let several = self.several(floe.turn);
        let moves = |from| u64::from(self.ends(floe, from).len()) << u32::from(several.contains(from));
        floe.own(floe.turn).into_iter().map(moves).sum()
    }

    fn key(&self, floe: &Floe) -> u64 {
        let words = self.more.iter().flatten().map(|set| set.to_bits());
        words.chain([u64::from(self.idle)]).fold(floe.key(), mix)
    }

    /// Along the free tiles, and onto the first one that is taken.
    #[inline]
    fn ends(&self, floe: &Floe, from: Hex) -> HexSet {
        let (geometry, crossing, occupied) = (floe.geometry(), floe.crossing(), floe.occupied());
        let mut ends = HexSet::EMPTY;
        for direction in Direction::ALL {
            let open = geometry.ray_in(from, direction, crossing);
            let first = (geometry.ray(from, direction) - open).nearest(direction);
            ends |= (open - floe.open) | HexSet::from_iter(first) & occupied;
        }
        ends
    }

    #[inline]
    fn penguins_on(&self, floe: &Floe, player: Player, hex: Hex) -> u32 {
        let [ones, twos] = self.more[player.index()];
        u32::from(floe.own(player).contains(hex)) + u32::from(ones.contains(hex)) + 2 * u32::from(twos.contains(hex))
    }

    fn stand(&mut self, floe: &mut Floe, player: Player, hex: Hex) {
        let there = self.penguins_on(floe, player, hex);
        self.set(floe, player, hex, there + 1);
    }

    fn gain(&self, floe: &Floe, mv: VariantMove) -> Score {
        let usual = usual_gain(self, floe, mv);
        if matches!(mv, VariantMove::Together { .. }) { usual / 2 } else { usual }
    }

    /// Penguins that stand together take a tile several times.
    fn expected(&self, floe: &Floe, side: HexSet, to_come: Score) -> Score {
        let (mut penguins, mut squares) = (0, 0);
        for hex in side {
            let here = floe.all_players().map(|player| self.penguins_on(floe, player, hex)).max().unwrap_or(0) as Score;
            penguins += here;
            squares += here * here;
        }
        if penguins == 0 { to_come } else { to_come * (penguins + squares) / (2 * penguins) }
    }

    /// All penguins may leave a tile together.
    fn prospects(&self, floe: &Floe, player: Player) -> Interval<Score> {
        let (_, penguins) = self.side(floe, player);
        if penguins == 0 && !floe.is_placement() {
            return Interval::exact(0);
        }
        let least = Value { fish: penguins * sum(floe, floe.tiles, -1), tiles: 0 };
        let most = Value { fish: penguins * sum(floe, floe.tiles, 1), tiles: floe.tiles.len() as i32 };
        Interval::new(least.score(), most.score())
    }

    fn notes(&self, floe: &Floe) -> Vec<String> {
        let note = |hex: Hex| {
            let here = |player| (player, self.penguins_on(floe, player, hex));
            let all: u32 = floe.all_players().map(|player| here(player).1).sum();
            let there = floe.all_players().map(here).filter(|&(_, count)| count > 0);
            let there: Vec<String> = there.map(|(player, count)| format!("{count} of {player}")).collect();
            let name = floe.geometry().name(hex);
            (all > 1).then(|| format!("{name}, with {} fish, is shared: {}.", floe.fish(hex), there.join(", ")))
        };
        floe.tiles.into_iter().filter_map(note).collect()
    }

    fn shares_tiles(&self) -> bool {
        true
    }

    fn tokens(&self) -> &'static str {
        "a tile 1 to 3, water '.', or a penguin A to D with the fish of its tile, several as in '(AAB)3'"
    }

    /// No more than four penguins stand together.
    fn tile_fish(&self) -> u32 {
        12
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

    fn remarks(&self, floe: &Floe) -> Vec<String> {
        let crowded =
            |hex: &Hex| floe.all_players().map(|player| self.penguins_on(floe, player, *hex)).sum::<u32>() > 1;
        let stack = |hex| format!("{} {}", floe.geometry().name(hex), crate::notation::token(self, floe, hex));
        let stacks: Vec<String> = floe.occupied().into_iter().filter(crowded).map(stack).collect();
        let stacks = (!stacks.is_empty()).then(|| format!("*: several penguins: {}.", stacks.join(", ")));
        let idle = (self.idle > 0).then(|| format!("{} turns in a row have taken no tile.", self.idle));
        stacks.into_iter().chain(idle).collect()
    }

    fn drawn(&self, floe: &Floe, hex: Hex, token: &str) -> String {
        match floe.owner(hex) {
            Some(player) if token.starts_with('(') => format!("{player}*"),
            _ => token.to_owned(),
        }
    }
}

impl Group {
    /// Sets how many penguins stand there, at most four.
    fn set(&mut self, floe: &mut Floe, player: Player, hex: Hex, count: u32) {
        let put = |set: &mut HexSet, is_in| if is_in { set.insert(hex) } else { set.remove(hex) };
        let more = count.saturating_sub(1);
        put(&mut floe.penguins[player.index()], count > 0);
        put(&mut self.more[player.index()][0], more & 1 != 0);
        put(&mut self.more[player.index()][1], more & 2 != 0);
    }

    /// The hexes where a player has several penguins.
    #[inline]
    fn several(&self, player: Player) -> HexSet {
        self.more[player.index()][0] | self.more[player.index()][1]
    }
}

/// A player takes a tile that so many of its penguins have left empty.
fn leave_empty(floe: &mut Floe, player: Player, hex: Hex, penguins: u32) {
    floe.gain(player, Value { fish: floe.fish(hex) * penguins as i32, tiles: 1 });
    floe.remove(hex.into());
}
