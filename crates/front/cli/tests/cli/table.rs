//! Claims about `show` and `play` that hold in every game.

use std::fs;

use floe_engine::{AnyGame, GameRules, RandomStart, with_game};
use floe_game::{Game, Player, counted};
use floe_presentation::Seen;

use crate::run::{Folder, floe, floe_with};

/// Positions of one game, from its start to its end: after every N-th random move, with the views
/// of all players.
fn course(start: &AnyGame, seed: u64) -> Vec<AnyGame> {
    let mut positions = Vec::new();
    for plies in (0..).map(|number| number * number / 2) {
        let position = RandomStart {
            plies,
            ..RandomStart::default()
        }
        .play(start, seed);
        positions.push(position);
        positions.extend(Player::first(position.players()).map(|player| position.view(player)));
        if with_game!(&position, position => position.is_over()) {
            return positions;
        }
    }
    positions
}

/// Positions with keys that few random games come to.
const RARE: [&str; 3] = [
    "flip:D1>/D2>~~ A D:fc,W:rsk W1000 step=free power=used below=pm net=2x4",
    "flip:D1>/D2> A D:fc - last=2 net=2x4",
    "contest:W1>~W2>~/W3</ A - - step=free powers=WD points=0,0 bid=A2 freed=D1000 deck=-",
];

/// Starts of all games: all rules with all numbers of players, and games with other options.
fn starts() -> Vec<AnyGame> {
    let players = |rules: GameRules| {
        (rules.min_players()..=rules.max_players()).map(move |players| (rules, players))
    };
    let usual = GameRules::all().flat_map(players).map(|(rules, players)| {
        let players = if rules.has_teams() { 4 } else { players };
        AnyGame::deal(&rules.usual(players), 7).expect("a deal")
    });
    let options: [&[&str]; 9] = [
        &["--rules", "hidden-whale", "--whales", "3,2"],
        &[
            "--rules",
            "special-tiles",
            "--special",
            "teleport=0,exchange=0,broken=4,reversal=4,floating=4",
        ],
        &["--layout", "setup-2", "--centre", "m2"],
        &["--layout", "setup-2", "--centre", "open"],
        &[
            "--rules",
            "flip",
            "--columns",
            "2",
            "--height",
            "4",
            "--rays",
            "far",
            "--waste",
            "oil=2,metal=3",
        ],
        &[
            "--rules",
            "contest",
            "--rays",
            "far",
            "--players",
            "4",
            "--each",
            "3",
        ],
        &["--rules", "angling", "--dealt", "--no-specials"],
        &[
            "--rules",
            "angling",
            "--lake",
            "2x2",
            "--anglers",
            "1",
            "--catch-tiles",
            "2.1",
        ],
        &["--rules", "angling", "--lake", "3x3", "--dealt"],
    ];
    let unusual = options.map(|options| {
        let text = floe(&[&["new", "--seed", "7"], options].concat()).fine();
        text.trim().parse().expect("a position")
    });
    let rare = RARE.map(|text| text.parse().expect("a position"));
    usual.chain(unusual).chain(rare).collect()
}

