//! Turns of Fish 'n' Flip in words, and notes on a position.

use floe_flip::{
    ActionCard, ActionCards, Contest, Flip, FlipMove, FlipStep, Freeable, Net, Pile, Space, Spaces,
    Species, Waste,
};
use floe_game::{Chance, Notated, Player, listed};
use floe_picture::colour_name;

use crate::told::{FreeableNumber, ToldTurn};

/// Position with cards on the table.
pub(super) trait Cards: Chance<Move = FlipMove> + Notated {
    /// The cards on the table.
    fn table(&self) -> &Net;

    /// The draw pile.
    fn draw_pile(&self) -> &Pile;

    /// Action cards that may be drawn next.
    fn action_deck(&self) -> ActionCards;

    /// Number and place of the next one of the cards that chance lays in a row: `Card 2 of 4, on
    /// column b`.
    fn next_card(&self) -> String;
}

impl Cards for Flip {
    fn table(&self) -> &Net {
        self.net()
    }

    fn draw_pile(&self) -> &Pile {
        self.pile()
    }

    fn action_deck(&self) -> ActionCards {
        self.drawable()
    }

    fn next_card(&self) -> String {
        let laid = self.next_column().unwrap_or(0);
        let all = self.net().columns().min(laid + self.pile().len());
        format!(
            "Card {} of {all}, on column {}",
            laid + 1,
            (b'a' + laid as u8) as char
        )
    }
}

impl Cards for Contest {
    fn table(&self) -> &Net {
        self.net()
    }

    fn draw_pile(&self) -> &Pile {
        self.pile()
    }

    fn action_deck(&self) -> ActionCards {
        self.drawable()
    }

    fn next_card(&self) -> String {
        let laid = self.net().cards().len();
        let all = self.net().area().len();
        let place = self
            .next_space()
            .map_or(String::new(), |space| format!(", on {space}"));
        format!("Card {} of {all}{place}", laid + 1)
    }
}

/// Describes the turn that these moves play, with the likeliest outcome of a choice.
pub(super) fn turn(start: &impl Cards, line: &[FlipMove]) -> ToldTurn {
    let mut position = *start;
    let mut moves = Vec::new();
    let mut words = Vec::new();
    for &choice_or_move in line {
        let mv = position.likeliest_outcome(choice_or_move);
        moves.push(position.move_text(mv));
        if is_action(mv) {
            words.push(choice(&position, mv));
        }
        position.play(mv);
    }
    ToldTurn {
        moves,
        words: words.join(", then "),
    }
}

/// A choice in words.
pub(super) fn choice(position: &impl Cards, choice: FlipMove) -> String {
    let net = position.table();
    match choice {
        FlipMove::FlipOne(space) => format!("flip {}", named_card(net, space)),
        FlipMove::FlipColumn(column) => format!("flip column {}", (b'a' + column) as char),
        FlipMove::FlipRow(row) => format!("flip row {}", row + 1),
        FlipMove::FlipSquare(corner) => format!("flip the square at {corner}"),
        FlipMove::FlipColour(colour) => format!("flip all {} cards", colour_name(colour)),
        FlipMove::Switch(a, b) => {
            format!("switch {} and {}", named_card(net, a), named_card(net, b))
        }
        FlipMove::SwitchFlip(a, b) => format!(
            "switch and flip {} and {}",
            named_card(net, a),
            named_card(net, b)
        ),
        FlipMove::FreeOne(space, None) => format!("free {}", named_card(net, space)),
        FlipMove::FreeOne(space, Some(other)) => {
            format!(
                "free {} with {}",
                named_card(net, space),
                named_card(net, other)
            )
        }
        FlipMove::Discard(card) => format!("discard a card ({})", card.name()),
        FlipMove::Power(space, other) => power_in_words(net, space, other),
        FlipMove::Free(cards) => format!(
            "free {}{}",
            cards_in_words(net, cards),
            power_not_used(position, cards)
        ),
        FlipMove::Go => powers_not_used(position),
        FlipMove::Done => format!("free no more{}", power_not_used(position, Spaces::EMPTY)),
        FlipMove::Draw(_) => "draw a card".to_owned(),
        FlipMove::Lay(_) => "lay the next card".to_owned(),
        FlipMove::Bid(number) => format!("bid {}", counted(usize::from(number), "animal")),
        FlipMove::Pass => "pass".to_owned(),
        FlipMove::Give(shares) => {
            let shares = Player::first(4).zip(shares).filter(|&(_, share)| share > 0);
            let shares: Vec<String> = shares
                .map(|(player, share)| format!("{share} to {player}"))
                .collect();
            format!(
                "give {}",
                if shares.is_empty() {
                    "none".to_owned()
                } else {
                    shares.join(", ")
                }
            )
        }
    }
}

