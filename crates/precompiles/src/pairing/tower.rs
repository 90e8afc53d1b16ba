//! The extension tower Fq ⊂ Fq2 ⊂ Fq6 ⊂ Fq12 of both pairings, over arkworks' types.
//!
//! Fq2 = Fq\[u\]/(u² + 1), Fq6 = Fq2\[v\]/(v³ − ξ), Fq12 = Fq6\[w\]/(w² − v).
//! What arkworks computes with general formulas is done here with fewer multiplications in Fq;
//! the values are the same.

use crate::invert::Invert;
use ark_ff::{AdditiveGroup, Field, Fp2, Fp2Config, Fp6, Fp6Config, Fp12, Fp12Config};

type SexticConfig<T> = <T as Fp12Config>::Fp6Config;
type QuadraticConfig<T> = <SexticConfig<T> as Fp6Config>::Fp2Config;

pub(crate) type Fq<T> = <QuadraticConfig<T> as Fp2Config>::Fp;
pub(crate) type Fq2<T> = Fp2<QuadraticConfig<T>>;
pub(crate) type Fq6<T> = Fp6<SexticConfig<T>>;
pub(crate) type Fq12<T> = Fp12<T>;

/// A tower of which Fq2 is Fq\[u\]/(u² + 1), and whose elements of Fq are inverted fast.
pub(crate) trait Tower:
    Fp12Config<Fp6Config: Fp6Config<Fp2Config: Fp2Config<Fp: Invert>>>
{
}

/// ξ·a.
pub(crate) fn mul_xi<T: Tower>(a: Fq2<T>) -> Fq2<T> {
    SexticConfig::<T>::mul_fp2_by_nonresidue(a)
}

/// v·a.
pub(crate) fn mul_v<T: Tower>(a: Fq6<T>) -> Fq6<T> {
    Fq6::<T>::new(mul_xi::<T>(a.c2), a.c0, a.c1)
}

/// a·b. As arkworks has it, by sums of products: three multiplications in Fq would cost less than
/// those, but more than that in additions.
///
/// Not inlined: what calls it would no longer fit the instruction cache.
#[inline(never)]
pub(crate) fn mul_fq2<T: Tower>(a: &Fq2<T>, b: &Fq2<T>) -> Fq2<T> {
    *a * b
}

/// a².
#[inline(never)]
pub(crate) fn square_fq2<T: Tower>(a: &Fq2<T>) -> Fq2<T> {
    Fq2::<T>::new((a.c0 + a.c1) * (a.c0 - a.c1), (a.c0 * a.c1).double())
}

/// a·s.
pub(crate) fn scale_fq2<T: Tower>(a: &Fq2<T>, s: &Fq<T>) -> Fq2<T> {
    Fq2::<T>::new(a.c0 * s, a.c1 * s)
}

/// a·b.
pub(crate) fn mul_fq6<T: Tower>(a: &Fq6<T>, b: &Fq6<T>) -> Fq6<T> {
    let v0 = mul_fq2::<T>(&a.c0, &b.c0);
    let v1 = mul_fq2::<T>(&a.c1, &b.c1);
    let v2 = mul_fq2::<T>(&a.c2, &b.c2);
    let v12 = mul_fq2::<T>(&(a.c1 + a.c2), &(b.c1 + b.c2)) - v1 - v2;
    let v01 = mul_fq2::<T>(&(a.c0 + a.c1), &(b.c0 + b.c1)) - v0 - v1;
    let v02 = mul_fq2::<T>(&(a.c0 + a.c2), &(b.c0 + b.c2)) - v0 - v2;
    Fq6::<T>::new(v0 + mul_xi::<T>(v12), v01 + mul_xi::<T>(v2), v02 + v1)
}

/// a·(b0 + b1·v).
pub(crate) fn mul_fq6_by_01<T: Tower>(a: &Fq6<T>, b0: &Fq2<T>, b1: &Fq2<T>) -> Fq6<T> {
    let v0 = mul_fq2::<T>(&a.c0, b0);
    let v1 = mul_fq2::<T>(&a.c1, b1);
    let v12 = mul_fq2::<T>(&(a.c1 + a.c2), b1) - v1;
    let v02 = mul_fq2::<T>(&(a.c0 + a.c2), b0) - v0;
    let v01 = mul_fq2::<T>(&(a.c0 + a.c1), &(*b0 + b1)) - v0 - v1;
    Fq6::<T>::new(v0 + mul_xi::<T>(v12), v01, v02 + v1)
}

