//! Questions about cards: species, powers, hands, piles and points.

use floe_engine::GameRules;
use floe_flip::{
    ActionCard, Card, CardDraft, CardForm, DraftCard, DraftHand, DraftPile, DraftSpecies, Species,
    Waste,
};
use floe_game::{Player, counted};
use floe_picture::Icon;
use floe_presentation::rules;

use super::{
    HandKind, TableChoice, TableQuestion, all_spaces, choose, hand_choices, how_many_players,
    toggle, typed, which_rules, whose_turn,
};

/// Species of the usual game (4.2).
const SPECIES: usize = 4;
/// Powers and open action cards of the competitive form (4.7).
const POWERS: usize = 2;
const OPEN: usize = 2;
/// Cards that are laid in each column of the net (4.2).
const LAID: usize = 3;

/// Rules of the form of a draft.
pub(crate) const fn rules_of(draft: &CardDraft) -> GameRules {
    match draft.form {
        CardForm::Flip(_) => GameRules::Flip,
        CardForm::Contest(_) => GameRules::Contest,
    }
}

/// Takes away all cards of the net and of the hands, and all powers and species.
pub(crate) fn clear(draft: &mut CardDraft) {
    draft.spaces.fill(DraftCard::Empty);
    match &mut draft.form {
        CardForm::Flip(form) => form.hands.fill(DraftHand::default()),
        CardForm::Contest(form) => {
            form.powers.clear();
            form.cards.clear();
            form.points.fill(0);
            form.fines.fill(0);
        }
    }
    draft.species.clear();
    draft.pile = rest(None);
    set_discards(draft, Vec::new());
}

/// Gives an empty net the species of another one.
pub(crate) fn take_species(draft: &mut CardDraft, other: &CardDraft) {
    let waste = waste_in_pile(draft);
    set_rest(draft, &other.named_species(), waste);
}

/// The draft with species, powers and action cards where there are none yet, without which it is
/// no position: the first ones of each kind. `None` where nothing of these is missing.
pub(crate) fn completed(draft: &CardDraft) -> Option<CardDraft> {
    let mut full = draft.clone();
    let mut species = full.named_species();
    if species.is_empty() {
        species.extend(&Species::ALL[..SPECIES]);
    }
    let mut stock = Vec::new();
    for card in ActionCard::ALL {
        stock.extend(std::iter::repeat_n(card, full.actions_left(card)));
    }
    let mut kinds = stock.clone();
    kinds.dedup();
    match &mut full.form {
        CardForm::Contest(form) => {
            let others = species.iter().filter(|&one| !form.powers.contains(one));
            let others: Vec<Species> = others.copied().collect();
            let missing = POWERS.saturating_sub(form.powers.len());
            form.powers.extend(others.into_iter().take(missing));
            if form.cards.is_empty() {
                form.cards.extend(kinds.into_iter().take(OPEN));
            }
        }
        CardForm::Flip(form) => {
            let empty = form.hands.iter_mut().filter(|hand| hand.cards.is_empty());
            for (hand, card) in empty.zip(stock) {
                hand.cards.push(card);
            }
        }
    }
    let is_completed = full.form != draft.form || draft.named_species().is_empty();
    name_species(&mut full, &species);
    is_completed.then_some(full)
}

/// Species, powers and cards that are missing at the beginning of a game (4.2), in words. None
/// where cards are missing of a game that is under way.
pub(crate) fn missing(draft: &CardDraft) -> Vec<String> {
    let mut missing = Vec::new();
    if !draft.discarded().is_empty() {
        return missing;
    }
    let laid = draft
        .spaces
        .iter()
        .filter(|card| **card != DraftCard::Empty)
        .count();
    // Once cards are laid, fewer species are those of a campaign.
    let species = if laid == 0 {
        SPECIES.saturating_sub(draft.named_species().len())
    } else {
        0
    };
    if species > 0 {
        missing.push(format!("{species} species"));
    }
    let mut add = |number: usize, what: &str, of: &str| {
        if number > 0 {
            missing.push(format!("{}{of}", counted(number, what)));
        }
    };
    if let CardForm::Contest(form) = &draft.form {
        add(POWERS.saturating_sub(form.powers.len()), "power", "");
        add(
            OPEN.saturating_sub(form.cards.len()),
            "open action card",
            "",
        );
    }
    add(
        (draft.columns * LAID).saturating_sub(laid),
        "card",
        " of the net",
    );
    if let CardForm::Flip(form) = &draft.form {
        let usual = if form.hands.len() == 2 { 3 } else { 2 };
        let hands = || Player::first(form.hands.len()).zip(&form.hands);
        for (player, hand) in hands() {
            let left = usual - hand.cards.len().min(usual);
            add(left, "action card", &format!(" of {player}"));
        }
        let powerless = hands().filter(|(_, hand)| hand.power.is_none());
        missing.extend(powerless.map(|(player, _)| format!("the power of {player}")));
    }
    missing
}

