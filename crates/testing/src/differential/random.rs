//! Numbers that follow from a seed and an index, on every machine and in every version.

/// splitmix64, so that a case depends on nothing but its seed and index.
#[derive(Debug, Clone)]
pub(super) struct Random {
    state: u64,
}

impl Random {
    /// The sequence of one case.
    pub(super) const fn new(seed: u64, index: u64) -> Self {
        let mut random = Self { state: seed };
        let mixed = random.next();
        random.state = mixed ^ index.wrapping_mul(0xd6e8_feb8_6659_fd93);
        random
    }

    /// 64 bits.
    pub(super) const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 if that is 0.
    pub(super) const fn below(&mut self, bound: u64) -> u64 {
        match self.next().checked_rem(bound) {
            Some(number) => number,
            None => 0,
        }
    }

    /// A number from `low` to `high`, both included.
    pub(super) const fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True once in `n` times.
    pub(super) const fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of `items`; these must not be none.
    pub(super) fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        let at = self.below(items.len() as u64);
        &items[usize::try_from(at).unwrap_or(0)]
    }

    /// A byte.
    pub(super) const fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    /// As [`Self::below`], of a size.
    pub(super) fn size_below(&mut self, bound: u64) -> usize {
        usize::try_from(self.below(bound)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_follows_from_seed_and_index() {
        let numbers = |seed, index| {
            let mut random = Random::new(seed, index);
            [random.next(), random.next()]
        };
        assert_eq!(numbers(1, 2), numbers(1, 2));
        assert_ne!(numbers(1, 2), numbers(2, 1));
        assert_ne!(numbers(1, 2), numbers(1, 3));
        assert_eq!(Random::new(0, 0).below(0), 0);
    }
}
