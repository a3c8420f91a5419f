//! Days of *Gone Fishing!* and the players of their roles.

use floe_angling::{Angling, AnglingDecision, AnglingMove};
use floe_engine::KnownGame;
use floe_game::{Chance, Game, Turn, Veiled};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::seat::{Fallible, Seat};

/// Moves with their probabilities.
pub(super) type Mixture = Vec<(AnglingMove, f64)>;

impl Seat {
    /// Moves with the probabilities that the engine plays them: an optimal mixture if the solver
    /// found one, otherwise one move.
    pub(super) fn strategy(&mut self, decision: &AnglingDecision<'_>) -> Fallible<Mixture> {
        let analysis = self.analysis(decision.start, decision.moves, decision.position)?;
        Ok(match analysis.mixed {
            Some(mixed) if mixed.bounds.is_some() => shares(mixed.strategy),
            Some(mixed) => vec![(mixed.choice, 1.0)],
            None => vec![(analysis.lines[0].moves[0], 1.0)],
        })
    }

    /// Estimate of the probabilities with which the engine plays its moves for all of its seeds: by
    /// the visits of one search.
    pub(super) fn likelihoods(&mut self, decision: &AnglingDecision<'_>) -> Fallible<Mixture> {
        let analysis = self.analysis(decision.start, decision.moves, decision.position)?;
        Ok(analysis.mixed.map_or_else(
            || vec![(analysis.lines[0].moves[0], 1.0)],
            |mixed| shares(mixed.strategy),
        ))
    }
}

fn shares(strategy: Mixture) -> Mixture {
    let total: f64 = strategy.iter().map(|(_, share)| share).sum();
    strategy
        .into_iter()
        .map(|(mv, share)| (mv, share / total))
        .collect()
}

pub(super) fn draw(mixture: &Mixture, rng: &mut Xoshiro256PlusPlus) -> Option<AnglingMove> {
    let mut left = rng.random::<f64>();
    let drawn = mixture.iter().find(|(_, share)| {
        left -= share;
        left <= 0.0
    });
    drawn.or(mixture.first()).map(|&(mv, _)| mv)
}

/// Day so far.
pub(super) struct Past {
    /// All tiles before the first move.
    pub(super) start: Angling,
    /// Moves as the angler has observed them.
    pub(super) moves: Vec<AnglingMove>,
    /// All tiles now.
    pub(super) now: Angling,
}

impl Past {
    pub(super) fn new(start: Angling) -> Past {
        Past {
            start,
            moves: Vec::new(),
            now: start,
        }
    }

    /// View of the player to move.
    pub(super) fn seen(&self) -> Angling {
        self.now.view(KnownGame::last_turn(&self.now))
    }

    pub(super) fn is_over(&self) -> bool {
        self.now.is_over() || self.now.day() != self.start.day()
    }

    pub(super) fn is_angler(&self) -> bool {
        self.now.turn() == Turn::Of(self.start.angler())
    }

    pub(super) fn play(&mut self, mv: AnglingMove) {
        self.moves.push(self.now.observed(mv, self.start.angler()));
        self.now.play(mv);
    }
}

/// Player of one role of a day.
pub(super) trait Role {
    /// Chooses a move from what the player to move knows.
    fn choose(&mut self, past: &Past, rng: &mut Xoshiro256PlusPlus) -> Fallible<AnglingMove>;

    /// Learns of a move before it is played, from what the angler observes of it.
    fn observe(
        &mut self,
        _past: &Past,
        _mv: AnglingMove,
        _rng: &mut Xoshiro256PlusPlus,
    ) -> Fallible<()> {
        Ok(())
    }
}

impl Role for Seat {
    fn choose(&mut self, past: &Past, _rng: &mut Xoshiro256PlusPlus) -> Fallible<AnglingMove> {
        let analysis = self.analysis(&past.start, &past.moves, &past.seen())?;
        Ok(analysis
            .mixed
            .map_or_else(|| analysis.lines[0].moves[0], |mixed| mixed.choice))
    }
}

/// Points of the angler of a day.
pub(super) fn day(
    start: Angling,
    angler: &mut dyn Role,
    fish: &mut dyn Role,
    rng: &mut Xoshiro256PlusPlus,
) -> Fallible<i32> {
    let mut past = Past::new(start);
    while !past.is_over() {
        let choice = match past.now.choices()[..] {
            [only] => only,
            _ if past.is_angler() => angler.choose(&past, rng)?,
            _ => fish.choose(&past, rng)?,
        };
        let mv = past.now.draw_outcome(choice, rng);
        angler.observe(&past, past.now.observed(mv, start.angler()), rng)?;
        past.play(mv);
    }
    Ok(past.now.points(start.angler()))
}