/// Every number of animals that can be freed with each open card.
pub(crate) fn freeable_numbers(contest: &Contest) -> Vec<FreeableNumber> {
    let freeable = |way: Freeable| {
        let card = way.card.map(ActionCard::letter);
        FreeableNumber {
            card,
            number: way.number,
            way: contest.line_text(&way.way),
        }
    };
    contest.freeable().into_iter().map(freeable).collect()
}

/// A way to free as many animals as a bid says, in a sentence.
pub(super) fn bid(contest: &Contest, number: u8) -> String {
    let enough = contest
        .freeable()
        .into_iter()
        .filter(|way| way.number >= usize::from(number));
    let Some(Freeable {
        number: freed, way, ..
    }) = enough.min_by_key(|way| (way.number, way.way.len()))
    else {
        return "No way frees that number: it costs 2 points, and keeps the animals from the others.".to_owned();
    };
    let start = contest.alone();
    let more = freed - usize::from(number);
    let shared = if more > 0 {
        format!(" That is {more} more than bid, for the others.")
    } else {
        String::new()
    };
    format!(
        "One way to free {}: {}.{shared}",
        counted(freed, "animal"),
        turn(&start, &way).words
    )
}

/// Whether a move is one that a player chooses to make something happen: not one of chance, and not
/// one that ends a step.
fn is_action(mv: FlipMove) -> bool {
    !matches!(
        mv,
        FlipMove::Go | FlipMove::Done | FlipMove::Draw(_) | FlipMove::Lay(_)
    )
}

fn card_name(net: &Net, space: Space) -> &'static str {
    let waste = Waste::ALL
        .into_iter()
        .find(|&waste| net.waste(waste).contains(space));
    waste.map_or_else(|| net.species_at(space).name(), Waste::name)
}

/// Space with the card on it: `b2 (whale)`.
pub(super) fn named_card(net: &Net, space: Space) -> String {
    format!("{space} ({})", card_name(net, space))
}

/// Use of a power of moving in words, with the space where it ends.
fn power_in_words(net: &Net, space: Space, other: Option<Space>) -> String {
    let species = net.species_at(space);
    let is_forward = net.is_forward(space);
    let animal = format!("{} at {space}", species.name());
    let column = space.column();
    let row = space.row();
    match (species, other) {
        (_, Some(other)) => format!("{animal} flips {other} ({})", card_name(net, other)),
        (Species::Whale, None) => format!("{animal} sinks to {}", Space::new(column, 0)),
        (Species::Jellyfish, None) => {
            let ahead = Space::new(column, if is_forward { row + 1 } else { row - 1 });
            format!("{animal} switches with {ahead} ({})", card_name(net, ahead))
        }
        (_, None) => {
            let ahead = Space::new(if is_forward { column + 1 } else { column - 1 }, row);
            format!("{animal} swims to {ahead}")
        }
    }
}

/// Animals that do nothing if no more power of moving is used.
fn powers_not_used(position: &impl Cards) -> String {
    let mut spaces: Vec<Space> = Vec::new();
    position.for_each_choice(|mv| {
        if let FlipMove::Power(space, _) = mv
            && !spaces.contains(&space)
        {
            spaces.push(space);
        }
    });
    let idle = Species::ALL.into_iter().filter_map(|species| {
        let of_species = spaces
            .iter()
            .filter(|&&space| position.table().species_at(space) == species);
        let places: Vec<String> = of_species.map(Space::to_string).collect();
        let (verb, effect) = match species {
            Species::Dolphin | Species::Octopus => ("flip", " nothing"),
            _ => ("stay", ""),
        };
        let (name, ending) = if places.len() == 1 {
            (species.name(), "s")
        } else {
            (plural(species.name()), "")
        };
        (!places.is_empty())
            .then(|| format!("{name} at {} {verb}{ending}{effect}", listed(&places)))
    });
    let idle: Vec<String> = idle.collect();
    format!("use no power: {}", listed(&idle))
}

