//! Drafts of positions: what is known so far of a lake, which need not be legal. A reader of
//! notation is text → draft → position, and an editor changes a draft.

use std::fmt;

use floe_game::{DraftError, DraftField, Player, Problem};

use crate::angling::{Angling, AnglingStep, CATCH_TILES, DayOptions, NOWHERE, SLIDES};
use crate::board::Board;
use crate::lake::{LakeSpace, piers};
use crate::tile::{Angler, AnglingSpecial, AnglingSpecials, LakeTile, TileCounts};

/// Maximum number of points: 15 of the best fish and one other.
pub(crate) const MAX_POINTS: i32 = 95;
/// Maximum number of points that the specials of the fish cost.
pub(crate) const MAX_FINE: i32 = 3;
/// Text that an error expects in place of a wrong angler that has moved.
pub(crate) const EXPECTED_ACTIVE: &str =
    "the angler that has moved, and only at step=show (not out) or step=catch";

/// Space of a draft of a lake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LakeSpot {
    /// No tile.
    Empty,
    /// A tile of which only the back is seen.
    Hidden,
    /// A tile, and whether the angler knows it.
    Tile(LakeTile, bool),
    /// A text that is no tile; empty where the row ends.
    Unknown(String),
}

impl fmt::Display for LakeSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LakeSpot::Empty => f.write_str("."),
            LakeSpot::Hidden => f.write_str("?"),
            LakeSpot::Tile(tile, true) => write!(f, "{tile}!"),
            LakeSpot::Tile(tile, false) => write!(f, "{tile}"),
            LakeSpot::Unknown(text) => f.write_str(text),
        }
    }
}

/// Angler of a draft that stands on a pier, or is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DraftAngler {
    /// Pier of its start, from 0.
    pub start: usize,
    /// Number of piers that it has gone from its start; `None` if it is out.
    pub progress: Option<usize>,
}

/// Position of *Gone Fishing!*, or a view of it, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LakeDraft {
    /// Columns of the lake, and also its rows.
    pub size: usize,
    /// Tiles with which a day begins.
    pub tiles: TileCounts,
    /// Spaces of the lake, row by row from the top.
    pub spaces: Vec<LakeSpot>,
    /// Player to move.
    pub to_move: Player,
    /// Points of both players, by [`Player::index`].
    pub points: [i32; 2],
    /// The anglers of the game, the yellow one first; `None` for an angler that is not placed.
    pub anglers: Vec<Option<DraftAngler>>,
    /// Number of catch tiles left for each distance, from 1 on.
    pub catch: Vec<u8>,
    /// Specials that have not been played on this day.
    pub specials: AnglingSpecials,
    /// Number of the day, 1 or 2.
    pub day: u8,
    /// Step of the day; whether the game is over follows from the anglers.
    pub step: AnglingStep,
    /// Angler that has moved, at the steps `Show` and `Catch`; `None` at other steps.
    pub active: Option<Angler>,
    /// Space of the tile that the fish shows, at the step `Catch`; `None` if it shows none, and at
    /// other steps.
    pub shown: Option<LakeSpace>,
    /// Tile moves left in the round, at the step `Slide`; `None` for all three, and at other steps.
    pub slides: Option<u8>,
    /// Whether the angler has forbidden to move tiles in this round.
    pub is_held: bool,
    /// Tiles caught on this day.
    pub caught: Vec<LakeTile>,
    /// Tiles to lay, in the order of their kinds, at the step `Lay`; `None` if the draft does not
    /// say.
    pub hand: Option<Vec<LakeTile>>,
    /// Whether tiles are laid at random.
    pub is_dealt: bool,
    /// Whether the days begin with specials.
    pub has_specials: bool,
    /// Number of catch tiles for each distance at the start of each day; `None` for the usual
    /// numbers.
    pub day_catch: Option<Vec<u8>>,
}

impl LakeDraft {
    /// An empty lake of the usual game, in which the fish lays its tiles.
    pub fn new(size: usize, tiles: TileCounts) -> LakeDraft {
        LakeDraft {
            size,
            tiles,
            spaces: vec![LakeSpot::Empty; size * size],
            to_move: Player::new(1),
            points: [0; 2],
            anglers: vec![None; Angler::ALL.len()],
            catch: vec![3; size],
            specials: AnglingSpecials::ALL,
            day: 1,
            step: AnglingStep::Lay,
            active: None,
            shown: None,
            slides: None,
            is_held: false,
            caught: Vec::new(),
            hand: None,
            is_dealt: false,
            has_specials: true,
            day_catch: None,
        }
    }

