//! The rules of section 4 once more, as literally as they are written: lists of cards, moves as
//! texts. It shares no code with the crate.

pub(crate) mod contest;
pub(crate) mod table;

use table::{Powers, Table};

/// All action cards (4.2).
pub(crate) const ACTION_CARDS: &str = "ffffccrrssskkxxxyyee";
pub(crate) const SPECIES: &str = "WSOTDJRK";

/// Position of the cooperative game.
#[derive(Clone, Debug)]
pub(crate) struct LiteralFlip {
    pub(crate) table: Table,
    pub(crate) turn: usize,
    pub(crate) powers: Vec<char>,
    pub(crate) hands: Vec<Vec<char>>,
    /// Unseen cards: species and colour, or waste with the colour 0.
    pub(crate) pile: Vec<(char, u8)>,
    pub(crate) deck: Vec<char>,
    pub(crate) below: Vec<char>,
    pub(crate) step: String,
    pub(crate) next: usize,
    pub(crate) last: Option<u32>,
    pub(crate) is_used: bool,
    pub(crate) is_far: bool,
}

/// Cards as they are printed in PILE.
pub(crate) fn pile_text(pile: &[(char, u8)]) -> String {
    let mut parts = Vec::new();
    for species in SPECIES.chars() {
        let counts: Vec<usize> = (1..=4)
            .map(|colour| {
                pile.iter()
                    .filter(|&&card| card == (species, colour))
                    .count()
            })
            .collect();
        if counts.iter().sum::<usize>() > 0 {
            parts.push(format!(
                "{species}{}{}{}{}",
                counts[0], counts[1], counts[2], counts[3]
            ));
        }
    }
    for waste in "pmo".chars() {
        let count = pile.iter().filter(|card| card.0 == waste).count();
        if count > 0 {
            parts.push(format!("{waste}{count}"));
        }
    }
    if parts.is_empty() {
        "-".to_owned()
    } else {
        parts.join(",")
    }
}

pub(crate) fn read_pile(text: &str) -> Vec<(char, u8)> {
    let mut pile = Vec::new();
    for part in text.split(',').filter(|part| *part != "-") {
        let letter = part.chars().next().unwrap();
        if "pmo".contains(letter) {
            (0..part[1..].parse::<usize>().unwrap()).for_each(|_| pile.push((letter, 0)));
        } else {
            for (colour, count) in (1..).zip(part[1..].chars()) {
                (0..count.to_digit(10).unwrap()).for_each(|_| pile.push((letter, colour)));
            }
        }
    }
    pile
}

/// Action cards sorted in the order of the rules.
pub(crate) fn sorted(cards: &[char]) -> Vec<char> {
    let mut cards = cards.to_vec();
    cards.sort_by_key(|&card| ACTION_CARDS.find(card));
    cards
}

pub(crate) fn deck_text(deck: &[char]) -> String {
    let mut text = String::new();
    for card in "fcrskxye".chars() {
        let count = deck.iter().filter(|&&other| other == card).count();
        if count > 0 {
            text += &format!("{card}{count}");
        }
    }
    if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }
}

pub(crate) fn read_deck(text: &str) -> Vec<char> {
    let mut deck = Vec::new();
    let letters: Vec<char> = text.chars().filter(|&letter| letter != '-').collect();
    for pair in letters.chunks(2) {
        (0..pair[1].to_digit(10).unwrap()).for_each(|_| deck.push(pair[0]));
    }
    deck
}

pub(crate) fn remove_one<T: PartialEq>(cards: &mut Vec<T>, card: &T) {
    let place = cards
        .iter()
        .position(|other| other == card)
        .expect("the card is there");
    cards.remove(place);
}

/// All action cards that are not in these lists.
pub(crate) fn discards(lists: &[&[char]]) -> Vec<char> {
    let mut cards: Vec<char> = ACTION_CARDS.chars().collect();
    lists
        .iter()
        .for_each(|list| list.iter().for_each(|card| remove_one(&mut cards, card)));
    cards
}

/// Value of a key of a position; `None` if it is missing.
pub(crate) fn value_of<'a>(words: &[&'a str], name: &str) -> Option<&'a str> {
    words
        .iter()
        .find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
}

