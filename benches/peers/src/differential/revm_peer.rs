//! revm as a peer of random cases.

use super::trace::{Buffer, steps};
use crate::convert;
use eevm_handler::TransactionType;
use eevm_primitives::{Address, B256, Fork, keccak256};
use eevm_testing::differential::{
    Account, Case, Machine, Observation, Peer, Seen, logs_hash, rejected,
};
use revm::{
    Context, InspectEvm as _, MainBuilder as _, MainContext as _,
    context::{
        BlockEnv,
        result::{EVMError, ExecutionResult, InvalidTransaction},
    },
    context_interface::block::BlobExcessGasAndPrice,
    inspector::inspectors::TracerEip3155,
};

/// A fresh revm for each case.
#[derive(Default)]
pub(super) struct Revm {
    /// Says what authorizations refund, see [`steps`].
    ours: Machine,
}

impl Peer for Revm {
    fn run(&mut self, case: &Case, with_trace: bool) -> Result<Seen, String> {
        let mut world = case.db();
        let tx = match convert::transaction(&case.encoded()?, case.fork) {
            Ok(tx) => tx,
            Err(_) => return Ok(rejected(world.state_root(), "Undecodable")),
        };
        let buffer = Buffer::default();
        let mut evm = Context::mainnet()
            .with_db(convert::db(&world, case.fork)?)
            .with_cfg(convert::cfg(case.fork, case.block.chain_id, case.spec().blobs))
            .with_block(block(case)?)
            .build_mainnet_with_inspector(
                TracerEip3155::new(Box::new(buffer.clone())).without_summary(),
            );
        let executed = match evm.inspect_tx(tx) {
            Ok(executed) => executed,
            Err(EVMError::Transaction(error)) => {
                return Ok(rejected(world.state_root(), &name(&error)));
            }
            Err(error) => return Err(error.to_string()),
        };
        convert::commit(&mut world, &executed.state, case.fork);
        let result = executed.result;
        let status = match &result {
            ExecutionResult::Success { .. } => "success",
            ExecutionResult::Revert { .. } => "revert",
            ExecutionResult::Halt { .. } => "halt",
        };
        let logs: Vec<_> = match &result {
            ExecutionResult::Success { logs, .. } => logs.iter().map(convert::log).collect(),
            _ => Vec::new(),
        };
        let observation = Observation {
            root: world.state_root(),
            logs: logs_hash(&logs),
            gas_used: result.tx_gas_used(),
            status: status.to_owned(),
            output: keccak256(result.output().map_or(&[][..], |output| output)),
            steps: 0,
            trace: B256::ZERO,
        };
        if case.transaction.to.is_none() && case.transaction.data.is_empty() {
            // As of CREATE without init code, see [`steps`].
            buffer.take();
        }
        let steps = steps(&buffer.take(), self.authorizations_refund(case)?)?;
        Ok(Seen::new(observation, &steps, with_trace))
    }

    fn outcome(&self, _case: &Case, ours: &str) -> String {
        match ours.strip_prefix("rejected ") {
            Some(name) => format!("rejected {}", reason(name)),
            None => ours.to_owned(),
        }
    }

    fn shows_creation_cost(&self) -> bool {
        false
    }

    fn excuse(&self, case: &Case, ours: &Seen, theirs: &Seen) -> Option<&'static str> {
        let both = [&ours.observation, &theirs.observation];
        if both.iter().all(|seen| seen.status.starts_with("rejected ")) {
            Some("refused by both, by revm for another of the rules it breaks")
        } else if has_empty_ripemd160(case)
            && ours.observation.differences(&theirs.observation) == ["state root"]
        {
            Some("revm keeps an empty account at 0x03 that is touched in a frame that fails")
        } else {
            None
        }
    }
}

