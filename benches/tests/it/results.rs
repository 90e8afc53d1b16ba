//! What the workloads give.

use eevm_benches::{
    check::{Difference, check},
    engine::{Eevm, Engine},
    workloads::{all, arithmetic_loop_of},
};

#[test]
fn every_job_gives_what_it_must() {
    for workload in all() {
        let mut engine = Eevm::new(&workload).unwrap();
        assert_eq!(check(&mut engine, &workload), Ok(()));
    }
}

/// The gas that the seeds of this suite print, and that other EVMs give for the other three.
#[test]
fn gas_is_that_of_the_published_tables() {
    let gas: Vec<u64> = all().iter().map(|workload| Eevm::new(workload).unwrap().run()).collect();
    assert_eq!(
        gas,
        [
            2_700_006, 2_600_003, 61_450, 2_239_534, 20_510, 395_006, 26_660, 11_118_503, 520_503,
            265_503, 266_703, 50_849, 50_849
        ]
    );
}

#[test]
fn one_flipped_bit_fails_the_job_and_names_it() {
    for mut workload in all() {
        workload.break_expectation();
        let mismatch = check(&mut Eevm::new(&workload).unwrap(), &workload).unwrap_err();
        assert_eq!(mismatch.job, workload.key);
        assert!(mismatch.to_string().starts_with(workload.key), "{mismatch}");
    }
}

#[test]
fn a_transaction_that_is_not_valid_is_not_run() {
    let mut workload = eevm_benches::workloads::erc20_transfer();
    workload.accounts[1].nonce += 1;
    let mismatch = check(&mut Eevm::new(&workload).unwrap(), &workload).unwrap_err();
    assert!(matches!(mismatch.difference, Difference::NotRun { .. }), "{mismatch}");
}

#[test]
fn the_profiled_loop_takes_any_number_of_rounds() {
    for rounds in [1, 255, 256, 20_000] {
        let workload = arithmetic_loop_of(rounds);
        assert_eq!(check(&mut Eevm::new(&workload).unwrap(), &workload), Ok(()));
    }
}
