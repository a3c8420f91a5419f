//! Gone Fishing!: engines know no more than the player to move.

use std::collections::HashMap;

use floe_angling::{Angler, Angling, AnglingDecision, AnglingMove, AnglingSetUp, AnglingSolver};
use floe_engine::{
    AnyGame, Engine, EngineSpec, Evaluation, GameLine, GameRules, GameValue, Method, SolveRequest,
    solve_any,
};
use floe_game::{Game, Player, Sampled, Turn, Veiled, walk};
use floe_search::{
    InformationSetOptions, InformationSetSearch, Limits, Options, PlayoutResult, WorldPlayouts,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const ENGINES: [&str; 5] = [
    "default:nodes=12",
    "mcts:nodes=12",
    "uct:nodes=12",
    "thumb",
    "greedy",
];

/// Analyses of 1,000 positions are the same for every truth behind the view of the angler.
#[test]
fn no_analysis_depends_on_what_is_hidden() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut checked = 0;
    let mut hidden = 0;
    while checked < 1000 {
        let set_up = AnglingSetUp {
            is_dealt: true,
            ..AnglingSetUp::of_lake(rng.random_range(2..=4))
        };
        let game: Angling = walk(
            &set_up.deal(rng.random()).unwrap(),
            rng.random_range(1..90),
            rng,
        );
        if game.turn() != Turn::Of(game.angler()) {
            continue;
        }
        let other = game.view(game.angler()).draw_world(rng);
        let analysis = |position: &Angling| {
            let spec: EngineSpec = ENGINES[checked % ENGINES.len()].parse().unwrap();
            let mut engine = Engine::from_spec(&spec, Evaluation::default());
            engine.analyze(position, &spec.limits(), |_| ()).unwrap()
        };
        assert_eq!(analysis(&game), analysis(&other), "{game} and {other}");
        hidden += usize::from(game != other);
        checked += 1;
    }
    assert!(
        hidden > 500,
        "in most positions something is hidden: {hidden}"
    );
}

/// A game without moves says nothing: positions are analysed alike with it and alone.
#[test]
fn a_game_without_moves_changes_no_analysis() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    for number in 0..200 {
        let set_up = AnglingSetUp {
            is_dealt: number % 2 == 0,
            ..AnglingSetUp::of_lake(rng.random_range(2..=4))
        };
        let game: Angling = walk(
            &set_up.deal(rng.random()).unwrap(),
            rng.random_range(0..60),
            rng,
        );
        let spec: EngineSpec = ENGINES[number % ENGINES.len()].parse().unwrap();
        let new = || Engine::from_spec(&spec, Evaluation::default());
        let alone = new().analyze(&game, &spec.limits(), |_| ()).unwrap();
        let after = new()
            .analyze_after(&game, &[], &game, &spec.limits(), |_| ())
            .unwrap();
        assert_eq!(after, alone, "{game}");
    }
}

/// A view of any player in any game is printed so that it is read again, and the moves that its
/// player observes lead on to the next.
#[test]
fn views_of_all_games_are_read_and_played_on() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    for rules in GameRules::all() {
        let start = AnyGame::deal(&rules.usual(rules.usual_players()), 5).unwrap();
        let mut line = GameLine::new(start);
        line.play_at_random(usize::MAX, rng);
        for player in Player::first(start.players()) {
            let mut view = start.view(player);
            for played in line.moves() {
                view = view
                    .to_string()
                    .parse()
                    .unwrap_or_else(|error| panic!("{view}: {error}"));
                assert_eq!(view, played.before.view(player), "{}", played.before);
                let observed = played
                    .before
                    .move_text(played.before.observed_by(player, played.mv));
                view.play(&observed)
                    .unwrap_or_else(|error| panic!("{view}: {error}"));
            }
        }
    }
}

