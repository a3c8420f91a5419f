use floe_fish::AnyPosition;
use floe_search::{Limits, Options};

use crate::{AnalysisError, Method, Request, analyze};

/// The signature: how many nodes all engines need for fixed tasks on these positions, with one thread.
///
/// A checksum of behaviour. A change that is meant to change nothing leaves it as it is.
///
/// # Errors
/// When there is no memory for the tables.
pub fn bench(positions: &[AnyPosition]) -> Result<u64, AnalysisError> {
    let mut nodes = 0;
    for position in positions {
        let methods: &[(Method, u32)] = match position {
            AnyPosition::Two(_) => &[(Method::AlphaBeta, 8)],
            _ => &[(Method::MaxN, 3), (Method::Paranoid, 5)],
        };
        for &(method, depth) in methods {
            let limits = Limits { depth, ..Limits::default() };
            let options = Options { threads: 1, lines: 1, hash_mebibytes: 16, ..Options::default() };
            nodes += analyze(position, &Request { method, limits, options }, |_| ())?.nodes;
        }
    }
    Ok(nodes)
}
