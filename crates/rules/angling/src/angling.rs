//! Position and rules (5.4, 5.5).

use floe_game::{Player, Score};

use crate::board::Board;
use crate::lake::{LakeSpace, LakeSpaces, line, piers};
use crate::tile::{Angler, AnglingSpecial, AnglingSpecials, LakeTile, TileCounts};

/// Step of a day (rules 5.3 and 5.4 in `docs/rules.md`); says what the player to move does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AnglingStep {
    /// The fish lays the tiles, one a move, before the first round.
    Lay,
    /// The player who fishes puts its anglers on piers, one a move.
    Place,
    /// The player who fishes moves one of its anglers clockwise.
    Walk,
    /// The fish shows one tile of the line of the pier that was reached.
    Show,
    /// The player who fishes catches a tile, plays a special, or neither.
    Catch,
    /// The fish moves a tile, plays a special, or ends the round.
    Slide,
    /// The game is over; no player is to move.
    Over,
}

/// Tile moves of a round (5.4).
pub(crate) const SLIDES: u8 = 3;
/// Catch tiles of each distance at the start of a day (5.2), two bits each.
pub(crate) const CATCH_TILES: u8 = 0b1111_1111;
/// Start of an angler that is not placed.
pub(crate) const NOWHERE: u8 = u8::MAX;

/// Catch tiles and specials at the start of each day (5.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct DayOptions {
    /// Catch tiles: two bits for each distance.
    pub(crate) catch: u8,
    pub(crate) has_specials: bool,
}

impl DayOptions {
    /// Options of rule 5.2.
    pub(crate) const USUAL: DayOptions = DayOptions {
        catch: CATCH_TILES,
        has_specials: true,
    };

    /// Specials of both players at the start of a day.
    pub(crate) const fn specials(self) -> AnglingSpecials {
        if self.has_specials {
            AnglingSpecials::ALL
        } else {
            AnglingSpecials::NONE
        }
    }

    /// Nine bits, zero for the usual options.
    pub(crate) const fn bits(self) -> u64 {
        (self.catch ^ CATCH_TILES) as u64 | (!self.has_specials as u64) << 8
    }
}

/// Position of *Gone Fishing!*, or the view that the player who fishes has of it, in which tiles
/// may be unknown. A view can be played on as a position can, also while the fish is to move.
///
/// ```
/// use floe_angling::Angling;
/// use floe_game::{Game, Player, Veiled};
///
/// let position: Angling = "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r".parse()?;
/// let view = position.view(Player::new(0));
/// assert_eq!(view.to_string(), "angling:??3!?/?..?/?r!??/??.? A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r");
/// assert_eq!(view.moves().len(), 14 + 16, "up to 13 and 15 piers, or out");
/// # Ok::<(), floe_game::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Angling {
    /// Tiles of the lake.
    pub(crate) board: Board,
    /// Tiles of the game.
    pub(crate) tiles: TileCounts,
    /// Tiles caught on this day.
    pub(crate) caught: TileCounts,
    /// Catch tiles: two bits for each distance.
    pub(crate) catch: u8,
    pub(crate) specials: AnglingSpecials,
    /// Options of both days of the whole game (5.6); in a study the usual ones.
    pub(crate) days: DayOptions,
    /// Pier of each start tile, from 0.
    pub(crate) starts: [u8; 2],
    /// Piers between each angler and its start; all of them if it is out.
    pub(crate) progress: [u8; 2],
    pub(crate) points: [i8; 2],
    /// Columns and rows of the lake.
    pub(crate) size: u8,
    /// Number of anglers.
    pub(crate) anglers: u8,
    pub(crate) day: u8,
    pub(crate) step: AnglingStep,
    pub(crate) turn: Player,
    /// Angler that has moved, while a tile of its line is shown and caught; otherwise the yellow
    /// one.
    pub(crate) active: Angler,
    /// Space of the tile that the fish shows, during [`AnglingStep::Catch`]; otherwise `None`.
    pub(crate) shown: Option<LakeSpace>,
    /// Tile moves left, during [`AnglingStep::Slide`]; otherwise 0.
    pub(crate) slides: u8,
    /// Whether the angler has forbidden to move tiles in this round.
    pub(crate) is_held: bool,
    /// Whether tiles are laid at random (5.6).
    pub(crate) is_dealt: bool,
}