/// The inverse, which zero does not have.
pub(crate) fn invert_fq6<T: Tower>(a: &Fq6<T>) -> Option<Fq6<T>> {
    let t0 = square_fq2::<T>(&a.c0) - mul_xi::<T>(mul_fq2::<T>(&a.c1, &a.c2));
    let t1 = mul_xi::<T>(square_fq2::<T>(&a.c2)) - mul_fq2::<T>(&a.c0, &a.c1);
    let t2 = square_fq2::<T>(&a.c1) - mul_fq2::<T>(&a.c0, &a.c2);
    let norm =
        mul_fq2::<T>(&a.c0, &t0) + mul_xi::<T>(mul_fq2::<T>(&a.c2, &t1) + mul_fq2::<T>(&a.c1, &t2));
    let inverse = norm.invert()?;
    Some(Fq6::<T>::new(
        mul_fq2::<T>(&t0, &inverse),
        mul_fq2::<T>(&t1, &inverse),
        mul_fq2::<T>(&t2, &inverse),
    ))
}

/// a·b.
pub(crate) fn mul_fq12<T: Tower>(a: &Fq12<T>, b: &Fq12<T>) -> Fq12<T> {
    let v0 = mul_fq6::<T>(&a.c0, &b.c0);
    let v1 = mul_fq6::<T>(&a.c1, &b.c1);
    let both = mul_fq6::<T>(&(a.c0 + a.c1), &(b.c0 + b.c1));
    Fq12::<T>::new(v0 + mul_v::<T>(v1), both - v0 - v1)
}

/// a².
pub(crate) fn square_fq12<T: Tower>(a: &Fq12<T>) -> Fq12<T> {
    let product = mul_fq6::<T>(&a.c0, &a.c1);
    let both = mul_fq6::<T>(&(a.c0 + a.c1), &(a.c0 + mul_v::<T>(a.c1)));
    Fq12::<T>::new(both - product - mul_v::<T>(product), product.double())
}

/// a to the power of q⁶, and the inverse where a is in the cyclotomic subgroup.
pub(crate) fn conjugate<T: Tower>(a: &Fq12<T>) -> Fq12<T> {
    Fq12::<T>::new(a.c0, -a.c1)
}

/// a to the power of q⁶ − 1; none for zero.
pub(crate) fn power_q6_minus_1<T: Tower>(a: &Fq12<T>) -> Option<Fq12<T>> {
    // (c0 − c1·w) / (c0 + c1·w) = (c0 − c1·w)² / (c0² − v·c1²).
    let square0 = mul_fq6::<T>(&a.c0, &a.c0);
    let square1 = mul_v::<T>(mul_fq6::<T>(&a.c1, &a.c1));
    let product = mul_fq6::<T>(&a.c0, &a.c1);
    let inverse = invert_fq6::<T>(&(square0 - square1))?;
    Some(Fq12::<T>::new(
        mul_fq6::<T>(&(square0 + square1), &inverse),
        -mul_fq6::<T>(&product.double(), &inverse),
    ))
}

/// (a + b·y)² in Fq2\[y\]/(y² − ξ), as its two coefficients.
fn square_fq4<T: Tower>(a: &Fq2<T>, b: &Fq2<T>) -> [Fq2<T>; 2] {
    let product = mul_fq2::<T>(a, b);
    let both = mul_fq2::<T>(&(*a + b), &(mul_xi::<T>(*b) + a));
    [both - product - mul_xi::<T>(product), product.double()]
}

/// 3·t − 2·z.
fn three_minus_two<T: Tower>(t: Fq2<T>, z: &Fq2<T>) -> Fq2<T> {
    (t - z).double() + t
}

/// 3·t + 2·z.
fn three_plus_two<T: Tower>(t: Fq2<T>, z: &Fq2<T>) -> Fq2<T> {
    (t + z).double() + t
}

