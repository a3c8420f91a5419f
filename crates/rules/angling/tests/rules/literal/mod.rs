//! The rules of section 5 once more, as literally as they are written: lists of tiles, moves as
//! texts. It shares no code with the crate.

use std::collections::BTreeMap;

/// Column and row, from 0.
type At = (i32, i32);

/// All tiles of the game (5.2).
const TILES: &str = "1122334456rrrrrd";

#[derive(Clone, Debug)]
pub(crate) struct LiteralAngling {
    size: i32,
    /// Tiles of the lake, and whether the angler knows them.
    lake: BTreeMap<At, (char, bool)>,
    pub(crate) turn: char,
    points: Vec<i32>,
    /// Start, from 1, and progress of each angler.
    anglers: Vec<Option<(usize, usize)>>,
    catch: Vec<usize>,
    /// Specials left: `l`, `h`, `y`, `r`, `s`.
    specials: Vec<char>,
    pub(crate) day: usize,
    pub(crate) step: String,
    active: usize,
    shown: Option<At>,
    left: usize,
    is_held: bool,
    is_dealt: bool,
    caught: Vec<char>,
    tiles: Vec<char>,
    /// Catch tiles at the start of a day, and whether there are specials.
    day_catch: Vec<usize>,
    has_specials: bool,
}

