//! **Group effort** (3.6): penguins share tiles, and many take more from one than few.

use floe_fish::Value;
use floe_game::{Player, Score};
use floe_hex::{Direction, Hex, HexSet, Layout, Standard};

use crate::draft::cell_of;
use crate::floe::mix;
use crate::parts::way_of_penguin;
use crate::variant_knowledge::{counts, others};
use crate::variant_rules::{default_gain, pass_turn_or_retire};
use crate::{
    Floe, FloeMove, FloePart, MoveKind, OwnFeatures, VariantInfo, VariantKnowledge, VariantMove,
    VariantRules, VariantText,
};

/// State of the rules of `group` (3.6): the numbers of penguins that share tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Group {
    /// Number of penguins beyond the first on each hex, by player, in two binary digits.
    more: [[HexSet; 2]; Player::MAX],
}

impl VariantRules for Group {
    type Word = u64;
    type Move = VariantMove;
    const INFO: &'static VariantInfo = &VariantInfo {
        name: "group",
        moves: &[MoveKind::Place, MoveKind::Slide, MoveKind::SlideAll],
        help: include_str!("help.txt"),
        shares_tiles: true,
        tokens: "a tile (1-3), water (.), or a penguin (A-D) with the fish of its tile, several as in '(AAB)3'",
        keys: &["idle"],
        features: &[
            // Its penguins.
            "penguins",
            // For each tile its penguins there beyond the first.
            "stacked",
            // Fish that its penguins beyond the first ones take more.
            "stacked-fish",
            // Fish on tiles one move from stacks, for each penguin beyond the first.
            "stacked-reach",
            // Tiles that it shares with other sides, their fish, and its penguins there.
            "shared",
            "shared-fish",
            "shared-penguins",
            // Free tiles and tiles with penguins within one move.
            "reach",
            "join",
        ],
        ..VariantInfo::NEW
    };

    fn for_each_choice(&self, floe: &Floe, mut visit: impl FnMut(VariantMove)) {
        let several = self.several(floe.turn);
        for from in floe.penguins(floe.turn) {
            for to in self.destinations(floe, from) {
                visit(VariantMove::Slide(from, to));
                if several.contains(from) {
                    visit(VariantMove::SlideAll(from, to));
                }
            }
        }
    }

    fn play(&mut self, floe: &mut Floe, mv: VariantMove) {
        let player = floe.turn;
        let (from, to) = mv.endpoints(floe.geometry());
        let standing = self.penguins_on(floe, player, from);
        let moving = if matches!(mv, VariantMove::SlideAll(..)) {
            standing
        } else {
            1
        };
        let arrived = self.penguins_on(floe, player, to) + moving;
        self.set(floe, player, from, standing - moving);
        self.set(floe, player, to, arrived);
        floe.idle = floe.idle.saturating_add(1);
        if floe.owner(from).is_none() {
            leave_empty(floe, player, from, moving);
            floe.idle = 0;
        }
        self.pass_turn(floe, floe.next(player));
    }

    fn can_move(&self, floe: &Floe, player: Player) -> bool {
        floe.penguins(player)
            .into_iter()
            .any(|from| !self.destinations(floe, from).is_empty())
    }

    fn retire(&mut self, floe: &mut Floe, player: Player) {
        for hex in floe.penguins(player) {
            let penguins = self.penguins_on(floe, player, hex);
            self.set(floe, player, hex, 0);
            if floe.owner(hex).is_none() {
                leave_empty(floe, player, hex, penguins);
            }
            floe.idle = 0;
        }
    }

    /// All players retire when too many turns in a row have taken no tile.
    fn pass_turn(&mut self, floe: &mut Floe, player: Player) {
        if usize::from(floe.idle) >= 2 * floe.players_left() {
            player
                .round(floe.all_players().len())
                .for_each(|player| self.retire(floe, player));
        } else {
            pass_turn_or_retire(self, floe, player);
        }
    }

    fn count(&self, floe: &Floe) -> u64 {
        let several = self.several(floe.turn);
        let moves = |from| {
            u64::from(self.destinations(floe, from).len()) << u32::from(several.contains(from))
        };
        floe.penguins(floe.turn).into_iter().map(moves).sum()
    }

    fn key(&self, floe: &Floe) -> u64 {
        let words = self.more.iter().flatten().map(|set| set.to_bits());
        words.chain([u64::from(floe.idle)]).fold(floe.key(), mix)
    }

    /// The free tiles in a straight line, and the first one with penguins.
    #[inline]
    fn destinations(&self, floe: &Floe, from: Hex) -> HexSet {
        let geometry = floe.geometry();
        let crossing = floe.crossing();
        let occupied = floe.occupied();
        let mut ends = HexSet::EMPTY;
        for direction in Direction::ALL {
            let open = geometry.ray_in(from, direction, crossing);
            ends |= open - floe.open;
            if let Some(first) = (geometry.ray(from, direction) - open).nearest(direction) {
                ends |= HexSet::from(first) & occupied;
            }
        }
        ends
    }

    #[inline]
    fn penguins_on(&self, floe: &Floe, player: Player, hex: Hex) -> u32 {
        let [ones, twos] = self.more[player.index()];
        u32::from(floe.penguins(player).contains(hex))
            + u32::from(ones.contains(hex))
            + 2 * u32::from(twos.contains(hex))
    }

    fn add_penguin(&mut self, floe: &mut Floe, player: Player, hex: Hex) {
        let there = self.penguins_on(floe, player, hex);
        self.set(floe, player, hex, there + 1);
    }
}

