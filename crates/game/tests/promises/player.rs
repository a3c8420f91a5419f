//! Players, their letters and their order.

use floe_game::Player;

#[test]
fn letters_name_players() {
    for player in Player::first(Player::MAX) {
        assert_eq!(Player::from_letter(player.letter()), Some(player));
        assert_eq!(Player::new(player.index()), player);
        assert_eq!(format!("{player} {player:?}"), format!("{0} {0}", player.letter()));
    }
    assert_eq!(Player::first(4).map(Player::letter).collect::<String>(), "ABCD");
    assert!(['E', '@', 'a', 'Ａ', ' '].map(Player::from_letter).iter().all(Option::is_none));
}

#[test]
fn a_round_begins_with_its_player() {
    let round = |index, count| Player::new(index).round(count).map(Player::letter).collect::<String>();
    assert_eq!([round(0, 2), round(1, 2), round(2, 3), round(1, 4)], ["AB", "BA", "CAB", "BCDA"]);
}

#[test]
#[should_panic(expected = "at most four players")]
fn there_is_no_fifth() {
    let _ = Player::new(4);
}
