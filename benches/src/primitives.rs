//! The operations below the BLS12-381 precompiles: field, curve and pairing.
//!
//! Each is run in a chain, every result the operand of the next, as the tables do that these
//! names are from.

use crate::{
    report::{Row, align, significant},
    sample::{Plan, run_ns},
};
use ark_bls12_381::{Bls12_381, Fq, Fq2, Fq6Config, Fq12, Fr, G1Affine, G2Affine, g1, g2};
use ark_bls12_381::{G1Projective, G2Projective};
use ark_ec::{
    AdditiveGroup, AffineRepr, CurveGroup, PrimeGroup,
    hashing::{curve_maps::wb::WBMap, map_to_curve_hasher::MapToCurve},
    pairing::{MillerLoopOutput, Pairing, PairingOutput},
};
use ark_ff::{Field, Fp6Config, One, PrimeField, Zero};
use std::{hint::black_box, time::Instant};

/// Operations of one chain where one takes nanoseconds.
const SHORT: u32 = 256;

/// Operands that are no special values.
struct Operands {
    fp: [Fq; 2],
    fp2: [Fq2; 2],
    scalar: Fr,
    p: [G1Projective; 2],
    q: [G2Projective; 2],
    gt: [Fq12; 2],
}

impl Operands {
    fn new() -> Self {
        // Powers of small numbers fill all limbs.
        let fp = [3_u64, 5].map(|base| Fq::from(base).pow([1_000]));
        let fp2 = [Fq2::new(fp[0], fp[1]), Fq2::new(fp[1], fp[0].square())];
        let scalars = [7_u64, 11, 13, 17].map(|base| Fr::from(base).pow([1_000]));
        let p = [G1Projective::generator() * scalars[0], G1Projective::generator() * scalars[1]];
        let q = [G2Projective::generator() * scalars[2], G2Projective::generator() * scalars[3]];
        let gt = [Bls12_381::pairing(p[0], q[0]).0, Bls12_381::pairing(p[1], q[1]).0];
        Self { fp, fp2, scalar: scalars[0] * scalars[3], p, q, gt }
    }

    /// Whether the jobs obey the laws that define them; every job is in one.
    fn laws(&self) -> [(&'static [&'static str], bool); 13] {
        let Self { fp: [a, b], fp2: [c, d], scalar, p: [p, p2], q: [q, q2], gt: [e, f] } = self;
        let (pa, qa) = (p.into_affine(), q.into_affine());
        let on_g1 =
            |point: &G1Affine| point.is_on_curve() && (point.mul_bigint(Fr::MODULUS)).is_zero();
        let on_g2 =
            |point: &G2Affine| point.is_on_curve() && (point.mul_bigint(Fr::MODULUS)).is_zero();
        let product = |pairs| Bls12_381::multi_pairing(vec![pa; pairs], vec![qa; pairs]);
        let miller = Bls12_381::miller_loop(pa, qa);
        [
            (
                &["Fp::add", "Fp::sub", "Fp::neg", "Fp::mul", "Fp::sqr"],
                (*a + b) * (*a - b) == a.square() + -b.square(),
            ),
            (&["Fp::inv"], a.inverse().is_some_and(|inverse| (inverse * a).is_one())),
            (
                &["Fp2::add", "Fp2::sub", "Fp2::neg", "Fp2::mul", "Fp2::sqr"],
                (*c + d) * (*c - d) == c.square() + -d.square(),
            ),
            (&["Fp2::inv"], c.inverse().is_some_and(|inverse| (inverse * c).is_one())),
            (
                &["Fp2::mul_xi"],
                Fq6Config::mul_fp2_by_nonresidue(*c) == *c * Fq2::new(1.into(), 1.into()),
            ),
            (
                &["G1::add", "G1::dbl", "G1::mul"],
                *p + p == p.double()
                    && *p2 * scalar + p2 == *p2 * (*scalar + Fr::one())
                    && *p + p2 == *p2 + p,
            ),
            (
                &["G2::add", "G2::dbl", "G2::mul"],
                *q + q == q.double()
                    && *q2 * scalar + q2 == *q2 * (*scalar + Fr::one())
                    && *q + q2 == *q2 + q,
            ),
            (
                &["G1 membership", "map to G1"],
                on_g1(&map_to_g1(*a)) && pa.is_in_correct_subgroup_assuming_on_curve(),
            ),
            (
                &["G2 membership", "map to G2"],
                on_g2(&map_to_g2(*c)) && qa.is_in_correct_subgroup_assuming_on_curve(),
            ),
            (
                &["GT::mul", "GT::sqr", "GT::inv"],
                e.square() == *e * e
                    && (*e * f).square() == e.square() * f.square()
                    && e.inverse().is_some_and(|inverse| (inverse * e).is_one()),
            ),
            (
                &["GT::pow", "pairing"],
                PairingOutput::<Bls12_381>(*e) * scalar == Bls12_381::pairing(*p * scalar, qa),
            ),
            (
                &["Miller loop", "final exponentiation"],
                Bls12_381::final_exponentiation(miller) == Some(PairingOutput(*e)),
            ),
            (
                &["multi-pairing, 2 pairs", "multi-pairing, 8 pairs"],
                product(2) == Bls12_381::pairing(p.double(), qa)
                    && product(8) == Bls12_381::pairing(p.double().double().double(), qa),
            ),
        ]
    }
}