impl VariantKnowledge for Group {
    fn gain(&self, floe: &Floe, mv: VariantMove) -> Score {
        let usual = default_gain(self, floe, mv);
        if matches!(mv, VariantMove::SlideAll(..)) {
            usual / 2
        } else {
            usual
        }
    }

    /// Without teams a side is a player.
    fn own_features<const N: usize>(&self, floe: &Floe, sides: [HexSet; N]) -> [OwnFeatures; N] {
        let free = floe.free();
        let mut features = [OwnFeatures::default(); N];
        for place in 0..N {
            let own = sides[place];
            let [ones, twos] = self.more[(floe.turn.index() + place) % N];
            let mut fish = 0;
            let mut stacked_reach = 0;
            for hex in own & (ones | twos) {
                let more = u32::from(ones.contains(hex)) + 2 * u32::from(twos.contains(hex));
                fish += more * floe.positive_fish(hex.into()) as u32;
                stacked_reach +=
                    more * floe.positive_fish(self.destinations(floe, hex) & free) as u32;
            }
            let reach = ends(floe, own);
            let shared = own & others(&sides, place);
            let stacked = (own & ones).len() + 2 * (own & twos).len();
            features[place] = counts([
                own.len() + stacked,
                stacked,
                fish,
                stacked_reach,
                shared.len(),
                floe.positive_fish(shared) as u32,
                shared.len() + (shared & ones).len() + 2 * (shared & twos).len(),
                (reach & free).len(),
                (reach - free).len(),
            ]);
        }
        features
    }

    /// All penguins may leave each tile together.
    fn gain_bounds(&self, floe: &Floe, _own: HexSet, penguins: i32) -> (Value, Value) {
        let least = Value {
            fish: penguins * floe.negative_fish(floe.tiles),
            tiles: 0,
        };
        (
            least,
            Value {
                fish: penguins * floe.positive_fish(floe.tiles),
                tiles: floe.tiles.len() as i32,
            },
        )
    }