fn name((column, row): At) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn at(text: &str) -> At {
    let bytes = text.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

fn value(tile: char) -> i32 {
    tile.to_digit(10).unwrap_or(0) as i32
}

fn dotted(tiles: &[char]) -> String {
    let mut tiles = tiles.to_vec();
    tiles.sort_by_key(|&tile| "123456rd".find(tile));
    tiles
        .iter()
        .map(char::to_string)
        .collect::<Vec<_>>()
        .join(".")
}

impl LiteralAngling {
    pub(crate) fn read(text: &str) -> LiteralAngling {
        let words: Vec<&str> = text.split(' ').collect();
        let key = |name: &str| {
            words
                .iter()
                .find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
        };
        let list = |text: &str| {
            text.split('.')
                .map(|tile| tile.chars().next().unwrap())
                .collect::<Vec<char>>()
        };
        let rows: Vec<&str> = words[0]
            .strip_prefix("angling:")
            .unwrap()
            .split('/')
            .collect();
        let mut lake = BTreeMap::new();
        for (row, text) in (0..).zip(&rows) {
            let mut column = 0;
            let mut letters = text.chars().peekable();
            while let Some(letter) = letters.next() {
                let is_known = letters.next_if_eq(&'!').is_some();
                if letter != '.' {
                    lake.insert((column, row), (letter, is_known));
                }
                column += 1;
            }
        }
        let piers = 4 * rows.len() + 4;
        let angler = |text: &str| {
            let (start, progress) = text.get(1..)?.split_once('+')?;
            Some((start.parse().unwrap(), progress.parse().unwrap_or(piers)))
        };
        let letters = |text: &str| {
            text.chars()
                .filter(|&letter| letter != '-')
                .collect::<Vec<_>>()
        };
        let (own, other) = words[5].split_once(',').unwrap();
        let mut literal = LiteralAngling {
            size: rows.len() as i32,
            lake,
            turn: words[1].chars().next().unwrap(),
            points: words[2]
                .split(',')
                .map(|number| number.parse().unwrap())
                .collect(),
            anglers: words[3].split(',').map(angler).collect(),
            catch: words[4]
                .split('.')
                .map(|number| number.parse().unwrap())
                .collect(),
            specials: [letters(own), letters(other)].concat(),
            day: key("day").map_or(1, |day| day.parse().unwrap()),
            step: key("step").unwrap_or("walk").to_owned(),
            active: usize::from(key("active") == Some("r")),
            shown: key("shown").map(at),
            left: key("left").map_or(3, |left| left.parse().unwrap()),
            is_held: words.contains(&"held"),
            is_dealt: words.contains(&"dealt"),
            caught: key("caught").map_or(vec![], list),
            tiles: key("tiles").map_or(TILES.chars().collect(), list),
            day_catch: key("catch")
                .unwrap_or("3.3.3.3")
                .split('.')
                .map(|number| number.parse().unwrap())
                .collect(),
            has_specials: !words.contains(&"no-specials"),
        };
        if literal.all_out() {
            literal.step = "over".to_owned();
        }
        literal
    }

    fn text_with(&self, token: impl Fn(char, bool) -> String) -> String {
        let space = |column, row| {
            self.lake
                .get(&(column, row))
                .map_or(".".to_owned(), |&(tile, known)| token(tile, known))
        };
        let row = |row| {
            (0..self.size)
                .map(|column| space(column, row))
                .collect::<String>()
        };
        let rows: Vec<String> = (0..self.size).map(row).collect();
        let points: Vec<String> = self.points.iter().map(i32::to_string).collect();
        let angler = |(letter, angler): (char, &Option<(usize, usize)>)| match angler {
            None => "-".to_owned(),
            &Some((start, progress)) if progress >= self.piers() => format!("{letter}{start}+out"),
            Some((start, progress)) => format!("{letter}{start}+{progress}"),
        };
        let anglers: Vec<String> = "yr".chars().zip(&self.anglers).map(angler).collect();
        let catch: Vec<String> = self.catch.iter().map(usize::to_string).collect();
        let letters = |all: &str| {
            let letters: String = all
                .chars()
                .filter(|letter| self.specials.contains(letter))
                .collect();
            if letters.is_empty() {
                "-".to_owned()
            } else {
                letters
            }
        };
        let mut text = format!(
            "angling:{} {} {}",
            rows.join("/"),
            self.turn,
            points.join(",")
        );
        text += &format!(
            " {} {} {},{}",
            anglers.join(","),
            catch.join("."),
            letters("lh"),
            letters("yrs")
        );
        if self.day == 2 {
            text += " day=2";
        }
        if self.step != "walk" && self.step != "over" {
            text += &format!(" step={}", self.step);
        }
        if self.step == "show" || self.step == "catch" {
            text += &format!(" active={}", ['y', 'r'][self.active]);
        }
        if let Some(space) = self.shown {
            text += &format!(" shown={}", name(space));
        }
        if self.step == "slide" && self.left < 3 {
            text += &format!(" left={}", self.left);
        }
        if self.is_held {
            text += " held";
        }
        if !self.caught.is_empty() {
            text += &format!(" caught={}", dotted(&self.caught));
        }
        if self.step == "lay" && !text.contains('?') {
            text += &format!(" hand={}", dotted(&self.hand()));
        }
        if self.is_dealt {
            text += " dealt";
        }
        if !self.has_specials {
            text += " no-specials";
        }
        if self.day_catch != [3, 3, 3, 3] {
            let numbers: Vec<String> = self.day_catch.iter().map(usize::to_string).collect();
            text += &format!(" catch={}", numbers.join("."));
        }
        if self.size < 4 {
            text += &format!(" lake={0}x{0}", self.size);
        }
        if self.size < 4 || dotted(&self.tiles) != dotted(&TILES.chars().collect::<Vec<_>>()) {
            text += &format!(" tiles={}", dotted(&self.tiles));
        }
        text
    }

    pub(crate) fn line(&self) -> String {
        self.text_with(|tile, known| format!("{tile}{}", if known { "!" } else { "" }))
    }

    /// Text of the angler's view.
    pub(crate) fn view(&self) -> String {
        self.text_with(|tile, known| {
            if known {
                format!("{tile}!")
            } else {
                "?".to_owned()
            }
        })
    }

    /// Number of arrangements of the tiles that the angler does not know.
    pub(crate) fn worlds(&self) -> u64 {
        let factorial = |number: usize| (1..=number as u64).product::<u64>();
        let unknown: Vec<char> = self
            .lake
            .values()
            .filter(|tile| !tile.1)
            .map(|tile| tile.0)
            .collect();
        let repeats = "123456rd"
            .chars()
            .map(|tile| factorial(unknown.iter().filter(|&&other| other == tile).count()));
        factorial(unknown.len()) / repeats.product::<u64>()
    }

    /// Tiles of the lake and those that were caught, sorted.
    pub(crate) fn all_tiles(&self) -> String {
        dotted(
            &[
                self.lake.values().map(|tile| tile.0).collect(),
                self.caught.clone(),
            ]
            .concat(),
        )
    }

    pub(crate) fn is_over(&self) -> bool {
        self.step == "over"
    }

    pub(crate) fn points(&self, player: usize) -> i32 {
        self.points[player]
    }

    fn piers(&self) -> usize {
        4 * self.size as usize + 4
    }

    /// The tiles that are not laid yet.
    fn hand(&self) -> Vec<char> {
        let mut hand = self.tiles.clone();
        for (tile, _) in self.lake.values() {
            hand.remove(hand.iter().position(|other| other == tile).unwrap());
        }
        hand
    }

    fn is_full_game(&self) -> bool {
        self.size == 4
            && self.anglers.len() == 2
            && dotted(&self.tiles) == dotted(&TILES.chars().collect::<Vec<_>>())
    }

    /// The one that fishes today, 0 or 1.
    pub(crate) fn angler(&self) -> usize {
        self.day - 1
    }

    fn is_out(&self, angler: usize) -> bool {
        self.anglers[angler].is_some_and(|(_, progress)| progress >= self.piers())
    }

    fn all_out(&self) -> bool {
        (0..self.anglers.len()).all(|angler| self.is_out(angler))
    }

    fn begin(&mut self, step: &str) {
        self.step = step.to_owned();
        let is_of_fish = ["lay", "show", "slide"].contains(&step);
        if step != "over" {
            self.turn = ['A', 'B'][(self.angler() + usize::from(is_of_fish)) % 2];
        }
        if step != "show" && step != "catch" {
            (self.active, self.shown) = (0, None);
        }
        if step != "slide" {
            (self.left, self.is_held) = (3, false);
        }
    }

    /// A pier outside the lake, and the way it looks (5.1).
    fn pier(&self, number: usize) -> (At, At) {
        let size = self.size;
        let mut piers = vec![((-1, -1), (1, 1))];
        piers.extend((0..size).map(|column| ((column, -1), (0, 1))));
        piers.push(((size, -1), (-1, 1)));
        piers.extend((0..size).map(|row| ((size, row), (-1, 0))));
        piers.push(((size, size), (-1, -1)));
        piers.extend((0..size).rev().map(|column| ((column, size), (0, -1))));
        piers.push(((-1, size), (1, -1)));
        piers.extend((0..size).rev().map(|row| ((-1, row), (1, 0))));
        piers[number - 1]
    }

    /// The tiles in the line of the active angler, with their distances.
    fn tiles_in_line(&self) -> Vec<(usize, At)> {
        let (start, progress) = self.anglers[self.active].unwrap();
        if progress >= self.piers() {
            return vec![];
        }
        let ((column, row), (right, down)) = self.pier((start - 1 + progress) % self.piers() + 1);
        let spaces = (1..=self.size).map(|distance| {
            (
                distance as usize,
                (column + distance * right, row + distance * down),
            )
        });
        spaces
            .filter(|(_, space)| self.lake.contains_key(space))
            .collect()
    }

    fn slides(&self) -> Vec<(At, At)> {
        let mut slides = Vec::new();
        if self.left == 0 || self.is_held {
            return slides;
        }
        for &from in self.lake.keys() {
            for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let mut to = (from.0 + right, from.1 + down);
                while (0..self.size).contains(&to.0)
                    && (0..self.size).contains(&to.1)
                    && !self.lake.contains_key(&to)
                {
                    slides.push((from, to));
                    to = (to.0 + right, to.1 + down);
                }
            }
        }
        slides
    }

    fn fish_specials(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (angler, letter) in ['y', 'r'].into_iter().enumerate().take(self.anglers.len()) {
            if self.specials.contains(&letter) && !self.is_out(angler) {
                moves.push(format!("push:{letter}"));
            }
        }
        if self.specials.contains(&'s') && !self.is_held {
            let mut spaces: Vec<At> = self.lake.keys().copied().collect();
            spaces.sort_by_key(|&(column, row)| (row, column));
            for (index, &a) in spaces.iter().enumerate() {
                moves.extend(
                    spaces[index + 1..]
                        .iter()
                        .map(|&b| format!("swap:{}:{}", name(a), name(b))),
                );
            }
        }
        moves
    }

    fn angler_specials(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.specials.contains(&'l') {
            moves.extend(
                self.lake
                    .keys()
                    .map(|&space| format!("look:{}", name(space))),
            );
        }
        if self.specials.contains(&'h') {
            moves.push("hold".to_owned());
        }
        moves
    }

    fn catches(&self) -> Vec<String> {
        if self.shown.is_none() {
            return vec![];
        }
        let can = |(distance, _): &(usize, At)| self.catch[distance - 1] > 0;
        self.tiles_in_line()
            .into_iter()
            .filter(can)
            .map(|(_, space)| format!("catch:{}", name(space)))
            .collect()
    }

    /// Legal moves, sorted.
    pub(crate) fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        match self.step.as_str() {
            "lay" if self.is_view() => moves.push("lay".to_owned()),
            "lay" => {
                let mut hand = self.hand();
                hand.sort_unstable();
                hand.dedup();
                moves.extend(hand.into_iter().map(|tile| format!("lay:{tile}")));
            }
            "place" => {
                let angler = self.anglers.iter().position(Option::is_none).unwrap();
                let is_free = |pier: &usize| {
                    self.anglers
                        .iter()
                        .flatten()
                        .all(|(start, _)| start != pier)
                };
                moves.extend(
                    (1..=self.piers())
                        .filter(is_free)
                        .map(|pier| format!("{}@{pier}", ['y', 'r'][angler])),
                );
            }
            "walk" => {
                for angler in (0..self.anglers.len()).filter(|&angler| !self.is_out(angler)) {
                    let letter = ['y', 'r'][angler];
                    let ahead = self.piers() - self.anglers[angler].unwrap().1;
                    moves.extend((1..ahead).map(|piers| format!("{letter}+{piers}")));
                    moves.push(format!("{letter}+out"));
                }
            }
            "show" => {
                let tiles = self.tiles_in_line();
                let may = |space: &At| self.may_show(self.lake[space].0);
                moves.extend(
                    tiles
                        .iter()
                        .filter(|(_, space)| may(space))
                        .map(|&(_, space)| format!("show:{}", name(space))),
                );
            }
            "catch" => {
                moves = [
                    self.catches(),
                    self.angler_specials(),
                    vec!["no".to_owned()],
                ]
                .concat();
            }
            "slide" => {
                moves.extend(
                    self.slides()
                        .into_iter()
                        .map(|(from, to)| format!("{}-{}", name(from), name(to))),
                );
                moves.extend(self.fish_specials());
                moves.push("end".to_owned());
            }
            _ => {}
        }
        moves.sort();
        moves
    }

    /// Step 4, unless the fish can do nothing.
    fn after_catching(&mut self) {
        self.begin("slide");
        self.after_slide();
    }

    fn after_slide(&mut self) {
        if self.slides().is_empty() && self.fish_specials().is_empty() {
            self.begin("walk");
        }
    }

    fn advance(&mut self, angler: usize, piers: usize) {
        let most = self.piers();
        let progress = &mut self.anglers[angler].as_mut().unwrap().1;
        *progress = (*progress + piers).min(most);
    }

    /// Ends the day if all anglers are out, and says so.
    fn ends_day(&mut self) -> bool {
        if !self.all_out() {
            return false;
        }
        let angler = self.angler();
        self.points[angler] -= self
            .specials
            .iter()
            .filter(|&&special| "yrs".contains(special))
            .count() as i32;
        if self.is_full_game() && self.day == 1 {
            self.day = 2;
            self.lake.clear();
            self.caught.clear();
            self.catch = self.day_catch.clone();
            self.specials = "lhyrs".chars().filter(|_| self.has_specials).collect();
            self.anglers = vec![None; 2];
            self.begin("lay");
        } else {
            self.begin("over");
        }
        true
    }

    /// The angler knows a tile, unless a view does not show it.
    fn know(&mut self, space: At) {
        let tile = self.lake.get_mut(&space).unwrap();
        tile.1 = tile.0 != '?';
    }

    fn is_view(&self) -> bool {
        self.lake.values().any(|tile| tile.0 == '?')
    }

    /// Whether the fish may show a tile, or in a view whether the tile can be such a one.
    fn may_show(&self, tile: char) -> bool {
        let mut hidden = self.tiles.clone();
        for known in self
            .lake
            .values()
            .map(|tile| &tile.0)
            .chain(&self.caught)
            .filter(|&&tile| tile != '?')
        {
            hidden.remove(hidden.iter().position(|other| other == known).unwrap());
        }
        let is_diver = tile == 'd' || tile == '?' && hidden.iter().all(|&tile| tile == 'd');
        !is_diver || self.tiles_in_line().len() == 1
    }

    pub(crate) fn play(&mut self, text: &str) {
        if let Some(tile) = if text == "lay" {
            Some("?")
        } else {
            text.strip_prefix("lay:")
        } {
            let free =
                (0..self.size).flat_map(|row| (0..self.size).map(move |column| (column, row)));
            let space = free
                .into_iter()
                .find(|space| !self.lake.contains_key(space))
                .unwrap();
            self.lake
                .insert(space, (tile.chars().next().unwrap(), false));
            if self.lake.len() == (self.size * self.size) as usize {
                self.begin("place");
            }
        } else if let Some((letter, pier)) = text.split_once('@') {
            self.anglers[usize::from(letter == "r")] = Some((pier.parse().unwrap(), 0));
            if self.anglers.iter().all(Option::is_some) {
                self.begin("walk");
            }
        } else if let Some((letter, piers)) = text.split_once('+') {
            let angler = usize::from(letter == "r");
            self.advance(angler, piers.parse().unwrap_or(99));
            if !self.ends_day() {
                self.active = angler;
                let has_line = !self.tiles_in_line().is_empty();
                self.begin(if has_line { "show" } else { "catch" });
                if !has_line && self.angler_specials().is_empty() {
                    self.after_catching();
                }
            }
        } else if let Some(space) = text.strip_prefix("show:") {
            self.know(at(space));
            self.begin("catch");
            self.shown = Some(at(space));
            if self.catches().is_empty() && self.angler_specials().is_empty() {
                self.after_catching();
            }
        } else if let Some(space) = text.strip_prefix("catch:") {
            self.catch_tile(at(space));
        } else {
            self.play_special(text);
        }
    }

    fn catch_tile(&mut self, space: At) {
        let (distance, _) = self
            .tiles_in_line()
            .into_iter()
            .find(|tile| tile.1 == space)
            .unwrap();
        self.catch[distance - 1] -= 1;
        let tile = self.lake[&space].0;
        if tile == 'd' || tile == '?' {
            self.know(space);
        } else {
            self.lake.remove(&space);
            self.caught.push(tile);
            let angler = self.angler();
            self.points[angler] += value(tile);
        }
        self.advance(self.active, distance);
        if !self.ends_day() {
            self.after_catching();
        }
    }

    fn play_special(&mut self, text: &str) {
        let letter = match text.split(':').collect::<Vec<_>>()[..] {
            ["look", _] => 'l',
            ["hold"] => 'h',
            ["swap", ..] => 's',
            ["push", "y"] => 'y',
            ["push", _] => 'r',
            _ => ' ',
        };
        self.specials.retain(|&special| special != letter);
        match text.split([':', '-']).collect::<Vec<_>>()[..] {
            ["no"] => self.after_catching(),
            ["end"] => self.begin("walk"),
            ["look", space] => {
                self.know(at(space));
                self.after_catching();
            }
            ["hold"] => {
                self.begin("slide");
                self.is_held = true;
                self.after_slide();
            }
            ["push", letter] => {
                self.advance(usize::from(letter == "r"), 1);
                if !self.ends_day() {
                    self.begin("walk");
                }
            }
            ["swap", a, b] => {
                let first = self.lake[&at(a)];
                let second = self.lake[&at(b)];
                self.lake.insert(at(a), second);
                self.lake.insert(at(b), first);
                self.begin("walk");
            }
            [from, to] => {
                let tile = self.lake.remove(&at(from)).unwrap();
                self.lake.insert(at(to), tile);
                self.left -= 1;
                self.after_slide();
            }
            _ => panic!("{text}"),
        }
    }

    /// Number of sequences of exactly `depth` moves.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |mv: &String| {
            let mut after = self.clone();
            after.play(mv);
            after.perft(depth - 1)
        };
        self.moves().iter().map(after).sum()
    }
}
