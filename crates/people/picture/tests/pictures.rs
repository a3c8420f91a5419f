//! Pictures of every game and variant, compared with those on record:
//! `INSTA_UPDATE=always cargo test --workspace --features full --test pictures` records them anew.

use floe_angling::Angling;
use floe_fish::Position;
use floe_flip::{Contest, Flip};
use floe_game::{Game, Player};
use floe_picture::{
    Arrow, Bar, BarChart, ChartLevel, ChartPoint, LineChart, MoveMark, PartMarks, PictureOptions,
    Pictured, SpaceShare, SpaceValue, SpaceWay, Theme, ViewingSide,
};
use floe_variants::{Hidden, Special, Variant};
use roxmltree::{Document, Node};

const BASE: &str =
    "213..A13/..322.../A122..B2./.B1..2B1.2/.A2.1.../3....A2.1/..12.32/B2..2...1 A 23:16,25:16";

fn read<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn light() -> PictureOptions {
    PictureOptions {
        theme: Theme::Light,
        ..PictureOptions::default()
    }
}

/// Compares a picture with the one on record, and reads it as XML.
fn check(name: &str, svg: &str) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(
        document
            .root_element()
            .has_tag_name(("http://www.w3.org/2000/svg", "svg"))
    );
    let linked = document
        .descendants()
        .filter_map(|node| node.attribute("href"))
        .map(|link| link.trim_start_matches('#'));
    let defined: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.attribute("id"))
        .collect();
    linked.for_each(|link| {
        assert!(
            defined.contains(&link),
            "{name} copies {link}, which is not defined"
        );
    });
    insta::assert_binary_snapshot!(&format!("{name}.svg"), svg.as_bytes().to_vec());
}

fn check_light(name: &str, position: &impl Pictured) {
    check(name, &position.picture(&light()));
}

#[test]
fn base_games_are_drawn_as_on_record() {
    check_light("base", &read::<Position<2>>(BASE));
    let dealt =
        "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0,0:0 3,3,3";
    check_light("placement", &read::<Position<3>>(dealt));
    let four = "A1.1..B2./2.....3./.C1...../..D22..../......./..2...../......./........ C 10:6,9:5,8:5,11:7";
    check_light("four-players", &read::<Position<4>>(four));
}

#[test]
fn themes_change_the_colours_alone() {
    let position: Position<2> = read(BASE);
    for (name, theme) in [("dark", Theme::Dark), ("auto", Theme::Auto)] {
        check(
            name,
            &position.picture(&PictureOptions {
                theme,
                ..PictureOptions::default()
            }),
        );
    }
}

/// Two pictures on a page have no rules or symbols for each other.
#[test]
fn pictures_of_fixed_themes_style_only_themselves() {
    let position: Position<2> = read(BASE);
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let class = format!("fp-{name}");
        let territory = vec![SpaceShare {
            space: "a1".to_owned(),
            player: Player::new(0),
            share: 1.0,
        }];
        let title = Some("class=\"fp-tile\" href=\"#floe-fish\"".to_owned());
        let options = PictureOptions {
            theme,
            territory,
            title: title.clone(),
            ..PictureOptions::default()
        };
        let chart = LineChart {
            title: title.clone().unwrap(),
            ..LineChart::default()
        }
        .draw(theme);
        for svg in [position.picture(&options), chart] {
            let document = Document::parse(&svg).unwrap();
            let title_of = document
                .descendants()
                .find(|node| node.has_tag_name("title"))
                .and_then(|node| node.text());
            assert_eq!(title_of, title.as_deref(), "texts are no classes");
            for node in document.descendants() {
                let has_class = |classes: &str| classes.split(' ').any(|other| other == class);
                assert!(node.attribute("class").is_none_or(has_class), "{node:?}");
                for symbol in ["id", "href", "fill"]
                    .into_iter()
                    .filter_map(|name| node.attribute(name))
                {
                    assert!(
                        !symbol.contains("floe-") || symbol.contains(&format!("floe-{name}-")),
                        "{node:?}"
                    );
                }
            }
            let style = document
                .descendants()
                .find(|node| node.has_tag_name("style"))
                .and_then(|node| node.text());
            let coloured =
                |rule: &&str| rule.starts_with(".fp-sea{") || rule.starts_with(".fp-tile{fill");
            assert_eq!(style.unwrap().lines().find(coloured), None);
            assert!(style.unwrap().contains(&format!(".{class}.fp-sea{{")));
        }
    }
}