/// Addition to the words of freeing these cards: what a power could free with them; empty if none
/// could.
fn power_not_used(position: &impl Cards, cards: Spaces) -> &'static str {
    let own = if cards.is_empty() {
        String::new()
    } else {
        position.move_text(FlipMove::Free(cards))
    };
    let mut meaning = "";
    position.for_each_choice(|mv| {
        let FlipMove::Free(more) = mv else { return };
        if meaning.is_empty() && more != cards && cards.is_within(more) {
            meaning = match power_added(position.table(), &own, &position.move_text(mv)) {
                Some(Species::Swordfish) => ", and no card next to them",
                Some(Species::Ray) => ", and no other rays in line",
                Some(_) => ", and no shark alone",
                None => "",
            };
        }
    });
    meaning
}

/// Species whose power is all that a text of freeing adds to the text `own`; `None` if it adds
/// something else.
fn power_added(net: &Net, own: &str, text: &str) -> Option<Species> {
    let mut plain = String::new();
    let mut added = None;
    for part in text.split('+').skip(1) {
        let (first, has_power) = part
            .split_once('*')
            .map_or((part, false), |(first, _)| (first, true));
        let species = net
            .animals()
            .into_iter()
            .find(|space| space.to_string() == first)
            .map(|space| net.species_at(space));
        if has_power {
            added = species;
        }
        if !has_power || species != Some(Species::Shark) {
            plain += &format!("+{first}");
        }
    }
    added.filter(|_| plain == own)
}

/// Cards by kind with their spaces: `2 dolphins at a1 and b1, and 1 shark at c1`.
fn cards_in_words(net: &Net, cards: Spaces) -> String {
    let animals = Species::ALL
        .into_iter()
        .map(|species| (species.name(), net.species(species) & cards));
    let waste = Waste::ALL
        .into_iter()
        .map(|kind| (kind.name(), net.waste(kind) & cards));
    let kinds = animals
        .chain(waste)
        .filter(|(_, spaces)| !spaces.is_empty());
    let kinds = kinds.map(|(name, spaces)| {
        let places: Vec<String> = spaces.into_iter().map(|space| space.to_string()).collect();
        format!("{} at {}", counted(places.len(), name), listed(&places))
    });
    kinds.collect::<Vec<_>>().join(", and ")
}

fn counted(count: usize, name: &'static str) -> String {
    format!("{count} {}", if count == 1 { name } else { plural(name) })
}

