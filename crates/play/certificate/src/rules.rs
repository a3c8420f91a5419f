use std::collections::HashMap;

use floe_fish::{Position, Value};
use floe_game::{Game, Interval, Player, Score};
use floe_hex::{HexSet, Layout, Standard};

use crate::claim::{MarginClaim, Relation};
use crate::rest::{Rest, Step};

/// Rest on which the value of a whole depends: of another rest, or of a position. For the player to
/// move in the whole, its value is `base + sign * value(rest)`. The value of a rest is the margin
/// still to come for the player to move in it; the value of a position is its final margin.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Margin that is certain, for the player to move in the whole, in 1/128 fish.
    pub base: Score,
    /// 1 if the player to move in `rest` is the player to move in the whole, else -1.
    pub sign: Score,
    /// Rest in its normal form (`docs/theory.md`, section 9), without free tiles if nothing is
    /// open.
    pub rest: Rest,
}

impl Part {
    /// The claim about `rest` that holds if and only if the value of the whole has this relation to
    /// `bound`, in 1/128 fish.
    pub fn claim(&self, relation: Relation, bound: Score) -> MarginClaim {
        let Part { base, sign, rest } = *self;
        let relation = if sign > 0 {
            relation
        } else {
            relation.turned()
        };
        MarginClaim {
            rest,
            relation,
            bound: sign * (bound - base),
        }
    }
}

/// Most that one player can collect in an area of its own.
#[derive(Clone, Copy, Default, Debug)]
struct OwnLine {
    /// Value of the best line.
    best: Score,
    /// Moves of the longest line.
    longest: i32,
}

/// Maximum number of tiles of an own area that becomes waiting moves.
const MAX_OWN_TILES: u32 = 8;

/// Maximum number of lines that are remembered: about 50 MiB.
const MAX_OWN_LINES: usize = 1 << 20;

/// More waiting moves than any other side has moves.
const UNLIMITED_WAITS: i32 = 64;

/// Rules for rests of the game on the floe of one position: moves, and what is certain without a
/// search.
#[derive(Debug)]
pub struct EndingRules {
    position: Position<2>,
    /// Lines of own areas by tiles and penguins.
    own: HashMap<(HexSet, HexSet), OwnLine>,
}

impl EndingRules {
    /// Creates the rules for rests of the game that continues from `position`.
    pub fn new(position: &Position<2>) -> EndingRules {
        EndingRules {
            position: *position,
            own: HashMap::new(),
        }
    }

    /// The position for which the rules were created: all rests come from games that continue from
    /// it.
    pub fn position(&self) -> &Position<2> {
        &self.position
    }

    /// The final margin for the player to move in the position. Tiles taken and tiles under
    /// penguins are certain (`docs/theory.md`, section 1).
    pub fn root(&mut self) -> Part {
        let position = self.position;
        let turn = position.last_turn();
        let penguins = [0, 1].map(|player| position.penguins(Player::new(player)));
        let rest = Rest {
            free: position.free(),
            penguins,
            turn,
            waits: 0,
        };
        let part = self.part(rest, 1);
        Part {
            base: part.base + self.banked(turn) - self.banked(rest.other()),
            ..part
        }
    }

    /// Value of what a player has taken in the position, and of the tiles under its penguins.
    fn banked(&self, player: Player) -> Score {
        self.position.score(player) + self.position.value(self.position.penguins(player))
    }

    /// Normal form: without what changes no value (section 2), and with small pure own areas as a
    /// sum and waiting moves (section 4).
    fn part(&mut self, rest: Rest, sign: Score) -> Part {
        let mut rest = rest.stripped();
        let areas = rest.areas();
        let is_contested = areas.iter().any(|area| area.owner().is_none());
        let mut certain = 0;
        for area in areas.iter().filter(|area| area.free.len() <= MAX_OWN_TILES) {
            let Some(owner) = area.owner() else { continue };
            let line = self.own_line(area.free, area.penguins[owner.index()]);
            let moves = Value::from_score(line.best).tiles;
            if is_contested && line.longest > moves {
                continue;
            }
            let sign = if owner == rest.turn { 1 } else { -1 };
            certain += sign * line.best;
            rest.waits += sign * moves;
            rest = rest.within(
                rest.free - area.free,
                rest.all_penguins() - area.all_penguins(),
            );
        }
        if !is_contested {
            rest.waits = 0;
        }
        Part {
            base: sign * certain,
            sign,
            rest: rest.clamped(),
        }
    }

