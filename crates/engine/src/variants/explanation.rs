use floe_fish::Value;
use floe_game::{Game, Player, Score};
use floe_hex::HexSet;
use floe_search::Payoffs;
use floe_variants::{VariantPosition, VariantRules};

use super::EvalWord;
use crate::evaluation::Territory;
use crate::games::EvalFeatures;
use crate::{Evaluation, Explanation, PlayerSummary};

/// Explains the evaluation of a position of a variant.
pub(crate) fn explain_variant<V: VariantRules<Word: EvalWord>>(position: &VariantPosition<V>) -> Explanation {
    let (state, geometry, free) = (position.state(), position.geometry(), position.free());
    let everybody = Player::first(position.players());
    let penguins: Vec<HexSet<V::Word>> = everybody.clone().map(|player| position.penguins(player)).collect();
    let free_ends = |from: HexSet<V::Word>| {
        from.into_iter().fold(HexSet::EMPTY, |ends, hex| ends | position.destinations(hex)) & free
    };
    let territory = Territory::of(&penguins, free_ends);
    let claims = geometry.hexes().into_iter().map(|hex| territory.claim(free, hex.into())).collect();
    let expected = expected(position);
    let summary = |player: Player| {
        let index = player.index();
        let stuck = penguins[index].into_iter().filter(|&hex| position.destinations(hex).is_empty());
        PlayerSummary {
            has: state.result_if_ended(position, player),
            own: state.explained_value(position, territory.own[index]),
            first: state.explained_value(position, territory.first[index]),
            shared: state.explained_value(position, territory.shared[index]),
            // An estimate has fish only.
            expected: Value { tiles: 0, ..Value::from_score(expected[index]) },
            moves: penguins[index].into_iter().map(|hex| position.destinations(hex).len()).sum(),
            stuck: stuck.map(|hex| geometry.name(hex)).collect(),
        }
    };
    Explanation { players: everybody.map(summary).collect(), claims, notes: state.notes(position) }
}

/// Expected results of all players; the results when the game is over. Of two sides the margin is evaluated, and all that there is
/// is shared accordingly, unless penguins must survive: none lives at the cost of another.
fn expected<V: VariantRules<Word: EvalWord>>(position: &VariantPosition<V>) -> Payoffs {
    let mut results = position.results(&Evaluation::default());
    if position.is_over() {
        Player::first(position.players()).for_each(|player| results[player.index()] = position.score(player));
    } else if position.has_two_sides() && position.rules().variant.takes_tiles() {
        let left = position.value(position.tiles).score();
        let all: Score = position.score(Player::new(0)) + position.score(Player::new(1)) + left;
        let margin = results[0] - results[1];
        for (player, result) in results.iter_mut().enumerate() {
            *result = (all + if player % 2 == 0 { margin } else { -margin }) / 2;
        }
    }
    results
}
