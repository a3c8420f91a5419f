//! The weights and networks that are built in, as text, each named by the rules and the number of
//! players.

/// Texts of files in the folder `weights`.
macro_rules! files {
    ($ending:literal: $($name:literal)*) => { &[$(include_str!(concat!("../weights/", $name, $ending))),*] };
}

/// Weights of variants.
pub(crate) const WEIGHTS: &[&str] = files!(".txt":
    "push-2" "push-3" "push-4"
    "whale-2" "whale-3" "whale-4"
    "push+whale-2" "push+whale-3" "push+whale-4"
    "hidden-whale-2" "hidden-whale-3" "hidden-whale-4"
    "survival-2" "survival-3" "survival-4"
    "group-2" "group-3" "group-4"
    "special-tiles-2" "special-tiles-3" "special-tiles-4"
    "teams-4" "push+teams-4" "whale+teams-4" "push+whale+teams-4"
);

/// Networks of variants. On floes with special tiles networks see nothing.
pub(crate) const NETWORKS: &[&str] = files!("-network.txt":
    "push-2" "push-3" "push-4"
    "whale-2" "whale-3" "whale-4"
    "push+whale-2" "push+whale-3" "push+whale-4"
    "hidden-whale-2" "hidden-whale-3" "hidden-whale-4"
    "survival-2" "survival-3" "survival-4"
    "group-2" "group-3" "group-4"
    "teams-4" "push+teams-4" "whale+teams-4" "push+whale+teams-4"
);

#[cfg(test)]
mod tests {
    use super::*;

    /// The errors on games kept aside with weights and without, which a phase of a file names.
    fn errors(line: &str) -> Option<(f64, f64)> {
        let (_, error) = line.strip_prefix("# ")?.split_once("validation error ")?;
        let (with, without) = error.split_once(" fish, without weights ")?;
        Some((with.parse().ok()?, without.parse().ok()?))
    }

    /// Whether all features of a phase have the weights zero.
    fn is_zero(phase: &str) -> bool {
        let is_row = |line: &&str| !line.starts_with('#') && !line.starts_with("doubt");
        let rows = phase.lines().skip(1).filter(is_row);
        let mut weights = rows.flat_map(|row| row.split_whitespace().skip(1));
        weights.all(|weight| weight == "0")
    }

    #[test]
    fn weights_of_each_phase_are_better_than_none() {
        for file in WEIGHTS {
            let mut phases = file.split("\n\n");
            let head = phases.next().unwrap_or_default();
            for phase in phases {
                let (with, without) = phase.lines().find_map(errors).expect("errors are named");
                assert!(
                    with < without || is_zero(phase),
                    "{head}\n{with} with weights, {without} without: leave them zero"
                );
            }
        }
    }
}
