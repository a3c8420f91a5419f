//! The cards on the table, space by space.

use std::collections::BTreeMap;

/// Card on the table; waste has neither colour nor arrow.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Tile {
    pub(crate) kind: char,
    pub(crate) colour: char,
    pub(crate) arrow: char,
    pub(crate) moved: bool,
    pub(crate) flipped: bool,
    pub(crate) used: bool,
}

/// Column and row, from 0.
pub(crate) type At = (usize, usize);

/// Powers that the player may use.
#[derive(Clone, Debug)]
pub(crate) struct Powers {
    pub(crate) species: Vec<char>,
    /// Whether two rays in a row or column count as adjacent.
    pub(crate) is_far: bool,
    /// Whether a power may be used once in the turn, or any number of times but once a card.
    pub(crate) is_once: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Table {
    pub(crate) columns: Vec<Vec<Option<Tile>>>,
    pub(crate) rows: usize,
}

pub(crate) fn name((column, row): At) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn at(text: &str) -> At {
    let bytes = text.as_bytes();
    ((bytes[0] - b'a') as usize, (bytes[1] - b'1') as usize)
}

fn tile(text: &str) -> Tile {
    let mut letters = text.chars().filter(|&letter| letter != '~');
    let marks = text.matches('~').count();
    Tile {
        kind: letters.next().unwrap(),
        colour: letters.next().unwrap_or(' '),
        arrow: letters.next().unwrap_or(' '),
        moved: marks > 0,
        flipped: marks > 1,
        used: marks > 2,
    }
}

impl Table {
    pub(crate) fn read(text: &str, rows: usize) -> Table {
        let column = |text: &str| {
            let mut cards: Vec<Option<Tile>> = Vec::new();
            let mut token = String::new();
            for letter in text.chars() {
                let begins = "WSOTDJRKpmo_".contains(letter);
                if begins && !token.is_empty() {
                    cards.push(if token == "_" {
                        None
                    } else {
                        Some(tile(&token))
                    });
                    token.clear();
                }
                token.push(letter);
            }
            if !token.is_empty() {
                cards.push(Some(tile(&token)));
            }
            cards.resize(rows, None);
            cards
        };
        Table {
            columns: text.split('/').map(column).collect(),
            rows,
        }
    }

    pub(crate) fn text(&self) -> String {
        let column = |cards: &Vec<Option<Tile>>| {
            let height = cards
                .iter()
                .rposition(Option::is_some)
                .map_or(0, |top| top + 1);
            let token = |card: &Option<Tile>| {
                let Some(tile) = card else {
                    return "_".to_owned();
                };
                let marks = [tile.moved, tile.flipped, tile.used]
                    .into_iter()
                    .filter(|&mark| mark)
                    .count();
                if "pmo".contains(tile.kind) {
                    return tile.kind.to_string();
                }
                format!(
                    "{}{}{}{}",
                    tile.kind,
                    tile.colour,
                    tile.arrow,
                    "~".repeat(marks)
                )
            };
            cards[..height].iter().map(token).collect::<String>()
        };
        self.columns
            .iter()
            .map(column)
            .collect::<Vec<_>>()
            .join("/")
    }

    /// All spaces, column by column from the bottom.
    pub(crate) fn spaces(&self) -> impl Iterator<Item = At> + use<> {
        let columns = self.columns.len();
        let rows = self.rows;
        (0..columns).flat_map(move |column| (0..rows).map(move |row| (column, row)))
    }

    pub(crate) fn card(&self, (column, row): At) -> Option<&Tile> {
        self.columns[column][row].as_ref()
    }

    pub(crate) fn is_animal(&self, space: At) -> bool {
        self.card(space)
            .is_some_and(|tile| !"pmo".contains(tile.kind))
    }

    fn is(&self, space: At, kind: char) -> bool {
        self.card(space).is_some_and(|tile| tile.kind == kind)
    }

    pub(crate) fn take(&mut self, (column, row): At) -> Tile {
        self.columns[column][row].take().expect("a card")
    }

    /// The orthogonal neighbours of a space that have a card.
    fn beside(&self, space: At) -> Vec<At> {
        let is_beside = |other: &At| space.0.abs_diff(other.0) + space.1.abs_diff(other.1) == 1;
        self.spaces()
            .filter(|other| is_beside(other) && self.card(*other).is_some())
            .collect()
    }

