//! Questions about what lies on a table outside its spaces: each game asks its own, and changes a
//! text by the answers.

pub(crate) mod angling;
pub(crate) mod flip;
pub(crate) mod floe;

use floe_engine::GameRules;
use floe_game::Player;
use floe_picture::Icon;
use floe_presentation::rules;
use schemars::JsonSchema;
use serde::Serialize;

/// Name of the question for all spaces at once.
pub(crate) const SPACES: &str = "spaces";
/// Name under which a request begins an empty table, of which the answer is the letter of the
/// person who sets it up.
pub(crate) const BLANK: &str = "blank";

/// Answer to the question for all spaces that deals at random.
pub(crate) const DEAL: &str = "deal";

/// Game that a table is for.
pub(crate) struct TableGame {
    pub(crate) rules: GameRules,
    pub(crate) players: usize,
    /// Name of the layout of a floe; `standard` for other games.
    pub(crate) layout: String,
}

/// Question about what lies on a table.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TableQuestion {
    /// Name of the question in the `answers` of a request.
    pub(crate) name: String,
    pub(crate) text: String,
    kind: QuestionKind,
    group: QuestionGroup,
    /// Number that answers it now; null for other kinds.
    number: Option<i32>,
    /// Answers to choose from; none for a number.
    pub(crate) choices: Vec<TableChoice>,
    /// Sentences about what is chosen; empty for none.
    note: String,
}

/// Group of a question: when a person who sets up a real game is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum QuestionGroup {
    /// Asked before the table is laid: which game, and for how many players.
    Game,
    /// Asked with the spaces of the table.
    Table,
    /// About a game that is under way, or an unusual one.
    More,
}

/// Kind of the answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum QuestionKind {
    /// A number.
    Number,
    /// One of the choices.
    One,
    /// Any of the choices: a chosen one is taken back when it is chosen again.
    Any,
    /// An order, which is carried out at once.
    Order,
}

/// Answer to choose.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TableChoice {
    /// The answer in a request.
    pub(crate) value: String,
    words: String,
    is_chosen: bool,
    /// Heading above this choice and its neighbours with the same one; null for none.
    group: Option<String>,
    /// Card or tile that the answer is, as an element in SVG that uses the style and definitions of
    /// a picture; null for other answers.
    icon: Option<String>,
}

impl TableChoice {
    pub(crate) fn new(
        value: impl Into<String>,
        words: impl Into<String>,
        is_chosen: bool,
    ) -> TableChoice {
        TableChoice {
            value: value.into(),
            words: words.into(),
            is_chosen,
            group: None,
            icon: None,
        }
    }

    /// The answer with a picture of it.
    fn with_icon(self, icon: &Icon) -> TableChoice {
        TableChoice {
            icon: Some(icon.draw()),
            ..self
        }
    }

    /// A player, by its letter.
    fn player(player: Player, is_chosen: bool) -> TableChoice {
        TableChoice::new(player.to_string(), player.to_string(), is_chosen)
    }
}

impl TableQuestion {
    fn new(kind: QuestionKind, name: &str, text: &str, choices: Vec<TableChoice>) -> TableQuestion {
        let [name, text] = [name, text].map(str::to_owned);
        TableQuestion {
            name,
            text,
            kind,
            group: QuestionGroup::Table,
            number: None,
            choices,
            note: String::new(),
        }
    }

    fn number(name: &str, text: &str, number: i32) -> TableQuestion {
        TableQuestion {
            number: Some(number),
            ..TableQuestion::new(QuestionKind::Number, name, text, Vec::new())
        }
    }

    fn one(name: &str, text: &str, choices: Vec<TableChoice>) -> TableQuestion {
        TableQuestion::new(QuestionKind::One, name, text, choices)
    }

    fn any(name: &str, text: &str, choices: Vec<TableChoice>) -> TableQuestion {
        TableQuestion::new(QuestionKind::Any, name, text, choices)
    }

    pub(crate) fn order(name: &str, text: &str, choices: Vec<TableChoice>) -> TableQuestion {
        TableQuestion::new(QuestionKind::Order, name, text, choices)
    }

    /// The question with sentences about what is chosen.
    fn with_note(self, note: String) -> TableQuestion {
        TableQuestion { note, ..self }
    }

    /// The question as one about the game.
    fn of_game(self) -> TableQuestion {
        TableQuestion {
            group: QuestionGroup::Game,
            ..self
        }
    }

    /// The question as one about a game that is under way, or an unusual one.
    fn of_more(self) -> TableQuestion {
        TableQuestion {
            group: QuestionGroup::More,
            ..self
        }
    }

    /// The question about a player or a piece, which ends its text.
    fn about(self, whom: impl std::fmt::Display) -> TableQuestion {
        TableQuestion {
            text: format!("{} of {whom}", self.text),
            ..self
        }
    }
}

