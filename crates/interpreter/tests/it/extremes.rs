//! Offsets and sizes near 2^32, 2^63, 2^64 and 2^256 in every instruction that takes them.

use crate::support::{OTHER, Ran, Setting, apply, pow2, word};
use eevm_bytecode::opcode::{
    CALL, CALLCODE, CALLDATACOPY, CODECOPY, CREATE, CREATE2, DELEGATECALL, EXTCODECOPY, JUMP,
    JUMPDEST, JUMPI, KECCAK256, LOG0, MCOPY, MLOAD, MSIZE, MSTORE, MSTORE8, RETURN, RETURNDATACOPY,
    REVERT, STATICCALL,
};
use eevm_interpreter::{ExceptionalHalt, Exit};
use eevm_primitives::{U256, address_to_word};

fn huge() -> Vec<U256> {
    let mut values = Vec::new();
    for bits in [32, 33, 37, 63, 64, 65, 128, 255] {
        values.extend([pow2(bits) - U256::ONE, pow2(bits), pow2(bits) + U256::ONE]);
    }
    for below in [0, 1, 30, 31, 32, 33, 63, 64, 4096] {
        values.push(U256::MAX - word(below));
        values.push(word(u64::MAX) - word(below));
        values.push(word(i64::MAX.unsigned_abs()) - word(below));
        values.push(word(0xffff_ffe0) - word(below));
    }
    values
}

/// An instruction and where its offset and size stand among its operands, top first; the others
/// are zeros, and the address of a call is [`OTHER`].
struct Access {
    op: u8,
    operands: usize,
    offset: usize,
    size: Option<usize>,
    address: Option<usize>,
}

impl Access {
    const fn new(op: u8, operands: usize, offset: usize, size: usize) -> Self {
        Self { op, operands, offset, size: Some(size), address: None }
    }

    const fn word(op: u8, operands: usize) -> Self {
        Self { op, operands, offset: 0, size: None, address: None }
    }

    const fn call(op: u8, operands: usize, offset: usize, size: usize) -> Self {
        Self { op, operands, offset, size: Some(size), address: Some(1) }
    }

    fn code(&self, offset: U256, size: U256) -> Vec<u8> {
        let mut operands = vec![U256::ZERO; self.operands];
        if let Some(address) = self.address {
            operands[address] = address_to_word(&OTHER);
        }
        operands[self.offset] = offset;
        if let Some(place) = self.size {
            operands[place] = size;
        }
        apply(self.op, &operands)
    }
}

const ACCESSES: [Access; 30] = [
    Access::word(MLOAD, 1),
    Access::word(MSTORE, 2),
    Access::word(MSTORE8, 2),
    Access::new(KECCAK256, 2, 0, 1),
    Access::new(RETURN, 2, 0, 1),
    Access::new(REVERT, 2, 0, 1),
    Access::new(LOG0, 2, 0, 1),
    Access::new(LOG0 + 1, 3, 0, 1),
    Access::new(LOG0 + 2, 4, 0, 1),
    Access::new(LOG0 + 3, 5, 0, 1),
    Access::new(LOG0 + 4, 6, 0, 1),
    Access::new(CALLDATACOPY, 3, 0, 2),
    Access::new(CODECOPY, 3, 0, 2),
    Access::new(RETURNDATACOPY, 3, 0, 2),
    Access::new(EXTCODECOPY, 4, 1, 3),
    Access::new(MCOPY, 3, 0, 2),
    Access::new(MCOPY, 3, 1, 2),
    Access::new(CREATE, 3, 1, 2),
    Access::new(CREATE2, 4, 1, 2),
    Access::call(CALL, 7, 3, 4),
    Access::call(CALL, 7, 5, 6),
    Access::call(CALLCODE, 7, 3, 4),
    Access::call(CALLCODE, 7, 5, 6),
    Access::call(DELEGATECALL, 6, 2, 3),
    Access::call(DELEGATECALL, 6, 4, 5),
    Access::call(STATICCALL, 6, 2, 3),
    Access::call(STATICCALL, 6, 4, 5),
    // The two ranges of a call at once.
    Access::call(CALL, 7, 3, 6),
    Access::call(STATICCALL, 6, 4, 3),
    Access::call(STATICCALL, 6, 2, 5),
];

const OUT_OF_GAS: Exit = Exit::Halt(ExceptionalHalt::OutOfGas);

fn is_paired(access: &Access) -> bool {
    // In the last three the size belongs to the other range.
    access.address.is_none() || access.size == Some(access.offset + 1)
}

#[test]
fn a_byte_far_away_is_out_of_gas() {
    for access in ACCESSES.iter().filter(|access| is_paired(access)) {
        for offset in huge() {
            let ran = Setting::default().run(&access.code(offset, U256::ONE));
            assert_eq!(
                (ran.exit, ran.gas_left),
                (OUT_OF_GAS, 0),
                "{:#x} at {offset:#x}",
                access.op
            );
            assert!(ran.world.logs.is_empty());
        }
    }
}

