use floe_engine::{AnyGame, Evaluation};
use floe_game::{Game, Player, Turn, walk};
use floe_hex::{Hex, HexSet};
use floe_presentation::{Claim, Seen};
use floe_variants::{FloeMove, Rules, SetUp, Variant};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// All rules of a [`Variant`]: everything is seen, and all tiles are ordinary ones.
fn open_rules() -> impl Iterator<Item = Rules> {
    Rules::all().filter(|rules| !rules.variant.has_chance && !rules.variant.has_special_tiles)
}

/// Hexes where the moves of a player start and end, were it its turn.
fn ends_of_moves(position: &Variant, player: Player) -> Vec<(Hex, Hex)> {
    let mut ends = Vec::new();
    if position.penguins(player).is_empty() {
        return ends;
    }
    let text = position.to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    let letter = player.to_string();
    fields[1] = &letter;
    let position: Variant = fields.join(" ").parse().unwrap();
    // A player who cannot move has retired.
    if position.turn() == Turn::Of(player) {
        position.for_each_move(|mv| {
            ends.push(mv.endpoints(floe_hex::Layout::geometry(position.outline)));
        });
    }
    ends
}

/// Player that reaches each hex first, and penguins that can move or are stuck, hex by hex.
#[test]
fn what_is_explained_can_be_counted() {
    for rules in open_rules() {
        let is_survival = !rules.variant.takes_tiles();
        for players in if rules.teams { 4..=4 } else { 2..=4 } {
            let dealt = Variant::deal(&SetUp::usual(rules, players), 3).unwrap();
            for plies in [0, 12, 24, 36] {
                let position = walk(
                    &dealt,
                    plies,
                    &mut Xoshiro256PlusPlus::seed_from_u64(plies as u64),
                );
                let geometry = floe_hex::Layout::geometry(position.outline);
                let ends = |hex: Hex| match is_survival {
                    true => geometry.adjacent(hex) & position.free(),
                    false => geometry.slides(hex, position.free()),
                };
                let distances = |player: Player| {
                    let (mut distances, mut front) = ([usize::MAX; 64], position.penguins(player));
                    for distance in 1.. {
                        let next: HexSet = front.into_iter().flat_map(ends).collect();
                        front = next
                            .into_iter()
                            .filter(|hex| distances[hex.index()] == usize::MAX)
                            .collect();
                        if front.is_empty() {
                            return distances;
                        }
                        front
                            .into_iter()
                            .for_each(|hex| distances[hex.index()] = distance);
                    }
                    unreachable!("sooner or later everything is reached")
                };
                let distances: Vec<[usize; 64]> = Player::first(players).map(distances).collect();
                let claim = |hex: Hex| {
                    let least = distances.iter().map(|all| all[hex.index()]).min().unwrap();
                    let nearest: Vec<usize> = (0..players)
                        .filter(|&p| distances[p][hex.index()] == least)
                        .collect();
                    match (position.free().contains(hex), least, &nearest[..]) {
                        (false, ..) => Claim::None,
                        (_, usize::MAX, _) => Claim::Lost,
                        (.., [only]) => Claim::First(Player::new(*only)),
                        _ => Claim::Shared,
                    }
                };
                let explanation = Seen::whole(&AnyGame::Variant(position))
                    .explain(&Evaluation::default())
                    .unwrap();
                let claims: Vec<Claim> = geometry.hexes().into_iter().map(claim).collect();
                assert_eq!(explanation.claims, claims, "{position:?}");
                for (player, outlook) in Player::first(players).zip(&explanation.players) {
                    let mut moves = ends_of_moves(&position, player);
                    moves.sort_unstable();
                    moves.dedup();
                    assert_eq!(outlook.moves as usize, moves.len(), "{position:?}");
                    let stuck = |hex: &Hex| moves.iter().all(|(from, _)| from != hex);
                    let stuck = position.penguins(player).into_iter().filter(stuck);
                    let stuck: Vec<String> = stuck.map(|hex| geometry.name(hex)).collect();
                    assert_eq!(outlook.stuck, stuck, "{position:?}");
                }
            }
        }
    }
}
