//! Immutable, cheaply cloned byte strings.

use crate::hex::{HexError, decode_hex, encode_hex};
use alloc::vec::Vec;
use core::{fmt, ops::Deref, str::FromStr};

/// An immutable byte string; a clone shares the storage.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(bytes::Bytes);

impl Bytes {
    /// The empty byte string; allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self(bytes::Bytes::new())
    }

    /// A byte string over static data; allocates nothing.
    #[must_use]
    pub const fn from_static(bytes: &'static [u8]) -> Self {
        Self(bytes::Bytes::from_static(bytes))
    }

    /// A copy of `slice`.
    #[must_use]
    pub fn copy_from_slice(slice: &[u8]) -> Self {
        Self(bytes::Bytes::copy_from_slice(slice))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(vec: Vec<u8>) -> Self {
        Self(vec.into())
    }
}

impl From<&[u8]> for Bytes {
    fn from(slice: &[u8]) -> Self {
        Self::copy_from_slice(slice)
    }
}

impl FromStr for Bytes {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        decode_hex(text).map(Self::from)
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&encode_hex(&self.0))
    }
}
