//! Random transactions of every type that the fork has, and now and then one that it refuses.

use super::{
    case::SignatureFault,
    program::{init_code, program},
    random::Random,
    world::World,
};
use alloc::vec::Vec;
use eevm_ecdsa::secp256k1::{ORDER, SecretKey, sign};
use eevm_handler::{AccessListItem, Authorization, Transaction, TransactionType};
use eevm_primitives::{B256, Bytes, Fork, U256};

const TYPES: [TransactionType; 5] = [
    TransactionType::Legacy,
    TransactionType::AccessList,
    TransactionType::FeeMarket,
    TransactionType::Blob,
    TransactionType::SetCode,
];

/// A transaction of the world's sender, and what is wrong with its signature.
pub(super) fn transaction(random: &mut Random, world: &World) -> (Transaction, SignatureFault) {
    let fork = world.around.fork;
    let known: Vec<_> = TYPES.into_iter().filter(|kind| fork >= kind.first_fork()).collect();
    let mut kind = *random.choose(&known);
    if random.one_in(100) && fork >= Fork::Berlin {
        kind = *random.choose(&TYPES);
    }
    let mut tx = Transaction::default();
    tx.transaction_type = kind;
    if let Some(sender) = world.signers.first() {
        tx.sender = sender.address;
        tx.nonce = world.accounts.get(&sender.address).map_or(0, |account| account.nonce);
    }
    if kind != TransactionType::Legacy || fork >= Fork::SpuriousDragon && random.one_in(2) {
        tx.chain_id = Some(1);
    }
    let is_creation = random.one_in(6) && kind.number() < 3;
    tx.to = match random.below(12) {
        _ if is_creation => None,
        0 => Some(*random.choose(&world.around.addresses)),
        _ => Some(*random.choose(&world.contracts)),
    };
    tx.data = data(random, world, is_creation);
    tx.value = U256::from(*random.choose(&[0, 0, 0, 1, 9, 1 << 20]));
    fees(random, world, &mut tx);
    if kind != TransactionType::Legacy {
        access_list(random, world, &mut tx);
    }
    if kind == TransactionType::Blob {
        blobs(random, &mut tx);
    }
    if kind == TransactionType::SetCode {
        authorizations(random, world, &mut tx);
    }
    let intrinsic = tx.intrinsic_gas(fork).max(tx.floor_gas(fork));
    tx.gas_limit = intrinsic
        + match random.below(20) {
            0 => random.below(3),
            1 => random.below(300),
            2 | 3 => random.below(5_000),
            4..=8 => random.below(60_000),
            _ => 60_000 + random.below(240_000),
        };
    let fault =
        if random.one_in(14) { spoil(random, world, &mut tx) } else { SignatureFault::None };
    (tx, fault)
}

fn data(random: &mut Random, world: &World, is_creation: bool) -> Bytes {
    if is_creation {
        let code = if random.one_in(3) {
            program(random, &world.around)
        } else {
            init_code(random, &world.around, 0)
        };
        return Bytes::from(code);
    }
    let len = *random.choose(&[0, 0, 1, 31, 32, 64, 68, 100]);
    let style = random.below(3);
    let byte = |random: &mut Random| match style {
        0 => 0,
        1 => u8::try_from(random.below(4)).unwrap_or(0),
        _ => random.byte(),
    };
    Bytes::from((0..len).map(|_| byte(random)).collect::<Vec<_>>())
}

fn fees(random: &mut Random, world: &World, tx: &mut Transaction) {
    let base = world.block.base_fee_per_gas;
    if tx.transaction_type.has_fee_market() {
        tx.max_priority_fee_per_gas = U256::from(random.below(4));
        let above = U256::from(random.below(6));
        tx.max_fee_per_gas = base.saturating_add(above).max(tx.max_priority_fee_per_gas);
    } else {
        tx.gas_price = base.saturating_add(U256::from(random.below(4)));
    }
}

fn access_list(random: &mut Random, world: &World, tx: &mut Transaction) {
    for _ in 0..random.below(4) {
        let account = *random.choose(&world.around.addresses);
        let slots = (0..random.below(4)).map(|_| U256::from(random.below(5))).collect();
        tx.access_list.push(AccessListItem { account, slots });
    }
}

