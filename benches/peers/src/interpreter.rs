//! The interpreter suite on both engines.

use crate::{
    pair::{Plan, time},
    revm_engine::{self, Revm},
};
use eevm_benches::{
    check::check,
    counting::allocated_bytes,
    engine::{Eevm, Engine},
    report::{self, Peer, Row},
    workloads::{self, Workload},
};

/// A row for every job of the suite, which are printed as a table.
pub(crate) fn run(plan: Plan) -> Result<Vec<Row>, String> {
    let workloads = workloads::all();
    let mut jobs = Vec::new();
    for workload in &workloads {
        jobs.push(checked(workload)?);
    }
    eprintln!("{} jobs give the expected gas, output and state in both engines", jobs.len());
    let mut rows = Vec::new();
    for (number, (workload, (mut ours, mut peer))) in workloads.iter().zip(jobs).enumerate() {
        eprint!("{:>2}/{} {} ", number + 1, workloads.len(), workload.key);
        let timing = time(&mut || ours.run(), &mut || peer.run(), plan);
        eprintln!("{:.2}", timing.ratio);
        rows.push(Row {
            suite: "interpreter",
            name: workload.name.to_owned(),
            gas: workload.expected.gas,
            ns: timing.ours_ns,
            quartiles_ns: timing.ours_quartiles_ns,
            memory_bytes: allocated_bytes(|| {
                ours.run();
            }),
            peer: Some(Peer {
                engine: revm_engine::NAME.to_owned(),
                ns: timing.peer_ns,
                ratio: timing.ratio,
                ratio_quartiles: timing.ratio_quartiles,
            }),
        });
    }
    print!("{}", report::to_table(&rows));
    Ok(rows)
}

/// Both engines, if both give what they must.
fn checked(workload: &Workload) -> Result<(Eevm, Revm), String> {
    let named = |engine: &str, error: String| format!("{engine}: {error}");
    let mut ours = Eevm::new(workload).map_err(|error| named(workload.key, error))?;
    check(&mut ours, workload).map_err(|mismatch| named("eevm", mismatch.to_string()))?;
    let mut peer = Revm::new(workload).map_err(|error| named(workload.key, error))?;
    check(&mut peer, workload).map_err(|mismatch| named("revm", mismatch.to_string()))?;
    Ok((ours, peer))
}
