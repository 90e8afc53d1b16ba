//! What a modular exponentiation costs on each fork.

/// What the price depends on.
pub(super) struct Lengths {
    /// Bytes of base or modulus, the longer one; saturated.
    pub(super) operand: u64,
    /// Bytes of the exponent; saturated.
    pub(super) exponent: u64,
    /// Bits of the number that the exponent's first 32 bytes make.
    pub(super) exponent_head_bits: u64,
}

impl Lengths {
    /// EIP-198, "ADJUSTED_EXPONENT_LENGTH", where each byte after the first 32 counts for
    /// `per_byte` bits; at least 1.
    fn iterations(&self, per_byte: u128) -> u128 {
        let tail = u128::from(self.exponent.saturating_sub(32)) * per_byte;
        (tail + u128::from(self.exponent_head_bits.saturating_sub(1))).max(1)
    }

    /// Eight-byte words of the longer operand.
    fn words(&self) -> u128 {
        u128::from(self.operand).div_ceil(8)
    }
}

/// Byzantium to Istanbul (EIP-198, GQUADDIVISOR 20).
pub(super) fn eip198(lengths: &Lengths) -> u64 {
    let x = u128::from(lengths.operand);
    let square = x.saturating_mul(x);
    let complexity = match x {
        0..=64 => square,
        65..=1024 => square / 4 + 96 * x - 3072,
        _ => (square / 16).saturating_add(480 * x) - 199_680,
    };
    saturate(complexity.saturating_mul(lengths.iterations(8)) / 20)
}

/// Berlin to Prague (EIP-2565).
pub(super) fn eip2565(lengths: &Lengths) -> u64 {
    let complexity = lengths.words().pow(2);
    saturate(complexity.saturating_mul(lengths.iterations(8)) / 3).max(200)
}

/// Since Osaka (EIP-7883).
pub(super) fn eip7883(lengths: &Lengths) -> u64 {
    let complexity = if lengths.operand <= 32 { 16 } else { 2 * lengths.words().pow(2) };
    saturate(complexity.saturating_mul(lengths.iterations(16))).max(500)
}

fn saturate(gas: u128) -> u64 {
    u64::try_from(gas).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HUGE: Lengths =
        Lengths { operand: u64::MAX, exponent: u64::MAX, exponent_head_bits: 256 };

    #[test]
    fn huge_lengths_saturate() {
        for cost in [eip198, eip2565, eip7883] {
            assert_eq!(cost(&HUGE), u64::MAX);
            assert_eq!(cost(&Lengths { exponent: 0, exponent_head_bits: 0, ..HUGE }), u64::MAX);
        }
    }

    #[test]
    fn no_operand_is_free_of_complexity_before_osaka() {
        let lengths = Lengths { operand: 0, ..HUGE };
        assert_eq!(eip198(&lengths), 0);
        assert_eq!(eip2565(&lengths), 200);
        assert_eq!(eip7883(&lengths), u64::MAX);
    }

    #[test]
    fn pieces_of_the_complexity_meet() {
        let cost = |operand| eip198(&Lengths { operand, exponent: 1, exponent_head_bits: 21 });
        assert_eq!(cost(64), 4096);
        assert_eq!(cost(65), 4224 / 4 + 96 * 65 - 3072);
        assert_eq!(cost(1024), (1 << 20) / 4 + 96 * 1024 - 3072);
        assert_eq!(cost(1025), 1_050_625 / 16 + 480 * 1025 - 199_680);
    }
}
