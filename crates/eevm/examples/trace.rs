//! Runs a contract that calls another, and shows each instruction as it is executed.
#![expect(clippy::print_stdout, reason = "an example shows its result")]

use eevm::{
    AccountInfo, Address, Bytecode, Evm, Fork, InMemoryDb, Inspector, Message, Step,
    bytecode::opcode,
};

struct Trace;

impl Inspector for Trace {
    fn step(&mut self, step: &Step<'_>) {
        let name = opcode::info(step.opcode).map_or("undefined", |info| info.name);
        let indent = "  ".repeat(step.frame.depth().into());
        println!("{indent}{:>3} {name:<12} gas {:>6} {:?}", step.pc, step.gas_left, step.stack);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (caller, callee) = (Address::repeat_byte(0xaa), Address::from_low_u64(0xbb));
    // Returns 2 × 3.
    let code = Bytecode::new(b"\x60\x02\x60\x03\x02\x5f\x52\x60\x20\x5f\xf3");
    // STATICCALLs 0xbb with 1,000 gas and returns what it returned.
    let calling = Bytecode::new(b"\x60\x20\x5f\x5f\x5f\x60\xbb\x61\x03\xe8\xfa\x60\x20\x5f\xf3");
    let mut db = InMemoryDb::new();
    db.insert_account(callee, AccountInfo { code: Some(code), ..AccountInfo::default() });
    db.insert_account(caller, AccountInfo { code: Some(calling), ..AccountInfo::default() });

    let mut evm = Evm::new(db, Fork::Osaka);
    let message =
        Message { target: caller, code_address: caller, gas: 100_000, ..Message::default() };
    let execution = evm.execute_message_inspected(&message, &mut Trace)?;
    println!("{:?}", execution.outcome());
    Ok(())
}
