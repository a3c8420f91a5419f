//! **Roaming danger** (3.3): a whale swims below the ice, and what it meets is gone. **Push and
//! whale** (3.8): penguins push others, too.

use floe_game::{DraftError, DraftField, Player, Score};
use floe_hex::{Direction, Hex, HexSet, Layout};

use crate::floe::mix;
use crate::plain::slide;
use crate::push;
use crate::variant_knowledge::counts;
use crate::variant_rules::default_gain;
use crate::{
    DealError, Floe, FloeDraft, FloePart, MoveKind, Outline, OwnFeatures, Plain, SetUp,
    VariantInfo, VariantKnowledge, VariantMove, VariantRules, VariantText,
};

/// State of the rules of `whale` (3.3) and of `push+whale` (3.8): the hex above the whale.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Whale {
    hex: Hex,
    /// Whether penguins push. The whale does not swim after a push, for no tile was vacated.
    pushes: bool,
}

/// Own features of rules with a whale.
const FEATURES: &[&str] = &[
    // Its penguins.
    "penguins",
    // Those that the whale meets after one, two and three hexes.
    "whale-in-one",
    "whale-in-two",
    "whale-in-three",
    // Such penguins of the side to move, which may use its turn to save them.
    "whale-mover",
    // Penguins in a line with the whale, farther away, with none between.
    "whale-later",
];
/// Own features of rules with a whale and pushes.
const PUSH_FEATURES: &[&str] = &[
    FEATURES[0],
    FEATURES[1],
    FEATURES[2],
    FEATURES[3],
    FEATURES[4],
    FEATURES[5],
    push::FEATURES[1],
    push::FEATURES[2],
    push::FEATURES[3],
    push::FEATURES[4],
    push::FEATURES[5],
];

impl VariantRules for Whale {
    type Word = u64;
    type Move = VariantMove;
    const INFO: &'static VariantInfo = &VariantInfo {
        name: "whale",
        has_teams: true,
        moves: &[MoveKind::Place, MoveKind::Slide, MoveKind::Whale],
        help: include_str!("help.txt"),
        keys: &["whale"],
        features: FEATURES,
        ..VariantInfo::NEW
    };

    fn new(info: &VariantInfo) -> Option<Whale> {
        let both = [false, true].map(|pushes| Whale {
            pushes,
            ..Whale::default()
        });
        both.into_iter().find(|whale| whale.info() == info)
    }

    fn info(&self) -> &'static VariantInfo {
        if self.pushes {
            Whale::PUSH_INFO
        } else {
            Whale::INFO
        }
    }

    fn deal(
        &mut self,
        floe: &mut Floe,
        tiles: [HexSet; 3],
        set_up: &SetUp,
        _seed: u64,
    ) -> Result<(), DealError> {
        self.surface(
            floe,
            start(set_up.outline, tiles[2]).ok_or(DealError::Whale)?,
        );
        Ok(())
    }

    #[inline]
    fn for_each_choice(&self, floe: &Floe, mut visit: impl FnMut(VariantMove)) {
        for from in floe.penguins(floe.turn) {
            let fish = floe.fish(from);
            for to in floe.slides(from) {
                let after = slid(floe, from, to);
                let mut stays = true;
                for direction in Direction::ALL {
                    if self.swim(&after, direction, fish).is_some() {
                        visit(VariantMove::Whale(from, to, direction));
                        stays = false;
                    }
                }
                if stays {
                    visit(VariantMove::Slide(from, to));
                }
            }
        }
        push::pushes(floe, floe.turn, self.spared(floe))
            .for_each(|(from, to)| visit(VariantMove::Push(from, to)));
    }

    fn play(&mut self, floe: &mut Floe, mv: VariantMove) {
        match mv {
            VariantMove::Push(from, to) => push::push(floe, from, to),
            VariantMove::Whale(from, to, direction) => {
                self.slide_and_swim(floe, from, to, direction);
            }
            mv => slide(floe, mv),
        }
        self.pass_turn(floe, floe.next(floe.turn));
    }

    fn can_move(&self, floe: &Floe, player: Player) -> bool {
        floe.can_slide(player)
            || push::pushes(floe, player, self.spared(floe))
                .next()
                .is_some()
    }

    #[inline]
    fn key(&self, floe: &Floe) -> u64 {
        let key = mix(floe.key(), 64 + self.hex.index() as u64);
        if self.pushes { mix(key, 2) } else { key }
    }
}

impl VariantKnowledge for Whale {
    /// Prefers pushes, and that the whale swims towards other penguins, not towards own ones.
    fn gain(&self, floe: &Floe, mv: VariantMove) -> Score {
        let usual = default_gain(self, floe, mv);
        let direction = match mv {
            VariantMove::Push(..) => return Score::MAX,
            VariantMove::Whale(_, _, direction) => direction,
            _ => return usual,
        };
        let ray = floe.geometry().ray(self.hex, direction);
        let own = floe.penguins(floe.turn);
        let others = floe.tiles - floe.free() - own;
        usual + (ray & others).len() as Score - (ray & own).len() as Score
    }

