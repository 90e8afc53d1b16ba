//! Calling precompiles by number.

use eevm_precompiles::{PrecompileFailure, Precompiles};
use eevm_primitives::{Address, Fork};

pub(crate) type Outcome = Result<(u64, Vec<u8>), PrecompileFailure>;

/// Runs the precompile and checks what holds for every one: the buffer's old content is gone, a
/// failure leaves it empty, one gas less than was used is out of gas, and exactly enough suffices.
#[track_caller]
pub(crate) fn call(fork: Fork, number: u64, input: &[u8]) -> Outcome {
    call_with_gas(fork, number, input, u64::MAX >> 1)
}

#[track_caller]
pub(crate) fn call_with_gas(fork: Fork, number: u64, input: &[u8], gas_limit: u64) -> Outcome {
    let precompiles = Precompiles::for_fork(fork);
    let precompile = precompiles.get(&Address::from_low_u64(number)).expect("exists on this fork");
    let mut output = b"left over".to_vec();
    let outcome = (precompile.run)(input, gas_limit, &mut output);
    match outcome {
        Ok(gas_used) => {
            assert!(gas_used <= gas_limit);
            if let Some(too_little) = gas_used.checked_sub(1) {
                let mut output = b"left over".to_vec();
                let outcome = (precompile.run)(input, too_little, &mut output);
                assert_eq!(outcome, Err(PrecompileFailure::OutOfGas));
                assert!(output.is_empty());
            }
            Ok((gas_used, output))
        }
        Err(failure) => {
            assert!(output.is_empty());
            Err(failure)
        }
    }
}

/// The output of a call that has to succeed.
#[track_caller]
pub(crate) fn output(fork: Fork, number: u64, input: &[u8]) -> Vec<u8> {
    call(fork, number, input).expect("succeeds").1
}

/// The bytes written in hexadecimal; white space is left out.
#[track_caller]
pub(crate) fn hex(text: &str) -> Vec<u8> {
    let digits: String = text.split_whitespace().collect();
    eevm_primitives::decode_hex(&digits).expect("hexadecimal")
}
