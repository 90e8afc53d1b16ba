//! ECRECOVER and P256VERIFY.

use crate::call::{call, hex};
use eevm_primitives::Fork;

/// Hash, v, r, s of a key that controls 0x4405…82e8.
pub(crate) const RECOVERABLE: &str = "
    00000000000000000000000000000000000000000000000000000000feedface
    000000000000000000000000000000000000000000000000000000000000001c
    e1fe434d345bf33083abb6280f4f44ac5fb22934977813c20c015f2b43d3fab8
    53684b977af8cf4fd196d0b0db5d71ba65af11a5b4a2773ec5ef2ca96f4008ea";
/// The same signature with `n − s` and the other parity.
const RECOVERABLE_HIGH_S: &str = "
    00000000000000000000000000000000000000000000000000000000feedface
    000000000000000000000000000000000000000000000000000000000000001b
    e1fe434d345bf33083abb6280f4f44ac5fb22934977813c20c015f2b43d3fab8
    ac97b468850730b02e692f4f24a28e4454ffcb40faa628fcf9e331e360f63857";
const SIGNER: &str = "000000000000000000000000 44057253ee4dcf5795cd0af380dc6b385e2c82e8";

#[track_caller]
fn check_ecrecover(input: &[u8], output: &str) {
    for fork in [Fork::Frontier, Fork::LATEST] {
        assert_eq!(call(fork, 0x01, input), Ok((3000, hex(output))));
    }
}

#[test]
fn fault_72_ecrecover_accepts_a_high_s() {
    check_ecrecover(&hex(RECOVERABLE), SIGNER);
    check_ecrecover(&hex(RECOVERABLE_HIGH_S), SIGNER);
}

#[test]
fn fault_72_ecrecover_reads_all_of_v() {
    for byte in 32..64 {
        let mut input = hex(RECOVERABLE);
        input[byte] ^= 0x40;
        check_ecrecover(&input, "");
    }
    for v in [0, 1, 26, 29, 35, 36, 255] {
        let mut input = hex(RECOVERABLE);
        input[63] = v;
        check_ecrecover(&input, "");
    }
}

#[test]
fn fault_72_ecrecover_without_a_key_succeeds_with_nothing() {
    check_ecrecover(&[], "");
    // The key would be the point at infinity.
    let infinity = "
        0000000000000000000000000000000000000000000000000000000000925d01
        000000000000000000000000000000000000000000000000000000000000001c
        e1fe434d345bf33083abb6280f4f44ac5fb22934977813c20c015f2b43d3fab8
        0000000000000000000000000000000000000000000000000000000000003039";
    check_ecrecover(&hex(infinity), "");
    // 5 is no x coordinate; the order, and zero, are no scalars.
    let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
    let five = format!("{:0>64}", 5);
    let zero = "0".repeat(64);
    for (offset, value) in [(64, &five[..]), (64, order), (64, &zero), (96, order), (96, &zero)] {
        let mut input = hex(RECOVERABLE);
        input[offset..offset + 32].copy_from_slice(&hex(value));
        check_ecrecover(&input, "");
    }
}

#[test]
fn ecrecover_pads_and_cuts_its_input() {
    let mut longer = hex(RECOVERABLE);
    longer.push(1);
    check_ecrecover(&longer, SIGNER);
    // A cut hash reads as zeros; so does a cut s, which is then another one.
    let mut cut = hex(RECOVERABLE);
    cut[127] = 0;
    let padded = call(Fork::LATEST, 0x01, &cut);
    cut.pop();
    assert_eq!(call(Fork::LATEST, 0x01, &cut), padded);
}

/// Hash, r, s, x, y.
pub(crate) const P256_VALID: &str = "
    0000000000000000000000000000000000000000000000000000000000abcdef
    5e360eb8b0a077f39482c0ffed76cdaed812db64a9c0a22da0d9953605858011
    107edfbab8844a312d9cbd679c9e3dcdd836124ec19492a79402107cd9ac51ab
    21508b35b4afe0f01ad0857e7e1dbcc749688dc911e3a74c8a0e83174c8c609c
    e2f8f5d3f58be2cd83681e414ad64ae98ccd53fc446fe12d9408df4140f7fcb5";

#[track_caller]
fn check_p256(input: &[u8], is_valid: bool) {
    let expected = if is_valid { format!("{:0>64}", 1) } else { String::new() };
    assert_eq!(call(Fork::Osaka, 0x100, input), Ok((6900, hex(&expected))));
}

#[test]
fn p256_wants_exactly_160_bytes() {
    let input = hex(P256_VALID);
    check_p256(&input, true);
    check_p256(&input[..159], false);
    check_p256(&[], false);
    let mut longer = input;
    longer.push(0);
    check_p256(&longer, false);
}

#[test]
fn p256_every_byte_matters() {
    for i in 0..160 {
        let mut input = hex(P256_VALID);
        input[i] ^= 1;
        check_p256(&input, false);
    }
}

#[test]
fn fault_71_p256_low_s_is_not_demanded() {
    let mut input = hex(P256_VALID);
    input[64..96]
        .copy_from_slice(&hex("ef812044477bb5cfd26342986361c231e4b0e85ee5830bdd5fb7ba4622b6d3a6"));
    check_p256(&input, true);
}

#[test]
fn fault_71_p256_a_key_with_x_zero_is_a_key() {
    let input = "
        08c1bce4eefd7d3135c748aeca7796b5cd7466201d70fcb7c700dc842ffa609b
        73ad08ee1e9e8486c5eebbb63cc2ca6c8b4f77ca83a7c0bc48309f0d703f450c
        38acf99a984ccd0f7a172355e18c18b7c4db235f9de514a4c0a8e7e5276c5ee5
        0000000000000000000000000000000000000000000000000000000000000000
        66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4";
    check_p256(&hex(input), true);
}

#[test]
fn fault_71_p256_r_is_compared_modulo_the_order() {
    // The result's x coordinate is n + 3.
    let input = hex("
        0000000000000000000000000000000000000000000000002222222222222222
        0000000000000000000000000000000000000000000000000000000000000003
        0000000000000000000000000000000000000000000000001111111111111111
        eb4d7009a85a39107fe82f7858b195332f923d3f223d43569c827b3e7f895c00
        21d00431ea56b6d581cb151128dc95098a955c0cdd33c58acecc9f4eb70c4c79");
    check_p256(&input, true);
    // But r itself has to be below the order.
    let mut unreduced = input;
    unreduced[32..64]
        .copy_from_slice(&hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632554"));
    check_p256(&unreduced, false);
}

#[test]
fn fault_71_p256_infinity_is_refused() {
    let result = "
        ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632362
        0000000000000000000000000000000000000000000000000000000000000005
        0000000000000000000000000000000000000000000000000000000000000007
        21508b35b4afe0f01ad0857e7e1dbcc749688dc911e3a74c8a0e83174c8c609c
        e2f8f5d3f58be2cd83681e414ad64ae98ccd53fc446fe12d9408df4140f7fcb5";
    check_p256(&hex(result), false);
    let mut key = hex(P256_VALID);
    key[96..].fill(0);
    check_p256(&key, false);
}
