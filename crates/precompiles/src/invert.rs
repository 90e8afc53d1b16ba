//! Inversion by Lehmer's algorithm, which is several times faster than arkworks' binary one.

use ark_ff::{BigInt, Field, Fp2, Fp2Config, PrimeField};
use ruint::Uint;

/// A field whose elements are inverted fast.
pub(crate) trait Invert: Field {
    /// The inverse; `None` of zero.
    fn invert(&self) -> Option<Self>;
}

impl Invert for ark_bn254::Fq {
    fn invert(&self) -> Option<Self> {
        let modulus = Uint::<256, 4>::from_limbs(Self::MODULUS.0);
        let inverse = Uint::from_limbs(self.into_bigint().0).inv_mod(modulus)?;
        Self::from_bigint(BigInt(inverse.into_limbs()))
    }
}

impl Invert for ark_bls12_381::Fq {
    fn invert(&self) -> Option<Self> {
        let modulus = Uint::<384, 6>::from_limbs(Self::MODULUS.0);
        let inverse = Uint::from_limbs(self.into_bigint().0).inv_mod(modulus)?;
        Self::from_bigint(BigInt(inverse.into_limbs()))
    }
}

impl<C: Fp2Config<Fp: Invert>> Invert for Fp2<C> {
    fn invert(&self) -> Option<Self> {
        // 1 / (a + b·u) = (a − b·u) / (a² − b²·u²).
        let mut norm = self.c1.square();
        C::sub_and_mul_fp_by_nonresidue(&mut norm, &self.c0.square());
        let scale = norm.invert()?;
        Some(Self::new(self.c0 * scale, -(self.c1 * scale)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_bls12_381::Fq2;
    use ark_ff::BigInteger;
    use proptest::prelude::*;

    fn check_inverse<F: Invert>(element: F) {
        assert_eq!(element.invert(), element.inverse());
    }

    #[test]
    fn edges_are_inverted_as_by_arkworks() {
        for small in 0..20u64 {
            check_inverse(ark_bn254::Fq::from(small));
            check_inverse(-ark_bn254::Fq::from(small));
            check_inverse(ark_bls12_381::Fq::from(small));
            check_inverse(-ark_bls12_381::Fq::from(small));
            check_inverse(Fq2::new(small.into(), 0u8.into()));
            check_inverse(Fq2::new(0u8.into(), small.into()));
        }
        for bit in 0..381 {
            let power = ark_bls12_381::Fq::from(2u8).pow([bit]);
            check_inverse(power);
            check_inverse(power - ark_bls12_381::Fq::from(1u8));
            check_inverse(ark_bn254::Fq::from(2u8).pow([bit]));
        }
    }

    proptest! {
        #[test]
        fn inverses_are_those_of_arkworks(a: [u8; 48], b: [u8; 48]) {
            let [a, b] = [a, b].map(|bytes| ark_bls12_381::Fq::from_be_bytes_mod_order(&bytes));
            check_inverse(a);
            check_inverse(Fq2::new(a, b));
            check_inverse(ark_bn254::Fq::from_be_bytes_mod_order(&a.into_bigint().to_bytes_be()));
        }
    }
}
