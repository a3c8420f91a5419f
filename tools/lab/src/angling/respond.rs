//! Days of *Gone Fishing!*, and best responses on the full lake.

use std::cell::RefCell;
use std::collections::HashMap;

use floe_angling::{Angling, AnglingDecision, AnglingMove, AnglingPolicy};
use floe_engine::{EngineGame, EngineSpec};
use floe_game::{Chance, Game, Player, Turn, Veiled};
use floe_search::{
    InformationSetOptions, InformationSetSearch, Limits, PlayoutResult, WorldPlayouts,
};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::worlds::Worlds;
use crate::seat::{Fallible, Seat};

/// Searches of the player, in a decision of the response, whose results are its replies; the search
/// finds the others.
const REPLIES: usize = 30;

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

fn draw(mixture: &Mixture, rng: &mut Xoshiro256PlusPlus) -> Option<AnglingMove> {
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
        self.now.view(EngineGame::last_turn(&self.now))
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

/// Replies of a player, as far as they have been asked for.
struct Replies {
    player: Seat,
    known: HashMap<Angling, Mixture>,
    /// Searches left.
    left: usize,
}

/// Playouts by rules of thumb, with the replies of a player.
struct ResponsePlayouts<'r> {
    replies: RefCell<&'r mut Replies>,
    root: Angling,
    /// Points that are worth a payoff of 1.
    scale: f64,
}

impl WorldPlayouts<Angling> for ResponsePlayouts<'_> {
    fn policy(&self, position: &Angling, rng: &mut Xoshiro256PlusPlus) -> Option<AnglingMove> {
        AnglingPolicy::Thumb.choose(position, rng)
    }

    fn known_reply(&self, position: &Angling, rng: &mut Xoshiro256PlusPlus) -> Option<AnglingMove> {
        if let [only] = position.choices()[..] {
            return Some(only);
        }
        let mut replies = self.replies.borrow_mut();
        let seen = position.view(EngineGame::last_turn(position));
        if !replies.known.contains_key(&seen) && replies.left > 0 {
            replies.left -= 1;
            let decision = AnglingDecision {
                start: &seen,
                moves: &[],
                position: &seen,
            };
            let mixture = replies
                .player
                .strategy(&decision)
                .expect("the engine plays the game");
            replies.known.insert(seen, mixture);
        }
        draw(replies.known.get(&seen)?, rng)
    }

    fn is_end(&self, position: &Angling) -> bool {
        position.is_over() || position.day() != self.root.day()
    }

    fn play_out(&self, mut position: Angling, rng: &mut Xoshiro256PlusPlus) -> PlayoutResult {
        while !self.is_end(&position) {
            let Some(mv) = AnglingPolicy::Thumb.choose(&position, rng) else {
                break;
            };
            position.play(position.draw_outcome(mv, rng));
        }
        let angler = self.root.angler();
        let payoff = f64::from(position.points(angler) - self.root.points(angler)) / self.scale;
        let mut payoffs = [1.0 - payoff; Player::MAX];
        payoffs[angler.index()] = payoff;
        PlayoutResult {
            payoffs,
            measures: [payoff, 0.0],
        }
    }
}

/// Approximate best response to a player in one role (Timbers et al. 2022): a search of information
/// sets whose opponent is the player itself in the next moves, and is searched beyond them. As the
/// angler it draws worlds by how likely the fish of the player makes its moves in them. Where the
/// player plays by the solution of the rest of the day, the response does so, too, for nothing is
/// to be gained there.
pub(super) struct Response {
    player: Seat,
    /// Text of the player's engine.
    engine: String,
    searches: bool,
    nodes: u64,
    worlds: Option<Worlds>,
}

impl Response {
    /// Response with this number of nodes for each decision.
    pub(super) fn new(engine: &str, nodes: u64) -> Fallible<Response> {
        let searches = engine.parse::<EngineSpec>()?.method.searches();
        Ok(Response {
            player: Seat::new(engine)?,
            engine: engine.to_owned(),
            searches,
            nodes,
            worlds: None,
        })
    }
}

impl Role for Response {
    fn choose(&mut self, past: &Past, rng: &mut Xoshiro256PlusPlus) -> Fallible<AnglingMove> {
        let seen = past.seen();
        let analysis = self.player.analysis(&past.start, &past.moves, &seen)?;
        let known = analysis.mixed.filter(|mixed| mixed.bounds.is_some());
        if let Some(solved) = known {
            return Ok(solved.choice);
        }
        let left = if self.searches { REPLIES } else { usize::MAX };
        let mut replies = Replies {
            player: Seat::new(&self.engine)?,
            known: HashMap::new(),
            left,
        };
        let unseen = past.now.tiles().value() - past.now.caught().value();
        let scale = 0.5 * f64::from(unseen.max(2));
        let playouts = ResponsePlayouts {
            replies: RefCell::new(&mut replies),
            root: seen,
            scale,
        };
        let options = InformationSetOptions {
            seed: rng.random(),
            ..InformationSetOptions::default()
        };
        let limits = Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        };
        let worlds = self.worlds.as_ref().filter(|_| past.is_angler());
        let (moves, _) =
            InformationSetSearch::new(playouts, options).search(&seen, &limits, |rng| {
                let drawn = worlds.and_then(|worlds| worlds.draw(past, rng));
                drawn.unwrap_or_else(|| seen.draw_world(rng))
            });
        Ok(moves.first().ok_or("the day is not over")?.mv)
    }

    fn observe(
        &mut self,
        past: &Past,
        mv: AnglingMove,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Fallible<()> {
        if self.worlds.is_none() {
            self.worlds = Some(Worlds::new(
                &past.start.view(past.start.angler()),
                self.searches,
                rng,
            ));
        }
        self.worlds
            .as_mut()
            .ok_or("worlds")?
            .observe(past, mv, &mut self.player, rng)
    }
}
