use floe_engine::{AnyGame, Engine, EngineSpec, Evaluation, ExportError, GameLine};
use floe_game::{POINT, Player};
use floe_presentation::{Perspective, Seen};
use floe_search::Options;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

/// Every game either names the hexes of its moves in the notation, or says all its moves and
/// choices in words.
#[test]
fn moves_without_hexes_have_words() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(6);
    for start in starts() {
        let texts: Vec<String> = random_game(&start, rng)
            .0
            .into_iter()
            .map(|(_, mv)| mv)
            .collect();
        let is_floe = start.rules().floe().is_some();
        for played in GameLine::replay(start, texts).unwrap().moves().step_by(5) {
            let position = played.before;
            assert_eq!(
                Seen::whole(position).turn_words(&[played.mv]).is_none(),
                is_floe,
                "{position}"
            );
            for choice in position.choices() {
                let line = position.find_line(std::slice::from_ref(&choice));
                assert_eq!(
                    line.iter()
                        .map(|&mv| position.move_text(mv))
                        .collect::<Vec<_>>(),
                    [&*choice],
                    "{position}"
                );
                assert_eq!(
                    Seen::whole(position).turn_words(&line).is_none(),
                    is_floe,
                    "{position}: {choice}"
                );
            }
        }
    }
}

/// Lines have words move by move in every game, where their notation is more than hexes.
#[test]
fn lines_are_told_in_every_game() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(8);
    for start in starts() {
        let texts: Vec<String> = random_game(&start, rng)
            .0
            .into_iter()
            .map(|(_, mv)| mv)
            .collect();
        let line = start.find_line(&texts);
        let told = Seen::whole(&start).told_line(&line);
        assert_eq!(told.len(), texts.len(), "{start}");
        for (told, text) in told.iter().zip(&texts) {
            let is_code =
                text.contains(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
            // "pass" is a word.
            assert!(
                told.is_plain || told.text != *text || !is_code,
                "{start}: {text}"
            );
            assert!(!(told.is_plain && is_code), "{start}: {text}");
            assert_eq!(
                if told.is_plain {
                    &told.text
                } else {
                    &told.title
                },
                text,
                "{start}"
            );
            assert!(
                !told.text.is_empty() && !told.title.is_empty(),
                "{start}: {text}"
            );
        }
    }
}

/// Chances belong to sides in their order, for any number of players, and words name the side that
/// has most.
#[test]
fn chances_and_words_agree_in_every_game() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(9);
    let spec: EngineSpec = "default:nodes=30".parse().unwrap();
    let mut known = 0;
    for start in starts() {
        let game = random_game(&start, rng).0;
        let position = game[game.len() / 2].0;
        let mut engine = Engine::new(spec.method, spec.options(), 1);
        let analysis = engine
            .analyze_any(&position, &spec.limits(), |_| ())
            .unwrap();
        let words = Seen::whole(&position).analysis_words(&analysis);
        let tag = Perspective::of(&position).tag(&analysis.value);
        let chances = Seen::whole(&position).chances(&analysis);
        let is_signed = position.sides() == 2 && tag.contains('-');
        assert!(
            !words.contains(" for ") && !is_signed,
            "{position}: {words}, {tag}"
        );
        let Some(chances) = chances else { continue };
        known += 1;
        assert_eq!(chances.len(), position.sides(), "{position}");
        assert!(
            (chances.iter().sum::<f64>() - 1.0).abs() < 1e-9,
            "{position}: {chances:?}"
        );
        let most = chances.iter().copied().fold(0.0, f64::max);
        let leaders = (0..chances.len())
            .filter(|&side| chances[side] > most - 1e-9)
            .map(|side| ["A", "B", "C", "D"][side]);
        let is_named = leaders
            .clone()
            .any(|leader| words.starts_with(leader) || words.contains("even"));
        assert!(
            is_named || words == "a draw",
            "{position}: {words} {:?}",
            leaders.collect::<Vec<_>>()
        );
    }
    assert!(known > 20, "{known}");
}

