//! Proofs of the last round of the competitive form.

use std::cmp::Ordering;

use floe_flip::{Contest, ContestStep, FlipMove, Freeable, round_gains, sensible_bids};
use floe_game::{Chance, Game, Interval, POINT, Player, Score, Staked};
use floe_search::{Payoffs, prefers, scores};

use crate::engine_game::EngineGame;
use crate::solve::request::SolveResult;
use crate::{GameValue, KnownGame};

/// Points that a player loses who frees too few animals.
const FINE: Score = 2 * POINT;

/// Whether all that is still to come can be searched: the last round, once its cards are known.
pub(super) fn is_last_round_dealt(contest: &Contest) -> bool {
    let is_dealt = !matches!(contest.step(), ContestStep::Lay | ContestStep::Draw);
    is_dealt && contest.is_last_round()
}

/// Numbers of animals that can be freed.
pub(super) fn numbers(ways: &[Freeable]) -> Vec<usize> {
    ways.iter().map(|way| way.number).collect()
}

/// Proves the last round; of other positions, bounds by the animals still to come.
///
/// Between two players the value is the margin; with more it is the results under max^n with the
/// tie rule of [`prefers`].
pub(super) fn prove(contest: &Contest, all: bool) -> SolveResult<FlipMove> {
    if !contest.is_over() && is_last_round_dealt(contest) {
        return last_round(contest, all);
    }
    let stake = contest.at_stake();
    let scores = contest.side_scores(&scores(contest));
    let [lower, upper] =
        [-stake, stake].map(|change| scores.iter().map(|score| score + change).collect());
    let bounds =
        Interval::new(lower, upper).map(|scores| Contest::line(scores, true, Vec::new()).value);
    SolveResult {
        bounds,
        line: Vec::new(),
        moves: Vec::new(),
        nodes: 0,
        mixed: None,
    }
}

/// Values of the last round, of all moves or of a best one.
fn last_round(contest: &Contest, all: bool) -> SolveResult<FlipMove> {
    let mover = contest.last_turn();
    let line = best_line(contest);
    let choices = contest.choices().into_iter();
    let mut moves: Vec<(FlipMove, Payoffs)> = choices
        .map(|mv| (mv, results(&contest.after(mv), mover)))
        .collect();
    let nodes = moves.len() as u64;
    moves.sort_by(|(one, a), (other, b)| {
        let by_value = compare(mover, mover, contest.players(), b, a);
        by_value.then_with(|| (*one != line[0]).cmp(&(*other != line[0])))
    });
    if !all {
        moves.truncate(1);
    }
    let value =
        |results: &Payoffs| Contest::line(contest.side_scores(results), true, Vec::new()).value;
    let moves: Vec<(FlipMove, Interval<GameValue>)> = moves
        .iter()
        .map(|(mv, results)| (*mv, Interval::exact(value(results))))
        .collect();
    SolveResult {
        bounds: moves[0].1.clone(),
        line,
        moves,
        nodes,
        mixed: None,
    }
}

/// Best play of all players to the end of the last round; turns are as short as possible.
fn best_line(contest: &Contest) -> Vec<FlipMove> {
    let root = contest.last_turn();
    let mut end = *contest;
    let mut line = Vec::new();
    while !end.is_over() {
        let moves = match end.step() {
            ContestStep::Act | ContestStep::Power | ContestStep::Free => best_turn(&end),
            _ => vec![best_move(&end, root)],
        };
        moves.iter().for_each(|&mv| end.play(mv));
        line.extend(moves);
    }
    line
}

/// The rest of the turn that frees as few animals as the bid allows.
fn best_turn(contest: &Contest) -> Vec<FlipMove> {
    let bid = bid(contest);
    let ways = contest.freeable().into_iter();
    let best = ways.min_by_key(|way| {
        (
            way.number < bid,
            if way.number < bid { 0 } else { way.number },
            way.way.len(),
        )
    });
    best.expect("a turn can end").way
}

/// A move that is best for the player to move.
fn best_move(contest: &Contest, root: Player) -> FlipMove {
    let choices = contest
        .choices()
        .into_iter()
        .map(|mv| (mv, results(&contest.after(mv), root)));
    best_of(contest, root, choices)
        .expect("a player can move")
        .0
}

