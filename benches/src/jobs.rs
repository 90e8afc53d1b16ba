//! The jobs of the suites `precompiles` and `ecdsa`, checked and ready to be run.

use crate::calls::{Call, check_all, precompiles};
use eevm_ecdsa::{
    secp256k1::{self, SecretKey, Signature},
    secp256r1,
};
use eevm_primitives::{B256, U256, gas::GAS_ECRECOVER};
use std::hint::black_box;

/// The names of the suites that [`suite`] knows.
pub const SUITES: [&str; 2] = ["precompiles", "ecdsa"];

/// What is timed.
#[expect(missing_debug_implementations, reason = "closures have none")]
pub struct Job {
    /// Short name, in ids and file names.
    pub key: &'static str,
    /// Its name in reports.
    pub name: &'static str,
    /// Gas of one run; 0 for what has no price.
    pub gas: u64,
    /// One run. What it returns keeps the compiler from leaving it out.
    pub run: Box<dyn FnMut() -> bool>,
}

/// The jobs of a suite, if all give what they must. `broken` names one to expect something wrong
/// of, to see it fail.
///
/// # Errors
/// Every job that gives something else, or a name that is not known.
pub fn suite(name: &str, broken: Option<&str>) -> Result<Vec<Job>, String> {
    match name {
        "precompiles" => of_calls(&precompile_calls(broken, false)?),
        "ecdsa" => ecdsa(broken),
        _ => Err(format!("no suite {name:?}; there are {}", SUITES.join(", "))),
    }
}

/// Keys and names of a suite's jobs, in order; nothing is run.
///
/// # Errors
/// A suite that is not known.
pub fn names(name: &str) -> Result<Vec<(&'static str, &'static str)>, String> {
    let calls = |is_ecdsa| {
        let calls = precompiles().into_iter();
        calls.filter(move |call| (call.key == "p256verify") == is_ecdsa).map(|c| (c.key, c.name))
    };
    match name {
        "precompiles" => Ok(calls(false).collect()),
        "ecdsa" => {
            let ours = ECDSA.iter().filter_map(|key| ecdsa_job(key, false));
            Ok(ours.map(|job| (job.key, job.name)).chain(calls(true)).collect())
        }
        _ => Err(format!("no suite {name:?}; there are {}", SUITES.join(", "))),
    }
}

/// One job of a suite, if it gives what it must; no other is run.
///
/// # Errors
/// It gives something else, or suite or job are not known.
pub fn one(suite: &str, key: &str) -> Result<Job, String> {
    if !names(suite)?.iter().any(|(known, _)| *known == key) {
        return Err(format!("no job {key:?} in the suite {suite}"));
    }
    let job = match ECDSA.iter().find(|ours| **ours == key) {
        Some(ours) => ecdsa_job(ours, false),
        None => {
            let mut calls = precompiles();
            calls.retain(|call| call.key == key);
            check_all(&calls)?;
            of_calls(&calls)?.pop()
        }
    };
    let mut job = job.ok_or_else(|| format!("{key}: has no input"))?;
    if (job.run)() { Ok(job) } else { Err(format!("{key}: not the expected result")) }
}

/// The calls of one of the two suites: P256VERIFY, younger than the rest, is part of `ecdsa`.
fn precompile_calls(broken: Option<&str>, is_ecdsa: bool) -> Result<Vec<Call>, String> {
    let mut calls = precompiles();
    calls.retain(|call| (call.key == "p256verify") == is_ecdsa);
    if let Some(key) = broken {
        crate::calls::break_one(&mut calls, key)?;
    }
    check_all(&calls)?;
    Ok(calls)
}

/// A job of every call.
///
/// # Errors
/// A call of a precompile that does not exist.
pub fn of_calls(calls: &[Call]) -> Result<Vec<Job>, String> {
    let job = |call: &Call| {
        let run = call.function().map_err(|mismatch| mismatch.to_string())?;
        let (input, gas, mut output) = (call.input.clone(), call.gas, Vec::new());
        let run = Box::new(move || run(black_box(&input), gas, &mut output).is_ok());
        Ok(Job { key: call.key, name: call.name, gas, run })
    };
    calls.iter().map(job).collect()
}

/// The keys of the jobs that call the library itself.
const ECDSA: [&str; 4] = ["recover", "sign", "verify", "p256_verify"];

/// A signature and the key that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signed {
    /// The key.
    pub secret: B256,
    /// The hash that was signed.
    pub hash: B256,
    /// The signature.
    pub signature: Signature,
}

/// A published test of RFC 6979 on secp256k1: the key 1 signs the SHA-256 of "Satoshi Nakamoto".
///
/// `None` never: the numbers are part of the program, and its test reads them.
#[must_use]
pub fn signed() -> Option<Signed> {
    let signature = Signature { r: R.parse().ok()?, s: S.parse().ok()?, y_parity: true };
    let secret = B256(U256::from(1).to_be_bytes());
    Some(Signed { secret, hash: HASH.parse().ok()?, signature })
}

const HASH: &str = "0xa0dc65ffca799873cbea0ac274015b9526505daaaed385155425f7337704883e";
const R: &str = "0x934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8";
const S: &str = "0x2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5";