    /// Number of piers around the lake.
    pub fn piers(&self) -> usize {
        piers(self.size)
    }

    /// The space with this number, from 0: row by row from the top, each from the left.
    pub fn space(&self, number: usize) -> LakeSpace {
        LakeSpace::new(number % self.size, number / self.size)
    }

    /// Player who fishes on this day.
    pub fn angler(&self) -> Player {
        Player::new(1 - usize::from(self.day) % 2)
    }

    /// Player who plays the fish on this day.
    pub fn fish(&self) -> Player {
        Player::new(usize::from(self.day) % 2)
    }

    /// Player who acts at the step of the draft.
    pub fn mover(&self) -> Player {
        if self.step.is_of_fish() {
            self.fish()
        } else {
            self.angler()
        }
    }

    /// Number of tiles of this kind in the game that are neither caught nor lie open in the lake.
    pub fn stock(&self, tile: LakeTile) -> usize {
        let is_open = |spot: &&LakeSpot| matches!(spot, LakeSpot::Tile(other, _) if *other == tile);
        let open = self.spaces.iter().filter(is_open).count();
        let caught = self.caught.iter().filter(|&&other| other == tile).count();
        self.tiles.count(tile).saturating_sub(open + caught)
    }

    /// Changes the step, and [settles](LakeDraft::settle) turn and points. Removes what belongs to
    /// a single step: the angler that has moved, the tile shown, the tile moves left, the hold and
    /// the tiles to lay. Unless the new step is `Walk`, takes all anglers off their piers.
    pub fn set_step(&mut self, step: AnglingStep) {
        self.step = step;
        self.active = None;
        self.shown = None;
        self.slides = None;
        self.is_held = false;
        self.hand = None;
        if step != AnglingStep::Walk {
            self.anglers.fill(None);
        }
        self.settle();
    }

    /// Whether all anglers are out, so that the game is over.
    fn is_over(&self) -> bool {
        let is_out = |angler: &Option<DraftAngler>| angler.is_some_and(|on| on.progress.is_none());
        self.step == AnglingStep::Walk && self.anglers.iter().all(is_out)
    }

    /// Points of the player who fishes on this day: the value of the tiles caught on it, once the
    /// game is over less the specials that the fish has left (5.5).
    fn points_of_day(&self) -> i32 {
        let value: i32 = self.caught.iter().map(|tile| tile.value()).sum();
        let fine = if self.is_over() {
            self.specials.fish().len()
        } else {
            0
        };
        value - fine as i32
    }

    /// Brings turn and points in line with step, day, anglers, catch and specials. The player who
    /// acts at the step is to move. The player who fishes on this day has the points of this day,
    /// and on day 1 the fish has none.
    pub fn settle(&mut self) {
        self.to_move = self.mover();
        let fish = self.fish().index();
        self.points[self.angler().index()] = self.points_of_day();
        if self.day == 1 {
            self.points[fish] = 0;
        }
    }

    /// Makes the draft a position. Spaces are checked first, then turn, points, anglers, catch
    /// tiles, specials, and what belongs to a step.
    ///
    /// # Errors
    /// If the draft is no position: the first field that is wrong.
    pub fn build(&self) -> Result<Angling, DraftError> {
        let mut angling = Angling {
            board: Board::EMPTY,
            tiles: self.tiles,
            caught: TileCounts::NONE,
            catch: 0,
            specials: self.specials,
            days: DayOptions::USUAL,
            starts: [NOWHERE; 2],
            progress: [0; 2],
            points: [0; 2],
            size: self.size as u8,
            anglers: self.anglers.len() as u8,
            day: self.day,
            step: self.step,
            turn: self.to_move,
            active: Angler::Yellow,
            shown: None,
            slides: 0,
            is_held: false,
            is_dealt: self.is_dealt,
        };
        self.lay(&mut angling)?;
        if self.to_move.index() > 1 {
            return Err(named("turn").error(Problem::Player(Player::new(1))));
        }
        self.set_points(&mut angling)?;
        self.place_anglers(&mut angling)?;
        self.check_turn(&angling)?;
        angling.catch = packed(&self.catch, CATCH_TILES, "catch tiles")?;
        if self.specials.has(AnglingSpecial::PushRed) && self.anglers.len() < 2 {
            let push = AnglingSpecial::PushRed as usize;
            return Err(named("specials")
                .entry(1)
                .part(push)
                .expected("no special for the red angler, which is missing"));
        }
        self.check_tiles(&angling)?;
        self.set_days(&mut angling)?;
        self.set_caught(&mut angling)?;
        self.set_round(&mut angling)?;
        if self.step == AnglingStep::Lay {
            self.check_hand(&angling)?;
        } else if self.hand.is_some() {
            let only = "tiles in the hand only while they are laid (step=lay)";
            return Err(named("hand").expected(only));
        }
        match self.step {
            AnglingStep::Catch => angling.begin_catching(angling.shown),
            AnglingStep::Slide => angling.settle_slides(),
            _ => {}
        }
        Ok(angling)
    }

