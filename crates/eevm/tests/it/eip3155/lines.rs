//! The lines of a trace, the example of EIP-3155 among them.

use super::traced;
use crate::scene::{A, Scene};
use eevm::{
    B256, Bytes, Fork,
    bytecode::opcode::{MSTORE, REVERT},
    inspectors::{Fault, JsonLines, StepSink as _, Summary, TraceEnd, TraceOptions},
    primitives::decode_hex,
};
use eevm_testing::{asm, asm::push};

const EVERYTHING: TraceOptions = TraceOptions { memory: true, stack: true, return_data: true };

/// Steps of the EIP's example: gas, cost, size of the memory.
const EXAMPLE: [(u64, u64, usize); 15] = [
    (0x2_540b_e400, 0x3, 0),
    (0x2_540b_e3fd, 0x3, 0),
    (0x2_540b_e3fa, 0xc, 0),
    (0x2_540b_e3ee, 0x3, 96),
    (0x2_540b_e3eb, 0x3, 96),
    (0x2_540b_e3e8, 0x4e20, 96),
    (0x2_540b_95c8, 0x3, 96),
    (0x2_540b_95c5, 0x3, 96),
    (0x2_540b_95c2, 0x3, 96),
    (0x2_540b_95bf, 0x3, 96),
    (0x2_540b_95bc, 0x3, 96),
    (0x2_540b_95b9, 0x2, 96),
    (0x2_540b_95b7, 0x2_4abb_676c, 96),
    (0x2_540b_92a7, 0x3, 96),
    (0x2_540b_92a4, 0x0, 96),
];

#[test]
fn fault_75_the_example_of_the_eip() {
    let code = decode_hex("0x604080536040604055604060006040600060025afa6040f3").expect("code");
    let scene = Scene::at(Fork::Istanbul).code(A, code).gas(0x2_540b_e400);
    let (steps, end) = traced(&scene, EVERYTHING);
    let seen: Vec<_> = steps.iter().map(|s| (s.gas, s.gas_cost, s.memory_size)).collect();
    assert_eq!(seen, EXAMPLE);
    let hash = "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b";
    assert_eq!(
        steps[2].to_json(),
        r#"{"pc":3,"op":83,"gas":"0x2540be3fa","gasCost":"0xc","memSize":0,"stack":["0x40","0x40"],"depth":1,"refund":0,"opName":"MSTORE8"}"#
    );
    assert_eq!(
        steps[13].to_json(),
        format!(
            r#"{{"pc":21,"op":96,"gas":"0x2540b92a7","gasCost":"0x3","memory":"0x{hash}{}40{}","memSize":96,"stack":["0x1"],"returnData":"0x{hash}","depth":1,"refund":0,"opName":"PUSH1"}}"#,
            "00".repeat(32),
            "00".repeat(31)
        )
    );
    assert_eq!(end, TraceEnd { output: Bytes::from(vec![0x40]), gas_used: 0x515c, error: None });
    let root = B256::repeat_byte(0x11);
    let summary = Summary { end, state_root: Some(root), fork: Some(Fork::Istanbul) };
    let mut lines = JsonLines::new(String::new());
    lines.summary(&summary);
    assert_eq!(
        lines.into_writer(),
        format!(
            "{{\"stateRoot\":\"{root}\",\"output\":\"40\",\"gasUsed\":\"0x515c\",\"pass\":true,\"fork\":\"Istanbul\"}}\n"
        )
    );
}

#[test]
fn a_run_that_fails_says_so_in_its_last_step_and_in_the_summary() {
    let code = asm![push(7), push(0), MSTORE, push(1), push(31), REVERT];
    let (steps, end) = traced(&Scene::at(Fork::Cancun).code(A, code), TraceOptions::default());
    let mut lines = JsonLines::new(String::new());
    for step in steps {
        lines.take(step);
    }
    lines.summary(&Summary { end: end.clone(), state_root: None, fork: None });
    let text = lines.into_writer();
    let last: Vec<_> = text.lines().rev().take(2).collect();
    assert_eq!(
        last[1],
        r#"{"pc":9,"op":253,"gas":"0x4c4b2e","gasCost":"0x0","memSize":32,"stack":["0x1","0x1f"],"depth":1,"refund":0,"opName":"REVERT","error":"execution reverted"}"#
    );
    assert_eq!(
        last[0],
        r#"{"output":"07","gasUsed":"0x12","pass":false,"error":"execution reverted"}"#
    );
    assert_eq!(end.error, Some(Fault::Reverted));
}

/// A writer that takes so many bytes.
struct Full(usize);

impl core::fmt::Write for Full {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(core::fmt::Error)?;
        Ok(())
    }
}

#[test]
fn a_writer_that_fails_is_left_alone_from_then_on() {
    let scene = Scene::at(Fork::Cancun).code(A, asm![push(1), push(2)]);
    let (steps, _) = traced(&scene, TraceOptions::default());
    let mut lines = JsonLines::new(Full(150));
    for step in steps {
        lines.take(step);
    }
    assert!(lines.has_failed());
}
