//! **Push** (3.1): a penguin may push an adjacent one of an opponent into the water behind it.

use floe_game::{Player, Score};
use floe_hex::{Direction, Hex, HexSet, Layout};

use crate::floe::mix;
use crate::parts::way_of_penguin;
use crate::plain::slide;
use crate::{Floe, FloePart, Plain, VariantInfo, VariantKnowledge, VariantMove, VariantRules, VariantText};

/// The rules of `push` (3.1), which have no state of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Push;

impl VariantRules for Push {
    type Word = u64;
    type Move = VariantMove;
    const INFO: &'static VariantInfo =
        &VariantInfo { name: "push", help: include_str!("help.txt"), ..VariantInfo::BASE };

    fn for_each_choice(&self, floe: &Floe, mut visit: impl FnMut(VariantMove)) {
        Plain.for_each_choice(floe, &mut visit);
        pushes(floe, floe.turn, HexSet::EMPTY).for_each(|(from, to)| visit(VariantMove::Push(from, to)));
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
        u64::from(floe.count_slides(floe.turn)) + pushes(floe, floe.turn, HexSet::EMPTY).count() as u64
    }

    /// Counts pairs of slides as in the base rules. A slide adds to the pushes of the next player those against the
    /// moved penguin, if it stops next to an opponent with water behind itself, and those towards the hex that has
    /// become water; it removes those against the penguin on its old hex.
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
                    pairs += Direction::ALL.iter().map(|&lane| u64::from((slides[lane] & exposed).len())).sum::<u64>();
                    pairs -= (exposed & own).into_iter().map(slides_of).sum::<u64>();
                }
            }
            // Two hexes from an attacker: where it stood is water when it has gone, and that is behind the hex between.
            let leaving = outline.step(beside, direction) & own;
            if !leaving.is_empty() {
                let between = outline.step(leaving, back);
                if can_be_pushed {
                    pairs += u64::from((between & free).len());
                }
                pairs += (outline.step(between & victims, direction) & leaving).into_iter().map(slides_of).sum::<u64>();
            }
        }
        for (from, to) in pushes(floe, mover, HexSet::EMPTY) {
            let mut after = *floe;
            Push.play(&mut after, VariantMove::Push(from, to));
            pairs += if after.is_deserted() { 0 } else { Push.count(&after) };
        }
        Some(pairs)
    }

    #[inline]
    fn key(&self, floe: &Floe) -> u64 {
        mix(floe.key(), 2)
    }
}

impl VariantKnowledge for Push {
    /// Gain of a move; that of a push is above all others.
    fn gain(&self, floe: &Floe, mv: VariantMove) -> Score {
        if matches!(mv, VariantMove::Push(..)) { Score::MAX } else { Plain.gain(floe, mv) }
    }

    fn danger(&self, floe: &Floe, player: Player) -> Score {
        danger(floe, player, HexSet::EMPTY)
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

/// Penalty for a penguin that can be pushed at once, in 1/128 fish.
const IN_DANGER: Score = 640;
/// Penalty for one whose owner is to move before that, in 1/128 fish.
const WARNED: Score = 160;

/// Pushes of a player, were it its turn: hexes of the pusher and of the other penguin, which is none of `spared`.
#[inline]
pub(crate) fn pushes(floe: &Floe, player: Player, spared: HexSet) -> impl Iterator<Item = (Hex, Hex)> + use<> {
    let geometry = floe.geometry();
    let own = floe.penguins(player);
    let ice = floe.tiles | floe.open;
    let beside = (floe.neighbours(own) & floe.enemies(player)) - spared;
    beside.into_iter().flat_map(move |to| {
        Direction::ALL.into_iter().filter_map(move |direction| {
            let from = geometry.neighbour(to, direction.opposite()).filter(|&from| own.contains(from))?;
            geometry.neighbour(to, direction).is_none_or(|behind| !ice.contains(behind)).then_some((from, to))
        })
    })
}

/// Penguins that a player could push, were it its turn.
fn victims(floe: &Floe, player: Player, spared: HexSet) -> HexSet {
    let outline = floe.outline;
    let own = floe.penguins(player);
    let ice = floe.tiles | floe.open;
    let near = (floe.neighbours(own) & floe.enemies(player)) - spared;
    if near.is_empty() {
        return near;
    }
    Direction::ALL.into_iter().fold(HexSet::EMPTY, |victims, direction| {
        let hit = outline.step(own, direction) & near;
        let on_ice = outline.step(outline.step(hit, direction) & ice, direction.opposite());
        victims | (hit - on_ice)
    })
}

/// Penalty for the penguins of a player, in teams of its team, that can be pushed, in 1/128 fish.
pub(crate) fn danger(floe: &Floe, player: Player, spared: HexSet) -> Score {
    let others = floe.all_players().filter(|&other| !floe.are_mates(player, other));
    let victims = others.fold(HexSet::EMPTY, |all, other| all | victims(floe, other, spared)) - floe.enemies(player);
    let each = if floe.are_mates(player, floe.turn) { WARNED } else { IN_DANGER };
    each * victims.len() as Score
}

/// Sentences about the penguins that can be pushed.
pub(crate) fn notes(floe: &Floe, spared: HexSet) -> Vec<String> {
    let victims = floe.all_players().map(|player| (player, victims(floe, player, spared)));
    let victims = victims.filter(|(_, victims)| !victims.is_empty());
    let note = |(player, victims)| format!("{player} can push the penguins on {}.", floe.names(victims));
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
