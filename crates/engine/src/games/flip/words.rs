//! Turns of Fish 'n' Flip in words, and notes on a position.

use floe_flip::{Flip, FlipMove, FlipStep, Net, Space, Spaces, Species, Waste};
use floe_game::{Game, Notated, Player};

/// Turn of Fish 'n' Flip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlipTurn {
    /// Moves of the turn without those that chance makes or that do nothing.
    pub moves: Vec<String>,
    /// The turn in words: `flip row 1; free 2 dolphins and 1 shark; free 3 swordfish`.
    pub words: String,
}

/// Describes the turn that these moves play.
pub(crate) fn turn(flip: &Flip, line: &[FlipMove]) -> FlipTurn {
    let (mut flip, mut moves, mut words) = (*flip, Vec::new(), Vec::new());
    for &mv in line {
        if is_action(mv) {
            moves.push(flip.move_text(mv));
            words.push(choice(flip.net(), mv));
        }
        flip.play(mv);
    }
    FlipTurn { moves, words: words.join("; ") }
}

/// A choice in words.
pub(crate) fn choice(net: &Net, choice: FlipMove) -> String {
    let name = |space: Space| format!("{space} ({})", card_name(net, space));
    match choice {
        FlipMove::FlipOne(space) => format!("flip {}", name(space)),
        FlipMove::FlipColumn(column) => format!("flip column {}", (b'a' + column) as char),
        FlipMove::FlipRow(row) => format!("flip row {}", row + 1),
        FlipMove::FlipSquare(corner) => format!("flip the square at {corner}"),
        FlipMove::FlipColour(colour) => format!("flip colour {}", colour + 1),
        FlipMove::Switch(a, b) => format!("switch {} and {}", name(a), name(b)),
        FlipMove::SwitchFlip(a, b) => format!("switch and flip {} and {}", name(a), name(b)),
        FlipMove::FreeOne(space, None) => format!("free {}", name(space)),
        FlipMove::FreeOne(space, Some(other)) => format!("free {} with {}", name(space), name(other)),
        FlipMove::Discard(card) => format!("discard a card ({})", card.name()),
        FlipMove::Power(space, Some(other)) => format!("{} on {space} flips {}", card_name(net, space), name(other)),
        FlipMove::Power(space, None) => format!("{} on {space} moves", card_name(net, space)),
        FlipMove::Free(cards) => format!("free {}", cards_in_words(net, cards)),
        FlipMove::Go => "use no more powers".to_owned(),
        FlipMove::Done => "free no more".to_owned(),
        FlipMove::Draw(_) => "draw a card".to_owned(),
        FlipMove::Lay(_) => "lay the next card".to_owned(),
        FlipMove::Bid(number) => format!("bid {}", counted(usize::from(number), "animal")),
        FlipMove::Pass => "pass".to_owned(),
        FlipMove::Give(shares) => {
            let shares = Player::first(4).zip(shares).filter(|&(_, share)| share > 0);
            let shares: Vec<String> = shares.map(|(player, share)| format!("{share} to {player}")).collect();
            format!("give {}", if shares.is_empty() { "none".to_owned() } else { shares.join(", ") })
        }
    }
}

/// Whether a move is one that a player chooses to make something happen: not one of chance, and not one that ends a step.
fn is_action(mv: FlipMove) -> bool {
    !matches!(mv, FlipMove::Go | FlipMove::Done | FlipMove::Draw(_) | FlipMove::Lay(_))
}

fn card_name(net: &Net, space: Space) -> &'static str {
    let waste = Waste::ALL.into_iter().find(|&waste| net.waste(waste).contains(space));
    waste.map_or_else(|| net.species_at(space).name(), Waste::name)
}

/// Numbers of cards by kind: `2 dolphins and 1 shark`.
fn cards_in_words(net: &Net, cards: Spaces) -> String {
    kinds(|species| (net.species(species) & cards).len(), |waste| (net.waste(waste) & cards).len()).join(" and ")
}

/// Numbers of cards by kind, without the kinds of which there are none.
fn kinds(animals: impl Fn(Species) -> usize, waste: impl Fn(Waste) -> usize) -> Vec<String> {
    let animals = Species::ALL.into_iter().map(|species| (species.name(), animals(species)));
    let waste = Waste::ALL.into_iter().map(|kind| (kind.name(), waste(kind)));
    animals.chain(waste).filter(|(_, count)| *count > 0).map(|(name, count)| counted(count, name)).collect()
}

fn counted(count: usize, name: &str) -> String {
    match name {
        _ if count == 1 => format!("1 {name}"),
        "swordfish" | "jellyfish" | "plastic" | "metal" | "oil" => format!("{count} {name}"),
        "octopus" => format!("{count} octopuses"),
        name => format!("{count} {name}s"),
    }
}

/// Number of groups that notes list.
const LISTED: usize = 6;

/// Notes on a position: groups that one flip makes, columns in danger, and the pile.
pub(crate) fn notes(flip: &Flip) -> Vec<String> {
    let mut notes = Vec::new();
    let mut groups = flip.one_flip_away();
    groups.sort_by_key(|(space, group)| (std::cmp::Reverse(group.len()), *space));
    groups.truncate(LISTED);
    let groups: Vec<String> =
        groups.into_iter().map(|(space, group)| format!("{space} ({})", cards_in_words(flip.net(), group))).collect();
    notes.push(match groups.is_empty() {
        true => "No group is one flip away.".to_owned(),
        false => format!("Groups one flip away: {}.", groups.join(", ")),
    });
    let (net, rows) = (flip.net(), flip.net().rows());
    for column in 0..net.columns() {
        let height = (net.cards() & Spaces::column(column)).len();
        if height + 1 >= rows && flip.turns_left().is_none() {
            let letter = (b'a' + column as u8) as char;
            let danger = if height == rows { "the next card loses the game" } else { "it has room for one card" };
            notes.push(format!("Column {letter} has {height} of {rows} cards: {danger}."));
        }
    }
    let pile = flip.pile();
    if !pile.is_empty() {
        let animals = |species| {
            pile.animals.kinds().filter(|kind| kind.species == species).map(|kind| usize::from(kind.count)).sum()
        };
        let below = |kind| pile.below.iter().filter(|&waste| waste == kind).count();
        let waste = |kind| usize::from(pile.waste[kind as usize]) + below(kind);
        notes.push(format!("The pile holds {} cards: {}.", pile.len(), kinds(animals, waste).join(", ")));
    }
    if flip.step() == FlipStep::Act
        && let Some(turns) = flip.turns_left()
    {
        notes.push(format!("Turns left: {turns}."));
    }
    notes
}
