//! Calls every precompile of a fork with empty input, and shows gas and output.

use eevm_precompiles::Precompiles;
use eevm_primitives::{Fork, encode_hex};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() {
    let mut output = Vec::new();
    for precompile in Precompiles::for_fork(Fork::Osaka).iter() {
        match (precompile.run)(&[], 1_000_000, &mut output) {
            Ok(gas) => println!("{:24} {gas:7} gas  {}", precompile.name, encode_hex(&output)),
            Err(failure) => println!("{:24} {failure}", precompile.name),
        }
    }
}
