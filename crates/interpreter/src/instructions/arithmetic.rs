//! ADD, MUL, SUB, DIV, SDIV, MOD, SMOD, ADDMOD, MULMOD, EXP, SIGNEXTEND.

use super::{Instruction, binary, instruction};
use crate::{
    interpreter::Interpreter,
    kernels,
    regs::{Flow, Outcome, Regs},
    word::{fits_u64, load, small, store},
};
use eevm_bytecode::opcode;
use eevm_primitives::U256;

instruction!(Add, ADD, binary kernels::add);
instruction!(Sub, SUB, binary kernels::sub);
instruction!(Signextend, SIGNEXTEND, binary kernels::sign_extend);
instruction!(Exp, EXP, heavy exp);

/// MUL, with a short way where one operand is below 2^64.
pub(crate) struct Mul;

impl Instruction for Mul {
    const OPCODE: u8 = opcode::MUL;

    #[inline(always)]
    unsafe fn run(regs: Regs, _: *mut Interpreter) -> Flow {
        // SAFETY: two operands are on the stack.
        unsafe {
            let (top, below) = (regs.sp.sub(1), regs.sp.sub(2));
            let (a, b) = (load(top), load(below));
            if fits_u64(a) {
                store(below, kernels::mul_small(b, a[0]));
            } else if fits_u64(b) {
                store(below, kernels::mul_small(a, b[0]));
            } else {
                return Flow::Cold(regs);
            }
            regs.next(top)
        }
    }

    #[inline(always)]
    unsafe fn cold(regs: Regs, _: *mut Interpreter) -> Flow {
        // SAFETY: two operands are on the stack.
        unsafe { binary(regs, kernels::mul) }
    }
}

/// Declares an instruction of two operands with a short way for operands below 2^64 (the divisor
/// not zero) and a kernel for the rest.
macro_rules! short_or_kernel {
    ($name:ident, $opcode:ident, |$a:ident, $b:ident| $short:expr, $kernel:expr) => {
        pub(crate) struct $name;

        impl Instruction for $name {
            const OPCODE: u8 = opcode::$opcode;

            #[inline(always)]
            unsafe fn run(regs: Regs, _: *mut Interpreter) -> Flow {
                // SAFETY: two operands are on the stack.
                unsafe {
                    let (top, below) = (regs.sp.sub(1), regs.sp.sub(2));
                    let (a, b) = (load(top), load(below));
                    if fits_u64(a) && fits_u64(b) && b[0] != 0 {
                        let ($a, $b) = (a[0], b[0]);
                        store(below, small($short));
                        regs.next(top)
                    } else {
                        Flow::Cold(regs)
                    }
                }
            }

            #[inline(always)]
            unsafe fn cold(regs: Regs, _: *mut Interpreter) -> Flow {
                // SAFETY: two operands are on the stack.
                unsafe {
                    $kernel(regs.sp.sub(1));
                    regs.next(regs.sp.sub(1))
                }
            }
        }
    };
}

// Numbers below 2^64 are not negative, so the signed forms have the same short way.
short_or_kernel!(Div, DIV, |a, b| a / b, kernels::div);
short_or_kernel!(Sdiv, SDIV, |a, b| a / b, kernels::sdiv);
short_or_kernel!(Mod, MOD, |a, b| a % b, kernels::rem);
short_or_kernel!(Smod, SMOD, |a, b| a % b, kernels::smod);

/// Declares an instruction of three operands that is all kernel.
macro_rules! ternary {
    ($name:ident, $opcode:ident, $kernel:expr) => {
        pub(crate) struct $name;

        impl Instruction for $name {
            const OPCODE: u8 = opcode::$opcode;

            #[inline(always)]
            unsafe fn run(regs: Regs, _: *mut Interpreter) -> Flow {
                Flow::Cold(regs)
            }

            #[inline(always)]
            unsafe fn cold(regs: Regs, _: *mut Interpreter) -> Flow {
                // SAFETY: three operands are on the stack.
                unsafe {
                    $kernel(regs.sp.sub(1));
                    regs.next(regs.sp.sub(2))
                }
            }
        }
    };
}

ternary!(Addmod, ADDMOD, kernels::add_mod);
ternary!(Mulmod, MULMOD, kernels::mul_mod);

#[inline(never)]
fn exp(machine: &mut Interpreter) -> Outcome {
    let [base, exponent] = machine.pop()?;
    let bytes = exponent.byte_len() as u64;
    machine.charge(machine.schedule.exp_byte.saturating_mul(bytes))?;
    let power = kernels::exp(base, exponent);
    machine.push(U256::from(power))
}
