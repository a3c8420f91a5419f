//! Every rule of section 4 of `docs/rules.md` for the cooperative game, on small examples.

use std::collections::BTreeSet;

use floe_flip::{ActionCard, ActionCards, Flip, FlipMove, FlipSetUp, Species, Waste};
use floe_game::{Chance, Game, Notated, POINT, Player, Turn};

fn flip(text: &str) -> Flip {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn after(text: &str, moves: &[&str]) -> Flip {
    moves.iter().fold(flip(text), |position, mv| {
        position.after(
            position
                .find_move(mv)
                .unwrap_or_else(|error| panic!("{position}: {error}")),
        )
    })
}

/// The moves that begin with a text, sorted and joined.
fn moves(position: &Flip, start: &str) -> String {
    let texts = position
        .moves()
        .into_iter()
        .map(|mv| position.move_text(mv));
    let sorted: BTreeSet<String> = texts.filter(|text| text.starts_with(start)).collect();
    sorted.into_iter().collect::<Vec<_>>().join(" ")
}

/// Minus the animals left.
fn left(position: &Flip) -> i32 {
    assert_eq!(
        position.score(Player::new(0)),
        -POINT * position.animals_left() as i32
    );
    -(position.animals_left() as i32)
}

/// The columns of a position.
fn net(position: &Flip) -> String {
    position.net().to_string()
}

#[test]
fn cards_4_1() {
    for species in Species::ALL {
        let set_up = FlipSetUp {
            species: vec![species],
            waste: [6, 3, 3],
            ..FlipSetUp::usual(1, false)
        };
        let animals = Flip::deal(&set_up, 1).unwrap().animals();
        let colours = [0, 1, 2, 3].map(|colour| animals.count(species, colour));
        assert_eq!(
            colours,
            if species == Species::Shark {
                [3, 2, 2, 2]
            } else {
                [3, 3, 2, 2]
            },
            "{species:?}"
        );
    }
    assert_eq!(Waste::ALL.map(Waste::cards), [6, 3, 3]);
    // Flipping changes the side: left and right, jellyfish up and down; the colour stays.
    let start = "flip:D2<J3v/// A -:c W1111 step=act";
    assert_eq!(net(&after(start, &["c:a"])), "D2>~~J3^~~///");
}

#[test]
fn set_up_4_2() {
    for players in 1..=4 {
        for (is_difficult, plastic) in [(false, 4), (true, 6)] {
            let game = Flip::deal(&FlipSetUp::usual(players, is_difficult), 7).unwrap();
            assert_eq!(
                (game.players(), game.turn()),
                (players, Turn::Of(Player::new(0)))
            );
            assert!(
                net(&game).split('/').all(|column| column.len() >= 3),
                "{game}"
            );
            assert_eq!(
                (
                    game.net().cards().len(),
                    game.net().columns(),
                    game.net().rows()
                ),
                (12, 4, 6)
            );
            assert_eq!(
                game.pile().len(),
                40 + plastic - 12 - usize::from(game.animals().len() == 39)
            );
            let hand = if players == 2 { 3 } else { 2 };
            assert!(Player::first(players).all(|player| game.hand(player).len() == hand));
            let powers: Vec<Species> = Player::first(players)
                .map(|player| game.power(player).unwrap())
                .collect();
            let has_cards = |species| game.animals().kinds().any(|kind| kind.species == species);
            assert!(
                powers.iter().all(|&species| has_cards(species)),
                "powers of chosen species: {game}"
            );
            assert_eq!(
                powers.iter().collect::<BTreeSet<_>>().len(),
                players,
                "different powers: {game}"
            );
        }
    }
    assert_eq!(ActionCards::ALL.to_string(), "f4c2r2s3k2x3y2e2");
}

#[test]
fn set_ups_that_the_game_does_not_have_are_refused_4_2() {
    let usual = FlipSetUp::usual(2, false);
    let error = |set_up: FlipSetUp| {
        let error = Flip::deal(&set_up, 1).unwrap_err();
        format!("{}: expected {error}", error.option())
    };
    assert_eq!(
        error(FlipSetUp {
            players: 5,
            ..usual.clone()
        }),
        "players: expected 1 to 4; found 5"
    );
    assert_eq!(
        error(FlipSetUp {
            species: vec![Species::Ray, Species::Ray],
            ..usual.clone()
        }),
        "species: expected every species once; found ray twice"
    );
    let waste = error(FlipSetUp {
        waste: [0, 4, 0],
        ..usual.clone()
    });
    assert_eq!(waste, "waste: expected at most 3 cards of metal; found 4");
    let hand = error(FlipSetUp {
        hand: Some(11),
        ..usual.clone()
    });
    assert_eq!(
        hand,
        "hand: expected 1 to 10 action cards for each of 2 players; found 11"
    );
    assert_eq!(
        error(FlipSetUp {
            columns: 5,
            ..usual.clone()
        }),
        "columns: expected 1 to 4; found 5"
    );
    assert_eq!(
        error(FlipSetUp {
            rows: 7,
            ..usual.clone()
        }),
        "height: expected 2 to 6; found 7"
    );
    assert_eq!(
        error(FlipSetUp {
            each: 0,
            ..usual.clone()
        }),
        "each: expected 1 to 10; found 0"
    );
    let few = error(FlipSetUp {
        species: vec![Species::Whale],
        each: 8,
        ..usual
    });
    assert_eq!(
        few,
        "each: expected more cards in all than the 12 that are laid first; found 12"
    );
}

#[test]
fn discards_are_reshuffled_when_the_deck_runs_out_4_2() {
    let drawing = after("flip:D1</// A -:f,-:c W1111 deck=-", &["f:a1"]);
    // All but the other player's card, the card just played among them.
    assert_eq!(drawing.drawable().to_string(), "f4c1r2s3k2x3y2e2");
    let drawn = drawing.after(drawing.find_move("draw:f").unwrap());
    assert!(
        drawn.to_string().contains(" deck=f3c1r2s3k2x3y2e2"),
        "{drawn}"
    );
    // A deck with a card left is not reshuffled.
    assert_eq!(
        moves(&after("flip:D1</// A -:f,-:c W1111 deck=e1", &["f:a1"]), ""),
        "draw:e"
    );
}

#[test]
fn actions_4_3_1() {
    let start = |cards: &str| format!("flip:D1<D2</D1>W3</W1>/ A -:{cards} W0101");
    let acts = |cards: &str| moves(&flip(&start(cards)), "");
    assert_eq!(acts("f"), "f:a1 f:a2 f:b1 f:b2 f:c1");
    assert_eq!(acts("c"), "c:a c:b c:c");
    assert_eq!(acts("r"), "r:1 r:2");
    assert_eq!(
        acts("s"),
        "s:a1 s:b1",
        "four cards, or three and an empty space"
    );
    assert_eq!(acts("k"), "k:1 k:2 k:3");
    assert_eq!(acts("x"), "x:a1-a2 x:a1-b1 x:a2-b2 x:b1-b2 x:b1-c1");
    assert_eq!(acts("y"), "y:a1-a2 y:a1-b1 y:a2-b2 y:b1-b2 y:b1-c1");
    assert_eq!(acts("e"), "e:a1 e:a2 e:b1 e:b2 e:c1");
    let plays = |cards: &str, mv: &str| net(&after(&start(cards), &[mv]));
    assert_eq!(plays("f", "f:a2"), "D1<D2>~~/D1>W3</W1>/");
    assert_eq!(plays("c", "c:b"), "D1<D2</D1<~~W3>~~/W1>/");
    assert_eq!(plays("r", "r:1"), "D1>~~D2</D1<~~W3</W1<~~/");
    assert_eq!(plays("s", "s:b1"), "D1<D2</D1<~~W3>~~/W1<~~/");
    assert_eq!(plays("k", "k:1"), "D1>~~D2</D1<~~W3</W1<~~/");
    assert_eq!(plays("x", "x:a2-b2"), "D1<W3<~/D1>D2<~/W1>/");
    assert_eq!(plays("y", "y:b1-c1"), "D1<D2</W1<~~W3</D1<~~/");
    assert_eq!(
        plays("e", "e:b1"),
        "D1<D2</_W3</W1>/",
        "the gap stays until the cards are lowered"
    );
}

#[test]
fn the_card_is_discarded_and_a_new_one_drawn_4_3_1() {
    let drawing = after("flip:D1</// A -:fx,-:c W1111 deck=r2", &["f:a1"]);
    assert_eq!(
        (drawing.hand(Player::new(0)).letters(), moves(&drawing, "")),
        ("x".to_owned(), "draw:r".to_owned())
    );
    let drawn = drawing.after(FlipMove::Draw(Some(ActionCard::FlipRow)));
    assert_eq!(drawn.hand(Player::new(0)).letters(), "rx");
}

#[test]
fn a_card_that_cannot_be_used_is_discarded_4_3_1() {
    let start = "flip:D1</// A -:sx,-:c W1111 deck=r2";
    assert_eq!(moves(&flip(start), ""), "discard:s discard:x");
    // Without effect: the turn goes on with the new card and the refilling.
    let next = after(start, &["discard:s", "draw:r"]);
    assert_eq!(
        (net(&next), moves(&next, "lay:W1")),
        ("D1</".to_owned() + "//", "lay:W1< lay:W1>".to_owned())
    );
    assert_eq!(
        moves(&flip("flip:D1</// A -:fx,-:c W1111"), "discard"),
        "",
        "f can be used"
    );
}

#[test]
fn groups_are_freed_together_4_3_2() {
    // Three dolphins swim left and are connected; the one at d1 is not, and those at c1 and c2 swim
    // right or are whales.
    let start = "flip:D1<D2>/D1</W1<W2>W3</D3<W2<W2< A -:f,-:c K0101";
    let freeing = after(start, &["f:a2", "draw:f"]);
    assert_eq!(moves(&freeing, ""), "+a1 done");
    let rest = freeing.after(freeing.find_move("+a1").unwrap());
    assert_eq!(
        net(&rest),
        "//W1<W2>W3</D3<W2<W2<",
        "as a whole, and then nothing has moved"
    );
    // Whales at c3, d2 and d3 form a group of which no card has moved.
    let one = "flip:W1<//W1<W2>W3</D3<W2<W2< A -:f,-:c D0101";
    assert_eq!(
        moves(&after(one, &["f:a1", "draw:f"]), ""),
        moves(&after(one, &["f:a1", "draw:f"]), "lay")
    );
}

#[test]
fn any_groups_may_be_freed_4_3_2() {
    let freeing = after("flip:D1<W1</D1>W2>// A -:c,-:c W0101", &["c:a", "draw:f"]);
    assert_eq!(moves(&freeing, ""), "+a1 +a1+a2 +a2 done");
}

#[test]
fn switched_and_fallen_cards_have_moved_4_3_2() {
    let switched = after(
        "flip:D1<W1</W2>D1</W3</ A -:x,-:c W0101",
        &["x:a1-a2", "draw:f"],
    );
    assert_eq!(moves(&switched, ""), "+a2 done");
    let fallen = after(
        "flip:W1<D1<K1>/W1>K1>/D3>/ A -:f,-:c W0100",
        &["f:a1", "draw:f", "+a1"],
    );
    assert_eq!(net(&fallen), "D1<K1>/K1>/D3>/");
    assert_eq!(
        moves(&fallen, "+"),
        "",
        "K1> at a2 and b1 are not connected"
    );
    let fallen = after(
        "flip:W1<K1>/W1>K1>/D3>/ A -:f,-:c W0100",
        &["f:a1", "draw:f", "+a1"],
    );
    assert_eq!(moves(&fallen, ""), "+a1 done", "both have fallen");
}

#[test]
fn cards_are_lowered_4_3_3() {
    let lowered = after(
        "flip:D1<K1>K2>/K1</W1>/ A -:e,-:c W0101",
        &["e:a2", "draw:f"],
    );
    assert_eq!(
        (net(&lowered), lowered.choices()[0]),
        ("D1<K2>/K1</W1>/".to_owned(), FlipMove::Lay(None))
    );
    // A turtle swims above an empty space and falls at the end.
    let swum = after("flip:T1>T2</T3</W1>/ A T:f,-:c W0101", &["f:a2", "p:a2"]);
    assert_eq!(net(&swum), "T1>/T3<T2>~~/W1>/");
    let gaps = after("flip:T1<T2>/K3</W1>/W2> A T:f,-:c W0101", &["f:a1", "p:a1"]);
    assert_eq!(net(&gaps), "K3<~T2>/T1>~~/W1>/W2>");
    let gaps = after("flip:T1</T2<T1<// A T:f,-:c W0101", &["f:b2", "p:b2"]);
    assert_eq!(net(&gaps), "T1</T2</_T1>~~/");
    let done = gaps.after(gaps.find_move("draw:f").unwrap());
    assert_eq!(
        net(&done),
        "T1</T2</T1>/",
        "it falls, also where nothing was freed"
    );
}

#[test]
fn groups_formed_by_a_fall_may_be_freed_4_3_3() {
    // Nothing could be freed before the fall.
    let last = "flip:D1>_D2> A K: - step=draw deck=f4c2r2s3k2x3y2e1 last=2 net=1x4";
    let fallen = after(last, &["draw:f"]);
    assert_eq!(
        (net(&fallen), moves(&fallen, "")),
        ("D1>D2>~".to_owned(), "+a1 done".to_owned())
    );
    assert_eq!(
        (fallen.turn(), fallen.turns_left()),
        (Turn::Of(Player::new(0)), Some(2)),
        "the same player, the same turn"
    );
    assert_eq!(
        moves(
            &after(
                "flip:D1<K1>K2>/K1>/W1>/ A -:e,-:c W0101",
                &["e:a1", "draw:f"]
            ),
            ""
        ),
        "+a1 done"
    );
    // The player freed nothing before the fall.
    let both = "flip:W1<D1<K1>/W1>_K1>/W1</ A -:f,-:c W0101 step=free";
    let none = after(&both.replacen("W1<D", "W1>~~D", 1), &["done"]);
    assert_eq!(
        (net(&none), moves(&none, "")),
        ("W1>~~D1<K1>/W1>K1>~/W1</".to_owned(), "+a1 done".to_owned())
    );
    // When it frees nothing once more, no card falls, and the turn ends.
    assert_eq!(none.after(FlipMove::Done).choices()[0], FlipMove::Lay(None));
    // No card has fallen after a group on top was freed: the other group of this turn is not asked
    // for again.
    let tops = after(
        "flip:D1<W1</D1>W2>// A -:c,-:c W0101",
        &["c:a", "draw:f", "+a2"],
    );
    assert_eq!(tops.choices()[0], FlipMove::Lay(None));
}

#[test]
fn freeing_goes_on_as_long_as_something_is_freed_4_3_3() {
    let start = "flip:D1<K1>/D1>K2>/W1>/ A -:f,-:c W0101";
    let done = after(start, &["f:a1", "draw:f", "+a1", "done"]);
    assert_eq!(done.choices()[0], FlipMove::Lay(None));
    let freed = after(start, &["f:a1", "draw:f", "+a1", "+a1"]);
    assert_eq!(net(&freed), "//W1>/");
}

#[test]
fn columns_are_refilled_from_the_left_4_3_4() {
    let start = "flip:W1>/W2>/W3>/W1< A -:f,-:c D1111,p1";
    let laid = after(start, &["f:a1", "draw:f", "lay:D1<", "lay:p", "lay:D2>"]);
    assert_eq!(net(&laid), "W1<D1</W2>p/W3>D2>/W1<");
    assert_eq!(
        (laid.turn(), moves(&laid, "lay:D1")),
        (Turn::Of(Player::new(0)), String::new())
    );
    let next = laid.after(laid.find_move("lay:D3<").unwrap());
    assert_eq!(
        (next.turn(), net(&next)),
        (
            Turn::Of(Player::new(1)),
            "W1<D1</W2>p/W3>D2>/W1<D3<".to_owned()
        )
    );
    assert!(next.net().moved().is_empty(), "nothing is freed: {next}");
}

#[test]
fn a_full_column_loses_4_3_4() {
    let start = "flip:W1>/W2>W3>D1<D2<D1>D2>/W3>/W1< A -:f,-:c K1111";
    let lost = after(start, &["f:a1", "draw:f", "lay:K1<"]);
    assert!(lost.is_over() && lost.is_lost());
    assert_eq!(left(&lost), -13, "ten in the net, three in the pile (4.6)");
    assert_eq!(lost.to_string().parse(), Ok(lost));
    // A full column that gets no card, since the last one lies on another, does not.
    let last = after(
        "flip:W1>/W2>W3>D1<D2<D1>D2>/W3>/W1< A -:f,-:c p1",
        &["f:a1", "draw:f", "lay:p"],
    );
    assert_eq!((last.is_over(), last.turns_left()), (false, Some(2)));
}

#[test]
fn powers_of_moving_4_4() {
    let powers = |text: &str, act: &str| {
        let position = after(text, &[act]);
        moves(&position, "p")
    };
    // Dolphin: flips an orthogonal neighbour.
    let dolphin = "flip:D1<W1</W2</K3>/ A D:f,-:c W0011";
    assert_eq!(powers(dolphin, "f:a1"), "p:a1-a2 p:a1-b1");
    assert_eq!(
        net(&after(dolphin, &["f:a1", "p:a1-b1"])),
        "D1>~~W1</W2>~~/K3>/"
    );
    assert_eq!(
        powers(dolphin, "f:a2"),
        "",
        "only a card that the action flipped"
    );
    // Octopus: flips another card of its colour.
    assert_eq!(
        powers("flip:O1<W1</W2</K1>/D1> A O:f,-:c W0011", "f:a1"),
        "p:a1-a2 p:a1-c1 p:a1-d1"
    );
    // Whale: to the bottom; those below move up.
    let whale = "flip:D1<K1</W2</O1<T1<W1<D2</ A W:c,-:c W0011";
    assert_eq!(powers(whale, "c:c"), "p:c3");
    assert_eq!(
        net(&after(whale, &["c:c", "p:c3"])),
        "D1<K1</W2</W1>~~O1>~~T1>~~D2>~~/"
    );
    assert_eq!(powers(whale, "c:b"), "", "it lies at the bottom");
    let sunk = after(whale, &["c:c", "p:c3"]);
    assert_eq!(sunk.net().moved().len(), 4);
    // Turtle: one space the way it now swims, not out of the net.
    let turtle = "flip:T1>/T2<W1<//T3< A T:f,-:c W0011";
    assert_eq!(powers(turtle, "f:a1"), "");
    assert_eq!(
        net(&after(turtle, &["f:b1", "p:b1"])),
        "T1>/_W1</T2>~~/T3<",
        "into an empty space"
    );
    assert_eq!(powers(turtle, "f:d1"), "");
    // Jellyfish: switches with the next card the way it now swims, if there is one.
    let jelly = "flip:J1vW1</W2<J1^/J2v/ A J:f,-:c W0011";
    assert_eq!(
        net(&after(jelly, &["f:a1", "p:a1"])),
        "W1<~J1^~~/W2<J1^/J2v/"
    );
    assert_eq!(
        net(&after(jelly, &["f:b2", "p:b2"])),
        "J1vW1</J1v~~W2<~/J2v/"
    );
    assert_eq!(powers(jelly, "f:c1"), "");
}

#[test]
fn a_power_is_optional_and_used_once_4_4() {
    let start = "flip:D1<D2</W2</K3>/ A D:c,-:c W0011";
    let flipped = after(start, &["c:a"]);
    assert_eq!(moves(&flipped, ""), "go p:a1-a2 p:a1-b1 p:a2-a1");
    assert!(moves(&after(start, &["c:a", "go"]), "draw").contains("draw:f"));
    // Once, and what a power flips brings no further power.
    let used = after("flip:D1<D2</W2</K3>/ A D:f,-:c W0011", &["f:a1", "p:a1-a2"]);
    assert!(
        moves(&used, "p").is_empty() && used.to_string().contains("power=used"),
        "{used}"
    );
    // The other player's power is not the mover's.
    assert_eq!(
        moves(
            &after("flip:D1<D2</W2</K3>/ A W:c,D:c W0011", &["c:a"]),
            "p"
        ),
        ""
    );
}

#[test]
fn rays_free_rays_4_4() {
    // Groups at a1 and b1; rays at d1 and b4 swim the same way in their row or column, c2 is in
    // neither, a3 swims the other way.
    let start = "flip:R1>W1<R2</R1<W2<W3<R2>/W1<R2>K1</R1> A R:f,-:c W0001 step=act";
    let freeing = after(start, &["f:b1", "draw:f"]);
    assert_eq!(moves(&freeing, "+"), "+a1 +a1*");
    assert_eq!(
        net(&freeing.after(freeing.find_move("+a1*").unwrap())),
        "W1<~R2<~/W2<~W3<~/W1<R2>K1</"
    );
    // Without the power only the group.
    assert_eq!(
        moves(
            &after(&start.replace("R:f", "D:f"), &["f:b1", "draw:f"]),
            "+"
        ),
        "+a1"
    );
}

#[test]
fn far_rays_are_adjacent_4_4() {
    let start = "flip:R1<W1</W2</K1</R1> A R:f,-:c W0011 rays=far";
    let freeing = after(start, &["f:a1", "draw:f"]);
    assert_eq!(
        moves(&freeing, "+"),
        "+a1",
        "one ray of the group has moved, with anything between"
    );
    assert_eq!(
        net(&freeing.after(freeing.find_move("+a1").unwrap())),
        "W1<~/W2</K1</"
    );
    // Only for the holder of the power.
    assert_eq!(
        moves(
            &after(&start.replace("R:f", "D:f"), &["f:a1", "draw:f"]),
            "+"
        ),
        ""
    );
    // A ray next to oil has no power; the other still has its own, unless both lack it.
    let oil = "flip:R1<o/W2</K1</R1> A R:f,-:c W0011 rays=far";
    assert_eq!(moves(&after(oil, &["f:a1", "draw:f"]), "+"), "+a1");
    let oil = "flip:R1<o/W2</K1</R1>o A R:f,-:c W0011 rays=far";
    assert_eq!(moves(&after(oil, &["f:a1", "draw:f"]), "+"), "");
}

#[test]
fn a_swordfish_takes_a_neighbour_with_it_4_4() {
    let start = "flip:S1<m/S2>p/W1</ A S:f,-:c W0011 deck=e2f1";
    let freeing = after(start, &["f:a1", "draw:f"]);
    assert_eq!(
        moves(&freeing, "+"),
        "+a1 +a1*a2 +a1*b2 +a1*c1",
        "one animal or waste card"
    );
    let freed = freeing.after(freeing.find_move("+a1*a2").unwrap());
    assert_eq!(
        (net(&freed), freed.pile().below.iter().collect()),
        ("/p/W1</".to_owned(), vec![Waste::Metal])
    );
    // By an action card, too; waste goes under the pile and is laid after it.
    let swordfish = "flip:S1<m/W2>p/W1</ A S:e,-:c W0001 deck=e1f1";
    assert_eq!(moves(&flip(swordfish), "e:a1"), "e:a1 e:a1*a2 e:a1*b1");
    let freed = after(swordfish, &["e:a1*a2", "draw:f", "lay:W4<"]);
    assert_eq!(moves(&freed, ""), "lay:m");
    assert!(
        after(swordfish, &["e:a1*a2"])
            .to_string()
            .contains("power=used")
    );
}

#[test]
fn a_flipped_shark_may_be_freed_alone_4_4() {
    let start = "flip:K1<D1</W2>/K2>/ A K:r,-:c W0011";
    let freeing = after(start, &["r:1", "draw:f"]);
    assert_eq!(
        moves(&freeing, "+"),
        "+a1* +c1*",
        "one of them, since a power is used once"
    );
    assert_eq!(
        net(&freeing.after(freeing.find_move("+a1*").unwrap())),
        "D1</W2</K2</"
    );
    assert_eq!(
        moves(
            &after(&start.replace("K:r", "-:r"), &["r:1", "draw:f"]),
            "+"
        ),
        ""
    );
    // A switched shark was not flipped.
    assert_eq!(
        moves(
            &after(
                "flip:K1<W1</W2>/K2>/ A K:x,-:c W0011",
                &["x:a1-a2", "draw:f"]
            ),
            "+"
        ),
        ""
    );
}

#[test]
fn waste_4_5() {
    // It forms no groups, and no action card frees it; plastic can be flipped and switched.
    let start = |cards: &str| format!("flip:p/p/W1>W2</o A -:{cards},-:c W0011");
    assert_eq!(moves(&flip(&start("e")), ""), "e:c1 e:c2");
    assert_eq!(moves(&flip(&start("f")), ""), "f:a1 f:b1 f:c1 f:c2 f:d1");
    assert_eq!(moves(&flip(&start("k")), ""), "k:1 k:2");
    assert_eq!(moves(&after(&start("x"), &["x:a1-b1", "draw:e"]), "+"), "");
    // Metal: no action that would flip or switch it.
    let metal = |cards: &str| {
        moves(
            &flip(&format!(
                "flip:D1<D2</mK1</K2<K3</D3> A -:{cards},-:c W0011"
            )),
            "",
        )
    };
    assert_eq!(metal("f"), "f:a1 f:a2 f:b2 f:c1 f:c2 f:d1");
    assert_eq!(
        (metal("c"), metal("r")),
        ("c:a c:c c:d".to_owned(), "r:2".to_owned())
    );
    assert_eq!(metal("s"), "s:c1", "three cards and an empty space");
    assert_eq!(metal("x"), "x:a1-a2 x:a2-b2 x:b2-c2 x:c1-c2 x:c1-d1");
    // A power may act on metal.
    let turtle = after("flip:T1</m/W1</ A T:f,-:c W0011", &["f:a1", "p:a1"]);
    assert_eq!(net(&turtle), "m/T1>~~/W1</");
}

#[test]
fn oil_takes_powers_away_4_5() {
    assert_eq!(
        moves(&after("flip:D1<W1</o/K3>/ A D:f,-:c W0011", &["f:a1"]), "p"),
        ""
    );
    assert_eq!(
        moves(
            &after("flip:K1</o/K3>/ A K:f,-:c W0011", &["f:a1", "draw:f"]),
            "+"
        ),
        ""
    );
    assert_eq!(
        moves(&flip("flip:S1<W1</o/K3>/ A S:e,-:c W0011"), "e:a1"),
        "e:a1"
    );
    // Of a group, those next to oil have none: only the swordfish at a2 takes a neighbour, and
    // never oil.
    let freeing = after(
        "flip:S1<S2>W3</oK2</K3>/ A S:f,-:c W0011",
        &["f:a2", "draw:f"],
    );
    assert_eq!(moves(&freeing, "+"), "+a1 +a1*a3 +a1*b2");
}

#[test]
fn two_turns_are_left_when_the_pile_is_empty_4_6() {
    let start = "flip:W1>K2</W2>/W3>/W1< A -:f,-:c,-:r D1000";
    let last = after(start, &["f:a1", "draw:f", "lay:D1<"]);
    assert_eq!(
        (last.turns_left(), last.turn()),
        (Some(2), Turn::Of(Player::new(1))),
        "the last cards do not suffice"
    );
    let end = after(
        start,
        &[
            "f:a1", "draw:f", "lay:D1<", "c:b", "draw:f", "done", "r:1", "draw:f",
        ],
    );
    assert_eq!(end.turn(), Turn::Of(Player::new(2)));
    let end = end.after(end.find_move("done").unwrap());
    assert!(end.is_over() && !end.is_lost());
    assert_eq!(
        (left(&end), end.last_turn()),
        (-6, Player::new(2)),
        "without step 4: {end}"
    );
    // Alone: the player's own two.
    let alone = after(
        "flip:W1>/T3>/K3>/ A -:ff D1000 deck=f1",
        &["f:a1", "draw:f", "lay:D1<", "f:a1", "draw:f"],
    );
    assert_eq!(
        (alone.turns_left(), alone.turn()),
        (Some(1), Turn::Of(Player::new(0)))
    );
}

#[test]
fn waste_below_the_pile_is_not_laid_in_the_last_turns_4_6() {
    let start = "flip:S1<m/S2>p/W1</ A S:f,-:c - last=2";
    let freed = after(start, &["f:a1", "draw:f", "+a1*a2"]);
    assert!(
        freed.pile().is_empty() && freed.turns_left() == Some(1),
        "{freed}"
    );
}

/// The example of the printed sheet: dolphins and a flipped shark are freed, and the swordfish that
/// fall after them.
#[test]
fn six_animals_at_once_4_3() {
    let start = "flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:r,-:c W0011";
    let done = after(start, &["r:1", "draw:f", "+a1+c1*", "+a1"]);
    assert_eq!((net(&done), left(&done)), ("///W1>".to_owned(), -3));
    assert_eq!(left(&flip(start)) + 6, left(&done));
}

/// A table is typed in without counting: the rest of the pile and of the deck is what lies nowhere
/// else.
#[test]
fn the_rest_of_the_cards_is_what_lies_nowhere_else_4_1() {
    for seed in 0..40 {
        let players = 1 + seed as usize % 4;
        let dealt = Flip::deal(&FlipSetUp::usual(players, false), seed).unwrap();
        let text = dealt.to_string();
        let words: Vec<&str> = text.split(' ').collect();
        let [net, turn, hands, pile, ..] = words[..] else {
            panic!("{text}")
        };
        let species: Vec<&str> = pile
            .split(',')
            .filter(|part| !part.starts_with('p'))
            .map(|part| &part[..1])
            .collect();
        let named = format!(
            "{net} {turn} {hands} rest deck=rest animals={}",
            species.join(",")
        );
        assert_eq!(flip(&named), dealt, "{named}");
        // Species that lie in the net or are powers need not be named.
        let all_seen = species
            .iter()
            .all(|letter| net[5..].contains(letter) || hands.contains(letter));
        let rest = flip(&format!("{net} {turn} {hands} rest"));
        assert_eq!(rest == dealt, all_seen, "{text}");
    }
    let freed = flip("flip:W1>W2<p/// A -:f,-:c rest out=W1100,p1 deck=rest discards=r");
    assert!(
        freed
            .to_string()
            .contains(" W1122,p2 deck=f3c1r1s3k2x3y2e2"),
        "{freed}"
    );
    assert!(
        flip("flip:W1>W2<p/// A -:f,-:c rest,m2")
            .to_string()
            .contains(" W2222,m2 ")
    );
    assert!(
        flip("flip:W1>W2</// A -:f,-:c rest,p0")
            .to_string()
            .contains(" W2222 ")
    );
    assert!(
        flip("flip:W1>p/pppp// A -:f,-:c rest")
            .to_string()
            .contains(" W2322,p1 "),
        "the difficult game"
    );
}

/// A deck may differ from the usual one, in colours and in action cards.
#[test]
fn another_deck_is_declared_and_kept_4_1() {
    let text = "flip:W4>W4<W4>/S1>/W1</ A -:f,-:c W0100,S1111 deck=e1 animals=W3323 actions=f1c1e2";
    assert!(
        text.replacen(" animals=W3323", "", 1)
            .parse::<Flip>()
            .is_err()
    );
    let mut game = flip(text);
    assert_eq!(game.to_string(), text);
    while !game.is_over() {
        let moves = game.moves();
        game.play(moves[moves.len() / 2]);
        assert!(game.to_string().contains(" actions=f1c1e2"), "{game}");
        assert_eq!(game.to_string().parse(), Ok(game));
    }
    let rest = flip("flip:W4>W4<W4>/S1>/W1</ A -:f,-:c rest animals=W3313 actions=f1c1e5");
    assert!(
        rest.to_string().contains(" W2310,S2322,p4 deck=e5 "),
        "{rest}"
    );
}
