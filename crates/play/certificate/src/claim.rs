use std::cmp::Reverse;
use std::fmt;

use floe_fish::{Move, Position, Value, read_rows};
use floe_game::{Field, Player, PositionError, Score, read_turn};
use floe_hex::{HexSet, Layout, Standard};

use crate::rest::{Rest, Step};

/// Relation of a value to a bound: at least, or at most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relation {
    /// The value is at least the bound.
    AtLeast,
    /// The value is at most the bound.
    AtMost,
}

impl Relation {
    /// The opposite relation, which holds between the negated value and the negated bound.
    pub fn turned(self) -> Relation {
        match self {
            Relation::AtLeast => Relation::AtMost,
            Relation::AtMost => Relation::AtLeast,
        }
    }

    pub(crate) fn read(text: &str) -> Option<Relation> {
        match text {
            "≥" => Some(Relation::AtLeast),
            "≤" => Some(Relation::AtMost),
            _ => None,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::AtLeast => "≥",
            Relation::AtMost => "≤",
        })
    }
}

/// Claim that the margin still to come in a rest has a bound. The margin is seen from the player to
/// move in the rest: its score less the other player's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarginClaim {
    /// The rest that the claim is about, in its normal form (`docs/theory.md`, section 9).
    pub rest: Rest,
    /// Relation of the margin still to come to the bound.
    pub relation: Relation,
    /// Bound of the margin, in 1/128 fish.
    pub bound: Score,
}

/// Place of a claim in a certificate: those with more free tiles come first, then those with more
/// waiting moves, so that every claim comes before those that it follows from.
pub(crate) type ClaimOrder = (
    Reverse<u32>,
    Reverse<i32>,
    HexSet,
    [HexSet; 2],
    Player,
    Relation,
);

/// Reason why a claim about a rest holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// After this move of the player to move, the bound still holds. Only a lower bound can have
    /// this reason.
    Move(Step),
    /// After every move of the player to move, the bound still holds. Only an upper bound can have
    /// this reason.
    All,
    /// The areas of the rest have these bounds, for the player to move in the rest, in 1/128 fish
    /// and in the order of [`EndingRules::areas`](crate::EndingRules::areas).
    Sum(Vec<Score>),
    /// A search of this number of nodes has proved the claim.
    Leaf(u64),
}

/// Line of a certificate: a claim and its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimLine {
    /// The claim of the line.
    pub claim: MarginClaim,
    /// Reason why the claim holds.
    pub reason: Reason,
}

/// Maximum number of areas: a floe has 60 tiles.
const MAX_TERMS: usize = 60;

/// Text of a margin in 1/128 fish, as fish and tiles with signs, such as `+3:-1`.
pub fn margin_text(margin: Score) -> String {
    Value::from_score(margin).to_string()
}

/// Reads a number of fish or tiles, from -180 to 180; `None` for other texts. No more of them are
/// on a floe; sums of a few such margins are far from overflowing.
fn read_number(text: &str) -> Option<i32> {
    text.parse()
        .ok()
        .filter(|number| (-180..=180).contains(number))
}

/// Reads a margin such as `+3:-1`, in 1/128 fish.
///
/// # Errors
/// If the field is no such margin, or a number is beyond 180 either way.
pub(crate) fn read_margin(field: Field<'_>) -> Result<Score, PositionError> {
    let parts = field.text().split_once(':');
    let value = parts.and_then(|(fish, tiles)| {
        Some(Value {
            fish: read_number(fish)?,
            tiles: read_number(tiles)?,
        })
    });
    value
        .map(Value::score)
        .ok_or_else(|| field.expected("a margin such as +3:-1"))
}

impl MarginClaim {
    /// Key by which the claims of a certificate are sorted.
    pub(crate) fn order(&self) -> ClaimOrder {
        let Rest {
            free,
            penguins,
            turn,
            waits,
        } = self.rest;
        (
            Reverse(free.len()),
            Reverse(waits),
            free,
            penguins,
            turn,
            self.relation,
        )
    }

    /// Text of the claim as a certificate has it: rows, turn, waiting moves, relation and bound.
    /// `floe` is a position with the fish of all free tiles.
    pub fn text(&self, floe: &Position<2>) -> String {
        let MarginClaim {
            rest,
            relation,
            bound,
        } = self;
        let rows: Vec<String> = Standard
            .geometry()
            .outline_rows()
            .map(|row| row_text(rest, floe, row))
            .collect();
        format!(
            "{} {} {} {relation} {}",
            rows.join("/"),
            rest.turn,
            rest.waits,
            margin_text(*bound)
        )
    }
}

fn row_text(rest: &Rest, floe: &Position<2>, row: HexSet) -> String {
    let mut text = String::new();
    for hex in row {
        let penguin = Player::first(2).find(|player| rest.penguins[player.index()].contains(hex));
        match penguin {
            Some(player) => text.push(player.letter()),
            None if rest.free.contains(hex) => text += &floe.fish(hex).to_string(),
            None => text.push('.'),
        }
    }
    text
}

