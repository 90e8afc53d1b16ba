//! `run` and `disasm`.

use crate::{eevm, eevm_reading, folder};
use std::fs;

/// Returns 2 · 3.
const SIX: &str = "60026003025f5260205ff3";

#[test]
fn output_is_hexadecimal() {
    let six = format!("0x{:064x}\n", 6);
    assert_eq!(eevm(&["run", "--code", SIX]).out, six);
    assert_eq!(eevm(&["run", &format!("-code={SIX}")]).out, six);
    assert_eq!(eevm_reading(&["run", "--codefile", "-"], &format!(" 0x{SIX}\n")).out, six);
    let path = folder("run_files").join("code");
    fs::write(&path, SIX).unwrap();
    assert_eq!(eevm(&["run", path.to_str().unwrap()]).out, six);
    // CALLDATASIZE, as a word.
    assert_eq!(
        eevm(&["run", "--code", "365f5260205ff3", "--input", "aabbcc"]).out,
        format!("0x{:064x}\n", 3)
    );
}

#[test]
fn failures_are_named_behind_the_output() {
    assert_eq!(
        eevm(&["run", "--code", "60aa5f5360015ffd"]).out,
        "0xaa\n error: execution reverted\n"
    );
    assert_eq!(eevm(&["run", "--code", "01"]).out, "0x\n error: stack underflow\n");
    assert_eq!(eevm(&["run", "--code", "5f", "--gas", "1"]).out, "0x\n error: out of gas\n");
    assert_eq!(eevm(&["run", "--code", "fe"]).out, "0x\n error: invalid opcode: INVALID\n");
    // PUSH0 came with Shanghai.
    assert!(eevm(&["run", "--code", "5f", "--fork", "Paris"]).out.contains("invalid opcode"));
}

/// What a contract reverts with may be no message at all; it is shown as bytes, decoded by none.
#[test]
fn fault_17_a_revert_message_that_does_not_decode_failed_the_run() {
    // Error(string) whose offset is 2^256 - 1, and shorter pieces of it.
    for size in [0, 3, 4, 5, 36] {
        let code = format!("6308c379a060e01b5f525f1960045260{size:02x}5ffd");
        let message = format!("08c379a0{}", "f".repeat(64));
        let expected = format!("0x{}\n error: execution reverted\n", &message[..2 * size]);
        let ended = eevm(&["run", "--code", &code]);
        assert_eq!((ended.code, ended.out), (Some(0), expected));
        let traced = eevm(&["run", "--json", "--code", &code]);
        assert_eq!(traced.code, Some(0));
        assert!(traced.out.contains("execution reverted"), "{}", traced.out);
    }
}

#[test]
fn sender_receiver_price_and_fork_reach_the_code() {
    let word = |line: &str, code: &str| {
        let code = format!("{code}5f5260205ff3");
        let args: Vec<_> =
            ["run", "--code", &*code].into_iter().chain(line.split_whitespace()).collect();
        eevm(&args).out
    };
    assert_eq!(word("--sender 0xab", "33"), format!("0x{:064x}\n", 0xab));
    assert_eq!(word("", "33"), format!("0x{}73656e646572\n", "0".repeat(52)));
    assert_eq!(word("--receiver 0xcd", "30"), format!("0x{:064x}\n", 0xcd));
    assert_eq!(word("--price 77", "3a"), format!("0x{:064x}\n", 77));
    // GAS at the beginning of the code.
    assert_eq!(word("--gas 1000", "5a"), format!("0x{:064x}\n", 998));
    assert_eq!(word("--gas 1000 --price 1", "5a"), format!("0x{:064x}\n", 998));
}

