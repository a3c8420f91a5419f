//! Questions about cards: species, powers, hands, piles and points.

use floe_engine::GameRules;
use floe_flip::{ActionCard, ActionCards, Species, Waste};
use floe_game::{Player, counted};
use floe_picture::Icon;
use floe_presentation::rules;

use super::{
    Fields, HandKind, TableChoice, TableQuestion, all_spaces, hand_choices, how_many_players,
    toggled, typed, which_rules, whose_turn, with_choice,
};

/// Places of the fields of both games of cards.
const TURN: usize = 0;
const HANDS: usize = 1;
const PILE: usize = 2;
/// Plastic cards of the usual game (4.2), which `rest` stands for.
const PLASTIC: usize = 4;
/// Entry of `rest` for all cards that are nowhere else.
const REST: &str = "rest";

/// Power and action cards of a player who has none yet.
const EMPTY_HAND: [&str; 2] = ["-", ""];
/// Species of the usual game (4.2).
const SPECIES: usize = 4;
/// Powers and open action cards of the competitive form (4.7).
const POWERS: usize = 2;
const OPEN: usize = 2;
/// Cards that are laid in each column of the net (4.2).
const LAID: usize = 3;

/// Fields of a net of cards that is being set up, and all tokens of the net.
pub(crate) struct CardFields<'a> {
    pub(crate) fields: Fields,
    /// Tokens of the net.
    pub(crate) net: &'a str,
    /// Whether this is the competitive form.
    pub(crate) is_contest: bool,
}

