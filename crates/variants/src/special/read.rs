use std::str::FromStr;

use floe_fish::{Field, PositionError, Problem, Value, penguins_each, read_rows};
use floe_game::Player;
use floe_hex::Layout;

use super::board::Board;
use super::deal::MOST_SPECIAL;
use super::floe::Special;
use super::kind::SpecialTile;
use super::places::Place;
use crate::notation::{Keys, expected, read_hand, read_outline, read_taken, read_turn};
use crate::{Kind, Rules};

impl FromStr for Special {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Special, PositionError> {
        let line = Field::of_line(line);
        let words: Vec<Field<'_>> = line.words().collect();
        let word =
            |index: usize, name| words.get(index).copied().ok_or_else(|| line.end().error(Problem::MissingField(name)));
        let (rows, turn, taken) = (word(0, "ROWS")?, word(1, "TURN"), word(2, "TAKEN"));
        let keys = Keys::of(line, &words)?;
        let rules = keys.get("rules").filter(|rules| rules.text() == "special-tiles");
        if rules.is_none() {
            return expected(keys.get("rules").unwrap_or(line.end()), &"' rules=special-tiles'");
        }
        let layout = rows;
        let (outline, rows) = read_outline(rows)?;
        let board = Board::of(outline).or_else(|error| expected(layout.until(rows), &error))?;
        // How many play is said only by what they have taken; errors before that are told first, if they can be.
        let players = taken.as_ref().map_or(Player::MAX, |taken| taken.split(|c| c == ',').count());
        let mut reader = Reader::new(Special::new(board, players.clamp(2, Player::MAX)), rows);
        reader.read_rows(rows)?;
        let (turn, taken) = (turn?, taken?);
        reader.floe.turn = read_turn(turn, players)?;
        reader.floe.taken = read_taken(taken, outline, reader.floe.tiles.len(), RULES)?;
        reader.read_rest(&words)?;
        keys.check(&["rules", "took", "ring"], RULES)?;
        let Some(took) = keys.get("took") else {
            return expected(keys.end(), &"' took=' and how many tiles with 1, 2 and 3 fish everybody has taken");
        };
        let ring = keys.get("ring");
        // The leftmost error first.
        if ring.is_some_and(|ring| ring.is_before(took)) {
            ring.map_or(Ok(()), |ring| reader.read_ring(ring))?;
            reader.read_took(took)?;
        } else {
            reader.read_took(took)?;
            ring.map_or(Ok(()), |ring| reader.read_ring(ring))?;
        }
        let mut floe = reader.floe;
        if !floe.is_placement() {
            floe.give_turn(floe.turn);
        }
        Ok(floe)
    }
}

const RULES: Rules = Rules { variant: Some(Kind::SpecialTiles), teams: false };

/// Reads tiles and penguins onto a floe.
struct Reader<'a> {
    floe: Special,
    /// How many penguins everybody has.
    penguins: [u8; Player::MAX],
    rest: Field<'a>,
}

