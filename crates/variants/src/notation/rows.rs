use floe_fish::{Field, PositionError, Problem, penguins_each, read_rows};
use floe_game::Player;
use floe_hex::{Hex, Layout};

use crate::floe::Floe;
use crate::group::Crowd;
use crate::{Kind, Outline, Rules};

/// Reads the field ROWS, without the layout before it, onto a floe.
pub(super) struct Rows<'a> {
    pub(super) floe: Floe,
    pub(super) crowd: Crowd,
    rules: Rules,
    /// How many penguins everybody has, by player.
    penguins: [u8; Player::MAX],
    rest: Field<'a>,
}

fn expected<T>(field: Field<'_>, what: impl Into<String>) -> Result<T, PositionError> {
    Err(field.error(Problem::Variant(what.into())))
}

impl<'a> Rows<'a> {
    pub(super) fn read(
        field: Field<'a>,
        outline: Outline,
        rules: Rules,
        players: usize,
    ) -> Result<Rows<'a>, PositionError> {
        let mut floe = Floe::new(outline, players);
        floe.teams = rules.teams;
        let mut reader = Rows { floe, crowd: Crowd::default(), rules, penguins: [0; Player::MAX], rest: field };
        read_rows(field, outline.geometry(), |hex, rest| {
            reader.rest = *rest;
            reader.read_token(hex)?;
            *rest = reader.rest;
            Ok(())
        })?;
        Ok(reader)
    }

    /// How many penguins a player has on the floe.
    pub(super) fn penguins(&self, player: Player) -> u8 {
        self.penguins[player.index()]
    }

    fn read_token(&mut self, hex: Hex) -> Result<(), PositionError> {
        let token = self.rest;
        match self.rest.peek() {
            Some('.') => _ = self.rest.next(),
            Some('o') if self.is_centre(hex) => {
                self.rest.next();
                self.floe.open.insert(hex);
            }
            Some(c) if c.is_ascii_digit() || c == 'm' => self.read_tile(hex)?,
            Some('(') if self.rules.variant == Some(Kind::Group) => self.read_crowd(hex)?,
            Some(letter) if Player::from_letter(letter).is_some() => {
                let player = self.read_player()?;
                self.read_tile(hex)?;
                self.stand(token.until(self.rest), player, hex)?;
            }
            _ => return expected(self.rest.first(), self.tokens(hex)),
        }
        Ok(())
    }

    fn is_centre(&self, hex: Hex) -> bool {
        self.floe.outline.centre() == Some(hex)
    }

    /// What may stand on a hex, in words.
    fn tokens(&self, hex: Hex) -> String {
        let middle = if self.is_centre(hex) { ", in the middle 'o', '0' or 'm2'" } else { "" };
        let crowd = if self.rules.variant == Some(Kind::Group) { ", several as in '(AAB)3'" } else { "" };
        format!("a tile 1 to 3, water '.', or a penguin A to D with the fish of its tile{crowd}{middle}")
    }

    fn read_player(&mut self) -> Result<Player, PositionError> {
        let place = self.rest.first();
        let player = self.rest.next().and_then(Player::from_letter);
        let last = Player::new(usize::from(self.floe.players) - 1);
        player.filter(|&player| player <= last).ok_or_else(|| place.error(Problem::Player(last)))
    }

    fn read_tile(&mut self, hex: Hex) -> Result<(), PositionError> {
        let place = self.rest;
        let fish = match self.rest.next() {
            Some(digit @ '1'..='3') => i32::from(digit as u8 - b'0'),
            Some('0') if self.is_centre(hex) => 0,
            Some('m') if self.is_centre(hex) && self.rest.next() == Some('2') => -2,
            _ if self.is_centre(hex) => {
                return expected(place.first(), "the fish on the tile in the middle: 0, m2, or 1 to 3");
            }
            _ => return Err(place.first().error(Problem::Fish)),
        };
        self.floe.lay(hex, fish);
        Ok(())
    }

    /// Several penguins on a tile (3.6).
    fn read_crowd(&mut self, hex: Hex) -> Result<(), PositionError> {
        let token = self.rest;
        self.rest.next();
        let mut count = 0;
        let mut last = None;
        while self.rest.peek() != Some(')') {
            let place = self.rest.first();
            if place.is_empty() {
                return expected(place, "')' after the penguins of a tile");
            }
            let player = self.read_player()?;
            if last.is_some_and(|last| last > player) {
                return expected(place, "the penguins of a tile in the order of their letters");
            }
            last = Some(player);
            count += 1;
            self.stand(token.until(self.rest), player, hex)?;
        }
        self.rest.next();
        if count < 2 {
            return expected(
                token.until(self.rest),
                "two penguins or more in brackets; a single one is written without",
            );
        }
        self.read_tile(hex)
    }

    fn stand(&mut self, token: Field<'_>, player: Player, hex: Hex) -> Result<(), PositionError> {
        let each = penguins_each(usize::from(self.floe.players));
        let count = &mut self.penguins[player.index()];
        *count += 1;
        if *count > each {
            return Err(token.error(Problem::TooManyPenguins { player, each }));
        }
        let there = self.crowd.count(&self.floe, player, hex);
        self.crowd.set(&mut self.floe, player, hex, there + 1);
        Ok(())
    }
}