/// A proved best move that alone wins is called so, with the result of the next best.
#[test]
fn an_only_move_is_called_so() {
    let spec: EngineSpec = "default:nodes=1000".parse().unwrap();
    let comparison = |position: &str| {
        let position: AnyGame = position.parse().unwrap();
        let mut engine = Engine::new(
            spec.method,
            Options {
                lines: 2,
                ..spec.options()
            },
            1,
        );
        let analysis = engine
            .analyze_any(&position, &spec.limits(), |_| ())
            .unwrap();
        Seen::whole(&position).comparison(&analysis).unwrap()
    };
    let race = "A13B1..../1......./......./......../......./......../......./........ A 0:0,0:0";
    assert_eq!(
        comparison(race),
        "It is the only move that wins; the next best loses by 2 fish: a1-a2."
    );
    let floe = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
    assert!(comparison(floe).starts_with("About as good: "));
}

/// Facts that only some games have are left out by the others.
#[test]
fn games_without_a_kind_of_facts_have_none() {
    let mut views = 0;
    for start in starts() {
        let rules = start.rules();
        let name = rules.to_string();
        assert_eq!(
            Seen::whole(&start).notes().is_empty(),
            name != "flip",
            "{start}"
        );
        assert!(
            name == "contest" || Seen::whole(&start).freeable_numbers().is_empty(),
            "{start}"
        );
        assert!(
            name == "angling" || floe_engine::special_values(&start).is_empty(),
            "{start}"
        );
        let export = floe_engine::export_day(&start, 1000);
        assert_eq!(
            export == Err(ExportError::Rules(rules)),
            name != "angling",
            "{start}"
        );
        let hides = Player::first(start.players()).any(|player| start.view(player).is_view());
        assert!(rules.has_hidden_tiles() || !hides, "{start}");
        views += usize::from(hides);
        assert!(!start.is_view(), "{start}");
    }
    assert!(views > 0);
}

/// A move has reasons in every game, and a move that ends a day reports its result.
#[test]
fn reasons_are_given_in_every_game() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(7);
    let mut interim_results = 0;
    for start in starts() {
        let (moves, _) = random_game(&start, rng);
        for (position, text) in moves {
            let mv = position.find_move(&text).unwrap();
            interim_results += usize::from(Seen::whole(&position).interim_result(mv).is_some());
            assert!(
                Seen::whole(&position).interim_result(mv).is_none()
                    || position.rules().has_hidden_tiles(),
                "{position}: {text}"
            );
        }
        let line: Vec<_> = start.choices().into_iter().take(1).collect();
        assert!(
            !Seen::whole(&start)
                .reasons(&start.find_line(&line), &Evaluation::default())
                .is_empty(),
            "{start}"
        );
    }
    assert!(interim_results > 0);
    let over: AnyGame =
        "2....../......../......./......../......./......../......./........ B 49:31,47:28"
            .parse()
            .unwrap();
    assert_eq!(
        Seen::whole(&over).reasons(&[], &Evaluation::default()),
        [""; 0]
    );
}

