//! An exponent, read where it lies in the call data.

/// An exponent of any size: big-endian bytes, followed by zero bytes that the input leaves out.
#[derive(Clone, Copy)]
pub(super) struct Exponent<'a> {
    /// Without leading zero bytes.
    bytes: &'a [u8],
    /// Zero bytes below `bytes`.
    zero_bytes: u64,
}

impl<'a> Exponent<'a> {
    /// The exponent of `len` bytes that begins with `bytes` and has zeros where they end.
    pub(super) fn new(bytes: &'a [u8], len: u64) -> Self {
        let present = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let zero_bytes = len.saturating_sub(present);
        let first = bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len());
        Self { bytes: &bytes[first..], zero_bytes }
    }

    pub(super) const fn is_zero(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(super) fn is_one(&self) -> bool {
        self.bytes == [1] && self.zero_bytes == 0
    }

    /// The number of bits below and including the highest one that is set.
    pub(super) fn bit_len(&self) -> u64 {
        let Some(first) = self.bytes.first() else {
            return 0;
        };
        let present = u64::try_from(self.bytes.len()).unwrap_or(u64::MAX);
        8 * (self.zero_bytes + present) - u64::from(first.leading_zeros())
    }

    /// Bit `index`, counted from the lowest.
    #[inline]
    pub(super) fn bit(&self, index: u64) -> bool {
        let Some(byte_from_end) = (index / 8).checked_sub(self.zero_bytes) else {
            return false;
        };
        let byte = usize::try_from(byte_from_end)
            .ok()
            .and_then(|from_end| self.bytes.len().checked_sub(from_end + 1))
            .and_then(|i| self.bytes.get(i));
        byte.is_some_and(|byte| byte >> (index % 8) & 1 == 1)
    }

    /// The exponent modulo 256 to the power of `byte_count`.
    pub(super) fn low_bytes(&self, byte_count: u64) -> Self {
        let keep = byte_count.saturating_sub(self.zero_bytes);
        let skip = usize::try_from(keep).map_or(0, |keep| self.bytes.len().saturating_sub(keep));
        let kept = &self.bytes[skip..];
        let present = u64::try_from(kept.len()).unwrap_or(u64::MAX);
        Self::new(kept, present.saturating_add(self.zero_bytes))
    }

    /// The value, if it is below 2⁶⁴.
    pub(super) fn to_u64(self) -> Option<u64> {
        if self.bit_len() > 64 {
            return None;
        }
        let high = self.bytes.iter().fold(0, |value, byte| value << 8 | u64::from(*byte));
        Some(if self.zero_bytes < 8 { high << (8 * self.zero_bytes) } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_present_and_missing_bytes() {
        let exponent = Exponent::new(&[0, 0x05, 0x80], 4);
        assert_eq!(exponent.bit_len(), 19);
        let set: alloc::vec::Vec<u64> = (0..64).filter(|i| exponent.bit(*i)).collect();
        assert_eq!(set, [15, 16, 18]);
        assert_eq!(exponent.to_u64(), Some(0x05_8000));
        assert_eq!(exponent.low_bytes(2).to_u64(), Some(0x8000));
        assert_eq!(exponent.low_bytes(1).to_u64(), Some(0));
        assert_eq!(exponent.low_bytes(9).to_u64(), Some(0x05_8000));
    }

    #[test]
    fn zero_whatever_its_length() {
        for exponent in [Exponent::new(&[], 1 << 40), Exponent::new(&[0, 0], 2)] {
            assert!(exponent.is_zero());
            assert_eq!(
                (exponent.bit_len(), exponent.bit(3), exponent.to_u64()),
                (0, false, Some(0))
            );
        }
        assert!(Exponent::new(&[0, 1], 2).is_one());
        assert!(!Exponent::new(&[0, 1], 3).is_one());
    }
}
