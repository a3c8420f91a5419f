/// What the solver makes use of. Everything can be switched off by itself; the values stay the same.
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
    /// What has come apart is bounded by what its parts are worth by themselves.
    pub parts: bool,
    /// The table.
    pub table: bool,
    /// All replies are looked up before the first is searched (enhanced transposition cut-offs, Plaat et al. 1996).
    pub look_ahead: bool,
    /// Moves are ordered by what they promise.
    pub ordering: bool,
}

impl SolverFeatures {
    /// Everything.
    pub const ALL: SolverFeatures = SolverFeatures {
        areas: true,
        waiting: true,
        incremental: true,
        bounds: true,
        parts: true,
        table: true,
        look_ahead: true,
        ordering: true,
    };

    /// Nothing: plain alpha-beta.
    pub const NONE: SolverFeatures = SolverFeatures {
        areas: false,
        waiting: false,
        incremental: false,
        bounds: false,
        parts: false,
        table: false,
        look_ahead: false,
        ordering: false,
    };
}

impl Default for SolverFeatures {
    fn default() -> SolverFeatures {
        SolverFeatures::ALL
    }
}
