//! A table is set up by tools and answers alone, for all games and rules.

use std::collections::BTreeMap;

use floe_engine::{AnyGame, GameRules};
use serde_json::{Value, json};

use crate::answer;

/// Editor of a table, as the page uses it.
struct Editor {
    edited: Value,
}

impl Editor {
    fn new(position: &str) -> Editor {
        let mut editor = Editor {
            edited: json!({"position": position}),
        };
        editor.edit("paint", &[]);
        editor
    }

    fn position(&self) -> String {
        self.edited["position"].as_str().unwrap().to_owned()
    }

    fn edit(&mut self, field: &str, changes: &[(&str, &str)]) {
        let changes: BTreeMap<&str, &str> = changes.iter().copied().collect();
        let mut request = json!({"id": "1", "action": "edit", "position": self.edited["position"]});
        request[field] = json!(changes);
        self.edited = answer(&request)["result"].take();
    }

    /// Uses a tool that the editor offers.
    fn paint(&mut self, space: &str, tool: &str) {
        let offered = self.edited["tools"].as_array().unwrap();
        assert!(
            offered.iter().any(|one| one["tool"] == tool),
            "{tool} in {}",
            self.position()
        );
        self.edit("paint", &[(space, tool)]);
    }

    /// Answers a question that the editor asks, with a choice that it offers.
    fn answer(&mut self, name: &str, value: &str) {
        let questions = self.edited["questions"].as_array().unwrap();
        let question = questions.iter().find(|one| one["name"] == name);
        let question =
            question.unwrap_or_else(|| panic!("{name} is not asked: {}", self.position()));
        let mut choices = question["choices"].as_array().unwrap().iter();
        let is_offered =
            question["kind"] == "number" || choices.any(|choice| choice["value"] == value);
        assert!(
            is_offered,
            "{name}: {value} is not offered for {}",
            self.position()
        );
        self.edit("answers", &[(name, value)]);
    }

    /// Values of the chosen answers of a question.
    fn chosen(&self, name: &str) -> Vec<String> {
        let questions = self.edited["questions"].as_array().unwrap();
        let question = questions.iter().find(|one| one["name"] == name).unwrap();
        let choices = question["choices"].as_array().unwrap().iter();
        let chosen = choices.filter(|choice| choice["is_chosen"] == true);
        chosen
            .map(|choice| choice["value"].as_str().unwrap().to_owned())
            .collect()
    }

    /// Letters of the cards that are chosen.
    fn held(&self, name: &str) -> String {
        self.chosen(name).iter().map(|value| &value[1..2]).collect()
    }

    /// Makes these letters the hand of a question, card by card, so that it is never empty.
    fn hold(&mut self, name: &str, letters: &str) {
        let kept = |letter: &str, letters: &str, held: &str| {
            letters.matches(letter).count() > held.matches(letter).count()
        };
        for letter in letters.chars().map(String::from) {
            if kept(&letter, letters, &self.held(name)) {
                self.answer(name, &format!("+{letter}"));
            }
        }
        while let Some(value) = self
            .chosen(name)
            .into_iter()
            .find(|value| kept(&value[1..2], &self.held(name), letters))
        {
            self.answer(name, &value);
        }
    }

    /// Makes these letters the chosen ones of a question.
    fn choose(&mut self, name: &str, letters: &[String]) {
        for value in self
            .chosen(name)
            .iter()
            .filter(|value| !letters.contains(value))
        {
            self.answer(name, value);
        }
        for value in letters
            .iter()
            .filter(|&value| !self.chosen(name).contains(value))
            .collect::<Vec<_>>()
        {
            self.answer(name, value);
        }
    }
}

fn deal(rules: &str, players: usize, seed: u64) -> String {
    let reply = answer(
        &json!({"id": "1", "action": "deal", "rules": rules, "players": players, "seed": seed}),
    );
    reply["result"]["position"]
        .as_str()
        .unwrap_or_else(|| panic!("{reply}"))
        .to_owned()
}