/// Words that the drawing of a position must have for a key of its text.
fn words_of_key(position: &AnyGame, key: &str, value: &str) -> Vec<String> {
    const SPECIES: [(char, &str); 8] = [
        ('W', "whale"),
        ('S', "swordfish"),
        ('O', "octopus"),
        ('T', "turtle"),
        ('D', "dolphin"),
        ('J', "jellyfish"),
        ('R', "ray"),
        ('K', "shark"),
    ];
    let players = || Player::first(position.players());
    let is_flip = position.rules() == GameRules::Flip;
    match key {
        "rules" => vec![format!("Rules {value},")],
        "whale" => vec![format!("the whale, on {value}.")],
        "hidden" if value == "-" => vec!["No whale is hidden any more.".to_owned()],
        "hidden" => value
            .split(',')
            .map(|fish| format!("{}-fish tile", if fish == "3" { "three" } else { "two" }))
            .collect(),
        "took" => players()
            .zip(value.split(','))
            .map(|(player, took)| format!("{player} {}", took.replace('.', ", ")))
            .collect(),
        "ring" => value
            .split(',')
            .filter_map(|tile| Some(tile.split_once(':')?.0.to_owned()))
            .collect(),
        // A lost game has no step any more.
        "step" | "next" if Seen::whole(position).result().is_some() => Vec::new(),
        "step" => vec![format!(", {value}")],
        "next" => vec![format!("refill column {value}")],
        "deck" if value == "-" => vec!["none, the discards are shuffled".to_owned()],
        "deck" | "cards" => value
            .chars()
            .filter(char::is_ascii_lowercase)
            .map(|letter| action_card(letter).to_owned())
            .collect(),
        "below" => vec![format!(
            "then {}",
            if value.starts_with('p') {
                "plastic"
            } else {
                "metal"
            }
        )],
        "last" if value == "0" => vec!["over".to_owned()],
        "last" | "idle" => vec![format!("{value} turn")],
        "power" => vec!["used in this turn".to_owned()],
        "powers" => SPECIES
            .iter()
            .filter(|(letter, _)| value.contains(*letter))
            .map(|(_, name)| (*name).to_owned())
            .collect(),
        "rays" => vec!["far: two rays".to_owned()],
        "net" => value
            .split_once('x')
            .map(|(_, rows)| format!("{rows}  "))
            .into_iter()
            .collect(),
        "points" => value
            .split(',')
            .map(|points| format!("{points} animal"))
            .collect(),
        "fines" => value
            .split(',')
            .filter(|&fines| fines != "0")
            .map(|fines| format!("less {fines} waste card"))
            .collect(),
        "bid" => vec![format!("{} by {}", &value[1..], &value[..1])],
        "passed" => vec!["has passed".to_owned()],
        "first" => vec!["first bidder".to_owned()],
        "out" | "freed" if !is_flip => vec![value.to_owned()],
        "reshuffled" => vec!["the discards have been shuffled in".to_owned()],
        "day" => vec![format!("day {value}")],
        "active" => vec![if value == "y" { "yellow" } else { "red" }.to_owned()],
        "shown" => vec![format!("shown {value}")],
        "left" => vec![format!("{value} slides left")],
        "no-specials" => vec!["no specials".to_owned()],
        "catch" => vec![format!("each day     catch tiles {value}")],
        "held" => vec!["no tile may be moved".to_owned()],
        "caught" => vec![format!("caught       {value}")],
        "hand" => vec![format!("to lay       {value}")],
        "dealt" => vec!["dealt at random".to_owned()],
        "lake" => vec![format!(" of {}", &value[..1])],
        "tiles" => vec![format!("tiles        {value}")],
        _ => panic!("{position}: the key {key} has words in the drawing, and here"),
    }
}

fn action_card(letter: char) -> &'static str {
    match letter {
        'f' => "flip one card",
        'c' => "flip a column",
        'r' => "flip a row",
        's' => "flip a square",
        'k' => "flip a colour",
        'x' => "switch two neighbours",
        'y' => "switch and flip two neighbours",
        'e' => "free one animal",
        _ => panic!("'{letter}' is no action card"),
    }
}

/// Words for a pile.
fn pile(text: &str) -> Vec<String> {
    vec![if text == "-" { "pile" } else { text }.to_owned()]
}

fn special(letter: char) -> String {
    let effect = match letter {
        'l' => "look at a tile",
        'h' => "hold all tiles",
        'y' => "push the yellow angler",
        'r' => "push the red angler",
        's' => "swap two tiles",
        _ => panic!("'{letter}' is no special"),
    };
    format!("{letter} {effect}")
}