#[test]
fn a_huge_size_is_out_of_gas() {
    for access in ACCESSES.iter().filter(|access| access.size.is_some()) {
        for size in huge() {
            for offset in [U256::ZERO, U256::ONE, word(u64::MAX), U256::MAX] {
                let ran = Setting::default().run(&access.code(offset, size));
                assert_eq!(ran.exit, OUT_OF_GAS, "{:#x} at {offset:#x} of {size:#x}", access.op);
            }
        }
    }
}

/// Fault: an access of no bytes with a huge offset expanded memory or halted.
#[test]
fn nothing_far_away_touches_nothing() {
    for access in ACCESSES.iter().filter(|access| access.size.is_some()) {
        for offset in huge() {
            let mut code = access.code(offset, U256::ZERO);
            code.push(MSIZE);
            code.push(0);
            let ran = Setting::default().run(&code);
            match ran.exit {
                Exit::Stop => {
                    assert_eq!(ran.trace.last_stack.last(), Some(&U256::ZERO), "{:#x}", access.op);
                    assert_eq!(ran.trace.last_memory_len, 0);
                }
                Exit::Return | Exit::Revert => assert!(ran.output.is_empty()),
                Exit::Call => {
                    let call = ran.call.unwrap();
                    assert!(call.ends_with("in (0, 0) out (0, 0)"), "{call}");
                }
                Exit::Create => {
                    let creation = ran.creation.unwrap();
                    assert!(creation.ends_with("code (0, 0)"), "{creation}");
                }
                exit => panic!("{:#x} at {offset:#x} of nothing: {exit:?}", access.op),
            }
        }
    }
}

/// With all the gas there can be, the cost may be affordable; the memory limit then halts.
#[test]
fn all_the_gas_there_is_panics_nowhere() {
    let mut setting = Setting::default().gas(u64::MAX);
    setting.rules.limits.memory = 1 << 20;
    let check = |ran: &Ran, code: &[u8]| match ran.exit {
        OUT_OF_GAS | Exit::Halt(ExceptionalHalt::MemoryLimit | ExceptionalHalt::CodeSizeLimit) => {}
        // Its owner lays the data of calls and creations out, and finds the limit.
        Exit::Call | Exit::Create | Exit::Return | Exit::Revert => {}
        Exit::Halt(ExceptionalHalt::OutOfBoundsRead) => {}
        exit => panic!("{code:02x?}: {exit:?}"),
    };
    for access in &ACCESSES {
        for value in huge() {
            let code = access.code(value, U256::ONE);
            check(&setting.run(&code), &code);
            if access.size.is_some() {
                let code = access.code(U256::ZERO, value);
                check(&setting.run(&code), &code);
                let code = access.code(value, value);
                check(&setting.run(&code), &code);
            }
        }
    }
}

#[test]
fn sources_far_beyond_are_zeros() {
    for (op, address) in [(CALLDATACOPY, None), (CODECOPY, None), (EXTCODECOPY, Some(&OTHER))] {
        for source in huge() {
            let mut operands = vec![U256::ZERO, source, word(32)];
            operands.splice(0..0, address.map(address_to_word));
            let mut code = apply(MSTORE, &[U256::ZERO, U256::MAX]);
            code.extend(apply(op, &operands));
            code.extend(apply(MLOAD, &[U256::ZERO]));
            let setting = Setting::default().data(&[0xdd; 100]);
            assert_eq!(setting.top(&code), U256::ZERO, "{op:#x} from {source:#x}");
        }
    }
}

/// Fault: a jump target cut to 32 or 64 bits before the check.
#[test]
fn targets_far_beyond_are_invalid() {
    // Every small target is a JUMPDEST, so a cut target would be valid.
    let code = vec![JUMPDEST; 1024];
    for jump in [JUMP, JUMPI] {
        for target in huge().into_iter().chain([pow2(32) + word(5), pow2(64) + word(5)]) {
            let mut all = apply(jump, &[target, U256::ONE]);
            all.extend(&code);
            let ran = Setting::default().run(&all);
            let exit = Exit::Halt(ExceptionalHalt::InvalidJumpDestination);
            assert_eq!((ran.exit, ran.gas_left), (exit, 0), "{jump:#x} to {target:#x}");
        }
    }
}

/// Fault: memory that RETURN names without touching it was copied out whatever the limit.
#[test]
fn output_counts_against_the_memory_limit() {
    let mut setting = Setting::default().gas(u64::MAX);
    setting.rules.limits.memory = 1 << 20;
    for op in [RETURN, REVERT] {
        let exit = setting.run(&apply(op, &[U256::ZERO, word((1 << 20) + 1)])).exit;
        assert_eq!(exit, Exit::Halt(ExceptionalHalt::MemoryLimit));
        let ran = setting.run(&apply(op, &[U256::ZERO, word(1 << 20)]));
        assert_eq!(ran.output, vec![0; 1 << 20]);
    }
}
