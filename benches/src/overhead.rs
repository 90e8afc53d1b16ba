//! What our wrapper around a library's function costs: each precompile that a library computes,
//! beside the same function called directly.
//!
//! The direct call reads its operands from the same bytes and checks them as the library offers
//! it (below the modulus, on the curve, in the subgroup), because no caller could leave that out.
//! It has no gas, no padding, no answer in bytes, and panics where an operand is wrong, which the
//! check of the inputs rules out.

mod twins;

use crate::{
    calls::{Call, break_one, check_all, precompiles},
    counting::allocated_bytes,
    report::{Peer, Row, align, significant},
    sample::{Plan, in_turns},
};
use ark_bls12_381::{Bls12_381, Fq, Fq2, G1Affine, G1Projective, G2Affine, G2Projective};
use ark_bn254::Bn254;
use ark_ec::{
    AffineRepr, CurveGroup, VariableBaseMSM,
    hashing::{curve_maps::wb::WBMap, map_to_curve_hasher::MapToCurve},
    pairing::Pairing,
};
use ark_ff::{One, PrimeField};
use ripemd::Ripemd160;
use sha2::{Digest, Sha256};
use std::hint::black_box;

/// A precompile's call and the library's function for it.
#[expect(missing_debug_implementations, reason = "closures have none")]
pub struct Direct {
    /// The call.
    pub call: Call,
    /// The library's name and version.
    pub library: &'static str,
    /// One direct run over the call's input.
    pub run: fn(&[u8]) -> bool,
}

/// The overhead that jobs of [`SHORTEST_NS`] or more may have.
const MOST: f64 = 0.03;
/// Time from which on overhead counts, in nanoseconds.
const SHORTEST_NS: f64 = 1_000.0;

/// Measures every call and its direct twin in turns; the library is the row's peer. `broken` names
/// a call to expect something wrong of, to see it fail.
///
/// # Errors
/// A call that does not give what it must, or a key that is not known.
pub fn measure(plan: Plan, broken: Option<&str>) -> Result<Vec<Row>, String> {
    let direct_calls = direct_calls();
    let mut calls: Vec<_> = direct_calls.iter().map(|direct| direct.call.clone()).collect();
    if let Some(key) = broken {
        break_one(&mut calls, key)?;
    }
    check_all(&calls)?;
    let row = |direct: Direct| {
        let Direct { call, library, run: direct } = direct;
        let run = call.function().map_err(|mismatch| mismatch.to_string())?;
        let mut output = Vec::new();
        let mut ours = || run(black_box(&call.input), call.gas, &mut output).is_ok();
        let theirs = || direct(black_box(&call.input));
        let turns = in_turns(plan, &mut ours, theirs);
        let memory_bytes = allocated_bytes(|| {
            ours();
        });
        let peer = Peer {
            engine: library.to_owned(),
            ns: turns.second.median,
            ratio: turns.ratio.median,
            ratio_quartiles: Some(turns.ratio.quartiles),
        };
        Ok(Row {
            suite: "overhead",
            name: call.name.to_owned(),
            gas: call.gas,
            ns: turns.first.median,
            quartiles_ns: Some(turns.first.quartiles),
            memory_bytes,
            peer: Some(peer),
        })
    };
    direct_calls.into_iter().map(row).collect()
}

/// The rows in Markdown, and below how many exceed what is allowed.
#[must_use]
pub fn table(rows: &[Row]) -> String {
    let head = ["precompile", "library", "ours (ns)", "library (ns)", "overhead"];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    let mut dear = Vec::new();
    for row in rows {
        let Some(peer) = &row.peer else { continue };
        let overhead = 1.0 / peer.ratio - 1.0;
        if overhead > MOST && row.ns >= SHORTEST_NS {
            dear.push(row.name.as_str());
        }
        lines.push(vec![
            row.name.clone(),
            peer.engine.clone(),
            significant(row.ns),
            significant(peer.ns),
            format!("{:+.1} %", overhead * 100.0),
        ]);
    }
    let verdict = if dear.is_empty() {
        "no job of 1 µs or more exceeds 3 %".to_owned()
    } else {
        format!("above 3 % and 1 µs: {}", dear.join(", "))
    };
    format!("{}\n{verdict}\n", align(&lines, &[0, 1]))
}

const ARKWORKS: &str = "arkworks 0.6";

