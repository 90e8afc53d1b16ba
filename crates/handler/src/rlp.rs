//! RLP of transactions: fields read one by one, strictly, so that an error names its field.

use crate::error::{DecodeError, Field, FieldProblem};
use alloc::vec::Vec;
use alloy_rlp::{Encodable, Header};
use eevm_primitives::{Address, B256, U256};

/// The fields of a list that are still to be read.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    /// The fields of the list that `bytes` are, to the last byte.
    pub(crate) fn of_list(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let mut rest = bytes;
        let fields = Header::decode_bytes(&mut rest, true).map_err(DecodeError::Rlp)?;
        if rest.is_empty() {
            Ok(Self { rest: fields })
        } else {
            Err(DecodeError::TrailingBytes(rest.len()))
        }
    }

    /// That nothing is left.
    pub(crate) fn finish(self) -> Result<(), DecodeError> {
        if self.rest.is_empty() { Ok(()) } else { Err(DecodeError::TooManyFields) }
    }

    /// Whether nothing is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    fn item(&mut self, field: Field, list: bool) -> Result<&'a [u8], DecodeError> {
        let error = |problem| DecodeError::Field { field, problem };
        if self.rest.is_empty() {
            return Err(error(FieldProblem::Missing));
        }
        let header = Header::decode(&mut self.rest).map_err(|e| error(FieldProblem::Rlp(e)))?;
        if header.list != list {
            return Err(error(if list { FieldProblem::NoList } else { FieldProblem::List }));
        }
        // The header's check has made sure that the bytes are there.
        let (item, rest) = self
            .rest
            .split_at_checked(header.payload_length)
            .ok_or(error(FieldProblem::Rlp(alloy_rlp::Error::InputTooShort)))?;
        self.rest = rest;
        Ok(item)
    }

    /// A byte string.
    pub(crate) fn string(&mut self, field: Field) -> Result<&'a [u8], DecodeError> {
        self.item(field, false)
    }

    /// A list's own fields.
    pub(crate) fn list(&mut self, field: Field) -> Result<Self, DecodeError> {
        self.item(field, true).map(|rest| Self { rest })
    }

    /// A number of at most 32 bytes without leading zeros.
    pub(crate) fn word(&mut self, field: Field) -> Result<U256, DecodeError> {
        let bytes = self.string(field)?;
        let error = |problem| Err(DecodeError::Field { field, problem });
        match (bytes, U256::try_from_be_slice(bytes)) {
            ([0, ..], _) => error(FieldProblem::LeadingZeros),
            (_, None) => error(FieldProblem::Overflow),
            (_, Some(word)) => Ok(word),
        }
    }

    /// A number of at most `T`'s size.
    pub(crate) fn number<T: TryFrom<U256>>(&mut self, field: Field) -> Result<T, DecodeError> {
        let problem = FieldProblem::Overflow;
        T::try_from(self.word(field)?).map_err(|_| DecodeError::Field { field, problem })
    }

    /// An address.
    pub(crate) fn address(&mut self, field: Field) -> Result<Address, DecodeError> {
        address(self.string(field)?, field)
    }

    /// An address, or nothing.
    pub(crate) fn recipient(&mut self, field: Field) -> Result<Option<Address>, DecodeError> {
        match self.string(field)? {
            [] => Ok(None),
            bytes => address(bytes, field).map(Some),
        }
    }

    /// 32 bytes.
    pub(crate) fn hash(&mut self, field: Field) -> Result<B256, DecodeError> {
        let bytes = self.string(field)?;
        let problem = FieldProblem::Length(bytes.len());
        B256::from_slice(bytes).ok_or(DecodeError::Field { field, problem })
    }
}

fn address(bytes: &[u8], field: Field) -> Result<Address, DecodeError> {
    let problem = FieldProblem::Length(bytes.len());
    Address::from_slice(bytes).ok_or(DecodeError::Field { field, problem })
}

/// Appends a number.
pub(crate) fn encode_word(word: &U256, out: &mut Vec<u8>) {
    let bytes = word.to_be_bytes::<32>();
    bytes[word.leading_zeros() / 8..].encode(out);
}

/// Appends a list of what `fields` already encodes.
pub(crate) fn encode_list(fields: &[u8], out: &mut Vec<u8>) {
    Header { list: true, payload_length: fields.len() }.encode(out);
    out.extend_from_slice(fields);
}
