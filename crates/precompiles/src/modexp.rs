//! `0x05`: modular exponentiation of integers of any size (EIP-198; priced anew by EIP-2565 and
//! EIP-7883, limited by EIP-7823).

mod division;
mod exponent;
mod gas;
mod limbs;
mod montgomery;
mod power;
mod power_of_two;
mod window;

use crate::{
    InvalidInput, PrecompileFailure,
    input::{padded, padded_word},
    precompile::{Precompile, charge},
};
use alloc::vec::Vec;
use eevm_primitives::{U256, to_u64, to_usize};
use exponent::Exponent;
use gas::Lengths;

/// From Byzantium to Istanbul (EIP-198).
pub(crate) const MODEXP_BYZANTIUM: Precompile =
    Precompile::numbered(0x05, "MODEXP", |input, gas_limit, output| {
        run(gas::eip198, &UNLIMITED, input, gas_limit, output)
    });
/// From Berlin to Prague (EIP-2565).
pub(crate) const MODEXP_BERLIN: Precompile =
    Precompile::numbered(0x05, "MODEXP", |input, gas_limit, output| {
        run(gas::eip2565, &UNLIMITED, input, gas_limit, output)
    });
/// Since Osaka (EIP-7883, EIP-7823).
pub(crate) const MODEXP_OSAKA: Precompile =
    Precompile::numbered(0x05, "MODEXP", |input, gas_limit, output| {
        run(gas::eip7883, &EIP7823, input, gas_limit, output)
    });

/// The longest operands that are accepted, in bytes.
struct Limits {
    /// Base and modulus.
    operand: usize,
    /// Exponent.
    exponent: u64,
    /// Whether longer operands fail before gas is looked at, even where nothing is computed.
    strict: bool,
}

/// No limit that gas does not set: these lengths cost more than 4 · 10¹¹ gas at any fork's price,
/// ten thousand blocks' worth. They keep a simulation with boundless gas from exhausting memory.
const UNLIMITED: Limits = Limits { operand: 1 << 24, exponent: 1 << 40, strict: false };

/// The upper bounds of EIP-7823.
const EIP7823: Limits = Limits { operand: 1024, exponent: 1024, strict: true };

/// Input: the lengths of base, exponent and modulus as words, then the three, missing bytes zero.
/// Output: the power, in as many bytes as the modulus.
fn run(
    cost: fn(&Lengths) -> u64,
    limits: &Limits,
    input: &[u8],
    gas_limit: u64,
    output: &mut Vec<u8>,
) -> Result<u64, PrecompileFailure> {
    output.clear();
    let [base_len, exponent_len, modulus_len] =
        [0, 32, 64].map(|offset| padded_word(input, offset));
    let too_long = [base_len, modulus_len].iter().any(|len| *len > U256::from(limits.operand))
        || exponent_len > U256::from(limits.exponent);
    if limits.strict && too_long {
        return Err(InvalidInput::OperandTooLong.into());
    }
    let data = input.get(96..).unwrap_or(&[]);
    let exponent_start = to_usize(&base_len);
    let exponent_head = exponent_head(data, exponent_start, &exponent_len);
    let lengths = Lengths {
        operand: to_u64(&base_len.max(modulus_len)).unwrap_or(u64::MAX),
        exponent: to_u64(&exponent_len).unwrap_or(u64::MAX),
        exponent_head_bits: u64::try_from(exponent_head.bit_len()).unwrap_or(u64::MAX),
    };
    let gas_used = charge(cost(&lengths), gas_limit)?;
    if modulus_len.is_zero() {
        return Ok(gas_used);
    }
    let (Some(base_len), Some(modulus_len), Some(exponent_len), false) =
        (exponent_start, to_usize(&modulus_len), to_u64(&exponent_len), too_long)
    else {
        return Err(InvalidInput::OperandTooLong.into());
    };

    let (base, data) = split(data, base_len);
    let (exponent, data) = match usize::try_from(exponent_len) {
        Ok(len) => split(data, len),
        Err(_) => (data, &[][..]),
    };
    let (modulus, _) = split(data, modulus_len);
    output.resize(modulus_len, 0);
    // Trailing zeros that the input leaves out: they count as digits.
    let base = limbs::from_be_bytes(base, base_len);
    let modulus = limbs::from_be_bytes(modulus, modulus_len);
    let exponent = Exponent::new(exponent, exponent_len);
    let power = power::mod_pow(&base, &exponent, &modulus);
    limbs::write_be_bytes(&power, output);
    Ok(gas_used)
}

/// The first 32 bytes of the exponent, or all of it, as a number.
fn exponent_head(data: &[u8], start: Option<usize>, exponent_len: &U256) -> U256 {
    let Some(start) = start else {
        return U256::ZERO;
    };
    let head = U256::from_be_bytes(padded::<32>(data, start));
    match to_usize(exponent_len) {
        Some(len @ 0..32) => head >> (8 * (32 - len)),
        _ => head,
    }
}

/// The first `len` bytes and the rest; fewer where there are no more.
fn split(data: &[u8], len: usize) -> (&[u8], &[u8]) {
    data.split_at_checked(len).unwrap_or((data, &[]))
}