/// The number of sides on which a card can turn up, each with its direction.
pub(crate) fn sides((species, colour): (char, u8)) -> Vec<String> {
    match species {
        'p' | 'm' | 'o' => vec![species.to_string()],
        'J' => vec![format!("J{colour}^"), format!("J{colour}v")],
        _ => vec![format!("{species}{colour}<"), format!("{species}{colour}>")],
    }
}

/// The cards that can be laid next, with their probabilities.
pub(crate) fn lays(pile: &[(char, u8)]) -> Vec<(String, f64)> {
    let mut lays: Vec<(String, f64)> = Vec::new();
    for &card in pile {
        let sides = sides(card);
        for side in &sides {
            let chance = 1.0 / (pile.len() * sides.len()) as f64;
            let lay = format!("lay:{side}");
            match lays.iter_mut().find(|(text, _)| *text == lay) {
                Some((_, probability)) => *probability += chance,
                None => lays.push((lay, chance)),
            }
        }
    }
    lays
}

/// The action cards that can be drawn, with their probabilities.
pub(crate) fn draws(cards: &[char]) -> Vec<(String, f64)> {
    let mut kinds = sorted(cards);
    kinds.dedup();
    let count = |kind: char| cards.iter().filter(|&&card| card == kind).count();
    let chance = |kind: char| count(kind) as f64 / cards.len() as f64;
    let draw = |kind: char| (format!("draw:{kind}"), chance(kind));
    kinds.into_iter().map(draw).collect()
}

/// The actions of these cards, one of which is discarded if there is none.
pub(crate) fn act_choices(table: &Table, cards: &[char], powers: &Powers) -> Vec<String> {
    let mut kinds = cards.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    let acts = kinds.iter().flat_map(|&card| table.acts(card, powers));
    let acts: Vec<String> = acts.collect();
    if !acts.is_empty() {
        return acts;
    }
    kinds.iter().map(|card| format!("discard:{card}")).collect()
}

/// The powers of moving that can be used, and the end of the step.
pub(crate) fn power_choices(table: &Table, powers: &Powers) -> Vec<String> {
    let mut moves = table.power_moves(powers);
    moves.push("go".to_owned());
    moves
}

/// The ways to free cards, and the end of the step.
pub(crate) fn free_choices(table: &Table, powers: &Powers) -> Vec<String> {
    let ways = table.frees(powers).into_values();
    let mut moves: Vec<String> = ways.map(|(_, text)| text).collect();
    moves.push("done".to_owned());
    moves
}

impl LiteralFlip {
    pub(crate) fn read(text: &str) -> LiteralFlip {
        let words: Vec<&str> = text.split(' ').collect();
        let key = |name: &str| value_of(&words, name);
        let (columns, rows) = key("net").unwrap_or("4x6").split_once('x').unwrap();
        let players: Vec<(&str, &str)> = words[2]
            .split(',')
            .map(|entry| entry.split_once(':').unwrap())
            .collect();
        let table = Table::read(
            words[0].strip_prefix("flip:").unwrap(),
            rows.parse().unwrap(),
        );
        assert_eq!(table.columns.len(), columns.parse::<usize>().unwrap());
        LiteralFlip {
            table,
            turn: words[1].as_bytes()[0] as usize - 65,
            powers: players
                .iter()
                .map(|(power, _)| power.chars().next().unwrap())
                .collect(),
            hands: players
                .iter()
                .map(|(_, hand)| hand.chars().collect())
                .collect(),
            pile: read_pile(words[3]),
            deck: read_deck(key("deck").unwrap()),
            below: key("below").unwrap_or("").chars().collect(),
            step: key("step").unwrap_or("act").to_owned(),
            next: key("next").map_or(0, |column| column.as_bytes()[0] as usize - 97),
            last: key("last").map(|turns| turns.parse().unwrap()),
            is_used: key("power").is_some(),
            is_far: key("rays").is_some(),
        }
    }