    fn notes(&self, floe: &Floe) -> Vec<String> {
        let note = |hex: Hex| {
            let here = floe
                .all_players()
                .map(|player| (player, self.penguins_on(floe, player, hex)));
            let here = here
                .filter(|&(_, count)| count > 0)
                .map(|(player, count)| format!("{count} of {player}"));
            let here = here.collect::<Vec<_>>().join(", ");
            format!(
                "{}, with {} fish, is shared: {here}.",
                floe.geometry().name(hex),
                floe.fish(hex)
            )
        };
        self.shared(floe).map(note).collect()
    }
}

impl VariantText for Group {
    fn parts(&self, floe: &Floe, choice: VariantMove) -> Vec<FloePart<u64>> {
        let mut parts = way_of_penguin(floe.geometry(), choice, Group::PLACEMENT);
        let (from, _) = choice.endpoints(floe.geometry());
        let standing = self.penguins_on(floe, floe.turn, from);
        if choice.placed().is_none() && standing > 1 {
            let words = match choice {
                VariantMove::SlideAll(..) => format!("all {standing} penguins go"),
                _ => "one penguin goes".to_owned(),
            };
            parts.push(FloePart::of_words("How many of these penguins go?", words));
        }
        parts
    }

    fn legend(&self, floe: &Floe) -> Vec<String> {
        let stack = |hex| format!("{} {}", floe.geometry().name(hex), cell_of(self, floe, hex));
        let stacks: Vec<String> = self.shared(floe).map(stack).collect();
        (!stacks.is_empty())
            .then(|| format!("*: several penguins: {}.", stacks.join(", ")))
            .into_iter()
            .collect()
    }

    fn drawn(&self, floe: &Floe, hex: Hex, token: &str) -> String {
        match floe.owner(hex) {
            Some(player) if token.starts_with('(') => format!("{player}*"),
            _ => token.to_owned(),
        }
    }
}

impl Group {
    /// Sets the number of penguins of a player on a hex, at most four.
    fn set(&mut self, floe: &mut Floe, player: Player, hex: Hex, count: u32) {
        let more = count.saturating_sub(1);
        let [ones, twos] = &mut self.more[player.index()];
        for (set, is_in) in [
            (&mut floe.penguins[player.index()], count > 0),
            (ones, more & 1 != 0),
            (twos, more & 2 != 0),
        ] {
            if is_in {
                set.insert(hex);
            } else {
                set.remove(hex);
            }
        }
    }

    /// Hexes where a player has several penguins.
    #[inline]
    fn several(&self, player: Player) -> HexSet {
        self.more[player.index()][0] | self.more[player.index()][1]
    }

    /// Hexes with several penguins of any players.
    fn shared(&self, floe: &Floe) -> impl Iterator<Item = Hex> {
        let count = move |hex| {
            floe.all_players()
                .map(|player| self.penguins_on(floe, player, hex))
                .sum::<u32>()
        };
        floe.occupied()
            .into_iter()
            .filter(move |&hex| count(hex) > 1)
    }
}

/// Destinations of the penguins on these hexes, all together.
#[inline]
fn ends(floe: &Floe, penguins: HexSet) -> HexSet {
    if floe.outline.is_standard() {
        ends_on(floe, Standard, penguins)
    } else {
        ends_on(floe, floe.outline, penguins)
    }
}

/// [`ends`] on a floe of this layout.
#[inline]
fn ends_on(floe: &Floe, layout: impl Layout, penguins: HexSet) -> HexSet {
    let rays = layout.rays(penguins, floe.crossing());
    let mut beyond = HexSet::EMPTY;
    for direction in Direction::ALL {
        beyond |= layout.step(rays[direction] | penguins, direction);
    }
    (rays.union() - floe.open) | beyond & floe.occupied()
}

/// Gives a player the tile that `penguins` of its penguins have left empty.
fn leave_empty(floe: &mut Floe, player: Player, hex: Hex, penguins: u32) {
    floe.add_taken(
        player,
        Value {
            fish: floe.fish(hex) * penguins as i32,
            tiles: 1,
        },
    );
    floe.remove(hex.into());
}
