//! F with AVX2.

use super::{
    compress::{Block, IV, SIGMA, Word},
    rounds::mix_rounds,
};
use core::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_extract_epi64, _mm256_permute4x64_epi64, _mm256_set_epi64x,
    _mm256_setr_epi8, _mm256_shuffle_epi8, _mm256_shuffle_epi32, _mm256_srli_epi64,
    _mm256_xor_si256,
};

/// F, and whether the machine has AVX2; without it `out` is left as it is.
#[inline]
pub(super) fn compress(block: &Block<'_>, out: &mut [Word; 8]) -> bool {
    let is_available = std::arch::is_x86_feature_detected!("avx2");
    if is_available {
        // SAFETY: the condition has found the one feature that the function needs.
        #[expect(unsafe_code, reason = "a seventh faster than plain code")]
        unsafe {
            compress_avx2(block, out);
        }
    }
    is_available
}

/// The rows a, b, c, d of the working state.
pub(super) type Rows = [__m256i; 4];

#[target_feature(enable = "avx2")]
fn compress_avx2(block: &Block<'_>, out: &mut [Word; 8]) {
    let start = first_rows(block);
    let mut rows = start;
    mix_rounds(block.rounds, &mut rows, block.m);
    *out = last_words(&start, &rows);
}

/// The working state before the first round.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn first_rows(block: &Block<'_>) -> Rows {
    let row = |words: [u64; 4]| vector(&words.map(u64::to_le_bytes), [0, 1, 2, 3]);
    let [i0, i1, i2, i3, i4, i5, i6, i7] = IV;
    let last = _mm256_xor_si256(row([i4, i5, i6, i7]), row(block.masks()));
    [vector(block.h, [0, 1, 2, 3]), vector(block.h, [4, 5, 6, 7]), row([i0, i1, i2, i3]), last]
}

/// The state after the last round.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn last_words(start: &Rows, [a, b, c, d]: &Rows) -> [Word; 8] {
    let low = words(_mm256_xor_si256(start[0], _mm256_xor_si256(*a, *c)));
    let high = words(_mm256_xor_si256(start[1], _mm256_xor_si256(*b, *d)));
    core::array::from_fn(|i| if i < 4 { low[i] } else { high[i - 4] })
}

#[inline]
#[target_feature(enable = "avx2")]
fn words(row: __m256i) -> [Word; 4] {
    [
        _mm256_extract_epi64::<0>(row),
        _mm256_extract_epi64::<1>(row),
        _mm256_extract_epi64::<2>(row),
        _mm256_extract_epi64::<3>(row),
    ]
    .map(i64::to_le_bytes)
}

mix_rounds!("avx2", 0 1 2 3 4 5 6 7 8 9);

#[inline]
#[target_feature(enable = "avx2")]
fn right_32(words: __m256i) -> __m256i {
    _mm256_shuffle_epi32::<0b10_11_00_01>(words)
}

#[inline]
#[target_feature(enable = "avx2")]
fn right_24(words: __m256i) -> __m256i {
    #[rustfmt::skip]
    let bytes = _mm256_setr_epi8(
        3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10,
        3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10,
    );
    _mm256_shuffle_epi8(words, bytes)
}

#[inline]
#[target_feature(enable = "avx2")]
fn right_16(words: __m256i) -> __m256i {
    #[rustfmt::skip]
    let bytes = _mm256_setr_epi8(
        2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9,
        2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9,
    );
    _mm256_shuffle_epi8(words, bytes)
}

#[inline]
#[target_feature(enable = "avx2")]
fn right_63(words: __m256i) -> __m256i {
    _mm256_xor_si256(_mm256_srli_epi64::<63>(words), _mm256_add_epi64(words, words))
}

/// Four of the words.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn vector<const N: usize>(words: &[Word; N], [i, j, k, l]: [usize; 4]) -> __m256i {
    let [i, j, k, l] = [words[i], words[j], words[k], words[l]].map(i64::from_le_bytes);
    _mm256_set_epi64x(l, k, j, i)
}