/// The best move of every engine that compares moves has a reason beyond its words: what it does,
/// or how far it is from the next best.
#[test]
fn best_moves_have_reasons_in_every_game() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(12);
    let spec: EngineSpec = "default:nodes=30".parse().unwrap();
    let options = Options {
        lines: 2,
        ..spec.options()
    };
    let mut told = 0;
    for start in starts() {
        let is_floe = start.rules().floe().is_some();
        let (game, _) = random_game(&start, rng);
        for (position, _) in game.iter().step_by(1 + game.len() / 6) {
            let mut engine = Engine::new(spec.method, options, 1);
            let analysis = engine
                .analyze_any(position, &spec.limits(), |_| ())
                .unwrap();
            let [best, next, ..] = &analysis.lines[..] else {
                continue;
            };
            told += 1;
            let comparison = Seen::whole(position).comparison(&analysis).unwrap();
            assert!(
                comparison.ends_with('.') && !comparison.contains(".."),
                "{position}: {comparison}"
            );
            let told = Seen::whole(position).told(next.moves[0]);
            let notation = position.move_text(next.moves[0]);
            assert!(
                told.is_plain || !comparison.contains(&notation),
                "{position}: {comparison}"
            );
            assert!(!comparison.contains(" 0.0 "), "{position}: {comparison}");
            if let Some(forecast) = &analysis.forecast {
                let difference =
                    f64::from(best.scores[0] - next.scores[0]).abs() / f64::from(POINT);
                let is_within = difference < 2.0 * forecast.error();
                assert!(
                    !is_within || comparison.starts_with("About as good"),
                    "{position}: {comparison}"
                );
            }
            if analysis
                .mixed
                .as_ref()
                .is_some_and(|mixed| mixed.bounds.is_none())
            {
                let difference =
                    f64::from(best.scores[0] - next.scores[0]).abs() / f64::from(POINT);
                assert!(
                    difference > 2.0 || comparison.starts_with("About as good"),
                    "30 playouts: {comparison}"
                );
            }
            let reasons = Seen::whole(position).reasons(&best.moves, &Evaluation::default());
            assert!(is_floe || reasons.len() > 1, "{position}: {reasons:?}");
            assert!(
                reasons.iter().all(|reason| reason.ends_with('.')),
                "{position}: {reasons:?}"
            );
        }
    }
    assert!(told > 100, "{told}");
}

/// Games without a floe count on the table what every choice does, and say no more than the player
/// to move knows.
#[test]
fn choices_have_reasons_of_their_own() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(13);
    for start in starts()
        .into_iter()
        .filter(|start| start.rules().floe().is_none())
    {
        for (position, _) in random_game(&start, rng).0.iter().step_by(4) {
            let view = position.view(position.last_turn());
            let choices = position.choices();
            if choices.len() == 1 {
                continue;
            }
            for choice in choices.iter().step_by(1 + choices.len() / 8) {
                let reasons = |position: &AnyGame| {
                    let line = position.find_line(std::slice::from_ref(choice));
                    Seen::whole(position).reasons(&line, &Evaluation::default())
                };
                assert!(reasons(position).len() > 1, "{position}: {choice}");
                assert_eq!(
                    reasons(&view)[1..],
                    reasons(position)[1..],
                    "{position}: {choice}"
                );
            }
        }
    }
}

/// One thing has no plural, in any text on a position or a move.
#[test]
fn one_thing_is_in_the_singular() {
    let nouns = [
        "cards", "tiles", "hexes", "penguins", "animals", "points", "piers", "turns", "moves",
        "groups", "specials",
    ];
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(15);
    let check = |position: &AnyGame, text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_wrong = |pair: &&[&str]| {
            let number = pair[0].trim_start_matches(['(', '-', ':']);
            number == "1" && nouns.contains(&pair[1].trim_matches(|c: char| !c.is_alphabetic()))
        };
        assert_eq!(words.windows(2).find(is_wrong), None, "{position}: {text}");
    };
    for start in starts() {
        let (game, end) = random_game(&start, rng);
        for (position, text) in &game {
            let caption = Seen::whole(position).caption();
            caption
                .notes
                .iter()
                .chain(&Seen::whole(position).notes())
                .for_each(|note| check(position, note));
            caption
                .players
                .iter()
                .for_each(|player| check(position, &player.result));
            caption
                .players
                .iter()
                .for_each(|player| check(position, &player.standing));
            check(position, &Seen::whole(position).draw(|_, text| text));
            let mv = position.find_move(text).unwrap();
            check(position, &Seen::whole(position).told(mv).text);
            Seen::whole(position)
                .news(mv)
                .iter()
                .for_each(|news| check(position, news));
            Seen::whole(position)
                .reasons(&[mv], &Evaluation::default())
                .iter()
                .for_each(|reason| check(position, reason));
        }
        check(&end, &Seen::whole(&end).draw(|_, text| text));
        check(&end, &Seen::whole(&end).result().unwrap());
    }
}

