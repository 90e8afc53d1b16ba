//! No call leaves anything behind for another, on its own thread or on any other.

use crate::{
    bls12_381, bn254,
    call::{Outcome, call, hex},
    curve::encode,
    kzg, signatures,
};
use eevm_precompiles::Precompiles;
use eevm_primitives::Fork;
use num_bigint::BigUint;
use std::{sync::Barrier, thread};

/// Calls of every precompile: valid ones, points at infinity, and ones that fail.
fn calls() -> Vec<(u64, Vec<u8>)> {
    let g1 = encode(&bls12_381::generator(), 64);
    let g2 = bls12_381::generator_g2();
    let scalar = [3; 32].as_slice();
    let bn_g1 = encode(&bn254::generator(), 32);
    let bn_g2 = hex(bn254::G2);
    let [z, y, k] = [3_u8, 5, 7].map(BigUint::from);
    let (commitment, proof) = kzg::statement(&z, &y, &k);
    let valid = [
        (0x01, hex(signatures::RECOVERABLE)),
        (0x02, g1.clone()),
        (0x03, g1.clone()),
        (0x04, g1.clone()),
        (
            0x05,
            [&[0; 31], &[64][..], &[0; 31], &[2], &[0; 31], &[64], &g1, &[5, 1], &g1[1..], &[1]]
                .concat(),
        ),
        (0x06, [&bn_g1[..], &bn_g1].concat()),
        (0x07, [&bn_g1, scalar].concat()),
        (0x08, [&bn_g1[..], &bn_g2, &bn_g1, &bn_g2].concat()),
        (0x09, [&[0, 0, 0, 12][..], &[7; 208], &[1]].concat()),
        (0x0a, kzg::input(&z, &y, &commitment, &proof)),
        (0x0b, [&g1[..], &g1].concat()),
        (0x0c, [&g1, scalar, &g1, scalar].concat()),
        (0x0d, [&g2[..], &g2].concat()),
        (0x0e, [&g2, scalar, &g2, scalar].concat()),
        (0x0f, [&g1[..], &g2, &g1, &g2].concat()),
        (0x10, g1[..64].to_vec()),
        (0x11, g1.clone()),
        (0x100, hex(signatures::P256_VALID)),
    ];
    let mut calls = Vec::new();
    for (number, input) in valid {
        let mut failing = input.clone();
        *failing.last_mut().unwrap() ^= 1;
        calls.extend([(number, vec![0; input.len()]), (number, failing), (number, input)]);
    }
    calls
}

fn run(calls: &[(u64, Vec<u8>)], index: usize) -> Outcome {
    let (number, input) = &calls[index];
    call(Fork::Osaka, *number, input)
}

#[test]
fn the_calls_are_of_every_precompile() {
    let calls = calls();
    let precompiles = Precompiles::for_fork(Fork::LATEST);
    for address in precompiles.addresses() {
        let valid: Vec<_> = calls
            .iter()
            .filter(|(number, _)| eevm_primitives::Address::from_low_u64(*number) == *address)
            .collect();
        assert_eq!(valid.len(), 3, "{address}");
        let (number, input) = valid[2];
        let (_, output) = call(Fork::LATEST, *number, input).expect("is valid");
        assert!(!output.is_empty(), "{address}");
    }
}

/// Four threads begin at once, each with another call, so that whatever were set up at a first
/// use were set up by all of them together. None sees anything else than the others.
#[test]
fn fault_73_state_of_a_library_was_shared_by_calls() {
    const THREADS: usize = 4;
    let calls = calls();
    let barrier = Barrier::new(THREADS);
    let by_threads: Vec<Vec<Outcome>> = thread::scope(|scope| {
        let run_all = |first: usize| {
            let (calls, barrier) = (&calls, &barrier);
            move || {
                barrier.wait();
                let order = (0..calls.len()).map(|place| (place + first) % calls.len());
                let mut outcomes: Vec<_> = order.map(|index| run(calls, index)).collect();
                outcomes.rotate_right(first);
                outcomes
            }
        };
        let starts = (0..THREADS).map(|thread| thread * calls.len() / THREADS);
        let threads: Vec<_> = starts.map(|first| scope.spawn(run_all(first))).collect();
        threads.into_iter().map(|thread| thread.join().expect("does not panic")).collect()
    });
    // Once more, from the last to the first.
    let mut backwards: Vec<_> = (0..calls.len()).rev().map(|index| run(&calls, index)).collect();
    backwards.reverse();
    for outcomes in by_threads {
        assert_eq!(outcomes, backwards);
    }
}
