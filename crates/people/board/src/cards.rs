//! Editor of cards: tools that lay them in a net.

use std::collections::BTreeMap;

use floe_engine::AnyGame;
use floe_flip::{Animal, Card, CardDraft, CardForm, DraftCard, Waste};
use floe_picture::{Icon, colour_name};

use crate::palette::{EMPTY, EditTool, used_up};
use crate::questions::flip::{completed, set_rest, waste_in_pile};

/// Tool that turns a card over.
const TURN: &str = "turn";

/// Tools for the cards of a net, with the numbers of those that lie nowhere in it.
pub(crate) fn tools(draft: &CardDraft) -> Vec<EditTool> {
    let mut cards = Vec::new();
    for species in draft.named_species() {
        let animal = |colour| Animal {
            species,
            colour,
            is_forward: true,
        };
        cards.extend((0..4).map(animal).map(Card::Animal));
    }
    if let CardForm::Flip(_) = draft.form {
        cards.extend(Waste::ALL.map(Card::Waste));
    }
    let mut tools: Vec<EditTool> = cards.into_iter().map(|card| tool(draft, card)).collect();
    tools.push(EditTool::new(TURN, "Turn over").with_key('t'));
    tools.push(EditTool::new(EMPTY, "Empty"));
    tools
}

fn tool(draft: &CardDraft, card: Card) -> EditTool {
    let icon = match card {
        Card::Animal(animal) => Icon::Animal(animal),
        Card::Waste(waste) => Icon::Waste(waste),
    };
    let tool = EditTool::new(&card.to_string(), &name_of(card)).with_icon(&icon);
    match left(draft, card) {
        Some(left) => tool.with_left(left),
        None => tool,
    }
}

fn name_of(card: Card) -> String {
    match card {
        Card::Animal(animal) => format!("{} {}", colour_name(animal.colour), animal.species.name()),
        Card::Waste(waste) => waste.name().to_owned(),
    }
}

/// Number of cards of this kind that can still be laid; `None` for waste that the usual game does
/// not have, which is not counted.
fn left(draft: &CardDraft, card: Card) -> Option<usize> {
    let waste = match card {
        Card::Animal(animal) => return Some(draft.animals_left(animal)),
        Card::Waste(waste) => waste,
    };
    let left = draft.waste_left(waste);
    let is_unusual = left == 0 && draft.seen(card) < usize::from(waste.cards());
    (!is_unusual).then_some(left)
}

/// Uses tools on spaces, by their names. All cards that are nowhere else are in the pile then. A
/// card of which none is left is not laid. Returns a sentence about one that was not laid, or that
/// replaces another one.
pub(crate) fn paint(draft: &mut CardDraft, tools: &BTreeMap<String, String>) -> Option<String> {
    let before = draft.clone();
    let mut notice = None;
    for (name, tool) in tools {
        notice = use_tool(draft, name, tool).or(notice);
    }
    // Cards fall to the lowest space of their column.
    for column in draft.spaces.chunks_mut(draft.rows) {
        column.sort_by_key(|card| *card == DraftCard::Empty);
    }
    if is_drawn(&before) && !is_drawn(draft) {
        *draft = before;
        return Some("This does not fit the game: what lay there stays.".to_owned());
    }
    notice
}

/// Uses a tool on the space with this name, as [`paint`] does.
fn use_tool(draft: &mut CardDraft, name: &str, tool: &str) -> Option<String> {
    let mut numbers = 0..draft.spaces.len();
    let number = numbers.find(|&number| draft.space(number).to_string() == name)?;
    let lying = draft.spaces[number].card();
    if tool == TURN {
        draft.spaces[number].turn();
        return None;
    }
    let species = draft.named_species();
    let waste = waste_in_pile(draft);
    let seen = |draft: &CardDraft| Waste::ALL.map(|kind| draft.seen(Card::Waste(kind)));
    let before = seen(draft);
    let mut notice = None;
    match DraftCard::from(tool) {
        _ if tool == EMPTY => draft.spaces[number] = DraftCard::Empty,
        // A card that is laid again is turned over.
        DraftCard::Card(card, _) if lying == Some(card) => draft.spaces[number].turn(),
        laid => {
            let other = laid
                .card()
                .filter(|&card| !lying.is_some_and(|old| old.is_same(card)));
            let left = other.and_then(|card| left(draft, card));
            let [laid_name, old] =
                [other, lying].map(|card| card.map_or_else(String::new, name_of));
            if left == Some(0) {
                return Some(used_up(&laid_name));
            }
            if left.is_some() && lying.is_some() {
                notice = Some(format!(
                    "On {name} {laid_name} replaces {old}. To turn a card, choose it again."
                ));
            }
            draft.spaces[number] = laid;
        }
    }
    let after = seen(draft);
    let left = Waste::ALL.map(|kind| {
        let kind = kind as usize;
        (waste[kind] + before[kind]).saturating_sub(after[kind])
    });
    set_rest(draft, &species, left);
    notice
}

/// Whether the draft is a position, once what is missing is added.
fn is_drawn(draft: &CardDraft) -> bool {
    let is_position = |draft: &CardDraft| AnyGame::try_from(draft).is_ok();
    is_position(draft) || completed(draft).is_some_and(|draft| is_position(&draft))
}

