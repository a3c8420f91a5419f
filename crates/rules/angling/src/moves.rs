//! Moves of every step (5.3, 5.4).

use floe_game::{Counted, Game, POINT, Player, Sampled, Score, Turn};
use rand::{Rng, RngExt};

use crate::angling::{Angling, AnglingStep, NOWHERE};
use crate::lake::{LakeSpace, LakeSpaces};
use crate::mv::AnglingMove;
use crate::tile::{Angler, AnglingSpecial, LakeTile};

impl Angling {
    /// Calls `visit` with every tile that may be laid: in a view one that stays unknown.
    fn for_each_lay(&self, mut visit: impl FnMut(AnglingMove)) {
        if self.has_unknown() {
            visit(AnglingMove::Lay(None));
        } else {
            self.unseen()
                .kinds()
                .for_each(|tile| visit(AnglingMove::Lay(Some(tile))));
        }
    }

    /// Calls `visit` with every tile that may be shown (5.4), in a view with every one that can be
    /// such a tile.
    fn for_each_show(&self, mut visit: impl FnMut(AnglingMove)) {
        let Some(pier) = self.pier(self.active) else {
            return;
        };
        for &space in self
            .line(pier)
            .iter()
            .filter(|&&space| self.board.has_tile(space))
        {
            let may_show = match self.tile(space) {
                None => self.unseen().kinds().any(|tile| self.may_show(tile)),
                Some(tile) => self.may_show(tile),
            };
            if may_show {
                visit(AnglingMove::Show(space, None));
            }
        }
    }

    /// Whether the fish may show a tile of the active angler's line (5.4): the diver only if it is
    /// alone there.
    pub(crate) fn may_show(&self, tile: LakeTile) -> bool {
        let is_alone = || {
            let line = self
                .pier(self.active)
                .map_or(&[][..], |pier| self.line(pier));
            line.iter()
                .filter(|&&space| self.board.has_tile(space))
                .count()
                == 1
        };
        tile != LakeTile::DIVER || is_alone()
    }

    fn for_each_catch(&self, occupied: LakeSpaces, mut visit: impl FnMut(AnglingMove)) {
        if let (Some(_), Some(pier)) = (self.shown, self.pier(self.active)) {
            for (distance, &space) in (1..).zip(self.line(pier)) {
                if occupied.contains(space) && self.catch_tiles(distance) > 0 {
                    visit(AnglingMove::Catch(space, None));
                }
            }
        }
        if self.has(AnglingSpecial::Look) {
            occupied
                .into_iter()
                .for_each(|space| visit(AnglingMove::Look(space, None)));
        }
        if self.has(AnglingSpecial::Hold) {
            visit(AnglingMove::Hold);
        }
        visit(AnglingMove::No);
    }

    fn for_each_slide(&self, occupied: LakeSpaces, mut visit: impl FnMut(AnglingMove)) {
        if self.may_slide() {
            occupied.for_each_slide(self.area() - occupied, |step, targets| {
                targets.into_iter().for_each(|to| visit(slide(to, step)));
            });
        }
        for angler in self.anglers().filter(|&angler| self.can_push(angler)) {
            visit(AnglingMove::Push(angler));
        }
        if self.can_swap(occupied) {
            for a in occupied {
                for b in occupied.into_iter().filter(|&b| a < b) {
                    visit(AnglingMove::Swap(a, b));
                }
            }
        }
        visit(AnglingMove::End);
    }

    fn for_each_place(&self, mut visit: impl FnMut(AnglingMove)) {
        let angler = if self.starts[0] == NOWHERE {
            Angler::Yellow
        } else {
            Angler::Red
        };
        for pier in (0..self.piers() as u8).filter(|pier| !self.starts.contains(pier)) {
            visit(AnglingMove::Place(angler, pier));
        }
    }

    /// A random move of a step with many of them: drawn by counting, without a list.
    fn random_slide(&self, rng: &mut impl Rng) -> AnglingMove {
        let occupied = self.occupied();
        let mut slides = 0;
        if self.may_slide() {
            occupied.for_each_slide(self.area() - occupied, |_, targets| slides += targets.len());
        }
        let pushes = self
            .anglers()
            .filter(|&angler| self.can_push(angler))
            .count();
        let swaps = if self.can_swap(occupied) {
            occupied.len() * (occupied.len() - 1) / 2
        } else {
            0
        };
        let mut number = rng.random_range(0..slides + pushes + swaps + 1);
        if number < slides {
            let mut drawn = AnglingMove::End;
            occupied.for_each_slide(self.area() - occupied, |step, targets| {
                if number < targets.len() {
                    drawn = targets.nth(number).map_or(drawn, |to| slide(to, step));
                    number = usize::MAX;
                } else if number != usize::MAX {
                    number -= targets.len();
                }
            });
            return drawn;
        }
        number -= slides;
        if number < pushes {
            let mut anglers = self.anglers().filter(|&angler| self.can_push(angler));
            return anglers
                .nth(number)
                .map_or(AnglingMove::End, AnglingMove::Push);
        }
        number -= pushes;
        if number < swaps {
            // Pairs in the order of their second tile.
            let mut second = 1;
            while number >= second {
                number -= second;
                second += 1;
            }
            if let (Some(a), Some(b)) = (occupied.nth(number), occupied.nth(second)) {
                return AnglingMove::Swap(a, b);
            }
        }
        AnglingMove::End
    }
}

