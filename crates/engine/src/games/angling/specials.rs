//! Worth of the specials of Gone Fishing!.

use floe_angling::{Angling, AnglingSpecial, AnglingSpecials};
use floe_game::{Game, Veiled};
use floe_search::{Limits, Options};
use serde::Serialize;

use super::player::AnglingPlayer;
use crate::games::{EngineGame, GamePlayer, PlayerSettings};
use crate::{AnalysisLine, Evaluation, GameValue, Method};

/// Nodes of the search of each position.
const NODES: u64 = 3000;

/// Special that is left, and its value.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpecialValue {
    /// Letter of the special in the notation.
    pub special: char,
    /// Effect of the special in a few words.
    pub name: &'static str,
    /// Points that its owner gains by having it: for the fish with the point for a special that is not used.
    pub points: f64,
}

/// Compares the position with those that lack one of its specials; estimates, unless the day is solved.
pub(crate) fn special_values(angling: &Angling) -> Vec<SpecialValue> {
    let mover = EngineGame::last_turn(angling);
    let view = angling.view(mover);
    if view.is_over() {
        return Vec::new();
    }
    let whole = margin(&view);
    let left = AnglingSpecial::ALL.into_iter().filter(|&special| view.specials().has(special));
    let worth = |special: AnglingSpecial| {
        let is_own = AnglingSpecials::OF_FISH.has(special) == (mover == view.fish());
        let gain = whole - margin(&view.without_special(special));
        SpecialValue { special: special.letter(), name: special.name(), points: if is_own { gain } else { -gain } }
    };
    left.map(worth).collect()
}

/// Margin that the player to move can expect, in points.
fn margin(view: &Angling) -> f64 {
    let (options, evaluation) = (Options::default(), Evaluation::default());
    let mut player = AnglingPlayer::new(PlayerSettings { method: Method::Default, options, evaluation, seed: 1 });
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let analysis = player.analyze(view, &limits, &mut |_| ());
    match analysis.ok().and_then(|analysis| analysis.lines.into_iter().next()) {
        Some(AnalysisLine { value: GameValue::Margin(value), .. }) => f64::from(value.fish) / 100.0,
        _ => 0.0,
    }
}
