//! Questions about a floe: rules, players, what they have, and whales.

use floe_engine::GameRules;
use floe_engine::options::values::LAYOUTS;
use floe_fish::penguins_each;
use floe_game::Player;
use floe_variants::{Rules, VariantInfo};

use super::{
    Fields, TableChoice, TableQuestion, all_spaces, how_many_players, toggled, typed, which_rules,
    whose_turn,
};
use crate::palette::TableStock;

/// Places of the fields of a floe.
const TURN: usize = 0;
const TAKEN: usize = 1;
const HAND: usize = 2;
/// Fish of a tile, as the keys `hidden` and `took` name them.
const FISH: [&str; 3] = ["1", "2", "3"];

/// Fields of a floe that is being set up.
pub(crate) struct FloeFields(pub(crate) Fields);

impl FloeFields {
    pub(crate) fn new(text: &str) -> FloeFields {
        FloeFields(Fields::new(text))
    }

    /// The rules that the keys name; those of the base game where there are none.
    pub(crate) fn rules(&self) -> GameRules {
        self.0
            .key("rules")
            .and_then(|rules| rules.parse().ok())
            .unwrap_or(GameRules::BASE)
    }

    /// The variant whose rules the keys name; `None` for the base game.
    fn variant(&self) -> Option<&'static VariantInfo> {
        Some(self.0.key("rules")?.parse::<Rules>().ok()?.variant)
    }

    fn has_key(&self, name: &str) -> bool {
        self.variant()
            .is_some_and(|variant| variant.keys.contains(&name))
    }

    pub(crate) fn players(&self) -> usize {
        self.0.entries(TAKEN).len().min(Player::MAX)
    }

    /// Penguins that each player has yet to place; empty if none has any.
    fn hand(&self) -> Vec<String> {
        let is_hand = !self.0.word(HAND).contains('=')
            && self.0.word(HAND).starts_with(|c: char| c.is_ascii_digit());
        if is_hand {
            self.0.entries(HAND)
        } else {
            Vec::new()
        }
    }

    /// Changes the penguins that players have yet to place; the field is left out if there are
    /// none.
    pub(crate) fn set_hand(&mut self, hand: &[String]) {
        let has_field = !self.0.word(HAND).is_empty() && !self.0.word(HAND).contains('=');
        let is_empty = hand.iter().all(|count| typed(count) == 0);
        match (has_field, is_empty) {
            (true, true) => self.0.remove(HAND),
            (false, false) => self.0.insert(HAND, hand.join(",")),
            (true, false) => self.0.set_word(HAND, hand.join(",")),
            (false, true) => {}
        }
    }

    /// Fish and tiles that a player has taken.
    fn taken(&self, player: usize) -> [i32; 2] {
        let entries = self.0.entries(TAKEN);
        let (fish, tiles) = entries
            .get(player)
            .and_then(|entry| entry.split_once(':'))
            .unwrap_or_default();
        [fish, tiles].map(typed)
    }

    fn set_taken(&mut self, player: usize, [fish, tiles]: [i32; 2]) {
        let mut entries = self.0.entries(TAKEN);
        if let Some(entry) = entries.get_mut(player) {
            *entry = format!("{fish}:{tiles}");
            self.0.set_word(TAKEN, entries.join(","));
        }
    }

    /// Ordinary tiles of each number of fish that a player has taken, with special tiles.
    fn took(&self, player: usize) -> [i32; 3] {
        let entry = self
            .0
            .key("took")
            .and_then(|took| took.split(',').nth(player))
            .unwrap_or_default();
        let mut counts = entry.split('.').map(typed);
        [(); 3].map(|()| counts.next().unwrap_or(0))
    }

    /// Changes the ordinary tiles that a player has taken, and with them its fish.
    fn set_took(&mut self, player: usize, counts: [i32; 3]) {
        let entry = |other: usize| {
            if other == player {
                counts
            } else {
                self.took(other)
            }
        };
        let took = (0..self.players())
            .map(entry)
            .map(|[one, two, three]| format!("{one}.{two}.{three}"));
        let took: Vec<String> = took.collect();
        self.0.set_key("took", Some(&took.join(",")));
        self.set_taken(
            player,
            [
                counts[0] + 2 * counts[1] + 3 * counts[2],
                counts.iter().sum(),
            ],
        );
    }

    /// Leaves nothing to the players: no catch, no penguins in hand, and A is to move.
    pub(crate) fn clear(&mut self) {
        self.set_hand(&[]);
        let players = self.players();
        self.0.set_word(TAKEN, vec!["0:0"; players].join(","));
        self.0.set_word(TURN, "A".to_owned());
        if self.has_key("took") {
            self.0
                .set_key("took", Some(&vec!["0.0.0"; players].join(",")));
        }
        if self.has_key("idle") {
            self.0.set_key("idle", Some("0"));
        }
    }

    /// Changes the number of players; new ones have nothing.
    pub(crate) fn set_players(&mut self, players: usize) {
        let hand = self.hand();
        self.0.set_word(
            TAKEN,
            resized(self.0.entries(TAKEN), players, "0:0").join(","),
        );
        if !hand.is_empty() {
            // As many as the rules give each player (1.2).
            self.set_hand(&vec![penguins_each(players).to_string(); players]);
        }
        if let Some(took) = self.0.key("took") {
            let took = resized(
                took.split(',').map(str::to_owned).collect(),
                players,
                "0.0.0",
            )
            .join(",");
            self.0.set_key("took", Some(&took));
        }
        if !Player::first(players).any(|player| player.to_string() == self.0.word(TURN)) {
            self.0.set_word(TURN, "A".to_owned());
        }
    }

    /// Questions about a floe with these tiles counted.
    pub(crate) fn questions(&self, layout: &str, stock: Option<&TableStock>) -> Vec<TableQuestion> {
        let mut layouts: Vec<TableChoice> = LAYOUTS
            .iter()
            .map(|&name| TableChoice::new(name, layout_words(name), name == layout))
            .collect();
        if !LAYOUTS.contains(&layout) {
            layouts.push(TableChoice::new(layout, layout, true));
        }
        let mut questions = vec![
            which_rules(self.rules()),
            TableQuestion::one("layout", "Layout", layouts).of_more(),
            all_spaces(
                "New game: 1 fish everywhere",
                Some(TableChoice::new(".", "Clear the floe", false)),
            ),
            how_many_players(2..=Player::MAX, self.players()),
            whose_turn("turn", "To move", self.players(), self.0.word(TURN)),
        ];
        if stock.is_some_and(TableStock::has_rest) {
            let to = |player: Player| {
                TableChoice::new(player.to_string(), format!("The rest to {player}"), false)
            };
            let choices = Player::first(self.players()).map(to).collect();
            questions.insert(
                0,
                TableQuestion::order("rest", "Who has taken the rest?", choices),
            );
        }
        if let Some(hidden) = self.0.key("hidden").filter(|_| self.has_key("hidden")) {
            let choice =
                |fish: &str| TableChoice::new(fish, format!("{fish} fish"), hidden.contains(fish));
            questions.push(TableQuestion::any(
                "hidden",
                "A whale hides below a tile with",
                FISH[1..].iter().map(|fish| choice(fish)).collect(),
            ));
        }
        if self.has_key("idle") {
            let idle = typed(self.0.key("idle").unwrap_or("0"));
            questions.push(
                TableQuestion::number("idle", "Turns in a row in which no tile went", idle)
                    .of_more(),
            );
        }
        Player::first(self.players()).for_each(|player| questions.extend(self.of_player(player)));
        questions
    }

    /// Questions about a player.
    fn of_player(&self, player: Player) -> Vec<TableQuestion> {
        let index = player.index();
        let mut questions = Vec::new();
        let takes_tiles = self.variant().is_none_or(VariantInfo::takes_tiles);
        if self.has_key("took") {
            let counts = FISH.iter().zip(self.took(index));
            questions.extend(counts.map(|(fish, count)| {
                TableQuestion::number(
                    &format!("took.{player}.{fish}"),
                    &format!("Tiles of {fish} fish"),
                    count,
                )
            }));
        } else if takes_tiles {
            let [fish, tiles] = self.taken(index);
            questions.push(TableQuestion::number(
                &format!("fish.{player}"),
                "Fish",
                fish,
            ));
            questions.push(TableQuestion::number(
                &format!("tiles.{player}"),
                "Tiles",
                tiles,
            ));
        }
        let hand = self.hand().get(index).map_or(0, |count| typed(count));
        questions.push(TableQuestion::number(
            &format!("hand.{player}"),
            "In hand",
            hand,
        ));
        questions
            .into_iter()
            .map(|question| question.about(player).of_more())
            .collect()
    }

    /// Answers a question other than those for the spaces and the rules.
    pub(crate) fn answer(&mut self, name: &str, value: &str, stock: Option<&TableStock>) {
        let (kind, of) = name.split_once('.').unwrap_or((name, value));
        match kind {
            "players" => self.set_players(typed(value).clamp(2, Player::MAX as i32) as usize),
            "idle" => self
                .0
                .set_key("idle", Some(&typed(value).max(0).to_string())),
            "hidden" => {
                let chosen = toggled(self.0.key("hidden").unwrap_or_default(), value);
                let fish: Vec<&str> = ["3", "2"]
                    .into_iter()
                    .filter(|fish| chosen.contains(fish))
                    .collect();
                let hidden = if fish.is_empty() {
                    "-".to_owned()
                } else {
                    fish.join(",")
                };
                self.0.set_key("hidden", Some(&hidden));
            }
            _ => {
                let (letter, fish) = of.split_once('.').unwrap_or((of, ""));
                let player =
                    Player::first(self.players()).find(|player| player.to_string() == letter);
                match (kind, player, stock) {
                    ("turn", Some(player), _) => self.0.set_word(TURN, player.to_string()),
                    ("rest", Some(player), Some(stock)) => {
                        self.set_taken(player.index(), stock.rest_to(player.index()));
                    }
                    ("took", Some(player), _) => {
                        self.answer_took(player.index(), fish, typed(value))
                    }
                    (_, Some(player), _) => {
                        self.answer_number(kind, player.index(), typed(value).max(0))
                    }
                    _ => {}
                }
            }
        }
    }

    /// Changes the tiles of this number of fish that a player has taken, with special tiles.
    fn answer_took(&mut self, player: usize, fish: &str, number: i32) {
        let mut counts = self.took(player);
        if let Some(index) = FISH.iter().position(|&one| one == fish) {
            counts[index] = number.max(0);
            self.set_took(player, counts);
        }
    }

    /// Changes the fish, tiles or penguins of a player.
    fn answer_number(&mut self, kind: &str, player: usize, number: i32) {
        let [fish, tiles] = self.taken(player);
        match kind {
            "fish" => self.set_taken(player, [number, tiles]),
            "tiles" => self.set_taken(player, [fish, number]),
            "hand" => {
                let mut hand = self.hand();
                hand.resize(self.players(), "0".to_owned());
                hand[player] = number.to_string();
                self.set_hand(&hand);
            }
            _ => {}
        }
    }
}

/// Name of a layout for people.
fn layout_words(name: &str) -> String {
    match name {
        "standard" => "as in the box".to_owned(),
        other => other.replace("setup-", "other shape "),
    }
}

/// Entries of this number of players; new ones are `new`.
fn resized(mut entries: Vec<String>, players: usize, new: &str) -> Vec<String> {
    entries.resize(players, new.to_owned());
    entries
}
