//! Pictures in files and on standard output.

use std::fs;
use std::process::Command;

use crate::run::{Folder, floe, floe_with};
use crate::{DEALT, ENDGAME, EXAMPLE, THREE};

#[test]
fn pictures_are_written_or_printed() {
    let folder = Folder::new();
    let [svg, png] = ["a.svg", "a.png"].map(|name| folder.file(name));
    let text =
        floe!("show `{ENDGAME}` --svg `{svg}` --png `{png}` --marks areas,names,territory").fine();
    assert_eq!(text, floe!("show `{ENDGAME}`").fine());
    let drawn = fs::read_to_string(&svg).unwrap();
    assert!(
        drawn.starts_with("<svg ")
            && drawn.contains("data-hex=\"d8\"")
            && drawn.contains("fp-area")
    );
    let pixels = fs::read(&png).unwrap();
    assert!(pixels.starts_with(b"\x89PNG\r\n") && pixels.len() > 10_000);
    let printed = floe!("show `{ENDGAME}` --svg - --marks areas,names,territory").fine();
    assert_eq!(printed, drawn);
    let bytes = Command::new(env!("CARGO_BIN_EXE_floe"))
        .args(["show", ENDGAME, "--no-config", "--png", "-"])
        .output();
    assert!(bytes.unwrap().stdout.starts_with(b"\x89PNG"));
}

#[test]
fn several_positions_have_numbered_pictures() {
    let folder = Folder::new();
    let file = folder.file("b.svg");
    let input = format!("{DEALT}\n{THREE}\n");
    floe_with(
        &format!("show - --svg `{file}` --theme dark"),
        input.clone(),
    )
    .fine();
    let [first, second] = ["b-1.svg", "b-2.svg"].map(|name| folder.read(name));
    assert!(first.contains("4 to place") && second.contains("22 fish, 13 tiles"));
    assert!(!fs::exists(&file).unwrap());
    floe_with("show - --svg -", input).refuses("expected one position as POSITION");
}

#[test]
fn analyses_and_proofs_are_drawn() {
    let arrows = floe!("analyze `{ENDGAME}` --lines 2 --quiet --svg -").fine();
    // The rank of a move, and below it the value.
    assert!(
        [">1<", ">+10=<", ">2<"]
            .iter()
            .all(|label| arrows.contains(label)),
        "{arrows}"
    );
    let best = floe!("solve `{ENDGAME}` --quiet --svg -").fine();
    assert!(best.contains(">1<") && best.contains(">+10=<"));
    let values = floe!("solve `{ENDGAME}` --all --quiet --svg -").fine();
    assert!(values.contains("fp-value fp-best") && values.contains(">+10</text>"));
    let flip =
        "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:fcx,W:rsk W2212,S2212,D2212,K2122,p3";
    floe!("analyze `{flip}` --nodes 100 --quiet --svg -").says(">1<");
}

#[test]
fn games_are_drawn_move_by_move() {
    let folder = Folder::new();
    let pictures = folder.path().join("pictures");
    floe_with(
        &format!("replay - --svg `{}`", pictures.to_str().unwrap()),
        format!("{ENDGAME}\nd8-e8\n"),
    )
    .fine();
    let [start, moved] =
        ["000.svg", "001.svg"].map(|name| fs::read_to_string(pictures.join(name)).unwrap());
    assert!(!start.contains("class=\"fp-last") && moved.contains("class=\"fp-last fp-from"));
}

#[test]
fn wrong_calls_are_refused_before_the_search() {
    floe!("analyze `{ENDGAME}` --svg no/such/folder/a.svg").refuses("no/such/folder/a.svg");
    floe!("show `{ENDGAME}` --svg - --json").refuses("expected no other output");
    floe!("show `{ENDGAME}` --marks fish").refuses("areas, names, territory");
    floe!("show `{ENDGAME}` --theme blue").refuses("auto, light, dark");
}

/// Chunks of a PNG: names and contents.
fn chunks(bytes: &[u8]) -> Vec<(String, &[u8])> {
    let mut rest = &bytes[8..];
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
        chunks.push((
            String::from_utf8(rest[4..8].to_vec()).unwrap(),
            &rest[8..8 + length],
        ));
        rest = &rest[12 + length..];
    }
    chunks
}

#[test]
fn a_game_becomes_an_animation() {
    let folder = Folder::new();
    let file = folder.file("a.png");
    let call = format!("replay - --animation `{file}` --theme dark");
    let cards = "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:fcx,W:rsk W2212,S2212,D2212,K2122,p3\nf:b2\n";
    for (game, frames) in [
        (format!("{EXAMPLE}\nb4-d4 e4-e3\n"), 3),
        (cards.to_owned(), 2),
    ] {
        floe_with(&call, game).fine();
        let bytes = fs::read(&file).unwrap();
        let chunks = chunks(&bytes);
        let count = |name: &str| chunks.iter().filter(|(other, _)| other == name).count();
        assert_eq!(
            (count("acTL"), count("fcTL"), count("IEND")),
            (1, frames, 1)
        );
        // Later frames hold only what has changed.
        let sizes: Vec<usize> = chunks
            .iter()
            .filter(|(name, _)| name == "fcTL")
            .map(|(_, data)| area(data))
            .collect();
        assert!(sizes[1..].iter().all(|&size| size < sizes[0]), "{sizes:?}");
    }
    let long = format!("{EXAMPLE}\n{}\n", "b4-d4 ".repeat(2));
    floe_with(&call, long).wrong();
}

/// Number of pixels of the frame that a chunk announces.
fn area(control: &[u8]) -> usize {
    let number =
        |start: usize| u32::from_be_bytes(control[start..start + 4].try_into().unwrap()) as usize;
    number(4) * number(8)
}