/// A player that chooses for the fish needs all tiles.
#[test]
fn the_view_of_the_angler_is_not_enough_to_choose_for_the_fish() {
    let view =
        "angling:???4!/??.?/?r!3!?/???? B 5,0 y15+18,r16+12 2.2.2.3 h,yr step=slide caught=5 dealt";
    let view: Angling = view.parse().unwrap();
    for text in ENGINES {
        let spec: EngineSpec = text.parse().unwrap();
        let mut engine = Engine::from_spec(&spec, Evaluation::default());
        let error = engine.analyze(&view, &spec.limits(), |_| ()).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("only B knows the tiles of the lake, and is to move"),
            "{text}: {error}"
        );
    }
    assert!(solve_any(&view.into(), &SolveRequest::default(), |_| ()).is_err());
}

/// Final margin in points that A can expect, and the probability that A wins, by a short search.
fn prospects(position: &Angling) -> (f64, f64) {
    let limits = Limits {
        nodes: Some(300),
        ..Limits::default()
    };
    let analysis = Engine::new(Method::Default, Options::default(), 0)
        .analyze(position, &limits, |_| ())
        .unwrap();
    let GameValue::Margin(value) = analysis.lines[0].value else {
        panic!("{position}: two sides")
    };
    let margin = f64::from(value.points) / 100.0;
    let win = analysis.mixed.unwrap().win;
    if position.last_turn() == Player::new(0) {
        (margin, win)
    } else {
        (-margin, 1.0 - win)
    }
}

/// The one who fishes first has no more to expect than the one who fishes next, and a day is worth
/// the same before it begins and when it begins.
#[test]
fn both_days_of_a_lake_count_alike() {
    let usual = AnglingSetUp::default();
    let set_ups = [
        usual.clone(),
        AnglingSetUp {
            is_dealt: true,
            ..usual.clone()
        },
        AnglingSetUp {
            has_specials: false,
            ..usual.clone()
        },
        AnglingSetUp {
            catch: [1; 4],
            ..usual.clone()
        },
        AnglingSetUp {
            catch: [0, 2, 3, 1],
            has_specials: false,
            is_dealt: true,
            ..usual
        },
    ];
    for (set_up, seed) in set_ups
        .iter()
        .flat_map(|set_up| (0..3).map(move |seed| (set_up, seed)))
    {
        let start = set_up.deal(seed).unwrap();
        let (margin, win) = prospects(&start);
        assert!(
            margin.abs() < 2.0 && (0.35..0.65).contains(&win),
            "{start}: {margin:+}, {win}"
        );
    }
    for (points, lake, caught) in [
        (6, "443!r/1..2/rr!63/2d.r", "1.5.r"),
        (16, "4.3!r/1..2/rr!.3/2d.r", "1.4.5.6.r"),
        (20, "..3!r/1..2/rr!.3/2d.r", "1.4.4.5.6.r"),
        (26, "...r/1..2/rr!../2d.r", "1.3.3.4.4.5.6.r"),
    ] {
        let last = format!("angling:{lake} A {points},0 y3+19,r13+out 2.2.2.3 -,- caught={caught}");
        let last: Angling = last.parse().unwrap();
        let next = last.after(AnglingMove::WalkOut(Angler::Yellow));
        let (before, win_before) = prospects(&last);
        let (begun, win_begun) = prospects(&next);
        assert!(
            (before - begun).abs() < 2.0,
            "{points} points: {before:+}, then {begun:+}"
        );
        assert!(
            (win_before - win_begun).abs() < 0.25,
            "{points} points: {win_before}, then {win_begun}"
        );
    }
}

fn engine(spec: &str) -> (Engine, Limits<'static>) {
    let spec: EngineSpec = spec.parse().unwrap();
    (
        Engine::from_spec(&spec, Evaluation::default()),
        spec.limits(),
    )
}

