//! Reasons for moves of Gone Fishing!: what the player to move can count without knowing more than
//! it does.

use floe_angling::{Angler, Angling, AnglingMove, LakeSpace, LakeTile};
use floe_game::{Chance, Game, Veiled, counted};

use super::words::name;

/// Reasons for a move. None for tiles that chance lays.
pub(super) fn of_move(position: &Angling, mv: AnglingMove) -> Vec<String> {
    let view = &position.view(Angling::last_turn(position));
    let mv = position.choice_of(mv);
    match mv {
        AnglingMove::Lay(_) => laying(view),
        AnglingMove::Place(_, pier) => vec![line_of(view, usize::from(pier))],
        AnglingMove::Walk(angler, piers) => walking(view, angler, usize::from(piers)),
        AnglingMove::WalkOut(angler) => vec![going_out(view, angler)],
        AnglingMove::Show(space, _) => vec![showing(view, space)],
        AnglingMove::Catch(space, _) => catching(view, space),
        AnglingMove::No => {
            let best = reachable(view)
                .into_iter()
                .filter_map(|space| view.tile(space))
                .max_by_key(|tile| tile.value());
            let best =
                best.map(|tile| format!("The best known tile in reach is {}.", tile.in_words()));
            [
                Some("It keeps the catch tile, and the angler stays on its pier.".to_owned()),
                best,
            ]
            .into_iter()
            .flatten()
            .collect()
        }
        AnglingMove::Look(space, _) => vec![format!(
            "The tile on {space} is unknown. {}",
            unknown_worth(view)
        )],
        AnglingMove::Hold => {
            vec!["In this round the fish can neither slide nor swap tiles.".to_owned()]
        }
        AnglingMove::Slide(from, _) => vec![seen_from(view, &position.after(mv), from)],
        AnglingMove::Swap(a, b) => {
            let dearer = if worth(view, a) >= worth(view, b) {
                a
            } else {
                b
            };
            vec![seen_from(view, &position.after(mv), dearer)]
        }
        AnglingMove::Push(angler) => {
            let left = view.piers_ahead(angler) - 1;
            vec![format!(
                "{} left to {} then. An unused special would have cost the player who fishes 1 point.",
                are(left, "pier"),
                name(angler)
            )]
        }
        AnglingMove::End => ending(view),
    }
}

/// Points for the tile on a space, 0 if it is not known.
fn worth(view: &Angling, space: LakeSpace) -> i32 {
    view.tile(space).map_or(0, LakeTile::value)
}

/// A number of things with its verb, as the beginning of a sentence.
fn are(count: usize, noun: &str) -> String {
    format!(
        "{} {}",
        counted(count, noun),
        if count == 1 { "is" } else { "are" }
    )
}

/// Mean value of a tile whose content the player who fishes does not know, in a sentence.
fn unknown_worth(view: &Angling) -> String {
    let unseen = view.unseen();
    let mean = f64::from(unseen.value()) / unseen.len().max(1) as f64;
    format!("An unknown tile is worth {mean:.1} points on average.")
}

/// Spaces whose tile can be caught now.
fn reachable(view: &Angling) -> Vec<LakeSpace> {
    let space = |mv| {
        if let AnglingMove::Catch(space, _) = mv {
            Some(space)
        } else {
            None
        }
    };
    view.choices().into_iter().filter_map(space).collect()
}

/// Tiles of the line of a pier, as far as they are known, in a sentence.
fn line_of(view: &Angling, pier: usize) -> String {
    let occupied = view.occupied();
    let tiles: Vec<LakeSpace> = view
        .line(pier)
        .iter()
        .copied()
        .filter(|&space| occupied.contains(space))
        .collect();
    let known = tiles
        .iter()
        .filter_map(|&space| Some(format!("{} on {space}", view.tile(space)?.in_words())));
    let known: Vec<String> = known.collect();
    let unknown = tiles.len() - known.len();
    let line = format!("Its line there has {}", counted(tiles.len(), "tile"));
    let known = if known.is_empty() {
        String::new()
    } else {
        format!(": {}", known.join(", "))
    };
    match unknown {
        0 => format!("{line}{known}."),
        _ if known.is_empty() => format!("{line}, all unknown. {}", unknown_worth(view)),
        _ => format!("{line}{known}; {unknown} unknown. {}", unknown_worth(view)),
    }
}

fn walking(view: &Angling, angler: Angler, piers: usize) -> Vec<String> {
    let left = view.piers_ahead(angler) - piers;
    let now = view
        .pier(angler)
        .map(|pier| line_of(view, (pier + piers) % view.piers()));
    now.into_iter()
        .chain([format!("{} left to it until its start.", are(left, "pier"))])
        .collect()
}

fn going_out(view: &Angling, angler: Angler) -> String {
    let others = view
        .anglers()
        .filter(|&other| other != angler && !view.is_out(other));
    let left: usize = others.map(|other| view.piers_ahead(other)).sum();
    match left {
        0 => "No angler is left then: the day is over.".to_owned(),
        _ => format!("{} left to the other angler.", are(left, "pier")),
    }
}

