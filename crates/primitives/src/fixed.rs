//! Byte arrays of fixed length: addresses and 32-byte hashes.

use crate::hex::{HexError, decode_into, encode_hex};
use core::{fmt, str::FromStr};

macro_rules! fixed_bytes {
    ($(#[$doc:meta])* $name:ident, $len:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(pub [u8; $len]);

        impl $name {
            /// All bytes zero.
            pub const ZERO: Self = Self([0; $len]);

            /// Every byte equal to `byte`.
            #[must_use]
            pub const fn repeat_byte(byte: u8) -> Self {
                Self([byte; $len])
            }

            /// The bytes, most significant first.
            #[must_use]
            pub const fn as_bytes(&self) -> &[u8; $len] {
                &self.0
            }

            /// Whether every byte is zero.
            #[must_use]
            pub fn is_zero(&self) -> bool {
                self.0 == [0; $len]
            }

            /// The value in `slice`, or `None` when its length is not exactly the type's.
            #[must_use]
            pub fn from_slice(slice: &[u8]) -> Option<Self> {
                slice.try_into().ok().map(Self)
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::ZERO
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&encode_hex(&self.0))
            }
        }

        impl FromStr for $name {
            type Err = HexError;

            /// Reads exactly twice as many hexadecimal digits as the type has bytes, `0x` allowed.
            fn from_str(text: &str) -> Result<Self, HexError> {
                let mut bytes = [0; $len];
                decode_into(text, &mut bytes)?;
                Ok(Self(bytes))
            }
        }

        impl From<[u8; $len]> for $name {
            fn from(bytes: [u8; $len]) -> Self {
                Self(bytes)
            }
        }

        impl AsRef<[u8]> for $name {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }
    };
}

fixed_bytes!(
    /// An account's address: 20 bytes (Yellow Paper, section 4.1).
    Address, 20
);
fixed_bytes!(
    /// A 32-byte hash, topic or root.
    B256, 32
);

impl Address {
    /// The address whose last eight bytes are `number`, big-endian: how precompiles are numbered.
    #[must_use]
    pub const fn from_low_u64(number: u64) -> Self {
        let n = number.to_be_bytes();
        let mut bytes = [0; 20];
        let mut i = 0;
        while i < 8 {
            bytes[12 + i] = n[i];
            i += 1;
        }
        Self(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn text_round_trip() {
        let text = "0x00112233445566778899aabbccddeeff00112233";
        let address: Address = text.parse().unwrap();
        assert_eq!(address.to_string(), text);
        assert_eq!(text[2..].parse(), Ok(address));
    }

    #[test]
    fn wrong_lengths_are_refused() {
        assert_eq!("0x00".parse::<Address>(), Err(HexError::Length { expected: 40, found: 2 }));
        assert!("0x0".parse::<B256>().is_err());
        assert!("0xzz112233445566778899aabbccddeeff00112233".parse::<Address>().is_err());
        assert_eq!(Address::from_slice(&[0; 19]), None);
    }

    #[test]
    fn numbered_addresses() {
        assert_eq!(
            Address::from_low_u64(0x0102).to_string(),
            "0x0000000000000000000000000000000000000102"
        );
    }
}
