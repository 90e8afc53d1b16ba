//! The runner of fixtures: what it must not let pass.

use eevm_testing::fixtures::{Counts, Report, Selection, Worker, run_file};

/// A transfer of 1 wei to an account that does not exist, on Homestead, without bytes.
const TEST: &str = r#"{"transfer": {
    "env": {
        "currentCoinbase": "0x2adc25665018aa1fe0e6bc666dac8fc2697ff9ba",
        "currentDifficulty": "0x020000", "currentGasLimit": "0x0f4240",
        "currentNumber": "0x1", "currentTimestamp": "0x03e8"
    },
    "pre": {"0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b": {
        "balance": "0x0de0b6b3a7640000", "code": "0x", "nonce": "0x00", "storage": {}
    }},
    "transaction": {
        "data": ["0x"], "gasLimit": ["GAS"], "gasPrice": "0x01", "nonce": "0x00",
        "secretKey": "0x45a915e4d060149eb4365960e6a7a45f334393093061116b197e3240065ff2d8",
        "sender": "0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b",
        "to": "0x095e7baea6a6c7c4c2dfeb977efac326af552d87", "value": ["0x01"]
    },
    "post": {"Homestead": [{
        "hash": "ROOT", "logs": "LOGS", "indexes": {"data": 0, "gas": 0, "value": 0}EXTRA
    }]}
}}"#;
/// As execution-specs have it.
const ROOT: &str = "0xdc032de31fceedd804b66ea00a3a10b013fdc31876ee0da24063ddd8a158baec";
const LOGS: &str = "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347";

fn run(replacements: &[(&str, &str)]) -> Report {
    let mut text = TEST.to_owned();
    let usual = [("GAS", "0x5208"), ("ROOT", ROOT), ("LOGS", LOGS), ("EXTRA", "")];
    for (from, to) in replacements.iter().copied().chain(usual) {
        text = text.replace(from, to);
    }
    run_file(&mut Worker::default(), &Selection::default(), "x.json", text.as_bytes())
}

#[track_caller]
fn fails(replacements: &[(&str, &str)], reason: &str) {
    let report = run(replacements);
    assert_eq!(report.total(), Counts { failed: 1, ..Counts::default() });
    let text = report.failures[0].to_string();
    assert!(text.contains(reason) && !text.contains('\n'), "{text}");
}

#[test]
fn a_right_case_passes() {
    let report = run(&[]);
    assert_eq!(report.failures, []);
    assert_eq!(report.total(), Counts { passed: 1, ..Counts::default() });
}

#[test]
fn what_differs_is_named() {
    let wrong = "0x0000000000000000000000000000000000000000000000000000000000000001";
    fails(&[("ROOT", wrong)], "state root");
    fails(&[("LOGS", wrong)], "logs hash");
    fails(&[("GAS", "0x5207")], "rejected (gas limit 20999");
    fails(&[("Homestead", "Atlantis")], "unknown fork `Atlantis`");
    let expected = r#", "expectException": "TransactionException.SENDER_NOT_EOA""#;
    fails(&[("EXTRA", expected)], "accepted, expected TransactionException.SENDER_NOT_EOA");
}

#[test]
fn a_sender_that_the_key_does_not_have_is_not_believed() {
    fails(&[("45a915e4", "45a915e5")], "secret key of");
}

#[test]
fn what_cannot_be_read_is_a_failure_in_one_line() {
    fails(&[("\"env\"", "\"enw\"")], "x.json: missing field `env`");
    fails(&[("0x0f4240", "0xf4g")], "no hexadecimal number");
    for len in [0, 1, 10, TEST.len() / 2, TEST.len() - 1] {
        let bytes = &TEST.as_bytes()[..len];
        let report = run_file(&mut Worker::default(), &Selection::default(), "x.json", bytes);
        assert_eq!(report.total().failed, 1, "{len}");
    }
}
