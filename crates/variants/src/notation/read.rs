use std::str::FromStr;

use floe_fish::{
    Field, PositionError, Problem, TakenBounds, penguins_each, read_hand, read_rows, read_taken, read_turn,
};
use floe_game::Player;
use floe_hex::{Hex, Layout};

use super::{Keys, expected};
use crate::floe::FloeWord;
use crate::{DealError, Floe, Outline, Rules, VariantPosition, VariantRules};

impl<V: VariantRules> FromStr for VariantPosition<V> {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<VariantPosition<V>, PositionError> {
        let line = Field::of_line(line);
        let words: Vec<Field<'_>> = line.words().collect();
        let keys = Keys::of(line, &words)?;
        let rules = keys.rules();
        let read = read(line, &words, &keys, *rules.as_ref().unwrap_or(&Rules::BASE));
        match rules {
            Ok(_) => read,
            // What is wrong before that is told first.
            Err(unknown) => Err(read.err().filter(|error| error.column < unknown.column).unwrap_or(unknown)),
        }
    }
}

fn read<V: VariantRules>(
    line: Field<'_>,
    words: &[Field<'_>],
    keys: &Keys<'_>,
    rules: Rules,
) -> Result<VariantPosition<V>, PositionError> {
    let Some(mut state) = V::new(rules.variant) else {
        return expected(keys.get("rules").unwrap_or(keys.end()), &"rules that are read as this kind of position");
    };
    let word =
        |index: usize, name| words.get(index).copied().ok_or_else(|| line.end().error(Problem::MissingField(name)));
    let (layout, turn, taken) = (word(0, "ROWS")?, word(1, "TURN"), word(2, "TAKEN"));
    let (outline, rows) = read_outline(layout)?;
    if V::Word::HAS_RING
        && let Err(error) = outline.ring()
    {
        return expected(layout.until(rows), &DealError::Ring(error));
    }
    // How many play is said only by what they have taken; errors before that are told first, if they can be.
    let players = taken.as_ref().map_or(Player::MAX, |taken| taken.split(|c| c == ',').count());
    let mut floe = Floe::<V::Word>::new(outline, players.clamp(2, Player::MAX), rules.teams);
    read_rows(rows, floe.geometry(), |hex, rest| read_token(&mut state, &mut floe, hex, rest))?;
    let (turn, taken) = (turn?, taken?);
    let turn_field = turn;
    floe.turn = read_turn(turn_field)?;
    if floe.turn.index() >= players.max(2) {
        return Err(turn_field.error(Problem::Player(Player::new(players.clamp(2, Player::MAX) - 1))));
    }
    let bounds = TakenBounds {
        hexes: outline.geometry().hexes().len(),
        most_fish: 12,
        tile_fish: state.tile_fish(),
        // The middle may cost two (2.3).
        costs: if outline.centre().is_some() { 3 } else { 0 },
        nothing: state.nothing_taken(),
    };
    floe.taken = read_taken(taken, floe.tiles.len(), &bounds)?;
    if rules.teams && players < Player::MAX {
        return expected(taken.end(), &"',' and fish:tiles of another player, teams being of four");
    }
    let hand = words.get(3).filter(|word| !is_key(word)).copied();
    if let Some(field) = hand.filter(|field| field.text() != "-") {
        let on_floe = |player| penguins(&state, &floe, player);
        floe.hand = read_hand(field, players, floe.turn, on_floe)?;
    }
    if let Some(extra) = words.iter().skip(3 + usize::from(hand.is_some())).find(|word| !is_key(word)) {
        return Err(extra.error(Problem::ExtraField));
    }
    keys.check(state.keys(), rules)?;
    state.read_keys(&mut floe, keys)?;
    let position = VariantPosition::settled(floe, state);
    let (penguins, free) = (floe.hand.iter().map(|&left| u32::from(left)).sum(), position.places().len());
    match hand {
        Some(field) if penguins > free => Err(field.error(Problem::NoPlace { penguins, free })),
        _ => Ok(position),
    }
}

fn is_key(word: &Field<'_>) -> bool {
    word.text().contains('=')
}

/// The layout before the rows, and the rows.
fn read_outline(field: Field<'_>) -> Result<(Outline, Field<'_>), PositionError> {
    let Some((name, rows)) = field.split_once(':') else { return Ok((Outline::STANDARD, field)) };
    match Outline::by_name(name.text()) {
        None => Err(name.error(Problem::Layout)),
        Some(Ok(outline)) => Ok((outline, rows)),
        Some(Err(error)) => expected(name, &error),
    }
}

/// Reads what stands on a hex off the front of what is left of its row.
fn read_token<V: VariantRules>(
    state: &mut V,
    floe: &mut Floe<V::Word>,
    hex: Hex,
    rest: &mut Field<'_>,
) -> Result<(), PositionError> {
    let token = *rest;
    match rest.peek() {
        Some('.') => _ = rest.next(),
        Some('o') if floe.centre == Some(hex) => {
            rest.next();
            floe.open.insert(hex);
        }
        Some(c) if c.is_ascii_digit() || c == 'm' => read_tile(state, floe, hex, rest, false)?,
        Some('(') if state.shares_tiles() => read_stack(state, floe, hex, rest)?,
        Some(letter) if Player::from_letter(letter).is_some() => {
            let player = read_player(rest, floe.players)?;
            read_tile(state, floe, hex, rest, true)?;
            stand(state, floe, player, hex, token.until(*rest))?;
        }
        _ if state.read_tile(floe, hex, rest, false)? => {}
        _ => return expected(rest.first(), &tokens(state, floe, hex)),
    }
    Ok(())
}

/// What may stand on a hex, in words.
fn tokens<V: VariantRules>(state: &V, floe: &Floe<V::Word>, hex: Hex) -> String {
    let middle = if floe.centre == Some(hex) { ", in the middle 'o', '0' or 'm2'" } else { "" };
    format!("{}{middle}", state.tokens())
}

/// Reads the letter of one of so many players.
pub(crate) fn read_player(rest: &mut Field<'_>, players: u8) -> Result<Player, PositionError> {
    let place = rest.first();
    let player = rest.next().and_then(Player::from_letter);
    let last = Player::new(usize::from(players) - 1);
    player.filter(|&player| player <= last).ok_or_else(|| place.error(Problem::Player(last)))
}

/// Reads a tile that can be stood on.
fn read_tile<V: VariantRules>(
    state: &mut V,
    floe: &mut Floe<V::Word>,
    hex: Hex,
    rest: &mut Field<'_>,
    with_penguin: bool,
) -> Result<(), PositionError> {
    let (place, is_centre) = (rest.first(), floe.centre == Some(hex));
    if state.read_tile(floe, hex, rest, with_penguin)? {
        return Ok(());
    }
    let fish = match rest.next() {
        Some(digit @ '1'..='3') => i32::from(digit as u8 - b'0'),
        Some('0') if is_centre => 0,
        Some('m') if is_centre && rest.next() == Some('2') => -2,
        _ if V::Word::HAS_RING => return expected(place, &tokens(state, floe, hex)),
        _ if is_centre => return expected(place, &"the fish on the tile in the middle: 0, m2, or 1 to 3"),
        _ => return Err(place.error(Problem::Fish)),
    };
    floe.lay(hex, fish);
    Ok(())
}

/// Reads several penguins on a tile (3.6).
fn read_stack<V: VariantRules>(
    state: &mut V,
    floe: &mut Floe<V::Word>,
    hex: Hex,
    rest: &mut Field<'_>,
) -> Result<(), PositionError> {
    let token = *rest;
    rest.next();
    let mut count = 0;
    let mut last = None;
    while rest.peek() != Some(')') {
        let place = rest.first();
        if place.is_empty() {
            return expected(place, &"')' after the penguins of a tile");
        }
        let player = read_player(rest, floe.players)?;
        if last.is_some_and(|last| last > player) {
            return expected(place, &"the penguins of a tile in the order of their letters");
        }
        last = Some(player);
        count += 1;
        stand(state, floe, player, hex, token.until(*rest))?;
    }
    rest.next();
    if count < 2 {
        return expected(token.until(*rest), &"two penguins or more in brackets; a single one is written without");
    }
    read_tile(state, floe, hex, rest, true)
}

/// How many penguins a player has on the floe.
fn penguins<V: VariantRules>(state: &V, floe: &Floe<V::Word>, player: Player) -> u8 {
    floe.own(player).into_iter().map(|hex| state.penguins_on(floe, player, hex) as u8).sum()
}

/// Puts another penguin on a hex, if its player can have one more; `token` told so.
pub(crate) fn stand<V: VariantRules>(
    state: &mut V,
    floe: &mut Floe<V::Word>,
    player: Player,
    hex: Hex,
    token: Field<'_>,
) -> Result<(), PositionError> {
    let each = penguins_each(usize::from(floe.players));
    if penguins(state, floe, player) + floe.hand[player.index()] >= each {
        return Err(token.error(Problem::TooManyPenguins { player, each }));
    }
    state.stand(floe, player, hex);
    Ok(())
}