fn plural(name: &'static str) -> &'static str {
    match name {
        "animal" => "animals",
        "card" => "cards",
        "whale" => "whales",
        "octopus" => "octopuses",
        "turtle" => "turtles",
        "dolphin" => "dolphins",
        "ray" => "rays",
        "shark" => "sharks",
        name => name,
    }
}

/// Number of groups that notes list.
const LISTED: usize = 6;

/// Notes on a position: groups that one flip makes, columns in danger, and the pile.
pub(super) fn notes(flip: &Flip) -> Vec<String> {
    let mut notes = Vec::new();
    let mut groups = flip.one_flip_away();
    groups.sort_by_key(|(space, group)| (std::cmp::Reverse(group.len()), *space));
    groups.truncate(LISTED);
    let groups: Vec<String> = groups
        .into_iter()
        .map(|(space, group)| {
            format!(
                "{space} ({})",
                counted(group.len(), flip.net().species_at(space).name())
            )
        })
        .collect();
    notes.push(match groups.is_empty() {
        true => "No group is one flip away.".to_owned(),
        false => format!("Groups one flip away: {}.", groups.join(", ")),
    });
    let net = flip.net();
    let rows = flip.net().rows();
    for column in 0..net.columns() {
        let height = (net.cards() & Spaces::column(column)).len();
        if height + 1 >= rows && flip.turns_left().is_none() {
            let letter = (b'a' + column as u8) as char;
            let danger = if height == rows {
                "the next card loses the game"
            } else {
                "it has room for one card"
            };
            notes.push(format!(
                "Column {letter} has {height} of {rows} cards: {danger}."
            ));
        }
    }
    let pile = flip.pile();
    if !pile.is_empty() {
        let animals = |species| {
            pile.animals
                .kinds()
                .filter(|kind| kind.species == species)
                .map(|kind| usize::from(kind.count))
                .sum()
        };
        let below = |kind| pile.below.iter().filter(|&waste| waste == kind).count();
        let waste = |kind| usize::from(pile.waste[kind as usize]) + below(kind);
        let animals = Species::ALL
            .into_iter()
            .map(|species| (species.name(), animals(species)));
        let waste = Waste::ALL
            .into_iter()
            .map(|kind| (kind.name(), waste(kind)));
        let kinds = animals
            .chain(waste)
            .filter(|&(_, count)| count > 0)
            .map(|(name, count)| counted(count, name));
        notes.push(format!(
            "The pile holds {}: {}.",
            counted(pile.len(), "card"),
            kinds.collect::<Vec<_>>().join(", ")
        ));
    }
    if flip.step() == FlipStep::Act
        && let Some(turns) = flip.turns_left()
    {
        notes.push(format!("Turns left: {turns}."));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of all choices of a position, by their notation.
    fn words_of<G: Cards>(position: &G) -> Vec<String> {
        let choices = position.choices().into_iter();
        choices
            .map(|mv| format!("{}: {}", position.move_text(mv), choice(position, mv)))
            .collect()
    }

    #[track_caller]
    fn assert_words(position: &str, expected: &[&str]) {
        let words = match position.parse::<Flip>() {
            Ok(flip) => words_of(&flip),
            Err(_) => words_of(&position.parse::<Contest>().unwrap()),
        };
        for line in expected {
            assert!(
                words.iter().any(|words| words == line),
                "{line}: {words:#?}"
            );
        }
    }

    #[test]
    fn freeing_says_where() {
        assert_words(
            "flip:R1>~~R2>/W1>/D1<D2<~/D3< A D:f,-:c W0011 step=free",
            &[
                "+a1: free 2 rays at a1 and a2",
                "+a1+c1: free 3 dolphins at c1, c2 and d1, and 2 rays at a1 and a2",
            ],
        );
    }

    #[test]
    fn freeing_says_what_a_power_would_add() {
        assert_words(
            "flip:S1>~~S2>/W1>/W2>/ A S:f,-:c W0011 step=free",
            &[
                "+a1: free 2 swordfish at a1 and a2, and no card next to them",
                "done: free no more",
            ],
        );
        assert_words(
            "flip:R1>~~R2>/W1>/R3>/R4< A R:f,-:c W0011 step=free",
            &[
                "+a1: free 2 rays at a1 and a2, and no other rays in line",
                "+a1*: free 3 rays at a1, a2 and c1",
            ],
        );
        assert_words(
            "flip:K1>~~W1>/D1>D2>~// A K:f,-:c W0011 step=free",
            &[
                "+b1: free 2 dolphins at b1 and b2, and no shark alone",
                "done: free no more, and no shark alone",
            ],
        );
        // Rays that swim the other way are a group of their own.
        assert_words(
            "flip:R1>~~R2>/R1</R3<~/W1< A R:f,-:c W0011 step=free",
            &["+a1+b1: free 4 rays at a1, a2, b1 and c1"],
        );
    }

    #[test]
    fn a_power_not_used_is_told() {
        assert_words(
            "flip:D1<~~D2<~~/W2</K3>/ A D:,-:c W0011 step=power",
            &[
                "p:a1-b1: dolphin at a1 flips b1 (whale)",
                "go: use no power: dolphins at a1 and a2 flip nothing",
            ],
        );
        assert_words(
            "flip:K1<W1<~~/J2^/T3>~~/ A T:,-:c W0011 step=power",
            &[
                "p:c1: turtle at c1 swims to d1",
                "go: use no power: turtle at c1 stays",
            ],
        );
        assert_words(
            "contest:K1<W1<~~/J2^~~O1</ A - W0011 step=power powers=WJ points=0,0 bid=A1",
            &[
                "p:a2: whale at a2 sinks to a1",
                "p:b1: jellyfish at b1 switches with b2 (octopus)",
                "go: use no power: whale at a2 stays and jellyfish at b1 stays",
            ],
        );
    }
}
