//! The constants of the fee schedule.

/// JUMPDEST (Yellow Paper, appendix G, `G_jumpdest`).
pub const GAS_JUMPDEST: u64 = 1;
/// Instructions of the set `W_base` (`G_base`).
pub const GAS_BASE: u64 = 2;
/// Instructions of the set `W_verylow` (`G_verylow`).
pub const GAS_VERY_LOW: u64 = 3;
/// Instructions of the set `W_low` (`G_low`).
pub const GAS_LOW: u64 = 5;
/// Instructions of the set `W_mid` (`G_mid`).
pub const GAS_MID: u64 = 8;
/// JUMPI (`G_high`).
pub const GAS_HIGH: u64 = 10;
/// SELFBALANCE (EIP-1884) and other fast steps.
pub const GAS_FAST_STEP: u64 = 5;
/// No gas.
pub const GAS_ZERO: u64 = 0;
/// A storage slot set from zero to non-zero (`G_sset`).
pub const GAS_STORAGE_SET: u64 = 20_000;
/// A storage slot changed otherwise (`G_sreset`; EIP-2929 subtracts the cold access).
pub const GAS_STORAGE_UPDATE: u64 = 5_000;
/// Refund for clearing a slot (EIP-3529).
pub const GAS_STORAGE_CLEAR_REFUND: u64 = 4_800;
/// Refund for clearing a slot before London (`R_sclear`).
pub const GAS_STORAGE_CLEAR_REFUND_BEFORE_LONDON: u64 = 15_000;
/// EXP (`G_exp`).
pub const GAS_EXPONENTIATION: u64 = 10;
/// EXP, each byte of the exponent (EIP-160).
pub const GAS_EXPONENTIATION_PER_BYTE: u64 = 50;
/// Each word of memory, linear part (`G_memory`).
pub const GAS_MEMORY: u64 = 3;
/// Divisor of the quadratic part of the memory cost, in words squared per gas (equation 328).
pub const MEMORY_QUADRATIC_DIVISOR: u64 = 512;
/// KECCAK256 (`G_keccak256`).
pub const GAS_KECCAK256: u64 = 30;
/// KECCAK256, each word hashed (`G_keccak256word`).
pub const GAS_KECCAK256_WORD: u64 = 6;
/// Each word copied by the copy instructions (`G_copy`).
pub const GAS_COPY: u64 = 3;
/// BLOCKHASH (`G_blockhash`).
pub const GAS_BLOCK_HASH: u64 = 20;
/// LOG0 to LOG4 (`G_log`).
pub const GAS_LOG: u64 = 375;
/// Each byte of a log's data (`G_logdata`).
pub const GAS_LOG_DATA: u64 = 8;
/// Each topic of a log (`G_logtopic`).
pub const GAS_LOG_TOPIC: u64 = 375;
/// CREATE and CREATE2 (`G_create`).
pub const GAS_CREATE: u64 = 32_000;
/// Each byte of code deposited (`G_codedeposit`).
pub const GAS_CODE_DEPOSIT: u64 = 200;
/// A call or self-destruction that brings an account into being (`G_newaccount`).
pub const GAS_NEW_ACCOUNT: u64 = 25_000;
/// A call with value (`G_callvalue`).
pub const GAS_CALL_VALUE: u64 = 9_000;
/// Gas given to the callee of a call with value (`G_callstipend`).
pub const GAS_CALL_STIPEND: u64 = 2_300;
/// SELFDESTRUCT (EIP-150).
pub const GAS_SELF_DESTRUCT: u64 = 5_000;
/// SELFDESTRUCT that brings its beneficiary into being (EIP-150).
pub const GAS_SELF_DESTRUCT_NEW_ACCOUNT: u64 = 25_000;
/// Refund for SELFDESTRUCT before London (`R_selfdestruct`).
pub const REFUND_SELF_DESTRUCT: u64 = 24_000;
/// First access to a storage slot in a transaction (EIP-2929).
pub const GAS_COLD_SLOAD: u64 = 2_100;
/// First access to an account in a transaction (EIP-2929).
pub const GAS_COLD_ACCOUNT_ACCESS: u64 = 2_600;
/// Later accesses to a slot or account (EIP-2929).
pub const GAS_WARM_ACCESS: u64 = 100;
/// Each word of init code (EIP-3860).
pub const GAS_INIT_CODE_WORD_COST: u64 = 2;
/// BLOBHASH (EIP-4844).
pub const GAS_BLOBHASH_OPCODE: u64 = 3;