/// Cells of a position text with their tokens.
fn cells(position: &str) -> Vec<(String, String)> {
    let cells = Editor::new(position).edited["cells"].take();
    let text = |cell: &Value, name: &str| cell[name].as_str().unwrap().to_owned();
    cells
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| (text(cell, "hex"), text(cell, "token")))
        .collect()
}

/// Sets up a floe by clicks: the tiles, what is special about them, and the whale.
fn set_up_floe(editor: &mut Editor, target: &str) {
    for (hex, token) in cells(target) {
        let fish = if token.starts_with('b') {
            "1"
        } else {
            &token[token.len() - 1..]
        };
        editor.paint(&hex, fish);
        if token.starts_with('b') {
            editor.paint(&hex, &token);
        } else if token.len() > 1 {
            editor.paint(&hex, &token[..1]);
        }
    }
    if let Some(whale) = target
        .split("whale=")
        .nth(2)
        .or(target.split(" whale=").nth(1))
    {
        editor.paint(whale, "whale");
    }
}

/// Sets up a net by clicks: species first, then cards from below, hands, powers and the waste of
/// the pile.
fn set_up_cards(editor: &mut Editor, target: &str) {
    let expected = Editor {
        edited: answer(&json!({"id": "1", "action": "edit", "position": target}))["result"].take(),
    };
    editor.choose("species", &expected.chosen("species"));
    for (space, token) in cells(target)
        .into_iter()
        .filter(|(_, token)| !token.is_empty())
    {
        let tool = token.replace('<', ">").replace('v', "^");
        editor.paint(&space, &tool);
        if tool != token {
            editor.paint(&space, &tool);
        }
    }
    let questions = expected.edited["questions"].as_array().unwrap();
    for question in questions {
        let name = question["name"].as_str().unwrap();
        if name.starts_with("cards") {
            let letters = expected.held(name);
            editor.hold(name, &letters);
        } else if name.starts_with("power.") {
            editor.answer(name, &expected.chosen(name)[0]);
        } else if name == "powers" {
            editor.choose(name, &expected.chosen(name));
        } else if name.starts_with("pile.") {
            editor.answer(name, &question["number"].to_string());
        }
    }
    editor.choose("species", &expected.chosen("species"));
}

/// Any deal of any rules is reached from an empty table.
#[test]
fn every_set_up_is_reached_by_clicks() {
    for rules in GameRules::all() {
        for players in rules.usual_players()..=rules.max_players() {
            for seed in 0..2 {
                let target = deal(&rules.to_string(), players, seed);
                // From another game to this one, its number of players, and an empty table.
                let other = if rules == GameRules::Flip {
                    "base"
                } else {
                    "flip"
                };
                let mut editor = Editor::new(&deal(other, 2, seed));
                editor.answer("rules", &rules.to_string());
                if !rules.has_hidden_tiles() {
                    editor.answer("players", &players.to_string());
                }
                let me = if rules.has_hidden_tiles() { "all" } else { "A" };
                editor.edit("answers", &[("blank", me)]);
                match rules {
                    GameRules::Floe(_) => set_up_floe(&mut editor, &target),
                    GameRules::Flip | GameRules::Contest => set_up_cards(&mut editor, &target),
                    GameRules::Angling => {}
                }
                let found = editor.position();
                let is_same = found.parse::<AnyGame>() == target.parse::<AnyGame>();
                assert!(
                    is_same,
                    "{rules}: {found} is not {target}: {}",
                    editor.edited["error"]
                );
            }
        }
    }
}

/// After any answer the reply asks for more, and names a mistake where there is one.
#[test]
fn every_answer_has_a_reply() {
    for rules in GameRules::all() {
        let start = deal(&rules.to_string(), rules.usual_players(), 3);
        let asked = Editor::new(&start).edited["questions"].take();
        for question in asked.as_array().unwrap() {
            let name = question["name"].as_str().unwrap();
            let choices = question["choices"].as_array().unwrap().iter();
            let mut values: Vec<&str> = choices
                .map(|choice| choice["value"].as_str().unwrap())
                .collect();
            if question["kind"] == "number" {
                values.extend(["0", "2", "-1", "x"]);
            }
            for value in values {
                let mut editor = Editor::new(&start);
                editor.edit("answers", &[(name, value)]);
                let questions = editor.edited["questions"].as_array();
                assert!(
                    questions.is_some_and(|questions| !questions.is_empty()),
                    "{rules}: {name} {value}"
                );
                let is_position = editor.position().parse::<AnyGame>().is_ok();
                assert_eq!(
                    is_position,
                    editor.edited["error"].is_null(),
                    "{rules}: {name} {value}"
                );
            }
        }
    }
}

