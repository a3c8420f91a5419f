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