#[test]
fn traces_are_eip_3155_lines() {
    let lines = [
        r#"{"pc":0,"op":96,"gas":"0x64","gasCost":"0x3","memSize":0,"stack":[],"depth":1,"refund":0,"opName":"PUSH1"}"#,
        r#"{"pc":2,"op":80,"gas":"0x61","gasCost":"0x2","memSize":0,"stack":["0x7"],"depth":1,"refund":0,"opName":"POP"}"#,
        r#"{"pc":3,"op":0,"gas":"0x5f","gasCost":"0x0","memSize":0,"stack":[],"depth":1,"refund":0,"opName":"STOP"}"#,
        r#"{"output":"","gasUsed":"0x5","pass":true}"#,
    ];
    let traced = eevm(&["run", "--json", "--gas", "100", "--code", "600750"]);
    assert_eq!(traced.out.lines().collect::<Vec<_>>(), lines);
    let traced = eevm(&["--trace", "--nostack", "run", "--nomemory=false", "--code", "60aa5f5300"]);
    assert!(traced.out.contains(r#""memory":"0xaa00"#), "{}", traced.out);
    assert!(!traced.out.contains("0xaa\""), "{}", traced.out);
}

#[test]
fn init_code_is_run_where_it_is_asked_for() {
    // Deploys one byte, 0x00, whose hash is known.
    let created = eevm(&["run", "--create", "--dump", "--code", "60015ff3"]);
    assert!(created.out.starts_with("0x00\n"), "{}", created.out);
    assert!(created.out.contains(r#""code": "0x00""#), "{}", created.out);
}

#[test]
fn a_genesis_file_is_the_world() {
    let path = folder("genesis").join("genesis.json");
    let genesis = r#"{
        "config": {"chainId": 7}, "number": "0x10", "timestamp": 5, "gasLimit": "0x5208",
        "coinbase": "0x00000000000000000000000000000000000000cc", "baseFeePerGas": "9",
        "alloc": {
            "0x00000000000000000000000000000000000000aa": {
                "balance": "1000", "nonce": "0x2",
                "code": "0x5f54465f5260205260405ff3", "storage": {"0x": "0x63"}
            }
        }
    }"#;
    fs::write(&path, genesis).unwrap();
    let path = path.to_str().unwrap();
    let args = ["run", "--prestate", path, "--receiver", "0xaa"];
    // Slot 0, and the chain's id at 0.
    assert_eq!(eevm(&args).out, format!("0x{:064x}{:064x}\n", 7, 0x63));
    let dump = eevm(&["run", "--prestate", path, "--receiver", "0xaa", "--dump"]).out;
    assert!(dump.contains(r#""balance": "1000""#) && dump.contains(r#""nonce": 2"#), "{dump}");
    for (field, place) in [
        (r#"{"alloc": []}"#, "`alloc` is no object"),
        (
            r#"{"alloc": {"0xaa": {"balance": "much"}}}"#,
            "alloc: 0xaa: balance: not what belongs there",
        ),
        (
            r#"{"alloc": {"0xaa": {"code": "0x0"}}}"#,
            "alloc: 0xaa: code: odd number of hexadecimal digits: 1",
        ),
        (
            r#"{"alloc": {"0xaa": {"storage": {"k": "0x1"}}}}"#,
            "alloc: 0xaa: k: not what belongs there",
        ),
        (r#"{"number": true}"#, "number: not what belongs there"),
        (r#"{"alloc": "#, "EOF while parsing a value at line 1 column 10"),
    ] {
        fs::write(path, field).unwrap();
        let ended = eevm(&["run", "--prestate", path]);
        assert_eq!((ended.code, ended.err), (Some(1), format!("error: {path}: {place}\n")));
    }
}

#[test]
fn bench_and_statdump_say_gas_and_time() {
    let ended = eevm(&["run", "--bench", "--code", SIX]);
    assert!(ended.out.contains("EVM gas used:    24\nexecution time:  "), "{}", ended.out);
    let ended = eevm(&["run", "--statdump", "--code", SIX]);
    assert!(ended.err.contains("EVM gas used:    24\nexecution time:  "), "{}", ended.err);
}

#[test]
fn code_is_disassembled() {
    let lines = "0000: PUSH1 0x01\n0002: JUMPDEST\n0003: PUSH2 0x0000 (2 bytes missing)\n";
    assert_eq!(eevm(&["disasm", "--code", "0x60015b61"]).out, lines);
    assert_eq!(eevm_reading(&["disasm"], "60015b61\n").out, lines);
}
