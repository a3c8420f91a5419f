//! The rules of a game in words: in short, in full, and tips for a first game.

mod short;

use floe_engine::GameRules;
use floe_flip::Species;
use floe_variants::VariantInfo;

use short::{IN_SHORT, InShort};

/// Name of the base game.
const BASE: &str = "base";
/// Heading of the section that has every game in short.
const SHORT: &str = "## In short";

/// Chapter of the complete rules, in Markdown.
struct Chapter {
    /// Part of the rules that it is about.
    name: &'static str,
    text: &'static str,
}

macro_rules! chapters {
    ($($name:literal)*) => {
        &[$(Chapter { name: $name, text: include_str!(concat!("chapters/", $name, ".md")) }),*]
    };
}

/// The complete rules in the order of `docs/rules.md`.
const CHAPTERS: &[Chapter] = chapters!(
    "base" "layouts" "variants" "push" "teams" "whale" "hidden-whale" "survival" "group"
    "special-tiles" "combinations"
    "flip" "angling"
);

/// Specials of the angler in Gone Fishing!, as sentences (5.2).
pub const SPECIALS_OF_ANGLER: &str =
    "Once a day each: look at a tile; or hold: no tile may be moved in this round.";

/// Specials of the fish in Gone Fishing!, as sentences (5.2).
pub const SPECIALS_OF_FISH: &str =
    "Once a day each: push the yellow angler one pier on; push the red one; or swap two tiles.";

/// Power of a species in Fish 'n' Flip, as a sentence (4.4).
pub const fn power(species: Species) -> &'static str {
    match species {
        Species::Whale => {
            "A whale that the action has flipped goes to the bottom of its column; the cards below it move up by one."
        }
        Species::Swordfish => {
            "When a group of swordfish, or a swordfish by an action card, is freed, one animal or waste card next to one of them is freed too; waste goes under the draw pile."
        }
        Species::Octopus => {
            "An octopus that the action has flipped flips one card of its colour (another card)."
        }
        Species::Turtle => {
            "A turtle that the action has flipped goes one space the way it now swims, and switches with a card there; not out of the net."
        }
        Species::Dolphin => "A dolphin that the action has flipped flips an orthogonal neighbour.",
        Species::Jellyfish => {
            "A jellyfish that the action has flipped switches with the card one space further the way it now swims, if there is one."
        }
        Species::Ray => {
            "When a group of rays is freed, all rays in the rows and columns of its cards that swim the same way are freed too (all of them or none)."
        }
        Species::Shark => {
            "A shark flipped in this turn may be freed alone, also one that belongs to a group."
        }
    }
}

/// Name of the game or variant for people, as a title: `Hey, That's My Fish!`, `Push + Whale`.
pub fn title(rules: GameRules) -> String {
    match rules {
        GameRules::BASE => "Hey, That's My Fish!".to_owned(),
        GameRules::Floe(_) => rules
            .to_string()
            .split('+')
            .map(title_of)
            .collect::<Vec<_>>()
            .join(" + "),
        GameRules::Flip => "Fish 'n' Flip".to_owned(),
        GameRules::Contest => "Fish 'n' Flip, competitive".to_owned(),
        GameRules::Angling => "Gone Fishing!".to_owned(),
    }
}

/// Heading above the [title] in a list of all rules: `Variants of Hey, That's My Fish!`,
/// `Other games`. `None` for *Hey, That's My Fish!* itself, which comes first.
pub fn group_title(rules: GameRules) -> Option<String> {
    match rules {
        GameRules::BASE => None,
        GameRules::Floe(_) => Some(format!("Variants of {}", title(GameRules::BASE))),
        _ => Some("Other games".to_owned()),
    }
}

/// The rules in words, in Markdown: first [in short](page_in_short), then [in
/// full](page_in_full).
pub fn page(rules: GameRules) -> String {
    format!("{}\n{}", page_in_short(rules), page_in_full(rules))
}

/// The game in six sentences for people who do not know it, as a list in Markdown with a
/// heading.
pub fn page_in_short(rules: GameRules) -> String {
    let items = in_short(rules).map(|(name, sentence)| format!("- **{name}.** {sentence}\n"));
    format!("{SHORT}\n\n{}", items.concat())
}

/// The rules with all details, in Markdown; for a variant only the rules that it changes.
pub fn page_in_full(rules: GameRules) -> String {
    let text = details(rules);
    if text.starts_with('#') {
        text
    } else {
        format!("## {}\n\n{text}", title(rules))
    }
}

