use std::fmt;

/// Network from outside that values positions by their planes and knows the numbers of actions:
/// what a learner has trained, for the tree search that it guides.
pub trait PlaneNetwork: fmt::Debug + Send + Sync {
    /// Sides of the array of a position that the network expects, outermost first: planes and
    /// hexes, or planes, rows and columns; `None` where any size will do.
    fn sides(&self) -> Vec<Option<usize>>;

    /// Evaluates one position, whose planes form an array with these sides.
    ///
    /// # Errors
    /// If the network cannot do so, or answers in another form; the text says what was expected.
    fn evaluate(&self, planes: Vec<f32>, sides: &[usize]) -> Result<PlaneEvaluation, String>;
}

/// Evaluation of a position by a [`PlaneNetwork`].
#[derive(Clone, PartialEq, Debug)]
pub struct PlaneEvaluation {
    /// Weights of all actions, not negative, such as probabilities.
    pub priors: Vec<f32>,
    /// Expected payoffs from -1 to 1: of the player to move alone, or of all players from that one
    /// on.
    pub values: Vec<f32>,
}
