//! One function's machine code: where it calls and jumps.

use super::image::Function;
use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, OpKind};

/// What a function's code does that matters here.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Findings {
    /// Addresses of calls through a register, or through memory that a register points to.
    pub(super) indirect_calls: Vec<u64>,
    /// Targets of direct calls, and of calls through a slot that the linker fills.
    pub(super) calls: Vec<u64>,
    /// Jumps through a register or memory.
    pub(super) indirect_jumps: usize,
    /// Targets of direct jumps that leave the function.
    pub(super) jumps_out: Vec<u64>,
}

/// Reads `function`; `slot` gives what the loader puts at an address, if that is known.
pub(super) fn inspect(function: &Function, slot: impl Fn(u64) -> Option<u64>) -> Findings {
    let mut findings = Findings::default();
    let end = function.address + function.code.len() as u64;
    let decoder =
        Decoder::with_ip(64, &function.code, function.address, DecoderOptions::NONE).into_iter();
    for instruction in decoder {
        assert!(!instruction.is_invalid(), "bytes that are no code in {}", function.name);
        match instruction.flow_control() {
            FlowControl::Call => findings.calls.push(instruction.near_branch_target()),
            FlowControl::IndirectCall => match constant_slot(&instruction) {
                // Without a known content it is another library's function.
                Some(address) => findings.calls.extend(slot(address)),
                None => findings.indirect_calls.push(instruction.ip()),
            },
            FlowControl::IndirectBranch => match constant_slot(&instruction).and_then(&slot) {
                Some(target) => findings.jumps_out.push(target),
                None => findings.indirect_jumps += 1,
            },
            FlowControl::UnconditionalBranch | FlowControl::ConditionalBranch => {
                let target = instruction.near_branch_target();
                if !(function.address..end).contains(&target) {
                    findings.jumps_out.push(target);
                }
            }
            _ => {}
        }
    }
    findings
}

/// The address of the memory operand, where no register but RIP takes part in it.
fn constant_slot(instruction: &Instruction) -> Option<u64> {
    let is_constant = instruction.op0_kind() == OpKind::Memory
        && instruction.is_ip_rel_memory_operand()
        && instruction.memory_index() == iced_x86::Register::None;
    is_constant.then(|| instruction.ip_rel_memory_address())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(code: &[u8], expected: &Findings) {
        let function = Function { name: "synthetic".into(), address: 0x1000, code: code.to_vec() };
        assert_eq!(&inspect(&function, |slot| (slot == 0x1106).then_some(0x2000)), expected);
    }

    #[test]
    fn indirect_calls_are_found() {
        let bad = |at| Findings { indirect_calls: vec![at], ..Findings::default() };
        // call rax; ret
        check(&[0xff, 0xd0, 0xc3], &bad(0x1000));
        // nop; call [rcx + rax*8 + 0x10]; ret
        check(&[0x90, 0xff, 0x54, 0xc1, 0x10, 0xc3], &bad(0x1001));
        // call [r8]; ret
        check(&[0x41, 0xff, 0x10, 0xc3], &bad(0x1000));
    }

    #[test]
    fn constant_calls_are_followed() {
        // call 0x1105; ret
        let expected = Findings { calls: vec![0x1105], ..Findings::default() };
        check(&[0xe8, 0, 1, 0, 0, 0xc3], &expected);
        // call [rip + 0x100], a slot that holds 0x2000; ret
        let expected = Findings { calls: vec![0x2000], ..Findings::default() };
        check(&[0xff, 0x15, 0, 1, 0, 0, 0xc3], &expected);
        // call [rip + 0x101], an unknown slot; ret
        check(&[0xff, 0x15, 1, 1, 0, 0, 0xc3], &Findings::default());
    }

    #[test]
    fn jumps_are_told_apart() {
        // jmp [rcx + rax*8]
        check(&[0xff, 0x24, 0xc1], &Findings { indirect_jumps: 1, ..Findings::default() });
        // jmp rax
        check(&[0xff, 0xe0], &Findings { indirect_jumps: 1, ..Findings::default() });
        // je 0x1002 (inside); jmp 0x1107
        let expected = Findings { jumps_out: vec![0x1107], ..Findings::default() };
        check(&[0x74, 0, 0xe9, 0, 1, 0, 0], &expected);
    }
}
