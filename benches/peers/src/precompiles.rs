//! The precompiles of both engines, on the same inputs.

use crate::{
    pair::{Plan, time},
    revm_engine::NAME,
};
use eevm_benches::{
    calls::{self, Call},
    counting::allocated_bytes,
    jobs::{self, Job},
    report::{self, Peer, Row},
};
use eevm_primitives::Fork;
use revm::{
    precompile::{Precompile, PrecompileSpecId, PrecompileStatus, Precompiles, u64_to_address},
    primitives::Bytes,
};
use std::hint::black_box;

/// A job of ours and the same of a peer, both seen to give what they must.
pub(crate) struct Pair {
    pub(crate) ours: Job,
    /// One run; what it returns keeps the compiler from leaving it out.
    pub(crate) peer: Box<dyn FnMut() -> bool>,
    /// The peer's name, version and back end.
    pub(crate) engine: String,
}

/// A row for every precompile of Prague, which are printed as a table.
pub(crate) fn run(plan: Plan) -> Result<Vec<Row>, String> {
    let mut calls = calls::precompiles();
    calls.retain(|call| call.key != "p256verify");
    if let Some(key) = broken() {
        calls::break_one(&mut calls, &key)?;
    }
    rows("precompiles", pairs(&calls)?, plan)
}

/// The job that is to be expected something wrong of, to see it fail.
pub(crate) fn broken() -> Option<String> {
    std::env::var("EEVM_BENCH_BREAK").ok()
}

/// Both engines' jobs of the calls, if all give the same gas and output, the expected ones.
pub(crate) fn pairs(calls: &[Call]) -> Result<Vec<Pair>, String> {
    calls::check_all(calls)?;
    let wrong: Vec<_> = calls.iter().filter_map(|call| check(call).err()).collect();
    if !wrong.is_empty() {
        return Err(format!("wrong results, nothing was timed\n  {}", wrong.join("\n  ")));
    }
    let ours = jobs::of_calls(calls)?.into_iter();
    let pair = |(ours, call): (Job, &Call)| {
        let precompile = precompile(call)?;
        let (input, gas) = (call.input.clone(), call.gas);
        let peer = move || {
            precompile.execute(black_box(&input), gas, 0).is_ok_and(|output| output.is_success())
        };
        let engine = engine(call.address);
        Ok(Pair { ours, peer: Box::new(peer), engine })
    };
    ours.zip(calls).map(pair).collect()
}

/// Measures all in turns and prints a table of the rows.
pub(crate) fn rows(suite: &'static str, pairs: Vec<Pair>, plan: Plan) -> Result<Vec<Row>, String> {
    eprintln!("{} jobs give the expected gas and output in both engines", pairs.len());
    let count = pairs.len();
    let mut rows = Vec::new();
    for (number, Pair { mut ours, mut peer, engine }) in pairs.into_iter().enumerate() {
        eprint!("{:>2}/{count} {} ", number + 1, ours.key);
        let timing = time(&mut ours.run, &mut peer, plan);
        eprintln!("{:.2}", timing.ratio);
        // A run that fails is another than the one that was checked.
        if !(ours.run)() || !peer() {
            return Err(format!("{}: fails after it was timed", ours.key));
        }
        rows.push(Row {
            suite,
            name: ours.name.to_owned(),
            gas: ours.gas,
            ns: timing.ours_ns,
            quartiles_ns: timing.ours_quartiles_ns,
            memory_bytes: allocated_bytes(|| {
                (ours.run)();
            }),
            peer: Some(Peer {
                engine,
                ns: timing.peer_ns,
                ratio: timing.ratio,
                ratio_quartiles: timing.ratio_quartiles,
            }),
        });
    }
    print!("{}", report::to_table(&rows));
    Ok(rows)
}

/// revm's name with the library that computes at the address.
fn engine(address: u64) -> String {
    let back_end = match address {
        0x01 => "libsecp256k1",
        0x02 => "sha2",
        0x03 => "ripemd",
        0x05 if cfg!(feature = "gmp") => "GMP",
        0x05 => "aurora-engine-modexp",
        0x06..=0x08 => "arkworks",
        0x0a => "c-kzg",
        0x0b..=0x11 => "blst",
        0x100 => "AWS-LC",
        // Its own code.
        _ => return NAME.to_owned(),
    };
    format!("{NAME}, {back_end}")
}

fn precompile(call: &Call) -> Result<Precompile, String> {
    let spec = match call.fork {
        Fork::Prague => PrecompileSpecId::PRAGUE,
        Fork::Osaka => PrecompileSpecId::OSAKA,
        fork => return Err(format!("{}: no table of revm is known for {fork}", call.key)),
    };
    let found = Precompiles::new(spec).get(&u64_to_address(call.address));
    found.cloned().ok_or_else(|| format!("{}: revm has no such precompile", call.key))
}

/// Whether revm takes the call's gas and no less, and gives its output.
fn check(call: &Call) -> Result<(), String> {
    let precompile = precompile(call)?;
    let named = |error: String| format!("{}: revm: {error}", call.key);
    let execute =
        |gas| precompile.execute(&call.input, gas, 0).map_err(|error| named(error.to_string()));
    let found = execute(call.gas)?;
    if found.status != PrecompileStatus::Success {
        return Err(named(format!("ends with {:?}", found.status)));
    }
    if found.gas_used != call.gas {
        return Err(named(format!("expected {} gas, found {}", call.gas, found.gas_used)));
    }
    if found.bytes[..] != call.output[..] {
        let expected = Bytes::copy_from_slice(&call.output);
        return Err(named(format!("expected the output {expected}, found {}", found.bytes)));
    }
    match call.gas.checked_sub(1).map(execute).transpose()? {
        Some(less) if less.is_success() => Err(named(format!("takes {} gas too", call.gas - 1))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls_but_the_longest() -> Vec<Call> {
        let mut calls = calls::precompiles();
        calls.retain(|call| call.key != "blake2f_1m");
        calls
    }

    #[test]
    fn both_engines_agree_on_every_call() {
        let calls = calls_but_the_longest();
        let pairs = pairs(&calls).unwrap();
        assert_eq!(pairs.len(), 33);
        for Pair { mut ours, mut peer, engine } in pairs {
            assert!((ours.run)() && peer(), "{}", ours.key);
            assert!(engine.starts_with("revm "), "{engine}");
        }
    }

    #[test]
    fn what_revm_gives_is_compared() {
        for mut call in calls_but_the_longest() {
            call.break_expectation();
            let error = check(&call).unwrap_err();
            assert!(
                error.starts_with(&format!("{}: revm: expected the output", call.key)),
                "{error}"
            );
            call.break_expectation();
            call.gas += 1;
            assert!(check(&call).unwrap_err().contains(" gas, found "), "{}", call.key);
        }
    }

    #[test]
    fn the_back_end_is_named() {
        assert_eq!(engine(0x0b), format!("{NAME}, blst"));
        assert_eq!(engine(0x04), NAME);
    }
}
