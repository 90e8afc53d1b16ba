//! P-256: the rules of EIP-7951, one by one.

use crate::number;
use eevm_ecdsa::{
    EcdsaError,
    secp256r1::{ORDER, verify},
};
use eevm_primitives::{B256, U256, b256_from_word};

struct Case {
    hash: B256,
    r: U256,
    s: U256,
    x: U256,
    y: U256,
}

impl Case {
    fn new([hash, r, s, x, y]: [&str; 5]) -> Self {
        let [hash, r, s, x, y] = [hash, r, s, x, y].map(number);
        Self { hash: b256_from_word(&hash), r, s, x, y }
    }

    fn verify(&self) -> Result<(), EcdsaError> {
        verify(&self.hash, &self.r, &self.s, &self.x, &self.y)
    }
}

/// Made by the key 99.
fn valid() -> Case {
    Case::new([
        "abcdef",
        "5e360eb8b0a077f39482c0ffed76cdaed812db64a9c0a22da0d9953605858011",
        "107edfbab8844a312d9cbd679c9e3dcdd836124ec19492a79402107cd9ac51ab",
        "21508b35b4afe0f01ad0857e7e1dbcc749688dc911e3a74c8a0e83174c8c609c",
        "e2f8f5d3f58be2cd83681e414ad64ae98ccd53fc446fe12d9408df4140f7fcb5",
    ])
}

fn p() -> U256 {
    number("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
}

#[test]
fn both_values_of_s_are_valid() {
    assert_eq!(valid().verify(), Ok(()));
    assert_eq!(Case { s: ORDER - valid().s, ..valid() }.verify(), Ok(()));
}

#[test]
fn any_change_is_a_mismatch() {
    let one = U256::from(1);
    assert_eq!(Case { hash: B256::ZERO, ..valid() }.verify(), Err(EcdsaError::Mismatch));
    assert_eq!(Case { r: valid().r + one, ..valid() }.verify(), Err(EcdsaError::Mismatch));
    assert_eq!(Case { s: valid().s + one, ..valid() }.verify(), Err(EcdsaError::Mismatch));
    assert_eq!(Case { y: p() - valid().y, ..valid() }.verify(), Err(EcdsaError::Mismatch));
}

#[test]
fn r_and_s_are_between_one_and_the_order() {
    for value in [U256::ZERO, ORDER, ORDER + U256::from(1), p(), U256::MAX] {
        assert_eq!(Case { r: value, ..valid() }.verify(), Err(EcdsaError::InvalidR));
        assert_eq!(Case { s: value, ..valid() }.verify(), Err(EcdsaError::InvalidS));
    }
    for value in [U256::from(1), ORDER - U256::from(1)] {
        assert_eq!(Case { r: value, ..valid() }.verify(), Err(EcdsaError::Mismatch));
        assert_eq!(Case { s: value, ..valid() }.verify(), Err(EcdsaError::Mismatch));
    }
}

#[test]
fn the_key_is_a_point_with_reduced_coordinates() {
    let zero = U256::ZERO;
    for case in [
        Case { x: zero, y: zero, ..valid() },
        Case { x: valid().x + U256::from(1), ..valid() },
        Case { x: U256::MAX, ..valid() },
        Case { y: U256::MAX, ..valid() },
    ] {
        assert_eq!(case.verify(), Err(EcdsaError::InvalidPublicKey));
    }
}

#[test]
fn a_key_with_x_zero_is_a_key_but_p_is_not_zero() {
    let case = Case::new([
        "08c1bce4eefd7d3135c748aeca7796b5cd7466201d70fcb7c700dc842ffa609b",
        "73ad08ee1e9e8486c5eebbb63cc2ca6c8b4f77ca83a7c0bc48309f0d703f450c",
        "38acf99a984ccd0f7a172355e18c18b7c4db235f9de514a4c0a8e7e5276c5ee5",
        "0",
        "66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4",
    ]);
    assert_eq!(case.verify(), Ok(()));
    assert_eq!(Case { x: p(), ..case }.verify(), Err(EcdsaError::InvalidPublicKey));
}

#[test]
fn r_is_compared_modulo_the_order() {
    // The result's x coordinate is n + 3.
    let case = Case::new([
        "2222222222222222",
        "3",
        "1111111111111111",
        "eb4d7009a85a39107fe82f7858b195332f923d3f223d43569c827b3e7f895c00",
        "21d00431ea56b6d581cb151128dc95098a955c0cdd33c58acecc9f4eb70c4c79",
    ]);
    assert_eq!(case.verify(), Ok(()));
    assert_eq!(Case { r: ORDER + U256::from(3), ..case }.verify(), Err(EcdsaError::InvalidR));
}

#[test]
fn a_result_at_infinity_is_refused() {
    let case = Case::new([
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632362",
        "5",
        "7",
        "21508b35b4afe0f01ad0857e7e1dbcc749688dc911e3a74c8a0e83174c8c609c",
        "e2f8f5d3f58be2cd83681e414ad64ae98ccd53fc446fe12d9408df4140f7fcb5",
    ]);
    assert_eq!(case.verify(), Err(EcdsaError::PointAtInfinity));
}