/// Each player without penguins at the end of a game on a floe, by all rules and with every number
/// of players, has left it once, in a sentence that says why and how many fish it takes.
#[test]
fn players_who_leave_are_announced() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(18);
    let mut fish_told = 0;
    for start in starts()
        .into_iter()
        .filter(|start| start.rules().floe().is_some())
    {
        let (game, end) = random_game(&start, rng);
        let mut left = vec![0; start.players()];
        for (index, (position, text)) in game.iter().enumerate() {
            let after = game.get(index + 1).map_or(&end, |(after, _)| after);
            let news = Seen::whole(position)
                .news(position.find_move(text).unwrap())
                .unwrap_or_default();
            let results = Seen::whole(position)
                .caption()
                .players
                .into_iter()
                .zip(Seen::whole(after).caption().players);
            for ((before, after), left) in results.zip(&mut left) {
                let opening = format!("{} ", before.player);
                let mut sentences = news.split_inclusive('.').map(str::trim);
                let Some(told) =
                    sentences.find(|told| told.starts_with(&opening) && told.ends_with(" is out."))
                else {
                    continue;
                };
                *left += 1;
                assert!(is_gone(&after.standing), "{position}: {news}");
                let Some((_, fish)) = told.split_once('(') else {
                    continue;
                };
                // A special tile can give back a tile of the same player.
                if !before.is_turn && start.rules().to_string() != "special-tiles" {
                    let fish: i32 = fish.split_once(' ').unwrap().0.parse().unwrap();
                    assert_eq!(
                        fish_of(&after.result) - fish_of(&before.result),
                        fish,
                        "{position}: {news}"
                    );
                    fish_told += 1;
                }
            }
        }
        for (line, left) in Seen::whole(&end).caption().players.iter().zip(left) {
            assert_eq!(
                left,
                usize::from(is_gone(&line.standing)),
                "{end}: {}",
                line.player
            );
        }
    }
    assert!(fish_told > 30, "{fish_told}");
}

/// Whether a standing is that of a player without penguins.
fn is_gone(standing: &str) -> bool {
    ["none on the floe", "retired"].contains(&standing)
}

/// Number of fish of a result: `7 fish, 6 tiles`.
fn fish_of(result: &str) -> i32 {
    result.split_once(' ').unwrap().0.parse().unwrap()
}

/// The end of a game says who has won or lost, and where all play together how good the result is.
#[test]
fn ends_are_judged_in_every_game() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(16);
    let mut judged = [0; 2];
    for start in starts().into_iter().flat_map(|start| [start; 4]) {
        let end = random_game(&start, rng).1;
        let words = Seen::whole(&end).result().unwrap();
        let says = [
            "win",
            "draw",
            "share",
            "lost",
            "Perfect",
            "Good",
            "Very good",
        ];
        assert!(
            says.iter().any(|word| words.contains(word)),
            "{end}: {words}"
        );
        let outcome = Seen::whole(&end).outcome().unwrap();
        assert!(
            words.starts_with(&format!("The game is over: {outcome}")),
            "{end}: {outcome}"
        );
        if end.sides() > 2 {
            let results = words.split_once('(').unwrap().1;
            let fish: Vec<i32> = results
                .split("; ")
                .map(|side| fish_of(side.split_once(' ').unwrap().1))
                .collect();
            assert!(fish.is_sorted_by(|one, other| one >= other), "{words}");
        }
        if end.sides() == 1 {
            judged[usize::from(words.contains("all have lost"))] += 1;
        }
    }
    assert!(judged.iter().all(|&number| number > 0), "{judged:?}");
}

