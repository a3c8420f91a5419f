//! Positions of the competitive form as text, as `docs/notation.md` defines it.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use floe_game::{Field, KeyWords, Player, PositionError, Problem, read_turn, required_words};

use crate::card::Species;
use crate::contest::{ANIMALS, Contest, ContestStep, OPEN_CARDS, SIZE};
use crate::net::Net;
use crate::piles::{ActionCards, Animals};
use crate::text::{
    MidTurn, Supply, declared, leftmost, read_deck, read_hand, read_net, read_pile, read_rays,
};

/// Keys in the order in which they are printed.
const KEYS: [&str; 15] = [
    "step", "powers", "cards", "points", "fines", "bid", "passed", "first", "deck", "out", "freed",
    "rays", "animals", "actions", "discards",
];
/// Number of animals of the game (4.1).
const MAX_ANIMALS: usize = 79;
/// Maximum number of waste cards of a player that is written.
const MAX_FINES: usize = 99;
/// Keys without value.
const FLAGS: [&str; 1] = ["reshuffled"];

impl ContestStep {
    /// All steps in their order.
    const ALL: [ContestStep; 7] = [
        ContestStep::Lay,
        ContestStep::Draw,
        ContestStep::Bid,
        ContestStep::Act,
        ContestStep::Power,
        ContestStep::Free,
        ContestStep::Give,
    ];

    /// Name of the step in the notation of positions: `lay`, `draw`, `bid`, `act`, `power`, `free`
    /// or `give`.
    pub const fn name(self) -> &'static str {
        ["lay", "draw", "bid", "act", "power", "free", "give"][self as usize]
    }

    /// Whether the step belongs to the turn of the last bidder, after the bids.
    const fn is_turn(self) -> bool {
        matches!(
            self,
            ContestStep::Act | ContestStep::Power | ContestStep::Free | ContestStep::Give
        )
    }

    /// Marks and gaps of the net.
    const fn mid_turn(self) -> MidTurn {
        match self {
            ContestStep::Power => MidTurn {
                has_gaps: true,
                marks: 3,
            },
            ContestStep::Free => MidTurn {
                has_gaps: true,
                marks: 2,
            },
            _ => MidTurn {
                has_gaps: false,
                marks: 0,
            },
        }
    }

    /// Numbers of open action cards.
    const fn open_cards(self) -> RangeInclusive<usize> {
        match self {
            ContestStep::Lay => 0..=0,
            ContestStep::Bid | ContestStep::Act => 1..=OPEN_CARDS,
            ContestStep::Draw | ContestStep::Power | ContestStep::Free | ContestStep::Give => {
                0..=OPEN_CARDS - 1
            }
        }
    }
}

impl FromStr for Contest {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Contest, PositionError> {
        let line = Field::of_line(line);
        let words = required_words(line, &["COLUMNS", "TURN", "-", "PILE"])?;
        let keys = KeyWords::of(line, &words, 4);
        let step = read_step(&keys);
        let read = read(&words, &keys, *step.as_ref().unwrap_or(&ContestStep::Power));
        leftmost(step, read)
    }
}

fn read_step(keys: &KeyWords<'_>) -> Result<ContestStep, PositionError> {
    let Some(field) = keys.get("step") else {
        return Ok(ContestStep::Bid);
    };
    let step = ContestStep::ALL
        .into_iter()
        .find(|step| step.name() == field.text());
    step.ok_or_else(|| {
        field.expected("the step of the round: lay, draw, bid, act, power, free or give")
    })
}

