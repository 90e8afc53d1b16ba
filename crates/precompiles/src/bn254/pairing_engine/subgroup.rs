//! Whether a point of the twisted curve is in the subgroup of prime order.

use super::power_q;
use ark_bn254::{Config, G2Affine, G2Projective};
use ark_ec::{AffineRepr, bn::BnConfig};
use ark_ff::{AdditiveGroup, Field};

/// Whether a point on the curve is in the subgroup, infinity being there.
///
/// With ψ the map to coordinates to the power of q, that is the case if and only if
/// (x + 1)·Q + ψ(x·Q) + ψ²(x·Q) = ψ³(2·x·Q) (El Housni, Guillevic, Piellard, "Co-factor clearing
/// and subgroup membership testing on pairing-friendly curves").
pub(in crate::bn254) fn is_in_subgroup(q: &G2Affine) -> bool {
    let x_q = q.mul_bigint(Config::X);
    let psi1 = psi(&x_q);
    let psi2 = psi(&psi1);
    x_q + q + psi1 + psi2 == psi(&psi2).double()
}

/// ψ in Jacobian coordinates: z to the power of q as well.
fn psi(q: &G2Projective) -> G2Projective {
    let (x, y) = power_q((q.x, q.y));
    G2Projective::new_unchecked(x, y, q.z.frobenius_map(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_bn254::{Fq2, Fr};
    use ark_ec::CurveGroup;
    use ark_ff::{MontFp, PrimeField};
    use proptest::prelude::*;

    #[track_caller]
    fn check(q: &G2Affine, expected: bool) {
        assert_eq!(q.is_in_correct_subgroup_assuming_on_curve(), expected, "arkworks on {q}");
        assert_eq!(q.mul_bigint(Fr::MODULUS).into_affine().is_zero(), expected);
        assert_eq!(is_in_subgroup(q), expected, "{q}");
    }

    proptest! {
        #[test]
        fn agrees_with_arkworks(seed in 1_u64.., larger: bool) {
            let in_subgroup = (G2Affine::generator() * Fr::from(seed)).into_affine();
            check(&in_subgroup, true);
            let x = Fq2::new(MontFp!("3"), seed.into());
            if let Some(point) = G2Affine::get_point_from_x_unchecked(x, larger) {
                check(&point, false);
                // Of an order that divides the cofactor, and such a point plus one of the subgroup.
                let of_cofactor = point.mul_bigint(Fr::MODULUS);
                check(&of_cofactor.into_affine(), false);
                check(&(of_cofactor + in_subgroup).into_affine(), false);
                check(&point.clear_cofactor(), true);
            }
        }
    }

    #[test]
    fn infinity_is_in_the_subgroup() {
        check(&G2Affine::zero(), true);
    }
}