impl Revm {
    /// The refund counter before the first instruction, from our trace: revm keeps it elsewhere.
    /// That it is right shows in the gas used.
    fn authorizations_refund(&mut self, case: &Case) -> Result<i64, String> {
        if case.transaction.transaction_type != TransactionType::SetCode {
            return Ok(0);
        }
        let seen = self.ours.run(case, true)?;
        let Some(first) = seen.trace.first() else { return Ok(0) };
        let first: serde_json::Value =
            serde_json::from_str(first).map_err(|error| error.to_string())?;
        first["refund"].as_i64().ok_or_else(|| "a step without refund".to_owned())
    }
}

/// Whether the account at 0x03 is there and empty where touching deletes such accounts: it stays
/// touched where the frame fails (EIP-161 and the exception of mainnet's block 2,675,119).
fn has_empty_ripemd160(case: &Case) -> bool {
    let account = case.accounts.get(&Address::from_low_u64(3));
    let is_empty = |account: &Account| {
        account.nonce == 0 && account.balance.is_zero() && account.code.is_empty()
    };
    case.fork >= Fork::SpuriousDragon && account.is_some_and(is_empty)
}

/// The block; its price of blob gas is revm's own.
fn block(case: &Case) -> Result<BlockEnv, String> {
    let mut block = convert::block(&case.block)?;
    if case.fork >= Fork::Cancun {
        let fraction = case.spec().blobs.base_fee_update_fraction;
        block.blob_excess_gas_and_price =
            Some(BlobExcessGasAndPrice::new(case.excess_blob_gas, fraction));
    }
    Ok(block)
}

/// The name of revm's reason.
fn name(error: &InvalidTransaction) -> String {
    let text = format!("{error:?}");
    text.chars().take_while(char::is_ascii_alphanumeric).collect()
}

/// revm's reason for the rule of this name.
fn reason(name: &str) -> &str {
    match name {
        "INTRINSIC_GAS_TOO_LOW" => "CallGasCostMoreThanGasLimit",
        "INTRINSIC_GAS_BELOW_FLOOR_GAS_COST" => "GasFloorMoreThanGasLimit",
        "GAS_LIMIT_EXCEEDS_MAXIMUM" => "TxGasLimitGreaterThanCap",
        "GAS_ALLOWANCE_EXCEEDED" => "CallerGasLimitMoreThanBlock",
        "NONCE_MISMATCH_TOO_LOW" => "NonceTooLow",
        "NONCE_MISMATCH_TOO_HIGH" => "NonceTooHigh",
        "NONCE_IS_MAX" => "NonceOverflowInTransaction",
        "INSUFFICIENT_ACCOUNT_FUNDS" => "LackOfFundForMaxFee",
        "INSUFFICIENT_MAX_FEE_PER_GAS" => "GasPriceLessThanBasefee",
        "PRIORITY_GREATER_THAN_MAX_FEE_PER_GAS" => "PriorityFeeGreaterThanMaxFee",
        "TYPE_1_TX_PRE_FORK" => "Eip2930NotSupported",
        "TYPE_2_TX_PRE_FORK" => "Eip1559NotSupported",
        "TYPE_3_TX_PRE_FORK" => "Eip4844NotSupported",
        "TYPE_4_TX_PRE_FORK" => "Eip7702NotSupported",
        "TYPE_3_TX_CONTRACT_CREATION" => "BlobCreateTransaction",
        "TYPE_3_TX_ZERO_BLOBS" => "EmptyBlobs",
        "TYPE_3_TX_MAX_BLOB_GAS_ALLOWANCE_EXCEEDED" | "TYPE_3_TX_BLOB_COUNT_EXCEEDED" => {
            "TooManyBlobs"
        }
        "TYPE_3_TX_INVALID_BLOB_VERSIONED_HASH" => "BlobVersionNotSupported",
        "INSUFFICIENT_MAX_FEE_PER_BLOB_GAS" => "BlobGasPriceGreaterThanMax",
        "TYPE_4_EMPTY_AUTHORIZATION_LIST" => "EmptyAuthorizationList",
        "SENDER_NOT_EOA" => "RejectCallerWithCode",
        "INITCODE_SIZE_EXCEEDED" => "CreateInitCodeSizeLimit",
        "INVALID_CHAINID" => "InvalidChainId",
        _ => "Undecodable",
    }
}
