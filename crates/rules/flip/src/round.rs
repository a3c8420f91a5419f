//! Rounds of the competitive form, played out by all ways to use the action cards.

use std::collections::HashSet;

use floe_game::{Chance, Game, Player};

use crate::card::ActionCard;
use crate::contest::{ANIMALS, Contest, ContestStep};
use crate::mv::FlipMove;

/// Number of animals that the last bidder can free in its turn, and one way to do it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Freeable {
    /// Action card that is played in this way; `None` if it has been played already.
    pub card: Option<ActionCard>,
    /// Number of animals freed in the whole turn, animals freed before this position included.
    pub number: usize,
    /// The moves of this way from here to the end of the turn, which begin with the action card if
    /// it has not been played.
    pub way: Vec<FlipMove>,
}

impl Contest {
    /// Every number of animals that can be freed with each open action card, with one way for each:
    /// in the turn of the last bidder, or in the rest of that turn if it has begun. During the bids
    /// the result holds for whoever gets the turn. Sorted by card, then by number.
    ///
    /// Empty while cards are laid and drawn, and while the freed animals are shared out.
    ///
    /// ```
    /// use floe_flip::Contest;
    ///
    /// let text = "contest:D1<D2>W1</D1>W2<W3</O1>T1<T2> A - D0022 powers=WD cards=cx points=5,3";
    /// let contest: Contest = text.parse()?;
    /// let of_card = |letter| contest.freeable().into_iter().filter(move |way| way.card.unwrap().letter() == letter);
    /// assert_eq!(of_card('c').map(|way| way.number).collect::<Vec<_>>(), [0, 2, 3, 4, 5, 6]);
    /// assert_eq!(of_card('x').map(|way| way.number).collect::<Vec<_>>(), [0, 2, 3, 4, 5]);
    /// # Ok::<(), floe_game::PositionError>(())
    /// ```
    pub fn freeable(&self) -> Vec<Freeable> {
        let mut found = Vec::new();
        let mut walk = Walk {
            visited: HashSet::new(),
            path: Vec::new(),
            found: &mut found,
        };
        match self.step {
            ContestStep::Bid | ContestStep::Act => {
                let alone = self.alone();
                alone
                    .choices()
                    .into_iter()
                    .for_each(|mv| walk.follow(&alone, mv));
            }
            ContestStep::Power | ContestStep::Free => walk.visit(&self.alone()),
            ContestStep::Lay | ContestStep::Draw | ContestStep::Give => {}
        }
        found.sort_by_key(|way| (way.card, way.number, way.way.len()));
        found.dedup_by_key(|way| (way.card, way.number));
        found
    }

    /// Whether this is the last round, however it is played: fewer than nine cards are left for
    /// another.
    pub fn is_last_round(&self) -> bool {
        let discards = if self.is_reshuffled {
            0
        } else {
            self.out.len() + self.freed.len() + self.net.animals().len()
        };
        self.pile.len() + discards < usize::from(ANIMALS)
    }

    /// The turn of the last bidder as a game of its own for two players, to try out what it can
    /// free. The bidder is A, with a bid of 0, so that B's points count all animals freed. The game
    /// goes on from this position; during the bids, from the choice of the action card. The ways of
    /// [`freeable`](Contest::freeable) can be played in it.
    #[must_use]
    pub fn alone(&self) -> Contest {
        let turn = Player::new(0);
        let points = [0; Player::MAX];
        let fines = [0; Player::MAX];
        let step = if self.step == ContestStep::Bid {
            ContestStep::Act
        } else {
            self.step
        };
        Contest {
            players: 2,
            turn,
            bidder: turn,
            bid: 0,
            passed: 0,
            points,
            fines,
            step,
            ..*self
        }
    }
}

/// Walk through all ways to go on in a turn.
struct Walk<'a> {
    /// Action card played, and position after it.
    visited: HashSet<(Option<ActionCard>, Contest)>,
    path: Vec<FlipMove>,
    found: &'a mut Vec<Freeable>,
}

impl Walk<'_> {
    fn visit(&mut self, contest: &Contest) {
        let card = self.path.first().and_then(|mv| mv.card());
        if !self.visited.insert((card, *contest)) {
            return;
        }
        if !matches!(contest.step, ContestStep::Power | ContestStep::Free) {
            let number = usize::from(contest.points[1]);
            self.found.push(Freeable {
                card,
                number,
                way: self.path.clone(),
            });
            return;
        }
        for mv in contest.choices() {
            self.follow(contest, mv);
        }
    }

    fn follow(&mut self, contest: &Contest, mv: FlipMove) {
        self.path.push(mv);
        self.visit(&contest.after(mv));
        self.path.pop();
    }
}

/// Points that every player gains in a round whose last bidder frees one of these numbers of
/// animals, as best for itself; animals above the bid go to the opponents with the fewest points.
fn gains_of_turn(
    contest: &Contest,
    bidder: Player,
    bid: usize,
    numbers: &[usize],
) -> [i32; Player::MAX] {
    let mut gains = [0; Player::MAX];
    let Some(&freed) = numbers.iter().filter(|&&number| number >= bid).min() else {
        gains[bidder.index()] = -2;
        return gains;
    };
    gains[bidder.index()] = bid as i32;
    for _ in bid..freed {
        let opponents = Player::first(contest.players()).filter(|&player| player != bidder);
        let poorest =
            opponents.min_by_key(|&player| contest.points(player) + gains[player.index()]);
        gains[poorest.expect("a game has opponents").index()] += 1;
    }
    gains
}

/// The choices of the player to move while players bid. With three or four players, bids above the
/// greatest of `numbers`, the numbers of animals that can be freed, are left out.
///
/// Such a bid costs its player points, and the animals that it keeps from one opponent are as good
/// for the others.
pub fn sensible_bids(contest: &Contest, numbers: &[usize]) -> Vec<FlipMove> {
    let most = if contest.players() == 2 {
        usize::MAX
    } else {
        numbers.iter().copied().max().unwrap_or(0)
    };
    let is_sensible =
        |mv: &FlipMove| !matches!(mv, FlipMove::Bid(number) if usize::from(*number) > most);
    contest.choices().into_iter().filter(is_sensible).collect()
}

/// Points that every player, by [`Player::index`], gains in the rest of the round if all bid and
/// free as is best for themselves in this round. Zero while cards are laid and drawn, and while the
/// freed animals are shared out.
///
/// What is best for a player is the most points beyond the mean of the others. `numbers` are the
/// numbers of animals that can be freed.
pub fn round_gains(contest: &Contest, numbers: &[usize]) -> [i32; Player::MAX] {
    match contest.step {
        ContestStep::Bid => {
            let mut best = None;
            for mv in sensible_bids(contest, numbers) {
                let after = contest.after(mv);
                let gains = round_gains(&after, numbers);
                let own = relative(contest, &gains);
                if best.is_none_or(|(most, _)| own > most) {
                    best = Some((own, gains));
                }
            }
            best.map_or([0; Player::MAX], |(_, gains)| gains)
        }
        ContestStep::Act | ContestStep::Power | ContestStep::Free => {
            gains_of_turn(contest, contest.turn, usize::from(contest.bid), numbers)
        }
        // Without a bid, or the round is over.
        ContestStep::Lay | ContestStep::Draw | ContestStep::Give => [0; Player::MAX],
    }
}

/// Gain of the player to move beyond the mean of the others, times the number of others.
fn relative(contest: &Contest, gains: &[i32; Player::MAX]) -> i32 {
    let own = gains[contest.turn.index()];
    contest.players() as i32 * own - gains.iter().sum::<i32>()
}
