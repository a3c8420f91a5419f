//! Positions made of bytes: any bytes make one, so that random ones and a fuzzer's both do.

/// Bytes to choose by; after the last one come zeros.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    pub(crate) fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        if end == 0 {
            0
        } else {
            usize::from(self.next().unwrap_or(0)) % end
        }
    }
}

/// The line of a position that a reader must accept: a study with any tiles, penguins, hands and
/// takings.
pub(crate) fn study(bytes: &mut Bytes<'_>) -> String {
    let players = 2 + bytes.below(3);
    let each = [4, 3, 2][players - 2];
    let turn = bytes.below(players);
    // Hands in the order of placing: some before `ahead` have one more in hand than those after.
    let (least, ahead) = if bytes.below(4) == 3 {
        (bytes.below(each), 1 + bytes.below(players))
    } else {
        (0, 0)
    };
    let mut hands = vec![0; players];
    for seat in 0..players {
        hands[(turn + seat) % players] = least + usize::from(seat < ahead);
    }
    let mut floe = tiles(bytes);
    for (letter, hand) in ('A'..).zip(&hands) {
        for _ in 0..bytes.below(each - hand + 1) {
            let free: Vec<usize> = (0..floe.len())
                .filter(|&hex| floe[hex].len() == 1 && floe[hex] != ".")
                .collect();
            if !free.is_empty() {
                floe[free[bytes.below(free.len())]].insert(0, letter);
            }
        }
    }
    if floe.iter().filter(|&token| token == "1").count() < hands.iter().sum() {
        hands.fill(0);
    }
    let tiles = floe.iter().filter(|&token| token != ".").count();
    line(&floe, turn, &taken(bytes, players, tiles), &hands)
}

/// Free tiles, many or few.
fn tiles(bytes: &mut Bytes<'_>) -> Vec<String> {
    let density = bytes.below(64);
    let token = |byte: usize| match (byte / 4 > density, byte % 4) {
        (true, _) => ".".to_owned(),
        (false, fish) => fish.max(1).to_string(),
    };
    (0..60).map(|_| token(bytes.below(256))).collect()
}

/// Fish and tiles that have been taken when this number of tiles is left.
fn taken(bytes: &mut Bytes<'_>, players: usize, left: usize) -> Vec<String> {
    let share = (60 - left) / players;
    let mut entry = || {
        let tiles = bytes.below(share + 1);
        format!("{}:{tiles}", tiles + bytes.below(2 * tiles + 1))
    };
    (0..players).map(|_| entry()).collect()
}

fn line(floe: &[String], turn: usize, taken: &[String], hands: &[usize]) -> String {
    let mut rest = floe;
    let mut rows = Vec::new();
    for length in [7, 8, 7, 8, 7, 8, 7, 8] {
        rows.push(rest[..length].concat());
        rest = &rest[length..];
    }
    let mut line = format!(
        "{} {} {}",
        rows.join("/"),
        (b'A' + turn as u8) as char,
        taken.join(",")
    );
    if hands.iter().any(|&left| left > 0) {
        let hands: Vec<String> = hands.iter().map(ToString::to_string).collect();
        line += &format!(" {}", hands.join(","));
    }
    line
}

/// Random bytes make studies of every kind worth trying.
#[test]
fn studies_are_of_every_kind() {
    use crate::literal::Literal;
    use rand::{Rng, SeedableRng};

    let mut kinds = std::collections::BTreeMap::new();
    for seed in 0..2000 {
        let mut bytes = [0; 90];
        rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed).fill_bytes(&mut bytes);
        let line = study(&mut Bytes(&bytes));
        let game = Literal::read(&line);
        for (kind, is_it) in [
            ("over", game.over),
            ("placing", game.seats.iter().any(|seat| seat.in_hand > 0)),
            (
                "a player has retired on reading",
                !game.over && game.seats.iter().any(|seat| seat.retired),
            ),
            (
                "the turn is another's than was read",
                !line.contains(&game.to_line()[game.to_line().find(' ').unwrap()..]),
            ),
            ("few tiles", !game.over && game.floe.len() < 15),
            ("many tiles", !game.over && game.floe.len() > 45),
            ("two players", !game.over && game.seats.len() == 2),
            ("three players", !game.over && game.seats.len() == 3),
            ("four players", !game.over && game.seats.len() == 4),
        ] {
            *kinds.entry(kind).or_insert(0) += i32::from(is_it);
        }
    }
    assert!(kinds.values().all(|&count| count > 60), "{kinds:?}");
}