/// The first of the choices that are best for the player to move.
fn best_of<T>(
    contest: &Contest,
    root: Player,
    choices: impl Iterator<Item = (T, Payoffs)>,
) -> Option<(T, Payoffs)> {
    let compare =
        |a: &Payoffs, b: &Payoffs| compare(contest.last_turn(), root, contest.players(), a, b);
    choices.reduce(|best, other| {
        if compare(&other.1, &best.1).is_gt() {
            other
        } else {
            best
        }
    })
}

/// Order in which a player likes results: between two players by the margin, with more by the rule
/// of [`prefers`].
fn compare(player: Player, root: Player, players: usize, a: &Payoffs, b: &Payoffs) -> Ordering {
    if players == 2 {
        let own = player.index();
        return (a[own] - a[1 - own]).cmp(&(b[own] - b[1 - own]));
    }
    prefers(player, root, players, a, b).cmp(&prefers(player, root, players, b, a))
}

/// Bid of the player whose turn it is, in animals.
fn bid(contest: &Contest) -> usize {
    contest.bid().map_or(0, |(_, number)| usize::from(number))
}

/// Final results of all players under best play from a position of the last round on.
fn results(contest: &Contest, root: Player) -> Payoffs {
    if contest.is_over() {
        return scores(contest);
    }
    let numbers = numbers(&contest.freeable());
    if contest.players() > 2 {
        return max_n(contest, root, &numbers);
    }
    let mut results = scores(contest);
    results
        .iter_mut()
        .zip(round_gains(contest, &numbers))
        .for_each(|(result, gain)| *result += POINT * gain);
    results
}

/// Final results under max^n, where the turn to come can free these numbers of animals.
///
/// Bids above all numbers are left out: they cost points, and passing costs nothing.
fn max_n(contest: &Contest, root: Player, numbers: &[usize]) -> Payoffs {
    match contest.step() {
        ContestStep::Bid => {
            let bids = sensible_bids(contest, numbers).into_iter();
            let after = bids.map(|mv| (mv, max_n(&contest.after(mv), root, numbers)));
            best_of(contest, root, after).expect("a player can pass").1
        }
        ContestStep::Act | ContestStep::Power | ContestStep::Free => {
            let bid = bid(contest);
            match numbers.iter().filter(|&&number| number >= bid).min() {
                Some(&freed) => shared_out(contest, root, freed),
                None => {
                    let mut results = scores(contest);
                    results[contest.last_turn().index()] -= FINE;
                    results
                }
            }
        }
        ContestStep::Give => shared_out(contest, root, contest.freed().len()),
        // Without a bid, or the round is over.
        ContestStep::Lay | ContestStep::Draw => scores(contest),
    }
}

