//! **Roaming danger** (3.3): a whale swims below the ice, and what it meets is gone.

use floe_fish::PositionError;
use floe_game::{Player, Score};
use floe_hex::{Direction, Hex, HexSet, Layout};

use crate::floe::mix;
use crate::notation::{Keys, expected};
use crate::plain::slide;
use crate::variant_rules::default_gain;
use crate::{DealError, Floe, Outline, Plain, SetUp, VariantInfo, VariantMove, VariantRules};

/// The rules of whale (3.3), with the hex above the whale.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Whale(Hex);

impl VariantRules for Whale {
    type Word = u64;
    type Move = VariantMove;

    const INFO: &'static VariantInfo =
        &VariantInfo { name: "whale", help: include_str!("help.txt"), keys: &["whale"], ..VariantInfo::BASE };

    fn deal(&mut self, floe: &mut Floe, tiles: [HexSet; 3], set_up: &SetUp, _seed: u64) -> Result<(), DealError> {
        self.surface(floe, start(set_up.outline, tiles[2]).ok_or(DealError::Whale)?);
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
                        visit(VariantMove::Whale { from, to, swim: direction as u8 });
                        stays = false;
                    }
                }
                if stays {
                    visit(VariantMove::Slide { from, to });
                }
            }
        }
    }

    fn play(&mut self, floe: &mut Floe, mv: VariantMove) {
        self.slide_and_swim(floe, mv);
        self.pass_turn(floe, floe.next(floe.turn));
    }

    #[inline]
    fn key(&self, floe: &Floe) -> u64 {
        mix(floe.key(), 64 + self.0.index() as u64)
    }

    fn read_keys(&mut self, floe: &mut Floe, keys: &Keys<'_>) -> Result<(), PositionError> {
        let value = keys.require("whale", "' whale=' and the hex of the whale")?;
        let Some(hex) = floe.geometry().hex(value.text()) else { return expected(value, &"a hex such as d5") };
        if let Some(owner) = floe.owner(hex) {
            return expected(value, &format!("a hex without a penguin; {owner} has one there"));
        }
        self.surface(floe, hex);
        Ok(())
    }

    fn written_keys(&self, floe: &Floe) -> String {
        format!(" whale={}", floe.geometry().name(self.0))
    }

    fn legend(&self, floe: &Floe) -> Vec<String> {
        vec![format!("W: the whale, on {}.", floe.geometry().name(self.0))]
    }

    fn drawn(&self, _floe: &Floe, hex: Hex, token: &str) -> String {
        match (self.0 == hex, token) {
            (true, ".") => "W".to_owned(),
            (true, token) => format!("W{token}"),
            (false, token) => token.to_owned(),
        }
    }

    /// Prefers that the whale swims towards other penguins, not towards own ones.
    fn gain(&self, floe: &Floe, mv: VariantMove) -> Score {
        let usual = default_gain(self, floe, mv);
        let VariantMove::Whale { swim, .. } = mv else { return usual };
        let ray = floe.geometry().ray(self.0, Direction::ALL[usize::from(swim)]);
        let own = floe.penguins(floe.turn);
        let others = floe.tiles - floe.free() - own;
        usual + (ray & others).len() as Score - (ray & own).len() as Score
    }

    /// Names the hex of the whale, and the penguins that it would meet if it swam far enough.
    fn notes(&self, floe: &Floe) -> Vec<String> {
        let geometry = floe.geometry();
        let meets = |direction: Direction| {
            let hex = (geometry.ray(self.0, direction) & floe.occupied()).nearest(direction)?;
            Some(format!("{}'s on {}", floe.owner(hex)?, geometry.name(hex)))
        };
        let met: Vec<String> = Direction::ALL.into_iter().filter_map(meets).collect();
        let met = if met.is_empty() { "none".to_owned() } else { met.join(", ") };
        vec![format!("The whale is on {}. The first penguins that it would meet: {met}.", geometry.name(self.0))]
    }

    fn why_illegal(&self, floe: &Floe, sign: char, from: Hex, to: Hex) -> Option<String> {
        let is_blocked = floe.blocked(from, to, floe.slides(from)) == Some(self.0);
        let blocked = || format!("the way is blocked on {} by the whale", floe.geometry().name(self.0));
        Plain.why_illegal(floe, sign, from, to).or_else(|| is_blocked.then(blocked))
    }
}

impl Whale {
    /// Moves the whale to a hex, which nothing can enter then.
    pub(crate) fn surface(&mut self, floe: &mut Floe, hex: Hex) {
        self.0 = hex;
        floe.closed = hex.into();
    }

    /// The hex where the whale ends when it swims, and the player whose penguin it takes; `None` if it cannot swim even one hex.
    #[inline]
    fn swim(self, floe: &Floe, direction: Direction, fish: i32) -> Option<(Hex, Option<Player>)> {
        let geometry = floe.geometry();
        let (mut at, mut swum) = (self.0, 0);
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
    pub(crate) fn slide_and_swim(&mut self, floe: &mut Floe, mv: VariantMove) {
        let VariantMove::Whale { from, to, swim } = mv else { return slide(floe, mv) };
        let fish = floe.fish(from);
        *floe = slid(floe, from, to);
        let (end, prey) = self.swim(floe, Direction::ALL[usize::from(swim)], fish).expect("the whale can swim there");
        if let Some(owner) = prey {
            floe.penguins[owner.index()].remove(end);
        }
        self.surface(floe, end);
    }
}

/// Start of the whale: the three-fish tile nearest to the middle of the outline, the first in reading order among equals; `None` without
/// such a tile.
fn start(outline: Outline, threes: HexSet) -> Option<Hex> {
    let geometry = outline.geometry();
    let hexes = geometry.hexes();
    let count = hexes.len() as i32;
    // In half hexes to the right and rows down, both multiplied by the number of hexes: then the mean is whole.
    let sum = hexes.into_iter().map(|hex| geometry.place(hex)).fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let distance = |hex: &Hex| {
        let at = geometry.place(*hex);
        let (right, down) = (count * at.0 - sum.0, count * at.1 - sum.1);
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
