//! Worth of the specials of Gone Fishing!.

use floe_angling::{Angling, AnglingSpecial, AnglingSpecials};
use floe_game::Veiled;
use floe_search::{Limits, Options};
use schemars::JsonSchema;
use serde::Serialize;

use super::player::AnglingPlayer;
use crate::engine_game::{GamePlayer, PlayerSettings};
use crate::{Evaluation, GameValue, KnownGame, Method, SearchParameters};

/// Special of Gone Fishing! that its owner can still use, and its value.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SpecialValue {
    /// Letter of the special in the notation of positions.
    pub special: char,
    /// Effect of the special in a few words.
    pub name: &'static str,
    /// Points by which the margin of the owner would be worse without the special. For a special of
    /// the fish this includes the point that the angler loses at the end of the day if the fish
    /// still has it.
    pub points: f64,
}

/// Nodes of the search of each position.
const NODES: u64 = 3000;
/// Seed of every search, so that only the special makes a difference.
const SEED: u64 = 1;

/// Values of the specials that can still be used, by comparing the position, as the player to move
/// sees it, with those that lack one of them: exact where the rest of the day is solved, else
/// estimates. Empty if the game is over, and where a player of the fish does not see all tiles.
pub(crate) fn special_values(angling: &Angling) -> Vec<SpecialValue> {
    let mover = KnownGame::last_turn(angling);
    let view = angling.view(mover);
    let options = Options::default();
    let parameters = SearchParameters::default();
    let evaluation = Evaluation::default();
    let mut player = AnglingPlayer::new(PlayerSettings {
        method: Method::Mcts,
        options,
        parameters,
        evaluation,
        seed: SEED,
    });
    let Some(whole) = margin(&mut player, &view) else {
        return Vec::new();
    };
    let mut worth = |special: AnglingSpecial| {
        let is_own = AnglingSpecials::OF_FISH.has(special) == (mover == view.fish());
        let gain = whole - margin(&mut player, &view.without_special(special))?;
        let points = if is_own { gain } else { -gain };
        Some(SpecialValue {
            special: special.letter(),
            name: special.name(),
            points,
        })
    };
    AnglingSpecial::ALL
        .into_iter()
        .filter(|&special| view.specials().has(special))
        .filter_map(&mut worth)
        .collect()
}

/// Final margin that the player to move can expect, in points, at the end of both days: of the
/// solved day, or else the estimate of a search of [`NODES`] nodes. `None` if the game is over, and
/// where the player to move plays the fish and the view hides tiles from it.
fn margin(player: &mut AnglingPlayer, view: &Angling) -> Option<f64> {
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    player.new_game(SEED);
    if let Some(margin) = player.solved_margin(view, &limits) {
        return Some(margin);
    }
    let analysis = player.analyze(view, &limits, &mut |_| ()).ok()?;
    match analysis.lines.first()?.value {
        GameValue::Margin(value) => Some(f64::from(value.points) / 100.0),
        _ => None,
    }
}
