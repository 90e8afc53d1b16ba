//! Calls of precompiles, each with the gas and the output that it must give.
//!
//! The calls and what comes of them are data: `data/generate.py` makes them, and the executable
//! specification answers them.
#![expect(clippy::result_large_err, reason = "a difference is made once, and ends the bench")]

use crate::check::{self, Difference, Mismatch};
use eevm::Fork;
use eevm_precompiles::{PrecompileFailure, Precompiles, Run};
use eevm_primitives::{Address, Bytes};

/// The address of P256VERIFY, which exists since Osaka.
const P256VERIFY: u64 = 0x100;

/// The calls of the suite `precompiles` by key, and their names in reports.
const NAMES: [(&str, &str); 34] = [
    ("ecrecover", "ecrecover (0x01)"),
    ("sha256_1k", "sha256 1 KiB (0x02)"),
    ("ripemd160_1k", "ripemd160 1 KiB (0x03)"),
    ("identity_1k", "identity 1 KiB (0x04)"),
    ("modexp_256_odd", "modexp 256-bit, odd modulus (0x05)"),
    ("modexp_256_even", "modexp 256-bit, even modulus (0x05)"),
    ("modexp_2048_odd", "modexp 2048-bit, odd modulus (0x05)"),
    ("modexp_2048_even", "modexp 2048-bit, even modulus (0x05)"),
    ("modexp_4096_odd", "modexp 4096-bit, odd modulus (0x05)"),
    ("modexp_4096_even", "modexp 4096-bit, even modulus (0x05)"),
    ("bn254_add", "bn254 add (0x06)"),
    ("bn254_mul", "bn254 mul (0x07)"),
    ("bn254_pairing_2", "bn254 pairing, 2 pairs (0x08)"),
    ("blake2f_12", "blake2f 12 rounds (0x09)"),
    ("blake2f_1m", "blake2f 1M rounds (0x09)"),
    ("point_evaluation", "KZG point evaluation (0x0A)"),
    ("bls12_g1_add", "bls12-381 G1 add (0x0B)"),
    ("bls12_g1_msm_1", "bls12-381 G1 MSM, 1 pair (0x0C)"),
    ("bls12_g1_msm_2", "bls12-381 G1 MSM, 2 pairs (0x0C)"),
    ("bls12_g1_msm_8", "bls12-381 G1 MSM, 8 pairs (0x0C)"),
    ("bls12_g1_msm_32", "bls12-381 G1 MSM, 32 pairs (0x0C)"),
    ("bls12_g1_msm_128", "bls12-381 G1 MSM, 128 pairs (0x0C)"),
    ("bls12_g2_add", "bls12-381 G2 add (0x0D)"),
    ("bls12_g2_msm_1", "bls12-381 G2 MSM, 1 pair (0x0E)"),
    ("bls12_g2_msm_2", "bls12-381 G2 MSM, 2 pairs (0x0E)"),
    ("bls12_g2_msm_8", "bls12-381 G2 MSM, 8 pairs (0x0E)"),
    ("bls12_g2_msm_32", "bls12-381 G2 MSM, 32 pairs (0x0E)"),
    ("bls12_g2_msm_128", "bls12-381 G2 MSM, 128 pairs (0x0E)"),
    ("bls12_pairing_1", "bls12-381 pairing, 1 pair (0x0F)"),
    ("bls12_pairing_2", "bls12-381 pairing, 2 pairs (0x0F)"),
    ("bls12_pairing_8", "bls12-381 pairing, 8 pairs (0x0F)"),
    ("bls12_map_fp_to_g1", "bls12-381 map Fp to G1 (0x10)"),
    ("bls12_map_fp2_to_g2", "bls12-381 map Fp2 to G2 (0x11)"),
    ("p256verify", "P256VERIFY (0x100)"),
];

/// One call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Short name, in ids and file names.
    pub key: &'static str,
    /// Its name in reports.
    pub name: &'static str,
    /// The precompile's address, as a number.
    pub address: u64,
    /// The rules it runs under.
    pub fork: Fork,
    /// The input.
    pub input: Bytes,
    /// Gas that it must use.
    pub gas: u64,
    /// The output that it must give.
    pub output: Bytes,
}

/// The calls of the suite `precompiles`, and P256VERIFY of the suite `ecdsa` behind them.
///
/// # Panics
/// Never: the data is part of the program, and its test reads all of it.
#[must_use]
pub fn precompiles() -> Vec<Call> {
    let mut calls = parsed(include_str!("../data/precompiles.txt"));
    calls.sort_by_key(|call| NAMES.iter().position(|(key, _)| *key == call.key));
    calls
}

/// Calls with the names of the tables that repriced the curve `alt_bn128`, inputs of our own, and
/// `pairs_<n>`, pairing checks of 2 to 10 pairs.
///
/// # Panics
/// Never: the data is part of the program, and its test reads all of it.
#[must_use]
pub fn repricing() -> Vec<Call> {
    let mut calls = parsed(include_str!("../data/repricing.txt"));
    calls.iter_mut().for_each(|call| call.name = call.key);
    calls
}

impl Call {
    /// The precompile's function.
    ///
    /// # Errors
    /// There is none at the address.
    pub fn function(&self) -> Result<Run, Mismatch> {
        let precompiles = Precompiles::for_fork(self.fork);
        let found = precompiles.get(&Address::from_low_u64(self.address));
        found.map(|precompile| precompile.run).ok_or_else(|| {
            self.mismatch(Difference::NotRun { reason: "no precompile at the address".into() })
        })
    }