/// a², where a is in the cyclotomic subgroup (Granger and Scott, "Faster squaring in the
/// cyclotomic subgroup of sixth degree extensions").
pub(crate) fn cyclotomic_square<T: Tower>(a: &Fq12<T>) -> Fq12<T> {
    let [t0, t1] = square_fq4::<T>(&a.c0.c0, &a.c1.c1);
    let compressed = Compressed::of(a).square();
    Fq12::<T>::new(
        Fq6::<T>::new(three_minus_two::<T>(t0, &a.c0.c0), compressed.c01, compressed.c02),
        Fq6::<T>::new(compressed.c10, three_plus_two::<T>(t1, &a.c1.c1), compressed.c12),
    )
}

/// a to the power of 2ⁿ, where a is in the cyclotomic subgroup.
pub(crate) fn cyclotomic_square_times<T: Tower>(a: &Fq12<T>, n: u32) -> Fq12<T> {
    (0..n).fold(*a, |power, _| cyclotomic_square::<T>(&power))
}

/// Four of the six coefficients of an element of the cyclotomic subgroup, which determine the
/// others and can be squared without them (Karabina, "Squaring in cyclotomic subgroups").
pub(crate) struct Compressed<T: Tower> {
    c01: Fq2<T>,
    c02: Fq2<T>,
    c10: Fq2<T>,
    c12: Fq2<T>,
}

impl<T: Tower> Clone for Compressed<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Tower> Copy for Compressed<T> {}

impl<T: Tower> Compressed<T> {
    pub(crate) fn of(a: &Fq12<T>) -> Self {
        Self { c01: a.c0.c1, c02: a.c0.c2, c10: a.c1.c0, c12: a.c1.c2 }
    }

    pub(crate) fn square(&self) -> Self {
        let [t2, t3] = square_fq4::<T>(&self.c10, &self.c02);
        let [t4, t5] = square_fq4::<T>(&self.c01, &self.c12);
        Self {
            c01: three_minus_two::<T>(t2, &self.c01),
            c02: three_minus_two::<T>(t4, &self.c02),
            c10: three_plus_two::<T>(mul_xi::<T>(t5), &self.c10),
            c12: three_plus_two::<T>(t3, &self.c12),
        }
    }

    pub(crate) fn square_times(&self, n: u32) -> Self {
        (0..n).fold(*self, |power, _| power.square())
    }

    /// The elements, at the price of one inversion for all of them.
    ///
    /// None if the coefficient that is divided by is zero in any of them, as it is in one: there
    /// the others follow from different formulas, and the caller takes the way without
    /// compression.
    pub(crate) fn decompress<const N: usize>(elements: &[Self; N]) -> Option<[Fq12<T>; N]> {
        let inverses = invert_all::<T, N>(&elements.map(|a| a.c10.double().double()))?;
        let mut decompressed = [Fq12::<T>::ONE; N];
        for (result, (a, inverse)) in decompressed.iter_mut().zip(elements.iter().zip(&inverses)) {
            let square = square_fq2::<T>(&a.c01);
            let numerator =
                mul_xi::<T>(square_fq2::<T>(&a.c12)) + square.double() + square - a.c02.double();
            let c11 = mul_fq2::<T>(&numerator, inverse);
            let product = mul_fq2::<T>(&a.c02, &a.c01);
            let rest = square_fq2::<T>(&c11).double() + mul_fq2::<T>(&a.c10, &a.c12)
                - product.double()
                - product;
            let c00 = mul_xi::<T>(rest) + Fq2::<T>::ONE;
            *result =
                Fq12::<T>::new(Fq6::<T>::new(c00, a.c01, a.c02), Fq6::<T>::new(a.c10, c11, a.c12));
        }
        Some(decompressed)
    }
}

/// The inverses, at the price of one inversion; none if an element is zero.
fn invert_all<T: Tower, const N: usize>(elements: &[Fq2<T>; N]) -> Option<[Fq2<T>; N]> {
    let mut product = Fq2::<T>::ONE;
    // First the product of all elements before, then times the inverse of all up to this one.
    let mut inverses = elements.map(|element| {
        let before = product;
        product = mul_fq2::<T>(&product, &element);
        before
    });
    let mut inverse = product.invert()?;
    for (element, before) in elements.iter().zip(&mut inverses).rev() {
        *before = mul_fq2::<T>(before, &inverse);
        inverse = mul_fq2::<T>(&inverse, element);
    }
    Some(inverses)
}