/// Sentences that a person should know in a first game by these rules.
pub fn first_game_tips(rules: GameRules) -> Vec<&'static str> {
    let is_taken = rules
        .floe()
        .is_none_or(|floe| VariantInfo::takes_tiles(floe.variant));
    let parts = parts(rules).into_iter();
    let played = parts.filter(|part| is_taken || part.name != BASE);
    played.flat_map(|part| part.tips).copied().collect()
}

/// The game in six sentences, each after the name of what it is about: the aim, the set-up, a
/// turn, what is taken, the end and the winner.
fn in_short(rules: GameRules) -> [(&'static str, &'static str); 6] {
    let mut lines = [("", ""); 6];
    for part in parts(rules) {
        for (line, own) in lines.iter_mut().zip(part.lines()) {
            if !own.1.is_empty() {
                *line = own;
            }
        }
    }
    lines
}

/// Parts of the rules, of which a later one changes sentences of those before it.
fn parts(rules: GameRules) -> Vec<&'static InShort> {
    let name = rules.to_string();
    let base = rules.floe().map(|_| BASE);
    let names = base.into_iter().chain(name.split('+'));
    let part = |name: &str| IN_SHORT.iter().find(|part| part.name == name);
    let mut parts: Vec<&InShort> = names.filter_map(part).collect();
    parts.dedup_by_key(|part| part.name);
    parts
}

/// Chapters of the complete rules that are about this game.
fn details(rules: GameRules) -> String {
    let name = match rules {
        GameRules::Contest => GameRules::Flip.to_string(),
        _ => rules.to_string(),
    };
    let parts: Vec<&str> = name.split('+').collect();
    chapters(|chapter| match chapter {
        "combinations" => parts.len() > 1,
        _ => parts.contains(&chapter),
    })
}

/// A name of rules as the beginning of a title: `Special tiles` for `special-tiles`.
fn title_of(name: &str) -> String {
    capitalized(&name.replace('-', " "))
}

/// A text with a capital as its first letter, which is one of ASCII.
fn capitalized(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    first.to_uppercase() + rest
}

/// The layouts of floes in words, in Markdown.
pub fn layouts() -> String {
    chapters(|chapter| chapter == "layouts")
}

/// Chapters whose names are wanted, without references to rules that they do not contain.
fn chapters(is_wanted: impl Fn(&str) -> bool) -> String {
    let wanted = CHAPTERS.iter().filter(|chapter| is_wanted(chapter.name));
    without_references(&wanted.map(|chapter| chapter.text).collect::<String>())
}