    /// 4.5: an animal orthogonally next to oil has no power.
    fn has_power(&self, space: At) -> bool {
        !self
            .beside(space)
            .into_iter()
            .any(|other| self.is(other, 'o'))
    }

    fn flip(&mut self, (column, row): At) {
        if let Some(tile) = &mut self.columns[column][row] {
            tile.arrow = match tile.arrow {
                '<' => '>',
                '>' => '<',
                '^' => 'v',
                'v' => '^',
                other => other,
            };
            tile.moved = true;
            tile.flipped = true;
        }
    }

    fn switch(&mut self, a: At, b: At) {
        let one = self.columns[a.0][a.1].take();
        let two = self.columns[b.0][b.1].take();
        (self.columns[a.0][a.1], self.columns[b.0][b.1]) = (two, one);
        for (column, row) in [a, b] {
            if let Some(tile) = &mut self.columns[column][row] {
                tile.moved = true;
            }
        }
    }

    /// The spaces that a flipping action names.
    fn flipped_by(&self, mv: &str) -> Vec<At> {
        let target = &mv[2..];
        let corner = || at(target);
        match &mv[..1] {
            "f" => vec![corner()],
            "c" => self
                .spaces()
                .filter(|space| space.0 == (target.as_bytes()[0] - b'a') as usize)
                .collect(),
            "r" => self
                .spaces()
                .filter(|space| space.1 + 1 == target.parse().unwrap())
                .collect(),
            "s" => {
                let (column, row) = corner();
                vec![
                    (column, row),
                    (column + 1, row),
                    (column, row + 1),
                    (column + 1, row + 1),
                ]
            }
            _ => self
                .spaces()
                .filter(|&space| {
                    self.card(space)
                        .is_some_and(|tile| target.starts_with(tile.colour))
                })
                .collect(),
        }
    }

    /// Uses of an action card (4.2, 4.3, 4.5).
    pub(crate) fn acts(&self, card: char, powers: &Powers) -> Vec<String> {
        let candidates: Vec<String> = match card {
            'f' => self
                .spaces()
                .map(|space| format!("f:{}", name(space)))
                .collect(),
            'c' => (0..self.columns.len())
                .map(|column| format!("c:{}", (b'a' + column as u8) as char))
                .collect(),
            'r' => (1..=self.rows).map(|row| format!("r:{row}")).collect(),
            's' => {
                let fits = |space: &At| space.0 + 1 < self.columns.len() && space.1 + 1 < self.rows;
                self.spaces()
                    .filter(fits)
                    .map(|space| format!("s:{}", name(space)))
                    .collect()
            }
            'k' => (1..=4).map(|colour| format!("k:{colour}")).collect(),
            'e' => return self.frees_of_one(powers),
            _ => return self.switches(card),
        };
        let least = if card == 's' { 3 } else { 1 };
        let can = |mv: &String| {
            let cards: Vec<At> = self
                .flipped_by(mv)
                .into_iter()
                .filter(|&space| self.card(space).is_some())
                .collect();
            cards.len() >= least && !cards.iter().any(|&space| self.is(space, 'm'))
        };
        candidates.into_iter().filter(can).collect()
    }

    fn switches(&self, card: char) -> Vec<String> {
        let mut moves = Vec::new();
        for a in self
            .spaces()
            .filter(|&space| self.card(space).is_some() && !self.is(space, 'm'))
        {
            for b in self
                .beside(a)
                .into_iter()
                .filter(|&b| b > a && !self.is(b, 'm'))
            {
                moves.push(format!("{card}:{}-{}", name(a), name(b)));
            }
        }
        moves
    }

    fn frees_of_one(&self, powers: &Powers) -> Vec<String> {
        let mut moves = Vec::new();
        for space in self.spaces().filter(|&space| self.is_animal(space)) {
            moves.push(format!("e:{}", name(space)));
            let can_take = |space: At| self.is(space, 'S') && self.has_power(space);
            if powers.species.contains(&'S') && can_take(space) {
                // Where either swordfish takes the other, the first text is the move.
                let others = self
                    .beside(space)
                    .into_iter()
                    .filter(|&other| other > space || !can_take(other));
                moves.extend(others.map(|other| format!("e:{}*{}", name(space), name(other))));
            }
        }
        moves
    }