    /// The best line and the longest one of a player alone.
    fn own_line(&mut self, free: HexSet, penguins: HexSet) -> OwnLine {
        if let Some(&known) = self.own.get(&(free, penguins)) {
            return known;
        }
        let mut all = OwnLine::default();
        for from in penguins {
            for to in Standard.geometry().slides(from, free) {
                let rest = self.own_line(free - to.into(), (penguins - from.into()) | to.into());
                all.best = all.best.max(self.position.value(to.into()) + rest.best);
                all.longest = all.longest.max(1 + rest.longest);
            }
        }
        if self.own.len() == MAX_OWN_LINES {
            self.own.clear();
        }
        self.own.insert((free, penguins), all);
        all
    }

    /// Fish and number of the free tiles that a player reaches, in 1/128 fish.
    fn reached(&self, rest: &Rest, player: Player) -> Score {
        self.position.value(rest.reach(player))
    }

    /// Certain bounds of the margin still to come in `rest`, for the player to move in it, in 1/128
    /// fish: no player gets more than all tiles that it reaches (`docs/theory.md`, section 5).
    pub fn bounds(&self, rest: &Rest) -> Interval<Score> {
        Interval::new(
            -self.reached(rest, rest.other()),
            self.reached(rest, rest.turn),
        )
    }

    /// Whether a claim follows from the [bounds](EndingRules::bounds) of its rest alone.
    pub fn is_evident(&self, claim: &MarginClaim) -> bool {
        let bounds = self.bounds(&claim.rest);
        match claim.relation {
            Relation::AtLeast => bounds.lower >= claim.bound,
            Relation::AtMost => bounds.upper <= claim.bound,
        }
    }

    /// The value of `rest` if its player to move makes the move `step`, for that player. Whether
    /// the move is legal is not checked.
    pub fn after(&mut self, rest: &Rest, step: Step) -> Part {
        let mut after = Rest {
            turn: rest.other(),
            waits: -rest.waits,
            ..*rest
        };
        let mut landed = 0;
        match step {
            Step::Wait => after.waits += 1,
            Step::Slide(from, to) => {
                let own = &mut after.penguins[rest.turn.index()];
                *own = (*own - from.into()) | to.into();
                after.free -= to.into();
                landed = self.position.value(to.into());
            }
        }
        let part = self.part(after, -1);
        Part {
            base: part.base + landed,
            ..part
        }
    }

    /// The areas of a rest, each as a rest of its own, in which one player has unlimited waiting
    /// moves. A claim about `rest` with this relation follows from claims with this relation about
    /// the areas, if the sum of their bounds is at least as strong (`docs/theory.md`, section 6).
    ///
    /// For an upper bound, the player to move has the waiting moves and moves first in every area.
    /// For a lower bound, the other player has the waiting moves and moves first in every area but
    /// the last, in which the player to move moves first.
    pub fn areas(&mut self, rest: &Rest, relation: Relation) -> Vec<Part> {
        let waiting = if relation == Relation::AtMost {
            rest.turn
        } else {
            rest.other()
        };
        let areas = rest.areas();
        let last = areas.len().saturating_sub(1);
        let mut parts = Vec::new();
        for (index, area) in areas.into_iter().enumerate() {
            let turn = if index == last { rest.turn } else { waiting };
            let waits = if turn == waiting {
                UNLIMITED_WAITS
            } else {
                -UNLIMITED_WAITS
            };
            let sign = if turn == rest.turn { 1 } else { -1 };
            parts.push(self.part(
                Rest {
                    turn,
                    waits,
                    ..area
                },
                sign,
            ));
        }
        parts
    }
}
