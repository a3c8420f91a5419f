//! Positions of the cooperative game as text, as `docs/notation.md` defines it.

use std::fmt;
use std::str::FromStr;

use floe_game::{Field, KeyWords, Player, PositionError, Problem, read_turn, required_words};

use crate::card::{Species, Waste};
use crate::flip::{Flip, FlipStep, LAST_TURNS};
use crate::net::Net;
use crate::piles::{ActionCards, Pile};
use crate::space::{Space, column_letter};
use crate::text::{
    MidTurn, Supply, WrittenPile, declared, leftmost, read_deck, read_hand, read_net, read_pile,
    read_rays,
};

/// Keys in the order in which they are printed.
const KEYS: [&str; 12] = [
    "step", "next", "deck", "below", "last", "power", "rays", "net", "animals", "actions",
    "discards", "out",
];

impl FlipStep {
    /// All steps in their order.
    const ALL: [FlipStep; 5] = [
        FlipStep::Act,
        FlipStep::Power,
        FlipStep::Draw,
        FlipStep::Free,
        FlipStep::Lay,
    ];

    /// Name of the step in the notation of positions: `act`, `power`, `draw`, `free` or `lay`.
    pub const fn name(self) -> &'static str {
        ["act", "power", "draw", "free", "lay"][self as usize]
    }

    /// Whether a turn is between its action and its end.
    const fn is_mid_turn(self) -> bool {
        !matches!(self, FlipStep::Act | FlipStep::Lay)
    }
}

impl FromStr for Flip {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Flip, PositionError> {
        let line = Field::of_line(line);
        let words = required_words(
            line,
            &[
                "the columns",
                "the player to move",
                "the hands of the players",
                "the pile",
            ],
        )?;
        let keys = KeyWords::of(line, &words, 4);
        let net = read_size(&keys)?;
        let step = read_step(&keys);
        let read = read(
            &words,
            &keys,
            net,
            *step.as_ref().unwrap_or(&FlipStep::Free),
        );
        leftmost(step, read)
    }
}

/// Reads the size of the net: `2x4`, columns and rows.
fn read_size(keys: &KeyWords<'_>) -> Result<Net, PositionError> {
    let Some(field) = keys.get("net") else {
        return Ok(Net::new(Space::COLUMNS, Space::ROWS));
    };
    let size = field.text().split_once('x');
    let size = size.and_then(|(columns, rows)| {
        columns
            .parse::<usize>()
            .ok()
            .zip(rows.parse::<usize>().ok())
    });
    match size {
        Some((columns @ 1..=Space::COLUMNS, rows @ 2..=Space::ROWS)) => Ok(Net::new(columns, rows)),
        _ => Err(field.expected("columns (1-4) and rows (2-6) of the net, as 4x6")),
    }
}

fn read_step(keys: &KeyWords<'_>) -> Result<FlipStep, PositionError> {
    let Some(field) = keys.get("step") else {
        return Ok(FlipStep::Act);
    };
    let step = FlipStep::ALL
        .into_iter()
        .find(|step| step.name() == field.text());
    step.ok_or_else(|| field.expected("the step of the turn: act, power, draw, free or lay"))
}

