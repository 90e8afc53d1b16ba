//! Runs the arithmetic loop once, for profilers: `profile [rounds]`, 20,000 unless given.
#![expect(clippy::print_stdout, reason = "an example shows its result")]

use eevm_benches::{
    engine::{Eevm, Engine},
    workloads::arithmetic_loop_of,
};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let rounds: u32 = match std::env::args().nth(1) {
        Some(rounds) => rounds.parse()?,
        None => 20_000,
    };
    if rounds == 0 {
        return Err("at least one round".into());
    }
    let workload = arithmetic_loop_of(rounds);
    let gas = Eevm::new(&workload)?.run();
    if gas != workload.expected.gas {
        return Err(format!("expected {} gas, found {gas}", workload.expected.gas).into());
    }
    // Three instructions stand around the loop, sixteen in it.
    println!("{} opcodes, {gas} gas", 3 + 16 * u64::from(rounds));
    Ok(())
}
