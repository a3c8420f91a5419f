//! **Push** (3.1): a penguin may push an adjacent one of an opponent into the water behind it.

use floe_game::{Player, Score};
use floe_hex::{Direction, Hex, HexSet, Layout, Standard};

use crate::floe::mix;
use crate::parts::way_of_penguin;
use crate::plain::slide;
use crate::variant_knowledge::{counts, others};
use crate::{
    Floe, FloePart, MoveKind, OwnFeatures, Plain, VariantInfo, VariantKnowledge, VariantMove,
    VariantRules, VariantText,
};

/// The rules of `push` (3.1), which have no state of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Push;

impl VariantRules for Push {
    type Word = u64;
    type Move = VariantMove;
    const INFO: &'static VariantInfo = &VariantInfo {
        name: "push",
        has_teams: true,
        moves: &[MoveKind::Place, MoveKind::Slide, MoveKind::Push],
        help: include_str!("help.txt"),
        features: FEATURES,
        ..VariantInfo::NEW
    };

    fn for_each_choice(&self, floe: &Floe, mut visit: impl FnMut(VariantMove)) {
        Plain.for_each_choice(floe, &mut visit);
        pushes(floe, floe.turn, HexSet::EMPTY)
            .for_each(|(from, to)| visit(VariantMove::Push(from, to)));
    }

    #[inline]
    fn play(&mut self, floe: &mut Floe, mv: VariantMove) {
        match mv {
            VariantMove::Push(from, to) => push(floe, from, to),
            mv => slide(floe, mv),
        }
        self.pass_turn(floe, floe.next(floe.turn));
    }

    #[inline]
    fn can_move(&self, floe: &Floe, player: Player) -> bool {
        floe.can_slide(player) || pushes(floe, player, HexSet::EMPTY).next().is_some()
    }

    fn count(&self, floe: &Floe) -> u64 {
        u64::from(floe.count_slides(floe.turn))
            + pushes(floe, floe.turn, HexSet::EMPTY).count() as u64
    }

    /// Counts pairs of slides as in the base rules. A slide adds to the pushes of the next player
    /// those against the moved penguin, if it stops next to an opponent with water behind itself,
    /// and those towards the hex that has become water; it removes those against the penguin on its
    /// old hex.
    fn count_pairs(&self, floe: &Floe) -> Option<u64> {
        let mut pairs = Plain.count_pairs(floe)?;
        let outline = floe.outline;
        let mover = floe.turn;
        let next = floe.next(floe.turn);
        let own = floe.penguins(mover);
        let free = floe.free();
        let ice = floe.tiles | floe.open;
        let attackers = floe.penguins(next);
        let victims = floe.enemies(next);
        let can_be_pushed = !floe.are_mates(mover, next);
        let slides = outline.rays(own, free);
        let slides_of = |from: Hex| u64::from(floe.geometry().slides(from, free).len());
        for direction in Direction::ALL {
            let back = direction.opposite();
            let beside = outline.step(attackers, direction);
            // Next to an attacker, with water or nothing behind.
            let exposed = beside - outline.step(ice, back);
            if !exposed.is_empty() {
                pairs += u64::from(slides.count()) * u64::from((exposed & victims).len());
                if can_be_pushed {
                    pairs += Direction::ALL
                        .iter()
                        .map(|&lane| u64::from((slides[lane] & exposed).len()))
                        .sum::<u64>();
                    pairs -= (exposed & own).into_iter().map(slides_of).sum::<u64>();
                }
            }
            // Two hexes from an attacker: where it stood is water when it has gone, and that is
            // behind the hex between.
            let leaving = outline.step(beside, direction) & own;
            if !leaving.is_empty() {
                let between = outline.step(leaving, back);
                if can_be_pushed {
                    pairs += u64::from((between & free).len());
                }
                pairs += (outline.step(between & victims, direction) & leaving)
                    .into_iter()
                    .map(slides_of)
                    .sum::<u64>();
            }
        }
        for (from, to) in pushes(floe, mover, HexSet::EMPTY) {
            let mut after = *floe;
            Push.play(&mut after, VariantMove::Push(from, to));
            pairs += if after.is_deserted() {
                0
            } else {
                Push.count(&after)
            };
        }
        Some(pairs)
    }

    #[inline]
    fn key(&self, floe: &Floe) -> u64 {
        mix(floe.key(), 2)
    }
}

