//! Parts that both forms of the game share.

/// Implements what is the same in both forms, for a position with `net`, `pile`, `usable()`,
/// `drawable()`, `finish()` and `position_key()`. With `is_once` a set of cards is freed by one use
/// of a power at most.
macro_rules! form {
    ($form:ident, is_once: $is_once:expr) => {
        impl $form {
            /// Lowers the cards. If any has fallen and a group may be freed, freeing follows again;
            /// otherwise the turn ends (4.3).
            fn lower(&mut self) {
                let has_fallen = self.net.fall();
                if !(has_fallen && can_free(&self.net, self.usable())) {
                    self.finish();
                }
            }

            /// Calls `visit` with every outcome of a choice and its probability.
            fn for_each_card(&self, choice: FlipMove, mut visit: impl FnMut(FlipMove, f64)) {
                match choice {
                    FlipMove::Draw(None) => self
                        .drawable()
                        .for_each_next(|card, chance| visit(FlipMove::Draw(Some(card)), chance)),
                    FlipMove::Lay(None) => self
                        .pile
                        .for_each_next(|card, chance| visit(FlipMove::Lay(Some(card)), chance)),
                    _ => visit(choice, 1.0),
                }
            }

            /// Calls `visit` with every way to free cards, and with the end of freeing.
            fn for_each_freeing(&self, mut visit: impl FnMut(FlipMove)) {
                visit(FlipMove::Done);
                free_sets(&self.net, self.usable(), $is_once)
                    .into_iter()
                    .for_each(|cards| visit(FlipMove::Free(cards)));
            }
        }

        impl Keyed for $form {
            const MOVE_BITS: u32 = FlipMove::BITS;

            fn key(&self) -> u64 {
                self.position_key()
            }

            fn move_bits(mv: FlipMove) -> u32 {
                mv.bits()
            }

            fn move_of_bits(bits: u32) -> FlipMove {
                FlipMove::of_bits(bits)
            }
        }

        impl Notated for $form {
            fn move_text(&self, mv: FlipMove) -> String {
                match mv {
                    FlipMove::Free(cards) => free_text(&self.net, self.usable(), $is_once, cards),
                    _ => mv.text(),
                }
            }

            fn line_text(&self, moves: &[FlipMove]) -> Vec<String> {
                line_in_play(self, moves)
            }
        }

        impl Counted for $form {}
        impl Sampled for $form {}
        impl Veiled for $form {}
    };
}

pub(crate) use form;
