//! Reading call data that may be shorter than what is read: missing bytes are zero.

use eevm_primitives::U256;

/// The `N` bytes at `offset`, zero where the input has ended (execution-specs `buffer_read`).
#[inline]
pub(crate) fn padded<const N: usize>(input: &[u8], offset: usize) -> [u8; N] {
    let mut bytes = [0; N];
    let available = input.get(offset..).unwrap_or(&[]);
    let len = available.len().min(N);
    bytes[..len].copy_from_slice(&available[..len]);
    bytes
}

/// The 32 bytes at `offset` as a big-endian word.
#[inline]
pub(crate) fn padded_word(input: &[u8], offset: usize) -> U256 {
    U256::from_be_bytes(padded::<32>(input, offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_bytes_are_zero_on_the_right() {
        assert_eq!(padded::<4>(&[1, 2, 3], 1), [2, 3, 0, 0]);
        assert_eq!(padded::<2>(&[1, 2, 3], 3), [0, 0]);
        assert_eq!(padded::<2>(&[1, 2, 3], usize::MAX), [0, 0]);
        assert_eq!(padded_word(&[0x80], 0), U256::from(1) << 255);
    }
}
