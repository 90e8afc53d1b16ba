//! A small assembler: mnemonics, pushes, labels, repetition.
//!
//! ```
//! use eevm_bytecode::opcode::{ADD, JUMPI, SUB, SWAP1, DUP1, STOP};
//! use eevm_testing::{asm, asm::{dest, push, push_label}};
//!
//! assert_eq!(asm![push(1), push(2), ADD], [0x60, 1, 0x60, 2, 0x01]);
//!
//! let countdown = asm![
//!     push(1000), dest("loop"),
//!     push(1), SWAP1, SUB, DUP1, push_label("loop"), JUMPI,
//!     STOP,
//! ];
//! assert_eq!(countdown[3], 0x5b);
//! ```

mod assemble;
mod error;
mod item;
mod value;

pub use assemble::{assemble, assemble_or_panic};
pub use error::AsmError;
pub use item::{
    Item, dest, jump, jumpi, label, push, push_label, push_label_n, push_label_shortest, push_n,
    push0, raw, repeat,
};
pub use value::PushValue;

/// The bytes of a program given as a list of items, as a `Vec<u8>`.
///
/// An item is an opcode's byte (`eevm_bytecode::opcode::ADD`), a byte string, another list made by
/// [`block!`](crate::block), or what the functions of [`asm`](mod@crate::asm) return.
///
/// # Panics
/// When the program is not well formed; the message is the [`AsmError`]. For programs that are
/// not written down in the source use [`assemble`].
#[macro_export]
macro_rules! asm {
    ($($item:expr),* $(,)?) => {
        $crate::asm::assemble_or_panic(&[$($crate::asm::Item::from($item)),*])
    };
}

/// Several items as one, for [`repeat`] and for parts that programs share.
#[macro_export]
macro_rules! block {
    ($($item:expr),* $(,)?) => {
        $crate::asm::Item::from([$($crate::asm::Item::from($item)),*])
    };
}

#[cfg(test)]
mod tests;