/// Rules and layouts are chosen, and a deal is drawn with a seed.
#[test]
fn tables_are_begun_anew() {
    let mut editor = Editor::new(&deal("base", 2, 1));
    editor.answer("layout", "setup-2");
    assert!(
        editor.position().starts_with("setup-2:11111/"),
        "{}",
        editor.position()
    );
    editor.answer("rules", "push+teams");
    assert!(
        editor
            .position()
            .ends_with(" A 0:0,0:0,0:0,0:0 2,2,2,2 rules=push+teams"),
        "{}",
        editor.position()
    );
    assert_eq!(editor.edited["error"], Value::Null);
    let request = json!({
        "id": "1", "action": "edit", "position": editor.position(), "answers": {"spaces": "deal"}, "seed": 7,
    });
    let dealt = answer(&request)["result"]["position"].take();
    assert!(
        dealt
            .as_str()
            .unwrap()
            .parse::<AnyGame>()
            .is_ok_and(|game| game.rules().has_teams()),
        "{dealt}"
    );
    assert_eq!(answer(&request)["result"]["position"], dealt);
    // A new game of cards has the species that were chosen, and nothing else.
    for rules in ["flip", "contest"] {
        let mut editor = Editor::new(&deal(rules, 2, 1));
        editor.edit("answers", &[("blank", "A")]);
        for species in ["W", "S", "J", "R"] {
            editor.answer("species", species);
        }
        let chosen = editor.position().to_owned();
        editor.edit("paint", &[("a1", "W1>")]);
        assert_ne!(editor.position(), chosen);
        editor.answer("spaces", "blank");
        assert_eq!(editor.position(), chosen);
    }
}

/// The angler sees the backs of all tiles; where all look at one screen in turn, the fish lays its
/// tiles as moves.
#[test]
fn a_lake_begins_as_its_player_sees_it() {
    let start = deal("angling", 2, 1);
    for (me, expected) in [
        (
            "A",
            "angling:????/????/????/???? A 0,0 -,- 3.3.3.3 lh,yrs step=place",
        ),
        ("all", &start),
    ] {
        let mut editor = Editor::new(&start);
        editor.edit("answers", &[("blank", me)]);
        assert_eq!(
            editor.position().parse::<AnyGame>(),
            expected.parse::<AnyGame>(),
            "{}",
            editor.position()
        );
    }
}

/// Dealt at random, all tiles lie on the lake: open for the fish, covered for the angler.
#[test]
fn a_lake_is_dealt_with_all_its_tiles() {
    let start = deal("angling", 2, 1);
    for (seat, is_open) in [("B", true), ("", true), ("A", false)] {
        let request = json!({
            "id": "1", "action": "edit", "position": start, "seat": seat, "answers": {"spaces": "deal"}, "seed": 7,
        });
        let dealt = answer(&request)["result"]["position"].take();
        let text = dealt.as_str().unwrap();
        let rows = text
            .trim_start_matches("angling:")
            .split(' ')
            .next()
            .unwrap();
        let mut tiles: Vec<char> = rows.chars().filter(|&one| one != '/').collect();
        tiles.sort_unstable();
        let expected = if is_open {
            "1122334456drrrrr"
        } else {
            "????????????????"
        };
        assert_eq!(tiles.iter().collect::<String>(), expected, "{seat}: {text}");
        assert!(text.ends_with(" step=place"), "{text}");
        assert_eq!(answer(&request)["result"]["position"], dealt);
    }
    // Where all share a screen, the fish lays its tiles as moves.
    let shared = answer(&json!({
        "id": "1", "action": "edit", "position": start, "seat": "all", "answers": {"spaces": "deal"},
    }));
    let position = shared["result"]["position"].as_str().unwrap();
    assert_eq!(position.parse::<AnyGame>(), start.parse::<AnyGame>());
}