    /// Lays the tiles on the lake.
    fn lay(&self, angling: &mut Angling) -> Result<(), DraftError> {
        let mut left = self.tiles;
        let mut has_unseen = false;
        for (number, spot) in self.spaces.iter().enumerate() {
            let space = self.space(number);
            let expected = |text: String| {
                let field = DraftField::space(space.to_string(), number);
                Err(field.part(1).expected(text))
            };
            match *spot {
                LakeSpot::Empty => {}
                LakeSpot::Hidden if has_unseen => {
                    let seen = "a tile or '.': a tile before is neither known nor '?'";
                    return expected(seen.to_owned());
                }
                LakeSpot::Hidden => angling.board.lay(space, None),
                LakeSpot::Tile(tile, _) if left.count(tile) == 0 => {
                    let most = self.tiles.count(tile);
                    return expected(format!("at most {most} of the tile '{tile}'"));
                }
                LakeSpot::Tile(_, false) if !angling.unknown().is_empty() => {
                    let known = "a tile that the angler knows (as 3!), '?' or '.'";
                    return expected(known.to_owned());
                }
                LakeSpot::Tile(tile, is_known) => {
                    has_unseen |= !is_known;
                    left.remove(tile);
                    angling.board.lay(space, Some(tile));
                    if is_known {
                        angling.board.reveal(space);
                    }
                }
                LakeSpot::Unknown(_) => {
                    return expected("a tile (1-6, r, d), '?' or '.'".to_owned());
                }
            }
        }
        Ok(())
    }

    fn set_points(&self, angling: &mut Angling) -> Result<(), DraftError> {
        let entry = |player: usize| named("points").entry(player);
        for (player, &points) in self.points.iter().enumerate() {
            let most = if points < 0 { MAX_FINE } else { MAX_POINTS };
            if points.abs() > most {
                return Err(entry(player).expected(format!("a number of points from 0 to {most}")));
            }
            angling.points[player] = points as i8;
        }
        let fish = self.fish().index();
        if self.day == 1 && self.points[fish] != 0 {
            return Err(entry(fish).expected("0 points: this player has not fished yet"));
        }
        Ok(())
    }

    fn place_anglers(&self, angling: &mut Angling) -> Result<(), DraftError> {
        let piers = self.piers();
        if self.anglers.len() > Angler::ALL.len() {
            return Err(named("anglers").entry(2).expected("at most two anglers"));
        }
        for (index, angler) in self.anglers.iter().enumerate() {
            let Some(angler) = *angler else {
                continue;
            };
            let start = named("anglers").entry(index).part(0);
            if angler.start >= piers {
                return Err(start.expected(format!("a pier from 1 to {piers}")));
            }
            if angling.starts.contains(&(angler.start as u8)) {
                return Err(start.expected("a start pier that the other angler does not have"));
            }
            let progress = angler.progress.unwrap_or(piers);
            if progress > piers || angler.progress == Some(piers) {
                let most = piers - 1;
                let field = named("anglers").entry(index).part(1);
                return Err(field.expected(format!("a number of piers from 0 to {most}")));
            }
            angling.starts[index] = angler.start as u8;
            angling.progress[index] = progress as u8;
        }
        self.check_anglers(angling)
    }

