//! BLOCKHASH, COINBASE, TIMESTAMP, NUMBER, PREVRANDAO, GASLIMIT, CHAINID, BASEFEE, BLOBHASH,
//! BLOBBASEFEE.

use super::instruction;
use crate::{interpreter::Interpreter, regs::Outcome, word::small};
use eevm_primitives::{Fork, U256, address_to_word, b256_to_word, to_u64, to_usize};

instruction!(Coinbase, COINBASE, push | ctx | address_to_word(&ctx.block.coinbase).into_limbs());
instruction!(Timestamp, TIMESTAMP, push | ctx | small(ctx.block.timestamp));
instruction!(Number, NUMBER, push | ctx | small(ctx.block.number));
instruction!(
    Prevrandao,
    PREVRANDAO,
    push | ctx | {
        if ctx.rules.fork >= Fork::Paris {
            b256_to_word(&ctx.block.prev_randao).into_limbs()
        } else {
            ctx.block.difficulty.into_limbs()
        }
    }
);
instruction!(Gaslimit, GASLIMIT, push | ctx | small(ctx.block.gas_limit));
instruction!(Chainid, CHAINID, push | ctx | small(ctx.block.chain_id));
instruction!(Basefee, BASEFEE, push | ctx | ctx.block.base_fee_per_gas.into_limbs());
instruction!(Blobbasefee, BLOBBASEFEE, push | ctx | ctx.block.blob_base_fee.into_limbs());
instruction!(Blockhash, BLOCKHASH, heavy block_hash);
instruction!(Blobhash, BLOBHASH, heavy blob_hash);

/// Blocks whose hash BLOCKHASH knows.
const WINDOW: u64 = 256;

#[inline(never)]
fn block_hash(machine: &mut Interpreter) -> Outcome {
    let [number] = machine.pop()?;
    let current = machine.block.number;
    let known = to_u64(&number).filter(|&n| n < current && current - n <= WINDOW);
    let hash = match known {
        Some(number) => machine.host()?.block_hash(number).map_err(super::host_exit)?,
        None => eevm_primitives::B256::ZERO,
    };
    machine.push(b256_to_word(&hash))
}

#[inline(never)]
fn blob_hash(machine: &mut Interpreter) -> Outcome {
    let [index] = machine.pop()?;
    let hash = to_usize(&index)
        .and_then(|index| machine.transaction.blob_versioned_hashes.get(index))
        .map_or(U256::ZERO, b256_to_word);
    machine.push(hash)
}