/// Sentence that says how cards are laid.
pub(crate) fn guide(draft: &CardDraft) -> &'static str {
    if draft.named_species().is_empty() {
        "First choose the species of the game: four in the usual one. Then lay its cards."
    } else {
        "The net is all cards on the table. Choose a card above the board, then its column: it falls to the lowest free \
         space. Choose the same space again to turn the card over; another card replaces it."
    }
}

#[cfg(test)]
mod tests {
    use floe_engine::{GameRules, RandomStart};

    use super::*;
    use crate::new_table::draft_of;
    use crate::questions::flip::{clear, questions};

    fn draft(text: &str) -> CardDraft {
        CardDraft::read(text).unwrap().draft
    }

    #[test]
    fn cards_are_laid_on_their_column() {
        let cards = "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:f,W:r W2212,S2212,D2212,K2122,p3 deck=f3c1r1s2k1x2y2e2";
        let mut net = draft(cards);
        assert_eq!(net.to_string(), cards);
        assert!(tools(&net).len() > 16);
        let used = [("a5", "W2>"), ("b3", "."), ("c1", "turn"), ("d2", "m")];
        let used = used.map(|(space, tool)| (space.to_owned(), tool.to_owned()));
        let _ = paint(&mut net, &used.into());
        let expected =
            "flip:W1>D2<S3>W2>/K1<K2>/D1<D3<W2</S1<mS2> A D:f,W:r rest deck=f3c1r1s2k1x2y2e2";
        assert_eq!(net.to_string(), expected);
        assert!(net.build_flip().is_ok());
    }

    /// No more of a counted card is laid than the game has, and each net stays one that is drawn.
    #[test]
    fn what_is_used_up_is_not_laid() {
        let cards = "flip:/// A -:,-: rest animals=W,D,T,K";
        let declared = "flip:/// A -:,-: rest animals=W3223,D,T,K";
        let blank = |rules: GameRules| {
            let dealt = AnyGame::deal(&rules.usual(rules.usual_players()), 1).unwrap();
            let mut net = draft_of(&dealt)?;
            clear(&mut net);
            Some(net)
        };
        let all = GameRules::all().filter_map(blank);
        for blank in all.chain([draft(cards), draft(declared)]) {
            for tool in tools(&blank) {
                let mut net = blank.clone();
                for number in 0..net.spaces.len() {
                    let name = net.space(number).to_string();
                    let tools = tools(&net);
                    let left = tools.iter().find(|one| one.tool == tool.tool).unwrap().left;
                    let notice = paint(&mut net, &BTreeMap::from([(name, tool.tool.clone())]));
                    assert_eq!(notice.is_some(), left == Some(0), "{net} {notice:?}");
                    assert!(tool.left.is_none() || is_drawn(&net), "{net}");
                }
            }
        }
        let mut net = draft(cards);
        let mut lay = |card: &str| {
            paint(
                &mut net,
                &BTreeMap::from([("a1".to_owned(), card.to_owned())]),
            )
        };
        assert_eq!(lay("W1>"), None);
        assert_eq!(
            lay("D2>").unwrap(),
            "On a1 blue dolphin replaces orange whale. To turn a card, choose it again."
        );
    }

    /// Columns and cards that no net has are kept as they were typed, and have no spaces.
    #[test]
    fn spaces_are_those_of_the_largest_net() {
        for (text, spaces) in [
            ("flip:D1</D1</D1</D1</D1</D1< A D:f - -", 24),
            ("contest:/// A - - points=0,0", 9),
        ] {
            assert_eq!(draft(text).spaces.len(), spaces);
        }
        let players = format!(
            "flip:/// A {} rest actions=f99999999999 deck=f1",
            ["D:f"; 50].join(",")
        );
        assert!(questions(&draft(&players)).len() < 100);
    }

    /// Every tool on every space gives a game, or an error that names its field; the text of the
    /// draft says the same.
    #[test]
    fn a_tool_gives_a_game_or_names_a_field() {
        for rules in [GameRules::Flip, GameRules::Contest] {
            let dealt = AnyGame::deal(&rules.usual(rules.usual_players()), 5).unwrap();
            let start = RandomStart {
                placed: true,
                plies: 9,
                tiles: None,
            };
            for position in [start.play(&dealt, 5), dealt] {
                let net = draft_of(&position).unwrap();
                for tool in tools(&net) {
                    for number in 0..net.spaces.len() {
                        let mut painted = net.clone();
                        let name = net.space(number).to_string();
                        use_tool(&mut painted, &name, &tool.tool);
                        let text = painted.to_string();
                        match AnyGame::try_from(&painted) {
                            Ok(game) => assert_eq!(text.parse(), Ok(game), "{text}"),
                            Err(error) => {
                                assert!(!error.field.name.is_empty(), "{text}");
                                let read = text.parse::<AnyGame>().unwrap_err();
                                assert_eq!(read.problem, error.expected, "{text}");
                            }
                        }
                    }
                }
            }
        }
    }
}