/// Letters that stand alone in sentences about a game are players, never an article: a page can put
/// names there.
#[test]
fn a_letter_alone_is_a_player() {
    // What follows the letter of a player in a sentence.
    const AFTER: [&str; 10] = [
        "alone", "and", "can", "has", "is", "off", "on", "still", "then", "wins",
    ];
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(14);
    let evaluation = Evaluation::default();
    let mut found = std::collections::BTreeSet::new();
    for start in starts() {
        let (game, end) = random_game(&start, rng);
        let reasons = game.iter().step_by(3).flat_map(|(position, text)| {
            let line = position.find_line(std::slice::from_ref(text));
            Seen::whole(position).reasons(&line, &evaluation)
        });
        let turns = game
            .iter()
            .map(|(position, _)| Seen::whole(position).turn_sentence());
        for sentence in reasons.chain(turns).chain(Seen::whole(&end).result()) {
            let mut words = sentence.split([' ', '(']).peekable();
            while let Some(word) = words.next() {
                if word == "A" {
                    found.insert(words.peek().unwrap_or(&"").to_string());
                }
            }
        }
    }
    found.retain(|word| !AFTER.contains(&&**word) && word.parse::<i32>().is_err());
    assert!(found.is_empty(), "{found:?}");
}

/// Reasons and notes name pieces in words: codes of the notation stand in tooltips alone.
#[test]
fn reasons_and_notes_have_no_codes() {
    // Parts of moves after a comma, and tokens of special tiles.
    let is_code = |word: &str| {
        let word = word.trim_matches(|c: char| "().,;".contains(c));
        let is_part = word.contains(',') && word.contains(':');
        // `f1` and `b1` are hexes as well.
        is_part
            || word.len() == 2
                && word.starts_with(['t', 'x', 'r'])
                && word.ends_with(['1', '2', '3'])
    };
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(22);
    for start in starts() {
        let (game, _) = random_game(&start, rng);
        for (position, text) in game.iter().step_by(2) {
            let line = position.find_line(std::slice::from_ref(text));
            let evaluation = Evaluation::default();
            let explained = Seen::whole(position)
                .explain(&evaluation)
                .map(|explanation| explanation.notes);
            let notes = explained
                .into_iter()
                .flatten()
                .chain(Seen::whole(position).notes());
            for sentence in Seen::whole(position)
                .reasons(&line, &evaluation)
                .into_iter()
                .chain(notes)
            {
                let code = sentence.split(' ').find(|word| is_code(word));
                assert_eq!(code, None, "{position}: {sentence}");
            }
        }
    }
}

/// The end of a day is announced with its points and the price of unused specials.
#[test]
fn the_end_of_a_day_has_moves() {
    let told = |text: &str, mv: &str| {
        let position: AnyGame = text.parse().unwrap();
        let mv = position.find_move(mv).ok()?;
        Seen::whole(&position).interim_result(mv)
    };
    let first = "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+19,r13+out 2.2.2.3 -,yr caught=1.5.r";
    let words =
        "Day 1 is over: A has 4 points, 6 of fish less 2 for the specials that B did not play.";
    assert_eq!(told(first, "y+out").as_deref(), Some(words));
    assert_eq!(told(first, "y+1"), None);
    assert_eq!(
        told(&first.replace("-,yr", "-,-"), "y+out").as_deref(),
        Some("Day 1 is over: A has 6 points.")
    );
    let pushed =
        "angling:1d../3.../..5./r..4 B 0,0 y2+19,r5+out 3.3.3.3 -,yr step=slide tiles=1.3.4.5.r.d";
    let words =
        "Day 1 is over: A has -1 points, 0 of fish less 1 for the special that B did not play.";
    assert_eq!(told(pushed, "push:y").as_deref(), Some(words));
    let floe = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
    assert_eq!(told(floe, "c5-c4"), None);
}