/// Final results if the player to move has freed enough for its bid: all animals beyond it are as
/// good for that player, so by the tie rule they go to the last opponent in turn order after
/// `root`.
fn shared_out(contest: &Contest, root: Player, freed: usize) -> Payoffs {
    let mover = contest.last_turn();
    let bid = bid(contest);
    let mut results = scores(contest);
    results[mover.index()] += POINT * bid as Score;
    let last = root
        .round(contest.players())
        .filter(|&player| player != mover)
        .last();
    results[last.expect("a game has opponents").index()] += POINT * (freed - bid) as Score;
    results
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Margin of A at the end under best play of two players, move by move, where chance has no
    /// say.
    fn minimax(contest: &Contest) -> i32 {
        if contest.is_over() {
            return contest.points(Player::new(0)) - contest.points(Player::new(1));
        }
        let margins = contest
            .choices()
            .into_iter()
            .map(|mv| minimax(&contest.after(mv)));
        if contest.last_turn() == Player::new(0) {
            margins.max()
        } else {
            margins.min()
        }
        .unwrap()
    }

    /// Results of all players under max^n, move by move, where chance has no say.
    fn literal_max_n(
        contest: &Contest,
        root: Player,
        known: &mut HashMap<Contest, Payoffs>,
    ) -> Payoffs {
        if contest.is_over() {
            return scores(contest);
        }
        if let Some(results) = known.get(contest) {
            return *results;
        }
        let mut best: Option<Payoffs> = None;
        for mv in contest.choices() {
            let results = literal_max_n(&contest.after(mv), root, known);
            if best.is_none_or(|best| {
                prefers(
                    contest.last_turn(),
                    root,
                    contest.players(),
                    &results,
                    &best,
                )
            }) {
                best = Some(results);
            }
        }
        known.insert(*contest, best.unwrap());
        best.unwrap()
    }

    #[test]
    fn last_rounds_of_two_players_are_proved() {
        for text in [
            "contest:W1>~W2>~/W3</ A - - step=free powers=WD points=0,0 bid=A2 deck=- reshuffled",
            "contest:W1>W2</W3</ B - - step=act powers=WD cards=f points=4,1 bid=B2 deck=- reshuffled",
            "contest:D1>W2</W3</ A - W0011 step=act powers=WD cards=fe points=4,1 bid=A3",
            "contest:D1>W2</W3</ B - - powers=WD cards=fx points=0,0 deck=- reshuffled",
            "contest:W2<W3</W1</ A - O1111 powers=WD cards=f points=0,0 bid=B7 deck=- reshuffled",
        ] {
            let contest: Contest = text.parse().unwrap();
            let sign = if contest.last_turn() == Player::new(0) {
                1
            } else {
                -1
            };
            let value = |margin: i32| Contest::line(vec![POINT * margin], true, vec![]).value;
            let proof = prove(&contest, true);
            assert_eq!(
                proof.bounds,
                Interval::exact(value(sign * minimax(&contest))),
                "{text}"
            );
            assert_eq!(proof.moves.len(), contest.choices().len(), "{text}");
            for (mv, bounds) in proof.moves {
                assert_eq!(
                    bounds,
                    Interval::exact(value(sign * minimax(&contest.after(mv)))),
                    "{text} {mv:?}"
                );
            }
            let end = proof
                .line
                .iter()
                .fold(contest, |position, &mv| position.after(mv));
            assert!(end.is_over(), "{text}");
        }
    }

    #[test]
    fn last_rounds_of_more_players_are_proved() {
        for text in [
            "contest:W1>~W2>~/W3</ A - - step=free powers=WD points=0,0,5 bid=A1 deck=- reshuffled",
            "contest:W1>W2</W3</ B - - step=act powers=WD cards=f points=4,1,0 bid=B2 deck=- reshuffled",
            "contest:D1>W2</W3</ A - W0011 step=act powers=WD cards=fe points=4,1,1,1 bid=A3",
            "contest:D1>W2</W3</ C - - powers=WD cards=fx points=0,3,0,1 first=C deck=- reshuffled",
            "contest:W1>W2</W3</ B - - powers=WD cards=fx points=7,0,2 first=B deck=- reshuffled",
            "contest:W2<W3</W1</ A - O1111 powers=WD cards=f points=0,0,0 bid=C1 deck=- reshuffled",
            "contest:W2<W3</W1</ C - O1111 powers=WD cards=f points=2,0,1,0 bid=B1 first=B deck=- reshuffled",
        ] {
            let contest: Contest = text.parse().unwrap();
            let root = contest.last_turn();
            let known = &mut HashMap::new();
            let value = |results: Payoffs| {
                let scores = results[..contest.players()].to_vec();
                Interval::exact(Contest::line(scores, true, vec![]).value)
            };
            let proof = prove(&contest, true);
            assert_eq!(
                proof.bounds,
                value(literal_max_n(&contest, root, known)),
                "{text}"
            );
            assert_eq!(proof.moves.len(), contest.choices().len(), "{text}");
            assert_eq!(proof.moves[0].0, proof.line[0], "{text}");
            for (mv, bounds) in proof.moves {
                assert_eq!(
                    bounds,
                    value(literal_max_n(&contest.after(mv), root, known)),
                    "{text} {mv:?}"
                );
            }
            let end = proof
                .line
                .iter()
                .fold(contest, |position, &mv| position.after(mv));
            assert!(end.is_over(), "{text}");
            assert_eq!(proof.bounds, value(scores(&end)), "{text}");
        }
    }

    #[test]
    fn other_rounds_are_not_called_proved() {
        for text in [
            "contest:D1>W2</W3</ A - W0011,O1111 step=act powers=WD cards=fe points=0,0 bid=A3",
            "contest:D1>W2</W3</ A - W0011,O1111 step=act powers=WD cards=fe points=0,0,0 bid=A3",
        ] {
            let proof = prove(&text.parse().unwrap(), false);
            assert!(proof.bounds.lower != proof.bounds.upper, "{text}");
        }
    }
}
