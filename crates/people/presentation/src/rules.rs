//! The rules of a game in words: sections of `docs/rules.md`, and tips for a first game.

use floe_engine::GameRules;
use floe_flip::Species;
use floe_variants::VariantInfo;

/// The complete rules.
const RULES: &str = include_str!("../../../../docs/rules.md");

/// Rules of the variants that a section of a combination names (3.8).
const COMBINATIONS: &str = "**3.8";
/// Heading of the section that has every game in short.
const SHORT: &str = "## In short";
/// Beginning of the section of powers (4.4).
const POWERS: &str = "**4.4 Powers**";
/// Rulings stand in parentheses in the tables of the rules.
const RULING: &str = "**Ruling**: ";
/// Names of the lines of a game in short, in their order.
const SHORT_LINES: [&str; 6] = [
    "Aim",
    "To begin",
    "Your turn",
    "You take",
    "The end",
    "Who wins",
];

/// Power of a species in Fish 'n' Flip in the words of the rules (4.4), as a sentence.
pub fn power(species: Species) -> String {
    let row = format!("| {} | ", species.name());
    let (_, powers) = RULES.split_once(POWERS).unwrap_or_default();
    let power = powers
        .lines()
        .find_map(|line| line.strip_prefix(&row))
        .unwrap_or_default();
    let power = power.trim_end_matches([' ', '|']).replace(RULING, "");
    match species {
        Species::Ray | Species::Swordfish | Species::Shark => capitalized(&format!("{power}.")),
        _ => format!("A {} that the action has flipped {power}.", species.name())
            .replace("A o", "An o"),
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

/// Heading above the [title] in a list of all rules: `Variants of Hey, That's My
/// Fish!`; `None` for that game, which comes first.
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
    let lines = in_short(rules);
    let items = lines
        .iter()
        .map(|[name, sentence]| format!("- **{name}.** {sentence}\n"));
    format!("{SHORT}\n\n{}", items.collect::<String>())
}

/// The rules with all details, in Markdown: of a variant what it changes, else all of them.
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
    let Some(floe) = rules.floe() else {
        return table_tips(rules);
    };
    let mut tips = match VariantInfo::takes_tiles(floe.variant) {
        true => vec![
            "First place your penguins, each on a free tile with one fish.",
            "A penguin slides in a straight line over free tiles, as far as you like.",
            "You take the tile that your penguin leaves, not the one on which it stops.",
        ],
        false => vec![
            "First place your penguins, each on a free tile.",
            "A penguin steps to a free tile next to it; then you choose a free tile with as many fish, which sinks.",
            "A penguin without a free tile next to it leaves; who has the most penguins at the end wins.",
        ],
    };
    let name = floe.variant.name;
    let of_variant = [
        (
            "push",
            "You can push an opponent's penguin into water or off the floe: click on yours, then on the other one.",
        ),
        (
            "whale",
            "After your move you send the whale off, one space for each fish you took; it takes penguins it meets.",
        ),
        (
            "hidden-whale",
            "A tile with three fish can hide a whale: it appears when the tile is taken.",
        ),
        ("group", "Penguins may share a tile, and move together."),
        (
            "special-tiles",
            "Special tiles do something when a penguin stops on them; the page asks what.",
        ),
    ];
    let has_variant =
        |part: &str| name == part || rules.to_string().split('+').any(|one| one == part);
    tips.extend(
        of_variant
            .into_iter()
            .filter(|&(part, _)| has_variant(part))
            .map(|(_, tip)| tip),
    );
    if rules.has_teams() {
        tips.push("A and C play together against B and D.");
    }
    tips
}

/// The game in six sentences, each after the name of what it is about: the aim, the set-up, a
/// turn, what is taken, the end and the winner. A variant changes some of those of the base
/// game.
fn in_short(rules: GameRules) -> Vec<[String; 2]> {
    let name = rules.to_string();
    let parts: Vec<&str> = match rules.floe() {
        Some(_) => std::iter::once("base").chain(name.split('+')).collect(),
        None => vec![&name],
    };
    let last = |line: &str| parts.iter().rev().find_map(|part| short_line(part, line));
    SHORT_LINES
        .iter()
        .filter_map(|line| Some([(*line).to_owned(), last(line)?]))
        .collect()
}

