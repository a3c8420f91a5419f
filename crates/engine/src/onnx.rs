//! Networks in ONNX files.

use std::sync::Arc;

use floe_evaluation::PlaneNetwork;

/// Reads a network from the bytes of an ONNX file: one input, the planes of positions, a row for each, and two outputs,
/// the priors of all actions and the values.
///
/// # Errors
/// If the bytes are no such network.
#[cfg(feature = "onnx")]
pub(crate) fn read(bytes: Vec<u8>) -> Result<Arc<dyn PlaneNetwork>, String> {
    Ok(Arc::new(with_runtime::OnnxNetwork::read(bytes)?))
}

/// Refuses: this build has no runtime for ONNX.
///
/// # Errors
/// Always.
#[cfg(not(feature = "onnx"))]
pub(crate) fn read(_bytes: Vec<u8>) -> Result<Arc<dyn PlaneNetwork>, String> {
    Err("expected a build of floe with the feature 'onnx': cargo install --path crates/cli --features onnx".to_owned())
}

#[cfg(feature = "onnx")]
mod with_runtime {
    use std::fmt;
    use std::sync::Arc;

    use floe_evaluation::{PlaneEvaluation, PlaneNetwork};
    use rten::{Dimension, Model, NodeId, RunOptions, ThreadPool, Value};
    use rten_tensor::prelude::*;
    use rten_tensor::{Tensor, TensorView};

    /// Network of an ONNX file, which runs on one thread.
    pub(super) struct OnnxNetwork {
        model: Model,
        input: NodeId,
        outputs: [NodeId; 2],
        /// Sides of the input after the first, the rows.
        sides: Vec<Option<usize>>,
        threads: Arc<ThreadPool>,
    }

    impl fmt::Debug for OnnxNetwork {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("OnnxNetwork").field("sides", &self.sides).finish_non_exhaustive()
        }
    }

    impl OnnxNetwork {
        pub(super) fn read(bytes: Vec<u8>) -> Result<OnnxNetwork, String> {
            let model = Model::load(bytes).map_err(|error| format!("expected an ONNX file; {error}"))?;
            let &[input] = model.input_ids() else {
                return Err(format!("expected one input, the planes; found {}", model.input_ids().len()));
            };
            let &[priors, values] = model.output_ids() else {
                return Err(format!("expected two outputs, priors and values; found {}", model.output_ids().len()));
            };
            let shape = model.input_shape(0).unwrap_or_default();
            let sides: Vec<Option<usize>> = shape.iter().skip(1).map(fixed).collect();
            if !matches!(shape.len(), 3 | 4) {
                let expected = "rows, planes and hexes, or rows, planes, rows and columns of the grid";
                return Err(format!("expected an input with the sides {expected}; found {} sides", shape.len()));
            }
            let threads = Arc::new(ThreadPool::with_num_threads(1));
            Ok(OnnxNetwork { input, outputs: [priors, values], sides, model, threads })
        }
    }

    /// Size of a side, if it is fixed.
    fn fixed(side: &Dimension) -> Option<usize> {
        match side {
            Dimension::Fixed(size) => Some(*size),
            Dimension::Symbolic(_) => None,
        }
    }

    impl PlaneNetwork for OnnxNetwork {
        fn sides(&self) -> Vec<Option<usize>> {
            self.sides.clone()
        }

        fn evaluate(&self, planes: Vec<f32>, sides: &[usize]) -> Result<PlaneEvaluation, String> {
            let shape: Vec<usize> = [1].into_iter().chain(sides.iter().copied()).collect();
            let planes = Tensor::from_data(&shape[..], planes);
            let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&self.threads)));
            let found = self.model.run_n(vec![(self.input, planes.into())], self.outputs, Some(options));
            let [priors, values] = found.map_err(|error| error.to_string())?;
            Ok(PlaneEvaluation { priors: numbers(&priors, "priors")?, values: numbers(&values, "values")? })
        }
    }

    /// Numbers of an output.
    fn numbers(output: &Value, name: &str) -> Result<Vec<f32>, String> {
        let tensor: Result<TensorView<'_, f32>, _> = output.try_into();
        tensor.map(|tensor| tensor.to_vec()).map_err(|_| format!("{name}: expected an output of 32-bit floats"))
    }
}