/// Numbers of waste cards in the pile.
pub(crate) fn waste_in_pile(draft: &CardDraft) -> [usize; 3] {
    Waste::ALL.map(|waste| draft.waste_left(waste))
}

/// A pile of all cards that lie nowhere else, with these numbers of waste cards.
fn rest(waste: Option<[u8; 3]>) -> DraftPile {
    DraftPile {
        waste,
        has_rest: true,
        ..DraftPile::default()
    }
}

/// Makes all cards that lie nowhere else the pile, with these numbers of waste cards in it, and
/// keeps the species. Where players own animals that are written nowhere, the pile stays as it is.
pub(crate) fn set_rest(draft: &mut CardDraft, species: &[Species], waste: [usize; 3]) {
    if let CardForm::Contest(form) = &draft.form
        && form.points.iter().any(|&points| points > 0)
    {
        return;
    }
    let usual = Waste::ALL.map(|waste| draft.usual_waste(waste));
    let told = waste.map(|count| u8::try_from(count).unwrap_or(u8::MAX));
    let is_flip = matches!(draft.form, CardForm::Flip(_));
    draft.pile = rest(Some(told).filter(|_| is_flip && waste != usual));
    name_species(draft, species);
}

/// Names the species that lie nowhere in the net and are no power.
fn name_species(draft: &mut CardDraft, species: &[Species]) {
    let is_kept = |told: &DraftSpecies| told.cards.is_some() && species.contains(&told.species);
    draft.species.retain(is_kept);
    let pile = std::mem::take(&mut draft.pile.animals);
    let seen = draft.named_species();
    draft.pile.animals = pile;
    let missing = species.iter().filter(|one| !seen.contains(one));
    let told = missing.map(|&species| DraftSpecies {
        species,
        cards: None,
    });
    draft.species.extend(told);
}

/// Sets the discarded action cards; all others that no player holds are the deck.
fn set_discards(draft: &mut CardDraft, discards: Vec<ActionCard>) {
    draft.deck = None;
    draft.discards = discards;
}

/// Kinds of action cards with the numbers that lie in the deck.
fn kinds(draft: &CardDraft) -> impl Iterator<Item = HandKind> {
    ActionCard::ALL.into_iter().map(|card| HandKind {
        letter: card.letter(),
        words: card.name().to_owned(),
        left: draft.actions_left(card),
        icon: Icon::Action(card),
    })
}

/// Choices of action cards, of which these are held.
fn card_choices(draft: &CardDraft, cards: &[ActionCard]) -> Vec<TableChoice> {
    let letters: String = cards.iter().map(|card| card.letter()).collect();
    hand_choices(&letters, kinds(draft))
}

/// Choices of species, of which some are chosen.
fn species_choices(among: &[Species], chosen: &[Species]) -> Vec<TableChoice> {
    let choice = |one: &Species| {
        let letter = one.letter().to_string();
        TableChoice::new(letter, one.name(), chosen.contains(one)).with_icon(&Icon::Species(*one))
    };
    among.iter().map(choice).collect()
}

/// Questions about a net.
pub(crate) fn questions(draft: &CardDraft) -> Vec<TableQuestion> {
    let species = draft.named_species();
    let players = draft.players();
    let (fewest, who) = match draft.form {
        CardForm::Flip(_) => (1, "Whose turn"),
        CardForm::Contest(_) => (2, "First to bid"),
    };
    let all = species_choices(&Species::ALL, &species);
    let mut questions = vec![
        which_rules(rules_of(draft)),
        all_spaces("New game: an empty net", None),
        how_many_players(fewest..=Player::MAX, players),
        TableQuestion::any("species", "Species of the game", all).of_game(),
        whose_turn("turn", who, players, draft.to_move),
    ];
    match &draft.form {
        CardForm::Contest(form) => {
            let powers = species_choices(&species, &form.powers);
            let powers = TableQuestion::any("powers", "The two powers of all players", powers);
            questions.push(powers.with_note(powers_in_words(&form.powers)));
            let cards = card_choices(draft, &form.cards);
            questions.push(TableQuestion::any(
                "cards",
                "Action cards that lie open",
                cards,
            ));
        }
        CardForm::Flip(_) => questions.extend(Waste::ALL.map(|waste| {
            let name = format!("pile.{}", waste.letter());
            let text = format!("{} in the pile", waste.name());
            TableQuestion::number(&name, &text, draft.waste_left(waste) as i32).of_more()
        })),
    }
    for player in Player::first(players.min(Player::MAX)) {
        let own = of_player(draft, player, &species).into_iter();
        questions.extend(own.map(|question| question.about(player)));
    }
    let discards = card_choices(draft, &draft.discarded());
    questions.push(
        TableQuestion::any("discards", "Action cards that are discarded", discards).of_more(),
    );
    questions
}

