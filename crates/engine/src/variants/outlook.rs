use floe_fish::Value;
use floe_game::{Game, Interval, Player, Score};
use floe_hex::{Direction, HexSet, Layout};
use floe_search::Payoffs;
use floe_variants::{Kind, Variant, VariantMove};

use crate::Evaluation;
use crate::evaluation::features;
use crate::games::EvalFeatures;

/// How a side sees what is on the floe.
pub(super) trait Sight {
    /// What tiles are worth to whoever takes them.
    fn worth(&self, hexes: HexSet) -> Score;

    /// What becomes of what a side would still get.
    fn expected(&self, side: HexSet, to_come: Score) -> Score;
}

impl Sight for Variant {
    #[inline]
    fn worth(&self, hexes: HexSet) -> Score {
        self.value(hexes).score()
    }

    #[inline]
    fn expected(&self, side: HexSet, to_come: Score) -> Score {
        if self.rules().variant == Some(Kind::Group) { crowded(self, side, to_come) } else { to_come }
    }
}

/// A penguin that can be pushed at once is worth so much less to its owner: several fish that it will not take.
const IN_DANGER: Score = 640;
/// What is left of that where its owner is to move first.
const WARNED: Score = 160;
/// A free hex around a penguin is worth so much of a penguin's life.
const BREATH: [Score; 7] = [0, 40, 70, 90, 104, 114, 120];
/// A tile that only one side reaches first, where penguins must survive.
const ROOM: Score = 6;

/// What every one of `N` sides will still get, the one to move first; what it stands on is included: the evaluation of the base game
/// where tiles are taken as there; where penguins must survive, how much room they have.
fn still_gets<const N: usize>(
    position: &Variant,
    sides: [HexSet; N],
    sight: &impl Sight,
    base: &Evaluation,
) -> [Score; N] {
    if position.rules().variant == Some(Kind::Survival) {
        return survival(position, sides);
    }
    let free = position.free();
    let features = features(position.outline(), sides, free, |hexes| sight.worth(hexes));
    let row = base.row_of(N, position.is_placement(), free.len());
    std::array::from_fn(|place| {
        let standing = position.value(sides[place]).score();
        let turn = if N > 2 || place == 0 { row.turn(place) } else { 0 };
        let to_come = standing + row.apply(&features[place]) + turn;
        sight.expected(sides[place], to_come)
    })
}

/// Everybody's result as a guess, by player; in teams those of the teams. Of two sides only the margin means something.
pub(super) fn results(position: &Variant, sight: &impl Sight, base: &Evaluation) -> Payoffs {
    let (players, mover) = (position.players(), position.last_turn());
    let of = |player: Player| position.penguins(player);
    let mut results = Payoffs::default();
    let mut tell = |to_come: &[Score], count: usize| {
        for player in Player::first(players) {
            let place = (player.index() + count - mover.index() % count) % count;
            results[player.index()] = position.score(player) + to_come[place];
        }
    };
    match players {
        _ if position.has_two_sides() => tell(&still_gets::<2>(position, two_sides(position), sight, base), 2),
        3 => tell(&still_gets::<3>(position, in_turn(mover, players, of), sight, base), 3),
        _ => tell(&still_gets::<4>(position, in_turn(mover, players, of), sight, base), 4),
    }
    if position.rules().variant == Some(Kind::Push) {
        for player in Player::first(players) {
            results[player.index()] -= danger(position, player);
        }
    }
    results
}

fn in_turn<const N: usize>(mover: Player, players: usize, of: impl Fn(Player) -> HexSet) -> [HexSet; N] {
    std::array::from_fn(|place| of(Player::new((mover.index() + place) % players)))
}

/// The penguins of both sides, those of the side to move first.
fn two_sides(position: &Variant) -> [HexSet; 2] {
    let mut sides = [HexSet::EMPTY; 2];
    for player in Player::first(position.players()) {
        sides[(player.index() ^ position.last_turn().index()) & 1] |= position.penguins(player);
    }
    sides
}

/// What it costs that penguins can be pushed; in teams what it costs the team.
fn danger(position: &Variant, player: Player) -> Score {
    let on_side = |other: Player| are_mates(position, player, other);
    let own = Player::first(position.players()).filter(|&other| on_side(other));
    let own = own.fold(HexSet::EMPTY, |all, mate| all | position.penguins(mate));
    let others = Player::first(position.players()).filter(|&other| !on_side(other));
    let endangered = others.fold(HexSet::EMPTY, |all, other| all | position.victims(other)) & own;
    let each = if on_side(position.last_turn()) { WARNED } else { IN_DANGER };
    each * endangered.len() as Score
}

