//! Where state comes from.

use crate::AccountInfo;
use alloc::{boxed::Box, sync::Arc};
use eevm_bytecode::Bytecode;
use eevm_primitives::{Address, B256, U256};

/// A source of accounts, codes, storage and block hashes, as of the start of execution.
///
/// It is only ever read, and each answer must stay the same until [`State::clear`], except that
/// it may follow the diffs of transactions that the [`State`] has committed.
///
/// [`State`]: crate::State
/// [`State::clear`]: crate::State::clear
pub trait Database {
    /// What can go wrong in reading. It stops execution, is never turned into a halt, and changes
    /// nothing.
    type Error;

    /// The account at `address`, or `None` if there is none. Since EIP-161 an empty account
    /// should not exist, but one that does is not `None`.
    ///
    /// # Errors
    /// When the database cannot tell.
    fn account(&self, address: &Address) -> Result<Option<AccountInfo>, Self::Error>;

    /// The code whose Keccak-256 hash is `code_hash`, never asked for the empty code.
    ///
    /// # Errors
    /// When the database cannot tell, or does not have it.
    fn code(&self, code_hash: &B256) -> Result<Bytecode, Self::Error>;

    /// The value of a storage slot, zero if it was never set.
    ///
    /// # Errors
    /// When the database cannot tell.
    fn storage(&self, address: &Address, key: &U256) -> Result<U256, Self::Error>;

    /// The hash of the block with this number. The handler asks only for the 256 blocks before
    /// the present one.
    ///
    /// # Errors
    /// When the database cannot tell, or does not have it. A missing hash is an error, not zero.
    fn block_hash(&self, number: u64) -> Result<B256, Self::Error>;
}

macro_rules! forward_database {
    ($($pointer:ty),*) => {$(
        impl<D: Database + ?Sized> Database for $pointer {
            type Error = D::Error;

            #[inline]
            fn account(&self, address: &Address) -> Result<Option<AccountInfo>, Self::Error> {
                (**self).account(address)
            }

            #[inline]
            fn code(&self, code_hash: &B256) -> Result<Bytecode, Self::Error> {
                (**self).code(code_hash)
            }

            #[inline]
            fn storage(&self, address: &Address, key: &U256) -> Result<U256, Self::Error> {
                (**self).storage(address, key)
            }

            #[inline]
            fn block_hash(&self, number: u64) -> Result<B256, Self::Error> {
                (**self).block_hash(number)
            }
        }
    )*};
}

forward_database!(&D, Box<D>, Arc<D>);
