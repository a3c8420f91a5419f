//! **Push** (3.1): a penguin may push an opponent's that stands beside it into the water behind.

use floe_game::{Player, Score};
use floe_hex::{Direction, Hex, HexSet, Layout};

use crate::floe::mix;
use crate::plain::{enemies, slide};
use crate::registry::VariantEntry;
use crate::{Floe, Kind, Plain, VariantMove, VariantRules};

pub(crate) const ENTRY: VariantEntry = VariantEntry {
    name: "push",
    has_teams: true,
    help: concat!(
        "  push           push an opponent's penguin into water behind it; your tile\n",
        "                 stays, and nobody takes anything              c3xd3\n",
    ),
};

/// The rules of pushing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Push;

impl VariantRules for Push {
    type Word = u64;
    type Move = VariantMove;

    fn new(kind: Option<Kind>) -> Option<Push> {
        (kind == Some(Kind::Push)).then_some(Push)
    }

    fn kind(&self) -> Option<Kind> {
        Some(Kind::Push)
    }

    fn for_each_choice(&self, floe: &Floe, mut visit: impl FnMut(VariantMove)) {
        Plain.for_each_choice(floe, &mut visit);
        any_push(floe, floe.turn, |from, to| {
            visit(VariantMove::Push { from, to });
            false
        });
    }

    #[inline]
    fn play(&mut self, floe: &mut Floe, mv: VariantMove) {
        match mv {
            VariantMove::Push { from, to } => push(floe, from, to),
            mv => slide(floe, mv),
        }
        self.settle(floe, floe.next(floe.turn));
    }

    #[inline]
    fn can_move(&self, floe: &Floe, player: Player) -> bool {
        floe.can_slide(player) || any_push(floe, player, |_, _| true)
    }

    fn count(&self, floe: &Floe) -> u64 {
        let mut pushes = 0;
        any_push(floe, floe.turn, |_, _| {
            pushes += 1;
            false
        });
        u64::from(floe.count_slides(floe.turn)) + pushes
    }

    /// Slides by slides as by the base rules. To the pushes that the next player has now, a slide adds those of the penguin that
    /// comes beside one of its own with water behind, and those with the hex behind that has just become water; it takes those of the
    /// penguin that has gone.
    fn count_pairs(&self, floe: &Floe) -> Option<u64> {
        let mut pairs = Plain.count_pairs(floe)?;
        let (outline, mover, next) = (floe.outline, floe.turn, floe.next(floe.turn));
        let (own, free, ice) = (floe.own(mover), floe.free(), floe.tiles | floe.open);
        let (attackers, victims) = (floe.own(next), enemies(floe, next));
        let can_be_pushed = !floe.are_mates(mover, next);
        let slides = outline.rays(own, free);
        let slides_of = |from: Hex| u64::from(floe.geometry().slides(from, free).len());
        for direction in Direction::ALL {
            let back = direction.opposite();
            let beside = outline.step(attackers, direction);
            // Beside an attacker, with water or nothing behind.
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
        any_push(floe, mover, |from, to| {
            let mut after = *floe;
            Push.play(&mut after, VariantMove::Push { from, to });
            pairs += if after.is_deserted() { 0 } else { Push.count(&after) };
            false
        });
        Some(pairs)
    }

    #[inline]
    fn key(&self, floe: &Floe) -> u64 {
        mix(floe.key(), 2)
    }

    /// A push is best of all.
    fn gain(&self, floe: &Floe, mv: VariantMove) -> Score {
        if matches!(mv, VariantMove::Push { .. }) { Score::MAX } else { Plain.gain(floe, mv) }
    }

    fn danger(&self, floe: &Floe, player: Player) -> Score {
        danger(floe, player, |other| victims(floe, other))
    }

    fn notes(&self, floe: &Floe) -> Vec<String> {
        notes(floe, |player| victims(floe, player))
    }

    fn why_not(&self, floe: &Floe, sign: char, from: Hex, to: Hex) -> Option<String> {
        (sign == 'x').then(|| why_no_push(floe, from, to))
    }
}

/// A penguin that can be pushed at once is worth so much less to its owner: several fish that it will not take.
const IN_DANGER: Score = 640;
/// What is left of that where its owner is to move first.
const WARNED: Score = 160;

/// The penguins that a player could push, were it its turn.
pub(crate) fn victims(floe: &Floe, player: Player) -> HexSet {
    let mut victims = HexSet::EMPTY;
    any_push(floe, player, |_, to| {
        victims.insert(to);
        false
    });
    victims
}

/// The cost of penguins that can be pushed; in teams what it costs the team.
pub(crate) fn danger(floe: &Floe, player: Player, victims: impl Fn(Player) -> HexSet) -> Score {
    let others = floe.all_players().filter(|&other| !floe.are_mates(player, other));
    let endangered = others.fold(HexSet::EMPTY, |all, other| all | victims(other)) - enemies(floe, player);
    let each = if floe.are_mates(player, floe.turn) { WARNED } else { IN_DANGER };
    each * endangered.len() as Score
}

/// The penguins that can be pushed, in sentences.
pub(crate) fn notes(floe: &Floe, victims: impl Fn(Player) -> HexSet) -> Vec<String> {
    let victims = floe.all_players().map(|player| (player, victims(player)));
    let victims = victims.filter(|(_, victims)| !victims.is_empty());
    let note = |(player, victims)| format!("{player} can push the penguins on {}.", floe.names(victims));
    victims.map(note).collect()
}

/// Calls `visit` with every push of a player, until it says that it has seen enough.
#[inline]
pub(crate) fn any_push(floe: &Floe, player: Player, mut visit: impl FnMut(Hex, Hex) -> bool) -> bool {
    let geometry = floe.geometry();
    let ice = floe.tiles | floe.open;
    let beside = floe.neighbours(floe.own(player)) & enemies(floe, player);
    beside.into_iter().any(|to| {
        Direction::ALL.into_iter().any(|direction| {
            let from = geometry.beside(to, direction.opposite()).filter(|&from| floe.own(player).contains(from));
            let has_water_behind = || geometry.beside(to, direction).is_none_or(|behind| !ice.contains(behind));
            from.is_some_and(|from| has_water_behind() && visit(from, to))
        })
    })
}

/// Pushes the penguin on `to` into the water. Nobody takes anything.
#[inline]
pub(crate) fn push(floe: &mut Floe, from: Hex, to: Hex) {
    let owner = floe.owner(to).expect("somebody to push");
    floe.penguins[owner.index()].remove(to);
    floe.walk(floe.turn, from, to);
}

/// Why the penguin on `from` cannot push one on `to`.
pub(crate) fn why_no_push(floe: &Floe, from: Hex, to: Hex) -> String {
    let geometry = floe.geometry();
    let (pusher, other) = (geometry.name(from), geometry.name(to));
    if !geometry.adjacent(from).contains(to) {
        format!("{other} is not beside {pusher}")
    } else if enemies(floe, floe.turn).contains(to) {
        format!("there is no water behind {other}")
    } else {
        format!("there is no penguin to push on {other}")
    }
}
