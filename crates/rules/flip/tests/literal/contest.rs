//! The competitive form (4.7).

use super::table::{At, Powers, Table};
use super::{
    ACTION_CARDS, act_choices, deck_text, discards, draws, free_choices, lays, pile_text,
    power_choices, read_deck, read_pile, remove_one, sorted, value_of,
};

#[derive(Clone, Debug)]
pub(crate) struct LiteralContest {
    pub(crate) table: Table,
    pub(crate) turn: usize,
    pub(crate) pile: Vec<(char, u8)>,
    pub(crate) out: Vec<(char, u8)>,
    pub(crate) freed: Vec<(char, u8)>,
    pub(crate) deck: Vec<char>,
    pub(crate) cards: Vec<char>,
    pub(crate) powers: Vec<char>,
    pub(crate) step: String,
    pub(crate) first: usize,
    pub(crate) bid: Option<(usize, usize)>,
    pub(crate) passed: Vec<usize>,
    pub(crate) points: Vec<usize>,
    pub(crate) fines: Vec<usize>,
    pub(crate) is_reshuffled: bool,
    pub(crate) is_far: bool,
}

fn letter(player: usize) -> char {
    (b'A' + player as u8) as char
}

fn player(letter: &str) -> usize {
    (letter.as_bytes()[0] - b'A') as usize
}

impl LiteralContest {
    pub(crate) fn read(text: &str) -> LiteralContest {
        let words: Vec<&str> = text.split(' ').collect();
        let key = |name: &str| value_of(&words, name);
        let numbers = |text: &str| {
            text.split(',')
                .map(|number| number.parse().unwrap())
                .collect()
        };
        LiteralContest {
            table: Table::read(words[0].strip_prefix("contest:").unwrap(), 3),
            turn: player(words[1]),
            pile: read_pile(words[3]),
            out: read_pile(key("out").unwrap_or("-")),
            freed: read_pile(key("freed").unwrap_or("-")),
            deck: read_deck(key("deck").unwrap()),
            cards: key("cards").unwrap_or("").chars().collect(),
            powers: key("powers").unwrap().chars().collect(),
            step: key("step").unwrap_or("bid").to_owned(),
            first: player(key("first").unwrap()),
            bid: key("bid").map(|bid| (player(bid), bid[1..].parse().unwrap())),
            passed: key("passed")
                .unwrap_or("")
                .chars()
                .map(|letter| player(&letter.to_string()))
                .collect(),
            points: numbers(key("points").unwrap()),
            fines: numbers(key("fines").unwrap()),
            is_reshuffled: words.contains(&"reshuffled"),
            is_far: key("rays").is_some(),
        }
    }

    pub(crate) fn text(&self) -> String {
        let list = |numbers: &[usize]| {
            numbers
                .iter()
                .map(usize::to_string)
                .collect::<Vec<_>>()
                .join(",")
        };
        let mut text = format!(
            "contest:{} {} - {}",
            self.table.text(),
            letter(self.turn),
            pile_text(&self.pile)
        );
        if self.step != "bid" {
            text += &format!(" step={}", self.step);
        }
        text += &format!(" powers={}", self.powers.iter().collect::<String>());
        if !self.cards.is_empty() {
            text += &format!(" cards={}", sorted(&self.cards).iter().collect::<String>());
        }
        text += &format!(" points={} fines={}", list(&self.points), list(&self.fines));
        if let Some((player, number)) = self.bid {
            text += &format!(" bid={}{number}", letter(player));
        }
        let mut passed = self.passed.clone();
        passed.sort_unstable();
        if !passed.is_empty() {
            text += &format!(
                " passed={}",
                passed.into_iter().map(letter).collect::<String>()
            );
        }
        text += &format!(
            " first={} deck={}",
            letter(self.first),
            deck_text(&self.deck)
        );
        for (key, cards) in [("out", &self.out), ("freed", &self.freed)] {
            if !cards.is_empty() {
                text += &format!(" {key}={}", pile_text(cards));
            }
        }
        if self.is_far {
            text += " rays=far";
        }
        if self.is_reshuffled {
            text += " reshuffled";
        }
        text
    }

    fn laid(&self) -> usize {
        self.table
            .spaces()
            .filter(|&space| self.table.card(space).is_some())
            .count()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.step == "lay" && self.laid() + self.pile.len() < 9
    }

    /// One point an animal, minus two a waste card.
    pub(crate) fn score(&self, player: usize) -> i32 {
        self.points[player] as i32 - 2 * self.fines[player] as i32
    }

    fn usable(&self) -> Powers {
        let is_far = self.is_far && self.powers.contains(&'R');
        let species = self
            .powers
            .iter()
            .copied()
            .filter(|&power| !(is_far && power == 'R'))
            .collect();
        Powers {
            species,
            is_far,
            is_once: false,
        }
    }

    fn drawable(&self) -> Vec<char> {
        if self.deck.is_empty() {
            discards(&[&self.cards])
        } else {
            self.deck.clone()
        }
    }

    pub(crate) fn choices(&self) -> Vec<String> {
        if self.is_over() {
            return vec![];
        }
        match self.step.as_str() {
            "bid" => {
                let least = self.bid.map_or(1, |(_, number)| number + 1);
                let mut moves: Vec<String> =
                    (least..=9).map(|number| format!("bid:{number}")).collect();
                moves.push("pass".to_owned());
                moves
            }
            "act" => act_choices(&self.table, &self.cards, &self.usable()),
            "power" => power_choices(&self.table, &self.usable()),
            "free" => free_choices(&self.table, &self.usable()),
            "give" => self.gifts(),
            other => vec![other.to_owned()],
        }
    }

