//! Sums of products of points and scalars on BLS12-381.
//!
//! The endomorphism splits each scalar into short parts, two in G1 and four in G2, and all parts of
//! all scalars share one chain of doublings (Straus' method, with signed windows). What is added
//! between two doublings is summed beforehand in affine coordinates, many sums at once, so that
//! they share their inversions.

use super::endomorphism::Endomorphism;
use crate::curve::add_pairs;
use alloc::{vec, vec::Vec};
use ark_bls12_381::Fr;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::{AdditiveGroup, PrimeField, Zero};
use ruint::aliases::U256;

/// Digits are odd, and below half of 2 to the power of this in size.
const WINDOW: u32 = 5;
/// How many odd multiples of each point are kept.
const MULTIPLES: usize = 1 << (WINDOW - 2);
/// Points that share one chain of doublings; more of them would only take memory.
const CHUNK: usize = 256;
/// Digits whose points are summed at once: a sixth of them are not zero.
const DIGITS_AT_ONCE: usize = 4_096;

/// The sum of the products of points, which have to be in the subgroup, and their scalars.
pub(crate) fn sum_of_products<P: Endomorphism>(
    points: &[Affine<P>],
    scalars: &[Fr],
) -> Projective<P> {
    let chunks = points.chunks(CHUNK).zip(scalars.chunks(CHUNK));
    chunks.map(|(points, scalars)| sum_of_chunk(points, scalars)).sum()
}

fn sum_of_chunk<P: Endomorphism>(points: &[Affine<P>], scalars: &[Fr]) -> Projective<P> {
    let tables = odd_multiples(points);
    let digits = digits::<P>(scalars);
    let rows = points.len() * P::PARTS;
    let mut scratch = Scratch {
        points: Vec::new(),
        starts: Vec::new(),
        pairs: Vec::new(),
        products: Vec::new(),
        sums: Vec::new(),
    };
    let mut sum = Projective::zero();
    for columns in digits.rchunks(rows * (DIGITS_AT_ONCE / rows).max(1)) {
        for column in columns.chunks_exact(rows) {
            scratch.begin_list();
            for (digit, table) in column.iter().zip(tables.chunks_exact(MULTIPLES)) {
                let multiple = table[usize::from(digit.unsigned_abs() / 2)];
                match digit {
                    0 => {}
                    1.. => scratch.points.push(multiple),
                    _ => scratch.points.push(-multiple),
                }
            }
        }
        scratch.sum_lists();
        for column_sum in scratch.sums.iter().rev() {
            sum.double_in_place();
            sum += column_sum;
        }
    }
    sum
}

/// [`MULTIPLES`] odd multiples of each point, then those of its product with the base, and so on
/// for each part.
fn odd_multiples<P: Endomorphism>(points: &[Affine<P>]) -> Vec<Affine<P>> {
    let count = points.len() * MULTIPLES;
    let mut tables = Vec::with_capacity(count * P::PARTS + points.len());
    for point in points {
        tables.extend([*point; MULTIPLES]);
    }
    // For the while of the additions, the points twice stand at the end.
    tables.extend(points);
    let (mut pairs, mut products) = (Vec::new(), Vec::new());
    pairs.extend((0..points.len()).map(|index| (count + index, index * MULTIPLES)));
    add_pairs(&mut tables, &pairs, &mut products);
    for multiple in 1..MULTIPLES {
        pairs.clear();
        for index in 0..points.len() {
            let place = index * MULTIPLES + multiple;
            tables[place] = tables[place - 1];
            pairs.push((place, count + index));
        }
        add_pairs(&mut tables, &pairs, &mut products);
    }
    tables.truncate(count);
    for index in 0..count * (P::PARTS - 1) {
        tables.push(P::times_base(&tables[index]));
    }
    tables
}

/// Lists of points that are summed at once, in affine coordinates.
struct Scratch<P: SWCurveConfig> {
    /// The points of all lists, one list after the other.
    points: Vec<Affine<P>>,
    /// Where each list begins.
    starts: Vec<usize>,
    pairs: Vec<(usize, usize)>,
    products: Vec<P::BaseField>,
    /// The sum of each list.
    sums: Vec<Affine<P>>,
}

impl<P: Endomorphism> Scratch<P> {
    fn begin_list(&mut self) {
        self.starts.push(self.points.len());
    }

    /// Sums each list, by halves, and empties them.
    fn sum_lists(&mut self) {
        self.starts.push(self.points.len());
        let mut step = 1;
        loop {
            self.pairs.clear();
            for list in self.starts.windows(2) {
                let firsts = (list[0]..list[1]).step_by(2 * step);
                let pairs = firsts.map(|first| (first, first + step));
                self.pairs.extend(pairs.filter(|(_, second)| *second < list[1]));
            }
            if self.pairs.is_empty() {
                break;
            }
            add_pairs(&mut self.points, &self.pairs, &mut self.products);
            step *= 2;
        }
        self.sums.clear();
        for list in self.starts.windows(2) {
            let is_empty = list[0] == list[1];
            self.sums.push(if is_empty { Affine::zero() } else { self.points[list[0]] });
        }
        self.points.clear();
        self.starts.clear();
    }
}