fn map_to_g1(element: Fq) -> G1Affine {
    WBMap::<g1::Config>::map_to_curve(element)
        .map_or(G1Affine::zero(), |point| point.clear_cofactor())
}

fn map_to_g2(element: Fq2) -> G2Affine {
    WBMap::<g2::Config>::map_to_curve(element)
        .map_or(G2Affine::zero(), |point| point.clear_cofactor())
}

/// Measures every primitive. `broken` names a job whose law is expected not to hold, to see it fail.
///
/// # Errors
/// One does not obey its laws, or no job is called `broken`.
pub fn measure(plan: Plan, broken: Option<&str>) -> Result<Vec<Row>, String> {
    let operands = Operands::new();
    let mut laws = operands.laws();
    if let Some(name) = broken {
        let names = laws.map(|(jobs, _)| jobs.join("; ")).join("; ");
        let law = laws.iter_mut().find(|(jobs, _)| jobs.contains(&name));
        let (_, holds) =
            law.ok_or_else(|| format!("no job {name:?} to break; there are {names}"))?;
        *holds = !*holds;
    }
    let wrong: Vec<_> = laws.iter().filter(|law| !law.1).map(|law| law.0.join("; ")).collect();
    if !wrong.is_empty() {
        return Err(format!("wrong results, nothing was timed\n  {}", wrong.join("\n  ")));
    }
    let mut rows = Rows { plan, rows: Vec::new() };
    fields(&mut rows, &operands);
    groups(&mut rows, &operands);
    pairings(&mut rows, &operands);
    Ok(rows.rows)
}

fn fields(rows: &mut Rows, operands: &Operands) {
    let Operands { fp: [a, b], fp2: [c, d], .. } = *operands;
    rows.chain("Fp::add", SHORT, a, |x| x + b);
    rows.chain("Fp::sub", SHORT, a, |x| x - b);
    rows.chain("Fp::neg", SHORT, a, |x: Fq| -x);
    rows.chain("Fp::mul", SHORT, a, |x| x * b);
    rows.chain("Fp::sqr", SHORT, a, |x: Fq| x.square());
    rows.chain("Fp::inv", 16, a, |x: Fq| x.inverse().unwrap_or(b) + b);
    rows.chain("Fp2::add", SHORT, c, |x| x + d);
    rows.chain("Fp2::sub", SHORT, c, |x| x - d);
    rows.chain("Fp2::neg", SHORT, c, |x: Fq2| -x);
    rows.chain("Fp2::mul", SHORT, c, |x| x * d);
    rows.chain("Fp2::mul_xi", SHORT, c, Fq6Config::mul_fp2_by_nonresidue);
    rows.chain("Fp2::sqr", SHORT, c, |x: Fq2| x.square());
    rows.chain("Fp2::inv", 16, c, |x: Fq2| x.inverse().unwrap_or(d) + d);
}

fn groups(rows: &mut Rows, operands: &Operands) {
    let Operands { fp: [a, _], fp2: [c, _], scalar, p: [p, p2], q: [q, q2], .. } = *operands;
    let (pa, qa) = (p.into_affine(), q.into_affine());
    rows.chain("G1::add", 64, p, |x| x + p2);
    rows.chain("G1::dbl", 64, p, |x: G1Projective| x.double());
    rows.chain("G1::mul", 1, p, |x| x * scalar);
    rows.chain("G1 membership", 1, pa, |x: G1Affine| {
        black_box(x.is_in_correct_subgroup_assuming_on_curve());
        x
    });
    rows.chain("map to G1", 1, a, |x| map_to_g1(x).x().unwrap_or(x));
    rows.chain("G2::add", 64, q, |x| x + q2);
    rows.chain("G2::dbl", 64, q, |x: G2Projective| x.double());
    rows.chain("G2::mul", 1, q, |x| x * scalar);
    rows.chain("G2 membership", 1, qa, |x: G2Affine| {
        black_box(x.is_in_correct_subgroup_assuming_on_curve());
        x
    });
    rows.chain("map to G2", 1, c, |x| map_to_g2(x).x().unwrap_or(x));
}

