//! The engine on positions of other games than the base game.

use std::fmt;

use floe_fish::{AnyPosition, Move, Position};
use floe_game::{Chance, Keyed, Notated, Sampled};
use floe_search::Limits;
use floe_variants::{ChanceMove, Hidden, Special, SpecialMove, Variant};

use super::Engine;
use crate::variants::VariantTask;
use crate::{Analysis, AnalysisError, AnalysisProgress, AnyGame};

/// A position of a game that an [`Engine`] plays.
pub trait Analysed: Keyed + Chance + Sampled + Notated + Into<AnyGame> {
    /// What this engine has to say of the position.
    ///
    /// # Errors
    /// Where its method is not for this number of players or these rules, or there is no memory for the table.
    fn analysis(&self, engine: &mut Engine, limits: &Limits<'_>) -> Result<Analysis<Self::Move>, AnalysisError>;
}

impl<const N: usize> Analysed for Position<N>
where
    AnyPosition: From<Position<N>>,
{
    fn analysis(&self, engine: &mut Engine, limits: &Limits<'_>) -> Result<Analysis, AnalysisError> {
        engine.analyze(&(*self).into(), limits, |_| ())
    }
}

impl Analysed for Variant {
    fn analysis(&self, engine: &mut Engine, limits: &Limits<'_>) -> Result<Analysis<Self::Move>, AnalysisError> {
        engine.analyze_variant(self, limits, |_| ())
    }
}

impl Analysed for Special {
    fn analysis(&self, engine: &mut Engine, limits: &Limits<'_>) -> Result<Analysis<Self::Move>, AnalysisError> {
        engine.analyze_special(self, limits, |_| ())
    }
}

impl Analysed for Hidden {
    fn analysis(&self, engine: &mut Engine, limits: &Limits<'_>) -> Result<Analysis<Self::Move>, AnalysisError> {
        engine.analyze_hidden(self, limits, |_| ())
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Engine { method, options, seed, .. } = self;
        f.debug_struct("Engine")
            .field("method", method)
            .field("options", options)
            .field("seed", seed)
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// What is asked of the searches of variants; every time with a new seed.
    fn task<'a>(&mut self, limits: &'a Limits<'a>) -> VariantTask<'a> {
        self.seed = self.seed.wrapping_add(1);
        VariantTask { method: self.method, options: self.options, limits, seed: self.seed }
    }

    /// The same for a position of a variant.
    ///
    /// # Errors
    /// Where the method is not for these rules, or there is no memory for the table.
    pub fn analyze_variant(
        &mut self,
        position: &Variant,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&AnalysisProgress<floe_variants::VariantMove>) + Send,
    ) -> Result<Analysis<floe_variants::VariantMove>, AnalysisError> {
        let task = self.task(limits);
        self.variants.analyze(position, &task, &mut self.rng, &mut progress)
    }

    /// The same for a position with special tiles.
    ///
    /// # Errors
    /// Where the method is not for this number of players, or there is no memory for the table.
    pub fn analyze_special(
        &mut self,
        position: &Special,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&AnalysisProgress<SpecialMove>) + Send,
    ) -> Result<Analysis<SpecialMove>, AnalysisError> {
        let task = self.task(limits);
        self.special.analyze(position, &task, &mut self.rng, &mut progress)
    }

    /// The same for a position with hidden whales, of which the engine knows what everybody knows.
    ///
    /// # Errors
    /// Where the method knows no chance, or is not for this number of players.
    pub fn analyze_hidden(
        &mut self,
        position: &Hidden,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&AnalysisProgress<ChanceMove>) + Send,
    ) -> Result<Analysis<ChanceMove>, AnalysisError> {
        let task = self.task(limits);
        self.hidden.analyze(position, &task, &mut self.rng, &mut progress)
    }

    /// The same for a position of anything, moves told as texts.
    ///
    /// # Errors
    /// Where the method is not for this number of players or these rules, or there is no memory for the table.
    pub fn analyze_any(
        &mut self,
        position: &AnyGame,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&AnalysisProgress<String>) + Send,
    ) -> Result<Analysis<String>, AnalysisError> {
        if let AnyGame::Variant(position) = position {
            let tell = |mv: &floe_variants::VariantMove| position.move_text(*mv);
            return Ok(self.analyze_variant(position, limits, |news| progress(&news.told(tell)))?.told(tell));
        }
        if let AnyGame::Hidden(position) = position {
            let tell = |risk: &ChanceMove| position.move_text(*risk);
            return Ok(self.analyze_hidden(position, limits, |news| progress(&news.told(tell)))?.told(tell));
        }
        if let AnyGame::Special(position) = position {
            let tell = |mv: &SpecialMove| position.move_text(*mv);
            return Ok(self.analyze_special(position, limits, |news| progress(&news.told(tell)))?.told(tell));
        }
        let position = position.base().expect("it is no variant");
        Ok(self.analyze(&position, limits, |news| progress(&news.told(Move::to_string)))?.told(Move::to_string))
    }
}