    /// Carries out an action and returns the cards that it frees, which stay on the table.
    pub(crate) fn act(&mut self, mv: &str) -> Vec<At> {
        match &mv[..1] {
            "e" => return mv[2..].split('*').map(at).collect(),
            "x" | "y" => {
                let (a, b) = mv[2..].split_once('-').unwrap();
                self.switch(at(a), at(b));
                if mv.starts_with('y') {
                    self.flip(at(a));
                    self.flip(at(b));
                }
            }
            _ => self
                .flipped_by(mv)
                .into_iter()
                .for_each(|space| self.flip(space)),
        }
        Vec::new()
    }

    /// The space one further the way an animal swims, if it is in the net.
    fn ahead(&self, (column, row): At) -> Option<At> {
        let ahead = match self.card((column, row))?.arrow {
            '<' => (column.checked_sub(1)?, row),
            '>' => (column + 1, row),
            '^' => (column, row + 1),
            _ => (column, row.checked_sub(1)?),
        };
        Some(ahead).filter(|&(column, row)| column < self.columns.len() && row < self.rows)
    }

    /// Uses of the powers of moving, on flipped animals (4.4).
    pub(crate) fn power_moves(&self, powers: &Powers) -> Vec<String> {
        let mut moves = Vec::new();
        for space in self.spaces() {
            let Some(tile) = self.card(space) else {
                continue;
            };
            if !tile.flipped
                || tile.used
                || !powers.species.contains(&tile.kind)
                || !self.has_power(space)
            {
                continue;
            }
            let from = name(space);
            match tile.kind {
                'D' => moves.extend(
                    self.beside(space)
                        .into_iter()
                        .map(|other| format!("p:{from}-{}", name(other))),
                ),
                'O' => {
                    let is_alike = |other: &At| {
                        *other != space
                            && self
                                .card(*other)
                                .is_some_and(|card| card.colour == tile.colour)
                    };
                    moves.extend(
                        self.spaces()
                            .filter(is_alike)
                            .map(|other| format!("p:{from}-{}", name(other))),
                    );
                }
                'W' if space.1 > 0 => moves.push(format!("p:{from}")),
                'T' if self.ahead(space).is_some() => moves.push(format!("p:{from}")),
                'J' if self
                    .ahead(space)
                    .is_some_and(|ahead| self.card(ahead).is_some()) =>
                {
                    moves.push(format!("p:{from}"));
                }
                _ => {}
            }
        }
        moves
    }

    pub(crate) fn use_power(&mut self, mv: &str) {
        let (from, other) = mv[2..]
            .split_once('-')
            .map_or((&mv[2..], None), |(from, other)| (from, Some(other)));
        let (column, row) = at(from);
        self.columns[column][row].as_mut().unwrap().used = true;
        if let Some(other) = other {
            self.flip(at(other));
        } else if self.is((column, row), 'W') {
            for lower in (0..row).rev() {
                self.switch((column, lower), (column, lower + 1));
            }
        } else {
            let ahead = self.ahead((column, row)).unwrap();
            self.switch((column, row), ahead);
        }
    }

    fn are_connected(&self, a: At, b: At, powers: &Powers) -> bool {
        let is_near = a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
        let is_line = a.0 == b.0 || a.1 == b.1;
        let is_far = powers.is_far && self.is(a, 'R') && (self.has_power(a) || self.has_power(b));
        is_near || is_line && is_far
    }

    fn are_alike(&self, a: At, b: At) -> bool {
        let a = self.card(a).unwrap();
        let b = self.card(b).unwrap();
        (a.kind, a.arrow) == (b.kind, b.arrow)
    }

    /// 4.3: groups that may be freed, in the order of their first spaces.
    fn groups(&self, powers: &Powers) -> Vec<Vec<At>> {
        let mut groups: Vec<Vec<At>> = Vec::new();
        for start in self.spaces().filter(|&space| self.is_animal(space)) {
            if groups.iter().any(|group| group.contains(&start)) {
                continue;
            }
            let mut group = vec![start];
            let mut index = 0;
            while index < group.len() {
                let from = group[index];
                for to in self.spaces().filter(|&space| self.is_animal(space)) {
                    if !group.contains(&to)
                        && self.are_alike(from, to)
                        && self.are_connected(from, to, powers)
                    {
                        group.push(to);
                    }
                }
                index += 1;
            }
            group.sort_unstable();
            groups.push(group);
        }
        let has_moved =
            |group: &Vec<At>| group.iter().any(|&space| self.card(space).unwrap().moved);
        groups
            .into_iter()
            .filter(|group| group.len() > 1 && has_moved(group))
            .collect()
    }

