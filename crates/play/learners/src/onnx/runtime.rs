//! Networks that the runtime plays.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use floe_evaluation::{PlaneEvaluation, PlaneNetwork};
use rten::{Dimension, Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value};
use rten_tensor::prelude::*;
use rten_tensor::{Tensor, TensorView};

use super::graph::{Graph, Operator};
use super::sizes::{Input, MAX_ELEMENTS, MAX_TOTAL, most_elements, shape_inputs};

/// Integers of a value that may set a shape: more than a tensor has sides.
const MAX_INTEGERS: usize = 64;

/// Network of an ONNX file, which runs on one thread.
pub(super) struct OnnxNetwork {
    /// The graph as the file has it, for [rehearsals](OnnxNetwork::rehearse).
    plain: Model,
    graph: Graph,
    source: Source,
    /// Sides of the input after the first, the rows.
    sides: Vec<Option<usize>>,
    threads: Arc<ThreadPool>,
    /// Shapes of planes that have been rehearsed.
    rehearsed: Mutex<HashSet<Vec<usize>>>,
    /// The network as it plays, once planes have been rehearsed.
    optimised: OnceLock<Optimised>,
}

/// Bytes of a network, and of the files of its weights by their names.
struct Source {
    network: Vec<u8>,
    weights: Vec<(String, Vec<u8>)>,
}

/// Network as it plays. Optimising it computes what does not depend on the planes.
struct Optimised {
    model: Model,
    input: NodeId,
    outputs: [NodeId; 2],
}

impl fmt::Debug for OnnxNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnnxNetwork")
            .field("sides", &self.sides)
            .finish_non_exhaustive()
    }
}

impl Source {
    fn load(&self, is_optimised: bool) -> Result<Model, String> {
        let load = || {
            let mut options = ModelOptions::with_all_ops();
            options.enable_optimization(is_optimised);
            for (name, bytes) in &self.weights {
                options.external_data(name, bytes.clone());
            }
            options
                .load(self.network.clone())
                .map_err(|error| error.to_string())
        };
        guarded(load).map_err(|error| format!("expected an ONNX file; {error}"))
    }
}

impl OnnxNetwork {
    /// Reads the bytes of a network, and of the files of its weights.
    ///
    /// # Errors
    /// If the network has other inputs and outputs than expected, or the runtime refuses it.
    pub(super) fn read(
        network: Vec<u8>,
        graph: Graph,
        weights: Vec<(String, Vec<u8>)>,
    ) -> Result<OnnxNetwork, String> {
        let source = Source { network, weights };
        let plain = source.load(false)?;
        if plain.input_ids().len() != 1 {
            return Err(format!(
                "expected one input, the planes; found {}",
                plain.input_ids().len()
            ));
        }
        if plain.output_ids().len() != 2 {
            return Err(format!(
                "expected two outputs, priors and values; found {}",
                plain.output_ids().len()
            ));
        }
        let shape = plain.input_shape(0).unwrap_or_default();
        if !matches!(shape.len(), 3 | 4) {
            let expected = "rows, planes and hexes, or rows, planes, rows and columns of the grid";
            return Err(format!(
                "expected an input with the sides {expected}; found {} sides",
                shape.len()
            ));
        }
        if let Some(rows) = fixed(&shape[0]).filter(|&rows| rows != 1) {
            return Err(format!(
                "expected a batch of any size, or of one row; found a batch of {rows}"
            ));
        }
        let sides = shape.iter().skip(1).map(fixed).collect();
        let threads = Arc::new(ThreadPool::with_num_threads(1));
        Ok(OnnxNetwork {
            plain,
            graph,
            source,
            sides,
            threads,
            rehearsed: Mutex::default(),
            optimised: OnceLock::new(),
        })
    }

    /// The network as it plays, after a rehearsal with planes of this shape.
    fn rehearsed(&self, planes: &Tensor<f32>) -> Result<&Optimised, String> {
        let mut rehearsed = self
            .rehearsed
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if !rehearsed.contains(planes.shape()) {
            self.rehearse(planes)?;
            rehearsed.insert(planes.shape().to_vec());
        }
        if let Some(optimised) = self.optimised.get() {
            return Ok(optimised);
        }
        let model = self.source.load(true)?;
        let (&[input], &[priors, values]) = (model.input_ids(), model.output_ids()) else {
            return Err("expected an ONNX file with one input and two outputs".to_owned());
        };
        Ok(self.optimised.get_or_init(|| Optimised {
            input,
            outputs: [priors, values],
            model,
        }))
    }

    /// Runs one operator after the other, each only if its outputs are not too large.
    ///
    /// # Errors
    /// If an operator fails, is none that networks may have, needs too much memory, or may need
    /// more for other planes.
    fn rehearse(&self, planes: &Tensor<f32>) -> Result<(), String> {
        let mut rehearsal = Rehearsal {
            network: self,
            values: HashMap::new(),
            of_planes: HashSet::new(),
            total: 0,
        };
        let input = self.plain.input_ids()[0];
        rehearsal.values.insert(input, planes.clone().into());
        rehearsal.of_planes.insert(input);
        for operator in self
            .graph
            .operators
            .iter()
            .filter(|operator| operator.kind != "Constant")
        {
            rehearsal
                .run(operator)
                .map_err(|problem| format!("operator {}: {problem}", operator.kind))?;
        }
        Ok(())
    }

    fn run(
        &self,
        model: &Model,
        inputs: &[(NodeId, &Value)],
        outputs: &[NodeId],
    ) -> Result<Vec<Value>, String> {
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&self.threads)));
        let inputs = inputs
            .iter()
            .map(|&(id, value)| (id, value.into()))
            .collect();
        guarded(|| {
            model
                .run(inputs, outputs, Some(options))
                .map_err(|error| error.to_string())
        })
    }
}

