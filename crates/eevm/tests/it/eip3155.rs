//! The tracer of EIP-3155 on whole machines: lines, costs and errors as go-ethereum has them.

mod costs;
mod lines;
mod pairs;

use crate::scene::Scene;
use eevm::{
    Evm,
    inspectors::{TraceEnd, TraceOptions, TraceStep, Tracer},
};

/// The steps of a scene's message, and how it ended.
fn traced(scene: &Scene, options: TraceOptions) -> (Vec<TraceStep>, TraceEnd) {
    let mut evm = Evm::new(scene.db.clone(), scene.fork);
    *evm.block_mut() = scene.block.clone();
    let mut tracer = Tracer::new(options, Vec::new());
    evm.execute_message_inspected(&scene.message, &mut tracer).expect("a database in memory");
    let end = tracer.take_end().expect("a run that ended");
    (tracer.into_sink(), end)
}
