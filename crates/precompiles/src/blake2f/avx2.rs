//! The rounds of F with 256-bit vectors, a row of the state in each.

use super::compress::{IV, SIGMA};
use core::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_extract_epi64, _mm256_permute4x64_epi64, _mm256_set_epi64x,
    _mm256_setr_epi8, _mm256_shuffle_epi8, _mm256_shuffle_epi32, _mm256_srli_epi64,
    _mm256_xor_si256,
};

/// F, or false where the machine has no AVX2.
#[inline]
pub(super) fn compress(rounds: u32, h: &mut [u64; 8], m: &[u64; 16], masks: [u64; 4]) -> bool {
    let is_available = std::arch::is_x86_feature_detected!("avx2");
    if is_available {
        // SAFETY: the line above has found the one feature that the function needs.
        #[expect(unsafe_code, reason = "a seventh faster than plain code")]
        unsafe {
            compress_avx2(rounds, h, m, masks);
        }
    }
    is_available
}

/// The rows a, b, c, d of the working state.
type Rows = [__m256i; 4];

#[target_feature(enable = "avx2")]
fn compress_avx2(rounds: u32, h: &mut [u64; 8], m: &[u64; 16], masks: [u64; 4]) {
    let upper = [vector(h, [0, 1, 2, 3]), vector(h, [4, 5, 6, 7])];
    let last = _mm256_xor_si256(vector(&IV, [4, 5, 6, 7]), vector(&masks, [0, 1, 2, 3]));
    let mut rows = [upper[0], upper[1], vector(&IV, [0, 1, 2, 3]), last];
    mix_rounds(rounds, &mut rows, m);
    let [a, b, c, d] = rows;
    let mixed = [_mm256_xor_si256(a, c), _mm256_xor_si256(b, d)];
    for ((words, old), new) in h.as_chunks_mut::<4>().0.iter_mut().zip(upper).zip(mixed) {
        let row = _mm256_xor_si256(old, new);
        *words = [
            _mm256_extract_epi64::<0>(row),
            _mm256_extract_epi64::<1>(row),
            _mm256_extract_epi64::<2>(row),
            _mm256_extract_epi64::<3>(row),
        ]
        .map(i64::cast_unsigned);
    }
}

/// The branch after each round costs less than a second copy of the rounds would.
#[inline]
#[target_feature(enable = "avx2")]
fn mix_rounds(rounds: u32, rows: &mut Rows, m: &[u64; 16]) {
    let mut left = rounds;
    macro_rules! rounds {
        ($($row:literal)*) => {$(
            if left == 0 {
                return;
            }
            left -= 1;
            round::<$row>(rows, m);
        )*};
    }
    loop {
        rounds!(0 1 2 3 4 5 6 7 8 9);
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn round<const ROW: usize>(rows: &mut Rows, m: &[u64; 16]) {
    let s = const { SIGMA[ROW] };
    let x = vector(m, [s[0], s[2], s[4], s[6]]);
    let y = vector(m, [s[1], s[3], s[5], s[7]]);
    mix(rows, x, y);
    // Diagonals become columns. Row b is ready last, so it is the one that stays.
    let [a, _, c, d] = rows;
    *a = _mm256_permute4x64_epi64::<0b10_01_00_11>(*a);
    *c = _mm256_permute4x64_epi64::<0b00_11_10_01>(*c);
    *d = _mm256_permute4x64_epi64::<0b01_00_11_10>(*d);
    let x = vector(m, [s[14], s[8], s[10], s[12]]);
    let y = vector(m, [s[15], s[9], s[11], s[13]]);
    mix(rows, x, y);
    let [a, _, c, d] = rows;
    *a = _mm256_permute4x64_epi64::<0b00_11_10_01>(*a);
    *c = _mm256_permute4x64_epi64::<0b10_01_00_11>(*c);
    *d = _mm256_permute4x64_epi64::<0b01_00_11_10>(*d);
}

/// The mixing function G in four columns.
#[inline]
#[target_feature(enable = "avx2")]
fn mix(rows: &mut Rows, x: __m256i, y: __m256i) {
    #[rustfmt::skip]
    let right_24 = _mm256_setr_epi8(
        3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10,
        3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10,
    );
    #[rustfmt::skip]
    let right_16 = _mm256_setr_epi8(
        2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9,
        2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9,
    );
    let [a, b, c, d] = rows;
    *a = _mm256_add_epi64(_mm256_add_epi64(*a, x), *b);
    *d = _mm256_shuffle_epi32::<0b10_11_00_01>(_mm256_xor_si256(*d, *a));
    *c = _mm256_add_epi64(*c, *d);
    *b = _mm256_shuffle_epi8(_mm256_xor_si256(*b, *c), right_24);
    *a = _mm256_add_epi64(_mm256_add_epi64(*a, y), *b);
    *d = _mm256_shuffle_epi8(_mm256_xor_si256(*d, *a), right_16);
    *c = _mm256_add_epi64(*c, *d);
    *b = _mm256_xor_si256(*b, *c);
    *b = _mm256_xor_si256(_mm256_srli_epi64::<63>(*b), _mm256_add_epi64(*b, *b));
}

/// Four of the words.
#[inline]
#[target_feature(enable = "avx2")]
fn vector<const N: usize>(words: &[u64; N], [i, j, k, l]: [usize; 4]) -> __m256i {
    let [i, j, k, l] = [words[i], words[j], words[k], words[l]].map(u64::cast_signed);
    _mm256_set_epi64x(l, k, j, i)
}
