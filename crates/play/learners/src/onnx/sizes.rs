//! Bounds of the memory that operators need.

use super::graph::Operator;

/// Maximum number of elements of a value, and of the working memory of an operator.
pub(super) const MAX_ELEMENTS: usize = 1 << 23;
/// Maximum number of elements of all values together.
pub(super) const MAX_TOTAL: usize = 1 << 26;

/// Operators whose outputs together have at most the elements of their inputs.
const NARROW: &str = "Abs Acos Acosh ArgMax ArgMin Asin Asinh Atan Atanh BatchNormalization Cast CastLike Ceil Clip \
    Concat Cos Cosh CumSum DepthToSpace Dropout Elu Erf Exp Flatten Floor GatherElements Gelu \
    GlobalAveragePool GlobalMaxPool HardSigmoid HardSwish Identity InstanceNormalization IsInf \
    IsNaN LayerNormalization LeakyRelu Log LogSoftmax LpNormalization Neg Not RMSNormalization \
    Reciprocal ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin \
    ReduceProd ReduceSum ReduceSumSquare Relu Reshape Round Shape Sigmoid Sign Sin Size Sinh Slice \
    Softmax Softplus Softsign Split Sqrt Squeeze Tan Tanh Transpose";
/// Operators that stretch their inputs to a common shape.
const BROADCAST: &str = "Add And Div Equal Greater GreaterOrEqual Less LessOrEqual Max Mean Min Mod Mul Or PRelu Pow Sub \
    Sum Where Xor";
/// Other operators that a network may have.
const OTHERS: &str =
    "AveragePool ConstantOfShape Conv Expand Gather Gemm MatMul MaxPool Pad Tile Trilu Unsqueeze";

/// Input of an operator: its sides, and its integers if it has few.
#[derive(Clone, Default)]
pub(super) struct Input {
    pub(super) sides: Vec<usize>,
    pub(super) integers: Vec<i64>,
}

impl Input {
    /// Number of elements, where an empty side counts as one.
    pub(super) fn elements(&self) -> usize {
        product(self.sides.iter().copied())
    }

    /// A side, from the last backwards; 1 where there is none.
    fn side_from_end(&self, at: usize) -> usize {
        self.sides.iter().rev().nth(at).copied().unwrap_or(1)
    }
}

/// Inputs that set the shape of an output, by their numbers. They must not depend on the planes, so
/// that all positions need the same memory.
pub(super) fn shape_inputs(kind: &str) -> std::ops::Range<usize> {
    match kind {
        "ConstantOfShape" => 0..1,
        "Slice" => 1..5,
        "Expand" | "Pad" | "Reshape" | "Split" | "Squeeze" | "Tile" | "Unsqueeze" => 1..2,
        _ if kind.starts_with("Reduce") => 1..2,
        _ => 0..0,
    }
}