fn blobs(random: &mut Random, tx: &mut Transaction) {
    for _ in 0..random.between(1, 3) {
        let mut hash = [random.byte(); 32];
        hash[0] = 1;
        tx.blob_versioned_hashes.push(B256(hash));
    }
    tx.max_fee_per_blob_gas = U256::from(*random.choose(&[1_u64, 1_000, 1 << 40, 1 << 40]));
}

fn authorizations(random: &mut Random, world: &World, tx: &mut Transaction) {
    for _ in 0..random.between(1, 3) {
        let signer = random.choose(&world.signers);
        let mut nonce = world.accounts.get(&signer.address).map_or(0, |account| account.nonce);
        if random.one_in(5) {
            nonce = nonce.wrapping_add(1);
        }
        let chain_id = U256::from(*random.choose(&[0, 1, 1, 1, 2]));
        let mut item = Authorization { chain_id, nonce, ..Authorization::default() };
        item.address = *random.choose(&world.around.addresses);
        let signature =
            SecretKey::new(&signer.secret).and_then(|secret| sign(&item.signing_hash(), &secret));
        if let Ok(signature) = signature {
            (item.r, item.s) = (signature.r, signature.s);
            item.y_parity = signature.y_parity.into();
        }
        match random.below(40) {
            0 => item.y_parity ^= 1,
            1 => item.y_parity = 2,
            2 => (item.s, item.y_parity) = (ORDER.saturating_sub(item.s), item.y_parity ^ 1),
            3 => item.r = U256::from(5),
            4 => item.s = U256::ZERO,
            5 => item.r = ORDER,
            _ => {}
        }
        tx.authorization_list.push(item);
    }
}

/// Makes the transaction one that should be refused, or nearly.
fn spoil(random: &mut Random, world: &World, tx: &mut Transaction) -> SignatureFault {
    let fork = world.around.fork;
    match random.below(20) {
        0 => tx.nonce = tx.nonce.wrapping_add(1),
        1 => tx.nonce = tx.nonce.wrapping_sub(1),
        2 => tx.nonce = u64::MAX,
        3 => tx.gas_limit = tx.intrinsic_gas(fork).saturating_sub(1),
        4 => tx.gas_limit = tx.floor_gas(fork).saturating_sub(1),
        5 => tx.gas_limit = world.block.gas_limit + random.below(2),
        6 => tx.gas_limit = (1 << 24) + random.below(2),
        7 => tx.value = U256::MAX >> random.size_below(140),
        8 => tx.max_priority_fee_per_gas = tx.max_fee_per_gas.saturating_add(U256::from(1)),
        9 => {
            let below = world.block.base_fee_per_gas.saturating_sub(U256::from(1));
            (tx.gas_price, tx.max_fee_per_gas) = (below, below);
            tx.max_priority_fee_per_gas = U256::ZERO;
        }
        10 => tx.blob_versioned_hashes.clear(),
        11 => {
            let hash = *random.choose(&[B256([1; 32]), B256([0; 32])]);
            let count = random.between(5, 11);
            tx.blob_versioned_hashes.extend((0..count).map(|_| hash));
        }
        12 => tx.max_fee_per_blob_gas = U256::ZERO,
        13 if tx.transaction_type.number() >= 3 => tx.to = None,
        14 => tx.authorization_list.clear(),
        15 if tx.to.is_none() => {
            let len = 2 * 0x6000 + random.size_below(2);
            tx.data = Bytes::from(alloc::vec![0; len]);
            tx.gas_limit = tx.intrinsic_gas(fork).max(tx.floor_gas(fork)) + 1_000;
        }
        16 if tx.chain_id.is_some() => tx.chain_id = Some(2),
        _ => {
            return *random.choose(&[
                SignatureFault::HighS,
                SignatureFault::HighS,
                SignatureFault::ZeroR,
                SignatureFault::ZeroS,
                SignatureFault::LargeR,
                SignatureFault::LargeS,
            ]);
        }
    }
    SignatureFault::None
}
