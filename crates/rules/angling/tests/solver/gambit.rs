//! Export for Gambit, read back.

use std::collections::BTreeMap;

use floe_angling::{Angling, AnglingPrior, AnglingSolver};

/// Tree read in preorder: values of the angler weighted by chance, with both players choosing at
/// random.
struct Reader<'a> {
    lines: std::str::Lines<'a>,
    /// Actions of the information sets of each player.
    sets: BTreeMap<(String, usize), String>,
    leaves: usize,
}

impl Reader<'_> {
    fn value(&mut self) -> f64 {
        let line = self.lines.next().expect("a node of the tree");
        let (head, body) = line.split_once('{').unwrap();
        let body = body.rsplit_once('}').unwrap().0;
        let words: Vec<&str> = head.split_whitespace().collect();
        if words[0] == "t" {
            self.leaves += 1;
            let payoffs: Vec<f64> = body
                .split(',')
                .map(|number| number.trim().parse().unwrap())
                .collect();
            assert_eq!(payoffs[0], -payoffs[1], "zero-sum");
            return payoffs[0];
        }
        let parts: Vec<&str> = body.split('"').collect();
        let names: Vec<&str> = parts.iter().copied().skip(1).step_by(2).collect();
        if words[0] == "c" {
            let shares = parts.iter().skip(2).step_by(2).map(|share| {
                let (one, many) = share.trim().split_once('/').unwrap();
                one.parse::<f64>().unwrap() / many.parse::<f64>().unwrap()
            });
            let shares: Vec<f64> = shares.collect();
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            return shares.into_iter().map(|share| share * self.value()).sum();
        }
        let player = words[2].to_owned();
        let number = words[3].parse::<usize>().unwrap();
        let so_far = self
            .sets
            .keys()
            .filter(|(other, _)| *other == player)
            .count();
        assert!(
            (1..=so_far + 1).contains(&number),
            "sets of player {player} are numbered from 1: {number}"
        );
        let set = (player, number);
        let known = self.sets.entry(set).or_insert_with(|| body.to_owned());
        assert_eq!(known, body, "an information set has one list of actions");
        names.iter().map(|_| self.value()).sum::<f64>() / names.len() as f64
    }
}

#[test]
fn the_export_is_a_whole_tree() {
    for (text, prior) in [
        (
            "angling:??/?? A 0,0 y1+9 1.1 -,- dealt lake=2x2 tiles=1.2.r.d",
            AnglingPrior::Dealt,
        ),
        (
            "angling:??/?. A 1,0 y2+10 1.1 l,s caught=1 lake=2x2 tiles=1.2.r.d",
            AnglingPrior::Dealt,
        ),
        (
            "angling:??/?? A 0,0 y1+9 1.1 -,- lake=2x2 tiles=1.2.r.d",
            AnglingPrior::Chosen,
        ),
    ] {
        let position: Angling = text.parse().unwrap();
        let solver = AnglingSolver::with_prior(&position, prior, 100_000).unwrap();
        let export = solver.to_efg();
        let mut lines = export.lines();
        assert_eq!(
            lines.next(),
            Some(format!("EFG 2 R \"{text}\" {{ \"Angler\" \"Fish\" }}").as_str())
        );
        assert_eq!(lines.next(), Some(""));
        let mut reader = Reader {
            lines,
            sets: BTreeMap::new(),
            leaves: 0,
        };
        let value = reader.value();
        assert_eq!(reader.lines.next(), None, "nothing is left over");
        assert!(
            (0.0..4.0).contains(&value) && reader.leaves > solver.worlds(),
            "{value}"
        );
    }
}