/// Words that the drawing must have for the fields before the keys.
fn words_of_fields(position: &AnyGame, fields: &[&str]) -> Vec<String> {
    match position.rules() {
        GameRules::Floe(rules) => {
            let hands = fields
                .get(3)
                .filter(|hands| **hands != "-")
                .into_iter()
                .flat_map(|hands| hands.split(','));
            let taken = fields[2]
                .split(',')
                .filter_map(|taken| taken.split_once(':'));
            let taken = taken.map(|(fish, tiles)| format!("{fish} fish, {tiles:>2} tile"));
            hands
                .filter(|hand| *hand != "0")
                .map(|hand| format!("{hand} to place"))
                .chain(taken.filter(|_| rules.variant.takes_tiles()))
                .collect()
        }
        GameRules::Flip => {
            let hands = fields[2].split(',').filter_map(|hand| hand.split_once(':'));
            hands
                .flat_map(|(_, cards)| cards.chars().map(|card| action_card(card).to_owned()))
                .chain(pile(fields[3]))
                .collect()
        }
        GameRules::Contest => pile(fields[3]),
        GameRules::Angling => {
            let specials = fields[5]
                .chars()
                .filter(char::is_ascii_lowercase)
                .map(special);
            let catch = (1..)
                .zip(fields[4].split('.'))
                .map(|(distance, left)| format!("{left} of {distance}"));
            let starts = fields[3]
                .split(',')
                .filter_map(|angler| angler.split_once('+'));
            let starts = starts.map(|(start, _)| format!("start {}", &start[1..]));
            let points = fields[2]
                .split(',')
                .map(|points| counted(points.parse::<i32>().unwrap(), "point"));
            specials.chain(catch).chain(starts).chain(points).collect()
        }
    }
}

#[test]
fn all_that_a_position_holds_is_drawn_or_said() {
    let mut keys = std::collections::BTreeSet::new();
    for start in starts() {
        for seed in 0..4 {
            for position in course(&start, seed) {
                let text = position.to_string();
                let drawing = Seen::whole(&position).draw(|_, cell| cell);
                let fields: Vec<&str> = text.split(' ').collect();
                let is_key = |field: &&str| {
                    field.contains('=')
                        || ["held", "dealt", "no-specials", "reshuffled"].contains(field)
                };
                let (given, before): (Vec<&str>, Vec<&str>) =
                    fields.into_iter().partition(|field| is_key(field));
                let words = given
                    .iter()
                    .map(|field| field.split_once('=').unwrap_or((field, "")));
                let words = words.flat_map(|(key, value)| {
                    keys.insert(key.to_owned());
                    words_of_key(&position, key, value)
                });
                for words in words.chain(words_of_fields(&position, &before)) {
                    assert!(drawing.contains(&words), "'{words}' of {text}\n{drawing}");
                }
            }
        }
    }
    let known = "active below bid cards caught day dealt deck fines first freed hand held hidden idle lake last left net next out \
                 passed points power powers rays reshuffled ring rules shown step tiles took whale";
    for key in known.split_whitespace() {
        assert!(keys.contains(key), "no game came to {key}: {keys:?}");
    }
}

/// The form of a move: hexes, spaces, numbers and players are all the same.
fn form(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut form = String::new();
    let mut index = 0;
    while let Some(&character) = characters.get(index) {
        let run = |is_in: fn(&char) -> bool| {
            characters[index..]
                .iter()
                .take_while(|other| is_in(other))
                .count()
        };
        let letters = run(char::is_ascii_lowercase);
        let digits = run(char::is_ascii_digit);
        let after = characters.get(index + 1);
        let is_name = character.is_ascii_lowercase() && after.is_some_and(char::is_ascii_digit);
        if is_name {
            index += 1;
            index += characters[index..]
                .iter()
                .take_while(|other| other.is_ascii_digit())
                .count();
            form.push('h');
        } else if digits > 0 {
            index += digits;
            form.push('9');
        } else if character.is_ascii_uppercase() {
            index += run(char::is_ascii_uppercase);
            form.push('U');
        } else if letters == 1
            && after != Some(&':')
            && !form.ends_with(|last: char| "h9".contains(last))
        {
            index += 1;
            form.push('l');
        } else {
            // The last letter may begin a name: `xd3`.
            let is_before_name = letters > 1
                && characters
                    .get(index + letters)
                    .is_some_and(char::is_ascii_digit);
            let count = letters.max(1) - usize::from(is_before_name);
            form.extend(&characters[index..index + count]);
            index += count;
        }
    }
    form
}