fn pairings(rows: &mut Rows, operands: &Operands) {
    let Operands { scalar, p: [p, _], q: [q, _], gt: [e, f], .. } = *operands;
    let (pa, qa) = (p.into_affine(), q.into_affine());
    let miller = Bls12_381::miller_loop(pa, qa).0;
    rows.chain("GT::mul", 16, e, |x| x * f);
    rows.chain("GT::sqr", 16, e, |x: Fq12| x.square());
    rows.chain("GT::inv", 4, e, |x: Fq12| x.inverse().unwrap_or(f));
    rows.chain("GT::pow", 1, PairingOutput::<Bls12_381>(e), |x| x * scalar);
    rows.chain("Miller loop", 1, (pa, qa), |x| {
        let _ = black_box(Bls12_381::miller_loop(x.0, x.1));
        x
    });
    rows.chain("final exponentiation", 1, miller, |x| {
        let _ = black_box(Bls12_381::final_exponentiation(MillerLoopOutput(x)));
        x
    });
    rows.chain("pairing", 1, (pa, qa), |x| {
        let _ = black_box(Bls12_381::pairing(x.0, x.1));
        x
    });
    for (name, pairs) in [("multi-pairing, 2 pairs", 2), ("multi-pairing, 8 pairs", 8)] {
        let (ps, qs) = (vec![pa; pairs], vec![qa; pairs]);
        rows.chain(name, 1, (), |()| {
            let _ = black_box(Bls12_381::multi_pairing(&ps, &qs));
        });
    }
}

struct Rows {
    plan: Plan,
    rows: Vec<Row>,
}

impl Rows {
    /// Measures `times` uses of `step` at once. Each time goes on where the last ended: a chain that
    /// came again would teach the processor its branches.
    fn chain<T: Copy>(&mut self, name: &str, times: u32, start: T, step: impl Fn(T) -> T) {
        let mut x = black_box(start);
        let spread = run_ns(self.plan, || {
            for _ in 0..times {
                x = step(x);
            }
            x
        });
        let of_one = |ns: f64| ns / f64::from(times);
        self.rows.push(Row {
            suite: "bls12_381",
            name: name.to_owned(),
            gas: 0,
            ns: of_one(spread.median),
            quartiles_ns: Some(spread.quartiles.map(of_one)),
            memory_bytes: 0,
            peer: None,
        });
    }
}

/// The rows in Markdown; cycles are those of a counter that runs at `ticks_per_ns`.
#[must_use]
pub fn table(rows: &[Row], ticks_per_ns: Option<f64>) -> String {
    let cell = |row: &Row| ticks_per_ns.map_or("-".into(), |ticks| significant(row.ns * ticks));
    let head = ["primitive", "ns", "cycles"].map(str::to_owned).to_vec();
    let line = |row: &Row| vec![row.name.clone(), significant(row.ns), cell(row)];
    let lines: Vec<_> = std::iter::once(head).chain(rows.iter().map(line)).collect();
    align(&lines, &[0])
}

/// Ticks of the processor's time-stamp counter in a nanosecond: it runs at the nominal clock,
/// whatever the real one is. `None` where there is none.
#[must_use]
pub fn ticks_per_ns() -> Option<f64> {
    let (start, ticks) = (Instant::now(), ticks()?);
    while start.elapsed().as_millis() < 50 {
        std::hint::spin_loop();
    }
    let (elapsed, ticks) = (start.elapsed(), self::ticks()?.wrapping_sub(ticks));
    #[expect(clippy::cast_precision_loss, reason = "ticks of 50 ms are far below 2^53")]
    let ticks = ticks as f64;
    Some(ticks / (elapsed.as_secs_f64() * 1e9))
}

#[cfg(target_arch = "x86_64")]
#[expect(clippy::unnecessary_wraps, reason = "other targets have none")]
fn ticks() -> Option<u64> {
    // SAFETY: the instruction is part of every x86-64 processor and touches no memory.
    Some(unsafe { std::arch::x86_64::_rdtsc() })
}

#[cfg(not(target_arch = "x86_64"))]
fn ticks() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_laws_hold_and_every_job_has_one() {
        let laws = Operands::new().laws();
        for (jobs, holds) in laws {
            assert!(holds, "{jobs:?}");
        }
        let rows = measure(Plan { batch: Duration::ZERO, batches: 0 }, None).unwrap();
        let mut measured: Vec<_> = rows.iter().map(|row| row.name.as_str()).collect();
        let mut checked: Vec<_> = laws.iter().flat_map(|law| law.0.iter().copied()).collect();
        measured.sort_unstable();
        checked.sort_unstable();
        assert_eq!(measured, checked);
    }

    #[test]
    fn a_broken_law_is_named_before_anything_is_timed() {
        let plan = Plan { batch: Duration::ZERO, batches: 0 };
        for name in ["Fp::mul", "G2 membership", "multi-pairing, 8 pairs"] {
            let text = measure(plan, Some(name)).unwrap_err();
            assert!(text.contains("nothing was timed") && text.contains(name), "{text}");
            assert_eq!(text.lines().count(), 2, "{text}");
        }
        assert!(measure(plan, Some("moon")).unwrap_err().contains("no job \"moon\" to break"));
    }

    #[test]
    fn cycles_follow_from_the_clock() {
        let row = Row {
            suite: "bls12_381",
            name: "Fp::mul".into(),
            gas: 0,
            ns: 40.0,
            quartiles_ns: None,
            memory_bytes: 0,
            peer: None,
        };
        let rows = [row];
        let text = table(&rows, Some(2.5));
        assert!(text.contains("| Fp::mul   | 40.00 |  100.0 |"), "{text}");
        assert!(table(&rows, None).contains("| 40.00 |      - |"));
    }
}