    fn own_features<const N: usize>(&self, floe: &Floe, sides: [HexSet; N]) -> [OwnFeatures; N] {
        let ([one, two, three], later) = self.met(floe);
        let mut features = [OwnFeatures::default(); N];
        for place in 0..N {
            let own = sides[place];
            let one = (one & own).len();
            let two = (two & own).len();
            let three = (three & own).len();
            let mover = if place == 0 { one + two + three } else { 0 };
            features[place] = counts([own.len(), one, two, three, mover, (later & own).len()]);
        }
        if self.pushes {
            let pushes = push::own_features(floe, sides, self.spared(floe));
            for (features, pushes) in features.iter_mut().zip(pushes) {
                // The number of penguins is there already.
                features[FEATURES.len()..][..push::FEATURES.len() - 1]
                    .copy_from_slice(&pushes[1..push::FEATURES.len()]);
            }
        }
        features
    }

    /// Names the hex of the whale, the penguins that it would meet if it swam far enough, and those
    /// that can be pushed.
    fn notes(&self, floe: &Floe) -> Vec<String> {
        let geometry = floe.geometry();
        let meets = |direction: Direction| {
            let hex = (geometry.ray(self.hex, direction) & floe.occupied()).nearest(direction)?;
            Some(format!("{}'s on {}", floe.owner(hex)?, geometry.name(hex)))
        };
        let met: Vec<String> = Direction::ALL.into_iter().filter_map(meets).collect();
        let met = if met.is_empty() {
            "none".to_owned()
        } else {
            met.join(", ")
        };
        let whale = format!(
            "The whale is on {}. The first penguins that it would meet: {met}.",
            geometry.name(self.hex)
        );
        [vec![whale], push::notes(floe, self.spared(floe))].concat()
    }
}

impl VariantText for Whale {
    fn set_up(&mut self, floe: &mut Floe, draft: &FloeDraft) -> Result<(), DraftError> {
        let field = DraftField::named("whale");
        let Some(hex) = draft.whale else {
            return Err(field.expected("' whale=' and the hex of the whale"));
        };
        if let Some(owner) = floe.owner(hex) {
            let without = format!("a hex without a penguin; {owner} has one there");
            return Err(field.expected(without));
        }
        self.surface(floe, hex);
        Ok(())
    }

    fn fill_draft(&self, _floe: &Floe, draft: &mut FloeDraft) {
        draft.whale = Some(self.hex);
    }

    fn legend(&self, floe: &Floe) -> Vec<String> {
        vec![format!(
            "W: the whale, on {}.",
            floe.geometry().name(self.hex)
        )]
    }

    fn drawn(&self, _floe: &Floe, hex: Hex, token: &str) -> String {
        match (self.hex == hex, token) {
            (true, ".") => "W".to_owned(),
            (true, token) => format!("W{token}"),
            (false, token) => token.to_owned(),
        }
    }

    fn parts(&self, floe: &Floe, choice: VariantMove) -> Vec<FloePart<u64>> {
        let mut parts = push::parts::<Whale>(floe, choice);
        if let VariantMove::Whale(from, to, direction) = choice {
            let swim = self.swim(&slid(floe, from, to), direction, floe.fish(from));
            let (end, prey) = swim.expect("the whale can swim there");
            let taken = prey.map_or(String::new(), |owner| {
                format!(" and takes {owner}'s penguin")
            });
            let name = floe.geometry().name(end);
            parts.push(FloePart {
                words: format!(
                    "the whale swims {} to {name}{taken}",
                    direction_name(direction)
                ),
                way: Some((self.hex, end)),
                lost: prey.map_or(HexSet::EMPTY, |_| end.into()),
                ..FloePart::at("Which way does the whale swim?", end)
            });
        }
        parts
    }

    fn why_no_target(&self, floe: &Floe, choice: VariantMove, hex: Hex) -> Option<String> {
        let VariantMove::Whale(from, to, _) = choice else {
            return None;
        };
        let geometry = floe.geometry();
        let fish = floe.fish(from);
        let name = geometry.name(hex);
        let whale = geometry.name(self.hex);
        let direction = Direction::ALL
            .into_iter()
            .find(|&way| geometry.ray(self.hex, way).contains(hex));
        Some(
            match direction.map(|way| (way, self.swim(&slid(floe, from, to), way, fish))) {
                None if hex == self.hex => {
                    format!("The whale cannot stay on {name}: choose where it swims.")
                }
                None => format!(
                    "The whale swims in a straight line, and {name} is in none with {whale}."
                ),
                Some((way, Some((end, _)))) => {
                    let way = direction_name(way);
                    let end = geometry.name(end);
                    format!(
                        "As many hexes as the fish on {} ({fish}), to the edge or the first penguin: {way} the whale swims to {end}.",
                        geometry.name(from)
                    )
                }
                Some((way, None)) => {
                    format!(
                        "The whale cannot swim {}: a player's last penguin is in the way.",
                        direction_name(way)
                    )
                }
            },
        )
    }