fn read(
    words: &[Field<'_>],
    keys: &KeyWords<'_>,
    mut net: Net,
    step: FlipStep,
) -> Result<Flip, PositionError> {
    let mut supply = Supply::new(keys, true)?;
    let columns = match words[0].split_once(':') {
        Some((name, columns)) if name.text() == "flip" => columns,
        _ => return Err(words[0].expected("'flip:' before the columns of the net")),
    };
    let marks = if step.is_mid_turn() { 2 } else { 0 };
    read_net(
        columns,
        &mut net,
        MidTurn {
            has_gaps: step.is_mid_turn(),
            marks,
        },
        &mut supply,
    )?;
    let turn = read_turn(words[1])?;
    let players = words[2].split(|c| c == ',').count();
    match players {
        1 if turn.index() > 0 => return Err(words[1].expected("the only player, A")),
        _ if turn.index() >= players => {
            return Err(words[1].error(Problem::Player(Player::new(players - 1))));
        }
        _ => {}
    }
    let mut flip = Flip {
        net,
        pile: Pile::default(),
        hands: [ActionCards::NONE; Player::MAX],
        deck: ActionCards::NONE,
        actions: supply.deck(),
        powers: [None; Player::MAX],
        players: players.min(Player::MAX) as u8,
        turn,
        step,
        next: 0,
        last: None,
        is_power_used: false,
        has_far_rays: false,
    };
    flip.read_hands(words[2], &mut supply)?;
    let written = read_pile(words[3], &mut supply)?;
    keys.check(&KEYS, &[])?;
    flip.pile = written.pile;
    flip.read_rest(&written, keys, &mut supply)?;
    flip.read_keys(keys, &mut supply)?;
    Ok(flip)
}

impl Flip {
    /// Reads the power and the action cards of every player: `D:fcx,W:rsk`.
    fn read_hands(&mut self, field: Field<'_>, supply: &mut Supply) -> Result<(), PositionError> {
        let mut players = Player::first(Player::MAX);
        for entry in field.split(|c| c == ',') {
            let player = players
                .next()
                .ok_or_else(|| entry.expected("at most four players"))?;
            let (power, hand) = entry.split_once(':').ok_or_else(|| {
                entry.expected(
                    "a power and action cards for each player, as D:fcx, separated by commas",
                )
            })?;
            let mut letters = power.text().chars();
            let species = match (letters.next(), letters.next()) {
                (Some('-'), None) => None,
                (Some(letter), None) => {
                    Species::from_letter(letter).map(Some).ok_or_else(|| {
                        power.expected("the power of a species (W, S, O, T, D, J, R, K), or '-'")
                    })?
                }
                _ => {
                    return Err(
                        power.expected("the power of a species (W, S, O, T, D, J, R, K), or '-'")
                    );
                }
            };
            if species.is_some() && self.powers.contains(&species) {
                return Err(power.expected("a power that no other player has"));
            }
            let may_be_empty =
                player == self.turn && matches!(self.step, FlipStep::Power | FlipStep::Draw);
            if hand.is_empty() && !may_be_empty {
                return Err(hand.expected("an action card (f, c, r, s, k, x, y, e)"));
            }
            (self.powers[player.index()], self.hands[player.index()]) =
                (species, read_hand(hand, supply)?);
        }
        if self.step.is_mid_turn() && self.step != FlipStep::Free && supply.actions().is_empty() {
            return Err(field.expected("a discarded action card, the one just played"));
        }
        Ok(())
    }

    /// Reads waste below the pile, and fills the pile where its `rest` is asked for.
    fn read_rest(
        &mut self,
        written: &WrittenPile<'_>,
        keys: &KeyWords<'_>,
        supply: &mut Supply,
    ) -> Result<(), PositionError> {
        if let Some(mut field) = keys.get("below") {
            while !field.is_empty() {
                let place = field.first();
                let waste = field
                    .next()
                    .and_then(Waste::from_letter)
                    .filter(|&waste| waste != Waste::Oil);
                let waste = waste.ok_or_else(|| {
                    place.expected("waste below the pile (p or m), first to be laid first")
                })?;
                supply.take_waste(waste, 1, place)?;
                self.pile.below.push(waste);
            }
        }
        if let Some(field) = keys.get("out") {
            let out = read_pile(field, supply)?;
            if written.rest.is_none() || out.rest.is_some() {
                return Err(field.expected(
                    "cards that are out of the game, and only where the pile is the rest",
                ));
            }
        }
        if written.rest.is_some() {
            self.powers
                .into_iter()
                .flatten()
                .for_each(|species| supply.name(species));
            self.pile
                .animals
                .add_all(supply.rest_of_animals(&self.pile));
            if !written.has_waste_count {
                self.pile.waste[Waste::Plastic as usize] = supply.rest_of_plastic();
            }
        }
        Ok(())
    }

    fn read_keys(&mut self, keys: &KeyWords<'_>, supply: &mut Supply) -> Result<(), PositionError> {
        if let Some(field) = keys.get("next") {
            let columns = self.net.columns();
            let column =
                (0..columns).find(|&column| field.text() == column_letter(column).to_string());
            let column = column
                .filter(|_| self.step == FlipStep::Lay)
                .ok_or_else(|| {
                    let last = column_letter(columns - 1);
                    field.expected(format!(
                        "the column to refill (a-{last}), and only with step=lay"
                    ))
                })?;
            self.next = column as u8;
        }
        self.deck = read_deck(keys, supply)?;
        if let Some(field) = keys.get("last") {
            let most = if self.step == FlipStep::Act {
                0..=LAST_TURNS
            } else {
                1..=LAST_TURNS
            };
            let turns = field
                .text()
                .parse()
                .ok()
                .filter(|turns| most.contains(turns));
            let turns = turns.filter(|_| self.pile.is_empty() && self.step != FlipStep::Lay).ok_or_else(|| {
                field.expected("the turns left (2, 1, or 0 when the game is over), and only with an empty pile")
            })?;
            self.last = Some(turns);
        } else if self.pile.is_empty() {
            keys.require("last", "last=, the turns left, since the pile is empty")?;
        }
        if let Some(field) = keys.get("power") {
            self.is_power_used = field.text() == "used" && self.step.is_mid_turn();
            if !self.is_power_used {
                return Err(
                    field.expected("'used', and only between the action and the end of a turn")
                );
            }
        }
        self.has_far_rays = read_rays(keys)?;
        Ok(())
    }
}

impl fmt::Display for Flip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "flip:{} {} ", self.net, self.turn)?;
        for player in 0..usize::from(self.players) {
            let separator = if player > 0 { "," } else { "" };
            let power = self.powers[player].map_or('-', Species::letter);
            write!(f, "{separator}{power}:{}", self.hands[player].letters())?;
        }
        write!(f, " {}", self.pile)?;
        if self.step != FlipStep::Act {
            write!(f, " step={}", self.step.name())?;
        }
        if self.step == FlipStep::Lay {
            write!(f, " next={}", column_letter(usize::from(self.next)))?;
        }
        write!(f, " deck={}", self.deck)?;
        if !self.pile.below.is_empty() {
            write!(
                f,
                " below={}",
                self.pile
                    .below
                    .iter()
                    .map(Waste::letter)
                    .collect::<String>()
            )?;
        }
        if let Some(turns) = self.last {
            write!(f, " last={turns}")?;
        }
        if self.is_power_used {
            f.write_str(" power=used")?;
        }
        if self.has_far_rays {
            f.write_str(" rays=far")?;
        }
        let columns = self.net.columns();
        let rows = self.net.rows();
        if (columns, rows) != (Space::COLUMNS, Space::ROWS) {
            write!(f, " net={columns}x{rows}")?;
        }
        if let Some(animals) = declared(self.animals()) {
            write!(f, " animals={animals}")?;
        }
        if self.actions != ActionCards::ALL {
            write!(f, " actions={}", self.actions)?;
        }
        Ok(())
    }
}