impl Angling {
    /// Step of the day in this position.
    pub const fn step(&self) -> AnglingStep {
        self.step
    }

    /// Number of the day that is played, 1 or 2.
    pub const fn day(&self) -> usize {
        self.day as usize
    }

    /// Number of columns of the lake, and also of its rows: 2 to 4.
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    /// Player who fishes on this day: A on the first day, B on the second.
    #[inline]
    pub const fn angler(&self) -> Player {
        Player::new(1 - self.day as usize % 2)
    }

    /// Player who plays the fish on this day: B on the first day, A on the second.
    #[inline]
    pub const fn fish(&self) -> Player {
        Player::new(self.day as usize % 2)
    }

    /// Whole points that `player` has so far in both days, not in 1/128 as in
    /// [`Game::score`](floe_game::Game::score). They are below zero if the specials that the
    /// opponent kept cost more than the caught fish are worth.
    ///
    /// # Panics
    /// If `player` is neither A nor B.
    pub fn points(&self, player: Player) -> Score {
        Score::from(self.points[player.index()])
    }

    /// Tiles with which a day begins, tiles that are caught already included.
    pub const fn tiles(&self) -> TileCounts {
        self.tiles
    }

    /// Tiles that the player who fishes has caught so far on this day.
    pub const fn caught(&self) -> TileCounts {
        self.caught
    }

    /// Specials that the two players have not played yet on this day.
    pub const fn specials(&self) -> AnglingSpecials {
        self.specials
    }

    /// The position in which `special` has been taken from the player who owns it, as if it had
    /// been played without effect.
    #[must_use]
    pub const fn without_special(mut self, special: AnglingSpecial) -> Angling {
        self.specials = self.specials.without(special);
        self
    }

    /// The anglers with which the game is played: the yellow one, or both.
    pub fn anglers(&self) -> impl Iterator<Item = Angler> + use<> {
        Angler::ALL.into_iter().take(usize::from(self.anglers))
    }

    /// Player to move; when the game is over, the player who made the last move.
    pub const fn last_turn(&self) -> Player {
        self.turn
    }

    /// Number of piers around the lake: 12, 16 or 20.
    #[inline]
    pub const fn piers(&self) -> usize {
        piers(self.size as usize)
    }

    /// Index of the pier, from 0, on which `angler` stands; `None` if it is not placed yet or is
    /// out (5.5).
    #[inline]
    pub fn pier(&self, angler: Angler) -> Option<usize> {
        let start = self.starts[angler as usize];
        let progress = self.progress[angler as usize];
        let is_there = start != NOWHERE && usize::from(progress) < self.piers();
        is_there.then(|| (usize::from(start) + usize::from(progress)) % self.piers())
    }

    /// Number of piers that `angler` has still to go until it reaches its start and is out: 0 if it
    /// is out, and all [`piers`](Self::piers) if it is not placed yet or takes no part in the game.
    #[inline]
    pub fn piers_ahead(&self, angler: Angler) -> usize {
        self.piers() - usize::from(self.progress[angler as usize])
    }

    /// Whether a second day follows the one that is played.
    pub fn has_day_to_come(&self) -> bool {
        self.day == 1 && self.is_full_game() && self.step != AnglingStep::Over
    }

    /// Start of the second day, as if neither player had points; `None` if no second day follows.
    pub fn next_day(&self) -> Option<Angling> {
        let mut next = *self;
        next.points = [0; 2];
        next.begin_next_day();
        self.has_day_to_come().then_some(next)
    }

    /// Number of piers that all anglers together have still to go, in this day and in the next if
    /// it follows.
    pub fn piers_to_come(&self) -> usize {
        let ahead: usize = self.anglers().map(|angler| self.piers_ahead(angler)).sum();
        ahead
            + if self.has_day_to_come() {
                self.piers() * usize::from(self.anglers)
            } else {
                0
            }
    }

    /// Whether `angler` is out: it has reached or passed its start on this day (5.5).
    #[inline]
    pub fn is_out(&self, angler: Angler) -> bool {
        usize::from(self.progress[angler as usize]) >= self.piers()
    }