fn ecdsa(broken: Option<&str>) -> Result<Vec<Job>, String> {
    let is_ours = broken.is_some_and(|key| ECDSA.contains(&key));
    let calls = precompile_calls(broken.filter(|_| !is_ours), true).map_err(|error| {
        // Where a job is not known, all of this suite's are named.
        error.replace("there are ", &format!("there are {}, ", ECDSA.join(", ")))
    })?;
    let mut failures = Vec::new();
    let mut jobs = Vec::new();
    for key in ECDSA {
        let mut job = ecdsa_job(key, broken == Some(key));
        if job.as_mut().is_some_and(|job| (job.run)() && (job.run)()) {
            jobs.extend(job);
        } else {
            failures.push(format!("{key}: not the expected result"));
        }
    }
    if !failures.is_empty() {
        return Err(format!("wrong results, nothing was timed\n  {}", failures.join("\n  ")));
    }
    jobs.extend(of_calls(&calls)?);
    Ok(jobs)
}

/// One job, which compares its result itself: that costs nothing beside the curve's arithmetic.
fn ecdsa_job(key: &'static str, is_broken: bool) -> Option<Job> {
    let flipped = u8::from(is_broken);
    let calls = precompiles();
    let input = |key| calls.iter().find(|call| call.key == key);
    let Signed { secret, mut hash, mut signature } = signed()?;
    let secret = SecretKey::new(&secret).ok()?;
    let (name, gas, run): (_, _, Box<dyn FnMut() -> bool>) = match key {
        "recover" => {
            let call = input("ecrecover")?;
            let (hash, signature) = ecrecover_input(&call.input)?;
            let mut address = [0; 20];
            address.copy_from_slice(call.output.get(12..)?);
            address[0] ^= flipped;
            let run = move || {
                let found = secp256k1::recover_address(black_box(&hash), black_box(&signature));
                found.is_ok_and(|found| found.0 == address)
            };
            ("secp256k1 recovery", GAS_ECRECOVER, Box::new(run))
        }
        "sign" => {
            signature.r ^= U256::from(flipped);
            let run = move || secp256k1::sign(black_box(&hash), &secret) == Ok(signature);
            ("secp256k1 signing (RFC 6979)", 0, Box::new(run))
        }
        "verify" => {
            hash.0[0] ^= flipped;
            let public = secret.public_key();
            let run =
                move || secp256k1::verify(black_box(&hash), black_box(&signature), &public).is_ok();
            ("secp256k1 verification", 0, Box::new(run))
        }
        _ => {
            let words: Vec<_> = input("p256verify")?.input.as_chunks().0.to_vec();
            let &[mut hash, r, s, x, y] = words.as_slice() else { return None };
            hash[0] ^= flipped;
            let [r, s, x, y] = [r, s, x, y].map(U256::from_be_bytes::<32>);
            let hash = B256(hash);
            let run =
                move || secp256r1::verify(black_box(&hash), black_box(&r), &s, &x, &y).is_ok();
            ("P-256 verification", 0, Box::new(run))
        }
    };
    Some(Job { key, name, gas, run })
}

/// Hash and signature as ECRECOVER reads them.
fn ecrecover_input(input: &[u8]) -> Option<(B256, Signature)> {
    let &[hash, v, r, s] = input.as_chunks::<32>().0 else { return None };
    let [r, s] = [r, s].map(U256::from_be_bytes::<32>);
    Some((B256(hash), Signature { r, s, y_parity: v[31] == 28 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suites_hold_their_jobs() {
        let keys = |name| suite(name, None).unwrap().iter().map(|job| job.key).collect::<Vec<_>>();
        assert_eq!(keys("precompiles").len(), 33);
        assert_eq!(keys("ecdsa"), ["recover", "sign", "verify", "p256_verify", "p256verify"]);
        for name in SUITES {
            let keys: Vec<_> = names(name).unwrap().into_iter().map(|(key, _)| key).collect();
            let jobs = suite(name, None).unwrap();
            assert_eq!(keys, jobs.iter().map(|job| job.key).collect::<Vec<_>>());
        }
        assert!(suite("moon", None).is_err() && names("moon").is_err());
        assert!(one("ecdsa", "sign").is_ok() && one("precompiles", "bn254_add").is_ok());
        assert!(one("ecdsa", "bn254_add").is_err());
    }

    #[test]
    fn a_wrong_result_fails_the_job_and_names_it() {
        for key in ["recover", "sign", "verify", "p256_verify", "p256verify"] {
            let Err(text) = suite("ecdsa", Some(key)) else { panic!("{key} passes") };
            assert!(text.contains(&format!("\n  {key}: ")), "{text}");
        }
        let Err(text) = suite("precompiles", Some("bn254_add")) else { panic!("passes") };
        assert!(text.contains("\n  bn254_add: expected 0x"), "{text}");
        let Err(text) = suite("ecdsa", Some("moon")) else { panic!("passes") };
        assert!(
            text.contains("there are recover, sign, verify, p256_verify, p256verify"),
            "{text}"
        );
    }
}
