//! Prints the trace of an interpreter without a state: 2 × 3, stored and returned.
#![expect(clippy::print_stdout, reason = "an example prints")]

use eevm_inspectors::{Fault, TraceStep};

fn main() {
    let step = TraceStep {
        pc: 2,
        op: 0x52,
        gas: 5,
        gas_cost: 6,
        memory: None,
        memory_size: 0,
        stack: Some(Vec::new()),
        return_data: None,
        depth: 1,
        refund: 0,
        error: Some(Fault::OutOfGas),
    };
    println!("{}", step.to_json());
}