/// Question for the rules of the game.
fn which_rules(current: GameRules) -> TableQuestion {
    let choice = |rules: GameRules| TableChoice {
        group: rules::group_title(rules),
        ..TableChoice::new(rules.to_string(), rules::title(rules), rules == current)
    };
    TableQuestion::one("rules", "Rules", GameRules::all().map(choice).collect()).of_game()
}

/// Orders for all spaces at once: to deal at random, to begin an empty table, and another one.
fn all_spaces(new: &str, other: Option<TableChoice>) -> TableQuestion {
    let orders = [
        TableChoice::new(DEAL, "Deal at random", false),
        TableChoice::new(BLANK, new, false),
    ];
    TableQuestion::order(SPACES, "", orders.into_iter().chain(other).collect())
}

/// Question whose turn it is.
fn whose_turn(name: &str, text: &str, players: usize, turn: Player) -> TableQuestion {
    let choices = Player::first(players)
        .map(|player| TableChoice::player(player, player == turn))
        .collect();
    TableQuestion::one(name, text, choices).of_game()
}

/// Question for the number of players.
fn how_many_players(counts: std::ops::RangeInclusive<usize>, players: usize) -> TableQuestion {
    let choice =
        |count: usize| TableChoice::new(count.to_string(), count.to_string(), count == players);
    TableQuestion::one("players", "Players", counts.map(choice).collect()).of_game()
}

/// Number that is typed as an answer; 0 where it is none, or far too large.
fn typed(value: &str) -> i32 {
    value.trim().parse::<i16>().map_or(0, i32::from)
}

/// Kind of the cards or tiles in a hand.
struct HandKind {
    letter: char,
    words: String,
    /// Number of them that can be added.
    left: usize,
    icon: Icon,
}

/// Choices of a hand of letters, such as cards: those that it holds, to be taken away by `-f` and a
/// number, and those that can be added by `+f`, with the numbers left of each kind.
fn hand_choices(hand: &str, kinds: impl Iterator<Item = HandKind>) -> Vec<TableChoice> {
    let kinds: Vec<HandKind> = kinds.collect();
    let held = hand.chars().enumerate().filter_map(|(place, letter)| {
        let kind = kinds.iter().find(|kind| kind.letter == letter)?;
        // Cards of one kind have different values.
        Some(
            TableChoice::new(format!("-{letter}{place}"), &*kind.words, true).with_icon(&kind.icon),
        )
    });
    let added = kinds.iter().filter(|kind| kind.left > 0).map(|kind| {
        let words = format!("+ {} ({} left)", kind.words, kind.left);
        TableChoice::new(format!("+{}", kind.letter), words, false).with_icon(&kind.icon)
    });
    held.chain(added).collect()
}

/// Changes a hand by one of its [choices](hand_choices).
fn choose<T: PartialEq>(hand: &mut Vec<T>, value: &str, of_letter: impl Fn(char) -> Option<T>) {
    let mut letters = value.chars();
    let sign = letters.next();
    let Some(item) = letters.next().and_then(of_letter) else {
        return;
    };
    let place = hand.iter().position(|other| *other == item);
    match (sign, place) {
        (Some('+'), _) => hand.push(item),
        (Some('-'), Some(place)) => _ = hand.remove(place),
        _ => {}
    }
}

/// Adds an item to a set, or takes it back.
fn toggle<T: PartialEq>(set: &mut Vec<T>, item: T) {
    match set.iter().position(|other| *other == item) {
        Some(place) => _ = set.remove(place),
        None => set.push(item),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_gains_and_loses_letters() {
        let chosen = |hand: &str, value: &str| {
            let mut hand: Vec<char> = hand.chars().collect();
            choose(&mut hand, value, Some);
            hand.into_iter().collect::<String>()
        };
        let hands = [chosen("fcf", "-f0"), chosen("fc", "+x"), chosen("f", "")];
        assert_eq!(hands, ["cf", "fcx", "f"]);
        let mut letters = vec!['l'];
        toggle(&mut letters, 'h');
        assert_eq!(letters, ['l', 'h']);
        toggle(&mut letters, 'l');
        assert_eq!(letters, ['h']);
        let kinds = [('f', "flip", 0), ('c', "column", 2)];
        let kinds = kinds.map(|(letter, words, left)| HandKind {
            letter,
            words: words.to_owned(),
            left,
            icon: Icon::Hex(".".to_owned()),
        });
        let choices = hand_choices("f", kinds.into_iter());
        let values: Vec<&str> = choices.iter().map(|choice| &*choice.value).collect();
        assert_eq!(values, ["-f0", "+c"]);
    }
}