/// Whether no penguin of a player can ever touch one of an opponent.
fn are_apart(floe: &Floe) -> bool {
    floe.all_players().all(|player| {
        let near = floe.neighbours(reach(floe, floe.penguins(player)));
        (near & reach(floe, floe.enemies(player))).is_empty()
    })
}

/// Hexes on which these penguins stand or can ever stand by slides.
fn reach(floe: &Floe, penguins: HexSet) -> HexSet {
    penguins | floe.outline.flood(penguins, floe.crossing())
}

impl VariantKnowledge for Push {
    /// Gain of a move; that of a push is above all others.
    fn gain(&self, floe: &Floe, mv: VariantMove) -> Score {
        if matches!(mv, VariantMove::Push(..)) {
            Score::MAX
        } else {
            Plain.gain(floe, mv)
        }
    }

    fn own_features<const N: usize>(&self, floe: &Floe, sides: [HexSet; N]) -> [OwnFeatures; N] {
        own_features(floe, sides, HexSet::EMPTY)
    }

    /// Nothing can be pushed where no penguins of opponents ever touch.
    fn is_base_when_separated(&self, floe: &Floe) -> bool {
        are_apart(floe)
    }

    fn notes(&self, floe: &Floe) -> Vec<String> {
        notes(floe, HexSet::EMPTY)
    }
}

impl VariantText for Push {
    fn parts(&self, floe: &Floe, choice: VariantMove) -> Vec<FloePart<u64>> {
        parts::<Push>(floe, choice)
    }

    fn why_illegal(&self, floe: &Floe, sign: char, from: Hex, to: Hex) -> Option<String> {
        (sign == 'x').then(|| why_no_push(floe, from, to))
    }
}

/// Own features of rules with pushes.
pub(crate) const FEATURES: &[&str] = &[
    // Its penguins.
    "penguins",
    // Those that the side to move can push, and those that other sides can push in their next
    // turns.
    "pushable-now",
    "pushable-later",
    // Penguins of others that it can push: as the side to move, and in its next turn.
    "victims-now",
    "victims-later",
    // Lines on which its penguins could be pushed, if a penguin came there.
    "exposed",
];

/// Pushes of a player, were it its turn: hexes of the pusher and of the other penguin, which is
/// none of `spared`.
#[inline]
pub(crate) fn pushes(
    floe: &Floe,
    player: Player,
    spared: HexSet,
) -> impl Iterator<Item = (Hex, Hex)> + use<> {
    let geometry = floe.geometry();
    let own = floe.penguins(player);
    let ice = floe.tiles | floe.open;
    let beside = (floe.neighbours(own) & floe.enemies(player)) - spared;
    beside.into_iter().flat_map(move |to| {
        Direction::ALL.into_iter().filter_map(move |direction| {
            let from = geometry
                .neighbour(to, direction.opposite())
                .filter(|&from| own.contains(from))?;
            geometry
                .neighbour(to, direction)
                .is_none_or(|behind| !ice.contains(behind))
                .then_some((from, to))
        })
    })
}

/// Targets that the penguins `own` could push, were it their turn.
#[inline]
fn victims(floe: &Floe, layout: impl Layout, own: HexSet, targets: HexSet) -> HexSet {
    let near = layout.neighbours(own) & targets;
    let mut victims = HexSet::EMPTY;
    if near.is_empty() {
        return victims;
    }
    let ice = floe.tiles | floe.open;
    for direction in Direction::ALL {
        let hit = layout.step(own, direction) & near;
        victims |= hit - layout.step(ice, direction.opposite());
    }
    victims
}