    /// Checks that the anglers fit the step; with all of them out, the game is over.
    fn check_anglers(&self, angling: &mut Angling) -> Result<(), DraftError> {
        let field = named("anglers");
        let is_missing = |angler: &Angler| self.anglers[*angler as usize].is_none();
        let missing: Vec<Angler> = angling.anglers().filter(is_missing).collect();
        match self.step {
            AnglingStep::Lay if missing.len() < self.anglers.len() => {
                return Err(field.expected("no angler on a pier while tiles are laid, written '-'"));
            }
            AnglingStep::Place if missing.last() != angling.anglers().last().as_ref() => {
                return Err(field
                    .entry(self.anglers.len())
                    .expected("an angler that is not placed, '-', at step=place"));
            }
            AnglingStep::Place if angling.progress != [0; 2] => {
                return Err(field.expected("no progress before all anglers are placed"));
            }
            AnglingStep::Lay | AnglingStep::Place => return Ok(()),
            _ => {}
        }
        if let Some(&angler) = missing.first() {
            let on_pier = format!("the angler {angler} on a pier, as {angler}3+6");
            return Err(field.entry(angler as usize).expected(on_pier));
        }
        if angling.anglers().all(|angler| angling.is_out(angler)) {
            if self.step != AnglingStep::Walk || self.day == 1 && angling.is_full_game() {
                return Err(field.expected("an angler that is not out"));
            }
            angling.step = AnglingStep::Over;
        }
        Ok(())
    }

    /// Checks that the player to move fits the step.
    fn check_turn(&self, angling: &Angling) -> Result<(), DraftError> {
        let mover = self.mover();
        if angling.step == AnglingStep::Over || self.to_move == mover {
            return Ok(());
        }
        let role = if self.step.is_of_fish() {
            "plays the fish"
        } else {
            "fishes"
        };
        let day = self.day;
        Err(named("turn").expected(format!("player {mover}, who {role} on day {day}")))
    }

    /// Checks that the tiles of the game fit the lake, the step and the day.
    fn check_tiles(&self, angling: &Angling) -> Result<(), DraftError> {
        let spaces = angling.area().len();
        let tiles = self.tiles.len();
        let field = named("tiles");
        if tiles > spaces {
            return Err(field.expected(format!("at most {spaces} tiles, one for each space")));
        }
        if self.step == AnglingStep::Lay && tiles < spaces {
            return Err(field.expected(format!("{spaces} tiles to lay, one for each space")));
        }
        if self.day == 2 && !angling.is_full_game() {
            return Err(named("day").expected("day 1: only the whole game has two days"));
        }
        Ok(())
    }

    /// Sets the options of both days, of which more than is left at the start of each day cannot be
    /// left now.
    fn set_days(&self, angling: &mut Angling) -> Result<(), DraftError> {
        let option = match self.day_catch {
            Some(_) => Some("catch"),
            None if !self.has_specials => Some("no-specials"),
            None => None,
        };
        if let Some(option) = option.filter(|_| !angling.is_full_game()) {
            let whole = "no option of both days: only the whole game has two";
            return Err(named(option).expected(whole));
        }
        if let Some(catch) = &self.day_catch {
            angling.days.catch = packed(catch, CATCH_TILES, "catch")?;
            packed(&self.catch, angling.days.catch, "catch tiles")?;
        }
        angling.days.has_specials = self.has_specials;
        if !self.has_specials && self.specials != AnglingSpecials::NONE {
            let none = "'-,-' in a game without specials (no-specials)";
            return Err(named("specials").expected(none));
        }
        Ok(())
    }

    /// Sets the caught tiles: they and the lake are the tiles of the game, and their value the
    /// points of the day.
    fn set_caught(&self, angling: &mut Angling) -> Result<(), DraftError> {
        let mut left = angling.unseen();
        for (number, &tile) in self.caught.iter().enumerate() {
            let entry = named("caught").entry(number);
            if tile == LakeTile::DIVER {
                let back = "a fish or rubbish: the diver goes back into the lake";
                return Err(entry.expected(back));
            }
            if left.count(tile) == 0 {
                let most = self.tiles.count(tile);
                let all = format!("at most {most} of the tile '{tile}', in the lake and caught");
                return Err(entry.expected(all));
            }
            left.remove(tile);
            angling.caught.add(tile);
        }
        let lake = angling.occupied().len();
        let tiles = self.tiles.len();
        let expected = match self.step {
            AnglingStep::Lay => 0,
            _ => tiles - lake.min(tiles),
        };
        if lake > tiles || self.caught.len() != expected {
            return Err(named("caught").expected(format!(
                "{expected} caught tiles (caught=), since {lake} of {tiles} are in the lake"
            )));
        }
        let value = self.points_of_day();
        if self.points[self.angler().index()] != value {
            let less = if self.is_over() {
                ", less the specials of the fish"
            } else {
                ""
            };
            let points = named("points").entry(self.angler().index());
            return Err(points.expected(format!(
                "as points {value}, the value of the tiles caught on this day{less}"
            )));
        }
        Ok(())
    }