    /// Ways to free a single group, or a shark alone: its text, the cards, and whether a power is
    /// used.
    fn ways_of(&self, group: &[At], powers: &Powers) -> Vec<(String, Vec<At>, usize)> {
        let first = name(group[0]);
        let mut ways = vec![(format!("+{first}"), group.to_vec(), 0)];
        let strong: Vec<At> = group
            .iter()
            .copied()
            .filter(|&space| self.has_power(space))
            .collect();
        let with = |more: Vec<At>| {
            let mut cards = [group.to_vec(), more].concat();
            cards.sort_unstable();
            cards.dedup();
            cards
        };
        if self.is(group[0], 'R') && powers.species.contains(&'R') {
            let in_line = |space: At| {
                strong
                    .iter()
                    .any(|ray| ray.0 == space.0 || ray.1 == space.1)
            };
            let reached = self.spaces().filter(|&space| {
                self.is(space, 'R') && self.are_alike(space, group[0]) && in_line(space)
            });
            ways.push((format!("+{first}*"), with(reached.collect()), 1));
        }
        if self.is(group[0], 'S') && powers.species.contains(&'S') {
            let mut others: Vec<At> = strong
                .iter()
                .flat_map(|&space| self.beside(space))
                .collect();
            others.sort_unstable();
            others.dedup();
            for other in others.into_iter().filter(|other| !group.contains(other)) {
                ways.push((format!("+{first}*{}", name(other)), with(vec![other]), 1));
            }
        }
        ways
    }

    /// All sets of cards that may be freed together, with the least number of powers used and the
    /// first such text.
    pub(crate) fn frees(&self, powers: &Powers) -> BTreeMap<Vec<At>, (usize, String)> {
        let mut items: Vec<Vec<(String, Vec<At>, usize)>> = self
            .groups(powers)
            .iter()
            .map(|group| self.ways_of(group, powers))
            .collect();
        if powers.species.contains(&'K') {
            for shark in self
                .spaces()
                .filter(|&space| self.is(space, 'K') && self.has_power(space))
            {
                if self.card(shark).unwrap().flipped {
                    items.push(vec![(format!("+{}*", name(shark)), vec![shark], 1)]);
                }
            }
        }
        let mut ways: Vec<(Vec<String>, Vec<At>, usize)> = vec![(vec![], vec![], 0)];
        for item in items {
            for (texts, cards, uses) in ways.clone() {
                for (more_text, more_cards, more_uses) in &item {
                    let mut all = [cards.clone(), more_cards.clone()].concat();
                    all.sort_unstable();
                    all.dedup();
                    if !powers.is_once || uses + more_uses <= 1 {
                        ways.push((
                            [&texts[..], std::slice::from_ref(more_text)].concat(),
                            all,
                            uses + more_uses,
                        ));
                    }
                }
            }
        }
        let mut best: BTreeMap<Vec<At>, (usize, String)> = BTreeMap::new();
        for (mut texts, cards, uses) in ways.into_iter().filter(|(texts, ..)| !texts.is_empty()) {
            texts.sort();
            let text = texts.concat();
            let known = best.entry(cards).or_insert((uses, text.clone()));
            if (uses, &text) < (known.0, &known.1) {
                *known = (uses, text);
            }
        }
        best
    }

    /// Cards fall down their columns; those that end in another space have moved.
    pub(crate) fn fall(&mut self) {
        for cards in &mut self.columns {
            let height = cards.len();
            let mut fallen: Vec<Option<Tile>> = Vec::new();
            for (row, card) in cards.drain(..).enumerate() {
                if let Some(mut tile) = card {
                    tile.moved |= row != fallen.len();
                    fallen.push(Some(tile));
                }
            }
            fallen.resize(height, None);
            *cards = fallen;
        }
    }

    /// Forgets what has moved, at the end of a turn.
    pub(crate) fn forget(&mut self) {
        for tile in self.columns.iter_mut().flatten().flatten() {
            (tile.moved, tile.flipped, tile.used) = (false, false, false);
        }
    }

    /// Forgets whose powers have been used.
    pub(crate) fn forget_used(&mut self) {
        self.columns
            .iter_mut()
            .flatten()
            .flatten()
            .for_each(|tile| tile.used = false);
    }

    /// Lays a card on top of a column.
    pub(crate) fn lay(&mut self, column: usize, card: &str) {
        let row = self.columns[column]
            .iter()
            .position(Option::is_none)
            .expect("the column has a free space");
        self.columns[column][row] = Some(tile(card));
    }
}