    pub(crate) fn text(&self) -> String {
        let players: Vec<String> = (0..self.hands.len())
            .map(|player| {
                format!(
                    "{}:{}",
                    self.powers[player],
                    sorted(&self.hands[player]).iter().collect::<String>()
                )
            })
            .collect();
        let turn = (b'A' + self.turn as u8) as char;
        let mut text = format!(
            "flip:{} {turn} {} {}",
            self.table.text(),
            players.join(","),
            pile_text(&self.pile)
        );
        if self.step != "act" {
            text += &format!(" step={}", self.step);
        }
        if self.step == "lay" {
            text += &format!(" next={}", (b'a' + self.next as u8) as char);
        }
        text += &format!(" deck={}", deck_text(&self.deck));
        if !self.below.is_empty() {
            text += &format!(" below={}", self.below.iter().collect::<String>());
        }
        if let Some(turns) = self.last {
            text += &format!(" last={turns}");
        }
        if self.is_used {
            text += " power=used";
        }
        if self.is_far {
            text += " rays=far";
        }
        if (self.table.columns.len(), self.table.rows) != (4, 6) {
            text += &format!(" net={}x{}", self.table.columns.len(), self.table.rows);
        }
        text
    }

    /// 4.3: if a column that would get a card is full, all players lose.
    fn is_lost(&self) -> bool {
        self.step == "lay" && self.table.columns[self.next].iter().all(Option::is_some)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.last == Some(0) || self.is_lost()
    }

    /// 4.6: the animals left in the net; a lost game scores all animals in net and pile, and before
    /// the end they are left, too.
    pub(crate) fn score(&self) -> i32 {
        let unseen = self
            .pile
            .iter()
            .filter(|card| SPECIES.contains(card.0))
            .count();
        let net = self
            .table
            .spaces()
            .filter(|&space| self.table.is_animal(space))
            .count();
        -((unseen + net) as i32)
    }

    fn usable(&self) -> Powers {
        let power = self.powers[self.turn];
        let is_far = self.is_far && power == 'R';
        let species = if self.is_used || is_far || power == '-' {
            vec![]
        } else {
            vec![power]
        };
        Powers {
            species,
            is_far,
            is_once: true,
        }
    }

    /// Cards that can be drawn: the deck; when it has run out, the discards (4.2).
    fn drawable(&self) -> Vec<char> {
        if !self.deck.is_empty() {
            return self.deck.clone();
        }
        let hands: Vec<&[char]> = self.hands.iter().map(Vec::as_slice).collect();
        discards(&hands)
    }

    /// Choices with the probabilities of their outcomes.
    pub(crate) fn choices(&self) -> Vec<String> {
        if self.is_over() {
            return vec![];
        }
        match self.step.as_str() {
            "act" => act_choices(&self.table, &self.hands[self.turn], &self.usable()),
            "power" => power_choices(&self.table, &self.usable()),
            "draw" => vec!["draw".to_owned()],
            "free" => free_choices(&self.table, &self.usable()),
            _ => vec!["lay".to_owned()],
        }
    }

    pub(crate) fn outcomes(&self, choice: &str) -> Vec<(String, f64)> {
        match choice {
            "draw" => draws(&self.drawable()),
            "lay" if self.pile.is_empty() => vec![(format!("lay:{}", self.below[0]), 1.0)],
            "lay" => lays(&self.pile),
            _ => vec![(choice.to_owned(), 1.0)],
        }
    }

    /// Takes cards off the net; waste goes under the pile as long as that will be laid (4.4, 4.6).
    fn release(&mut self, freed: &[(usize, usize)]) {
        for &space in freed {
            let tile = self.table.take(space);
            if "pmo".contains(tile.kind) && self.last.is_none() {
                self.below.push(tile.kind);
            }
        }
    }

