/// Techniques of the solver. Each can be switched off by itself; the values stay the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverFeatures {
    /// Areas that one side has to itself are summed up where nothing is contested.
    pub areas: bool,
    /// Pure ones become waiting moves also where something is contested.
    pub waiting: bool,
    /// Moves that leave the areas as they are take nothing out.
    pub incremental: bool,
    /// No side can get more than what it can reach, and the next landing tightens that.
    pub bounds: bool,
    /// An ending that has come apart is bounded by the values of its sub-games by themselves.
    pub sub_games: bool,
    /// The table.
    pub table: bool,
    /// All replies are looked up before the first is searched (enhanced transposition cut-offs, Plaat et al. 1996).
    pub look_ahead: bool,
    /// Moves are ordered by their scores.
    pub ordering: bool,
}

impl SolverFeatures {
    /// Everything.
    pub const ALL: SolverFeatures = SolverFeatures::all(true);

    /// Nothing: plain alpha-beta.
    pub const NONE: SolverFeatures = SolverFeatures::all(false);

    const fn all(on: bool) -> SolverFeatures {
        SolverFeatures {
            areas: on,
            waiting: on,
            incremental: on,
            bounds: on,
            sub_games: on,
            table: on,
            look_ahead: on,
            ordering: on,
        }
    }
}
