//! Which fixtures there are, and what this project's forerunner took for them.

/// A fixture of ethereum/tests.
#[derive(Debug, PartialEq)]
pub struct Fixture {
    /// Its folder and name.
    pub name: &'static str,
    /// The forerunner's best published figure.
    pub seed: Option<Seed>,
    /// Why the public one takes longer than a first impression may, if it does.
    pub long: Option<&'static str>,
}

/// One run by the EVM in Elixir that this project began as.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seed {
    /// Gas used; another number than ours says that another case was run.
    pub gas: u64,
    /// Seconds; 0.01 stands for "below 0.01".
    pub seconds: f64,
}

const fn seeded(name: &'static str, gas: u64, seconds: f64) -> Fixture {
    Fixture { name, seed: Some(Seed { gas, seconds }), long: None }
}

const fn unseeded(name: &'static str) -> Fixture {
    Fixture { name, seed: None, long: None }
}

/// All of them, in the order of the report.
pub const FIXTURES: [Fixture; 18] = [
    seeded("stQuadraticComplexityTest/Call50000", 250_000_000, 0.75),
    seeded("stQuadraticComplexityTest/Call50000_identity2", 250_000_000, 0.11),
    seeded("stQuadraticComplexityTest/Callcode50000", 250_000_000, 0.71),
    seeded("stQuadraticComplexityTest/QuadraticComplexitySolidity_CallDataCopy", 250_000_000, 0.59),
    seeded("stQuadraticComplexityTest/Return50000", 14_777_099, 1.13),
    seeded("stQuadraticComplexityTest/Return50000_2", 15_377_099, 1.25),
    seeded("stStaticCall/static_Call1MB1024Calldepth", 855_137_385_770, 0.01),
    seeded("stStaticCall/static_Call50000", 5_014_061_098, 1.06),
    seeded("stStaticCall/static_Call50000_ecrec", 39_058_598, 0.79),
    seeded("stStaticCall/static_Call50000_identity", 86_895_919, 0.79),
    seeded("stStaticCall/static_Call50000_identity2", 92_280_716, 0.82),
    seeded("stStaticCall/static_Call50000_rip160", 3_863_696_700, 0.83),
    seeded("stStaticCall/static_Return50000_2", 15_273_928, 1.40),
    seeded("stTimeConsuming/static_Call50000_sha256", 954_878_498, 3.06),
    seeded("VMTests/vmPerformance/loopMul", 2_470_045_378, 36.0),
    unseeded("stPreCompiledContracts2/CALLBlake2f"),
    unseeded("stPreCompiledContracts2/CALLCODEBlake2f"),
    Fixture {
        name: "stTimeConsuming/CALLBlake2f_MaxRounds",
        seed: None,
        long: Some("2^32 - 1 rounds of BLAKE2F in one call"),
    },
];

impl Fixture {
    /// Whether this is the path of a file of it: of a state test, not of its form as blocks.
    #[must_use]
    pub fn is_of_path(&self, path: &str) -> bool {
        let path = path.replace('\\', "/");
        let file = path.strip_suffix(".json").and_then(|path| path.strip_suffix(self.name));
        file.is_some_and(|folders| {
            (folders.is_empty() || folders.ends_with('/'))
                && !folders.split('/').any(|folder| {
                    folder.starts_with("blockchain_tests") || folder == "BlockchainTests"
                })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_folder_and_name() {
        let of = |path| FIXTURES.iter().filter(|fixture| fixture.is_of_path(path)).count();
        assert_eq!(of("GeneralStateTests/VMTests/vmPerformance/loopMul.json"), 1);
        assert_eq!(of("VMTests/vmPerformance/loopMul.json"), 1);
        assert_eq!(of("state_tests/static/state_tests/stStaticCall/static_Call50000.json"), 1);
        assert_eq!(of("stStaticCall/static_Call50000.txt"), 0);
        assert_eq!(of("other_stStaticCall/static_Call50000.json"), 0);
        assert_eq!(of("blockchain_tests/static/stStaticCall/static_Call50000.json"), 0);
        assert_eq!(of("stStaticCall/static_Call50000bytesContract50_1.json"), 0);
    }
}