/// Maximum number of elements of the outputs and of the working memory of an operator for these
/// inputs.
///
/// # Errors
/// If networks may not have the operator.
pub(super) fn most_elements(operator: &Operator, inputs: &[Input]) -> Result<usize, String> {
    let kind = operator.kind.as_str();
    let first = inputs.first().cloned().unwrap_or_default();
    let second = inputs.get(1).cloned().unwrap_or_default();
    Ok(match kind {
        _ if is_among(kind, NARROW) => inputs
            .iter()
            .map(Input::elements)
            .fold(1, usize::saturating_add),
        _ if is_among(kind, BROADCAST) => stretched(inputs),
        "Trilu" | "Unsqueeze" => first.elements(),
        "ConstantOfShape" => sizes(&first.integers),
        "Expand" => {
            let wanted = second
                .integers
                .iter()
                .map(|&side| side.unsigned_abs() as usize)
                .collect();
            stretched(&[
                first,
                Input {
                    sides: wanted,
                    ..Input::default()
                },
            ])
        }
        "Tile" => first.elements().saturating_mul(sizes(&second.integers)),
        "Pad" => {
            let pads = if second.sides.is_empty() {
                integers(operator, "pads")
            } else {
                &second.integers
            };
            padded(&first.sides, pads)
        }
        "Gather" => {
            let axis = integers(operator, "axis")
                .first()
                .copied()
                .unwrap_or_default();
            let at = if axis < 0 {
                axis.saturating_add(first.sides.len() as i64)
            } else {
                axis
            };
            let side = usize::try_from(at)
                .ok()
                .and_then(|at| first.sides.get(at))
                .copied()
                .unwrap_or(1);
            first
                .elements()
                .div_ceil(side.max(1))
                .saturating_mul(second.elements())
        }
        "Gemm" => {
            let rows = first.side_from_end(usize::from(integers(operator, "transA") != [1]));
            let columns = second.side_from_end(usize::from(integers(operator, "transB") == [1]));
            product([rows, columns].into_iter())
        }
        "MatMul" => {
            let batches: Vec<Input> = [&first, &second].map(without_matrix).into();
            let matrix = product([first.side_from_end(1), second.side_from_end(0)].into_iter());
            stretched(&batches).saturating_mul(matrix)
        }
        "Conv" => {
            let planes = product(first.sides.iter().take(2).copied());
            let kernel = product(second.sides.iter().skip(2).copied());
            let made = second
                .sides
                .first()
                .copied()
                .unwrap_or(1)
                .max(planes.saturating_mul(kernel));
            made.saturating_mul(padded(
                first.sides.get(2..).unwrap_or_default(),
                integers(operator, "pads"),
            ))
        }
        "AveragePool" | "MaxPool" => {
            let planes = product(first.sides.iter().take(2).copied());
            let kernel = sizes(integers(operator, "kernel_shape"));
            let room = padded(
                first.sides.get(2..).unwrap_or_default(),
                integers(operator, "pads"),
            );
            planes.saturating_mul(kernel).saturating_mul(room)
        }
        _ => {
            return Err(format!(
                "expected one of the operators {NARROW} {BROADCAST} {OTHERS}; found {kind}"
            ));
        }
    })
}

/// Integers of an attribute; none if the operator does not have it.
fn integers<'a>(operator: &'a Operator, name: &str) -> &'a [i64] {
    operator.attributes.get(name).map_or(&[], Vec::as_slice)
}

/// Product of sizes, where an empty one counts as one.
fn sizes(integers: &[i64]) -> usize {
    product(integers.iter().map(|&size| size.unsigned_abs() as usize))
}

/// Whether a list of names, with blanks between them, has this one.
fn is_among(kind: &str, names: &str) -> bool {
    names.split(' ').any(|name| name == kind)
}

/// Product of sides, where an empty one counts as one.
fn product(sides: impl Iterator<Item = usize>) -> usize {
    sides.fold(1, |product, side| product.saturating_mul(side.max(1)))
}

/// Elements of the common shape of values: in each place the largest side.
fn stretched(inputs: &[Input]) -> usize {
    let most = inputs
        .iter()
        .map(|input| input.sides.len())
        .max()
        .unwrap_or_default();
    product((0..most).map(|at| {
        inputs
            .iter()
            .map(|input| input.side_from_end(at))
            .max()
            .unwrap_or(1)
    }))
}

/// Input of a product of matrices without their two sides.
fn without_matrix(input: &Input) -> Input {
    Input {
        sides: input.sides[..input.sides.len().saturating_sub(2)].to_vec(),
        ..Input::default()
    }
}

/// Elements with as many more at each side as all pads together; pooling may round up by one.
fn padded(sides: &[usize], pads: &[i64]) -> usize {
    let more = pads.iter().fold(1, |sum: usize, &pad| {
        sum.saturating_add(pad.unsigned_abs() as usize)
    });
    product(sides.iter().map(|&side| side.saturating_add(more)))
}