    /// Spaces of the line into which the pier with this index, from 0, looks: the space at distance
    /// 1 first.
    ///
    /// # Panics
    /// If the lake has no such pier.
    #[inline]
    pub fn line(&self, pier: usize) -> &'static [LakeSpace] {
        line(self.size(), pier)
    }

    /// Spaces on which a tile lies, known or not.
    #[inline]
    pub fn occupied(&self) -> LakeSpaces {
        self.board.occupied()
    }

    /// All spaces of the lake, with tiles and without.
    #[inline]
    pub fn area(&self) -> LakeSpaces {
        LakeSpaces::lake(self.size())
    }

    /// Spaces on which lies a tile whose content the player who fishes knows.
    #[inline]
    pub const fn known(&self) -> LakeSpaces {
        self.board.known()
    }

    /// Tile on `space`; `None` if no tile lies there, or if this is a view in which it is unknown.
    #[inline]
    pub const fn tile(&self, space: LakeSpace) -> Option<LakeTile> {
        self.board.tile(space)
    }

    /// Number of catch tiles, 0 to 3, that the player who fishes has left for `distance`, 1 to 4,
    /// from a pier.
    #[inline]
    pub const fn catch_tiles(&self, distance: usize) -> usize {
        (self.catch >> (2 * (distance - 1)) & 3) as usize
    }

    /// Whether the game has two days: on the large lake, with all tiles and two anglers (5.6).
    #[inline]
    pub(crate) fn is_full_game(&self) -> bool {
        self.size() == LakeSpace::SIZE && self.anglers == 2 && self.tiles == TileCounts::STANDARD
    }

    /// Tiles of the game that this position or view does not show: they are neither caught, nor lie
    /// on a space with a known content. Tiles still to be laid are among them.
    pub fn unseen(&self) -> TileCounts {
        let tiles = self.area().into_iter().filter_map(|space| self.tile(space));
        self.tiles.without(self.caught).without(tiles.collect())
    }

    /// Distance, from 1, at which the active angler could catch a tile on `space` now; `None` if it
    /// is on no pier, the space is not in its line, or no catch tile is left for the distance.
    fn catch_distance(&self, space: LakeSpace) -> Option<usize> {
        let pier = self.pier(self.active)?;
        let distance = 1 + self.line(pier).iter().position(|&other| other == space)?;
        (self.catch_tiles(distance) > 0).then_some(distance)
    }

    #[inline]
    pub(crate) fn has(&self, special: AnglingSpecial) -> bool {
        self.specials.has(special)
    }

    /// Whether the fish may play the special that moves an angler.
    #[inline]
    pub(crate) fn can_push(&self, angler: Angler) -> bool {
        self.has(angler.push()) && !self.is_out(angler)
    }

    #[inline]
    pub(crate) fn can_swap(&self, occupied: LakeSpaces) -> bool {
        self.has(AnglingSpecial::Swap) && !self.is_held && occupied.len() > 1
    }

    #[inline]
    fn all_out(&self) -> bool {
        self.anglers().all(|angler| self.is_out(angler))
    }

    /// Moves an angler on (5.5).
    #[inline]
    fn advance(&mut self, angler: Angler, by: usize) {
        let progress = usize::from(self.progress[angler as usize]) + by;
        self.progress[angler as usize] = progress.min(self.piers()) as u8;
    }

    pub(crate) fn use_special(&mut self, special: AnglingSpecial) {
        self.specials = self.specials.without(special);
    }

    fn begin(&mut self, step: AnglingStep) {
        self.step = step;
        self.turn = match step {
            AnglingStep::Lay | AnglingStep::Show | AnglingStep::Slide => self.fish(),
            AnglingStep::Place | AnglingStep::Walk | AnglingStep::Catch => self.angler(),
            AnglingStep::Over => self.turn,
        };
    }

    pub(crate) fn begin_round(&mut self) {
        (self.slides, self.is_held) = (0, false);
        self.begin(AnglingStep::Walk);
    }

    /// Begins step 3 of a round, or step 4 if the angler has no choice.
    pub(crate) fn begin_catching(&mut self, shown: Option<LakeSpace>) {
        self.shown = shown;
        self.begin(AnglingStep::Catch);
        if !self.has_catch_step() {
            self.begin_slides();
        }
    }

    fn has_catch_step(&self) -> bool {
        let occupied = self.occupied();
        let can_look = self.has(AnglingSpecial::Look) && !occupied.is_empty();
        let can_catch = || {
            occupied
                .into_iter()
                .any(|space| self.catch_distance(space).is_some())
        };
        can_look || self.has(AnglingSpecial::Hold) || self.shown.is_some() && can_catch()
    }

    pub(crate) fn begin_slides(&mut self) {
        (self.active, self.shown, self.slides) = (Angler::Yellow, None, SLIDES);
        self.begin(AnglingStep::Slide);
        self.settle_slides();
    }

    /// Begins the next round if the fish has no choice in this one.
    pub(crate) fn settle_slides(&mut self) {
        let occupied = self.occupied();
        let can_slide = || {
            let mut can_slide = false;
            occupied.for_each_slide(self.area() - occupied, |_, _| can_slide = true);
            can_slide
        };
        let can_push = self.anglers().any(|angler| self.can_push(angler));
        if !(can_push || self.can_swap(occupied) || self.may_slide() && can_slide()) {
            self.begin_round();
        }
    }

    #[inline]
    pub(crate) fn may_slide(&self) -> bool {
        self.slides > 0 && !self.is_held
    }

    /// Ends the day (5.5).
    fn end_day(&mut self) {
        let left = self.specials.fish().len();
        self.points[self.angler().index()] -= left as i8;
        if self.has_day_to_come() {
            self.begin_next_day();
        } else {
            self.end_turns();
            self.begin(AnglingStep::Over);
        }
    }

    fn begin_next_day(&mut self) {
        self.end_turns();
        self.day = 2;
        (self.board, self.caught) = (Board::EMPTY, TileCounts::NONE);
        (self.catch, self.specials) = (self.days.catch, self.days.specials());
        (self.starts, self.progress) = ([NOWHERE; 2], [0; 2]);
        self.begin(AnglingStep::Lay);
    }

    /// Leaves nothing of the turn under way.
    fn end_turns(&mut self) {
        (self.active, self.shown, self.slides, self.is_held) = (Angler::Yellow, None, 0, false);
    }

    pub(crate) fn lay(&mut self, tile: Option<LakeTile>) {
        if let Some(space) = (self.area() - self.occupied()).first() {
            self.board.lay(space, tile);
        }
        if self.occupied() == self.area() {
            self.begin(AnglingStep::Place);
        }
    }

    pub(crate) fn place(&mut self, angler: Angler, pier: u8) {
        self.starts[angler as usize] = pier;
        if self
            .anglers()
            .all(|angler| self.starts[angler as usize] != NOWHERE)
        {
            self.begin_round();
        }
    }

    pub(crate) fn walk(&mut self, angler: Angler, by: usize) {
        self.advance(angler, by);
        self.active = angler;
        if self.all_out() {
            return self.end_day();
        }
        match self.pier(angler) {
            Some(pier)
                if self
                    .line(pier)
                    .iter()
                    .any(|&space| self.board.has_tile(space)) =>
            {
                self.begin(AnglingStep::Show);
            }
            _ => self.begin_catching(None),
        }
    }

    /// Notes the tile that a move reveals, and that the angler knows it; nothing where a view does
    /// not know the tile and the move does not name it.
    pub(crate) fn reveal(&mut self, space: LakeSpace, tile: Option<LakeTile>) {
        if tile.is_some() {
            self.board.lay(space, tile);
        }
        self.board.reveal(space);
    }

    pub(crate) fn catch(&mut self, space: LakeSpace) {
        let Some(distance) = self.catch_distance(space) else {
            return;
        };
        self.catch -= 1 << (2 * (distance - 1));
        if let Some(tile) = self.tile(space).filter(|&tile| tile != LakeTile::DIVER) {
            self.caught.add(tile);
            self.points[self.angler().index()] += tile.value() as i8;
            self.board.take(space);
        }
        self.advance(self.active, distance);
        if self.all_out() {
            self.end_day();
        } else {
            self.begin_slides();
        }
    }

    pub(crate) fn push(&mut self, angler: Angler) {
        self.use_special(angler.push());
        self.advance(angler, 1);
        if self.all_out() {
            self.end_day();
        } else {
            self.begin_round();
        }
    }
}