/// ECRECOVER precompile.
pub const GAS_ECRECOVER: u64 = 3_000;
/// SHA256 precompile.
pub const GAS_SHA256: u64 = 60;
/// SHA256 precompile, each word.
pub const GAS_SHA256_WORD: u64 = 12;
/// RIPEMD160 precompile.
pub const GAS_RIPEMD160: u64 = 600;
/// RIPEMD160 precompile, each word.
pub const GAS_RIPEMD160_WORD: u64 = 120;
/// Identity precompile.
pub const GAS_IDENTITY: u64 = 15;
/// Identity precompile, each word.
pub const GAS_IDENTITY_WORD: u64 = 3;
/// BLAKE2F precompile, each round (EIP-152).
pub const GAS_BLAKE2_PER_ROUND: u64 = 1;
/// Point evaluation precompile (EIP-4844).
pub const GAS_POINT_EVALUATION: u64 = 50_000;
/// P256VERIFY precompile (EIP-7951).
pub const GAS_P256VERIFY: u64 = 6_900;
/// BLS12-381 addition in G1 (EIP-2537).
pub const GAS_BLS_G1_ADD: u64 = 375;
/// BLS12-381 multiplication in G1 (EIP-2537).
pub const GAS_BLS_G1_MUL: u64 = 12_000;
/// BLS12-381 map to G1 (EIP-2537).
pub const GAS_BLS_G1_MAP: u64 = 5_500;
/// BLS12-381 addition in G2 (EIP-2537).
pub const GAS_BLS_G2_ADD: u64 = 600;
/// BLS12-381 multiplication in G2 (EIP-2537).
pub const GAS_BLS_G2_MUL: u64 = 22_500;
/// BLS12-381 map to G2 (EIP-2537).
pub const GAS_BLS_G2_MAP: u64 = 23_800;

/// Every transaction (`G_transaction`).
pub const TX_BASE_COST: u64 = 21_000;
/// A transaction that creates a contract, Homestead on (`G_txcreate`).
pub const TX_CREATE_COST: u64 = 32_000;
/// Each zero byte of a transaction's data (`G_txdatazero`).
pub const TX_DATA_COST_PER_ZERO: u64 = 4;
/// Each other byte of a transaction's data (EIP-2028).
pub const TX_DATA_COST_PER_NON_ZERO: u64 = 16;
/// Each other byte of a transaction's data before Istanbul (`G_txdatanonzero`).
pub const TX_DATA_COST_PER_NON_ZERO_BEFORE_ISTANBUL: u64 = 68;
/// Each token of a transaction's data, at the floor (EIP-7623).
pub const FLOOR_CALLDATA_COST: u64 = 10;
/// Tokens a non-zero byte of data counts for (EIP-7623).
pub const TOKENS_PER_NON_ZERO_BYTE: u64 = 4;

/// Each address of a transaction's access list (EIP-2930).
pub const TX_ACCESS_LIST_ADDRESS_COST: u64 = 2_400;
/// Each storage key of a transaction's access list (EIP-2930).
pub const TX_ACCESS_LIST_STORAGE_KEY_COST: u64 = 1_900;
/// Each authorization of a transaction, charged beforehand (EIP-7702).
pub const PER_EMPTY_ACCOUNT_COST: u64 = 25_000;
/// What an authorization costs when its account exists; the rest is refunded (EIP-7702).
pub const PER_AUTH_BASE_COST: u64 = 12_500;

/// Calls and creations nest at most this deep (Yellow Paper, section 9.4.1).
pub const STACK_DEPTH_LIMIT: u16 = 1024;
/// Words on the stack of one frame.
pub const STACK_LIMIT: usize = 1024;
/// Bytes of a contract's code (EIP-170).
pub const MAX_CODE_SIZE: usize = 0x6000;
/// Bytes of init code (EIP-3860).
pub const MAX_INIT_CODE_SIZE: usize = 2 * MAX_CODE_SIZE;
/// Gas limit of one transaction (EIP-7825).
pub const TX_MAX_GAS_LIMIT: u64 = 16_777_216;