/// The fish is asked for its own tiles before the game begins, and no one else is.
#[test]
fn the_fish_lays_its_tiles_before_the_game_begins() {
    let mut editor = Editor::new(&deal("angling", 2, 1));
    editor.edit("answers", &[("blank", "B")]);
    let check = |position: &str, seat: &str| {
        answer(&json!({"id": "1", "action": "edit", "position": position, "seat": seat}))["result"]
            .take()
    };
    let hidden = editor.position();
    for seat in ["A", "all", ""] {
        assert_eq!(check(&hidden, seat)["error"], Value::Null, "{seat}");
    }
    let asked = check(&hidden, "B");
    assert!(
        asked["error"]["message"]
            .as_str()
            .unwrap()
            .contains("16 tiles to go"),
        "{}",
        asked["error"]
    );
    assert_eq!(asked["error"]["hex"], "a1");
    let tools = asked["tools"].as_array().unwrap();
    let counted = tools.iter().filter_map(|tool| tool["left"].as_u64());
    assert_eq!(counted.sum::<u64>(), 16);
    assert!(
        tools
            .iter()
            .filter(|tool| tool["left"].is_u64())
            .all(|tool| tool["icon"].is_string()),
        "{tools:?}"
    );
    // Half of them laid, the text is no position yet, and is drawn.
    let half = check(
        "angling:1122/3344/????/???? A 0,0 -,- 3.3.3.3 lh,yrs step=place",
        "B",
    );
    assert_eq!(
        (&half["error"]["is_draft"], half["state"].is_null()),
        (&json!(true), true)
    );
    assert!(
        half["error"]["message"]
            .as_str()
            .unwrap()
            .contains("8 tiles to go"),
        "{}",
        half["error"]
    );
    assert!(
        half["svg"].as_str().unwrap().contains("fish worth 4"),
        "{}",
        half["svg"]
    );
    let laid = "angling:1122/3344/56rr/rrrd A 0,0 -,- 3.3.3.3 lh,yrs step=place";
    assert_eq!(check(laid, "B")["error"], Value::Null);
}

/// Cards, tiles and hexes have their pictures, in the tools and the answers.
#[test]
fn palettes_have_pictures() {
    for rules in GameRules::all() {
        let editor = Editor::new(&deal(&rules.to_string(), rules.usual_players(), 3));
        let tools = editor.edited["tools"].as_array().unwrap();
        let without = tools
            .iter()
            .filter(|tool| tool["icon"].is_null())
            .map(|tool| tool["tool"].as_str().unwrap());
        assert!(
            without
                .clone()
                .all(|tool| ["turn", ".", "!", "whale"].contains(&tool)),
            "{rules}: {:?}",
            without.collect::<Vec<_>>()
        );
        for question in editor.edited["questions"].as_array().unwrap() {
            let name = question["name"].as_str().unwrap();
            let is_pictured = ["species", "powers", "discards", "caught"].contains(&name)
                || name.starts_with("cards");
            let choices = question["choices"].as_array().unwrap();
            assert!(
                !is_pictured || choices.iter().all(|choice| choice["icon"].is_string()),
                "{rules}: {name}"
            );
        }
    }
}

/// Tiles that have been caught bring points, and a used special is gone.
#[test]
fn a_lake_is_set_up_in_the_middle_of_a_game() {
    let mut editor = Editor::new("angling:????/????/????/???? A 0,0 -,- 3.3.3.3 lh,yrs step=place");
    for (name, value) in [
        ("step", "walk"),
        ("start.yellow", "3"),
        ("start.red", "7"),
        ("place.red", "2"),
    ] {
        editor.answer(name, value);
    }
    editor.answer("caught", "+5");
    editor.answer("specials", "l");
    editor.answer("catch.2", "2");
    editor.paint("b1", ".");
    let expected = "angling:?.??/????/????/???? A 5,0 y3+0,r7+2 3.2.3.3 h,yrs caught=5";
    assert_eq!(
        (editor.position().as_str(), &editor.edited["error"]),
        (expected, &Value::Null)
    );
}

