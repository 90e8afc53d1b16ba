//! The EVM instruction loop: frames over a shared memory, dispatch by sibling calls or by a
//! `match`, and the boundaries to state ([`Host`]) and to tracers ([`Inspector`]).
//!
//! The interpreter knows no state, precompile or signature. It runs the frame on top until that
//! frame ends or asks for a call or creation; its owner (eevm-handler, or your own loop) answers.
#![no_std]

extern crate alloc;

mod dispatch;
mod environment;
mod frame;
mod halt;
mod host;
mod inspector;
mod instructions;
mod interpreter;
mod kernels;
mod message;
mod operands;
mod regs;
mod rules;
mod stack;
mod word;

pub use environment::{Block, TransactionEnvironment};
pub use frame::Frame;
pub use halt::{ExceptionalHalt, Exit};
pub use host::{
    Access, CallTarget, Host, HostError, PeekedAccount, PeekedSlot, SelfDestruct, StorageSlot,
};
pub use inspector::{FrameEnd, FrameStart, Inspector, Step};
pub use interpreter::{Dispatch, Interpreter};
pub use message::{Call, CallKind, Creation, Message};
pub use rules::{Limits, Rules};