impl ClaimLine {
    /// Text of the line as a certificate has it. `floe` is a position with the fish of all free
    /// tiles.
    pub fn text(&self, floe: &Position<2>) -> String {
        let reason = match &self.reason {
            Reason::Move(Step::Wait) => "move wait".to_owned(),
            Reason::Move(Step::Slide(from, to)) => format!(
                "move {}",
                Move::Slide {
                    from: *from,
                    to: *to
                }
            ),
            Reason::All => "all".to_owned(),
            Reason::Sum(terms) => {
                let terms: Vec<String> = terms.iter().copied().map(margin_text).collect();
                format!("sum {}", terms.join(" "))
            }
            Reason::Leaf(nodes) => format!("leaf {nodes}"),
        };
        format!("{} by {reason}", self.claim.text(floe))
    }

    /// Reads a line of a certificate about the position `floe`.
    ///
    /// # Errors
    /// At the first field that is not as [`ClaimLine::text`] writes it.
    pub fn read(line: &str, floe: &Position<2>) -> Result<ClaimLine, PositionError> {
        let whole = Field::of_line(line);
        let mut words = whole.words();
        let mut next = |name: &'static str| words.next().ok_or_else(|| whole.end().expected(name));
        let rows = next("the rows of the floe")?;
        let (free, penguins) = read_rest(rows, floe)?;
        let turn = next("the player to move (A or B)")?;
        let turn = read_turn(turn)
            .ok()
            .filter(|player| player.index() < 2)
            .ok_or_else(|| turn.expected("A or B"))?;
        let waits = next("waiting moves from -60 to 60")?;
        let number = waits
            .text()
            .parse()
            .ok()
            .filter(|waits| (-60..=60).contains(waits));
        let waits = number.ok_or_else(|| waits.expected("waiting moves from -60 to 60"))?;
        let relation = next("≥ or ≤")?;
        let relation =
            Relation::read(relation.text()).ok_or_else(|| relation.expected("≥ or ≤"))?;
        let bound = read_margin(next("a bound such as +3:-1")?)?;
        let by = next("by")?;
        if by.text() != "by" {
            return Err(by.expected("by"));
        }
        let reason = next("move, all, sum or leaf")?;
        let rest: Vec<Field<'_>> = words.collect();
        let reason = read_reason(reason, &rest)?;
        let claim = MarginClaim {
            rest: Rest {
                free,
                penguins,
                turn,
                waits,
            },
            relation,
            bound,
        };
        let read = ClaimLine { claim, reason };
        let canonical = read.text(floe);
        if canonical == line {
            Ok(read)
        } else {
            Err(whole.expected(format!("'{canonical}'")))
        }
    }
}

/// Reads the free tiles and the penguins.
fn read_rest(rows: Field<'_>, floe: &Position<2>) -> Result<(HexSet, [HexSet; 2]), PositionError> {
    let mut free = HexSet::EMPTY;
    let mut penguins = [HexSet::EMPTY; 2];
    read_rows(rows, Standard.geometry(), |step| {
        let (hex, row) = step?;
        let token = row.first();
        match row.next() {
            Some('.') => {}
            Some('A') => penguins[0].insert(hex),
            Some('B') => penguins[1].insert(hex),
            Some(digit)
                if digit
                    .to_digit(10)
                    .is_some_and(|fish| fish > 0 && fish == floe.fish(hex)) =>
            {
                free.insert(hex);
            }
            _ => return Err(token.expected("., A, B, or the fish of the tile on the floe")),
        }
        Ok(())
    })?;
    Ok((free, penguins))
}

fn read_reason(word: Field<'_>, rest: &[Field<'_>]) -> Result<Reason, PositionError> {
    match (word.text(), rest) {
        ("all", []) => Ok(Reason::All),
        ("move", [mv]) if mv.text() == "wait" => Ok(Reason::Move(Step::Wait)),
        ("move", [mv]) => match mv.text().parse() {
            Ok(Move::Slide { from, to }) => Ok(Reason::Move(Step::Slide(from, to))),
            _ => Err(mv.expected("a slide such as c3-f3, or wait")),
        },
        ("leaf", [nodes]) => nodes
            .text()
            .parse()
            .map(Reason::Leaf)
            .map_err(|_| nodes.expected("a number of nodes")),
        ("sum", terms) if terms.len() > MAX_TERMS => {
            Err(terms[MAX_TERMS].expected("at most 60 bounds"))
        }
        ("sum", terms) => terms
            .iter()
            .map(|&term| read_margin(term))
            .collect::<Result<_, _>>()
            .map(Reason::Sum),
        _ => Err(word
            .expected("'all', 'move' and a move, 'leaf' and its nodes, or 'sum' and its bounds")),
    }
}
