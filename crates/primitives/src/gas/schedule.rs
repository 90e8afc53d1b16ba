//! What the dynamic parts of instructions cost on one fork.

use super::constants::{
    GAS_CALL_VALUE, GAS_CODE_DEPOSIT, GAS_COLD_ACCOUNT_ACCESS, GAS_COLD_SLOAD, GAS_COPY,
    GAS_EXPONENTIATION_PER_BYTE, GAS_INIT_CODE_WORD_COST, GAS_KECCAK256_WORD, GAS_LOG_DATA,
    GAS_MEMORY, GAS_NEW_ACCOUNT, GAS_SELF_DESTRUCT_NEW_ACCOUNT, GAS_STORAGE_CLEAR_REFUND,
    GAS_STORAGE_CLEAR_REFUND_BEFORE_LONDON, GAS_STORAGE_SET, GAS_STORAGE_UPDATE, GAS_WARM_ACCESS,
    REFUND_SELF_DESTRUCT,
};
use crate::Fork;

/// How SSTORE is priced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SstoreRules {
    /// By the current value only (Yellow Paper, appendix H.2, before EIP-1283).
    Current,
    /// Net metering without a sentry (EIP-1283).
    Net,
    /// Net metering that refuses at 2,300 gas or less (EIP-2200).
    NetWithSentry,
}

/// The dynamic gas of one fork. Static gas of each instruction is the opcode table's.
///
/// Everything is in gas. A value of this type can be edited and given to the interpreter: no
/// instruction reads a constant behind its back.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GasSchedule {
    /// EXP, each byte of the exponent.
    pub exp_byte: u64,
    /// Each word of memory, linear part.
    pub memory_word: u64,
    /// KECCAK256 and CREATE2, each word hashed.
    pub keccak_word: u64,
    /// Each word copied.
    pub copy_word: u64,
    /// Each byte of log data.
    pub log_data_byte: u64,
    /// What a cold account costs on top of the instruction's static gas (EIP-2929); 0 before.
    pub cold_account_surcharge: u64,
    /// What a cold slot costs SLOAD on top of its static gas (EIP-2929); 0 before.
    pub cold_sload_surcharge: u64,
    /// What a cold slot costs SSTORE on top (EIP-2929); 0 before.
    pub cold_sstore_surcharge: u64,
    /// SELFDESTRUCT to a cold beneficiary, on top (EIP-2929: the whole cold cost); 0 before.
    pub cold_self_destruct_surcharge: u64,
    /// How SSTORE is priced.
    pub sstore: SstoreRules,
    /// SSTORE from an original zero to non-zero.
    pub sstore_set: u64,
    /// SSTORE of a slot still at its original value (EIP-2929: 5,000 − 2,100).
    pub sstore_reset: u64,
    /// SSTORE that changes nothing, or a slot already changed in this transaction.
    pub sstore_noop: u64,
    /// Refund for clearing a slot.
    pub sstore_clear_refund: u64,
    /// A call with value.
    pub call_value: u64,
    /// A call that brings an account into being.
    pub new_account: u64,
    /// SELFDESTRUCT that brings its beneficiary into being.
    pub self_destruct_new_account: u64,
    /// Refund for SELFDESTRUCT (EIP-3529 ended it).
    pub self_destruct_refund: u64,
    /// Each word of init code (EIP-3860); 0 before.
    pub init_code_word: u64,
    /// Each byte of code deposited.
    pub code_deposit_byte: u64,
    /// Whether callees get at most 63/64 of the gas (EIP-150).
    pub all_but_one_64th: bool,
    /// The refund is at most the gas used divided by this (EIP-3529: 5, before: 2).
    pub max_refund_quotient: u64,
}

impl GasSchedule {
    /// The schedule of `fork`.
    #[must_use]
    pub fn for_fork(fork: Fork) -> Self {
        let berlin = fork >= Fork::Berlin;
        let london = fork >= Fork::London;
        let from = |first: Fork, value: u64| if fork >= first { value } else { 0 };
        Self {
            exp_byte: if fork >= Fork::SpuriousDragon { GAS_EXPONENTIATION_PER_BYTE } else { 10 },
            memory_word: GAS_MEMORY,
            keccak_word: GAS_KECCAK256_WORD,
            copy_word: GAS_COPY,
            log_data_byte: GAS_LOG_DATA,
            cold_account_surcharge: from(Fork::Berlin, GAS_COLD_ACCOUNT_ACCESS - GAS_WARM_ACCESS),
            cold_sload_surcharge: from(Fork::Berlin, GAS_COLD_SLOAD - GAS_WARM_ACCESS),
            cold_sstore_surcharge: from(Fork::Berlin, GAS_COLD_SLOAD),
            cold_self_destruct_surcharge: from(Fork::Berlin, GAS_COLD_ACCOUNT_ACCESS),
            sstore: match fork {
                Fork::Constantinople => SstoreRules::Net,
                _ if fork >= Fork::Istanbul => SstoreRules::NetWithSentry,
                _ => SstoreRules::Current,
            },
            sstore_set: GAS_STORAGE_SET,
            sstore_reset: if berlin {
                GAS_STORAGE_UPDATE - GAS_COLD_SLOAD
            } else {
                GAS_STORAGE_UPDATE
            },
            sstore_noop: match fork {
                _ if berlin => GAS_WARM_ACCESS,
                _ if fork >= Fork::Istanbul => 800,
                Fork::Constantinople => 200,
                _ => GAS_STORAGE_UPDATE,
            },
            sstore_clear_refund: if london {
                GAS_STORAGE_CLEAR_REFUND
            } else {
                GAS_STORAGE_CLEAR_REFUND_BEFORE_LONDON
            },
            call_value: GAS_CALL_VALUE,
            new_account: GAS_NEW_ACCOUNT,
            self_destruct_new_account: from(Fork::TangerineWhistle, GAS_SELF_DESTRUCT_NEW_ACCOUNT),
            self_destruct_refund: if london { 0 } else { REFUND_SELF_DESTRUCT },
            init_code_word: from(Fork::Shanghai, GAS_INIT_CODE_WORD_COST),
            code_deposit_byte: GAS_CODE_DEPOSIT,
            all_but_one_64th: fork >= Fork::TangerineWhistle,
            max_refund_quotient: if london { 5 } else { 2 },
        }
    }
}
