//! Ethereum transactions from their bytes to their outcome: decoding, validation, frames,
//! settlement.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod address;
mod delegation;
mod error;
mod evm;
mod execution;
mod frames;
mod intrinsic;
mod outcome;
mod process;
mod rlp;
mod signed;
mod spec;
mod state_host;
mod transaction;
mod validation;

pub use address::{create_address, create2_address};
pub use error::{DecodeError, EvmError, Field, FieldProblem, InvalidTransaction};
pub use evm::Evm;
pub use execution::Execution;
pub use outcome::Outcome;
pub use signed::SignedTransaction;
pub use spec::Spec;
pub use transaction::{AccessListItem, Authorization, Checks, Transaction, TransactionType};
