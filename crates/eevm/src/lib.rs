//! An Ethereum Virtual Machine: exact on every fork, fast, in crates that can be taken one at a
//! time.
//!
#![doc = include_str!("../../../README.md")]
#![no_std]
#![forbid(unsafe_code)]

pub use eevm_bytecode::Bytecode;
pub use eevm_handler::{
    AccessListItem, Authorization, Checks, DecodeError, Evm, EvmError, Execution, Field,
    FieldProblem, InvalidTransaction, Outcome, SignedTransaction, Spec, Transaction,
    TransactionType, create_address, create2_address,
};
pub use eevm_interpreter::{
    Block, Dispatch, ExceptionalHalt, Exit, FrameEnd, FrameStart, Inspector, Limits, Message,
    Rules, Step,
};
pub use eevm_precompiles::{InvalidInput, Precompile, PrecompileFailure, Precompiles, Run};
pub use eevm_primitives::{Address, B256, Bytes, Fork, Log, Topics, U256, keccak256};
pub use eevm_state::{
    AccessLog, AccountDiff, AccountInfo, CacheDb, Database, InMemoryDb, MissingData, State,
    StateDiff,
};

/// Words, addresses, hashes, forks and gas constants.
pub mod primitives {
    pub use eevm_primitives::{HexError, KECCAK_EMPTY, UnknownFork, decode_hex, encode_hex, gas};
}

/// The opcode table, padded code and the disassembler.
pub mod bytecode {
    pub use eevm_bytecode::{OpcodeInfo, disassemble, opcode};
}

/// Signatures.
pub mod ecdsa {
    pub use eevm_ecdsa::{EcdsaError, secp256k1, secp256r1};
}

/// Tracers.
pub mod inspectors {
    pub use eevm_inspectors::{
        Fault, GasCost, JsonLines, StepSink, Summary, TraceEnd, TraceOptions, TraceStep, Tracer,
        gas_cost,
    };
}
