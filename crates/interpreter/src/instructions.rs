//! The instructions, in the files of execution-specs, and the list that both dispatchers use.

pub(crate) mod arithmetic;
pub(crate) mod bitwise;
pub(crate) mod block;
pub(crate) mod comparison;
pub(crate) mod control_flow;
pub(crate) mod environment;
pub(crate) mod keccak;
pub(crate) mod log;
pub(crate) mod memory;
pub(crate) mod stack;
pub(crate) mod storage;
pub(crate) mod system;

use crate::{
    frame::Frame,
    halt::{ExceptionalHalt, Exit},
    host::{Access, Host, HostError},
    inspector::Inspector,
    interpreter::Interpreter,
    regs::{Flow, Outcome, Regs},
    word::{Limbs, load, store},
};

/// One instruction. Stack bounds are checked and static gas is charged before its body runs.
pub(crate) trait Instruction {
    /// Its byte; everything fixed about it stands in the opcode table.
    const OPCODE: u8;

    /// The body, or its fast half.
    ///
    /// # Safety
    /// `regs` belong to the current frame of `ctx`; operands are on the stack and there is room
    /// for the results.
    unsafe fn run(regs: Regs, ctx: *mut Interpreter) -> Flow;

    /// The slow half: what [`Flow::Cold`] asks for.
    ///
    /// # Safety
    /// As for `run`, with the registers that `run` handed on.
    #[inline(always)]
    unsafe fn cold(regs: Regs, ctx: *mut Interpreter) -> Flow {
        let _ = (regs, ctx);
        Flow::Halt(ExceptionalHalt::OutOfGas)
    }

    /// What [`Flow::Slow`] asks for; apart from the slow half where that is short without it.
    ///
    /// # Safety
    /// As for `cold`.
    #[inline(always)]
    unsafe fn slow(regs: Regs, ctx: *mut Interpreter) -> Flow {
        let _ = (regs, ctx);
        Flow::Halt(ExceptionalHalt::OutOfGas)
    }
}

/// Runs `body` on the interpreter, registers written back before and read again after.
///
/// # Safety
/// As for [`Instruction::run`].
#[inline(always)]
pub(crate) unsafe fn heavy(
    regs: Regs,
    ctx: *mut Interpreter,
    body: fn(&mut Interpreter) -> Outcome,
) -> Flow {
    // SAFETY: by the caller; the body moves `sp` and `gas` only within the frame's bounds.
    unsafe {
        (*ctx).ip = regs.ip;
        (*ctx).sp = regs.sp;
        (*ctx).gas = regs.gas;
        match body(&mut *ctx) {
            Ok(()) => Flow::Next(Regs { ip: (*ctx).ip.add(1), sp: (*ctx).sp, gas: (*ctx).gas }),
            Err(exit) => {
                (*ctx).exit = exit;
                Flow::Exit
            }
        }
    }
}

impl Interpreter {
    /// The frame that runs.
    #[inline(always)]
    pub(crate) fn top_frame(&self) -> &Frame {
        // SAFETY: `frame` is the top frame while an instruction runs.
        unsafe { &*self.frame }
    }

    /// The host of the run that is active.
    #[inline(always)]
    pub(crate) fn host(&mut self) -> Result<&mut dyn Host, Exit> {
        match self.host {
            // SAFETY: it is the argument of the active `run`, which nothing else uses.
            Some(host) => Ok(unsafe { &mut *host }),
            None => Err(Exit::DatabaseFailure),
        }
    }

    /// Shows something to the inspector, if there is one.
    #[inline]
    pub(crate) fn inspect(&mut self, show: impl FnOnce(&mut dyn Inspector)) {
        if let Some(inspector) = self.inspector {
            // SAFETY: it is the argument of the active `run`, which nothing else uses.
            show(unsafe { &mut *inspector });
        }
    }

    /// Halts inside a static call (EIP-214).
    #[inline]
    pub(crate) fn require_writable(&self) -> Outcome {
        if self.top_frame().is_static {
            return Err(ExceptionalHalt::WriteInStaticContext.into());
        }
        Ok(())
    }

    /// Accesses something that costs `surcharge` more when it is cold. It is not loaded when the
    /// gas left would not pay for that.
    #[inline]
    pub(crate) fn cold_access<T>(
        &mut self,
        surcharge: u64,
        access: impl FnOnce(&mut dyn Host, bool) -> Result<Access<T>, HostError>,
    ) -> Result<T, Exit> {
        let cold_allowed = self.gas >= surcharge;
        let access = access(self.host()?, cold_allowed).map_err(host_exit)?;
        if access.is_cold {
            self.charge(surcharge)?;
        }
        Ok(access.value)
    }

    /// Accesses an account (EIP-2929).
    #[inline]
    pub(crate) fn account_access<T>(
        &mut self,
        access: impl FnOnce(&mut dyn Host, bool) -> Result<Access<T>, HostError>,
    ) -> Result<T, Exit> {
        self.cold_access(self.schedule.cold_account_surcharge, access)
    }
}