    pub(crate) fn play(&mut self, mv: &str) {
        let usable = self.usable();
        if let Some(card) = mv.strip_prefix("draw:") {
            let card = card.chars().next().unwrap();
            self.deck = self.drawable();
            remove_one(&mut self.deck, &card);
            self.hands[self.turn].push(card);
            self.free_or_lower();
        } else if let Some(card) = mv.strip_prefix("lay:") {
            self.lay(card);
        } else if mv == "go" {
            self.step = "draw".to_owned();
        } else if mv == "done" {
            self.lower();
        } else if mv.starts_with("p:") {
            self.table.use_power(mv);
            self.table.forget_used();
            self.is_used = true;
            self.step = "draw".to_owned();
        } else if mv.starts_with('+') {
            let ways = self.table.frees(&usable);
            let (freed, (uses, _)) = ways
                .iter()
                .find(|(_, (_, text))| text == mv)
                .expect("one of the ways");
            self.is_used |= *uses > 0;
            self.release(&freed.clone());
            self.lower();
        } else {
            let (card, _) = mv
                .strip_prefix("discard:")
                .map_or((&mv[..1], ""), |card| (card, ""));
            remove_one(&mut self.hands[self.turn], &card.chars().next().unwrap());
            if !mv.starts_with("discard") {
                let freed = self.table.act(mv);
                self.is_used |= freed.len() > 1;
                self.release(&freed);
            }
            let has_power = !self.table.power_moves(&self.usable()).is_empty();
            self.step = if has_power { "power" } else { "draw" }.to_owned();
        }
    }

    fn free_or_lower(&mut self) {
        self.step = "free".to_owned();
        if self.table.frees(&self.usable()).is_empty() {
            self.lower();
        }
    }

    /// 4.3: step 2 once more if cards have fallen and something may be freed.
    fn lower(&mut self) {
        let cards = self.table.clone();
        self.table.fall();
        if self.table == cards || self.table.frees(&self.usable()).is_empty() {
            self.finish();
        }
    }

    fn finish(&mut self) {
        self.table.forget();
        self.is_used = false;
        match self.last {
            None => {
                self.step = "lay".to_owned();
                self.next = 0;
            }
            Some(turns) => {
                self.last = Some(turns - 1);
                self.step = "act".to_owned();
                if turns > 1 {
                    self.turn = (self.turn + 1) % self.hands.len();
                }
            }
        }
    }

    fn lay(&mut self, card: &str) {
        self.table.lay(self.next, card);
        if self.pile.is_empty() {
            self.below.remove(0);
        } else {
            let colour = card[1..]
                .chars()
                .next()
                .map_or(0, |digit| digit.to_digit(10).unwrap() as u8);
            remove_one(&mut self.pile, &(card.chars().next().unwrap(), colour));
        }
        self.next += 1;
        let is_empty = self.pile.is_empty() && self.below.is_empty();
        if is_empty {
            self.last = Some(2);
        }
        if is_empty || self.next == self.table.columns.len() {
            self.step = "act".to_owned();
            self.next = 0;
            self.turn = (self.turn + 1) % self.hands.len();
        }
    }
}

/// Literal implementation of a form of the game.
pub(crate) trait Twin: Clone {
    fn all_choices(&self) -> Vec<String>;
    fn all_outcomes(&self, choice: &str) -> Vec<(String, f64)>;
    fn make(&mut self, mv: &str);
    fn line(&self) -> String;

    /// All moves with their outcomes, sorted; none when the game is over.
    fn moves(&self) -> Vec<String> {
        let choices = self.all_choices().into_iter();
        let mut moves: Vec<String> = choices
            .flat_map(|choice| self.all_outcomes(&choice))
            .map(|(text, _)| text)
            .collect();
        moves.sort();
        moves
    }

    fn after(&self, mv: &str) -> Self {
        let mut next = self.clone();
        next.make(mv);
        next
    }

    /// Number of sequences of exactly `depth` moves.
    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            1
        } else {
            self.moves()
                .iter()
                .map(|mv| self.after(mv).perft(depth - 1))
                .sum()
        }
    }
}

macro_rules! twins {
    ($($twin:ty),*) => {$(
        impl Twin for $twin {
            fn all_choices(&self) -> Vec<String> {
                self.choices()
            }

            fn all_outcomes(&self, choice: &str) -> Vec<(String, f64)> {
                self.outcomes(choice)
            }

            fn make(&mut self, mv: &str) {
                self.play(mv);
            }

            fn line(&self) -> String {
                self.text()
            }
        }
    )*};
}
twins!(LiteralFlip, contest::LiteralContest);
