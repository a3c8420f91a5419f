//! The game against a second, literal implementation of the rules.

use std::fs;
use std::path::Path;

use crate::literal::LiteralAngling;
use floe_angling::{Angling, AnglingMove, AnglingSetUp, LakeTile, TileCounts};
use floe_game::{Chance, Game, Player, Sampled, Turn, Veiled, conformance, perft, walk};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A random set-up: the whole game, or a small lake, with the usual options or others.
pub(crate) fn random_set_up(rng: &mut impl Rng) -> AnglingSetUp {
    let size = rng.random_range(2..=4);
    let anglers = rng.random_range(1..=2);
    if rng.random_bool(0.3) {
        let usual = AnglingSetUp {
            is_dealt: rng.random_bool(0.5),
            ..AnglingSetUp::default()
        };
        let catch = if rng.random_bool(0.5) {
            usual.catch
        } else {
            [0; 4].map(|_| rng.random_range(0..=3))
        };
        return AnglingSetUp {
            catch,
            has_specials: rng.random_bool(0.7),
            ..usual
        };
    }
    let kinds: Vec<LakeTile> = LakeTile::all().take(7).collect();
    let mut tiles: TileCounts = (1..size * size)
        .map(|_| kinds[rng.random_range(0..7)])
        .collect();
    tiles.add(if rng.random_bool(0.7) {
        LakeTile::DIVER
    } else {
        LakeTile::RUBBISH
    });
    let catch = [0, 1, 2, 3].map(|distance| {
        if distance < size {
            rng.random_range(0..=3)
        } else {
            0
        }
    });
    AnglingSetUp {
        size,
        tiles,
        catch,
        anglers,
        has_specials: rng.random_bool(0.6),
        is_dealt: rng.random_bool(0.5),
    }
}

/// A random move, with catches preferred, and short steps, so that days are long.
fn preferred_move(moves: &[String], rng: &mut impl Rng) -> String {
    let preferred: Vec<&String> = moves
        .iter()
        .filter(|mv| mv.contains("catch") || mv.ends_with("+1") || mv.ends_with("+2"))
        .collect();
    if !preferred.is_empty() && rng.random_bool(0.8) {
        return preferred[rng.random_range(0..preferred.len())].clone();
    }
    moves[rng.random_range(0..moves.len())].clone()
}

fn check(game: &Angling, twin: &LiteralAngling, moves: &[String]) {
    let text = game.to_string();
    assert_eq!(text, twin.line());
    assert_eq!(text.parse::<Angling>().as_ref(), Ok(game), "{text}");
    let mut own: Vec<String> = game.moves().into_iter().map(|mv| mv.to_string()).collect();
    own.sort();
    assert_eq!(own, moves, "{text}");
    assert_eq!(game.is_over(), twin.is_over(), "{text}");
    for player in Player::first(2) {
        assert_eq!(game.points(player), twin.points(player.index()), "{text}");
        let view = if player.index() == twin.angler() {
            twin.view()
        } else {
            twin.line()
        };
        assert_eq!(game.view(player).to_string(), view);
    }
    let view = game.view(game.angler());
    assert_eq!(
        view.to_string().parse(),
        Ok(view),
        "the angler's view can be read"
    );
    if game.turn() == Turn::Of(game.angler()) {
        let worlds = twin.worlds();
        if worlds < 500 {
            let mut count = 0;
            view.for_each_world(|_| count += 1);
            assert_eq!(count, worlds, "{text}");
        }
    }
}

#[test]
fn random_games_are_the_same() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut positions = 0;
    let mut second_days = 0;
    let mut divers = 0;
    let mut steps = [0; 7];
    while positions < 10_000 {
        let mut game = random_set_up(rng).start().unwrap();
        let mut twin = LiteralAngling::read(&game.to_string());
        loop {
            let moves = twin.moves();
            check(&game, &twin, &moves);
            positions += 1;
            steps[game.step() as usize] += 1;
            if moves.is_empty() {
                break;
            }
            if positions % 50 == 0 && moves.len() < 40 {
                assert_eq!(perft(&game, 2), twin.perft(2), "{game}");
                let view = LiteralAngling::read(&twin.view());
                assert_eq!(
                    perft(&game.view(game.angler()), 2),
                    view.perft(2),
                    "{}",
                    twin.view()
                );
            }
            let text = preferred_move(&moves, rng);
            let mv = game.find_move(&text).unwrap();
            let record = game.record_text(mv);
            assert_eq!(
                game.find_move(&record).map(AnglingMove::concealed),
                Ok(mv),
                "{game} {record}"
            );
            divers += usize::from(record.starts_with("catch") && record.ends_with("=d"));
            let day = game.day();
            game.play(mv);
            twin.play(&text);
            second_days += usize::from(day < game.day());
            if !twin.line().contains("step=lay") {
                assert_eq!(
                    twin.all_tiles(),
                    game.tiles().to_string(),
                    "tiles are conserved: {game}"
                );
            }
        }
    }
    assert!(steps.iter().all(|&count| count > 50), "{steps:?}");
    assert!(
        second_days > 10 && divers > 10,
        "{second_days} second days, the diver caught {divers} times"
    );
}