impl CardFields<'_> {
    /// Power and action cards of each player; none in the competitive form.
    fn hands(&self) -> Vec<[String; 2]> {
        if self.is_contest {
            return Vec::new();
        }
        let split = |hand: String| {
            hand.split_once(':')
                .map(|(power, cards)| [power, cards].map(str::to_owned))
        };
        self.fields
            .entries(HANDS)
            .into_iter()
            .map(|hand| split(hand).unwrap_or_default())
            .collect()
    }

    fn set_hands(&mut self, hands: &[[String; 2]]) {
        let hands: Vec<String> = hands
            .iter()
            .map(|[power, cards]| format!("{power}:{cards}"))
            .collect();
        self.fields.set_word(HANDS, hands.join(","));
    }

    /// Value of a key as a list; empty without the key.
    fn list(&self, key: &str) -> Vec<String> {
        self.fields.key(key).map_or(Vec::new(), |value| {
            value.split(',').map(str::to_owned).collect()
        })
    }

    pub(crate) fn players(&self) -> usize {
        let players = if self.is_contest {
            self.list("points").len()
        } else {
            self.hands().len()
        };
        players.min(Player::MAX)
    }

    /// Takes all cards and powers from the hands, and all species from the game.
    pub(crate) fn clear(&mut self) {
        let hands = vec![EMPTY_HAND.map(str::to_owned); self.hands().len()];
        if !hands.is_empty() {
            self.set_hands(&hands);
        }
        for key in ["powers", "cards", "animals", "points", "fines"] {
            let is_list = ["points", "fines"].contains(&key);
            let empty = if is_list {
                vec!["0"; self.list(key).len()].join(",")
            } else {
                String::new()
            };
            if self.fields.key(key).is_some() {
                self.fields
                    .set_key(key, Some(&*empty).filter(|value| !value.is_empty()));
            }
        }
        self.fields.set_word(PILE, REST.to_owned());
        self.set_discards("");
    }

    /// Adds the species, the powers and the action cards without which the text is no position,
    /// where they are missing: the first ones of each kind. Returns whether any were missing.
    pub(crate) fn complete(&mut self) -> bool {
        let mut is_completed = false;
        if self.species().is_empty() {
            self.name_species(&Species::ALL[..SPECIES]);
            is_completed = true;
        }
        if self.is_contest && self.powers().chars().count() < POWERS {
            let mut powers = self.powers();
            let missing: Vec<char> = self.species().iter().map(|one| one.letter()).collect();
            powers.extend(
                missing
                    .into_iter()
                    .filter(|letter| !self.powers().contains(*letter)),
            );
            let powers: String = powers.chars().take(POWERS).collect();
            let species = self.species();
            self.fields.set_key("powers", Some(&powers));
            self.name_species(&species);
            is_completed = true;
        }
        if self.is_contest && self.open_cards().is_empty() {
            let cards: String = self
                .kinds()
                .filter(|kind| kind.left > 0)
                .take(OPEN)
                .map(|kind| kind.letter)
                .collect();
            self.fields.set_key("cards", Some(&cards));
            is_completed = true;
        }
        for index in 0..self.hands().len().min(Player::MAX) {
            let mut hands = self.hands();
            let card = self
                .kinds()
                .find(|kind| kind.left > 0)
                .map(|kind| kind.letter);
            if let Some(card) = card.filter(|_| hands[index][1].is_empty()) {
                hands[index][1].push(card);
                self.set_hands(&hands);
                is_completed = true;
            }
        }
        is_completed
    }

    /// Species, powers and cards that are missing at the beginning of a game (4.2), in words: those
    /// of the net, of which this number lies there, and those of the hands. None where cards are
    /// missing of a game that is under way.
    pub(crate) fn missing(&self, columns: usize, laid: usize) -> Vec<String> {
        let mut missing = Vec::new();
        if !self.discards().is_empty() {
            return missing;
        }
        // Once cards are laid, fewer species are those of a campaign.
        let species = if laid == 0 {
            SPECIES.saturating_sub(self.species().len())
        } else {
            0
        };
        if species > 0 {
            missing.push(format!("{species} species"));
        }
        if self.is_contest {
            let powers = POWERS.saturating_sub(self.powers().chars().count());
            let open = OPEN.saturating_sub(self.open_cards().chars().count());
            let kinds = [(powers, "power"), (open, "open action card")]
                .into_iter()
                .filter(|&(left, _)| left > 0);
            missing.extend(kinds.map(|(left, kind)| counted(left, kind)));
        }
        let net = (columns * LAID).saturating_sub(laid);
        if net > 0 {
            missing.push(format!("{} of the net", counted(net, "card")));
        }
        let hands = self.hands();
        let usual = if hands.len() == 2 { 3 } else { 2 };
        for (player, [_, cards]) in Player::first(hands.len()).zip(&hands) {
            let left = usual - cards.len().min(usual);
            if left > 0 {
                missing.push(format!("{} of {player}", counted(left, "action card")));
            }
        }
        let powerless = Player::first(hands.len())
            .zip(&hands)
            .filter(|(_, [power, _])| power == "-");
        missing.extend(powerless.map(|(player, _)| format!("the power of {player}")));
        missing
    }

    /// Letters of the powers in the game.
    fn powers(&self) -> String {
        let own: String = self
            .hands()
            .iter()
            .map(|[power, _]| power.as_str())
            .collect();
        own.replace('-', "") + self.fields.key("powers").unwrap_or_default()
    }

    /// Species of the game, also those that lie nowhere in the net.
    pub(crate) fn species(&self) -> Vec<Species> {
        let pile: String = self
            .fields
            .entries(PILE)
            .iter()
            .filter(|entry| *entry != REST)
            .flat_map(|entry| entry.chars().next())
            .collect();
        let named = format!(
            "{}{}{pile}{}",
            self.net,
            self.powers(),
            self.list("animals").concat()
        );
        Species::ALL
            .into_iter()
            .filter(|species| named.contains(species.letter()))
            .collect()
    }

    /// Cards of a species with the colour of this number, where the text gives other numbers than
    /// the usual ones.
    pub(crate) fn declared(&self, species: Species, colour: usize) -> Option<usize> {
        let entries = self.list("animals");
        let counts = entries
            .iter()
            .find_map(|entry| entry.strip_prefix(species.letter()))?;
        Some(counts.chars().nth(colour - 1)?.to_digit(10)? as usize)
    }

    /// Cards of a kind of waste in the pile.
    pub(crate) fn waste_left(&self, waste: Waste) -> usize {
        let listed = self
            .fields
            .entries(PILE)
            .iter()
            .find_map(|entry| entry.strip_prefix(waste.letter())?.parse().ok());
        let is_usual =
            waste == Waste::Plastic && self.fields.word(PILE).starts_with(REST) && !self.is_contest;
        listed.unwrap_or(if is_usual {
            PLASTIC.saturating_sub(self.seen(waste))
        } else {
            0
        })
    }

    /// Cards of a kind of waste in the net.
    pub(crate) fn seen(&self, waste: Waste) -> usize {
        self.net.matches(waste.letter()).count()
    }

    /// Makes all cards that lie nowhere else the pile, with these numbers of waste cards in it, and
    /// keeps the species. Where players own animals that are written nowhere, the pile stays as it
    /// is.
    pub(crate) fn set_rest(&mut self, species: &[Species], waste: [usize; 3]) {
        if self.is_contest && self.list("points").iter().any(|points| typed(points) > 0) {
            return;
        }
        let is_usual = |kind: Waste| {
            let usual = if kind == Waste::Plastic {
                PLASTIC.saturating_sub(self.seen(kind))
            } else {
                0
            };
            self.is_contest || waste[kind as usize] == usual
        };
        let listed = Waste::ALL.into_iter().filter(|&kind| !is_usual(kind));
        let listed: String = listed
            .map(|kind| format!(",{}{}", kind.letter(), waste[kind as usize]))
            .collect();
        self.fields.set_word(PILE, format!("{REST}{listed}"));
        self.name_species(species);
    }

    /// Names the species that lie nowhere in the net and are no power.
    fn name_species(&mut self, species: &[Species]) {
        let seen = format!("{}{}", self.net, self.powers());
        let kept = self
            .list("animals")
            .into_iter()
            .filter(|entry| entry.len() > 1);
        let kept: Vec<String> = kept
            .filter(|entry| species.iter().any(|one| entry.starts_with(one.letter())))
            .collect();
        let is_named = |one: &&Species| {
            !seen.contains(one.letter())
                && !kept.iter().any(|entry| entry.starts_with(one.letter()))
        };
        let named = species
            .iter()
            .filter(is_named)
            .map(|one| one.letter().to_string());
        let animals: Vec<String> = kept.iter().cloned().chain(named).collect();
        let animals = animals.join(",");
        self.fields.set_key(
            "animals",
            Some(&*animals).filter(|animals| !animals.is_empty()),
        );
    }

    /// Numbers of waste cards in the pile.
    pub(crate) fn waste(&self) -> [usize; 3] {
        Waste::ALL.map(|waste| self.waste_left(waste))
    }

    /// Letters of the action cards that players hold or that lie open.
    fn open_cards(&self) -> String {
        let held: String = self
            .hands()
            .iter()
            .map(|[_, cards]| cards.as_str())
            .collect();
        held + self.fields.key("cards").unwrap_or_default()
    }

    /// Letters of the discarded action cards.
    fn discards(&self) -> String {
        if let Some(discards) = self.fields.key("discards") {
            return discards.replace('-', "");
        }
        let Some(deck) = self.fields.key("deck").filter(|&deck| deck != REST) else {
            return String::new();
        };
        let open = self.open_cards();
        let gone = |card: ActionCard| {
            self.number_of(card).saturating_sub(
                open.matches(card.letter()).count() + number_after(deck, card.letter()),
            )
        };
        ActionCard::ALL
            .into_iter()
            .flat_map(|card| std::iter::repeat_n(card.letter(), gone(card)))
            .collect()
    }

    /// Number of action cards of a kind in the game.
    fn number_of(&self, card: ActionCard) -> usize {
        match self.fields.key("actions") {
            Some(actions) => number_after(actions, card.letter()),
            None => usize::from(ActionCards::ALL.count(card)),
        }
    }

    /// Sets the discarded action cards; all others that no player holds are the deck.
    fn set_discards(&mut self, discards: &str) {
        self.fields.set_key("deck", None);
        self.fields.set_key(
            "discards",
            Some(discards).filter(|discards| !discards.is_empty()),
        );
    }

    /// Kinds of action cards with the numbers that lie in the deck.
    fn kinds(&self) -> impl Iterator<Item = HandKind> {
        let seen = self.open_cards() + &self.discards();
        ActionCard::ALL.into_iter().map(move |card| {
            let left = self
                .number_of(card)
                .saturating_sub(seen.matches(card.letter()).count());
            HandKind {
                letter: card.letter(),
                words: card.name().to_owned(),
                left,
                icon: Icon::Action(card),
            }
        })
    }

    /// Choices of species, of which these letters are chosen.
    fn species_choices(&self, among: &[Species], chosen: &str) -> Vec<TableChoice> {
        let choice = |one: &Species| {
            TableChoice::new(
                one.letter().to_string(),
                one.name(),
                chosen.contains(one.letter()),
            )
            .with_icon(&Icon::Species(*one))
        };
        among.iter().map(choice).collect()
    }

    pub(crate) fn questions(&self) -> Vec<TableQuestion> {
        let species = self.species();
        let letters: String = species.iter().map(|one| one.letter()).collect();
        let players = self.players();
        let fewest = if self.is_contest { 2 } else { 1 };
        let turn = self.fields.word(TURN).chars().next();
        let turn = turn.and_then(Player::from_letter).unwrap_or_default();
        let who = if self.is_contest {
            "First to bid"
        } else {
            "To move"
        };
        let mut questions = vec![
            which_rules(if self.is_contest {
                GameRules::Contest
            } else {
                GameRules::Flip
            }),
            all_spaces("New game: an empty net", None),
            how_many_players(fewest..=Player::MAX, players),
            TableQuestion::any(
                "species",
                "Species of the game",
                self.species_choices(&Species::ALL, &letters),
            )
            .of_game(),
            whose_turn("turn", who, players, turn),
        ];
        if self.is_contest {
            let chosen = self.fields.key("powers").unwrap_or_default();
            let powers = self.species_choices(&species, chosen);
            questions.push(
                TableQuestion::any("powers", "The two powers of all players", powers)
                    .with_note(powers_in_words(chosen)),
            );
            let cards = hand_choices(self.fields.key("cards").unwrap_or_default(), self.kinds());
            questions.push(TableQuestion::any(
                "cards",
                "Action cards that lie open",
                cards,
            ));
        } else {
            for waste in Waste::ALL {
                let text = format!("{} in the pile", waste.name());
                questions.push(
                    TableQuestion::number(
                        &format!("pile.{}", waste.letter()),
                        &text,
                        self.waste_left(waste) as i32,
                    )
                    .of_more(),
                );
            }
        }
        Player::first(players)
            .for_each(|player| questions.extend(self.of_player(player, &species)));
        let discards = hand_choices(&self.discards(), self.kinds());
        questions.push(
            TableQuestion::any("discards", "Action cards that are discarded", discards).of_more(),
        );
        questions
    }

    /// Number of a player in the list of a key.
    fn number(&self, key: &str, player: usize) -> i32 {
        self.list(key).get(player).map_or(0, |value| typed(value))
    }

    /// Questions about a player.
    fn of_player(&self, player: Player, species: &[Species]) -> Vec<TableQuestion> {
        let index = player.index();
        let questions = match self.hands().get(index) {
            None => vec![
                TableQuestion::number(
                    &format!("points.{player}"),
                    "Points",
                    self.number("points", index),
                )
                .of_more(),
                TableQuestion::number(
                    &format!("fines.{player}"),
                    "Waste cards",
                    self.number("fines", index),
                )
                .of_more(),
            ],
            Some([power, cards]) => {
                let mut powers = vec![TableChoice::new("-", "none", power == "-")];
                powers.extend(self.species_choices(species, power));
                let hand = hand_choices(cards, self.kinds());
                vec![
                    TableQuestion::one(&format!("power.{player}"), "Power", powers).with_note(match power.as_str() {
                        "-" => "By the rules everyone has one power; without powers the game is harder.".to_owned(),
                        power => powers_in_words(power),
                    }),
                    TableQuestion::any(&format!("cards.{player}"), "Action cards", hand),
                ]
            }
        };
        questions
            .into_iter()
            .map(|question| question.about(player))
            .collect()
    }

    /// Answers a question other than those for the spaces.
    pub(crate) fn answer(&mut self, name: &str, value: &str) {
        let (kind, of) = name.split_once('.').unwrap_or((name, ""));
        let waste = self.waste();
        let mut species = self.species();
        let discards = self.discards();
        match kind {
            "species" => {
                let Some(one) = Species::ALL
                    .into_iter()
                    .find(|one| one.letter().to_string() == value)
                else {
                    return;
                };
                if species.contains(&one) {
                    species.retain(|&other| other != one);
                } else {
                    species.push(one);
                }
            }
            "players" => self.set_players(typed(value).clamp(1, Player::MAX as i32) as usize),
            "turn" => {
                self.fields.set_word(TURN, value.to_owned());
                if self.is_contest {
                    self.fields.set_key("first", Some(value));
                }
            }
            "powers" => {
                let powers = toggled(self.fields.key("powers").unwrap_or_default(), value);
                self.fields.set_key("powers", Some(&powers));
            }
            "cards" if self.is_contest => {
                let cards = with_choice(self.fields.key("cards").unwrap_or_default(), value);
                self.fields.set_key("cards", Some(&cards));
            }
            "discards" => return self.set_discards(&with_choice(&discards, value)),
            "pile" => {
                let mut waste = waste;
                for kind in Waste::ALL
                    .into_iter()
                    .filter(|kind| kind.letter().to_string() == of)
                {
                    let most = usize::from(kind.cards()).saturating_sub(self.seen(kind));
                    waste[kind as usize] = most.min(typed(value).max(0) as usize);
                }
                return self.set_rest(&species, waste);
            }
            _ => self.answer_player(kind, of, value),
        }
        // All cards that no player holds now are in the pile and in the deck.
        self.set_rest(&species, waste);
        self.set_discards(&discards);
    }

    /// Answers a question about the player with this letter.
    fn answer_player(&mut self, kind: &str, letter: &str, value: &str) {
        let Some(player) =
            Player::first(self.players()).find(|player| player.to_string() == letter)
        else {
            return;
        };
        let index = player.index();
        let mut hands = self.hands();
        match (kind, hands.get_mut(index)) {
            ("power", Some([power, _])) => value.clone_into(power),
            ("cards", Some([_, cards])) => *cards = with_choice(cards, value),
            ("points" | "fines", None) => {
                let mut list = self.list(kind);
                list.resize(self.players(), "0".to_owned());
                list[index] = typed(value).max(0).to_string();
                return self.fields.set_key(kind, Some(&list.join(",")));
            }
            _ => return,
        }
        self.set_hands(&hands);
    }

    /// Changes the number of players; a new one holds no cards and no power.
    fn set_players(&mut self, players: usize) {
        let mut hands = self.hands();
        if self.is_contest {
            for key in ["points", "fines"]
                .into_iter()
                .filter(|key| self.fields.key(key).is_some())
                .collect::<Vec<_>>()
            {
                let mut list = self.list(key);
                list.resize(players.max(2), "0".to_owned());
                self.fields.set_key(key, Some(&list.join(",")));
            }
        } else {
            hands.truncate(players);
            hands.resize(players, EMPTY_HAND.map(str::to_owned));
            self.set_hands(&hands);
        }
        if !Player::first(players).any(|player| player.to_string() == self.fields.word(TURN)) {
            self.fields.set_word(TURN, "A".to_owned());
        }
    }
}

/// Sentences about what the powers with these letters do.
fn powers_in_words(letters: &str) -> String {
    let powers = letters
        .chars()
        .filter_map(Species::from_letter)
        .map(rules::power);
    powers.collect::<Vec<_>>().join(" ")
}

/// Number after a letter, as in `f3c1`, at most 99; 0 without the letter.
fn number_after(text: &str, letter: char) -> usize {
    let after = text.split_once(letter).map_or("", |(_, after)| after);
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0).min(99)
}
