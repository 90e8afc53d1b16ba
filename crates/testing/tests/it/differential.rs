//! Random cases: made the same each time, run here, read back by the runner of fixtures.

use eevm_handler::TransactionType;
use eevm_primitives::Fork;
use eevm_testing::{
    differential::{Case, Machine, Observation, SignatureFault, generate},
    fixtures::{Selection, Worker, run_file},
};
use std::collections::BTreeMap;

const SEED: u64 = 0x5eed;

fn cases(count: u64) -> impl Iterator<Item = Case> {
    (0..count).map(|index| {
        let fork = Fork::ALL[usize::try_from(index).expect("small") % Fork::ALL.len()];
        generate(SEED, index, fork).unwrap_or_else(|error| panic!("case {index}: {error}"))
    })
}

#[test]
fn seed_index_and_fork_say_all() {
    for (one, other) in cases(40).zip(cases(40)) {
        let test = |case: &Case| case.state_test(None).expect("a key").to_string();
        assert_eq!(test(&one), test(&other));
    }
    let other = generate(SEED + 1, 3, Fork::Berlin).expect("a case");
    let case = generate(SEED, 3, Fork::Berlin).expect("a case");
    assert_ne!(case.accounts, other.accounts);
}

/// What a run shows here is what the runner of fixtures finds in the file of the case: world,
/// block, transaction and its bytes come through the file unchanged.
#[test]
fn a_case_is_a_state_test() {
    let (mut machine, mut worker) = (Machine::default(), Worker::default());
    for case in cases(400) {
        let seen = machine.run(&case, false).expect("a case that runs").observation;
        let test = case.state_test(Some(&seen)).expect("a key").to_string();
        let report = run_file(&mut worker, &Selection::default(), "case.json", test.as_bytes());
        assert_eq!(report.total().passed, 1, "{:?} {seen}", report.failures);
    }
}

/// A generator whose programs all run out of gas at once would find nothing.
#[test]
fn cases_are_worth_running() {
    let mut machine = Machine::default();
    let mut outcomes = BTreeMap::<String, u32>::new();
    let (mut steps, mut deep, mut logs) = (0, 0, 0);
    for case in cases(400) {
        let seen = machine.run(&case, true).expect("a case that runs");
        let Observation { status, .. } = seen.observation.clone();
        let kind = status.split(' ').next().unwrap_or_default().to_owned();
        *outcomes.entry(kind).or_default() += 1;
        steps += seen.trace.len();
        deep += u32::from(seen.trace.iter().any(|line| line.contains(r#""depth":3"#)));
        logs += u32::from(seen.trace.iter().any(|line| line.contains(r#""op":162"#)));
    }
    assert!(outcomes["success"] > 100, "{outcomes:?}");
    assert!(outcomes["halt"] > 30, "{outcomes:?}");
    assert!(outcomes["revert"] > 5, "{outcomes:?}");
    assert!(outcomes["rejected"] > 8, "{outcomes:?}");
    assert!((10_000..400_000).contains(&steps), "{steps} steps");
    assert!(deep > 10, "{deep} cases three frames deep");
    assert!(logs > 3, "{logs} cases with logs");
}

#[test]
fn an_observation_is_one_line() {
    let case = generate(SEED, 1, Fork::London).expect("a case");
    let seen = Machine::default().run(&case, false).expect("a case that runs").observation;
    assert_eq!(seen.to_string().parse(), Ok(seen.clone()));
    for wrong in ["", "0x12 0x34", "nonsense"] {
        assert!(wrong.parse::<Observation>().is_err());
    }
    let mut other = seen.clone();
    other.gas_used += 1;
    assert_eq!(seen.differences(&other), ["gas used"]);
}

/// Difference to execution-specs (seed 20261130, case 4554, Shanghai), which does not decode a type
/// before its fork: here the signature is looked at first. Both refuse.
#[test]
fn a_type_before_its_fork_with_a_bad_signature_is_refused_for_the_signature() {
    let mut case = generate(SEED, 0, Fork::Shanghai).expect("a case");
    case.transaction.transaction_type = TransactionType::Blob;
    case.transaction.chain_id = Some(1);
    let mut status = |fault| {
        case.fault = fault;
        Machine::default().run(&case, false).expect("a case that runs").observation.status
    };
    assert_eq!(status(SignatureFault::LargeR), "rejected INVALID_SIGNATURE_VRS");
    assert_eq!(status(SignatureFault::None), "rejected TYPE_3_TX_PRE_FORK");
}

/// Difference to revm 43.0.3 (seed 20261130, case 88510, London), which keeps the empty account at
/// 0x03. The root is that of execution-specs.
#[test]
fn fault_44_an_empty_account_at_0x03_touched_in_a_frame_that_fails_is_deleted() {
    let case = generate(20_261_130, 88_510, Fork::London).expect("a case");
    let seen = Machine::default().run(&case, false).expect("a case that runs").observation;
    assert_eq!(
        seen.root.to_string(),
        "0x88dc5f02daa82a70b463a98c6b326488e23ae409da7c6cb8082c607daabd9a86"
    );
}