/// The angler's moves have values of their own, of which the best is that of the position; the
/// fish's are mixed.
#[test]
fn every_move_of_the_angler_is_proved() {
    for day in ["y1+9 1.1 -,-", "y1+8 1.1 -,-", "y4+9 2.0 h,y"] {
        let position: AnyGame = format!("angling:??/?? A 0,0 {day} dealt lake=2x2 tiles=1.2.r.d")
            .parse()
            .unwrap();
        let prove = |all| {
            solve_any(
                &position,
                &SolveRequest {
                    all,
                    ..SolveRequest::default()
                },
                |_| (),
            )
            .unwrap()
        };
        let proved = prove(true);
        assert_eq!(proved.moves.len(), position.choices().len(), "{day}");
        assert!(
            proved.moves.iter().all(|(_, bounds)| bounds.is_exact()),
            "{day}"
        );
        assert_eq!(proved.bounds, proved.moves[0].1, "{day}");
        let best = proved.bounds;
        let whole = prove(false).bounds;
        let hundredths = |value: &GameValue| (100.0 * value.fish_of(0)).round() as i32;
        assert!(
            (hundredths(&whole.lower)..=hundredths(&whole.upper))
                .contains(&hundredths(&best.lower)),
            "{day}"
        );
    }
    let fish = "angling:12/r. B 5,0 y1+9 1.1 -,- step=slide caught=5 lake=2x2 tiles=1.2.5.r";
    let fish: AnyGame = fish.parse().unwrap();
    let refused = solve_any(
        &fish,
        &SolveRequest {
            all: true,
            ..SolveRequest::default()
        },
        |_| (),
    )
    .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "values of all moves: expected rules without hidden tiles; found rules angling"
    );
}

/// A best response gains hardly anything on a small lake against a player that has solved the day
/// at its first decision and keeps to the solution.
#[test]
fn who_remembers_the_day_is_hardly_exploitable() {
    for day in ["y1+9 1.1 -,-", "y1+8 1.1 -,-", "y4+9 2.0 h,y"] {
        let position: Angling = format!("angling:??/?? A 0,0 {day} dealt lake=2x2 tiles=1.2.r.d")
            .parse()
            .unwrap();
        // Engines for the angler, and for the fish of each world.
        let mut engines: HashMap<Angling, (Engine, Limits<'_>)> = HashMap::new();
        let strategy = |decision: AnglingDecision<'_>| {
            let (engine, limits) = engines
                .entry(*decision.start)
                .or_insert_with(|| engine("default:nodes=1000"));
            let AnglingDecision {
                start,
                moves,
                position,
            } = decision;
            let mixed = engine
                .analyze_after(start, moves, position, limits, |_| ())
                .unwrap()
                .mixed
                .unwrap();
            assert!(mixed.bounds.is_some(), "{}", decision.position);
            let total: f64 = mixed.strategy.iter().map(|(_, share)| share).sum();
            mixed
                .strategy
                .into_iter()
                .map(|(mv, share)| (mv, share / total))
                .collect()
        };
        let [at_least, at_most] = AnglingSolver::best_responses(&position, 24, strategy).unwrap();
        assert!(
            (at_most - at_least) / 2.0 < 0.005,
            "{at_least} to {at_most}: {day}"
        );
    }
}

/// A player that is asked anew for every move, and knows the moves before, finds the solution that
/// it has kept to.
#[test]
fn who_knows_the_moves_is_hardly_exploitable() {
    let position: Angling = "angling:??/?? A 0,0 y1+8 1.1 -,- dealt lake=2x2 tiles=1.2.r.d"
        .parse()
        .unwrap();
    let exploitability = |has_moves: bool| {
        let strategy = |decision: AnglingDecision<'_>| {
            let (mut engine, limits) = engine("default:nodes=1000");
            let AnglingDecision {
                start,
                moves,
                position,
            } = decision;
            let analysis = match has_moves {
                true => engine.analyze_after(start, moves, position, &limits, |_| ()),
                false => engine.analyze(position, &limits, |_| ()),
            };
            let mixed = analysis.unwrap().mixed.unwrap();
            let total: f64 = mixed.strategy.iter().map(|(_, share)| share).sum();
            mixed
                .strategy
                .into_iter()
                .map(|(mv, share)| (mv, share / total))
                .collect()
        };
        let [at_least, at_most] = AnglingSolver::best_responses(&position, 24, strategy).unwrap();
        (at_most - at_least) / 2.0
    };
    let known = exploitability(true);
    let unknown = exploitability(false);
    assert!(
        known < 0.005 && unknown > 0.02,
        "{known} with the moves, {unknown} without"
    );
}

