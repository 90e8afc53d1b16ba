//! Hexadecimal text, with or without `0x`.

use alloc::{string::String, vec::Vec};

/// Why a text is not the hexadecimal number it should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HexError {
    /// The text does not have the number of digits that the type needs.
    #[error("expected {expected} hexadecimal digits, found {found}")]
    Length {
        /// Digits the type needs.
        expected: usize,
        /// Digits the text has, `0x` not counted.
        found: usize,
    },
    /// Bytes need an even number of digits.
    #[error("odd number of hexadecimal digits: {digits}")]
    OddLength {
        /// Digits the text has, `0x` not counted.
        digits: usize,
    },
    /// A character that is not a hexadecimal digit.
    #[error("invalid hexadecimal digit at position {index}")]
    Digit {
        /// Position in the text after `0x`.
        index: usize,
    },
}

/// `bytes` as lower-case hexadecimal text with a leading `0x`.
#[must_use]
pub fn encode_hex(bytes: &[u8]) -> String {
    const_hex::encode_prefixed(bytes)
}

/// The bytes written in `text`, with or without `0x`.
///
/// # Errors
/// An odd number of digits, or a character that is not one.
pub fn decode_hex(text: &str) -> Result<Vec<u8>, HexError> {
    let digits = strip(text);
    if digits.starts_with("0x") {
        return Err(bad_digit(digits));
    }
    if !digits.len().is_multiple_of(2) {
        return Err(HexError::OddLength { digits: digits.len() });
    }
    let mut bytes = alloc::vec![0; digits.len() / 2];
    decode_into(digits, &mut bytes)?;
    Ok(bytes)
}

pub(crate) fn decode_into(text: &str, out: &mut [u8]) -> Result<(), HexError> {
    let digits = strip(text);
    if digits.len() != out.len() * 2 {
        return Err(HexError::Length { expected: out.len() * 2, found: digits.len() });
    }
    if digits.starts_with("0x") {
        return Err(bad_digit(digits));
    }
    const_hex::decode_to_slice(digits, out).map_err(|_| bad_digit(digits))
}

/// The digits after at most one `0x`; a second one is left in place and refused as a digit.
fn strip(text: &str) -> &str {
    text.strip_prefix("0x").unwrap_or(text)
}

fn bad_digit(digits: &str) -> HexError {
    let index = digits.bytes().position(|c| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
    HexError::Digit { index }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn bytes_round_trip() {
        assert_eq!(decode_hex("0x00ffAb"), Ok(vec![0, 255, 0xab]));
        assert_eq!(decode_hex(""), Ok(vec![]));
        assert_eq!(encode_hex(&[0, 255]), "0x00ff");
    }

    #[test]
    fn bad_text_is_refused_with_its_place() {
        assert_eq!(decode_hex("0x123"), Err(HexError::OddLength { digits: 3 }));
        assert_eq!(decode_hex("0x12g4"), Err(HexError::Digit { index: 2 }));
        assert_eq!(decode_hex("0x0x12"), Err(HexError::Digit { index: 1 }));
        assert!(decode_hex("0xé0").is_err());
    }
}
