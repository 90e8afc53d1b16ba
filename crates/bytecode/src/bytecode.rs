//! Immutable code, padded so that it can be read past both ends.

use crate::jump::{self, JumpDestinations};
use alloc::{boxed::Box, sync::Arc, vec};
use core::{
    fmt,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};
use eevm_primitives::{Address, B256, KECCAK_EMPTY, encode_hex, keccak256};
use once_cell::race::OnceBox;

/// Zero bytes before the code: what the local jump rule reads before the first byte.
pub(crate) const PADDING_BEFORE: usize = 32;
/// Zero bytes at least after the code: the immediate of a PUSH32 in the last byte, and a STOP.
const PADDING_AFTER: usize = 33;
/// The jump analysis reads code in blocks of this many bytes.
pub(crate) const BLOCK: usize = 64;
/// What stands for the padded code of length 0.
static NO_CODE: [u8; PADDING_BEFORE + BLOCK] = [0; PADDING_BEFORE + BLOCK];

/// The designator of a delegation without its address (EIP-7702).
const DELEGATION_PREFIX: [u8; 3] = [0xef, 0x01, 0x00];

/// The code of an account, or init code; a clone shares everything, including what has been found
/// out about jump destinations.
///
/// The code is stored once, with 32 zero bytes before it and at least 33 after it.
#[derive(Clone, Default)]
pub struct Bytecode(Option<Arc<Shared>>);

struct Shared {
    /// The code with its padding; the part after it ends at a multiple of [`BLOCK`] from its start.
    padded: Box<[u8]>,
    /// Bytes of code.
    len: usize,
    /// The hash, where it was given or computed at first.
    hash: Option<B256>,
    /// The hash, where it was needed later.
    late_hash: OnceBox<B256>,
    jump_destinations: OnceBox<JumpDestinations>,
    /// Bytes looked at in backward searches, so that many of them turn into one analysis.
    searched: AtomicUsize,
}

impl Bytecode {
    /// Copies `code` and hashes it.
    #[must_use]
    pub fn new(code: &[u8]) -> Self {
        Self::from_parts(code, Some(keccak256(code)))
    }

    /// Copies `code`, whose Keccak-256 hash the caller says is `hash`. A wrong hash is not
    /// noticed, and makes [`ProgramCache`](crate::ProgramCache) run other code.
    #[must_use]
    pub fn with_hash(code: &[u8], hash: B256) -> Self {
        Self::from_parts(code, Some(hash))
    }

    /// Copies `code` and hashes it only if [`Bytecode::hash`] is called: for init code.
    #[must_use]
    pub fn unhashed(code: &[u8]) -> Self {
        Self::from_parts(code, None)
    }

    /// No code; allocates nothing.
    #[must_use]
    pub const fn empty() -> Self {
        Self(None)
    }

    fn from_parts(code: &[u8], hash: Option<B256>) -> Self {
        if code.is_empty() {
            return Self::empty();
        }
        let behind = (code.len() + PADDING_AFTER).next_multiple_of(BLOCK);
        let mut padded = vec![0; PADDING_BEFORE + behind].into_boxed_slice();
        padded[PADDING_BEFORE..PADDING_BEFORE + code.len()].copy_from_slice(code);
        Self(Some(Arc::new(Shared {
            padded,
            len: code.len(),
            hash,
            late_hash: OnceBox::new(),
            jump_destinations: OnceBox::new(),
            searched: AtomicUsize::new(0),
        })))
    }