/// Questions about a player.
fn of_player(draft: &CardDraft, player: Player, species: &[Species]) -> [TableQuestion; 2] {
    let name = |kind: &str| format!("{kind}.{player}");
    match &draft.form {
        CardForm::Contest(form) => {
            let of = |list: &[u8]| list.get(player.index()).map_or(0, |&number| number.into());
            let points = TableQuestion::number(&name("points"), "Points", of(&form.points));
            let fines = TableQuestion::number(&name("fines"), "Waste cards", of(&form.fines));
            [points.of_more(), fines.of_more()]
        }
        CardForm::Flip(form) => {
            let hand = &form.hands[player.index()];
            let mut powers = vec![TableChoice::new("-", "none", hand.power.is_none())];
            powers.extend(species_choices(species, hand.power.as_slice()));
            let note = match hand.power {
                None => "By the rules everyone has one power; without powers the game is harder.",
                Some(power) => rules::power(power),
            };
            let power = TableQuestion::one(&name("power"), "Power", powers);
            let cards = card_choices(draft, &hand.cards);
            [
                power.with_note(note.to_owned()),
                TableQuestion::any(&name("cards"), "Action cards", cards),
            ]
        }
    }
}

/// Answers a question other than those for the spaces.
pub(crate) fn answer(draft: &mut CardDraft, name: &str, value: &str) {
    let (kind, of) = name.split_once('.').unwrap_or((name, ""));
    let mut waste = waste_in_pile(draft);
    let mut species = draft.named_species();
    let mut discards = draft.discarded();
    match kind {
        "discards" => {
            choose(&mut discards, value, ActionCard::from_letter);
            return set_discards(draft, discards);
        }
        "pile" => {
            if let Some(kind) = letter_of(of).and_then(Waste::from_letter) {
                let most = usize::from(kind.cards()).saturating_sub(draft.seen(Card::Waste(kind)));
                waste[kind as usize] = most.min(typed(value).max(0) as usize);
            }
            return set_rest(draft, &species, waste);
        }
        "species" => {
            if let Some(one) = letter_of(value).and_then(Species::from_letter) {
                toggle(&mut species, one);
            }
        }
        "players" => set_players(draft, typed(value).clamp(1, Player::MAX as i32) as usize),
        "turn" => {
            let player = letter_of(value).and_then(Player::from_letter);
            draft.to_move = player.unwrap_or(draft.to_move);
            if let CardForm::Contest(form) = &mut draft.form {
                form.first = Some(draft.to_move);
            }
        }
        _ => answer_form(&mut draft.form, kind, of, value),
    }
    // All cards that no player holds now are in the pile and in the deck.
    set_rest(draft, &species, waste);
    set_discards(draft, discards);
}

/// Answers a question about the cards of the players, or about the player with this letter.
fn answer_form(form: &mut CardForm, kind: &str, letter: &str, value: &str) {
    let player = letter_of(letter).and_then(Player::from_letter);
    let species = letter_of(value).and_then(Species::from_letter);
    match (form, player) {
        (CardForm::Contest(form), None) => match (kind, species) {
            ("powers", Some(species)) => toggle(&mut form.powers, species),
            ("cards", _) => choose(&mut form.cards, value, ActionCard::from_letter),
            _ => {}
        },
        (CardForm::Contest(form), Some(player)) => {
            let players = form.points.len();
            let list = if kind == "fines" {
                &mut form.fines
            } else {
                &mut form.points
            };
            list.resize(players, 0);
            if let Some(number) = list.get_mut(player.index()) {
                *number = u8::try_from(typed(value).max(0)).unwrap_or(u8::MAX);
            }
        }
        (CardForm::Flip(form), Some(player)) => {
            let Some(hand) = form.hands.get_mut(player.index()) else {
                return;
            };
            match kind {
                "power" => hand.power = species,
                "cards" => choose(&mut hand.cards, value, ActionCard::from_letter),
                _ => {}
            }
        }
        (CardForm::Flip(_), None) => {}
    }
}

/// The only letter of a text; `None` if it has none or several.
fn letter_of(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// Changes the number of players; a new one holds no cards and no power.
fn set_players(draft: &mut CardDraft, players: usize) {
    match &mut draft.form {
        CardForm::Flip(form) => form.hands.resize(players, DraftHand::default()),
        CardForm::Contest(form) => {
            let players = players.max(2);
            form.points.resize(players, 0);
            if !form.fines.is_empty() {
                form.fines.resize(players, 0);
            }
        }
    }
    if draft.to_move.index() >= players {
        draft.to_move = Player::default();
    }
}

/// Sentences about what powers do.
fn powers_in_words(powers: &[Species]) -> String {
    let words: Vec<&str> = powers.iter().map(|&power| rules::power(power)).collect();
    words.join(" ")
}