fn read(
    words: &[Field<'_>],
    keys: &KeyWords<'_>,
    step: ContestStep,
) -> Result<Contest, PositionError> {
    let mut supply = Supply::new(keys, false)?;
    let columns = match words[0].split_once(':') {
        Some((name, columns)) if name.text() == "contest" => columns,
        _ => return Err(words[0].expected("'contest:' before the columns of the net")),
    };
    let mut net = Net::new(SIZE, SIZE);
    read_net(columns, &mut net, step.mid_turn(), &mut supply)?;
    if supply.deck().len() < OPEN_CARDS {
        let field = keys.get("actions").unwrap_or(keys.end());
        return Err(field.expected(format!(
            "at least {OPEN_CARDS} action cards, which are open in a round"
        )));
    }
    if let Some(field) = keys
        .get("step")
        .filter(|_| step == ContestStep::Lay && net.cards() == net.area())
    {
        return Err(field.expected("a step after laying, since no free space is left in the net"));
    }
    let turn = read_turn(words[1])?;
    if words[2].text() != "-" {
        return Err(words[2].expected("'-', since the action cards are open (cards=)"));
    }
    let written = read_pile(words[3], &mut supply)?;
    keys.check(&KEYS, &FLAGS)?;
    let powers = read_powers(keys.require("powers", "powers=, two species as WD")?)?;
    let mut contest = Contest {
        net,
        turn,
        step,
        is_reshuffled: keys.flag("reshuffled").is_some(),
        actions: supply.deck(),
        ..Contest::start(0, powers, written.pile)
    };
    contest.read_scores(keys)?;
    if turn.index() >= contest.players.into() {
        return Err(words[1].error(Problem::Player(Player::new(
            usize::from(contest.players) - 1,
        ))));
    }
    contest.read_cards(keys, &mut supply)?;
    if let Some(rest) = written.rest {
        contest.read_rest(rest, &mut supply)?;
    }
    contest.read_bids(keys)?;
    contest.check_scores(keys)?;
    contest.has_far_rays = read_rays(keys)?;
    if step == ContestStep::Lay {
        contest.reshuffle();
    }
    Ok(contest)
}

/// Reads animals that are listed as those of a pile, without a rest.
fn read_listed(field: Field<'_>, supply: &mut Supply) -> Result<Animals, PositionError> {
    let written = read_pile(field, supply)?;
    match written.rest {
        Some(rest) => Err(rest.expected("animals as W2212: only the pile has the rest")),
        None => Ok(written.pile.animals),
    }
}

fn read_powers(field: Field<'_>) -> Result<[Species; 2], PositionError> {
    let species: Option<Vec<Species>> = field.text().chars().map(Species::from_letter).collect();
    match species.as_deref() {
        Some(&[one, other]) if one < other => Ok([one, other]),
        Some(&[one, other]) if one > other => Ok([other, one]),
        _ => Err(field.expected("the powers of two species (of W, S, O, T, D, J, R, K)")),
    }
}

impl Contest {
    /// Reads points and waste cards; their number is that of the players.
    fn read_scores(&mut self, keys: &KeyWords<'_>) -> Result<(), PositionError> {
        let points = keys.require("points", "points=, the animals of each player as 5,3")?;
        let players = points.split(|c| c == ',').count();
        if !(2..=Player::MAX).contains(&players) {
            return Err(points.expected("the animals of two to four players, separated by commas"));
        }
        self.players = players as u8;
        for (points, entry) in self.points.iter_mut().zip(points.split(|c| c == ',')) {
            *points = entry.number("animals", 79)? as u8;
        }
        if let Some(fines) = keys.get("fines") {
            if fines.split(|c| c == ',').count() != players {
                return Err(fines.expected(format!(
                    "the waste cards of {players} players, separated by commas"
                )));
            }
            for (fines, entry) in self.fines.iter_mut().zip(fines.split(|c| c == ',')) {
                *fines = entry.number("waste cards", 99)? as u8;
            }
        }
        Ok(())
    }

    fn read_cards(
        &mut self,
        keys: &KeyWords<'_>,
        supply: &mut Supply,
    ) -> Result<(), PositionError> {
        let open = self.step.open_cards();
        if let Some(field) = keys.get("cards") {
            self.cards = read_hand(field, supply)?;
            if !open.contains(&self.cards.len()) {
                return Err(field.expected(match open.end() {
                    0 => "no open action card before they are drawn",
                    1 => "at most one open action card",
                    _ => "one or two open action cards",
                }));
            }
        } else if *open.start() > 0 {
            keys.require("cards", "cards=, the open action cards")?;
        }
        self.deck = read_deck(keys, supply)?;
        if let Some(field) = keys.get("out") {
            self.out = read_listed(field, supply)?;
        }
        if let Some(field) = keys.get("freed") {
            self.freed = read_listed(field, supply)?;
            if !self.step.is_turn() || self.step == ContestStep::Act {
                return Err(field.expected("no animals freed before the action"));
            }
        }
        Ok(())
    }

    /// Fills the pile with all animals that are nowhere else.
    fn read_rest(&mut self, rest: Field<'_>, supply: &mut Supply) -> Result<(), PositionError> {
        if self.points != [0; Player::MAX] {
            return Err(rest.expected(
                "the cards of the pile as W2212: which animals the players own is not written",
            ));
        }
        self.powers
            .into_iter()
            .for_each(|species| supply.name(species));
        self.pile
            .animals
            .add_all(supply.rest_of_animals(&self.pile));
        Ok(())
    }

    /// Checks that animals and waste cards of players stay numbers that can be written, to the end
    /// of the game.
    fn check_scores(&self, keys: &KeyWords<'_>) -> Result<(), PositionError> {
        let points: usize = self.points.into_iter().map(usize::from).sum();
        let most = MAX_ANIMALS.saturating_sub(self.unowned());
        if points > most {
            let field = keys.get("points").unwrap_or(keys.end());
            return Err(field.expected(format!(
                "at most {most} animals of all players together, since {} of at most {MAX_ANIMALS} lie elsewhere",
                self.unowned()
            )));
        }
        let most = MAX_FINES.saturating_sub(self.rounds_left());
        if self
            .fines
            .into_iter()
            .any(|fines| usize::from(fines) > most)
        {
            let field = keys.get("fines").unwrap_or(keys.end());
            return Err(field.expected(format!(
                "at most {most} waste cards of a player, since {} more can follow",
                self.rounds_left()
            )));
        }
        Ok(())
    }

    /// Number of animals that no player owns.
    fn unowned(&self) -> usize {
        self.pile.animals.len() + self.out.len() + self.freed.len() + self.net.animals().len()
    }

    /// Maximum number of rounds to come, with the one that is played: each takes nine animals, and
    /// once the discards are shuffled in.
    fn rounds_left(&self) -> usize {
        let round = usize::from(ANIMALS);
        let (now, laid) = match self.step {
            ContestStep::Lay => (0, self.net.animals().len()),
            _ => (1, 0),
        };
        let again = if self.is_reshuffled {
            0
        } else {
            self.unowned() / round
        };
        now + (laid + self.pile.len()) / round + again
    }

    /// Reads a player of the game, by its letter.
    fn read_player(&self, field: Field<'_>) -> Result<Player, PositionError> {
        let last = Player::new(usize::from(self.players) - 1);
        let mut letters = field.text().chars();
        match (letters.next().and_then(Player::from_letter), letters.next()) {
            (Some(player), None) if player <= last => Ok(player),
            _ => Err(field.error(Problem::Player(last))),
        }
    }

    fn read_bids(&mut self, keys: &KeyWords<'_>) -> Result<(), PositionError> {
        if let Some(field) = keys.get("first") {
            self.first = self.read_player(field)?;
        }
        if let Some(field) = keys.get("bid") {
            let letter = field.first();
            let mut number = field;
            number.next();
            self.bidder = self.read_player(letter)?;
            let bid = (1..=ANIMALS).find(|bid| bid.to_string() == number.text());
            self.bid = bid.ok_or_else(|| number.expected(format!("a bid from 1 to {ANIMALS}")))?;
            let is_right = if self.step.is_turn() {
                self.bidder == self.turn
            } else {
                self.bidder != self.turn
            };
            let is_early = matches!(self.step, ContestStep::Lay | ContestStep::Draw);
            if !is_right || is_early {
                return Err(field.expected(match self.step {
                    _ if is_early => "no bid before the cards are drawn",
                    ContestStep::Bid => {
                        "the highest bid, 1 to 9, of another player than the one to bid"
                    }
                    _ => "the bid, 1 to 9, of the player in its turn",
                }));
            }
        } else if self.step.is_turn() {
            keys.require("bid", "bid=, the bid of the player in its turn")?;
        }
        if self.step == ContestStep::Give
            && (self.players < 3 || self.freed.len() <= usize::from(self.bid))
        {
            let place = keys.get("freed").unwrap_or(keys.end());
            return Err(
                place.expected("more animals freed than bid (freed=), and more than two players")
            );
        }
        if let Some(mut field) = keys.get("passed") {
            let whole = field;
            while !field.is_empty() {
                let player = self.read_player(field.first())?;
                field.next();
                self.passed |= 1 << player.index();
            }
            let is_bidder = self.bid > 0 && self.has_passed(self.bidder);
            if self.step != ContestStep::Bid || self.has_passed(self.turn) || is_bidder {
                return Err(whole.expected(
                    "players that have passed, neither the one to bid nor the highest bidder",
                ));
            }
        }
        Ok(())
    }
}

/// Numbers with commas between them.
fn list(numbers: &[u8]) -> String {
    numbers
        .iter()
        .map(u8::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

impl fmt::Display for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players = usize::from(self.players);

        write!(f, "contest:{} {} - {}", self.net, self.turn, self.pile)?;
        if self.step != ContestStep::Bid {
            write!(f, " step={}", self.step.name())?;
        }
        write!(
            f,
            " powers={}",
            self.powers.map(Species::letter).iter().collect::<String>()
        )?;
        if !self.cards.is_empty() {
            write!(f, " cards={}", self.cards.letters())?;
        }
        write!(
            f,
            " points={} fines={}",
            list(&self.points[..players]),
            list(&self.fines[..players])
        )?;
        if self.bid > 0 {
            write!(f, " bid={}{}", self.bidder, self.bid)?;
        }
        if self.passed > 0 {
            let passed = Player::first(players).filter(|&player| self.has_passed(player));
            write!(
                f,
                " passed={}",
                passed.map(Player::letter).collect::<String>()
            )?;
        }
        write!(f, " first={} deck={}", self.first, self.deck)?;
        for (key, animals) in [("out", self.out), ("freed", self.freed)] {
            if !animals.is_empty() {
                write!(f, " {key}={animals}")?;
            }
        }
        if self.has_far_rays {
            f.write_str(" rays=far")?;
        }
        let mut animals = self.pile.animals;
        [
            self.out,
            self.freed,
            self.net.animals_on(self.net.animals()),
        ]
        .into_iter()
        .for_each(|more| animals.add_all(more));
        if let Some(animals) = declared(animals) {
            write!(f, " animals={animals}")?;
        }
        if self.actions != ActionCards::ALL {
            write!(f, " actions={}", self.actions)?;
        }
        if self.is_reshuffled {
            f.write_str(" reshuffled")?;
        }
        Ok(())
    }
}
