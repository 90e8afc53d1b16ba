//! Which checks are on.

/// Checks on the sender and the block that a simulation may turn off, together or one by one.
///
/// None of them changes what an included transaction does, except `fees`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checks {
    /// The nonce is the sender's, and not the largest (EIP-2681).
    pub nonce: bool,
    /// The sender can pay the upfront cost. Without it, and with `fees`, what the sender lacks is
    /// not charged.
    pub balance: bool,
    /// The gas price reaches the base fee (EIP-1559), the price of blob gas its base fee (EIP-4844).
    pub base_fee: bool,
    /// The gas limit is within the block's and within EIP-7825's.
    pub gas_limit: bool,
    /// The sender has no code (EIP-3607).
    pub eip3607: bool,
    /// Gas is bought, returned and paid to the coinbase.
    pub fees: bool,
}

impl Checks {
    /// All on: what consensus needs.
    pub const ALL: Self = Self {
        nonce: true,
        balance: true,
        base_fee: true,
        gas_limit: true,
        eip3607: true,
        fees: true,
    };

    /// All off: what a simulated call needs.
    pub const NONE: Self = Self {
        nonce: false,
        balance: false,
        base_fee: false,
        gas_limit: false,
        eip3607: false,
        fees: false,
    };
}

impl Default for Checks {
    fn default() -> Self {
        Self::ALL
    }
}
