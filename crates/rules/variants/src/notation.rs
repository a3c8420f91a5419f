//! Positions of variants as text, as `docs/notation.md` defines it: the fields of the base game,
//! and [keys](Keys).

use std::fmt;
use std::str::FromStr;

use floe_fish::{
    EXPECTED_FISH, EXPECTED_LAYOUT, EXPECTED_ROWS, EXPECTED_TAKEN, Field, PositionError, Problem,
    TakenBounds, at_most_penguins, enough_places, penguins_each, read_hand, read_rows, read_taken,
};
use floe_game::{EXPECTED_TURN, Player, read_turn};
use floe_hex::{Hex, Layout};

use crate::floe::FloeWord;
use crate::keys::{expected, is_key};
use crate::variant_rules::penguin_count;
use crate::{DealError, Floe, Keys, Outline, Rules, Scoring, VariantPosition, VariantText};

impl<V: VariantText> FromStr for VariantPosition<V> {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<VariantPosition<V>, PositionError> {
        let line = Field::of_line(line);
        let words: Vec<Field<'_>> = line.words().collect();
        let keys = Keys::of(line, &words)?;
        let rules = keys.rules();
        let read = read(line, &words, &keys, *rules.as_ref().unwrap_or(&Rules::BASE));
        match rules {
            Ok(_) => read,
            // The leftmost error comes first.
            Err(unknown) => Err(read
                .err()
                .filter(|error| error.column < unknown.column)
                .unwrap_or(unknown)),
        }
    }
}

