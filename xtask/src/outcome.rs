/// The result of a step that did not fail.
pub(crate) enum Outcome {
    /// It passed; a remark, often empty.
    Passed(String),
    /// It cannot be run here, and why.
    Skipped(&'static str),
}
