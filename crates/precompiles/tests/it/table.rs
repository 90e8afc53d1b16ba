//! The table by fork.

use eevm_precompiles::Precompiles;
use eevm_primitives::{Address, Fork};

#[track_caller]
fn check(first: Fork, last: Fork, numbers: &[u64]) {
    let expected: Vec<Address> =
        numbers.iter().map(|number| Address::from_low_u64(*number)).collect();
    for fork in Fork::ALL.into_iter().filter(|fork| (first..=last).contains(fork)) {
        let precompiles = Precompiles::for_fork(fork);
        assert!(precompiles.addresses().eq(&expected), "{fork}");
        for address in &expected {
            assert_eq!(precompiles.get(address).map(|entry| entry.address), Some(*address));
        }
        for number in (0..0x10_0000).filter(|number| !numbers.contains(number)) {
            assert!(!precompiles.contains(&Address::from_low_u64(number)), "{fork} {number:#x}");
        }
    }
}

#[test]
fn fault_27_no_precompile_before_its_fork() {
    let numbers: Vec<u64> = (1..=0x11).chain([0x100]).collect();
    check(Fork::Frontier, Fork::SpuriousDragon, &numbers[..4]);
    check(Fork::Byzantium, Fork::Petersburg, &numbers[..8]);
    check(Fork::Istanbul, Fork::Shanghai, &numbers[..9]);
    check(Fork::Cancun, Fork::Cancun, &numbers[..10]);
    check(Fork::Prague, Fork::Prague, &numbers[..17]);
    check(Fork::Osaka, Fork::LATEST, &numbers);
}