#[test]
fn variants_and_layouts_are_drawn_as_on_record() {
    check_light(
        "push",
        &read::<Variant>("rows(1:4,0:5,1:4):.A1B21/.1B3A2./.... A 4:3,8:4 rules=push"),
    );
    check_light(
        "whale",
        &read::<Variant>(
            "rows(1:4,0:5,1:4,0:5):1B2B1./A213.B1/1.21/.1.A1. A 4:3,5:3 rules=whale whale=c2",
        ),
    );
    check_light(
        "group",
        &read::<Variant>(
            "rows(1:4,0:5,1:4):.(AAB)321/.1B3(AA)1./...1 A 4:3,4:3 rules=group idle=1",
        ),
    );
    check_light(
        "survival",
        &read::<Variant>("rows(1:4,0:5,1:4):.A1B21/.1B3A2./..3. A 0:0,0:0 rules=survival"),
    );
    check_light(
        "open-centre",
        &read::<Variant>(
            "setup-2:...../....../......./......../..A11oB2.../......../......./....../..... A 4:3,8:4",
        ),
    );
    check_light(
        "hidden-whale",
        &read::<Hidden>(
            "rows(1:4,0:5,1:4):.A1B21/.1B3A2./3.2. A 4:2,4:3 rules=hidden-whale hidden=3,2",
        ),
    );
}

#[test]
fn special_tiles_are_drawn_as_on_record() {
    let text = "rows(1:4,0:5,1:4):t1A1B21/.x1B3At2./b2b1r1f1 A 1:1,1:1 rules=special-tiles took=1.0.0,1.0.0";
    check_light("special-tiles", &read::<Special>(text));
}

#[test]
fn cards_and_lake_are_drawn_as_on_record() {
    let net = "W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2>";
    check_light(
        "flip",
        &read::<Flip>(&format!(
            "flip:{net} A D:fcx,W:rsk W2212,S2212,D2212,K2122,p3"
        )),
    );
    let contest = "contest:D1<D2>W1</D1>W2<W3</O1>T1<T2> B - D0022,W0112 powers=WD cards=fx points=5,3 fines=0,1 bid=A4 first=A deck=f3c1 out=O2322";
    check_light("contest", &read::<Contest>(contest));
    let lake = "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r";
    check_light("lake", &read::<Angling>(lake));
    let view = "angling:??3!?/?..?/?r!??/??.? A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r";
    check_light("lake-view", &read::<Angling>(view));
}

/// A full column that would get a card loses the game: the name of one with five cards warns.
#[test]
fn columns_that_are_nearly_full_are_marked() {
    let net = "W1>D1<K4>W3<J1v/J2vJ2vD2</K3>J2v/D4>D3>";
    let cards = "A W:rxy,K:fse W2312,D2211,J2022,K3211,p4 deck=f3c2r1s2k2x2y1e1";
    let flip: Flip = read(&format!("flip:{net} {cards}"));
    let svg = flip.picture(&light());
    let document = Document::parse(&svg).unwrap();
    let marked: Vec<&str> = document
        .descendants()
        .filter(|node| {
            let class = node.attribute("class").unwrap_or_default();
            node.has_tag_name("text") && class.contains("fp-red")
        })
        .filter_map(|node| node.text())
        .collect();
    assert_eq!(marked, ["a !"]);
}

fn name(text: &str) -> String {
    text.to_owned()
}

#[test]
fn arrows_values_and_territory_lie_over_the_floe() {
    let position: Position<2> = read(BASE);
    let mark = |from: &str, to: &str| MoveMark::from_to(from, to);
    let arrow = |from, to, label| Arrow {
        mark: mark(from, to),
        label: name(label),
    };
    let arrows = vec![arrow("a3", "b3", "+21"), arrow("f6", "g7", "-3:+2")];
    check(
        "arrows",
        &position.picture(&PictureOptions {
            arrows,
            last_move: Some(mark("f3", "e4")),
            ..light()
        }),
    );
    let value = |space, text, is_best| SpaceValue {
        space: name(space),
        text: name(text),
        is_best,
    };
    let values = vec![
        value("b3", "+21", true),
        value("c3", "+1", false),
        value("h8", "-12", false),
    ];
    check(
        "values",
        &position.picture(&PictureOptions {
            values,
            names: true,
            ..light()
        }),
    );
    let share = |space, player, share| SpaceShare {
        space: name(space),
        player: Player::new(player),
        share,
    };
    let territory = vec![
        share("a1", 0, 1.0),
        share("b1", 0, 0.5),
        share("c2", 1, 1.0),
        share("e4", 1, 0.2),
    ];
    let areas = vec![
        ["a1", "b1", "c1", "c2", "d2"].map(name).to_vec(),
        ["f7", "g7", "h6"].map(name).to_vec(),
    ];
    let options = PictureOptions {
        territory,
        areas,
        board_only: true,
        title: Some(name("1 < 2 & \"3\"")),
        ..light()
    };
    check("territory", &position.picture(&options));
}