/// The forms that a move consists of: those of the groups freed together, and of the players that
/// get something.
fn forms(text: &str) -> Vec<String> {
    match (text.strip_prefix('+'), text.strip_prefix("give:")) {
        (Some(groups), _) => groups
            .split('+')
            .map(|group| form(&format!("+{group}")))
            .collect(),
        (_, Some(shares)) => shares
            .split(',')
            .map(|share| form(&format!("give:{share}")))
            .collect(),
        // A tile is a number or a letter.
        _ if text.starts_with("lay:") => vec!["lay:".to_owned()],
        _ => vec![form(text)],
    }
}

#[test]
fn help_names_every_kind_of_move() {
    for start in starts() {
        let all: String = Player::first(start.players()).map(Player::letter).collect();
        let help = floe_with(&format!("play `{start}` --side `{all}`"), "help\nquit\n").fine();
        let (_, listed) = help.split_once("\nMoves").expect("the moves");
        let listed = listed
            .lines()
            .skip(1)
            .filter_map(|line| line.strip_prefix("  "));
        let known: Vec<String> = listed
            .filter_map(|line| line.split_whitespace().next())
            .flat_map(forms)
            .collect();
        for seed in 0..3 {
            for position in course(&start, seed) {
                for choice in position.choices() {
                    for form in forms(&choice) {
                        assert!(
                            known.contains(&form),
                            "{choice}, {form} of {position}\n{known:?}\n{help}"
                        );
                    }
                }
            }
        }
    }
}

/// A start of every game, for as many players as usual.
fn usual_starts() -> impl Iterator<Item = AnyGame> {
    GameRules::all()
        .map(|rules| AnyGame::deal(&rules.usual(rules.usual_players()), 3).expect("a deal"))
}

/// All commands of the prompt are answered in every game, each on lines of its own, also with
/// arguments that make no sense.
#[test]
fn every_command_works_in_every_game() {
    const LINES: &str = "help x\nmoves 3\nrules x\nhint x\nexplain x\nundo 9\nlevel x\nlevel 1\nside Q\nside\nshow x\n\
                         save\nsave /\nhnit\n=\nzz9\nc3-\nlay:\nquit\n";
    for start in usual_starts() {
        // Late, so that hints are proofs and take no second.
        let late = [16, 24, 32].map(|tiles| {
            let start_of = RandomStart {
                tiles: Some(tiles),
                ..RandomStart::default()
            };
            start_of.play(&start, 1)
        });
        let mut late = late.into_iter();
        let position = late
            .find(|position| !position.choices().is_empty())
            .unwrap();
        let text = position.to_string();
        let sides: String = Player::first(position.players())
            .map(Player::letter)
            .collect();
        let told = floe_with(&format!("play `{text}` --side `{sides}` --level 1"), LINES).fine();
        // The typed lines are not echoed: a prompt begins its line if the answer before it ends
        // with one.
        let prompts = Player::first(position.players())
            .map(|player| told.matches(&format!("\n{player}> ")).count());
        assert_eq!(
            prompts.sum::<usize>(),
            LINES.lines().count(),
            "{text}: {told}"
        );
        for words in [
            "undo: you have made no move",
            "level: expected 1 to 8; found 'x'",
            "side: expected letters",
            "did you mean 'hint'?",
        ] {
            assert!(told.contains(words), "{words} in {text}: {told}");
        }
        assert!(!told.contains("explain: expected"), "{told}");
    }
}

/// A finished game is announced once.
#[test]
fn the_end_is_told_once() {
    for start in usual_starts() {
        let last = course(&start, 2);
        let last = &last[last.len() - 1 - start.players()];
        let text = last.to_string();
        let told = floe_with(&format!("play `{text}` --level 1"), "").fine();
        assert_eq!(told.matches("The game is over").count(), 1, "{told}");
        assert_eq!(
            told.matches(&floe!("show `{text}`").fine()).count(),
            1,
            "{told}"
        );
    }
}