/// Run of a network, one operator after the other.
struct Rehearsal<'a> {
    network: &'a OnnxNetwork,
    values: HashMap<NodeId, Value>,
    /// Values that depend on the planes.
    of_planes: HashSet<NodeId>,
    /// Elements of all values.
    total: usize,
}

impl Rehearsal<'_> {
    fn run(&mut self, operator: &Operator) -> Result<(), String> {
        let model = &self.network.plain;
        let node = |name: &String| model.node_id(name).map_err(|error| error.to_string());
        let shape_inputs = shape_inputs(&operator.kind);
        let mut inputs = Vec::new();
        let mut depends = false;
        for (at, name) in operator.inputs.iter().enumerate() {
            if name.is_empty() {
                inputs.push(Input::default());
                continue;
            }
            let id = node(name)?;
            inputs.push(self.input(id, shape_inputs.contains(&at))?);
            if self.of_planes.contains(&id) {
                if shape_inputs.contains(&at) {
                    return Err(format!(
                        "expected a shape that does not depend on the planes; found '{name}'"
                    ));
                }
                depends = true;
            }
        }
        let most = most_elements(operator, &inputs)?;
        if most > MAX_ELEMENTS {
            return Err(format!(
                "expected at most {MAX_ELEMENTS} elements; found up to {most}"
            ));
        }
        let named = operator.outputs.iter().filter(|name| !name.is_empty());
        let outputs: Vec<NodeId> = named.map(node).collect::<Result<_, _>>()?;
        let named = operator.inputs.iter().filter(|name| !name.is_empty());
        let ids: HashSet<NodeId> = named.map(node).collect::<Result<_, _>>()?;
        let given: Vec<(NodeId, &Value)> = ids
            .iter()
            .filter_map(|id| Some((*id, self.values.get(id)?)))
            .collect();
        let found = self.network.run(model, &given, &outputs)?;
        let is_shape = matches!(operator.kind.as_str(), "Shape" | "Size");
        for (id, value) in outputs.into_iter().zip(found) {
            let elements = input_of(&value, false).elements();
            self.total += elements;
            if elements > MAX_ELEMENTS || self.total > MAX_TOTAL {
                return Err(format!(
                    "expected at most {MAX_ELEMENTS} elements, and {MAX_TOTAL} of all operators"
                ));
            }
            if depends && !is_shape {
                self.of_planes.insert(id);
            }
            self.values.insert(id, value);
        }
        Ok(())
    }

    /// Sides of an input, and its integers if it sets a shape.
    fn input(&self, id: NodeId, sets_shape: bool) -> Result<Input, String> {
        let model = &self.network.plain;
        if let Some(value) = self.values.get(&id) {
            return Ok(input_of(value, sets_shape));
        }
        let info = model.node_info(id).ok_or("expected a value")?;
        let name = info.name().unwrap_or_default();
        let shape = info.shape().unwrap_or_default();
        let sides: Option<Vec<usize>> = shape.iter().map(fixed).collect();
        let unknown = || format!("expected '{name}' from a weight or from an operator before");
        let sides = sides.ok_or_else(unknown)?;
        let is_short = sides.len() <= 1 && sides.iter().all(|&side| side <= MAX_INTEGERS);
        if sets_shape && is_short {
            let found = self.network.run(model, &[], &[id]).map_err(|_| unknown())?;
            return Ok(found
                .first()
                .map(|value| input_of(value, true))
                .unwrap_or_default());
        }
        if sets_shape {
            return Err(format!(
                "expected a list of at most {MAX_INTEGERS} sides in '{name}'"
            ));
        }
        Ok(Input {
            sides,
            ..Input::default()
        })
    }
}

fn input_of(value: &Value, sets_shape: bool) -> Input {
    let sides = value.as_view().shape().to_vec();
    let integers: Option<TensorView<'_, i32>> = value.try_into().ok().filter(|_| sets_shape);
    let integers = integers.map(|tensor| tensor.iter().map(|&number| i64::from(number)).collect());
    Input {
        sides,
        integers: integers.unwrap_or_default(),
    }
}

fn fixed(side: &Dimension) -> Option<usize> {
    match side {
        Dimension::Fixed(size) => Some(*size),
        Dimension::Symbolic(_) => None,
    }
}

/// Calls the runtime, whose panic is an error.
fn guarded<T>(call: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let panicked = |payload: Box<dyn std::any::Any + Send>| {
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned());
        let text = text
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        Err(format!("the runtime for networks fails: {text}"))
    };
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(panicked)
}

impl PlaneNetwork for OnnxNetwork {
    fn sides(&self) -> Vec<Option<usize>> {
        self.sides.clone()
    }

    fn evaluate(&self, planes: Vec<f32>, sides: &[usize]) -> Result<PlaneEvaluation, String> {
        let shape: Vec<usize> = [1].into_iter().chain(sides.iter().copied()).collect();
        let planes = Tensor::from_data(&shape[..], planes);
        let network = self.rehearsed(&planes)?;
        let planes = Value::from(planes);
        let found = self.run(
            &network.model,
            &[(network.input, &planes)],
            &network.outputs,
        )?;
        let [priors, values] = &found[..] else {
            return Err("expected two outputs".to_owned());
        };
        Ok(PlaneEvaluation {
            priors: numbers(priors, "priors")?,
            values: numbers(values, "values")?,
        })
    }
}

/// Numbers of an output.
fn numbers(output: &Value, name: &str) -> Result<Vec<f32>, String> {
    let tensor: Result<TensorView<'_, f32>, _> = output.try_into();
    tensor
        .map(|tensor| tensor.to_vec())
        .map_err(|_| format!("{name}: expected an output of 32-bit floats"))
}