    /// Sets what belongs to the steps in a round.
    fn set_round(&self, angling: &mut Angling) -> Result<(), DraftError> {
        let is_show = angling.step == AnglingStep::Show;
        let is_catch = angling.step == AnglingStep::Catch;
        match self.active {
            Some(active) => {
                let takes_part = (active as usize) < self.anglers.len();
                let has_moved = is_catch || is_show && !angling.is_out(active);
                if !takes_part || !has_moved {
                    return Err(named("active").expected(EXPECTED_ACTIVE));
                }
                angling.active = active;
            }
            None if is_show || is_catch => {
                return Err(named("active").expected("active=, the angler that has moved"));
            }
            None => {}
        }
        let pier = angling.pier(angling.active);
        let line: &[LakeSpace] = pier.map_or(&[], |pier| angling.line(pier));
        let has_tile = |space: &&LakeSpace| angling.board.has_tile(**space);
        let tiles = line.iter().filter(has_tile).count();
        if is_show && tiles == 0 {
            return Err(named("active").expected("an angler with a tile in its line"));
        }
        if let Some(space) = self.shown {
            let field = named("shown");
            if !is_catch || !line.contains(&space) || !angling.known().contains(space) {
                return Err(field.expected(
                    "the shown tile, in the line of the active angler and marked '!', and only at step=catch",
                ));
            }
            if angling.tile(space) == Some(LakeTile::DIVER) && tiles > 1 {
                return Err(field
                    .expected("another tile: the diver is shown only if it is alone in the line"));
            }
            angling.shown = Some(space);
        }
        let is_slide = angling.step == AnglingStep::Slide;
        angling.slides = if is_slide { SLIDES } else { 0 };
        if let Some(slides) = self.slides {
            if !is_slide {
                return Err(named("left").expected("tile moves left only at step=slide"));
            }
            angling.slides = slides;
        }
        if self.is_held {
            let has_played = !self.specials.has(AnglingSpecial::Hold);
            if angling.slides != SLIDES || !has_played {
                return Err(named("held").expected(
                    "'held' only at step=slide before any tile move, with the special 'h' played",
                ));
            }
            angling.is_held = true;
        }
        Ok(())
    }

    /// Checks the tiles to lay, and that the spaces before the next one are full.
    fn check_hand(&self, angling: &Angling) -> Result<(), DraftError> {
        let hand = angling.unseen();
        let field = named("hand");
        if hand.is_empty() {
            return Err(field.expected("tiles left to lay at step=lay"));
        }
        if let Some(told) = &self.hand {
            if angling.has_unknown() {
                return Err(
                    field.expected("no tiles in the hand in a view: the angler does not know them")
                );
            }
            if !hand.tiles().eq(told.iter().copied()) {
                let others = format!("the tiles that are not in the lake: {hand}");
                return Err(field.expected(others));
            }
        }
        let laid = angling.occupied();
        let mut first = angling.area().into_iter().take(laid.len());
        if first.any(|space| !laid.contains(space)) || !angling.known().is_empty() {
            return Err(field.expected(
                "tiles laid on the first spaces of the lake, and none known to the angler",
            ));
        }
        Ok(())
    }
}

fn named(name: &'static str) -> DraftField {
    DraftField::named(name)
}

/// Numbers of catch tiles of each distance in two bits each, at most those of `most`.
fn packed(catch: &[u8], most: u8, field: &'static str) -> Result<u8, DraftError> {
    let mut bits = 0;
    for (distance, &count) in catch.iter().enumerate() {
        let most = most >> (2 * distance) & 3;
        if count > most {
            let number = format!("a number of catch tiles from 0 to {most}");
            return Err(named(field).entry(distance).expected(number));
        }
        bits |= count << (2 * distance);
    }
    Ok(bits)
}

impl Angling {
    /// Space of the draft of this position.
    pub(crate) fn spot(&self, space: LakeSpace) -> LakeSpot {
        match self.tile(space) {
            Some(tile) => LakeSpot::Tile(tile, self.known().contains(space)),
            None if self.board.has_tile(space) => LakeSpot::Hidden,
            None => LakeSpot::Empty,
        }
    }
}