/// A saved game goes on with the same persons, unless others are given.
#[test]
fn a_saved_game_keeps_its_persons() {
    let folder = Folder::new();
    for (number, start) in usual_starts().enumerate() {
        let file = folder.path().join(format!("{number}.game"));
        let file = file.to_str().expect("a name in UTF-8");
        let all: String = Player::first(start.players()).map(Player::letter).collect();
        let choice = start.choices().remove(0);
        floe_with(
            &format!("play `{start}` --side `{all}` --file `{file}`"),
            format!("{choice}\n"),
        )
        .fine();
        floe_with(&format!("play --file `{file}` --level 1"), "side\nquit\n")
            .says(format!("you play {all};"));
        let told = floe_with(
            &format!("play --file `{file}` --level 1 --side B"),
            "undo\nside\n",
        )
        .fine();
        assert!(
            told.contains("you play B;") || told.contains("The game is over"),
            "{told}"
        );
    }
    let file = folder.path().join("names.game");
    let name = file.to_str().expect("a name in UTF-8");
    for (headers, sides) in [
        ("[A \"Anna\"]\n[B \"Bert\"]\n", "AB"),
        ("[A \"floe, level 3\"]\n[B \"person\"]\n", "B"),
        ("[A \"default:nodes=100\"]\n[B \"random\"]\n", "A"),
        ("", "A"),
    ] {
        fs::write(&file, format!("{headers}{}\n", crate::ENDGAME)).expect("it is written");
        floe_with(
            &format!("play --file `{name}` --level 1"),
            "side\nside A\nside\nquit\n",
        )
        .says(format!("you play {sides};"));
    }
}

/// A day of Gone Fishing! in which the fish has two specials left.
const LAST_WALK: &str =
    "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+out,r13+18 2.2.2.3 lh,ys caught=1.5.r";

#[test]
fn the_end_of_a_day_is_announced() {
    let flat = |told: String| told.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = flat(floe_with(&format!("play `{LAST_WALK}` --side AB"), "r+out\nquit\n").fine());
    let news =
        "Day 1 is over: A has 4 points, 6 of fish less 2 for the specials that B did not play.";
    assert_eq!(told.matches(news).count(), 1, "{told}");
    floe_with(
        &format!("play `{}` --side AB", LAST_WALK.replace("lh,ys", "lh,-")),
        "r+out\nquit\n",
    )
    .says("Day 1 is over: A has 6 points.");
    let over = "angling:22!/r. A 2,0 y1+11 1.1 -,s caught=2 lake=2x2 tiles=2.2.2.r";
    let told = flat(floe_with(&format!("play `{over}` --side A"), "y+out\n").fine());
    assert!(
        told.contains(
            "Day 1 is over: A has 1 point, 2 of fish less 1 for the special that B did not play."
        ),
        "{told}"
    );
    assert_eq!(told.matches("The game is over").count(), 1, "{told}");
}

/// A hint gives the mixture where good play is mixed, and words where moves are letters.
#[test]
fn hints_are_mixtures_and_words() {
    let walk = "angling:22!4!1!/r34!3!/51!6!r!/r!r!r!d! A 0,0 y4+10,r14+12 0.0.1.0 -,y";
    let told = floe_with(&format!("play `{walk}`"), "hint\nquit\n").fine();
    assert!(
        told.contains("yellow walks") || told.contains("red walks"),
        "{told}"
    );
    // The fish shows the 1 in 65 % of cases, and hides it behind the rubbish in the others
    // (positions/examples/bluff.pos).
    let bluff = "angling:6r/1d B 0,0 y1+9 1.0 -,- step=show active=y lake=2x2 tiles=6.1.r.d";
    let told = floe_with(&format!("play `{bluff}` --side B"), "hint\nquit\n").fine();
    let mixture: Vec<(u32, &str)> = told.lines().filter_map(probability_of_a_move).collect();
    let sum: u32 = mixture.iter().map(|(percent, _)| percent).sum();
    assert!(mixture.len() == 2 && (99..=101).contains(&sum), "{told}");
    assert!(mixture[0].0.abs_diff(65) <= 1, "{told}");
    for (mv, words) in [
        ("show:a2", "show the tile on a2"),
        ("show:b1", "show the tile on b1"),
    ] {
        assert!(
            mixture
                .iter()
                .any(|(_, rest)| rest.starts_with(mv) && rest.contains(words)),
            "{told}"
        );
    }
    let flip =
        "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:fcx,W:rsk W2212,S2212,D2212,K2122,p3";
    let told = floe_with(&format!("play `{flip}`"), "hint\nquit\n").fine();
    assert!(
        ["flip", "switch"].iter().any(|word| told.contains(word)),
        "{told}"
    );
}

