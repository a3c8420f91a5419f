use std::collections::HashMap;

use serde::Serialize;

use super::Attempt;
use super::summary::{LEAST_NODES, LEAST_SECONDS};

/// A run beside an older one, over the positions that both have.
#[derive(Clone, Serialize)]
pub(crate) struct Comparison {
    positions: usize,
    /// Geometric means of now over then, where both have solved the position.
    nodes: f64,
    seconds: f64,
    /// Positions that are solved now and were not, and the other way round.
    gained: Vec<String>,
    lost: Vec<String>,
}

impl Comparison {
    pub(crate) fn new(now: &[Attempt], then: &[Attempt]) -> Comparison {
        let then: HashMap<&str, &Attempt> = then.iter().map(|attempt| (attempt.position.as_str(), attempt)).collect();
        let pairs: Vec<(&Attempt, &Attempt)> =
            now.iter().filter_map(|attempt| Some((attempt, *then.get(attempt.position.as_str())?))).collect();
        let ratio = |number: fn(&Attempt) -> f64, least: f64| {
            let both = pairs.iter().filter(|(now, then)| now.solved && then.solved);
            let logarithms: Vec<f64> =
                both.map(|(now, then)| (number(now).max(least) / number(then).max(least)).ln()).collect();
            (logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64).exp()
        };
        let which = |solved_now: bool| -> Vec<String> {
            let changed = |(now, then): &&(&Attempt, &Attempt)| now.solved == solved_now && then.solved != solved_now;
            pairs.iter().filter(changed).map(|(now, _)| now.position.clone()).collect()
        };
        Comparison {
            positions: pairs.len(),
            nodes: ratio(|attempt| attempt.nodes as f64, LEAST_NODES),
            seconds: ratio(|attempt| attempt.seconds, LEAST_SECONDS),
            gained: which(true),
            lost: which(false),
        }
    }

    pub(crate) fn text(&self) -> String {
        let Comparison { positions, nodes, seconds, gained, lost } = self;
        let mut text = format!(
            "against the record, {positions} positions: {nodes:.3} times the nodes, {seconds:.3} times the time; {} gained, {} lost\n",
            gained.len(),
            lost.len()
        );
        for (word, positions) in [("gained", gained), ("lost", lost)] {
            positions.iter().for_each(|position| text += &format!("{word}  {position}\n"));
        }
        text
    }
}
