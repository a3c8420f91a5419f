//! Options that set up a game of Gone Fishing!.

use clap::Args;
use floe_angling::{AnglingSetUp, LakeSpace, LakeTile, TileCounts};
use floe_engine::AnySetUp;

use crate::arguments::number;
use crate::problem::Wrong;

/// Options of the lake in angling.
#[derive(Args, Clone)]
#[command(next_help_heading = "Gone Fishing!")]
pub(crate) struct AnglingArguments {
    /// Lay the tiles at random
    #[arg(long)]
    dealt: bool,

    /// Size of the lake for studies: 2x2, 3x3 or 4x4
    #[arg(long, value_name = "SIZE", value_parser = lake)]
    lake: Option<Lake>,

    /// Number of anglers, 1 or 2
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=2))]
    anglers: Option<u8>,

    /// Tiles of the game, one for each space [default in 2x2: 1.2.r.d]
    #[arg(long, value_name = "TILE.…", value_parser = tiles)]
    lake_tiles: Option<TileCounts>,

    /// Number of catch tiles of each distance, 0 to 3 [default: 3, and 1 on small lakes]
    #[arg(long, value_name = "N.…", value_parser = catch_tiles)]
    catch_tiles: Option<CatchTiles>,

    /// Play without specials
    #[arg(long)]
    no_specials: bool,
}

/// Columns and rows of a lake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lake(usize);

/// Number of catch tiles of each distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CatchTiles([u8; LakeSpace::SIZE]);

fn lake(text: &str) -> Result<Lake, Wrong> {
    let size = (2..=LakeSpace::SIZE).find(|size| format!("{size}x{size}") == text).map(Lake);
    size.ok_or_else(|| Wrong::new(format!("expected 2x2, 3x3 or 4x4; found '{text}'")))
}

fn tiles(text: &str) -> Result<TileCounts, Wrong> {
    let wrong =
        |part: &str| Wrong::new(format!("expected tiles (1-6, r, d) separated by dots, as 1.2.r.d; found '{part}'"));
    let mut tiles = TileCounts::NONE;
    for part in text.split('.') {
        let mut letters = part.chars();
        let tile = letters.next().and_then(LakeTile::from_letter).filter(|_| letters.as_str().is_empty());
        let tile = tile.filter(|&tile| tiles.count(tile) < TileCounts::MAX).ok_or_else(|| wrong(part))?;
        tiles.add(tile);
    }
    Ok(tiles)
}

fn catch_tiles(text: &str) -> Result<CatchTiles, Wrong> {
    let wrong = || {
        Wrong::new(format!("expected catch tiles, 0 to 3 of each distance separated by dots, as 1.1; found '{text}'"))
    };
    let mut catch = [0; LakeSpace::SIZE];
    for (distance, part) in text.split('.').enumerate() {
        let number = part.parse().ok().filter(|&number: &u8| number <= 3).ok_or_else(wrong)?;
        *catch.get_mut(distance).ok_or_else(wrong)? = number;
    }
    Ok(CatchTiles(catch))
}

impl AnglingArguments {
    /// The first given option.
    fn first_given(&self) -> Option<&'static str> {
        let given = [
            ("dealt", self.dealt),
            ("lake", self.lake.is_some()),
            ("anglers", self.anglers.is_some()),
            ("lake-tiles", self.lake_tiles.is_some()),
            ("catch-tiles", self.catch_tiles.is_some()),
            ("no-specials", self.no_specials),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }

    /// Adds the options to the usual set-up of a game.
    ///
    /// # Errors
    /// If there are options, and it is another game.
    pub(crate) fn set_up(&self, usual: AnySetUp) -> Result<AnySetUp, Wrong> {
        if let (Some(name), Err(_)) = (self.first_given(), usual.angling()) {
            let rules = usual.rules();
            return Err(Wrong::new(format!("--{name}: expected with --rules angling only; found {rules}")));
        }
        Ok(usual.map_angling(|_| self.changed()))
    }

    fn changed(&self) -> AnglingSetUp {
        let usual = AnglingSetUp::of_lake(self.lake.map_or(LakeSpace::SIZE, |Lake(size)| size));
        AnglingSetUp {
            tiles: self.lake_tiles.unwrap_or(usual.tiles),
            catch: self.catch_tiles.map_or(usual.catch, |CatchTiles(catch)| catch),
            anglers: self.anglers.map_or(usual.anglers, usize::from),
            has_specials: !self.no_specials,
            is_dealt: self.dealt,
            ..usual
        }
    }

    /// Lists all that is not the default: `2x2 anglers=1 dealt`.
    pub(crate) fn unusual(&self) -> Option<String> {
        let changed = self.changed();
        let usual = AnglingSetUp::of_lake(changed.size);
        let catch: Vec<String> = changed.catch[..changed.size].iter().map(u8::to_string).collect();
        let words = [
            (changed.size < LakeSpace::SIZE).then(|| format!("{0}x{0}", changed.size)),
            (changed.anglers != usual.anglers).then(|| format!("anglers={}", changed.anglers)),
            (changed.tiles != usual.tiles).then(|| format!("tiles={}", changed.tiles)),
            (changed.catch != usual.catch).then(|| format!("catch={}", catch.join("."))),
            self.no_specials.then(|| "no-specials".to_owned()),
            self.dealt.then(|| "dealt".to_owned()),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        (!words.is_empty()).then(|| words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lakes_have_sizes_tiles_and_catch_tiles() {
        assert_eq!(lake("3x3").unwrap(), Lake(3));
        assert_eq!(tiles("1.2.r.d").unwrap().to_string(), "1.2.r.d");
        assert_eq!(catch_tiles("1.0.3").unwrap(), CatchTiles([1, 0, 3, 0]));
        for text in ["", "5x5", "2x3"] {
            assert!(lake(text).is_err(), "{text}");
        }
        for text in ["", "7", "1..2", "12"] {
            assert!(tiles(text).is_err(), "{text}");
        }
        for text in ["", "4", "1.1.1.1.1", "x"] {
            assert!(catch_tiles(text).is_err(), "{text}");
        }
    }
}
