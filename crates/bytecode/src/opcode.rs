//! The one table of instructions: name, stack, static gas by fork, first fork, immediate bytes.
//!
//! Interpreter, disassembler, tracers, assembler and the gas tables in `fixtures/` all derive
//! from [`TABLE`].

use eevm_primitives::{
    Fork,
    gas::{
        GAS_BASE, GAS_BLOBHASH_OPCODE, GAS_BLOCK_HASH, GAS_CREATE, GAS_EXPONENTIATION,
        GAS_FAST_STEP, GAS_HIGH, GAS_JUMPDEST, GAS_KECCAK256, GAS_LOG, GAS_LOG_TOPIC, GAS_LOW,
        GAS_MID, GAS_SELF_DESTRUCT, GAS_VERY_LOW, GAS_WARM_ACCESS, GAS_ZERO,
    },
};

/// What is fixed about one instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpcodeInfo {
    /// The byte.
    pub opcode: u8,
    /// The mnemonic, as in execution-specs.
    pub name: &'static str,
    /// Words taken from the stack (for DUPn and SWAPn: words that must be there).
    pub inputs: u8,
    /// Words put on the stack (for DUPn and SWAPn: with those that stay).
    pub outputs: u8,
    /// Static gas and the fork from which it holds, oldest first; the first is the introduction.
    pub gas: &'static [(Fork, u64)],
    /// Bytes after the opcode that belong to it.
    pub immediate_len: u8,
}

impl OpcodeInfo {
    /// The fork that introduced the instruction.
    #[must_use]
    pub const fn first_fork(&self) -> Fork {
        self.gas[0].0
    }

    /// Gas charged whatever the operands, or `None` where the fork does not have the instruction.
    ///
    /// From Berlin on, instructions that access accounts and slots have the warm cost here; what
    /// a cold access adds stands in `GasSchedule`.
    #[must_use]
    pub fn static_gas(&self, fork: Fork) -> Option<u64> {
        self.gas.iter().rev().find(|&&(from, _)| fork >= from).map(|&(_, gas)| gas)
    }
}

/// The instruction of `opcode`, or `None` where no fork defines it.
#[must_use]
pub const fn info(opcode: u8) -> Option<&'static OpcodeInfo> {
    TABLE[opcode as usize].as_ref()
}

/// The instruction called `name`.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static OpcodeInfo> {
    TABLE.iter().flatten().find(|info| info.name == name)
}

macro_rules! opcodes {
    ($($code:literal $name:ident $inputs:literal $outputs:literal
       [$($fork:ident $gas:expr),+] $($immediate:literal)?;)*) => {
        $(
            #[doc = concat!("The byte of ", stringify!($name), ".")]
            pub const $name: u8 = $code;
        )*

        /// Every instruction by its byte; `None` where no fork defines one.
        ///
        /// INVALID (0xfe, EIP-141) is not an instruction: it is a byte that stays undefined.
        pub const TABLE: [Option<OpcodeInfo>; 256] = {
            let mut table = [None; 256];
            $(
                table[$code] = Some(OpcodeInfo {
                    opcode: $code,
                    name: stringify!($name),
                    inputs: $inputs,
                    outputs: $outputs,
                    gas: &[$((Fork::$fork, $gas)),+],
                    immediate_len: 0 $(+ $immediate)?,
                });
            )*
            table
        };
    };
}

