//! Prints what changed in the dynamic gas from fork to fork.
#![expect(clippy::print_stdout, reason = "an example prints what it shows")]

use eevm_primitives::{Fork, gas::GasSchedule, keccak256};

fn main() {
    let mut before = None;
    for fork in Fork::ALL {
        let schedule = GasSchedule::for_fork(fork);
        if before.as_ref() != Some(&schedule) {
            println!(
                "{fork}: SSTORE set {}, reset {}, clear refund {}; cold account +{}, cold slot +{}",
                schedule.sstore_set,
                schedule.sstore_reset,
                schedule.sstore_clear_refund,
                schedule.cold_account_surcharge,
                schedule.cold_sload_surcharge,
            );
        }
        before = Some(schedule);
    }
    println!("keccak256 of the empty string: {}", keccak256(b""));
}