impl From<&Angling> for LakeDraft {
    fn from(angling: &Angling) -> LakeDraft {
        let mut draft = LakeDraft::new(angling.size(), angling.tiles);
        for number in 0..draft.spaces.len() {
            draft.spaces[number] = angling.spot(draft.space(number));
        }
        let angler = |angler: Angler| DraftAngler {
            start: usize::from(angling.starts[angler as usize]),
            progress: (!angling.is_out(angler))
                .then_some(usize::from(angling.progress[angler as usize])),
        };
        let is_placed = |one: &Angler| angling.starts[*one as usize] != NOWHERE;
        let anglers = angling.anglers();
        draft.anglers = anglers
            .map(|one| is_placed(&one).then(|| angler(one)))
            .collect();
        draft.to_move = angling.turn;
        draft.points = angling.points.map(i32::from);
        draft.catch = angling.catch_counts(angling.catch);
        draft.specials = angling.specials;
        draft.day = angling.day;
        draft.step = match angling.step {
            AnglingStep::Over => AnglingStep::Walk,
            step => step,
        };
        let has_active = matches!(angling.step, AnglingStep::Show | AnglingStep::Catch);
        draft.active = has_active.then_some(angling.active);
        draft.shown = angling.shown;
        let has_slid = angling.step == AnglingStep::Slide && angling.slides < SLIDES;
        draft.slides = has_slid.then_some(angling.slides);
        draft.is_held = angling.is_held;
        draft.caught = angling.caught.tiles().collect();
        let has_hand = angling.step == AnglingStep::Lay && !angling.has_unknown();
        draft.hand = has_hand.then(|| angling.unseen().tiles().collect());
        draft.is_dealt = angling.is_dealt;
        draft.has_specials = angling.days.has_specials;
        let has_catch = angling.days.catch != CATCH_TILES;
        draft.day_catch = has_catch.then(|| angling.catch_counts(angling.days.catch));
        draft
    }
}

/// The draft in the notation of positions.
impl fmt::Display for LakeDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("angling:")?;
        for (number, spot) in self.spaces.iter().enumerate() {
            let is_start = number > 0 && number % self.size == 0;
            write!(f, "{}{spot}", if is_start { "/" } else { "" })?;
        }
        let [a, b] = self.points;
        write!(f, " {} {a},{b} ", self.to_move)?;
        for (number, angler) in self.anglers.iter().enumerate() {
            let comma = if number > 0 { "," } else { "" };
            let letter = Angler::ALL[number % Angler::ALL.len()];
            match angler {
                None => write!(f, "{comma}-")?,
                Some(DraftAngler { start, progress }) => {
                    let progress = progress.map_or("out".to_owned(), |piers| piers.to_string());
                    write!(f, "{comma}{letter}{}+{progress}", start + 1)?;
                }
            }
        }
        write!(f, " {} {}", dotted(&self.catch), self.specials)?;
        if self.day == 2 {
            f.write_str(" day=2")?;
        }
        if self.step != AnglingStep::Walk {
            write!(f, " step={}", self.step.name())?;
        }
        if let Some(active) = self.active {
            write!(f, " active={active}")?;
        }
        if let Some(space) = self.shown {
            write!(f, " shown={space}")?;
        }
        if let Some(slides) = self.slides {
            write!(f, " left={slides}")?;
        }
        if self.is_held {
            f.write_str(" held")?;
        }
        if !self.caught.is_empty() {
            write!(f, " caught={}", dotted(&self.caught))?;
        }
        if let Some(hand) = &self.hand {
            write!(f, " hand={}", dotted(hand))?;
        }
        if self.is_dealt {
            f.write_str(" dealt")?;
        }
        if !self.has_specials {
            f.write_str(" no-specials")?;
        }
        if let Some(catch) = &self.day_catch {
            write!(f, " catch={}", dotted(catch))?;
        }
        if self.size < LakeSpace::SIZE {
            write!(f, " lake={0}x{0}", self.size)?;
        }
        if self.size < LakeSpace::SIZE || self.tiles != TileCounts::STANDARD {
            write!(f, " tiles={}", self.tiles)?;
        }
        Ok(())
    }
}

/// Items with dots between them.
fn dotted<T: ToString>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    items.join(".")
}