    fn why_illegal(&self, floe: &Floe, sign: char, from: Hex, to: Hex) -> Option<String> {
        if sign == 'x' && self.pushes {
            let is_push =
                push::pushes(floe, floe.turn, HexSet::EMPTY).any(|push| push == (from, to));
            let last = || {
                format!(
                    "the penguin on {} is the last one of its player",
                    floe.geometry().name(to)
                )
            };
            return Some(if is_push {
                last()
            } else {
                push::why_no_push(floe, from, to)
            });
        }
        let is_blocked = floe.blocked(from, to, floe.slides(from)) == Some(self.hex);
        let blocked = || {
            format!(
                "the way is blocked on {} by the whale",
                floe.geometry().name(self.hex)
            )
        };
        Plain
            .why_illegal(floe, sign, from, to)
            .or_else(|| is_blocked.then(blocked))
    }
}

impl Whale {
    /// Name and properties of push+whale (3.8).
    pub(crate) const PUSH_INFO: &'static VariantInfo = &VariantInfo {
        name: "push+whale",
        moves: &[
            MoveKind::Place,
            MoveKind::Slide,
            MoveKind::Whale,
            MoveKind::Push,
        ],
        help: include_str!("push_help.txt"),
        features: PUSH_FEATURES,
        ..*Whale::INFO
    };

    /// Penguins that cannot be pushed: the last ones of their players, or all.
    fn spared(&self, floe: &Floe) -> HexSet {
        let mut spared = HexSet::EMPTY;
        for &own in &floe.penguins {
            if !self.pushes || !own.is_several() {
                spared |= own;
            }
        }
        spared
    }

    /// Penguins that the whale can take: in each direction the first one, unless it is the last one
    /// of its player. Those that it meets after one, two and three hexes, and those farther away.
    fn met(self, floe: &Floe) -> ([HexSet; 3], HexSet) {
        let geometry = floe.geometry();
        let occupied = floe.occupied();
        let mut last = HexSet::EMPTY;
        for &own in &floe.penguins {
            if !own.is_several() {
                last |= own;
            }
        }
        let (mut near, mut later) = ([HexSet::EMPTY; 3], HexSet::EMPTY);
        for direction in Direction::ALL {
            let ray = geometry.ray(self.hex, direction);
            let Some(hex) = (ray & occupied).nearest(direction) else {
                continue;
            };
            if last.contains(hex) {
                continue;
            }
            let between = (ray - geometry.ray(hex, direction)).len() as usize - 1;
            match near.get_mut(between) {
                Some(near) => near.insert(hex),
                None => later.insert(hex),
            }
        }
        (near, later)
    }

    /// Moves the whale to a hex, which nothing can enter then.
    fn surface(&mut self, floe: &mut Floe, hex: Hex) {
        self.hex = hex;
        floe.closed = hex.into();
    }

    /// The hex where the whale ends when it swims, and the player whose penguin it takes; `None` if
    /// it cannot swim even one hex.
    #[inline]
    fn swim(self, floe: &Floe, direction: Direction, fish: i32) -> Option<(Hex, Option<Player>)> {
        let geometry = floe.geometry();
        let mut at = self.hex;
        let mut swum = 0;
        while swum < fish
            && let Some(next) = geometry.neighbour(at, direction)
        {
            if let Some(owner) = floe.owner(next) {
                if floe.penguins(owner).is_several() {
                    return Some((next, Some(owner)));
                }
                break;
            }
            at = next;
            swum += 1;
        }
        (swum > 0).then_some((at, None))
    }

    /// Makes a slide, after which the whale swims.
    fn slide_and_swim(&mut self, floe: &mut Floe, from: Hex, to: Hex, direction: Direction) {
        let fish = floe.fish(from);
        *floe = slid(floe, from, to);
        let (end, prey) = self
            .swim(floe, direction, fish)
            .expect("the whale can swim there");
        if let Some(owner) = prey {
            floe.penguins[owner.index()].remove(end);
        }
        self.surface(floe, end);
    }
}

const fn direction_name(direction: Direction) -> &'static str {
    [
        "east",
        "south-east",
        "south-west",
        "west",
        "north-west",
        "north-east",
    ][direction as usize]
}

/// Start of the whale: the three-fish tile nearest to the middle of the outline, the first in
/// reading order among equals; `None` without such a tile.
fn start(outline: Outline, threes: HexSet) -> Option<Hex> {
    let geometry = outline.geometry();
    let hexes = geometry.hexes();
    let count = hexes.len() as i32;
    // In half hexes to the right and rows down, both multiplied by the number of hexes: then the
    // mean is whole.
    let sum = hexes
        .into_iter()
        .map(|hex| geometry.place(hex))
        .fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let distance = |hex: &Hex| {
        let at = geometry.place(*hex);
        let right = count * at.0 - sum.0;
        let down = count * at.1 - sum.1;
        // A row is √3 half hexes high.
        right * right + 3 * down * down
    };
    threes.into_iter().min_by_key(distance)
}

/// The floe after a slide, before the whale swims.
#[inline]
fn slid(floe: &Floe, from: Hex, to: Hex) -> Floe {
    let mut after = *floe;
    after.slide(from, to);
    after
}
