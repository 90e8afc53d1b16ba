//! Random worlds: a few accounts of every kind that matters, and a block.

use super::{
    case::Account,
    program::{Surroundings, program, small_contract},
    random::Random,
};
use alloc::{collections::BTreeMap, vec, vec::Vec};
use eevm_ecdsa::secp256k1::SecretKey;
use eevm_handler::{create_address, create2_address};
use eevm_interpreter::Block;
use eevm_primitives::{Address, B256, Fork, KECCAK_EMPTY, U256};

/// Who signs transactions and authorizations.
#[derive(Debug, Clone)]
pub(super) struct Signer {
    pub(super) secret: B256,
    pub(super) address: Address,
}

/// What a case is made from.
#[derive(Debug)]
pub(super) struct World {
    pub(super) around: Surroundings,
    pub(super) accounts: BTreeMap<Address, Account>,
    pub(super) block: Block,
    pub(super) excess_blob_gas: u64,
    /// The sender first, then those who sign authorizations.
    pub(super) signers: Vec<Signer>,
    /// Accounts that hold programs.
    pub(super) contracts: Vec<Address>,
}

/// An address that is easy to tell from others.
const fn named(first: u8, last: u8) -> Address {
    let mut bytes = [0xee; 20];
    bytes[0] = first;
    bytes[19] = last;
    Address(bytes)
}

const COINBASE: Address = named(0xc0, 0xba);
const FUNDED: Address = named(0xf0, 1);
const ABSENT: Address = named(0xab, 2);
const EMPTY: Address = named(0xe0, 3);
const NONCED: Address = named(0xe1, 4);
const DELEGATED: Address = named(0xd0, 5);

pub(super) fn world(random: &mut Random, fork: Fork) -> Option<World> {
    let signers = signers()?;
    let sender = signers.first()?.address;
    let contracts: Vec<_> = (0..4).map(|index| named(0xa0 + index, index)).collect();
    let block = block(random, fork, &contracts, sender);
    let mut addresses =
        vec![COINBASE, FUNDED, ABSENT, EMPTY, NONCED, DELEGATED, sender, block.coinbase];
    addresses.extend(signers.iter().map(|signer| signer.address));
    addresses.extend((0..4).flat_map(|_| contracts.clone()));
    for low in [1, 2, 3, 4, 5, 6, 7, 8, 9, 0x0a, 0x0b, 0x11, 0x12, 0x100, 0] {
        addresses.push(Address::from_low_u64(low));
    }
    // What contracts and the sender create first.
    let mut created = vec![create_address(&sender, 0), create_address(&sender, 3)];
    created.extend(contracts.iter().map(|contract| create_address(contract, 1)));
    created.extend(contracts.iter().map(|c| create2_address(c, &B256::ZERO, &KECCAK_EMPTY)));
    addresses.extend(&created);
    let around = Surroundings { fork, addresses, number: block.number };

    let mut accounts = BTreeMap::new();
    for contract in &contracts {
        accounts.insert(*contract, account_with_code(random, &around));
    }
    let ether = U256::from(1_000_000_000_000_000_000_u64);
    let sender_balance =
        if random.one_in(25) { U256::from(1_000_000) } else { ether << random.size_below(3) };
    let nonce = *random.choose(&[0, 0, 3, 3, 77]);
    accounts.insert(sender, Account { nonce, balance: sender_balance, ..Account::default() });
    others(random, &around, &signers, &created, &mut accounts);
    let excess_blob_gas = *random.choose(&[0, 0, 0x20_0000, 0x400_0000, 0x800_0000]);
    Some(World { around, accounts, block, excess_blob_gas, signers, contracts })
}

fn signers() -> Option<Vec<Signer>> {
    let secrets = [0x45_u8, 0x46, 0x47, 0x48].map(|byte| B256([byte; 32]));
    let signer = |secret: B256| {
        let address = SecretKey::new(&secret).ok()?.address();
        Some(Signer { secret, address })
    };
    secrets.into_iter().map(signer).collect()
}

