//! A search of several threads ends when one of them panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use floe_fish::{Dealing, Position, deal};
use floe_game::{Game, Player, Score, TwoSided};
use floe_search::{
    AlphaBeta, Eval, EvalAll, Limits, MaxN, NoOracle, Options, Payoffs, PolicyValue, Puct,
    TreeOptions, WinProbabilities,
};

/// Evaluation that panics once, on one of the threads.
#[derive(Default)]
struct PanicsOnce(AtomicU32);

impl PanicsOnce {
    fn evaluate(&self) {
        assert_ne!(self.0.fetch_add(1, Relaxed), 2000, "provoked by the test");
    }
}

impl<G: TwoSided> Eval<G> for PanicsOnce {
    fn evaluate(&self, _game: &G) -> Score {
        PanicsOnce::evaluate(self);
        0
    }
}

impl<G: Game> EvalAll<G> for PanicsOnce {
    fn evaluate_all(&self, game: &G) -> Payoffs {
        PanicsOnce::evaluate(self);
        let mut payoffs = Payoffs::default();
        Player::first(game.players())
            .for_each(|player| payoffs[player.index()] = game.score(player));
        payoffs
    }
}

impl<G: Game> PolicyValue<G> for PanicsOnce {
    fn win_probabilities(&self, _game: &G) -> WinProbabilities {
        PanicsOnce::evaluate(self);
        WinProbabilities::default()
    }
}

/// Asserts that a search with this much time panics long before.
fn assert_panics_soon(name: &str, search: impl FnOnce(&Limits<'_>)) {
    let limits = Limits {
        time: Some(Duration::from_secs(120)),
        ..Limits::default()
    };
    let panicked = catch_unwind(AssertUnwindSafe(|| search(&limits)));
    assert!(panicked.is_err(), "{name} has not panicked");
    assert!(
        limits.start.elapsed() < Duration::from_secs(60),
        "{name}: {:?}",
        limits.start.elapsed()
    );
}

#[test]
fn a_panic_of_one_thread_ends_the_search() {
    let options = Options {
        threads: 3,
        lines: 1,
        hash_mebibytes: 1,
        selective: false,
        ..Options::default()
    };
    let two: Position<2> = deal(Dealing::Shuffled, 1);
    let three: Position<3> = deal(Dealing::Shuffled, 1);
    assert_panics_soon("alpha-beta", |limits| {
        let mut search = AlphaBeta::new(PanicsOnce::default(), NoOracle, options).unwrap();
        search.search(&two, limits, |_| ());
    });
    assert_panics_soon("max^n", |limits| {
        MaxN::new(PanicsOnce::default(), options)
            .unwrap()
            .search(&three, limits, |_| ());
    });
    assert_panics_soon("tree search", |limits| {
        let options = TreeOptions {
            threads: 3,
            ..TreeOptions::default()
        };
        Puct::new(PanicsOnce::default(), options).search(&three, limits, |_| ());
    });
}
