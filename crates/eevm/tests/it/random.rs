//! Random programs run alike in every way: threaded, by `match`, watched and not.
//!
//! In a debug build only the `match` loop exists, so there the unwatched runs are compared with
//! the watched ones only. `EEVM_SEED` runs a single seed.

mod program;

use crate::scene::{A, B, C, Machines, Scene};
use eevm::{Dispatch, Fork};
use program::Random;

const FORKS: [Fork; 6] =
    [Fork::Osaka, Fork::Osaka, Fork::Cancun, Fork::Berlin, Fork::Byzantium, Fork::Frontier];

/// Cases of a test: fewer in a debug build, which is some thirty times slower.
const fn cases(release: u64) -> u64 {
    if cfg!(debug_assertions) { release / 20 } else { release }
}

/// Runs `case` for each seed with machines that are kept for many cases.
#[expect(clippy::print_stderr, reason = "what is not compared is said")]
fn for_seeds(name: &str, count: u64, case: impl Fn(&mut Random, Fork, &mut Machines)) {
    if Dispatch::FASTEST == Dispatch::Match {
        eprintln!(
            "{name}: this build has the match loop only, so it is compared with itself watched"
        );
    }
    let only = std::env::var("EEVM_SEED").ok().map(|seed| seed.parse::<u64>().unwrap());
    let seeds = only.map_or(0..count, |seed| seed..seed + 1);
    let mut machines: Vec<_> = FORKS.iter().map(|&fork| Machines::new(fork)).collect();
    for seed in seeds {
        let guard = Seed(name, seed);
        let at = usize::try_from(seed % FORKS.len() as u64).unwrap();
        case(&mut Random::new(seed), FORKS[at], &mut machines[at]);
        std::mem::forget(guard);
    }
}

/// Prints the seed when a case panics.
struct Seed<'a>(&'a str, u64);

#[expect(clippy::print_stderr, reason = "a failure has to name its seed")]
impl Drop for Seed<'_> {
    fn drop(&mut self) {
        eprintln!("{}: the seed is {}; EEVM_SEED={} repeats it", self.0, self.1, self.1);
    }
}

fn world(random: &mut Random, fork: Fork, code: impl Fn(&mut Random) -> Vec<u8>) -> Scene {
    let mut scene = Scene::at(fork);
    for address in [A, B, C] {
        scene = scene.code(address, code(random));
        if random.chance(70) {
            scene = scene.balance(address, random.below(5000));
        }
        scene = scene.slot(address, 0, 7).slot(address, 1, random.below(3));
    }
    scene.message.value = eevm::U256::from(random.below(3));
    scene.message.is_static = random.chance(5);
    scene.block.number = 300;
    for number in 44..300 {
        scene.db.insert_block_hash(number, eevm::B256::repeat_byte(number.to_le_bytes()[0]));
    }
    let data: Vec<u8> = (0..random.below(100)).map(|_| random.byte()).collect();
    scene.data(data)
}

#[test]
fn random_bytes() {
    for_seeds("random_bytes", cases(20_000), |random, fork, machines| {
        let mut scene = world(random, fork, program::bytes);
        scene.message.gas = random.gas(200_000);
        machines.run(&scene);
    });
}

#[test]
fn structured_programs() {
    let mut succeeded = 0_u64;
    let counter = std::cell::RefCell::new(&mut succeeded);
    let count = cases(20_000);
    for_seeds("structured_programs", count, |random, fork, machines| {
        let mut scene = world(random, fork, |random| program::structured(random, fork));
        scene.message.gas = random.gas(2_000_000);
        let ran = machines.run(&scene);
        **counter.borrow_mut() += u64::from(ran.outcome.is_success());
    });
    if std::env::var_os("EEVM_SEED").is_none() {
        assert!(
            succeeded > count / 10,
            "{succeeded} of {count} succeeded: the programs are too wild"
        );
    }
}

/// Each gas limit from none to enough, so that every place to run out of gas is met.
#[test]
fn every_gas_limit() {
    for_seeds("every_gas_limit", cases(40), |random, fork, machines| {
        let mut scene = world(random, fork, |random| program::structured(random, fork));
        scene.message.gas = 400_000;
        let enough = machines.run(&scene).gas_used().min(3_000);
        for gas in 0..=enough {
            scene.message.gas = gas;
            machines.run(&scene);
        }
        // Beyond: the costly instructions, at steps that meet their parts.
        for step in 0..400 {
            scene.message.gas = enough + step * 97;
            machines.run(&scene);
        }
    });
}
