//! Times of the operations that execution is made of, in nanoseconds; run with `--release`.
#![expect(clippy::print_stdout, reason = "an example prints")]

use eevm_primitives::{Address, Fork, U256};
use eevm_state::{AccountInfo, InMemoryDb, MissingData, State};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

const SLOTS: u64 = 500;

/// The median over many rounds of the time that `round` measures, per operation.
fn report(name: &str, operations: u32, mut round: impl FnMut() -> Duration) {
    let mut times: Vec<_> = (0..401).map(|_| round()).collect();
    times.sort_unstable();
    let median = times[times.len() / 2];
    let nanoseconds = median.as_secs_f64() * 1e9 / f64::from(operations);
    println!("{name:<46} {nanoseconds:>9.1} ns");
}

fn main() -> Result<(), MissingData> {
    let contract = Address::repeat_byte(0xc0);
    let mut db = InMemoryDb::new();
    db.insert_account(contract, AccountInfo { nonce: 1, ..AccountInfo::default() });
    for key in 0..10_000 {
        db.insert_storage(contract, U256::from(key * 7919), U256::from(key + 1));
        let info = AccountInfo { nonce: 1, ..AccountInfo::default() };
        db.insert_account(Address::from_low_u64(1000 + key), info);
    }
    let mut state = State::new(Fork::Osaka);
    state.begin_transaction();
    let id = state.load_account(&db, &contract)?;

    for distinct in [1, 2, 64] {
        let name = format!("warm SLOAD, {distinct} slots in turn");
        report(&name, 10_000, || {
            let start = Instant::now();
            for turn in 0..10_000 {
                let key = U256::from(turn & (distinct - 1));
                let slot = state.access_slot(&db, id, black_box(&key), true);
                if let Ok(Some((slot, _))) = slot {
                    black_box(state.slot(slot).present);
                }
            }
            start.elapsed()
        });
    }
    report("warm SSTORE of one slot", 10_000, || {
        state.begin_transaction();
        let start = Instant::now();
        for turn in 0..10_000_u64 {
            if let Ok(Some((slot, _))) = state.access_slot(&db, id, black_box(&U256::ZERO), true) {
                state.set_slot(slot, U256::from(turn));
            }
        }
        start.elapsed()
    });
    for (name, clears) in [
        ("500 cold SSTORE + SLOAD, read from the database", true),
        ("500 cold SSTORE + SLOAD, read before", false),
    ] {
        let mut round = 0;
        report(name, 1, || {
            round += 1;
            if clears {
                state.clear();
            }
            let start = Instant::now();
            state.begin_transaction();
            if let Ok(id) = state.load_account(&db, &contract) {
                for key in 0..SLOTS {
                    let key = U256::from(key * 7919);
                    if let Ok(Some((slot, _))) = state.access_slot(&db, id, &key, true) {
                        state.set_slot(slot, U256::from(round));
                    }
                    if let Ok(Some((slot, _))) = state.access_slot(&db, id, &key, true) {
                        black_box(state.slot(slot).present);
                    }
                }
            }
            state.finish_transaction();
            start.elapsed()
        });
    }
    report("the diff of that", 1, || {
        let start = Instant::now();
        black_box(state.state_diff());
        start.elapsed()
    });
    report("commit and begin after that", 1, || {
        let start = Instant::now();
        state.commit_transaction();
        state.begin_transaction();
        let time = start.elapsed();
        if let Ok(id) = state.load_account(&db, &contract) {
            for key in 0..SLOTS {
                let key = U256::from(key * 7919);
                if let Ok(Some((slot, _))) = state.access_slot(&db, id, &key, true) {
                    let value = state.slot(slot).present.wrapping_add(U256::from(1));
                    state.set_slot(slot, value);
                }
            }
        }
        time
    });
    let addresses: Vec<_> = (1000..1064).map(Address::from_low_u64).collect();
    for distinct in [1, 2, 64] {
        let name = format!("warm account access, {distinct} in turn");
        report(&name, 10_000, || {
            let start = Instant::now();
            for turn in 0..10_000 {
                let address = black_box(&addresses[turn & (distinct - 1)]);
                if let Ok(Some((id, _))) = state.access_account(&db, address, true) {
                    black_box(state.account(id).balance);
                }
            }
            start.elapsed()
        });
    }
    report("checkpoint, 3 writes, revert", 1000, || {
        let start = Instant::now();
        for turn in 1..=1000_u64 {
            let checkpoint = state.checkpoint();
            if let Ok(Some((slot, _))) = state.access_slot(&db, id, &U256::ZERO, true) {
                state.set_slot(slot, U256::from(turn << 20));
            }
            state.add_balance(id, U256::from(turn));
            state.increment_nonce(id);
            state.revert(checkpoint);
        }
        start.elapsed()
    });
    report("an empty transaction, 10,000 slots in the cache", 1000, || {
        let start = Instant::now();
        for _ in 0..1000 {
            state.begin_transaction();
            state.finish_transaction();
            state.commit_transaction();
        }
        start.elapsed()
    });
    Ok(())
}
