//! Accounts, the [`Database`] trait, journal, access sets and transient storage of the EVM.
//!
//! [`State`] is what one EVM knows of the world: a cache of the accounts and slots it has read
//! from a [`Database`], the changes made since, and a journal that undoes them. It knows nothing
//! of gas, opcodes or transactions' rules; a handler drives it.
//!
//! **Invariant:** what a transaction costs here depends on what it touches, never on how much the
//! caches hold.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod account;
mod account_info;
mod cache_db;
mod database;
mod diff;
mod in_memory_db;
mod journal;
mod keys;
mod slot;
mod state;
mod table;
mod trie;

pub use account::{Account, AccountId};
pub use account_info::AccountInfo;
pub use cache_db::CacheDb;
pub use database::Database;
pub use diff::{AccessLog, AccountAccess, AccountDiff, StateDiff};
pub use in_memory_db::{InMemoryDb, MissingData};
pub use journal::Checkpoint;
pub use slot::{Slot, SlotId};
pub use state::State;
pub use trie::{
    EMPTY_TRIE_ROOT, TrieAccount, secure_trie_root, state_root, storage_root, trie_root,
};
