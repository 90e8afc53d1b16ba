//! `0x0b` to `0x11`: addition, multi-scalar multiplication, the pairing check and the maps on
//! BLS12-381 (EIP-2537).

pub(crate) mod encoding;
pub(crate) mod endomorphism;
mod final_exponentiation;
mod g1;
mod g2;
mod msm_gas;
mod pairing;
pub(crate) mod pairing_engine;
pub(crate) mod products;

pub(crate) use g1::{G1_ADD, G1_MSM, MAP_FP_TO_G1};
pub(crate) use g2::{G2_ADD, G2_MSM, MAP_FP2_TO_G2};
pub(crate) use pairing::PAIRING_CHECK;