/// A player of the angler that remembers the day plays alike in all worlds that its observations
/// fit.
#[test]
fn who_remembers_the_day_knows_what_was_observed_only() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut checked = 0;
    while checked < 200 {
        let start: Angling = "angling:??/?? A 0,0 y1+8 1.1 -,- dealt lake=2x2 tiles=1.2.r.d"
            .parse()
            .unwrap();
        let worlds = [start.draw_world(rng), start.draw_world(rng)];
        let [(mut one, limits), (mut other, _)] =
            [engine("default:nodes=100"), engine("default:nodes=100")];
        let mut position = worlds[0];
        let mut twin = worlds[1];
        let mut moves = Vec::new();
        while position.day() == 1
            && !position.is_over()
            && position.view(position.angler()) == twin.view(twin.angler())
        {
            if position.turn() == Turn::Of(position.angler()) {
                let view = position.view(position.angler());
                let one = one
                    .analyze_after(&worlds[0], &moves, &view, &limits, |_| ())
                    .unwrap();
                let other = other
                    .analyze_after(&worlds[1], &moves, &view, &limits, |_| ())
                    .unwrap();
                assert_eq!(
                    format!("{one:?}"),
                    format!("{other:?}"),
                    "{view} after {moves:?}"
                );
                checked += 1;
            }
            let choices = position.moves();
            let mv = choices[rng.random_range(0..choices.len())];
            if !twin.moves().contains(&mv) {
                break;
            }
            moves.push(mv);
            position.play(mv);
            twin.play(mv);
        }
    }
}

/// Random playouts of a day against an opponent that always makes its first move.
struct FirstMoves {
    angler: Player,
}

impl WorldPlayouts<Angling> for FirstMoves {
    fn policy(&self, _position: &Angling, _rng: &mut Xoshiro256PlusPlus) -> Option<AnglingMove> {
        None
    }

    fn known_reply(
        &self,
        position: &Angling,
        _rng: &mut Xoshiro256PlusPlus,
    ) -> Option<AnglingMove> {
        position.moves().first().copied()
    }

    fn is_end(&self, position: &Angling) -> bool {
        position.is_over()
    }

    fn play_out(&self, mut position: Angling, rng: &mut Xoshiro256PlusPlus) -> PlayoutResult {
        while let Some(mv) = position.random_move(rng) {
            position.play(mv);
        }
        let points = f64::from(position.points(self.angler));
        let mut payoffs = [1.0 - points / 3.0; Player::MAX];
        payoffs[self.angler.index()] = points / 3.0;
        PlayoutResult {
            payoffs,
            measures: [points, 0.0],
        }
    }
}

/// A search that knows the replies of its opponent finds the best response to them.
#[test]
fn search_with_known_replies_finds_the_best_response() {
    for day in ["y1+9 1.1 -,-", "y4+9 1.1 h,-", "y7+8 1.0 -,y"] {
        let position: Angling = format!("angling:??/?? A 0,0 {day} dealt lake=2x2 tiles=1.2.r.d")
            .parse()
            .unwrap();
        let first = |decision: AnglingDecision<'_>| vec![(decision.position.moves()[0], 1.0)];
        let [_, expected] = AnglingSolver::best_responses(&position, 24, first).unwrap();
        let playouts = FirstMoves {
            angler: position.angler(),
        };
        let options = InformationSetOptions {
            exploration: 0.5,
            ..InformationSetOptions::default()
        };
        let limits = Limits {
            nodes: Some(100_000),
            ..Limits::default()
        };
        let mut search = InformationSetSearch::new(playouts, options);
        let (moves, _) = search.search(&position, &limits, |rng| position.draw_world(rng));
        let found = moves[0].measures[0];
        assert!(
            (found - expected).abs() < 0.05,
            "{found}, expected {expected}: {day}"
        );
    }
}