/// What an error of the host means for the frame.
pub(crate) fn host_exit(error: HostError) -> Exit {
    match error {
        HostError::ColdAccess => ExceptionalHalt::OutOfGas.into(),
        HostError::Database => Exit::DatabaseFailure,
    }
}

/// Takes two words, puts one: `a` is the top.
///
/// # Safety
/// Two words are on the stack.
#[inline(always)]
pub(crate) unsafe fn binary(regs: Regs, op: impl FnOnce(Limbs, Limbs) -> Limbs) -> Flow {
    // SAFETY: by the caller.
    unsafe {
        let (a, b) = (regs.sp.sub(1), regs.sp.sub(2));
        store(b, op(load(a), load(b)));
        regs.next(a)
    }
}

/// Takes one word, puts one.
///
/// # Safety
/// A word is on the stack.
#[inline(always)]
pub(crate) unsafe fn unary(regs: Regs, op: impl FnOnce(Limbs) -> Limbs) -> Flow {
    // SAFETY: by the caller.
    unsafe {
        let a = regs.sp.sub(1);
        store(a, op(load(a)));
        regs.next(regs.sp)
    }
}

/// Puts one word.
///
/// # Safety
/// There is room for it.
#[inline(always)]
pub(crate) unsafe fn push(regs: Regs, word: Limbs) -> Flow {
    // SAFETY: by the caller.
    unsafe {
        store(regs.sp, word);
        regs.next(regs.sp.add(1))
    }
}

/// Declares an instruction: `binary`, `unary`, `push` with a kernel, or `heavy` with a function on
/// the interpreter.
macro_rules! instruction {
    ($name:ident, $opcode:ident, binary $kernel:expr) => {
        instruction!(@ $name, $opcode, |regs, _ctx| $crate::instructions::binary(regs, $kernel));
    };
    ($name:ident, $opcode:ident, unary $kernel:expr) => {
        instruction!(@ $name, $opcode, |regs, _ctx| $crate::instructions::unary(regs, $kernel));
    };
    ($name:ident, $opcode:ident, push |$ctx:ident| $word:expr) => {
        instruction!(@ $name, $opcode, |regs, ctx| {
            let $ctx = &*ctx;
            $crate::instructions::push(regs, $word)
        });
    };
    ($name:ident, $opcode:ident, heavy $body:expr) => {
        pub(crate) struct $name;

        impl $crate::instructions::Instruction for $name {
            const OPCODE: u8 = eevm_bytecode::opcode::$opcode;

            #[inline(always)]
            unsafe fn run(
                regs: $crate::regs::Regs,
                _: *mut $crate::interpreter::Interpreter,
            ) -> $crate::regs::Flow {
                $crate::regs::Flow::Cold(regs)
            }

            #[inline(always)]
            unsafe fn cold(
                regs: $crate::regs::Regs,
                ctx: *mut $crate::interpreter::Interpreter,
            ) -> $crate::regs::Flow {
                // SAFETY: by the caller.
                unsafe { $crate::instructions::heavy(regs, ctx, $body) }
            }
        }
    };
    (@ $name:ident, $opcode:ident, |$regs:ident, $ctx:ident| $body:expr) => {
        pub(crate) struct $name;

        impl $crate::instructions::Instruction for $name {
            const OPCODE: u8 = eevm_bytecode::opcode::$opcode;

            #[inline(always)]
            unsafe fn run(
                $regs: $crate::regs::Regs,
                $ctx: *mut $crate::interpreter::Interpreter,
            ) -> $crate::regs::Flow {
                // SAFETY: by the caller.
                unsafe { $body }
            }
        }
    };
}
pub(crate) use instruction;

