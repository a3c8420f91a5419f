//! Claims about any bytes.

use floe_engine::{
    AnyGame, Engine, EngineGame, Evaluation, GameValue, Method, Objective, SolveRequest, solve,
};
use floe_fish::{Move, Position, Value};
use floe_game::{Game, Player, TwoSided};
use floe_search::{Limits, Options};

use crate::definitions::{minimax, minimax_max_n};
use crate::studies::{Bytes, study};

/// Number of free tiles that minimax can see through.
const FREE: u32 = 8;

/// Solver and search agree with minimax in the ending that bytes lead to. False where the bytes
/// lead to none.
pub(crate) fn engines_agree(bytes: &[u8]) -> bool {
    let bytes = &mut Bytes(bytes);
    let position: AnyGame = study(bytes).parse().expect("studies are positions");
    match position {
        AnyGame::Two(position) => ending(position, bytes).is_some_and(|ending| check_two(&ending)),
        AnyGame::Three(position) => {
            ending(position, bytes).is_some_and(|ending| check_more(&ending))
        }
        AnyGame::Four(position) => {
            ending(position, bytes).is_some_and(|ending| check_more(&ending))
        }
        _ => unreachable!("studies are of the base game"),
    }
}

/// Plays by the bytes until few tiles are free.
fn ending<const N: usize>(mut position: Position<N>, bytes: &mut Bytes<'_>) -> Option<Position<N>> {
    while !position.is_over() && (position.is_placement() || position.free().len() > FREE) {
        let moves = position.moves();
        position.play(moves[bytes.below(moves.len())]);
    }
    (!position.is_over()).then_some(position)
}

fn check_two(position: &Position<2>) -> bool {
    let truth = Value::from_score(minimax(position, 99, &Evaluation::default()));
    check(position, &GameValue::Margin(truth.into()));
    let side = position.side_to_move();
    for (mv, bounds) in solved(position).moves {
        let after = position.after(mv);
        let value = if after.is_over() {
            after.margin_of(side)
        } else {
            let value = minimax(&after, 99, &Evaluation::default());
            if after.side_to_move() == side {
                value
            } else {
                -value
            }
        };
        assert_eq!(
            bounds.value(),
            Some(&GameValue::Margin(Value::from_score(value).into())),
            "{mv}\n{position:?}"
        );
    }
    true
}

fn check_more<const N: usize>(position: &Position<N>) -> bool
where
    Position<N>: EngineGame<Move = Move>,
{
    let payoffs = minimax_max_n(position, position.last_turn(), 99, &Evaluation::default());
    let truth = Player::first(N)
        .map(|player| Value::from_score(payoffs[player.index()]).into())
        .collect();
    check(position, &GameValue::Results(truth));
    true
}

fn solved<G: EngineGame>(position: &G) -> floe_engine::SolveResult<G::Move> {
    let request = SolveRequest {
        objective: Objective::Margin,
        all: true,
        limits: Limits::default(),
        threads: 1,
        hash_mebibytes: 1,
        checkpoint: None,
    };
    solve(position, &request, |_| ()).expect("there is a MiB of memory")
}

fn check<G: EngineGame>(position: &G, truth: &GameValue) {
    let moves = position.moves();
    let solved = solved(position);
    assert_eq!(solved.bounds.value(), Some(truth), "{position}");
    assert_eq!(solved.moves.len(), moves.len(), "{position}");
    for threads in [1, 2] {
        let options = Options {
            threads,
            hash_mebibytes: 1,
            ..Options::default()
        };
        let mut engine = Engine::new(Method::Default, options, 0);
        let analysis = engine
            .analyze(position, &Limits::default(), |_| ())
            .expect("there is a MiB of memory");
        if analysis.exact {
            assert_eq!(analysis.value, *truth, "{position}");
        }
        assert!(
            analysis
                .lines
                .iter()
                .all(|line| moves.contains(&line.moves[0])),
            "{position}"
        );
    }
}
