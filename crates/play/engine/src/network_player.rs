//! Tree search guided by a network of a file.

use std::cmp::Reverse;
use std::time::Instant;

use floe_evaluation::{PlaneEvaluation, PlaneNetwork};
use floe_search::{GuidedMove, GuidedOptions, Limits};

use crate::arrays::{ActionSpace, PlaneForm, PlaneFormat, PlaneSet, PlaneShape, action_space};
use crate::engine_game::{PlayerSettings, SearchedGame};
use crate::guided::GuidedPayoff;
use crate::{Analysis, AnalysisError, AnalysisLine, AnyGame, GuidedGame, SearchParameter};

/// Visits for which a mebibyte of the table has room.
const VISITS_A_MEBIBYTE: usize = 1 << 10;
/// Distance from the range of values that is taken for an error of rounding.
const ROUNDING: f32 = 1e-3;

/// Sorts moves by their visits, the most visited first, and equal ones in their order.
fn most_visited_first(mut moves: Vec<GuidedMove>) -> Vec<GuidedMove> {
    moves.sort_by_key(|mv| Reverse(mv.visits));
    moves
}

/// A network for the positions of one game.
struct Fitted<'a> {
    network: &'a dyn PlaneNetwork,
    shape: PlaneShape,
    set: PlaneSet,
    form: PlaneForm,
    space: &'static ActionSpace,
    sides: usize,
}

/// Searches by PUCT guided by the network until a limit is reached. Lines are single moves, most
/// visited first; their values are what the evaluation of floe expects after them.
///
/// # Errors
/// If the game is none that networks can guide, or the network is for another floe or other rules.
pub(crate) fn analyze<G: SearchedGame>(
    position: &G,
    settings: &PlayerSettings,
    limits: &Limits<'_>,
    network: &dyn PlaneNetwork,
) -> Result<Analysis<G::Move>, AnalysisError> {
    if position.is_over() {
        return Ok(Analysis::new(Vec::new(), position.result(), 0, 0));
    }
    let game: AnyGame = (*position).into();
    let room = settings.options.hash_mebibytes.max(1) * VISITS_A_MEBIBYTE;
    let simulations = limits
        .nodes
        .map_or(room, |nodes| room.min(nodes as usize))
        .max(1);
    let exploration = settings
        .parameters
        .fraction(SearchParameter::GuidedExploration) as f32;
    let options = GuidedOptions {
        simulations: simulations as u32,
        exploration,
        ..GuidedOptions::default()
    };
    let unsuited = |error: crate::UnguidedError| AnalysisError::Network(error.to_string());
    let mut search = GuidedGame::new(&game, options, GuidedPayoff::Returns).map_err(unsuited)?;
    let fitted = Fitted::new(network, &game)?;
    let end = limits.usual_time().map(|time| limits.start + time);
    let mut visits = 0;
    while let Some(leaf) = search.next_leaf() {
        let PlaneEvaluation { priors, values } = fitted.evaluate(&leaf)?;
        search.receive(&|bits| priors[fitted.space.number(bits) as usize], &values);
        visits += 1;
        if visits > 1 && (limits.are_reached() || end.is_some_and(|end| Instant::now() >= end)) {
            break;
        }
    }
    let moves = most_visited_first(search.moves());
    let line = |mv: &GuidedMove| {
        let choice = G::move_of_bits(mv.bits);
        let expected = position
            .after(choice)
            .expected_results(&settings.evaluation);
        let line = G::line(position.side_scores(&expected), false, vec![choice]);
        AnalysisLine {
            visits: Some(mv.visits),
            ..line
        }
    };
    let lines = moves
        .iter()
        .take(settings.options.lines)
        .map(line)
        .collect();
    let nodes = moves.iter().map(|mv| u64::from(mv.visits)).sum();
    Ok(Analysis::new(lines, position.result(), 1, nodes))
}

impl<'a> Fitted<'a> {
    /// The network for a game, if its input fits the planes of the game, with counts or without
    /// them.
    fn new(network: &'a dyn PlaneNetwork, game: &AnyGame) -> Result<Fitted<'a>, AnalysisError> {
        let shape = PlaneShape::of(game);
        let space = action_space(game).expect("a game that can be guided has numbers of moves");
        let given = network.sides();
        let form = PlaneForm::of(given.len() == 3);
        let set = match given.first() {
            Some(&Some(planes)) if planes == shape.count(PlaneSet::Position) => PlaneSet::Position,
            _ => PlaneSet::Observation,
        };
        let expected = shape.dimensions(set, form);
        let fits = |(given, expected): (&Option<usize>, &usize)| {
            given.is_none_or(|given| given == *expected)
        };
        if !given.iter().zip(&expected).all(fits) {
            let found: Vec<String> = given
                .iter()
                .map(|side| side.map_or("any".to_owned(), |n| n.to_string()))
                .collect();
            let expected: Vec<String> = expected.iter().map(usize::to_string).collect();
            let expected = expected.join(" × ");
            let text = format!(
                "expected planes of {expected} for this floe and rules; found {}",
                found.join(" × ")
            );
            return Err(AnalysisError::Network(text));
        }
        Ok(Fitted {
            network,
            shape,
            set,
            form,
            space,
            sides: game.sides(),
        })
    }

    /// Evaluates a position, with values of all players.
    fn evaluate(&self, leaf: &AnyGame) -> Result<PlaneEvaluation, AnalysisError> {
        let format = PlaneFormat {
            shape: &self.shape,
            set: self.set,
            form: self.form,
        };
        let sides = format.dimensions();
        let mut planes = vec![0.0; sides.iter().product()];
        format.write(leaf, leaf.last_turn(), &mut Vec::new(), &mut planes);
        let PlaneEvaluation { priors, values } = self
            .network
            .evaluate(planes, &sides)
            .map_err(AnalysisError::Network)?;
        let players = self.shape.players;
        if priors.len() != self.space.count() {
            let text = format!(
                "expected priors of {} actions; found {}",
                self.space.count(),
                priors.len()
            );
            return Err(AnalysisError::Network(text));
        }
        if !priors
            .iter()
            .all(|&prior| prior.is_finite() && prior >= 0.0)
        {
            return Err(AnalysisError::Network(
                "expected priors from 0, not logits and not NaN".to_owned(),
            ));
        }
        let is_of_mover = values.len() == 1 && self.sides == 2;
        if !is_of_mover && values.len() != players {
            let text = format!(
                "expected values of {players} players; found {}",
                values.len()
            );
            return Err(AnalysisError::Network(text));
        }
        let most = 1.0 + ROUNDING;
        if let Some(value) = values
            .iter()
            .find(|value| value.is_nan() || value.abs() > most)
        {
            return Err(AnalysisError::Network(format!(
                "expected values from -1 to 1; found {value}"
            )));
        }
        // Sides take turns: the next player is of the other one.
        let of_player = |turn: usize| match is_of_mover {
            true if turn.is_multiple_of(2) => values[0],
            true => -values[0],
            false => values[turn],
        };
        let values = (0..players)
            .map(|turn| of_player(turn).clamp(-1.0, 1.0))
            .collect();
        Ok(PlaneEvaluation { priors, values })
    }
}