/// Labels of arrows lie inside the picture and hide no other label, and arrows of one row do not
/// cover each other.
#[test]
fn arrows_of_one_row_hide_nothing() {
    let position: Position<2> = read(BASE);
    let rows = [
        ["a1", "c1", "e1", "g1"],
        ["h8", "f8", "d8", "a8"],
        ["a4", "b4", "c4", "h4"],
        ["a1", "a2", "b3", "b4"],
    ];
    for (is_turned, row) in [false, true]
        .into_iter()
        .flat_map(|turned| rows.map(|row| (turned, row)))
    {
        let [first, second, third, last] = row;
        let pairs = [
            (first, second),
            (first, third),
            (first, last),
            (last, third),
            (last, first),
            (third, first),
        ];
        let arrow = |(from, to)| {
            let mark = MoveMark::from_to(from, to);
            Arrow {
                mark,
                label: name("BD 0:+1"),
            }
        };
        let arrows: Vec<Arrow> = pairs.map(arrow).to_vec();
        let side = ViewingSide {
            is_turned,
            is_mirrored: false,
        };
        let options = PictureOptions {
            arrows,
            board_only: true,
            side,
            ..light()
        };
        let svg = position.picture(&options);
        let document = Document::parse(&svg).unwrap();
        let number =
            |node: &Node<'_, '_>, key| node.attribute(key).unwrap().parse::<f64>().unwrap();
        let of_class = |class: &'static str| {
            let has = move |node: &Node<'_, '_>| {
                node.attribute("class")
                    .is_some_and(|all| all.split(' ').any(|it| it == class))
            };
            document.descendants().filter(has).collect::<Vec<_>>()
        };
        let plates: Vec<[f64; 4]> = [of_class("fp-plate"), of_class("fp-value")]
            .concat()
            .iter()
            .map(|plate| ["x", "y", "width", "height"].map(|key| number(plate, key)))
            .collect();
        assert_eq!(plates.len(), pairs.len());
        // Places on the board, which lies 12 inside the picture.
        let [width, height] =
            ["width", "height"].map(|key| number(&document.root_element(), key) - 24.0);
        for (index, &[x, y, w, h]) in plates.iter().enumerate() {
            assert!(
                x >= -12.0 && y >= -12.0 && x + w <= width + 12.0 && y + h <= height + 12.0,
                "{row:?}: {x} {y}"
            );
            for &[left, top, wide, high] in &plates[..index] {
                let is_apart = x >= left + wide || left >= x + w || y >= top + high || top >= y + h;
                assert!(
                    is_apart,
                    "{row:?}, turned {is_turned}: labels {x} {y} and {left} {top}"
                );
            }
        }
        let lines: std::collections::BTreeSet<_> = of_class("fp-arrow")
            .iter()
            .map(|arrow| arrow.attribute("d").unwrap().to_owned())
            .collect();
        assert_eq!(lines.len(), pairs.len());
    }
}

#[test]
fn drawings_lie_below_the_arrows_of_moves() {
    let position: Position<2> = read(BASE);
    let drawn = vec![
        MoveMark::from_to("a3", "b3"),
        MoveMark {
            to: vec![name("e5")],
            ..MoveMark::default()
        },
        MoveMark::from_to("z9", "a1"),
    ];
    let arrows = vec![Arrow {
        mark: MoveMark::from_to("a3", "c3"),
        label: name("+1"),
    }];
    let svg = position.picture(&PictureOptions {
        drawn,
        arrows,
        ..light()
    });
    assert_eq!(
        svg.matches("fp-arrow fp-drawn").count() + svg.matches("fp-arrow fp-thin fp-drawn").count(),
        2,
        "{svg}"
    );
    assert!(svg.find("fp-tip fp-drawn").unwrap() < svg.find("fp-tip\"").unwrap());
}

#[test]
fn charts_are_drawn_also_without_numbers() {
    let points = (1..=40).map(|x| ChartPoint {
        x: f64::from(x),
        y: 30.0 - f64::from(x) / 2.0,
        error: 60.0 / f64::from(x),
    });
    let levels = vec![ChartLevel {
        y: -2.9,
        name: name("rejects"),
    }];
    let line = LineChart {
        title: name("Elo"),
        x: name("pairs"),
        y: name("Elo"),
        points: points.collect(),
        levels,
    };
    check("line-chart", &line.draw(Theme::Light));
    let bars = (-3..=4)
        .map(|x: i64| Bar {
            x,
            count: (20 - x * x) as u64,
        })
        .collect();
    check(
        "bar-chart",
        &BarChart {
            title: name("margins"),
            x: name("fish"),
            y: name("games"),
            bars,
        }
        .draw(Theme::Dark),
    );
    let empty = LineChart::default().draw(Theme::Auto) + &BarChart::default().draw(Theme::Auto);
    assert!(!empty.contains("NaN"));
}