fn account_with_code(random: &mut Random, around: &Surroundings) -> Account {
    let code = match random.below(12) {
        0..=6 => program(random, around),
        7 if around.fork >= Fork::Prague || random.one_in(6) => {
            designator(random.choose(&around.addresses))
        }
        _ => small_contract(random, around),
    };
    let mut account =
        Account { nonce: 1, balance: U256::from(random.below(3) * 77), code, ..Account::default() };
    for key in 0..5_u64 {
        if random.one_in(3) {
            account.storage.insert(U256::from(key), U256::from(random.between(1, 3)));
        }
    }
    if random.one_in(60) {
        // One creation more is possible, or none.
        account.nonce = u64::MAX - random.below(2);
    }
    account
}

/// The code of an account that delegates (EIP-7702).
fn designator(to: &Address) -> Vec<u8> {
    [&[0xef, 0x01, 0x00][..], to.as_bytes()].concat()
}

/// Accounts without programs, each of which may also be missing.
fn others(
    random: &mut Random,
    around: &Surroundings,
    signers: &[Signer],
    created: &[Address],
    accounts: &mut BTreeMap<Address, Account>,
) {
    let fork = around.fork;
    if random.one_in(2) {
        accounts.insert(FUNDED, Account { balance: U256::from(7), ..Account::default() });
    }
    // From Paris on no state holds an empty account.
    if fork < Fork::Paris && random.one_in(2) {
        accounts.insert(EMPTY, Account::default());
    }
    if fork < Fork::Paris && random.one_in(8) {
        let low = Address::from_low_u64(random.between(1, 4));
        accounts.insert(low, Account::default());
    }
    if random.one_in(8) {
        let low = Address::from_low_u64(random.between(1, 10));
        accounts.insert(low, Account { balance: U256::from(1), ..Account::default() });
    }
    if random.one_in(2) {
        accounts.insert(NONCED, Account { nonce: 1, ..Account::default() });
    }
    if random.one_in(3) {
        let balance = U256::from(random.between(1, 9));
        accounts.insert(COINBASE, Account { balance, ..Account::default() });
    }
    if fork >= Fork::Prague && random.one_in(2) {
        let code = designator(random.choose(&around.addresses));
        let storage = BTreeMap::from([(U256::ZERO, U256::from(2))]);
        accounts.insert(DELEGATED, Account { nonce: 1, code, storage, ..Account::default() });
    }
    for signer in signers.iter().skip(1) {
        let balance = U256::from(random.below(2));
        let account = match random.below(6) {
            0 if !balance.is_zero() => Account { balance, ..Account::default() },
            1 => Account { nonce: 1, balance, ..Account::default() },
            2 if fork >= Fork::Prague => {
                let code = designator(random.choose(&around.addresses));
                Account { nonce: 1, balance, code, ..Account::default() }
            }
            3 if random.one_in(3) => Account { nonce: 1, code: vec![0x5b], ..Account::default() },
            4 if random.one_in(6) => Account { nonce: u64::MAX, ..Account::default() },
            _ => continue,
        };
        accounts.insert(signer.address, account);
    }
    // Something is where a contract is to be created.
    if random.one_in(6) {
        let account = match random.below(3) {
            0 => Account { nonce: 1, ..Account::default() },
            1 => Account { nonce: 1, code: vec![0], ..Account::default() },
            _ => Account { balance: U256::from(5), ..Account::default() },
        };
        accounts.insert(*random.choose(created), account);
    }
}

fn block(random: &mut Random, fork: Fork, contracts: &[Address], sender: Address) -> Block {
    let mut block = Block::default();
    block.coinbase = match random.below(12) {
        0 => *random.choose(contracts),
        1 => sender,
        2 => Address::from_low_u64(random.below(5)),
        _ => COINBASE,
    };
    block.number = *random.choose(&[1, 200, 1_000, 1_000_000]);
    block.timestamp = random.between(1, 1 << 33);
    block.gas_limit = *random.choose(&[30_000_000, 30_000_000, 1_000_000, 36_000_000]);
    if fork >= Fork::London {
        block.base_fee_per_gas = U256::from(*random.choose(&[0, 1, 7, 7, 1_000]));
    }
    if fork >= Fork::Paris {
        block.prev_randao = B256([random.byte(); 32]);
    } else {
        block.difficulty = U256::from(random.next());
    }
    block
}