/// The digits of all parts of all scalars to the base 2, column by column, the lowest first; in a
/// column the first parts of all scalars stand before the second ones.
fn digits<P: Endomorphism>(scalars: &[Fr]) -> Vec<i8> {
    let columns = 129 - P::BASE.leading_zeros() as usize;
    let rows = scalars.len() * P::PARTS;
    let mut digits = vec![0; columns * rows];
    for (index, scalar) in scalars.iter().enumerate() {
        let mut rest = U256::from_limbs(scalar.into_bigint().0);
        for part in 0..P::PARTS {
            let (quotient, remainder) = rest.div_rem(U256::from(P::BASE));
            rest = quotient;
            let row = part * scalars.len() + index;
            for (column, digit) in signed_digits(remainder.to()) {
                digits[column * rows + row] = digit;
            }
        }
    }
    digits
}

/// The digits of a number other than zero, with their places: odd, and at most one in [`WINDOW`]
/// places.
fn signed_digits(mut number: u128) -> impl Iterator<Item = (usize, i8)> {
    const SIZE: i8 = 1 << WINDOW;
    let mut place = 0;
    core::iter::from_fn(move || {
        if number == 0 {
            return None;
        }
        let zeros = number.trailing_zeros();
        number >>= zeros;
        place += zeros as usize;
        let low = i8::try_from(number % SIZE as u128).unwrap_or_default();
        let digit = if low < SIZE / 2 { low } else { low - SIZE };
        // What is left is a multiple of the window's size.
        number = number.wrapping_sub_signed(digit.into());
        Some((place, digit))
    })
}

#[cfg(test)]
mod tests {
    use super::super::endomorphism::X;
    use super::*;
    use crate::curve::to_affine;
    use ark_bls12_381::{g1, g2};
    use ark_ec::CurveGroup;
    use proptest::prelude::*;

    #[test]
    fn signed_digits_give_the_number_back() {
        let edges = [0, 1, 2, 15, 16, 17, 31, 32, u128::from(X), g1::Config::BASE - 1];
        for number in edges {
            let sum = signed_digits(number).fold(U256::ZERO, |sum, (place, digit)| {
                assert!(digit % 2 != 0 && digit.unsigned_abs() < 16);
                let size = U256::from(digit.unsigned_abs()) << place;
                if digit < 0 { sum.wrapping_sub(size) } else { sum.wrapping_add(size) }
            });
            assert_eq!(sum, U256::from(number));
        }
    }

    fn check_products<P: Endomorphism>(factors: &[Fr], scalars: &[Fr]) {
        let points: Vec<_> =
            factors.iter().map(|k| (Affine::<P>::generator() * k).into_affine()).collect();
        let expected: Projective<P> = points.iter().zip(scalars).map(|(p, k)| *p * k).sum();
        assert_eq!(sum_of_products(&points, scalars), expected);
        assert_eq!(to_affine(&sum_of_products(&points, scalars)), expected.into_affine());
    }

    #[test]
    fn edge_scalars_and_points_that_meet() {
        let base = Fr::from(g1::Config::BASE);
        let x = Fr::from(X);
        let one = Fr::from(1u8);
        let edges = [Fr::zero(), one, -one, x, -x, x - one, base, base - one, -base, x * base];
        for a in edges {
            for b in [one, -one, base, -base] {
                check_products::<g1::Config>(&[one, one], &[a, b]);
                check_products::<g2::Config>(&[one, -one], &[a, b]);
            }
            check_products::<g1::Config>(&[a], &[a]);
            check_products::<g2::Config>(&[a], &[a]);
        }
        check_products::<g1::Config>(&[], &[]);
    }

    #[test]
    fn more_points_than_a_chunk() {
        let scalars: Vec<_> = (0..=CHUNK as u64 + 1).map(|k| Fr::from(k) * Fr::from(X)).collect();
        check_products::<g1::Config>(&scalars, &scalars);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn products_are_those_of_arkworks(
            factors in prop::collection::vec(any::<u64>().prop_map(Fr::from), 5),
            scalars in prop::collection::vec(
                any::<[u8; 32]>().prop_map(|bytes| Fr::from_be_bytes_mod_order(&bytes)),
                0..=5,
            ),
        ) {
            check_products::<g1::Config>(&factors[..scalars.len()], &scalars);
            check_products::<g2::Config>(&factors[..scalars.len()], &scalars);
        }
    }
}
