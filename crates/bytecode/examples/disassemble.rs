//! Disassembles the code given in hexadecimal, and says where it may be jumped to.

use eevm_bytecode::{Bytecode, disassemble};
use eevm_primitives::{HexError, decode_hex};

/// A counting loop, shown when no code is given.
const EXAMPLE: &str = "0x60035b600190038060025700fe61";

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<(), HexError> {
    let text = std::env::args().nth(1).unwrap_or_else(|| EXAMPLE.into());
    let code = Bytecode::new(&decode_hex(&text)?);
    for instruction in disassemble(code.bytes()) {
        println!("{instruction}");
    }
    let destinations: Vec<_> = code.jump_destinations().iter().collect();
    println!("hash {}, valid jump destinations {destinations:x?}", code.hash());
    Ok(())
}