    /// Calls twice with exactly the gas it takes, so that no call leaves a trace in the next, once
    /// with less, and compares.
    ///
    /// # Errors
    /// The first difference.
    pub fn check(&self) -> Result<(), Mismatch> {
        let run = self.function()?;
        let mut output = Vec::new();
        for _ in 0..2 {
            let result = run(&self.input, self.gas, &mut output);
            self.compare(result, &output).map_err(|difference| self.mismatch(difference))?;
        }
        match self.gas.checked_sub(1).map(|gas| run(&self.input, gas, &mut output)) {
            None | Some(Err(PrecompileFailure::OutOfGas)) => Ok(()),
            Some(_) => {
                let (expected, found) = (self.gas, self.gas - 1);
                Err(self.mismatch(Difference::Gas { expected, found }))
            }
        }
    }

    /// Flips one bit of what the call must give, to see it fail.
    pub fn break_expectation(&mut self) {
        let mut output = self.output.to_vec();
        match output.last_mut() {
            Some(byte) => *byte ^= 1,
            None => self.gas ^= 1,
        }
        self.output = output.into();
    }

    fn compare(
        &self,
        result: Result<u64, PrecompileFailure>,
        output: &[u8],
    ) -> Result<(), Difference> {
        match result {
            Ok(gas) => {
                check::gas(self.gas, gas)?;
                check::output(&self.output, output)
            }
            Err(failure) => Err(Difference::Failed { status: failure.to_string(), gas: self.gas }),
        }
    }

    fn mismatch(&self, difference: Difference) -> Mismatch {
        Mismatch { job: self.key.into(), difference }
    }
}

/// Checks all; or else says which differ, one a line.
///
/// # Errors
/// Every difference.
pub fn check_all(calls: &[Call]) -> Result<(), String> {
    let failures: Vec<_> =
        calls.iter().filter_map(|call| call.check().err()).map(|e| e.to_string()).collect();
    if failures.is_empty() {
        Ok(())
    } else {
        Err(format!("wrong results, nothing was timed\n  {}", failures.join("\n  ")))
    }
}

/// Flips one bit of the expectation of the call that `key` names.
///
/// # Errors
/// There is no such call; the text names those there are.
pub fn break_one(calls: &mut [Call], key: &str) -> Result<(), String> {
    let keys: Vec<_> = calls.iter().map(|call| call.key).collect();
    match calls.iter_mut().find(|call| call.key == key) {
        Some(call) => {
            call.break_expectation();
            Ok(())
        }
        None => Err(format!("no job {key:?} to break; there are {}", keys.join(", "))),
    }
}

fn parsed(text: &'static str) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    for line in text.lines() {
        let call = parse_line(line, &calls);
        calls.push(call.unwrap_or_else(|| panic!("not a call: {line:.40}")));
    }
    calls
}

/// One line: key, address, gas, input, output.
fn parse_line(line: &'static str, earlier: &[Call]) -> Option<Call> {
    let mut fields = line.split(' ');
    let key = fields.next()?;
    let address = u64::from_str_radix(fields.next()?.strip_prefix("0x")?, 16).ok()?;
    let gas = fields.next()?.parse().ok()?;
    let input = match fields.next()?.split_once(':') {
        Some((key, len)) => {
            let whole = &earlier.iter().find(|call| call.key == key)?.input;
            Bytes::copy_from_slice(whole.get(..len.parse().ok()?)?)
        }
        None => bytes(line.split(' ').nth(3)?)?,
    };
    let output = bytes(fields.next()?)?;
    let fork = if address == P256VERIFY { Fork::Osaka } else { Fork::Prague };
    let name = NAMES.iter().find(|(k, _)| *k == key).map_or(key, |(_, name)| name);
    Some(Call { key, name, address, fork, input, gas, output })
}

fn bytes(text: &str) -> Option<Bytes> {
    if text == "-" { Some(Bytes::new()) } else { format!("0x{text}").parse().ok() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_call_gives_what_the_specification_gives() {
        assert_eq!(check_all(&precompiles()), Ok(()));
        assert_eq!(check_all(&repricing()), Ok(()));
    }

    #[test]
    fn every_key_has_a_name_and_a_line() {
        let keys: BTreeSet<_> = precompiles().iter().map(|call| call.key).collect();
        assert_eq!(keys, NAMES.iter().map(|(key, _)| *key).collect());
        assert_eq!(keys.len(), NAMES.len());
        let repricing = repricing();
        let keys: BTreeSet<_> = repricing.iter().map(|call| call.key).collect();
        assert_eq!((keys.len(), repricing.len()), (66, 66));
    }

    /// The gas that the first of these suites printed.
    #[test]
    fn gas_is_that_of_the_published_table() {
        let calls = precompiles();
        for (key, gas) in [
            ("ecrecover", 3_000),
            ("sha256_1k", 444),
            ("ripemd160_1k", 4_440),
            ("identity_1k", 111),
            ("modexp_2048_even", 698_368),
            ("bn254_add", 150),
            ("bn254_mul", 6_000),
            ("bn254_pairing_2", 113_000),
            ("blake2f_12", 12),
            ("blake2f_1m", 1_000_000),
            ("bls12_pairing_1", 70_300),
        ] {
            let call = calls.iter().find(|call| call.key == key).unwrap();
            assert_eq!(call.gas, gas, "{key}");
        }
    }

    #[test]
    fn one_flipped_bit_fails_the_call_and_names_it() {
        let calls = precompiles();
        for call in calls.iter().filter(|call| call.key != "blake2f_1m") {
            let mut broken = [call.clone()];
            break_one(&mut broken, call.key).unwrap();
            let text = check_all(&broken).unwrap_err();
            assert!(text.contains(&format!("\n  {}: expected 0x", call.key)), "{text}");
        }
        assert!(break_one(&mut [], "moon").unwrap_err().contains("no job \"moon\""));
    }
}
