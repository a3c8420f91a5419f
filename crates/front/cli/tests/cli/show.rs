use crate::run::floe;
use crate::{DEALT, ENDGAME, OVER};

#[test]
fn a_floe_is_drawn() {
    let picture = "
        a   b   c   d   e   f   g
 1      .  A1   2   .  B2   .   .
 2    .   .   .   .   1   .   1   1
 3      2   1   .   .   .   .  B1
 4    .   .  A3   1   .   .   1   .
 5      .   .   .   .   2   .   .
 6    .   .  B1   2   .   .   .   .
 7      2   1   .   .  B1   1   .
 8   A1   .   .  A2   2   .   .   .
      a   b   c   d   e   f   g   h

A   36 fish, 19 tiles, 4 penguins  <- to move
B   32 fish, 19 tiles, 4 penguins
";
    let picture = picture.trim_start_matches('\n');
    assert_eq!(floe!("show `{ENDGAME}`").fine(), picture);
    assert_eq!(floe!("show `{ENDGAME}` --color never").fine(), picture);
}

#[test]
fn the_placement_and_the_end_are_told() {
    floe!("show `{DEALT}`").says("4 to place");
    floe!("show `{OVER}`").says("The game is over: A wins on tie-break, by 3 tiles");
}

#[test]
fn colours_are_there_when_asked_for() {
    let painted = floe!("show `{ENDGAME}` --color always").fine();
    assert!(painted.contains('\x1b'));
    assert!(
        !floe!("show `{ENDGAME}`").fine().contains('\x1b'),
        "a pipe is no terminal"
    );
}

#[test]
fn the_object_has_the_picture_without_colours() {
    let object = floe!("show `{ENDGAME}` --json --color always").object();
    assert_eq!(object["schema"], "floe/show/1");
    assert_eq!(object["position"], ENDGAME);
    assert_eq!(object["picture"], floe!("show `{ENDGAME}`").fine());
}
