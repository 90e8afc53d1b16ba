//! One storage slot in the state's cache.

use eevm_primitives::U256;

/// A handle to a storage slot of a [`State`](crate::State), valid until it is cleared.
///
/// A handle from before [`State::clear`](crate::State::clear), or from another state, may panic
/// or name another slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SlotId(pub(crate) u32);

impl SlotId {
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The generation of a slot whose value was not fetched yet.
pub(crate) const UNLOADED: u64 = 0;

/// A storage slot as the transaction sees it now.
///
/// Up to date when its handle was obtained from [`State::access_slot`] or [`State::load_slot`]
/// since the last creation at its account.
///
/// [`State::access_slot`]: crate::State::access_slot
/// [`State::load_slot`]: crate::State::load_slot
#[derive(Debug, Clone)]
pub struct Slot {
    /// The slot's key.
    pub key: U256,
    /// Its value now.
    pub present: U256,
    /// Its value at the start of the transaction (EIP-2200); zero if the account was created in
    /// this transaction (execution-specs `get_storage_original`).
    pub original: U256,
    pub(crate) account: u32,
    /// The generation of the account's storage that the values belong to, or [`UNLOADED`].
    pub(crate) generation: u64,
    /// Epoch and access flags; see [`crate::state`].
    pub(crate) stamp: u32,
    /// Where in the journal the last value was recorded.
    pub(crate) recorded_at: u32,
}

impl Slot {
    pub(crate) const fn unloaded(account: u32, key: U256) -> Self {
        Self {
            key,
            present: U256::ZERO,
            original: U256::ZERO,
            account,
            generation: UNLOADED,
            stamp: 0,
            recorded_at: 0,
        }
    }

    /// Whether this is the slot `key` of an account.
    #[inline]
    pub(crate) fn is(&self, account: u32, key: &U256) -> bool {
        same(&self.key, key) && self.account == account
    }
}

/// Whether two words are equal.
///
/// One of them mostly lies on the EVM's stack, where it was just written limb by limb. It is read
/// in the same way here, since a wider load would wait for the stores; the odd shape keeps the
/// compiler from making it wider.
#[inline]
pub(crate) const fn same(left: &U256, right: &U256) -> bool {
    let [a, b, c, d] = *left.as_limbs();
    let [e, f, g, h] = *right.as_limbs();
    a == e && ((b ^ f) | (c ^ g) | (d ^ h)) == 0
}