opcodes! {
    0x00 STOP 0 0 [Frontier GAS_ZERO];
    0x01 ADD 2 1 [Frontier GAS_VERY_LOW];
    0x02 MUL 2 1 [Frontier GAS_LOW];
    0x03 SUB 2 1 [Frontier GAS_VERY_LOW];
    0x04 DIV 2 1 [Frontier GAS_LOW];
    0x05 SDIV 2 1 [Frontier GAS_LOW];
    0x06 MOD 2 1 [Frontier GAS_LOW];
    0x07 SMOD 2 1 [Frontier GAS_LOW];
    0x08 ADDMOD 3 1 [Frontier GAS_MID];
    0x09 MULMOD 3 1 [Frontier GAS_MID];
    0x0a EXP 2 1 [Frontier GAS_EXPONENTIATION];
    0x0b SIGNEXTEND 2 1 [Frontier GAS_LOW];

    0x10 LT 2 1 [Frontier GAS_VERY_LOW];
    0x11 GT 2 1 [Frontier GAS_VERY_LOW];
    0x12 SLT 2 1 [Frontier GAS_VERY_LOW];
    0x13 SGT 2 1 [Frontier GAS_VERY_LOW];
    0x14 EQ 2 1 [Frontier GAS_VERY_LOW];
    0x15 ISZERO 1 1 [Frontier GAS_VERY_LOW];
    0x16 AND 2 1 [Frontier GAS_VERY_LOW];
    0x17 OR 2 1 [Frontier GAS_VERY_LOW];
    0x18 XOR 2 1 [Frontier GAS_VERY_LOW];
    0x19 NOT 1 1 [Frontier GAS_VERY_LOW];
    0x1a BYTE 2 1 [Frontier GAS_VERY_LOW];
    0x1b SHL 2 1 [Constantinople GAS_VERY_LOW];
    0x1c SHR 2 1 [Constantinople GAS_VERY_LOW];
    0x1d SAR 2 1 [Constantinople GAS_VERY_LOW];
    0x1e CLZ 1 1 [Osaka GAS_LOW];

    0x20 KECCAK256 2 1 [Frontier GAS_KECCAK256];

    0x30 ADDRESS 0 1 [Frontier GAS_BASE];
    0x31 BALANCE 1 1 [Frontier 20, TangerineWhistle 400, Istanbul 700, Berlin GAS_WARM_ACCESS];
    0x32 ORIGIN 0 1 [Frontier GAS_BASE];
    0x33 CALLER 0 1 [Frontier GAS_BASE];
    0x34 CALLVALUE 0 1 [Frontier GAS_BASE];
    0x35 CALLDATALOAD 1 1 [Frontier GAS_VERY_LOW];
    0x36 CALLDATASIZE 0 1 [Frontier GAS_BASE];
    0x37 CALLDATACOPY 3 0 [Frontier GAS_VERY_LOW];
    0x38 CODESIZE 0 1 [Frontier GAS_BASE];
    0x39 CODECOPY 3 0 [Frontier GAS_VERY_LOW];
    0x3a GASPRICE 0 1 [Frontier GAS_BASE];
    0x3b EXTCODESIZE 1 1 [Frontier 20, TangerineWhistle 700, Berlin GAS_WARM_ACCESS];
    0x3c EXTCODECOPY 4 0 [Frontier 20, TangerineWhistle 700, Berlin GAS_WARM_ACCESS];
    0x3d RETURNDATASIZE 0 1 [Byzantium GAS_BASE];
    0x3e RETURNDATACOPY 3 0 [Byzantium GAS_VERY_LOW];
    0x3f EXTCODEHASH 1 1 [Constantinople 400, Istanbul 700, Berlin GAS_WARM_ACCESS];

    0x40 BLOCKHASH 1 1 [Frontier GAS_BLOCK_HASH];
    0x41 COINBASE 0 1 [Frontier GAS_BASE];
    0x42 TIMESTAMP 0 1 [Frontier GAS_BASE];
    0x43 NUMBER 0 1 [Frontier GAS_BASE];
    0x44 PREVRANDAO 0 1 [Frontier GAS_BASE];
    0x45 GASLIMIT 0 1 [Frontier GAS_BASE];
    0x46 CHAINID 0 1 [Istanbul GAS_BASE];
    0x47 SELFBALANCE 0 1 [Istanbul GAS_FAST_STEP];
    0x48 BASEFEE 0 1 [London GAS_BASE];
    0x49 BLOBHASH 1 1 [Cancun GAS_BLOBHASH_OPCODE];
    0x4a BLOBBASEFEE 0 1 [Cancun GAS_BASE];

    0x50 POP 1 0 [Frontier GAS_BASE];
    0x51 MLOAD 1 1 [Frontier GAS_VERY_LOW];
    0x52 MSTORE 2 0 [Frontier GAS_VERY_LOW];
    0x53 MSTORE8 2 0 [Frontier GAS_VERY_LOW];
    0x54 SLOAD 1 1 [Frontier 50, TangerineWhistle 200, Istanbul 800, Berlin GAS_WARM_ACCESS];
    0x55 SSTORE 2 0 [Frontier GAS_ZERO];
    0x56 JUMP 1 0 [Frontier GAS_MID];
    0x57 JUMPI 2 0 [Frontier GAS_HIGH];
    0x58 PC 0 1 [Frontier GAS_BASE];
    0x59 MSIZE 0 1 [Frontier GAS_BASE];
    0x5a GAS 0 1 [Frontier GAS_BASE];
    0x5b JUMPDEST 0 0 [Frontier GAS_JUMPDEST];
    0x5c TLOAD 1 1 [Cancun GAS_WARM_ACCESS];
    0x5d TSTORE 2 0 [Cancun GAS_WARM_ACCESS];
    0x5e MCOPY 3 0 [Cancun GAS_VERY_LOW];
    0x5f PUSH0 0 1 [Shanghai GAS_BASE];

    0x60 PUSH1 0 1 [Frontier GAS_VERY_LOW] 1;
    0x61 PUSH2 0 1 [Frontier GAS_VERY_LOW] 2;
    0x62 PUSH3 0 1 [Frontier GAS_VERY_LOW] 3;
    0x63 PUSH4 0 1 [Frontier GAS_VERY_LOW] 4;
    0x64 PUSH5 0 1 [Frontier GAS_VERY_LOW] 5;
    0x65 PUSH6 0 1 [Frontier GAS_VERY_LOW] 6;
    0x66 PUSH7 0 1 [Frontier GAS_VERY_LOW] 7;
    0x67 PUSH8 0 1 [Frontier GAS_VERY_LOW] 8;
    0x68 PUSH9 0 1 [Frontier GAS_VERY_LOW] 9;
    0x69 PUSH10 0 1 [Frontier GAS_VERY_LOW] 10;
    0x6a PUSH11 0 1 [Frontier GAS_VERY_LOW] 11;
    0x6b PUSH12 0 1 [Frontier GAS_VERY_LOW] 12;
    0x6c PUSH13 0 1 [Frontier GAS_VERY_LOW] 13;
    0x6d PUSH14 0 1 [Frontier GAS_VERY_LOW] 14;
    0x6e PUSH15 0 1 [Frontier GAS_VERY_LOW] 15;
    0x6f PUSH16 0 1 [Frontier GAS_VERY_LOW] 16;
    0x70 PUSH17 0 1 [Frontier GAS_VERY_LOW] 17;
    0x71 PUSH18 0 1 [Frontier GAS_VERY_LOW] 18;
    0x72 PUSH19 0 1 [Frontier GAS_VERY_LOW] 19;
    0x73 PUSH20 0 1 [Frontier GAS_VERY_LOW] 20;
    0x74 PUSH21 0 1 [Frontier GAS_VERY_LOW] 21;
    0x75 PUSH22 0 1 [Frontier GAS_VERY_LOW] 22;
    0x76 PUSH23 0 1 [Frontier GAS_VERY_LOW] 23;
    0x77 PUSH24 0 1 [Frontier GAS_VERY_LOW] 24;
    0x78 PUSH25 0 1 [Frontier GAS_VERY_LOW] 25;
    0x79 PUSH26 0 1 [Frontier GAS_VERY_LOW] 26;
    0x7a PUSH27 0 1 [Frontier GAS_VERY_LOW] 27;
    0x7b PUSH28 0 1 [Frontier GAS_VERY_LOW] 28;
    0x7c PUSH29 0 1 [Frontier GAS_VERY_LOW] 29;
    0x7d PUSH30 0 1 [Frontier GAS_VERY_LOW] 30;
    0x7e PUSH31 0 1 [Frontier GAS_VERY_LOW] 31;
    0x7f PUSH32 0 1 [Frontier GAS_VERY_LOW] 32;

    0x80 DUP1 1 2 [Frontier GAS_VERY_LOW];
    0x81 DUP2 2 3 [Frontier GAS_VERY_LOW];
    0x82 DUP3 3 4 [Frontier GAS_VERY_LOW];
    0x83 DUP4 4 5 [Frontier GAS_VERY_LOW];
    0x84 DUP5 5 6 [Frontier GAS_VERY_LOW];
    0x85 DUP6 6 7 [Frontier GAS_VERY_LOW];
    0x86 DUP7 7 8 [Frontier GAS_VERY_LOW];
    0x87 DUP8 8 9 [Frontier GAS_VERY_LOW];
    0x88 DUP9 9 10 [Frontier GAS_VERY_LOW];
    0x89 DUP10 10 11 [Frontier GAS_VERY_LOW];
    0x8a DUP11 11 12 [Frontier GAS_VERY_LOW];
    0x8b DUP12 12 13 [Frontier GAS_VERY_LOW];
    0x8c DUP13 13 14 [Frontier GAS_VERY_LOW];
    0x8d DUP14 14 15 [Frontier GAS_VERY_LOW];
    0x8e DUP15 15 16 [Frontier GAS_VERY_LOW];
    0x8f DUP16 16 17 [Frontier GAS_VERY_LOW];

    0x90 SWAP1 2 2 [Frontier GAS_VERY_LOW];
    0x91 SWAP2 3 3 [Frontier GAS_VERY_LOW];
    0x92 SWAP3 4 4 [Frontier GAS_VERY_LOW];
    0x93 SWAP4 5 5 [Frontier GAS_VERY_LOW];
    0x94 SWAP5 6 6 [Frontier GAS_VERY_LOW];
    0x95 SWAP6 7 7 [Frontier GAS_VERY_LOW];
    0x96 SWAP7 8 8 [Frontier GAS_VERY_LOW];
    0x97 SWAP8 9 9 [Frontier GAS_VERY_LOW];
    0x98 SWAP9 10 10 [Frontier GAS_VERY_LOW];
    0x99 SWAP10 11 11 [Frontier GAS_VERY_LOW];
    0x9a SWAP11 12 12 [Frontier GAS_VERY_LOW];
    0x9b SWAP12 13 13 [Frontier GAS_VERY_LOW];
    0x9c SWAP13 14 14 [Frontier GAS_VERY_LOW];
    0x9d SWAP14 15 15 [Frontier GAS_VERY_LOW];
    0x9e SWAP15 16 16 [Frontier GAS_VERY_LOW];
    0x9f SWAP16 17 17 [Frontier GAS_VERY_LOW];

    0xa0 LOG0 2 0 [Frontier GAS_LOG];
    0xa1 LOG1 3 0 [Frontier GAS_LOG + GAS_LOG_TOPIC];
    0xa2 LOG2 4 0 [Frontier GAS_LOG + 2 * GAS_LOG_TOPIC];
    0xa3 LOG3 5 0 [Frontier GAS_LOG + 3 * GAS_LOG_TOPIC];
    0xa4 LOG4 6 0 [Frontier GAS_LOG + 4 * GAS_LOG_TOPIC];

    0xf0 CREATE 3 1 [Frontier GAS_CREATE];
    0xf1 CALL 7 1 [Frontier 40, TangerineWhistle 700, Berlin GAS_WARM_ACCESS];
    0xf2 CALLCODE 7 1 [Frontier 40, TangerineWhistle 700, Berlin GAS_WARM_ACCESS];
    0xf3 RETURN 2 0 [Frontier GAS_ZERO];
    0xf4 DELEGATECALL 6 1 [Homestead 40, TangerineWhistle 700, Berlin GAS_WARM_ACCESS];
    0xf5 CREATE2 4 1 [Constantinople GAS_CREATE];
    0xfa STATICCALL 6 1 [Byzantium 700, Berlin GAS_WARM_ACCESS];
    0xfd REVERT 2 0 [Byzantium GAS_ZERO];
    0xff SELFDESTRUCT 1 0 [Frontier GAS_ZERO, TangerineWhistle GAS_SELF_DESTRUCT];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_consistent() {
        for (index, entry) in TABLE.iter().enumerate() {
            let Some(entry) = entry else { continue };
            assert_eq!(usize::from(entry.opcode), index);
            assert!(entry.gas.windows(2).all(|pair| pair[0].0 < pair[1].0), "{}", entry.name);
            assert_eq!(by_name(entry.name), Some(entry));
        }
        assert_eq!(TABLE.iter().flatten().count(), 149);
        assert_eq!(info(0xfe), None);
    }

    #[test]
    fn static_gas_follows_the_fork() {
        let sload = info(SLOAD).unwrap();
        assert_eq!(sload.static_gas(Fork::Homestead), Some(50));
        assert_eq!(sload.static_gas(Fork::Petersburg), Some(200));
        assert_eq!(sload.static_gas(Fork::Osaka), Some(100));
        assert_eq!(info(PUSH0).unwrap().static_gas(Fork::Paris), None);
    }
}