#[test]
fn counts_are_those_of_the_file() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../positions/perft/angling/angling.perft");
    let text = fs::read_to_string(file).unwrap();
    let cases = conformance::perft_cases(&text);
    for case in &cases {
        let game: Angling = case.position.parse().unwrap();
        assert_eq!(perft(&game, case.depth), case.leaves, "{case:?}");
        if case.leaves < 3000 {
            let twin = LiteralAngling::read(case.position);
            assert_eq!(twin.perft(case.depth), case.leaves, "literally: {case:?}");
        }
    }
    assert!(cases.len() > 40, "{}", cases.len());
}

#[test]
fn the_game_conforms() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..16 {
        conformance::check(&random_set_up(rng).start().unwrap(), 1, rng);
    }
}

/// Views, worlds and observed moves, where all worlds can be listed.
#[test]
fn views_conform() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    for (size, tiles) in [
        (2, "12rd"),
        (2, "1345"),
        (3, "1133rrrrd"),
        (3, "2rrrrrrrd"),
        (2, "rrrr"),
    ] {
        for anglers in 1..=2 {
            let tiles = tiles.chars().filter_map(LakeTile::from_letter).collect();
            let is_dealt = anglers == 1;
            let set_up = AnglingSetUp {
                size,
                tiles,
                catch: [2, 2, 0, 0],
                anglers,
                has_specials: true,
                is_dealt,
            };
            // Large sets of worlds only once a tile is known.
            let start = walk(
                &set_up.deal(rng.random()).unwrap(),
                if size == 3 { 12 } else { 0 },
                rng,
            );
            conformance::check_views(&start, 3, rng);
        }
    }
    let study: Angling =
        "angling:4..5/..../.r../...d A 1,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1 tiles=1.4.5.r.d"
            .parse()
            .unwrap();
    conformance::check_views(&study, 10, rng);
}

/// Tiles laid at random: every outcome has its probability, in the worlds and in the draws.
#[test]
fn arrangements_are_equally_likely_5_6() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(4);
    let tiles = "1rrd".chars().filter_map(LakeTile::from_letter).collect();
    let set_up = AnglingSetUp {
        size: 2,
        tiles,
        catch: [1, 1, 0, 0],
        anglers: 1,
        has_specials: false,
        is_dealt: true,
    };
    let start = set_up.start().unwrap();
    let mut counts = std::collections::BTreeMap::<String, [u32; 3]>::new();
    for world in 0..12_000 {
        let lay = |mut game: Angling, next: &mut dyn FnMut(&Angling) -> AnglingMove| {
            while game.choices()[..] == [AnglingMove::Lay(None)] {
                let mv = next(&game);
                assert!(game.moves().contains(&mv));
                game.play(mv);
            }
            game.to_string()
        };
        let by_world = lay(start, &mut |game| {
            game.outcome_in(AnglingMove::Lay(None), world)
        });
        let by_chance = lay(start, &mut |game| {
            game.draw_outcome(AnglingMove::Lay(None), rng)
        });
        let dealt = set_up.deal(rng.random()).unwrap();
        let drawn = dealt.view(dealt.angler()).draw_world(rng).to_string();
        for (column, text) in [by_world, by_chance, drawn].into_iter().enumerate() {
            counts.entry(text).or_default()[column] += 1;
        }
    }
    assert_eq!(counts.len(), 12);
    assert!(
        counts
            .values()
            .flatten()
            .all(|&count| (850..1150).contains(&count)),
        "{counts:?}"
    );
}

#[test]
fn random_days_end() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(5);
    let start = AnglingSetUp::default().start().unwrap();
    assert!(std::mem::size_of::<Angling>() <= 64);
    for _ in 0..1000 {
        let end = start.playout(rng);
        assert!(end.is_over() && end.day() == 2, "{end}");
        assert!(
            Player::first(2).all(|player| (-3..=31).contains(&end.points(player))),
            "{end}"
        );
    }
}
