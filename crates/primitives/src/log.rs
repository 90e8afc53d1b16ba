//! Log entries.

use crate::{Address, B256, Bytes};
use core::{fmt, ops::Deref};

/// The topics of a log: none to four 32-byte words, kept in place.
#[derive(Clone, Copy, Default)]
pub struct Topics {
    words: [B256; 4],
    len: u8,
}

impl Topics {
    /// The topics in `slice`, or `None` when there are more than four.
    #[must_use]
    pub fn from_slice(slice: &[B256]) -> Option<Self> {
        let len = u8::try_from(slice.len()).ok().filter(|&len| len <= 4)?;
        let mut words = [B256::ZERO; 4];
        words[..slice.len()].copy_from_slice(slice);
        Some(Self { words, len })
    }
}

impl Deref for Topics {
    type Target = [B256];

    fn deref(&self) -> &[B256] {
        &self.words[..usize::from(self.len)]
    }
}

impl PartialEq for Topics {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Topics {}

impl fmt::Debug for Topics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A log entry (Yellow Paper, equation 29: address, topics, data).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Log {
    /// The account that logged.
    pub address: Address,
    /// None to four topics.
    pub topics: Topics,
    /// The data.
    pub data: Bytes,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_four_topics() {
        let words = [B256::repeat_byte(1); 5];
        assert_eq!(Topics::from_slice(&words), None);
        assert_eq!(&**Topics::from_slice(&words[..3]).as_ref().unwrap(), &words[..3]);
        assert!(Topics::default().is_empty());
    }
}
