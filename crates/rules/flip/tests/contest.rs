//! Rule 4.7 of `docs/rules.md`, the competitive form, on small examples.

use floe_flip::{Contest, FlipMove, FlipSetUp, Species};
use floe_game::{Chance, Game, Notated, Player, Turn};

fn contest(text: &str) -> Contest {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn after(text: &str, moves: &[&str]) -> Contest {
    moves.iter().fold(contest(text), |position, mv| {
        position.after(
            position
                .find_move(mv)
                .unwrap_or_else(|error| panic!("{position}: {error}")),
        )
    })
}

fn moves(position: &Contest, start: &str) -> String {
    let texts = position
        .moves()
        .into_iter()
        .map(|mv| position.move_text(mv));
    let mut texts: Vec<String> = texts.filter(|text| text.starts_with(start)).collect();
    texts.sort();
    texts.join(" ")
}

fn scores(position: &Contest) -> Vec<i32> {
    Player::first(position.players())
        .map(|player| position.points(player))
        .collect()
}

/// Three players, a grid in which `r:1` makes the dolphins a1, b1 and c1 a group, and enough cards
/// for another round.
const GRID: &str = "contest:D1<W1<O1>/D2<O1<W2>/D3<W3<O2> A - W0112,O0222,D1111 powers=WO cards=rf points=0,0,0 first=A";

#[test]
fn nine_animals_two_cards_two_powers_4_7() {
    let usual = FlipSetUp::usual(3, false);
    let dealt = Contest::deal(&usual, 3).unwrap();
    assert_eq!(
        (
            dealt.net().cards().len(),
            dealt.net().columns(),
            dealt.net().rows()
        ),
        (9, 3, 3)
    );
    assert!(dealt.net().all_waste().is_empty());
    assert_eq!(dealt.turn(), Turn::Of(Player::new(0)));
    assert!(moves(&dealt, "").starts_with("bid:1 bid:2"));
    assert!(dealt.to_string().contains(" cards="));
    let alone = Contest::deal(
        &FlipSetUp {
            players: 1,
            ..usual.clone()
        },
        3,
    )
    .unwrap_err();
    assert_eq!(
        (alone.option(), alone.to_string().as_str()),
        ("players", "2 to 4 in the competitive form; found 1")
    );
    let one = Contest::deal(
        &FlipSetUp {
            species: vec![Species::Ray],
            ..usual
        },
        3,
    )
    .unwrap_err();
    assert_eq!(
        one.to_string(),
        "two or more in the competitive form, for two powers; found one"
    );
}

#[test]
fn bids_rise_or_a_player_passes_for_good_4_7() {
    let bid = after(GRID, &["bid:3"]);
    assert_eq!(
        (bid.turn(), moves(&bid, "")),
        (
            Turn::Of(Player::new(1)),
            "bid:4 bid:5 bid:6 bid:7 bid:8 bid:9 pass".to_owned()
        )
    );
    let passed = after(GRID, &["bid:3", "pass", "bid:4", "bid:5"]);
    assert_eq!(
        passed.turn(),
        Turn::Of(Player::new(2)),
        "B has passed for good"
    );
    let won = passed.after(FlipMove::Pass);
    assert_eq!(
        (won.turn(), won.bid()),
        (Turn::Of(Player::new(0)), Some((Player::new(0), 5)))
    );
    assert!(
        moves(&won, "r:").starts_with("r:1"),
        "the last bidder plays one of the two cards"
    );
    // After the highest possible bid all others would have to pass.
    assert!(!moves(&after(GRID, &["pass", "bid:9"]), "r:").is_empty());
}

#[test]
fn without_a_bid_the_grid_is_discarded_4_7() {
    let next = after(GRID, &["pass", "pass", "pass"]);
    assert_eq!(
        (
            next.net().cards().len(),
            next.discarded().len(),
            next.choices()[0]
        ),
        (0, 9, FlipMove::Lay(None))
    );
    assert_eq!(
        next.turn(),
        Turn::Of(Player::new(1)),
        "the first bidder rotates"
    );
    assert_eq!(scores(&next), [0, 0, 0]);
}

#[test]
fn a_bid_that_is_met_exactly_scores_4_7() {
    let done = after(GRID, &["bid:3", "pass", "pass", "r:1", "+a1"]);
    assert_eq!(
        (scores(&done), done.discarded().len()),
        (vec![3, 0, 0], 6),
        "{done}"
    );
}

#[test]
fn a_bid_that_is_missed_costs_4_7() {
    let done = after(GRID, &["bid:4", "pass", "pass", "r:1", "+a1"]);
    assert_eq!(
        (scores(&done), done.discarded().len()),
        (vec![-2, 0, 0], 9),
        "{done}"
    );
}

#[test]
fn animals_above_the_bid_are_shared_4_7() {
    let shares = after(GRID, &["bid:1", "pass", "pass", "r:1", "+a1"]);
    assert_eq!(moves(&shares, ""), "give:B1,C1 give:B2 give:C2");
    assert_eq!(
        scores(&shares.after(shares.find_move("give:B1,C1").unwrap())),
        [1, 1, 1]
    );
    // With two players the opponent gets them all.
    let two = GRID.replace("points=0,0,0", "points=0,0");
    assert_eq!(
        scores(&after(&two, &["bid:1", "pass", "r:1", "+a1"])),
        [1, 2]
    );
    assert_eq!(
        scores(&after(&two, &["pass", "bid:1", "r:1", "+a1"])),
        [2, 1]
    );
}

#[test]
fn powers_are_used_any_number_of_times_but_once_a_card_4_7() {
    // Dolphins flip neighbours, and those that they flip use their own power.
    let text = "contest:D1<D2<W1</W2<W3<O1</O2>O3<O1> A - W0111,O0112,D1111 powers=WD cards=fe points=0,0 bid=A1 step=act";
    let once = after(text, &["f:a1", "p:a1-a2"]);
    assert_eq!(
        moves(&once, ""),
        "go p:a2-a1 p:a2-a3 p:a2-b2",
        "a1 has used its power"
    );
    let back = after(text, &["f:a1", "p:a1-a2", "p:a2-a1"]);
    assert_eq!(moves(&back, "p"), "", "flipped again, but only once a card");
    let whale = after(text, &["f:a1", "p:a1-a2", "p:a2-a3"]);
    assert_eq!(
        moves(&whale, ""),
        "go p:a3",
        "a power flips the whale, which sinks"
    );
    let sunk = whale.after(whale.find_move("p:a3").unwrap());
    assert!(
        sunk.net().to_string().starts_with("W1>~~D1>~~D2>~~/"),
        "{sunk}"
    );
}

#[test]
fn powers_of_freeing_are_used_several_times_4_7() {
    let text = "contest:K1<W1<O2</K2<W2>O3>/K3<O1<W3> A - W0111,O0012,K1012 powers=SK cards=rf points=0,0 bid=A3 step=act";
    let flipped = after(text, &["r:1"]);
    assert!(
        moves(&flipped, "+").contains("+a1*+b1*"),
        "two of the three sharks alone: {}",
        moves(&flipped, "")
    );
    // Two groups of swordfish, each with a neighbour.
    let text = "contest:S1<S2>W2</W2>W3<O3>/S1<S3>O2< A - W0111,O0012,S1202 powers=SK cards=kf points=0,0 bid=A6 step=act";
    let flipped = after(text, &["k:1"]);
    assert!(
        moves(&flipped, "+a1*b1").starts_with("+a1*b1 +a1*b1+c1 +a1*b1+c1*b2 "),
        "{}",
        moves(&flipped, "")
    );
    assert_eq!(
        scores(&flipped.after(flipped.find_move("+a1*b1+c1*b2").unwrap())),
        [6, 0]
    );
}

#[test]
fn discards_are_shuffled_in_once_4_7() {
    let text =
        "contest:D1<W1<O1>/D2<O1<W2>/D3<W3<O2> A - W0101 powers=WO cards=rf points=0,0 out=O0111";
    let shuffled = after(text, &["pass", "pass"]);
    assert_eq!(
        (
            shuffled.pile().len(),
            shuffled.discarded().len(),
            shuffled.is_over()
        ),
        (14, 0, false)
    );
    let over = after(&format!("{text} reshuffled"), &["pass", "pass"]);
    assert!(over.is_over(), "when that happens again");
    let few =
        "contest:D1<W1<O1>/D2<O1<W2>/D3<W3<O2> A - - powers=WO cards=rf points=0,0 bid=A3 step=act";
    let over = after(few, &["r:1", "+a1"]);
    assert!(
        over.is_over() && over.pile().len() == 6,
        "still fewer than nine: {over}"
    );
    assert_eq!(over.to_string().parse(), Ok(over));
}

#[test]
fn a_bidder_that_can_use_no_card_discards_one_4_7() {
    let text = "contest:D1<// A - W0101 powers=WO cards=sx points=0,0 bid=A3 step=act";
    assert_eq!(moves(&contest(text), ""), "discard:s discard:x");
    assert_eq!(scores(&after(text, &["discard:s"])), [-2, 0]);
}

#[test]
fn points_and_fines_can_always_be_written_4_7() {
    // As many animals and waste cards as a reader takes, and a game in which all bids fail.
    let text = "contest:D1<W1<O1>/D2<O1<W2>/D3<W3<O2> A - W0112,O0222,D1111 powers=WO cards=rf points=56,0 fines=95,0";
    let mut game = contest(text);
    assert!(text.replace("56,0", "57,0").parse::<Contest>().is_err());
    assert!(text.replace("95,0", "96,0").parse::<Contest>().is_err());
    while !game.is_over() {
        let moves = game.moves();
        let high = moves
            .iter()
            .find(|&&mv| game.last_turn() == Player::new(0) && mv == FlipMove::Bid(9));
        let mv = high
            .or(moves.iter().find(|&&mv| mv == FlipMove::Pass))
            .unwrap_or(&moves[0]);
        game.play(*mv);
        assert_eq!(game.to_string().parse(), Ok(game));
    }
    assert!(scores(&game)[0] < 56 - 2 * 95, "{game}");
}

#[test]
fn the_rest_of_the_animals_is_what_lies_nowhere_else_4_1() {
    let dealt = Contest::deal(&FlipSetUp::usual(3, false), 3).unwrap();
    let text = dealt.to_string();
    let pile = text.split(' ').nth(3).unwrap();
    let species: Vec<&str> = pile.split(',').map(|part| &part[..1]).collect();
    let rest = format!(
        "{} animals={}",
        text.replacen(pile, "rest", 1),
        species.join(",")
    );
    assert_eq!(contest(&rest), dealt);
    let other = text.replacen(" deck=", " actions=f9c2r2s3k2x3y2e2 deck=", 1);
    assert_eq!(contest(&other).to_string().parse(), Ok(contest(&other)));
}
