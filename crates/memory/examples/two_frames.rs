//! A caller passes part of its memory to a callee, which reads it in place and copies some of it.

use eevm_memory::{Memory, MemoryLimit};

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<(), MemoryLimit> {
    let mut memory = Memory::new();

    // The caller pays for 1 MiB, writes one word, and passes 50,000 bytes from there on.
    memory.raise(1 << 20);
    memory.write_word(64, &[0x11; 32])?;
    let call_data = memory.range(64, 50_000)?;
    println!("call data: {} bytes, {} of them ever touched", call_data.len(), call_data.valid());

    memory.enter();
    println!("word at 16: {:02x?}", memory.read_range_word(&call_data, 16));
    memory.raise(64);
    memory.copy_from_range(32, 32, &call_data, Some(30))?;
    let mut output = Vec::new();
    memory.copy_out(32, 32, &mut output)?;
    memory.leave();

    println!("output: {output:02x?}");
    println!("caller: {} bytes paid for, {} addressable", memory.len(), memory.valid());
    Ok(())
}
