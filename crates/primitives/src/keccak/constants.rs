//! The constants of Keccak-f[1600], from their definitions (FIPS 202, sections 3.2.2 and 3.2.5).

/// Rounds of the permutation.
pub(super) const ROUNDS: usize = 24;

/// By how many bits the lane at column x and row y is rotated to the left: `RHO[y][x]`.
pub(super) const RHO: [[i64; 5]; 5] = {
    let mut offsets = [[0; 5]; 5];
    let (mut x, mut y, mut t) = (1, 0, 0);
    while t < 24 {
        offsets[y][x] = (t + 1) * (t + 2) / 2 % 64;
        (x, y) = (y, (2 * x + 3 * y) % 5);
        t += 1;
    }
    offsets
};

/// What is added to the lane at (0, 0) in each round.
pub(super) const IOTA: [i64; ROUNDS] = {
    let mut constants = [0; ROUNDS];
    // The state of the shift register; its lowest bit is the next one of a constant.
    let mut register = 1_u8;
    let mut round = 0;
    while round < ROUNDS {
        let mut bit = 0;
        while bit < 7 {
            if register & 1 == 1 {
                constants[round] |= 1 << ((1 << bit) - 1);
            }
            let carry = register >> 7;
            register = (register << 1) ^ (carry * 0x71);
            bit += 1;
        }
        round += 1;
    }
    constants
};