    /// All ways to share out the animals above the bid.
    fn gifts(&self) -> Vec<String> {
        let surplus = self.freed.len() - self.bid.unwrap().1;
        let mut ways: Vec<Vec<usize>> = vec![vec![]];
        for player in 0..self.points.len() {
            let most = if player == self.turn { 0 } else { surplus };
            ways = ways
                .iter()
                .flat_map(|way| (0..=most).map(move |number| [&way[..], &[number]].concat()))
                .collect();
        }
        ways.retain(|way| way.iter().sum::<usize>() == surplus);
        let text = |way: &Vec<usize>| {
            let gifts = way.iter().enumerate().filter(|&(_, &number)| number > 0);
            let gifts: Vec<String> = gifts
                .map(|(player, number)| format!("{}{number}", letter(player)))
                .collect();
            format!("give:{}", gifts.join(","))
        };
        ways.iter().map(text).collect()
    }

    pub(crate) fn outcomes(&self, choice: &str) -> Vec<(String, f64)> {
        match choice {
            "draw" => draws(&self.drawable()),
            "lay" => lays(&self.pile),
            _ => vec![(choice.to_owned(), 1.0)],
        }
    }

    fn release(&mut self, freed: &[At]) {
        for &space in freed {
            let tile = self.table.take(space);
            self.freed
                .push((tile.kind, tile.colour.to_digit(10).unwrap() as u8));
        }
    }

    pub(crate) fn play(&mut self, mv: &str) {
        if let Some(card) = mv.strip_prefix("draw:") {
            let card = card.chars().next().unwrap();
            self.deck = self.drawable();
            remove_one(&mut self.deck, &card);
            self.cards.push(card);
            if self.cards.len() == 2 {
                self.step = "bid".to_owned();
            }
        } else if let Some(card) = mv.strip_prefix("lay:") {
            self.table.lay(self.laid() % 3, card);
            remove_one(
                &mut self.pile,
                &(card.chars().next().unwrap(), card[1..2].parse().unwrap()),
            );
            if self.laid() == 9 {
                self.step = "draw".to_owned();
            }
        } else if let Some(number) = mv.strip_prefix("bid:") {
            self.bid = Some((self.turn, number.parse().unwrap()));
            self.bid_on();
        } else if mv == "pass" {
            self.passed.push(self.turn);
            self.bid_on();
        } else if mv == "go" {
            self.begin_freeing();
        } else if mv == "done" {
            self.lower();
        } else if mv.starts_with("p:") {
            self.table.use_power(mv);
            self.use_or_free();
        } else if mv.starts_with('+') {
            let ways = self.table.frees(&self.usable());
            let (freed, _) = ways
                .iter()
                .find(|(_, (_, text))| text == mv)
                .expect("one of the ways");
            self.release(freed);
            self.lower();
        } else if let Some(gifts) = mv.strip_prefix("give:") {
            for gift in gifts.split(',') {
                self.points[player(gift)] += gift[1..].parse::<usize>().unwrap();
            }
            self.points[self.turn] += self.bid.unwrap().1;
            self.next_round();
        } else {
            let card = mv
                .strip_prefix("discard:")
                .unwrap_or(mv)
                .chars()
                .next()
                .unwrap();
            assert!(ACTION_CARDS.contains(card));
            remove_one(&mut self.cards, &card);
            if !mv.starts_with("discard") {
                let freed = self.table.act(mv);
                self.release(&freed);
            }
            self.use_or_free();
        }
    }

    /// Players in seat order name a higher number or pass for good; the last bidder plays.
    fn bid_on(&mut self) {
        let players = self.points.len();
        let bidding: Vec<usize> = (0..players)
            .filter(|player| !self.passed.contains(player))
            .collect();
        match self.bid {
            None if bidding.is_empty() => return self.next_round(),
            Some((player, number)) if number == 9 || bidding == [player] => {
                self.turn = player;
                self.step = "act".to_owned();
                self.passed.clear();
                return;
            }
            _ => {}
        }
        loop {
            self.turn = (self.turn + 1) % players;
            if bidding.contains(&self.turn) {
                return;
            }
        }
    }

    fn use_or_free(&mut self) {
        if self.table.power_moves(&self.usable()).is_empty() {
            self.begin_freeing();
        } else {
            self.step = "power".to_owned();
        }
    }

    fn begin_freeing(&mut self) {
        self.table.forget_used();
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
            self.settle();
        }
    }

    fn settle(&mut self) {
        let freed = self.freed.len();
        let bid = self.bid.unwrap().1;
        if freed < bid {
            self.fines[self.turn] += 1;
            self.out.append(&mut self.freed);
        } else if freed == bid || self.points.len() == 2 {
            self.points[self.turn] += bid;
            if freed > bid {
                self.points[1 - self.turn] += freed - bid;
            }
        } else {
            self.discard_table();
            self.step = "give".to_owned();
            return;
        }
        self.next_round();
    }

    fn discard_table(&mut self) {
        for space in self.table.spaces() {
            if self.table.card(space).is_some() {
                let tile = self.table.take(space);
                self.out
                    .push((tile.kind, tile.colour.to_digit(10).unwrap() as u8));
            }
        }
    }

    fn next_round(&mut self) {
        self.discard_table();
        self.cards.clear();
        self.freed.clear();
        self.passed.clear();
        self.bid = None;
        self.first = (self.first + 1) % self.points.len();
        self.turn = self.first;
        self.step = "lay".to_owned();
        if self.pile.len() < 9 && !self.is_reshuffled {
            self.pile.append(&mut self.out);
            self.is_reshuffled = true;
        }
    }
}