fn showing(view: &Angling, space: LakeSpace) -> String {
    let space_of = |mv| {
        if let AnglingMove::Show(space, _) = mv {
            Some(space)
        } else {
            None
        }
    };
    let best = view
        .choices()
        .into_iter()
        .filter_map(space_of)
        .map(|space| worth(view, space))
        .max()
        .unwrap_or(0);
    let tile = view
        .tile(space)
        .map_or("a tile".to_owned(), LakeTile::in_words);
    let news = match view.known().contains(space) {
        true => "which the other player knows already",
        false => "which the other player knows from now on",
    };
    format!("It shows {tile}, {news}; the best of the line is worth {best}.")
}

fn catching(view: &Angling, space: LakeSpace) -> Vec<String> {
    let after = view.after(view.likeliest_outcome(AnglingMove::Catch(space, None)));
    let spent = (1..=view.size())
        .find(|&distance| after.catch_tiles(distance) < view.catch_tiles(distance));
    let worth = match view.tile(space) {
        Some(tile) => format!("It catches {}.", tile.in_words()),
        None => format!("The tile on {space} is unknown. {}", unknown_worth(view)),
    };
    let cost = spent.map(|distance| {
        let left = view.catch_tiles(distance) - 1;
        let walk = counted(distance, "pier");
        format!(
            "It plays a catch tile of distance {distance} (then {left} left), and walks on {walk}."
        )
    });
    [Some(worth), cost].into_iter().flatten().collect()
}

/// Number of piers ahead of the anglers from which a space is in their lines.
fn piers_that_see(view: &Angling, space: LakeSpace) -> usize {
    let sees = |angler: Angler| {
        let pier = view.pier(angler)?;
        let ahead = (1..view.piers_ahead(angler)).map(|steps| (pier + steps) % view.piers());
        Some(
            ahead
                .filter(|&pier| view.line(pier).contains(&space))
                .count(),
        )
    };
    view.anglers().filter_map(sees).sum()
}

/// Number of piers ahead from which the tile on a space is in line after a move, and before it, in
/// a sentence.
fn seen_from(view: &Angling, after: &Angling, space: LakeSpace) -> String {
    // A tile that moves away leaves an empty space, and one that is swapped another tile.
    let tile = view.tile(space);
    let moved = |&other: &LakeSpace| after.tile(other) == tile && view.tile(other) != tile;
    let to = view.area().into_iter().find(moved).unwrap_or(space);
    let tile = tile.map_or("The tile".to_owned(), |tile| {
        format!("The {}", tile.in_words())
    });
    let [now, before] = [to, space].map(|space| piers_that_see(view, space));
    format!(
        "{tile} is then in the lines of {} ahead, before it was in those of {before}.",
        counted(now, "pier")
    )
}

fn laying(view: &Angling) -> Vec<String> {
    let Some(space) = (view.area() - view.occupied()).first() else {
        return Vec::new();
    };
    let seen = (0..view.piers())
        .filter(|&pier| view.line(pier).contains(&space))
        .count();
    vec![format!(
        "{space} is in the lines of {seen} of the {}.",
        counted(view.piers(), "pier")
    )]
}

fn ending(view: &Angling) -> Vec<String> {
    let best = view
        .occupied()
        .into_iter()
        .max_by_key(|&space| worth(view, space));
    let seen = best.map(|space| {
        let tile = view.tile(space).map_or("The tile".to_owned(), |tile| {
            format!("The {}", tile.in_words())
        });
        format!(
            "{tile} on {space} stays in the lines of {} ahead.",
            counted(piers_that_see(view, space), "pier")
        )
    });
    let specials = view.specials().fish().len();
    let kept = (specials > 0).then(|| {
        format!(
            "{} kept; each costs the player who fishes 1 point at the end of the day.",
            are(specials, "special")
        )
    });
    seen.into_iter().chain(kept).collect()
}

#[cfg(test)]
mod tests {
    use floe_game::Notated;

    use super::*;

    fn reasons(position: &str, mv: &str) -> String {
        let position: Angling = position.parse().unwrap();
        let choices = position.choices().into_iter();
        of_move(
            &position,
            choices
                .into_iter()
                .find(|&choice| position.move_text(choice) == mv)
                .unwrap(),
        )
        .join(" ")
    }

    /// Tiles that the player who fishes does not know count with their mean.
    #[test]
    fn reasons_keep_to_what_the_player_knows() {
        let walk = "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r";
        let told = reasons(walk, "y+1");
        assert!(
            told.starts_with("Its line there has 3 tiles, all unknown. An unknown tile is worth "),
            "{told}"
        );
        assert!(
            told.ends_with(" points on average. 13 piers are left to it until its start."),
            "{told}"
        );
    }
}
