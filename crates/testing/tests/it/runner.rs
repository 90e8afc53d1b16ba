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
fn fault_76_what_differs_is_named() {
    let wrong = "0x0000000000000000000000000000000000000000000000000000000000000001";
    fails(&[("ROOT", wrong)], "state root");
    fails(&[("LOGS", wrong)], "logs hash");
    fails(&[("GAS", "0x5207")], "rejected (gas limit 20999");
    fails(&[("Homestead", "Atlantis")], "unknown fork `Atlantis`");
    let expected = r#", "expectException": "TransactionException.SENDER_NOT_EOA""#;
    fails(&[("EXTRA", expected)], "accepted, expected TransactionException.SENDER_NOT_EOA");
}

#[test]
fn fault_76_a_sender_that_the_key_does_not_have_is_not_believed() {
    fails(&[("45a915e4", "45a915e5")], "secret key of");
}

#[test]
fn fault_76_what_cannot_be_parsed_is_not_skipped() {
    // Missing, of another type, too large.
    fails(&[("\"hash\"", "\"hush\"")], "x.json: missing field `hash`");
    fails(&[("\"hash\": \"ROOT\"", "\"hash\": null")], "invalid type: null");
    fails(&[("\"hash\": \"ROOT\"", "\"hash\": 12")], "invalid type: integer `12`");
    fails(&[("\"ROOT\"", "\"0x12\"")], "x.json: ");
    fails(&[("\"data\": 0", "\"data\": 1")], "[Homestead d1 g0 v0]: ");
    fails(&[("\"data\": 0", "\"data\": 18446744073709551616")], "x.json: ");
    fails(&[("\"data\": 0", "\"data\": -1")], "x.json: ");
    fails(&[("\"data\": 0", "\"data\": 1e999")], "x.json: number out of range");
    let huge = format!("0x1{}", "0".repeat(64));
    fails(&[("0x0de0b6b3a7640000", &huge)], "exceeds 256 bits");
    fails(&[("\"0x0f4240\"", "\"0x10000000000000000\"")], "gas limit exceeds 64 bits");
    fails(&[("\"code\": \"0x\"", "\"code\": \"0x0\"")], "x.json: ");
    fails(&[("\"code\": \"0x\"", "\"code\": \"0xgg\"")], "x.json: ");
    // A file whose text has line ends stays one line, and a long one is cut.
    fails(&[("0x0f4240", "0x\\nf4g")], "`0x\\nf4g` is no hexadecimal number");
    let long = format!("0x{}", "g".repeat(100_000));
    fails(&[("0x0f4240", &long)], "ggg...");
}

#[test]
fn fault_76_absent_is_not_zero() {
    for field in ["currentCoinbase", "currentDifficulty", "currentGasLimit", "currentNumber"] {
        fails(&[(field, "absent")], field);
    }
    for field in ["balance", "nonce\": \"0x00\", \"storage", "storage"] {
        fails(&[(field, "absent")], "missing field");
    }
    fails(&[("\"value\": [\"0x01\"]", "\"value\": []")], "[Homestead d0 g0 v0]: ");
    fails(&[("gasPrice", "absent")], "x.json");
}

#[test]
fn what_is_nested_deeply_is_a_failure_and_overflows_no_stack() {
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let run = |path: &str, text: &str| {
        let report = run_file(&mut Worker::default(), &Selection::default(), path, text.as_bytes());
        assert_eq!(report.total(), Counts { failed: 1, ..Counts::default() }, "{path}");
        report.failures[0].to_string()
    };
    let message = run("x.json", &deep);
    assert!(message.starts_with("x.json: "), "{message}");
    let message = run("x.json", &format!("{{\"t\": {deep}}}"));
    assert!(message.starts_with("x.json: "), "{message}");
    let message =
        run("RLPTests/x.json", &format!("{{\"t\": {{\"in\": {deep}, \"out\": \"0x\"}}}}"));
    assert!(message.contains("recursion limit exceeded"), "{message}");
    // Lists in lists, each with the length of all that it holds.
    let mut item = vec![0xc0_u8];
    for _ in 0..3_000 {
        let length = u32::try_from(item.len()).unwrap().to_be_bytes();
        let digits: Vec<u8> = length.into_iter().skip_while(|&byte| byte == 0).collect();
        let head = match item.len() {
            0..=55 => vec![0xc0 + length[3]],
            _ => [&[0xf7 + u8::try_from(digits.len()).unwrap()][..], &digits].concat(),
        };
        item.splice(0..0, head);
    }
    let hex: String = item.iter().map(|byte| format!("{byte:02x}")).collect();
    let test = format!("{{\"t\": {{\"in\": \"VALID\", \"out\": \"0x{hex}\"}}}}");
    let message = run("RLPTests/x.json", &test);
    assert!(message.contains("nested too deeply"), "{message}");
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
