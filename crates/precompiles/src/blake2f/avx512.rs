//! F with AVX-512, which rotates words in one instruction.

use super::{
    avx2::{Rows, first_rows, last_words, vector},
    compress::{Block, SIGMA, Word},
    rounds::mix_rounds,
};
use core::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_permute4x64_epi64, _mm256_ror_epi64, _mm256_xor_si256,
};

/// F, and whether the machine has AVX-512 for short vectors; without it `out` is left as it is.
#[inline]
pub(super) fn compress(block: &Block<'_>, out: &mut [Word; 8]) -> bool {
    let is_available = std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512vl");
    if is_available {
        // SAFETY: the condition has found all features that the function needs.
        #[expect(unsafe_code, reason = "a seventh faster than AVX2")]
        unsafe {
            compress_avx512(block, out);
        }
    }
    is_available
}

#[target_feature(enable = "avx2,avx512f,avx512vl")]
fn compress_avx512(block: &Block<'_>, out: &mut [Word; 8]) {
    let start = first_rows(block);
    let mut rows = start;
    mix_rounds(block.rounds, &mut rows, block.m);
    *out = last_words(&start, &rows);
}

mix_rounds!("avx2,avx512f,avx512vl", 0 1 2 3 4 5 6 7 8 9);

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn right_32(words: __m256i) -> __m256i {
    _mm256_ror_epi64::<32>(words)
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn right_24(words: __m256i) -> __m256i {
    _mm256_ror_epi64::<24>(words)
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn right_16(words: __m256i) -> __m256i {
    _mm256_ror_epi64::<16>(words)
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn right_63(words: __m256i) -> __m256i {
    _mm256_ror_epi64::<63>(words)
}