/// Penguins that stand together take a tile several times.
fn crowded(position: &Variant, side: HexSet, to_come: Score) -> Score {
    let (mut penguins, mut squares) = (0, 0);
    for hex in side {
        let here: u32 =
            Player::first(position.players()).map(|player| position.penguins_on(player, hex)).max().unwrap_or(0);
        penguins += here as Score;
        squares += (here * here) as Score;
    }
    if penguins == 0 { to_come } else { to_come * (penguins + squares) / (2 * penguins) }
}

/// How long penguins will live: by the free hexes around them, and the room that a side reaches first.
fn survival<const N: usize>(position: &Variant, sides: [HexSet; N]) -> [Score; N] {
    let (outline, free) = (position.outline(), position.free());
    let geometry = outline.geometry();
    let mut lives = sides
        .map(|side| side.into_iter().map(|hex| BREATH[(geometry.adjacent(hex) & free).len() as usize]).sum::<Score>());
    let (mut front, mut open) = (sides, free);
    while !open.is_empty() {
        let next = front.map(|side| outline.neighbours(side) & open);
        let all = next.iter().fold(HexSet::EMPTY, |all, &side| all | side);
        if all.is_empty() {
            break;
        }
        for side in 0..N {
            let others =
                (0..N).filter(|&other| other != side).fold(HexSet::EMPTY, |others, other| others | next[other]);
            lives[side] += ROOM * (next[side] - others).len() as Score;
        }
        open -= all;
        front = next;
    }
    lives
}

/// What a move takes at once, or reaches.
pub(super) fn gain(position: &Variant, mv: VariantMove) -> Score {
    let geometry = position.outline().geometry();
    let (from, to) = mv.ends(geometry);
    let around = |hex| geometry.adjacent(hex) & position.free();
    match (mv, position.rules().variant) {
        (VariantMove::Place(hex), _) => position.value(around(hex)).score(),
        (_, Some(Kind::Survival)) => (around(to) - from.into()).len() as Score,
        (VariantMove::Push { .. }, _) => Score::MAX,
        (VariantMove::Together { .. }, _) => 2 * position.value(to.into()).score(),
        (VariantMove::Whale { swim, .. }, _) => 4 * position.value(to.into()).score() + meets(position, swim),
        _ => 4 * position.value(to.into()).score(),
    }
}

/// Whether the whale swims towards others rather than own penguins.
fn meets(position: &Variant, swim: u8) -> Score {
    let Some(whale) = position.whale() else { return 0 };
    let ray = position.outline().geometry().ray(whale, Direction::ALL[usize::from(swim)]);
    let own = position.penguins(position.last_turn());
    let others = position.tiles() - position.free() - own;
    (ray & others).len() as Score - (ray & own).len() as Score
}

impl EvalFeatures for Variant {
    #[inline]
    fn results(&self, base: &Evaluation) -> Payoffs {
        results(self, self, base)
    }

    #[inline]
    fn gain(&self, mv: VariantMove) -> Score {
        gain(self, mv)
    }

    fn prospects(&self, player: Player) -> Interval<Score> {
        let mates = Player::first(self.players()).filter(|&mate| are_mates(self, player, mate));
        let (mut own, mut penguins) = (HexSet::EMPTY, 0);
        for mate in mates {
            own |= self.penguins(mate);
            penguins += self.penguins(mate).into_iter().map(|hex| self.penguins_on(mate, hex) as i32).sum::<i32>();
        }
        if penguins == 0 && !self.is_placement() {
            return Interval::exact(0);
        }
        let sum = |hexes: HexSet, sign: i32| -> i32 {
            hexes.into_iter().map(|hex| sign * (sign * self.fish(hex)).max(0)).sum()
        };
        let (least, most) = match self.rules().variant {
            // Everybody keeps what it stands on, and gets nowhere across others.
            None => {
                let (standing, reach) = (self.value(own), self.outline().flood(own, self.crossing()) & self.free());
                let most = Value { fish: sum(reach, 1), tiles: reach.len() as i32 };
                let least = Value { fish: sum(reach, -1), tiles: 0 };
                return Interval::new(standing.score() + least.score(), standing.score() + most.score());
            }
            Some(Kind::Survival) => {
                (Value { fish: 0, tiles: sum(self.tiles(), -1) }, Value { fish: penguins, tiles: sum(self.tiles(), 1) })
            }
            // All penguins may leave a tile together.
            Some(Kind::Group) => (
                Value { fish: penguins * sum(self.tiles(), -1), tiles: 0 },
                Value { fish: penguins * sum(self.tiles(), 1), tiles: self.tiles().len() as i32 },
            ),
            Some(_) => (
                Value { fish: sum(self.tiles(), -1), tiles: 0 },
                Value { fish: sum(self.tiles(), 1), tiles: self.tiles().len() as i32 },
            ),
        };
        Interval::new(least.score(), most.score())
    }
}

/// Whether both are on the same side.
fn are_mates(position: &Variant, a: Player, b: Player) -> bool {
    if position.has_two_sides() { (a.index() ^ b.index()) & 1 == 0 } else { a == b }
}
