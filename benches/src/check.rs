//! Whether a workload gives what it must: asked before anything is timed.
#![expect(clippy::result_large_err, reason = "a difference is made once, and ends the bench")]

use crate::{
    engine::{Engine, Observed},
    workloads::{Expected, Workload},
};
use eevm_primitives::{Address, U256};

/// A job whose result is not the expected one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{job}: {difference}")]
pub struct Mismatch {
    /// The workload's key.
    pub job: String,
    /// The first thing found to differ.
    pub difference: Difference,
}

/// What differs between a run and its expectation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Difference {
    /// There was no run.
    #[error("could not be run: {reason}")]
    NotRun {
        /// The engine's own text.
        reason: String,
    },
    /// It did not end successfully.
    #[error("ended with {status} after {gas} gas")]
    Failed {
        /// How it ended.
        status: String,
        /// Gas used.
        gas: u64,
    },
    /// The gas.
    #[error("expected {expected} gas, found {found}")]
    Gas {
        /// Gas that it must use.
        expected: u64,
        /// Gas that it used.
        found: u64,
    },
    /// The output's length.
    #[error("expected an output of {expected} bytes, found {found}")]
    OutputLength {
        /// Length that it must have, in bytes.
        expected: usize,
        /// Length that it has, in bytes.
        found: usize,
    },
    /// The output.
    #[error("expected {expected:#04x} at byte {index} of the output, found {found:#04x}")]
    Output {
        /// Where it first differs.
        index: usize,
        /// The byte that it must have there.
        expected: u8,
        /// The byte that it has there.
        found: u8,
    },
    /// The number of slots that are not zero.
    #[error("expected {expected} slots that are not zero, found {found}")]
    StorageLength {
        /// Slots that there must be.
        expected: usize,
        /// Slots that there are.
        found: usize,
    },
    /// A slot.
    #[error("expected slot {:#x} to hold {:#x}, found slot {:#x} to hold {:#x}",
        expected.0, expected.1, found.0, found.1)]
    Storage {
        /// Key and value that there must be.
        expected: (U256, U256),
        /// Key and value that there are.
        found: (U256, U256),
    },
    /// An account.
    #[error("expected balance {} wei and nonce {} of {address}, found {} and {}",
        expected.0, expected.1, found.0, found.1)]
    Account {
        /// Whose.
        address: Address,
        /// Balance and nonce that it must have.
        expected: (U256, u64),
        /// Balance and nonce that it has.
        found: (U256, u64),
    },
}

/// Runs `workload` on `engine` and compares, three times in all: the first run may be another
/// than those of an engine that is warm, and no run may leave a trace in the next.
///
/// # Errors
/// The first difference.
pub fn check(engine: &mut impl Engine, workload: &Workload) -> Result<(), Mismatch> {
    let compare = |engine: &mut dyn Engine| {
        for _ in 0..2 {
            let observed =
                engine.observe(workload).map_err(|reason| Difference::NotRun { reason })?;
            compare(&workload.expected, &observed)?;
        }
        gas(workload.expected.gas, engine.run())
    };
    compare(engine).map_err(|difference| Mismatch { job: workload.key.into(), difference })
}

fn compare(expected: &Expected, found: &Observed) -> Result<(), Difference> {
    if let Some(status) = &found.failure {
        return Err(Difference::Failed { status: status.clone(), gas: found.gas });
    }
    gas(expected.gas, found.gas)?;
    output(&expected.output, &found.output)?;
    storage(&expected.storage, &found.storage)?;
    for &(address, balance, nonce) in &expected.accounts {
        let account = found.accounts.iter().find(|account| account.0 == address);
        let found = account.map_or((U256::ZERO, 0), |account| (account.1, account.2));
        if found != (balance, nonce) {
            return Err(Difference::Account { address, expected: (balance, nonce), found });
        }
    }
    Ok(())
}

pub(crate) fn gas(expected: u64, found: u64) -> Result<(), Difference> {
    if expected == found { Ok(()) } else { Err(Difference::Gas { expected, found }) }
}

pub(crate) fn output(expected: &[u8], found: &[u8]) -> Result<(), Difference> {
    if expected.len() != found.len() {
        let (expected, found) = (expected.len(), found.len());
        return Err(Difference::OutputLength { expected, found });
    }
    match expected.iter().zip(found).enumerate().find(|(_, (expected, found))| expected != found) {
        Some((index, (&expected, &found))) => Err(Difference::Output { index, expected, found }),
        None => Ok(()),
    }
}

fn storage(expected: &[(U256, U256)], found: &[(U256, U256)]) -> Result<(), Difference> {
    match expected.iter().zip(found).find(|(expected, found)| expected != found) {
        Some((&expected, &found)) => Err(Difference::Storage { expected, found }),
        None if expected.len() != found.len() => {
            Err(Difference::StorageLength { expected: expected.len(), found: found.len() })
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workloads::{erc20_transfer, jump_loop, storage_500};

    /// Gives what the workload that it was made of expects.
    struct Echo(Observed);

    impl Echo {
        fn of(workload: &Workload) -> Self {
            let Expected { gas, output, storage, accounts } = workload.expected.clone();
            Self(Observed { failure: None, gas, output, storage, accounts })
        }
    }

    impl Engine for Echo {
        fn run(&mut self) -> u64 {
            self.0.gas
        }

        fn observe(&mut self, _: &Workload) -> Result<Observed, String> {
            Ok(self.0.clone())
        }
    }

    #[track_caller]
    fn check_difference(workload: &Workload, change: impl Fn(&mut Observed), text: &str) {
        let mut echo = Echo::of(workload);
        assert_eq!(check(&mut echo, workload), Ok(()));
        change(&mut echo.0);
        let mismatch = check(&mut echo, workload).unwrap_err();
        assert_eq!(mismatch.to_string(), format!("{}: {text}", workload.key));
    }

    #[test]
    fn every_difference_is_found_and_named() {
        let jump = &jump_loop();
        check_difference(jump, |found| found.gas += 1, "expected 2600003 gas, found 2600004");
        let failed = |found: &mut Observed| found.failure = Some("OutOfGas".into());
        check_difference(jump, failed, "ended with OutOfGas after 2600003 gas");
        let output = |found: &mut Observed| found.output = vec![0].into();
        check_difference(jump, output, "expected an output of 0 bytes, found 1");

        let storage = &storage_500();
        let slots = "expected 500 slots that are not zero, found 499";
        check_difference(storage, |found| found.storage.truncate(499), slots);
        let slot = "expected slot 0x2 to hold 0x2, found slot 0x2 to hold 0x3";
        check_difference(storage, |found| found.storage[1].1 = U256::from(3), slot);

        let erc20 = &erc20_transfer();
        let output = "expected 0x00 at byte 0 of the output, found 0x02";
        let two = |found: &mut Observed| {
            found.output = [&[2], &found.output[1..]].concat().into();
        };
        check_difference(erc20, two, output);
        let nonce = "expected balance 9999949151000000000 wei and nonce 8 of \
                     0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f, found 9999949151000000000 and 7";
        check_difference(erc20, |found| found.accounts[0].2 = 7, nonce);
    }

    #[test]
    fn a_broken_expectation_does_not_pass() {
        for workload in crate::workloads::all() {
            let mut broken = workload.clone();
            broken.break_expectation();
            let mismatch = check(&mut Echo::of(&workload), &broken).unwrap_err();
            assert_eq!(mismatch.job, workload.key);
        }
    }
}