/// The text without references such as ` (1.6, 1.7)` to rules that the text does not contain.
fn without_references(text: &str) -> String {
    let is_reference = |inside: &str| {
        inside.starts_with(|c: char| c.is_ascii_digit())
            && inside.contains('.')
            && inside
                .chars()
                .all(|c| c.is_ascii_digit() || ". ,to".contains(c) || c == '\n')
    };
    let is_shown = |inside: &str| {
        inside
            .split([',', ' ', '\n'])
            .any(|rule| !rule.is_empty() && text.contains(&format!("**{rule} ")))
    };
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('(') {
        kept += before;
        match after.split_once(')') {
            Some((inside, behind)) if is_reference(inside) && !is_shown(inside) => {
                kept.truncate(kept.trim_end_matches([' ', '\n']).len());
                rest = behind;
            }
            _ => {
                kept.push('(');
                rest = after;
            }
        }
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::*;

    /// The document of all rules.
    const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/rules.md");
    /// Variable whose presence writes the chapters into the document.
    const BLESS: &str = "FLOE_BLESS";

    /// Text of the document, with one space for white space of any length.
    fn document() -> String {
        let text = fs::read_to_string(DOCUMENT).unwrap();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_document_ends_with_the_chapters() {
        let chapters: String = CHAPTERS.iter().map(|chapter| chapter.text).collect();
        let document = fs::read_to_string(DOCUMENT).unwrap();
        let begin = document.find("## 1. ").unwrap();
        if env::var_os(BLESS).is_some() {
            fs::write(DOCUMENT, document[..begin].to_owned() + &chapters).unwrap();
        } else {
            assert!(
                document[begin..] == chapters,
                "docs/rules.md is not that of {0}/src/rules/chapters: `FLOE_BLESS=1 cargo test -p {0} --lib rules` \
                 writes it anew",
                env!("CARGO_PKG_NAME")
            );
        }
    }

    #[test]
    fn the_document_begins_with_the_base_game_in_short() {
        let document = document();
        let (before, after) = document.split_once(SHORT).unwrap();
        assert!(!before.contains("## "), "{before}");
        let (_, list) = after.split_once("every other game. ").unwrap();
        let expected =
            in_short(GameRules::BASE).map(|(name, text)| format!("- **{name}.** {text} "));
        assert!(
            list.starts_with(&format!("{}## 1. ", expected.concat())),
            "{list}"
        );
    }

    #[test]
    fn powers_are_those_of_the_document() {
        let document = document().replace("**Ruling**: ", "");
        let (_, powers) = document.split_once("**4.4 Powers**").unwrap();
        for species in Species::ALL {
            let row = format!("| {} | ", species.name());
            let (_, written) = powers.split_once(&row).unwrap();
            let (written, _) = written.split_once(" |").unwrap();
            let sentence = power(species).trim_end_matches('.').to_lowercase();
            let (_, end) = sentence
                .split_once("has flipped ")
                .unwrap_or(("", &sentence));
            assert_eq!(end, written);
        }
    }

    #[test]
    fn specials_are_those_of_the_document() {
        let document = document();
        for (player, sentence) in [("angler", SPECIALS_OF_ANGLER), ("fish", SPECIALS_OF_FISH)] {
            let (_, specials) = sentence.split_once("each: ").unwrap();
            let row = format!("| {player} | {} |", specials.trim_end_matches('.'));
            assert!(document.contains(&row), "{row}");
        }
    }

    #[test]
    fn references_lead_to_rules_that_are_shown() {
        let text = "**3.1 Push.** It counts (3.1, 1.6) as always\n(1.6, 1.7), on `c3` (SE of b2), (a) and\n(1.8).";
        let kept = "**3.1 Push.** It counts (3.1, 1.6) as always, on `c3` (SE of b2), (a) and.";
        assert_eq!(without_references(text), kept);
    }

    /// The rules of a variant stand for themselves.
    #[test]
    fn no_variant_refers_to_rules_that_are_not_shown() {
        for rules in GameRules::all() {
            let text = page(rules);
            for word in text.split([' ', '\n', '(', ')', ',', ';', ':']) {
                let word = word.trim_start_matches('*').trim_end_matches('.');
                let is_number =
                    |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
                let is_rule = word.split_once('.').is_some_and(|(section, rule)| {
                    ["1", "2", "3", "4", "5"].contains(&section) && is_number(rule)
                });
                assert!(
                    !is_rule || text.contains(&format!("**{word} ")),
                    "{rules}: {word}"
                );
            }
        }
    }

    #[test]
    fn every_game_has_rules_and_tips() {
        for rules in GameRules::all() {
            assert!(
                page(rules).len() > 300 && first_game_tips(rules).len() > 1,
                "{rules}"
            );
        }
    }

    /// Aim, set-up, turn, what is taken, end and winner, none of them long, and of a variant at
    /// least one of its own.
    #[test]
    fn every_game_begins_with_six_short_sentences() {
        for rules in GameRules::all() {
            for (name, sentence) in in_short(rules) {
                let is_sentence =
                    sentence.starts_with(char::is_uppercase) && sentence.ends_with('.');
                assert!(
                    is_sentence && sentence.split(' ').count() <= 32,
                    "{rules}, {name}: {sentence}"
                );
            }
            let is_floe = usize::from(rules.floe().is_some() && rules != GameRules::BASE);
            let parts = rules.to_string().split('+').count();
            assert_eq!(self::parts(rules).len(), parts + is_floe, "{rules}");
            assert!(
                page(rules).starts_with(&format!("{SHORT}\n\n- **Aim.** ")),
                "{rules}"
            );
        }
    }

    #[test]
    fn titles_name_all_parts_of_the_rules() {
        let titles =
            ["base", "push+whale+teams", "hidden-whale"].map(|name| title(name.parse().unwrap()));
        assert_eq!(
            titles,
            [
                "Hey, That's My Fish!",
                "Push + Whale + Teams",
                "Hidden whale"
            ]
        );
        let groups: Vec<Option<String>> = GameRules::all().map(group_title).collect();
        assert_eq!(groups[0], None);
        let headings = groups
            .chunk_by(|one, other| one == other)
            .map(|group| group[0].as_deref());
        let expected = [
            None,
            Some("Variants of Hey, That's My Fish!"),
            Some("Other games"),
        ];
        assert_eq!(
            headings.collect::<Vec<_>>(),
            expected,
            "each group is in one place"
        );
    }
}
