//! Questions about a floe: rules, players, what they have, and whales.

use floe_engine::GameRules;
use floe_engine::options::values::LAYOUTS;
use floe_game::Player;
use floe_variants::FloeDraft;

use super::{
    TableChoice, TableQuestion, all_spaces, how_many_players, typed, which_rules, whose_turn,
};
use crate::palette::TableStock;

/// Questions about a floe with these tiles counted.
pub(crate) fn questions(draft: &FloeDraft, stock: Option<&TableStock>) -> Vec<TableQuestion> {
    let layout = draft.outline.name();
    let mut layouts: Vec<TableChoice> = LAYOUTS
        .iter()
        .map(|&name| TableChoice::new(name, layout_words(name), name == layout))
        .collect();
    if !LAYOUTS.contains(&layout) {
        layouts.push(TableChoice::new(layout, layout, true));
    }
    let players = draft.players();
    let clear = TableChoice::new(".", "Clear the floe", false);
    let mut questions = vec![
        which_rules(GameRules::Floe(draft.rules)),
        TableQuestion::one("layout", "Layout", layouts).of_more(),
        all_spaces("New game: 1 fish everywhere", Some(clear)),
        how_many_players(2..=Player::MAX, players),
        whose_turn("turn", "Whose turn", players, draft.to_move),
    ];
    if stock.is_some_and(TableStock::has_rest) {
        let to = |player: Player| {
            TableChoice::new(player.to_string(), format!("The rest to {player}"), false)
        };
        let choices = Player::first(players).map(to).collect();
        let rest = TableQuestion::order("rest", "Who has taken the rest?", choices);
        questions.insert(0, rest);
    }
    if let Some(hidden) = draft.hidden {
        let choice = |fish: i32| {
            TableChoice::new(
                fish.to_string(),
                format!("{fish} fish"),
                hidden.contains(fish),
            )
        };
        questions.push(TableQuestion::any(
            "hidden",
            "A whale hides below a tile with",
            vec![choice(2), choice(3)],
        ));
    }
    if draft.has_key("idle") {
        let text = "Turns in a row in which no tile went";
        questions.push(TableQuestion::number("idle", text, draft.idle.into()).of_more());
    }
    Player::first(players).for_each(|player| questions.extend(of_player(draft, player)));
    questions
}

/// Questions about a player.
fn of_player(draft: &FloeDraft, player: Player) -> Vec<TableQuestion> {
    let number = |kind: &str, text: &str, number: i32| {
        TableQuestion::number(&format!("{kind}.{player}"), text, number)
    };
    let mut questions = Vec::new();
    if draft.has_key("took") {
        let took = draft.took.get(player.index()).copied().unwrap_or_default();
        for (fish, count) in (1..).zip(took) {
            let name = format!("took.{player}.{fish}");
            let text = format!("Tiles of {fish} fish");
            questions.push(TableQuestion::number(&name, &text, count.into()));
        }
    } else if draft.rules.variant.takes_tiles() {
        let taken = draft.taken[player.index()];
        questions.push(number("fish", "Fish", taken.fish));
        questions.push(number("tiles", "Tiles", taken.tiles));
    }
    let hand = draft.hands.get(player.index()).copied().unwrap_or(0);
    questions.push(number("hand", "Penguins to place", hand.into()));
    questions
        .into_iter()
        .map(|question| question.about(player).of_more())
        .collect()
}

/// Answers a question other than those for the spaces and the rules.
pub(crate) fn answer(draft: &mut FloeDraft, name: &str, value: &str, stock: Option<&TableStock>) {
    let mut parts = name.split('.');
    let kind = parts.next().unwrap_or_default();
    let letter = parts.next().unwrap_or(value);
    let number = typed(value).max(0);
    let small = u8::try_from(number).unwrap_or(u8::MAX);
    match kind {
        "players" => return draft.set_players(number.clamp(2, Player::MAX as i32) as usize),
        "idle" => return draft.idle = small,
        "hidden" => {
            let hidden = draft.hidden.unwrap_or_default();
            return draft.hidden = Some(hidden.toggled(typed(value)));
        }
        _ => {}
    }
    let Some(player) = Player::first(draft.players()).find(|player| player.to_string() == letter)
    else {
        return;
    };
    let taken = &mut draft.taken[player.index()];
    match kind {
        "turn" => draft.to_move = player,
        "rest" => *taken = stock.map_or(*taken, |stock| stock.rest_to(player)),
        "fish" => taken.fish = number,
        "tiles" => taken.tiles = number,
        "hand" => draft.set_hand(player, small),
        "took" => {
            let mut took = draft.took.get(player.index()).copied().unwrap_or_default();
            let fish = parts.next().map_or(0, typed);
            if let Some(count) = took.get_mut((fish - 1) as usize) {
                *count = small;
                draft.set_took(player, took);
            }
        }
        _ => {}
    }
}

/// Name of a layout for people.
fn layout_words(name: &str) -> String {
    match name {
        "standard" => "as in the box".to_owned(),
        other => other.replace("setup-", "other shape "),
    }
}