fn read<V: VariantText>(
    line: Field<'_>,
    words: &[Field<'_>],
    keys: &Keys<'_>,
    rules: Rules,
) -> Result<VariantPosition<V>, PositionError> {
    let Some(state) = V::new(rules.variant) else {
        return expected(
            keys.get("rules").unwrap_or(keys.end),
            &"rules of this type of position",
        );
    };

    let layout = line.required_word(0, EXPECTED_ROWS)?;
    let turn = line.required_word(1, EXPECTED_TURN);
    let taken = line.required_word(2, EXPECTED_TAKEN);
    let (outline, rows) = read_outline(layout)?;
    if V::Word::HAS_RING
        && let Err(error) = outline.ring()
    {
        return expected(layout.until(rows), &DealError::Ring(error));
    }
    // The number of players follows from TAKEN alone; an error in ROWS still comes first.
    let players = taken
        .as_ref()
        .map_or(Player::MAX, |taken| taken.split(|c| c == ',').count());
    let seats = players.clamp(2, Player::MAX);
    let mut position = VariantPosition {
        floe: Floe::new(outline, seats, rules.teams),
        state,
    };
    read_rows(rows, position.geometry(), |hex, row| {
        position.read_token(hex, row)
    })?;
    let turn_field = turn?;
    let taken = taken?;
    let turn = read_turn(turn_field)?;
    if turn.index() >= seats {
        return Err(turn_field.error(Problem::Player(Player::new(seats - 1))));
    }
    let bounds = TakenBounds {
        hexes: outline.geometry().hexes().len(),
        most_fish: 12,
        // At most four penguins share a tile.
        tile_fish: if rules.variant.shares_tiles { 12 } else { 3 },
        // The middle may cost two (2.3).
        costs: if outline.centre().is_some() { 3 } else { 0 },
        nothing: (rules.variant.scoring == Scoring::Survivors)
            .then_some("0:0, because no tile is taken in survival"),
    };
    position.floe.turn = turn;
    position.floe.taken = read_taken(taken, position.tiles.len(), &bounds)?;
    if rules.teams && players < Player::MAX {
        return expected(
            taken.end(),
            &"',' and fish:tiles of another player: teams need four players",
        );
    }
    let hand = words.get(3).filter(|word| !is_key(word)).copied();
    if let Some(field) = hand.filter(|field| field.text() != "-") {
        let on_floe = |player| position.penguin_count(player) as u8;
        position.floe.hand = read_hand(field, players, turn, on_floe)?;
    }
    if let Some(extra) = words
        .iter()
        .skip(3 + usize::from(hand.is_some()))
        .find(|word| !is_key(word))
    {
        return Err(extra.error(Problem::ExtraField));
    }
    keys.check(rules)?;
    if rules.variant.keys.contains(&"idle")
        && let Some(value) = keys.get("idle")
    {
        position.floe.idle = value.number("turns", 99)? as u8;
    }
    position.state.read_keys(&mut position.floe, keys)?;
    let position = VariantPosition::settled(position.floe, position.state);
    let penguins = position.in_hand() as u32;
    let free = position.state.places(&position).len();
    match hand {
        Some(field) if penguins > free => Err(field.expected(enough_places(penguins, free))),
        _ => Ok(position),
    }
}

/// Splits off the layout before the rows.
fn read_outline(field: Field<'_>) -> Result<(Outline, Field<'_>), PositionError> {
    let Some((name, rows)) = field.split_once(':') else {
        return Ok((Outline::STANDARD, field));
    };
    match Outline::by_name(name.text()) {
        None => Err(name.expected(EXPECTED_LAYOUT)),
        Some(Ok(outline)) => Ok((outline, rows)),
        Some(Err(error)) => expected(name, &error),
    }
}

impl<V: VariantText> VariantPosition<V> {
    /// Takes the token of a hex off the front of its row.
    fn read_token(&mut self, hex: Hex, row: &mut Field<'_>) -> Result<(), PositionError> {
        let token = *row;
        match row.peek() {
            Some('.') => _ = row.next(),
            Some('o') if self.centre == Some(hex) => {
                row.next();
                self.floe.open.insert(hex);
            }
            Some(c) if c.is_ascii_digit() || c == 'm' => self.read_tile(hex, row, false)?,
            Some('(') if self.state.info().shares_tiles => self.read_stack(hex, row)?,
            Some(letter) if Player::from_letter(letter).is_some() => {
                let player = read_player(row, &self.floe)?;
                self.read_tile(hex, row, true)?;
                add_penguin(
                    &mut self.state,
                    &mut self.floe,
                    player,
                    hex,
                    token.until(*row),
                )?;
            }
            _ if self.state.read_tile(&mut self.floe, hex, row, false)? => {}
            _ => return expected(row.first(), &self.tokens(hex)),
        }
        Ok(())
    }

    /// The tokens that are allowed on a hex, in words.
    fn tokens(&self, hex: Hex) -> String {
        let middle = if self.centre == Some(hex) {
            ", in the middle 'o', '0' or 'm2'"
        } else {
            ""
        };
        format!("{}{middle}", self.state.info().tokens)
    }

    /// Takes a tile off the front of a row.
    fn read_tile(
        &mut self,
        hex: Hex,
        row: &mut Field<'_>,
        has_penguin: bool,
    ) -> Result<(), PositionError> {
        let place = row.first();
        let is_centre = self.centre == Some(hex);
        if self
            .state
            .read_tile(&mut self.floe, hex, row, has_penguin)?
        {
            return Ok(());
        }
        let fish = match row.next() {
            Some(digit @ '1'..='3') => i32::from(digit as u8 - b'0'),
            Some('0') if is_centre => 0,
            Some('m') if is_centre && row.next() == Some('2') => -2,
            _ if V::Word::HAS_RING => return expected(place, &self.tokens(hex)),
            _ if is_centre => {
                return expected(
                    place,
                    &"the fish on the tile in the middle: 0, m2, or 1 to 3",
                );
            }
            _ => return Err(place.expected(EXPECTED_FISH)),
        };
        self.floe.lay(hex, fish);
        Ok(())
    }

    /// Takes several penguins and their tile off the front of a row (3.6).
    fn read_stack(&mut self, hex: Hex, row: &mut Field<'_>) -> Result<(), PositionError> {
        let token = *row;
        row.next();
        let mut count = 0;
        let mut last = None;
        while row.peek() != Some(')') {
            let place = row.first();
            if place.is_empty() {
                return expected(place, &"')' after the penguins of a tile");
            }
            let player = read_player(row, &self.floe)?;
            if last.is_some_and(|last| last > player) {
                return expected(
                    place,
                    &"the penguins of a tile in the order of their letters",
                );
            }
            last = Some(player);
            count += 1;
            add_penguin(
                &mut self.state,
                &mut self.floe,
                player,
                hex,
                token.until(*row),
            )?;
        }
        row.next();
        if count < 2 {
            return expected(
                token.until(*row),
                &"two or more penguins in brackets; a single one has none",
            );
        }
        self.read_tile(hex, row, true)
    }
}

/// Takes the letter of a player off the front of a row.
pub(crate) fn read_player<W: FloeWord>(
    row: &mut Field<'_>,
    floe: &Floe<W>,
) -> Result<Player, PositionError> {
    let place = row.first();
    let player = row.next().and_then(Player::from_letter);
    let last = Player::new(floe.all_players().len() - 1);
    player
        .filter(|&player| player <= last)
        .ok_or_else(|| place.error(Problem::Player(last)))
}

/// Adds a penguin to a hex, unless its player has all of its penguins already; `token` is the place
/// of that error.
pub(crate) fn add_penguin<V: VariantText>(
    state: &mut V,
    floe: &mut Floe<V::Word>,
    player: Player,
    hex: Hex,
    token: Field<'_>,
) -> Result<(), PositionError> {
    let each = penguins_each(floe.all_players().len());
    if penguin_count(state, floe, player) as u8 + floe.hand[player.index()] >= each {
        return Err(token.expected(at_most_penguins(player, each)));
    }
    state.add_penguin(floe, player, hex);
    Ok(())
}

/// Token of a hex: `2`, `B2`, `(AAB)3`, `t1`, `.`.
pub(crate) fn token<V: VariantText>(state: &V, floe: &Floe<V::Word>, hex: Hex) -> String {
    if !floe.tiles.contains(hex) {
        return if floe.open.contains(hex) { "o" } else { "." }.to_owned();
    }
    let tile = state
        .own_tile(floe, hex)
        .unwrap_or_else(|| match floe.fish(hex) {
            -2 => "m2".to_owned(),
            fish => fish.to_string(),
        });
    let of = |player: Player| {
        player
            .to_string()
            .repeat(state.penguins_on(floe, player, hex) as usize)
    };
    let letters: String = floe.all_players().map(of).collect();
    if letters.len() > 1 {
        format!("({letters}){tile}")
    } else {
        letters + &tile
    }
}

impl<V: VariantText> fmt::Display for VariantPosition<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.outline.is_standard() {
            write!(f, "{}:", self.outline.name())?;
        }
        for (index, row) in self.geometry().outline_rows().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            row.into_iter()
                .try_for_each(|hex| f.write_str(&token(&self.state, &self.floe, hex)))?;
        }
        let taken: Vec<String> = self
            .all_players()
            .map(|player| self.taken[player.index()].plain())
            .collect();
        write!(f, " {} {}", self.last_turn(), taken.join(","))?;
        if self.is_placement() {
            let hands: Vec<String> = self
                .all_players()
                .map(|player| self.hand[player.index()].to_string())
                .collect();
            write!(f, " {}", hands.join(","))?;
        }
        if self.rules() != Rules::BASE {
            write!(f, " rules={}", self.rules())?;
        }
        if self.idle > 0 {
            write!(f, " idle={}", self.idle)?;
        }
        f.write_str(&self.state.written_keys(&self.floe))
    }
}