#[test]
fn spaces_can_be_found_by_name() {
    let svg = read::<Position<2>>(BASE).picture(&PictureOptions::default());
    let document = Document::parse(&svg).unwrap();
    let spaces: Vec<_> = document
        .descendants()
        .filter(|node| node.has_attribute("data-hex"))
        .collect();
    assert_eq!(spaces.len(), 60);
    let c2 = spaces
        .iter()
        .find(|node| node.attribute("data-hex") == Some("c2"))
        .unwrap();
    assert!(
        c2.descendants()
            .any(|node| node.has_tag_name("title") && node.text() == Some("c2: 3 fish"))
    );
    let unknown = MoveMark::from_to("z99", "<&>");
    let options = PictureOptions {
        last_move: Some(unknown.clone()),
        arrows: vec![Arrow {
            mark: unknown,
            label: name("&<\u{0}"),
        }],
        ..light()
    };
    Document::parse(&read::<Position<2>>(BASE).picture(&options)).unwrap();
}

/// Names of the spaces of a picture with their places: the mean of their corners.
fn places(svg: &str) -> Vec<(String, f64, f64)> {
    let document = Document::parse(svg).unwrap();
    let spaces = document
        .descendants()
        .filter(|node| node.attribute("data-hex").is_some());
    let corner = |node: roxmltree::Node<'_, '_>| {
        let path = node
            .descendants()
            .find_map(|child| child.attribute("d"))
            .unwrap_or_default();
        let numbers = path
            .split(|c: char| !(c.is_ascii_digit() || "-.".contains(c)))
            .filter(|word| !word.is_empty());
        let numbers: Vec<f64> = numbers.map(|number| number.parse().unwrap()).collect();
        let [xs, ys] = [0, 1].map(|start| {
            numbers
                .iter()
                .skip(start)
                .step_by(2)
                .copied()
                .collect::<Vec<f64>>()
        });
        let middle = |list: Vec<f64>| list.iter().sum::<f64>() / list.len() as f64;
        (
            node.attribute("data-hex").unwrap().to_owned(),
            middle(xs),
            middle(ys),
        )
    };
    spaces.map(corner).collect()
}

/// A floe is seen from all sides: its spaces keep their names and contents and change their places;
/// cards, which show a direction, stay.
#[test]
fn a_board_is_seen_from_the_side_of_the_viewer() {
    let position: Position<2> = read(BASE);
    let seen = |is_turned, is_mirrored| {
        let side = ViewingSide {
            is_turned,
            is_mirrored,
        };
        position.picture(&PictureOptions { side, ..light() })
    };
    let front = places(&seen(false, false));
    let width = front.iter().map(|place| place.1).fold(0.0, f64::max)
        + front.iter().map(|place| place.1).fold(f64::MAX, f64::min);
    for (is_turned, is_mirrored) in [(true, false), (false, true), (true, true)] {
        for (one, other) in front.iter().zip(places(&seen(is_turned, is_mirrored))) {
            let is_same_side = is_turned == is_mirrored;
            let x = if is_same_side { one.1 } else { width - one.1 };
            assert!(
                one.0 == other.0 && (other.1 - x).abs() < 0.2,
                "{one:?} {other:?}"
            );
            // The floe has eight rows: none of them is in the middle.
            assert_eq!(
                (other.2 - one.2).abs() < 0.2,
                !is_turned,
                "{one:?} {other:?}"
            );
        }
    }
    let cards: Flip = read("flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:fr,-:c - last=2");
    let side = ViewingSide {
        is_turned: true,
        is_mirrored: false,
    };
    assert_eq!(
        cards.picture(&PictureOptions { side, ..light() }),
        cards.picture(&light())
    );
}

