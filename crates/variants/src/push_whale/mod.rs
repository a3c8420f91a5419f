//! **Push and whale** (3.8): penguins push others, and a whale roams below the ice, but no player loses its last penguin.

use floe_fish::PositionError;
use floe_game::{Player, Score};
use floe_hex::{Hex, HexSet};

use crate::floe::mix;
use crate::notation::Keys;
use crate::push::{any_push, danger, notes, push, victims};
use crate::registry::VariantEntry;
use crate::{DealError, Floe, Kind, Push, SetUp, VariantMove, VariantRules, Whale};

pub(crate) const ENTRY: VariantEntry = VariantEntry {
    name: "push+whale",
    has_teams: true,
    help: concat!(
        "  push+whale     both; no player's last penguin can be pushed, and after a\n",
        "                 push the whale stays                          c3xd3\n",
    ),
};

/// The whale where penguins push. It does not swim after a push, for no tile was left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PushWhale(Whale);

impl VariantRules for PushWhale {
    type Word = u64;
    type Move = VariantMove;

    fn new(kind: Option<Kind>) -> Option<PushWhale> {
        (kind == Some(Kind::PushWhale)).then_some(PushWhale(Whale(Hex::new(0))))
    }

    fn kind(&self) -> Option<Kind> {
        Some(Kind::PushWhale)
    }

    fn deal(&mut self, floe: &mut Floe, tiles: [HexSet; 3], set_up: &SetUp, seed: u64) -> Result<(), DealError> {
        self.0.deal(floe, tiles, set_up, seed)
    }

    fn for_each_choice(&self, floe: &Floe, mut visit: impl FnMut(VariantMove)) {
        self.0.for_each_choice(floe, &mut visit);
        any_push_but_of_the_last(floe, floe.turn, |from, to| {
            visit(VariantMove::Push { from, to });
            false
        });
    }

    fn play(&mut self, floe: &mut Floe, mv: VariantMove) {
        match mv {
            VariantMove::Push { from, to } => push(floe, from, to),
            mv => self.0.slide_and_swim(floe, mv),
        }
        self.settle(floe, floe.next(floe.turn));
    }

    fn can_move(&self, floe: &Floe, player: Player) -> bool {
        floe.can_slide(player) || any_push_but_of_the_last(floe, player, |_, _| true)
    }

    fn key(&self, floe: &Floe) -> u64 {
        mix(self.0.key(floe), 2)
    }

    fn keys(&self) -> &'static [&'static str] {
        self.0.keys()
    }

    fn read_keys(&mut self, floe: &mut Floe, keys: &Keys<'_>) -> Result<(), PositionError> {
        self.0.read_keys(floe, keys)
    }

    fn written_keys(&self, floe: &Floe) -> String {
        self.0.written_keys(floe)
    }

    fn signs(&self, floe: &Floe) -> Vec<String> {
        self.0.signs(floe)
    }

    fn drawn(&self, floe: &Floe, hex: Hex, token: &str) -> String {
        self.0.drawn(floe, hex, token)
    }

    fn gain(&self, floe: &Floe, mv: VariantMove) -> Score {
        if matches!(mv, VariantMove::Push { .. }) { Score::MAX } else { self.0.gain(floe, mv) }
    }

    fn danger(&self, floe: &Floe, player: Player) -> Score {
        danger(floe, player, |other| victims(floe, other) - last_ones(floe))
    }

    fn notes(&self, floe: &Floe) -> Vec<String> {
        [self.0.notes(floe), notes(floe, |player| victims(floe, player) - last_ones(floe))].concat()
    }

    fn why_not(&self, floe: &Floe, sign: char, from: Hex, to: Hex) -> Option<String> {
        if sign != 'x' {
            return self.0.why_not(floe, sign, from, to);
        }
        let is_push = any_push(floe, floe.turn, |pusher, other| (pusher, other) == (from, to));
        let last = || format!("the penguin on {} is the last one of its player", floe.geometry().name(to));
        if is_push { Some(last()) } else { Push.why_not(floe, sign, from, to) }
    }
}

/// The penguins that are the last of their players.
fn last_ones(floe: &Floe) -> HexSet {
    let last = floe.penguins.iter().filter(|own| !own.is_several());
    last.fold(HexSet::EMPTY, |all, &own| all | own)
}

/// Calls `visit` with every push of a player, until it says that it has seen enough.
fn any_push_but_of_the_last(floe: &Floe, player: Player, mut visit: impl FnMut(Hex, Hex) -> bool) -> bool {
    let last = last_ones(floe);
    any_push(floe, player, |from, to| !last.contains(to) && visit(from, to))
}