    /// Bytes of code, without padding.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |shared| shared.len)
    }

    /// Whether there is no code.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The code, without padding.
    #[inline]
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.padded()[PADDING_BEFORE..PADDING_BEFORE + self.len()]
    }

    /// The code with its padding.
    #[inline]
    pub(crate) fn padded(&self) -> &[u8] {
        self.0.as_ref().map_or(&NO_CODE, |shared| &shared.padded)
    }

    /// The address of the first byte of code.
    ///
    /// As long as this value or a clone lives, 32 bytes before it and `len() + 33` bytes from it
    /// on are readable; those outside the code are zero.
    #[inline]
    #[must_use]
    pub fn as_ptr(&self) -> *const u8 {
        self.padded().as_ptr().wrapping_add(PADDING_BEFORE)
    }

    /// The Keccak-256 hash of the code.
    #[inline]
    #[must_use]
    pub fn hash(&self) -> B256 {
        *self.hash_ref()
    }

    /// [`Bytecode::hash`] in place: a copy costs more than the look-up by it.
    #[inline]
    pub(crate) fn hash_ref(&self) -> &B256 {
        match &self.0 {
            None => &KECCAK_EMPTY,
            Some(shared) => match &shared.hash {
                Some(hash) => hash,
                None => shared.late_hash.get_or_init(|| Box::new(keccak256(self.bytes()))),
            },
        }
    }

    /// The address this account delegates to, if the code is a delegation designator: exactly
    /// `0xef0100` and 20 bytes.
    ///
    /// Source: EIP-7702; execution-specs, `get_delegated_code_address`.
    #[must_use]
    pub fn delegation(&self) -> Option<Address> {
        self.bytes().strip_prefix(&DELEGATION_PREFIX).and_then(Address::from_slice)
    }

    /// Whether a jump to `pc` is allowed: `pc` is a JUMPDEST that is not in the immediate bytes of
    /// a PUSH. Any `pc` may be asked for, also beyond the code.
    ///
    /// Decided from the bytes around `pc` where they suffice; see [`jump`](mod@jump). The cost of
    /// any number of calls is bounded by a few nanoseconds each and a few analyses of the code.
    ///
    /// Source: Yellow Paper, D(c); execution-specs, `get_valid_jump_destinations`.
    #[must_use]
    pub fn is_valid_jump_destination(&self, pc: usize) -> bool {
        let Some(shared) = &self.0 else { return false };
        if let Some(destinations) = shared.jump_destinations.get() {
            return destinations.contains(pc);
        }
        jump::by_local_rule(self, pc).unwrap_or_else(|| self.is_valid_by_search(shared, pc))
    }

    #[inline(never)]
    fn is_valid_by_search(&self, shared: &Shared, pc: usize) -> bool {
        if shared.searched.load(Relaxed) <= shared.len {
            let (decided, steps) = jump::search(self, pc);
            shared.searched.fetch_add(steps, Relaxed);
            if let Some(decided) = decided {
                return decided;
            }
        }
        self.jump_destinations().contains(pc)
    }

    /// Whether [`Bytecode::jump_destinations`] has been needed.
    #[must_use]
    pub fn is_analysed(&self) -> bool {
        self.0.as_ref().is_some_and(|shared| shared.jump_destinations.get().is_some())
    }

    /// All valid jump destinations, analysed at the first call and shared by all clones.
    #[must_use]
    pub fn jump_destinations(&self) -> &JumpDestinations {
        static NONE: JumpDestinations = JumpDestinations::none();
        self.0.as_ref().map_or(&NONE, |shared| {
            shared.jump_destinations.get_or_init(|| Box::new(JumpDestinations::of(self)))
        })
    }
}

impl PartialEq for Bytecode {
    /// Whether the bytes are the same.
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}

impl Eq for Bytecode {}

impl fmt::Debug for Bytecode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytecode({})", encode_hex(self.bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, vec::Vec};

    #[test]
    fn padding_is_zero_on_both_sides() {
        for len in 0..200 {
            let code = Bytecode::unhashed(&vec![0x5b; len]);
            assert_eq!((code.len(), code.is_empty()), (len, len == 0));
            assert_eq!(code.bytes(), vec![0x5b; len]);
            let padded = code.padded();
            assert_eq!(padded[..PADDING_BEFORE], [0; PADDING_BEFORE]);
            let after = &padded[PADDING_BEFORE + len..];
            assert!(after.len() >= PADDING_AFTER && after.iter().all(|&byte| byte == 0));
            assert_eq!(code.as_ptr(), padded[PADDING_BEFORE..].as_ptr());
        }
    }

    #[test]
    fn hashes_are_given_computed_or_late() {
        let hash = keccak256(&[1, 2]);
        assert_eq!(Bytecode::new(&[1, 2]).hash(), hash);
        let late = Bytecode::unhashed(&[1, 2]);
        assert_eq!((late.hash(), late.clone().hash()), (hash, hash));
        let trusted = Bytecode::with_hash(&[1, 2], B256::repeat_byte(9));
        assert_eq!(trusted.hash(), B256::repeat_byte(9));
        for empty in [Bytecode::empty(), Bytecode::default(), Bytecode::new(&[])] {
            assert_eq!(empty.hash(), KECCAK_EMPTY);
            assert!(!empty.is_valid_jump_destination(0));
            assert!(!empty.jump_destinations().contains(0));
        }
        assert_eq!(trusted, late);
        assert_eq!(format!("{late:?}"), "Bytecode(0x0102)");
    }

    #[test]
    fn a_delegation_has_exactly_23_bytes() {
        let designator: Vec<u8> = [0xef, 1, 0].into_iter().chain(1..=20).collect();
        let check = |code: &[u8]| Bytecode::new(code).delegation();
        assert_eq!(check(&designator), Address::from_slice(&designator[3..]));
        assert!(check(&designator).is_some());
        assert_eq!(check(&designator[..22]), None);
        assert_eq!(check(&[&designator[..], &[0]].concat()), None);
        assert_eq!(check(&[&[0xef, 1, 1], &designator[3..]].concat()), None);
        assert_eq!(check(&[]), None);
    }
}
