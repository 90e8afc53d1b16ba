//! `cargo xtask tidy`: the layering of the crates and the rules every file keeps.
//!
//! The table below is the layering. A new dependency fails the check until its row is changed
//! in the same commit, so that it is seen in review.

mod layering;
mod sources;

use crate::failure::Failure;
use crate::workspace::Workspace;
use std::fmt;

/// What one crate may use, and which rules its root file keeps.
#[derive(Debug)]
pub(crate) struct Layer {
    /// The package.
    package: &'static str,
    /// The packages of this workspace it may use.
    ours: Uses,
    /// The packages of others it may use.
    others: Uses,
    /// Its root file says `#![no_std]`.
    no_std: bool,
    /// Its root file says `#![forbid(unsafe_code)]`.
    forbids_unsafe: bool,
}

/// A set of packages.
#[derive(Debug)]
enum Uses {
    /// Only those named.
    Only(&'static [&'static str]),
    /// Any; for packages that are not published and that nothing published builds on.
    Any,
}

impl Uses {
    fn contains(&self, package: &str) -> bool {
        match self {
            Self::Only(names) => names.contains(&package),
            Self::Any => true,
        }
    }
}

/// The packages from bottom to top.
///
/// Build scripts count as the crate itself. Tests (dev-dependencies) may use what the crate may
/// use, `eevm-testing`, and any library of others as an oracle.
pub(crate) const LAYERS: &[Layer] = &[
    Layer {
        package: "eevm-primitives",
        ours: Uses::Only(&[]),
        others: Uses::Only(&["bytes", "const-hex", "ruint", "sha3", "thiserror"]),
        no_std: true,
        forbids_unsafe: false,
    },
    Layer {
        package: "eevm-memory",
        ours: Uses::Only(&["eevm-primitives"]),
        others: Uses::Only(&["thiserror"]),
        no_std: true,
        forbids_unsafe: false,
    },
    Layer {
        package: "eevm-bytecode",
        ours: Uses::Only(&["eevm-primitives"]),
        others: Uses::Only(&["hashbrown", "once_cell"]),
        no_std: true,
        forbids_unsafe: false,
    },
    Layer {
        package: "eevm-ecdsa",
        ours: Uses::Only(&["eevm-primitives"]),
        others: Uses::Only(&["k256", "p256", "thiserror"]),
        no_std: true,
        forbids_unsafe: false,
    },
    Layer {
        package: "eevm-precompiles",
        ours: Uses::Only(&["eevm-primitives", "eevm-ecdsa"]),
        others: Uses::Only(&[
            "ark-bls12-381",
            "ark-bn254",
            "ark-ec",
            "ark-ff",
            "once_cell",
            "ripemd",
            "ruint",
            "sha2",
            "thiserror",
        ]),
        no_std: true,
        forbids_unsafe: false,
    },
    Layer {
        package: "eevm-interpreter",
        ours: Uses::Only(&["eevm-primitives", "eevm-memory", "eevm-bytecode"]),
        others: Uses::Only(&["thiserror"]),
        no_std: true,
        forbids_unsafe: false,
    },
    Layer {
        package: "eevm-state",
        ours: Uses::Only(&["eevm-primitives", "eevm-bytecode"]),
        others: Uses::Only(&["alloy-rlp", "foldhash", "hashbrown", "thiserror"]),
        no_std: true,
        forbids_unsafe: true,
    },
    Layer {
        package: "eevm-handler",
        ours: Uses::Only(&[
            "eevm-primitives",
            "eevm-memory",
            "eevm-bytecode",
            "eevm-ecdsa",
            "eevm-precompiles",
            "eevm-interpreter",
            "eevm-state",
        ]),
        others: Uses::Only(&["alloy-rlp", "thiserror"]),
        no_std: true,
        forbids_unsafe: true,
    },
    Layer {
        package: "eevm-inspectors",
        ours: Uses::Only(&["eevm-primitives", "eevm-bytecode", "eevm-interpreter", "eevm-state"]),
        others: Uses::Only(&[]),
        no_std: true,
        forbids_unsafe: true,
    },
    Layer {
        package: "eevm",
        ours: Uses::Only(&[
            "eevm-primitives",
            "eevm-memory",
            "eevm-bytecode",
            "eevm-ecdsa",
            "eevm-precompiles",
            "eevm-interpreter",
            "eevm-state",
            "eevm-handler",
            "eevm-inspectors",
        ]),
        others: Uses::Only(&[]),
        no_std: true,
        forbids_unsafe: true,
    },
    Layer {
        package: "eevm-testing",
        ours: Uses::Any,
        others: Uses::Any,
        no_std: false,
        forbids_unsafe: true,
    },
    Layer {
        package: "eevm-cli",
        ours: Uses::Only(&["eevm", "eevm-inspectors", "eevm-testing"]),
        others: Uses::Only(&["lexopt", "regex-lite", "serde_json", "thiserror"]),
        no_std: false,
        forbids_unsafe: true,
    },
    Layer {
        package: "eevm-benches",
        ours: Uses::Any,
        others: Uses::Any,
        no_std: false,
        forbids_unsafe: false,
    },
    Layer {
        package: "xtask",
        ours: Uses::Only(&[]),
        others: Uses::Only(&["flate2", "lexopt", "serde_json", "sha2"]),
        no_std: false,
        forbids_unsafe: true,
    },
];

/// The packages that only tests, benches and tools may use.
const NEVER_PUBLISHED: &[&str] = &["eevm-testing", "eevm-cli", "eevm-benches", "xtask"];

/// One breach of a rule.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The file or package, and the line if there is one.
    place: String,
    /// What is wrong.
    what: String,
}

impl Problem {
    fn new(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self { place: place.into(), what: what.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// Prints every breach; fails if there is one.
pub(crate) fn run(workspace: &Workspace) -> Result<(), Failure> {
    let problems = check(workspace)?;
    for problem in &problems {
        println!("{problem}");
    }
    match problems.len() {
        0 => {
            println!("tidy");
            Ok(())
        }
        count => Err(Failure::failed(format!("{count} breaches of the house rules"))),
    }
}

/// Every breach in the checkout.
pub(crate) fn check(workspace: &Workspace) -> Result<Vec<Problem>, Failure> {
    let mut problems = layering::check(workspace, LAYERS);
    problems.extend(sources::check_crates(workspace, LAYERS));
    problems.extend(sources::check_files(workspace)?);
    Ok(problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_checkout_is_tidy() {
        let workspace = Workspace::open().expect("cargo knows the checkout");
        let problems = check(&workspace).expect("git lists the files");
        let lines: Vec<_> = problems.iter().map(ToString::to_string).collect();
        assert!(lines.is_empty(), "\n{}", lines.join("\n"));
    }

    #[test]
    fn the_table_goes_from_bottom_to_top() {
        for (index, layer) in LAYERS.iter().enumerate() {
            if let Uses::Only(names) = layer.ours {
                for name in names {
                    let below = LAYERS[..index].iter().any(|lower| lower.package == *name);
                    assert!(below, "{} uses {name}, which is not below it", layer.package);
                    let published = !NEVER_PUBLISHED.contains(&layer.package);
                    let is_right = !published || !NEVER_PUBLISHED.contains(name);
                    assert!(is_right, "{} is published, {name} is not", layer.package);
                }
            }
        }
    }
}