/// Specials that the fish has left cost a point each once all anglers are out (5.5), whatever is
/// answered first.
#[test]
fn a_lake_is_set_up_at_the_end_of_a_game() {
    let answers = [
        ("caught", "+5"),
        ("specials", "y"),
        ("place.yellow", "out"),
        ("place.red", "out"),
    ];
    for first in 0..answers.len() {
        let start = "angling:?.??/????/????/???? B 0,2 y3+0,r7+2 3.3.3.3 lh,yrs day=2 caught=2";
        let mut editor = Editor::new(start);
        for (name, value) in answers.iter().cycle().skip(first).take(answers.len()) {
            editor.answer(name, value);
        }
        editor.paint("c1", ".");
        let expected =
            "angling:?..?/????/????/???? B 0,5 y3+out,r7+out 3.3.3.3 lh,rs day=2 caught=2.5";
        assert_eq!(
            (editor.position().as_str(), &editor.edited["error"]),
            (expected, &Value::Null)
        );
    }
}

/// A new table of cards is empty: species, powers and cards are those of the real table, and are
/// counted down.
#[test]
fn a_table_of_cards_begins_empty() {
    for (rules, missing) in [
        (
            "flip",
            "Still to set: 4 species, 12 cards of the net, 3 action cards of A, 3 action cards of B, the power of A, the power of B.",
        ),
        (
            "contest",
            "Still to set: 4 species, 2 powers, 2 open action cards, 9 cards of the net.",
        ),
    ] {
        let mut editor = Editor::new(&deal(rules, 2, 1));
        editor.edit("answers", &[("blank", "A")]);
        assert_eq!(editor.edited["error"]["message"], missing);
        assert_eq!(
            editor.edited["error"]["is_draft"],
            json!(true),
            "{rules}: {}",
            editor.edited["error"]
        );
        assert!(!editor.edited["state"].is_null(), "{rules}");
        let questions = editor.edited["questions"].as_array().unwrap();
        let chosen = questions
            .iter()
            .filter(|question| question["kind"] == "any")
            .flat_map(|question| {
                question["choices"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|choice| choice["is_chosen"] == true)
            });
        assert_eq!(chosen.count(), 0, "{rules}");
    }
}

/// A table that has just been begun is not offered again, under all rules and for every seat.
#[test]
fn a_new_table_is_not_begun_again() {
    for rules in GameRules::all() {
        for seat in ["A", "B", "all"] {
            let ask = |position: &str, answers: Value| {
                let request = json!({"id": "1", "action": "edit", "position": position, "seat": seat, "answers": answers});
                answer(&request)["result"].take()
            };
            let dealt = deal(&rules.to_string(), rules.usual_players(), 1);
            let begun = ask(&dealt, json!({"blank": seat}));
            let orders = |edited: &Value| {
                let questions = edited["questions"].as_array().unwrap().iter();
                let spaces = questions.filter(|question| question["name"] == "spaces");
                let choices = spaces.flat_map(|question| question["choices"].as_array().unwrap());
                choices
                    .map(|choice| choice["value"].as_str().unwrap().to_owned())
                    .collect::<Vec<_>>()
            };
            let position = begun["position"].as_str().unwrap();
            for order in orders(&begun).iter().filter(|&order| order != "deal") {
                let changed = ask(position, json!({"spaces": order}));
                assert_ne!(
                    changed["position"], begun["position"],
                    "{rules}, {seat}: {order}"
                );
            }
            let is_laid_in_play =
                rules.has_hidden_tiles() && rules.floe().is_none() && seat == "all";
            assert_eq!(
                begun["tools"].as_array().unwrap().is_empty(),
                is_laid_in_play,
                "{rules}, {seat}"
            );
        }
    }
}
