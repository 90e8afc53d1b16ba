//! The rounds of F with 256-bit vectors, a row of the state in each, for every set of instructions
//! that can rotate their words.

/// Makes `mix_rounds`, for the features named, over the rotations `right_32`, `right_24`,
/// `right_16` and `right_63` where it stands. The numbers are the rows of `SIGMA`.
macro_rules! mix_rounds {
    ($features:literal, $($row:literal)*) => {
        /// The branch after each round costs less than a second copy of the rounds would.
        #[inline]
        #[target_feature(enable = $features)]
        fn mix_rounds(rounds: u32, rows: &mut Rows, m: &[Word; 16]) {
            let mut left = rounds;
            loop {$(
                if left == 0 {
                    return;
                }
                left -= 1;
                round::<$row>(rows, m);
            )*}
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn round<const ROW: usize>(rows: &mut Rows, m: &[Word; 16]) {
            let s = const { SIGMA[ROW] };
            mix(rows, vector(m, [s[0], s[2], s[4], s[6]]), vector(m, [s[1], s[3], s[5], s[7]]));
            // Diagonals become columns. Row b is ready last, so it is the one that stays.
            let [a, _, c, d] = rows;
            *a = _mm256_permute4x64_epi64::<0b10_01_00_11>(*a);
            *c = _mm256_permute4x64_epi64::<0b00_11_10_01>(*c);
            *d = _mm256_permute4x64_epi64::<0b01_00_11_10>(*d);
            let (x, y) = ([s[14], s[8], s[10], s[12]], [s[15], s[9], s[11], s[13]]);
            mix(rows, vector(m, x), vector(m, y));
            let [a, _, c, d] = rows;
            *a = _mm256_permute4x64_epi64::<0b00_11_10_01>(*a);
            *c = _mm256_permute4x64_epi64::<0b10_01_00_11>(*c);
            *d = _mm256_permute4x64_epi64::<0b01_00_11_10>(*d);
        }

        /// The mixing function G in four columns.
        #[inline]
        #[target_feature(enable = $features)]
        fn mix([a, b, c, d]: &mut Rows, x: __m256i, y: __m256i) {
            *a = _mm256_add_epi64(_mm256_add_epi64(*a, x), *b);
            *d = right_32(_mm256_xor_si256(*d, *a));
            *c = _mm256_add_epi64(*c, *d);
            *b = right_24(_mm256_xor_si256(*b, *c));
            *a = _mm256_add_epi64(_mm256_add_epi64(*a, y), *b);
            *d = right_16(_mm256_xor_si256(*d, *a));
            *c = _mm256_add_epi64(*c, *d);
            *b = right_63(_mm256_xor_si256(*b, *c));
        }
    };
}

pub(super) use mix_rounds;
