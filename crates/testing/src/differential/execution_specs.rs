//! execution-specs as a peer: `fixtures/differential/execution_specs.py` in Python.

use super::{case::Case, compare::Peer, process::ProcessPeer, run::Seen};
use alloc::{borrow::ToOwned, boxed::Box, format, string::String};
use eevm_handler::TransactionType;
use eevm_primitives::Fork;
use std::{ffi::OsString, process::Command};

/// How to start it.
#[derive(Debug)]
pub struct ExecutionSpecs {
    python: OsString,
    script: OsString,
}

impl ExecutionSpecs {
    /// The forks that it has: not Constantinople with EIP-1283, and of those with other blob
    /// parameters the two of mainnet.
    pub const FORKS: [Fork; 16] = [
        Fork::Frontier,
        Fork::Homestead,
        Fork::TangerineWhistle,
        Fork::SpuriousDragon,
        Fork::Byzantium,
        Fork::Petersburg,
        Fork::Istanbul,
        Fork::Berlin,
        Fork::London,
        Fork::Paris,
        Fork::Shanghai,
        Fork::Cancun,
        Fork::Prague,
        Fork::Osaka,
        Fork::Bpo1,
        Fork::Bpo2,
    ];

    /// By a Python that has the package, and the script.
    #[must_use]
    pub const fn new(python: OsString, script: OsString) -> Self {
        Self { python, script }
    }

    /// Starts one process.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(&self) -> Result<Box<dyn Peer>, String> {
        let mut command = Command::new(&self.python);
        command.arg("-B").arg(&self.script);
        Ok(Box::new(Specification(ProcessPeer::start(&mut command)?)))
    }
}

struct Specification(ProcessPeer);

impl Peer for Specification {
    fn run(&mut self, case: &Case, with_trace: bool) -> Result<Seen, String> {
        self.0.run(case, with_trace)
    }

    fn outcome(&self, case: &Case, ours: &str) -> String {
        let has_fee_market = case.transaction.transaction_type.has_fee_market();
        match ours.strip_prefix("rejected ") {
            // The specification has no exception of its own for it.
            Some("INSUFFICIENT_MAX_FEE_PER_GAS") if !has_fee_market => {
                "rejected InvalidBlock".to_owned()
            }
            Some(name) => format!("rejected {}", exception(name)),
            None => ours.to_owned(),
        }
    }

    fn excuse(&self, case: &Case, ours: &Seen, theirs: &Seen) -> Option<&'static str> {
        let tx = &case.transaction;
        let is_typed = tx.transaction_type != TransactionType::Legacy;
        let are_rejected =
            [ours, theirs].iter().all(|seen| seen.observation.status.starts_with("rejected "));
        if theirs.observation.status.starts_with("crashed ") {
            Some("execution-specs failed with an error of Python's")
        } else if are_rejected && tx.to.is_none() && tx.transaction_type >= TransactionType::Blob {
            Some("execution-specs does not decode a creation of these types")
        } else if are_rejected && case.fork < tx.transaction_type.first_fork() {
            Some("refused by both, here for the signature, there for the type of a later fork")
        } else if is_typed
            && tx.chain_id != Some(case.block.chain_id)
            && ours.observation.status == "rejected InvalidSignatureError"
        {
            Some("execution-specs does not look at the chain id of typed transactions")
        } else {
            None
        }
    }
}

/// The specification's exception for the rule of this name.
fn exception(name: &str) -> &str {
    match name {
        "INTRINSIC_GAS_TOO_LOW" | "INTRINSIC_GAS_BELOW_FLOOR_GAS_COST" => {
            "InsufficientTransactionGasError"
        }
        "GAS_LIMIT_EXCEEDS_MAXIMUM" => "TransactionGasLimitExceededError",
        "GAS_ALLOWANCE_EXCEEDED" => "GasUsedExceedsLimitError",
        "NONCE_MISMATCH_TOO_LOW" | "NONCE_MISMATCH_TOO_HIGH" => "NonceMismatchError",
        "NONCE_IS_MAX" => "NonceOverflowError",
        "INSUFFICIENT_ACCOUNT_FUNDS" => "InsufficientBalanceError",
        "INSUFFICIENT_MAX_FEE_PER_GAS" => "InsufficientMaxFeePerGasError",
        "PRIORITY_GREATER_THAN_MAX_FEE_PER_GAS" => "PriorityFeeGreaterThanMaxFeeError",
        "TYPE_3_TX_CONTRACT_CREATION" | "TYPE_4_TX_CONTRACT_CREATION" => {
            "TransactionTypeContractCreationError"
        }
        "TYPE_3_TX_ZERO_BLOBS" => "NoBlobDataError",
        "TYPE_3_TX_MAX_BLOB_GAS_ALLOWANCE_EXCEEDED" => "BlobGasLimitExceededError",
        "TYPE_3_TX_BLOB_COUNT_EXCEEDED" => "BlobCountExceededError",
        "TYPE_3_TX_INVALID_BLOB_VERSIONED_HASH" => "InvalidBlobVersionedHashError",
        "INSUFFICIENT_MAX_FEE_PER_BLOB_GAS" => "InsufficientMaxFeePerBlobGasError",
        "TYPE_4_EMPTY_AUTHORIZATION_LIST" => "EmptyAuthorizationListError",
        "SENDER_NOT_EOA" => "InvalidSenderError",
        "INITCODE_SIZE_EXCEEDED" => "InitCodeTooLargeError",
        "INVALID_CHAINID" | "INVALID_SIGNATURE_VRS" | "EC_RECOVERY_FAIL" => "InvalidSignatureError",
        other if other.ends_with("_TX_PRE_FORK") => "TransactionTypeError",
        other => other,
    }
}
