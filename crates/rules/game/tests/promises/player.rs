//! Players, their letters and their order.

use floe_game::Player;

#[test]
fn letters_name_players() {
    for player in Player::first(Player::MAX) {
        assert_eq!(Player::from_letter(player.letter()), Some(player));
        assert_eq!(Player::new(player.index()), player);
        assert_eq!(
            format!("{player} {player:?}"),
            format!("{0} {0}", player.letter())
        );
    }
    assert_eq!(
        Player::first(4).map(Player::letter).collect::<String>(),
        "ABCD"
    );
    assert!(
        ['E', '@', 'a', 'Ａ', ' ']
            .map(Player::from_letter)
            .iter()
            .all(Option::is_none)
    );
}

#[test]
fn a_round_begins_with_its_player() {
    for (index, count, letters) in [(0, 2, "AB"), (1, 2, "BA"), (2, 3, "CAB"), (1, 4, "BCDA")] {
        assert_eq!(
            Player::new(index)
                .round(count)
                .map(Player::letter)
                .collect::<String>(),
            letters
        );
    }
}

#[test]
#[should_panic(expected = "at most four players")]
fn there_is_no_fifth() {
    let _ = Player::new(4);
}
