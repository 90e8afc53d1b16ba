//! Accounts, keys, and bytes of signed legacy transactions, encoded here by hand.

use eevm_bytecode::Bytecode;
use eevm_ecdsa::secp256k1::{SecretKey, sign};
use eevm_handler::{Evm, Transaction};
use eevm_primitives::{Address, B256, Bytes, Fork, U256, keccak256};
use eevm_state::{AccountInfo, InMemoryDb};

/// Who receives the fees.
pub(crate) const COINBASE: Address = Address::repeat_byte(0xcb);
/// A contract.
pub(crate) const CONTRACT: Address = Address::repeat_byte(0xcc);
/// An account without anything.
pub(crate) const NOBODY: Address = Address::repeat_byte(0x0d);
/// Wei of the sender.
pub(crate) const FUNDS: u64 = 1_000_000_000_000;
/// Wei per gas that the block asks for.
pub(crate) const BASE_FEE: u64 = 7;
/// Wei per gas that transactions pay.
pub(crate) const GAS_PRICE: u64 = 10;

pub(crate) fn word(value: u64) -> U256 {
    U256::from(value)
}

pub(crate) fn key() -> SecretKey {
    SecretKey::new(&B256::repeat_byte(0x42)).unwrap()
}

pub(crate) fn sender() -> Address {
    key().address()
}

/// The sender's account, and `code` at [`CONTRACT`].
pub(crate) fn database(code: &[u8]) -> InMemoryDb {
    let mut db = InMemoryDb::new();
    let balance = word(FUNDS);
    db.insert_account(sender(), AccountInfo { balance, nonce: 5, ..AccountInfo::default() });
    let code = Some(Bytecode::new(code));
    db.insert_account(CONTRACT, AccountInfo { code, nonce: 1, ..AccountInfo::default() });
    db
}

pub(crate) fn machine(fork: Fork, code: &[u8]) -> Evm<InMemoryDb> {
    in_block(Evm::new(database(code), fork))
}

pub(crate) fn in_block<D: eevm_state::Database>(mut evm: Evm<D>) -> Evm<D> {
    let block = evm.block_mut();
    block.coinbase = COINBASE;
    block.base_fee_per_gas = word(BASE_FEE);
    evm
}

/// A call of [`CONTRACT`].
pub(crate) fn transaction() -> Transaction {
    let mut tx = Transaction::default();
    tx.sender = sender();
    tx.nonce = 5;
    tx.gas_price = word(GAS_PRICE);
    tx.gas_limit = 200_000;
    tx.to = Some(CONTRACT);
    tx.chain_id = Some(1);
    tx
}

/// A contract creation with `init_code`.
pub(crate) fn creation(init_code: &[u8]) -> Transaction {
    let mut tx = transaction();
    tx.to = None;
    tx.data = Bytes::copy_from_slice(init_code);
    tx
}

fn header(short: u8, len: usize) -> Vec<u8> {
    if len < 56 {
        return vec![short + u8::try_from(len).unwrap()];
    }
    let len: Vec<u8> = len.to_be_bytes().into_iter().skip_while(|&byte| byte == 0).collect();
    let mut bytes = vec![short + 55 + u8::try_from(len.len()).unwrap()];
    bytes.extend(len);
    bytes
}

/// The RLP of a string (Yellow Paper, appendix B).
pub(crate) fn string(bytes: &[u8]) -> Vec<u8> {
    if let [byte @ 0..=0x7f] = bytes {
        return vec![*byte];
    }
    let mut encoded = header(0x80, bytes.len());
    encoded.extend(bytes);
    encoded
}

pub(crate) fn integer(value: U256) -> Vec<u8> {
    let bytes = value.to_be_bytes::<32>();
    string(&bytes[value.leading_zeros() / 8..])
}

pub(crate) fn list(items: &[Vec<u8>]) -> Vec<u8> {
    let payload = items.concat();
    let mut encoded = header(0xc0, payload.len());
    encoded.extend(payload);
    encoded
}

/// `tx` signed by [`key`], with or without its chain id (EIP-155).
pub(crate) fn signed(tx: &Transaction) -> Vec<u8> {
    let mut fields = vec![
        integer(word(tx.nonce)),
        integer(tx.gas_price),
        integer(word(tx.gas_limit)),
        string(tx.to.as_ref().map_or(&[][..], |to| to.as_bytes())),
        integer(tx.value),
        string(&tx.data),
    ];
    let mut hashed = fields.clone();
    if let Some(chain_id) = tx.chain_id {
        hashed.extend([integer(word(chain_id)), string(&[]), string(&[])]);
    }
    let signature = sign(&keccak256(&list(&hashed)), &key()).unwrap();
    let v = match tx.chain_id {
        Some(chain_id) => word(chain_id) * word(2) + word(35 + u64::from(signature.y_parity)),
        None => word(27 + u64::from(signature.y_parity)),
    };
    fields.extend([integer(v), integer(signature.r), integer(signature.s)]);
    list(&fields)
}