/// Probability, in percent, at the start of a line of a mixture, and the move with its words.
fn probability_of_a_move(line: &str) -> Option<(u32, &str)> {
    let (percent, rest) = line.split_once(" %  ")?;
    Some((percent.trim().parse().ok()?, rest))
}

/// A game of Gone Fishing! in which a person fishes; the tiles that it does not know are 4, 1, 2,
/// 2, 3, 4, 6, r, r, r and d.
const TRUTH: &str = "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r";

/// No command shows a person who fishes the tiles of the fish, nor does an error or the end.
#[test]
fn hidden_tiles_stay_hidden_from_a_person() {
    let folder = Folder::new();
    let file = folder.path().join("hidden.game");
    let file = file.to_str().expect("a name in UTF-8");
    let lines = format!(
        "show\nmoves\nhint\nexplain\nlook:a1=2\ncatch:d4=2\ny+1\nno\nsave {file}\nshow\nundo\nundo\nmoves\nquit\n"
    );
    let told = floe_with(&format!("play `{TRUTH}` --level 1 --seed 1"), lines).fine();
    for row in ["443!r", "1..2", "rr!63", "2d.r"] {
        assert!(!told.contains(row), "{row}: {told}");
    }
    for cells in ["20    4     4", "17    2     d"] {
        assert!(!told.contains(cells), "{cells}: {told}");
    }
    for words in ["expected =4", "expected =r"] {
        assert!(!told.contains(words), "{words}: {told}");
    }
    assert!(
        fs::read_to_string(file)
            .expect("the game was kept")
            .contains("443!r"),
        "the file has them"
    );
}

/// Persons who know different things are asked to hand over the screen before it shows what one of
/// them knows.
#[test]
fn a_shared_screen_is_handed_over() {
    let told = floe_with(&format!("play `{TRUTH}` --side AB"), "y+1\n\nquit\n").fine();
    let (before, after) = told
        .split_once("hand the screen to B")
        .expect("the screen changes hands");
    assert!(!before.contains("20    4     4"), "{told}");
    let (asked, shown) = after.split_once("B> ").expect("a prompt");
    assert!(
        !asked.contains("20    4     4") && shown.contains("20    4     4"),
        "{told}"
    );
}

/// Errors about options name options that the command has.
#[test]
fn errors_name_options_that_exist() {
    let help = floe("new --help").fine();
    for options in [
        &["--rules", "flip", "--each", "1"][..],
        &["--rules", "contest", "--each", "1"],
        &["--rules", "flip", "--species", "W", "--waste", "plastic=0"],
        &["--rules", "flip", "--hand", "20"],
        &["--rules", "flip", "--waste", "oil=9"],
        &["--rules", "contest", "--species", "W"],
        &["--rules", "contest", "--players", "1"],
        &["--rules", "angling", "--lake-tiles", "1"],
        &["--rules", "angling", "--lake-tiles", "d.d"],
        &["--rules", "angling", "--catch-tiles", "9"],
        &["--rules", "push", "--each", "3"],
        &["--rules", "teams", "--players", "3"],
    ] {
        let wrong = floe(&[&["new"], options].concat()).wrong();
        let names = wrong
            .split([' ', ':', ',', '\''])
            .filter(|word| word.starts_with("--") && *word != "--help");
        let names: Vec<&str> = names.collect();
        assert!(!names.is_empty(), "{wrong}");
        for name in names {
            assert!(help.contains(&format!("{name} ")), "{name}: {wrong}");
        }
    }
}

#[test]
fn bids_are_from_1_to_9() {
    let start = "contest:J1^J1^J2^/J3^J4^J2^/J4vO3>S2> A - S3222 powers=SD cards=rk points=0,0";
    for bid in ["B0", "B10", "Bx", "B"] {
        floe!("show `{start} bid={bid}`").refuses("expected a bid from 1 to 9");
    }
    floe!("show `{start} bid=B9`").fine();
}