/// Every call that a library's function answers.
#[must_use]
pub fn direct_calls() -> Vec<Direct> {
    let direct = |call: Call| {
        let (library, run): (_, fn(&[u8]) -> bool) = match call.key {
            "ecrecover" => ("k256 0.14", |input| twins::ecrecover(input).is_some()),
            "modexp_256_odd" | "modexp_256_even" => {
                ("ruint 1.21", |input| twins::modexp_256(input).is_some())
            }
            "modexp_2048_odd" | "modexp_2048_even" | "modexp_4096_odd" | "modexp_4096_even" => {
                ("num-bigint 0.4", |input| twins::modexp(input).is_some())
            }
            "point_evaluation" => {
                ("kzg-rs 0.2", |input| twins::point_evaluation(input) == Some(true))
            }
            "p256verify" => ("p256 0.14", |input| twins::p256_verify(input) == Some(true)),
            "sha256_1k" => ("sha2 0.11", |input| Sha256::digest(input)[0] != 0),
            "ripemd160_1k" => ("ripemd 0.2", |input| Ripemd160::digest(input)[0] != 0),
            "bn254_add" => (ARKWORKS, bn254_add),
            "bn254_mul" => (ARKWORKS, bn254_mul),
            "bn254_pairing_2" => (ARKWORKS, bn254_pairing),
            "bls12_g1_add" => (ARKWORKS, |input| {
                let (a, b) = input.split_at(128);
                black_box((G1Projective::from(g1(a)) + g1(b)).into_affine()).is_zero()
            }),
            "bls12_g2_add" => (ARKWORKS, |input| {
                let (a, b) = input.split_at(256);
                black_box((G2Projective::from(g2(a)) + g2(b)).into_affine()).is_zero()
            }),
            "bls12_g1_msm_1" => (ARKWORKS, |input| {
                let (point, scalar) = input.split_at(128);
                black_box((g1_in_subgroup(point) * scalar_of(scalar)).into_affine()).is_zero()
            }),
            "bls12_g1_msm_2" | "bls12_g1_msm_8" | "bls12_g1_msm_32" | "bls12_g1_msm_128" => {
                (ARKWORKS, |input| {
                    let pairs = input.chunks_exact(160).map(|pair| pair.split_at(128));
                    let (points, scalars): (Vec<_>, Vec<_>) =
                        pairs.map(|(p, k)| (g1_in_subgroup(p), scalar_of(k))).unzip();
                    black_box(G1Projective::msm_unchecked(&points, &scalars).into_affine())
                        .is_zero()
                })
            }
            "bls12_g2_msm_1" => (ARKWORKS, |input| {
                let (point, scalar) = input.split_at(256);
                black_box((g2_in_subgroup(point) * scalar_of(scalar)).into_affine()).is_zero()
            }),
            "bls12_g2_msm_2" | "bls12_g2_msm_8" | "bls12_g2_msm_32" | "bls12_g2_msm_128" => {
                (ARKWORKS, |input| {
                    let pairs = input.chunks_exact(288).map(|pair| pair.split_at(256));
                    let (points, scalars): (Vec<_>, Vec<_>) =
                        pairs.map(|(p, k)| (g2_in_subgroup(p), scalar_of(k))).unzip();
                    black_box(G2Projective::msm_unchecked(&points, &scalars).into_affine())
                        .is_zero()
                })
            }
            "bls12_pairing_2" | "bls12_pairing_8" => (ARKWORKS, |input| {
                let pairs = input.chunks_exact(384).map(|pair| pair.split_at(128));
                let (p, q): (Vec<_>, Vec<_>) =
                    pairs.map(|(p, q)| (g1_in_subgroup(p), g2_in_subgroup(q))).unzip();
                Bls12_381::multi_pairing(p, q).0.is_one()
            }),
            "bls12_map_fp_to_g1" => (ARKWORKS, |input| {
                let point = WBMap::<ark_bls12_381::g1::Config>::map_to_curve(fp(input));
                point.is_ok_and(|point| black_box(point.clear_cofactor()).is_zero())
            }),
            "bls12_map_fp2_to_g2" => (ARKWORKS, |input| {
                let point = WBMap::<ark_bls12_381::g2::Config>::map_to_curve(fp2(input));
                point.is_ok_and(|point| black_box(point.clear_cofactor()).is_zero())
            }),
            _ => return None,
        };
        Some(Direct { call, library, run })
    };
    precompiles().into_iter().filter_map(direct).collect()
}

fn bn254_fp(bytes: &[u8]) -> ark_bn254::Fq {
    ark_bn254::Fq::from_be_bytes_mod_order(bytes)
}

fn bn254_g1(bytes: &[u8]) -> ark_bn254::G1Affine {
    let (x, y) = bytes.split_at(32);
    let point = ark_bn254::G1Affine::new_unchecked(bn254_fp(x), bn254_fp(y));
    assert!(point.is_on_curve(), "the input is valid");
    point
}