/// Own features of the sides with these penguins, of which `spared` cannot be pushed, in the order
/// of [`FEATURES`].
#[inline]
pub(crate) fn own_features<const N: usize>(
    floe: &Floe,
    sides: [HexSet; N],
    spared: HexSet,
) -> [OwnFeatures; N] {
    if floe.outline.is_standard() {
        features_on(floe, Standard, sides, spared)
    } else {
        features_on(floe, floe.outline, sides, spared)
    }
}

/// [`own_features`] on a floe of this layout.
#[inline]
fn features_on<const N: usize>(
    floe: &Floe,
    layout: impl Layout,
    sides: [HexSet; N],
    spared: HexSet,
) -> [OwnFeatures; N] {
    let (mut of_sides, mut later) = ([HexSet::EMPTY; N], HexSet::EMPTY);
    for place in 0..N {
        of_sides[place] = victims(floe, layout, sides[place], others(&sides, place) - spared);
        if place > 0 {
            later |= of_sides[place];
        }
    }
    let exposed = exposed(floe, layout);
    let mut features = [OwnFeatures::default(); N];
    for place in 0..N {
        let own = sides[place];
        let can_push = of_sides[place].len();
        let mut lines = 0;
        for hexes in exposed {
            lines += (hexes & (own - spared)).len();
        }
        features[place] = counts([
            own.len(),
            (of_sides[0] & own).len(),
            (later & own).len(),
            if place == 0 { can_push } else { 0 },
            if place == 0 { 0 } else { can_push },
            lines,
        ]);
    }
    features
}

/// Hexes on which penguins could be pushed along a line of each direction: ice before them, and
/// none behind.
#[inline]
fn exposed(floe: &Floe, layout: impl Layout) -> [HexSet; Direction::COUNT] {
    let ice = floe.tiles | floe.open;
    let mut before = [HexSet::EMPTY; Direction::COUNT];
    for direction in Direction::ALL {
        before[direction as usize] = layout.step(ice, direction);
    }
    let mut exposed = before;
    for direction in Direction::ALL {
        exposed[direction as usize] -= before[direction.opposite() as usize];
    }
    exposed
}

/// Sentences about the penguins that can be pushed.
pub(crate) fn notes(floe: &Floe, spared: HexSet) -> Vec<String> {
    let victims = floe.all_players().map(|player| {
        (
            player,
            victims(
                floe,
                floe.outline,
                floe.penguins(player),
                floe.enemies(player) - spared,
            ),
        )
    });
    let victims = victims.filter(|(_, victims)| !victims.is_empty());
    let note =
        |(player, victims)| format!("{player} can push the penguins on {}.", floe.names(victims));
    victims.map(note).collect()
}

/// Pushes the penguin on `to` into the water.
#[inline]
pub(crate) fn push(floe: &mut Floe, from: Hex, to: Hex) {
    let owner = floe.owner(to).expect("a penguin to push");
    floe.penguins[owner.index()].remove(to);
    floe.walk(floe.turn, from, to);
}

/// Parts of a choice by rules with pushes; of a push the other penguin is lost.
pub(crate) fn parts<V: VariantText<Word = u64, Move = VariantMove>>(
    floe: &Floe,
    choice: VariantMove,
) -> Vec<FloePart<u64>> {
    let mut parts = way_of_penguin(floe.geometry(), choice, V::PLACEMENT);
    if let VariantMove::Push(_, to) = choice
        && let Some(part) = parts.last_mut()
        && let Some(owner) = floe.owner(to)
    {
        part.words = format!("pushes {owner}'s penguin into the water");
        part.lost = to.into();
    }
    parts
}

/// Reason why the penguin on `from` cannot push one on `to`.
pub(crate) fn why_no_push(floe: &Floe, from: Hex, to: Hex) -> String {
    let geometry = floe.geometry();
    let pusher = geometry.name(from);
    let other = geometry.name(to);
    if !geometry.adjacent(from).contains(to) {
        format!("{other} is not next to {pusher}")
    } else if floe.enemies(floe.turn).contains(to) {
        format!("there is no water behind {other}")
    } else {
        format!("there is no penguin to push on {other}")
    }
}
