//! The forks of the protocol, in order.

use core::{fmt, str::FromStr};

/// A set of protocol rules, ordered by activation on mainnet.
///
/// Forks that changed nothing inside the EVM or its transactions (DAO, Muir Glacier, Arrow
/// Glacier, Gray Glacier) are not listed: their rules are those of the fork before.
/// Names follow execution-specs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Fork {
    /// The launch of mainnet, block 0.
    Frontier,
    /// EIP-606, block 1,150,000.
    Homestead,
    /// EIP-608, block 2,463,000.
    TangerineWhistle,
    /// EIP-607, block 2,675,000.
    SpuriousDragon,
    /// EIP-609, block 4,370,000.
    Byzantium,
    /// EIP-1013 with EIP-1283; never active on mainnet, but on test networks.
    Constantinople,
    /// EIP-1716: Constantinople without EIP-1283, block 7,280,000.
    Petersburg,
    /// EIP-1679, block 9,069,000.
    Istanbul,
    /// EIP-2070, block 12,244,000.
    Berlin,
    /// London, block 12,965,000.
    London,
    /// The merge, block 15,537,394.
    Paris,
    /// Shanghai, timestamp 1,681,338,455.
    Shanghai,
    /// EIP-7569, timestamp 1,710,338,135.
    Cancun,
    /// EIP-7600, timestamp 1,746,612,311.
    Prague,
    /// EIP-7607, timestamp 1,764,798,551.
    Osaka,
    /// The first blob-parameter-only fork (EIP-7892); rules as in Osaka.
    Bpo1,
    /// The second blob-parameter-only fork (EIP-7892); rules as in Osaka.
    Bpo2,
    /// The third blob-parameter-only fork (EIP-7892); rules as in Osaka.
    Bpo3,
    /// The fourth blob-parameter-only fork (EIP-7892); rules as in Osaka.
    Bpo4,
    /// The fifth blob-parameter-only fork (EIP-7892); rules as in Osaka.
    Bpo5,
}

impl Fork {
    /// Every fork, oldest first.
    pub const ALL: [Self; 20] = [
        Self::Frontier,
        Self::Homestead,
        Self::TangerineWhistle,
        Self::SpuriousDragon,
        Self::Byzantium,
        Self::Constantinople,
        Self::Petersburg,
        Self::Istanbul,
        Self::Berlin,
        Self::London,
        Self::Paris,
        Self::Shanghai,
        Self::Cancun,
        Self::Prague,
        Self::Osaka,
        Self::Bpo1,
        Self::Bpo2,
        Self::Bpo3,
        Self::Bpo4,
        Self::Bpo5,
    ];

    /// The newest fork.
    pub const LATEST: Self = Self::Bpo5;

    /// The fork's name, as in [`FromStr`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Frontier => "Frontier",
            Self::Homestead => "Homestead",
            Self::TangerineWhistle => "TangerineWhistle",
            Self::SpuriousDragon => "SpuriousDragon",
            Self::Byzantium => "Byzantium",
            Self::Constantinople => "Constantinople",
            Self::Petersburg => "Petersburg",
            Self::Istanbul => "Istanbul",
            Self::Berlin => "Berlin",
            Self::London => "London",
            Self::Paris => "Paris",
            Self::Shanghai => "Shanghai",
            Self::Cancun => "Cancun",
            Self::Prague => "Prague",
            Self::Osaka => "Osaka",
            Self::Bpo1 => "BPO1",
            Self::Bpo2 => "BPO2",
            Self::Bpo3 => "BPO3",
            Self::Bpo4 => "BPO4",
            Self::Bpo5 => "BPO5",
        }
    }
}

impl fmt::Display for Fork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that belongs to no fork known here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown fork")]
pub struct UnknownFork;

impl FromStr for Fork {
    type Err = UnknownFork;

    /// Reads a name as [`Fork::name`] gives it, or an older one that fixtures use:
    /// `EIP150`, `EIP158`, `ConstantinopleFix`, `Merge`.
    fn from_str(name: &str) -> Result<Self, UnknownFork> {
        match name {
            "EIP150" => Ok(Self::TangerineWhistle),
            "EIP158" => Ok(Self::SpuriousDragon),
            "ConstantinopleFix" => Ok(Self::Petersburg),
            "Merge" => Ok(Self::Paris),
            _ => Self::ALL.into_iter().find(|fork| fork.name() == name).ok_or(UnknownFork),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_forks_are_in_order() {
        for pair in Fork::ALL.windows(2) {
            assert!(pair[0] < pair[1]);
        }
        for fork in Fork::ALL {
            assert_eq!(fork.name().parse(), Ok(fork));
        }
        assert_eq!(Fork::ALL.last(), Some(&Fork::LATEST));
        assert_eq!("EIP158".parse(), Ok(Fork::SpuriousDragon));
        assert_eq!("Olympic".parse::<Fork>(), Err(UnknownFork));
    }
}