fn bn254_add(input: &[u8]) -> bool {
    let (a, b) = input.split_at(64);
    black_box((ark_bn254::G1Projective::from(bn254_g1(a)) + bn254_g1(b)).into_affine()).is_zero()
}

fn bn254_mul(input: &[u8]) -> bool {
    let (point, scalar) = input.split_at(64);
    let scalar = ark_bn254::Fr::from_be_bytes_mod_order(scalar);
    black_box((bn254_g1(point) * scalar).into_affine()).is_zero()
}

fn bn254_pairing(input: &[u8]) -> bool {
    let (mut g1, mut g2) = (Vec::new(), Vec::new());
    for pair in input.chunks_exact(192) {
        let element = |index: usize| bn254_fp(&pair[64 + 32 * index..][..32]);
        let x = ark_bn254::Fq2::new(element(1), element(0));
        let y = ark_bn254::Fq2::new(element(3), element(2));
        g1.push(bn254_g1(&pair[..64]));
        // Checks that the point is on the curve and in the subgroup.
        g2.push(ark_bn254::G2Affine::new(x, y));
    }
    Bn254::multi_pairing(g1, g2).0.is_one()
}

fn fp(bytes: &[u8]) -> Fq {
    let mut limbs = [0; 6];
    for (limb, chunk) in limbs.iter_mut().zip(bytes.as_rchunks().1.iter().rev()) {
        *limb = u64::from_be_bytes(*chunk);
    }
    Fq::from_bigint(ark_ff::BigInt(limbs)).unwrap_or_default()
}

fn fp2(bytes: &[u8]) -> Fq2 {
    let (real, imaginary) = bytes.split_at(64);
    Fq2::new(fp(real), fp(imaginary))
}

fn scalar_of(bytes: &[u8]) -> ark_bls12_381::Fr {
    ark_bls12_381::Fr::from_be_bytes_mod_order(bytes)
}

fn g1(bytes: &[u8]) -> G1Affine {
    let (x, y) = bytes.split_at(64);
    let point = G1Affine::new_unchecked(fp(x), fp(y));
    assert!(point.is_on_curve(), "the input is valid");
    point
}

fn g2(bytes: &[u8]) -> G2Affine {
    let (x, y) = bytes.split_at(128);
    let point = G2Affine::new_unchecked(fp2(x), fp2(y));
    assert!(point.is_on_curve(), "the input is valid");
    point
}

/// `new` checks curve and subgroup.
fn g1_in_subgroup(bytes: &[u8]) -> G1Affine {
    let (x, y) = bytes.split_at(64);
    G1Affine::new(fp(x), fp(y))
}

fn g2_in_subgroup(bytes: &[u8]) -> G2Affine {
    let (x, y) = bytes.split_at(128);
    G2Affine::new(fp2(x), fp2(y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn direct_calls_take_every_input() {
        let direct_calls = direct_calls();
        assert_eq!(direct_calls.len(), 30);
        for Direct { call, run, .. } in direct_calls {
            let is_one = call.output.last() == Some(&1);
            assert!(
                (run)(&call.input) || !(call.key.contains("pairing") && is_one),
                "{}",
                call.key
            );
        }
    }

    #[test]
    fn a_broken_expectation_is_named_before_anything_is_timed() {
        let plan = Plan { batch: Duration::ZERO, batches: 0 };
        for key in ["ecrecover", "modexp_2048_odd", "bls12_g1_add"] {
            let text = measure(plan, Some(key)).unwrap_err();
            assert!(text.contains(&format!("nothing was timed\n  {key}: expected 0x")), "{text}");
        }
        assert!(measure(plan, Some("blake2f_12")).unwrap_err().contains("no job \"blake2f_12\""));
    }

    #[test]
    fn overhead_beyond_the_limit_is_named() {
        let row = |name: &str, ns, ratio| Row {
            suite: "overhead",
            name: name.into(),
            gas: 1,
            ns,
            quartiles_ns: None,
            memory_bytes: 0,
            peer: Some(Peer { engine: "library".into(), ns, ratio, ratio_quartiles: None }),
        };
        let rows = [row("fine", 2_000.0, 0.98), row("short", 100.0, 0.5), row("dear", 2e3, 0.9)];
        assert!(table(&rows).contains("above 3 % and 1 µs: dear\n"), "{}", table(&rows));
        assert!(table(&rows[..2]).contains("no job of 1 µs or more exceeds 3 %"));
    }
}
