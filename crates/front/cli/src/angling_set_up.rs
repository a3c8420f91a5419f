//! Options that set up a game of Gone Fishing!.

use clap::Args;
use floe_angling::{LakeSpace, LakeTile, TileCounts};
use floe_engine::options::AnglingOptions;

use crate::arguments::{LAKE, number};
use crate::problem::Wrong;

/// Options of the lake in angling.
#[derive(Args, Clone)]
#[command(next_help_heading = LAKE)]
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
    let size = (2..=LakeSpace::SIZE)
        .find(|size| format!("{size}x{size}") == text)
        .map(Lake);
    size.ok_or_else(|| Wrong::new(format!("expected 2x2, 3x3 or 4x4; found '{text}'")))
}

fn tiles(text: &str) -> Result<TileCounts, Wrong> {
    let wrong = |part: &str| {
        Wrong::new(format!(
            "expected tiles (1-6, r, d) separated by dots, as 1.2.r.d; found '{part}'"
        ))
    };
    let mut tiles = TileCounts::NONE;
    for part in text.split('.') {
        let mut letters = part.chars();
        let tile = letters
            .next()
            .and_then(LakeTile::from_letter)
            .filter(|_| letters.as_str().is_empty());
        let tile = tile
            .filter(|&tile| tiles.count(tile) < TileCounts::MAX)
            .ok_or_else(|| wrong(part))?;
        tiles.add(tile);
    }
    Ok(tiles)
}

fn catch_tiles(text: &str) -> Result<CatchTiles, Wrong> {
    let wrong = || {
        Wrong::new(format!(
            "expected catch tiles, 0 to 3 of each distance separated by dots, as 1.1; found '{text}'"
        ))
    };
    let mut catch = [0; LakeSpace::SIZE];
    for (distance, part) in text.split('.').enumerate() {
        let number = part
            .parse()
            .ok()
            .filter(|&number: &u8| number <= 3)
            .ok_or_else(wrong)?;
        *catch.get_mut(distance).ok_or_else(wrong)? = number;
    }
    Ok(CatchTiles(catch))
}

impl AnglingArguments {
    /// Returns the options as words of a call.
    pub(crate) fn words(&self) -> Vec<String> {
        let catch = |CatchTiles(catch): CatchTiles| catch.map(|count| count.to_string()).join(".");
        let options = [
            ("lake", self.lake.map(|Lake(size)| format!("{size}x{size}"))),
            ("anglers", self.anglers.map(|anglers| anglers.to_string())),
            ("lake-tiles", self.lake_tiles.map(|tiles| tiles.to_string())),
            ("catch-tiles", self.catch_tiles.map(catch)),
        ];
        let words = options
            .into_iter()
            .filter_map(|(name, value)| Some([format!("--{name}"), value?]))
            .flatten();
        let flags = [("--dealt", self.dealt), ("--no-specials", self.no_specials)];
        words
            .chain(
                flags
                    .into_iter()
                    .filter(|&(_, is_set)| is_set)
                    .map(|(flag, _)| flag.to_owned()),
            )
            .collect()
    }

    /// Returns what was meant by the options.
    pub(crate) fn options(&self) -> AnglingOptions {
        AnglingOptions {
            dealt: self.dealt,
            lake: self.lake.map(|Lake(size)| size),
            anglers: self.anglers.map(usize::from),
            lake_tiles: self.lake_tiles,
            catch_tiles: self.catch_tiles.map(|CatchTiles(catch)| catch),
            no_specials: self.no_specials,
        }
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
