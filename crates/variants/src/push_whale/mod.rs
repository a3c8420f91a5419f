//! **Push and whale** (3.8): penguins push others, and a whale roams below the ice, but no player loses its last penguin.

use floe_fish::PositionError;
use floe_game::{Player, Score};
use floe_hex::{Hex, HexSet};

use crate::floe::mix;
use crate::notation::Keys;
use crate::push::{danger, notes, push, pushes, why_no_push};
use crate::{DealError, Floe, SetUp, VariantInfo, VariantMove, VariantRules, Whale};

/// The whale where penguins push. It does not swim after a push, for no tile was vacated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PushWhale(Whale);

impl VariantRules for PushWhale {
    type Word = u64;
    type Move = VariantMove;

    const INFO: &'static VariantInfo =
        &VariantInfo { name: "push+whale", help: include_str!("help.txt"), ..*Whale::INFO };

    fn deal(&mut self, floe: &mut Floe, tiles: [HexSet; 3], set_up: &SetUp, seed: u64) -> Result<(), DealError> {
        self.0.deal(floe, tiles, set_up, seed)
    }

    fn for_each_choice(&self, floe: &Floe, mut visit: impl FnMut(VariantMove)) {
        self.0.for_each_choice(floe, &mut visit);
        pushes(floe, floe.turn, last_ones(floe)).for_each(|(from, to)| visit(VariantMove::Push { from, to }));
    }

    fn play(&mut self, floe: &mut Floe, mv: VariantMove) {
        match mv {
            VariantMove::Push { from, to } => push(floe, from, to),
            mv => self.0.slide_and_swim(floe, mv),
        }
        self.pass_turn(floe, floe.next(floe.turn));
    }

    fn can_move(&self, floe: &Floe, player: Player) -> bool {
        floe.can_slide(player) || pushes(floe, player, last_ones(floe)).next().is_some()
    }

    fn key(&self, floe: &Floe) -> u64 {
        mix(self.0.key(floe), 2)
    }

    fn read_keys(&mut self, floe: &mut Floe, keys: &Keys<'_>) -> Result<(), PositionError> {
        self.0.read_keys(floe, keys)
    }

    fn written_keys(&self, floe: &Floe) -> String {
        self.0.written_keys(floe)
    }

    fn legend(&self, floe: &Floe) -> Vec<String> {
        self.0.legend(floe)
    }

    fn drawn(&self, floe: &Floe, hex: Hex, token: &str) -> String {
        self.0.drawn(floe, hex, token)
    }

    fn gain(&self, floe: &Floe, mv: VariantMove) -> Score {
        if matches!(mv, VariantMove::Push { .. }) { Score::MAX } else { self.0.gain(floe, mv) }
    }

    fn danger(&self, floe: &Floe, player: Player) -> Score {
        danger(floe, player, last_ones(floe))
    }

    fn notes(&self, floe: &Floe) -> Vec<String> {
        [self.0.notes(floe), notes(floe, last_ones(floe))].concat()
    }

    fn why_illegal(&self, floe: &Floe, sign: char, from: Hex, to: Hex) -> Option<String> {
        if sign != 'x' {
            return self.0.why_illegal(floe, sign, from, to);
        }
        let is_push = pushes(floe, floe.turn, HexSet::EMPTY).any(|push| push == (from, to));
        let last = || format!("the penguin on {} is the last one of its player", floe.geometry().name(to));
        Some(if is_push { last() } else { why_no_push(floe, from, to) })
    }
}

/// Penguins that are the last of their players.
fn last_ones(floe: &Floe) -> HexSet {
    let last = floe.penguins.iter().filter(|own| !own.is_several());
    last.fold(HexSet::EMPTY, |all, &own| all | own)
}