/// Sections of the complete rules that are about this game.
fn details(rules: GameRules) -> String {
    if rules.floe().is_none() {
        let numbers = [
            format!("## {}.", rules.section()),
            format!("**{}.", rules.section()),
        ];
        return sections(|heading| numbers.iter().any(|number| heading.starts_with(number)));
    }
    if rules == GameRules::BASE {
        return sections(|heading| heading.starts_with("## 1.") || heading.starts_with("### "));
    }
    let name = rules.to_string();
    let parts: Vec<String> = name.split('+').map(|part| format!("`{part}`")).collect();
    sections(|heading| match heading.get(..COMBINATIONS.len()) {
        Some(COMBINATIONS) => parts.len() > 1,
        _ => heading.starts_with("**3.") && parts.iter().any(|part| heading.contains(part)),
    })
}

/// Tips of the games without a floe.
fn table_tips(rules: GameRules) -> Vec<&'static str> {
    match rules {
        GameRules::Floe(_) => Vec::new(),
        GameRules::Flip => vec![
            "You play together: leave as few animals in the net as you can.",
            "Play an action card; then free groups of a species that swim the same way, one of which has moved.",
            "A column with six cards gets no more: if it would, the game is lost.",
        ],
        GameRules::Contest => vec![
            "Bid how many animals you will free in one turn; the highest bid plays.",
            "Free as many as you bid, and each is a point; fewer cost two.",
        ],
        GameRules::Angling => vec![
            "The fish lays its tiles face down; the angler walks around the lake from pier to pier.",
            "The fish shows a tile of the line of that pier; the angler may catch it or any other of the line.",
            "An angler that is back at its start is out.",
        ],
    }
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
    sections(|heading| heading.starts_with("## 2."))
}

/// Sections of the complete rules whose headings are wanted, without references to other sections.
fn sections(is_wanted: impl Fn(&str) -> bool) -> String {
    let mut is_inside = false;
    let mut text = String::new();
    for line in RULES.lines() {
        if line.starts_with('#')
            || ["**3.", "**4.", "**5."]
                .iter()
                .any(|number| line.starts_with(number))
        {
            is_inside = is_wanted(line);
        }
        if is_inside {
            text += &format!("{line}\n");
        }
    }
    without_references(&text)
}

/// The sentence of this line in the part of the complete rules that has the game or variant with
/// this name in short; `None` where a variant keeps that of the base game.
fn short_line(name: &str, line: &str) -> Option<String> {
    let (_, section) = RULES.split_once(&format!("\n{SHORT}\n"))?;
    let section = section.split("\n## ").next()?;
    let (_, own) = section.split_once(&format!("**`{name}`**"))?;
    let own = own.split("\n**").next()?;
    let item = own
        .split("\n- ")
        .find_map(|item| item.strip_prefix(&format!("{line}: ")))?;
    Some(item.split_whitespace().collect::<Vec<_>>().join(" "))
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
    use super::*;

    #[test]
    fn powers_are_those_of_the_rules() {
        let all = Species::ALL.map(power);
        assert!(
            all.iter()
                .all(|power| power.len() > 40 && !power.contains(['*', '|'])),
            "{all:#?}"
        );
        assert_eq!(
            power(Species::Octopus),
            "An octopus that the action has flipped flips one card of its colour (another card)."
        );
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
            let lines = in_short(rules);
            assert_eq!(lines.len(), SHORT_LINES.len(), "{rules}: {lines:?}");
            for [name, sentence] in &lines {
                let is_sentence =
                    sentence.starts_with(char::is_uppercase) && sentence.ends_with('.');
                assert!(
                    is_sentence && sentence.split(' ').count() <= 32,
                    "{rules}, {name}: {sentence}"
                );
            }
            let parts = rules.to_string();
            for part in parts.split('+') {
                assert!(
                    SHORT_LINES
                        .iter()
                        .any(|line| short_line(part, line).is_some()),
                    "{rules}: {part}"
                );
            }
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