impl<'a> Reader<'a> {
    fn new(floe: Special, rest: Field<'a>) -> Reader<'a> {
        Reader { floe, penguins: [0; Player::MAX], rest }
    }

    fn read_rows(&mut self, field: Field<'a>) -> Result<(), PositionError> {
        let board = self.floe.board;
        read_rows(field, board.outline().geometry(), |hex, rest| {
            self.rest = *rest;
            self.read_token(board.place(hex))?;
            *rest = self.rest;
            Ok(())
        })
    }

    fn read_token(&mut self, place: Place) -> Result<(), PositionError> {
        let token = self.rest;
        match self.rest.peek() {
            Some('.') => {
                self.rest.next();
                Ok(())
            }
            Some('o') if self.is_centre(place) => {
                self.rest.next();
                self.floe.open.insert(place);
                Ok(())
            }
            Some('b') => self.read_broken(place),
            Some(letter) if Player::from_letter(letter).is_some() => {
                let player = self.read_player()?;
                self.read_tile(place)?;
                self.stand(token.until(self.rest), player, place)
            }
            _ => self.read_tile(place),
        }
    }

    fn is_centre(&self, place: Place) -> bool {
        self.floe.board.centre() == Some(place)
    }

    fn read_player(&mut self) -> Result<Player, PositionError> {
        let letter = self.rest.first();
        let player = self.rest.next().and_then(Player::from_letter);
        let last = Player::new(usize::from(self.floe.players) - 1);
        player.filter(|&player| player <= last).ok_or_else(|| letter.error(Problem::Player(last)))
    }

    /// A tile that can be stood on: `2`, `t1`, in the middle `0` or `m2`.
    fn read_tile(&mut self, place: Place) -> Result<(), PositionError> {
        let token = self.rest;
        let kinds = [SpecialTile::Teleport, SpecialTile::Exchange, SpecialTile::Reversal, SpecialTile::Floating];
        let kind = kinds.into_iter().find(|kind| self.rest.peek() == Some(kind.letter()));
        if kind.is_some() {
            self.rest.next();
        }
        let digit = self.rest;
        match (self.rest.next(), kind) {
            (Some(fish @ '1'..='3'), _) => self.floe.lay(place, i32::from(fish as u8 - b'0')),
            (_, Some(_)) => {
                return expected(digit.first(), &"the fish on a special tile, 1 to 3");
            }
            (Some('0'), None) if self.is_centre(place) => self.floe.lay(place, 0),
            (Some('m'), None) if self.is_centre(place) && self.rest.next() == Some('2') => self.floe.lay(place, -2),
            _ => return expected(token.first(), &self.tokens(place)),
        }
        let Some(kind) = kind else { return Ok(()) };
        self.floe.mark(place, kind);
        let there = self.floe.of_kind(kind).len();
        if kind == SpecialTile::Reversal && there > u32::from(MOST_SPECIAL) {
            return expected(token.until(self.rest), &format!("at most {MOST_SPECIAL} reversal tiles"));
        }
        Ok(())
    }

    fn read_broken(&mut self, place: Place) -> Result<(), PositionError> {
        self.rest.next();
        let side = self.rest;
        let kind = match self.rest.next() {
            Some('2') => SpecialTile::Broken,
            Some('1') => SpecialTile::Cracked,
            _ => return expected(side.first(), &"the side of a broken tile, 2 or 1"),
        };
        self.floe.lay(place, 0);
        self.floe.mark(place, kind);
        Ok(())
    }

    /// What may stand on a hex, in words.
    fn tokens(&self, place: Place) -> String {
        let middle = if self.is_centre(place) { ", in the middle 'o', '0' or 'm2'" } else { "" };
        let special = "a special tile t, x, r or f with its fish, 'b2' or 'b1'";
        format!("a tile 1 to 3, water '.', {special}, or a penguin A to D with its tile{middle}")
    }

    fn stand(&mut self, token: Field<'_>, player: Player, place: Place) -> Result<(), PositionError> {
        let each = penguins_each(usize::from(self.floe.players));
        let count = &mut self.penguins[player.index()];
        *count += 1;
        if *count + self.floe.hand[player.index()] > each {
            return Err(token.error(Problem::TooManyPenguins { player, each }));
        }
        self.floe.penguins[player.index()].insert(place);
        Ok(())
    }

    /// The field HAND, if there is one, and nothing else but keys.
    fn read_rest(&mut self, words: &[Field<'_>]) -> Result<(), PositionError> {
        let (players, turn) = (usize::from(self.floe.players), self.floe.turn);
        let Some(told) = read_hand(words, players, turn, |player| self.penguins[player.index()])? else {
            return Ok(());
        };
        self.floe.hand = told.hand;
        told.check_room(self.floe.places().len())
    }

    /// `took=3.2.1,0.1.0`: what agrees with TAKEN.
    fn read_took(&mut self, field: Field<'_>) -> Result<(), PositionError> {
        let mut entries = field.split(|c| c == ',');
        for player in self.floe.all_players() {
            let form = "three numbers with dots between them for every player, as in 3.2.1,0.1.0";
            let Some(entry) = entries.next() else { return expected(field.end(), &form) };
            let numbers: Vec<Field<'_>> = entry.split(|c| c == '.').collect();
            let [ones, twos, threes] = numbers[..] else { return expected(entry, &form) };
            let count = |number: Field<'_>| number.number("tiles", 64).map(|count| count as u8);
            let took = [count(ones)?, count(twos)?, count(threes)?];
            let [a, b, c] = took.map(i32::from);
            let taken = self.floe.taken(player);
            let rest = Value { fish: taken.fish - (a + 2 * b + 3 * c), tiles: taken.tiles - (a + b + c) };
            let middle = self.floe.board.centre().is_some() && matches!((rest.fish, rest.tiles), (0 | -2, 1));
            if rest != Value::default() && !middle {
                return expected(entry, &format!("{} fish on {} tiles, as TAKEN says", taken.fish, taken.tiles));
            }
            self.floe.took[player.index()] = took;
        }
        entries.next().map_or(Ok(()), |extra| expected(extra, &"no more than one entry for every player"))
    }

    /// `ring=z3:1,b0:A2`: tiles outside the outline.
    fn read_ring(&mut self, field: Field<'a>) -> Result<(), PositionError> {
        let board = self.floe.board;
        let hexes = board.hexes().len();
        for entry in field.split(|c| c == ',') {
            let Some((name, tile)) = entry.split_once(':') else {
                return expected(entry, &"a hex beside the outline, ':' and its tile, as in z3:1");
            };
            let place = board.find(name.text()).filter(|&place| !board.hexes().contains(place));
            let Some(place) = place else { return expected(name, &"the name of a hex beside the outline, such as z3") };
            if self.floe.tiles.contains(place) {
                return expected(name, &"every hex once only");
            }
            self.rest = tile;
            let player = match self.rest.peek().and_then(Player::from_letter) {
                Some(_) => Some(self.read_player()?),
                None => None,
            };
            let fish = match self.rest.next() {
                Some(fish @ '1'..='3') if self.rest.is_empty() => i32::from(fish as u8 - b'0'),
                _ => return expected(tile, &"an ordinary tile, 1 to 3, or a penguin A to D on one"),
            };
            self.floe.lay(place, fish);
            let taken: i32 = self.floe.taken.iter().map(|taken| taken.tiles).sum();
            let on_floe = self.floe.tiles.len();
            if on_floe + taken as u32 > hexes {
                return Err(entry.error(Problem::TooManyTiles { hexes, floe: on_floe }));
            }
            player.map_or(Ok(()), |player| self.stand(tile, player, place))?;
        }
        Ok(())
    }
}
