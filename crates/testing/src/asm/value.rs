//! What can be pushed.

use eevm_primitives::{Address, B256, U256, address_to_word, b256_to_word};

/// A value that a push instruction can carry, as the word that stands on the stack afterwards.
pub trait PushValue {
    /// The word.
    fn to_word(self) -> U256;
}

impl PushValue for U256 {
    fn to_word(self) -> U256 {
        self
    }
}

impl PushValue for Address {
    fn to_word(self) -> U256 {
        address_to_word(&self)
    }
}

impl PushValue for B256 {
    fn to_word(self) -> U256 {
        b256_to_word(&self)
    }
}

impl PushValue for bool {
    fn to_word(self) -> U256 {
        U256::from(u8::from(self))
    }
}

macro_rules! unsigned {
    ($($type:ty)*) => { $(
        impl PushValue for $type {
            fn to_word(self) -> U256 {
                U256::from(self)
            }
        }
    )* };
}

macro_rules! signed {
    ($($type:ty)*) => { $(
        /// A negative number is its two's complement in 256 bits.
        impl PushValue for $type {
            fn to_word(self) -> U256 {
                let magnitude = U256::from(self.unsigned_abs());
                if self < 0 { magnitude.wrapping_neg() } else { magnitude }
            }
        }
    )* };
}

unsigned!(u8 u16 u32 u64 u128 usize);
signed!(i32 i64);