fn slide(to: LakeSpace, step: isize) -> AnglingMove {
    AnglingMove::Slide(
        LakeSpace::from_index((to.index() as isize - step) as usize),
        to,
    )
}

impl Game for Angling {
    type Move = AnglingMove;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.step == AnglingStep::Over {
            Turn::Over
        } else {
            Turn::Of(self.turn)
        }
    }

    fn for_each_move(&self, mut visit: impl FnMut(AnglingMove)) {
        match self.step {
            AnglingStep::Lay => self.for_each_lay(visit),
            AnglingStep::Place => self.for_each_place(visit),
            AnglingStep::Walk => {
                for angler in self.anglers().filter(|&angler| !self.is_out(angler)) {
                    (1..self.piers_ahead(angler) as u8)
                        .for_each(|by| visit(AnglingMove::Walk(angler, by)));
                    visit(AnglingMove::WalkOut(angler));
                }
            }
            AnglingStep::Show => self.for_each_show(visit),
            AnglingStep::Catch => self.for_each_catch(self.occupied(), visit),
            AnglingStep::Slide => self.for_each_slide(self.occupied(), visit),
            AnglingStep::Over => {}
        }
    }

    fn play(&mut self, mv: AnglingMove) {
        match mv {
            AnglingMove::Lay(tile) => self.lay(tile),
            AnglingMove::Place(angler, pier) => self.place(angler, pier),
            AnglingMove::Walk(angler, by) => self.walk(angler, usize::from(by)),
            AnglingMove::WalkOut(angler) => self.walk(angler, self.piers()),
            AnglingMove::Show(space, tile) => {
                self.reveal(space, tile);
                self.begin_catching(Some(space));
            }
            AnglingMove::Catch(space, tile) => {
                self.reveal(space, tile);
                self.catch(space);
            }
            AnglingMove::No => self.begin_slides(),
            AnglingMove::Look(space, tile) => {
                self.reveal(space, tile);
                self.use_special(AnglingSpecial::Look);
                self.begin_slides();
            }
            AnglingMove::Hold => {
                self.use_special(AnglingSpecial::Hold);
                self.is_held = true;
                self.begin_slides();
            }
            AnglingMove::Slide(from, to) => {
                self.board.exchange(from, to);
                self.slides -= 1;
                self.settle_slides();
            }
            AnglingMove::Push(angler) => self.push(angler),
            AnglingMove::Swap(a, b) => {
                self.use_special(AnglingSpecial::Swap);
                self.board.exchange(a, b);
                self.begin_round();
            }
            AnglingMove::End => self.begin_round(),
        }
    }

    /// Points of the player, in 1/128, and 1/128 more for the first angler, who wins a tie after
    /// two days (5.5).
    fn score(&self, player: Player) -> Score {
        POINT * self.points(player) + Score::from(player.index() == 0 && self.is_full_game())
    }
}

impl Counted for Angling {}

impl Sampled for Angling {
    fn random_move(&self, rng: &mut impl Rng) -> Option<AnglingMove> {
        match self.step {
            AnglingStep::Over => None,
            AnglingStep::Slide => Some(self.random_slide(rng)),
            AnglingStep::Walk => {
                let yellow = self.piers_ahead(Angler::Yellow);
                let red = if self.anglers > 1 {
                    self.piers_ahead(Angler::Red)
                } else {
                    0
                };
                let number = rng.random_range(0..yellow + red);
                let (angler, number, ahead) = if number < yellow {
                    (Angler::Yellow, number, yellow)
                } else {
                    (Angler::Red, number - yellow, red)
                };
                let by = number + 1;
                Some(if by == ahead {
                    AnglingMove::WalkOut(angler)
                } else {
                    AnglingMove::Walk(angler, by as u8)
                })
            }
            _ => {
                let count = self.count_moves() as usize;
                let mut number = rng.random_range(0..count);
                let mut drawn = None;
                self.for_each_move(|mv| {
                    if number == 0 {
                        drawn = Some(mv);
                    }
                    number = number.wrapping_sub(1);
                });
                drawn
            }
        }
    }
}
