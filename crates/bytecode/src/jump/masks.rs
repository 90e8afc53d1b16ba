//! Comparisons of many bytes of code at once: SSE2 where it is always there, plain code elsewhere.

use crate::bytecode::BLOCK;

/// `REACH[i]` is the greatest byte that, 32 - i bytes before a position, is no PUSH reaching it:
/// PUSHn is `0x5f + n`, and reaches n bytes. Bytes compare as signed, so that those from 0x80 on,
/// which are no PUSH, are less than all PUSHes.
const REACH: [i8; 32] = {
    let mut reach = [0; 32];
    let mut i = 0;
    let mut distance = 32;
    while i < 32 {
        reach[i] = 0x5e + distance;
        distance -= 1;
        i += 1;
    }
    reach
};

/// Whether one of the 32 bytes before a position would be a PUSH whose data reaches it.
#[inline]
pub(super) fn any_push_reaches(window: &[u8; 32]) -> bool {
    // SAFETY: the target has SSE2.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    return unsafe { sse2::any_push_reaches(window) };
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    return any_push_reaches_portable(window);
}

/// For each byte of a block, lowest bit first: whether it is a JUMPDEST, and whether a PUSH1 to
/// PUSH32.
#[inline]
pub(super) fn jumpdests_and_pushes(block: &[u8; BLOCK]) -> (u64, u64) {
    // SAFETY: the target has SSE2.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    return unsafe { sse2::jumpdests_and_pushes(block) };
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    return jumpdests_and_pushes_portable(block);
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
#[inline]
fn any_push_reaches_portable(window: &[u8; 32]) -> bool {
    let reaches = |(&byte, &reach): (&u8, &i8)| byte.cast_signed() > reach;
    window.iter().zip(&REACH).fold(false, |any, pair| any | reaches(pair))
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
#[inline]
fn jumpdests_and_pushes_portable(block: &[u8; BLOCK]) -> (u64, u64) {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // Gathers the high bit of each byte into the low 8 bits, first byte lowest.
    let gather = |bits: u64| ((bits >> 7) & ONES).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let (mut jumpdests, mut pushes) = (0, 0);
    for (index, bytes) in block.as_chunks::<8>().0.iter().enumerate() {
        let word = u64::from_le_bytes(*bytes);
        let different = word ^ (0x5b * ONES);
        // The high bit of each byte: whether the low 7 bits are not 0; then, whether any is.
        let nonzero = ((different & !HIGH) + !HIGH) | different;
        jumpdests |= gather(!nonzero & HIGH) << (8 * index);
        // PUSH1 to PUSH32 are the bytes with the three high bits 011.
        let push = !word & (word << 1) & (word << 2) & HIGH;
        pushes |= gather(push) << (8 * index);
    }
    (jumpdests, pushes)
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2 {
    use super::{BLOCK, REACH};
    use core::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128,
        _mm_set1_epi8,
    };

    /// The 16 bytes as a vector.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn load(bytes: &[u8; 16]) -> __m128i {
        // SAFETY: the reference is to 16 readable bytes, and the load needs no alignment.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    /// The high bit of each byte, first byte lowest.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn bits(vector: __m128i) -> u64 {
        u64::from(_mm_movemask_epi8(vector).cast_unsigned())
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    pub(super) fn any_push_reaches(window: &[u8; 32]) -> bool {
        const FAR_AND_NEAR: [[u8; 16]; 2] = {
            let mut halves = [[0; 16]; 2];
            let mut i = 0;
            while i < 32 {
                halves[i / 16][i % 16] = REACH[i].cast_unsigned();
                i += 1;
            }
            halves
        };
        let [far, near] = window.as_chunks().0 else { return true };
        let far = _mm_cmpgt_epi8(load(far), load(&FAR_AND_NEAR[0]));
        let near = _mm_cmpgt_epi8(load(near), load(&FAR_AND_NEAR[1]));
        bits(_mm_or_si128(far, near)) != 0
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    pub(super) fn jumpdests_and_pushes(block: &[u8; BLOCK]) -> (u64, u64) {
        let jumpdest = _mm_set1_epi8(0x5b);
        let before_push = _mm_set1_epi8(0x5f);
        let (mut jumpdests, mut pushes) = (0, 0);
        for (index, bytes) in block.as_chunks().0.iter().enumerate() {
            let bytes = load(bytes);
            jumpdests |= bits(_mm_cmpeq_epi8(bytes, jumpdest)) << (16 * index);
            pushes |= bits(_mm_cmpgt_epi8(bytes, before_push)) << (16 * index);
        }
        (jumpdests, pushes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_byte_at_every_place_of_a_window() {
        for index in 0..32_u8 {
            for byte in 0..=255_u8 {
                let mut window = [0; 32];
                window[usize::from(index)] = byte;
                let distance = 32 - index;
                let reaches = (0x60..=0x7f).contains(&byte) && byte - 0x5f >= distance;
                assert_eq!(any_push_reaches(&window), reaches, "{byte:#x} at {distance}");
                assert_eq!(any_push_reaches_portable(&window), reaches, "{byte:#x} at {distance}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

        #[test]
        fn twins_agree(block in prop::array::uniform32(prop::array::uniform2(any::<u8>()))) {
            let mut bytes = [0; BLOCK];
            bytes.copy_from_slice(block.as_flattened());
            let expected = bytes.iter().enumerate().fold((0, 0), |(jumpdests, pushes), (i, byte)| {
                let bit = |set| u64::from(set) << i;
                (jumpdests | bit(*byte == 0x5b), pushes | bit((0x60..=0x7f).contains(byte)))
            });
            prop_assert_eq!(jumpdests_and_pushes(&bytes), expected);
            prop_assert_eq!(jumpdests_and_pushes_portable(&bytes), expected);
        }
    }
}
