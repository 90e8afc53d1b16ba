//! F itself, in plain code.

/// The initialization vector, that of SHA-512.
pub(super) const IV: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// The order of the message words; round `i` uses row `i mod 10`.
pub(super) const SIGMA: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/// A word, little-endian. The words stay where they lie in the call data until they are used:
/// vectors that are loaded from words just stored would have to wait for them.
pub(super) type Word = [u8; 8];

/// What F is computed of.
pub(super) struct Block<'a> {
    pub(super) rounds: u32,
    /// The state.
    pub(super) h: &'a [Word; 8],
    /// The message.
    pub(super) m: &'a [Word; 16],
    /// The bytes so far, the lower word first.
    pub(super) t: &'a [Word; 2],
    /// Whether this is the last block.
    pub(super) is_final: bool,
}

impl<'a> Block<'a> {
    /// From `h`, `m` and `t`, 26 words one behind the other.
    pub(super) fn new(rounds: u32, words: &'a [Word], is_final: bool) -> Option<Self> {
        let (h, words) = words.split_first_chunk()?;
        let (m, words) = words.split_first_chunk()?;
        let t = words.first_chunk()?;
        Some(Self { rounds, h, m, t, is_final })
    }

    /// What the last four words of the initialization vector are changed by.
    #[inline(always)]
    pub(super) fn masks(&self) -> [u64; 4] {
        let [t0, t1] = self.t.map(u64::from_le_bytes);
        [t0, t1, if self.is_final { u64::MAX } else { 0 }, 0]
    }
}

/// F: `out` becomes the state after `rounds` rounds.
///
/// Written in place: what is returned through an `Option` is copied word by word, and each copy
/// waits for the one before.
pub(super) fn compress(block: &Block<'_>, out: &mut [Word; 8]) {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if super::avx512::compress(block, out) || super::avx2::compress(block, out) {
        return;
    }
    *out = compress_plain(block);
}

/// Kept out of its caller: inlined, the compiler spills so much that it runs a third slower.
#[inline(never)]
fn compress_plain(block: &Block<'_>) -> [Word; 8] {
    let Block { rounds, h, m, .. } = *block;
    let h = h.map(u64::from_le_bytes);
    let m = &m.map(u64::from_le_bytes);
    let mut v = [0; 16];
    v[..8].copy_from_slice(&h);
    v[8..].copy_from_slice(&IV);
    for (word, mask) in v[12..].iter_mut().zip(block.masks()) {
        *word ^= mask;
    }
    for _ in 0..rounds / 10 {
        round::<0>(&mut v, m);
        round::<1>(&mut v, m);
        round::<2>(&mut v, m);
        round::<3>(&mut v, m);
        round::<4>(&mut v, m);
        round::<5>(&mut v, m);
        round::<6>(&mut v, m);
        round::<7>(&mut v, m);
        round::<8>(&mut v, m);
        round::<9>(&mut v, m);
    }
    for row in SIGMA.iter().take((rounds % 10) as usize) {
        mix_all(&mut v, m, row);
    }
    core::array::from_fn(|i| (h[i] ^ v[i] ^ v[i + 8]).to_le_bytes())
}

/// A round whose row of [`SIGMA`] is known when this is compiled.
#[inline(always)]
fn round<const ROW: usize>(v: &mut [u64; 16], m: &[u64; 16]) {
    mix_all(v, m, &const { SIGMA[ROW] });
}

#[inline(always)]
fn mix_all(v: &mut [u64; 16], m: &[u64; 16], s: &[usize; 16]) {
    mix::<0, 4, 8, 12>(v, m[s[0]], m[s[1]]);
    mix::<1, 5, 9, 13>(v, m[s[2]], m[s[3]]);
    mix::<2, 6, 10, 14>(v, m[s[4]], m[s[5]]);
    mix::<3, 7, 11, 15>(v, m[s[6]], m[s[7]]);
    mix::<0, 5, 10, 15>(v, m[s[8]], m[s[9]]);
    mix::<1, 6, 11, 12>(v, m[s[10]], m[s[11]]);
    mix::<2, 7, 8, 13>(v, m[s[12]], m[s[13]]);
    mix::<3, 4, 9, 14>(v, m[s[14]], m[s[15]]);
}

/// The mixing function G.
#[inline(always)]
const fn mix<const A: usize, const B: usize, const C: usize, const D: usize>(
    v: &mut [u64; 16],
    x: u64,
    y: u64,
) {
    // What does not depend on the step before is added first.
    v[A] = v[A].wrapping_add(x).wrapping_add(v[B]);
    v[D] = (v[D] ^ v[A]).rotate_right(32);
    v[C] = v[C].wrapping_add(v[D]);
    v[B] = (v[B] ^ v[C]).rotate_right(24);
    v[A] = v[A].wrapping_add(y).wrapping_add(v[B]);
    v[D] = (v[D] ^ v[A]).rotate_right(16);
    v[C] = v[C].wrapping_add(v[D]);
    v[B] = (v[B] ^ v[C]).rotate_right(63);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_machine_runs_equals_plain_code() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed.to_le_bytes()
        };
        for rounds in (0..70).chain([1000, 1237]) {
            let words: [Word; 26] = core::array::from_fn(|_| next());
            for is_final in [false, true] {
                let block = Block::new(rounds, &words, is_final).unwrap();
                let plain = compress_plain(&block);
                let mut h = [[0; 8]; 8];
                compress(&block, &mut h);
                assert_eq!(h, plain, "{rounds} rounds");
                #[cfg(all(feature = "std", target_arch = "x86_64"))]
                for compress in [super::super::avx2::compress, super::super::avx512::compress] {
                    let untouched = [[0xab; 8]; 8];
                    let mut h = untouched;
                    let expected = if compress(&block, &mut h) { plain } else { untouched };
                    assert_eq!(h, expected, "{rounds} rounds");
                }
            }
        }
    }

    #[test]
    fn a_block_is_26_words() {
        assert!(Block::new(0, &[[0; 8]; 25], false).is_none());
        assert!(Block::new(0, &[[0; 8]; 26], false).is_some());
    }
}