/// Parts of a move are drawn over the floe, with styles that other pictures do not have.
#[test]
fn parts_of_a_move_are_drawn() {
    let position: Position<2> = read(BASE);
    let way = |from: &str, to: &str| {
        Some(SpaceWay {
            from: from.to_owned(),
            to: to.to_owned(),
        })
    };
    let part = PartMarks {
        ghost: way("d1", "e2"),
        arrow: way("a3", "b3"),
        lost: vec!["d1".to_owned(), "no space".to_owned()],
        outlined: vec!["c2".to_owned()],
    };
    let svg = position.picture(&PictureOptions {
        parts: vec![part],
        ..light()
    });
    for class in ["fp-ghost", "fp-way", "fp-strike"] {
        assert!(
            svg.contains(class) && !position.picture(&light()).contains(class),
            "{class}"
        );
    }
    assert_eq!(svg.matches("fp-lost\"").count(), 1);
}

/// Hands of all action cards, of four players, and all waste.
#[test]
fn texts_stay_in_the_boxes_of_their_players() {
    let text =
        "flip:J4vpS4</O1<J1vm/D1>J2vo/D2>J1^O4> A S:yyx,J:skx,D:fcr,O:efc S2301,O2321,D2222,J1221";
    let svg = read::<Flip>(text).picture(&light());
    check("hands", &svg);
    let document = Document::parse(&svg).unwrap();
    let number = |node: &roxmltree::Node<'_, '_>, name: &str| {
        node.attribute(name).unwrap().parse::<f64>().unwrap()
    };
    let boxes = document
        .descendants()
        .filter(|node| node.attribute("data-player").is_some());
    let mut found = 0;
    for group in boxes {
        let frame = group
            .descendants()
            .find(|node| node.has_tag_name("rect"))
            .unwrap();
        let right = number(&frame, "x") + number(&frame, "width");
        let bottom = number(&frame, "y") + number(&frame, "height");
        for label in group.descendants().filter(|node| node.has_tag_name("text")) {
            // A letter of the font takes half of its size and a little more.
            let width = 6.3 * label.text().unwrap().len() as f64;
            assert!(
                number(&label, "x") + width < right && number(&label, "y") < bottom,
                "{:?}",
                label.text()
            );
        }
        found += 1;
    }
    assert_eq!(found, 4);
}

/// All effects of the best move are drawn as when it is composed; of the last move only those that
/// are still there.
#[test]
fn effects_of_moves_are_drawn() {
    for (position, text, ways, lost, rings) in [
        (
            "rows(1:4,0:5,1:4):1A323/B11B2.1/1111 A 0:0,0:0 rules=whale whale=b2",
            "b1-c1,whale:E",
            1,
            1,
            0,
        ),
        (
            "rows(1:4,0:5,1:4):1A123/B1.B11./..11 A 0:0,0:0 rules=survival",
            "b1-a1,sink:d2",
            0,
            1,
            1,
        ),
        (
            "rows(1:4,0:5,1:4):1A123/.B12.1/.111 A 0:0,0:0 rules=push",
            "b1xb2",
            0,
            1,
            0,
        ),
    ] {
        let position: Variant = read(position);
        let mark = position.move_mark(position.find_move(text).unwrap());
        let count = |svg: &str, class: &str| {
            let document = Document::parse(svg).unwrap();
            let names = document
                .descendants()
                .filter_map(|node| node.attribute("class"));
            names
                .filter(|names| names.split(' ').any(|name| name == class))
                .count()
        };
        let arrows = vec![Arrow {
            mark: mark.clone(),
            label: String::new(),
        }];
        let best = position.picture(&PictureOptions { arrows, ..light() });
        assert_eq!(
            ["fp-way", "fp-lost", "fp-thin"].map(|class| count(&best, class)),
            [ways, lost, rings],
            "{text}"
        );
        let last = position.picture(&PictureOptions {
            last_move: Some(mark),
            ..light()
        });
        // The rings of the penguin's way are there, too.
        assert_eq!(
            ["fp-way", "fp-lost", "fp-from"].map(|class| count(&last, class)),
            [ways, 0, rings + 1],
            "{text}"
        );
    }
}

#[test]
fn moves_name_their_spaces() {
    let position: Position<2> = read(BASE);
    let mv = position.find_move("a3-b3").unwrap();
    assert_eq!(position.move_mark(mv), MoveMark::from_to("a3", "b3"));
    let flip: Flip =
        read("flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:fcx,W:rsk W2212,S2212,D2212,K2122,p3");
    let mark = |text: &str| flip.move_mark(flip.find_move(text).unwrap());
    assert_eq!(
        mark("f:b2"),
        MoveMark {
            to: vec![name("b2")],
            ..MoveMark::default()
        }
    );
    assert_eq!(mark("x:a1-a2"), MoveMark::from_to("a1", "a2"));
    assert!(
        flip.moves()
            .into_iter()
            .all(|mv| !flip.move_mark(mv).to.is_empty())
    );
}
