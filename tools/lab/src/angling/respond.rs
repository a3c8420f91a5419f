//! Best responses on the full lake.

use std::cell::RefCell;
use std::collections::HashMap;

use floe_angling::{Angling, AnglingDecision, AnglingMove, AnglingPolicy};
use floe_engine::{EngineSpec, KnownGame};
use floe_game::{Chance, Game, Player, Veiled};
use floe_search::{
    InformationSetOptions, InformationSetSearch, Limits, PlayoutResult, WorldPlayouts,
};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::day::{Mixture, Past, Role, draw};
use super::worlds::Worlds;
use crate::seat::{Fallible, Seat};

/// Searches of the player, in a decision of the response, whose results are its replies; the search
/// finds the others.
const REPLIES: usize = 30;

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
        let seen = position.view(KnownGame::last_turn(position));
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