/// Calls `$callback!` with every instruction: its name in the opcode table, and its type.
macro_rules! for_each_instruction {
    ($callback:ident) => {
        use $crate::instructions::{
            arithmetic, bitwise, block, comparison, control_flow, environment, keccak, log, memory,
            stack, storage, system,
        };

        $callback! {
            STOP control_flow::Stop;
            ADD arithmetic::Add;
            MUL arithmetic::Mul;
            SUB arithmetic::Sub;
            DIV arithmetic::Div;
            SDIV arithmetic::Sdiv;
            MOD arithmetic::Mod;
            SMOD arithmetic::Smod;
            ADDMOD arithmetic::Addmod;
            MULMOD arithmetic::Mulmod;
            EXP arithmetic::Exp;
            SIGNEXTEND arithmetic::Signextend;
            LT comparison::Lt;
            GT comparison::Gt;
            SLT comparison::Slt;
            SGT comparison::Sgt;
            EQ comparison::Eq;
            ISZERO comparison::Iszero;
            AND bitwise::And;
            OR bitwise::Or;
            XOR bitwise::Xor;
            NOT bitwise::Not;
            BYTE bitwise::Byte;
            SHL bitwise::Shl;
            SHR bitwise::Shr;
            SAR bitwise::Sar;
            CLZ bitwise::Clz;
            KECCAK256 keccak::Keccak256;
            ADDRESS environment::Address;
            BALANCE environment::Balance;
            ORIGIN environment::Origin;
            CALLER environment::Caller;
            CALLVALUE environment::Callvalue;
            CALLDATALOAD environment::Calldataload;
            CALLDATASIZE environment::Calldatasize;
            CALLDATACOPY environment::Calldatacopy;
            CODESIZE environment::Codesize;
            CODECOPY environment::Codecopy;
            GASPRICE environment::Gasprice;
            EXTCODESIZE environment::Extcodesize;
            EXTCODECOPY environment::Extcodecopy;
            RETURNDATASIZE environment::Returndatasize;
            RETURNDATACOPY environment::Returndatacopy;
            EXTCODEHASH environment::Extcodehash;
            BLOCKHASH block::Blockhash;
            COINBASE block::Coinbase;
            TIMESTAMP block::Timestamp;
            NUMBER block::Number;
            PREVRANDAO block::Prevrandao;
            GASLIMIT block::Gaslimit;
            CHAINID block::Chainid;
            SELFBALANCE environment::Selfbalance;
            BASEFEE block::Basefee;
            BLOBHASH block::Blobhash;
            BLOBBASEFEE block::Blobbasefee;
            POP stack::Pop;
            MLOAD memory::Mload;
            MSTORE memory::Mstore;
            MSTORE8 memory::Mstore8;
            SLOAD storage::Sload;
            SSTORE storage::Sstore;
            JUMP control_flow::Jump;
            JUMPI control_flow::Jumpi;
            PC control_flow::Pc;
            MSIZE memory::Msize;
            GAS control_flow::Gas;
            JUMPDEST control_flow::Jumpdest;
            TLOAD storage::Tload;
            TSTORE storage::Tstore;
            MCOPY memory::Mcopy;
            PUSH0 stack::Push<0>;
            PUSH1 stack::Push<1>;
            PUSH2 stack::Push<2>;
            PUSH3 stack::Push<3>;
            PUSH4 stack::Push<4>;
            PUSH5 stack::Push<5>;
            PUSH6 stack::Push<6>;
            PUSH7 stack::Push<7>;
            PUSH8 stack::Push<8>;
            PUSH9 stack::Push<9>;
            PUSH10 stack::Push<10>;
            PUSH11 stack::Push<11>;
            PUSH12 stack::Push<12>;
            PUSH13 stack::Push<13>;
            PUSH14 stack::Push<14>;
            PUSH15 stack::Push<15>;
            PUSH16 stack::Push<16>;
            PUSH17 stack::Push<17>;
            PUSH18 stack::Push<18>;
            PUSH19 stack::Push<19>;
            PUSH20 stack::Push<20>;
            PUSH21 stack::Push<21>;
            PUSH22 stack::Push<22>;
            PUSH23 stack::Push<23>;
            PUSH24 stack::Push<24>;
            PUSH25 stack::Push<25>;
            PUSH26 stack::Push<26>;
            PUSH27 stack::Push<27>;
            PUSH28 stack::Push<28>;
            PUSH29 stack::Push<29>;
            PUSH30 stack::Push<30>;
            PUSH31 stack::Push<31>;
            PUSH32 stack::Push<32>;
            DUP1 stack::Dup<1>;
            DUP2 stack::Dup<2>;
            DUP3 stack::Dup<3>;
            DUP4 stack::Dup<4>;
            DUP5 stack::Dup<5>;
            DUP6 stack::Dup<6>;
            DUP7 stack::Dup<7>;
            DUP8 stack::Dup<8>;
            DUP9 stack::Dup<9>;
            DUP10 stack::Dup<10>;
            DUP11 stack::Dup<11>;
            DUP12 stack::Dup<12>;
            DUP13 stack::Dup<13>;
            DUP14 stack::Dup<14>;
            DUP15 stack::Dup<15>;
            DUP16 stack::Dup<16>;
            SWAP1 stack::Swap<1>;
            SWAP2 stack::Swap<2>;
            SWAP3 stack::Swap<3>;
            SWAP4 stack::Swap<4>;
            SWAP5 stack::Swap<5>;
            SWAP6 stack::Swap<6>;
            SWAP7 stack::Swap<7>;
            SWAP8 stack::Swap<8>;
            SWAP9 stack::Swap<9>;
            SWAP10 stack::Swap<10>;
            SWAP11 stack::Swap<11>;
            SWAP12 stack::Swap<12>;
            SWAP13 stack::Swap<13>;
            SWAP14 stack::Swap<14>;
            SWAP15 stack::Swap<15>;
            SWAP16 stack::Swap<16>;
            LOG0 log::Log0;
            LOG1 log::Log1;
            LOG2 log::Log2;
            LOG3 log::Log3;
            LOG4 log::Log4;
            CREATE system::Create;
            CALL system::Call;
            CALLCODE system::Callcode;
            RETURN system::Return;
            DELEGATECALL system::Delegatecall;
            CREATE2 system::Create2;
            STATICCALL system::Staticcall;
            REVERT system::Revert;
            SELFDESTRUCT system::Selfdestruct;
        }
    };
}
pub(crate) use for_each_instruction;
